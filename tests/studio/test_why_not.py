"""Why an action is not possible and whether it can be chosen are one thing, in every state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from prefstudio.studio import actions, record
from prefstudio.studio.app import Studio
from prefstudio.studio.command_palette import CommandPalette
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.record import open_for_window
from prefstudio.studio.why_not import (
    LEARNING_BACK,
    LOOKING_BACK,
    NO_ANSWERS,
    NO_PANELS,
    NOTHING_TO_LEARN,
    NOTHING_TO_UNDO,
    WHY_NOT,
)
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.store import create, open_study

Settled = Callable[[MainWindow], None]

WRITING = (
    "answer_a", "answer_b", "answer_tie", "answer_skip", "undo", "redo", "queue_pair", "seats",
    "add_item", "add_items", "learn", "flip_answer", "remove_answer",
)  # fmt: skip
"""What a study that cannot be written does not allow."""


def said(window: MainWindow) -> dict[str, str]:
    """Why each action is not possible, as Ctrl+K says it; also that it says no more or less."""
    window.actions_by_name["find_command"].trigger()
    palette = window.aids.palette
    reasons = _reasons(palette)
    palette.reject()
    for name, action in window.actions_by_name.by_name.items():
        assert action.isEnabled() == (not window.model.why_not(name)), name
        assert reasons.get(name, "") == window.model.why_not(name)
    assert set(reasons) <= set(WHY_NOT)
    return reasons


def _reasons(palette: CommandPalette) -> dict[str, str]:
    tips = [palette.list.item(row).toolTip() for row in range(palette.list.count())]
    shown = zip(palette.shown, tips, strict=True)
    return {
        str(command.action.data()): tip for command, tip in shown if not command.action.isEnabled()
    }


def answer(window: MainWindow, settled: Settled, n_answers: int = 1) -> None:
    for _ in range(n_answers):
        settled(window)
        window.model.answer(Outcome.A)
    settled(window)


@pytest.fixture
def read_only(
    tmp_path: Path, studio: Studio, qtbot: QtBot, settled: Settled
) -> Iterator[MainWindow]:
    """Six papers with an answer on record, in a file that another program writes."""
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    first = studio.open_study(open_for_window(path))
    qtbot.waitUntil(lambda: first.model.asking.trial is not None, timeout=5000)
    answer(first, settled)
    first.close()
    with open_study(path):
        window = studio.open_study(open_for_window(path))
        qtbot.waitUntil(window.isVisible, timeout=5000)
        settled(window)
        yield window
        window.close()


def test_every_reason_is_of_an_action() -> None:
    assert set(WHY_NOT) <= {entry.name for entry in actions.ACTIONS}


def test_a_read_only_study_says_that_it_is(read_only: MainWindow, settled: Settled) -> None:
    words = read_only.model.record.read_only_words
    assert words.startswith("Read-only: ") and read_only.model.state.n_answers == 1
    reasons = said(read_only)
    assert {name: reasons[name] for name in WRITING} == dict.fromkeys(WRITING, words)
    assert "replay" not in reasons and "what_if" not in reasons
    learn = read_only.rooms.model.evidence_row.learn_button
    assert learn.toolTip() == words
    with_refusal: list[str] = []
    read_only.model.refused.connect(with_refusal.append)
    read_only.model.learn()
    read_only.model.select(frozenset({0, 1}))
    read_only.plan_wiring.queue_selected()
    assert with_refusal == [words]
    read_only.model.fork()
    settled(read_only)
    reasons = said(read_only)  # panels still say that it is read-only, and press nothing
    assert reasons["answer_a"] == reasons["flip_answer"] == words
    assert not read_only.rooms.compare.caps.skip.isEnabled()
    assert "learn" not in reasons and "add_item" not in reasons


def test_only_the_record_words_it() -> None:
    studio = Path(record.__file__).parent
    composed = [
        path.name for path in studio.rglob("*.py") if "ead-only: {" in path.read_text("utf-8")
    ]
    assert composed == ["record.py"]


def test_without_answers_there_is_nothing_to_go_back_to(
    window: MainWindow, settled: Settled
) -> None:
    settled(window)
    reasons = said(window)
    assert reasons["undo"] == NOTHING_TO_UNDO
    assert reasons["learn"] == NOTHING_TO_LEARN
    assert window.rooms.model.evidence_row.learn_button.toolTip() == NOTHING_TO_LEARN
    for name in ("replay", "flip_answer", "remove_answer"):
        assert reasons[name] == NO_ANSWERS
    assert "answer_a" not in reasons


def test_the_past_takes_nothing_but_a_correction(window: MainWindow, settled: Settled) -> None:
    answer(window, settled, 2)
    assert not {"undo", "learn", "replay", "flip_answer", "answer_a"} & set(said(window))
    window.model.look_back(1)
    settled(window)
    reasons = said(window)
    for name in ("answer_a", "answer_skip", "queue_pair", "seats", "add_item", "add_items"):
        assert reasons[name] == LOOKING_BACK
    assert reasons["learn"] == LEARNING_BACK
    assert window.rooms.model.evidence_row.learn_button.toolTip() == LEARNING_BACK
    assert not {"now", "undo", "flip_answer"} & set(reasons)
    window.model.return_to_now()
    settled(window)
    assert "now" in said(window)


def test_a_what_if_can_be_left_and_kept(window: MainWindow, settled: Settled) -> None:
    answer(window, settled)
    assert {"leave_what_if", "keep_fork"} <= set(said(window))
    window.model.fork()
    settled(window)
    reasons = said(window)
    assert "what_if" in reasons
    assert not {"leave_what_if", "keep_fork", "answer_a", "undo"} & set(reasons)
    window.model.leave_fork()
    settled(window)
    assert "what_if" not in said(window)


def test_the_classroom_has_no_panels_to_put_back(window: MainWindow, settled: Settled) -> None:
    settled(window)
    assert "reset_layout" not in said(window)
    window.choose_layout(LayoutChoice.CLASSROOM)
    settled(window)
    assert said(window)["reset_layout"] == NO_PANELS
    window.choose_layout(LayoutChoice.EXPLORE)
    assert "reset_layout" not in said(window)


def test_reasons_are_sentences_that_name_real_keys(window: MainWindow, settled: Settled) -> None:
    settled(window)
    keys = {action.shortcut().toString() for action in window.actions_by_name}
    for words in (*said(window).values(), LOOKING_BACK, LEARNING_BACK):
        assert words[0].isupper() and words.endswith(".")
        assert set(re.findall(r"\(([^)]+)\)", words)) <= keys
