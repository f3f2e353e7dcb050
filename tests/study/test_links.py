"""Links, read from links.csv."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.items import Item, ItemSet
from prefstudio.study.link_file import read_links
from prefstudio.study.links import Link, Relation, RelationLinks

Write = Callable[[str, str | bytes], Path]

ITEMS = ItemSet([Item("oak-7"), Item("elm"), Item("ash"), Item("yew")])
CITES = Relation("cites", directed=True)
CAST = Relation("cast", bipartite=True)


def triples(links: RelationLinks) -> list[tuple[int, int, float]]:
    return list(
        zip(links.source.tolist(), links.target.tolist(), links.weight.tolist(), strict=True)
    )


def test_plain_links(write: Write) -> None:
    links = read_links(write("links.csv", "source,target\noak-7,elm\nyew,ash\n"), ITEMS)
    assert list(links.by_relation) == ["links"]
    assert triples(links.by_relation["links"]) == [(0, 1, 1.0), (2, 3, 1.0)]
    assert links.by_relation["links"].links[1] == Link("yew", "ash")
    assert links.notes == ()
    with pytest.raises(ValueError, match="read-only"):
        links.by_relation["links"].weight[0] = 2


def test_duplicates_add_up_either_way_round(write: Write) -> None:
    path = write("links.csv", "source,target,weight\nelm,ash,0.5\nash,elm,2\nelm,ash,\nelm,yew,0\n")
    relation = read_links(path, ITEMS).by_relation["links"]
    assert triples(relation) == [(1, 2, 3.5), (1, 3, 0.0)]
    assert len(relation.links) == 4


def test_a_directed_relation_keeps_its_directions(write: Write) -> None:
    path = write(
        "links.csv", "source,target,relation\nelm,ash,cites\nash,elm,cites\nelm,ash,cites\n"
    )
    relation = read_links(path, ITEMS, [CITES]).by_relation["cites"]
    assert triples(relation) == [(1, 2, 2.0), (2, 1, 1.0)]
    assert all(link.directed for link in relation.links)


def test_rows_tell_the_direction_where_study_toml_does_not(write: Write) -> None:
    path = write(
        "links.csv",
        "source,target,relation,directed\nelm,ash,cites,1\nelm,yew,cites,\nelm,yew,x,\n",
    )
    by_relation = read_links(path, ITEMS, [Relation("cites")]).by_relation
    assert by_relation["cites"].relation.directed is True
    assert by_relation["x"].relation.directed is False


def test_a_bipartite_relation_has_nodes_of_its_own(write: Write) -> None:
    path = write(
        "links.csv",
        "source,target,relation,note\nelm,Ann,cast,x\nash,Bob,cast,\nash,Ann,cast,\nash,yew,near,\n",
    )
    by_relation = read_links(path, ITEMS, [CAST]).by_relation
    assert by_relation["cast"].others == ("Ann", "Bob")
    assert triples(by_relation["cast"]) == [(1, 0, 1.0), (2, 1, 1.0), (2, 0, 1.0)]
    assert triples(by_relation["near"]) == [(2, 3, 1.0)]
    assert by_relation["cast"].links[0].extra == {"note": "x"}


def test_the_only_relation_need_not_be_named(write: Write) -> None:
    links = read_links(write("links.csv", "source,target\nelm,Ann\n"), ITEMS, [CAST])
    assert list(links.by_relation) == ["cast"]


def test_a_relation_without_links_is_there(write: Write) -> None:
    links = read_links(write("links.csv", "source,target\n"), ITEMS, [CITES, CAST])
    assert [triples(relation) for relation in links.by_relation.values()] == [[], []]


@pytest.mark.parametrize(
    ("rows", "pair", "first"), [("0,3", (0, 3), 0), ("1,4", (0, 3), 1), ("3,01", (0, 2), 1)]
)
def test_whole_numbers_that_are_no_ids_are_rows(
    write: Write, rows: str, pair: tuple[int, int], first: int
) -> None:
    links = read_links(write("links.csv", f"source,target\n{rows}\n"), ITEMS)
    assert triples(links.by_relation["links"]) == [(*pair, 1.0)]
    assert links.notes == (
        "links.csv: the whole numbers are no ids, so they are rows of items.csv, "
        f"counted from {first}.",
    )


def test_bipartite_targets_do_not_hinder_the_guess(write: Write) -> None:
    links = read_links(write("links.csv", "source,target\n0,Ann\n3,7\n"), ITEMS, [CAST])
    assert triples(links.by_relation["cast"]) == [(0, 0, 1.0), (3, 1, 1.0)]
    assert links.by_relation["cast"].others == ("Ann", "7")


def test_whole_numbers_that_are_ids_are_ids(write: Write) -> None:
    items = ItemSet([Item("20"), Item("10"), Item("1")])
    links = read_links(write("links.csv", "source,target\n10,1\n"), items)
    assert triples(links.by_relation["links"]) == [(1, 2, 1.0)]
    assert links.notes == ()


@pytest.mark.parametrize(("rows", "pair"), [("0,2", (0, 2)), ("1,2", (0, 1))])
def test_counted_ids_do_not_hide_rows_counted_from_zero(
    write: Write, rows: str, pair: tuple[int, int]
) -> None:
    items = ItemSet([Item("1"), Item("2"), Item("3")], ids_are_row_numbers=True)
    links = read_links(write("links.csv", f"source,target\n{rows}\n"), items)
    assert triples(links.by_relation["links"]) == [(*pair, 1.0)]


@pytest.mark.parametrize(
    ("row", "words", "remedy"),
    [
        ("elm,oak7,1,near,", "no item is called 'oak7'", "Did you mean 'oak-7'?"),
        ("elm,zebra,1,near,", "no item is called 'zebra'", "declare its relation bipartite"),
        ("zebra,elm,1,near,", "no item is called 'zebra'", "add the item there."),
        ("elm,,1,near,", "no item is named", "an id of items.csv"),
        ("elm, elm,1,near,", "'elm' is linked to itself", "Take the row out"),
        ("elm,ash,-0.5,near,", "the weight -0.5 is below 0", "0 or more"),
        ("elm,ash,1e200,near,", "the weight 1e+200 is out of all measure", "another unit"),
        ("elm,ash,1e-200,near,", "the weight 1e-200 is out of all measure", "another unit"),
        ("elm,ash,nan,near,", "'nan' is no finite number", "decimal point"),
        ("elm,ash,inf,near,", "'inf' is no finite number", "decimal point"),
        ("elm,ash,much,near,", "'much' is no finite number", "decimal point"),
        ("elm,ash,1,near,maybe", "'maybe' is neither 1 nor 0", "Write 1 or 0."),
        ("elm,ash,1,cites,0", "'cites' is directed by study.toml", "Say the same"),
        ("elm,ash,1,near,1", "'near' is undirected by another row", "Say the same"),
        ("elm,ash,1,,", "the link names no relation", "a column called relation"),
        ("elm,,1,cast,", "the link has no target", "Write its name"),
        ("Ann,elm,1,cast,", "no item is called 'Ann'", "an id of items.csv"),
        ("elm,elm,1,cast,", "'elm' is linked to itself", "Take the row out"),
    ],
)
def test_errors(write: Write, refused: Callable, row: str, words: str, remedy: str) -> None:
    before = "source,target,weight,relation,directed\nyew,elm,1,near,0\nyew,ash,1,near,\n"
    with refused("links.csv", 4, words, remedy=remedy):
        read_links(write("links.csv", f"{before}{row}\n"), ITEMS, [CITES, CAST])


def test_an_unnamed_link_among_several_relations(write: Write, refused: Callable) -> None:
    path = write("links.csv", "source,target\nelm,ash\n")
    with refused("links.csv", 2, "names no relation", remedy="a column called relation"):
        read_links(path, ITEMS, [CITES, CAST])


@pytest.mark.parametrize("rows", ["0,4", "1,5"])
def test_a_row_that_is_not_there(write: Write, refused: Callable, rows: str) -> None:
    with refused("links.csv", 2, "there is no row", remedy="the number of a row"):
        read_links(write("links.csv", f"source,target\n{rows}\n"), ITEMS)


def test_missing_columns(write: Write, refused: Callable) -> None:
    with refused("links.csv", 1, "no column called 'source'", remedy="source and target"):
        read_links(write("links.csv", "i,j\n0,1\n"), ITEMS)
