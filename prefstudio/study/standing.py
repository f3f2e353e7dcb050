"""How far a study has come: the ranking with its uncertainty, and what is left to do."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.engine.linalg import Array


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """The ranking and how settled it is, from draws of one posterior.

    Attributes
    ----------
    revision
        The moment it speaks of.
    rank, rank_low, rank_high
        Place of every item within its group and its 95 % interval, shape (n_items,).
    p_best
        Chance that an item is the best of its group, shape (n_items,).
    p_best_if_a, p_best_if_b
        Of the asked items A and B: the chance to be the best if it is preferred now; None
        when no pair is asked.
    settled
        Mean of Φ(|m_i − m_j| / ν_ij) over the allowed pairs, or for the top k the chance that
        the k items shown first are the best k.
    top_k
        k, when the study is for the top k; None when it is for the whole ranking.
    n_top_right
        Expected number of right items among the first k; None when the ranking is whole.
    goal
        How settled it should be, from the study's stop rule; None when there is none.
    answers_left
        About how many more answers it takes, lowest and highest; None under five answers.
    """

    revision: int
    rank: Array
    rank_low: Array
    rank_high: Array
    p_best: Array
    p_best_if_a: float | None
    p_best_if_b: float | None
    settled: float
    top_k: int | None = None
    n_top_right: float | None = None
    goal: float | None = None
    answers_left: tuple[int, int] | None = None
