"""The pages of the window: its panels as a layout has them, or the classroom."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget

from prefstudio.studio.classroom.classroom_page import ClassroomPage
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panel_places import PanelPlaces
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.theme import Theme


class Pages(QStackedWidget):
    """Shows the panels of a layout or the classroom; the window's size and Tab key follow."""

    layout_chosen = Signal(object)  # LayoutChoice
    classroom_built = Signal(object)  # ClassroomPage
    lesson_wanted = Signal()  # of the study that the classroom was made for

    def __init__(
        self, model: StudioModel, rooms: Rooms, area: PanelArea, places: PanelPlaces
    ) -> None:
        super().__init__()
        self._model, self._rooms, self._area, self._places = model, rooms, area, places
        self._classroom: ClassroomPage | None = None
        self._theme: Theme | None = None
        self.addWidget(area)
        area.panels_wanted.connect(self._on_panels_wanted)
        rooms.built.connect(self._on_built)
        model.study_changed.connect(self._on_study_changed)

    @property
    def choice(self) -> LayoutChoice:
        """The layout that is shown."""
        return self._places.choice

    @property
    def is_classroom(self) -> bool:
        """Whether the classroom is shown, which has no panels."""
        return self.choice is LayoutChoice.CLASSROOM

    @property
    def classroom(self) -> ClassroomPage:
        """The page of the layout Classroom; built when it is first asked for."""
        if self._classroom is None:
            self._classroom = ClassroomPage()
            self.addWidget(self._classroom)
            self.classroom_built.emit(self._classroom)
            self._classroom.sample_wanted.connect(self.lesson_wanted)
            self._model.lesson_changed.connect(self._classroom.show_lesson)
            self._model.lesson_failed.connect(self._classroom.show_problem)
            self._classroom.show_items(self._model.items)
            if self._theme is not None:
                self._classroom.show_theme(self._theme)
        return self._classroom

    def choose(self, choice: LayoutChoice | str) -> None:
        """Arrange the window for something else: a layout, or the word for one."""
        self._places.keep()
        self._places.choice = LayoutChoice(choice)
        self.setCurrentWidget(self.classroom if self.is_classroom else self._area)
        self._model.want_lesson(self.is_classroom)
        if not self.is_classroom:
            self._places.lay_out(self.window())
        self.take_focus()
        wants = self._model.scene.wants
        self._model.show(replace(wants, is_centred=not self.is_classroom))
        self.layout_chosen.emit(self.choice)

    def reset(self) -> None:
        """Put all panels back in their places."""
        if not self.is_classroom:
            self._places.forget()
            self._places.lay_out(self.window())

    def fit(self) -> None:
        """Lay panels out anew if the window has grown or shrunk out of their arrangement."""
        if self._places.has_outgrown(self.window()):
            self._places.keep()
            self._places.lay_out(self.window())

    def take_focus(self) -> None:
        """Let keys go to the classroom, or to Compare, so that the answer keys go on."""
        page = self.classroom if self.is_classroom else self._rooms.compare
        page.setFocus(Qt.FocusReason.OtherFocusReason)

    def order_stops(self) -> None:
        """Let Tab go from panel to panel as the layout has them."""
        if not self.is_classroom:
            self._places.order_stops(self.window())

    def show_theme(self, theme: Theme) -> None:
        """Draw the classroom in the colours of a theme, now or when it is built."""
        self._theme = theme
        if self._classroom is not None:
            self._classroom.show_theme(theme)

    def _on_panels_wanted(self) -> None:
        self._places.lay_out(self.window())

    def _on_built(self, name: str) -> None:
        if name == "model":
            self._rooms.model.stops_changed.connect(self.order_stops)
        elif name == "purpose":
            self._rooms.purpose.stops_changed.connect(self.order_stops)

    def _on_study_changed(self) -> None:
        if self._classroom is not None:
            self._classroom.show_items(self._model.items)
