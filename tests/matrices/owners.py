"""A battle with one thing of every kind that has a clock, and all ways in which its owner can leave.

Ann, Ben and Cleo sit in this order; what has a clock is Ben's. Turns are named by round and player:
2B is Ben's turn of round 2; < is its start, > its end.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlmodel import Session, SQLModel

from brikdesk.acts.campaign.battles import EliminatePlayer, JoinBattle, ReorderSeats
from brikdesk.acts.campaign.setup import AddPlayer, SetRuleSets
from brikdesk.acts.step_act import act_of_step
from brikdesk.acts.turns_and_steps import EndTurn, GoOn, Together
from brikdesk.acts.units.editing import EditUnit
from brikdesk.games import GAMES
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.turn import Edge
from brikdesk.sample.battle import with_first_choices
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    ControlPoint,
    Encounter,
    Explosive,
    ExplosiveState,
    Field,
    Fire,
    Homing,
    Inside,
    Lasts,
    Mark,
    Note,
    Parting,
    Phase,
    Projectile,
    SfDetection,
    SfUnit,
    SfWeapon,
    State,
    StateKind,
    Turn,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.queue import agenda
from brikdesk.turns.turn_order import turn_now
from tests.staging import stage

ANN, BEN, CLEO, DORA = 1, 2, 3, 4
LETTERS = {ANN: "A", BEN: "B", CLEO: "C", DORA: "D"}
LAST_ROUND = 3
MOST_TURNS = 16
FIRST_BEN = 2
"""The stamp of Ben's first turn, since which everything runs."""

Action = Callable[["Table"], object]
Write = Callable[["Staging"], str]


@dataclass
class Table:
    """The battle, and which of its units has which clock."""

    campaign: Campaign
    keys: dict[str, str] = field(default_factory=dict)
    units: dict[str, int] = field(default_factory=dict)
    owner: int = BEN
    left: str = ""
    """The turn in which what waits is left undone."""

    def turn(self) -> Turn:
        return self.campaign.reading(turn_now)

    def label(self) -> str:
        turn = self.turn()
        return f"{turn.number}{LETTERS[turn.player_id]}"


@dataclass
class Staging:
    """What writes the rows of one clock: a session, the owner, the running turn."""

    session: Session
    owner: int
    now: int
    unit_id: int = 0

    def add(self, row: SQLModel) -> Any:
        self.session.add(row)
        self.session.flush()
        return row.id  # type: ignore[attr-defined]

    def unit(self, **facts: Any) -> int:
        """Write the unit that the clock is about."""
        self.unit_id = self.another(self.owner, "Unit", **facts)
        return self.unit_id

    def another(self, player_id: int | None, name: str = "Other", **facts: Any) -> int:
        """Write a unit that hardly anything kills, so that nothing else ends its clock."""
        usual: dict[str, Any] = {"size": 9, "armor": "20", "kind": UnitKind.CREATURE, "tags": []}
        return int(self.add(Unit(name=name, token="UN", player_id=player_id, **(usual | facts))))

    def state(self, kind: StateKind, edge: Edge, **facts: Any) -> int:
        unit = self.unit(**facts.pop("unit", {}))
        usual = {"since_turn_id": FIRST_BEN, "clock_player_id": self.owner, "clock_edge": edge}
        return int(self.add(State(unit_id=unit, kind=kind, **(usual | facts))))


def _state(kind: StateKind, edge: Edge, key: str = "state", **facts: Any) -> Write:
    return lambda at: f"{key}-{at.state(kind, edge, **facts)}"


def _recover(at: Staging) -> str:
    at.state(StateKind.DISRUPTED, Edge.START)
    return f"recover-{at.unit_id}"


def _mark(at: Staging) -> str:
    scout, target = at.unit(), at.another(ANN)
    row = Mark(scout_id=scout, target_id=target, player_id=at.owner, made_turn_id=FIRST_BEN)
    return f"mark-{at.add(row)}"


def _field(at: Staging) -> str:
    row = Field(name="Smoke", size=9, made_turn_id=FIRST_BEN, shrink_player_id=at.owner)
    return f"field-{at.add(row)}"


def _burning(at: Staging, **facts: Any) -> str:
    unit = at.unit(**facts)
    return f"burn-{at.add(Fire(unit_id=unit, size=3, driver_id=at.owner, lit_turn_id=FIRST_BEN))}"


def _running(at: Staging) -> str:
    unit = at.unit(kind=UnitKind.MINIFIG, size=1, tags=["fire creature"])
    unit = at.unit(kind=UnitKind.MINIFIG, size=1)
    # It does not burn down in these two rounds: only its running is looked at.
    row = Fire(unit_id=unit, size=0, driver_id=at.owner, lit_turn_id=FIRST_BEN, permanent_dice=1)
    return f"run-{at.add(row)}"


def _flight(at: Staging) -> str:
    row = Projectile(
        player_id=at.owner, unit_id=at.unit(), name="Slow Post", explosive_size=1, distance=900,
        travelled=12, target="the bridge", launched_turn_id=FIRST_BEN,
        frozen={"action_die": 6, "use": 4},
    )  # fmt: skip
    return f"flight-{at.add(row)}"


def _homing(at: Staging) -> str:
    gun = at.add(Weapon(unit_id=at.unit(), name="Cannon", kind=WeaponKind.CANNON, size=4))
    row = Homing(
        weapon_id=gun, player_id=at.owner, target="the bridge", bonus=1, built=[1],
        attacked_turn_id=FIRST_BEN,
    )  # fmt: skip
    return f"homing-{at.add(row)}"


def _note(at: Staging, edge: Edge, due: int = 2) -> str:
    return f"note-{at.add(Note(text='Tea', player_id=at.owner, due_number=due, edge=edge))}"


def _inside(at: Staging) -> str:
    acid = Field(name="Acid", kind=FieldKind.EXPOSURE, size=9, dice=["d4 Damage"], made_turn_id=1)
    acid.shrink_player_id = None
    row = Inside(unit_id=at.unit(), field_id=at.add(acid), exposed_turn_id=FIRST_BEN)
    return f"inside-{at.add(row)}"


def _detonating(at: Staging) -> str:
    row = Explosive(
        name="Keg", explosive_size=1, state=ExplosiveState.ACTIVATED, activated_turn_id=at.now,
        carrier_id=None,
    )  # fmt: skip
    return f"detonate-{at.add(row)}"


def _power(at: Staging) -> str:
    unit = at.unit(power_saved=2, power_saved_turn_id=FIRST_BEN)
    return f"power-{unit}"


def _idle(at: Staging) -> str:
    unit, foe = at.unit(), at.another(ANN)
    bound: dict[str, Any] = {"lasting": True, "since_turn_id": FIRST_BEN}
    at.add(State(unit_id=unit, with_id=foe, kind=StateKind.ENGAGED, **bound))
    return f"idle-{unit}"


def _counterstrike(at: Staging) -> str:
    row = Parting(
        unit_id=at.unit(), foe_id=at.another(CLEO), turn_id=at.now, waits=True, leaves=True
    )
    return f"counterstrike-{at.add(row)}"


def _met(at: Staging, kind: FieldKind, die: str, key: str) -> str:
    there = Field(name=kind.value, kind=kind, size=4, dice=[die], made_turn_id=at.now)
    unit, met = at.unit(), at.add(there)
    row = Encounter(unit_id=unit, field_id=met, turn_id=at.now, inches=1, leaves=True)
    number = at.add(row)
    if kind is FieldKind.EXPOSURE:
        at.add(Inside(unit_id=unit, field_id=met, left=True))
    return f"{key}-{number}" if key == "met" else f"{key}-{unit}-{met}"


def _space_unit(at: Staging) -> int:
    unit = at.unit()
    at.add(SfUnit(unit_id=unit))
    return unit


def _incapacitated(at: Staging, until: str) -> str:
    row = State(
        unit_id=_space_unit(at), kind=StateKind.INCAPACITATED, since_turn_id=at.now, until=until
    )
    return f"sfstate-{at.add(row)}"


def _seen(at: Staging, lasts: Lasts) -> str:
    at.add(SfDetection(unit_id=_space_unit(at), player_id=CLEO, lasts=lasts, made_turn_id=at.now))
    return "sfseen"


def _fired(at: Staging) -> str:
    gun = SfWeapon(unit_id=_space_unit(at), name="Phaser", fired={"": 1}, fired_turn_id=FIRST_BEN)
    at.add(gun)
    return "sfturn"


CLOCKS: Mapping[str, tuple[str, Write]] = {
    # name: the turn at whose start it is put on the table, and what puts it there
    "Mark": ("1C", _mark),
    "Disrupted": ("1C", _recover),
    "Stopped": ("1C", _state(StateKind.STOPPED, Edge.START)),
    "Holds breath": ("1C", _state(StateKind.BREATH_HELD, Edge.START)),
    "Revealed": ("1C", _state(StateKind.REVEALED, Edge.START)),
    "Other, start": ("1C", _state(StateKind.OTHER, Edge.START, cause="dazed")),
    "Field shrinks": ("1C", _field),
    "Burning": ("1C", _burning),
    "Flight": ("1C", _flight),
    "Homing": ("1C", _homing),
    "Note, start": ("1C", partial(_note, edge=Edge.START)),
    "Note, a round later": ("1C", partial(_note, edge=Edge.START, due=3)),
    "Extended Action": (
        "1C", _state(StateKind.FULL_TURN, Edge.END, "extended", lasting=True, cause="Repairs"),
    ),
    "Half Speed": ("1C", _state(StateKind.HALF_SPEED, Edge.END)),
    "Full-turn Action": ("1C", _state(StateKind.FULL_TURN, Edge.END)),
    "Other, end": ("1C", _state(StateKind.OTHER, Edge.END, cause="dazzled")),
    "Drowning": ("1C", _state(StateKind.DROWNING, Edge.END, "drown")),
    "Running": ("1C", _running),
    "Inside a Field": ("1C", _inside),
    "Stored Power": ("1C", _power),
    "Note, end": ("1C", partial(_note, edge=Edge.END)),
    "Idle": ("1C", _idle),
    "Mortally Wounded!": (
        "2A", _state(StateKind.MORTALLY_WOUNDED, Edge.END, "wound", clock_player_id=None),
    ),
    "Activated Explosive": ("2A", _detonating),
    "Counterstrike": ("2B", _counterstrike),
    "Met a Field": ("2B", partial(_met, kind=FieldKind.EXPOSURE, die="d4 Damage", key="met")),
    "Met terrain": ("2B", partial(_met, kind=FieldKind.TERRAIN, die="d6 Move", key="terrain")),
    "Met a hazard": ("2B", partial(_met, kind=FieldKind.CONCEALED, die="d6 Damage", key="path")),
    "Incapacitated, round": ("2A", partial(_incapacitated, until="round_end")),
    "Incapacitated, turn": ("2A", partial(_incapacitated, until="current_player_turn_end")),
    "Incapacitated, own": ("2A", partial(_incapacitated, until="victims_next_turn_end")),
    "Detected": ("2A", partial(_seen, lasts=Lasts.ROUND)),
    "Fired": ("1C", _fired),
}  # fmt: skip
"""Everything with a clock."""


def out(player_id: int) -> Action:
    return lambda table: table.campaign.do(EliminatePlayer(player_id=player_id))


def back(player_id: int) -> Action:
    return lambda table: table.campaign.do(EliminatePlayer(player_id=player_id, out=False))


def order(*player_ids: int) -> Action:
    return lambda table: table.campaign.do(ReorderSeats(player_ids=player_ids))


def joins(player_id: int) -> Action:
    return lambda table: table.campaign.do(JoinBattle(player_id=player_id))


def taken(player_id: int | None) -> Action:
    """Give the units with clocks to another player, or to nobody."""
    return lambda table: _edit(table, unaligned=player_id is None, player_id=player_id)


def dies(table: Table) -> None:
    _edit(table, fate="dead")


def _edit(table: Table, **facts: Any) -> None:
    edits = tuple(EditUnit(unit_id=unit_id, **facts) for unit_id in table.units.values())
    table.campaign.do(Together(title="Edit the units", acts=edits))


def boards(table: Table) -> None:
    """Put the units with clocks at controls, each at its own."""

    def build(session: Session) -> None:
        for number, unit_id in enumerate(sorted(table.units.values())):
            at = Staging(session, ANN, 0)
            cart = at.another(ANN, "Cart", kind=UnitKind.VEHICLE)
            gun = at.add(Weapon(unit_id=cart, name="Gun", kind=WeaponKind.GUN, mounted=True))
            at.add(ControlPoint(weapon_id=gun, place=f"seat {number}", occupant_id=unit_id))

    stage(table.campaign, build)


def goes_on(table: Table) -> None:
    table.campaign.do(GoOn())


def both(*actions: Action) -> Action:
    def do_all(table: Table) -> None:
        for action in actions:
            action(table)

    return do_all


WAYS: Mapping[str, Mapping[str, Action]] = {
    "stays": {},
    "out before its turn": {"2A<": out(BEN)},
    "out a round before": {"1C<": out(BEN)},
    "out as its turn starts": {"2B<": out(BEN)},
    "out within its turn": {"2B>": out(BEN)},
    "out after its turn": {"2C<": out(BEN)},
    "back before its place": {"1C<": out(BEN), "2A>": back(BEN)},
    "back as its place passes": {"1C<": out(BEN), "2C<": back(BEN)},
    "back after its place": {"1C<": out(BEN), "2C>": back(BEN)},
    "back a round later": {"2A<": out(BEN), "3A<": back(BEN)},
    "earlier, before its turn": {"2A<": order(BEN, ANN, CLEO)},
    "later, before its turn": {"2A<": order(ANN, CLEO, BEN)},
    "earlier, after its turn": {"2C<": order(BEN, ANN, CLEO)},
    "later, after its turn": {"2C<": order(ANN, CLEO, BEN)},
    "earlier, within its turn": {"2B<": order(BEN, ANN, CLEO)},
    "out, then earlier": {"1C<": out(BEN), "2A<": order(BEN, ANN, CLEO)},
    "out, then later": {"1C<": out(BEN), "2A<": order(ANN, CLEO, BEN)},
    "out, its place moved before the running turn": {"1C<": out(BEN), "2A>": order(BEN, ANN, CLEO)},
    "out, its place moved to those past": {
        "1C<": out(BEN), "2A>": both(goes_on, order(BEN, ANN, CLEO)),
    },
    "out, its place moved to those to come": {
        "1C<": out(BEN), "2C>": both(joins(DORA), order(ANN, CLEO, BEN, DORA)),
    },
    "out, left undone at its place": {"1C<": both(out(BEN), joins(DORA))},
    "somebody joins": {"2A<": joins(DORA)},
    "unit taken by the next": {"2A<": taken(CLEO)},
    "unit taken by the one before": {"2A<": taken(ANN)},
    "unit taken within its turn": {"2B<": taken(CLEO)},
    "unit taken after its turn": {"2C<": taken(ANN)},
    "unit is nobody's": {"2A<": taken(None)},
    "unit dies": {"2A<": dies},
    "unit boards": {"2A<": boards},
    "replaced": {"2A<": both(taken(CLEO), out(BEN))},
    "all others out": {"2A<": both(out(CLEO), out(ANN))},
    "without a seat": {},
}  # fmt: skip
"""What happens, and when: at the start or the end of which turn."""

LEFT = {"out, left undone at its place": "2C"}
"""In which turn what waits is left undone; Dora plays after it in the same round."""

Strikes = dict[str, list[str]]


@dataclass(frozen=True)
class Played:
    """When each clock struck, the keys of their steps, and the units that have one."""

    strikes: Strikes
    keys: dict[str, str]
    units: dict[str, int]


def prepared(campaign: Campaign) -> None:
    """Bring the battle to Cleo's first turn, by both games, with Dora outside of it."""
    campaign.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    campaign.do(AddPlayer(name="Dora", faction="Dust Devils", colour="fern"))
    campaign.do(EndTurn())
    campaign.do(EndTurn())


def played(campaign: Campaign, way: str) -> Played:
    """Play two rounds in which an owner leaves in some way; tell when what struck."""
    table = Table(campaign, owner=DORA if way == "without a seat" else BEN, left=LEFT.get(way, ""))
    seen: Strikes = defaultdict(list)
    for _ in range(MOST_TURNS):
        if table.turn().number > LAST_ROUND:
            struck = {clock: seen.get(key, []) for clock, key in table.keys.items()}
            return Played(struck, table.keys, table.units)
        _play_turn(table, WAYS[way], seen)
    raise AssertionError(f"{way}: the battle does not get on")


def _play_turn(table: Table, actions: Mapping[str, Action], seen: Strikes) -> None:
    begun, label = table.turn().id, table.label()
    _set_up(table, label)
    for edge in "<>":
        actions.get(f"{label}{edge}", lambda _: None)(table)
        if table.turn().id == begun:
            _look(table, seen, label)
    overruled = frozenset({"turn-order"} if label == table.left else ())
    while table.turn().id == begun:
        table.campaign.do(EndTurn(overruled=overruled))
        if table.turn().id == begun:
            _look(table, seen, label)


def _set_up(table: Table, label: str) -> None:
    """Put on the table what begins in this turn."""

    def write(session: Session) -> None:
        now = turn_now(session).id or 0
        for name, (begins, put) in CLOCKS.items():
            if begins == label:
                at = Staging(session, table.owner, now)
                table.keys[name] = put(at)
                if at.unit_id:
                    table.units[name] = at.unit_id

    if any(begins == label for begins, _ in CLOCKS.values()):
        stage(table.campaign, write)


def _look(table: Table, seen: Strikes, label: str) -> None:
    """Note what waits, and settle it."""
    campaign, left_undone = table.campaign, label == table.left
    label += ">" if table.turn().phase is Phase.END else "<"
    while waiting := campaign.reading(agenda):
        for step in waiting:
            if label not in seen[step.key]:
                seen[step.key].append(label)
        if left_undone:
            return
        acts = tuple(
            with_first_choices(campaign, act_of_step(step), lambda sides: min(3, sides))
            for step in waiting
        )
        campaign.do(Together(title="Settle what waits", acts=acts))
