"""The units that may still answer what the running player's units do."""

from sqlmodel import Session

from brikdesk.games.brikwars import BRIKWARS
from brikdesk.rules.brikwars.attacks.close_attacks import reacts
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.responding import may_respond
from brikdesk.rules.brikwars.units.spent_actions import actions_left
from brikdesk.store.games import games_of
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import rows_of, running_turn
from brikdesk.store.tables import CampaignRow, HouseRule, State, StateKind, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.units import living_units


@view(Unit, State, Turn, HouseRule, CampaignRow)
def may_answer(session: Session) -> frozenset[int]:
    """Return the other players' units that hold an Action and are not Disrupted (4.0-02, 4.3-03)."""
    turn = running_turn(session)
    if turn is None or BRIKWARS not in games_of(session):
        return frozenset()
    first = house_of(session, BrikWarsHouse).bw_first_round_responses
    newest: dict[int, int] = {}
    for each in rows_of(session, Turn):
        if each.battle_id == turn.battle_id:
            newest[each.player_id] = max(each.id or 0, newest.get(each.player_id, 0))
    held: dict[int, set[StateKind]] = {}
    for state in rows_of(session, State):
        held.setdefault(state.unit_id, set()).add(state.kind)
    return frozenset(
        unit.id or 0
        for unit in living_units(session)
        if unit.player_id not in (None, turn.player_id)
        and reacts(unit.kind.value, unit.mind.value)
        and _holds(unit, newest.get(unit.player_id or 0), held.get(unit.id or 0, set()), first)
    )


def _holds(unit: Unit, round_start: int | None, held: set[StateKind], first: bool) -> bool:
    """Return whether a unit holds an Action that it can spend on a response."""
    left = actions_left(
        unit.actions_spent,
        unit.action_spent_turn_id,
        round_start,
        actions_per_turn=unit.actions_per_turn,
        first_round_responses=first,
    )
    disrupted, full_turn = StateKind.DISRUPTED in held, StateKind.FULL_TURN in held
    return may_respond(left, disrupted=disrupted, full_turn=full_turn) is None
