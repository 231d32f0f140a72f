"""What the desk fills in for a Sci-fi attack by itself, and the attack's rehearsal."""

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.acts.scifi.as_fired import SfAim
from brikdesk.errors import BrikDeskError
from brikdesk.store.act import Act
from brikdesk.store.lines import Outcome
from ui.campaign.desk import Desk
from ui.campaign.not_done import NotDone
from ui.models.scifi_attack.draft import SfDraft
from ui.models.scifi_attack.table import SfTable


class Rehearsal(Struct, frozen=True):
    """What an attack would do, with all that refuses it, or what is wrong with it."""

    outcome: Outcome | None = None
    refused: NotDone | None = None
    problem: str = ""


def rehearsed(desk: Desk, act: Act) -> Rehearsal:
    """Return all that refuses an attack, and what it would do if all of it were overruled."""
    try:
        outcome, refused, problem = desk.look_through(act)
    except BrikDeskError as error:
        return Rehearsal(None, None, str(error))
    return Rehearsal(outcome, NotDone.refused(refused) if refused else None, problem)


def measured(table: SfTable, by_id: int | None, unit_id: int) -> SfAim:
    """Return an aim at a unit, with its distance by the map in inches if that is known."""
    away = table.apart(by_id, unit_id)
    return SfAim(target_id=unit_id, distance=None if away is None else round(away, 1))


class Habits(Struct):
    """The last weapon of each unit, and the last attack with each weapon."""

    weapons: dict[int, int] = field(default_factory=dict)
    drafts: dict[int, SfDraft] = field(default_factory=dict)

    def note(self, draft: SfDraft) -> None:
        """Remember an attack that was carried out."""
        self.drafts[draft.weapon_id or 0] = draft
        self.weapons[draft.unit_id or 0] = draft.weapon_id or 0

    def filled(self, table: SfTable, draft: SfDraft) -> SfDraft:
        """Return a draft with weapon, capability and target filled in as far as they are known."""
        draft = self._armed(table, draft)
        row, old = table.weapon(draft.weapon_id), self.drafts.get(draft.weapon_id or 0)
        # Only one capability is used in a turn (12-32): the one that was used already. Else it is
        # asked: what was fired last may be a grenade, which is gone afterwards.
        if row and row.capabilities and not draft.capability:
            draft = replace(draft, capability=row.capability_used)
        target = table.unit(old.aim.target_id) if old else None
        if target is not None and not draft.aims:
            draft = draft.at_target(measured(table, draft.unit_id, target.id))
        return draft

    def _armed(self, table: SfTable, draft: SfDraft) -> SfDraft:
        """Return a draft with a weapon of its unit: the last one used, else one that may fire."""
        if draft.weapon_id is not None or draft.unit_id is None:
            return draft
        rows = table.weapons_of(draft.unit_id)
        able = [row for row in rows if not row.no]
        last = [row for row in able if row.id == self.weapons.get(draft.unit_id)]
        row = next(iter([*last, *able, *rows]), None)
        if row is None:
            return draft
        return replace(draft, weapon_id=row.id, ways=row.capabilities, capability="")
