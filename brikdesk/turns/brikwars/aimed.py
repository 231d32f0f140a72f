"""What is aimed at: Scouts' Marks that end, and guns that home in."""

from sqlmodel import Session

from brikdesk.rules.brikwars.hazards.marks import mark_clock
from brikdesk.rules.clocks import Clock, Edge
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Homing, Mark, Turn, Unit, Weapon
from brikdesk.turns.lasting import Lasting, at_start
from brikdesk.turns.steps import Step, StepKind


def _mark_ends(session: Session, mark: Mark) -> Clock:
    # A Scout that has changed sides ends it in the turns of its new player.
    player = session.get_one(Unit, mark.scout_id).player_id or mark.player_id
    return mark_clock(player, mark.made_turn_id)


def _ending_mark(session: Session, _: Turn, mark: Mark) -> Step:
    target = session.get_one(Unit, mark.target_id)
    scout = session.get_one(Unit, mark.scout_id)
    return Step(
        key=f"mark-{mark.id}",
        kind=StepKind.MARKS,
        icon=Kind.MARK,
        title=f"Mark on {target.name} ends",
        detail=scout.name,
        rule="F.3-09",
        player_id=mark.player_id,
        act={"act": "EndMark", "mark_id": mark.id},
        unit_id=target.id,
    )


MARK = Lasting(Mark, {"mark": at_start}, _mark_ends, _ending_mark)
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
    return Step(
        key=f"homing-{homing.id}",
        kind=StepKind.HOMING,
        icon=Kind.HOMING,
        title=f"Keep homing +{homing.bonus} on {homing.target}?",
        detail=f"{gun.name}: has either moved?",
        rule="8.5-17",
        player_id=_gunner(session, homing),
        act={"act": "KeepHoming", "homing_id": homing.id},
        chooser_id=_gunner(session, homing),
        asks=True,
        unit_id=gun.id,
    )


HOMING = Lasting(
    Homing,
    {"homing": at_start},
    _is_asked,
    _asking,
    struck=lambda _, homing: homing.asked_turn_id,
)
"""Whether gun or target has moved is asked at the next turn start of the gun's player (8.5-17)."""
