"""Names that are made to fit: where they are cut, and what is never lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from prefstudio.studio.fitting_names import fitted, shortened
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.panels.history_answer import HistoryAnswer
from prefstudio.studio.panels.matrix_read_out import HEIGHT, TWO_LINES, MatrixReadOut
from prefstudio.studio.panels.moves_list import MovesList, ShownMove
from prefstudio.study.history import HistoryEntry

pytestmark = pytest.mark.usefixtures("dressed")

FIRST = "The effect of old trade routes on children's questions"
SECOND = "Errors in the study of night buses"
PAIR = f"{FIRST} ≻ {SECOND}"


def width(text: str) -> int:
    return QFontMetrics(font(13, SEMI_BOLD)).horizontalAdvance(text)


def test_what_fits_stays_as_it_is() -> None:
    assert fitted(PAIR, (FIRST, SECOND), font(13, SEMI_BOLD), width(PAIR)) == PAIR


@pytest.mark.parametrize("room", [140, 200, 300, 420])
def test_each_name_of_a_pair_is_cut_by_itself_and_the_sign_is_kept(room: int) -> None:
    shown = fitted(PAIR, (FIRST, SECOND), font(13, SEMI_BOLD), room)
    first, sign, second = shown.partition(" ≻ ")
    assert sign
    assert width(shown) <= room
    for part, name in ((first, FIRST), (second, SECOND)):
        head, _, tail = part.partition("…")
        assert part == name or (name.startswith(head) and tail and name.endswith(tail))
        assert len(part) > 4


def test_a_short_name_leaves_its_room_to_a_long_one() -> None:
    shown = fitted(f"Mono ≻ {FIRST}", ("Mono", FIRST), font(13, SEMI_BOLD), 240)
    assert shown.startswith("Mono ≻ The effect of")
    assert width(shown) > 200


def test_a_name_is_cut_between_words_where_that_keeps_enough() -> None:
    measure = QFontMetrics(font(13, SEMI_BOLD))
    room = measure.horizontalAdvance("The effect of ol…en's questions")
    assert shortened(FIRST, measure, room) == "The effect of…questions"
    assert shortened("Unbreakableness", measure, 70).startswith("Unb")
    assert shortened("Unbreakableness", measure, 70).endswith("ss")


@pytest.mark.parametrize("room", [90, 140, 200, 300])
@pytest.mark.parametrize("n_lines", [1, 2])
def test_names_that_only_end_differently_stay_different(room: int, n_lines: int) -> None:
    stem = "Grundstücksverkehrsgenehmigungszuständigkeit"
    shown = {
        fitted(f"{stem} {end}", (), font(13, SEMI_BOLD), room, n_lines=n_lines)
        for end in ("Nord", "Süd")
    }
    assert len(shown) == 2
    assert all(each.startswith("Gr") for each in shown)
    assert {each[-2:] for each in shown} == {"rd", "üd"}


def test_a_long_pair_in_two_lines_has_a_line_for_each_name() -> None:
    shown = fitted(PAIR, (FIRST, SECOND), font(13, SEMI_BOLD), 160, n_lines=2)
    first, second = shown.split("\n")
    assert first.startswith("The") and first.endswith("questions ≻")
    assert second.startswith("Err") and second.endswith("buses")


def test_in_a_reason_it_is_the_name_that_is_cut(qtbot: QtBot) -> None:
    moves = MovesList()
    qtbot.addWidget(moves)
    moves.resize(200, 60)
    move = ShownMove("Mono", 0.1, f"compared with {FIRST} before", (SECOND, FIRST))
    moves.show_moves([move])
    shown = moves.fitted_reason(move)
    assert shown.startswith("compared with ") and shown.endswith(" before")
    assert "…" in shown


def test_words_around_the_names_are_kept() -> None:
    words = f"{FIRST} – {SECOND} skipped"
    assert fitted(words, (FIRST, SECOND), font(13), 300).endswith("buses skipped")


def test_two_lines_hold_a_name_each() -> None:
    shown = fitted(PAIR, (FIRST, SECOND), font(13, SEMI_BOLD), width(FIRST) + 20, n_lines=2)
    assert shown == f"{FIRST} ≻\n{SECOND}"


def test_wrapped_names_take_no_more_lines_than_there_are() -> None:
    shown = fitted(PAIR, (FIRST, SECOND), font(13, SEMI_BOLD), 200, n_lines=2)
    measure = QFontMetrics(font(13, SEMI_BOLD))
    wraps = int(Qt.TextFlag.TextWordWrap)
    taken = measure.boundingRect(QRect(0, 0, 200, 1000), wraps, shown)
    assert taken.height() <= 2 * measure.lineSpacing()
    assert " ≻" in shown


def test_the_history_says_a_long_answer_in_two_lines(qtbot: QtBot) -> None:
    answer = HistoryAnswer()
    qtbot.addWidget(answer)
    entry = HistoryEntry(3, "e3", 3, PAIR, "answer", False, True, names=(FIRST, SECOND))
    answer.resize(520, 40)
    answer.show()
    answer.show_entry(entry, 3, 3)
    assert answer.words.text().split() == PAIR.split()
    answer.resize(330, 40)
    assert " ≻" in answer.words.text()
    assert answer.words.toolTip() == PAIR


def test_a_matrix_reads_long_names_out_in_two_lines(qtbot: QtBot) -> None:
    read_out = MatrixReadOut()
    qtbot.addWidget(read_out)
    read_out.resize(420, HEIGHT)
    read_out.show()
    read_out.keep_room(("a", "b"))
    assert read_out.height() == HEIGHT
    read_out.keep_room((FIRST, SECOND))
    assert read_out.height() == TWO_LINES
    read_out.show_pair(PAIR, "0.748", (FIRST, SECOND))
    assert read_out.shown_pair().split() == PAIR.split()
    assert read_out.toolTip() in ("", read_out.text())
    read_out.resize(200, TWO_LINES)
    assert " ≻" in read_out.shown_pair()
    assert read_out.shown_pair() != PAIR
