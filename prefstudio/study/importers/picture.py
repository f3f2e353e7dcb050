"""How large a picture is, told by its header, and whether its end is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from prefstudio.study.importers.media_kind import MediaKind, Undecodable

_JPEG_WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD9)}
_JPEG_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_HEADER_BYTES = 1 << 20
_ENDS = {MediaKind.PNG: b"IEND", MediaKind.JPEG: b"\xff\xd9", MediaKind.GIF: b"\x3b"}
_END_BYTES = 4096

Size = tuple[int, int]


def picture_size(path: Path, kind: MediaKind) -> Size | None:
    """Return width and height in pixels, or None where the kind has none that is told here.

    Raises
    ------
    Undecodable
        When the header is damaged, or the file is cut short.
    """
    measure = _MEASURES.get(kind)
    if measure is None:
        return None
    with path.open("rb") as handle:
        head = handle.read(_HEADER_BYTES)
        handle.seek(0, 2)
        handle.seek(max(handle.tell() - _END_BYTES, 0))
        tail = handle.read()
    width, height = measure(head)
    if width <= 0 or height <= 0:
        raise Undecodable(f"it says a size of {width} × {height} pixels")
    if _ENDS.get(kind, b"") not in tail:
        raise Undecodable("its end is missing")
    return width, height


def _number(data: bytes, start: int, n_bytes: int, order: str = "big") -> int:
    part = data[start : start + n_bytes]
    if len(part) < n_bytes:
        raise Undecodable("its header is cut short")
    return int.from_bytes(part, "little" if order == "little" else "big")


def _png_size(data: bytes) -> Size:
    if data[12:16] != b"IHDR":
        raise Undecodable("it has no header")
    return _number(data, 16, 4), _number(data, 20, 4)


def _gif_size(data: bytes) -> Size:
    return _number(data, 6, 2, "little"), _number(data, 8, 2, "little")


def _bmp_size(data: bytes) -> Size:
    height = _number(data, 22, 4, "little")
    # A height below 0 says that the rows come from the top.
    return _number(data, 18, 4, "little"), min(height, (1 << 32) - height)


def _jpeg_size(data: bytes) -> Size:
    place = 2
    while True:
        while _number(data, place, 1) == 0xFF and _number(data, place + 1, 1) == 0xFF:
            place += 1
        if _number(data, place, 1) != 0xFF:
            raise Undecodable("its parts do not follow each other")
        marker = _number(data, place + 1, 1)
        if marker in _JPEG_FRAMES:
            return _number(data, place + 7, 2), _number(data, place + 5, 2)
        if marker == 0xDA:
            raise Undecodable("it does not tell its size")
        place += 2 if marker in _JPEG_WITHOUT_LENGTH else 2 + _number(data, place + 2, 2)


def _webp_size(data: bytes) -> Size:
    form = data[12:16]
    if form == b"VP8X":
        return _number(data, 24, 3, "little") + 1, _number(data, 27, 3, "little") + 1
    if form == b"VP8L":
        bits = _number(data, 21, 4, "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        return _number(data, 26, 2, "little") & 0x3FFF, _number(data, 28, 2, "little") & 0x3FFF
    raise Undecodable("it has no header")


_MEASURES: Mapping[MediaKind, Callable[[bytes], Size]] = {
    MediaKind.PNG: _png_size,
    MediaKind.JPEG: _jpeg_size,
    MediaKind.GIF: _gif_size,
    MediaKind.BMP: _bmp_size,
    MediaKind.WEBP: _webp_size,
}
