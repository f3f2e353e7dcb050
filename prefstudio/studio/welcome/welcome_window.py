"""The welcome page: a sample is one click away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.command_palette import CommandPalette, always_possible, command_of
from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.first_size import take_first_size
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.menu_row import MenuRow
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.problem import Problem
from prefstudio.studio.recent_menu import RecentMenu
from prefstudio.studio.recent_studies import recent_studies
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.theme import Theme, ThemeChoice
from prefstudio.studio.toasts import Toasts
from prefstudio.studio.welcome.page_area import PageArea
from prefstudio.studio.welcome.sample_card import SampleCard
from prefstudio.studio.welcome.start_column import StartColumn
from prefstudio.studio.widgets import label
from prefstudio.study.samples import SAMPLES

WIDE = 1400  # from here on three cards stand side by side
TWO_CARDS = 1000  # pixels from which on two do
UNBOUNDED = 16777215  # pixels that Qt allows at most
SIDE_BY_SIDE = 832  # pixels from which on samples stand beside the recent studies
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class WelcomeWindow(QMainWindow):
    """Samples, recent studies and the way to a new one."""

    theme_chosen = Signal(object)  # ThemeChoice
    sample_opened = Signal(str)
    study_wanted = Signal(object)  # Path
    dropped = Signal(object)  # list of Path
    closed = Signal()
    wanted = Signal(str)  # name of an action: new_study, open, help, teach

    def __init__(self, remembered: Remembered) -> None:
        super().__init__()
        self.setObjectName("welcome_window")
        self.setWindowTitle("PrefStudio")
        take_first_size(self)
        self.setAcceptDrops(True)
        self._remembered = remembered
        self.menu_row = MenuRow(has_layouts=False)
        self.message = MessagePanel()
        self.toasts = Toasts(self)
        self._left = StartColumn()
        self.recent, self.drop_zone = self._left.recent, self._left.drop_zone
        self.shortcuts = self._left.shortcuts
        self.cards = [SampleCard(sample) for sample in SAMPLES]
        self.commands = CommandPalette(always_possible, self)
        self._actions: list[QAction] = []
        self._openers: list[QAction] = []  # of samples
        self._samples = QWidget()
        self._grid = QGridLayout()
        self.setMenuWidget(self.menu_row)
        self._build()
        self._build_menus()
        self._connect()
        self.show_recent()
        self.setFocus(Qt.FocusReason.OtherFocusReason)  # no ring before Tab is used

    def show_recent(self) -> None:
        """List the studies that were opened."""
        self._remembered.read_again()
        self.recent.show_studies(recent_studies(self._remembered))

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong."""
        self.message.show_problem(problem)

    def show_theme(self, theme: Theme, choice: ThemeChoice) -> None:
        """Draw in the colours of a theme."""
        self.menu_row.show_theme(theme)
        self._left.show_theme(theme)
        self.theme_actions[choice].setChecked(True)

    def find_command(self) -> None:
        """Let a person type what they want to do."""
        self.commands.offer([command_of(action) for action in (*self._actions, *self._openers)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(event.size().width())
        self.toasts.place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Outside of a dialog Qt leaves Enter on a button to nobody.
        focused = self.focusWidget()
        if event.key() in ENTER and isinstance(focused, QAbstractButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if accept_files(event):
            self.dropped.emit(dropped_paths(event))

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def _build(self) -> None:
        page = QWidget()
        page.setObjectName("root")
        right = QVBoxLayout(self._samples)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(12)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(label("Start with a sample", 20, SEMI_BOLD))
        head.addWidget(label("opens a copy, live at once", 13, tone=3), 1)
        right.addLayout(head)
        self._grid.setSpacing(16)
        right.addLayout(self._grid, 1)
        self._sides = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, page)
        row.setContentsMargins(48, 32, 48, 24)
        row.setSpacing(48)
        row.addWidget(self._left)
        row.addWidget(self._samples, 1)
        self._area = area = PageArea()
        area.setProperty("kind", "plain")
        area.setAccessibleName("Samples and recent studies")
        area.setWidgetResizable(True)
        area.setWidget(page)
        root = QWidget()
        root.setObjectName("root")
        column = QVBoxLayout(root)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.message)
        column.addWidget(area, 1)
        self.setCentralWidget(root)

    def _build_menus(self) -> None:
        file = self.menu_row.menus.addMenu("&File")
        for name, words, keys in (
            ("new_study", "New study…", "Ctrl+N"),
            ("open", "Open…", "Ctrl+O"),
            ("open_folder", "Open a folder…", "Ctrl+Alt+O"),
        ):
            self._add_action(file.addAction(words), name, keys)
        self.recent_menu = RecentMenu(self._remembered, file)
        self.recent_menu.opened.connect(self.study_wanted)
        file.addMenu(self.recent_menu)
        self._add_action(file.addAction("Close"), "close", "Ctrl+W")
        self._add_action(file.addAction("Quit"), "quit", "Ctrl+Q")
        view = self.menu_row.menus.addMenu("&View")
        self._theme_group = QActionGroup(self)
        self.theme_actions: dict[ThemeChoice, QAction] = {}
        for choice in ThemeChoice:
            action = view.addAction(f"{choice.value.capitalize()} theme")
            action.setCheckable(True)
            action.setData(choice.value)
            self._theme_group.addAction(action)
            self.theme_actions[choice] = action
        help_menu = self.menu_row.menus.addMenu("&Help")
        self._add_action(help_menu.addAction("Find a command…"), "find_command", "Ctrl+K")
        self._add_action(help_menu.addAction("Help"), "help", "F1")
        self._add_action(help_menu.addAction("About PrefStudio"), "about", "Shift+F1")

        self._actions += self.theme_actions.values()

    def _add_action(self, action: QAction, name: str, keys: str) -> None:
        self._actions.append(action)
        action.setData(name)
        action.setShortcut(keys)
        action.triggered.connect(self._on_action)

    def _connect(self) -> None:
        for card in self.cards:
            card.opened.connect(self.sample_opened)
            opener = QAction(card.accessibleName(), self)
            opener.triggered.connect(card.click)
            self._openers.append(opener)
        self.recent.opened.connect(self.study_wanted)
        self.recent.cleared.connect(self._on_cleared)
        self.shortcuts.wanted.connect(self.wanted)
        self.drop_zone.new_button.clicked.connect(self._on_new_clicked)
        self.drop_zone.open_button.clicked.connect(self._on_open_clicked)
        self.menu_row.theme_button.clicked.connect(self._on_theme_clicked)
        self._theme_group.triggered.connect(self._on_theme_triggered)
        self._area.resized.connect(self._fit)

    def _place(self, width: int) -> None:
        """Put the cards side by side, as many as there is room for."""
        columns = 3 if width >= WIDE else 2 if width >= TWO_CARDS else 1
        is_narrow = width < SIDE_BY_SIDE
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._sides.setDirection(down if is_narrow else across)
        self._left.setMinimumWidth(0 if is_narrow else 320)
        self._left.setMaximumWidth(UNBOUNDED)
        if not is_narrow:
            self._left.setFixedWidth(440 if width >= 1900 else 400 if width >= WIDE else 320)
        for place, card in enumerate(self.cards):
            self._grid.addWidget(card, place // columns, place % columns)

    def _fit(self) -> None:
        """Give both sides the height in sight; one that needs more makes the other no larger."""
        margins = self._sides.contentsMargins()
        room = self._area.viewport().height() - margins.top() - margins.bottom()
        self._left.fit(room)
        is_below = self._sides.direction() is QBoxLayout.Direction.TopToBottom
        least = 0 if is_below else self._least_height_of_samples()
        self._samples.setMaximumHeight(UNBOUNDED if is_below else max(room, least))

    def _least_height_of_samples(self) -> int:
        """What the samples need beside the other side, where narrow cards have longer words."""
        margins = self._sides.contentsMargins()
        beside = margins.left() + self._left.minimumWidth() + self._sides.spacing()
        width = self._area.viewport().width() - beside - margins.right()
        column = self._samples.layout()
        assert column is not None
        return column.totalMinimumHeightForWidth(width)

    def _on_action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction) and action.data() == "close":
            self.close()
        elif isinstance(action, QAction):
            self.wanted.emit(action.data())

    def _on_cleared(self) -> None:
        self._remembered.forget_recent()
        self.show_recent()

    def _on_new_clicked(self) -> None:
        self.wanted.emit("new_study")

    def _on_open_clicked(self) -> None:
        self.wanted.emit("open")

    def _on_theme_clicked(self) -> None:
        dark = self.menu_row.is_dark
        self.theme_chosen.emit(ThemeChoice.LIGHT if dark else ThemeChoice.DARK)

    def _on_theme_triggered(self, action: QAction) -> None:
        self.theme_chosen.emit(ThemeChoice(action.data()))
