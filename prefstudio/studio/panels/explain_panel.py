"""The last update explained: what was said, four quantities, and what moved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.empty_page import EmptyPage
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.panels.emphasis_label import EmphasisLabel
from prefstudio.studio.panels.explain_words import lines, sentence, symbols
from prefstudio.studio.panels.moves_list import REASON, ROW, MovesList, ShownMove
from prefstudio.studio.panels.rows_area import RowsArea
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label, rule
from prefstudio.study.explanation import Explanation
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

NOTHING = "No answers yet"
NOT_YET = "Nothing explained yet"
BEFORE = "Before the first answer"
NEXT = "Answer a pair, and here it says what the answer changed and why."
RETURN = "Return to now (Alt+End), and here it says what the last answer changed and why."
N_LINES = 4


class ExplainPanel(QWidget):
    """Shows one explanation; the last one stays until the next is there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("explain_panel")
        self.setAccessibleName("Explain")
        self.controls: list[QWidget] = []
        self.sentence = EmphasisLabel()
        self.sentence.setObjectName("explain_sentence")
        self.lines: list[tuple[QLabel, QLabel, QLabel]] = []
        self.moves = MovesList()
        self.symbols = label("", 12, tone=3, wraps=True)
        self.symbols.setObjectName("explain_symbols")
        self.symbols.setTextFormat(Qt.TextFormat.RichText)  # ours alone: no text of a file
        self._items = ShownItems((), (), ())
        self._explanation: Explanation | None = None
        self._has_answers = self._is_past = False
        self.empty = EmptyPage("math-operations", NOTHING, NEXT, icon_role="ink2", title_pixels=16)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._build_page())
        self.show_explanation(None)

    def show_items(self, items: ShownItems) -> None:
        """Call items by other names from now on; what is shown speaks of the old ones."""
        is_other = items.ids != self._items.ids
        self._items = items
        self.show_explanation(None if is_other else self._explanation)

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Show the last update of a view; where none was made the last one stays.

        Not one of an answer that was yet to be given.
        """
        n_answers, shown = view.posterior.n_answers, self._explanation
        self._has_answers = n_answers > 0
        is_yet_to_come = shown is None or (shown.number > n_answers and not view.is_fleeting)
        if view.explanation is not None:
            self.show_explanation(view.explanation)
        elif not self._has_answers or is_yet_to_come:
            self.show_explanation(None)

    def show_past(self, is_past: bool) -> None:
        """Know whether the study is looked at as it was."""
        self._is_past = is_past
        if self._explanation is None:
            self._say_why_empty()

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Show one update; None says why there is none."""
        self._explanation = explanation
        self._stack.setCurrentIndex(0 if explanation is None else 1)
        if explanation is None:
            self._say_why_empty()
            return
        self.sentence.show_parts(sentence(explanation, self._items))
        for row, line in zip(self.lines, lines(explanation), strict=True):
            for text, shown in zip(row, (line.words, line.symbol, line.figure), strict=True):
                text.setText(shown)
        names = self._items.names
        pair = names[explanation.a], names[explanation.b]
        self.moves.show_moves(
            [
                ShownMove(names[move.position], move.change, move.why, pair)
                for move in explanation.moves
            ]
        )
        self.symbols.setText(symbols(explanation))
        for row in self.lines:
            for text in row:
                text.setToolTip(self.symbols.text())
        self.setAccessibleDescription(
            f"{self.sentence.text()} What moved: {self.moves.accessibleDescription()}."
        )

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.moves.update()

    def figure_name(self) -> str:
        """What the figure is called."""
        return "What moved"

    def figure_table(self) -> FigureTable:
        """Items that the last answer moved."""
        rows = ((move.name, move.change, move.why) for move in self.moves.moves)
        shown = tuple(rows) if self._explanation is not None else ()
        return FigureTable(("item", "change of the mean", "why"), shown)

    def _say_why_empty(self) -> None:
        title = NOT_YET if self._has_answers else BEFORE if self._is_past else NOTHING
        self.empty.say(title, RETURN if self._is_past else NEXT)
        self.setAccessibleDescription(title)

    def _build_page(self) -> QScrollArea:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(4, 8, 4, 0)  # room for the ring of the focus
        column.setSpacing(6)
        column.addWidget(self.sentence)
        column.addLayout(self._build_lines())
        column.addWidget(rule())
        column.addWidget(label("What moved", 12, SEMI_BOLD))
        column.addWidget(self.moves)
        column.addWidget(self.symbols)
        column.addStretch(1)
        area = RowsArea(page, ROW + REASON)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        area.setAccessibleName("The last answer explained")
        return area

    def _build_lines(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row in range(N_LINES):
            texts = (
                label("", 12, tone=2),
                label("", 12, tone=3),
                label("", 12, SEMI_BOLD, lines_up=True),
            )
            texts[1].setTextFormat(Qt.TextFormat.RichText)  # ours alone: no text of a file
            texts[1].setMinimumWidth(1)  # where there is no room, symbols go before figures do
            texts[2].setObjectName(f"explain_figure_{row}")
            texts[2].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            for column, text in enumerate(texts):
                text.setFixedHeight(17)
                grid.addWidget(text, row, column)
            self.lines.append(texts)
        return grid
