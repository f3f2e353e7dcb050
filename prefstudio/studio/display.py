"""Whether a window can be opened at all; Qt would end the process instead of saying so."""

from __future__ import annotations

import ctypes
import functools
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QLibraryInfo

# Platforms of Qt that draw without a display server.
WITHOUT_SERVER = frozenset(
    {"offscreen", "minimal", "minimalegl", "vnc", "eglfs", "linuxfb", "vkkhrdisplay"}
)
COMMANDS = (
    "without a window the commands work, such as prefstudio fit, suggest, predict and answer: "
    "see prefstudio --help."
)
NO_DISPLAY = f"there is no display to open a window on; {COMMANDS}"
NO_LIBRARY = (
    "the window needs the system library {library}, which is not installed; after installing it "
    f"try again, and {COMMANDS}"
)


def display_problem() -> str | None:
    """Why no window can be opened, in one sentence, or None when nothing is in the way."""
    if not has_display():
        return NO_DISPLAY
    library = _missing_library() if _uses_x(os.environ) else None
    return None if library is None else NO_LIBRARY.format(library=library)


def has_display(environment: Mapping[str, str] | None = None) -> bool:
    """Whether Qt will find something to draw on.

    Parameters
    ----------
    environment : mapping, optional
        Environment variables; those of this process when left out.
    """
    if not sys.platform.startswith(("linux", "freebsd", "openbsd", "netbsd")):
        return True
    given = os.environ if environment is None else environment
    if WITHOUT_SERVER.intersection(_platforms(given)):
        return True
    return _answers_x(given.get("DISPLAY", "")) or _answers_wayland(given)


def prepare_platform() -> None:
    """Name the platform where Qt would try X first and end without Wayland."""
    answers_x = _answers_x(os.environ.get("DISPLAY", ""))
    if not answers_x and _answers_wayland(os.environ):
        os.environ.setdefault("QT_QPA_PLATFORM", "wayland")


def _platforms(environment: Mapping[str, str]) -> list[str]:
    """Names of Qt's platforms that were asked for, in order of preference."""
    asked = environment.get("QT_QPA_PLATFORM", "").split(";")
    return [name.partition(":")[0] for name in asked if name]


def _uses_x(environment: Mapping[str, str]) -> bool:
    asked = _platforms(environment)
    answers = sys.platform.startswith("linux") and _answers_x(environment.get("DISPLAY", ""))
    return answers and (not asked or asked[0] == "xcb")


def _missing_library() -> str | None:
    """The system library that keeps Qt's part for X from being loaded; Qt would end over it."""
    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    plugin = plugins / "platforms" / "libqxcb.so"
    if not plugin.exists():
        return None
    try:
        ctypes.CDLL(os.fspath(plugin))
    except OSError as error:
        return str(error).partition(":")[0]
    return None


@functools.cache
def _answers_x(display: str) -> bool:
    """Whether an X server takes a connection; Qt uses the same library.

    The connection stays open: a server without any other client starts anew when its last one
    leaves, and would turn Qt away in that moment.
    """
    if not display:
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    is_good = bool(xcb.xcb_connection_has_error(connection) == 0)
    if not is_good:
        xcb.xcb_disconnect(connection)
    return is_good


def _answers_wayland(environment: Mapping[str, str]) -> bool:
    """Whether somebody listens at the compositor's socket."""
    name = environment.get("WAYLAND_DISPLAY", "")
    if not name:
        return False
    path = Path(environment.get("XDG_RUNTIME_DIR", ""), name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fspath(path))
        except OSError:
            return False
    return True
