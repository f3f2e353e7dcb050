"""What the window knows of the study on screen, and the signals that tell of changes."""

from __future__ import annotations

from PySide6.QtCore import QObject

from prefstudio.engine.posterior import Posterior
from prefstudio.studio.asking import Asking
from prefstudio.studio.background_work import BackgroundWork
from prefstudio.studio.desk import Desk
from prefstudio.studio.moments import Moments
from prefstudio.studio.questions import Questions
from prefstudio.studio.record import Opened, Record
from prefstudio.studio.results import Results
from prefstudio.studio.seating import Seating
from prefstudio.studio.status import Status
from prefstudio.studio.why_not import why_not
from prefstudio.study.learning_moments import LearningPlan
from prefstudio.study.mailbox import Mailbox
from prefstudio.study.seats import Seat
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.standing import Standing
from prefstudio.study.state import StudyState


class KnownStudy(QObject):
    """What the window knows of its study; to be read, and listened to.

    What has changed is told by the signals of `News`, which are at hand here by their names.
    """

    def __init__(self, opened: Opened, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = Desk(opened, mailbox, self)
        self._questions = Questions(self._desk)
        self._work = BackgroundWork(self._desk, self)
        self._moments = Moments(self._desk, self._questions, self._work)
        self._seating = Seating(self._desk)
        self._results = Results(
            self._desk, self._questions, self._seating, self._work, self._moments
        )
        self.scene = self._desk.scene
        self.learner, self.comparer = self._work.learner, self._work.comparer
        self._name_signals()

    def _name_signals(self) -> None:
        news = self._desk.news
        self.moment_entered = news.moment_entered
        self.study_changed = news.study_changed
        self.view_changed = news.view_changed
        self.query_changed = news.query_changed
        self.standing_changed = news.standing_changed
        self.stopping_changed = news.stopping_changed
        self.curve_changed = news.curve_changed
        self.forecast_changed = news.forecast_changed
        self.layout_changed = news.layout_changed
        self.learned_by_itself = news.learned_by_itself
        self.asked_next_changed = news.asked_next_changed
        self.components_changed = news.components_changed
        self.item_foretold = news.item_foretold
        self.items_foretold = news.items_foretold
        self.seats_changed = news.seats_changed
        self.baselines_changed = news.baselines_changed
        self.lesson_changed = news.lesson_changed
        self.lesson_failed = news.lesson_failed
        self.status_changed = news.status_changed
        self.selection_changed = news.selection_changed
        self.refused = news.refused
        self.request_failed = news.request_failed
        self.problem_found = news.problem_found

    @property
    def record(self) -> Record:
        """Where events go."""
        return self._desk.record

    @property
    def own_record(self) -> Record:
        """The study's own record, also while somebody asks what if."""
        return self._desk.own_record

    @property
    def own_standing(self) -> Standing | None:
        """How the study stands on its own record; None while that is not known."""
        return self._desk.own_standing

    @property
    def state(self) -> StudyState:
        """The study after all events."""
        return self._desk.state

    @property
    def items(self) -> ShownItems:
        """The items that panels know."""
        return self._desk.items

    @property
    def selection(self) -> frozenset[int]:
        """Positions of the items that are marked everywhere."""
        return self._desk.selection

    @property
    def posterior(self) -> Posterior | None:
        """What is believed in the moment shown, or in the last one that was reached."""
        return self._moments.posterior

    @property
    def asking(self) -> Asking:
        """What Compare shows."""
        return self.scene.asking

    @property
    def shown_at(self) -> float:
        """When the pair on screen came, by the monotonic clock."""
        return self._questions.shown_at

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The pairs that are asked at several seats, first to last."""
        return self._seating.seats

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return self._desk.is_read_only

    def why_not(self, name: str) -> str:
        """Why an action is not possible now; empty when it is."""
        return why_not(name, self._desk)

    @property
    def is_fork(self) -> bool:
        """Whether what happens now is thought, not recorded."""
        return self.record.is_fork

    @property
    def status(self) -> Status:
        """What the status bar says now."""
        return self._desk.status

    @property
    def learning_plan(self) -> LearningPlan:
        """When the model was last learned and will be next, in the view that is drawn."""
        return self._work.learning_plan
