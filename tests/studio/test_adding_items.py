"""Adding an item by hand: keys, checks in place, a prediction, one undo, and there it is."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio.app import Studio
from prefstudio.studio.item_adding import KEPT
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.new_item.new_item_dialog import (
    FINISH_LINK,
    MEND,
    NOT_YET,
    NewItemDialog,
)
from prefstudio.studio.new_item.new_items_dialog import NewItemsDialog
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.record import open_for_window
from prefstudio.study.changes import ItemAdded, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Event
from prefstudio.study.folder import read_study
from prefstudio.study.new_item_request import NewItemRequest
from prefstudio.study.new_items_request import NewItemsRequest
from prefstudio.study.resources import sample
from prefstudio.study.store import NotRecordedError, StudyFile, create

Settled = Callable[[MainWindow], None]


@pytest.fixture
def cars(tmp_path: Path, studio: Studio, qtbot: QtBot, settled: Settled) -> MainWindow:
    path = tmp_path / "cars.prefstudio"
    create(path, replace(read_study(sample("cars")), comparisons=())).close()
    window = studio.open_study(open_for_window(path))
    qtbot.waitUntil(lambda: window.isVisible() and window.is_idle(), timeout=10000)
    return window


@pytest.fixture
def alone(qtbot: QtBot) -> NewItemDialog:
    """The dialog without a window behind it."""
    study = read_study(sample("cars"))
    made = NewItemDialog(study, study.folder)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def dialog(cars: MainWindow) -> NewItemDialog:
    """The dialog of a window."""
    cars.actions_by_name["add_item"].trigger()
    made = cars.item_adding.dialog
    assert made is not None
    return made


def line(dialog: NewItemDialog, name: str) -> QLineEdit:
    field = dialog.fields[name]
    assert isinstance(field, QLineEdit)
    return field


def test_an_item_joins_by_keys_alone(
    cars: MainWindow, dialog: NewItemDialog, qtbot: QtBot, settled: Settled
) -> None:
    before = cars.model.state
    assert dialog.preview.text() == NOT_YET and not dialog.add_button.isEnabled()
    qtbot.keyClicks(line(dialog, "item_id"), "zeppelin")
    qtbot.keyClick(line(dialog, "item_id"), Qt.Key.Key_Tab)
    qtbot.keyClicks(line(dialog, "label"), "Zeppelin")
    with qtbot.waitSignal(cars.model.item_foretold, timeout=10000) as heard:
        qtbot.keyClicks(line(dialog, "x_price"), "20")
    assert heard.args is not None
    change = dialog._found().change
    assert isinstance(change, ItemAdded)
    foretold = NewItemRequest(before, change, 1).compute(Control())
    assert dialog.preview.text() == foretold.words == heard.args[0].words
    assert "power" in dialog.notes.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    settled(cars)
    assert cars.item_adding.dialog is None
    assert cars.model.items.ids[-1] == "zeppelin" and cars.model.items.names[-1] == "Zeppelin"
    view = cars.model.scene.view
    assert view is not None and len(view.mean) == 21
    assert float(view.mean[-1]) == pytest.approx(foretold.mean, abs=1e-8)
    assert cars.rooms.ranking.model.rowCount() == 21
    assert view.n_compared[-1] == 0
    assert cars.actions_by_name["undo"].text() == "Undo: Zeppelin added"
    cars.model.undo()
    settled(cars)
    assert cars.model.items.n_items == 20
    assert cars.model.state.study.items.ids == before.study.items.ids
    cars.model.redo()
    settled(cars)
    assert cars.model.items.ids[-1] == "zeppelin"


def test_it_is_there_when_the_study_is_opened_again(
    cars: MainWindow, dialog: NewItemDialog, studio: Studio, qtbot: QtBot, settled: Settled
) -> None:
    path = cars.place
    line(dialog, "item_id").setText("zeppelin")
    dialog.links.add_row()
    dialog.links.rows[0].target.setEditText("Ardwin")
    dialog.add_button.click()
    settled(cars)
    assert cars.actions_by_name["undo"].text() == "Undo: zeppelin added with one link"
    cars.close()
    again = studio.open_study(open_for_window(path))
    qtbot.waitUntil(lambda: again.isVisible() and again.is_idle(), timeout=10000)
    assert again.model.items.ids[-1] == "zeppelin"
    assert [link.target for link in again.model.state.study.links["links"].links] == ["ardwin"]


def test_what_was_written_is_kept_where_it_cannot_be_recorded(
    cars: MainWindow, dialog: NewItemDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: StudyFile, *events: Event) -> int:
        raise NotRecordedError(file.path, "the disk is full")

    line(dialog, "item_id").setText("zeppelin")
    line(dialog, "label").setText("Zeppelin")
    with monkeypatch.context() as patch, qtbot.waitSignal(cars.item_adding.kept) as told:
        patch.setattr(StudyFile, "append", fail)
        dialog.add_button.click()
    assert told.args == [KEPT]
    assert "the disk is full" in cars.message.advice.text()
    assert "zeppelin" not in cars.model.state.study.items.ids
    cars.actions_by_name["add_item"].trigger()
    again = cars.item_adding.dialog
    assert again is not None
    assert (again.sheet.draft.item_id, again.sheet.draft.label) == ("zeppelin", "Zeppelin")
    again.add_button.click()
    assert cars.model.state.study.items.ids[-1] == "zeppelin"
    cars.actions_by_name["add_item"].trigger()
    assert cars.item_adding.dialog is not None and cars.item_adding.dialog.sheet.is_empty


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("item_id", "ardwin", "already"),
        ("x_price", "cheap", "no number"),
        ("path", "nowhere.png", "There is no file"),
    ],
)
def test_what_is_wrong_is_said_in_its_place(
    alone: NewItemDialog, field: str, text: str, words: str
) -> None:
    line(alone, "item_id").setText("zeppelin")
    assert alone.add_button.isEnabled()
    line(alone, field).setText(text)
    assert not alone.add_button.isEnabled() and alone.preview.text() == MEND
    assert words in alone.sheet.problems[field].text() and alone.sheet.problems[field].isVisible()
    shown = [name for name, each in alone.sheet.problems.items() if each.isVisible()]
    assert shown == [field]
    line(alone, field).setText("")
    assert not alone.sheet.problems[field].isVisible()


def test_links_are_searched_checked_and_removed(alone: NewItemDialog, qtbot: QtBot) -> None:
    line(alone, "item_id").setText("zeppelin")
    alone.links.more.click()
    row = alone.links.rows[0]
    assert alone.add_button.isEnabled()  # an empty row is no link
    completer = row.target.completer()
    assert completer is not None
    completer.setCompletionPrefix("WIN")
    assert completer.currentCompletion() == "Ardwin"
    row.target.setEditText("Ardwyn")
    assert "Ardwyn" in row.problem.text() and not alone.add_button.isEnabled()
    assert row.target.property("tone") == "bad" and alone.preview.text() == FINISH_LINK
    row.target.setEditText("")
    assert row.target.property("tone") == "" and alone.add_button.isEnabled()
    row.target.setEditText("Ardwyn")
    row.target.setEditText("Ardwin")
    row.weight.setText("x")
    assert "no weight" in row.problem.text()
    assert (row.target.property("tone"), row.weight.property("tone")) == ("", "bad")
    assert alone.preview.text() == MEND
    row.weight.setText("2")
    change = alone._found().change
    assert change is not None
    assert [(link.target, link.weight) for link in change.links] == [("ardwin", 2.0)]
    row.remove.click()
    row.remove.click()  # twice before it is gone
    assert alone.links.rows == [] and alone.sheet.draft.links == ()


def test_words_are_chosen_from_those_that_are_known(alone: NewItemDialog) -> None:
    line(alone, "item_id").setText("zeppelin")
    drive = alone.fields["x_drive"]
    assert isinstance(drive, QComboBox)
    words = [drive.itemText(place) for place in range(drive.count())]
    assert words == ["not known", "electric", "hybrid", "petrol"]
    drive.setCurrentText("hybrid")
    change = alone._found().change
    assert change is not None and change.features["x_drive"] == "hybrid"


def test_everything_has_a_name_and_esc_adds_nothing(
    cars: MainWindow, dialog: NewItemDialog, qtbot: QtBot
) -> None:
    dialog.links.add_row()
    dialog.links.add_row()
    takes = Qt.FocusPolicy.TabFocus
    names = [
        each.accessibleName() or getattr(each, "text", lambda: "")()
        for each in dialog.findChildren(QWidget)
        if each.focusPolicy() & takes and each.isVisible()
    ]
    assert all(names) and len(set(names)) == len(names)
    line(dialog, "item_id").setText("zeppelin")
    revision = cars.model.state.revision
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert cars.item_adding.dialog is None and cars.model.state.revision == revision


def test_nothing_is_added_to_the_past(cars: MainWindow, settled: Settled) -> None:
    cars.model.answer(Outcome.A)
    settled(cars)
    action = cars.actions_by_name["add_item"]
    assert action.isEnabled()
    cars.model.look_back(0)
    assert not action.isEnabled()


def table_dialog(cars: MainWindow) -> NewItemsDialog:
    cars.actions_by_name["add_items"].trigger()
    made = cars.item_adding.table_dialog
    assert made is not None
    return made


def read(qtbot: QtBot, cars: MainWindow, dialog: NewItemsDialog, path: Path) -> None:
    with qtbot.waitSignal(cars.model.items_foretold, timeout=10000):
        dialog.read(path)


def test_a_table_of_items_joins_and_one_undo_takes_all_back(
    cars: MainWindow, qtbot: QtBot, settled: Settled, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("item_id,label,price,drive\nz1,Zeppelin,20,petrol\nz2,Zebra,30,\n")
    dialog = table_dialog(cars)
    assert not dialog.add_button.isEnabled() and dialog.view.isHidden()
    read(qtbot, cars, dialog, path)
    assert dialog.words.text().startswith("Two items would join.")
    shown = dialog.numbers.table.rows
    assert [row[0] for row in shown] == ["Zeppelin", "Zebra"]
    for row, column in itertools.product(range(2), (1, 2)):
        told = dialog.numbers.data(dialog.numbers.index(row, column))
        assert re.fullmatch(r"−?\d+\.\d\d", told)
    among = len(cars.model.items.ids) + 2
    assert dialog.numbers.table.columns[3:5] == (f"rank of {among}", "rank, 95\u00a0%")
    assert dialog.view.isVisible() and not dialog.problems
    assert dialog.add_button.text() == "Add two items"
    n_items = len(cars.model.items.ids)
    dialog.add_button.click()
    settled(cars)
    assert cars.item_adding.table_dialog is None
    assert cars.model.items.ids[n_items:] == ("z1", "z2")
    standing = cars.model.scene.standing
    assert standing is not None
    assert [int(standing.rank[n_items]), int(standing.rank[n_items + 1])] == [
        row[3] for row in shown
    ]
    assert cars.model.status.undo_words == "Undo: Two items added"
    cars.model.undo()
    settled(cars)
    assert len(cars.model.items.ids) == n_items


def test_enter_adds_the_items_of_a_table_unless_another_button_has_the_focus(
    cars: MainWindow, qtbot: QtBot, settled: Settled, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("item_id,label\nz1,Zeppelin\n")
    n_items = len(cars.model.items.ids)
    dialog = table_dialog(cars)
    read(qtbot, cars, dialog, path)
    dialog.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(dialog.cancel_button, Qt.Key.Key_Return)
    settled(cars)
    assert len(cars.model.items.ids) == n_items
    dialog = table_dialog(cars)
    read(qtbot, cars, dialog, path)
    dialog.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    settled(cars)
    assert len(cars.model.items.ids) == n_items + 1


def test_enter_on_cancel_adds_nothing(
    cars: MainWindow, dialog: NewItemDialog, qtbot: QtBot, settled: Settled
) -> None:
    n_items = len(cars.model.items.ids)
    qtbot.keyClicks(line(dialog, "item_id"), "zeppelin")
    assert dialog.add_button.isEnabled()
    dialog.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(dialog.cancel_button, Qt.Key.Key_Return)
    settled(cars)
    assert not dialog.isVisible()
    assert len(cars.model.items.ids) == n_items


def test_problems_of_a_table_are_named_by_line_and_mended(
    cars: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("item_id,price\nz1,cheap\nz2,20\nz1,1\nz2,1\n")
    dialog = table_dialog(cars)
    read(qtbot, cars, dialog, path)
    titles = [row.title.text() for row in dialog.problems]
    assert len(titles) == 2 and all(words.startswith("more.csv, line ") for words in titles)
    assert [words[:16] for words in titles] == ["more.csv, line 2", "more.csv, line 5"]
    assert dialog.words.text() == "Nothing is added until two problems are mended."
    assert not dialog.add_button.isEnabled()
    path.write_text("item_id,price\nz1,10\n")
    with qtbot.waitSignal(cars.model.items_foretold, timeout=10000):
        dialog.again_button.click()
    assert not dialog.problems and dialog.add_button.isEnabled()


def fail(self: object, control: Control) -> object:
    raise ZeroDivisionError("a fault in a request")


def test_a_table_that_cannot_be_foretold_is_not_waited_for(
    cars: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("item_id\nz1\n")
    dialog = table_dialog(cars)
    read(qtbot, cars, dialog, path)
    with monkeypatch.context() as patch:
        patch.setattr(NewItemsRequest, "compute", fail)
        dialog.again_button.click()
        qtbot.waitUntil(lambda: "could not be computed" in dialog.words.text(), timeout=5000)
        assert dialog.view.isHidden() and not dialog.add_button.isEnabled()
    with qtbot.waitSignal(cars.model.items_foretold, timeout=10000):
        dialog.again_button.click()
    assert dialog.view.isVisible() and dialog.add_button.isEnabled()


def test_an_item_that_cannot_be_foretold_can_be_added(
    cars: MainWindow,
    dialog: NewItemDialog,
    qtbot: QtBot,
    settled: Settled,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NewItemRequest, "compute", fail)
    qtbot.keyClicks(line(dialog, "item_id"), "zeppelin")
    qtbot.waitUntil(lambda: "could not be computed" in dialog.preview.text(), timeout=5000)
    dialog.add_button.click()
    settled(cars)
    assert cars.model.items.ids[-1] == "zeppelin"


def test_a_table_that_was_being_read_is_read_again_when_the_model_changes(
    cars: MainWindow, qtbot: QtBot, settled: Settled, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("item_id\nz1\n")
    dialog = table_dialog(cars)
    dialog.read(path)
    cars.model.change(SettingsChanged("model.noise", 1.0, 0.5))
    qtbot.waitUntil(dialog.add_button.isEnabled, timeout=10000)
    settled(cars)


def test_a_table_is_foretold_with_the_model_as_it_is_from_now_on(
    cars: MainWindow, qtbot: QtBot, settled: Settled, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("item_id\nz1\n")
    for _ in range(3):
        cars.model.answer(Outcome.A)
        settled(cars)
    dialog = table_dialog(cars)
    read(qtbot, cars, dialog, path)
    before = shown_in(dialog)
    with qtbot.waitSignal(cars.model.items_foretold, timeout=10000):
        cars.model.change(SettingsChanged("model.noise", 1.0, 3.0))
    settled(cars)
    after = shown_in(dialog)
    with qtbot.waitSignal(cars.model.items_foretold, timeout=10000):
        dialog.again_button.click()
    assert before != after == shown_in(dialog)


def shown_in(dialog: NewItemsDialog) -> list[str]:
    """What the table of predictions says in its first row."""
    numbers = dialog.numbers
    return [str(numbers.index(0, column).data()) for column in range(numbers.columnCount())]


def test_esc_keeps_what_was_written_until_it_is_added_or_cleared(
    cars: MainWindow, dialog: NewItemDialog, qtbot: QtBot, settled: Settled
) -> None:
    line(dialog, "item_id").setText("zeppelin")
    line(dialog, "x_price").setText("20")
    drive = dialog.fields["x_drive"]
    assert isinstance(drive, QComboBox)
    drive.setCurrentText("hybrid")
    dialog.links.add_row()
    first = cars.model.state.study.items.ids[0]
    dialog.links.rows[0].target.setEditText(first)
    dialog.links.rows[0].weight.setText("2")
    before = dialog.sheet.draft
    with qtbot.waitSignal(cars.item_adding.kept) as told:
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert told.args == [KEPT]
    cars.item_adding.open()
    again = cars.item_adding.dialog
    assert again is not None and again.sheet.draft == before
    again.clear_button.click()
    assert not again.links.rows and not again.clear_button.isEnabled()
    again.reject()
    cars.item_adding.open()
    last = cars.item_adding.dialog
    assert last is not None and last.sheet.draft.item_id == ""
    line(last, "item_id").setText("zeppelin")
    qtbot.waitUntil(last.add_button.isEnabled, timeout=10000)
    last.add_button.click()
    settled(cars)
    cars.item_adding.open()
    assert cars.item_adding.dialog is not None and cars.item_adding.dialog.sheet.draft.item_id == ""


def test_a_table_is_dropped_on_the_dialog_of_one_item(
    cars: MainWindow, dialog: NewItemDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("item_id\nz1\n")
    line(dialog, "item_id").setText("zeppelin")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(cars.model.items_foretold, timeout=10000):
        dialog.dropEvent(event)
    assert cars.item_adding.dialog is None
    opened = cars.item_adding.table_dialog
    assert opened is not None and opened.path == path
    takes = Qt.FocusPolicy.TabFocus
    names = [
        each.accessibleName() or getattr(each, "text", lambda: "")()
        for each in opened.findChildren(QWidget)
        if each.focusPolicy() & takes and each.isVisible()
    ]
    assert all(names) and len(set(names)) == len(names)
    opened.reject()
    cars.item_adding.open()
    kept = cars.item_adding.dialog
    assert kept is not None and kept.sheet.draft.item_id == "zeppelin"


def test_a_picture_is_chosen_in_the_folder_of_the_study(
    qtbot: QtBot, cars: MainWindow, dialog: NewItemDialog, tmp_path: Path
) -> None:
    (tmp_path / "media").mkdir()
    picture = tmp_path / "media" / "zeppelin.png"
    picture.write_bytes(b"")
    dialog.sheet.choose.click()
    (asked,) = [each for each in dialog.findChildren(PlacedDialog) if each.isVisible()]
    assert Path(asked.directory().absolutePath()) == tmp_path.resolve()
    asked.fileSelected.emit(str(picture))
    assert line(dialog, "path").text() == "media/zeppelin.png"
    assert dialog.sheet.problems["path"].isHidden()
    elsewhere = tmp_path.parent / "elsewhere.png"
    asked.fileSelected.emit(str(elsewhere))
    assert line(dialog, "path").text() == str(elsewhere)
    assert dialog.sheet.problems["path"].text()
    asked.reject()
    dialog.reject()


def test_captions_stand_beside_the_middle_of_their_fields_on_one_line(
    dressed: None, alone: NewItemDialog
) -> None:
    QApplication.processEvents()
    captions = {each.text(): each for each in alone.sheet.findChildren(QLabel) if each.text()}
    beside = {"Id": alone.fields["item_id"], "Links": alone.links.more}
    for name, field in beside.items():
        middles = [each.mapTo(alone, each.rect().center()).y() for each in (captions[name], field)]
        assert abs(middles[0] - middles[1]) <= 1, name
    caption = captions["Picture or sound"]
    assert caption.heightForWidth(caption.width()) < 2 * caption.fontMetrics().height()
