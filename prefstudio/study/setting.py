"""One setting: its name, what it may be, and what it is when nothing is said."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from prefstudio.study.errors import StudyError
from prefstudio.study.words import did_you_mean, quoted

ALL = "all"
"""The word for a horizon that takes in the whole ranking."""


class SettingError(StudyError):
    """A value that a setting cannot take; says what is wrong and what would do."""

    def __init__(self, message: str, remedy: str) -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message}. {remedy}")


class Kind(StrEnum):
    """What sort of value a setting takes, in the words of a message."""

    TEXT = "text in quotes"
    TEXTS = "a list of texts in quotes"
    CHOICE = "one of the words"
    YES_NO = "true or false"
    WHOLE = "a whole number"
    NUMBER = "a number"
    NUMBERS = "a list of numbers"
    NUMBER_OR_ALL = 'a number or "all"'
    NUMBER_OR_NUMBERS = "a number or a list of numbers"


class _NotOfKind(Exception):
    """A value is of another kind than its setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting of a study.

    Attributes
    ----------
    name
        Dotted name, as in ``model.noise``. A table that may be there many times is in it once,
        and a component's kind after it: ``model.component.links.beta``.
    kind
        What sort of value it takes.
    help
        One sentence that says what it does.
    default
        What it is when the file says nothing; None when that depends on the data or means "off".
    lowest, highest
        The range, both ends in it unless `above` says otherwise; None has no bound.
    above
        Whether the lowest value itself is not allowed.
    choices
        The words a choice is made from.
    unit
        What a number counts, such as ``ms``.
    required
        Whether it must be there.
    """

    name: str
    kind: Kind
    help: str
    default: object = None
    lowest: float | None = None
    highest: float | None = None
    above: bool = False
    choices: tuple[str, ...] = ()
    unit: str = ""
    required: bool = False

    @property
    def key(self) -> str:
        """The last part of the name, as a file writes it."""
        return self.name.rpartition(".")[2]

    @property
    def section(self) -> str:
        """The name without its last part; empty for a key outside of all tables."""
        return self.name.rpartition(".")[0]

    @property
    def expected(self) -> str:
        """What would do, in words: ``a number above 0``."""
        if self.kind is Kind.CHOICE:
            return " or ".join(f'"{choice}"' for choice in self.choices)
        words = [str(self.kind)]
        if self.lowest is not None:
            at_least = "of at least" if self.highest is None else "from"
            words.append(f"{'above' if self.above else at_least} {_figure(self.lowest)}")
        if self.highest is not None:
            whole = self.kind is Kind.WHOLE
            words.append(f"to {self.highest if whole else _figure(self.highest)}")
        if self.unit:
            words.append(f"({self.unit})")
        return " ".join(words)

    def read(self, value: object) -> object:
        """Return a value as the program uses it.

        Whole numbers become floats where any number will do, lists become tuples, and the
        horizon ``"all"`` becomes ``math.inf``.

        Raises
        ------
        SettingError
            When the value is of another kind, out of range, or none of the choices.
        """
        try:
            result = _READERS[self.kind](value)
        except _NotOfKind:
            raise SettingError(
                f"{self.key} is {_shown(value)}, not {self.kind}", f"Give {self.expected}."
            ) from None
        if self.kind is Kind.CHOICE and result not in self.choices:
            raise SettingError(
                f"{self.key} is {_shown(value)}, which is no choice here",
                did_you_mean(str(value), self.choices, f"Give {self.expected}."),
            )
        for number in result if isinstance(result, tuple) else (result,):
            self._check_range(number)
        return result

    def _check_range(self, number: object) -> None:
        if isinstance(number, bool) or not isinstance(number, int | float):
            return
        too_low = self.lowest is not None and (
            number <= self.lowest if self.above else number < self.lowest
        )
        if too_low or (self.highest is not None and number > self.highest):
            raise SettingError(
                f"{self.key} is {_shown(number)}, which is out of its range",
                f"Give {self.expected}.",
            )


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    return quoted(str(value))[1:-1]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _NotOfKind
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise _NotOfKind
    return tuple(_text(entry) for entry in value)


def _yes_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise _NotOfKind
    return value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _NotOfKind
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _NotOfKind
    try:
        number = float(value)
    except OverflowError:
        raise _NotOfKind from None
    if not math.isfinite(number):
        raise _NotOfKind
    return number


def _numbers(value: object) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise _NotOfKind
    return tuple(_number(entry) for entry in value)


def _number_or_all(value: object) -> float:
    return math.inf if value in (ALL, math.inf) else _number(value)


def _number_or_numbers(value: object) -> float | tuple[float, ...]:
    return _numbers(value) if isinstance(value, list | tuple) else _number(value)


_READERS: Mapping[Kind, Callable[[object], object]] = {
    Kind.TEXT: _text,
    Kind.TEXTS: _texts,
    Kind.CHOICE: _text,
    Kind.YES_NO: _yes_no,
    Kind.WHOLE: _whole,
    Kind.NUMBER: _number,
    Kind.NUMBERS: _numbers,
    Kind.NUMBER_OR_ALL: _number_or_all,
    Kind.NUMBER_OR_NUMBERS: _number_or_numbers,
}


def _figure(number: float) -> str:
    """A number as a person writes it, without an exponent."""
    return f"{number:,.6f}".rstrip("0").rstrip(".")
