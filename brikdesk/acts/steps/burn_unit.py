"""Burning Rolls of units and objects (F.1-31 to F.1-36)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import unanswered
from brikdesk.acts.damage.harm import grind, grinding_sum
from brikdesk.acts.fire.fires import (
    burning,
    check_due,
    how_far,
    neighbours,
    put_out,
    room_left,
    spread_to,
)
from brikdesk.acts.fire.overflow import Jumps, Near
from brikdesk.acts.reckoning import sum_of, value_before
from brikdesk.acts.step import StepAct, as_dice, check_faces
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fire.burning import (
    OVERFLOW_REACH,
    Burn,
    DieEffect,
    burn,
    can_take_overflow,
    overflow_to_place,
    who_places_overflow,
)
from brikdesk.rules.brikwars.fire.catching_fire import largest_fire
from brikdesk.rules.brikwars.fire.fire_kinds import FireKind
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.structure import effective_size
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, Sum, Term, Tone, line
from brikdesk.store.tables import Fate, Fire, Unit
from brikdesk.turns.sequence import player_name, turn_now
from brikdesk.turns.steps import DieAsked, DieWords, Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnUnit(StepAct):
    """The Burning Roll of a unit or object: 1d4 for each inch of its fire (F.1-31).

    The choice `catches` says where all inches without room jump to (F.1-35): a unit's number,
    "nothing", or "each"; after "each", `catches-0`, `catches-1` ... say it for one inch each.
    """

    fire_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"burn-{self.fire_id}"

    def examine(self, session: Session) -> Preview:
        """Ask for the dice and say what each does; ask what catches if the fire lacks room."""
        fire, unit = burning(session, self.fire_id)
        faces = self.thrown(session)
        sides = (4,) * fire.size
        check_faces(sides, faces)
        result = self._result(session, fire, unit, faces[: fire.size])
        owed = max(0, fire.size - len(faces))
        # Not before all dice are in: a later one may die down and make room (QF-01).
        jumps = self._jumps(session, fire, unit, 0 if owed else result.overflow)
        choices = jumps.choices(self.choices)
        waiting = f"Waiting for {_which(len(faces), fire.size)} die." if owed else ""
        waiting = waiting or unanswered(choices)
        return Preview(
            dice=(DieAsked(4),) * fire.size,
            owed=owed,
            legend=_legend(unit.weight_class, fire),
            words=tuple(_die_words(i, effect, unit) for i, effect in enumerate(result.per_die)),
            choices=choices,
            waiting=waiting,
            summary="" if owed else _fire_words(fire.size, result),
        )

    def _result(self, session: Session, fire: Fire, unit: Unit, faces: Sequence[Face]) -> Burn:
        rules = house_of(session, BrikWarsHouse)
        left = effective_size(unit.size, unit.size_damage)
        return burn(
            largest_fire(unit.size, left, rules.fire_cap),
            unit.weight_class,
            fire.size,
            [face.value for face in faces],
            fire.kind,
            burn_order=rules.burn_order,
            acid_grinds=rules.acid_grinds,
        )

    def _jumps(self, session: Session, fire: Fire, unit: Unit, overflow: int) -> Jumps:
        """Return the jumps to place, and the units near enough to take them (F.1-35)."""
        rules = house_of(session, BrikWarsHouse)
        able = [
            Near(other.id or 0, other.name, room_left(session, other), how_far(unit, other))
            # Who may be near, for nobody has said where, counts: the player sees the table and picks.
            for other, _ in (neighbours(session, unit, OVERFLOW_REACH) if overflow else ())
            if can_take_overflow(
                "flammable" in other.tags, other.weight_class, rules.overflow_max_wc
            )
        ]
        near = tuple(each for each in able if each.room > 0)
        to_place = overflow_to_place(overflow, [each.room for each in near])
        chooser = who_places_overflow(unit.player_id, fire.set_by_id, rules.overflow_chooser)
        return Jumps(to_place, near, chooser, player_name(session, chooser))

    def check_waiting(self, session: Session) -> None:
        """Refuse a second Burning Roll in one turn, and one in another player's turn."""
        check_due(self, session, *burning(session, self.fire_id))

    def settle(self, session: Session) -> Outcome:
        """Shrink and grow the fire, grind the object, light what catches."""
        fire, unit = burning(session, self.fire_id)
        faces, before = self.thrown(session), fire.size
        result = self._result(session, fire, unit, faces)
        jumps = self._jumps(session, fire, unit, result.overflow)
        turn = turn_now(session)
        # Both sums begin with the present values, so they are made before anything is written.
        sums = (_fire_sum(session, fire, faces, result),)
        grinding = _grinding_sums(session, unit, faces, result)
        fire.burned_turn_id = turn.id
        fire.size = result.fire_size
        session.add(fire)
        ground = grind(session, unit, result.grinding, self.key, grinding)
        tones = [_TONES.get(effect, Tone.FIRE) for effect in result.per_die]
        lines = [
            line(
                Kind.FIRE,
                f"{unit.name}: {_fire_lead(before, result)}.",
                as_dice((4,) * before, faces, tones),
                _fire_words(before, result),
                rule="F.1-31",
                player_id=unit.player_id or fire.set_by_id,
                unit_id=unit.id,
                step=self.key,
                sums=(*sums, *grinding),
            ),
            *ground,
        ]
        lines += [
            spread_to(session, target, fire, "F.1-35", self.key)
            for target in jumps.targets(self.choices)
        ]
        # A unit that Grinding Damage destroyed has taken its fire along already (QF-23).
        if fire.size == 0 and unit.fate is Fate.ALIVE:
            put_out(session, fire)
        return Outcome(f"{unit.name} burns", tuple(lines))


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_TONES = {
    DieEffect.DIES_DOWN: Tone.SMOKE,
    DieEffect.INEFFECTIVE: Tone.PLAIN,
}


def _which(place: int, count: int) -> str:
    """Name the die at a place; after the sixth it is "the next", as a fire may have hundreds."""
    if count == 1:
        return "a"
    return f"the {_ORDINALS[place] if place < len(_ORDINALS) else 'next'}"


def _fire_sum(session: Session, fire: Fire, faces: Sequence[Face], result: Burn) -> Sum:
    """Return the sum of the fire's new Size, die by die, with dice that change nothing too."""
    old = value_before(session, fire, "size", "Fire before", "F.1-24")
    dice = [
        Term(f"d4 shows {face.value}: {effect.value}", _INCHES.get(effect, 0), _RULES[effect])
        for face, effect in zip(faces, result.per_die, strict=True)
    ]
    over = result.fire_size - old.value - sum(term.value for term in dice)
    # A Sum of its own, because `sum_of` would leave out the dice that change nothing.
    full = [Term("No larger than what it burns", over, "F.1-24")] if over else []
    return Sum("Fire", result.fire_size, (old, *dice, *full))


def _grinding_sums(
    session: Session, unit: Unit, faces: Sequence[Face], result: Burn
) -> tuple[Sum, ...]:
    """Return the sums of the Grinding Damage: 1 point for each die above the class (F.1-33)."""
    if not result.grinding:
        return ()
    dice = [
        Term(f"d4 shows {face.value}: above the Weight class", 1, "F.1-33")
        for face, effect in zip(faces, result.per_die, strict=True)
        if effect is not DieEffect.DIES_DOWN
    ]
    now = sum_of("Grinding Damage", result.grinding, *dice)
    return (now, grinding_sum(session, unit, result.grinding, "This Burning Roll", "F.1-33"))


_INCHES = {DieEffect.DIES_DOWN: -1, DieEffect.GROWS: 1}
_RULES = {
    DieEffect.DIES_DOWN: "F.1-32",
    DieEffect.GROWS: "F.1-34",
    DieEffect.JUMPS: "F.1-35",
    DieEffect.NO_ROOM: "F.1-35",
    DieEffect.OPEN: "QF-01",
    DieEffect.GRINDS: "F.1-33",
    DieEffect.INEFFECTIVE: "F.1-43",
}


def _legend(weight_class: int, fire: Fire) -> tuple[tuple[str, str], ...]:
    last = max(1, weight_class)
    down = "1" if last == 1 else f"1–{min(last, 4)}"
    if last >= 4:
        return ((down, 'dies down 1"'),)
    up = "4" if last == 3 else f"{last + 1}–4"
    more = {FireKind.ACID: "1 Grinding Damage", FireKind.ION: "nothing"}
    return ((down, 'dies down 1"'), (up, more.get(fire.kind, 'grows 1", 1 Grinding Damage')))


def _die_words(index: int, effect: DieEffect, unit: Unit) -> DieWords:
    words = {
        DieEffect.DIES_DOWN: 'The fire dies down 1".',
        DieEffect.GROWS: 'The fire grows 1". 1 Grinding Damage.',
        DieEffect.JUMPS: f"No room left on {unit.name}, so the fire jumps. 1 Grinding Damage.",
        DieEffect.NO_ROOM: f"No room left on {unit.name}. 1 Grinding Damage.",
        DieEffect.OPEN: "Grows if a later die makes room, else it jumps. 1 Grinding Damage.",
        DieEffect.GRINDS: "1 Grinding Damage.",
        DieEffect.INEFFECTIVE: "No effect.",
    }[effect]
    return DieWords(index, _TONES.get(effect, Tone.FIRE), words)


def _fire_lead(before: int, result: Burn) -> str:
    if result.fire_size == 0:
        return "fire is out"
    verb = "stays" if result.fire_size == before else "is now"
    return f'fire {verb} {result.fire_size}"'


def _fire_words(before: int, result: Burn) -> str:
    parts = []
    if result.down:
        parts.append(f"{result.down} down")
    if result.up:
        parts.append(f"{result.up} up")
    moves = ", ".join(parts)
    ground = f" {result.grinding} Grinding Damage." if result.grinding else ""
    jumps = f" {result.overflow} without room." if result.overflow else ""
    return f"{moves[:1].upper()}{moves[1:]}.{ground}{jumps}"
