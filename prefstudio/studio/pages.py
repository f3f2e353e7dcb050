"""The pages of the window: its panels as a layout has them, or the classroom."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from prefstudio.studio.classroom.classroom_page import ClassroomPage
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panel_places import PanelPlaces
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.scroll_room import ScrollRoom
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.theme import Theme

PANELS_PAGE, CLASSROOM_PAGE = 0, 1
LEAST = QSize(400, 240)  # of the classroom; it scrolls where it needs more


class Pages(QStackedWidget):
    """Shows the panels of a layout or the classroom, and knows where keys go that none wants.

    Panels are laid out anew where the window's size asks for another arrangement.
    """

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
        area.came_to_rest.connect(self._on_panels_at_rest)
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
            self.addWidget(ScrollRoom(self._classroom, LEAST))
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
        shown = self.classroom if self.is_classroom else self._area
        self.setCurrentIndex(PANELS_PAGE if shown is self._area else CLASSROOM_PAGE)
        self._model.want_lesson(self.is_classroom)
        if not self.is_classroom:
            self._lay_out()
        self.take_focus()
        self.layout_chosen.emit(self.choice)

    def reset(self) -> None:
        """Put all panels back in their places."""
        if not self.is_classroom:
            self._places.forget()
            self._lay_out()

    def fit(self) -> None:
        """Lay panels out anew if the window has grown or shrunk out of their arrangement."""
        if self._places.has_outgrown(self.window()):
            self._places.keep_noted()
            self._lay_out()

    @property
    def home(self) -> QWidget:
        """Where keys go that nothing else wants: to the steps of the classroom, or to Compare."""
        return self.classroom.home if self.is_classroom else self._rooms.compare

    def take_focus(self) -> None:
        """Let keys go home, so that the answer keys go on."""
        self.home.setFocus(Qt.FocusReason.OtherFocusReason)

    def is_home(self, focused: QWidget | None) -> bool:
        """Whether keys go home: from a part of it, from what it stands in, or from nothing."""
        if focused is None or focused is self.home:
            return True
        return self.home.isAncestorOf(focused) or focused.isAncestorOf(self.home)

    def go_home(self) -> None:
        """Let keys go home, also from a panel that has a window of its own."""
        self.take_focus()
        if not self.home.isActiveWindow():
            self.home.activateWindow()

    def show_theme(self, theme: Theme) -> None:
        """Draw the classroom in the colours of a theme, now or when it is built."""
        self._theme = theme
        if self._classroom is not None:
            self._classroom.show_theme(theme)

    def _lay_out(self) -> None:
        """Lay panels out; the focus stays where it was, if that is still there."""
        window = self.window()
        focused = window.focusWidget()
        if focused is None or not self.isAncestorOf(focused):
            self._places.lay_out(window)
            return
        self.setFocus(Qt.FocusReason.OtherFocusReason)  # else it goes from panel to panel
        self._places.lay_out(window)
        (focused if focused.isVisible() else self.home).setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_panels_at_rest(self) -> None:
        self._places.note(self.window())

    def _on_built(self, name: str) -> None:
        if name == "history":
            self._rooms.history.left_past.connect(self.take_focus)

    def _on_panels_wanted(self) -> None:
        self._lay_out()

    def _on_study_changed(self) -> None:
        if self._classroom is not None:
            self._classroom.show_items(self._model.items)
