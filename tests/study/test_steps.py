"""Settings that change in one go are taken back and brought back in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

from prefstudio.cli.running import main
from prefstudio.study.changes import ChangedBy, LinkRemoved, SettingsChanged
from prefstudio.study.event_json import body_from_json, body_to_json
from prefstudio.study.events import Body, Redone, Undone, happened
from prefstudio.study.folder import read_study
from prefstudio.study.records import RecordedChange
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState
from prefstudio.study.steps import in_one_step, step_in_words
from prefstudio.study.store import create, open_study

HORIZON = SettingsChanged("model.horizon", 1, "all")
CRITERION = SettingsChanged("model.criterion", "expected_loss", "entropy_gain")
NOISE = SettingsChanged("model.noise", 1.0, 0.5)


def with_bodies(state: StudyState, *bodies: Body) -> StudyState:
    return state.with_events(happened(body) for body in bodies)


@pytest.fixture
def state() -> StudyState:
    return StudyState(read_study(sample("six-papers")))


def test_a_step_survives_its_file() -> None:
    first, second = in_one_step((HORIZON, CRITERION))
    assert isinstance(first, SettingsChanged) and isinstance(second, SettingsChanged)
    assert first.step == second.step != ""
    for body in (first, second):
        assert body_from_json("settings_changed", body_to_json(body)) == body
    assert in_one_step((HORIZON,)) == (HORIZON,)
    assert "step" not in body_to_json(HORIZON)


def test_both_are_undone_and_redone_together(state: StudyState) -> None:
    state = with_bodies(state, NOISE, *in_one_step((HORIZON, CRITERION)))
    assert [each.body.what for each in changes(state.last_step)] == [
        "model.criterion",
        "model.horizon",
    ]
    undone = with_bodies(state, *(Undone(each.event_id) for each in state.last_step))
    assert not undone.problems
    model = undone.study.settings.model
    assert (model.horizon, model.criterion, model.noise) == (1.0, "expected_loss", 0.5)
    assert [each.body.what for each in changes(undone.last_step)] == ["model.noise"]
    redone = with_bodies(undone, *(Redone(each.event_id) for each in undone.redo_step))
    assert not redone.problems
    assert redone.study.settings == state.study.settings
    assert redone.redo_step == ()


def test_changes_one_after_the_other_are_steps_of_their_own(state: StudyState) -> None:
    state = with_bodies(state, HORIZON, CRITERION)
    assert [each.body.what for each in changes(state.last_step)] == ["model.criterion"]
    state = with_bodies(state, LinkRemoved("a", "b", "coauthor"))
    assert len(state.last_step) == 1


def test_words(state: StudyState) -> None:
    state = with_bodies(state, *in_one_step((HORIZON, CRITERION)))
    words = step_in_words(changes(state.last_step), {}, {})
    assert words.startswith("Purpose: the best one → the whole ranking")
    learned = SettingsChanged("model.tie_width", 0.25, 0.5, ChangedBy.LEARNED)
    state = with_bodies(state, *in_one_step((learned, NOISE)))
    words = step_in_words(changes(state.last_step), {}, {})
    assert words == "Noise 1.00 → 0.50 and Tie width 0.25 → 0.50 (learned)"
    state = with_bodies(state, learned)
    assert step_in_words(changes(state.last_step), {}, {}) == "Model learned from the answers"


def changes(step: tuple[object, ...]) -> list[RecordedChange]:
    assert all(isinstance(each, RecordedChange) for each in step)
    return [each for each in step if isinstance(each, RecordedChange)]


def test_the_command_takes_a_whole_step_back(tmp_path: Path) -> None:
    path = tmp_path / "six.prefstudio"
    with create(path, read_study(sample("six-papers"))) as file:
        for body in in_one_step((HORIZON, CRITERION)):
            file.append(happened(body))
    assert main(["undo", str(path)]) == 0
    with open_study(path) as file:
        model = file.state.study.settings.model
    assert (model.horizon, model.criterion) == (1.0, "expected_loss")
