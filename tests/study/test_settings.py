"""The table of settings, and study.toml."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study import settings as values
from prefstudio.study.links import Relation
from prefstudio.study.setting import Kind, SettingError
from prefstudio.study.setting_table import COMPONENT_KINDS, SETTINGS, default_of, settings_in
from prefstudio.study.settings import (
    AttributeSettings,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    QuestionSettings,
    SemiSupervisedSettings,
    StopSettings,
    StudySettings,
)
from prefstudio.study.settings_file import read_settings, settings_of
from prefstudio.study.settings_tables import tables_of

Write = Callable[[str, str | bytes], Path]

EVERYTHING = """\
format = 1
study_id = "3f0e5a52-7a43-4b0e-9d0f-0a2f3b8a1c77"
title = "Six papers"
question = "Which paper is more relevant?"
seed = 20261116
categorical = ["colour"]

[model]
noise = 2
tie_width = 0.5
strength_cuts = [0.25, 0.75, 1.5]
inference = "laplace"
criterion = "bald"
horizon = 3
ask_again = true
learn_while_asking = false
scale_spread = 0.4
[[model.component]]
kind = "links"
relation = "coauthor"
role = "linked"
kernel = "common_cause"
beta = 2.0
iota = 3.0
weight = 0.5

[[model.component]]
kind = "features"
columns = ["age"]
kernel = "linear"
amplitude = 2.0
length_scale = [2, 1.5]
standardize = false
weight = 0.25

[[model.component]]
kind = "individual"
weight = 0.125

[model.semi_supervised]
neighbours = 5
strength = 0.5

[[relation]]
name = "cites"
directed = true
bipartite = false
hub_weight = true

[[feature]]
name = "x_kind"
categories = ["tree", "wood"]
mean = [0.25, 0.75]
sd = [0.5, 0.5]

[response]
scale = "strength7"
tie = true
tie_label = "Equal"
must_play = "end"

[presentation]
sides = "fixed"
layout = "sequential"
min_item_gap = 2

[audio]
fade_ms = 10
switch = "fade"
loop = false
min_loop_ms = 600
loudness = "off"
loudness_lufs = -20.0

[schedule]
training = 4
repeats = 0.1
catch = 0.05
holdout = 0.2
break_every_min = 15

[stop]
trials = 120
minutes = 40
expected_loss = 0.01
top_k = 3
top_k_probability = 0.9

[[attribute]]
name = "warmth"
question = "Which is warmer?"

[[questionnaire]]
name = "age"
type = "integer"

[[questionnaire]]
name = "hand"
type = "choice"
options = ["left", "right"]
"""


def test_every_setting_is_read(write: Write) -> None:
    settings = read_settings(write("study.toml", EVERYTHING))
    assert (settings.title, settings.question) == ("Six papers", "Which paper is more relevant?")
    assert (settings.seed, settings.categorical) == (20261116, ("colour",))
    model = settings.model
    assert (model.noise, model.tie_width, model.strength_cuts) == (2.0, 0.5, (0.25, 0.75, 1.5))
    assert (model.inference, model.criterion, model.horizon) == ("laplace", "bald", 3.0)
    assert model.ask_again
    assert model.learn_while_asking is False
    assert model.scale_spread == 0.4
    assert model.components == (
        LinksComponent("coauthor", "linked", "common_cause", 2.0, 3.0, 0.5),
        FeaturesComponent(("age",), "linear", 2.0, (2.0, 1.5), False, 0.25),
        IndividualComponent(0.125),
    )
    assert model.semi_supervised == SemiSupervisedSettings(5, 0.5)
    assert settings.relations == (Relation("cites", True, False, True),)
    assert settings.features == (
        values.FeatureSettings("x_kind", (0.25, 0.75), (0.5, 0.5), ("tree", "wood")),
    )
    assert dataclasses.astuple(settings.response) == ("strength7", True, "Equal", "end")
    assert dataclasses.astuple(settings.presentation) == ("fixed", "sequential", 2)
    assert dataclasses.astuple(settings.audio) == (10, "fade", False, 600, "off", -20)
    assert dataclasses.astuple(settings.schedule) == (4, 0.1, 0.05, 0.2, 15)
    assert settings.stop == StopSettings(120, 40, 0.01, 3, 0.9)
    assert settings.attributes == (AttributeSettings("warmth", "Which is warmer?"),)
    assert settings.questions == (
        QuestionSettings("age", "integer"),
        QuestionSettings("hand", "choice", ("left", "right")),
    )
    assert settings.notes == ()


def test_the_example_holds_every_setting_of_the_table(write: Write) -> None:
    """No setting of the table can be forgotten in the test above."""
    lines = read_settings(write("study.toml", EVERYTHING)).lines
    written = {re.sub(r"\[\d+\]", "", path) for path in lines}
    named = {re.sub("(component)[.](links|features|individual)", r"\1", name) for name in SETTINGS}
    assert named <= written


def test_no_setting_is_forgotten_when_they_are_written(write: Write) -> None:
    settings = read_settings(write("study.toml", EVERYTHING))
    tables = tables_of(settings)
    assert settings_of(tables, "study.toml") == settings
    for name in SETTINGS:
        *above, key = name.split(".")
        found = [tables]
        for part in (each for each in above if each not in COMPONENT_KINDS):
            found = [each.get(part, {}) for each in found]
            found = [one for each in found for one in (each if isinstance(each, list) else [each])]
        assert any(key in each for each in found), name


def test_a_feature_with_too_few_means(write: Write, refused) -> None:
    text = "[[feature]]\nname = 'x_kind'\ncategories = ['a', 'b']\nmean = [1.0]\nsd = [0.0]\n"
    with refused("study.toml", 1, "as many means", remedy="for each of its categories"):
        read_settings(write("study.toml", text))


def test_left_out_is_the_default(write: Write) -> None:
    settings = read_settings(write("study.toml", ""))
    assert settings == StudySettings()
    model = settings.model
    assert (model.noise, model.tie_width, model.strength_cuts) == (1.0, 0.25, (0.25, 0.75, 1.5))
    assert (model.inference, model.criterion, model.ask_again) == ("ep", "expected_loss", False)
    assert (model.horizon, model.scale_spread) == (math.inf, 0.0)
    assert (model.components, model.semi_supervised) == ((), None)
    assert dataclasses.astuple(settings.response) == ("binary", False, "No preference", "off")
    assert dataclasses.astuple(settings.presentation) == ("balanced", "side_by_side", 0)
    assert dataclasses.astuple(settings.audio) == (5, "fade", True, 500, "match", -23)
    assert dataclasses.astuple(settings.schedule) == (0, 0, 0, 0, 20)
    assert settings.stop == StopSettings(None, None, None, None, 0.95)
    assert (settings.seed, settings.format) == (None, 1)


def test_a_component_that_is_written_out_has_no_hidden_scaling(write: Write) -> None:
    text = "".join(
        f'[[model.component]]\nkind = "{kind}"\n' for kind in ("links", "features", "individual")
    )
    assert read_settings(write("study.toml", text)).model.components == (
        LinksComponent(None, "both", "regularized_laplacian", 1.0, 1.0, 1.0),
        FeaturesComponent((), "squared_exponential", 1.0, 1.0, True, 1.0),
        IndividualComponent(1.0),
    )


def test_an_empty_table_switches_on_and_dotted_keys_are_tables(write: Write) -> None:
    settings = read_settings(write("study.toml", "model.noise = 2\n[model.semi_supervised]\n"))
    assert settings.model.semi_supervised == SemiSupervisedSettings(3, 1.0)
    assert settings.model.noise == 2.0


def test_questions_may_go_by_their_short_name(write: Write) -> None:
    settings = read_settings(write("study.toml", '[[question]]\nname = "age"\n'))
    assert settings.questions == (QuestionSettings("age"),)
    assert settings.question == default_of("question")


def test_reserved_tables_are_left_out_with_a_note(write: Write) -> None:
    text = "[model.people]\nn = 3\n[model.pseudo_inputs]\n"
    assert read_settings(write("study.toml", text)).notes == (
        "study.toml: [model.people] has no meaning yet and is left out.",
        "study.toml: [model.pseudo_inputs] has no meaning yet and is left out.",
    )


@pytest.mark.parametrize(("horizon", "expected"), [('"all"', math.inf), ("1", 1.0), ("2.5", 2.5)])
def test_horizon(write: Write, horizon: str, expected: float) -> None:
    settings = read_settings(write("study.toml", f"[model]\nhorizon = {horizon}\n"))
    assert settings.model.horizon == expected


def test_ties_are_allowed_by_word_or_by_scale(write: Write) -> None:
    def allowed(text: str) -> bool:
        return read_settings(write("study.toml", f"[response]\n{text}")).response.ties_allowed

    assert [allowed(""), allowed("tie = true"), allowed('scale = "strength7"')] == [
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("text", "line", "words", "remedy"),
    [
        ('\ntitel = "x"\n', 2, "no setting is called 'titel'", "Did you mean 'title'?"),
        ("[modle]\n", 1, "'modle'", "Did you mean 'model'?"),
        ("[model]\n\nnoize = 1\n", 3, "no setting in [model] is called 'noize'", "'noise'?"),
        ("noise = 1\n", 1, "'noise'", "Did you mean 'model.noise'?"),
        ("zzzz = 1\n", 1, "'zzzz'", "The nearest known one is '"),
        ("[model]\n[model.compnent]\n", 2, "'compnent'", "Did you mean 'component'?"),
        ("[stop]\ntrails = 3\n", 2, "in [stop] is called 'trails'", "Did you mean 'trials'?"),
        ("stop.trails = 3\n", 1, "in [stop] is called 'trails'", "Did you mean 'trials'?"),
        ('[[relation]]\nname="x"\n[[relation]]\nnmae = "y"\n', 4, "'nmae'", "'name'?"),
        ("[response]\nhub_weight = true\n", 2, "'hub_weight'", "'relation.hub_weight'?"),
        (
            '[[model.component]]\nkind = "features"\nbeta = 1\n',
            3,
            "no setting of a features component is called 'beta'",
            "Did you mean 'beta' of a component of kind 'links'?",
        ),
        ("[questions]\n", 1, "'questions'", "Did you mean 'question'?"),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one(
    write: Write, refused: Callable, text: str, line: int, words: str, remedy: str
) -> None:
    with refused("study.toml", line, words, remedy=remedy):
        read_settings(write("study.toml", text))


@pytest.mark.parametrize(
    ("text", "line", "words", "remedy"),
    [
        (
            '[model]\nnoise = "1"\n',
            2,
            "noise is '1', not a number",
            "a number from 0.000001 to 1,000,000",
        ),
        ("[model]\nnoise = true\n", 2, "noise is true", "a number from 0.000001 to 1,000,000"),
        ("[model]\nnoise = nan\n", 2, "noise is nan", "a number from 0.000001 to 1,000,000"),
        ("[model]\nnoise = inf\n", 2, "noise is inf", "a number from 0.000001 to 1,000,000"),
        (
            f"[model]\nnoise = {'9' * 400}\n",
            2,
            "noise is 999",
            "a number from 0.000001 to 1,000,000",
        ),
        (
            "[model]\nnoise = 0\n",
            2,
            "noise is 0.0, which is out of its range",
            "from 0.000001 to 1,000,000",
        ),
        ("[model]\ntie_width = -1\n", 2, "out of its range", "of at least 0 (noise)"),
        ("[model]\nhorizon = 0\n", 2, "horizon is 0.0", 'a number or "all" of at least 0.1'),
        ('[model]\nhorizon = "ten"\n', 2, "horizon is 'ten'", 'a number or "all"'),
        ('[model]\ninference = "laplas"\n', 2, "inference is 'laplas'", "Did you mean 'laplace'?"),
        ('[model]\ncriterion = "x"\n', 2, "no choice here", '"expected_loss" or "variance_ratio"'),
        ("[model]\nask_again = 1\n", 2, "ask_again is 1", "true or false"),
        ("[model]\nstrength_cuts = [1, 0.5, 2]\n", 2, "not three rising", "three numbers"),
        ("[model]\nstrength_cuts = [1, 2]\n", 2, "not three rising", "three numbers"),
        ("[model]\nstrength_cuts = [0, 1, 2]\n", 2, "strength_cuts is 0.0", "above 0"),
        ("[model]\nstrength_cuts = []\n", 2, "strength_cuts is []", "a list of numbers"),
        ("seed = -1\n", 1, "seed is -1", "a whole number from 0 to 9223372036854775807"),
        ("seed = 1.0\n", 1, "seed is 1.0", "a whole number"),
        ("seed = 9223372036854775808\n", 1, "out of its range", "to 9223372036854775807"),
        ("title = 3\n", 1, "title is 3", "text in quotes"),
        ("title = 2026-11-16\n", 1, "title is 2026-11-16", "text in quotes"),
        ('categorical = "a"\n', 1, "categorical is 'a'", "a list of texts"),
        ("categorical = [1]\n", 1, "categorical is [1]", "a list of texts"),
        ("[schedule]\n\nrepeats = 1.5\n", 3, "repeats is 1.5", "from 0 to 1"),
        ("[audio]\nloudness_lufs = 3\n", 2, "loudness_lufs is 3.0", "from -70 to 0 (LUFS)"),
        ("[stop]\ntrials = 0\n", 2, "trials is 0", "of at least 1 (trials)"),
        ("model = 3\n", 1, "model is no table", "Write [model]"),
        ("[model]\nsemi_supervised = 1\n", 2, "is no table", "Write [model.semi_supervised]"),
        ("[model.component]\nkind = 'links'\n", 1, "no list of tables", "[[model.component]]"),
        ("relation = [1]\n", 1, "relation is no list of tables", "[[relation]]"),
        ("[[model.component]]\nweight = 1\n", 1, "kind is missing", '"links" or "features"'),
        ("[[model.component]]\n\nkind = 'link'\n", 3, "kind is 'link'", "'links'?"),
        ("[model]\n\ncomponent = [{kind = 'x'}]\n", 3, "kind is 'x'", '"links" or'),
        (
            "[[model.component]]\nkind = 'features'\nlength_scale = [1, -2]\n",
            3,
            "length_scale is -2.0",
            "a number or a list of numbers from 0.000001 to 1,000,000",
        ),
        ("[[relation]]\ndirected = true\n", 1, "name is missing", "text in quotes"),
        ("[[relation]]\nname = ''\n", 2, "the name is empty", "a name of its own"),
        (
            "[[attribute]]\nname = 'a'\n[[attribute]]\nname = 'a'\n",
            4,
            "'a' is there already",
            "Give each [[attribute]] a name of its own.",
        ),
        ("[model]\ntie_width = 0\n[response]\ntie = true\n", 2, "too narrow", "0.001 or more"),
        ("[[question]]\nname = 'q'\ntype = 'choice'\n", 1, "has no options", "options ="),
        ("[[question]]\nname = 'q'\noptions = ['a']\n", 1, "has options", "and to no other"),
        ("[[question]]\nname = 3\n", 2, "name is 3", "text in quotes"),
        (
            "[[question]]\nname = 'q'\n[[questionnaire]]\nname = 'r'\n",
            1,
            "question and questionnaire are both there",
            "Call them all questionnaire.",
        ),
    ],
)
def test_values_that_cannot_be(
    write: Write, refused: Callable, text: str, line: int, words: str, remedy: str
) -> None:
    with refused("study.toml", line, words, remedy=remedy):
        read_settings(write("study.toml", text))


def test_a_later_format_comes_before_every_other_complaint(write: Write, refused: Callable) -> None:
    path = write("study.toml", "unheard_of = 1\nformat = 3\n")
    with refused("study.toml", 2, "newer PrefStudio (format 3)", remedy="reads format 3"):
        read_settings(path)


@pytest.mark.parametrize(
    ("text", "line", "words", "remedy"),
    [
        ("title = 'x'\n[model\n", 2, "this is no TOML: expected", "key = value"),
        ("title = 'x'\nnoise 1\n", 2, "this is no TOML", "key = value"),
        ("a = 1\nb = yes\n", 2, "unexpected value", "key = value"),
        ("a = 1\nb = [1,\n\n", 2, "this is no TOML", "key = value"),
        ("a = 1\na = 2\n", 2, "this is no TOML", "key = value"),
        (f"a = {'[' * 5000}\n", None, "nested too deeply", "Take some"),
        ("question = 'q'\n\n[[question]]\nname = 'a'\n", 3, "no TOML", "Write [[questionnaire]]"),
    ],
)
def test_broken_toml(
    write: Write, refused: Callable, text: str, line: int | None, words: str, remedy: str
) -> None:
    with refused("study.toml", line, words, remedy=remedy):
        read_settings(write("study.toml", text))


def test_a_file_that_is_no_text(write: Write, refused: Callable) -> None:
    with refused("study.toml", 2, "no UTF-8", remedy="UTF-8"):
        read_settings(write("study.toml", b"a = 1\n\xff"))


def test_errors_found_later_have_their_line(write: Write) -> None:
    settings = read_settings(write("study.toml", EVERYTHING))
    error = settings.error("model.component[0].relation", "no relation is called so", "Mend it.")
    assert str(error) == "study.toml line 20: no relation is called so. Mend it."
    inside = settings.error("model.component[1].nothing", "it lacks something", "Add it.")
    assert inside.line == 27


def test_the_table_and_the_values_have_the_same_names() -> None:
    sections = {
        "": StudySettings,
        "model": values.ModelSettings,
        "model.component.links": LinksComponent,
        "model.component.features": FeaturesComponent,
        "model.component.individual": IndividualComponent,
        "model.semi_supervised": SemiSupervisedSettings,
        "feature": values.FeatureSettings,
        "relation": Relation,
        "response": values.ResponseSettings,
        "presentation": values.PresentationSettings,
        "audio": values.AudioSettings,
        "schedule": values.ScheduleSettings,
        "stop": StopSettings,
        "attribute": AttributeSettings,
        "questionnaire": QuestionSettings,
    }
    for section, value_type in sections.items():
        fields = {field.name: field for field in dataclasses.fields(value_type)}
        for key, setting in settings_in(section).items():
            assert key in fields
            if not setting.required:
                assert fields[key].default == default_of(setting.name)
    assert {setting.section for setting in SETTINGS.values()} == {*sections, "model.component"}


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_explains_itself_and_takes_its_default(name: str) -> None:
    setting = SETTINGS[name]
    assert setting.help.endswith(".")
    assert setting.expected
    assert (setting.kind is Kind.CHOICE) == bool(setting.choices)
    if setting.default is not None:
        assert setting.read(setting.default) == default_of(name)
    with pytest.raises(SettingError):
        setting.read({})
