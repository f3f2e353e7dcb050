"""The pair asked next, with what is expected of it."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.events import Policy, TrialShown, new_id
from prefstudio.study.model import ResolvedModel


@dataclass(frozen=True, slots=True)
class Query:
    """A pair to ask, and the prediction of the posterior that chose it.

    Attributes
    ----------
    first, second
        Positions of the items; the first is A.
    criterion, value
        What chose the pair and what it thinks the pair is worth; empty and None by hand.
    posterior
        Name of the inference that chose and predicted.
    """

    first: int
    second: int
    policy: Policy
    criterion: str
    value: float | None
    p_a: float
    mean_a: float
    sd_a: float
    mean_b: float
    sd_b: float
    posterior: str


def best_query(briefing: Briefing, posterior: Posterior, control: Control) -> Query | None:
    """The pair that the study's criterion likes best; None when every pair has been asked."""
    model = briefing.model
    best = CRITERIA[model.criterion].best(
        posterior,
        briefing.allowed,
        horizon=model.horizon,
        rng=generator(model.seed, Purpose.QUERY, briefing.revision),
        control=control,
    )
    if not best:
        return None
    (pair,) = best
    return query_of(posterior, pair.first, pair.second, model.criterion, pair.value)


def query_of(
    posterior: Posterior, first: int, second: int, criterion: str = "", value: float | None = None
) -> Query:
    """The query of a given pair; one that no criterion chose was chosen by hand."""
    sd = posterior.sd
    return Query(
        first,
        second,
        Policy.CRITERION if criterion else Policy.BY_HAND,
        criterion,
        value,
        posterior.probability_preferred(first, second),
        float(posterior.mean[first]),
        float(sd[first]),
        float(posterior.mean[second]),
        float(sd[second]),
        posterior.inference,
    )


def trial_of(query: Query, model: ResolvedModel, attribute: str = "") -> TrialShown:
    """The trial that begins when a query comes on screen."""
    return TrialShown(
        new_id(),
        model.item_ids[query.first],
        model.item_ids[query.second],
        policy=query.policy,
        criterion=query.criterion,
        value=query.value,
        p_a=query.p_a,
        mean_a=query.mean_a,
        sd_a=query.sd_a,
        mean_b=query.mean_b,
        sd_b=query.sd_b,
        posterior=query.posterior,
        seed=model.seed,
        attribute=attribute,
    )
