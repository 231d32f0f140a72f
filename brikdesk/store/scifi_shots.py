"""The steps of a Sci-fi shot in their fixed order, and how many are done (matrix section 4)."""

from sqlmodel import Session

from brikdesk.rules.scifi.areas import AreaShape, hit_rolls
from brikdesk.rules.scifi.attack_order import AttackOrder, AttackStep, order
from brikdesk.rules.scifi.convergence import Use
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.rate_of_fire import Rate
from brikdesk.rules.scifi.rotary import rotary_hits, suggested_hits
from brikdesk.rules.scifi.warheads import has_blast
from brikdesk.store.house import house_of
from brikdesk.store.scifi_rows import answers
from brikdesk.store.tables import SfShot, SfWeapon


def order_of(session: Session, shot: SfShot) -> AttackOrder:
    """Return the order of the steps of a shot."""
    return order(shot.shape, explosive=shot.explosive, indirect=shot.use is Use.INDIRECT)


def steps_done(session: Session, shot: SfShot) -> tuple[AttackStep, ...]:
    """Return the steps of a shot that are taken, up to the first that is not."""
    done: list[AttackStep] = []
    for step in order_of(session, shot).steps:
        if not _is_done(session, shot, step):
            break
        done.append(step)
    return tuple(done)


def next_step(session: Session, shot: SfShot) -> AttackStep | None:
    """Return the next step of a shot; None if the shot is settled."""
    steps, done = order_of(session, shot).steps, steps_done(session, shot)
    return steps[len(done)] if len(done) < len(steps) else None


def _is_done(session: Session, shot: SfShot, step: AttackStep) -> bool:
    if step in (AttackStep.PLACE, AttackStep.LANDING, AttackStep.INSIDE):
        return shot.placed
    if step is AttackStep.FALL_OF_SHOT:
        return bool(answers(shot, "fall of shot")) or shot.placed
    if step is AttackStep.HIT:
        return len(answers(shot, "hit")) >= hits_asked(session, shot)
    if step is AttackStep.DAMAGE:
        return all(_settled(session, shot, unit_id) for unit_id in concerned(session, shot))
    blast = has_blast(shot.warhead, house_of(session, ScifiHouse).sf_blast_warheads)
    return shot.blasted or not blast or not shot.inside


def hits_asked(session: Session, shot: SfShot) -> int:
    """Return how many hit entries a shot needs: one for each unit inside, or one in all (S-10)."""
    if shot.shape is AreaShape.NONE or shot.explosive:
        return 1
    return hit_rolls(len(shot.inside), house_of(session, ScifiHouse).sf_area_hit_rolls)


def concerned(session: Session, shot: SfShot) -> tuple[int | None, ...]:
    """Return the units that need penetration and damage entries: those inside, or those hit."""
    if shot.explosive and shot.shape is not AreaShape.NONE:
        return tuple(shot.inside)
    hit = [unit for unit, answer in answers(shot, "hit").items() if answer == "hit"]
    once = house_of(session, ScifiHouse).sf_area_hit_rolls == "once"
    return tuple(shot.inside) if hit and once and shot.inside else tuple(hit)


def _hits_checked(session: Session, shot: SfShot, unit_id: int | None) -> int:
    """Return how many hits on a unit are checked for penetration, one by one (12-57, 12-58)."""
    weapon = session.get_one(SfWeapon, shot.sf_weapon_id)
    if weapon.rate is not Rate.ROTARY:
        return 1
    said = [
        int(entry[3])
        for entry in shot.outcomes
        if entry[0] == "hit" and entry[3] and entry[1] in (unit_id, None)
    ]
    if weapon.barrels is None:
        return said[-1] if said else 1
    usual = said[-1] if said else suggested_hits(weapon.barrels)
    return rotary_hits(weapon.barrels) or usual


def _settled(session: Session, shot: SfShot, unit_id: int | None) -> bool:
    """Return whether the damage to a unit was entered, or none of the latest hits penetrated."""
    if unit_id in answers(shot, "damage"):
        return True
    hits = _hits_checked(session, shot, unit_id)
    entered = [
        entry[2] for entry in shot.outcomes if entry[0] == "penetration" and entry[1] == unit_id
    ]
    return len(entered) >= hits and set(entered[-hits:]) == {"no effect"}
