"""Why Baselines shows no comparison of methods."""

from __future__ import annotations

from enum import Enum

from prefstudio.study.baseline_words import TOO_FEW


class NoBaselines(Enum):
    """Why there is no comparison; a title and a sentence."""

    AWAITED = ("Comparing the methods…", "Each of them learns from the same answers.")
    TOO_FEW = ("Too few answers to compare", TOO_FEW)
    FAILED = ("The methods could not be compared", "With the next answer it is tried again.")

    def __init__(self, title: str, words: str) -> None:
        self.title, self.words = title, words
