"""Where panels lie in each layout, in one table; menus, keys and tests read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

WIDE = 1500  # window width from which panels get the room of a large screen


class LayoutChoice(StrEnum):
    """What the window is arranged for."""

    EXPLORE = "explore"
    CLASSROOM = "classroom"
    ANALYSIS = "analysis"

    @property
    def words(self) -> str:
        """As the menu has it."""
        return self.value.capitalize()


@dataclass(frozen=True, slots=True)
class Cell:
    """Panels in one place, as tabs where there are several; the first is in front."""

    names: tuple[str, ...]
    height: int


@dataclass(frozen=True, slots=True)
class Column:
    """Cells from top to bottom."""

    width: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Columns from left to right, and what lies below them all."""

    columns: tuple[Column, ...]
    bottom: Cell | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All places, left to right, top to bottom."""
        cells = [cell for column in self.columns for cell in column.cells]
        return (*cells, self.bottom) if self.bottom is not None else tuple(cells)

    @property
    def names(self) -> tuple[str, ...]:
        """All panels, left to right, top to bottom: the order in which Tab visits them."""
        return tuple(name for cell in self.cells for name in cell.names)

    @property
    def spare_cell(self) -> Cell:
        """Where a panel appears that has no place of its own and is called for: at the model."""
        return next(cell for cell in self.cells if "model" in cell.names)


PANELS = (
    "compare",
    "utilities",
    "expected_loss",
    "covariance",
    "preference",
    "links",
    "ranking",
    "history",
    "model",
    "explain",
    "purpose",
    "plan",
    "components",
    "baselines",
)
"""All panels in the order of the View menu; which their keys follow."""

_MATRICES = ("expected_loss", "covariance", "preference")
_READING = ("ranking", "model", "purpose", "plan", "explain")
_METHODS = ("utilities", "components", "baselines")

_EXPLORE_SMALL = Arrangement(
    (
        Column(436, (Cell(("compare",), 462), Cell(("history",), 234))),
        Column(384, (Cell(("utilities",), 390), Cell(("ranking",), 306))),
        Column(
            424, (Cell(_MATRICES, 396), Cell(("links", "model", "purpose", "plan", "explain"), 300))
        ),
    )
)
_EXPLORE_LARGE = Arrangement(
    (
        Column(508, (Cell(("compare",), 424), Cell(("model", "purpose", "plan", "explain"), 300))),
        Column(488, (Cell(("utilities",), 362), Cell(("links",), 362))),
        Column(560, (Cell(_MATRICES, 412), Cell(("ranking",), 312))),
    ),
    Cell(("history",), 158),
)
_ANALYSIS_SMALL = Arrangement(
    (
        Column(424, (Cell(("compare",), 462), Cell(("history",), 234))),
        Column(408, (Cell(("links",), 372), Cell(_READING, 324))),
        Column(412, (Cell(_MATRICES, 360), Cell(_METHODS, 336))),
    )
)
_ANALYSIS_LARGE = Arrangement(
    (
        Column(480, (Cell(("compare",), 430), Cell(_READING, 460))),
        Column(530, (Cell(("links",), 450), Cell(_METHODS, 440))),
        Column(550, (Cell(_MATRICES, 640), Cell(("history",), 250))),
    )
)

ARRANGEMENTS: dict[LayoutChoice, tuple[Arrangement, Arrangement]] = {
    LayoutChoice.EXPLORE: (_EXPLORE_SMALL, _EXPLORE_LARGE),
    LayoutChoice.ANALYSIS: (_ANALYSIS_SMALL, _ANALYSIS_LARGE),
}
"""By layout: on a small and on a large window. Classroom is a page of its own."""


def arrangement(choice: LayoutChoice, width: int) -> Arrangement:
    """How panels lie in a layout, in a window of some width."""
    return ARRANGEMENTS[choice][width >= WIDE]
