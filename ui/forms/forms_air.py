"""Forms about what flies and what may go off."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.store.views.battlefield import battlefield
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
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
from ui.forms.forms_guns import STABILITIES
from ui.forms.made_of import MADE, with_makeup

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


FORMS = (
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
