"""How useful the pair on screen is beside all others that could be asked."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.policy import well_spaced
from prefstudio.engine.posterior import Posterior
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.events import Policy, TrialShown

SAME = 1e-6  # of what is expected, within which nothing changed it
OVERTAKEN = 0.9  # of the largest value below which a pair on screen is worth clearly less


@dataclass(frozen=True, slots=True)
class Usefulness:
    """How a pair compares with the others.

    Attributes
    ----------
    n_tied
        How many pairs are worth the most along with it; 1 where it is alone, or others are better.
    are_all_tied
        Whether those are all that may be asked.
    is_overtaken
        Whether others are worth clearly more.
    is_best_at_once
        Whether only the exact posterior says so: by the incremental one, which chose the pair,
        none is worth clearly more.
    """

    n_tied: int = 1
    are_all_tied: bool = False
    is_overtaken: bool = False
    is_best_at_once: bool = False


def usefulness_of(
    briefing: Briefing,
    belief: Belief,
    trial: TrialShown,
    pair: tuple[int, int],
    control: Control,
) -> Usefulness:
    """Compare the pair of a trial with the best one, by the criterion of the study.

    The best one is searched as for a next pair, which takes no matrix of all pairs. Of a pair that
    no criterion chose nothing is said.

    Parameters
    ----------
    belief : Belief
        Its best posterior is what counts.
    pair : tuple of int
        Positions of the items of the trial.
    """
    is_by_lot = "random" in (trial.criterion, briefing.model.criterion)
    if trial.policy is not Policy.CRITERION or not trial.criterion or is_by_lot:
        return Usefulness()
    found = _compared(briefing, belief.best, trial, pair, control)
    if not found.is_overtaken or not _may_owe_it_to_haste(briefing, belief, trial, pair):
        return found
    at_once = _compared(briefing, belief.posterior, trial, pair, control)
    return replace(found, is_best_at_once=not at_once.is_overtaken)


def _may_owe_it_to_haste(
    briefing: Briefing, belief: Belief, trial: TrialShown, pair: tuple[int, int]
) -> bool:
    """Whether the present rule chose it by the present incremental posterior, not the best one."""
    at_once = belief.posterior
    is_quick = belief.best is not at_once and trial.posterior == at_once.inference
    is_by_rule = trial.criterion == briefing.model.criterion
    return is_quick and is_by_rule and _expects_as_then(at_once, trial, pair)


def _expects_as_then(posterior: Posterior, trial: TrialShown, pair: tuple[int, int]) -> bool:
    """Whether of a pair the same is expected as when it came on screen; True where unknown.

    Whatever was flipped, taken back or learned since moves that.
    """
    first, second = pair
    then = (trial.mean_a, trial.mean_b, trial.sd_a, trial.sd_b)
    places = [first, second]
    now = (*posterior.mean[places], *posterior.sd[places])
    return all(
        before is None or math.isclose(before, after, rel_tol=SAME, abs_tol=SAME)
        for before, after in zip(then, now, strict=True)
    )


def _compared(
    briefing: Briefing,
    posterior: Posterior,
    trial: TrialShown,
    pair: tuple[int, int],
    control: Control,
) -> Usefulness:
    model = briefing.model
    criterion = CRITERIA[model.criterion]
    found = criterion.best(
        posterior,
        well_spaced(briefing.allowed, briefing.rules),
        horizon=model.horizon,
        rng=generator(model.seed, Purpose.QUERY, briefing.revision),
        control=control,
        favoured=pair,
    )
    if not found:
        return Usefulness()
    best = found[0]
    if (best.first, best.second) != (min(pair), max(pair)):
        value = criterion.value(posterior, briefing.allowed, pair, horizon=model.horizon)
        return Usefulness(is_overtaken=value < OVERTAKEN * best.value)
    if trial.criterion != model.criterion:
        return Usefulness()  # another rule chose it, and no lot fell among these
    are_all = 1 < best.n_tied == briefing.allowed.n_pairs
    return Usefulness(best.n_tied, are_all)
