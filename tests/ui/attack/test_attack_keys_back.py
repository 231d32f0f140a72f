"""Where the keys go in the Attack tab when a list or field goes, and what then stands there."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Aim, Extra, Mode, Parry, Strike, To
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.acts.weapons.loading import Reload
from brikdesk.store.act import act_from_data
from brikdesk.store.views.armory import controls, weapons
from brikdesk.turns import ledger
from tests.ui.attack.attack_scene import PRIYA, Table
from tests.ui.window_scene import focus, press, settle, typed
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key


def shown_fields(panel: AttackPanel) -> list[str]:
    """Return the names of the fields that show."""
    return [name for name in panel.aim.details.boxes if panel.aim.details.asks(name)]


def grab(panel: AttackPanel, table: Table, parries: tuple[Parry, ...] = ()) -> None:
    strike = Strike(by_id=table.units["Rifle Rosa"], mode=Mode.GRAB, name="Grab")
    aims = (Aim(unit_id=table.units["Squire Tile"]),)
    panel.controller.take_up(Attack(strikes=(strike,), aims=aims, parries=parries))
    settle()


def far_away(panel: AttackPanel, table: Table) -> None:
    """Put Rifle Rosa where nobody is in her Range."""
    panel.controller.desk.do(EditUnit(unit_id=table.units["Rifle Rosa"], x=4, y=90))


def test_esc_in_a_list_gives_the_keys_back_and_enter_asks_again(
    panel: AttackPanel, table: Table
) -> None:
    far_away(panel, table)
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    assert panel.aim.picks.purpose == "target", "from there nobody is in Range"
    press(K.Key_Escape)
    assert panel.aim.picks.isHidden()
    assert panel.focus.ringed
    assert panel.controller.phase is AttackPhase.AIM, "what is filled in stays"
    press(K.Key_Return)
    assert panel.aim.picks.purpose == "target"
    press(K.Key_Escape)
    press(K.Key_Escape)
    assert not panel.empty.isHidden(), "nothing is left of it"


def test_no_field_of_a_target_shows_before_there_is_one(panel: AttackPanel, table: Table) -> None:
    far_away(panel, table)
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    assert shown_fields(panel) == []


def test_enter_in_a_field_goes_on_to_the_dice_themselves(
    panel: AttackPanel, table: Table, qtbot: QtBot
) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    press(K.Key_D)
    assert focus() is panel.aim.details.answers["distance"].box
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DICE
    assert panel.roll.dice.isAncestorOf(focus())


def test_a_grab_shows_no_figures_of_the_weapon_before(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    press(K.Key_D)
    assert "range" in shown_fields(panel)
    grab(panel, table)
    assert shown_fields(panel) == [], "the cards say it all"
    assert panel.aim.target.words[1] == "Minifig", "how far it walks first says nothing"
    panel.aim.toggle_details()
    assert not {"use", "range", "damage", "power", "name"} & set(shown_fields(panel))
    assert "mode" in shown_fields(panel)


def test_an_automatic_hit_is_said_once_and_nothing_would_change_it(
    panel: AttackPanel, table: Table
) -> None:
    grab(panel, table)
    assert panel.roll.needed.text() == "Automatic Hit"
    assert panel.roll.total.isHidden()
    assert panel.roll.results.words() == []
    assert panel.roll.more.isHidden()


def test_a_parry_says_what_it_needs_and_takes_a_modifier_of_the_referee(
    panel: AttackPanel, table: Table
) -> None:
    grab(panel, table, (Parry(unit_id=table.units["Squire Tile"]),))
    line = panel.controller.preview.parries[0]
    assert panel.roll.results.words() == [f"Squire Tile, {line.name}: parries on {line.needed}+"]
    press(K.Key_M)
    press(K.Key_End)
    press(K.Key_Space)
    assert panel.aim.other.to.value() is To.PARRY, "nothing else is rolled"
    typed("-3")
    press(K.Key_Tab)
    typed("wet floor")
    press(K.Key_Return)
    assert panel.controller.draft.extras == (Extra(reason="wet floor", value=-3, parry=True),)
    assert panel.controller.preview.parries[0].needed == 3
    row = panel.aim.modifiers.rows.rows[-2]
    assert (row.reason, row.points, row.where) == ("wet floor", "−3", "Parry")


def test_what_is_changed_is_chosen_by_keys(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    for key in (K.Key_M, K.Key_End, K.Key_Space):
        press(key)
    typed("-1")
    press(K.Key_Tab)
    typed("fog")
    press(K.Key_Tab)
    press(K.Key_Down)
    assert panel.aim.other.to.value() is To.DAMAGE
    press(K.Key_Return)
    assert panel.controller.draft.extras == (Extra(reason="fog", value=-1, damage=True),)


def test_another_attack_shows_nothing_of_the_one_before(panel: AttackPanel, table: Table) -> None:
    chair = Strike(by_id=table.units["Rifle Rosa"], name="Chair", use=6, range=5.0, damage="1d10")
    aims = (Aim(unit_id=table.units["Sister Underfoot"], distance=3.0),)
    panel.controller.take_up(Attack(strikes=(chair,), aims=aims))
    first = panel.controller.preview
    spoon = Strike(by_id=table.units["Rifle Rosa"], name="Spoon", use=2, range=5.0, damage="1d4")
    panel.controller.take_up(Attack(strikes=(spoon,), aims=aims))
    second = panel.controller.preview
    assert (first.shots[0].use, first.damage) == (6, "1d10")
    assert (second.shots[0].use, second.damage) == (2, "1d4")


def test_the_line_of_a_folded_roll_begins_with_its_number(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    press(K.Key_Return)
    press(K.Key_2)
    assert panel.roll.summary().startswith("2 against Use ")


def test_esc_in_a_field_leaves_it_and_keeps_the_attack(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    press(K.Key_D)
    typed("4")
    press(K.Key_Escape)
    assert panel.controller.phase is AttackPhase.AIM
    assert panel.focus.ringed
    assert not panel.aim.details.is_open
    assert shown_fields(panel) == ["distance"], "what is unusual stays in sight"
    aim = panel.controller.draft.aim
    assert aim is not None
    assert aim.distance == 4


def test_details_show_only_what_can_matter(panel: AttackPanel, table: Table) -> None:
    units, controller = table.units, panel.controller
    controller.begin_with(units["Rifle Rosa"])
    controller.attack_at(Aim(unit_id=units["Squire Tile"]))
    panel.aim.details.open(True)
    at_a_minifig = set(shown_fields(panel))
    assert {"distance", "sections", "part", "mode", "range", "blind"} <= at_a_minifig
    # No barrel, no second shot, no blow, no joint, and nothing that follows from another answer.
    never = {"power", "combine", "counterstrike", "charge", "joint", "component", "part_name"}
    assert not at_a_minifig & (never | {"same_action", "count", "spans"})
    assert [words for words in ways(panel) if words in ("Burst", "Firing Arc", "Grab")] == []
    controller.attack_at(Aim(unit_id=units["Second Opinion"], component=True))
    assert {"joint", "component", "part_name", "inches"} <= set(shown_fields(panel))
    controller.begin_with(units["Nephew"])
    controller.attack_at(Aim(unit_id=units["Squire Tile"]))
    panel.aim.details.open(True)
    assert "power" in shown_fields(panel)
    assert ways(panel) == ["Single shot"], "a Cannon is neither thrown nor swung"
    controller.begin_with(units["Squire Tile"])
    controller.attack_at(Aim(unit_id=units["Gunner Nubs"]))
    panel.aim.details.open(True)
    assert "counterstrike" in shown_fields(panel), "it is not his turn"
    assert not {"blind", "track_misses", "distance"} & set(shown_fields(panel))


def ways(panel: AttackPanel) -> list[str]:
    """Return the ways of using the weapon that are offered."""
    box = panel.aim.details.answers["mode"].box  # type: ignore[attr-defined]
    return [box.itemText(k) for k in range(box.count())]


def test_another_who_fires_keeps_gun_and_measures(panel: AttackPanel, table: Table) -> None:
    units, controller = table.units, panel.controller
    controller.begin_with(units["Nephew"])
    controller.attack_at(Aim(unit_id=units["Second Opinion"], distance=13))
    gun = controller.draft.strike.weapon_id
    assert controller.draft.strike.by_id == units["Sgt. Flatplate"]
    controller.attack_by(units["Gunner Nubs"])
    strike, aim = controller.draft.strike, controller.draft.aim
    assert (strike.by_id, strike.weapon_id) == (units["Gunner Nubs"], gun)
    assert aim is not None
    assert aim.distance == 13
    # Who stands elsewhere, or on another side, takes what he has.
    for name in ("Rifle Rosa", "Squire Tile"):
        controller.attack_by(units[name])
        assert controller.draft.strike.weapon_id != gun


def test_an_attack_given_up_with_its_dice_comes_back_by_one_key(
    panel: AttackPanel, table: Table
) -> None:
    left: list[bool] = []
    panel.keys._hub.attack_left.connect(lambda: left.append(True))
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_Return)
    typed("4")
    faces = panel.roll.dice.faces()
    press(K.Key_Escape)
    press(K.Key_Escape)
    assert panel.controller.phase is AttackPhase.NOTHING
    assert not left, "it is not left yet: one key brings it back"
    assert ("Backspace", "bring the attack back") in panel.keys.names()
    press(K.Key_Backspace)
    assert panel.controller.phase is AttackPhase.DICE
    assert panel.roll.dice.faces() == faces
    for _ in range(3):
        press(K.Key_Escape)
    assert left, "the third Esc leaves"


def test_an_attack_that_is_done_is_left_by_one_esc(panel: AttackPanel, table: Table) -> None:
    left: list[bool] = []
    panel.keys._hub.attack_left.connect(lambda: left.append(True))
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_Return)
    typed("1")
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE
    press(K.Key_Escape)
    assert left
    assert not panel.controller.given_up


def test_what_was_done_since_takes_the_place_of_what_was_given_up(
    panel: AttackPanel, table: Table
) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_Return)
    typed("4")
    press(K.Key_Escape)
    press(K.Key_Escape)
    far_away(panel, table)
    settle()
    assert not panel.controller.given_up
    press(K.Key_Backspace)
    assert panel.controller.phase is AttackPhase.NOTHING


def test_an_empty_gun_is_loaded_from_its_attack(panel: AttackPanel, table: Table) -> None:
    asked: list[tuple[str, object]] = []
    panel.keys._hub.form_asked.connect(lambda name, values: asked.append((name, values)))
    campaign, nubs = panel.controller.desk, table.units["Gunner Nubs"]
    shells = ({"name": "Shell", "explosive_size": 3, "count": 4},)
    act = act_from_data({
        "act": "AddUnit", "player_id": PRIYA, "name": "Niece", "kind": "structure", "size": 3, "x": 6,
        "y": 14, "weapons": ({"kind": "Cannon", "size": 3, "name": "Cannon"},),
        "racks": ({"name": "Crate", "rounds": shells},),
    })  # fmt: skip
    campaign.do(act)
    gun = next(row for row in campaign.read(weapons) if row.unit == "Niece").id
    point = next(row for row in campaign.read(controls) if row.unit == "Niece")
    campaign.do(ManControl(control_id=point.id, unit_id=nubs))
    shot = Attack(
        strikes=(Strike(by_id=nubs, weapon_id=gun),),
        aims=(Aim(unit_id=table.units["Second Opinion"]),),
    )
    panel.controller.take_up(shot)
    settle()
    assert ("L", "reload") in panel.keys.names()
    press(K.Key_L)
    assert asked == [("Reload", {"weapon_id": gun})]
    source = campaign.read(ledger.ammo)[-1].round_id
    campaign.do(Reload(weapon_id=gun, round_id=source, by_unit_id=nubs))
    settle()
    assert panel.keys.names()[0] != ("L", "reload")
