"""The history in words: every answer and change, as it reads now."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prefstudio.study.change_words import change_in_words
from prefstudio.study.changes import (
    AnswerChanged,
    Change,
    ChangedBy,
    ItemAdded,
    ItemChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    Note,
    PairQueued,
    ParticipantAdded,
    ParticipantExcluded,
    SettingsChanged,
)
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.events import Answered, Event, Redone, TrialShown, Undone, happened, new_id
from prefstudio.study.folder import Study, read_study
from prefstudio.study.history import HistoryEntry, answer_number, history_entries
from prefstudio.study.items import Item
from prefstudio.study.state import fold


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Three sounds with names, a fourth without, and ties allowed."""
    folder = tmp_path_factory.mktemp("sounds")
    (folder / "items.csv").write_text("id,label\na,Matrix\nb,Stereo\nc,Mono\nd,\n")
    (folder / "study.toml").write_text("format = 1\n[response]\ntie = true\n")
    return read_study(folder)


def said(a: str, b: str, outcome: Outcome = Outcome.A) -> list[Event]:
    shown = TrialShown(new_id(), a, b)
    return [happened(shown), happened(Answered(shown.trial_id, a, b, outcome))]


def part_changed(by: ChangedBy = ChangedBy.HAND, **values: tuple[object, object]) -> Change:
    """One of two parts of the prior has other values."""
    tables = [
        [
            {"kind": "individual"},
            {"kind": "links", **{key: told[k] for key, told in values.items()}},
        ]
        for k in (0, 1)
    ]
    return SettingsChanged("model.component", *tables, by=by)


def told(study: Study, *events: Event) -> tuple[HistoryEntry, ...]:
    return history_entries(fold(study, events))


@pytest.mark.parametrize(
    ("outcome", "words", "n_answers", "can_flip"),
    [
        (Outcome.A, "Matrix ≻ Stereo", 1, True),
        (Outcome.B, "Stereo ≻ Matrix", 1, True),
        (Outcome.TIE, "Matrix ~ Stereo", 1, False),
        (Outcome.SKIP, "Matrix – Stereo skipped", 0, False),
        (Outcome.TIMEOUT, "Matrix – Stereo: out of time", 0, False),
    ],
)
def test_an_answer_says_who_won(
    study: Study, outcome: Outcome, words: str, n_answers: int, can_flip: bool
) -> None:
    events = said("a", "b", outcome)
    (entry,) = told(study, *events)
    names = ("Stereo", "Matrix") if outcome is Outcome.B else ("Matrix", "Stereo")
    assert entry == HistoryEntry(
        2, events[1].event_id, n_answers, words, "answer", False, can_flip, names=names
    )
    assert entry.can_remove


def test_changes_say_which_names_stand_in_their_words(study: Study) -> None:
    events = said("a", "b")
    removed = happened(AnswerChanged(events[1].event_id, removed=True))
    queued = happened(PairQueued("b", "a"))
    entries = told(study, *events, removed, queued)
    assert [(each.words, each.names) for each in entries[1:]] == [
        ("Removed: Matrix ≻ Stereo", ("Matrix", "Stereo")),
        ("Pair Stereo–Matrix queued", ("Stereo", "Matrix")),
    ]


def test_an_item_without_a_label_is_called_by_its_id(study: Study) -> None:
    assert told(study, *said("d", "c"))[0].words == "d ≻ Mono"


def test_undone_answers_stay_but_do_not_count(study: Study) -> None:
    first, second, third = said("a", "b"), said("b", "c"), said("a", "c")
    events = [*first, *second, happened(Undone(second[1].event_id)), *third]
    state = fold(study, events)
    entries = history_entries(state)
    assert [entry.revision for entry in entries] == [2, 4, 7]
    assert [entry.n_answers for entry in entries] == [1, 1, 2]
    assert [entry.is_undone for entry in entries] == [False, True, False]
    assert not entries[1].can_flip
    assert not entries[1].can_remove
    assert entries[-1].n_answers == state.n_answers


def test_a_redone_answer_counts_again(study: Study) -> None:
    answer = said("a", "b")
    back, again = happened(Undone(answer[1].event_id)), happened(Redone(answer[1].event_id))
    (entry,) = told(study, *answer, back, again)
    assert not entry.is_undone
    assert entry.n_answers == 1


def test_a_flipped_answer_reads_as_it_is_now_and_the_flip_is_an_entry(study: Study) -> None:
    answer = said("a", "b")
    answered, flipped = told(study, *answer, happened(AnswerChanged(answer[1].event_id, Outcome.B)))
    assert answered.words == "Stereo ≻ Matrix"
    assert (flipped.words, flipped.kind) == ("Changed to Stereo ≻ Matrix", "change")
    assert flipped.n_answers == 1
    assert not flipped.can_flip
    assert not flipped.can_remove
    assert (answered.is_flipped, flipped.is_flipped) == (True, False)


def test_what_was_flipped_back_is_not_flipped(study: Study) -> None:
    answer, other = said("a", "b"), said("b", "c", Outcome.TIE)
    both_ways = (Outcome.B, Outcome.A)
    turns = [happened(AnswerChanged(answer[1].event_id, outcome)) for outcome in both_ways]
    tied = happened(AnswerChanged(other[1].event_id, Outcome.A))  # which was no preference
    for n_turns, is_flipped in ((0, False), (1, True), (2, False)):
        first, second, *_ = told(study, *answer, *other, *turns[:n_turns], tied)
        assert (first.is_flipped, second.is_flipped) == (is_flipped, False)
    first, *_ = told(study, *answer, turns[0], happened(Undone(turns[0].event_id)))
    assert not first.is_flipped


def test_a_removed_answer_is_told_as_undone(study: Study) -> None:
    answer = said("a", "b")
    removal = happened(AnswerChanged(answer[1].event_id, removed=True))
    removed, change = told(study, *answer, removal)
    assert (removed.is_undone, removed.n_answers) == (True, 0)
    assert (change.words, change.is_undone) == ("Removed: Matrix ≻ Stereo", False)
    undone = told(study, *answer, removal, happened(Undone(removal.event_id)))
    assert [entry.is_undone for entry in undone] == [False, True]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (SettingsChanged("model.noise", 1.0, 0.8), "Noise 1.00 → 0.80"),
        (SettingsChanged("model.noise", 1, 0.004), "Noise 1 → 0.004"),
        (
            SettingsChanged("model.noise", 1.0, 0.8, ChangedBy.LEARNED),
            "Noise 1.00 → 0.80 (learned)",
        ),
        (SettingsChanged("model.ask_again", False, True), "Ask again no → yes"),
        (SettingsChanged("model.criterion", "expected_loss", "random"),
         "Criterion expected loss → random"),
        (SettingsChanged("stop.top_k", None, 3), "Top k not set → 3"),
        (SettingsChanged("model.component", [{"kind": "links"}], []), "Component changed"),
        (SettingsChanged("model.component", None, [{"kind": "links"}]), "Component changed"),
        (part_changed(iota=(1.0, 2.29)), "Link reach 1.00 → 2.29"),
        (part_changed(iota=(0.5, 0.25), by=ChangedBy.LEARNED), "Link reach 0.50 → 0.25 (learned)"),
        (part_changed(weight=(0.5, 0.25)), "Shares changed"),
        (part_changed(length_scale=([1.0, 2.0], [2.0, 4.0])), "Length scale changed"),
        (part_changed(length_scale=(1.5, 3.0)), "Length scale 1.50 → 3.00"),
        (part_changed(iota=(1.0, 2.0), weight=(0.5, 0.25)), "Component changed"),
        (SettingsChanged("title", "x" * 30, "y"), "Title changed"),
        (LinkRemoved("a", "b"), "Link removed: Matrix – Stereo"),
        (LinkAdded("a", "elsewhere", relation="same_room"),
         "Link drawn: Matrix – elsewhere (same room)"),
        (ItemAdded(Item("e", label="Upmix")), "Upmix added"),
        (ItemChanged("a", {"label": "M", "text": "two"}), "M: label and text changed"),
        (ItemExcluded("b", reason="too loud"), "Stereo no longer asked: too loud"),
        (ItemExcluded("b", excluded=False), "Stereo asked again"),
        (ParticipantAdded("p1"), "Participant p1 added"),
        (ParticipantExcluded("p1"), "Participant p1 no longer counted"),
        (Note("two\nlines"), "Note: two lines"),
    ],
)  # fmt: skip
def test_changes_are_told_in_words(study: Study, change: Change, words: str) -> None:
    entry = told(study, *said("b", "c"), happened(change))[-1]
    assert (entry.words, entry.kind, entry.n_answers) == (words, "change", 1)


def test_a_change_that_cannot_be_made_is_told_as_undone(study: Study) -> None:
    state = fold(study, [happened(ItemChanged("a", {"x_size": 2.0}))])
    assert [problem.seq for problem in state.unmade] == [1]
    (entry,) = history_entries(state)
    assert (entry.words, entry.is_undone) == ("Matrix: x_size changed", True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (AnswerChanged("gone", removed=True), "Answer removed"),
        (AnswerChanged("gone", Outcome.B), "Answer changed"),
    ],
)
def test_a_change_of_an_answer_that_is_not_there_has_words(
    change: AnswerChanged, words: str
) -> None:
    assert change_in_words(change, {}, {}) == words


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_is_called_by_the_number_of_its_entry(study: Study, seed: int) -> None:
    rng = random.Random(seed)
    founding = tuple(Comparison("a", "b", Outcome.A, count=2) for _ in range(seed))
    events: list[Event] = []
    for _ in range(25):
        events += said(*rng.sample("abcd", 2), rng.choice(list(Outcome)))
        earlier = rng.choice(events[1::2]).event_id
        change = rng.choice([AnswerChanged(earlier, removed=True), Undone(earlier), Note("so")])
        events += [happened(change), happened(Note("so"))]
    state = fold(replace(study, comparisons=founding), events)
    answers = [each for each in history_entries(state) if each.kind == "answer" and each.event_id]
    assert len(answers) == 25
    for entry in answers:
        assert answer_number(state, entry.event_id) == entry.n_answers
    assert answer_number(state, events[2].event_id) is None
    assert answer_number(state, "") is None


def test_founding_answers_come_first_and_cannot_be_changed(study: Study) -> None:
    founding = (
        Comparison("a", "b", Outcome.A, count=3),
        Comparison("b", "c", Outcome.B, undone=True),
    )
    state = fold(replace(study, comparisons=founding), said("a", "c"))
    entries = history_entries(state)
    assert [entry.words for entry in entries[:2]] == ["Matrix ≻ Stereo, 3 times", "Mono ≻ Stereo"]
    assert [entry.n_answers for entry in entries] == [3, 3, 4]
    assert [entry.revision for entry in entries] == [0, 0, 2]
    assert [entry.can_flip for entry in entries] == [False, False, True]
    assert [entry.can_remove for entry in entries] == [False, False, True]
    assert entries[-1].n_answers == state.n_answers


def test_an_entry_reads_as_it_did_then(study: Study) -> None:
    first, second = said("a", "b"), said("b", "c")
    answer = first[1].event_id
    flips = [happened(AnswerChanged(answer, outcome)) for outcome in (Outcome.B, Outcome.A)]
    entry = told(study, *first, flips[0], *second, flips[1], happened(Undone(flips[1].event_id)))[0]
    assert (entry.words, entry.is_flipped) == ("Stereo ≻ Matrix", True)
    read = {revision: entry.as_at(revision) for revision in range(2, 8)}
    flipped = {k: each.words for k, each in read.items() if each.is_flipped}
    assert flipped == dict.fromkeys((3, 4, 5, 7), "Stereo ≻ Matrix")
    assert {each.words for each in read.values() if not each.is_flipped} == {"Matrix ≻ Stereo"}
    assert read[2].names == ("Matrix", "Stereo") and read[3].names == ("Stereo", "Matrix")
    assert [k for k, each in read.items() if each.is_otherwise_now] == [2, 6]
    told_now = {"words": entry.words, "names": entry.names, "is_flipped": True}
    assert replace(read[2], **told_now, is_otherwise_now=False) == entry


def test_one_that_was_never_changed_reads_the_same_always(study: Study) -> None:
    entry = told(study, *said("a", "b"))[0]
    assert entry.as_at(1) is entry and entry.as_at(9) is entry
