"""Every inference that a study may name opens, and what is computed is said by its title."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from prefstudio.engine.inference import INFERENCE_TITLES, INFERENCES
from prefstudio.studio.app import Studio
from prefstudio.studio.main_window import MainWindow
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import Study, read_study
from prefstudio.study.model import resolve
from prefstudio.study.model_sheet import model_sheet, with_components
from prefstudio.study.resources import sample
from prefstudio.study.settings import FeaturesComponent


def study_by(inference: str) -> Study:
    """Cars: features and nothing that pseudo inputs could not see."""
    study = read_study(sample("cars"))
    model = replace(study.settings.model, inference=inference)
    return replace(study, settings=replace(study.settings, model=model))


def wait_until_up_to_date(qtbot: QtBot, window: MainWindow) -> None:
    def is_up_to_date() -> bool:
        is_asked = window.model.asking.trial is not None
        return is_asked and window.status_row.words.text().startswith("Up to date")

    qtbot.waitUntil(is_up_to_date, timeout=5000)


@pytest.mark.parametrize("inference", INFERENCES)
def test_a_study_opens_and_takes_an_answer(qtbot: QtBot, studio: Studio, inference: str) -> None:
    window = studio.open_study(study_by(inference))
    wait_until_up_to_date(qtbot, window)
    before = window.model.state.n_answers
    window.model.answer(Outcome.A)
    wait_until_up_to_date(qtbot, window)
    assert window.model.state.n_answers == before + 1
    assert window.model.posterior is not None
    assert window.model.posterior.inference == inference
    assert window.status_row.inference.text() == INFERENCE_TITLES[inference]
    assert not window.message.isVisible()


def test_links_that_come_back_are_computed_by_ep(qtbot: QtBot, studio: Studio) -> None:
    study = read_study(sample("shapes"))
    window = studio.open_study(study)
    wait_until_up_to_date(qtbot, window)
    model = window.model
    sheet = model_sheet(study, resolve(study))
    features = tuple(each for each in sheet.components if isinstance(each, FeaturesComponent))
    links_go = with_components(sheet, features)
    model.change(links_go)
    model.change(SettingsChanged("model.inference", "ep", "pseudo_inputs"))
    wait_until_up_to_date(qtbot, window)
    assert window.status_row.words.text() == "Up to date, exact (Pseudo inputs)"
    model.change(SettingsChanged(links_go.what, links_go.after, links_go.before))
    wait_until_up_to_date(qtbot, window)
    assert window.status_row.words.text() == "Up to date, exact (EP)"
    assert window.status_row.inference.text() == "EP"
    model.undo()
    wait_until_up_to_date(qtbot, window)
    assert window.status_row.words.text() == "Up to date, exact (Pseudo inputs)"
    model.redo()
    wait_until_up_to_date(qtbot, window)
    assert window.status_row.words.text() == "Up to date, exact (EP)"
    assert not window.message.isVisible()
