"""Links as panels show them: by position, things that are shared turned into links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study import shown_links as module
from prefstudio.study.folder import read_study
from prefstudio.study.shown_links import ShownLinks, shown_links

ITEMS = "id\na\nb\nc\nd\n"
SHARED = 'format = 1\n[[relation]]\nname = "genre"\nbipartite = true\n'
Write = Callable[[str, str], Path]


def links_of(
    write: Write, links: str, toml: str = "format = 1\n", items: str = ITEMS
) -> ShownLinks:
    write("items.csv", items)
    write("study.toml", toml)
    study = read_study(write("links.csv", links).parent)
    return shown_links(study, study.items.ids)


def pairs(links: ShownLinks) -> list[tuple[int, int]]:
    return list(zip(links.first.tolist(), links.second.tolist(), strict=True))


def test_links_are_told_by_position_and_relation(write: Write) -> None:
    rows = "source,target,weight,relation,directed\nb,a,2,near,no\nd,c,1,cites,yes\n"
    links = links_of(write, rows)
    assert pairs(links) == [(0, 1), (3, 2)]
    assert links.weight.tolist() == [2.0, 1.0]
    assert [links.names[place] for place in links.relation] == ["near", "cites"]
    assert links.is_directed == (False, True)
    assert links.is_shared == (False, False)
    assert links.degrees(4).tolist() == [1, 1, 1, 1]


def test_links_of_items_that_the_model_leaves_out_are_not_shown(write: Write) -> None:
    write("items.csv", ITEMS)
    study = read_study(write("links.csv", "source,target\na,b\nb,d\n").parent)
    links = shown_links(study, ("d", "b"))
    assert pairs(links) == [(1, 0)]


def test_a_study_without_links_has_none(write: Write) -> None:
    study = read_study(write("items.csv", ITEMS).parent)
    links = shown_links(study, study.items.ids)
    assert links.n_links == 0
    assert links.degrees(4).tolist() == [0, 0, 0, 0]


def test_items_that_share_a_thing_are_linked(write: Write) -> None:
    rows = "source,target,weight,relation\na,jazz,2,genre\nb,jazz,3,genre\nb,pop,1,genre\n"
    links = links_of(write, rows + "a,pop,1,genre\nc,pop,1,genre\nd,folk,1,genre\n", SHARED)
    assert pairs(links) == [(0, 1), (0, 2), (1, 2)]
    assert links.weight.tolist() == [7.0, 1.0, 1.0]
    assert links.is_shared == (True,)
    assert links.n_left_out == 0


def test_many_that_share_a_thing_form_a_ring_and_the_rest_is_counted(write: Write) -> None:
    n_items = 40
    items = "id\n" + "".join(f"i{k}\n" for k in range(n_items))
    rows = "source,target,relation\n" + "".join(f"i{k},jazz,genre\n" for k in range(n_items))
    links = links_of(write, rows, SHARED, items)
    assert links.degrees(n_items).tolist() == [2] * n_items
    assert links.n_left_out == n_items * (n_items - 1) // 2 - n_items


def test_of_too_many_shared_links_the_strongest_stay(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_SHARED", 1)
    rows = "source,target,weight,relation\na,x,1,genre\nb,x,1,genre\nc,y,5,genre\nd,y,5,genre\n"
    links = links_of(write, rows, SHARED)
    assert pairs(links) == [(2, 3)]
    assert links.n_left_out == 1


def test_nobody_can_write_to_them(write: Write) -> None:
    links = links_of(write, "source,target\na,b\n")
    for array in (links.first, links.second, links.weight, links.relation):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert links.first.dtype == np.intp
