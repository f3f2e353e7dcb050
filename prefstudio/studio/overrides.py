"""A fault in a painting, an event or the data of a model is told like one in a slot; Qt goes on.

PySide 6.11 keeps an error that leaves such a method until the Python code returns that Qt was
called by, as the painting of a plot is by its view; on Python 3.11 the process ends over that,
were it a mere division by zero. So no error leaves those methods: the exception hook hears of it
at once. Others that Qt calls, such as `sizeHint` or `boundingRect`, owe it a value and stay bare.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import shiboken6

QT = "PySide6."
OTHERWISE = {
    "paint": None,
    "data": None,
    "headerData": None,
    "event": False,
    "eventFilter": False,
    "viewportEvent": False,
}
"""What Qt gets of a method that failed; None, too, of all others whose name ends in Event."""


def guard_overrides() -> None:
    """Let no error out of those methods, in every class that is there by now."""
    for kind in _below(shiboken6.Object):
        if kind.__module__.startswith(QT) or "_is_guarded" in vars(kind):
            continue
        kind._is_guarded = True  # type: ignore[attr-defined]
        for name, method in list(vars(kind).items()):
            is_called = name in OTHERWISE or name.endswith("Event")
            if is_called and isinstance(method, FunctionType):
                setattr(kind, name, _guarded(method, OTHERWISE.get(name)))


def _below(base: type) -> Iterator[type]:
    below: list[type] = base.__subclasses__()
    for kind in below:
        yield kind
        yield from _below(kind)


def _guarded(method: Callable[..., Any], otherwise: object) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(*args: Any, **named: Any) -> Any:
        try:
            return method(*args, **named)
        except Exception:
            sys.excepthook(*sys.exc_info())
            return otherwise

    return guarded
