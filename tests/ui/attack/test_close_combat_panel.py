"""Close Combat in the Attack tab: Grabs, Parries with anything, others in the fight."""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.states import states
from tests.ui.attack.attack_scene import Table, set_table
from tests.ui.window_scene import settle
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack import picks as attack_picks
from ui.models.attack.draft import AttackDraft, AttackPhase
from ui.models.attack.picks import modifier_rows
from ui.panels.attack.panel import AttackPanel

Make = Callable[..., AttackPanel]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = set_table(tmp_path / "attack.brik")
    made.campaign.do(AddWeapon(unit_id=made.units["Squire Tile"], preset="W-13", name="Buckler"))
    made.campaign.do(AddWeapon(unit_id=made.units["Squire Tile"], preset="W-02", name="Mace"))
    beside = MoveUnit(unit_id=made.units["Rifle Rosa"], x=17.5, y=7.5, by_itself=False)
    made.campaign.do(beside)
    yield made
    made.campaign.close()


@pytest.fixture
def make(qtbot: QtBot, theme: Theme, table: Table) -> Iterator[Make]:
    desks: list[Desk] = []

    def build(*rolls: int) -> AttackPanel:
        faces = iter(rolls)
        desk = Desk(table.campaign, lambda _sides: next(faces))
        desks.append(desk)
        panel = AttackPanel(theme, desk, Hub(desk))
        qtbot.addWidget(panel)
        panel.resize(480, 900)
        panel.show()
        settle()
        return panel

    yield build
    for desk in desks:
        desk.deleteLater()


def grabbing(table: Table, panel: AttackPanel) -> None:
    """Let Rosa grab the Squire, as her weapon list offers it."""
    controller = panel.controller
    controller.begin_with(table.units["Rifle Rosa"])
    rows = attack_picks.weapons(controller.table, controller.draft)
    assert [row.value for row in rows[-3:]] == [Mode.GRAB, Mode.SHOVE, attack_picks.SOMETHING]
    panel.aim.picks.purpose = "weapon"
    panel.aim.picked(Mode.GRAB)
    controller.attack_at(Aim(unit_id=table.units["Squire Tile"]))
    settle()


def ask(panel: AttackPanel, purpose: str) -> list[str]:
    return [row.detail for row in panel.aim.company.rows(purpose)]


def test_a_grab_is_picked_like_a_weapon_and_needs_no_die(make: Make, table: Table) -> None:
    panel = make()
    grabbing(table, panel)
    draft = panel.controller.draft
    assert draft.strike == Strike(
        by_id=table.units["Rifle Rosa"], mode=Mode.GRAB, name="Grab", distance=None
    )
    assert panel.aim.weapon.words[0] == "Grab"
    assert panel.controller.preview.complete
    assert panel.controller.to_the_dice()
    assert panel.controller.apply()
    assert panel.controller.phase is AttackPhase.DONE
    kinds = [(row.unit, row.kind, row.cause) for row in table.campaign.read(states)]
    assert ("Squire Tile", "Grabbed", "by Rifle Rosa") in kinds


def test_a_grab_is_parried_with_anything_a_shot_only_with_a_shield(
    make: Make, table: Table
) -> None:
    panel = make()
    grabbing(table, panel)
    assert ask(panel, "parries") == ["Buckler", "Mace", "Bare Hands, drops what it holds"]
    mace = next(row.id for row in table.campaign.read(weapons) if row.name == "Mace")
    squire = table.units["Squire Tile"]
    panel.aim.company.take("parries", Parry(unit_id=squire, weapon_id=mace))
    settle()
    asked = panel.controller.preview
    assert (asked.owed, asked.parries[0].needed) == (1, 3)
    panel.controller.change(panel.controller.draft.striking(mode=Mode.SHOVE))
    assert len(ask(panel, "parries")) == 3
    panel.controller.begin_with(table.units["Rifle Rosa"])
    panel.controller.attack_at(Aim(unit_id=squire))
    assert ask(panel, "parries") == ["Buckler"]


def test_others_in_the_fight_are_named_and_make_outnumbered(make: Make, table: Table) -> None:
    panel = make()
    grabbing(table, panel)
    squire, sister = table.units["Squire Tile"], table.units["Sister Underfoot"]
    panel.aim.company.take("parries", Parry(unit_id=squire, drops=True))
    panel.aim.company.take("melee", table.units["Sgt. Flatplate"])
    settle()
    found = panel.controller.preview.modifiers
    rows = modifier_rows(found, panel.controller.draft)
    assert [(row.reason, row.points, row.where) for row in rows[:1]] == [
        ("Outnumbered", "−1", "Parry"),
    ]  # fmt: skip
    panel.aim.company.take("melee", sister)
    assert len(panel.controller.preview.modifiers) == 0
    panel.aim.company.take("melee", sister)
    panel.controller.change(panel.controller.draft.ticked("outnumbered@parry-0", False))
    assert [each.on for each in panel.controller.preview.modifiers] == [False]


def test_a_draft_keeps_the_fight_of_an_attack(table: Table) -> None:
    draft = AttackDraft(
        strikes=(Strike(by_id=1, mode=Mode.GRAB),),
        aims=(Aim(unit_id=2),),
        melee=(3, 4),
        passing=True,
    )
    assert AttackDraft.of(draft.act()) == draft
    assert draft.at_target(Aim(unit_id=5)).melee == ()


@pytest.mark.rule("5.2-41", "5.4-23")
def test_what_has_parried_in_this_turn_is_not_proposed_again(make: Make, table: Table) -> None:
    panel = make()
    squire, rosa = table.units["Squire Tile"], table.units["Rifle Rosa"]
    buckler = next(row.id for row in table.campaign.read(weapons) if row.name == "Buckler")
    shove = Attack(strikes=(Strike(by_id=rosa, mode=Mode.SHOVE),), aims=(Aim(unit_id=squire),))
    panel.controller.take_up(shove)
    assert ask(panel, "parries") == ["Buckler", "Mace", "Bare Hands, drops what it holds"]
    first = dataclasses.replace(
        shove, parries=(Parry(unit_id=squire, weapon_id=buckler),), faces=(Face(4),),
        overruled=frozenset({"5.2-21", "5.2-11", "5.2-31"}),
    )  # fmt: skip
    table.campaign.do(first)
    panel.controller.take_up(shove)
    assert ask(panel, "parries") == ["Mace", "Buckler", "Bare Hands, drops what it holds"]
    rows = attack_picks.parries(panel.controller.desk, panel.controller.draft)
    assert [row.right for row in rows] == ["", "used in this turn", ""]
    charge = replace(panel.controller.draft, charge=True)
    assert [row.detail for row in attack_picks.parries(panel.controller.desk, charge)] == [
        "Buckler"
    ]


@pytest.mark.rule("5.2-48")
def test_a_hit_asks_the_defender_for_his_parry(make: Make, table: Table) -> None:
    panel = make()
    squire, rosa = table.units["Squire Tile"], table.units["Rifle Rosa"]
    strike = Strike(by_id=rosa, name="Fist", use=2, damage="1d6")
    panel.controller.take_up(Attack(strikes=(strike,), aims=(Aim(unit_id=squire),)))
    panel.controller.to_the_dice()
    settle()
    assert panel.damage.parrying == ""
    panel.setFocus()
    QTest.keyClicks(panel, "5")
    settle()
    assert panel.damage.waiting.text() == "Hit. Squire Tile may parry before the damage: P."
    assert ("P", "parry") in panel.keys.names()
    QTest.keyClicks(panel, "p")
    settle()
    assert panel.aim.picks.field.isVisible(), "nobody types blind into a folded block"
    assert panel.aim.picks.field.hasFocus()
    QTest.keyClick(panel.aim.picks.field, Qt.Key.Key_Return)
    QTest.keyClick(panel.aim.picks.field, Qt.Key.Key_Escape)
    settle()
    assert [parry.unit_id for parry in panel.controller.draft.parries] == [squire]
    assert panel.controller.preview.parries
    assert panel.damage.parrying == ""


def test_the_list_of_who_is_caught_opens_where_one_sees_it(make: Make, table: Table) -> None:
    panel = make()
    strike = Strike(weapon_id=table.guns["Nephew"], by_id=table.units["Sgt. Flatplate"])
    aim = Aim(unit_id=table.units["Squire Tile"])
    panel.resize(480, 420)
    panel.controller.take_up(Attack(strikes=(strike,), aims=(aim,)))
    panel.controller.to_the_dice()
    settle()
    panel.setFocus()
    QTest.keyClicks(panel, "c")
    settle()
    panel.damage.caught.add.click()
    settle()
    assert panel.aim.picks.field.isVisible()
    assert panel.aim.picks.field.hasFocus()
    QTest.keyClicks(panel.aim.picks.field, "lancer")
    QTest.keyClick(panel.aim.picks.field, Qt.Key.Key_Return)
    settle()
    assert table.units["Lost Lancer"] in {each.unit_id for each in panel.controller.draft.caught}


def running(table: Table, unit: str, *, to: tuple[float, float]) -> None:
    """Have a unit run straight to a place, which gives it a MOM."""
    x, y = to
    ran = MoveUnit(unit_id=table.units[unit], x=x, y=y)
    table.campaign.do(ran)


@pytest.mark.rule("5.4-15", "5.4-20")
def test_who_runs_into_the_one_foe_in_touch_charges_him(make: Make, table: Table) -> None:
    """Silence means yes: neither target nor Charge is asked for, and the first digit is the die."""
    nubs, rosa = table.units["Gunner Nubs"], table.units["Rifle Rosa"]
    table.campaign.do(AddWeapon(unit_id=nubs, preset="W-02", name="Ram", hands=2))
    for unit_id, x in ((nubs, 12.0), (rosa, 2.0)):
        table.campaign.do(MoveUnit(unit_id=unit_id, x=x, y=6.5, by_itself=False))
    panel = make()
    panel.controller.begin_with(nubs)
    settle()
    assert panel.controller.draft.lacks == "target", "nobody is in touch"
    panel.controller.back()
    running(table, "Gunner Nubs", to=(16.75, 6.5))
    panel.controller.begin_with(nubs)
    settle()
    draft = panel.controller.draft
    assert draft.aims == (Aim(unit_id=table.units["Squire Tile"]),)
    assert draft.charge
    QTest.keyClicks(panel.body, "r")
    assert not panel.controller.draft.charge, "R unticks it"


@pytest.mark.rule("5.4-15")
def test_a_charge_that_a_rule_refuses_is_not_ticked(make: Make, table: Table) -> None:
    nubs = table.units["Gunner Nubs"]
    table.campaign.do(AddWeapon(unit_id=nubs, preset="W-01", name="Knife"))
    table.campaign.do(MoveUnit(unit_id=nubs, x=12.0, y=7.5, by_itself=False))
    running(table, "Gunner Nubs", to=(16.75, 7.5))
    panel = make()
    panel.controller.begin_with(nubs)
    settle()
    assert panel.controller.draft.aims == (Aim(unit_id=table.units["Squire Tile"]),)
    assert not panel.controller.draft.charge, "a Knife is not made for it"
    assert panel.controller.aimed
