"""What the status bar says, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from prefstudio.engine.inference import INFERENCE_TITLES
from prefstudio.studio.scene import Scene
from prefstudio.study.change_words import comparison_in_words
from prefstudio.study.mailbox import Lane
from prefstudio.study.records import Recorded, RecordedAnswer, RecordedChange
from prefstudio.study.state import StudyState
from prefstudio.study.steps import step_in_words


class Freshness(Enum):
    """How far what is on screen has come; words, and the tone of the dot before them."""

    COMPUTING = ("Computing…", "warn")
    POLISHING = ("Incremental, polishing…", "warn")
    NEAR = ("Nearly exact while dragging", "warn")
    UNPOLISHED = ("Incremental, not polished", "warn")
    EXACT = ("Up to date, exact ({inference})", "good")
    INCREMENTAL = ("Up to date, incremental", "good")
    FAILED = ("Could not be computed", "bad")
    OUTDATED = ("Some panels could not be updated", "bad")
    UNASKED = ("Next pair could not be chosen", "bad")

    def __init__(self, words: str, tone: str) -> None:
        self.words, self.tone = words, tone


DRAWN = frozenset(
    {
        Lane.VIEW,
        Lane.STANDING,
        Lane.STOP,
        Lane.LAYOUT,
        Lane.CURVE,
        Lane.FORECAST,
        Lane.PURPOSE,
        Lane.COMPONENTS,
        Lane.LESSON,
        Lane.BASELINES,
    }
)
"""What panels draw; where it cannot be computed, they show an earlier moment or nothing."""


@dataclass(frozen=True, slots=True)
class Status:
    """The study in one line.

    Attributes
    ----------
    log_evidence
        None until the posterior on screen has one.
    undo_words, redo_words
        What undo would take back and redo bring back, such as "Undo answer: b ≻ e"; empty
        when there is nothing or it cannot be recorded.
    may_stop
        Whether a stop rule of the study is reached.
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
    is_centred: bool
    undo_words: str
    redo_words: str
    may_stop: bool = False

    @property
    def words(self) -> str:
        """The first words of the status bar."""
        return self.freshness.words.format(inference=INFERENCE_TITLES[self.inference])


def status_of(scene: Scene, recorded: StudyState, *, is_read_only: bool = False) -> Status:
    """The status of what is shown, and of what undo and redo would do to the record."""
    study, exact = scene.state.study, None if scene.belief is None else scene.belief.exact
    settings = study.settings
    return Status(
        _freshness(scene),
        scene.state.n_answers,
        study.items.n_ranked,
        sum(len(relation.source) for relation in study.links.values()),
        None if exact is None else exact.log_evidence,
        _inference(scene),
        settings.model.criterion,
        settings.model.horizon,
        settings.seed or 0,
        scene.wants.is_centred,
        "" if is_read_only else _words("Undo", recorded.last_step, recorded),
        "" if is_read_only else _words("Redo", recorded.redo_step, recorded),
        any(rule.is_reached for rule in scene.stop_rules),
    )


def _freshness(scene: Scene) -> Freshness:
    belief, failed = scene.belief, scene.failed
    if belief is None:
        return Freshness.FAILED if Lane.POSTERIOR in failed else Freshness.COMPUTING
    if Lane.QUERY in failed:
        return Freshness.UNASKED
    if failed & DRAWN:
        return Freshness.OUTDATED
    if scene.state.study.settings.model.inference == "incremental":
        return Freshness.INCREMENTAL
    if belief.exact is not None:
        return Freshness.EXACT
    if belief.posterior.inference == "ep":
        return Freshness.NEAR
    return Freshness.UNPOLISHED if Lane.POLISH in failed else Freshness.POLISHING


def _inference(scene: Scene) -> str:
    """How the posterior on screen is computed; as it was chosen until one is known."""
    belief = scene.belief
    if belief is None or belief.briefing is None:
        return scene.state.study.settings.model.inference
    return belief.briefing.model.inference


def _words(verb: str, step: Sequence[Recorded], state: StudyState) -> str:
    names = state.study.items.names
    changes = [each for each in step if isinstance(each, RecordedChange)]
    if changes:
        answers = {each.event_id: each.comparison for each in state.recorded}
        return f"{verb}: {step_in_words(changes, names, answers)}"
    said = [each.comparison for each in step if isinstance(each, RecordedAnswer)]
    return f"{verb} answer: {comparison_in_words(said[0], names)}" if said else ""
