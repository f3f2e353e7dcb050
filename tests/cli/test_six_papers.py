"""fit, suggest and predict on the six papers, number by number."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.special import ndtr

from prefstudio.cli import main
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.inference import INFERENCES
from prefstudio.study.setting_table import SETTINGS
from tests.cli.words import PAPERS, Ask, Refuse, by_pair
from tests.engine.reference_criteria import expected_loss


def test_fit(papers: Path, ask: Ask) -> None:
    answer = ask("fit", papers)
    assert list(answer) == [
        *("items", "mean", "sd", "sd_centred"),
        *("log_evidence", "inference", "converged", "answers"),
    ]
    assert answer["items"] == list(PAPERS)
    mean = [0.1741126855102727, 0.3482253710205453, 0, -0.1741126855102727, -0.3482253710205453, 0]
    np.testing.assert_allclose(answer["mean"], mean, rtol=0, atol=1e-10)
    variances = [0.6363514394110676, 0.5454057576442702, 1, 0.6363514394110676, 0.5454057576442702]
    np.testing.assert_allclose(np.square(answer["sd"]), [*variances, 1], rtol=0, atol=1e-10)
    assert answer["log_evidence"] == pytest.approx(np.log(0.5), abs=1e-10)
    assert (answer["inference"], answer["converged"], answer["answers"]) == ("ep", True, 1)


def test_the_centred_sd_is_that_of_a_utility_less_the_mean_of_all(papers: Path, ask: Ask) -> None:
    answer = ask("fit", papers, "--covariance")
    centring = np.identity(6) - 1 / 6
    centred = centring @ np.array(answer["covariance"]) @ centring.T
    np.testing.assert_allclose(answer["sd_centred"], np.sqrt(np.diag(centred)), rtol=1e-12)


def test_covariance(papers: Path, ask: Ask) -> None:
    answer = ask("fit", papers, "--covariance")
    assert list(answer)[3:5] == ["sd_centred", "covariance"]
    covariance = np.array(answer["covariance"])
    assert covariance.shape == (6, 6)
    np.testing.assert_array_equal(covariance, covariance.T)
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), answer["sd"], rtol=1e-12)
    expected = [0.2727028788221351, 0.5454057576442702, 0, 0.06063045451119822, 0.1212609090223964]
    np.testing.assert_allclose(covariance[1], [*expected, 0], rtol=0, atol=1e-10)


def test_a_readable_fit(papers: Path, read: Callable[..., list[str]]) -> None:
    assert read("fit", papers) == [
        "item      mean        sd",
        "a        0.174     0.798",
        "b        0.348     0.739",
        "c        0.000     1.000",
        "d       -0.174     0.798",
        "e       -0.348     0.739",
        "f        0.000     1.000",
        "one answer, inference ep",
        "log evidence -0.693",
    ]
    assert len(read("fit", papers, "--covariance", "--inference", "incremental")) == 8 + 6


@pytest.mark.parametrize("name", sorted({*INFERENCES} - {"pseudo_inputs"}))
def test_every_inference(papers: Path, ask: Ask, name: str) -> None:
    (papers / "comparisons.csv").write_text("winner,loser\nb,e\nb,f\n")
    answer = ask("fit", papers, "--inference", name)
    assert answer["inference"] == name
    assert answer["answers"] == 2
    assert (answer["log_evidence"] is None) == (name == "incremental")
    order = sorted(range(6), key=lambda item: -answer["mean"][item])
    assert "".join(PAPERS[item] for item in order) == "bacdef"


def test_the_file_names_the_inference(papers: Path, ask: Ask) -> None:
    settings = (papers / "study.toml").read_text()
    (papers / "study.toml").write_text(settings.replace('"ep"', '"laplace"'))
    answer = ask("fit", papers)
    assert answer["inference"] == "laplace"
    assert answer["mean"] == ask("fit", papers, "--inference", "laplace")["mean"]
    assert answer["mean"] != ask("fit", papers, "--inference", "ep")["mean"]


def test_suggest(papers: Path, ask: Ask) -> None:
    answer = ask("suggest", papers, "--top", 2)
    assert list(answer) == ["criterion", "pairs"]
    assert answer["criterion"] == "expected_loss"
    assert all(list(pair) == ["a", "b", "value", "p_a"] for pair in answer["pairs"])
    values = by_pair(answer)
    assert set(values) == {"bc", "bf"}
    assert values["bc"] == pytest.approx(values["bf"], rel=1e-9)
    assert values["bc"] == pytest.approx(0.2826383702377112, abs=1e-10)
    assert answer["pairs"][0]["p_a"] == pytest.approx(0.586, abs=5e-4)
    assert answer == ask("suggest", papers, "--top", 2)


def test_one_pair_unless_more_are_wanted(papers: Path, ask: Ask) -> None:
    (only,) = ask("suggest", papers)["pairs"]
    assert only == ask("suggest", papers, "--top", 2)["pairs"][0]


def test_all_pairs_best_first(papers: Path, ask: Ask) -> None:
    answer = ask("suggest", papers, "--top", 99)
    values = by_pair(answer)
    everything = {a + b for a, b in itertools.combinations(PAPERS, 2)}
    assert set(values) == everything - {"be"}
    assert list(values.values()) == sorted(values.values(), reverse=True)
    for small in ("ad", "ae", "bd"):
        assert values[small] < values["bc"]
    assert values["cf"] < values["bc"]


def test_the_horizon(papers: Path, ask: Ask) -> None:
    whole = ask("suggest", papers, "--horizon", "all")
    assert list(by_pair(whole)) == ["cf"]
    assert by_pair(whole)["cf"] == pytest.approx(1.0, abs=1e-10)
    assert set(by_pair(ask("suggest", papers, "--horizon", "3", "--top", "2"))) == {"bc", "bf"}
    assert ask("suggest", papers, "--horizon", "inf") == whole
    settings = (papers / "study.toml").read_text()
    (papers / "study.toml").write_text(settings.replace("horizon = 1", 'horizon = "all"'))
    assert ask("suggest", papers) == whole


@pytest.mark.parametrize("name", CRITERIA)
def test_every_criterion(papers: Path, ask: Ask, name: str) -> None:
    answer = ask("suggest", papers, "--criterion", name, "--top", 3)
    assert answer["criterion"] == name
    assert len(answer["pairs"]) == 3
    for pair in answer["pairs"]:
        assert PAPERS.index(pair["a"]) < PAPERS.index(pair["b"])
        assert pair["a"] + pair["b"] != "be"
        prediction = ask("predict", papers, pair["a"], pair["b"])
        assert pair["p_a"] == pytest.approx(prediction["p_a"], abs=1e-12)


def test_an_infinite_value_is_null(papers: Path, ask: Ask, read: Callable[..., list[str]]) -> None:
    words = ("suggest", papers, "--criterion", "variance_ratio", "--top", 2)
    first, second = ask(*words)["pairs"]
    assert first == {"a": "c", "b": "f", "value": None, "p_a": 0.5}
    assert second["value"] > 0
    assert read(*words)[0] == "c or f?  variance_ratio infinite, 50 % for c"


def test_a_readable_suggestion(papers: Path, read: Callable[..., list[str]]) -> None:
    lines = read("suggest", papers, "--top", 2)
    assert set(lines) == {
        "b or c?  expected_loss 0.2826, 59 % for b",
        "b or f?  expected_loss 0.2826, 59 % for b",
    }


def test_predict(papers: Path, ask: Ask, read: Callable[..., list[str]]) -> None:
    answer = ask("predict", papers, "e", "b")
    assert list(answer) == ["a", "b", "p_a", "p_b", "p_tie"]
    assert (answer["a"], answer["b"], answer["p_tie"]) == ("e", "b", 0.0)
    assert answer["p_a"] + answer["p_b"] == pytest.approx(1, abs=1e-15)
    turned = ask("predict", papers, "b", "e")
    assert (turned["p_a"], turned["p_b"]) == (answer["p_b"], answer["p_a"])
    # b and e differ by 0.69645 with a variance of 2 (0.54541 − 0.12126), and the noise is 1:
    # Φ(0.69645/√1.84829) = Φ(0.51228).
    assert answer["p_b"] == pytest.approx(0.69577, abs=1e-5)
    assert read("predict", papers, "e", "b") == ["e wins: 30.4 %", "b wins: 69.6 %"]


def test_predict_with_ties(
    study: Callable[..., Path], ask: Ask, read: Callable[..., list[str]]
) -> None:
    folder = study(
        "item_id\na\nb\n",
        "[model]\ntie_width = 0.002\n[response]\ntie = true\n[[model.component]]\n"
        'kind = "individual"\n',
    )
    answer = ask("predict", folder, "a", "b")
    # d ~ N(0, 2) and noise 1: P(|y| < 0.002) = 0.004 N(0)/√3, but for terms of 1e-6 of it.
    assert answer["p_tie"] == pytest.approx(0.004 / np.sqrt(2 * np.pi * 3), rel=1e-5)
    assert answer["p_a"] + answer["p_b"] + answer["p_tie"] == pytest.approx(1, abs=1e-12)
    assert read("predict", folder, "a", "b")[2] == "tie: 0.1 %"


def test_a_rare_tie_keeps_its_digits(study: Callable[..., Path], ask: Ask) -> None:
    """What is left of 1 after both wins would hold six digits of it."""
    folder = study(
        "item_id\na\nb\n",
        "[model]\ntie_width = 0.001\n[response]\ntie = true\n[[model.component]]\n"
        'kind = "individual"\nweight = 1000\n',
    )
    expected = 0.002 / np.sqrt(2 * np.pi * (2e6 + 1))
    assert ask("predict", folder, "a", "b")["p_tie"] == pytest.approx(expected, rel=1e-12, abs=0)


def test_no_minus_before_a_zero(study: Callable[..., Path], read: Callable[..., list[str]]) -> None:
    settings = '[[model.component]]\nkind = "individual"\nweight = 0.01\n'
    folder = study("item_id\na\nb\n", settings, comparisons="winner,loser\na,b\n")
    assert read("fit", folder)[2] == "b        0.000     0.010"


def test_numbers_are_printed_in_full(papers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["fit", str(papers), "--json"])
    out = capsys.readouterr().out
    assert "0.34822537102054" in out
    assert "NaN" not in out


def test_every_choice_that_a_file_may_make_is_there() -> None:
    written = "expected_loss variance_ratio entropy_gain bald best_item_value random"
    assert set(SETTINGS["model.criterion"].choices) == set(CRITERIA) >= set(written.split())
    assert set(SETTINGS["model.inference"].choices) == {
        "incremental", "ep", "laplace", "pseudo_inputs",
    }  # fmt: skip


def test_pseudo_inputs_cannot_see_links(papers: Path, refuse: Refuse) -> None:
    message = refuse("fit", papers, "--inference", "pseudo_inputs", "--json")
    assert "pseudo" in message
    assert "laplace" in message


def test_ep_computes_where_a_study_chose_what_cannot_see_its_links(
    papers: Path, ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    expected = ask("fit", papers)
    settings = (papers / "study.toml").read_text()
    (papers / "study.toml").write_text(settings.replace('"ep"', '"pseudo_inputs"'))
    for words in (("suggest", papers), ("predict", papers, "a", "b"), ("fit", papers)):
        caplog.clear()
        answer = ask(*words)
        assert caplog.messages[0].startswith("EP computes for now: pseudo inputs see features only")
    assert answer == expected
    assert answer["inference"] == "ep"


def test_a_batch_is_chosen_as_if_the_pairs_before_were_answered(papers: Path, ask: Ask) -> None:
    fitted = ask("fit", papers, "--covariance")
    mean, cov = np.array(fitted["mean"]), np.array(fitted["covariance"])
    answer = ask("suggest", papers, "--batch", 3)
    assert list(answer) == ["criterion", "pairs"]
    assert answer["pairs"][0] == ask("suggest", papers)["pairs"][0]
    chosen = by_pair(answer)
    assert len(chosen) == 3
    left = {(i, j) for i, j in itertools.combinations(range(6), 2)} - {(1, 4)}  # b ≻ e is known
    for name, value in chosen.items():
        losses = expected_loss(mean, cov, 1.0)  # the papers look for the best one
        assert value == pytest.approx(max(losses[pair] for pair in left), rel=1e-9)
        pair = PAPERS.index(name[0]), PAPERS.index(name[1])
        assert value == pytest.approx(losses[pair], rel=1e-9)
        left.remove(pair)
        k = cov[:, pair[0]] - cov[:, pair[1]]
        spread = math.sqrt(1.0 + k[pair[0]] - k[pair[1]])
        z = (mean[pair[0]] - mean[pair[1]]) / spread
        density = math.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
        share = density**2 / (spread**2 * ndtr(z) * ndtr(-z))  # section 7
        cov = cov - share * np.outer(k, k)


def test_a_batch_ends_with_the_pairs_and_excludes_top(
    papers: Path, ask: Ask, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(by_pair(ask("suggest", papers, "--batch", 99))) == 14
    with pytest.raises(SystemExit) as ended:
        main(["suggest", str(papers), "--batch", "2", "--top", "2"])
    assert ended.value.code == 2
    assert "not allowed with" in capsys.readouterr().err
