"""From two answers to a ranking: six pictures, one step at a time."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.classroom.fitting_button import FittingButton
from prefstudio.studio.classroom.lesson_pictures import LessonPictures
from prefstudio.studio.classroom.lesson_words import STEPS, TITLE, LessonWords
from prefstudio.studio.classroom.no_lesson import NoLesson
from prefstudio.studio.classroom.step_row import StepRow
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.panels.compare_keys import leaves_keys
from prefstudio.studio.plots.item_plot import ENTER, NOBODY
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label
from prefstudio.study.lesson import Lesson
from prefstudio.study.shown_items import ShownItems

LAST = len(STEPS) - 1
CHOICE = 2  # the step from which on the second answer may be imagined otherwise
BUTTON_HEIGHT = 40
ICON = 18
WHAT_IF = "What if?"
TOO_EARLY = "First choose a pair."


class ClassroomPage(QWidget):
    """Title, a sentence, six pictures, and the steps; draws a lesson and computes none."""

    sample_wanted = Signal()  # the study that the lesson was made for

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("classroom")
        self._lesson: Lesson | None = None
        self._items: ShownItems = NOBODY
        self._words: LessonWords | None = None
        self._step, self._is_forked = 0, False
        self.title = label(TITLE, 26, SEMI_BOLD)
        self.caption = label("", 17, tone=2, wraps=True)
        self.problem = NoLesson()
        self.pictures = LessonPictures()
        self.steps = StepRow(STEPS)
        self.what_if = FittingButton("git-fork", WHAT_IF)
        self.back = IconPushButton("caret-left", "Back")
        self.next = IconPushButton("skip-forward", "Next step", "primary")
        self._stack = QStackedWidget()
        self._build()
        self._connect()
        self._show_step()

    @property
    def step(self) -> int:
        """The step at hand, from 0."""
        return self._step

    @property
    def is_forked(self) -> bool:
        """Whether the second answer is imagined the other way round."""
        return self._is_forked

    @property
    def home(self) -> QWidget:
        """Where its keys are: at the next step, or at the way back; here before there are any."""
        if self.next.isEnabled():
            return self.next
        return self.back if self.back.isEnabled() else self

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position; other items begin at the first step."""
        before, self._items = self._items, items
        if items.ids == before.ids:
            self._rename(before)
            return
        self._lesson = self._words = None
        self.pictures.show_items(items)
        self._step, self._is_forked = 0, False
        self._show_step()

    def _rename(self, before: ShownItems) -> None:
        """Call the same items otherwise, in the lesson at hand as well."""
        if self._items.names == before.names:
            return
        self.pictures.show_items(self._items)
        if self._lesson is not None:
            self.show_lesson(self._lesson)

    def show_lesson(self, lesson: Lesson) -> None:
        """Show a lesson; the step stays."""
        self._lesson, self._words = lesson, LessonWords(lesson, self._items)
        self._stack.setCurrentIndex(0)
        self._foot.show()
        self._show_step()

    def show_problem(self, sentence: str) -> None:
        """Say why there is no lesson."""
        self.problem.say(sentence)
        self._lesson = self._words = None
        self._stack.setCurrentIndex(1)
        self._foot.hide()  # there are no steps to take
        self._show_step()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.pictures.show_theme(theme)
        self.steps.show_theme(theme)

    def go_to(self, step: int) -> None:
        """Go to a step, counted from 0; an imagined answer ends before its choice."""
        step = min(max(step, 0), LAST)
        self._is_forked = self._is_forked and step == LAST
        self._step = step
        self._show_step()

    def next_step(self) -> None:
        """Go on."""
        self.go_to(self._step + 1)

    def previous_step(self) -> None:
        """Go back."""
        self.go_to(self._step - 1)

    def fork(self) -> None:
        """Imagine the other second answer, or leave that again."""
        self._is_forked = not self._is_forked
        self.go_to(LAST)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the ring, as it does in dialogs."""
        focused = self.window().focusWidget()
        if event.key() in ENTER and isinstance(focused, QPushButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pictures.show_width(self.width())

    def _build(self) -> None:
        self.what_if.setObjectName("what_if")
        self.back.setObjectName("back")
        self.next.setObjectName("next_step")
        self.back.setToolTip("Back (←, Page Up)")
        self.next.setToolTip("Next step (→, Page Down)")
        for button in (self.what_if, self.back, self.next):
            button.setFont(font(15, SEMI_BOLD if button is self.next else MEDIUM))
            button.setFixedHeight(BUTTON_HEIGHT)
            button.setIconSize(QSize(ICON, ICON))
        self._stack.addWidget(self._build_grid())
        self._stack.addWidget(self.problem)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 4, 14, 6)
        column.setSpacing(8)
        column.addLayout(self._build_head())
        column.addWidget(self._stack, 1)
        column.addWidget(self._build_foot())

    def _build_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(6, 0, 6, 0)
        head.setSpacing(24)
        head.addStrut(44)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.caption.setAlignment(right)
        head.addWidget(self.title)
        head.addWidget(self.caption, 1)
        return head

    def _build_grid(self) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(10)
        for place, panel in enumerate(self.pictures.panels.values()):
            grid.addWidget(panel, *divmod(place, 3))
        for column in range(3):
            grid.setColumnStretch(column, 1)
        for row in range(2):
            grid.setRowStretch(row, 1)
        return holder

    def _build_foot(self) -> QWidget:
        self._foot = QWidget()
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(2, 0, 2, 0)
        foot.setSpacing(12)
        foot.addWidget(self.steps)
        foot.addStretch(1)
        for button in (self.what_if, self.back, self.next):
            foot.addWidget(button)
        return self._foot

    def _connect(self) -> None:
        self.problem.sample_wanted.connect(self.sample_wanted)
        self.steps.step_chosen.connect(self.go_to)
        self.what_if.clicked.connect(self._on_what_if_clicked)
        self.back.clicked.connect(self._on_back_clicked)
        self.next.clicked.connect(self._on_next_clicked)
        QShortcut(QKeySequence(Qt.Key.Key_PageDown), self, self.next.click)
        QShortcut(QKeySequence(Qt.Key.Key_PageUp), self, self.back.click)
        self._arrows = (
            QShortcut(QKeySequence(Qt.Key.Key_Right), self, self.next.click),
            QShortcut(QKeySequence(Qt.Key.Key_Left), self, self.back.click),
        )
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, _: QWidget | None, focused: QWidget | None) -> None:
        """Leave the arrows to pictures that have the focus; else they go from step to step."""
        for arrow in self._arrows:
            arrow.setEnabled(leaves_keys(focused))

    def _on_what_if_clicked(self) -> None:
        self.fork()

    def _on_back_clicked(self) -> None:
        self.previous_step()

    def _on_next_clicked(self) -> None:
        self.next_step()

    def _show_step(self) -> None:
        self.steps.show_step(self._step)
        has_lesson = self._lesson is not None
        had_focus = self.window().focusWidget() in (self, self.next, self.back)
        self.back.setEnabled(has_lesson and self._step > 0)
        self.next.setEnabled(has_lesson and self._step < LAST)
        if had_focus:
            self.home.setFocus(Qt.FocusReason.OtherFocusReason)
        self.steps.setEnabled(has_lesson)
        self.what_if.setEnabled(has_lesson and self._step >= CHOICE)
        reason = "" if self._step >= CHOICE else TOO_EARLY
        if self._lesson is None or self._words is None:
            self.caption.setText("")
            self.what_if.say((WHAT_IF,), reason)
            return
        self.caption.setText(self._words.sentence(self._step, is_forked=self._is_forked))
        others = self._words.other_winner(is_forked=self._is_forked) if not reason else ()
        self.what_if.say((*(f"What if {other} is better?" for other in others), WHAT_IF), reason)
        self.pictures.show_lesson(self._lesson, self._words, self._step, self._is_forked)
