"""All experiments, by the names that the command takes."""

from __future__ import annotations

from tests.benchmarks.experiments.calibration import CALIBRATION
from tests.benchmarks.experiments.chu_ghahramani import BOSTON, SPIRAL
from tests.benchmarks.experiments.independent import INDEPENDENT
from tests.benchmarks.experiments.learning_speed import LEARNING_SPEED
from tests.benchmarks.experiments.links import LINKS
from tests.benchmarks.experiments.ohsumed import OHSUMED
from tests.benchmarks.experiments.records import Experiment

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (INDEPENDENT, OHSUMED, SPIRAL, BOSTON, LINKS, CALIBRATION, LEARNING_SPEED)
}
