"""Dice on top of an Explosive Size are of one damage type with its exchanged dice."""

from itertools import product

import pytest
from msgspec.structs import replace

from brikdesk.dice import DiceRules, Pool
from brikdesk.odds import spread
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.odds.attacks import AttackAsked, BlastTarget
from brikdesk.rules.brikwars.blast_bands import blast_asked
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind as Kind
from tests.dice.attacks_thrown_out import thrown_out
from tests.usual import USUAL_BRIKWARS

CUT = 1
CASES = (
    ((Kind.FIRE,), ((4, "Fire"),)),
    ((Kind.FIRE, Kind.FIRE), ((4, "Fire"),)),
    ((Kind.FIRE, Kind.FIRE), ((4, "Fire"), (4, "Fire"), (6, ""))),
    ((Kind.FIRE, Kind.PIERCE), ((4, "Fire"),)),
    ((Kind.FIRE, Kind.EXP), ((4, "Fire"), (10, "Exp"))),
)
SWITCHES = (
    {},
    {"highest_by": "face_plus_bonus"},
    {"bw_deflection_pick": "lowest"},
    {"bw_deflection_keeps_bonus": False, "explosion_crit_damage": "as_rolled"},
)
HOUSES = (DiceRules(), DiceRules(crit_fail_multi="any_one"))


@pytest.mark.thorough(but=10)
@pytest.mark.rule("8.4-29", "8.4-36", "Q8-51", "Q8-55", "OF-24")
@pytest.mark.parametrize(("kinds", "added"), CASES)
@pytest.mark.parametrize("switches", SWITCHES)
@pytest.mark.parametrize("house", HOUSES)
def test_deflection_takes_fire_on_top_and_exchanged_fire_as_one_type(
    monkeypatch: pytest.MonkeyPatch,
    kinds: tuple[Kind, ...],
    added: tuple[tuple[int, str], ...],
    switches: dict[str, object],
    house: DiceRules,
) -> None:
    monkeypatch.setattr(spread, "LONGEST_CHAIN", CUT)
    targets = [
        BlastTarget(f"{band}, {layers}", band, -1, Pool((), 4), layers)
        for band, layers in product(range(len(kinds)), (1, 2))
    ]
    asked = AttackAsked(
        (),
        (),
        (blast_asked(-1, kinds, added, 1, targets, house=replace(USUAL_BRIKWARS, **switches)),),
    )
    counted, *_ = thrown_out(asked, house, CUT, switches)
    for found, long in zip(attack_odds(asked, house=house).targets, counted, strict=True):
        _, nothing, bad, beaten, mean = long
        assert found.expected_damage == pytest.approx(mean, abs=1e-9), found.name
        assert found.no_effect == pytest.approx(nothing, abs=1e-9), found.name
        assert found.something_bad == pytest.approx(bad, abs=1e-9), found.name
        assert found.beaten == pytest.approx(beaten, abs=1e-9), found.name
