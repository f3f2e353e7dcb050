"""What the prior is made of: its components, what each says, and whether it is worth having."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.figures import NO_BREAK
from prefstudio.studio.panels.comparison_page import TOO_FEW, CompareWanted, ComparisonPage
from prefstudio.studio.panels.component_list import ComponentList, PartFacts
from prefstudio.studio.panels.component_picture import NOTHING, ComponentPicture
from prefstudio.studio.panels.component_settings import ONLY, ComponentSettings
from prefstudio.studio.panels.neighbour_settings import NeighbourSettings
from prefstudio.studio.panels.offer_settings import OfferSettings
from prefstudio.studio.panels.turning import Turning
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import scrolling
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.component_edits import (
    Offer,
    can_remove,
    source_of,
    with_added,
    with_neighbours,
    without_component,
)
from prefstudio.study.component_shares import percentages
from prefstudio.study.component_views import NEIGHBOURS, ComponentsShown
from prefstudio.study.component_words import ComponentsSheet, phrase_of
from prefstudio.study.model_comparison import FEWEST_PAIRS, ModelComparison
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

SETTINGS, PICTURE, WORTH = "settings", "picture", "worth"
PAGES = {SETTINGS: "Settings", PICTURE: "Picture", WORTH: "Worth it?"}
FIRST_OFFER = -2  # keys of rows that are no component go down from here
COLUMNS = ("component", "kernel", "weight", "share")


class ComponentsPanel(QWidget):
    """A list at the left, and one of three pages about what is chosen in it."""

    settings_tried = Signal(object)  # tuple of SettingsChanged
    settings_chosen = Signal(object)  # tuple of SettingsChanged; () ends a try without a change
    compare_wanted = Signal(object)  # CompareWanted
    cancel_wanted = Signal()
    component_chosen = Signal(int)
    item_chosen = Signal(int)
    window_moved = Signal(object)  # Span

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("components")
        self.setAccessibleName("Components")
        self.controls: list[QWidget] = []
        self.chosen = 0
        self.list = ComponentList()
        self.pages = Segment("Component shows", PAGES)
        self.settings = ComponentSettings()
        self.neighbours = NeighbourSettings()
        self.offer = OfferSettings()
        self.picture = ComponentPicture()
        self.comparison = ComparisonPage()
        self._sheet: ComponentsSheet | None = None  # as recorded
        self._tried: ComponentsSheet | None = None  # as shown: that, or what is tried
        self._offers: tuple[Offer, ...] = ()
        self._results: dict[tuple[str, bool], tuple[ModelComparison, ComponentsSheet]] = {}
        self._compared: tuple[str, bool, ComponentsSheet] | None = None
        self._turning = Turning(self)
        self._build()
        self._connect()

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position."""
        self.picture.show_items(items)

    def show_sheet(self, sheet: ComponentsSheet) -> None:
        """Show the components as they are recorded; what a person holds stays as it is."""
        before, self._sheet = self._sheet, sheet
        if before is not None:
            self._follow(before, sheet)
        self.show_tried(sheet)
        self._show_page()

    def show_tried(self, sheet: ComponentsSheet) -> None:
        """Show the shares of a model that is tried."""
        self._tried = sheet
        parts = list(self._parts(sheet))
        if self.chosen not in {part.key for part in parts}:
            self._choose(0)
        self.list.show_parts(parts, self.chosen)

    def show_components(self, shown: ComponentsShown) -> None:
        """Show other pictures, and know what could be added."""
        self._offers = shown.offers
        self.list.show_thumbs(shown.thumbs)
        if self._tried is not None:
            told = self._tried.source_title
            self.list.show_offers([told(each.component) for each in shown.offers])
            self.show_tried(self._tried)
            self._show_page()
        if shown.chosen == self.chosen:
            self.picture.show_components(shown)

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Know means, sds and orders."""
        self.picture.show_view(view, is_animated=is_animated)

    def show_progress(self, share: float) -> None:
        """Show part of the way from the old numbers to the new ones."""
        self.picture.show_progress(share)

    def show_order(self, order: str) -> None:
        """Order matrices as everywhere."""
        self.picture.show_order(order)

    def show_window(self, window: tuple[int, int]) -> None:
        """Show the same part of a large matrix as everywhere."""
        self.picture.show_window(window)

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now."""
        self.picture.show_asked(pair)

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Mark the chosen items."""
        self.picture.show_selection(chosen)

    def show_comparing(self, progress: tuple[int, int]) -> None:
        """Show how far a comparison has come."""
        if self._compared is not None:
            self.comparison.show_progress(*progress)

    def show_comparison(self, found: ModelComparison | None) -> None:
        """Show what came out of a comparison; None when it was stopped."""
        compared, self._compared = self._compared, None
        if found is not None and compared is not None:
            title, relearns, sheet = compared
            self._results[title, relearns] = (found, sheet)
        self.comparison.show_busy(False)
        self._show_page()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.list.show_theme(theme)
        self.picture.show_theme(theme)

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        for widget in (self.list, self.settings, self.neighbours, self.offer):
            widget.forbid(reason)

    def figure_name(self) -> str:
        """What the figure is called."""
        return "Components"

    def figure_table(self) -> FigureTable:
        """One row a component."""
        if self._sheet is None:
            return FigureTable(COLUMNS, ())
        model = self._sheet.model
        parts = zip(model.titles, model.components, model.shares, strict=True)
        rows = ((title, getattr(e, "kernel", ""), e.weight, share) for title, e, share in parts)
        return FigureTable(COLUMNS, tuple(rows))

    def _build(self) -> None:
        self._settings_pages = QStackedWidget()
        for page in (self.settings, self.neighbours, self.offer):
            self._settings_pages.addWidget(page)
        self._pages = QStackedWidget()
        for body in (self._settings_pages, self.picture, self.comparison):
            self._pages.addWidget(body if body is self.picture else scrolling(body))
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self.pages)
        right.addWidget(self._pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.list)
        row.addLayout(right, 1)

    def _connect(self) -> None:
        self._turning.tried.connect(self.settings_tried)
        self._turning.chosen.connect(self.settings_chosen)
        for body in (self.settings, self.neighbours):
            body.change_tried.connect(self._turning.try_out)
            body.change_chosen.connect(self._turning.choose)
        self.offer.add_clicked.connect(self._on_offer_taken)
        self.list.part_chosen.connect(self._on_part_chosen)
        self.list.add_wanted.connect(self._on_add_wanted)
        self.pages.chosen.connect(self._on_page_chosen)
        self.comparison.compare_clicked.connect(self._on_compare_clicked)
        self.comparison.cancel_clicked.connect(self.cancel_wanted)
        self.comparison.weights.chosen.connect(self._on_page_chosen)
        self.picture.item_chosen.connect(self.item_chosen)
        self.picture.window_moved.connect(self.window_moved)

    def _parts(self, sheet: ComponentsSheet) -> list[PartFacts]:
        """Components with their shares, the neighbour graph, then what is not used."""
        model = sheet.model
        told = zip(model.titles, percentages(model.shares), strict=True)
        parts = [
            PartFacts(place, title, f"{whole}{NO_BREAK}%")
            for place, (title, whole) in enumerate(told)
        ]
        if sheet.has_features:
            step = sheet.neighbours
            words = "off" if step is None else f"{step.neighbours} each"
            parts.append(PartFacts(NEIGHBOURS, "neighbours", words))
        for place in self._unused(sheet):
            title = sheet.source_title(self._offers[place].component)
            parts.append(PartFacts(FIRST_OFFER - place, title, "not used"))
        return parts

    def _unused(self, sheet: ComponentsSheet) -> list[int]:
        used = {source_of(each) for each in sheet.model.components}
        return [k for k, each in enumerate(self._offers) if source_of(each.component) not in used]

    def _follow(self, before: ComponentsSheet, sheet: ComponentsSheet) -> None:
        """Choose a part that came, and stay with one that went as with what is not used."""
        sources = [source_of(each) for each in sheet.model.components]
        known = [source_of(each) for each in before.model.components]
        if len(sources) > len(known):
            self._choose(_first_difference(sources, known))
        elif len(sources) < len(known) and self.chosen >= 0:
            gone = _first_difference(known, sources)
            if self.chosen == gone and known[gone] not in sources:
                self._choose(self._key_of_unused(before, gone))
            elif self.chosen > gone:
                self._choose(self.chosen - 1)

    def _key_of_unused(self, before: ComponentsSheet, gone: int) -> int:
        """The row of a part that went; what it was made from may not have been offered yet."""
        model = before.model
        source = source_of(model.components[gone])
        for place, offer in enumerate(self._offers):
            if source_of(offer.component) == source:
                return FIRST_OFFER - place
        self._offers += (Offer(model.components[gone], model.unit_variances[gone]),)
        return FIRST_OFFER - len(self._offers) + 1

    def _choose(self, key: int) -> None:
        if key != self.chosen:
            self.chosen = key
            self.list.choose(key)
            self.component_chosen.emit(key)

    def _show_page(self) -> None:
        sheet = self._sheet
        if sheet is None:
            return
        self._pages.setCurrentIndex(list(PAGES).index(self.pages.choice))
        if self.chosen == NEIGHBOURS:
            self.neighbours.show_sheet(sheet)
            self._settings_pages.setCurrentWidget(self.neighbours)
        elif self.chosen <= FIRST_OFFER:
            self.offer.show_offer(self._offers[FIRST_OFFER - self.chosen], sheet)
            had_focus = self.settings.switch.hasFocus()
            self._settings_pages.setCurrentWidget(self.offer)
            if had_focus:  # it was unticked a moment ago
                self.offer.add_button.setFocus()
        else:
            self.settings.show_component(sheet, self.chosen)
            self._settings_pages.setCurrentWidget(self.settings)
        self._show_worth(sheet)

    def _show_worth(self, sheet: ComponentsSheet) -> None:
        title = self._title(sheet)
        self.comparison.show_subject(title, self._problem(sheet))
        # Weights that were learned anew and those that there are give different numbers.
        found, told = self._results.get((title, self.comparison.relearns), (None, sheet))
        is_same = told.model.settings == sheet.model.settings and told.n_pairs == sheet.n_pairs
        self.comparison.show_result(found, is_outdated=not is_same)

    def _problem(self, sheet: ComponentsSheet) -> str:
        """Why nothing can be compared; empty when it can."""
        if sheet.n_pairs < FEWEST_PAIRS:
            return TOO_FEW
        if self.chosen >= 0:
            return "" if can_remove(sheet.model) else ONLY
        is_used = self.chosen == NEIGHBOURS and sheet.neighbours is not None
        return "" if is_used else NOTHING

    def _title(self, sheet: ComponentsSheet) -> str:
        if self.chosen == NEIGHBOURS:
            return "neighbours"
        if self.chosen <= FIRST_OFFER:
            return sheet.source_title(self._offers[FIRST_OFFER - self.chosen].component)
        return sheet.model.titles[self.chosen]

    def _without(self, sheet: ComponentsSheet) -> SettingsChanged:
        if self.chosen == NEIGHBOURS:
            return with_neighbours(sheet.model.settings, None)
        return without_component(sheet.model, self.chosen)

    def _on_part_chosen(self, key: int) -> None:
        self._choose(key)
        self._show_page()

    def _on_page_chosen(self) -> None:
        self._show_page()

    def _on_offer_taken(self) -> None:
        self._on_add_wanted(FIRST_OFFER - self.chosen)

    def _on_add_wanted(self, place: int) -> None:
        if self._sheet is not None:
            self._turning.choose(with_added(self._sheet.model, self._offers[place]))

    def _on_compare_clicked(self, relearns: bool) -> None:
        sheet = self._sheet
        if sheet is not None and self._compared is None:
            title = self._title(sheet)
            self._compared = (title, relearns, sheet)
            self.comparison.show_progress(0, 1)
            wanted = CompareWanted(self._without(sheet), phrase_of(title), relearns)
            self.compare_wanted.emit(wanted)


def _first_difference(longer: Sequence[object], shorter: Sequence[object]) -> int:
    """The first place where one sequence has something that the other has not."""
    pairs = zip(longer, shorter, strict=False)
    return next((k for k, (one, other) in enumerate(pairs) if one != other), len(shorter))
