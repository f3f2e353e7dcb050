"""Events: on the disk before anything else, never changed, and replayed to the same posterior."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study.changes import AnswerChanged, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, Undone, happened
from prefstudio.study.sittings import Unknown, opened_here
from prefstudio.study.store import (
    NotRecordedError,
    ReadOnlyStudyError,
    StudyFile,
    open_study,
)
from prefstudio.study.store.digests import FOUNDING_TABLES

from .test_round_trip import posterior

MakeEvent = Callable[..., Event]


def live(opened: StudyFile) -> sqlite3.Connection:
    assert opened.connection is not None
    return opened.connection


def test_a_commit_waits_for_the_disk(file: Path) -> None:
    with open_study(file) as opened:
        settings = {
            name: live(opened).execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "journal_mode", "foreign_keys", "trusted_schema")
        }
    assert settings == {
        "synchronous": 2,
        "journal_mode": "delete",
        "foreign_keys": 1,
        "trusted_schema": 0,
    }


def test_what_is_committed_is_remembered_whatever_comes_between(
    file: Path, answer: MakeEvent
) -> None:
    def interrupt(step: str) -> None:
        if step == "committed":
            raise KeyboardInterrupt

    with open_study(file) as opened:
        opened.on_step = interrupt
        with pytest.raises(KeyboardInterrupt):
            opened.append(answer())
        opened.on_step = lambda step: None
        assert opened.append(answer("ash", "yew")) == 2
    with open_study(file) as again:
        assert len(again.events) == 2


def test_events_come_back_as_they_were(file: Path, answer: MakeEvent, shown: MakeEvent) -> None:
    events = [happened(opened_here()), shown(), answer(), answer("ash", "yew", Outcome.SKIP)]
    with open_study(file) as opened:
        assert [opened.append(event) for event in events] == [1, 2, 3, 4]
        assert opened.events == tuple(events)
    with open_study(file) as again:
        assert again.events == tuple(events)
        assert again.state.revision == 4
        assert again.state.n_answers == 4


def test_another_reader_sees_an_event_when_append_returns(file: Path, answer: MakeEvent) -> None:
    with open_study(file) as opened:
        event = answer()
        opened.append(event)
        with open_study(file, writable=False) as reader:
            assert reader.events == (event,)


def test_the_steps_of_recording_are_told_in_their_order(file: Path, answer: MakeEvent) -> None:
    steps: list[tuple[str, int]] = []
    with open_study(file) as opened:
        opened.on_step = lambda step: steps.append((step, len(opened.events)))
        opened.append(answer())
    assert steps == [("begun", 0), ("written", 0), ("committed", 1)]


@pytest.mark.parametrize("step", ["begun", "written"])
def test_a_fault_before_the_commit_leaves_no_trace(
    file: Path, answer: MakeEvent, step: str
) -> None:
    def fail(at: str) -> None:
        if at == step:
            raise RuntimeError

    with open_study(file) as opened:
        opened.on_step = fail
        with pytest.raises(RuntimeError):
            opened.append(answer())
        assert opened.events == ()
        opened.on_step = lambda step: None
        assert opened.append(answer()) == 1


def test_events_are_recorded_together_or_not_at_all(
    file: Path, answer: MakeEvent, shown: MakeEvent
) -> None:
    steps: list[tuple[str, int]] = []
    together = answer(), shown()
    with open_study(file) as opened:
        opened.on_step = lambda step: steps.append((step, len(opened.events)))
        assert opened.append(*together) == 2
        assert steps == [("begun", 0), ("written", 0), ("committed", 2)]
        with pytest.raises(NotRecordedError):
            opened.append(answer("ash", "yew"), together[0])  # an id that is there already
        assert opened.events == together
    with open_study(file) as again:
        assert again.events == together


@pytest.mark.parametrize("table", [*FOUNDING_TABLES, "events", "event_checks"])
def test_nothing_on_record_can_be_changed(file: Path, answer: MakeEvent, table: str) -> None:
    with open_study(file) as opened:
        opened.append(answer())
        connection = live(opened)
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for statement in (
            f"DELETE FROM {table}",
            f'UPDATE {table} SET "{names[1]}" = "{names[1]}"',
            f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
            f"INSERT INTO {table} SELECT {names[0]} + 100, "
            + ", ".join(f'"{name}"' for name in names[1:])
            + f" FROM {table}",
        ):
            with pytest.raises(sqlite3.IntegrityError, match=r"never change|in their order"):
                connection.execute(statement)


def test_the_same_event_is_recorded_once(file: Path, answer: MakeEvent) -> None:
    with open_study(file) as opened:
        event = answer()
        opened.append(event)
        with pytest.raises(NotRecordedError, match="UNIQUE"):
            opened.append(event)
        assert opened.append(answer()) == 2


def test_a_full_disk_is_named_and_harms_nothing(file: Path, answer: MakeEvent) -> None:
    with open_study(file) as opened:
        opened.append(answer())
        (pages,) = live(opened).execute("PRAGMA page_count").fetchone()
        live(opened).execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(NotRecordedError, match="the disk is full"):
            for _ in range(100):
                opened.append(answer())
        recorded = opened.events
        live(opened).execute(f"PRAGMA max_page_count = {pages + 1000}")
        opened.append(answer())
    with open_study(file) as again:
        assert again.events[:-1] == recorded


def test_broken_text_is_not_recorded(file: Path) -> None:
    with open_study(file) as opened:
        with pytest.raises(NotRecordedError, match="broken text"):
            opened.append(happened(Answered("t", "elm", "\ud800", Outcome.A)))
        assert opened.events == ()


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be moved there")
def test_a_file_that_was_moved_away_takes_no_answers(file: Path, answer: MakeEvent) -> None:
    with open_study(file) as opened:
        file.rename(file.with_name("moved.prefstudio"))
        with pytest.raises(NotRecordedError, match="moved, removed or replaced"):
            opened.append(answer())


def test_a_closed_file_takes_no_answers(file: Path, answer: MakeEvent) -> None:
    opened = open_study(file)
    opened.close()
    opened.close()
    with pytest.raises(ReadOnlyStudyError, match="it was closed"):
        opened.append(answer())


def test_an_unknown_kind_is_kept_skipped_and_reported(file: Path, answer: MakeEvent) -> None:
    strange = happened(Unknown("dreamt", '{"of":["sheep",1.5]}', ""), "anna")
    broken = happened(Unknown("answered", '{"trial_id":7}', ""), "anna")
    with open_study(file) as opened:
        for event in (answer(), strange, broken, answer("ash", "yew")):
            opened.append(event)
    with open_study(file) as again:
        assert again.state.n_answers == 5
        first, second = again.state.problems
        assert (first.seq, first.kind, second.seq, second.kind) == (2, "dreamt", 3, "answered")
        assert "no such kind" in first.reason
        body = again.events[1].body
        assert isinstance(body, Unknown)
        assert body.text == '{"of":["sheep",1.5]}'


def test_replaying_a_file_gives_the_same_posterior(file: Path, answer: MakeEvent) -> None:
    with open_study(file) as opened:
        first, second = answer(), answer("yew", "oak", Outcome.B)
        third = answer("ash", "oak")
        for event in (
            first,
            second,
            happened(SettingsChanged("model.noise", 1.0, 0.7)),
            third,
            happened(Undone(third.event_id)),
            happened(AnswerChanged(first.event_id, Outcome.B)),
        ):
            opened.append(event)
        expected = posterior(opened.state.as_study())
    with open_study(file) as again:
        found = posterior(again.state.as_study())
        assert again.state.study.settings.model.noise == 0.7
        said = [(each.a, each.b, str(each.outcome)) for each in again.state.comparisons[4:]]
    assert said == [("elm", "oak", "B"), ("yew", "oak", "B")]
    for one, other in zip(found, expected, strict=True):
        assert np.abs(one - other).max() < 1e-10


@pytest.mark.slow  # it holds on a quiet machine
def test_recording_is_quick(file: Path, answer: MakeEvent) -> None:
    """Under 10 ms; on a disk that others keep busy, a few times what it takes to write at all."""
    times, bare = [], []
    with open_study(file) as opened, (file.parent / "bare").open("wb") as other:
        for _ in range(30):
            event = answer()
            start = time.perf_counter()
            opened.append(event)
            between = time.perf_counter()
            other.write(b"0123456789")
            other.flush()
            os.fsync(other.fileno())
            times.append(between - start)
            bare.append(time.perf_counter() - between)
    assert np.median(times) < max(0.010, 10 * np.median(bare))
