"""Equally high Explosive dice of different kinds: the attacker says which leaves, each time."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Detonate, Launch
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.step_act import StepAct
from brikdesk.dice import Face
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive
from brikdesk.turns.steps import Preview
from tests.acts.attack_scene import unit, weapon
from tests.acts.hazards import ANN, BEN, look, minifig, to_turn
from tests.acts.table import bad, rows, told

MIXED = Makeup(exchanges={"FIRE": 1, "PIERCE": 1})
FACES = (3, 3, 3, 3)
"""Fire, Pierce, Exp, Exp: all as high as each other."""

FIRE, PIERCE, EXP = "0", "1", "2"


def bomb(campaign: Campaign, **facts: object) -> int:
    usual: dict[str, object] = {
        "name": "Bomb", "explosive_size": 4, "makeup": MIXED, "player_id": BEN,
        "stability": Stability.UNSTABLE,
    }  # fmt: skip
    campaign.do(AddExplosive(**{**usual, **facts}))  # type: ignore[arg-type]
    return rows(campaign, Explosive)[-1].id or 0


def going_off(campaign: Campaign) -> StepAct:
    return Detonate(explosive_id=bomb(campaign))


def landing(campaign: Campaign) -> StepAct:
    foe = minifig(campaign, "Foe", ANN)
    campaign.do(
        Launch(
            name="Rocket", explosive_size=4, makeup=MIXED, distance=20, target="Foe",
            target_id=foe, use=2, action_die=6,
        )
    )  # fmt: skip
    to_turn(campaign, ANN, 2)
    return Land(projectile_id=1, faces=(Face(5),))


def poke(campaign: Campaign) -> StepAct:
    bearer = unit(campaign, "Poker", 1)
    strike = Strike(weapon_id=weapon(campaign, bearer, preset="W-01"), by_id=bearer)
    aims = (Aim(explosive_id=bomb(campaign)),)
    return Attack(aims=aims, strikes=(strike,), faces=(Face(5), Face(3)))


def rolled(act: StepAct, *values: int, **choices: str) -> StepAct:
    """Lay the Damage dice behind those that lie there already; `tie_0` is tie-0, `tie_02` tie-0.2."""
    named = {f"tie-0.{name[5]}" if name[5:] else "tie-0": at for name, at in choices.items()}
    return replace(act, faces=(*act.faces, *(Face(value) for value in values)), choices=named)


def bands(seen: Preview) -> list[tuple[int, int]]:
    return [(band.damage, band.knockback) for band in seen.bands]


@pytest.mark.rule("8.4-42", "Q8-48")
@pytest.mark.parametrize("scene", [going_off, landing, poke])
def test_every_tie_between_kinds_is_asked_in_every_explosion(battle: Campaign, scene) -> None:  # type: ignore[no-untyped-def]
    act = scene(battle)
    first = look(battle, rolled(act, *FACES)).open_choices
    assert [choice.id for choice in first] == ["tie-0"]
    assert [each.name for each in first[0].options] == ["Fire first", "Pierce first", "Exp first"]
    second = look(battle, rolled(act, *FACES, tie_0=EXP)).open_choices
    assert [(each.id, len(each.options)) for each in second] == [("tie-0.2", 3)]
    third = look(battle, rolled(act, *FACES, tie_0=EXP, tie_02=PIERCE)).open_choices
    assert [[each.name for each in choice.options] for choice in third] == [
        ["Fire next", "Exp next"]
    ]
    whole = look(battle, rolled(act, *FACES, tie_0=EXP, tie_02=PIERCE, tie_03=EXP))
    assert bands(whole) == [(12, 2), (9, 1), (6, 1), (3, 0)]
    other = look(battle, rolled(act, *FACES, tie_0=FIRE, tie_02=PIERCE))
    assert other.complete
    assert bands(other) == [(12, 2), (9, 2), (6, 2), (3, 1)]


@pytest.mark.rule("8.4-42")
def test_of_two_equal_dice_of_the_chosen_kind_one_leaves_first(battle: Campaign) -> None:
    two = bomb(battle, explosive_size=3, makeup=Makeup(exchanges={"FIRE": 1}))
    act = Detonate(explosive_id=two)
    exp = look(battle, rolled(act, 2, 2, 2)).choices[0].options[-1]
    assert exp.name == "Exp first"
    assert "which 2 leaves next" in bad(battle, rolled(act, 2, 2, 2, tie_0=exp.value))
    seen = look(battle, rolled(act, 2, 2, 2, tie_0=exp.value, tie_02=exp.value))
    assert bands(seen) == [(6, 2), (4, 1), (2, 0)]
    lines = told(battle, rolled(act, 2, 2, 2, tie_0=exp.value, tie_02="0"))
    assert [line.split(":")[0] for line in lines[1:]] == ['0–2"', '2–4"', '4–6"']
    assert '4–6": [2] 2 damage, 1" KnockBack.' in lines[3]


@pytest.mark.rule("8.4-42", "Q8-43")
def test_nobody_is_asked_about_dice_that_do_nothing(battle: Campaign) -> None:
    two = bomb(battle, explosive_size=2, makeup=Makeup(exchanges={"FIRE": 1}))
    assert look(battle, rolled(Detonate(explosive_id=two), 1, 1)).choices == ()


@pytest.mark.rule("8.4-42", "8.4-41")
def test_dice_of_one_kind_or_of_unequal_height_are_no_tie(battle: Campaign) -> None:
    two = bomb(battle, explosive_size=2, makeup=Makeup(exchanges={"FIRE": 1}))
    assert look(battle, rolled(Detonate(explosive_id=two), 2, 3)).choices == ()
    plain = bomb(battle, explosive_size=2, makeup=Makeup())
    assert look(battle, rolled(Detonate(explosive_id=plain), 4, 4)).choices == ()
