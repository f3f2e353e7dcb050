"""What a card says of an item, gathered from the study."""

from __future__ import annotations

from prefstudio.studio.figures import counted
from prefstudio.studio.panels.item_card import CardContent
from prefstudio.study.state import StudyState


def card_content(state: StudyState, item_id: str) -> CardContent:
    """Name, text and a few facts of an item."""
    item = state.study.items.by_id(item_id)
    own = [each for each in state.comparisons if item_id in (each.a, each.b)]
    compared = sum(each.count for each in own if each.answers_its_pair)
    facts = [("compared", counted(compared, "time"))]
    if state.study.links:
        facts.insert(0, ("links", f"{_count_links(state, item_id):,}"))
    key = item.item_id if item.label and item.label != item.item_id else ""
    return CardContent(item.name, key, item.text, tuple(facts))


def _count_links(state: StudyState, item_id: str) -> int:
    position = state.study.items.index(item_id)
    count = 0
    for relation in state.study.links.values():
        count += int((relation.source == position).sum())
        if not relation.relation.bipartite:
            count += int((relation.target == position).sum())
    return count
