"""Attack factors in the log, with the sums that explain them (12-08 to 12-12, 12-70)."""

from enum import StrEnum

from brikdesk.acts.reckoning import sum_of
from brikdesk.rules.scifi.attack_factor import HIGHEST, BuiltAs, anti_matter_factor
from brikdesk.rules.scifi.convergence import Procedure
from brikdesk.rules.scifi.variable_fire import FireMode, Setting
from brikdesk.rules.scifi.weapons import WeaponRecord
from brikdesk.store.lines import Sum, Term

NUCLEAR = "nuclear"


class ShotNumber(StrEnum):
    """Numbers of a shot that have a sum, by the names that the log gives them."""

    ATTACK_FACTOR = "Attack factor"
    HIT_BONUS = "Bonus to hit"
    LEFT = "Left"


def base_term(weapon: WeaponRecord) -> Term | None:
    """Return the attack factor of a weapon and its source; None if it is not known."""
    factor = weapon.attack_factor
    if factor is None:
        return None
    if weapon.typed_factor is not None:
        return Term("Typed on the weapon", factor.value, "12-09")
    if warhead := weapon.delivers:
        rule = "12-10" if warhead == NUCLEAR else "12-09"
        return Term(f"{_capital(warhead)} warhead", factor.value, rule)
    form = f", {weapon.form.value}" if weapon.form else ""
    return Term(f"{_capital(weapon.type)}{form}", factor.value, "12-09")


def factor_sum(weapon: WeaponRecord, mode: FireMode | None, setting: Setting) -> tuple[Sum, ...]:
    """Return the sums of the attack factor of a shot and of its bonus to hit.

    Empty if the attack factor is not known.
    """
    base = base_term(weapon)
    if base is None:
        return ()
    terms = [base]
    if mode is FireMode.PULSE:
        terms.append(Term("Pulse mode", -1, "12-70"))
    sums = [sum_of(ShotNumber.ATTACK_FACTOR.value, setting.attack_factor, *terms, floor=1)]
    if setting.hit_bonus:
        pulse = Term("Pulse mode", setting.hit_bonus, "12-70")
        sums.append(sum_of(ShotNumber.HIT_BONUS.value, setting.hit_bonus, pulse))
    return tuple(sums)


def waived_sums(procedure: Procedure) -> tuple[Sum, ...]:
    """Return a sum of 0 for each factor of the hit entry that does not count (12-86, 12-87)."""
    return tuple(
        Sum(_capital(each.factor), 0, (Term(each.why, 0, each.rule),)) for each in procedure.waived
    )


def target_sum(armor_class: int, name: str) -> Sum:
    """Return the sum of the attack factor of an anti-matter warhead against one target."""
    factor = anti_matter_factor(armor_class)
    terms = [Term(f"Armor class of {name}", armor_class, "12-11")]
    if armor_class == 0:
        terms.append(Term("Armor class 0 counts as 1", 1, "12-12"))
    if armor_class > HIGHEST:
        terms.append(Term("At most 9", HIGHEST - armor_class, "S-25"))
    return sum_of(f"Attack factor against {name}", factor, *terms)


def is_warhead(weapon: WeaponRecord) -> bool:
    """Return whether a weapon fires an explosive warhead, which lands somewhere (12-42)."""
    return weapon.makes == BuiltAs.WARHEAD.value


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
