"""What must hold of a founding row before it is rescued."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.items import ItemType, Role
from prefstudio.study.store.salvage import Row


def check_row(table: str, row: Row) -> None:
    """See that a row of a founding table says what this program can read.

    Raises
    ------
    ValueError, TypeError, KeyError, IndexError
        When it does not.
    """
    check = _CHECKS.get(table)
    if check is not None:
        check(row)


def _check_item(row: Row) -> None:
    ItemType(row[2])
    Role(row[7])
    _check_extra(row[12])


def _check_comparison(row: Row) -> None:
    Outcome(row[3])
    Phase(row[7])
    _check_extra(row[12])


def _check_extra(text: str) -> None:
    dict(json.loads(text) if text else {})


_CHECKS: Mapping[str, Callable[[Row], None]] = {
    "founding": lambda row: json.loads(row[2]),
    "items": _check_item,
    "comparisons": _check_comparison,
    "links": lambda row: _check_extra(row[6]),
    "participants": lambda row: _check_extra(row[4]),
}
