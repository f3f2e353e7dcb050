"""Ranking: every item with its place, how sure that is, and its chance to be the best."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.icons import IconButton
from prefstudio.studio.numbers_as_text import count_of
from prefstudio.studio.panels.ranking_numbers import ranking_in_words, tab_separated
from prefstudio.studio.panels.ranking_table import RankingTable
from prefstudio.studio.panels.ranking_table_model import RankingTableModel
from prefstudio.studio.search_field import SearchField
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.standing import Standing
from prefstudio.study.view import View


class RankingPanel(QWidget):
    """The table with its filter and, where a study has groups, their chooser."""

    item_chosen = Signal(int)  # position
    group_chosen = Signal(str)
    export_wanted = Signal()
    caption_changed = Signal(str)
    listing_changed = Signal()  # by the order or the filter

    fills_panel = True  # rows run from edge to edge

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ranking")
        self._items = ShownItems((), (), ())
        self._waiting: View | None = None
        self._standing: Standing | None = None  # of means that wait
        self._chosen: frozenset[int] = frozenset()
        self.model = RankingTableModel()
        self.table = RankingTable(self.model)
        self.search_button = IconButton("magnifying-glass", "Filter the ranking", "ranking_search")
        self.copy_button = IconButton("download-simple", "Copy or export", "ranking_copy")
        self.controls: list[QWidget] = [self.search_button, self.copy_button]
        self.filter_field = SearchField()
        self.group_box = QComboBox()
        self.nothing = label("", 12, tone=3, wraps=True)
        self._build()
        self._connect()

    def show_items(self, items: ShownItems) -> None:
        """Begin anew with some items."""
        self._items, self._waiting, self._standing = items, None, None
        self.model.show_items(items)
        groups = items.group_names
        self.group_box.clear()
        self.group_box.addItems(list(groups))
        self.group_box.setVisible(len(groups) > 1)
        self._show_bar(is_open=not self.filter_field.isHidden())
        of_group = " or group" if len(groups) > 1 else ""
        self.filter_field.setPlaceholderText(f"Filter by name{of_group}")
        self._on_changed()

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Show new means; with a clock running, only once it has arrived."""
        self._waiting = view
        if not is_animated or self.model.ranking.view is None:
            self._arrive()

    def show_progress(self, share: float) -> None:
        """Rows change when the clock has arrived."""
        if share >= 1.0:
            self._arrive()

    def show_standing(self, standing: Standing | None) -> None:
        """Show new rank intervals and chances, or none while they are not known.

        They come together with their means, where those wait.
        """
        if standing is None:
            self._standing = None
        elif self._waiting is not None:
            self._standing = standing
            return
        self.model.show_standing(standing)
        self._on_changed()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first."""
        self.model.show_asked(pair)

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Select the rows of some items."""
        self._chosen = chosen
        self.table.choose(chosen)

    def show_window(self, window: tuple[int, int]) -> None:
        """Scroll to the places of a window, from the first (0) on."""
        view = self.model.ranking.view
        if view is not None and 0 <= window[0] < len(view.by_rank):
            line = self.model.line_of(int(view.by_rank[window[0]]))
            if line is not None:
                self.table.scroll_to_line(line)

    def show_order_left(self, order: str) -> None:
        """List rows as they were when the study was left; an order unknown changes nothing."""
        self.table.show_order(order)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.table.show_theme(theme)

    def figure_name(self) -> str:
        """What it is called."""
        return "Ranking"

    def figure_table(self) -> FigureTable:
        """The rows as they are listed, in full precision."""
        return self.model.ranking.figure_table(self.model.positions.tolist())

    def open_filter(self) -> None:
        """Show the filter field and go there."""
        self._show_bar(is_open=True)
        self.filter_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_field.selectAll()

    def close_filter(self) -> None:
        """List everything again, without the field."""
        self.filter_field.clear()
        self._show_bar(is_open=False)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def copy_chosen(self) -> None:
        """Copy the selected rows, or all when none is, as text with tabs."""
        self._copy(self.table.chosen_positions or self.model.positions.tolist())

    def copy_all(self) -> None:
        """Copy all rows that are listed."""
        self._copy(self.model.positions.tolist())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.filter_field and isinstance(event, QKeyEvent):
            is_press = event.type() is QEvent.Type.KeyPress
            if is_press and event.key() == Qt.Key.Key_Escape:
                self.close_filter()
                return True
            if is_press and event.key() == Qt.Key.Key_Down:
                self.table.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        self.search_button.setCheckable(True)
        self.filter_field.setObjectName("ranking_filter")
        self.filter_field.setAccessibleName("Filter by name, id or group")
        self.filter_field.installEventFilter(self)
        self.group_box.setObjectName("ranking_group")
        self.group_box.setAccessibleName("Group of the ranking")
        self.group_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.group_box.setMaximumWidth(180)
        self.nothing.setContentsMargins(14, 8, 14, 8)
        self.bar = QWidget()
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(14, 0, 14, 8)
        row.setSpacing(8)
        row.addWidget(self.filter_field, 1)
        row.addWidget(self.group_box)
        row.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.nothing)
        column.addWidget(self.table, 1)
        self.group_box.hide()
        self.nothing.hide()
        self._show_bar(is_open=False)
        self._build_menu()

    def _build_menu(self) -> None:
        menu = QMenu(self.copy_button)
        menu.addAction("Copy selected rows").triggered.connect(self.copy_chosen)
        menu.addAction("Copy all rows").triggered.connect(self.copy_all)
        menu.addSeparator()
        menu.addAction("Export…").triggered.connect(self.export_wanted)
        self.copy_button.setMenu(menu)
        self.copy_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _connect(self) -> None:
        self.table.item_chosen.connect(self.item_chosen)
        self.table.copy_wanted.connect(self.copy_chosen)
        self.filter_field.textChanged.connect(self._on_filtered)
        self.search_button.clicked.connect(self._on_search_clicked)
        self.group_box.textActivated.connect(self.group_chosen)
        self.model.modelReset.connect(self._on_model_reset)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self.listing_changed)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.open_filter)

    def _arrive(self) -> None:
        view, self._waiting = self._waiting, None
        if view is None:
            return
        self.model.show_view(view)
        standing, self._standing = self._standing, None
        if standing is not None:
            self.model.show_standing(standing)
        if len(view.shown):
            self.group_box.setCurrentText(self._items.groups[int(view.shown[0])])
        self.table.show_scale()
        self._on_changed()

    def _on_changed(self) -> None:
        ranking, n_listed = self.model.ranking, self.model.rowCount()
        total = count_of(ranking.n_shown, "item")
        is_filtered = n_listed < ranking.n_shown
        self.caption_changed.emit(f"{n_listed:,} of {total}" if is_filtered else total)
        self.nothing.setVisible(is_filtered and n_listed == 0)
        self.nothing.setText(f"No item matches “{self.filter_field.text()}”.")
        self.table.setAccessibleDescription(ranking_in_words(self.model.ranking))

    def _on_filtered(self, words: str) -> None:
        self.model.filter(words)
        if words:  # the best that match, whatever is selected among them
            self.table.scrollToTop()
        self._on_changed()
        self.listing_changed.emit()

    def _on_search_clicked(self) -> None:
        if self.filter_field.isHidden():
            self.open_filter()
        else:
            self.close_filter()

    def _on_model_reset(self) -> None:
        self.table.choose(self._chosen)

    def _show_bar(self, *, is_open: bool) -> None:
        self.search_button.setChecked(is_open)
        self.filter_field.setVisible(is_open)
        self.bar.setVisible(is_open or len(self._items.group_names) > 1)

    def _copy(self, positions: list[int]) -> None:
        QGuiApplication.clipboard().setText(tab_separated(self.model.ranking, positions))
