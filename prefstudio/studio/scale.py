"""How large everything is drawn: Qt takes it from the environment when it starts."""

from __future__ import annotations

import os

VARIABLE = "QT_SCALE_FACTOR"


def take_scale(percent: int) -> None:
    """Draw in a size from the start on, unless somebody has set another one."""
    if percent != 100:
        os.environ.setdefault(VARIABLE, factor_of(percent))


def scale_in_force() -> int:
    """The size in which everything is drawn, in per cent."""
    try:
        return round(100 * float(os.environ.get(VARIABLE, "1")))
    except ValueError:
        return 100


def factor_of(percent: int) -> str:
    """A size as Qt reads it."""
    return f"{percent / 100:g}"
