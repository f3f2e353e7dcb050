"""Facts of an item: words left, value right."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from prefstudio.studio.card_content import Fact, Value, value_words
from prefstudio.studio.fitting_names import fitted
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD
from prefstudio.studio.widgets import label

ROW = 18
APART = 6  # words and value, at least
GAP = 2
LEAST_NAME = 24  # pixels
WORDS_SHARE = 0.6  # of a row, at most, is for what its value is called


class NamesLabel(QLabel):
    """A line whose names lose their middle where it is too long; the whole is its tooltip.

    A line without names loses its own.
    """

    def __init__(self, like: QLabel) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(like.font())
        self.setProperty("tone", like.property("tone"))
        self._whole = ""
        self._names: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """The line as it was given."""
        return self._whole

    def say(self, text: str, names: tuple[str, ...] = ()) -> None:
        """Show a line with some names in it, in their order."""
        if (text, names) != (self._whole, self._names):
            self._whole, self._names = text, names
            self.setAccessibleName(text)
            self._elide()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self._whole)
        return QSize(width + 1, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint().width()  # all of it for a figure, which nobody can guess
        least = min(LEAST_NAME, hint) if any(map(str.isalpha, self._whole)) else hint
        return QSize(least, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        shown = fitted(self._whole, self._names, self.font(), max(self.width(), 0))
        self.setText(shown)
        self.setToolTip("" if shown == self._whole else self._whole)


class FactRow(QWidget):
    """Words left, value right, of which the end may be strong."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(ROW)
        self._words = NamesLabel(label("", 12, tone=3))
        self._value = NamesLabel(label("", 12, MEDIUM))
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._strong = label("", 12, SEMI_BOLD)
        self._strong.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._values = ("", "")
        self._names: tuple[str, ...] = ()
        self._is_short = False
        self._said: tuple[str | tuple[str, ...], ...] = ()
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._words)
        row.addSpacing(APART)
        row.addStretch(1)
        row.addWidget(self._value)
        row.addWidget(self._strong)

    @property
    def text(self) -> str:
        """All that it says."""
        return f"{self._words.whole} {self._values[0]}{self._strong.text()}"

    def show_fact(self, words: str, value: Value, strong: str = "", short: str = "") -> None:
        """Say one fact; `short` is said for the value where there is little room."""
        if self._said == (words, value, strong, short):
            return
        self._said = (words, value, strong, short)
        self._names = () if isinstance(value, str) else value
        whole = value_words(value)
        self._values = (whole, short or whole)
        self._words.say(words)
        self._strong.setText(strong)
        self._strong.setVisible(bool(strong))
        self._choose_value()
        self._row.activate()  # at once, so that nothing jumps after it is painted

    @property
    def needs_short(self) -> bool:
        """Whether there is too little room for the whole value."""
        taken = self._words.sizeHint().width() + APART
        taken += self._strong.sizeHint().width() if self._strong.text() else 0
        needed = QFontMetrics(self._value.font()).horizontalAdvance(self._values[0]) + 1
        return taken + needed > self.width()

    @property
    def value(self) -> str:
        """What it says of the value in the room there is."""
        return self._value.whole

    def show_short(self, is_short: bool) -> None:
        """Say the short value even where there is room, as the row that it stands beside does."""
        self._is_short = is_short
        self._choose_value()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_value()

    def _choose_value(self) -> None:
        whole, short = self._values
        # Rather a shorter value than words that nobody can read.
        words = self._words.sizeHint().width()
        self._words.setMinimumWidth(min(words, int(WORDS_SHARE * self.width())))
        self._value.say(short if self._is_short or self.needs_short else whole, self._names)


class FactList(QWidget):
    """Some facts below one another; where there is no room, the loose ones leave first."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP)
        self._rows: list[FactRow] = []
        self._loose: tuple[Fact, ...] = ()
        self._firm: tuple[Fact, ...] = ()
        self.n_kept = 0

    @property
    def texts(self) -> list[str]:
        """What the visible rows say."""
        return [row.text for row in self._rows[: self.n_kept]]

    def show_facts(self, loose: tuple[Fact, ...], firm: tuple[Fact, ...] = ()) -> None:
        """Take other facts."""
        self._loose, self._firm = loose, firm

    @property
    def n_facts(self) -> int:
        """How many there are."""
        return len(self._loose) + len(self._firm)

    def fit(self, height: int, n_rows: int = 0) -> int:
        """Show as many as a height allows, and return the height that they take.

        Parameters
        ----------
        height : int
            Pixels.
        n_rows : int
            Rows that room is kept for, if there are fewer facts: as many as the other card has.
        """
        room = max(0, (height + GAP) // (ROW + GAP))
        firm = self._firm[max(0, len(self._firm) - room) :]
        facts = (*self._loose[: max(0, room - len(firm))], *firm)
        while len(self._rows) < len(facts):
            self._rows.append(FactRow())
            self._column.addWidget(self._rows[-1])
        self.n_kept = len(facts)
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(facts))
        for row, (words, value) in zip(self._rows, facts, strict=False):
            row.show_fact(words, value)
        n_taken = max(len(facts), min(n_rows, room))
        taken = max(0, n_taken * (ROW + GAP) - GAP)
        self.setFixedHeight(taken)
        self.setVisible(n_taken > 0)
        if not n_taken:
            self.setGeometry(0, 0, 0, 0)  # wherever it was
        return taken
