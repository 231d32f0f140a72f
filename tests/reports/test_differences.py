"""How one moment differs from another: what a trial came to, in words."""

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.power import UsePower
from brikdesk.acts.units.roster import AddUnit
from brikdesk.reports.standing import differences, standing
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.units import units


def told(battle: Campaign, *acts: object) -> list[str]:
    """Return the differences that these acts make, as they are read: under each heading its lines."""
    before = battle.reading(standing)
    for act in acts:
        battle.do(act)  # type: ignore[arg-type]
    found = differences(before, battle.reading(standing))
    return [f"{each.heading}: {row.name}, {row.value}" for each in found for row in each.rows]


def test_who_moves_dies_or_comes_is_told_once(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    for name in ("Ada", "Bea"):
        battle.do(AddUnit(name=name, player_id=1, x=5, y=5 if name == "Ada" else 9))
    assert told(battle) == []
    assert told(battle, MoveUnit(unit_id=1, x=8, y=5)) == ['Moved: Ada, 3" away']
    assert told(battle, Kill(unit_id=2, why="A tile")) == ["Units changed: Bea, destroyed"]
    assert told(battle, AddUnit(name="Cat", player_id=1)) == ["Units changed: Cat, new"]


def test_what_begins_and_what_is_over_is_told(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    battle.do(AddUnit(name="Hut", player_id=1, kind="Structure", size=3, x=5, y=5))
    lit = told(battle, Ignite(unit_id=1, inches=2))
    assert any(line.startswith("Under way: Fire on Hut, 2") for line in lit), lit
    before = battle.reading(standing)
    battle.undo()
    found = differences(before, battle.reading(standing))
    words = [f"{row.name}, {row.value}" for each in found for row in each.rows]
    assert "Fire on Hut, no longer" in words


def test_power_that_is_used_is_told_with_what_is_left(battle: Campaign) -> None:
    battle.do(AddUnit(name="Rig", player_id=1, kind="Vehicle", size=3))
    limit = battle.read(units)[0].power_limit
    spent = told(battle, UsePower(unit_id=1, inches=1))
    assert spent == [f'Power of this turn: Rig, {limit - 1}" of {limit}" left']
