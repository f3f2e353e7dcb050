"""What the model panel turns, and that folding the change gives the model that was wanted."""

from __future__ import annotations

import json
import math
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study.changes import SettingsChanged
from prefstudio.study.event_json import body_from_json, body_to_json
from prefstudio.study.events import happened
from prefstudio.study.folder import Study, read_study
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.model_sheet import (
    model_sheet,
    with_components,
    with_criterion,
    with_horizon,
    with_inference,
    with_length_scale,
    with_noise,
    with_reach,
    with_shares,
    with_tie_width,
)
from prefstudio.study.resources import sample
from prefstudio.study.settings import FeaturesComponent, LinksComponent
from prefstudio.study.state import StudyState
from tests.study.sheets import sheet_of

Write = Callable[[str, str | bytes], Path]
ReadStudy = Callable[..., Study]

TREES = "item_id,x_age,x_size\nelm,1,4\nash,2,1\noak,5,2\nyew,3,3\n"
NEAR = "source,target\nelm,ash\nash,oak\n"
TWO = "source,target,relation\nelm,ash,near\noak,yew,far\nelm,yew,far\n"


@pytest.fixture
def study(tmp_path: Path, write: Write) -> ReadStudy:
    """Four trees with features and links."""

    def read(settings: str = "", links: str = NEAR, items: str = TREES) -> Study:
        write("items.csv", items)
        write("links.csv", links)
        write("study.toml", settings)
        return read_study(tmp_path)

    return read


def folded(study: Study, change: SettingsChanged) -> Study:
    """The study after a change that went through the file."""
    state = StudyState(study).with_event(happened(_through_json(change)))
    assert not state.problems
    return state.study


def _through_json(change: SettingsChanged) -> SettingsChanged:
    back = body_from_json(change.kind, body_to_json(change))
    assert isinstance(back, SettingsChanged)
    return back


def mean_variance(model: ResolvedModel) -> float:
    return float(model.prior.covariance.diagonal().mean())


WRITTEN = (
    "[[model.component]]\nkind='features'\nkernel='linear'\namplitude=2.0\nweight=0.7\n"
    "[[model.component]]\nkind='links'\nbeta=0.4\niota=3.0\nweight=0.5\n"
    "[[model.component]]\nkind='individual'\nweight=0.2\n"
)
WARPED = "[model.semi_supervised]\nneighbours = 1\nstrength = 2.0\n"
CITES = "[[relation]]\nname='links'\ndirected=true\n"
CAUSE = "[[model.component]]\nkind='links'\nkernel='common_cause'\n"
INDIVIDUAL = "[[model.component]]\nkind='individual'\nweight=0.0\n"


@pytest.mark.parametrize("settings", ["", WRITTEN, WARPED, CITES, CAUSE + INDIVIDUAL])
def test_shares_are_parts_of_the_prior_variance(study: ReadStudy, settings: str) -> None:
    read = study(settings)
    model, sheet = resolve(read), sheet_of(read)
    assert sum(sheet.shares) == pytest.approx(1.0, rel=1e-14)
    assert sum(sheet.variances) == pytest.approx(mean_variance(model), rel=1e-12)
    # By hand: the engine's terms, which are two for a directed relation.
    diagonals = [
        term.weight**2 * term.matrix().diagonal().mean() for term in model.prior.components
    ]
    if settings == CITES:
        diagonals = [diagonals[0], diagonals[1] + diagonals[2], diagonals[3]]
    np.testing.assert_allclose(sheet.shares, np.array(diagonals) / sum(diagonals), rtol=1e-12)


@pytest.mark.parametrize(("settings", "links"), [("", TWO), (WRITTEN, NEAR), (WARPED, NEAR)])
def test_a_sheet_makes_no_kernel_and_keeps_no_prior(
    study: ReadStudy, settings: str, links: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = study(settings, links)
    model = resolve(read)
    with monkeypatch.context() as patched:
        for term in {type(each) for each in model.prior.components}:
            patched.setattr(term, "matrix", None)  # whoever draws asks for the sheet
        sheet = model_sheet(read, model)
    assert sum(sheet.variances) == pytest.approx(mean_variance(model), rel=1e-12)
    covariance = weakref.ref(model.prior.covariance.columns(slice(None)).base)
    assert covariance() is not None
    del model
    assert covariance() is None


def test_shares_of_several_relations_and_of_next_to_nothing(study: ReadStudy) -> None:
    small = WRITTEN.replace("weight=0.5", "weight=1e-5").replace(
        "'linear'", "'squared_exponential'"
    )
    for read in (study(links=TWO), study(small)):
        terms = resolve(read).prior.components
        np.testing.assert_allclose(
            sheet_of(read).unit_variances,
            [term.matrix().diagonal().mean() for term in terms],
            rtol=1e-12,
        )


@pytest.mark.parametrize("settings", ["", WRITTEN, WARPED, CITES])
@pytest.mark.parametrize("shares", [(0.4, 0.48, 0.12), (0.0, 0.3, 0.7), (0.0, 0.0, 1.0)])
def test_moved_shares_keep_the_total(
    study: ReadStudy, settings: str, shares: tuple[float, ...]
) -> None:
    read = study(settings)
    after = folded(read, with_shares(sheet_of(read), shares))
    np.testing.assert_allclose(sheet_of(after).shares, shares, rtol=1e-12, atol=1e-15)
    assert mean_variance(resolve(after)) == pytest.approx(mean_variance(resolve(read)), rel=1e-12)
    assert len(after.settings.model.components) == 3  # all written out, none left to the defaults


def test_a_share_of_nothing_can_be_taken_back(study: ReadStudy) -> None:
    read = study()
    before = resolve(read)
    gone = folded(read, with_shares(sheet_of(read), (0.0, 0.5, 0.5)))
    back = resolve(folded(gone, with_shares(sheet_of(gone), sheet_of(read).shares)))
    everyone = np.arange(4)
    np.testing.assert_allclose(
        back.prior.covariance.columns(everyone),
        before.prior.covariance.columns(everyone),
        rtol=1e-12,
    )


def test_the_same_shares_change_nothing_but_write_all_down(study: ReadStudy) -> None:
    read = study()
    change = with_shares(sheet_of(read), sheet_of(read).shares)
    assert change.what == "model.component"
    assert change.before is None
    kinds = [entry["kind"] for entry in json.loads(json.dumps(change.after))]
    assert kinds == ["features", "links", "individual"]
    everyone = np.arange(4)
    np.testing.assert_allclose(
        resolve(folded(read, change)).prior.covariance.columns(everyone),
        resolve(read).prior.covariance.columns(everyone),
        rtol=1e-12,
    )


def test_before_is_what_was_written(study: ReadStudy) -> None:
    read = study(WRITTEN)
    change = with_shares(sheet_of(read), (0.2, 0.2, 0.6))
    undone = folded(read, SettingsChanged(change.what, change.after, change.before))
    assert undone.settings.model == read.settings.model


def test_shares_of_a_prior_without_variance(study: ReadStudy) -> None:
    read = study(INDIVIDUAL)
    assert sheet_of(read).shares == (1.0,)
    after = folded(read, with_shares(sheet_of(read), (1.0,)))
    assert mean_variance(resolve(after)) == pytest.approx(1.0)


def test_a_component_that_explains_nothing_takes_no_share(study: ReadStudy) -> None:
    read = study(WRITTEN, items="item_id,x_age\nelm,1\nash,1\noak,1\nyew,1\n")
    assert sheet_of(read).unit_variances[0] == 0.0
    after = folded(read, with_shares(sheet_of(read), (0.5, 0.25, 0.25)))
    np.testing.assert_allclose(sheet_of(after).shares, (0.0, 0.5, 0.5), rtol=1e-12)
    assert mean_variance(resolve(after)) == pytest.approx(mean_variance(resolve(read)), rel=1e-12)


@pytest.mark.parametrize("shares", [(0.5, 0.5), (-0.1, 0.6, 0.5), (0.0, 0.0, 0.0)])
def test_shares_that_cannot_be(study: ReadStudy, shares: tuple[float, ...]) -> None:
    with pytest.raises(ValueError):
        with_shares(sheet_of(study()), shares)


def test_noise_and_tie_width(study: ReadStudy) -> None:
    read = study("[response]\ntie = true\n")
    after = folded(read, with_noise(sheet_of(read), 0.5))
    assert resolve(after).scale.noise == 0.5
    assert sheet_of(after).noise == 0.5
    wide = folded(after, with_tie_width(sheet_of(after), 0.8))
    assert resolve(wide).scale.cuts == pytest.approx((0.4,))
    assert sheet_of(wide).tie_width == 0.8


@pytest.mark.parametrize(
    ("response", "width"),
    [("", None), ("[response]\ntie = true\n", 0.25), ("[response]\nscale = 'strength7'\n", None)],
)
def test_a_tie_has_a_width_where_one_may_tie(
    study: ReadStudy, response: str, width: float | None
) -> None:
    assert sheet_of(study(response)).tie_width == width


def test_length_scale_and_reach(study: ReadStudy) -> None:
    read = study()
    sheet = sheet_of(read)
    (length,), (reach,) = sheet.length_scales, sheet.reaches
    assert (length.title, length.value) == ("Length scale", pytest.approx(math.sqrt(2)))
    assert reach.title == "Link reach"
    longer = folded(read, with_length_scale(sheet, length.place, 3.5))
    features, links, _ = resolve(longer).components
    assert isinstance(features, FeaturesComponent)
    assert features.length_scale == 3.5
    assert links == sheet.components[1]
    further = folded(longer, with_reach(sheet_of(longer), reach.place, 2.5))
    features, links, _ = resolve(further).components
    assert isinstance(features, FeaturesComponent)
    assert isinstance(links, LinksComponent)
    assert (features.length_scale, links.iota) == (3.5, 2.5)


def test_columns_keep_their_proportions(study: ReadStudy) -> None:
    read = study("[[model.component]]\nkind='features'\nlength_scale=[1.0, 4.0]\n")
    (length,) = sheet_of(read).length_scales
    assert length.value == pytest.approx(2.0)
    after = folded(read, with_length_scale(sheet_of(read), 0, 3.0))
    (features,) = resolve(after).components
    assert isinstance(features, FeaturesComponent)
    assert features.length_scale == pytest.approx((1.5, 6.0))


def test_every_relation_has_its_row_and_its_name(study: ReadStudy) -> None:
    read = study(links=TWO)
    sheet = sheet_of(read)
    assert sheet.titles == ("features", "near", "far", "individual")
    assert [row.title for row in sheet.reaches] == ["Reach of near", "Reach of far"]
    after = folded(read, with_reach(sheet, sheet.reaches[1].place, 7.0))
    near, far = sheet_of(after).reaches
    assert (near.value, far.value) == (pytest.approx(sheet.reaches[0].value), 7.0)


def test_a_relation_keeps_its_name_when_the_other_leaves_the_prior(study: ReadStudy) -> None:
    read = study(links=TWO)
    sheet = sheet_of(read)
    rest = tuple(each for each in sheet.components if getattr(each, "relation", "") != "far")
    left = sheet_of(folded(read, with_components(sheet, rest)))
    assert left.titles == ("features", "near", "individual")
    assert [row.title for row in left.reaches] == ["Reach of near"]


def test_a_common_cause_has_no_reach() -> None:
    sheet = sheet_of(read_study(sample("research-papers")))
    assert sheet.reaches == ()
    assert sheet.titles == ("features", "links", "individual")


@pytest.mark.parametrize(("horizon", "written"), [(1.0, 1.0), (3.0, 3.0), (math.inf, "all")])
def test_horizon(study: ReadStudy, horizon: float, written: object) -> None:
    read = study("[model]\nhorizon = 5\n")
    change = with_horizon(sheet_of(read), horizon)
    assert (change.before, change.after) == (5.0, written)
    assert resolve(folded(read, change)).horizon == horizon


def test_criterion_and_inference(study: ReadStudy) -> None:
    read = study()
    after = folded(read, with_criterion(sheet_of(read), "bald"))
    after = folded(after, with_inference(sheet_of(after), "laplace"))
    assert (resolve(after).criterion, resolve(after).inference) == ("bald", "laplace")
    assert (sheet_of(after).criterion, sheet_of(after).inference) == ("bald", "laplace")
