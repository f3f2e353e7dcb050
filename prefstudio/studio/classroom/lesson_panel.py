"""One picture of the classroom with its title; dim until its step is reached."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from prefstudio.studio.elided_label import MIDDLE, ElidedLabel
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.studio.widgets import label, set_tone

RADIUS = 10.0
HEADER = 46
LEAST = 40  # pixels that other words keep
LEAST_WIDTH = 240  # pixels, whatever its words: columns are alike, and none grows with a step
TITLE_WIDTH = 330  # pixels that a title keeps before the words beside it
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
WAITING_SHARE = 0.55  # strength of the paper of a picture that is still to come


class LessonPanel(QFrame):
    """Title left, a few words right, the picture, and below it a foot.

    Parameters
    ----------
    title : str
        What it is called until its step is reached.
    waiting : str
        The sentence that stands in the place of the picture until then.
    picture : QWidget
        What is shown.
    foot : sequence of QWidget
        What stands below the picture, the first left and the others right.
    """

    def __init__(
        self, title: str, waiting: str, picture: QWidget, foot: Sequence[QWidget] = ()
    ) -> None:
        super().__init__()
        self._first_title = title
        self._title_then, self._caption_then = "", ""
        self._shorter: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._theme = LIGHT
        self._is_current = self._is_reached = False
        self.title = ElidedLabel(19, SEMI_BOLD, elided=MIDDLE, least=TITLE_WIDTH)
        self.caption = ElidedLabel(15, tone=2, least=LEAST)
        self.sentence = ElidedLabel(15, tone=2, least=LEAST)
        self.value = ElidedLabel(15, SEMI_BOLD, elided=MIDDLE, least=LEAST)
        self.waiting = label(waiting, 17, tone=3, wraps=True)
        self.foot = tuple(foot)
        self._stack = QStackedWidget()
        self._build(picture)
        self.setMinimumWidth(LEAST_WIDTH)
        self.show_reached(is_reached=False, is_current=False)

    @property
    def is_reached(self) -> bool:
        """Whether the picture is shown."""
        return self._is_reached

    @property
    def is_current(self) -> bool:
        """Whether the step at hand is about it."""
        return self._is_current

    def show_words(self, *titles: str, captions: tuple[str, ...]) -> None:
        """Name what is shown once the step is reached; the first that fits is taken."""
        self._title_then, self._caption_then = titles[0], captions[0]
        self._shorter = (titles[1:], captions[1:])
        self._say()

    def show_foot(self, sentences: tuple[str, ...], values: tuple[str, ...] = ("",)) -> None:
        """Say something right below the picture; the first that fits is taken."""
        self.sentence.show_text(*sentences)
        self.value.show_text(*values)
        self.sentence.setVisible(bool(sentences[0]))
        self.value.setVisible(bool(values[0]))

    def show_reached(self, *, is_reached: bool, is_current: bool) -> None:
        """Show the picture or the sentence in its place; a frame says what the step is about."""
        self._is_reached, self._is_current = is_reached, is_current
        self._stack.setCurrentIndex(1 if is_reached else 0)
        self._say()
        self.update()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role, width = ("accent", 2.0) if self._is_current else ("line", 1.0)
        half = width / 2
        strength = 1.0 if self._is_reached else WAITING_SHARE
        painter.setPen(QPen(self._theme.color(role), width))
        painter.setBrush(self._theme.color("surface", strength))
        around = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(around, RADIUS, RADIUS)

    def _say(self) -> None:
        title = self._title_then if self._is_reached else ""
        titles, captions = self._shorter
        self.title.show_text(title or self._first_title, *(titles if title else ()))
        self.caption.show_text(self._caption_then if self._is_reached else "", *captions)
        set_tone(self.title, "1" if self._is_reached else "3")
        self.setAccessibleName(self.title.text())

    def _build(self, picture: QWidget) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(6, 0, 6, 0)
        head.setSpacing(4)
        head.addStrut(HEADER)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.caption)
        self.waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self.waiting)
        self._stack.addWidget(self._build_body(picture))
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 2, 14, 10)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._stack, 1)

    def _build_body(self, picture: QWidget) -> QWidget:
        words = QVBoxLayout()
        words.setSpacing(1)
        for text in (self.sentence, self.value):
            text.setAlignment(RIGHT)
            text.hide()
            words.addWidget(text)
        foot = QHBoxLayout()
        foot.setContentsMargins(6, 0, 4, 0)
        foot.setSpacing(12)
        for widget in self.foot[:1]:
            foot.addWidget(widget)
        foot.addStretch(1)
        for widget in self.foot[1:]:
            foot.addWidget(widget)
        foot.addLayout(words)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(picture, 1)
        column.addLayout(foot)
        return body
