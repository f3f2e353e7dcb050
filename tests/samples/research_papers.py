"""Research papers: three hundred of them, on forty subjects of eight topics, citing each other.

A reader likes some topics and, within them, some subjects. The features tell the topic only; which
papers share a subject shows in what they cite and what cites them.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.samples.research_words import ABSTRACTS, TITLES, TOPICS
from tests.samples.writing import chance, standardised, write_table, write_text

SEED = 300
N_PAPERS = 300
N_SUBJECTS = sum(len(topic.subjects) for topic in TOPICS)
FIRST_YEAR, LAST_YEAR = 1996, 2025
SAME_SUBJECT, SAME_TOPIC = 0.8, 0.14  # shares of the citations; the rest goes anywhere
TOPIC_PART, SUBJECT_PART, OWN_PART = 0.4, 0.9, 0.35

STUDY = """\
format = 1
title = "Research papers"
question = "Which paper would you rather read?"
seed = 20260300

[model]
noise = 0.7
inference = "ep"
criterion = "expected_loss"
horizon = 20

[[model.component]]
kind = "features"
kernel = "squared_exponential"
amplitude = 1.0
length_scale = 2.0
standardize = true
weight = 0.6

[[model.component]]
kind = "links"
relation = "cites"
role = "both"
kernel = "common_cause"
weight = 0.5

[[model.component]]
kind = "individual"
weight = 0.35

[[relation]]
name = "cites"
directed = true
"""


class Papers(NamedTuple):
    """All papers, oldest first; arrays of length n_papers.

    `mixture` is how much of each topic is in each, shape (n_papers, n_topics).
    """

    year: np.ndarray
    topic: np.ndarray
    subject: np.ndarray
    mixture: np.ndarray


def make(folder: Path) -> None:
    generator = chance(SEED)
    papers = _papers(generator)
    names = [f"r{number:03}" for number in range(1, N_PAPERS + 1)]
    truth = _truth(papers, generator)
    texts = _texts(papers, generator)
    header = ["item_id", "type", "label", "text", "truth", "year"]
    header += [f"x_{topic.name}" for topic in TOPICS]
    rows = [
        [name, "text", *text, worth, int(year), *mixture]
        for name, text, worth, year, mixture in zip(
            names, texts, truth, papers.year, papers.mixture, strict=True
        )
    ]
    write_table(folder / "items.csv", header, rows)
    links = [[names[i], names[j], "cites"] for i, j in _citations(papers, generator)]
    write_table(folder / "links.csv", ["source", "target", "relation"], links)
    write_text(folder / "study.toml", STUDY)


def _papers(generator: np.random.RandomState) -> Papers:
    year = np.sort(generator.randint(FIRST_YEAR, LAST_YEAR + 1, N_PAPERS))
    subject = generator.permutation(np.arange(N_PAPERS) % N_SUBJECTS)
    topic = subject // (N_SUBJECTS // len(TOPICS))
    mixture = generator.random_sample((N_PAPERS, len(TOPICS))) ** 3
    mixture *= 0.4 / mixture.sum(axis=1, keepdims=True)
    mixture[np.arange(N_PAPERS), topic] += 0.6
    return Papers(year, topic, subject, mixture)


def _truth(papers: Papers, generator: np.random.RandomState) -> np.ndarray:
    by_topic = standardised(papers.mixture @ generator.standard_normal(len(TOPICS)))
    by_subject = standardised(generator.standard_normal(N_SUBJECTS))[papers.subject]
    own = generator.standard_normal(N_PAPERS)
    return standardised(TOPIC_PART * by_topic + SUBJECT_PART * by_subject + OWN_PART * own)


def _citations(papers: Papers, generator: np.random.RandomState) -> list[tuple[int, int]]:
    """Who cites whom; only what is older can be cited."""
    found = set()
    for paper in range(N_PAPERS):
        older = np.flatnonzero(papers.year < papers.year[paper])
        for _ in range(3 + generator.randint(6)):
            near = _of_interest(papers, paper, older, generator.random_sample())
            if len(near):
                found.add((paper, int(near[generator.randint(len(near))])))
    return sorted(found)


def _of_interest(papers: Papers, paper: int, older: np.ndarray, lot: float) -> np.ndarray:
    if lot < SAME_SUBJECT:
        return older[papers.subject[older] == papers.subject[paper]]
    if lot < SAME_SUBJECT + SAME_TOPIC:
        return older[papers.topic[older] == papers.topic[paper]]
    return older


def _texts(papers: Papers, generator: np.random.RandomState) -> list[tuple[str, str]]:
    """Title and abstract of every paper."""
    forms = [generator.permutation(len(TITLES)).tolist() for _ in range(N_SUBJECTS)]
    sayings = [generator.permutation(len(ABSTRACTS)).tolist() for _ in range(N_SUBJECTS)]
    texts = []
    for topic_number, subject_number in zip(papers.topic, papers.subject, strict=True):
        topic = TOPICS[topic_number]
        subject = topic.subjects[subject_number % len(topic.subjects)]
        records = topic.records[generator.randint(len(topic.records))]
        words = {
            "subject": subject,
            "Subject": subject[0].upper() + subject[1:],
            "cause": topic.causes[generator.randint(len(topic.causes))],
            "records": records.format(n=5 * (2 + generator.randint(60))),
            "share": f"{4 + generator.randint(56)} %",
        }
        title = TITLES[forms[subject_number].pop()]
        abstract = ABSTRACTS[sayings[subject_number].pop()]
        texts.append((title.format(**words), abstract.format(**words)))
    return texts
