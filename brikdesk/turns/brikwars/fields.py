"""Clocks of Fields, fire and Explosives, and of hazards that a unit met on its way."""

from math import ceil, hypot
from typing import Any

from sqlmodel import Session, select

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars import explosives
from brikdesk.rules.brikwars import fields as field_rules
from brikdesk.rules.brikwars import flight as flight_rules
from brikdesk.rules.brikwars.explosives import size_words
from brikdesk.rules.brikwars.fields import TerrainMode
from brikdesk.rules.brikwars.fire import burning_clock, must_run
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.power import acts_by_itself
from brikdesk.rules.brikwars.traps_and_scouts import passive_die, sets_off
from brikdesk.rules.turn import Clock, Edge
from brikdesk.store.house_rules import house_of, move_left_in
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Kind
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    ActRecord,
    Encounter,
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Fire,
    Inside,
    Phase,
    Player,
    Projectile,
    State,
    StateKind,
    Turn,
    Unit,
    UnitKind,
)
from brikdesk.store.views.states import STOPS
from brikdesk.text import said_of
from brikdesk.turns.clocks import Lasting, at_both, at_end, at_start, with_units
from brikdesk.turns.steps import Step
from brikdesk.turns.turn_order import player_at


def field_icon(field: Field) -> Kind:
    """Return the icon of a Field's kind."""
    if field.kind is field_rules.FieldKind.SMOKE:
        return Kind.SMOKE
    return Kind.GAS if field.kind is field_rules.FieldKind.EXPOSURE else Kind.FIELD


def _shrinks(_: Session, field: Field) -> Clock | None:
    return field_rules.shrink_clock(
        field.shrink_player_id, field.shrunk_turn_id or field.made_turn_id
    )


def _shrinking(_: Session, __: Turn, field: Field) -> Step:
    size = field.size - 1
    return FIELD.step_of(
        field,
        said_of(field.name, "shrinks") if size else f"{said_of(field.name, 'is')} gone",
        f'{field.size}" to {size}"' if size else f'was {field.size}"',
        icon=field_icon(field),
        player_id=field.shrink_player_id,
        # With equal dice nobody has to choose which one leaves (QF-19).
        may_ask=len(set(field.dice)) > 1,
    )


def _next_size(field: Field, number: int) -> str:
    left = f'{field.size - 1}"' if field.size > 1 else "gone"
    return f"{left} on Turn {number}"


FIELD = Lasting(
    Field,
    {"field": at_start},
    _shrinks,
    _shrinking,
    "brikdesk.acts.fields.fields:ShrinkField",
    kind="fields",
    rule="8.4-44",
    struck=lambda _, field: field.shrunk_turn_id,
    next_words=_next_size,
)
"""A Field of an Explosive loses 1" at its player's turn start (8.4-44, Q8-58)."""


def _stay(session: Session) -> tuple[Edge, ...]:
    """Return when those who stay inside suffer: at the start or the end of their turn (QF-17)."""
    return (field_rules.exposure_edge(house_of(session, BrikWarsHouse).exposure_stay),)


def _acts(session: Session, inside: Inside) -> Clock | None:
    owner = session.get_one(Unit, inside.unit_id).player_id or _whose_turn(session, inside)
    if inside.left or owner is None:
        return None
    stay = house_of(session, BrikWarsHouse).exposure_stay
    return field_rules.exposure_clock(owner, inside.exposed_turn_id or 0, stay)


def _whose_turn(session: Session, inside: Inside) -> int | None:
    """Return in whose turns what belongs to nobody suffers in a Field or fire (F.1-31).

    Those of whoever made the Field or drives the fire, else those of the player whose turn it was.
    """
    if inside.fire_id:
        fire = session.get_one(Fire, inside.fire_id)
        return fire.driver_id or player_at(session, fire.lit_turn_id)
    field = session.get_one(Field, inside.field_id)
    return field.shrink_player_id or player_at(session, inside.exposed_turn_id, field.made_turn_id)


def _exposing(session: Session, turn: Turn, inside: Inside) -> Step | None:
    unit, dice = session.get_one(Unit, inside.unit_id), hazard_dice(session, inside)
    by_hand = not acts_by_itself(_mode(session, inside))
    if unit.fate is not Fate.ALIVE or not dice or by_hand or spared(session, inside, unit):
        return None
    return EXPOSED.step_of(
        inside,
        f"{unit.name} is still in {hazard_name(session, inside)}",
        "takes its Hazard dice",
        icon=Kind.FIRE if inside.fire_id else Kind.GAS,
        rule="F.1-42" if inside.fire_id else "F.1-11",
        player_id=turn.player_id,
        # Size 0" takes 1 point for each die without a roll (F.1-13).
        dice=dice if unit.size else (),
        may_ask=True,
        unit_id=unit.id,
    )


def _mode(session: Session, inside: Inside) -> str:
    return session.get_one(Field, inside.field_id).mode if inside.field_id else ""


def hazard_name(session: Session, inside: Inside) -> str:
    """Name the Field or fire that somebody is in."""
    if inside.fire_id:
        fire = session.get_one(Fire, inside.fire_id)
        return f"the fire of {session.get_one(Unit, fire.unit_id).name}"
    return session.get_one(Field, inside.field_id).name


def hazard_dice(session: Session, inside: Inside) -> tuple[int, ...]:
    """Return the sides of the dice with which a Field or fire damages whoever is inside.

    A wild fire has 1d4 whatever its Size (F.1-21), a permanent one those of its type (F.1-19).
    """
    if inside.fire_id:
        # Only a permanent fire stores its dice; 0 is a wild one.
        return (4,) * max(1, session.get_one(Fire, inside.fire_id).permanent_dice)
    return tuple(damaging_dice(session.get_one(Field, inside.field_id)))


def damaging_dice(field: Field) -> list[int]:
    """Return the sides of the dice with which a Field damages whoever stays inside (F.1-10)."""
    return sides_of(field) if field.kind is field_rules.FieldKind.EXPOSURE else []


def sides_of(field: Field) -> list[int]:
    """Return the sides of a Field's Hazard dice."""
    return [field_rules.hazard_die(die).sides for die in field.dice]


def spared(session: Session, inside: Inside, unit: Unit) -> str:
    """Return why a Field does nothing to somebody inside; empty if it acts (F.1-14, F.1-15)."""
    if not inside.field_id:
        return ""
    field = session.get_one(Field, inside.field_id)
    needed = _tags_of(field.affects)
    if not field_rules.victims_tags_match(needed, unit.tags):
        return f"{unit.name} is not {' and '.join(sorted(needed - set(unit.tags)))}."
    if "breathing" in needed and holds_breath(session, unit):
        return f"{unit.name} holds its breath."
    return ""


def is_gas(session: Session, inside: Inside) -> bool:
    """Return whether a Field acts on those who breathe it (F.1-14, F.1-16)."""
    field = session.get_one(Field, inside.field_id) if inside.field_id else None
    return field is not None and "breathing" in _tags_of(field.affects)


def _tags_of(affects: str) -> frozenset[str]:
    """Return the tags that a victim needs, from words such as "living, breathing"."""
    return frozenset(tag.strip() for tag in affects.split(",") if tag.strip())


def holds_breath(session: Session, unit: Unit) -> bool:
    """Return whether a unit holds its breath now (F.1-15)."""
    held = select(State).where(State.unit_id == unit.id, State.kind == StateKind.BREATH_HELD)
    return session.exec(held).first() is not None


EXPOSED = Lasting(
    Inside,
    {"inside": _stay},
    _acts,
    _exposing,
    "brikdesk.acts.fields.exposure:Expose",
    kind="exposure",
    cleared_by="LeaveHazard",
    read=with_units(Inside),
)
"""Who stays in a Field or fire suffers once in each own turn (QF-17, F.1-11, F.1-42)."""


LEAPS = frozenset({"Bail", "JumpUnit"})
"""Acts by which a unit leaps: it treads on nothing but where it comes down (F.1-67)."""


def _in_this_turn(_: Session, encounter: Encounter, turn: Turn, __: Edge) -> bool:
    return encounter.turn_id == turn.id


def _owing(session: Session, turn: Turn, encounter: Encounter) -> Step | None:
    unit = session.get_one(Unit, encounter.unit_id)
    field = session.get_one(Field, encounter.field_id)
    if unit.fate is not Fate.ALIVE:
        return None
    if field.kind is field_rules.FieldKind.CONCEALED:
        return _path(session, encounter, unit, field)
    noted = select(Inside).where(Inside.unit_id == unit.id, Inside.field_id == field.id)
    inside = session.exec(noted).first()
    if inside is not None and inside.exposed_turn_id == turn.id:
        return None  # it has been settled by hand
    if field.kind is field_rules.FieldKind.TERRAIN:
        return _terrain(encounter, unit, field)
    return _exposure(session, turn, encounter, unit, field, inside) if inside else None


def _exposure(
    session: Session, turn: Turn, encounter: Encounter, unit: Unit, field: Field, inside: Inside
) -> Step | None:
    dice = tuple(damaging_dice(field))
    if not dice or not acts_by_itself(field.mode) or spared(session, inside, unit):
        return None
    if turn.phase is Phase.END and EXPOSED.strikes(session, inside):
        return None  # the step of those who stay inside waits now (QF-17)
    step = {"act": "Expose", "inside_id": inside.id, "encounter_id": encounter.id}
    goes = "went through" if inside.left else "comes into"
    key = f"met-{encounter.id}"
    # Size 0" takes 1 point for each die without a roll (F.1-13).
    thrown = dice if unit.size else ()
    return _step(encounter, unit, field, key, goes, "F.1-11", step, thrown)


def _terrain(encounter: Encounter, unit: Unit, field: Field) -> Step | None:
    if not field.dice:
        return None
    act = {"act": "CrossTerrain", "unit_id": unit.id, "field_id": field.id}
    act |= {"leaves": encounter.leaves, "uncontrolled": not encounter.by_itself}
    key = f"terrain-{unit.id}-{field.id}"
    spiked = field.mode == TerrainMode.SPIKED.value
    dice = () if spiked else tuple(sides_of(field))  # first it is asked whether care is taken
    return _step(encounter, unit, field, key, "moves in", "F.1-50", act, dice)


def _path(session: Session, encounter: Encounter, unit: Unit, field: Field) -> Step | None:
    if not sets_off(unit.size):
        return None
    leaped = _leaped(session, encounter)
    act: dict[str, Any] = {"act": "CrossConcealed", "unit_id": unit.id, "field_id": field.id}
    act |= {"inches": encounter.inches, "encounter_id": encounter.id}
    act |= {"through_air": True} if leaped else {}
    key, die = f"path-{unit.id}-{field.id}", (passive_die(unit.action_die),)
    does, rule = ("comes down in", "F.1-67") if leaped else ("treads in", "F.1-60")
    return _step(encounter, unit, field, key, does, rule, act, die)


def _leaped(session: Session, encounter: Encounter) -> bool:
    """Return whether its way led through the air: it was a dive or a jump (F.1-67)."""
    act_id = made_by(session, encounter, "inches")
    return act_id is not None and session.get_one(ActRecord, act_id).name in LEAPS


def _step(
    encounter: Encounter,
    unit: Unit,
    field: Field,
    key: str,
    does: str,
    rule: str,
    act: dict[str, Any],
    dice: tuple[int, ...],
) -> Step:
    concealed = field.kind is field_rules.FieldKind.CONCEALED
    return MET.step_of(
        encounter,
        f"{unit.name} {does} {field.name}",
        f"{in_inches(act['inches'])} of its way" if concealed else "takes its Hazard dice",
        key=key,
        icon=Kind.FIELD if concealed else field_icon(field),
        rule=rule,
        of=unit,
        act=act,
        dice=dice,
        may_ask=True,
    )


MET = Lasting(
    Encounter,
    {"met": at_both, "terrain": at_both, "path": at_both},
    step=_owing,
    kind="met",
    when=_in_this_turn,
    at_once=True,
)
"""What a unit met on its way waits at once, and until the end of that player turn."""


def _flies(_: Session, flight: Projectile) -> Clock:
    return flight_rules.flight_clock(
        flight.player_id, flight.flown_turn_id or flight.launched_turn_id
    )


def _flying(_: Session, __: Turn, flight: Projectile) -> Step:
    leg = flight_rules.fly_on(flight.travelled, flight.distance)
    what = f"{flight.type} {size_words(flight.name, flight.explosive_size, flight.makeup)}"
    whose: dict[str, Any] = {"player_id": flight.player_id, "unit_id": flight.unit_id}
    if not leg.arrives:
        flown, whole, now = map(in_inches, (flight.travelled, flight.distance, leg.travelled))
        detail = f"{what}, {flown} of {whole}, now {now}"
        return FLIGHT.step_of(flight, said_of(flight.name, "flies on"), detail, **whose)
    return FLIGHT.step_of(
        flight,
        said_of(flight.name, "lands"),
        f"{what}, at the X: {flight.target}",
        kind="landing",
        rule="8.4-11",
        act={"act": "Land", "projectile_id": flight.id},
        dice=_action_dice(flight),
        may_ask=True,
        **whose,
    )


def _action_dice(flight: Projectile) -> tuple[int, ...]:
    # Frozen at launch (Q8-32): what happens to the launcher afterwards changes nothing.
    die = flight.frozen.get("action_die", 6)
    return (die, 4) if flight.frozen.get("fire_penalty") else (die,)  # type: ignore[return-value]


def _lands(flight: Projectile, number: int) -> str:
    # 1e-9: a rounding error in the distances must not cost another turn.
    legs = max(1, ceil((flight.distance - flight.travelled) / flight_rules.FLIGHT_PER_TURN - 1e-9))
    return f"Turn {number + legs - 1}"


FLIGHT = Lasting(
    Projectile,
    {"flight": at_start},
    _flies,
    _flying,
    "brikdesk.acts.explosives.flights:FlyOn",
    kind="flying",
    icon=Kind.AIR,
    rule="8.4-10",
    struck=lambda _, flight: flight.flown_turn_id,
    next_words=_lands,
)
"""A projectile flies on or lands at its player's turn start (8.4-10, 8.4-11, Q8-36)."""


def _goes_off(_: Session, explosive: Explosive) -> Clock | None:
    activated = explosive.state is ExplosiveState.ACTIVATED
    return explosives.detonation_clock(explosive.activated_turn_id or 0) if activated else None


def _detonating(_: Session, turn: Turn, explosive: Explosive) -> Step:
    size = size_words(explosive.name, explosive.explosive_size, explosive.makeup)
    return EXPLOSIVE.step_of(
        explosive,
        said_of(explosive.name, "goes off"),
        explosive.place or size,
        player_id=turn.player_id,
        dice=(10,) * explosive.explosive_size,
        may_ask=True,
        unit_id=explosive.carrier_id,
    )


EXPLOSIVE = Lasting(
    Explosive,
    {"detonate": at_end},
    _goes_off,
    _detonating,
    "brikdesk.acts.explosives.launch_and_detonate:Detonate",
    kind="detonating",
    icon=Kind.BLAST,
    rule="8.4-15",
    cleared_by="RemoveExplosive",
)
"""An activated Explosive goes off at the end of the running turn, whosever it is (8.4-15)."""


def around(session: Session, explosive: Explosive) -> tuple[tuple[Field, ...], int]:
    """Return the Fields in which an Explosive is, and the points that it takes in them.

    What has a Size of 0" takes 1 point for each die that damages, without a roll (F.1-13). Only
    what the map knows counts, and only Fields that act on everything and by themselves.
    """
    carrier = session.get(Unit, explosive.carrier_id) if explosive.carrier_id else None
    lies = carrier or explosive
    if lies.x is None or lies.y is None:
        return (), 0
    there = tuple(
        field
        for field in rows_of(session, Field)
        if field.x is not None
        and field.y is not None
        and not field.affects
        and damaging_dice(field)
        and acts_by_itself(field.mode)
        and hypot(field.x - lies.x, field.y - lies.y) <= field.size / 2
    )
    return there, sum(len(damaging_dice(field)) for field in there)


def _suffers(session: Session, explosive: Explosive, turn: Turn, __: Edge) -> bool:
    """Return whether the Fields around it set it off, or activate it: all else is not waited for."""
    if explosive.state not in (ExplosiveState.STORED, ExplosiveState.DUD):
        return False
    _, points = around(session, explosive)
    if not points or explosive.state is ExplosiveState.DUD:
        return bool(points)
    before = explosive.damage_taken if explosive.damaged_turn_id == turn.id else 0
    sums = house_of(session, BrikWarsHouse).semi_stable_sum
    reaction = explosives.react(
        explosive.stability, explosive.explosive_size, False, before, points, semi_stable_sum=sums
    )
    return reaction is not explosives.Reaction.NOTHING


def _suffering(session: Session, turn: Turn, explosive: Explosive) -> Step | None:
    fields, points = around(session, explosive)
    return EXPOSED_EXPLOSIVE.step_of(
        explosive,
        f"{said_of(explosive.name, 'is')} in {' and '.join(field.name for field in fields)}",
        "takes 1 point" if points == 1 else f"takes {points} points",
        player_id=explosive.player_id or turn.player_id,
        unit_id=explosive.carrier_id,
    )


EXPOSED_EXPLOSIVE = Lasting(
    Explosive,
    {"exposed": at_both},
    step=_suffering,
    act="brikdesk.acts.fields.exposure:ExposeExplosive",
    kind="met",
    icon=Kind.BLAST,
    rule="F.1-13",
    when=_suffers,
    at_once=True,
)
"""An Explosive in a Field that damages it waits at once until it has taken that (F.1-11, 8.4-13)."""


def _burns(_: Session, fire: Fire) -> Clock | None:
    # F.1-31: an unaligned object that nobody lit has no turn at which it would roll.
    if fire.driver_id is None or fire.permanent_dice:
        return None
    return burning_clock(fire.driver_id, fire.burned_turn_id or fire.lit_turn_id)


def _burning(session: Session, _: Turn, fire: Fire) -> Step | None:
    unit = session.get_one(Unit, fire.unit_id)
    if unit.fate is not Fate.ALIVE:
        return None
    size, owner, driver = fire.size, unit.player_id, fire.driver_id
    minifig = size == 0
    kind = "burning_units" if owner is not None and owner == driver else "burning_unaligned"
    return BURNING.step_of(
        fire,
        f"{unit.name} burns",
        "1 dies out, 2–4 costs a limb" if minifig else _facts(session, fire, unit),
        kind="burning_minifigs" if unit.kind in (UnitKind.MINIFIG, UnitKind.HERO) else kind,
        rule="8.3-33" if minifig else "F.1-31",
        player_id=driver,
        act={"act": "BurnMinifig" if minifig else "BurnUnit", "fire_id": fire.id},
        # The fire of a minifig has no Size, and rolls 1d4 all the same (8.3-33).
        dice=(4,) * max(1, size),
        chooser_id=owner or fire.set_by_id,
        may_ask=True,
        unit_id=unit.id,
    )


def _facts(session: Session, fire: Fire, unit: Unit) -> str:
    facts = [f'Size {unit.size}"', f"Weight class {unit.weight_class}", f'fire {fire.size}"']
    if unit.player_id is None and fire.set_by_id:
        facts.append(f"lit by {session.get_one(Player, fire.set_by_id).faction}")
    return ", ".join(facts)


BURNING = Lasting(
    Fire,
    {"burn": at_start},
    _burns,
    _burning,
    icon=Kind.FIRE,
    read=with_units(Fire),
    struck=lambda _, fire: fire.burned_turn_id,
)
"""A fire: its Burning Roll comes at its driver's turn start (8.3-33, F.1-31)."""


def _runs(session: Session, fire: Fire) -> Clock | None:
    if fire.size:
        return None
    # One of nobody has no turn of his own: he runs in that in which his fire burns (F.1-31).
    owner = session.get_one(Unit, fire.unit_id).player_id or fire.driver_id
    # Following: in the turn of the stamp he has run already.
    return Clock(owner, Edge.END, fire.ran_turn_id or 0, following=True) if owner else None


def _running(session: Session, turn: Turn, fire: Fire) -> Step | None:
    unit = session.get_one(Unit, fire.unit_id)
    if unit.fate is not Fate.ALIVE or not must_run_now(session, unit, turn):
        return None
    left = f"{in_inches(move_left_in(session, unit, turn))} of Move left"
    title = f"{unit.name} runs about, burning"
    return RUNNING.step_of(fire, title, left, player_id=turn.player_id, unit_id=unit.id)


def must_run_now(session: Session, unit: Unit, turn: Turn) -> bool:
    """Return whether a burning minifig has to run as his turn ends (8.3-32, 8.3-29)."""
    creature = "fire creature" in unit.tags
    left = must_run(True, move_left_in(session, unit, turn), fire_creature=creature)
    return left > 0 and not _cannot_run(session, unit)


def _cannot_run(session: Session, unit: Unit) -> bool:
    return any(s.kind in STOPS for s in rows_of(session, State) if s.unit_id == unit.id)


RUNNING = Lasting(
    Fire,
    {"run": at_end},
    _runs,
    _running,
    "brikdesk.acts.fire.burning:RunBurning",
    kind="running",
    icon=Kind.FIRE,
    rule="8.3-32",
    cleared_by="Douse",
    read=with_units(Fire),
)
"""A burning minifig runs about at the end of his own turn (8.3-32)."""


LASTING: tuple[Lasting[Any], ...] = (
    MET, EXPOSED_EXPLOSIVE, RUNNING, EXPOSED, EXPLOSIVE, FIELD, BURNING, FLIGHT,
)  # fmt: skip
