"""Components that come, go and change: one event each, which folds, is undone and replays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.components import Features, Individual, Links
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.component_edits import (
    can_remove,
    offers_of,
    source_of,
    with_added,
    with_columns,
    with_kernel,
    with_neighbours,
    with_reading,
    with_role,
    with_share,
    without_component,
)
from prefstudio.study.components import relation_weights
from prefstudio.study.events import Undone, happened
from prefstudio.study.exporters import export
from prefstudio.study.folder import Study, read_study
from prefstudio.study.links import Relation
from prefstudio.study.model import resolve
from prefstudio.study.settings import (
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    SemiSupervisedSettings,
)
from prefstudio.study.state import StudyState
from tests.study.sheets import sheet_of
from tests.study.two_relations import recorded, write_study

WARPED = "[model.semi_supervised]\nneighbours = 2\nstrength = 3.0\n"
FEW = (
    "[[model.component]]\nkind='features'\nlength_scale=[1.0, 4.0]\nweight=0.8\n"
    "[[model.component]]\nkind='links'\nrelation='cites'\nweight=0.4\n"
)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return write_study(tmp_path)


def after(study: Study, change: SettingsChanged) -> Study:
    return recorded(StudyState(study), change).study


def dense(study: Study) -> np.ndarray:
    prior = resolve(study).prior
    return prior.covariance.columns(np.arange(prior.n_items)).copy()


EDITS: dict[str, Callable[[Study], SettingsChanged]] = {
    "add": lambda study: with_added(sheet_of(study), offers_of(study, sheet_of(study))[1]),
    "remove": lambda study: without_component(sheet_of(study), 1),
    "reweigh": lambda study: with_share(sheet_of(study), 2, 0.5),
    "kernel": lambda study: with_kernel(sheet_of(study), 1, "common_cause"),
    "linear": lambda study: with_kernel(sheet_of(study), 0, "linear"),
    "role": lambda study: with_role(sheet_of(study), 1, "linking"),
    "columns": lambda study: with_columns(sheet_of(study), 0, ("two",)),
    "neighbours": lambda study: with_neighbours(study.settings, SemiSupervisedSettings(2, 5.0)),
    "both ways": lambda study: with_reading(study.settings, Relation("cites", directed=False)),
    "shared": lambda study: with_reading(study.settings, Relation("cites", False, bipartite=True)),
    "hubs": lambda study: with_reading(
        study.settings, Relation("written_by", False, bipartite=True, hub_weight=True)
    ),
}


@pytest.mark.parametrize("name", list(EDITS))
def test_an_edit_is_one_event_that_is_undone_and_replays(study: Study, name: str) -> None:
    before = dense(study)
    change = EDITS[name](study)
    event = happened(change)
    state = StudyState(study).with_event(event)
    assert not state.problems
    changed = dense(state.study)
    assert not np.allclose(changed, before)
    undone = state.with_event(happened(Undone(event.event_id)))
    np.testing.assert_array_equal(dense(undone.study), before)
    replayed = StudyState(study).with_events([event])
    np.testing.assert_array_equal(dense(replayed.study), changed)
    back = SettingsChanged(change.what, change.after, change.before)
    np.testing.assert_allclose(dense(recorded(state, back).study), before, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", list(EDITS))
def test_an_edited_study_is_written_and_read(study: Study, name: str, tmp_path: Path) -> None:
    state = recorded(StudyState(study), EDITS[name](study))
    folder = tmp_path / "written"
    export(state.study, folder)
    written = dense(read_study(folder))
    np.testing.assert_allclose(written, dense(state.study), rtol=1e-12, atol=1e-13)


def test_every_source_is_offered_and_counts_as_much_as_the_others(tmp_path: Path) -> None:
    study = write_study(tmp_path, FEW)
    sheet = sheet_of(study)
    offers = offers_of(study, sheet)
    sources = [source_of(each.component) for each in offers]
    assert sources == [FeaturesComponent, "cites", "written_by", IndividualComponent]
    for offer in offers:
        changed = sheet_of(after(study, with_added(sheet, offer)))
        assert changed.components[:-1] == sheet.components
        assert changed.variances[-1] == pytest.approx(np.mean(sheet.variances), rel=1e-9)
        gone = without_component(changed, len(changed.components) - 1)
        np.testing.assert_allclose(
            dense(after(after(study, with_added(sheet, offer)), gone)), dense(study), rtol=1e-12
        )


def test_removing_leaves_the_other_terms_alone(study: Study) -> None:
    model = resolve(study)
    terms = model.prior.components
    kinds = [type(each) for each in terms]
    assert kinds == [Features, Links, Links, Links, Individual]  # cites is two terms
    expected = sum(e.weight**2 * e.matrix() for e in (terms[0], terms[3], terms[4]))
    found = dense(after(study, without_component(sheet_of(study), 1)))
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_the_neighbour_graph_goes_with_the_last_features(tmp_path: Path) -> None:
    study = write_study(tmp_path, WARPED)
    change = without_component(sheet_of(study), 0)
    assert change.what == "model"
    gone = after(study, change)
    assert gone.settings.model.semi_supervised is None
    assert not any(isinstance(e, FeaturesComponent) for e in resolve(gone).components)
    state = recorded(StudyState(study), change)
    back = SettingsChanged("model", change.after, change.before)
    np.testing.assert_allclose(dense(recorded(state, back).study), dense(study), rtol=1e-12)
    two = after(study, with_added(sheet_of(study), offers_of(study, sheet_of(study))[0]))
    assert without_component(sheet_of(two), 0).what == "model.component"


def test_a_share_is_taken_and_the_rest_keeps_its_proportions(study: Study) -> None:
    before = sheet_of(study).shares
    shares = sheet_of(after(study, with_share(sheet_of(study), 1, 0.7))).shares
    assert shares[1] == pytest.approx(0.7)
    ratios = [new / old for k, (new, old) in enumerate(zip(shares, before, strict=True)) if k != 1]
    assert ratios == pytest.approx([ratios[0]] * len(ratios))
    whole = after(study, with_share(sheet_of(study), 1, 1.0))
    back = sheet_of(after(whole, with_share(sheet_of(whole), 1, 0.4))).shares
    assert back == pytest.approx([0.2, 0.4, 0.2, 0.2])


def test_one_component_cannot_be_removed(tmp_path: Path) -> None:
    study = write_study(tmp_path, "[[model.component]]\nkind='individual'\n")
    assert not can_remove(sheet_of(study))
    added = after(study, with_added(sheet_of(study), offers_of(study, sheet_of(study))[0]))
    assert can_remove(sheet_of(added))


def test_other_columns_have_one_length_scale(tmp_path: Path) -> None:
    study = write_study(tmp_path, FEW)
    component = resolve(after(study, with_columns(sheet_of(study), 0, ("one",)))).components[0]
    assert isinstance(component, FeaturesComponent)
    assert component.columns == ("one",)
    assert component.length_scale == pytest.approx(2.0)  # the geometric mean of 1 and 4


def weights(study: Study, name: str, role: str = "both") -> dict[str, np.ndarray]:
    terms = relation_weights(study.links[name], role, len(study.items), np.arange(8))
    return {key: each.toarray() for key, each in terms.items()}


def test_relations_of_one_file_are_read_each_in_its_way(study: Study) -> None:
    """By hand: a and d cite b and c, e and g cite f; bob wrote c, d and e."""
    roles = weights(study, "cites")
    assert set(roles) == {"cites linked", "cites linking"}
    linked, linking = np.zeros((8, 8)), np.zeros((8, 8))
    linked[1, 2] = linked[2, 1] = 2.0  # b and c, by a and by d
    linking[0, 3] = linking[3, 0] = 2.0  # a and d, to b and to c
    linking[4, 6] = linking[6, 4] = 1.0  # e and g, to f
    np.testing.assert_array_equal(roles["cites linked"], linked)
    np.testing.assert_array_equal(roles["cites linking"], linking)
    (shared,) = weights(study, "written_by").values()
    assert shared[2, 3] == shared[3, 4] == shared[2, 4] == shared[0, 1] == 1.0
    assert shared.sum() == 8.0
    hubs = after(study, EDITS["hubs"](study))
    (shared,) = weights(hubs, "written_by").values()
    assert shared[2, 3] == pytest.approx(0.5)  # bob has three
    assert shared[0, 1] == pytest.approx(1.0)
    plain = after(study, EDITS["both ways"](study))
    (both,) = weights(plain, "cites").values()
    assert both[0, 1] == both[1, 0] == 1.0
    assert {link.directed for link in plain.links["cites"].links} == {False}


def test_shared_things_that_are_no_items_stay_shared(study: Study) -> None:
    change = with_reading(study.settings, Relation("written_by", directed=False))
    state = StudyState(study).with_event(happened(change))
    assert "'written_by' lead to 'ann', no item" in state.problems[0].reason
    assert state.study.links["written_by"].relation.bipartite


def test_a_relation_that_is_not_declared_any_more_is_as_it_was_made(study: Study) -> None:
    state = recorded(StudyState(study), EDITS["both ways"](study))
    now = state.study.settings
    bare = SettingsChanged("relation", None, [{"name": "written_by", "bipartite": True}])
    state = recorded(state, bare)
    assert now.relations != state.study.settings.relations
    assert state.study.links["cites"].relation.directed


def test_a_role_is_one_term(study: Study) -> None:
    changed = after(study, with_role(sheet_of(study), 1, "linked"))
    component = resolve(changed).components[1]
    assert isinstance(component, LinksComponent)
    names = [each.name for each in resolve(changed).prior.components]
    assert names == ["features", "cites linked", "written_by", "individual"]
