"""`open_studio`, by which scripts open a window and find its parts by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, Qt, SignalInstance
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio import app
from prefstudio.studio.app import open_studio
from prefstudio.studio.chores import Chore
from prefstudio.studio.main_window import MainWindow
from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.store import create
from tests.studio.conftest import RunningThreads

NAMES = (
    "answer_a", "answer_b", "answer_tie", "answer_skip", "undo", "compare_panel", "utilities_plot",
    "covariance_heatmap", "loss_heatmap", "links_plot", "ranking_table", "history_list",
    "history_slider", "model_panel",
)  # fmt: skip
"""What scripts look up with findChild."""

Settled = Callable[[MainWindow], None]


@pytest.fixture(autouse=True)
def no_studio_left(running_threads: RunningThreads, qapp: QApplication) -> Iterator[None]:
    """The studio that scripts share within a process is gone before and after each test."""
    assert not app._studios
    yield
    for studio in app._studios:
        studio.stop()
        studio.deleteLater()
    app._studios.clear()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    return path


def click(window: MainWindow, name: str) -> None:
    button = window.findChild(QWidget, name)
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def believed(window: MainWindow) -> NDArray[np.float64]:
    """Mean and covariance, all in one row."""
    posterior = window.model.posterior
    assert posterior is not None
    return np.concatenate([posterior.mean, posterior.covariance().ravel()])


def windows() -> list[MainWindow]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)]


@pytest.mark.parametrize("kind", [str, Path])
@pytest.mark.parametrize("is_file", [True, False])
def test_a_window_is_there_at_once(
    kind: type, is_file: bool, file: Path, qtbot: QtBot, settled: Settled
) -> None:
    window = open_studio(kind(file if is_file else sample("six-papers")))
    assert isinstance(window, MainWindow) and not window.is_idle()
    assert isinstance(window.engine_idle, SignalInstance)
    with qtbot.waitSignal(window.engine_idle, timeout=10000):
        pass
    settled(window)
    assert window.isVisible()
    assert QApplication.activeModalWidget() is None
    dialogs = (each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog))
    assert not any(each.isVisible() for each in dialogs)


def test_its_parts_are_found_by_name(file: Path, settled: Settled) -> None:
    window = open_studio(file)
    settled(window)
    found = {name: window.findChild(QWidget, name) for name in NAMES}
    assert [name for name, part in found.items() if not isinstance(part, QWidget)] == []
    assert len(set(map(id, found.values()))) == len(NAMES)


def test_what_was_answered_by_clicks_is_believed_when_it_is_opened_again(
    file: Path, settled: Settled
) -> None:
    window = open_studio(str(file))
    settled(window)
    prior = believed(window)
    click(window, "answer_a")
    settled(window)
    after_one = believed(window)
    click(window, "answer_b")
    settled(window)
    click(window, "undo")
    settled(window)
    np.testing.assert_allclose(believed(window), after_one, rtol=0, atol=1e-10)
    window.close()
    again = open_studio(file)
    settled(again)
    assert again.model.state.n_answers == 1
    np.testing.assert_allclose(believed(again), after_one, rtol=0, atol=1e-10)
    assert np.abs(believed(again) - prior).max() > 1e-3


def test_a_folder_is_opened_again_as_it_was(settled: Settled) -> None:
    window = open_studio(sample("six-papers"))
    settled(window)
    before = believed(window)
    click(window, "answer_a")
    settled(window)
    assert window.model.state.n_answers == 1
    window.close()
    again = open_studio(sample("six-papers"))
    settled(again)
    np.testing.assert_allclose(believed(again), before, rtol=0, atol=1e-10)


@pytest.mark.parametrize("made", ["missing", "empty", "no study", "broken table"])
def test_what_is_no_study_opens_nothing(
    made: str, tmp_path: Path, running_threads: RunningThreads
) -> None:
    place = tmp_path / "place"
    if made == "empty":
        place.mkdir()
    elif made == "no study":
        place.write_text("not a study", encoding="utf-8")
    elif made == "broken table":
        place.mkdir()
        (place / "items.csv").write_text("item_id,name\na,One\na,Again\n", encoding="utf-8")
    before = windows()
    with pytest.raises(DataError):
        open_studio(place)
    assert windows() == before
    assert not running_threads() and not Chore.n_running
    assert not app._studios  # nor a hook for exceptions, nor a log


def test_without_an_application_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QApplication, "instance", lambda: None)
    with pytest.raises(RuntimeError, match="QApplication"):
        open_studio(sample("six-papers"))
