"""What the map fills in of a whole attack: heights, what is in view, who is within reach."""

from dataclasses import replace

from sqlmodel import Session

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.arms import armed_of
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.acts.attack.reach import caught_on_map, thing
from brikdesk.acts.battlefield.measured_aim import measured_aim

MOST_LOOKS = 20
"""Looks at one attack at most: each explosion may set off another one, which catches more."""


def on_the_map(session: Session, attack: Attack) -> tuple[Attack, AttackPreview]:
    """Return an attack with what the map knows of it, and its preview.

    What was said stays. An attack by touch sees all of its target, and what still flies catches
    nobody. Raise BadInput or Refused as the attack itself does.
    """
    preview = attack.examine(session)
    if preview.ranged:
        bearer = armed_of(session, attack.strikes)[0].bearer
        aims = tuple(measured_aim(session, aim, bearer.id or 0) for aim in attack.aims)
        if aims != attack.aims:
            attack = replace(attack, aims=aims)
            preview = attack.examine(session)
    for _ in range(MOST_LOOKS):
        caught = _caught(session, attack, preview)
        if caught == attack.caught:
            break
        attack = replace(attack, caught=caught)
        preview = attack.examine(session)
    return attack, preview


def _caught(session: Session, attack: Attack, preview: AttackPreview) -> tuple[Caught, ...]:
    """Return those who were said to be caught, and those whom only the map has within reach."""
    said = tuple(each for each in attack.caught if not each.measured)
    if preview.flies:
        return said
    known = {(each.blast, thing(each)) for each in said}
    found = caught_on_map(session, preview.blasts)
    return (*said, *(each for each in found if (each.blast, thing(each)) not in known))
