"""Burning Rolls of minifigs, units and objects; minifigs on fire who run about, or drop and roll."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace as struct_replace
from sqlmodel import Session, select

from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, heed
from brikdesk.acts.combat.armor import grind, grinding_sum, limb_name, lose_limb, lose_unit
from brikdesk.acts.fire.fires import (
    CONTACT,
    Jumps,
    Near,
    burning,
    burns_as_minifig,
    check_due,
    how_far,
    largest,
    neighbours,
    put_out,
    resize,
    room_left,
    size_before,
    size_line,
    spread_to,
)
from brikdesk.acts.step_act import (
    ClockStep,
    StepAct,
    as_dice,
    ask,
    check_faces,
    missing,
    unanswered,
)
from brikdesk.acts.sums import sum_of, value_before
from brikdesk.acts.units.begin_state import disrupt
from brikdesk.acts.who_may import too_much_held, use_move
from brikdesk.dice import Face
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars import fire as fire_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import (
    destroyed,
    effective_size,
    grinding_size_damage,
)
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of, move_left_in
from brikdesk.store.lines import Kind, Outcome, Sum, Term, Tone, line, outcome
from brikdesk.store.tables import Fate, Fire, Unit
from brikdesk.text import opening
from brikdesk.turns.brikwars.fields import RUNNING, must_run_now
from brikdesk.turns.steps import AS_IT_IS, Choice, DieAsked, DieWords, Option, Preview, Prospect
from brikdesk.turns.turn_order import player_name, turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnMinifig(StepAct):
    """The Burning Roll of a burning minifig: 1d4 at the start of his own turn (8.3-33).

    Choices: `limb`, the one he gives up if the fire goes on (8.3-34); `catches`, what the fire
    spreads to (8.3-35), a unit's number or "nothing".
    """

    KEY = "burn-{0.fire_id}"
    IF = "if he burns"
    fire_id: int

    def prospects(self, session: Session, state: Hashable = AS_IT_IS) -> tuple[Prospect, ...]:
        """Return whether the fire goes out; `state` is what it is like, as `fire_like` says it."""
        fire, unit = burning(session, self.fire_id)
        like = fire_like(fire, unit) if state == AS_IT_IS else state
        assert isinstance(like, FireLike)
        faces = range(1, fire_rules.FIRE_SIDES + 1)
        on = sum(map(fire_rules.burns_on, faces)) / len(faces)
        grinds, house = self._kind(session).grinds, house_of(session, BrikWarsHouse)
        gone = tuple(fire_rules.Limb)[: like.lost]
        dies = grinds and fire_rules.limbs_exhausted(gone, house.fire_limbs_exhausted)
        costs = grinds and len(gone) < len(fire_rules.Limb)
        burns = Prospect(
            on,
            "dies" if dies else "a limb lost" if costs else "burns on",
            None if dies else like.changed(lost=like.lost + costs),
            (("Grinding Damage", float(grinds)),),
            int(self._kind(session).jumps),
            _by_distance(session, unit, self._touching(session, unit, full=True)),
            lost=dies,
        )
        return (Prospect(1 - on, "out", None), burns)

    def examine(self, session: Session) -> Preview:
        """Ask for one d4; if it shows 2 or more, also for a limb and what the fire spreads to."""
        _, unit = burning(session, self.fire_id)
        faces = self.thrown(session)
        check_faces((4,), faces)
        worse = "1 Grinding Damage: a limb" if self._kind(session).grinds else "still burning"
        legend = (("1", "the fire goes out"), ("2–4", worse))
        asked = (DieAsked(4),)
        if not faces:
            return Preview(asked, 1, legend, waiting=missing(1))
        if not fire_rules.burns_on(faces[0].value):
            words = (DieWords(0, Tone.SMOKE, "The fire is out."),)
            return Preview(asked, 0, legend, words, summary=f"{unit.name}'s fire is out.")
        grinds = " 1 Grinding Damage." if self._kind(session).grinds else ""
        words = (DieWords(0, Tone.FIRE, f"Still burning.{grinds}"),)
        choices = tuple(self._choices(session, unit))
        waiting, summary = unanswered(choices), f"{unit.name} burns on."
        return Preview(asked, 0, legend, words, choices, waiting, summary)

    def _kind(self, session: Session) -> fire_rules.KindRules:
        """Return what this kind of fire does (table F4)."""
        kind = session.get_one(Fire, self.fire_id).kind
        return fire_rules.rules_of(kind, house_of(session, BrikWarsHouse).acid_grinds)

    def _choices(self, session: Session, unit: Unit) -> list[Choice]:
        owner = player_name(session, unit.player_id)
        choices = []
        kind = self._kind(session)
        limbs = fire_rules.limb_choices(_limbs(unit)) if kind.grinds else ()
        if limbs:
            options = tuple(Option(limb.value, limb_name(limb.value)) for limb in limbs)
            prompt = f"{owner} gives up a limb:"
            choices.append(ask(self.choices, "limb", prompt, unit.player_id, options))
        fire = session.get_one(Fire, self.fire_id)
        switch = house_of(session, BrikWarsHouse).minifig_fire_spread_chooser
        chooser = fire_rules.spread_chooser(unit.player_id, fire.set_by_id, switch)
        near = self._touching(session, unit)
        units = tuple(
            Option(str(other.id), other.name, how_far(session, unit, other)) for other in near
        )
        nothing = Option("nothing", "Nothing touches him")
        # The first option is the usual answer: nothing catches, unless a distance is known.
        known = any(option.consequence for option in units)
        options = (*units, nothing) if known else (nothing, *units)
        # Without a neighbour there is nothing to ask; alternate fires never jump (table F4).
        if near and kind.jumps:
            prompt = f"{player_name(session, chooser)} picks what catches:"
            choices.append(ask(self.choices, "catches", prompt, chooser, options))
        return choices

    def _touching(self, session: Session, unit: Unit, *, full: bool = False) -> list[Unit]:
        """Return what touches him and can take his fire, nearest first (8.3-35).

        With `full` also what has no room for it now.
        """
        return [
            other
            for other, distance in neighbours(session, unit, CONTACT)
            if fire_rules.can_take_fire(
                "flammable" in other.tags,
                other.weight_class,
                in_contact=distance is None or distance <= CONTACT,
                room=full or room_left(session, other) > 0,
            )
        ]

    def check_waiting(self, session: Session) -> None:
        """Refuse a second Burning Roll in one turn, and one in another player's turn."""
        check_due(self, session, *burning(session, self.fire_id))

    def settle(self, session: Session) -> Outcome:
        """Put the fire out, or take a limb and spread it."""
        fire, unit = burning(session, self.fire_id)
        faces = self.thrown(session)
        turn = turn_now(session)
        fire.burned_turn_id = turn.id
        session.add(fire)
        if not fire_rules.burns_on(faces[0].value):
            put_out(session, fire)
            dice, lead = as_dice((4,), faces, (Tone.SMOKE,)), f"{unit.name}'s fire is out."
            title, step = f"{unit.name} burns", self.key
            return outcome(Kind.FIRE, title, dice, lead=lead, rule="8.3-33", of=unit, step=step)
        return self._burn_on(session, fire, unit, faces)

    def _burn_on(self, session: Session, fire: Fire, unit: Unit, faces: Sequence[Face]) -> Outcome:
        dice = as_dice((4,), faces, (Tone.FIRE,))
        kind = self._kind(session)
        # An answer to a question that is not asked counts for nothing.
        asked = {choice.id for choice in self._choices(session, unit)}
        limb = self.choices["limb"] if "limb" in asked else None
        shows = Term(f"d4 shows {faces[0].value}: still burning", 1, "8.3-34")
        sums = (sum_of("Grinding Damage", 1, shows),) if kind.grinds else ()
        lines = [
            line(
                Kind.FIRE, f"{unit.name} burns.", dice, self._grinding(session, unit, kind, limb),
                rule="8.3-34", of=unit, step=self.key, sums=sums,
            )
        ]  # fmt: skip
        target = self.choices["catches"] if "catches" in asked else "nothing"
        if limb:
            lose_limb(session, unit, limb)
            if limb.endswith("arm") and (said := too_much_held(session, unit)):
                lead = f"{unit.name} holds more than its Hands can."
                lines.append(line(Kind.UNIT, lead, said, rule="OF-88", of=unit, step=self.key))
        if target != "nothing":
            lines.append(spread_to(session, int(target), fire, "8.3-35", self.key))
        # Without `limb` there was none to give up before this roll: the last one is not fatal yet.
        exhausted = fire_rules.limbs_exhausted(
            _limbs(unit), house_of(session, BrikWarsHouse).fire_limbs_exhausted
        )
        if kind.grinds and not limb and exhausted:
            end = fire_rules.ending(fire.kind, fire.final_stage)
            why = "No limb was left to burn." + ("" if end == "destroyed" else f" It ends: {end}.")
            lines += lose_unit(session, unit, why, "8.3-34", step=self.key)
        return Outcome(f"{unit.name} burns", tuple(lines))

    def _grinding(
        self, session: Session, unit: Unit, kind: fire_rules.KindRules, limb: str | None
    ) -> str:
        if not kind.grinds:
            return "Still burning."
        owner = player_name(session, unit.player_id)
        lost = f"{owner} gives up the {limb_name(limb)}." if limb else "No limb is left."
        return f"Still burning. 1 Grinding Damage. {lost}"


class FireLike(Struct, frozen=True):
    """What a fire is like: inches (0 for a minifig's), points it has ground off, limbs lost to it."""

    size: int
    grinding: int = 0
    lost: int = 0

    def changed(self, **facts: Any) -> "FireLike":
        """Return one with other facts."""
        return struct_replace(self, **facts)


def fire_like(fire: Fire, unit: Unit) -> FireLike:
    """Return what a fire is like now."""
    return FireLike(fire.size, unit.grinding, len(unit.limbs_lost))


def taking(
    session: Session, unit: Unit, like: FireLike | None, inches: int
) -> tuple[FireLike | None, int]:
    """Return what the fire on a unit is like after a fire jumped to it, and the inches without room.

    `like` is what it was like before; None: it does not burn.
    """
    now = like or FireLike(0, unit.grinding, len(unit.limbs_lost))
    if burns_as_minifig(session, unit):
        return (like, inches) if like else (now, inches - 1)
    takes = min(inches, fire_rules.room_for_fire(largest(session, unit), now.size))
    return (now.changed(size=now.size + takes) if takes else like), inches - takes


def _by_distance(session: Session, unit: Unit, others: Sequence[Unit]) -> tuple[int, ...]:
    """Return the keys of those near a fire; none if no distance is known: usually nothing catches."""
    known = any(how_far(session, unit, other) for other in others)
    return tuple(other.id or 0 for other in others) if known else ()


def _limbs(unit: Unit) -> frozenset[fire_rules.Limb]:
    return frozenset(fire_rules.Limb(limb) for limb in unit.limbs_lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnUnit(StepAct):
    """The Burning Roll of a unit or object: 1d4 for each inch of its fire (F.1-31).

    The choice `catches` says where all inches without room jump to (F.1-35): a unit's number,
    "nothing", or "each"; after "each", `catches-0`, `catches-1` ... say it for one inch each.
    """

    KEY = "burn-{0.fire_id}"
    IF = "if it burns"
    fire_id: int

    def prospects(self, session: Session, state: Hashable = AS_IT_IS) -> tuple[Prospect, ...]:
        """Return the Sizes that the fire may have then; `state` is what it is like before."""
        fire, unit = burning(session, self.fire_id)
        like = fire_like(fire, unit) if state == AS_IT_IS else state
        assert isinstance(like, FireLike)
        house = house_of(session, BrikWarsHouse)

        def worn(points: int) -> int:
            """Return the Size Damage with so many points of Grinding Damage (OF-60)."""
            effect, per_inch = house.bw_grinding_effect, house.bw_grinding_points_per_inch
            inches = [
                grinding_size_damage(each, effect=effect, points_per_inch=per_inch)
                for each in (points, unit.grinding)
            ]
            return unit.size_damage + inches[0] - inches[1]

        def most(points: int) -> int:
            """Return the largest fire that it can carry with so many points."""
            left = effective_size(unit.size, worn(points))
            return fire_rules.largest_fire(unit.size, left, house.fire_cap)

        wears = worn(unit.grinding + 10**6) > unit.size_damage
        found: dict[tuple[FireLike | None, bool, int, int], Fraction] = {}
        chances = fire_rules.burn_chances(
            most(like.grinding), unit.weight_class, like.size, fire.kind,
            burn_order=house.burn_order, acid_grinds=house.acid_grinds,
        )  # fmt: skip
        for burned, chance in chances.items():
            ground = like.grinding + burned.grinding
            # Only what wears it down bears on the rolls to come.
            points = ground if wears else like.grinding
            gone = burned.grinding > 0 and wears and destroyed(unit.size, worn(ground))
            size = 0 if gone else min(burned.fire_size, most(points)) if wears else burned.fire_size
            after = like.changed(size=size, grinding=points) if size else None
            way = after, gone, burned.grinding, burned.overflow
            found[way] = found.get(way, Fraction()) + chance
        onto = (
            _by_distance(session, unit, self._able(session, unit))
            if any(o for *_, o in found)
            else ()
        )
        return tuple(
            Prospect(
                float(chance),
                "destroyed" if gone else f'{after.size}"' if after else "out",
                after,
                (
                    ("Grinding Damage", float(ground)),
                    ("inches of fire", float(after.size if after else 0)),
                ),
                over,
                onto if over else (),
                lost=gone,
            )
            for (after, gone, ground, over), chance in found.items()
        )

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

    def _result(
        self, session: Session, fire: Fire, unit: Unit, faces: Sequence[Face]
    ) -> fire_rules.Burn:
        rules = house_of(session, BrikWarsHouse)
        left = effective_size(unit.size, unit.size_damage)
        return fire_rules.burn(
            fire_rules.largest_fire(unit.size, left, rules.fire_cap),
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
            Near(
                other.id or 0, other.name, room_left(session, other), how_far(session, unit, other)
            )
            for other in (self._able(session, unit) if overflow else ())
        ]
        near = tuple(each for each in able if each.room > 0)
        to_place = fire_rules.overflow_to_place(overflow, [each.room for each in near])
        chooser = fire_rules.who_places_overflow(
            unit.player_id, fire.set_by_id, rules.overflow_chooser
        )
        return Jumps(to_place, near, chooser, player_name(session, chooser))

    def _able(self, session: Session, unit: Unit) -> list[Unit]:
        """Return what can take a jump if it has room, nearest first (F.1-35, QF-03).

        Who may be near, for nobody has said where, counts: the player sees the table and picks.
        """
        most = house_of(session, BrikWarsHouse).overflow_max_wc
        return [
            other
            for other, _ in neighbours(session, unit, fire_rules.OVERFLOW_REACH)
            if fire_rules.can_take_overflow("flammable" in other.tags, other.weight_class, most)
        ]

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
    fire_rules.DieEffect.DIES_DOWN: Tone.SMOKE,
    fire_rules.DieEffect.INEFFECTIVE: Tone.PLAIN,
}


def _which(place: int, count: int) -> str:
    """Name the die at a place; after the sixth it is "the next", as a fire may have hundreds."""
    if count == 1:
        return "a"
    return f"the {_ORDINALS[place] if place < len(_ORDINALS) else 'next'}"


def _fire_sum(session: Session, fire: Fire, faces: Sequence[Face], result: fire_rules.Burn) -> Sum:
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
    session: Session, unit: Unit, faces: Sequence[Face], result: fire_rules.Burn
) -> tuple[Sum, ...]:
    """Return the sums of the Grinding Damage: 1 point for each die above the class (F.1-33)."""
    if not result.grinding:
        return ()
    dice = [
        Term(f"d4 shows {face.value}: above the Weight class", 1, "F.1-33")
        for face, effect in zip(faces, result.per_die, strict=True)
        if effect is not fire_rules.DieEffect.DIES_DOWN
    ]
    now = sum_of("Grinding Damage", result.grinding, *dice)
    return (now, grinding_sum(session, unit, result.grinding, "This Burning Roll", "F.1-33"))


_INCHES = {fire_rules.DieEffect.DIES_DOWN: -1, fire_rules.DieEffect.GROWS: 1}
_RULES = {
    fire_rules.DieEffect.DIES_DOWN: "F.1-32",
    fire_rules.DieEffect.GROWS: "F.1-34",
    fire_rules.DieEffect.JUMPS: "F.1-35",
    fire_rules.DieEffect.NO_ROOM: "F.1-35",
    fire_rules.DieEffect.OPEN: "QF-01",
    fire_rules.DieEffect.GRINDS: "F.1-33",
    fire_rules.DieEffect.INEFFECTIVE: "F.1-43",
}


def _legend(weight_class: int, fire: Fire) -> tuple[tuple[str, str], ...]:
    last = max(1, weight_class)
    down = "1" if last == 1 else f"1–{min(last, 4)}"
    if last >= 4:
        return ((down, 'dies down 1"'),)
    up = "4" if last == 3 else f"{last + 1}–4"
    more = {fire_rules.FireKind.ACID: "1 Grinding Damage", fire_rules.FireKind.ION: "nothing"}
    return ((down, 'dies down 1"'), (up, more.get(fire.kind, 'grows 1", 1 Grinding Damage')))


def _die_words(index: int, effect: fire_rules.DieEffect, unit: Unit) -> DieWords:
    words = {
        fire_rules.DieEffect.DIES_DOWN: 'The fire dies down 1".',
        fire_rules.DieEffect.GROWS: 'The fire grows 1". 1 Grinding Damage.',
        fire_rules.DieEffect.JUMPS: f"No room left on {unit.name}, so the fire jumps. 1 Grinding Damage.",
        fire_rules.DieEffect.NO_ROOM: f"No room left on {unit.name}. 1 Grinding Damage.",
        fire_rules.DieEffect.OPEN: "Grows if a later die makes room, else it jumps. 1 Grinding Damage.",
        fire_rules.DieEffect.GRINDS: "1 Grinding Damage.",
        fire_rules.DieEffect.INEFFECTIVE: "No effect.",
    }[effect]
    return DieWords(index, _TONES.get(effect, Tone.FIRE), words)


def _fire_lead(before: int, result: fire_rules.Burn) -> str:
    if result.fire_size == 0:
        return "fire is out"
    verb = "stays" if result.fire_size == before else "is now"
    return f'fire {verb} {result.fire_size}"'


def _fire_words(before: int, result: fire_rules.Burn) -> str:
    parts = []
    if result.down:
        parts.append(f'dies down {result.down}"')
    if result.up:
        parts.append(f'grows {result.up}"')
    moves = ", ".join(parts)
    ground = f" {result.grinding} Grinding Damage." if result.grinding else ""
    jumps = f" {result.overflow} without room." if result.overflow else ""
    return f"{opening(moves)}.{ground}{jumps}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBurning(ClockStep[Fire]):
    """A burning minifig spends the rest of his Move; his player chooses the path on the table."""

    IF = "if he burns"
    CLOCK = RUNNING
    fire_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse it before his own turn ends, and a second time in that turn."""
        fire, unit = burning(session, self.fire_id)
        runs = must_run_now(session, unit, turn_now(session))
        due = runs and RUNNING.strikes(session, fire)
        why = f"{unit.name} does not run now: his own turn is not ending, or he cannot run."
        self.refuse_if(not due, "8.3-32", why, session)

    def _summary(self, session: Session) -> str:
        _, unit = burning(session, self.fire_id)
        left = move_left_in(session, unit, turn_now(session))
        return f"{unit.name} runs {in_inches(left)} about and burns on."

    def settle(self, session: Session) -> Outcome:
        """Use up his Move."""
        fire, unit = burning(session, self.fire_id)
        turn = turn_now(session)
        left = move_left_in(session, unit, turn)
        fire.ran_turn_id = turn.id
        session.add(fire)
        use_move(session, unit, left)
        return outcome(
            Kind.FIRE, f"{unit.name} runs about", f"All {in_inches(left)} of Move left are spent.",
            lead=f"{unit.name} runs about, burning.", rule="8.3-32", of=unit, step=self.key,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAndRoll(Act):
    """A burning unit spends an Action to roll on the ground, and is Disrupted afterwards.

    Rules: 8.3-31 (a minifig's fire is out), F.1-37 and QF-21 (another unit's fire loses 1", or
    all of it by house rule).
    """

    unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Shrink every fire of the unit; BadInput if it does not burn."""
        unit = alive(session, self.unit_id)
        fires = session.exec(select(Fire).where(Fire.unit_id == unit.id)).all()
        if not fires:
            raise BadInput(f"{unit.name} is not on fire.")
        spent = who_may.actions_left_now(session, unit) < 1
        heed(self, fire_rules.may_roll_on_ground(spent), session, unit.name)
        # Without an Action 8.3-31 has refused already; if that was overruled, the same thing is not
        # refused once more under the rule of `check_action`.
        if not spent:
            who_may.check_action(self, session, unit)
        who_may.take_action(session, unit)
        switch = house_of(session, BrikWarsHouse).roll_on_ground_inches
        lines = []
        for fire in fires:
            old, before = size_before(session, fire), fire.size
            # Size 0" is a minifig's fire, which has no inches (QF-07).
            left = fire_rules.roll_on_ground(before, switch) if before else 0
            resize(session, fire, left)
            rule = "F.1-37" if before else "8.3-31"
            change = Term("Rolls on the ground", left - before, rule)
            lines.append(size_line(unit, left, "Rolls on the ground.", old, change, rule))
        lines.append(disrupt(session, unit, "rolling out flames"))
        return Outcome(f"{unit.name} drops and rolls", tuple(lines))
