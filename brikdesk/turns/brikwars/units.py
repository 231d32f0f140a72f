"""Clocks of units: states, Close Combat, what is aimed at, Diverted Power, notes pinned to a turn."""

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from sqlmodel import Session, col, or_, select

from brikdesk.ground.shapes import edge_to_edge
from brikdesk.rules.brikwars.actions_and_responses import turns_in_words, turns_of_action
from brikdesk.rules.brikwars.close_combat import ENGAGING, is_idle, reacts
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.states import keeps_in_reach
from brikdesk.rules.brikwars.traps_and_scouts import mark_clock
from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.house_rules import are_foes, house_of
from brikdesk.store.lines import Kind
from brikdesk.store.session import known, of_unit, rows_of
from brikdesk.store.tables import (
    Fate,
    Homing,
    Maneuver,
    Mark,
    Note,
    Parting,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views.states import STATES, ended_by
from brikdesk.text import opening
from brikdesk.turns.clocks import Lasting, at_both, at_end, at_start, with_units
from brikdesk.turns.steps import Step
from brikdesk.turns.turn_order import player_at, present_turn


def is_extended(state: State) -> bool:
    """Return whether a state is an Action over several turns that has not had its last (4.2-29)."""
    return state.kind is StateKind.FULL_TURN and state.lasting


def turns_spent(session: Session, state: State) -> int:
    """Return how many turns of its owner an extended Action has taken, with the running one."""
    owner = session.get_one(Unit, state.unit_id).player_id
    turns = [row.id or 0 for row in rows_of(session, Turn) if row.player_id == owner]
    return turns_of_action(sum(turn <= state.since_turn_id for turn in turns), len(turns))


def _ends(session: Session, state: State) -> Clock | None:
    if is_extended(state):
        unit = session.get_one(Unit, state.unit_id)
        # Going on spends the Action: the stamp tells the last turn in which it was asked for.
        asked = max(state.since_turn_id, unit.action_spent_turn_id or 0)
        return Clock(state.clock_player_id, Edge.START, asked)
    # An incapacitated unit recovers by the Sci-fi rules (S-03).
    if state.lasting or state.kind is StateKind.INCAPACITATED:
        return None
    following = STATES[state.kind].following
    return Clock(state.clock_player_id, state.clock_edge, state.since_turn_id, following=following)


def _went_on(session: Session, state: State) -> int | None:
    """Return the stamp of the turn in which an extended Action went on last (4.2-29)."""
    if not is_extended(state):
        return None
    return session.get_one(Unit, state.unit_id).action_spent_turn_id


def _ending(session: Session, _: Turn, state: State) -> Step | None:
    unit = session.get_one(Unit, state.unit_id)
    if unit.fate is not Fate.ALIVE:
        return None
    if is_extended(state):
        return _goes_on(session, state, unit)
    own = _OF_THEIR_OWN.get((state.clock_edge, state.kind), _over)
    return own(state, unit)


def _goes_on(session: Session, state: State, unit: Unit) -> Step:
    turns = turns_in_words(turns_spent(session, state), int(state.until or 0))
    return STATE.step_of(
        state,
        f"{unit.name}: {state.cause or state.kind.value}",
        f"does it go on? {turns}",
        key=f"extended-{state.id}",
        rule="4.2-29",
        act={"act": "ContinueAction", "state_id": state.id},
        cleared_by="",
        player_id=state.clock_player_id,
        unit_id=unit.id,
        chooser_id=unit.player_id,
        asks=True,
    )


def _getting_up(state: State, unit: Unit) -> Step:
    return STATE.step_of(
        state,
        f"{unit.name} gets up",
        "Half Speed this turn",
        key=f"recover-{unit.id}",
        kind="recovery",
        icon=Kind.HALF_SPEED,
        rule="4.1-31",
        act={"act": "Recover", "unit_id": unit.id},
        player_id=state.clock_player_id,
        unit_id=unit.id,
    )


def _drowning(state: State, unit: Unit) -> Step:
    return STATE.step_of(
        state,
        f"{unit.name} drowns",
        "unless armor and heavy objects are off",
        key=f"drown-{state.id}",
        kind="drowning",
        rule="4.1-22",
        act={"act": "Drown", "state_id": state.id},
        of=unit,
        chooser_id=unit.player_id,
        asks=True,
    )


def _dying(state: State, unit: Unit) -> Step:
    harm = state.pending_damage
    return STATE.step_of(
        state,
        f"{unit.name} dies of the wound" if harm is None else f"{unit.name}: wound takes effect",
        "Mortally Wounded!",
        key=f"wound-{state.id}",
        kind="dying",
        icon=Kind.MORTAL,
        # A minifig dies of the wound; a non-minifig takes the damage that was held back for it.
        rule="5.1-17" if harm is None else "5.1-20",
        act={"act": "DieOfWound", "state_id": state.id},
        of=unit,
    )


def _over(state: State, unit: Unit) -> Step:
    start, slow = state.clock_edge is Edge.START, state.kind is StateKind.HALF_SPEED
    return STATE.step_of(
        state,
        f"{unit.name}: {state.kind.value} ends",
        state.cause,
        kind="recovery" if start else "standing",
        icon=Kind.HALF_SPEED if slow and not start else Kind.STATE,
        rule=ended_by(state),
        player_id=state.clock_player_id if start else unit.player_id,
        unit_id=unit.id,
    )


_OF_THEIR_OWN = {
    (Edge.START, StateKind.DISRUPTED): _getting_up,
    (Edge.END, StateKind.DROWNING): _drowning,
    (Edge.END, StateKind.MORTALLY_WOUNDED): _dying,
}
"""States whose end is more than an end."""


def only_ends(state: State) -> bool:
    """Return whether nothing follows on the end of a state: it is just taken off (`EndState`)."""
    by_itself = {kind for _, kind in _OF_THEIR_OWN}
    return state.kind not in by_itself and not is_extended(state)


_STATES = with_units(State)


def _unit_by_unit(session: Session) -> Sequence[State]:
    """Return what ends at turn starts unit by unit; all else in the order in which it began."""
    # Sorting is stable: states with an END clock share the 0 and stay as they are.
    return sorted(
        _STATES(session), key=lambda each: each.unit_id if each.clock_edge is Edge.START else 0
    )


def _alike(state: State) -> Hashable:
    # A unit that was Disrupted twice has two states but gets up once.
    return (state.unit_id, state.kind) if state.clock_edge is Edge.START else state.id


STATE = Lasting(
    State,
    {"state": at_both, "extended": at_start, "recover": at_start, "drown": at_end, "wound": at_end},
    _ends,
    _ending,
    "brikdesk.acts.units.states:EndState",
    cleared_by="ClearState",
    read=_unit_by_unit,
    alike=_alike,
    struck=_went_on,
)
"""A state ends by the clock that it began with, unless it lasts (4.1-10, 4.1-24, 4.1-31)."""


ARMS = (WeaponKind.MELEE_WEAPON, WeaponKind.OTHER)
"""Kinds of weapons that Strike; a Melee Shield only Parries and Shoves (8.1-05)."""


def ready_to_strike(session: Session, unit_id: int | None, turn_id: int | None) -> list[Weapon]:
    """Return what a unit has in hand to Strike with and has not used in a player turn (5.2-33)."""
    return [
        each
        for each in of_unit(session, Weapon, unit_id)
        if each.kind in ARMS and each.use and not each.lying and each.fired_turn_id != turn_id
    ]


def arms_of(session: Session, unit: Unit) -> Sequence[float]:
    """Return the Sizes of the weapons in hand to Strike with, by which a unit reaches (5.2-11)."""
    held = select(Weapon.size).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    return session.exec(held.where(col(Weapon.kind).in_(ARMS))).all()


def _waits(_: Session, parting: Parting, turn: Turn, __: Edge) -> bool:
    return parting.turn_id == turn.id and parting.waits


def _counterstrike(session: Session, turn: Turn, parting: Parting) -> Step | None:
    foe, unit = session.get_one(Unit, parting.foe_id), session.get_one(Unit, parting.unit_id)
    if foe.fate is not Fate.ALIVE or unit.fate is not Fate.ALIVE:
        return None
    ready = ready_to_strike(session, foe.id, turn.id)
    unused = ready[0].id if ready else None
    weapon = {"weapon_id": unused} if unused else {}
    strikes, aims = [{"by_id": foe.id, "mode": "strike", **weapon}], [{"unit_id": unit.id}]
    attack = {"act": "Attack", "counterstrike": True, "strikes": strikes, "aims": aims}
    return PARTING.step_of(
        parting,
        f"{foe.name} may Counterstrike {unit.name}",
        "no Action needed; or lets it go",
        of=foe,
        instead=attack,
        chooser_id=foe.player_id,
        asks=True,
    )


PARTING = Lasting(
    Parting,
    {"counterstrike": at_both},
    step=_counterstrike,
    act="brikdesk.acts.combat.disengaging_and_responses:ForgoCounterstrike",
    icon=Kind.ATTACK,
    rule="5.2-33",
    when=_waits,
    at_once=True,
)
"""An opponent answers at once who Disengages, and before the turn ends (5.2-33)."""


Noted = TypeVar("Noted", Maneuver, Parting)


def noted_in(
    session: Session, turn: Turn | None, table: type[Noted], unit: Unit
) -> tuple[Noted, ...]:
    """Return what is noted of a unit in a player turn, oldest first; nothing where no turn runs."""
    rows = rows_of(session, table) if turn else ()
    return tuple(row for row in rows if turn and (row.turn_id, row.unit_id) == (turn.id, unit.id))


def _idle(session: Session, turn: Turn, unit: Unit) -> bool:
    """Return whether an engaged unit has forgotten to Engage or Disengage (5.2-16, A5-05)."""
    states = rows_of(session, State)
    held = {row.kind for row in states if row.unit_id == unit.id}
    holds = any(row.kind is StateKind.GRABBED and row.with_id == unit.id for row in states)
    made = [row.kind for row in noted_in(session, turn, Maneuver, unit)]
    asked = unit.fate is Fate.ALIVE and unit.player_id == turn.player_id
    return (
        asked
        and not noted_in(session, turn, Parting, unit)
        and is_idle(
            engaged_before=True,
            maneuvers=[kind for kind in made if kind in ENGAGING],
            parried="parry" in made,
            holds=holds,
            down=StateKind.DISRUPTED in held,
        )
    )


def _fighters(session: Session) -> Sequence[State]:
    """Return one engagement of each unit, the oldest first."""
    if not house_of(session, BrikWarsHouse).bw_idle_counts_as_disengage:
        return ()
    first: dict[int, State] = {}
    for row in rows_of(session, State):
        if row.kind is StateKind.ENGAGED:
            first.setdefault(row.unit_id, row)
    return tuple(first.values())


def _forgot(session: Session, state: State, turn: Turn, edge: Edge) -> bool:
    if edge is not Edge.END:
        return False
    # The oldest engagement counts: who is engaged with somebody since this turn only is exempt.
    before = state.since_turn_id != turn.id
    return before and _idle(session, turn, session.get_one(Unit, state.unit_id))


def _idling(session: Session, turn: Turn, state: State) -> Step:
    unit = session.get_one(Unit, state.unit_id)
    return IDLING.step_of(
        state,
        f"{unit.name} has done nothing in its Close Combat",
        "that counts as Disengaging",
        key=f"idle-{unit.id}",
        of=unit,
        act={"act": "Disengage", "unit_id": unit.id, "idle": True},
        chooser_id=unit.player_id,
        asks=True,
    )


IDLING = Lasting(State, {"idle": at_end}, step=_idling, rule="5.2-16", when=_forgot, read=_fighters)
"""Who Engages nobody in its turn counts as Disengaging at its end (5.2-16)."""


CLEAR_OF = "clear of "
"""Noted of a mover, with the key of an opponent whose reach it has left by its player's word."""


class Beside(Struct, frozen=True):
    """An opponent of a mover, and whether the mover is in his reach; None: the map does not know.

    `parts`: the mover has Disengaged from him in this turn.
    """

    foe: Unit
    reached: bool | None
    parts: bool


def beside(session: Session, unit: Unit, turn: Turn) -> tuple[Beside, ...]:
    """Return those in whose reach a unit of the running player stands, or may stand, unengaged.

    Rules: A4-07 (it was struck on its way and did not Parry), 5.2-36 (it has Disengaged and not gone).
    Where the map does not know, only who was struck is asked: who Disengages has said from whom.
    """
    if unit.fate is not Fate.ALIVE or unit.player_id != turn.player_id or not _reacts(unit):
        return ()
    bound = _bound(session, unit)
    found = []
    for foe_id, parts in _met(session, unit, turn).items():
        foe = session.get(Unit, foe_id)
        if foe is None or foe.fate is not Fate.ALIVE or foe_id in bound or not _reacts(foe):
            continue
        if not are_foes(session, unit.player_id, foe.player_id):
            continue
        gap = edge_to_edge(foe, unit)
        reached = None if gap is None else keeps_in_reach(gap, arms_of(session, foe))
        if reached or (reached is None and not parts):
            found.append(Beside(foe, reached, parts))
    return tuple(found)


def _met(session: Session, unit: Unit, turn: Turn) -> dict[int, bool]:
    """Return who has struck a mover on its way, and from whom it has Disengaged, by their keys."""
    noted = {row.kind for row in noted_in(session, turn, Maneuver, unit)}
    met: dict[int, bool] = {}
    moved = unit.moved_turn_id == turn.id and unit.move_used > 0
    if moved and unit.melee_turn_id == turn.id:
        met |= dict.fromkeys(unit.melee_foes, False)
    parted = [row for row in noted_in(session, turn, Parting, unit) if row.leaves]
    if not any(row.waits for row in parted):
        met |= {row.foe_id: True for row in parted}
    return {key: parts for key, parts in met.items() if f"{CLEAR_OF}{key}" not in noted}


def _bound(session: Session, unit: Unit) -> set[int | None]:
    """Return whom a unit is engaged with."""
    engaged = (row for row in rows_of(session, State) if row.kind is StateKind.ENGAGED)
    pairs = ({row.unit_id, row.with_id} for row in engaged)
    return {key for pair in pairs if unit.id in pair for key in pair - {unit.id}}


def _reacts(unit: Unit) -> bool:
    return reacts(unit.kind.value, unit.mind.value)


def _movers(session: Session) -> Sequence[Unit]:
    """Return the running player's units that were struck or have Disengaged in this turn."""
    turn = present_turn(session)
    if turn is None:
        return ()
    parted = {row.unit_id for row in rows_of(session, Parting) if row.turn_id == turn.id}

    def ask() -> list[int | None]:
        own = Unit.player_id == turn.player_id
        return list(session.exec(select(Unit.id).where(Unit.melee_turn_id == turn.id, own)))

    struck = known(session, ("struck", turn.id), ask, Unit, "melee_turn_id", "player_id")
    ids = sorted({*parted, *filter(None, struck)})
    return tuple(filter(None, (session.get(Unit, key) for key in ids)))


def _stays(session: Session, unit: Unit, turn: Turn, edge: Edge) -> bool:
    return edge is Edge.END and bool(beside(session, unit, turn))


def _staying(session: Session, turn: Turn, unit: Unit) -> Step:
    found = beside(session, unit, turn)
    unknown = any(each.reached is None for each in found)
    names = ", ".join(each.foe.name for each in found)
    return STAYING.step_of(
        unit,
        f"{unit.name} ends its movement beside {names}",
        "engaged, if it is in reach" if unknown else "in reach by the map: engaged",
        rule="5.2-36" if all(each.parts for each in found) else "A4-07",
        of=unit,
        chooser_id=unit.player_id if unknown else None,
        asks=unknown,
    )


STAYING = Lasting(
    Unit,
    {"stays": at_end},
    step=_staying,
    act="brikdesk.acts.combat.disengaging_and_responses:StayInReach",
    kind="staying",
    when=_stays,
    read=_movers,
)
"""Who ends its movement in the reach of one who struck it on its way is engaged (A4-07)."""


def _mark_ends(session: Session, mark: Mark) -> Clock:
    # A Scout that has changed sides ends it in the turns of its new player.
    player = session.get_one(Unit, mark.scout_id).player_id or mark.player_id
    return mark_clock(player, mark.made_turn_id)


def _ending_mark(session: Session, _: Turn, mark: Mark) -> Step:
    target = session.get_one(Unit, mark.target_id)
    scout = session.get_one(Unit, mark.scout_id)
    title = f"Mark on {target.name} ends"
    return MARK.step_of(mark, title, scout.name, player_id=mark.player_id, unit_id=target.id)


MARK = Lasting(
    Mark,
    {"mark": at_start},
    _mark_ends,
    _ending_mark,
    "brikdesk.acts.fields.scouts_and_marks:EndMark",
    kind="marks",
    icon=Kind.MARK,
    rule="F.3-09",
)
"""A Mark ends at the next turn start of the Scout's player (F.3-09)."""


def _is_asked(session: Session, homing: Homing) -> Clock:
    # The clock starts with the attack, and again with each answer.
    since = homing.asked_turn_id or homing.attacked_turn_id
    return Clock(_gunner(session, homing), Edge.START, since)


def _gunner(session: Session, homing: Homing) -> int:
    """Return whose gun it is now, or was before it belonged to nobody."""
    weapon = session.get_one(Weapon, homing.weapon_id)
    return session.get_one(Unit, weapon.unit_id).player_id or homing.player_id


def _asking(session: Session, _: Turn, homing: Homing) -> Step:
    weapon = session.get_one(Weapon, homing.weapon_id)
    gun = session.get_one(Unit, weapon.unit_id)
    return HOMING.step_of(
        homing,
        f"Keep homing +{homing.bonus} on {homing.target}?",
        f"{gun.name}: has either moved?",
        player_id=_gunner(session, homing),
        chooser_id=_gunner(session, homing),
        asks=True,
        unit_id=gun.id,
    )


HOMING = Lasting(
    Homing,
    {"homing": at_start},
    _is_asked,
    _asking,
    "brikdesk.acts.weapons.gunnery:KeepHoming",
    icon=Kind.HOMING,
    rule="8.5-17",
    struck=lambda _, homing: homing.asked_turn_id,
)
"""Whether gun or target has moved is asked at the next turn start of the gun's player (8.5-17)."""


def _diverters(session: Session) -> Sequence[Unit]:
    turn = present_turn(session)
    if turn is None:
        return ()

    def ask() -> Sequence[Unit]:
        saving = or_(Unit.diverted_turn_id == turn.id, col(Unit.power_saved) > 0)
        return session.exec(
            select(Unit).where(Unit.fate == Fate.ALIVE, saving).order_by(col(Unit.id))
        ).all()

    # The answer is kept until one of the columns named here changes.
    decide = ("fate", "diverted_turn_id", "power_saved")
    return known(session, ("saving power", turn.id), ask, Unit, *decide)


def _stores(session: Session, unit: Unit) -> Clock | None:
    # One that belongs to nobody any more stores and loses it in the turns of whoever had it.
    began = (unit.diverted_turn_id, unit.power_saved_turn_id)
    owner = unit.player_id or player_at(session, *began)
    if owner is None:
        return None
    # Following: the end of the turn in the stamp has been counted already.
    return Clock(owner, Edge.END, unit.power_saved_turn_id or 0, following=True)


def _storing(_: Session, turn: Turn, unit: Unit) -> Step:
    """Return the step that stores diverted Power, or loses a store that was not used (Q8-04)."""
    stores = unit.diverted_turn_id == turn.id
    return DIVERTED.step_of(
        unit,
        f"{unit.name} stores Power" if stores else f"{unit.name} loses stored Power",
        "Divert All Power" if stores else f'{unit.power_saved}" was not used',
        rule="8.1-42" if stores else "8.1-43",
        of=unit,
    )


DIVERTED = Lasting(
    Unit,
    {"power": at_end},
    _stores,
    _storing,
    "brikdesk.acts.power:StorePower",
    kind="diverting",
    icon=Kind.POWER,
    read=_diverters,
)
"""Power that a unit diverts or has saved is counted as its own turn ends (8.1-42, 8.1-43)."""


def _comes_up(_: Session, note: Note) -> Clock | None:
    if note.done or note.due_number is None:
        return None
    # Since 0: its round alone says when it comes up, also in the turn in which it was written. One
    # without a player comes in the first turn of that round, whoever plays it.
    return Clock(note.player_id, note.edge, since=0, round=note.due_number)


def _reading(_: Session, __: Turn, note: Note) -> Step:
    title = opening(note.kind.value)
    return NOTE.step_of(note, title, note.text, player_id=note.player_id, unit_id=note.unit_id)


NOTE = Lasting(
    Note,
    {"note": at_both},
    _comes_up,
    _reading,
    "brikdesk.acts.campaign.notes_and_photos:TakeNote",
    kind="notes",
    icon=Kind.NOTE,
)
"""A note comes up at an edge of its player's turn, from its round on until it is put away."""


LASTING: tuple[Lasting[Any], ...] = (
    IDLING, STAYING, PARTING, STATE, DIVERTED, MARK, HOMING, NOTE,
)  # fmt: skip
