"""What is compared at a seat: pictures or texts, A left and B right, just above its answers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from prefstudio.studio.media.workshop import Piece
from prefstudio.studio.panels.card_picture import CardPicture
from prefstudio.studio.panels.card_text import CardText
from prefstudio.studio.panels.compare_row import EqualRow
from prefstudio.study.items import Item, ItemType

PICTURE_HEIGHT = 132
MOST_LINES = 5
LOADING = "Reading the picture…"
NO_SOURCE = "The files of this study are not at hand."


class SeatThings(EqualRow):
    """Two pictures at one zoom, or two texts; hidden where the names are all there is.

    Parameters
    ----------
    items : tuple of Item
        A and B.
    has_tie : bool
        Whether room is left between them, below which no preference is told.
    gap : int
        Space between two, in px.
    """

    def __init__(self, items: tuple[Item, Item], gap: int, *, has_tie: bool) -> None:
        self.pictures = {
            letter: CardPicture()
            for letter, item in zip("AB", items, strict=True)
            if is_picture(item)
        }
        self.texts = {
            letter: CardText()
            for letter, item in zip("AB", items, strict=True)
            if item.text and not is_picture(item)
        }
        self._between = QWidget()
        made = [self._thing("A"), self._between, self._thing("B")]
        super().__init__(made, gap)
        if not has_tie:
            self._between.hide()
        self._fill(items)

    @property
    def paths(self) -> dict[str, str]:
        """The files of its pictures by their letters."""
        return dict(self._paths)

    def show_words(self, words: str) -> None:
        """Say something in the place of the pictures."""
        for picture in self.pictures.values():
            picture.show_words(words)

    def show_piece(self, letter: str, piece: Piece) -> None:
        """Show a picture that was read, or why it was not."""
        picture = self.pictures[letter]
        if piece.result is None:
            picture.show_words(piece.problem)
        else:
            picture.show_picture(piece.result)
        self._level()

    def place(self) -> None:
        super().place()
        self._level()

    def _thing(self, letter: str) -> QWidget:
        return self.pictures.get(letter) or self.texts.get(letter) or QWidget()

    def _fill(self, items: tuple[Item, Item]) -> None:
        self._paths = {}
        for letter, item in zip("AB", items, strict=True):
            if letter in self.pictures:
                self._paths[letter] = item.path
                self.pictures[letter].setAccessibleName(f"Picture of {item.name}")
            elif letter in self.texts:
                self.texts[letter].show_text(item.text)
                self.texts[letter].words.setAlignment(Qt.AlignmentFlag.AlignBottom)
        text_height = max((each.line_height for each in self.texts.values()), default=0)
        height = PICTURE_HEIGHT if self.pictures else MOST_LINES * text_height
        self.setFixedHeight(height)
        if not (self.pictures or self.texts):
            self.hide()
        self.show_words(LOADING)

    def _level(self) -> None:
        """Show both pictures at the same zoom."""
        shown = [each for each in self.pictures.values() if each.has_picture]
        zoom = min((each.fitting_zoom for each in shown), default=1.0)
        for picture in shown:
            picture.show_zoom(zoom)


def is_picture(item: Item) -> bool:
    """Whether an item is seen."""
    return item.type is ItemType.IMAGE and bool(item.path)
