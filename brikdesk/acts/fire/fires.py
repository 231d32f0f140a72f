"""Fires: lit, caught, growing, driven; fought, put out, shaped or corrected (F.1-24 to F.1-41)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk import dice, text
from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row, heed, place_of
from brikdesk.acts.step_act import StepAct, as_dice, ask
from brikdesk.acts.sums import by_hand, sum_of, value_before
from brikdesk.dice import Face
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.odds.attacks import FireCatches
from brikdesk.rules.brikwars import fire as fire_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import effective_size
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, Tone, line, outcome
from brikdesk.store.session import known, of_unit, rows_of
from brikdesk.store.tables import Fate, Fire, Inside, Mind, Player, Unit, UnitKind
from brikdesk.store.views.units import apart
from brikdesk.turns.brikwars.fields import BURNING
from brikdesk.turns.steps import Choice, Option
from brikdesk.turns.turn_order import player_name, seats, stamp_now, turn_now

CONTACT = 0.05
"""Inches between two edges that count as touching: positions are set by hand."""


def neighbours(session: Session, unit: Unit, reach: float) -> list[tuple[Unit, float | None]]:
    """Return the other units on the table within `reach` inches with their distance, nearest first.

    The distance is from edge to edge; a crew is where its vehicle is. Units that may be near, because
    nobody knows where they or `unit` are, are returned too: last, with the distance None.
    """
    others = (other for other in _on_table(session) if other.id != unit.id)
    found = [(other, apart(session, unit, other)) for other in others]
    near = [(other, inches) for other, inches in found if inches is None or inches <= reach]
    return sorted(near, key=lambda pair: (pair[1] is None, pair[1] or 0.0, pair[0].id))


def _on_table(session: Session) -> Sequence[Unit]:
    there = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    return known(
        session, "on the table", lambda: session.exec(there).all(), Unit, "fate", "on_table"
    )


def fire_on(
    session: Session, unit: Unit, kind: fire_rules.FireKind = fire_rules.FireKind.FIRE
) -> Fire | None:
    """Return the fire of this kind that a unit carries, None if there is none."""
    fires = of_unit(session, Fire, unit.id)
    return next((fire for fire in fires if fire.kind is kind), None)


def kinds_on(session: Session, unit: Unit) -> frozenset[fire_rules.FireKind]:
    """Return the kinds of fire that a unit carries."""
    return frozenset(fire.kind for fire in of_unit(session, Fire, unit.id))


def room_left(session: Session, unit: Unit) -> int:
    """Return the inches by which fire on a unit can still grow.

    A minifig's fire has no Size (8.3): it is 1 for a minifig that does not burn, else 0.
    """
    fire = fire_on(session, unit)
    if burns_as_minifig(session, unit):
        return 0 if fire else 1
    return fire_rules.room_for_fire(largest(session, unit), fire.size if fire else 0)


def largest(session: Session, unit: Unit) -> int:
    """Return the largest fire in inches that a unit can carry now (F.1-24, QF-02)."""
    left = effective_size(unit.size, unit.size_damage)
    return fire_rules.largest_fire(unit.size, left, house_of(session, BrikWarsHouse).fire_cap)


def burns_as_minifig(session: Session, unit: Unit) -> bool:
    """Return whether a unit burns by 8.3 and not by F.1 (QF-07)."""
    minifig = unit.kind in (UnitKind.MINIFIG, UnitKind.HERO)
    return (
        fire_rules.fire_rule(minifig, house_of(session, BrikWarsHouse).minifig_fire_rule)
        is fire_rules.FireRule.MINIFIG
    )


def light(
    session: Session,
    unit: Unit,
    inches: int,
    set_by_id: int | None,
    kind: fire_rules.FireKind = fire_rules.FireKind.FIRE,
    place: str = "",
) -> Fire:
    """Set a unit on fire, or let its fire of that kind grow, up to the Size of the unit.

    Rules: F.1-23, F.1-24, QF-26. A permanent fire stays as large as it is (F.1-18).
    """
    fire = fire_on(session, unit, kind)
    minifig = burns_as_minifig(session, unit)
    if fire is None:
        turn = turn_now(session)
        fire = Fire(
            unit_id=unit.id or 0,
            kind=kind,
            size=0
            if minifig
            else fire_rules.fire_after_ignition(largest(session, unit), 0, inches),
            set_by_id=set_by_id,
            # Fixed now, and moved only when the unit changes hands (QF-11) or by the act DriveFire.
            driver_id=_driver_of(session, unit, set_by_id),
            lit_turn_id=turn.id or 0,
            place=place,
        )
    elif not minifig and not fire.permanent_dice:
        fire.size = fire_rules.fire_after_ignition(largest(session, unit), fire.size, inches)
    session.add(fire)
    session.flush()
    return fire


def _driver_of(session: Session, unit: Unit, set_by_id: int | None) -> int:
    """Return the player at whose turn starts a fire on this unit burns (F.1-31, QF-09, QF-10)."""
    turn = turn_now(session)
    # The roster's Mind decides (QF-10), not who is at the controls at this moment.
    crewed = unit.mind in (Mind.RIDDEN, Mind.PILOTED, Mind.OPERATED)
    thinks = unit.mind in (Mind.INDEPENDENT, Mind.HALF_MINDED)
    switch = house_of(session, BrikWarsHouse).owned_inanimate_driver
    order = seats(session, turn.battle_id)
    return fire_rules.driver(
        unit.player_id,
        set_by_id,
        turn.player_id,
        own_turn=fire_rules.has_own_turn(thinks, crewed, switch),
        order=[seat.player_id for seat in order],
        out=[seat.player_id for seat in order if seat.out],
    )


def spread_to(session: Session, unit_id: int, source: Fire, rule: str, step: str) -> Line:
    """Let a fire jump to a unit: a new 1" fire there, or 1" more (8.3-35, F.1-35)."""
    unit = session.get_one(Unit, unit_id)
    old = fire_before(session, unit, source.kind)
    fire = light(session, unit, 1, source.set_by_id, source.kind)
    jumped = Term("Jumps over", 1, rule, made_by(session, source, "lit_turn_id"))
    size = "He is on fire." if fire.size == 0 else f'Its fire is {fire.size}".'
    sums = fire_sums(fire, old, jumped)
    return line(
        Kind.FIRE, f"{unit.name} catches fire.", size, rule=rule, of=unit, step=step, sums=sums
    )


def fire_before(
    session: Session, unit: Unit, kind: fire_rules.FireKind = fire_rules.FireKind.FIRE
) -> Term | None:
    """Return the Size of the fire that a unit already carries, with the act that made it so.

    None if it carries no fire of this kind.
    """
    fire = fire_on(session, unit, kind)
    return value_before(session, fire, "size", "Fire before", "F.1-24") if fire else None


def fire_sums(fire: Fire, old: Term | None, *terms: Term) -> tuple[Sum, ...]:
    """Return the sum of a fire's Size; a part takes off what the unit has no room for.

    Empty for a minifig's fire, which has no Size.
    """
    if not fire.size:
        return ()
    grown = (old, *terms) if old else terms
    over = fire.size - sum(term.value for term in grown)
    full = Term("No larger than what it burns", over, "F.1-24")
    return (sum_of("Fire", fire.size, *grown, full),)


def resize(session: Session, fire: Fire, inches: int) -> None:
    """Give a fire another Size in inches; at 0" it is out. A permanent one may lose dice."""
    if inches <= 0:
        put_out(session, fire)
        return
    fire.size = inches
    fire.permanent_dice = min(fire.permanent_dice, inches)  # F.1-04
    session.add(fire)


def put_out(session: Session, fire: Fire) -> None:
    """Remove a fire and what was noted about units inside it."""
    for inside in rows_of(session, Inside):
        if inside.fire_id == fire.id:
            session.delete(inside)
    session.delete(fire)


def burning(session: Session, fire_id: int) -> tuple[Fire, Unit]:
    """Return a fire and the unit that burns; BadInput if there is no such fire."""
    fire = existing_row(session, Fire, fire_id)
    return fire, session.get_one(Unit, fire.unit_id)


def check_due(act: StepAct, session: Session, fire: Fire, unit: Unit) -> None:
    """Refuse a Burning Roll that is not due in this turn (8.3-33, F.1-31)."""
    # Only a minifig's fire has no inches.
    rule = "8.3-33" if fire.size == 0 else "F.1-31"
    why = f"{unit.name} makes no Burning Roll now: it has burned, or it is not its turn."
    act.refuse_if(not BURNING.strikes(session, fire), rule, why, session)


def how_far(session: Session, unit: Unit, other: Unit) -> str:
    """Return the distance between two units in words; "" if it is unknown."""
    inches = apart(session, unit, other)
    return "" if inches is None else f"{in_inches(inches)} away"


NEVER_IGNITED = 4
"""The lowest Weight class that no d4 can set on fire (QF-05)."""


def catch_fire(
    session: Session,
    unit: Unit,
    faces: Sequence[Face],
    damage: int,
    set_by_id: int | None,
    *,
    out_of_range: int = 0,
    step: str = "",
    kind: fire_rules.FireKind = fire_rules.FireKind.FIRE,
) -> Line:
    """Set a unit on fire if the Fire dice that hit it are high enough; return the log line.

    Dice of another `kind` leave acid, ion, poison or a virus on it in the same way (F.1-49).

    - `faces`: natural faces of the Fire d4s that Deflection left.
    - `damage`: points of Fire damage before Armor; used for minifigs only.
    - `out_of_range`: inches beyond Range; used for everything but minifigs.
    """
    shown = [face.value for face in faces]
    if burns_as_minifig(session, unit):
        points = _points(shown, damage, out_of_range, kind)
        return _minifig(session, unit, faces, points, set_by_id, step, kind)
    steps = fire_rules.ignition_steps(shown, unit.weight_class, out_of_range)
    beats = [face - out_of_range > unit.weight_class for face in shown]
    tones = [Tone.FIRE if steps and beat else Tone.PLAIN for beat in beats]
    if not steps:
        words, rule = _why_not(unit, shown, kind)
        return _line(unit, _WORDS[kind].never, faces, tones, words, rule, step)
    old = fire_before(session, unit, kind)  # before `light` changes the Size
    before = old.value if old else 0
    fire = light(session, unit, steps, set_by_id, kind)
    sums = fire_sums(fire, old, *_steps(shown, beats))
    its = f"Its {kind.value}"
    if not before:
        what, words = _WORDS[kind].catches, f'{its} is {fire.size}".'
    elif fire.size == before:
        what, words = _WORDS[kind].already, f'{its} stays {before}".'
    else:
        what, words = _WORDS[kind].more, f'{its} grows from {before}" to {fire.size}".'
    rule = "F.1-24" if before else "F.1-23"
    return _line(unit, what, faces, tones, words, rule, step, sums)


class _Words(Struct, frozen=True):
    """The verbs for a unit that dice of one kind hit.

    It catches the fire, takes more of it, has as much as it can carry already, or takes none.
    """

    catches: str
    more: str
    already: str
    never: str


_WORDS = {
    kind: _Words(
        f"suffers {kind.value}.",
        f"suffers more {kind.value}.",
        f"suffers {kind.value} already.",
        f"does not suffer {kind.value}.",
    )
    for kind in fire_rules.FireKind
}
_WORDS[fire_rules.FireKind.FIRE] = _Words(
    "catches fire.", "catches more fire.", "burns already.", "does not catch fire."
)


def catches(session: Session, unit: Unit, kind: fire_rules.FireKind) -> str:
    """Say that a unit catches a kind of fire: a minifig is on fire, anything else catches fire."""
    burns = kind is fire_rules.FireKind.FIRE and burns_as_minifig(session, unit)
    return "is on fire." if burns else _WORDS[kind].catches


def can_catch(
    session: Session,
    unit: Unit,
    kind: fire_rules.FireKind,
    shown: Sequence[int],
    points: int,
    out_of_range: int = 0,
) -> bool:
    """Return whether dice of one kind of fire start or enlarge it on a unit (F.1-22, 8.3-25)."""
    if burns_as_minifig(session, unit):
        burning = fire_on(session, unit, kind) is not None
        return fire_rules.catches_fire(shown, points, burning=burning)
    return fire_rules.ignition_steps(shown, unit.weight_class, out_of_range) > 0


def stays_clean(
    unit: Unit, kind: fire_rules.FireKind, faces: Sequence[Face], words: str, rule: str
) -> Line:
    """Return the line that an attack does not pass its kind of fire on."""
    return _line(unit, _WORDS[kind].never, faces, (), words, rule, "")


def catching_of(session: Session, unit: Unit | None, out_of_range: int = 0) -> FireCatches | None:
    """Return what Fire dice must show to set a unit on fire, as the odds count it.

    None if no d4 is high enough, or if the unit burns already.
    """
    if unit is None or fire_on(session, unit) is not None:
        return None
    if burns_as_minifig(session, unit):
        return FireCatches(points=True)
    # At least 2: a 1 beats Weight class 0, but a roll of nothing but 1s ignites nothing (QF-12).
    least = max(2, unit.weight_class + out_of_range + 1)
    return FireCatches(least) if least <= fire_rules.FIRE_SIDES else None


def _steps(shown: Sequence[int], beats: Sequence[bool]) -> tuple[Term, ...]:
    """Return the 1" of each die above the Weight class (F.1-22)."""
    return tuple(
        Term(f"d{fire_rules.FIRE_SIDES} shows {face}, above the Weight class", 1, "F.1-22")
        for face, beat in zip(shown, beats, strict=True)
        if beat
    )


def _points(shown: Sequence[int], damage: int, out_of_range: int, kind: fire_rules.FireKind) -> Sum:
    """Return the sum of the Fire damage that a minifig takes."""
    terms = [
        Term(f"d{fire_rules.FIRE_SIDES} {fire_rules.DIE[kind]} shows", face, "8.3-24")
        for face in shown
    ]
    terms.append(Term("Out of Range", -out_of_range, "F.1-26"))
    # Callers pass only the total, so what the natural faces do not explain is one part of its own.
    rest = damage - sum(term.value for term in terms)
    reason = "Bonus Dice and flat points" if rest > 0 else "No more than the hit deals"
    return sum_of(f"{fire_rules.DIE[kind]} damage", damage, *terms, Term(reason, rest, "8.3-25"))


def _minifig(
    session: Session,
    unit: Unit,
    faces: Sequence[Face],
    points: Sum,
    set_by_id: int | None,
    step: str,
    kind: fire_rules.FireKind,
) -> Line:
    burning = fire_on(session, unit, kind) is not None
    shown, damage = [face.value for face in faces], points.total
    never = _WORDS[kind].never
    # Bonus Dice and flat points of the hit count too, and are not among these dice.
    total = "" if damage == sum(shown) else " in all"
    if fire_rules.catches_fire(shown, damage, burning=burning):
        light(session, unit, 1, set_by_id, kind)
        words = f"{damage} {fire_rules.DIE[kind]} damage{total}, whatever his Armor."
        tones = [Tone.FIRE] * len(shown)
        what = catches(session, unit, kind)
        return _line(unit, what, faces, tones, words, "8.3-25", step, (points,))
    if burning:
        return _line(unit, _WORDS[kind].already, faces, (), "", "Q8-29", step)
    if dice.all_ones(shown):
        return _line(unit, never, faces, (), "Critical Failure.", "8.3-26", step)
    words = f"{damage} {fire_rules.DIE[kind]} damage{total}."
    return _line(unit, never, faces, (), words, "8.3-26", step, (points,))


def _why_not(unit: Unit, shown: Sequence[int], kind: fire_rules.FireKind) -> tuple[str, str]:
    if dice.all_ones(shown) and unit.weight_class < 1:
        return f"All {fire_rules.DIE[kind]} dice show 1.", "QF-12"
    if unit.weight_class >= NEVER_IGNITED:
        return f"No d4 beats Weight class {unit.weight_class}.", "QF-05"
    return f"No {fire_rules.DIE[kind]} die beats Weight class {unit.weight_class}.", "F.1-22"


def _line(
    unit: Unit,
    what: str,
    faces: Sequence[Face],
    tones: Sequence[Tone],
    words: str,
    rule: str,
    step: str,
    sums: Sequence[Sum] = (),
) -> Line:
    dice = as_dice((fire_rules.FIRE_SIDES,) * len(faces), faces, tones)
    return line(
        Kind.FIRE, f"{unit.name} {what}", *((dice,) if faces else ()), words,
        rule=rule, of=unit, step=step, sums=sums,
    )  # fmt: skip


ALL, NOTHING, EACH = "catches", "nothing", "each"
"""ALL is the id of the question about all jumps; NOTHING and EACH are values to answer it with."""


class Near(Struct, frozen=True):
    """A unit that can take some of the jumps.

    `room` is in inches; `how_far` is its distance in words, empty if unknown.
    """

    unit_id: int
    name: str
    room: int
    how_far: str


class Jumps(Struct, frozen=True):
    """The jumps of one Burning Roll, each of 1", that a player places on the units near by.

    The answer to `catches` places all of them, as far as the unit named has room; answers to
    `catches-0`, `catches-1` ... place single jumps. Acts in older campaigns have only the latter.
    """

    count: int
    near: tuple[Near, ...]
    player_id: int | None
    player: str

    def choices(self, answers: Mapping[str, str]) -> tuple[Choice, ...]:
        """Return one choice for all jumps, then one for each jump that its answer leaves over."""
        if not self.count:
            return ()
        if self.count == 1 or self._one_by_one(answers):
            return self._single(answers, range(self.count))
        words = f"{self.player} picks what catches all {self.count} jumps:"
        options = (*self._options(self.near, self.count), Option(EACH, "Not all the same"))
        first = ask(answers, ALL, words, self.player_id, options)
        if first.chosen == EACH:
            return (first, *self._single(answers, range(self.count)))
        taker = self._taker(first.chosen)
        if taker is None:
            return (first,)
        others = tuple(unit for unit in self.near if unit is not taker)
        return (first, *self._single(answers, range(taker.room, self.count), others))

    def targets(self, answers: Mapping[str, str]) -> tuple[int, ...]:
        """Return the id of the unit that each jump lights, without jumps that light nothing."""
        # Not from `given`: an answer to a question that is not asked counts for nothing.
        chosen = {choice.id: choice.chosen or NOTHING for choice in self.choices(answers)}
        taker = self._taker(chosen.pop(ALL, None))
        together = (taker.unit_id,) * min(taker.room, self.count) if taker else ()
        single = tuple(int(value) for value in chosen.values() if value != NOTHING)
        return (*together, *single)

    def _one_by_one(self, answers: Mapping[str, str]) -> bool:
        return ALL not in answers and any(name.startswith(f"{ALL}-") for name in answers)

    def _taker(self, value: str | None) -> Near | None:
        return next((unit for unit in self.near if str(unit.unit_id) == value), None)

    def _single(
        self, answers: Mapping[str, str], numbers: range, near: tuple[Near, ...] | None = None
    ) -> tuple[Choice, ...]:
        options = self._options(self.near if near is None else near, 1)
        words = f"{self.player} picks what catches:"
        names = [f"{ALL}-{number}" for number in numbers]
        return tuple(ask(answers, name, words, self.player_id, options) for name in names)

    def _options(self, near: tuple[Near, ...], jumps: int) -> tuple[Option, ...]:
        """Return the units and "nothing"; that comes first if no distance is known.

        The first option is the usual answer.
        """
        units = tuple(
            Option(str(unit.unit_id), unit.name, _consequence(unit, jumps)) for unit in near
        )
        nothing = Option(NOTHING, 'Nothing within 1"')
        known = any(unit.how_far for unit in near)
        return (*units, nothing) if known else (nothing, *units)


def _consequence(unit: Near, jumps: int) -> str:
    takes = f"room for {unit.room}" if unit.room < jumps else ""
    return ", ".join(words for words in (unit.how_far, takes) if words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignite(Act):
    """Set a unit on fire by hand, or make its fire of that kind larger, up to its Size.

    - `set_by_id`: the player who set it, by default the running player.
    - `natural`: nobody set it; `set_by_id` is ignored.
    - `permanent_dice`: number of d4 Fire of a permanent fire, which keeps its Size and makes no
      Burning Roll (F.1-18, F.1-19); 0 for a wild one.
    - `final_stage`: what becomes of a victim that poison, a virus ... has used up (F.1-48).
    """

    unit_id: int
    inches: int = 1
    set_by_id: int | None = None
    natural: bool = False
    kind: fire_rules.FireKind = fire_rules.FireKind.FIRE
    place: str = ""
    permanent_dice: int = 0
    final_stage: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Light the fire; BadInput for less than 1", or for dice that no fire has."""
        unit = alive(session, self.unit_id)
        setter = setter_of(session, self.set_by_id, natural=self.natural)
        minifig = burns_as_minifig(session, unit)
        self._check(session, unit, minifig)
        old = fire_before(session, unit, self.kind)
        fire = light(session, unit, self.inches, setter, self.kind, place_of(self.place))
        if self.permanent_dice:
            fire.permanent_dice = self.permanent_dice
        if self.final_stage.strip():
            fire.final_stage = text.note(self.final_stage, "final_stage")
        session.add(fire)
        sums = fire_sums(fire, old, by_hand("Set alight by the referee's word", self.inches))
        return Outcome(f"{unit.name} burns", (self._line(session, unit, fire, sums),))

    def _check(self, session: Session, unit: Unit, minifig: bool) -> None:
        if not 1 <= self.inches <= 1000:
            raise BadInput('A fire is 1" or larger.', "inches")
        if not 0 <= self.permanent_dice <= 20 or (minifig and self.permanent_dice):
            why = "A permanent fire has 1 to 20 d4, a minifig's has none."
            raise BadInput(why, "permanent_dice")
        check_open_to(self, session, unit, self.kind)
        why = f"{unit.name} burns already, and a minifig has one fire."
        self.refuse_if(minifig and fire_on(session, unit, self.kind), "Q8-29", why, session)
        # A fire is a Field, which never has more dice than inches.
        dice = self.permanent_dice
        why = f'{dice} dice need a fire of {dice}", not {self.inches}".'
        self.refuse_if(dice > self.inches, "F.1-02", why, session)

    def _line(self, session: Session, unit: Unit, fire: Fire, sums: tuple[Sum, ...]) -> Line:
        size = f'Its fire is {fire.size}".' if fire.size else ""
        where = f"At {fire.place}." if fire.place else ""
        dice = f"Permanent, {fire.permanent_dice}d4 Fire." if fire.permanent_dice else ""
        setter = f"Set by {player_name(session, fire.set_by_id)}." if fire.set_by_id else ""
        burns = fire.kind is fire_rules.FireKind.FIRE
        what = "is on fire" if burns else f"suffers {fire.kind.value}"
        return line(
            Kind.FIRE, f"{unit.name} {what}.", " ".join(filter(None, (size, where, dice, setter))),
            rule="F.1-23" if fire.size else "8.3-25", of=unit, sums=sums,
        )  # fmt: skip


def check_open_to(act: Act, session: Session, unit: Unit, kind: fire_rules.FireKind) -> None:
    """Refuse a kind of fire that cannot affect a unit (F.1-45 to F.1-47)."""
    act.refuse_if(
        not fire_rules.is_open_to(kind, unit.tags),
        PASSES_TO.get(kind, ""),
        f"{unit.name} is not {fire_rules.KINDS[kind].needs}: {kind.value} does nothing to it.",
        session,
    )


def setter_of(session: Session, set_by_id: int | None, *, natural: bool = False) -> int | None:
    """Return the player who set a fire: the one named, else the running one.

    None for a natural fire. Raise BadInput for an unknown player.
    """
    if natural:
        return None
    if set_by_id is None:
        return turn_now(session).player_id
    return existing_row(session, Player, set_by_id).id


PASSES_TO = {
    fire_rules.FireKind.ION: "F.1-45",
    fire_rules.FireKind.POISON: "F.1-46",
    fire_rules.FireKind.VIRUS: "F.1-47",
}
"""The rule that says whom a kind of fire can reach."""


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
    lead = f'{unit.name}: fire is now {left}".' if left else f"{unit.name}: fire is out."
    return line(
        Kind.FIRE, lead, f'{why} It was {before}".' if before else why,
        rule="8.3-30" if before == 0 and rule == "F.1-39" else rule,
        of=unit,
        sums=(sum_of("Fire", left, old, change, floor=0),) if before else (),
    )  # fmt: skip
