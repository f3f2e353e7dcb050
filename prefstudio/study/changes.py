"""What a person may change in a study after it was made; every change is an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, TypeAlias

from prefstudio.study.comparisons import Outcome
from prefstudio.study.items import Item
from prefstudio.study.links import UNNAMED_RELATION


class ChangedBy(StrEnum):
    """Who changed a setting."""

    HAND = "hand"
    LEARNED = "learned"


@dataclass(frozen=True, slots=True)
class AnswerChanged:
    """An earlier answer now says something else, or is removed; it keeps its place.

    An outcome alone turns the strength around with it, and a strength alone keeps the outcome.
    A removed answer comes back with the next outcome it is given.
    """

    kind: ClassVar[str] = "answer_changed"
    touches_belief: ClassVar[bool] = True

    event_id: str
    outcome: Outcome | None = None
    removed: bool = False
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """A setting has another value.

    Attributes
    ----------
    what
        Dotted name as in study.toml: ``model.noise``, or ``model.component`` for all of them.
    before, after
        The values as JSON has them; None is a setting that is left out. In the file they are
        called from and to.
    step
        Settings that changed in one go have the same one, and are taken back in one go.
    found
        What was learned, in a sentence, with the first of the settings that learning changed.
    """

    kind: ClassVar[str] = "settings_changed"
    touches_belief: ClassVar[bool] = True

    what: str
    before: object = None
    after: object = None
    by: ChangedBy = ChangedBy.HAND
    step: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class LinkTo:
    """A link from a new item; `directed` counts only where its relation is new."""

    target: str
    weight: float = 1.0
    relation: str = UNNAMED_RELATION
    directed: bool = False


@dataclass(frozen=True, slots=True)
class ItemAdded:
    """There is one more item; `features` are its cells by heading, with ``x_`` or without.

    A cell that is None, empty or not there is one that is missing. Its `links` come and go with
    it: all of it is one change. Items that were added in one go have the same `step`.
    """

    kind: ClassVar[str] = "item_added"
    touches_belief: ClassVar[bool] = True

    item: Item
    features: Mapping[str, float | str | None] = field(default_factory=dict)
    links: tuple[LinkTo, ...] = ()
    step: str = ""


@dataclass(frozen=True, slots=True)
class ItemChanged:
    """Some columns of an item have other values: facts, features (``x_…``) or any other."""

    kind: ClassVar[str] = "item_changed"
    touches_belief: ClassVar[bool] = True

    item_id: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ItemExcluded:
    """An item is not asked any more, or again; its answers stay."""

    kind: ClassVar[str] = "item_excluded"
    touches_belief: ClassVar[bool] = True

    item_id: str
    excluded: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LinkAdded:
    """There is one more link; `directed` counts only where its relation is new."""

    kind: ClassVar[str] = "link_added"
    touches_belief: ClassVar[bool] = True

    source: str
    target: str
    weight: float = 1.0
    relation: str = UNNAMED_RELATION
    directed: bool = False


@dataclass(frozen=True, slots=True)
class LinkRemoved:
    """Two things are no longer linked by a relation."""

    kind: ClassVar[str] = "link_removed"
    touches_belief: ClassVar[bool] = True

    source: str
    target: str
    relation: str = UNNAMED_RELATION


@dataclass(frozen=True, slots=True)
class ParticipantAdded:
    """There is one more person; `extra` are the cells of participants.csv."""

    kind: ClassVar[str] = "participant_added"
    touches_belief: ClassVar[bool] = False

    participant_id: str
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParticipantChanged:
    """Some cells of a person have other values."""

    kind: ClassVar[str] = "participant_changed"
    touches_belief: ClassVar[bool] = False

    participant_id: str
    extra: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ParticipantExcluded:
    """The answers of a person do not count any more, or again."""

    kind: ClassVar[str] = "participant_excluded"
    touches_belief: ClassVar[bool] = True

    participant_id: str
    excluded: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairQueued:
    """A pair is to be asked next, after those queued before it; or it is not any more."""

    kind: ClassVar[str] = "pair_queued"
    touches_belief: ClassVar[bool] = False

    a: str
    b: str
    queued: bool = True


RESCUED = "rescue"
"""What a note is about that tells of a rescue what was lost; `info` lists it as a problem."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something was written down; `about` is the id of an event or item, `RESCUED`, or empty."""

    kind: ClassVar[str] = "note"
    touches_belief: ClassVar[bool] = False

    text: str
    about: str = ""


Change: TypeAlias = (
    AnswerChanged
    | SettingsChanged
    | ItemAdded
    | ItemChanged
    | ItemExcluded
    | LinkAdded
    | LinkRemoved
    | ParticipantAdded
    | ParticipantChanged
    | ParticipantExcluded
    | PairQueued
    | Note
)

CHANGES: tuple[type[Change], ...] = (
    AnswerChanged,
    SettingsChanged,
    ItemAdded,
    ItemChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    ParticipantAdded,
    ParticipantChanged,
    ParticipantExcluded,
    PairQueued,
    Note,
)
