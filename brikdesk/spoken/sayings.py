"""What a referee says of each act: its verbs, and what stands around them in the line."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.games import GAMES, usual
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.movement import ACTIVITIES
from brikdesk.rules.brikwars.units_and_damage import LIMBS
from brikdesk.rules.brikwars.weapons import WEAPON_PRESETS
from brikdesk.rules.scifi.firing import Matter, UsualOutcome
from brikdesk.rules.scifi.units_and_crews import SpecialFire
from brikdesk.rules.scifi.weapon_records import WEAPONS
from brikdesk.store.tables import NoteKind, StateKind


class Sort(StrEnum):
    """The sorts of things that have a name in a line; the value says what is missing."""

    UNIT = "a unit"
    LOST = "a unit that is dead or destroyed"
    PLAYER = "a player or faction"
    WEAPON = "a weapon"
    LYING = "a weapon that lies on the table"
    ROUND = "a type of rounds"
    RACK = "a rack"
    CONTROL = "the controls of a weapon"
    EXPLOSIVE = "an Explosive"
    PROJECTILE = "something in the air"
    FIELD = "a Field"
    INSIDE = "a Field that it is in"
    FIRE = "something that burns"
    TRAP = "a Trap"
    STATE = "a state"
    HOMING = "a gun that homes in"
    MARK = "somebody who is Marked"
    OBJECTIVE = "an objective"
    TERRAIN = "terrain that is no unit"
    SF_UNIT = "a unit of the Sci-fi rules"
    SF_WEAPON = "a weapon of the Sci-fi rules"
    SF_MEMBER = "a crew member"
    SF_LOAD = "a type of rounds in a store"
    SF_STORE = "a pod, rack or launcher"
    SF_SHOT = "a shot that waits for its outcome"


class Asks(StrEnum):
    """What a part of a line is."""

    THING = "thing"
    THINGS = "things"
    NUMBER = "number"
    PLACE = "place"
    WORDS = "words"
    ONE_OF = "one of"
    FLAG = "flag"
    DICE = "dice"
    XSIZE = "XSize"
    LOADS = "loads"


class SayingPart(Struct, frozen=True):
    """One field of an act and how a line says it.

    - `after`: words of which one stands before it; without any it stands bare.
    - `needed`: the act cannot be without it. `says` names it where it is missing.
    - `own`: a thing of the unit that acts; the only one of those need not be said.
    - `only`: the one name that a thing may have; empty for any.
    - `unless`: a field that stands for this one where it is said.
    - `values`: what the words of ONE_OF and FLAG mean.
    """

    name: str
    asks: Asks
    after: tuple[str, ...] = ()
    needed: bool = False
    says: str = ""
    sort: Sort | None = None
    own: bool = False
    only: str = ""
    unless: str = ""
    values: Mapping[str, Any] = {}

    @property
    def missing(self) -> str:
        """What is missing where it is not said."""
        return self.says or (self.sort.value if self.sort else "")

    @property
    def shown(self) -> str:
        """The part as help shows it: in brackets where it may be left out."""
        before = next(iter(self.after), "")
        name = self.missing or self.name.replace("_", " ").removesuffix(" id")
        if self.asks is Asks.PLACE:
            name = "X Y"
        elif self.asks is Asks.FLAG:
            name = next(iter(self.values))
        said = f"{before} {name}".strip()
        return said if self.needed and not self.own else f"[{said}]"


def _after(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def thing(
    sort: Sort, name: str, after: str = "", *, needed: bool = True, own: bool = False
) -> SayingPart:
    """Return a part that names a thing."""
    return SayingPart(name, Asks.THING, _after(after), needed, sort=sort, own=own)


def things(sort: Sort, name: str, after: str = "") -> SayingPart:
    """Return a part that names one thing or several: ledger, receipt and glow."""
    return SayingPart(name, Asks.THINGS, _after(after), sort=sort)


def number(name: str, after: str = "", says: str = "") -> SayingPart:
    """Return a part that is a number or inches; needed where `says` names it."""
    return SayingPart(name, Asks.NUMBER, _after(after), bool(says), says)


def place(after: str = "at to on", says: str = "") -> SayingPart:
    """Return a part that is a place: two numbers, or somebody who is there (fields x and y)."""
    return SayingPart("x y", Asks.PLACE, _after(after), bool(says), says)


def words(name: str, after: str = "", says: str = "") -> SayingPart:
    """Return a part in free words: quoted, or all that follows."""
    return SayingPart(name, Asks.WORDS, _after(after), bool(says), says)


def one_of(name: str, values: Mapping[str, Any], says: str = "") -> SayingPart:
    """Return a part that is one of some words."""
    return SayingPart(name, Asks.ONE_OF, (), bool(says), says, values=values)


def flag(name: str, said: str, value: Any = True) -> SayingPart:
    """Return a part that is so if one of these words is said."""
    return SayingPart(name, Asks.FLAG, values=dict.fromkeys(said.split(), value))


class Saying(Struct, frozen=True):
    """One way in which an act is said.

    - `verbs`: imperative ones, which stand first; behind | those that follow who acts.
    - `who`: the part that stands before the verb, or first behind an imperative one. It is the
      selected unit where nobody is named, if it is a unit.
    - `parts`: the others; those without a word before them in this order.
    - `fixed`: fields with the same value each time.
    """

    act: str
    verbs: str
    who: SayingPart | None = None
    parts: tuple[SayingPart, ...] = ()
    fixed: Mapping[str, Any] = {}

    @property
    def game(self) -> str:
        """The name of the game that has the act; "" where every campaign has it."""
        return _game_of(self.act)

    @property
    def pattern(self) -> str:
        """How it is said, for help: who, the first verb, then what may stand behind it."""
        parts = [part.shown for part in self.parts if part.name]
        who = [self.who.missing] if self.who is not None else []
        begins = [*who, *self.behind[0]] if self.behind else [*self.first[0], *who]
        return " ".join([*begins, *parts])

    @property
    def first(self) -> tuple[tuple[str, ...], ...]:
        """The verbs that stand first, each as its words."""
        return _phrases(self.verbs.partition("|")[0])

    @property
    def behind(self) -> tuple[tuple[str, ...], ...]:
        """The verbs that stand behind who acts."""
        return _phrases(self.verbs.partition("|")[2])


OF_THE_TABLE = frozenset(
    (
        *("EndTurn", "GoOn", "StartBattle", "EndBattle", "SetTable", "AddNote", "Rule"),
        *("AddObjective", "RemoveObjective", "ScorePoints", "TakeBackPoints", "EliminatePlayer"),
        *("SetAlliance", "SetDice", "KeepSearch", "FaceUnit", "PutField", "EditUnit", "TakePart"),
        *("ReviveUnit", "RemoveUnit", "DuplicateUnit", "JoinSquad", "LeaveSquad"),
    )
)
"""Acts that every campaign has, whichever rules it is played by."""


@cache
def _game_of(act: str) -> str:
    named = (game.name for game in GAMES.values() if act in {*chain(*game.acts.values())})
    return next(named, "" if act in OF_THE_TABLE else usual().name)


def _phrases(said: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(each.split()) for each in said.split(",") if each.strip())


UNIT = thing(Sort.UNIT, "unit_id")
_HIM = thing(Sort.UNIT, "", needed=False)
"""Somebody whose weapon, state or Field is meant, and who is in no field of the act."""

WHY = words("why", "because for from of as by")
REASON = words("reason", "because for from of as by")
_BY_PLAYER = "by"
_BECAUSE = "because for from of as"

_FIELD_BY = thing(Sort.PLAYER, "player_id", _BY_PLAYER, needed=False)
_FIELD = (number("size", says="its inches"), place(), _FIELD_BY, words("name"))

_EXPLOSIVE = (
    SayingPart("explosive_size", Asks.XSIZE, needed=True, says="its XSize: X2"),
    one_of(
        "stability", {"unstable": "unstable", "stable": "semi-stable", "semi-stable": "semi-stable"}
    ),
    place(),
    thing(Sort.UNIT, "carrier_id", "with", needed=False),
    thing(Sort.PLAYER, "player_id", _BY_PLAYER, needed=False),
)

_WORN = {
    **{each.name.casefold(): key for key, each in WEAPON_PRESETS.items()},
    **{key.casefold(): key for key in WEAPON_PRESETS},
}


def _state(kind: StateKind, verbs: str, *parts: SayingPart) -> Saying:
    also = (flag("lasting", "lasting always"), words("cause", _BECAUSE))
    return Saying("SetState", verbs, UNIT, (*parts, *also), {"kind": kind.value})


_KINDS_OF_DICE = {
    "hit": "attack attacks hit",
    "damage": "damage",
    "armor": "armor",
    "turn": "turn turns steps",
    "other": "else rest",
}


def _dice(way: str, verbs: str) -> tuple[Saying, Saying]:
    """Return how a player's dice come to the desk: all of them, or those of the kinds that are named."""
    every = ", ".join(f"{verb.strip()} all dice" for verb in verbs.split(","))
    player = thing(Sort.PLAYER, "player_id")
    kinds = tuple(flag(name, said, way) for name, said in _KINDS_OF_DICE.items())
    return (
        Saying("SetDice", f"| {every}", player, fixed=dict.fromkeys(_KINDS_OF_DICE, way)),
        Saying(
            "SetDice", f"| {verbs}", player, (*kinds, flag("", "rolls dice and of the her his"))
        ),
    )


_SF_UNIT = thing(Sort.SF_UNIT, "unit_id")
_SF_WEAPON = thing(Sort.SF_WEAPON, "sf_weapon_id")
_SF_STORE = thing(Sort.SF_STORE, "store_id")
_SHOT = thing(Sort.SF_SHOT, "shot_id")
_HOLDS = SayingPart("loads", Asks.LOADS, ("with",))
_ABOUT = thing(Sort.UNIT, "unit_id", needed=False)
_NOTE = words("note", "because for from as of")
_INSTEAD = (
    thing(Sort.SF_MEMBER, "member_id", "instead losing", needed=False),
    thing(Sort.SF_MEMBER, "loader_id", "loader", needed=False),
    flag("", "of new is"),
)


def _outcome(matter: Matter, answer: UsualOutcome, verbs: str, *parts: SayingPart) -> Saying:
    """Return how the referee says what came of a shot: `laser rifle hits`."""
    also = parts or (_ABOUT, number("number", "with"), flag("", "on against times hits"))
    fixed = {"matter": matter.value, "answer": answer.value}
    return Saying("EnterOutcome", f"| {verbs}", _SHOT, (*also, _NOTE), fixed)


SAYINGS: tuple[Saying, ...] = (
    # By the Sci-fi rules; before the others, for where both fit, who has no BrikWars figures is meant.
    Saying("MoveSf", "move | moves, walks, goes, drives, flies to", _SF_UNIT,
        (number("inches"), place("to at"), flag("by_itself", "carried pushed shoved thrown", False))),
    Saying("EliminateSf", "eliminate, kill, destroy | is eliminated, dies, is dead, is killed, is destroyed",
        _SF_UNIT, (*_INSTEAD, REASON)),
    Saying("Incapacitate",
        "incapacitate, stun | is incapacitated, are incapacitated, is stunned, are stunned",
        things(Sort.UNIT, "unit_ids"), (words("cause", "by because from for"),)),
    Saying("SetSfUnit", "| has armor class, is of armor class, armor class", thing(Sort.UNIT, "unit_id"),
        (number("armor_class", says="its number, 0 to 9"), REASON)),
    Saying("SetSfUnit", "| wears powered armor, has powered armor, puts on powered armor",
        thing(Sort.UNIT, "unit_id"), (REASON,), {"powered_armor": True}),
    Saying("SetSfUnit", "| takes off powered armor, has no powered armor", thing(Sort.UNIT, "unit_id"),
        (REASON,), {"powered_armor": False}),
    Saying("SetSfUnit", "| is on foot, dismounts", thing(Sort.UNIT, "unit_id"), (REASON,),
        {"on_foot": True}),
    Saying("MarkDetected", "detect | is detected, is seen", UNIT,
        (thing(Sort.PLAYER, "player_id", _BY_PLAYER, needed=False),)),
    Saying("MarkDetected", "| is hidden again, is no longer detected, is not detected", UNIT,
        (thing(Sort.PLAYER, "player_id", _BY_PLAYER, needed=False),), {"detected": False}),
    Saying("AddSfWeapon", "give | gets, receives", _SF_UNIT,
        (one_of("catalogue", {each.casefold(): each for each in WEAPONS}, "a weapon of the catalogue"),
         words("name"), flag("", "a an the"))),
    Saying("EditSfWeapon", "rename, call", _SF_WEAPON, (words("name", "to", says="its new name"),)),
    Saying("DestroySfWeapon", "destroy, wreck | is destroyed, is wrecked", _SF_WEAPON,
        (REASON, flag("gunner_survives", "with", False), flag("", "its his her gunner crew"))),
    Saying("RemoveSfWeapon", "remove, take away", _SF_WEAPON),
    Saying("ServeAsGunner", "| serves as gunner, serves, is gunner, takes the gun, mans the gun",
        thing(Sort.SF_MEMBER, "member_id")),
    Saying("ReplaceGunner", "replace gunner of, replace the gunner of | loses its gunner, loses the gunner",
        _SF_WEAPON, (thing(Sort.SF_MEMBER, "member_id", "by with", needed=False),)),
    Saying("AssistGunner", "assist | gets a second shot, gets one more shot, has a second shot",
        _SF_WEAPON, fixed={"how": SpecialFire.SECOND_SHOT.value}),
    Saying("AssistGunner", "| is rolled again, rolls again, rerolls", _SF_WEAPON,
        fixed={"how": SpecialFire.REROLL.value}),
    Saying("SetLoad", "load | is loaded with, is loaded, loads, holds", _SF_STORE,
        (replace(_HOLDS, needed=True, says="how many"),)),
    Saying("Resupply", "resupply, fill up | is resupplied, is resupplied with, is full again, is filled up",
        _SF_STORE, (_HOLDS,)),
    Saying("AdjustLoad", "take out", None,
        (number("removed", says="how many"), thing(Sort.SF_LOAD, "load_id"), REASON)),
    # What came of a shot by the Sci-fi rules
    Saying("PlaceArea", "lay, place | covers, is laid over, lies over, is laid, is placed", _SHOT,
        (things(Sort.UNIT, "inside_ids", "over"), words("place", "at in on near"),
         words("direction", "toward towards pointing"), number("detected_in_range", "detected"),
         flag("", "nobody area"))),
    Saying("BurstSf", "| bursts, bursts over, explodes, lands", _SHOT,
        (things(Sort.UNIT, "inside_ids", "over among catching"), words("place", "at in on near by"),
         flag("flame_inside", "flame flames"), flag("", "nobody with inside"))),
    Saying("Incapacitate", "| blasts survivors, blasts, stuns survivors", _SHOT),
    _outcome(Matter.HIT, UsualOutcome.HIT, "hits, hit, is a hit"),
    _outcome(Matter.HIT, UsualOutcome.MISS, "misses, missed, is a miss"),
    _outcome(Matter.PENETRATION, UsualOutcome.PENETRATED, "penetrates, gets through, goes through"),
    _outcome(Matter.PENETRATION, UsualOutcome.NO_EFFECT,
        "does not penetrate, has no effect, does nothing, bounces off, bounces"),
    _outcome(Matter.DAMAGE, UsualOutcome.ELIMINATED, "eliminates, kills, destroys",
        thing(Sort.UNIT, "unit_id", needed=False), *_INSTEAD),
    _outcome(Matter.DAMAGE, UsualOutcome.WEAPON_DESTROYED, "destroys, wrecks",
        thing(Sort.SF_WEAPON, "sf_weapon_id")),
    Saying("EnterOutcome", "| does, does this", _SHOT,
        (_ABOUT, words("note", says="what it does in quotes"), flag("", "to with")),
        {"matter": Matter.DAMAGE.value, "answer": UsualOutcome.OTHER_EFFECT.value}),
    Saying("EnterOutcome", "| falls, comes down", _SHOT,
        (words("answer", says="where and when it falls"), _NOTE),
        {"matter": Matter.FALL_OF_SHOT.value}),
    Saying("EnterOutcome", "| goes wide, flies wide, strays", _SHOT,
        (words("answer", says="where it lands"), _NOTE), {"matter": Matter.LANDING_POINT.value}),
    # Turns and battles
    Saying("EndTurn", "next, next turn, end turn, end the turn, hand over"),
    Saying("GoOn", "play on, go on", None, (words("reason", _BECAUSE),)),
    Saying("StartBattle", "start battle, start the battle, begin the battle, begin battle"),
    Saying("EndBattle", "end battle, end the battle", None, (words("result"),)),
    Saying("SetTable", "table, the table is", None,
        (number("width", says="how wide it is"), number("depth", "by x"))),
    Saying("AddNote", "note, remind me, remember", None,
        (words("text", says="what it says"), number("due_number", "turn round"),
         thing(Sort.UNIT, "unit_id", "about", needed=False))),
    Saying("AddNote", "alarm", None,
        (words("text", says="what it says"), number("due_number", "turn round")),
        {"kind": NoteKind.ALARM.value}),
    Saying("Rule", "ruling, the ruling is, the referee rules", None, (words("text", says="what is ruled"),)),
    Saying("AddObjective", "objective, goal", None,
        (words("name", says="what is fought for"), number("worth", "worth"))),
    Saying("RemoveObjective", "strike out, remove objective", thing(Sort.OBJECTIVE, "objective_id")),
    Saying("ScorePoints", "| scores, score, gets", thing(Sort.PLAYER, "player_id"),
        (number("points"), thing(Sort.OBJECTIVE, "objective_id", "for", needed=False),
         words("why", _BECAUSE), flag("", "points point"))),
    Saying("TakeBackPoints", "take back points of | loses its last points",
        thing(Sort.PLAYER, "player_id")),
    Saying("EliminatePlayer", "eliminate | is out, gives up, surrenders",
        thing(Sort.PLAYER, "player_id")),
    Saying("EliminatePlayer", "| is back in, plays again", thing(Sort.PLAYER, "player_id"),
        fixed={"out": False}),
    Saying("SetAlliance", "| allies with, sides with, is allied with",
        thing(Sort.PLAYER, "player_id"), (thing(Sort.PLAYER, "ally_id"),)),
    Saying("SetAlliance", "| breaks with, turns on", thing(Sort.PLAYER, "player_id"),
        (thing(Sort.PLAYER, "ally_id"),), {"allied": False}),
    *_dice("typed", "types"),
    *_dice("rolled", "has the desk roll, lets the desk roll"),
    *_dice("asked", "is asked for"),
    Saying("KeepSearch", "keep search, keep", None,
        (words("name", says="its name in quotes"), words("search", "as for", says="what it finds"))),
    # Movement
    Saying("MoveUnit", "move | moves, walks, goes, marches, crawls to", UNIT,
        (number("inches"), place("to at"), number("straight", "straight"),
         flag("slowed", "slowed"), flag("by_itself", "carried pushed shoved dragged", False))),
    Saying("MoveUnit", "mount, board | mounts, rides, gets on, climbs on, boards, goes aboard, gets into",
        UNIT, (place("", "what"), flag("", "the on of"))),
    Saying("FaceUnit", "turn, face | faces, turns to, looks", UNIT,
        (number("facing", says="degrees from the far edge"), flag("", "to degrees toward"))),
    Saying("BeginActivity", "begin | begins, starts", UNIT,
        (one_of("activity", {each.words: key for key, each in ACTIVITIES.items()},
                "an activity, such as swimming"),)),
    Saying("Respond", "| responds to, responds, answers", UNIT,
        (thing(Sort.UNIT, "to_id"), number("lead", "ahead by"))),
    # What units do, and what happens to them
    Saying("SpendAction", "| spends its action, spends his action, spends her action, "
        "spends an action, has acted, is done", UNIT, (words("why", f"on {_BECAUSE}"),)),
    Saying("ReturnAction", "| gets its action back, gets his action back, gets her action back, "
        "may act again, has not acted", UNIT, (WHY,)),
    Saying("SetAirborne", "| takes off, flies, is in the air", UNIT),
    Saying("SetAirborne", "| lands, is on the ground", UNIT, fixed={"airborne": False}),
    Saying("UsePower", "| uses power, uses", UNIT,
        (number("inches", says="its inches"), words("why", "for on because"),
         flag("", "power of"))),
    Saying("TakeOverload", "| overloads, takes overload", UNIT,
        (number("inches", says="how many inches"), flag("", "by"))),
    Saying("DivertPower", "| diverts power, diverts all power, diverts its power", UNIT),
    Saying("DamageUnit", "damage | takes, suffers", UNIT,
        (SayingPart("damage", Asks.NUMBER, unless="dice"), SayingPart("dice", Asks.DICE),
         words("cause", "from of because"),
         thing(Sort.PLAYER, "causer_id", "by", needed=False), flag("", "points point damage"),
         flag("unseen", "unseen"))),
    Saying("TakeSizeDamage", "| loses, takes size damage, takes size damage of", UNIT,
        (number("inches", says="how many inches"), REASON, flag("", "size"))),
    Saying("TakeGrinding", "grind | is ground, takes grinding, takes grinding damage", UNIT,
        (number("points"), flag("", "point points by"))),
    Saying("LoseLimb", "| loses, breaks", UNIT,
        (one_of("limb", {each.replace("_", " "): each for each in LIMBS}, "a limb: left arm"),
         thing(Sort.WEAPON, "drops_id", "drops dropping holding", needed=False, own=True),
         flag("", "its his her the"))),
    Saying("WoundMortally", "| is mortally wounded, is dying", UNIT,
        (number("pending_damage"), flag("", "with damage"))),
    Saying("Kill", "kill, destroy | dies, is dead, is killed, is destroyed, falls dead", UNIT, (WHY,)),
    Saying("ReviveUnit", "revive, bring back | comes back, is alive, lives", thing(Sort.LOST, "unit_id"),
        (REASON,)),
    Saying("RemoveUnit", "delete, remove", UNIT),
    Saying("DuplicateUnit", "copy, duplicate", UNIT, (number("copies"), flag("", "times"))),
    Saying("TakePart", "| takes part, joins the battle", UNIT),
    Saying("TakePart", "| sits out, leaves the battle, takes no part", UNIT, fixed={"on_table": False}),
    Saying("JoinSquad", "| joins, joins squad", UNIT, (words("name", says="a squad"),)),
    Saying("LeaveSquad", "| leaves its squad, leaves squad, leaves the squad", UNIT),
    Saying("EditUnit", "rename, call", UNIT, (words("name", "to", says="its new name"),)),
    # States
    _state(StateKind.DISRUPTED, "disrupt | is disrupted, disrupted, is down, down, falls down"),
    _state(StateKind.HALF_SPEED, "slow | is at half speed, half speed, is slow"),
    _state(StateKind.STOPPED, "stop | is stopped, stopped, stops"),
    _state(StateKind.DROWNING, "| drowns, is drowning"),
    _state(StateKind.BREATH_HELD, "| holds its breath, holds his breath, holds her breath"),
    _state(StateKind.ENGAGED, "| is engaged with, engages, is engaged",
           thing(Sort.UNIT, "with_id")),
    Saying("SetState", "| is", UNIT, (words("cause", says="what it is"),), {"kind": "Other"}),
    Saying("ClearState", "| gets up, recovers, is up", _HIM,
        (replace(thing(Sort.STATE, "state_id", own=True), only=StateKind.DISRUPTED.value), REASON)),
    Saying("ClearState", "| is free, is no longer, is not, is free of", _HIM,
        (thing(Sort.STATE, "state_id", own=True), REASON)),
    # Fire
    Saying("Ignite", "ignite, light, set fire to, set alight | catches fire, is on fire, burns", UNIT,
        (number("inches"), thing(Sort.PLAYER, "set_by_id", "by", needed=False),
         words("place", "at on"))),
    Saying("EnlistTerrain", "ignite, light, set fire to, set alight | catches fire, is on fire, burns",
        thing(Sort.TERRAIN, "terrain_id"), (number("inches"),), {"inches": 1}),
    Saying("FightFire", "| fights fire of, fights the fire of, fights fire on, fights",
        thing(Sort.UNIT, "by_unit_id"),
        (thing(Sort.FIRE, "fire_id"), number("inches", says="how many inches"),
         one_of("apparatus", {"bucket": "bucket", "extinguisher": "extinguisher", "hose": "hose"}),
         flag("", "with a an by"))),
    Saying("Douse", "douse, put out | goes out, is out, is put out", thing(Sort.FIRE, "fire_id"),
        (number("inches_above", "above"), flag("", "fire of"))),
    Saying("SetFireSize", "set fire of, fire of, the fire of", thing(Sort.FIRE, "fire_id"),
        (number("inches", says="its inches"), flag("", "to is now"), REASON)),
    Saying("DriveFire", "| drives fire of, drives the fire of, drives fire on",
        thing(Sort.PLAYER, "player_id"), (thing(Sort.FIRE, "fire_id"),)),
    Saying("DropAndRoll", "| drops and rolls, rolls on the ground", UNIT),
    # Fields and Traps
    Saying("AddField", "smoke", None, _FIELD, {"kind": FieldKind.SMOKE.value}),
    Saying("AddField", "exposure, exposure field", None,
        (SayingPart("dice", Asks.DICE, needed=True, says="its dice, such as d4 Fire"), *_FIELD),
        {"kind": FieldKind.EXPOSURE.value}),
    Saying("ResizeField", "resize | is now, grows to, shrinks to", thing(Sort.FIELD, "field_id"),
        (number("size", says="its inches"), flag("", "to"))),
    Saying("ClearField", "clear, remove | is gone, clears, disperses", thing(Sort.FIELD, "field_id"),
        (REASON,)),
    Saying("PutField", "move, put | drifts", thing(Sort.FIELD, "field_id"), (place(says="where to"),)),
    Saying("EnterHazard", "| enters, steps into, goes into, is in", UNIT,
        (thing(Sort.FIELD, "field_id"), flag("holds_breath", "holding breath"))),
    Saying("LeaveHazard", "| leaves, gets out of", _HIM, (thing(Sort.INSIDE, "inside_id", own=True),)),
    Saying("Slip", "| slips on, slips in, slips", UNIT, (thing(Sort.FIELD, "field_id"),)),
    Saying("MarkTarget", "mark | marks", thing(Sort.UNIT, "scout_id"),
        (thing(Sort.UNIT, "target_id"), number("distance"), flag("through_smoke", "smoke"),
         flag("", "through"))),
    Saying("ClearMark", "unmark, clear mark on, clear mark of", thing(Sort.MARK, "mark_id")),
    Saying("Reveal", "| reveals, sees, spots", thing(Sort.UNIT, "scout_id"),
        (thing(Sort.UNIT, "target_id"),)),
    Saying("Reveal", "| reveals, sees, spots, finds", thing(Sort.UNIT, "scout_id"),
        (thing(Sort.TRAP, "trap_id"),)),
    Saying("AddTrap", "trap, set a trap, lay a trap", None,
        (words("name", says="its name in quotes"), place(), words("trigger", "when if"),
         words("effect", "then effect"), flag("secret", "secret"),
         thing(Sort.PLAYER, "player_id", _BY_PLAYER, needed=False))),
    Saying("SpringTrap", "spring | goes off, springs, snaps", thing(Sort.TRAP, "trap_id"),
        (thing(Sort.UNIT, "victim_id", "on under at catching", needed=False), WHY)),
    Saying("ResetTrap", "| resets, sets again", thing(Sort.UNIT, "by_unit_id"),
        (thing(Sort.TRAP, "trap_id"),)),
    Saying("RemoveTrap", "disarm, remove trap, remove | is disarmed, is gone",
        thing(Sort.TRAP, "trap_id"), (REASON,)),
    # Explosives
    Saying("AddExplosive", "put, lay, place, add", None,
        (*_EXPLOSIVE, words("name", says="what it is called"))),
    *(Saying("AddExplosive", verb, None, _EXPLOSIVE, {"name": verb.capitalize()})
      for verb in ("keg", "bomb", "charge", "mine", "barrel")),
    Saying("MoveExplosive", "| takes up, picks up, carries, takes",
        thing(Sort.UNIT, "carrier_id"), (thing(Sort.EXPLOSIVE, "explosive_id"),)),
    Saying("MoveExplosive", "move, put", thing(Sort.EXPLOSIVE, "explosive_id"),
        (place(says="where to"),)),
    Saying("DamageExplosive", "damage | takes, suffers", thing(Sort.EXPLOSIVE, "explosive_id"),
        (number("damage", says="how many points"), flag("", "points point damage"),
         thing(Sort.PLAYER, "causer_id", "by", needed=False))),
    Saying("RemoveExplosive", "remove | is gone, is disarmed, fizzles",
        thing(Sort.EXPLOSIVE, "explosive_id"), (WHY,)),
    Saying("ShootDown", "shoot down | is shot down, takes", thing(Sort.PROJECTILE, "projectile_id"),
        (number("damage"), flag("", "points point damage"),
         thing(Sort.PLAYER, "causer_id", "by", needed=False))),
    Saying("RemoveProjectile", "remove | is gone, fizzles", thing(Sort.PROJECTILE, "projectile_id"),
        (WHY,)),
    # Weapons
    Saying("AddWeapon", "give | gets, receives, has", UNIT,
        (one_of("preset", _WORN, "a ready-made weapon"), words("name"), flag("", "a an the"))),
    Saying("RemoveWeapon", "take away, remove", thing(Sort.WEAPON, "weapon_id")),
    Saying("PickUp", "| picks up, takes up, takes", thing(Sort.UNIT, "by_unit_id"),
        (thing(Sort.LYING, "weapon_id"),)),
    Saying("PutAway", "| puts away, lays down, puts down", _HIM,
        (thing(Sort.WEAPON, "weapon_id", own=True), words("where", "at in on"))),
    Saying("Jam", "jam | jams", thing(Sort.WEAPON, "weapon_id")),
    Saying("ClearJam", "unjam | works again", thing(Sort.WEAPON, "weapon_id"), (REASON,)),
    Saying("Reload", "reload | reloads", _HIM,
        (thing(Sort.WEAPON, "weapon_id", own=True),
         thing(Sort.ROUND, "round_id", needed=False),
         thing(Sort.UNIT, "by_unit_id", "with by", needed=False))),
    Saying("LoadLauncher", "load | loads", _HIM,
        (thing(Sort.WEAPON, "weapon_id", own=True), number("count"), thing(Sort.ROUND, "round_id"),
         thing(Sort.UNIT, "by_unit_id", "by", needed=False), flag("", "with"))),
    Saying("Unload", "unload | unloads", _HIM, (thing(Sort.WEAPON, "weapon_id", own=True),)),
    Saying("ManControl", "man | mans, goes to, takes", UNIT, (thing(Sort.CONTROL, "control_id"),)),
    Saying("ClearHoming", "stop homing of | homes no more, stops homing",
        thing(Sort.HOMING, "homing_id"), (WHY,)),
    Saying("DestroyRounds", "destroy", None,
        (number("count"), thing(Sort.ROUND, "round_id"),
         thing(Sort.PLAYER, "causer_id", "by", needed=False))),
    Saying("TakeRounds", "| takes", thing(Sort.UNIT, "by_unit_id"),
        (number("count", says="how many"), thing(Sort.ROUND, "round_id"))),
    Saying("RemoveRack", "remove rack, take away", thing(Sort.RACK, "rack_id")),
)  # fmt: skip
"""Every saying, by subject. Which of several is meant is the one that all words of the line fit."""


def forms_of(verb: str) -> frozenset[str]:
    """Return the ways in which a verb is said: fight, fights, fighting."""
    stem = re.sub(r"(?:es|s)$", "", verb) if verb not in ("is", "has", "pass") else verb
    forms = {verb, stem, f"{stem}s", f"{stem}es", f"{stem}ing"}
    if verb.endswith("e"):
        forms |= {f"{verb}s", f"{verb[:-1]}ing"}
    return frozenset(forms)
