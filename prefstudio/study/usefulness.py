"""How useful the pair on screen is beside all others that could be asked."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.policy import well_spaced
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.events import Policy, TrialShown

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
    """

    n_tied: int = 1
    are_all_tied: bool = False
    is_overtaken: bool = False


def usefulness_of(
    briefing: Briefing,
    posterior: Posterior,
    trial: TrialShown,
    pair: tuple[int, int],
    control: Control,
) -> Usefulness:
    """Compare the pair of a trial with the best one, by the criterion of the study.

    The best one is searched as for a next pair, which takes no matrix of all pairs. Of a pair that
    no criterion chose nothing is said.

    Parameters
    ----------
    posterior : Posterior
        The best that is known.
    pair : tuple of int
        Positions of the items of the trial.
    """
    model = briefing.model
    is_by_lot = "random" in (trial.criterion, model.criterion)
    if trial.policy is not Policy.CRITERION or not trial.criterion or is_by_lot:
        return Usefulness()
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
