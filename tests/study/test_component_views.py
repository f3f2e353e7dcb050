"""Pictures of components: they add up to the prior, in the order that is wanted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.study.beliefs import Belief
from prefstudio.study.blocks import block_means
from prefstudio.study.briefing import briefing_of
from prefstudio.study.component_views import (
    NEIGHBOURS,
    THUMB_SIDE,
    ComponentsRequest,
    ComponentsShown,
)
from prefstudio.study.component_words import component_in_words, components_sheet
from prefstudio.study.folder import read_study
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import resolve
from prefstudio.study.model_sheet import model_sheet
from prefstudio.study.resources import sample
from prefstudio.study.settings import FeaturesComponent
from prefstudio.study.state import StudyState
from prefstudio.study.viewing import ViewWants
from tests.study.sheets import sheet_of
from tests.study.two_relations import answered, write_study


def shown(state: StudyState, chosen: int, wants: ViewWants | None = None) -> ComponentsShown:
    briefing = briefing_of(resolve(state.study), state)
    posterior = incremental_posterior(briefing, Control())
    belief = Belief(posterior, None, None, briefing)
    request = ComponentsRequest(state.study, briefing, belief, wants or ViewWants(), chosen)
    assert request.lane is Lane.COMPONENTS
    assert request.moment == briefing.moment
    return request.compute(Control())


def test_components_add_up_to_the_prior(tmp_path: Path) -> None:
    state = answered(write_study(tmp_path), 5)
    prior = resolve(state.study).prior
    pictures = [shown(state, place) for place in range(4)]
    matrices = [each.matrix for each in pictures if each.matrix is not None]
    assert len(matrices) == 4
    np.testing.assert_allclose(sum(matrices), prior.covariance.columns(np.arange(8)), rtol=1e-12)
    sheet = sheet_of(state.study)
    variances = [each.diagonal().mean() for each in matrices]
    np.testing.assert_allclose(variances, sheet.variances, rtol=1e-9)
    assert not matrices[0].flags.writeable
    assert len(pictures[0].thumbs) == 4
    assert pictures[0].graph is None


@pytest.mark.parametrize("order", ["rank", "file", "cluster"])
def test_thumbs_are_in_the_order_that_is_wanted(tmp_path: Path, order: str) -> None:
    state = answered(write_study(tmp_path), 5)
    found = shown(state, 2, ViewWants(order=order, is_centred=True))
    assert found.matrix is not None
    np.testing.assert_allclose(found.matrix.sum(axis=0), 0.0, atol=1e-12)
    model = resolve(state.study)
    mean = incremental_posterior(briefing_of(model, state), Control()).mean
    if order == "file":
        places = np.arange(8)
    elif order == "rank":
        places = np.argsort(-mean, kind="stable")
    else:
        return
    np.testing.assert_allclose(found.thumbs[2], found.matrix[np.ix_(places, places)])


def test_a_large_matrix_is_drawn_by_blocks() -> None:
    state = StudyState(read_study(sample("research-papers")))
    found = shown(state, 1, ViewWants(order="file"))
    assert found.matrix is not None and found.blocks is not None
    places = np.arange(len(found.matrix))
    np.testing.assert_allclose(found.blocks, block_means(found.matrix, places))
    assert found.thumbs[1].shape == (THUMB_SIDE, THUMB_SIDE)


def test_the_neighbour_graph_of_the_spiral_lies_in_its_plane() -> None:
    state = StudyState(read_study(sample("spiral")))
    found = shown(state, NEIGHBOURS)
    assert found.matrix is None and found.graph is not None
    values = state.study.features.matrix()
    distance = np.linalg.norm(values[:, None] - values[None], axis=2)
    np.fill_diagonal(distance, np.inf)
    nearest = np.argsort(distance, axis=1, kind="stable")[:, :3]
    expected = {frozenset((i, int(j))) for i, row in enumerate(nearest) for j in row}
    links = found.graph.links
    pairs = {
        frozenset(pair) for pair in zip(links.first.tolist(), links.second.tolist(), strict=True)
    }
    assert pairs == expected
    assert links.n_links == len(expected)
    places = found.graph.layout.positions
    raw = np.array([[c.values[k, 0] for c in state.study.features.columns] for k in range(35)])
    for axis in range(2):
        assert np.corrcoef(places[:, axis], raw[:, axis])[0, 1] == pytest.approx(1.0)
    assert places.min() == 0.0 and places.max() == 1.0


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (4, "By sides, depth, roundness and size. "),
        (5, "By sides, depth, roundness, size and 1 more. "),
        (6, "By sides, depth, roundness, size and 2 more. "),
    ],
)
def test_features_are_one_enumeration(tmp_path: Path, count: int, told: str) -> None:
    study = write_study(tmp_path)
    sheet = components_sheet(study, model_sheet(study, resolve(study)), 0)
    names = ("x_sides", "x_depth", "x_roundness", "x_size", "x_hue", "x_edge")
    component = FeaturesComponent(columns=names[:count])
    assert component_in_words(component, sheet).startswith(told)


def test_what_a_component_says(tmp_path: Path) -> None:
    study = write_study(tmp_path)
    sheet = components_sheet(study, model_sheet(study, resolve(study)), 0)
    words = [component_in_words(each, sheet) for each in sheet.model.components]
    assert words[0].startswith("By one and two.")
    assert words[1].startswith("Six links. Linked and linking together")
    assert words[2].startswith("Six links. What links lead to are things")
    assert "own" in words[3]
    assert [sheet.relations[name].reading for name in sheet.relations] == ["one_way", "shared"]
    assert [each.can_be_plain for each in sheet.relations.values()] == [True, False]
