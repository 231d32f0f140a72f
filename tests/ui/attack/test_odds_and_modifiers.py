"""The odds of an attack on screen, and the modifiers that change them."""

import dataclasses

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Extra, Strike, VictimLine
from brikdesk.acts.fire.fires import Ignite
from brikdesk.dice import BY_THE_BOOK, Pool
from brikdesk.odds.attacks import AttackAsked, ShotAsked
from brikdesk.rules.brikwars.actions_and_responses import use_chance
from brikdesk.store.lines import Sum, Term, Tone
from tests.ui.attack.attack_scene import Table
from tests.ui.attack.panel_scene import K, Make, begin, counted, press, typed
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.models.attack.odds import OddsReckoner, percent
from ui.panels.attack.panel import AttackPanel
from ui.parts.step import BandResults


def aimed(make: Make, table: Table) -> AttackPanel:
    """Return the panel with the Nephew's cannon aimed at the Second Opinion."""
    panel = make()
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return)
    return panel


def test_the_odds_of_the_weapon_before_do_not_stand_beside_no_weapon(
    make: Make, table: Table, qtbot: QtBot
) -> None:
    panel = make()
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    counted(qtbot, panel)
    assert "to hit" in panel.roll.summary()
    draft = panel.controller.draft
    panel.controller.change(draft.with_weapon(Strike(by_id=table.units["Sgt. Flatplate"])))
    assert panel.controller.draft.lacks == "weapon"
    assert panel.roll.summary() == ""


def test_needed_number_and_odds_are_exact_to_a_tenth_of_a_percent(
    make: Make, table: Table, qtbot: QtBot
) -> None:
    panel = aimed(make, table)
    counted(qtbot, panel)
    shot = panel.controller.preview.shots[0]
    assert panel.roll.needed.text() == f"{shot.needed}+ on d8"
    wins = sum(face >= shot.needed for face in range(1, 9))
    assert panel.roll.total.text() == f"{wins * 12.5:g} % to hit"
    bar = panel.roll.bar
    assert [block.label for block in bar.blocks] == [str(face) for face in range(1, 9)]
    assert next((group.words, group.percent) for group in bar.groups) == ("Critical", "12.5 %")
    assert "percent; Critical Failure 12.5" in bar.accessibleName()
    assert any("Second Opinion" in words for words in panel.damage.outcomes.words())


@pytest.mark.rule("4.2-18")
def test_a_shot_that_only_a_benny_can_save_says_how_likely_that_is(
    make: Make, table: Table, qtbot: QtBot
) -> None:
    panel = aimed(make, table)
    draft = panel.controller.draft
    strike = dataclasses.replace(draft.strike, use=13)
    panel.controller.change(draft.with_weapon(strike))
    counted(qtbot, panel)
    odds = use_chance(Pool((8,)), panel.controller.preview.shots[0].needed)
    assert odds > 0
    hit, benny = panel.roll.total.text().split("\n")
    assert hit == "0 % to hit"
    assert benny == f"{percent(float(odds))} with a Benny"


def test_the_typed_face_is_ringed_on_the_bar(make: Make, table: Table, qtbot: QtBot) -> None:
    panel = make()
    begin(panel, table.units["Nephew"])
    press(K.Key_T)
    typed("opinion")
    press(K.Key_Return, K.Key_Return, K.Key_7)
    counted(qtbot, panel)
    assert [block.label for block in panel.roll.bar.blocks if block.ringed] == ["7"]
    result = panel.roll.results.words()
    assert len(result) == 1
    assert result[0].startswith("7 on d8")
    assert result[0].endswith("Hit, Over the Top.")


def test_a_burning_attacker_has_sums_on_the_bar(make: Make, table: Table, qtbot: QtBot) -> None:
    panel = make()
    panel.controller.desk.do(Ignite(unit_id=table.units["Rifle Rosa"]))
    begin(panel, table.units["Rifle Rosa"])
    press(K.Key_T)
    typed("under")
    press(K.Key_Return)
    counted(qtbot, panel)
    assert "−1d4" in panel.roll.needed.text()
    labels = [block.label for block in panel.roll.bar.blocks]
    assert len(labels) > 6
    assert sum(block.chance for block in panel.roll.bar.blocks) == pytest.approx(1)


def test_space_ticks_a_modifier_and_plus_changes_it(make: Make, table: Table) -> None:
    panel = aimed(make, table)
    needed = panel.controller.preview.shots[0].needed
    press(K.Key_M)
    assert panel.aim.modifiers.hasFocus()
    row = panel.aim.modifiers.current()
    assert row is not None
    assert (row.reason, row.points) == ("Large target", "+2")
    press(K.Key_Space)
    assert panel.controller.preview.shots[0].needed == needed + 2
    press(K.Key_Space)
    assert panel.controller.preview.shots[0].needed == needed
    typed("+")
    changed = panel.aim.modifiers.current()
    assert changed is not None
    assert (changed.points, changed.rule) == ("+3", "referee")
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DICE


def test_other_adds_a_modifier_with_its_reason(make: Make, table: Table) -> None:
    panel = aimed(make, table)
    needed = panel.controller.preview.shots[0].needed
    press(K.Key_M, K.Key_End, K.Key_Space)
    typed("-1")
    press(K.Key_Tab)
    typed("a cat")
    press(K.Key_Return)
    assert panel.controller.draft.extras == (Extra(reason="a cat", value=-1),)
    assert panel.controller.preview.shots[0].needed == needed + 1
    press(K.Key_Space)
    assert panel.controller.draft.off == frozenset({0}), "unticked it stays in the list"
    assert panel.controller.preview.shots[0].needed == needed
    assert panel.aim.modifiers.rows.rows[-2].reason == "a cat"


def test_what_would_change_the_odds_is_counted_only_on_demand(
    make: Make, table: Table, qtbot: QtBot
) -> None:
    panel = aimed(make, table)
    counted(qtbot, panel)
    assert not panel.controller.reckoner.helps
    press(K.Key_H)
    counted(qtbot, panel)
    assert any("Support of Gunner Nubs" in words for words in panel.roll.helps.words())


def test_another_attack_with_the_same_odds_has_ways_of_its_own(qtbot: QtBot) -> None:
    """The odds are counted once, what would change them for each attack anew."""
    reckoner = OddsReckoner()
    reckoner.want_help(True)
    asked, near = (AttackAsked((ShotAsked(Pool((6,)), use),)) for use in (5, 3))
    reckoner.ask(asked, BY_THE_BOOK, tuple, "by the map")
    qtbot.waitUntil(lambda: reckoner.odds is not None and not reckoner.counting)
    assert reckoner.helps == ()
    reckoner.ask(asked, BY_THE_BOOK, lambda: (('2" closer', near),), "typed")
    qtbot.waitUntil(lambda: not reckoner.counting)
    assert [each.words for each in reckoner.helps] == ['2" closer']


def test_the_numbers_that_damage_is_made_of_stand_beside_it(qtbot: QtBot, theme: Theme) -> None:
    parts = (
        Term("d6 shows", 4, "5.1-37"),
        Term("d6 shows", 5, "5.1-37"),
        Term("Worn", -2, "5.1-37"),
    )
    squire = VictimLine("Squire Tile", 6, "", 7, 4, "dies: 7 against Armor 4.", Tone.DANGER,
                        sums=(Sum("Damage", 7, parts),), becomes="dies")  # fmt: skip
    alone = replace(squire, sums=(Sum("Damage", 4, parts[:1]),))
    shown = BandResults(theme)
    qtbot.addWidget(shown)
    shown.show_results((), (squire, alone))
    assert shown.words() == [
        "Squire Tile dies: 7 against Armor 4. (4 + 5 \N{MINUS SIGN} 2 Worn)",
        "Squire Tile dies: 7 against Armor 4.",
    ]
