"""Ranking: what the table lists is what view and standing say, and it tells what was done."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.engine.ranking import N_DRAWS
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.panels.ranking_columns import COLUMNS, Column
from prefstudio.studio.panels.ranking_panel import RankingPanel
from prefstudio.studio.panels.ranking_places import badge_place, dot_place, name_place, rank_place
from prefstudio.studio.panels.ranking_rows import chance_in_figures, interval_in_figures
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import DARK, LIGHT
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.standing import Leading, Standing
from prefstudio.study.view import View

NAMES = ("Mono", "Stereo", "Matrix", "Upmix", "Original")
MEAN = np.array([-1.5, 0.06, 1.25, 0.12, 1.13])
SD = np.array([0.77, 0.45, 0.39, 0.44, 0.40])
N_COMPARED = np.array([6, 9, 17, 0, 15])
BY_RANK = ["Matrix", "Original", "Upmix", "Stereo", "Mono"]


def view_of(mean: np.ndarray, shown: np.ndarray | None = None) -> View:
    n_items = len(mean)
    shown = np.arange(n_items) if shown is None else shown
    return View(
        moment=1,
        posterior=None,  # type: ignore[arg-type]
        is_centred=True,
        mean=mean,
        sd=np.resize(SD, n_items),
        mean_before=None,
        shown=shown,
        by_rank=shown[np.argsort(-mean[shown], kind="stable")],
        by_cluster=shown,
        n_compared=np.resize(N_COMPARED, n_items),
        matrices={},
    )


def standing_of(n_items: int = 5) -> Standing:
    return Standing(
        moment=1,
        rank=np.arange(1, n_items + 1),
        rank_low=np.resize([5, 3, 1, 3, 1], n_items),
        rank_high=np.resize([5, 4, 2, 4, 2], n_items),
        p_best=np.resize([0.0, 0.004, 0.6, 0.01, 0.386], n_items),
        p_best_if_a=None,
        p_best_if_b=None,
        settled=0.8,
    )


def items_of(groups: tuple[str, ...] = ("",) * 5) -> ShownItems:
    return ShownItems(("x1", "x2", "x3", "x4", "x5"), NAMES, groups)


@pytest.fixture
def panel(qtbot: QtBot) -> RankingPanel:
    made = RankingPanel()
    qtbot.addWidget(made)
    made.setStyleSheet(style_sheet(LIGHT))
    made.show_theme(LIGHT)
    made.show_items(items_of())
    made.show_view(view_of(MEAN))
    made.show_standing(standing_of())
    made.resize(560, 300)
    made.show()
    return made


def test_means_and_chances_change_together(panel: RankingPanel) -> None:
    before = panel.figure_table()
    panel.show_view(view_of(MEAN[::-1].copy()), is_animated=True)
    panel.show_standing(replace(standing_of(), p_best=np.full(5, 0.2)))
    panel.show_progress(0.5)
    assert panel.figure_table() == before
    panel.show_progress(1.0)
    after = panel.figure_table().rows
    assert [row[5] for row in after] == sorted(MEAN, reverse=True)
    assert {row[7] for row in after} == {0.2}


def column(panel: RankingPanel, which: Column) -> list[str]:
    model = panel.model
    return [str(model.index(line, which).data()) for line in range(model.rowCount())]


def click_row(qtbot: QtBot, panel: RankingPanel, line: int) -> None:
    place = panel.table.visualRect(panel.model.index(line, Column.ITEM)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def click_head(qtbot: QtBot, panel: RankingPanel, which: Column) -> None:
    head = panel.table.horizontalHeader()
    place = QPoint(head.sectionViewportPosition(which) + head.sectionSize(which) // 2, 12)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_rows_say_what_is_known(panel: RankingPanel) -> None:
    assert panel.table.objectName() == "ranking_table"
    assert column(panel, Column.RANK) == ["1", "2", "3", "4", "5"]
    assert column(panel, Column.ITEM) == BY_RANK
    assert column(panel, Column.INTERVAL) == ["1–2", "1–2", "3–4", "3–4", "5"]
    assert column(panel, Column.MEAN) == ["1.25", "1.13", "0.12", "0.06", "−1.50"]
    assert column(panel, Column.SD) == ["0.39", "0.40", "0.44", "0.45", "0.77"]
    chances = ["60 %", "39 %", "1 %", "< 1 %", "< 1 %"]
    assert [text.replace("\u00a0", " ") for text in column(panel, Column.CHANCE)] == chances
    assert column(panel, Column.ASKED) == ["17", "15", "0", "9", "6"]


def test_a_study_of_the_top_k_shows_the_chance_to_be_in_it(panel: RankingPanel) -> None:
    head = [panel.model.headerData(Column.CHANCE, Qt.Orientation.Horizontal, role)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)]  # fmt: skip
    assert head == ["P(best)", "The chance to be the best one of all, counted in 4,000 draws."]
    top = Leading(3, np.array([0.05, 0.71, 0.98, 0.5, 0.9]))
    panel.show_standing(replace(standing_of(), top=top))
    head = [panel.model.headerData(Column.CHANCE, Qt.Orientation.Horizontal, role)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)]  # fmt: skip
    assert head == ["P(top\u00a03)", "The chance to be among the best 3, counted in 4,000 draws."]
    panel.show_items(items_of(("one", "one", "one", "two", "two")))
    tip = panel.model.headerData(
        Column.CHANCE, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    )
    assert tip == f"The chance to be the best one of its group, counted in {N_DRAWS:,} draws."


def test_the_chance_to_be_in_the_top_k_is_in_its_cells(panel: RankingPanel) -> None:
    top = Leading(3, np.array([0.05, 0.71, 0.98, 0.5, 0.9]))
    panel.show_standing(replace(standing_of(), top=top))
    chances = [text.replace("\u00a0", " ") for text in column(panel, Column.CHANCE)]
    assert chances == ["98 %", "90 %", "50 %", "71 %", "5 %"]
    assert panel.figure_table().columns[7] == "P(top\u00a03)"
    assert panel.figure_table().rows[0][7] == 0.98


def test_what_the_standing_would_say_is_left_open_before_it_comes(qtbot: QtBot) -> None:
    panel = RankingPanel()
    qtbot.addWidget(panel)
    panel.show_items(items_of())
    assert panel.model.rowCount() == 0
    panel.show_view(view_of(MEAN))
    assert set(column(panel, Column.INTERVAL) + column(panel, Column.CHANCE)) == {"–"}


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0099, "< 1 %"), (0.01, "1 %"), (0.992, "> 99 %"), (1.0, "100 %"), (None, "–")],
)
def test_chances_in_figures(chance: float | None, text: str) -> None:
    assert chance_in_figures(chance).replace("\u00a0", " ") == text


def test_tied_items_share_a_rank_and_the_middle_of_their_places(panel: RankingPanel) -> None:
    mean = np.array([0.5, 0.5, -1.0, 0.5 - 1e-13, 2.0])
    panel.show_view(view_of(mean))
    rows = [panel.model.ranking.row(item) for item in (4, 0, 1, 3, 2)]
    assert [row.rank for row in rows] == [1, 2, 2, 2, 5]
    assert [row.middle for row in rows] == [1.0, 3.0, 3.0, 3.0, 5.0]


def test_large_ranks_have_separators() -> None:
    assert interval_in_figures(177, 1204) == "177–1,204"


@pytest.mark.parametrize(
    ("which", "once", "twice"),
    [
        (Column.ITEM, ["Matrix", "Mono", "Original", "Stereo", "Upmix"], "Upmix"),
        (Column.MEAN, BY_RANK, "Mono"),
        (Column.SD, ["Mono", "Stereo", "Upmix", "Original", "Matrix"], "Matrix"),
        (Column.ASKED, ["Matrix", "Original", "Stereo", "Mono", "Upmix"], "Upmix"),
        (Column.CHANCE, BY_RANK, "Mono"),
        (Column.INTERVAL, BY_RANK, "Mono"),
    ],
)
def test_a_heading_sorts_and_sorts_back(
    qtbot: QtBot, panel: RankingPanel, which: Column, once: list[str], twice: str
) -> None:
    click_head(qtbot, panel, which)
    assert column(panel, Column.ITEM) == once
    click_head(qtbot, panel, which)
    assert column(panel, Column.ITEM)[0] == twice
    heading = str(panel.model.headerData(which, Qt.Orientation.Horizontal))
    assert heading[-1] in "↑↓"


def test_a_ranking_by_chance_awaits_it_with_the_best_first(panel: RankingPanel) -> None:
    panel.show_standing(None)
    panel.show_order_left("chance down")
    assert column(panel, Column.ITEM) == BY_RANK
    chances = np.array([0.5, 0.1, 0.2, 0.05, 0.15])
    panel.show_standing(replace(standing_of(), p_best=chances))
    assert column(panel, Column.ITEM) == [NAMES[item] for item in np.argsort(-chances)]


@pytest.mark.parametrize("order", ["", "mean", "worth down", "mean sideways"])
def test_an_order_unknown_changes_nothing(panel: RankingPanel, order: str) -> None:
    panel.show_order_left("item down")
    panel.show_order_left(order)
    assert panel.table.order == "item down"


def test_the_order_is_kept_when_numbers_change(qtbot: QtBot, panel: RankingPanel) -> None:
    click_head(qtbot, panel, Column.ITEM)
    panel.show_view(view_of(-MEAN))
    assert column(panel, Column.ITEM) == sorted(NAMES)
    assert column(panel, Column.RANK) == ["5", "1", "4", "2", "3"]


def test_animated_rows_change_when_the_clock_arrives(panel: RankingPanel) -> None:
    panel.show_view(view_of(-MEAN), is_animated=True)
    panel.show_progress(0.5)
    assert column(panel, Column.ITEM) == BY_RANK
    panel.show_progress(1.0)
    assert column(panel, Column.ITEM) == BY_RANK[::-1]


def test_a_click_and_enter_choose_an_item(qtbot: QtBot, panel: RankingPanel) -> None:
    with qtbot.waitSignal(panel.item_chosen) as chosen:
        click_row(qtbot, panel, 1)
    assert chosen.args == [4]
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.item_chosen) as entered:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert entered.args == [3]


def test_a_selection_is_shown_and_follows_its_item(qtbot: QtBot, panel: RankingPanel) -> None:
    with qtbot.assertNotEmitted(panel.item_chosen):
        panel.show_selection(frozenset({2, 4}))
    assert panel.table.chosen_positions == [2, 4]
    panel.show_view(view_of(-MEAN))
    assert panel.table.chosen_positions == [4, 2]
    panel.filter_field.setText("mono")
    panel.filter_field.setText("")
    assert panel.table.chosen_positions == [4, 2]
    panel.show_selection(frozenset())
    assert panel.table.chosen_positions == []


def test_the_asked_pair_is_badged_on_accent_soft(qtbot: QtBot, panel: RankingPanel) -> None:
    panel.show_asked((4, 2))
    rows = [panel.model.ranking.row(position) for position in (2, 4, 0)]
    assert [row.badge for row in rows] == ["B", "A", ""]
    image = panel.table.viewport().grab().toImage()
    lines = [panel.table.visualRect(panel.model.index(line, 0)) for line in (0, 2)]
    grounds = [QColor(image.pixel(rect.left() + 2, rect.top() + 3)).name() for rect in lines]
    assert grounds == [LIGHT.color("accent_soft").name(), LIGHT.color("surface").name()]
    spoken = panel.model.index(1, Column.ITEM).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Original, asked now as A"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_dots_have_the_colour_of_the_mean(panel: RankingPanel, theme: object) -> None:
    panel.show_theme(theme)  # type: ignore[arg-type]
    delegate, ranking = panel.table.itemDelegate(), panel.model.ranking
    ends = theme.diverging  # type: ignore[attr-defined]
    assert delegate.dot_colour(ranking.row(0)).name() == ends[0].lower()
    surface = theme.color("surface")  # type: ignore[attr-defined]
    assert delegate.dot_colour(ranking.row(3)) == surface  # never compared: hollow


def test_the_filter_looks_at_name_id_and_group(qtbot: QtBot, panel: RankingPanel) -> None:
    panel.show_items(items_of(("jazz", "jazz", "jazz", "rock", "jazz")))
    panel.show_view(view_of(MEAN))
    captions: list[str] = []
    panel.caption_changed.connect(captions.append)
    qtbot.mouseClick(panel.search_button, Qt.MouseButton.LeftButton)
    assert not panel.filter_field.isHidden()
    for words, found in (("MONO", "Mono"), ("rock", "Upmix"), (" X5 ", "Original")):
        panel.filter_field.setText(words)
        assert column(panel, Column.ITEM) == [found]
    panel.filter_field.setText("nothing like it")
    assert panel.nothing.text() == "No item matches “nothing like it”."
    assert not panel.nothing.isHidden()
    assert captions[-1].replace("\u00a0", " ") == "0 of 5 items"
    qtbot.keyClick(panel.filter_field, Qt.Key.Key_Escape)
    assert panel.filter_field.isHidden()
    assert panel.model.rowCount() == 5


def test_a_filter_begins_with_the_best_whatever_is_selected(qtbot: QtBot) -> None:
    panel = RankingPanel()
    qtbot.addWidget(panel)
    names = tuple(f"Paper {k}" for k in range(60))
    panel.show_items(ShownItems(names, names, ("",) * 60))
    panel.show_view(view_of(np.linspace(1.0, -1.0, 60)))
    panel.resize(400, 200)
    panel.show()
    panel.show_selection(frozenset({55}))
    assert panel.table.verticalScrollBar().value() > 0
    panel.filter_field.setText("5")
    assert panel.model.rowCount() > 10
    assert panel.table.verticalScrollBar().value() == 0


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("width", [560, 410, 350])
@pytest.mark.parametrize("column", [Column.MEAN, Column.CHANCE, Column.INTERVAL])
def test_a_heading_is_whole_with_its_arrow(
    qtbot: QtBot, panel: RankingPanel, width: int, column: Column
) -> None:
    panel.resize(width, 300)
    qtbot.waitUntil(lambda: panel.table.width() == width)
    panel.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    words = str(panel.model.headerData(column, Qt.Orientation.Horizontal))
    assert words.endswith("↓")
    needed = QFontMetricsF(font(11, MEDIUM)).horizontalAdvance(words) + 12
    assert panel.table.columnWidth(column) >= needed
    assert panel.table.horizontalHeader().length() <= panel.table.viewport().width()


def test_ctrl_f_inside_the_panel_opens_the_filter(qtbot: QtBot, panel: RankingPanel) -> None:
    panel.activateWindow()
    panel.table.setFocus()
    qtbot.waitUntil(panel.table.hasFocus)
    qtbot.keyClick(panel.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(panel.filter_field.hasFocus)


def test_rows_are_copied_with_tabs(qtbot: QtBot, panel: RankingPanel) -> None:
    panel.show_selection(frozenset({2, 0}))
    qtbot.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0].split("\t")[:2] == ["#", "Item"]
    assert lines[1].split("\t")[:5] == ["1", "Matrix", "1–2", "1.25", "0.39"]
    assert [line.split("\t")[1] for line in lines[1:]] == ["Matrix", "Mono"]
    all_rows = next(a for a in panel.copy_button.menu().actions() if a.text() == "Copy all rows")
    all_rows.trigger()
    assert len(QGuiApplication.clipboard().text().split("\n")) == 6


def test_export_is_wanted_from_the_menu(qtbot: QtBot, panel: RankingPanel) -> None:
    export = next(a for a in panel.copy_button.menu().actions() if a.text() == "Export…")
    with qtbot.waitSignal(panel.export_wanted):
        export.trigger()


@pytest.mark.parametrize(
    ("width", "left_out", "row_height"),
    [
        (560, [], 30),
        (460, [], 30),
        (410, [Column.SD, Column.ASKED], 26),
        (350, [Column.SD, Column.ASKED], 26),
    ],
)
def test_narrow_tables_leave_out_sd_and_asked(
    qtbot: QtBot, panel: RankingPanel, width: int, left_out: list[Column], row_height: int
) -> None:
    panel.resize(width, 300)
    qtbot.waitUntil(lambda: panel.table.width() == width)
    assert [which for which in Column if panel.table.isColumnHidden(which)] == left_out
    assert panel.table.rowHeight(0) == row_height
    assert panel.table.columnWidth(Column.ITEM) >= 84
    assert panel.table.horizontalHeader().length() <= panel.table.viewport().width()


@pytest.mark.usefixtures("dressed")
def test_long_names_take_two_lines_and_the_room_of_the_bars(qtbot: QtBot) -> None:
    panel = RankingPanel()
    qtbot.addWidget(panel)
    words = ("two", "five", "ten", "far", "old")
    names = tuple(f"Playground rules across {word} regions" for word in words)
    panel.show_items(ShownItems(names, names, ("",) * 5))
    panel.show_view(view_of(MEAN))
    panel.show_standing(standing_of())
    panel.resize(372, 260)
    panel.show()
    qtbot.waitUntil(lambda: panel.table.width() == 372)
    delegate = panel.table.itemDelegate()
    room = name_place(cell_of(panel, 0, Column.ITEM)).width()
    assert [delegate.fitted_name(name, room) for name in names] == list(names)
    assert panel.table.rowHeight(0) == 32
    assert panel.table.horizontalHeader().length() <= panel.table.viewport().width()


def cell_of(panel: RankingPanel, line: int, which: Column) -> QRectF:
    return QRectF(panel.table.visualRect(panel.model.index(line, which)))


def fitted_panel(qtbot: QtBot, names: tuple[str, ...], width: int) -> RankingPanel:
    """The ranking of some names in so many pixels."""
    panel = RankingPanel()
    qtbot.addWidget(panel)
    panel.show_items(ShownItems(names, names, ("",) * len(names)))
    panel.show_view(view_of(np.linspace(1.0, -1.0, len(names))))
    panel.show_standing(standing_of(len(names)))
    panel.resize(width, 260)
    panel.show()
    qtbot.waitUntil(lambda: panel.table.width() == width)
    return panel


SOUNDS = ("Old game", "Heavy rain", "Thick curtain", "Early shadow", *"abcdefgh")
SHAPES = ("Large violet sun", "Medium amber five-pointed star", *"abcdefghijklmn")
PAPERS = tuple(f"Errors in the study of {word} and of old weirs" for word in "abcdefghij")


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize(
    ("names", "width", "row_height", "left_out"),
    [
        (SOUNDS, 560, 30, []),
        (SOUNDS, 384, 26, [Column.SD, Column.ASKED]),
        (SHAPES, 384, 32, [Column.SD, Column.ASKED]),
        (PAPERS, 560, 30, [Column.SD, Column.ASKED]),
    ],
)
def test_a_name_takes_a_second_line_only_where_it_needs_one_and_bars_stay(
    qtbot: QtBot, names: tuple[str, ...], width: int, row_height: int, left_out: list[Column]
) -> None:
    panel = fitted_panel(qtbot, names, width)
    table = panel.table
    assert table.rowHeight(0) == row_height
    assert [which for which in Column if table.isColumnHidden(which)] == left_out
    delegate = table.itemDelegate()
    assert delegate.has_rank_bars
    room = name_place(cell_of(panel, 0, Column.ITEM)).width()
    assert [delegate.fitted_name(name, room) for name in names] == list(names)


SAMPLES = tuple(f"Sample {number:04}" for number in range(1000))


@pytest.mark.usefixtures("dressed")
def test_bars_go_before_every_name_takes_a_second_line(qtbot: QtBot) -> None:
    panel = fitted_panel(qtbot, SAMPLES, 380)
    delegate = panel.table.itemDelegate()
    assert not delegate.has_rank_bars and delegate.n_lines == 1
    assert panel.table.rowHeight(0) < 32
    room = name_place(cell_of(panel, 0, Column.ITEM)).width()
    assert [delegate.fitted_name(name, room) for name in SAMPLES] == list(SAMPLES)
    assert panel.table.horizontalHeader().length() <= panel.table.viewport().width()


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("names", [SOUNDS, SAMPLES])
def test_the_heading_of_ranks_stands_above_their_figures(
    qtbot: QtBot, names: tuple[str, ...]
) -> None:
    panel = fitted_panel(qtbot, names, 380)
    head = panel.table.horizontalHeader()
    width = head.sectionSize(Column.RANK)
    letters = QFontMetricsF(font(11, MEDIUM)).horizontalAdvance("#")
    is_left = bool(head.defaultAlignment() & Qt.AlignmentFlag.AlignLeft)
    of_its_own = Qt.ItemDataRole.TextAlignmentRole
    assert panel.model.headerData(Column.RANK, Qt.Orientation.Horizontal, of_its_own) is None
    middle = 6 + letters / 2 if is_left else width / 2
    figures = QFontMetricsF(font(12, SEMI_BOLD, lines_up=True))
    right = rank_place(QRectF(0, 0, width, 30)).right()
    for rank in ("1", f"{len(names):,}"):
        assert abs(right - figures.horizontalAdvance(rank) / 2 - middle) < 9


MANY = tuple(f"Errors in the study of number {place} and of old weirs" for place in range(300))


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize(
    ("names", "width", "line"),
    [(SOUNDS, 384, 1), (SHAPES, 384, 15), (SHAPES, 560, 15), (PAPERS, 372, 9), (MANY, 384, 299)],
)
def test_rank_badge_dot_and_name_stand_in_one_row_and_none_over_another(
    qtbot: QtBot, names: tuple[str, ...], width: int, line: int
) -> None:
    panel = fitted_panel(qtbot, names, width)
    panel.show_asked((line, 0))
    panel.table.scroll_to_line(line)
    rank, item = (cell_of(panel, line, which) for which in (Column.RANK, Column.ITEM))
    figures = rank_place(rank)
    letters = QFontMetricsF(font(12, SEMI_BOLD, lines_up=True))
    figures.setLeft(figures.right() - letters.horizontalAdvance(f"{line + 1}"))
    places = [figures, badge_place(rank), dot_place(item), name_place(item)]
    assert {place.center().y() for place in places} == {rank.top() + (rank.height() - 1) / 2}
    assert all(rank.top() <= place.top() and place.bottom() < rank.bottom() for place in places)
    assert rank.left() + 3 < figures.left()  # behind the bar of a chosen row
    gaps = [after.left() - before.right() for before, after in pairwise(places)]
    assert min(gaps) >= 3
    assert badge_place(rank).right() <= rank.right() + 1e-9
    assert name_place(item).right() == item.right()


@pytest.mark.usefixtures("dressed")
def test_a_pair_that_is_asked_moves_no_name(qtbot: QtBot) -> None:
    panel = fitted_panel(qtbot, SHAPES, 384)
    before = [panel.table.columnWidth(which) for which in Column]
    panel.show_asked((0, 1))
    assert [panel.table.columnWidth(which) for which in Column] == before
    assert panel.table.columnWidth(Column.RANK) >= 16 + 16  # two figures and a badge


def test_groups_are_chosen_only_where_there_are_some(qtbot: QtBot, panel: RankingPanel) -> None:
    assert panel.group_box.isHidden()
    panel.show_items(items_of(("jazz", "rock", "rock", "jazz", "rock")))
    panel.show_view(view_of(MEAN, np.array([1, 2, 4])))
    assert not panel.group_box.isHidden()
    assert panel.bar.isVisible()
    texts = [panel.group_box.itemText(place) for place in range(panel.group_box.count())]
    assert (texts, panel.group_box.currentText()) == (["jazz", "rock"], "rock")
    assert column(panel, Column.ITEM) == ["Matrix", "Original", "Stereo"]
    assert column(panel, Column.RANK) == ["1", "2", "3"]
    with qtbot.waitSignal(panel.group_chosen) as chosen:
        panel.group_box.setFocus()
        qtbot.keyClick(panel.group_box, Qt.Key.Key_Up)
    assert chosen.args == ["jazz"]


def test_every_column_is_in_the_table_in_its_order() -> None:
    assert list(COLUMNS) == list(Column)


def test_the_figure_has_full_precision_and_words(panel: RankingPanel) -> None:
    table = panel.figure_table()
    assert panel.figure_name() == "Ranking"
    assert table.rows[0] == (1, "x3", "Matrix", 1, 2, 1.25, 0.39, 0.6, 17)
    assert all(len(row) == len(table.columns) for row in table.rows)
    words = panel.table.accessibleDescription().replace("\u00a0", " ")
    assert words.startswith("Ranking of 5 items. Matrix 1.25 ± 0.76, rank 1–2; Original 1.13")


def big_panel(qtbot: QtBot) -> RankingPanel:
    panel = RankingPanel()
    qtbot.addWidget(panel)
    names = tuple(f"Paper {place}" for place in range(1000))
    panel.show_items(ShownItems(names, names, ("",) * 1000))
    panel.show_view(view_of(np.linspace(-1.0, 1.0, 1000)))
    panel.show_standing(standing_of(1000))
    panel.resize(480, 400)
    panel.show()
    return panel


def test_a_window_of_places_is_scrolled_to(qtbot: QtBot) -> None:
    panel = big_panel(qtbot)
    panel.show_window((600, 648))
    assert panel.table.rowAt(2) == 600
    assert panel.table.columnWidth(Column.ITEM) >= 100


def test_a_thousand_items_take_no_time(qtbot: QtBot) -> None:
    panel = big_panel(qtbot)
    rng = np.random.default_rng(3)
    taken = []
    for _ in range(5):
        view = view_of(rng.normal(size=1000))
        begun = time.perf_counter()
        panel.show_view(view)
        panel.show_standing(standing_of(1000))
        taken.append(time.perf_counter() - begun)
        QApplication.processEvents()
    assert min(taken) < 0.008
