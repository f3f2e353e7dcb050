"""Where the program keeps what is its own: logs, and later recent files and copies of samples."""

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
        local = os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")
        return Path(local) / "PrefStudio"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "PrefStudio"
    return Path(os.environ.get("XDG_STATE_HOME", Path.home() / ".local" / "state")) / "prefstudio"


def log_file() -> Path:
    """The log that faults of the program are written to; its folder is made."""
    path = home() / "prefstudio.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
