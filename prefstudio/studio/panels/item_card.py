"""One of the two items that are compared."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.card_content import CardContent
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.panels.card_facts import FactList, FactRow
from prefstudio.studio.panels.card_picture import CardPicture
from prefstudio.studio.panels.card_sound import CardSound
from prefstudio.studio.panels.card_text import FEWEST_LINES, CardText, wrapped_height
from prefstudio.studio.panels.ranking_rows import chance_in_figures
from prefstudio.studio.widgets import badge, label, rule
from prefstudio.study.standing import leading_meaning, leading_words

MARGINS = (13, 11, 13, 9)
GAP = 7
LEAST_PICTURE = 96
LOW = 160  # below this height the name needs the room of the rank
SMALLEST = QSize(150, 122)
AWAITED = "…"
BREAK = "\u200b"  # where a word that is too long may go on in the next line
CROWDED = 200  # pixels of a card's height, under which a long name is written smaller
LONG_HEAD = 44  # pixels of two lines


@dataclass(frozen=True, slots=True)
class Wants:
    """Heights of the name, and of the thing itself: at least and at most."""

    head: int
    least: int
    most: int


class ItemCard(QFrame):
    """Badge, name, the thing itself, a few facts and what a win would do.

    A card takes any size that it is given: a text scrolls, a picture shrinks, and facts leave
    before either becomes unreadable.
    """

    item_chosen = Signal(int)

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setObjectName(f"card_{letter.lower()}")
        self.letter = letter
        self.content: CardContent | None = None
        self.badge = badge(letter)
        self.name = label("", 16, SEMI_BOLD, wraps=True)
        self.name.setObjectName(f"name_{letter.lower()}")
        self.rank = label("", 12, tone=3, lines_up=True)
        self.rank.setObjectName(f"rank_{letter.lower()}")
        self.text = CardText()
        self.features = FactList()
        self.picture = CardPicture()
        self.sound = CardSound(letter)
        self.facts = FactList()
        self.what_if = FactRow()
        self._build()

    @property
    def thing(self) -> CardText | FactList | CardPicture | CardSound:
        """What shows the item itself."""
        content = self.content
        if content is not None and content.is_picture:
            return self.picture
        if content is not None and content.is_sound:
            return self.sound
        return self.features if content is not None and content.is_label else self.text

    def show_content(self, content: CardContent) -> None:
        """Show an item."""
        self.content = content
        self.text.show_text(content.text)
        self.features.show_facts(content.features)
        self.facts.show_facts(() if content.is_label else content.features, content.facts)
        for part in (self.text, self.features, self.picture, self.sound):
            part.setVisible(part is self.thing)
        self.name.setToolTip(content.text if content.path else "")
        self.setAccessibleName(f"{self.letter}: {content.name}")
        self.setAccessibleDescription(content.text)
        self.arrange()

    def show_rank(
        self, rank: int | None, chance: float | None, chance_if: float | None, k: int = 1
    ) -> None:
        """Say where the item stands, and what a win makes of its chance to be among the first k."""
        self.rank.setText("" if rank is None else f"rank\u00a0{rank:,}")
        now = "" if chance is None else f"{_bare(chance)} → "
        strong = AWAITED if chance_if is None else chance_in_figures(chance_if)
        words = f"{leading_words(k)} {now}"
        self.what_if.show_fact(f"if {self.letter} wins", words, strong, now)
        self.what_if.setToolTip(f"{leading_meaning(k)}, now and once it is preferred in this pair.")
        self.arrange()

    def measure(self) -> Wants:
        """Choose how the name is written in the width there is, and tell the heights wanted."""
        inner = self._inner
        self.name.setFont(font(16, SEMI_BOLD))
        name = self._fitting_name()
        if self._is_crowded_by(name):
            self.name.setFont(font(13, SEMI_BOLD))
            self.rank.hide()
        self.name.setText(name)
        head = wrapped_height(name, self.name.font(), self._name_room)
        thing = self.thing
        if isinstance(thing, CardText):
            least, most = thing.wanted_height(inner, FEWEST_LINES), thing.wanted_height(inner)
        elif isinstance(thing, CardSound):
            least = most = thing.wanted_height(inner)
        else:
            least, most = LEAST_PICTURE if thing is self.picture else 0, 0
        return Wants(max(head, 20), least, most)

    def arrange(self, wants: Wants | None = None) -> None:
        """Give everything its place; both cards of a pair are given the same wants."""
        wants = wants or self.measure()
        _, top, _, bottom = MARGINS
        self.name.setFixedHeight(wants.head)
        fixed = top + bottom + 2 + wants.head + 3 * GAP + self.what_if.height() + 1
        room = self.height() - fixed
        taken = self.facts.fit(room - wants.least - GAP)
        room = max(room - taken - (GAP if taken else 0), 0)
        thing = self.thing
        height = min(wants.most, room)
        if isinstance(thing, FactList):
            thing.fit(room)
        elif isinstance(thing, CardText):
            thing.take(self._inner, height)
            thing.setVisible(height > 0)
        else:
            thing.setFixedHeight(room if thing is self.picture else height)
        layout = self.layout()
        assert layout is not None
        layout.activate()

    def sizeHint(self) -> QSize:
        return QSize(230, 188)

    def minimumSizeHint(self) -> QSize:
        return SMALLEST

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        position = None if self.content is None else self.content.position
        if position is not None and self.rect().contains(event.position().toPoint()):
            self.item_chosen.emit(position)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        top = Qt.AlignmentFlag.AlignTop
        self.name.setAlignment(top)
        head.addWidget(self.badge, 0, top)
        head.addWidget(self.name, 1, top)
        head.addWidget(self.rank, 0, top)
        self.rank.setContentsMargins(0, 2, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(*MARGINS)
        column.setSpacing(GAP)
        column.addLayout(head)
        for part in (self.text, self.features, self.picture, self.sound):
            column.addWidget(part)
        column.addWidget(rule())
        column.addWidget(self.facts)
        column.addStretch(1)
        column.addWidget(self.what_if)
        self.text.hide()
        self.features.hide()
        self.picture.hide()
        self.sound.hide()

    @property
    def _inner(self) -> int:
        return self.width() - MARGINS[0] - MARGINS[2] - 2

    @property
    def _name_room(self) -> int:
        rank = 0 if self.rank.isHidden() else self.rank.sizeHint().width() + 8
        return self._inner - 18 - 8 - rank

    def _is_crowded_by(self, name: str) -> bool:
        """Whether a long name would leave a low card no room for its text."""
        head = wrapped_height(name, self.name.font(), self._name_room)
        return self.thing is self.text and self.height() < CROWDED and head > LONG_HEAD

    def _fitting_name(self) -> str:
        """The name; where a word is too long the rank gives way, and then the word is broken."""
        name = "" if self.content is None else self.content.name
        metrics = QFontMetrics(self.name.font())
        words = name.replace("-", "- ").split()  # a line may end after a hyphen
        longest = max((metrics.horizontalAdvance(word) for word in words), default=0) + 2
        room = self._inner - 18 - 8
        beside = self.rank.sizeHint().width() + 8
        is_ranked = bool(self.rank.text()) and self.height() >= LOW and longest <= room - beside
        self.rank.setVisible(is_ranked)  # once: to and fro would lay the window out anew
        return BREAK.join(name) if longest > self._name_room else name


def _bare(chance: float) -> str:
    """A chance in per cent without the sign, which stands after the second figure."""
    return chance_in_figures(chance).removesuffix("%").rstrip("\u00a0")
