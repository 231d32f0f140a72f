"""The sheet in which a Sci-fi weapon is made or changed, and what follows from its draft."""

from collections.abc import Sequence
from dataclasses import replace as replace_dataclass
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.acts.turns_and_steps import as_one
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.store.act import Act
from brikdesk.store.views.campaign_and_battle import scifi_house
from brikdesk.store.views.scifi import sf_unit, stated_weapons
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.questions import FieldOption
from ui.look.theme import Theme
from ui.models.scifi_units import (
    CREWED,
    Bearer,
    SfWeaponDraft,
    WordsAndRule,
    area_note,
    as_it_is,
    barrels_note,
    factor_note,
    holder_note,
    open_refusal,
    spans_of,
    warhead_note,
)
from ui.panels.scifi_units.weapon_fields import SfWeaponFields, class_options
from ui.parts.editor_sheet import EditorSheet

OBJECTED = {
    "12-17": "minimum_range", "12-19": "rate", "12-20": "rate", "12-22": "infantry_class",
    "12-31": "needs",
}  # fmt: skip
"""The field that an objection is shown at, by its rule."""


class SfWeaponForm(SfWeaponFields):
    """All fields of a weapon."""

    draft: SfWeaponDraft

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__(theme, hub, SfWeaponDraft())
        self.bearer = Bearer()
        self.capabilities.changed.connect(
            lambda: self._state(capabilities=self.capabilities.facts() or None)
        )
        self.crew.changed.connect(lambda: self._state(crew=self.crew.facts()))
        self.back.clicked.connect(lambda: self._state(typed_factor=None))
        self.carry.crewed.connect(lambda: self._state(mounting=Mounting.CREW_SERVED))
        self.carry.overruled.connect(self._overrule)

    # Showing

    @override
    def begin(
        self,
        draft: SfWeaponDraft,
        bearer: Bearer | None = None,
        structures: Sequence[FieldOption] = (),
        people: Sequence[FieldOption] = (),
    ) -> None:
        """Show a weapon for its bearer; `structures` and `people` can be chosen in its fields."""
        self.bearer, self.people = bearer or Bearer(), people
        self.edit("structure_id").offer([FieldOption(None, "–"), *structures])
        super().begin(draft)
        self._show_rows()

    def _show_rows(self) -> None:
        facts = self.draft.facts
        self.capabilities.show_facts(facts.capabilities or ())
        self.crew.show_facts(facts.crew)

    @override
    def is_wanted(self, name: str) -> bool:
        if name == "structure_id":
            return self.bearer.mounting(self.draft.facts.mounting) is Mounting.EMPLACED
        return super().is_wanted(name)

    @override
    def show_rest(self) -> None:
        draft, record = self.draft, self.draft.record
        mounting = self.bearer.mounting(draft.facts.mounting)
        self.edit("infantry_class").offer(class_options(record.type))
        self.edit("mounting").set_value(mounting)
        oblong = record.area.shape is AreaShape.OBLONG
        self.boxes["area_size"].set_label("Length" if oblong else "Diameter")
        self.crew.setVisible(mounting in CREWED or bool(draft.facts.crew))
        factor = record.attack_factor
        over = record.typed_factor is not None and bool(factor and factor.changed)
        self.edit("typed_factor").set_strong(over)
        self.back.setVisible(over)
        notes: dict[str, WordsAndRule] = {
            "typed_factor": factor_note(record),
            "shape": area_note(record),
            "barrels": barrels_note(record),
            "holder": holder_note(draft.facts, record.makes),
            "warhead": warhead_note(record),
        }
        for name, note in notes.items():
            self.notes_of[name].say(*note)
        self.bar.show_spans(spans_of(record))
        found = [(f"{no.why}.", no.rule) for no in self.bearer.objections(record)]
        for name, lines in self.objections_of.items():
            lines.show_objections([each for each in found if OBJECTED.get(each[1]) == name])
        no, offer = open_refusal(draft, self.bearer) or (None, None)
        self.carry.show_no(no, offer)

    # Typing

    def _state(self, **facts: Any) -> None:
        self.become(self.draft.stating(**facts))

    @override
    def answered(self, name: str) -> None:
        super().answered(name)
        if name == "catalogue" and not self._showing:
            self._show_rows()

    def _overrule(self, rule: str) -> None:
        self.become(replace_dataclass(self.draft, overruled=self.draft.overruled | {rule}))
        # The button with the focus is gone with its refusal.
        self.answers["mounting"].setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def left(self, name: str) -> None:
        # While the factor was typed in, it was left alone; now it shows what follows.
        if self.check(name) and name == "typed_factor":
            self.show_draft()

    @override
    def check_all(self) -> bool:
        right = super().check_all()
        rows = [row for row in (self.capabilities.check(), self.crew.check()) if row]
        if right and rows:
            rows[0].setFocus(Qt.FocusReason.OtherFocusReason)
        elif right and not self.carry.isHidden():
            self.carry.focus()
        return right and not rows and self.carry.isHidden()


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
        self.refusal.elsewhere = self.form.show_problem
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
        first = self.form.edit("catalogue") if new else self.form.name
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
        self._do(self._act())

    def _act(self) -> Act | None:
        """Return the one act that adds or changes the weapon; None if nothing is changed."""
        draft = self.form.draft
        try:
            acts = draft.changes(self.unit_id)
        except (BadInput, ValueError) as error:
            self.refusal.refuse(str(error))
            return None
        # One Undo takes back all that was changed here.
        return as_one(acts, f"Edit {draft.title}")

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


def _bearer_of(desk: Desk, unit_id: int) -> Bearer:
    """Return what matters of a unit for the weapons that it may have."""
    row = desk.read(sf_unit, unit_id)
    if row is None:
        return Bearer()
    made = Bearer(row.name, SfUnitKind(row.kind), row.powered_armor)
    return replace(made, equipment=tuple(row.equipment))
