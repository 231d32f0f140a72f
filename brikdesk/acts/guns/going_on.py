"""One Action over several acts: what a unit has attacked in it, and what may follow (8.5-01, 5.2-19)."""

from sqlmodel import Session, select

from brikdesk.acts.parted import maneuvers_of
from brikdesk.acts.unit_now import own_round
from brikdesk.rules.brikwars.attacks.reaching import may_go_on_attacking
from brikdesk.rules.brikwars.no import No
from brikdesk.store.tables import Unit
from brikdesk.turns.sequence import stamp_now

ARC = "arc"
CLOSE = "close_combat"
"""Types of attack of one Action (8.5-01)."""


def arc_of(bearer: Unit) -> str:
    """Name a Firing Arc as the target of a unit's shots (5.3-03, 8.5-01)."""
    return f"arc of {bearer.id}"


def shot_at_this_round(session: Session, unit: Unit) -> str:
    """Return the target of a unit's Ranged attacks since its player's turn began; empty if none."""
    stamp = unit.ranged_turn_id
    began = own_round(session, unit.player_id) or 0
    return unit.ranged_target if stamp is not None and stamp >= began else ""


def no_same_action(session: Session, unit: Unit, kind: str, target: Unit | None) -> No | None:
    """Refuse a further attack in an Action that does not fit what the unit has done in it.

    `kind` is the type of the attack. That all shots of a turn go at one target is asked for every
    shot (5.3-03). Of what nobody has noted, such as a blow at a wall, nothing is refused.
    """
    made = maneuvers_of(session, unit)
    shot = unit.ranged_target if unit.ranged_turn_id == stamp_now(session) else ""
    if not made and not shot:
        return None
    if kind in ("ranged", ARC):
        same = bool(shot) and shot.startswith("arc of ") == (kind == ARC)
        return may_go_on_attacking(same_type=same, same_target=True)
    struck = _struck(session, unit)
    own = not struck or (target is not None and target.id in struck)
    return may_go_on_attacking(
        same_type=("strike" if kind == CLOSE else kind) in made, same_target=own
    )


def _struck(session: Session, unit: Unit) -> set[int | None]:
    """Return whom a unit has attacked by touch in the running turn."""
    struck = session.exec(select(Unit).where(Unit.melee_turn_id == stamp_now(session)))
    return {each.id for each in struck if unit.id in each.melee_foes}
