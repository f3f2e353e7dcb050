"""A fault in a method that Qt calls is told like any other, and the program goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.studio.conftest import OpenStudy, attended_studio

# In a process of its own: where it goes wrong, the process ends.
PROGRAM = """
import sys
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication, QGraphicsObject, QGraphicsScene, QGraphicsView, QWidget
from prefstudio.studio.app import Studio

def tell_badly():
    raise ValueError("said")

FAULTS = [lambda: 1 / 0, lambda: [][1], lambda: int("x"), tell_badly]

class Page(QWidget):
    def paintEvent(self, event):
        FAULTS[0]()

class Mark(QGraphicsObject):
    def boundingRect(self):
        return QRectF(0, 0, 9, 9)

    def paint(self, *args):
        FAULTS[0]()

application = QApplication([])
studio, caught = Studio(application), []
studio.hook.caught.connect(caught.append)
scene = QGraphicsScene()
scene.addItem(Mark())
while FAULTS:
    for widget in (Page(), QGraphicsView(scene)):
        widget.show()
        application.processEvents()
        widget.grab()
        print(len(caught) > 0)
        caught.clear()
        widget.hide()
    FAULTS.pop(0)
studio.stop()
"""


def test_faults_in_a_painting_do_not_end_the_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PREFSTUDIO_HOME": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout.split() == 8 * ["True"], done.stderr
    assert done.returncode == 0, done.stderr


class Unpaintable(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:
        raise ValueError("a fault in a painting")


def test_a_test_in_which_a_painting_fails_fails(qapp: QApplication) -> None:
    with (
        pytest.raises(AssertionError, match="a fault in a painting"),
        attended_studio(qapp, []),
    ):
        Unpaintable().grab()


@pytest.mark.parametrize("n_items", [60, 300])
def test_many_items_that_nobody_was_asked_about_are_drawn(
    n_items: int, tmp_path: Path, open_study: OpenStudy
) -> None:
    rows = [f"i{k},{k % 7},{k % 11}" for k in range(n_items)]
    folder = tmp_path / "fresh"
    folder.mkdir()
    (folder / "items.csv").write_text("\n".join(["item_id,x_a,x_b", *rows]), encoding="utf-8")
    window = open_study(folder)
    window.resize(1280, 800)
    window.grab()  # a fault in a painting fails the test
    assert window.rooms.utilities.isVisible()
