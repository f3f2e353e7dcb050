"""The folder an export goes to: never someone else's, never half a file."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.changes import ItemAdded, ItemChanged
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.events import Answered, TrialShown, Undone, happened
from prefstudio.study.exporters import EXPORTERS, CutShortError, export, material
from prefstudio.study.folder import read_study
from prefstudio.study.founding import founded
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.importers.preview import preview
from prefstudio.study.items import Item, ItemSet
from prefstudio.study.resources import sample
from prefstudio.study.state import fold
from prefstudio.study.store import create
from tests.study.exporters.minimal_reader import read_rows
from tests.study.exporters.studies import answered, posterior_of


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_files_written_are_told(tmp_path: Path) -> None:
    written = export(answered("shapes"), tmp_path / "a/b", ("folder", "posterior"))
    assert {path.relative_to(tmp_path / "a/b").as_posix() for path in written} == set(
        contents(tmp_path / "a/b")
    )


def test_a_folder_that_holds_something_else_is_left_alone(empty: Path, refused) -> None:
    (empty / "diary.txt").write_text("mine", encoding="utf-8")
    with refused(str(empty), None, "not empty", remedy="empty or not there"):
        export(answered("six-papers"), empty)
    assert set(contents(empty)) == {"diary.txt"}


def test_a_study_is_not_exported_over_its_own_source(tmp_path: Path, refused) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "items.csv").write_text("item_id\na\nb\n", encoding="utf-8")
    with refused(str(source), None, "not empty", remedy="empty"):
        export(read_study(source), source)


def test_a_file_is_no_folder(tmp_path: Path, refused) -> None:
    path = tmp_path / "taken"
    path.write_text("x", encoding="utf-8")
    with refused(str(path), None, remedy="Name a folder"):
        export(answered("six-papers"), path)


@pytest.mark.parametrize("study_id", ["", "0b0e7c6e-9c3a-4b6f-8a0e-3f6f0f6f2a11"])
def test_an_earlier_export_of_the_same_study_is_replaced(study_id: str, empty: Path) -> None:
    plain = answered("six-papers")
    study = replace(plain, settings=replace(plain.settings, study_id=study_id))
    export(study, empty, ("folder", "posterior"))
    (empty / "diary.txt").write_text("mine", encoding="utf-8")
    export(replace(study, comparisons=()), empty, ("posterior",))
    assert (empty / "comparisons.csv").exists()
    no_links = replace(study.settings.model, components=())
    bare = replace(
        study, comparisons=(), links={}, settings=replace(study.settings, model=no_links)
    )
    export(bare, empty)
    assert set(contents(empty)) == {
        "items.csv", "study.toml", "posterior.csv", "export.json", "diary.txt",
    }  # fmt: skip


def test_an_export_of_another_study_is_left_alone(empty: Path, refused) -> None:
    export(answered("six-papers"), empty)
    before = contents(empty)
    with refused(str(empty), None, "another study", remedy="Name a folder"):
        export(answered("cars"), empty)
    assert contents(empty) == before


@pytest.mark.parametrize("mark", ["", "{", "[]", '{"study": 1}', '{"study": "x", "files": 3}'])
def test_a_mark_that_is_none_is_refused(mark: str, empty: Path) -> None:
    (empty / "export.json").write_text(mark, encoding="utf-8")
    with pytest.raises(DataError, match="not empty"):
        export(answered("six-papers"), empty)


def test_a_mark_removes_nothing_outside(tmp_path: Path) -> None:
    study = answered("six-papers")
    export(study, tmp_path / "out")
    outside = tmp_path / "precious.txt"
    outside.write_text("mine", encoding="utf-8")
    made = json.loads((tmp_path / "out/export.json").read_bytes())
    made["files"]["folder"] += ["../precious.txt", str(outside)]
    (tmp_path / "out/export.json").write_text(json.dumps(made), encoding="utf-8")
    export(study, tmp_path / "out")
    assert outside.exists()


def test_a_disk_that_fails_leaves_old_files_whole(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = answered("six-papers")
    export(study, empty)
    before = contents(empty)
    replaced = os.replace

    def fail_at_items(source: Path, target: Path) -> None:
        if target.name == "items.csv":
            raise OSError(28, "No space left on device", str(target))
        replaced(source, target)

    monkeypatch.setattr(os, "replace", fail_at_items)
    renamed = ItemSet(replace(item, label="new") for item in study.items)
    with pytest.raises(DataError, match=r"No space left.*room"):
        export(replace(study, items=renamed), empty)
    assert contents(empty) == before
    monkeypatch.undo()
    export(replace(study, items=renamed), empty)
    assert {item.label for item in read_study(empty).items} == {"new"}


@pytest.mark.parametrize(("at", "kind"), [("export.json", DataError), ("items.csv", CutShortError)])
def test_a_disk_that_fails_says_whether_some_is_there(
    at: str, kind: type[DataError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced = os.replace

    def fail(source: Path, target: Path) -> None:
        if target.name == at:
            raise OSError(28, "No space left on device", str(target))
        replaced(source, target)

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(DataError) as told:
        export(answered("six-papers"), tmp_path / "out")
    assert type(told.value) is kind
    assert (tmp_path / "out").exists() is (kind is CutShortError)


class Stopping(Control):
    """Stops as soon as a file is there, or at the first look where none is given."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__()
        self._file = file

    def check(self) -> None:
        if self._file is None or self._file.exists():
            self.cancel()
        super().check()


@pytest.mark.parametrize("name", list(EXPORTERS))
def test_every_format_can_be_stopped_before_anything_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        export(answered("shapes"), tmp_path / "out", (name,), control=Stopping())
    assert not (tmp_path / "out").exists()


def test_what_is_stopped_while_it_is_written_says_so_and_can_be_made_whole(tmp_path: Path) -> None:
    study, out = answered("six-papers"), tmp_path / "out"
    with pytest.raises(CutShortError, match=r"was stopped.*again"):
        export(study, out, control=Stopping(out / "items.csv"))
    assert not (out / "comparisons.csv").exists()
    export(study, out)
    assert read_study(out).items.ids == study.items.ids


def test_an_unknown_format_is_named(tmp_path: Path, refused) -> None:
    with refused("export", None, "'postrior'", remedy="'posterior'"):
        export(answered("six-papers"), tmp_path / "out", ("postrior",))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["zero \0 byte", "half a pair \ud83d"])
def test_what_no_text_file_holds_is_named(text: str, tmp_path: Path, refused) -> None:
    study = replace(answered("six-papers"), items=ItemSet([Item("a", text=text)]))
    study = replace(study, comparisons=(), links={}, settings=replace(study.settings, model=replace(
        study.settings.model, components=())))  # fmt: skip
    with refused("items.csv", None, "'text'", remedy="without that character"):
        export(study, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_media_outside_of_the_study_stay_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (tmp_path / "secret.png").write_bytes(b"secret")
    (source / "in.png").write_bytes(b"picture")
    (source / "items.csv").write_text(
        f"item_id,path\na,in.png\nb,../secret.png\nc,{tmp_path}/secret.png\nd,gone.png\n",
        encoding="utf-8",
    )
    with caplog.at_level(logging.WARNING):
        export(read_study(source), tmp_path / "out")
    assert set(contents(tmp_path / "out")) == {"export.json", "items.csv", "study.toml", "in.png"}
    (record,) = caplog.records
    assert "'../secret.png' and two other files are not in the study" in record.getMessage()
    assert [row["path"] for row in read_rows(tmp_path / "out/items.csv")][1] == "../secret.png"


def test_packed_media_are_asked_for(empty: Path) -> None:
    study = read_study(sample("shapes"))
    export(study, empty, read_media=lambda path: path.encode())
    assert (empty / "pictures/s01.png").read_bytes() == b"pictures/s01.png"
    fewer = ItemSet(replace(item, path="") for item in study.items)
    export(replace(study, items=fewer), empty)
    assert (empty / "pictures/s01.png").exists()


def test_a_picture_may_not_take_the_name_of_a_table(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "items.csv").write_text("item_id,path\na,items.csv\nb,\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"'items\.csv'.*another name"):
        export(read_study(source), tmp_path / "out")


def test_too_many_answers_are_not_written_one_by_one(
    empty: Path, monkeypatch: pytest.MonkeyPatch, refused
) -> None:
    monkeypatch.setattr(material, "MOST_ROWS", 10)
    rows = (Comparison("a", "b", Outcome.B, count=11),)
    study = replace(answered("six-papers"), comparisons=rows)
    for name in ("pwcmp", "choix"):
        with refused("comparisons.csv", None, "11 answers", remedy="win_matrix"):
            export(study, empty, (name,))
    export(study, empty, ("folder", "win_matrix", "winner_loser"))


def test_answers_of_events_come_with_all_that_is_known(empty: Path) -> None:
    study = replace(read_study(sample("six-papers")))
    events = []
    for number, (a, b) in enumerate([("a", "b"), ("c", "d"), ("e", "f")]):
        shown = TrialShown(f"t{number}", a, b, p_a=0.25, mean_a=-0.5, sd_a=1.0, seed=3)
        events.append(happened(shown, "p1", "s1"))
        said = Answered(f"t{number}", a, b, Outcome.B, rt_ms=812.5, comment="=cmd")
        events.append(happened(said, "p1", "s1"))
    events.append(happened(Undone(events[-1].event_id), "p1", "s1"))
    export(study, empty, ("folder", "posterior"), events)
    rows = read_rows(empty / "comparisons.csv")
    assert [row["undone"] for row in rows] == ["0", "0", "1"]
    first = rows[0]
    assert (first["trial"], first["rt_ms"], first["mean_A"]) == ("t0", "812.5", "-0.5")
    assert (first["event_id"], first["t_shown"]) == (events[1].event_id, events[0].at)
    assert (first["observer"], first["session"], first["comment"]) == ("p1", "s1", "=cmd")
    state = fold(study, events)
    expected = posterior_of(state.as_study())
    read = read_study(empty)
    np.testing.assert_allclose(posterior_of(read).mean, expected.mean, atol=1e-10)
    means = [float(row["mean"]) for row in read_rows(empty / "posterior.csv")]
    assert means == expected.mean.tolist()


@pytest.mark.parametrize("drive", ["gas", "petrol"])
def test_features_stay_standardised_by_the_founding_items(tmp_path: Path, drive: str) -> None:
    study = read_study(sample("cars"))
    events = [
        happened(ItemAdded(Item("zeppelin"), {"x_price": 900.0, "x_drive": drive})),
        happened(ItemChanged("ardwin", {"x_boot": None, "x_seats": 40.0})),
    ]
    now = fold(study, events).as_study()
    assert now.features.matrix()[1:-1].tolist() == study.features.matrix()[1:].tolist()
    export(study, tmp_path / "one", events=events)
    read = read_study(tmp_path / "one")
    assert read.features.matrix().tolist() == now.features.matrix().tolist()
    np.testing.assert_allclose(posterior_of(read).sd, posterior_of(now).sd, rtol=0, atol=1e-10)
    found = founded(preview(ImportPlan(paths=(tmp_path / "one",)))).study
    with create(tmp_path / "cars.prefstudio", found) as made:
        export(made.study, tmp_path / "two")
    again = read_study(tmp_path / "two")
    assert again.features.matrix().tolist() == now.features.matrix().tolist()
    assert again.settings.features == read.settings.features != ()


def test_features_that_items_tell_are_not_told_twice(tmp_path: Path) -> None:
    export(read_study(sample("cars")), tmp_path / "out")
    assert "[[feature]]" not in (tmp_path / "out" / "study.toml").read_text(encoding="utf-8")


def test_a_medium_in_the_place_of_a_table(tmp_path: Path, empty: Path, refused) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "items.csv").write_text("item_id,type,path\na,image,./study.toml\nb,text,\n")
    (source / "study.toml").write_text("title = 'orig'\n")
    with refused(str(empty), None, "two files of the export", remedy="another name"):
        export(read_study(source), empty)


def test_a_warning_is_one_line_whatever_a_path_holds(
    tmp_path: Path, empty: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "items.csv").write_text('item_id,type,path\na,image,"\x1b[31mred\nx.png"\nb,text,\n')
    export(read_study(source), empty)
    (record,) = caplog.records
    assert r"\x1b[31mred\nx.png" in record.getMessage()


def test_what_was_replaced_is_told(empty: Path) -> None:
    told: list[str] = []
    export(answered("six-papers"), empty, tell=told.append)
    export(answered("six-papers"), empty, tell=told.append)
    assert told == []
    with (empty / "items.csv").open("a") as items:
        items.write("by hand\n")
    export(answered("six-papers"), empty, tell=told.append)
    assert told == ["replaced what was there before in items.csv"]


def test_a_failed_export_leaves_no_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(DataError, match="cannot be written"):
        export(answered("six-papers"), tmp_path / "out")
    assert not (tmp_path / "out").exists()
