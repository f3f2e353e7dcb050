"""Where the items of one connected graph stand: by distances if it is small, else by forces."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sparse
from scipy.sparse import csgraph

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, cholesky, inverse_lower

MOST_BY_DISTANCE = 60
STRESS_STEPS = 150
STRESS_SETTLED = 1e-3  # of a link's length, the largest move of a step that is the last
PIVOTS = 32
POWER_STEPS = 60
FORCE_STEPS = 160
CELLS = 64
SOURCES_AT_ONCE = 64  # searches between two checks for cancellation


def component_layout(weights: sparse.csr_array, seed: int, control: Control) -> Array:
    """Places of the items of a connected graph, neighbours about 1 apart, shape (n_items, 2).

    Parameters
    ----------
    weights : sparse array, shape (n_items, n_items)
        Symmetric, positive where two items are linked.
    seed : int
        Tells symmetric graphs where to turn.
    """
    n_items = weights.shape[0]
    rng = np.random.default_rng([seed, n_items])
    pivots = _spread(weights, min(n_items, PIVOTS), control)
    places = _by_pivots(pivots, rng)
    if n_items <= MOST_BY_DISTANCE:
        return _by_distances(_distances(weights, np.arange(n_items), control), places, control)
    return _by_forces(weights, places, control)


def _distances(weights: sparse.csr_array, sources: Array, control: Control) -> Array:
    """Links on the shortest way from each source to each item, shape (n_sources, n_items)."""
    blocks = []
    for start in range(0, len(sources), SOURCES_AT_ONCE):
        control.check()
        block = sources[start : start + SOURCES_AT_ONCE]
        blocks.append(csgraph.dijkstra(weights, indices=block, unweighted=True))
    return np.concatenate(blocks)


def _spread(weights: sparse.csr_array, n_pivots: int, control: Control) -> Array:
    """Distances to pivots, each the furthest from those before it, shape (n_items, n_pivots)."""
    columns = []
    nearest = np.full(weights.shape[0], np.inf)
    pivot = int(np.argmax(np.diff(weights.indptr)))
    for _ in range(n_pivots):
        control.check()
        distance = csgraph.dijkstra(weights, indices=[pivot], unweighted=True)[0]
        columns.append(distance)
        nearest = np.minimum(nearest, distance)
        pivot = int(np.argmax(nearest))
    return np.stack(columns, axis=1)


def _by_pivots(distance: Array, rng: np.random.Generator) -> Array:
    """Classical scaling on pivots (Brandes and Pich 2007), with a little noise against ties."""
    squared = distance**2
    centred = -0.5 * (
        squared - squared.mean(axis=0) - squared.mean(axis=1, keepdims=True) + squared.mean()
    )
    inner = centred.T @ centred
    axes = rng.standard_normal((inner.shape[0], 2))
    for _ in range(POWER_STEPS):
        axes = inner @ axes
        axes[:, 0] /= max(float(np.linalg.norm(axes[:, 0])), 1e-300)
        axes[:, 1] -= axes[:, 0] * (axes[:, 0] @ axes[:, 1])
        axes[:, 1] /= max(float(np.linalg.norm(axes[:, 1])), 1e-300)
    places = centred @ axes
    wanted, had = float(distance.max()), float(np.abs(places).max())
    places *= 0.5 * wanted / max(had, 1e-300)
    return places + 0.05 * max(wanted, 1.0) * rng.standard_normal(places.shape)


def _by_distances(distance: Array, places: Array, control: Control) -> Array:
    """Stress majorisation with weights 1/d² (Gansner, Koren and North 2004)."""
    n_items = len(distance)
    np.fill_diagonal(distance, 1.0)
    pull = distance**-2.0
    np.fill_diagonal(pull, 0.0)
    laplacian = np.diag(pull.sum(axis=1)) - pull
    root = inverse_lower(cholesky(laplacian + 1.0 / n_items))
    wanted = pull * distance
    for _ in range(STRESS_STEPS):
        control.check()
        apart = np.sqrt(_squared_distances(places))
        ratio = np.divide(wanted, apart, out=np.zeros_like(wanted), where=apart > 1e-9)
        target = ratio.sum(axis=1)[:, None] * places - ratio @ places
        moved = root.T @ (root @ target)
        step = float(np.abs(moved - places).max())
        places = moved
        if step < STRESS_SETTLED:
            break
    return places


def _squared_distances(places: Array) -> Array:
    lengths = np.einsum("id,id->i", places, places)
    squared = lengths[:, None] + lengths[None, :] - 2.0 * places @ places.T
    return np.maximum(squared, 0.0, out=squared)


def _by_forces(weights: sparse.csr_array, places: Array, control: Control) -> Array:
    """Springs along links, and repulsion 1/r summed on a grid by convolution.

    The spring of a link gets weaker with the degree of its busier end, so that hubs do not pull
    all their neighbours into one spot.
    """
    upper = sparse.triu(weights, k=1).tocoo()
    degree = np.diff(weights.indptr)
    stiffness = 1.0 / np.sqrt(np.maximum(degree[upper.row], degree[upper.col]))
    places = places * (np.sqrt(len(places)) / max(float(np.ptp(places, axis=0).max()), 1e-9))
    kernel = _repulsion_kernel(CELLS)
    for step in range(FORCE_STEPS):
        control.report(step, FORCE_STEPS)
        force = _repulsion(places, kernel)
        pull = places[upper.col] - places[upper.row]
        pull *= (stiffness * np.linalg.norm(pull, axis=1))[:, None]
        for axis in range(2):
            force[:, axis] += np.bincount(upper.row, pull[:, axis], len(places))
            force[:, axis] -= np.bincount(upper.col, pull[:, axis], len(places))
        length = np.linalg.norm(force, axis=1, keepdims=True)
        reach = 0.08 * float(np.ptp(places, axis=0).max()) * (1.0 - step / FORCE_STEPS)
        places = places + force * (np.minimum(length, reach) / np.maximum(length, 1e-12))
    return places


def _repulsion_kernel(n_cells: int) -> Array:
    """Fourier transforms of the force of a unit mass on every cell, one an axis."""
    offsets = np.fft.fftfreq(2 * n_cells, 1.0 / (2 * n_cells))
    along, down = np.meshgrid(offsets, offsets, indexing="ij")
    squared = along**2 + down**2 + 0.5  # softened: nearer than a cell nothing is known
    return np.stack([np.fft.rfft2(along / squared), np.fft.rfft2(down / squared)])


def _repulsion(places: Array, kernel: Array) -> Array:
    """Force 1/r of every item on every other, shape (n_items, 2)."""
    low = places.min(axis=0)
    size = max(float(np.ptp(places, axis=0).max()), 1e-9) / (CELLS - 2)
    at = (places - low) / size
    cell = at.astype(np.intp)
    share = at - cell
    corners = [(dx, dy) for dx in (0, 1) for dy in (0, 1)]
    amounts = [np.abs(1 - dx - share[:, 0]) * np.abs(1 - dy - share[:, 1]) for dx, dy in corners]
    flat = [(cell[:, 0] + dx) * CELLS + cell[:, 1] + dy for dx, dy in corners]
    mass = np.bincount(np.concatenate(flat), np.concatenate(amounts), CELLS * CELLS)
    spectrum = np.fft.rfft2(mass.reshape(CELLS, CELLS), (2 * CELLS, 2 * CELLS))
    fields = np.fft.irfft2(kernel * spectrum, (2 * CELLS, 2 * CELLS))[:, :CELLS, :CELLS]
    fields = fields.reshape(2, -1) / size
    return sum(amount * fields[:, there] for amount, there in zip(amounts, flat, strict=True)).T
