"""The purpose panel: what it shows, what it tells, and what each purpose would ask next."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QScrollBar, QWidget
from pytestqt.qtbot import QtBot
from scipy.stats import norm

from prefstudio.engine.criteria import CRITERIA
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.purpose_panel import PurposePanel
from prefstudio.studio.panels.stays_note import STAYS
from prefstudio.study.asked_next import AskedNext, NextWants, WouldAsk
from prefstudio.study.chance import Purpose as Chance
from prefstudio.study.chance import generator
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Policy, TrialShown
from prefstudio.study.folder import Study, read_study
from prefstudio.study.model import resolve
from prefstudio.study.purpose import PURPOSES
from prefstudio.study.reason import Reason
from prefstudio.study.resources import sample
from prefstudio.study.shown_items import shown_items
from tests.studio.setting_panels import Heard, focusable, is_deaf_to_the_wheel
from tests.study.sheets import folded, sheet_of

ReadStudy = Callable[..., Study]
Settled = Callable[[MainWindow], None]
LEFT = Qt.MouseButton.LeftButton
ITEMS = "item_id,label\n" + "".join(f"{name},A rather long name of {name}\n" for name in "abcd")


@pytest.fixture
def study(tmp_path: Path) -> ReadStudy:
    def read(settings: str = "") -> Study:
        (tmp_path / "items.csv").write_text(ITEMS)
        (tmp_path / "study.toml").write_text(settings)
        return read_study(tmp_path)

    return read


@pytest.fixture
def panel(qtbot: QtBot) -> PurposePanel:
    made = PurposePanel()
    qtbot.addWidget(made)
    made.resize(396, 245)
    made.show()
    return made


class HeardPairs(Heard):
    """What a panel told, pairs among it."""

    def __init__(self, panel: PurposePanel) -> None:
        super().__init__(panel)
        self.pairs: list[tuple[int, int]] = []
        panel.pair_chosen.connect(self.pairs.append)


@pytest.fixture
def heard(panel: PurposePanel) -> HeardPairs:
    return HeardPairs(panel)


def would_ask(key: str, pair: tuple[int, int] = (0, 1), p_wrong: float = 0.34) -> WouldAsk:
    return WouldAsk(key, pair, Reason(Policy.CRITERION, p_wrong, 1, True, 2))


def everything(moment: int = 1, top: float = 3.0) -> AskedNext:
    return AskedNext(
        moment,
        tuple(would_ask(key) for key in PURPOSES),
        tuple(would_ask(name) for name in CRITERIA),
        top,
    )


@pytest.mark.parametrize(("horizon", "choice"), [("1", "best"), ("'all'", "ranking"), ("2", "top")])
def test_the_purpose_of_a_study(
    panel: PurposePanel, study: ReadStudy, horizon: str, choice: str
) -> None:
    criterion = PURPOSES[choice].criterion
    panel.show_sheet(sheet_of(study(f"[model]\nhorizon = {horizon}\ncriterion = '{criterion}'\n")))
    assert panel.choices.choice == choice
    assert panel.choices.spin.isVisible() == (choice == "top")
    assert not panel.override.isVisible()
    assert panel.criterion.currentText() == CRITERIA[criterion].title


def test_an_override_is_said(panel: PurposePanel, study: ReadStudy) -> None:
    panel.show_sheet(sheet_of(study("[model]\nhorizon = 'all'\ncriterion = 'variance_ratio'\n")))
    assert panel.override.isVisible()
    words = "The whole ranking, by variance ratio."
    assert panel.override.text() == words


def test_choosing_sets_horizon_and_criterion_together(
    panel: PurposePanel, heard: HeardPairs, study: ReadStudy
) -> None:
    read = study("[model]\nhorizon = 3\ncriterion = 'bald'\n")
    panel.show_sheet(sheet_of(read))
    for key, horizon in (("best", 1.0), ("ranking", math.inf), ("top", 3.0)):
        QTest.mouseClick(panel.choices.buttons[key], LEFT, pos=QPoint(12, 12))
        model = resolve(folded(read, heard.chosen[-1]))
        assert (model.horizon, model.criterion) == (horizon, PURPOSES[key].criterion)


def test_stepping_k_keeps_the_criterion(
    panel: PurposePanel, heard: HeardPairs, study: ReadStudy, qtbot: QtBot
) -> None:
    read = study("[model]\nhorizon = 3\ncriterion = 'bald'\n")
    panel.show_sheet(sheet_of(read))
    assert panel.choices.spin.maximum() == 4
    QTest.keyClick(panel.choices.spin, Qt.Key.Key_Up)
    assert panel.choices.buttons["top"].text() == "The top 4"
    assert "best 4" in panel.choices.sentences["top"].text()
    QApplication.processEvents()
    assert [change.after for (change,) in heard.tried] == [4.0]
    with qtbot.waitSignal(panel.settings_chosen, timeout=2000):
        pass
    model = resolve(folded(read, heard.chosen[-1]))
    assert (model.horizon, model.criterion) == (4.0, "bald")


def test_an_expert_chooses_a_criterion(
    panel: PurposePanel, heard: HeardPairs, study: ReadStudy
) -> None:
    read = study()
    panel.show_sheet(sheet_of(read))
    assert panel.wants is NextWants.PURPOSES
    assert not panel.criterion.isVisible()
    QTest.mouseClick(panel.expert_button, LEFT)
    assert panel.wants is NextWants.CRITERIA
    assert panel.criterion.isVisible()
    titles = [panel.criterion.itemText(k) for k in range(panel.criterion.count())]
    assert titles == [criterion.title for criterion in CRITERIA.values()]
    QTest.keyClick(panel.criterion, Qt.Key.Key_Down)
    ((change,),) = heard.chosen
    assert (change.what, change.after) == ("model.criterion", list(CRITERIA)[1])
    panel.show_sheet(sheet_of(folded(read, (change,))))
    assert panel.criterion.toolTip() == list(CRITERIA.values())[1].help
    QTest.mouseClick(panel.expert_button, LEFT)
    assert not panel.criterion.isVisible()


def test_nothing_is_told_by_showing(
    panel: PurposePanel, heard: HeardPairs, study: ReadStudy
) -> None:
    read = study()
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_asked_next(everything())
    panel.show_sheet(sheet_of(study("[model]\nhorizon = 2\n")))
    QApplication.processEvents()
    assert (heard.tried, heard.chosen, heard.pairs) == ([], [], [])


def test_a_row_asks_its_pair_unless_it_is_on_screen(
    panel: PurposePanel, heard: HeardPairs, study: ReadStudy
) -> None:
    read = study("[model]\nhorizon = 1\n")
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_asked((3, 2))
    rows = (
        would_ask("best", (2, 3)),
        would_ask("top", (0, 2), 0.004),
        WouldAsk("ranking", None, None),
    )
    panel.show_asked_next(AskedNext(1, rows, (), 3.0))
    best, top, ranking = panel.choices.pairs.values()
    assert [each.isEnabled() for each in (best, top, ranking)] == [False, True, False]
    assert best.why.text().startswith("On screen now.")
    assert top.chance.text() == "<\u00a01\u00a0% wrong"
    assert "<\u00a01\u00a0% chance the current order is wrong. " in top.accessibleName()
    assert ranking.why.text() == "No pair is left to ask."
    QApplication.processEvents()  # they get their sizes
    QTest.mouseClick(top, LEFT)
    assert heard.pairs == [(0, 2)]


def test_a_row_of_two_tied_items_speaks_of_no_order(panel: PurposePanel, study: ReadStudy) -> None:
    read = study()
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    tied = Reason(Policy.CRITERION, 0.5, 1, True, 2, shares_place=True)
    rows = (WouldAsk("best", (2, 3), tied), would_ask("top"), would_ask("ranking"))
    panel.show_asked_next(AskedNext(1, rows, (), 3.0))
    best = panel.choices.pairs["best"]
    assert best.chance.text() == "tied so far"
    assert ": the two are tied so far. Decides 1st place" in best.accessibleName()


def test_items_that_are_others_take_their_pairs_along(
    panel: PurposePanel, study: ReadStudy
) -> None:
    read = study()
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_asked_next(everything())
    assert panel.choices.pairs["best"].isVisible()
    panel.show_items(shown_items(read_study(sample("six-papers"))))
    assert not panel.choices.pairs["best"].isVisible()


def test_a_study_that_is_only_read(
    panel: PurposePanel, heard: HeardPairs, study: ReadStudy
) -> None:
    panel.forbid("Read-only: it is open elsewhere.")
    read = study()
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_asked_next(everything())
    panel.expert_button.click()
    for widget in taking_keys(panel):
        if widget is not panel.expert_button:
            assert not widget.isEnabled()
            assert widget.toolTip() == "Read-only: it is open elsewhere."
    assert (heard.tried, heard.chosen, heard.pairs) == ([], [], [])


def test_scrolling_past_changes_nothing(panel: PurposePanel, study: ReadStudy) -> None:
    panel.show_sheet(sheet_of(study("[model]\nhorizon = 3\n")))
    for widget in (panel.choices.spin, panel.criterion):
        assert is_deaf_to_the_wheel(widget)
    assert panel.choices.spin.value() == 3


def taking_keys(panel: PurposePanel) -> list[QWidget]:
    field = panel.choices.spin.lineEdit()  # speaks through the spin box
    return [widget for widget in focusable(panel) if widget is not field]


def test_whatever_takes_keys_has_a_name_of_its_own(panel: PurposePanel, study: ReadStudy) -> None:
    read = study("[model]\nhorizon = 3\n")
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_asked_next(everything())
    panel.expert_button.click()
    names = [widget.accessibleName() for widget in taking_keys(panel)]
    assert all(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("height", [245, 900])
@pytest.mark.parametrize("width", [350, 396, 478])
@pytest.mark.usefixtures("dressed")
def test_nothing_is_cut_off(panel: PurposePanel, study: ReadStudy, width: int, height: int) -> None:
    read = study("[model]\nhorizon = 3\ncriterion = 'variance_ratio'\n")
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_asked_next(everything())
    panel.expert_button.click()
    panel.resize(width, height)
    QApplication.processEvents()
    (area,) = panel.findChildren(QScrollArea)
    page = area.widget()
    assert page is not None
    assert page.width() <= area.viewport().width()
    for widget in taking_keys(panel):
        assert widget.mapTo(page, QPoint(widget.width(), 0)).x() <= page.width()
        assert widget.height() >= 28, widget.objectName()
    texts = [*panel.choices.sentences.values(), panel.override]
    texts += [each.why for each in (*panel.choices.pairs.values(), *panel.criteria.buttons)]
    for text in texts:
        assert text.height() >= text.heightForWidth(text.width()), text.text()
    for button in panel.choices.buttons.values():
        assert button.width() >= button.sizeHint().width()


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("width", [396, 300, 220])
def test_names_with_words_wider_than_the_panel_are_shortened_and_never_cut(
    panel: PurposePanel, study: ReadStudy, width: int
) -> None:
    """Qt would draw such a word over both ends of its line, and leave too few lines for it."""
    first, second = (
        "Rindfleischetikettierungsüberwachungsaufgabe",
        "Kraftfahrzeug-Haftpflichtgesetz",
    )
    read = study()
    items = shown_items(read)
    panel.show_items(replace(items, names=(first, second, *items.names[2:])))
    panel.show_sheet(sheet_of(read))
    panel.resize(width, 245)
    panel.show_asked_next(everything())
    QApplication.processEvents()
    pair = panel.choices.pairs["best"].pair
    shown, measure = pair.shown(pair.width()), pair.fontMetrics()
    words = measure.boundingRect(
        QRect(0, 0, pair.width(), 999), int(Qt.TextFlag.TextWordWrap), shown
    )
    assert words.width() <= pair.width() and words.height() <= pair.height()
    assert "…" in shown and shown.startswith("Rindfleisch") and "Kraftfahr" in shown
    assert pair.text() == f"{first} – {second}"  # as it is told to those who hear it


def test_pairs_are_seen_side_by_side_before_each_purpose_is_explained(
    panel: PurposePanel, study: ReadStudy
) -> None:
    panel.show_items(shown_items(read_study(sample("six-papers"))))
    panel.show_sheet(sheet_of(read_study(sample("six-papers"))))
    panel.show_asked_next(everything())
    for height, is_explained in ((600, True), (245, False), (600, True)):
        panel.resize(396, height)
        for _ in range(3):
            QApplication.processEvents()
        assert {each.isVisible() for each in panel.choices.sentences.values()} == {is_explained}
        in_sight = panel._area.viewport()
        for pair in panel.choices.pairs.values():
            place = QRect(pair.mapTo(in_sight, QPoint(0, 0)), pair.size())
            assert in_sight.rect().contains(place)
    for key, button in panel.choices.buttons.items():
        assert button.toolTip() == PURPOSES[key].sentences(3.0)


# In the window


def shown(window: MainWindow) -> PurposePanel:
    window.panel_actions["purpose"].trigger()
    return window.rooms.purpose


def test_nothing_is_computed_while_it_is_out_of_sight(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    settled(window)
    assert window.model.scene.wants_next is NextWants.NOTHING
    with qtbot.waitSignal(window.model.asked_next_changed, timeout=5000) as found:
        shown(window)
    (asked_next,) = found.args
    assert not asked_next.criteria
    with qtbot.waitSignal(window.model.asked_next_changed, timeout=5000) as found:
        window.rooms.purpose.expert_button.click()
    assert len(found.args[0].criteria) == len(CRITERIA)
    window.panel_actions["explain"].trigger()
    qtbot.waitUntil(lambda: window.model.scene.wants_next is NextWants.NOTHING, timeout=5000)


def test_rows_follow_the_answers_and_their_numbers_hold(
    window: MainWindow, qtbot: QtBot, settled: Settled
) -> None:
    panel = shown(window)
    for outcome in (Outcome.A, Outcome.B, Outcome.A):
        settled(window)
        trial = window.model.asking.trial
        assert trial is not None
        own = panel.choices.pairs["best"]  # what six papers are for
        assert own.why.text().startswith("On screen now.")
        posterior = window.model.posterior
        assert posterior is not None
        mean, covariance = np.asarray(posterior.mean), posterior.covariance()
        names = list(window.model.items.names)
        for button in panel.choices.pairs.values():
            first, second = (names.index(name) for name in button.pair.text().split(" – "))
            difference = np.zeros(len(names))
            difference[[first, second]] = 1.0, -1.0
            sd = math.sqrt(difference @ covariance @ difference)
            p_wrong = norm.cdf(-abs(mean[first] - mean[second]) / sd)
            is_tied = abs(mean[first] - mean[second]) < 1e-9
            said = "tied so far" if is_tied else f"{round(100.0 * p_wrong)}\u00a0% wrong"
            assert button.chance.text() == said
            place = 1 + int(np.sum(mean > max(mean[first], mean[second]) + 1e-9))
            found = re.search(r"(\d+)(st|nd|rd|th) place", button.why.text())
            assert found is not None and int(found.group(1)) == place
            assert ("Decides" in button.why.text()) == (abs(mean[first] - mean[second]) <= sd)
        with qtbot.waitSignal(window.model.asked_next_changed, timeout=5000):
            window.model.answer(outcome)


def answer_until_purposes_part(window: MainWindow, settled: Settled) -> None:
    """Answer until the whole ranking would ask another pair than the one on screen."""
    for _ in range(5):
        window.model.answer(Outcome.A)
        settled(window)
        wanted = window.rooms.purpose.choices.pairs["ranking"].pair.text().split(" – ")
        asked = [window.model.items.names[place] for place in window.model.asking.pair or ()]
        if set(wanted) != set(asked):
            return
    raise AssertionError("both would always ask the same")


@pytest.mark.parametrize("kept", ["f", "c"])
def test_in_a_tie_it_would_ask_the_pair_on_screen_whichever_the_lots_fell_on(
    window: MainWindow, settled: Settled, kept: str
) -> None:
    """After b ≻ e in Six papers b–c and b–f are equally useful, and Compare says so."""
    panel, model = shown(window), window.model
    settled(window)
    model.ask(*(model.items.ids.index(each) for each in "be"))
    settled(window)
    model.answer(Outcome.A)
    settled(window)
    trial = model.asking.trial
    assert trial is not None
    why = window.rooms.compare.why.words.text()
    assert why == f"Two pairs are equally useful; lots fell on {trial.a}–{trial.b}."
    model.ask(*(model.items.ids.index(each) for each in ("b", kept)))
    settled(window)
    own = panel.choices.pairs["best"]
    assert own.pair.text() == f"Paper b – Paper {kept}"
    assert own.why.text().startswith("On screen now.")
    assert not panel.choices.stays["best"].isVisible()


def test_a_click_asks_that_pair_and_undo_takes_a_purpose_back_in_one_step(
    window: MainWindow, settled: Settled, qtbot: QtBot
) -> None:
    panel = shown(window)
    answer_until_purposes_part(window, settled)
    button = panel.choices.pairs["ranking"]
    wanted = set(button.pair.text().split(" – "))
    QTest.mouseClick(button, LEFT)
    settled(window)
    trial = window.model.asking.trial
    assert trial is not None and trial.policy is Policy.BY_HAND
    names = window.model.items.names
    assert {names[place] for place in window.model.asking.pair or ()} == wanted
    QTest.mouseClick(panel.choices.buttons["ranking"], LEFT, pos=QPoint(12, 12))
    settled(window)
    model = window.model.state.study.settings.model
    assert (model.horizon, model.criterion) == (math.inf, PURPOSES["ranking"].criterion)
    assert window.status_row.purpose.text() == "for the whole ranking"
    assert window.model.asking.trial == trial
    window.model.undo()
    settled(window)
    model = window.model.state.study.settings.model
    assert (model.horizon, model.criterion) == (1.0, "expected_loss")
    assert window.status_row.purpose.text() == "for the best one"


def is_in_sight(widget: QWidget, panel: PurposePanel) -> bool:
    """Whether all of a widget stands within what scrolls."""
    area = panel.findChild(QScrollArea)
    assert area is not None
    corner = widget.mapTo(area.viewport(), QPoint(0, 0))
    return area.viewport().rect().contains(QRect(corner, widget.size()))


def test_the_choice_is_in_sight_once_the_panel_is(
    panel: PurposePanel, study: ReadStudy, qtbot: QtBot
) -> None:
    panel.hide()
    read = study("[model]\nhorizon = 'all'\n")
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.resize(396, 170)
    button, pair = panel.choices.buttons["ranking"], panel.choices.pairs["ranking"]
    panel.show()
    qtbot.waitUntil(lambda: is_in_sight(button, panel))
    panel.show_asked_next(everything())  # takes room above it
    qtbot.waitUntil(lambda: is_in_sight(button, panel) and is_in_sight(pair, panel))


def test_what_a_person_scrolled_to_stays(
    panel: PurposePanel, study: ReadStudy, qtbot: QtBot
) -> None:
    read = study("[model]\nhorizon = 'all'\n")
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.resize(396, 170)
    button, area = panel.choices.buttons["ranking"], panel.findChild(QScrollArea)
    assert area is not None
    qtbot.waitUntil(lambda: is_in_sight(button, panel))
    area.verticalScrollBar().triggerAction(QScrollBar.SliderAction.SliderToMinimum)
    panel.show_asked_next(everything())
    panel.show_asked((0, 1))
    QApplication.processEvents()
    assert area.verticalScrollBar().value() == 0


def test_a_new_purpose_says_that_the_pair_stays_and_asks_its_own_on_request(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    purpose = shown(window)
    answer_until_purposes_part(window, settled)
    assert not any(note.isVisible() for note in purpose.choices.stays.values())
    before = window.model.asking.trial
    assert before is not None
    purpose.choices.buttons["ranking"].click()
    settled(window)
    assert window.model.asking.trial == before  # it stays until it is answered
    visible = {key: note.isVisible() for key, note in purpose.choices.stays.items()}
    assert visible == {"best": False, "top": False, "ranking": True}
    note = purpose.choices.stays["ranking"]
    qtbot.mouseClick(note.button, LEFT)
    settled(window)
    after = window.model.asking.trial
    assert after is not None and {after.a, after.b} != {before.a, before.b}
    would = next(each for each in purpose._next.purposes if each.key == "ranking")  # type: ignore[union-attr]
    assert would.pair == window.model.asking.pair
    assert not note.isVisible()
    assert (after.policy, after.criterion) == (Policy.CRITERION, "entropy_gain")
    why = window.rooms.compare.why.words.text()
    assert why.startswith(("Decides", "Checks", "Two pairs"))


def test_an_overridden_rule_says_so_where_it_is_chosen(
    panel: PurposePanel, study: ReadStudy, heard: HeardPairs, qtbot: QtBot
) -> None:
    read = study('[model]\ncriterion = "bald"\nhorizon = 1\n')
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.expert_button.click()
    panel.show_asked((2, 3))
    criteria = tuple(would_ask(name, (0, 1)) for name in CRITERIA)
    panel.show_asked_next(AskedNext(1, tuple(map(would_ask, PURPOSES)), criteria, 3.0))
    assert panel.stays.isVisible()
    assert not any(note.isVisible() for note in panel.choices.stays.values())
    with qtbot.waitSignal(panel.new_pair_wanted):
        panel.stays.button.click()
    assert not heard.pairs  # the study chooses it, not a person
    panel.show_asked((0, 1))
    assert not panel.stays.isVisible()
    panel.show_asked(None)  # nothing is on screen that could stay
    assert not panel.stays.isVisible()


def test_an_overridden_rule_offers_its_pair_at_the_purpose_while_experts_are_out_of_sight(
    panel: PurposePanel, study: ReadStudy
) -> None:
    read = study('[model]\ncriterion = "bald"\nhorizon = 1\n')
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_asked((2, 3))
    rows = [replace(would_ask(key), rule="bald" if key == "best" else "") for key in PURPOSES]
    panel.show_asked_next(AskedNext(1, tuple(rows), (), 3.0))
    notes = panel.choices.stays
    assert [key for key, note in notes.items() if note.isVisible()] == ["best"]
    assert panel.choices.pairs["best"].why.text().startswith("By BALD: decides 1st place")
    assert "By BALD" in panel.choices.pairs["best"].accessibleName()
    panel.expert_button.click()
    assert not any(note.isVisible() for note in notes.values())


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (Policy.BY_HAND, "The pair on screen was chosen by hand. It stays until it is answered."),
        (Policy.QUEUED, "The pair on screen was queued. It stays until it is answered."),
        (Policy.CRITERION, STAYS),
        (Policy.HOLDOUT, STAYS),
    ],
)
def test_the_note_says_to_what_the_pair_on_screen_owes_its_place(
    panel: PurposePanel, study: ReadStudy, policy: Policy, words: str
) -> None:
    read = study("[model]\nhorizon = 1\n")
    panel.show_items(shown_items(read))
    panel.show_sheet(sheet_of(read))
    panel.show_trial(TrialShown("t", "c", "d", policy=policy))
    panel.show_asked((2, 3))
    panel.show_asked_next(everything())
    note = panel.choices.stays["best"]
    assert note.isVisible()
    assert note.words.text() == words


def test_purposes_part_while_a_random_pair_is_on_screen(
    window: MainWindow, settled: Settled
) -> None:
    panel, model = shown(window), window.model
    model.change(SettingsChanged("schedule.holdout", 0.0, 1.0))
    for outcome in (Outcome.A, Outcome.B, Outcome.A):
        model.answer(outcome)
        settled(window)
    assert model.asking.trial is not None and model.asking.trial.policy is Policy.HOLDOUT
    belief = model.scene.belief
    assert belief is not None and belief.briefing is not None
    briefing = belief.briefing
    for key, horizon in (("best", 1.0), ("top", 3.0), ("ranking", math.inf)):
        (best,) = CRITERIA[PURPOSES[key].criterion].best(
            belief.best,
            briefing.allowed,
            horizon=horizon,
            rng=generator(briefing.model.seed, Chance.QUERY, briefing.revision),
        )
        names = model.items.names
        assert panel.choices.pairs[key].pair.text() == f"{names[best.first]} – {names[best.second]}"
    said = [each.text() for each in panel.findChildren(QLabel)]
    assert not any(re.search("random|lot|check the model|hold", words) for words in said)


@pytest.mark.parametrize("key", PURPOSES)
def test_tab_goes_from_top_to_bottom(
    qtbot: QtBot, window: MainWindow, settled: Settled, key: str
) -> None:
    window.model.answer(Outcome.A)
    window.panel_actions["purpose"].trigger()
    settled(window)
    purpose = window.rooms.purpose
    purpose.choices.buttons[key].click()
    purpose.expert_button.click()
    settled(window)
    reachable = [each for each in purpose.stops if each.isVisible() and each.isEnabled()]
    others = [each for each in purpose.choices.buttons.values() if not each.isChecked()]
    stops = [each for each in reachable if each not in others]  # arrows go to those
    stops[0].setFocus(Qt.FocusReason.TabFocusReason)
    visited: list[QWidget] = []
    while (focused := window.focusWidget()) is not None and purpose.isAncestorOf(focused):
        visited.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
        assert len(visited) < 30
    tops = [each.mapTo(purpose, QPoint(0, 0)).y() for each in visited]
    assert tops == sorted(tops)
    assert visited == stops
