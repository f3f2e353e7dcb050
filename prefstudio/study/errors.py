"""The named errors of a study's facts."""

from __future__ import annotations

import os
import re

# Characters that would break a message into lines or turn its reading direction.
_UNSHOWABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class StudyError(Exception):
    """Base of every error about a study that its user can mend."""


class DataError(StudyError):
    """Something in a file is not as it should be.

    Parameters
    ----------
    file
        The file as the message shall name it, usually without its folder.
    message
        What is wrong, as a sentence without its full stop.
    line
        Line of the file, from 1, where there is one.
    column
        Name of the column, where there is one.
    remedy
        One sentence that says what to do. Every raise gives one.

    Notes
    -----
    ``str()`` is one line whatever the file holds: control characters, line ends and marks that
    turn the reading direction are shown as escapes.
    """

    def __init__(
        self,
        file: str | os.PathLike[str],
        message: str,
        *,
        line: int | None = None,
        column: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.file = os.fspath(file)
        self.message = message
        self.line = line
        self.column = column
        self.remedy = remedy
        super().__init__(self._sentence())

    def __reduce__(self) -> tuple[object, ...]:
        # As it is by default, a copy would be made of the finished sentence alone.
        return _copied, (type(self), self.args, self.__dict__)

    def _sentence(self) -> str:
        where = self.file
        if self.line is not None:
            where += f" line {self.line}"
        if self.column is not None:
            where += f", column '{self.column}'"
        sentence = f"{where}: {_ended(self.message)}"
        if self.remedy:
            sentence += f" {_ended(self.remedy)}"
        return on_one_line(sentence)


def _copied(kind: type[DataError], args: tuple[str, ...], facts: dict[str, object]) -> DataError:
    """Make an error that was sent by another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


def on_one_line(text: str) -> str:
    """Show control characters and line ends as escapes, so that the text stays one line."""
    return _UNSHOWABLE.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."
