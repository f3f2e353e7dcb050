"""Links from tables, GraphML, GML, node-link JSON, Matrix Market and LINQS."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.errors import DataError
from prefstudio.study.importers.plan import ImportPreview
from tests.study.importers.examples import (
    EXAMPLES,
    GML,
    GRAPHML,
    ITEMS_CSV,
    LINQS_CITES,
    LINQS_CONTENT,
    MATRIX_MARKET,
    look,
    node_link_text,
    posterior,
)

Write = Callable[[str, str | bytes], Path]
Edge = tuple[str, str, float]


def edges(found: ImportPreview, relation: str = "links") -> set[Edge]:
    links = found.study.links[relation]
    ids = found.study.items.ids
    ends = zip(links.source, links.target, links.weight, strict=True)
    return {(ids[source], ids[target], float(weight)) for source, target, weight in ends}


def directed(found: ImportPreview, relation: str = "links") -> bool | None:
    return found.study.links[relation].relation.directed


@pytest.mark.parametrize("name", ["trees.graphml", "trees.gml", "trees.json", "trees.mtx"])
def test_a_graph_beside_its_items(tmp_path: Path, write: Write, name: str) -> None:
    write("t.csv", ITEMS_CSV)
    write(name, EXAMPLES[name][1].replace(b"elm &amp; co", b"elm"))
    found = look(tmp_path, items="t.csv", links=(name,))
    assert found.study.items.ids == ("oak", "elm", "fir")
    assert found.links == {"links": 2}
    assert any({source, target} == {"oak", "elm"} for source, target, _ in edges(found))
    assert found.problems == ()
    told = [each for each in found.guessed if "left aside, since t.csv tells the items" in each]
    assert len(told) == (0 if name == "trees.mtx" else 1)
    assert all("'height'" in each for each in told)
    assert len(posterior(found.study).mean) == 3


def test_graphml(tmp_path: Path, write: Write) -> None:
    write("g.xml", GRAPHML)
    found = look(tmp_path, paths=("g.xml",))
    assert edges(found) == {("oak", "elm", 2.5), ("elm", "fir", 1.0)}
    assert directed(found) is False
    assert found.study.items[0].label == "The <old> oak"
    heights = found.study.features.matrix(["height"], standardize=False)
    assert heights[:, 0].tolist() == [30.5, 28, 10]


def test_graphml_with_both_kinds_of_edges(tmp_path: Path, write: Write) -> None:
    write("g.xml", GRAPHML.replace('<edge source="elm"', '<edge directed="true" source="elm"'))
    found = look(tmp_path, paths=("g.xml",))
    assert edges(found) == {("oak", "elm", 2.5)}
    assert edges(found, "directed links") == {("elm", "fir", 1.0)}
    assert directed(found, "directed links") is True
    assert posterior(found.study).sd.min() > 0


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE graphml [<!ENTITY l0 "ha"><!ENTITY l1 "&l0;&l0;&l0;&l0;">]>',
        '<!DOCTYPE graphml [<!ENTITY far SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE graphml SYSTEM "http://example.org/graphml.dtd">',
        '<!DOCTYPE graphml [<!ENTITY % far SYSTEM "file:///etc/passwd"> %far;]>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(tmp_path: Path, write: Write, declared: str, encoding: str) -> None:
    text = GRAPHML.replace('encoding="utf-8"?>\n', f'encoding="{encoding}"?>\n{declared}\n')
    body = text.encode(encoding)
    assert encoding == "utf-8" or body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    write("g.graphml", body)
    with pytest.raises(DataError, match="document type") as caught:
        look(tmp_path, paths=("g.graphml",))
    assert (caught.value.file, caught.value.line) == ("g.graphml", 2)
    assert caught.value.remedy


def test_graphml_that_is_not_well_formed(tmp_path: Path, write: Write) -> None:
    write("g.graphml", GRAPHML.replace('<node id="fir"/>', '<node id="fir">'))
    with pytest.raises(DataError, match="not well formed") as caught:
        look(tmp_path, paths=("g.graphml",))
    assert caught.value.line == 12


def test_edges_that_lead_nowhere_are_told(tmp_path: Path, write: Write) -> None:
    write("g.xml", GRAPHML.replace('target="fir"', 'target="fix"'))
    found = look(tmp_path, paths=("g.xml",))
    (problem,) = found.problems
    assert (problem.file, problem.line, problem.left_out) == ("g.xml", 11, True)
    assert "Did you mean 'fir'?" in problem.way_on


def test_gml(tmp_path: Path, write: Write) -> None:
    write("g.txt", GML)
    found = look(tmp_path, paths=("g.txt",))
    assert found.study.items.ids == ("oak", "elm & co", "fir")
    assert edges(found) == {("oak", "elm & co", 2.5), ("fir", "oak", 1.0)}
    assert directed(found) is True
    assert found.study.features.names == ("height",)
    assert any("labels" in guess for guess in found.guessed)


def test_gml_goes_by_ids_where_labels_are_not_unique(tmp_path: Path, write: Write) -> None:
    write("g.gml", GML.replace('"fir"', '"oak"'))
    found = look(tmp_path, paths=("g.gml",))
    assert found.study.items.ids == ("0", "1", "2")
    assert edges(found) == {("0", "1", 2.5), ("2", "0", 1.0)}


@pytest.mark.parametrize(
    ("old", "new", "line"), [("]\n]", "]", 3), ('"oak"', '"oak', 7), ("graph [", "graph [ ] ]", 3)]
)
def test_gml_that_does_not_match(
    tmp_path: Path, write: Write, old: str, new: str, line: int
) -> None:
    text = GML.rstrip().replace(old, new, 1) if old == "]\n]" else GML.replace(old, new, 1)
    write("g.gml", text)
    with pytest.raises(DataError, match="match, two by two") as caught:
        look(tmp_path, paths=("g.gml",))
    assert caught.value.line is not None
    assert caught.value.line >= line


def test_node_link(tmp_path: Path, write: Write) -> None:
    write("g.json", node_link_text())
    found = look(tmp_path, paths=("g.json",))
    assert edges(found) == {("oak", "elm", 2.5), ("fir", "oak", 1.0)}
    assert directed(found) is True
    assert found.study.settings.relations[0].directed is True


def test_node_link_by_place_and_with_edges(tmp_path: Path, write: Write) -> None:
    links = [{"source": 0, "target": 2}, {"source": 1, "target": 7}]
    text = node_link_text(directed=False, edges=links)
    write("g.json", text.replace('"links"', '"other"'))
    found = look(tmp_path, paths=("g.json",))
    assert edges(found) == {("oak", "fir", 1.0)}
    assert any("places" in guess for guess in found.guessed)
    assert len(found.problems) == 1


@pytest.mark.parametrize(
    "text",
    ['{"nodes": [1, 2', '{"nodes": [1,]}', '{"links": []}', '{"nodes": []} 3',
     '{"nodes": ' + "[" * 100_000, '{"nodes": 3, "links": 4}', '{"nodes": [' + "9" * 5000 + "]}"],
)  # fmt: skip
def test_broken_node_link(tmp_path: Path, write: Write, text: str) -> None:
    write("g.json", text)
    with pytest.raises(DataError, match=r"g\.json") as caught:
        look(tmp_path, paths=("g.json",))
    assert caught.value.remedy


def test_a_problem_in_json_has_its_line(tmp_path: Path, write: Write) -> None:
    write("g.json", EXAMPLES["trees.json"][1].replace(b'"source": "fir"', b'"source": "fur"'))
    found = look(tmp_path, paths=("g.json",))
    assert [(problem.file, problem.line) for problem in found.problems] == [("g.json", 5)]


def test_matrix_market(tmp_path: Path, write: Write) -> None:
    write("t.csv", ITEMS_CSV)
    write("m.mtx", MATRIX_MARKET)
    found = look(tmp_path, items="t.csv", links=("m.mtx",))
    assert edges(found) == {("oak", "elm", 2.5), ("elm", "fir", 1.0)}
    general = "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n3 1\n2 2\n"
    write("m.mtx", general)
    found = look(tmp_path, items="t.csv", links=("m.mtx",))
    assert edges(found) == {("oak", "elm", 1.0), ("fir", "oak", 1.0)}
    assert directed(found) is True
    (problem,) = found.problems
    assert (problem.line, "diagonal" in problem.message) == (5, True)


def test_a_general_matrix_that_is_its_own_mirror(tmp_path: Path, write: Write) -> None:
    write("t.csv", ITEMS_CSV)
    write("m.mtx", "%%MatrixMarket matrix array real general\n3 3\n0\n4\n0\n4\n0\n1\n0\n1\n0\n")
    found = look(tmp_path, items="t.csv", links=("m.mtx",))
    assert edges(found) == {("oak", "elm", 4.0), ("elm", "fir", 1.0)}
    assert directed(found) is False


def test_a_matrix_that_is_not_square_links_items_to_what_they_share(
    tmp_path: Path, write: Write
) -> None:
    write("t.csv", ITEMS_CSV)
    write("m.mtx", "%%MatrixMarket matrix coordinate integer general\n3 2 3\n1 1 1\n2 1 1\n3 2 1\n")
    found = look(tmp_path, items="t.csv", links=("m.mtx",))
    links = found.study.links["links"]
    assert links.relation.bipartite
    assert links.others == ("column 1", "column 2")
    assert posterior(found.study).sd.min() > 0


def test_a_matrix_of_another_size(tmp_path: Path, write: Write) -> None:
    write("t.csv", ITEMS_CSV)
    write("m.mtx", MATRIX_MARKET.replace("3 3 2", "4 4 2"))
    with pytest.raises(DataError, match=r"m\.mtx: it speaks of 4 items, but there are 3"):
        look(tmp_path, items="t.csv", links=("m.mtx",))
    write("m.mtx", MATRIX_MARKET.replace("3 3 2", "999999999 999999999 2"))
    with pytest.raises(DataError, match="places alone"):
        look(tmp_path, paths=("m.mtx",))


def test_linqs(tmp_path: Path, write: Write) -> None:
    write("cora.content", LINQS_CONTENT)
    write("cora.cites", LINQS_CITES + "31336\t99\n")
    found = look(tmp_path, paths=("cora.content", "cora.cites"))
    assert found.study.items.ids == ("31336", "1061127", "1106406")
    assert found.features == 3
    assert found.study.items[1].extra == {"class": "Rule"}
    assert edges(found, "cites") == {("1061127", "31336", 1.0), ("31336", "1106406", 1.0)}
    assert directed(found, "cites") is True
    assert [(problem.file, problem.line) for problem in found.problems] == [("cora.cites", 3)]


def test_links_without_a_header(tmp_path: Path, write: Write) -> None:
    write("t.csv", "x_a,b\n1,2\n2,2\n3,3\n")
    write("edges.tsv", "1\t2\n2\t3\n")
    found = look(tmp_path, items="t.csv", links=("edges.tsv",))
    assert edges(found) == {("1", "2", 1.0), ("2", "3", 1.0)}
    assert any("no header" in guess for guess in found.guessed)


def test_one_bad_line_does_not_spoil_row_numbers(tmp_path: Path, write: Write) -> None:
    write("t.csv", "x_a,b\n1,2\n2,2\n3,3\n")
    write("edges.csv", "i,j\n0,1\n1,x2\n1,2\n2,2\n")
    found = look(tmp_path, items="t.csv", links=("edges.csv",))
    assert edges(found) == {("1", "2", 1.0), ("2", "3", 1.0)}
    assert sorted((problem.line, problem.left_out) for problem in found.problems) == [
        (3, True), (5, True),
    ]  # fmt: skip


@pytest.mark.parametrize("weight", ["1e-320", "1e200", "1e308", "-1", "nan"])
def test_weights_that_no_model_can_bear(tmp_path: Path, write: Write, weight: str) -> None:
    write("t.csv", ITEMS_CSV)
    write("l.csv", f"source,target,weight\noak,elm,{weight}\nelm,fir,0\n")
    found = look(tmp_path, items="t.csv", links=("l.csv",))
    assert [problem.line for problem in found.problems] == [2]
    assert edges(found) == {("elm", "fir", 0.0)}
    assert posterior(found.study).sd.min() > 0


def test_a_row_number_among_strange_spaces(tmp_path: Path, write: Write) -> None:
    write("t.csv", "x_a,b\n1,2\n2,2\n3,3\n")
    write("edges.csv", "i,j\n\x1d0,1\n1,\u20032\n")
    found = look(tmp_path, items="t.csv", links=("edges.csv",))
    assert edges(found) == {("1", "2", 1.0), ("2", "3", 1.0)}


def test_two_files_of_links_are_two_relations(tmp_path: Path, write: Write) -> None:
    write("t.csv", ITEMS_CSV)
    write("near.csv", "source,target\noak,elm\n")
    write("kin.csv", "from,to\noak,fir\n")
    found = look(tmp_path, items="t.csv", links=("near.csv", "kin.csv"))
    assert found.links == {"near": 1, "kin": 1}
