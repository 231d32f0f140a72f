"""What a shot needs and what it uses up, without resolving the attack.

Call `plan_shot`, then `check_shot` (nothing is changed), then `take_shot`. An attack does the same
and makes its rolls before the last of them.
"""

from collections.abc import Callable

from msgspec import Struct, field
from msgspec.structs import replace
from sqlmodel import Session, col, func, select

from brikdesk.acts.guns import payload
from brikdesk.acts.guns.gun_words import called, on_turn, player_at, stands_elsewhere
from brikdesk.acts.guns.payload import Payload
from brikdesk.acts.guns.racks import largest_round, load
from brikdesk.acts.heed import heed
from brikdesk.acts.power.now import check_power, take_power
from brikdesk.acts.reckoning import sum_of, value_before
from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import acting, check_action, own_round, take_action
from brikdesk.acts.units.facts import whole
from brikdesk.rules.brikwars.explosives.launching import may_launch
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.weapons.ammunition import CLOSE_COMBAT, RELOADED_APART, may_fire
from brikdesk.rules.brikwars.weapons.controls import may_operate
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Sum, Term, line
from brikdesk.store.sides import allies_of
from brikdesk.store.tables import Turn, Unit, Weapon, WeaponKind
from brikdesk.store.views.weapons import power_of
from brikdesk.text import said_of, so_many
from brikdesk.turns.sequence import stamp_now, turn_now


class WeaponUse(Struct, frozen=True):
    """One use of a weapon: the unit that fires, the payload, and the inches of Power it takes.

    `gun` is the unit that bears the weapon.
    """

    weapon: Weapon
    gun: Unit
    by: Unit | None
    player_id: int | None
    power: int
    payloads: tuple[Payload, ...] = field(default=())
    spends_action: bool = True


def plan_shot(
    session: Session,
    weapon_id: int,
    by_unit_id: int | None = None,
    *,
    rounds: int = 1,
    round_id: int | None = None,
    power: int | None = None,
    spends_action: bool = True,
) -> WeaponUse:
    """Return the shot with its rows; BadInput if fewer `rounds` are ready than are to be fired."""
    turn_now(session)
    weapon = existing_row(session, Weapon, weapon_id)
    gun = acting(session, session.get_one(Unit, weapon.unit_id))
    by = (
        acting(session, existing_row(session, Unit, by_unit_id)) if by_unit_id is not None else None
    )
    count = whole(rounds, "rounds", 1)
    return WeaponUse(
        weapon=weapon,
        gun=gun,
        by=by,
        player_id=player_at(session, weapon, by),
        power=power_of(weapon, gun) if power is None else whole(power, "power"),
        payloads=tuple(payload.chosen(session, weapon, count, round_id)),
        spends_action=spends_action,
    )


def check_shot(act: Act, session: Session, shot: WeaponUse) -> None:
    """Refuse a shot for jam, load, time, allies at the controls, payload, Power or Action."""
    _check_ready(act, session, shot)
    _check_controls(act, session, shot)
    if shot.weapon.kind is WeaponKind.LAUNCHER and shot.payloads:
        explosives = [size for each in shot.payloads for size in each.explosive_sizes]
        objects = [size for each in shot.payloads for size in each.object_sizes]
        no = may_launch(largest_round(shot.weapon), explosives, objects)
        heed(act, no, session, called(shot.weapon))
    if shot.power:
        check_power(act, session, shot.gun, shot.power, shot.weapon.name)
    if shot.by and shot.spends_action:
        check_action(act, session, shot.by)


def _check_ready(act: Act, session: Session, shot: WeaponUse) -> None:
    weapon, rules = shot.weapon, house_of(session, BrikWarsHouse)
    lying = f"{called(weapon)} lies {weapon.lying}. Pick it up first."
    act.refuse_if(weapon.lying, "5.1-15", lying, session)
    loaded = payload.is_loaded(session, weapon)
    # An empty Cannon or Launcher is refused by `may_fire` below, with its own rule.
    spent = not loaded and weapon.kind not in (WeaponKind.CANNON, WeaponKind.LAUNCHER)
    act.refuse_if(spent, "8.1-11", f"No {said_of(weapon.name, 'is')} left.", session)
    no = may_fire(
        weapon.kind.value,
        _last_use(session, weapon, shot.player_id),
        weapon.reloaded_turn_id,
        own_round(session, shot.player_id) or 0,
        stamp_now(session),
        inoperative=weapon.inoperative,
        loaded=loaded,
        fire_window=rules.fire_window,
        reload_window=rules.reload_window,
    )
    for each in no.each if no else ():
        act.refuse_if(True, each.rule, _not_ready(session, shot, each), session)


def _not_ready(session: Session, shot: WeaponUse, no: No) -> str:
    name = called(shot.weapon)
    words = {
        "8.3-16": f"{name} is jammed. Reload it first.",
        "8.4-46": f"{name} is empty. Reload it first.",
        "8.4-52": f"Nothing lies in {name}. Load it first.",
    }
    if no.rule in words:
        return words[no.rule]
    if no.rule in RELOADED_APART.values():
        when = on_turn(session, shot.player_id, house_of(session, BrikWarsHouse).reload_window)
        return f"{name} was reloaded this turn. Fire it {when}."
    when = on_turn(session, shot.player_id, house_of(session, BrikWarsHouse).fire_window)
    if shot.weapon.kind.value in CLOSE_COMBAT:
        when = on_turn(session, shot.player_id, "player_turn")
        return f"{name} has been used this turn. It can be used again {when}."
    return f"{name} has fired this turn. It can again {when}."


def _last_use(session: Session, weapon: Weapon, player_id: int | None) -> int | None:
    """Return the stamp of this player's last use of a weapon in this battle; None if unused."""
    stamp = weapon.used.get(str(player_id))
    return stamp if stamp is not None and stamp >= _battle_began(session) else None


def _check_controls(act: Act, session: Session, shot: WeaponUse) -> None:
    weapon, by = shot.weapon, shot.by
    if by is not None and stands_elsewhere(session, weapon, by):
        rule = "8.5-03" if weapon.mounted else "8.5-02"
        act.refuse_if(True, rule, f"{by.name} is not at {called(weapon)}.", session)
    if shot.player_id is None or not weapon.mounted:
        return
    allies = allies_of(session, shot.player_id)
    began = {ally: own_round(session, ally) or _battle_began(session) for ally in allies}
    # `used` is JSON, so its keys are text; "None" is a use by units without a player.
    uses = {int(player): stamp for player, stamp in weapon.used.items() if player.isdigit()}
    heed(act, may_operate(uses, began, allies), session, called(weapon))


def _battle_began(session: Session) -> int:
    """Return the stamp of the battle's first turn: what was used before it does not count."""
    turn = turn_now(session)
    first = select(func.min(col(Turn.id))).where(Turn.battle_id == turn.battle_id)
    return session.exec(first).one() or 0


def take_shot(session: Session, shot: WeaponUse, *, jammed: bool = False) -> tuple[Line, ...]:
    """Write what the shot uses up: stamps, load, Power, Action, and the jam; return its lines."""
    weapon, stamp = shot.weapon, stamp_now(session)
    weapon.fired_turn_id = stamp
    weapon.last_player_id = shot.player_id
    # A new dict: SQLAlchemy does not notice changes inside a JSON value.
    weapon.used = {**weapon.used, str(shot.player_id): stamp}
    weapon.inoperative = weapon.inoperative or jammed
    session.add(weapon)
    lines = _spent(session, shot)
    if shot.power:
        lines.append(take_power(session, shot.gun, shot.power, weapon.name, weapon.id))
    if shot.by and shot.spends_action:
        take_action(session, shot.by)
    if jammed:
        lines.append(jam_line(session, shot.gun, weapon, shot.player_id))
    return tuple(lines)


def _spent(session: Session, shot: WeaponUse) -> list[Line]:
    if not shot.payloads:
        return []
    fired = ", ".join(so_many(each.count, each.name) for each in shot.payloads)
    left_sum = _left_sum(session, shot)  # before `spend`: the sum starts from what lay there
    payload.spend(session, shot.payloads)
    left = sum(each.count for each in payload.ready(session, shot.weapon))
    if shot.weapon.kind is WeaponKind.CANNON:
        when = on_turn(session, shot.player_id, house_of(session, BrikWarsHouse).reload_window)
        lead, words, rule = "the chamber is empty.", f"Reload it {when}.", "8.4-46"
    else:
        lead, words, rule = f"{fired} gone.", f"{left} left.", "8.4-58"
    gun, cannon = shot.gun, shot.weapon.kind is WeaponKind.CANNON
    entry = line(
        Kind.AMMO, f"{gun.name}: {lead}", words,
        rule=rule, player_id=gun.player_id, unit_id=gun.id,
        sums=() if cannon else (left_sum(left),),
    )  # fmt: skip
    return [entry]


def _left_sum(session: Session, shot: WeaponUse) -> Callable[[int], Sum]:
    """Return a function from the rounds left to their sum; call this before they are spent."""
    stock = payload.ready(session, shot.weapon)
    there = [value_before(session, row, "count", load(row), "8.4-53") for row in stock]
    fired = [Term(f"Fired: {each.name}", -each.count, "8.4-58") for each in shot.payloads]
    return lambda left: sum_of("Left", left, *there, *fired)


def jam_line(session: Session, gun: Unit, weapon: Weapon, player_id: int | None) -> Line:
    """Build the line of a jam (8.3-15)."""
    when = on_turn(session, player_id, house_of(session, BrikWarsHouse).reload_window)
    return line(
        Kind.AMMO, f"{gun.name}: {said_of(weapon.name, 'jams')}.", f"Reload it {when}.",
        rule="8.3-15", player_id=gun.player_id, unit_id=gun.id,
    )  # fmt: skip


def check_can_jam(act: Act, session: Session, weapon: Weapon) -> None:
    """Refuse a jam of a weapon that never jams: all but MachineGuns (Q8-19)."""
    never = weapon.kind is not WeaponKind.MACHINE_GUN
    act.refuse_if(never, "Q8-19", f"{called(weapon)} never jams.", session)


def without_power(shot: WeaponUse) -> WeaponUse:
    """Return the same shot without Power, for a weapon that a team powers (8.1-45)."""
    return replace(shot, power=0)
