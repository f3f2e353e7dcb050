"""What every test stands on: no display, one BLAS thread, and a home folder of its own."""

import os

# Qt and numpy read these once, when they are imported; so they stand before every import.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def _home_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep fixtures that outlive a test out of the person's own folders."""
    os.environ["PREFSTUDIO_HOME"] = str(tmp_path_factory.mktemp("home_of_the_run"))


@pytest.fixture(autouse=True)
def prefstudio_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test an empty PREFSTUDIO_HOME, which is returned."""
    home = tmp_path / "prefstudio-home"
    home.mkdir()
    monkeypatch.setenv("PREFSTUDIO_HOME", str(home))
    return home
