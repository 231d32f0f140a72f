"""Everything with a clock by the Sci-fi rules: they end and begin anew at their own boundaries."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select

from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import (
    Boundary,
    CrewRole,
    Incapacitated,
    SpecialFire,
    ends,
)
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind
from brikdesk.store.scifi import crew_rows, is_now, stores_of, turn_began
from brikdesk.store.tables import (
    Edge,
    Fate,
    Lasts,
    Player,
    SfDetection,
    SfWeapon,
    State,
    StateKind,
    Turn,
    Unit,
)
from brikdesk.store.views.scifi import still_fires
from brikdesk.turns.clocks import Lasting, at_start, with_units
from brikdesk.turns.steps import Step
from brikdesk.turns.turn_order import slots_of_absent


def _boundaries(session: Session, turn: Turn, edge: Edge) -> tuple[tuple[Boundary, Turn], ...]:
    """Return the moments that are over when a turn starts, each with the turn that it belongs to.

    The end of a turn, and of a round, counts from the hand-over: until then its player may still
    act, so what ends with it waits at the start of the next turn.
    """
    if edge is not Edge.START:
        return ()
    earlier = select(Turn).where(Turn.battle_id == turn.battle_id, col(Turn.id) < turn.id)
    before = session.exec(earlier.order_by(col(Turn.id).desc()).limit(1)).first()
    over: list[tuple[Boundary, Turn]] = []
    if before is not None:
        over.append((Boundary.PLAYER_TURN_END, before))
        if before.number != turn.number:
            over.append((Boundary.ROUND_END, before))
    return (*over, (Boundary.PLAYER_TURN_START, turn))


def _recovers(session: Session, state: State, turn: Turn, edge: Edge) -> bool:
    """Return whether a unit stops being incapacitated at this edge of this turn (S-03)."""
    if state.kind is not StateKind.INCAPACITATED:
        return False
    since = session.get(Turn, state.since_turn_id)
    unit = session.get_one(Unit, state.unit_id)
    marker = Incapacitated(
        until=state.until or house_of(session, ScifiHouse).sf_incapacitated_until,
        since=state.since_turn_id,
        round=since.number if since else 0,
        player=unit.player_id,
    )

    def whose(of: Turn) -> int | None:
        """Return whose turn it counts as: at the place of a victim's player without turns, as his."""
        absent = unit.player_id in (None, *slots_of_absent(session, of))
        return unit.player_id if absent else of.player_id

    return any(
        ends(marker, each, turn=of.id or 0, round=of.number, player=whose(of))
        for each, of in _boundaries(session, turn, edge)
        if (of.id or 0) >= state.since_turn_id  # what was over before it began ends nothing
    )


def _recovering(session: Session, _: Turn, state: State) -> Step | None:
    unit = session.get_one(Unit, state.unit_id)
    if unit.fate is not Fate.ALIVE:
        return None
    title = f"{unit.name}: Incapacitated ends"
    return INCAPACITATED.step_of(state, title, state.cause, of=unit)


INCAPACITATED = Lasting(
    State,
    {"sfstate": at_start},
    step=_recovering,
    act="brikdesk.acts.scifi.units:EndIncapacitated",
    kind="scifi_ending",
    rule="12-47",
    when=_recovers,
    read=with_units(State),
)
"""An incapacitated unit recovers at the moment that its marker names (12-47, S-03)."""


def _seen_no_more(session: Session, seen: SfDetection, turn: Turn, edge: Edge) -> bool:
    """Return whether a detection ends at this edge of this turn, or should have ended before."""
    if seen.lasts is Lasts.CLEARED:
        return False
    if edge is not Edge.START:  # until the hand-over its player may still fire at it
        return False
    made = session.get(Turn, seen.made_turn_id)
    earlier = made is None or made.number < turn.number
    return seen.made_turn_id < (turn.id or 0) and (earlier or seen.lasts is Lasts.TURN)


def _out_of_sight(_: Session, turn: Turn, seen: Sequence[SfDetection]) -> Step:
    # One step stands for all markers that end here.
    ends = f"{len(seen)} {'marker ends' if len(seen) == 1 else 'markers end'}"
    return DETECTED.step_of(None, "Detected units are out of sight", ends, player_id=turn.player_id)


DETECTED = Lasting(
    SfDetection,
    {"sfseen": at_start},
    act="brikdesk.acts.scifi.units:EndDetections",
    kind="scifi_ending",
    icon=Kind.MARK,
    rule="12-89",
    when=_seen_no_more,
    together=_out_of_sight,
)
"""Detection ends with the turn or the round, unless the referee clears it (12-89)."""


def _used_before(session: Session, row: SfWeapon, turn: Turn, _: Edge) -> bool:
    """Return whether a weapon has something left over from a turn before this one.

    Of all players if turns reset by the round, else of the player whose turn it is and of nobody
    (S-01).
    """
    by_round = house_of(session, ScifiHouse).sf_turn_scope == "round"
    unit = session.get_one(Unit, row.unit_id)
    own = by_round or unit.player_id in (None, turn.player_id)
    return own and unit.fate is Fate.ALIVE and _left_over(session, row, unit)


def _left_over(session: Session, row: SfWeapon, unit: Unit) -> bool:
    began = turn_began(session, unit.player_id)
    used = bool(row.fired) or bool(row.capability_used) or row.special_fire is not SpecialFire.NONE
    if used and not is_now(row.fired_turn_id, began):
        return True
    stores = stores_of(session, row)
    if any(each.fired_this_turn and not is_now(each.fired_turn_id, began) for each in stores):
        return True
    return any(
        (each.initiative_turn_id is not None and not is_now(each.initiative_turn_id, began))
        or (each.role is CrewRole.NEXT_LOADER and not is_now(each.role_turn_id, began))
        for each in crew_rows(session, row)
    )


def fire_again(session: Session, used: Sequence[SfWeapon]) -> tuple[str, str]:
    """Return how many of the weapons that fired may fire again, and of which sides, if several.

    Those that are destroyed, expended or without a gunner may not (12-90).
    """
    able = [row for row in used if still_fires(session, row)]
    if not able:
        return "No weapon may fire again", ""
    count = "1 weapon" if len(able) == 1 else f"{len(able)} weapons"
    sides = Counter(_side(session, row) for row in able)
    whose = ", ".join(f"{many} of {side}" for side, many in sides.items())
    return f"{count} may fire again", whose if len(sides) > 1 else ""


def _side(session: Session, row: SfWeapon) -> str:
    player = session.get(Player, session.get_one(Unit, row.unit_id).player_id or 0)
    return player.faction if player else "nobody"


def _fire_again(session: Session, turn: Turn, used: Sequence[SfWeapon]) -> Step:
    by_round = house_of(session, ScifiHouse).sf_turn_scope == "round"
    title, whose = fire_again(session, used)
    begins = "a new round" if by_round else "a new turn of their player"
    detail = ": ".join(part for part in (begins, whose) if part)
    return FIRED.step_of(None, title, detail, player_id=turn.player_id)


FIRED = Lasting(
    SfWeapon,
    {"sfturn": at_start},
    act="brikdesk.acts.scifi.units:BeginSfTurn",
    kind="scifi_turn",
    icon=Kind.AMMO,
    rule="12-89",
    when=_used_before,
    together=_fire_again,
    read=with_units(SfWeapon),
)
"""A weapon may fire again when its turn begins (12-89, S-01)."""

LASTING: tuple[Lasting[Any], ...] = (INCAPACITATED, DETECTED, FIRED)
