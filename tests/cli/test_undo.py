"""``undo``: one answer back at a time, until there is none."""

from __future__ import annotations

from pathlib import Path

from prefstudio.study.changes import AnswerChanged, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import happened
from prefstudio.study.store import open_study
from tests.cli.words import Ask, Read, Refuse


def test_undo(file: Path, ask: Ask, refuse: Refuse) -> None:
    before = ask("fit", file)
    ask("answer", file, "b", "e", "--outcome", "A")
    once = ask("fit", file)
    ask("answer", file, "f", "c", "--outcome", "B")
    assert ask("undo", file) == {"answers": 1, "a": "f", "b": "c"}
    assert ask("fit", file) == once
    assert ask("undo", file) == {"answers": 0, "a": "b", "b": "e"}
    assert ask("fit", file) == before
    with open_study(file, writable=False) as opened:
        n_events = len(opened.events)
    assert "there is no answer to take back" in refuse("undo", file, "--json")
    with open_study(file, writable=False) as opened:
        assert len(opened.events) == n_events


def test_a_change_is_taken_back_in_its_turn(file: Path, ask: Ask, read: Read) -> None:
    ask("answer", file, "b", "e", "--outcome", "A")
    before = ask("fit", file)
    with open_study(file) as opened:
        (answer,) = opened.state.answers
        opened.append(happened(AnswerChanged(answer.event_id, Outcome.B)))
        opened.append(happened(SettingsChanged("model.noise", 1.0, 2.0)))
    assert read("undo", file) == ["Took back a change: Noise 1.00 → 2.00; one answer on record"]
    expected = {"answers": 1, "a": None, "b": None, "change": "answer_changed"}
    told = ask("undo", file)
    assert told.pop("what") == "Changed to Paper e ≻ Paper b"
    assert told == expected
    assert ask("fit", file) == before
    assert ask("undo", file) == {"answers": 0, "a": "b", "b": "e"}


def test_a_skip_is_taken_back_too(file: Path, ask: Ask, read: Read) -> None:
    ask("answer", file, "b", "e", "--outcome", "A")
    ask("answer", file, "a", "c", "--outcome", "skip")
    assert ask("undo", file) == {"answers": 1, "a": "a", "b": "c"}
    assert read("undo", file) == ["Took back the answer to b or e; no answers on record"]


def test_answering_anew_after_undo(file: Path, ask: Ask) -> None:
    ask("answer", file, "b", "e", "--outcome", "A", "--participant", "ann")
    ask("undo", file)
    assert ask("answer", file, "b", "e", "--outcome", "B", "--participant", "ann") == {"answers": 1}
    assert ask("fit", file)["mean"][1] < 0
    info = ask("info", file)
    assert (info["answers"], info["undone"], info["trials"]) == (1, 1, 2)


def test_founding_answers_stay(papers: Path, tmp_path: Path, ask: Ask, refuse: Refuse) -> None:
    file = tmp_path / "answered.prefstudio"
    ask("new", papers, "--out", file)
    assert ask("fit", file)["answers"] == 1
    assert "What the study was made with stays" in refuse("undo", file)
