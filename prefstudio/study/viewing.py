"""Making what the panels draw of one posterior; no view computes it itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from prefstudio.engine.cavity import without
from prefstudio.engine.centring import centred, centred_covariance
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.policy import well_spaced
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.preferences import preference_matrix
from prefstudio.engine.ranking import centred_sd, order
from prefstudio.engine.scale_spread import sd_by_scale
from prefstudio.study.beliefs import Belief
from prefstudio.study.blocks import block_maxima, block_means
from prefstudio.study.briefing import Briefing, last_learned_from
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.cluster_order import cluster_order
from prefstudio.study.explanation import Explanation, explain
from prefstudio.study.learning_moments import learning_plan
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel
from prefstudio.study.reason import Reason, reason_of
from prefstudio.study.state import StudyState
from prefstudio.study.usefulness import usefulness_of
from prefstudio.study.view import MatrixKind, View
from prefstudio.study.view_limits import limits_of

N_DRAWS = 3
MOST_CELLS = 120  # items up to which a matrix is drawn as a whole, cell by cell


@dataclass(frozen=True, slots=True)
class ViewWants:
    """What somebody looks at.

    Attributes
    ----------
    kinds
        The matrices of visible panels.
    is_centred
        Whether utilities are drawn about the average of their group.
    group
        The code of the group that is shown; nothing else counts where there is one only.
    explains
        Whether the last update is explained.
    order
        How matrices are ordered: "rank", "file" or "cluster".
    draws
        Whether some draws of the prior are.
    """

    kinds: frozenset[MatrixKind] = frozenset()
    is_centred: bool = False
    group: int = 0
    explains: bool = False
    order: str = "rank"
    draws: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ViewRequest:
    """All that the visible panels draw of a belief.

    Attributes
    ----------
    state
        The study at the moment that is shown.
    """

    lane: ClassVar[Lane] = Lane.VIEW

    briefing: Briefing
    belief: Belief
    state: StudyState
    wants: ViewWants

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> View:
        """Make everything that is wanted, from one posterior."""
        posterior, groups = self.belief.best, self.briefing.model.groups
        spread = centred_sd(posterior, groups, control)
        matrices = {kind: self._matrix(kind, control) for kind in sorted(self.wants.kinds)}
        orders = orders_of(self.briefing.model, posterior, self.wants)
        places, before = orders[self.wants.order], self._before()
        askable, answered, resting = self._pairs() if matrices else (None, None, None)
        return View(
            self.moment,
            posterior,
            self.wants.is_centred,
            read_only(self._drawn(posterior.mean)),
            read_only(self._drawn_sd(spread, control)),
            self._mean_before(before),
            read_only(orders["file"]),
            read_only(orders["rank"]),
            read_only(orders["cluster"]),
            read_only(compared(self.briefing.comparisons, posterior.n_items)),
            MappingProxyType(matrices),
            MappingProxyType(_blocks(matrices, places)),
            askable,
            answered,
            resting,
            self._reason(spread, control),
            self._explanation(before),
            self._draws() if self.wants.draws else None,
            learning_plan(self.state),
            limits=limits_of(self.briefing.model, self.wants.kinds, self.wants.is_centred),
            asks_again=self.briefing.model.ask_again,
        )

    def _drawn(self, mean: Array) -> Array:
        return centred(mean, self.briefing.model.groups) if self.wants.is_centred else mean.copy()

    def _drawn_sd(self, spread: Array, control: Control) -> Array:
        """About the average with what is open of the scale; the papers take the model as given."""
        posterior, model = self.belief.best, self.briefing.model
        if not self.wants.is_centred:
            return posterior.sd
        control.check()
        return np.hypot(spread, sd_by_scale(posterior, model.scale_spread, model.groups))

    def _before(self) -> Posterior | None:
        """What all answers but the last say; None where there is none.

        From EP's fixed point the site of the last answer is taken out, from the incremental
        posterior the last step: one update then leads to what is drawn.
        """
        exact, last = self.belief.exact, self.briefing.comparisons.chosen(slice(-1, None))
        if self.belief.before is None or exact is None or exact.inference != "ep":
            return self.belief.before
        return self.belief.before if last.n_answers > 1 else without(exact, last)

    def _mean_before(self, before: Posterior | None) -> Array | None:
        """The means less what the last answer moved; by one way of inferring, so like with like."""
        if before is None:
            return None
        if before is not self.belief.before:
            return read_only(self._drawn(before.mean))
        moved = self.belief.posterior.mean - before.mean
        return read_only(self._drawn(self.belief.best.mean - moved))

    def _pairs(self) -> tuple[Array, Array, Array]:
        """Which pairs may be asked, which were answered, and which items wait for a while."""
        allowed, n_items = self.briefing.allowed, self.belief.best.n_items
        answered = np.zeros((n_items, n_items), dtype=bool)
        first, second = self.briefing.answered.T
        answered[first, second] = answered[second, first] = True
        spaced = well_spaced(allowed, self.briefing.rules)
        resting = allowed.open_items & ~spaced.open_items
        askable = allowed.mask(np.arange(n_items))
        return read_only(askable), read_only(answered), read_only(resting)

    def _matrix(self, kind: MatrixKind, control: Control) -> Array:
        control.check()
        made = MATRICES[kind](self.belief.best, self.briefing, control)
        if kind in COVARIANCES and self.wants.is_centred:
            made = centred_covariance(made, self.briefing.model.groups)
        return read_only(made)

    def _reason(self, spread: Array, control: Control) -> Reason | None:
        """Why the pair on screen is asked; the same whatever else is looked at."""
        trial, model = self.state.asked, self.briefing.model
        if trial is None:
            return None
        pair = model.position(trial.a), model.position(trial.b)
        posterior = self.belief.best
        usefulness = usefulness_of(self.briefing, self.belief, trial, pair, control)
        return reason_of(posterior, model.groups, spread, pair, trial.policy, usefulness)

    def _draws(self) -> Array:
        """Draws of the prior, the same as long as the model is."""
        model = self.briefing.model
        rng = generator(model.seed, Purpose.DRAWS, 0)
        drawn = _prior_of(model).sample(rng, N_DRAWS)
        return read_only(np.array([self._drawn(each) for each in drawn]))

    def _explanation(self, before: Posterior | None) -> Explanation | None:
        if not self.wants.explains or before is None:
            return None
        said = last_learned_from(self.state)
        if said is None or said.count > 1:  # of several that came as one row none is the last
            return None
        model, earlier = self.briefing.model, self.briefing.comparisons.chosen(slice(0, -1))
        study, is_centred = self.state.study, self.wants.is_centred
        return explain(model, study, before, said, earlier, is_centred=is_centred)


def orders_of(model: ResolvedModel, posterior: Posterior, wants: ViewWants) -> dict[str, Array]:
    """Positions of the shown items by rank, as in the file and by likeness (if that is wanted)."""
    groups, everyone = model.groups, np.arange(posterior.n_items)
    shown = everyone if groups is None else np.flatnonzero(groups == wants.group)
    by_cluster = shown
    if wants.order == "cluster":
        by_cluster = cluster_order(model.prior.covariance, shown)
    return {"rank": _kept(order(posterior, groups), shown), "file": shown, "cluster": by_cluster}


def compared(comparisons: Comparisons, n_items: int) -> Array:
    """How often each item was compared, shape (n_items,)."""
    counts = np.zeros(n_items, dtype=np.int64)
    for side in (comparisons.first, comparisons.second):
        np.add.at(counts, side, comparisons.count)
    return counts


def _covariance(posterior: Posterior, briefing: Briefing, control: Control) -> Array:
    return posterior.covariance()


def _prior_covariance(posterior: Posterior, briefing: Briefing, control: Control) -> Array:
    return _prior_of(briefing.model).covariance()


def _covariance_change(posterior: Posterior, briefing: Briefing, control: Control) -> Array:
    change = posterior.covariance()
    control.check()
    change -= _prior_of(briefing.model).covariance()
    return change


def _expected_loss(posterior: Posterior, briefing: Briefing, control: Control) -> Array:
    return CRITERIA["expected_loss"].matrix(
        posterior, briefing.allowed, horizon=briefing.model.horizon, control=control
    )


def _preference(posterior: Posterior, briefing: Briefing, control: Control) -> Array:
    return preference_matrix(posterior, briefing.model.groups, control)


MATRICES: dict[MatrixKind, Callable[[Posterior, Briefing, Control], Array]] = {
    MatrixKind.COVARIANCE: _covariance,
    MatrixKind.PRIOR_COVARIANCE: _prior_covariance,
    MatrixKind.COVARIANCE_CHANGE: _covariance_change,
    MatrixKind.EXPECTED_LOSS: _expected_loss,
    MatrixKind.PREFERENCE: _preference,
}

COVARIANCES = frozenset(
    {MatrixKind.COVARIANCE, MatrixKind.PRIOR_COVARIANCE, MatrixKind.COVARIANCE_CHANGE}
)
"""Kinds that are drawn about the average where utilities are."""

MEANT = COVARIANCES | {MatrixKind.PREFERENCE}
"""Kinds of which a block shows its mean; of the others it shows the largest."""


def _blocks(matrices: Mapping[MatrixKind, Array], places: Array) -> dict[MatrixKind, Array]:
    """What stands for matrices that are too large to be drawn cell by cell."""
    if len(places) <= MOST_CELLS:
        return {}
    return {
        kind: read_only(block_means(each, places) if kind in MEANT else block_maxima(each, places))
        for kind, each in matrices.items()
    }


def _prior_of(model: ResolvedModel) -> Posterior:
    return Posterior.of_prior(model.prior, model.scale)


def _kept(positions: Array, shown: Array) -> Array:
    """Those positions that are shown, in their order."""
    return np.asarray(positions[np.isin(positions, shown)])
