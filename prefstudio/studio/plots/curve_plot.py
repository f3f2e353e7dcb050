"""How settled the ranking was after each answer, with the moment that is looked at."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPen

from prefstudio.engine.linalg import Array
from prefstudio.studio.fonts import font
from prefstudio.studio.numbers_as_text import NO_BREAK, count_of
from prefstudio.studio.plots.goal_place import PlotRoom, goal_place
from prefstudio.studio.plots.house_plot import HousePlot
from prefstudio.studio.theme import Theme
from prefstudio.studio.tips import show_tip
from prefstudio.study.curve import Curve
from prefstudio.study.why_words import percent

BESIDE = 8  # pixels left and right of the curve: half a handle of the slider below
RIGHT = 6  # pixels kept free for the border of the widget
ABOVE, BELOW = 8, 3  # pixels over 100 % and under 0
WORDS_HEIGHT = 15  # pixels of the goal's words; kept free above 100 % where they stand there
LABELS_BELOW = 2  # pixels from the plot to the moments below it
MOST_DOTS = 120
MOST_LABELS = 6
STEPS = (1, 2, 4, 8, 10, 20, 30, 40, 50)
LEVELS = ((0.0, "0"), (0.5, "50"), (1.0, f"100{NO_BREAK}%"))
LOW = 40  # pixels of height under which the level between is not named
CLEAR = 2  # pixels between those words and the mark of the moment
AIRY = 14  # pixels from dot to dot from which a halo does not cut the curve
FILL = 0.11
TIP_ABOVE = 58  # pixels from the curve, which is not to be hidden, up to where Qt hangs a tooltip
EARLIER = "by today’s answers and model"  # what an earlier point is told of, as a moment is not


class CurvePlot(HousePlot):
    """One dot an answer; beyond the answer where a fork began, dots are hollow and lines dashed."""

    span_changed = Signal(object)  # pixels between which the slider below belongs
    moment_pointed = Signal(object)  # answers given, an int, where it was clicked or led by keys

    def __init__(self) -> None:
        super().__init__("How settled", ("left", "bottom"))
        self._n_answers: Array = np.empty(0)
        self._settled: Array = np.empty(0)
        self._goal: float | None = None
        self._moment, self._last = 0, 0
        self._fork_at: int | None = None
        self._words, self._short_words, self._meaning = "", "", ""
        self._above = ABOVE
        self._labelled = (-1, 0)  # the last moment and how many levels the axes name
        self.grid = pg.PlotCurveItem(connect="pairs")
        self.fill = pg.PlotCurveItem(fillLevel=0.0)
        self.goal = pg.PlotCurveItem()
        self.goal_words = pg.TextItem(anchor=(0, 0))
        self.line, self.dashes = pg.PlotCurveItem(), pg.PlotCurveItem()
        self.rings = pg.ScatterPlotItem()  # dots of what is only thought
        self.dots, self.cursor = pg.ScatterPlotItem(), pg.PlotCurveItem(connect="pairs")
        self.pointed = pg.ScatterPlotItem()
        self._build()

    def show_curve(self, curve: Curve) -> None:
        """Draw a curve."""
        self._n_answers, self._settled = curve.n_answers, curve.settled
        self._goal, self._words = curve.goal, curve.words
        self._short_words, self._meaning = curve.short_words or curve.words, curve.meaning
        self.forget_pointed()
        self.redraw()

    def show_moment(self, moment: int, last: int, fork_at: int | None = None) -> None:
        """Stand at a moment of all from 0 to the `last` answer.

        Parameters
        ----------
        moment, last : int
            Answers given then, and in all.
        fork_at : int or None
            Answers that are on record, where what follows is only thought.
        """
        if (moment, last, fork_at) == (self._moment, self._last, self._fork_at):
            return
        is_longer = last != self._last or fork_at != self._fork_at
        self._moment, self._last, self._fork_at = moment, last, fork_at
        if is_longer:
            self.redraw()
        else:
            self._draw_moment()
        self.setAccessibleDescription(self._in_words())

    def read_out(self, n_answers: float) -> str:
        """How settled it was at the moment that is drawn nearest to one, in words."""
        if not len(self._settled):
            return ""
        nearest = int(np.argmin(np.abs(self._n_answers - n_answers)))
        given = int(self._n_answers[nearest])
        when = f"After {count_of(given, 'answer')}" if given else "Before the first answer"
        said = f"{when}: {self._short_words} {percent(float(self._settled[nearest]))}"
        return f"{said}, {EARLIER}" if given < self._last else said

    def point_at(self, n_answers: float | None) -> None:
        """Light up and read out the moment that is drawn nearest to one, or none."""
        if n_answers is None or not len(self._settled):
            self.pointed.setData([], [])
            self.setToolTip("")
            return
        nearest = int(np.argmin(np.abs(self._n_answers - n_answers)))
        self.pointed.setData([self._n_answers[nearest]], [self._settled[nearest]])
        self.setToolTip(self.read_out(n_answers))

    def forget_pointed(self) -> None:
        self.point_at(None)

    def redraw(self) -> None:
        self._draw_goal()
        self._draw_range()
        fork = np.inf if self._fork_at is None else self._fork_at
        recorded, thought = self._n_answers <= fork, self._n_answers >= fork
        self.line.setData(self._n_answers[recorded], self._settled[recorded])
        self.dashes.setData(self._n_answers[thought], self._settled[thought])
        has_dots = self._last <= MOST_DOTS
        for dots, which in ((self.dots, recorded), (self.rings, ~recorded)):
            is_dotted = which & has_dots
            dots.setData(self._n_answers[is_dotted], self._settled[is_dotted])
        self._draw_halos()
        self._draw_moment()
        self.setAccessibleDescription(self._in_words())

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        dashed = Qt.PenStyle.DashLine
        self.grid.setPen(self.pen("grid", 1.0))
        self.goal.setPen(self.pen("ink3", 1.0, dashed))
        self.goal_words.setColor(theme.color("ink3"))
        self.fill.setPen(pg.mkPen(None))
        self.fill.setBrush(theme.color("accent", FILL))
        for dots in (self.dots, self.pointed):
            dots.setBrush(theme.color("accent"))
        self.rings.setBrush(theme.color("surface"))
        self.rings.setPen(self.pen("accent", 1.25))
        self.pointed.setPen(self.pen("surface", 1.5))
        self.cursor.setPen(self.pen("ink", 1.5))
        self._colour_curve()
        super().show_theme(theme)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._last:
            place = self._place_at(event.position().toPoint()).x()
            self.moment_pointed.emit(min(max(round(place), 0), self._last))
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        position = event.position().toPoint()
        is_inside = self.getViewBox().sceneBoundingRect().contains(self.mapToScene(position))
        self.point_at(self._place_at(position).x() if is_inside else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.forget_pointed()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            # Beside the curve, where its levels are named, it is told what they mean.
            above = QPoint(event.x(), -TIP_ABOVE)
            show_tip(above, self.toolTip() or self._meaning, self.viewport())
            return True
        return bool(super().viewportEvent(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self._last}
        key = Qt.Key(event.key())
        wanted = ends.get(key, self._moment + steps.get(key, 0))
        if wanted != self._moment and 0 <= wanted <= self._last:
            self.moment_pointed.emit(wanted)
        elif key not in (*steps, *ends):
            super().keyPressEvent(event)

    def x_of(self, n_answers: float) -> float:
        """Pixels from the left edge of the widget to a moment."""
        scene = self.getViewBox().mapViewToScene(QPointF(n_answers, 0.0))
        return self._pixels(scene)

    def _build(self) -> None:
        order = (self.grid, self.fill, self.goal, self.line, self.dashes, self.cursor)
        dots = (self.dots, self.rings, self.pointed)
        for height, item in enumerate((*order, *dots, self.goal_words)):
            item.setZValue(height)
            self.addItem(item, ignoreBounds=True)
        self.dots.setSize(5)
        self.rings.setSize(5)
        self.pointed.setSize(9)
        self.goal_words.setFont(font(11, lines_up=True))
        self.goal_words.textItem.document().setDocumentMargin(1)
        self.setMinimumSize(80, 40)
        self.getPlotItem().setContentsMargins(0, 0, RIGHT, 0)
        self.getAxis("bottom").setStyle(tickTextOffset=LABELS_BELOW)
        self.getAxis("left").show_labels(list(LEVELS))
        self.getViewBox().sigResized.connect(self._on_view_resized)

    def _on_view_resized(self) -> None:
        self._draw_goal()
        self._draw_range()
        self._draw_halos()
        self._draw_moment()
        last = max(self._last, 1)
        self.span_changed.emit((self.x_of(0) - BESIDE, self.x_of(last) + BESIDE))

    def _place_at(self, position: QPoint) -> QPointF:
        """The moment and level at a position of the widget."""
        place: QPointF = self.getViewBox().mapSceneToView(self.mapToScene(position))
        return place

    def _pixels(self, scene: QPointF) -> float:
        """From the left edge of the widget, which has a border, to a point of its scene."""
        return self.viewportTransform().map(scene).x() + self.viewport().geometry().left()

    def _draw_range(self) -> None:
        """Leave as many pixels beside the curve as the slider's handle needs."""
        box, last = self.getViewBox(), max(self._last, 1)
        step = last / max(box.width() - 2 * BESIDE, 1.0)
        self.setXRange(-BESIDE * step, last + BESIDE * step, padding=0)
        rise = 1.0 / max(box.height() - self._above - BELOW, 1.0)
        self.setYRange(-BELOW * rise, 1.0 + self._above * rise, padding=0)
        levels = LEVELS if box.height() >= LOW else (LEVELS[0], LEVELS[-1])
        if (self._last, len(levels)) != self._labelled:
            self._draw_labels(levels)

    def _draw_labels(self, levels: Sequence[tuple[float, str]]) -> None:
        """Name levels and moments; only where they change, for the whole plot is laid out anew."""
        self._labelled = self._last, len(levels)
        self.getAxis("left").show_labels(list(levels))
        between = _step_for(self._last)
        labels = [(k, f"{k:,}") for k in range(between, self._last + 1, between)]
        self.getAxis("bottom").show_labels([(0, "prior"), *labels])
        ends = [0, max(self._last, 1)]
        self.grid.setData(np.tile(ends, len(levels)), np.repeat([y for y, _ in levels], 2))

    def _draw_halos(self) -> None:
        is_airy = self.getViewBox().width() > AIRY * self._last
        self.dots.setPen(self.pen("surface", 0.75) if is_airy else pg.mkPen(None))

    def _draw_goal(self) -> None:
        if self._goal is None:
            self.goal.setData([], [])
            self.goal_words.setText("")
            return
        last, box = max(self._last, 1), self.getViewBox()
        self.goal.setData([0, last], [self._goal, self._goal])
        self.goal_words.setText(f"goal {100 * self._goal:.0f}{NO_BREAK}%")
        room = PlotRoom(
            height=box.height() - ABOVE - BELOW,
            width=max(box.width() - 2 * BESIDE, 1.0),
            words_width=self.goal_words.boundingRect().width(),
            words_height=WORDS_HEIGHT,
        )
        pixels, is_above = goal_place(self._n_answers, self._settled, self._goal, room)
        self._above = WORDS_HEIGHT if is_above else ABOVE
        self.goal_words.setAnchor((0, 1 if is_above else 0))
        self.goal_words.setPos(pixels * last / room.width, self._goal)

    def _draw_moment(self) -> None:
        passed = self._n_answers <= self._moment
        self.fill.setData(self._n_answers[passed], self._settled[passed])
        ends = self._mark_ends()
        self.cursor.setData(np.full(len(ends), self._moment), ends)

    def _mark_ends(self) -> list[float]:
        """Between which levels the moment is marked: not through the words of the goal."""
        words, box = self.goal_words.boundingRect(), self.getViewBox()
        if self._goal is None or not box.width():
            return [0.0, 1.0]
        step = max(self._last, 1) / max(box.width() - 2 * BESIDE, 1.0)
        left = self.goal_words.pos().x()
        if not left - CLEAR * step < self._moment < left + (words.width() + CLEAR) * step:
            return [0.0, 1.0]
        high = WORDS_HEIGHT / max(box.height() - self._above - BELOW, 1.0)
        low, top = (self._goal, self._goal + high)
        if self.goal_words.anchor.y() == 0:  # they hang below their line
            low, top = (self._goal - high, self._goal)
        return [0.0, max(low, 0.0), min(top, 1.0), 1.0]

    def _colour_curve(self) -> None:
        self.line.setPen(self._curve_pen(Qt.PenStyle.SolidLine))
        self.dashes.setPen(self._curve_pen(Qt.PenStyle.DashLine))

    def _curve_pen(self, style: Qt.PenStyle) -> QPen:
        return self.pen("accent", 2.0, style)

    def _in_words(self) -> str:
        if not len(self._settled):
            return "Nothing is known yet."
        first, now = (f"{100 * self._settled[k]:.0f}{NO_BREAK}%" for k in (0, -1))
        goal = "" if self._goal is None else f" The goal is {100 * self._goal:.0f}{NO_BREAK}%."
        words = f"{self._words[:1].upper()}{self._words[1:]}"
        given = count_of(int(self._n_answers[-1]), "answer")
        shown = "" if self._moment >= self._last else f" {self.read_out(self._moment)}."
        meant = f" {self._meaning}" if self._meaning else ""
        return f"{words}: {first} at first, {now} after {given}.{goal}{shown}{meant}"


def _step_for(last: int) -> int:
    """Answers from one label to the next, so that there are few labels."""
    power = 1
    while True:
        for step in STEPS:
            if last <= MOST_LABELS * step * power:
                return step * power
        power *= 10
