"""What a media file is, told by its first bytes."""

from __future__ import annotations

import re
from enum import StrEnum

from prefstudio.study.errors import StudyError
from prefstudio.study.importers.source import head_text
from prefstudio.study.items import ItemType

# Possessive, so that a file of many comments is not tried in every way.
_SVG = re.compile(r"\s*+(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?:(?!-->).)*+-->\s*+)*+<svg[\s>]", re.DOTALL)
TEXT_ENDINGS = frozenset({".txt", ".md", ".text"})
MEDIA_ENDINGS = frozenset(
    {
        ".wav", ".flac", ".ogg", ".opus", ".mp3", ".aif", ".aiff",
        ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff", ".svg",
    }
)  # fmt: skip


class Undecodable(StudyError):
    """A sound or picture that cannot be decoded; says why."""


class MediaKind(StrEnum):
    """The kinds of media files that are told apart."""

    WAV = "WAV"
    FLAC = "FLAC"
    OGG = "Ogg"
    MP3 = "MP3"
    AIFF = "AIFF"
    PNG = "PNG"
    JPEG = "JPEG"
    GIF = "GIF"
    BMP = "BMP"
    WEBP = "WebP"
    TIFF = "TIFF"
    SVG = "SVG"

    @property
    def type(self) -> ItemType:
        """Whether it is heard or seen."""
        sounds = (MediaKind.WAV, MediaKind.FLAC, MediaKind.OGG, MediaKind.MP3, MediaKind.AIFF)
        return ItemType.AUDIO if self in sounds else ItemType.IMAGE


_BEGINNINGS = (
    (b"fLaC", MediaKind.FLAC),
    (b"OggS", MediaKind.OGG),
    (b"ID3", MediaKind.MP3),
    (b"\x89PNG\r\n\x1a\n", MediaKind.PNG),
    (b"\xff\xd8\xff", MediaKind.JPEG),
    (b"GIF87a", MediaKind.GIF),
    (b"GIF89a", MediaKind.GIF),
    (b"II*\0", MediaKind.TIFF),
    (b"MM\0*", MediaKind.TIFF),
)


def media_kind(head: bytes) -> MediaKind | None:
    """Return what a file is by its first bytes, or None when it is no sound and no picture."""
    for beginning, kind in _BEGINNINGS:
        if head.startswith(beginning):
            return kind
    form = head[8:12]
    if head[:4] in (b"RIFF", b"RF64") and form in (b"WAVE", b"WEBP"):
        return MediaKind.WAV if form == b"WAVE" else MediaKind.WEBP
    if head.startswith(b"FORM") and form in (b"AIFF", b"AIFC"):
        return MediaKind.AIFF
    if head.startswith(b"BM") and head[14:18] in (b"\x28\0\0\0", b"\x6c\0\0\0", b"\x7c\0\0\0"):
        return MediaKind.BMP
    # A frame of MPEG audio: eleven set bits, then layer III, a rate and a frequency that exist.
    if len(head) > 3 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2:
        return MediaKind.MP3 if head[2] >> 4 not in (0, 15) and head[2] & 12 != 12 else None
    return MediaKind.SVG if _SVG.match(head_text(head)[:4096]) else None
