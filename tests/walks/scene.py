"""What somebody sees who looks at the table for the next act: rows to choose from, and chance."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from sqlmodel import Session, SQLModel, col, or_, select

from brikdesk.acts.step_act import act_of_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.errors import BrikDeskError
from brikdesk.store.act import Act
from brikdesk.store.tables import (
    Battle,
    BattleState,
    Fate,
    Seat,
    State,
    StateKind,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.queue import agenda
from brikdesk.turns.turn_order import turn_now

Recipe = Callable[["Scene"], Act]
Recipes = dict[str, Recipe]
RowT = TypeVar("RowT", bound=SQLModel)
AnyT = TypeVar("AnyT")

WIDTH, DEPTH = 40.0, 30.0
REACH = 3.0
"""Inches around a unit in which it mostly has something to do."""

BARE_HANDS = (WeaponKind.MELEE_WEAPON,)


class NothingFits(BrikDeskError):
    """Nothing on the table is as an act needs it."""

    def __init__(self, what: str) -> None:
        """Say what was looked for."""
        super().__init__(f"Nothing on the table is {what}.")


class Scene:
    """The battle as it is now. Each question that finds nothing raises NothingFits."""

    def __init__(self, session: Session, chance: Random, recipes: Recipes) -> None:
        """`recipes` are those by which other acts than the wanted one are made."""
        self.session, self.chance, self.recipes = session, chance, recipes

    # Rows

    def rows(self, table: type[RowT], *where: Any) -> Sequence[RowT]:
        """Return the rows of a table for which all of this holds."""
        return self.session.exec(select(table).where(*where)).all()

    def row(self, table: type[RowT], *where: Any) -> RowT:
        """Return some row of a table for which all of this holds."""
        return self.one_of(self.rows(table, *where), table.__name__)

    def key(self, table: type[Any], *where: Any) -> int:
        """Return the number of some row for which all of this holds."""
        return int(self.row(table, *where).id)

    def any(self, table: type[Any], *where: Any) -> bool:
        """Return whether there is such a row."""
        return self.session.exec(select(table).where(*where).limit(1)).first() is not None

    def one_of(self, found: Sequence[AnyT], what: str = "fitting") -> AnyT:
        """Return one of these."""
        if not found:
            raise NothingFits(what)
        return self.chance.choice(found)

    def maybe(self, likely: float = 0.5) -> bool:
        """Toss a coin."""
        return self.chance.random() < likely

    # Players

    @property
    def player_id(self) -> int:
        """Whose turn it is."""
        return turn_now(self.session).player_id

    def seated(self, *, out: bool | None = None) -> list[int]:
        """Return the players at the table, all of them or those who are in or out."""
        seats = select(Seat).join(Battle).where(Battle.state == BattleState.RUNNING)
        return [row.player_id for row in self.session.exec(seats) if out in (None, row.out)]

    # Units

    def units(self, *where: Any) -> Sequence[Unit]:
        """Return the living units on the table for which all of this holds."""
        return self.rows(Unit, Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True), *where)

    def unit(self, *where: Any) -> Unit:
        """Return a living unit on the table for which all of this holds."""
        return self.one_of(self.units(*where), "a unit like that")

    def mine(self, *where: Any) -> Unit:
        """Return a unit of the player whose turn it is."""
        return self.unit(Unit.player_id == self.player_id, *where)

    def ready(self, *where: Any) -> Unit:
        """Return a minifig of the present player that is free to do something."""
        busy = (StateKind.DISRUPTED, StateKind.FULL_TURN, StateKind.STOPPED, StateKind.GRABBED)
        bound = select(State.unit_id).where(col(State.kind).in_((*busy, StateKind.ENGAGED)))
        free = (Unit.kind == UnitKind.MINIFIG, col(Unit.id).not_in(bound))
        spent = or_(
            col(Unit.action_spent_turn_id).is_(None),
            col(Unit.action_spent_turn_id) < turn_now(self.session).id,
        )
        return self.mine(*free, spent, Unit.action_die > 0, *where)

    def anybody_ready(self, *where: Any) -> Unit | None:
        """Return one who is ready, if there is one now."""
        try:
            return self.ready(*where)
        except NothingFits:
            return None

    def foe_of(self, unit: Unit, within: float | None = None) -> Unit:
        """Return a unit of another player, perhaps one near enough by the map."""
        foes = self.units(Unit.player_id != unit.player_id, Unit.id != unit.id)
        if within is not None:
            foes = [foe for foe in foes if self.apart(unit, foe) <= within]
        return self.one_of(foes, "a foe")

    def beside(self, unit: Unit, within: float = REACH) -> Unit:
        """Return another unit that stands near this one."""
        near = [each for each in self.units(Unit.id != unit.id) if self.apart(unit, each) <= within]
        return self.one_of(near, "near enough")

    @staticmethod
    def apart(one: Any, other: Any) -> float:
        """Return the inches between two middles; none of them far away where nobody knows."""
        if None in (one.x, one.y, other.x, other.y):
            return 999.0
        return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5)

    # Places

    def spot(self) -> dict[str, float]:
        """Return a point of the table."""
        x, y = self.chance.uniform(1, WIDTH - 1), self.chance.uniform(1, DEPTH - 1)
        return {"x": round(x, 1), "y": round(y, 1)}

    def near(self, place: Any, within: float = REACH) -> dict[str, float]:
        """Return a point near a unit, or somewhere where nobody knows where it is."""
        if place.x is None or place.y is None:
            return self.spot()
        x = place.x + self.chance.uniform(-within, within)
        y = place.y + self.chance.uniform(-within, within)
        return {
            "x": round(min(max(x, 0.6), WIDTH - 0.6), 1),
            "y": round(min(max(y, 0.6), DEPTH - 0.6), 1),
        }

    # Weapons

    def weapon(self, *where: Any) -> Weapon:
        """Return a weapon of a living unit."""
        alive = [unit.id for unit in self.units()]
        return self.row(Weapon, col(Weapon.unit_id).in_(alive), *where)

    def own_weapon(self, *where: Any) -> Weapon:
        """Return a weapon of a unit of the present player, one that works."""
        own = [unit.id for unit in self.units(Unit.player_id == self.player_id)]
        return self.row(Weapon, col(Weapon.unit_id).in_(own), Weapon.lying == "", *where)

    # Acts

    def step(self, kind: str) -> Act:
        """Return an act that waits in the running turn."""
        waiting = [step for step in agenda(self.session) if step.act.get("act") == kind]
        return act_of_step(self.one_of(waiting, f"a {kind} that waits"))

    def make(self, kind: str) -> Act:
        """Return an act of another class, which prepares the wanted one."""
        return self.recipes[kind](self)

    def in_time(self, kind: str, waits_for: bool, otherwise: str) -> Act:
        """Return what waits; else let time go on if there is something, else bring it about."""
        try:
            return self.step(kind)
        except NothingFits:
            return self.onward() if waits_for else self.make(otherwise)

    def onward(self) -> Act:
        """Let time go on: settle what waits, else end the turn."""
        waiting = agenda(self.session)
        return act_of_step(self.chance.choice(waiting)) if waiting else EndTurn()
