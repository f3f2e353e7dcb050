"""All panels of the studio, and what each of them can be shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar, cast, overload

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from prefstudio.studio.panel_titles import MATRIX_PANELS, TITLES
from prefstudio.studio.panels.baselines_panel import BaselinesPanel
from prefstudio.studio.panels.compare_panel import ComparePanel
from prefstudio.studio.panels.components_panel import ComponentsPanel
from prefstudio.studio.panels.explain_panel import ExplainPanel
from prefstudio.studio.panels.history_panel import HistoryPanel
from prefstudio.studio.panels.links_panel import LinksPanel
from prefstudio.studio.panels.matrix_panel import MatrixPanel
from prefstudio.studio.panels.model_panel import ModelPanel
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.panels.plan_panel import PlanPanel
from prefstudio.studio.panels.purpose_panel import PurposePanel
from prefstudio.studio.panels.ranking_panel import RankingPanel
from prefstudio.studio.panels.settling import Settling
from prefstudio.studio.panels.utilities_panel import UtilitiesPanel
from prefstudio.studio.telling import Telling, made
from prefstudio.study.view import MatrixKind

PANEL_OF = {f"{name}_panel": name for name in TITLES} | {
    "utilities_plot": "utilities",
    "loss_heatmap": "expected_loss",
    "covariance_heatmap": "covariance",
    "links_plot": "links",
    "ranking_table": "ranking",
    "history_list": "history",
    "history_slider": "history",
}
"""Parts that scripts look up by their object names, and the panels that have them."""

NEEDED_IN_SIGHT = frozenset({"show_view", "show_progress", "show_standing"})
"""What only a panel in sight has to know; another one is told the latest when it comes."""

IN_TURN = frozenset({"show_asked"})
"""What panels in sight wait for a turn to draw; one that is not is told at once, which is cheap."""

FOUNDATIONS = ("show_items", "show_links")
"""What a panel that is built late is told first, whenever it was said."""

ALWAYS_TOLD = frozenset({"compare"})  # what it shows must be of one pair, and costs little

BodyT = TypeVar("BodyT", bound=QWidget)


class Room(Generic[BodyT]):
    """The body of one panel, under the panel's name; asking for it builds it."""

    def __init__(self, build: Callable[[], BodyT]) -> None:
        self.build = build
        self._name = ""

    def has(self, method: str) -> bool:
        """Whether the body has a method, be it built or not."""
        return hasattr(getattr(self.build, "func", self.build), method)

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, rooms: None, owner: type) -> Room[BodyT]: ...

    @overload
    def __get__(self, rooms: Rooms, owner: type) -> BodyT: ...

    def __get__(self, rooms: Rooms | None, owner: type) -> Room[BodyT] | BodyT:
        return self if rooms is None else cast(BodyT, rooms.panels[self._name].body)


class Rooms(QObject):
    """One body for every panel; whoever has something to show tells all of them alike.

    A body is built when it is first asked for, be it by a panel that comes into sight or by its
    name here; it is then told the latest of all it missed. Whoever listens to bodies listens to
    `built`, and asks `bodies` for those there are: PanelWiring, PlanWiring and
    Doings for what people do in them, PanelUse for which of them is used, Aids for their menus,
    Pages to take the focus when History leaves the past, TableFollowing for the rows that they
    show, and PanelsInSight to have them drawn.

    What costs much to draw waits for as long as nobody sees it: a panel that is hidden or behind
    another tab is told only the latest, by `catch_up`, once it comes to the front. Among very
    many items panels in sight wait, too, each for a turn of its own, which `tell_next` gives.

    Attributes
    ----------
    is_paced
        Whether panels in sight wait for their turns.
    """

    built = Signal(str)  # name of a panel whose body there is from now on, told nothing yet

    compare = Room(ComparePanel)
    utilities = Room(UtilitiesPanel)
    expected_loss = Room(partial(MatrixPanel, MatrixKind.EXPECTED_LOSS))
    covariance = Room(partial(MatrixPanel, MatrixKind.COVARIANCE))
    preference = Room(partial(MatrixPanel, MatrixKind.PREFERENCE))
    links = Room(LinksPanel)
    ranking = Room(RankingPanel)
    history = Room(HistoryPanel)
    model = Room(ModelPanel)
    explain = Room(ExplainPanel)
    purpose = Room(PurposePanel)
    plan = Room(PlanPanel)
    components = Room(ComponentsPanel)
    baselines = Room(BaselinesPanel)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.panels = {
            name: Panel(title, getattr(type(self), name).build, f"{name}_panel")
            for name, title in TITLES.items()
        }
        self.is_paced = False
        self._missed: dict[str, dict[str, Telling]] = {name: {} for name in self.panels}
        self._waiting: dict[str, dict[str, Telling]] = {name: {} for name in self.panels}
        for panel in self.panels.values():
            panel.built.connect(self._on_built)

    @property
    def bodies(self) -> dict[str, QWidget]:
        """The bodies that are built, by the names of their panels."""
        return {name: panel.body for name, panel in self.panels.items() if panel.is_built}

    @property
    def matrices(self) -> list[MatrixPanel]:
        """The matrices that are built."""
        return [getattr(self, name) for name in MATRIX_PANELS if self.panels[name].is_built]

    def hearing(self, method: str) -> list[str]:
        """The names of the panels whose bodies have a method, be they built or not.

        Raises
        ------
        AttributeError
            When none has it.
        """
        if found := [name for name in self.panels if self._hears(name, method)]:
            return found
        raise AttributeError(f"no panel has {method!r}")

    def tell(self, method: str, *told: Any, **more: Any) -> None:
        """Call a method of every body that has it, at once or when it is seen."""
        hearing = self.hearing(method)
        if method == "show_items":  # pictures of other items would not fit them
            for waiting in self._waiting.values():
                waiting.clear()
        for name in hearing:
            is_in_turn = method in IN_TURN and self._waits(name) and self._is_seen(name)
            if method in NEEDED_IN_SIGHT or is_in_turn:
                self.tell_when_seen(name, method, *told, **more)
            else:
                self.tell_panel(name, method, *told, **more)

    def tell_panel(self, name: str, method: str, *told: Any, **more: Any) -> None:
        """Call a method of one body now, or with the latest it was told once it is built."""
        self._insist(name, method)
        if self.panels[name].is_built:
            self._waiting[name].pop(method, None)  # what waits has become old
            self._call(name, method, (told, more))
        else:
            self._keep(self._missed[name], method, (told, more))

    def tell_when_seen(self, name: str, method: str, *told: Any, **more: Any) -> None:
        """Call a method of one body now, or with the latest it was told once it is in sight."""
        self._insist(name, method)
        waiting = self._waiting[name]
        if self._is_seen(name) and not self._waits(name):
            self._catch_up(name)
            self._call(name, method, (told, more))
            return
        if method == "show_view":  # whoever sees it later begins where it has arrived
            waiting.pop("show_progress", None)
            more = {**more, "is_animated": False}
        self._keep(waiting, method, (told, more))

    def catch_up(self) -> None:
        """Tell panels that came into sight what they missed."""
        for name, waiting in self._waiting.items():
            if waiting and self._is_seen(name):
                self._catch_up(name)

    def tell_now(self, name: str) -> None:
        """Tell one panel all that it waits for, be it in sight or not."""
        if self.panels[name].is_built:
            self._catch_up(name)

    def tell_next(self) -> bool:
        """Tell one panel in sight what it waits for; whether there was one."""
        for name, waiting in list(self._waiting.items()):
            if waiting and self._is_seen(name):
                self._waiting[name] = self._waiting.pop(name)  # others come first the next time
                self._catch_up(name)
                return True
        return False

    def settle(self) -> None:
        """Let what keys moved a moment ago count, before something else is done."""
        for body in self.bodies.values():
            for settling in body.findChildren(Settling):
                settling.hurry()

    def finish(self) -> None:
        """Let what is still being written count as well: nobody will come back to it."""
        focused = QApplication.focusWidget()
        for body in self.bodies.values():
            if focused is not None and body.isAncestorOf(focused):
                focused.clearFocus()  # what is written counts once the keys go elsewhere
        self.settle()

    def _keep(self, kept: dict[str, Telling], method: str, telling: Telling) -> None:
        kept.pop(method, None)  # in the order of the latest tellings
        kept[method] = telling

    def _catch_up(self, name: str) -> None:
        waiting, self._waiting[name] = self._waiting[name], {}
        for method, telling in waiting.items():
            self._call(name, method, telling)

    def _call(self, name: str, method: str, telling: Telling) -> None:
        body, (told, more) = self.panels[name].body, telling
        getattr(body, method)(*map(made, told), **more)

    def _hears(self, name: str, method: str) -> bool:
        room: Room[QWidget] = getattr(type(self), name)
        return room.has(method)

    def leave_pencil(self) -> bool:
        """Draw no more links; False where nobody drew any."""
        return self.panels["links"].is_built and self.links.leave_pencil()

    def _insist(self, name: str, method: str) -> None:
        """Raise AttributeError for a misspelled name at once, not when it would be heard."""
        if not self._hears(name, method):
            raise AttributeError(f"the panel {name!r} has no {method!r}")

    def _waits(self, name: str) -> bool:
        """Whether a panel in sight is to wait for its turn."""
        return self.is_paced and name not in ALWAYS_TOLD

    def _is_seen(self, name: str) -> bool:
        """Whether a panel is in sight; as long as the window is not, all may be at once."""
        panel = self.panels[name]
        if not panel.is_built:
            return False
        return name in ALWAYS_TOLD or panel.is_in_front or not panel.window().isVisible()

    def _on_built(self) -> None:
        (name,) = (name for name, panel in self.panels.items() if panel is self.sender())
        self.built.emit(name)
        missed, self._missed[name] = self._missed[name], {}
        # Whoever hears of items only after their places would take these for those of others.
        for method in sorted(missed, key=_after_foundations):
            self._call(name, method, missed[method])


def _after_foundations(method: str) -> int:
    """Where a method stands among those a late panel is told; others keep their order."""
    return FOUNDATIONS.index(method) if method in FOUNDATIONS else len(FOUNDATIONS)
