"""What refuses an attack before any die is rolled, from afar and by touch."""

from collections import Counter
from collections.abc import Sequence

from sqlmodel import Session

from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.combat import engaging
from brikdesk.acts.combat.aim import AttackTerms, Mode, Target
from brikdesk.acts.combat.blows import sweep_of
from brikdesk.acts.combat.modifiers import Melee, is_blind
from brikdesk.acts.combat.weapons_used import Armed, distance_to, home_in, users_of
from brikdesk.acts.power import power_now
from brikdesk.acts.weapons import firing
from brikdesk.acts.weapons.gunnery import called
from brikdesk.acts.weapons.weapons import grips_of, is_throwable
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars import close_combat, shooting
from brikdesk.rules.brikwars.actions_and_responses import may_act
from brikdesk.rules.brikwars.attacks import TeamMember, may_gang_up, may_join, may_power_together
from brikdesk.rules.brikwars.controls_and_jams import may_attack_together
from brikdesk.rules.brikwars.explosives import may_lob
from brikdesk.rules.brikwars.flight import creature_throw, may_throw, minifig_throw, turns_of_flight
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.movement import may_use_arms
from brikdesk.rules.brikwars.power import may_activate
from brikdesk.rules.brikwars.states import striking_distance
from brikdesk.rules.brikwars.units_and_damage import effective_size
from brikdesk.rules.brikwars.weapons import SENDING, may_maneuver
from brikdesk.store.act import Act, overruling
from brikdesk.store.house_rules import allies_of, house_of
from brikdesk.store.tables import StateKind, Unit, UnitKind, WeaponKind
from brikdesk.turns.turn_order import present_turn, stamp_now, turn_now

NEEDS, GIVES = "needs ", "gives "
"""How the tags begin that say which kind of Power what a unit carries needs, or it can give."""


def check_attack(
    act: Act, session: Session, armed: Sequence[Armed], targets: Sequence[Target]
) -> None:
    """Refuse an attack that the rules do not allow now; nothing is changed."""
    _check_together(act, session, armed, targets)
    _check_once(act, session, armed)
    for each in armed:
        _check_user(act, session, each, targets)
        if each.shot:
            # Power is checked below, for all weapons of a bearer together.
            firing.check_shot(act, session, firing.without_power(each.shot))
            if not each.ranged:
                no = may_maneuver(each.kind.value, "strike")
                heed(act, no, session, called(each.shot.weapon))
            if each.strike.supporters:
                # Checked by an act of its own, which has to know what this one overrules.
                overruling(home_in(each, targets[0]), *act.overruled).check(session)
        _check_way(act, session, each)
        _check_sweep(act, session, each, targets)
        _check_lob(act, session, each, targets)
    names = ", ".join(each.name for each in armed if _too_far(each, targets) and not each.explosive)
    most = f'What {names} sends does not explode, and moves 12" a turn at most.'
    act.refuse_if(names, "8.4-08", f"{most} Overruled, it arrives at once.", session)
    far = [each for each in armed if _flies(each, targets)]
    mixed = bool(far) and len(far) < len(armed)
    why = "What flies on and what strikes at once are two attacks."
    act.refuse_if(mixed, "8.4-09", why, session)
    _check_powers(act, session, armed)
    _check_teams(act, session, armed)
    _check_grip(act, session, armed)
    _check_hands(act, session, armed)


def _check_together(
    act: Act, session: Session, armed: Sequence[Armed], targets: Sequence[Target]
) -> None:
    """Refuse different types of attack, or several targets, in one Action (8.5-01)."""
    _check_allied(act, session, armed)
    arc = all(each.area for each in armed)
    separate = 1 if arc else len({target.key for target in targets})
    for user in users_of(armed):
        types = [each.type for each in armed if each.by is user]
        heed(act, may_attack_together(types, targets=separate), session, user.name)


def _check_allied(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse attackers that are no allies of the first one (5.1-37, 5.1-38)."""
    leader = armed[0].player_id
    allies = allies_of(session, leader) if leader is not None else set()
    active = turn_now(session).player_id
    for each in armed[1:]:
        no = may_join(each.player_id, leader, allies, own_turn=each.player_id == active)
        heed(act, no, session, each.by.name)


def _check_once(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse a unit with more parts in the attack than it has Actions left."""
    users = Counter(each.by.id or 0 for each in armed if each.spends_action)
    for each in armed:
        helpers = (*each.strike.supporters, *each.strike.interferers)
        users.update([*helpers, *(unit.id or 0 for unit in each.team)])
    for unit_id, times in users.items():
        unit = who_may.acting(session, existing_row(session, Unit, unit_id))
        # A single part without an Action is refused elsewhere, with the rule for that part.
        few = 1 < times > who_may.actions_left_now(session, unit)
        why = f"{unit.name} has no Actions for {times} parts in it."
        act.refuse_if(few, "4.2-02", why, session)


def _check_user(act: Act, session: Session, each: Armed, targets: Sequence[Target]) -> None:
    """Refuse a unit without an Action, engaged, or that has shot at another target this turn."""
    for unit in (each.by, *each.team):
        if each.spends_action or unit is not each.by:
            who_may.check_action(act, session, unit)
    if each.strike.same_action:
        # It needs no further Action, but it has to be able to act.
        down = StateKind.DISRUPTED in who_may.kinds_of(session, each.by)
        heed(act, may_act(1, disrupted=down), session, each.by.name)
        no = firing.no_same_action(session, each.by, each.type, targets[0].unit)
        heed(act, no, session, each.by.name)
    for unit_id in each.strike.interferers:
        who_may.check_action(act, session, alive(session, unit_id))
    if not each.ranged:
        return
    engaged = StateKind.ENGAGED in who_may.kinds_of(session, each.by)
    stuck = engaged and not who_may.has_disengaged(session, each.by)
    heed(act, shooting.may_shoot(engaged=stuck), session, each.by.name, "It Disengages first.")
    earlier = firing.shot_at_this_round(session, each.by)
    heed(act, shooting.may_shoot_at(aim_key(each, targets), earlier), session, each.by.name)


def aim_key(each: Armed, targets: Sequence[Target]) -> str:
    """Return the key of what a unit shoots at: one target, or one Firing Arc (5.3-03, 8.5-01)."""
    return firing.arc_of(each.bearer) if each.area else targets[0].key


def _check_way(act: Act, session: Session, each: Armed) -> None:
    """Refuse a way of using a weapon that it does not have."""
    if each.mode in (Mode.BURST, Mode.ARC):
        no = shooting.may_spread(each.kind.value, each.mode.value, each.strike.count)
        heed(act, no, session, _called(each))
    if each.mode is Mode.THROW:
        _check_throw(act, session, each)


def _called(each: Armed) -> str:
    """Return the name of what attacks, for the start of a sentence."""
    return called(each.weapon) if each.weapon else each.name


def _check_sweep(act: Act, session: Session, each: Armed, targets: Sequence[Target]) -> None:
    """Refuse targets that by the map lie too far apart for the arc that was announced (8.3-02)."""
    sweep = sweep_of(each, targets) if each.area and len(targets) > 1 else None
    if sweep is not None:
        heed(act, shooting.may_sweep(each.strike.count, sweep.degrees), session, _called(each))


def _check_lob(act: Act, session: Session, each: Armed, targets: Sequence[Target]) -> None:
    """Refuse to fire at an unseen target with a weapon that cannot fire over obstacles (Q8-85)."""
    if each.area or not each.ranged or not is_blind(session, each, targets[0]):
        return
    indirect = house_of(session, BrikWarsHouse).cannon_indirect
    heed(act, may_lob(each.kind.value, cannon_indirect=indirect), session, _called(each))


def _check_throw(act: Act, session: Session, each: Armed) -> None:
    if each.weapon is None:
        return
    name, long = called(each.weapon), not is_throwable(session, each.weapon, each.by)
    act.refuse_if(long, "8.1-28", f"{name} is too long to be thrown.", session)
    mounted = each.weapon.mounted and each.kind is not WeaponKind.EXPLOSIVE
    act.refuse_if(mounted, "8.4-59", f"{name} is mounted and cannot be thrown.", session)
    if each.explosive:
        return
    throwers = 1 + len(each.team)
    minifigs = each.by.kind in who_may.MINIFIGS
    throw = minifig_throw(throwers) if minifigs else creature_throw(each.by.size)
    size = 0 if each.size <= 2 else int(each.size / 2)
    heed(act, may_throw(throw, size), session, name)


def _check_teams(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse a team that cannot power its weapon together (8.1-45, 8.1-48, 8.1-50)."""
    together = house_of(session, BrikWarsHouse).teamwork_sum
    for each in (armed for armed in armed if armed.team_powered):
        assert each.shot is not None
        members = [_member(session, unit) for unit in (each.by, *each.team)]
        wanted = next(iter(_kinds_of_power(each.bearer, NEEDS)), "")
        no = may_power_together(each.shot.power, members, power_kind=wanted, teamwork_sum=together)
        heed(act, no, session, each.name)


def _member(session: Session, unit: Unit) -> TeamMember:
    now = power_now(session, unit)
    return TeamMember(
        unit.name,
        effective_size(unit.size, unit.size_damage),
        now.left,
        now.stored,
        unit.action_die,
        _kinds_of_power(unit, GIVES),
        machine=unit.kind is UnitKind.VEHICLE,
        built_for_it="team power" in unit.tags,
    )


def _kinds_of_power(unit: Unit, verb: str) -> list[str]:
    """Return the kinds of Power that a unit's tags name: "gives electric power" (8.1-50)."""
    tags = (tag.lower() for tag in unit.tags)
    named = (tag[len(verb) :].removesuffix("power") for tag in tags if tag.startswith(verb))
    return [kind.strip() for kind in named if kind.strip()]


def _check_powers(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse weapons that together need more Power than their bearer has (8.1-32)."""
    own = [each for each in armed if not each.team_powered]
    for bearer in {each.bearer.id: each.bearer for each in own}.values():
        shots = [each.shot for each in own if each.bearer is bearer and each.shot]
        now = power_now(session, bearer)
        taken = 0
        for shot in (each for each in shots if each.power):
            no = may_activate(
                shot.power, now.limit, now.used + taken, now.stored, diverting=now.diverting
            )
            heed(act, no, session, f"{bearer.name}, {shot.weapon.name}")
            taken += shot.power


def flies(armed: Sequence[Armed], targets: Sequence[Target]) -> bool:
    """Return whether everything that is sent flies on for more than this turn (8.4-09).

    False if any weapon strikes at once: the mixture is refused, and if the referee overrules that,
    all of it strikes at once. So does an object that does not explode, which is refused likewise
    (8.4-08): what lands later is an Explosive.
    """
    return all(_flies(each, targets) for each in armed)


def _flies(each: Armed, targets: Sequence[Target]) -> bool:
    return each.explosive and _too_far(each, targets)


def _too_far(each: Armed, targets: Sequence[Target]) -> bool:
    sends = each.kind.value in SENDING and each.mode is not Mode.DROP and bool(each.loads)
    sends = sends and not each.area  # an arc, if the referee lets it be one, sends nothing
    return sends and turns_of_flight(distance_to(each, targets[0])) > 0


def _check_grip(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse a grip that its weapon does not allow, or that what else is held leaves no Hand for."""
    for each in armed:
        if each.strike.hands is None:
            continue
        weapon = each.weapon
        if weapon is None or weapon.mounted or each.by.kind not in who_may.MINIFIGS:
            raise BadInput(f"No Hands hold {each.name}: leave them out.", "hands")
        others = [other for other in who_may.in_hands(session, each.by) if other.id != weapon.id]
        no = close_combat.may_grip(
            each.strike.hands,
            grips_of(session, weapon, each.by),
            hands=who_may.hands_now(session, each.by),
            holding=[(other.name, other.hands) for other in others],
        )
        heed(act, no, session, called(weapon))


def _check_hands(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse more hand-held guns in one Action than a unit has Hands for (A5-17)."""
    dual = house_of(session, BrikWarsHouse).bw_dual_fire
    for user in (each for each in users_of(armed) if each.kind in who_may.MINIFIGS):
        held = [each for each in armed if each.by is user and each.ranged]
        guns = [each.hands for each in held if each.weapon and not each.weapon.mounted]
        left, bound = who_may.free_hands_now(session, user), who_may.arms_bound_now(session, user)
        heed(act, may_use_arms(sum(guns), left, bound=bound), session, user.name)
        heed(act, shooting.may_fire_together(guns, left, bw_dual_fire=dual), session, user.name)


REACHES = {Mode.STRIKE: "5.1-01", Mode.GRAB: "5.2-24", Mode.SHOVE: "5.2-31"}
"""The rule by which each way of attacking by touch reaches its target."""


def check_mixed(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse two types of maneuver of one unit, in one attack or in its turn (5.2-17)."""
    turn = present_turn(session)
    close = [each for each in armed if not each.ranged]
    for user in users_of(close):
        own = [each.mode.value for each in close if each.by is user]
        if turn is not None and user.player_id == turn.player_id:
            own += who_may.maneuvers_of(session, user)
        heed(act, close_combat.may_mix_maneuvers(own), session, user.name)


def check_avoided(act: AttackTerms, armed: Sequence[Armed], targets: Sequence[Target]) -> None:
    """Raise BadInput for a Bail that avoids a shot, or of what cannot Bail (A5-69, 4.3-20)."""
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
    for user in users_of(armed):
        engaged = StateKind.ENGAGED in who_may.kinds_of(session, user)
        if turn is None or user.player_id == turn.player_id or not engaged:
            continue
        group = engaging.group_of(session, [user.id or 0])
        outside = all(each.unit is None or each.unit.id not in group for each in targets)
        no = close_combat.may_do_else(engaged=outside, disengaged=False, own_turn=False)
        heed(act, no, session, user.name)


def check_melee(
    act: AttackTerms,
    session: Session,
    armed: Sequence[Armed],
    targets: Sequence[Target],
    melee: Melee,
) -> None:
    """Refuse an attack by touch that the rules do not allow now; nothing is changed."""
    close = [each for each in armed if not each.ranged]
    unit = targets[0].unit
    for user in users_of(close):
        needed = sum(melee.hands(each) for each in close if each.by is user)
        _check_hands_of_close_combat(act, session, user, needed)
    for each in close:
        _check_maneuver(act, session, each, unit)
    if unit is None:
        return
    _check_crowd(act, session, close, unit)
    if shovers := [each.by.size for each in close if each.mode is Mode.SHOVE]:
        heed(act, close_combat.may_shove(shovers, unit.size), session, close[0].by.name)
    for each in close:
        _check_reach(act, session, each, unit)


def _check_reach(act: AttackTerms, session: Session, each: Armed, unit: Unit) -> None:
    """Refuse to touch what by the map is out of reach, after the inch that is free before it.

    What is mounted reaches from where it is mounted, whoever sits at its controls.
    """
    by = each.bearer
    # Nobody takes an inch in a Charge, on either side (5.4-19).
    charged = act.charge or engaging.in_charge(session, by)
    free = 0.0 if charged else who_may.free_inch(session, by)
    no = who_may.out_of_reach(REACHES[each.mode], by, unit, arm_of(each), free=free)
    heed(act, no, session, by.name)


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
    for user in users_of(armed):
        if user.player_id not in (None, turn.player_id):
            heed(act, who_may.no_mind(user), session, user.name)
            heed(act, engaging.unnoticed(session, user, unit), session, user.name)


def _check_hands_of_close_combat(act: Act, session: Session, user: Unit, needed: int) -> None:
    """Refuse more hands than a minifig has left in this turn (5.2-05, 5.2-27, 4.1-06)."""
    if user.kind in who_may.MINIFIGS:
        hands, used, bound = engaging.hands_of(session, user)
        moving = who_may.arms_bound_now(session, user)
        heed(act, may_use_arms(needed, hands, bound=moving), session, user.name)
        no = close_combat.may_use_hands(needed, hands, used=used, bound=bound)
        heed(act, no, session, user.name)


def _check_maneuver(act: AttackTerms, session: Session, each: Armed, unit: Unit | None) -> None:
    if each.mode is Mode.STRIKE:
        return
    if unit is None:
        raise BadInput(f"Name the unit of the {each.name}.", "aims")
    if unit.id == each.by.id:
        raise BadInput(f"{unit.name} cannot do that to itself.", "aims")
    if each.mode is Mode.GRAB and any(
        s.unit_id == unit.id for s in engaging.grabs_of(session, each.by)
    ):
        raise BadInput(f"{each.by.name} holds {unit.name} already.", "strikes")
    weapon = each.weapon
    if each.mode is Mode.GRAB:
        heed(act, who_may.no_free_hand(session, each.by), session, each.by.name)
    elif weapon is None and not act.charge:  # who Charges rams with the body (5.4-21)
        heed(act, who_may.no_bare_hands(session, each.by, "5.2-31", "shove"), session, each.by.name)
    if weapon is not None:
        again = close_combat.may_use_again(used=weapon.fired_turn_id == stamp_now(session))
        heed(act, again, session, called(weapon))
        heed(act, may_maneuver(weapon.kind.value, each.mode.value), session, called(weapon))
        lying = f"{called(weapon)} lies {weapon.lying}. Pick it up first."
        act.refuse_if(weapon.lying, "5.1-15", lying, session)


def _check_crowd(act: Act, session: Session, close: Sequence[Armed], unit: Unit) -> None:
    """Refuse a fourth attacker of one minifig in one player's turn (5.1-44, 5.2-22)."""
    earlier = set(engaging.foes_now(session, unit))
    for each in close:
        no = may_gang_up(each.bearer.id or 0, earlier, minifig=unit.kind in who_may.MINIFIGS)
        heed(act, no, session, unit.name)
        earlier.add(each.bearer.id or 0)  # attackers of this very attack count as well (A5-19)
