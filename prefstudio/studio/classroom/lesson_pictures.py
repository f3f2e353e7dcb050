"""The six pictures of a lesson, and the step at which each of them appears."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from prefstudio.studio.classroom.lesson_matrix import LessonMatrix
from prefstudio.studio.classroom.lesson_panel import LessonPanel
from prefstudio.studio.classroom.lesson_scale import LessonScale
from prefstudio.studio.classroom.lesson_words import LessonWords
from prefstudio.studio.classroom.link_strip import LinkStrip
from prefstudio.studio.plots.band_plot import BandPlot
from prefstudio.studio.plots.intervals import REACH
from prefstudio.studio.plots.item_plot import NOBODY
from prefstudio.studio.theme import Theme
from prefstudio.study.lesson import Lesson
from prefstudio.study.shown_items import ShownItems

PIXELS = 15  # of figures on the axes
WIDE = 1500  # pixels of the page from which on the links are drawn, too
REACHED_AT = {
    "prior_band": 0,
    "first_band": 1,
    "loss": 2,
    "prior_covariance": 0,
    "first_covariance": 1,
    "second_band": 3,
}


class _Themed(Protocol):
    def show_theme(self, theme: Theme) -> None: ...


class LessonPictures:
    """Makes the pictures and fills them; panels by name, in the order they are laid out."""

    def __init__(self) -> None:
        self.prior_band = BandPlot("Utilities before any answer", PIXELS)
        self.first_band = BandPlot("Utilities after the first answer", PIXELS)
        self.second_band = BandPlot("Utilities after the second answer", PIXELS)
        self.prior_covariance = LessonMatrix("Prior covariance", is_diverging=True)
        self.first_covariance = LessonMatrix("Posterior covariance", is_diverging=True)
        self.loss = LessonMatrix("Expected loss", is_diverging=False)
        self.prior_scale = LessonScale("covariance", is_diverging=True)
        self.first_scale = LessonScale("covariance", is_diverging=True)
        self.loss_scale = LessonScale("expected loss", is_diverging=False)
        self.links = LinkStrip()
        self._items: ShownItems = NOBODY
        self._is_wide = False
        self.panels = self._panels()
        for name, panel in self.panels.items():
            panel.setObjectName(name)

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position."""
        for band in self._bands:
            band.show_items(items)
        for matrix in self._matrices:
            matrix.show_items(items)
        self._items = items
        for panel in self.panels.values():
            panel.show_reached(is_reached=False, is_current=False)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        themed: list[_Themed] = [*self._bands, *self._matrices, *self.panels.values(), self.links]
        themed += [self.prior_scale, self.first_scale, self.loss_scale]
        for each in themed:
            each.show_theme(theme)

    def show_width(self, width: int) -> None:
        """Leave the links out where the page is narrow."""
        self._is_wide = width >= WIDE
        self._show_links()

    def show_lesson(self, lesson: Lesson, words: LessonWords, step: int, is_forked: bool) -> None:
        """Draw a lesson as far as it has come."""
        self._draw_bands(lesson, is_forked)
        self._draw_matrices(lesson)
        self._say(lesson, words, is_forked)
        for name, panel in self.panels.items():
            at = REACHED_AT[name]
            panel.show_reached(is_reached=step >= at, is_current=step == at)

    @property
    def _bands(self) -> tuple[BandPlot, ...]:
        return self.prior_band, self.first_band, self.second_band

    @property
    def _matrices(self) -> tuple[LessonMatrix, ...]:
        return self.prior_covariance, self.first_covariance, self.loss

    def _panels(self) -> dict[str, LessonPanel]:
        return {
            "prior_band": LessonPanel("Before any answer", "", self.prior_band),
            "first_band": LessonPanel(
                "After the first answer", "One answer will move the utilities.", self.first_band
            ),
            "loss": LessonPanel(
                "Which pair next?",
                "Each pair will be worth something to ask.",
                self.loss,
                [self.loss_scale],
            ),
            "prior_covariance": LessonPanel(
                "Prior covariance", "", self.prior_covariance, [self.prior_scale, self.links]
            ),
            "first_covariance": LessonPanel(
                "Posterior covariance",
                "One answer will change what goes together.",
                self.first_covariance,
                [self.first_scale],
            ),
            "second_band": LessonPanel(
                "After the second answer",
                "A second answer will change the ranking.",
                self.second_band,
            ),
        }

    def _draw_bands(self, lesson: Lesson, is_forked: bool) -> None:
        beliefs = (lesson.prior, lesson.first, lesson.second, lesson.opposite)
        ends = [float(np.max(np.abs(b.mean) + REACH * b.sd)) for b in beliefs]
        limit = 1.08 * max(*ends, float(np.max(np.abs(lesson.draws))))
        largest = max(float(np.max(np.abs(b.mean))) for b in beliefs) or 1.0
        for band in self._bands:
            band.show_scale(limit, largest)
            band.show_asked(None)  # of the lesson before, which may have had more items
        after = lesson.opposite if is_forked else lesson.second
        self.prior_band.show_belief(lesson.prior.mean, lesson.prior.sd, draws=lesson.draws)
        self.first_band.show_belief(lesson.first.mean, lesson.first.sd)
        self.second_band.show_belief(after.mean, after.sd, before=lesson.first.mean)
        self.first_band.show_asked(lesson.answers[0])
        self.second_band.show_asked(lesson.answers[1])

    def _draw_matrices(self, lesson: Lesson) -> None:
        answered = lesson.answers[0]
        covariances = (lesson.prior.covariance, lesson.first.covariance)
        high = max(float(np.max(np.abs(each))) for each in covariances) or 1.0
        worth = float(np.nanmax(lesson.loss)) or 1.0
        self.prior_covariance.show_values(lesson.prior.covariance, high)
        self.first_covariance.show_values(lesson.first.covariance, high)
        self.first_covariance.show_marks([answered])
        self.loss.show_values(lesson.loss, worth)
        others = [pair for pair in lesson.tied if pair != lesson.asked]
        self.loss.show_marks([lesson.asked], others)
        self.prior_scale.show_range(-high, high)
        self.first_scale.show_range(-high, high, float(lesson.first.covariance[answered]))
        self.loss_scale.show_range(0.0, worth, float(lesson.loss[lesson.asked]))
        self.links.show_links(self._items, lesson.links)
        self._show_links()

    def _show_links(self) -> None:
        """Show the links where there is room, and where they are no tangle."""
        is_tangle = len(self.links.links) > self._items.n_items
        self.links.setVisible(self._is_wide and not is_tangle)

    def _say(self, lesson: Lesson, words: LessonWords, is_forked: bool) -> None:
        panels = self.panels
        first = words.answer(0)
        second = words.answer(1, is_forked=is_forked)
        draws = f"utility: {len(lesson.draws)} draws, 95\u00a0% band"
        after = lesson.opposite if is_forked else lesson.second
        panels["prior_band"].show_words("Before any answer", captions=(draws, "utility", ""))
        panels["first_band"].show_words(
            *(f"After {each}" for each in first),
            captions=("utility: mean, 95\u00a0% band", "utility", ""),
        )
        panels["loss"].show_words("Which pair next?", captions=("expected loss", ""))
        panels["prior_covariance"].show_words("Prior covariance", captions=(words.links(), ""))
        panels["first_covariance"].show_words(
            "Posterior covariance", captions=(*(f"after {each}" for each in first), "")
        )
        panels["second_band"].show_words(
            *(f"After {each} too" for each in second), captions=(*words.ranking(after), "")
        )
        panels["first_covariance"].show_foot(*words.together())
        panels["loss"].show_foot(*words.choice())
        panels["second_band"].show_foot(("dotted: the means before this answer", "dotted: before"))
