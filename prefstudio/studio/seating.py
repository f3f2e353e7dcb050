"""The pairs at several seats: how many, which, and what is answered there."""

from __future__ import annotations

from dataclasses import replace

from prefstudio.studio.batch_wanted import batch_wanted
from prefstudio.studio.desk import Desk
from prefstudio.study.batch_request import BatchFound
from prefstudio.study.briefing import asked_attribute
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, new_id
from prefstudio.study.mailbox import Lane
from prefstudio.study.query import trial_of
from prefstudio.study.seats import Seat, SeatWants, seats_of


class Seating:
    """Asks pairs at seats, each once it is on record that it is asked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats as they are, first to last."""
        return seats_of(self._desk.state)

    def want(self, size: int) -> None:
        """Ask so many pairs at the same time, other ones only where the number is another."""
        self._desk.errands.forget_batch(self._desk.scene)
        n_seats = len(self.seats)
        self._desk.scene.wants_seats = SeatWants(size, is_due=n_seats != size)

    def want_anew(self) -> None:
        """Ask other pairs, though some are still open."""
        wants = self._desk.scene.wants_seats
        if wants is not None:
            self._desk.errands.forget_batch(self._desk.scene)
            left = frozenset((each.trial.a, each.trial.b) for each in self.seats if each.is_open)
            self._desk.scene.wants_seats = SeatWants(wants.size, True, left)

    def leave(self) -> None:
        """Ask no more there; the pairs that are open stay so."""
        self._desk.scene.wants_seats = None

    def take(self, found: BatchFound) -> None:
        """Ask what was chosen, unless nobody waits for it, or for other pairs by now."""
        desk, scene = self._desk, self._desk.scene
        belief = scene.belief
        if belief is None or belief.briefing is None or found.terms != batch_wanted(scene):
            return
        scene.wants_seats = SeatWants(found.terms.size)
        batch, attribute = new_id(), asked_attribute(desk.state.study)
        model = belief.briefing.model
        trials = [replace(trial_of(each, model, attribute), batch=batch) for each in found.queries]
        if desk.append(*trials):
            scene.state = desk.state
            desk.errands.forget_look_ahead(scene)
        elif trials:
            scene.failed |= {Lane.BATCH}
        desk.news.seats_changed.emit()

    def answer(self, trial_id: str, outcome: Outcome) -> bool:
        """Record what was said at a seat; whether it was.

        No time is noted: several pairs are open at once, on paper perhaps for days.
        """
        trials = (each.trial for each in self.seats if each.is_open)
        trial = next((each for each in trials if each.trial_id == trial_id), None)
        if trial is None or self._desk.is_read_only or self._desk.scene.moment.is_past:
            return False
        return self._desk.record.append(Answered(trial_id, trial.a, trial.b, outcome))
