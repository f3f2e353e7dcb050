"""Seats without a thread: which batch is taken, and what is tried again when one is not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

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
