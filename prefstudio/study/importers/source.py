"""A file that is read in pieces: with progress, unpacked where it is gzipped, decoded as text."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from prefstudio.engine.control import Control
from prefstudio.study.errors import DataError
from prefstudio.study.text_file import encoding_of, line_at

HEAD_BYTES = 65_536
_CHUNK_BYTES = 1 << 18
_ROWS_A_REPORT = 1_000
_LONGEST_LINE = 1 << 24
_MOST_BYTES = 4 << 30
_MOST_WHOLE_TEXT = 1 << 29
_GZIP = b"\x1f\x8b"
# Tables shrink to a tenth or so; what shrinks to a hundredth was made to fill the memory.
_MOST_UNPACKED_A_BYTE = 100
_ALWAYS_UNPACKED = 1 << 20
_SAVE_AS_UTF8 = "Save the file as text in UTF-8."


class Progress:
    """Tells how far an import is: the bytes of all files first, then as much for their rows."""

    def __init__(self, control: Control | None, total: int) -> None:
        self._control = control or Control()
        self._total = max(total, 1)
        self._read = 0
        self._sorted = 0

    def advance(self, n_bytes: int) -> None:
        """Tell that more bytes have been read; raises `Cancelled` when asked to stop."""
        self._read = min(self._read + n_bytes, self._total)
        self._report()

    def along(self, done: int, total: int) -> None:
        """Tell how many rows of a table have been made sense of; now and then is enough."""
        if done % _ROWS_A_REPORT == 0:
            self._sorted = max(self._sorted, self._total * done // max(total, 1))
            self._report()

    def end(self) -> None:
        """Tell that all is done."""
        self._read = self._sorted = self._total
        self._report()

    def check(self) -> None:
        """Raise `Cancelled` when asked to stop."""
        self._control.check()

    def _report(self) -> None:
        self._control.report(self._read + self._sorted, 2 * self._total)


class _NotText(Exception):
    """The bytes are no text; `good` is what could be decoded since the last line that was told."""

    def __init__(self, good: str, message: str) -> None:
        super().__init__(message)
        self.good = good
        self.message = message


class Source:
    """One file to import.

    Parameters
    ----------
    path
        An ordinary file.
    progress
        Hears of each piece that is read.

    Attributes
    ----------
    name
        Its name without the folder, for messages.
    head
        Its first bytes, unpacked.

    Raises
    ------
    DataError
        When there is no such file or it may not be read.
    """

    def __init__(self, path: Path, progress: Progress) -> None:
        self.path = path
        self.name = path.name or str(path)
        self.progress = progress
        if not _is_file(path):
            raise _not_a_file(path, self.name)
        with self._reading(), path.open("rb") as raw:
            head = raw.read(HEAD_BYTES)
            if head.startswith(_GZIP):
                raw.seek(0)
                with gzip.GzipFile(fileobj=raw) as unpacked:
                    head = unpacked.read(HEAD_BYTES)
        self.head = head

    def chunks(self) -> Iterator[bytes]:
        """Yield the content, unpacked, piece by piece.

        Raises
        ------
        DataError
            When the file cannot be read, or is out of all measure.
        """
        total, most = 0, _MOST_BYTES
        with self._reading(), self.path.open("rb") as raw:
            packed = raw.read(len(_GZIP)) == _GZIP
            raw.seek(0)
            stream: IO[bytes] | gzip.GzipFile = gzip.GzipFile(fileobj=raw) if packed else raw
            if packed:
                most = min(most, _ALWAYS_UNPACKED + _MOST_UNPACKED_A_BYTE * size_of(self.path))
            place = 0
            while chunk := stream.read(_CHUNK_BYTES):
                self.progress.advance(raw.tell() - place)
                place = raw.tell()
                total += len(chunk)
                if total > most:
                    raise self._too_large(packed)
                yield chunk

    def _too_large(self, packed: bool) -> DataError:
        if packed:
            return DataError(
                self.name,
                "the archive unpacks to very much more than it holds, and could fill the memory",
                remedy="If it is sound, unpack it with another program first.",
            )
        return DataError(
            self.name,
            f"the file is larger than {_MOST_BYTES >> 30} GB",
            remedy="Cut it into parts and import one of them.",
        )

    def lines(self) -> Iterator[str]:
        """Yield the lines of a UTF-8 or UTF-16 text with their ends, as they were written.

        Raises
        ------
        DataError
            When the file is no text, or one line of it is out of all measure.
        """
        n_lines, rest = 0, ""
        try:
            for text in self._decoded():
                pieces = list(io.StringIO(rest + text, newline=""))
                # The end of the last piece may still be on its way, even after a return.
                whole = not pieces or pieces[-1].endswith("\n")
                rest = "" if whole else pieces.pop()
                yield from pieces
                n_lines += len(pieces)
                if len(rest) > _LONGEST_LINE:
                    raise _NotText("", f"the line is longer than {_LONGEST_LINE:,} characters")
        except _NotText as error:
            before = rest + error.good
            line = n_lines + line_at(before, len(before))
            raise DataError(self.name, error.message, line=line, remedy=_SAVE_AS_UTF8) from error
        if rest:
            yield rest

    def text(self) -> str:
        """Return the whole text; see `lines`."""
        parts, length = [], 0
        for line in self.lines():
            parts.append(line)
            length += len(line)
            if length > _MOST_WHOLE_TEXT:
                raise DataError(
                    self.name,
                    f"the text is longer than {_MOST_WHOLE_TEXT:,} characters",
                    remedy="Write it as a table, which is read piece by piece.",
                )
        return "".join(parts)

    def _decoded(self) -> Iterator[str]:
        encoding = encoding_of(self.head)
        decoder = codecs.getincrementaldecoder(encoding)()
        for chunk in self._and_the_end():
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                good = error.object[: error.start].decode(encoding, errors="replace")
                form = encoding.upper().removesuffix("-SIG")
                raise _NotText(good, f"this is no {form} text") from error
            if "\0" in text:
                good = text[: text.index("\0")]
                raise _NotText(good, "there is a zero byte, which no text has")
            yield text

    def _and_the_end(self) -> Iterator[bytes]:
        yield from self.chunks()
        yield b""

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise DataError(
                self.name,
                "the gzip archive is damaged or cut short",
                remedy="Fetch the file again, or unpack it with another program first.",
            ) from error
        except OSError as error:
            raise DataError(
                self.name,
                f"the file cannot be read ({error.strerror or error})",
                remedy="Check the disk and your permission to read it.",
            ) from error


def head_text(head: bytes) -> str:
    """Return the beginning of a text, as far as it can be decoded; empty when it is none."""
    text = head.decode(encoding_of(head), errors="replace").rstrip("\N{REPLACEMENT CHARACTER}")
    return "" if "\0" in text else text


def head_lines(head: bytes) -> list[str]:
    """Return the first lines that are whole and not blank, without their ends."""
    lines = head_text(head).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(head) >= HEAD_BYTES and len(lines) > 1:
        lines.pop()
    return [line for line in lines if line.strip()]


def size_of(path: Path) -> int:
    """Return how many bytes a file has; 0 when that cannot be told."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _not_a_file(path: Path, name: str) -> DataError:
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    if there:
        return DataError(
            name, "this is no ordinary file", remedy="Give a file, or a folder of media."
        )
    return DataError(
        name, f"there is no such file in {path.parent}", remedy="Check the name and the folder."
    )
