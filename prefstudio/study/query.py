"""The pair asked next, with what is expected of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.policy import Choice, ChosenBy, choose
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.comparisons import Phase
from prefstudio.study.events import Policy, TrialShown, new_id
from prefstudio.study.model import ResolvedModel

_POLICIES = {
    ChosenBy.QUEUE: Policy.QUEUED,
    ChosenBy.HOLDOUT: Policy.HOLDOUT,
    ChosenBy.CRITERION: Policy.CRITERION,
}


@dataclass(frozen=True, slots=True)
class Query:
    """A pair to ask, and the prediction of the posterior that chose it.

    Attributes
    ----------
    first, second
        Positions of the items; the first is A.
    criterion, value
        What chose the pair and what it thinks the pair is worth; empty and None by hand or lot.
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
    p_b: float | None = None

    @property
    def phase(self) -> Phase:
        """The part of a sitting it belongs to."""
        return Phase.HOLDOUT if self.policy is Policy.HOLDOUT else Phase.MAIN


def best_query(
    briefing: Briefing,
    posterior: Posterior,
    control: Control,
    favoured: tuple[int, int] | None = None,
) -> Query | None:
    """The pair that the study's policy asks next; None when every pair has been asked.

    Lots fall among equally useful pairs, unless a favoured one is among them.
    """
    model = briefing.model
    choice = choose(
        CRITERIA[model.criterion],
        posterior,
        briefing.allowed,
        briefing.rules,
        horizon=model.horizon,
        lots=generator(model.seed, Purpose.QUERY, briefing.revision),
        holdout_lots=generator(model.seed, Purpose.HOLDOUT, briefing.revision),
        control=control,
        favoured=favoured,
    )
    return None if choice is None else query_of_choice(posterior, model, choice)


def criterion_query(
    briefing: Briefing,
    posterior: Posterior,
    control: Control,
    favoured: tuple[int, int] | None = None,
) -> Query | None:
    """The pair that the study's criterion asks next, whatever waits and whatever a lot says.

    Spacing counts, as it does whenever the criterion chooses.
    """
    rules = replace(briefing.rules, queued=(), holdout=0.0)
    return best_query(replace(briefing, rules=rules), posterior, control, favoured)


def query_of_choice(
    posterior: Posterior, model: ResolvedModel, choice: Choice, *, in_batch: bool = False
) -> Query:
    """The query of a pair that the policy chose, alone or for one of several seats."""
    is_by_criterion = choice.by is ChosenBy.CRITERION
    policy = Policy.BATCH if in_batch and is_by_criterion else _POLICIES[choice.by]
    criterion = model.criterion if is_by_criterion else ""
    return query_of(posterior, choice.first, choice.second, policy, criterion, choice.value)


def query_of(
    posterior: Posterior,
    first: int,
    second: int,
    policy: Policy = Policy.BY_HAND,
    criterion: str = "",
    value: float | None = None,
) -> Query:
    """The query of a given pair, with what is expected of it."""
    sd = posterior.sd
    return Query(
        first,
        second,
        policy,
        criterion,
        value,
        posterior.probability_preferred(first, second),
        float(posterior.mean[first]),
        float(sd[first]),
        float(posterior.mean[second]),
        float(sd[second]),
        posterior.inference,
        posterior.probability_preferred(second, first),
    )


def trial_of(query: Query, model: ResolvedModel, attribute: str = "") -> TrialShown:
    """The trial that begins when a query comes on screen."""
    return TrialShown(
        new_id(),
        model.item_ids[query.first],
        model.item_ids[query.second],
        phase=query.phase,
        policy=query.policy,
        criterion=query.criterion,
        value=query.value,
        p_a=query.p_a,
        p_b=query.p_b,
        mean_a=query.mean_a,
        sd_a=query.sd_a,
        mean_b=query.mean_b,
        sd_b=query.sd_b,
        posterior=query.posterior,
        seed=model.seed,
        attribute=attribute,
    )
