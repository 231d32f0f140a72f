"""Forms about weapons, controls, ammunition, Explosives and what flies."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.explosives.explosion import makeup_named
from brikdesk.acts.weapons.weapons import CAN_THRUST
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import RoundBase
from brikdesk.rules.brikwars.explosives import made_words
from brikdesk.rules.brikwars.weapons import RELOADED, SIZED_BY_X, WEAPONS
from brikdesk.store.views.armory import ArmedRow, weapons
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
    from_unit,
)

ROOMS = ("sqlmodel", "brikdesk.acts", "ui.campaign.desk", "ui.window.at_work")

LAUNCHER = "Launcher"


def reload_form(desk: Desk, unit_id: int | None) -> FilledForm:
    """Return the form that reloads the first weapon of a unit that needs it.

    For a Launcher it opens with a payload of the Launcher's own side filled in, if there is one.
    """
    # Imported here: panels import this module for its names, the forms only when one is wanted.
    from ui.forms.forms import ACT_FORMS

    armed = [row for row in desk.read(all_weapons) if row.unit_id == unit_id]
    able = [row for row in armed if row.kind in (*RELOADED, LAUNCHER) or row.inoperative]
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
    name="made",
    label="Made of",
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
WEAPON = Pick(name="weapon_id", label="Weapon", options=options.weapons())
BY = Pick(
    name="by_unit_id",
    label="Whose Action",
    options=options.units,
    optional=True,
    none="No Action is spent",
)


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


def _gun(desk: Desk, values: Values) -> RoundBase | None:
    """Return the unit that bears the chosen weapon."""
    bearer = (row.unit_id for row in desk.read(weapons) if row.id == values.get("weapon_id"))
    return from_unit("unit_id")(desk, {"unit_id": next(bearer, None)})


def _new_type(values: Values) -> bool:
    return not values.get("round_id")


def _thing(values: Values) -> bool:
    return values.get("round_id") is None


FORMS = (
    ActForm(
        name="Reload",
        title="Reload",
        icon="ammo",
        words="load cannon machinegun chamber round jam",
        button="Reload",
        fields=(
            Pick(name="weapon_id", label="Weapon", options=options.reloadable),
            # A weapon with one type of round, or a MachineGun, which has none, needs no answer.
            Pick(name="round_id", label="Load", options=options.rounds_for("weapon_id"),
                 optional=True, none="The only one there",
                 shown=lambda v: v.get("weapon_id") is not None),
            BY,
        ),
    ),
    ActForm(
        name="LoadLauncher",
        title="Load a Launcher",
        icon="ammo",
        words="payload put into launcher",
        button="Load",
        fields=(
            Pick(name="weapon_id", label="Launcher", noun="Launcher", options=options.weapons("Launcher")),
            Pick(name="round_id", label="Payload", options=options.payloads, optional=True,
                 none="Something else"),
            Number(name="count", label="How many", least=1, default=1),
            Text(name="object_name", label="What", shown=_thing),
            Number(name="object_size", label="Its Size", unit="inches", default=1, shown=_thing),
            Text(name="object_armor", label="Its Armor", optional=True, shown=_thing,
                 hint="1d6 Crash for each d10 of it."),
            Text(name="object_damage", label="Damage by hand", optional=True, shown=_thing,
                 hint="Weapons and equipment: as in Close Combat."),
            BY,
        ),
    ),
    ActForm(
        name="Unload",
        title="Unload",
        icon="ammo",
        words="take out of cannon launcher chamber",
        button="Unload",
        fields=(Pick(name="weapon_id", label="Weapon",
                     options=options.weapons("Cannon", "Launcher")),),
    ),
    ActForm(
        name="FireWeapon",
        title="Fire a weapon",
        icon="attack",
        words="shoot fired spent shot",
        button="It fired",
        fields=(
            WEAPON,
            Pick(name="by_unit_id", label="Fired by", options=options.units, optional=True,
                 none="Not tracked"),
            Number(name="rounds", label="Objects launched", least=1, default=1),
            Number(name="power", label="Power", optional=True, unit="inches"),
            YesNo(name="same_action", label="Same Action as before"),
            YesNo(name="jammed", label="It jams"),
        ),
    ),
    ActForm(
        name="Jam",
        title="A weapon jams",
        icon="ammo",
        words="jam machinegun inoperative",
        button="It jams",
        # Only they can jam (8.1-07, 8.3-15).
        fields=(Pick(name="weapon_id", label="Weapon",
                     options=options.weapons("MachineGun")),),
    ),
    ActForm(
        name="ClearJam",
        title="Clear a jam",
        icon="ammo",
        words="jam works again",
        button="Clear jam",
        fields=(WEAPON, Text(name="reason", label="Reason", optional=True)),
    ),
    ActForm(
        name="PickUp",
        title="Pick up a weapon",
        icon="units",
        words="pick up weapon lying disarmed thrown dropped",
        button="Pick up",
        about="by_unit_id",
        fields=(
            Pick(name="weapon_id", label="Weapon on the table", options=options.lying),
            Pick(name="by_unit_id", label="Who picks it up", options=options.units),
        ),
    ),
    ActForm(
        name="PutAway",
        title="Put a weapon away",
        icon="units",
        words="put away lay down drop sheathe holster free hand",
        button="Put away",
        fields=(
            Pick(name="weapon_id", label="What it holds", options=options.held),
            Text(name="where", label="Where it is then", optional=True, hint="Empty: at its belt."),
        ),
    ),
    ActForm(
        name="AddRack",
        title="Add a rack",
        icon="ammo",
        words="ammo rack battery rounds shells",
        button="Add rack",
        about="unit_id",
        made=_rack,
        fields=(
            Pick(name="unit_id", label="Unit", options=options.units, optional=True,
                 none="On the table"),
            Pick(name="weapon_id", label="For", optional=True, none="Whatever fits",
                 options=options.weapons_of("unit_id", "Cannon", "Launcher", "Rocket",
                                            "Explosive")),
            Text(name="name", label="Name", default="Ammo rack"),
            Text(name="round_name", label="Explosive", default="Shell", optional=True),
            Number(name="explosive_size", label="XSize", least=1, most=99, default=1),
            Number(name="count", label="Rounds", least=1, default=1),
            MADE,
            YesNo(name="battery", label="Battery of a Launcher"),
            Place(name="place", label="Where it stands", x="", y="", words="place", optional=True,
                  shown=lambda v: v.get("unit_id") is None),
        ),
    ),
    ActForm(
        name="AddRounds",
        title="Add rounds",
        icon="plus",
        words="ammo more shells rack",
        button="Add rounds",
        made=_by_number,
        fields=(
            Pick(name="rack_id", label="Rack", options=options.racks),
            Pick(name="round_id", label="Type", options=options.rounds, optional=True,
                 none="A new type"),
            Text(name="name", label="Explosive", default="Shell", shown=_new_type),
            Number(name="explosive_size", label="XSize", least=1, most=99, default=1,
                   shown=_new_type),
            Number(name="count", label="Rounds", least=1, default=1),
            Pick(name="stability", label="Stability", options=STABILITIES,
                 default="semi-stable", shown=_new_type),
            replace(MADE, shown=_new_type),
        ),
    ),
    ActForm(
        name="TakeRounds",
        title="Take rounds",
        icon="ammo",
        words="out of rack carry move rounds",
        button="Take rounds",
        fields=(
            Pick(name="round_id", label="Rounds", noun="round", options=options.rounds),
            Number(name="count", label="How many", least=1, default=1),
            Pick(name="to_rack_id", label="Into", options=options.racks, optional=True,
                 none="No other rack"),
            Pick(name="by_unit_id", label="Into the hands of", options=options.units,
                 optional=True, none="Nobody"),
        ),
    ),
    ActForm(
        name="RackExplosive",
        title="Put an Explosive into a rack",
        icon="ammo",
        words="store stow load bomb grenade round rack",
        button="Put it there",
        fields=(
            Pick(name="explosive_id", label="Explosive", noun="Explosive",
                 options=options.explosives("stored")),
            Pick(name="rack_id", label="Rack", options=options.racks),
        ),
    ),
    ActForm(
        name="DestroyRounds",
        title="Destroy rounds",
        icon="blast",
        words="ammo explode rack lost",
        button="Destroy",
        deletes=True,
        fields=(
            Pick(name="round_id", label="Rounds", noun="round", options=options.rounds),
            Number(name="count", label="How many", least=1, default=1),
            Pick(name="becomes", label="They are", options=BECOMES, default="gone"),
            Pick(name="causer_id", label="By", options=options.players, optional=True,
                 none="Nobody"),
            Place(name="place", label="Where", x="", y="", words="place", optional=True,
                  shown=lambda v: v.get("becomes") != "gone"),
        ),
    ),
    ActForm(
        name="RemoveRack",
        title="Remove a rack",
        icon="trash",
        words="rack away ammo",
        button="Remove rack",
        deletes=True,
        fields=(Pick(name="rack_id", label="Rack", options=options.racks),),
    ),
    ActForm(
        name="HomeIn",
        title="Home in",
        icon="homing",
        words="homing aim support gunners bonus",
        button="Home in",
        fields=(
            WEAPON,
            Place(name="target", label="Aim point", x="", y="", words="target", unit="target_id",
                  begins=_gun),
            Pick(name="target_id", label="It is on", options=options.units, optional=True,
                 none="No unit"),
            Number(name="supporters", label="Supporters", most=99, default=0),
            Number(name="natural", label="Action die shows", least=1, most=20, optional=True),
        ),
    ),
    ActForm(
        name="ClearHoming",
        title="Clear homing",
        icon="homing",
        words="homing lost moved",
        button="Clear",
        fields=(
            Pick(name="homing_id", label="Homing", noun="gun that homes in", options=options.homings),
            Text(name="why", label="Why", optional=True),
        ),
    ),
    ActForm(
        name="AddWeapon",
        title="Add a weapon",
        icon="attack",
        words="gun cannon arm mount",
        button="Add weapon",
        about="unit_id",
        made=_weapon,
        fields=(
            Pick(name="unit_id", label="Unit", options=options.units),
            Pick(name="kind", label="Kind", options=KINDS, default="Gun"),
            Text(name="name", label="Name", optional=True),
            Number(name="size", label="Weapon Size", decimals=1, unit="inches", default=1),
            replace(MADE, shown=lambda v: v.get("kind") in SIZED_BY_X),
            Pick(name="thrusting", label="Made for thrusting", options=THRUSTING, optional=True,
                 none="Not said", shown=lambda v: v.get("kind") in CAN_THRUST),
        ),
    ),
    ActForm(
        name="RemoveWeapon",
        title="Remove a weapon",
        icon="trash",
        words="gun lost",
        button="Remove weapon",
        deletes=True,
        fields=(WEAPON,),
    ),
    ActForm(
        name="AddControl",
        title="Add controls",
        icon="gear",
        words="gunner seat rig mechanik",
        button="Add controls",
        fields=(
            WEAPON,
            Text(name="place", label="Where"),
            Pick(name="rigged_by_id", label="Rigged by", options=options.units, optional=True,
                 none="Built so"),
        ),
    ),
    ActForm(
        name="ManControl",
        title="Man controls",
        icon="gear",
        words="gunner seat operate",
        button="Man",
        fields=(
            Pick(name="control_id", label="Controls", noun="control", options=options.controls),
            Pick(name="unit_id", label="Manned by", options=options.units, optional=True,
                 none="Nobody"),
        ),
        # "Nobody" leaves the question open, which for this act would mean a missing answer.
        made=lambda values: {"unit_id": None, **values},
    ),
    ActForm(
        name="RemoveControl",
        title="Remove controls",
        icon="gear",
        words="gunner seat destroyed",
        button="Remove",
        deletes=True,
        fields=(Pick(name="control_id", label="Controls", noun="control", options=options.controls),),
    ),
)  # fmt: skip


DICE = fixed((4, "d4"), (6, "d6"), (8, "d8"), (10, "d10"), (12, "d12"))
PROJECTILE = Pick(name="projectile_id", label="Projectile", options=options.projectiles)
EXPLOSIVE = Pick(
    name="explosive_id", label="Explosive", noun="Explosive", options=options.explosives()
)
BY_PLAYER = Pick(
    name="causer_id", label="By", options=options.players, optional=True, none="Nobody"
)
XSIZE = Number(name="explosive_size", label="XSize", least=1, most=99, default=1)
PLACE = Place(name="place", label="Place on the table", words="place", optional=True)


def _moved(values: dict[str, Any]) -> dict[str, Any]:
    """Have it put into a rack where one is chosen: that is an act of its own."""
    if values.get("rack_id") is None:
        values.pop("rack_id", None)
        return values
    kept: dict[str, Any] = {
        name: values[name] for name in ("explosive_id", "rack_id") if name in values
    }
    return {"act": "RackExplosive", **kept}


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
        name="Launch",
        title='Launch over 12"',
        icon="projectile",
        words="rocket shell fly projectile flight x",
        button="Launch",
        about="unit_id",
        made=with_makeup,
        known=_as_it_would_attack,
        fields=(
            Pick(name="unit_id", label="Who fires", noun="unit", options=options.units),
            Pick(name="weapon_id", label="Weapon", optional=True, options=options.launching,
                 follows="unit_id",
                 hint="It flies as in an attack: with its Range and what is loaded."),
            Pick(name="round_id", label="Round type", options=options.batteries_of("weapon_id"),
                 optional=True, none="As it comes", only_if_any=True),
            Text(name="name", label="What flies", default="Rocket", shown=_unarmed),
            # With a weapon these figures are the weapon's own, and are not asked.
            replace(XSIZE, shown=_unarmed),
            Place(name="target", label="Where the X lies", words="target", x="target_x",
                  y="target_y", unit="target_id", begins=from_unit("unit_id"), inches="distance"),
            Number(name="distance", label="Distance to the X", most=10_000, decimals=2,
                   unit="inches"),
            Pick(name="target_id", label="It is on", options=options.units, optional=True,
                 none="No unit"),
            Number(name="use", label="Use", most=99, optional=True, shown=_unarmed),
            Pick(name="action_die", label="Action die", options=DICE, optional=True,
                 none="The firer's own", shown=_unarmed),
            Text(name="type", label="Type", default="Rocket", shown=_unarmed,
                 hint="Only a Rocket can be steered."),
            YesNo(name="same_action", label="Same Action as before"),
            replace(MADE, shown=_unarmed),
        ),
    ),
    ActForm(
        name="MoveTarget",
        title="Move the X",
        icon="projectile",
        words="steer rocket target projectile",
        button="Move X",
        fields=(
            PROJECTILE,
            Place(name="target", label="Where the X lies", words="target", x="target_x",
                  y="target_y", unit="target_id", begins=_in_the_air, inches="remaining"),
            Number(name="remaining", label="Still to fly", most=10_000, decimals=2,
                   unit="inches"),
            Pick(name="target_id", label="It is on", options=options.units, optional=True,
                 none="No unit"),
        ),
    ),
    ActForm(
        name="ShootDown",
        title="Shoot it down",
        icon="attack",
        words="projectile hit in flight air",
        button="Shoot down",
        fields=(
            PROJECTILE,
            Number(name="damage", label="Damage", default=1, most=10_000, unit="points"),
            BY_PLAYER,
        ),
    ),
    ActForm(
        name="RemoveProjectile",
        title="Remove a projectile",
        icon="trash",
        words="out of the air gone",
        button="Remove",
        deletes=True,
        fields=(PROJECTILE, Text(name="why", label="Why", optional=True)),
    ),
    ActForm(
        name="AddExplosive",
        title="Add an Explosive",
        icon="blast",
        words="bomb keg grenade place mine barrel",
        button="Add Explosive",
        about="carrier_id",
        made=with_makeup,
        fields=(
            Text(name="name", label="Name", default="Explosive"),
            XSIZE,
            Pick(name="stability", label="Stability", options=STABILITIES,
                 default="semi-stable"),
            Pick(name="carrier_id", label="Carried by", options=options.units, optional=True,
                 none="Nobody"),
            Pick(name="player_id", label="Owner", options=options.players, optional=True,
                 none="The carrier's player, or nobody"),
            PLACE,
            MADE,
        ),
    ),
    ActForm(
        name="DamageExplosive",
        title="Damage an Explosive",
        icon="blast",
        words="set off activate premature detonation",
        button="Apply damage",
        fields=(
            EXPLOSIVE,
            Number(name="damage", label="Damage", most=10_000, unit="points", default=1),
            YesNo(name="knockback", label="KnockBack moves it"),
            BY_PLAYER,
        ),
    ),
    ActForm(
        name="Detonate",
        title="Detonate",
        icon="blast",
        words="explode explosion damage roll goes off",
        button="Detonate",
        fields=(EXPLOSIVE,),
    ),
    ActForm(
        name="MoveDud",
        title="Move a dud",
        icon="dud",
        words="carry dud unexploded",
        button="Move dud",
        about="by_unit_id",
        fields=(
            Pick(name="explosive_id", label="Dud", options=options.explosives("dud")),
            Pick(name="by_unit_id", label="Moved by", options=options.units),
            YesNo(name="careful", label="Carefully, at Half Speed", default=True),
            PLACE,
        ),
    ),
    ActForm(
        name="MoveExplosive",
        title="Move an Explosive",
        icon="blast",
        words="carry hand over throw away rack load round",
        button="Move",
        made=_moved,
        fields=(
            EXPLOSIVE,
            Pick(name="carrier_id", label="Carried by", options=options.units, optional=True,
                 none="Nobody", shown=lambda v: v.get("rack_id") is None),
            Pick(name="rack_id", label="Into a rack", options=options.racks, optional=True,
                 none="No rack", only_if_any=True, shown=lambda v: v.get("carrier_id") is None),
            replace(PLACE, shown=lambda v: v.get("rack_id") is None),
        ),
    ),
    ActForm(
        name="RemoveExplosive",
        title="Remove an Explosive",
        icon="trash",
        words="disarm dud take away",
        button="Remove",
        deletes=True,
        fields=(EXPLOSIVE, Text(name="why", label="Why", optional=True)),
    ),
)  # fmt: skip
