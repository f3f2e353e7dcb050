"""The commands as processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio import __version__
from tests.cli.words import ROOT, Ask, run


def test_version_as_a_process() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().split() == ["prefstudio", __version__]


def test_an_exit_code_as_a_process(tmp_path: Path) -> None:
    done = run("fit", tmp_path, "--json")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_any_encoding_of_standard_output(
    study: Callable[..., Path], environment: dict[str, str]
) -> None:
    folder = study("item_id\nÄpfel\n苹果\n")
    done = run("fit", folder, "--json", **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode())["items"] == ["Äpfel", "苹果"]
    assert done.stdout.isascii()
    done = run("fit", folder, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == 5


def test_a_reader_that_stops_early(papers: Path) -> None:
    """The pipe is closed before the program writes, which `| head -1` does by luck only."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "prefstudio", "fit", str(papers)],
            cwd=ROOT,
            stdout=pipe,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_disk_that_is_full(papers: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "prefstudio", "fit", str(papers), "--json"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"prefstudio: the output could not be printed")
    assert done.stderr.count(b"\n") == 1


def test_an_answer_that_cannot_be_printed_is_recorded(file: Path, ask: Ask) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "prefstudio", "answer", str(file), "b", "e", "--outcome", "A"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert done.stderr.startswith(b"prefstudio: it was recorded, but the output could not be")
    assert ask("info", file)["answers"] == 1
