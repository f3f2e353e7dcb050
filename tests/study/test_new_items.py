"""Many new items in a table: checked row by row, predicted together, undone in one go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study import new_items
from prefstudio.study.changes import ItemAdded, LinkTo
from prefstudio.study.errors import DataError
from prefstudio.study.events import Event, Redone, Undone, happened
from prefstudio.study.folder import Study, read_study
from prefstudio.study.new_item import Drafted, drafted
from prefstudio.study.new_item_request import standing_of
from prefstudio.study.new_items import drafted_table
from prefstudio.study.new_items_request import NewItemsFound, NewItemsRequest
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState
from prefstudio.study.steps import in_one_step, step_in_words
from prefstudio.study.store import NotRecordedError, create, open_study

GOOD = "item_id,label,links\ng,Paper g,a\nh,,g;b:coauthor:2\ni,,\n"


@pytest.fixture(scope="module")
def papers() -> Study:
    return read_study(sample("six-papers"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "more.csv"
    path.write_text(GOOD)
    return path


def found(papers: Study, table: Path) -> NewItemsFound:
    request = NewItemsRequest(StudyState(papers), table, table.parent, 7)
    return request.compute(Control())


def test_what_is_foretold_of_each_is_what_comes(papers: Study, table: Path) -> None:
    told = found(papers, table)
    assert told.moment == 7 and not told.drafted.problems
    assert [each.item.item_id for each in told.drafted.changes] == ["g", "h", "i"]
    assert told.drafted.changes[1].links == (
        LinkTo("g", 1.0, "coauthor"),
        LinkTo("b", 2.0, "coauthor"),
    )
    state = StudyState(papers)
    for change in told.drafted.changes:
        state = state.with_event(happened(change))
    for change, standing in zip(told.drafted.changes, told.standings, strict=True):
        alone = standing_of(state, change.item.item_id, 7, Control())
        for name in ("mean", "sd", "rank", "rank_low", "rank_high", "n_items", "similar"):
            assert getattr(standing, name) == getattr(alone, name)
    assert told.standings[0].n_items == 9


def test_every_problem_has_its_line(papers: Study, table: Path) -> None:
    table.write_text("item_id,links\ng,a\na,\nh,zebra;b:friend\n,a\n")
    told = found(papers, table)
    assert [(each.line, each.column) for each in told.drafted.problems] == [
        (3, "item_id"), (4, "links"), (4, "links"), (5, "item_id"),
    ]  # fmt: skip
    assert all(each.remedy for each in told.drafted.problems)
    assert [each.item.item_id for each in told.drafted.changes] == ["g"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name\ng\n", "no column called 'item_id'"),
        ("item_id,colour\ng,red\n", "the column means nothing here"),
        (None, "more.csv"),
    ],
)
def test_what_is_no_table_of_items_is_a_finding(
    papers: Study, table: Path, text: str | None, words: str
) -> None:
    if text is None:
        table.unlink()
    else:
        table.write_text(text)
    told = found(papers, table)
    (problem,) = told.drafted.problems
    assert words in str(problem) and not told.standings
    with pytest.raises(DataError):
        drafted_table(StudyState(papers), table, table.parent, Control())


def test_a_row_may_use_what_a_row_before_it_brought(papers: Study, table: Path) -> None:
    lonely = replace(papers, links={})
    table.write_text("item_id,group,links\ng,new,a:friend\nh,new,g:friend\ni,new,g:foe;g\n")
    told = drafted_table(StudyState(lonely), table, table.parent, Control())
    assert [each.item.item_id for each in told.changes] == ["g", "h"]
    assert [(each.line, each.column) for each in told.problems] == [(4, "links")]
    assert [told.notes[each] for each in told.notes if "group" in each] == [["g"]]
    links = told.state.study.links["friend"].links
    assert [(each.source, each.target) for each in links] == [("g", "a"), ("h", "g")]


def test_a_long_table_is_folded_in_once(
    papers: Study, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded, with_events = [], StudyState.with_events

    def count(state: StudyState, events: Iterable[Event]) -> StudyState:
        folded.append(state)
        return with_events(state, events)

    monkeypatch.setattr(StudyState, "with_events", count)
    table.write_text("item_id,links\n" + "".join(f"n{k},a\n" for k in range(20)))
    told = drafted_table(StudyState(papers), table, table.parent, Control())
    assert (len(told.changes), len(told.state.study.items), len(folded)) == (20, 26, 1)


def test_the_reading_of_a_table_can_be_stopped_at_every_row(
    papers: Study, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    control, n_read = Control(), []

    def read(*given: object) -> Drafted:
        n_read.append(given)
        control.cancel()
        return drafted(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(new_items, "drafted", read)
    with pytest.raises(Cancelled):
        NewItemsRequest(StudyState(papers), table, table.parent, 7).compute(control)
    assert len(n_read) == 1


def test_one_step_takes_all_back_and_brings_all_again(papers: Study, table: Path) -> None:
    changes = in_one_step(found(papers, table).drafted.changes)
    state = StudyState(papers).with_events(happened(each) for each in changes)
    assert len(state.study.items) == 9 and len(state.last_step) == 3
    assert step_in_words(state.last_step, {}, {}) == "Three items added"  # type: ignore[arg-type]
    undone = state.with_events(happened(Undone(each.event_id)) for each in state.last_step)
    assert undone.study.items.ids == papers.items.ids and not undone.unmade
    again = undone.with_events(happened(Redone(each.event_id)) for each in undone.redo_step)
    assert again.study.items.ids == state.study.items.ids and not again.unmade
    assert again.study.links["coauthor"].links == state.study.links["coauthor"].links


def test_events_are_recorded_all_or_none(papers: Study, table: Path, tmp_path: Path) -> None:
    changes = in_one_step(found(papers, table).drafted.changes)
    path = tmp_path / "papers.prefstudio"
    with create(path, papers) as file:
        twice = happened(changes[0])
        with pytest.raises(NotRecordedError):
            file.append(twice, happened(changes[1]), twice)
        assert file.state.study.items.ids == papers.items.ids
        assert file.append(*(happened(each) for each in changes)) == len(file.events)
    with open_study(path) as again:
        bodies = [each.body for each in again.events if isinstance(each.body, ItemAdded)]
        assert bodies == list(changes) and len({each.step for each in bodies}) == 1
