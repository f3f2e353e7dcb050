"""JSON with the line on which each element of its lists begins."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from prefstudio.study.errors import DataError
from prefstudio.study.text_file import line_at

_SPACE = re.compile(r"[ \t\r\n]*")
_REMEDY = "Mend it there, or save the file again."


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a list, and the line it begins on."""

    line: int
    value: Any


class JsonText:
    """A JSON file whose outermost list, or the lists in its outermost object, are wanted by line.

    Attributes
    ----------
    elements
        The elements of the outermost list; None when the file is an object.
    lists
        The lists of the outermost object, by name.
    values
        All other values of the outermost object, by name.

    Raises
    ------
    DataError
        When the text is no JSON, or neither a list nor an object.
    """

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text
        self._decoder = json.JSONDecoder(strict=False)
        self._counted = (0, 1)
        self.elements: list[Element] | None = None
        self.lists: dict[str, list[Element]] = {}
        self.values: dict[str, Any] = {}
        place = self._skip(0)
        if self._at(place) == "[":
            self.elements, place = self._read_list(place)
        elif self._at(place) == "{":
            place = self._read_object(place)
        else:
            raise self._error(place, "there is neither a list nor an object")
        if self._skip(place) < len(text):
            raise self._error(self._skip(place), "there is more after the end")

    def _read_object(self, place: int) -> int:
        place = self._skip(place + 1)
        while self._at(place) != "}":
            name, place = self._value(place)
            place = self._skip(place)
            if not isinstance(name, str) or self._at(place) != ":":
                raise self._error(place, "a name and a colon are expected here")
            place = self._skip(place + 1)
            if self._at(place) == "[":
                self.lists[name], place = self._read_list(place)
            else:
                self.values[name], place = self._value(place)
            place = self._next(place, "}")
        return place + 1

    def _read_list(self, place: int) -> tuple[list[Element], int]:
        elements = []
        place = self._skip(place + 1)
        while self._at(place) != "]":
            line = self._line(place)
            value, place = self._value(place)
            elements.append(Element(line, value))
            place = self._next(place, "]")
        return elements, place + 1

    def _next(self, place: int, end: str) -> int:
        """Return where the next element begins, or where the end stands."""
        place = self._skip(place)
        if self._at(place) == ",":
            place = self._skip(place + 1)
            if self._at(place) == end:
                raise self._error(place, "there is a comma too many")
        elif self._at(place) != end:
            raise self._error(place, f"a comma or {end} is expected here")
        return place

    def _value(self, place: int) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self._text, place)
        except json.JSONDecodeError as error:
            raise self._error(error.pos, f"this is no JSON ({error.msg})") from error
        except (ValueError, RecursionError) as error:
            raise self._error(place, "a value here is too long or nested too deeply") from error

    def _skip(self, place: int) -> int:
        found = _SPACE.match(self._text, place)
        return found.end() if found else place

    def _at(self, place: int) -> str:
        return self._text[place : place + 1]

    def _line(self, place: int) -> int:
        """Count lines from the last place that was asked for, so that a file is counted once."""
        before, line = self._counted
        if place >= before:
            line += self._text.count("\n", before, place)
            self._counted = (place, line)
            return line
        return line_at(self._text, place)

    def _error(self, place: int, message: str) -> DataError:
        return DataError(self._file, message, line=line_at(self._text, place), remedy=_REMEDY)


def pairs_of(elements: list[Element]) -> Iterator[tuple[int, object, object] | int]:
    """Yield line and ends of each pair, or the line alone of what is none."""
    for element in elements:
        value = element.value
        if isinstance(value, list) and len(value) == 2:
            yield element.line, value[0], value[1]
        else:
            yield element.line
