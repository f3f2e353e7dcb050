"""Every kind of event goes into JSON and comes back; nothing that a file holds brings it down."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefstudio.study.changes import (
    AnswerChanged,
    ChangedBy,
    ItemAdded,
    ItemChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    LinkTo,
    Note,
    PairQueued,
    ParticipantAdded,
    ParticipantChanged,
    ParticipantExcluded,
    SettingsChanged,
)
from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.event_json import body_from_json, body_to_json
from prefstudio.study.events import KINDS, Answered, Body, Policy, Redone, TrialShown, Undone
from prefstudio.study.items import Item, ItemType, Role
from prefstudio.study.sittings import (
    Revealed,
    SessionEnded,
    SessionStarted,
    StudyOpened,
    Unknown,
    opened_here,
)

BODIES: list[Body] = [
    opened_here(),
    StudyOpened(),
    opened_here(sits_down=True),
    SessionStarted("warmth"),
    SessionEnded("all answered"),
    TrialShown("t1", "elm", "ash"),
    TrialShown(
        "t1", "elm", "ash", Phase.HOLDOUT, Policy.BY_HAND, "bald", 0.1 + 0.2, 0.0, -1.5, 2e-300,
        0.5, 1.0, "ep", 2**63 - 1, "warmth", True, "t0", 0.25,
    ),
    TrialShown("t2", "elm", "ash", Phase.HOLDOUT, Policy.HOLDOUT),
    TrialShown("t2", "elm", "ash", policy=Policy.QUEUED),
    Answered("t1", "elm", "ash", Outcome.TIMEOUT),
    Answered("t1", "elm", "äöü \"'", Outcome.A, 3, 812.25, 0, 2, 5, -3.5, 1, "loud\nthere"),
    Undone("e1"),
    Redone("e1"),
    AnswerChanged("e1", Outcome.B, strength=-2),
    AnswerChanged("e1", removed=True),
    SettingsChanged("model.noise", 1.0, 0.5, ChangedBy.LEARNED),
    SettingsChanged("title", "Trees", ""),
    ItemAdded(Item("fir"), {"x_age": None}),
    SettingsChanged("model.component", [], [{"kind": "individual", "weight": 0.25}]),
    ItemAdded(Item("fir"), {}),
    ItemAdded(Item("fir"), {}, (LinkTo("elm"), LinkTo("ash", 0.5, "near", True))),
    ItemAdded(
        Item("fir", ItemType.AUDIO, "a/b.wav", "t", "l", "g", Role.TRAINING, 0.1, 1.0, 0.0, 2.0,
             {"colour": "red"}),
        {"x_age": 3.5, "x_kind": "wood"},
    ),
    ItemChanged("elm", {"label": "Elm!", "truth": None, "x_age": 2.0}),
    ItemExcluded("elm", reason="crackles"),
    ItemExcluded("elm", excluded=False),
    LinkAdded("elm", "ash", 0.5, "near", True),
    LinkRemoved("elm", "ash"),
    ParticipantAdded("dora", {"u_age": "33"}),
    ParticipantChanged("dora", {"u_age": "34"}),
    ParticipantExcluded("dora", reason="slept"),
    PairQueued("elm", "ash"),
    PairQueued("elm", "ash", queued=False),
    Revealed("names"),
    Note("a storm outside", "e1"),
]  # fmt: skip

KIND_NAMES = {
    "study_opened", "session_started", "session_ended", "trial_shown", "answered", "undone",
    "redone", "answer_changed", "settings_changed", "item_added", "item_changed", "item_excluded",
    "link_added", "link_removed", "participant_added", "participant_changed",
    "participant_excluded", "pair_queued", "revealed", "note",
}  # fmt: skip


def test_the_kinds_are_those_of_the_format() -> None:
    assert set(KINDS) == KIND_NAMES
    assert {body.kind for body in BODIES} == KIND_NAMES


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.kind)
def test_a_body_comes_back(body: Body) -> None:
    text = body_to_json(body)
    assert body_from_json(body.kind, text) == body
    assert isinstance(json.loads(text), dict)


def test_names_are_those_of_the_format() -> None:
    changed = json.loads(body_to_json(SettingsChanged("model.noise", 1.0, 0.5)))
    assert changed == {"what": "model.noise", "from": 1.0, "to": 0.5, "by": "hand"}
    trial = json.loads(body_to_json(TrialShown("t", "a", "b", value=1.0, p_a=0.5)))
    assert {"trial_id", "a", "b", "phase", "policy", "value", "p_a"} == set(trial)


def test_a_number_that_is_not_finite_is_null() -> None:
    text = body_to_json(TrialShown("t", "a", "b", value=float("inf")))
    assert json.loads(text)["value"] is None


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("dreamt", "{}", "no such kind"),
        ("answered", "{", "cannot be read"),
        ("answered", "[]", "no JSON object"),
        ("answered", '{"trial_id":"t","a":"x","b":"y"}', "outcome"),
        ("answered", '{"trial_id":"t","a":"x","b":"y","outcome":"C"}', "C"),
        ("answered", '{"trial_id":"t","a":7,"b":"y","outcome":"A"}', "7 is no text"),
        ("answered", '{"trial_id":"t","a":"x","b":"y","outcome":"A","rt_ms":NaN}', "NaN"),
        ("answered", '{"trial_id":"t","a":"x","b":"y","outcome":"A","rt_ms":1e999}', "finite"),
        ("answered", '{"trial_id":"t","a":"x","b":"y","outcome":"A","strength":true}', "whole"),
        (
            "answered",
            f'{{"trial_id":"t","a":"x","b":"y","outcome":"A","rt_ms":1{"0" * 400}}}',
            "no finite number",
        ),
        (
            "answered",
            f'{{"trial_id":"t","a":"x","b":"y","outcome":"A","plays_a":1{"0" * 400}}}',
            "out of all measure",
        ),
        ("item_added", '{"item":[]}', "item_id"),
        ("item_added", '{"item":{"item_id":"fir"},"links":{}}', "no list"),
        ("undone", "[" * 100_000, "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_kept(kind: str, text: str, words: str) -> None:
    body = body_from_json(kind, text)
    assert isinstance(body, Unknown)
    assert (body.kind, body.text) == (kind, text)
    assert words in body.reason
    assert body_to_json(body) == text


def test_a_field_of_a_later_version_is_passed_over() -> None:
    assert body_from_json("undone", '{"event_id":"e","mood":[1]}') == Undone("e")


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)
FIELD_NAMES = st.sampled_from(["trial_id", "a", "b", "outcome", "event_id", "item", "what", "to"])


@given(st.sampled_from(sorted(KINDS)), st.dictionaries(FIELD_NAMES, JSON_VALUES) | JSON_VALUES)
def test_no_body_brings_the_reader_down(kind: str, plain: Any) -> None:
    body = body_from_json(kind, json.dumps(plain))
    assert body.kind == kind
