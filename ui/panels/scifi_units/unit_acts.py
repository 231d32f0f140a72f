"""The acts for a unit, by the rule sets that it has figures of."""

from brikdesk.store.views.scifi import played, sf_unit
from brikdesk.store.views.units import unit
from ui.campaign.desk import Desk
from ui.models.scifi_units.roster import SCIFI
from ui.parts.units.unit_act import UNIT_ACTS, UnitAct

_ATTACK = UnitAct("attack", "Attack", "attack", "A")
_DETECTED = UnitAct("detected", "Detected", "search", "D", "MarkDetected")
_INCAPACITATE = UnitAct("incapacitate", "Incapacitate", "blast", "I", "Incapacitate")

SF_UNIT_ACTS: tuple[UnitAct | None, ...] = (
    UnitAct("open", "Open", "units", "Enter"),
    None,
    _ATTACK,
    UnitAct("move_sf", "Move", "ruler", "M", "MoveSf"),
    _DETECTED,
    _INCAPACITATE,
    None,
    UnitAct("squad", "Select its squad", "units"),
    UnitAct("photos", "Photos", "photo"),
    UnitAct("edit", "Edit", "edit", "F2"),
    UnitAct("duplicate", "Duplicate", "copy"),
    UnitAct("eliminate", "Eliminate", "destroyed", "", "EliminateSf"),
    UnitAct("remove", "Remove", "trash", "Del"),
)
"""The context menu of a unit with figures of the Sci-fi rules alone."""

BOTH_UNIT_ACTS: tuple[UnitAct | None, ...] = (
    # The last six are a line, its squad, Photos, Edit, Duplicate and Remove; they come last here too.
    *UNIT_ACTS[:-6],
    None,
    _DETECTED,
    UnitAct("incapacitate", "Incapacitate", "blast", "", "Incapacitate"),
    *UNIT_ACTS[-6:],
)
"""The context menu of a unit with figures of both; Incapacitate has no key, as I is Ignite."""


def acts_of(desk: Desk, unit_id: int) -> tuple[UnitAct | None, ...]:
    """Return the acts for a unit; for 0, those of the rule set that the campaign plays."""
    sets = desk.read(played)
    if SCIFI not in sets:
        return UNIT_ACTS
    row = desk.read(unit, unit_id) if unit_id else None
    facts = desk.read(sf_unit, unit_id) if row else None
    if row is None or facts is None:
        return SF_UNIT_ACTS if row is None and sets == (SCIFI,) else UNIT_ACTS
    figures = row.armor or row.action_die or row.move or row.power_limit
    return BOTH_UNIT_ACTS if figures else SF_UNIT_ACTS


def letters_of(acts: tuple[UnitAct | None, ...]) -> dict[str, str]:
    """Return the letters that act on a unit, in lower case, with the ID of each one's act."""
    return {act.key.lower(): act.id for act in acts if act and len(act.key) == 1}


def words_of(acts: tuple[UnitAct | None, ...]) -> dict[str, str]:
    """Return the same letters with the words that the status bar shows for them."""
    return {act.key.lower(): act.words.lower() for act in acts if act and len(act.key) == 1}
