"""How each kind of matrix is called and drawn."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.studio.panel_titles import TITLES
from prefstudio.study.view import MatrixKind


@dataclass(frozen=True, slots=True)
class MatrixLook:
    """How one kind of matrix is called and drawn.

    Attributes
    ----------
    title
        What its panel is called.
    unit
        What its scale measures.
    caption
        What one sees, in a few words.
    object_name
        Of its plot.
    is_diverging, centre
        Whether numbers lie on both sides of a centre, and of which.
    largest
        Where the scale ends, as a distance from the centre; None: at the largest there is.
    asks
        Whether choosing a cell asks that pair.
    blanks_diagonal
        Whether an item has no pair with itself.
    marks_largest
        Whether the largest cells are marked.
    """

    title: str
    unit: str
    caption: str
    object_name: str = ""
    is_diverging: bool = True
    centre: float = 0.0
    largest: float | None = None
    asks: bool = False
    blanks_diagonal: bool = False
    marks_largest: bool = False


KIND_LOOKS: dict[MatrixKind, MatrixLook] = {
    MatrixKind.EXPECTED_LOSS: MatrixLook(
        TITLES["expected_loss"],
        "expected loss",
        "of leaving a pair in its order",
        "loss_heatmap",
        is_diverging=False,
        asks=True,
        blanks_diagonal=True,
        marks_largest=True,
    ),
    MatrixKind.COVARIANCE: MatrixLook(
        TITLES["covariance"],
        "posterior covariance",
        "how utilities go together, after the answers",
        "covariance_heatmap",
    ),
    MatrixKind.PRIOR_COVARIANCE: MatrixLook(
        TITLES["covariance"], "prior covariance", "how utilities go together, before any answer"
    ),
    MatrixKind.COVARIANCE_CHANGE: MatrixLook(
        TITLES["covariance"], "change of covariance", "what the answers changed"
    ),
    MatrixKind.COMPONENT: MatrixLook(
        "Component",
        "covariance",
        "what it says of how utilities go together",
        "component_heatmap",
    ),
    MatrixKind.PREFERENCE: MatrixLook(
        TITLES["preference"],
        "P(row ≻ column)",
        "chance that one answer prefers the row",
        "preference_heatmap",
        centre=0.5,
        largest=0.5,
        asks=True,
        blanks_diagonal=True,
    ),
}

COVARIANCE_CHOICES: dict[MatrixKind, str] = {
    MatrixKind.PRIOR_COVARIANCE: "Prior",
    MatrixKind.COVARIANCE: "Posterior",
    MatrixKind.COVARIANCE_CHANGE: "Change",
}
ORDERS: dict[str, str] = {"rank": "Rank", "file": "File", "cluster": "Cluster"}
