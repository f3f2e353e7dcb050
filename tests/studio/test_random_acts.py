"""A hand that acts at random on the model, while the engine's work stops wherever it likes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication

from prefstudio.engine.errors import Cancelled
from prefstudio.studio import errands
from prefstudio.studio.asking import Asking
from prefstudio.study import timeline
from prefstudio.study.changes import ItemAdded, ItemExcluded, LinkAdded, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered
from prefstudio.study.folder import Study, read_study
from prefstudio.study.items import Item
from prefstudio.study.mailbox import Work
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState, fold
from tests.studio.test_studio_model import Desk

N_ACTS = 160
MOST_WORK = 12  # requests between two acts
SPEEDS = (0, 1, 3, MOST_WORK)  # from a hand that never waits to one that mostly does


@pytest.fixture(scope="module")
def study() -> Study:
    """Six papers that never run out of pairs."""
    read = read_study(sample("six-papers"))
    model = replace(read.settings.model, ask_again=True)
    return replace(read, settings=replace(read.settings, model=model))


def facts(state: StudyState) -> tuple[object, ...]:
    """What a state says, whoever made it."""
    said = tuple((each.event_id, each.comparison) for each in state.answers)
    settings, items = state.study.settings, state.study.items.ids
    return state.revision, said, state.asked, settings, items, dict(state.excluded_items)


class Hand:
    """Acts, lets some work be done, and looks whether what it was told is true."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk, self.model = desk, desk.model
        self.rng = random.Random(seed)
        self.done: list[str] = []
        self.told = Asking()
        self.n_said = 0
        self._n_items = 0
        self.model.query_changed.connect(self._on_told)
        self.acts: tuple[tuple[int, Callable[[], None]], ...] = (
            (10, self.answer),
            (5, self.undo),
            (3, self.redo),
            (3, self.change),
            (1, self.change_items),
            (3, self.look_back),
            (2, self.scrub),
            (2, self.drag),
            (3, self.come_back),
            (2, self.fork),
            (1, self.leave_fork),
            (2, self.learn),
            (1, self.ask),
        )

    def act(self) -> None:
        """Do one thing; the engine thread may be in the midst of something meanwhile."""
        weights, acts = zip(*self.acts, strict=True)
        (chosen,) = self.rng.choices(acts, weights)
        held, result = self._held()
        self.done.append(chosen.__name__)
        chosen()
        if held is not None:
            self._give_back(held, result)
        for _ in range(self.rng.randint(0, self.rng.choice(SPEEDS))):
            if (work := self.desk.mailbox.take(timeout=0)) is not None:
                self._give_back(work, None)
                self._check_past()

    def come_to_rest(self) -> None:
        """Let all work be done, and see that nothing is missing in what is shown, nor in now."""
        self._work_off()
        self.model.return_to_now()
        self._work_off()
        scene = self.model.scene
        assert facts(self.model.state) == facts(fold(self.founding, self.model.record.events))
        assert facts(scene.state) == facts(self.model.state)
        assert self.told == scene.asking
        assert self.told.trial == self.model.state.asked
        assert not self.told.is_awaited

    @property
    def founding(self) -> Study:
        """The study before anything happened."""
        return self.model.state.founding

    def answer(self) -> None:
        on_screen, scene, record = self.told, self.model.scene, self.model.record
        is_open = on_screen.trial is not None and not on_screen.closed_reason
        is_open = is_open and not scene.moment.is_past  # while settings are tried it counts as well
        before = len(record.events)
        self.model.answer(self.rng.choice([Outcome.A, Outcome.B, Outcome.SKIP]))
        bodies = [event.body for event in record.events[before:]]
        said = [each for each in bodies if isinstance(each, Answered)]
        assert len(said) == is_open
        for each in said:
            assert on_screen.trial is not None
            assert (each.trial_id, each.a, each.b) == (
                on_screen.trial.trial_id,
                on_screen.trial.a,
                on_screen.trial.b,
            )
        self.n_said += len(said)

    def undo(self) -> None:
        self.model.undo()

    def redo(self) -> None:
        self.model.redo()

    def change(self) -> None:
        self.model.change(self._noise())

    def change_items(self) -> None:
        """Another link, another item with or without links, or one that is set aside or back."""
        ids = list(self.model.state.study.items.ids)
        first, second = self.rng.sample(ids, 2)
        self._n_items += 1
        added = ItemAdded(Item(f"new{self._n_items}", ""))
        excluded = ItemExcluded(self.rng.choice(ids[3:]))
        relation = next(iter(self.model.state.study.links))
        self.model.change(self.rng.choice([added, excluded, LinkAdded(first, second, relation)]))

    def look_back(self) -> None:
        self.model.look_back(self._revision())

    def scrub(self) -> None:
        for _ in range(self.rng.randint(1, 4)):
            self.model.look_back(self._revision(), is_fleeting=True)

    def drag(self) -> None:
        for _ in range(self.rng.randint(1, 3)):
            self.model.try_settings((self._noise(),))

    def come_back(self) -> None:
        self.model.return_to_now()

    def fork(self) -> None:
        trunk = list(self.model.record.events)
        self.model.fork()
        record = self.model.record
        assert record.events == trunk[: record.state.revision]
        assert facts(record.state) == facts(fold(self.founding, record.events))

    def leave_fork(self) -> None:
        self.model.leave_fork()

    def learn(self) -> None:
        self.model.learn()

    def ask(self) -> None:
        first, second = self.rng.sample(range(self.model.items.n_items), 2)
        self.model.ask(first, second)

    def _on_told(self, asking: Asking) -> None:
        self.told = asking

    def _noise(self) -> SettingsChanged:
        noise = self.model.state.study.settings.model.noise
        return SettingsChanged("model.noise", noise, round(self.rng.uniform(0.5, 2.0), 2))

    def _revision(self) -> int:
        return self.rng.randint(0, len(self.model.record.events))

    def _held(self) -> tuple[Work | None, object]:
        """What the engine thread has in hand during an act, and what it has found of it."""
        held = self.desk.mailbox.take(timeout=0) if self.rng.random() < 0.5 else None
        is_found = held is not None and self.rng.random() < 0.5
        return held, held.request.compute(held.control) if held is not None and is_found else None

    def _give_back(self, work: Work, result: object) -> None:
        """End a piece of work: told what was found, or put back where it was stopped."""
        try:
            found = work.request.compute(work.control) if result is None else result
        except Cancelled:
            self.desk.mailbox.finish(work, completed=False)
        else:
            self.desk.mailbox.finish(work, completed=True)
            self.model.take_result(found)

    def _work_off(self) -> None:
        """Let all work be done, and see that nobody waits for what never comes."""
        self.desk.work()
        model = self.model
        assert not model.learner.is_busy
        assert not self.desk.problems
        if not model.scene.moment.is_fleeting:
            assert model.scene.layout is not None
            assert model.scene.layout.is_of(model.scene.state.study)
            assert len(model.scene.layout.positions) == model.items.n_items

    def _check_past(self) -> None:
        """What is looked back at is what the events up to then say."""
        scene, events = self.model.scene, self.model.record.events
        if scene.moment.until is not None and scene.belief is not None:
            assert facts(scene.state) == facts(fold(self.founding, events, scene.moment.until))


def can_foretell_nothing(*_: object) -> bool:
    return False


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_is_true_whatever_comes_between(
    qapp: QCoreApplication, study: Study, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeline, "EVENTS_APART", 2)  # as if the study were a long one
    monkeypatch.setattr(errands, "can_foretell", can_foretell_nothing)  # it takes long
    hand = Hand(Desk(study), seed)
    hand.model.start()
    for number in range(N_ACTS):
        hand.act()
        if number % 20 == 19:
            hand.come_to_rest()
    assert hand.n_said >= 10
