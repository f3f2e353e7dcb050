"""What is on screen, as far as it is known."""

from __future__ import annotations

from dataclasses import dataclass, field

from prefstudio.studio.asking import Asking
from prefstudio.study.asked_next import NextWants
from prefstudio.study.beliefs import Belief
from prefstudio.study.component_views import ComponentsShown
from prefstudio.study.curve import Curve
from prefstudio.study.forecast import Forecast
from prefstudio.study.link_layout import LinkLayout
from prefstudio.study.look_ahead import LookAhead
from prefstudio.study.mailbox import Lane
from prefstudio.study.moment import Moment
from prefstudio.study.seats import SeatWants
from prefstudio.study.standing import Standing
from prefstudio.study.state import StudyState
from prefstudio.study.stopping import RuleStanding, Stopping
from prefstudio.study.view import View
from prefstudio.study.viewing import ViewWants


@dataclass(slots=True)
class Scene:
    """The moment that is shown and the latest results; what it lacks is still to come.

    Attributes
    ----------
    moment
        Which study is shown.
    state
        The study that was last reached; of an earlier moment until the next one is.
    belief
        What is believed in this very moment; None until it is known.
    asking
        What Compare shows.
    failed
        What could not be computed at this moment.
    wants, wants_lesson, wants_baselines
        What somebody looks at, and whether it is the classroom or other methods.
    wants_next
        The ways to choose a pair whose next one somebody looks at.
    wants_component, components
        Which component somebody looks at, and the pictures of all; None where nobody does.
    wants_seats
        How many pairs somebody asks at the same time; None where nobody does.
    """

    moment: Moment
    state: StudyState
    asking: Asking
    wants: ViewWants
    belief: Belief | None = None
    view: View | None = None
    standing: Standing | None = None
    stopping: Stopping | None = None
    curve: Curve | None = None
    forecast: Forecast | None = None
    layout: LinkLayout | None = None
    look_ahead: LookAhead | None = None
    wants_lesson: bool = False
    wants_next: NextWants = NextWants.NOTHING
    wants_component: int | None = None
    components: ComponentsShown | None = None
    wants_baselines: bool = False
    wants_seats: SeatWants | None = None
    failed: frozenset[Lane] = field(default_factory=frozenset)

    def enter(self, moment: Moment) -> None:
        """Go to another moment; what was drawn stays until the next is ready."""
        self.moment = moment
        self.belief, self.look_ahead = None, None
        if moment.is_past:  # of which nothing is foretold
            self.forecast = None
        self.failed = frozenset()

    @property
    def is_now(self) -> bool:
        """Whether the study is shown as it stands, so that it can be answered."""
        return not self.moment.is_past and not self.moment.tried

    @property
    def stop_rules(self) -> tuple[RuleStanding, ...]:
        """Where the stop rules stand, as far as they are known as they are set now."""
        return () if self.stopping is None else self.stopping.under(self.state.study.settings.stop)

    @property
    def standing_now(self) -> Standing | None:
        """How the study stands after all answers; None while only another moment's is known."""
        standing = self.standing
        is_known = standing is not None and standing.moment == self.moment.number
        return standing if is_known and self.is_now else None
