"""Learning while asking: the model is learned anew between answers, and nobody waits for it."""

from __future__ import annotations

from dataclasses import replace

from prefstudio.studio.scene import Scene
from prefstudio.study.briefing import Briefing
from prefstudio.study.events import now
from prefstudio.study.learn_request import LearnRequest
from prefstudio.study.learning_moments import LearnedLast, LearningPlan
from prefstudio.study.timeline import agree


class IdleLearner:
    """Knows whether learning is due, and the request that is under way.

    Only whoever answers makes a study learn: opening one changes nothing. An answer that comes in
    meanwhile stops the request, which goes on from where it was; once the next moment of learning
    is reached, it begins anew with all answers.
    """

    def __init__(self) -> None:
        self._is_answered = False
        self._request: LearnRequest | None = None
        self._is_sent = False  # and nothing has taken its place since
        self._due: int | None = None  # the moment of learning that the request is for
        self._tried: LearnedLast | None = None  # when nothing was to be changed

    def forked(self) -> IdleLearner:
        """One for what is only thought: it knows what was tried, and this one learns nothing."""
        made = IdleLearner()
        made._tried = self._tried
        return made

    def note_answer(self) -> None:
        """Somebody has answered."""
        self._is_answered = True

    def request(self, scene: Scene) -> LearnRequest | None:
        """The request to be sent in a scene; None when nothing is due or it was sent."""
        briefing = None if scene.belief is None else scene.belief.briefing
        view = scene.view
        if briefing is None or view is None or view.moment != briefing.moment:
            return None
        plan = self.plan(view.learning)
        if not self._may_learn(scene, plan):
            self._request = None
            return None
        sent = self._request if self._is_sent else None
        if sent is not None and sent.moment == briefing.moment:
            return None
        self._request = self._resumed(briefing, plan) or LearnRequest(scene.state.study, briefing)
        self._due, self._is_sent = plan.due, True
        return self._request

    def plan(self, plan: LearningPlan) -> LearningPlan:
        """A plan that knows when nothing was found, of which no event tells."""
        return replace(plan, tried=self._tried)

    def set_aside(self) -> None:
        """Let the request be sent once more, as another one has taken its place."""
        self._is_sent = False

    def end(self) -> None:
        """The request was answered."""
        self._request = None

    def end_in_vain(self, n_answers: int, found: str = "") -> None:
        """The request was answered: after so many answers nothing is to be changed."""
        if self._tried is None or n_answers >= self._tried.n_answers:
            self._tried = LearnedLast(n_answers, now(), found)
        self._request = None

    def _may_learn(self, scene: Scene, plan: LearningPlan) -> bool:
        is_calm = scene.is_now and not scene.asking.is_awaited
        return self._is_answered and is_calm and plan.due is not None

    def _resumed(self, briefing: Briefing, plan: LearningPlan) -> LearnRequest | None:
        """What is under way, if it learns from the same answers and more only have come."""
        if self._request is None or plan.due != self._due:
            return None
        before = self._request.briefing
        n_rows = len(before.comparisons)
        if n_rows > len(briefing.comparisons) or not agree(before, briefing, n_rows):
            return None
        return replace(self._request, briefing=replace(before, moment=briefing.moment))
