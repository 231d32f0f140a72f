"""The weapons of an attack: their users, figures and homing, and what they send."""

import dataclasses
import math
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import alive, existing_row, row_or_none
from brikdesk.acts.combat.aim import MANEUVERS, Mode, Strike, Target, check_inches
from brikdesk.acts.combat.armor import own_bonuses
from brikdesk.acts.explosives.explosion import Makeup, makeup_said
from brikdesk.acts.step_act import Throw
from brikdesk.acts.weapons.firing import WeaponUse, plan_shot
from brikdesk.acts.weapons.gunnery import HomeIn, end_elsewhere, homing_of_weapon, player_at
from brikdesk.acts.weapons.racks import OBJECT_ARMOR, OBJECT_DAMAGE, object_words
from brikdesk.acts.who_may import BARE_HANDS, MINIFIGS, acting, in_play
from brikdesk.dice import action_kind
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import edge_to_edge, point_to_edge
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.attacks import DamageDice, read_damage, team_action_die, team_range
from brikdesk.rules.brikwars.controls_and_jams import gunnery_die, interference
from brikdesk.rules.brikwars.explosives import load_words, payload_damage
from brikdesk.rules.brikwars.fire import FIRE_SIDES
from brikdesk.rules.brikwars.flight import creature_throw, minifig_throw
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.shooting import is_ranged
from brikdesk.rules.brikwars.weapons import SIZED_BY_X, SPREADING, WEAPON_PRESETS, WeaponPreset
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Line, Term
from brikdesk.store.tables import Chamber, Homing, Round, Unit, Weapon, WeaponKind

MOST_SHOTS = 30
"""Shots of one burst, points of one arc, and weapons of one attack."""


class LaunchedDamage(Struct, frozen=True):
    """Damage of a launched object that does not explode, and where it comes from (8.4-57)."""

    damage: DamageDice
    source: str


class ShotLoad(Struct, frozen=True):
    """An Explosive, or an object, that one shot sends. `harm` None: the damage is the weapon's."""

    name: str
    explosive_size: int
    makeup: Makeup
    harm: LaunchedDamage | None = None

    @property
    def words(self) -> str:
        """What it is, with what it is made of where its name does not say that."""
        return load_words(self.name, self.explosive_size, self.makeup.as_data())


class Armed(Struct, frozen=True):
    """One strike with its rows and figures. `loads` are what it sends, one for each shot.

    `specialty`: its die is that of a Specialty, in place of the Action die (X10-01).
    """

    number: int
    strike: Strike
    mode: Mode
    name: str
    by: Unit
    bearer: Unit
    weapon: Weapon | None
    player_id: int | None
    die: int
    use: int
    range: float | None
    damage: DamageDice
    shot: WeaponUse | None
    loads: tuple[ShotLoad, ...] = ()
    team: tuple[Unit, ...] = ()
    spends_action: bool = True
    specialty: bool = False

    @property
    def kind(self) -> WeaponKind:
        """The row of table 1 that it follows."""
        return self.weapon.kind if self.weapon else WeaponKind.OTHER

    @property
    def hands(self) -> int:
        """The Hands that hold its weapon: as this attack says, else as the roster does (X3.2-02)."""
        if self.weapon is None or self.weapon.mounted:
            return 0
        return self.weapon.hands if self.strike.hands is None else self.strike.hands

    @property
    def team_powered(self) -> bool:
        """Whether a team operates it with its own Power (8.1-45); throwers use their arms."""
        return bool(self.team) and self.mode is not Mode.THROW and self.shot is not None

    @property
    def explosive(self) -> bool:
        """Whether what it sends explodes."""
        return any(load.explosive_size for load in self.loads)

    @property
    def ranged(self) -> bool:
        """Whether Range counts, and not touch."""
        return is_ranged(self.range, self.mode.value)

    @property
    def area(self) -> bool:
        """Whether it attacks an area: size and cover change the damage too (8.3-07)."""
        return self.mode is Mode.ARC

    @property
    def preset(self) -> WeaponPreset | None:
        """The equipment of chapter 3 that it is a copy of."""
        return WEAPON_PRESETS.get(self.weapon.preset) if self.weapon else None

    @property
    def size(self) -> float:
        """Its Weapon Size in inches; what is no weapon has 1" (8.1-01)."""
        return self.weapon.size if self.weapon else 1.0

    @property
    def type(self) -> str:
        """What type of attack it makes: all of one Action make the same one (8.5-01)."""
        if not self.ranged:
            return self.mode.value if self.mode in MANEUVERS else "close_combat"
        return "arc" if self.mode is Mode.ARC else "ranged"

    @property
    def attack(self) -> str:
        """What kind of Ranged attack it is, for Marks (QF-49)."""
        if self.mode in (Mode.THROW, Mode.DROP):
            return "thrown"
        return _KIND_OF_SHOT.get(self.kind, "ranged") if self.type == "ranged" else self.type


_KIND_OF_SHOT = {
    WeaponKind.CANNON: "cannon",
    WeaponKind.LAUNCHER: "launcher",
    WeaponKind.ROCKET: "rocket",
}
"""What a shot of a weapon is to a Mark; all others are plain Ranged attacks."""


def users_of(armed: Iterable[Armed]) -> list[Unit]:
    """Return the units that use these weapons, each once, in their order."""
    return list({each.by.id: each.by for each in armed}.values())


def armed_of(session: Session, strikes: Sequence[Strike]) -> tuple[Armed, ...]:
    """Return the weapons that take part; BadInput if there is none, or one cannot attack."""
    if not strikes:
        raise BadInput("Say what is attacked with.", "strikes")
    if len(strikes) > MOST_SHOTS:
        raise BadInput(f"At most {MOST_SHOTS} weapons in one attack.", "strikes")
    made: list[Armed] = []
    for number, strike in enumerate(strikes):
        armed = _armed(session, number, strike)
        # A grenade that lies in no rack is a weapon of its own, and thrown once.
        single = armed.kind is WeaponKind.EXPLOSIVE and not (armed.shot and armed.shot.payloads)
        if single and any(each.weapon is armed.weapon for each in made):
            raise BadInput(f"There is one {armed.name}: it takes part once.", "strikes")
        # One Action pays for all weapons of one user in an attack (8.5-01).
        again = any(each.by.id == armed.by.id for each in made)
        made.append(replace(armed, spends_action=False) if again else armed)
    return tuple(made)


def _armed(session: Session, number: int, strike: Strike) -> Armed:
    for name, inches in (("distance", strike.distance), ("range", strike.range)):
        check_inches(name, inches)
    if not 1 <= strike.count <= MOST_SHOTS:
        raise BadInput(f"1 to {MOST_SHOTS} shots or points of arc.", "count")
    weapon = row_or_none(session, Weapon, strike.weapon_id)
    if weapon and strike.mode in MANEUVERS:
        strike = dataclasses.replace(strike, by_id=strike.by_id or weapon.unit_id)
        if strike.mode is Mode.GRAB or weapon.preset == BARE_HANDS:  # with a free hand (5.2-24)
            strike, weapon = dataclasses.replace(strike, weapon_id=None, name=""), None
    mode = _mode(strike, weapon)
    shot = None
    if (
        weapon and mode is not Mode.SHOVE
    ):  # a Shove is made with the object: nothing is fired (5.2-31)
        shot = plan_shot(
            session,
            weapon.id or 0,
            strike.by_id,
            rounds=strike.rounds,
            round_id=strike.round_id,
            power=strike.power,
            spends_action=False,
        )
    by = _user(session, strike, shot)
    team = tuple(in_play(existing_row(session, Unit, unit_id)) for unit_id in strike.team)
    own_die = strike.action_die or _action_die(by, team)
    die = strike.action_die or _with_gunnery(own_die, by, weapon)
    if die not in (4, 6, 8, 10, 12, 20):
        raise BadInput(f"There is no Action die d{die}.", "action_die")
    return Armed(
        number=number,
        strike=strike,
        mode=mode,
        name=_name(strike, weapon, mode),
        by=by,
        bearer=shot.gun if shot else by,
        weapon=weapon,
        player_id=player_at(session, weapon, by) if weapon else by.player_id,
        die=die,
        use=by.size if mode in MANEUVERS else _use(session, strike, weapon),
        range=_range(strike, weapon, by, team, mode),
        damage=_damage_dice(strike, weapon, mode, die),
        shot=shot,
        loads=_loads(session, weapon, shot, strike, die),
        team=team,
        spends_action=not strike.same_action,
        specialty=die != own_die,
    )


def _user(session: Session, strike: Strike, shot: WeaponUse | None) -> Unit:
    if strike.by_id is not None:
        return acting(session, existing_row(session, Unit, strike.by_id))
    if shot is None:
        raise BadInput("Say who attacks.", "by_id")
    return shot.gun


def _damage_dice(strike: Strike, weapon: Weapon | None, mode: Mode, die: int) -> DamageDice:
    """Return the dice of its damage; a Grab or a Shove deals none (5.2-24, 5.2-32).

    Those of an Explosive follow from what it is made of (8.4-35).
    """
    words = strike.damage or (weapon.damage if weapon else "")
    words = "" if mode in MANEUVERS else words
    if weapon is not None and weapon.kind.value in SIZED_BY_X:
        return DamageDice((), by=words)
    return read_damage(words, die)


def _name(strike: Strike, weapon: Weapon | None, mode: Mode) -> str:
    if mode in MANEUVERS:
        return mode.value.capitalize()
    if strike.name.strip():
        return text.name(strike.name)
    return weapon.name if weapon else "Random Object"


def _mode(strike: Strike, weapon: Weapon | None) -> Mode:
    """Return how a weapon is really used: some can be used in one way only."""
    if strike.mode in MANEUVERS:
        return strike.mode
    if weapon is None:
        return strike.mode if strike.range is not None else Mode.STRIKE
    if weapon.kind.value in SPREADING and strike.mode is not Mode.STRIKE:
        return Mode.ARC
    if strike.mode is not Mode.SINGLE:
        return strike.mode
    if weapon.kind is WeaponKind.EXPLOSIVE:
        return Mode.THROW
    reaches = strike.range is not None or weapon.range is not None
    return Mode.SINGLE if reaches else Mode.STRIKE


def _action_die(by: Unit, team: Sequence[Unit]) -> int:
    """Return the sides of the Action die: of the smallest of a team (8.1-47, 8.4-62)."""
    dice = [unit.action_die for unit in (by, *team)]
    if not all(dice):
        raise BadInput(f"{by.name} has no Action die. Say who fires.", "by_id")
    return team_action_die(dice)


def _with_gunnery(die: int, by: Unit, weapon: Weapon | None) -> int:
    """Return the sides of the die of a weapon: a Gunner rolls his own for mounted ones (8.5-11)."""
    mounted = weapon is not None and weapon.mounted
    return gunnery_die(die, gunnery="gunnery" in by.specialties, mounted=mounted)


def _use(session: Session, strike: Strike, weapon: Weapon | None) -> int:
    use = strike.use if strike.use is not None else (weapon.use if weapon else None)
    if use is None and weapon and weapon.kind is WeaponKind.EXPLOSIVE:
        use = house_of(session, BrikWarsHouse).bw_explosive_use
    if use is None:
        raise BadInput("Type the Use of this weapon.", "use")
    if not 0 <= use <= 1000:
        raise BadInput("Use is 0 to 1,000.", "use")
    return use


def _range(
    strike: Strike, weapon: Weapon | None, by: Unit, team: Sequence[Unit], mode: Mode
) -> float | None:
    if mode in MANEUVERS:
        return None
    if strike.range is not None:
        return strike.range
    if mode is Mode.DROP:
        return 0.0
    if mode is Mode.THROW:
        return _throw_range(by, team)
    if mode is Mode.STRIKE:
        return None
    if weapon is None or weapon.range is None:
        raise BadInput("Type the Range of this weapon.", "range")
    return weapon.range


def _throw_range(by: Unit, team: Sequence[Unit]) -> float:
    """Return the inches of a throw: 3 for minifigs, more for larger arms (8.4-59, 8.4-61, 8.1-47)."""
    reach = [
        minifig_throw(1).range if unit.kind in MINIFIGS else creature_throw(unit.size).range
        for unit in (by, *team)
    ]
    return team_range(reach)


def _loads(
    session: Session, weapon: Weapon | None, shot: WeaponUse | None, strike: Strike, die: int
) -> tuple[ShotLoad, ...]:
    if weapon is None or shot is None:
        return ()
    crash = house_of(session, BrikWarsHouse).bw_crash_dice_rule
    made = [
        _load(payload.source, None if strike.damage else _harm(payload.source, die, crash))
        for payload in shot.payloads
        for _ in range(payload.count)
    ]
    # A Rocket or Explosive without a rack is the load itself.
    if not made and weapon.kind in (WeaponKind.ROCKET, WeaponKind.EXPLOSIVE):
        size = max(1, int(weapon.size))
        makeup = makeup_said(strike.damage or weapon.damage, size)
        made = [ShotLoad(weapon.name, size, makeup)] * strike.rounds
    return tuple(made)


def _load(source: Chamber | Round, harm: LaunchedDamage | None) -> ShotLoad:
    if not source.explosive_size:
        return ShotLoad(source.name, 0, Makeup(), harm)
    return ShotLoad(source.name, source.explosive_size, Makeup.of(source.makeup))


def _harm(source: Chamber | Round, die: int, crash: str) -> LaunchedDamage | None:
    """Return the damage of an object that does not explode; None if it explodes or is unknown."""
    armor = object_words(source.makeup, OBJECT_ARMOR)
    own = object_words(source.makeup, OBJECT_DAMAGE)
    damage = "" if source.explosive_size else payload_damage(armor, own, bw_crash_dice_rule=crash)
    if not damage:
        return None
    compared_with = "as in Close Combat" if own else f"Armor {armor}"
    return LaunchedDamage(read_damage(damage, die), f"{source.name}, {compared_with}")


def distance_to(armed: Armed, target: Target) -> float:
    """Return the inches from weapon to target: typed, else from the positions of both.

    BadInput where nobody measured. In Close Combat the weapon touches its target (5.1-04).
    """
    if not armed.ranged:
        return 0.0
    typed = _typed_distance(armed, target)
    if typed is not None:
        return typed
    measured = None
    if target.unit:
        measured = edge_to_edge(armed.bearer, target.unit)
    elif target.spot and target.aim.place and armed.bearer.x is not None:
        measured = math.dist((armed.bearer.x, armed.bearer.y or 0), target.spot)
    elif target.spot:
        measured = point_to_edge(*target.spot, armed.bearer)
    if measured is None:
        raise BadInput(f"Type the distance to {target.name} in inches.", "distance")
    return measured


def away(armed: Armed, target: Target) -> str:
    """Return how far it is from weapon to target, in words, and whether the map says so."""
    return f"{in_inches(distance_to(armed, target))} away{by_map(is_measured(armed, target))}"


def is_measured(armed: Armed, target: Target) -> bool:
    """Return whether the distance comes from the map, and nobody typed it."""
    return armed.ranged and _typed_distance(armed, target) is None


def by_map(measured: bool) -> str:
    """Return what is added to a number that the map gave."""
    return ", measured on the map" if measured else ""


def _typed_distance(armed: Armed, target: Target) -> float | None:
    return armed.strike.distance if armed.strike.distance is not None else target.aim.distance


def above(armed: Armed, target: Target) -> float:
    """Return how many inches higher the weapon is than its target."""
    own = armed.strike.above
    return target.aim.above or 0.0 if own is None else own


def home_in(armed: Armed, target: Target, *, critical_failure: bool = False) -> HomeIn:
    """Return the act by which the Support of an attack stays with its weapon (8.5-15)."""
    assert armed.weapon is not None
    return HomeIn(
        weapon_id=armed.weapon.id or 0,
        target=target.name,
        target_id=target.unit.id if target.unit else None,
        supporter_ids=armed.strike.supporters,
        critical_failure=critical_failure,
        player_id=armed.player_id,
    )


def turned_from(session: Session, armed: Armed, target: Target) -> list[Homing]:
    """Return the bonuses that end because the weapon aims elsewhere, those of all players (8.5-17).

    An arc aims at no point at all.
    """
    if armed.weapon is None or not armed.ranged:
        return []
    held = homing_of_weapon(session, armed.weapon)
    if armed.area:
        return held
    aim = home_in(armed, target)
    return [row for row in held if not aim.aims_at(row)]


def homing_lines(
    session: Session, armed: Armed, target: Target, *, critical_failure: bool = False
) -> list[Line]:
    """Keep the Support of an attack with its weapon, or lose what was homed in (8.5-16, 8.5-18)."""
    weapon = armed.weapon
    if weapon is None or not armed.ranged:
        return []
    if armed.area:
        return end_elsewhere(session, turned_from(session, armed, target))
    if not homing_of_weapon(session, weapon) and not armed.strike.supporters:
        return []
    act = home_in(armed, target, critical_failure=critical_failure)
    # Only written: the Support was checked with the attack, before the Gunners' Actions were spent.
    return list(act.write(session, act.gunners(session)).lines)


def interfered(session: Session, throw: Throw, armed: Armed) -> tuple[Term, ...] | None:
    """Roll for the interferers of a weapon; return None while a die of them is missing."""
    rolled: list[tuple[str, int]] = []
    for unit_id in armed.strike.interferers:
        unit = alive(session, unit_id)
        sides = unit.action_die or FIRE_SIDES  # no Action die: an Incompetent d4
        own = own_bonuses(session, unit)
        label = f"{unit.name} interferes"
        roll = throw.roll(action_kind(sides), (sides,), (label,), own.points, penalty=own.penalty)
        if roll is None:
            return None
        rolled.append((label, 0 if roll.critical_failure else roll.total))
    stacks = house_of(session, BrikWarsHouse).interference_stacks
    penalties = interference([points for _, points in rolled], stacks=stacks)
    found = zip(rolled, penalties, strict=True)
    return tuple(Term(name, value, "8.5-06") for (name, _), value in found if value)
