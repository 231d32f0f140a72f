"""All that refuses an act is told at once; each rule is overruled by its name, and stands in the log."""

import ast
from pathlib import Path

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fields.scouts_and_marks import MarkTarget
from brikdesk.acts.units.states import SetState
from brikdesk.errors import Refused
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Mark, StateKind
from brikdesk.store.views.log import log
from tests.acts.attack_scene import look, unit, weapon
from tests.acts.hazards import ANN, BEN, minifig
from tests.acts.table import rows

RULES = Path("brikdesk/rules")


def refusals(battle: Campaign, act: Act) -> list[tuple[str, str]]:
    """Return what refuses an act: the rules and their sentences."""
    with pytest.raises(Refused) as refused:
        battle.do(act)
    return [(each.rule, each.sentence) for each in refused.value.refusals]


def mark_from_afar(battle: Campaign) -> MarkTarget:
    """Return a Mark at 26 inches by a Scout without a Tool."""
    scout = minifig(battle, "Scout", specialties=["tracking"])
    foe = minifig(battle, "Foe", BEN)
    return MarkTarget(scout_id=scout, target_id=foe, distance=26)


@pytest.mark.rule("F.3-01", "F.3-08")
def test_a_mark_tells_the_tool_and_the_distance_and_one_overruled_leaves_the_other(
    battle: Campaign,
) -> None:
    mark = mark_from_afar(battle)
    both = refusals(battle, mark)
    assert both == [
        ("F.3-01", "Scout: the Scout uses no optical Tool."),
        ("F.3-08", 'Scout: the target is 26" away, a Mark reaches 8".'),
    ]
    assert refusals(battle, overruling(mark, "F.3-01")) == both[1:]
    assert refusals(battle, overruling(mark, "F.3-08")) == both[:1]
    assert rows(battle, Mark) == []


@pytest.mark.rule("F.3-01", "F.3-08")
def test_an_overruled_act_says_in_the_log_what_each_rule_was(battle: Campaign) -> None:
    mark = mark_from_afar(battle)
    done = battle.do(overruling(mark, "F.3-01", "F.3-08", "8.4-47"))
    ruled = [line for line in done.lines if line.kind is Kind.RULING]
    assert [line.text() for line in ruled] == [
        "Overruled. Scout: the Scout uses no optical Tool. F.3-01",
        'Overruled. Scout: the target is 26" away, a Mark reaches 8". F.3-08',
    ]
    logged = [each.line.text() for each in battle.read(log)]
    assert set(logged) >= {line.text() for line in ruled}
    battle.undo()
    assert rows(battle, Mark) == []
    battle.redo()
    assert len(rows(battle, Mark)) == 1


@pytest.mark.rule("4.1-27", "5.4-12", "5.4-03")
def test_an_attack_shows_all_that_refuses_it_before_a_die_is_thrown(battle: Campaign) -> None:
    archer, foe = unit(battle, "Archer", BEN), unit(battle, "Foe", ANN)
    sword = weapon(battle, archer, preset="W-01")
    battle.do(SetState(unit_id=archer, kind=StateKind.DISRUPTED))
    charge = Attack(
        aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=sword, by_id=archer),), charge=True
    )
    seen = look(battle, charge)
    shown = [seen.refused_by, *(each.rule for each in seen.refused_too)]
    assert {"4.1-27", "5.4-12", "5.4-03", "5.4-15"} <= set(shown)
    left = overruling(charge, *shown)
    assert look(battle, left).refused_by == ""


ONE_AFTER_THE_OTHER = {
    "may_spread": "an arc and a burst are two questions",
    "may_disengage": "who is engaged with nobody has nothing to leave",
    "may_act": "of the dead nothing else is asked",
    "may_join": "one sentence for the own turn, one for that of others",
    "may_do_else": "one sentence for the own turn, one for that of others",
    "may_parry_with": "one sentence for Bare Hands, one for objects",
    "spot_chooser": "it says who is asked, and refuses nothing",
    "may_steer": "no projectile follows, or this one does not",
    "may_launch": "of an empty loading area nothing else is asked",
    "may_chamber": "of a round that is not there nothing else is asked",
    "homing_lost": "it says why homing ends, and refuses nothing",
    "handling": "of a weapon too large for these hands nothing else is asked",
    "_too_much": "one sentence for each reason why the same Power is short",
    "may_emplace": "of what is not emplaced nobody asks where",
    "may_serve": "of who is not in the crew nobody asks what he does there",
    "may_fire": "of what is not there nobody asks how much of it was fired",
    "may_reach": "too near or too far",
    "may_assist": "without the option, or without a loader, nothing else is asked",
    "objections": "it collects",
    "check_hazard_dice": "a refusal and a warning, in fields of their own",
}
"""Rules whose refusals exclude each other, by the reason."""


def test_a_rule_that_refuses_for_several_reasons_returns_all_of_them() -> None:
    several = {
        function.name
        for file in sorted(RULES.rglob("*.py"))
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef) and _returns_of_no(function) > 1
    }
    assert several - set(ONE_AFTER_THE_OTHER) == set()


def _returns_of_no(function: ast.FunctionDef) -> int:
    """Count the returns of a function that hold a refusal of their own, or several at once."""
    return sum(
        any(
            isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("No", "first")
            for call in ast.walk(given)
        )
        for given in ast.walk(function)
        if isinstance(given, ast.Return)
    )
