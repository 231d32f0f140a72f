"""What an attack is made of: who attacks with what, at what, and what the table measures."""

from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    """How a weapon is used."""

    SINGLE = "single"
    BURST = "burst"
    ARC = "arc"
    THROW = "throw"
    DROP = "drop"
    STRIKE = "strike"
    GRAB = "grab"
    SHOVE = "shove"


MANEUVERS = (Mode.GRAB, Mode.SHOVE)
"""Close Combat maneuvers that roll no damage (5.2-24, 5.2-32)."""

CLOSE = (Mode.STRIKE, *MANEUVERS)
"""Ways of attacking by touch."""


class TargetPart(StrEnum):
    """How large an aim point is if it is only a part of the target (5.1-31)."""

    WHOLE = ""
    SMALL = "small"
    TINY = "tiny"


class Measure(StrEnum):
    """A measure of an aim that the map can know: a proposal, which the referee types over."""

    ABOVE = "above"
    SECTIONS = "sections"
    INCHES = "inches"
    BLIND = "blind"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """One target, and what is measured from the weapon to it; lengths in inches.

    Exactly one of `unit_id`, `explosive_id`, `projectile_id` and `place` (words: the ground by
    the gate) is given. `distance` none is taken from the positions of both. `above` is how much
    higher the attacker stands. `sections` are the visible ones of a minifig (none: all three),
    `inches` the part of a larger target that can be hit (none: all of it). `part` aims at a
    smaller point, `part_name` says which; a hit on the `joint` meets one d10 less, on a
    `component` it destroys that instead of an inch of Size, on `part_weapon_id` that weapon.
    `spans` are the points of a Firing Arc that it spans completely. `free` are the inches that
    it can be knocked back before a larger obstacle stops it (none: nothing is in the way), and
    `loose` says whether it moves at all (none: as its Size says). `blind`: nobody sees it.
    `measured` names the values that the map gave and the referee left.
    """

    unit_id: int | None = None
    explosive_id: int | None = None
    projectile_id: int | None = None
    place: str = ""
    distance: float | None = None
    above: float | None = None
    sections: int | None = None
    inches: float | None = None
    part: TargetPart = TargetPart.WHOLE
    part_name: str = ""
    joint: bool = False
    component: bool = False
    part_weapon_id: int | None = None
    blind: bool | None = None
    spans: int = 0
    free: float | None = None
    loose: bool | None = None
    x: float | None = None
    y: float | None = None
    measured: tuple[Measure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One weapon that takes part: who uses it, and how.

    `count` are the shots of a burst or the points of an arc; `rounds` objects leave a Launcher at
    once, of the type `round_id` where several are ready. `supporters` are Gunners who spend their
    Actions, `interferers` units at other controls of the weapon who do so too, `team` the others
    who throw along, or who add their Power. Without a weapon of the roster, `name`, `use`,
    `range` and `damage` say what it is; with one they overrule its figures. `distance` and
    `above` replace those of the target for this weapon. `action_die` are the sides of what a weapon
    rolls that nobody holds: a trap's d4 (F.2-10). `same_action`: its user has spent his
    Action on another weapon of this attack or of an earlier one (8.5-01). `momentum`: its user spends
    his MOM on the Range of what he throws (5.4-10). `hands` are those that hold the weapon in this
    attack, where it can be held with one or with both (none: as the roster says). A Grab is made with a
    free hand, whatever the weapon; a Shove with the weapon as an object, or with Bare Hands.
    """

    weapon_id: int | None = None
    by_id: int | None = None
    mode: Mode = Mode.SINGLE
    count: int = 1
    rounds: int = 1
    round_id: int | None = None
    supporters: tuple[int, ...] = ()
    interferers: tuple[int, ...] = ()
    team: tuple[int, ...] = ()
    power: int | None = None
    name: str = ""
    use: int | None = None
    range: float | None = None
    damage: str = ""
    distance: float | None = None
    above: float | None = None
    action_die: int | None = None
    same_action: bool = False
    momentum: bool = False
    hands: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Caught:
    """Something within reach of an explosion, and what the table measures of it.

    `blast` names the explosion as the preview does; the others are as in `Aim`, `distance` from
    the centre to its nearest exposed point, `sections` and `inches` only what lies inside.
    `round_id` are the rounds of one type in a rack (8.4-50), `measured`: the map has the distance.
    """

    blast: str = ""
    unit_id: int | None = None
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None
    distance: float = 0.0
    sections: int | None = None
    inches: float | None = None
    exposed: bool = True
    loose: bool | None = None
    free: float | None = None
    measured: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The referee unticks a modifier that the desk found, or changes its value."""

    key: str
    on: bool = True
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """A modifier that the referee adds, with its reason.

    `damage`: to the Damage Roll, `parry`: to every Parry, neither: to the Action Roll.
    """

    reason: str
    value: int
    damage: bool = False
    parry: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parry:
    """A target that parries: with a shield, or a Grab or Shove with anything (5.2-39 to 5.2-53).

    `weapon_id` none: with Bare Hands; with `drops` it lets fall first what it holds. `against` is
    the place of the weapon in the attack that it parries; none: the first that hits and can be.
    """

    unit_id: int
    weapon_id: int | None = None
    drops: bool = False
    against: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShieldDice:
    """Dice of an Energy Shield that a target uses up, by their places in the Field (F.1-71)."""

    field_id: int
    unit_id: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray:
    """Whom a Missed Shot strikes: `shot` as the preview names it, inches from weapon to spot."""

    shot: str
    distance: float
    unit_id: int | None = None
    explosive_id: int | None = None
    sections: int | None = None
    inches: float | None = None
