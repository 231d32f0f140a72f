"""Kinds of units, their crews and Special Fire, and what an incapacitated one cannot do (12-47 to 12-80)."""

from collections.abc import Iterable
from enum import Enum, StrEnum

from msgspec import Struct, convert
from msgspec.structs import replace

from brikdesk.errors import BadInput
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.scifi.weapons import Store, lose, rows


class SfUnitKind(Enum):
    """What a unit is. The rules of carrying and of blast depend on it."""

    INFANTRY = "infantry"
    CREW = "crew"
    PERSONNEL = "personnel"
    WARDRONE = "wardrone"
    WARBOT = "warbot"
    VEHICLE = "vehicle"
    STRONGPOINT = "strongpoint"


PEOPLE = frozenset({SfUnitKind.INFANTRY, SfUnitKind.CREW, SfUnitKind.PERSONNEL})
"""Kinds that are people, on foot unless they ride."""

MACHINES = frozenset({SfUnitKind.WARDRONE, SfUnitKind.WARBOT})
"""Kinds that a blast incapacitates at size 0 (12-48)."""


class NamedUnit(Struct, frozen=True):
    """A unit to copy. `size` None: the data sheet tells; `weapons` are names of the catalogue."""

    name: str
    kind: SfUnitKind
    size: int | None = None
    on_foot: bool = True
    powered_armor: bool = False
    equipment: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()


UNITS = {unit.name: unit for unit in convert(rows("units"), list[NamedUnit])}
"""The units that the chapter names, by name."""


def copied(name: str) -> NamedUnit | None:
    """Return the unit of that name to copy, None without a name. Raise BadInput if unknown."""
    if name and name not in UNITS:
        raise BadInput(f"There is no unit called {name[:40]!r}.", "catalogue")
    return UNITS[name] if name else None


class Boundary(Enum):
    """A moment at which the desk does its bookkeeping; those of a player name the player."""

    PLAYER_TURN_START = "player_turn_start"
    PLAYER_TURN_END = "player_turn_end"
    ROUND_END = "round_end"


class Activity(Enum):
    """What a unit may want to do."""

    MOVE = "move"
    FIRE = "fire"
    START_MELEE = "start a melee"
    DEFEND = "defend in melee"


_MELEE: dict[str, frozenset[Activity]] = {
    "none": frozenset(),
    "defend": frozenset({Activity.DEFEND}),
    "full": frozenset({Activity.DEFEND, Activity.START_MELEE}),
}


def may(activity: Activity, *, incapacitated: bool, melee: str = "defend") -> No | None:
    """Refuse what an incapacitated unit cannot do.

    Rules: 12-47 (no moving, no firing), S-04 (`melee`: none, defend or full).
    """
    if not incapacitated or activity in _MELEE[melee]:
        return None
    rule = "12-47" if activity in (Activity.MOVE, Activity.FIRE) else "S-04"
    return No(rule, f"Incapacitated by a blast, it cannot {activity.value}")


class Incapacitated(Struct, frozen=True):
    """The marker: when it ends, and when it began.

    `until` is the value of the house rule sf_incapacitated_until at that time. `since` is the
    stamp that counts all player turns, `round` the round; `player` is the victim's.
    """

    until: str
    since: int
    round: int
    player: int | None = None


def ends(
    marker: Incapacitated,
    boundary: Boundary,
    *,
    turn: int,
    round: int,
    player: int | None = None,
) -> bool:
    """Return whether a marker ends at a boundary; one that was passed over ends later (S-03).

    - `turn`, `round`, `player`: the stamp, the round and the player of the boundary.

    The end of the victim's next turn is that of a turn which began after the blast.
    """
    if marker.until == "round_end":
        # A later round: the end of its own was passed over.
        return round > marker.round or boundary is Boundary.ROUND_END
    if boundary is not Boundary.PLAYER_TURN_END:
        return False
    if marker.until == "current_player_turn_end":
        return turn >= marker.since
    return player == marker.player and turn > marker.since


class CrewRole(StrEnum):
    """What a crew member does; a next loader becomes loader when the turn begins anew (S-18)."""

    GUNNER = "gunner"
    LOADER = "loader"
    NEXT_LOADER = "loader from the next turn"
    OTHER = "other"


class Member(Struct, frozen=True):
    """A member of a crew.

    `fixed` tells that the figure is part of the weapon's model. `initiative_spent` in this turn.
    """

    name: str
    role: CrewRole = CrewRole.OTHER
    alive: bool = True
    initiative_spent: bool = False
    fixed: bool = False


class Crew(Struct, frozen=True):
    """All who serve one weapon, the eliminated too."""

    members: tuple[Member, ...] = ()

    @property
    def alive(self) -> tuple[Member, ...]:
        """Those who are still there."""
        return tuple(member for member in self.members if member.alive)

    def of(self, role: CrewRole) -> Member | None:
        """Return the living member with a role."""
        return next((member for member in self.alive if member.role is role), None)

    def with_member(self, changed: Member) -> "Crew":
        """Return the crew with one member replaced by name."""
        return Crew(tuple(changed if one.name == changed.name else one for one in self.members))


def may_serve(crew: Crew, name: str, *, weapon_crews: bool) -> No | None:
    """Refuse a gunner: any living member may be one (12-73).

    - `weapon_crews`: the house rule sf_weapon_crews; without it a weapon keeps its gunner.
    """
    member = next((member for member in crew.alive if member.name == name), None)
    if member is None:
        return No("12-73", f"{name} is not in the crew")
    if not weapon_crews and member.role is not CrewRole.GUNNER:
        return No("12-73", "Without the option Weapon crews only the gunner serves the weapon")
    return None


def is_manned(crew: Crew) -> bool:
    """Return whether the weapon has a gunner."""
    return crew.of(CrewRole.GUNNER) is not None


def replacements(crew: Crew, *, weapon_crews: bool) -> tuple[Member, ...]:
    """Return the members one of whom takes the place of an eliminated gunner (12-74).

    With one it is automatic, with several the owner names the figure, with none the weapon is
    unmanned.
    """
    others = (member for member in crew.alive if member.role is not CrewRole.GUNNER)
    return tuple(others) if weapon_crews else ()


def eliminate(crew: Crew, name: str) -> Crew:
    """Take a member out of the crew without anybody in his place."""
    return Crew(tuple(replace(m, alive=m.alive and m.name != name) for m in crew.members))


def take_over(crew: Crew, name: str, *, new_loader: str = "next_turn", loader: str = "") -> Crew:
    """Let a member take the eliminated gunner's place: the member's figure is removed.

    Rules: 12-74 (the gunner's figure goes on as him, with what he has left of his initiative),
    S-18 (where the loader took over, `loader` becomes the new one, or the first who is free).
    Raise ValueError if the crew has no gunner or no such other member.
    """
    gunner, taken = crew.of(CrewRole.GUNNER), next((m for m in crew.alive if m.name == name), None)
    if gunner is None or taken is None or taken is gunner:
        raise ValueError(f"{name} cannot take over here")
    # 12-74: the gunner's figure goes on, with the initiative that the other member has left.
    goes_on = replace(gunner, initiative_spent=taken.initiative_spent)
    left = crew.with_member(goes_on).with_member(replace(taken, alive=False))
    if taken.role not in (CrewRole.LOADER, CrewRole.NEXT_LOADER):
        return left
    return name_loader(left, loader, new_loader=new_loader)


def name_loader(crew: Crew, name: str = "", *, new_loader: str = "next_turn") -> Crew:
    """Pick the crew member who loads: the one named, else the first one free; maybe none (S-18).

    - `new_loader`: the house rule sf_new_loader, "next_turn" or "at_once".
    """
    free = (m for m in crew.alive if m.role is CrewRole.OTHER and name in ("", m.name))
    role = CrewRole.LOADER if new_loader == "at_once" else CrewRole.NEXT_LOADER
    chosen = next(free, None)
    return crew.with_member(replace(chosen, role=role)) if chosen else crew


class Destroyed(Struct, frozen=True):
    """What a destroyed weapon leaves: its store, all lost, and those who need a figure (12-75)."""

    stores: tuple[Store, ...]
    needs_figure: tuple[str, ...]


def destroy(stores: tuple[Store, ...], crew: Crew) -> Destroyed:
    """Destroy a crew-served weapon.

    Rules: 12-75 (a surviving gunner whose figure is fixed to it needs one of his own), 12-76 (what
    ammunition is left is lost).
    """
    gunner = crew.of(CrewRole.GUNNER)
    figures = (gunner.name,) if gunner and gunner.fixed else ()
    return Destroyed(tuple(lose(store) for store in stores), figures)


def may_crew(*, destroyed: bool) -> No | None:
    """Refuse to crew or fire a destroyed weapon (12-76)."""
    return no_if(destroyed, "12-76", "The weapon is destroyed")


class SpecialFire(StrEnum):
    """What the loader's initiative gave the weapon in this turn."""

    NONE = "none"
    SECOND_SHOT = "second shot"
    REROLL = "reroll"


def may_assist(
    crew: Crew,
    how: SpecialFire,
    used: SpecialFire,
    *,
    fired: int,
    missed: bool,
    weapon_crews: bool,
) -> No | None:
    """Refuse special fire.

    Rules: 12-73 (the option), 12-78 (gunner and loader; a reroll is for a missed shot), 12-79
    (the loader's initiative is unspent), S-15 (once in a turn), S-18 (no loader, no special
    fire), S-19 (it follows the gunner's shot).

    - `how`: what the loader wants to give, `used`: what he gave in this turn.
    - `fired`: shots of the weapon in this turn, `missed`: whether the latest one missed.
    """
    loader = crew.of(CrewRole.LOADER)
    if not weapon_crews:
        return No("12-73", "The option Weapon crews is off")
    if crew.of(CrewRole.GUNNER) is None or loader is None:
        return No("12-78", "Special fire needs a gunner and a loader")
    hit = how is SpecialFire.REROLL and fired and not missed
    return first(
        no_if(used is not SpecialFire.NONE, "S-15", f"The loader gave a {used.value} this turn"),
        no_if(loader.initiative_spent, "12-79", f"{loader.name} used his initiative"),
        no_if(not fired, "S-19", "The gunner fires first"),
        no_if(hit, "12-78", "Only a missed shot is rolled again"),
    )


def may_fire_own(member: Member) -> No | None:
    """Refuse a crew member's personal weapon after he used his initiative (12-79)."""
    return no_if(member.initiative_spent, "12-79", f"{member.name} used his initiative")


def times(used: SpecialFire, most: int = 2) -> int:
    """Return how often a weapon fires in the turn (12-78, 12-80, S-14).

    - `most`: the house rule sf_special_fire_max, 2 to 4. A group of weapons fires that often with
      every barrel.
    """
    return most if used is SpecialFire.SECOND_SHOT else 1


class WeaponsCost(Struct, frozen=True):
    """A sum of points, weapons only; `unknown` weapons have no cost entered."""

    points: float
    unknown: int


def weapons_cost(costs: Iterable[float | None]) -> WeaponsCost:
    """Add up the costs of a unit's weapons; None is a cost that nobody has entered (12-51)."""
    listed = tuple(costs)
    known = [cost for cost in listed if cost is not None]
    return WeaponsCost(sum(known), len(listed) - len(known))
