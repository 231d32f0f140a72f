"""What refuses an attack by touch: hands, mixed maneuvers, too many attackers (5.1-44, 5.2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.melee import Melee
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.guns.gun_words import called
from brikdesk.acts.heed import heed
from brikdesk.acts.parted import maneuvers_of
from brikdesk.acts.unit_now import MINIFIGS, arms_bound_now, kinds_of
from brikdesk.acts.units.engaging import foes_now, grabs_of, group_of, hands_of, in_charge
from brikdesk.acts.units.noticing import unnoticed
from brikdesk.acts.who_may import free_inch, no_bare_hands, no_free_hand, no_mind, out_of_reach
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.close_attacks import may_mix_maneuvers, may_use_hands
from brikdesk.rules.brikwars.attacks.combined_attacks import may_gang_up
from brikdesk.rules.brikwars.attacks.disengaging import may_do_else
from brikdesk.rules.brikwars.attacks.parrying import may_shove
from brikdesk.rules.brikwars.attacks.reaching import may_use_again
from brikdesk.rules.brikwars.units.activities import may_use_arms
from brikdesk.rules.brikwars.units.states import striking_distance
from brikdesk.rules.brikwars.weapons.sizes import may_maneuver
from brikdesk.store.act import Act
from brikdesk.store.tables import StateKind, Unit
from brikdesk.turns.sequence import present_turn, stamp_now

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack

REACHES = {Mode.STRIKE: "5.1-01", Mode.GRAB: "5.2-24", Mode.SHOVE: "5.2-31"}
"""The rule by which each way of attacking by touch reaches its target."""


def check_mixed(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse two types of maneuver of one unit, in one attack or in its turn (5.2-17)."""
    turn = present_turn(session)
    for user in {each.by.id: each.by for each in armed if not each.ranged}.values():
        own = [each.mode.value for each in armed if each.by is user and not each.ranged]
        if turn is not None and user.player_id == turn.player_id:
            own += maneuvers_of(session, user)
        heed(act, may_mix_maneuvers(own), session, user.name)


def check_avoided(act: "Attack", armed: Sequence[Armed], targets: Sequence[Target]) -> None:
    """Turn back a Bail that avoids a shot, or of something that cannot Bail (A5-69, 4.3-20)."""
    if not act.avoided:
        return
    if targets[0].unit is None or any(each.ranged for each in armed):
        raise BadInput("A Bail avoids blows, Grabs and Shoves at a unit.", "avoided")
    if act.parries:
        raise BadInput("Who Bails clear of a blow does not parry it.", "avoided")


def check_outside(
    act: Act, session: Session, armed: Sequence[Armed], targets: Sequence[Target]
) -> None:
    """Refuse a response to what happens outside its Close Combat to an engaged unit (5.2-06)."""
    turn = present_turn(session)
    for user in {each.by.id: each.by for each in armed}.values():
        engaged = StateKind.ENGAGED in kinds_of(session, user)
        if turn is None or user.player_id == turn.player_id or not engaged:
            continue
        group = group_of(session, [user.id or 0])
        outside = all(each.unit is None or each.unit.id not in group for each in targets)
        no = may_do_else(engaged=outside, disengaged=False, own_turn=False)
        heed(act, no, session, user.name)


def check_melee(
    act: "Attack", session: Session, armed: Sequence[Armed], targets: Sequence[Target], melee: Melee
) -> None:
    """Refuse an attack by touch that the rules do not allow now; nothing is changed."""
    close = [each for each in armed if not each.ranged]
    if not close:
        return
    for user in {each.by.id: each.by for each in close}.values():
        own = [each for each in close if each.by is user]
        _check_hands(act, session, user, sum(melee.hands(each) for each in own))
    for each in close:
        _check_maneuver(act, session, each, targets[0])
    _check_crowd(act, session, close, targets[0])
    shovers = [each.by.size for each in close if each.mode is Mode.SHOVE]
    unit = targets[0].unit
    if shovers and unit is not None:
        heed(act, may_shove(shovers, unit.size), session, close[0].by.name)
    for each in close:
        _check_reach(act, session, each, unit)


def _check_reach(act: "Attack", session: Session, each: Armed, unit: Unit | None) -> None:
    """Refuse to touch what by the map is out of reach, after the inch that is free before it."""
    user = each.by
    # Nobody takes an inch in a Charge, on either side (5.4-19).
    free = 0.0 if act.charge or in_charge(session, user) else free_inch(session, user)
    if unit is not None:
        no = out_of_reach(REACHES[each.mode], user, unit, arm_of(each), free=free)
        heed(act, no, session, user.name)


def arm_of(each: Armed) -> float:
    """Return the inches that a way of attacking reaches: its weapon's Size in a Strike, else an arm.

    Who Shoves stands within arm's reach, whatever it holds (5.2-31).
    """
    return striking_distance([each.size] if each.mode is Mode.STRIKE else [])


def check_noticed(
    act: Act, session: Session, armed: Sequence[Armed], targets: Sequence[Target]
) -> None:
    """Refuse a response to what its attacker does not notice, as `Respond` does (4.3-06).

    Who fires where nobody sees has said so, and a Counterstrike answers whom it fights.
    """
    turn, unit = present_turn(session), targets[0].unit
    if turn is None or unit is None or targets[0].aim.blind:
        return
    for user in {each.by.id: each.by for each in armed}.values():
        if user.player_id not in (None, turn.player_id):
            heed(act, no_mind(user), session, user.name)
            heed(act, unnoticed(session, user, unit), session, user.name)


def _check_hands(act: Act, session: Session, user: Unit, needed: int) -> None:
    """Refuse more hands than a minifig has left in this turn (5.2-05, 5.2-27, 4.1-06)."""
    if user.kind in MINIFIGS:
        hands, used, bound = hands_of(session, user)
        moving = arms_bound_now(session, user)
        heed(act, may_use_arms(needed, hands, bound=moving), session, user.name)
        heed(act, may_use_hands(needed, hands, used=used, bound=bound), session, user.name)


def _check_maneuver(act: "Attack", session: Session, each: Armed, target: Target) -> None:
    if each.mode is Mode.STRIKE:
        return
    unit = target.unit
    if unit is None:
        raise BadInput(f"Name the unit of the {each.name}.", "aims")
    if unit.id == each.by.id:
        raise BadInput(f"{unit.name} cannot do that to itself.", "aims")
    if each.mode is Mode.GRAB and any(s.unit_id == unit.id for s in grabs_of(session, each.by)):
        raise BadInput(f"{each.by.name} holds {unit.name} already.", "strikes")
    weapon = each.weapon
    if each.mode is Mode.GRAB:
        heed(act, no_free_hand(session, each.by), session, each.by.name)
    elif weapon is None and not act.charge:  # who Charges rams with the body (5.4-21)
        heed(act, no_bare_hands(session, each.by, "5.2-31", "shove"), session, each.by.name)
    if weapon is not None:
        again = may_use_again(used=weapon.fired_turn_id == stamp_now(session))
        heed(act, again, session, called(weapon))
        heed(act, may_maneuver(weapon.kind.value, each.mode.value), session, called(weapon))
        lying = f"{called(weapon)} lies {weapon.lying}. Pick it up first."
        act.refuse_if(weapon.lying, "5.1-15", lying, session)


def _check_crowd(act: Act, session: Session, close: Sequence[Armed], target: Target) -> None:
    """Refuse a fourth attacker of one minifig in one player's turn (5.1-44, 5.2-22)."""
    unit = target.unit
    if unit is None:
        return
    earlier = set(foes_now(session, unit))
    for each in close:
        no = may_gang_up(each.by.id or 0, earlier, minifig=unit.kind in MINIFIGS)
        heed(act, no, session, unit.name)
        earlier.add(each.by.id or 0)  # attackers of this very attack count as well (A5-19)
