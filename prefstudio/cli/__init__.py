"""The commands; no command means: open the window."""

from prefstudio.cli.commands import COMMANDS
from prefstudio.cli.running import main

__all__ = ["COMMANDS", "main"]
