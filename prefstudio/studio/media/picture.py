"""Pictures, decoded beside the window and upright."""

from __future__ import annotations

import logging
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader

from prefstudio.studio.media.media_source import MediaSource
from prefstudio.studio.media.workshop import Piece, Workshop
from prefstudio.study.errors import DataError

logger = logging.getLogger(__name__)

LONGEST_SIDE = 2048  # what is larger is scaled down while it is decoded
MOST_PIXELS = 200_000_000
REMEDY = "Put a picture in its place that other programs show."


class PictureLoader(QObject):
    """Reads and decodes the two pictures of a pair."""

    loaded = Signal(object)  # Piece with a QImage

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workshop = Workshop(self)
        self._workshop.done.connect(self._on_done)

    def load(self, source: MediaSource, paths: dict[str, str]) -> None:
        """Decode some pictures by the letter of their card; earlier ones are not told."""
        self._workshop.begin_order()
        for letter, path in paths.items():
            self._workshop.add(letter, partial(_read_picture, source, path))

    def unload(self) -> None:
        """Forget what was wanted."""
        self._workshop.begin_order()

    def close(self) -> None:
        """Wait for the other thread."""
        self._workshop.close()

    def _on_done(self, piece: Piece) -> None:
        self.loaded.emit(piece)


def decoded_picture(content: bytes, path: str) -> QImage:
    """Decode a picture as its camera held it, at most `LONGEST_SIDE` long.

    Raises
    ------
    DataError
        When it is no picture or too large.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and size.width() * size.height() > MOST_PIXELS:
        raise DataError(path, "it has too many pixels to be shown", remedy=REMEDY)
    if size.isValid() and max(size.width(), size.height()) > LONGEST_SIDE:
        limit = QSize(LONGEST_SIDE, LONGEST_SIDE)
        reader.setScaledSize(size.scaled(limit, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        logger.info("%s: %s", path, reader.errorString())
        raise DataError(path, "it is no picture that can be shown", remedy=REMEDY)
    return image


def _read_picture(source: MediaSource, path: str) -> QImage:
    return decoded_picture(source.read(path), path)
