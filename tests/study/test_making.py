"""A new study's file is made of what was imported, or it is said why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study import making
from prefstudio.study.errors import DataError
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.making import NewStudy, make_study


@pytest.fixture
def found(tmp_path: Path) -> ImportPreview:
    table = tmp_path / "items.csv"
    table.write_text("item_id,x_size\na,1\nb,2\n", encoding="utf-8")
    return preview(ImportPlan(paths=(table,)))


def test_more_items_than_the_memory_has_room_for_are_told(
    monkeypatch: pytest.MonkeyPatch, found: ImportPreview, tmp_path: Path
) -> None:
    def full(imported: ImportPreview) -> ImportPreview:
        raise MemoryError

    monkeypatch.setattr(making, "founded", full)
    with pytest.raises(DataError, match="a model of 2 items does not fit") as error:
        make_study(found, NewStudy(tmp_path / "new.prefstudio"), Control())
    assert error.value.file == "items.csv"
    assert error.value.remedy


def test_nothing_is_written_once_it_was_cancelled(found: ImportPreview, tmp_path: Path) -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        make_study(found, NewStudy(tmp_path / "new.prefstudio"), control)
    assert not (tmp_path / "new.prefstudio").exists()


def test_whoever_waits_hears_at_once_that_somebody_asked_to_stop() -> None:
    control, heard = Control(), []
    control.when_cancelled(lambda: heard.append("first"))
    control.when_cancelled(None)
    control.cancel()
    assert heard == []
    control.when_cancelled(lambda: heard.append("too late to wait"))
    assert heard == ["too late to wait"]
    control.cancel()
    assert len(heard) == 2
