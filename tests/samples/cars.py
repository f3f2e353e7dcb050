"""Cars: twelve people of three tastes compare twenty cars.

All like to drive far and to burn little. Beyond that, each person's utility is linear in the
attributes with the weights of a taste and a little of their own; and each car has a part for each
person that no attribute explains.
"""

from itertools import combinations
from pathlib import Path

import numpy as np

from tests.samples.writing import chance, standardised, write_table, write_text

SEED = 12
N_ANSWERS = 36
UTILITY_SD = 1.6  # in units of the noise of an answer
COMMON_PART = 0.8  # how much all people agree, beside a taste of 1
OWN_WEIGHT = 0.2  # how much a person departs from their taste
OWN_PART = 0.3  # how much a person departs from what the attributes say

ATTRIBUTES = ("price", "power", "range", "seats", "boot", "length", "drive")
CARS = (
    # name, price in thousands, power in kW, range in km, seats, boot in litres, length in m, drive
    ("Ardwin", 14.9, 52, 640, 4, 210, 3.52, "petrol"),
    ("Bramblo", 17.5, 60, 220, 4, 190, 3.60, "electric"),
    ("Corrantine", 68.0, 310, 560, 2, 150, 4.41, "petrol"),
    ("Dunmere", 33.0, 110, 780, 7, 620, 4.78, "hybrid"),
    ("Elsinby", 24.5, 85, 710, 5, 380, 4.28, "hybrid"),
    ("Fennick", 19.9, 74, 690, 5, 310, 4.05, "petrol"),
    ("Gallowick", 47.0, 180, 650, 7, 710, 4.94, "petrol"),
    ("Hestral", 39.5, 150, 510, 5, 470, 4.58, "electric"),
    ("Ibrenne", 55.0, 260, 480, 4, 340, 4.66, "electric"),
    ("Juniwell", 28.0, 96, 820, 5, 560, 4.62, "hybrid"),
    ("Kestrine", 44.0, 215, 540, 4, 260, 4.30, "petrol"),
    ("Lorvane", 12.8, 48, 180, 2, 160, 2.95, "electric"),
    ("Merrowby", 36.5, 125, 430, 7, 590, 4.72, "electric"),
    ("Nimbrel", 22.0, 70, 330, 4, 280, 3.85, "electric"),
    ("Osterlin", 31.5, 140, 660, 5, 430, 4.50, "petrol"),
    ("Pellimar", 74.0, 355, 610, 4, 300, 4.85, "electric"),
    ("Quillard", 26.0, 105, 590, 5, 350, 4.18, "petrol"),
    ("Rivenna", 41.0, 132, 860, 7, 680, 4.88, "hybrid"),
    ("Skerrow", 52.0, 245, 570, 2, 180, 4.12, "petrol"),
    ("Tamarel", 29.5, 100, 400, 5, 400, 4.22, "electric"),
)
# Weights of price, power, range, seats, boot, length, and of not burning petrol.
COMMON = (-0.2, 0.0, 1.0, 0.0, 0.0, 0.0, 0.6)
TASTES = {
    "thrift": (-1.0, -0.3, 0.0, 0.0, 0.0, -0.5, 0.0),
    "family": (-0.3, 0.0, 0.0, 0.8, 0.9, 0.0, 0.0),
    "speed": (0.0, 1.2, 0.0, -0.3, -0.3, 0.0, 0.0),
}
PEOPLE = (
    # taste, age, people in the household, thousand km a year
    ("thrift", 23, 1, 6),
    ("family", 38, 4, 18),
    ("speed", 45, 2, 24),
    ("family", 34, 5, 15),
    ("thrift", 67, 2, 5),
    ("thrift", 29, 1, 8),
    ("speed", 51, 1, 30),
    ("family", 42, 4, 22),
    ("speed", 27, 2, 20),
    ("thrift", 58, 2, 7),
    ("family", 47, 6, 17),
    ("speed", 36, 1, 28),
)

STUDY = """\
format = 1
title = "Cars"
question = "Which car would you rather own?"
seed = 20260012

[model]
noise = 1.0
inference = "ep"
criterion = "expected_loss"
horizon = "all"
ask_again = true

[presentation]
min_item_gap = 3

[[model.component]]
kind = "features"
kernel = "squared_exponential"
amplitude = 1.5
length_scale = 4.0
standardize = true
weight = 1.0

[[model.component]]
kind = "individual"
weight = 0.3
"""


def make(folder: Path) -> None:
    utilities = _utilities()
    header = ["item_id", "type", "label", "text", "truth", *(f"x_{name}" for name in ATTRIBUTES)]
    rows = [
        [_id(car[0]), "text", car[0], _text(car), truth, *car[1:]]
        for car, truth in zip(CARS, utilities.mean(axis=0), strict=True)
    ]
    write_table(folder / "items.csv", header, rows)
    people = [[_person(k), *row[1:]] for k, row in enumerate(PEOPLE)]
    header = ["participant_id", "u_age", "u_household", "u_km_per_year"]
    write_table(folder / "participants.csv", header, people)
    header = ["observer", "session", "scene", "condition_A", "condition_B", "is_A_selected"]
    header += ["outcome", "trial", "phase"]
    write_table(folder / "comparisons.csv", header, _answers(utilities))
    write_text(folder / "study.toml", STUDY)


def _utilities() -> np.ndarray:
    """What each car is worth to each person, shape (n_people, n_cars)."""
    numbers = np.array([car[1:7] for car in CARS], dtype=float)
    clean = np.array([car[7] != "petrol" for car in CARS], dtype=float)
    attributes = standardised(np.column_stack([numbers, clean]))
    common = COMMON_PART * standardised(attributes @ COMMON)
    generator = chance(SEED)
    rows = []
    for taste, *_ in PEOPLE:
        weights = np.array(TASTES[taste]) + OWN_WEIGHT * generator.standard_normal(7)
        explained = common + standardised(attributes @ weights)
        own = generator.standard_normal(len(CARS))
        rows.append(standardised(explained + OWN_PART * own))
    return UTILITY_SD * np.array(rows)


def _answers(utilities: np.ndarray) -> list[list[str | int]]:
    """Random pairs in random order, each answered with probability Φ(difference)."""
    generator = chance(SEED + 1)
    pairs = np.array(list(combinations(range(len(CARS)), 2)))
    rows: list[list[str | int]] = []
    for person, worth in enumerate(utilities):
        asked = pairs[generator.permutation(len(pairs))[:N_ANSWERS]]
        for trial, pair in enumerate(asked, start=1):
            a, b = pair if generator.random_sample() < 0.5 else pair[::-1]
            chosen = bool(worth[a] - worth[b] + generator.standard_normal() > 0.0)
            cars = [_id(CARS[a][0]), _id(CARS[b][0])]
            outcome = "A" if chosen else "B"
            rows.append([_person(person), "1", "", *cars, int(chosen), outcome, trial, "main"])
    return rows


def _id(name: str) -> str:
    return name.casefold()


def _person(number: int) -> str:
    return f"p{number + 1:02}"


def _text(car: tuple[str, float, int, int, int, int, float, str]) -> str:
    _, price, power, reach, seats, boot, length, drive = car
    return (
        f"{drive.capitalize()}, {seats} seats, {length:.2f} m long: {power} kW, {reach} km without "
        f"a stop, {boot} litres of boot, for {price:.1f} thousand."
    )
