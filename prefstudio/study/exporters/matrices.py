"""Matrices with the ids along both sides: covariance, expected loss, P(A ≻ B)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.preferences import preference_matrix
from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.written_table import WrittenTable, number_cell, text_cell
from prefstudio.study.item_columns import ID_COLUMN
from prefstudio.study.model import ResolvedModel


def covariance_files(material: Material) -> Iterator[ExportedFile]:
    """Yield the covariance of the utilities, for each attribute that was judged."""
    return _files("covariance", _covariance, material)


def expected_loss_files(material: Material) -> Iterator[ExportedFile]:
    """Yield the expected loss of every pair within a group, for each attribute."""
    return _files("expected_loss", _expected_loss, material)


def probability_files(material: Material) -> Iterator[ExportedFile]:
    """Yield the chance that the item of a row wins over that of a column, for each attribute."""
    return _files("probability", _probability, material)


def labelled_matrix(item_ids: tuple[str, ...], matrix: Array) -> WrittenTable:
    """Return a matrix with the ids along its top and its side; empty where not a number."""
    rows = [
        [text_cell(item_id), *map(number_cell, row)]
        for item_id, row in zip(item_ids, matrix.tolist(), strict=True)
    ]
    return WrittenTable((ID_COLUMN, *item_ids), rows)


def _files(
    stem: str, matrix_of: Callable[[ResolvedModel, Posterior, Control], Array], material: Material
) -> Iterator[ExportedFile]:
    model = material.model
    for judged in material.judged:
        name = f"{stem}{judged.ending}.csv"
        matrix = matrix_of(model, material.posterior(judged), material.control)
        yield ExportedFile(name, labelled_matrix(model.item_ids, matrix).content(name))


def _covariance(model: ResolvedModel, posterior: Posterior, control: Control) -> Array:
    return posterior.covariance()


def _expected_loss(model: ResolvedModel, posterior: Posterior, control: Control) -> Array:
    return CRITERIA["expected_loss"].matrix(
        posterior, model.allowed(), horizon=model.horizon, control=control
    )


def _probability(model: ResolvedModel, posterior: Posterior, control: Control) -> Array:
    return preference_matrix(posterior, model.groups, control)
