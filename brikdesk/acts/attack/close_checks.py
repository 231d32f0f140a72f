"""What refuses an attack by touch: hands, mixed maneuvers, too many attackers (5.1-44, 5.2)."""

from collections.abc import Sequence

from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.melee import Melee
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.guns.gun_words import called
from brikdesk.acts.heed import heed
from brikdesk.acts.parted import maneuvers_of
from brikdesk.acts.unit_now import MINIFIGS, arms_bound_now, kinds_of
from brikdesk.acts.units.engaging import foes_now, grabs_of, group_of, hands_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.close_attacks import may_mix_maneuvers, may_use_hands
from brikdesk.rules.brikwars.attacks.combined_attacks import may_gang_up
from brikdesk.rules.brikwars.attacks.disengaging import may_do_else
from brikdesk.rules.brikwars.attacks.parrying import may_shove
from brikdesk.rules.brikwars.units.activities import may_use_arms
from brikdesk.rules.brikwars.weapons.sizes import may_maneuver
from brikdesk.store.act import Act
from brikdesk.store.tables import StateKind, Unit
from brikdesk.turns.sequence import present_turn


def check_mixed(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse two types of maneuver of one unit, in one attack or in its turn (5.2-17)."""
    turn = present_turn(session)
    for user in {each.by.id: each.by for each in armed if not each.ranged}.values():
        own = [each.mode.value for each in armed if each.by is user and not each.ranged]
        if turn is not None and user.player_id == turn.player_id:
            own += maneuvers_of(session, user)
        heed(act, may_mix_maneuvers(own), session, user.name)


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
    act: Act, session: Session, armed: Sequence[Armed], targets: Sequence[Target], melee: Melee
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


def _check_hands(act: Act, session: Session, user: Unit, needed: int) -> None:
    """Refuse more hands than a minifig has left in this turn (5.2-05, 5.2-27, 4.1-06)."""
    if user.kind in MINIFIGS:
        hands, used, bound = hands_of(session, user)
        moving = arms_bound_now(session, user)
        heed(act, may_use_arms(needed, hands, bound=moving), session, user.name)
        heed(act, may_use_hands(needed, hands, used=used, bound=bound), session, user.name)


def _check_maneuver(act: Act, session: Session, each: Armed, target: Target) -> None:
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
    if weapon is not None:
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
