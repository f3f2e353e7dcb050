"""The menu of a panel, and what it saves and copies."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio import figure_content
from prefstudio.studio.aids import shown_of
from prefstudio.studio.figure_content import Shown
from prefstudio.studio.figure_numbers import csv_of, text_of
from prefstudio.studio.figure_pictures import MARGIN, svg_of
from prefstudio.studio.figure_saving import FigureDialog
from prefstudio.studio.figure_table import Figure, FigureTable
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_menu import ENTRIES, PanelMenu
from prefstudio.studio.passing_marks import PassingMarks, left_out
from prefstudio.studio.svg_outlines import SVG, outlined
from prefstudio.studio.theme import LIGHT
from prefstudio.studio.widgets import label, scrolling
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError

Settled = Callable[[MainWindow], None]


@pytest.fixture
def ready(window: MainWindow, settled: Settled) -> MainWindow:
    settled(window)
    return window


def utilities(window: MainWindow) -> Shown:
    return shown_of(window.rooms.panels["utilities"])


def menu_of(window: MainWindow, name: str) -> PanelMenu:
    window.rooms.panels[name].more_wanted.emit(window.rooms.panels[name])
    menu = window.aids.menu
    assert menu is not None
    return menu


def right_click(widget: QWidget) -> None:
    middle = widget.rect().center()
    place = widget.mapToGlobal(middle)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, middle, place)
    QApplication.sendEvent(widget, event)


def test_every_panel_has_the_menu(ready: MainWindow) -> None:
    for name in ready.rooms.panels:
        menu = menu_of(ready, name)
        assert list(menu.entries) == list(ENTRIES)
        has_numbers = hasattr(ready.rooms.bodies[name], "figure_table")
        assert menu.entries["csv"].isEnabled() == has_numbers
        assert menu.entries["png"].isEnabled()
        menu.close()


def test_choices_without_room_are_in_the_menu(ready: MainWindow) -> None:
    panel = ready.rooms.panels["utilities"]
    panel.head.resize(150, 40)
    menu = menu_of(ready, "utilities")
    assert menu.actions()[0].text() == "Utilities order"
    menu.close()


def test_a_right_click_on_a_plot_opens_it(ready: MainWindow) -> None:
    right_click(ready.rooms.utilities.rows.viewport())
    assert ready.aids.menu is not None
    assert ready.aids.menu.shown.name == "Utilities"
    ready.aids.menu.close()


def test_a_right_click_in_the_classroom_opens_it(ready: MainWindow, settled: Settled) -> None:
    ready.choose_layout(LayoutChoice.CLASSROOM)
    settled(ready)
    picture = next(iter(ready.classroom.pictures.panels.values()))
    right_click(picture)
    assert ready.aids.menu is not None
    assert ready.aids.menu.shown.numbers is not None
    ready.aids.menu.close()


def test_actions_mean_the_panel_in_use(ready: MainWindow, qtbot: QtBot) -> None:
    ready.aids.use.use("ranking")
    ready.actions_by_name["figure_csv"].trigger()
    (dialog,) = [each for each in ready.findChildren(QFileDialog) if each.isVisible()]
    assert [Path(name).name for name in dialog.selectedFiles()] == ["Six papers – Ranking.csv"]
    dialog.reject()
    ready.actions_by_name["figure_copy_numbers"].trigger()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(text_of(ready.rooms.ranking.figure_table())[:20])
    assert all("\t" in entry.text() for entry in menu_of(ready, "ranking").entries.values())
    assert ready.aids.menu is not None
    ready.aids.menu.close()


def test_the_dialog_is_named_and_does_not_wait(ready: MainWindow) -> None:
    dialog = ready.aids.saving.save(utilities(ready), "png", "Six papers", Path())
    assert isinstance(dialog, QFileDialog)
    assert dialog.isVisible()
    assert [Path(name).name for name in dialog.selectedFiles()] == ["Six papers – Utilities.png"]
    dialog.reject()


def test_dialogs_begin_at_the_study_and_then_where_the_last_one_ended(
    ready: MainWindow, tmp_path: Path
) -> None:
    study, last = tmp_path / "study", tmp_path / "last"
    study.mkdir()
    last.mkdir()
    first = ready.aids.saving.save(utilities(ready), "png", "Six papers", study)
    assert first is not None and Path(first.directory().absolutePath()) == study
    first.selectFile(str(last / "kept.png"))
    first.accept()
    for title in ("Open a study", "Save a copy"):
        ready.actions_by_name["open" if title.startswith("Open") else "save_copy"].trigger()
        (dialog,) = [each for each in ready.findChildren(QFileDialog) if each.isVisible()]
        assert dialog.windowTitle() == title
        assert Path(dialog.directory().absolutePath()) == last
        dialog.reject()
    last.joinpath("kept.png").unlink(missing_ok=True)
    last.rmdir()
    again = ready.aids.saving.save(utilities(ready), "png", "Six papers", study)
    assert again is not None and Path(again.directory().absolutePath()) == study
    again.reject()


@pytest.mark.parametrize("kind", ["png", "svg", "csv"])
def test_what_is_saved(qtbot: QtBot, ready: MainWindow, tmp_path: Path, kind: str) -> None:
    shown, saving = utilities(ready), ready.aids.saving
    dialog = saving.save(shown, kind, "Six papers", tmp_path)
    assert dialog is not None
    path = tmp_path / f"ütilities.{kind}"
    with qtbot.waitSignal(saving.saved) as said:
        dialog.fileSelected.emit(str(path))
    assert said.args == [f"Saved {path.name}"]
    if kind == "png":
        image = QImage(str(path))
        assert image.width() == 2 * (shown.picture.width() + 24)
        colours = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, 600, 3)}
        assert len(colours) > 20
    elif kind == "svg":
        assert "<title>Paper a</title>" in path.read_text(encoding="utf-8")
    else:
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
        assert rows[0] == ["Item", "Mean", "sd", "95 % low", "95 % high", "Compared"]
        assert len(rows) == 7
        assert float(rows[1][1]) == shown.table().rows[0][1]
    dialog.reject()


def test_dialogs_that_are_open_together_write_what_each_was_asked_for(
    qtbot: QtBot, ready: MainWindow, tmp_path: Path
) -> None:
    names = {"svg": "utilities", "csv": "ranking", "png": "utilities"}
    for kind, name in names.items():
        ready.aids.use.use(name)
        ready.actions_by_name[f"figure_{kind}"].trigger()
    dialogs = [each for each in ready.findChildren(FigureDialog) if each.isVisible()]
    assert len(dialogs) == 3
    for dialog in dialogs:
        path = tmp_path / f"figure.{dialog.defaultSuffix()}"
        with qtbot.waitSignal(ready.aids.saving.saved):
            dialog.selectFile(str(path))
            dialog.accept()
    assert "<svg" in (tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert (tmp_path / "figure.csv").read_text(encoding="utf-8").startswith("Rank,")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("kind", "typed", "written"),
    [
        ("png", "u.svg", "u.svg"),
        ("svg", "u.PNG", "u.PNG"),
        ("png", "u.csv", "u.csv"),
        ("csv", "u.png", "u.png"),
        ("png", "u", "u.png"),
        ("svg", "fig. 1", "fig. 1.svg"),
        ("png", "u.txt", "u.txt.png"),
    ],
)
def test_a_file_is_of_the_kind_that_its_name_says(
    qtbot: QtBot, ready: MainWindow, tmp_path: Path, kind: str, typed: str, written: str
) -> None:
    dialog = ready.aids.saving.save(utilities(ready), kind, "Six papers", tmp_path)
    with qtbot.waitSignal(ready.aids.saving.saved) as said:
        dialog.selectFile(str(tmp_path / typed))
        dialog.accept()
    assert said.args == [f"Saved {written}"]
    content = (tmp_path / written).read_bytes()
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "csv": b"Item,"}
    assert content.startswith(begins[Path(written).suffix[1:].lower()])
    assert not any((tmp_path / each).exists() for each in {typed} - {written})


def test_a_picture_without_numbers_is_no_table(
    qtbot: QtBot, ready: MainWindow, tmp_path: Path
) -> None:
    shown = shown_of(ready.rooms.panels["compare"])
    assert shown.numbers is None
    dialog = ready.aids.saving.save(shown, "png", "Six papers", tmp_path)
    with qtbot.waitSignal(ready.aids.saving.saved) as said:
        dialog.fileSelected.emit(str(tmp_path / "u.csv"))
    assert said.args == ["Saved u.csv.png"]
    assert (tmp_path / "u.csv.png").read_bytes().startswith(b"\x89PNG")
    dialog.reject()


def test_an_ending_that_is_added_leads_to_no_file_that_nobody_asked_about(
    qtbot: QtBot, ready: MainWindow, tmp_path: Path
) -> None:
    kept = tmp_path / "fig. 1.png"
    kept.write_bytes(b"kept")
    dialog = ready.aids.saving.save(utilities(ready), "png", "Six papers", tmp_path)
    with qtbot.waitSignal(ready.aids.saving.problem_found) as found:
        dialog.fileSelected.emit(str(tmp_path / "fig. 1"))
    assert found.args[0].title == "fig. 1.png is there already."
    assert kept.read_bytes() == b"kept"
    dialog.reject()


def test_what_is_saved_is_what_was_shown_also_under_another_ending(
    ready: MainWindow, settled: Settled
) -> None:
    dialog = ready.aids.saving.save(utilities(ready), "png", "Six papers", Path())
    table = utilities(ready).table()
    ready.model.answer(Outcome.A)
    settled(ready)
    assert utilities(ready).table() != table
    assert dialog.content.written("csv", "u.csv") == csv_of(table, "u.csv")
    assert "tick:" not in dialog.content.written("svg", "u.svg").decode()
    dialog.reject()


def test_no_pixels_are_made_for_a_table(
    qtbot: QtBot, ready: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    for name in ("image_of", "pixels_of", "svg_of"):
        monkeypatch.setattr(figure_content, name, lambda _, name=name: made.append(name))
    dialog = ready.aids.saving.save(utilities(ready), "csv", "Six papers", tmp_path)
    with qtbot.waitSignal(ready.aids.saving.saved):
        dialog.selectFile(str(tmp_path / "u.csv"))
        dialog.accept()
    assert not made


def test_a_picture_shows_nothing_that_scrolls_past_its_area(
    qtbot: QtBot, ready: MainWindow
) -> None:
    area = scrolling(label("words " * 400, wraps=True))
    qtbot.addWidget(area)
    area.resize(200, 100)
    area.show()
    dialog = ready.aids.saving.save(Shown("Words", area, None), "png", "Six papers", Path())
    image = QImage.fromData(dialog.content.written("png", "u.png"))
    end = image.height() - 2 * MARGIN
    below = {image.pixel(x, y) for x in range(image.width()) for y in range(end, image.height())}
    assert below == {LIGHT.color("surface").rgb()}
    dialog.reject()


def test_numbers_that_no_text_file_can_hold_are_told(
    qtbot: QtBot, ready: MainWindow, tmp_path: Path
) -> None:
    dialog = ready.aids.saving.save(utilities(ready), "csv", "Six papers", tmp_path)
    dialog.content = replace(dialog.content, table=FigureTable(("Item",), (("\0",),)))
    with qtbot.waitSignal(ready.aids.saving.problem_found) as found:
        dialog.fileSelected.emit(str(tmp_path / "u.csv"))
    assert "u.csv" in found.args[0].title + found.args[0].details
    assert not (tmp_path / "u.csv").exists()
    dialog.reject()


def svg_in(window: MainWindow, name: str) -> str:
    window.panel_actions[name].trigger()
    QApplication.processEvents()
    menu = menu_of(window, name)
    menu.entries["svg"].trigger()
    menu.close()
    (dialog,) = [each for each in window.findChildren(FigureDialog) if each.isVisible()]
    dialog.reject()
    return svg_of(dialog.content.drawing).decode().replace("\n", "")


def svg_now(window: MainWindow, name: str = "utilities") -> str:
    """The figure of a panel or of the classroom, before anything else happens."""
    window.aids.use.use(name)
    window.aids.do_with_figure("svg")
    (dialog,) = [each for each in window.findChildren(FigureDialog) if each.isVisible()]
    dialog.reject()
    return svg_of(dialog.content.drawing).decode()


def words_in(svg: str) -> list[str]:
    """Every line of letters in a drawing."""
    return [" ".join(each.split()) for each in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


@pytest.mark.parametrize("name", ["utilities", "links", "ranking", "expected_loss", "preference"])
def test_a_saved_figure_has_a_title_and_no_marks_of_the_moment(
    ready: MainWindow, settled: Settled, name: str
) -> None:
    ready.model.select(frozenset({1}))
    ready.panel_actions[name].trigger()
    settled(ready)
    text, accent = svg_in(ready, name), LIGHT.name_of("accent").lower()
    title = shown_of(ready.rooms.panels[name]).name
    assert f"<title>{title}</title>" in text
    assert f">{title.split(' ≻')[0]}" in text.split("</title>")[1]
    assert ">Six papers</text>" in text
    assert ">A</text>" not in text and ">B</text>" not in text
    assert "ring: asked" not in text and "Click" not in text
    has_corners = name == "expected_loss"  # of the largest, which are data
    assert (accent in text.lower()) is has_corners


def test_a_saved_picture_of_utilities_says_what_its_marks_mean(
    ready: MainWindow, settled: Settled
) -> None:
    body, plot = ready.rooms.utilities, ready.rooms.utilities.plot
    size = plot.size()
    before = " ".join(svg_in(ready, "utilities").split())
    assert "thick bar: 50 % interval, thin line: 95 % interval" in before
    assert "broken outline: never compared" in " ".join(words_in(before))
    assert "tick:" not in before  # there is no last answer
    ready.model.answer(Outcome.A)
    settled(ready)
    after = " ".join(words_in(svg_in(ready, "utilities")))
    assert "tick: mean before the last answer" in after
    assert body.legend.isHidden() and plot.size() == size


def test_a_figure_of_an_earlier_moment_says_so(ready: MainWindow, settled: Settled) -> None:
    for _ in range(2):
        ready.model.answer(Outcome.A)
        settled(ready)
    assert ">Six papers</text>" in svg_in(ready, "utilities")
    moments = {1: "after 1 of 2 answers", 0: "before the first answer"}
    for moment in moments.values():
        ready.rooms.history.step_back()
        settled(ready)
        for name in ("utilities", "expected_loss", "ranking", "links"):
            assert f">Six papers, {moment}</text>" in svg_in(ready, name).replace("\u00a0", " ")
        ready.actions_by_name["figure_csv"].trigger()
        (dialog,) = [each for each in ready.findChildren(FigureDialog) if each.isVisible()]
        (path,) = dialog.selectedFiles()
        assert Path(path).name == f"Six papers – Links, {moment}.csv"
        dialog.reject()
    ready.model.return_to_now()
    settled(ready)
    assert ">Six papers</text>" in svg_in(ready, "utilities")


def test_a_figure_of_what_is_only_thought_says_so(ready: MainWindow, settled: Settled) -> None:
    ready.rooms.history.what_if_button.click()
    settled(ready)
    assert ">Six papers, what if</text>" in svg_in(ready, "utilities")


def test_a_figure_is_of_the_moment_that_is_drawn_whatever_was_gone_to(
    ready: MainWindow, settled: Settled
) -> None:
    for _ in range(2):
        ready.model.answer(Outcome.A)
        settled(ready)
    ready.model.look_back(0)
    settled(ready)
    ready.model.return_to_now()
    assert ready.model.scene.is_now and not utilities(ready).table().rows[0][1]
    assert "Six papers, before the first answer" in words_in(svg_now(ready))
    settled(ready)
    assert "Six papers" in words_in(svg_now(ready))
    ready.model.look_back(0)
    assert utilities(ready).table().rows[0][1]
    assert "Six papers" in words_in(svg_now(ready))


def test_a_figure_that_still_moves_is_saved_as_it_will_be(
    qtbot: QtBot, ready: MainWindow, settled: Settled
) -> None:
    with qtbot.waitSignal(ready.model.view_changed):
        ready.model.answer(Outcome.A)
    assert ready.motion.is_running
    moving = svg_now(ready)
    assert not ready.motion.is_running
    assert moving == svg_now(ready)


def test_a_figure_behind_another_tab_is_saved_as_it_is_by_now(
    ready: MainWindow, settled: Settled
) -> None:
    for name in ("links", "explain"):
        ready.panel_actions[name].trigger()
        settled(ready)
    assert not ready.rooms.panels["links"].is_in_front
    ready.aids.use.use("links")
    ready.model.answer(Outcome.A)
    settled(ready)
    before = ready.rooms.links.figure_table()
    svg_now(ready, "links")
    assert ready.rooms.links.figure_table() != before


def test_a_figure_of_settings_that_are_only_tried_says_so(
    ready: MainWindow, settled: Settled
) -> None:
    change = SettingsChanged("model.noise", ready.model.state.study.settings.model.noise, 2.0)
    ready.model.try_settings((change,))
    settled(ready)
    assert ">Six papers, settings tried</text>" in svg_in(ready, "utilities")
    ready.model.change(change)
    settled(ready)
    assert ">Six papers</text>" in svg_in(ready, "utilities")


def test_a_figure_of_the_classroom_names_study_and_moment(
    ready: MainWindow, settled: Settled
) -> None:
    ready.model.answer(Outcome.A)
    ready.choose_layout(LayoutChoice.CLASSROOM)
    settled(ready)
    assert ready.aids.shown_now().is_titled
    assert words_in(svg_now(ready))[0] == "Six papers"
    ready.model.look_back(0)
    settled(ready)
    words = words_in(svg_now(ready))
    assert words[:2] == ["Six papers, before the first answer", "Before any answer"]
    assert words.count("Before any answer") == 1


def test_the_moment_is_whole_where_the_title_is_too_long(ready: MainWindow) -> None:
    saving, moment = ready.aids.saving, "after 1 of 2 answers"
    dialog = saving.save(utilities(ready), "svg", "Six papers " * 20, Path(), moment=moment)
    words = words_in(svg_of(dialog.content.drawing).decode())
    (heading,) = [each for each in words if each.endswith(f", {moment}")]
    assert "…" in heading
    dialog.reject()


def test_after_saving_the_marks_are_back(ready: MainWindow, settled: Settled) -> None:
    ready.model.select(frozenset({1}))
    svg_in(ready, "links")
    svg_in(ready, "expected_loss")
    rooms, pair = ready.rooms, ready.model.asking.pair
    assert rooms.links.plot.asked == pair and rooms.links.plot.chosen == {1}
    assert len(rooms.expected_loss.plot.overlay.marks.rings) == 2
    assert "ring: asked" in rooms.expected_loss.hint.text()


def test_a_saved_picture_of_links_has_its_legend(ready: MainWindow) -> None:
    ready.panel_actions["links"].trigger()
    QApplication.processEvents()
    size = ready.rooms.links.size()
    assert not ready.rooms.links.legend.isVisible()
    assert ">mean utility</text>" in svg_in(ready, "links")
    assert not ready.rooms.links.legend.isVisible()
    assert ready.rooms.links.size() == size


def test_a_place_that_cannot_be_written_is_named(
    qtbot: QtBot, ready: MainWindow, tmp_path: Path
) -> None:
    saving = ready.aids.saving
    with qtbot.waitSignal(saving.problem_found) as found:
        saving.write(str(tmp_path / "nowhere" / "a.png"), b"")
    assert found.args[0].title == "a.png was not written."
    assert ready.message.isVisible()


def test_copies(ready: MainWindow) -> None:
    shown = utilities(ready)
    ready.aids.saving.copy_numbers(shown)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[0] == "Item"
    assert len(lines) == 7
    ready.aids.saving.copy_picture(shown)
    assert QGuiApplication.clipboard().image().width() > shown.picture.width()


def test_numbers_are_whole_and_no_cell_is_run() -> None:
    table = FigureTable(("Item", "=x"), (("=1+1", 1 / 3), ("b, c", None), ("d", -2)))
    rows = list(csv.reader(io.StringIO(csv_of(table, "a.csv").decode())))
    assert rows[0][1].lstrip("'") == "=x" and not rows[0][1].startswith("=")
    assert not rows[1][0].startswith("=")
    assert float(rows[1][1]) == 1 / 3
    assert rows[2:] == [["b, c", ""], ["d", "-2"]]
    assert text_of(table).count("\t") == 4


def test_an_unwritable_cell_is_named() -> None:
    with pytest.raises(DataError, match=r"a\.csv"):
        csv_of(FigureTable(("Item",), (("\0",),)), "a.csv")


def test_a_menu_goes_when_it_is_closed(qtbot: QtBot, ready: MainWindow) -> None:
    menu = menu_of(ready, "links")
    with qtbot.waitSignal(menu.destroyed):
        menu.close()


def test_what_was_pointed_at_is_none_of_the_figure(ready: MainWindow) -> None:
    plot = ready.rooms.utilities.plot
    plot.point_at(2)
    assert plot.pointed == 2
    with left_out(ready.rooms.utilities, PassingMarks()):
        assert plot.pointed is None
    assert plot.pointed is None


def test_what_tells_numbers_says_what_it_is_called(ready: MainWindow) -> None:
    bodies = [panel.body for panel in ready.rooms.panels.values()]
    figures = {body.objectName() for body in bodies if isinstance(body, Figure)}
    assert figures == {body.objectName() for body in bodies if hasattr(body, "figure_table")}
    for body in bodies:
        if isinstance(body, Figure):
            assert body.figure_name() and isinstance(body.figure_table(), FigureTable)


class PartOfAll(QWidget):
    """A figure that shows one row of three."""

    def figure_name(self) -> str:
        return "Loss"

    def figure_table(self) -> FigureTable:
        return FigureTable(("Item",), (("a",),), "1 of 3 items", "The CSV file has all.")

    def whole_table(self) -> FigureTable:
        return FigureTable(("Item",), (("a",), ("b",), ("c",)))


class TooMuch(PartOfAll):
    """Likewise, of more than a file is given."""

    def whole_table(self) -> FigureTable:
        return self.figure_table()


def test_a_file_has_what_does_not_fit_the_screen(
    ready: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    figure = PartOfAll()
    qtbot.addWidget(figure)
    shown = Shown("Loss", figure, figure)
    dialog = ready.aids.saving.save(shown, "csv", "Six papers", tmp_path)
    dialog.fileSelected.emit(str(tmp_path / "all.csv"))
    assert (tmp_path / "all.csv").read_text("utf-8").split() == ["Item", "a", "b", "c"]
    dialog.reject()
    ready.aids.saving.copy_numbers(shown)
    assert QGuiApplication.clipboard().text().split() == ["Item", "a", "b", "c"]
    ready.aids.twin.show_figure(shown)
    assert ready.aids.twin.count.text() == "1\u00a0row: 1 of 3 items. The CSV file has all."


def test_a_file_with_a_part_says_so_in_its_name_and_in_the_message(
    ready: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    figure = TooMuch()
    qtbot.addWidget(figure)
    dialog = ready.aids.saving.save(Shown("Loss", figure, figure), "csv", "Six papers", tmp_path)
    (chosen,) = dialog.selectedFiles()
    assert Path(chosen).name == "Six papers – Loss, 1 of 3 items.csv"
    with qtbot.waitSignal(ready.aids.saving.saved) as said:
        dialog.fileSelected.emit(str(tmp_path / "part.csv"))
    assert said.args == ["Saved part.csv: 1 of 3 items. The CSV file has all."]
    dialog.reject()


def test_a_drawing_needs_no_letters_of_this_program(ready: MainWindow, qtbot: QtBot) -> None:
    ready.aids.use.use("utilities")
    ready.actions_by_name["figure_svg"].trigger()
    (dialog,) = [each for each in ready.findChildren(FigureDialog) if each.isVisible()]
    content = dialog.content
    dialog.reject()
    drawn = ElementTree.fromstring(content.written("svg", "u.svg"))
    tags = [each.tag.rpartition("}")[2] for each in drawn.iter()]
    assert "text" not in tags
    titles = [" ".join((each.text or "").split()) for each in drawn.iter(f"{{{SVG}}}title")]
    assert titles[1:] == words_in(svg_of(content.drawing).decode())
    for paint in ("fill", "stroke", ""):
        assert not any(each.get(f"{paint}-opacity".strip("-")) == "0" for each in drawn.iter())


def test_outlines_stand_where_the_words_stood() -> None:
    words = (
        f'<svg xmlns="{SVG}" viewBox="0 0 80 20"><g fill="none" stroke="none">'
        '<text x="5" y="15" fill="#15181e" fill-opacity="1" font-size="13" font-weight="600">'
        "Hill &amp; 1</text></g>"
        '<g><g fill="#000000" fill-opacity="0" stroke="none"><rect width="9" height="9"/></g>'
        '<g fill="#000000" fill-opacity="0" stroke="#fff"><rect width="9" height="9"/></g>'
        "</g></svg>"
    )
    drawn = ElementTree.fromstring(outlined(words.encode()))
    (path,) = drawn.iter(f"{{{SVG}}}path")
    assert path.get("fill") == "#15181e" and path.get("fill-rule") == "nonzero"
    assert path.findtext(f"{{{SVG}}}title") == "Hill & 1"
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", path.get("d", ""))]
    right = 5 + QFontMetricsF(font(13, SEMI_BOLD)).horizontalAdvance("Hill & 1")
    assert 5 <= min(numbers[::2]) < 8 and right - 5 < max(numbers[::2]) <= right
    assert 4 < min(numbers[1::2]) < max(numbers[1::2]) < 16
    (seen,) = [each for each in drawn.iter() if each.tag == f"{{{SVG}}}rect"]
    assert seen in list(drawn.iterfind(".//*[@stroke='#fff']/*"))
    assert {each.get("fill") for each in drawn.iter() if "fill" in each.attrib} == {
        "none",
        "#15181e",
    }
