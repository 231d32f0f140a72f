import pytest
from msgspec.structs import replace
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.combat.aim import Aim, Extra, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.views.armory import controls
from brikdesk.store.views.log import log, undo_state
from brikdesk.store.views.units import unit, units
from tests.ui.attack.attack_scene import Table
from tests.ui.attack.panel_scene import K, Make, begin, counted, press, said, tally, typed
from tests.ui.window_scene import settle
from ui.models.attack import picks
from ui.models.attack.draft import AttackDraft, AttackPhase
from ui.models.attack.picks import ModifierRowsModel, modifier_rows
from ui.models.picks import PickRow, PickRowsModel
from ui.panels.attack.panel import AttackPanel

pytestmark = pytest.mark.thorough(every=2)


def test_an_attack_of_the_gun_has_crew_weapon_and_distance_filled_in(
    make: Make, table: Table
) -> None:
    panel = make()
    begin(panel, table.units["Nephew"])
    assert panel.aim.attacker.words[0] == "Sgt. Flatplate"
    assert "at the controls" in panel.aim.attacker.words[1]
    assert panel.aim.weapon.words[0] == 'Cannon 3"'
    assert panel.aim.target.words[0] == "Sister Underfoot", "the nearest enemy in view"
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return)
    assert panel.aim.target.words == ("Second Opinion", 'Size 4", 9" away, measured')
    assert panel.controller.aimed


def test_an_ordinary_attack_takes_at_most_twelve_keys_besides_the_dice(
    make: Make, table: Table
) -> None:
    panel = make()
    keys: list[str] = ["A"]  # on the gun, in the list of units
    panel.controller.begin_with(table.units["Nephew"])
    settle()

    def key(*names: str) -> None:
        for name in names:
            keys.append(name)
            special = {"Enter": K.Key_Return, "Space": K.Key_Space}
            if name in special:
                press(special[name])
            else:
                typed(name)

    key("t", "s", "e", "c", "Enter", "Enter")
    assert panel.controller.phase is AttackPhase.DICE
    key("7", "a")
    assert [choice.chosen for choice in panel.controller.preview.choices] == ["damage"]
    key("4", "9", "6", "4")
    while panel.controller.preview.owed:
        key("3")
    while panel.controller.preview.open_choices:
        key("a")
    assert panel.controller.can_apply
    key("Enter")
    assert panel.controller.phase is AttackPhase.DONE
    assert tally(keys) <= 12
    done = table.campaign.read(undo_state).undo[0]
    assert done == "Sgt. Flatplate fires Cannon at Second Opinion"


def test_the_second_attack_at_the_same_target_needs_no_names(make: Make, table: Table) -> None:
    panel = make(rolls=(1,) * 40)
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return, K.Key_Return, K.Key_2, K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.AIM
    assert panel.aim.target.words[0] == "Sister Underfoot"


def test_the_distance_is_asked_where_nobody_knows_the_places(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("lancer")
    press(K.Key_Return)
    editor = panel.aim.details.answers["distance"].box
    assert editor.hasFocus(), "the field that lacks something has the focus"
    assert not panel.controller.aimed
    typed("5.5")
    assert panel.aim.target.words == ("Lost Lancer", 'Minifig, 5.5" away')
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DICE


def test_whom_the_map_has_within_reach_is_caught_and_can_be_measured_otherwise(
    make: Make, table: Table
) -> None:
    panel = make()
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return)
    squire = table.units["Squire Tile"]
    assert [each.unit_id for each in panel.controller.on_the_map] == [squire]
    press(K.Key_C)
    row = panel.damage.caught.row(squire)
    assert row.distance.hasFocus()
    typed("4.5")
    assert [(each.unit_id, each.distance) for each in panel.controller.draft.caught] == [
        (squire, 4.5)
    ]
    row.spared()
    settle()
    assert not panel.controller.draft.caught
    assert not panel.controller.on_the_map, "whom the referee takes out stays out"


def test_the_list_of_who_is_caught_folds_when_it_is_done(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return, K.Key_C)
    assert panel.damage.caught.is_open
    panel.focus.take()
    settle()
    press(K.Key_Return)
    typed("1")
    press(K.Key_A, K.Key_B)  # where it lands; a dud, so that nothing more is asked
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE
    assert not panel.damage.caught.is_open, "what came of it stands there now"


def test_a_unit_is_added_to_the_explosion_from_the_list(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return, K.Key_C)
    panel.damage.caught.add.click()
    settle()
    typed("lost")
    press(K.Key_Return, K.Key_Escape)
    lancer = table.units["Lost Lancer"]
    assert lancer in [each.unit_id for each in panel.controller.draft.caught]
    assert panel.damage.caught.row(lancer).distance.value() == 0


def test_an_arc_rolls_for_each_of_its_targets(make: Make, table: Table, qtbot: QtBot) -> None:
    panel = make()
    units = table.units
    strike = Strike(
        by_id=units["Rifle Rosa"], name="Hose", use=3, range=12.0, damage="1d6", mode=Mode.ARC,
        count=2,
    )  # fmt: skip
    aims = (Aim(unit_id=units["Squire Tile"]), Aim(unit_id=units["Sister Underfoot"]))
    panel.controller.take_up(Attack(strikes=(strike,), aims=aims, overruled=frozenset({"8.3-05"})))
    settle()
    assert [shot.name for shot in panel.controller.preview.shots] == [
        "Squire Tile",
        "Sister Underfoot",
    ]
    counted(qtbot, panel)
    assert len(panel.roll.shots.words()) == 2
    assert "all 2" in panel.roll.total.text()


def test_what_the_rules_refuse_stands_in_place_and_o_overrules(make: Make, table: Table) -> None:
    panel = make(rolls=(1,) * 40)
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return, K.Key_Return, K.Key_2, K.Key_Return, K.Key_Return)
    if panel.controller.phase is AttackPhase.DICE:  # a miss lands somewhere
        press(K.Key_A, K.Key_Return)
    while panel.controller.phase is AttackPhase.DICE:
        press(K.Key_Space, K.Key_A, K.Key_Return)
    begin(panel, table.units["Nephew"])
    assert said(panel)
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.AIM, "a refused attack is not rolled"
    refusals = 0
    while said(panel) and refusals < 6:
        press(K.Key_O)
        refusals += 1
    assert panel.controller.draft.overruled
    assert not panel.controller.problem or panel.controller.problem.sentence


def test_undo_brings_the_attack_back_with_its_dice_in_the_boxes(make: Make, table: Table) -> None:
    panel = make(rolls=(3,) * 40)
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return, K.Key_Return, K.Key_5)
    press(K.Key_4)
    while panel.controller.preview.owed:
        press(K.Key_Space)
    while panel.controller.preview.open_choices:
        press(K.Key_A)
    faces = panel.controller.thrown
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE
    panel.controller.desk.undo()
    settle()
    assert panel.controller.phase is AttackPhase.DICE
    assert panel.controller.thrown == faces
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE


def test_one_attack_is_one_act(make: Make, table: Table) -> None:
    panel = make(rolls=(6, 6, 6) * 20)
    before = len(table.campaign.read(undo_state).undo)
    victim = table.units["Sister Underfoot"]
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return, K.Key_Return, K.Key_5, K.Key_5, K.Key_Return)
    assert len(table.campaign.read(undo_state).undo) == before + 1
    gone = table.campaign.read(unit, victim)
    assert gone is not None
    assert not gone.alive
    assert any("Sister Underfoot" in entry.words for entry in table.campaign.read(log))
    assert panel.done.lines.words()


def test_escape_goes_back_to_the_aim_and_then_gives_up(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return, K.Key_Return, K.Key_5, K.Key_Escape)
    assert panel.controller.phase is AttackPhase.AIM
    assert panel.aim.target.words[0] == "Sister Underfoot"
    press(K.Key_Escape)
    assert panel.controller.phase is AttackPhase.NOTHING
    assert panel.controller.draft == AttackDraft()
    assert not panel.empty.isHidden()


def test_backspace_leads_from_empty_damage_boxes_back_to_the_action_die(
    make: Make, table: Table
) -> None:
    panel = make()
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return, K.Key_Return, K.Key_5)
    assert panel.keys.dice is panel.damage.dice
    press(K.Key_Backspace)
    assert panel.keys.dice is panel.roll.dice
    assert not panel.controller.thrown


def test_supporters_are_picked_one_after_another(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return, K.Key_S)
    press(K.Key_Return)
    assert panel.aim.picks.isHidden(), "nobody else could support"
    assert panel.controller.draft.strike.supporters == (table.units["Gunner Nubs"],)
    reasons = [row.reason for row in panel.aim.modifiers.rows.rows]
    assert "Gunnery Support" in reasons
    assert not panel.aim.company.buttons["supporters"].isHidden(), "somebody supports: it shows"


def test_a_place_on_the_ground_is_a_target_too(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("the ford by the mill")
    press(K.Key_Return)
    assert panel.controller.draft.aims == (Aim(place="the ford by the mill"),)
    assert panel.aim.details.answers["distance"].box.hasFocus()


@pytest.mark.rule("8.3-36")
def test_terrain_that_is_no_unit_is_aimed_at_by_its_name(make: Make, table: Table) -> None:
    do, keys = table.campaign.do, table.units
    do(PlaceTerrain(kind="wood", points=((10, 1), (14, 1), (14, 4), (10, 4)), top=5))
    do(AddWeapon(unit_id=keys["Rifle Rosa"], kind="FlameThrower", size=1, name="Torch"))
    panel = make()
    begin(panel, keys["Rifle Rosa"])
    panel.aim.ask("weapon")
    typed("torch")
    press(K.Key_Return, K.Key_T)
    typed("wood")
    press(K.Key_Return)
    controller = panel.controller
    assert controller.draft.aim == Aim(place="Wood", x=10.0, y=2.0)
    assert controller.table.distance(controller.draft) == 4.0
    controller.to_the_dice()
    typed("53")
    press(K.Key_Return)
    told = [each.words for each in table.campaign.read(log)]
    assert any("Wood takes 3." in each and "what of it burns" in each for each in told), told[-3:]


def test_the_keys_that_work_are_told(make: Make, table: Table) -> None:
    panel = make()
    told: list[dict[str, str]] = []
    panel.controller.hub.keys_changed.connect(lambda keys: told.append(dict(keys)))
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    assert {"A", "W", "T", "M", "Enter", "Esc"} <= set(told[-1])
    press(K.Key_Return)
    assert told[-1]["Space"] == "roll"


def test_only_faces_of_dice_that_are_still_open_are_told(make: Make, table: Table) -> None:
    panel = make()
    told: list[dict[str, str]] = []
    panel.controller.hub.keys_changed.connect(lambda keys: told.append(dict(keys)))
    rosa = table.units["Rifle Rosa"]
    panel.controller.desk.do(EditUnit(unit_id=rosa, action_die=8))
    begin(panel, rosa)
    press(K.Key_T)
    typed("under")
    press(K.Key_Return, K.Key_Return)
    assert told[-1]["1–8"] == "type a die"
    typed("7")
    assert [die.sides for die in panel.controller.preview.dice] == [8, 6]
    assert told[-1]["1–6"] == "type a die"


def test_an_act_from_elsewhere_is_followed(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    assert panel.controller.aimed
    victim = DamageUnit(unit_id=table.units["Sister Underfoot"], damage=99, cause="A boot.")
    panel.controller.desk.do(victim)
    settle()
    assert not panel.controller.aimed
    assert panel.controller.complaint


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("size", [(400, 480), (480, 900), (700, 1200)])
def test_blocks_that_are_done_fold_where_there_is_no_room(
    make: Make, table: Table, size: tuple[int, int], qtbot: QtBot
) -> None:
    panel = make(size=size)
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return, K.Key_Return, K.Key_7, K.Key_A)
    counted(qtbot, panel)
    settle()
    assert not panel.damage.body.isHidden(), "the block of now is always open"
    assert panel.aim.body.isHidden() == (size[1] < 600)
    if panel.aim.body.isHidden():
        panel.aim.head.pressed.connect(lambda: None)
        panel.aim.head.pressed.emit()
        settle()
        assert not panel.aim.body.isHidden(), "a click opens it again"


def test_the_draft_is_a_value() -> None:
    draft = AttackDraft().striking(weapon_id=4, by_id=2).at_target(Aim(unit_id=9))
    assert draft.act() == Attack(strikes=(Strike(weapon_id=4, by_id=2),), aims=(Aim(unit_id=9),))
    assert AttackDraft.of(draft.act()) == draft
    measured = draft.aiming(distance=7.0, blind=True)
    assert draft.aims == (Aim(unit_id=9),)
    assert measured.act().aims == (Aim(unit_id=9, distance=7.0, blind=True),)
    unticked = measured.ticked("size", on=False)
    assert unticked.at_target(Aim(unit_id=3)).changes == (), "another target, other modifiers"
    added = measured.adding(Extra(reason="rain", value=-1)).adding(Extra(reason="fog", value=-2))
    without = replace(added, off=frozenset({1})).without_extra(0)
    assert without.extras == (Extra(reason="fog", value=-2),)
    assert without.off == frozenset({0})
    assert without.act().extras == ()


def test_models_keep_the_rules_of_models(qtbot: QtBot) -> None:
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    picks = PickRowsModel()
    modifiers = ModifierRowsModel()
    testers = [QAbstractItemModelTester(model, fatal) for model in (picks, modifiers)]
    picks.offer((PickRow(1, "Big Bertha", also="LS"), PickRow(2, "Brother Ben")))
    picks.narrow("brtha")
    assert [row.value for row in picks.rows] == [1]
    picks.narrow("")
    assert [row.value for row in picks.rows] == [1, 2]
    draft = AttackDraft(extras=(Extra(reason="rain", value=-1),))
    modifiers.show_rows(modifier_rows((), draft))
    modifiers.show_rows(modifier_rows((), draft.extra_at(0, False, -2)))
    assert [(row.points, row.on) for row in modifiers.rows] == [("−2", False), ("", True)]
    assert len(testers) == 2


def test_nobody_is_proposed_for_a_gun_that_he_does_not_reach(make: Make, table: Table) -> None:
    do, keys = table.campaign.do, table.units
    point = next(row for row in table.campaign.read(controls) if row.unit == "Nephew")
    do(ManControl(control_id=point.id, unit_id=None))
    do(EditUnit(unit_id=keys["Sgt. Flatplate"], x=4, y=30))
    panel = make()
    begin(panel, keys["Nephew"])
    assert panel.controller.draft.strike.by_id == keys["Gunner Nubs"], "he stands at the gun"
    assert _gunners(panel) == [], "and nobody else does"
    do(EditUnit(unit_id=keys["Sgt. Flatplate"], x=4, y=10))
    panel.controller.table.forget()
    assert _gunners(panel) == ["Sgt. Flatplate"]
    for name in ("Sgt. Flatplate", "Gunner Nubs"):
        do(EditUnit(unit_id=keys[name], x=4, y=30))
    begin(panel, keys["Nephew"])
    assert panel.controller.draft.strike.by_id is None, "the one is as far away as the other"


@pytest.mark.rule("8.5-10")
def test_a_gun_with_nobody_at_it_is_no_attacker_and_nobody_s_weapon(
    make: Make, table: Table
) -> None:
    do, keys = table.campaign.do, table.units
    point = next(row for row in table.campaign.read(controls) if row.unit == "Nephew")
    panel = make()
    begin(panel, keys["Rifle Rosa"])
    assert 'Cannon 3"' not in _weapons(panel), "she stands 6 inches away from it"
    begin(panel, keys["Gunner Nubs"])
    assert 'Cannon 3"' in _weapons(panel), "he stands beside it"
    assert "in reach of the controls" in picks.who_words(
        panel.controller.table, panel.controller.table.units[keys["Gunner Nubs"]], point.weapon_id
    )
    assert "Nephew" in _attackers(panel)
    do(ManControl(control_id=point.id, unit_id=None))
    for name in ("Sgt. Flatplate", "Gunner Nubs"):
        do(EditUnit(unit_id=keys[name], x=4, y=30))
    begin(panel, keys["Gunner Nubs"])
    assert 'Cannon 3"' not in _weapons(panel)
    assert "Nephew" not in _attackers(panel)
    do(EditUnit(unit_id=keys["Gunner Nubs"], x=4, y=12))
    begin(panel, keys["Gunner Nubs"])
    assert "Nephew" in _attackers(panel)


def test_whoever_is_chosen_for_a_gun_out_of_his_reach_does_not_fire_it(
    make: Make, table: Table
) -> None:
    panel, keys = make(), table.units
    point = next(row for row in table.campaign.read(controls) if row.unit == "Nephew")
    table.campaign.do(ManControl(control_id=point.id, unit_id=None))
    begin(panel, keys["Rifle Rosa"])
    panel.controller.attack_with(point.weapon_id)
    assert panel.controller.draft.strike.by_id in (keys["Sgt. Flatplate"], keys["Gunner Nubs"])


def _weapons(panel: AttackPanel) -> list[str]:
    return [row.words for row in picks.weapons(panel.controller.table, panel.controller.draft)]


def _attackers(panel: AttackPanel) -> list[str]:
    return [row.words for row in picks.attackers(panel.controller.table)]


def _gunners(panel: AttackPanel) -> list[str]:
    return [row.words for row in picks.gunners(panel.controller.table, panel.controller.draft)]


def test_a_gun_that_nobody_serves_asks_who_fires_it(make: Make, table: Table) -> None:
    do, keys = table.campaign.do, table.units
    point = next(row for row in table.campaign.read(controls) if row.unit == "Nephew")
    do(ManControl(control_id=point.id, unit_id=None))
    for name in ("Sgt. Flatplate", "Gunner Nubs"):
        do(EditUnit(unit_id=keys[name], x=4, y=30))
    panel = make()
    begin(panel, keys["Nephew"])
    aim = panel.aim
    assert (aim.picks.purpose, aim.picks.field.placeholderText()) == ("gunner", "Who fires it?")
    assert (aim.attacker._wanted, aim.target._wanted) == (True, False)
    assert aim.picks.model.rows[0].words == "Rifle Rosa", "the nearest"
    press(K.Key_Return)
    strike = panel.controller.draft.strike
    assert (strike.by_id, strike.weapon_id) == (keys["Rifle Rosa"], table.guns["Nephew"])
    assert aim.picks.purpose == "target", "then whom, with the gun that was chosen first"


def test_the_card_whose_list_is_open_is_the_marked_one(make: Make, table: Table) -> None:
    panel = make()
    begin(panel, table.units["Rifle Rosa"])
    panel.aim.ask("target")
    assert panel.aim.target._wanted
    panel.aim.ask("weapon")
    marked = [card._wanted for card in (panel.aim.attacker, panel.aim.weapon, panel.aim.target)]
    assert marked == [False, True, False]
    panel.aim.picks.close_list()
    assert not panel.aim.weapon._wanted, "all is said"


def test_who_is_far_from_the_controls_is_said_to_be_and_the_guns_stay_to_choose_from(
    panel: AttackPanel, table: Table
) -> None:
    panel.controller.desk.do(AddUnit(name="Far Fergus", player_id=1, x=30, y=20))
    far = table.campaign.read(units)[-1].id
    gun = table.guns["Nephew"]
    draft = AttackDraft(strikes=(Strike(weapon_id=gun, by_id=far),))
    rows = {row.words: row.detail for row in picks.crew(panel.controller.table, draft)}
    assert "in reach of the controls" in rows["Gunner Nubs"]
    assert '" from the controls' in rows["Far Fergus"]
    offered = [row.value for row in picks.weapons(panel.controller.table, draft)]
    assert gun in offered, "the gun that the attack is made with stays to choose from"
