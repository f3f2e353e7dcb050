"""comparisons.csv, in both of its forms."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.cells import read_choice, read_text_cell, read_whole_number, read_yes_no
from prefstudio.study.comparisons import Comparison, Outcome, Phase, is_across_groups
from prefstudio.study.errors import DataError
from prefstudio.study.item_file import find_item
from prefstudio.study.items import Item, ItemSet
from prefstudio.study.tables import Row, Table, read_table
from prefstudio.study.words import did_you_mean, quoted

WINNER_LOSER_PARTICIPANT = "p1"
"""Who answered a table of winners and losers that does not tell."""

STRONGEST = 3
MOST_ANSWERS = 1_000_000_000  # that one row may stand for

_SHARED_COLUMNS = ("observer", "session", "phase", "attribute", "strength", "undone", "is_catch")
_PAIR_COLUMNS = ("condition_A", "condition_B")
_WINNER_COLUMNS = ("winner", "loser")
_FOLDED = {
    name.casefold(): name
    for name in (*_PAIR_COLUMNS, *_WINNER_COLUMNS, "outcome", "is_A_selected", "n", "tie")
}


def read_comparisons(
    path: str | Path, items: ItemSet, *, ties_allowed: bool = True
) -> tuple[Comparison, ...]:
    """Read comparisons.csv in the order of its rows.

    Parameters
    ----------
    path
        A table with condition_A, condition_B, one of is_A_selected, outcome, and perhaps n; or
        with winner, loser and perhaps n and tie.
    items
        The items that are compared.
    ties_allowed
        Whether the study allows ties.

    Raises
    ------
    DataError
        When a row compares an unknown item, an item with itself or with one of another group,
        when its columns disagree, or when it holds a tie that the study forbids.
    """
    table = read_table(path)
    form = form_of(table)
    return tuple(comparison_of(table, row, form, items, ties_allowed) for row in table.rows)


@dataclass(frozen=True, slots=True)
class Form:
    """Where the columns of a table of comparisons are."""

    a: int
    b: int
    is_pairs: bool
    outcome: int | None
    selected: int | None
    count: int | None
    tie: int | None
    shared: dict[str, int]
    extra: tuple[int, ...]


def form_of(table: Table) -> Form:
    """Which columns a table of comparisons has, and in which of the two forms."""
    header = known_headings(table)
    is_pairs = _is_pairs(table, header)
    names = _PAIR_COLUMNS if is_pairs else _WINNER_COLUMNS
    optional = ("outcome", "is_A_selected", "n") if is_pairs else ("n", "tie")
    at = {name: header.index(name) for name in optional if name in header}
    shared = {name: header.index(name) for name in _SHARED_COLUMNS if name in header}
    used = {*names, *at, *shared}
    return Form(
        a=header.index(names[0]),
        b=header.index(names[1]),
        is_pairs=is_pairs,
        outcome=at.get("outcome"),
        selected=at.get("is_A_selected"),
        count=at.get("n"),
        tie=at.get("tie"),
        shared=shared,
        extra=tuple(place for place, name in enumerate(header) if name not in used),
    )


def known_headings(table: Table) -> tuple[str, ...]:
    """Return the headings; winner, loser and the pair are known in capitals too."""
    known = [_FOLDED.get(heading.casefold(), heading) for heading in table.header]
    return table.header if len(set(known)) < len(known) else tuple(known)


def _is_pairs(table: Table, header: tuple[str, ...]) -> bool:
    """Tell the form with condition_A and condition_B from the one with winner and loser."""
    has_pairs = all(name in header for name in _PAIR_COLUMNS)
    has_winners = all(name in header for name in _WINNER_COLUMNS)
    if has_pairs and has_winners:
        raise _header_error(
            table,
            "there are condition_A, condition_B and winner, loser",
            "Keep one of the two forms and delete or rename the columns of the other.",
        )
    if not has_pairs and not has_winners:
        remedy = "Name them condition_A, condition_B and outcome, or winner and loser."
        wanted = next(
            (name for name in (*_PAIR_COLUMNS, *_WINNER_COLUMNS) if name not in table.header), ""
        )
        near = did_you_mean(wanted, table.header, "")
        raise _header_error(
            table, f"no columns tell the two items of a pair. {near}".rstrip(), remedy
        )
    if has_pairs and not {"outcome", "is_A_selected"} & set(header):
        raise _header_error(
            table,
            "no column tells which of the two was better",
            "Add a column outcome with A, B, tie, skip or timeout.",
        )
    return has_pairs


def _header_error(table: Table, message: str, remedy: str) -> DataError:
    return DataError(table.file, message, line=table.header_line, remedy=remedy)


def comparison_of(
    table: Table, row: Row, form: Form, items: ItemSet, ties_allowed: bool
) -> Comparison:
    """The comparison that one row records."""
    at = form.shared.get
    a, b = _checked_pair(table, row, form, items)
    outcome = (
        _pair_outcome(table, row, form) if form.is_pairs else _winner_outcome(table, row, form)
    )
    if outcome is Outcome.TIE and not ties_allowed:
        raise table.error(
            row,
            "this is a tie, and the study allows none",
            column=form.outcome if form.is_pairs else form.tie,
            remedy="Write tie = true under [response] in study.toml, or take the row out.",
        )
    participant = read_text_cell(row, at("observer"))
    return Comparison(
        a=a.item_id,
        b=b.item_id,
        outcome=outcome,
        strength=_checked_strength(table, row, at("strength"), outcome),
        participant=participant or ("" if form.is_pairs else WINNER_LOSER_PARTICIPANT),
        session=read_text_cell(row, at("session")),
        phase=Phase(read_choice(table, row, at("phase"), list(Phase)) or Phase.MAIN),
        attribute=read_text_cell(row, at("attribute")),
        undone=bool(read_yes_no(table, row, at("undone"))),
        is_catch=bool(read_yes_no(table, row, at("is_catch"))),
        count=read_whole_number(table, row, form.count, 1, MOST_ANSWERS) or 1,
        extra={table.header[place]: row.cells[place] for place in form.extra},
    )


def _checked_pair(table: Table, row: Row, form: Form, items: ItemSet) -> tuple[Item, Item]:
    a = find_item(table, row, form.a, items)
    b = find_item(table, row, form.b, items)
    if a.item_id == b.item_id:
        raise table.error(
            row,
            f"{quoted(a.item_id)} is compared with itself",
            column=form.b,
            remedy="Name two different items, or take the row out.",
        )
    if is_across_groups(a, b):
        raise table.error(
            row,
            f"{quoted(a.item_id)} is of the group {quoted(a.group)}, but {quoted(b.item_id)} is of "
            f"{quoted(b.group)}",
            column=form.b,
            remedy="Compare within a group only: take the row out, or mend group in items.csv.",
        )
    return a, b


def _winner_outcome(table: Table, row: Row, form: Form) -> Outcome:
    return Outcome.TIE if read_yes_no(table, row, form.tie) else Outcome.A


def _pair_outcome(table: Table, row: Row, form: Form) -> Outcome:
    word = read_choice(table, row, form.outcome, list(Outcome))
    selected = read_yes_no(table, row, form.selected)
    by_selection = None if selected is None else (Outcome.A if selected else Outcome.B)
    if word is None and by_selection is None:
        raise table.error(
            row,
            "the row does not tell its outcome",
            column=form.outcome if form.outcome is not None else form.selected,
            remedy="Write A, B, tie, skip or timeout in a column called outcome.",
        )
    if word is None or by_selection is None:
        return Outcome(word or by_selection or "")
    if Outcome(word) is not by_selection:
        raise table.error(
            row,
            f"outcome is {word}, but is_A_selected is {int(bool(selected))}",
            column=form.outcome,
            remedy="Let is_A_selected be 1 for A, 0 for B and empty for tie, skip and timeout.",
        )
    return by_selection


def _checked_strength(table: Table, row: Row, column: int | None, outcome: Outcome) -> int | None:
    strength = read_whole_number(table, row, column, -STRONGEST, STRONGEST)
    if strength is None:
        return None
    said = Outcome.A if strength > 0 else Outcome.B if strength < 0 else Outcome.TIE
    if said is not outcome:
        raise table.error(
            row,
            f"the strength {strength:+d} says {said}, but the outcome is {outcome}",
            column=column,
            remedy="Let strength be above 0 for A, below 0 for B, 0 for a tie and empty otherwise.",
        )
    return strength
