"""On which line of a TOML text each key stands, which tomllib does not tell."""

from __future__ import annotations

import re
import tomllib

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY_PART = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)


def key_lines(text: str) -> dict[str, int]:
    """Return the line, from 1, of every table and key of a text that tomllib has read.

    Parameters
    ----------
    text
        TOML that is known to be sound.

    Returns
    -------
    Lines by path: ``title``, ``model.noise``, and ``model.component[0].beta`` for the first of a
    repeated table. What stands inside an inline table has no line of its own.
    """
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._table = ""
        self._counts: dict[str, int] = {}
        self._lines: dict[str, int] = {}
        self._line, self._counted_to = 1, 0

    def scan(self) -> dict[str, int]:
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                return self._lines
            if self._text[self._at] == "[":
                self._read_header()
            else:
                self._record(self._table, self._read_key())
                self._skip_value()

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _read_header(self) -> None:
        is_repeated = self._text.startswith("[[", self._at)
        self._at += 1 + is_repeated
        *parents, last = self._read_key()
        path = ""
        for part in parents:
            path = self._latest(_joined(path, part))
        path = _joined(path, last)
        if is_repeated:
            self._counts[path] = self._counts.get(path, -1) + 1
        self._table = self._latest(path)
        self._lines.setdefault(path, self._current_line())
        self._lines.setdefault(self._table, self._current_line())
        self._at = self._text.index("]", self._at) + 1 + is_repeated

    def _latest(self, path: str) -> str:
        return f"{path}[{self._counts[path]}]" if path in self._counts else path

    def _read_key(self) -> list[str]:
        parts = []
        while found := _KEY_PART.match(self._text, self._at):
            parts.append(_unquoted(found.group(1)))
            self._at = found.end()
            if self._text[self._at] != ".":
                break
            self._at += 1
        return parts

    def _record(self, path: str, parts: list[str]) -> None:
        for part in parts:
            path = _joined(path, part)
            self._lines.setdefault(path, self._current_line())

    def _skip_value(self) -> None:
        """Go to the end of the value's line, past line ends inside strings and brackets."""
        depth = 0
        while self._at < len(self._text):
            if found := _STRING.match(self._text, self._at):
                self._at = found.end()
                continue
            mark = self._text[self._at]
            if mark == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
                continue
            if mark == "\n" and depth == 0:
                return
            depth += (mark in "[{") - (mark in "]}")
            self._at += 1

    def _current_line(self) -> int:
        self._line += self._text.count("\n", self._counted_to, self._at)
        self._counted_to = self._at
        return self._line


def _joined(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


def _unquoted(part: str) -> str:
    if part[0] not in "\"'":
        return part
    value = tomllib.loads(f"key = {part}")["key"]
    return str(value)
