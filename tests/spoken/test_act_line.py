"""Acts in one line of words: each is the act that its form makes; what is wrong is named."""

import dataclasses
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brikdesk.acts.step_act import StepAct
from brikdesk.cli import main
from brikdesk.games import GAMES
from brikdesk.sample import write_sample, write_scifi_sample
from brikdesk.spoken.act_line import ActLine, Things, hear_act, nameable
from brikdesk.spoken.sayings import SAYINGS, Sort
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import played
from brikdesk.turns.steps import Preview
from ui.forms.all_forms import ACT_FORMS


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("said") / "sample.brik"
    write_sample(file)
    return file


@pytest.fixture(scope="module")
def sample(written: Path) -> Iterator[Campaign]:
    with Campaign.open(written, read_only=True) as campaign:
        yield campaign


def heard(campaign: Campaign, line: str, selected: int | None = None) -> ActLine | None:
    def asked(act: Act) -> Preview | None:
        return campaign.reading(act.examine) if isinstance(act, StepAct) else None

    return hear_act(line, campaign.read(nameable), asked, campaign.read(played), selected)


def key(things: Things, sort: Sort, name: str) -> int:
    (found,) = {each.id for each in things[sort] if each.name == name}
    return found


class Of:
    """The key of a thing, by its sort and name."""

    def __init__(self, sort: Sort, name: str) -> None:
        self.sort, self.name = sort, name


def of(kind: str, name: str) -> Of:
    return Of(Sort[kind], name)


LEMON, CLACK = of("UNIT", "Squire Lemon"), of("UNIT", "Gunner Clack")
BISCUIT, WOBBLE = of("UNIT", "Biscuit"), of("UNIT", "Clerk Wobble")
MAREK, INGRID = of("PLAYER", "Bureau of Unplanned Demolition"), of("PLAYER", "Teapot Cavalry")
GAS, HAYRICK = of("FIELD", "Drain gas"), of("FIRE", "Hayrick of Dubious Origin")
CANNON, STAPLER = of("WEAPON", "Cannon"), of("WEAPON", "The Stapler")
TIN, BALL = of("EXPLOSIVE", "Unlabelled biscuit tin"), of("EXPLOSIVE", "Cistern ball")

LINES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ignite biscuit 2", "Ignite", {"unit_id": BISCUIT, "inches": 2}),
    ("biscuit catches fire", "Ignite", {"unit_id": BISCUIT}),
    ("the biscuit is on fire 3 by teapot", "Ignite",
     {"unit_id": BISCUIT, "inches": 3, "set_by_id": INGRID}),
    ("lemon moves 5 to 12 14", "MoveUnit", {"unit_id": LEMON, "inches": 5, "x": 12, "y": 14}),
    ("lemon moves to 12, 14", "MoveUnit", {"unit_id": LEMON, "x": 12, "y": 14}),
    ("LEMON WALKS 3IN", "MoveUnit", {"unit_id": LEMON, "inches": 3}),
    ("lemon moves 2 shoved", "MoveUnit", {"unit_id": LEMON, "inches": 2, "by_itself": False}),
    ("move lemon to 20.5 9.25", "MoveUnit", {"unit_id": LEMON, "x": 20.5, "y": 9.25}),
    ("lemon faces 90", "FaceUnit", {"unit_id": LEMON, "facing": 90}),
    ("lemon begins swimming", "BeginActivity", {"unit_id": LEMON, "activity": "swim"}),
    ("gauze responds to lemon", "Respond",
     {"unit_id": of("UNIT", "Medik Gauze"), "to_id": LEMON}),
    ("lemon spends its action on tea", "SpendAction", {"unit_id": LEMON, "why": "tea"}),
    ("lemon gets his action back", "ReturnAction", {"unit_id": LEMON}),
    ("drake takes off", "SetAirborne", {"unit_id": of("UNIT", "Kettle Drake")}),
    ("kettle drake lands", "SetAirborne",
     {"unit_id": of("UNIT", "Kettle Drake"), "airborne": False}),
    ("samovar uses 3 power for steam", "UsePower",
     {"unit_id": of("UNIT", "Wicker Samovar"), "inches": 3, "why": "steam"}),
    ("samovar overloads by 2", "TakeOverload",
     {"unit_id": of("UNIT", "Wicker Samovar"), "inches": 2}),
    ("samovar diverts all power", "DivertPower", {"unit_id": of("UNIT", "Wicker Samovar")}),
    ('lemon takes 7 from "a tile"', "DamageUnit",
     {"unit_id": LEMON, "damage": 7, "cause": "a tile"}),
    ("lemon suffers 2d6 because the roof fell", "DamageUnit",
     {"unit_id": LEMON, "dice": "2d6", "cause": "the roof fell"}),
    ("keep loses 1 inch", "TakeSizeDamage", {"unit_id": of("UNIT", "Sugar Loaf Keep")}),
    ("lemon is ground 1", "TakeGrinding", {"unit_id": LEMON, "points": 1}),
    ("lemon loses left arm", "LoseLimb", {"unit_id": LEMON, "limb": "left_arm"}),
    ("lemon is mortally wounded", "WoundMortally", {"unit_id": LEMON}),
    ("lemon dies because he slept", "Kill", {"unit_id": LEMON, "why": "he slept"}),
    ("kill squire lemon", "Kill", {"unit_id": LEMON}),
    ("scone comes back", "ReviveUnit", {"unit_id": of("LOST", "Lancer Scone")}),
    ("delete drake", "RemoveUnit", {"unit_id": of("UNIT", "Kettle Drake")}),
    ("copy lemon 2 times", "DuplicateUnit", {"unit_id": LEMON, "copies": 2}),
    ("lemon sits out", "TakePart", {"unit_id": LEMON, "on_table": False}),
    ("elbow joins speakers", "JoinSquad",
     {"unit_id": of("UNIT", "Burgomaster Elbow"), "name": "speakers"}),
    ("rename lemon to Lime", "EditUnit", {"unit_id": LEMON, "name": "Lime"}),
    ("wobble down", "SetState", {"unit_id": WOBBLE, "kind": "Disrupted"}),
    ("fizzle disrupted", "SetState", {"unit_id": of("UNIT", "Clerk Fizzle"), "kind": "Disrupted"}),
    ("lemon is at half speed lasting", "SetState",
     {"unit_id": LEMON, "kind": "Half Speed", "lasting": True}),
    ("lemon stops because of mud", "SetState",
     {"unit_id": LEMON, "kind": "Stopped", "cause": "mud"}),
    ("lemon holds his breath", "SetState", {"unit_id": LEMON, "kind": "Holds breath"}),
    ("lemon engages clack", "SetState",
     {"unit_id": LEMON, "kind": "Engaged in Close Combat", "with_id": CLACK}),
    ("lemon is tied up", "SetState", {"unit_id": LEMON, "kind": "Other", "cause": "tied up"}),
    ("wobble gets up", "ClearState", {"state_id": of("STATE", "Disrupted")}),
    ("biscuit fights the fire of the hayrick 2", "FightFire",
     {"by_unit_id": BISCUIT, "fire_id": HAYRICK, "inches": 2}),
    ("put out hayrick", "Douse", {"fire_id": HAYRICK}),
    ("hayrick goes out", "Douse", {"fire_id": HAYRICK}),
    ("fire of hayrick is 3", "SetFireSize", {"fire_id": HAYRICK, "inches": 3}),
    ("teapot drives the fire of hayrick", "DriveFire", {"fire_id": HAYRICK, "player_id": INGRID}),
    ("fizzle drops and rolls", "DropAndRoll", {"unit_id": of("UNIT", "Clerk Fizzle")}),
    ("smoke 4 at 20 9", "AddField", {"kind": "Smoke", "size": 4, "x": 20, "y": 9}),
    ('smoke 3 at 20 9 by teapot "Steam"', "AddField",
     {"kind": "Smoke", "size": 3, "x": 20, "y": 9, "player_id": INGRID, "name": "Steam"}),
    ("exposure d4 fire 3 at 10 10", "AddField",
     {"kind": "Exposure Damage", "dice": ["d4 fire"], "size": 3, "x": 10, "y": 10}),
    ("drain gas grows to 6", "ResizeField", {"field_id": GAS, "size": 6}),
    ("drain gas disperses", "ClearField", {"field_id": GAS}),
    ("drain gas drifts to 12 12", "PutField", {"field_id": GAS, "x": 12, "y": 12}),
    ("clack enters drain gas", "EnterHazard", {"unit_id": CLACK, "field_id": GAS}),
    ("sieve marks clack 6", "MarkTarget",
     {"scout_id": of("UNIT", "Scout Sieve"), "target_id": CLACK, "distance": 6}),
    ("unmark crumpet", "ClearMark", {"mark_id": of("MARK", "Sir Crumpet")}),
    ("sieve reveals clack", "Reveal",
     {"scout_id": of("UNIT", "Scout Sieve"), "target_id": CLACK}),
    ('trap "nets" at 10 12 when somebody opens it', "AddTrap",
     {"name": "nets", "x": 10, "y": 12, "trigger": "somebody opens it"}),
    ("keg X2 unstable at 10 11", "AddExplosive",
     {"name": "Keg", "explosive_size": 2, "stability": "unstable", "x": 10, "y": 11}),
    ("put keg of rum x3 at 10 11", "AddExplosive",
     {"name": "keg of rum", "explosive_size": 3, "x": 10, "y": 11}),
    ("clack picks up cistern ball", "MoveExplosive", {"carrier_id": CLACK, "explosive_id": BALL}),
    ("cistern ball takes 3", "DamageExplosive", {"explosive_id": BALL, "damage": 3}),
    ("biscuit tin is gone", "RemoveExplosive", {"explosive_id": TIN}),
    ("paper rocket is shot down 2", "ShootDown",
     {"projectile_id": of("PROJECTILE", "Paper rocket"), "damage": 2}),
    ("lemon gets a hand weapon", "AddWeapon", {"unit_id": LEMON, "preset": "W-01"}),
    ("take away the stapler", "RemoveWeapon", {"weapon_id": STAPLER}),
    ("stapler jams", "Jam", {"weapon_id": STAPLER}),
    ("the stapler works again", "ClearJam", {"weapon_id": STAPLER}),
    ("paperweight reloads shell with thud", "Reload",
     {"weapon_id": CANNON, "round_id": of("ROUND", "Shell"),
      "by_unit_id": of("UNIT", "Gunner Thud")}),
    ("paperweight reloads", "Reload", {"weapon_id": CANNON}),
    ("clack mans stapler", "ManControl",
     {"unit_id": CLACK, "control_id": of("CONTROL", "The Stapler on the weapon")}),
    ("destroy 1 missile", "DestroyRounds", {"round_id": of("ROUND", "Missile"), "count": 1}),
    ('note "tea" turn 7', "AddNote", {"text": "tea", "due_number": 7}),
    ("alarm the dam breaks turn 9", "AddNote",
     {"text": "the dam breaks", "due_number": 9, "kind": "alarm"}),
    ("ruling the keep is wet", "Rule", {"text": "the keep is wet"}),
    ("objective the last biscuit worth 3", "AddObjective",
     {"name": "the last biscuit", "worth": 3}),
    ("teapot scores 2 for tea", "ScorePoints", {"player_id": INGRID, "points": 2, "why": "tea"}),
    ("marek is out", "EliminatePlayer", {"player_id": of("PLAYER", "Teapot Cavalry")}),
    ("bureau allies with teapot", "SetAlliance", {"player_id": MAREK, "ally_id": INGRID}),
    ("bureau breaks with teapot", "SetAlliance",
     {"player_id": MAREK, "ally_id": INGRID, "allied": False}),
    ("table 48 by 36", "SetTable", {"width": 48, "depth": 36}),
    ("next", "EndTurn", {}),
    ("end the battle the tea was cold", "EndBattle", {"result": "the tea was cold"}),
)  # fmt: skip
"""A line, and the act with the answers that its form would have got, filled in by hand."""


def as_form(things: Things, name: str, answers: dict[str, Any]) -> Act:
    def answer(each: Any) -> Any:
        if isinstance(each, list):
            return [answer(one) for one in each]
        return key(things, each.sort, each.name) if isinstance(each, Of) else each

    return act_from_data({"act": name, **{field: answer(each) for field, each in answers.items()}})


@pytest.mark.parametrize(("line", "name", "answers"), LINES, ids=[line for line, _, _ in LINES])
def test_a_line_is_the_act_of_its_form(
    sample: Campaign, line: str, name: str, answers: dict[str, Any]
) -> None:
    found = heard(sample, line)
    assert found is not None
    assert found.trouble == ""
    assert found.act == as_form(sample.read(nameable), name, answers)


def test_sixty_acts_by_words_leave_the_same_campaign_as_by_forms(
    written: Path, tmp_path: Path
) -> None:
    by_words, by_forms = (Path(shutil.copy(written, tmp_path / n)) for n in ("a.brik", "b.brik"))
    done = 0
    with Campaign.open(by_words) as one, Campaign.open(by_forms) as other:
        for line, name, answers in LINES:
            found = heard(one, line)
            assert found is not None
            assert found.act is not None
            if found.preview is not None and not found.preview.complete:
                continue
            ways = ((one, found.act), (other, as_form(other.read(nameable), name, answers)))
            outcomes = [campaign.looked_through(act) for campaign, act in ways]
            if outcomes[0][2]:
                continue  # what cannot be here, such as the jam of a gun that has none
            for (campaign, act), (_, refused, _) in zip(ways, outcomes, strict=True):
                rules = frozenset(refused.rules if refused else ())
                campaign.do(dataclasses.replace(act, overruled=rules))
            assert one.digest() == other.digest(), line
            one.undo()
            other.undo()
            done += 1
    assert done >= 60


WRONG = (
    ("smoke 4 cheese", "cheese", "“cheese” has no place in this."),
    ("ignite biscuit two", "two", "“two” has no place in this."),
    ("smoke at 20 9", "", "Say its inches."),
    ("gauze responds", "", "Say a unit."),
    ("clack enters drain gsa", "drain gsa", "“drain gsa” is not a Field: Drain gas?"),
    ("s takes 3", "s", "“s” may be "),
    ("crumpt moves 3", "crumpt", "Nobody is called “crumpt”: Sir Crumpet?"),
    ("ignit biscuit 2", "ignit", "“ignit” is no verb: ignite?"),
    ("ignit biscit 2", "ignit", "“ignit” is no verb: ignite?"),
    ("crumpet gets up", "gets up", "A state: Sir Crumpet has none."),
    ("lemon takes 3 5", "5", "No die is asked for: “5”."),
)


@pytest.mark.parametrize(("line", "word", "sentence"), WRONG, ids=[line for line, *_ in WRONG])
def test_what_is_wrong_is_named_with_its_word(
    sample: Campaign, line: str, word: str, sentence: str
) -> None:
    found = heard(sample, line)
    assert found is not None
    assert not found.ready
    assert found.trouble.startswith(sentence)
    start, end = found.wrong or (0, 0)
    assert line[start:end] == word


def test_what_may_have_been_meant_can_be_done(sample: Campaign) -> None:
    found = heard(sample, "crumpt moves 3")
    assert found is not None
    assert found.instead == ("Sir Crumpet moves 3",)
    mended = heard(sample, found.instead[0])
    assert mended is not None
    assert mended.ready


def test_a_name_that_several_have_is_offered_not_chosen(sample: Campaign) -> None:
    found = heard(sample, "s takes 3")
    assert found is not None
    assert found.act is None
    assert {"Squire Lemon takes 3", "Skip Lorry takes 3"} <= set(found.instead)


def test_the_selected_unit_is_meant_where_nobody_is_named(sample: Campaign) -> None:
    lemon = key(sample.read(nameable), Sort.UNIT, "Squire Lemon")
    found = heard(sample, "moves 2", selected=lemon)
    assert found is not None
    assert found.act == act_from_data({"act": "MoveUnit", "unit_id": lemon, "inches": 2})
    assert heard(sample, "moves 2") is None


def test_who_mounts_goes_to_where_his_horse_is(sample: Campaign) -> None:
    things = sample.read(nameable)
    drake = next(each for each in things[Sort.UNIT] if each.name == "Kettle Drake")
    lemon = key(things, Sort.UNIT, "Squire Lemon")
    wanted = act_from_data({"act": "MoveUnit", "unit_id": lemon, "x": drake.x, "y": drake.y})
    for line in ("lemon mounts the drake", "lemon rides kettle drake", "lemon gets on drake"):
        found = heard(sample, line)
        assert found is not None
        assert found.act == wanted, line


def test_what_is_overruled_is_said_last(sample: Campaign) -> None:
    found = heard(sample, "kill lemon overruled")
    assert found is not None
    assert (found.ready, found.overruling) == (True, True)
    named = heard(sample, "lemon moves 9 overrule 4.1-01 4.3-04")
    assert named is not None
    assert named.act is not None
    assert (named.overruling, named.act.overruled) == (False, {"4.1-01", "4.3-04"})


def test_dice_and_letters_of_a_step_stand_last(sample: Campaign) -> None:
    asked = heard(sample, "lemon takes 2d6 because of the roof")
    assert asked is not None
    assert (asked.ready, asked.standing) == (False, "Waiting for 2 dice.")
    thrown = heard(sample, "lemon takes 2d6 5 4")
    assert thrown is not None
    assert thrown.ready
    assert "9 damage against Armor" in thrown.standing


def test_other_lines_are_none_of_an_act(sample: Campaign) -> None:
    for line in ("", "  ", "big bertha", "5.1-06", "clack fires the stapler at crumpet", "?!,;"):
        assert heard(sample, line) is None, line


def vocabulary(things: Things) -> list[str]:
    """Words of verbs, parts and names, and what else somebody may type."""
    words = {word for say in SAYINGS for each in (*say.first, *say.behind) for word in each}
    for say in SAYINGS:
        for part in say.parts:
            words |= {*part.after, *part.values}
    words |= {each.name for some in things.values() for each in some}
    words |= {
        "3",
        '4"',
        "-1",
        "12.5",
        "x2",
        "d6",
        "2d6",
        '"',
        '"tea"',
        ",",
        ";",
        "the",
        "overruled",
    }
    return sorted(words | {"999999999", "\N{DRAGON FACE}", "é", "<b>", "0", "½", "'"})


@pytest.mark.parametrize("part", range(4))
def test_random_lines_are_understood_or_say_which_word_is_wrong(
    sample: Campaign, part: int
) -> None:
    chance = random.Random(4100 + part)
    words = vocabulary(sample.read(nameable))
    understood = 0
    for _ in range(500):
        line = " ".join(chance.choice(words) for _ in range(chance.randint(1, 7)))
        found = heard(sample, line)
        if found is None:
            continue
        understood += 1
        assert (found.act is None) == bool(found.trouble), line
        if found.wrong is not None:
            start, end = found.wrong
            assert 0 <= start < end <= len(line), line
    assert understood > 20


def test_the_command_says_what_it_did_and_what_it_could_not(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shutil.copy(written, tmp_path / "war.brik")
    assert main(["say", str(file), "ignite", "biscuit", "2"]) == 0
    assert 'Its fire is 2"' in capsys.readouterr().out
    assert main(["say", str(file), "lemon moves 3 to 30 14"]) == 1
    assert "4.3-04 (to overrule, add: overruled)" in capsys.readouterr().err
    assert main(["say", str(file), "lemon moves 3 to 30 14 overruled"]) == 0
    assert "Overruled" in capsys.readouterr().out
    assert main(["say", str(file), "smoke 4 cheese"]) == 1
    assert "^^^^^^\n“cheese” has no place in this." in capsys.readouterr().err
    assert main(["say", str(file), "hello"]) == 1
    assert "No verb of an act is in it." in capsys.readouterr().err
    assert main(["say", "--dry-run", "--json", str(file), "kill", "lemon"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["done"], told["act"]["act"]) == (None, "Kill")
    assert main(["say", str(file), "wobble sprints 4"]) == 1, "it is Disrupted"
    assert "4.1-27" in capsys.readouterr().err


@pytest.fixture(scope="module")
def stars(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """Open the sample of the Sci-fi rules."""
    file = tmp_path_factory.mktemp("stars") / "stars.brik"
    write_scifi_sample(file)
    with Campaign.open(file) as campaign:
        yield campaign


DRONE, TRIPOD = of("SF_UNIT", "Audit Drone"), of("SF_WEAPON", "Tripod launcher")
LEDGER, RECEIPT = of("UNIT", "Assessor Ledger"), of("UNIT", "Assessor Receipt")
GLOW, LASER = of("UNIT", "Lampwoman Glow"), of("SF_SHOT", "Laser rifle at Lampwoman Glow")
POD = of("SF_STORE", "Pod of seven artillery rockets")

STAR_LINES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("drone moves to 5 6", "MoveSf", {"unit_id": DRONE, "x": 5, "y": 6}),
    ("drone moves 4", "MoveSf", {"unit_id": DRONE, "inches": 4}),
    ("drone moves 2 pushed", "MoveSf", {"unit_id": DRONE, "inches": 2, "by_itself": False}),
    ("the drone is destroyed", "EliminateSf", {"unit_id": DRONE}),
    ("kill receipt", "EliminateSf", {"unit_id": RECEIPT}),
    ("ledger dies because he slept", "EliminateSf", {"unit_id": LEDGER, "reason": "he slept"}),
    ("drone is detected by keepers", "MarkDetected",
     {"unit_id": DRONE, "player_id": of("PLAYER", "Keepers of the Lamp")}),
    ("drone is no longer detected", "MarkDetected", {"unit_id": DRONE, "detected": False}),
    ("drone has armor class 4", "SetSfUnit", {"unit_id": DRONE, "armor_class": 4}),
    ("glow wears powered armor", "SetSfUnit", {"unit_id": GLOW, "powered_armor": True}),
    ("glow has no powered armor", "SetSfUnit", {"unit_id": GLOW, "powered_armor": False}),
    ("ledger is on foot", "SetSfUnit", {"unit_id": LEDGER, "on_foot": True}),
    ("give glow a maser rifle \"Old Faithful\"", "AddSfWeapon",
     {"unit_id": GLOW, "catalogue": "maser rifle", "name": "Old Faithful"}),
    ("rename tripod launcher to Big Stick", "EditSfWeapon",
     {"sf_weapon_id": TRIPOD, "name": "Big Stick"}),
    ("tripod launcher is destroyed", "DestroySfWeapon", {"sf_weapon_id": TRIPOD}),
    ("remove tripod launcher", "RemoveSfWeapon", {"sf_weapon_id": TRIPOD}),
    ("snuff serves as gunner", "ServeAsGunner", {"member_id": of("SF_MEMBER", "Keeper Snuff")}),
    ("tripod launcher loses its gunner", "ReplaceGunner", {"sf_weapon_id": TRIPOD}),
    ("tripod launcher gets a second shot", "AssistGunner",
     {"sf_weapon_id": TRIPOD, "how": "second shot"}),
    ("load pod with 4 flame and 3 blast", "SetLoad",
     {"store_id": POD, "loads": [{"count": 4, "name": "flame"}, {"count": 3, "name": "blast"}]}),
    ("pod is loaded with 7", "SetLoad", {"store_id": POD, "loads": [{"count": 7, "name": ""}]}),
    ("resupply pod", "Resupply", {"store_id": POD}),
    ("take out 1 grenade because it got damp", "AdjustLoad",
     {"load_id": of("SF_LOAD", "grenade"), "removed": 1, "reason": "it got damp"}),
    ("ledger is incapacitated by a mine", "Incapacitate", {"unit_ids": [LEDGER], "cause": "a mine"}),
    ("stun ledger and receipt", "Incapacitate", {"unit_ids": [LEDGER, RECEIPT]}),
    ("ledger, receipt and glow are incapacitated", "Incapacitate",
     {"unit_ids": [LEDGER, RECEIPT, GLOW]}),
    ("laser rifle hits", "EnterOutcome", {"shot_id": LASER, "matter": "hit", "answer": "hit"}),
    ("laser rifle misses because of the wind", "EnterOutcome",
     {"shot_id": LASER, "matter": "hit", "answer": "miss", "note": "the wind"}),
    ("laser rifle at glow penetrates", "EnterOutcome",
     {"shot_id": LASER, "matter": "penetration", "answer": "penetrated"}),
    ("laser rifle bounces off", "EnterOutcome",
     {"shot_id": LASER, "matter": "penetration", "answer": "no effect"}),
    ("laser rifle eliminates glow", "EnterOutcome",
     {"shot_id": LASER, "matter": "damage", "answer": "eliminated", "unit_id": GLOW}),
    ("laser rifle destroys tripod launcher", "EnterOutcome",
     {"shot_id": LASER, "matter": "damage", "answer": "weapon destroyed", "sf_weapon_id": TRIPOD}),
    ("laser rifle does \"a dent\"", "EnterOutcome",
     {"shot_id": LASER, "matter": "damage", "answer": "other effect", "note": "a dent"}),
    ("laser rifle goes wide \"into the sea\"", "EnterOutcome",
     {"shot_id": LASER, "matter": "landing point", "answer": "into the sea"}),
    ("laser rifle covers ledger and receipt at \"the gate\"", "PlaceArea",
     {"shot_id": LASER, "inside_ids": [LEDGER, RECEIPT], "place": "the gate"}),
    ("laser rifle bursts over ledger at \"the gate\" with flame", "BurstSf",
     {"shot_id": LASER, "inside_ids": [LEDGER], "place": "the gate", "flame_inside": True}),
    ("note \"tea\" turn 7", "AddNote", {"text": "tea", "due_number": 7}),
    ("keepers score 2 for the lamp", "ScorePoints",
     {"player_id": of("PLAYER", "Keepers of the Lamp"), "points": 2, "why": "the lamp"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "name", "answers"), STAR_LINES, ids=[line for line, _, _ in STAR_LINES]
)
def test_the_sci_fi_rules_have_words_of_their_own(
    stars: Campaign, line: str, name: str, answers: dict[str, Any]
) -> None:
    found = heard(stars, line)
    assert found is not None
    assert found.ready, found.trouble
    assert found.act == as_form(stars.read(nameable), name, answers)


def test_sci_fi_acts_by_words_leave_the_same_campaign_as_by_forms(tmp_path: Path) -> None:
    write_scifi_sample(tmp_path / "a.brik")
    shutil.copy(tmp_path / "a.brik", tmp_path / "b.brik")
    done = 0
    with Campaign.open(tmp_path / "a.brik") as one, Campaign.open(tmp_path / "b.brik") as other:
        for line, name, answers in STAR_LINES:
            found = heard(one, line)
            assert found is not None
            assert found.act is not None
            ways = ((one, found.act), (other, as_form(other.read(nameable), name, answers)))
            outcomes = [campaign.looked_through(act) for campaign, act in ways]
            if outcomes[0][2]:
                continue  # what cannot be here, such as the area of a rifle
            for (campaign, act), (_, refused, _) in zip(ways, outcomes, strict=True):
                rules = frozenset(refused.rules if refused else ())
                campaign.do(dataclasses.replace(act, overruled=rules))
            assert one.digest() == other.digest(), line
            one.undo()
            other.undo()
            done += 1
    assert done >= 30


@pytest.mark.parametrize("part", range(2))
def test_random_lines_of_sci_fi_are_understood_or_say_which_word_is_wrong(
    stars: Campaign, part: int
) -> None:
    chance = random.Random(5200 + part)
    words = vocabulary(stars.read(nameable))
    names = [each.name for some in stars.read(nameable).values() for each in some]
    understood = 0
    for _ in range(500):
        said = [chance.choice(words) for _ in range(chance.randint(1, 6))]
        line = " ".join([*chance.choices(names, k=chance.randint(0, 1)), *said])
        found = heard(stars, line)
        if found is None:
            continue
        understood += 1
        assert (found.act is None) == bool(found.trouble), line
        if found.wrong is not None:
            start, end = found.wrong
            assert 0 <= start < end <= len(line), line
    assert understood > 20


@pytest.mark.parametrize(
    ("line", "verb"),
    [("ignite drone 2", "ignite"), ("snuff is disrupted", "is disrupted"),
     ("drone takes 3", "takes"), ("smoke 4 at 10 10", "smoke")],
)  # fmt: skip
def test_what_the_campaigns_rules_do_not_have_is_refused_by_name(
    stars: Campaign, line: str, verb: str
) -> None:
    found = heard(stars, line)
    assert found is not None
    assert found.act is None
    title = "BrikWars 2020, which this campaign is not played by."
    assert found.trouble == f"“{verb}” is of {title}"
    assert line[slice(*(found.wrong or (0, 0)))] == verb


def test_the_command_goes_by_the_rules_of_the_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "stars.brik"
    write_scifi_sample(file)
    assert main(["say", str(file), "laser rifle misses"]) == 0
    assert "Laser rifle: hit or miss." in capsys.readouterr().out
    for line, what in (("drone sprints 4", "Sprint: Audit Drone"), ("drone throws rock", "throws")):
        assert main(["say", str(file), line]) == 1
        assert f"“{what}” is of BrikWars 2020" in capsys.readouterr().err
    assert main(["say", "--list", str(file)]) == 0
    told = capsys.readouterr().out
    assert "EnterOutcome" in told
    assert "Ignite" not in told


def test_of_two_books_the_unit_that_is_named_decides(stars: Campaign, tmp_path: Path) -> None:
    write_sample(tmp_path / "mixed.brik")
    with Campaign.open(tmp_path / "mixed.brik") as mixed:
        both = [game.title for game in GAMES.values()]
        mixed.do(act_from_data({"act": "SetRuleSets", "rule_sets": both}))
        mixed.do(act_from_data({"act": "AddSfUnit", "name": "Robo", "kind": "wardrone"}))
        for line, name in (
            ("robo moves 4", "MoveSf"), ("lemon moves 4", "MoveUnit"),
            ("kill robo", "EliminateSf"), ("kill lemon", "Kill"),
        ):  # fmt: skip
            found = heard(mixed, line)
            assert found is not None
            assert found.name == name, line


OTHER_WAYS = {
    "SprintUnit Bail Collide JumpUnit Disengage FullTurnAction": "words of deeds: lemon sprints 4",
    "FireWeapon Launch HomeIn Attack FireSf": "words of attacks: clack fires stapler at crumpet",
    "AddSfUnit AddUnit AddRack AddRounds AddControl SetCrew": "units in words, with all they have",
    "EditNote RemoveNote RenameSearch RemoveSearch EditTrap EditObjective": "corrects, by its list",
    "AddPlayer EditPlayer RemovePlayer JoinBattle LimitArmies RenameCampaign": "before the battle",
    "SaySealWord OpenSeal": "once in a battle, from the sheet of its seal",
    "PlaceTerrain ReshapeTerrain RemoveTerrain MoveTarget": "drawn on the map",
    "ShapeFire RackExplosive RemoveControl": "answers as many questions as its form has fields",
    "TriggerSpot CrossTerrain CrossConcealed TryTrigger Expose FireDamage MoveDud Detonate":
        "waits as a step with its dice",
    "PlaceCarefully SpendMomentum Triage Repair OtherAction WhatISayGoes UseShield":
        "asks for dice and choices that its form lays out",
}  # fmt: skip
"""Acts with a form and no row, and why."""


def test_each_form_has_a_row_or_a_reason() -> None:
    said = {say.act for say in SAYINGS}
    reasons = {name for names in OTHER_WAYS for name in names.split()}
    assert set(ACT_FORMS) - said - reasons == set()
    assert reasons & said == set()


def test_a_row_is_of_the_rules_of_its_form() -> None:
    forms = {say.act: ACT_FORMS[say.act].rule_set for say in SAYINGS if say.act in ACT_FORMS}
    assert {say.act: say.game for say in SAYINGS if say.act in ACT_FORMS} == forms


def test_a_campaign_without_them_knows_none_of_their_words(sample: Campaign) -> None:
    found = heard(sample, "biscuit is no longer detected")
    assert found is None or found.name != "MarkDetected"
    assert isinstance(heard(sample, "lemon moves 2"), ActLine)
