"""Panels are built when they come into sight; what the visible ones draw is kept up to date."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from prefstudio.studio.layouts import PANELS, LayoutChoice
from prefstudio.studio.paced_turns import PacedTurns
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panel_places import PanelPlaces
from prefstudio.studio.panel_titles import MATRIX_PANELS
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.tab_stops import TAB, stops_of
from prefstudio.study.asked_next import NextWants
from prefstudio.study.view import MatrixKind


class PanelsInSight(QObject):
    """Knows which panels of a window are in sight: builds them, and tells the model their needs.

    In a window that is open each panel is made, put in its place and drawn in turns of the event
    loop of their own, so that no click waits for several.
    """

    came_to_rest = Signal()  # all panels in sight are built

    def __init__(
        self,
        model: StudioModel,
        rooms: Rooms,
        area: PanelArea,
        places: PanelPlaces,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._model, self._rooms, self._area, self._places = model, rooms, area, places
        self._building = PacedTurns(self)
        self._building.given.connect(self._on_turn)
        area.visibility_changed.connect(self.show_wanted)
        area.came_to_rest.connect(self._on_panels_at_rest)
        rooms.built.connect(self._on_built)

    @property
    def is_building(self) -> bool:
        """Whether some panel in sight is not built or drawn yet."""
        return self._building.are_given and self._window.isVisible()

    def build(self) -> None:
        """Build all panels in sight now, before the window opens with them."""
        for name in self._unbuilt():
            self._rooms.panels[name].build()

    def show_wanted(self) -> None:
        """Ask for what visible panels draw, and no more; build them first where need be."""
        rooms, model = self._rooms, self._model
        if self._window.isVisible() and self._unbuilt():
            self._building.start()
        rooms.catch_up()
        shown = {name for name in rooms.bodies if self._is_shown(name)}
        kinds: set[MatrixKind] = set()
        for name in shown.intersection(MATRIX_PANELS):
            kinds |= getattr(rooms, name).kinds_wanted
        wants = replace(model.scene.wants, kinds=frozenset(kinds), explains="explain" in shown)
        model.show(wants)
        model.want_next(rooms.purpose.wants if "purpose" in shown else NextWants.NOTHING)
        model.want_components(rooms.components.chosen if "components" in shown else None)
        model.want_baselines("baselines" in shown)

    def reveal(self, name: str) -> None:
        """Bring a panel to the front and go to its `first_stop`, or where Tab first stops."""
        panel = self._rooms.panels[name]
        panel.show()
        panel.raise_()
        stops = [each for each in stops_of(panel.body) if each.focusPolicy() & TAB]
        seen = [each for each in stops if each.isVisible() and each.isEnabled()]
        first = getattr(panel.body, "first_stop", next(iter(seen), panel.body))
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def _window(self) -> QWidget:
        window = self.parent()
        assert isinstance(window, QWidget)
        return window

    def _unbuilt(self) -> list[str]:
        """The panels in sight that have no body yet."""
        unbuilt = [name for name in PANELS if not self._rooms.panels[name].is_built]
        return [name for name in unbuilt if self._is_shown(name)]

    def _is_shown(self, name: str) -> bool:
        """Whether a panel is in sight, or will be once the window is."""
        if self._places.choice is LayoutChoice.CLASSROOM:
            return False
        return self._area.is_in_front(self._rooms.panels[name])

    def _on_turn(self) -> None:
        """Build half a panel, or draw one; when none is left, ask for what they draw."""
        unbuilt = [self._rooms.panels[name] for name in self._unbuilt()]
        if not self._window.isVisible():  # closed meanwhile
            self._building.stop()
        elif unbuilt:
            unbuilt[0].build() if unbuilt[0].is_prepared else unbuilt[0].prepare()
        elif not self._rooms.tell_next():
            self._building.stop()
            self.show_wanted()
            self.came_to_rest.emit()

    def _on_panels_at_rest(self) -> None:
        if self._window.isVisible() and self._unbuilt():
            self._building.start()
        self._rooms.catch_up()

    def _on_built(self, name: str) -> None:
        rooms = self._rooms
        if self._window.isVisible():
            self._building.start()  # whoever asked for it, it is drawn, and Tab stops there
        if name == "covariance":
            rooms.covariance.kind_chosen.connect(self.show_wanted)
        elif name == "purpose":
            rooms.purpose.wants_changed.connect(self.show_wanted)
        elif name == "components":
            rooms.components.component_chosen.connect(self.show_wanted)
        elif name == "model":
            rooms.model.components_wanted.connect(self._on_components_wanted)

    def _on_components_wanted(self) -> None:
        self.reveal("components")
