"""What the tests of the study file share: a study with something of everything, and its file."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, TrialShown, happened, new_id
from prefstudio.study.folder import Study, read_study
from prefstudio.study.store import create

ITEMS = """item_id,type,path,text,label,group,role,truth,gain_db,start_s,end_s,x_age,x_kind,colour
elm,text,,"An elm, tall",Elm,,item,0.1,,,,3,wood,"red, dark"
ash,text,,,Ash,,item,-0.30000000000000004,1.5,0.25,2,,tree,
yew,image,media/yew.png,,,,item,,,,,5.5,,blue
oak,text,,übung,,,item,,,,,7,wood,
low,text,,,,,catch_low,,,,,1,tree,
"""
LINKS = """source,target,weight,relation,directed,since
elm,ash,0.1,near,0,1999
ash,elm,0.2,near,0,
yew,oak,,cites,1,
elm,river,2,shares,,
ash,river,1,shares,,
"""
COMPARISONS = """observer,session,condition_A,condition_B,outcome,strength,phase,undone,event_id
anna,s1,elm,ash,A,2,main,0,e1
bert,s1,yew,ash,B,,repeat,0,
bert,s1,yew,elm,tie,,main,0,
anna,s2,oak,elm,skip,,main,1,
"""
PEOPLE = "participant_id,excluded,reason,u_age\nanna,0,,33\nbert,0,,\ncarl,1,slept,\n"
SETTINGS = """seed = 7
title = "Trees"
study_id = "6f0f"
[model]
horizon = 2
[[model.component]]
kind = "features"
length_scale = [1.0, 2.0, 3.0, 0.1]
[[model.component]]
kind = "links"
relation = "near"
beta = 0.30000000000000004
[[model.component]]
kind = "individual"
weight = 0.5
[model.semi_supervised]
neighbours = 2
[[relation]]
name = "shares"
bipartite = true
hub_weight = true
[response]
tie = true
[stop]
trials = 12
[[attribute]]
name = "warmth"
[[questionnaire]]
name = "age"
type = "choice"
options = ["young", "old"]
"""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a study that uses every table, as plain text and as a file."""
    above = tmp_path_factory.mktemp("made")
    folder = above / "trees"
    (folder / "media").mkdir(parents=True)
    (folder / "media" / "yew.png").write_bytes(b"\x89PNG not really")
    for name, text in (
        ("items.csv", ITEMS),
        ("links.csv", LINKS),
        ("comparisons.csv", COMPARISONS),
        ("participants.csv", PEOPLE),
        ("study.toml", SETTINGS),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    create(above / "trees.prefstudio", read_study(folder)).close()
    return above


@pytest.fixture
def folder(tmp_path: Path, made: Path) -> Path:
    """The study in plain text."""
    return Path(shutil.copytree(made / "trees", tmp_path / "trees"))


@pytest.fixture
def study(folder: Path) -> Study:
    return read_study(folder)


@pytest.fixture
def file(tmp_path: Path, made: Path, folder: Path) -> Path:
    """The study as a closed file without events, beside its folder."""
    return Path(shutil.copy(made / "trees.prefstudio", tmp_path))


@pytest.fixture
def answer() -> Callable[..., Event]:
    """Make the event of an answer."""

    def make(a: str = "elm", b: str = "oak", outcome: Outcome = Outcome.A) -> Event:
        return happened(Answered(new_id(), a, b, outcome, rt_ms=812.5), "anna", "s3")

    return make


@pytest.fixture
def shown() -> Callable[..., Event]:
    """Make the event of a trial."""

    def make(a: str = "elm", b: str = "oak") -> Event:
        return happened(TrialShown(new_id(), a, b, criterion="expected_loss", p_a=0.25), "anna")

    return make
