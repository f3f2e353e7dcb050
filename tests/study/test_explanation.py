"""The last update in numbers, against quadrature that shares no code with the engine."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine import incremental
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.explanation import Explanation, Move, explain
from prefstudio.study.folder import Study, read_study
from prefstudio.study.model import resolve
from prefstudio.study.resources import sample

Write = Callable[[str, str | bytes], Path]

NAMES = {"a": "Ash", "b": "Beech", "c": "Cedar", "d": "Dogwood", "e": "Elm", "f": "Fir", "g": "Gum"}
LINKS = (("a", "b", "near"), ("b", "c", "near"), ("d", "e", "far"), ("e", "a", "far"))
CUTS = (0.25, 0.75, 1.5)  # the file's own, in units of the noise
NOISE = 0.8

SETTINGS = {
    "plain": f"seed = 1\n[model]\nnoise = {NOISE}\n",
    "tie": f"seed = 1\n[model]\nnoise = {NOISE}\ntie_width = 0.6\n[response]\ntie = true\n",
    "strength": f"seed = 1\n[model]\nnoise = {NOISE}\n[response]\nscale = 'strength7'\n",
}


@pytest.fixture
def study(tmp_path: Path, write: Write) -> Callable[..., Study]:
    """Seven trees with two features and two relations, in groups or in none."""

    def read(kind: str, *, has_groups: bool = False) -> Study:
        rng = np.random.default_rng(3)
        rows = [
            f"{key},{name},{'one' if not has_groups or key in 'abcd' else 'two'},"
            f"{rng.normal():.3f},{rng.normal():.3f}"
            for key, name in NAMES.items()
        ]
        write("items.csv", "\n".join(["item_id,label,group,x_age,x_size", *rows]) + "\n")
        links = [f"{source},{target},{relation}" for source, target, relation in LINKS]
        write("links.csv", "\n".join(["source,target,relation", *links]) + "\n")
        write("study.toml", SETTINGS[kind])
        return read_study(tmp_path)

    return read


def random_answers(kind: str, seed: int, n_answers: int) -> list[Comparison]:
    rng = np.random.default_rng(seed)
    answers = []
    for _ in range(n_answers):
        a, b = rng.choice(list(NAMES), size=2, replace=False)
        level = int(rng.integers(-3, 4))
        if kind == "plain" or (kind == "tie" and level):
            outcome, strength = (Outcome.A if level > 0 else Outcome.B), None
        elif kind == "tie":
            outcome, strength = Outcome.TIE, None
        else:
            by_sign = {-1: Outcome.B, 0: Outcome.TIE, 1: Outcome.A}
            outcome, strength = by_sign[int(np.sign(level))], level
        answers.append(Comparison(str(a), str(b), outcome, strength))
    return answers


def interval(kind: str, answer: Comparison) -> tuple[float, float]:
    """Bounds of ξ_A − ξ_B plus noise, by hand."""
    width = {"plain": 0.0, "tie": 0.6 * NOISE, "strength": CUTS[0] * NOISE}[kind]
    if answer.strength is not None and answer.outcome is not Outcome.TIE:
        cuts = [cut * NOISE for cut in CUTS] + [math.inf]
        size = abs(answer.strength)
        low, high = cuts[size - 1], cuts[size]
        return (low, high) if answer.strength > 0 else (-high, -low)
    by_outcome = {
        Outcome.A: (width, math.inf),
        Outcome.B: (-math.inf, -width),
        Outcome.TIE: (-width, width),
    }
    return by_outcome[answer.outcome]


normal_cdf = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2.0)))


@dataclass
class Tilted:
    """Chance, mean and variance by the trapezoid rule over the difference."""

    chance: float
    mean: float
    variance: float

    @classmethod
    def of(cls, mean: float, variance: float, low: float, high: float) -> Tilted:
        sd = math.sqrt(variance)
        d = np.linspace(mean - 11 * sd, mean + 11 * sd, 4001)
        density = np.exp(-0.5 * ((d - mean) / sd) ** 2) / (sd * math.sqrt(2 * math.pi))
        mass = density * (normal_cdf((high - d) / NOISE) - normal_cdf((low - d) / NOISE))
        step = d[1] - d[0]
        chance = float(mass.sum() * step)
        centre = float((mass * d).sum() * step / chance)
        return cls(chance, centre, float((mass * (d - centre) ** 2).sum() * step / chance))


@dataclass
class Dense:
    """Mean and covariance, updated by tilted moments: k (d̂ − m)/v and k kᵀ (v − v̂)/v²."""

    mean: np.ndarray
    covariance: np.ndarray

    def updated(self, kind: str, answer: Comparison) -> tuple[Dense, Tilted]:
        a, b = (list(NAMES).index(key) for key in (answer.a, answer.b))
        k = self.covariance[:, a] - self.covariance[:, b]
        v, m = k[a] - k[b], self.mean[a] - self.mean[b]
        after = Tilted.of(m, v, *interval(kind, answer))
        return Dense(
            self.mean + k * (after.mean - m) / v,
            self.covariance - np.outer(k, k) * (v - after.variance) / v**2,
        ), after


def explained(study: Study, answers: list[Comparison], *, is_centred: bool = False) -> Explanation:
    model = resolve(study)
    earlier = model.comparisons(answers[:-1])
    before = incremental.infer(model.prior, earlier, model.scale)
    return explain(model, study, before, answers[-1], earlier, is_centred=is_centred)


CASES = [(kind, seed) for kind in SETTINGS for seed in range(8)]


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_every_number_by_quadrature(study: Callable[..., Study], kind: str, seed: int) -> None:
    read = study(kind)
    answers = random_answers(kind, seed, 1 + 2 * seed)
    found = explained(read, answers)
    prior = resolve(read).prior.covariance.columns(np.arange(7))
    dense = Dense(np.zeros(7), np.array(prior))
    for answer in answers[:-1]:
        dense, _ = dense.updated(kind, answer)
    last = answers[-1]
    new, after = dense.updated(kind, last)
    sign = -1.0 if last.outcome is Outcome.B else 1.0
    a, b = (list(NAMES).index(key) for key in (last.a, last.b))
    m = sign * (dense.mean[a] - dense.mean[b])
    v = dense.covariance[a, a] + dense.covariance[b, b] - 2 * dense.covariance[a, b]
    q = math.sqrt(v + NOISE**2)
    bounds = sorted(sign * bound for bound in interval(kind, last))
    close = {"rel": 1e-7, "abs": 1e-9}
    assert (found.a, found.b, found.outcome, found.number) == (a, b, last.outcome, len(answers))
    assert found.mean == pytest.approx(m, **close)
    assert found.variance == pytest.approx(q**2, **close)
    assert found.spread == pytest.approx(v, **close)
    assert found.p == pytest.approx(after.chance, **close)
    assert found.mean_after == pytest.approx(sign * after.mean, **close)
    assert found.spread_after == pytest.approx(after.variance, **close)
    assert found.slope == pytest.approx((sign * after.mean - m) / v, **close)
    assert found.curvature == pytest.approx((v - after.variance) / v**2, **close)
    assert found.push == pytest.approx(q * (sign * after.mean - m) / v, **close)
    assert (found.low, found.high) == pytest.approx([(x - m) / q for x in bounds], **close)
    if found.is_one_sided:
        assert found.z == pytest.approx((m - bounds[0]) / q, **close)
        assert found.p == pytest.approx(float(normal_cdf(found.z)), **close)
        assert found.push == pytest.approx(
            math.exp(-0.5 * found.z**2) / math.sqrt(2 * math.pi) / found.p, **close
        )
        assert found.bound == pytest.approx(bounds[0])
    else:
        assert found.z == pytest.approx(m / q, **close)
        assert found.bound == pytest.approx((bounds[1] - bounds[0]) / 2)
    changes = new.mean - dense.mean
    largest = np.sort(np.abs(changes))[::-1][:6]
    assert [abs(move.change) for move in found.moves] == pytest.approx(list(largest), **close)
    for move in found.moves:
        assert move.change == pytest.approx(changes[move.position], **close)


def test_both_kinds_of_bounds_are_among_the_cases() -> None:
    last = [random_answers(kind, seed, 1 + 2 * seed)[-1] for kind, seed in CASES]
    assert {answer.outcome for answer in last} == {Outcome.A, Outcome.B, Outcome.TIE}
    assert {abs(answer.strength) for answer in last if answer.strength is not None} >= {0, 1, 2, 3}


def test_it_is_what_the_incremental_update_does(study: Callable[..., Study]) -> None:
    read = study("tie")
    answers = random_answers("tie", 5, 12)
    model = resolve(read)
    before, after = (
        incremental.infer(model.prior, model.comparisons(answers[:n]), model.scale)
        for n in (11, 12)
    )
    earlier = model.comparisons(answers[:11])
    found = explain(model, read, before, answers[-1], earlier, is_centred=False)
    for move in found.moves:
        k = move.position
        assert move.change == pytest.approx(after.mean[k] - before.mean[k], rel=1e-12)
    assert math.log(found.p) == pytest.approx(after.log_evidence - before.log_evidence, rel=1e-12)


@dataclass
class Told:
    """One reason, taken apart: its kind, and whom it names."""

    kind: str
    name: str

    @classmethod
    def of(cls, why: str) -> Told:
        found = REASON.fullmatch(why)
        assert found is not None, why
        return cls(*found.groups()) if found[2] else cls(why, "")


REASON = re.compile(
    r"(compared with(?=.* before$)|linked to|similar to|faintly similar to|unlike|compared"
    r"|through earlier answers)(?: (\w+))?(?: before)?"
)
INDEPENDENT = "\n[[model.component]]\nkind = 'individual'\n"
LINEAR = "\n[[model.component]]\nkind = 'features'\nkernel = 'linear'\n" + INDEPENDENT


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("more", ["", INDEPENDENT, LINEAR])
def test_reasons_are_true(
    study: Callable[..., Study], monkeypatch: pytest.MonkeyPatch, more: str, seed: int
) -> None:
    """What is told of a move is what made most of it, by matrices written out."""
    monkeypatch.setitem(SETTINGS, "plain", SETTINGS["plain"] + more)
    read = study("plain")
    for n_answers in (1, 2, 4, 9):
        answers = random_answers("plain", seed, n_answers)
        dense = Dense(np.zeros(7), np.array(resolve(read).prior.covariance.columns(np.arange(7))))
        prior = dense.covariance
        for answer in answers[:-1]:
            dense, _ = dense.updated("plain", answer)
        for move in explained(read, answers).moves:
            check_reason(move, answers, prior, dense.covariance)


def check_reason(
    move: Move, answers: list[Comparison], prior: np.ndarray, covariance: np.ndarray
) -> None:
    *earlier, last = answers
    keys = list(NAMES)
    key, item, told = keys[move.position], move.position, Told.of(move.why)
    if key in (last.a, last.b):
        assert move.why == "compared"
        return
    a, b = keys.index(last.a), keys.index(last.b)
    moved = covariance[item, a] - covariance[item, b]
    share = (prior[item, a] - prior[item, b]) / moved
    signs = {last.a: np.sign(moved), last.b: -np.sign(moved)}
    linked = {frozenset(link[:2]) for link in LINKS}
    met = {frozenset((each.a, each.b)) for each in earlier}
    if share < 0.5:
        assert earlier
        learned = covariance - prior
        ways = {one for one, sign in signs.items() if sign * learned[item, keys.index(one)] > 0.0}
        named = {NAMES[one] for one in ways if frozenset((key, one)) in met}
        assert (told.kind, not told.name) == (
            ("compared with", False) if named else ("through earlier answers", True)
        )
        assert not named or told.name in named
        return
    named = next(one for one in keys if NAMES[one] == told.name)
    pull = {one: sign * prior[item, keys.index(one)] for one, sign in signs.items()}
    assert pull[named] > 0.0  # it pulled the item where it went
    other = last.a if named == last.b else last.b
    other_pulls = pull[other] > 0.0
    correlation = prior[item, keys.index(named)] / math.sqrt(
        prior[item, item] * prior[keys.index(named), keys.index(named)]
    )
    is_linked = frozenset((key, named)) in linked
    kind = "similar to" if correlation >= 0.1 else "faintly similar to"
    kind = "linked to" if is_linked else kind
    assert told.kind == ("unlike" if correlation < 0.0 else kind)
    if other_pulls and is_linked == (frozenset((key, other)) in linked):
        assert pull[named] >= pull[other]
    elif other_pulls:
        assert is_linked


def test_every_reason_is_among_the_cases(
    study: Callable[..., Study], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = set()
    plain = SETTINGS["plain"]
    for more in ("", INDEPENDENT, LINEAR):
        monkeypatch.setitem(SETTINGS, "plain", plain + more)
        read = study("plain")
        for seed in range(12):
            for n_answers in (1, 2, 4, 9):
                moves = explained(read, random_answers("plain", seed, n_answers)).moves
                kinds = {Told.of(move.why).kind for move in moves}
                seen |= kinds
                if more == INDEPENDENT:  # nothing is linked or similar, whatever a table says
                    assert kinds <= {"compared", "compared with", "through earlier answers"}
    assert seen >= {"compared", "compared with", "through earlier answers"}
    assert seen >= {"linked to", "similar to", "unlike"}


def test_changes_are_about_the_average_of_the_group(study: Callable[..., Study]) -> None:
    read = study("plain", has_groups=True)
    answers = [Comparison("a", "b", Outcome.A), Comparison("c", "b", Outcome.A)]
    plain = explained(read, answers)
    centred = explained(read, answers, is_centred=True)
    change = np.zeros(7)
    model = resolve(read)
    before = incremental.infer(model.prior, model.comparisons(answers[:1]), model.scale)
    after = incremental.infer(model.prior, model.comparisons(answers), model.scale)
    change = after.mean - before.mean
    change[:4] -= change[:4].mean()
    change[4:] -= change[4:].mean()
    assert plain.mean == centred.mean
    for move in centred.moves:
        assert move.change == pytest.approx(change[move.position], rel=1e-10)
    sizes = [abs(move.change) for move in centred.moves]
    assert sizes == sorted(sizes, reverse=True)


def test_the_six_papers() -> None:
    read = read_study(sample("six-papers"))
    found = explained(read, [Comparison("b", "e", Outcome.A)])
    assert found.p == pytest.approx(0.5)
    assert found.n_outcomes == 2
    moved = {resolve(read).item_ids[move.position]: move for move in found.moves}
    assert set(moved) == set("abde")  # c and f hang together with nobody
    assert moved["b"].change == pytest.approx(0.348, abs=5e-4)
    assert moved["d"].change == pytest.approx(-0.174, abs=5e-4)
    names = {item.item_id: item.name for item in read.items}
    assert moved["a"].why == f"linked to {names['b']}"
    assert moved["d"].why == f"linked to {names['e']}"


def test_an_item_that_stood_still_moves_with_the_average_only(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id\na\nb\nc\nd\n")
    write("links.csv", "source,target\na,b\n")
    write("study.toml", "[[model.component]]\nkind='links'\nkernel='common_cause'\n")
    read = read_study(tmp_path)
    answers = [Comparison("a", "c", Outcome.A)]
    centred = {move.position: move for move in explained(read, answers, is_centred=True).moves}
    plain = {move.position: move for move in explained(read, answers).moves}
    assert centred[3].why == "the average moved"
    # a and b rise, c falls by as much, d stands still: the average rises by a quarter of one.
    assert centred[3].change == pytest.approx(-plain[0].change / 4)
    assert set(plain) == {0, 1, 2}


def test_things_that_items_share_link_them(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id\na\nb\nc\n")
    write("links.csv", "source,target\na,p\nb,p\nc,q\n")
    write("study.toml", '[[relation]]\nname = "by"\nbipartite = true\n')
    read = read_study(tmp_path)
    moves = explained(read, [Comparison("a", "c", Outcome.A)]).moves
    assert {move.position: move.why for move in moves}[1] == "linked to a"


def test_the_level_of_strength_and_the_number_of_answers(study: Callable[..., Study]) -> None:
    seven = explained(study("strength"), [Comparison("a", "b", Outcome.B, -2)])
    assert (seven.strength, seven.n_outcomes) == (2, 7)
    tie = explained(study("strength"), [Comparison("a", "b", Outcome.TIE, 0)])
    assert (tie.strength, tie.n_outcomes) == (None, 7)
    assert explained(study("tie"), [Comparison("a", "b", Outcome.TIE)]).n_outcomes == 3
