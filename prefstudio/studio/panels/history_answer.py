"""The answer at the moment that is looked at, in words, with what can be done to it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from prefstudio.studio.fitting_names import fitted
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.panels.history_strip import HEIGHT as STRIP_HEIGHT
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
WORDS_HEIGHT = 32  # pixels of the words where they stand over count and strip
HEIGHT = WORDS_HEIGHT + STRIP_HEIGHT  # whether there is a strip or not, so that nothing jumps
# Row, column, rows and columns of count, words, strip and buttons.
PLACES = ((1, 0, 1, 1), (0, 0, 1, 2), (1, 1, 1, 1), (0, 2, 2, 1))
PLACES_WIDE = ((0, 0, 1, 1), (1, 0, 1, 2), (0, 1, 1, 1), (2, 0, 1, 2))
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
ANYHOW = Qt.AlignmentFlag(0)


class HistoryAnswer(QWidget):
    """Words with two icons beside them, or with two buttons below where there is room.

    Long names wrap into a second line. Where the studio does not show now, a strip stands beside
    the count, or instead of it where it says the same; its room is kept, so that nothing jumps.

    Parameters
    ----------
    strip : QWidget, optional
        What says so.
    """

    flip_wanted = Signal(str)  # event_id
    remove_wanted = Signal(str)  # event_id

    def __init__(self, strip: QWidget | None = None) -> None:
        super().__init__()
        self._entry: HistoryEntry | None = None
        self._number, self._last, self._is_numbered = 0, 0, True
        self._reason = ""
        self._is_wide = self._is_told = False
        self.count = label("", 12, tone=3, lines_up=True)
        self.words = label("", 13, SEMI_BOLD, wraps=True)
        self.flip_button = IconPushButton("repeat", FLIP)
        self.remove_button = IconPushButton("trash", REMOVE)
        self._strip = QWidget() if strip is None else strip
        self._build()
        self.flip_button.clicked.connect(self._on_flip_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)

    def show_entry(
        self, entry: HistoryEntry | None, number: int, last: int, *, is_numbered: bool = True
    ) -> None:
        """Show what was said or done at a moment.

        Parameters
        ----------
        entry : HistoryEntry or None
            None is the prior.
        number, last : int
            Which answer it is, or after how many it comes, and of how many.
        is_numbered : bool
            Whether it is one of the answers that count.
        """
        self._entry, self._is_numbered = entry, is_numbered
        self._number, self._last = number, last
        self._tell()

    def forbid(self, reason: str) -> None:
        """Let nothing be flipped or removed, and say why."""
        self._reason = reason
        self._tell()

    @property
    def place_in_words(self) -> str:
        """Which answer it is, or after which it comes, as one would say it; empty before any."""
        if self._entry is None:
            return ""
        of = f"answer {self._number:,} of {self._last:,}"
        if not self._is_numbered:
            return f"After {of}"
        return f"A{of[1:]}{self._turned}"

    def arrange(self, is_wide: bool, *, is_told: bool) -> None:
        """Take three rows with buttons, or two with icons.

        Parameters
        ----------
        is_wide : bool
            Whether there is room for buttons.
        is_told : bool
            Whether the strip says which answer it is.
        """
        self.count.setVisible(not is_told)
        if (is_wide, is_told) != (self._is_wide, self._is_told):
            self._is_wide, self._is_told = is_wide, is_told
            self._lay_out()
            self._tell()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and watched is self.words:
            self._fit_words()
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.words.installEventFilter(self)
        self.flip_button.setObjectName("history_flip")
        self.remove_button.setObjectName("history_remove")
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for button in (self.flip_button, self.remove_button):
            button.setFont(font(13, MEDIUM))
            row.addWidget(button)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._lay_out()

    def _lay_out(self) -> None:
        grid, is_wide = self._grid, self._is_wide
        parts = (self.count, self.words, self._strip, self._buttons)
        for part in parts:
            grid.removeWidget(part)
        for part, place in zip(parts, PLACES_WIDE if is_wide else PLACES, strict=True):
            grid.addWidget(part, *place)
        if self._is_told:  # the count has left its room to the strip
            grid.addWidget(self._strip, 0 if is_wide else 1, 0, 1, 2)
        grid.setAlignment(self._strip, RIGHT if is_wide and not self._is_told else ANYHOW)
        grid.setAlignment(self._buttons, LEFT if is_wide else ANYHOW)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3 if is_wide else 0)
        heights = (STRIP_HEIGHT, 0) if is_wide else (WORDS_HEIGHT, STRIP_HEIGHT)
        for row, height in enumerate(heights):
            grid.setRowMinimumHeight(row, height)
        grid.setRowStretch(3, int(is_wide))
        for column in (0, 1):
            grid.setColumnStretch(column, column)
        self.setMinimumHeight(0 if is_wide else HEIGHT)
        self.setMaximumHeight(16777215 if is_wide else HEIGHT)
        for button, words in ((self.flip_button, FLIP), (self.remove_button, REMOVE)):
            _shape(button, words if is_wide else "")

    def _tell(self) -> None:
        entry = self._entry
        self.count.setText(self._counted())
        can_flip, can_remove = (False, False)
        if entry is not None:
            can_flip, can_remove = entry.can_flip, entry.can_remove
        self._allow(self.flip_button, can_flip, "Flip this answer")
        self._allow(self.remove_button, can_remove, "Remove this answer")
        for button in (self.flip_button, self.remove_button):
            said = "" if entry is None else f"{self._counted()}: {entry.words}"
            button.setAccessibleDescription(said)
        self._fit_words()

    def _counted(self) -> str:
        """Which answer it is, or after which it comes."""
        of = f"{self._number:,} of {self._last:,}"
        if self._entry is None:
            return of
        if not self._is_numbered:
            return self.place_in_words if self._is_wide else f"after {of}"
        return self.place_in_words if self._is_wide else f"{of}{self._turned}"

    @property
    def _turned(self) -> str:
        """What became of it: that it was flipped by then, and that it reads otherwise now."""
        if self._entry is None:
            return ""
        flipped = ", flipped" if self._entry.is_flipped else ""
        return f"{flipped}, changed since" if self._entry.is_otherwise_now else flipped

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
        shown = fitted(words, names, used, room, n_lines=LINES)
        self.words.setText(shown if room >= LEAST_WORDS else "")
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
