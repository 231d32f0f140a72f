"""The sheet in which a Sci-fi weapon is made or changed, alone or inside the unit's editor."""

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.acts.turn.turns import Together
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.units import SfUnitKind
from brikdesk.store.act import Act
from brikdesk.store.views.battle import scifi_house
from brikdesk.store.views.scifi import sf_unit
from brikdesk.store.views.scifi.stated import stated_weapons
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.not_done import NotDone
from ui.forms.fields import FieldOption
from ui.look.theme import Theme
from ui.models.scifi_units.bearer import Bearer, as_it_is
from ui.models.scifi_units.weapon_draft import SfWeaponDraft
from ui.panels.scifi_units.weapon_form import SfWeaponForm
from ui.parts.fields.editor_sheet import EditorSheet


class SfWeaponEditor(EditorSheet):
    """Makes or edits a weapon. Inside the unit's editor it does no act: `kept` brings the draft."""

    kept = Signal(object)

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        parent: QWidget | None = None,
        *,
        inside: bool = False,
    ) -> None:
        super().__init__(theme, desk, hub, parent)
        self.unit_id, self._inside, self._again = 0, inside, False
        self.form = SfWeaponForm(theme, hub)
        self.refusal.elsewhere = self._at_its_field
        self.refusal.done.connect(self._done)
        self.lay_out(self.form, "New weapon", "Add weapon", "" if inside else "Add another")
        self.form.changed.connect(self.refusal.clear)
        self.form.changed.connect(self._touch)
        self.setFocusProxy(self.form.name)

    def open_weapon(self, unit_id: int, weapon_id: int = 0) -> None:
        """Show a weapon of a unit to be edited; 0, or one that is gone, for a new weapon."""
        self.unit_id = unit_id
        rules = self._desk.read(scifi_house)
        bearer = _bearer_of(self._desk, unit_id)
        own = (row for row in self._desk.read(stated_weapons, unit_id) if row.id == weapon_id)
        row = next(own, None)
        draft = as_it_is(SfWeaponDraft.of_stated(row, rules), bearer) if row else None
        self.open_draft(draft or SfWeaponDraft(rules=rules), bearer)

    def open_draft(self, draft: SfWeaponDraft, bearer: Bearer, *, new: bool | None = None) -> None:
        """Show the draft of a weapon for the unit that is to have it."""
        self.refusal.clear()
        new = not draft.weapon_id if new is None else new
        there = self._desk.read(units)
        structures = [FieldOption(each.id, each.name) for each in there if each.kind == "Structure"]
        people = [FieldOption(each.id, each.name) for each in there if each.kind == "Minifig"]
        self.form.begin(draft, bearer, structures, people)
        self._touched = False
        whose = f" of {bearer.name}" if bearer.name else ""
        self._title.say(f"New weapon{whose}" if new else f"Edit {draft.title}")
        self._add.set_words("Add weapon" if new else "Keep" if self._inside else "Save weapon")
        self._another.setVisible(new and not self._inside)
        self.setAccessibleName("New weapon" if new else "Edit weapon")
        self._area.verticalScrollBar().setValue(0)
        first = self.form.catalogue if new else self.form.name
        self.setFocusProxy(first)  # the field that gets the focus when the sheet does
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form.name.selectAll()
        self.tell_keys("add" if new else "keep" if self._inside else "save")

    @override
    def submit(self, again: bool = False) -> None:
        if self._desk.read_only or not self.form.check_all():
            return
        self._again = again
        if self._inside:
            self.kept.emit(self.form.draft)
            return
        act = self._act()
        if act is None:
            self.leave()
        elif isinstance(self.refusal.do(act), NotDone) and self.refusal.sentence():
            self.refusal.focus_overrule()

    def _act(self) -> Act | None:
        """Return the one act that adds or changes the weapon; None if nothing is changed."""
        draft = self.form.draft
        try:
            acts = draft.changes(self.unit_id)
        except (BadInput, ValueError) as error:
            self.refusal.refuse(str(error))
            return None
        # One Undo takes back all that was changed here.
        if len(acts) < 2:
            return acts[0] if acts else None
        return Together(title=f"Edit {draft.title}", acts=tuple(acts))

    @override
    def overrule(self) -> bool:
        return self.form.carry.line.overrule() or self.refusal.overrule()

    @override
    def leave(self) -> None:
        # Otherwise leaving sends Esc to the pane, which would close the unit's editor as well.
        if self._inside:
            self.closed.emit()
        else:
            super().leave()

    @override
    def forget(self) -> None:
        self.form.begin(SfWeaponDraft(), Bearer())
        self._touched = False

    def _done(self) -> None:
        if self._again:
            self.open_weapon(self.unit_id)
        else:
            self.leave()

    def _at_its_field(self, where: str, sentence: str) -> bool:
        return self.form.show_problem(where, sentence)


def _bearer_of(desk: Desk, unit_id: int) -> Bearer:
    """Return what matters of a unit for the weapons that it may have."""
    row = desk.read(sf_unit, unit_id)
    if row is None:
        return Bearer()
    made = Bearer(row.name, SfUnitKind(row.kind), row.powered_armor)
    return replace(made, equipment=tuple(row.equipment))
