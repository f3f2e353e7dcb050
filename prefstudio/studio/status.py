"""What the status bar says, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from prefstudio.engine.inference import INFERENCE_TITLES
from prefstudio.engine.posterior import Posterior
from prefstudio.study.beliefs import Belief
from prefstudio.study.comparisons import Outcome
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel
from prefstudio.study.state import RecordedAnswer, StudyState


class Freshness(Enum):
    """How far what is on screen has come; words and tone for each."""

    COMPUTING = ("Computing…", "warn")
    POLISHING = ("Incremental, polishing…", "warn")
    UNPOLISHED = ("Incremental, not polished", "warn")
    EXACT = ("Up to date, exact ({inference})", "good")
    INCREMENTAL = ("Up to date, incremental", "good")
    FAILED = ("Could not be computed", "bad")
    UNASKED = ("Next pair could not be chosen", "bad")

    @property
    def words(self) -> str:
        """What the status bar says."""
        return self.value[0]

    @property
    def tone(self) -> str:
        """The tone of the dot before it."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Status:
    """The study in one line.

    Attributes
    ----------
    log_evidence
        None until the posterior on screen has one.
    undo_words
        What undo would take back, empty when there is nothing or it cannot be recorded.
    """

    freshness: Freshness
    n_answers: int
    n_items: int
    n_links: int
    log_evidence: float | None
    inference: str
    criterion: str
    horizon: float
    seed: int
    undo_words: str

    @property
    def words(self) -> str:
        """The first words of the status bar."""
        return self.freshness.words.format(inference=INFERENCE_TITLES[self.inference])


def status_of(
    state: StudyState,
    model: ResolvedModel,
    belief: Belief | None,
    failed: frozenset[Lane],
    *,
    is_read_only: bool = False,
) -> Status:
    """The status of a study; from what `failed` nothing is to be expected."""
    exact: Posterior | None = None if belief is None else belief.exact
    return Status(
        _freshness(model, belief, failed),
        state.n_answers,
        len(model.item_ids),
        sum(len(relation.source) for relation in state.study.links.values()),
        None if exact is None else exact.log_evidence,
        model.inference,
        model.criterion,
        model.horizon,
        model.seed,
        "" if is_read_only else _undo_words(state.undoable),
    )


def _freshness(model: ResolvedModel, belief: Belief | None, failed: frozenset[Lane]) -> Freshness:
    if belief is None:
        return Freshness.FAILED if Lane.POSTERIOR in failed else Freshness.COMPUTING
    if Lane.QUERY in failed:
        return Freshness.UNASKED
    if model.inference == "incremental":
        return Freshness.INCREMENTAL
    if belief.exact is not None:
        return Freshness.EXACT
    return Freshness.UNPOLISHED if Lane.POLISH in failed else Freshness.POLISHING


def _undo_words(answer: RecordedAnswer | None) -> str:
    if answer is None:
        return ""
    said = answer.comparison
    if said.outcome is Outcome.TIE:
        return f"Undo answer: {said.a} and {said.b} alike"
    if not said.outcome.is_answer:
        return f"Undo skipping {said.a} and {said.b}"
    winner, loser = (said.a, said.b) if said.outcome is Outcome.A else (said.b, said.a)
    return f"Undo answer: {winner} over {loser}"
