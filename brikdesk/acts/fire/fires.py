"""Fires fought, put out, shaped or corrected, by word or by dice (F.1-37 to F.1-41)."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row, heed, place_of
from brikdesk.acts.fire.catching_fire import (
    burning,
    burns_as_minifig,
    largest,
    resize,
)
from brikdesk.acts.sums import by_hand, sum_of, value_before
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import fire as fire_rules
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, Term, line, outcome
from brikdesk.store.tables import Fire, Player, Unit
from brikdesk.turns.turn_order import player_name, stamp_now, turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class FightFire(Act):
    """Use firefighting apparatus on a fire, which loses 1" for each inch of it at once (F.1-39).

    `apparatus` is any name, such as "bucket" or "hose"; each one helps once in its owner's round
    (QF-21). The unit `by_unit_id` works it and spends its Action. Without one nobody's Action is
    spent, and `inches` may stand for several buckets.
    """

    fire_id: int
    inches: int
    apparatus: str = "bucket"
    by_unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Shrink the fire and note the apparatus as used; BadInput for less than 1"."""
        fire, unit = burning(session, self.fire_id)
        name = text.name(self.apparatus, "apparatus")
        worker = alive(session, self.by_unit_id) if self.by_unit_id else None
        if not 1 <= self.inches <= 1000:
            raise BadInput('Firefighting apparatus has 1" or more.', "inches")
        much = name == "bucket" and self.inches > fire_rules.BUCKET_INCHES
        why = 'A minifig with a bucket counts 1".'
        self.refuse_if(worker and much, "F.1-39", why, session)
        self._check_unused(session, name, worker)
        old, before = size_before(session, fire), fire.size
        # Noted on the burning unit, not on the fire, whose row is gone once it is out.
        unit.fought = [*unit.fought, f"{self._mark(name)}@{stamp_now(session)}"]
        session.add(unit)
        if worker:
            who_may.take_action(session, worker)
        left = fire_rules.fire_after_fighting(before, self.inches)
        resize(session, fire, left)
        by = f" by {worker.name}" if worker else ""
        words = f'{self.inches}" of firefighting, {name}{by}.'
        change = Term("Firefighting", -self.inches, "F.1-39")
        entry = size_line(unit, left, words, old, change)
        return Outcome(f"Fight the fire of {unit.name}", (entry,))

    def _mark(self, name: str) -> str:
        return f"{name} {self.by_unit_id}" if self.by_unit_id else name

    def _check_unused(self, session: Session, name: str, worker: Unit | None) -> None:
        if worker:
            who_may.check_other_action(self, session, worker)
        owner_id = worker.player_id if worker else turn_now(session).player_id
        since = who_may.own_round(session, owner_id) or 0
        # The marks on all units count: it helps once in a round, on whichever fire (QF-21).
        fought = [mark for marks in session.exec(select(Unit.fought)) for mark in marks]
        # From the right: a name may contain an @ itself.
        parts = [mark.rsplit("@", 1) for mark in fought]
        used = [int(stamp) for mark, stamp in parts if mark == self._mark(name)]
        answer = fire_rules.may_fight_with(max(used, default=None), stamp_now(session), since)
        heed(self, answer, session, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Douse(Act):
    """Put a fire out by water or vacuum; `inches_above` stay alight above the water (QF-22)."""

    fire_id: int
    inches_above: int = 0

    def carry_out(self, session: Session) -> Outcome:
        """Put it out, or leave the part above the water; BadInput for negative inches."""
        fire, unit = burning(session, self.fire_id)
        if self.inches_above < 0:
            raise BadInput('What burns on is 0" or more.', "inches_above")
        old, before = size_before(session, fire), fire.size
        left = fire_rules.fire_after_submersion(fire.size, self.inches_above)
        resize(session, fire, left)
        under = "Under water, or in vacuum." if before else "Doused with water."
        rule = "F.1-38" if before else "8.3-30"
        change = Term("Under water", left - before, "F.1-38")
        entry = size_line(unit, left, under, old, change, rule)
        return Outcome(f"Douse {unit.name}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeFire(Act):
    """Note where the patch of a fire is on its object (F.1-40)."""

    fire_id: int
    place: str

    def carry_out(self, session: Session) -> Outcome:
        """Write the place; the line names the player in charge of the fire."""
        fire, unit = burning(session, self.fire_id)
        fire.place = place_of(self.place)
        session.add(fire)
        who = player_name(session, fire_rules.in_charge(unit.player_id, fire.set_by_id))
        title, lead = f"Shape the fire of {unit.name}", f"{unit.name}: the fire is re-shaped."
        words = f"{who}: {fire.place or 'no place'}."
        return outcome(Kind.FIRE, title, words, lead=lead, rule="F.1-40", of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFireSize(Act):
    """Correct the Size of a fire in inches by hand; 0 puts it out."""

    fire_id: int
    inches: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the Size; refused if it is more than the object can carry (F.1-24)."""
        fire, unit = burning(session, self.fire_id)
        if not 0 <= self.inches <= 1000:
            raise BadInput('A fire is 0" to 1,000".', "inches")
        if burns_as_minifig(session, unit) and self.inches:
            raise BadInput("A minifig's fire has no Size. Give 0 to put it out.", "inches")
        most = largest(session, unit)
        why = f'{unit.name} carries a fire of {most}" at most.'
        # A permanent fire has a Size of its own (F.1-18); what it burns on sets no limit.
        self.refuse_if(self.inches > most and not fire.permanent_dice, "F.1-24", why, session)
        old, why = size_before(session, fire), text.note(self.reason, "reason")
        change = by_hand(why, self.inches - fire.size)
        resize(session, fire, self.inches)
        words = size_line(unit, self.inches, why, old, change, "F.1-24")
        return Outcome(f"Correct the fire of {unit.name}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveFire(Act):
    """Choose the player at whose turn starts a fire makes its Burning Rolls (QF-09)."""

    fire_id: int
    player_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Write the player."""
        fire, unit = burning(session, self.fire_id)
        player = existing_row(session, Player, self.player_id)
        fire.driver_id = player.id
        session.add(fire)
        title = f"The fire of {unit.name} burns with {player.faction}"
        lead = f"{unit.name}: the fire burns with {player.faction}."
        when = "At the start of that player's turns."
        return outcome(Kind.FIRE, title, when, lead=lead, rule="QF-09", of=unit)


def size_before(session: Session, fire: Fire) -> Term:
    """Return the Size of a fire before this act, with the act that made it that large."""
    return value_before(session, fire, "size", "Fire before", "F.1-24")


def size_line(
    unit: Unit, left: int, why: str, old: Term, change: Term, rule: str = "F.1-39"
) -> Line:
    """Return what is said of a fire that has `left` inches, and its sum; `old` is what it had."""
    before = old.value
    lead = f'{unit.name}: fire is now {left}".' if left else f"{unit.name} is out."
    return line(
        Kind.FIRE, lead, f'{why} It was {before}".' if before else why,
        rule="8.3-30" if before == 0 and rule == "F.1-39" else rule,
        of=unit,
        sums=(sum_of("Fire", left, old, change, floor=0),) if before else (),
    )  # fmt: skip
