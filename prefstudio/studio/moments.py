"""Which study is shown: as it stands, as it was, with settings that are tried, or in thought."""

from __future__ import annotations

from dataclasses import replace

from prefstudio.engine.posterior import Posterior
from prefstudio.studio.asking import Asking
from prefstudio.studio.background_work import BackgroundWork
from prefstudio.studio.desk import Desk
from prefstudio.studio.questions import Questions
from prefstudio.study.asked_then import end_of_moment
from prefstudio.study.beliefs import Belief
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.look_ahead import Branch
from prefstudio.study.mailbox import Lane
from prefstudio.study.moment import Moment, MomentFound
from prefstudio.study.policy_rules import rules_of
from prefstudio.study.shown_items import shown_items
from prefstudio.study.state import StudyState, fold


class Moments:
    """Goes from moment to moment.

    While something is dragged, the next moment waits until the one before it is drawn, so that
    pictures keep coming.

    Attributes
    ----------
    posterior
        What is believed in the moment shown, or in the last one that was reached.
    """

    def __init__(self, desk: Desk, questions: Questions, work: BackgroundWork) -> None:
        self._desk, self._questions, self._work = desk, questions, work
        self.posterior: Posterior | None = None
        self._told = desk.state.study  # the facts that the panels know
        self._next: Moment | None = None

    def enter(self, branch: Branch | None = None) -> None:
        """Go on from the study as it stands, with what is already known of it."""
        desk, scene = self._desk, self._desk.scene
        self._work.end()
        was_known = scene.state.study is desk.state.study
        belief = desk.errands.shelf.at_hand(desk.state) if branch is None else branch.belief
        self._next = None
        scene.enter(Moment(scene.moment.number + 1, desk.state))
        before, scene.asking = scene.asking, Asking()
        if belief is not None:
            self._change_state(desk.state)
            self._believe(self._stamped(belief))
        if branch is not None:
            self._questions.follow(branch)
        elif belief is not None or was_known:
            scene.state = desk.state
            self._questions.show(scene.asking.no_pair)
        else:
            self._questions.keep(before)
        self._tell()

    def look_back(self, revision: int, *, is_fleeting: bool) -> None:
        """Show the study as it was after its first `revision` events, with the pair asked then."""
        desk = self._desk
        events = tuple(desk.record.events)
        revision = end_of_moment(events, revision)
        is_now = revision >= desk.state.revision
        if is_now and desk.scene.is_now and self._next is None:
            desk.news.moment_entered.emit(desk.scene.moment)  # whoever left it comes back
        elif is_now:
            self.return_to_now()
        else:
            self._show(Moment(0, desk.state, events, revision, is_fleeting=is_fleeting))

    def return_to_now(self) -> None:
        """Show the study as it stands."""
        if not self._desk.scene.is_now or self._next is not None:
            self.enter()

    def show_anew(self) -> None:
        """Show the moment as it is on record, where panels still show what was to be changed.

        A moment that is looked back to stays on screen.
        """
        moment = self._next or self._desk.scene.moment
        if moment.is_past:
            self._show(replace(moment, is_fleeting=False))
        else:
            self.enter()

    def try_settings(self, tried: tuple[SettingsChanged, ...]) -> None:
        """Show what some settings would do; nothing is recorded."""
        self._show(Moment(0, self._desk.state, tried=tried, is_fleeting=True))

    def show_next(self) -> None:
        """Show the moment that waits, if one does."""
        if self._next is not None:
            self._show(self._next)

    def recorded_state(self) -> StudyState:
        """The study on record at the moment shown, or at the one that waits to be; nothing tried.

        The pictures may be those of an earlier moment still, so that the state that was last
        reached does not tell.
        """
        desk, scene = self._desk, self._desk.scene
        moment = self._next or scene.moment
        if not moment.is_past:
            return desk.state
        if moment is scene.moment and scene.belief is not None:
            return scene.state
        # The timeline, which may know it, is the engine thread's.
        return fold(desk.state.founding, moment.events, moment.until)

    def reach(self, found: MomentFound) -> None:
        """Arrive at a moment; the engine thread goes on to the next while this one is drawn."""
        if self._next is not None:
            self._desk.errands.send_ahead(self._following(self._next), self._desk.scene.wants)
        self._change_state(found.state)
        self.keep_belief(found.belief)
        self._questions.show()

    def keep_belief(self, belief: Belief) -> None:
        """Believe something in the moment shown, and say so."""
        self._believe(belief)
        self._desk.tell_status()

    def _believe(self, belief: Belief) -> None:
        desk = self._desk
        desk.scene.belief, self.posterior = belief, belief.best
        desk.errands.keep(desk.scene, belief)

    def _show(self, moment: Moment) -> None:
        """Show a moment; one that is dragged through waits for the one before it."""
        scene = self._desk.scene
        is_busy = scene.moment.is_fleeting and scene.belief is None
        if moment.is_fleeting and is_busy and Lane.POSTERIOR not in scene.failed:
            self._next = moment
            return
        self._next = None
        self._work.end()  # the mailbox drops what speaks of an earlier moment, dragged or not
        was_fleeting = scene.moment.is_fleeting
        scene.enter(self._following(moment))
        # While something is dragged, the words come with each picture.
        self._tell(says_status=not (moment.is_fleeting and was_fleeting))

    def _following(self, moment: Moment) -> Moment:
        """A moment as the one that is shown next."""
        return replace(moment, number=self._desk.scene.moment.number + 1)

    def _tell(self, *, says_status: bool = True) -> None:
        """Say that a moment was entered, and ask for what it lacks."""
        self._desk.news.moment_entered.emit(self._desk.scene.moment)
        if says_status:
            self._desk.tell_status()
        self._work.request_missing()

    def _stamped(self, belief: Belief) -> Belief:
        """A belief that is shown now, whenever it was made."""
        assert belief.briefing is not None
        state = self._desk.state
        briefing = replace(
            belief.briefing,
            moment=self._desk.scene.moment.number,
            revision=state.belief_revision,
            rules=rules_of(belief.briefing.model, state),
        )
        return replace(belief, briefing=briefing)

    def _change_state(self, state: StudyState) -> None:
        desk, moment = self._desk, self._desk.scene.moment
        desk.scene.state = state
        facts = moment.state if moment.tried else state  # what is tried is no fact
        if facts.study is self._told:
            return
        selected = chosen = desk.selection
        if facts.study.items is not self._told.items:
            before, desk.items = desk.items, shown_items(facts.study)
            selected = desk.items.same_as(before, chosen)
        self._told = facts.study
        if selected != chosen:  # panels hold no position of an item that they do not know
            desk.select(frozenset())
        desk.news.study_changed.emit(facts)
        if selected != desk.selection:
            desk.select(selected)
