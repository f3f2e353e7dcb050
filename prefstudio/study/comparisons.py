"""Comparisons, the recorded pairs, and which of them enter a posterior."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from prefstudio.study.items import Item, ItemSet, Role


class Outcome(StrEnum):
    """What became of a pair that was shown; the values are the words of the file."""

    A = "A"
    B = "B"
    TIE = "tie"
    SKIP = "skip"
    TIMEOUT = "timeout"

    @property
    def is_answer(self) -> bool:
        """Whether the person said something: A, B or a tie."""
        return self in (Outcome.A, Outcome.B, Outcome.TIE)


class Phase(StrEnum):
    """The part of a sitting a comparison belongs to."""

    MAIN = "main"
    TRAINING = "training"
    REPEAT = "repeat"
    CATCH = "catch"
    HOLDOUT = "holdout"

    @property
    def is_learned_from(self) -> bool:
        """Whether its answers enter a posterior; a recorded hold-out was predicted before."""
        return self in (Phase.MAIN, Phase.REPEAT, Phase.HOLDOUT)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One recorded pair.

    Attributes
    ----------
    a, b
        Ids of the items; A was shown left or first.
    strength
        −3 … 3, above 0 when A is better; None when it was not asked.
    participant, session, attribute
        Who, in which sitting, on which attribute; empty when nothing is said.
    undone
        Whether it was taken back; it stays on record.
    count
        How many times it was answered so, 1 but for tables that count.
    extra
        The cells of all other columns, by heading.
    """

    a: str
    b: str
    outcome: Outcome
    strength: int | None = None
    participant: str = ""
    session: str = ""
    phase: Phase = Phase.MAIN
    attribute: str = ""
    undone: bool = False
    is_catch: bool = False
    count: int = 1
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def answers_its_pair(self) -> bool:
        """Whether the pair counts as answered, in either order: answered and not undone."""
        return self.outcome.is_answer and not self.undone


def enters_posterior(
    comparison: Comparison,
    items: ItemSet,
    excluded_participants: Collection[str] = (),
    participant: str | None = None,
    attribute: str | None = None,
) -> bool:
    """Tell whether a comparison is learned from.

    Parameters
    ----------
    comparison
        The comparison; both items are in `items`.
    items
        The items of the study, for their roles.
    excluded_participants
        Ids of the people whose answers do not count.
    participant
        Only this person; None pools all that are not excluded. An excluded person who is asked
        for by name is not taken either.
    attribute
        Only this attribute, ``""`` for answers without one. None takes any, which is right only
        where a study has no more than one: see `attributes_of`.
    """
    return (
        comparison.answers_its_pair
        and comparison.phase.is_learned_from
        and not comparison.is_catch
        and comparison.participant not in excluded_participants
        and participant in (None, comparison.participant)
        and attribute in (None, comparison.attribute)
        and all(items.by_id(name).role is Role.ITEM for name in (comparison.a, comparison.b))
    )


def is_across_groups(a: Item, b: Item) -> bool:
    """Tell whether two items are never compared because they are of different groups.

    Practice and catch items serve every group and are never ranked.
    """
    return a.group != b.group and a.role is Role.ITEM and b.role is Role.ITEM


def attributes_of(comparisons: Iterable[Comparison]) -> tuple[str, ...]:
    """Return the attributes that were judged, each once, in the order they occur."""
    return tuple(dict.fromkeys(comparison.attribute for comparison in comparisons))
