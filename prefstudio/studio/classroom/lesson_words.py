"""What the classroom says: one sentence a step, and a line beside each picture."""

from __future__ import annotations

import numpy as np

from prefstudio.studio.numbers_as_text import figure
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
LONGEST_LINKS = 30  # characters
LENGTHS = (1 << 20, 24, 18, 14, 12, 10, 8, 6, 4)  # characters of a name, as there is room


class LessonWords:
    """The sentences of one lesson; items are called as on the axes."""

    def __init__(self, lesson: Lesson, items: ShownItems) -> None:
        self._lesson = lesson
        self._names = items.short_names

    def sentence(self, step: int, *, is_forked: bool = False) -> str:
        """The caption of a step."""
        says = (self._on_prior, self._on_first, self._on_choice)
        return says[step]() if step < len(says) else self._on_second(is_forked)

    def answer(self, number: int, *, is_forked: bool = False) -> tuple[str, ...]:
        """An answer, such as "b ≻ e", then with names that are cut, each by itself."""
        return self._cut(" ≻ ", self._answer(number, is_forked))

    def other_winner(self, *, is_forked: bool) -> tuple[str, ...]:
        """Who would win the second answer if it were the other one; then its name cut shorter."""
        name = self._names[self._answer(1, is_forked)[1]]
        return tuple(dict.fromkeys(short(name, most) for most in LENGTHS))

    def links(self) -> str:
        """The links in a few words."""
        links = self._lesson.links
        if not links:
            return "no links"
        told = f"link{'s' if len(links) > 1 else ''} {', '.join(map(self._pair, links))}"
        is_long = len(links) > MOST_LISTED or len(told) > LONGEST_LINKS
        return counted(len(links), "link") if is_long else told

    def together(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the first answer does to the covariance of its items: sentences, and figures."""
        pair = self._lesson.answers[0]
        before = float(self._lesson.prior.covariance[pair])
        after = float(self._lesson.first.covariance[pair])
        names = listed(self._names[item] for item in sorted(pair))
        if len(names) > LONGEST_PAIR:
            names = "the two"
        how = "now go together" if abs(before) < LEAST_MOVE < after else "go together more"
        if after < before:
            how = "go together less"
        told = (f"{names} {how}:", f"{how.removeprefix('now ')}:")
        return told, (f"{figure(before)} → {figure(after)}",)

    def choice(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Which pairs are worth most, and which of them is asked; then the same in less room."""
        lesson, n_tied = self._lesson, len(self._lesson.tied)
        worth = figure(float(lesson.loss[lesson.tied[0]]), 3)
        told: tuple[str, ...]
        if n_tied == 1:
            told = (f"one pair is worth most, {worth};", f"worth most: {worth};")
        else:
            number = counted(n_tied, "pair").capitalize()
            pairs = listed(map(self._pair, lesson.tied)) if n_tied <= MOST_LISTED else number
            tie = (f"{each} tie at {worth};" for each in dict.fromkeys((pairs, number)))
            told = (*tie, f"ties: {worth};")
        ask = "we ask" if lesson.asked in lesson.tied else "yet we ask"
        return told, tuple(f"{ask} {each}" for each in self._cut(self._dash, lesson.asked))

    def ranking(self, belief: LessonBelief) -> tuple[str, ...]:
        """The ranking, or its beginning where names are long."""
        names = [self._names[item] for item in belief.ranking]
        whole = "ranking  " + "  ".join(names)
        if len(whole) <= LONGEST_RANKING:
            return (whole,)
        return tuple(f"first: {', '.join(names[:count])}" for count in (3, 2, 1))

    def _answer(self, number: int, is_forked: bool) -> Pair:
        winner, loser = self._lesson.answers[number]
        return (loser, winner) if is_forked and number == 1 else (winner, loser)

    def _pair(self, pair: Pair) -> str:
        return self._dash.join(self._names[item] for item in pair)

    @property
    def _dash(self) -> str:
        """What stands between two names; with room around it where they are of several words."""
        return " – " if any(" " in name for name in self._names) else "–"

    def _cut(self, between: str, pair: Pair) -> tuple[str, ...]:
        names = [self._names[item] for item in pair]
        told = (between.join(short(name, most) for name in names) for most in LENGTHS)
        return tuple(dict.fromkeys(told))

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
            most = "most" if len(self._lesson.tied) == 1 else "as much as any"
            told = f"A wrong order of {first} and {second} would cost {most}"
            return f"{told}, so they are asked next."
        return f"{first} and {second} are asked next, though others are worth more."

    def _on_second(self, is_forked: bool) -> str:
        belief = self._lesson.opposite if is_forked else self._lesson.second
        best, n_items = self._names[belief.ranking[0]], len(self._names)
        if is_forked:
            said = self._names[self._answer(1, is_forked)[0]]
            return f"Had {said} been better, {best} would be first."
        return f"Two answers rank all {counted(n_items, 'item')}: {best} is first."

    def _listed(self, items: set[int]) -> str:
        return listed(self._names[item] for item in sorted(items))
