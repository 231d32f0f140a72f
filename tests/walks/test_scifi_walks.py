"""Random walks with both rule sets side by side: undo, redo, and numbers that add up."""

import os
from collections import Counter
from random import Random

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule, SetRuleSets
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.crews import MemberFacts
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapons import SfWeaponFacts
from brikdesk.errors import BrikDeskError
from brikdesk.games import GAMES
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.rules.texts import is_known
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import REFEREE, Line
from brikdesk.store.tables import SfLoad
from tests.acts.table import rows
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import random_act

WALKS = int(os.environ.get("BRIKDESK_WALKS", "4"))
STEPS = many(75, 75, quick=25)

CREW = tuple(
    MemberFacts(name=name, role=role)
    for name, role in (("Ada", CrewRole.GUNNER), ("Bo", CrewRole.LOADER), ("Cy", CrewRole.OTHER))
)


def muster(campaign: Campaign) -> None:
    """Put Sci-fi units of two sides on a table where BrikWars is played too."""
    campaign.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    for option in ("sf_variable_fire", "sf_weapon_crews", "sf_convergence_beams"):
        campaign.do(SetHouseRule(switch=option, value=True))
    rockets = (LoadFacts(name="vaporshock", count=4), LoadFacts(name="high explosive", count=3))
    team = SfWeaponFacts(
        catalogue="rocket launcher", mounting=Mounting.CREW_SERVED, crew=CREW, loads=rockets,
        range_factor=12,
    )  # fmt: skip
    tank = (
        SfWeaponFacts(catalogue="rocket pod", loads=rockets, area_size=6),
        SfWeaponFacts(catalogue="triple bolt cannon", range_factor=20),
        SfWeaponFacts(catalogue="rotary bolt cannon", barrels=6),
        SfWeaponFacts(catalogue="particle beam"),
    )
    for player in (1, 2):
        soldiers = (SfWeaponFacts(catalogue="laser rifle with bayonet"),)
        campaign.do(AddSfUnit(name="Soldier", player_id=player, weapons=soldiers, copies=3))
        campaign.do(AddSfUnit(name="Drone", player_id=player, catalogue="Heavy battledrone"))
        vehicle = AddSfUnit(name="Tank", player_id=player, kind=SfUnitKind.VEHICLE, weapons=tank)
        campaign.do(vehicle)
        campaign.do(
            AddSfUnit(name="Team", player_id=player, kind=SfUnitKind.CREW, weapons=(team,),
                      overruled=frozenset({"T7", "12-02", "12-29", "12-30"}))
        )  # fmt: skip


@pytest.mark.thorough(but=1)
@pytest.mark.rule("12-92")
@pytest.mark.parametrize("seed", range(WALKS))
def test_walks_by_both_rule_sets_are_undone_and_redone(battle: Campaign, seed: int) -> None:
    muster(battle)
    nine_steps(battle)
    battle.seal()
    chance = Random(f"star walk {seed}")
    digests = [battle.digest()]
    done: list[str] = []
    for _ in range(STEPS * 8):
        if len(done) == STEPS:
            break
        act = random_act(battle, chance, overrule=chance.random() < 0.7, scifi=0.7)
        if act is None:
            continue
        try:
            changes = battle.do(act)
        except BrikDeskError:
            assert battle.digest() == digests[-1], f"{act} was refused but changed something"
            continue
        done.append(changes.title)
        digests.append(battle.digest())
        for line in changes.lines:
            _check(line)
        for load in rows(battle, SfLoad):
            left = load.loaded - load.fired - load.lost - load.adjusted
            assert 0 <= left <= load.loaded
    assert len(done) > STEPS // 2, "the walk hardly moves"
    for expected in reversed(digests[:-1]):
        battle.undo()
        assert battle.digest() == expected
    for expected in digests[1:]:
        battle.redo()
        assert battle.digest() == expected


def _check(line: Line) -> None:
    for each in line.sums:
        assert each.adds_up, f"{line.text()}: {each}"
        assert each.terms, f"{line.text()}: {each}"
        for term in each.terms:
            assert term.reason.strip(), f"{line.text()}: {each}"
            assert term.rule == REFEREE or is_known(term.rule), f"{line.text()}: {each}"
    assert not line.rule or is_known(line.rule) or line.rule == "turn-order", line.text()


def test_walks_fire_sci_fi_weapons(battle: Campaign) -> None:
    muster(battle)
    chance, done = Random("star fire"), Counter[str]()
    for _ in range(400):
        act = random_act(battle, chance, overrule=True, scifi=0.9)
        try:
            if act is not None:
                battle.do(act)
                done[type(act).__name__] += 1
        except BrikDeskError:
            continue
    assert done["FireSf"] > 2
    assert done["AdjustLoad"] + done["SetLoad"] + done["Resupply"] > 2
