"""Racks and rounds: stored, ready to be fired, taken, stolen, destroyed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from msgspec import Struct
from pydantic import ValidationError
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import existing_row, key_or_none, point_said, row_or_none
from brikdesk.acts.explosives.explosion import Makeup, makeup_words
from brikdesk.acts.movement.going import lie
from brikdesk.acts.sums import sum_of, used_up, value_before
from brikdesk.acts.units.facts import one_of, whole
from brikdesk.acts.who_may import in_battle, in_play
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives import load_words
from brikdesk.rules.brikwars.weapons import WEAPONS, rounds_left, weapons_that
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    Chamber,
    Explosive,
    ExplosiveState,
    Player,
    Rack,
    Round,
    Stability,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.text import said_of
from brikdesk.turns.turn_order import stamp_now

FED = weapons_that(lambda kind: kind.rounds)
"""Weapons that a rack can serve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """Rounds of one type. `makeup` as in `Makeup`; `explosive_size` counts elements (8.1-15).

    `count` is how many there are when the rack is full, `left` how many lie there now; None: all.
    """

    name: str
    explosive_size: int = 1
    makeup: dict[str, Any] = field(default_factory=dict)
    stability: str = Stability.SEMI_STABLE.value
    count: int = 1
    left: int | None = None

    @property
    def words(self) -> str:
        """What they are: 4 shells X3, and what they are made of where that is not Exp alone."""
        made = makeup_words(self.explosive_size, Makeup.of(self.makeup))
        return f"{self.count} {self.name} X{self.explosive_size}" + (f" = {made}" if made else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class RackFacts:
    """A rack that comes with a new unit. `weapon` is the index of its weapon in the unit's list."""

    name: str = "Ammo rack"
    place: str = ""
    battery: bool = False
    weapon: int | None = None
    rounds: tuple[RoundFacts, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRack(Act):
    """Add a rack to a unit or to one of its weapons; with neither it stands on the table."""

    unit_id: int | None = None
    weapon_id: int | None = None
    name: str = "Ammo rack"
    place: str = ""
    battery: bool = False
    rounds: tuple[RoundFacts, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write rack and rounds; refused for rounds that do not fit (8.4-48)."""
        weapon = row_or_none(session, Weapon, self.weapon_id)
        unit = row_or_none(session, Unit, weapon.unit_id if weapon else self.unit_id)
        facts = copied(RackFacts, self, weapon=None if weapon is None else 0)
        rack = add_rack(self, session, facts, unit, [weapon] if weapon else [])
        lead = f"{said_of(rack.name, 'is')} set up."
        entry = rack_line(session, rack, lead, _stock_of(session, rack), "8.4-48")
        return Outcome(f"Add {rack.name}", (entry,))


def _stock_of(session: Session, rack: Rack) -> str:
    """Return what lies in a rack, in words; empty for nothing."""
    words = ", ".join(f"{each.count} {load(each)}" for each in rounds_of(session, rack))
    return words and f"{words}."


def add_rack(
    act: Act, session: Session, facts: RackFacts, unit: Unit | None, weapons: Sequence[Weapon]
) -> Rack:
    """Write a rack with its rounds.

    It serves the weapon at the index `facts.weapon` of `weapons`. Without an index it serves the
    only weapon that takes rounds, or if there are several, all weapons of the unit.
    """
    weapon = _served(facts, weapons)
    unfit = facts.battery and (weapon is None or weapon.kind is not WeaponKind.LAUNCHER)
    act.refuse_if(unfit, "8.4-53", "Only a Launcher fires from a battery.", session)
    rack = Rack(
        unit_id=unit.id if unit else None,
        weapon_id=weapon.id if weapon else None,
        name=text.name(facts.name),
        place=text.note(facts.place, "place"),
        battery=facts.battery,
    )
    session.add(rack)
    session.flush()
    for each in facts.rounds:
        _stock(act, session, rack, each)
    return rack


def rack_of(session: Session, rounds: Round) -> Rack:
    """Return the rack in which rounds lie."""
    return session.get_one(Rack, rounds.rack_id)


def _stock(act: Act, session: Session, rack: Rack, facts: RoundFacts) -> None:
    """Add rounds of a full rack, of which perhaps only some are left."""
    if facts.left is None:
        add_rounds(act, session, rack, facts, full=True)
        return
    left = whole(facts.left, "rounds.left")
    # What came during a battle is no part of a full rack: it is added, but not as full.
    count = whole(facts.count, "rounds.count") or left
    if count:
        row = add_rounds(act, session, rack, replace(facts, count=count), full=facts.count > 0)
        row.count += left - count
        session.add(row)


def _served(facts: RackFacts, weapons: Sequence[Weapon]) -> Weapon | None:
    if facts.weapon is not None:
        if not 0 <= facts.weapon < len(weapons):
            raise BadInput(f"There is no weapon {facts.weapon} in this list.", "racks.weapon")
        return weapons[facts.weapon]
    fed = [weapon for weapon in weapons if weapon.kind.value in FED]
    return fed[0] if len(fed) == 1 else None


def add_rounds(
    act: Act, session: Session, rack: Rack, facts: RoundFacts, *, full: bool = False
) -> Round:
    """Add rounds to a rack, to those of the same make if there are any; refused if too large.

    With `full` they count as part of a full rack.
    """
    size = whole(facts.explosive_size, "explosive_size", 1)
    count = whole(facts.count, "count", 1)
    makeup = makeup_of(facts.makeup, size)
    stability = one_of(Stability, facts.stability, "stability")
    name = text.name(facts.name)
    _check_fits(act, session, rack, size)
    for row in rounds_of(session, rack):
        made = (row.name, row.explosive_size, row.makeup, row.stability)
        if made == (name, size, makeup, stability):
            row.count += count
            row.full = max(row.full, row.count) if full else row.full
            session.add(row)
            return row
    row = Round(
        rack_id=rack.id or 0,
        name=name,
        explosive_size=size,
        makeup=makeup,
        stability=stability,
        count=count,
        full=count if full else 0,
    )
    session.add(row)
    session.flush()
    return row


def makeup_of(data: Mapping[str, Any], explosive_size: int) -> dict[str, object]:
    """Return a makeup as the file holds it; BadInput for unknown dice, or too expensive ones."""
    try:
        makeup = Makeup.of(data)
        makeup.dice(explosive_size)  # called for the errors that they raise
        makeup.added_sides()
    except KeyError as unknown:
        raise BadInput(f"There are no Explosive dice called {unknown!s:.40}.", "makeup") from None
    except (ValidationError, ValueError):
        raise BadInput("These Explosive dice make no sense.", "makeup") from None
    return makeup.as_data()


def _check_fits(act: Act, session: Session, rack: Rack, explosive_size: int) -> None:
    """Refuse rounds that no weapon of this rack can take (8.4-48, 8.4-55)."""
    fed = [weapon for weapon in weapons_of(session, rack) if weapon.kind.value in FED]
    if fed:
        largest = max(fed, key=largest_round)  # a shared rack holds rounds for any of them
        too_large = explosive_size > largest_round(largest)
        rule, words = refusal_of_size(largest)
        act.refuse_if(too_large, rule, words, session)


def refusal_of_size(weapon: Weapon) -> tuple[str, str]:
    """Return the rule and the words that refuse too large a round for this weapon."""
    kind, most = WEAPONS[weapon.kind.value], largest_round(weapon)
    if not kind.loaded:
        return kind.rounds, f"This {weapon.kind.value} is X{most}."
    gun = weapon.name if weapon.preset else f'{weapon.size:g}" {weapon.kind.value}'
    return kind.rounds, f"A {gun} {kind.takes} up to X{most}."


def largest_round(weapon: Weapon) -> int:
    """Return the largest XSize that a weapon takes."""
    return int(weapon.size) if weapon.max_payload is None else weapon.max_payload


def weapons_of(session: Session, rack: Rack) -> list[Weapon]:
    """Return the weapons that a rack serves: its own, or all of its unit."""
    wanted = select(Weapon).order_by(col(Weapon.id))
    if rack.weapon_id is not None:
        return list(session.exec(wanted.where(Weapon.id == rack.weapon_id)))
    if rack.unit_id is None:
        return []
    return list(session.exec(wanted.where(Weapon.unit_id == rack.unit_id)))


def rounds_of(session: Session, rack: Rack) -> list[Round]:
    """Return the rounds in a rack, type by type, in the order in which they were added."""
    wanted = select(Round).where(Round.rack_id == rack.id).order_by(col(Round.id))
    return list(session.exec(wanted))


def load(each: Round | Chamber | RoundFacts) -> str:
    """Return a round as lists have it: "Shell X3", "Shell X3 = 3 Smoke", or a bare name."""
    return load_words(each.name, each.explosive_size, each.makeup)


def rack_line(
    session: Session, rack: Rack, lead: str, words: str, rule: str, sums: Sequence[Sum] = ()
) -> Line:
    """Return a line about a rack."""
    unit = row_or_none(session, Unit, rack.unit_id)
    words = f"{unit.name}. {words}".strip() if unit else words
    return line(Kind.AMMO, lead, words, rule=rule, of=unit, sums=sums)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRounds(Act):
    """Put more rounds into a rack: of a type that lies there (`round_id`), or of a new one."""

    rack_id: int
    count: int = 1
    round_id: int | None = None
    name: str = ""
    explosive_size: int = 1
    makeup: dict[str, Any] = field(default_factory=dict)
    stability: str = Stability.SEMI_STABLE.value

    def carry_out(self, session: Session) -> Outcome:
        """Write them; refused where they do not fit (8.4-48)."""
        rack = existing_row(session, Rack, self.rack_id)
        built = not in_battle(session)  # only what is added before a battle makes the rack "full"
        facts = self._facts(session, rack)
        there = {
            row.id: value_before(session, row, "count", "There before", "8.4-48")
            for row in rounds_of(session, rack)
        }
        row = add_rounds(self, session, rack, facts, full=built)
        parts = [there[row.id]] if row.id in there else []
        now = sum_of("There now", row.count, *parts, Term("Added", self.count, "8.4-48"))
        lead = f"{self.count} {load(row)} for {rack.name}."
        entry = rack_line(session, rack, lead, f"{row.count} now.", "8.4-48", (now,))
        return Outcome(f"Add {load(row)}", (entry,))

    def _facts(self, session: Session, rack: Rack) -> RoundFacts:
        if self.round_id is None:
            return copied(RoundFacts, self)
        row = existing_row(session, Round, self.round_id)
        if row.rack_id != rack.id:
            raise BadInput(f"{load(row)} lies in another rack.", "round_id")
        return copied(RoundFacts, row, count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRack(Act):
    """Take a rack away with its rounds; what is chambered already can be fired (Q8-62)."""

    rack_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the rack and its rounds."""
        rack = existing_row(session, Rack, self.rack_id)
        lost = _stock_of(session, rack)
        for each in rounds_of(session, rack):
            session.delete(each)
        for chamber in session.exec(select(Chamber).where(Chamber.rack_id == rack.id)).all():
            chamber.rack_id = None  # the chambered round stays usable once (Q8-62)
            session.add(chamber)
        session.flush()
        session.delete(rack)
        entry = rack_line(session, rack, f"{said_of(rack.name, 'is')} removed.", lost, "8.4-50")
        return Outcome(f"Remove {rack.name}", (entry,))


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
    return [each for each in rows_of(session, Chamber) if each.weapon_id == weapon.id]


def racks_for(session: Session, weapon: Weapon) -> list[Rack]:
    """Return the racks that serve a weapon: its own first, then those of its whole unit."""
    racks = rows_of(session, Rack)
    own = [rack for rack in racks if rack.weapon_id == weapon.id]
    shared = [each for each in racks if each.weapon_id is None and each.unit_id == weapon.unit_id]
    return own + shared


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
    return put(session, copied(Chamber, source, weapon_id=weapon.id or 0, count=count))


def put(session: Session, chamber: Chamber) -> Chamber:
    """Put objects into a chamber or loading area."""
    session.add(chamber)
    session.flush()
    return chamber


class Becomes(Enum):
    """What destroyed rounds turn into."""

    GONE = "gone"
    LYING = "lying"
    ACTIVATED = "activated"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRounds(Act):
    """Take rounds out of a rack: into another rack, into a unit's hands, or out of play.

    Out of play if neither `to_rack_id` nor `by_unit_id` is set.
    """

    round_id: int
    count: int = 1
    to_rack_id: int | None = None
    by_unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Move them; refused where they do not fit the other rack."""
        row, rack = _found(session, self.round_id)
        count = _enough(row, self.count)
        goes = ""
        if self.to_rack_id is not None:
            other = existing_row(session, Rack, self.to_rack_id)
            if other.id == rack.id:
                raise BadInput("They lie in that rack already.", "to_rack_id")
            add_rounds(self, session, other, copied(RoundFacts, row, count=count))
            goes = f"{'It goes' if count == 1 else 'They go'} to {other.name}."
        elif self.by_unit_id is not None:
            unit = in_play(existing_row(session, Unit, self.by_unit_id))
            for _ in range(count):
                session.add(_explosive(row, unit.player_id, carrier_id=unit.id))
            goes = f"{unit.name} carries {'it' if count == 1 else 'them'}."
        left = used_up(session, row, count, "Taken", "8.4-50")
        row.count -= count
        session.add(row)
        lead = f"{count} {load(row)} {'leaves' if count == 1 else 'leave'} {rack.name}."
        words = f"{goes} {row.count} left.".strip()
        entry = rack_line(session, rack, lead, words, "8.4-50", (left,))
        return Outcome(f"Take {count} {load(row)}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class RackExplosive(Act):
    """Put an Explosive that lies on the table or is carried into a rack, as one of its rounds."""

    explosive_id: int
    rack_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Make it a round; refused where no weapon of the rack takes it (8.4-48), or it is armed."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        rack = existing_row(session, Rack, self.rack_id)
        if explosive.state is not ExplosiveState.STORED:
            word = "a dud" if explosive.state is ExplosiveState.DUD else explosive.state.value
            why = f"{said_of(explosive.name, 'is')} {word}: it cannot be stored in a rack."
            raise BadInput(why, "explosive_id")
        row = add_rounds(self, session, rack, copied(RoundFacts, explosive))
        session.delete(explosive)
        lead, words = f"{load(row)} for {rack.name}.", f"{row.count} now."
        entry = rack_line(session, rack, lead, words, "8.4-50")
        return Outcome(f"Put {load(row)} into {rack.name}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class DestroyRounds(Act):
    """Destroy rounds in a rack, and say what becomes of them.

    `becomes` is "gone", "lying" (Explosives on the table, not activated) or "activated" (they go
    off when the turn ends, 8.4-15). `causer_id` is the player who caused it (Q8-41).
    """

    round_id: int
    count: int = 1
    becomes: str = Becomes.GONE.value
    causer_id: int | None = None
    place: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write what is left, and the Explosives that they become."""
        row, rack = _found(session, self.round_id)
        count = _enough(row, self.count)
        becomes = one_of(Becomes, self.becomes, "becomes")
        unit = row_or_none(session, Unit, rack.unit_id)
        where = text.note(self.place, "place") or rack.place or (unit.name if unit else rack.name)
        fallen = self._leave(session, row, count, unit, where, becomes)
        left = used_up(session, row, count, "Destroyed", "8.4-50")
        row.count -= count
        session.add(row)
        words = _FATES[becomes][count != 1].format(where=where)
        rule = "8.4-15" if becomes is Becomes.ACTIVATED else "8.4-50"
        lead = f"{said_of(rack.name, 'loses')} {count} {load(row)}."
        entry = rack_line(session, rack, lead, f"{words} {row.count} left.", rule, (left,))
        return Outcome(f"Destroy {count} {load(row)}", (entry, *fallen))

    def _leave(
        self,
        session: Session,
        row: Round,
        count: int,
        unit: Unit | None,
        where: str,
        becomes: Becomes,
    ) -> list[Line]:
        """Lay on the table what is not gone."""
        if becomes is Becomes.GONE:
            return []
        causer_id = key_or_none(session, Player, self.causer_id)
        lines: list[Line] = []
        for _ in range(count):
            made = _explosive(row, unit.player_id if unit else None, place=where)
            made.causer_id = causer_id
            if becomes is Becomes.ACTIVATED:
                made.state = ExplosiveState.ACTIVATED
                made.activated_turn_id = stamp_now(session)
            if unit:
                made.x, made.y = unit.x, unit.y
            session.add(made)
            lines += lie(session, made)
        return lines


_FATES = {
    Becomes.GONE: ("It is gone.", "They are gone."),
    Becomes.LYING: ("It lies at {where}.", "They lie at {where}."),
    Becomes.ACTIVATED: ("It goes off when this turn ends.", "They go off when this turn ends."),
}


def _found(session: Session, round_id: int) -> tuple[Round, Rack]:
    row = existing_row(session, Round, round_id)
    return row, rack_of(session, row)


def _enough(row: Round, count: int) -> int:
    wanted = whole(count, "count", 1)
    if wanted > row.count:
        raise BadInput(f"{row.count} {load(row)} lie there, not {wanted}.", "count")
    return wanted


def _explosive(
    row: Round, player_id: int | None, *, carrier_id: int | None = None, place: str = ""
) -> Explosive:
    x, y = point_said(place) or (None, None)
    return copied(Explosive, row, player_id=player_id, x=x, y=y, carrier_id=carrier_id, place=place)
