"""What a preview says and what the act then does are one thing: attacks and explosions of all kinds."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from brikdesk.acts.combat.aim import Aim, AttackPreview, Caught, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.momentum import BeginActivity
from brikdesk.acts.step_act import StepAct
from brikdesk.dice import Face
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.rules.brikwars.blast_bands import ArmorResult
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, State
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import minifig
from tests.acts.table import rows, told

Showing = Callable[[int], int]
"""What a die of so many sides shows."""

SHOWN: dict[str, Showing] = {
    "ones": lambda sides: 1,
    "low": lambda sides: 2,
    "middle": lambda sides: sides // 2 + 1,
    "high": lambda sides: sides,
}
MOST_DICE = 60
NO_ARM = ("Armor", "Melee Shield", "Cannon", "Launcher")
"""Kinds that do not attack, or only with a round of their own."""

MORE: dict[str, dict[str, Any]] = {"W-19": {"use": 3}}
BURNS = ("catches fire", "is on fire")
IN_THE_LOG = {"holds": ": nothing.", "suffers Something Bad": "Something Bad"}
"""What becomes of a target, as the log says it where that is in other words."""


def played_out(battle: Campaign, act: Any, shows: Showing) -> Any:
    """Return a step with all its dice and the first of all its choices."""
    for _ in range(MOST_DICE):
        seen = battle.reading(act.examine)
        if seen.owed:
            die = seen.dice[len(act.faces)]
            # A chain of highest faces ends with its first Bonus Die.
            face = shows(die.sides) if die.earned_by is None else 1
            act = replace(act, faces=(*act.faces, Face(face)))
        elif seen.open_choices:
            choice = seen.open_choices[0]
            picked = choice.options[0].value if choice.options else "somewhere"
            act = replace(act, choices={**act.choices, choice.id: str(picked)})
        else:
            return act
    raise AssertionError("its dice do not end")


def agrees(battle: Campaign, act: StepAct) -> tuple[Any, str]:
    """Check that the preview of a complete step says what its act does; give both."""
    seen: Any = battle.reading(act.examine)
    said = " ".join(line.text() for line in battle.try_out(act).lines)
    for victim in seen.victims:
        assert f"takes {victim.damage}." in said
        sum_up, *rest = victim.words.replace(" It ", f" {victim.name} ").split(". ")
        becomes, _, numbers = sum_up.rpartition(": ")
        # The preview begins with what becomes of it; the log tells the numbers first.
        for part in becomes.split(", "):
            assert IN_THE_LOG.get(part, part).lower() in said.lower(), (victim.words, said)
        assert numbers.strip(" .").replace(" against", " damage against") in said, (numbers, said)
        # The log has lines of their own for what the preview adds to the blow.
        for sentence in rest:
            assert sentence.strip(" .").lower() in said.lower(), (victim.words, said)
        assert any(each in said for each in BURNS) == any(each in victim.words for each in BURNS)
    return seen, said


@pytest.mark.thorough(but=22)
@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize(
    "preset", [key for key, each in WEAPON_PRESETS.items() if each.kind not in NO_ARM]
)
def test_an_attack_does_what_its_preview_says_and_what_its_odds_allow(
    battle: Campaign, preset: str, shown: str
) -> None:
    archer, foe = unit(battle, "Archer", 1), unit(battle, "Foe", 2)
    arm = weapon(battle, archer, preset=preset, **MORE.get(preset, {}))
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=3, free=9),), strikes=(Strike(weapon_id=arm, by_id=archer),)
    )
    before = look(battle, attack)
    assert before.refused_by == ""
    seen, said = agrees(battle, played_out(battle, attack, SHOWN[shown]))
    assert isinstance(seen, AttackPreview)
    assert before.asked is not None
    odds = attack_odds(before.asked)
    if any(shot.hit for shot in seen.shots):
        assert odds.any_hit > 0
    if odds.targets and seen.victims:
        chance = {
            ArmorResult.NOTHING: odds.targets[0].no_effect,
            ArmorResult.SOMETHING_BAD: odds.targets[0].something_bad,
            ArmorResult.BEATEN: odds.targets[0].beaten,
        }
        assert chance[seen.victims[0].result] > 0
        burns = any(each in said for each in BURNS)
        assert odds.targets[0].set_on_fire > 0 or not burns


@pytest.mark.thorough(but=14)
@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("kind", [*(each.name for each in ExplosiveDieKind), "SMOKE", "EXPOSURE"])
def test_an_explosion_says_what_its_dice_say(battle: Campaign, kind: str, shown: str) -> None:
    foe = unit(battle, "Foe", 2)
    count = 1 if kind == "PHASED" else 2
    makeup = Makeup() if kind == "EXP" else Makeup(exchanges={kind: count})
    battle.do(AddExplosive(name="Keg", explosive_size=2, makeup=makeup))
    keg = rows(battle, Explosive)[-1].id or 0
    act = Detonate(explosive_id=keg, caught=(Caught(unit_id=foe, distance=1),))
    seen, said = agrees(battle, played_out(battle, act, SHOWN[shown]))
    thrown = [die for die in seen.dice if die.earned_by is None and not die.armor]
    assert ("Critical Failure" in said) == (bool(thrown) and shown == "ones")


@pytest.mark.rule("4.2-18")
def test_what_only_a_benny_saves_says_so(battle: Campaign) -> None:
    archer, foe = unit(battle, "Archer", 1), unit(battle, "Foe", 2)
    bow = weapon(battle, archer, preset="W-05", use=8)
    shot = Attack(
        aims=(Aim(unit_id=foe, distance=3),), strikes=(Strike(weapon_id=bow, by_id=archer),)
    )
    assert look(battle, shot).legend[0] == (
        "8 or more",
        "hits (Use 8), by the die of a Benny alone",
    )
    lines = done(battle, shot, 6, 5, 2, benny_0="action")
    assert "Needed 8 or more on a d6: 0 %, with a Benny 13.9 %." in lines[0]


@pytest.mark.rule("4.3-19")
def test_who_bails_drops_a_thing_and_not_its_carrying(battle: Campaign) -> None:
    gus = minifig(battle)
    battle.do(BeginActivity(unit_id=gus, activity="carry_heavy"))
    burden = rows(battle, State)[-1].id or 0
    lines = told(battle, Bail(unit_id=gus, drops_id=burden, faces=(Face(4),)))
    assert "It drops a heavy object first." in lines[0]
