"""The help: a page for every panel, all keys on one, and nothing from elsewhere."""

from __future__ import annotations

import math
import re

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from prefstudio.engine.ranking import N_DRAWS
from prefstudio.studio.actions import ACTIONS, PANEL_KEYS
from prefstudio.studio.app import Studio
from prefstudio.studio.help.help_window import HelpWindow
from prefstudio.studio.help.keys_page import native
from prefstudio.studio.help.pages import FIRST, PAGES, found_in, page_text
from prefstudio.studio.layouts import PANELS, LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.links_panel import DENSITY
from prefstudio.studio.plots.intervals import REACH
from prefstudio.study.resources import resource

QUESTIONS = ("What am I looking at?", "What changes it?", "What may I conclude?", "What not?")


@pytest.fixture
def help_window(qtbot: QtBot) -> HelpWindow:
    window = HelpWindow()
    qtbot.addWidget(window)
    return window


def test_every_panel_has_a_page_with_the_four_questions() -> None:
    for name in PANELS:
        assert all(f"## {question}" in page_text(name) for question in QUESTIONS), name


def test_every_file_is_a_page_with_its_title() -> None:
    files = {path.stem for path in resource("help").glob("*.md")}
    assert files == set(PAGES)
    for name, title in PAGES.items():
        assert page_text(name).splitlines()[0] == f"# {title}"


def test_colours_are_told_so_that_it_is_true_in_both_themes() -> None:
    of_one_theme = re.compile(r"\b(dark|light|white|pale|black|bright)(er|est)?\b", re.IGNORECASE)
    for name in PANELS:
        assert not of_one_theme.search(page_text(name)), name
    assert not of_one_theme.search(DENSITY)


def test_every_key_is_on_the_keys_page() -> None:
    page = page_text("keys")
    for entry in ACTIONS:
        assert all(f"{native(key)}" in page for key in entry.keys), entry.name
        if entry.keys:
            row = next(line for line in page.splitlines() if entry.tip in line)
            assert native(entry.keys[0]) in row
    assert all(native(key) in page for key in PANEL_KEYS.values())
    assert "{keys}" not in page


def test_the_classroom_page_tells_both_horizons() -> None:
    lines = page_text("classroom").splitlines()
    (one,) = (line for line in lines if "horizon **1**" in line)
    (all_places,) = (line for line in lines if "horizon **all**" in line)
    assert "b–c" in one and "b–f" in one
    assert "c–f" in all_places


def test_v_is_the_variance_of_a_difference_on_every_page() -> None:
    loss, chances = page_text("expected_loss"), page_text("preference")
    assert "v the variance of their difference" in loss and "v Φ(δ/√v) − δ √v N(δ/√v)" in loss
    assert "is the variance of their difference" in chances
    assert "/ √v), where m is the difference of their means and v its variance" in page_text(
        "compare"
    )
    assert "m_d and v its mean and variance" in page_text("explain")
    for name in PANELS:
        assert "ν" not in page_text(name), f"{name}: nobody can tell it from v"


def test_two_chances_of_one_pair_are_told_apart() -> None:
    chances, compare = page_text("preference"), page_text("compare")
    assert "√(s² + v)" in chances  # with the noise of an answer, as the engine has it
    assert all("true order" in page and "one answer" in page for page in (chances, compare))
    assert "is truly better than" not in page_text("glossary") + chances


def test_the_ranking_page_tells_how_far_its_chances_are_counted() -> None:
    page = page_text("ranking")
    error = 100 * REACH * math.sqrt(0.25 / N_DRAWS)  # the largest, of a chance of one half
    assert page.count(f"{N_DRAWS:,} draws") == 2
    assert f"up to {error:.1f} percentage points (95 %)" in page
    assert "within a group" in page and "best of all" not in page


def test_search(qtbot: QtBot, help_window: HelpWindow) -> None:
    assert found_in("covariance")[0] == "covariance"
    qtbot.keyClicks(help_window.field, "horizon lots")
    assert help_window.view.page == "classroom"
    assert help_window.view.extraSelections()
    help_window.field.setText("qqqq")
    assert help_window.list.count() == 0
    assert not help_window.nothing.isHidden()
    help_window.field.clear()
    assert help_window.list.count() == len(PAGES)


def test_links_lead_to_pages_and_nowhere_else(help_window: HelpWindow) -> None:
    help_window.show_page(FIRST)
    help_window.view.anchorClicked.emit(QUrl("classroom.md"))
    assert help_window.view.page == "classroom"
    for url in ("https://example.org/keys.md", "file:///etc/passwd", "nowhere.md"):
        help_window.view.anchorClicked.emit(QUrl(url))
        assert help_window.view.page == "classroom"
    assert help_window.view.loadResource(2, QUrl("https://example.org/a.png")) is None


def test_f1_opens_the_page_of_the_panel_in_focus(studio: Studio, window: MainWindow) -> None:
    for name in ("model", "links"):
        window.panel_actions[name].trigger()
        window.actions_by_name["help"].trigger()
        opened = studio.paperwork._help_window
        assert opened is not None and opened.isVisible()
        assert opened.view.page == name
    window.choose_layout(LayoutChoice.CLASSROOM)
    window.actions_by_name["help"].trigger()
    assert opened.view.page == "classroom"


def test_f1_after_a_click_opens_the_page_of_what_was_clicked(
    qtbot: QtBot, studio: Studio, window: MainWindow
) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for name, panel in window.rooms.panels.items():
        window.panel_actions[name].trigger()
        qtbot.waitUntil(lambda panel=panel: panel.is_in_front)
        QApplication.processEvents()
        spot = panel.body.mapTo(window, QPoint(3, 3))  # where no choice opens a list
        window.aids.use.use("utilities" if name != "utilities" else "compare")
        QTest.mouseClick(window.windowHandle(), left, none, spot)
        popup = QApplication.activePopupWidget()
        if popup is not None:  # a list that opened would take the next click
            popup.close()
        window.actions_by_name["help"].trigger()
        opened = studio.paperwork._help_window
        assert opened is not None
        assert opened.view.page == name


def test_f1_after_a_click_on_a_tab_opens_the_page_of_its_panel(
    studio: Studio, window: MainWindow
) -> None:
    QApplication.processEvents()
    bars = [bar for bar in window.area.findChildren(QTabBar) if bar.isVisible()]
    titles = {panel.windowTitle(): name for name, panel in window.rooms.panels.items()}
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for bar in bars:
        for tab in reversed(range(bar.count())):
            spot = bar.mapTo(window, bar.tabRect(tab).center())
            QTest.mouseClick(window.windowHandle(), left, none, spot)
            window.actions_by_name["help"].trigger()
            opened = studio.paperwork._help_window
            assert opened is not None
            assert opened.view.page == titles[bar.tabText(tab)]


def test_the_welcome_page_opens_the_first_page(studio: Studio) -> None:
    studio.show_welcome().wanted.emit("help")
    opened = studio.paperwork._help_window
    assert opened is not None
    assert opened.view.page == FIRST
