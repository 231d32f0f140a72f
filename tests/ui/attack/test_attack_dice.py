"""Boxes of several units in one row: each says whose die it is."""

from PySide6.QtCore import Qt

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.dice import Face
from tests.ui.attack.attack_scene import Table
from tests.ui.window_scene import press, settle, typed
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.panels.attack.roll import AttackDice
from ui.widgets.dice import DiceBox

K = Qt.Key


def captions(row: AttackDice) -> list[str]:
    return [box.look.caption for box in boxes(row)]


def boxes(row: AttackDice) -> list[DiceBox]:
    shown = [box for box in row.findChildren(DiceBox) if not box.isHidden()]
    return sorted(shown, key=lambda box: (box.y(), box.x()))


def arc(table: Table) -> Attack:
    """Return a hose that sweeps over two targets of Tomasz, one with 2 Armor dice."""
    units = table.units
    strike = Strike(
        by_id=units["Rifle Rosa"], name="Hose", use=3, range=20.0, damage="3d10", mode=Mode.ARC,
        count=2,
    )  # fmt: skip
    aims = (Aim(unit_id=units["Second Opinion"]), Aim(unit_id=units["Sister Underfoot"]))
    return Attack(strikes=(strike,), aims=aims)


def to_the_dice(panel: AttackPanel, table: Table) -> None:
    panel.controller.take_up(arc(table))
    while panel.controller.overrule():
        settle()
    panel.setFocus()
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DICE, panel.controller.preview.refusal


def hit_both(panel: AttackPanel, table: Table) -> None:
    to_the_dice(panel, table)
    press(K.Key_5)
    press(K.Key_5)


def test_action_dice_of_several_shots_say_at_whom(panel: AttackPanel, table: Table) -> None:
    to_the_dice(panel, table)
    press(K.Key_5)
    names = [box.accessibleName() for box in boxes(panel.roll.dice)]
    assert captions(panel.roll.dice) == ["Action SO", "Action SU"]
    assert "Action, Second Opinion" in names[0]
    assert "Action, Sister Underfoot" in names[1]
    assert "Sister Underfoot" in boxes(panel.roll.dice)[1].toolTip()


def test_damage_and_armor_dice_say_whose_they_are(panel: AttackPanel, table: Table) -> None:
    hit_both(panel, table)
    for _ in range(6):
        typed("9")
    of = [die.of and die.of.name for die in panel.controller.preview.dice]
    assert of == ["Second Opinion", "Sister Underfoot", *["Second Opinion"] * 3,
                  *["Sister Underfoot"] * 3, *["Second Opinion"] * (len(of) - 8)]  # fmt: skip
    shown = captions(panel.damage.dice)
    assert shown[:6] == ["d10 SO"] * 3 + ["d10 SU"] * 3
    assert set(shown[6:]) == {"Armor SO"}
    armor = boxes(panel.damage.dice)[6].accessibleName()
    assert "Armor, Second Opinion" in armor


def test_dice_of_one_unit_need_no_name(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    press(K.Key_T)
    typed("under")
    for key in (K.Key_Return, K.Key_Return, K.Key_5):
        press(key)
    assert captions(panel.damage.dice) == ["d6"]
    assert boxes(panel.damage.dice)[0].toolTip() == ""


def test_faces_stay_with_their_unit_when_another_one_is_missed(
    panel: AttackPanel, table: Table
) -> None:
    hit_both(panel, table)
    typed("987654")
    row = panel.roll.dice
    first = row.slots()[0].key
    assert isinstance(first, tuple)
    panel.controller.put({first: Face(1)})
    faces = {
        (die.of and die.of.name, face.value)
        for die, face in zip(panel.controller.preview.dice, panel.controller.thrown, strict=False)
        if die.label == "d10"
    }
    assert faces == {("Sister Underfoot", 6), ("Sister Underfoot", 5), ("Sister Underfoot", 4)}
