"""Named errors of the engine; every one ends in a sentence that a person can act on."""

from __future__ import annotations


class EngineError(Exception):
    """Base of everything the engine raises on purpose."""


class NotPositiveDefinite(EngineError):
    """A covariance has a clearly negative eigenvalue, so no model can use it."""


class DidNotConverge(EngineError):
    """An iteration stopped before it reached its fixed point."""


class Cancelled(EngineError):
    """The caller asked the computation to stop."""


class BadPrior(EngineError):
    """A prior was given a parameter or shape that means nothing."""


class BadComparison(EngineError):
    """A comparison names an item that is not there, or an item against itself."""
