"""``learn``: what is printed is what is on record, and it can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from prefstudio.cli import learn, main
from prefstudio.engine.learning_methods import METHODS
from prefstudio.study.changes import ChangedBy, SettingsChanged
from prefstudio.study.store import open_study
from tests.cli.words import Ask, Read, Refuse

SAID = ["be", "ad", "bf", "ae", "cf", "bd", "ac"]


@pytest.fixture
def answered(file: Path, ask: Ask) -> Path:
    """The six papers with some answers, the better one first."""
    for a, b in SAID:
        ask("answer", file, a, b, "--outcome", "A")
    return file


@pytest.mark.parametrize("method", METHODS)
def test_what_is_printed_is_on_record(answered: Path, ask: Ask, method: str) -> None:
    before = ask("fit", answered)["log_evidence"]
    found = ask("learn", answered, "--method", method)
    assert found["log_evidence_before"] == pytest.approx(before, abs=1e-8)
    assert found["log_evidence_after"] > before
    after = ask("fit", answered)
    assert after["log_evidence"] == pytest.approx(found["log_evidence_after"], abs=1e-8)
    assert after["answers"] == len(SAID)
    assert [part["kind"] for part in found["model"]["component"]].count("links") == 1
    with open_study(answered, writable=False) as opened:
        bodies = [event.body for event in opened.events]
    learned = [body for body in bodies if isinstance(body, SettingsChanged)]
    assert [(body.what, body.by) for body in learned] == [
        ("model.component", ChangedBy.LEARNED),
        ("model.scale_spread", ChangedBy.LEARNED),
    ]
    assert learned[0].after == found["model"]["component"]
    assert learned[1].after == found["model"]["scale_spread"]


def test_it_is_taken_back(answered: Path, ask: Ask) -> None:
    before = ask("fit", answered)
    ask("learn", answered)
    assert ask("fit", answered) != before
    assert ask("undo", answered)["change"] == "settings_changed"
    assert ask("fit", answered) == before


def test_lines_for_a_person(answered: Path, read: Read) -> None:
    first, second, *_ = read("learn", answered)
    assert first.startswith("log evidence -")
    assert " → -" in first
    assert second.startswith("The log evidence rises from ")  # links alone share with nothing


def test_progress_on_a_terminal(
    answered: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(learn.sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["learn", str(answered), "--json"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    assert "step " in err
    assert "log evidence" in err
    assert err.endswith("\r\x1b[K")
    assert "\n" not in err


def test_refusals(file: Path, papers: Path, refuse: Refuse, usage: Refuse) -> None:
    assert "make one with prefstudio new" in refuse("learn", papers, "--json")
    with open_study(file, writable=False) as opened:
        n_events = len(opened.events)
    assert "there is no answer to learn from" in refuse("learn", file, "--json")
    with open_study(file, writable=False) as opened:
        assert len(opened.events) == n_events
    assert "'magic' (choose from" in usage("learn", file, "--method", "magic")
