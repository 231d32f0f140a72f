"""Arcs of fire: the order of their rolls by the map, and one Damage Roll for all hits (Q8-13)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.blows import (
    Blow,
    blow_of,
    bought_dice,
    incoming_of,
    late_range,
    over_range_of,
)
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.damage.protection import Protection
from brikdesk.acts.throwing import Throw
from brikdesk.dice import Roll, RollKind
from brikdesk.ground.shapes import disc
from brikdesk.rules.brikwars.explosives.blast import deflected
from brikdesk.rules.brikwars.explosives.explosive_dice import AddedDie
from brikdesk.rules.brikwars.explosives.explosive_variants import ExplosiveDieKind
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.turns.steps import Thrower

POINT = 0.25
"""Radius in inches of what lies or flies without a Size."""


class Sweep(Struct, frozen=True):
    """The targets of an arc in the order of their rolls, and the degrees of the arc (8.3-13)."""

    targets: tuple[Target, ...]
    degrees: float


def sweep_of(armed: Armed, targets: Sequence[Target]) -> Sweep | None:
    """Return how an arc sweeps its targets by the map; None where one of them has no place.

    It begins at the edge to which the first target of the attack is nearer: which edge that is, is
    the attacker's choice.
    """
    bearer = armed.bearer
    placed = [each.spot for each in targets if each.spot]
    if bearer.x is None or bearer.y is None or len(placed) < len(targets):
        return None
    from brikdesk.ground.arcs import edge_to_edge  # GEOS, when somebody asks

    sizes = [each.unit.size / 2 if each.unit else POINT for each in targets]
    prints = {
        place: disc(x, y, radius)
        for place, ((x, y), radius) in enumerate(zip(placed, sizes, strict=True))
    }
    order, degrees = edge_to_edge((bearer.x, bearer.y), prints)
    if order.index(0) > (len(order) - 1) / 2:
        order = order[::-1]
    return Sweep(tuple(targets[place] for place in order), degrees)


def roll_of_arc(throw: Throw, armed: Armed, *, several: bool) -> Roll | None:
    """Make the one Damage Roll for all hits of an arc; None while dice are missing (Q8-13)."""
    dice = armed.damage.dice
    labels = [f"d{die.sides} {die.kind}".strip() for die in dice]
    of = Thrower(armed.name) if several else None
    return throw.roll(RollKind.OTHER, [die.sides for die in dice], labels, of=of)


def shared_hit(
    protection: Protection,
    shot: Shot,
    shared: Roll,
) -> Blow | None:
    """Return what one target takes of a Damage Roll that others share (Q8-13, Q8-51).

    Deflection and its shield take dice out of the finished roll, for this target only; a die that a
    Benny buys counts for this target only. None while dice are missing.
    """
    session, throw = protection.session, protection.throw
    dice = shot.armed.damage.dice
    faces = [chain.die.value for chain in shared.chains]
    incoming = replace(incoming_of(session, shot, dice), faces=tuple(faces))
    met = protection.meet(shot.target.unit, incoming)
    if met is None:
        return None
    rolled = [
        AddedDie(chain.die.value, die.sides, die.kind, tuple(each.value for each in chain.bonus))
        for chain, die in zip(shared.chains, dice, strict=True)
    ]
    free = [at for at in range(len(dice)) if at not in met.gone]
    pierce = sum(dice[at].kind == ExplosiveDieKind.PIERCE for at in free)
    pick = house_of(session, BrikWarsHouse).bw_deflection_pick
    here = deflected(
        [rolled[at] for at in free], max(0, met.levels - pierce), bw_deflection_pick=pick
    )
    # By identity: two dice that show the same are equal, but only one of them may be gone.
    kept = [at for at in free if any(rolled[at] is each for each in here)]
    bought = bought_dice(shot, dice)
    more = throw.roll(RollKind.OTHER, [die.sides for die in bought], ("Benny",))
    if more is None or not late_range(throw, shot):
        return None
    roll = replace(shared, chains=tuple(shared.chains[at] for at in kept), bought=more.chains)
    own = [dice[at] for at in kept]
    over = over_range_of(session, shot, None)
    return blow_of(session, shot, (*own, *bought), roll, shot.target, over, False, thrown=faces)
