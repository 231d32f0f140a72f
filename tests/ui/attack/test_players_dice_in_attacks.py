"""In an attack the dice of attacker and victim come to the desk as each of them likes."""

from brikdesk.acts.campaign.setup import SetDice
from brikdesk.dice import DiceWay, Face, Origin
from brikdesk.reports.audit import dice_audit
from brikdesk.store.views.log import acts_done
from tests.ui.attack.attack_scene import PRIYA, TOMASZ, Table
from tests.ui.attack.panel_scene import K, Make, begin, press, typed
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.panels.attack.roll import AttackDice

ROLLED, TYPED = DiceWay.ROLLED, DiceWay.TYPED


def beside(row: AttackDice) -> str:
    return row.whose


def shoot(panel: AttackPanel, table: Table) -> None:
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return, K.Key_Return)


def test_the_attackers_dice_are_rolled_and_the_victims_typed(make: Make, table: Table) -> None:
    panel = make(rolls=(5, 2, 6))
    panel.controller.desk.do(SetDice(player_id=PRIYA, hit=ROLLED, damage=ROLLED))
    panel.controller.desk.do(SetDice(player_id=TOMASZ, armor=TYPED))
    done = table.campaign.read(acts_done)
    shoot(panel, table)
    assert panel.controller.phase is AttackPhase.DICE
    assert beside(panel.roll.dice) == "Priya's dice: rolled here"
    assert panel.roll.dice.faces() == (Face(5, Origin.ROLLED),)
    assert Face(2, Origin.ROLLED) in panel.damage.dice.faces()
    assert table.campaign.read(acts_done) == done, "all of it waits for Apply"
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE
    rows = {(row.owner, row.origin) for row in dice_audit(table.campaign).faces if row.owner}
    assert ("Duchy of Lower Stud", "rolled") in rows


def test_armor_dice_say_whose_they_are(make: Make, table: Table) -> None:
    panel = make(rolls=(7, 4, 9, 6, 4))
    panel.controller.desk.do(SetDice(player_id=PRIYA, hit=ROLLED, damage=ROLLED))
    panel.controller.desk.do(SetDice(player_id=TOMASZ, armor=TYPED))
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return, K.Key_Return, K.Key_A)
    assert beside(panel.damage.dice) == "Priya's dice: rolled here; Tomasz's dice: typed"
    assert None in panel.damage.dice.faces(), "those of his Armor wait for the table"


def test_aimed_anew_nobody_has_other_dice(make: Make, table: Table) -> None:
    panel = make(rolls=(1, 5))
    panel.controller.desk.do(SetDice(player_id=PRIYA, hit=ROLLED))
    shoot(panel, table)
    assert panel.roll.dice.faces() == (Face(1, Origin.ROLLED),)
    press(K.Key_Escape, K.Key_Escape)
    assert panel.controller.phase is AttackPhase.NOTHING
    shoot(panel, table)
    assert panel.roll.dice.faces() == (Face(1, Origin.ROLLED),), "the attack was given up, not done"


def test_undone_and_begun_again_it_is_the_same_attack(make: Make, table: Table) -> None:
    panel = make(rolls=(1, 5))
    panel.controller.desk.do(SetDice(player_id=PRIYA, hit=ROLLED))
    shoot(panel, table)
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE
    press(K.Key_Return)  # another attack is begun, so that undo brings no dice back
    panel.controller.desk.undo()
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DICE
    assert panel.roll.dice.faces() == (Face(1, Origin.ROLLED),)


def test_space_rolls_typed_dice_only_when_pressed_twice(make: Make, table: Table) -> None:
    panel = make(rolls=(4,) * 9)
    said: list[str] = []
    panel.controller.hub.remarked.connect(said.append)
    panel.controller.desk.do(SetDice(player_id=PRIYA, hit=TYPED))
    shoot(panel, table)
    press(K.Key_Space)
    assert said == ["Priya types the dice: digits enter them. Space once more rolls them."]
    assert panel.roll.dice.faces() == (None,)
    press(K.Key_Space)
    assert panel.controller.thrown[0] == Face(4, Origin.ROLLED)
