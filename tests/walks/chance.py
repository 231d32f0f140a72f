"""Random acts of every kind: fields filled by their types, ids mostly of rows that exist."""

import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from random import Random
from typing import Annotated, Any, Union, get_args, get_origin

from sqlmodel import Session, func, select

from brikdesk.acts.step_act import StepAct
from brikdesk.acts.turns_and_steps import roll_all
from brikdesk.dice import Face, Origin
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES
from brikdesk.rules.scifi.firing import OUTCOMES
from brikdesk.rules.scifi.units_and_crews import UNITS
from brikdesk.rules.scifi.weapon_records import WEAPONS
from brikdesk.rules.scifi.weapons import WARHEADS
from brikdesk.store import tables
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import plays_scifi

TABLE_OF = {
    "unit_id": tables.Unit, "by_unit_id": tables.Unit, "target_id": tables.Unit,
    "scout_id": tables.Unit, "carrier_id": tables.Unit, "occupant_id": tables.Unit,
    "player_id": tables.Player, "ally_id": tables.Player, "set_by_id": tables.Player,
    "causer_id": tables.Player, "weapon_id": tables.Weapon, "rack_id": tables.Rack,
    "round_id": tables.Round, "control_id": tables.ControlPoint, "fire_id": tables.Fire,
    "field_id": tables.Field, "inside_id": tables.Inside, "mark_id": tables.Mark,
    "homing_id": tables.Homing, "projectile_id": tables.Projectile, "state_id": tables.State,
    "explosive_id": tables.Explosive, "note_id": tables.Note, "trap_id": tables.Trap,
    "victim_id": tables.Unit, "object_id": tables.Unit, "follower_id": tables.Unit,
    "projector_id": tables.Weapon, "sf_weapon_id": tables.SfWeapon, "store_id": tables.SfStore,
    "load_id": tables.SfLoad, "member_id": tables.SfCrew, "loader_id": tables.SfCrew,
    "shot_id": tables.SfShot, "spotter_id": tables.Unit, "structure_id": tables.Unit,
}  # fmt: skip

WORDS = ("Bob", "the bridge", "a < b & c", "Hay Cart", "", "d6 Damage", "d4 Fire", "2d10", "sky")
TEXTS: dict[str, tuple[str, ...]] = {
    "armor": ("4", "1d6", "2d10", "3d10", "", "lots"),
    "switch": tuple(HOUSE_RULES),
    "colour": ("fern", "sand", "sky", "plaid"),
    "preset": ("", "U-01", "U-07", "U-21", "U-27", "W-05", "Z-99"),
    "limb": ("left_arm", "right_leg", "tail"),
    "kind": ("Cannon", "Gun", "MachineGun", "Launcher", "Spoon"),
    "catalogue": ("", *WEAPONS, *UNITS),
    "matter": tuple(OUTCOMES),
    "answer": ("", *(answer for each in OUTCOMES.values() for answer in each.choices)),
    "warhead": ("", *WARHEADS, "custard"),
    "ammunition": ("", "rocket", "high explosive", "vaporshock"),
    "capability": ("", "", "grenade launcher", "bayonet"),
    "type": ("", "laser", "particle", "ray", "convergence", "mini-rocket"),
    "step": ("burn-1", "mark-1", "field-1", "flight-1"),
}

LEFT_OUT = frozenset(
    {
        "Together",
        "CorrectPast",
        "CreateCampaign",
        "BeginAnew",
        "EndBattle",
        "EliminatePlayer",
        "SetRuleSets",
        "RollSealed",
        "SaySealWord",
        "OpenSeal",
    }
)
"""Acts that a walk does rarely or not at all, because little can follow them."""


OFTEN = ("FireSf", "EnterOutcome", "PlaceArea", "BurstSf")
"""Acts of the Sci-fi rules that a walk tries more often, because most are turned back."""


def kinds(*, scifi: bool = True, left_out: bool = True) -> list[type[Act]]:
    """Every act that a referee can do, except those left out and those of tests."""
    gone = LEFT_OUT if left_out else frozenset[str]()
    found = [kind for name, kind in sorted(Act.KINDS.items()) if name not in gone]
    real = [kind for kind in found if kind.__module__.startswith("brikdesk.")]
    done = [kind for kind in real if not getattr(kind, "__abstractmethods__", None)]
    return [kind for kind in done if scifi or not is_scifi(kind)]


def is_scifi(kind: type[Act]) -> bool:
    """Tell whether an act is one of the Sci-fi rules: nothing to do in a campaign without them."""
    return kind.__module__.startswith("brikdesk.acts.scifi.")


def random_act(
    campaign: Campaign, chance: Random, overrule: bool, *, scifi: float = 0.0
) -> Act | None:
    """One random act: often what the running turn asks for, else any kind with random fields.

    `scifi` is the share of acts of the Sci-fi rules, where the campaign is played by them.
    """
    if chance.random() < 0.15:
        return roll_all(campaign, lambda sides: chance.randint(1, sides))
    plays = campaign.read(plays_scifi)
    among = kinds(scifi=plays)
    if plays and scifi and chance.random() < scifi:
        among = [kind for kind in among if is_scifi(kind)]
        among += [Act.KINDS[name] for name in OFTEN for _ in range(6)]
    kind = chance.choice(among)
    if chance.random() < 0.1:
        kind = Act.KINDS["EndTurn"]
    made = campaign.reading(lambda session: filled(kind, session, chance))
    if overrule:
        return _overruling(made)
    return made


class AnyRule(frozenset[str]):
    """Overrules whatever refuses."""

    def __contains__(self, rule: object) -> bool:
        return True


def _overruling(act: Act) -> Act:
    object.__setattr__(act, "overruled", AnyRule({"all"}))
    return act


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


def filled(kind: type[Any], session: Session, chance: Random) -> Any:
    """Return an act of this class with random fields."""
    given = {}
    for field in fields(kind):
        optional = field.default is not MISSING or field.default_factory is not MISSING
        if field.name == "overruled" or (optional and chance.random() < 0.5):
            continue
        given[field.name] = _value(_hints(kind)[field.name], field.name, session, chance)
    return kind(**given)


def _value(hint: Any, name: str, session: Session, chance: Random) -> Any:
    if get_origin(hint) is Annotated:
        return _value(get_args(hint)[0], name, session, chance)
    if get_origin(hint) in (Union, types.UnionType):
        return _value(chance.choice(get_args(hint)), name, session, chance)
    if hint is type(None):
        return None
    if name in TABLE_OF and hint is int:
        return _key(TABLE_OF[name], session, chance)
    if get_origin(hint) in (tuple, list, frozenset, dict):
        return _several(hint, name, session, chance)
    maker = MAKERS.get(hint)
    if maker:
        return maker(name, chance)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chance.choice(list(hint))
    if is_dataclass(hint) and isinstance(hint, type):
        return filled(hint, session, chance)
    raise TypeError(f"no idea how to fill {name}: {hint}")


def _several(hint: Any, name: str, session: Session, chance: Random) -> Any:
    if get_origin(hint) is dict:
        if name == "choices":
            return {chance.choice(["limb", "dud", "spot", "moved", "care"]): "nothing"}
        return {}
    inner = get_args(hint)[0]
    item = TABLE_OF.get(name.removesuffix("s"))
    made = [
        _key(item, session, chance) if item else _value(inner, name, session, chance)
        for _ in range(chance.randint(0, 3))
    ]
    return get_origin(hint)(made)


def _key(table: Any, session: Session, chance: Random) -> int:
    rows = session.exec(select(func.count()).select_from(table)).one()
    if not rows or chance.random() < 0.05:
        return chance.randint(1, 50)
    keys = session.exec(select(table.id).order_by(table.id).offset(chance.randrange(rows)).limit(1))
    return int(keys.one())


def _text(name: str, chance: Random) -> str:
    return chance.choice(TEXTS.get(name, WORDS))


MAKERS: dict[Any, Callable[[str, Random], Any]] = {
    int: lambda name, chance: chance.choice([-1, 0, 1, 1, 2, 2, 3, 4, 6, 8, 13]),
    float: lambda name, chance: chance.choice([-2.0, 0.0, 0.5, 3.0, 8.0, 13.5, 30.0]),
    bool: lambda name, chance: chance.random() < 0.5,
    str: _text,
    Face: lambda name, chance: Face(chance.randint(1, 4), chance.choice(list(Origin))),
    Any: lambda name, chance: None,
    object: lambda name, chance: None,
}

__all__ = ["Field", "StepAct", "filled", "kinds", "random_act"]
