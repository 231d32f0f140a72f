"""Sprints and Bails in one line of words."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Mode
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.jumping import JumpUnit
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.units.actions import FullTurnAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.states import SetState
from brikdesk.cli import main
from brikdesk.dice import Face
from brikdesk.spoken.answers import COLLIDES, SPENDS, VERBS, Deed, hear_deed
from brikdesk.spoken.attack_line import hear
from brikdesk.spoken.roll_call import roll_call
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Sprint, StateKind, Unit
from tests.acts.attack_scene import weapon
from tests.acts.hazards import BEN, minifig
from tests.acts.table import rows, told


@pytest.fixture
def table(battle: Campaign) -> Campaign:
    for name, player_id in (("Wobble", 1), ("Wonder Ann", 1), ("Crumpet", BEN)):
        minifig(battle, name, player_id)
    return battle


def heard(campaign: Campaign, line: str) -> Deed:
    found = hear_deed(line, campaign.read(roll_call), lambda act: campaign.reading(act.examine))
    assert found is not None
    return found


@pytest.mark.rule("4.1-33")
def test_a_sprint_is_said_with_its_die(table: Campaign) -> None:
    deed = heard(table, "wobble sprints 4")
    assert (deed.title, deed.ready) == ("Sprint: Wobble", True)
    assert isinstance(deed.act, SprintUnit)
    assert '9" left' in deed.standing
    assert heard(table, "the wobble sprints").standing == "Waiting for a die."


@pytest.mark.rule("4.1-34")
def test_the_line_of_a_sprint_is_said(table: Campaign) -> None:
    place(table, "Wobble", 10, 10)
    place(table, "Crumpet", 10, 20)
    assert "line leads at 90°" in heard(table, "wobble sprints heading 90 4").standing
    for line in ("wobble sprints toward crumpet 4", "wobble sprints 4 towards the crumpet"):
        deed = heard(table, line)
        assert deed.ready, line
        assert "Its line leads toward Crumpet, 4.1-34." in deed.standing


@pytest.mark.rule("4.1-34")
@pytest.mark.parametrize(
    ("line", "words", "wrong"),
    [
        ("wobble sprints heading north", "Say the heading in degrees", "heading"),
        ("wobble sprints toward nobody 4", "Name one unit that it runs toward.", "toward"),
    ],
)
def test_a_line_that_leads_nowhere_is_told(
    table: Campaign, line: str, words: str, wrong: str
) -> None:
    deed = heard(table, line)
    assert words in deed.standing
    assert deed.wrong is not None
    assert line[slice(*deed.wrong)] == wrong


def place(campaign: Campaign, name: str, x: float, y: float) -> None:
    key = next(each.id or 0 for each in rows(campaign, Unit) if each.name == name)
    told(campaign, MoveUnit(unit_id=key, x=x, y=y))


@pytest.mark.rule("4.1-39", "4.2-18")
def test_a_group_with_a_benny_is_said_with_its_letter(table: Campaign) -> None:
    assert "A +1d6" in heard(table, "wobble and ann sprint 6").standing
    deed = heard(table, "wobble, ann sprint 6 a 3")
    assert deed.ready
    assert [each.name for each in deed.who] == ["Wobble", "Wonder Ann"]
    assert len(table.do(deed.act).lines) == 2


@pytest.mark.rule("4.2-26", "4.2-29")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("wobble spends a full turn reading", "Wobble: reading. A full-turn Action."),
        ("wobble spends 3 turns on rowing home", "rowing home. An extended Action of 3 turns."),
        ("wobble spends turns rowing", "rowing. An extended Action, until its owner stops it."),
    ],
)
def test_a_full_turn_action_is_said_with_its_turns(table: Campaign, line: str, words: str) -> None:
    deed = heard(table, line)
    assert deed.ready
    assert words in deed.standing
    assert words in told(table, deed.act)[0]


@pytest.mark.rule("4.3-14", "4.2-23")
def test_a_bail_is_said_with_its_die(table: Campaign) -> None:
    deed = heard(table, "crumpet bails 3")
    assert isinstance(deed.act, Bail)
    assert '3" at most' in deed.standing
    assert heard(table, 'crumpet bails 6 c "into the pond"').ready


@pytest.mark.rule("5.4-24", "5.4-29")
def test_a_collision_is_said_with_both_dice(table: Campaign) -> None:
    wobble = next(row for row in rows(table, Unit) if row.name == "Wobble")
    table.do(MoveUnit(unit_id=wobble.id or 0, inches=5, straight=5))
    deed = heard(table, "wobble collides with crumpet 5 3")
    assert (deed.title, deed.ready) == ("Collision: Wobble, Crumpet", True)
    assert 'Crumpet is thrown 2".' in deed.standing
    assert "thrown back with" in heard(table, "wobble collides with the crumpet").standing
    assert table.do(deed.act).lines[0].rule == "5.4-29"


@pytest.mark.rule("4.3-14")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("crumpet bails 7", "A d6 shows"),
        ("crumpet bails 3 4", "No die is asked for"),
        ("crumpet bails 3 quickly", "not understood"),
        ("wobble and ann bail 3", "by itself"),
        ("crumpet bails 6 x", "Over the Top"),
    ],
)
def test_what_is_wrong_is_said(table: Campaign, line: str, words: str) -> None:
    deed = heard(table, line)
    assert not deed.ready
    assert words in deed.standing


@pytest.mark.rule("4.1-33")
@pytest.mark.parametrize("line", ["sprint", "bail out", "wo sprints 4", "somebody bails"])
def test_other_lines_are_no_deeds(table: Campaign, line: str) -> None:
    call = table.read(roll_call)
    assert hear_deed(line, call, lambda act: table.reading(act.examine)) is None


@pytest.mark.rule("4.1-33", "4.1-39")
def test_the_command_line_does_it(table: Campaign, capfd: pytest.CaptureFixture[str]) -> None:
    table.close()
    file = str(table.path)
    assert main(["attack", file, "wobble", "sprints", "--dry-run"]) == 0
    assert "Sprint: Wobble. Waiting for a die." in capfd.readouterr().out
    assert main(["attack", file, "wobble", "sprints", "4"]) == 0
    assert '9" left' in capfd.readouterr().out
    assert main(["attack", file, "wobble", "sprints", "4"]) == 1
    assert "4.2-02" in capfd.readouterr().err
    assert main(["attack", file, "ann", "sprints", "--roll", "--json"]) in (0, 1)
    with Campaign.open(table.path) as again:
        assert [row.unit_id for row in rows(again, Sprint)][:1] == [1]


@pytest.mark.rule("5.2-33", "5.2-34", "5.2-35")
def test_disengaging_and_its_counterstrike_are_said_in_a_line(table: Campaign) -> None:
    named = {row.name: row.id or 0 for row in rows(table, Unit)}
    wobble, crumpet = named["Wobble"], named["Crumpet"]
    weapon(table, crumpet, preset="W-01", name="Sword")
    table.do(SetState(unit_id=wobble, kind=StateKind.ENGAGED, with_id=crumpet))
    deed = heard(table, "wobble disengages")
    assert (deed.title, deed.ready) == ("Disengage: Wobble", True)
    assert deed.standing == "Wobble Disengages. Crumpet may Counterstrike."
    table.do(deed.act)
    said = hear("crumpet counterstrikes wobble with sword 1", table.reading(roll_call))
    assert said.act
    assert said.act.counterstrike
    lines = [line.text() for line in table.do(replace(said.act, faces=(Face(1),))).lines]
    assert lines[-1].startswith("Wobble has Disengaged.")


@pytest.mark.rule("5.4-03", "5.4-20", "5.4-21")
def test_a_charge_is_said_in_a_line(table: Campaign) -> None:
    wobble = next(row for row in rows(table, Unit) if row.name == "Wobble")
    weapon(table, wobble.id or 0, preset="W-03", hands=2, name="Lance")
    table.do(MoveUnit(unit_id=wobble.id or 0, inches=5, straight=5))
    said = hear("wobble charges crumpet with lance 4 a 2 3 3", table.reading(roll_call))
    assert said.act
    assert said.act.charge
    shove = hear("wobble rams crumpet a 5", table.reading(roll_call))
    assert shove.act
    assert (shove.act.charge, shove.act.strikes[0].mode) == (True, Mode.SHOVE)


VALUES = ("3", "7", "99", '4"', "1½in", "9IN", "a", "z", "crumpet", '"into the pond"', "+2", "1/2")


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("verb", sorted(VERBS))
@pytest.mark.parametrize("value", VALUES)
def test_no_word_of_a_deed_is_lost(table: Campaign, verb: str, value: str) -> None:
    begin = f"wobble {verb}"
    if verb in COLLIDES:
        begin += " with crumpet"
    elif verb in SPENDS:
        begin += " a full turn rowing"
    line = f"{begin} {value}"
    call, examine = table.read(roll_call), lambda act: table.reading(act.examine)
    bare, said = hear_deed(begin, call, examine), hear_deed(line, call, examine)
    assert bare is not None
    if said is None:
        return  # it is no deed at all, and so no row that Enter would choose
    # An article says nothing, and a name that is said again nothing new.
    carried = said.act != bare.act or (verb in COLLIDES | SPENDS and value in ("a", "crumpet"))
    refused = said.wrong is not None and line[slice(*said.wrong)].strip('"') == value.strip('"')
    assert carried or (refused and said.trouble), "it is in the act, or is named as wrong"


@pytest.mark.rule("4.1-33", "4.3-14", "5.4-24")
@pytest.mark.parametrize(
    ("line", "name", "inches"),
    [
        ('wobble sprints 7"', "wanted", 7),
        ("wobble sprints 7 1/2in 4", "wanted", 7.5),
        ('crumpet bails 3" 5', "needed", 3),
        ('wobble collides with crumpet 2½"', "free", 2.5),
    ],
)
def test_inches_of_a_deed_are_how_far_it_goes(
    table: Campaign, line: str, name: str, inches: float
) -> None:
    deed = heard(table, line)
    assert getattr(deed.act, name) == inches
    assert not deed.trouble


@pytest.mark.thorough(but=3)
@pytest.mark.rule("4.1-02", "4.1-04", "5.4-10")
@pytest.mark.parametrize(
    ("line", "inches", "rise", "mom", "faces"),
    [
        ("wobble jumps 4", 4.0, 0.0, "", ()),
        ('wobble leaps 3"', 3.0, 0.0, "", ()),
        ('wobble jumps 3" far, 1" high', 3.0, 1.0, "", ()),
        ('wobble jumps 9" with its mom 4', 9.0, 0.0, "length", (4,)),
        ('wobble jumps 3" 2" with mom high 4', 3.0, 2.0, "height", (4,)),
    ],
)
def test_a_jump_is_said_with_its_inches(
    table: Campaign, line: str, inches: float, rise: float, mom: str, faces: tuple[int, ...]
) -> None:
    (wobble,) = [each.id or 0 for each in rows(table, Unit) if each.name == "Wobble"]
    table.do(EditUnit(unit_id=wobble, move=9))
    table.do(MoveUnit(unit_id=wobble, inches=4, straight=4))
    deed = heard(table, line)
    assert isinstance(deed.act, JumpUnit)
    assert (deed.act.inches, deed.act.rise) == (inches, rise)
    assert deed.act.choices.get("mom", "") == mom
    assert tuple(each.value for each in deed.act.faces) == faces
    assert deed.ready, deed.standing
    assert "jumps" in deed.standing


def test_a_jump_without_inches_asks_for_them(table: Campaign) -> None:
    assert heard(table, "wobble jumps").standing == 'Say its inches: jumps 4".'
    assert heard(table, "wobble jumps crumpet").wrong == (13, 20)


def test_several_collide_with_one(table: Campaign) -> None:
    deed = heard(table, "wobble and ann collide with crumpet")
    assert isinstance(deed.act, Collide)
    assert len(deed.act.with_ids) == 1


def test_a_number_of_the_task_stays_in_it(table: Campaign) -> None:
    deed = heard(table, "wobble spends 3 turns reading 2 books")
    assert isinstance(deed.act, FullTurnAction)
    assert (deed.act.turns, deed.act.name) == (3, "reading 2 books")
