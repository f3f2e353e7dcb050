"""The study after changes to its settings, items, links and people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, assert_never

from prefstudio.study.changed_features import FeatureChanges
from prefstudio.study.changed_links import LinkChanges
from prefstudio.study.changes import (
    AnswerChanged,
    Change,
    ChangedBy,
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
from prefstudio.study.comparisons import Outcome, is_across_groups
from prefstudio.study.components import check_components
from prefstudio.study.errors import StudyError
from prefstudio.study.folder import Study
from prefstudio.study.item_columns import FACT_COLUMNS, FEATURE_PREFIX, ID_COLUMN
from prefstudio.study.items import Item, ItemSet, Role
from prefstudio.study.participants import Participant
from prefstudio.study.plain import from_plain, to_plain
from prefstudio.study.records import RecordedChange, Skipped
from prefstudio.study.settings import SETTINGS_FILE, StudySettings
from prefstudio.study.settings_file import settings_of
from prefstudio.study.settings_tables import tables_of, with_setting
from prefstudio.study.words import quoted

# What a change that cannot be made raises, from a wrong name to a value of another kind.
_UNFIT = (StudyError, ValueError, TypeError, KeyError, OverflowError)


class StudyAfter(NamedTuple):
    """A study after changes, why items are excluded, and what could not be changed."""

    study: Study
    excluded_items: Mapping[str, str]
    skipped: tuple[Skipped, ...]


def study_after(founding: Study, changes: Sequence[RecordedChange]) -> StudyAfter:
    """Return the study after changes."""
    if not changes:
        return StudyAfter(founding, {}, ())
    changed = ChangedStudy(founding)
    changed.make(changes)
    return StudyAfter(changed.study(), changed.excluded_items, tuple(changed.skipped))


class ChangedStudy:
    """Makes changes one after the other; one that cannot be made is skipped and reported.

    Attributes
    ----------
    excluded_items
        Why an item is not asked any more, by its id.
    skipped
        The changes that could not be made.
    """

    def __init__(self, founding: Study) -> None:
        self._founding = founding
        self._settings = founding.settings
        self._items = {item.item_id: item for item in founding.items}
        self._people = {person.participant_id: person for person in founding.participants}
        self._features = FeatureChanges(founding.features)
        self._links = LinkChanges(founding.links)
        self.excluded_items: dict[str, str] = {}
        self.skipped: list[Skipped] = []

    def make(self, changes: Iterable[RecordedChange]) -> None:
        """Make changes in the order of their recording."""
        for change in changes:
            try:
                self._make(change.body)
            except _UNFIT as error:
                reason = str(error.args[0] if isinstance(error, KeyError) else error)
                self.skipped.append(Skipped(change.seq, change.body.kind, reason))

    def study(self) -> Study:
        """Return the study as it is now; parts that did not change are those of the founding."""
        founding = self._founding
        items = founding.items
        if any(self._items.get(item.item_id) is not item for item in items) or len(items) != len(
            self._items
        ):
            items = ItemSet(self._items.values(), ids_are_row_numbers=items.ids_are_row_numbers)
        return replace(
            founding,
            items=items,
            features=self._features.table(len(items)),
            links=self._links.by_relation(items),
            participants=tuple(self._people.values()),
            settings=self._settings,
        )

    def _make(self, body: Change) -> None:
        match body:
            case SettingsChanged():
                self._settings = self._with_setting(body)
            case ItemAdded():
                self._add_item(body)
            case ItemChanged():
                self._change_item(body)
            case ItemExcluded():
                self._exclude_item(body)
            case LinkAdded():
                self._links.add(body, self._items)
            case LinkRemoved():
                self._links.remove(body)
            case ParticipantAdded() | ParticipantChanged() | ParticipantExcluded():
                self._change_person(body)
            case AnswerChanged() | PairQueued() | Note():
                pass
            case _:
                assert_never(body)

    def _with_setting(self, body: SettingsChanged) -> StudySettings:
        try:
            tables = with_setting(tables_of(self._settings), body.what, body.after)
        except KeyError:
            raise ValueError(f"no setting is called {quoted(body.what)}") from None
        settings = settings_of(tables, SETTINGS_FILE)
        if settings.seed is None:
            raise ValueError("a study has a seed")
        if settings.categorical != self._settings.categorical:
            raise ValueError("which features are categories is settled when a study is made")
        if settings.features != self._settings.features:
            raise ValueError("what features are standardised by is settled when a study is made")
        check_components(settings, self._founding.features, self._links.names)
        ties = any(each.outcome is Outcome.TIE for each in self._founding.comparisons)
        if ties and not settings.response.ties_allowed:
            raise ValueError("the study was made with ties among its answers")
        if settings.relations != self._settings.relations:
            self._links.retype(settings.relations, self._items)
        model, before = settings.model, self._settings.model.semi_supervised
        if model.semi_supervised is not None:
            step = model.semi_supervised.following(before, body.by is ChangedBy.LEARNED)
            model = replace(model, semi_supervised=step)
        lines, notes = self._settings.lines, self._settings.notes
        return replace(settings, model=model, lines=lines, notes=notes)

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
