"""The study on screen: what people do with it, what they look at, and what was found."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from prefstudio.studio.known_study import KnownStudy
from prefstudio.studio.problem import RequestFailed
from prefstudio.study.asked_next import NextWants
from prefstudio.study.changes import ItemAdded, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Body, Redone, Undone
from prefstudio.study.mailbox import Lane
from prefstudio.study.viewing import ViewWants


class StudioModel(KnownStudy):
    """What the window does with its study; its parts alone send requests.

    Results and failures of earlier moments are dropped.
    """

    def start(self) -> None:
        """Ask for the first posterior."""
        self._moments.enter()

    def close(self) -> None:
        """Let go of the study's file; what the engine thread still sends is dropped."""
        self._desk.close()

    # What people do

    def answer(self, outcome: Outcome, strength: int | None = None, **heard: Any) -> bool:
        """Record what was answered to the pair on screen; without one nothing happens.

        What the record asks may be another pair by then, whose cards are still to come. Settings
        that are only tried keep nobody from answering: the pair is that of the record.

        Parameters
        ----------
        outcome : Outcome
        strength : int, optional
            How much better, where that is asked.
        heard
            How the sounds were heard, as `Answered` has it.

        Returns
        -------
        bool
            Whether it is on record.
        """
        trial = self.asking.trial
        if trial is None or self.is_read_only or self.scene.moment.is_past:
            return False
        elapsed = 1000.0 * (time.monotonic() - self.shown_at)
        branch = self._questions.foreseen(outcome, strength)
        said = Answered(trial.trial_id, trial.a, trial.b, outcome, strength, elapsed, **heard)
        if branch is not None and branch.revision != self.state.revision + 1:
            branch = None
        following = self._questions.asked_after(branch)
        if not self.record.append(said, along=following):
            return False
        self._work.note_answer()
        is_asked = not following or self.state.shown is following[0]
        self._moments.enter(branch if is_asked else None)
        return True

    def answer_seat(self, trial_id: str, outcome: Outcome) -> None:
        """Record what was answered at one of several seats; a seat that is closed stays so."""
        if self._seating.answer(trial_id, outcome):
            self._work.note_answer()
            self._moments.enter()

    def undo(self) -> None:
        """Take the latest answer or step of changes back; an answer's pair returns."""
        self.change(*(Undone(each.event_id) for each in self.state.last_step))

    def redo(self) -> None:
        """Bring back what was undone last."""
        self.change(*(Redone(each.event_id) for each in self.state.redo_step))

    def change(self, *bodies: Body) -> bool:
        """Record changes of any kind as one step and go on from them; False when nothing was.

        What could not be recorded is no longer shown, tried or chosen.
        """
        if self.is_read_only or not bodies:
            return False
        is_recorded = self._desk.append(*bodies)
        if is_recorded:
            self._moments.enter()
        else:
            self._moments.show_anew()
        return is_recorded

    def ask(self, first: int, second: int) -> None:
        """Ask a pair that a person chose, in the place of the one on screen."""
        self._questions.ask(first, second)

    def ask_anew(self) -> None:
        """Ask what the study's criterion would ask by now, in the place of the pair on screen."""
        self._questions.ask_anew()

    def learn(self) -> None:
        """Learn the model from the answers; what is found is recorded and can be undone."""
        self._work.learn()

    def compare(self, without: SettingsChanged, title: str, relearns: bool) -> None:
        """Compare the model as it is with the same after a change; nothing is recorded."""
        self._work.compare(without, title, relearns)

    def foretell(self, change: ItemAdded) -> None:
        """Find out where an item would stand that is not yet there."""
        self._desk.errands.send_foretelling(self.scene, change)

    def foretell_table(self, path: Path, folder: Path) -> None:
        """Find out what a table of new items holds, and where each would stand."""
        self._desk.errands.send_table(self.scene, path, folder)

    def look_back(self, revision: int, *, is_fleeting: bool = False) -> None:
        """Show the study as it was after its first `revision` events, with the pair asked then."""
        self._moments.look_back(revision, is_fleeting=is_fleeting)

    def return_to_now(self) -> None:
        """Show the study as it stands."""
        self._moments.return_to_now()

    def try_settings(self, tried: tuple[SettingsChanged, ...]) -> None:
        """Show what some settings would do; nothing is recorded."""
        self._moments.try_settings(tried)

    def fork(self) -> None:
        """Go on in thought from the moment shown; nothing is recorded any more.

        Settings that are only tried are left behind.
        """
        if self._desk.fork(self._moments.recorded_state()):
            self._work.fork()
            self._moments.enter()

    def leave_fork(self) -> None:
        """Forget what was thought and return to the record."""
        if self._desk.leave_fork():
            self._work.leave_fork()
            self._moments.enter()

    def select(self, chosen: frozenset[int]) -> None:
        """Mark items everywhere."""
        self._desk.select(chosen)

    # What people look at

    def show(self, wants: ViewWants) -> None:
        """Keep what is wanted up to date, and no more: what visible panels draw."""
        if wants != self.scene.wants:
            is_told = wants.is_centred == self.scene.wants.is_centred
            self.scene.wants = wants
            self._work.request_missing()
            if not is_told:
                self._desk.tell_status()

    def want_lesson(self, is_wanted: bool) -> None:
        """Keep the classroom's six pictures up to date, or no longer."""
        self.scene.wants_lesson = is_wanted
        self._work.request_missing()

    def want_next(self, wants: NextWants) -> None:
        """Keep it up to date what each purpose would ask, or no longer."""
        if wants is not self.scene.wants_next:
            self.scene.wants_next = wants
            self._work.request_missing()

    def want_components(self, chosen: int | None) -> None:
        """Keep pictures of the components up to date, a chosen one large; None is no longer."""
        if chosen != self.scene.wants_component:
            self.scene.wants_component = chosen
            self._work.request_missing()

    def want_baselines(self, is_wanted: bool) -> None:
        """Keep other methods beside ours up to date, or no longer."""
        if is_wanted != self.scene.wants_baselines:
            self.scene.wants_baselines = is_wanted
            self._work.request_missing()

    def want_seats(self, size: int) -> None:
        """Ask so many different pairs at the same time; 0 asks no more."""
        if size:
            self._seating.want(size)
            self._work.request_missing()
        else:
            self._seating.leave()

    def want_other_seats(self) -> None:
        """Ask other pairs at the seats, though some are still open."""
        self._seating.want_anew()
        self._work.request_missing()

    # What was found

    def take_result(self, result: object) -> None:
        """Keep what the engine thread found, unless it speaks of an earlier moment."""
        if self._desk.is_closed:
            return
        if getattr(result, "moment", None) == self.scene.moment.number:
            self._results.keep(result)
        self._moments.show_next()
        self._work.request_missing()

    def take_failure(self, failure: RequestFailed) -> None:
        """Note what could not be computed, if it is waited for; it is not asked for again."""
        # A look-ahead speaks of answers that nobody gave; without it the next one is a miss.
        is_stale = failure.moment != self.scene.moment.number
        if is_stale or self._desk.is_closed or failure.lane is Lane.LOOK_AHEAD:
            return
        if failure.lane is Lane.LEARN and not self.learner.is_busy:
            self._work.take_nothing_learned()  # nobody wanted it; the model stays
            return
        self._results.note_failure(failure)
        self._moments.show_next()
