"""Forms about weapons, controls, ammunition, Explosives and what flies."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.explosives.explosion import makeup_named
from brikdesk.acts.weapons.weapons import CAN_THRUST
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives import made_words
from brikdesk.rules.brikwars.weapons import LAUNCHER, RELOADED, SIZED_BY_X, WEAPONS
from brikdesk.store.views.armory import ArmedRow
from brikdesk.store.views.armory import weapons as all_weapons
from brikdesk.store.views.battlefield import battlefield
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms import options
from ui.forms.questions import (
    ABOUT,
    ActForm,
    FilledForm,
    Number,
    Pick,
    Place,
    Text,
    Values,
    YesNo,
    fixed,
    from_bearer,
    from_unit,
)


def reload_form(desk: Desk, unit_id: int | None) -> FilledForm:
    """Return the form that reloads the first weapon of a unit that needs it.

    For a Launcher it opens with a payload of the Launcher's own side filled in, if there is one.
    """
    # Imported here: panels import this module for its names, the forms only when one is wanted.
    from ui.forms.all_forms import ACT_FORMS

    armed = [row for row in desk.read(all_weapons) if row.unit_id == unit_id]
    able = [row for row in armed if row.kind in (*RELOADED, LAUNCHER)]
    weapon = min(able, key=_ready, default=None)
    if weapon is None:
        return ACT_FORMS["Reload"].filled(unit_id)
    if weapon.kind != LAUNCHER:
        return ACT_FORMS["Reload"].filled(unit_id, weapon_id=weapon.id)
    known: dict[str, Any] = {"weapon_id": weapon.id}
    own = options.own_payloads(desk, {ABOUT: unit_id, **known})
    if own:
        known["round_id"] = own[0].value
    return ACT_FORMS["LoadLauncher"].filled(unit_id, **known)


def empty_guns(desk: Desk, unit_id: int) -> list[int]:
    """Return the weapons of a unit that a Reload makes ready: empty Cannons, jammed MachineGuns."""
    return [
        row.id
        for row in desk.read(all_weapons)
        if row.unit_id == unit_id
        and (
            (row.kind == "Cannon" and not row.load)
            or (row.kind == "MachineGun" and row.inoperative)
        )
    ]


def _ready(weapon: ArmedRow) -> bool:
    # False sorts first: a weapon that needs it comes before one that can fire.
    return bool(weapon.load) and not weapon.inoperative


MADE = Text(
    "made",
    "Made of",
    optional=True,
    hint="Empty: as its name says (smoke, gas, fire, piercing, concussion, phased, terrain, mines),"
    " else Exp dice. In words: 2 smoke, 1 fire; 2d10 Exp + 1d4 Fire + 1.",
)


def with_makeup(values: dict[str, Any]) -> dict[str, Any]:
    """Put what was said of dice, or what the name says, into `makeup`, as acts take it.

    Raise BadInput, with the question it is about, for what no Explosive of this XSize is made of.
    """
    words, size = values.pop("made", "") or "", values.get("explosive_size")
    if not size or not values.get("name"):
        return values
    try:
        made = makeup_named(values["name"], size, words).as_data()
    except BadInput as error:
        raise BadInput(error.sentence, "made") from None
    return {**values, "makeup": made} if made else values


STABILITIES = fixed(("semi-stable", "Semi-stable"), ("unstable", "Unstable"))
BECOMES = fixed(
    ("gone", "Gone"), ("lying", "Explosives on the table"), ("activated", "Going off at turn's end")
)
KINDS = fixed(*((kind, kind) for kind in (*WEAPONS, "Other")))
THRUSTING = fixed((True, "Yes"), (False, "No"))
WEAPON = Pick("weapon_id", "Weapon", options=options.weapons())
BY = Pick(
    "by_unit_id", "Whose Action", options=options.hands_at, likely=options.who_works_it,
    optional=True, none="No Action is spent",
)  # fmt: skip


def _rack(values: dict[str, Any]) -> dict[str, Any]:
    names = {"round_name": "name", "explosive_size": "explosive_size", "count": "count"}
    facts = {field: values.pop(name) for name, field in names.items() if name in values}
    facts = with_makeup({**facts, "made": values.pop("made", "")})
    rounds = [facts] if facts.get("name") else []
    return {**values, "rounds": rounds}


def _by_number(values: dict[str, Any]) -> dict[str, Any]:
    """Take out what a type is made of if rounds of one that lies there are added."""
    if values.get("round_id"):
        for name in ("name", "explosive_size", "stability", "made"):
            values.pop(name, None)
    return with_makeup(values)


def _weapon(values: dict[str, Any]) -> dict[str, Any]:
    """Put what an Explosive or Rocket is made of into its damage, as its card has it."""
    kind, words = values.get("kind"), values.pop("made", "") or ""
    if kind not in SIZED_BY_X:
        return values
    size = max(1, int(values.get("size") or 1))
    named = {"name": values.get("name") or kind, "explosive_size": size, "made": words}
    damage = made_words(size, with_makeup(named).get("makeup", {}))
    return {**values, "damage": damage} if damage else values


def _new_type(values: Values) -> bool:
    return not values.get("round_id")


def _thing(values: Values) -> bool:
    return values.get("round_id") is None


FORMS = (
    ActForm(
        "Reload", "Reload", icon="ammo", words="load cannon machinegun chamber round jam",
        button="Reload",
        fields=(
            Pick("weapon_id", "Weapon", noun="weapon that needs it", options=options.reloadable,
                 likely=options.manned_and_empty),
            # A MachineGun, or an empty rack, has no type to choose.
            Pick("round_id", "Load", options=options.shells, only_if_any=True),
            BY,
        ),
    ),
    ActForm(
        "LoadLauncher", "Load a Launcher", icon="ammo", words="payload put into launcher",
        button="Load",
        fields=(
            Pick("weapon_id", "Launcher", noun="Launcher", options=options.weapons("Launcher")),
            Pick("round_id", "Payload", options=options.payloads, optional=True,
                 none="Something else"),
            Number("count", "How many", least=1, default=1),
            Text("object_name", "What", shown=_thing),
            Number("object_size", "Its Size", unit="inches", default=1, shown=_thing),
            Text("object_armor", "Its Armor", optional=True, shown=_thing,
                 hint="1d6 Crash for each d10 of it."),
            Text("object_damage", "Damage by hand", optional=True, shown=_thing,
                 hint="Weapons and equipment: as in Close Combat."),
            BY,
        ),
    ),
    ActForm(
        "Unload", "Unload", icon="ammo", words="take out of cannon launcher chamber",
        button="Unload",
        fields=(Pick("weapon_id", "Weapon", noun="loaded weapon",
                     options=options.armed(lambda row: row.load)),),
    ),
    ActForm(
        "FireWeapon", "Fire a weapon", icon="attack", words="shoot fired spent shot",
        button="It fired",
        fields=(
            WEAPON,
            Pick("by_unit_id", "Fired by", options=options.hands_at, likely=options.who_works_it,
                 optional=True, none="Not tracked"),
            Number("rounds", "Objects launched", least=1, default=1),
            Number("power", "Power", optional=True, unit="inches"),
            YesNo("same_action", "Same Action as before"),
            YesNo("jammed", "It jams"),
        ),
    ),
    ActForm(
        "Jam", "A weapon jams", icon="ammo", words="jam machinegun inoperative", button="It jams",
        # Only they can jam (8.1-07, 8.3-15).
        fields=(Pick("weapon_id", "Weapon", noun="MachineGun that works",
                     options=options.armed(lambda row: row.kind == "MachineGun" and not row.inoperative)),),
    ),
    ActForm(
        "ClearJam", "Clear a jam", icon="ammo", words="jam works again", button="Clear jam",
        fields=(Pick("weapon_id", "Weapon", noun="jammed weapon",
                     options=options.armed(lambda row: row.inoperative)),
                Text("reason", "Reason", optional=True)),
    ),
    ActForm(
        "PickUp", "Pick up a weapon", icon="units",
        words="pick up weapon lying disarmed thrown dropped", button="Pick up", about="by_unit_id",
        fields=(
            Pick("weapon_id", "Weapon on the table", options=options.lying),
            Pick("by_unit_id", "Who picks it up", options=options.people),
        ),
    ),
    ActForm(
        "PutAway", "Put a weapon away", icon="units",
        words="put away lay down drop sheathe holster free hand", button="Put away",
        fields=(
            Pick("weapon_id", "What it holds", noun="weapon in anybody's hands", options=options.held),
            Text("where", "Where it is then", optional=True, hint="Empty: at its belt."),
        ),
    ),
    ActForm(
        "AddRack", "Add a rack", icon="ammo", words="ammo rack battery rounds shells",
        button="Add rack", about="unit_id", made=_rack,
        fields=(
            Pick("unit_id", "Unit", options=options.units, optional=True, none="On the table"),
            Pick("weapon_id", "For", optional=True, none="Whatever fits",
                 options=options.weapons_of("unit_id", "Cannon", "Launcher", "Rocket", "Explosive")),
            Text("name", "Name", default="Ammo rack"),
            Text("round_name", "Explosive", default="Shell", optional=True),
            Number("explosive_size", "XSize", least=1, most=99, default=1),
            Number("count", "Rounds", least=1, default=1),
            MADE,
            YesNo("battery", "Battery of a Launcher"),
            Place("place", "Where it stands", x="", y="", words="place", optional=True,
                  shown=lambda v: v.get("unit_id") is None),
        ),
    ),
    ActForm(
        "AddRounds", "Add rounds", icon="plus", words="ammo more shells rack", button="Add rounds",
        made=_by_number,
        fields=(
            Pick("rack_id", "Rack", options=options.racks),
            Pick("round_id", "Type", options=options.rounds, optional=True, none="A new type"),
            Text("name", "Explosive", default="Shell", shown=_new_type),
            Number("explosive_size", "XSize", least=1, most=99, default=1, shown=_new_type),
            Number("count", "Rounds", least=1, default=1),
            Pick("stability", "Stability", options=STABILITIES, default="semi-stable",
                 shown=_new_type),
            replace(MADE, shown=_new_type),
        ),
    ),
    ActForm(
        "TakeRounds", "Take rounds", icon="ammo", words="out of rack carry move rounds",
        button="Take rounds",
        fields=(
            Pick("round_id", "Rounds", noun="round", options=options.rounds),
            Number("count", "How many", least=1, default=1),
            Pick("to_rack_id", "Into", options=options.other_racks, optional=True,
                 none="No other rack"),
            Pick("by_unit_id", "Into the hands of", options=options.units, optional=True,
                 none="Nobody"),
        ),
    ),
    ActForm(
        "RackExplosive", "Put an Explosive into a rack", icon="ammo",
        words="store stow load bomb grenade round rack", button="Put it there",
        fields=(
            Pick("explosive_id", "Explosive", noun="Explosive",
                 options=options.explosives("stored")),
            Pick("rack_id", "Rack", options=options.racks),
        ),
    ),
    ActForm(
        "DestroyRounds", "Destroy rounds", icon="blast", words="ammo explode rack lost",
        button="Destroy", deletes=True,
        fields=(
            Pick("round_id", "Rounds", noun="round", options=options.rounds),
            Number("count", "How many", least=1, default=1),
            Pick("becomes", "They are", options=BECOMES, default="gone"),
            Pick("causer_id", "By", options=options.players, optional=True, none="Nobody"),
            Place("place", "Where", x="", y="", words="place", optional=True,
                  shown=lambda v: v.get("becomes") != "gone"),
        ),
    ),
    ActForm(
        "RemoveRack", "Remove a rack", icon="trash", words="rack away ammo", button="Remove rack",
        deletes=True,
        fields=(Pick("rack_id", "Rack", options=options.racks),),
    ),
    ActForm(
        "HomeIn", "Home in", icon="homing", words="homing aim support gunners bonus",
        button="Home in",
        fields=(
            WEAPON,
            Place("target", "Aim point", x="", y="", words="target", unit="target_id",
                  begins=from_bearer(all_weapons, "weapon_id")),
            Pick("target_id", "It is on", options=options.units, optional=True, none="No unit"),
            Number("supporters", "Supporters", most=99, default=0),
            Number("natural", "Action die shows", least=1, most=20, optional=True),
        ),
    ),
    ActForm(
        "ClearHoming", "Clear homing", icon="homing", words="homing lost moved", button="Clear",
        fields=(
            Pick("homing_id", "Homing", noun="gun that homes in", options=options.homings),
            Text("why", "Why", optional=True),
        ),
    ),
    ActForm(
        "AddWeapon", "Add a weapon", icon="attack", words="gun cannon arm mount",
        button="Add weapon", about="unit_id", made=_weapon,
        fields=(
            Pick("unit_id", "Unit", options=options.units),
            Pick("kind", "Kind", options=KINDS, default="Gun"),
            Text("name", "Name", optional=True),
            Number("size", "Weapon Size", decimals=1, unit="inches", default=1),
            replace(MADE, shown=lambda v: v.get("kind") in SIZED_BY_X),
            Pick("thrusting", "Made for thrusting", options=THRUSTING, optional=True,
                 none="Not said", shown=lambda v: v.get("kind") in CAN_THRUST),
        ),
    ),
    ActForm(
        "RemoveWeapon", "Remove a weapon", icon="trash", words="gun lost", button="Remove weapon",
        deletes=True,
        fields=(WEAPON,),
    ),
    ActForm(
        "AddControl", "Add controls", icon="gear", words="gunner seat rig mechanik",
        button="Add controls",
        fields=(
            WEAPON,
            Text("place", "Where"),
            Pick("rigged_by_id", "Rigged by", options=options.units, optional=True,
                 none="Built so"),
        ),
    ),
    ActForm(
        "ManControl", "Man controls", icon="gear", button="Man",
        words="gunner seat operate ride mount drive board crew pilot",
        fields=(
            Pick("control_id", "Controls", noun="control", options=options.controls,
                 likely=options.only_control),
            Pick("unit_id", "Manned by", options=options.at_controls, optional=True, none="Nobody",
                 likely=options.manning),
        ),
        # "Nobody" leaves the question open, which for this act would mean a missing answer.
        made=lambda values: {"unit_id": None, **values},
    ),
    ActForm(
        "RemoveControl", "Remove controls", icon="gear", words="gunner seat destroyed",
        button="Remove", deletes=True,
        fields=(Pick("control_id", "Controls", noun="control", options=options.controls),),
    ),
)  # fmt: skip


DICE = fixed((4, "d4"), (6, "d6"), (8, "d8"), (10, "d10"), (12, "d12"))
PROJECTILE = Pick("projectile_id", "Projectile", options=options.projectiles)
EXPLOSIVE = Pick("explosive_id", "Explosive", noun="Explosive", options=options.explosives())
BY_PLAYER = Pick("causer_id", "By", options=options.players, optional=True, none="Nobody")
XSIZE = Number("explosive_size", "XSize", least=1, most=99, default=1)
PLACE = Place("place", "Place on the table", words="place", optional=True)


def _moved(values: dict[str, Any]) -> dict[str, Any]:
    """Have it put into a rack where one is chosen: that is an act of its own."""
    if values.get("rack_id") is None:
        values.pop("rack_id", None)
        return values
    names = ("explosive_id", "rack_id")
    return {"act": "RackExplosive", **{name: values[name] for name in names if name in values}}


class _Flying(Struct, frozen=True):
    """A projectile as what has a place and no breadth."""

    x: float
    y: float
    size: int = 0


def _in_the_air(desk: Desk, values: Values) -> _Flying | None:
    """Return the chosen projectile where it is now; None without a place."""
    flights = desk.read(battlefield).flights
    now = (each.now for each in flights if each.id == values.get("projectile_id"))
    return next((_Flying(*spot) for spot in now), None)


def _unarmed(values: Values) -> bool:
    """Return whether no weapon is chosen, so that Use and XSize have to be typed."""
    return values.get("weapon_id") is None


def _as_it_would_attack(desk: Desk, hub: Hub, values: Values) -> Values:
    """Return the weapon with which the unit would attack, and the unit that would fire it."""
    unit_id = values.get("unit_id")
    if unit_id is None or "weapon_id" in values:
        return {}
    # Imported here: forms are data, and the attack behind this one takes long to import.
    from ui.models.attack.controller import attack_of

    return attack_of(desk, hub).launch_by(unit_id)


OF_EXPLOSIVES = (
    ActForm(
        "Launch", 'Launch over 12"', icon="projectile",
        words="rocket shell fly projectile flight x", button="Launch", about="unit_id",
        made=with_makeup, known=_as_it_would_attack,
        fields=(
            Pick("unit_id", "Who fires", noun="unit", options=options.units),
            Pick("weapon_id", "Weapon", optional=True, options=options.launching, follows="unit_id",
                 hint="It flies as in an attack: with its Range and what is loaded."),
            Pick("round_id", "Round type", options=options.batteries_of("weapon_id"), optional=True,
                 none="As it comes", only_if_any=True),
            Text("name", "What flies", default="Rocket", shown=_unarmed),
            # With a weapon these figures are the weapon's own, and are not asked.
            replace(XSIZE, shown=_unarmed),
            Place("target", "Where the X lies", words="target", x="target_x", y="target_y",
                  unit="target_id", begins=from_unit("unit_id"), inches="distance"),
            Number("distance", "Distance to the X", most=10_000, decimals=2, unit="inches"),
            Pick("target_id", "It is on", options=options.units, optional=True, none="No unit"),
            Number("use", "Use", most=99, optional=True, shown=_unarmed),
            Pick("action_die", "Action die", options=DICE, optional=True, none="The firer's own",
                 shown=_unarmed),
            Text("type", "Type", default="Rocket", shown=_unarmed,
                 hint="Only a Rocket can be steered."),
            YesNo("same_action", "Same Action as before"),
            replace(MADE, shown=_unarmed),
        ),
    ),
    ActForm(
        "MoveTarget", "Move the X", icon="projectile", words="steer rocket target projectile",
        button="Move X",
        fields=(
            PROJECTILE,
            Place("target", "Where the X lies", words="target", x="target_x", y="target_y",
                  unit="target_id", begins=_in_the_air, inches="remaining"),
            Number("remaining", "Still to fly", most=10_000, decimals=2, unit="inches"),
            Pick("target_id", "It is on", options=options.units, optional=True, none="No unit"),
        ),
    ),
    ActForm(
        "ShootDown", "Shoot it down", icon="attack", words="projectile hit in flight air",
        button="Shoot down",
        fields=(
            PROJECTILE,
            Number("damage", "Damage", default=1, most=10_000, unit="points"),
            BY_PLAYER,
        ),
    ),
    ActForm(
        "RemoveProjectile", "Remove a projectile", icon="trash", words="out of the air gone",
        button="Remove", deletes=True,
        fields=(PROJECTILE, Text("why", "Why", optional=True)),
    ),
    ActForm(
        "AddExplosive", "Add an Explosive", icon="blast",
        words="bomb keg grenade place mine barrel", button="Add Explosive", about="carrier_id",
        made=with_makeup,
        fields=(
            Text("name", "Name", default="Explosive"),
            XSIZE,
            Pick("stability", "Stability", options=STABILITIES, default="semi-stable"),
            Pick("carrier_id", "Carried by", options=options.units, optional=True, none="Nobody"),
            Pick("player_id", "Owner", options=options.players, optional=True,
                 none="The carrier's player, or nobody"),
            PLACE,
            MADE,
        ),
    ),
    ActForm(
        "DamageExplosive", "Damage an Explosive", icon="blast",
        words="set off activate premature detonation", button="Apply damage",
        fields=(
            EXPLOSIVE,
            Number("damage", "Damage", most=10_000, unit="points", default=1),
            YesNo("knockback", "KnockBack moves it"),
            BY_PLAYER,
        ),
    ),
    ActForm(
        "Detonate", "Detonate", icon="blast", words="explode explosion damage roll goes off",
        button="Detonate",
        fields=(EXPLOSIVE,),
    ),
    ActForm(
        "MoveDud", "Move a dud", icon="dud", words="carry dud unexploded", button="Move dud",
        about="by_unit_id",
        fields=(
            Pick("explosive_id", "Dud", options=options.explosives("dud")),
            Pick("by_unit_id", "Moved by", options=options.units),
            YesNo("careful", "Carefully, at Half Speed", default=True),
            PLACE,
        ),
    ),
    ActForm(
        "MoveExplosive", "Move an Explosive", icon="blast",
        words="carry hand over throw away rack load round", button="Move", made=_moved,
        fields=(
            EXPLOSIVE,
            Pick("carrier_id", "Carried by", options=options.units, optional=True, none="Nobody",
                 shown=lambda v: v.get("rack_id") is None),
            Pick("rack_id", "Into a rack", options=options.racks, optional=True, none="No rack",
                 only_if_any=True, shown=lambda v: v.get("carrier_id") is None),
            replace(PLACE, shown=lambda v: v.get("rack_id") is None),
        ),
    ),
    ActForm(
        "RemoveExplosive", "Remove an Explosive", icon="trash", words="disarm dud take away",
        button="Remove", deletes=True,
        fields=(EXPLOSIVE, Text("why", "Why", optional=True)),
    ),
)  # fmt: skip
