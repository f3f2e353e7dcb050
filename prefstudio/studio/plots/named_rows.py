"""Which rows are named where they are too low for the names of all."""

from __future__ import annotations

from collections.abc import Iterable

from prefstudio.studio.plots.house_plot import step_that_fits

LOW_ROW_TEXT = 11.5  # pixels that a small name needs in height
PAIR_TEXT = 10.0  # what the names of the asked pair need at least
LEAST_TEXT = 8.0  # pixels of it that are letters; nearer than this nobody could read two


def named_rows(
    n_rows: int, height: float, asked: Iterable[int], chosen: Iterable[int]
) -> list[int]:
    """Rows whose names are written, from above.

    The asked ones always are, chosen ones unless they would lie on another name, and of the rest
    as many at equal distances as leave these alone.

    Parameters
    ----------
    n_rows : int
        How many rows there are.
    height : float
        Pixels from row to row.
    asked, chosen : iterable of int
        Rows that somebody looks for.
    """
    step = step_that_fits(height, LOW_ROW_TEXT)
    if step == 1:
        return list(range(n_rows))
    named = list(asked)
    for row in sorted(chosen):
        if row not in named and _is_clear(row, named, LEAST_TEXT / height):
            named.append(row)
    first = tuple(named)
    named += [row for row in range(0, n_rows, step) if _is_clear(row, first, step)]
    return sorted(named)


def parted(first: float, second: float, height: float) -> tuple[float, float]:
    """Places of two names, moved apart where they would lie on each other."""
    aside = max(0.0, PAIR_TEXT / height - abs(second - first)) / 2.0
    return (first - aside, second + aside) if first < second else (first + aside, second - aside)


def _is_clear(row: int, named: Iterable[int], apart: float) -> bool:
    return all(abs(row - each) >= apart for each in named)
