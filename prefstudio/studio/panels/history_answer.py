"""The answer at the moment that is looked at, in words, with what can be done to it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from prefstudio.studio.fitting_names import fitted
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.widgets import label
from prefstudio.study.history import HistoryEntry

PRIOR = "Before the first answer"
LEAST_WORDS = 48  # pixels under which dots would be all that is left
LINES = 2  # of words; their room is kept, so that nothing jumps from answer to answer
FLIP, REMOVE = "Flip", "Remove"
NOTHING = "There is no answer at this moment."
FOUNDING = "This answer came with the study's file; only answers given here can be changed."
NOT_COUNTED = "This answer does not count any more."
NO_ANSWER = "Only answers can be flipped or removed; Undo takes a change back."
NEITHER = "Neither of the two was preferred, so there is nothing to turn round."
ACROSS, DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class HistoryAnswer(QWidget):
    """Words with two icons beside them, or with two buttons below where there is room.

    Long names wrap into a second line.
    """

    flip_wanted = Signal(str)  # event_id
    remove_wanted = Signal(str)  # event_id

    def __init__(self) -> None:
        super().__init__()
        self._entry: HistoryEntry | None = None
        self._n_answers, self._last = 0, 0
        self._reason = ""
        self._is_wide = False
        self.count = label("", 12, tone=3, lines_up=True)
        self.words = label("", 13, SEMI_BOLD, wraps=True)
        self.flip_button = IconPushButton("repeat", FLIP)
        self.remove_button = IconPushButton("trash", REMOVE)
        self._build()
        self.flip_button.clicked.connect(self._on_flip_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)

    def show_entry(self, entry: HistoryEntry | None, n_answers: int, last: int) -> None:
        """Show what was said or done at a moment; None is the prior."""
        self._entry, self._n_answers, self._last = entry, n_answers, last
        self._tell()

    def forbid(self, reason: str) -> None:
        """Let nothing be flipped or removed, and say why."""
        self._reason = reason
        self._tell()

    def set_wide(self, is_wide: bool, *, is_counted: bool = True) -> None:
        """Take three lines with buttons, or one with icons; leave out the count said elsewhere."""
        if (is_wide, is_counted) == (self._is_wide, not self.count.isHidden()):
            return
        self._is_wide = is_wide
        self.count.setVisible(is_counted)
        self._lay_out(is_wide)
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_words()

    def _build(self) -> None:
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.flip_button.setObjectName("history_flip")
        self.remove_button.setObjectName("history_remove")
        self._column = QBoxLayout(ACROSS, self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._texts = QBoxLayout(ACROSS)
        self._texts.addWidget(self.count)
        self._texts.addWidget(self.words, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.flip_button, self.remove_button):
            button.setFont(font(13, MEDIUM))
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._column.addLayout(self._texts, 1)
        self._column.addLayout(buttons)
        self._lay_out(self._is_wide)

    def _lay_out(self, is_wide: bool) -> None:
        self._column.setDirection(DOWN if is_wide else ACROSS)
        self._texts.setDirection(DOWN if is_wide else ACROSS)
        self._texts.setSpacing(2 if is_wide else 8)
        self._column.setSpacing(4 if is_wide else 6)
        for button, words in ((self.flip_button, FLIP), (self.remove_button, REMOVE)):
            _shape(button, words if is_wide else "")

    def _tell(self) -> None:
        of = f"{self._n_answers:,} of {self._last:,}"
        self.count.setText(f"Answer {of}" if self._is_wide else of)
        entry = self._entry
        can_flip, can_remove = (False, False)
        if entry is not None:
            can_flip, can_remove = entry.can_flip, entry.can_remove
        self._allow(self.flip_button, can_flip, "Flip this answer")
        self._allow(self.remove_button, can_remove, "Remove this answer")
        for button in (self.flip_button, self.remove_button):
            button.setAccessibleDescription("" if entry is None else entry.words)
        self._fit_words()

    def _allow(self, button: IconPushButton, is_possible: bool, words: str) -> None:
        button.setEnabled(is_possible and not self._reason)
        button.setAccessibleName(words)
        why_not = "" if is_possible else _why_not(self._entry)
        button.setToolTip(self._reason or why_not or words)

    def _fit_words(self) -> None:
        words = PRIOR if self._entry is None else self._entry.words
        used = font(13, SEMI_BOLD)
        used.setStrikeOut(self._entry is not None and self._entry.is_undone)
        self.words.setFont(used)
        self.words.setFixedHeight(LINES * QFontMetrics(used).lineSpacing())
        names = () if self._entry is None else self._entry.names
        room = self.words.width()
        is_shown = room >= LEAST_WORDS
        self.words.setText(fitted(words, names, used, room, n_lines=LINES) if is_shown else "")
        self.words.setToolTip(words)

    def _on_flip_clicked(self) -> None:
        if self._entry is not None:
            self.flip_wanted.emit(self._entry.event_id)

    def _on_remove_clicked(self) -> None:
        if self._entry is not None:
            self.remove_wanted.emit(self._entry.event_id)


def _why_not(entry: HistoryEntry | None) -> str:
    """Why an answer cannot be flipped or removed."""
    if entry is None:
        return NOTHING
    if entry.kind != "answer":
        return NO_ANSWER
    if not entry.event_id:
        return FOUNDING
    return NOT_COUNTED if entry.is_undone else NEITHER


def _shape(button: IconPushButton, words: str) -> None:
    """Make a button one with words, or an icon of 28 px."""
    button.setText(words)
    button.setProperty("kind", "" if words else "ghost")
    button.setMinimumWidth(0 if words else 28)
    button.setMaximumWidth(16777215 if words else 28)
    button.style().unpolish(button)
    button.style().polish(button)
