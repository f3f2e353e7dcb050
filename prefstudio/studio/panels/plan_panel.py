"""The plan: what is asked next by hand, how random pairs come in, and when one may stop."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.numbers_as_text import NO_BREAK
from prefstudio.studio.panels.plan_field import FieldKind, PlanField
from prefstudio.studio.panels.plan_queue import QueueList
from prefstudio.studio.panels.plan_stop_row import TITLE_WIDTH, Planned, stop_rows
from prefstudio.studio.widgets import label, rule, scrolling
from prefstudio.study.plan_sheet import ASK_AGAIN, GAP, HOLDOUT, PlanSheet
from prefstudio.study.setting_table import SETTINGS

SHARE_FIELD = FieldKind("holdout", "Share of random pairs", 0, 100, 0, 5, f"{NO_BREAK}%", 100.0)
GAP_FIELD = FieldKind("item_gap", "Trials between two showings of an item", 0, 1000)
SEATS = "Pairs for several seats…"
SEATS_TIP = "Ask different pairs at the same time, of people around one screen or on paper."
ASK_AGAIN_TIP = "Whether a pair that was answered may be asked once more."


class PlanPanel(QWidget):
    """Shows the plan and tells how a person changes it; computes nothing itself."""

    settings_chosen = Signal(object)  # tuple of SettingsChanged
    queue_wanted = Signal()  # the selected pair
    unqueue_wanted = Signal(object)  # QueuedPair
    seats_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plan_panel")
        self.setAccessibleName("Plan")
        self.controls: list[QWidget] = []
        self.queue = QueueList()
        self.seats_button = IconPushButton("users", SEATS)
        self.holdout = PlanField(SHARE_FIELD)
        self.gap = PlanField(GAP_FIELD)
        self.ask_again = QCheckBox("Answered pairs too")
        self.holdout_words = label("", 12, tone=2, wraps=True)
        self.stop_rows = stop_rows()
        self._sheet: PlanSheet | None = None
        self._build()
        self._connect()

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, in order."""
        rules = [each for row in self.stop_rows.values() for each in (row.switch, *row.fields)]
        fields = [self.seats_button, self.holdout, self.gap, self.ask_again]
        return [*self.queue.stops, *fields, *rules]

    def show_sheet(self, sheet: PlanSheet) -> None:
        """Show the plan as it is; what a person turns stays as it is."""
        self._sheet = sheet
        self.queue.show_queue(sheet)
        settings = sheet.settings
        self.holdout.show_number(settings.schedule.holdout)
        self.gap.show_number(settings.presentation.min_item_gap)
        self.ask_again.setChecked(settings.model.ask_again)
        self.holdout_words.setText(sheet.holdout_words)
        for row in self.stop_rows.values():
            row.show_sheet(sheet)

    def show_stopping(self, words: Mapping[str, str]) -> None:
        """Say where the rules that are set stand, by the name of each."""
        for name, row in self.stop_rows.items():
            row.say(words.get(name, "") if row.switch.isChecked() else "")

    def show_selected(self, words: str, problem: str) -> None:
        """Offer to queue the selected pair, or say why it cannot be."""
        self.queue.show_selected(words, problem)

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        self.queue.forbid(reason)
        for row in self.stop_rows.values():
            row.forbid(reason)
        for widget in (self.seats_button, self.holdout, self.gap, self.ask_again):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self) -> None:
        self.seats_button.setObjectName("plan_seats")
        self.seats_button.setToolTip(SEATS_TIP)
        self.ask_again.setObjectName("ask_again")
        self.ask_again.setAccessibleName("Ask again")
        self.ask_again.setToolTip(ASK_AGAIN_TIP)
        self.holdout_words.setObjectName("holdout_words")
        self.holdout.setToolTip(SETTINGS[HOLDOUT].help)
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(6)
        column.addWidget(self.queue)
        column.addWidget(rule())
        column.addLayout(_line("At once", self.seats_button))
        column.addLayout(_line("Random pairs", self.holdout, "of the trials"))
        column.addWidget(self.holdout_words)
        column.addLayout(_line("Spacing", self.gap, "trials apart"))
        column.addLayout(_line("Ask again", self.ask_again))
        column.addWidget(rule())
        column.addWidget(label("You may stop at the first of these", 13, SEMI_BOLD))
        for row in self.stop_rows.values():
            column.addWidget(row)
        column.addStretch(1)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.addWidget(scrolling(rows))

    def _connect(self) -> None:
        self.queue.add_clicked.connect(self.queue_wanted)
        self.seats_button.clicked.connect(self.seats_wanted)
        self.queue.remove_clicked.connect(self.unqueue_wanted)
        self.holdout.chosen.connect(self._on_holdout_chosen)
        self.gap.chosen.connect(self._on_gap_chosen)
        self.ask_again.clicked.connect(self._on_ask_again_clicked)
        for row in self.stop_rows.values():
            row.planned.connect(self._on_planned)

    def _on_holdout_chosen(self, share: float) -> None:
        self._on_planned(Planned(HOLDOUT, share))

    def _on_gap_chosen(self, gap: int) -> None:
        self._on_planned(Planned(GAP, gap))

    def _on_ask_again_clicked(self, is_on: bool) -> None:
        self._on_planned(Planned(ASK_AGAIN, is_on))

    def _on_planned(self, planned: Planned) -> None:
        if self._sheet is not None:
            changes = self._sheet.with_setting(planned.setting, planned.value)
            if changes:
                self.settings_chosen.emit(changes)


def _line(title: str, *parts: QWidget | str) -> QHBoxLayout:
    """A title, what is set, and a few words."""
    name = label(title, 13)
    name.setFixedWidth(TITLE_WIDTH)
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(name)
    for part in parts:
        row.addWidget(label(part, 13, tone=2) if isinstance(part, str) else part)
    row.addStretch(1)
    return row
