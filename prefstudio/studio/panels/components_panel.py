"""What the prior is made of: its components, what each says, and whether it is worth having."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSpacerItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.panels.component_list import SLIM, WIDTH, ComponentList
from prefstudio.studio.panels.component_parts import (
    Offers,
    followed,
    is_offer,
    offer_place,
    parts_of,
    title_of,
)
from prefstudio.studio.panels.component_picture import ComponentPicture
from prefstudio.studio.panels.component_settings import ComponentSettings
from prefstudio.studio.panels.component_worth import ComponentWorth
from prefstudio.studio.panels.neighbour_settings import NeighbourSettings
from prefstudio.studio.panels.offer_settings import OfferSettings
from prefstudio.studio.panels.turning import Turning
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import scrolling
from prefstudio.study.component_edits import with_added
from prefstudio.study.component_views import NEIGHBOURS, ComponentsShown
from prefstudio.study.component_words import ComponentsSheet
from prefstudio.study.model_comparison import ModelComparison
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

SETTINGS, PICTURE, WORTH = "settings", "picture", "worth"
PAGES = {SETTINGS: "Settings", PICTURE: "Picture", WORTH: "Worth it?"}
BESIDE_LIST = 8  # pixels from the list to the page
ROOMY = 480  # pixels under which a picture needs some of those of the list
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
        self.worth = ComponentWorth(self)
        self.comparison = self.worth.page
        self._sheet: ComponentsSheet | None = None  # as recorded
        self._tried: ComponentsSheet | None = None  # as shown: that, or what is tried
        self._offers: Offers = ()
        self._turning = Turning(self)
        self._before_pages = QSpacerItem(0, 0)
        self._build()
        self._connect()

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position."""
        self.picture.show_items(items)

    def show_sheet(self, sheet: ComponentsSheet) -> None:
        """Show the components as they are recorded; what a person holds stays as it is."""
        before, self._sheet = self._sheet, sheet
        if before is not None:
            key, self._offers = followed(before, sheet, self._offers, self.chosen)
            self._choose(key)
        self.show_tried(sheet)
        self._show_page()

    def show_tried(self, sheet: ComponentsSheet) -> None:
        """Show the shares of a model that is tried."""
        self._tried = sheet
        parts = parts_of(sheet, self._offers)
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

    @property
    def first_stop(self) -> QWidget:
        """Where the keys go when the panel is asked for: the choice of the page that is shown."""
        return self.pages.buttons[self.pages.choice]

    def show_worth(self) -> None:
        """Turn to the page that says whether a part is worth having."""
        self.pages.choose(WORTH)
        self._show_page()

    def show_comparing(self, progress: tuple[int, int]) -> None:
        """Show how far a comparison has come."""
        self.worth.show_comparing(progress)

    def show_comparison(self, found: ModelComparison | None) -> None:
        """Show what came out of a comparison; None when it was stopped."""
        self.worth.show_comparison(found)

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

    def minimumSizeHint(self) -> QSize:
        """What it needs with a slim list, whether the list is slim now or not."""
        bar = self._settings_area.verticalScrollBar().sizeHint().width()
        rows = self._settings_pages.minimumSizeHint().width() + bar
        others = (each.minimumSizeHint().width() for each in (self.pages, self._pages))
        return QSize(SLIM + BESIDE_LIST + max(rows, *others), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Make the list slim where its page needs that; the tabs above the page stay in place."""
        usual = self.minimumSizeHint().width() + WIDTH - SLIM
        is_picture = self._pages.currentWidget() is self.picture
        is_slim = self.width() < (ROOMY if is_picture else usual)
        before = WIDTH - SLIM if is_slim and self.width() >= usual else 0
        self.list.show_slim(is_slim)
        if before != self._before_pages.sizeHint().width():
            self._before_pages.changeSize(before, 0)
            self._right.invalidate()

    def _build(self) -> None:
        self._settings_pages = QStackedWidget()
        for page in (self.settings, self.neighbours, self.offer):
            self._settings_pages.addWidget(page)
        self._pages = QStackedWidget()
        self._settings_area = scrolling(self._settings_pages)
        for body in (self._settings_area, self.picture, self.comparison):
            self._pages.addWidget(body)
        tabs = QHBoxLayout()
        tabs.addItem(self._before_pages)
        tabs.addWidget(self.pages)
        tabs.addStretch(1)
        self._right = right = QVBoxLayout()
        right.setSpacing(6)
        right.addLayout(tabs)
        right.addWidget(self._pages, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(BESIDE_LIST)
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
        self.worth.compare_wanted.connect(self.compare_wanted)
        self.worth.cancel_wanted.connect(self.cancel_wanted)
        self.picture.item_chosen.connect(self.item_chosen)
        self.picture.window_moved.connect(self.window_moved)

    def _choose(self, key: int) -> None:
        if key != self.chosen:
            self.chosen = key
            self.list.choose(key)
            self.component_chosen.emit(key)

    def _show_page(self) -> None:
        sheet = self._sheet
        self._pages.setCurrentIndex(list(PAGES).index(self.pages.choice))
        if sheet is None:
            return
        if self.chosen == NEIGHBOURS:
            self.neighbours.show_sheet(sheet)
            self._settings_pages.setCurrentWidget(self.neighbours)
        elif is_offer(self.chosen):
            self.offer.show_offer(self._offers[offer_place(self.chosen)], sheet)
            had_focus = self.settings.switch.hasFocus()
            self._settings_pages.setCurrentWidget(self.offer)
            if had_focus:  # it was unticked a moment ago
                self.offer.add_button.setFocus()
        else:
            self.settings.show_component(sheet, self.chosen)
            self._settings_pages.setCurrentWidget(self.settings)
        self.worth.show_part(sheet, self.chosen, title_of(sheet, self._offers, self.chosen))
        self._share_width()

    def _on_part_chosen(self, key: int) -> None:
        self._choose(key)
        self._show_page()

    def _on_page_chosen(self) -> None:
        self._show_page()

    def _on_offer_taken(self) -> None:
        self._on_add_wanted(offer_place(self.chosen))

    def _on_add_wanted(self, place: int) -> None:
        if self._sheet is not None:
            self._turning.choose(with_added(self._sheet.model, self._offers[place]))
