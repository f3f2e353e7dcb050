"""What the tests of the commands share: studies, and ways to run a command."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prefstudio.cli import main
from prefstudio.study.resources import sample
from tests.cli.words import Ask, Refuse


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A copy of the six papers with the answer b ≻ e."""
    folder = tmp_path / "six papers, kopía"
    shutil.copytree(sample("six-papers"), folder)
    (folder / "comparisons.csv").write_text("winner,loser\nb,e\n")
    return folder


@pytest.fixture
def study(tmp_path: Path) -> Callable[..., Path]:
    """Make the folder of a study from its items, its settings and its tables."""

    def make(items: str, settings: str = "seed = 1\n", **tables: str) -> Path:
        folder = tmp_path / "study"
        folder.mkdir(exist_ok=True)
        files = {"items.csv": items, "study.toml": settings}
        files |= {f"{name}.csv": text for name, text in tables.items()}
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run a command with --json; it must print one JSON object, and nothing else anywhere."""

    def run(command: str, *words: object) -> Any:
        assert main([command, *map(str, words), "--json"]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert out.count("\n") == 1
        return json.loads(out, parse_constant=_no_constant)

    return run


def _no_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """Run a command and return the lines that a person reads."""

    def run(*words: object) -> list[str]:
        assert main([str(word) for word in words]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out.splitlines()

    return run


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Run a command that must end with one line on standard error, which is returned."""

    def run(*words: object, code: int = 1) -> str:
        assert main([str(word) for word in words]) == code
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("prefstudio: ")
        assert err.count("\n") == 1
        assert err.endswith("\n")
        assert "Traceback" not in err
        return err.removeprefix("prefstudio: ").rstrip("\n")

    return run


@pytest.fixture
def usage(capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Run a command line that must be refused as such, and return what is said."""

    def run(*words: object) -> str:
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        assert ended.value.code == 2
        out, err = capsys.readouterr()
        assert out == ""
        return err

    return run


@pytest.fixture
def file(tmp_path: Path, ask: Ask) -> Path:
    """The six papers as a study file without answers, in a folder with spaces and Unicode."""
    folder = tmp_path / "études, 研究 ☂"
    folder.mkdir()
    path = folder / "six papers.prefstudio"
    ask("new", sample("six-papers"), "--out", path)
    return path
