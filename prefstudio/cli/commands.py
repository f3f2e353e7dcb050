"""All commands in one table; the parser, the help and the tests read it."""

from __future__ import annotations

from prefstudio.cli.add import ADD
from prefstudio.cli.answer import ANSWER
from prefstudio.cli.baselines import BASELINES
from prefstudio.cli.command import Command
from prefstudio.cli.export import EXPORT
from prefstudio.cli.fit import FIT
from prefstudio.cli.info import INFO
from prefstudio.cli.learn import LEARN
from prefstudio.cli.new import NEW
from prefstudio.cli.predict import PREDICT
from prefstudio.cli.screenshot import SCREENSHOT
from prefstudio.cli.suggest import SUGGEST
from prefstudio.cli.undo import UNDO

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        NEW,
        INFO,
        SUGGEST,
        ANSWER,
        UNDO,
        ADD,
        PREDICT,
        FIT,
        LEARN,
        BASELINES,
        EXPORT,
        SCREENSHOT,
    )
}
"""All commands by name."""
