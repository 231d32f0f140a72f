"""Explosions of an attack: who is caught in them, in which band, and what each takes."""

from collections.abc import Sequence, Set
from typing import Any

from msgspec import Struct, field
from sqlmodel import Session

from brikdesk.acts.checks import alive, existing_row
from brikdesk.acts.combat.aim import (
    Aim,
    BlastLine,
    Caught,
    Target,
    VictimLine,
    check_inches,
    check_sections,
    is_structure,
    thing_key,
)
from brikdesk.acts.combat.blows import Blow, Kindling
from brikdesk.acts.combat.protection import Harm, Protection, Warded, without
from brikdesk.acts.combat.shots import Shot
from brikdesk.acts.explosives.explosion import BlastRoll, Makeup, deflection_term, die_name
from brikdesk.acts.step_act import Throw
from brikdesk.acts.weapons.racks import rack_of
from brikdesk.acts.who_may import MINIFIGS
from brikdesk.copied import copied
from brikdesk.dice import Die, Face, RollKind
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.brikwars import blast_bands
from brikdesk.rules.brikwars.attacks import DamageDie
from brikdesk.rules.brikwars.explosives import AddedDie, ExplosiveDie, ExplosiveDieKind
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.units_and_damage import effective_size
from brikdesk.rules.brikwars.weapons import aim_modifier
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Sum, Term, Tone
from brikdesk.store.tables import Explosive, Projectile, Round
from brikdesk.store.views.battlefield import near_terrain
from brikdesk.text import number_of

LEADS = frozenset(
    {
        "above", "across", "against", "among", "around", "at", "before", "behind", "below",
        "beneath", "beside", "between", "by", "from", "in", "inside", "into", "near", "off", "on",
        "onto", "outside", "over", "past", "under", "where", "within",
    }
)  # fmt: skip
"""First words of a place that need no "at" before it: "in the moat", but "at the gate"."""


class Explosion(Struct):
    """One explosion: what explodes where, who made it, and its roll once it lies there.

    `key` names it as `Caught.blast` does; `direct` is the target that it hit, in its centre, and
    `at_id` the unit that stands in its centre whatever the map says. `source` is where it was
    fired from; `hidden`: whoever set it off did not see it coming (F.1-57). `beside`: a unit and the
    inches to it, where the point is not known.
    """

    key: str
    name: str
    explosive_size: int
    makeup: Makeup
    attacker_id: int | None
    place: str
    x: float | None = None
    y: float | None = None
    direct: Target | None = None
    at_id: int | None = None
    source: Point | None = None
    bought: bool = False
    knocked: int = 0
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None
    carrier: str = ""
    blast: BlastRoll | None = None
    dud: bool = False
    hidden: bool = False
    beside: tuple[int, float] | None = None
    caught: list[tuple[Target, Caught]] = field(default_factory=list)

    @property
    def where(self) -> str:
        """Where it goes off in words: at a place, or on the unit that carries it."""
        if self.carrier:
            return f"on {self.carrier}"
        led = self.place.split(" ")[0].lower() in LEADS
        return self.place if led else self.place and f"at {self.place}"

    @property
    def radius(self) -> float:
        """Inches from the centre to its outer edge, before the roll as large as it can be."""
        if self.blast is not None:
            return self.blast.bands[-1].outer if self.blast.bands else 0.0
        return blast_bands.BAND_DEPTH * (len(self.makeup.dice(self.explosive_size)) + self.bought)

    def line(self) -> BlastLine:
        """Return the explosion as the preview shows it."""
        hit = self.direct.unit if self.direct else None
        direct_id = hit.id if hit else None
        return copied(BlastLine, self, carrier_id=self.at_id, direct_id=direct_id)

    @property
    def itself(self) -> str:
        """The key of the target that goes off here; empty for what was fired to explode."""
        return thing_key(self.explosive_id, self.round_id, self.projectile_id)

    def gather(
        self,
        session: Session,
        caught: Sequence[Caught],
        *,
        first: bool,
        gone: Set[str] = frozenset(),
    ) -> None:
        """Collect the targets within reach; a target that was hit directly is in the centre.

        With `first`, entries that name no explosion belong to this one. What explodes here or has
        gone off, by its key in `gone`, is no target any more.
        """
        names = (self.key, "") if first else (self.key,)
        for each in caught:
            if each.blast in names:
                target = _caught(session, each)
                # An Explosive that is sheltered takes nothing, and has no Armor to tell of.
                sheltered = target.unit is None and not each.exposed
                if target.key != self.itself and target.key not in gone and not sheltered:
                    self.caught.append((target, each))
        direct = self.direct
        if direct is None or not (direct.unit or direct.explosive or direct.flight):
            return
        if any(target.key == direct.key for target, _ in self.caught):
            return
        aim = direct.aim
        there = Caught(sections=aim.sections, inches=aim.inches, loose=aim.loose, free=aim.free)
        self.caught.insert(0, (direct, there))


def exploding(
    shot: Shot,
    place: str,
    spot: tuple[float | None, float | None] = (None, None),
    **facts: Any,
) -> Explosion:
    """Return the explosion of what a shot sends; `facts` are further fields of it."""
    assert shot.load is not None
    who, (x, y) = shot.armed.player_id, spot
    return copied(
        Explosion, shot.load, key=shot.key, attacker_id=who, place=place, x=x, y=y, **facts
    )


def ground_hits(session: Session, explosion: Explosion) -> list[VictimLine]:
    """Return the terrain that an explosion reaches, by the map, and what gets there.

    It is no unit, so it makes no Armor Roll (8.4-25, 8.4-33).
    """
    if explosion.blast is None or explosion.dud or not explosion.blast.bands:
        return []
    border = house_of(session, BrikWarsHouse).band_border
    found = []
    for piece in near_terrain(session, explosion.x, explosion.y, explosion.radius):
        # Without rounding errors of geometry, which would decide a distance exactly on a border.
        band = blast_bands.band_at(explosion.blast.bands, round(piece.distance, 9), border=border)
        if band is None:
            continue
        words = "It is no unit of the roster: the table says what of it burns or breaks."
        if piece.weight_class is not None and band.fire:
            catches = sum(face > piece.weight_class for face in band.fire)
            words = f"{catches} Fire dice above its Weight class {piece.weight_class}. {words}"
        hit = VictimLine(piece.name, None, _reach(band), band.damage, None, words, Tone.PLAIN)
        found.append(hit)
    return found


def _reach(band: blast_bands.ExplosionBand) -> str:
    """Return the inches of a band in words: 2–4"."""
    return f"{in_figures(band.inner)}–{in_inches(band.outer)}"


def _caught(session: Session, each: Caught) -> Target:
    check_inches("distance", each.distance)
    check_inches("inches", each.inches)
    check_inches("free", each.free)
    check_sections(each.sections)
    aim = Aim(
        unit_id=each.unit_id,
        explosive_id=each.explosive_id,
        projectile_id=each.projectile_id,
        free=each.free,
        loose=each.loose,
    )
    if each.unit_id is not None:
        unit = alive(session, each.unit_id)
        return Target(-1, aim, unit.name, unit=unit)
    if each.explosive_id is not None:
        explosive = existing_row(session, Explosive, each.explosive_id)
        return Target(-1, aim, explosive.name, explosive=explosive)
    if each.round_id is not None:
        rounds = existing_row(session, Round, each.round_id)
        return Target(-1, aim, f"{rounds.name} of {rack_of(session, rounds).name}", rounds=rounds)
    flight = existing_row(session, Projectile, each.projectile_id)
    return Target(-1, aim, flight.name, flight=flight)


def _band_of(
    session: Session, explosion: Explosion, caught: Caught
) -> blast_bands.ExplosionBand | None:
    """Return the band of a target (Q8-47); None if it is out of reach or not exposed."""
    if explosion.blast is None or not caught.exposed:
        return None
    border = house_of(session, BrikWarsHouse).band_border
    return blast_bands.band_at(explosion.blast.bands, caught.distance, border=border)


def modifier_in(target: Target, caught: Caught) -> int:
    """Return the damage modifier for what of a target lies inside and exposed (8.4-31, 5.1-31)."""
    if target.unit is None:
        return aim_modifier("tiny")
    if target.unit.kind in MINIFIGS:
        return blast_bands.sections_modifier(3 if caught.sections is None else caught.sections)
    if target.unit.size <= 0:  # as small as what a minifig carries
        return aim_modifier("tiny")
    inches = float(target.unit.size) if caught.inches is None else caught.inches
    return blast_bands.part_modifier(inches)


def _inside(target: Target, caught: Caught) -> str:
    """Say how much of a target lies in the blast, which is why it takes less or more."""
    unit = target.unit
    if unit is None or unit.size <= 0:
        return "as small as it is"
    if unit.kind in MINIFIGS:
        sections = 3 if caught.sections is None else caught.sections
        return f"as {number_of(sections, 'section is', 'sections are')} inside"
    return f"as {in_inches(caught.inches or unit.size)} of it is inside"


def _is_loose(target: Target, caught: Caught, band: blast_bands.ExplosionBand) -> bool:
    """Return whether somebody is thrown: as the table says, else by Size (8.4-26, Q8-09)."""
    holds = dice_to_throw(target, caught)
    dice = band.knockback + sum(die.kind == ExplosiveDieKind.CONCUSSION for die in band.dice)
    return holds is not None and dice >= holds


def dice_to_throw(target: Target, caught: Caught) -> int | None:
    """Return the dice with KnockBack that throw somebody, or None for what stays in place."""
    if caught.loose is not None:
        return 0 if caught.loose else None
    unit = target.unit
    if unit is None or unit.kind in MINIFIGS:
        return 0
    return None if is_structure(unit) else effective_size(unit.size, unit.size_damage)


def blown_by(
    session: Session,
    throw: Throw,
    explosion: Explosion,
    target: Target,
    caught: Caught,
    protection: Protection,
) -> Blow | None:
    """Return what one target takes of an explosion; None while dice or answers are missing."""
    assert explosion.blast is not None
    rules = house_of(session, BrikWarsHouse)
    band = _band_of(session, explosion, caught)
    met = protection.meet(target.unit, _incoming(explosion, target, band)) if band else Warded()
    if met is None:
        return None
    if band is not None:
        band = without(band, set(met.gone))
    pop = _pop(session, throw, target, band) if band and band.concussion else 0
    if pop is None:
        return None
    loose = band is not None and _is_loose(target, caught, band)
    modifier = modifier_in(target, caught) if caught.exposed else 0
    layers = met.levels
    taken = blast_bands.blast_on(
        band,
        blast_bands.ObjectInReach(caught.exposed, loose, modifier, layers, pop),
        bw_deflection_pick=rules.bw_deflection_pick,
        bw_deflection_keeps_bonus=rules.bw_deflection_keeps_bonus,
    )
    left: tuple[ExplosiveDie | AddedDie, ...] = ()
    inside: Term | None = None
    if band is not None:
        pick = rules.bw_deflection_pick
        left = blast_bands.deflected(
            band.all_dice, max(0, layers - band.pierce), bw_deflection_pick=pick
        )
        inside = Term(_inside(target, caught), modifier, "8.4-31") if modifier else None
    terms = _damage_terms(explosion, band, left, inside, taken.damage)
    return Blow(
        name=explosion.name,
        damage=taken.damage,
        sum=Sum(f"Damage of {explosion.name}", taken.damage, terms, floor=0),
        dice=tuple(Die(die.sides, die.face) for die in left),
        fires=_fires(taken, explosion),
        knockback=taken.knockback,
        knocked=explosion.knocked,
        where=_reach(band) if band is not None else "",
        measured=caught.measured,
        band=band.inner if band is not None else 0.0,
        critical_failure=explosion.blast.critical_failure,
    )


def _damage_terms(
    explosion: Explosion,
    band: blast_bands.ExplosionBand | None,
    left: Sequence[ExplosiveDie | AddedDie],
    inside: Term | None,
    damage: int,
) -> tuple[Term, ...]:
    """Return the terms of what one target takes in a band, of whose dice Deflection `left` some."""
    if band is None:
        return (NO_DIE,)
    terms = [Term(die_name(die), die.damage, "8.4-27") for die in left if die.damage]
    terms += [Term(explosion.name, band.flat, "8.4-29")] if band.flat else []
    terms += [inside] if inside else []
    gone = deflection_term(band.all_dice, left, "8.4-37")
    # Deflection that leaves nothing takes the flat points too, so the terms would not add up.
    if not damage and sum(term.value for term in terms) > 0:
        terms = []
    # A number is never told without a part, also where no die deals damage.
    return (*terms, *([gone] if gone else [] if terms else [NO_DIE]))


NO_DIE = Term("No die for damage", 0, "8.4-27")


def _incoming(explosion: Explosion, target: Target, band: blast_bands.ExplosionBand) -> Harm:
    """Return an explosion as it comes at one target: a roll that others share (Q8-51, 5.2-51)."""
    dice = band.all_dice
    known = explosion.x is not None and explosion.y is not None
    place = (explosion.x or 0.0, explosion.y or 0.0) if known else None
    direct = explosion.direct is not None and explosion.direct.key == target.key
    return Harm(
        explosion.name,
        tuple(DamageDie(die.sides, die.kind) for die in dice),
        faces=tuple(die.face for die in dice),
        # What hits somebody himself comes at him from where it was fired.
        place=explosion.source or place if direct else place,
        seen=not (explosion.hidden and direct),
        knocked=explosion.knocked,
    )


def _fires(taken: blast_bands.Blast, explosion: Explosion) -> tuple[Kindling, ...]:
    """Return the Fire dice that strike somebody; a roll that failed sets nothing alight."""
    if not taken.fire_faces or (explosion.blast and explosion.blast.critical_failure):
        return ()
    faces = tuple(Face(face) for face in taken.fire_faces)
    return (Kindling(FireKind.FIRE, faces, taken.fire),)


def pop_of(session: Session, target: Target) -> int:
    """Return the d6s of POP with which a target opposes Concussion (8.4-38)."""
    unit = target.unit
    return blast_bands.pop_dice(
        minifig=unit is not None and unit.kind in MINIFIGS,
        size=unit.size if unit else 0,
        effective_size=effective_size(unit.size, unit.size_damage) if unit else 0,
        weight_class=unit.weight_class if unit else 0,
        bw_pop_rule=house_of(session, BrikWarsHouse).bw_pop_rule,
    )


def _pop(
    session: Session, throw: Throw, target: Target, band: blast_bands.ExplosionBand | None
) -> int | None:
    """Roll the POP with which a target opposes Concussion (8.4-38)."""
    count = pop_of(session, target)
    if not count:
        return 0
    roll = throw.roll(RollKind.OTHER, (6,) * count, [f"POP {target.name}"] * count)
    if roll is None:
        return None
    return roll.quantity(failure_is_zero=house_of(session, BrikWarsHouse).bw_cf_zeroes_quantities)
