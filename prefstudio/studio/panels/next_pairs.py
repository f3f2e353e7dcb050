"""What each way to choose would ask next, one row each; a click asks that pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from prefstudio.studio.fonts import MEDIUM
from prefstudio.studio.panels.pair_names import BETWEEN, PairNames
from prefstudio.studio.widgets import label
from prefstudio.study.asked_next import WouldAsk
from prefstudio.study.why_words import order_words, percent


@dataclass(frozen=True, slots=True)
class NextRow:
    """One row: by what, which pair, and how unsure its order is.

    Attributes
    ----------
    title
        The purpose or criterion.
    names
        Of both items; empty when there is no pair.
    is_asked
        Whether it is the pair on screen.
    is_own
        Whether the study itself chooses this way.
    waits
        Whether the study would ask it now, but another pair is on screen.
    """

    title: str
    names: tuple[str, ...]
    would_ask: WouldAsk
    is_asked: bool = False
    is_own: bool = False
    waits: bool = False

    @property
    def waiting_pair(self) -> tuple[int, int] | None:
        """Positions of the pair that waits; None when none does."""
        return self.would_ask.pair if self.waits else None

    @property
    def chance(self) -> str:
        """How likely the current order is wrong, if there is one."""
        reason = self.would_ask.reason
        if reason is None:
            return ""
        return "tied so far" if reason.shares_place else f"{percent(reason.p_wrong)} wrong"

    @property
    def words(self) -> str:
        """All of it, for those who hear it."""
        reason = self.would_ask.reason
        if reason is None:
            return f"{self.title}: {self.would_ask.why}"
        now = ", on screen now" if self.is_asked else ""
        return (
            f"{self.title} would ask {BETWEEN.join(self.names)}{now}: "
            f"{order_words(reason)}. {self.would_ask.why}"
        )


class NextPairButton(QPushButton):
    """One row; pressed, its pair is asked."""

    pair_chosen = Signal(object)  # tuple of int

    def __init__(self, name: str, *, has_title: bool = True) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(name.replace("_", " ").capitalize())  # until there is a pair
        self.setProperty("kind", "next_pair")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        self._pair: tuple[int, int] | None = None
        self._forbidden = ""
        self.title = label("", 12, MEDIUM, tone=2)
        self.chance = label("", 12, tone=2, lines_up=True)
        self.pair = PairNames()
        self.why = label("", 12, tone=3, wraps=True)
        self._build(has_title)
        self.clicked.connect(self._on_clicked)

    def show_row(self, row: NextRow) -> None:
        """Show another pair, or that there is none."""
        self._pair = row.would_ask.pair
        self.title.setText(f"{row.title} (this study)" if row.is_own else row.title)
        self.chance.setText(row.chance)
        self.pair.show_names(row.names)
        now = "On screen now. " if row.is_asked else ""
        self.why.setText(f"{now}{row.would_ask.why}")
        self._mark(row.is_asked)
        self.setAccessibleName(row.words)
        self.setToolTip(self._forbidden or row.words)
        self.setEnabled(self._pair is not None and not row.is_asked and not self._forbidden)

    def forbid(self, reason: str) -> None:
        """Ask nothing from here on, and say why."""
        self._forbidden = reason
        self.setEnabled(False)
        self.setToolTip(reason)

    def _build(self, has_title: bool) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.pair, 1)
        head.addWidget(self.chance, 0, Qt.AlignmentFlag.AlignTop)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(10, 5, 10, 5)
        column.setSpacing(1)
        column.addWidget(self.title)
        self.title.setVisible(has_title)
        column.addLayout(head)
        column.addWidget(self.why)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        for inner in self.findChildren(QWidget):
            inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return self._column.sizeHint()  # a button would only ask for its own words

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._column.minimumSize().height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._column.totalHeightForWidth(width)

    def _mark(self, is_asked: bool) -> None:
        if self.property("asked") != is_asked:
            self.setProperty("asked", is_asked)
            self.style().unpolish(self)
            self.style().polish(self)

    def _on_clicked(self) -> None:
        if self._pair is not None:
            self.pair_chosen.emit(self._pair)


class NextPairs(QWidget):
    """Rows below each other, as many as there are criteria."""

    pair_chosen = Signal(object)  # tuple of int

    def __init__(self, name: str, n_rows: int) -> None:
        super().__init__()
        self.buttons = [NextPairButton(f"{name}_{number}") for number in range(n_rows)]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for button in self.buttons:
            button.pair_chosen.connect(self.pair_chosen)
            column.addWidget(button)

    def show_rows(self, rows: Sequence[NextRow]) -> None:
        """Show what each would ask; none while that is not known."""
        for button in self.buttons:
            button.setVisible(bool(rows))
        for button, row in zip(self.buttons, rows, strict=False):
            button.show_row(row)

    def forbid(self, reason: str) -> None:
        """Ask nothing from here on, and say why."""
        for button in self.buttons:
            button.forbid(reason)
