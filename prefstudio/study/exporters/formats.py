"""The formats that a study can be exported to, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from prefstudio.study.exporters.bids import bids_files
from prefstudio.study.exporters.botorch import botorch_files
from prefstudio.study.exporters.choix_json import choix_files
from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.matrices import (
    covariance_files,
    expected_loss_files,
    probability_files,
)
from prefstudio.study.exporters.posterior_table import posterior_files
from prefstudio.study.exporters.pwcmp import pwcmp_files
from prefstudio.study.exporters.study_folder import study_files
from prefstudio.study.exporters.win_matrix import win_matrix_files
from prefstudio.study.exporters.winner_loser import winner_loser_files


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format.

    Attributes
    ----------
    name
        As commands write it.
    title
        As a person reads it.
    help
        One sentence on what comes out.
    files
        Makes the files; nothing is written before all are made.
    keeps_ties
        Whether its files hold ties too.
    """

    name: str
    title: str
    help: str
    files: Callable[[Material], Iterable[ExportedFile]]
    keeps_ties: bool = True


EXPORTERS: Mapping[str, Exporter] = {
    exporter.name: exporter
    for exporter in (
        Exporter(
            "folder",
            "Plain-text folder",
            "The whole study as tables, settings and media, which PrefStudio opens again.",
            study_files,
        ),
        Exporter(
            "posterior",
            "Posterior",
            "Mean, spread, rank and chance to be best of every item; mean and sd as in the papers, "
            "sd_centred and the interval about the average of its group.",
            posterior_files,
        ),
        Exporter(
            "covariance",
            "Covariance",
            "How the utilities of any two items vary together.",
            covariance_files,
        ),
        Exporter(
            "expected_loss",
            "Expected loss",
            "What it may cost to leave a pair in its present order.",
            expected_loss_files,
        ),
        Exporter(
            "probability",
            "Probability of A over B",
            "The chance that the item of a row wins over that of a column.",
            probability_files,
        ),
        Exporter(
            "pwcmp",
            "pwcmp table",
            "Answers A and B as pwcmp reads them; ties are left out.",
            pwcmp_files,
            keeps_ties=False,
        ),
        Exporter(
            "winner_loser",
            "Winner and loser",
            "One row for each answer: winner, loser, how often, and whether it was a tie.",
            winner_loser_files,
        ),
        Exporter(
            "choix",
            "choix JSON",
            "Pairs of positions, winner first, and the ids they stand for; ties are left out.",
            choix_files,
            keeps_ties=False,
        ),
        Exporter(
            "win_matrix",
            "Win matrix",
            "How often the item of a row beat that of a column; ties are left out.",
            win_matrix_files,
            keeps_ties=False,
        ),
        Exporter(
            "botorch",
            "BoTorch arrays",
            "Features and pairs as numpy files, better item first; ties are left out.",
            botorch_files,
            keeps_ties=False,
        ),
        Exporter(
            "bids",
            "BIDS",
            "All trials of every person as _beh.tsv, with a data dictionary.",
            bids_files,
        ),
    )
}
"""All formats by name."""
