"""Studies to export: the samples with answers, and ones whose every name is awkward."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.posterior import Posterior
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.features import FeatureTable, categorical_feature, numeric_feature
from prefstudio.study.folder import Study, read_study
from prefstudio.study.items import Item, ItemSet, Role
from prefstudio.study.links import Link, Relation, relation_links
from prefstudio.study.model import learned_from, resolve
from prefstudio.study.participants import Participant
from prefstudio.study.resources import sample
from prefstudio.study.settings import AttributeSettings, ResponseSettings, StudySettings

SAMPLES = ("cars", "research-papers", "shapes", "six-papers", "spiral", "twelve-sounds")

AWKWARD = (
    '"', 'say "so", or not', "two\nlines", "a\r\nb", "bare\rreturn", "tab\there", "🐝🏳️‍🌈",
    "שלום, עולם", "\u202eturned", "=1+1", "+49", "-5", "@SUM(A1)", "'=quoted", "''-x", "'", ",",
    ";;;", "a;b", "#", "long " * 2000, "e\u0301", "NULL", "nan", "1e3", "\u2028", "\x7f", "\x0c|",
)  # fmt: skip


def answered(name: str, n_answers: int = 12) -> Study:
    """Return a sample study, with answers of a made-up person if it has none."""
    study = read_study(sample(name))
    if study.comparisons:
        return study
    rng = np.random.default_rng(7)
    ids = [item.item_id for item in study.items if item.role is Role.ITEM]
    rows = []
    for _ in range(n_answers):
        a, b = rng.choice(len(ids), 2, replace=False)
        outcome = Outcome.A if rng.random() < 0.6 else Outcome.B
        rows.append(Comparison(ids[a], ids[b], outcome, participant="p1"))
    return replace(study, comparisons=tuple(rows))


def posterior_of(study: Study) -> Posterior:
    model = resolve(study)
    answers = model.comparisons(learned_from(study))
    return INFERENCES[model.inference](model.prior, answers, model.scale)


def names() -> st.SearchStrategy[str]:
    """Names as a reader gives them: without spaces around, and never empty."""
    free = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
    return st.one_of(st.sampled_from(AWKWARD), free).map(str.strip).filter(bool)


@st.composite
def studies(draw: st.DrawFn) -> Study:
    """Draw a small study whose every name may be awkward."""
    ids = draw(st.lists(names(), min_size=2, max_size=5, unique=True))
    column, relation, person = draw(names()), draw(names()), draw(names())
    items = ItemSet(
        Item(
            item_id,
            text=draw(st.one_of(names(), st.just(" kept as it is \n"))),
            label=draw(names()),
            truth=draw(st.none() | st.floats(-1e6, 1e6)),
            extra={f"note {column}": draw(names())},
        )
        for item_id in ids
    )
    numbers = np.array(draw(st.lists(st.floats(-1e3, 1e3), min_size=len(ids), max_size=len(ids))))
    numbers[0] = np.nan
    words = [f"w{draw(names())}" for _ in ids]
    features = FeatureTable(
        "items.csv",
        len(ids),
        (
            numeric_feature(f"n{column}", f"x_n{column}", numbers),
            categorical_feature(f"c{column}", f"x_c{column}", words),
        ),
    )
    directed = draw(st.booleans())
    why = {f"why {column}": draw(names())}
    links = [Link(ids[0], ids[1], 0.1 + 0.2, relation, directed, why)]
    outcomes = st.sampled_from([Outcome.A, Outcome.B, Outcome.TIE, Outcome.SKIP, Outcome.TIMEOUT])
    comparisons = tuple(
        Comparison(
            ids[-1], item_id, draw(outcomes), participant=person, session=draw(names()),
            undone=draw(st.booleans()), extra={"scene": draw(names()), f"mine {column}": "-0.5"},
        )
        for item_id in ids[:-1]
    )  # fmt: skip
    return Study(
        folder=Path("nowhere"),
        items=items,
        features=features,
        links=relation_links(links, items, [Relation(relation, directed=directed)]),
        comparisons=comparisons,
        participants=(Participant(person, False, draw(names()), {f"u_{column}": draw(names())}),),
        settings=StudySettings(
            title=draw(names()),
            question=draw(names()),
            seed=draw(st.integers(0, 2**63 - 1)),
            response=ResponseSettings(tie=True, tie_label=draw(names())),
            attributes=(AttributeSettings(draw(names())),),
        ),
        notes=(),
    )
