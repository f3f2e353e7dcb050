"""A study of eight papers: features, citations that point one way, and people they share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.event_json import body_from_json, body_to_json
from prefstudio.study.events import Answered, Body, TrialShown, happened, new_id
from prefstudio.study.folder import Study, read_study
from prefstudio.study.state import StudyState

NAMES = "abcdefgh"
LINKS = (
    "source,target,relation\n"
    "a,b,cites\na,c,cites\nd,b,cites\nd,c,cites\ne,f,cites\ng,f,cites\n"
    "a,ann,written_by\nb,ann,written_by\nc,bob,written_by\nd,bob,written_by\n"
    "e,bob,written_by\nh,cid,written_by\n"
)
RELATIONS = (
    "[[relation]]\nname = 'cites'\ndirected = true\n"
    "[[relation]]\nname = 'written_by'\nbipartite = true\n"
)

Write = Callable[[str, str], object]


def write_study(folder: Path, settings: str = "") -> Study:
    """Write the study and read it."""
    rng = np.random.default_rng(4)
    values = rng.standard_normal((len(NAMES), 2))
    rows = [f"{name},{x:.3f},{y:.3f}" for name, (x, y) in zip(NAMES, values, strict=True)]
    (folder / "items.csv").write_text("item_id,x_one,x_two\n" + "\n".join(rows))
    (folder / "links.csv").write_text(LINKS)
    (folder / "study.toml").write_text(f"seed = 7\n{settings}\n{RELATIONS}")
    return read_study(folder)


def answered(study: Study, n_answers: int, holdout: int = 0) -> StudyState:
    """The study with answers that follow the first feature; the last ones are held out."""
    state, rng = StudyState(study), np.random.default_rng(9)
    worth = study.features.matrix()[:, 0]
    for number in range(n_answers):
        a, b = rng.choice(len(NAMES), 2, replace=False)
        said = worth[a] - worth[b] + 0.5 * rng.standard_normal()
        trial, phase = new_id(), Phase.HOLDOUT if number >= n_answers - holdout else Phase.MAIN
        shown = TrialShown(trial, NAMES[a], NAMES[b], phase=phase)
        outcome = Outcome.A if said > 0.0 else Outcome.B
        state = state.with_event(happened(shown))
        state = state.with_event(happened(Answered(trial, NAMES[a], NAMES[b], outcome)))
    return state


def recorded(state: StudyState, body: Body) -> StudyState:
    """The state after an event that went through the file."""
    told = body_from_json(body.kind, body_to_json(body))
    assert told == body
    state = state.with_event(happened(told))
    assert not state.problems
    return state
