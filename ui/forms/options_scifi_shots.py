"""The options that a Sci-fi campaign offers to forms about shots."""

from collections.abc import Mapping, Sequence
from typing import Any

from brikdesk.rules.scifi.attack_order import AttackStep
from brikdesk.rules.scifi.outcomes import OUTCOMES, Matter
from brikdesk.store.views.scifi import ShotRow, sf_shots, sf_weapons
from ui.campaign.desk import Desk
from ui.forms.fields import FieldOption, FieldOptions, Values
from ui.forms.options_scifi import any_units, intact


def shots(*due: AttackStep) -> FieldOptions:
    """Return options with the open shots for which one of these steps is due, newest first.

    Without any step: all open shots.
    """

    def offered(desk: Desk, values: Values) -> Sequence[FieldOption]:
        found = desk.read(sf_shots, open_only=True)
        fit = [row for row in found if not due or row.next in due]
        return [FieldOption(r.id, _shot(r), unit_id=r.unit_id) for r in reversed(fit)]

    return offered


def all_shots(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return every shot of the battle, those that wait for an entry first."""
    found = sorted(desk.read(sf_shots), key=lambda row: (not row.next, -row.id))
    return [FieldOption(row.id, _shot(row), unit_id=row.unit_id) for row in found]


def _shot(row: ShotRow) -> str:
    at = f" at {row.target}" if row.target else ""
    return f"{row.weapon}, {row.unit}{at}{f': {row.next}' if row.next else ''}"


def shot_of(desk: Desk, values: Values) -> ShotRow | None:
    """Return the shot that is chosen in the form; None if there is none."""
    return next((r for r in desk.read(sf_shots) if r.id == values.get("shot_id")), None)


# Matters that are missing here are never due by themselves: the referee may enter them any time.
DUE = {
    Matter.HIT: AttackStep.HIT,
    Matter.PENETRATION: AttackStep.DAMAGE,
    Matter.DAMAGE: AttackStep.DAMAGE,
    Matter.FALL_OF_SHOT: AttackStep.FALL_OF_SHOT,
    Matter.LANDING_POINT: AttackStep.LANDING,
}


NAMES = {Matter.HIT: "Hit or miss"}
"""Matters that have another name here than in the log."""


def matters(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the matters that can be entered, first those that are due."""
    row = shot_of(desk, values)
    due = row.next if row else None
    matters = sorted(Matter, key=lambda matter: due is None or DUE.get(matter) is not due)
    return [FieldOption(matter.value, NAMES.get(matter, matter.capitalize())) for matter in matters]


def answers(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the answers to the chosen matter; none if it is answered in words."""
    asked = OUTCOMES.get(str(values.get("matter")))
    return [FieldOption(each.value, each.capitalize()) for each in (asked.choices if asked else ())]


def asked_units(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the units that an entry can be about, first the target and those in the area."""
    row = shot_of(desk, values)
    asks = (*row.inside, *row.asks, row.target_id) if row else ()
    found = any_units(desk, values)
    return [
        FieldOption(each.value, each.words, each.token)
        for each in sorted(found, key=lambda each: each.value not in asks)
    ]


def inside_now(desk: Desk, values: Values) -> Sequence[Mapping[str, Any]]:
    """Return a line with the target of the chosen shot, if it is a unit."""
    row = shot_of(desk, values)
    return [{"unit_id": row.target_id}] if row and row.target_id is not None else []


def weapons_of_target(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the intact weapons of the unit that the entry is about, by default of the target."""
    row = shot_of(desk, values)
    unit_id = values.get("unit_id") or (row.target_id if row else None)
    found = [each for each in desk.read(sf_weapons) if intact(each) and each.unit_id == unit_id]
    return [FieldOption(each.id, each.name) for each in found]
