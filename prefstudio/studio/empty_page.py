"""What stands where nothing can be shown yet: an icon, a title, a sentence, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label

CENTRE = Qt.AlignmentFlag.AlignHCenter
GAP = 8  # pixels between what stands below one another


class EmptyPage(QWidget):
    """An icon, a title and a sentence in the middle, and perhaps a button below them.

    Parameters
    ----------
    icon_name, icon_role : str
        The picture, and the role of its colour.
    title, words : str
        What is the matter, and what to do; both can be said anew.
    button : QPushButton, optional
        What does it.
    one_line : bool
        Whether the title always has room in one line, which it then keeps.
    title_pixels, words_pixels : int
        Sizes of the letters.
    """

    def __init__(
        self,
        icon_name: str,
        title: str = "",
        words: str = "",
        button: QPushButton | None = None,
        *,
        one_line: bool = False,
        icon_role: str = "ink3",
        title_pixels: int = 13,
        words_pixels: int = 13,
    ) -> None:
        super().__init__()
        self.title = label("", title_pixels, SEMI_BOLD, wraps=not one_line)
        self.words = label("", words_pixels, tone=2, wraps=True)
        self.column = QVBoxLayout(self)
        self.column.setSpacing(GAP)
        self.column.addStretch(1)
        self.column.addWidget(IconLabel(icon_name, icon_role, 28), 0, CENTRE)
        for text in (self.title, self.words):
            if text.wordWrap():  # aligned by the column, it would get the height of too few lines
                text.setAlignment(CENTRE)
                self.column.addWidget(text)
            else:
                self.column.addWidget(text, 0, CENTRE)
        if button is not None:
            self.column.addWidget(button, 0, CENTRE)
        self.column.addStretch(1)
        self.say(title, words)

    def say(self, title: str, words: str) -> None:
        """Say what is the matter and what to do."""
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))
