"""House rules that bear on what the referee looks at, though no act carries them out."""

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.games.brikwars import BRIKWARS
from brikdesk.lengths import in_figures
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.reminders import Occasion, Reminder, reminders
from brikdesk.rules.brikwars.units.spent_actions import actions_left
from brikdesk.rules.brikwars.units.states import JUMP_RISE, may_attempt_feat, real_inches
from brikdesk.store.games import games_of
from brikdesk.store.house import house_of, house_rules
from brikdesk.store.journal.remembering import known, running_turn
from brikdesk.store.tables import (
    Battle,
    CampaignRow,
    Fate,
    HouseRule,
    State,
    StateKind,
    Turn,
    Unit,
    UnitKind,
)
from brikdesk.store.unit_move import move_now
from brikdesk.store.views import view
from brikdesk.store.views.idle import does_nothing

MECHANIK = "construction"
"""The Specialty of a Mechanik (OF-62)."""

SLOW = StateKind.HALF_SPEED.value


@view(Unit, HouseRule, State, Turn, Battle, CampaignRow)
def bears_on_unit(session: Session, unit_id: int) -> tuple[Reminder, ...]:
    """Return what to remember about a unit; nothing about one that is gone."""
    unit = session.get(Unit, unit_id)
    if unit is None or unit.fate is not Fate.ALIVE or not _plays_brikwars(session):
        return ()
    return (*reminders(_occasions(session, unit), house_rules(session)), *_jumps(session, unit))


@view(HouseRule, CampaignRow)
def bears_on_act(session: Session, act: str) -> tuple[Reminder, ...]:
    """Return what to remember about an act that a sheet fills in, by its name."""
    known = [each for each in Occasion if each.value == act]
    return reminders(known, house_rules(session)) if _plays_brikwars(session) else ()


class IdleFighters(Struct, frozen=True):
    """Who has done nothing in a Close Combat in its turn, and what that means (A5-05)."""

    names: tuple[str, ...]
    reminder: Reminder


@view(Unit, HouseRule, State, Turn, Battle, CampaignRow)
def idle_fighters(session: Session) -> IdleFighters | None:
    """Return the engaged units of the running turn that have neither moved nor acted; none: no one.

    Exempt are those who cannot act, and those whom this turn has engaged (A5-05).
    """
    turn = running_turn(session)
    if turn is None or not _plays_brikwars(session):
        return None
    engaged = known(session, "engaged", partial(_engaged, session), State, "kind")
    earlier = (state for state in engaged if state.since_turn_id != turn.id)
    bound = {key for state in earlier for key in (state.unit_id, state.with_id)}
    if not bound:
        return None
    own = select(Unit).where(
        Unit.player_id == turn.player_id, Unit.fate == Fate.ALIVE, col(Unit.id).in_(bound)
    )
    names = tuple(
        unit.name
        for unit in session.exec(own.order_by(col(Unit.id)))
        if does_nothing(session, unit, turn)
    )
    if not names:
        return None
    (what,) = reminders([Occasion.IDLE], house_rules(session))
    return IdleFighters(names, what)


def _engaged(session: Session) -> Sequence[State]:
    return session.exec(select(State).where(State.kind == StateKind.ENGAGED)).all()


def _occasions(session: Session, unit: Unit) -> list[Occasion]:
    found = []
    if _may_respond(session, unit):
        found.append(Occasion.RESPONDER)
    if unit.worn_armor:
        found.append(Occasion.ARMORED)
    if may_attempt_feat(hero=unit.kind is UnitKind.HERO):
        found.append(Occasion.HERO)
    if MECHANIK in unit.specialties:
        found.append(Occasion.MECHANIK)
    return found


def _may_respond(session: Session, unit: Unit) -> bool:
    """Return True for a unit that has an Action left in somebody else's turn (4.0-02)."""
    turn = running_turn(session)
    if turn is None or turn.player_id == unit.player_id:
        return False
    newest = select(Turn.id).where(
        Turn.player_id == unit.player_id, Turn.battle_id == turn.battle_id
    )
    began = session.exec(newest.order_by(col(Turn.id).desc()).limit(1)).first()
    left = actions_left(
        unit.actions_spent,
        unit.action_spent_turn_id,
        began,
        actions_per_turn=unit.actions_per_turn,
        first_round_responses=house_of(session, BrikWarsHouse).bw_first_round_responses,
    )
    down = select(State).where(State.unit_id == unit.id, State.kind == StateKind.DISRUPTED)
    return left > 0 and session.exec(down).first() is None


def _jumps(session: Session, unit: Unit) -> tuple[Reminder, ...]:
    """Tell how far a unit at Half Speed jumps and flies (4.1-18, 4.1-19)."""
    slowed = select(State).where(State.unit_id == unit.id, State.kind == StateKind.HALF_SPEED)
    if unit.worn_armor != "heavy" and session.exec(slowed).first() is None:
        return ()
    far, high = (
        in_figures(real_inches(each, [SLOW])) for each in (move_now(session, unit), JUMP_RISE)
    )
    if unit.airborne:
        return (Reminder(f'At Half Speed it flies {far}" at most.', "4.1-19"),)
    return (Reminder(f'At Half Speed it jumps {far}" far at most, and {high}" high.', "4.1-18"),)


def _plays_brikwars(session: Session) -> bool:
    return BRIKWARS in games_of(session)
