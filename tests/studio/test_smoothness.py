"""What keeps the window from being busy for long, by what it does and not by the clock."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.plots.links_ground import LinksGround
from prefstudio.studio.plots.links_picture import LinksPicture
from prefstudio.studio.record import open_for_window
from prefstudio.studio.theme import DARK, LIGHT
from prefstudio.study.comparisons import Outcome
from prefstudio.study.view import View
from tests.benchmarks.window.studies import study_file


def test_among_many_items_panels_are_told_one_a_turn_and_all_in_the_end(
    qtbot: QtBot, studio: Studio, tmp_path: Path
) -> None:
    path = study_file(tmp_path / "study.prefstudio", 130, 20)
    window = studio.open_study(open_for_window(path))
    qtbot.waitUntil(window.is_idle, timeout=60000)
    told: list[tuple[bool, bool]] = []

    def note(view: View) -> None:  # after the panels had their chance to be told
        told.append((window.wiring.is_telling, window.is_idle()))

    window.model.view_changed.connect(note)
    with qtbot.waitSignal(window.model.view_changed, timeout=60000):
        window.model.answer(Outcome.A)
    assert told[0] == (True, False)
    qtbot.waitUntil(window.is_idle, timeout=60000)
    assert not window.wiring.is_telling
    view = window.model.scene.view
    assert view is not None
    assert window.rooms.links.plot.view is view


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
