"""What the study is for, and what each purpose would ask next."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.engine.criteria import CRITERIA
from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.panels.next_pairs import NextPairs, NextRow
from prefstudio.studio.panels.purpose_choices import PurposeChoices
from prefstudio.studio.panels.quiet_inputs import QuietChoice
from prefstudio.studio.panels.stays_note import StaysNote
from prefstudio.studio.panels.turning import Turning
from prefstudio.studio.widgets import label, scrolling
from prefstudio.study.asked_next import AskedNext, NextWants, WouldAsk
from prefstudio.study.events import TrialShown
from prefstudio.study.model_sheet import ModelSheet, with_criterion, with_horizon, with_purpose
from prefstudio.study.purpose import PURPOSES, is_overridden, purpose_of, purpose_words
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.why_words import origin_words

ABOVE = 6  # px above the first choice
EXPERT = "For experts: another rule for the next pair"


class PurposePanel(QWidget):
    """Shows and takes what the study is for; computes nothing itself.

    Telling is as with the model: what is tried while k is stepped, what is chosen once it rests.
    """

    settings_tried = Signal(object)  # tuple of SettingsChanged
    settings_chosen = Signal(object)  # tuple of SettingsChanged; () ends a try without a change
    pair_chosen = Signal(object)  # tuple of int
    new_pair_wanted = Signal()
    wants_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("purpose_panel")
        self.setAccessibleName("Purpose")
        self.controls: list[QWidget] = []
        self.choices = PurposeChoices()
        self.override = label("", 12, MEDIUM, wraps=True)
        self.override.setObjectName("purpose_override")
        self.expert_button = IconPushButton("caret-right", EXPERT, "ghost")
        self.criterion = QuietChoice("criterion", "Next pair by")
        self.criteria = NextPairs("next_by_criterion", len(CRITERIA))
        self.stays = StaysNote("criterion")
        self._expert = QWidget()
        self._sheet: ModelSheet | None = None
        self._items = ShownItems((), (), ())
        self._next: AskedNext | None = None
        self._asked: frozenset[int] = frozenset()
        self._why_asked = ""
        self._forbidden = ""
        self._turning = Turning(self)
        self._is_arriving = False  # in sight, but its pairs are not, and nobody scrolled yet
        self._bringing = QTimer(self)  # waits for the layout of what has just come
        self._build()
        self._connect()

    @property
    def wants(self) -> NextWants:
        """Whose next pair is shown, once the panel is in sight."""
        is_open = self.expert_button.isChecked()
        return NextWants.CRITERIA if is_open else NextWants.PURPOSES

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, from top to bottom."""
        experts = [self.expert_button, self.criterion, self.stays.button, *self.criteria.buttons]
        return [*self.choices.stops, *experts]

    def show_items(self, items: ShownItems) -> None:
        """Call items by other names from now on; pairs of other items go."""
        if items.ids != self._items.ids:
            self._next = None
        self._items = items
        self._show_next()

    def show_sheet(self, sheet: ModelSheet) -> None:
        """Show what the study is for, as it is recorded."""
        self._sheet = sheet
        self.choices.show_horizon(sheet.horizon, sheet.n_items)
        self.criterion.setCurrentIndex(list(CRITERIA).index(sheet.criterion))
        is_other = is_overridden(sheet.horizon, sheet.criterion)
        words = purpose_words(sheet.horizon, sheet.criterion)
        self.override.setText(f"{words[:1].upper()}{words[1:]}.")
        self.override.setVisible(is_other)
        if not self._forbidden:
            self.criterion.setToolTip(CRITERIA[sheet.criterion].help)
        self._show_next()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair on screen."""
        self._asked = frozenset(pair or ())
        self._show_next()

    def show_trial(self, trial: TrialShown | None) -> None:
        """Take to what the pair on screen owes its place."""
        self._why_asked = "" if trial is None else origin_words(trial)
        self._show_next()

    def show_asked_next(self, asked_next: AskedNext) -> None:
        """Show what each would ask."""
        self._next = asked_next
        self._show_next()

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        self._forbidden = reason
        self.choices.forbid(reason)
        self.criteria.forbid(reason)
        self.stays.forbid()
        self.criterion.setEnabled(False)
        self.criterion.setToolTip(reason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._is_arriving = True
            self._bringing.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _build(self) -> None:
        page = QWidget()
        self._area = scrolling(page)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, ABOVE, 4, 0)
        column.setSpacing(6)
        column.addWidget(self.choices)
        self.override.hide()
        column.addWidget(self.override)
        column.addWidget(self.expert_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._build_expert()
        column.addWidget(self._expert)
        column.addStretch(1)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.addWidget(self._area)

    def _build_expert(self) -> None:
        self.expert_button.setObjectName("purpose_expert")
        self.expert_button.setFont(font(12, MEDIUM))
        self.expert_button.setCheckable(True)
        self.expert_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.criterion.addItems([criterion.title for criterion in CRITERIA.values()])
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label("Next pair by", 13))
        row.addWidget(self.criterion, 1)
        column = QVBoxLayout(self._expert)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.stays)
        column.addWidget(self.criteria)
        self._expert.hide()

    def _connect(self) -> None:
        self._turning.tried.connect(self.settings_tried)
        self._turning.chosen.connect(self.settings_chosen)
        self._bringing.setSingleShot(True)
        self._bringing.setInterval(0)
        self._bringing.timeout.connect(self._bring_choice)
        self._area.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self.choices.purpose_chosen.connect(self._on_purpose_chosen)
        self.choices.top_tried.connect(self._on_top_tried)
        self.choices.top_chosen.connect(self._on_top_chosen)
        self.criterion.activated.connect(self._on_criterion_chosen)
        self.expert_button.toggled.connect(self._on_expert_toggled)
        self.choices.pair_chosen.connect(self.pair_chosen)
        self.criteria.pair_chosen.connect(self.pair_chosen)
        self.stays.new_pair_wanted.connect(self.new_pair_wanted)
        self.choices.new_pair_wanted.connect(self.new_pair_wanted)

    def _show_next(self) -> None:
        """Show the latest pairs, whose items are still those that are shown."""
        asked_next, sheet = self._next, self._sheet
        if asked_next is None or sheet is None:
            self.choices.show_rows(())
            return
        horizon, criterion = sheet.horizon, sheet.criterion
        own = purpose_of(horizon).key
        by_purpose = [
            self._row(_capital(PURPOSES[each.key].called(asked_next.top)), each, own)
            for each in asked_next.purposes
        ]
        by_criterion = [
            self._row(CRITERIA[each.key].title, each, criterion) for each in asked_next.criteria
        ]
        # Said once: where an expert sees the rule that is not the purpose's, else at the purpose.
        is_expert = self.expert_button.isChecked() and is_overridden(horizon, criterion)
        self.choices.show_rows(by_purpose, self._why_asked, offers=not is_expert)
        self.criteria.show_rows(by_criterion)
        waiting = (row.waiting_pair for row in by_criterion if row.waits and is_expert)
        self.stays.show_pair(next(waiting, None), self._why_asked)
        self._fit()
        if self._is_arriving:
            self._bringing.start()

    def _fit(self) -> None:
        self.choices.fit(self._area.viewport().height() - ABOVE)

    def _bring_choice(self) -> None:
        """Scroll the purpose of the study into sight; its name goes before its pair."""
        if not self._is_arriving:
            return
        choices = self.choices
        for widget in (choices.pairs[choices.choice], choices.buttons[choices.choice]):
            if widget.isVisible():
                self._area.ensureWidgetVisible(widget, 0, 4)
        self._is_arriving = self._next is None

    def _row(self, title: str, would_ask: WouldAsk, own: str) -> NextRow:
        pair = would_ask.pair
        names = tuple(self._items.names[place] for place in pair or ())
        is_asked = pair is not None and frozenset(pair) == self._asked
        is_own = would_ask.key == own
        waits = is_own and pair is not None and bool(self._asked) and not is_asked
        return NextRow(title, names, would_ask, is_asked, is_own, waits)

    def _on_scrolled(self) -> None:
        self._is_arriving = False

    def _on_purpose_chosen(self, horizon: float) -> None:
        if self._sheet is not None:
            self._turning.choose(*with_purpose(self._sheet, horizon))

    def _on_top_tried(self, horizon: float) -> None:
        if self._sheet is not None:
            self._turning.try_out(with_horizon(self._sheet, horizon))

    def _on_top_chosen(self, horizon: float) -> None:
        if self._sheet is not None:
            self._turning.choose(with_horizon(self._sheet, horizon))

    def _on_criterion_chosen(self, place: int) -> None:
        if self._sheet is not None:
            self._turning.choose(with_criterion(self._sheet, list(CRITERIA)[place]))

    def _on_expert_toggled(self, is_open: bool) -> None:
        self.expert_button.show_icon("caret-down" if is_open else "caret-right")
        self._expert.setVisible(is_open)
        self._show_next()
        self.wants_changed.emit()


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
