"""The text of a file, whatever Unicode form a spreadsheet saved it in."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from prefstudio.study.errors import DataError

_LINE_END = re.compile(r"\r\n|\r|\n")
_SAVE_AS_UTF8 = "Save the file as text in UTF-8."
_PROBED_BYTES = 256


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 or UTF-16 file without its byte order mark.

    Raises
    ------
    DataError
        When the file is missing, is no file, may not be read, or does not hold text.
    """
    content = _read_bytes(path)
    encoding = _encoding(content)
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


def _encoding(content: bytes) -> str:
    """Tell UTF-16 from UTF-8 by its mark, or by the zero in each of its plain letters."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    probe = content[:_PROBED_BYTES]
    if len(probe) >= 4 and len(content) % 2 == 0:
        first, second = set(probe[0::2]), set(probe[1::2])
        if second == {0} and 0 not in first:
            return "utf-16-le"
        if first == {0} and 0 not in second:
            return "utf-16-be"
    return "utf-8-sig"
