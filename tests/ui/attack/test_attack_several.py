"""Several weapons or targets of one attack in the tab: whose is what, and what folds to a line."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Aim, Extra, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.turns import ledger
from tests.ui.attack.attack_scene import TOMASZ, Table
from tests.ui.window_scene import press, settle
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.models.attack.odds import percent
from ui.models.attack.picks import ModifierRow
from ui.panels.attack.panel import AttackPanel

pytestmark = pytest.mark.thorough(every=2)


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, table: Table) -> Iterator[AttackPanel]:
    desk = Desk(table.campaign, lambda sides: 2)
    made = AttackPanel(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(480, 900)
    made.show()
    settle()
    yield made
    desk.deleteLater()


def hose(table: Table, by: str = "Rifle Rosa", mode: Mode = Mode.SINGLE) -> Strike:
    return Strike(
        by_id=table.units[by], name="Hose", use=6, range=5.0, damage="1d6", mode=mode, count=2
    )


def rows(panel: AttackPanel) -> list[tuple[str, str]]:
    """Return reason and detail of the modifiers, without the row that adds one."""
    shown: tuple[ModifierRow, ...] = panel.aim.modifiers.rows.rows
    return [(row.reason, row.detail) for row in shown if row.reason != "Other…"]


def both(panel: AttackPanel, table: Table, *, at: Aim) -> None:
    """Let two fire at one target, and the referee add something."""
    strikes = (hose(table), hose(table, "Gunner Nubs"))
    extras = (Extra(reason="fog", value=-1),)
    panel.controller.take_up(Attack(strikes=strikes, aims=(at,), extras=extras))
    settle()


def test_modifiers_of_an_arc_say_at_whom(panel: AttackPanel, table: Table) -> None:
    aims = tuple(
        Aim(unit_id=table.units[name], distance=far)
        for name, far in (("Squire Tile", 7.0), ("Sister Underfoot", 4.0))
    )
    panel.controller.take_up(Attack(strikes=(hose(table, mode=Mode.ARC),), aims=aims))
    settle()
    assert ("Out of Range", 'Squire Tile: 7" of 5"') in rows(panel)
    assert not any(reason == "Out of Range" and "Sister" in about for reason, about in rows(panel))
    assert panel.aim.target.words == ("Squire Tile", 'Minifig, 7" away'), "the button counts them"
    assert panel.aim.summary().endswith(" at Squire Tile and 1 more")


def test_modifiers_of_two_weapons_say_by_whom(panel: AttackPanel, table: Table) -> None:
    both(panel, table, at=Aim(unit_id=table.units["Squire Tile"], distance=7))
    assert rows(panel) == [
        ("Out of Range", 'Rifle Rosa: 7" of 5"'),
        ("Out of Range", 'Gunner Nubs: 7" of 5"'),
        ("fog", ""),
    ]
    assert panel.aim.summary() == "Rifle Rosa, Hose and 1 more at Squire Tile"


def test_one_weapon_at_one_target_needs_no_names(panel: AttackPanel, table: Table) -> None:
    aims = (Aim(unit_id=table.units["Squire Tile"], distance=7),)
    panel.controller.take_up(Attack(strikes=(hose(table),), aims=aims))
    settle()
    assert rows(panel) == [("Out of Range", '7" of 5"')]
    assert panel.aim.target.words == ("Squire Tile", 'Minifig, 7" away')


def test_two_weapons_at_a_projectile_call_it_by_its_name(panel: AttackPanel, table: Table) -> None:
    table.campaign.do(
        Launch(
            name="Missile", explosive_size=2, distance=30, player_id=TOMASZ, target="the gate",
            use=3, action_die=6,
        )
    )  # fmt: skip
    flight = table.campaign.read(ledger.in_the_air)[0].id
    both(panel, table, at=Aim(projectile_id=flight, distance=4))
    assert panel.aim.target.words[0] == "Missile"


def test_a_miss_folds_to_no_damage(panel: AttackPanel, table: Table) -> None:
    aims = (Aim(unit_id=table.units["Squire Tile"], distance=4),)
    panel.controller.take_up(Attack(strikes=(hose(table),), aims=aims))
    panel.controller.to_the_dice()
    panel.controller.roll()
    assert panel.roll.summary() == "2 against Use 6. Missed."
    assert panel.damage.summary() == "1d6", "a miss may still strike somebody else"
    assert panel.controller.apply()
    assert panel.controller.phase is AttackPhase.DONE
    assert panel.damage.summary() == "None."


def test_a_grab_deals_no_damage_and_says_so(panel: AttackPanel, table: Table) -> None:
    strike = Strike(by_id=table.units["Rifle Rosa"], mode=Mode.GRAB, name="Grab")
    aims = (Aim(unit_id=table.units["Squire Tile"]),)
    panel.controller.take_up(Attack(strikes=(strike,), aims=aims))
    assert panel.damage.waiting.text() == "A Grab deals no damage."
    assert panel.damage.summary() == "None."


def side_by_side(table: Table) -> int:
    """Put Squire Tile beside Rifle Rosa, where she reaches him; return his key."""
    squire = table.units["Squire Tile"]
    table.campaign.do(MoveUnit(unit_id=squire, x=7, y=2, by_itself=False))
    return squire


def test_what_is_parried_is_no_automatic_hit_any_more(panel: AttackPanel, table: Table) -> None:
    rosa, rifle = table.units["Rifle Rosa"], table.guns["Rifle Rosa"]
    strike = Strike(by_id=rosa, weapon_id=rifle, mode=Mode.SHOVE, name="Shove")
    squire = side_by_side(table)
    panel.controller.take_up(
        Attack(strikes=(strike,), aims=(Aim(unit_id=squire),), parries=(Parry(unit_id=squire),))
    )
    assert panel.roll.needed.text() == "Automatic Hit"
    panel.controller.to_the_dice()
    panel.controller.roll()
    assert panel.roll.needed.text() == "Parried"
    assert len(panel.roll.results.words()) == 1, "the Parry alone"


def test_a_measure_goes_where_what_attacks_touches(panel: AttackPanel, table: Table) -> None:
    chair = Strike(by_id=table.units["Rifle Rosa"], name="Chair", use=3, damage="1d6")
    aims = (Aim(unit_id=table.units["Squire Tile"], distance=7),)
    panel.controller.take_up(Attack(strikes=(hose(table),), aims=aims))
    distance = panel.aim.details.boxes["distance"]
    assert not distance.isHidden()
    panel.controller.take_up(Attack(strikes=(chair,), aims=aims))
    assert distance.isHidden()
    panel.aim.toggle_details()
    assert distance.isHidden()


def test_the_dice_of_two_bursts_say_whose_shot_they_are(panel: AttackPanel, table: Table) -> None:
    strikes = tuple(hose(table, by, Mode.BURST) for by in ("Rifle Rosa", "Gunner Nubs"))
    aims = (Aim(unit_id=table.units["Squire Tile"], distance=4),)
    overruled = frozenset({"8.3-01"})
    panel.controller.take_up(Attack(strikes=strikes, aims=aims, overruled=overruled))
    panel.controller.to_the_dice()
    panel.controller.roll()
    labels = [slot.label for slot in panel.roll.dice.slots()]
    assert labels == ["Action RR 1", "Action RR 2", "Action GN 1", "Action GN 2"]


def test_where_there_is_little_room_initials_stand_for_a_name(
    panel: AttackPanel, table: Table
) -> None:
    both(panel, table, at=Aim(unit_id=table.units["Squire Tile"], distance=7))
    first = panel.aim.modifiers.rows.rows[0]
    assert (first.detail, first.short) == ('Rifle Rosa: 7" of 5"', 'RR: 7" of 5"')


def test_an_open_question_is_not_folded_however_low_the_window_is(
    panel: AttackPanel, table: Table
) -> None:
    panel.resize(480, 330)
    panel.activateWindow()
    panel.setFocus()
    easy = replace(hose(table), use=3)
    aims = (Aim(unit_id=table.units["Squire Tile"], distance=4),)
    panel.controller.take_up(Attack(strikes=(easy,), aims=aims))
    settle()
    panel.controller.to_the_dice()
    settle()
    press(Qt.Key.Key_6)
    settle()
    assert panel.controller.preview.open_choices
    assert panel.roll.choices.isVisible()
    press(Qt.Key.Key_A)
    settle()
    assert not panel.roll.asks
    assert panel.roll.body.isHidden(), "what is answered gives way"


def test_a_blow_that_misses_says_that_it_does_no_damage(panel: AttackPanel, table: Table) -> None:
    chair = Strike(by_id=table.units["Rifle Rosa"], name="Chair", use=6, damage="1d6")
    aims = (Aim(unit_id=side_by_side(table)),)
    panel.controller.take_up(Attack(strikes=(chair,), aims=aims))
    panel.controller.to_the_dice()
    assert panel.damage.waiting.text() == ""
    panel.controller.roll()
    assert panel.damage.waiting.text() == "No damage."


def test_a_chance_that_is_only_a_rounding_error_is_none() -> None:
    assert [percent(chance) for chance in (0.0, 1e-17, 1e-5, 0.5)] == [
        "0 %", "0 %", "<0.1 %", "50 %",
    ]  # fmt: skip
