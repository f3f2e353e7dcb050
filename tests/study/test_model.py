"""From the facts of a study to what the engine is given."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study.chance import Purpose, generator
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.folder import Study, read_study
from prefstudio.study.home import home, log_file
from prefstudio.study.items import ItemSet
from prefstudio.study.model import (
    ResolvedModel,
    are_modelled_alike,
    learned_from,
    resolve,
    response_scale,
)
from prefstudio.study.resources import sample
from prefstudio.study.settings import (
    IndividualComponent,
    ModelSettings,
    ResponseSettings,
    SemiSupervisedSettings,
    StudySettings,
)

Write = Callable[[str, str | bytes], Path]
ReadStudy = Callable[..., Study]

FOUR = "item_id\na\nb\nc\nd\n"
PAIRS = "condition_A,condition_B,outcome"


@pytest.fixture
def study(tmp_path: Path, write: Write) -> ReadStudy:
    """Write the files of a study, named without their endings, and read it."""

    def read(items: str = FOUR, settings: str = "", **tables: str) -> Study:
        write("items.csv", items)
        write("study.toml", settings)
        for name, text in tables.items():
            write(f"{name}.csv", text)
        return read_study(tmp_path)

    return read


def test_the_prior_of_the_six_papers() -> None:
    model = resolve(read_study(sample("six-papers")))
    expected = np.identity(6)
    for first, second in ((0, 1), (3, 4)):
        expected[first, first] = expected[second, second] = 2 / 3
        expected[first, second] = expected[second, first] = 1 / 3
    np.testing.assert_allclose(
        model.prior.covariance.columns(np.arange(6)), expected, rtol=1e-14, atol=1e-16
    )
    assert model.item_ids == tuple("abcdef")
    assert model.groups is None
    assert (model.inference, model.criterion, model.horizon) == ("ep", "expected_loss", 1.0)
    assert (model.ask_again, model.seed) == (False, 20261116)
    assert (model.scale.noise, model.scale.cuts) == (1.0, ())


OTHER_VALUES = {
    "noise": 0.5, "tie_width": 0.4, "strength_cuts": (0.1, 0.2, 0.3), "inference": "laplace",
    "criterion": "bald", "horizon": 3.0, "ask_again": True, "scale_spread": 0.2,
    "components": (IndividualComponent(),), "semi_supervised": SemiSupervisedSettings(2),
}  # fmt: skip


def test_studies_are_modelled_alike_where_nothing_differs_that_a_model_is_made_from() -> None:
    study = read_study(sample("six-papers"))
    settings, model = study.settings, study.settings.model
    names = {each.name for each in fields(ModelSettings)} - {"learn_while_asking"}
    assert names == set(OTHER_VALUES)
    others = [replace(settings, model=replace(model, **{name: OTHER_VALUES[name]}))
              for name in names]  # fmt: skip
    others += [replace(settings, seed=1), replace(settings, response=ResponseSettings(tie=True))]
    assert not any(are_modelled_alike(study, replace(study, settings=each)) for each in others)
    parts = [replace(study, items=ItemSet(study.items)), replace(study, links=dict(study.links))]
    assert not any(are_modelled_alike(study, each) for each in parts)
    alike = replace(settings, title="Six", model=replace(model, learn_while_asking=False))
    assert are_modelled_alike(study, replace(study, settings=alike, participants=()))


def test_settings_reach_the_model(study: ReadStudy) -> None:
    model = resolve(
        study(
            settings="seed = 5\n[model]\nnoise = 0.3\ninference = 'laplace'\ncriterion = 'bald'\n"
            "horizon = 'all'\nask_again = true\n"
        )
    )
    assert (model.inference, model.criterion, model.horizon) == ("laplace", "bald", math.inf)
    assert (model.ask_again, model.seed, model.scale.noise) == (True, 5, 0.3)


# Items and groups


@pytest.mark.parametrize(
    ("parts", "inference"),
    [
        ("features", "pseudo_inputs"),
        ("features individual", "pseudo_inputs"),
        ("features links", "ep"),
        ("individual", "ep"),
        ("features features", "ep"),
    ],
)
def test_ep_computes_what_pseudo_inputs_cannot(
    study: ReadStudy, parts: str, inference: str
) -> None:
    settings = "[model]\ninference = 'pseudo_inputs'\n"
    settings += "".join(f"[[model.component]]\nkind = '{kind}'\n" for kind in parts.split())
    read = study("item_id,x_age\na,1\nb,2\nc,4\n", settings, links="source,target\na,b\n")
    assert read.settings.model.inference == "pseudo_inputs"
    assert resolve(read).inference == inference


def test_items_of_other_roles_are_not_in_the_model(study: ReadStudy) -> None:
    model = resolve(
        study(
            "item_id,role\nt,training\nb,\nr,reference\na,item\nh,catch_high\nl,catch_low\n",
            comparisons=f"{PAIRS}\nt,b,A\na,b,A\nh,l,A\nr,a,A\n",
        )
    )
    assert model.item_ids == ("b", "a")
    assert model.prior.n_items == 2
    assert model.position("a") == 1
    with pytest.raises(ValueError, match="t"):
        model.position("t")


def test_a_study_without_an_item_to_compare(study: ReadStudy, refused: Callable) -> None:
    read = study("item_id,role\nt,training\nr,reference\n")
    with refused("items.csv", None, "no row is an item", remedy="role item"):
        resolve(read)


def test_groups_are_numbered_as_they_occur(study: ReadStudy) -> None:
    model = resolve(
        study("item_id,group,role\na,south,\nt,west,training\nb,north,\nc,south,\nd,,\n")
    )
    assert model.groups is not None
    np.testing.assert_array_equal(model.groups, [0, 1, 0, 2])
    with pytest.raises(ValueError, match="read-only"):
        model.groups[0] = 3


def test_one_group_is_no_group(study: ReadStudy) -> None:
    model = resolve(study("item_id,group,role\na,south,\nb,south,\nt,north,training\n"))
    assert model.groups is None


def test_allowed_pairs(study: ReadStudy) -> None:
    model = resolve(study("item_id,group,role\na,x,\nt,x,training\nb,x,\nc,x,\nd,y,\ne,y,\nf,x,\n"))
    allowed = model.allowed([("b", "a"), ("t", "a"), ("gone", "b")], ["f", "t", "gone"])
    ids = model.item_ids
    permitted = {
        ids[i] + ids[j]
        for i in range(len(ids))
        for j in range(i + 1, len(ids))
        if allowed.permits(np.array(i), np.array(j))
    }
    assert permitted == {"ac", "bc", "de"}


# Answers


@pytest.mark.parametrize(
    ("settings", "cuts"),
    [
        ("", ()),
        ("[model]\nnoise = 2\ntie_width = 0.4\n", ()),
        ("[model]\nnoise = 2\n[response]\ntie = true\n", (0.5,)),
        ("[model]\nnoise = 2\ntie_width = 0.4\n[response]\ntie = true\n", (0.8,)),
        ("[model]\nnoise = 2\n[response]\nscale = 'strength7'\n", (0.5, 1.5, 3.0)),
        (
            "[model]\nnoise = 0.5\nstrength_cuts = [1, 2, 4]\n"
            "[response]\nscale = 'strength7'\ntie = true\n",
            (0.5, 1.0, 2.0),
        ),
    ],
)
def test_cuts_are_in_units_of_the_noise(
    study: ReadStudy, settings: str, cuts: tuple[float, ...]
) -> None:
    read = study(settings=settings)
    scale = resolve(read).scale
    assert scale.cuts == pytest.approx(cuts)
    assert scale.noise == read.settings.model.noise
    assert response_scale(read.settings).cuts == scale.cuts


def intervals(model: ResolvedModel, *answers: Comparison) -> list[tuple[float, float]]:
    made = model.comparisons(answers)
    edges = model.scale.edges
    return [
        (float(edges[low]), float(edges[high]))
        for low, high in zip(made.lower, made.upper, strict=True)
    ]


INFINITE = math.inf


@pytest.mark.parametrize(
    ("scale", "tie", "outcome", "strength", "interval"),
    [
        ("binary", False, "A", None, (0, INFINITE)),
        ("binary", False, "B", None, (-INFINITE, 0)),
        ("binary", False, "A", 3, (0, INFINITE)),
        ("binary", False, "B", -1, (-INFINITE, 0)),
        ("binary", True, "A", None, (0.5, INFINITE)),
        ("binary", True, "B", None, (-INFINITE, -0.5)),
        ("binary", True, "tie", None, (-0.5, 0.5)),
        ("binary", True, "tie", 0, (-0.5, 0.5)),
        ("binary", True, "B", -3, (-INFINITE, -0.5)),
        ("strength7", False, "A", None, (0.5, INFINITE)),
        ("strength7", False, "B", None, (-INFINITE, -0.5)),
        ("strength7", False, "tie", None, (-0.5, 0.5)),
        ("strength7", False, "tie", 0, (-0.5, 0.5)),
        ("strength7", False, "A", 1, (0.5, 1.5)),
        ("strength7", False, "A", 2, (1.5, 3.0)),
        ("strength7", False, "A", 3, (3.0, INFINITE)),
        ("strength7", False, "B", -1, (-1.5, -0.5)),
        ("strength7", False, "B", -2, (-3.0, -1.5)),
        ("strength7", True, "B", -3, (-INFINITE, -3.0)),
    ],
)
def test_an_answer_is_an_interval(
    study: ReadStudy,
    scale: str,
    tie: bool,
    outcome: str,
    strength: int | None,
    interval: tuple[float, float],
) -> None:
    """Cuts of 0.25, 0.75 and 1.5 at a noise of 2."""
    settings = f"[model]\nnoise = 2\n[response]\nscale = '{scale}'\ntie = {str(tie).lower()}\n"
    model = resolve(study(settings=settings))
    answer = Comparison("c", "a", Outcome(outcome), strength=strength)
    assert intervals(model, answer) == [interval]


def test_answers_keep_their_order_their_sides_and_their_counts(study: ReadStudy) -> None:
    read = study(comparisons="winner,loser,n\nc,a,3\na,c,1\nb,d,\n")
    made = resolve(read).comparisons(learned_from(read))
    assert made.first.tolist() == [2, 0, 1]
    assert made.second.tolist() == [0, 2, 3]
    assert made.count.tolist() == [3, 1, 1]
    assert made.n_answers == 5


def test_no_answers(study: ReadStudy) -> None:
    read = study()
    made = resolve(read).comparisons(learned_from(read))
    assert (len(made), made.n_answers) == (0, 0)


def told(rows: list[Comparison]) -> str:
    return " ".join(row.a + row.b for row in rows)


def test_what_enters_a_posterior(study: ReadStudy) -> None:
    read = study(
        "item_id,role\na,\nb,\nc,\nd,\nt,training\nh,catch_high\nr,reference\n",
        "[response]\ntie = true\n",
        comparisons="condition_A,condition_B,outcome,phase,undone,is_catch\n"
        "a,b,A,,,\na,c,B,main,0,0\na,d,tie,repeat,,\nb,c,A,holdout,,\n"
        "b,d,skip,,,\nc,d,timeout,,,\nd,a,A,,1,\nd,b,A,training,,\nd,c,A,catch,,\nc,b,A,,,1\n"
        "t,a,A,,,\na,h,B,,,\nr,a,A,,,\n",
    )
    assert told(learned_from(read)) == "ab ac ad bc"


WHO = (
    "observer,condition_A,condition_B,outcome\nann,a,b,A\nbob,a,c,A\ncid,a,d,A\nann,b,c,B\n,c,d,A\n"
)


@pytest.mark.parametrize(
    ("participant", "pairs"),
    [
        (None, "ab ad bc cd"),
        ("ann", "ab bc"),
        ("cid", "ad"),
        ("bob", ""),
        ("", "cd"),
    ],
)
def test_participants(study: ReadStudy, participant: str | None, pairs: str) -> None:
    read = study(
        comparisons=WHO,
        participants="participant_id,excluded,reason\nbob,1,asleep\nann,0,\n",
    )
    assert told(learned_from(read, participant)) == pairs


JUDGED = (
    "condition_A,condition_B,outcome,attribute,phase,undone\n"
    "a,b,A,warmth,,\na,c,A,depth,,\nb,c,A,warmth,,\n"
)


def test_one_attribute_at_a_time(study: ReadStudy, refused: Callable) -> None:
    read = study(comparisons=JUDGED)
    assert told(learned_from(read, attribute="warmth")) == "ab bc"
    assert told(learned_from(read, attribute="depth")) == "ac"
    with refused("comparisons.csv", None, "'warmth' and 'depth'", remedy="--attribute NAME"):
        learned_from(read)
    with refused("comparisons.csv", None, "'wamrth'", remedy="Did you mean 'warmth'?"):
        learned_from(read, attribute="wamrth")
    with refused("comparisons.csv", None, "'zzz'", remedy="Leave --attribute out"):
        learned_from(read, attribute="zzz")


def test_answers_without_an_attribute_are_not_mixed_with_others(
    study: ReadStudy, refused: Callable
) -> None:
    read = study(comparisons=JUDGED + "c,d,A,,,\n")
    assert told(learned_from(read, attribute="")) == "cd"
    with refused("comparisons.csv", None, "'warmth', 'depth' and none", remedy="--attribute"):
        learned_from(read)


def test_answers_that_do_not_count_judge_nothing(study: ReadStudy) -> None:
    rows = "condition_A,condition_B,outcome,attribute,phase,undone\n"
    rows += "a,b,A,,training,\na,c,A,depth,,1\nb,c,A,warmth,,\na,d,skip,other,,\n"
    assert told(learned_from(study(comparisons=rows))) == "bc"


def test_a_declared_attribute_that_nobody_judged_yet(study: ReadStudy) -> None:
    read = study(settings='[[attribute]]\nname = "warmth"\n')
    assert learned_from(read, attribute="warmth") == []


# Chance and the program's own folder


def test_the_same_use_at_the_same_revision_gives_the_same_choices() -> None:
    first = generator(7, Purpose.QUERY, 3).random(4)
    np.testing.assert_array_equal(first, generator(7, Purpose.QUERY, 3).random(4))
    np.testing.assert_array_equal(first, np.random.default_rng([7, 1, 3]).random(4))
    others = [(8, Purpose.QUERY, 3), (7, Purpose.RANKING, 3), (7, Purpose.QUERY, 4)]
    for seed, purpose, revision in others:
        assert not np.array_equal(first, generator(seed, purpose, revision).random(4))


def test_purposes_keep_their_numbers() -> None:
    assert {purpose.name: purpose.value for purpose in Purpose}.items() >= {
        "QUERY": 1,
        "RANKING": 2,
    }.items()


def test_the_log_lies_at_home(prefstudio_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home() == prefstudio_home
    deep = prefstudio_home / "a folder" / "ünder"
    monkeypatch.setenv("PREFSTUDIO_HOME", str(deep))
    assert log_file() == deep / "prefstudio.log"
    assert deep.is_dir()
    assert not log_file().exists()


@pytest.mark.parametrize("unset", ["", None])
def test_home_without_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unset: str | None
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("PREFSTUDIO_HOME", "XDG_STATE_HOME"):
        if unset is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, unset)
    assert home() == tmp_path / ".local" / "state" / "prefstudio"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert home() == tmp_path / "state" / "prefstudio"


def test_a_scale_from_settings_alone() -> None:
    settings = StudySettings(
        model=ModelSettings(noise=0.5, tie_width=0.1), response=ResponseSettings(tie=True)
    )
    assert response_scale(settings).cuts == pytest.approx((0.05,))
