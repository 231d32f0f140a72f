"""Missed Shots of an attack: by how much they miss, who places them, and what they strike."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from brikdesk.acts.attack.aim import Aim, Mode, Stray
from brikdesk.acts.attack.preview import (
    AttackPreview,
    ShotLine,
    chooser_key,
    shot_key,
    spot_key,
)
from brikdesk.ground.round import point_to_edge
from brikdesk.rules.brikwars.explosives.duds import missed_by
from brikdesk.store.views.lasting import ExplosiveRow, explosives
from brikdesk.turns.steps import Choice
from ui.models.attack.draft import AttackDraft
from ui.models.attack.phases import AttackPhase
from ui.models.attack.picks import inches, unit_row
from ui.models.pick_rows import PickRow

if TYPE_CHECKING:
    from ui.models.attack.controller import AttackController

NOBODY = "nobody"
"""The value of the row for a Missed Shot that strikes only the ground."""


class Miss(Struct, frozen=True):
    """One Missed Shot, by `inches`. `spot` is the question where it lands, None before it is asked.

    `chooser` is the question which player answers that, None if no player must be named (5.3-09).
    """

    number: int
    name: str
    inches: int
    spot: Choice | None
    chooser: Choice | None
    strays: tuple[Stray, ...]
    explodes: bool = False

    @property
    def key(self) -> str:
        """The name of the shot in acts."""
        return shot_key(self.number)

    @property
    def tracked(self) -> bool:
        """Whether it is tracked and lands somewhere; otherwise it is harmless (5.3-06)."""
        return self.spot is not None or self.chooser is not None

    @property
    def words(self) -> str:
        """By how much it missed and where it lands, in words."""
        lands = f" It lands: {self.spot.chosen}." if self.spot and self.spot.chosen else ""
        harm = "" if self.tracked else " It does no harm."
        return f'{self.name}: missed by {self.inches}".{lands}{harm}'


def misses_of(controller: "AttackController") -> tuple[Miss, ...]:
    """Return the shots that missed and could land somewhere.

    Shots that explode are left out: who is caught in an explosion has a list of its own.
    """
    return tuple(miss for miss in _all_misses(controller) if not miss.explodes)


def explosives_that_missed(controller: "AttackController") -> tuple[Miss, ...]:
    """Return the Explosives that missed: each comes down at a place and goes off there."""
    return tuple(miss for miss in _all_misses(controller) if miss.explodes)


def _all_misses(controller: "AttackController") -> tuple[Miss, ...]:
    preview, draft = controller.preview, controller.draft
    if controller.phase is not AttackPhase.DICE or not _can_land(preview, draft):
        return ()
    return tuple(_miss(shot, preview, draft) for shot in preview.shots if shot.hit is False)


def stray_rows(controller: "AttackController", miss: Miss) -> tuple[PickRow, ...]:
    """Return what a Missed Shot may strike: nobody, units, Explosives.

    Units come by their distance from the target, those without a known place last.
    """
    table, draft = controller.table, controller.draft
    target = draft.aim.unit_id if draft.aim else None
    bearer = table.bearer(draft.strike)
    own = {draft.strike.by_id, bearer.id if bearer else None, target}
    near = [(table.apart(target, unit.id), unit) for unit in table.units.values()]
    near = [(away, unit) for away, unit in near if unit.id not in own]
    near.sort(key=lambda each: (each[0] is None, each[0] or 0.0))
    struck = {stray.unit_id for stray in miss.strays}
    rows = [PickRow(NOBODY, "Nobody", "it strikes only the ground", icon="cross")]
    rows += [
        unit_row(
            table, unit, _reach(away, miss.inches), inches(away), unit.id in struck,
            stray_at(controller, miss, unit.id),
        )
        for away, unit in near
    ]  # fmt: skip
    rows += [_explosive_row(controller, miss, row) for row in controller.desk.read(explosives)]
    return tuple(rows)


def _explosive_row(controller: "AttackController", miss: Miss, row: ExplosiveRow) -> PickRow:
    """Return an Explosive: with no place on the map it counts as far away as the target."""
    table, draft = controller.table, controller.draft
    bearer = table.bearer(draft.strike)
    target = table.units.get((draft.aim.unit_id if draft.aim else None) or 0)
    far = point_to_edge(row.x, row.y, bearer) if bearer else None
    away = point_to_edge(row.x, row.y, target) if target else None
    stray = Stray(
        shot=miss.key,
        explosive_id=row.id,
        distance=round(table.distance(draft) or 0.0 if far is None else far, 2),
    )
    where = f"carried by {row.carrier}" if row.carrier else row.place
    words = ", ".join(part for part in (where, _reach(away, miss.inches)) if part)
    return PickRow(stray, row.name, words, inches(away), icon="dud", also="explosive")


def stray_at(controller: "AttackController", miss: Miss, unit_id: int) -> Stray:
    """Return that a Missed Shot strikes a unit, with the inches that the map knows."""
    return Stray(shot=miss.key, unit_id=unit_id, distance=_far(controller, unit_id))


def track(controller: "AttackController") -> None:
    """Have Missed Shots of this attack land somewhere (5.3-07)."""
    controller.change(controller.draft.tracking())


def land(controller: "AttackController", miss: Miss, picked: object, name: str) -> None:
    """Note what a Missed Shot strikes: a Stray, NOBODY, or words for where it lands.

    `name` names what is struck; it says where the shot lands unless the chooser said that already.
    """
    # The strays first: the new draft is examined at once, and `choose` answers what it then asks.
    draft = controller.draft.without_strays(miss.key)
    controller.change(draft.straying(picked) if isinstance(picked, Stray) else draft)
    spots = [option.value for option in miss.spot.options] if miss.spot else []
    if isinstance(picked, Stray) or picked == NOBODY:
        if miss.spot and miss.spot.chosen and not miss.strays:
            return
        said = name if isinstance(picked, Stray) else next(iter(spots), "the ground")
    else:
        said = str(picked)
    controller.choose(spot_key(miss.number), said)


def is_measured(controller: "AttackController", stray: Stray) -> bool:
    """Return whether the map knows how far the weapon is from what is struck."""
    bearer = controller.table.bearer(controller.draft.strike)
    return controller.table.apart(bearer.id if bearer else None, stray.unit_id) is not None


def _miss(shot: ShotLine, preview: AttackPreview, draft: AttackDraft) -> Miss:
    asked = {choice.id: choice for choice in preview.choices}
    return Miss(
        shot.number,
        shot.name,
        missed_by(shot.use, shot.total or 0, shot.critical_failure),
        asked.get(spot_key(shot.number)),
        asked.get(chooser_key(shot.number)),
        tuple(stray for stray in draft.strays if stray.shot == shot.key),
        shot.explosive,
    )


def _can_land(preview: AttackPreview, draft: AttackDraft) -> bool:
    """Return whether misses can be tracked: those of ranged attacks, but never of arcs (8.3-06)."""
    return preview.ranged and draft.strike.mode is not Mode.ARC and not preview.flies


def _far(controller: "AttackController", unit_id: int) -> float:
    """Return the inches from the weapon to a unit, by the map, else as far as to the target."""
    away = controller.table.distance(controller.draft.at_target(Aim(unit_id=unit_id)))
    if away is None:
        away = controller.table.distance(controller.draft)
    return round(away or 0.0, 2)


def _reach(away: float | None, most: int) -> str:
    if away is None:
        return ""
    return "within the circle" if away <= most else f'more than {most}" from the target'


def all_strays(misses: tuple[Miss, ...]) -> Iterator[tuple[Miss, Stray]]:
    """Yield everything that Missed Shots strike, each with its shot."""
    for miss in misses:
        for stray in miss.strays:
            yield miss, stray
