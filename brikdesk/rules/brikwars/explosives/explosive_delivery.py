"""How an Explosive gets to its target: over obstacles, in an arc (8.4)."""

from brikdesk.rules.brikwars.no import No


def may_lob(kind: str, *, cannon_indirect: bool = True) -> No | None:
    """Refuse a shot over obstacles at an unseen target to a weapon that cannot make it.

    Rules: 8.4-04 (physical projectiles can be lobbed), Q8-85 (`cannon_indirect`: a Cannon's too).

    - `kind`: row of table 1.
    """
    if kind == "Cannon" and not cannon_indirect:
        return No("Q8-85", "Cannons fire straight in this campaign, at what somebody sees")
    return None
