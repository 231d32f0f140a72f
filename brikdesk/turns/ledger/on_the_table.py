"""The ledger: the Fields and Traps on the table."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.hazards.energy_shields import unspent
from brikdesk.rules.brikwars.hazards.fields import FieldKind, HazardDie, hazard_die
from brikdesk.rules.brikwars.hazards.traps import may_spring, trap_die
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Field, Player, Seat, Trap, Turn, Unit, Weapon
from brikdesk.store.views import view
from brikdesk.turns.brikwars.hazards import FIELD, field_icon
from brikdesk.turns.owners import NOBODY, Coming, Owner, owners_now
from brikdesk.turns.sequence import present_turn


class FieldRow(Struct, frozen=True):
    """A Field Hazard, or a Trap (its id negative, without Size and `sort`).

    `mode` is what terrain does, `unit_id` the creation under an Energy Shield, or the bearer of a
    Weapon Trap's weapon. `candidates` are possible triggers, `armed` whether a Trap can go off.
    `first_die` stands for all its dice where there is room for one; none: it has no dice.
    """

    id: int
    name: str
    owner: Owner
    icon: Kind
    sort: FieldKind | None
    kind: str
    size: int
    dice: tuple[str, ...]
    next: Coming
    place: str
    triggered: int
    mode: str = ""
    unit_id: int | None = None
    trap: bool = False
    armed: bool = False
    candidates: tuple[str, ...] = ()
    first_die: HazardDie | None = None


@view(Field, Player, Turn, Seat, Unit)
def fields(session: Session) -> tuple[FieldRow, ...]:
    """Return all Fields, oldest first."""
    owners, turn = owners_now(session), present_turn(session)
    return tuple(
        FieldRow(
            id=row.id or 0,
            name=row.name,
            owner=owners.get(row.player_id, NOBODY),
            icon=field_icon(row),
            sort=row.kind,
            kind=_field_kind(session, row),
            size=row.size,
            dice=tuple(row.dice),
            next=_field_next(session, row, turn),
            place=row.place,
            triggered=len(row.triggered),
            mode=row.mode,
            unit_id=row.carrier_id,
            first_die=hazard_die(row.dice[0]) if row.dice else None,
        )
        for row in FIELD.rows(session)
    )


@view(Trap, Player, Turn, Field, Weapon, Unit)
def traps(session: Session) -> tuple[FieldRow, ...]:
    """Return all Traps, oldest first."""
    owners, turn = owners_now(session), present_turn(session)
    rows = []
    for trap in rows_of(session, Trap):
        weapon = session.get(Weapon, trap.weapon_id) if trap.weapon_id else None
        die = trap_die(smart=trap.smart, action_die=trap.action_die)
        rows.append(
            FieldRow(
                id=-(trap.id or 0),
                name=trap.name,
                owner=owners.get(trap.player_id, NOBODY),
                icon=Kind.FIELD,
                sort=None,
                kind=_trap_kind(session, trap, weapon),
                size=0,
                dice=(f"d{die} Action",) if weapon else (),
                next=Coming(_trap_next(trap, turn)),
                place=trap.trigger or ", ".join(trap.candidates),
                triggered=0,
                unit_id=weapon.unit_id if weapon else None,
                trap=True,
                armed=trap.armed,
                candidates=tuple(trap.candidates),
                first_die=HazardDie(die, None) if weapon else None,
            )
        )
    return tuple(rows)


@view(Field, Trap, Player, Turn, Seat, Unit, Weapon)
def fields_and_traps(session: Session) -> tuple[FieldRow, ...]:
    """Return all Fields, then all Traps."""
    return (*fields(session), *traps(session))


def _field_kind(session: Session, row: Field) -> str:
    height = "" if row.height is None else f"{in_inches(row.height)} high"
    how = "on" if row.kind is FieldKind.SHIELD else "powered by"
    carrier = f"{how} {session.get_one(Unit, row.carrier_id).name}" if row.carrier_id else ""
    parts = (row.kind.value, row.mode, row.direction, carrier, height, row.affects)
    return ", ".join(part for part in parts if part)


def _field_next(session: Session, row: Field, turn: Turn | None) -> Coming:
    if row.kind is FieldKind.SHIELD and turn is not None:
        # The keys of a JSON record are text.
        used = {int(place): stamp for place, stamp in row.spent.items()}
        ready = len(unspent(len(row.dice), used, turn.id or 0))
        return Coming(f"{ready} of {len(row.dice)} ready")
    return FIELD.coming(session, row)


def _trap_kind(session: Session, trap: Trap, weapon: Weapon | None) -> str:
    hidden = session.get(Field, trap.field_id) if trap.field_id else None
    parts = (
        "Smart Weapon Trap" if trap.smart else "Weapon Trap" if weapon else "Trap",
        weapon.name if weapon else "",
        f"hidden in {hidden.name}" if hidden else "",
        f"{len(trap.candidates)} possible triggers" if trap.candidates else "",
        "secret" if trap.secret else "",
    )
    return ", ".join(part for part in parts if part)


def _trap_next(trap: Trap, turn: Turn | None) -> str:
    now = (turn.id or 0) if turn else 0
    no = may_spring(
        armed=trap.armed, smart=trap.smart, sprung_in=trap.sprung_turn_id, current_turn=now
    )
    if no is None:
        return "armed"
    return "next turn" if trap.armed else "spent"
