"""The lines of keys in a TOML text."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from prefstudio.study.toml_lines import key_lines

TEXT = '''\
# a comment = [ with { marks "
title = "a # b [ ' "
text = """
noise = 3
[model] \\""" not the end """""
raw = \'\'\'
x = 1 \'\'\'

[ model ]  # here
noise = 1.0
cuts = [
  0.25, # ]
  "]",
]
inline = { a = 1, b = [2] }
"odd key" . 'x.y' = 1
[[model.component]]
kind = "links"
[[model.component]]
[model.component.deep]
beta = 2
[[ relation ]]
name = \'\'
'''


def test_every_key_has_its_line() -> None:
    tomllib.loads(TEXT)
    assert key_lines(TEXT) == {
        "title": 2,
        "text": 3,
        "raw": 6,
        "model": 9,
        "model.noise": 10,
        "model.cuts": 11,
        "model.inline": 15,
        "model.odd key": 16,
        "model.odd key.x.y": 16,
        "model.component": 17,
        "model.component[0]": 17,
        "model.component[0].kind": 18,
        "model.component[1]": 19,
        "model.component[1].deep": 20,
        "model.component[1].deep.beta": 21,
        "relation": 22,
        "relation[0]": 22,
        "relation[0].name": 23,
    }


def test_other_line_ends_and_nothing_at_all() -> None:
    assert key_lines("a = 1\r\n\r\nb = '''x\r\ny'''\r\nc = 2") == {"a": 1, "b": 3, "c": 5}
    assert key_lines("") == {}
    assert key_lines("# only this") == {}


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=9), max_size=5))
def test_no_text_throws_the_count_off(values: list[str]) -> None:
    def basic(value: str) -> str:
        return value.replace("\\", "\\\\").replace('"', '\\"')

    text = "".join(f'k{place} = """\n{basic(v)}"""\n' for place, v in enumerate(values))
    assert list(tomllib.loads(text).values()) == values
    assert key_lines(text) == {f"k{place}": 2 * place + 1 for place in range(len(values))}
