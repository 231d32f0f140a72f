"""Write harm to the rows of a unit: death, lost limbs, Grinding Damage, Size Damage."""

from collections.abc import Sequence

from sqlmodel import Session

from brikdesk.acts.fire.fires import largest
from brikdesk.acts.reckoning import by_hand, sum_of, value_before
from brikdesk.acts.unit_now import fires_of
from brikdesk.acts.units.belongings import take_away
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units import limbs
from brikdesk.rules.brikwars.units.structure import destroyed, effective_size, grinding_size_damage
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Sum, Term, line
from brikdesk.store.tables import Fate, Unit


def lose_unit(
    session: Session,
    unit: Unit,
    why: str,
    rule: str,
    step: str = "",
    *,
    sums: Sequence[Sum] = (),
) -> list[Line]:
    """Take a unit off the table: its fire, states, Marks, homing and places at controls end too.

    `sums` are the numbers that `why` tells. A dead Scout's own Marks stay until they end by
    themselves (QF-50).
    """
    dead = "dies" if unit.kind.name in ("MINIFIG", "HERO", "HORSE", "CREATURE") else "is destroyed"
    lost = line(
        Kind.LOST,
        f"{unit.name} {dead}.",
        why,
        rule=rule,
        player_id=unit.player_id,
        unit_id=unit.id,
        step=step,
        sums=sums,
    )
    return [lost, *take_away(session, unit, Fate.DEAD)]


def lose_limb(session: Session, unit: Unit, limb: str) -> None:
    """Make one limb useless, as if Amputated (8.3-34); BadInput for one that cannot be lost."""
    unit.limbs_lost = list(limbs.lose_limb(unit.limbs_lost, limb))
    unit.grinding += 1
    session.add(unit)


def limb_name(limb: str) -> str:
    """Return a limb as people say it: right arm."""
    return limb.replace("_", " ")


def take_size_damage(
    session: Session,
    unit: Unit,
    inches: int,
    why: str,
    rule: str,
    step: str = "",
    *,
    terms: Sequence[Term] = (),
    sums: Sequence[Sum] = (),
) -> list[Line]:
    """Take inches off a unit's Effective Size; with none left it is destroyed (OF-49, OF-52).

    `terms` are the parts of these inches, none: by the referee's word. `sums` are the numbers that
    `why` tells.
    """
    parts = terms or (by_hand(why, inches),)
    # Before the row changes: the sum of the Size left starts from the damage so far.
    all_sums = (
        *sums,
        sum_of("Size Damage", inches, *parts),
        _size_left(session, unit, inches, rule),
    )
    unit.size_damage += inches
    session.add(unit)
    if destroyed(unit.size, unit.size_damage):
        return lose_unit(session, unit, why, "OF-52", step=step, sums=all_sums)
    left = effective_size(unit.size, unit.size_damage)
    # A fire is never larger than what burns; permanent fires keep the dice they were built with.
    for fire in fires_of(session, unit):
        if not fire.permanent_dice:
            fire.size = min(fire.size, largest(session, unit))
            session.add(fire)
    words = f'{why} Effective Size {left}".'.strip()
    return [
        line(
            Kind.LOST, f'{unit.name}: {inches}" of Size Damage.', words,
            rule=rule, player_id=unit.player_id, unit_id=unit.id, step=step, sums=all_sums,
        )
    ]  # fmt: skip


def _size_left(session: Session, unit: Unit, inches: int, rule: str) -> Sum:
    """Tell how the Effective Size comes about once a unit has lost so many inches more (OF-46)."""
    return sum_of(
        f"Effective Size of {unit.name}",
        effective_size(unit.size, unit.size_damage + inches),
        Term("Size", unit.size, "OF-36"),
        value_before(session, unit, "size_damage", "Size Damage before", "OF-46", sign=-1),
        Term("Size Damage now", -inches, rule),
        floor=0,
    )


def grinding_sum(session: Session, unit: Unit, points: int, reason: str, rule: str) -> Sum:
    """Tell how the Grinding Damage of a creation comes about with so many points more (OF-60)."""
    return sum_of(
        f"Grinding Damage of {unit.name}",
        unit.grinding + points,
        value_before(session, unit, "grinding", "Grinding Damage before", "OF-60"),
        Term(reason, points, rule),
    )


def grind(
    session: Session, unit: Unit, points: int, step: str = "", sums: Sequence[Sum] = ()
) -> list[Line]:
    """Add points of Grinding Damage to a creation, and the Size Damage they may amount to (OF-60).

    `sums` says how the points came about, see `grinding_sum`.
    """
    rules = house_of(session, BrikWarsHouse)
    effect, per_inch = rules.bw_grinding_effect, rules.bw_grinding_points_per_inch
    old, unit.grinding = unit.grinding, unit.grinding + points
    session.add(unit)
    inches = grinding_size_damage(
        unit.grinding, effect=effect, points_per_inch=per_inch
    ) - grinding_size_damage(old, effect=effect, points_per_inch=per_inch)
    why = f"{unit.grinding} points of Grinding Damage."
    if not inches:
        return []
    each = Term(f'1" for every {per_inch} points of Grinding Damage', inches, "OF-60")
    return take_size_damage(session, unit, inches, why, "OF-60", step, terms=(each,), sums=sums)
