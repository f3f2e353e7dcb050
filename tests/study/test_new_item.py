"""Items that join a running study: the same posterior as if they had been there, and one change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import briefing_of
from prefstudio.study.changes import ItemAdded, LinkTo
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, Redone, Undone, happened
from prefstudio.study.exporters import export
from prefstudio.study.folder import Study, read_study
from prefstudio.study.items import Item, ItemType
from prefstudio.study.model import resolve
from prefstudio.study.new_item import Draft, DraftLink, draft_link, drafted
from prefstudio.study.new_item_request import NewItemFound, NewItemRequest
from prefstudio.study.state import StudyState, fold
from prefstudio.study.store import create, open_study

COMPONENTS = """seed = 3
[model]
[[model.component]]
kind = "features"
length_scale = 1.4
weight = 0.6
[[model.component]]
kind = "links"
relation = "near"
weight = 0.7
[[model.component]]
kind = "individual"
weight = 0.4
"""
WARP = "[model.semi_supervised]\nneighbours = 2\nstrength = 1.5\n"
ROWS = ["elm,3,wood", "ash,5,wood", "yew,,bush", "oak,9,bush"]
SAID = [("elm", "ash"), ("oak", "yew"), ("elm", "yew")]
FIR = ItemAdded(
    Item("fir", label="Fir"), {"x_age": 4.0, "x_kind": "wood"},
    (LinkTo("elm", 1.0, "near"), LinkTo("oak", 0.5, "near")),
)  # fmt: skip


def write(folder: Path, rows: list[str], links: str, settings: str) -> Study:
    folder.mkdir(exist_ok=True)
    (folder / "items.csv").write_text("\n".join(["item_id,x_age,x_kind", *rows]) + "\n")
    (folder / "links.csv").write_text("source,target,weight,relation\n" + links)
    (folder / "study.toml").write_text(settings)
    return read_study(folder)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return write(tmp_path / "trees", ROWS, "elm,ash,1,near\n", COMPONENTS)


def answers() -> list[Event]:
    return [happened(Answered(f"t{a}{b}", a, b, Outcome.A)) for a, b in SAID]


def posterior_of(state: StudyState) -> Posterior:
    return briefing_of(resolve(state.study), state).exact_posterior(Control())


def same(one: Posterior, other: Posterior) -> None:
    np.testing.assert_allclose(one.mean, other.mean, rtol=0, atol=1e-10)
    np.testing.assert_allclose(one.covariance(), other.covariance(), rtol=0, atol=1e-10)


@pytest.mark.parametrize("warp", ["", WARP])
def test_it_is_as_if_the_item_had_always_been_there(tmp_path: Path, warp: str) -> None:
    """Also the semi-supervised graph; only what features are standardised by is the founding's."""
    links = "elm,ash,1,near\n"
    before = write(tmp_path / "before", ROWS, links, COMPONENTS + warp)
    last = happened(Answered("t", "fir", "oak", Outcome.B))
    later = fold(before, [*answers(), happened(FIR), last])
    ages = before.features.column("age")
    kinds = before.features.column("kind")
    told = (
        f'\n[[feature]]\nname = "age"\n'
        f"mean = {ages.mean.tolist()!r}\nsd = {ages.sd.tolist()!r}\n"
        f'\n[[feature]]\nname = "kind"\ncategories = {list(kinds.categories)!r}\n'
        f"mean = {kinds.mean.tolist()!r}\nsd = {kinds.sd.tolist()!r}\n"
    )
    rows = [ROWS[0], ROWS[1], ROWS[2], ROWS[3], "fir,4,wood"]
    founded = write(
        tmp_path / "founded", rows, links + "fir,elm,1,near\nfir,oak,0.5,near\n",
        COMPONENTS + warp + told,
    )  # fmt: skip
    once = fold(founded, [*answers(), last])
    same(posterior_of(later), posterior_of(once))


def test_one_undo_takes_item_and_links_and_redo_brings_both(study: Study) -> None:
    added = happened(FIR)
    before = fold(study, answers())
    after = before.with_event(added)
    assert after.last_change is not None and after.last_change.event_id == added.event_id
    assert len(after.study.links["near"].source) == 3
    undone = after.with_event(happened(Undone(added.event_id)))
    assert "fir" not in undone.study.items and len(undone.study.links["near"].source) == 1
    same(posterior_of(undone), posterior_of(before))
    redone = undone.with_event(happened(Redone(added.event_id)))
    same(posterior_of(redone), posterior_of(after))


@pytest.mark.parametrize(
    "wrong",
    [LinkTo("nobody", 1.0, "near"), LinkTo("ash", -1.0, "near"), LinkTo("fir", 1.0, "near")],
)
def test_with_a_wrong_link_nothing_comes(study: Study, wrong: LinkTo) -> None:
    state = fold(study, [happened(replace(FIR, links=(*FIR.links, wrong)))])
    assert "fir" not in state.study.items and state.study.links is study.links
    assert len(state.unmade) == 1
    # What was told of it does not stick to the next one.
    later = state.with_event(happened(ItemAdded(Item("pine"))))
    assert later.study.features.column("age").missing.tolist()[-1]


def test_it_is_there_after_reopening_and_in_an_export(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "trees.prefstudio"
    with create(path, study) as made:
        for event in [*answers(), happened(FIR)]:
            made.append(event)
        expected = posterior_of(made.state)
        export(made.study, tmp_path / "out", events=made.events)
    with open_study(path) as opened:
        assert opened.events[-1].body == FIR
        same(posterior_of(opened.state), expected)
    same(posterior_of(StudyState(read_study(tmp_path / "out"))), expected)


def test_what_is_foretold_is_what_comes(study: Study) -> None:
    state = fold(study, answers())
    found = NewItemRequest(state, FIR, 7).compute(Control())
    after = state.with_event(happened(FIR))
    posterior = posterior_of(after)
    mean = posterior.mean - posterior.mean.mean()
    assert found.mean == pytest.approx(mean[-1], abs=1e-10)
    centre = np.identity(5) - 0.2
    spread = np.diagonal(centre @ posterior.covariance() @ centre.T)
    assert found.sd == pytest.approx(np.sqrt(spread[-1]), abs=1e-10)
    assert found.rank == 1 + int(np.sum(mean > mean[-1]))
    draws = np.random.default_rng(5).multivariate_normal(
        posterior.mean, posterior.covariance(), 9000
    )
    ranks = 1 + np.sum(draws > draws[:, -1:], axis=1)
    assert abs(np.quantile(ranks, 0.025) - found.rank_low) <= 1
    assert abs(np.quantile(ranks, 0.975) - found.rank_high) <= 1
    prior = resolve(after.study).prior.covariance.columns(np.arange(5))
    alike = prior[-1, :-1] / np.sqrt(np.diagonal(prior)[:-1])
    ids = np.array(after.study.items.ids)[np.argsort(-alike)[:2]]
    assert found.similar == tuple(ids)
    assert found.moment == 7 and found.n_items == 5
    interval = f"(95\u00a0%: {found.rank_low}–{found.rank_high})"
    assert f"about rank {found.rank} of 5 {interval}" in found.words


def test_what_cannot_be_added_says_why(study: Study) -> None:
    found = NewItemRequest(fold(study, []), ItemAdded(Item("elm")), 1).compute(Control())
    assert "already" in found.problem and found.words.startswith("It cannot be added")
    low = NewItemFound(1, mean=-0.004, sd=0.5, rank=1, rank_low=1, rank_high=2, n_items=2)
    assert low.words.startswith("Predicted: 0.00 (sd 0.50)") and "no other item" in low.words


def test_a_draft_becomes_one_change(study: Study) -> None:
    draft = Draft(
        " fir ", " Fir ", "A tree", "", "", {"age": " 4 ", "x_kind": "wood"},
        (DraftLink("elm"), DraftLink("oak", "near", "0.5")),
    )  # fmt: skip
    found = drafted(study, draft)
    assert found.problems == () and found.change is not None
    assert found.change == replace(FIR, item=Item("fir", text="A tree", label="Fir"))


@pytest.mark.parametrize(
    ("draft", "field", "words"),
    [
        (Draft(""), "item_id", "no id"),
        (Draft("elm"), "item_id", "'elm' already"),
        (Draft("a\nb"), "item_id", "cannot be seen"),
        (Draft("fir", cells={"age": "old"}), "age", "'old' is no number"),
        (Draft("fir", cells={"age": "inf"}), "age", "no number"),
        (Draft("fir", cells={"kind": "wod"}), "kind", "Did you mean 'wood'?"),
        (Draft("fir", cells={"agee": "1"}), "agee", "Did you mean 'x_age'?"),
        (Draft("fir", links=(DraftLink("elmm"),)), "link 0", "Did you mean 'elm'?"),
        (Draft("fir", links=(DraftLink("elm"), DraftLink("elm"))), "link 1", "twice"),
        (Draft("fir", links=(DraftLink("elm", "nea"),)), "link 0", "Did you mean 'near'?"),
        (Draft("fir", links=(DraftLink("elm", "", "-1"),)), "link 0", "'-1' is no weight"),
        (Draft("fir", path="../x.png"), "path", "does not lie in the study's folder"),
        (Draft("fir", path="x.png"), "path", "no file 'x.png'"),
    ],
)
def test_what_is_wrong_with_a_draft(study: Study, draft: Draft, field: str, words: str) -> None:
    found = drafted(study, draft, study.folder)
    assert found.change is None
    assert [problem.field for problem in found.problems] == [field]
    assert words in found.problems[0].words


def test_what_is_guessed_is_said(study: Study) -> None:
    notes = drafted(study, Draft("fir", group="south")).notes
    assert len(notes) == 3
    assert "age takes its mean" in notes[0] and "kind" in notes[1] and "'south'" in notes[2]
    (study.folder / "fir.png").write_bytes(b"x")
    shown = drafted(study, Draft("fir", path="fir.png"), study.folder).change
    assert shown is not None and shown.item.type is ItemType.IMAGE


def test_links_in_one_word(study: Study) -> None:
    assert draft_link(study, "elm") == DraftLink("elm")
    assert draft_link(study, "elm:near:2") == DraftLink("elm", "near", "2")
    assert draft_link(study, "nobody:near") == DraftLink("nobody", "near")
    colon = fold(study, [happened(ItemAdded(Item("a:b")))]).study
    assert draft_link(colon, "a:b:near") == DraftLink("a:b", "near")


def test_a_picture_that_came_later_is_read_beside_the_file(study: Study, tmp_path: Path) -> None:
    (tmp_path / "fir.png").write_bytes(b"picture")
    (tmp_path.parent / "secret").write_bytes(b"secret")
    with create(tmp_path / "trees.prefstudio", study) as made:
        made.append(happened(ItemAdded(Item("fir", ItemType.IMAGE, "fir.png"))))
        assert made.media("fir.png") == b"picture"
        for path in ("../secret", "gone.png"):
            with pytest.raises(Exception, match="not part of the study"):
                made.media(path)
