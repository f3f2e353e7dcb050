"""No display: one sentence and exit code 2, where Qt would abort."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from prefstudio.studio import display
from prefstudio.studio.display import display_problem, has_display

ROOT = Path(__file__).parents[2]
OPEN = "import sys; from prefstudio.studio.app import open_window; sys.exit(open_window(None))"
DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere there is always a display"
)


@pytest.mark.parametrize("display", [{}, {"DISPLAY": ":4242"}])
def test_without_a_display_one_sentence_and_exit_code_2(
    display: dict[str, str], tmp_path: Path
) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in DISPLAY_VARIABLES}
    environment |= {"XDG_RUNTIME_DIR": str(tmp_path), **display}
    done = subprocess.run(
        [sys.executable, "-c", OPEN],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "no display" in line
    for command in ("prefstudio fit", "suggest", "predict"):
        assert command in line


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "offscreen:size=800x600", "vnc"])
def test_some_platforms_need_no_display(platform: str) -> None:
    assert has_display({"QT_QPA_PLATFORM": platform})


@pytest.mark.parametrize("platform", ["xcb", "wayland", "wayland;xcb", ""])
@pytest.mark.parametrize("display", ["", ":4242", "nonsense"])
def test_others_do(platform: str, display: str) -> None:
    assert not has_display({"QT_QPA_PLATFORM": platform, "DISPLAY": display})


def test_a_wayland_socket_that_listens_is_a_display(tmp_path: Path) -> None:
    environment = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert not has_display(environment)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as compositor:
        compositor.bind(str(tmp_path / "wayland-0"))
        compositor.listen(1)
        assert has_display(environment)


def test_a_library_that_qt_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: str) -> object:
        raise OSError("libxcb-icccm.so.4: cannot open shared object file: No such file")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setattr(display, "_answers_x", bool)
    monkeypatch.setattr(display.ctypes, "CDLL", load)
    problem = display_problem()
    assert problem is not None
    assert "libxcb-icccm.so.4" in problem
    assert len(problem.splitlines()) == 1
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert display_problem() is None
