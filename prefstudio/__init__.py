"""PrefStudio: a whole ranking with honest uncertainty from a few answers "A or B?"."""

__version__ = "0.1.0"
