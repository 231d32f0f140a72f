"""Fields on the table: placed, resized, cleared, triggered, entered and left (F.0, F.1)."""

import re
from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.fields.presence import comes_over, cover_of
from brikdesk.acts.fields.springing import spring_linked
from brikdesk.acts.heed import heed
from brikdesk.acts.places import check_position, place_of
from brikdesk.acts.reckoning import by_hand, sum_of, value_before
from brikdesk.acts.rows import alive, existing_row
from brikdesk.dice import SIDES
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.hazards.fields import (
    MOVE_DIE,
    SMOKE_HEIGHT,
    FieldKind,
    check_hazard_dice,
    check_hazard_kind,
    shrink,
)
from brikdesk.rules.brikwars.hazards.powered_hazards import TriggerMode
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line
from brikdesk.store.tables import Encounter, Field, Inside, Player, Trap, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.brikwars.hazards import field_icon
from brikdesk.turns.sequence import turn_now

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

    kind: FieldKind
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
        if self.player_id is not None:
            existing_row(session, Player, self.player_id)
        self._check()
        heed(self, check_hazard_kind(self.kind, self.dice), session, self.kind.value)
        counted = check_hazard_dice(self.size, self.dice)
        heed(self, counted.refusal, session, self.kind.value)
        # F.1-03 only recommends its limit: the warning is a refusal that the referee may overrule.
        heed(self, counted.warning, session, self.kind.value)
        carrier_id = self._carrier(session)
        owner = self.player_id or turn.player_id
        field = Field(
            player_id=self.player_id,
            name=text.name(self.name) if self.name.strip() else self.kind.value,
            kind=self.kind,
            size=self.size,
            dice=list(self.dice),
            height=self._height(),
            affects=", ".join(
                part.strip()
                for part in text.note(self.affects, "affects").split(",")
                if text.is_visible(part)
            ),
            mode=self._mode(),
            direction=place_of(self.direction, "direction"),
            # One column for both: the creation that a Shield covers, or that powers another Field.
            carrier_id=carrier_id,
            projector_id=self.projector_id,
            # Kept apart from the owner: a Field of nobody shrinks with the player who was running.
            shrink_player_id=owner if self.shrinks else None,
            made_turn_id=turn.id or 0,
            place=place_of(self.place),
            x=self.x,
            y=self.y,
        )
        session.add(field)
        session.flush()
        return Outcome(
            f"Place {field.name}", (self._line(session, field), *comes_over(session, field))
        )

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
        usual = SMOKE_HEIGHT if self.kind is FieldKind.SMOKE and not self.unlimited else None
        return usual if self.height is None else self.height

    def _mode(self) -> str:
        if self.kind is FieldKind.EXPOSURE and self.powered_by_id is not None:
            return TriggerMode.MANUAL if self.by_hand else TriggerMode.AUTOMATIC
        # Hidden d6 Move, once triggered, do what Difficult Terrain does, so they need a mode too.
        moves = self.kind is FieldKind.CONCEALED and MOVE_DIE in self.dice
        if self.kind is not FieldKind.TERRAIN and not moves:
            return ""
        if (self.mode or TERRAIN_MODES[0]) not in TERRAIN_MODES:
            raise BadInput(f"Choose from: {', '.join(TERRAIN_MODES)}.", "mode")
        return self.mode or TERRAIN_MODES[0]

    def _carrier(self, session: Session) -> int | None:
        """Return the creation that an Energy Shield covers, or that powers another Field.

        Raise BadInput for a Shield without one, or with its Projector on another unit (F.1-73).
        """
        if self.kind is not FieldKind.SHIELD:
            if self.carrier_id is not None or self.projector_id is not None:
                raise BadInput("Only an Energy Shield covers a creation.", "carrier_id")
            return self._power(session)
        if self.carrier_id is None:
            raise BadInput("Say which creation the Energy Shield covers.", "carrier_id")
        carrier = alive(session, self.carrier_id)
        projector = (
            None if self.projector_id is None else existing_row(session, Weapon, self.projector_id)
        )
        if projector and projector.unit_id != carrier.id:
            why = f"{projector.name} is not on {carrier.name}. The Projector is on what it covers."
            raise BadInput(why, "projector_id")
        return carrier.id

    def _power(self, session: Session) -> int | None:
        """Return the creation that powers the Hazard (F.1-06); BadInput for the wrong kind."""
        if self.powered_by_id is None:
            return None
        if self.kind is not FieldKind.EXPOSURE:
            raise BadInput("Only Exposure Damage is powered by a creation.", "powered_by_id")
        return alive(session, self.powered_by_id).id

    def _line(self, session: Session, field: Field) -> Line:
        facts = [f'{field.size}" across', *field.dice]
        if field.carrier_id:
            how = "on" if field.kind is FieldKind.SHIELD else "powered by"
            facts.append(f"{how} {session.get_one(Unit, field.carrier_id).name}")
        facts += [
            part for part in (field.mode, field.direction, field.affects, field.place) if part
        ]
        ends = ' It shrinks 1" each turn.' if field.shrink_player_id else ""
        return line(
            field_icon(field), f"{said_of(field.name, 'is')} placed.", f"{', '.join(facts)}.{ends}",
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
        try:
            # A Field that grows shrinks by a negative number; its dice stay.
            shrunk = shrink(field.size, field.dice, field.size - self.size, self.removed)
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
        words = line(
            field_icon(field), f"{said_of(field.name, 'is')} gone.", text.note(self.reason, "reason"),
            rule="F.0-01", player_id=field.player_id,
        )  # fmt: skip
        return Outcome(f"Clear {field.name}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerSpot(Act):
    """Mark one spot of a Concealed Hazard as gone off; it never does so again (F.1-59).

    Traps whose triggers lie hidden in it go off too (F.2-07).
    """

    field_id: int
    spot: str

    def carry_out(self, session: Session) -> Outcome:
        """Note the spot; BadInput for a Field that hides nothing."""
        field = existing_row(session, Field, self.field_id)
        spot = text.name(self.spot, "spot")
        if field.kind is not FieldKind.CONCEALED:
            raise BadInput(f"{said_of(field.name, 'is')} no Concealed Hazard.", "field_id")
        known = {each.casefold() for each in field.triggered}
        why = f"{spot} has gone off already and is marked."
        self.refuse_if(spot.casefold() in known, "F.1-59", why, session)
        field.triggered = [*field.triggered, spot]
        session.add(field)
        words = line(
            Kind.FIELD, f"{said_of(field.name, 'goes')} off.",
            f"{spot}: {', '.join(field.dice) or 'no dice'}.", rule="F.1-59", player_id=field.player_id,
        )  # fmt: skip
        traps = spring_linked(session, field, spot)
        return Outcome(f"{said_of(field.name, 'goes')} off", (words, *traps))


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
        return [
            line(
                field_icon(field), f"{said_of(field.name, 'is')} gone.", f'It was {before}" across.',
                rule=rule, player_id=field.player_id, step=step, sums=sums,
            )
        ]  # fmt: skip
    field.size, field.dice = size, list(dice)
    session.add(field)
    verb = "shrinks" if size < before else "grows" if size > before else "keeps its Size"
    gone = f" {', '.join(removed)} {'goes' if len(removed) == 1 else 'go'}." if removed else ""
    entry = line(
        field_icon(field), f"{field.name} {verb}.", f'{before}" to {size}".{gone}',
        rule=rule, player_id=field.player_id, step=step, sums=sums,
    )  # fmt: skip
    return [entry, *comes_over(session, field, covered)]


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
    of = (
        Field.carrier_id == carrier_id
        if projector_id is None
        else Field.projector_id == projector_id
    )
    lines = []
    for field in session.exec(select(Field).where(of)).all():
        shield = field.kind is FieldKind.SHIELD
        _remove_field(session, field)
        lines.append(
            line(
                field_icon(field), f"{said_of(field.name, 'is')} gone.",
                f"Nothing {'projects' if shield else 'powers'} it any more.",
                rule="F.1-73" if shield else "F.1-06",
                player_id=field.player_id, unit_id=field.carrier_id,
            )
        )  # fmt: skip
    return lines
