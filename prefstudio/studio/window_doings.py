"""What the actions do that concern the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from prefstudio.studio.actions import Actions
from prefstudio.studio.aids import Aids
from prefstudio.studio.item_adding import ItemAdding
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.pages import Pages
from prefstudio.studio.panel_menu import ENTRIES
from prefstudio.studio.plan_wiring import PlanWiring
from prefstudio.studio.seat_asking import SeatAsking


class WindowDoings(QObject):
    """Does what concerns the window and its dialogs, and passes on what the program does."""

    wanted = Signal(str)  # name of an action that somebody else does
    motion_reduced = Signal(bool)
    theme_toggled = Signal()

    def __init__(
        self,
        actions: Actions,
        pages: Pages,
        plan_wiring: PlanWiring,
        item_adding: ItemAdding,
        seat_asking: SeatAsking,
        aids: Aids,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._table: dict[str, Callable[[], object]] = {
            "reset_layout": pages.reset,
            "reduced_motion": self._reduce_motion,
            "other_theme": self.theme_toggled.emit,
            "add_item": item_adding.open,
            "add_items": item_adding.open_table,
            "seats": seat_asking.open,
            "full_screen": self._fill_screen,
            "queue_pair": plan_wiring.queue_selected,
            "close": self._close,
        }
        for layout in LayoutChoice:
            self._table[f"layout_{layout}"] = partial(pages.choose, layout)
        for done, name in ENTRIES.items():
            self._table[name] = partial(aids.do_with_figure, done)

    @property
    def names(self) -> frozenset[str]:
        """The actions that it does itself."""
        return frozenset(self._table)

    def do(self, name: str) -> None:
        """Do what an action says, or pass it on."""
        if name in self._table:
            self._table[name]()
        else:
            self.wanted.emit(name)

    @property
    def _window(self) -> QWidget:
        window = self.parent()
        assert isinstance(window, QWidget)
        return window

    def _reduce_motion(self) -> None:
        self.motion_reduced.emit(self._actions["reduced_motion"].isChecked())

    def _fill_screen(self) -> None:
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _close(self) -> None:
        self._window.close()
