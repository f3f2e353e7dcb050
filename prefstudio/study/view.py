"""What the panels draw of one posterior."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.study.explanation import Explanation
from prefstudio.study.learning_moments import LearningPlan
from prefstudio.study.reason import Reason


class MatrixKind(StrEnum):
    """A matrix that a panel shows."""

    COVARIANCE = "covariance"
    PRIOR_COVARIANCE = "prior_covariance"
    COVARIANCE_CHANGE = "covariance_change"
    EXPECTED_LOSS = "expected_loss"
    PREFERENCE = "preference"
    COMPONENT = "component"


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """All that the panels draw of one posterior; every array is read-only.

    Attributes
    ----------
    moment
        The number of the moment it speaks of.
    is_centred
        Whether utilities are about the average of their group, in means, sds and covariances.
    mean, sd
        Utilities as they are drawn, shape (n_items,).
    mean_before
        Likewise, before the last answer; None when there is none.
    shown
        Positions of the items of the chosen group, in the order of the file.
    by_rank
        The same positions, the best first.
    by_cluster
        The same positions, alike items side by side; steady as long as the prior is.
    n_compared
        How often each item was compared, shape (n_items,).
    matrices
        Of the visible kinds, shape (n_items, n_items); not a number where there is no pair.
    blocks
        Of a matrix too large to be drawn cell by cell: its largest or mean values by blocks, in
        the order that is wanted.
    askable
        True where a pair may be asked, shape (n_items, n_items); None when no matrix is shown.
    answered
        True where a pair was answered, also one that may be asked again; likewise.
    resting
        Whether each item was shown too lately for the next pair, shape (n_items,); likewise.
    reason
        Why the asked pair is asked; None when none is.
    draws
        Draws of the prior, shape (n_draws, n_items); None when nobody looks.
    explanation
        The last update in numbers; None when nobody looks or there is no answer.
    learning
        When the study last learned its model and when it will next.
    limits
        How far the colours of each matrix must reach to mean the same at every answer of one
        model.
    asks_again
        Whether answered pairs may be asked again; then only a skip or setting aside closes one.
    is_fleeting
        Whether the next follows at once, since something is dragged; words can wait.
    """

    moment: int
    posterior: Posterior
    is_centred: bool
    mean: Array
    sd: Array
    mean_before: Array | None
    shown: Array
    by_rank: Array
    by_cluster: Array
    n_compared: Array
    matrices: Mapping[MatrixKind, Array]
    blocks: Mapping[MatrixKind, Array] = field(default_factory=dict)
    askable: Array | None = None
    answered: Array | None = None
    resting: Array | None = None
    reason: Reason | None = None
    explanation: Explanation | None = None
    draws: Array | None = None
    learning: LearningPlan = field(default_factory=LearningPlan)
    is_fleeting: bool = False
    limits: Mapping[MatrixKind, float] = field(default_factory=dict)
    asks_again: bool = False
