"""How settled the ranking was after each answer."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.engine.linalg import Array


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One value for some of the moments of a study; every array is read-only.

    Attributes
    ----------
    n_answers
        Answers that were given at the moments shown, rising from 0, shape (n_points,).
    settled
        How settled the ranking was then, between 0 and 1, shape (n_points,).
    goal
        How settled it should be; None when no rule says so.
    words
        What is drawn, such as "top 3 settled" or "order of pairs settled".
    """

    n_answers: Array
    settled: Array
    goal: float | None
    words: str
