"""A weapon is fired, jams, or is cleared by hand: what a shot needs and uses up."""

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, func, select

from brikdesk import text
from brikdesk.acts.checks import existing_row, heed, row_or_none
from brikdesk.acts.power import check_power, take_power
from brikdesk.acts.sums import sum_of, value_before
from brikdesk.acts.units.facts import whole
from brikdesk.acts.weapons import racks
from brikdesk.acts.weapons.gunnery import called, on_turn, player_at, stands_elsewhere
from brikdesk.acts.weapons.racks import Payload, largest_round, load
from brikdesk.acts.who_may import acting, check_action, maneuvers_of, own_round, take_action
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.close_combat import may_go_on_attacking
from brikdesk.rules.brikwars.controls_and_jams import CLOSE_COMBAT, may_fire, may_operate
from brikdesk.rules.brikwars.flight import may_launch
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.weapons import RELOADED_APART
from brikdesk.rules.refusal import No
from brikdesk.store.act import Act
from brikdesk.store.house_rules import allies_of, house_of
from brikdesk.store.lines import Kind, Line, Outcome, Term, line, outcome_of
from brikdesk.store.tables import Turn, Unit, Weapon, WeaponKind
from brikdesk.store.views.armory import power_of
from brikdesk.text import said_of, so_many
from brikdesk.turns.turn_order import stamp_now, turn_now

ARC = "arc"
CLOSE = "close_combat"
"""Types of attack of one Action (8.5-01)."""


def arc_of(bearer: Unit) -> str:
    """Return the key of a Firing Arc as the target of a unit's shots (5.3-03, 8.5-01)."""
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
    same = ("strike" if kind == CLOSE else kind) in made
    return may_go_on_attacking(same_type=same, same_target=own)


def _struck(session: Session, unit: Unit) -> set[int | None]:
    """Return whom a unit has attacked by touch in the running turn."""
    struck = session.exec(select(Unit).where(Unit.melee_turn_id == stamp_now(session)))
    return {each.id for each in struck if unit.id in each.melee_foes}


class WeaponUse(Struct, frozen=True):
    """One use of a weapon: the unit that fires, the payload, and the inches of Power it takes.

    `gun` is the unit that bears the weapon.
    """

    weapon: Weapon
    gun: Unit
    by: Unit | None
    player_id: int | None
    power: int
    payloads: tuple[Payload, ...] = ()
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
    by = row_or_none(session, Unit, by_unit_id)
    if by:
        acting(session, by)  # raises BadInput for one that is lost
    count = whole(rounds, "rounds", 1)
    return WeaponUse(
        weapon=weapon,
        gun=gun,
        by=by,
        player_id=player_at(session, weapon, by),
        power=power_of(weapon, gun) if power is None else whole(power, "power"),
        payloads=tuple(racks.chosen(session, weapon, count, round_id)),
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
    loaded = racks.is_loaded(session, weapon)
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
        return f"{name} was reloaded this turn. Fire it {_reloads(session, shot.player_id)}."
    if shot.weapon.kind.value in CLOSE_COMBAT:
        when = on_turn(session, shot.player_id, "player_turn")
        return f"{name} has been used this turn. It can be used again {when}."
    when = on_turn(session, shot.player_id, house_of(session, BrikWarsHouse).fire_window)
    return f"{name} has fired this turn. It can again {when}."


def _reloads(session: Session, player_id: int | None) -> str:
    """Return when a player can reload what he has fired now, or fire what he has reloaded."""
    return on_turn(session, player_id, house_of(session, BrikWarsHouse).reload_window)


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
    # Before they are spent: the sum starts from what lay there.
    stock = racks.ready(session, shot.weapon)
    there = [value_before(session, row, "count", load(row), "8.4-53") for row in stock]
    racks.spend(session, shot.payloads)
    gun = shot.gun
    if shot.weapon.kind is WeaponKind.CANNON:
        lead, when = f"{gun.name}: the chamber is empty.", _reloads(session, shot.player_id)
        return [line(Kind.AMMO, lead, f"Reload it {when}.", rule="8.4-46", of=gun)]
    after = racks.ready(session, shot.weapon)
    left = sum(each.count for each in after)
    # Once a Launcher's load is gone, what feeds it is next: that lay there before too.
    there += [
        value_before(session, row, "count", load(row), "8.4-53")
        for row in after
        if row not in stock
    ]
    fired = [Term(f"Fired: {each.name}", -each.count, "8.4-58") for each in shot.payloads]
    names = ", ".join(so_many(each.count, each.name) for each in shot.payloads)
    lead, sums = f"{gun.name}: {names} gone.", (sum_of("Left", left, *there, *fired),)
    return [line(Kind.AMMO, lead, f"{left} left.", rule="8.4-58", of=gun, sums=sums)]


def jam_line(session: Session, gun: Unit, weapon: Weapon, player_id: int | None) -> Line:
    """Build the line of a jam (8.3-15)."""
    lead = f"{gun.name}: {said_of(weapon.name, 'jams')}."
    words = f"Reload it {_reloads(session, player_id)}."
    return line(Kind.AMMO, lead, words, rule="8.3-15", of=gun)


def check_can_jam(act: Act, session: Session, weapon: Weapon) -> None:
    """Refuse a jam of a weapon that never jams: all but MachineGuns (Q8-19)."""
    never = weapon.kind is not WeaponKind.MACHINE_GUN
    act.refuse_if(never, "Q8-19", f"{called(weapon)} never jams.", session)


def without_power(shot: WeaponUse) -> WeaponUse:
    """Return the same shot without Power, for a weapon that a team powers (8.1-45)."""
    return replace(shot, power=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireWeapon(Act):
    """Fire a weapon and write what that uses up, whatever it hits.

    `by_unit_id` is the unit that fires; it spends an Action, unless this is the `same_action` as
    another shot: one Action may fire several weapons (8.5-01). `rounds` objects leave a Launcher at
    once; `round_id` says which type if a battery holds several. `power` in inches defaults to what
    the weapon needs.
    """

    weapon_id: int
    by_unit_id: int | None = None
    rounds: int = 1
    round_id: int | None = None
    power: int | None = None
    jammed: bool = False
    same_action: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Check load, windows, controls, Power and Action; then write."""
        shot = plan_shot(
            session,
            self.weapon_id,
            self.by_unit_id,
            rounds=self.rounds,
            round_id=self.round_id,
            power=self.power,
            spends_action=not self.same_action,
        )
        check_shot(self, session, shot)
        if self.same_action and shot.by:
            heed(self, no_same_action(session, shot.by, "ranged", None), session, shot.by.name)
        if self.jammed:
            check_can_jam(self, session, shot.weapon)
        lines = take_shot(session, shot, jammed=self.jammed)
        fires = said_of(shot.gun.name, "fires")
        entry = line(
            Kind.ATTACK, f"{fires}.", f"{shot.weapon.name}{f', by {shot.by.name}' if shot.by else ''}.",
            rule="8.5-05", player_id=shot.player_id, unit_id=shot.gun.id,
        )  # fmt: skip
        return Outcome(f"{fires} {shot.weapon.name}", (entry, *lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Jam(Act):
    """A MachineGun jams; it cannot fire until it is reloaded (8.3-15, 8.3-16)."""

    weapon_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Mark it inoperative."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gun = session.get_one(Unit, weapon.unit_id)
        turn_now(session)
        if weapon.inoperative:
            raise BadInput(f"{said_of(weapon.name, 'is')} jammed already.", "weapon_id")
        check_can_jam(self, session, weapon)
        weapon.inoperative = True
        session.add(weapon)
        return outcome_of(jam_line(session, gun, weapon, player_at(session, weapon, None)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearJam(Act):
    """Make a jammed weapon work again by hand, without a reload."""

    weapon_id: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Take the mark off; BadInput where it is not jammed."""
        weapon = existing_row(session, Weapon, self.weapon_id)
        gun = session.get_one(Unit, weapon.unit_id)
        if not weapon.inoperative:
            raise BadInput(f"{said_of(weapon.name, 'is')} not jammed.", "weapon_id")
        weapon.inoperative = False
        session.add(weapon)
        lead, reason = f"{gun.name}: {said_of(weapon.name, 'works')} again.", text.note(self.reason)
        return outcome_of(line(Kind.RULING, lead, reason, rule="8.3-16", of=gun))
