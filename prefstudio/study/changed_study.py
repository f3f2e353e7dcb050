"""The study after changes to its settings, items, links and people."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, assert_never

from prefstudio.study.changed_features import FeatureChanges
from prefstudio.study.changed_links import LinkChanges
from prefstudio.study.changes import (
    AnswerChanged,
    ItemAdded,
    ItemChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    Note,
    PairQueued,
    ParticipantAdded,
    ParticipantChanged,
    ParticipantExcluded,
    SettingsChanged,
)
from prefstudio.study.comparisons import is_across_groups
from prefstudio.study.errors import StudyError
from prefstudio.study.folder import Study
from prefstudio.study.item_columns import FACT_COLUMNS, FEATURE_PREFIX, ID_COLUMN
from prefstudio.study.items import Item, ItemSet, Role
from prefstudio.study.participants import Participant
from prefstudio.study.plain import from_plain, to_plain
from prefstudio.study.records import RecordedChange, Skipped
from prefstudio.study.settings_changes import SettingsChanges, SettingsStep
from prefstudio.study.words import quoted

# What a change that cannot be made raises, from a wrong name to a value of another kind.
_UNFIT = (StudyError, ValueError, TypeError, KeyError, OverflowError)


class StudyAfter(NamedTuple):
    """A study after changes, and what helps to tell it again after others.

    Attributes
    ----------
    study
        The facts.
    excluded_items
        Why an item is not asked any more, by its id.
    skipped
        What could not be changed.
    steps
        Where changes of settings led, by the ids of their events.
    done
        What was done to items, features and links, in its order: they follow from it alone.
    """

    study: Study
    excluded_items: Mapping[str, str]
    skipped: tuple[Skipped, ...]
    steps: Mapping[str, SettingsStep] = {}
    done: tuple[object, ...] = ()


def study_after(
    founding: Study, changes: Sequence[RecordedChange], known: StudyAfter | None = None
) -> StudyAfter:
    """Return the study after changes.

    Parameters
    ----------
    founding
        The study as it was made.
    changes
        All that was changed since.
    known
        The same study after other changes. What is the same after both is that very object.
    """
    known = known or StudyAfter(founding, {}, ())
    if not changes:
        return StudyAfter(founding, {}, (), known.steps)
    changed = ChangedStudy(founding, known.steps)
    changed.make(changes)
    return changed.after(known)


class ChangedStudy:
    """Makes changes one after the other; one that cannot be made is skipped and reported.

    Attributes
    ----------
    excluded_items
        Why an item is not asked any more, by its id.
    skipped
        The changes that could not be made.
    """

    def __init__(self, founding: Study, steps: Mapping[str, SettingsStep]) -> None:
        self._founding = founding
        self._settings = SettingsChanges(founding, steps)
        self._items = {item.item_id: item for item in founding.items}
        self._people = {person.participant_id: person for person in founding.participants}
        self._features = FeatureChanges(founding.features)
        self._links = LinkChanges(founding.links)
        self.excluded_items: dict[str, str] = {}
        self.skipped: list[Skipped] = []
        self._done: list[object] = []

    def make(self, changes: Iterable[RecordedChange]) -> None:
        """Make changes in the order of their recording."""
        for change in changes:
            try:
                self._make(change)
            except _UNFIT as error:
                reason = str(error.args[0] if isinstance(error, KeyError) else error)
                self.skipped.append(Skipped(change.seq, change.body.kind, reason))

    def after(self, known: StudyAfter) -> StudyAfter:
        """Return the study as it is now; parts that are as known, or as founded, are those."""
        study, done = known.study, tuple(self._done)
        # By identity: of equal numbers one may be none to a feature, such as True.
        if len(done) != len(known.done) or not all(map(operator.is_, done, known.done)):
            study = self._with_parts()
        people = tuple(self._people.values())
        if people != study.participants:
            study = replace(study, participants=people)
        if self._settings.now is not study.settings:
            study = replace(study, settings=self._settings.now)
        skipped = tuple(self.skipped)
        return StudyAfter(study, self.excluded_items, skipped, self._settings.steps, done)

    def _with_parts(self) -> Study:
        """The founding study with its items, features and links as they are now."""
        founding = self._founding
        items = founding.items
        if any(self._items.get(item.item_id) is not item for item in items) or len(items) != len(
            self._items
        ):
            items = ItemSet(self._items.values(), ids_are_row_numbers=items.ids_are_row_numbers)
        features, links = self._features.table(len(items)), self._links.by_relation(items)
        return replace(founding, items=items, features=features, links=links)

    def _make(self, change: RecordedChange) -> None:
        match change.body:
            case SettingsChanged() as body:
                self._change_setting(change.event_id, body)
            case ItemAdded() as body:
                self._add_item(body)
                self._done.append(body)
            case ItemChanged() as body:
                self._change_item(body)
                self._done.append(body)
            case LinkAdded() as body:
                self._links.add(body, self._items)
                self._done.append(body)
            case LinkRemoved() as body:
                self._links.remove(body)
                self._done.append(body)
            case ItemExcluded() as body:
                self._exclude_item(body)
            case ParticipantAdded() | ParticipantChanged() | ParticipantExcluded() as body:
                self._change_person(body)
            case AnswerChanged() | PairQueued() | Note():
                pass
            case body:
                assert_never(body)

    def _change_setting(self, event_id: str, body: SettingsChanged) -> None:
        settings = self._settings.after(event_id, body, self._links.names)
        if settings.relations != self._settings.now.relations:
            self._links.retype(settings.relations, self._items)
            self._done.append(settings.relations)
        self._settings.now = settings

    def _add_item(self, body: ItemAdded) -> None:
        item_id = body.item.item_id
        if not item_id or item_id in self._items:
            raise ValueError(f"there is an item {quoted(item_id)} already, or it has no id")
        links = [
            LinkAdded(item_id, each.target, each.weight, each.relation, each.directed)
            for each in body.links
        ]
        for link in links:  # all of them, or the item does not come either
            self._links.checked(link, {*self._items, item_id})
        self._features.set_cells(len(self._items), body.features)
        self._items[item_id] = body.item
        for link in links:
            self._links.add(link, self._items)

    def _change_item(self, body: ItemChanged) -> None:
        item = self._known_item(body.item_id)
        place = list(self._items).index(body.item_id)
        facts = {key: value for key, value in body.values.items() if key in FACT_COLUMNS}
        rest = {key: value for key, value in body.values.items() if key not in facts}
        cells = {key: value for key, value in rest.items() if self._is_feature(key)}
        others = {key: value for key, value in rest.items() if key not in cells}
        if ID_COLUMN in others:
            raise ValueError("an item keeps its id")
        if not all(isinstance(value, str) for value in others.values()):
            raise TypeError("a column without a meaning here holds text")
        # A fact that is None goes back to what it is when nothing is said.
        told = {**to_plain(item), **facts, "extra": {**item.extra, **others}}
        changed = from_plain(Item, {key: value for key, value in told.items() if value is not None})
        if (changed.group, changed.role) != (item.group, item.role):
            self._check_still_compared(changed)
        self._features.set_cells(place, cells)
        self._items[body.item_id] = changed

    def _is_feature(self, key: str) -> bool:
        headings = {column.heading for column in self._founding.features.columns}
        return key in headings or key.startswith(FEATURE_PREFIX)

    def _check_still_compared(self, changed: Item) -> None:
        """See that an item's new group and role leave what the study was made with as it is."""
        items = {**self._items, changed.item_id: changed}
        if not any(item.role is Role.ITEM for item in items.values()):
            raise ValueError("no item would be left to compare")
        for each in self._founding.comparisons:
            pair = each.a, each.b
            if changed.item_id in pair and is_across_groups(*(items[name] for name in pair)):
                raise ValueError("the study was made with answers that compare it in its group")

    def _exclude_item(self, body: ItemExcluded) -> None:
        self._known_item(body.item_id)
        if body.excluded:
            self.excluded_items[body.item_id] = body.reason
        else:
            self.excluded_items.pop(body.item_id, None)

    def _known_item(self, item_id: str) -> Item:
        if item_id not in self._items:
            raise ValueError(f"no item is called {quoted(item_id)}")
        return self._items[item_id]

    def _change_person(
        self, body: ParticipantAdded | ParticipantChanged | ParticipantExcluded
    ) -> None:
        name = body.participant_id
        person = self._people.get(name)
        if not name or (isinstance(body, ParticipantAdded) and person is not None):
            raise ValueError(f"there is a person {quoted(name)} already, or without an id")
        if isinstance(body, ParticipantChanged) and person is None:
            raise ValueError(f"no person is called {quoted(name)}")
        person = person or Participant(name)
        if isinstance(body, ParticipantExcluded):
            # Someone may have answered whom no list of people names.
            self._people[name] = replace(person, excluded=body.excluded, reason=body.reason)
        else:
            self._people[name] = replace(person, extra={**person.extra, **body.extra})
