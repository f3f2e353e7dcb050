"""Matrices of a few items: what is drawn, marked, read out and told."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPen
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.matrix_panel import MatrixPanel
from prefstudio.studio.panels.matrix_words import CLICK, NOT_NOW, READ_ONLY
from prefstudio.studio.plots.colour_map import luminance
from prefstudio.studio.plots.matrix_axis import AT_RIGHT
from prefstudio.studio.plots.matrix_overlay import figure_font
from prefstudio.studio.theme import DARK, LIGHT, Theme
from prefstudio.study.comparisons import Outcome
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import MatrixKind, View

LEFT = Qt.MouseButton.LeftButton
TNUM = QFont.Tag("tnum")
NAMES = ("Original", "Mono", "Stereo", "Matrix", "Upmix 1")
ITEMS = ShownItems(tuple("abcde"), NAMES, ("",) * 5)
BY_RANK = np.array([3, 4, 0, 2, 1])
BY_CLUSTER = np.array([1, 2, 0, 4, 3])


def symmetric(upper: list[float], diagonal: float) -> np.ndarray:
    made = np.full((5, 5), diagonal)
    made[np.triu_indices(5, 1)] = upper
    made.T[np.triu_indices(5, 1)] = upper
    return made


LOSS = symmetric([0.01, 0.02, 0.059, 0.055, 0.048, 0.007, 0.019, 0.034, 0.026, 0.058], np.nan)
COVARIANCE = symmetric([-0.1, 0.2, 0.0, 0.1, 0.3, -0.4, 0.05, 0.02, 0.03, 0.07], 0.8)
MEAN = np.array([1.1, -1.5, 0.1, 1.3, 1.2])
CHANCE = 1.0 / (1.0 + np.exp(MEAN - MEAN[:, None]))


@pytest.fixture
def view() -> View:
    """Five items, of whose pairs Original – Upmix 1 was answered."""
    askable = ~np.eye(5, dtype=bool)
    askable[0, 4] = askable[4, 0] = False
    matrices = {
        MatrixKind.EXPECTED_LOSS: LOSS,
        MatrixKind.COVARIANCE: COVARIANCE,
        MatrixKind.PRIOR_COVARIANCE: COVARIANCE * 2.0,
        MatrixKind.COVARIANCE_CHANGE: -COVARIANCE,
        MatrixKind.PREFERENCE: CHANCE,
    }
    posterior: Any = SimpleNamespace(mean=MEAN)
    return View(
        moment=3,
        posterior=posterior,
        is_centred=True,
        mean=MEAN,
        sd=np.full(5, 0.9),
        mean_before=None,
        shown=np.arange(5),
        by_rank=BY_RANK,
        by_cluster=BY_CLUSTER,
        n_compared=np.array([1, 0, 0, 0, 1]),
        matrices=MappingProxyType(matrices),
        askable=askable,
        answered=~askable & ~np.eye(5, dtype=bool),
        resting=np.zeros(5, dtype=bool),
    )


Shown = Callable[[MatrixKind], MatrixPanel]


@pytest.fixture
def shown(qtbot: QtBot, view: View) -> Shown:
    def show(kind: MatrixKind) -> MatrixPanel:
        panel = MatrixPanel(kind)
        qtbot.addWidget(panel)
        for control in panel.controls:
            qtbot.addWidget(control)
        panel.resize(480, 400)
        panel.show_items(ITEMS)
        panel.show_view(view)
        panel.show_asked((3, 0))
        panel.show()
        return panel

    return show


@pytest.fixture
def loss(shown: Shown) -> MatrixPanel:
    return shown(MatrixKind.EXPECTED_LOSS)


@pytest.fixture
def covariance(shown: Shown) -> MatrixPanel:
    return shown(MatrixKind.COVARIANCE)


@pytest.fixture
def preference(shown: Shown) -> MatrixPanel:
    return shown(MatrixKind.PREFERENCE)


def rows_of(panel: MatrixPanel) -> list[str]:
    return [text for _, text in panel.plot.getAxis("left")._tickLevels[0]]


def columns_of(panel: MatrixPanel) -> list[str]:
    return [text for _, text in panel.plot.getAxis("top")._tickLevels[0]]


def colour(panel: MatrixPanel, row: int, column: int) -> str:
    red, green, blue, _ = panel.plot.image.image[row, column]
    return f"#{red:02X}{green:02X}{blue:02X}"


def test_plots_are_found_by_name(
    loss: MatrixPanel, covariance: MatrixPanel, preference: MatrixPanel
) -> None:
    names = [panel.plot.objectName() for panel in (loss, covariance, preference)]
    assert names == ["loss_heatmap", "covariance_heatmap", "preference_heatmap"]


def test_rows_have_names_and_numbers_in_the_order_of_rank(loss: MatrixPanel) -> None:
    assert rows_of(loss) == ["Matrix  1", "Upmix 1  2", "Original  3", "Stereo  4", "Mono  5"]
    assert columns_of(loss) == ["1", "2", "3", "4", "5"]
    np.testing.assert_array_equal(loss.plot.shown_values(), LOSS[np.ix_(BY_RANK, BY_RANK)])


def test_items_may_be_called_by_their_id(loss: MatrixPanel, view: View) -> None:
    loss.show_items(ITEMS, by_id=True)
    loss.show_view(view)
    assert rows_of(loss) == columns_of(loss) == ["d", "e", "a", "c", "b"]


def test_the_same_items_again_leave_the_picture(loss: MatrixPanel) -> None:
    loss.show_items(dataclasses.replace(ITEMS))
    assert loss.plot.values is LOSS
    assert len(loss.plot.overlay.rings) == 2
    loss.show_items(dataclasses.replace(ITEMS, names=("Other", *NAMES[1:])))
    assert loss.plot.values is None
    assert loss.plot.overlay.rings == ()
    assert loss.read_out.text() == ""


@pytest.mark.parametrize(
    ("key", "order"), [("file", np.arange(5)), ("cluster", BY_CLUSTER), ("rank", BY_RANK)]
)
def test_the_order_is_chosen(qtbot: QtBot, loss: MatrixPanel, key: str, order: np.ndarray) -> None:
    with qtbot.waitSignal(loss.order_chosen) as told:
        qtbot.mouseClick(loss.order.buttons[key], LEFT)
    assert told.args == [key]
    np.testing.assert_array_equal(loss.plot.shown_values(), LOSS[np.ix_(order, order)])
    assert rows_of(loss)[0].startswith(NAMES[order[0]])


def test_an_order_chosen_elsewhere_is_not_told_again(qtbot: QtBot, loss: MatrixPanel) -> None:
    with qtbot.assertNotEmitted(loss.order_chosen):
        loss.show_order("file")
    assert loss.order.choice == "file"
    assert rows_of(loss)[0] == "Original  1"


def test_the_asked_pair_is_ringed_both_ways_and_read_out(loss: MatrixPanel) -> None:
    assert set(loss.plot.overlay.rings) == {(0, 2), (2, 0)}
    assert loss.read_out.text() == "Matrix – Original  0.059"
    assert loss.scale_bar.pointed == 0.059
    loss.show_asked(None)
    assert loss.plot.overlay.rings == ()
    assert loss.read_out.text() == ""


def test_the_next_largest_askable_cells_have_a_corner(loss: MatrixPanel) -> None:
    marked = {frozenset(loss.plot.frame.pair_at(cell)) for cell in loss.plot.overlay.marks.corners}
    # 0.055 is larger than two of them, but Original – Upmix 1 was answered.
    assert marked == {frozenset({3, 4}), frozenset({1, 2}), frozenset({2, 3})}


def corners_of(panel: MatrixPanel) -> set[frozenset[int]]:
    frame = panel.plot.frame
    return {frozenset(frame.pair_at(cell)) for cell in panel.plot.overlay.marks.corners}


def show_losses(panel: MatrixPanel, view: View, losses: dict[tuple[int, int], float]) -> None:
    """Some losses, and 0.01 for every other pair; all may be asked, and none was."""
    values = np.full((5, 5), 0.01)
    for (row, column), value in losses.items():
        values[row, column] = values[column, row] = value
    matrices = MappingProxyType({**view.matrices, MatrixKind.EXPECTED_LOSS: values})
    nothing = np.zeros((5, 5), dtype=bool)
    askable = ~np.eye(5, dtype=bool)
    panel.show_view(replace(view, matrices=matrices, askable=askable, answered=nothing))


LONG = tuple(
    f"Grundstücksverkehrsgenehmigungszuständigkeit {end}"
    for end in ("Nord", "Süd", "Ost", "West", "Mitte")
)


def test_long_names_give_way_where_cells_could_have_figures(loss: MatrixPanel) -> None:
    plot = loss.plot
    loss.show_items(replace(ITEMS, names=LONG))
    for size in ((300, 330), (340, 420), (480, 560), (700, 560)):
        loss.resize(*size)
        for _ in range(3):  # rows are named anew, and then laid out
            QApplication.processEvents()
        view = plot.getViewBox()
        across = view.mapFromView(QPointF(5, 5)) - view.mapFromView(QPointF(0, 0))
        width, height = across.x() / 5, across.y() / 5
        assert figure_font(plot.scale, width, height) is not None
        assert height / width <= 1.65
        rows = rows_of(loss)
        assert len(set(rows)) == 5
        assert [row[-1] for row in rows] == list("12345")
        # Nor do they give way more than that.
        assert all(name in row for name, row in zip(LONG, rows, strict=False)) or width <= 80


def test_a_number_stands_at_its_row_whichever_way_the_name_is_read(loss: MatrixPanel) -> None:
    """Digits line up; in names such letters would tear hyphens away."""
    loss.show_items(replace(ITEMS, names=("كرسي خشبي قديم", "five-pointed", "c", "d", "e")))
    axis, painter = loss.plot.getAxis("left"), MagicMock()
    fonts: list[QFont] = []
    painter.setFont.side_effect = fonts.append
    written: dict[str, tuple[QRectF, QFont]] = {}

    def write(rect: QRectF, flags: int, text: str) -> None:
        assert flags & AT_RIGHT == AT_RIGHT
        written[text] = QRectF(rect), fonts[-1]

    painter.drawText.side_effect = write
    places = {text: QRectF(0, 20 * row, 120, 15) for row, text in enumerate(rows_of(loss))}
    specs = [(rect, Qt.AlignmentFlag.AlignRight, text) for text, rect in places.items()]
    for strong in (frozenset[int](), frozenset({0, 1})):
        loss.show_selection(strong)
        written.clear()
        axis.drawPicture(painter, (QPen(), QPointF(), QPointF()), [], specs)
        assert len(written) == 10
        for text, rect in places.items():
            name, number = text.split("  ")
            (before, letters), (beside, digits) = written[name], written[number]
            assert beside.right() == rect.right() > before.right()
            assert digits.isFeatureSet(TNUM) and not letters.isFeatureSet(TNUM)
            taken = QFontMetricsF(digits).horizontalAdvance(number)
            assert before.right() < beside.right() - taken


def test_what_ties_is_marked_together_or_not_at_all_and_words_say_it(
    loss: MatrixPanel, view: View
) -> None:
    near = 0.05 * (1.0 + 1e-12)  # of rounding
    show_losses(loss, view, {(3, 0): 0.05, (3, 1): near, (3, 2): 0.05})
    assert corners_of(loss) == {frozenset({3, 1}), frozenset({3, 2})}  # all others tie at 0.01
    assert loss.hint.text().startswith("ring: asked, corner: as large")
    show_losses(loss, view, {(3, 0): 0.05, (3, 1): 0.04, (3, 2): 0.03, (1, 2): 0.03, (0, 1): 0.03})
    assert corners_of(loss) == {frozenset({3, 1})}
    assert loss.hint.text().startswith("ring: asked, corner: next largest")
    show_losses(loss, view, {(3, 0): 0.04, (3, 1): 0.05, (3, 2): 0.05})
    assert loss.hint.text().startswith("ring: asked, corner: largest")
    show_losses(loss, view, {})
    assert corners_of(loss) == set()
    assert loss.hint.text().startswith("ring: asked. Click")


def test_no_words_speak_of_a_ring_that_is_not_drawn(
    loss: MatrixPanel, covariance: MatrixPanel, view: View
) -> None:
    show_losses(loss, view, {(3, 0): 0.05, (3, 1): 0.04})
    covariance.show_view(view)
    pair = (3, 0)
    for panel in (loss, covariance):
        panel.show_asked(None)
        for pointed in (None, (1, 1), (1, 2)):
            panel.plot.cell_pointed.emit(pointed)
            assert "ring" not in panel.hint.text()
        panel.plot.cell_pointed.emit(None)
    assert loss.hint.text().startswith("corner: largest. Click")
    loss.show_past(True)
    assert loss.hint.text() == f"corner: largest. {NOT_NOW}"
    loss.show_asked(pair)
    assert loss.hint.text() == f"ring: asked, corner: next largest. {NOT_NOW}"
    loss.show_asked(None)
    loss.forbid("It is open elsewhere.")
    assert loss.hint.text() == READ_ONLY


def test_six_papers_stand_out_as_in_the_paper(
    window: MainWindow, settled: Callable[[MainWindow], None]
) -> None:
    settled(window)
    panel, model = window.rooms.expected_loss, window.model
    assert corners_of(panel) == set()  # eight of fifteen pairs tie
    assert "corner" not in panel.hint.text()
    panel.pair_chosen.emit((1, 4))
    settled(window)
    model.answer(Outcome.A if model.asking.pair == (1, 4) else Outcome.B)  # b over e
    settled(window)
    assert model.asking.pair is not None
    assert {frozenset({1, 2}), frozenset({1, 5})} <= {
        frozenset(model.asking.pair),
        *corners_of(panel),
    }
    assert "corner: next largest" in panel.hint.text()


def test_only_expected_loss_has_corners_and_only_what_asks_has_dots(shown: Shown) -> None:
    marks = {kind: shown(MatrixKind(kind)).plot.overlay.marks for kind in MatrixKind}
    assert [kind for kind in marks if marks[kind].corners] == ["expected_loss"]
    dotted = [kind for kind in marks if marks[kind].answered is not None]
    assert sorted(dotted) == ["expected_loss", "preference"]


def test_an_answered_pair_is_marked_says_so_and_is_not_asked(
    qtbot: QtBot, loss: MatrixPanel
) -> None:
    answered = loss.plot.overlay.marks.answered
    assert answered is not None
    assert {tuple(cell) for cell in np.argwhere(answered).tolist()} == {(1, 2), (2, 1)}
    assert "dot: answered" in loss.hint.text()
    loss.plot.point_at((4, 0))
    assert loss.hint.text() == "answered: not asked again"
    assert loss.plot.toolTip() == "Upmix 1 – Original: 0.055, answered"
    with qtbot.assertNotEmitted(loss.pair_chosen):
        qtbot.mouseClick(loss.plot.viewport(), LEFT, pos=loss.plot.position_of((4, 0)))


def test_a_pair_that_may_be_asked_again_has_its_dot_says_so_and_is_asked(
    qtbot: QtBot, loss: MatrixPanel, preference: MatrixPanel, view: View
) -> None:
    for panel in (loss, preference):
        panel.show_view(replace(view, askable=~np.eye(5, dtype=bool)))
        answered = panel.plot.overlay.marks.answered
        assert answered is not None
        assert {tuple(cell) for cell in np.argwhere(answered).tolist()} == {(1, 2), (2, 1)}
        panel.plot.point_at((4, 0))
        assert panel.hint.text() == f"answered: may be asked again. {CLICK}"
        assert panel.plot.toolTip().split("\n")[0].endswith(", answered")
        with qtbot.waitSignal(panel.pair_chosen):
            place = panel.plot.position_of((4, 0))
            qtbot.mouseClick(panel.plot.viewport(), LEFT, pos=place)
        panel.show_asked((0, 4))  # what the ring says is said of the asked pair
        assert "asked again" not in panel.hint.text()
    loss.plot.point_at(None)
    assert "dot: answered" in loss.hint.text()
    assert corners_of(loss) == {frozenset({3, 0}), frozenset({3, 4}), frozenset({1, 2})}


def test_what_was_shown_lately_has_no_corner_and_says_so(
    qtbot: QtBot, loss: MatrixPanel, view: View
) -> None:
    resting = np.array([False, True, False, False, False])
    waits = replace(view, askable=~np.eye(5, dtype=bool), resting=resting)
    height = loss.hint.height()
    loss.show_view(waits)
    assert loss.hint.height() > height  # for more words
    # Without Mono; its 0.058 with Stereo was among the largest.
    assert corners_of(loss) == {frozenset({3, 4}), frozenset({0, 4}), frozenset({2, 3})}
    among = "ring: asked, corner: next largest not shown lately, dot: answered. Click"
    assert loss.hint.text().startswith(among)
    loss.plot.point_at((1, 2))
    assert loss.hint.text() == f"shown lately: not asked next. {CLICK}"
    with qtbot.waitSignal(loss.pair_chosen):
        qtbot.mouseClick(loss.plot.viewport(), LEFT, pos=loss.plot.position_of((1, 2)))
    loss.show_view(replace(waits, resting=np.array([True, False, False, False, False])))
    loss.plot.point_at((4, 0))
    assert loss.hint.text() == f"answered, shown lately: not asked next. {CLICK}"


def test_words_of_the_corners_follow_while_a_model_is_dragged(
    loss: MatrixPanel, view: View
) -> None:
    assert loss.hint.text().startswith("ring: asked, corner: next largest,")
    dragged = replace(view, is_fleeting=True)
    less = LOSS.copy()
    less[3, 0] = less[0, 3] = 0.03  # of the asked pair
    matrices = MappingProxyType({MatrixKind.EXPECTED_LOSS: less})
    loss.show_view(replace(dragged, matrices=matrices))
    assert loss.hint.text().startswith("ring: asked, corner: largest,")
    loss.show_view(dragged)
    assert loss.hint.text().startswith("ring: asked, corner: next largest,")


def test_a_pair_of_two_groups_says_so(loss: MatrixPanel, view: View) -> None:
    groups = ("x", "x", "y", "x", "x")
    loss.show_items(dataclasses.replace(ITEMS, groups=groups))
    values, askable = LOSS.copy(), np.array(view.askable)
    for array, value in ((values, np.nan), (askable, False)):
        array[2, :] = array[:, 2] = value
    matrices = MappingProxyType({MatrixKind.EXPECTED_LOSS: values})
    loss.show_view(dataclasses.replace(view, matrices=matrices, askable=askable))
    loss.plot.point_at((2, 3))
    assert loss.read_out.text() == "Stereo – Matrix  other group"
    assert loss.hint.text() == "other group: never asked"
    assert not loss.plot.overlay.marks.answered[loss.plot.frame.cell_of((2, 3))]


def test_a_click_asks_the_pair_of_its_row_and_column(qtbot: QtBot, loss: MatrixPanel) -> None:
    with qtbot.waitSignal(loss.pair_chosen) as told:
        qtbot.mouseClick(loss.plot.viewport(), LEFT, pos=loss.plot.position_of((1, 3)))
    assert told.args == [(1, 3)]


def test_keys_read_and_ask(qtbot: QtBot, loss: MatrixPanel) -> None:
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right):
        qtbot.keyClick(loss.plot, key)
    assert loss.read_out.text() == "Matrix – Stereo  0.034"
    with qtbot.waitSignal(loss.pair_chosen) as told:
        qtbot.keyClick(loss.plot, Qt.Key.Key_Return)
    assert told.args == [(3, 2)]


def test_a_covariance_is_never_asked_and_a_forbidden_loss_neither(
    qtbot: QtBot, loss: MatrixPanel, covariance: MatrixPanel
) -> None:
    loss.forbid("Read-only: it is open elsewhere.")
    assert loss.hint.text() == "ring: asked. Read-only."
    assert loss.hint.toolTip() == "Read-only: it is open elsewhere."
    for panel in (loss, covariance):
        with qtbot.assertNotEmitted(panel.pair_chosen):
            qtbot.mouseClick(panel.plot.viewport(), LEFT, pos=panel.plot.position_of((1, 3)))


def test_the_past_asks_nothing_and_says_so(qtbot: QtBot, loss: MatrixPanel) -> None:
    assert CLICK in loss.hint.text()
    loss.show_past(True)
    assert loss.hint.text().endswith("Return to now to ask a pair.")
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
        with qtbot.assertNotEmitted(loss.pair_chosen), qtbot.assertNotEmitted(loss.pair_queued):
            place = loss.plot.position_of((1, 3))
            qtbot.mouseClick(loss.plot.viewport(), LEFT, modifier, place)
    loss.show_past(False)
    assert CLICK in loss.hint.text()


def test_a_name_chooses_its_item_and_chosen_names_stand_out(
    qtbot: QtBot, loss: MatrixPanel
) -> None:
    beside = QPoint(20, loss.plot.position_of((0, 3)).y())
    above = QPoint(loss.plot.position_of((3, 4)).x(), 8)
    for place, item in ((beside, 0), (above, 4)):
        with qtbot.waitSignal(loss.item_chosen) as told:
            qtbot.mouseClick(loss.plot.viewport(), LEFT, pos=place)
        assert told.args == [item]
    loss.show_selection(frozenset({0, 1}))
    assert loss.plot.getAxis("left").strong == {"Original  3", "Mono  5"}
    assert loss.plot.getAxis("top").strong == {"3", "5"}
    loss.show_order("file")
    assert loss.plot.getAxis("left").strong == {"Original  1", "Mono  2"}


def test_the_covariances_take_turns(qtbot: QtBot, covariance: MatrixPanel) -> None:
    assert covariance.kinds is not None
    assert covariance.kinds_wanted == {MatrixKind.COVARIANCE}
    with qtbot.waitSignal(covariance.kind_chosen) as told:
        qtbot.mouseClick(covariance.kinds.buttons["prior_covariance"], LEFT)
    assert told.args == [MatrixKind.PRIOR_COVARIANCE]
    assert covariance.kinds_wanted == {MatrixKind.PRIOR_COVARIANCE}
    assert covariance.plot.values is not None
    np.testing.assert_array_equal(covariance.plot.values, 2.0 * COVARIANCE)
    assert covariance.figure_name() == "Prior covariance"


def test_the_last_picture_stays_until_the_wanted_kind_comes(
    qtbot: QtBot, covariance: MatrixPanel, view: View
) -> None:
    only = MappingProxyType({MatrixKind.COVARIANCE: COVARIANCE})
    covariance.show_view(dataclasses.replace(view, matrices=only))
    assert covariance.kinds is not None
    qtbot.mouseClick(covariance.kinds.buttons["covariance_change"], LEFT)
    assert covariance.plot.values is COVARIANCE
    covariance.show_view(view)
    np.testing.assert_array_equal(covariance.plot.values, -COVARIANCE)


def test_a_covariance_reads_as_a_correlation(covariance: MatrixPanel) -> None:
    covariance.plot.point_at((1, 3))
    assert covariance.read_out.text() == "Mono – Matrix  −0.400"
    assert covariance.hint.text() == "correlation −0.50"
    covariance.plot.point_at((2, 2))
    assert covariance.hint.text() == "sd 0.89"


def test_scales_are_symmetric_about_their_centre(
    loss: MatrixPanel, covariance: MatrixPanel, preference: MatrixPanel
) -> None:
    ends = [(panel.plot.scale.low, panel.plot.scale.high) for panel in (loss, covariance)]
    assert ends == [(0.0, 0.059), (-0.8, 0.8)]
    assert (preference.plot.scale.low, preference.plot.scale.high) == (0.0, 1.0)


def test_chances_have_no_diagonal_and_both_ways_add_up(preference: MatrixPanel) -> None:
    assert preference.plot.accessibleName() == "P(A ≻ B)"
    assert preference.caption == "chance that one answer prefers the row"
    shown = preference.plot.shown_values()
    assert shown is not None
    assert np.isnan(shown.diagonal()).all()
    off = ~np.eye(5, dtype=bool)
    np.testing.assert_allclose((shown + shown.T)[off], 1.0)
    assert colour(preference, 2, 2) == LIGHT.name_of("inset")
    preference.plot.point_at((3, 1))
    assert preference.read_out.text() == f"Matrix ≻ Mono  {CHANCE[3, 1]:.3f}"
    assert preference.hint.text().startswith("Chance that one answer prefers the row.")


def test_chances_say_that_they_are_of_one_answer_and_not_of_the_true_order(
    loss: MatrixPanel, preference: MatrixPanel
) -> None:
    loss.plot.point_at((3, 1))
    preference.plot.point_at((3, 1))
    assert "true order" not in loss.plot.toolTip() + loss.hint.toolTip()
    figure, meant = preference.plot.toolTip().split("\n")
    assert figure == f"Matrix ≻ Mono: {CHANCE[3, 1]:.3f}"
    assert meant == preference.hint.toolTip()
    assert "one answer" in meant and "noise" in meant and "true order" in meant


def test_a_fixed_scale_keeps_colours_comparable(loss: MatrixPanel, view: View) -> None:
    loss.show_scale(0.118)
    before = colour(loss, 0, 3)
    matrices = MappingProxyType({MatrixKind.EXPECTED_LOSS: LOSS * np.where(LOSS == 0.059, 0.5, 1)})
    loss.show_view(dataclasses.replace(view, matrices=matrices))
    assert colour(loss, 0, 3) == before
    assert loss.largest == 0.118
    loss.show_scale(None)
    assert loss.largest == 0.058


def test_cells_go_from_old_to_new(loss: MatrixPanel, view: View) -> None:
    matrices = MappingProxyType({MatrixKind.EXPECTED_LOSS: LOSS * 3.0})
    loss.show_view(dataclasses.replace(view, matrices=matrices), is_animated=True)
    before = LOSS[np.ix_(BY_RANK, BY_RANK)]
    for share, factor in ((None, 1.0), (0.5, 2.0), (1.0, 3.0)):
        if share is not None:
            loss.show_progress(share)
        np.testing.assert_allclose(loss.plot.shown_values(), before * factor)
        assert loss.plot.scale_now.high == pytest.approx(0.059 * factor)
    loss.show_progress(0.2)  # a clock of others that runs late moves nothing
    np.testing.assert_allclose(loss.plot.shown_values(), before * 3.0)


def test_the_correlation_is_that_of_the_cells_while_something_is_dragged(
    covariance: MatrixPanel, view: View
) -> None:
    covariance.show_asked((1, 3))
    halved = MappingProxyType({MatrixKind.COVARIANCE: np.where(np.eye(5), 0.8, COVARIANCE / 2)})
    covariance.show_view(dataclasses.replace(view, matrices=halved, is_fleeting=True))
    assert covariance.hint.text() == "correlation −0.25"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("kind", ["expected_loss", "covariance"])
def test_figures_are_read_on_every_colour(theme: Theme, kind: str, shown: Shown) -> None:
    panel = shown(MatrixKind(kind))
    panel.show_theme(theme)
    scale, used = panel.plot.scale, panel.plot.colour_map
    values = np.linspace(scale.low, scale.high, 400)
    light = luminance(used.colours(values, scale.low, scale.high)[:, :3])
    ink = np.where(used.are_dark(values, scale.low, scale.high), 1.0, 0.0)
    contrast = (np.maximum(light, ink) + 0.05) / (np.minimum(light, ink) + 0.05)
    assert contrast.min() >= 4.5


def test_the_table_has_a_row_for_every_cell_with_a_number(
    loss: MatrixPanel, covariance: MatrixPanel
) -> None:
    table = loss.figure_table()
    assert table.columns == ("row item", "column item", "expected loss")
    assert len(table.rows) == 20
    assert table.rows[0] == ("Matrix", "Upmix 1", 0.058)
    assert len(covariance.figure_table().rows) == 25
    assert (loss.figure_name(), covariance.figure_name()) == (
        "Expected loss",
        "Posterior covariance",
    )


def test_the_description_names_the_largest(loss: MatrixPanel) -> None:
    words = loss.plot.accessibleDescription()
    assert words == "Expected loss of 5 items. Largest 0.059, Original and Matrix."


def test_names_of_controls_are_unique(
    loss: MatrixPanel, covariance: MatrixPanel, preference: MatrixPanel
) -> None:
    panels = (loss, covariance, preference)
    buttons = [
        button for panel in panels for each in panel.controls for button in each.buttons.values()
    ]
    for told in (
        [button.accessibleName() for button in buttons],
        [button.objectName() for button in buttons],
    ):
        assert len(set(told)) == len(told) == 12


@pytest.mark.parametrize("size", [(322, 220), (396, 343), (900, 700)])
def test_cells_stay_inside_the_plot(loss: MatrixPanel, size: tuple[int, int]) -> None:
    loss.resize(*size)
    loss.grab()  # only painting brings the plot's own places up to date
    assert (loss.width(), loss.height()) == size
    box = loss.plot.getViewBox()
    image = loss.plot.image.mapRectToScene(loss.plot.image.boundingRect())
    assert box.sceneBoundingRect().contains(image)
    width, height = loss.plot.cell_size()
    assert width / height <= 1.61


def test_the_ring_says_what_chose_the_pair(loss: MatrixPanel) -> None:
    loss.show_asked((1, 3))  # others have become larger
    assert loss.hint.text().startswith("ring: asked, corner: largest")
    loss.show_asked((0, 3))
    assert loss.hint.text().startswith("ring: asked, corner: next largest")
    loss.show_order("file")
    assert loss.hint.text().startswith("ring: asked, corner: next largest")
    loss.show_order("rank")
    assert loss.hint.toolTip() == ""
    height = loss.hint.height()
    loss.show_chooser("entropy_gain")
    assert loss.hint.text().startswith("ring: asked, by entropy gain, corner: next largest")
    assert loss.hint.height() > height
    assert "chosen by entropy gain" in loss.hint.toolTip()
    assert loss.caption == "of leaving a pair in its order; entropy gain asks"
    loss.show_chooser("")  # a person did
    assert loss.hint.text().startswith("ring: asked, corner: next largest")
    assert loss.caption == "of leaving a pair in its order"
    loss.show_chooser("expected_loss")
    assert loss.hint.text().startswith("ring: asked, corner: next largest")
    assert loss.hint.height() == height
