"""The Sci-fi attack by real keys: fire, entries, refusals, undo."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from brikdesk.acts.scifi.shooting import SfAim
from brikdesk.rules.scifi.firing import Use
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import unit
from tests.ui.scifi.sf_attack_scene import (
    BEN,
    LAUNCHER,
    RACK,
    RIFLE,
    Field,
    Make,
    entered,
    glow,
    press,
    settle,
)
from tests.ui.window_scene import focus
from ui.models.attack.draft import AttackPhase
from ui.models.scifi_attack.draft import SfDraft

pytestmark = pytest.mark.thorough(every=2)


def test_a_rifle_from_aim_to_damage_takes_twelve_keys_and_numbers(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    (foe,) = field.foes("Decimal")
    tab = make()
    tab.panel.controller.begin_with(shooter)
    settle()
    keys = "\n9\na\nb\na\n"
    press(keys)
    shot = field.shots()[-1]
    assert (shot.distance, shot.band, shot.next) == (9, "short", None)
    assert [(each.matter, each.answer) for each in shot.outcomes] == [
        ("hit", "hit"), ("penetration", "penetrated"), ("damage", "eliminated"),
    ]  # fmt: skip
    lost = field.campaign.read(unit, foe)
    assert lost is not None
    assert not lost.alive
    assert sum(not key.isdigit() for key in keys) + len("A") <= 12
    assert "Hit. Penetrated. Eliminated." in tab.done()[0]


def test_enter_in_the_field_fires_at_a_distance_and_at_nothing_else(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n9..\n")
    assert not field.shots(), "it is no number, and the nine before it was not meant"
    assert tab.panel.aim.fields.distance.hasFocus()
    press("<<\n")
    assert [shot.distance for shot in field.shots()] == [9]
    assert "Laser rifle, Glow at Decimal" in tab.panel.shots.card.title.text()


def test_what_a_key_asks_for_unfolds_its_block(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "")
    aim = tab.panel.aim
    QTest.mouseClick(aim.head, Qt.MouseButton.LeftButton)
    assert not aim.body.isVisible()
    tab.panel.setFocus()
    press("t")
    assert aim.picks.field.hasFocus()
    assert aim.picks.field.isVisible()


def test_each_entry_is_its_own_act_and_undo_brings_the_question_back(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\na\nb\n")
    titles = tab.desk.read(undo_state).undo
    assert titles[:3] == (
        "Laser rifle at Decimal: penetrated", "Laser rifle at Decimal: hit",
        "Glow fires laser rifle",
    )  # fmt: skip
    assert "damage" in tab.prompt()
    tab.desk.undo()
    assert "What does it do" in tab.prompt()
    assert tab.panel.controller.entry.answer.choice == 1, "the letter is still there"
    press("\n")
    assert entered(field, "penetration") == ["penetrated"]
    for _ in range(3):
        tab.desk.undo()
    assert (field.shots(), tab.panel.controller.phase) == ((), AttackPhase.AIM)
    assert tab.panel.aim.target.words[0] == "Decimal", "the attack is there as it was"
    press("\n")
    assert len(field.shots()) == 1


@pytest.mark.rule("12-08", "12-09", "12-13", "12-14", "12-21", "12-31", "12-50", "12-52", "12-62")
def test_before_it_fires_the_panel_tells_what_bears_on_it(make: Make, field: Field) -> None:
    shooter = glow(field, {**RIFLE, "detection_effect": 2, "needs": ["tripod"]})
    field.foes("Decimal", powered_armor=True)
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.fact("Range band") == ("short", '10", range factor 12"', "12-13")
    assert tab.fact("Attack factor") == ("5", "Laser, small arm", "12-09")
    assert tab.fact("Rate of fire")[::2] == ("P", "12-21")
    assert tab.fact("Armor class") == ("2", "infantry, powered armor", "12-08")
    assert tab.fact("Detected")[0] == "no"
    assert tab.fact("Detection effect")[::2] == ("+2", "12-50")
    assert tab.fact("Ammunition")[::2] == ("∞", "12-62")
    assert tab.fact("Shots this turn")[::2] == ("1 left", "12-52")
    assert tab.fact("Equipment") == ("look", "lacks tripod", "12-31")
    assert tab.panel.aim.range.inside == "short"
    press("20")
    assert (tab.panel.aim.range.inside, tab.fact("Range band")[2]) == ("medium", "12-14")


@pytest.mark.rule("12-16")
@pytest.mark.parametrize(
    ("distance", "rule"), [("40", "12-16"), ("3", "12-17")], ids=["too far", "too close"]
)
def test_a_range_that_does_not_reach_is_refused_before_anything_is_fired(
    make: Make, field: Field, distance: str, rule: str
) -> None:
    shooter = glow(field, {**RIFLE, "minimum_range": 5})
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, f"\n{distance}\n")
    assert tab.said()[1] == rule
    press("\n")
    assert not field.shots(), "Enter fires nothing that is refused"
    press("^" if tab.panel.aim.fields.distance.hasFocus() else "")
    press("o\n")
    assert field.shots()[-1].overruled == (rule,)


def test_without_a_battle_nobody_fires(make: Make, field: Field) -> None:
    glow(field, RIFLE)
    field.do("EndBattle")
    tab = make()
    press("a\n")
    assert tab.stage() is AttackPhase.NOTHING
    assert not tab.panel.foot.go.isEnabled()


def test_a_unit_of_another_game_can_be_detected_too(make: Make, field: Field) -> None:
    field.switch("sf_convergence_beams")
    shooter = glow(field, {"catalogue": "convergence beam", "range_factor": 12}, kind="vehicle")
    field.do("AddUnit", player_id=BEN, name="Minifig", preset="U-01", x=14, y=4)
    tab = make()
    tab.begin(shooter, "\nv")
    assert tab.said() == ("", "")


def test_a_skipped_entry_takes_its_note_and_never_blocks(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\nnthe cat sat on it\ns")
    (entry,) = field.shots()[-1].outcomes
    assert (entry.matter, entry.answer, entry.note) == ("hit", "", "the cat sat on it")
    assert "Hit skipped. The cat sat on it." in tab.done()[0]


def test_backspace_takes_a_letter_back(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\na<\n")
    assert not entered(field, "hit")
    press("b\n")
    assert entered(field, "hit") == ["miss"]


@pytest.mark.rule("12-50")
def test_who_fired_can_be_detected_with_the_effect_of_his_weapon(make: Make, field: Field) -> None:
    shooter = glow(field, {**RIFLE, "detection_effect": 3})
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n\n")
    assert tab.beside("Detection effect") == ("+3", "12-50")
    press("v")
    assert tab.panel.controller.table.seen(shooter, (BEN,))
    assert tab.prompt() == "Hit or miss?", "the entry goes on"


def test_open_shots_wait_until_they_are_gone_to(make: Make, field: Field) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("One")
    tab = make()
    tab.begin(shooter, "\n+\n\n")
    assert len(tab.panel.controller.entry.open) == 2
    press("^")
    assert tab.panel.foot.shots.accessibleName() == "Open shots: 2"
    press("s")
    assert tab.panel.controller.phase is AttackPhase.SHOTS
    first = tab.panel.controller.entry.current
    tab.panel.shots.lines[0].click()
    settle()
    assert tab.panel.controller.entry.current != first


def test_esc_closes_a_list_then_the_attack(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "^")
    assert (tab.panel.aim.picks.isVisible(), tab.stage()) == (False, AttackPhase.AIM)
    press("^")
    assert tab.stage() is AttackPhase.NOTHING


def test_words_may_stand_for_a_target(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("One")
    tab = make()
    tab.begin(shooter, "the far bunker\n8\nb\n")
    shot = field.shots()[-1]
    assert (shot.target, shot.target_id, shot.distance) == ("the far bunker", None, 8)


@pytest.mark.parametrize("size", [(380, 560), (480, 900)])
def test_no_part_is_wider_than_the_pane(make: Make, field: Field, size: tuple[int, int]) -> None:
    shooter = glow(
        field, {**RACK, "name": "Rack of seven very long artillery rockets"}, kind="vehicle"
    )
    field.foes("One")
    tab = make(size=size)
    tab.begin(shooter, "\n")
    assert tab.panel.minimumSizeHint().width() <= 380
    assert tab.panel.aim.width() <= size[0]


def test_page_keys_scroll_to_what_has_no_room(make: Make, field: Field) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("One")
    tab = make(size=(400, 420))
    tab.begin(shooter, "\n")
    rows = [each for each in tab.panel.aim.facts.children() if isinstance(each, QWidget)]
    last = [each for each in rows if not each.isHidden()][-1]
    assert last.visibleRegion().isEmpty(), "there is no room for all"
    bar = tab.panel.findChildren(QScrollArea)[0].verticalScrollBar()
    assert bar.maximum() < 3 * bar.pageStep(), "what scrolls is as high as what it shows"
    for _ in range(3):
        QTest.keyClick(focus(), Qt.Key.Key_PageDown)
        settle()
    assert not last.visibleRegion().isEmpty()


def test_a_letter_of_inches_is_no_key_behind_a_number(make: Make, field: Field) -> None:
    shooter = glow(field, LAUNCHER)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n9")
    distance = tab.panel.aim.fields.distance
    assert distance.hasFocus()
    assert not tab.panel.aim.fields.use.cap_is_live, "I goes on with 9in"
    assert "I" not in dict(tab.panel.focus._announced)
    press("i")
    assert distance.text() == "9i"
    assert "I" in dict(tab.panel.focus._announced)
    press("<<")
    press("i")
    assert tab.panel.controller.draft.use is Use.INDIRECT


def test_another_target_keeps_what_was_said_of_the_round() -> None:
    was = SfAim(target_id=1, distance=9, ammunition="shell", warhead="gas", area_size=3)
    now = SfDraft(aims=(was,)).at_target(SfAim(target_id=2, distance=5)).aim
    assert now == SfAim(target_id=2, distance=5, ammunition="shell", warhead="gas", area_size=3)
