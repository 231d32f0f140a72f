"""What the Attack tab says of a Sci-fi attack: keys where the focus is, overruling, detection."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from brikdesk.store.views.scifi import sf_weapons
from brikdesk.turns.scifi_ledger import sf_ammo, sf_open_shots
from tests.ui.scifi.sf_attack_scene import (
    RACK,
    RIFLE,
    Field,
    Make,
    Tab,
    glow,
    press,
    settle,
)
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.models.picks import PickRow
from ui.models.scifi_attack import draft
from ui.panels.ledger.scifi_tables import this_turn
from ui.panels.queue.closing_card import shared

pytestmark = pytest.mark.thorough(every=2)

CREW = [{"name": "Wick", "role": "gunner"}, {"name": "Taper", "role": "loader"}]
TRIPOD = {"catalogue": "phaser rifle", "range_factor": 12, "mounting": "crew-served", "crew": CREW}


def told(tab: Tab) -> list[str]:
    """Return the keys that the status bar is told of from now on, the latest list."""
    heard: list[str] = []

    def hear(keys: tuple[tuple[str, str], ...]) -> None:
        heard[:] = [f"{key} {words}" for key, words in keys]

    tab.panel.controller.hub.keys_changed.connect(hear)
    return heard


def targets(tab: Tab) -> dict[str, PickRow]:
    controller = tab.panel.controller
    return {row.words: row for row in draft.targets(controller.table, controller.draft)}


def test_keys_are_those_of_the_list_while_it_is_typed_into(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    keys = told(tab)
    tab.begin(shooter)
    assert keys == ["Enter choose", "Esc back"], "one foe: there is no other row to go to"
    press("\n")
    assert "Enter fire" in keys
    press("9")
    assert keys[:2] == ["Esc back", "Enter fire"], "the field's own first"
    press("^")
    assert "V detected" in keys


@pytest.mark.rule("12-78")
def test_the_status_bar_names_what_the_loader_can_give(make: Make, field: Field) -> None:
    field.switch("sf_weapon_crews")
    shooter = glow(field, TRIPOD, kind="crew")
    field.foes("One")
    tab = make()
    keys = told(tab)
    tab.begin(shooter, "\n\nb\n")
    assert {"R roll again", "L second shot"} <= set(keys)
    press("r")
    assert "R roll again" not in keys


@pytest.mark.rule("12-16")
def test_what_was_overruled_is_said_before_it_is_fired(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal", x=90.0)
    tab = make()
    tab.begin(shooter, "\n")
    assert tab.said()[1] == "12-16"
    press("o")
    assert tab.fact("Overruled") == ("", "it fires all the same", "12-16")


def test_nobody_detects_his_own_side(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.unit("Flicker")
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter)
    rows = targets(tab)
    assert rows["Flicker"].detail.endswith("own side")
    assert rows["Decimal"].detail.endswith("not detected")


def test_the_button_says_what_it_does_to_detection(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n")
    button = tab.panel.aim.fields.seen
    assert button.text() == "Gets detected"
    press("v")
    assert (button.text(), tab.fact("Detected")[0]) == ("No longer detected", "yes")


@pytest.mark.rule("S-11")
def test_one_initiative_is_asked_for_only_where_there_are_two_shots(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("One", "Two", detected=True)
    tab = make()
    tab.begin(shooter, "one\n")
    together = tab.panel.aim.fields.together
    assert together.isHidden()
    press("+two\n")
    assert not together.isHidden()


@pytest.mark.rule("12-42", "12-44")
def test_flame_is_due_for_a_vaporshock_alone(make: Make, field: Field) -> None:
    shooter = glow(field, RACK, {**RACK, "name": "Fog", "warhead": "vaporshock"}, kind="vehicle")
    keys = {row.name: row.id for row in field.campaign.read(sf_weapons, shooter)}
    field.foes("One", detected=True)
    for weapon in ("Rack", "Fog"):
        field.do("FireSf", sf_weapon_id=keys[weapon], aims=[{"target_id": field.keys["One"]}])
        shot = field.shots()[-1]
        field.do("EnterOutcome", shot_id=shot.id, matter="hit", answer="hit")
    due = [row.due for row in field.campaign.read(sf_open_shots)]
    assert due == ["where it lands", "where it lands, flame inside?"]


def test_later_leaves_a_shot_that_waits_alone(make: Make, field: Field) -> None:
    shooter = glow(field, RACK, kind="vehicle")
    field.foes("One", detected=True)
    tab = make()
    tab.begin(shooter, "one\n\na\n")
    assert "land" in tab.prompt()
    press("s")
    assert (tab.stage(), len(tab.panel.controller.entry.open)) == (AttackPhase.NOTHING, 1)


@pytest.mark.rule("12-52")
def test_the_next_attack_asks_who_fires_where_the_last_one_has_fired(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RIFLE)
    field.unit("Flicker", RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\nb\n")
    press("\n")
    assert tab.panel.aim.picks.purpose == "attacker"


def test_the_rows_of_a_list_are_in_sight_in_a_low_pane_with_large_text(
    make: Make, field: Field, theme: Theme
) -> None:
    glow(field, RIFLE)
    field.foes("Decimal")
    theme.set_scale(200)
    tab = make(size=(1100, 440))
    press("a")
    picks_list, scroll = tab.panel.aim.picks, tab.panel.view
    settle()
    top = picks_list.mapTo(scroll.viewport(), picks_list.rect().topLeft()).y()
    row = picks_list.view.visualRect(picks_list.model.index(0, 0))
    end = picks_list.view.viewport().mapTo(scroll.viewport(), row.bottomLeft()).y()
    assert top >= 0
    assert end <= scroll.viewport().height()


@pytest.mark.parametrize(
    ("room", "shares"),
    [(300, (120, 91)), (220, (120, 90)), (180, (90, 80)), (100, (50, 40))],
)
def test_weapon_and_unit_share_a_line_and_the_unit_is_cut_last(
    room: int, shares: tuple[float, float]
) -> None:
    assert shared(room, 120, 90, 10) == shares


@pytest.mark.rule("12-78", "12-80", "S-16")
def test_a_shot_that_the_loader_gave_counts_as_one_that_may_be_fired(
    make: Make, field: Field
) -> None:
    field.switch("sf_weapon_crews")
    launcher = {"catalogue": "rocket launcher", "range_factor": 12, "mounting": "crew-served",
                "shape": "none", "loads": [{"count": 4}], "crew": CREW}  # fmt: skip
    shooter = glow(field, launcher, kind="crew")
    field.foes("One", detected=True)
    tab = make()
    (row,) = field.campaign.read(sf_ammo)
    assert this_turn(row) == "0 of 1"
    tab.begin(shooter, "one\n\nb\n")
    press("r")
    (row,) = field.campaign.read(sf_ammo)
    assert this_turn(row) == "2 of 2"


@pytest.mark.rule("12-52")
def test_who_has_fired_is_told_before_he_is_chosen(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.unit("Flicker", RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\nb\na")
    rows = {row.words: row.right for row in tab.panel.aim.picks.model.rows}
    assert (rows["Glow"], rows["Flicker"]) == ("it fired this turn", "")


def test_letters_for_what_the_weapon_does_not_have_open_no_empty_list(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\ncs")
    assert tab.panel.aim.picks.isHidden()
    press("xis")  # what a rifle seldom does stands under More
    assert tab.panel.aim.picks.purpose == "spotter", "indirect fire has one"


def test_undo_in_a_list_takes_back_what_was_typed_and_else_is_left_to_the_window(
    make: Make, field: Field
) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter)
    line = tab.panel.aim.picks.field
    assert not overrides_undo(line)
    press("dec")
    assert overrides_undo(line)


def overrides_undo(line: QLineEdit) -> bool:
    """Tell whether a field keeps Ctrl+Z to itself."""
    key = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    key.ignore()
    QApplication.sendEvent(line, key)
    return key.isAccepted()


def test_another_attacker_fires_once_at_the_first_target(make: Make, field: Field) -> None:
    glow(field, RACK, kind="vehicle")
    other = field.unit("Flicker", RIFLE, x=5, y=5)
    field.foes("One", "Two", detected=True)
    tab = make()
    tab.begin(field.keys["Glow"], "\n+two\n")
    assert len(tab.panel.controller.draft.aims) == 2
    tab.panel.controller.fire_by(other)
    assert [aim.target_id for aim in tab.panel.controller.draft.aims] == [field.keys["One"]]


def test_a_note_ends_its_line_as_a_sentence(make: Make, field: Field) -> None:
    shooter = glow(field, RIFLE)
    field.foes("Decimal")
    tab = make()
    tab.begin(shooter, "\n\nb")
    press("nthe cat sat on it\n\n")
    assert "Miss. The cat sat on it. " in tab.done()[0]
