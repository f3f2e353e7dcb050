"""What keeps the window from being busy for long, by what it does and not by the clock."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.asking import Asking
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.paced_turns import PacedTurns
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.panels.panel_head import LEAST_WIDTH, PanelHead
from prefstudio.studio.plots.band_overview import BandOverview
from prefstudio.studio.plots.links_ground import LinksGround
from prefstudio.studio.plots.links_picture import LinksPicture
from prefstudio.studio.record import open_for_window
from prefstudio.studio.theme import DARK, LIGHT
from prefstudio.study.comparisons import Outcome
from prefstudio.study.view import View
from tests.benchmarks.window.studies import study_file


@pytest.fixture
def many(qtbot: QtBot, studio: Studio, tmp_path: Path) -> MainWindow:
    """A window of so many items that panels are drawn in turns."""
    path = study_file(tmp_path / "study.prefstudio", 130, 20)
    window = studio.open_study(open_for_window(path))
    qtbot.waitUntil(window.is_idle, timeout=60000)
    return window


def test_among_many_items_panels_are_told_one_a_turn_and_all_in_the_end(
    qtbot: QtBot, many: MainWindow
) -> None:
    told: list[tuple[bool, bool]] = []

    def note(view: View) -> None:  # after the panels had their chance to be told
        told.append((many.wiring.is_telling, many.is_idle()))

    many.model.view_changed.connect(note)
    with qtbot.waitSignal(many.model.view_changed, timeout=60000):
        many.model.answer(Outcome.A)
    assert told[0] == (True, False)
    qtbot.waitUntil(many.is_idle, timeout=60000)
    assert not many.wiring.is_telling
    view = many.model.scene.view
    assert view is not None
    assert many.rooms.links.plot.view is view


def test_the_next_pair_is_on_its_cards_before_other_panels_are_drawn(
    qtbot: QtBot, many: MainWindow
) -> None:
    before, marked = many.model.asking.pair, []
    cards = many.rooms.compare.cards

    def note(asking: Asking) -> None:
        if asking.pair is not None:
            shown = tuple(content and content.position for content in cards.contents)
            marked.append((asking.pair, shown, many.rooms.links.plot.asked))

    many.model.query_changed.connect(note)
    many.model.answer(Outcome.A)
    qtbot.waitUntil(lambda: bool(marked), timeout=60000)
    pair, shown, in_links = marked[0]
    assert pair == shown != before
    assert in_links != pair
    qtbot.waitUntil(many.is_idle, timeout=60000)
    assert many.rooms.links.plot.asked == many.rooms.utilities.plot.asked == pair


def test_a_pair_that_waits_for_its_turn_gives_way_to_a_newer_one(many: MainWindow) -> None:
    rooms = many.rooms
    rooms.is_paced = True
    rooms.tell("show_asked", (0, 1))
    rooms.is_paced = False
    rooms.tell("show_asked", (2, 3))
    assert rooms.links.plot.asked == (2, 3)
    while rooms.tell_next():
        pass
    assert rooms.links.plot.asked == (2, 3)


def test_work_has_every_other_turn_and_the_first_is_left_to_painting(qtbot: QtBot) -> None:
    turns, n_given = PacedTurns(), []
    given = QSignalSpy(turns.given)
    turns.start()
    for _ in range(4):  # as the event loop does, once a turn
        turns._timer.timeout.emit()
        n_given.append(given.count())
    assert turns.are_given
    turns.stop()
    assert not turns.are_given
    assert n_given == [0, 1, 1, 2]


def test_another_range_of_a_plot_is_painted_once(qtbot: QtBot) -> None:
    plot, painted = BandOverview(), []
    qtbot.addWidget(plot)
    plot.show_theme(LIGHT)
    plot.resize(300, 200)
    plot.show()
    qtbot.wait(50)
    plot.viewport().installEventFilter(_PaintCount(painted, plot))
    plot.setYRange(-3.0, 5.0, padding=0)
    qtbot.wait(50)
    assert len(painted) == 1


def test_docks_need_no_python_to_learn_how_narrow_their_headers_may_be(qtbot: QtBot) -> None:
    head = PanelHead("Utilities", "utilities_panel")
    qtbot.addWidget(head)
    assert "minimumSizeHint" not in vars(PanelHead)
    least = head.minimumSizeHint()
    assert least.height() == head.sizeHint().height()
    assert LEAST_WIDTH <= least.width() <= LEAST_WIDTH + 2, "its borders and no more"
    head.add_controls([QPushButton("a choice much wider than a narrow panel is")])
    assert head.minimumSizeHint() == least


def test_a_panel_is_made_and_put_in_its_place_apart(qtbot: QtBot) -> None:
    made: list[QWidget] = []

    def make() -> QWidget:
        made.append(QWidget())
        return made[-1]

    panel = Panel("Utilities", make, "utilities_panel")
    qtbot.addWidget(panel)
    panel.prepare()
    assert panel.is_prepared
    assert not panel.is_built
    with qtbot.waitSignal(panel.built):
        panel.build()
    assert panel.body is made[0]
    assert len(made) == 1
    assert not panel.is_prepared


class _PaintCount(QObject):
    """Notes every painting of what it watches."""

    def __init__(self, painted: list[QEvent.Type], parent: QObject) -> None:
        super().__init__(parent)
        self._painted = painted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self._painted.append(event.type())
        return False


@pytest.fixture
def picture() -> LinksPicture:
    """Three discs without links."""
    return LinksPicture(
        places=np.array([[10.0, 10.0], [30.0, 12.0], [20.0, 30.0]]),
        sizes=np.array([8.0, 9.0, 10.0]),
        colours=np.full((3, 4), 200, np.uint8),
        drawn=np.array([2, 0, 1]),
        halos=np.zeros(3),
    )


def test_discs_are_painted_anew_only_when_they_change(qtbot: QtBot, picture: LinksPicture) -> None:
    ground, drawn = LinksGround(), []
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)

    def show(shown: LinksPicture, dark: bool = False) -> int:
        theme = DARK if dark else LIGHT
        ground.paint(painter, shown, theme, QRectF(0, 0, 40, 40), drawn.append)
        return len(drawn)

    assert show(picture) == 1
    assert show(replace(picture, asked=(0, 1), drawn=np.array([0, 1, 2]))) == 1
    assert show(replace(picture, chosen=frozenset({1}))) == 1
    assert show(replace(picture, colours=np.full((3, 4), 100, np.uint8))) == 2
    moved = replace(picture, places=picture.places + 1.0)
    assert show(moved) == 3
    assert show(moved, dark=True) == 4
    painter.translate(1.0, 0.0)
    assert show(moved, dark=True) == 5
    painter.end()
