"""Explosives that lie on the table or are carried: placed, damaged, moved, taken away (8.4)."""

from dataclasses import dataclass, field

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import (
    alive,
    check_position,
    existing_row,
    heed,
    place_of,
    point_said,
    point_words,
)
from brikdesk.acts.explosives.explosion import Makeup, check_makeup
from brikdesk.acts.movement.going import check_lying, lie
from brikdesk.acts.sums import sum_of
from brikdesk.acts.units.begin_state import begin_state, is_minifig
from brikdesk.acts.units.belongings import NOW, activate
from brikdesk.acts.who_may import check_other_action, out_of_reach_of_spot, take_action
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import explosives
from brikdesk.rules.brikwars.explosives import makeup_in_words
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line
from brikdesk.store.tables import Explosive, ExplosiveState, Player, StateKind, Unit
from brikdesk.text import said_of
from brikdesk.turns.turn_order import stamp_now


@dataclass(frozen=True, slots=True, kw_only=True)
class AddExplosive(Act):
    """Put an Explosive on the table, or in the hands of the unit `carrier_id`."""

    name: str
    explosive_size: int
    makeup: Makeup = field(default_factory=Makeup)
    stability: explosives.Stability = explosives.Stability.SEMI_STABLE
    player_id: int | None = None
    place: str = ""
    carrier_id: int | None = None
    x: float | None = None
    y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput for dice that no Explosive of its Size can have."""
        check_makeup(self.explosive_size, self.makeup)
        check_position(self.x, self.y)
        carrier = alive(session, self.carrier_id) if self.carrier_id is not None else None
        if self.player_id is not None:
            existing_row(session, Player, self.player_id)
        explosive = Explosive(
            player_id=self.player_id or (carrier.player_id if carrier else None),
            name=text.name(self.name),
            explosive_size=self.explosive_size,
            makeup=self.makeup.as_data(),
            stability=self.stability,
            carrier_id=carrier.id if carrier else None,
            place=place_of(self.place),
            x=self.x,
            y=self.y,
        )
        check_lying(self, session, explosive)
        session.add(explosive)
        session.flush()
        dice = makeup_in_words(self.explosive_size, self.makeup.counted())
        where = f"carried by {carrier.name}" if carrier else explosive.place
        facts = ", ".join(part for part in (dice, self.stability.value, where) if part)
        words = _line(explosive, text.said_of(explosive.name, "is placed."), f"{facts}.", "8.4-01")
        return Outcome(f"Place {explosive.name}", (words, *lie(session, explosive)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageExplosive(Act):
    """Damage, or KnockBack alone, reaches an Explosive: it goes off, is activated, or neither.

    Rules: 8.4-13, 8.4-14, 8.4-17, 8.4-23, Q8-39 (the points of one player turn add up), Q8-44. An
    Explosive that goes off at once waits for `Detonate`. `causer_id` is the player who did it; None
    for a hazard or a chain (Q8-41).
    """

    explosive_id: int
    damage: int
    causer_id: int | None = None
    knockback: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Count the points and say what it does; BadInput if it has gone off already."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        if not 0 <= self.damage <= 10_000:
            raise BadInput("Damage is 0 to 10,000 points.", "damage")
        if self.causer_id is not None:
            existing_row(session, Player, self.causer_id)
        if explosive.state is ExplosiveState.SPENT:
            raise BadInput(f"{said_of(explosive.name, 'has')} gone off already.")
        now = stamp_now(session)
        before = explosive.damage_taken if explosive.damaged_turn_id == now else 0
        reaction, rule = self.reaction(session)  # before the points are written: it adds them up
        earlier = made_by(session, explosive, "damage_taken")
        hit = Term("This hit", self.damage, rule)
        sums = (
            sum_of("Damage", self.damage, hit),
            sum_of(
                "Damage this turn",
                before + self.damage,
                Term("Earlier this turn", before, "Q8-39", earlier),
                hit,
            ),
        )
        explosive.damage_taken, explosive.damaged_turn_id = before + self.damage, now
        session.add(explosive)
        points = f"{self.damage} damage, {before + self.damage} this turn."
        if reaction is explosives.Reaction.NOTHING:
            words = _line(explosive, f"{said_of(explosive.name, 'holds')}.", points, rule, sums)
            return Outcome(said_of(explosive.name, "holds"), (words,))
        activate(session, explosive, self.causer_id)
        if reaction is explosives.Reaction.DETONATES:
            words = _line(
                explosive,
                text.said_of(explosive.name, "is set off."),
                f"{points} {NOW}",
                rule,
                sums,
            )
            return Outcome(text.said_of(explosive.name, "is set off"), (words,))
        ends = "It goes off when this turn ends."
        words = _line(
            explosive, text.said_of(explosive.name, "is activated."), f"{points} {ends}", rule, sums
        )
        return Outcome(text.said_of(explosive.name, "is activated"), (words,))

    def reaction(self, session: Session) -> tuple[explosives.Reaction, str]:
        """Return how the Explosive reacts, and the rule that says so; nothing is changed."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        now = stamp_now(session)
        before = explosive.damage_taken if explosive.damaged_turn_id == now else 0
        if explosive.state is ExplosiveState.DUD:
            handling = (
                explosives.DudHandling.KNOCKED_BACK
                if self.knockback
                else explosives.DudHandling.LEFT_ALONE
            )
            return explosives.dud_reaction(handling, self.damage), "8.4-23"
        activated = explosive.state is ExplosiveState.ACTIVATED
        reaction = explosives.react(
            explosive.stability,
            explosive.explosive_size,
            activated,
            before,
            self.damage,
            semi_stable_sum=house_of(session, BrikWarsHouse).semi_stable_sum,
        )
        unstable = explosive.stability is explosives.Stability.UNSTABLE
        return reaction, "8.4-13" if unstable else "8.4-17" if activated else "8.4-14"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDud(Act):
    """A unit moves a dud that lies at hand (8.4-23).

    It is safe for a minifig that is `careful`: it spends an Action and goes at Half Speed. Any
    other attempt sets the dud off. Without a `place`, or `x` and `y`, the unit carries it from then on,
    and it is wherever the unit is.
    """

    explosive_id: int
    by_unit_id: int
    careful: bool = True
    place: str = ""
    x: float | None = None
    y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Move it, or set it off; BadInput if it is no dud."""
        dud = existing_row(session, Explosive, self.explosive_id)
        check_position(self.x, self.y)
        unit = alive(session, self.by_unit_id)
        if dud.state is not ExplosiveState.DUD:
            raise BadInput(f"{said_of(dud.name, 'is')} no dud.")
        heed(self, _beyond(session, unit, dud, "8.4-23"), session, unit.name)
        handling = explosives.handling_of_carry(
            minifig=is_minifig(unit), action_spent=self.careful, half_speed=self.careful
        )
        if handling is not explosives.DudHandling.CARRIED_CAREFULLY:
            activate(session, dud, unit.player_id)
            words = _line(
                dud, text.said_of(dud.name, "is set off."), f"{unit.name} moved it. {NOW}", "8.4-23"
            )
            return Outcome(text.said_of(dud.name, "is set off"), (words,))
        check_other_action(self, session, unit)
        take_action(session, unit)
        begin_state(session, unit, StateKind.HALF_SPEED, "carries a dud")
        before = lies_at(session, dud)
        spot = point_said(self.place)
        if self.x is not None and self.y is not None:
            spot = (self.x, self.y)
        laid = place_of(self.place) or (point_words(*spot) if spot else "")
        dud.place = laid or f"carried by {unit.name}"
        dud.carrier_id = None if laid else unit.id
        # Put down it lies where its carrier stands, unless its new place is a point of the map.
        stood = (unit.x, unit.y) if before == (unit.x, unit.y) else (None, None)
        dud.x, dud.y = (spot or stood) if laid else (None, None)
        check_lying(self, session, dud)
        session.add(dud)
        words = _line(
            dud,
            f"{unit.name} carries {dud.name}.",
            f"Careful, at Half Speed: {dud.place}.",
            "8.4-23",
        )
        return Outcome(f"{unit.name} carries {dud.name}", (words, *lie(session, dud)))


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveExplosive(Act):
    """Note where an Explosive is now: taken up, thrown away, handed over, knocked aside (8.4-16).

    Who takes it up, the unit `carrier_id`, must be near it, as far as the map knows.
    """

    explosive_id: int
    place: str = ""
    carrier_id: int | None = None
    x: float | None = None
    y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the place; refused for a dud: use `MoveDud` (8.4-23)."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        check_position(self.x, self.y)
        carrier = alive(session, self.carrier_id) if self.carrier_id is not None else None
        dud = explosive.state is ExplosiveState.DUD
        why = f"{said_of(explosive.name, 'is')} a dud: only a careful carry does not set it off."
        self.refuse_if(dud, "8.4-23", why, session)
        if carrier is not None and carrier.id != explosive.carrier_id:
            heed(self, _beyond(session, carrier, explosive, "8.4-16"), session, carrier.name)
        x, y = (self.x, self.y) if self.x is not None else point_said(self.place) or (None, None)
        if carrier is None and x is None and explosive.carrier_id and not self.place.strip():
            x, y = lies_at(session, explosive)  # it is put down where its carrier stands
        explosive.place = place_of(self.place)
        explosive.carrier_id = carrier.id if carrier else None
        explosive.x, explosive.y = (None, None) if carrier else (x, y)
        check_lying(self, session, explosive)
        session.add(explosive)
        where = f"{carrier.name} has it." if carrier else f"{explosive.place or 'On the table'}."
        words = _line(explosive, text.said_of(explosive.name, "is moved."), where, "8.4-16")
        return Outcome(f"Move {explosive.name}", (words, *lie(session, explosive)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveExplosive(Act):
    """Take an Explosive off the table: disarmed, stolen, or what is left of one that went off."""

    explosive_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        words = _line(
            explosive,
            text.said_of(explosive.name, "is gone."),
            text.note(self.why, "why"),
            "8.4-16",
        )
        session.delete(explosive)
        return Outcome(f"Remove {explosive.name}", (words,))


def _beyond(session: Session, unit: Unit, explosive: Explosive, rule: str) -> No | None:
    """Refuse to take an Explosive that by the map lies out of a unit's reach (8.4-16, 8.4-23)."""
    return out_of_reach_of_spot(rule, unit, explosive.name, lies_at(session, explosive))


def lies_at(session: Session, explosive: Explosive) -> tuple[float | None, float | None]:
    """Return where an Explosive is: with its carrier, else where it lies; none if nobody knows."""
    carrier = session.get(Unit, explosive.carrier_id) if explosive.carrier_id else None
    return (carrier.x, carrier.y) if carrier else (explosive.x, explosive.y)


def carrier_name(session: Session, explosive: Explosive) -> str:
    """Return the name of the unit that carries an Explosive; empty for nobody."""
    return session.get_one(Unit, explosive.carrier_id).name if explosive.carrier_id else ""


def _line(
    explosive: Explosive, lead: str, words: str, rule: str, sums: tuple[Sum, ...] = ()
) -> Line:
    dud = explosive.state is ExplosiveState.DUD
    return line(
        Kind.DUD if dud else Kind.BLAST, lead, words,
        rule=rule, player_id=explosive.player_id, unit_id=explosive.carrier_id, sums=sums,
    )  # fmt: skip
