"""What a window offers beside its panels: their menus, the twin table and all commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from prefstudio.studio.actions import Actions
from prefstudio.studio.classroom.classroom_page import ClassroomPage
from prefstudio.studio.command_palette import Command, CommandPalette, command_of
from prefstudio.studio.figure_content import KINDS, Shown
from prefstudio.studio.figure_moments import FigureMoments
from prefstudio.studio.figure_saving import FigureSaving
from prefstudio.studio.figure_table import Figure
from prefstudio.studio.motion import Motion
from prefstudio.studio.panel_menu import WITH_NUMBERS, PanelMenu
from prefstudio.studio.panel_use import PanelUse
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.passing_marks import PassingMarks
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.table_twin import TableTwin

BY_HAND = Qt.ContextMenuPolicy.CustomContextMenu


class Aids(QObject):
    """Serves one window; tells what to say there."""

    said = Signal(str)
    problem_found = Signal(object)  # Problem

    def __init__(self, model: StudioModel, rooms: Rooms, motion: Motion, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._model = window, model
        self._rooms, self._motion = rooms, motion
        self._classroom: ClassroomPage | None = None
        self.saving = FigureSaving(window)
        self.moments = FigureMoments(model, self)
        self.use = PanelUse(rooms, window, self)
        self.twin = TableTwin(window)
        self.palette = CommandPalette(self._why_not, window)
        self.menu: PanelMenu | None = None
        self._done_with: dict[str, Callable[[Shown], None]] = {
            "copy_picture": self._copy_picture,
            "copy_numbers": self.saving.copy_numbers,
            "table": self.twin.show_figure,
            **{kind: partial(self._save, kind) for kind in KINDS},
        }
        self._offered: list[QMenu] = []  # whose choices the palette has
        self._connect()

    def find_command(self, actions: Actions, panels: list[QAction], themes: list[QAction]) -> None:
        """Let a person type what they want to do."""
        commands: list[Command] = [command_of(action) for action in actions]
        commands += [command_of(action) for action in panels]
        commands += [command_of(action, "Theme: ") for action in themes]
        self.palette.offer(commands + self._choices(panels))

    def attend(self, classroom: ClassroomPage) -> None:
        """Serve the classroom, too, from when there is one."""
        self._classroom = classroom
        for picture in classroom.pictures.panels.values():
            picture.setContextMenuPolicy(BY_HAND)
            picture.customContextMenuRequested.connect(self._on_picture_clicked)

    def help_page(self) -> str:
        """The help page of what is in use."""
        if self._classroom is not None and self._classroom.isVisible():
            return "classroom"
        return self.use.latest().objectName().removesuffix("_panel")

    def do_with_figure(self, name: str) -> None:
        """Do with the figure in use what an entry of a panel's menu would do."""
        self._do(name, self.shown_now(with_numbers=name in WITH_NUMBERS))

    def shown_now(self, *, with_numbers: bool = True) -> Shown:
        """The figure in use, or the last one in use that has numbers."""
        if self._classroom is not None and self._classroom.isVisible():
            pictures = list(self._classroom.pictures.panels.values())
            current = [each for each in pictures if each.is_current]
            return shown_in(current[0] if current else pictures[0])
        return shown_of(self.use.latest(with_numbers=with_numbers))

    def _connect(self) -> None:
        self.saving.saved.connect(self.said)
        self.saving.problem_found.connect(self.problem_found)
        self.twin.save_wanted.connect(self._on_save_wanted)
        self._rooms.built.connect(self._on_built)
        for panel in self._rooms.panels.values():
            panel.more_wanted.connect(self._on_more_wanted)

    def _on_built(self, name: str) -> None:
        panel = self._rooms.panels[name]
        panel.body.setContextMenuPolicy(BY_HAND)
        panel.body.customContextMenuRequested.connect(self._on_right_clicked)

    def _choices(self, panels: list[QAction]) -> list[Command]:
        """What can be chosen in the headers of panels; whoever chooses it goes there."""
        for menu in self._offered:
            menu.deleteLater()
        self._offered, commands = [], []
        for go in panels:
            panel = self._rooms.panels[go.data()]
            for menu in panel.head.choices() if panel.is_built else []:
                self._offered.append(menu)
                for action in menu.actions():
                    action.triggered.connect(go.trigger)
                    commands.append(command_of(action, f"{menu.title()}: "))
        return commands

    def _open_menu(self, shown: Shown, choices: list[QMenu], place: QPoint) -> None:
        self.menu = PanelMenu(shown, choices, self._window)
        self.menu.chosen.connect(self._on_menu_chosen)
        self.menu.popup(place)

    def _on_more_wanted(self, panel: Panel) -> None:
        self.use.use(panel.objectName().removesuffix("_panel"))
        below = panel.head.more.rect().bottomLeft()
        place = panel.head.more.mapToGlobal(below)
        self._open_menu(shown_of(panel), panel.head.left_out(), place)

    def _on_right_clicked(self, place: QPoint) -> None:
        body = self.sender()
        for panel in self._rooms.panels.values():
            if panel.is_built and panel.body is body:
                self.use.use(panel.objectName().removesuffix("_panel"))
                spot = panel.body.mapToGlobal(place)
                self._open_menu(shown_of(panel), panel.head.left_out(), spot)

    def _on_picture_clicked(self, place: QPoint) -> None:
        picture = self.sender()
        if isinstance(picture, QWidget):
            self._open_menu(shown_in(picture), [], picture.mapToGlobal(place))

    def _on_menu_chosen(self, name: str) -> None:
        menu = self.sender()
        if isinstance(menu, PanelMenu):
            self._do(name, menu.shown)

    def _copy_picture(self, shown: Shown) -> None:
        title = self._model.record.title
        self.saving.copy_picture(shown, title, self._marks(shown), self._moment(shown))

    def _save(self, kind: str, shown: Shown) -> None:
        record, marks, moment = self._model.record, self._marks(shown), self._moment(shown)
        self.saving.save(shown, kind, record.title, record.folder, marks, moment)

    def _on_save_wanted(self, shown: Shown) -> None:
        self._do("csv", shown)

    def _do(self, name: str, shown: Shown) -> None:
        """Do something with a figure once it shows what it is about to; nothing in between."""
        for panel, body in self._rooms.bodies.items():
            if body is shown.picture:
                self._rooms.tell_now(panel)
        self._motion.stop()
        self._done_with[name](shown)

    def _moment(self, shown: Shown) -> str:
        """Of which moment a figure is; empty for now."""
        return self.moments.of_lesson if shown.is_titled else self.moments.of_view

    def _marks(self, shown: Shown) -> PassingMarks | None:
        """What a panel marks for the moment; in the classroom marks are part of the lesson."""
        is_panel = shown.picture in self._rooms.bodies.values()
        return PassingMarks(self._model.asking.pair, self._model.selection) if is_panel else None

    def _why_not(self, action: QAction) -> str:
        return self._model.why_not(str(action.data()))


def shown_of(panel: Panel) -> Shown:
    """What a panel shows, as it can be saved."""
    body = panel.body
    if not isinstance(body, Figure):
        return Shown(panel.windowTitle(), body, None)
    return Shown(body.figure_name(), panel.body, body)


def shown_in(picture: QWidget) -> Shown:
    """What a picture of the classroom shows, with its title in the picture."""
    figures = [each for each in picture.findChildren(QWidget) if isinstance(each, Figure)]
    name = picture.accessibleName() or "Lesson"
    return Shown(name, picture, figures[0] if figures else None, is_titled=True)
