"""Two cards and which of them is better."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.panels.answer_button import KeyButton
from prefstudio.studio.panels.item_card import CardContent, ItemCard
from prefstudio.studio.widgets import label
from prefstudio.study.comparisons import Outcome

# What may be answered: words, key cap, keys.
ANSWERS: dict[Outcome, tuple[str, str, tuple[str, ...]]] = {
    Outcome.A: ("A is better", "←", ("Left", "A", "1")),
    Outcome.B: ("B is better", "→", ("Right", "B", "2")),
}

FIRST_AWAITED = ("Choosing the first pair…", "")


class ComparePanel(QWidget):
    """The asked pair; tells what was answered and that undo was clicked."""

    answered = Signal(object)  # Outcome
    undo_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compare")
        self.setAccessibleName("Compare")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card_a, self.card_b = ItemCard("A"), ItemCard("B")
        self.buttons = {
            outcome: KeyButton(words, cap, "answer") for outcome, (words, cap, _) in ANSWERS.items()
        }
        self.undo_button = KeyButton("Undo", "Ctrl Z", "ghost")
        self.undo_button.setObjectName("undo")
        self.count = label("", 12, SEMI_BOLD, lines_up=True)
        self.empty_title = label("", 16, SEMI_BOLD)
        self.empty_words = label("", 13, tone=2, wraps=True)
        self._group = QButtonGroup(self)
        self._stack = QStackedLayout()
        self._forbidden = ""
        self._build()
        self._connect()
        self.show_empty(*FIRST_AWAITED)

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, in order."""
        return [self, *self.buttons.values(), self.undo_button]

    def forbid(self, reason: str) -> None:
        """Take neither answers nor undo from here on, and say why at every button."""
        self._forbidden = reason
        for button in (*self.buttons.values(), self.undo_button):
            self._enable(button, False)
            button.setToolTip(reason)
            button.setAccessibleDescription(reason)

    def show_pair(self, card_a: CardContent, card_b: CardContent) -> None:
        """Show the pair that is asked now."""
        self.card_a.show_content(card_a)
        self.card_b.show_content(card_b)
        self._stack.setCurrentIndex(0)
        self._set_answerable(True)

    def show_waiting(self) -> None:
        """Keep what is shown, but take no answer until the next pair is there."""
        self._set_answerable(False)

    def show_empty(self, title: str, words: str) -> None:
        """Say why there is no pair to ask."""
        self.empty_title.setText(title)
        self.empty_words.setText(words)
        self._stack.setCurrentIndex(1)
        self._set_answerable(False)

    def show_count(self, words: str, undo_words: str) -> None:
        """Say how many answers there are and what undo would take back, if anything."""
        self.count.setText(words)
        self._enable(self.undo_button, bool(undo_words))
        self.undo_button.setToolTip(self._forbidden or undo_words)
        self.undo_button.setAccessibleName(undo_words or "Undo")

    def _build(self) -> None:
        cards = QWidget()
        pair = QHBoxLayout(cards)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(10)
        pair.addWidget(self.card_a, 1)
        pair.addWidget(self.card_b, 1)
        self._stack.addWidget(cards)
        self._stack.addWidget(self._build_empty())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(self._stack, 1)
        column.addLayout(self._build_answers())
        column.addLayout(self._build_foot())

    def _build_answers(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        for outcome, button in self.buttons.items():
            button.setObjectName(f"answer_{outcome.value.lower()}")
            self._group.addButton(button, list(ANSWERS).index(outcome))
            row.addWidget(button, 1)
        return row

    def _build_foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self.undo_button)
        row.addStretch(1)
        row.addWidget(self.count)
        return row

    def _build_empty(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.addStretch(1)
        for text in (self.empty_title, self.empty_words):
            text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(text)
        column.addStretch(1)
        return page

    def _connect(self) -> None:
        self._group.idClicked.connect(self._on_answer_clicked)
        self.undo_button.clicked.connect(self.undo_clicked)
        for outcome, (_, _, keys) in ANSWERS.items():
            shortcut = QShortcut(self)
            shortcut.setKeys([QKeySequence(key) for key in keys])
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            # A key that is held down must not answer pairs that nobody has seen.
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(self.buttons[outcome].press)

    def _set_answerable(self, answerable: bool) -> None:
        for button in self.buttons.values():
            self._enable(button, answerable)

    def _enable(self, button: KeyButton, is_enabled: bool) -> None:
        # Qt hands the focus of a disabled button to whatever comes next, such as a plot.
        if self.window().focusWidget() is button and not is_enabled:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        button.setEnabled(is_enabled and not self._forbidden)

    def _on_answer_clicked(self, place: int) -> None:
        self.answered.emit(list(ANSWERS)[place])
