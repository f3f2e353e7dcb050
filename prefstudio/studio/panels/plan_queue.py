"""The pairs that wait to be asked, and the selected one that may join them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconButton, IconPushButton
from prefstudio.studio.widgets import label
from prefstudio.study.plan_sheet import PlanSheet
from prefstudio.study.queue import QueuedPair

EMPTY = "None. Shift and a click in a matrix queue a pair; so does Q once two items are selected."
SELECT_TWO = "Select two items to queue them."
ROW = 30


class QueuedRow(QWidget):
    """One pair: its place, its items, and how to take it out."""

    remove_clicked = Signal(object)  # QueuedPair

    def __init__(self, place: int, pair: QueuedPair, words: str) -> None:
        super().__init__()
        self._pair = pair
        name = label(words, 13, wraps=True)
        self.remove = IconButton("x", f"Take {words} out of the queue", f"unqueue_{place}")
        self.remove.clicked.connect(self._on_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label(f"{place}", 12, tone=3, lines_up=True))
        row.addWidget(name, 1)
        row.addWidget(self.remove)
        self.setMinimumHeight(ROW)

    def _on_clicked(self) -> None:
        self.remove_clicked.emit(self._pair)


class QueueList(QWidget):
    """Rows in the order they are asked, below a button that adds the selected pair."""

    add_clicked = Signal()
    remove_clicked = Signal(object)  # QueuedPair

    def __init__(self) -> None:
        super().__init__()
        self.add = IconPushButton("list-plus", "Queue selected")
        self.add.setObjectName("queue_selected")
        self.add.setAccessibleName("Queue the selected pair")
        self.empty = label(EMPTY, 12, tone=2, wraps=True)
        self.rows: list[QueuedRow] = []
        self._rows_area = QVBoxLayout()
        self._forbidden = ""
        self._queue: tuple[QueuedPair, ...] = ()
        self._build()
        self.show_selected("", SELECT_TWO)

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, from top to bottom."""
        return [self.add, *(row.remove for row in self.rows)]

    def show_queue(self, sheet: PlanSheet) -> None:
        """Show the pairs that wait."""
        if sheet.queue == self._queue:
            return
        self._queue = sheet.queue
        for row in self.rows:
            self._rows_area.removeWidget(row)
            row.deleteLater()
        self.rows = []
        for place, (pair, words) in enumerate(zip(sheet.queue, sheet.names, strict=True), 1):
            row = QueuedRow(place, pair, words)
            row.remove_clicked.connect(self.remove_clicked)
            self._rows_area.addWidget(row)
            self.rows.append(row)
        self.empty.setVisible(not self.rows)
        self._show_forbidden()

    def show_selected(self, words: str, problem: str) -> None:
        """Offer the selected pair, or say why it cannot be queued."""
        self.add.setEnabled(not problem and not self._forbidden)
        self.add.setToolTip(self._forbidden or problem or f"Ask {words} after what is queued")

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        self._forbidden = reason
        self._show_forbidden()
        self.show_selected("", reason)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label("Queued pairs", 13, SEMI_BOLD), 1)
        head.addWidget(self.add)
        self._rows_area.setSpacing(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addLayout(self._rows_area)
        column.addWidget(self.empty)
        self.add.clicked.connect(self.add_clicked)

    def _show_forbidden(self) -> None:
        if self._forbidden:
            for row in self.rows:
                row.remove.setEnabled(False)
                row.remove.setToolTip(self._forbidden)
