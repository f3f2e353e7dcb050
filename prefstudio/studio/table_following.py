"""The table of numbers kept at what its figure shows."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer

from prefstudio.studio.motion import Motion
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panels_in_sight import PanelsInSight
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.segment import Segment
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.table_twin import TableTwin
from prefstudio.studio.wiring import Wiring

TURNS = ("window_moved", "listing_changed")
"""Signals of bodies by which a person had them show other rows."""


class TableFollowing(QObject):
    """Listens to all that changes what figures show: news, and the moment that it is drawn.

    Some panels draw news at once; others wait until the clock has arrived, for a turn of their
    own, or until they are seen.
    """

    def __init__(
        self,
        twin: TableTwin,
        model: StudioModel,
        rooms: Rooms,
        wiring: Wiring,
        motion: Motion,
        area: PanelArea,
        in_sight: PanelsInSight,
    ) -> None:
        super().__init__(twin)
        self._twin, self._rooms = twin, rooms
        self._turn = QTimer(self)  # once, however much changes at a time
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(twin.follow)
        for told in (
            model.view_changed, model.standing_changed, model.curve_changed, model.study_changed,
            model.lesson_changed, model.baselines_changed, model.layout_changed,
            model.components_changed,
        ):  # fmt: skip
            told.connect(self._on_changed)
        in_sight_again = (area.visibility_changed, area.came_to_rest, in_sight.came_to_rest)
        for drawn in (wiring.told, motion.finished, *in_sight_again):
            drawn.connect(self._on_changed)
        rooms.built.connect(self._on_built)

    def _on_built(self, name: str) -> None:
        panel = self._rooms.panels[name]
        for control in panel.head.findChildren(Segment):
            control.chosen.connect(self._on_changed)
        body: Any = panel.body
        for turn in TURNS:
            if hasattr(body, turn):
                getattr(body, turn).connect(self._on_changed)

    def _on_changed(self) -> None:
        if self._twin.isVisible():
            self._turn.start()
