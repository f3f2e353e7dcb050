"""Settings that were changed since the study was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from prefstudio.study.changes import ChangedBy, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.components import check_components
from prefstudio.study.folder import Study
from prefstudio.study.settings import SETTINGS_FILE, StudySettings
from prefstudio.study.settings_file import settings_of
from prefstudio.study.settings_tables import tables_of, with_setting
from prefstudio.study.words import quoted


@dataclass(frozen=True, slots=True, eq=False)
class SettingsStep:
    """Where one change of a setting led, and from where: the same leads there again.

    Attributes
    ----------
    change
        The change.
    relations
        Names of the relations that there were.
    before, after
        The settings.
    """

    change: SettingsChanged
    relations: tuple[str, ...]
    before: StudySettings
    after: StudySettings

    def is_from(
        self, change: SettingsChanged, relations: tuple[str, ...], before: StudySettings
    ) -> bool:
        """Whether it tells where a change of some settings leads."""
        is_same = self.change is change and self.before is before
        return is_same and self.relations == relations


class SettingsChanges:
    """The settings, changed one after the other.

    All tables are read anew for every change, so where each led is remembered.

    Attributes
    ----------
    now
        The settings after the changes that were taken.
    steps
        Where changes led, by the ids of their events.
    """

    def __init__(self, founding: Study, known: Mapping[str, SettingsStep]) -> None:
        self._founding = founding
        self.now = founding.settings
        self.steps = dict(known)

    def after(
        self, event_id: str, change: SettingsChanged, relations: tuple[str, ...]
    ) -> StudySettings:
        """Return the settings after one more change, which is not yet taken.

        Raises
        ------
        DataError, ValueError
            When it cannot be made.
        """
        known = self.steps.get(event_id)
        if known is not None and known.is_from(change, relations, self.now):
            return known.after
        found = self._changed(change, relations)
        self.steps[event_id] = SettingsStep(change, relations, self.now, found)
        return found

    def _changed(self, change: SettingsChanged, relations: tuple[str, ...]) -> StudySettings:
        before = self.now
        try:
            tables = with_setting(tables_of(before), change.what, change.after)
        except KeyError:
            raise ValueError(f"no setting is called {quoted(change.what)}") from None
        settings = settings_of(tables, SETTINGS_FILE)
        self._check(settings, relations)
        model, step = settings.model, before.model.semi_supervised
        if model.semi_supervised is not None:
            step = model.semi_supervised.following(step, change.by is ChangedBy.LEARNED)
            model = replace(model, semi_supervised=step)
        return replace(settings, model=model, lines=before.lines, notes=before.notes)

    def _check(self, settings: StudySettings, relations: tuple[str, ...]) -> None:
        """See that settings go with what the study was made with."""
        if settings.seed is None:
            raise ValueError("a study has a seed")
        if settings.categorical != self.now.categorical:
            raise ValueError("which features are categories is settled when a study is made")
        if settings.features != self.now.features:
            raise ValueError("what features are standardised by is settled when a study is made")
        check_components(settings, self._founding.features, relations)
        ties = any(each.outcome is Outcome.TIE for each in self._founding.comparisons)
        if ties and not settings.response.ties_allowed:
            raise ValueError("the study was made with ties among its answers")
