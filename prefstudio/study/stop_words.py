"""Where a stop rule stands, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping

from prefstudio.study.answers_left import LeftCase, answers_left
from prefstudio.study.forecast import Forecast
from prefstudio.study.standing import LARGE_TOP
from prefstudio.study.stopping import (
    LOSS_WINDOW,
    CountStanding,
    LossStanding,
    RuleStanding,
    TopStanding,
)
from prefstudio.study.why_words import percent
from prefstudio.study.words import amount_word, counted, listed

MAY_STOP = "You may stop."


def stop_words(
    rule: RuleStanding,
    names: Mapping[str, str],
    forecast: Forecast | None = None,
) -> str:
    """Say where a rule stands; every number in it is one of the rule's.

    Parameters
    ----------
    rule : RuleStanding
    names : mapping of str to str
        What items are called, by their ids.
    forecast : Forecast, optional
        About how many more answers the top places take, where that is known.
    """
    if isinstance(rule, TopStanding):
        return _top_words(rule, names, forecast)
    if isinstance(rule, LossStanding):
        words = _loss(rule)
    else:
        words = {"trials": _trials, "minutes": _minutes}[rule.name](rule)
    return f"{words} {MAY_STOP}" if rule.is_reached else words


def _trials(rule: CountStanding) -> str:
    if rule.is_reached:
        return f"{_done(rule, 'trial')}, your goal of {rule.goal:,.0f}."
    return (
        f"{rule.now:,.0f} of {rule.goal:,.0f} trials are done; {rule.goal - rule.now:,.0f} to go."
    )


def _done(rule: CountStanding, noun: str) -> str:
    is_one = rule.now == 1
    return f"{rule.now:,.0f} {noun}{'' if is_one else 's'} {'is' if is_one else 'are'} done"


def _minutes(rule: CountStanding) -> str:
    spent = math.floor(rule.now)  # never said to be reached before it is
    if rule.is_reached:
        return f"{spent:,} minutes of work are done, your goal of {rule.goal:g}."
    return f"{spent:,} of {rule.goal:g} minutes of work are done."


def _loss(rule: LossStanding) -> str:
    """Say the loss of the present, which the matrix shows, and the least of late if it is less."""
    what = f"The mean expected loss a pair{', weighted by place,' if rule.is_weighted else ''}"
    now, least = loss_figure(rule.present), loss_figure(rule.now)
    lately = f"{least} at its lowest in the last {amount_word(LOSS_WINDOW)} answers"
    goal = loss_figure(rule.goal)
    if now == least:
        if rule.is_reached:
            return f"{what} has come down to {now}, which reaches your goal of {goal}."
        return f"{what} is {now}; your goal is {goal}."
    if rule.is_reached:
        return f"{what} is {now} now but was {lately}, which reaches your goal of {goal}."
    return f"{what} is {now} now and was {lately}; your goal is {goal}."


def loss_figure(value: float) -> str:
    """A loss with three figures that count."""
    return f"{value:.3g}"


def _top_words(rule: TopStanding, names: Mapping[str, str], forecast: Forecast | None) -> str:
    if rule.is_reached:
        return _settled_words(rule, names)
    left = "" if forecast is None else f" {_left_words(forecast)}".rstrip()
    goal = f"your goal is {percent(rule.goal)}"
    if rule.k > LARGE_TOP:
        return (
            f"About {rule.n_right:.0f} of the top {rule.k}{_group(rule)} are right; the chance "
            f"that all are is {_below(rule)}, {goal}.{left}"
        )
    who = listed(names.get(each, each) for each in rule.leaders)
    are = "is the best" if rule.k == 1 else f"are the best {amount_word(rule.k)}"
    return (
        f"{_title(rule)} not settled{_group(rule)}: the chance that {who} {are} is "
        f"{_below(rule)}; {goal}.{left}"
    )


def _settled_words(rule: TopStanding, names: Mapping[str, str]) -> str:
    after = f"After {counted(rule.n_answers, 'answer')} the chance that"
    chance = percent(rule.now)
    goal = "your goal"
    if chance != percent(rule.goal):
        goal = f"above your goal of {percent(rule.goal)}"
    if rule.n_groups > 1:
        return (
            f"{_title(rule)} settled in all {rule.n_groups} groups. {after} the first "
            f"{amount_word(rule.k)} are the best is at least {chance}, {goal}. {MAY_STOP}"
        )
    best = "it is the best" if rule.k == 1 else f"these are the best {amount_word(rule.k)}"
    who = "" if rule.k > LARGE_TOP else f": {', '.join(names.get(k, k) for k in rule.leaders)}"
    return f"{_title(rule)} settled{who}. {after} {best} is {chance}, {goal}. {MAY_STOP}"


def _title(rule: TopStanding) -> str:
    return "Best one" if rule.k == 1 else f"Top {rule.k}"


def _group(rule: TopStanding) -> str:
    return " in the least settled group" if rule.n_groups > 1 else ""


def _below(rule: TopStanding) -> str:
    """A chance that is not enough is never said to be as large as the goal."""
    chance = percent(rule.now)
    return f"just under {chance}" if chance == percent(rule.goal) else chance


def _left_words(forecast: Forecast) -> str:
    """Say how many answers are left of a rule that is not reached; empty where nobody knows."""
    left = answers_left(forecast, is_reached=False)
    if left is None:
        return ""
    fewest, most = left.fewest, left.most
    match left.case:
        case LeftCase.NO_PAIR:
            return "No pair is left to ask."
        case LeftCase.ENDS_BEFORE:
            return f"Only {_pairs_left(most)} to ask, which will hardly be enough."
        case LeftCase.MAY_END:
            return f"That takes {fewest:,} or more answers, and only {_pairs_left(most)} to ask."
        case LeftCase.AT_LEAST:
            return f"That takes at least {counted(fewest, 'more answer')}."
        case LeftCase.ABOUT:
            return f"That takes about {counted(fewest, 'more answer')}."
        case LeftCase.BETWEEN:
            return f"That takes about {fewest:,} to {most:,} more answers."
    return "That takes many more answers."


def _pairs_left(n_pairs: int) -> str:
    return f"{counted(n_pairs, 'pair')} {'is' if n_pairs == 1 else 'are'} left"
