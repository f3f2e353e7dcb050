"""What the classroom says: one sentence a step, and a line beside each picture."""

from __future__ import annotations

import numpy as np

from prefstudio.studio.figures import figure
from prefstudio.studio.plots.house_plot import short
from prefstudio.study.lesson import Lesson, LessonBelief, Pair
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.words import counted, listed

TITLE = "From two answers to a ranking"
STEPS = ("Prior", "First answer", "Choose a pair", "Second answer")
LEAST_MOVE = 5e-4  # a mean that moved less than this is said to have stayed
MOST_LISTED = 4
LONGEST_PAIR = 12  # characters
LONGEST_RANKING = 26  # characters
LONGEST_LINKS, LONGEST_PAIRS = 30, 30  # characters
WHOLE = 1 << 20  # characters: no name is as long


class LessonWords:
    """The sentences of one lesson; items are called as on the axes."""

    def __init__(self, lesson: Lesson, items: ShownItems) -> None:
        self._lesson = lesson
        self._names = items.short_names

    def sentence(self, step: int, *, is_forked: bool = False) -> str:
        """The caption of a step."""
        says = (self._on_prior, self._on_first, self._on_choice)
        return says[step]() if step < len(says) else self._on_second(is_forked)

    def answer(self, number: int, *, is_forked: bool = False, longest: int = WHOLE) -> str:
        """An answer, such as "b ≻ e"; each name is cut at its own end."""
        winner, loser = self._answer(number, is_forked)
        return " ≻ ".join(short(self._names[item], longest) for item in (winner, loser))

    def other_winner(self, *, is_forked: bool) -> str:
        """Who would win the second answer if it were the other one."""
        return self._names[self._answer(1, is_forked)[1]]

    def links(self) -> str:
        """The links in a few words."""
        links = self._lesson.links
        if not links:
            return "no links"
        told = f"link{'s' if len(links) > 1 else ''} {', '.join(map(self._pair, links))}"
        is_long = len(links) > MOST_LISTED or len(told) > LONGEST_LINKS
        return counted(len(links), "link") if is_long else told

    def together(self) -> tuple[str, str]:
        """What the first answer does to the covariance of its items: a sentence, and figures."""
        pair = self._lesson.answers[0]
        before = float(self._lesson.prior.covariance[pair])
        after = float(self._lesson.first.covariance[pair])
        names = listed(self._names[item] for item in sorted(pair))
        if len(names) > LONGEST_PAIR:
            names = "the two"
        how = "now go together" if abs(before) < LEAST_MOVE < after else "go together more"
        if after < before:
            how = "go together less"
        return f"{names} {how}:", f"{figure(before)} → {figure(after)}"

    def choice(self) -> tuple[str, str]:
        """Which pairs are worth most, and which of them is asked."""
        lesson = self._lesson
        worth = figure(float(lesson.loss[lesson.tied[0]]), 3)
        asked = self._pair(lesson.asked)
        if len(lesson.tied) == 1:
            told = f"one pair is worth most, {worth};"
        else:
            pairs = listed(map(self._pair, lesson.tied))
            if len(lesson.tied) > MOST_LISTED or len(pairs) > LONGEST_PAIRS:
                pairs = counted(len(lesson.tied), "pair").capitalize()
            told = f"{pairs} tie at {worth};"
        return told, f"we ask {asked}"

    def ranking(self, belief: LessonBelief) -> str:
        """The ranking, or its beginning where names are long."""
        names = [self._names[item] for item in belief.ranking]
        whole = "ranking  " + "  ".join(names)
        return whole if len(whole) <= LONGEST_RANKING else f"first: {', '.join(names[:3])}"

    def _answer(self, number: int, is_forked: bool) -> Pair:
        winner, loser = self._lesson.answers[number]
        return (loser, winner) if is_forked and number == 1 else (winner, loser)

    def _pair(self, pair: Pair) -> str:
        names = [self._names[item] for item in pair]
        return (" – " if any(" " in name for name in names) else "–").join(names)

    def _on_prior(self) -> str:
        links = self._lesson.links
        if not links:
            return "Before any answer all items are believed to be equally good."
        if len(links) > MOST_LISTED:
            return "Items that are linked are believed to be alike, before any answer."
        return f"Linked items are believed to be alike: {listed(map(self._pair, links))}."

    def _on_first(self) -> str:
        lesson, pair = self._lesson, self._lesson.answers[0]
        change = lesson.first.mean - lesson.prior.mean
        moved = set(np.flatnonzero(np.abs(change) > LEAST_MOVE).tolist()) - set(pair)
        asked = listed(self._names[item] for item in pair)
        if not moved:
            return f"One answer moves {asked}, and no other item."
        many = len(moved) > MOST_LISTED
        told = counted(len(moved), "other item") if many else self._listed(moved)
        if moved <= {end for link in lesson.links for end in link}:
            return f"The links carry an answer about {asked} to {told}."
        return f"An answer about {asked} moves {told}, too."

    def _on_choice(self) -> str:
        first, second = (self._names[item] for item in self._lesson.asked)
        if self._lesson.asked in self._lesson.tied:
            return f"A wrong order of {first} and {second} would cost most, so they are asked next."
        return f"{first} and {second} are asked next."

    def _on_second(self, is_forked: bool) -> str:
        belief = self._lesson.opposite if is_forked else self._lesson.second
        best, n_items = self._names[belief.ranking[0]], len(self._names)
        if is_forked:
            said = self._names[self._answer(1, is_forked)[0]]
            return f"Had she said {said}, {best} would be first."
        return f"Two answers rank all {counted(n_items, 'item')}: {best} is first."

    def _listed(self, items: set[int]) -> str:
        return listed(self._names[item] for item in sorted(items))
