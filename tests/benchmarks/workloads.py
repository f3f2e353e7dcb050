"""Studies to take times on: priors, a simulated person, and the course of answering."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prefstudio.engine import incremental
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.components import Features, Individual, Links
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array
from prefstudio.engine.link_graph import default_iota, nearest_neighbour_weights
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of

N_FEATURES = 5
NEIGHBOURS = 3  # either way round, which makes a mean degree of about 4
SCALE = ResponseScale(1.0)
DRIVING_HORIZON = 20.0  # untimed answers are asked for at this one


def features_of(n_items: int) -> Array:
    """Standard normal features, shape (n_items, 5)."""
    return np.random.default_rng([n_items, 0]).standard_normal((n_items, N_FEATURES))


def default_prior(n_items: int) -> Prior:
    """Features + links + individual, each of weight 1/√3."""
    places = np.random.default_rng([n_items, 1]).random((n_items, 2))
    links = nearest_neighbour_weights(places, NEIGHBOURS)
    iota = default_iota(np.asarray(links.sum(axis=1)).ravel())
    weight = 1.0 / math.sqrt(3.0)
    return sum_of(
        [
            Features(features_of(n_items), weight, length_scale=math.sqrt(N_FEATURES)),
            Links(links, weight, iota=iota),
            Individual(n_items, weight),
        ]
    )


def identity_prior(n_items: int) -> Prior:
    """Items that tell nothing about each other."""
    return sum_of([Individual(n_items, 1.0)])


PRIORS: dict[str, Callable[[int], Prior]] = {
    "features+links+individual": default_prior,
    "identity": identity_prior,
}


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """Somebody with known utilities who answers with probit noise."""

    utilities: Array
    noise: float

    @classmethod
    def drawn_from(cls, prior: Prior, rng: np.random.Generator) -> Person:
        """Utilities drawn from the prior, so that the model is right about the person."""
        draw = Posterior.of_prior(prior, SCALE).sample(rng, 1)[0]
        return cls(draw, SCALE.noise)

    def answer(self, first: int, second: int, rng: np.random.Generator) -> tuple[int, int]:
        """Winner and loser."""
        gap = self.utilities[first] - self.utilities[second]
        won = gap + self.noise * rng.standard_normal() > 0.0
        return (first, second) if won else (second, first)


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """Where a study stands: the belief, the pairs still open and the answers so far.

    Attributes
    ----------
    asks_again : whether answered pairs stay open, for want of others.
    """

    person: Person
    posterior: Posterior
    allowed: AllowedPairs
    answers: tuple[tuple[int, int], ...]
    asks_again: bool = False


def course_of(prior: Prior, n_answers: int, further: int) -> Course:
    """A study after `n_answers` answers that can take `further` ones."""
    rng = np.random.default_rng([prior.n_items, n_answers, 2])
    person = Person.drawn_from(prior, np.random.default_rng([prior.n_items, 3]))
    asks_again = n_answers + further > prior.n_items * (prior.n_items - 1) // 2
    posterior = Posterior.of_prior(prior, SCALE)
    allowed = AllowedPairs.of(prior.n_items)
    answers = []
    for _ in range(n_answers):
        pair = CRITERIA["expected_loss"].best(posterior, allowed, horizon=DRIVING_HORIZON, rng=rng)[
            0
        ]
        winner, loser = person.answer(pair.first, pair.second, rng)
        posterior = incremental.condition(posterior, winner, loser, *SCALE.win)
        allowed = allowed if asks_again else allowed.without(winner, loser)
        answers.append((winner, loser))
    return Course(person, posterior, allowed, tuple(answers), asks_again)


def random_answers(n_items: int, n_answers: int) -> list[tuple[int, int]]:
    """Winner and loser of random pairs, judged by a person of independent utilities."""
    rng = np.random.default_rng([n_items, n_answers, 4])
    person = Person(rng.standard_normal(n_items), SCALE.noise)
    pairs = (rng.choice(n_items, 2, replace=False) for _ in range(n_answers))
    return [person.answer(int(first), int(second), rng) for first, second in pairs]
