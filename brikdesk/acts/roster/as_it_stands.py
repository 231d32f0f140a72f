"""What has happened to a unit that joins: its damage, states and fires, what it carries, what is loaded.

An army file tells it. Clocks begin anew with the running turn; where none runs, nothing with a clock
can be written, and the log says what is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.guns.payload import OBJECT_ARMOR, OBJECT_DAMAGE, OBJECT_SIZE
from brikdesk.acts.guns.racks import makeup_of
from brikdesk.acts.guns.weapon_facts import ChamberFacts
from brikdesk.acts.places import place_of
from brikdesk.acts.units.facts import MOST, one_of, whole
from brikdesk.errors import BadInput
from brikdesk.rules.clocks import Edge
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import (
    Chamber,
    Explosive,
    ExplosiveState,
    Fate,
    Fire,
    FireKind,
    Player,
    Rack,
    Stability,
    State,
    StateKind,
    Unit,
    Weapon,
)
from brikdesk.turns.sequence import present_turn

HURT = ("size_damage", "grinding", "limbs_lost", "wounded", "fate")
"""Facts of a unit that only a battle changes."""

OWN = "its own player"
"""In place of a faction: whoever owns the unit."""

PAIRED = (StateKind.ENGAGED, StateKind.GRABBED)
"""States that bind two units; an army file tells them apart from those of one."""

MOST_ROWS = 200
"""States, fires or Explosives of one unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts:
    """A state of a unit; `ends_with` is the player whose turn ends it: a faction, OWN, or nobody."""

    kind: str
    cause: str = ""
    lasting: bool = False
    ends_with: str = ""
    clock_edge: str = Edge.START.value
    pending_damage: int | None = None
    until: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireFacts:
    """A fire on a unit; `set_by` and `driver` are players: a faction, OWN, or nobody."""

    kind: str = FireKind.FIRE.value
    size: int = 1
    permanent_dice: int = 0
    set_by: str = ""
    driver: str = ""
    place: str = ""
    final_stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedFacts:
    """An Explosive that a unit carries. `owner` and `causer` are players: a faction, OWN, or nobody."""

    name: str
    explosive_size: int = 1
    makeup: dict[str, Any] = field(default_factory=dict)
    stability: str = Stability.SEMI_STABLE.value
    state: str = ExplosiveState.STORED.value
    place: str = ""
    owner: str = OWN
    causer: str = ""


class Standing(Struct, frozen=True):
    """All that has happened to a unit, as the act that adds it states it."""

    hurt: Mapping[str, Any]
    states: tuple[StateFacts, ...]
    fires: tuple[FireFacts, ...]
    explosives: tuple[CarriedFacts, ...]

    @property
    def clocked(self) -> list[str]:
        """What cannot be without a turn that runs, in words."""
        kinds = [each.kind for each in self.states]
        kinds += [each.kind for each in self.fires]
        return [*kinds, *(each.name for each in self.explosives if _ticks(each))]


def _ticks(each: CarriedFacts) -> bool:
    return one_of(ExplosiveState, each.state, "state") is ExplosiveState.ACTIVATED


def check_standing(standing: Standing) -> None:
    """Raise BadInput for what no unit can have."""
    for rows in (standing.states, standing.fires, standing.explosives):
        if len(rows) > MOST_ROWS:
            raise BadInput(f"A unit has at most {MOST_ROWS} of these.", "states")
    for state in standing.states:
        _state(state)
    for fire in standing.fires:
        _fire(fire)
    for carried in standing.explosives:
        _explosive(carried)


def _state(facts: StateFacts) -> dict[str, Any]:
    kind = one_of(StateKind, facts.kind, "states.kind")
    if kind in PAIRED:
        raise BadInput(f"{kind.value} binds two units: say it as a bond.", "states.kind")
    cause = text.name(facts.cause, "states.cause") if facts.cause.strip() else ""
    if kind is StateKind.OTHER and not cause:
        raise BadInput("Say in a few words what it is.", "states.cause")
    pending = facts.pending_damage
    return {
        "kind": kind,
        "cause": cause,
        "lasting": facts.lasting,
        "clock_edge": one_of(Edge, facts.clock_edge, "states.clock_edge"),
        "pending_damage": None if pending is None else whole(pending, "states.pending_damage"),
        "until": text.name(facts.until, "states.until") if facts.until.strip() else "",
    }


def _fire(facts: FireFacts) -> dict[str, Any]:
    return {
        "kind": one_of(FireKind, facts.kind, "fires.kind"),
        "size": whole(facts.size, "fires.size"),
        "permanent_dice": whole(facts.permanent_dice, "fires.permanent_dice"),
        "place": place_of(facts.place),
        "final_stage": text.note(facts.final_stage, "fires.final_stage"),
    }


def _explosive(facts: CarriedFacts) -> dict[str, Any]:
    size = whole(facts.explosive_size, "explosives.explosive_size", 1)
    return {
        "name": text.name(facts.name, "explosives.name"),
        "explosive_size": size,
        "makeup": makeup_of(facts.makeup, size),
        "stability": one_of(Stability, facts.stability, "explosives.stability"),
        "state": one_of(ExplosiveState, facts.state, "explosives.state"),
        "place": place_of(facts.place),
    }


def stand(session: Session, unit: Unit, standing: Standing) -> list[Line]:
    """Write all that has happened to a unit that has just been added; return what is left out."""
    for name, fact in standing.hurt.items():
        setattr(unit, name, list(fact) if isinstance(fact, list) else fact)
    if unit.fate is not Fate.ALIVE:
        unit.x = unit.y = None
    session.add(unit)
    turn = present_turn(session)
    now = turn.id if turn else None
    for state in standing.states if now else ():
        _begin(session, unit, state, now or 0)
    for fire in standing.fires if now else ():
        _light(session, unit, fire, now or 0)
    for each in standing.explosives:
        if now or not _ticks(each):
            _give(session, unit, each, now)
    session.flush()
    left = [] if now else standing.clocked
    if not left:
        return []
    words = f"No turn runs, so these are left out: {', '.join(left)}."
    return [line(Kind.NOTE, f"{unit.name} comes without some.", words, unit_id=unit.id)]


def _begin(session: Session, unit: Unit, facts: StateFacts, since: int) -> None:
    owner = player_of(session, unit, facts.ends_with)
    state = _state(facts)
    session.add(State(unit_id=unit.id or 0, since_turn_id=since, clock_player_id=owner, **state))


def _give(session: Session, unit: Unit, facts: CarriedFacts, now: int | None) -> None:
    session.add(
        Explosive(
            player_id=player_of(session, unit, facts.owner),
            carrier_id=unit.id,
            causer_id=player_of(session, unit, facts.causer),
            activated_turn_id=now if _ticks(facts) else None,
            **_explosive(facts),
        )
    )


def _light(session: Session, unit: Unit, facts: FireFacts, since: int) -> None:
    session.add(
        Fire(
            unit_id=unit.id or 0,
            lit_turn_id=since,
            set_by_id=player_of(session, unit, facts.set_by),
            driver_id=player_of(session, unit, facts.driver),
            **_fire(facts),
        )
    )


def whose(session: Session, unit: Unit, player_id: int | None) -> str:
    """Return a player as a file names him: OWN, his faction, or empty for nobody."""
    if player_id is None:
        return ""
    if player_id == unit.player_id:
        return OWN
    player = session.get(Player, player_id)
    return player.faction if player else ""


def player_of(session: Session, unit: Unit, words: str) -> int | None:
    """Return the player whom a file names; the owner of the unit where nobody is called that."""
    if not words:
        return None
    wanted = select(Player).where(Player.faction == words).order_by(col(Player.id))
    known = None if words == OWN else session.exec(wanted).first()
    return known.id if known else unit.player_id


def chamber_makeup(facts: ChamberFacts) -> dict[str, object]:
    """Return the makeup of what lies in a chamber; BadInput if it makes no sense."""
    if facts.explosive_size:
        return makeup_of(facts.makeup, whole(facts.explosive_size, "chamber.explosive_size"))
    made: dict[str, object] = {}
    for name, value in facts.makeup.items():
        if name == OBJECT_SIZE:
            made[name] = whole(value, "chamber.makeup")
        elif name in (OBJECT_ARMOR, OBJECT_DAMAGE) and isinstance(value, str):
            made[name] = text.name(value, "chamber.makeup") if value.strip() else ""
        else:
            raise BadInput("An object has only object_size, object_armor, object_damage.", "makeup")
    return made


def load_chamber(
    session: Session, weapon: Weapon, facts: Sequence[ChamberFacts], racks: Sequence[Rack]
) -> None:
    """Put into a weapon what lay in it."""
    for each in facts:
        known = each.rack is not None and 0 <= each.rack < len(racks)
        rack = racks[each.rack] if known and each.rack is not None else None
        session.add(
            Chamber(
                weapon_id=weapon.id or 0,
                rack_id=rack.id if rack else None,
                name=text.name(each.name, "chamber.name"),
                explosive_size=whole(each.explosive_size, "chamber.explosive_size"),
                makeup=chamber_makeup(each),
                stability=one_of(Stability, each.stability, "chamber.stability"),
                count=whole(each.count, "chamber.count", 1, MOST),
            )
        )
    session.flush()
