"""The tabs of panels in one place: those that have room, and which have not."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QTabBar, QToolButton


class TabRow(QObject):
    """Shows as many tabs of a bar as fit, always the one in front; a menu has the others.

    Qt makes and keeps the bars of docks itself, so this stands beside one and goes with it. A bar
    that must show all its tabs would push its column wider.
    """

    def __init__(self, bar: QTabBar) -> None:
        super().__init__(bar)
        self.bar = bar
        self._fitted: tuple[list[str], int, int, int] | None = None
        bar.setDrawBase(False)
        bar.setExpanding(False)
        bar.setUsesScrollButtons(True)  # never seen; a bar without them is as wide as its tabs
        bar.setElideMode(Qt.TextElideMode.ElideNone)
        for button in bar.findChildren(QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @staticmethod
    def of(bar: QTabBar) -> TabRow:
        """What fits the tabs of a bar."""
        found = bar.findChild(TabRow)
        return TabRow(bar) if found is None else found

    @property
    def titles(self) -> list[str]:
        """What all tabs say."""
        return [self.bar.tabText(place) for place in range(self.bar.count())]

    @property
    def left_out(self) -> list[str]:
        """What the tabs say that found no room."""
        hidden = [place for place in range(self.bar.count()) if not self.bar.isTabVisible(place)]
        return [self.bar.tabText(place) for place in hidden]

    @property
    def front(self) -> str:
        """What the tab in front says."""
        return self.bar.tabText(self.bar.currentIndex())

    @property
    def width(self) -> int:
        """Pixels that the tabs in sight take."""
        return self.bar.sizeHint().width()

    def use(self, *, is_used: bool) -> None:
        """Stand in sight and take keys, or do neither: Qt leaves tabs of former groups behind.

        Those that it has moved out of sight it shows again as often as they are hidden.
        """
        self.bar.setAccessibleName(f"Panels: {', '.join(self.titles)}")
        area = self.bar.parentWidget()
        if is_used or (area is not None and self.bar.geometry().intersects(area.rect())):
            self.bar.setVisible(is_used)
        policy = Qt.FocusPolicy
        self.bar.setFocusPolicy(policy.TabFocus if is_used else policy.NoFocus)

    def fit(self, room: int, button: int) -> None:
        """Show what has room in so many pixels, of which a button takes some if not all have.

        Tabs in sight stay there where they can, so that nothing moves on the way from one to
        another.
        """
        wanted = (self.titles, self.bar.currentIndex(), room, button)
        if self._fitted != wanted:
            is_known = self._fitted is not None and self._fitted[0] == self.titles
            self._choose(room, button, self.left_out if is_known else [])
            self._fitted = wanted
        # Qt gives the bar the whole width, where it would take the clicks of the header.
        self.bar.setMask(QRegion(0, 0, self.width, self.bar.height()))

    def _choose(self, room: int, button: int, left_out: list[str]) -> None:
        front = self.bar.currentIndex()
        places = sorted(
            range(self.bar.count()),
            key=lambda place: (place != front, self.bar.tabText(place) in left_out, place),
        )
        for place in places:
            if not self.bar.isTabVisible(place):  # Qt forgets what it has to lay out otherwise
                self.bar.setTabVisible(place, True)
        if self.width > room:
            while len(places) > 1 and self.width > room - button:
                self.bar.setTabVisible(places.pop(), False)
        if self.bar.tabRect(min(places)).left() < 0:
            self._scroll_back(min(places), front)

    def _scroll_back(self, first: int, front: int) -> None:
        """Begin with the first tab again: Qt scrolls to the front while not all have room.

        It scrolls in a bar that is too narrow, and only there.
        """
        size = self.bar.size()
        self.bar.blockSignals(True)  # nobody chose a tab
        self.bar.resize(1, size.height())
        self.bar.setCurrentIndex(first)
        self.bar.resize(size)
        self.bar.setCurrentIndex(front)
        self.bar.blockSignals(False)
