"""What goes on behind the picture: whatever it lacks is asked for, models learn and compare."""

from __future__ import annotations

from PySide6.QtCore import QObject

from prefstudio.studio.desk import Desk
from prefstudio.studio.idle_learner import IdleLearner
from prefstudio.studio.learner import Learner
from prefstudio.studio.model_comparer import ModelComparer
from prefstudio.studio.why_not import NOT_COMPUTED, STILL_COMPUTING, why_not
from prefstudio.study.briefing import Briefing
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.learn_request import LearnFound
from prefstudio.study.learning_moments import LearningPlan
from prefstudio.study.mailbox import Lane


class BackgroundWork:
    """Sends what is missing, and keeps what a person or the next answers make it learn.

    Attributes
    ----------
    learner, comparer
        What a person waits for and may stop.
    """

    def __init__(self, desk: Desk, parent: QObject) -> None:
        self._desk = desk
        self.learner, self.comparer = Learner(parent), ModelComparer(parent)
        self._idle_learner = self._trunk_learner = IdleLearner()

    @property
    def learning_plan(self) -> LearningPlan:
        """When the model was last learned and will be next, in the view that is drawn."""
        view = self._desk.scene.view
        return LearningPlan() if view is None else self._idle_learner.plan(view.learning)

    def request_missing(self) -> None:
        """Ask for whatever the scene lacks, and learn where that is due."""
        desk, scene = self._desk, self._desk.scene
        if desk.is_closed:
            return
        desk.errands.send_missing(scene, is_writable=not desk.is_read_only)
        if scene.wants_lesson and (problem := desk.errands.send_lesson(scene)):
            desk.news.lesson_failed.emit(problem)
        if not desk.is_read_only and not desk.record.is_fork and not self.learner.is_busy:
            request = self._idle_learner.request(scene)
            if request is not None:
                desk.errands.send_anew(request)

    def learn(self) -> None:
        """Learn the model from the answers, or say why not.

        What is found is recorded and can be undone.
        """
        desk, briefing = self._desk, self._briefing
        if self.learner.is_busy:
            return
        words = why_not("learn", desk)
        if words or briefing is None or not desk.scene.is_now:
            desk.news.refused.emit(words or self._why_not_known())
            return
        desk.errands.send_anew(self.learner.begin(desk.state.study, briefing))
        self._idle_learner.set_aside()

    def compare(self, without: SettingsChanged, title: str, relearns: bool) -> None:
        """Compare the model as it is with the same after a change, or say why not.

        Nothing is recorded.
        """
        desk, briefing = self._desk, self._briefing
        if self.comparer.is_busy:
            return
        if briefing is None:
            self.comparer.refuse()
            desk.news.refused.emit(self._why_not_known())
            return
        state = desk.scene.state
        desk.errands.send_anew(self.comparer.begin(state, briefing, without, title, relearns))

    def fork(self) -> None:
        """Let what is answered and learned in thought leave no mark on the record's learning."""
        self._idle_learner = self._trunk_learner.forked()

    def leave_fork(self) -> None:
        """Go on with what was answered and learned on record."""
        self._idle_learner = self._trunk_learner

    def note_answer(self) -> None:
        """Somebody has answered, so that the model may learn by itself."""
        self._idle_learner.note_answer()

    def take_learned(self, found: LearnFound) -> bool:
        """Record what was learned; what nobody waits for is not talked about.

        Returns
        -------
        bool
            Whether the model is another now.
        """
        is_recorded = self._desk.append(*found.model.to_record)
        words = found.model.words if is_recorded or not found.model.changes else ""
        if not is_recorded and (words or not self.learner.is_busy):
            self.take_nothing_learned(words)
        if is_recorded and not self.learner.is_busy:
            self._desk.news.learned_by_itself.emit(found.model.headline)
        self._idle_learner.end()
        self.learner.end(found.model.headline if words else "", has_changed=is_recorded)
        return is_recorded

    def take_nothing_learned(self, words: str = "") -> None:
        """Note that nothing is to be changed, so that learning by itself waits for more answers."""
        self._idle_learner.end_in_vain(self.learning_plan.n_answers, words)
        self._desk.tell_status()

    def end(self) -> None:
        """Forget what people wait for: another moment is shown, and its like will not come."""
        self.learner.end()
        self.comparer.end()

    @property
    def _briefing(self) -> Briefing | None:
        """What is known in the moment shown; None until it is."""
        belief = self._desk.scene.belief
        return None if belief is None else belief.briefing

    def _why_not_known(self) -> str:
        """Why there is nothing to go on from."""
        return NOT_COMPUTED if Lane.POSTERIOR in self._desk.scene.failed else STILL_COMPUTING
