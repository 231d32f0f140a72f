"""The modifiers of an attack as a table, counted by the rules themselves with this table's switches."""

from msgspec import Struct

from brikdesk.rules.brikwars.aiming import (
    aim_modifier,
    height_bonus,
    range_penalties,
    size_modifier,
    visibility_modifier,
)
from brikdesk.rules.brikwars.explosives.flight import modifier_against_projectile
from brikdesk.rules.brikwars.hazards.marks import mark_bonus
from brikdesk.rules.brikwars.hazards.scouts import unseen_modifier
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.states import ranged_bonus_against


class Noted(Struct, frozen=True):
    """One entry of the page: its name, what is said about it, the rule that says so."""

    name: str
    words: str
    rule: str


TALL = 100.0
"""Inches above a target, which earn the most that height can."""


def modifiers(house: BrikWarsHouse) -> tuple[Noted, ...]:
    """Return the modifiers that come up in most attacks."""
    hit, hurt = range_penalties(1)
    started = "started" if house.bw_oor_rounding == "ceil" else "full"
    flight = modifier_against_projectile(projectile_target_mod=house.projectile_target_mod)
    rows = (
        ('Each full 2" of a large target', signed(size_modifier(2)), "5.1-28"),
        ("Two sections of a minifig in sight", signed(visibility_modifier(2)), "5.1-34"),
        ("One section in sight", signed(visibility_modifier(1)), "5.1-34"),
        ("Aimed at a small part, a tiny one", _both(aim_modifier("small"), aim_modifier("tiny")),
         "5.1-31"),
        (f"Each {started} inch out of Range", f"{signed(hit)}, damage {signed(hurt)}", "5.1-53"),
        ("Each full inch above the target",
         f'{signed(height_bonus(1))}" Range, at most {signed(height_bonus(TALL))}"', "5.1-49"),
        ("Firing blind", signed(unseen_modifier(seen=False)), "5.1-56"),
        ("Target is Marked by an ally",
         signed(mark_bonus(1, "ranged", applies=house.mark_applies)), "F.3-10"),
        ("Target lies Disrupted", signed(ranged_bonus_against(easy=True)), "4.1-28"),
        ("Projectile in flight", signed(flight.value), flight.rule),
        ("On fire, or with something that is", "\N{MINUS SIGN}1d4, Armor too", "F.1-27"),
    )  # fmt: skip
    return tuple(Noted(*row) for row in rows)


def signed(points: int) -> str:
    """Return points with their sign, as it is set on paper."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"


def _both(one: int, other: int) -> str:
    return f"{signed(one)}, {signed(other)}"
