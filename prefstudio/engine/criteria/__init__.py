"""Criteria for the pair to ask next; one table that menus, files and tests read."""

from prefstudio.engine.criteria.best_item_value import BEST_ITEM_VALUE
from prefstudio.engine.criteria.criterion import Criterion
from prefstudio.engine.criteria.expected_loss import EXPECTED_LOSS
from prefstudio.engine.criteria.information import BALD, ENTROPY_GAIN
from prefstudio.engine.criteria.random_pair import RANDOM
from prefstudio.engine.criteria.variance_ratio import VARIANCE_RATIO

CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        EXPECTED_LOSS,
        VARIANCE_RATIO,
        ENTROPY_GAIN,
        BALD,
        BEST_ITEM_VALUE,
        RANDOM,
    )
}

__all__ = ["CRITERIA", "Criterion"]
