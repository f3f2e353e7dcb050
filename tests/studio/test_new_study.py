"""A study is made of files by dialog: read in another thread, shown, changed, then written."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.new_study import import_work, problem_card
from prefstudio.studio.new_study.new_study_dialog import (
    MAKE,
    MAKE_WITHOUT,
    MAKE_WITHOUT_IT,
    NewStudyDialog,
)
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.purpose import PURPOSES
from prefstudio.study.resources import sample
from prefstudio.study.store import open_study

OpenDialog = Callable[..., NewStudyDialog]


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    rows = [f"oak{n},Oak {n},{n * 3},{n % 4},wood,{n / 7}" for n in range(8)]
    path = tmp_path / "trees.csv"
    path.write_text("\n".join(["name,title,height,age,kind,score", *rows]), encoding="utf-8")
    return path


@pytest.fixture
def open_dialog(qtbot: QtBot) -> Iterator[OpenDialog]:
    made: list[NewStudyDialog] = []

    def open_on(*paths: Path) -> NewStudyDialog:
        dialog = NewStudyDialog(paths)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        made.append(dialog)
        dialog.open()
        if paths:
            qtbot.waitUntil(lambda: not dialog.chores.is_busy)
        return dialog

    yield open_on
    for dialog in made:
        dialog.chores.stop()


def read_here(dialog: NewStudyDialog) -> ImportPreview:
    """What was read, which is in this process where files are small."""
    assert isinstance(dialog.found, import_work.ReadHere)
    return dialog.found.preview


def switch_column(dialog: NewStudyDialog, place: int) -> None:
    """Take a column's tick away."""
    taken = dialog.choices.columns.model()
    role = Qt.ItemDataRole.CheckStateRole
    assert taken.setData(taken.index(place, 0), Qt.CheckState.Unchecked.value, role)


def settle(qtbot: QtBot, dialog: NewStudyDialog) -> None:
    qtbot.waitUntil(lambda: not dialog.chores.is_busy)


def test_without_files_there_is_nothing_to_make(open_dialog: OpenDialog) -> None:
    dialog = open_dialog()
    assert dialog.pages.currentIndex() == 0
    assert set(dialog.start_page.buttons) == {"folder", "files"}
    assert not dialog.make_button.isEnabled()


def test_a_table_shows_its_counts_and_guesses(open_dialog: OpenDialog, trees: Path) -> None:
    dialog = open_dialog(trees)
    figures = {word: figure.text() for word, figure in dialog.found_card.figures.items()}
    assert figures == {"items": "8", "features": "3"}
    assert "ids are taken from 'name'" in dialog.found_card.guesses.text()
    assert dialog.choices.choices["id_column"].currentText() == "name"
    assert dialog.place.path == trees.with_name("trees.prefstudio")
    assert list(trees.parent.glob("*.prefstudio")) == []


def test_every_file_and_column_says_what_it_is_used_for(
    qtbot: QtBot, open_dialog: OpenDialog, tmp_path: Path
) -> None:
    cheeses, links = tmp_path / "cheeses.csv", tmp_path / "links.csv"
    cheeses.write_text("name,fat,milk,title\nBrie,60,cow,Brie de Meaux\nFeta,45,ewe,Feta\n")
    links.write_text("source,target\nBrie,Feta\n")
    dialog = open_dialog(cheeses, links)
    assert [row.format.text() for row in dialog.source.rows] == ["table", "table of links"]
    assert dialog.found_card.kinds.text().endswith(
        "Read cheeses.csv as a table and links.csv as a table of links."
    )
    box = dialog.choices.choices["label_column"]
    box.setCurrentIndex(box.findData("title"))
    box.activated.emit(box.currentIndex())
    settle(qtbot, dialog)
    taken = dialog.choices.columns.model()
    assert [taken.index(row, 0).data() for row in range(4)] == [
        "name, the ids",
        "fat, a feature",
        "milk, kept with the items, not used",
        "title, the labels",
    ]
    assert [dict(item.extra) for item in read_here(dialog).study.items] == [
        {"milk": "cow"},
        {"milk": "ewe"},
    ]


def test_a_guess_is_changed_and_a_column_dropped(
    qtbot: QtBot, open_dialog: OpenDialog, trees: Path
) -> None:
    dialog = open_dialog(trees)
    for name, column in (("label_column", "title"), ("truth_column", "score")):
        box = dialog.choices.choices[name]
        box.setCurrentIndex(box.findData(column))
        box.activated.emit(box.currentIndex())
        settle(qtbot, dialog)
    switch_column(dialog, 3)
    settle(qtbot, dialog)
    items = list(read_here(dialog).study.items)
    assert items[7].label == "Oak 7"
    assert items[7].truth == pytest.approx(1.0)
    headings = [each.heading for each in read_here(dialog).study.features.columns]
    assert headings == ["height"]


def test_problems_name_file_and_line_and_the_button_says_what_it_does(
    qtbot: QtBot, open_dialog: OpenDialog, trees: Path
) -> None:
    links = trees.with_name("links.csv")
    links.write_text("source,target\noak1,oak2\noak3,oak77\n", encoding="utf-8")
    dialog = open_dialog(trees)
    assert dialog.make_button.text() == MAKE
    dialog.take([links], "links")
    settle(qtbot, dialog)
    assert dialog.problems.rows[0].title.text() == "links.csv, line 3: no item is called 'oak77'"
    assert "Did you mean 'oak7'?" in dialog.problems.rows[0].way_on.text()
    assert dialog.make_button.text() == MAKE_WITHOUT_IT
    assert dialog.problems.property("kind") == "message"  # on a soft fill, with an icon a row
    assert dialog.problems.property("tone") == "bad"
    assert dialog.problems.rows[0].findChild(IconLabel) is not None
    links.write_text("source,target\noak1,oak2\noak3,oak77\noak3,oak78\n", encoding="utf-8")
    dialog.problems.again.click()
    settle(qtbot, dialog)
    assert dialog.make_button.text() == MAKE_WITHOUT
    links.write_text("source,target\noak1,oak2\noak3,oak7\n", encoding="utf-8")
    dialog.problems.again.click()
    settle(qtbot, dialog)
    assert dialog.make_button.text() == MAKE
    assert not dialog.problems.isVisibleTo(dialog)


def test_a_file_that_no_program_opens_is_named_with_its_place(
    qtbot: QtBot, open_dialog: OpenDialog, trees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = trees.with_name("links.csv")
    links.write_text("source,target\noak3,oak77\n", encoding="utf-8")
    dialog = open_dialog(trees)
    dialog.take([links], "links")
    settle(qtbot, dialog)
    monkeypatch.setattr(problem_card.QDesktopServices, "openUrl", _opens_nothing)
    (row,) = dialog.problems.rows
    row.findChild(QPushButton, "problem_open_1").click()
    assert str(links) in row.way_on.text()


def _opens_nothing(address: QUrl) -> bool:
    return False


def test_columns_of_answers_are_mapped_by_hand(
    qtbot: QtBot, open_dialog: OpenDialog, trees: Path
) -> None:
    said = trees.with_name("said.csv")
    said.write_text("left,right,choice,user\noak1,oak2,left,anna\noak3,oak1,oak1,bo\n")
    dialog = open_dialog(trees)
    dialog.take([said], "comparisons")
    settle(qtbot, dialog)
    assert not dialog.make_button.isEnabled()
    assert dialog.mapping.choices["person"].currentText() == "user"
    dialog.mapping.button.click()
    settle(qtbot, dialog)
    told = [(c.a, c.b, str(c.outcome), c.participant) for c in read_here(dialog).study.comparisons]
    assert told == [("oak1", "oak2", "A", "anna"), ("oak3", "oak1", "B", "bo")]


def test_a_query_is_chosen(qtbot: QtBot, open_dialog: OpenDialog, tmp_path: Path) -> None:
    lines = [f"{n % 2} qid:{q} 1:{n} 2:{n * n} #docid = d{q}{n}" for q in "12" for n in range(3)]
    path = tmp_path / "letor.txt"
    path.write_text("\n".join(lines))
    dialog = open_dialog(path)
    assert "Choose another below." in dialog.found_card.guesses.text()
    box = dialog.choices.choices["query"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    settle(qtbot, dialog)
    assert read_here(dialog).study.items.ids[0] == "d20"


def test_ids_come_from_file_names(qtbot: QtBot, open_dialog: OpenDialog) -> None:
    folder = next(path.parent for path in sample("shapes").rglob("*.png"))
    dialog = open_dialog(folder)
    dialog.choices.pattern.setText("(")
    dialog.choices.pattern.editingFinished.emit()
    settle(qtbot, dialog)
    assert dialog.message.title.text().startswith("Ids in file names: the regular expression")
    assert "Nothing was written." in dialog.message.advice.text()
    dialog.choices.pattern.setText(r"(?P<id>..)[^.]*\.png")
    dialog.choices.pattern.editingFinished.emit()
    settle(qtbot, dialog)
    assert all(len(name) == 2 for name in read_here(dialog).study.items.ids)


def test_enter_makes_the_study(qtbot: QtBot, open_dialog: OpenDialog, trees: Path) -> None:
    dialog = open_dialog(trees)
    dialog.place.name.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(dialog.study_made):
        qtbot.keyClick(dialog.place.name, Qt.Key.Key_Return)


def test_the_study_is_written_and_told(qtbot: QtBot, open_dialog: OpenDialog, trees: Path) -> None:
    dialog = open_dialog(trees)
    dialog.place.name.selectAll()
    qtbot.keyClicks(dialog.place.name, "Tall trees")
    with qtbot.waitSignal(dialog.study_made) as told:
        dialog.make_button.click()
    assert told.args == [trees.with_name("Tall trees.prefstudio")]
    with open_study(told.args[0]) as file:
        assert len(file.study.items) == 8
        assert file.study.settings.title == "Tall trees"
        assert file.study.settings.study_id
    assert not dialog.isVisible()


def test_a_name_with_any_sign_is_the_title_and_the_file_is_called_as_files_can_be(
    qtbot: QtBot, open_dialog: OpenDialog, trees: Path
) -> None:
    dialog = open_dialog(trees)
    dialog.place.name.selectAll()
    qtbot.keyClicks(dialog.place.name, "Trees 2026/27: which?")
    assert dialog.place.place.toolTip() == str(trees.with_name("Trees 2026 27 which.prefstudio"))
    assert not dialog.place.trouble.text()
    with qtbot.waitSignal(dialog.study_made) as told:
        dialog.make_button.click()
    assert told.args == [trees.with_name("Trees 2026 27 which.prefstudio")]
    with open_study(told.args[0]) as file:
        assert file.study.settings.title == "Trees 2026/27: which?"


@pytest.mark.parametrize(("toml", "said"), [("", False), ("", True), ("horizon = 1\n", False)])
def test_the_purpose_is_guessed_said_or_told_by_the_files(
    qtbot: QtBot, open_dialog: OpenDialog, tmp_path: Path, toml: str, said: bool
) -> None:
    folder = tmp_path / "five"
    folder.mkdir()
    (folder / "items.csv").write_text("item_id\na\nb\nc\nd\ne\n")
    (folder / "study.toml").write_text(f"[model]\n{toml}")
    dialog = open_dialog(folder)
    field = dialog.place.purpose
    assert field.choice.currentData() == ("best" if toml else "ranking")
    assert field.sentence.text() == PURPOSES[field.choice.currentData()].sentences()
    if said:
        field.choice.setCurrentIndex(field.choice.findData("top"))
        field.choice.activated.emit(field.choice.currentIndex())
        field.spin.setValue(4)
    with qtbot.waitSignal(dialog.study_made, timeout=10000) as made:
        dialog.make()
    with open_study(made.args[0], writable=False) as file:
        model = file.state.study.settings.model
    if toml:
        assert (model.horizon, model.criterion) == (1.0, "expected_loss")
    elif said:
        assert (model.horizon, model.criterion) == (4.0, PURPOSES["top"].criterion)
    else:
        assert (model.horizon, model.criterion) == (math.inf, PURPOSES["ranking"].criterion)


def test_a_name_that_is_taken_is_refused(open_dialog: OpenDialog, trees: Path) -> None:
    trees.with_name("trees.prefstudio").touch()
    dialog = open_dialog(trees)
    assert dialog.place.path.name == "trees 2.prefstudio"
    dialog.place.name.setText("trees")
    assert dialog.place.trouble.text() == "There is a file of that name already."
    assert not dialog.make_button.isEnabled()


def test_reading_stops_when_asked_and_never_in_the_gui_thread(
    qtbot: QtBot, open_dialog: OpenDialog, trees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, threads = threading.Event(), []

    def slow(plan: ImportPlan, control: Control) -> ImportPreview:
        threads.append(threading.get_ident())
        begun.set()
        while True:
            control.check()

    dialog = open_dialog(trees)
    monkeypatch.setattr(import_work, "preview", slow)
    dialog.look_again()
    assert begun.wait(5)
    assert not dialog.make_button.isEnabled()
    dialog.progress.button.click()
    settle(qtbot, dialog)
    assert dialog.progress.words.text().startswith("Stopped.")
    assert threads != [threading.get_ident()]
    monkeypatch.setattr(import_work, "preview", preview)
    dialog.look_again()
    settle(qtbot, dialog)
    assert dialog.make_button.isEnabled()
