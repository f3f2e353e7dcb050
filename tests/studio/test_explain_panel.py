"""What the explain panel says, every number of it recomputed without the engine's formulas."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from prefstudio.engine import incremental
from prefstudio.engine.posterior import Posterior
from prefstudio.studio.panels.explain_panel import (
    BEFORE,
    NEXT,
    NOT_YET,
    NOTHING,
    RETURN,
    ExplainPanel,
)
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import DARK, LIGHT, Theme
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.explanation import Explanation, explain
from prefstudio.study.folder import Study, read_study
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.resources import sample
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

NAMES = ("Matrix", "Upmix 1", "Original", "<b>Mono</b>", "Stereo")
IDS = tuple("abcde")
ITEMS = ShownItems(IDS, NAMES, ("",) * 5)
NOISE, WIDTH, CUTS = 0.9, 0.5, (0.25, 0.75, 1.5)
RESPONSES = {
    "plain": "",
    "tie": "[response]\ntie = true\n",
    "strength": "[response]\nscale = 'strength7'\n",
}
NUMBER = re.compile(r"[−-]?\d[\d,]*(?:\.\d+)?")


def numbers(text: str) -> list[float]:
    return [float(found.replace("−", "-").replace(",", "")) for found in NUMBER.findall(text)]


@pytest.fixture
def study(tmp_path: Path) -> Callable[[str], Study]:
    def read(kind: str) -> Study:
        rng = np.random.default_rng(5)
        rows = [f"{key},{name},{rng.normal():.3f}" for key, name in zip(IDS, NAMES, strict=True)]
        (tmp_path / "items.csv").write_text("\n".join(["item_id,label,x_width", *rows]) + "\n")
        (tmp_path / "links.csv").write_text("source,target\na,b\nd,e\n")
        (tmp_path / "study.toml").write_text(
            f"[model]\nnoise = {NOISE}\ntie_width = {WIDTH}\n{RESPONSES[kind]}"
        )
        return read_study(tmp_path)

    return read


@pytest.fixture
def panel(qtbot: QtBot) -> ExplainPanel:
    made = ExplainPanel()
    qtbot.addWidget(made)
    made.show_items(ITEMS)
    return made


def random_answer(kind: str, rng: np.random.Generator) -> Comparison:
    a, b = (str(key) for key in rng.choice(IDS, 2, replace=False))
    level = int(rng.integers(-3, 4))
    if kind == "plain":
        level = level or 1
    outcome = {-1: Outcome.B, 0: Outcome.TIE, 1: Outcome.A}[int(np.sign(level))]
    return Comparison(a, b, outcome, level if kind == "strength" else None)


def state(read: Study, kind: str, seed: int) -> tuple[ResolvedModel, Posterior, Comparison, int]:
    rng = np.random.default_rng(seed)
    model = resolve(read)
    n_before = 3 * seed
    rows = [random_answer(kind, rng) for _ in range(n_before)]
    before = incremental.infer(model.prior, model.comparisons(rows), model.scale)
    return model, before, random_answer(kind, rng), n_before


def bounds(kind: str, answer: Comparison) -> tuple[float, float]:
    """Of the better item less the other, or of A less B in a tie."""
    width = {"plain": 0.0, "tie": WIDTH * NOISE, "strength": CUTS[0] * NOISE}[kind]
    if answer.outcome is Outcome.TIE:
        return -width, width
    if answer.strength is None:
        return width, math.inf
    cuts = [*(cut * NOISE for cut in CUTS), math.inf]
    return cuts[abs(answer.strength) - 1], cuts[abs(answer.strength)]


def density(x: float) -> float:
    return math.exp(-0.5 * x * x) / math.sqrt(2 * math.pi) if math.isfinite(x) else 0.0


def cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


@pytest.mark.parametrize("kind", RESPONSES)
@pytest.mark.parametrize("seed", range(8))
def test_every_number_that_is_said(
    panel: ExplainPanel, study: Callable[[str], Study], kind: str, seed: int
) -> None:
    read = study(kind)
    model, before, answer, n_before = state(read, kind, seed)
    panel.show_explanation(
        explain(model, read, before, answer, model.comparisons([]), is_centred=True)
    )
    covariance, mean = before.covariance(), before.mean
    first, second = IDS.index(answer.a), IDS.index(answer.b)
    if answer.outcome is Outcome.B:
        first, second = second, first
    k = covariance[:, first] - covariance[:, second]
    m, v = mean[first] - mean[second], k[first] - k[second]
    q = math.sqrt(NOISE**2 + v)
    low, high = bounds(kind, answer)
    a, b = (low - m) / q, (high - m) / q
    chance = cdf(b) - cdf(a)
    push = (density(a) - density(b)) / chance
    ends = sum(sign * x * density(x) for sign, x in ((1, b), (-1, a)) if math.isfinite(x))
    variance = v - v**2 * (push**2 + ends / chance) / q**2
    said = numbers(panel.sentence.text().replace("Upmix 1", "Upmix"))
    if answer.strength:
        assert said.pop(1) == abs(answer.strength)
        said.remove(3)  # of 3
    assert said[0] == n_before + 1
    shown = round(100 * chance)
    assert said[1] == min(max(shown, 1), 99)
    before_line, how, push_line, after_line = (numbers(row[2].text()) for row in panel.lines)
    assert before_line == pytest.approx([m, math.sqrt(v)], abs=0.0051)
    expected = [-a] if math.isinf(b) else [a, b]
    assert how == pytest.approx(expected, abs=0.0051)
    assert push_line == pytest.approx([push], abs=0.0051)
    assert after_line == pytest.approx([m + v * push / q, math.sqrt(variance)], abs=0.0051)
    change = k * push / q
    change -= change.mean()
    for move, written in zip(panel.moves.moves, panel.moves.figures(), strict=True):
        decimals = len(written.partition(".")[2])
        exact = change[NAMES.index(move.name)]
        assert numbers(written)[0] == pytest.approx(exact, abs=0.51 * 10**-decimals)
        assert written[0] in "+−" or numbers(written)[0] == 0.0
    assert [abs(move.change) for move in panel.moves.moves] == pytest.approx(
        sorted(np.abs(change), reverse=True)[: len(panel.moves.moves)], rel=1e-9
    )


def explanation(**changes: object) -> Explanation:
    given: dict[str, object] = {
        "a": 0, "b": 4, "outcome": Outcome.A, "mean": 1.0, "variance": 1.5, "z": 0.91, "p": 0.82,
        "slope": 0.3, "curvature": 0.2, "moves": (), "number": 43, "n_outcomes": 2,
        "strength": None, "spread": 0.4, "mean_after": 1.2, "spread_after": 0.36, "push": 0.32,
        "low": -0.91, "high": math.inf, "bound": 0.0,
    }  # fmt: skip
    return Explanation(**{**given, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Answer 43: Matrix beat Stereo. The model gave it 82\u00a0%, so it was expected"),
        ({"outcome": Outcome.B, "p": 0.18}, "Stereo beat Matrix. The model gave it 18\u00a0%, so"),
        ({"p": 0.18}, "a surprise; means move by k·r/\u2060q."),
        ({"p": 0.5}, "50\u00a0%, so it was open"),
        ({"p": 0.001}, "gave it <\u00a01\u00a0%, so it was a surprise"),
        ({"p": 0.9999}, "gave it >\u00a099\u00a0%, so it was expected"),
        ({"outcome": Outcome.TIE, "high": 0.4}, "no preference between Matrix and Stereo. The"),
        ({"outcome": Outcome.TIE, "high": 0.4}, "means move by k·x/\u2060q."),
        ({"strength": 2, "high": 0.4}, "Matrix beat Stereo, strength 2 of 3. The model"),
        ({"p": 0.25, "n_outcomes": 7}, "25\u00a0%, so it was expected"),
    ],
)
def test_the_sentence(panel: ExplainPanel, changes: dict[str, object], words: str) -> None:
    panel.show_explanation(explanation(**changes))
    assert words in panel.sentence.text()
    assert words in panel.accessibleDescription()


def test_symbols_follow_the_answer(panel: ExplainPanel) -> None:
    def symbols() -> list[str]:
        return [re.sub("<.*?>", "", row[1].text()) for row in panel.lines]

    panel.show_explanation(explanation())
    assert symbols() == ["md ± √v", "z = md/q", "r = N(z)/Φ(z)", "d ± √v, tilted"]
    panel.show_explanation(explanation(bound=0.2))
    assert symbols()[1] == "z = (md − w)/q"
    panel.show_explanation(explanation(outcome=Outcome.TIE, high=0.3, bound=0.2))
    assert symbols()[1:3] == ["a … b = (±w − md)/q", "x = (N(a) − N(b))/Z"]


SHAPES = [
    {},
    {"bound": 0.2},
    {"outcome": Outcome.TIE, "high": 0.3, "bound": 0.2},
    {"strength": 2, "high": 0.3, "bound": 0.2},
]


@pytest.mark.parametrize("changes", SHAPES)
def test_every_symbol_is_defined(panel: ExplainPanel, changes: dict[str, object]) -> None:
    """By a quantity of its own, such as z = …, or by the words below; in the help page too."""

    def stripped(text: str) -> str:
        return re.sub("<.*?>|\u2060", "", text)

    panel.show_explanation(explanation(**changes))
    formulas = [stripped(row[1].text()) for row in panel.lines]
    (moved,) = re.findall(r"k·./q", stripped(panel.sentence.text()))
    used = set(re.findall(r"md|(?<![a-z])[a-zA-ZΦ](?![a-z])", " ".join([*formulas, moved])))
    assert used >= {"md", "v", "d", "k", "q", "N"}
    words = stripped(panel.symbols.text())
    heads = [re.split("[:=]| with ", each)[0] for each in re.split(r"[.;] ", words)]
    heads += [each.partition("=")[0] for each in formulas if "=" in each]
    defined = {each for head in heads for each in re.split(r"\W+", head)}
    assert used <= defined, used - defined
    assert panel.lines[1][1].toolTip() == panel.symbols.text()
    help_page = Path("resources/help/explain.md").read_text().replace("m_d", "md")
    for symbol in used:
        assert re.search(rf"(?<!\w){symbol}(?!\w)", help_page), symbol


@pytest.mark.parametrize("changes", SHAPES)
def test_no_line_breaks_a_formula(panel: ExplainPanel, changes: dict[str, object]) -> None:
    panel.show_explanation(explanation(**changes))
    document = panel.sentence._document
    text = document.toPlainText()
    start = text.index("k·")
    for width in range(150, 500, 3):
        document.setTextWidth(width)
        layout = document.firstBlock().layout()
        lines = [layout.lineForTextPosition(at).lineNumber() for at in range(start, len(text))]
        assert len(set(lines)) == 1
    assert "\u00a0=\u00a0√(s²\u00a0+\u00a0v)" in panel.symbols.text()


@pytest.mark.parametrize("width", [300, 396, 600])
def test_the_last_row_is_whole(
    panel: ExplainPanel, study: Callable[[str], Study], width: int
) -> None:
    read = study("plain")
    model, before, answer, _ = state(read, "plain", 4)
    panel.show()
    n_cut = 0
    for height in range(200, 420, 7):
        panel.resize(width, height)
        panel.show_explanation(
            explain(model, read, before, answer, model.comparisons([]), is_centred=True)
        )
        for _ in range(2):  # what was shown, and what follows from its size
            QApplication.processEvents()
        area = panel.findChild(QScrollArea)
        assert area is not None
        top = panel.moves.mapTo(area.widget(), QPoint(0, 0)).y()
        end = area.viewport().height()
        n_cut += end < area.height()
        for rect in panel.moves.row_rects():
            assert not top + rect.top() < end <= top + rect.bottom()
    assert n_cut


def test_names_are_never_markup(panel: ExplainPanel) -> None:
    panel.show_explanation(explanation(b=3))
    assert "<b>Mono</b>" in panel.sentence.text()
    assert "<b>Mono</b>" in panel.sentence._document.toPlainText()


def test_empty_until_the_first_answer(panel: ExplainPanel) -> None:
    panel.show()
    assert panel.empty.title.text() == NOTHING
    assert panel.empty.title.isVisible()
    assert panel.accessibleDescription() == NOTHING
    assert panel.figure_table().rows == ()
    panel.show_explanation(explanation())
    assert not panel.empty.title.isVisible()
    assert panel.sentence.isVisible()


def view(n_answers: int, shown: Explanation | None) -> View:
    model = resolve(read_study(sample("six-papers")))
    posterior = Posterior.of_prior(model.prior, model.scale)
    for _ in range(n_answers):
        posterior = incremental.condition(posterior, 0, 1, 1, 2)
    two = np.zeros(2)
    return View(1, posterior, False, two, two, None, two, two, two, two, {}, explanation=shown)


def test_the_last_explanation_stays_while_nobody_makes_another(panel: ExplainPanel) -> None:
    panel.show_view(view(1, explanation(number=1)))
    said = panel.sentence.text()
    panel.show_view(view(2, None))
    assert panel.sentence.text() == said and panel.sentence.isVisibleTo(panel)
    assert panel.figure_name() == "What moved"
    panel.show_view(view(0, None))
    assert panel.accessibleDescription() == NOTHING


def test_an_empty_page_says_what_is_true(panel: ExplainPanel) -> None:
    def said() -> tuple[str, str]:
        assert panel.accessibleDescription() == panel.empty.title.text()
        return panel.empty.title.text(), panel.empty.words.text()

    assert said() == (NOTHING, NEXT)
    panel.show_past(True)
    panel.show_view(view(0, None))
    assert said() == (BEFORE, RETURN)
    panel.show_past(False)
    assert said() == (NOTHING, NEXT)
    panel.show_view(view(2, None))  # they came as one row, or nobody looked before
    assert said() == (NOT_YET, NEXT)
    panel.show_past(True)
    assert said() == (NOT_YET, RETURN)
    panel.show_view(view(3, explanation(number=3)))
    dragged = replace(view(2, None), is_fleeting=True)
    for told, is_empty in ((view(3, None), False), (dragged, False), (view(2, None), True)):
        panel.show_view(told)
        assert panel.empty.title.isVisibleTo(panel) is is_empty


def test_the_table_has_the_numbers_in_full(
    panel: ExplainPanel, study: Callable[[str], Study]
) -> None:
    read = study("plain")
    model, before, answer, _ = state(read, "plain", 4)
    found = explain(model, read, before, answer, model.comparisons([]), is_centred=False)
    panel.show_explanation(found)
    table = panel.figure_table()
    assert table.columns == ("item", "change of the mean", "why")
    assert table.rows == tuple(
        (NAMES[move.position], move.change, move.why) for move in found.moves
    )
    for move in found.moves:
        assert f"{NAMES[move.position]} " in panel.moves.accessibleDescription()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_bars_go_both_ways_in_the_colours_of_their_values(
    panel: ExplainPanel, study: Callable[[str], Study], qapp: QApplication, theme: Theme
) -> None:
    read = study("plain")
    model, before, _, _ = state(read, "plain", 2)
    answer = Comparison("a", "e", Outcome.A)
    palette = qapp.palette()
    qapp.setPalette(theme.palette())
    qapp.setStyleSheet(style_sheet(theme))
    try:
        panel.show_explanation(
            explain(model, read, before, answer, model.comparisons([]), is_centred=True)
        )
        panel.resize(470, 300)
        panel.show()
        moves = panel.moves
        picture = moves.grab().toImage()
        bar = moves._columns()[1]
        largest = max(abs(move.change) for move in moves.moves)
        for k, move in enumerate(moves.moves[:2]):
            x = bar.center().x() + 0.25 * bar.width() * move.change / largest
            place = round(x), round(26 * (k + 0.5))
            drawn = picture.pixelColor(*place).name()
            assert drawn == moves._colours(theme)[k].name()
            other = round(2 * bar.center().x() - x), place[1]
            assert picture.pixelColor(*other).name() != drawn
    finally:
        qapp.setStyleSheet("")
        qapp.setPalette(palette)


def test_it_fits_a_small_panel(panel: ExplainPanel) -> None:
    panel.show_explanation(explanation(outcome=Outcome.TIE, high=0.4))
    panel.resize(350, 220)
    panel.show()
    figures = [row[2] for row in panel.lines]
    assert panel.width() == 350
    for text in figures:
        assert text.width() >= text.sizeHint().width()
        assert text.mapTo(panel, text.rect().topRight()).x() <= 350
