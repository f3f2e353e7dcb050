"""The help pages: which there are, and their text."""

from __future__ import annotations

from functools import cache

from prefstudio.studio.help.keys_page import keys_text
from prefstudio.studio.panel_titles import TITLES
from prefstudio.study.resources import resource

PAGES = {
    "first-five-minutes": "First five minutes",
    **TITLES,
    "history": "History and what-if",
    "classroom": "Classroom and the six papers",
    "studies": "Studies and files",
    "keys": "Keys",
    "glossary": "Glossary",
}
"""Titles by name, in the order of the list; a panel's page is called as the panel is."""

FIRST = next(iter(PAGES))


@cache
def page_text(name: str) -> str:
    """The Markdown of a page.

    Raises
    ------
    FileNotFoundError
        When the installation lacks it.
    """
    text = resource(f"help/{name}.md").read_text(encoding="utf-8")
    return text.replace("{keys}", keys_text()) if name == "keys" else text


def found_in(words: str) -> list[str]:
    """The pages that hold all of some words, those with them in the title first."""
    wanted = words.casefold().split()
    texts = {name: f"{PAGES[name]} {page_text(name)}".casefold() for name in PAGES}
    found = [name for name, text in texts.items() if all(word in text for word in wanted)]
    in_title = [all(word in PAGES[name].casefold() for word in wanted) for name in found]
    ordered = sorted(zip(found, in_title, strict=True), key=_title_last)
    return [name for name, _ in ordered]


def _title_last(entry: tuple[str, bool]) -> bool:
    return not entry[1]
