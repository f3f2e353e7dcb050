"""A TOML file whose errors name their line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from prefstudio.study.errors import DataError
from prefstudio.study.text_file import line_at, read_text
from prefstudio.study.toml_lines import key_lines

TomlTable: TypeAlias = Mapping[str, Any]

_HOW_TO_WRITE = 'Write one key = value a line, with texts in quotes: title = "Six papers".'
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class TomlDocument:
    """The tables of a TOML file, and the line of each of its keys.

    Parameters
    ----------
    path
        The file.
    remedies
        What to do when a line that reads so is at fault, in the place of general advice.

    Raises
    ------
    DataError
        When the file is not there or is not TOML.
    """

    def __init__(self, path: Path, remedies: Mapping[str, str] | None = None) -> None:
        text = read_text(path)
        self.file = path.name
        self.top: TomlTable = _parsed(path.name, text, remedies or {})
        self.lines: Mapping[str, int] = key_lines(text)

    @classmethod
    def of(cls, tables: TomlTable, file: str) -> TomlDocument:
        """Return tables that did not come from a TOML file, and so have no lines."""
        document = cls.__new__(cls)
        document.file, document.top, document.lines = file, tables, {}
        return document

    def rename(self, old: str, new: str) -> None:
        """Go on as if what stands outside of all tables under one name had another.

        Raises
        ------
        DataError
            When both names are there.
        """
        if new in self.top:
            raise self.error(
                old, f"{old} and {new} are both there and mean the same", f"Call them all {new}."
            )
        self.top = {new if key == old else key: value for key, value in self.top.items()}
        self.lines = {_renamed(path, old, new): line for path, line in self.lines.items()}

    def table(self, name: str) -> TomlTable:
        """Return the table of a dotted name, empty when it is not there; ``""`` is the whole.

        Raises
        ------
        DataError
            When something else is there.
        """
        table: TomlTable = self.top
        path = ""
        for part in name.split(".") if name else ():
            path = below(path, part)
            found = table.get(part, {})
            if not isinstance(found, dict):
                raise self.error(
                    path, f"{path} is no table", f"Write [{path}] on a line of its own."
                )
            table = found
        return table

    def tables(self, name: str) -> list[TomlTable]:
        """Return all tables of a repeated name.

        Raises
        ------
        DataError
            When something else is there.
        """
        parent, _, key = name.rpartition(".")
        tables = self.table(parent).get(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self.error(
                name,
                f"{name} is no list of tables",
                f"Write [[{name}]], with two brackets on each side.",
            )
        return tables

    def error(self, path: str, message: str, remedy: str) -> DataError:
        """Return the error about a path of the document, on its line or that of its table."""
        return DataError(self.file, message, line=line_of(self.lines, path), remedy=remedy)


def line_of(lines: Mapping[str, int], path: str) -> int | None:
    """Return the line of a path, or of the nearest table around it that has a line."""
    while path and path not in lines:
        # The entry of a list written in one line has no line of its own.
        path = path.rpartition("[" if path.endswith("]") else ".")[0]
    return lines.get(path)


def below(path: str, key: str) -> str:
    """Return the dotted name of a key in a table; ``""`` is the whole document."""
    return f"{path}.{key}" if path else key


def _renamed(path: str, old: str, new: str) -> str:
    is_below = path == old or path.startswith((f"{old}.", f"{old}["))
    return new + path.removeprefix(old) if is_below else path


def _parsed(file: str, text: str, remedies: Mapping[str, str]) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DataError(
            file, "brackets are nested too deeply", remedy="Take some of them out."
        ) from None
    except ValueError as error:
        reason = str(error)
        place = _PLACE.search(reason)
        line = int(place[1]) if place and place[1] else line_at(text.rstrip(), len(text))
        # The parser's words are its own; ours do not call anything invalid.
        reason = re.sub(r"\binvalid\b", "unexpected", _PLACE.sub("", reason), flags=re.I)
        source = text.split("\n")[line - 1].strip()
        raise DataError(
            file,
            f"this is no TOML: {reason[:1].lower()}{reason[1:]}",
            line=line,
            remedy=remedies.get(source, _HOW_TO_WRITE),
        ) from error
