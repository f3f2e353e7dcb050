"""The queue of a study: folded from its events, undone with them, and kept in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from prefstudio.study.changes import ItemExcluded, PairQueued, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, Redone, TrialShown, Undone, happened
from prefstudio.study.folder import Study, read_study
from prefstudio.study.history import history_entries
from prefstudio.study.queue import QueuedPair, queued_pairs
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState, fold
from prefstudio.study.store import open_study
from prefstudio.study.store.creating import create
from tests.study.sitting import Sitting


@pytest.fixture(scope="module")
def papers() -> Study:
    return read_study(sample("six-papers"))


def queue(state: StudyState) -> list[str]:
    return [each.a + each.b for each in queued_pairs(state)]


def answer(sitting: Sitting, a: str, b: str, outcome: Outcome = Outcome.A) -> str:
    sitting.record(TrialShown("t", a, b))
    return sitting.record(Answered("t", a, b, outcome))


def test_pairs_wait_in_their_order_until_they_are_answered_or_skipped(papers: Study) -> None:
    sitting = Sitting(papers)
    for a, b in ("ab", "cd", "ef", "ba"):
        sitting.record(PairQueued(a, b))
    assert queue(sitting.state) == ["ab", "cd", "ef"]
    answer(sitting, "d", "c")
    assert queue(sitting.state) == ["ab", "ef"]
    answer(sitting, "a", "b", Outcome.SKIP)
    assert queue(sitting.state) == ["ef"]
    sitting.record(PairQueued("f", "e", queued=False))
    assert queue(sitting.state) == []


def test_an_earlier_answer_does_not_end_the_waiting(papers: Study) -> None:
    sitting = Sitting(papers)
    answer(sitting, "a", "b")
    sitting.record(PairQueued("a", "b"))
    assert queue(sitting.state) == ["ab"]


def test_undo_and_redo_of_the_queueing_and_of_the_answer(papers: Study) -> None:
    sitting = Sitting(papers)
    queueing = sitting.record(PairQueued("a", "b"))
    sitting.record(Undone(queueing))
    assert queue(sitting.state) == []
    sitting.record(Redone(queueing))
    assert queue(sitting.state) == ["ab"]
    said = answer(sitting, "a", "b")
    assert queue(sitting.state) == []
    sitting.record(Undone(said))
    assert queue(sitting.state) == ["ab"]
    assert sitting.state.asked is not None  # the pair is on screen again
    assert sitting.state.last_change is not None
    assert sitting.state.last_change.event_id == queueing


def test_the_queue_is_the_same_stepwise_at_once_and_at_any_earlier_moment(papers: Study) -> None:
    sitting = Sitting(papers)
    seen = [queue(sitting.state)]
    for body in (
        PairQueued("a", "b"), PairQueued("c", "d"), TrialShown("t", "a", "b"),
        Answered("t", "a", "b", Outcome.B), SettingsChanged("model.noise", 1.0, 0.8),
        PairQueued("b", "a"), Undone("e2"), Redone("e2"), PairQueued("c", "d", queued=False),
    ):  # fmt: skip
        sitting.record(body)
        seen.append(queue(sitting.state))
    for revision, expected in enumerate(seen):
        assert queue(fold(papers, sitting.events, revision)) == expected


def test_a_queued_pair_leaves_the_facts_and_the_belief_as_they_are(papers: Study) -> None:
    sitting = Sitting(papers)
    answer(sitting, "a", "b")
    before = sitting.state
    sitting.record(PairQueued("c", "d"))
    assert sitting.state.study is before.study
    assert sitting.state.belief_revision == before.belief_revision
    assert sitting.state.revision == before.revision + 1


def test_what_cannot_be_asked_does_not_wait(papers: Study) -> None:
    sitting = Sitting(papers)
    for a, b in ("ab", "aa", "cz"):
        sitting.record(PairQueued(a, b))
    assert queue(sitting.state) == ["ab"]
    sitting.record(ItemExcluded("b"))
    assert queue(sitting.state) == []
    sitting.record(ItemExcluded("b", excluded=False))
    assert queue(sitting.state) == ["ab"]


def test_a_file_keeps_the_queue(papers: Study, tmp_path: Path) -> None:
    path = tmp_path / "papers.prefstudio"
    with create(path, papers) as file:
        file.append(happened(PairQueued("a", "b")))
        file.append(happened(PairQueued("c", "d")))
    with open_study(path) as file:
        assert queued_pairs(file.state) == (QueuedPair("a", "b"), QueuedPair("c", "d"))


def test_history_says_what_was_queued(papers: Study) -> None:
    events = [
        Event("e1", "", PairQueued("a", "b")),
        Event("e2", "", PairQueued("a", "b", queued=False)),
    ]
    words = [entry.words for entry in history_entries(fold(papers, events))]
    names = "–".join(papers.items.by_id(each).name for each in "ab")
    assert words == [f"Pair {names} queued", f"Pair {names} no longer queued"]
