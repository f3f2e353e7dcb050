"""Two processes and one study file: killed at any moment, or both at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.words import ROOT, Ask, Refuse, run

ANSWERING = """
import sys
from prefstudio.cli import main
for _ in range(10_000):
    main(["answer", sys.argv[1], "b", "e", "--outcome", "A", "--json"])
"""
HOLDING = """
import sys
from prefstudio.study.store import open_study
with open_study(sys.argv[1]) as file:
    print("open", flush=True)
    sys.stdin.read()
"""


def started(code: str, file: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, str(file)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_no_answer_is_lost_when_killed(file: Path, ask: Ask) -> None:
    for n_answers in (1, 2, 5):
        before = ask("info", file)["answers"]
        with started(ANSWERING, file) as process:
            assert process.stdout is not None
            told = [process.stdout.readline() for _ in range(n_answers)]
            os.kill(process.pid, signal.SIGKILL)
            told += process.stdout.readlines()
        assert told[0] == f'{{"answers": {before + 1}}}\n'
        info = ask("info", file)
        n_told = sum(line.endswith("}\n") for line in told)
        assert before + n_told <= info["answers"] <= before + n_told + 1
        assert (info["integrity"], info["problems"]) == ("ok", [])
        assert ask("answer", file, "a", "c", "--outcome", "B") == {"answers": info["answers"] + 1}


def test_a_study_that_is_open_elsewhere(file: Path, ask: Ask, refuse: Refuse) -> None:
    with started(HOLDING, file) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        for words in (("answer", file, "a", "b", "--outcome", "A"), ("undo", file)):
            message = refuse(*words, "--json")
            assert str(file) in message
            assert "another window or command has it open" in message
        assert ask("fit", file)["answers"] == 0
        assert ask("info", file)["trials"] == 0
        process.communicate("")
    assert ask("answer", file, "a", "b", "--outcome", "A") == {"answers": 1}


def test_answers_as_processes(file: Path) -> None:
    done = run("answer", file, "b", "e", "--outcome", "A", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"answers": 1}\n', b"")
    done = run("answer", file, "b", "b", "--outcome", "A", "--json")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1
    done = run("undo", file, "--json")
    assert done.stdout == b'{"answers": 0, "a": "b", "b": "e"}\n'
    assert run("undo", file, "--json").returncode == 1
