"""Counted ammunition as rows and by hand: loads, stores, resupply; attack factors in the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.scifi.checks import MOST, numbered, whole, word
from brikdesk.acts.sums import by_hand, sum_of, value_before
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.firing import Procedure
from brikdesk.rules.scifi.weapon_records import WeaponRecord
from brikdesk.store.act import Act
from brikdesk.store.lines import REFEREE, Kind, Outcome, Sum, Term, outcome
from brikdesk.store.scifi import loads_of, store_of, turn_began
from brikdesk.store.tables import SfLoad, SfStore, SfWeapon, Unit
from brikdesk.turns.turn_order import present_turn

NUCLEAR = "nuclear"


class ShotNumber(StrEnum):
    """Numbers of a shot that have a sum, by the names that the log gives them."""

    ATTACK_FACTOR = "Attack factor"
    HIT_BONUS = "Bonus to hit"
    LEFT = "Left"


def base_term(weapon: WeaponRecord) -> Term | None:
    """Return the attack factor of a weapon and its source; None if it is not known."""
    factor = weapon.attack_factor
    if factor is None:
        return None
    if weapon.typed_factor is not None:
        return Term("Typed on the weapon", factor.value, "12-09")
    if warhead := weapon.delivers:
        rule = "12-10" if warhead == NUCLEAR else "12-09"
        return Term(f"{text.opening(warhead)} warhead", factor.value, rule)
    form = f", {weapon.form.value}" if weapon.form else ""
    return Term(f"{text.opening(weapon.type)}{form}", factor.value, "12-09")


def factor_sum(
    weapon: WeaponRecord, mode: weapons.FireMode | None, setting: weapons.Setting
) -> tuple[Sum, ...]:
    """Return the sums of the attack factor of a shot and of its bonus to hit.

    Empty if the attack factor is not known.
    """
    base = base_term(weapon)
    if base is None:
        return ()
    terms = [base]
    if mode is weapons.FireMode.PULSE:
        terms.append(Term("Pulse mode", -1, "12-70"))
    sums = [sum_of(ShotNumber.ATTACK_FACTOR.value, setting.attack_factor, *terms, floor=1)]
    if setting.hit_bonus:
        pulse = Term("Pulse mode", setting.hit_bonus, "12-70")
        sums.append(sum_of(ShotNumber.HIT_BONUS.value, setting.hit_bonus, pulse))
    return tuple(sums)


def waived_sums(procedure: Procedure) -> tuple[Sum, ...]:
    """Return a sum of 0 for each factor of the hit entry that does not count (12-86, 12-87)."""
    return tuple(
        Sum(text.opening(each.factor), 0, (Term(each.why, 0, each.rule),))
        for each in procedure.waived
    )


def target_sum(armor_class: int, name: str) -> Sum:
    """Return the sum of the attack factor of an anti-matter warhead against one target."""
    factor = weapons.anti_matter_factor(armor_class)
    terms = [Term(f"Armor class of {name}", armor_class, "12-11")]
    if armor_class == 0:
        terms.append(Term("Armor class 0 counts as 1", 1, "12-12"))
    if armor_class > weapons.HIGHEST:
        terms.append(Term("At most 9", weapons.HIGHEST - armor_class, "S-25"))
    return sum_of(f"Attack factor against {name}", factor, *terms)


def is_warhead(weapon: WeaponRecord) -> bool:
    """Return whether a weapon fires an explosive warhead, which lands somewhere (12-42)."""
    return weapon.makes == weapons.BuiltAs.WARHEAD.value


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFacts:
    """A number of rounds of one type; without a name they are the usual ones of the store."""

    name: str = ""
    count: int


def make_store(
    session: Session,
    weapon: SfWeapon,
    holder: weapons.Holder,
    capability: str,
    loads: Sequence[LoadFacts],
) -> SfStore:
    """Write a store with its loads; it has none if their number is not known (12-64 to 12-67)."""
    counts = counts_of(loads, weapons.UNIT_NAMES[holder])
    row = SfStore(
        sf_weapon_id=weapon.id or 0,
        capability=capability,
        holder=holder,
        unit_name=weapons.UNIT_NAMES[holder],
        most=weapons.stocked(holder, counts, weapon.count).limit,
    )
    session.add(row)
    session.flush()
    fill(session, row, counts)
    return row


def counts_of(loads: Sequence[LoadFacts], usual: str) -> dict[str, int]:
    """Return the number of rounds of each type; BadInput for a type that is named twice."""
    named = [(word(each.name, "loads") or usual, each.count) for each in loads]
    counts = {name: whole(count, "loads", 0) for name, count in named}
    if len(counts) < len(named):
        raise BadInput("Name every type of round once.", "loads")
    return counts


def fill(session: Session, row: SfStore, counts: dict[str, int]) -> None:
    """Replace the loads of a store; all counters of the old ones are gone."""
    for old in loads_of(session, row):
        session.delete(old)
    session.flush()
    for name, count in counts.items():
        session.add(SfLoad(store_id=row.id or 0, name=name, loaded=count))
    session.flush()


def write_store(session: Session, row: SfStore, store: weapons.Store, stamp: int) -> None:
    """Write what a rule changed about a store in the turn with this stamp."""
    row.fired_this_turn, row.fired_turn_id = store.fired_this_turn, stamp
    session.add(row)
    write_loads(session, row, store)


def write_loads(session: Session, row: SfStore, store: weapons.Store) -> None:
    """Write what a rule changed about the rounds in a store."""
    for load, each in zip(store.loads, loads_of(session, row), strict=True):
        each.fired, each.lost, each.adjusted = load.fired, load.lost, load.adjusted
        session.add(each)


_GONE = (
    ("fired", "fired before", "12-60"),
    ("lost", "lost before", "12-76"),
    ("adjusted", "taken out before", REFEREE),
)


def left_sum(session: Session, row: SfStore, *now: Term) -> Sum:
    """Return the sum of what is left of a store: loaded − fired − lost − adjusted, and `now`.

    To be called before the rows change.
    """
    parts = []
    for load in loads_of(session, row):
        parts.append(value_before(session, load, "loaded", f"{load.name}: loaded", _rule(row)))
        # `adjusted` is negative for rounds that were put back: its part then adds them.
        parts += [
            value_before(session, load, column, f"{load.name}: {reason}", rule, sign=-1)
            for column, reason, rule in _GONE
            if getattr(load, column)
        ]
    total = sum(term.value for term in (*parts, *now))
    return sum_of(ShotNumber.LEFT.value, total, *parts, *now)


_RULES = {
    weapons.Holder.PULSES: "12-65",
    weapons.Holder.ITEMS: "12-67",
    weapons.Holder.MAGAZINE: "S-31",
}


def _rule(row: SfStore) -> str:
    return _RULES.get(row.holder, "12-64")


def in_words(store: weapons.Store) -> str:
    """Return the four numbers of a store: loaded, fired this turn, remaining, expended (7.1)."""
    if not store.loads:
        return "Nobody has said how many there are."
    loaded, fired, left, expended = store.counters
    return f"{left} of {loaded} left, {fired} fired this turn{', expended' if expended else ''}."


def _store(session: Session, store_id: int) -> tuple[SfStore, SfWeapon, Unit]:
    row = numbered(session, SfStore, store_id, "ammunition")
    weapon = session.get_one(SfWeapon, row.sf_weapon_id)
    return row, weapon, session.get_one(Unit, weapon.unit_id)


def _loaded(
    session: Session, row: SfStore, unit: Unit, title: str, lead: str, rule: str
) -> Outcome:
    """Return that a store was filled, with the sum of what lies in it."""
    terms = [Term(load.name, load.loaded, rule) for load in loads_of(session, row)]
    sums = (sum_of(ShotNumber.LEFT.value, sum(term.value for term in terms), *terms),)
    words = _present(session, row, unit)
    return outcome(Kind.AMMO, title, words, lead=lead, rule=rule, of=unit, sums=sums)


def _present(session: Session, row: SfStore, unit: Unit) -> str:
    return in_words(store_of(session, row, turn_began(session, unit.player_id)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLoad(Act):
    """Say how much a pod, rack, launcher or item group holds when the battle begins.

    During a battle it is refused, because nothing returns ammunition then (12-68), unless the
    number was not known before (12-66).
    """

    store_id: int
    loads: tuple[LoadFacts, ...]

    def carry_out(self, session: Session) -> Outcome:
        """Write the numbers, and forget what was fired before; BadInput without any."""
        row, weapon, unit = _store(session, self.store_id)
        counts = counts_of(self.loads, row.unit_name)
        if not counts:
            raise BadInput(f"How many {row.unit_name}s?", "loads")
        # A store without loads is one whose number nobody has entered yet (12-66).
        known = bool(loads_of(session, row))
        why = f"{weapon.name}: what is loaded is fixed when the battle begins."
        self.refuse_if(known and present_turn(session) is not None, "12-68", why, session)
        fill(session, row, counts)
        rule = "12-66" if row.holder is weapons.Holder.PULSES else "12-64"
        lead = f"{text.opening(weapon.name)} of {unit.name} is loaded."
        return _loaded(session, row, unit, f"Load {weapon.name}", lead, rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustLoad(Act):
    """Take rounds out by hand, or put some back with a number below 0; the referee says why."""

    load_id: int
    removed: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Count them as adjusted; BadInput if fewer than 0, or more than loaded, would remain."""
        load = numbered(session, SfLoad, self.load_id, "load")
        row, weapon, unit = _store(session, load.store_id)
        removed = whole(self.removed, "removed", -MOST, MOST)
        if not removed:
            raise BadInput("Say how many are taken out; below 0 puts some back.", "removed")
        store = weapons.adjust(store_of(session, row, 0), removed, load.name)
        reason = text.note(self.reason, "reason")
        # Before `write_loads`: the sum begins with the old numbers.
        left = left_sum(session, row, by_hand(reason, -removed))
        write_loads(session, row, store)
        verb = "taken out of" if removed > 0 else "put into"
        title, lead = f"Correct {weapon.name}", f"{abs(removed)} {load.name} {verb} {weapon.name}."
        words = f"{reason} {_present(session, row, unit)}".strip()
        return outcome(Kind.AMMO, title, words, lead=lead, rule="12-68", of=unit, sums=(left,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resupply(Act):
    """Fill a store between two battles: new numbers, with all counters at 0 (12-68)."""

    store_id: int
    loads: tuple[LoadFacts, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write the loads, without any those that it had; refused while a turn is running."""
        row, weapon, unit = _store(session, self.store_id)
        why = f"{weapon.name}: nothing returns ammunition during a battle."
        self.refuse_if(present_turn(session) is not None, "12-68", why, session)
        there = loads_of(session, row)
        # Read before `fill` deletes these rows.
        usual = {load.name: load.loaded for load in there}
        counts = counts_of(self.loads, row.unit_name) or usual
        if not counts:
            raise BadInput(f"How many {row.unit_name}s?", "loads")
        fill(session, row, counts)
        row.fired_this_turn, row.fired_turn_id = 0, None
        session.add(row)
        lead = f"{text.opening(weapon.name)} of {unit.name} is resupplied."
        return _loaded(session, row, unit, f"Resupply {weapon.name}", lead, "12-68")
