"""What is measured at which sizes, and the bounds it is held to."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.benchmarks.steps import Asking
from tests.benchmarks.workloads import PRIORS

DEFAULT, IDENTITY = PRIORS
BOUNDED_AT = 1000  # items; the bounds by the memory floor speak of this size
LATE_BY_EARLY = 2.0
BOTORCH_BY_OURS = 100.0
CHOIX_BY_OURS = 10.0


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes of a run.

    Attributes
    ----------
    sizes, identity_sizes : numbers of items, with the default and with the identity prior.
    early, late : answers before the timed window begins.
    slices, answers_a_slice : their product is the window.
    batches : (n_items, n_answers) of batch EP.
    repeats : timed runs of whatever is slow.
    learnings : (n_items, n_answers) of learning the hyperparameters.
    """

    sizes: tuple[int, ...]
    identity_sizes: tuple[int, ...]
    early: int
    late: int
    slices: int
    answers_a_slice: int
    batches: tuple[tuple[int, int], ...]
    repeats: int = 3
    learnings: tuple[tuple[int, int], ...] = ()

    @property
    def window(self) -> int:
        """Timed answers."""
        return self.slices * self.answers_a_slice

    @property
    def further(self) -> int:
        """Answers after the untimed ones, those that warm up among them."""
        return self.window + self.answers_a_slice


FULL = Plan(
    sizes=(50, 152, 506, 1000),
    identity_sizes=(1000,),
    early=100,
    late=2000,
    slices=32,
    answers_a_slice=10,
    batches=((152, 300), (506, 500), (1000, 1000)),
    learnings=((200, 400),),
)
QUICK = Plan(
    sizes=(30,),
    identity_sizes=(30,),
    early=20,
    late=60,
    slices=4,
    answers_a_slice=5,
    batches=((30, 60),),
)


@dataclass(frozen=True, slots=True)
class Bounded:
    """A way of asking and what it may cost at most, in scalings of n² doubles."""

    asking: Asking
    at_most: float
    with_botorch: bool = False


ASKED = (
    Bounded(Asking("expected loss", "expected_loss", 1.0), 1.5, with_botorch=True),
    Bounded(Asking("expected loss", "expected_loss", 20.0), 5.0),
    Bounded(Asking("expected loss", "expected_loss", math.inf), 20.0),
    Bounded(Asking("entropy gain, all pairs", "entropy_gain", math.inf), 100.0),
)


def notes(plan: Plan) -> list[str]:
    """What a reader of the tables must know."""
    return [
        f"ours: mean over the {plan.window} answers that follow the given number, folding counted "
        "in; a step is the update, closing the pair, and the choice of the next.",
        "floor: n² doubles scaled in place, median over slices that alternate with ours; cached = "
        "one array over and over, memory = arrays of at least 256 MB in all by turns.",
        f"the bounds by the floor hold at n = {BOUNDED_AT} and for the prior {DEFAULT}.",
        "answers before the window were asked for at horizon 20; no pair is asked twice, but where "
        "there are fewer pairs than answers all stay open.",
        "fold share: part of our time spent in folding columns into a dense covariance.",
        "core share: part of our slices in which the machine let this program compute; well below "
        "100 % others were at work, which a mean (ours) feels and a median (the floor) hardly.",
        "exact: the pair chosen last has the largest score of all open pairs, all scored.",
    ]
