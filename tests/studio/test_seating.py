"""Seats without a thread: which batch is taken, and what is tried again when one is not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from prefstudio.engine.control import Control
from prefstudio.study.folder import read_study
from prefstudio.study.mailbox import Lane
from prefstudio.study.resources import sample
from tests.studio.test_studio_model import Desk


@pytest.fixture
def desk(qapp: QCoreApplication) -> Desk:
    made = Desk(read_study(sample("six-papers")))
    made.model.start()
    made.work()
    return made


def refuse(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> list[object]:
    """Let nothing be recorded, as on a full disk; return what was to be."""
    tried: list[object] = []

    def append(*bodies: object, along: tuple[object, ...] = ()) -> bool:
        tried.append(bodies)
        return False

    monkeypatch.setattr(desk.model.record, "append", append)
    return tried


def test_pairs_that_could_not_be_chosen_are_tried_again_when_wanted_again(desk: Desk) -> None:
    desk.model.want_seats(3)
    desk.fail(Lane.BATCH)
    desk.work()
    assert not desk.model.seats and Lane.BATCH in desk.model.scene.failed
    desk.model.want_seats(0)
    desk.model.want_seats(3)
    assert Lane.BATCH not in desk.model.scene.failed
    desk.work()
    assert len(desk.model.seats) == 3


def test_other_pairs_that_could_not_be_chosen_are_tried_again(desk: Desk) -> None:
    desk.model.want_seats(3)
    desk.work()
    batch = desk.model.state.batch
    desk.model.want_other_seats()
    desk.fail(Lane.BATCH)
    desk.work()
    assert desk.model.state.batch == batch
    desk.model.want_other_seats()
    desk.work()
    assert desk.model.state.batch != batch


def test_pairs_that_could_not_be_recorded_are_a_failure_and_tried_again_when_wanted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        tried = refuse(full, desk)
        desk.model.want_seats(3)
        desk.work()
        assert len(tried) == 1  # not over and over
        assert not desk.model.seats and Lane.BATCH in desk.model.scene.failed
    desk.model.want_seats(0)
    desk.model.want_seats(3)
    desk.work()
    assert len(desk.model.seats) == 3 and Lane.BATCH not in desk.model.scene.failed


def test_no_pairs_left_are_no_failure_and_looked_for_again_when_wanted(desk: Desk) -> None:
    desk.model.want_seats(15)
    desk.work()
    desk.model.want_other_seats()
    desk.work()
    assert Lane.BATCH not in desk.model.scene.failed
    desk.done.clear()
    desk.model.want_other_seats()
    desk.work()
    assert Lane.BATCH in desk.done


def test_pairs_for_another_number_of_seats_are_not_taken(desk: Desk) -> None:
    desk.model.want_seats(4)
    work = desk.mailbox.take(timeout=0)
    assert work is not None and work.request.lane is Lane.BATCH
    desk.model.want_seats(2)
    desk.mailbox.finish(work, completed=True)
    desk.model.take_result(work.request.compute(Control()))
    assert not desk.model.seats
    desk.work()
    assert len(desk.model.seats) == 2


def test_pairs_that_were_asked_for_twice_are_taken_once(desk: Desk) -> None:
    desk.model.want_seats(3)
    work = desk.mailbox.take(timeout=0)
    assert work is not None
    desk.model.want_seats(0)
    desk.model.want_seats(3)
    desk.mailbox.finish(work, completed=True)
    desk.model.take_result(work.request.compute(Control()))
    batch = desk.model.state.batch
    assert len(desk.model.seats) == 3
    desk.work()
    assert desk.model.state.batch == batch


def test_no_seat_asks_the_pair_on_screen_while_others_are_left(desk: Desk) -> None:
    for size in (2, 14):
        desk.model.want_seats(size)
        desk.work()
        trial = desk.model.asking.trial
        assert trial is not None
        pairs = [{each.trial.a, each.trial.b} for each in desk.model.seats]
        assert len(pairs) == size and {trial.a, trial.b} not in pairs
