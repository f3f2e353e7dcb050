"""One of the two items that are compared."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from prefstudio.studio.breakable_names import breakable
from prefstudio.studio.card_content import CardContent
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.numbers_as_text import NO_BREAK
from prefstudio.studio.panels.card_facts import FactList, FactRow
from prefstudio.studio.panels.card_picture import CardPicture
from prefstudio.studio.panels.card_sound import CardSound
from prefstudio.studio.panels.card_text import CardText, wrapped_height
from prefstudio.studio.panels.ranking_rows import chance_in_figures
from prefstudio.studio.widgets import badge, label, rule
from prefstudio.study.standing import leading_meaning, leading_words

MARGINS = (13, 11, 13, 9)
GAP = 7
LEAST_PICTURE = 150  # facts leave the card before a picture is lower
BADGE_ROOM = 18 + 8
RANK_LINE = 17  # pixels of the rank in a line of its own
LOW = 160  # below this height the name needs the room of the rank
SMALLEST = QSize(150, 122)
AWAITED = "…"
RANK_LIKE = "rank\u00a022"  # what is kept for a rank that is on its way
CROWDED = 200  # pixels of a card's height, under which a long name is written smaller
LONG_HEAD = 44  # pixels of two lines


@dataclass(frozen=True, slots=True)
class Wants:
    """Heights of the name, and of the thing itself: at least and at most; and how many facts."""

    head: int
    least: int
    most: int
    n_facts: int


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
        """Show an item; whoever shows a pair levels both cards when all is said of them."""
        self.content = content
        self.text.show_text(content.text)
        self.features.show_facts(content.features)
        self.facts.show_facts(() if content.is_label else content.features, content.facts)
        for part in (self.text, self.features, self.picture, self.sound):
            part.setVisible(part is self.thing)
        self.name.setToolTip(content.text if content.path else "")
        self.setAccessibleName(f"{self.letter}: {content.name}")
        self.setAccessibleDescription(content.text)

    def show_rank(
        self, rank: int | None, chance: float | None, chance_if: float | None, k: int = 1
    ) -> None:
        """Say where the item stands, and what a win makes of its chance to be among the first k."""
        self.rank.setText("" if rank is None else f"rank\u00a0{rank:,}")
        now = "" if chance is None else f"{_bare(chance)} → "
        strong = AWAITED if chance_if is None else chance_in_figures(chance_if)
        words = f"{leading_words(k)} {now}"
        short = f"{'best' if k == 1 else f'top{NO_BREAK}{k:,}'} {now}"
        self.what_if.show_fact(f"if {self.letter} wins", words, strong, short)
        is_grouped = self.content is not None and self.content.is_grouped
        meaning = leading_meaning(k, is_grouped=is_grouped)
        self.what_if.setToolTip(f"{meaning}, now and once it is preferred in this pair.")

    @property
    def has_long_name(self) -> bool:
        """Whether the name needs more than the line that the rank leaves it."""
        name = "" if self.content is None else self.content.name
        width = QFontMetrics(font(16, SEMI_BOLD)).horizontalAdvance(name)
        return width > self._inner - BADGE_ROOM - self._beside

    def measure(self, *, is_ranked_below: bool | None = None) -> Wants:
        """Choose how the name is written in the width there is, and tell the heights wanted.

        Parameters
        ----------
        is_ranked_below : bool or None
            Whether the rank has a line of its own below the name; None is as the name needs it.
        """
        inner, thing = self._inner, self.thing
        is_below = self.has_long_name if is_ranked_below is None else is_ranked_below
        self._put_rank(is_below=is_below)
        self.name.setFont(font(16, SEMI_BOLD))
        name = self._fitting_name()
        if self._is_crowded_by(name):
            self.name.setFont(font(13, SEMI_BOLD))
            name = self._fitting_name()
        self.name.setText(name)
        head = wrapped_height(name, self.name.font(), self._name_room)
        if isinstance(thing, CardText | CardSound):
            least = most = thing.wanted_height(inner)
        else:
            least, most = LEAST_PICTURE if thing is self.picture else 0, 0
        return Wants(max(head, 20), least, most, self.facts.n_facts)

    def arrange(self, wants: Wants | None = None) -> None:
        """Give everything its place; both cards of a pair are given the same wants."""
        wants = wants or self.measure()
        _, top, _, bottom = MARGINS
        self.name.setFixedHeight(wants.head)
        below = RANK_LINE if self._is_ranked_below and not self.rank.isHidden() else 0
        spare = self._spare_below(wants.head)
        self._head.setContentsMargins(0, 0, 0, spare)
        head = wants.head + below + spare
        fixed = top + bottom + 2 + head + 3 * GAP + self.what_if.height() + 1
        self._fixed, room = fixed, self.height() - fixed
        taken = self.facts.fit(room - wants.least - GAP, wants.n_facts)
        room = max(room - taken - (GAP if taken else 0), 0)
        thing = self.thing
        height = min(wants.most, room)
        if isinstance(thing, FactList):
            thing.fit(room)
        elif isinstance(thing, CardText):
            if height < wants.most:  # whole lines, the same in both cards
                height -= height % thing.line_height
            thing.take(self._inner, height)
            thing.setVisible(height > 0)
        else:
            thing.setFixedHeight(room if thing is self.picture else height)
        layout = self.layout()
        assert layout is not None
        layout.activate()

    @property
    def more(self) -> int:
        """Pixels by which a message in the place of a sound needs more than the smallest card."""
        if self.thing is not self.sound or self.sound.is_strip:
            return 0
        needed = self._fixed + self.sound.wanted_height(self._inner)
        return max(needed - SMALLEST.height(), 0)

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
        self._head = head = QGridLayout()
        head.setHorizontalSpacing(8)
        head.setVerticalSpacing(0)
        head.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        self.name.setAlignment(top)
        head.addWidget(self.badge, 0, 0, top)
        head.addWidget(self.name, 0, 1, top)
        head.addWidget(self.rank, 0, 2, top)
        self.rank.setContentsMargins(0, 2, 0, 0)
        self._is_ranked_below, self._fixed = False, 0
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
    def _beside(self) -> int:
        """Pixels of a rank beside a name, also before it is known."""
        known = QFontMetrics(self.rank.font()).horizontalAdvance(RANK_LIKE)
        return max(self.rank.sizeHint().width(), known) + 8

    @property
    def _name_room(self) -> int:
        is_beside = not self.rank.isHidden() and not self._is_ranked_below
        return self._inner - BADGE_ROOM - (self._beside if is_beside else 0)

    def _spare_below(self, head: int) -> int:
        """Pixels kept free above a picture for longer names, so that it never shrinks."""
        is_kept = self._is_ranked_below and self.thing is self.picture
        return max(LONG_HEAD - 4 - head, 0) if is_kept else 0

    def _put_rank(self, *, is_below: bool) -> None:
        """Have the rank beside the name, or in a line of its own below it."""
        if is_below != self._is_ranked_below:
            self._is_ranked_below = is_below
            self._head.removeWidget(self.rank)
            self._head.addWidget(self.rank, *((1, 1) if is_below else (0, 2)))
            self.rank.setFixedHeight(RANK_LINE)

    def _is_crowded_by(self, name: str) -> bool:
        """Whether a long name would leave a picture, or in a low card a text, too little room."""
        head = wrapped_height(name, self.name.font(), self._name_room)
        is_low = self.thing is self.text and self.height() < CROWDED
        return (is_low or self.thing is self.picture) and head > LONG_HEAD

    def _fitting_name(self) -> str:
        """The name; a word that is too long for a line may be broken."""
        # Once: to and fro would lay the window out anew.
        self.rank.setVisible(self.height() >= LOW or not self._is_ranked_below)
        name = "" if self.content is None else self.content.name
        return breakable(name, QFontMetrics(self.name.font()), self._name_room)


def _bare(chance: float) -> str:
    """A chance in per cent without the sign, which stands after the second figure."""
    return chance_in_figures(chance).removesuffix("%").rstrip("\u00a0")
