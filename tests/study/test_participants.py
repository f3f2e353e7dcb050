"""Participants, read from participants.csv."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.participants import Participant, read_participants

Write = Callable[[str, str | bytes], Path]


def test_people_and_what_is_known_of_them(write: Write) -> None:
    path = write(
        "participants.csv",
        "participant_id,excluded,reason,u_age,hears\nann,0,,31,well\nbob,1,ill,,\n",
    )
    assert read_participants(path) == (
        Participant("ann", extra={"u_age": "31", "hears": "well"}),
        Participant("bob", True, "ill", {"u_age": "", "hears": ""}),
    )


@pytest.mark.parametrize(
    ("content", "line", "words", "remedy"),
    [
        ("participant_id\nann\nbob\nann\n", 4, "'ann' is there already", "an id of their own"),
        ("participant_id,excluded\n,1\n", 2, "the person has no id", "an id of their own"),
        ("participant_id,excluded\nann,x\n", 2, "'x' is neither 1 nor 0", "Write 1 or 0."),
        (
            "participant,excluded\nann,1\n",
            1,
            "called 'participant_id'",
            "Did you mean 'participant'?",
        ),
        ("who\nann\n", 1, "called 'participant_id'", "Name the column of the ids participant_id."),
    ],
)
def test_errors(
    write: Write, refused: Callable, content: str, line: int, words: str, remedy: str
) -> None:
    with refused("participants.csv", line, words, remedy=remedy):
        read_participants(write("participants.csv", content))
