"""Two cards and which of them is better."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QStackedLayout, QVBoxLayout, QWidget

from prefstudio.studio.card_content import CardContent
from prefstudio.studio.media.media_source import MediaSource
from prefstudio.studio.media.player import Player, Playing
from prefstudio.studio.panels.answer_button import KeyButton
from prefstudio.studio.panels.compare_announcer import Announcer, said_words
from prefstudio.studio.panels.compare_answers import AnswerButtons
from prefstudio.studio.panels.compare_caps import KeyCaps
from prefstudio.studio.panels.compare_cards import CardPair
from prefstudio.studio.panels.compare_empty import CompareEmpty
from prefstudio.studio.panels.compare_gate import waiting_words
from prefstudio.studio.panels.compare_keys import CompareKeys
from prefstudio.studio.panels.compare_meter import MeterRow
from prefstudio.studio.panels.compare_report import ReportButton
from prefstudio.studio.panels.compare_saying import saying_of
from prefstudio.studio.panels.compare_stop import StopLine
from prefstudio.studio.panels.compare_why import MISSED, NO_SOUND, NO_TIE, WhyLine
from prefstudio.studio.widgets import rule
from prefstudio.study.comparisons import Outcome
from prefstudio.study.forecast import Forecast
from prefstudio.study.reason import Reason
from prefstudio.study.settings import AudioSettings, ResponseSettings
from prefstudio.study.standing import Standing
from prefstudio.study.why_words import why_words

NOT_RECORDED = "Not recorded: answer once more."
FIRST_AWAITED = ("Choosing the first pair…", "")
SMALLEST = QSize(380, 300)


class ComparePanel(QWidget):
    """The asked pair; tells what was answered and what else was wanted of it."""

    answered = Signal(object)  # Saying
    undo_clicked = Signal()
    problem_reported = Signal(str)  # "a" or "b"
    item_chosen = Signal(int)
    again_wanted = Signal()

    def __init__(self, parent: QWidget | None = None, player: Player | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compare")
        self.setAccessibleName("Compare")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.player = player or Player()
        self.player.setParent(self)
        self.cards = CardPair(self.player)
        self.card_a, self.card_b = self.cards.cards
        self.why = WhyLine()
        self.answers = AnswerButtons()
        self.caps = KeyCaps()
        self.may_stop = StopLine()
        self.meter = MeterRow()
        self.empty = CompareEmpty()
        self.report_button = ReportButton()
        self.keys = CompareKeys(self)
        self.announcer = Announcer(self)
        self._stack = QStackedLayout()
        self._response = ResponseSettings()
        self._forbidden, self._closed = "", ""
        self._is_asked = False
        self._undo_words = ""
        self._n_answers = 0
        self._why = ""
        self._said = ""
        self._build()
        self._connect()
        self.show_response(ResponseSettings())
        self.show_empty(*FIRST_AWAITED)

    @property
    def controls(self) -> list[QWidget]:
        """What stands in the header of the panel."""
        return [self.report_button]

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, in order."""
        plays: list[QWidget] = [self.card_a.sound.button, self.card_b.sound.button]
        buttons = [*self.answers.three.values(), *self.answers.seven.values()]
        return [self, self.empty.again, *plays, *buttons, *self.caps.buttons]

    def use(
        self,
        response: ResponseSettings,
        audio: AudioSettings,
        media: MediaSource | None,
    ) -> None:
        """Take what a study says about answers and sounds, and where its files are."""
        self.cards.use(media, audio)
        self.show_response(response)

    def show_response(self, response: ResponseSettings) -> None:
        """Offer what a study lets one answer."""
        self._response = response
        self.answers.show_response(response)
        self.keys.use_seven(self.answers.has_seven)
        self._enable_all()

    def reduce_motion(self, is_reduced: bool) -> None:
        """Let new pairs be there at once."""
        self.cards.is_motion_reduced = is_reduced

    def listen_everywhere(self, is_everywhere: bool) -> None:
        """Answer by keys in the whole window, or only while Compare has the focus."""
        self.keys.listen_everywhere(is_everywhere)

    def forbid(self, reason: str) -> None:
        """Take neither answers nor undo from here on, and say why at every button."""
        self._forbidden = reason
        self._enable_all()

    def show_pair(self, card_a: CardContent, card_b: CardContent, closed_reason: str = "") -> None:
        """Show the pair that is asked now, or was; a closed one says why it takes no answer."""
        self.cards.show_pair(card_a, card_b, fades=not closed_reason)
        self._stack.setCurrentIndex(0)
        self._is_asked, self._closed = True, closed_reason
        self.caps.show_sounds(self.cards.has_sounds)
        self.keys.use_sounds(self.cards.has_sounds)
        self.report_button.show_names(card_a.name, card_b.name)
        if closed_reason:
            self.why.forget_miss()
        self.why.say(closed_reason or self._why)
        self._enable_all()
        self._announce(f"Now {card_a.name} or {card_b.name}.")

    def show_waiting(self) -> None:
        """Keep what is shown, but take no answer until the next pair is there."""
        self._is_asked = False
        self._enable_all()

    def show_empty(self, title: str, words: str, *, offers_again: bool = False) -> None:
        """Say why there is no pair to ask; it may offer to ask answered ones again."""
        self.empty.say(title, words, offers_again=offers_again and not self._forbidden)
        self.player.pause()
        self.why.forget_miss()
        self.why.say("")
        self._stack.setCurrentIndex(1)
        self._is_asked = False
        self._enable_all()
        self._announce(title)

    def show_reason(self, reason: Reason | None, pair: str = "", **known: bool) -> None:
        """Say why this pair is asked, as `why_words` does; a closed pair says why it is closed."""
        self._why = "" if reason is None else why_words(reason, pair, **known)
        if self._stack.currentIndex() == 0:
            self.why.say(self._closed or self._why)

    def press(self, outcome: Outcome) -> None:
        """Press the button of an answer, as its key does; a closed one does nothing."""
        if outcome is Outcome.SKIP:
            self.caps.skip.press()
        else:
            self._on_key(outcome.value.lower())

    def take_back(self) -> None:
        """Keep the pair that was answered: the answer is not on record."""
        self._said = ""
        self.cards.expect_same()
        self._tell_miss(NOT_RECORDED)

    def show_standing(self, standing: Standing | None) -> None:
        """Say on the cards where the two stand; it must be of the pair that is shown."""
        self.cards.show_standing(standing)

    def show_meter(
        self,
        n_answers: int,
        standing: Standing | None = None,
        forecast: Forecast | None = None,
        n_never_asked: int | None = None,
    ) -> None:
        """Say how far the study has come."""
        self._n_answers = n_answers
        self.meter.say(n_answers, standing, forecast, n_never_asked)

    def show_may_stop(self, words: str) -> None:
        """Say that a stop rule is reached, or nothing; whoever wants to goes on."""
        self.may_stop.say(words)

    def show_undo(self, undo_words: str) -> None:
        """Say what undo would take back, if anything."""
        self._undo_words = undo_words
        self.caps.undo.setAccessibleName(undo_words or "Undo")
        self._enable_all()

    def close_media(self) -> None:
        """Let go of the sound device and wait for every thread."""
        self.player.close()
        self.cards.close_media()

    def sizeHint(self) -> QSize:
        return QSize(480, 372)

    def minimumSizeHint(self) -> QSize:
        return SMALLEST + QSize(0, self.cards.more)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._stack, 1)
        self._stack.addWidget(self.cards)
        self._stack.addWidget(self.empty)
        column.addSpacing(8)
        column.addWidget(self.why)
        column.addSpacing(6)
        column.addWidget(self.answers)
        column.addSpacing(4)
        column.addWidget(self.caps)
        column.addSpacing(4)
        column.addWidget(rule())
        column.addSpacing(6)
        column.addWidget(self.may_stop)
        column.addWidget(self.meter)

    def _connect(self) -> None:
        self.answers.clicked.connect(self._on_answer_clicked)
        self.caps.skip.clicked.connect(self._on_skip_clicked)
        self.caps.undo.clicked.connect(self.undo_clicked)
        self.caps.switch.clicked.connect(self.player.switch)
        self.caps.play.clicked.connect(self.player.toggle)
        self.keys.pressed.connect(self._on_key)
        self.cards.item_chosen.connect(self.item_chosen)
        self.report_button.reported.connect(self.problem_reported)
        self.player.changed.connect(self._on_playing)
        self.empty.again_wanted.connect(self.again_wanted)

    def _enable_all(self) -> None:
        reason = self._forbidden or self._closed
        waits_for = self._waiting_words()
        may_answer = self._is_asked and not reason
        for button in (*self.answers.three.values(), *self.answers.seven.values()):
            self._enable(button, may_answer and not waits_for)
            button.setAccessibleDescription(reason or waits_for)
        self._enable(self.caps.skip, may_answer)
        self._enable(self.caps.undo, bool(self._undo_words) and not self._forbidden)
        self.report_button.setEnabled(may_answer)
        for button in self.answers.three.values():
            button.setToolTip(reason or waits_for)
        self.caps.undo.setToolTip(self._forbidden or self._undo_words)
        no_sound = self.player.playing.no_device
        self.caps.say_no_sound(no_sound)
        for button in (self.caps.switch, self.caps.play):
            self._enable(button, not no_sound)
        self.caps.keep_room(self.cards.has_sounds and self._response.must_play != "off")
        self.caps.say(waits_for if may_answer else "")

    @property
    def _is_awaited(self) -> bool:
        """Whether the cards are those of an answered pair, and the next is on its way."""
        is_open = not self._forbidden and not self._closed
        return not self._is_asked and is_open and self._stack.currentIndex() == 0

    def _waiting_words(self) -> str:
        if not self.cards.has_sounds:
            return ""
        return waiting_words(self._response.must_play, self.player.heard)

    def _enable(self, button: KeyButton, is_enabled: bool) -> None:
        if button.isEnabled() == is_enabled:
            return
        # Qt hands the focus of a disabled button to whatever comes next, such as a plot.
        if self.window().focusWidget() is button and not is_enabled:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        button.setEnabled(is_enabled)

    def _on_answer_clicked(self, said: tuple[Outcome, int | None]) -> None:
        self._say(*said)

    def _on_skip_clicked(self) -> None:
        self._say(Outcome.SKIP, None)

    def _say(self, outcome: Outcome, strength: int | None) -> None:
        winner = dict(zip((Outcome.A, Outcome.B), self.cards.contents, strict=True)).get(outcome)
        better = self._response.tie_label if winner is None else f"{winner.name} better"
        self._said = said_words(outcome, self._n_answers + 1, better)
        saying = saying_of(outcome, strength, self.player if self.cards.has_sounds else None)
        self.why.forget_miss()
        self.player.pause()
        self.cards.expect_new()
        self.answered.emit(saying)

    def _announce(self, what_is_next: str) -> None:
        """Tell those who hear what was answered, and what is there now."""
        if self._said:
            self.announcer.announce(f"{self._said} {what_is_next}")
            self._said = ""

    def _on_key(self, name: str) -> None:
        focused = self.window().focusWidget()
        if name == "play" and isinstance(focused, QAbstractButton):
            focused.click()  # Tab was used to get there, so Space is the button's
        elif name in ("play", "switch") and self.player.playing.no_device:
            self._tell_miss(NO_SOUND)
        elif name == "play":
            self.player.toggle()
        elif name == "switch":
            self.player.switch()
        elif self._is_awaited:
            self._tell_miss(MISSED)  # nobody can have meant a pair not yet seen
        elif name == "skip":
            self.caps.skip.press()
        elif (button := self.answers.button_for(name)) is not None:
            button.press()
        elif name == "tie" and self._is_asked:
            self._tell_miss(NO_TIE)

    def _tell_miss(self, words: str) -> None:
        self.why.tell_miss(words)
        self.announcer.announce(words)

    def _on_playing(self, playing: Playing) -> None:
        if self.cards.has_sounds:
            self.caps.play.say("Play" if playing.heard is None else "Pause")
            self._enable_all()
