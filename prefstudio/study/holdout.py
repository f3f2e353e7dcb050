"""Random pairs that were predicted before they were learned from, and how right that was."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from prefstudio.engine.held_out import COIN, average, foretold_with
from prefstudio.study.briefing import asked_attribute
from prefstudio.study.comparisons import Comparison, Outcome, Phase, enters_posterior
from prefstudio.study.state import StudyState
from prefstudio.study.words import counted

_LEAST_CHANCE = 1e-12  # what is counted at the least, or one surprise would be infinitely bad


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The answer to a random pair, and what was expected before it was given.

    Attributes
    ----------
    n_before
        How many of the study's comparisons, in their order, came before it.
    p_a, p_b
        Recorded chances of A and of B to be preferred; a tie has what they leave.
    """

    comparison: Comparison
    n_before: int
    p_a: float
    p_b: float

    @property
    def is_clear(self) -> bool:
        """Whether one of the two was preferred."""
        return self.comparison.outcome in (Outcome.A, Outcome.B)

    @property
    def p_said(self) -> float:
        """Chance that was given to what was said, of the two clear answers."""
        chosen = self.p_a if self.comparison.outcome is Outcome.A else self.p_b
        return chosen / (self.p_a + self.p_b)


@dataclass(frozen=True, slots=True)
class HoldoutScore:
    """How right the predictions of clear answers were; a row counts as many as it stands for.

    Attributes
    ----------
    n_clear, n_ties
        Clear answers, which alone are scored, and ties.
    n_right
        Answers as predicted; one to a pair at exactly ½ counts half.
    log_loss, log_loss_se
        Mean of −log p, p the chance given to what was said, and its standard error.
    n_right_expected, n_right_sd
        How many would be right if every prediction meant what it says, and its sd: what
        `n_right` is compared with to see whether predictions are calibrated.
    """

    n_clear: int
    n_ties: int
    n_right: float
    log_loss: float
    log_loss_se: float
    n_right_expected: float
    n_right_sd: float


def held_out(state: StudyState) -> tuple[HeldOut, ...]:
    """The hold-out answers that count, in their order, each with its recorded prediction.

    An answer whose prediction is not on record, as one from a table that has none, is left out.
    """
    study = state.study
    attribute, excluded = asked_attribute(study), study.excluded_participants
    founding, found = study.comparisons, []
    predicted = [
        *((place, each, *_columns(each)) for place, each in enumerate(founding) if _is_one(each)),
        *(
            (place, each.comparison, each.trial.p_a, each.trial.p_b)
            for place, each in enumerate(state.answers, len(founding))
            if _is_one(each.comparison)
        ),
    ]
    for place, comparison, p_a, p_b in predicted:
        counts = enters_posterior(comparison, study.items, excluded, attribute=attribute)
        if not counts or p_a is None:
            continue
        chances = p_a, 1.0 - p_a if p_b is None else p_b
        if min(chances) >= 0.0 < sum(chances):
            found.append(HeldOut(comparison, place, *chances))
    return tuple(found)


def holdout_score(answers: Sequence[HeldOut]) -> HoldoutScore | None:
    """How right the predictions were; None before the first clear answer."""
    clear = [each for each in answers if each.is_clear]
    if not clear:
        return None
    chances = np.array([each.p_said for each in clear])
    count = np.array([each.comparison.count for each in clear])
    sure = np.maximum(chances, 1.0 - chances)
    found = foretold_with(np.log(np.maximum(chances, _LEAST_CHANCE)))
    log_loss = average(found.log_loss, count)
    n_clear = int(count.sum())
    return HoldoutScore(
        n_clear,
        sum(each.comparison.count for each in answers) - n_clear,
        float(count @ found.right),
        log_loss.mean,
        log_loss.standard_error,
        float(count @ sure),
        math.sqrt(float(count @ (sure * (1.0 - sure)))),
    )


def holdout_words(score: HoldoutScore | None) -> str:
    """How right the predictions were, in words."""
    if score is None:
        return "No random pair has been answered yet."
    pairs = f"{score.n_clear:,} random pair{'' if score.n_clear == 1 else 's'}"
    was = "was" if score.n_right == 1 else "were"
    error = f" ± {score.log_loss_se:.2f}" if score.n_clear > 1 else ""
    words = (
        f"Of {pairs} {score.n_right:g} {was} predicted right; log-loss {score.log_loss:.2f}"
        f"{error} (a coin: {COIN:.2f}). By its own chances the model expected "
        f"{score.n_right_expected:.1f} ± {score.n_right_sd:.1f} right."
    )
    if score.n_ties:
        words += f" {_capital(counted(score.n_ties, 'tie'))} left out."
    return words


def _is_one(comparison: Comparison) -> bool:
    return comparison.phase is Phase.HOLDOUT


def _columns(comparison: Comparison) -> tuple[float | None, float | None]:
    """The chances that a table has for A and B."""
    return _cell(comparison, "p_A"), _cell(comparison, "p_B")


def _cell(comparison: Comparison, heading: str) -> float | None:
    try:
        value = float(comparison.extra.get(heading, ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
