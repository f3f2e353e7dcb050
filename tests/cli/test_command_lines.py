"""Command lines that are wrong, and those that open the window."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from prefstudio.cli import main
from prefstudio.study.folder import read_study
from tests.cli.words import Refuse


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fit", "x", "--jsno"], "--jsno"),
        (["fit"], "STUDY"),
        (["fit", "x", "--inference", "magic"], "'magic' (choose from"),
        (["suggest", "x", "--criterion", "magic"], "'magic' (choose from"),
        (["suggest", "x", "--top", "0"], "argument --top: give a whole number from 1 on"),
        (["suggest", "x", "--top", "1.5"], "argument --top: give a whole number from 1 on"),
        (["suggest", "x", "--top", "-2"], "argument --top: give a whole number from 1 on"),
        (["suggest", "x", "--horizon", "-1"], "argument --horizon: give a positive number, or all"),
        (["suggest", "x", "--horizon", "0"], "argument --horizon: give a positive number, or all"),
        (["suggest", "x", "--horizon", "nan"], "give a positive number, or all"),
        (["suggest", "x", "--horizon", "most"], "give a positive number, or all"),
        (["suggest", "x", "--purpose", "top"], "give best, top:K such as top:3, or ranking"),
        (["suggest", "x", "--purpose", "best:2"], "give best, top:K such as top:3, or ranking"),
        (["predict", "x", "a"], "B"),
        (["predict", "x", "a", "b", "c"], "c"),
        (["--jsno"], "COMMAND"),
    ],
)
def test_usage(usage: Refuse, words: list[str], said: str) -> None:
    message = usage(*words)
    assert said in message
    assert "Traceback" not in message
    # The name of a function, such as _positive, is nothing to a person.
    assert " _" not in message.partition("error:")[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fti", "x"], "no command is called 'fti'. Did you mean 'fit'?"),
        (["sugest"], "no command is called 'sugest'. Did you mean 'suggest'?"),
        (["zzzz", "x"], "no command is called 'zzzz'. See prefstudio --help."),
    ],
)
def test_unknown_commands(refuse: Refuse, words: list[str], said: str) -> None:
    assert refuse(*words, code=2) == said


def test_a_path_alone_opens_the_window(
    papers: Path, monkeypatch: pytest.MonkeyPatch, refuse: Refuse
) -> None:
    opened: list[Path | None] = []

    class Window:
        @staticmethod
        def open_window(path: Path | None) -> int:
            opened.append(path)
            read_study(path or papers)
            return 7

    monkeypatch.setitem(sys.modules, "prefstudio.studio.app", Window)
    near = papers.with_name("fitt")
    papers.rename(near)
    assert main([str(near)]) == 7
    monkeypatch.chdir(near.parent)
    assert main(["fitt"]) == 7
    assert opened == [near, Path("fitt")]
    assert "there is no such folder" in refuse("nowhere-at-all")


def test_a_window_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch, refuse: Refuse) -> None:
    monkeypatch.setitem(sys.modules, "prefstudio.studio.app", None)
    assert refuse(code=2).startswith("the window needs what is not installed here")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["fit", "--help"]])
def test_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: prefstudio")
    assert ("--covariance" in out) == (words[0] == "fit")
