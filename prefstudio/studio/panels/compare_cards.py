"""The two cards of a pair, equal to the pixel, with their pictures and sounds."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QVariantAnimation, Signal
from PySide6.QtWidgets import QGraphicsOpacityEffect, QWidget

from prefstudio.studio.card_content import CardContent
from prefstudio.studio.media.decoding import SoundPart
from prefstudio.studio.media.media_source import MediaSource
from prefstudio.studio.media.picture import PictureLoader
from prefstudio.studio.media.player import Player, Playing
from prefstudio.studio.media.workshop import Piece
from prefstudio.studio.panels.card_sound import DECODING
from prefstudio.studio.panels.compare_row import EqualRow
from prefstudio.studio.panels.item_card import SMALLEST, ItemCard, Wants
from prefstudio.study.settings import AudioSettings
from prefstudio.study.standing import Standing

FADE_IN_MS = 120
FIRST_OPACITY = 0.3  # so that a new pair is seen in the first picture of it
NO_SOURCE = "The files of this study are not at hand."
LOADING = "Reading the picture…"


class CardPair(EqualRow):
    """A left and B right; a new pair fades in without moving."""

    item_chosen = Signal(int)

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        self.cards = (ItemCard("A"), ItemCard("B"))
        super().__init__(self.cards, parent=parent)
        self.is_motion_reduced = False
        self._player = player
        self._pictures = PictureLoader(self)
        self._is_answered = self._had_long_name = False
        self._k = 1  # how many lead, in the chances that are shown
        self._source: MediaSource | None = None
        self._audio = AudioSettings()
        self._effect = QGraphicsOpacityEffect(self)
        self._effect.setEnabled(False)
        self.setGraphicsEffect(self._effect)
        self._fade = QVariantAnimation(self)
        self._fade.setStartValue(FIRST_OPACITY)
        self._fade.setEndValue(1.0)
        self._fade.setDuration(FADE_IN_MS)
        self._fade.setEasingCurve(QEasingCurve.Type.Linear)
        self._connect()

    @property
    def contents(self) -> tuple[CardContent | None, CardContent | None]:
        """What is shown, A first."""
        return self.cards[0].content, self.cards[1].content

    @property
    def has_sounds(self) -> bool:
        """Whether both are heard."""
        return all(content is not None and content.is_sound for content in self.contents)

    def use(self, source: MediaSource | None, audio: AudioSettings) -> None:
        """Take pictures and sounds from somewhere from now on."""
        self._source, self._audio = source, audio
        self._had_long_name = False

    def show_pair(self, first: CardContent, second: CardContent, *, fades: bool = True) -> None:
        """Show two items; the same two stay as they are but for their facts.

        A pair to answer is on screen before anything else is drawn, and fades in from there;
        pairs that are scrubbed through (`fades` is false) come with everything else.
        """
        before = tuple(map(_identity, self.contents))
        is_new = self._is_answered or before != (_identity(first), _identity(second))
        self._is_answered = False
        for card, content in zip(self.cards, (first, second), strict=True):
            card.show_content(content)
            if is_new:
                card.show_rank(None, None, None, self._k)
        if is_new:
            self._load()
        self._level()
        if is_new and fades:
            self._fade_in()
            self.repaint()
        elif is_new:
            self._fade.stop()
            self._on_faded()

    def expect_new(self) -> None:
        """Take the next pair for another one, even when it is of the same two items."""
        self._is_answered = True

    def expect_same(self) -> None:
        """Take the same two items for the same pair again: it was not answered."""
        self._is_answered = False

    def show_standing(self, standing: Standing | None) -> None:
        """Say where the two stand, and what a win would do."""
        leading = None if standing is None else standing.leading
        chances = (None, None) if leading is None else (leading.if_a, leading.if_b)
        self._k = self._k if leading is None else leading.k
        for card, chance_if in zip(self.cards, chances, strict=True):
            position = None if card.content is None else card.content.position
            if leading is None or position is None or position >= len(leading.chance):
                card.show_rank(None, None, None, self._k)
            else:
                assert standing is not None
                rank, chance = int(standing.rank[position]), float(leading.chance[position])
                card.show_rank(rank, chance, chance_if, self._k)
        self._level()

    @property
    def more(self) -> int:
        """Pixels by which the cards must be higher than their least: messages take some."""
        return max(card.more for card in self.cards)

    def close_media(self) -> None:
        """Wait for the thread that decodes pictures."""
        self._fade.stop()
        self._pictures.close()

    def place(self) -> None:
        super().place()
        self._had_long_name = False
        self._level()

    def event(self, event: QEvent) -> bool:
        # The cards fit into whatever they are given, so that nothing follows from their wishes.
        if event.type() is QEvent.Type.LayoutRequest:
            return True
        return super().event(event)

    def _connect(self) -> None:
        self._fade.valueChanged.connect(self._effect.setOpacity)
        self._fade.finished.connect(self._on_faded)
        self._pictures.loaded.connect(self._on_picture)
        self._player.changed.connect(self._on_playing)
        for card in self.cards:
            card.item_chosen.connect(self.item_chosen)
            card.sound.try_again_clicked.connect(self._player.try_again)
            card.sound.sought.connect(self._player.seek)
        self.cards[0].sound.play_clicked.connect(self._on_play_a)
        self.cards[1].sound.play_clicked.connect(self._on_play_b)

    def _load(self) -> None:
        """Fetch pictures and sounds; words stand in their place meanwhile."""
        paths = {}
        for card in self.cards:
            content = card.content
            assert content is not None
            card.picture.show_words(NO_SOURCE if self._source is None else LOADING)
            card.sound.show_words(NO_SOURCE if self._source is None else DECODING)
            if content.is_picture:
                paths[card.letter] = content.path
        if self._source is not None and paths:
            self._pictures.load(self._source, paths)
        else:
            self._pictures.unload()
        if self._source is not None and self.has_sounds:
            first, second = (_part_of(card.content) for card in self.cards)
            self._player.load(self._source, first, second, self._audio)
        else:
            self._player.unload()

    def _on_picture(self, piece: Piece) -> None:
        (card,) = (each for each in self.cards if each.letter == piece.name)
        if piece.result is None:
            card.picture.show_words(piece.problem)
        else:
            card.picture.show_picture(piece.result)
        self._level()

    def _on_playing(self, playing: Playing) -> None:
        if not self.has_sounds:
            return
        longest, has_changed = max(playing.lengths_s), False
        for which, card in enumerate(self.cards):
            strip = card.sound
            was_strip, words = strip.is_strip, strip.words.text()
            strip.button.show_playing(playing.heard == which, playing.no_device)
            if playing.no_device and which == 0:  # once is enough for both
                strip.show_words(playing.no_device, is_problem=True, can_retry=True)
            elif playing.problems[which]:
                strip.show_words(playing.problems[which], is_problem=True)
            else:
                can_play, length = not playing.no_device, playing.lengths_s[which]
                strip.show_sound(playing.position_s, length, longest, can_play=can_play)
            has_changed |= was_strip != strip.is_strip or words != strip.words.text()
        if has_changed:
            self._level()

    def _on_play_a(self) -> None:
        self._play_or_pause(0)

    def _on_play_b(self) -> None:
        self._play_or_pause(1)

    def _play_or_pause(self, which: int) -> None:
        if self._player.playing.heard == which:
            self._player.pause()
        else:
            self._player.play(which)

    def _level(self) -> None:
        """Let names be as high, pictures as large and chances in the same words on both cards."""
        is_below = any(card.has_long_name for card in self.cards)
        if all(card.thing is card.picture for card in self.cards):
            # Once there was a long name, so that pictures keep their size from pair to pair.
            is_below = self._had_long_name = is_below or self._had_long_name
        first, second = (card.measure(is_ranked_below=is_below) for card in self.cards)
        shared = Wants(
            max(first.head, second.head),
            max(first.least, second.least),
            max(first.most, second.most),
            max(first.n_facts, second.n_facts),
        )
        for card in self.cards:
            card.arrange(shared)
        if self.minimumHeight() != (least := SMALLEST.height() + self.more):
            self.setMinimumHeight(least)
        is_short = any(card.what_if.needs_short for card in self.cards)
        for card in self.cards:
            card.what_if.show_short(is_short)
        shown = [card.picture for card in self.cards if card.picture.has_picture]
        if shown:
            zoom = min(picture.fitting_zoom for picture in shown)
            for picture in shown:
                picture.show_zoom(zoom)

    def _fade_in(self) -> None:
        self._fade.stop()
        if self.is_motion_reduced or not self.isVisible():
            self._on_faded()
            return
        self._effect.setOpacity(FIRST_OPACITY)
        self._effect.setEnabled(True)
        self._fade.start()

    def _on_faded(self) -> None:
        # While it is enabled Qt draws everything twice.
        self._effect.setEnabled(False)


def _identity(content: CardContent | None) -> tuple[str, str, str, int | None] | None:
    if content is None:
        return None
    return content.name, content.path, content.text, content.position


def _part_of(content: CardContent | None) -> SoundPart:
    assert content is not None
    return SoundPart(content.path, content.gain_db, content.start_s, content.end_s)
