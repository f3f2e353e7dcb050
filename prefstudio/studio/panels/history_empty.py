"""What History shows before anything was said."""

from __future__ import annotations

from prefstudio.studio.empty_page import EmptyPage

TITLE = "No answers yet"
WORDS = "After the first one you can look back from here, flip or remove an answer, or try one."


class HistoryEmpty(EmptyPage):
    """Smaller and closer than elsewhere, as History is low."""

    def __init__(self) -> None:
        icon_name = "clock-counter-clockwise"
        super().__init__(icon_name, TITLE, WORDS, one_line=True, words_pixels=12)
        self.column.setContentsMargins(24, 0, 24, 0)
        self.column.setSpacing(6)
