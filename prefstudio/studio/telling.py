"""What a panel is told: with what a method is called, and what is made only when it is heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Telling: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]
"""With what a method is called."""


@dataclass(frozen=True, slots=True)
class Later:
    """Something told that is made only when a body hears of it: `make` of what is given."""

    make: Callable[..., object]
    given: tuple[object, ...]

    @classmethod
    def of(cls, make: Callable[..., object], *given: object) -> Later:
        """What `make` makes of what is given, once somebody hears of it."""
        return cls(make, given)


def made(told: object) -> object:
    """What is told, made where it is still to be."""
    return told.make(*told.given) if isinstance(told, Later) else told
