"""Where the program keeps what is its own: logs, what it remembers, and copies of samples."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home() -> Path:
    """The program's own folder; PREFSTUDIO_HOME, when set, is taken in its place."""
    chosen = os.environ.get("PREFSTUDIO_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return _named_by("LOCALAPPDATA", "AppData/Local") / "PrefStudio"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "PrefStudio"
    return _named_by("XDG_STATE_HOME", ".local/state") / "prefstudio"


def log_file() -> Path:
    """The log that faults of the program are written to; its folder is made."""
    path = home() / "prefstudio.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def settings_file() -> Path:
    """Where window, theme and recent studies are remembered; its folder is made."""
    path = home() / "prefstudio.ini"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def samples_folder() -> Path:
    """Where the copies of samples lie that were opened; the folder is made."""
    path = home() / "samples"
    path.mkdir(parents=True, exist_ok=True)
    return path


def _named_by(variable: str, otherwise: str) -> Path:
    """The folder that a variable names, or one below the person's own; empty is not set."""
    named = os.environ.get(variable)
    return Path(named) if named else Path.home() / otherwise
