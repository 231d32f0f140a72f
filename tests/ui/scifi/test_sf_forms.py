"""Forms of the Sci-fi acts: they offer what fits, and do the act by keyboard alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk import games
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.scifi.areas import PlaceArea
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.weapons import AddSfWeapon
from brikdesk.rules.scifi.weapons import Holder
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi import (
    detections,
    sf_shots,
    sf_unit,
    sf_units,
    sf_weapons,
)
from tests.ui.forms.sheet_scene import Opener
from tests.ui.scifi.sf_scene import (
    ANN,
    BEN,
    CARRIER,
    CLERK,
    DRONE,
    LAUNCHER,
    RACK,
    RIFLE,
    TRIPOD,
    TROOPER,
)
from ui.campaign.desk import Desk
from ui.forms.all_forms import ACT_FORMS, SHARED, forms_played
from ui.forms.answers import LinesAnswer, PickAnswer
from ui.forms.form_sheet import ActSheet
from ui.look.shortcuts import SCIFI
from ui.look.theme import Theme
from ui.widgets.rule_lines import Citation

pytestmark = pytest.mark.thorough(every=3)

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SF_FORMS = [name for name, form in ACT_FORMS.items() if form.rule_set == SCIFI]

BOTH = tuple(game.title for game in games.GAMES.values())


@pytest.fixture
def desk(stars: Campaign, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(stars, thrower=lambda sides: sides - 1)
    yield made
    made._watch.stop()


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    QVBoxLayout(made).addWidget(QLineEdit())
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def opened(theme: Theme, desk: Desk, host: QWidget) -> Opener:
    return Opener(theme, desk, host)


def pick(sheet: ActSheet, name: str) -> PickAnswer:
    assert sheet.body is not None
    found = sheet.body.answers[name]
    assert isinstance(found, PickAnswer)
    return found


def lines(sheet: ActSheet, name: str) -> LinesAnswer:
    assert sheet.body is not None
    found = sheet.body.answers[name]
    assert isinstance(found, LinesAnswer)
    return found


def asks(sheet: ActSheet, name: str) -> bool:
    assert sheet.body is not None
    return not sheet.body.boxes[name].isHidden()


def answer(sheet: ActSheet, name: str, value: Any) -> None:
    assert sheet.body is not None
    sheet.body.answers[name].set_value(value)
    sheet.body.refresh()


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


def done(sheet: ActSheet) -> bool:
    sheet.submit()
    return sheet.isHidden()


def weapon(desk: Desk, weapon_id: int) -> Any:
    return next(row for row in desk.read(sf_weapons) if row.id == weapon_id)


# Which forms there are


def test_forms_are_those_of_the_rules_that_are_played(tmp_path: Path, qtbot: QtBot) -> None:
    names = {}
    for key, sets in (
        ("brikwars", (games.BRIKWARS.title,)), ("scifi", (games.SCIFI.title,)), ("both", BOTH),
    ):  # fmt: skip
        campaign = Campaign.create(tmp_path / f"{key}.brik")
        campaign.do(CreateCampaign(name="Test", uuid="x", rule_sets=sets))
        campaign.do(AddPlayer(name="Ann", faction="Amber", colour="sky"))
        desk = Desk(campaign)
        names[key] = {form.name for form in forms_played(desk)}
        desk._watch.stop()
        campaign.close()
    assert names["both"] == set(ACT_FORMS)
    assert names["brikwars"] == set(ACT_FORMS) - set(SF_FORMS)
    assert names["scifi"] >= {*SF_FORMS, *SHARED, "AddNote", "RenameCampaign"}
    assert not {"Ignite", "MoveUnit", "AddWeapon", "Launch", "Kill"} & names["scifi"]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("name", SF_FORMS)
def test_each_form_reads_as_its_act_and_is_drawn_at_every_size(
    opened: Opener, theme: Theme, name: str
) -> None:
    known = Act.KINDS[name].__dataclass_fields__
    for scale in (80, 200):
        theme.set_scale(scale)
        sheet = opened(name, TROOPER)
        if sheet.body is None:
            assert sheet.isHidden(), "it says that there is nothing to choose from"
            continue
        given = ACT_FORMS[name].filled(TROOPER).data(sheet.body.filled_in())
        assert set(given) - {"act"} <= set(known)
        QApplication.processEvents()
        assert sheet.body.width() <= sheet._area.viewport().width()
        assert not sheet.grab().isNull()


# Crews


@pytest.mark.rule("12-73")
def test_a_crew_is_written_by_keyboard(opened: Opener, desk: Desk) -> None:
    sheet = opened("SetCrew", sf_weapon_id=RIFLE)
    crew = lines(sheet, "crew")
    assert crew.lines == ()
    crew.add_button.setFocus()
    press(K.Key_Space)
    QTest.keyClicks(QApplication.focusWidget(), "Ada")
    press(K.Key_Tab)
    QTest.keyClicks(QApplication.focusWidget(), "G")
    press(K.Key_Tab)  # take out, at the end of the first line of two
    press(K.Key_Tab)
    press(K.Key_Tab)
    press(K.Key_Space)
    press(K.Key_Tab)
    assert QApplication.focusWidget() is crew.add_button
    press(K.Key_Space)
    QTest.keyClicks(QApplication.focusWidget(), "Bob")
    press(K.Key_Return, CTRL)
    assert sheet.isHidden()
    found = [(m.name, m.role, m.fixed, m.unit_id) for m in weapon(desk, RIFLE).crew]
    assert found == [("Ada", "gunner", True, None), ("Bob", "other", False, None)]


def test_the_form_begins_with_who_serves_the_weapon_that_is_chosen(opened: Opener) -> None:
    sheet = opened("SetCrew")
    crew = lines(sheet, "crew")
    answer(sheet, "sf_weapon_id", LAUNCHER)
    assert [line.value()["name"] for line in crew.lines] == ["Wick", "Taper", "Snuff"]
    assert [line.value()["role"] for line in crew.lines] == ["gunner", "loader", "other"]
    answer(sheet, "sf_weapon_id", RIFLE)
    assert crew.lines == ()


def test_members_are_moved_and_taken_out(opened: Opener, desk: Desk) -> None:
    sheet = opened("SetCrew", sf_weapon_id=LAUNCHER)
    crew = lines(sheet, "crew")
    crew.lines[2].first().setFocus()
    press(K.Key_Up, ALT)
    assert [line.value()["name"] for line in crew.lines] == ["Wick", "Snuff", "Taper"]
    assert crew.lines[1].isAncestorOf(QApplication.focusWidget())
    crew.lines[0].away.setFocus()
    press(K.Key_Space)
    assert QApplication.focusWidget() is crew.lines[0].away
    assert done(sheet)
    assert [m.name for m in weapon(desk, LAUNCHER).crew] == ["Snuff", "Taper"]


def test_every_cell_says_which_line_it_is_in(opened: Opener) -> None:
    sheet = opened("SetCrew", sf_weapon_id=LAUNCHER)
    first, second, _ = lines(sheet, "crew").lines
    assert first.cells["name"].accessibleName() == "Member 1: Name"
    assert second.cells["role"].accessibleName() == "Member 2: Role"
    assert second.away.accessibleName() == "Take out Member 2"


def test_two_gunners_are_told_at_the_lines(opened: Opener) -> None:
    sheet = opened("SetCrew", sf_weapon_id=LAUNCHER)
    lines(sheet, "crew").lines[1].cells["role"].set_value("gunner")
    assert not done(sheet)
    assert sheet.body is not None
    assert sheet.body.boxes["crew"].problem() == "A weapon has one gunner."


@pytest.mark.rule("12-74")
def test_a_gunner_is_replaced_by_a_member_that_is_named(opened: Opener, desk: Desk) -> None:
    sheet = opened("ReplaceGunner")
    assert pick(sheet, "sf_weapon_id").box.values() == [LAUNCHER]
    names = pick(sheet, "member_id").box.values()
    assert len(names) == 2
    assert not done(sheet)
    assert sheet.body is not None
    assert sheet.body.boxes["member_id"].problem() == "Choose one.", "nobody goes unasked"
    answer(sheet, "member_id", names[1])
    assert done(sheet)
    crew = weapon(desk, LAUNCHER).crew
    assert [(m.name, m.alive) for m in crew] == [("Wick", True), ("Taper", True), ("Snuff", False)]


def test_who_serves_is_chosen_among_those_who_do_not(opened: Opener, desk: Desk) -> None:
    sheet = opened("ServeAsGunner")
    box = pick(sheet, "member_id").box
    words = [box.itemText(at) for at in range(box.count())]
    assert words == ["Taper, loader of Tripod launcher", "Snuff, other of Tripod launcher"]
    box.setCurrentIndex(1)
    assert done(sheet)
    roles = {m.name: m.role for m in weapon(desk, LAUNCHER).crew}
    assert roles == {"Wick": "other", "Taper": "loader", "Snuff": "gunner"}


@pytest.mark.rule("12-78", "S-19")
def test_special_fire_is_offered_where_gunner_and_loader_serve(opened: Opener, desk: Desk) -> None:
    sheet = opened("AssistGunner")
    assert pick(sheet, "sf_weapon_id").box.values() == [LAUNCHER]
    assert not done(sheet)
    assert sheet.refusal.findChildren(Citation)[0].rule == "S-19"
    sheet.close_sheet()
    desk.do(FireSf(sf_weapon_id=LAUNCHER, aims=(SfAim(target_id=DRONE, distance=8),)))
    assert done(opened("AssistGunner"))
    assert weapon(desk, LAUNCHER).special_fire == "second shot"


# Ammunition


@pytest.mark.rule("12-60", "12-64")
def test_rounds_are_taken_out_of_the_load_that_is_chosen(opened: Opener, desk: Desk) -> None:
    sheet = opened("AdjustLoad")
    box = pick(sheet, "load_id").box
    words = [box.itemText(at) for at in range(box.count())]
    assert words == [
        "artillery rocket, Rack of seven, Lamp Carrier: 7 of 7",
        "rocket, Tripod launcher, Tripod team: 4 of 4",
    ]
    box.setCurrentIndex(0)
    answer(sheet, "removed", 3)
    assert done(sheet)
    (store,) = weapon(desk, RACK).stores
    assert (store.remaining, store.loads[0].adjusted) == (4, 3)


@pytest.mark.rule("12-66")
def test_a_number_nobody_has_said_is_asked_first_and_suggested(opened: Opener, desk: Desk) -> None:
    desk.do(AddSfWeapon(unit_id=TROOPER, name="Pulse rifle", holder=Holder.PULSES))
    sheet = opened("SetLoad")
    box = pick(sheet, "store_id").box
    assert box.itemText(0) == "Pulse rifle, Trooper: number unknown"
    box.setCurrentIndex(0)
    (line,) = lines(sheet, "loads").lines
    line.cells["count"].set_value(None)
    assert not done(sheet)
    line.cells["count"].set_value(6)
    assert done(sheet)
    pulses = next(row for row in desk.read(sf_weapons) if row.name == "Pulse rifle")
    assert (pulses.stores[0].loaded, pulses.stores[0].asked) == (6, None)


@pytest.mark.rule("12-68")
def test_a_load_in_battle_is_refused_in_the_sheet_and_overruled(opened: Opener, desk: Desk) -> None:
    (store,) = weapon(desk, RACK).stores
    sheet = opened("SetLoad", store_id=store.id)
    crates = lines(sheet, "loads")
    assert [line.value() for line in crates.lines] == [{"name": "artillery rocket", "count": 7}]
    crates.lines[0].cells["count"].set_value(4)
    crates.add({"name": "smoke rocket", "count": 3})
    assert not done(sheet)
    assert sheet.refusal.findChildren(Citation)[0].rule == "12-68"
    press(K.Key_O)
    assert sheet.isHidden()
    loads = weapon(desk, RACK).stores[0].loads
    assert [(load.name, load.loaded) for load in loads] == [
        ("artillery rocket", 4), ("smoke rocket", 3),
    ]  # fmt: skip


def test_only_what_is_missing_something_is_resupplied(opened: Opener, desk: Desk) -> None:
    assert opened("Resupply").isHidden()
    desk.do(FireSf(sf_weapon_id=RACK, aims=(SfAim(target_id=DRONE, distance=12),)))
    box = pick(opened("Resupply"), "store_id").box
    assert [box.itemText(at) for at in range(box.count())] == [
        "Rack of seven, Lamp Carrier: 6 of 7"
    ]


# Units and weapons


def test_units_offered_have_figures_and_the_place_is_written(opened: Opener, desk: Desk) -> None:
    sheet = opened("MoveSf", TROOPER)
    assert set(pick(sheet, "unit_id").box.values()) == {CARRIER, TRIPOD, TROOPER, DRONE, CLERK}
    answer(sheet, "place", "12 8")
    assert done(sheet)


def test_facts_that_are_not_answered_stay(opened: Opener, desk: Desk) -> None:
    sheet = opened("SetSfUnit", TROOPER)
    answer(sheet, "powered_armor", True)
    answer(sheet, "equipment", "winch, spare lamp")
    assert done(sheet)
    facts = desk.read(sf_unit, TROOPER)
    assert facts is not None
    assert (facts.powered_armor, facts.armor_class, facts.on_foot) == (True, 2, True)
    assert facts.equipment == ("winch", "spare lamp")
    sheet = opened("SetSfUnit", TROOPER, class_unknown=True)
    assert done(sheet)
    assert desk.read(sf_unit, TROOPER).armor_class is None  # type: ignore[union-attr]


def test_a_unit_of_the_catalogue_needs_no_name(opened: Opener, desk: Desk) -> None:
    sheet = opened("AddSfUnit", catalogue="Stormer", player_id=BEN)
    assert not asks(sheet, "kind")
    assert done(sheet)
    assert desk.read(sf_units)[-1].name == "Stormer"
    sheet = opened("AddSfUnit")
    assert asks(sheet, "kind")
    assert not done(sheet)
    assert sheet.body is not None
    assert sheet.body.boxes["name"].problem()


def test_a_weapon_of_the_catalogue_is_given_and_corrected(opened: Opener, desk: Desk) -> None:
    assert done(opened("AddSfWeapon", TROOPER, catalogue="bolt rifle"))
    added = desk.read(sf_weapons, TROOPER)[-1]
    assert added.name == "bolt rifle"
    assert done(opened("EditSfWeapon", sf_weapon_id=added.id, typed_factor=7, reason="Sheet"))
    assert desk.read(sf_weapons, TROOPER)[-1].attack_factor == 7
    assert done(opened("RemoveSfWeapon", sf_weapon_id=added.id))
    assert len(desk.read(sf_weapons, TROOPER)) == 1


@pytest.mark.rule("12-76")
def test_a_destroyed_weapon_is_not_offered_again(opened: Opener, desk: Desk) -> None:
    assert done(opened("DestroySfWeapon", sf_weapon_id=RACK))
    assert weapon(desk, RACK).destroyed
    assert RACK not in pick(opened("DestroySfWeapon"), "sf_weapon_id").box.values()
    assert RACK not in pick(opened("SetCrew"), "sf_weapon_id").box.values()
    assert RACK in pick(opened("RemoveSfWeapon"), "sf_weapon_id").box.values()


def test_a_figure_is_only_asked_for_where_a_crew_has_one(opened: Opener) -> None:
    assert not asks(opened("EliminateSf", TROOPER), "member_id")


@pytest.mark.rule("12-50")
def test_detection_is_entered_for_the_other_side(opened: Opener, desk: Desk) -> None:
    sheet = opened("MarkDetected", CLERK)
    assert pick(sheet, "player_id").box.values() == [None, ANN]
    answer(sheet, "lasts", "until the round ends")
    assert done(sheet)
    row = desk.read(detections)[-1]
    assert (row.unit_id, row.player_id, row.lasts) == (CLERK, ANN, "until the round ends")
    sheet = opened("MarkDetected", CLERK)
    answer(sheet, "detected", False)
    assert not asks(sheet, "lasts")
    assert done(sheet)
    assert CLERK not in [row.unit_id for row in desk.read(detections)]


# Shots


def test_a_shot_is_fired_from_its_form(opened: Opener, desk: Desk) -> None:
    sheet = opened("FireSf", sf_weapon_id=RIFLE)
    targets = pick(sheet, "target_id").box.values()
    assert set(targets[1:3]) == {DRONE, CLERK}
    assert TROOPER not in targets
    assert not asks(sheet, "mode")
    assert not asks(sheet, "capability")
    answer(sheet, "target_id", DRONE)
    answer(sheet, "distance", 6)
    assert done(sheet)
    (shot,) = desk.read(sf_shots)
    assert (shot.weapon, shot.target_id, shot.distance) == ("laser rifle", DRONE, 6)


@pytest.mark.rule("12-91")
def test_the_outcome_that_is_due_stands_first(opened: Opener, desk: Desk) -> None:
    for target in (CLERK, DRONE):
        gun = next(row for row in desk.read(sf_weapons, TROOPER) if not row.fired)
        desk.do(FireSf(sf_weapon_id=gun.id, aims=(SfAim(target_id=target, distance=6),)))
        desk.do(AddSfWeapon(unit_id=TROOPER, catalogue="laser rifle", range_factor=12))
    sheet = opened("EnterOutcome")
    shots = pick(sheet, "shot_id").box
    assert shots.currentText() == "laser rifle, Trooper at Audit Drone: hit or miss"
    assert pick(sheet, "matter").box.itemText(0) == "Hit or miss"
    assert pick(sheet, "answer").box.values() == [None, "hit", "miss"]
    answer(sheet, "answer", "hit")
    assert done(sheet)
    assert desk.read(sf_shots)[1].next == "penetration and damage"
    sheet = opened("EnterOutcome", matter="armor class")
    assert not asks(sheet, "answer")
    assert asks(sheet, "words")
    answer(sheet, "number", 5)
    assert done(sheet)
    assert desk.read(sf_unit, DRONE).armor_class == 5  # type: ignore[union-attr]


@pytest.mark.rule("12-42", "12-46")
def test_a_warhead_bursts_and_its_blast_is_settled_by_forms(opened: Opener, desk: Desk) -> None:
    assert opened("BurstSf").isHidden()
    desk.do(FireSf(sf_weapon_id=RACK, aims=(SfAim(target_id=CLERK, distance=12),)))
    answer(sheet := opened("EnterOutcome"), "answer", "hit")
    assert done(sheet)
    sheet = opened("BurstSf", place="the hatch")
    near = lines(sheet, "inside")
    assert [line.value() for line in near.lines] == [{"unit_id": CLERK}]
    near.add({"unit_id": TROOPER, "inches": 9})
    assert done(sheet)
    (shot,) = desk.read(sf_shots)
    assert (shot.place, shot.inside) == ("the hatch", (CLERK,))
    for matter, said in (("penetration", "no effect"),):
        sheet = opened("EnterOutcome", matter=matter)
        answer(sheet, "answer", said)
        answer(sheet, "unit_id", CLERK)
        assert done(sheet)
    sheet = opened("Incapacitate", shot_id=shot.id)
    assert not asks(sheet, "inside")
    assert done(sheet)
    assert [u.unit_id for u in desk.read(sf_units) if u.incapacitated] == [CLERK]


@pytest.mark.rule("12-48")
def test_a_blast_without_a_shot_names_its_units(opened: Opener, desk: Desk) -> None:
    sheet = opened("Incapacitate", TROOPER)
    assert [line.value() for line in lines(sheet, "inside").lines] == [{"unit_id": TROOPER}]
    answer(sheet, "cause", "a gas main")
    assert done(sheet)
    assert [u.unit_id for u in desk.read(sf_units) if u.incapacitated] == [TROOPER]
    empty = opened("Incapacitate")
    assert not done(empty)
    assert empty.body is not None
    assert empty.body.boxes["inside"].problem() == "Fill in a line."


def test_areas_that_wait_are_the_ones_to_place(opened: Opener, desk: Desk) -> None:
    desk.do(AddSfWeapon(unit_id=TROOPER, catalogue="automatic rifle", range_factor=10))
    auto = desk.read(sf_weapons, TROOPER)[-1].id
    desk.do(FireSf(sf_weapon_id=auto, aims=(SfAim(target_id=DRONE, distance=6),)))
    sheet = opened("PlaceArea", detected_in_range=3)
    (shot_id,) = pick(sheet, "shot_id").box.values()
    assert done(sheet)
    shot = next(row for row in desk.read(sf_shots) if row.id == shot_id)
    assert (shot.placed, shot.inside) == (True, (DRONE,))
    assert (
        PlaceArea(shot_id=shot_id).shot_id not in pick(opened("PlaceArea"), "shot_id").box.values()
    )
