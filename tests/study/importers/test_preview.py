"""The preview as a whole: one folder that is a study already, progress, and cancelling."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.importers import source
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.importers.preview import preview
from tests.study.importers.examples import ITEMS_CSV, look, posterior

Write = Callable[[str, str | bytes], Path]


def test_a_study_in_plain_text_is_read_as_it_is(tmp_path: Path, write: Write) -> None:
    write("items.csv", ITEMS_CSV.replace("name", "item_id").replace("height", "x_height"))
    write("links.csv", "source,target,relation\noak,elm,near\nelm,fir,cites\n")
    write("comparisons.csv", "winner,loser\noak,elm\nfir,elm\n")
    write("participants.csv", "participant_id,excluded\np1,0\np2,1\n")
    write("study.toml", 'title = "Trees"\n[[relation]]\nname = "cites"\ndirected = true\n')
    found = preview(ImportPlan(paths=(tmp_path,)))
    study = read_study(tmp_path)
    assert found.study.settings == study.settings
    assert found.study.participants == study.participants
    assert found.study.comparisons == study.comparisons
    assert list(found.study.links) == ["cites", "near"] == list(study.links)
    np.testing.assert_array_equal(posterior(found.study).mean, posterior(study).mean)
    assert found.problems == ()


def test_ties_that_a_study_forbids_are_told(tmp_path: Path, write: Write) -> None:
    write("items.csv", ITEMS_CSV)
    write("study.toml", "[response]\ntie = false\n")
    write("comparisons.csv", "winner,loser,tie\noak,elm,1\nfir,elm,\n")
    found = preview(ImportPlan(paths=(tmp_path,)))
    assert [(problem.file, problem.line) for problem in found.problems] == [("comparisons.csv", 2)]
    assert not found.study.settings.response.tie


def test_two_tables_of_items(tmp_path: Path, write: Write) -> None:
    write("a.csv", ITEMS_CSV)
    write("b.csv", ITEMS_CSV)
    with pytest.raises(DataError, match=r"b\.csv: 'a\.csv' and 'b\.csv' all tell items"):
        look(tmp_path, paths=("a.csv", "b.csv"))


def test_one_relation_in_two_senses(tmp_path: Path, write: Write) -> None:
    write("t.csv", ITEMS_CSV)
    write("a.csv", "source,target,relation,directed\noak,elm,kin,1\n")
    write("b.csv", "source,target,relation,directed\noak,elm,kin,0\n")
    with pytest.raises(DataError, match=r"b\.csv: another file has links called 'kin'"):
        look(tmp_path, items="t.csv", links=("a.csv", "b.csv"))


def test_title_and_seed(tmp_path: Path, write: Write) -> None:
    write("trees.v2.csv", ITEMS_CSV)
    first, second = (look(tmp_path, paths=("trees.v2.csv",)) for _ in range(2))
    assert first.study.settings.title == "trees"
    assert first.study.settings.seed == second.study.settings.seed
    titled = preview(ImportPlan(paths=(tmp_path / "trees.v2.csv",), title="Woods"))
    assert titled.study.settings.title == "Woods"


def test_what_a_folder_refuses_an_import_refuses_too(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id,x_n\na,1\nb,2\n")
    for text in ("categorical = ['colr']\n", "[[feature]]\nname='z'\nmean=[1.0]\nsd=[1.0]\n"):
        write("study.toml", text)
        with pytest.raises(DataError, match=r"no feature column of items\.csv is called") as one:
            read_study(tmp_path)
        with pytest.raises(DataError) as other:
            look(tmp_path, paths=(".",))
        assert str(other.value) == str(one.value)


def test_a_declared_relation_without_links_is_there(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id\na\nb\n")
    write(
        "study.toml",
        "seed = 1\n[[relation]]\nname = 'r'\n[[model.component]]\nkind = 'links'\n"
        "[[model.component]]\nkind = 'individual'\n",
    )
    found = look(tmp_path, paths=(".",))
    assert found.links == {"r": 0}
    assert found.study.links["r"].relation == read_study(tmp_path).links["r"].relation
    assert posterior(found.study).sd.tolist() == posterior(read_study(tmp_path)).sd.tolist()


def test_a_study_file_is_no_import(tmp_path: Path, write: Write) -> None:
    write("a.prefstudio", b"SQLite format 3\0")
    with pytest.raises(DataError, match="a study already"):
        look(tmp_path, paths=("a.prefstudio",))


def large_table(write: Write, n_rows: int = 20_000) -> Path:
    rows = "".join(f"item{k},{k % 97},{k % 89}.5\n" for k in range(n_rows))
    return write("large.csv", "name,a,b\n" + rows)


def test_progress_goes_up_to_the_end(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prefstudio.engine.control.PROGRESS_INTERVAL", 0.0)
    monkeypatch.setattr(source, "_CHUNK_BYTES", 4096)
    path = large_table(write)
    heard: list[tuple[int, int]] = []
    found = preview(
        ImportPlan(paths=(path,)), Control(lambda done, total: heard.append((done, total)))
    )
    assert found.items == 20_000
    assert len({total for _, total in heard}) == 1
    done = [done for done, _ in heard]
    assert done == sorted(done)
    assert done[0] < done[-1] / 10
    assert done[-1] == heard[-1][1]
    assert len(set(done)) > 40


@pytest.mark.parametrize("part", [0.1, 0.4, 0.7, 0.95])
def test_an_import_can_be_cancelled_at_any_point(
    tmp_path: Path, write: Write, part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prefstudio.engine.control.PROGRESS_INTERVAL", 0.0)
    monkeypatch.setattr(source, "_CHUNK_BYTES", 4096)
    path = large_table(write, 4_000)
    heard: list[float] = []

    def hear(done: int, total: int) -> None:
        heard.append(done / total)
        if heard[-1] >= part:
            control.cancel()

    control = Control(hear)
    with pytest.raises(Cancelled):
        preview(ImportPlan(paths=(path,)), control)
    assert part <= heard[-1] < part + 0.15


def test_lines_are_told_right_across_pieces(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for size in (1, 2, 3, 7):
        monkeypatch.setattr(source, "_CHUNK_BYTES", size)
        write("t.csv", "name,a\r\nöak,1\r\nelm,2\r\nfir,3\r\nelm,4\r\n")
        found = look(tmp_path, items="t.csv", id_column="name")
        assert found.study.items.ids == ("öak", "elm", "fir")
        assert [problem.line for problem in found.problems] == [5]


@pytest.mark.slow
def test_a_hundred_megabytes_stream_and_stop_when_told(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("name," + ",".join(f"c{k}" for k in range(20)) + "\n")
        number = 0
        while file.tell() < 100_000_000:
            cells = ",".join(f"{(number * 7919 + k * 104729) % 1000003}" for k in range(20))
            file.writelines(f"i{number + k},{cells}\n" for k in range(100))
            number += 100
    heard: list[int] = []
    control = Control(lambda done, total: heard.append(done))
    threading.Timer(1.0, control.cancel).start()
    with pytest.raises(Cancelled):
        preview(ImportPlan(paths=(path,)), control)
    assert len(heard) >= 5
