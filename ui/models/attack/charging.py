"""A Charge as one thing that is asked for: what it is made with, whom it can run to, and the run."""

from collections.abc import Iterator

from msgspec.structs import replace

from brikdesk.acts.battlefield.by_the_map import RunUp
from brikdesk.acts.combat.aim import Aim, AttackPreview, Mode, Strike
from brikdesk.acts.combat.legality import REACHES
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.errors import BrikDeskError
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.close_combat import ARM
from brikdesk.rules.brikwars.movement import is_charging_weapon
from ui.campaign.desk import Desk
from ui.models.attack.draft import AttackDraft, AttackTable
from ui.models.attack.picks import by_touch
from ui.models.rows import MINIFIGS

MENDED = frozenset(("5.4-03", "4.2-02", *REACHES.values()))
"""The rules that refuse a Charge only as long as its run has not been made.

Its run asks for the Action as well: with a MOM it goes with that of a Sprint (5.4-02).
"""


def charging_strike(table: AttackTable, unit_id: int) -> Strike:
    """Return what a unit Charges with: a weapon that is made for it, else its body (5.4-15, 5.4-21)."""
    caller = table.call.unit(unit_id)
    for arm in table.call.arms_of(caller) if caller else ():
        row = table.weapons.get(arm.id)
        made = row is not None and not arm.reaches and is_charging_weapon(row.preset, row.hands)
        if made and not table.state_of(arm.id):
            return Strike(weapon_id=arm.id, by_id=unit_id)
    return Strike(by_id=unit_id, mode=Mode.SHOVE, name=Mode.SHOVE.value.capitalize())


def begun(table: AttackTable, draft: AttackDraft) -> AttackDraft:
    """Return a Charge with its weapon, and at the nearest that it can run to, where nobody said them."""
    unit_id = draft.strike.by_id
    if not draft.charge:
        return draft
    if draft.lacks == "weapon" and unit_id is not None:
        draft = draft.with_weapon(charging_strike(table, unit_id))
    nearest = next(could_aim_at(table, draft), None) if draft.lacks == "target" else None
    return draft if nearest is None else draft.at_target(Aim(unit_id=nearest))


def could_aim_at(table: AttackTable, draft: AttackDraft) -> Iterator[int]:
    """Yield the opponents that an attack can be aimed at by the map, nearest first."""
    if not draft.charge:
        yield from table.could_aim_at(draft.strike)
        return
    unit = table.unit(draft.strike.by_id)
    side = {*table.side(table.player_of(draft.strike)), None}
    near = sorted(
        (away, each.id)
        for each in table.units.values()
        if unit
        and each.player_id not in side
        and (away := table.apart(unit.id, each.id)) is not None
    )
    if unit is not None and unit.momentum:
        # Its run leads to one of those whom it touches already.
        near.sort(key=lambda each: each[0] > ARM or not _ahead(table, unit.id, each[1]))
    for away, unit_id in near:
        run = table.run_up(draft.strike.by_id, unit_id)
        touches = unit is not None and unit.momentum and away <= ARM
        if touches or (run is not None and not run.why):
            yield unit_id


def _ahead(table: AttackTable, unit_id: int, other_id: int) -> bool:
    run = table.run_up(unit_id, other_id)
    return run is None or run.ahead


def may_become_charge(table: AttackTable, draft: AttackDraft) -> bool:
    """Return whether a blow is a Charge, or can be made one: with a MOM, or by a run to its target."""
    unit, aim = table.unit(draft.strike.by_id), draft.aim
    if draft.charge or unit is None or not by_touch(table, draft) or unit.kind not in MINIFIGS:
        return draft.charge
    run = table.run_up(unit.id, aim.unit_id if aim else None)
    return unit.momentum or (run is not None and not run.why)


def turned(table: AttackTable, draft: AttackDraft) -> AttackDraft:
    """Return a blow as a Charge, or a Charge as an ordinary blow.

    What no Charge is made with is left for what one is.
    """
    by_id, weapon_id = draft.strike.by_id, draft.strike.weapon_id
    row = table.weapons.get(weapon_id or 0)
    fit = row is None or is_charging_weapon(row.preset, draft.strike.hands or row.hands)
    unit = table.unit(by_id)
    if not draft.charge and by_id is not None and not fit and not (unit and unit.momentum):
        draft = draft.with_weapon(charging_strike(table, by_id))
    return replace(draft, charge=not draft.charge)


def as_it_usually_is(desk: Desk, table: AttackTable, draft: AttackDraft) -> AttackDraft:
    """Return a blow of who holds a MOM as the Charge that it usually is, where no rule refuses it.

    The referee unticks it; a Charge that only an overrule allows is not proposed (5.4-15).
    """
    if draft.charge:
        return draft
    unit = table.unit(draft.strike.by_id)
    if draft.lacks or unit is None or not unit.momentum or not by_touch(table, draft):
        return draft
    try:
        seen = desk.preview(replace(draft, charge=True).act())
    except BrikDeskError:
        return replace(draft, charge=False)
    return replace(draft, charge=isinstance(seen, AttackPreview) and not seen.refusal)


def run_first(table: AttackTable, draft: AttackDraft, preview: AttackPreview) -> RunUp | None:
    """Return the run that a Charge still lacks; None where it lacks none, or more than that."""
    aim, rules = draft.aim, {preview.refused_by, *(each.rule for each in preview.refused_too)}
    if not draft.charge or aim is None or not preview.refusal or not rules <= MENDED:
        return None
    return table.run_up(draft.strike.by_id, aim.unit_id)


def run_words(table: AttackTable, draft: AttackDraft, run: RunUp) -> str:
    """Say what has to be done before a Charge, or why it cannot be done from here."""
    by = table.unit(draft.strike.by_id)
    at = table.unit(draft.aim.unit_id) if draft.aim else None
    who, whom = by.name if by else "It", at.name if at else "its target"
    if run.why:
        return f"{who} cannot Charge {whom} from here: {run.why}."
    return f"{who} runs {in_inches(run.inches)} straight to {whom} first: Enter. Then it Charges."


def the_run(draft: AttackDraft, run: RunUp) -> MoveUnit:
    """Return the run before a Charge as an act."""
    (x, y) = run.spot
    return MoveUnit(unit_id=draft.strike.by_id or 0, x=x, y=y)
