"""History: every answer, the way to any earlier moment, and what if."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QWidget

from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.icons import IconButton, IconPushButton
from prefstudio.studio.panels.curve_page import CurvePage
from prefstudio.studio.panels.history_answer import HistoryAnswer
from prefstudio.studio.panels.history_empty import HistoryEmpty
from prefstudio.studio.panels.history_lines import HistoryLines, curve_table
from prefstudio.studio.panels.history_list import HistoryList
from prefstudio.studio.panels.history_strip import HistoryStrip
from prefstudio.studio.panels.replay_button import ReplayButton
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import rule
from prefstudio.study.curve import Curve
from prefstudio.study.history import HistoryEntry

WIDE = 840  # pixels from which the answer stands beside the curve
SIDE = 400  # pixels it has there
VIEWS = {"curve": "Curve", "list": "List"}
ACROSS, DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class HistoryPanel(QWidget):
    """The curve with its slider, or the list of all answers; tells where a person goes."""

    moment_chosen = Signal(int)  # revision, all that the handle passes; `Moments` shows what it can
    moment_settled = Signal(int)  # revision, once it is let go
    returned_to_now = Signal()
    left_past = Signal()  # by a button, the mouse or a key of the window: now one answers again
    what_if_wanted = Signal()
    flip_wanted = Signal(str)  # event_id
    remove_wanted = Signal(str)  # event_id
    keep_wanted = Signal()
    fork_left = Signal()
    caption_changed = Signal(str, str)  # in many words, and in few

    below = 5  # the slider has room around its handle

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("history")
        self._lines, self._moment = HistoryLines(), 0
        self._curve: Curve | None = None
        self._fork_at: int | None = None
        self._is_past = False
        self.curve_page, self.list, self.empty = CurvePage(), HistoryList(), HistoryEmpty()
        self.plot, self.slider = self.curve_page.plot, self.curve_page.slider
        self.strip = HistoryStrip()
        self.answer = HistoryAnswer(self.strip)
        self.view = Segment("History view", VIEWS)
        self.back_button = IconButton("skip-back", "Step back one answer", "history_back")
        self.replay_button = ReplayButton("history_replay")
        self.forward_button = IconButton("skip-forward", "Step forward", "history_forward")
        self.what_if_button = IconPushButton("git-fork", "What if…", "ghost")
        self.controls: list[QWidget] = [
            self.view, self.back_button, self.replay_button, self.forward_button,
            rule(upright=True, length=18), self.what_if_button,
        ]  # fmt: skip
        self._build()
        self._connect()

    def show_history(self, entries: tuple[HistoryEntry, ...]) -> None:
        """List what was said and changed."""
        was_at_end = self._moment == self._lines.last
        self._lines = HistoryLines(entries)
        self.list.show_entries(entries)
        if not self.curve_page.is_held:
            last = self._lines.last
            self._stand_at(last if was_at_end else min(self._moment, last))

    def show_curve(self, curve: Curve) -> None:
        """Draw how settled the ranking was after each answer."""
        self._curve = curve
        self.curve_page.show_curve(curve)
        self.caption_changed.emit(f"{curve.words} after each answer", curve.short_words)

    def show_moment(self, n_answers: int, revision: int, is_past: bool, is_fork: bool) -> None:
        """Stand at the moment that the studio shows.

        Parameters
        ----------
        n_answers, revision : int
            Answers given then, and the last event that counts then. In the past this one alone
            tells the place: answers that were removed since counted then, and have none.
        is_past : bool
            Whether more happened since.
        is_fork : bool
            Whether answers are only thought; those given when it begins are on record.
        """
        self._is_past = is_past
        if is_fork and self._fork_at is None:
            self._fork_at = n_answers
        elif not is_fork:
            self._fork_at = None
        self.strip.show_moment(is_past=is_past, is_fork=is_fork)
        self.what_if_button.setEnabled(not is_fork)
        self._arrange()
        if self.curve_page.is_held:
            return
        if is_past and self._lines.entries:
            self._stand_then(revision)
        else:
            self._stand_at(n_answers, revision)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.plot.show_theme(theme)
        self.list.show_theme(theme)

    def forbid(self, reason: str) -> None:
        """Let nothing be flipped, removed or kept, and say why."""
        self.answer.forbid(reason)
        self.strip.forbid(reason)

    def figure_name(self) -> str:
        """What it is called."""
        return "History"

    def figure_table(self) -> FigureTable:
        """The points of the curve, and the answer that led to each."""
        return curve_table(self._curve, self._lines)

    def step_back(self) -> None:
        """Go to the answer before."""
        self._step(-1)

    def step_forward(self) -> None:
        """Go to the next answer; after the last one, to now."""
        self._step(1)

    def toggle_replay(self) -> None:
        """Play the answers from here on, or from the first when it is over; or stop."""
        if self.replay_button.is_playing:
            self._pause()
            return
        if self._moment >= self._lines.last:
            self._go(0, is_settled=False)
        self.replay_button.play()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pause()

    @property
    def is_wide(self) -> bool:
        """Whether the answer stands beside the curve."""
        return self.width() >= WIDE

    def _build(self) -> None:
        self.what_if_button.setObjectName("history_what_if")
        self.what_if_button.setMinimumWidth(self.what_if_button.sizeHint().width() + 12)
        self.pages = QStackedWidget()
        for page in (self.curve_page, self.list, self.empty):
            self.pages.addWidget(page)
        self._box = QBoxLayout(DOWN, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self.pages, 1)
        self._box.addWidget(self.answer)
        self._stand_at(0)

    def _connect(self) -> None:
        self.curve_page.moment_dragged.connect(self._on_dragged)
        self.curve_page.moment_reached.connect(self._on_reached)
        self.slider.sliderReleased.connect(self._on_slider_released)
        self.list.line_chosen.connect(self._on_line_chosen)
        self.view.chosen.connect(self._turn_page)
        self.back_button.clicked.connect(self.step_back)
        self.replay_button.clicked.connect(self.toggle_replay)
        self.forward_button.clicked.connect(self.step_forward)
        self.what_if_button.clicked.connect(self._on_what_if_clicked)
        self.strip.returned_to_now.connect(self._on_return)
        self.strip.keep_wanted.connect(self.keep_wanted)
        self.strip.fork_left.connect(self.fork_left)
        self.answer.flip_wanted.connect(self.flip_wanted)
        self.answer.remove_wanted.connect(self.remove_wanted)
        self.replay_button.ticked.connect(self._on_tick)

    def _arrange(self) -> None:
        """Put the answer beside the curve where there is room, else below it."""
        is_wide = self.is_wide
        self._box.setDirection(ACROSS if is_wide else DOWN)
        self._box.setSpacing(24 if is_wide else 2)
        self.answer.setMinimumWidth(SIDE if is_wide else 0)
        self.answer.setMaximumWidth(SIDE if is_wide else 16777215)
        self.strip.set_wide(is_wide)
        self.answer.arrange(is_wide, is_told=self.strip.tells_place)

    def _stand_at(self, n_answers: int, revision: int = 0) -> None:
        """Show the moment after so many of the answers that count now; nobody is told."""
        line = self._lines.line_of(n_answers, revision)
        if n_answers < self._lines.last:
            self._stand_on(line, n_answers, self._lines.revision_at(n_answers))
        else:
            self._stand_on(line, n_answers)

    def _stand_then(self, revision: int) -> None:
        """Show a past moment, up to and with an event; nobody is told."""
        line = self._lines.line_then(revision)
        n_answers = 0 if line is None else self._lines.entries[line].n_answers
        self._stand_on(line, n_answers, revision)

    def _stand_on(self, line: int | None, n_answers: int, then: int | None = None) -> None:
        """Show a line, as it read after the first `then` events where they are not all."""
        self._moment, last = n_answers, self._lines.last
        meant = self._lines.meant_at(line, is_now=not self._is_past)
        self.curve_page.show_moment(n_answers, last, self._fork_at)
        self.list.show_line(line)
        entry = None if meant is None else self._lines.entries[meant]
        if entry is not None and then is not None:
            entry = entry.as_at(then)
        number, is_numbered = self._lines.number_of(meant, n_answers)
        self.answer.show_entry(entry, number, last, is_numbered=is_numbered)
        self.strip.show_place(self.answer.place_in_words)
        self.back_button.setEnabled(n_answers > 0)
        self.forward_button.setEnabled(n_answers < last)
        self.replay_button.setEnabled(last > 0)
        self._turn_page()

    def _go(self, n_answers: int, *, is_settled: bool) -> None:
        """Go to a moment and tell; the last one is now."""
        is_now = n_answers >= self._lines.last
        revision = self._lines.revision_at(n_answers)
        self._stand_at(n_answers)
        if not (is_now and is_settled):
            self.moment_chosen.emit(revision)
        if is_settled and is_now:
            self.returned_to_now.emit()
        elif is_settled:
            self.moment_settled.emit(revision)

    def _pause(self) -> None:
        """Stay at the moment that the replay has come to, of which all is wanted now."""
        if self.replay_button.is_playing:
            self.replay_button.stop()
            self.moment_settled.emit(self._lines.revision_at(self._moment))

    def _step(self, by: int) -> None:
        n_answers = min(max(self._moment + by, 0), self._lines.last)
        if n_answers == self._moment:
            self._pause()
            return
        self.replay_button.stop()
        self._go(n_answers, is_settled=True)
        self._tell_if_now()

    def _tell_if_now(self) -> None:
        if self._moment >= self._lines.last:
            self.left_past.emit()

    def _turn_page(self) -> None:
        is_list = self.view.choice == "list"
        shown = self.list if is_list else self.curve_page
        # A curve needs answers that count; the list shows those that were taken back as well.
        is_empty = not (self._lines.entries if is_list else self._lines.last)
        self.pages.setCurrentWidget(self.empty if is_empty else shown)
        self.answer.setVisible(not is_empty or not self.strip.isHidden())

    def _on_dragged(self, n_answers: int) -> None:
        self.replay_button.stop()
        self._go(n_answers, is_settled=False)

    def _on_reached(self, n_answers: int) -> None:
        self.replay_button.stop()
        self._go(n_answers, is_settled=True)

    def _on_slider_released(self) -> None:
        self._tell_if_now()

    def _on_line_chosen(self, line: int) -> None:
        self.replay_button.stop()
        if line == len(self._lines.entries) - 1:
            self._go(self._lines.last, is_settled=True)
            return
        entry = self._lines.entries[line]
        self._stand_at(entry.n_answers, entry.revision)
        self.moment_chosen.emit(entry.revision)
        self.moment_settled.emit(entry.revision)

    def _on_tick(self) -> None:
        n_answers = min(self._moment + 1, self._lines.last)
        is_now = n_answers == self._lines.last
        if is_now:
            self.replay_button.stop()
        self._go(n_answers, is_settled=is_now)

    def _on_what_if_clicked(self) -> None:
        self.replay_button.stop()
        self.what_if_wanted.emit()

    def _on_return(self) -> None:
        self.replay_button.stop()
        self._stand_at(self._lines.last)
        self.returned_to_now.emit()
        self.left_past.emit()
