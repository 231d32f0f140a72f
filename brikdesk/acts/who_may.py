"""Who may: reach, sight, hands, minds and inches, each asked here by every act, list and proposal.

Each function gives the No of its rule, or None: nothing stands in the way, or nobody knows. Whether
a unit has an Action is asked in `brikdesk.acts.unit_now`, who fights on whose side in
`brikdesk.store.sides`.
"""

from collections.abc import Sequence
from math import atan2, degrees

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.parted import INCH, maneuvers_of, noted_of, partings_of
from brikdesk.acts.unit_now import MINIFIGS, actions_left_now, hands_now, may_stir
from brikdesk.ground.round import edge_to_edge, point_to_edge
from brikdesk.rules.brikwars.attacks.parrying import may_think
from brikdesk.rules.brikwars.attacks.reaching import (
    ARM,
    lies_in_path,
    may_notice,
    may_parry_from,
    may_reach,
    may_take_inch,
    may_use_bare_hands,
    may_use_free_hand,
)
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units.limbs import hands_left
from brikdesk.rules.brikwars.units.responding import in_view
from brikdesk.rules.brikwars.units.states import angry_inch
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Parting, Stance, Unit, Weapon
from brikdesk.store.views.sight import hidden_by
from brikdesk.turns.sequence import present_turn

BARE_HANDS = "W-16"
"""Preset of what a minifig strikes with that holds nothing."""

# Reach


def out_of_reach(rule: str, unit: Unit, other: Unit, arm: float, *, free: float = 0.0) -> No | None:
    """Refuse to touch a unit that by the map is farther away than an arm and the inches before it."""
    return may_reach(rule, other.name, edge_to_edge(unit, other), arm, free=free)


def out_of_reach_of_spot(
    rule: str, unit: Unit, name: str, spot: tuple[float | None, float | None]
) -> No | None:
    """Refuse to take in hand what by the map lies farther away than an arm and the free inch."""
    gap = point_to_edge(*spot, unit)
    return may_reach(rule, name, gap, ARM, free=angry_inch())


def in_path(unit: Unit, heading: float | None, other: Unit) -> bool | None:
    """Return whether a unit that runs on meets another one; None where the map does not know."""
    if heading is None or unit.x is None or unit.y is None or other.x is None or other.y is None:
        return None
    widths = float(unit.size + other.size)
    return lies_in_path((unit.x, unit.y), heading, (other.x, other.y), widths=widths)


# Inches that are free


def free_inch(session: Session, unit: Unit) -> float:
    """Return the inch that a unit may still move before it strikes, Grabs or Shoves (4.3-04, 5.2-09).

    None for one that cannot stir: held, holding, Stopped or Disrupted (5.2-28, A4-34).
    """
    if INCH in noted_of(session, unit) or may_stir(session, unit) is not None:
        return 0.0
    return angry_inch()


def no_inch(session: Session, unit: Unit) -> No | None:
    """Refuse an Angry Inch, or the inch of a response, that goes with nothing (4.3-04, 5.2-09)."""
    turn = present_turn(session)
    own = turn is not None and unit.player_id == turn.player_id
    answers = any(
        row.foe_id == unit.id and row.waits and turn is not None and row.turn_id == turn.id
        for row in rows_of(session, Parting)
    )
    # A second weapon strikes in the Action that the first one has spent (5.2-19).
    going_on = own and bool(maneuvers_of(session, unit)) and not partings_of(session, unit)
    return may_take_inch(
        taken=INCH in noted_of(session, unit),
        to_come=actions_left_now(session, unit) > 0 or answers or going_on,
        own_turn=own,
    )


# Sight


def looks_at(session: Session, unit: Unit, spot: tuple[float | None, float | None]) -> bool | None:
    """Return whether a spot lies in a unit's cone of vision; None where nobody knows (4.3-08)."""
    facing = next((s.facing for s in rows_of(session, Stance) if s.unit_id == unit.id), None)
    x, y = spot
    if facing is None or x is None or y is None or unit.x is None or unit.y is None:
        return None
    if (x, y) == (unit.x, unit.y):
        return None
    return in_view(facing, degrees(atan2(x - unit.x, unit.y - y)))


def unseen(session: Session, unit: Unit, other: Unit, *, looks: bool | None) -> No | None:
    """Refuse an answer to a unit that is out of its cone of vision, behind a wall or in Smoke.

    Rules: 4.3-06, 4.3-08, 5.1-06, F.1-08. `looks`: whether it is in its cone, as `looks_at` says.
    """
    hidden = () if looks is False else hidden_by(session, unit.id or 0, other.id or 0)
    return may_notice(other.name, looks=looks, hidden_by=hidden)


class Hidden(Struct, frozen=True):
    """What hides all of a unit from another one: Smoke alone, or walls, by their names."""

    smoke: bool
    walls: tuple[str, ...]


def seen_past(session: Session, unit: Unit, other: Unit) -> Hidden:
    """Return what by the map hides one unit from another: a Scout may see through Smoke (QF-33)."""
    hidden = hidden_by(session, unit.id or 0, other.id or 0)
    walls = hidden_by(session, unit.id or 0, other.id or 0, through_smoke=True) if hidden else ()
    return Hidden(smoke=bool(hidden) and not walls, walls=walls)


def out_of_view(session: Session, unit: Unit, spot: tuple[float | None, float | None]) -> No | None:
    """Refuse a Parry of damage that comes from a spot behind the unit (5.2-51)."""
    return may_parry_from(looks=looks_at(session, unit, spot))


# Minds


def no_mind(unit: Unit) -> No | None:
    """Refuse what takes a mind to a barrel, or a vehicle that nobody drives (8.2-02)."""
    return may_think(unit.mind.value)


# Hands


def in_hands(session: Session, unit: Unit) -> Sequence[Weapon]:
    """Return what a unit holds in its Hands: nothing that lies, is mounted, or is its bare hands."""
    wanted = select(Weapon).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    held = session.exec(wanted.where(col(Weapon.mounted).is_(False)).order_by(col(Weapon.id)))
    return [each for each in held if each.preset != BARE_HANDS]


def too_much_held(session: Session, unit: Unit) -> str:
    """Say that a minifig holds more than its Hands can, which only the table knows which (OF-88)."""
    held, hands = in_hands(session, unit), hands_left(unit.limbs_lost)
    if unit.kind not in MINIFIGS or sum(each.hands for each in held) <= hands:
        return ""
    many = f"{hands or 'no'} Hand{'' if hands == 1 else 's'}"
    return (
        f"It has {many} for {', '.join(each.name for each in held)}: put away what it cannot hold."
    )


def no_free_hand(session: Session, unit: Unit) -> No | None:
    """Refuse a Grab to a minifig whose Hands all hold something (5.2-24)."""
    if unit.kind not in MINIFIGS:
        return None
    held = in_hands(session, unit)
    names = [each.name for each in held]
    return may_use_free_hand(hands_now(session, unit), names, sum(each.hands for each in held))


def no_bare_hands(session: Session, unit: Unit, rule: str, what: str) -> No | None:
    """Refuse what is done with Bare Hands to a unit that holds something (5.2-31, 5.2-52)."""
    return may_use_bare_hands(rule, what, [each.name for each in in_hands(session, unit)])
