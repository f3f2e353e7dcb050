"""Whether a part of the prior is worth having: what the answers were asked, and what they said."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from prefstudio.studio.panels.comparison_page import TOO_FEW, CompareWanted, ComparisonPage
from prefstudio.studio.panels.component_picture import NOTHING
from prefstudio.studio.panels.component_settings import ONLY
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.component_edits import can_remove, with_neighbours, without_component
from prefstudio.study.component_views import NEIGHBOURS
from prefstudio.study.component_words import ComponentsSheet, phrase_of
from prefstudio.study.model_comparison import FEWEST_PAIRS, ModelComparison


class ComponentWorth(QObject):
    """Remembers what came out for each part, and fills the page of the one that is chosen."""

    compare_wanted = Signal(object)  # CompareWanted
    cancel_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.page = ComparisonPage()
        self._sheet: ComponentsSheet | None = None
        self._key, self._title = 0, ""
        self._results: dict[tuple[str, bool], tuple[ModelComparison, ComponentsSheet]] = {}
        self._compared: tuple[str, bool, ComponentsSheet] | None = None
        self.page.compare_clicked.connect(self._on_compare_clicked)
        self.page.cancel_clicked.connect(self.cancel_wanted)
        self.page.weights.chosen.connect(self._show)

    def show_part(self, sheet: ComponentsSheet, key: int, title: str) -> None:
        """Show what is known of the part that is chosen."""
        self._sheet, self._key, self._title = sheet, key, title
        self._show()

    def show_comparing(self, progress: tuple[int, int]) -> None:
        """Show how far a comparison has come."""
        if self._compared is not None:
            self.page.show_progress(*progress)

    def show_comparison(self, found: ModelComparison | None) -> None:
        """Show what came out of a comparison; None when it was stopped."""
        compared, self._compared = self._compared, None
        if found is not None and compared is not None:
            title, relearns, sheet = compared
            self._results[title, relearns] = (found, sheet)
        self.page.show_busy(False)
        self._show()

    def _show(self) -> None:
        sheet = self._sheet
        if sheet is None:
            return
        self.page.show_subject(self._title, self._problem(sheet))
        # Weights that were learned anew and those that there are give different numbers.
        found, told = self._results.get((self._title, self.page.relearns), (None, sheet))
        is_same = told.model.settings == sheet.model.settings and told.n_pairs == sheet.n_pairs
        self.page.show_result(found, is_outdated=not is_same)

    def _problem(self, sheet: ComponentsSheet) -> str:
        """Why nothing can be compared; empty when it can."""
        if sheet.n_pairs < FEWEST_PAIRS:
            return TOO_FEW
        if self._key >= 0:
            return "" if can_remove(sheet.model) else ONLY
        is_used = self._key == NEIGHBOURS and sheet.neighbours is not None
        return "" if is_used else NOTHING

    def _without(self, sheet: ComponentsSheet) -> SettingsChanged:
        if self._key == NEIGHBOURS:
            return with_neighbours(sheet.model.settings, None)
        return without_component(sheet.model, self._key)

    def _on_compare_clicked(self, relearns: bool) -> None:
        sheet = self._sheet
        if sheet is not None and self._compared is None:
            self._compared = (self._title, relearns, sheet)
            self.page.show_progress(0, 1)
            wanted = CompareWanted(self._without(sheet), phrase_of(self._title), relearns)
            self.compare_wanted.emit(wanted)
