"""Fields on the table: placed, resized, cleared, triggered, entered and left (F.0, F.1)."""

import re
from dataclasses import dataclass
from math import hypot

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import (
    alive,
    check_position,
    existing_row,
    heed,
    key_or_none,
    place_of,
    row_or_none,
)
from brikdesk.acts.step_act import ClockStep, ask, unanswered
from brikdesk.acts.sums import by_hand, sum_of, value_before
from brikdesk.acts.units.begin_state import begin_state
from brikdesk.copied import copied
from brikdesk.dice import SIDES
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Footprint, disc, grown
from brikdesk.lengths import NEARLY, in_figures
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars.fields import TerrainMode
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.power import TriggerMode, acts_by_itself
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line, outcome
from brikdesk.store.tables import (
    Encounter,
    Fate,
    Field,
    Fire,
    Inside,
    Player,
    StateKind,
    Trap,
    Unit,
    Weapon,
)
from brikdesk.store.views.units import living_units
from brikdesk.text import said_of
from brikdesk.turns.brikwars import fields as field_clocks
from brikdesk.turns.steps import Choice, Option, Preview
from brikdesk.turns.turn_order import player_name, present_turn, turn_now


class Cover(Struct, frozen=True):
    """What a Field covers of the table: everything within half its Size of its middle (F.0-04)."""

    x: float
    y: float
    size: int

    def reaches(self, unit: Unit) -> bool:
        """Return whether the edge of a unit that has a place lies in it."""
        if unit.x is None or unit.y is None or not unit.on_table:
            return False
        away = hypot(unit.x - self.x, unit.y - self.y)
        return away < (self.size + unit.size) / 2 - NEARLY


def cover_of(field: Field) -> Cover | None:
    """Return what a Field covers of the table; None for one without a place, or on a creation."""
    if field.x is None or field.y is None or field.kind is field_rules.FieldKind.SHIELD:
        return None
    return Cover(field.x, field.y, field.size)


def area_for(field: Field, unit: Unit) -> Footprint | None:
    """Return a Field as the middle of a unit meets it: by its edge; None where it has no area."""
    cover = cover_of(field)
    return grown(disc(cover.x, cover.y, cover.size / 2), unit.size / 2) if cover else None


def inside_of(
    session: Session, unit: Unit, field_id: int | None = None, fire_id: int | None = None
) -> Inside:
    """Return the row about a unit in a Field or fire, else a new one that is not in the session.

    The row stays after the unit has left, and remembers when it was exposed (QF-17).
    """
    hazard = Inside.field_id == field_id if field_id else Inside.fire_id == fire_id
    noted = session.exec(select(Inside).where(Inside.unit_id == unit.id, hazard)).first()
    return noted or Inside(unit_id=unit.id or 0, field_id=field_id, fire_id=fire_id)


# A Field comes over those who stand there


def comes_over(session: Session, field: Field, before: Cover | None = None) -> list[Line]:
    """Note who is in a Field by the map now that it was made, grew, shrank or was put elsewhere.

    Rules: Q8-57 (it acts at once on those whom it comes over), F.1-11, QF-17. `before` is what it
    covered until now. Each whom it comes over has a step that waits.
    """
    cover = cover_of(field)
    if present_turn(session) is None or (cover is None and before is None):
        return []
    session.flush()
    lines: list[Line] = []
    for unit in living_units(session):
        was, now = (each is not None and each.reaches(unit) for each in (before, cover))
        if now and not was:
            lines += appear_around(session, unit, field, 0.0)
        elif was and not now:
            lines += goes_away(session, unit, field)
    return lines


def goes_away(session: Session, unit: Unit, field: Field) -> list[Line]:
    """Note that a unit is no longer in a Field, if it was; return the line."""
    inside = inside_of(session, unit, field_id=field.id)
    if not inside.id or inside.left:
        return []
    return [leave(session, inside, unit)]


def appear_around(session: Session, unit: Unit, field: Field, distance: float) -> list[Line]:
    """Note a unit around which a new Field appears, `distance` inches from its middle (Q8-57).

    Nothing is noted if new Fields do not act at once by the house rules, or if this one has no
    dice that damage the unit there; the Field acts once the unit moves in it.
    """
    at_once = house_of(session, BrikWarsHouse).field_acts_on_creation
    here = field_rules.reaches(field.size, distance)
    acts = at_once and here and field_clocks.damaging_dice(field)
    if not acts or unit.fate is not Fate.ALIVE:
        return []
    inside = inside_of(session, unit, field_id=field.id)
    if inside.id and not inside.left:
        return []
    entry = enter(session, unit, inside)
    note_encounter(session, unit, field.id or 0, 0.0, ends=True, by_itself=False)
    return [entry]


def enter(session: Session, unit: Unit, inside: Inside) -> Line:
    """Note that a unit is in a hazard now; return the line."""
    inside.left = False
    session.add(inside)
    session.flush()
    return _entry_line(session, unit, inside)


def leave(session: Session, inside: Inside, unit: Unit) -> Line:
    """Note that a unit has left a hazard, and keep when it was exposed; return the line.

    Marked and not deleted: one who comes back in the same turn is not exposed twice (QF-17).
    """
    inside.left = True
    session.add(inside)
    for encounter in _of(session, unit.id, inside.field_id) if inside.field_id else ():
        encounter.leaves = True
        session.add(encounter)
    name = field_clocks.hazard_name(session, inside)
    return line(Kind.FIELD, f"{unit.name} has left {name}.", of=unit)


def _entry_line(session: Session, unit: Unit, inside: Inside) -> Line:
    """Return the line of a unit that is in a hazard now, with the dice that it takes."""
    dice = ", ".join(f"d{sides}" for sides in field_clocks.hazard_dice(session, inside))
    again = inside.exposed_turn_id == turn_now(session).id
    acts = f"It takes its Hazard dice now: {dice}." if dice else ""
    acts = "It has been exposed to it in this turn." if dice and again else acts
    field = session.get(Field, inside.field_id) if inside.field_id else None
    if field is not None and dice and not acts_by_itself(field.mode):
        acts = "It acts when its operator wants it."
    return line(
        field_clocks.field_icon(field) if field else Kind.FIRE,
        f"{unit.name} is in {field_clocks.hazard_name(session, inside)}.",
        field_clocks.spared(session, inside, unit) or acts,
        rule="F.1-42" if inside.fire_id else "F.1-11", of=unit,
    )  # fmt: skip


# What is owed


def note_encounter(
    session: Session, unit: Unit, field_id: int, inches: float, *, ends: bool, by_itself: bool
) -> None:
    """Note that a unit met a Field on its way; several ways of one turn count as one (QF-34).

    `inches` of its way lie in the Field, `ends`: the way ends in it too.
    """
    turn = turn_now(session)
    past = select(Encounter).where(Encounter.unit_id == unit.id, col(Encounter.turn_id) != turn.id)
    for row in session.exec(past):
        session.delete(row)  # nobody rolled for it in its turn
    same = select(Encounter).where(
        Encounter.unit_id == unit.id, Encounter.field_id == field_id, Encounter.turn_id == turn.id
    )
    encounter = session.exec(same).first() or Encounter(
        unit_id=unit.id or 0, field_id=field_id, turn_id=turn.id or 0, inches=0.0
    )
    encounter.inches += inches
    encounter.leaves = not ends
    encounter.by_itself = by_itself
    session.add(encounter)
    session.flush()


def settle_encounter(session: Session, unit_id: int | None, field_id: int | None) -> None:
    """Delete what a unit owes to a Field: its dice are rolled."""
    for encounter in _of(session, unit_id, field_id):
        session.delete(encounter)
    session.flush()


def _of(session: Session, unit_id: int | None, field_id: int | None) -> tuple[Encounter, ...]:
    owed = select(Encounter).where(Encounter.unit_id == unit_id, Encounter.field_id == field_id)
    return tuple(session.exec(owed))


TERRAIN_MODES = tuple(mode.value for mode in TerrainMode)
"""What Difficult Terrain does (table F5)."""

MOST_INCHES = 1000
_DIE = re.compile(r"d(\d{1,2}) [A-Za-z]{1,20}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AddField(Act):
    """Place a Field Hazard of `size` inches across (F.0-04).

    - `dice`: labels such as d6 Damage, d4 Fire, d10 Exp, d6 Move, d6 Deflection.
    - `height`: inches; by default 5" for Smoke that is not `unlimited`, no limit for the rest.
    - `affects`: tags that a victim needs ("living, breathing"); empty: everybody.
    - `mode`: one of TERRAIN_MODES, for Difficult Terrain and for hidden d6 Move.
    - `direction`: where Thrust carries.
    - `carrier_id`: the creation that an Energy Shield covers.
    - `projector_id`: its Shield Projector, if the roster has one.
    - `powered_by_id`: the creation that powers Exposure Damage: each die acts once a turn for 1"
      of its Power, on contact or, with `by_hand`, when its operator wants it (F.1-06, F.1-07).
    - `shrinks`: it loses 1" at each turn start of its player, or of the running one if it has no
      player (8.4-44).
    """

    kind: field_rules.FieldKind
    size: int
    name: str = ""
    dice: tuple[str, ...] = ()
    player_id: int | None = None
    height: float | None = None
    unlimited: bool = False
    affects: str = ""
    mode: str = ""
    direction: str = ""
    carrier_id: int | None = None
    projector_id: int | None = None
    powered_by_id: int | None = None
    by_hand: bool = False
    shrinks: bool = False
    place: str = ""
    x: float | None = None
    y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the Field; BadInput for an impossible value, refused for dice it may not have."""
        turn = turn_now(session)
        key_or_none(session, Player, self.player_id)
        self._check()
        heed(self, field_rules.check_hazard_kind(self.kind, self.dice), session, self.kind.value)
        counted = field_rules.check_hazard_dice(self.size, self.dice)
        heed(self, counted.refusal, session, self.kind.value)
        # F.1-03 only recommends its limit: the warning is a refusal that the referee may overrule.
        heed(self, counted.warning, session, self.kind.value)
        carrier_id = self._carrier(session)
        owner = self.player_id or turn.player_id
        affects = text.note(self.affects, "affects").split(",")
        field = copied(
            Field,
            self,
            name=place_of(self.name, "name") or self.kind.value,
            height=self._height(),
            affects=", ".join(part.strip() for part in affects if text.is_visible(part)),
            mode=self._mode(),
            direction=place_of(self.direction, "direction"),
            # One column for both: the creation that a Shield covers, or that powers another Field.
            carrier_id=carrier_id,
            # Kept apart from the owner: a Field of nobody shrinks with the player who was running.
            shrink_player_id=owner if self.shrinks else None,
            made_turn_id=turn.id or 0,
            place=place_of(self.place),
        )
        session.add(field)
        session.flush()
        lines = (self._line(session, field), *comes_over(session, field))
        return Outcome(f"Place {field.name}", lines)

    def _check(self) -> None:
        if not 1 <= self.size <= MOST_INCHES:
            raise BadInput(f'A Field is 1" to {MOST_INCHES:,}" across.', "size")
        if self.height is not None and not 0 < self.height <= MOST_INCHES:
            raise BadInput(f'A height is more than 0" and at most {MOST_INCHES:,}".', "height")
        for die in self.dice:
            found = _DIE.fullmatch(die)
            if not found or int(found[1]) not in SIDES:
                raise BadInput(f"{die[:20]!r} is no Hazard die. Name it like d6 Damage.", "dice")
        check_position(self.x, self.y)

    def _height(self) -> float | None:
        low = self.kind is field_rules.FieldKind.SMOKE and not self.unlimited
        usual = field_rules.SMOKE_HEIGHT if low else None
        return usual if self.height is None else self.height

    def _mode(self) -> str:
        if self.kind is field_rules.FieldKind.EXPOSURE and self.powered_by_id is not None:
            return TriggerMode.MANUAL if self.by_hand else TriggerMode.AUTOMATIC
        # Hidden d6 Move, once triggered, do what Difficult Terrain does, so they need a mode too.
        moves = self.kind is field_rules.FieldKind.CONCEALED and field_rules.MOVE_DIE in self.dice
        if self.kind is not field_rules.FieldKind.TERRAIN and not moves:
            return ""
        if (self.mode or TERRAIN_MODES[0]) not in TERRAIN_MODES:
            raise BadInput(f"Choose from: {', '.join(TERRAIN_MODES)}.", "mode")
        return self.mode or TERRAIN_MODES[0]

    def _carrier(self, session: Session) -> int | None:
        """Return the creation that an Energy Shield covers, or that powers another Field.

        Raise BadInput for a Shield without one, or with its Projector on another unit (F.1-73).
        """
        if self.kind is not field_rules.FieldKind.SHIELD:
            if self.carrier_id is not None or self.projector_id is not None:
                raise BadInput("Only an Energy Shield covers a creation.", "carrier_id")
            return self._power(session)
        if self.carrier_id is None:
            raise BadInput("Say which creation the Energy Shield covers.", "carrier_id")
        carrier = alive(session, self.carrier_id)
        projector = row_or_none(session, Weapon, self.projector_id)
        if projector and projector.unit_id != carrier.id:
            why = f"{projector.name} is not on {carrier.name}. The Projector is on what it covers."
            raise BadInput(why, "projector_id")
        return carrier.id

    def _power(self, session: Session) -> int | None:
        """Return the creation that powers the Hazard (F.1-06); BadInput for the wrong kind."""
        if self.powered_by_id is None:
            return None
        if self.kind is not field_rules.FieldKind.EXPOSURE:
            raise BadInput("Only Exposure Damage is powered by a creation.", "powered_by_id")
        return alive(session, self.powered_by_id).id

    def _line(self, session: Session, field: Field) -> Line:
        facts = [f'{field.size}" across', *field.dice]
        if field.carrier_id:
            how = "on" if field.kind is field_rules.FieldKind.SHIELD else "powered by"
            facts.append(f"{how} {session.get_one(Unit, field.carrier_id).name}")
        facts += filter(None, (field.mode, field.direction, field.affects, field.place))
        ends = ' It shrinks 1" each turn.' if field.shrink_player_id else ""
        return line(
            field_clocks.field_icon(field),
            f"{said_of(field.name, 'is')} placed.", f"{', '.join(facts)}.{ends}",
            rule="F.0-01", player_id=field.player_id,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ResizeField(Act):
    """Give a Field another Size by hand; `removed` names the dice that go if they differ."""

    field_id: int
    size: int
    removed: tuple[str, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        """Write Size and dice; at 0" it is gone. BadInput if the dice that go are not named."""
        field = existing_row(session, Field, self.field_id)
        if not 0 <= self.size <= MOST_INCHES:
            raise BadInput(f'A Field is 0" to {MOST_INCHES:,}" across.', "size")
        # A Field that grows shrinks by a negative number; its dice stay.
        less = field.size - self.size
        try:
            shrunk = field_rules.shrink(field.size, field.dice, less, self.removed)
        except ValueError as error:
            raise BadInput(f"{error}.", "removed") from None
        if shrunk.to_choose:
            dice = ", ".join(field.dice)
            raise BadInput(f"Name the dice that go, {shrunk.to_choose} of: {dice}.", "removed")
        lines = resize_field(session, field, shrunk.field_size, shrunk.dice, shrunk.removed)
        return Outcome(f"Resize {field.name}", tuple(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearField(Act):
    """Take a Field off the table."""

    field_id: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete it, and what was noted about units inside it."""
        field = existing_row(session, Field, self.field_id)
        _remove_field(session, field)
        return outcome(
            field_clocks.field_icon(field), f"Clear {field.name}", text.note(self.reason, "reason"),
            lead=f"{said_of(field.name, 'is')} gone.", rule="F.0-01", player_id=field.player_id,
        )  # fmt: skip


def resize_field(
    session: Session,
    field: Field,
    size: int,
    dice: tuple[str, ...],
    removed: tuple[str, ...],
    rule: str = "F.1-04",
    step: str = "",
) -> list[Line]:
    """Write a Field's new Size and dice, or remove it at 0"; return the lines.

    The map tells who is no longer in it, or is from now on.
    """
    before, covered = field.size, cover_of(field)
    sums = (_size_sum(session, field, size, rule),)
    if size == 0:
        _remove_field(session, field)
        lead, words = f"{said_of(field.name, 'is')} gone.", f'It was {before}" across.'
    else:
        field.size, field.dice = size, list(dice)
        session.add(field)
        verb = "shrinks" if size < before else "grows" if size > before else "keeps its Size"
        gone = f" {', '.join(removed)} {'goes' if len(removed) == 1 else 'go'}." if removed else ""
        lead, words = f"{field.name} {verb}.", f'{before}" to {size}".{gone}'
    entry = line(
        field_clocks.field_icon(field), lead, words,
        rule=rule, player_id=field.player_id, step=step, sums=sums,
    )  # fmt: skip
    return [entry, *(comes_over(session, field, covered) if size else ())]


def _size_sum(session: Session, field: Field, size: int, rule: str) -> Sum:
    """Return the sum of a Field's new Size: it shrinks by itself (8.4-44), else by hand."""
    old = value_before(session, field, "size", "Across before", "F.0-04")
    change = size - field.size
    shrinks = Term('It shrinks 1" each turn', change, rule)
    return sum_of("Field", size, old, shrinks if rule == "8.4-44" else by_hand("", change))


def _remove_field(session: Session, field: Field) -> None:
    """Delete a Field and what was noted about units inside it.

    A Trap that it triggered stays, without its hidden spots.
    """
    for inside in session.exec(select(Inside).where(Inside.field_id == field.id)):
        session.delete(inside)
    for encounter in session.exec(select(Encounter).where(Encounter.field_id == field.id)):
        session.delete(encounter)
    for trap in session.exec(select(Trap).where(Trap.field_id == field.id)):
        trap.field_id = None
        session.add(trap)
    # Rows that name the Field go before it: SQLAlchemy knows no relationship between the tables.
    session.flush()
    session.delete(field)


def end_shields(
    session: Session, *, carrier_id: int | None = None, projector_id: int | None = None
) -> list[Line]:
    """Remove the Fields of one creation, or only the shields of one Projector; return the lines.

    Those of a creation are its Energy Shields and what it powers (F.1-06, F.1-73).
    """
    of = Field.carrier_id == carrier_id
    if projector_id is not None:
        of = Field.projector_id == projector_id
    lines = []
    for field in session.exec(select(Field).where(of)).all():
        shield = field.kind is field_rules.FieldKind.SHIELD
        _remove_field(session, field)
        lines.append(
            line(
                field_clocks.field_icon(field), f"{said_of(field.name, 'is')} gone.",
                f"Nothing {'projects' if shield else 'powers'} it any more.",
                rule="F.1-73" if shield else "F.1-06",
                player_id=field.player_id, unit_id=field.carrier_id,
            )
        )  # fmt: skip
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterHazard(Act):
    """A unit is in a Field, or in the burning part of an object: name one of the two.

    What the hazard does to it is the act `Expose`. With `holds_breath` a living unit that is not
    taken by surprise holds its breath until its next own turn (F.1-15).
    """

    unit_id: int
    field_id: int | None = None
    fire_id: int | None = None
    holds_breath: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Note that it is inside; BadInput if it is already, refused for its own fire (QF-16)."""
        unit = alive(session, self.unit_id)
        turn_now(session)  # raises BadInput between battles
        inside = inside_of(session, unit, **self._hazard(session, unit))
        if inside.id and not inside.left:
            name = field_clocks.hazard_name(session, inside)
            raise BadInput(f"{unit.name} is in {name} already.")
        if self.holds_breath:
            able = field_rules.may_hold_breath(unit.tags, surprised=False)
            why = f"{unit.name} is not alive and holds no breath."
            self.refuse_if(not able, "F.1-15", why, session)
            begin_state(session, unit, StateKind.BREATH_HELD, "in a Field")
        return Outcome(f"{unit.name} is in a hazard", (enter(session, unit, inside),))

    def _hazard(self, session: Session, unit: Unit) -> dict[str, int | None]:
        if (self.field_id is None) == (self.fire_id is None):
            raise BadInput("Name a Field or a fire, one of the two.", "field_id")
        if self.field_id is not None:
            return {"field_id": existing_row(session, Field, self.field_id).id}
        fire = existing_row(session, Fire, self.fire_id)
        why = f"{unit.name} is what burns; the fire acts on others inside it."
        self.refuse_if(fire.unit_id == unit.id, "QF-16", why, session)
        return {"fire_id": fire.id}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveHazard(Act):
    """A unit has left a Field or a burning part."""

    inside_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Note that it is out, and keep when it was exposed. BadInput if it is out already."""
        inside = existing_row(session, Inside, self.inside_id)
        unit = session.get_one(Unit, inside.unit_id)
        name = field_clocks.hazard_name(session, inside)
        if inside.left:
            raise BadInput(f"{unit.name} has left {name} already.")
        return Outcome(f"{unit.name} leaves {name}", (leave(session, inside, unit),))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PutField(Act):
    """Say where the middle of a Field lies, in inches from the left and the far edge."""

    field_id: int
    x: float
    y: float

    def carry_out(self, session: Session) -> Outcome:
        """Write the place. It comes over those who stand there, and leaves the others (F.1-11)."""
        field = existing_row(session, Field, self.field_id)
        check_position(self.x, self.y)
        before = cover_of(field)
        field.x, field.y = float(self.x), float(self.y)
        session.add(field)
        title = f"{said_of(field.name, 'lies')} at {in_figures(self.x)}, {in_figures(self.y)}"
        return Outcome(title, tuple(comes_over(session, field, before)))
