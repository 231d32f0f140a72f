"""What lies in a weapon, ready to be fired: chamber, loading area, battery (8.4-46 to 8.4-58)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.guns.racks import load, rounds_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.weapons.ammunition import rounds_left
from brikdesk.store.journal.remembering import known
from brikdesk.store.tables import Chamber, Rack, Round, Weapon, WeaponKind

OBJECT_SIZE, OBJECT_ARMOR, OBJECT_DAMAGE = "object_size", "object_armor", "object_damage"
"""Keys in the makeup of a payload that is no Explosive: Size in inches, Armor, damage by touch."""


class Payload(Struct, frozen=True):
    """Objects of one type that are ready to be fired, and the row that they come from."""

    source: Chamber | Round
    count: int

    @property
    def name(self) -> str:
        """The type, with its XSize."""
        return load(self.source)

    @property
    def explosive_sizes(self) -> list[int]:
        """The XSize of each Explosive among them."""
        return [self.source.explosive_size] * self.count if self.source.explosive_size else []

    @property
    def object_sizes(self) -> list[int]:
        """The Size in inches of each object that is no Explosive."""
        return [] if self.source.explosive_size else [object_size(self.source.makeup)] * self.count


def object_size(makeup: dict[str, object]) -> int:
    """Return the Size in inches of an object that is no Explosive."""
    size = makeup.get(OBJECT_SIZE, 0)
    return size if isinstance(size, int) else 0


def object_words(makeup: Mapping[str, object], name: str) -> str:
    """Return the Armor or the damage of an object that is no Explosive; empty where unknown."""
    words = makeup.get(name, "")
    return words if isinstance(words, str) else ""


def chambered(session: Session, weapon: Weapon) -> list[Chamber]:
    """Return what lies in a chamber or loading area, oldest first."""

    def ask() -> tuple[Chamber, ...]:
        wanted = select(Chamber).where(Chamber.weapon_id == weapon.id).order_by(col(Chamber.id))
        return tuple(session.exec(wanted))

    return [*known(session, ("chambered", weapon.id), ask, Chamber, "weapon_id")]


def racks_for(session: Session, weapon: Weapon) -> list[Rack]:
    """Return the racks that serve a weapon: its own first, then those of its whole unit."""

    def ask() -> tuple[Rack, ...]:
        wanted = select(Rack).order_by(col(Rack.id))
        own = session.exec(wanted.where(Rack.weapon_id == weapon.id)).all()
        shared = wanted.where(Rack.unit_id == weapon.unit_id, col(Rack.weapon_id).is_(None))
        return (*own, *session.exec(shared))

    asked = "racks", weapon.id, weapon.unit_id
    return [*known(session, asked, ask, Rack, "weapon_id", "unit_id")]


def _feeding(session: Session, weapon: Weapon) -> list[Rack]:
    """Return the racks from which a weapon fires directly: a Launcher's batteries, a Rocket's own."""
    own = [rack for rack in racks_for(session, weapon) if rack.weapon_id == weapon.id]
    if weapon.kind is WeaponKind.LAUNCHER:
        return [rack for rack in own if rack.battery]
    used_up = weapon.kind in (WeaponKind.ROCKET, WeaponKind.EXPLOSIVE)
    return own if used_up else []


def ready(session: Session, weapon: Weapon) -> list[Chamber | Round]:
    """Return what a weapon can fire now, by type: what is loaded, else what feeds it."""
    loaded: Sequence[Chamber | Round] = chambered(session, weapon)
    return [*loaded] or [
        each
        for rack in _feeding(session, weapon)
        for each in rounds_of(session, rack)
        if each.count
    ]


def is_loaded(session: Session, weapon: Weapon) -> bool:
    """Return whether a weapon has what it fires; True for one that needs no ammunition."""
    counted = weapon.kind in (WeaponKind.CANNON, WeaponKind.LAUNCHER)
    return bool(ready(session, weapon)) or not (counted or _feeding(session, weapon))


def chosen(
    session: Session, weapon: Weapon, count: int, round_id: int | None = None
) -> list[Payload]:
    """Return the payload of one shot: `count` objects, of type `round_id` or as they lie loaded.

    Empty for a weapon without ammunition. Raise BadInput if fewer are ready, or if a battery holds
    several types and none is named.
    """
    stock = ready(session, weapon)
    if round_id is not None:
        stock = [each for each in stock if isinstance(each, Round) and each.id == round_id]
        if not stock:
            raise BadInput("These rounds do not feed this weapon.", "round_id")
    if not stock:
        return []
    names = list(dict.fromkeys(load(each) for each in stock))
    # In a loading area different objects leave together (8.4-55); a battery fires one type.
    if len(names) > 1 and isinstance(stock[0], Round):
        raise BadInput(f"Say which type is fired: {', '.join(names)}.", "round_id")
    taken: list[Payload] = []
    for each in stock:
        part = min(each.count, count - sum(payload.count for payload in taken))
        if part > 0:
            taken.append(Payload(each, part))
    if (there := sum(payload.count for payload in taken)) < count:
        raise BadInput(f"{there} {'is' if there == 1 else 'are'} ready, not {count}.", "rounds")
    return taken


def spend(session: Session, payloads: Sequence[Payload]) -> None:
    """Take what was fired out of its chamber, loading area or battery (8.4-46, 8.4-58)."""
    for payload in payloads:
        source = payload.source
        source.count = rounds_left(source.count, payload.count, battery=True)
        if isinstance(source, Chamber) and not source.count:
            session.delete(source)
        else:  # a Round stays at 0: its `full` refills it for the next battle
            session.add(source)
    session.flush()


def put_in(session: Session, weapon: Weapon, source: Round, count: int = 1) -> Chamber:
    """Put rounds of a rack into a chamber or loading area; the caller changes the rack's count."""
    return put(
        session,
        weapon,
        count,
        rack_id=source.rack_id,
        name=source.name,
        explosive_size=source.explosive_size,
        makeup=dict(source.makeup),
        stability=source.stability,
    )


def put(session: Session, weapon: Weapon, count: int, **facts: Any) -> Chamber:
    """Put objects into a chamber or loading area."""
    chamber = Chamber(weapon_id=weapon.id or 0, count=count, **facts)
    session.add(chamber)
    session.flush()
    return chamber
