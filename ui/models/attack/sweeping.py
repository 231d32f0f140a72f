"""The arc that a weapon sweeps on the map, and the attack that comes of it."""

import dataclasses
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.attack.aim import Aim, Mode, Strike
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.battlefield.seen_from import InArc
from brikdesk.rules.brikwars.attacks.arc_fire import may_spread
from ui.models.attack.controller import AttackController
from ui.models.attack.phases import AttackPhase

USUAL = 3
"""Points of an arc before a number is typed."""


class Sweeper(Struct, frozen=True):
    """Who sweeps an arc with what: `name` is empty for a unit without a weapon that fires arcs."""

    unit_id: int
    strike: Strike = Strike()
    name: str = ""
    kind: str = ""
    range: float | None = None
    points: int = USUAL

    def of_points(self, points: int) -> "Sweeper":
        """Return it with an arc of so many points, if the weapon fires such (8.3-10)."""
        if self.kind and may_spread(self.kind, Mode.ARC, points):
            return self
        return replace(self, points=points)


def sweeper_of(controller: AttackController, unit_id: int | None) -> Sweeper | None:
    """Return the weapon that sweeps: that of the attack that is aimed, else one of a unit.

    None without both. A unit's weapon that is ready comes before others.
    """
    draft, table = controller.draft, controller.table
    aiming = controller.phase is AttackPhase.AIM and table.arcs(draft.strike)
    bearer = table.bearer(draft.strike) if aiming else None
    if bearer is not None and unit_id in (None, bearer.id, draft.strike.by_id):
        return _with(controller, bearer.id, draft.strike)
    if unit_id is None:
        return None
    caller = table.call.unit(unit_id)
    arms = table.call.arms_of(caller) if caller else ()
    able = [arm for arm in arms if table.arcs(Strike(weapon_id=arm.id))]
    able.sort(key=lambda arm: bool(table.state_of(arm.id)))
    if not able:
        return Sweeper(unit_id)
    by = table.user_of(able[0], unit_id)
    return _with(controller, able[0].unit_id, Strike(weapon_id=able[0].id, by_id=by))


def _with(controller: AttackController, unit_id: int, strike: Strike) -> Sweeper:
    row = controller.table.weapons.get(strike.weapon_id or 0)
    reach = strike.range if strike.range is not None or row is None else row.range
    points = strike.count if strike.mode is Mode.ARC else USUAL
    sweeper = Sweeper(
        unit_id, strike, controller.table.weapon_name(strike), row.kind if row else "", reach, 1
    )
    return sweeper.of_points(points)


def attack_swept(controller: AttackController, sweeper: Sweeper, swept: Sequence[InArc]) -> None:
    """Attack everybody whom an arc sweeps, in the order of the sweep, with what each spans of it."""
    aims = tuple(Aim(unit_id=each.unit_id, spans=each.points) for each in swept)
    strike = dataclasses.replace(sweeper.strike, mode=Mode.ARC, count=sweeper.points)
    # What else was filled in of this weapon's attack stays.
    same = controller.phase is AttackPhase.AIM and controller.draft.strike == sweeper.strike
    draft = controller.draft if same else None
    act = dataclasses.replace(
        draft.act() if draft else Attack(),
        strikes=(strike, *(draft.strikes[1:] if draft else ())),
        aims=aims,
        caught=(), parries=(), shields=(), strays=(), changes=(), overruled=frozenset(),
    )  # fmt: skip
    controller.hub.attack_wanted.emit(act)
