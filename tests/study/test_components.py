"""The components of a prior: defaults that mean something, and what a file writes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.components import Individual
from prefstudio.study.component_shares import n_terms_of, source_title
from prefstudio.study.component_words import component_in_words
from prefstudio.study.components import components_of, relation_weights, resolved_components
from prefstudio.study.folder import Study, read_study
from prefstudio.study.learned_model import _with_term
from prefstudio.study.model import resolve
from prefstudio.study.settings import FeaturesComponent, IndividualComponent, LinksComponent
from prefstudio.study.settings_tables import tables_of

Write = Callable[[str, str | bytes], Path]
ReadStudy = Callable[..., Study]

TREES = "item_id,x_age,x_height\nelm,1,5\nash,2,3\noak,4,4\nyew,8,0\n"
AGES = np.array([1.0, 2.0, 4.0, 8.0])
HEIGHTS = np.array([5.0, 3.0, 4.0, 0.0])
CITES = "source,target\na,b\na,c\nd,b\nd,c\nc,b\n"
CITING = '[[relation]]\nname = "cites"\ndirected = true\n'
FOUR = "item_id\na\nb\nc\nd\n"


@pytest.fixture
def study(tmp_path: Path, write: Write) -> ReadStudy:
    """Write the files of a study, named without their endings, and read it."""

    def read(items: str, settings: str = "", **tables: str) -> Study:
        write("items.csv", items)
        write("study.toml", settings)
        for name, text in tables.items():
            write(f"{name}.csv", text)
        return read_study(tmp_path)

    return read


def prior_of(study: Study) -> np.ndarray:
    return resolve(study).prior.covariance.columns(np.arange(len(resolve(study).item_ids)))


def standardized(*columns: np.ndarray) -> np.ndarray:
    table = np.stack(columns, axis=1)
    return (table - table.mean(axis=0)) / table.std(axis=0)


def squared_exponential(values: np.ndarray, length_scale: object) -> np.ndarray:
    gap = (values[:, None, :] - values[None, :, :]) / np.asarray(length_scale)
    return np.exp(-0.5 * np.sum(gap**2, axis=2))


def graph_kernel(weights: np.ndarray, beta: float, iota: float) -> np.ndarray:
    laplacian = np.diag(weights.sum(axis=1)) - weights
    return np.linalg.inv(beta * (laplacian + np.identity(len(weights)) / iota**2))


# Defaults


def test_only_items_give_the_individual_part_alone(study: ReadStudy) -> None:
    read = study(FOUR)
    assert resolve(read).components == (IndividualComponent(weight=1.0),)
    np.testing.assert_array_equal(prior_of(read), np.identity(4))


def test_features_by_default(study: ReadStudy) -> None:
    read = study(TREES)
    features, individual = resolve(read).components
    assert isinstance(features, FeaturesComponent)
    assert features.length_scale == pytest.approx(np.sqrt(2), rel=1e-15)
    assert (features.amplitude, features.kernel) == (1.0, "squared_exponential")
    assert features.weight == individual.weight == pytest.approx(np.sqrt(0.5), rel=1e-15)
    expected = 0.5 * squared_exponential(standardized(AGES, HEIGHTS), np.sqrt(2))
    np.testing.assert_allclose(prior_of(read), expected + 0.5 * np.identity(4), rtol=1e-12)


def test_the_default_length_scale_counts_indicators(study: ReadStudy) -> None:
    read = study("item_id,x_age,x_kind\na,1,red\nb,2,blue\nc,3,green\n")
    features = resolve(read).components[0]
    assert isinstance(features, FeaturesComponent)
    assert features.length_scale == pytest.approx(np.sqrt(4))


def test_links_by_default(study: ReadStudy) -> None:
    read = study(FOUR, links="source,target,weight\na,b,3\nb,c,0.5\n")
    links, individual = resolve(read).components
    assert isinstance(links, LinksComponent)
    assert links.relation == "links"
    # d is not linked, so it does not count: degrees 3, 3.5 and 0.5.
    assert links.iota == pytest.approx(2 / np.sqrt(7 / 3), rel=1e-14)
    assert links.weight == individual.weight == pytest.approx(np.sqrt(0.5))
    weights = np.zeros((4, 4))
    weights[0, 1] = weights[1, 0] = 3
    weights[1, 2] = weights[2, 1] = 0.5
    kernel = graph_kernel(weights, links.beta, links.iota)
    assert kernel.diagonal().mean() == pytest.approx(1, rel=1e-13)
    np.testing.assert_allclose(
        prior_of(read), 0.5 * kernel + 0.5 * np.identity(4), rtol=1e-12, atol=1e-15
    )


@pytest.mark.parametrize(
    ("items", "links", "settings", "n_terms"),
    [
        (TREES, "source,target\nelm,ash\noak,yew\n", "", 3),
        (TREES, "source,target,relation\nelm,ash,near\noak,yew,far\nelm,yew,far\n", "", 4),
        (FOUR, CITES, CITING, 3),
        (FOUR, "source,target\n", '[[relation]]\nname = "near"\n', 2),
        (FOUR, "source,target\na,p\nb,p\nc,q\n", '[[relation]]\nname="by"\nbipartite=true\n', 2),
    ],
)
def test_default_components_share_a_variance_of_one(
    study: ReadStudy, items: str, links: str, settings: str, n_terms: int
) -> None:
    read = study(items, settings, links=links)
    model = resolve(read)
    assert len(model.prior.components) == n_terms
    for component in model.components:
        assert component.weight == pytest.approx(1 / np.sqrt(n_terms), rel=1e-14)
    assert prior_of(read).diagonal().mean() == pytest.approx(1, rel=1e-12)


def test_the_order_of_default_components(study: ReadStudy) -> None:
    read = study(
        TREES,
        '[[relation]]\nname = "far"\n',
        links="source,target,relation\nelm,ash,near\noak,yew,far\n",
    )
    names = [component.name for component in resolve(read).prior.components]
    assert names == ["features", "far", "near", "individual"]


def test_resolved_defaults_written_out_give_the_same_prior(study: ReadStudy) -> None:
    links = "source,target\nelm,ash\nash,oak\n"
    read = study(TREES, links=links)
    features, graph, individual = resolve(read).components
    assert isinstance(features, FeaturesComponent)
    assert isinstance(graph, LinksComponent)
    written = (
        f'[[model.component]]\nkind = "features"\nlength_scale = {features.length_scale!r}\n'
        f"weight = {features.weight!r}\n"
        f'[[model.component]]\nkind = "links"\nbeta = {graph.beta!r}\niota = {graph.iota!r}\n'
        f"weight = {graph.weight!r}\n"
        f'[[model.component]]\nkind = "individual"\nweight = {individual.weight!r}\n'
    )
    np.testing.assert_array_equal(prior_of(study(TREES, written, links=links)), prior_of(read))


# What a file writes out


def test_written_components_have_no_hidden_scaling(study: ReadStudy) -> None:
    read = study(
        TREES, '[[model.component]]\nkind = "features"\n[[model.component]]\nkind = "individual"\n'
    )
    expected = squared_exponential(standardized(AGES, HEIGHTS), 1.0) + np.identity(4)
    np.testing.assert_allclose(prior_of(read), expected, rtol=1e-12)


@pytest.mark.parametrize("named", ['["age"]', '["x_age"]'])
def test_two_features_components(study: ReadStudy, named: str) -> None:
    read = study(
        TREES,
        f'[[model.component]]\nkind = "features"\ncolumns = {named}\nweight = 2\n'
        '[[model.component]]\nkind = "features"\ncolumns = ["height"]\nkernel = "linear"\n'
        "amplitude = 3\nlength_scale = 2\nstandardize = false\n",
    )
    expected = 4 * squared_exponential(standardized(AGES), 1.0)
    expected += 9 / 4 * np.outer(HEIGHTS, HEIGHTS)
    np.testing.assert_allclose(prior_of(read), expected, rtol=1e-12, atol=1e-12)
    assert [each.name for each in resolve(read).prior.components] == ["features", "features 2"]


def test_a_length_scale_for_each_column(study: ReadStudy) -> None:
    read = study(TREES, '[[model.component]]\nkind = "features"\nlength_scale = [0.5, 3.0]\n')
    expected = squared_exponential(standardized(AGES, HEIGHTS), [0.5, 3.0])
    np.testing.assert_allclose(prior_of(read), expected, rtol=1e-12)


def test_the_columns_give_the_order_of_the_length_scales(study: ReadStudy) -> None:
    read = study(
        TREES,
        '[[model.component]]\nkind = "features"\ncolumns = ["height", "age"]\n'
        "length_scale = [0.5, 3.0]\n",
    )
    expected = squared_exponential(standardized(HEIGHTS, AGES), [0.5, 3.0])
    np.testing.assert_allclose(prior_of(read), expected, rtol=1e-12)


def test_categories_are_indicators(study: ReadStudy) -> None:
    read = study(
        "item_id,x_year\na,1990\nb,1991\nc,1990\n",
        'categorical = ["year"]\n[[model.component]]\nkind = "features"\nstandardize = false\n'
        "length_scale = [1.0, 2.0]\n",
    )
    indicators = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    np.testing.assert_allclose(
        prior_of(read), squared_exponential(indicators, [1.0, 2.0]), rtol=1e-12
    )


@pytest.mark.parametrize("standardize", ["true", "false"])
def test_the_semi_supervised_step_warps_the_first_features(
    study: ReadStudy, standardize: str
) -> None:
    """Neighbours are near in units of each column's spread, whatever the kernel takes."""
    far = "item_id,x_age,x_height\nelm,0,0\nash,1,900\noak,1.2,0\nyew,9,1000\n"
    values = np.array([[0.0, 0.0], [1.0, 900.0], [1.2, 0.0], [9.0, 1000.0]])
    read = study(
        far,
        f'[[model.component]]\nkind = "features"\nstandardize = {standardize}\n'
        "length_scale = 20\n"
        '[[model.component]]\nkind = "features"\nlength_scale = 2\n'
        '[[model.component]]\nkind = "individual"\n'
        "[model.semi_supervised]\nneighbours = 1\nstrength = 0.7\n",
    )
    scaled = standardized(*values.T)
    gap = np.linalg.norm(scaled[:, None] - scaled[None], axis=2) + 1e9 * np.identity(4)
    weights = np.zeros((4, 4))
    for item, other in enumerate(gap.argmin(axis=1)):
        weights[item, other] = weights[other, item] = 1
    laplacian = 0.7 * (np.diag(weights.sum(axis=1)) - weights)
    kernel = squared_exponential(scaled if standardize == "true" else values, 20.0)
    warped = np.linalg.solve(np.identity(4) + kernel @ laplacian, kernel)
    expected = warped + squared_exponential(scaled, 2.0) + np.identity(4)
    np.testing.assert_allclose(prior_of(read), expected, rtol=1e-9, atol=1e-9)


def test_common_cause(study: ReadStudy) -> None:
    read = study(
        "item_id\na\nb\nc\nd\ne\n",
        '[[model.component]]\nkind = "links"\nkernel = "common_cause"\n',
        links="source,target\na,b\nb,c\na,c\nc,d\n",
    )
    half = np.sqrt(0.5)
    expected = [
        [1, 1, half, 0, 0],
        [1, 1, half, 0, 0],
        [half, half, 1, half, 0],
        [0, 0, half, 1, 0],
        [0, 0, 0, 0, 1],
    ]
    np.testing.assert_allclose(prior_of(read), expected, atol=1e-14)


# Relations

LINKED = np.array([[0, 0, 0, 0], [0, 0, 2, 0], [0, 2, 0, 0], [0, 0, 0, 0]], dtype=float)
LINKING = np.array([[0, 0, 1, 2], [0, 0, 0, 0], [1, 0, 0, 1], [2, 0, 1, 0]], dtype=float)


@pytest.mark.parametrize(
    ("role", "terms"),
    [
        ("both", {"cites linked": LINKED, "cites linking": LINKING}),
        ("linked", {"cites linked": LINKED}),
        ("linking", {"cites linking": LINKING}),
    ],
)
def test_roles_of_a_directed_relation(
    study: ReadStudy, role: str, terms: dict[str, np.ndarray]
) -> None:
    component = f'[[model.component]]\nkind = "links"\nrole = "{role}"\nbeta = 2\nweight = 3\n'
    read = study(FOUR, CITING + component, links=CITES)
    expected = sum(9 * graph_kernel(weights, 2.0, 1.0) for weights in terms.values())
    np.testing.assert_allclose(prior_of(read), expected, rtol=1e-12, atol=1e-14)
    assert [each.name for each in resolve(read).prior.components] == list(terms)


@pytest.mark.parametrize(("hub_weight", "by_three"), [("false", 1.0), ("true", 0.5)])
def test_a_bipartite_relation(study: ReadStudy, hub_weight: str, by_three: float) -> None:
    """a, b and c share one person; a and b another; d has one of its own."""
    read = study(
        FOUR,
        f'[[relation]]\nname = "cast"\nbipartite = true\nhub_weight = {hub_weight}\n'
        '[[model.component]]\nkind = "links"\n',
        links="source,target\na,ann\nb,ann\nc,ann\na,bob\nb,bob\nd,cid\n",
    )
    weights = np.zeros((4, 4))
    weights[:3, :3] = by_three
    weights[0, 1] += 1
    weights[1, 0] += 1
    np.fill_diagonal(weights, 0)
    np.testing.assert_allclose(
        prior_of(read), graph_kernel(weights, 1.0, 1.0), rtol=1e-12, atol=1e-14
    )
    (found,) = relation_weights(read.links["cast"], "both", 4, np.arange(4)).values()
    np.testing.assert_allclose(found.toarray(), weights, rtol=1e-14)


def test_several_relations(study: ReadStudy) -> None:
    read = study(
        FOUR,
        '[[model.component]]\nkind = "links"\nrelation = "far"\nweight = 2\n'
        '[[model.component]]\nkind = "links"\nrelation = "near"\niota = 0.5\n'
        '[[model.component]]\nkind = "links"\nrelation = "far"\nbeta = 4\n',
        links="source,target,relation\na,b,near\nc,d,far\n",
    )
    near, far = np.zeros((2, 4, 4))
    near[0, 1] = near[1, 0] = far[2, 3] = far[3, 2] = 1
    expected = 4 * graph_kernel(far, 1, 1) + graph_kernel(near, 1, 0.5) + graph_kernel(far, 4, 1)
    np.testing.assert_allclose(prior_of(read), expected, rtol=1e-12, atol=1e-14)
    assert [each.name for each in resolve(read).prior.components] == ["far", "near", "far 2"]


def test_names_stay_apart_whatever_relations_are_called(study: ReadStudy) -> None:
    component = '[[model.component]]\nkind = "links"\nrelation = "{}"\n'
    names = ["individual", "individual", "individual 2"]
    read = study(
        FOUR,
        "".join(map(component.format, names)) + '[[model.component]]\nkind = "individual"\n',
        links="source,target,relation\na,b,individual\nc,d,individual 2\n",
    )
    found = [each.name for each in resolve(read).prior.components]
    assert len(set(found)) == 4
    assert found[0] == "individual"


# Items of other roles

ROLES = (
    "item_id,role,x_age\nt,training,100\na,,1\nr,reference,50\nb,item,2\nh,catch_high,9\n"
    "c,,4\nl,catch_low,0\nd,,8\n"
)


def test_links_with_items_of_other_roles_are_left_out(study: ReadStudy) -> None:
    read = study(
        ROLES,
        '[[model.component]]\nkind = "links"\n',
        links="source,target\nt,a\na,b\nr,b\nh,c\nl,h\n",
    )
    weights = np.zeros((4, 4))
    weights[0, 1] = weights[1, 0] = 1
    np.testing.assert_allclose(prior_of(read), graph_kernel(weights, 1, 1), rtol=1e-12, atol=1e-14)


def test_default_links_count_the_links_between_items_only(study: ReadStudy) -> None:
    read = study(
        ROLES.replace(",x_age", ",age"),
        links="source,target,weight\nt,a,100\na,b,4\n",
    )
    links = resolve(read).components[0]
    assert isinstance(links, LinksComponent)
    assert links.iota == pytest.approx(1.0)
    assert prior_of(read).diagonal().mean() == pytest.approx(1, rel=1e-12)


def test_features_are_standardised_by_all_founding_items(study: ReadStudy) -> None:
    read = study(ROLES, '[[model.component]]\nkind = "features"\n')
    everybody = np.array([100, 1, 50, 2, 9, 4, 0, 8], dtype=float)
    values = standardized(everybody)[[1, 3, 5, 7]]
    np.testing.assert_allclose(prior_of(read), squared_exponential(values, 1.0), rtol=1e-12)


def test_a_subset_of_places(study: ReadStudy) -> None:
    read = study(FOUR, '[[model.component]]\nkind = "links"\n', links="source,target\na,b\nb,d\n")
    places = np.array([1, 3])
    (links,) = components_of(read, resolved_components(read, places), places)
    expected = graph_kernel(np.array([[0.0, 1.0], [1.0, 0.0]]), 1, 1)
    np.testing.assert_allclose(links.matrix(), expected, rtol=1e-12)


# What a file may not ask for

LINKS_COMPONENT = '\n[[model.component]]\nkind = "links"\n'
FEATURES_COMPONENT = '\n[[model.component]]\nkind = "features"\n'
TWO_RELATIONS = "source,target,relation\na,b,near\nc,d,far\n"


@pytest.mark.parametrize(
    ("settings", "links", "line", "words", "remedy"),
    [
        (LINKS_COMPONENT, None, 2, "the study has none", "Write links.csv with the columns source"),
        (LINKS_COMPONENT, "source,target\n", 2, "the study has none", "or leave the component out"),
        (LINKS_COMPONENT + 'relation = "near"\n', None, 2, "the study has none", "links.csv"),
        (LINKS_COMPONENT, TWO_RELATIONS, 2, "'near' and 'far'", "Write relation = "),
        (
            f'{LINKS_COMPONENT}weight = 2\nrelation = "naer"\n',
            TWO_RELATIONS,
            5,
            "no relation is called 'naer'",
            "Did you mean 'near'?",
        ),
        (
            LINKS_COMPONENT + 'relation = "zzz"\n',
            TWO_RELATIONS,
            4,
            "no relation is called 'zzz'",
            "Name a relation that links.csv has",
        ),
    ],
)
def test_links_components_that_fit_no_links(
    study: ReadStudy,
    refused: Callable,
    settings: str,
    links: str | None,
    line: int,
    words: str,
    remedy: str,
) -> None:
    read = study(FOUR, settings, **({} if links is None else {"links": links}))
    with refused("study.toml", line, words, remedy=remedy):
        resolve(read)


@pytest.mark.parametrize(
    ("items", "settings", "line", "words", "remedy"),
    [
        (FOUR, FEATURES_COMPONENT, 2, "items.csv has none", "Add columns named x_"),
        (
            TREES,
            FEATURES_COMPONENT + 'columns = ["age", "hieght"]\n',
            4,
            "no feature column is called 'hieght'",
            "Did you mean 'height'?",
        ),
        (
            TREES,
            FEATURES_COMPONENT + 'columns = ["zzz"]\n',
            4,
            "'zzz'",
            "Name a feature column of items.csv",
        ),
        (
            TREES,
            FEATURES_COMPONENT + "\nlength_scale = [1.0, 2.0, 3.0]\n",
            5,
            "three length scales for two feature columns",
            "Give one number, or one for each column",
        ),
        (
            TREES,
            FEATURES_COMPONENT + 'columns = ["age"]\nlength_scale = [1.0, 2.0]\n',
            5,
            "two length scales for one feature column.",
            "one for each column",
        ),
        (
            FOUR,
            "\n[model.semi_supervised]\nneighbours = 2\n",
            2,
            "needs a features component",
            "or leave [model.semi_supervised] out",
        ),
        (
            TREES,
            '[model.semi_supervised]\n[[model.component]]\nkind = "individual"\n',
            1,
            "needs a features component",
            "features",
        ),
    ],
)
def test_features_that_are_not_there(
    study: ReadStudy,
    refused: Callable,
    items: str,
    settings: str,
    line: int,
    words: str,
    remedy: str,
) -> None:
    read = study(items, settings)
    with refused("study.toml", line, words, remedy=remedy):
        resolve(read)


@pytest.mark.parametrize("kind", ["directed = false", "directed = true", "bipartite = true"])
@pytest.mark.parametrize("role", ["both", "linked", "linking"])
def test_the_rule_of_how_many_terms_there_are_is_what_is_built(
    study: ReadStudy, kind: str, role: str
) -> None:
    components = (
        f'[[model.component]]\nkind = "links"\nrole = "{role}"\n'
        '[[model.component]]\nkind = "individual"\n'
    )
    read = study(FOUR, f'[[relation]]\nname = "cites"\n{kind}\n{components}', links=CITES)
    resolved = resolved_components(read, np.arange(4))
    for each in resolved:
        assert n_terms_of(read, each) == len(components_of(read, (each,), np.arange(4)))


def test_a_kind_of_component_that_was_forgotten_is_an_error(study: ReadStudy) -> None:
    """Rather than taken for the individual part, or for links."""
    read, forgotten = study(FOUR), object()
    settings = replace(read.settings, model=replace(read.settings.model, components=(forgotten,)))
    for ask in (
        lambda: tables_of(settings),
        lambda: components_of(read, (forgotten,), np.arange(4)),  # type: ignore[arg-type]
        lambda: component_in_words(forgotten, None),  # type: ignore[arg-type]
        lambda: source_title(forgotten, 1),  # type: ignore[arg-type]
        lambda: _with_term(forgotten, Individual(4)),  # type: ignore[arg-type]
    ):
        with pytest.raises(AssertionError, match="unreachable"):
            ask()
