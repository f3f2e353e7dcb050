"""What one may conclude from other methods beside ours, in words."""

from __future__ import annotations

from prefstudio.engine.baselines import BASELINES
from prefstudio.engine.held_out import COIN, Average
from prefstudio.study.baseline_request import BaselinesFound, MethodResult
from prefstudio.study.prediction_quality import FEWEST_ANSWERS

DECIMALS = 3  # as in the table of methods

TOO_FEW = f"Methods are compared from {FEWEST_ANSWERS} decided answers on."
HELD_OUT = "Pairs were drawn at random and predicted before they were learned from."
DEALT = (
    "Every answer was predicted from others, with a fifth of the pairs left out at a time; pairs "
    "that were chosen to be asked are harder than most. A hold-out stream would judge better."
)

KEPT_WEIGHTS = (
    "PrefStudio and Without links keep the weights that there are, which may have been learned "
    "from these answers; Worth it? in Components can learn them anew for every part."
)


def conclusion(found: BaselinesFound) -> str:
    """Our log-loss beside that of the best other method, and how clear the difference is."""
    rivals = [each for each in found.methods[1:] if each.quality is not None]
    ours = found.ours.quality
    if ours is None or not rivals:
        return TOO_FEW
    best = min(rivals, key=_log_loss)
    assert best.quality is not None
    worse_by, se = best.quality.worse_by, best.quality.worse_by_se
    told, other = (round(each.log_loss, DECIMALS) for each in (ours, best.quality))
    # As far apart as the numbers that are told, which whoever reads them can subtract.
    apart = f"{abs(other - told):.{DECIMALS}f} ± {se:.{DECIMALS}f}"
    scores = (
        f"On {found.n_scored:,} answers the log-loss is {told:.{DECIMALS}f} for PrefStudio and "
        f"{other:.{DECIMALS}f} for {best.method.title}."
    )
    if not Average(worse_by, se, found.n_scored).is_certain:
        return f"{scores} The difference of {apart} is not clear."
    return f"{scores} PrefStudio foretells {'better' if worse_by > 0.0 else 'worse'}, by {apart}."


def scoring(found: BaselinesFound) -> str:
    """What was foretold from what, what a coin scores, and what is judged otherwise elsewhere."""
    how = HELD_OUT if found.is_held_out else DEALT
    told = f"{how} A coin scores {COIN:.3f}."
    has_links = any(each.method is BASELINES["without_links"] for each in found.methods)
    return f"{told} {KEPT_WEIGHTS}" if has_links else told


def _log_loss(result: MethodResult) -> float:
    assert result.quality is not None
    return result.quality.log_loss
