"""A study file is read wherever a folder is, and says the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.inference import INFERENCES
from prefstudio.study.changes import AnswerChanged, ItemExcluded
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Body, happened
from prefstudio.study.store import open_study
from tests.cli.words import Ask, Read, Refuse, by_pair


def record(file: Path, body: Body) -> None:
    with open_study(file) as opened:
        opened.append(happened(body))


@pytest.mark.parametrize("inference", sorted({*INFERENCES} - {"pseudo_inputs"}))
def test_fit_is_that_of_the_folder(papers: Path, file: Path, ask: Ask, inference: str) -> None:
    ask("answer", file, "b", "e", "--outcome", "A")
    words = ("--covariance", "--inference", inference)
    told, read = ask("fit", papers, *words), ask("fit", file, *words)
    assert list(read) == list(told)
    for key in ("mean", "sd", "sd_centred", "covariance"):
        np.testing.assert_allclose(read[key], told[key], rtol=0, atol=1e-10)
    for key in ("items", "inference", "answers", "converged"):
        assert read[key] == told[key]


def test_suggest_and_predict_are_those_of_the_folder(papers: Path, file: Path, ask: Ask) -> None:
    ask("answer", file, "b", "e", "--outcome", "A")
    told, read = (by_pair(ask("suggest", path, "--top", 99)) for path in (papers, file))
    assert set(read) == set(told)
    for pair, value in told.items():
        assert read[pair] == pytest.approx(value, abs=1e-10)
    told, read = (ask("predict", path, "e", "b") for path in (papers, file))
    assert read == pytest.approx(told, abs=1e-10)


def test_a_skipped_pair_is_not_asked_again(file: Path, ask: Ask) -> None:
    assert "bc" in by_pair(ask("suggest", file, "--top", 99))
    ask("answer", file, "c", "b", "--outcome", "skip", "--participant", "ann")
    assert "bc" not in by_pair(ask("suggest", file, "--top", 99))
    assert "bc" not in by_pair(ask("suggest", file, "--top", 99, "--participant", "ann"))
    ask("answer", file, "a", "b", "--outcome", "A", "--participant", "bob")
    of_bob = by_pair(ask("suggest", file, "--top", 99, "--participant", "bob"))
    assert "bc" in of_bob
    assert "ab" not in of_bob


def test_an_excluded_item_is_not_asked(file: Path, ask: Ask) -> None:
    record(file, ItemExcluded("c"))
    pairs = by_pair(ask("suggest", file, "--top", 99))
    assert len(pairs) == 10
    assert not any("c" in pair for pair in pairs)


def test_a_flipped_answer(file: Path, ask: Ask) -> None:
    ask("answer", file, "b", "e", "--outcome", "A")
    before = ask("fit", file)["mean"]
    with open_study(file, writable=False) as opened:
        (answer,) = opened.state.answers
    record(file, AnswerChanged(answer.event_id, Outcome.B))
    np.testing.assert_allclose(ask("fit", file)["mean"], -np.array(before), rtol=0, atol=1e-10)


def test_files_that_are_no_studies(tmp_path: Path, file: Path, refuse: Refuse) -> None:
    gone = tmp_path / "gone.prefstudio"
    other = tmp_path / "other.prefstudio"
    other.write_text("no study")
    cut = Path(shutil.copy(file, tmp_path / "cut.prefstudio"))
    cut.write_bytes(cut.read_bytes()[:5000])
    for words in (["fit"], ["suggest"], ["info"], ["export", "--to", str(tmp_path / "out")]):
        assert f"{gone}: there is no such file" in refuse(words[0], gone, *words[1:])
        assert f"{other}: this is no study file" in refuse(words[0], other, *words[1:], "--json")
        assert "damaged" in refuse(words[0], cut, *words[1:], "--json")
    assert not (tmp_path / "out").exists()


def test_reading_leaves_the_file_and_its_folder_alone(file: Path, ask: Ask, read: Read) -> None:
    ask("answer", file, "b", "e", "--outcome", "A")
    before, names = file.read_bytes(), sorted(file.parent.iterdir())
    ask("fit", file)
    ask("suggest", file)
    ask("info", file)
    read("predict", file, "a", "b")
    assert file.read_bytes() == before
    assert sorted(file.parent.iterdir()) == names == [file]


def test_a_write_protected_copy_is_read(
    file: Path, ask: Ask, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "prefstudio.study.store.opening.WriterLock", _no_lock("the folder is write-protected")
    )
    assert ask("fit", file)["answers"] == 0
    assert "write-protected" in refuse("answer", file, "a", "b", "--outcome", "A")


def _no_lock(why: str) -> Callable[[Path], None]:
    def refuse_lock(path: Path) -> None:
        raise PermissionError(13, why)

    return refuse_lock


def test_an_error_names_the_file_and_no_table_that_is_not_there(file: Path, refuse: Refuse) -> None:
    message = refuse("fit", file, "--attribute", "warmth")
    assert message.startswith(str(file))
    assert "comparisons.csv" not in message
