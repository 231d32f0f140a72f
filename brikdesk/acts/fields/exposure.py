"""Exposure: what a Field or a fire does to a unit inside it; Fields that shrink."""

from dataclasses import dataclass, replace

from sqlmodel import Session

from brikdesk.acts.checks import existing_row
from brikdesk.acts.combat.armor import ArmorTest, apply_damage, armor_dice
from brikdesk.acts.combat.protection import Protection
from brikdesk.acts.explosives.placed import DamageExplosive
from brikdesk.acts.fields.difficult_terrain import (
    NO_DIE_LEFT,
    hazard_damage,
    part_exposed,
    part_words,
)
from brikdesk.acts.fields.energy_shields import acting_places, powered_by, spend_dice
from brikdesk.acts.fields.fields import resize_field, settle_encounter
from brikdesk.acts.fire.catching_fire import catch_fire
from brikdesk.acts.power import add_use
from brikdesk.acts.steps import ClockStep, StepAct, Throw, ask, missing, unanswered
from brikdesk.acts.sums import fails, roll_terms, sum_of
from brikdesk.dice import Face, Roll, RollKind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars.explosions import part_modifier
from brikdesk.rules.brikwars.fire import FIRE_SIDES, FireKind
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Sum, Term, Tone, line
from brikdesk.store.tables import Encounter, Explosive, Fate, Field, Fire, Inside, Unit
from brikdesk.text import said_of
from brikdesk.turns.brikwars import fields as field_clocks
from brikdesk.turns.steps import Choice, DieWords, Option, Preview
from brikdesk.turns.turn_order import player_name, stamp_now, turn_now

IN, OUT = "in", "out"


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
        if self.encounter_id is not None:
            return f"met-{self.encounter_id}"
        return f"inside-{self.inside_id}"

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
        self.name = field_clocks.hazard_name(session, self.inside)
        self.rules = house_of(session, BrikWarsHouse)
        self.throw = Throw(act.thrown(session), self.rules.dice)
        field_id = self.inside.field_id
        self.field = session.get_one(Field, field_id) if field_id else None
        self.places: tuple[int, ...] = ()
        self.dice = self._hazard_dice()
        self.spared = field_clocks.spared(session, self.inside, self.unit) or self._unpowered()
        self.choices: list[Choice] = []
        self.modifier = 0
        self.left: tuple[int, ...] = ()
        self.first = 0
        self.roll: Roll | None = None
        self.damage: field_rules.ExposureDamage | None = None
        self.test: ArmorTest | None = None
        self.protection = Protection(session, self.throw, act.choices, self.choices)
        if not self.spared:
            self._play()
        self.throw.done()

    def _hazard_dice(self) -> tuple[int, ...]:
        dice = field_clocks.hazard_dice(self.session, self.inside)
        if self.field is not None and powered_by(self.session, self.field):
            self.places = acting_places(self.session, self.field, self.unit)
            return tuple(dice[place] for place in self.places)
        if not dice and self.inside.field_id:
            field = self.session.get_one(Field, self.inside.field_id)
            if field.kind is field_rules.FieldKind.TERRAIN and field.mode == "Spiked Obstacle":
                dice = tuple(field_clocks.sides_of(field))  # moved without care (F.1-56)
        if not dice:
            raise BadInput(f"{self.name} has no dice that damage anybody.")
        return dice

    def _unpowered(self) -> str:
        """Return a sentence if no die of a powered Hazard can act, else "" (F.1-06)."""
        return "" if self.dice else f"No die of {self.name} has Power, or is left in this turn."

    def _play(self) -> None:
        modifier = self._modifier()
        if modifier is None:
            self.spared = f"{self.unit.name} has its head outside."
            return
        incoming = hazard_damage(self.name, self.dice)
        met = self.protection.meet(self.unit, incoming)
        if met is None:
            return
        self.left = tuple(die.sides for die in met.left(incoming.dice))
        self.modifier = modifier if self.left else 0
        if self.unit.size > 0:
            explode = self.rules.hazard_dice_explode
            # READ dice earn no Bonus Dice (QF-35).
            kind = RollKind.OTHER if explode else RollKind.READ
            labels = ["Fire" if sides == FIRE_SIDES else "Damage" for sides in self.left]
            self.first = len(self.throw.asked)
            self.roll = self.throw.roll(kind, self.left, labels)
            if self.roll is None:
                return
        self.damage = self._damage(self.modifier)
        self.test = self.protection.armor(self.unit, self.damage.damage, self.act.choices)
        if self.test:
            self.choices += self.test.choices

    def _modifier(self) -> int | None:
        """Ask for the part exposed, which is all of the unit by default; return its modifier.

        Rules: F.1-12. None in gas if the head is outside (F.1-16).
        """
        if self.unit.size == 0:
            return 0
        if field_clocks.is_gas(self.session, self.inside):
            return self._of_gas(part_modifier(self.unit.size))
        part = part_exposed(self.unit, self.act.choices)
        self.choices.append(part)
        return int(part.chosen or 0)

    def _of_gas(self, whole: int) -> int | None:
        """Ask where the head is; gas acts on the whole body or not at all (F.1-16)."""
        options = (Option(IN, "Inside", "exposed as a whole"), Option(OUT, "Outside", "nothing"))
        head = ask(self.act.choices, "head", "Its head is:", None, options, usual=IN)
        self.choices.append(head)
        return field_rules.gas_modifier(whole, head_inside=head.chosen == IN)

    def _damage(self, modifier: int) -> field_rules.ExposureDamage:
        chains = self.roll.chains if self.roll else ()
        return field_rules.exposure_damage(
            self.left,
            [chain.die.value for chain in chains],
            modifier,
            bonus=[die.value for chain in chains for die in chain.bonus],
            victim_size=self.unit.size,
            hazard_dice_explode=self.rules.hazard_dice_explode,
            house=self.rules.dice,
        )

    def preview(self) -> Preview:
        """Return what is asked, and what will happen."""
        owed = self.throw.owed
        return Preview(
            dice=tuple(self.throw.asked),
            owed=owed,
            words=self._words(),
            choices=tuple(self.choices),
            waiting=missing(owed, self.choices),
            summary=self._summary(),
        )

    def _words(self) -> tuple[DieWords, ...]:
        if self.damage is None or not self.roll or not self.left:
            return ()
        if self.damage.critical_failure:
            return (DieWords(self.first, Tone.SMOKE, "Critical Failure: nothing at all."),)
        return (DieWords(self.first, Tone.DANGER, f"{self.damage.damage} damage, less Armor."),)

    def _summary(self) -> str:
        if self.spared:
            return self.spared
        if self.damage and self.damage.critical_failure:
            return f"{self.name} does nothing to {self.unit.name}."
        return f"{self.unit.name}: {self.test.words}" if self.test else ""

    def settle(self) -> Outcome:
        """Write what happens, and its lines."""
        # Stamped even if the unit is spared: it is not asked about again in this turn (QF-17).
        self.inside.exposed_turn_id = stamp_now(self.session)
        self.session.add(self.inside)
        title = f"{self.unit.name} in {self.name}"
        if self.spared or self.damage is None or self.test is None:
            return Outcome(title, (self._line(self.spared),))
        burns = self._setter()
        words = "Critical Failure: nothing." if self.damage.critical_failure else self.test.words
        lines = [*self.protection.write(self.act.key), self._line(f"{words}{self._overload()}")]
        if self.field is not None:
            lines += spend_dice(self.session, self.field, self.places, self.unit)
        lines += apply_damage(self.session, self.unit, self.test, self.act.choices, self.act.key)
        if self.damage.fire_faces and burns and self.unit.fate is Fate.ALIVE:
            lines.append(self._ignition(burns[0]))
        return Outcome(title, tuple(lines))

    def _setter(self) -> tuple[int | None] | None:
        """Return the player who set the fire, as a tuple of one; he may be None (nobody).

        None instead of a tuple if nothing can be set on fire: acid, ion, poison and viruses do not
        pass on like this (F.1-20, table F4).
        """
        if self.inside.fire_id:
            fire = self.session.get_one(Fire, self.inside.fire_id)
            return (fire.set_by_id,) if fire.kind is FireKind.FIRE else None
        return (self.session.get_one(Field, self.inside.field_id).player_id,)

    def _ignition(self, set_by_id: int | None) -> Line:
        assert self.damage
        assert self.roll
        faces = [
            Face(chain.die.value, chain.die.origin)
            for chain in self.roll.chains
            if chain.die.sides == FIRE_SIDES
        ]
        # The total may hold other dice, too: no more than the Fire dice show is Fire damage.
        points = min(self.damage.damage, sum(face.value for face in faces))
        return catch_fire(self.session, self.unit, faces, points, set_by_id, step=self.act.key)

    def _overload(self) -> str:
        """Take 1" of Power for each die that acted (F.1-17); return the words for it."""
        assert self.damage
        if not self.damage.overload:
            return ""
        why = f"Overload: {self.name}"
        add_use(self.session, self.unit, self.damage.overload, why, overload=True)
        return f' Overload {self.damage.overload}".'

    def _line(self, words: str) -> Line:
        parts: list[str | Dice] = []
        if self.roll and self.left:
            parts.append(Dice(self.roll.dice, (Tone.DANGER,) * len(self.roll.dice)))
        if self.test and self.test.rolls:
            parts += ["against", *armor_dice(self.test)]
        return line(
            Kind.FIRE if self.inside.fire_id else Kind.GAS,
            f"{self.unit.name} in {self.name}:", *parts, words,
            rule="F.1-42" if self.inside.fire_id else "F.1-11",
            of=self.unit, step=self.act.key,
            sums=self._sums(),
        )  # fmt: skip

    def _sums(self) -> tuple[Sum, ...]:
        """Return the sums of damage, Armor and Overload."""
        if self.damage is None or self.test is None:
            return ()
        points, overload = self.damage.damage, self.damage.overload
        damage = sum_of(f"Damage of {self.name}", points, *self._damage_terms(), floor=0)
        each = Term('1" for each Hazard die', overload, "F.1-17")
        gone = (sum_of("Overload", overload, each),) if overload else ()
        return (damage, *self.test.sums, *gone)

    def _damage_terms(self) -> list[Term]:
        source = self._source()
        if self.roll is None:
            count = len(self.left)
            return [Term('1 point for each die, at Size 0"', count, "F.1-13", source)]
        if not self.roll.chains:
            return [NO_DIE_LEFT]
        rule = "F.1-42" if self.inside.fire_id else "F.1-11"
        terms = [*roll_terms(self.roll, rule, act_id=source)]
        if self.damage and self.damage.critical_failure:
            return [*terms, fails(self.roll.total, "QF-30")]
        if field_clocks.is_gas(self.session, self.inside):
            return [*terms, Term("Head inside: exposed as a whole", self.modifier, "F.1-16")]
        return [*terms, Term(f"Exposed: {part_words(self.modifier)}", self.modifier, "F.1-12")]

    def _source(self) -> int | None:
        """Return the act that lit the fire, or made the Field."""
        if self.inside.fire_id:
            return made_by(
                self.session, self.session.get_one(Fire, self.inside.fire_id), "lit_turn_id"
            )
        return made_by(
            self.session, self.session.get_one(Field, self.inside.field_id), "made_turn_id"
        )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ShrinkField(ClockStep[Field]):
    """Make a Field 1" smaller.

    Choices `removed-0`, `removed-1` ... name the dice that it can no longer hold (QF-19).
    """

    CLOCK = field_clocks.FIELD
    field_id: int

    def _early(self, session: Session, row: Field) -> str:
        return f"{said_of(row.name, 'does')} not shrink now."

    def examine(self, session: Session) -> Preview:
        """Ask which dice go, if different ones could."""
        field = existing_row(session, Field, self.field_id)
        choices = self._choices(session, field)
        waiting = unanswered(choices)
        if waiting:
            return Preview(choices=choices, waiting=waiting)
        after = self._after(field, choices)
        size = "is gone" if after.gone else f'is now {after.field_size}"'
        return Preview(choices=choices, summary=f"{field.name} {size}.")

    def _choices(self, session: Session, field: Field) -> tuple[Choice, ...]:
        chooser = field_rules.dice_remover(
            field.player_id, house_of(session, BrikWarsHouse).hd_removal_chooser
        )
        prompt = f"{player_name(session, chooser)} removes a die:"
        left, choices = list(field.dice), []
        for number in range(field_rules.shrink(field.size, field.dice).to_choose):
            options = tuple(Option(die, die) for die in dict.fromkeys(left))
            removed = ask(self.choices, f"removed-{number}", prompt, chooser, options)
            choices.append(removed)
            if removed.chosen is not None:
                # The same die is offered again only if the Field has another one like it.
                left.remove(removed.chosen)
        return tuple(choices)

    def _after(self, field: Field, choices: tuple[Choice, ...]) -> field_rules.Shrunk[str]:
        gone = tuple(choice.chosen for choice in choices if choice.chosen is not None)
        return field_rules.shrink(field.size, field.dice, chosen=gone)

    def settle(self, session: Session) -> Outcome:
        """Write what is left, or remove the Field at 0"."""
        field = existing_row(session, Field, self.field_id)
        after = self._after(field, self._choices(session, field))
        field.shrunk_turn_id = turn_now(session).id
        lines = resize_field(
            session, field, after.field_size, after.dice, after.removed, "8.4-44", self.key
        )
        return Outcome(lines[0].lead.rstrip("."), tuple(lines))
