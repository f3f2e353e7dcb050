"""Comparisons as choix takes them: JSON lists of winner and loser."""

from __future__ import annotations

import re
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.graph_tables import NODE_COLUMN, value_text
from prefstudio.study.importers.json_text import Element, JsonText, pairs_of
from prefstudio.study.importers.source import Source, head_text
from prefstudio.study.tables import Row, Table

_PAIRS = re.compile(r"\[\s*(\[|\]\s*$)")
_WITH_IDS = re.compile(r'\{\s*"')
_ID_LISTS = ("items", "ids", "item_ids")
_PAIR_LISTS = ("comparisons", "pairs", "data")
_MOST_POSITIONS = 1_000_000


def is_choix_json(head: bytes, path: Path) -> bool:
    """Tell a list of lists, or an object that names items beside one."""
    text = head_text(head).lstrip()
    return bool(_PAIRS.match(text) or _WITH_IDS.match(text))


def read_choix_json(source: Source, findings: Findings) -> Content:
    """Read pairs of winner and loser: ids in quotes, or positions of items from 0.

    Raises
    ------
    DataError
        When the text is no JSON, or has no list of pairs.
    """
    document = JsonText(source.name, source.text())
    pairs = document.elements
    names: list[str] | None = None
    if pairs is None:
        pairs = next((document.lists[key] for key in _PAIR_LISTS if key in document.lists), None)
        listed = next((document.lists[key] for key in _ID_LISTS if key in document.lists), None)
        names = None if listed is None else [value_text(each.value).strip() for each in listed]
    if pairs is None:
        raise DataError(
            source.name,
            "there is no list of pairs",
            line=1,
            remedy="Write [[winner, loser], ...], or an object with items and comparisons.",
        )
    return _content(source.name, pairs, names, findings)


def _content(
    file: str, elements: list[Element], names: list[str] | None, findings: Findings
) -> Content:
    pairs = _pairs(file, elements, findings)
    places = [end for pair in pairs for end in pair[1:] if _is_position(end)]
    by_position = bool(pairs) and len(places) == 2 * len(pairs)
    n_positions = None
    if by_position and names is None:
        findings.guess(f"{file}: whole numbers are places of items, counted from 0.")
        n_positions = max(int(str(place)) for place in places) + 1
    rows = [
        Row(line, tuple(_name(end, names if by_position else None) for end in ends))
        for line, *ends in pairs
    ]
    return Content(
        file,
        items=_named_items(file, names),
        comparisons=Table(file, ("winner", "loser"), 1, tuple(rows)),
        only_names=True,
        n_positions=n_positions,
    )


def _pairs(
    file: str, elements: list[Element], findings: Findings
) -> list[tuple[int, object, object]]:
    pairs: list[tuple[int, object, object]] = []
    for pair in pairs_of(elements):
        if isinstance(pair, int):
            findings.problem(
                file,
                pair,
                "this is no pair of a winner and a loser",
                "Write [winner, loser].",
                left_out=True,
                meanwhile="The entry is left out.",
            )
        else:
            pairs.append(pair)
    return pairs


def _is_position(end: object) -> bool:
    return isinstance(end, int) and not isinstance(end, bool) and 0 <= end < _MOST_POSITIONS


def _name(end: object, names: list[str] | None) -> str:
    if names is not None and isinstance(end, int) and end < len(names):
        return names[end]
    return value_text(end).strip()


def _named_items(file: str, names: list[str] | None) -> Table | None:
    if not names:
        return None
    different = [name for name in dict.fromkeys(names) if name]
    return Table(file, (NODE_COLUMN,), 1, tuple(Row(1, (name,)) for name in different))
