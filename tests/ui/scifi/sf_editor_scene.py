"""A small campaign of the Sci-fi rules on its way to the table, made by acts alone."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import acts_done
from tests.played_once import begun
from ui.campaign.desk import Desk

ANN, BEN = 1, 2
ABOUT = 24
"""Pixels by which fields of one line may differ."""

GLOW, DRONE, TEAM, FORT = range(1, 5)
RIFLE, POD, LAUNCHER = range(1, 4)
SCIFI, BRIKWARS = "Science fiction (weapon characteristics)", "BrikWars 2020"

UNITS: tuple[dict[str, Any], ...] = (
    {
        "name": "Lampwoman Glow", "player_id": ANN, "armor_class": 2,
        "weapons": [{"catalogue": "laser rifle", "range_factor": 12, "cost": 4}],
    },
    {"name": "Audit Drone", "player_id": BEN, "catalogue": "Heavy battledrone", "size": 2},
    {
        "name": "Tripod team", "player_id": ANN, "kind": "crew",
        "weapons": [{
            "catalogue": "rocket launcher", "name": "Tripod launcher", "family": "infantry",
            "warhead": "vaporshock", "area_size": 6, "mounting": "crew-served",
            "loads": [{"name": "rocket", "count": 4}],
            "crew": [{"name": "Wick", "role": "gunner"}, {"name": "Taper", "role": "loader"}],
        }],
    },
    {"name": "Old Fort", "player_id": BEN, "kind": "strongpoint"},
)  # fmt: skip


def do(campaign: Campaign, act: str, **fields: Any) -> None:
    """Do an act by its name."""
    campaign.do(act_from_data({"act": act, **fields}))


def make_stars(path: Path, *sets: str) -> Campaign:
    """Make the campaign: two sides, four units, no battle yet."""
    return begun(path, _play, sets or (SCIFI,))


def _play(made: Campaign, sets: tuple[str, ...]) -> None:
    do(made, "CreateCampaign", name="Star Field", uuid="stars", rule_sets=list(sets))
    do(made, "AddPlayer", name="Ann", faction="Amber Army", colour="sky")
    do(made, "AddPlayer", name="Ben", faction="Brick Brigade", colour="orchid")
    for unit in UNITS:
        do(made, "AddSfUnit", **unit)


def begin_battle(campaign: Campaign) -> None:
    """Let Ann's first turn run."""
    do(campaign, "NewBattle", name="First Light", player_ids=[ANN, BEN])
    do(campaign, "StartBattle")


def count_acts(desk: Desk) -> int:
    """Return how many acts can be undone."""
    return desk.read(acts_done)


def focused() -> QWidget:
    """Return what has the focus."""
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def tab_stops(form: QWidget) -> list[int]:
    """Go through a form by Tab; give the heights at which it stops."""
    stops = []
    while form.isAncestorOf(focused()):
        now = focused()
        stops.append(now.mapTo(form, now.rect().center()).y())
        QTest.keyClick(now, Qt.Key.Key_Tab)
    return stops


def goes_down(stops: list[int]) -> bool:
    """Tell whether Tab never goes back to a line above."""
    return all(after >= before - ABOUT for before, after in pairwise(stops))
