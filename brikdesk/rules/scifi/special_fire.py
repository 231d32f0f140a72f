"""Special fire: gunner and loader join their initiatives (12-78 to 12-80, S-14 to S-19)."""

from enum import StrEnum

from brikdesk.rules.no import No, first, no_if
from brikdesk.rules.scifi.crews import Crew, CrewRole, Member


class SpecialFire(StrEnum):
    """What the loader's initiative gave the weapon in this turn."""

    NONE = "none"
    SECOND_SHOT = "second shot"
    REROLL = "reroll"


def may_assist(
    crew: Crew,
    how: SpecialFire,
    used: SpecialFire,
    *,
    fired: int,
    missed: bool,
    weapon_crews: bool,
) -> No | None:
    """Refuse special fire.

    Rules: 12-73 (the option), 12-78 (gunner and loader; a reroll is for a missed shot), 12-79
    (the loader's initiative is unspent), S-15 (once in a turn), S-18 (no loader, no special
    fire), S-19 (it follows the gunner's shot).

    - `how`: what the loader wants to give, `used`: what he gave in this turn.
    - `fired`: shots of the weapon in this turn, `missed`: whether the latest one missed.
    """
    loader = crew.of(CrewRole.LOADER)
    if not weapon_crews:
        return No("12-73", "The option Weapon crews is off")
    if crew.of(CrewRole.GUNNER) is None or loader is None:
        return No("12-78", "Special fire needs a gunner and a loader")
    hit = how is SpecialFire.REROLL and fired and not missed
    return first(
        no_if(used is not SpecialFire.NONE, "S-15", f"The loader gave a {used.value} this turn"),
        no_if(loader.initiative_spent, "12-79", f"{loader.name} used his initiative"),
        no_if(not fired, "S-19", "The gunner fires first"),
        no_if(hit, "12-78", "Only a missed shot is rolled again"),
    )


def may_fire_own(member: Member) -> No | None:
    """Refuse a crew member's personal weapon after he used his initiative (12-79)."""
    return No("12-79", f"{member.name} used his initiative") if member.initiative_spent else None


def times(used: SpecialFire, most: int = 2) -> int:
    """Return how often a weapon fires in the turn (12-78, 12-80, S-14).

    - `most`: the house rule sf_special_fire_max, 2 to 4. A group of weapons fires that often with
      every barrel.
    """
    return most if used is SpecialFire.SECOND_SHOT else 1
