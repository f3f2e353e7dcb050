"""The rows of the list of components: which there are, what they are called, who stays chosen.

A component has its place as key, the neighbour graph `NEIGHBOURS`, and what could be added keys
that go down from `FIRST_OFFER`.
"""

from __future__ import annotations

from collections.abc import Sequence

from prefstudio.studio.numbers_as_text import NO_BREAK
from prefstudio.studio.panels.component_list import PartFacts
from prefstudio.study.component_edits import Offer, source_of
from prefstudio.study.component_shares import percentages
from prefstudio.study.component_views import NEIGHBOURS
from prefstudio.study.component_words import ComponentsSheet

FIRST_OFFER = -2
Offers = tuple[Offer, ...]


def is_offer(key: int) -> bool:
    """Whether a row is something that could be added."""
    return key <= FIRST_OFFER


def offer_place(key: int) -> int:
    """The place among the offers of a row that is one."""
    return FIRST_OFFER - key


def parts_of(sheet: ComponentsSheet, offers: Offers) -> list[PartFacts]:
    """Components with their shares, the neighbour graph, then what is not used."""
    model = sheet.model
    told = zip(model.titles, percentages(model.shares), strict=True)
    parts = [
        PartFacts(place, title, f"{whole}{NO_BREAK}%") for place, (title, whole) in enumerate(told)
    ]
    if sheet.has_features:
        step = sheet.neighbours
        words = "off" if step is None else f"{step.neighbours} each"
        parts.append(PartFacts(NEIGHBOURS, "neighbours", words))
    used = {source_of(each) for each in model.components}
    for place, offer in enumerate(offers):
        if source_of(offer.component) not in used:
            title = sheet.source_title(offer.component)
            parts.append(PartFacts(FIRST_OFFER - place, title, "not used"))
    return parts


def title_of(sheet: ComponentsSheet, offers: Offers, key: int) -> str:
    """What a row is called."""
    if key == NEIGHBOURS:
        return "neighbours"
    if is_offer(key):
        return sheet.source_title(offers[offer_place(key)].component)
    return sheet.model.titles[key]


def followed(
    before: ComponentsSheet, sheet: ComponentsSheet, offers: Offers, chosen: int
) -> tuple[int, Offers]:
    """Which row is chosen after a change, and what is offered then.

    A part that came is chosen; one that was chosen and went is stayed with as with what is not
    used, even where it had not been offered yet.
    """
    sources = [source_of(each) for each in sheet.model.components]
    known = [source_of(each) for each in before.model.components]
    if len(sources) > len(known):
        return _first_difference(sources, known), offers
    if len(sources) == len(known) or chosen < 0:
        return chosen, offers
    gone = _first_difference(known, sources)
    if chosen == gone and known[gone] not in sources:
        return _unused(before, offers, gone)
    return (chosen - 1 if chosen > gone else chosen), offers


def _unused(before: ComponentsSheet, offers: Offers, gone: int) -> tuple[int, Offers]:
    """The row of a part that went."""
    model = before.model
    source = source_of(model.components[gone])
    for place, offer in enumerate(offers):
        if source_of(offer.component) == source:
            return FIRST_OFFER - place, offers
    made = Offer(model.components[gone], model.unit_variances[gone])
    return FIRST_OFFER - len(offers), (*offers, made)


def _first_difference(longer: Sequence[object], shorter: Sequence[object]) -> int:
    """The first place where one sequence has something that the other has not."""
    pairs = zip(longer, shorter, strict=False)
    return next((k for k, (one, other) in enumerate(pairs) if one != other), len(shorter))
