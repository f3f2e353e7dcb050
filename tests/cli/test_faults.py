"""Faults of the program end in one line and in the log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prefstudio import cli
from tests.cli.words import Refuse


def fit_runs(run: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command fit do something else."""
    monkeypatch.setitem(cli.COMMANDS, "fit", replace(cli.COMMANDS["fit"], run=run))


def test_a_fault_of_the_program(
    prefstudio_home: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(options: object) -> dict[str, Any]:
        raise ZeroDivisionError("a slip in\nthe program")

    fit_runs(faulty, monkeypatch)
    log = prefstudio_home / "prefstudio.log"
    for times in (1, 2):
        message = refuse("fit", "anything", "--json", code=3)
        assert "fault of the program" in message
        assert message.endswith(str(log))
        text = log.read_text(encoding="utf-8")
        assert text.count("Traceback (most recent call last)") == times
        assert text.count("in faulty") == times
    assert logging.getLogger("prefstudio.cli.running").handlers == []
    assert logging.getLogger("prefstudio.cli.running").propagate


def test_an_interrupted_command_says_so_in_one_line(
    prefstudio_home: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(options: object) -> dict[str, Any]:
        raise KeyboardInterrupt

    fit_runs(interrupted, monkeypatch)
    assert refuse("fit", "anything", "--json", code=130) == "stopped before it was done."
    assert not (prefstudio_home / "prefstudio.log").exists()


def test_a_fault_while_there_is_no_place_for_a_log(
    tmp_path: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(options: object) -> dict[str, Any]:
        raise ZeroDivisionError("a slip")

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PREFSTUDIO_HOME", str(tmp_path / "file" / "home"))
    fit_runs(faulty, monkeypatch)
    message = refuse("fit", "anything", code=3)
    assert "ZeroDivisionError: a slip" in message
    assert "log cannot be written" in message


def test_an_answer_that_is_no_number_is_a_fault(
    papers: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit_runs(lambda options: {"mean": [float("nan")]}, monkeypatch)
    assert "fault of the program" in refuse("fit", papers, "--json", code=3)


def test_too_little_memory(refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(options: object) -> dict[str, Any]:
        raise MemoryError

    fit_runs(greedy, monkeypatch)
    assert "not enough memory" in refuse("fit", "anything", code=2)
