"""One slot a lane, newest wins, urgent goes first: the mailbox, without any window."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.mailbox import Lane, Mailbox, Work


@dataclass(frozen=True, eq=False)
class Order:
    lane: Lane
    moment: int = 1
    name: str = ""

    def compute(self, control: Control) -> object:
        return self.name


@dataclass(frozen=True, eq=False)
class Endless(Order):
    """Runs until it is stopped."""

    started: threading.Event = field(default_factory=threading.Event)

    def compute(self, control: Control) -> object:
        self.started.set()
        while True:
            control.check()
            time.sleep(0.001)


class Worker(threading.Thread):
    """The simplest taker: computes and keeps the results."""

    def __init__(self, mailbox: Mailbox) -> None:
        super().__init__(daemon=True)
        self.mailbox = mailbox
        self.results: list[object] = []
        self.cancelled: list[Work] = []

    def run(self) -> None:
        while (work := self.mailbox.take()) is not None:
            try:
                self.results.append(work.request.compute(work.control))
            except Cancelled:
                self.cancelled.append(work)
                self.mailbox.finish(work, completed=False)
            else:
                self.mailbox.finish(work, completed=True)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    yield box
    box.close()


@pytest.fixture
def worker(mailbox: Mailbox) -> Iterator[Worker]:
    thread = Worker(mailbox)
    thread.start()
    yield thread
    mailbox.close()
    thread.join(5)
    assert not thread.is_alive()


def wait_until_idle(mailbox: Mailbox) -> None:
    end = time.monotonic() + 5
    while not mailbox.is_idle:
        assert time.monotonic() < end, "the mailbox never came to rest"
        time.sleep(0.001)


def taken(mailbox: Mailbox) -> Order | None:
    work = mailbox.take(timeout=0)
    return None if work is None else work.request  # type: ignore[return-value]


def test_the_most_urgent_lane_goes_first(mailbox: Mailbox) -> None:
    orders = [Order(lane) for lane in reversed(Lane)]
    for order in orders:
        mailbox.submit(order)
    assert [taken(mailbox) for _ in orders] == orders[::-1]
    assert taken(mailbox) is None


def test_the_newest_of_a_lane_wins(mailbox: Mailbox) -> None:
    for name in ("old", "newer", "newest"):
        mailbox.submit(Order(Lane.VIEW, name=name))
    order = taken(mailbox)
    assert order is not None
    assert order.name == "newest"
    assert taken(mailbox) is None


def test_a_later_moment_drops_all_earlier_ones(mailbox: Mailbox) -> None:
    mailbox.submit(Order(Lane.VIEW, 4))
    mailbox.submit(Order(Lane.POLISH, 4))
    late = Order(Lane.POSTERIOR, 5)
    mailbox.submit(late)
    assert taken(mailbox) is late
    assert taken(mailbox) is None


def test_a_stale_request_is_not_taken_in(mailbox: Mailbox) -> None:
    mailbox.submit(Order(Lane.QUERY, 7))
    mailbox.submit(Order(Lane.QUERY, 6))
    order = taken(mailbox)
    assert order is not None
    assert order.moment == 7


@pytest.mark.parametrize("running", Lane)
@pytest.mark.parametrize("new", Lane)
def test_only_what_is_urgent_or_newer_stops_the_running(
    mailbox: Mailbox, running: Lane, new: Lane
) -> None:
    mailbox.submit(Order(running))
    work = mailbox.take(timeout=0)
    assert work is not None
    mailbox.submit(Order(new))
    assert work.control.is_cancelled == (new <= running)


@pytest.mark.parametrize("running", Lane)
@pytest.mark.parametrize("new", Lane)
def test_a_later_moment_stops_whatever_runs(mailbox: Mailbox, running: Lane, new: Lane) -> None:
    mailbox.submit(Order(running, 1))
    work = mailbox.take(timeout=0)
    assert work is not None
    mailbox.submit(Order(new, 2))
    assert work.control.is_cancelled
    mailbox.finish(work, completed=False)
    order = taken(mailbox)
    assert order is not None
    assert order.moment == 2
    assert taken(mailbox) is None


def test_what_was_stopped_for_something_urgent_comes_back(mailbox: Mailbox) -> None:
    polish, query = Order(Lane.POLISH), Order(Lane.QUERY)
    mailbox.submit(polish)
    work = mailbox.take(timeout=0)
    assert work is not None
    mailbox.submit(query)
    mailbox.finish(work, completed=False)
    assert [taken(mailbox), taken(mailbox)] == [query, polish]


def test_what_was_replaced_while_it_ran_does_not_come_back(mailbox: Mailbox) -> None:
    mailbox.submit(Order(Lane.VIEW, name="old"))
    work = mailbox.take(timeout=0)
    assert work is not None
    new = Order(Lane.VIEW, name="new")
    mailbox.submit(new)
    mailbox.finish(work, completed=False)
    assert taken(mailbox) is new
    assert taken(mailbox) is None


def test_what_was_done_before_it_could_be_stopped_is_not_done_twice(mailbox: Mailbox) -> None:
    mailbox.submit(Order(Lane.POLISH))
    work = mailbox.take(timeout=0)
    assert work is not None
    query = Order(Lane.QUERY)
    mailbox.submit(query)
    mailbox.finish(work, completed=True)
    assert taken(mailbox) is query
    assert taken(mailbox) is None


def test_a_worker_waits_until_something_comes(mailbox: Mailbox, worker: Worker) -> None:
    mailbox.submit(Order(Lane.QUERY, name="first"))
    wait_until_idle(mailbox)
    mailbox.submit(Order(Lane.QUERY, name="second"))
    wait_until_idle(mailbox)
    assert worker.results == ["first", "second"]


def test_an_urgent_request_is_computed_while_an_endless_one_waits(
    mailbox: Mailbox, worker: Worker
) -> None:
    endless = Endless(Lane.POLISH)
    mailbox.submit(endless)
    assert endless.started.wait(5)
    endless.started.clear()
    mailbox.submit(Order(Lane.QUERY, name="urgent"))
    assert endless.started.wait(5), "the endless one should run again"
    assert worker.results == ["urgent"]
    assert [work.request for work in worker.cancelled] == [endless]


def test_close_stops_what_runs_and_drops_what_waits(mailbox: Mailbox) -> None:
    worker = Worker(mailbox)
    worker.start()
    endless = Endless(Lane.VIEW)
    mailbox.submit(endless)
    assert endless.started.wait(5)
    mailbox.submit(Order(Lane.POLISH, name="never"))
    mailbox.close()
    worker.join(5)
    assert not worker.is_alive()
    assert worker.results == []
    assert mailbox.is_closed
    assert mailbox.is_idle


def test_a_closed_mailbox_takes_and_gives_nothing(mailbox: Mailbox) -> None:
    mailbox.close()
    mailbox.submit(Order(Lane.POSTERIOR))
    assert mailbox.take() is None


def test_take_returns_when_the_time_is_up(mailbox: Mailbox) -> None:
    before = time.monotonic()
    assert mailbox.take(timeout=0.05) is None
    assert 0.04 < time.monotonic() - before < 2


def test_many_senders_and_the_last_moment_is_never_lost(mailbox: Mailbox, worker: Worker) -> None:
    """Whatever the order of arrival, each lane's last word of the last moment is computed."""
    chance = random.Random(20261116)
    orders = [
        Order(chance.choice(list(Lane)), moment, f"{moment}")
        for moment in range(300)
        for _ in range(3)
    ]

    def send(part: list[Order]) -> None:
        for order in part:
            mailbox.submit(order)

    senders = [threading.Thread(target=send, args=(orders[k::4],)) for k in range(4)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(5)
    last = [Order(lane, 300, f"last {lane.name}") for lane in Lane]
    send(last)
    wait_until_idle(mailbox)
    assert set(worker.results[-len(Lane) :]) >= {order.name for order in last}
