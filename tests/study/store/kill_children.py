"""Fork children that record answers until they are killed, and check the file after each.

Run as a process of its own: ``kill_children.py FILE KILLS SEED``. The children are killed at a
random moment, between the steps of recording, or, with kill_at.c preloaded, at a random call
inside a commit. The last line of its output counts the kills of each sort.
"""

from __future__ import annotations

import ctypes
import os
import random
import select
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, happened
from prefstudio.study.store import open_study

LONGEST_RUN = 40
STEPS = ("begun", "written", "committed")


def child(file: Path, acknowledgements: int, sort: str, chance: random.Random) -> None:
    """Record answers and acknowledge each; never returns."""
    opened = open_study(file)
    assert not opened.read_only, opened.read_only_reason
    if chance.random() < 0.5:
        # A small cache makes pages reach the file before the commit.
        opened.connection.execute("PRAGMA cache_size = 1")
    if sort == "call":
        ctypes.CDLL(None).kill_at(ctypes.c_long(chance.randrange(1, 60)))
    if sort == "step":
        step, answers_left = chance.choice(STEPS), chance.randrange(1, 8)

        def kill(at: str) -> None:
            nonlocal answers_left
            answers_left -= at == "begun"
            if at == step and answers_left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

        opened.on_step = kill
    for _ in range(LONGEST_RUN):
        event = happened(Answered("t" * chance.randrange(1, 3000), "elm", "oak", Outcome.A))
        opened.append(event)
        os.write(acknowledgements, event.event_id.encode() + b"\n")
    os._exit(0)


def run_child(file: Path, sort: str, seed: int) -> tuple[list[str], bool]:
    """Return the ids that a child acknowledged, and whether it was killed."""
    chance = random.Random(seed)
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            child(file, writing, sort, chance)
        finally:
            os._exit(1)
    os.close(writing)
    if sort == "moment":
        select.select([reading], [], [], 20)
        time.sleep(chance.random() * 0.02)
        os.kill(process, signal.SIGKILL)
    with os.fdopen(reading, encoding="ascii") as told:
        acknowledged = told.read().split("\n")[:-1]
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return acknowledged, os.WIFSIGNALED(status)


def check(file: Path, before: list[str], acknowledged: list[str]) -> list[str]:
    """See that every acknowledged answer is there, and at most one more."""
    with open_study(file) as opened:
        assert not opened.read_only, opened.read_only_reason
        assert opened.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = [event.event_id for event in opened.events]
        assert len(opened.state.answers) == len(found)
    expected = before + acknowledged
    assert found[: len(expected)] == expected, "an acknowledged answer is not there"
    assert len(found) <= len(expected) + 1, "more than one answer was not acknowledged"
    return found


def main() -> None:
    file, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    sorts = ["moment", "step"]
    if hasattr(ctypes.CDLL(None), "kill_at"):
        sorts.append("call")
    counted: Counter[str] = Counter()
    recorded: list[str] = []
    attempt = 0
    while counted.total() < kills:
        sort = sorts[attempt % len(sorts)]
        journal = file.with_name(file.name + "-journal")
        acknowledged, killed = run_child(file, sort, 1000 * seed + attempt)
        counted[sort] += killed
        hot = journal.exists() and journal.stat().st_size > 0
        recorded = check(file, recorded, acknowledged)
        print(sort, "killed" if killed else "ended", "hot" if hot else "", len(recorded))
        attempt += 1
        assert attempt < 4 * kills + 10
    print(dict(counted), "answers", len(recorded))


if __name__ == "__main__":
    main()
