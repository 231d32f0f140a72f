"""Counterstrikes: attacks that answer a unit that Disengages, without an Action (5.2-33, 5.2-35)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.heed import heed
from brikdesk.acts.parted import partings_of
from brikdesk.acts.unit_now import actions_left_now, kinds_of, take_action
from brikdesk.acts.units.disengaging import struck_back
from brikdesk.acts.units.engaging import foes_now, foes_of
from brikdesk.acts.who_may import no_mind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.disengaging import may_strike_back
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.spent_actions import may_act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Line
from brikdesk.store.tables import StateKind, Unit
from brikdesk.turns.sequence import stamp_now

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack
    from brikdesk.acts.attack.course import Course


def check_counterstrike(
    act: "Attack", session: Session, armed: Sequence[Armed], targets: Sequence[Target]
) -> None:
    """Refuse a Counterstrike that nothing calls for, or that is no Strike with one weapon."""
    by, unit, weapon = armed[0].by, targets[0].unit, armed[0].weapon
    if unit is None:
        raise BadInput("A Counterstrike is made at the unit that Disengages.", "aims")
    always = house_of(session, BrikWarsHouse).bw_counterstrike_always
    no = may_strike_back(
        called_for=_called_for(session, by, unit, always=always),
        weapons=len(armed),
        strike=armed[0].mode is Mode.STRIKE,
        used=weapon is not None and weapon.fired_turn_id == stamp_now(session),
        always=always,
    )
    heed(act, no, session, by.name)
    heed(act, no_mind(by), session, by.name)
    down = StateKind.DISRUPTED in kinds_of(session, by)
    heed(act, may_act(1, disrupted=down), session, by.name)  # spent or not: it needs no Action


def _called_for(session: Session, by: Unit, unit: Unit, *, always: bool) -> bool:
    if any(row.foe_id == by.id and row.waits for row in partings_of(session, unit)):
        return True
    # By the house rule every maneuver may be answered by all who are engaged with its attacker (A5-01).
    engaged = by.id in {foe.id for foe in foes_of(session, unit)}
    return always and engaged and unit.id in foes_now(session, by)


def counterstrike_lines(course: "Course") -> list[Line]:
    """Write that it is made: its Action is spent in any case, and the next one may follow (5.2-35)."""
    by, unit = course.armed[0].by, course.targets[0].unit
    if not course.act.counterstrike or unit is None:
        return []
    if actions_left_now(course.session, by) > 0:
        take_action(course.session, by)
    return struck_back(course.session, by, unit)
