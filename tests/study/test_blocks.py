"""Blocks of a large matrix, against cutting it up by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from prefstudio.study.blocks import block_edges, block_maxima, block_means


@pytest.fixture
def values() -> np.ndarray:
    made = np.random.default_rng(3).normal(size=(23, 23))
    made[made > 1.2] = np.nan
    np.fill_diagonal(made, np.nan)
    return made


def cut(values: np.ndarray, order: np.ndarray, side: int) -> list[list[np.ndarray]]:
    ordered = values[np.ix_(order, order)]
    bounds = [*block_edges(len(order), side).tolist(), len(order)]
    spans = list(itertools.pairwise(bounds))
    return [[ordered[a:b, c:d] for c, d in spans] for a, b in spans]


@pytest.mark.parametrize("side", [1, 4, 7, 23, 84])
def test_blocks_are_those_of_the_ordered_matrix(values: np.ndarray, side: int) -> None:
    order = np.random.default_rng(5).permutation(23)[:19]
    blocks = cut(values, order, side)
    for found, summary in ((block_maxima, np.nanmax), (block_means, np.nanmean)):
        expected = [
            [summary(block) if np.isfinite(block).any() else np.nan for block in row]
            for row in blocks
        ]
        np.testing.assert_allclose(found(values, order, side), expected, rtol=1e-12)


def test_an_empty_block_is_not_a_number() -> None:
    values = np.full((4, 4), np.nan)
    values[:2, :2] = 1.0
    for found in (block_maxima, block_means):
        blocks = found(values, np.arange(4), 2)
        np.testing.assert_array_equal(blocks, [[1.0, np.nan], [np.nan, np.nan]])
        assert not blocks.flags.writeable


@pytest.mark.parametrize(("n_items", "side"), [(1000, 84), (85, 84), (84, 84), (10, 84), (1, 84)])
def test_blocks_differ_by_one_place_at_most(n_items: int, side: int) -> None:
    edges = block_edges(n_items, side)
    sizes = np.diff([*edges, n_items])
    assert len(edges) == min(side, n_items)
    assert sizes.min() >= 1
    assert np.ptp(sizes) <= 1
