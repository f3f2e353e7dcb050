"""Baselines: other methods on the same answers, beside ours."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from prefstudio.studio.empty_page import EmptyPage
from prefstudio.studio.figure_table import Cell, FigureTable
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.panels.method_rows import MethodRows
from prefstudio.studio.panels.no_baselines import NoBaselines
from prefstudio.studio.plots.item_plot import NOBODY
from prefstudio.studio.plots.method_dots import MOST_ROWS, MethodDots
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label, scrolling
from prefstudio.study.baseline_request import BaselinesFound, MethodResult
from prefstudio.study.baseline_words import conclusion, scoring
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

SCALES = {"rank": "Rank", "utility": "Utility"}


class BaselinesPanel(QWidget):
    """One sentence, the methods with their figures, and where each puts the items."""

    item_chosen = Signal(int)  # position
    caption_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("baselines")
        self.setAccessibleName("Baselines")
        self.scale = Segment("Baselines scale", SCALES)
        self.controls: list[QWidget] = [self.scale]
        self.sentence = label("", 13, SEMI_BOLD, wraps=True)
        self.sentence.setObjectName("baselines_sentence")
        self.empty = EmptyPage("scales")
        self.methods, self.plot = MethodRows(), MethodDots()
        self.scoring = label("", 12, tone=3, wraps=True)
        self._items: ShownItems = NOBODY
        self._found: BaselinesFound | None = None
        self._has_failed = False
        self._view: View | None = None
        self._asked: tuple[int, int] | None = None
        self._chosen: frozenset[int] = frozenset()
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._build_page())
        self.scale.chosen.connect(self._on_scale_chosen)
        self.plot.item_chosen.connect(self.item_chosen)

    @property
    def caption(self) -> str:
        """What is shown, in a few words."""
        if self._found is None or self._view is None:
            return ""
        n_shown = len(self._view.shown)
        return f"first {MOST_ROWS} of {n_shown:,} items" if n_shown > MOST_ROWS else ""

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position; for others what was found says nothing."""
        if items.ids != self._items.ids:
            self._found = self._view = None
            self.show_asked(None)
        self._items = items
        self.plot.show_items(items)
        self._show()

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Take over which items are shown; what is drawn follows from what was found."""
        before, self._view = self._view, view
        if before is None or not np.array_equal(before.shown, view.shown):
            self._show()

    def show_baselines(self, found: BaselinesFound) -> None:
        """Show all methods."""
        self._found, self._has_failed = found, False
        self._show()

    def show_failed(self, has_failed: bool) -> None:
        """Say that there is nothing to wait for, or wait again; what was found before stays."""
        if has_failed != self._has_failed:
            self._has_failed = has_failed
            self._show()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first."""
        if pair == self._asked:
            return
        self._asked = pair
        self.plot.show_asked(pair)
        self._show_pair()

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Light up the chosen items; two of them are the pair that is foretold."""
        self._chosen = chosen
        self.plot.show_selection(chosen)
        self._show_pair()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.plot.show_theme(theme)
        self.methods.update()

    def figure_name(self) -> str:
        """What the figure is called."""
        return "Baselines"

    def figure_table(self) -> FigureTable:
        """The methods with their figures, then where each puts every shown item, a row each."""
        table, found = self.methods.figure_table(), self._drawn()
        columns = (table.columns[0], "Item", "Rank", "Utility", *table.columns[1:])
        if found is None or self._view is None:
            return FigureTable(columns, ())
        rows: list[tuple[Cell, ...]] = [(row[0], "", None, None, *row[1:]) for row in table.rows]
        unknown = (None,) * (len(table.columns) - 1)
        for row, result in zip(table.rows, found.methods, strict=True):
            for item in self._view.shown.tolist():
                name = self._items.names[item]
                rows.append((row[0], name, *_places(result, item), *unknown))
        return FigureTable(columns, tuple(rows))

    def _build_page(self) -> QScrollArea:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(4, 6, 6, 0)
        column.setSpacing(8)
        column.addWidget(self.sentence)
        column.addWidget(self.methods)
        column.addWidget(self.plot, 1)
        column.addWidget(self.scoring)
        return scrolling(page, "Methods compared")

    def _drawn(self) -> BaselinesFound | None:
        """What was found, where there are answers to score the methods by."""
        found = self._found
        return None if found is None or self._view is None or not found.n_scored else found

    def _why_nothing(self) -> NoBaselines:
        """Why nothing is drawn."""
        if self._has_failed:
            return NoBaselines.FAILED
        is_awaited = self._found is None or self._found.n_scored > 0
        return NoBaselines.AWAITED if is_awaited else NoBaselines.TOO_FEW

    def _show(self) -> None:
        found, view = self._drawn(), self._view
        self._stack.setCurrentIndex(0 if found is None else 1)
        self.caption_changed.emit(self.caption)
        if found is None or view is None:
            reason = self._why_nothing()
            self.empty.say(reason.title, reason.words)
            self.setAccessibleDescription(f"{reason.title}. {reason.words}")
            return
        self.sentence.setText(conclusion(found))
        self.scoring.setText(scoring(found))
        self.methods.show_found(found)
        order = view.shown[np.argsort(found.ours.ranks[view.shown], kind="stable")]
        self.plot.show_found(found, order, view.n_compared)
        self.plot.setAccessibleDescription(self.methods.accessibleDescription())
        self._show_pair()
        self.setAccessibleDescription(f"{self.sentence.text()} {self.scoring.text()}")

    def _show_pair(self) -> None:
        """Foretell the two chosen items, or else the pair that is asked."""
        pair = self._asked
        if len(self._chosen) == 2:
            first, second = sorted(self._chosen)
            pair = first, second
        if self._drawn() is None:  # what was found of other items foretells nothing of these
            pair = None
        names = ("", "") if pair is None else (self._name(pair[0]), self._name(pair[1]))
        self.methods.show_pair(pair, names)

    def _name(self, item: int) -> str:
        return self._items.names[item]

    def _on_scale_chosen(self, key: str) -> None:
        self.plot.show_scale(by_rank=key == "rank")


def _places(result: MethodResult, item: int) -> tuple[int, float]:
    return int(result.ranks[item]), float(result.mean[item])
