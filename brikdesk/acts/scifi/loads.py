"""Counted ammunition by hand: loading, corrections of the referee, resupply (12-64 to 12-68)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.reckoning import by_hand, sum_of
from brikdesk.acts.scifi.factors import ShotNumber
from brikdesk.acts.scifi.load_rows import (
    LoadFacts,
    counts_of,
    fill,
    in_words,
    left_sum,
    write_loads,
)
from brikdesk.acts.scifi.typed import MOST, numbered, whole
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import stores
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line
from brikdesk.store.scifi_rows import loads_of, store_of, turn_began
from brikdesk.store.tables import SfLoad, SfStore, SfWeapon, Unit
from brikdesk.turns.sequence import present_turn


def _store(session: Session, store_id: int) -> tuple[SfStore, SfWeapon, Unit]:
    row = numbered(session, SfStore, store_id, "ammunition")
    weapon = session.get_one(SfWeapon, row.sf_weapon_id)
    return row, weapon, session.get_one(Unit, weapon.unit_id)


def _load_line(
    session: Session, row: SfStore, unit: Unit, lead: str, rule: str, words: str, *sums: Sum
) -> Line:
    store = store_of(session, row, turn_began(session, unit.player_id))
    said = f"{words} {in_words(store)}".strip()
    return line(
        Kind.AMMO, lead, said, rule=rule, player_id=unit.player_id, unit_id=unit.id, sums=sums
    )


def _loaded_sum(session: Session, row: SfStore, rule: str) -> Sum:
    terms = [Term(load.name, load.loaded, rule) for load in loads_of(session, row)]
    return sum_of(ShotNumber.LEFT.value, sum(term.value for term in terms), *terms)


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
        rule = "12-66" if row.holder is stores.Holder.PULSES else "12-64"
        lead = f"{text.opening(weapon.name)} of {unit.name} is loaded."
        entry = _load_line(session, row, unit, lead, rule, "", _loaded_sum(session, row, rule))
        return Outcome(f"Load {weapon.name}", (entry,))


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
        store = stores.adjust(store_of(session, row, 0), removed, load.name)
        reason = text.note(self.reason, "reason")
        # Before `write_loads`: the sum begins with the old numbers.
        left = left_sum(session, row, by_hand(reason, -removed))
        write_loads(session, row, store)
        verb = "taken out of" if removed > 0 else "put into"
        lead = f"{abs(removed)} {load.name} {verb} {weapon.name}."
        return Outcome(
            f"Correct {weapon.name}", (_load_line(session, row, unit, lead, "12-68", reason, left),)
        )


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
        entry = _load_line(
            session, row, unit, lead, "12-68", "", _loaded_sum(session, row, "12-68")
        )
        return Outcome(f"Resupply {weapon.name}", (entry,))
