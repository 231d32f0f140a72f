"""What refuses an attack before any die is rolled (section 7.1 of chapter 5, 8.5-01)."""

from collections import Counter
from collections.abc import Sequence

from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arc_rolls import sweep_of
from brikdesk.acts.attack.arms import PHYSICAL, Armed, distance_to
from brikdesk.acts.attack.homing import home_in
from brikdesk.acts.attack.modifiers import is_blind
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.guns.going_on import arc_of, no_same_action, shot_at_this_round
from brikdesk.acts.guns.gun_words import called
from brikdesk.acts.guns.shots import check_shot, without_power
from brikdesk.acts.guns.weapon_facts import is_throwable
from brikdesk.acts.heed import heed
from brikdesk.acts.parted import has_disengaged
from brikdesk.acts.power.now import power_now
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.unit_now import (
    MINIFIGS,
    acting,
    actions_left_now,
    arms_bound_now,
    check_action,
    free_hands_now,
    hands_now,
    kinds_of,
)
from brikdesk.acts.who_may import in_hands
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.arc_fire import may_spread, may_sweep
from brikdesk.rules.brikwars.attacks.combined_attacks import may_join
from brikdesk.rules.brikwars.attacks.ranged_attacks import (
    may_fire_together,
    may_shoot,
    may_shoot_at,
)
from brikdesk.rules.brikwars.attacks.reaching import may_grip
from brikdesk.rules.brikwars.attacks.teamwork import TeamMember, may_power_together
from brikdesk.rules.brikwars.explosives.explosive_delivery import may_lob
from brikdesk.rules.brikwars.explosives.flight import turns_of_flight
from brikdesk.rules.brikwars.explosives.launching import creature_throw, may_throw, minifig_throw
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.activities import may_use_arms
from brikdesk.rules.brikwars.units.power import may_activate
from brikdesk.rules.brikwars.units.spent_actions import may_act
from brikdesk.rules.brikwars.units.structure import effective_size
from brikdesk.rules.brikwars.weapons.controls import may_attack_together
from brikdesk.rules.brikwars.weapons.sizes import may_maneuver
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.store.act import Act, overruling
from brikdesk.store.house import house_of
from brikdesk.store.sides import allies_of
from brikdesk.store.tables import StateKind, Unit, UnitKind, WeaponKind
from brikdesk.turns.sequence import turn_now

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
            check_shot(act, session, without_power(each.shot))
            if not each.ranged:
                heed(
                    act, may_maneuver(each.kind.value, "strike"), session, called(each.shot.weapon)
                )
            if each.strike.supporters:
                overruling(home_in(each, targets[0]), *act.overruled).check(session)
        _check_way(act, session, each)
        _check_sweep(act, session, each, targets)
        _check_lob(act, session, each, targets)
    out_of_reach = [each.name for each in armed if _too_far(each, targets) and not each.explosive]
    why = (
        f'What {", ".join(out_of_reach)} sends does not explode, and moves 12" a turn at most. '
        "Overruled, it arrives at once."
    )
    act.refuse_if(bool(out_of_reach), "8.4-08", why, session)
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
    users = {each.by.id for each in armed}
    types = {user: [each.type for each in armed if each.by.id == user] for user in users}
    for each in armed:
        no = may_attack_together(types[each.by.id], targets=separate)
        heed(act, no, session, each.by.name)


def _check_allied(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse attackers that are no allies of the first one (5.1-37, 5.1-38)."""
    leader = armed[0].player_id
    allies = allies_of(session, leader) if leader is not None else set()
    active = turn_now(session).player_id
    for each in armed[1:]:
        own_turn = each.player_id == active
        heed(
            act, may_join(each.player_id, leader, allies, own_turn=own_turn), session, each.by.name
        )


def _check_once(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse a unit with more parts in the attack than it has Actions left."""
    users = Counter(each.by.id or 0 for each in armed if each.spends_action)
    for each in armed:
        helpers = (*each.strike.supporters, *each.strike.interferers)
        users.update([*helpers, *(unit.id or 0 for unit in each.team)])
    for unit_id, times in users.items():
        unit = acting(session, existing_row(session, Unit, unit_id))
        # A single part without an Action is refused elsewhere, with the rule for that part.
        few = 1 < times > actions_left_now(session, unit)
        act.refuse_if(
            few, "4.2-02", f"{unit.name} has no Actions for {times} parts in it.", session
        )


def _check_user(act: Act, session: Session, each: Armed, targets: Sequence[Target]) -> None:
    """Refuse a unit without an Action, engaged, or that has shot at another target this turn."""
    for unit in (each.by, *each.team):
        if each.spends_action or unit is not each.by:
            check_action(act, session, unit)
    if each.strike.same_action:
        # It needs no further Action, but it has to be able to act.
        down = StateKind.DISRUPTED in kinds_of(session, each.by)
        heed(act, may_act(1, disrupted=down), session, each.by.name)
        no = no_same_action(session, each.by, each.type, targets[0].unit)
        heed(act, no, session, each.by.name)
    for unit_id in each.strike.interferers:
        check_action(act, session, alive(session, unit_id))
    if not each.ranged:
        return
    engaged = StateKind.ENGAGED in kinds_of(session, each.by)
    stuck = engaged and not has_disengaged(session, each.by)
    heed(act, may_shoot(engaged=stuck), session, each.by.name, "It Disengages first.")
    earlier = shot_at_this_round(session, each.by)
    heed(act, may_shoot_at(aim_key(each, targets), earlier), session, each.by.name)


def aim_key(each: Armed, targets: Sequence[Target]) -> str:
    """Name what a unit shoots at: one target, or one Firing Arc (5.3-03, 8.5-01)."""
    return arc_of(each.bearer) if each.area else targets[0].key


def _check_way(act: Act, session: Session, each: Armed) -> None:
    """Refuse a way of using a weapon that it does not have."""
    name = called(each.weapon) if each.weapon else each.name
    spread = each.mode.value if each.mode in (Mode.BURST, Mode.ARC) else ""
    if spread:
        heed(act, may_spread(each.kind.value, spread, each.strike.count), session, name)
    if each.mode is Mode.THROW:
        _check_throw(act, session, each, name)


def _check_sweep(act: Act, session: Session, each: Armed, targets: Sequence[Target]) -> None:
    """Refuse targets that by the map lie too far apart for the arc that was announced (8.3-02)."""
    sweep = sweep_of(each, targets) if each.area and len(targets) > 1 else None
    if sweep is not None:
        no = may_sweep(each.strike.count, sweep.degrees)
        heed(act, no, session, called(each.weapon) if each.weapon else each.name)


def _check_lob(act: Act, session: Session, each: Armed, targets: Sequence[Target]) -> None:
    """Refuse to fire at an unseen target with a weapon that cannot fire over obstacles (Q8-85)."""
    if each.area or not each.ranged or not is_blind(session, each, targets[0]):
        return
    indirect = house_of(session, BrikWarsHouse).cannon_indirect
    no = may_lob(each.kind.value, cannon_indirect=indirect)
    heed(act, no, session, called(each.weapon) if each.weapon else each.name)


def _check_throw(act: Act, session: Session, each: Armed, name: str) -> None:
    long = each.weapon is not None and not is_throwable(session, each.weapon, each.by)
    act.refuse_if(long, "8.1-28", f"{name} is too long to be thrown.", session)
    mounted = each.weapon is not None and each.weapon.mounted
    mounted = mounted and each.kind is not WeaponKind.EXPLOSIVE
    act.refuse_if(mounted, "8.4-59", f"{name} is mounted and cannot be thrown.", session)
    if each.weapon is None or each.explosive:
        return
    members = (each.by, *each.team)
    if each.by.kind in (UnitKind.MINIFIG, UnitKind.HERO):
        throw = minifig_throw(len(members))
    else:
        throw = creature_throw(each.by.size)
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
    bearers = {each.bearer.id: each.bearer for each in armed}
    for unit_id, bearer in bearers.items():
        own = [each for each in armed if not each.team_powered]
        shots = [each.shot for each in own if each.bearer.id == unit_id and each.shot]
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
    sends = each.kind in PHYSICAL and each.mode is not Mode.DROP and bool(each.loads)
    sends = sends and not each.area  # an arc, if the referee lets it be one, sends nothing
    return sends and turns_of_flight(distance_to(each, targets[0])) > 0


def _check_grip(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse a grip that its weapon does not allow, or that what else is held leaves no Hand for."""
    for each in armed:
        if each.strike.hands is None:
            continue
        weapon = each.weapon
        if weapon is None or weapon.mounted or each.by.kind not in MINIFIGS:
            raise BadInput(f"No Hands hold {each.name}: leave them out.", "hands")
        others = [other for other in in_hands(session, each.by) if other.id != weapon.id]
        preset = WEAPON_PRESETS.get(weapon.preset)
        no = may_grip(
            each.strike.hands,
            preset.hands if preset else (),
            hands=hands_now(session, each.by),
            holding=[(other.name, other.hands) for other in others],
        )
        heed(act, no, session, called(weapon))


def _check_hands(act: Act, session: Session, armed: Sequence[Armed]) -> None:
    """Refuse more hand-held guns in one Action than a unit has Hands for (A5-17)."""
    dual = house_of(session, BrikWarsHouse).bw_dual_fire
    for user in {each.by.id: each.by for each in armed}.values():
        held = [each for each in armed if each.by is user and each.weapon and each.ranged]
        guns = [each.hands for each in held if each.weapon and not each.weapon.mounted]
        if user.kind not in MINIFIGS:
            continue
        left, bound = free_hands_now(session, user), arms_bound_now(session, user)
        heed(act, may_use_arms(sum(guns), left, bound=bound), session, user.name)
        heed(act, may_fire_together(guns, left, bw_dual_fire=dual), session, user.name)
