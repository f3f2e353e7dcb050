"""Which panels there are, and what they are called."""

from __future__ import annotations

TITLES = {
    "compare": "Compare",
    "utilities": "Utilities",
    "expected_loss": "Expected loss",
    "covariance": "Covariance",
    "preference": "P(A ≻ B)",
    "links": "Links",
    "ranking": "Ranking",
    "history": "History",
    "model": "Model",
    "explain": "Explain",
    "purpose": "Purpose",
    "plan": "Plan",
    "components": "Components",
    "baselines": "Baselines",
}
"""Of each panel by its name: in its header, in menus and in help. In the order of the View menu,
which the keys of panels follow."""

MATRIX_PANELS = ("expected_loss", "covariance", "preference")
