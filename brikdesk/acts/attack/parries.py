"""A target holds its shield against a shot or a blow (4.3-08, 5.2-48 to 5.2-51)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.armor import fire_penalty
from brikdesk.acts.attack.aim import Parry
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.decisions import WORDS, Decisions
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.heed import heed
from brikdesk.acts.rows import alive, the
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import kinds_of
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.benny_uses import BENNY_DIE, BennyUse, parry_uses
from brikdesk.rules.brikwars.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.parrying import Incoming, may_parry, weapon_bonus
from brikdesk.rules.brikwars.weapon_presets import WEAPON_PRESETS
from brikdesk.store.act import Act
from brikdesk.store.lines import Sum, Term
from brikdesk.store.tables import StateKind, Unit, Weapon, WeaponKind
from brikdesk.turns.sequence import player_name, stamp_now


@dataclass(slots=True)
class Parried:
    """One Parry: its roll, and the levels of Deflection that it gives; 0 where it failed."""

    shot: Shot
    unit: Unit
    weapon: Weapon
    roll: Roll
    total: int
    levels: int
    terms: tuple[Term, ...]

    @property
    def sum(self) -> Sum:
        """Tell how the Parry came about."""
        return Sum("Parry", self.total, self.terms)


def parry_roll(
    session: Session, throw: Throw, decide: Decisions, shot: Shot, parry: Parry
) -> Parried | None:
    """Make the Parry Roll; none while a die of it is missing. BadInput for what is no shield."""
    unit = alive(session, parry.unit_id)
    weapon = the(session, Weapon, parry.weapon_id)
    if weapon.kind is not WeaponKind.MELEE_SHIELD or weapon.unit_id != unit.id:
        raise BadInput(f"{unit.name} has no shield called {weapon.name}.", "parries")
    die = unit.action_die or FIRE_SIDES
    penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
    labels = ("Parry", *["−1d4 fire"] * len(penalty))
    roll = throw.roll(action_kind(die), (die,), labels, penalty=penalty)
    if roll is None:
        return None
    preset = shot.armed.preset
    two_handed = not shot.armed.ranged and preset is not None and preset.length == "L"
    larger = weapon_bonus(shot.armed.size, two_handed=two_handed)
    terms = [Term(f"Parry d{die}", roll.total, "5.2-44")]
    terms += [Term("Large weapon", larger, "8.2-10")] if larger else []
    total = roll.total + larger
    made = not roll.critical_failure and total >= (weapon.use or 0)
    layers = _layers(weapon)
    if roll.benny:
        uses = [use for use in parry_uses(against_damage=True) if _helps(use, made)]
        who = player_name(session, unit.player_id)
        spent = decide.choose(
            f"parry-{unit.id}",
            f"Over the Top! {who} spends the Benny of the Parry on:",
            unit.player_id,
            tuple(WORDS[use] for use in uses),
        )
        if spent == BennyUse.DEFLECTION:
            layers += 1
        if spent == BennyUse.ACTION:
            more = throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",))
            if more is None:
                return None
            terms.append(Term("Benny", more.total, "4.2-18"))
            total += more.total
            made = total >= (weapon.use or 0)
    return Parried(shot, unit, weapon, roll, total, layers if made else 0, tuple(terms))


def _helps(use: BennyUse, made: bool) -> bool:
    return use is BennyUse.OTHER or (use is BennyUse.DEFLECTION) == made


def _layers(weapon: Weapon) -> int:
    """Give the layers of Deflection of a shield: its W, of a minifig's as the preset says."""
    preset = WEAPON_PRESETS.get(weapon.preset)
    if preset and preset.deflection:
        return preset.deflection
    return max(1, int(weapon.size))


def check_parries(
    act: Act, session: Session, parries: Sequence[Parry], armed: Sequence[Armed]
) -> None:
    """Refuse a Parry to who is down, has used that shield, or cannot parry what comes (5.2-41)."""
    now = stamp_now(session)
    for parry in parries:
        unit = alive(session, parry.unit_id)
        weapon = the(session, Weapon, parry.weapon_id)
        incoming = Incoming.DAMAGE if armed[0].ranged else Incoming.STRIKE
        no = may_parry(
            incoming,
            disrupted=StateKind.DISRUPTED in kinds_of(session, unit),
            used=weapon.fired_turn_id == now,
            mind=unit.mind.value,
            size=unit.size,
            attacker_size=armed[0].by.size,
        )
        heed(act, no, session, unit.name)
