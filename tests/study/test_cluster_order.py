"""Alike items side by side, always in the same order."""

from __future__ import annotations

import time

import numpy as np
import pytest

from prefstudio.engine.covariance import DenseCovariance
from prefstudio.study import cluster_order as module
from prefstudio.study.cluster_order import cluster_order


def families(n_families: int, size: int, seed: int = 0) -> tuple[DenseCovariance, np.ndarray]:
    """Items of some families in no order; within one they are correlated by 0.8."""
    member = np.random.default_rng(seed).permutation(np.repeat(np.arange(n_families), size))
    same = member[:, None] == member
    matrix = np.where(same, 0.8, 0.05)
    np.fill_diagonal(matrix, 1.0)
    return DenseCovariance(matrix), member


def line(n_items: int, seed: int = 1) -> tuple[DenseCovariance, np.ndarray]:
    """Items along a line, shuffled, the more alike the nearer."""
    place = np.random.default_rng(seed).permutation(n_items)
    distance = np.abs(place[:, None] - place)
    return DenseCovariance(np.exp(-distance / 3.0) * 4.0), place


def n_changes(labels: np.ndarray) -> int:
    return int(np.count_nonzero(np.diff(labels)))


def test_families_stay_together() -> None:
    covariance, member = families(6, 7)
    order = cluster_order(covariance, np.arange(42))
    assert sorted(order) == list(range(42))
    assert n_changes(member[order]) == 5
    assert n_changes(member) > 20


def test_neighbours_on_a_line_lie_side_by_side() -> None:
    covariance, place = line(60)
    order = cluster_order(covariance, np.arange(60))
    steps = np.abs(np.diff(place[order]))
    assert np.mean(steps) < 2.5
    assert np.mean(np.abs(np.diff(place))) > 10


def test_only_what_is_shown_is_ordered() -> None:
    covariance, member = families(3, 10)
    shown = np.arange(1, 30, 2)
    order = cluster_order(covariance, shown)
    assert sorted(order) == shown.tolist()
    assert n_changes(member[order]) == 2


@pytest.mark.parametrize("n_items", [0, 1, 2])
def test_few_items_stay_in_the_order_of_the_file(n_items: int) -> None:
    covariance, _ = families(2, 2)
    assert cluster_order(covariance, np.arange(n_items)).tolist() == list(range(n_items))


def test_the_scale_of_an_item_does_not_matter_and_neither_does_a_second_time() -> None:
    covariance, _ = line(40)
    scale = np.random.default_rng(2).uniform(0.1, 10.0, size=40)
    scaled = DenseCovariance(covariance.matrix * np.outer(scale, scale))
    order = cluster_order(covariance, np.arange(40))
    np.testing.assert_array_equal(cluster_order(covariance, np.arange(40)), order)
    np.testing.assert_array_equal(cluster_order(scaled, np.arange(40)), order)


def test_an_item_without_variance_has_a_place() -> None:
    matrix = np.eye(5)
    matrix[2, 2] = 0.0
    assert sorted(cluster_order(DenseCovariance(matrix), np.arange(5))) == list(range(5))


def test_more_items_are_ordered_by_those_that_stand_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_CLUSTERED", 40)
    covariance, member = families(5, 30)
    order = cluster_order(covariance, np.arange(150))
    assert sorted(order) == list(range(150))
    assert n_changes(member[order]) == 4


@pytest.mark.slow  # it holds on a quiet machine
def test_a_thousand_items_take_no_longer_than_a_blink() -> None:
    covariance, _ = line(1000)
    start = time.perf_counter()
    cluster_order(covariance, np.arange(1000))
    assert time.perf_counter() - start < 0.3
