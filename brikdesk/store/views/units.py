"""Units as the tree and the Units workspace show them, as they were typed, and squads."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.dice import Pool
from brikdesk.ground.shapes import edge_to_edge
from brikdesk.rules.brikwars import power
from brikdesk.rules.brikwars import units_and_damage as structure
from brikdesk.rules.brikwars.actions_and_responses import turns_in_words, turns_of_action
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.movement import lasts
from brikdesk.store.house_rules import house_of, move_of, sprints_in
from brikdesk.store.session import known, rows_of, running_turn
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Fire,
    Homing,
    HouseRule,
    Inside,
    Mark,
    Player,
    PowerUse,
    Run,
    Sprint,
    Squad,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views import view
from brikdesk.store.views.states import STATES, STOPS


class ShownState(Struct, frozen=True):
    """A state of a unit: icon, word, a number if there is one, and its tone.

    `passing` marks chips that are not reported as changes of the unit: they pass with the turn, or
    belong to its ammunition.
    """

    icon: str
    word: str
    number: str = ""
    tone: str = ""
    passing: bool = False

    @property
    def aloud(self) -> str:
        """Word and number as a screen reader says them."""
        figure = self.number.removesuffix('"')
        inches = " inch" if figure.lstrip("+\N{MINUS SIGN}") == "1" else " inches"
        return f"{self.word} {figure}{inches if figure != self.number else ''}".strip()


class UnitFigures(Struct, frozen=True):
    """Figures of a unit: a row has them as they are now, the card for the editor as they were typed."""

    id: int
    name: str
    token: str
    kind: str
    player_id: int | None
    size: int
    action_die: int
    armor: str
    move: float
    weight_class: int
    deflection: int
    on_table: bool


class UnitRow(UnitFigures, frozen=True):
    """One unit. Inches throughout; `armor` and `move` as they are now, after all damage.

    `move_left` is what it may still move in the running turn, None outside its player's own
    and for what never moves. `squad` is the name of the one it is in, `aboard` of what it mans; "" for
    none.
    """

    faction: str
    code: str
    colour: str
    effective_size: int
    power_limit: int
    power_used: int
    power_burned: int
    power_saved: int
    chips: tuple[ShownState, ...]
    alive: bool
    action_spent: bool
    x: float | None = None
    y: float | None = None
    momentum: bool = False
    move_left: float | None = None
    squad: str = ""
    aboard: str = ""

    @property
    def power_left(self) -> int:
        """Inches of Power that can still be used now."""
        return max(0, self.power_limit - self.power_used)

    @property
    def armor_average(self) -> float:
        """What an Armor Roll shows on average, to put units in order: 7 for 2d6."""
        pool = Pool.parse(self.armor or "0", flat=True, where="Armor")
        return sum((sides + 1) / 2 for sides in pool.sides) + pool.bonus


TABLES = (
    Unit, Player, Fire, State, Mark, Homing, Weapon, Chamber, ControlPoint, PowerUse, Turn, Inside,
    HouseRule, Run, Sprint, Squad, Explosive,
)  # fmt: skip


_NOT_SHOWN = tuple(
    defer(column)  # type: ignore[arg-type]
    for column in (Unit.specialties, Unit.tags, Unit.melee_foes, Unit.fought)
)
"""JSON columns that no row shows; reading them would take as long as all other columns."""

OVERLOAD_LASTS = 64
"""Player turns after which no Overload counts any more, whatever the house rule and the table."""


@view(*TABLES)
def units(session: Session, include_lost: bool = False) -> tuple[UnitRow, ...]:
    """Return all units of the roster: by player in the order of joining, then unaligned ones."""
    around = _Around(session)
    rows = [_row(unit, around) for unit in _there(session, include_lost)]
    return tuple(sorted(rows, key=lambda row: (row.player_id is None, row.player_id or 0)))


@view(*TABLES)
def unit(session: Session, unit_id: int) -> UnitRow | None:
    """Return one unit, also a lost one; none where there is no such unit."""
    row = session.get(Unit, unit_id)
    return _row(row, _Around(session)) if row and row.fate is not Fate.REMOVED else None


def living_units(session: Session) -> tuple[Unit, ...]:
    """Return the units that are alive, oldest first."""
    return _there(session, include_lost=False)


def carriers(session: Session) -> Mapping[int, Unit]:
    """Return in or on what each unit at controls is, by its key: the first that it mans.

    Whoever fires by remote control may be anywhere.
    """
    found: dict[int, Unit] = {}
    for point in sorted(rows_of(session, ControlPoint), key=lambda row: row.id or 0):
        mans = point.occupant_id is not None and not point.remote
        weapon = session.get(Weapon, point.weapon_id) if mans else None
        unit = session.get(Unit, weapon.unit_id) if weapon else None
        if unit is not None and unit.fate is Fate.ALIVE and unit.id != point.occupant_id:
            found.setdefault(point.occupant_id or 0, unit)
    return found


def stands_as(session: Session, unit: Unit) -> Unit:
    """Return by whose place a unit is near to others.

    A crew without places of its own is where its vehicle is; all else where it stands itself.
    """
    if unit.x is not None:
        return unit
    return carriers(session).get(unit.id or 0, unit)


def apart(session: Session, one: Unit, other: Unit) -> float | None:
    """Return the inches between the edges of two units, a crew being where its vehicle is.

    None where the map does not know.
    """
    first, second = stands_as(session, one), stands_as(session, other)
    return 0.0 if first is second else edge_to_edge(first, second)


def _there(session: Session, include_lost: bool) -> tuple[Unit, ...]:
    def ask() -> tuple[Unit, ...]:
        there = Unit.fate != Fate.REMOVED if include_lost else Unit.fate == Fate.ALIVE
        wanted = select(Unit).options(*_NOT_SHOWN).where(there).order_by(col(Unit.id))
        return tuple(session.exec(wanted))

    return known(session, ("units", include_lost), ask, Unit, "fate")


class _Around:
    """Everything besides the units that their rows need, read once for all of them."""

    def __init__(self, session: Session) -> None:
        self.rules = house_of(session, BrikWarsHouse)
        self.players = {player.id: player for player in rows_of(session, Player)}
        self.turn = running_turn(session)
        self.own_turns = _turns_by_player(session)
        self.fires = _by_unit(rows_of(session, Fire))
        self.states = _by_unit(rows_of(session, State))
        # A Grab is a state of the unit that is held, and names its holder.
        self.grabbing = {
            state.with_id
            for states in self.states.values()
            for state in states
            if state.kind is StateKind.GRABBED
        }
        self.marks = {mark.target_id for mark in rows_of(session, Mark)}
        since = ((self.turn.id or 0) if self.turn else 0) - OVERLOAD_LASTS
        self.spent = _by_unit(use for use in rows_of(session, PowerUse) if use.turn_id >= since)
        self.weapons = _by_unit(rows_of(session, Weapon))
        self.loaded = {chamber.weapon_id for chamber in rows_of(session, Chamber)}
        self.homing = {homing.weapon_id: homing for homing in rows_of(session, Homing)}
        self.runs = {row.unit_id: row for row in rows_of(session, Run) if row.mom}
        self.sprints: Counter[int] = Counter()
        for sprint in sprints_in(session, self.turn.id if self.turn else None):
            self.sprints[sprint.unit_id] += sprint.inches
        self.squads = {row.unit_id: row.name for row in rows_of(session, Squad)}
        self.carriers = carriers(session)
        self.carried: dict[int, list[Explosive]] = defaultdict(list)
        for explosive in rows_of(session, Explosive):
            if explosive.carrier_id and explosive.state is not ExplosiveState.SPENT:
                self.carried[explosive.carrier_id].append(explosive)
        self.inside = {row.unit_id for row in rows_of(session, Inside) if not row.left}

    def power_used(self, unit: Unit) -> int:
        """Return the inches of Power that are gone in the present window."""
        rows, now = self.spent.get(unit.id or 0, ()), (self.turn.id or 0) if self.turn else 0
        return power_used(rows, now, self.own_turns[unit.player_id or 0], self.rules)

    def move_left(self, unit: Unit) -> float | None:
        """Return the inches that a unit may still move in its player's running turn (4.1-01)."""
        turn = self.turn
        if turn is None or unit.player_id != turn.player_id or unit.fate is not Fate.ALIVE:
            return None
        if not unit.move:
            return None  # what never moves has no turn to look after
        if _STILL & {state.kind for state in self.states.get(unit.id or 0, ())}:
            return 0.0
        used = unit.move_used if unit.moved_turn_id == turn.id else 0.0
        move: float = move_of(unit, self.weapons.get(unit.id or 0, ()), self.rules)
        return max(0.0, move + self.sprints[unit.id or 0] - used)

    def round_start(self, unit: Unit) -> int:
        """Return the stamp at which the unit's present round began."""
        own = self.own_turns[unit.player_id or 0]
        return own[-1] if own else 0

    def action_spent(self, unit: Unit) -> bool:
        """Return whether a unit has spent its Action in its present round."""
        # At least 1: otherwise "never" (0) would count as spent before the player's first turn.
        return (unit.action_spent_turn_id or 0) >= max(1, self.round_start(unit))


_STILL = STOPS | {StateKind.GRABBED}
"""States in which a unit moves no more."""


def _has_momentum(unit: Unit, around: _Around) -> bool:
    run = around.runs.get(unit.id or 0)
    if run is None:
        return False
    running = around.turn.id if around.turn else None
    return lasts(run.turn_id, run.used_all, around.own_turns[unit.player_id or 0], running)


def _turns_by_player(session: Session) -> Mapping[int, list[int]]:
    """Return the keys of each player's turns, oldest first."""

    def ask() -> Mapping[int, list[int]]:
        # Unaligned units ask for player 0, who has no turns: the default is an empty list.
        found: dict[int, list[int]] = defaultdict(list)
        for turn_id, player_id in session.exec(select(Turn.id, Turn.player_id).order_by(Turn.id)):  # type: ignore[arg-type]
            found[player_id].append(turn_id or 0)
        return found

    return known(session, "turns by player", ask, Turn, "player_id")


Owned = TypeVar("Owned", Fire, State, PowerUse, Weapon)


def _by_unit(rows: Iterable[Owned]) -> Mapping[int, list[Owned]]:
    found: dict[int, list[Owned]] = defaultdict(list)
    for row in rows:
        found[row.unit_id].append(row)
    return found


def power_used(
    rows: Iterable[PowerUse], now: int, own_turns: Sequence[int], rules: BrikWarsHouse
) -> int:
    """Return how many inches of these uses of Power count in the window of the turn `now`."""
    return power.used(
        [power.PowerSpent(row.turn_id, row.inches, row.overload) for row in rows],
        now,
        own_turns,
        window=rules.power_window,
        overload_until=rules.overload_until,
    )


def power_limit(unit: Unit, fire_size: int) -> int:
    """Return a unit's Power limit as it is now (8.1-31 to 8.1-39, F.1-30)."""
    half = power.has_half_power(unit.half_power.name.lower(), airborne=unit.airborne)
    return power.limit(unit.size, unit.size_damage, unit.power_multiplier, half, fire_size)


def _row(unit: Unit, around: _Around) -> UnitRow:
    # Each value of a row is asked for once: there may be hundreds of rows after each act.
    key, player = unit.id or 0, around.players.get(unit.player_id)
    burned = sum(fire.size for fire in around.fires.get(key, ()))
    carrier = around.carriers.get(key)
    left = structure.effective_size(unit.size, unit.size_damage)
    spent, runs = around.action_spent(unit), _has_momentum(unit, around)
    able = power_limit(unit, 0)
    capped = around.rules.bw_armor_capped_by_effective_size
    return copied(
        UnitRow,
        unit,
        faction=player.faction if player else "Unaligned",
        code=player.code if player else "–",
        colour=player.colour if player else "slate",
        effective_size=left,
        armor=structure.armor_after_damage(unit.armor, left, capped=bool(capped)),
        move=move_of(unit, around.weapons.get(key, ()), around.rules),
        power_limit=power_limit(unit, burned) if burned else able,
        power_used=around.power_used(unit),
        # A fire cannot take more Power than the unit would have without it.
        power_burned=min(burned, able),
        chips=_chips(unit, around, spent=spent, runs=runs),
        alive=unit.fate is Fate.ALIVE,
        action_spent=spent,
        momentum=runs,
        move_left=around.move_left(unit),
        squad=around.squads.get(key, ""),
        aboard=carrier.name if carrier else "",
    )


def _chips(unit: Unit, around: _Around, *, spent: bool, runs: bool) -> tuple[ShownState, ...]:
    """Return the chips in the order of importance: wound, fire, states, Mark, homing, guns, rest."""
    key = unit.id or 0
    chips: list[ShownState] = []
    if unit.fate is not Fate.ALIVE:
        return (ShownState("destroyed", "Destroyed", tone="danger"),)
    states = around.states.get(key, ())
    kinds = {state.kind for state in states}
    if StateKind.MORTALLY_WOUNDED in kinds:
        chips.append(_chip(StateKind.MORTALLY_WOUNDED))
    for fire in around.fires.get(key, ()):
        size = f'{fire.size}"' if fire.size else ""
        chips.append(ShownState("fire", "On fire", size, "fire"))
    if kinds:
        others = kinds - {StateKind.MORTALLY_WOUNDED}
        chips += [_chip(kind) for kind, facts in STATES.items() if kind in others and facts.chip]
        chips += _extended(unit, states, around)
    if key in around.grabbing:
        chips.append(ShownState("hand", "Holds somebody in a Grab"))
    chips += [ShownState("note", state.cause) for state in states if state.kind is StateKind.OTHER]
    if key in around.marks:
        chips.append(ShownState("marked", "Marked", tone="aim"))
    chips += _gun_chips(unit, around)
    chips += _damage_chips(unit)
    chips += _carried_chips(around.carried.get(key, ()))
    if key in around.inside:
        chips.append(ShownState("gas", "In a hazard", tone="smoke"))
    if runs:
        chips.append(ShownState("chevron-right", "Momentum", tone="ok", passing=True))
    if spent:
        chips.append(ShownState("check", "Action spent", passing=True))
    return tuple(chips)


def _chip(kind: StateKind) -> ShownState:
    return ShownState(STATES[kind].chip, kind.value, tone=STATES[kind].tone)


def _extended(unit: Unit, states: Iterable[State], around: _Around) -> list[ShownState]:
    """Return chips with the turns spent so far on a continued full-turn Action (4.2-29)."""
    own = around.own_turns[unit.player_id or 0]
    going_on = [each for each in states if each.kind is StateKind.FULL_TURN and each.lasting]
    return [
        ShownState(
            "turn",
            each.cause or "Full-turn Action",
            turns_in_words(turns_of_action(began, len(own)), int(each.until or 0)),
        )
        for each in going_on
        if (began := sum(turn <= each.since_turn_id for turn in own))
    ]


def _gun_chips(unit: Unit, around: _Around) -> list[ShownState]:
    chips = []
    for weapon in around.weapons.get(unit.id or 0, []):
        homing = around.homing.get(weapon.id or 0)
        if homing:
            chips.append(
                ShownState("homing", f"Homing on {homing.target}", f"+{homing.bonus}", "aim")
            )
        if weapon.inoperative:
            chips.append(ShownState("ammo", "Reload", tone="danger", passing=True))
        elif weapon.kind is WeaponKind.CANNON:
            word, tone = ("Loaded", "ok") if weapon.id in around.loaded else ("Reload", "danger")
            chips.append(ShownState("ammo", word, tone=tone, passing=True))
    return chips


def _carried_chips(carried: Iterable[Explosive]) -> list[ShownState]:
    """Return a chip for each Explosive that a unit carries; one that may go off is in red."""
    chips = []
    for row in carried:
        word = f"Carries {row.name} X{row.explosive_size}"
        if row.state is ExplosiveState.STORED:
            chips.append(ShownState("blast", word))
        else:
            chips.append(ShownState("dud", f"{word}, {row.state.value}", tone="danger"))
    return chips


def _damage_chips(unit: Unit) -> list[ShownState]:
    chips = []
    if unit.size_damage:
        chips.append(ShownState("shield", "Size", f'−{unit.size_damage}"', "danger"))
    if unit.wounded:
        chips.append(ShownState("mortally-wounded", "Wounded", tone="danger"))
    if unit.limbs_lost:
        lost = ", ".join(limb.replace("_", " ") for limb in unit.limbs_lost)
        chips.append(ShownState("cross", f"Lost: {lost}", tone="danger"))
    elif unit.grinding:
        chips.append(ShownState("shield", "Grinding Damage", str(unit.grinding), "danger"))
    return chips


class UnitCard(UnitFigures, frozen=True):
    """Every fact of a unit as it was typed, for the editor; figures before any damage."""

    preset: str
    size_damage: int
    actions_per_turn: int
    power_multiplier: int
    half_power: str
    airborne: bool
    mind: str
    specialties: tuple[str, ...]
    tags: tuple[str, ...]
    worn_armor: str
    value: float
    notes: str
    fate: str
    wounded: bool
    grinding: int
    limbs_lost: tuple[str, ...]
    x: float | None
    y: float | None


@view(Unit)
def unit_card(session: Session, unit_id: int) -> UnitCard | None:
    """Return one unit's typed facts, also of a lost or removed one; none where there is no such unit."""
    row = session.get(Unit, unit_id)
    if row is None:
        return None
    return copied(UnitCard, row, half_power=row.half_power.name.lower())


class SquadRow(Struct, frozen=True):
    """A squad with its living units and the faction that it fights for."""

    name: str
    faction: str
    unit_ids: tuple[int, ...]
    names: tuple[str, ...]


@view(Squad, Unit, Player)
def squads(session: Session) -> tuple[SquadRow, ...]:
    """Return the squads by name, those of each player apart; whoever is lost is left out."""
    rows = session.exec(
        select(Squad.name, Player.faction, Unit.id, Unit.name)
        .join(Unit, col(Unit.id) == col(Squad.unit_id))
        .join(Player, col(Player.id) == col(Unit.player_id), isouter=True)
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(Squad.id))
    )
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for name, faction, unit_id, unit in rows:
        found.setdefault((name, faction or "Unaligned"), []).append((unit_id or 0, unit))
    return tuple(
        SquadRow(name, faction, tuple(key for key, _ in own), tuple(unit for _, unit in own))
        for (name, faction), own in sorted(
            found.items(), key=lambda each: (each[0][0].casefold(), each[0][1])
        )
    )


@view(Unit, Fire)
def rows_in_play(session: Session) -> int:
    """Count the units that are not lost and the fires: the panes read all of them after an act.

    So these rows are at hand, and counting them here is quicker than asking the file.
    """
    return len(living_units(session)) + len(rows_of(session, Fire))
