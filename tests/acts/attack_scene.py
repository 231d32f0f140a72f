"""Units and weapons for attacks: short ways to put them on the table and to look at an attack."""

from dataclasses import replace

from brikdesk.acts.combat.aim import AttackPreview
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, Weapon
from tests.acts.table import rows, told


def faces(*values: int) -> tuple[Face, ...]:
    """Dice as typed."""
    return tuple(Face(value) for value in values)


def unit(campaign: Campaign, name: str, player_id: int | None, **facts: object) -> int:
    """Put a unit on the table; give its key."""
    campaign.do(AddUnit(name=name, player_id=player_id, **facts))  # type: ignore[arg-type]
    return rows(campaign, Unit)[-1].id or 0


def weapon(campaign: Campaign, unit_id: int, **facts: object) -> int:
    """Return a unit a weapon; give its key."""
    campaign.do(AddWeapon(unit_id=unit_id, **facts))  # type: ignore[arg-type]
    return rows(campaign, Weapon)[-1].id or 0


def look(campaign: Campaign, attack: Attack, *values: int, **choices: str) -> AttackPreview:
    """Look at an attack with these dice; a choice `benny_0` is called benny-0."""
    return campaign.reading(with_dice(attack, values, choices).examine)


def done(campaign: Campaign, attack: Attack, *values: int, **choices: str) -> list[str]:
    """Carry an attack out with these dice; give its log lines as plain text."""
    return told(campaign, with_dice(attack, values, choices))


def with_dice(attack: Attack, values: tuple[int, ...], choices: dict[str, str]) -> Attack:
    """Return the attack with dice and choices."""
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    return replace(attack, faces=faces(*values), choices=named)
