"""What the tests of exporters share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """Return an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder
