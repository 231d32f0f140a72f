"""What an attack begins with: the weapon and the hand that a referee would name."""

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.gunnery import AddControl, ManControl
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.act import act_from_data
from brikdesk.store.tables import StateKind, UnitKind
from brikdesk.store.views.armory import controls, weapons
from brikdesk.store.views.units import units
from tests.ui.attack.attack_scene import PRIYA, Table
from tests.ui.attack.panel_scene import K as Key
from tests.ui.attack.panel_scene import Make, begin, press, typed
from ui.models.attack import picks
from ui.panels.attack.panel import way_out

pytestmark = pytest.mark.thorough(every=2)


def proposed(make: Make, table: Table, who: str) -> tuple[str, int | None]:
    """Return the weapon and who uses it, of an attack that begins with a unit."""
    panel = make()
    begin(panel, table.units[who])
    strike = panel.controller.draft.strike
    return panel.controller.table.weapons[strike.weapon_id or 0].name, strike.by_id


@pytest.mark.rule("5.2-06")
def test_who_stands_at_an_enemy_strikes_and_throws_nothing(make: Make, table: Table) -> None:
    rosa = table.units["Rifle Rosa"]
    table.campaign.do(AddWeapon(unit_id=rosa, kind="Melee Weapon", name="Saber", size=1))
    assert proposed(make, table, "Rifle Rosa") == ("Short-Ranged Weapon", rosa)
    table.campaign.do(EditUnit(unit_id=table.units["Sister Underfoot"], x=7.4, y=2))
    assert proposed(make, table, "Rifle Rosa") == ("Saber", rosa)


@pytest.mark.rule("5.2-06")
def test_who_is_engaged_strikes_though_the_map_has_the_enemy_out_of_reach(
    make: Make, table: Table
) -> None:
    rosa, sister = table.units["Rifle Rosa"], table.units["Sister Underfoot"]
    table.campaign.do(AddWeapon(unit_id=rosa, kind="Melee Weapon", name="Saber", size=1))
    fight = {"act": "SetState", "kind": "Engaged in Close Combat", "unit_id": rosa}
    table.campaign.do(act_from_data({**fight, "with_id": sister}))
    assert proposed(make, table, "Rifle Rosa") == ("Saber", rosa)


@pytest.mark.rule("8.5-11")
def test_a_gunner_fires_before_the_driver(make: Make, table: Table) -> None:
    do, keys = table.campaign.do, table.units
    gunner, rosa = keys["Sgt. Flatplate"], keys["Rifle Rosa"]
    (seat,) = [row.id for row in table.campaign.read(controls) if row.unit == "Nephew"]
    do(EditUnit(unit_id=rosa, x=4, y=9))
    do(ManControl(control_id=seat, unit_id=rosa))
    do(AddControl(weapon_id=table.guns["Nephew"], place="gunner's seat"))
    second = max(row.id for row in table.campaign.read(controls))
    do(ManControl(control_id=second, unit_id=gunner))
    assert proposed(make, table, "Nephew") == ("Cannon", gunner)


@pytest.mark.rule("8.5-03")
def test_who_is_asked_for_a_gun_that_another_one_mans_can_be_seated_there(
    make: Make, table: Table
) -> None:
    """A Gunner is asked, and the gun is the driver's: it is said who fires, and one key changes it."""
    do, keys = table.campaign.do, table.units
    gunner, rosa = keys["Sgt. Flatplate"], keys["Rifle Rosa"]
    (seat,) = [row.id for row in table.campaign.read(controls) if row.unit == "Nephew"]
    do(EditUnit(unit_id=rosa, x=4, y=9))
    do(ManControl(control_id=seat, unit_id=gunner))
    do(AddWeapon(unit_id=keys["Nephew"], kind="Cannon", name="Popgun", size=1))
    popgun = max(row.id for row in table.campaign.read(weapons))
    do(AddControl(weapon_id=popgun, place="driver's seat"))
    cockpit = max(row.id for row in table.campaign.read(controls))
    do(ManControl(control_id=cockpit, unit_id=rosa))
    do(SpendAction(unit_id=rosa))
    panel = make()
    begin(panel, gunner)
    controller = panel.controller
    rows = picks.weapons(controller.table, controller.draft)
    assert len({row.value for row in rows}) == len(rows)
    assert not [row.words for row in rows if "of them" in row.detail]
    (row,) = [row for row in rows if row.value == popgun]
    assert "manned by Rifle Rosa (Action spent)" in row.detail
    controller.attack_with(popgun)
    assert controller.draft.strike.by_id == rosa
    assert way_out(controller) == (
        "ManControl", "Seat Sgt. Flatplate", {"control_id": cockpit, "unit_id": gunner}
    )  # fmt: skip
    assert panel.foot.mend.isVisibleTo(panel.foot)
    controller.desk.do(ManControl(control_id=cockpit, unit_id=gunner))
    assert controller.draft.strike == Strike(weapon_id=popgun, by_id=gunner)


@pytest.mark.rule("8.4-59")
def test_what_is_held_to_strike_can_be_thrown_by_its_word(make: Make, table: Table) -> None:
    rosa = table.units["Rifle Rosa"]
    table.campaign.do(AddWeapon(unit_id=rosa, kind="Melee Weapon", name="Spear", size=1))
    panel = make()
    begin(panel, rosa)
    press(Key.Key_W)
    typed("throw")
    press(Key.Key_Return)
    strike = panel.controller.draft.strike
    assert panel.controller.table.weapons[strike.weapon_id or 0].name == "Spear"
    assert (strike.mode, strike.by_id) == (Mode.THROW, rosa)
    assert panel.aim.weapon.words[0] == "Spear"


def test_grenades_that_are_alike_are_one_row(make: Make, table: Table) -> None:
    rosa = table.units["Rifle Rosa"]
    for _ in range(3):
        table.campaign.do(AddWeapon(unit_id=rosa, kind="Explosive", name="Grenade", size=1))
    table.campaign.do(AddWeapon(unit_id=rosa, kind="Explosive", name="Grenade", size=2))
    panel = make()
    begin(panel, rosa)
    rows = picks.weapons(panel.controller.table, panel.controller.draft)
    found = [row.detail for row in rows if row.words == "Grenade"]
    assert [words.startswith("3 of them, ") for words in found] == [True, False]


@pytest.mark.rule("5.2-24")
def test_a_grab_with_full_hands_offers_to_put_something_away(make: Make, table: Table) -> None:
    rosa, do = table.units["Rifle Rosa"], table.campaign.do
    do(AddWeapon(unit_id=rosa, kind="Melee Weapon", name="Saber", size=1))
    do(EditUnit(unit_id=table.units["Sister Underfoot"], x=7.4, y=2))
    panel = make()
    begin(panel, rosa)
    grab = Strike(by_id=rosa, mode=Mode.GRAB, name="Grab")
    panel.controller.change(panel.controller.draft.with_weapon(grab))
    assert panel.controller.refusing == "5.2-24"
    form, words, answers = way_out(panel.controller) or ("", "", {})
    assert (form, words) == ("PutAway", "Put something away")
    bearers = {row.id: row.unit for row in table.campaign.read(weapons)}
    assert bearers[answers["weapon_id"]] == "Rifle Rosa"
    panel.controller.desk.do(act_from_data({"act": form, **answers}))
    assert panel.controller.refusing == ""


def test_nobody_swings_the_club_of_a_creature_beside_him(make: Make, table: Table) -> None:
    troll = {"kind": UnitKind.CREATURE.value, "size": 2, "action_die": 6}
    table.campaign.do(AddUnit(name="Troll", player_id=PRIYA, x=7.5, y=2, **troll))
    made = max(row.id for row in table.campaign.read(units))
    table.campaign.do(AddWeapon(unit_id=made, kind="Melee Weapon", name="Club", size=2))
    panel = make()
    begin(panel, table.units["Rifle Rosa"])
    offered = [row.words for row in picks.weapons(panel.controller.table, panel.controller.draft)]
    assert offered
    assert not any("Club" in each for each in offered)


@pytest.mark.rule("5.3-04", "5.2-15")
def test_who_is_engaged_and_would_shoot_is_offered_to_disengage(make: Make, table: Table) -> None:
    rosa, foe = table.units["Rifle Rosa"], table.units["Sister Underfoot"]
    table.campaign.do(EditUnit(unit_id=foe, x=7.4, y=2))
    table.campaign.do(SetState(unit_id=rosa, kind=StateKind.ENGAGED, with_id=foe))
    panel = make()
    begin(panel, rosa)
    controller = panel.controller
    (gun,) = (arm for arm in controller.table.call.arms if arm.unit_id == rosa)
    controller.attack_with(gun.id)
    controller.attack_at(Aim(unit_id=table.units["Squire Tile"]))
    assert controller.refusing in ("5.3-04", "5.2-15")
    assert way_out(controller) == ("Disengage", "Disengage", {"unit_id": rosa})
