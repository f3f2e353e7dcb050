"""What the visible panels draw is kept up to date, and no more."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from prefstudio.studio.layouts import PANELS, LayoutChoice
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panel_places import PanelPlaces, stops_of
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.asked_next import NextWants
from prefstudio.study.view import MatrixKind

TAB = Qt.FocusPolicy.TabFocus


class PanelsInSight(QObject):
    """Knows which panels of a window are in sight, and tells the model what they need."""

    def __init__(
        self,
        model: StudioModel,
        rooms: Rooms,
        area: PanelArea,
        places: PanelPlaces,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._model, self._rooms, self._places = model, rooms, places
        area.visibility_changed.connect(self.show_wanted)
        area.came_to_rest.connect(self._on_panels_at_rest)
        rooms.covariance.kind_chosen.connect(self.show_wanted)
        rooms.purpose.wants_changed.connect(self.show_wanted)
        rooms.components.component_chosen.connect(self.show_wanted)
        rooms.model.components_wanted.connect(self._on_components_wanted)

    def show_wanted(self) -> None:
        """Ask for what visible panels draw, and no more."""
        rooms, model = self._rooms, self._model
        rooms.catch_up()
        shown = {name for name in PANELS if self._is_shown(name)}
        kinds: set[MatrixKind] = set()
        for panel in rooms.matrices:
            if panel.objectName() in shown:
                kinds |= panel.kinds_wanted
        wants = replace(model.scene.wants, kinds=frozenset(kinds), explains="explain" in shown)
        model.show(wants)
        model.want_next(rooms.purpose.wants if "purpose" in shown else NextWants.NOTHING)
        model.want_components(rooms.components.chosen if "components" in shown else None)
        model.want_baselines("baselines" in shown)

    def reveal(self, name: str) -> None:
        """Bring a panel to the front and go there."""
        panel = self._rooms.panels[name]
        panel.show()
        panel.raise_()
        stops = [each for each in stops_of(panel.body) if each.focusPolicy() & TAB]
        seen = [each for each in stops if each.isVisible() and each.isEnabled()]
        first = next(iter(seen), panel.body)
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _is_shown(self, name: str) -> bool:
        """Whether a panel is in sight, or will be once the window is."""
        window = self.parent()
        assert isinstance(window, QWidget)
        if self._places.choice is LayoutChoice.CLASSROOM:
            return False
        panel = self._rooms.panels[name]
        return panel.is_in_front if window.isVisible() else not panel.isHidden()

    def _on_panels_at_rest(self) -> None:
        self._rooms.catch_up()

    def _on_components_wanted(self) -> None:
        self.reveal("components")
