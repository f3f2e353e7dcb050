"""What can be done while links are drawn, in a line over the foot of the picture."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.widgets import label

EDITING = "Drag to draw a link, click one to remove it. Esc ends it."
SEVERAL = "Drag to draw, click to remove. New links:"
BESIDE = 8  # pixels between the words and the edge


class LinksHint(QFrame):
    """Lies upon a picture and takes no room from it.

    Where there are several relations, that of the links that are drawn is told and chosen here.

    Parameters
    ----------
    menu : QMenu
        Where the relation is chosen.
    parent : QWidget
        The picture.
    """

    def __init__(self, menu: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("links_strip")
        self.setProperty("kind", "strip")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.words = label("", 12)
        self.relation_button = QPushButton()
        self.relation_button.setObjectName("links_relation")
        self.relation_button.setProperty("kind", "strip")
        self.relation_button.setFont(font(12, SEMI_BOLD))
        self.relation_button.setMenu(menu)
        # The keys stay with the picture; they reach the same menu above it.
        self.relation_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(BESIDE, 0, BESIDE, 0)
        row.setSpacing(0)
        row.addWidget(self.words, 1)
        row.addWidget(self.relation_button)
        self.hide()

    def say(self, relation: str, refusal: str) -> None:
        """Tell why something was not done, or else what can be.

        Parameters
        ----------
        relation : str
            Of the links that are drawn; empty where there is but one.
        refusal : str
            Empty where nothing was refused.
        """
        self.words.setText(refusal or (SEVERAL if relation else EDITING))
        self.relation_button.setText(relation.replace("_", " ").replace("&", "&&"))
        self.relation_button.setAccessibleName(f"New links are of “{relation}”")
        self.relation_button.setVisible(bool(relation) and not refusal)

    def settle(self) -> None:
        """Lie at the foot of the picture, in one line if that is wide enough."""
        picture = self.parentWidget()
        assert picture is not None
        self.words.setWordWrap(False)
        wanted = self.sizeHint()
        if wanted.width() > picture.width():
            self.words.setWordWrap(True)
            wanted = QSize(picture.width(), self.heightForWidth(picture.width()))
        wanted = wanted.expandedTo(self.minimumSize())  # which the style sheet sets
        self.resize(wanted)
        self.move((picture.width() - wanted.width()) // 2, picture.height() - wanted.height())
