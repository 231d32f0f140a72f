"""Hazards that a unit met on its way: their dice are owed at once (F.1-11, QF-34, F.1-60)."""

from typing import Any

from sqlmodel import Session, select

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.hazards.concealed_hazards import passive_die, sets_off
from brikdesk.rules.brikwars.hazards.difficult_terrain import TerrainMode
from brikdesk.rules.brikwars.hazards.fields import FieldKind
from brikdesk.rules.brikwars.hazards.powered_hazards import acts_by_itself
from brikdesk.rules.clocks import Edge
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Kind
from brikdesk.store.tables import ActRecord, Encounter, Fate, Field, Inside, Phase, Turn, Unit
from brikdesk.turns.brikwars.hazards import EXPOSED, damaging_dice, field_icon, sides_of, spared
from brikdesk.turns.lasting import Lasting, at_both
from brikdesk.turns.steps import Step, StepKind

LEAPS = frozenset({"Bail", "JumpUnit"})
"""Acts by which a unit leaps: it treads on nothing but where it comes down (F.1-67)."""


def _in_this_turn(_: Session, encounter: Encounter, turn: Turn, __: Edge) -> bool:
    return encounter.turn_id == turn.id


def _owing(session: Session, turn: Turn, encounter: Encounter) -> Step | None:
    unit = session.get_one(Unit, encounter.unit_id)
    field = session.get_one(Field, encounter.field_id)
    if unit.fate is not Fate.ALIVE:
        return None
    if field.kind is FieldKind.CONCEALED:
        return _path(session, encounter, unit, field)
    noted = select(Inside).where(Inside.unit_id == unit.id, Inside.field_id == field.id)
    inside = session.exec(noted).first()
    if inside is not None and inside.exposed_turn_id == turn.id:
        return None  # it has been settled by hand
    if field.kind is FieldKind.TERRAIN:
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
    # Size 0" takes 1 point for each die without a roll (F.1-13).
    return _step(
        unit, field, f"met-{encounter.id}", goes, "F.1-11", step, dice if unit.size else ()
    )


def _terrain(encounter: Encounter, unit: Unit, field: Field) -> Step | None:
    if not field.dice:
        return None
    act = {
        "act": "CrossTerrain",
        "unit_id": unit.id,
        "field_id": field.id,
        "leaves": encounter.leaves,
        "uncontrolled": not encounter.by_itself,
    }
    key = f"terrain-{unit.id}-{field.id}"
    spiked = field.mode == TerrainMode.SPIKED.value
    dice = () if spiked else tuple(sides_of(field))  # first it is asked whether care is taken
    return _step(unit, field, key, "moves in", "F.1-50", act, dice)


def _path(session: Session, encounter: Encounter, unit: Unit, field: Field) -> Step | None:
    if not sets_off(unit.size):
        return None
    leaped = _leaped(session, encounter)
    act = {
        "act": "CrossConcealed",
        "unit_id": unit.id,
        "field_id": field.id,
        "inches": encounter.inches,
        "encounter_id": encounter.id,
        **({"through_air": True} if leaped else {}),
    }
    key, die = f"path-{unit.id}-{field.id}", (passive_die(unit.action_die),)
    does, rule = ("comes down in", "F.1-67") if leaped else ("treads in", "F.1-60")
    return _step(unit, field, key, does, rule, act, die)


def _leaped(session: Session, encounter: Encounter) -> bool:
    """Return whether its way led through the air: it was a dive or a jump (F.1-67)."""
    act_id = made_by(session, encounter, "inches")
    return act_id is not None and session.get_one(ActRecord, act_id).name in LEAPS


def _step(
    unit: Unit,
    field: Field,
    key: str,
    does: str,
    rule: str,
    act: dict[str, Any],
    dice: tuple[int, ...],
) -> Step:
    concealed = field.kind is FieldKind.CONCEALED
    return Step(
        key=key,
        kind=StepKind.MET,
        icon=Kind.FIELD if concealed else field_icon(field),
        title=f"{unit.name} {does} {field.name}",
        detail=f"{in_inches(act['inches'])} of its way" if concealed else "takes its Hazard dice",
        rule=rule,
        player_id=unit.player_id,
        act=act,
        dice=dice,
        may_ask=True,
        unit_id=unit.id,
    )


MET = Lasting(
    Encounter,
    {"met": at_both, "terrain": at_both, "path": at_both},
    step=_owing,
    when=_in_this_turn,
    at_once=True,
)
"""What a unit met on its way waits at once, and until the end of that player turn."""
