"""Crews, an option: who serves a weapon, and who takes over (12-73 to 12-77, S-18)."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.rules.no import No
from brikdesk.rules.scifi.stores import Store, lose


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
    return No("12-76", "The weapon is destroyed") if destroyed else None
