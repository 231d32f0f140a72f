"""What one hit does to one target before its Armor: dice, points, fire, KnockBack."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.combat.aim import MANEUVERS, Mode, Target, To, is_structure
from brikdesk.acts.combat.armor import ArmorTest, roll_damage
from brikdesk.acts.combat.engaging import counts_now, opened
from brikdesk.acts.combat.modifiers import by_step, points_of
from brikdesk.acts.combat.protection import Harm, Protection, Warded
from brikdesk.acts.combat.shots import SPENT, Shot
from brikdesk.acts.combat.weapons_used import Armed, distance_to
from brikdesk.acts.explosives.explosion import deflection_term, die_name
from brikdesk.acts.fire.fires import can_catch, kinds_on
from brikdesk.acts.movement.on_the_way import room_behind, spot_of
from brikdesk.acts.step_act import Throw, ask
from brikdesk.acts.units.begin_state import is_minifig
from brikdesk.dice import Chain, Die, Face, Roll, RollKind
from brikdesk.ground.gaps import edge_to_edge
from brikdesk.ground.shapes import Point, disc
from brikdesk.rules.brikwars import attacks as attack_rules
from brikdesk.rules.brikwars import fire as fire_rules
from brikdesk.rules.brikwars import weapons
from brikdesk.rules.brikwars.attacks import added_up, weapon_knockback
from brikdesk.rules.brikwars.blast_bands import ArmorResult, deflected
from brikdesk.rules.brikwars.close_combat import SHOVE_INCHES, judged_damage
from brikdesk.rules.brikwars.explosives import AddedDie, ExplosiveDieKind
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.movement import prevented, thrown_back
from brikdesk.rules.brikwars.shooting import range_penalties, stray_out_of_range
from brikdesk.rules.brikwars.units_and_damage import effective_size, grinding_points, knocked_away
from brikdesk.rules.brikwars.weapons import KnockBack, cancels_deflection
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import Sum, Term
from brikdesk.store.tables import Unit
from brikdesk.text import opening
from brikdesk.turns.steps import Choice, Option, Thrower

PASSES, STAYS = "passes", "stays"
"""Values of the choice whether poison or a virus passes on."""

_HARMLESS = {ExplosiveDieKind.CONCUSSION.value}
_HARMLESS |= {
    fire_rules.DIE[kind] for kind in fire_rules.FireKind if not fire_rules.deals_points(kind)
}

_OPTIONS = {
    fire_rules.FireKind.POISON: (
        Option(PASSES, "It breaks the skin", "the poison passes on"),
        Option(STAYS, "The skin is whole"),
    ),
    fire_rules.FireKind.VIRUS: (
        Option(PASSES, "The computers are connected", "the virus passes on"),
        Option(STAYS, "They are not connected"),
    ),
}


class Kindling(Struct, frozen=True):
    """Dice of one kind of fire in a Damage Roll: their natural faces, and their points."""

    kind: fire_rules.FireKind
    faces: tuple[Face, ...]
    points: int


def strike_dice(session: Session, shot: Shot) -> tuple[attack_rules.DamageDie, ...]:
    """Return the Damage dice of a shot; a burning unit adds a d4, a MOM one more.

    Rules: F.1-29, F.1-49, 5.4-20.
    """
    armed, target, dice = shot.armed, shot.target.unit, shot.damage.dice
    if armed.ranged or armed.mode in MANEUVERS:
        return dice
    burning = (kinds_on(session, armed.by), kinds_on(session, armed.bearer))
    more = fire_rules.burning_attack_kinds(*burning, target.tags if target else ())
    mom = (attack_rules.DamageDie(armed.die),) if shot.mom == SPENT else ()
    return (*dice, *_fire_dice(more), *mom)


def _fire_dice(kinds: Iterable[fire_rules.FireKind]) -> tuple[attack_rules.DamageDie, ...]:
    """Return one die for each kind of fire."""
    sides = fire_rules.FIRE_SIDES
    return tuple(attack_rules.DamageDie(sides, fire_rules.DIE[kind]) for kind in kinds)


def counts_as_damage(die: attack_rules.DamageDie) -> bool:
    """Return whether a die's points are damage: not Concussion and Ion (8.4-38, F.1-45)."""
    return die.kind not in _HARMLESS


def kindlings(
    chains: Sequence[Chain], dice: Sequence[attack_rules.DamageDie], damage: int, less: int
) -> tuple[Kindling, ...]:
    """Return the dice of each kind of fire in a Damage Roll of `damage` points.

    Of a mixed roll the fire is what its own dice show, never more than all the damage; `less` is
    taken off. An Ion die shows points that are no damage.
    """
    found = []
    rolled = list(zip(chains, dice, strict=True))
    for kind in fire_rules.FireKind:
        own = [chain for chain, die in rolled if die.kind == fire_rules.DIE[kind]]
        if not own:
            continue
        points = max(0, sum(chain.points for chain in own) - less)
        if fire_rules.deals_points(kind):
            points = damage if len(own) == len(dice) else min(damage, points)
        faces = tuple(Face(chain.die.value, chain.die.origin) for chain in own)
        found.append(Kindling(kind, faces, points))
    return tuple(found)


def choice_of(kind: fire_rules.FireKind, suffix: str) -> str:
    """Return the name of the choice whether a kind passes on to a victim."""
    return f"{fire_rules.DIE[kind].lower()}{suffix}"


def passing_choices(
    session: Session,
    unit: Unit,
    kindlings: Sequence[tuple[Kindling, int]],
    result: ArmorResult,
    choices: Mapping[str, str],
    suffix: str,
) -> list[Choice]:
    """Ask the referee whether poison or a virus passes on, if its dice could (F.1-46, F.1-47).

    Nothing is asked about a minifig that the blow kills. `kindlings` come with the inches out of
    Range.
    """
    if result is ArmorResult.BEATEN and is_minifig(unit):
        return []
    able = {
        each.kind
        for each, over in kindlings
        if can_catch(session, unit, each.kind, [f.value for f in each.faces], each.points, over)
    }
    asked = []
    for kind in fire_rules.PASSED_ON:
        if kind not in able:
            continue
        options = _OPTIONS[kind]
        if kind is fire_rules.FireKind.POISON and result is ArmorResult.NOTHING:
            options = options[::-1]  # the usual answer comes first: the Armor held
        name = choice_of(kind, suffix)
        prompt = f"{fire_rules.DIE[kind]} of this hit on {unit.name}:"
        asked.append(ask(choices, name, prompt, None, options))
    return asked


def knockback_of(armed: Armed, target: Target) -> tuple[int, bool]:
    """Return inches of KnockBack of a hit without Explosives, and whether they Disrupt (8.1-19)."""
    unit, loose = target.unit, target.aim.loose
    # What the table does not say: all but structures can be moved.
    if unit is None or not (loose if loose is not None else not is_structure(unit)):
        return 0, False
    preset = armed.preset
    listed = preset.knockback if preset and armed.mode is Mode.STRIKE else 0
    hit = weapon_knockback(
        armed.size,
        effective_size(unit.size, unit.size_damage),
        gun=preset.name if preset else "",
        listed=listed,
        disrupts=preset is None or preset.disrupts,
    )
    return hit.inches, hit.disrupts


class Earlier(Struct, frozen=True):
    """What a target has taken in this player's turn: points, Armor Roll, and the act they are from.

    `armor` is None if its Armor is a fixed number, or has not been rolled yet.
    """

    damage: int = 0
    armor: int | None = None
    act_id: int | None = None

    @property
    def term(self) -> Term:
        """The earlier points as a part of a sum."""
        return Term("Close Combat earlier in this turn", self.damage, "5.2-23", self.act_id)

    @property
    def kept(self) -> Term | None:
        """Return the Armor Roll that still counts, or None where it is rolled anew."""
        if self.armor is None:
            return None
        return Term("Armor Roll earlier in this turn", self.armor, "X6-01", self.act_id)


def taken_before(session: Session, unit: Unit) -> Earlier:
    """Return what a unit has taken in this player's turn; counts of earlier turns are ignored."""
    if not counts_now(session, unit):
        return Earlier()
    origin = made_by(session, unit, "melee_damage", "melee_armor")
    return Earlier(unit.melee_damage, unit.melee_armor, origin)


def remember(session: Session, unit: Unit, taken: Earlier) -> None:
    """Write what a unit has taken by now in this player's turn."""
    opened(session, unit)
    unit.melee_damage, unit.melee_armor = taken.damage, taken.armor


FIRE = ExplosiveDieKind.FIRE.value
PIERCE = ExplosiveDieKind.PIERCE.value


class Blow(Struct):
    """One hit on one target. `knocked` are the inches that an item flies which its target drops.

    `distance_die` is thrown for them where no Action Roll was made (A5-10); 0: none is.
    `grinds` are the points of Grinding Damage that its dice deal if it fails (OF-58).
    `adds_up`: with all others on its target in one player's turn (5.2-23). `band` is where the
    band of an explosion begins, in inches; `measured`: the map says that it is this band.
    """

    name: str
    damage: int
    sum: Sum
    dice: tuple[Die, ...] = ()
    fires: tuple[Kindling, ...] = ()
    over: int = 0
    knockback: int = 0
    disrupts: bool = True
    knocked: int = 0
    distance_die: int = 0
    grinds: int = 0
    where: str = ""
    measured: bool = False
    critical_failure: bool = False
    adds_up: bool = False
    knock_rule: str = "8.1-19"
    band: float = 0.0

    @property
    def thrown_by(self) -> str:
        """The rule by which it throws its target: that of explosions, of a Shove, of weapons."""
        return "8.4-26" if self.where else self.knock_rule


class Victim(Struct):
    """One target with everything that hits it in one event: one sum, one Armor Roll (Q8-84).

    `thrown_from` is a spot of its own straight away from which it is thrown, where its hits come from
    several. `collides`: its KnockBack is that of a Collision, which smashes in either reading of A5-52.
    """

    target: Target
    suffix: str
    blows: list[Blow] = field(default_factory=list)
    test: ArmorTest | None = None
    distance: int | None = None
    smash: int = 0
    smash_rule: str = "5.4-31"
    free: float | None = None
    stopped_by: str = ""
    earlier: Earlier = field(default_factory=Earlier)
    collides: bool = False
    thrown_from: Point | None = None

    @property
    def damage(self) -> int:
        """All points together (5.1-37)."""
        return sum(blow.damage for blow in self.blows) + self.smash

    @property
    def fires(self) -> list[tuple[Kindling, int]]:
        """Dice of each kind of fire that hit it, with the inches out of Range."""
        return [(fire, blow.over) for blow in self.blows for fire in blow.fires]

    @property
    def adds_up(self) -> bool:
        """Whether what earlier attacks of this player's turn did counts too (5.2-23)."""
        return any(blow.adds_up for blow in self.blows)

    @property
    def lasting_damage(self) -> int:
        """Points that later attacks of this player's turn are added to, Smash included (A5-54)."""
        own = sum(blow.damage for blow in self.blows if blow.adds_up)
        return own + self.smash if self.adds_up else 0

    @property
    def after(self) -> Earlier:
        """What later attacks of this player's turn are added to.

        Points that got through are spent; a Roll of Armor stays for all that adds up (X6-01).
        """
        if not self.adds_up or self.test is None:
            return self.earlier
        if self.test.result is ArmorResult.BEATEN:
            return Earlier()
        armor = self.test.armor if self.test.rolls else self.earlier.armor
        return Earlier(self.earlier.damage + self.lasting_damage, armor)

    @property
    def judged(self) -> int:
        """The points that meet its Armor (5.2-23, A5-20)."""
        return judged_damage(self.earlier.damage, self.damage, same_turn=self.adds_up)

    @property
    def knockback(self) -> int:
        """Inches of KnockBack of all hits together (Q8-10)."""
        return self.knockback_of_all.inches

    @property
    def band(self) -> float:
        """Inches from the centre at which the farthest band begins that throws it (8.4-28)."""
        return max((blow.band for blow in self.blows if blow.knockback), default=0.0)

    @property
    def knocked(self) -> int:
        """Inches that an item flies which it drops (5.1-15, A5-10)."""
        rolled = knocked_away(
            None, distance_roll=self.distance, bw_disarm_roll_on_auto_hit=self.distance is not None
        )
        return max((rolled, *(blow.knocked for blow in self.blows)))

    @property
    def distance_die(self) -> int:
        """The die for those inches where no Action Roll of its hits was made; 0: none (A5-10)."""
        if any(blow.knocked for blow in self.blows):
            return 0
        return max((blow.distance_die for blow in self.blows), default=0)

    @property
    def grinds(self) -> int:
        """Points of Grinding Damage that its hits deal where they fail (OF-58)."""
        return sum(blow.grinds for blow in self.blows)

    @property
    def knockback_of_all(self) -> KnockBack:
        """KnockBack of all hits together, and whether it Disrupts (Q8-10, 5.1-40)."""
        return added_up(KnockBack(blow.knockback, blow.disrupts) for blow in self.blows)

    @property
    def sums(self) -> tuple[Sum, ...]:
        """Tell how its damage came about."""
        own = tuple(blow.sum for blow in self.blows)
        terms = [Term(blow.name, blow.damage, "5.1-37") for blow in self.blows]
        if self.smash:
            terms.append(Term("Smash", self.smash, self.smash_rule))
        if len(own) > 1 or self.smash:
            own = (*own, Sum("Damage in all", self.damage, tuple(terms)))
        if self.judged == self.damage:
            return own
        terms = [self.earlier.term, *terms]
        return (*own, Sum("Damage in this turn", self.judged, tuple(terms)))

    @property
    def cut_short(self) -> float:
        """Inches of KnockBack that something larger in the way prevents."""
        return 0.0 if self.free is None else max(0.0, self.knockback - self.free)

    def prevent(self, session: Session, source: Point | None) -> None:
        """Count the KnockBack that a larger obstacle cuts short (5.4-31, A5-52, A5-54).

        The referee says how far it is to the obstacle; else the map knows what is behind a target
        that is thrown straight away from its `source`.
        """
        everything = self.collides or house_of(session, BrikWarsHouse).bw_smash_all_knockback
        free, unit = self.target.aim.free, self.target.unit
        if free is None and unit is not None and source is not None and self.knockback:
            room = room_behind(session, unit, source, self.knockback)
            free, self.stopped_by = (room.free, room.by) if room else (None, "")
        self.free = free
        self.smash = prevented(self.knockback, free, bw_smash_all_knockback=everything)


def hit_by(
    protection: Protection,
    shot: Shot,
    *,
    stray: tuple[Target, float] | None = None,
    of: Thrower | None = None,
) -> Blow | None:
    """Make the Damage Roll of one shot that hits; return None while dice of it are missing.

    What Deflection and an Energy Shield take is not rolled (A5-15, F.1-71). `stray` is the target
    that a Missed Shot strikes, with its inches from the weapon: only the Range counts then, no size
    or cover, and a Parry is asked for (A5-36). `of` names the dice.
    """
    session, throw = protection.session, protection.throw
    target, away = stray or (shot.target, None)
    own_dice = strike_dice(session, shot)
    incoming = incoming_of(session, shot, own_dice, stray=stray is not None)
    met = protection.meet(target.unit, incoming)
    if met is None:
        return None
    dice = Warded(met.gone).left(own_dice)
    bought = bought_dice(shot, dice)
    left = Warded(levels=met.levels).left(dice, bought)
    # Deflection takes the highest dice; it may take the bought one too, which then is not thrown.
    own = left[: len(left) - len(bought)] if bought and left[-1:] == bought else left
    more = left[len(own) :]
    roll = roll_damage(throw, own, bought=more, of=of)
    if roll is None:
        return None
    # Inches that a Benny buys are for the target aimed at, not for what a stray strikes.
    if stray is None and not late_range(throw, shot):
        return None
    over = over_range_of(session, shot, away)
    gone = deflection_term(Warded(met.gone).left(own_dice, bought_dice(shot, dice)), left)
    return blow_of(session, shot, (*own, *more), roll, target, over, stray is not None, gone=gone)


def incoming_of(
    session: Session, shot: Shot, dice: Sequence[attack_rules.DamageDie], *, stray: bool = False
) -> Harm:
    """Return the damage of a shot as it comes at its target, or at what it strikes astray."""
    armed = shot.armed
    return Harm(
        armed.name,
        tuple(dice),
        action=deals_action_dice(armed),
        place=spot_of(armed.bearer),
        parried=None if stray else shot.parry,
        named=not stray,
        cancels=cancels(session, shot),
        knocked=knocked_away(shot.total),
    )


def late_range(throw: Throw, shot: Shot) -> bool:
    """Roll the inches of Range that a Benny buys for the damage; false while the die is missing."""
    if shot.benny != attack_rules.BennyUse.RANGE or shot.bonus_range:
        return True
    inches = throw.roll(RollKind.OTHER, (6,), ("Benny",))
    if inches is None:
        return False
    shot.bought, shot.late_range = inches, inches.total
    return True


def cancels(session: Session, shot: Shot) -> bool:
    """Return whether a weapon cancels all Deflection (W-02)."""
    weapon = shot.armed.weapon
    # The rule is about weapons in hands; nothing that is fired cancels Deflection.
    if weapon is None or shot.armed.ranged:
        return False
    pierces = house_of(session, BrikWarsHouse).bw_heavy_two_handed_pierce
    return cancels_deflection(weapon.preset, weapon.hands, bw_heavy_two_handed_pierce=pierces)


def deals_action_dice(armed: Armed) -> bool:
    """Return whether its damage is rolled with Action dice (F.1-72)."""
    written = armed.weapon.damage if armed.weapon else ""
    return "action di" in (armed.strike.damage or written).lower()


def bought_dice(
    shot: Shot, dice: Sequence[attack_rules.DamageDie]
) -> tuple[attack_rules.DamageDie, ...]:
    """Return the die that a Benny adds to the damage, of the type that was chosen (4.2-20, A5-22)."""
    if shot.benny != attack_rules.BennyUse.DAMAGE:
        return ()
    chosen = [die for die in dice if die == shot.bought_type] or dice
    return tuple(chosen[:1])


def over_range_of(session: Session, shot: Shot, stray: float | None) -> int:
    """Return the inches out of Range that count, after a Benny for the Range."""
    if stray is None:
        return max(0, shot.over - shot.late_range)
    reach = shot.armed.range or 0.0
    rounding = house_of(session, BrikWarsHouse).bw_oor_rounding
    return stray_out_of_range(stray, reach, rounding=rounding)


def blow_of(
    session: Session,
    shot: Shot,
    dice: Sequence[attack_rules.DamageDie],
    roll: Roll,
    target: Target,
    over: int,
    stray: bool,
    *,
    thrown: Sequence[int] | None = None,
    gone: Term | None = None,
) -> Blow:
    """Return what a Damage Roll comes to for one target; `gone` tells what Deflection has taken.

    `thrown` are the natural faces that decide whether it is a Critical Failure, for a `roll` from
    which dice were taken out for this target.
    """
    armed = shot.armed
    rules = house_of(session, BrikWarsHouse)
    chains = (*roll.chains, *roll.bought)
    failed = _fails(roll, thrown, rules)
    # In an area size and cover take from the damage too (8.3-07).
    area = points_of(shot.rows, "size") if armed.area and not stray else 0
    off = distance_off(shot, target)
    more, flat = by_step(shot.rows).damage, shot.damage.flat
    # The first figure has gone into the Action Roll; only the second one takes from the damage.
    _, penalty = range_penalties(over, explosive=shot.explosive)
    counted = _points_of(chains, dice)
    damage = attack_rules.damage_total(
        sum(counted), flat + more, out_of_range=-penalty, area=area, distance_off=off,
        critical_failure=failed,
    )  # fmt: skip
    terms = _die_terms(dice, counted, shot.damage_rule)
    terms += _flat_terms(shot, flat, over, area, off) + ([gone] if gone else [])
    knock, disrupts = knockback_of(armed, target)
    return Blow(
        name=armed.name,
        damage=damage,
        sum=_damage_sum(armed.name, damage, terms, failed, shot.damage_rule),
        dice=roll.dice,
        fires=() if failed else kindlings(chains, dice, damage, over - area),
        over=over,
        knockback=knock,
        disrupts=disrupts,
        knocked=knocked_away(shot.total),
        distance_die=_distance_die(shot, rules),
        grinds=_grinds(chains, dice, over, rules),
        critical_failure=failed,
        adds_up=not armed.ranged or rules.bw_ranged_damage_cumulative,
    )


def distance_off(shot: Shot, target: Target) -> int:
    """Return the points that the distance takes from the damage of some weapons (8.3-11)."""
    if not shot.damage.less_distance:
        return 0
    return weapons.full_inches(distance_to(shot.armed, target))


def _points_of(chains: Sequence[Chain], dice: Sequence[attack_rules.DamageDie]) -> list[int]:
    """Return the points of damage of each die, with its Bonus Dice."""
    rolled = zip(chains, dice, strict=True)
    return [chain.points if counts_as_damage(die) else 0 for chain, die in rolled]


def _die_terms(
    dice: Sequence[attack_rules.DamageDie], points: Sequence[int], rule: str
) -> list[Term]:
    return [Term(die_name(die), own, rule) for die, own in zip(dice, points, strict=True)]


def _damage_sum(name: str, damage: int, terms: Sequence[Term], failed: bool, no_die: str) -> Sum:
    """Tell how damage came about; `no_die` is the rule that left no die."""
    if failed:
        # Dice that count nothing are not listed: the parts of a sum come to its total.
        terms = [Term("Critical Failure", 0, "OF-08")]
    # A number is never told without a part, also where Deflection has left no die.
    parts = tuple(terms) or (Term("No die left", 0, no_die),)
    return Sum(f"Damage of {name}", damage, parts, floor=0)


def _fails(roll: Roll, thrown: Sequence[int] | None, rules: BrikWarsHouse) -> bool:
    """Return whether the roll is a Critical Failure that leaves no damage (OF-08)."""
    house = rules.dice
    failed = attack_rules.damage_fails(
        [chain.die.value for chain in roll.chains] if thrown is None else thrown,
        [chain.die.value for chain in roll.bought],
        bw_benny_rescues_cf=rules.bw_benny_rescues_cf,
        house=house,
    )
    return failed and house.failure_is_zero


def _distance_die(shot: Shot, rules: BrikWarsHouse) -> int:
    """Return the die for a Disarm without Action Roll: that of the attacker (A5-10)."""
    unrolled = shot.total is None and rules.bw_disarm_roll_on_auto_hit
    return shot.armed.die if unrolled else 0


def _grinds(
    chains: Sequence[Chain], dice: Sequence[attack_rules.DamageDie], over: int, rules: BrikWarsHouse
) -> int:
    """Return the points of Grinding Damage of a Damage Roll that fails (OF-58)."""
    trigger = rules.bw_grinding_trigger
    return sum(
        grinding_points([chain.die.value], die.sides, out_of_range=over, trigger=trigger)
        for chain, die in zip(chains, dice, strict=True)
        if counts_as_damage(die)
    )


def shove_of(shot: Shot, *, failure_is_zero: bool = True) -> Blow:
    """Return what a Shove does: 2" straight away, no damage, a minifig is Disrupted (5.2-32).

    The MOM of a Charge adds its inches (5.4-21), none if it fails critically (A5-56). By house rule
    its target opposes a Charge (A5-29): whom nothing throws is not Disrupted.
    """
    name, mom, pop = shot.armed.name, shot.mom_roll, shot.pop_roll
    more, held = (
        roll.quantity(failure_is_zero=failure_is_zero) if roll else 0 for roll in (mom, pop)
    )
    inches = thrown_back(SHOVE_INCHES + more, held)
    return Blow(
        name, 0, Sum(f"Damage of {name}", 0, (Term(name, 0, "5.2-32"),), floor=0),
        dice=(*(mom.dice if mom else ()), *(pop.dice if pop else ())), knockback=inches,
        disrupts=inches > 0, adds_up=True,
        knock_rule="A5-29" if pop else "5.4-21" if mom else "5.2-32",
    )  # fmt: skip


def burning_blow(
    protection: Protection, by: Unit, unit: Unit, kinds: Sequence[fire_rules.FireKind]
) -> Blow | None:
    """Return what the fire of a unit does to somebody whom it runs into (F.1-29, F.1-49).

    None while dice or answers are missing.
    """
    session, name = protection.session, f"the fire of {by.name}"
    dice = _fire_dice(kinds)
    met = protection.meet(unit, Harm(name, dice, place=spot_of(by)))
    if met is None:
        return None
    left = met.left(dice)
    roll = roll_damage(protection.throw, left, of=Thrower(by.name, by.id))
    if roll is None:
        return None
    failed = _fails(roll, None, house_of(session, BrikWarsHouse))
    counted = _points_of(roll.chains, left)
    damage = 0 if failed else sum(counted)
    gone = deflection_term(dice, left)
    terms = _die_terms(left, counted, "F.1-29") + ([gone] if gone else [])
    return Blow(
        name=opening(name),
        damage=damage,
        sum=_damage_sum(name, damage, terms, failed, "A-06"),
        dice=roll.dice,
        fires=() if failed else kindlings(roll.chains, left, damage, 0),
        critical_failure=failed,
        adds_up=True,
    )


def _flat_terms(shot: Shot, flat: int, over: int, area: int, off: int) -> list[Term]:
    terms = [Term(shot.armed.name, flat, shot.damage_rule)] if flat else []
    terms += [Term("Out of Range", -over, "5.1-53")] if over else []
    terms += [Term("Size and cover", area, "8.3-07")] if area else []
    terms += [Term("Distance", -off, "8.3-11")] if off else []
    terms += [
        Term(row.reason, row.value, row.rule) for row in shot.rows if row.on and row.to is To.DAMAGE
    ]
    return terms


POINT = 0.25
"""Radius in inches of what lies or flies without a Size."""


class Sweep(Struct, frozen=True):
    """The targets of an arc in the order of their rolls, and the degrees of the arc (8.3-13)."""

    targets: tuple[Target, ...]
    degrees: float


def sweep_of(armed: Armed, targets: Sequence[Target]) -> Sweep | None:
    """Return how an arc sweeps its targets by the map; None where one of them has no place.

    It begins at the edge to which the first target of the attack is nearer: which edge that is, is
    the attacker's choice.
    """
    bearer = armed.bearer
    placed = [each.spot for each in targets if each.spot]
    if bearer.x is None or bearer.y is None or len(placed) < len(targets):
        return None
    sizes = [each.unit.size / 2 if each.unit else POINT for each in targets]
    prints = {
        place: disc(x, y, radius)
        for place, ((x, y), radius) in enumerate(zip(placed, sizes, strict=True))
    }
    order, degrees = edge_to_edge((bearer.x, bearer.y), prints)
    # The first target lies in the farther half: it begins at the other edge.
    if order.index(0) > (len(order) - 1) / 2:
        order = order[::-1]
    return Sweep(tuple(targets[place] for place in order), degrees)


def roll_of_arc(throw: Throw, armed: Armed, *, several: bool) -> Roll | None:
    """Make the one Damage Roll for all hits of an arc; None while dice are missing (Q8-13)."""
    return roll_damage(throw, armed.damage.dice, of=Thrower(armed.name) if several else None)


def shared_hit(protection: Protection, shot: Shot, shared: Roll) -> Blow | None:
    """Return what one target takes of a Damage Roll that others share (Q8-13, Q8-51).

    Deflection and its shield take dice out of the finished roll, for this target only; a die that a
    Benny buys counts for this target only. None while dice are missing.
    """
    session, throw = protection.session, protection.throw
    dice = shot.armed.damage.dice
    faces = [chain.die.value for chain in shared.chains]
    incoming = replace(incoming_of(session, shot, dice), faces=tuple(faces))
    met = protection.meet(shot.target.unit, incoming)
    if met is None:
        return None
    rolled = [
        AddedDie(chain.die.value, die.sides, die.kind, tuple(each.value for each in chain.bonus))
        for chain, die in zip(shared.chains, dice, strict=True)
    ]
    free = [at for at in range(len(dice)) if at not in met.gone]
    pierce = sum(dice[at].kind == ExplosiveDieKind.PIERCE for at in free)
    pick = house_of(session, BrikWarsHouse).bw_deflection_pick
    here = deflected(
        [rolled[at] for at in free], max(0, met.levels - pierce), bw_deflection_pick=pick
    )
    # By identity: two dice that show the same are equal, but only one of them may be gone.
    kept = [at for at in free if any(rolled[at] is each for each in here)]
    bought = bought_dice(shot, dice)
    more = throw.roll(RollKind.OTHER, [die.sides for die in bought], ("Benny",))
    if more is None or not late_range(throw, shot):
        return None
    roll = replace(shared, chains=tuple(shared.chains[at] for at in kept), bought=more.chains)
    own = [dice[at] for at in kept]
    over = over_range_of(session, shot, None)
    gone = deflection_term([rolled[at] for at in free], here)
    return blow_of(
        session, shot, (*own, *bought), roll, shot.target, over, False, thrown=faces, gone=gone
    )
