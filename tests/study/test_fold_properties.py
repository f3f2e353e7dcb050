"""The fold of any events: it never raises, it may be cut anywhere, and undo has a way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefstudio.study import settings_changes
from prefstudio.study.changed_study import study_after
from prefstudio.study.changes import (
    AnswerChanged,
    Change,
    ItemAdded,
    ItemChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    Note,
    PairQueued,
    ParticipantAdded,
    ParticipantChanged,
    ParticipantExcluded,
    SettingsChanged,
)
from prefstudio.study.comparisons import Outcome
from prefstudio.study.counting_answers import changes_by_answer, readings_of
from prefstudio.study.events import (
    Answered,
    Event,
    Redone,
    TrialShown,
    Undone,
    happened,
)
from prefstudio.study.folder import Study, read_study
from prefstudio.study.items import Item
from prefstudio.study.model import resolve
from prefstudio.study.records import RecordedChange
from prefstudio.study.sittings import (
    Revealed,
    SessionEnded,
    SessionStarted,
    StudyOpened,
    Unknown,
)
from prefstudio.study.state import StudyState, fold

ids = st.sampled_from(["elm", "ash", "yew", "fir", "nobody"])
event_ids = st.integers(0, 14).map(lambda number: f"e{number}")
people = st.sampled_from(["anna", "bert", ""])
outcomes = st.sampled_from(list(Outcome))
values: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0.5, -1.0, 2, 10**400, "ep", "x", [], [{"kind": "individual"}], {}, True]
)
names = st.sampled_from(
    [
        "model.noise", "model.component", "response.tie", "seed", "model", "title", "categorical",
        "relation", "no.such", "",
    ]
)  # fmt: skip
bodies = st.one_of(
    st.builds(TrialShown, trial_id=st.sampled_from(["t1", "t2"]), a=ids, b=ids),
    st.builds(
        TrialShown,
        trial_id=st.sampled_from(["t3", "t4"]),
        a=ids,
        b=ids,
        batch=st.sampled_from(["b1", "b2"]),
    ),
    st.builds(
        Answered,
        trial_id=st.sampled_from(["t1", "t2", "t3", "t4", "t5"]),
        a=ids,
        b=ids,
        outcome=outcomes,
        strength=st.sampled_from([None, None, -2, 0, 3, 9]),
    ),
    st.builds(Undone, event_ids),
    st.builds(Redone, event_ids),
    st.builds(
        AnswerChanged, event_ids, st.none() | outcomes, st.booleans(), st.sampled_from([None, 1])
    ),
    st.builds(SettingsChanged, what=names, before=st.none(), after=values),
    st.builds(
        ItemAdded,
        st.builds(Item, item_id=ids),
        st.sampled_from(
            [{}, {"x_age": 2.0}, {"x_kind": "new"}, {"x_age": "two"}, {"x_age": None}, {"z": 1.0}]
        ),
    ),
    st.builds(
        ItemChanged,
        ids,
        st.dictionaries(st.sampled_from(["label", "role", "x_age", "truth", "colour"]), values),
    ),
    st.builds(ItemExcluded, ids, st.booleans()),
    st.builds(
        LinkAdded, ids, ids, st.sampled_from([1.0, -1.0, 1e200]), st.sampled_from(["near", "new"])
    ),
    st.builds(LinkRemoved, ids, ids, st.sampled_from(["near", "gone"])),
    st.builds(ParticipantAdded, people),
    st.builds(ParticipantChanged, people, st.just({"u_age": "3"})),
    st.builds(ParticipantExcluded, people, st.booleans()),
    st.builds(PairQueued, ids, ids, st.booleans()),
    st.builds(Note, st.just("so")),
    st.sampled_from([StudyOpened(), StudyOpened(sits_down=True), Revealed()]),
    st.sampled_from([SessionEnded(), Unknown("odd", "{}", "odd")]),
    st.just(SessionStarted()),
)


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    drawn = draw(st.lists(bodies, max_size=14))
    # Undone and redone name events by number, so that many of them hit one.
    return [
        Event(f"e{number}", f"at {number}", body, draw(people), "s1")
        for number, body in enumerate(drawn)
    ]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("trees")
    (folder / "items.csv").write_text(
        "item_id,x_age,x_kind\nelm,1,wood\nash,2,tree\nyew,4,wood\noak,,\n"
    )
    (folder / "links.csv").write_text("source,target,relation\nelm,ash,near\nash,yew,near\n")
    (folder / "comparisons.csv").write_text("winner,loser,tie\nelm,ash,0\nash,oak,1\n")
    (folder / "study.toml").write_text("seed = 1\n[response]\ntie = true\n")
    return read_study(folder)


def told(state: StudyState, *, with_revisions: bool = True) -> dict[str, Any]:
    """Everything a state says, as values that can be compared."""
    found: dict[str, Any] = {
        name: getattr(state, name)
        for name in ("answers", "taken_back", "shown", "shown_at", "refused", "recorded", "changes",
                     "undone", "excluded_items", "sittings", "unmade", "unfit", "asked", "history",
                     "comparisons", "last_change", "next_redo", "seated", "batch", "sat_down")
    }  # fmt: skip
    if with_revisions:
        found |= {name: getattr(state, name) for name in ("revision", "belief_revision", "skipped")}
    now = state.study
    found["items"] = list(now.items)
    found["settings"] = now.settings
    found["participants"] = now.participants
    found["features"] = [
        (column.values.tolist(), column.missing.tolist()) for column in now.features.columns
    ]
    found["links"] = [
        (name, each.relation, each.links, each.source.tolist(), each.target.tolist(),
         each.weight.tolist(), each.others)
        for name, each in now.links.items()
    ]  # fmt: skip
    return found


@given(histories())
@settings(deadline=None, max_examples=150)
def test_the_fold_never_raises_and_counts_every_event(study: Study, events: list[Event]) -> None:
    state = fold(study, events)
    assert state.revision == len(events)
    assert len(state.history) == sum(isinstance(each.body, Answered) for each in events)
    known = set(state.study.items.ids)
    assert all({each.comparison.a, each.comparison.b} <= known for each in state.answers)
    assert all(len(each.values) == len(known) for each in state.study.features.columns)
    resolve(state.study)


@given(histories(), st.integers(0, 14))
@settings(deadline=None, max_examples=150)
def test_a_fold_may_be_cut_anywhere(study: Study, events: list[Event], cut: int) -> None:
    whole = fold(study, events)
    in_two = fold(study, events, cut).with_events(events[cut:])
    one_by_one = StudyState(study)
    for event in events:
        one_by_one = one_by_one.with_event(event)
    assert told(in_two) == told(whole)
    assert told(one_by_one) == told(whole)


@given(histories(), st.integers(1, 14))
@settings(deadline=None, max_examples=300)
def test_an_answer_read_at_every_moment_as_is_told_later(
    study: Study, events: list[Event], cut: int
) -> None:
    # Moments are those after answers and changes, with which nothing is left to bring back.
    before = [k for k, event in enumerate(events, 1) if isinstance(event.body, Answered | Change)]
    moment = next((k for k in before if k >= cut), None)
    now = fold(study, events)
    changes = changes_by_answer(now.changes)
    for then in () if moment is None else fold(study, events, moment).answers:
        answer = next(each for each in now.recorded if each.event_id == then.event_id)
        readings = readings_of(answer, changes.get(answer.event_id, ()), now.undone)
        read = [comparison for since, comparison in readings if since <= moment]
        assert read[-1] == then.comparison


FEW_LINKS = [{"kind": "links", "relation": "near"}, {"kind": "individual"}]
NEW_LINKS = [{"kind": "links", "relation": "new"}, {"kind": "individual"}]
WARPED = {"neighbours": 1}
possible = st.one_of(
    st.builds(SettingsChanged, st.just("stop.trials"), after=st.sampled_from([None, 3, 9])),
    st.builds(SettingsChanged, st.just("title"), after=st.sampled_from(["Trees", "Woods"])),
    st.builds(SettingsChanged, st.just("model.noise"), after=st.sampled_from([0.5, 2.0, -1.0])),
    st.builds(
        SettingsChanged,
        st.just("model.component"),
        after=st.sampled_from([None, FEW_LINKS, NEW_LINKS]),  # the last where there are such links
    ),
    st.builds(
        SettingsChanged, st.just("model.semi_supervised"), after=st.sampled_from([None, WARPED])
    ),
    st.builds(
        SettingsChanged,
        st.just("relation"),
        after=st.sampled_from(
            [[], [{"name": "near", "directed": True}], [{"name": "near", "bipartite": True}],
             [{"name": "new", "bipartite": True}]]
        ),
    ),
    st.builds(LinkAdded, ids, ids, relation=st.sampled_from(["near", "new"])),
    st.builds(LinkRemoved, ids, ids, st.just("near")),
    st.builds(ItemAdded, st.builds(Item, item_id=ids), st.just({"x_age": 2.0})),
    st.builds(ItemChanged, ids, st.sampled_from([{"x_age": 1}, {"x_age": True}, {"label": "L"}])),
    st.builds(ItemExcluded, ids, st.booleans()),
    st.builds(ParticipantExcluded, people, st.booleans()),
    st.builds(AnswerChanged, event_ids, outcomes),
    st.builds(Answered, st.just("t"), ids, ids, outcomes),
    st.builds(Note, st.just("so")),
    st.builds(Undone, event_ids),
    st.builds(Redone, event_ids),
)  # fmt: skip


@given(st.lists(possible, max_size=14))
@settings(deadline=None, max_examples=250)
def test_after_every_change_the_study_is_as_told_from_the_start(
    study: Study, drawn: list[Any]
) -> None:
    events = [Event(f"e{number}", "", body) for number, body in enumerate(drawn)]
    state = StudyState(study)
    for n_events, event in enumerate(events, start=1):
        state = state.with_event(event)
        assert told(state) == told(fold(study, events, n_events))


@pytest.mark.parametrize(
    "change",
    [
        AnswerChanged("e0", Outcome.B),
        AnswerChanged("e0", removed=True),
        Note("so"),
        PairQueued("elm", "oak"),
        ItemExcluded("elm"),
        LinkAdded("elm", "elm"),
        SettingsChanged("model.noise", 1.0, -1.0),
    ],
)
def test_what_changes_no_fact_leaves_the_very_study(study: Study, change: Any) -> None:
    founded = StudyState(study).with_event(Event("e0", "", Answered("t", "elm", "yew", Outcome.A)))
    link, other = LinkAdded("elm", "oak", relation="near"), SettingsChanged("model.noise", 1.0, 2.0)
    changed = founded.with_events([Event("e1", "", link), Event("e2", "", other)])
    for state in (founded, changed):
        done = state.with_event(Event("e3", "", change))
        assert done.study is state.study
        assert done.with_event(happened(Undone("e3"))).study is state.study


def test_another_setting_leaves_items_features_and_links(study: Study) -> None:
    state = after(
        study,
        ItemAdded(Item("fir"), {"x_age": 3.0}),
        LinkAdded("elm", "fir", relation="near"),
        SettingsChanged("relation", [], [{"name": "near", "directed": True}]),
    )
    change = happened(SettingsChanged("stop.trials", None, 5))
    done = state.with_event(change)
    assert done.study.settings.stop.trials == 5
    undone = done.with_event(happened(Undone(change.event_id)))
    assert undone.study.settings is state.study.settings
    for name in ("items", "features", "links"):
        assert getattr(done.study, name) is getattr(state.study, name)
        assert getattr(undone.study, name) is getattr(state.study, name)


@pytest.mark.parametrize("declared", [[], [{"name": "near"}]])
def test_links_to_things_stay_links_to_things(study: Study, declared: list[Any]) -> None:
    shared = SettingsChanged("relation", [], [{"name": "near", "bipartite": True}])
    back = SettingsChanged("relation", shared.after, declared)
    state = after(study, shared, LinkAdded("elm", "moss", relation="near"), back)
    (problem,) = state.problems
    assert problem.seq == 3
    assert "lead to 'moss', no item" in problem.reason
    assert state.study.links["near"].relation.bipartite


def test_a_setting_goes_with_the_relation_it_speaks_of(study: Study) -> None:
    link = happened(LinkAdded("elm", "oak", relation="new"))
    state = fold(study, [link, happened(SettingsChanged("model.component", None, NEW_LINKS))])
    assert not state.problems
    undone = state.with_event(happened(Undone(link.event_id)))
    assert [each.seq for each in undone.problems] == [2]
    assert undone.study.settings == study.settings
    back = undone.with_event(happened(Redone(link.event_id)))
    assert told(back, with_revisions=False) == told(state, with_revisions=False)


def test_settings_that_were_read_are_not_read_again(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_read, read = 0, settings_changes.settings_of

    def count(*given: Any) -> Any:
        nonlocal n_read
        n_read += 1
        return read(*given)

    changes = [SettingsChanged("model.noise", None, 0.1 * k) for k in range(1, 21)]
    retyped = SettingsChanged("relation", [], [{"name": "near", "directed": True}])
    state = after(study, retyped, *changes)
    monkeypatch.setattr(settings_changes, "settings_of", count)
    last = happened(SettingsChanged("title", "", "Trees"))
    state = state.with_event(last)
    assert n_read == 1
    state = state.with_event(happened(LinkAdded("elm", "oak", relation="near")))
    state = state.with_event(happened(Undone(last.event_id)))
    state = state.with_event(happened(Redone(last.event_id)))
    assert n_read == 1
    assert state.study.settings.title == "Trees"
    assert state.study.settings.model.noise == pytest.approx(2.0)


@given(histories())
@settings(deadline=None, max_examples=150)
def test_undo_then_redo_changes_nothing(study: Study, events: list[Event]) -> None:
    state = fold(study, events)
    last = state.last_change
    if last is None:
        return
    undone = state.with_event(happened(Undone(last.event_id)))
    assert last.event_id in undone.undone
    assert undone.next_redo is not None
    assert undone.next_redo.event_id == last.event_id
    back = undone.with_event(happened(Redone(last.event_id)))
    assert told(back, with_revisions=False) == told(state, with_revisions=False)


@given(histories())
@settings(deadline=None, max_examples=100)
def test_undoing_everything_leads_back_to_the_founding(study: Study, events: list[Event]) -> None:
    state = fold(study, events)
    while state.last_change is not None:
        state = state.with_event(happened(Undone(state.last_change.event_id)))
    assert state.answers == ()
    assert list(state.study.items) == list(study.items)
    assert state.study.settings == study.settings
    assert state.study.participants == study.participants
    assert state.excluded_items == {}
    assert {name: each.links for name, each in state.study.links.items()} == {
        name: each.links for name, each in study.links.items()
    }


def after(study: Study, *changes: Any) -> StudyState:
    return fold(study, [happened(body) for body in changes])


def test_a_flipped_answer_keeps_its_place_and_a_removed_one_can_come_back(study: Study) -> None:
    events = [happened(Answered(f"t{k}", "elm", "yew", Outcome.A, 2)) for k in range(3)]
    flip = happened(AnswerChanged(events[1].event_id, Outcome.B))
    remove = happened(AnswerChanged(events[0].event_id, removed=True))
    state = fold(study, [*events, flip, remove])
    said = [(each.seq, each.comparison.outcome, each.comparison.strength) for each in state.answers]
    assert said == [(2, Outcome.B, -2), (3, Outcome.A, 2)]
    assert [each.comparison.undone for each in state.history] == [True, False, False]
    assert state.belief_revision == 5
    back = state.with_event(happened(Undone(remove.event_id)))
    assert [each.seq for each in back.answers] == [1, 2, 3]
    again = back.with_event(happened(Undone(flip.event_id)))
    assert [each.comparison.outcome for each in again.answers] == [Outcome.A] * 3


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([AnswerChanged("e0", Outcome.B), AnswerChanged("e0", Outcome.A)], (Outcome.A, 2)),
        ([AnswerChanged("e0", Outcome.B), AnswerChanged("e0", strength=-3)], (Outcome.B, -3)),
        ([AnswerChanged("e0", strength=1)], (Outcome.A, 1)),
        ([AnswerChanged("e0", removed=True), AnswerChanged("e0", Outcome.B)], (Outcome.B, -2)),
        ([AnswerChanged("e0", Outcome.TIE)], (Outcome.TIE, None)),
    ],
)
def test_changes_of_an_answer_follow_each_other(
    study: Study, changes: list[AnswerChanged], expected: tuple[Outcome, int | None]
) -> None:
    answer = Event("e0", "", Answered("t", "elm", "yew", Outcome.A, 2))
    state = fold(study, [answer, *map(happened, changes)])
    (found,) = state.answers
    assert (found.comparison.outcome, found.comparison.strength) == expected
    assert state.problems == ()


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (AnswerChanged("nobody", Outcome.B), "no answer"),
        (AnswerChanged("e0", strength=-1), "contradicts"),
        (AnswerChanged("e0", Outcome.A, strength=7), "contradicts"),
        (AnswerChanged("e0"), "neither"),
    ],
)
def test_a_change_of_an_answer_without_effect_is_told(
    study: Study, change: AnswerChanged, word: str
) -> None:
    answer = Event("e0", "", Answered("t", "elm", "yew", Outcome.A, 2))
    state = fold(study, [answer, happened(change)])
    (problem,) = state.problems
    assert (problem.seq, problem.kind) == (2, "answer_changed")
    assert word in problem.reason
    assert state.answers[0].comparison.strength == 2


def test_redo_of_a_change_leaves_the_pair_on_screen(study: Study) -> None:
    note = happened(Note("so"))
    trials = [happened(TrialShown(name, "elm", "yew")) for name in ("t1", "t2")]
    back = [happened(Undone(note.event_id)), trials[1], happened(Redone(note.event_id))]
    state = fold(study, [trials[0], note, *back])
    assert state.asked is trials[1].body


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (SettingsChanged("categorical", [], ["zzz"]), "settled when a study is made"),
        (SettingsChanged("categorical", [], ["x_age"]), "settled when a study is made"),
        (SettingsChanged("relation", [], [{"name": "afar"}]), "no relation is called 'afar'"),
        (
            SettingsChanged("model.component", [], [{"kind": "links", "relation": "far"}]),
            "no relation is called 'far'",
        ),
        (
            SettingsChanged("model.component", [], [{"kind": "features", "columns": ["z"]}]),
            "no feature column is called 'z'",
        ),
        (
            SettingsChanged("model.component", [], [{"kind": "features", "length_scale": [1, 2]}]),
            "two length scales",
        ),
        (SettingsChanged("seed", 1, 10**400), "out of its range"),
        (ItemChanged("elm", {"item_id": "holm"}), "keeps its id"),
        (ItemChanged("elm", {"x_age": 10**400}), "too large"),
        (ItemChanged("elm", {"truth": 10**400}), "no finite number"),
        (ItemChanged("elm", {"group": "west"}), "compare it in its group"),
        (LinkAdded("elm", "oak", 1e200, "near"), "the weight of a link"),
    ],
)
def test_what_no_model_could_be_made_with_is_not_made(
    study: Study, change: Any, words: str
) -> None:
    state = after(study, change)
    (problem,) = state.problems
    assert words in problem.reason
    assert told(state)["settings"] == study.settings
    assert list(state.study.items) == list(study.items)
    resolve(state.study)


def test_a_model_without_features_gets_none(write: Callable[[str, str], Path]) -> None:
    path = write("items.csv", "item_id\nx\ny\n")
    study = read_study(path.parent)
    state = after(
        study,
        SettingsChanged("model.component", [], [{"kind": "features"}]),
        SettingsChanged("model.semi_supervised", None, {"neighbours": 1}),
        ItemChanged("x", {"role": "training"}),
        ItemChanged("y", {"role": "training"}),
    )
    assert [problem.seq for problem in state.problems] == [1, 2, 4]
    assert resolve(state.study).item_ids == ("y",)


def test_an_answer_across_groups_does_not_count(write: Callable[[str, str], Path]) -> None:
    path = write("items.csv", "item_id,group,role\nx,east,\ny,west,\nz,,reference\n")
    state = after(
        read_study(path.parent),
        Answered("t1", "x", "y", Outcome.A),
        Answered("t2", "x", "z", Outcome.A),
    )
    assert [answer.seq for answer in state.answers] == [2]
    assert [(each.seq, each.reason) for each in state.problems] == [
        (1, "it compares items of different groups")
    ]


def test_a_feature_of_a_plain_table_is_changed_by_its_heading(
    write: Callable[[str, str], Path],
) -> None:
    path = write("items.csv", "name,price\na,1\nb,2\nc,3\n")
    study = read_study(path.parent)
    state = after(study, ItemChanged("a", {"price": 9.0}), ItemChanged("b", {"price": "9"}))
    assert state.study.features.matrix(standardize=False)[:, 0].tolist() == [9.0, 2.0, 3.0]
    assert [problem.seq for problem in state.problems] == [2]
    assert all(not item.extra for item in state.study.items)


def test_a_kind_of_change_that_nobody_makes_is_a_fault(study: Study) -> None:
    @dataclass(frozen=True)
    class Forgotten:
        kind: ClassVar[str] = "forgotten"

    with pytest.raises(AssertionError):
        after(study, Forgotten())
    with pytest.raises(AssertionError):
        study_after(study, [RecordedChange(1, "e", Forgotten())])  # type: ignore[arg-type]


def test_settings_reach_the_model(study: Study) -> None:
    state = after(study, SettingsChanged("model.noise", 1.0, 0.25))
    assert resolve(state.study).scale.noise == 0.25
    assert state.belief_revision == 1
    wrong = after(study, SettingsChanged("model.noise", 1.0, -1.0), SettingsChanged("model.nois"))
    assert wrong.study.settings == study.settings
    assert [problem.seq for problem in wrong.problems] == [1, 2]
    assert "noise" in wrong.problems[0].reason


def test_an_added_item_changes_nobody_elses_features(study: Study) -> None:
    state = after(study, ItemAdded(Item("fir", label="Fir"), {"x_age": 100.0, "kind": "wood"}))
    now, before = state.study.features, study.features
    assert np.array_equal(now.matrix()[:4], before.matrix())
    assert now.matrix(standardize=False)[4].tolist() == [100.0, 0.0, 0.0, 1.0]
    assert state.study.items.by_id("fir").label == "Fir"
    assert resolve(state.study).item_ids == ("elm", "ash", "yew", "oak", "fir")


def test_an_excluded_item_leaves_the_screen_and_keeps_its_answers(study: Study) -> None:
    answer = happened(Answered("t1", "elm", "yew", Outcome.A))
    exclude = happened(ItemExcluded("elm", reason="crackles"))
    state = fold(study, [answer, happened(TrialShown("t2", "elm", "ash")), exclude])
    assert state.asked is None
    assert state.excluded_items == {"elm": "crackles"}
    assert len(state.answers) == 1
    back = state.with_event(happened(Undone(exclude.event_id)))
    assert back.asked == TrialShown("t2", "elm", "ash")


def test_links_are_added_and_removed(study: Study) -> None:
    state = after(study, LinkAdded("elm", "oak", 2.0, "near"), LinkRemoved("yew", "ash", "near"))
    near = state.study.links["near"]
    assert list(zip(near.source.tolist(), near.target.tolist(), near.weight, strict=True)) == [
        (0, 1, 1.0),
        (0, 3, 2.0),
    ]
    assert study.links["near"].weight.tolist() == [1.0, 1.0]


def test_people_who_do_not_count(study: Study) -> None:
    state = after(study, ParticipantExcluded("p1", reason="slept"), ParticipantAdded("dora"))
    assert state.study.excluded_participants == {"p1"}
    assert [each.participant_id for each in state.study.participants] == ["p1", "dora"]
    assert state.belief_revision == 1


def test_sittings_are_told(study: Study) -> None:
    events = [
        Event("1", "t1", SessionStarted("warmth"), "anna", "s1"),
        Event("2", "t2", TrialShown("t", "elm", "ash", attribute="warmth"), "anna", "s1"),
        Event("3", "t3", Answered("t", "elm", "ash", Outcome.A), "anna", "s1"),
        Event("4", "t4", SessionEnded("done"), "anna", "s1"),
    ]
    state = fold(study, events)
    (sitting,) = state.sittings
    assert (sitting.session, sitting.participant) == ("s1", "anna")
    assert (sitting.ended_at, sitting.reason) == ("t4", "done")
    (answer,) = state.answers
    assert (answer.shown_at, answer.at, answer.comparison.attribute) == ("t2", "t3", "warmth")


def test_a_tie_the_study_forbids_is_reported_and_closes_its_pair(
    write: Callable[[str, str], Path], tmp_path: Path
) -> None:
    write("items.csv", "item_id\nx\ny\n")
    state = fold(read_study(tmp_path), [happened(Answered("t", "x", "y", Outcome.TIE))])
    assert state.answers == ()
    assert state.closed_pairs(ask_again=False) == {("x", "y")}
    assert [problem.reason for problem in state.problems] == [
        "it is a tie, and the study allows none"
    ]
