"""Forms about weapons, controls, ammunition and homing."""

from typing import Any

from msgspec.structs import replace

from brikdesk.acts.guns.thrusting import CAN_THRUST
from brikdesk.ground.round import RoundBase
from brikdesk.rules.brikwars.explosives.explosives_named import made_words
from brikdesk.rules.brikwars.weapons.sizes import FORMULAS, SIZED_BY_X
from brikdesk.store.views.armory import weapons
from ui.campaign.desk import Desk
from ui.forms import options
from ui.forms.fields import (
    ActForm,
    Number,
    Pick,
    Place,
    Text,
    Values,
    YesNo,
    fixed,
    from_unit,
)
from ui.forms.made_of import MADE, with_makeup

STABILITIES = fixed(("semi-stable", "Semi-stable"), ("unstable", "Unstable"))
BECOMES = fixed(
    ("gone", "Gone"), ("lying", "Explosives on the table"), ("activated", "Going off at turn's end")
)
KINDS = fixed(*((kind, kind) for kind in (*FORMULAS, "Other")))
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
