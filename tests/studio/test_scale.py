"""The size of everything: what Qt is told at the start, and what a change says."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.resizing import Resizing, program_of
from prefstudio.studio.scale import VARIABLE, scale_in_force, take_scale


def test_a_size_is_taken_unless_somebody_set_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    take_scale(100)
    assert scale_in_force() == 100
    monkeypatch.setenv(VARIABLE, "2")
    take_scale(150)
    assert scale_in_force() == 200
    monkeypatch.setenv(VARIABLE, "twice")
    assert scale_in_force() == 100


def test_opening_again_takes_the_new_size_whatever_the_old_one_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, "1.25")
    program = program_of(tmp_path, 150)
    assert program.processEnvironment().value(VARIABLE) == "1.5"
    assert program.arguments()[-1] == str(tmp_path)


def test_the_size_there_is_needs_no_opening_again(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    Resizing(window.remembered, window).step(0, window)
    (toast,) = window.toasts._shown
    assert "as it is" in " ".join(each.text() for each in toast.findChildren(QLabel))
    assert not toast.button.isVisible()
