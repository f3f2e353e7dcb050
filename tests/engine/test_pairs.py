"""Which pairs may be asked, against a plain set of pairs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefstudio.engine.pairs import AllowedPairs

Pair = tuple[int, int]


@st.composite
def _rules(draw: st.DrawFn) -> tuple[int, list[int] | None, list[int], list[Pair]]:
    """Items, groups, excluded items and answered pairs in either order, some of them twice."""
    n_items = draw(st.integers(1, 9))
    item = st.integers(0, n_items - 1)
    in_groups = st.lists(st.integers(-1, 3), min_size=n_items, max_size=n_items)
    groups = draw(st.none() | in_groups)
    excluded = draw(st.lists(item, max_size=3))
    answered = draw(st.lists(st.tuples(item, item).filter(lambda p: p[0] != p[1]), max_size=12))
    return n_items, groups, excluded, answered if n_items > 1 else []


def _expected(
    n_items: int, groups: list[int] | None, excluded: list[int], answered: list[Pair]
) -> set[Pair]:
    closed = {(min(pair), max(pair)) for pair in answered}
    return {
        (i, j)
        for i, j in combinations(range(n_items), 2)
        if (groups is None or groups[i] == groups[j])
        and i not in excluded
        and j not in excluded
        and (i, j) not in closed
    }


def _allowed(
    n_items: int, groups: list[int] | None, excluded: list[int], answered: list[Pair]
) -> AllowedPairs:
    return AllowedPairs.of(
        n_items, None if groups is None else np.array(groups), excluded, answered
    )


def assert_is(allowed: AllowedPairs, pairs: set[Pair]) -> None:
    """Every way to ask the object agrees with the set."""
    n = allowed.n_items
    both_ways = pairs | {(j, i) for i, j in pairs}
    first, second = np.divmod(np.arange(n * n), n)
    permitted = allowed.permits(first, second)
    assert {(int(i), int(j)) for i, j in zip(first[permitted], second[permitted], strict=True)} == (
        both_ways
    )
    for item in range(n):
        partners = set(np.flatnonzero(allowed.partners(item)).tolist())
        assert partners == {j for i, j in both_ways if i == item}
    rows = np.arange(n)[::-1]
    mask = allowed.mask(rows)
    assert {(int(rows[r]), int(j)) for r, j in np.argwhere(mask)} == both_ways


@given(rules=_rules())
@settings(max_examples=150, deadline=None)
def test_of_permits_and_partners_agree_with_a_plain_set(
    rules: tuple[int, list[int] | None, list[int], list[Pair]],
) -> None:
    assert_is(_allowed(*rules), _expected(*rules))


@given(rules=_rules(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_without_closes_one_pair_and_leaves_the_old_value_alone(
    rules: tuple[int, list[int] | None, list[int], list[Pair]], data: st.DataObject
) -> None:
    allowed, expected = _allowed(*rules), _expected(*rules)
    assert_is(allowed, expected)
    if rules[0] < 2:
        return
    item = st.integers(0, rules[0] - 1)
    pairs = data.draw(
        st.lists(st.tuples(item, item).filter(lambda p: p[0] != p[1]), min_size=1, max_size=6)
    )
    later, left = allowed, set(expected)
    for pair in pairs:
        later = later.without(*pair)
        left -= {(min(pair), max(pair))}
        assert_is(later, left)
        assert np.all(np.diff(later.closed) > 0)
    assert_is(allowed, expected)


def test_closing_a_closed_pair_changes_nothing() -> None:
    allowed = AllowedPairs.of(4, answered=[(2, 0)])
    assert allowed.without(0, 2) is allowed
    assert allowed.without(2, 0) is allowed


def test_an_item_is_never_its_own_partner() -> None:
    allowed = AllowedPairs.of(3)
    assert not allowed.permits(np.array([1]), np.array([1]))[0]
    assert not allowed.partners(1)[1]


def test_one_item_has_no_pair() -> None:
    assert_is(AllowedPairs.of(1), set())


def test_it_cannot_be_written_to() -> None:
    allowed = AllowedPairs.of(3, np.array([0, 0, 1]), [2], [(0, 1)])
    for values in (allowed.groups, allowed.open_items, allowed.closed):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 0
    with pytest.raises(AttributeError):
        allowed.n_items = 4  # type: ignore[misc]
