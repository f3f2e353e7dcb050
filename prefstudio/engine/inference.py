"""The methods that turn answers into a posterior; one table that files and commands read."""

from __future__ import annotations

from typing import Protocol

from prefstudio.engine import ep, incremental, laplace, pseudo_inputs
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior


class Inference(Protocol):
    """A method: answers in, posterior out."""

    def __call__(
        self,
        prior: Prior,
        comparisons: Comparisons,
        scale: ResponseScale,
        control: Control | None = None,
    ) -> Posterior:
        """The posterior of `comparisons` under `prior`."""


INFERENCES: dict[str, Inference] = {
    "incremental": incremental.infer,
    "ep": ep.infer,
    "laplace": laplace.infer,
    "pseudo_inputs": pseudo_inputs.infer,
}

INFERENCE_TITLES: dict[str, str] = {
    "incremental": "Incremental",
    "ep": "EP",
    "laplace": "Laplace",
    "pseudo_inputs": "Pseudo inputs",
}
"""What a person reads for each method."""
