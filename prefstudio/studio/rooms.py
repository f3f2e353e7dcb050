"""All panels of the studio, and what each of them can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from PySide6.QtWidgets import QWidget

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
from prefstudio.studio.panels.utilities_panel import UtilitiesPanel
from prefstudio.study.view import MatrixKind

Telling: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]
"""With what a method is called."""

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
"""What the panels are called, in their headers and in the menu."""


class Body(Protocol):
    """What stands in a panel."""

    @property
    def controls(self) -> list[QWidget]:
        """What stands at the right of its header."""


NEEDED_IN_SIGHT = frozenset({"show_view", "show_progress", "show_standing"})
"""What only a panel in sight has to know; another one is told the latest when it comes."""

ALWAYS_TOLD = frozenset({"compare"})  # what it shows must be of one pair, and costs little


class Rooms:
    """One body for every panel; whoever has something to show tells all of them alike.

    What costs much to draw waits for as long as nobody sees it: a panel that is hidden or behind
    another tab is told only the latest, by `catch_up`, once it comes to the front. Among very
    many items panels in sight wait, too, each for a turn of its own, which `tell_next` gives.

    Attributes
    ----------
    is_paced
        Whether panels in sight wait for their turns.
    """

    def __init__(self) -> None:
        self.compare = ComparePanel()
        self.utilities = UtilitiesPanel()
        self.expected_loss = MatrixPanel(MatrixKind.EXPECTED_LOSS)
        self.covariance = MatrixPanel(MatrixKind.COVARIANCE)
        self.preference = MatrixPanel(MatrixKind.PREFERENCE)
        self.links = LinksPanel()
        self.ranking = RankingPanel()
        self.history = HistoryPanel()
        self.model = ModelPanel()
        self.explain = ExplainPanel()
        self.purpose = PurposePanel()
        self.plan = PlanPanel()
        self.components = ComponentsPanel()
        self.baselines = BaselinesPanel()
        self.bodies: dict[str, QWidget] = {name: getattr(self, name) for name in TITLES}
        self.matrices = (self.expected_loss, self.covariance, self.preference)
        self.panels = {
            name: Panel(TITLES[name], body, f"{name}_panel", getattr(body, "controls", ()))
            for name, body in self.bodies.items()
        }
        self.is_paced = False
        self._waiting: dict[str, dict[str, Telling]] = {name: {} for name in self.bodies}

    def able_to(self, method: str) -> Iterable[Any]:
        """The bodies that have a method."""
        return [body for body in self.bodies.values() if hasattr(body, method)]

    def tell(self, method: str, *told: Any, **more: Any) -> None:
        """Call a method of every body that has it, at once or when it is seen."""
        if method == "show_items":  # pictures of other items would not fit them
            for waiting in self._waiting.values():
                waiting.clear()
        for name, body in self.bodies.items():
            if not hasattr(body, method):
                continue
            if method in NEEDED_IN_SIGHT:
                self.tell_when_seen(name, method, *told, **more)
            else:
                getattr(body, method)(*told, **more)

    def tell_when_seen(self, name: str, method: str, *told: Any, **more: Any) -> None:
        """Call a method of one body now, or with the latest it was told once it is in sight."""
        waiting = self._waiting[name]
        waits = self.is_paced and name not in ALWAYS_TOLD
        if self._is_seen(name) and not waits:
            self._catch_up(name)
            getattr(self.bodies[name], method)(*told, **more)
            return
        if method == "show_view":  # whoever sees it later begins where it has arrived
            waiting.pop("show_progress", None)
            more = {**more, "is_animated": False}
        waiting.pop(method, None)  # in the order of the latest tellings
        waiting[method] = told, more

    def catch_up(self) -> None:
        """Tell panels that came into sight what they missed."""
        for name, waiting in self._waiting.items():
            if waiting and self._is_seen(name):
                self._catch_up(name)

    def tell_next(self) -> bool:
        """Tell one panel in sight what it waits for; whether there was one."""
        for name, waiting in list(self._waiting.items()):
            if waiting and self._is_seen(name):
                self._waiting[name] = self._waiting.pop(name)  # others come first the next time
                self._catch_up(name)
                return True
        return False

    def _catch_up(self, name: str) -> None:
        waiting, self._waiting[name] = self._waiting[name], {}
        for method, (told, more) in waiting.items():
            getattr(self.bodies[name], method)(*told, **more)

    def _is_seen(self, name: str) -> bool:
        """Whether a panel is in sight; as long as the window is not, all may be at once."""
        panel = self.panels[name]
        return name in ALWAYS_TOLD or panel.is_in_front or not panel.window().isVisible()
