"""Missed Shots in the Attack tab: who places them, whom they strike, and the dice of that."""

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from brikdesk.acts.campaign.setup import SetAlliance
from brikdesk.acts.combat.aim import Stray
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.store.views.log import log
from brikdesk.turns.steps import Choice
from tests.ui.attack.attack_scene import PRIYA, TOMASZ, Table
from tests.ui.window_scene import focus, press, settle, typed
from ui.models.attack import controller as attack_strays
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.damage import StrayTable
from ui.panels.attack.panel import AttackPanel

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key


def miss(panel: AttackPanel, table: Table, target: str = "under") -> StrayTable:
    """Let Rifle Rosa miss with a natural 2."""
    panel.controller.begin_with(table.units["Rifle Rosa"])
    settle()
    if panel.aim.picks.isHidden():  # somebody is proposed
        press(K.Key_T)
    typed(target)
    press(K.Key_Return)
    press(K.Key_Return)
    press(K.Key_2)
    return panel.damage.strays


def beside_the_target(panel: AttackPanel, table: Table) -> None:
    """Stand Squire Tile 0.8" from Sister Underfoot: no farther than the shot misses by (5.3-08)."""
    tile = table.units["Squire Tile"]
    panel.controller.desk.do(MoveUnit(unit_id=tile, x=11.8, y=2.0, by_itself=False))


def said(strays: StrayTable) -> list[str]:
    return [line.words.text() for line in strays.lines.values()]


@pytest.mark.rule("5.3-06", "5.3-08")
def test_a_miss_is_harmless_until_somebody_wants_it_tracked(
    panel: AttackPanel, table: Table
) -> None:
    strays = miss(panel, table)
    shot = panel.controller.preview.shots[0]
    by = shot.use - (shot.total or 0)
    assert said(strays) == [f'Sister Underfoot: missed by {by}". It does no harm.']
    assert panel.controller.can_apply, "Enter leaves it at that"
    assert ("L", "what a miss strikes") in panel.keys.names()


@pytest.mark.rule("5.3-07", "5.3-09", "5.3-11")
def test_l_asks_what_is_there_and_its_dice_follow(panel: AttackPanel, table: Table) -> None:
    strays = miss(panel, table)
    press(K.Key_L)
    assert focus() is strays.picks.field
    assert "Tomasz lands it within" in strays.picks.field.placeholderText()
    typed("lancer")
    press(K.Key_Return)
    lancer = table.units["Lost Lancer"]
    assert focus() is strays.row(lancer).distance, "the map does not know where he stands"
    typed("6")
    assert panel.controller.draft.strays == (Stray(shot="shot-0", unit_id=lancer, distance=6.0),)
    press(K.Key_Return)
    assert panel.controller.preview.owed
    assert panel.keys.dice is panel.damage.dice
    assert panel.keys.dice.isAncestorOf(focus())
    while panel.controller.preview.owed:
        press(K.Key_Space)
    while panel.controller.preview.open_choices:
        press(K.Key_A)
    assert [victim.name for victim in panel.controller.preview.victims] == ["Lost Lancer"]
    press(K.Key_Return)
    assert panel.controller.phase is AttackPhase.DONE
    assert any("Lost Lancer" in entry.words for entry in table.campaign.read(log))


def test_whom_the_map_knows_needs_no_measure(panel: AttackPanel, table: Table) -> None:
    strays = miss(panel, table)
    press(K.Key_L)
    typed("squire")
    press(K.Key_Return)
    (stray,) = panel.controller.draft.strays
    squire = table.units["Squire Tile"]
    far = panel.controller.table.apart(table.units["Rifle Rosa"], squire)
    assert far is not None
    assert stray == Stray(shot="shot-0", unit_id=squire, distance=round(far, 2))
    assert not strays.row(squire).distance.hasFocus()
    assert panel.controller.preview.choices[0].chosen == "Squire Tile"
    strays.row(squire).spared()
    settle()
    assert panel.controller.draft.strays == ()
    assert not panel.controller.preview.owed


@pytest.mark.rule("5.3-09")
def test_whom_a_miss_strikes_goes_with_its_die(panel: AttackPanel, table: Table) -> None:
    miss(panel, table)
    press(K.Key_L)
    typed("squire")
    press(K.Key_Return)
    assert panel.controller.draft.strays
    while len(panel.controller.faces):
        press(K.Key_Backspace)
    press(K.Key_2)
    assert not panel.controller.draft.strays


def test_nobody_is_struck_and_other_words_say_where_it_lands(
    panel: AttackPanel, table: Table
) -> None:
    strays = miss(panel, table)
    press(K.Key_L)
    press(K.Key_Return)
    spot = panel.controller.preview.choices[0]
    assert spot.chosen == spot.options[0].value
    assert panel.controller.can_apply
    press(K.Key_L)
    typed("behind the water tower")
    press(K.Key_Return)
    assert panel.controller.preview.choices[0].chosen == "behind the water tower"
    assert "behind the water tower" in said(strays)[0]
    assert panel.controller.draft.strays == ()


def test_another_pick_takes_the_place_of_the_first(panel: AttackPanel, table: Table) -> None:
    miss(panel, table)
    for name in ("squire", "nubs"):
        press(K.Key_L)
        typed(name)
        press(K.Key_Return)
    assert [each.unit_id for each in panel.controller.draft.strays] == [table.units["Gunner Nubs"]]
    assert panel.controller.preview.choices[0].chosen == "Gunner Nubs"


def test_the_nearest_to_the_target_come_first_and_the_shooter_is_left_out(
    panel: AttackPanel, table: Table
) -> None:
    miss(panel, table)
    press(K.Key_L)
    (missed,) = attack_strays.misses_of(panel.controller)
    rows = attack_strays.stray_rows(panel.controller, missed)
    assert rows[0].value == attack_strays.NOBODY
    away = [float(row.right.rstrip('"')) for row in rows if row.right]
    assert away == sorted(away)
    names = [row.words for row in rows]
    assert "Rifle Rosa" not in names
    assert "Sister Underfoot" not in names
    assert names[-1] == "Lost Lancer", "nobody knows where he is"


@pytest.mark.rule("5.3-12")
def test_the_player_of_the_target_may_choose_his_own(panel: AttackPanel, table: Table) -> None:
    beside_the_target(panel, table)
    miss(panel, table)
    own = Stray(shot="shot-0", unit_id=table.units["Squire Tile"], distance=4)
    panel.controller.change(panel.controller.draft.tracking().straying(own))
    press(K.Key_A)
    assert not panel.foot.refusal.sentence()
    assert panel.controller.preview.owed, "his dice follow"


@pytest.mark.rule("5.3-09", "A5-34")
def test_a_miss_at_an_own_unit_first_asks_who_places_it(panel: AttackPanel, table: Table) -> None:
    panel.controller.desk.do(SetAlliance(player_id=PRIYA, ally_id=TOMASZ))
    strays = miss(panel, table)
    press(K.Key_L)
    assert panel.controller.draft.track_misses
    assert strays.picks.isHidden(), "without an enemy nobody can place it"
    assert panel.controller.can_apply


def test_a_face_typed_anew_that_hits_strikes_nobody_else(panel: AttackPanel, table: Table) -> None:
    miss(panel, table)
    press(K.Key_L)
    typed("squire")
    press(K.Key_Return)
    press(K.Key_Backspace)
    press(K.Key_Backspace)  # where it lands, then the die
    assert not panel.controller.preview.refusal
    press(K.Key_5)
    assert panel.controller.preview.shots[0].hit
    assert not panel.foot.refusal.sentence()
    assert panel.damage.strays.isHidden()


def test_escape_in_the_list_leaves_the_miss_as_it_was(panel: AttackPanel, table: Table) -> None:
    strays = miss(panel, table)
    press(K.Key_L)
    press(K.Key_Escape)
    assert strays.picks.isHidden()
    assert panel.controller.phase is AttackPhase.DICE
    assert panel.controller.draft.strays == ()
    assert panel.isAncestorOf(focus())
    press(K.Key_A)
    assert panel.controller.can_apply, "the spot is chosen by letter"


def test_explosions_have_their_own_list_instead(panel: AttackPanel, table: Table) -> None:
    panel.controller.begin_with(table.units["Nephew"])
    settle()
    press(K.Key_T)
    typed("opinion")
    for key in (K.Key_Return, K.Key_Return, K.Key_2):
        press(key)
    assert panel.controller.preview.shots[0].hit is False
    assert panel.damage.strays.isHidden()


def test_strays_come_along_with_an_attack_made_elsewhere(panel: AttackPanel, table: Table) -> None:
    beside_the_target(panel, table)
    strays = miss(panel, table)
    press(K.Key_L)
    typed("squire")
    press(K.Key_Return)
    act = panel.controller.shown.act if panel.controller.shown else None
    assert isinstance(act, Attack)
    panel.controller.take_up(replace(act))
    settle()
    assert panel.controller.draft.strays == act.strays
    assert strays.row(table.units["Squire Tile"]).distance.value()


@pytest.mark.rule("5.3-07")
def test_pointing_on_the_map_answers_and_closes_the_list(panel: AttackPanel, table: Table) -> None:
    strays = miss(panel, table)
    press(K.Key_L)
    assert strays.picks.isVisible()
    lancer = table.units["Lost Lancer"]
    panel.controller.hub.target_pointed.emit(lancer, 12.0, 3.0)
    settle()
    assert not strays.picks.isVisible()
    assert [stray.unit_id for stray in panel.controller.draft.strays] == [lancer]
    assert "It lands: Lost Lancer." in said(strays)[0]
    assert focus().isVisible()


def test_l_does_nothing_while_somebody_is_to_be_named_who_places_it(
    panel: AttackPanel, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    strays = miss(panel, table)
    (found,) = attack_strays.misses_of(panel.controller)
    who = Choice("who", "Who places it?", None, ())
    asked = structs.replace(found, spot=None, chooser=who)
    monkeypatch.setattr(strays, "_miss", lambda _key: asked)
    assert not strays.ask(), "the status bar says what is waited for"
