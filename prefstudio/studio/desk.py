"""What the parts of the studio's model share: record, scene, errands and news."""

from __future__ import annotations

from PySide6.QtCore import QObject

from prefstudio.studio.asking import Asking
from prefstudio.studio.errands import Errands
from prefstudio.studio.news import News
from prefstudio.studio.record import Opened, Record
from prefstudio.studio.scene import Scene
from prefstudio.studio.status import Status, status_of
from prefstudio.study.events import Body
from prefstudio.study.mailbox import Mailbox
from prefstudio.study.moment import Moment
from prefstudio.study.shown_items import shown_items
from prefstudio.study.standing import Standing
from prefstudio.study.state import StudyState
from prefstudio.study.steps import in_one_step
from prefstudio.study.viewing import ViewWants


class Desk:
    """The study that is worked on, and what is shown of it.

    Attributes
    ----------
    record
        Where events go: the study's own, or one in memory while somebody asks what if.
    scene
        The moment that is shown and the latest results.
    items
        The items that panels know.
    selection
        Positions of those among them that are marked everywhere.
    errands
        What is asked of the engine thread.
    news
        Who is told.
    is_closed
        Whether nobody looks any more.
    """

    def __init__(self, opened: Opened, mailbox: Mailbox, parent: QObject) -> None:
        self.news = News(parent)
        self.record = Record(opened, parent)
        self.record.problem_found.connect(self.news.problem_found)
        self.scene = Scene(Moment(0, self.state), self.state, Asking(), ViewWants())
        self.items = shown_items(self.state.study)
        self.selection: frozenset[int] = frozenset()
        self.errands = Errands(mailbox)
        self.is_closed = False
        self._trunk: Record | None = None
        self._trunk_standing: Standing | None = None

    @property
    def own_record(self) -> Record:
        """The study's own record, also in a what-if."""
        return self._trunk or self.record

    @property
    def own_standing(self) -> Standing | None:
        """How the study stands on its own record; None while that is not known."""
        return self.scene.standing_now if self._trunk is None else self._trunk_standing

    @property
    def state(self) -> StudyState:
        """The study after all events."""
        return self.record.state

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return bool(self.record.read_only_reason)

    @property
    def forbidden_words(self) -> str:
        """Why the study's own record takes nothing, as panels say it even in a what-if."""
        return self.own_record.read_only_words

    @property
    def status(self) -> Status:
        """What the status bar says now."""
        return status_of(self.scene, self.state, is_read_only=self.is_read_only)

    def tell_status(self) -> None:
        """Say what the status bar says now."""
        self.news.status_changed.emit(self.status)

    def select(self, chosen: frozenset[int]) -> None:
        """Mark items everywhere, and say so."""
        self.selection = chosen
        self.news.selection_changed.emit(chosen)

    def append(self, *bodies: Body) -> bool:
        """Record what happened in one go, all of it or nothing; False when nothing was."""
        return bool(bodies) and self.record.append(*in_one_step(bodies))

    def fork(self, state: StudyState) -> bool:
        """Go on in memory from an earlier or the present state; False when that is so already."""
        if self._trunk is not None:
            return False
        self._trunk_standing = self.scene.standing_now
        self._trunk, self.record = self.record, self.record.fork(state)
        return True

    def leave_fork(self) -> bool:
        """Return to the record; False when it was never left."""
        if self._trunk is None:
            return False
        fork, self.record, self._trunk = self.record, self._trunk, None
        fork.deleteLater()
        return True

    def close(self) -> None:
        """Let go of the study's file; nothing is asked for any more."""
        self.is_closed = True
        self.own_record.close()
