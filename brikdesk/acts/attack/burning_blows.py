"""Blows of what burns: a d4 of its own kind on top, and what that leaves on its target (F.1-29, F.1-49)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.asking import ask
from brikdesk.acts.attack.aim import MANEUVERS
from brikdesk.acts.attack.shots import SPENT, Shot
from brikdesk.acts.fire.catching import can_catch
from brikdesk.acts.fire.fires import kinds_on
from brikdesk.acts.lasting import is_minifig
from brikdesk.dice import Chain, Face
from brikdesk.rules.brikwars.attacks.attack_damage import DamageDie
from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.rules.brikwars.explosives.explosive_variants import ExplosiveDieKind
from brikdesk.rules.brikwars.fire.catching_fire import burning_attack_kinds
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.fire.fire_kinds import DIE, PASSED_ON, FireKind, deals_points
from brikdesk.store.tables import Unit
from brikdesk.turns.steps import Choice, Option

PASSES, STAYS = "passes", "stays"
"""Values of the choice whether poison or a virus passes on."""

_HARMLESS = {ExplosiveDieKind.CONCUSSION.value}
_HARMLESS |= {DIE[kind] for kind in FireKind if not deals_points(kind)}

_OPTIONS = {
    FireKind.POISON: (
        Option(PASSES, "It breaks the skin", "the poison passes on"),
        Option(STAYS, "The skin is whole"),
    ),
    FireKind.VIRUS: (
        Option(PASSES, "The computers are connected", "the virus passes on"),
        Option(STAYS, "They are not connected"),
    ),
}


class Kindling(Struct, frozen=True):
    """Dice of one kind of fire in a Damage Roll: their natural faces, and their points."""

    kind: FireKind
    faces: tuple[Face, ...]
    points: int


def strike_dice(session: Session, shot: Shot) -> tuple[DamageDie, ...]:
    """Return the Damage dice of a shot; a burning unit adds a d4, a MOM one more.

    Rules: F.1-29, F.1-49, 5.4-20.
    """
    armed, target, dice = shot.armed, shot.target.unit, shot.damage.dice
    if armed.ranged or armed.mode in MANEUVERS:
        return dice
    burning = (kinds_on(session, armed.by), kinds_on(session, armed.bearer))
    more = burning_attack_kinds(*burning, target.tags if target else ())
    mom = (DamageDie(armed.die),) if shot.mom == SPENT else ()
    return (*dice, *(DamageDie(FIRE_SIDES, DIE[kind]) for kind in more), *mom)


def counts_as_damage(die: DamageDie) -> bool:
    """Return whether a die's points are damage: not Concussion and Ion (8.4-38, F.1-45)."""
    return die.kind not in _HARMLESS


def kindlings(
    chains: Sequence[Chain], dice: Sequence[DamageDie], damage: int, less: int
) -> tuple[Kindling, ...]:
    """Return the dice of each kind of fire in a Damage Roll of `damage` points.

    Of a mixed roll the fire is what its own dice show, never more than all the damage; `less` is
    taken off. An Ion die shows points that are no damage.
    """
    found = []
    for kind in FireKind:
        own = [chain for chain, die in zip(chains, dice, strict=True) if die.kind == DIE[kind]]
        if not own:
            continue
        points = max(0, sum(chain.points for chain in own) - less)
        if deals_points(kind):
            points = damage if len(own) == len(dice) else min(damage, points)
        faces = tuple(Face(chain.die.value, chain.die.origin) for chain in own)
        found.append(Kindling(kind, faces, points))
    return tuple(found)


def choice_of(kind: FireKind, suffix: str) -> str:
    """Return the name of the choice whether a kind passes on to a victim."""
    return f"{DIE[kind].lower()}{suffix}"


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
    for kind in PASSED_ON:
        if kind not in able:
            continue
        options = _OPTIONS[kind]
        if kind is FireKind.POISON and result is ArmorResult.NOTHING:
            options = options[::-1]  # the usual answer comes first: the Armor held
        name = choice_of(kind, suffix)
        prompt = f"{DIE[kind]} of this hit on {unit.name}:"
        asked.append(ask(choices, name, prompt, None, options))
    return asked
