"""One of the two items that are compared."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD
from prefstudio.studio.widgets import badge, label, rule


@dataclass(frozen=True, slots=True)
class CardContent:
    """What a card says of its item.

    Attributes
    ----------
    key
        The short name by which plots call the item; empty when it is the name.
    facts
        Words and values, at most four.
    """

    name: str
    key: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()


class ItemCard(QFrame):
    """Badge, name, text and a few facts; both cards of a pair are equally large."""

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setObjectName(f"card_{letter.lower()}")
        self._letter = letter
        self.name = label("", 16, SEMI_BOLD, wraps=True)
        self.name.setObjectName(f"name_{letter.lower()}")
        self.key = label("", 12, tone=3)
        self.text = label("", 13, tone=2, wraps=True)
        self._facts = QVBoxLayout()
        self._rows: list[_FactRow] = []
        self._build()

    def show_content(self, content: CardContent) -> None:
        """Show an item."""
        self.name.setText(content.name)
        self.key.setText(content.key)
        self.key.setVisible(bool(content.key))
        self.text.setText(content.text)
        self._show_facts(content.facts)
        self.setAccessibleName(f"{self._letter}: {content.name}")
        self.setAccessibleDescription(content.text)
        self._lay_out()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        top = Qt.AlignmentFlag.AlignTop
        head.addWidget(badge(self._letter), 0, top)
        head.addWidget(self.name, 1, top)
        head.addWidget(self.key, 0, top)
        self._facts.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(_scrolled(self.text), 1)
        column.addWidget(rule())
        column.addLayout(self._facts)

    def _lay_out(self) -> None:
        """Place everything at once; Qt may paint new words in the places of the old."""
        for widget in (self, *self._rows):
            layout = widget.layout()
            assert layout is not None
            layout.activate()

    def _show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        while len(self._rows) < len(facts):
            self._rows.append(_FactRow())
            self._facts.addWidget(self._rows[-1])
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(facts))
        for row, (words, value) in zip(self._rows, facts, strict=False):
            row.show_fact(words, value)


class _FactRow(QWidget):
    """Words left, value right."""

    def __init__(self) -> None:
        super().__init__()
        self._words = label("", 12, tone=3)
        self._value = label("", 12, MEDIUM, lines_up=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._words)
        row.addStretch(1)
        row.addWidget(self._value)

    def show_fact(self, words: str, value: str) -> None:
        """Say one fact."""
        self._words.setText(words)
        self._value.setText(value)


def _scrolled(text: QLabel) -> QScrollArea:
    """A text that scrolls when it is longer than its card."""
    text.setAlignment(Qt.AlignmentFlag.AlignTop)
    text.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
    area = QScrollArea()
    area.setProperty("kind", "plain")
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(text)
    return area
