"""The attack and the map: what the map draws of it, and what is aimed at by pointing."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from brikdesk.acts.attack.aim import Aim
from brikdesk.acts.attack.preview import spot_key
from brikdesk.acts.places import point_said, point_words
from brikdesk.ground.shapes import Point
from brikdesk.store.views.units import UnitRow
from ui.models.attack.draft import AttackDraft
from ui.models.attack.phases import AttackPhase
from ui.models.attack.picks import by_touch
from ui.models.attack.strays import Miss, explosives_that_missed, land, misses_of, stray_at
from ui.models.attack.table import AttackTable
from ui.models.map.shot import DrawnShot, Landing, Ring

if TYPE_CHECKING:
    from ui.models.attack.controller import AttackController


def shot_of(controller: "AttackController") -> DrawnShot | None:
    """Return the attack as the map draws it; None where none is being made."""
    if controller.phase not in (AttackPhase.AIM, AttackPhase.DICE):
        return None
    draft, table = controller.draft, controller.table
    bearer = table.bearer(draft.strike) or table.unit(draft.strike.by_id)
    aim = draft.aim
    aiming = controller.phase is AttackPhase.AIM
    return DrawnShot(
        start=_place(bearer),
        goal=_goal(controller, aim) if aim else None,
        inches=table.distance(draft) if aim else None,
        measured=table.is_measured(draft),
        rings=tuple(
            Ring((blast.x, blast.y), blast.radius)
            for blast in controller.preview.blasts
            if blast.x is not None and blast.y is not None
        ),
        aiming=aiming,
        wanted=aiming and (draft.lacks == "target" or controller.target_asked),
        landing=_landing(controller),
    )


def measured(table: AttackTable, draft: AttackDraft) -> AttackDraft:
    """Return a draft with what the map knows of its targets; an attack by touch sees all of them."""
    if draft.lacks or by_touch(table, draft):
        return draft
    return replace(draft, aims=tuple(table.in_view(draft.strike, aim) for aim in draft.aims))


def aim_at_point(controller: "AttackController", unit_id: int, x: float, y: float) -> None:
    """Aim at a unit of the map or at a place (unit 0), or have a Missed Shot land there."""
    if (miss := _lands_next(controller)) is not None:
        if unit_id:
            land(controller, miss, stray_at(controller, miss, unit_id), _name(controller, unit_id))
        else:
            land(controller, miss, point_words(x, y), "")
        controller.hub.spot_taken.emit()
        return
    if (miss := _comes_down(controller)) is not None:
        there = _place(controller.table.unit(unit_id)) or (x, y)
        controller.choose(spot_key(miss.number), point_words(*there))
        controller.hub.spot_taken.emit()
        return
    if controller.phase is not AttackPhase.AIM or controller.draft.lacks in ("attacker", "weapon"):
        return
    if unit_id:
        controller.attack_at(Aim(unit_id=unit_id))
    else:
        controller.attack_at(Aim(place=point_words(x, y), x=x, y=y))


def _lands_next(controller: "AttackController") -> Miss | None:
    """Return the first Missed Shot of which nobody has said where it lands."""
    open_ones = (miss for miss in misses_of(controller) if miss.spot and not miss.spot.chosen)
    return next(open_ones, None)


def _comes_down(controller: "AttackController") -> Miss | None:
    """Return the Explosive that missed and comes down next; where it does can be said anew."""
    asked = [miss for miss in explosives_that_missed(controller) if miss.spot]
    unsaid = (miss for miss in asked if miss.spot and not miss.spot.chosen)
    return next(unsaid, asked[-1] if asked else None)


def _landing(controller: "AttackController") -> Landing | None:
    """Return the circle around the target in which that shot lands; None without a place or shot."""
    miss, aim = _lands_next(controller) or _comes_down(controller), controller.draft.aim
    goal = _goal(controller, aim) if aim else None
    if miss is None or aim is None or goal is None:
        return None
    target = controller.table.unit(aim.unit_id)
    return Landing(
        middle=goal,
        radius=miss.inches + (target.size / 2 if target else 0),
        inches=miss.inches,
        explodes=miss.explodes,
        said=point_said(miss.spot.chosen or "") if miss.spot else None,
    )


def _name(controller: "AttackController", unit_id: int) -> str:
    unit = controller.table.unit(unit_id)
    return unit.name if unit else ""


def _goal(controller: "AttackController", aim: Aim) -> Point | None:
    if aim.x is not None and aim.y is not None:
        return aim.x, aim.y
    return _place(controller.table.unit(aim.unit_id))


def _place(unit: UnitRow | None) -> Point | None:
    if unit is None or unit.x is None or unit.y is None:
        return None
    return unit.x, unit.y
