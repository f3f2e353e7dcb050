"""What the tests of the commands say to each other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
PAPERS = "abcdef"

Ask = Callable[..., Any]
Read = Callable[..., list[str]]
Refuse = Callable[..., str]


def by_pair(answer: dict[str, Any]) -> dict[str, float]:
    return {pair["a"] + pair["b"]: pair["value"] for pair in answer["pairs"]}


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "prefstudio", *map(str, words)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        timeout=60,
    )
