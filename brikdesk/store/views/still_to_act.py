"""What units did in a turn and may still do, and what to remember before it ends."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, or_, select

from brikdesk.copied import copied
from brikdesk.lengths import NEARLY, in_figures, in_inches
from brikdesk.rules.brikwars.actions_and_responses import AT_ONCE, actions_left, may_respond
from brikdesk.rules.brikwars.close_combat import reacts
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse, Occasion, Reminder, reminders
from brikdesk.rules.brikwars.movement import lasts
from brikdesk.rules.brikwars.states import JUMP_RISE, may_attempt_feat, real_inches
from brikdesk.store.house_rules import house_of, house_rules, move_left_in, move_now, sprints_in
from brikdesk.store.session import known, rows_of, running_turn
from brikdesk.store.tables import (
    Battle,
    CampaignRow,
    ControlPoint,
    Fate,
    HouseRule,
    Maneuver,
    Phase,
    Player,
    Run,
    Sprint,
    State,
    StateKind,
    Turn,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views import view
from brikdesk.store.views.campaign_and_battle import plays_brikwars, plays_scifi
from brikdesk.store.views.scifi import TABLES, UnfiredRow, unfired_weapons
from brikdesk.store.views.states import STOPS
from brikdesk.store.views.units import TABLES as UNITS_TABLES
from brikdesk.store.views.units import UnitRow, living_units
from brikdesk.store.views.units import unit as unit_of_units


class IdleUnit(Struct, frozen=True):
    """A unit that has neither moved nor acted, though it could."""

    unit_id: int
    name: str


@view(Unit, State, Turn, CampaignRow, Weapon, ControlPoint, HouseRule, Sprint)
def idle_units(session: Session) -> tuple[IdleUnit, ...]:
    """Return the running player's units that have neither moved nor acted (4.0-01).

    Those that are Disrupted can do nothing and are left out. What others operate is among them while
    its crew could move or fire it.
    """
    turn = running_turn(session)
    if turn is None or not plays_brikwars(session):
        return ()
    crews = _crews(session)
    return tuple(
        IdleUnit(unit.id or 0, unit.name)
        for unit in living_units(session)
        if unit.player_id == turn.player_id
        and unit.on_table
        and (
            reacts(unit.kind.value, unit.mind.value)
            or _could_be_used(session, unit, crews.get(unit.id or 0, ()), turn)
        )
        and does_nothing(session, unit, turn)
    )


def _crews(session: Session) -> dict[int, list[tuple[Weapon, Unit]]]:
    """Return by creation who is at the controls of which of its weapons."""
    there = {unit.id: unit for unit in living_units(session) if unit.on_table}
    found: dict[int, list[tuple[Weapon, Unit]]] = {}
    for row in rows_of(session, ControlPoint):
        weapon, unit = session.get(Weapon, row.weapon_id), there.get(row.occupant_id)
        if weapon is not None and unit is not None:
            found.setdefault(weapon.unit_id, []).append((weapon, unit))
    return found


def _could_be_used(
    session: Session, unit: Unit, crew: Sequence[tuple[Weapon, Unit]], turn: Turn
) -> bool:
    """Return whether the crew of a creation could still move it, or fire it: an idle one is named itself."""
    able = [
        (weapon, each)
        for weapon, each in crew
        if not any(
            row.unit_id == each.id and row.kind is StateKind.DISRUPTED
            for row in rows_of(session, State)
        )
    ]
    if not able or any(weapon.fired_turn_id == turn.id for weapon, _ in crew):
        return False
    if move_now(session, unit) > 0:
        return True
    return any(
        each.action_spent_turn_id != turn.id and _has_moved(each, turn) and not weapon.inoperative
        for weapon, each in able
    )


def does_nothing(session: Session, unit: Unit, turn: Turn) -> bool:
    """Return whether a unit could do something in a turn and has not."""
    if _has_moved(unit, turn) or unit.action_spent_turn_id == turn.id:
        return False
    return not any(
        row.unit_id == unit.id and row.kind is StateKind.DISRUPTED
        for row in rows_of(session, State)
    )


def _has_moved(unit: Unit, turn: Turn) -> bool:
    return unit.moved_turn_id == turn.id and unit.move_used > 0


class Unfinished(Struct, frozen=True):
    """A unit, what will be lost or broken if its turn ends now, and the rule that says so."""

    unit_id: int
    name: str
    what: str
    rule: str


READ_FROM = (Unit, State, Run, Sprint, Weapon, HouseRule, Turn, CampaignRow)
"""The tables that decide which units are unfinished."""

FORCED = ("4.1-41", "5.4-14")
"""The rules by which a unit must run on: a Sprint that ends in a 1, a MOM that was spent."""


@view(*READ_FROM)
def unfinished_units(session: Session) -> tuple[Unfinished, ...]:
    """Return the units that were probably forgotten (4.1-22, 4.1-41, 5.1-18, 5.4-07, 5.4-14).

    Those of the running player, and whoever dies of a Mortal Wound as this turn ends.
    """
    turn = running_turn(session)
    if turn is None or not plays_brikwars(session):
        return ()
    runs = {row.unit_id: row for row in rows_of(session, Run)}
    forced = {row.unit_id for row in sprints_in(session, turn.id) if row.forced}
    held = _by_unit(rows_of(session, State))
    # Nothing is open of all others; a battle has hundreds of them.
    asked = {*runs, *forced, *held}
    found = []
    for unit in living_units(session):
        if not unit.on_table:  # who stays out of the battle runs nowhere
            continue
        states = held[unit.id or 0]
        if unit.id in held:
            found += [Unfinished(unit.id or 0, unit.name, *each) for each in _dying(unit, states)]
        if unit.id not in asked or unit.player_id != turn.player_id:
            continue
        open_ends = (
            *_running_on(session, turn, unit, runs.get(unit.id or 0), unit.id in forced, states),
            *_drowning(turn, states),
        )
        found += [Unfinished(unit.id or 0, unit.name, *each) for each in open_ends]
    return tuple(found)


def _running_on(
    session: Session, turn: Turn, unit: Unit, run: Run | None, forced: bool, states: list[State]
) -> Iterator[tuple[str, str]]:
    held = {row.kind for row in states}
    if held & {StateKind.STOPPED, StateKind.DISRUPTED, StateKind.ENGAGED}:
        return
    left = move_left_in(session, unit, turn)
    if left <= NEARLY:
        return
    if run is not None and run.rolled and run.turn_id == turn.id:
        yield f"must run on, {in_inches(left)} straight", "5.4-14"
    elif forced:
        yield f"must run on, {in_inches(left)} straight", "4.1-41"
    elif (
        run is not None
        and run.mom
        # Who has not moved at all was left standing: it is among those who have done nothing.
        and _has_moved(unit, turn)
        and _holds(session, turn, run)
        and _spends_momentum(session, unit)
    ):
        yield f"loses its Momentum with {in_inches(left)} of its Move left", "5.4-07"


def _spends_momentum(session: Session, unit: Unit) -> bool:
    """Return whether a unit has something to spend a MOM on: a minifig that only shoots has not."""
    arms = (row.kind for row in rows_of(session, Weapon) if row.unit_id == unit.id)
    return unit.kind not in (UnitKind.MINIFIG, UnitKind.HERO) or WeaponKind.MELEE_WEAPON in arms


def _holds(session: Session, turn: Turn, run: Run) -> bool:
    turns = [row.id for row in rows_of(session, Turn) if row.player_id == turn.player_id]
    return lasts(run.turn_id, run.used_all, sorted(filter(None, turns)), turn.id)


def _dying(unit: Unit, states: list[State]) -> Iterator[tuple[str, str]]:
    # It acts as usual until then (5.1-18); a unit that takes damage only stays as it is.
    if any(row.kind is StateKind.MORTALLY_WOUNDED for row in states):
        yield "its Mortal Wound takes effect when the turn ends", "5.1-17"


def _drowning(turn: Turn, states: list[State]) -> Iterator[tuple[str, str]]:
    # The deadline is the end of the turn after the one in which it began (A4-10).
    if any(row.kind is StateKind.DROWNING and row.since_turn_id < (turn.id or 0) for row in states):
        yield "drowns when the turn ends", "4.1-22"


MECHANIK = "construction"
"""The Specialty of a Mechanik (OF-62)."""

SLOW = StateKind.HALF_SPEED.value


@view(Unit, HouseRule, State, Turn, Battle, CampaignRow)
def bears_on_unit(session: Session, unit_id: int) -> tuple[Reminder, ...]:
    """Return what to remember about a unit; nothing about one that is gone."""
    unit = session.get(Unit, unit_id)
    if unit is None or unit.fate is not Fate.ALIVE or not plays_brikwars(session):
        return ()
    return (*reminders(_occasions(session, unit), house_rules(session)), *_jumps(session, unit))


@view(HouseRule, CampaignRow)
def bears_on_act(session: Session, act: str) -> tuple[Reminder, ...]:
    """Return what to remember about an act that a sheet fills in, by its name."""
    known = [each for each in Occasion if each.value == act]
    return reminders(known, house_rules(session)) if plays_brikwars(session) else ()


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
    if turn is None or not plays_brikwars(session):
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
    first = house_of(session, BrikWarsHouse).bw_first_round_responses
    down = select(State).where(State.unit_id == unit.id, State.kind == StateKind.DISRUPTED)
    return _actions_left(unit, began, first) > 0 and session.exec(down).first() is None


def _actions_left(unit: Unit, round_start: int | None, first: bool) -> int:
    """Return the Actions of a unit before its player's next turn; `first` as the house rule says."""
    return actions_left(
        unit.actions_spent,
        unit.action_spent_turn_id,
        round_start,
        actions_per_turn=unit.actions_per_turn,
        first_round_responses=first,
    )


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


MOST_NAMED = 3


class UnfinishedTurn(Struct, frozen=True):
    """Something that is still open in the running turn, and the rule that it belongs to.

    `costs`: it is lost, broken or over once the turn has ended; else a unit has only done nothing.
    """

    words: str
    rule: str
    costs: bool = True

    @property
    def whole(self) -> str:
        """The words with the rule."""
        return f"{self.words} {self.rule}"


@view(*READ_FROM, ControlPoint, *TABLES)
def before_the_end(session: Session) -> tuple[UnfinishedTurn, ...]:
    """Return what is open as the running turn is about to end; nothing once its end has begun."""
    turn = running_turn(session)
    if turn is None or turn.phase is Phase.END:
        return ()
    found = [
        UnfinishedTurn(f"{row.name}: {row.what}.", row.rule) for row in unfinished_units(session)
    ]
    if fighters := idle_fighters(session):
        names = _named(fighters.names)
        words = f"Idle in Close Combat: {names}. {fighters.reminder.words}"
        found.append(UnfinishedTurn(words, fighters.reminder.rule))
    unfired = unfired_weapons(session, turn.player_id) if plays_scifi(session) else ()
    if unfired:
        found.append(UnfinishedTurn(f"{may_fire(unfired)}: {_named(_each(unfired))}.", "12-93"))
    # What costs nothing comes last.
    if idle := idle_units(session):
        many = "1 unit has" if len(idle) == 1 else f"{len(idle)} units have"
        names = _named(tuple(row.name for row in idle))
        found.append(UnfinishedTurn(f"{many} done nothing yet: {names}.", "4.0-01", costs=False))
    return tuple(found)


def may_fire(rows: tuple[UnfiredRow, ...]) -> str:
    """Say how many weapons may still fire."""
    return "1 weapon may still fire" if len(rows) == 1 else f"{len(rows)} weapons may still fire"


def _each(rows: tuple[UnfiredRow, ...]) -> tuple[str, ...]:
    return tuple(
        f"{row.unit}, {row.weapon} ({f'{row.fired} of {row.most}' if row.fired else 'not fired'})"
        for row in rows
    )


def _named(names: tuple[str, ...]) -> str:
    more = len(names) - MOST_NAMED
    return "; ".join((*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])))


HINDERS = STOPS | {StateKind.HALF_SPEED}
"""States that keep a unit from its whole Move or its Action."""

MADE = {
    "strike": "struck", "grab": "grabbed", "shove": "shoved", "parry": "parried", "charge": "Charged",
}  # fmt: skip
"""What a unit has done in Close Combat, by the maneuver that is noted."""


class MovedUnit(Struct, frozen=True):
    """A unit that moved, acted or was hindered in a turn; `colour` is empty for nobody's."""

    name: str
    words: str
    colour: str
    hindered: bool


@view(Unit, State, Run, Sprint, Maneuver, Weapon, HouseRule, Player, Turn)
def moved_units(session: Session, turn_id: int) -> tuple[MovedUnit, ...]:
    """Return what the units did and what hinders them, those of the turn's player first.

    The session is one of a moment at which that turn is not handed over yet (4.1, 4.2, 5.4).
    """
    turn = session.get(Turn, turn_id)
    if turn is None:
        return ()
    colours = {player.id: player.colour for player in session.exec(select(Player))}
    units = session.exec(select(Unit).order_by(col(Unit.id))).all()
    names = {unit.id: unit.name for unit in units}
    # Asked once for all units, or a large battle would be asked thousands of times.
    states_of = _by_unit(session.exec(select(State).order_by(col(State.id))))
    sprints = _by_unit(sprints_in(session, turn.id))
    made = _by_unit(session.exec(select(Maneuver).where(Maneuver.turn_id == turn.id)))
    found = []
    for unit in units:
        states = states_of[unit.id]
        did = [*_moved(session, unit, turn, sprints[unit.id]), *_acted(unit, turn, made[unit.id])]
        held = [_state(each) for each in states if each.kind in HINDERS]
        if unit.fate is Fate.ALIVE and (did or (held and unit.player_id == turn.player_id)):
            foes = [
                names.get(each.with_id, "") for each in states if each.kind is StateKind.ENGAGED
            ]
            also = [f"engaged with {', '.join(sorted(filter(None, foes)))}"] if any(foes) else []
            words = ", ".join([*did, *held, *also, *_momentum(session, unit, turn)])
            colour = colours.get(unit.player_id, "")
            row = MovedUnit(unit.name, words, colour, bool(held))
            found.append((unit.player_id != turn.player_id, row))
    # Sorting is stable: within each side the units keep their order.
    return tuple(row for _, row in sorted(found, key=lambda each: each[0]))


def _by_unit(rows: Iterable[Any]) -> Mapping[int | None, list[Any]]:
    """Return rows in one list for each unit."""
    found: defaultdict[int | None, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.unit_id].append(row)
    return found


def _moved(session: Session, unit: Unit, turn: Turn, sprints: list[Sprint]) -> Iterator[str]:
    """Say how many of its inches it moved (4.1-01), and what a Sprint gave it (4.1-33)."""
    if unit.moved_turn_id == turn.id and unit.move_used:
        whole = move_now(session, unit) + sum(row.inches for row in sprints)
        yield f"{in_inches(unit.move_used)} of {in_inches(whole)}"
    yield from (f'Sprint {row.inches}"' for row in sprints)


def _acted(unit: Unit, turn: Turn, noted: list[Maneuver]) -> Iterator[str]:
    """Say how many Actions it spent in this turn, as a response in those of others (4.2-02, 4.3-02)."""
    if unit.action_spent_turn_id == turn.id and unit.actions_spent:
        own = unit.player_id == turn.player_id
        word = "Action" if own else "response"
        yield word if unit.actions_spent == 1 else f"{unit.actions_spent} {word}s"
    made = {row.kind for row in noted}
    yield from (words for kind, words in MADE.items() if kind in made)


def _state(state: State) -> str:
    return f"{state.kind.value}: {state.cause}" if state.cause else state.kind.value


def _momentum(session: Session, unit: Unit, turn: Turn) -> Iterator[str]:
    run = session.exec(select(Run).where(Run.unit_id == unit.id)).first()
    if run is None or run.turn_id != turn.id:
        return
    if run.mom:
        yield "holds a MOM"
    elif run.rolled:
        yield "spent its MOM"


@view(Unit, State, Turn, HouseRule, CampaignRow)
def may_answer(session: Session) -> frozenset[int]:
    """Return the other players' units that hold an Action and are not Disrupted (4.0-02, 4.3-03)."""
    turn = running_turn(session)
    if turn is None or not plays_brikwars(session):
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
        and _holds_of_answering(
            unit, newest.get(unit.player_id or 0), held.get(unit.id or 0, set()), first
        )
    )


def _holds_of_answering(
    unit: Unit, round_start: int | None, held: set[StateKind], first: bool
) -> bool:
    """Return whether a unit holds an Action that it can spend on a response."""
    left = _actions_left(unit, round_start, first)
    disrupted, full_turn = StateKind.DISRUPTED in held, StateKind.FULL_TURN in held
    return may_respond(left, disrupted=disrupted, full_turn=full_turn) is None


def still_acts(session: Session, unit: Unit) -> bool:
    """Return whether a unit was lost in this turn, while it and another one acted at once."""
    turn = running_turn(session)
    if turn is None or unit.fate is Fate.ALIVE or unit.lost_turn_id != turn.id:
        return False
    rows = (row for row in rows_of(session, Maneuver) if row.turn_id == turn.id)
    return any(row.unit_id == unit.id and row.kind == AT_ONCE for row in rows)


@view(*UNITS_TABLES, Maneuver)
def acting_still(session: Session) -> tuple[UnitRow, ...]:
    """Return the lost units whose Action is still to come."""
    at_once = {row.unit_id for row in rows_of(session, Maneuver) if row.kind == AT_ONCE}
    lost = (session.get(Unit, unit_id) for unit_id in sorted(at_once))
    rows = (
        unit_of_units(session, each.id or 0) for each in lost if each and still_acts(session, each)
    )
    return tuple(row for row in rows if row and not row.action_spent)


GUNNERY = "gunnery"
"""The Specialty of a Gunner (OF-63)."""


class ShooterRow(Struct, frozen=True):
    """A living unit: whether it is a Gunner, and what it shot at last (unit-12; empty: nothing)."""

    unit_id: int
    gunner: bool
    last_target: str


@view(Unit)
def shooters(session: Session) -> dict[int, ShooterRow]:
    """Return all living units by their keys."""
    # Columns, not whole units: a battle has hundreds of them.
    asked = select(Unit.id, Unit.specialties, Unit.ranged_target).where(Unit.fate == Fate.ALIVE)
    return {
        unit_id or 0: ShooterRow(unit_id or 0, GUNNERY in specialties, target)
        for unit_id, specialties, target in session.exec(asked)
    }


class ShieldRow(Struct, frozen=True):
    """Something to parry with: a shield parries anything (4.3-08), another object only a Grab or Shove.

    `fired_turn_id`: the player turn in which it was used last; once in each is all (5.2-41).
    """

    weapon_id: int
    name: str
    unit_id: int
    unit: str
    shield: bool
    fired_turn_id: int | None = None


@view(Unit, Weapon)
def held_to_parry(session: Session) -> tuple[ShieldRow, ...]:
    """Return the shields of all living units that do not lie on the ground, and what else they hold."""
    pairs = session.exec(
        select(Weapon, Unit)
        .join(Unit, col(Unit.id) == col(Weapon.unit_id))
        .where(Unit.fate == Fate.ALIVE, Weapon.lying == "")
        .where(or_(Weapon.kind == WeaponKind.MELEE_SHIELD, col(Weapon.mounted).is_(False)))
        .order_by(col(Weapon.id))
    )
    shield = WeaponKind.MELEE_SHIELD
    return tuple(
        copied(
            ShieldRow, weapon,
            weapon_id=weapon.id or 0, unit=unit.name, shield=weapon.kind is shield,
        )
        for weapon, unit in pairs
    )  # fmt: skip
