"""Where panels lie in each layout, in one table; menus, keys and tests read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from prefstudio.studio.panel_titles import MATRIX_PANELS, TITLES

WIDE = 1500  # window width from which panels get the room of a large screen
THREE_COLUMNS = 1180  # window width from which three columns have room
TWO_COLUMNS = 820  # window width from which a low window has a group of tabs beside Compare
TWO_GROUPS = 900  # window width from which two groups of tabs have room beside Compare
HIGH = 660  # window height from which History has room below Compare
HIGHER = 720  # the same where it may be a tab beside Compare, so that pictures are larger
GAP = 8  # pixels between two places
MOST_BELOW = 1.4  # times its usual height that the place below all columns has at the most
LOW = 560  # window height from which two groups of tabs have room


class LayoutChoice(StrEnum):
    """What the window is arranged for."""

    EXPLORE = "explore"
    CLASSROOM = "classroom"
    ANALYSIS = "analysis"

    @property
    def words(self) -> str:
        """As the menu has it."""
        return self.value.capitalize()


class WindowSize(StrEnum):
    """How much room a window has for panels; each size has arrangements of its own."""

    LARGE = "large"
    SMALL = "small"
    NARROW = "narrow"  # two columns
    FLAT = "flat"  # two columns, and not high enough for History below Compare
    SLIGHT = "slight"  # Compare, and one group of tabs beside it
    UPRIGHT = "upright"  # Compare, and one group of tabs below it
    LEAST = "least"  # tabs only


@dataclass(frozen=True, slots=True)
class Cell:
    """Panels in one place, as tabs where there are several; the first is in front."""

    names: tuple[str, ...]
    height: int


@dataclass(frozen=True, slots=True)
class PanelColumn:
    """Cells from top to bottom."""

    width: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Columns from left to right, and what lies below them all."""

    columns: tuple[PanelColumn, ...]
    bottom: Cell | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All places, left to right, top to bottom."""
        cells = [cell for column in self.columns for cell in column.cells]
        return (*cells, self.bottom) if self.bottom is not None else tuple(cells)

    def heights(self, room: int) -> tuple[int, ...]:
        """How high each place is in so many pixels, in the order of `cells`.

        Of a high window columns get nearly all that is more: what lies below them, one curve
        across, needs little height.
        """
        below = 0 if self.bottom is None else self.bottom.height
        least = max(sum(cell.height for cell in column.cells) for column in self.columns)
        n_gaps = max(len(column.cells) for column in self.columns) - (self.bottom is None)
        room -= n_gaps * GAP
        most_below = min(below * room / (least + below), MOST_BELOW * below)
        share = (room - most_below) / least
        above = [cell.height * share for column in self.columns for cell in column.cells]
        return tuple(map(round, above if self.bottom is None else (*above, most_below)))

    @property
    def names(self) -> tuple[str, ...]:
        """All panels, left to right, top to bottom: the order in which Tab visits them."""
        return tuple(name for cell in self.cells for name in cell.names)

    @property
    def spare_cell(self) -> Cell:
        """Where a panel appears that has no place of its own and is called for: at the model."""
        return next(cell for cell in self.cells if "model" in cell.names)


PANELS = tuple(TITLES)
"""All panels in the order of the View menu; which their keys follow."""

_READING = ("ranking", "model", "purpose", "plan", "explain")
_METHODS = ("utilities", "components", "baselines")

_EXPLORE_SMALL = Arrangement(
    (
        PanelColumn(436, (Cell(("compare",), 462), Cell(("history",), 234))),
        PanelColumn(384, (Cell(("utilities",), 390), Cell(("ranking",), 306))),
        PanelColumn(
            424,
            (Cell(MATRIX_PANELS, 396), Cell(("links", "model", "purpose", "plan", "explain"), 300)),
        ),
    )
)
_EXPLORE_LARGE = Arrangement(
    (
        PanelColumn(
            508, (Cell(("compare",), 424), Cell(("model", "purpose", "plan", "explain"), 300))
        ),
        PanelColumn(488, (Cell(("utilities",), 362), Cell(("links",), 362))),
        PanelColumn(560, (Cell(MATRIX_PANELS, 412), Cell(("ranking",), 312))),
    ),
    Cell(("history",), 158),
)
_ANALYSIS_SMALL = Arrangement(
    (
        PanelColumn(424, (Cell(("compare",), 462), Cell(("history",), 234))),
        PanelColumn(408, (Cell(("links",), 372), Cell(_READING, 324))),
        PanelColumn(412, (Cell(MATRIX_PANELS, 360), Cell(_METHODS, 336))),
    )
)
_ANALYSIS_LARGE = Arrangement(
    (
        PanelColumn(480, (Cell(("compare",), 430), Cell(_READING, 460))),
        PanelColumn(530, (Cell(("links",), 450), Cell(_METHODS, 440))),
        PanelColumn(550, (Cell(MATRIX_PANELS, 640), Cell(("history",), 250))),
    )
)


def _compact(above: tuple[str, ...], below: tuple[str, ...]) -> dict[WindowSize, Arrangement]:
    """Compare and one or two groups of tabs, where there is no room for three columns."""
    compare = Cell(("compare",), 462)
    all_others = (*above, below[0], "history", *below[1:])
    beside = (*below[:1], "history", *below[1:])
    return {
        WindowSize.NARROW: Arrangement(
            (
                PanelColumn(470, (compare, Cell(("history",), 234))),
                PanelColumn(526, (Cell(above, 390), Cell(below, 306))),
            )
        ),
        WindowSize.FLAT: Arrangement(
            (PanelColumn(470, (compare,)), PanelColumn(526, (Cell(above, 300), Cell(beside, 236))))
        ),
        WindowSize.SLIGHT: Arrangement(
            (PanelColumn(440, (compare,)), PanelColumn(385, (Cell(all_others, 400),)))
        ),
        WindowSize.UPRIGHT: Arrangement((PanelColumn(600, (compare, Cell(all_others, 330))),)),
        WindowSize.LEAST: Arrangement((PanelColumn(600, (Cell(("compare", *all_others), 400),)),)),
    }


ARRANGEMENTS: dict[LayoutChoice, dict[WindowSize, Arrangement]] = {
    LayoutChoice.EXPLORE: {
        WindowSize.LARGE: _EXPLORE_LARGE,
        WindowSize.SMALL: _EXPLORE_SMALL,
        **_compact(
            ("utilities", *MATRIX_PANELS, "links"),
            ("ranking", "model", "purpose", "plan", "explain"),
        ),
    },
    LayoutChoice.ANALYSIS: {
        WindowSize.LARGE: _ANALYSIS_LARGE,
        WindowSize.SMALL: _ANALYSIS_SMALL,
        **_compact((*MATRIX_PANELS, "links", *_METHODS), _READING),
    },
}
"""By layout and size of the window. Classroom is a page of its own."""


def size_of(width: int, height: int) -> WindowSize:
    """How much room a window of so many pixels has."""
    if width < TWO_GROUPS and height >= HIGH:
        return WindowSize.UPRIGHT
    if width < TWO_COLUMNS:
        return WindowSize.LEAST
    if height < LOW or width < TWO_GROUPS:
        return WindowSize.SLIGHT
    if height < HIGH:
        return WindowSize.FLAT
    if width < THREE_COLUMNS:
        return WindowSize.NARROW if height >= HIGHER else WindowSize.FLAT
    return WindowSize.LARGE if width >= WIDE else WindowSize.SMALL


def arrangement(choice: LayoutChoice, width: int, height: int) -> Arrangement:
    """How panels lie in a layout, in a window of some size."""
    return ARRANGEMENTS[choice][size_of(width, height)]
