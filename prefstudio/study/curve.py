"""How settled the ranking was after each answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from prefstudio.engine import ranking
from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.settledness import order_settled
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import SAME, Purpose, generator
from prefstudio.study.curve_words import meaning_for, short_words_for, words_for
from prefstudio.study.history import HistoryEntry, history_entries
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel
from prefstudio.study.standing import LARGE_TOP, leaders_of, pairs_of_group, places_of
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import Timeline, agree

MOST_POINTS = 120
FEWER_POINTS = 30  # where each takes long
MANY_ITEMS = 200
N_DRAWS = 400
FEW_ITEMS = 40  # up to which every point has as many draws as the meter


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One value for some of the moments of a study; every array is read-only.

    Attributes
    ----------
    moment
        The number of the moment it speaks of.
    n_answers
        Answers that were given at the moments shown, rising from 0, shape (n_points,).
    settled
        How settled the ranking was then, between 0 and 1, shape (n_points,); of many leading
        places the share that was right.
    goal
        How settled it should be; None when no rule says so, or where a share is drawn.
    words, short_words
        What is drawn, such as "order of pairs settled", and where there is little room "order
        settled".
    meaning
        What its values mean, in a sentence.
    entries
        Every answer and change there ever was.
    briefing, group
        What it was made from, by which a longer one may go on from it.
    has_best
        Whether its last point is of the best posterior that was known, which no earlier one is.
    """

    moment: int
    n_answers: Array
    settled: Array
    goal: float | None
    words: str
    entries: tuple[HistoryEntry, ...]
    briefing: Briefing
    group: int = 0
    has_best: bool = False
    short_words: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CurveRequest:
    """How settled the ranking was, after each of the answers that count now.

    Attributes
    ----------
    start
        An earlier curve, whose values are taken where they are those of the same answers.
    present
        The best that is known of all answers, as the meter has it; earlier moments are told by
        incremental posteriors. None leaves the present to these too.
    """

    lane: ClassVar[Lane] = Lane.CURVE

    briefing: Briefing
    state: StudyState
    timeline: Timeline
    group: int = 0
    goal: float | None = None
    start: Curve | None = None
    present: Posterior | None = None

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> Curve:
        """Infer up to each moment and see how settled it was."""
        known = self._known()
        points = _points(self._n_rows, len(self.briefing.model.item_ids))
        values = [
            known[point] if point in known else self._settled(point, control) for point in points
        ]
        top_k = places_of(self.briefing.model, self.group)
        counts = top_k is not None and top_k > LARGE_TOP
        return Curve(
            self.moment,
            read_only(_answers_after_rows(self.briefing)[points]),
            read_only(np.array(values)),
            None if counts else self.goal,  # which is that all of them are right
            words_for(top_k),
            history_entries(self.state),
            self.briefing,
            self.group,
            self.present is not None,
            short_words_for(top_k),
            meaning_for(top_k),
        )

    def _settled(self, n_rows: int, control: Control) -> float:
        control.check()
        is_present = n_rows == self._n_rows
        if is_present and self.present is not None:
            posterior = self.present
        else:
            posterior = self.timeline.posterior_of(self.briefing, n_rows, control)
        model, group = self.briefing.model, self.group
        # Where draws are quick, those of the meter; elsewhere of what it shows alone.
        if is_present or len(model.item_ids) <= FEW_ITEMS:
            rng = generator(model.seed, Purpose.RANKING, SAME)
            n_draws = ranking.N_DRAWS
        else:
            rng, n_draws = _rough_generator(posterior, model), N_DRAWS
        top_k = places_of(model, group)
        if top_k is not None and top_k > LARGE_TOP:
            return _share_right(posterior, model, group, top_k, rng, n_draws, control)
        return _settled_in(posterior, model, group, rng, n_draws, control)

    @property
    def _n_rows(self) -> int:
        return len(self.briefing.comparisons.first)

    def _known(self) -> dict[int, float]:
        """Values of the earlier curve that still hold, but for the present where it is handed over.

        What was the present of an earlier curve is none of its quick values, and so is made anew.
        """
        start = self.start
        if start is None or start.group != self.group:
            return {}
        n_values = len(start.n_answers) - start.has_best
        rows = np.searchsorted(_answers_after_rows(start.briefing), start.n_answers[:n_values])
        known = zip(rows.tolist(), start.settled.tolist(), strict=False)
        return {
            point: value
            for point, value in known
            if not (point == self._n_rows and self.present is not None)
            and agree(start.briefing, self.briefing, point)
        }


def settled_as_shown(
    posterior: Posterior, model: ResolvedModel, group: int, control: Control | None = None
) -> float:
    """How settled the study's purpose is, from the draws of the meter where draws are needed."""
    rng = generator(model.seed, Purpose.RANKING, SAME)
    return _settled_in(posterior, model, group, rng, ranking.N_DRAWS, control)


def settled_roughly(
    posterior: Posterior, model: ResolvedModel, group: int, control: Control | None = None
) -> float:
    """How settled the study's purpose is, from a few hundred draws where draws are needed."""
    rng = _rough_generator(posterior, model)
    return _settled_in(posterior, model, group, rng, N_DRAWS, control)


def _rough_generator(posterior: Posterior, model: ResolvedModel) -> np.random.Generator:
    return generator(model.seed, Purpose.CURVE, posterior.n_answers)


def _settled_in(
    posterior: Posterior,
    model: ResolvedModel,
    group: int,
    rng: np.random.Generator,
    n_draws: int,
    control: Control | None,
) -> float:
    top_k = places_of(model, group)
    if top_k is None:
        return order_settled(posterior, pairs_of_group(model, group), control)
    chances = ranking.p_top_k_is(posterior, top_k, rng, model.groups, n_draws, control)
    return float(chances[group if model.groups is not None else 0])


def _share_right(
    posterior: Posterior,
    model: ResolvedModel,
    group: int,
    k: int,
    rng: np.random.Generator,
    n_draws: int,
    control: Control,
) -> float:
    """Expected share of the k items shown first that are among the best k."""
    chances = ranking.p_top_k(posterior, k, rng, model.groups, n_draws, control)
    leaders = leaders_of(posterior, model, k, group)
    return float(chances[leaders].sum()) / k


def _answers_after_rows(briefing: Briefing) -> Array:
    """Answers given after each row of the comparisons and before the first, (n_rows + 1,)."""
    return np.concatenate([[0], np.cumsum(briefing.comparisons.count)])


def _points(n_rows: int, n_items: int) -> list[int]:
    """The moments that get a value: all, or evenly chosen, the first and the last among them."""
    most = MOST_POINTS if n_items <= MANY_ITEMS else FEWER_POINTS
    step = max(1, -(-n_rows // most))
    return sorted({*range(0, n_rows + 1, step), n_rows})
