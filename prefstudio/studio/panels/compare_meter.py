"""How far a study has come: answers, how settled it is, about how many are left."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSpacerItem, QWidget

from prefstudio.studio.fonts import BOLD, font
from prefstudio.studio.icons import theme_now
from prefstudio.studio.numbers_as_text import NO_BREAK, UNKNOWN
from prefstudio.studio.panels.left_words import left_tip, left_words
from prefstudio.studio.widgets import label
from prefstudio.study.answers_left import answers_left
from prefstudio.study.forecast import FEWEST_ANSWERS, Forecast
from prefstudio.study.standing import Standing
from prefstudio.study.why_words import percent

ANSWERS_TIP = "Answers that count, without skips and what was undone."
ORDER_TIP = (
    "How sure the order of two items is, on average over all pairs: the mean of "
    "Φ(|mᵢ − mⱼ| ÷ √vᵢⱼ). Before any answer it is 50 %, since a coin would get half the pairs "
    "right; 100 % is certain."
)
TOP_TIP = "The chance that the items shown first are the best ones, from draws of the posterior."
COUNT_TIP = "How many of the items shown first are expected to be among the best ones."
LEAST_BAR, MOST_BAR = 36, 180  # pixels
ROUNDED = 3  # pixels by which three labels may be wider than their letters
APART, BESIDE_BAR = 14, 8  # pixels between the three, and from the words to the bar
# Words for which room is kept left and right of the bar, so that it stays where it is from answer
# to answer; where a row is too narrow for the first, the next is tried.
KEPT = (("999", "100 to 200"), ("999", "100"), ("99", "99"))
NEVER_TIP = "Items that no answer is about."


class SettledBar(QWidget):
    """A bar from nothing to all, with a tick at the goal."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(14)
        self.setMaximumWidth(MOST_BAR)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.share = 0.0
        self.goal: float | None = None

    def show_share(self, share: float, goal: float | None) -> None:
        """Fill the bar."""
        self.share, self.goal = min(max(share, 0.0), 1.0), goal
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(LEAST_BAR, 14)  # it takes what there is

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_BAR, 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, 4, self.width(), 6)
        painter.setBrush(theme.color("line"))
        painter.drawRoundedRect(track, 3, 3)
        painter.setBrush(theme.color("accent"))
        track.setWidth(self.share * self.width())
        painter.drawRoundedRect(track, 3, 3)
        if self.goal is not None:
            tick = QRectF(self.goal * self.width() - 1.0, 1, 2, 12)
            painter.fillRect(tick, theme.color("surface"))
            painter.fillRect(tick, theme.color("ink"))


class MeterRow(QWidget):
    """Answers left, how settled in the middle with its bar, what remains right."""

    def __init__(self) -> None:
        super().__init__()
        self.n_answers, self.answers = _number(), label("", 12, tone=2)
        self.settled_words, self.settled = label("", 12, tone=2), _number()
        self.settled_after = label("", 12, tone=2)
        self.bar = SettledBar()
        self.about, self.left = label("", 12, tone=2), _number()
        self.left_after = label("", 12, tone=2, lines_up=True)
        self._pads = tuple(QSpacerItem(0, 0) for _ in range(3))
        self._widest_number, self._n_never = "", 0
        self._said: tuple[object, ...] | None = None
        self.answers.setObjectName("answers")
        self._build()
        self.setFixedHeight(20)

    @property
    def text(self) -> str:
        """All that it says, for those who hear it and for tests."""
        return " · ".join(filter(None, (self._answers_text, self._settled_text, self._left_text)))

    def say(
        self,
        n_answers: int,
        standing: Standing | None,
        forecast: Forecast | None,
        n_never: int | None,
    ) -> None:
        """Say how far the study has come; what was said already is not laid out anew.

        Parameters
        ----------
        n_answers : int
        standing : Standing or None
            How settled the purpose of the study is, once it is known.
        forecast : Forecast or None
            About how many answers are left, once it is known.
        n_never : int or None
            How many items nobody was asked about.
        """
        said = (n_answers, standing, forecast, n_never)
        if said == self._said:
            return
        self._said = said
        self._show_answers(n_answers)
        self._show_standing(standing)
        self._show_left(n_answers, standing, forecast, n_never)
        self._fit()
        self.setAccessibleName(self.text.replace(" · ", ", "))

    def _show_answers(self, n_answers: int) -> None:
        self.n_answers.setText(f"{n_answers:,}")
        self.answers.setText(f"{NO_BREAK}answer{'' if n_answers == 1 else 's'}")

    def _show_standing(self, standing: Standing | None) -> None:
        """Say how settled the purpose is; once it was known, a dash holds its place."""
        if standing is not None:
            self._show_settled(standing)
        elif self.settled_words.text():
            self.settled.setText(UNKNOWN)
            self.bar.show_share(0.0, self.bar.goal)
        for part in (self.settled_words, self.settled):
            part.setVisible(bool(self.settled_words.text()))

    def _show_left(
        self,
        n_answers: int,
        standing: Standing | None,
        forecast: Forecast | None,
        n_never: int | None,
    ) -> None:
        """Say about how many answers are left, or how many items nobody was asked about."""
        self._n_never = max(n_never or 0, self._n_never)
        about, number, after, tip = "", "", "", ""
        is_foretold = forecast is not None and n_answers >= FEWEST_ANSWERS
        left = None
        if forecast is not None and is_foretold:
            left = answers_left(forecast, None if standing is None else standing.is_reached)
        if left is not None:
            about, number, after = left_words(left)
            tip = left_tip(left)
        elif n_never and not is_foretold:
            number, after, tip = f"{n_never:,}", f"{NO_BREAK}never asked", NEVER_TIP
        for part, words in zip(
            (self.about, self.left, self.left_after), (about, number, after), strict=True
        ):
            part.setText(words)
            part.setToolTip(tip)
            part.setVisible(bool(words))

    def _show_settled(self, standing: Standing) -> None:
        top_k, right = standing.top_k, standing.n_top_right
        words, after, tip, goal = "order settled ", "", ORDER_TIP, standing.goal
        number = percent(standing.settled)
        if top_k is not None:
            words, tip = "best one settled " if top_k == 1 else f"top {top_k} settled ", TOP_TIP
        if standing.counts_right_ones:
            tip, goal = COUNT_TIP, None  # the goal is that all of them are right
            words, number, after = "about ", f"{right:.0f}", f" of the top {top_k} right"
        self._widest_number = percent(1.0) if not after else f"{top_k}"
        self.settled_words.setText(words)
        self.settled.setText(number)
        self.settled_after.setText(after)
        self.settled_after.setVisible(bool(after))
        goal_words = "" if goal is None else f" The tick is the goal, {percent(goal)}."
        for part in (self.settled_words, self.settled, self.settled_after, self.bar):
            part.setToolTip(tip + goal_words)
        self.bar.show_share(standing.share, goal)

    def _build(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.n_answers)
        row.addWidget(self.answers)
        row.addItem(self._pads[0])
        row.addSpacing(APART)
        row.addStretch()
        row.addItem(self._pads[1])
        for part in (self.settled_words, self.settled, self.settled_after):
            row.addWidget(part)
        row.addSpacing(BESIDE_BAR)
        row.addWidget(self.bar, 1)  # all that the words leave, up to its most
        row.addSpacing(APART)
        row.addStretch()
        row.addItem(self._pads[2])
        for part in (self.about, self.left, self.left_after):
            row.addWidget(part)
        self.n_answers.setToolTip(ANSWERS_TIP)
        self.answers.setToolTip(ANSWERS_TIP)

    @property
    def _answers_text(self) -> str:
        return self.n_answers.text() + self.answers.text()

    @property
    def _settled_text(self) -> str:
        if self.settled.isHidden():
            return ""
        return self.settled_words.text() + self.settled.text() + self.settled_after.text()

    @property
    def _left_text(self) -> str:
        return self.about.text() + self.left.text() + self.left_after.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the bar where all words leave it room, and keep some for those to come."""
        groups = (
            (self.n_answers, self.answers),
            (self.settled_words, self.settled, self.settled_after),
            (self.about, self.left, self.left_after),
        )
        taken = [
            sum(each.sizeHint().width() for each in group if not each.isHidden())
            for group in groups
        ]
        room = self.width() - 2 * APART - BESIDE_BAR - self.bar.minimumSizeHint().width()
        has_bar = sum(taken) <= room and not self.settled.isHidden()
        self.bar.setVisible(has_bar)
        wanted = ([*map(max, taken, kept)] for kept in self._kept() if has_bar)
        given = next((each for each in wanted if sum(each) <= room), taken)
        for pad, most, least in zip(self._pads, given, taken, strict=True):
            pad.changeSize(most - least, 0, QSizePolicy.Policy.Maximum)  # it may be less
        self._row.invalidate()

    def _kept(self) -> Iterator[tuple[int, int, int]]:
        """Widths of the words left of the bar, right before it and right of it, as they may be."""
        settled = self.settled_words.text(), self._widest_number, self.settled_after.text()
        never = f"{self._n_never:,}" if self._n_never else ""
        for answers, left in KEPT:
            right = _width("about ", left, " left")
            if never:
                right = max(right, _width("", never, f"{NO_BREAK}never asked"))
            yield _width("", answers, f"{NO_BREAK}answers"), _width(*settled), right


def _width(before: str, number: str, after: str) -> int:
    """Pixels that some words take, with the number among them in bold."""
    plain, bold = (QFontMetrics(each) for each in (font(12), font(12, BOLD, lines_up=True)))
    words = plain.horizontalAdvance(before), plain.horizontalAdvance(after)
    return sum(words) + bold.horizontalAdvance(number) + ROUNDED


def _number() -> QLabel:
    return label("", 12, BOLD, lines_up=True)
