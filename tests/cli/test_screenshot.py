"""``screenshot``: the window as a picture, with no display and nothing changed."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from prefstudio.cli import main
from prefstudio.cli.screenshot import LAYOUTS, THEMES
from prefstudio.studio import screenshot
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.theme import ThemeChoice
from tests.cli.words import Refuse


def run(*words: object) -> subprocess.CompletedProcess[str]:
    environment = {name: os.environ[name] for name in os.environ if name != "DISPLAY"}
    environment |= {"QT_QPA_PLATFORM": "", "QT_SCALE_FACTOR": "", "WAYLAND_DISPLAY": ""}
    command = [sys.executable, "-m", "prefstudio", "screenshot", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_names_are_those_of_the_window() -> None:
    assert set(LAYOUTS) == {each.value for each in LayoutChoice}
    assert set(THEMES) <= {each.value for each in ThemeChoice}


def test_a_file_is_drawn_at_twice_the_size_and_not_written_to(file: Path, tmp_path: Path) -> None:
    before = hashlib.sha256(file.read_bytes()).hexdigest(), sorted(os.listdir(file.parent))
    out = tmp_path / "a.png"
    words = ("--theme", "dark", "--size", "1280x800", "--scale", "2", "--json")
    done = run(file, "--out", out, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"file": str(out), "width": 2560, "height": 1600}
    assert done.stderr == ""
    image = QImage(str(out))
    assert (image.width(), image.height()) == (2560, 1600)
    assert image.pixelColor(1280, 8).lightness() < 60
    after = hashlib.sha256(file.read_bytes()).hexdigest(), sorted(os.listdir(file.parent))
    assert after == before


def test_the_welcome_page(tmp_path: Path) -> None:
    done = run("welcome", "--out", tmp_path / "w.png")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(tmp_path / "w.png"), "1600", "×", "1000"]


def test_a_study_that_is_not_there(refuse: Refuse, tmp_path: Path, qapp: QApplication) -> None:
    said = refuse("screenshot", tmp_path / "no.prefstudio", "--out", tmp_path / "a.png")
    assert "no.prefstudio" in said
    assert not (tmp_path / "a.png").exists()


def test_places_that_cannot_be_written(refuse: Refuse, tmp_path: Path) -> None:
    assert "its folder is not there" in refuse("screenshot", "welcome", "--out", "no/where/a.png")
    said = refuse("screenshot", "welcome", "--out", tmp_path / "a.jpg", code=2)
    assert "ends in .png" in said


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be held to small files here")
def test_a_picture_that_cannot_be_written_whole_leaves_the_earlier_one(
    refuse: Refuse, tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    noise = random.Random(1).randbytes(4 * 100 * 100)  # which no PNG makes small
    large = QImage(noise, 100, 100, QImage.Format.Format_RGB32).copy()
    monkeypatch.setattr(screenshot, "take", lambda wanted: large)
    out = tmp_path / "pictures" / "a.png"
    out.parent.mkdir()
    out.write_bytes(b"earlier")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        said = refuse("screenshot", "welcome", "--out", out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "the picture cannot be written" in said
    assert out.read_bytes() == b"earlier" and os.listdir(out.parent) == ["a.png"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "10x10"], "such as 1280x800"),
        (["--size", "wide"], "such as 1280x800"),
        (["--scale", "0"], "give a number from 1 to 4"),
        (["--layout", "magic"], "choose from"),
        (["--theme", "pink"], "choose from"),
    ],
)
def test_usage(usage: Refuse, words: list[str], said: str) -> None:
    assert said in usage("screenshot", "welcome", "--out", "a.png", *words)


def test_the_environment_is_as_it_was(tmp_path: Path, qapp: QApplication) -> None:
    names = ("QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "QT_LOGGING_RULES", "PREFSTUDIO_HOME")
    before = [os.environ.get(name) for name in names]
    assert main(["screenshot", str(tmp_path / "no"), "--out", str(tmp_path / "a.png")]) == 1
    assert [os.environ.get(name) for name in names] == before


COUNT_COLOURS = """
import json, sys
import numpy as np
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from prefstudio.studio import screenshot
from prefstudio.studio.app import Studio
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample

def pixels():
    screenshot.Stillness(window).wait()
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint32).copy()
    return flat.reshape(image.height(), image.width())

def n_colours(widget, picture):
    place = widget.mapTo(window, widget.rect().topLeft())
    down = slice(place.y(), place.y() + widget.height())
    return len(np.unique(picture[down, place.x() : place.x() + widget.width()]))

studio = Studio(QApplication([]))
window = screenshot._window(studio, read_study(sample(sys.argv[1])))
window.resize(1600, 1000)
counts = {}
for layout in LayoutChoice:
    window.choose_layout(layout)
    picture = pixels()
    if layout is LayoutChoice.CLASSROOM:
        panels = window.classroom.pictures.panels.values()
    else:
        panels = [each.body for each in window.rooms.panels.values() if each.is_in_front]
    counts[layout] = [n_colours(panel, picture) for panel in panels]
print(json.dumps(counts))
screenshot._end(studio)
"""


@pytest.mark.parametrize("name", ["six-papers", "twelve-sounds"])
def test_every_panel_of_every_layout_has_something_in_it(name: str) -> None:
    command = [sys.executable, "-c", COUNT_COLOURS, name]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert set(counts) == set(LAYOUTS)
    for layout, in_panels in counts.items():
        assert len(in_panels) >= 6, layout
        assert min(in_panels) > 20, layout
