"""Who won against whom, as other programs take it: ties are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.exporters.material import Judged


def wins(comparisons: Iterable[Comparison]) -> Iterator[tuple[str, str, int]]:
    """Yield winner, loser and how often, for each answer that names a winner."""
    for each in comparisons:
        if each.outcome is Outcome.A:
            yield each.a, each.b, each.count
        elif each.outcome is Outcome.B:
            yield each.b, each.a, each.count


def winner_positions(judged: Judged, item_ids: tuple[str, ...]) -> list[list[int]]:
    """Return winner and loser of each answer as positions of items.

    Raises
    ------
    DataError
        When there are too many answers.
    """
    places = {item_id: place for place, item_id in enumerate(item_ids)}
    return [[places[winner], places[loser]] for winner, loser, _ in wins(judged.one_by_one())]
