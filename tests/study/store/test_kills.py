"""Killed at any moment, also inside a commit: no acknowledged answer is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the children of this test are forked"
)


def preloaded(folder: Path) -> dict[str, str]:
    """The environment in which calls are counted; only Linux with a C compiler has one."""
    if sys.platform != "linux":
        return {}
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("without cc no kill falls inside a commit; install a C compiler")
    library = folder / "kill_at.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", library, HERE / "kill_at.c", "-ldl"], check=True
    )
    return {"LD_PRELOAD": str(library)}


def run(file: Path, kills: int, seed: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, HERE / "kill_children.py", file, str(kills), str(seed)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **preloaded(file.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert sys.platform != "linux" or any(line.startswith("call killed") for line in lines)
    return lines


def test_a_few_kills(file: Path) -> None:
    lines = run(file, kills=15, seed=1)
    assert sum(" killed" in line for line in lines) >= 15
    # Some kills must leave work behind, or they were not inside a commit.
    assert any(" hot" in line for line in lines)


@pytest.mark.slow
def test_two_hundred_kills(file: Path) -> None:
    lines = run(file, kills=220, seed=2)
    assert sum(" killed" in line for line in lines) >= 220
    assert sum(" hot" in line for line in lines) >= 10
