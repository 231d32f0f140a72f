"""Exposure: what a Field or a fire does to a unit, or to an Explosive, inside it."""

from dataclasses import dataclass, replace

from sqlmodel import Session

from brikdesk.acts.checks import existing_row
from brikdesk.acts.explosives.placed import DamageExplosive
from brikdesk.acts.fields.difficult_terrain import (
    UNMODIFIED,
    Hazard,
    HazardHit,
    hazard_line,
    hazard_of,
    modifier_of,
    part_exposed,
    suffer,
    throw_hazard,
)
from brikdesk.acts.fields.energy_shields import acting_places, powered_by, spend_dice
from brikdesk.acts.fields.fields import settle_encounter
from brikdesk.acts.power import add_use
from brikdesk.acts.step_act import ClockStep, StepAct, Throw, ask
from brikdesk.acts.sums import sum_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars.blast_bands import part_modifier
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind, Outcome, Sum, Term, Tone, outcome
from brikdesk.store.tables import Encounter, Explosive, Field, Fire, Inside, Unit
from brikdesk.text import said_of
from brikdesk.turns.brikwars import fields as field_clocks
from brikdesk.turns.steps import Choice, DieWords, Option, Preview
from brikdesk.turns.turn_order import stamp_now

IN, OUT = "in", "out"
WHOLE = "Head inside: exposed as a whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expose(StepAct):
    """Let a Field or a fire act on a unit inside: on entry, and once in each own turn inside.

    `encounter_id` is that of a way that led into the Field, or through it and out again.

    - Faces: the Hazard dice with their Bonus Dice, then the Armor dice.
    - Choices: `size`, the modifier of the part exposed (F.1-12); in gas instead `head`, "in" or
      "out" (F.1-16); `bad` and `twist` for Something Bad.
    """

    inside_id: int
    encounter_id: int | None = None

    @property
    def key(self) -> str:
        """Name the step."""
        met = self.encounter_id
        return f"inside-{self.inside_id}" if met is None else f"met-{met}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a second Exposure to one Field in one player turn (QF-17).

        Raise BadInput for a unit that has left it.
        """
        inside = existing_row(session, Inside, self.inside_id)
        unit = session.get_one(Unit, inside.unit_id)
        if self.encounter_id is not None:
            met = existing_row(session, Encounter, self.encounter_id)
            if (met.unit_id, met.field_id) != (inside.unit_id, inside.field_id):
                raise BadInput(f"{unit.name} met another hazard there.", "encounter_id")
        elif inside.left:
            raise BadInput(
                f"{unit.name} has left {field_clocks.hazard_name(session, inside)}.", "inside_id"
            )
        again = inside.exposed_turn_id == stamp_now(session)
        why = f"{unit.name} has been exposed to it in this turn."
        self.refuse_if(again, "QF-17", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask for the Hazard dice, then for Armor, then for what Something Bad is."""
        return _Exposure(self, session).preview()

    def settle(self, session: Session) -> Outcome:
        """Write damage, fire and Overload, and that it has happened."""
        outcome = _Exposure(self, session).settle()
        inside = session.get(Inside, self.inside_id)
        if inside is not None:  # it goes with a unit that dies, and so does what the unit owes
            settle_encounter(session, inside.unit_id, inside.field_id)
        return outcome


class _Exposure:
    """One exposure as far as its dice and choices are known."""

    def __init__(self, act: Expose, session: Session) -> None:
        self.act, self.session = act, session
        self.inside = existing_row(session, Inside, act.inside_id)
        self.unit = session.get_one(Unit, self.inside.unit_id)
        self.throw = Throw(act.thrown(session), house_of(session, BrikWarsHouse).dice)
        field_id = self.inside.field_id
        self.field = session.get_one(Field, field_id) if field_id else None
        self.hazard = self._hazard()
        self.places: tuple[int, ...] = ()
        self.dice = self._hazard_dice()
        self.spared = field_clocks.spared(session, self.inside, self.unit) or self._unpowered()
        self.choices: list[Choice] = []
        self.hit: HazardHit | None = None
        if not self.spared:
            self._play()
        self.throw.done()

    def _hazard(self) -> Hazard:
        if self.field is not None:
            return hazard_of(self.session, self.field, "F.1-11", kind=Kind.GAS)
        fire = self.session.get_one(Fire, self.inside.fire_id)
        return Hazard(
            field_clocks.hazard_name(self.session, self.inside),
            "F.1-42",
            made_by(self.session, fire, "lit_turn_id"),
            fire.set_by_id,
            Kind.FIRE,
            # Acid, ion, poison and viruses do not pass on like this (F.1-20, table F4).
            ignites=fire.kind is FireKind.FIRE,
        )

    def _hazard_dice(self) -> tuple[int, ...]:
        dice, field = field_clocks.hazard_dice(self.session, self.inside), self.field
        if field is not None and powered_by(self.session, field):
            self.places = acting_places(self.session, field, self.unit)
            return tuple(dice[place] for place in self.places)
        spiked = (field_rules.FieldKind.TERRAIN, field_rules.TerrainMode.SPIKED.value)
        if not dice and field is not None and (field.kind, field.mode) == spiked:
            dice = tuple(field_clocks.sides_of(field))  # moved without care (F.1-56)
        if not dice:
            raise BadInput(f"{said_of(self.hazard.name, 'has')} no dice that damage anybody.")
        return dice

    def _unpowered(self) -> str:
        """Return a sentence if no die of a powered Hazard can act, else "" (F.1-06)."""
        name = self.hazard.name
        return "" if self.dice else f"No die of {name} has Power, or is left in this turn."

    def _play(self) -> None:
        exposed = self._exposed()
        if exposed is None:
            self.spared = f"{self.unit.name} has its head outside."
            return
        self.hit = throw_hazard(
            self.session, self.throw, self.unit, self.hazard, self.dice, self.act.choices, exposed
        )
        self.choices += self.hit.choices

    def _exposed(self) -> Term | None:
        """Ask for the part exposed, which is all of the unit by default; return its modifier (F.1-12).

        Gas acts on the whole body, or not at all if the head is outside: then None (F.1-16).
        """
        if self.unit.size == 0:
            return UNMODIFIED
        if not field_clocks.is_gas(self.session, self.inside):
            part = part_exposed(self.unit, self.act.choices)
            self.choices.append(part)
            return modifier_of(int(part.chosen or 0))
        options = (Option(IN, "Inside", "exposed as a whole"), Option(OUT, "Outside", "nothing"))
        head = ask(self.act.choices, "head", "Its head is:", None, options, usual=IN)
        self.choices.append(head)
        whole = part_modifier(self.unit.size)
        modifier = field_rules.gas_modifier(whole, head_inside=head.chosen == IN)
        return None if modifier is None else Term(WHOLE, modifier, "F.1-16")

    def preview(self) -> Preview:
        """Return what is asked, and what will happen."""
        asks = self.throw.asks(self.choices)
        return Preview(**asks, words=self._words(), summary=self._summary())

    def _words(self) -> tuple[DieWords, ...]:
        hit = self.hit
        if hit is None or hit.damage is None or hit.roll is None or not hit.roll.dice:
            return ()
        if hit.damage.critical_failure:
            return (DieWords(hit.first, Tone.SMOKE, "Critical Failure: nothing at all."),)
        return (DieWords(hit.first, Tone.DANGER, f"{hit.damage.damage} damage, less Armor."),)

    def _summary(self) -> str:
        hit = self.hit
        if hit is None:
            return self.spared
        if hit.damage and hit.damage.critical_failure:
            return f"{said_of(self.hazard.name, 'does')} nothing to {self.unit.name}."
        return f"{self.unit.name}: {hit.test.words}" if hit.test else ""

    def settle(self) -> Outcome:
        """Write what happens, and its lines."""
        # Stamped even if the unit is spared: it is not asked about again in this turn (QF-17).
        self.inside.exposed_turn_id = stamp_now(self.session)
        self.session.add(self.inside)
        title, hit, step = f"{self.unit.name} in {self.hazard.name}", self.hit, self.act.key
        if hit is None or hit.damage is None:
            kind, rule = self.hazard.kind, self.hazard.rule
            lead = f"{title}:"
            return outcome(kind, title, self.spared, lead=lead, rule=rule, of=self.unit, step=step)
        lines = hit.protection.write(step)
        lines.append(hazard_line(hit, step, *self._overload(hit.damage.overload)))
        if self.field is not None:
            lines += spend_dice(self.session, self.field, self.places, self.unit)
        lines += suffer(self.session, hit, self.act.choices, step)
        return Outcome(title, tuple(lines))

    def _overload(self, inches: int) -> tuple[str, tuple[Sum, ...]]:
        """Take 1" of Power for each die that acted (F.1-17); return the words and the sum for it."""
        if not inches:
            return "", ()
        add_use(self.session, self.unit, inches, f"Overload: {self.hazard.name}", overload=True)
        each = Term('1" for each Hazard die', inches, "F.1-17")
        return f' Overload {inches}".', (sum_of("Overload", inches, each),)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeExplosive(ClockStep[Explosive]):
    """An Explosive takes the points of the Fields in which it is: 1 for each die (F.1-11, F.1-13)."""

    CLOCK = field_clocks.EXPOSED_EXPLOSIVE
    explosive_id: int

    def _early(self, session: Session, row: Explosive) -> str:
        return f"{said_of(row.name, 'is')} in no Field that sets it off now."

    def examine(self, session: Session) -> Preview:
        """Return a preview that asks for nothing."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        _, points = field_clocks.around(session, explosive)
        many = "1 point" if points == 1 else f"{points} points"
        return Preview(summary=f"{said_of(explosive.name, 'takes')} {many}.")

    def settle(self, session: Session) -> Outcome:
        """Deal it the points; what they set off goes off as any other damage would have it."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        fields, points = field_clocks.around(session, explosive)
        causer = next((field.player_id for field in fields if field.player_id), None)
        hit = DamageExplosive(explosive_id=self.explosive_id, damage=points, causer_id=causer)
        done = hit.carry_out(session)
        return Outcome(done.title, tuple(replace(each, step=self.key) for each in done.lines))
