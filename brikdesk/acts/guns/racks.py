"""Racks: stores of Explosives for Cannons, and batteries of Launchers (8.4-48, 8.4-50, 8.4-53)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.reckoning import sum_of, value_before
from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import in_battle
from brikdesk.acts.units.facts import one_of, whole
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives.explosives_named import load_words
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line
from brikdesk.store.tables import Chamber, Rack, Round, Stability, Unit, Weapon, WeaponKind
from brikdesk.text import said_of

FED = {
    WeaponKind.CANNON: ("8.4-48", "{gun} takes shells up to X{most}."),
    WeaponKind.LAUNCHER: ("8.4-55", "{gun} sends Explosives up to X{most}."),
    WeaponKind.ROCKET: ("8.1-11", "This Rocket is X{most}."),
    WeaponKind.EXPLOSIVE: ("8.1-15", "This Explosive is X{most}."),
}
"""Weapons that a rack can serve; for each the rule and the words that refuse too large a round."""


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
        weapon = (
            existing_row(session, Weapon, self.weapon_id) if self.weapon_id is not None else None
        )
        unit_id = weapon.unit_id if weapon else self.unit_id
        unit = existing_row(session, Unit, unit_id) if unit_id is not None else None
        facts = RackFacts(
            name=self.name,
            place=self.place,
            battery=self.battery,
            weapon=None if weapon is None else 0,
            rounds=self.rounds,
        )
        rack = add_rack(self, session, facts, unit, [weapon] if weapon else [])
        words = ", ".join(f"{each.count} {load(each)}" for each in rounds_of(session, rack))
        entry = rack_line(
            session, rack, f"{said_of(rack.name, 'is')} set up.", words and f"{words}.", "8.4-48"
        )
        return Outcome(f"Add {rack.name}", (entry,))


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
    fed = [weapon for weapon in weapons if weapon.kind in FED]
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
    fed = [weapon for weapon in weapons_of(session, rack) if weapon.kind in FED]
    if fed:
        largest = max(fed, key=largest_round)  # a shared rack holds rounds for any of them
        too_large = explosive_size > largest_round(largest)
        rule, words = refusal_of_size(largest)
        act.refuse_if(too_large, rule, words, session)


def refusal_of_size(weapon: Weapon) -> tuple[str, str]:
    """Return the rule and the words that refuse too large a round for this weapon."""
    rule, words = FED[weapon.kind]
    by_size = f'A {weapon.size:g}" {weapon.kind.value}'
    gun = f"A {weapon.name}" if weapon.preset else by_size
    return rule, words.format(gun=gun, most=largest_round(weapon))


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
    session: Session,
    rack: Rack,
    lead: str,
    words: str,
    rule: str,
    sums: Sequence[Sum] = (),
) -> Line:
    """Build a line about a rack."""
    unit = session.get(Unit, rack.unit_id) if rack.unit_id is not None else None
    if unit:
        words = f"{unit.name}. {words}".strip()
    return line(
        Kind.AMMO, lead, words, rule=rule,
        player_id=unit.player_id if unit else None, unit_id=rack.unit_id, sums=sums,
    )  # fmt: skip


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
            return RoundFacts(
                name=self.name,
                explosive_size=self.explosive_size,
                makeup=self.makeup,
                stability=self.stability,
                count=self.count,
            )
        row = existing_row(session, Round, self.round_id)
        if row.rack_id != rack.id:
            raise BadInput(f"{load(row)} lies in another rack.", "round_id")
        return RoundFacts(
            name=row.name,
            explosive_size=row.explosive_size,
            makeup=dict(row.makeup),
            stability=row.stability.value,
            count=self.count,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRack(Act):
    """Take a rack away with its rounds; what is chambered already can be fired (Q8-62)."""

    rack_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the rack and its rounds."""
        rack = existing_row(session, Rack, self.rack_id)
        lost = ", ".join(f"{each.count} {load(each)}" for each in rounds_of(session, rack))
        for each in rounds_of(session, rack):
            session.delete(each)
        for chamber in session.exec(select(Chamber).where(Chamber.rack_id == rack.id)).all():
            chamber.rack_id = None  # the chambered round stays usable once (Q8-62)
            session.add(chamber)
        session.flush()
        session.delete(rack)
        entry = rack_line(
            session, rack, f"{said_of(rack.name, 'is')} removed.", lost and f"{lost}.", "8.4-50"
        )
        return Outcome(f"Remove {rack.name}", (entry,))
