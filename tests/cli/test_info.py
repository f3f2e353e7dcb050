"""``info``: what a study holds, in numbers."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from prefstudio import __version__
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, TrialShown, Undone, happened
from prefstudio.study.resources import sample
from prefstudio.study.sittings import SessionStarted
from prefstudio.study.stopping import counted_rules
from prefstudio.study.store import open_study
from tests.cli.words import Ask, Read, Refuse

KEYS = [
    *("study_id", "title", "format", "version", "items", "links", "features", "answers"),
    *("trials", "ties", "skips", "undone", "participants", "sessions", "integrity", "problems"),
    *("purpose", "trials_done"),
]


def test_a_folder(papers: Path, ask: Ask) -> None:
    answer = ask("info", papers)
    assert list(answer) == KEYS
    assert answer == {
        "study_id": answer["study_id"],
        "title": "Six papers",
        "format": 1,
        "version": __version__,
        "items": 6,
        "links": {"coauthor": 2},
        "features": 0,
        "answers": 1,
        "trials": 1,
        "ties": 0,
        "skips": 0,
        "undone": 0,
        "participants": 1,
        "sessions": 0,
        "integrity": "ok",
        "problems": [],
        "purpose": "the best one",
        "trials_done": 0,  # since the study was made
    }


def test_a_file(file: Path, ask: Ask, read: Read) -> None:
    ask("answer", file, "b", "e", "--outcome", "A", "--participant", "ann")
    ask("answer", file, "b", "f", "--outcome", "skip", "--participant", "bob")
    ask("answer", file, "a", "c", "--outcome", "B")
    ask("undo", file)
    answer = ask("info", file)
    assert list(answer) == KEYS
    assert str(uuid.UUID(answer["study_id"])) == answer["study_id"]
    numbers = {key: answer[key] for key in KEYS[7:14]}
    assert numbers == {
        "answers": 1,
        "trials": 3,
        "ties": 0,
        "skips": 1,
        "undone": 1,
        "participants": 2,
        "sessions": 0,
    }
    assert (answer["integrity"], answer["problems"]) == ("ok", [])
    lines = read("info", file)
    assert lines[0] == f"Six papers  {answer['study_id']}"
    assert lines[1] == "six items, no features, two links (coauthor)"
    assert lines[2] == (
        "one answer, three trials shown, two of them done since the study was made, no ties, "
        "one skip, 1 undone"
    )


def test_a_study_that_nobody_answered_has_no_trial_done(read: Read) -> None:
    assert "no trials shown, no ties" in read("info", sample("six-papers"))[2]
    told = "432 trials shown, none of them done since the study was made"
    assert told in read("info", sample("cars"))[2]


def test_trials_done_are_those_that_plan_counts(file: Path, ask: Ask) -> None:
    with open_study(file) as study:
        study.append(happened(TrialShown("left", "a", "b")))
        study.append(happened(TrialShown("said", "c", "d")))
        study.append(happened(Answered("said", "c", "d", Outcome.A)))
        stop = replace(study.state.study.settings.stop, trials=9)
        (rule,) = counted_rules(study.state, stop)
    answer = ask("info", file)
    assert answer["trials_done"] == rule.now == 1
    assert answer["trials"] == 2


def test_every_part_of_a_folder_is_counted(study: Callable[..., Path], ask: Ask) -> None:
    folder = study(
        "item_id,x_age,x_kind\na,1,old\nb,2,new\nc,3,old\n",
        "[response]\ntie = true\n",
        links="source,target,relation\na,b,near\nb,c,near\na,c,far\n",
        comparisons="observer,session,condition_A,condition_B,outcome,undone\n"
        "ann,1,a,b,A,\nann,1,b,c,tie,\nann,2,a,c,skip,\nbob,1,a,c,timeout,\nbob,1,a,c,A,1\n",
        participants="participant_id\nann\neve\n",
    )
    answer = ask("info", folder)
    assert answer["links"] == {"near": 2, "far": 1}
    assert [answer[key] for key in KEYS[6:14]] == [2, 2, 5, 1, 1, 1, 3, 3]


def test_rows_that_count_several_answers(study: Callable[..., Path], ask: Ask) -> None:
    folder = study("item_id\na\nb\n", comparisons="winner,loser,n\na,b,3\nb,a,2\n")
    answer = ask("info", folder)
    assert (answer["answers"], answer["trials"]) == (5, 5)


def test_a_tie_that_is_refused_was_not_taken_back(study: Callable[..., Path], ask: Ask) -> None:
    folder = study("item_id\na\nb\nc\n", "seed = 1\n[response]\ntie = true\n")
    path = folder / "s.prefstudio"
    ask("new", folder, "--out", path)
    with open_study(path) as opened:
        opened.append(happened(Answered("t1", "b", "c", Outcome.TIE)))
        undone = happened(Answered("t2", "a", "c", Outcome.A))
        opened.append(undone)
        opened.append(happened(Undone(undone.event_id)))
        opened.append(happened(SettingsChanged("response.tie", True, False)))
    answer = ask("info", path)
    assert (answer["answers"], answer["ties"], answer["undone"]) == (0, 0, 1)
    assert len(answer["problems"]) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_in_the_place_of_settings_is_not_waited_for(
    study: Callable[..., Path], refuse: Refuse
) -> None:
    folder = study("item_id\na\nb\n")
    (folder / "study.toml").unlink(missing_ok=True)
    os.mkfifo(folder / "study.toml")
    assert "study.toml: this is no ordinary file" in refuse("info", folder)


def test_events_without_effect_are_problems(file: Path, ask: Ask, read: Read) -> None:
    with open_study(file) as opened:
        opened.append(happened(SessionStarted(), "ann", "s1"))
        opened.append(happened(Undone("never-heard-of")))
    answer = ask("info", file)
    (problem,) = answer["problems"]
    assert problem.startswith("event 2 (undone) has no effect: ")
    assert answer["sessions"] == 1
    assert read("info", file)[-1] == problem


def test_media_that_are_gone_or_changed(study: Callable[..., Path], ask: Ask) -> None:
    folder = study("item_id,type,path\na,image,a.png\nb,image,b.png\nc,image,../c.png\n")
    png = b"\x89PNG\r\n\x1a\n" + bytes(40)
    for name in "ab":
        (folder / f"{name}.png").write_bytes(png + name.encode())
    (outside,) = ask("info", folder)["problems"]
    assert "'../c.png' lies outside" in outside
    (folder / "b.png").unlink()
    missing, _ = ask("info", folder)["problems"]
    assert "'b.png' is missing" in missing


def test_what_a_rescue_lost_stays_among_the_problems(file: Path, ask: Ask, refuse: Refuse) -> None:
    content = file.read_bytes()
    assert b"model.horizon" in content
    file.write_bytes(content.replace(b"model.horizon", b"model.horizom"))
    refuse("answer", file, "b", "e", "--outcome", "A")
    copy = file.with_name("six papers (rescued).prefstudio")
    (problem,) = ask("info", copy)["problems"]
    assert "rescued from the damaged file six papers.prefstudio: " in problem
    assert "settings lost" in problem
