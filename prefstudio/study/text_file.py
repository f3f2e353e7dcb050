"""The text of a file, whatever Unicode form a spreadsheet saved it in."""

from __future__ import annotations

import codecs
import re
import stat
from pathlib import Path

from prefstudio.study.errors import DataError

_LINE_END = re.compile(r"\r\n|\r|\n")
_SAVE_AS_UTF8 = "Save the file as text in UTF-8."
_PROBED_BYTES = 256
_MOST_BYTES = 1 << 29


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 or UTF-16 file without its byte order mark.

    Raises
    ------
    DataError
        When the file is missing, is no file, may not be read, is out of all measure, or does not
        hold text.
    """
    content = _read_bytes(path)
    encoding = encoding_of(content[:_PROBED_BYTES])
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, errors="replace")
        raise DataError(
            path.name,
            f"byte {error.start + 1} is no {encoding.upper().removesuffix('-SIG')} text",
            line=line_at(before, len(before)),
            remedy=_SAVE_AS_UTF8,
        ) from error
    if "\0" in text:
        line = line_at(text, text.index("\0"))
        raise DataError(
            path.name, "there is a zero byte, which no text has", line=line, remedy=_SAVE_AS_UTF8
        )
    return text


def line_at(text: str, position: int) -> int:
    """Return the line, from 1, on which a position of the text lies."""
    return len(_LINE_END.findall(text[:position])) + 1


def _read_bytes(path: Path) -> bytes:
    if path.is_dir():
        raise DataError(
            path.name,
            "this is a folder, not a file",
            remedy="Put a file of this name in its place.",
        )
    try:
        found = path.stat()
        # A pipe or a device would keep the reader waiting, or never end.
        if not stat.S_ISREG(found.st_mode):
            raise DataError(
                path.name, "this is no ordinary file", remedy="Put a file of text in its place."
            )
        if found.st_size > _MOST_BYTES:
            raise DataError(
                path.name,
                f"the file is larger than {_MOST_BYTES >> 20} MB",
                remedy="Cut it into parts.",
            )
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise DataError(
            path.name,
            f"there is no such file in {path.parent}",
            remedy="Check the name and the folder.",
        ) from error
    except PermissionError as error:
        raise DataError(
            path.name,
            "this file may not be read",
            remedy="Give yourself the permission to read it.",
        ) from error
    except OSError as error:
        raise DataError(
            path.name,
            f"the file cannot be read ({error.strerror or error})",
            remedy="Check the disk, or copy the file to another place.",
        ) from error


def encoding_of(head: bytes) -> str:
    """Tell UTF-16 from UTF-8 by its mark, or by the zero in each of its plain letters."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    first, second = set(head[0:_PROBED_BYTES:2]), set(head[1:_PROBED_BYTES:2])
    if len(head) >= 4 and second == {0} and 0 not in first:
        return "utf-16-le"
    if len(head) >= 4 and first == {0} and 0 not in second:
        return "utf-16-be"
    return "utf-8-sig"
