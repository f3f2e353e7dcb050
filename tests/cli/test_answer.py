"""``answer``: what is recorded, what is refused, and that nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio import __version__
from prefstudio.study.changes import ParticipantAdded
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, Policy, TrialShown
from prefstudio.study.sittings import StudyOpened
from prefstudio.study.store import open_study
from prefstudio.study.store.lock import WriterLock
from tests.cli.words import Ask, Read, Refuse, by_pair


def events_of(file: Path) -> tuple[Event, ...]:
    with open_study(file, writable=False) as opened:
        return opened.events


def test_answers(file: Path, ask: Ask, read: Read) -> None:
    assert ask("answer", file, "b", "e", "--outcome", "A") == {"answers": 1}
    assert ask("answer", file, "a", "f", "--outcome", "B") == {"answers": 2}
    assert ask("answer", file, "a", "c", "--outcome", "skip") == {"answers": 2, "skipped": True}
    assert read("answer", file, "c", "d", "--outcome", "A") == ["three answers on record"]
    assert ask("fit", file)["answers"] == 3


def test_a_row_may_count_a_billion(study: Callable[..., Path], tmp_path: Path, ask: Ask) -> None:
    rows = "a,b,A,1000000000\nb,a,A,1000000000\nb,c,tie,1000000000\n"
    folder = study(
        "item_id\na\nb\nc\n",
        "seed = 1\n[response]\ntie = true\n",
        comparisons=f"condition_A,condition_B,outcome,n\n{rows}",
    )
    file = tmp_path / "counted.prefstudio"
    ask("new", folder, "--out", file)
    assert ask("answer", file, "a", "c", "--outcome", "A") == {"answers": 3_000_000_001}
    assert ask("fit", file, "--inference", "incremental")["answers"] == 3_000_000_001


def test_a_skip_is_told_as_one(file: Path, read: Read) -> None:
    (line,) = read("answer", file, "a", "c", "--outcome", "skip")
    assert line == "The skip is recorded; no answers on record"


def test_a_second_command_waits_for_the_first(file: Path, ask: Ask) -> None:
    closing = threading.Timer(0.3, WriterLock(file).release)
    closing.start()
    assert ask("answer", file, "b", "e", "--outcome", "A") == {"answers": 1}
    closing.join()


def test_what_is_recorded(file: Path, ask: Ask) -> None:
    expected = ask("predict", file, "e", "b")
    ask("answer", file, "e", "b", "--outcome", "B", "--participant", "ann")
    opened, added, shown, answered = events_of(file)
    assert isinstance(opened.body, StudyOpened)
    assert opened.body.versions["prefstudio"] == __version__
    assert added.body == ParticipantAdded("ann")
    assert isinstance(shown.body, TrialShown)
    assert (shown.body.a, shown.body.b, shown.body.policy) == ("e", "b", Policy.BY_HAND)
    assert shown.body.swapped
    assert shown.body.p_a == pytest.approx(expected["p_a"], abs=1e-12)
    assert shown.body.sd_a == pytest.approx(ask("fit", file, "--covariance")["sd"][4], abs=0.2)
    assert answered.body == Answered(shown.body.trial_id, "e", "b", Outcome.B)
    assert shown.participant == answered.participant == "ann"


def test_the_prediction_is_from_before_the_answer(file: Path, ask: Ask) -> None:
    ask("answer", file, "b", "e", "--outcome", "A")
    between = ask("predict", file, "b", "e")["p_a"]
    ask("answer", file, "b", "e", "--outcome", "A")
    trials = [event.body for event in events_of(file) if isinstance(event.body, TrialShown)]
    assert trials[0].p_a == 0.5
    # One answer is where one pass and the fixed point agree.
    assert trials[1].p_a == pytest.approx(between, abs=1e-10)
    assert not trials[0].swapped


def test_a_person_is_added_once(file: Path, ask: Ask) -> None:
    for person in ("ann", "bob", " ann ", ""):
        ask("answer", file, "a", "b", "--outcome", "A", "--participant", person)
    added = [e.body for e in events_of(file) if isinstance(e.body, ParticipantAdded)]
    assert added == [ParticipantAdded("ann"), ParticipantAdded("bob")]
    assert ask("fit", file, "--participant", "ann")["answers"] == 2
    assert ask("info", file)["participants"] == 2


def test_people_of_the_founding_are_known(
    study: Callable[..., Path], tmp_path: Path, ask: Ask
) -> None:
    folder = study(
        "item_id\na\nb\nc\n",
        comparisons="observer,condition_A,condition_B,outcome\nzoe,a,b,A\n",
        participants="participant_id\nann\n",
    )
    file = tmp_path / "people.prefstudio"
    ask("new", folder, "--out", file)
    for person in ("zoe", "ann", "new"):
        ask("answer", file, "b", "c", "--outcome", "A", "--participant", person)
    added = [e.body for e in events_of(file) if isinstance(e.body, ParticipantAdded)]
    assert added == [ParticipantAdded("new")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a", "zz", "--outcome", "A"), "no item is called 'zz'"),
        (("zz", "a", "--outcome", "skip"), "no item is called 'zz'"),
        (("a", "a", "--outcome", "A"), "'a' cannot be compared with itself"),
        (("a", "b", "--outcome", "tie"), "the study allows no ties"),
        (("a", "b", "--outcome", "A", "--attribute", "warmth"), "no attribute called 'warmth'"),
    ],
)
def test_answers_that_are_refused(
    file: Path, refuse: Refuse, words: tuple[str, ...], said: str
) -> None:
    assert said in refuse("answer", file, *words, "--participant", "ann", "--json")
    assert events_of(file) == ()


def test_a_folder_is_refused(papers: Path, refuse: Refuse) -> None:
    before = {path: path.read_bytes() for path in papers.iterdir() if path.is_file()}
    for words in (("answer", papers, "a", "b", "--outcome", "A"), ("undo", papers)):
        assert "make one with prefstudio new" in refuse(*words, "--json")
    assert {path: path.read_bytes() for path in papers.iterdir() if path.is_file()} == before


def test_a_tie_where_it_is_allowed(study: Callable[..., Path], tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "ties.prefstudio"
    ask("new", study("item_id\na\nb\nc\n", "[response]\ntie = true\n"), "--out", file)
    assert ask("answer", file, "a", "b", "--outcome", "tie") == {"answers": 1}
    assert ask("info", file)["ties"] == 1
    assert "ab" not in by_pair(ask("suggest", file, "--top", 9))


def test_items_of_other_groups_and_roles(
    study: Callable[..., Path], tmp_path: Path, ask: Ask, refuse: Refuse
) -> None:
    file = tmp_path / "groups.prefstudio"
    items = "item_id,group,role\na,x,\nb,y,\nc,x,\nt,x,training\n"
    ask("new", study(items), "--out", file)
    assert "within a group only" in refuse("answer", file, "a", "b", "--outcome", "A")
    assert "no item is called 't'" in refuse("answer", file, "a", "t", "--outcome", "A")
    assert ask("answer", file, "a", "c", "--outcome", "A") == {"answers": 1}


def test_attributes(study: Callable[..., Path], tmp_path: Path, ask: Ask, refuse: Refuse) -> None:
    file = tmp_path / "attributes.prefstudio"
    settings = '[[attribute]]\nname = "warmth"\n[[attribute]]\nname = "depth"\n'
    ask("new", study("item_id\na\nb\nc\n", settings), "--out", file)
    words = ("answer", file, "a", "b", "--outcome", "A")
    assert "Say which with --attribute NAME." in refuse(*words)
    ask(*words, "--attribute", "depth")
    # From now on one attribute is judged, so that it need not be named.
    ask("answer", file, "b", "c", "--outcome", "A")
    assert ask("fit", file, "--attribute", "depth")["answers"] == 2
    ask(*words, "--attribute", "warmth")
    assert "'depth' and 'warmth'" in refuse(*words)


def test_items_that_cannot_differ_by_the_prior(
    study: Callable[..., Path], tmp_path: Path, ask: Ask
) -> None:
    file = tmp_path / "flat.prefstudio"
    settings = '[[model.component]]\nkind = "individual"\nweight = 0\n'
    ask("new", study("item_id\na\nb\n", settings), "--out", file)
    assert ask("answer", file, "a", "b", "--outcome", "A") == {"answers": 1}
    assert ask("fit", file)["mean"] == [0.0, 0.0]


def test_the_outcome_must_be_said(file: Path, usage: Refuse) -> None:
    assert "--outcome" in usage("answer", file, "a", "b")
    assert "'timeout'" in usage("answer", file, "a", "b", "--outcome", "timeout")


def test_many_answers_are_no_burden(file: Path, ask: Ask) -> None:
    """Every answer folds all events before it; a hundred of them must not grow steep."""
    for number in range(100):
        a, b = ("a", "b") if number % 2 else ("c", "d")
        assert ask("answer", file, a, b, "--outcome", "A") == {"answers": number + 1}
    assert ask("info", file)["trials"] == 100
