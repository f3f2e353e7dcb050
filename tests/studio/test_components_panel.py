"""The Components panel in a real window: turned, added, removed, compared and undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.engine.held_out import Average, RightContrast
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.comparison_page import FAIR, OUTDATED
from prefstudio.studio.panels.component_list import ComponentList, PartFacts
from prefstudio.studio.panels.component_settings import ComponentSettings
from prefstudio.studio.panels.components_panel import ComponentsPanel
from prefstudio.studio.panels.matrix_foot import MatrixFoot
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.studio.segment import Segment
from prefstudio.studio.why_not import STILL_COMPUTING
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.component_views import NEIGHBOURS
from prefstudio.study.model import resolve
from prefstudio.study.model_comparison import ModelComparison, ModelScore, Source
from prefstudio.study.resources import sample
from prefstudio.study.settings import LinksComponent
from tests.study.two_relations import write_study

OpenStudy = Callable[[Path], MainWindow]
Settled = Callable[[MainWindow], None]

FEW = (
    "[[model.component]]\nkind='features'\nweight=0.8\n"
    "[[model.component]]\nkind='links'\nrelation='cites'\nweight=0.4\n"
)
ANSWERS = "winner,loser\n" + "\n".join(f"{a},{b}" for a, b in ["ab", "bc", "cd", "de", "ef", "fg"])


SCORE = ModelScore(-14.9, 17 / 24, 0.634)
LONG = ModelComparison(
    1, "the features", True, Source.FOLDS, 5, 24, 24, SCORE, ModelScore(-14.0, 18 / 24, 0.617),
    RightContrast(-1 / 24, 11, 12), Average(-0.017, 0.018, 24),
)  # fmt: skip


@pytest.fixture
def window(open_study: OpenStudy, tmp_path: Path, settled: Settled) -> MainWindow:
    """Two relations, one of them in use; the panel is in sight."""
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "comparisons.csv").write_text(ANSWERS)
    write_study(folder, FEW)
    return shown(open_study(folder), settled)


def shown(window: MainWindow, settled: Settled) -> MainWindow:
    settled(window)
    window.panel_actions["components"].trigger()
    settled(window)
    assert window.model.scene.components is not None
    return window


def panel(window: MainWindow) -> ComponentsPanel:
    return window.rooms.components


def titles(window: MainWindow) -> list[str]:
    return [each.text().replace("\u00a0", " ") for each in panel(window).list.buttons.values()]


def settings(window: MainWindow) -> SettingsChanged:
    (*_, last) = (e.body for e in window.model.record.events if isinstance(e.body, SettingsChanged))
    return last


def n_changes(window: MainWindow) -> int:
    return sum(isinstance(event.body, SettingsChanged) for event in window.model.record.events)


def choose(window: MainWindow, qtbot: QtBot, key: int, settled: Settled) -> None:
    qtbot.mouseClick(panel(window).list.buttons[key], Qt.MouseButton.LeftButton)
    settled(window)


def test_it_lists_what_there_is_and_what_is_not_used(window: MainWindow) -> None:
    terms = resolve(window.model.state.study).prior.components
    variances = [each.weight**2 * each.matrix().diagonal().mean() for each in terms]
    share = round(100.0 * variances[0] / sum(variances))  # the roles of links are two terms
    assert titles(window) == [
        f"features\n{share} %",
        f"cites\n{100 - share} %",  # two relations: each has its name
        "neighbours\noff",
        "written_by\nnot used",
        "individual\nnot used",
    ]


def test_pictures_are_made_only_while_it_is_seen(window: MainWindow, settled: Settled) -> None:
    assert window.model.scene.wants_component == 0
    window.rooms.panels["components"].hide()
    settled(window)
    assert window.model.scene.wants_component is None


def test_the_chosen_one_is_drawn_large(window: MainWindow, qtbot: QtBot, settled: Settled) -> None:
    choose(window, qtbot, 1, settled)
    view = panel(window)
    qtbot.mouseClick(view.pages.buttons["picture"], Qt.MouseButton.LeftButton)
    terms = resolve(window.model.state.study).prior.components[1:3]
    matrix = sum(each.weight**2 * each.matrix() for each in terms)
    centring = np.identity(8) - 1.0 / 8.0
    drawn = view.picture.matrix.plot.values
    np.testing.assert_allclose(drawn, centring @ matrix @ centring, atol=1e-12)
    window.wiring.choose({"order": "file"})
    settled(window)
    assert view.picture.matrix.plot.frame.order.tolist() == list(range(8))


def test_a_relation_is_added_changed_and_removed_one_event_each(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    view, before = panel(window), n_changes(window)
    unused = next(k for k, b in view.list.buttons.items() if b.text().startswith("written_by"))
    choose(window, qtbot, unused, settled)
    qtbot.mouseClick(view.offer.add_button, Qt.MouseButton.LeftButton)
    settled(window)
    assert n_changes(window) == before + 1
    components = resolve(window.model.state.study).components
    assert isinstance(components[2], LinksComponent) and components[2].relation == "written_by"
    assert view.chosen == 2  # what was added is what one sees
    assert view.settings.switch.text() == "In the prior; untick to remove"
    assert view.settings.hubs.isVisible()
    assert not view.settings.reading.isEnabled()
    view.settings.hubs.click()
    settled(window)
    assert window.model.state.study.links["written_by"].relation.hub_weight
    view.settings.kernel.activated.emit(1)
    settled(window)
    assert settings(window).after[2]["kernel"] == "common_cause"  # type: ignore[index]
    view.settings.switch.click()
    settled(window)
    assert n_changes(window) == before + 4
    assert len(resolve(window.model.state.study).components) == 2
    for _ in range(4):
        window.model.undo()
    settled(window)
    assert not window.model.state.study.links["written_by"].relation.hub_weight
    assert len(resolve(window.model.state.study).components) == 2


@pytest.mark.parametrize("place", [0, 1])
def test_what_is_unticked_stays_chosen(
    window: MainWindow, qtbot: QtBot, settled: Settled, place: int
) -> None:
    """A second click there must not remove another part."""
    view = panel(window)
    name = titles(window)[place].partition("\n")[0]
    choose(window, qtbot, place, settled)
    view.settings.switch.setFocus()
    qtbot.mouseClick(view.settings.switch, Qt.MouseButton.LeftButton)
    settled(window)
    chosen = view.list.buttons[view.chosen]
    assert chosen.isChecked() and chosen.text() == f"{name}\nnot used"
    assert view.offer.isVisible() and not view.settings.isVisible()
    assert view.offer.add_button.hasFocus()
    window.model.undo()
    settled(window)
    assert view.chosen == place
    assert view.list.buttons[place].text().startswith(name)


def test_a_part_that_was_never_offered_stays_chosen_too(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled
) -> None:
    window = shown(open_study(sample("shapes")), settled)
    view = panel(window)
    place = [text.partition("\n")[0] for text in titles(window)].index("individual")
    choose(window, qtbot, place, settled)
    view.settings.switch.click()
    settled(window)
    assert view.list.buttons[view.chosen].text() == "individual\nnot used"


def test_a_directed_relation_has_roles_and_can_be_read_both_ways(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    choose(window, qtbot, 1, settled)
    view = panel(window).settings
    assert view.role.isVisible()
    qtbot.mouseClick(view.role.buttons["linking"], Qt.MouseButton.LeftButton)
    settled(window)
    assert settings(window).after[1]["role"] == "linking"  # type: ignore[index]
    view.reading.activated.emit(0)
    settled(window)
    assert not window.model.state.study.links["cites"].relation.directed
    assert not view.role.isVisible()


def test_a_slider_is_tried_while_it_moves_and_recorded_once(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    view, before = panel(window), n_changes(window)
    slider = view.settings.share_row.slider
    slider.setSliderDown(True)
    with qtbot.waitSignal(view.settings_tried):
        slider.setValue(400)
    qtbot.waitUntil(lambda: bool(window.model.scene.moment.tried), timeout=20000)
    qtbot.waitUntil(lambda: "40" in view.list.buttons[0].text(), timeout=20000)
    assert n_changes(window) == before
    slider.setSliderDown(False)
    settled(window)
    assert n_changes(window) == before + 1
    assert view.figure_table().rows[0][3] == pytest.approx(0.4)


def test_links_or_no_links(window: MainWindow, qtbot: QtBot, settled: Settled) -> None:
    choose(window, qtbot, 1, settled)
    view = panel(window)
    qtbot.mouseClick(view.pages.buttons["worth"], Qt.MouseButton.LeftButton)
    assert view.comparison.title.text() == "Cites or no cites?"
    qtbot.mouseClick(view.comparison.weights.buttons["keep"], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.model.comparer.ended, timeout=30000) as ended:
        qtbot.mouseClick(view.comparison.compare_button, Qt.MouseButton.LeftButton)
    (found,) = ended.args
    assert isinstance(found, ModelComparison)
    assert found.n_answers == 6
    assert view.comparison.sentence.text() == found.words
    assert view.comparison.card.isVisible()
    assert view.comparison.compare_button.isVisible()
    assert view.comparison.cells[1][1].text() == f"{found.having.log_evidence:.1f}".replace(
        "-", "−"
    )
    qtbot.mouseClick(view.comparison.weights.buttons["relearn"], Qt.MouseButton.LeftButton)
    assert not view.comparison.card.isVisible()  # nothing came out that way yet
    assert view.comparison.explanation.text() == FAIR["relearn"]
    qtbot.mouseClick(view.comparison.weights.buttons["keep"], Qt.MouseButton.LeftButton)
    assert view.comparison.card.isVisible()
    view.settings_chosen.emit((SettingsChanged("model.noise", 1.0, 0.8),))
    settled(window)
    assert view.comparison.outdated.isVisible()
    assert view.comparison.outdated.text() == OUTDATED


@pytest.mark.parametrize("layout", [LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS])
def test_what_came_out_is_read_first_and_whole_in_the_first_window(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled, layout: LayoutChoice
) -> None:
    window = open_study(sample("shapes"))
    window.resize(1280, 800)
    window.choose_layout(layout)
    view = panel(shown(window, settled))
    qtbot.mouseClick(view.pages.buttons["worth"], Qt.MouseButton.LeftButton)
    page = view.comparison
    page.show_subject("features", "")  # as after some answers
    page.show_result(LONG)
    sentence = page.sentence
    assert sentence.text() == LONG.words and len(LONG.words) > 270
    qtbot.waitUntil(lambda: sentence.height() >= sentence.heightForWidth(sentence.width()))
    settled(window)
    assert sentence.visibleRegion().boundingRect() == sentence.rect()
    heights = [each.mapTo(page, QPoint()).y() for each in (sentence, page.cells[1][0], page.how)]
    assert heights == sorted(heights)
    assert not (page.title.isVisible() or page.explanation.isVisible())
    for button in (page.compare_button, *page.weights.buttons.values()):
        assert button.visibleRegion().boundingRect() == button.rect()


def test_the_line_that_starts_a_comparison_stays_where_it_is(
    window: MainWindow, qtbot: QtBot
) -> None:
    view = panel(window)
    qtbot.mouseClick(view.pages.buttons["worth"], Qt.MouseButton.LeftButton)
    page = view.comparison
    before = page.compare_button.geometry()
    page.show_progress(1, 3)
    assert page.bar.isVisible() and not page.compare_button.isVisible()
    page.show_busy(False)
    page.show_result(LONG)
    qtbot.waitUntil(lambda: page.sentence.height() > 50)
    assert page.sentence.isVisible()
    qtbot.waitUntil(lambda: page.compare_button.geometry() == before)


def test_a_comparison_is_cancelled(window: MainWindow, qtbot: QtBot, settled: Settled) -> None:
    choose(window, qtbot, 0, settled)
    view = panel(window)
    qtbot.mouseClick(view.pages.buttons["worth"], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.model.comparer.ended, timeout=30000) as ended:
        qtbot.mouseClick(view.comparison.compare_button, Qt.MouseButton.LeftButton)
        qtbot.mouseClick(view.comparison.cancel_button, Qt.MouseButton.LeftButton)
    assert ended.args == [None]
    assert not view.comparison.card.isVisible()
    assert view.comparison.compare_button.isVisible()
    settled(window)


def test_a_comparison_that_cannot_begin_says_so_and_may_be_wanted_again(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    choose(window, qtbot, 0, settled)
    view = panel(window)
    qtbot.mouseClick(view.pages.buttons["worth"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(view.comparison.weights.buttons["keep"], Qt.MouseButton.LeftButton)
    view.settings_chosen.emit((SettingsChanged("model.noise", 1.0, 0.8),))
    assert window.model.scene.belief is None
    with qtbot.waitSignal(window.model.refused) as told:
        view.comparison.compare_button.click()  # at once: no result comes in between
    assert told.args == [STILL_COMPUTING]
    assert window.toasts._shown[-1].accessibleName() == STILL_COMPUTING
    assert view.comparison.compare_button.isVisible()
    settled(window)
    with qtbot.waitSignal(window.model.comparer.ended, timeout=30000) as ended:
        qtbot.mouseClick(view.comparison.compare_button, Qt.MouseButton.LeftButton)
    assert isinstance(ended.args[0], ModelComparison)
    assert view.comparison.card.isVisible()


def test_the_learned_strength_is_shown_and_taken_back(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled
) -> None:
    window = shown(open_study(sample("spiral")), settled)
    for _ in range(4):
        window.model.answer(Outcome.A)
        settled(window)
    choose(window, qtbot, NEIGHBOURS, settled)
    row = panel(window).neighbours.strength_row
    with qtbot.waitSignal(window.model.learner.ended, timeout=20000) as ended:
        window.model.learn()
    settled(window)
    step = window.model.state.study.settings.model.semi_supervised
    assert step is not None
    assert row.value == step.strength != 10.0
    found = (
        f"the strength of neighbours (in Components) is {step.strength:.2f}, before it was 10.00"
    )
    assert found in ended.args[0]
    titles = [each.text() for each in panel(window).findChildren(QLabel) if each.isVisible()]
    assert "Strength" in titles  # the words are those of the control, and say where it is
    window.model.undo()
    settled(window)
    assert row.value == 10.0


def test_neighbours_of_the_spiral(open_study: OpenStudy, qtbot: QtBot, settled: Settled) -> None:
    window = shown(open_study(sample("spiral")), settled)
    choose(window, qtbot, NEIGHBOURS, settled)
    view = panel(window)
    before = window.model.posterior
    assert view.neighbours.spin.value() == 3
    assert view.neighbours.strength_row.value == 10.0
    with qtbot.waitSignal(view.settings_tried):
        view.neighbours.spin.setValue(5)
    qtbot.waitUntil(
        lambda: (
            getattr(window.model.state.study.settings.model.semi_supervised, "neighbours", 0) == 5
        ),
        timeout=20000,
    )
    settled(window)
    assert window.model.posterior is not before
    qtbot.mouseClick(view.pages.buttons["picture"], Qt.MouseButton.LeftButton)
    settled(window)
    graph = view.picture.graph
    assert graph.isVisible()
    assert graph.links is not None and graph.links.n_links >= 35 * 5 / 2
    picture = graph.picture
    apart = np.linalg.norm(picture.places[:, None] - picture.places[None], axis=2)
    touching = (picture.sizes[:, None] + picture.sizes[None]) / 2 > apart
    n_overlaps = (touching.sum() - len(picture.sizes)) / 2
    assert n_overlaps <= 5  # of 35 beads on a string; links between the others are in sight
    qtbot.mouseClick(view.pages.buttons["settings"], Qt.MouseButton.LeftButton)
    view.neighbours.switch.click()
    settled(window)
    assert window.model.state.study.settings.model.semi_supervised is None
    assert not view.neighbours.spin.isVisible()


def test_the_model_panel_leads_to_it(window: MainWindow, qtbot: QtBot, settled: Settled) -> None:
    window.rooms.panels["components"].hide()
    window.rooms.model.components_button.click()
    qtbot.waitUntil(window.rooms.panels["components"].isVisible, timeout=2000)
    settled(window)


@pytest.mark.parametrize("width", [372, 502])
def test_nothing_is_cut_off(window: MainWindow, qtbot: QtBot, settled: Settled, width: int) -> None:
    window.choose_layout(LayoutChoice.ANALYSIS)
    window.panel_actions["components"].trigger()
    settled(window)
    view = panel(window)
    dock = window.rooms.panels["components"]
    dock.setFloating(True)
    dock.resize(width + 30, 300)
    for key in list(view.list.buttons):
        choose(window, qtbot, key, settled)
        for page in view.pages.buttons.values():
            qtbot.mouseClick(page, Qt.MouseButton.LeftButton)
            for widget in view.findChildren(QWidget):
                takes_keys = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
                if takes_keys and widget.isVisibleTo(view) and not widget.visibleRegion().isEmpty():
                    right = widget.mapTo(view, widget.rect().topRight()).x()
                    assert right <= view.width(), widget.objectName()


def test_no_row_of_the_settings_is_cut(open_study: OpenStudy, settled: Settled) -> None:
    view = panel(shown(open_study(sample("spiral")), settled)).settings
    assert view.columns.isVisible()
    assert view.switch.text() == "In the prior"  # the only one cannot be removed
    assert view.switch.toolTip() == "A prior needs at least one component."
    for widget in (view.columns, view.kernel):
        row = widget.parentWidget()
        assert row is not None and row.rect().contains(widget.geometry())


def test_a_list_of_kernels_goes_with_the_part_it_speaks_of(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled
) -> None:
    window = shown(open_study(sample("twelve-sounds")), settled)
    turned = panel(window).settings
    parts = [each.split()[0] for each in titles(window)]
    choose(window, qtbot, parts.index("features"), settled)
    turned.kernel.showPopup()
    assert turned.kernel.view().isVisible()
    choose(window, qtbot, parts.index("individual"), settled)
    assert not turned.kernel.view().isVisible()
    before = n_changes(window)
    turned.kernel.activated.emit(0)  # a choice on its way while the part went
    turned.reading.activated.emit(0)
    settled(window)
    assert n_changes(window) == before


def test_lists_that_are_open_stay_as_they_are_when_numbers_come(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled
) -> None:
    window = shown(open_study(sample("twelve-sounds")), settled)
    turned = panel(window).settings
    parts = [each.split()[0] for each in titles(window)]
    choose(window, qtbot, parts.index("features"), settled)
    turned.kernel.showPopup()
    kernels = turned.kernel.view()
    qtbot.keyClick(kernels, Qt.Key.Key_Down)
    row = kernels.currentIndex().row()
    assert row == turned.kernel.currentIndex() + 1
    window.model.answer(Outcome.A)
    settled(window)
    assert kernels.isVisible() and kernels.currentIndex().row() == row
    turned.kernel.hidePopup()
    turned.columns_menu.popup(turned.columns.mapToGlobal(QPoint(0, 0)))
    columns = turned.columns_menu.actions()
    turned.columns_menu.setActiveAction(columns[1])
    window.model.answer(Outcome.B)
    settled(window)
    assert turned.columns_menu.isVisible()
    assert turned.columns_menu.actions() == columns
    assert turned.columns_menu.activeAction() is columns[1]
    turned.columns_menu.close()


def test_what_may_be_added_stays_as_it_is_when_the_same_comes_again(qtbot: QtBot) -> None:
    parts = ComponentList()
    qtbot.addWidget(parts)
    parts.show_offers(["features & more", "links"])
    offered = parts.add_menu.actions()
    parts.show_offers(["features & more", "links"])
    assert parts.add_menu.actions() == offered
    parts.show_offers(["links"])
    assert [each.text() for each in parts.add_menu.actions()] == ["links"]


def test_nothing_can_be_set_before_there_is_a_component(qtbot: QtBot, window: MainWindow) -> None:
    settings = ComponentSettings()
    qtbot.addWidget(settings)
    assert not settings.share_row.slider.isEnabled()
    assert not settings.hubs.isEnabled()
    shown = window.rooms.components.settings
    qtbot.waitUntil(shown.isEnabled)
    assert shown.share_row.slider.isEnabled()


def test_add_is_in_sight_and_the_pair_is_read_whole_in_the_first_window(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled
) -> None:
    window = open_study(sample("shapes"))
    window.resize(1280, 775)
    view = panel(shown(window, settled))
    add = view.list.add_button
    assert add.visibleRegion().boundingRect() == add.rect()
    qtbot.mouseClick(view.pages.buttons["picture"], Qt.MouseButton.LeftButton)
    settled(window)
    read_out = view.picture.matrix.foot.read_out
    assert read_out.text()
    qtbot.waitUntil(lambda: "…" not in read_out.shown_pair())


def test_the_pair_stands_above_the_scale_only_where_it_is_narrow(qtbot: QtBot) -> None:
    foot = MatrixFoot("Covariance", "covariance")
    qtbot.addWidget(foot)
    foot.show()
    foot.resize(252, 80)
    qtbot.waitUntil(lambda: foot.read_out.geometry().bottom() < foot.scale_bar.y())
    foot.resize(390, 80)
    qtbot.waitUntil(lambda: foot.read_out.x() > foot.scale_bar.geometry().right())


def test_the_ring_goes_along_with_a_click_but_does_not_come_from_elsewhere(qtbot: QtBot) -> None:
    row, elsewhere = QWidget(), QLineEdit()
    qtbot.addWidget(row)
    segment = Segment("Shows", {"first": "First", "second": "Second"})
    column = QVBoxLayout(row)
    column.addWidget(segment)
    column.addWidget(elsewhere)
    with qtbot.waitExposed(row):
        row.show()
    elsewhere.setFocus()
    qtbot.mouseClick(segment.buttons["second"], Qt.MouseButton.LeftButton)
    assert elsewhere.hasFocus()
    segment.buttons["second"].setFocus()
    qtbot.mouseClick(segment.buttons["first"], Qt.MouseButton.LeftButton)
    assert segment.buttons["first"].hasFocus()


def test_the_ring_of_a_row_goes_along_with_a_click(qtbot: QtBot) -> None:
    made = ComponentList()
    qtbot.addWidget(made)
    made.show_parts([PartFacts(key, title, "50 %") for key, title in enumerate("abc")], 0)
    made.show_offers(["more"])
    with qtbot.waitActive(made):
        made.show()
    made.add_button.setFocus()
    made.choose(1)
    assert made.add_button.hasFocus()
    made.buttons[1].setFocus()
    made.choose(2)
    assert made.buttons[2].hasFocus() and made.buttons[2].isChecked()


@pytest.mark.parametrize("name", ["shapes", "research-papers"])
def test_the_picture_has_most_of_the_room_in_the_first_window(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled, name: str
) -> None:
    window = open_study(sample(name))
    window.resize(1280, 800)
    view = panel(shown(window, settled))
    tab = view.pages.mapTo(view, QPoint(0, 0))
    qtbot.mouseClick(view.pages.buttons["picture"], Qt.MouseButton.LeftButton)
    settled(window)
    assert view.pages.mapTo(view, QPoint(0, 0)) == tab  # it stays below the mouse
    matrix = view.picture.matrix
    qtbot.waitUntil(lambda: cells_of(matrix.plot).height() >= 170.0)
    cells = cells_of(matrix.plot)
    assert cells.width() >= 170.0
    assert 1 / 1.16 < cells.width() / cells.height() < 1.16
    parts = [matrix.scale_bar, matrix.read_out, matrix.hint, view.list.add_button]
    parts += [matrix.map] if name == "research-papers" else []
    parts += view.list.buttons.values()

    def is_whole(part: QWidget) -> bool:
        return part.visibleRegion().boundingRect() == part.rect()

    qtbot.waitUntil(lambda: all(map(is_whole, parts)))  # once all is laid out
    assert matrix.read_out.shown_pair()


def test_a_high_picture_has_its_numbers(open_study: OpenStudy, settled: Settled) -> None:
    window = open_study(sample("shapes"))
    view = panel(shown(window, settled))
    dock = window.rooms.panels["components"]
    dock.setFloating(True)
    dock.resize(900, 800)
    view.pages.buttons["picture"].click()
    settled(window)
    assert not view.list.is_slim
    matrix = view.picture.matrix
    assert matrix.plot.getAxis("left").isVisible()
    assert matrix.foot.y() > matrix.plot.geometry().bottom()


def cells_of(plot: MatrixPlot) -> QRectF:
    """The pixels that the cells of a matrix take."""
    return plot.overlay.sceneTransform().mapRect(QRectF(plot.image.boundingRect()))


def test_a_page_that_is_not_seen_needs_no_bar(
    open_study: OpenStudy, qtbot: QtBot, settled: Settled
) -> None:
    window = open_study(sample("research-papers"))
    window.resize(1280, 800)
    view = panel(shown(window, settled))
    dock = window.rooms.panels["components"]
    room = view.parentWidget().parentWidget()
    assert isinstance(room, QScrollArea)
    assert not room.horizontalScrollBar().isVisible()
    row = view.settings.share_row
    dock.setFloating(True)
    for width in (420, 372, 620):
        dock.resize(width, 300)
        for page in view.pages.buttons.values():
            page.click()
            settled(window)
            qtbot.waitUntil(lambda: view.width() == room.viewport().width())
            assert not room.horizontalScrollBar().isVisible()
            if row.isVisible():
                qtbot.waitUntil(lambda: row.visibleRegion().boundingRect() == row.rect())


def test_a_row_of_a_slim_list_keeps_its_words(qtbot: QtBot) -> None:
    made = ComponentList()
    qtbot.addWidget(made)
    made.show_parts([PartFacts(0, "neighbours", "6 each")], 0)
    made.show_slim(True)
    assert made.buttons[0].text() == "neighbours\n6 each"
    assert made.buttons[0].icon().isNull()
    made.show_slim(False)
    assert not made.buttons[0].icon().isNull()


def test_long_rows_of_the_settings_take_some_of_the_list(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    view = panel(window)
    view.settings.hubs.show()
    dock = window.rooms.panels["components"]
    dock.setFloating(True)
    dock.resize(410, 340)
    hubs = view.settings.hubs
    settled(window)
    qtbot.waitUntil(lambda: view.list.is_slim)
    qtbot.waitUntil(lambda: hubs.visibleRegion().boundingRect().width() == hubs.width())
    assert view._settings_area.viewport().width() >= view._settings_pages.width()
