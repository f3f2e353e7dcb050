"""An explanation in words for a student and in the symbols of the papers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from prefstudio.studio.numbers_as_text import NO_BREAK, figure
from prefstudio.study.comparisons import Outcome
from prefstudio.study.explanation import Explanation
from prefstudio.study.shown_items import ShownItems

JOINED = "\u2060"  # holds together what stands left and right of it

# How many times as likely as by pure chance an answer was that surprises nobody, or everybody.
EXPECTED, SURPRISING = 1.3, 0.7


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence; names of items stand out."""

    text: str
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One quantity: what it is, how the papers write it (simple markup), and its figure."""

    words: str
    symbol: str
    figure: str


def sentence(explanation: Explanation, items: ShownItems) -> tuple[Part, ...]:
    """What was said, how likely that was, and how the means follow from it."""
    push = "r" if explanation.is_one_sided else "x"
    end = (
        f". The model gave it {chance(explanation.p)}, {_verdict(explanation)}; "
        f"means move by {whole(f'k·{push}/q')}."
    )
    return (Part(f"Answer {explanation.number:,}: "), *_said(explanation, items), Part(end))


def whole(formula: str) -> str:
    """A formula that no line breaks."""
    return formula.replace(" ", NO_BREAK).replace("/", f"/{JOINED}").replace("−", f"−{JOINED}")


def symbols(explanation: Explanation) -> str:
    """What the letters of the sentence and of the four quantities stand for, in simple markup."""
    meant = [
        "d: the difference of the two",
        "m<sub>d</sub> and v: its mean and variance before the answer; tilted: after it",
        f"{whole('q = √(s² + v)')} with s, the noise of an answer",
        "k: the covariance of an item with d",
        "N and Φ: the normal density and the area below it",
    ]
    if not explanation.is_one_sided:
        ends = (
            "w: half the width of a tie" if _is_tie(explanation) else "c: the answer's two bounds"
        )
        meant += [ends, whole("Z = Φ(b) − Φ(a)")]
    elif explanation.bound != 0.0:
        meant.append("w: the least difference for this answer")
    return f"{'. '.join(meant)}."


def _is_tie(explanation: Explanation) -> bool:
    return explanation.outcome is Outcome.TIE


def chance(p: float) -> str:
    """A chance in per cent that never claims to be certain."""
    if p < 0.005:
        return f"<{NO_BREAK}1{NO_BREAK}%"
    if p > 0.995:
        return f">{NO_BREAK}99{NO_BREAK}%"
    return f"{round(100.0 * p)}{NO_BREAK}%"


def lines(explanation: Explanation) -> tuple[Line, Line, Line, Line]:
    """The update in four quantities."""
    before = with_spread(explanation.mean, explanation.spread)
    after = with_spread(explanation.mean_after, explanation.spread_after)
    how, push = _likelihood_lines(explanation)
    return (
        Line("difference before", "m<sub>d</sub> ± √v", before),
        how,
        push,
        Line("difference after", "d ± √v, tilted", after),
    )


def with_spread(mean: float, variance: float) -> str:
    """A mean and its sd: 1.08 ± 0.64."""
    return f"{figure(mean)} ± {figure(math.sqrt(max(variance, 0.0)))}"


def _likelihood_lines(explanation: Explanation) -> tuple[Line, Line]:
    pushed = figure(explanation.push)
    if explanation.is_one_sided:
        bounded = explanation.bound != 0.0
        symbol = "z = (m<sub>d</sub> − w)/q" if bounded else "z = m<sub>d</sub>/q"
        return (
            Line("how expected", symbol, figure(explanation.z)),
            Line("push", "r = N(z)/Φ(z)", pushed),
        )
    ends = f"{figure(explanation.low)} … {figure(explanation.high)}"
    bounds = "±w" if _is_tie(explanation) else "c"  # a tie's width, or two cuts
    return (
        Line("how expected", f"a … b = ({bounds} − m<sub>d</sub>)/q", ends),
        Line("push", "x = (N(a) − N(b))/Z", pushed),
    )


def _said(explanation: Explanation, items: ShownItems) -> tuple[Part, ...]:
    first, second = Part(items.names[explanation.a], True), Part(items.names[explanation.b], True)
    if explanation.outcome is Outcome.TIE:
        return Part("no preference between "), first, Part(" and "), second
    if explanation.outcome is Outcome.B:
        first, second = second, first
    if explanation.strength is None:
        return first, Part(" beat "), second
    return first, Part(" beat "), second, Part(f", strength {explanation.strength} of 3")


def _verdict(explanation: Explanation) -> str:
    by_chance = explanation.p * explanation.n_outcomes
    if by_chance >= EXPECTED:
        return "so it was expected"
    return "so it was a surprise" if by_chance <= SURPRISING else "so it was open"
