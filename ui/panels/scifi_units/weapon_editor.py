"""The sheet in which a Sci-fi weapon is made or changed, and what follows from its draft."""

from collections.abc import Callable, Sequence
from dataclasses import replace as replace_dataclass
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.acts.turn.turns import Together
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.units import SfUnitKind
from brikdesk.rules.scifi.weapon_tables import Rate
from brikdesk.rules.scifi.weapons import Mounting
from brikdesk.store.act import Act
from brikdesk.store.views.battle import scifi_house
from brikdesk.store.views.scifi import sf_unit, stated_weapons
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.forms.inputs import MeasureEdit
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
    parse_loads,
    pattern_of,
    spans_of,
    warhead_note,
    write_loads,
)
from ui.panels.scifi_units.weapon_fields import SfWeaponFields, class_options
from ui.parts.editor_sheet import EditorSheet

OBJECTED = {
    "12-17": "minimum_range", "12-19": "rate", "12-20": "rate", "12-22": "infantry_class",
    "12-31": "needs",
}  # fmt: skip
"""The field that an objection is shown at, by its rule."""

NEEDED = ("count",)
"""Figures that must be filled in."""


class SfWeaponForm(SfWeaponFields):
    """All fields of a weapon. `changed` is emitted after everything that is typed."""

    changed = Signal()

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__(theme, hub)
        self.draft, self.bearer = SfWeaponDraft(), Bearer()
        self._showing = False
        self._connect()

    def _connect(self) -> None:
        self.catalogue.currentIndexChanged.connect(self._pick_catalogue)
        self.name.textEdited.connect(lambda: self._state(name=self.name.text()))
        self.type.changed.connect(lambda name: self._state(type=name))
        self.warhead.changed.connect(lambda name: self._state(warhead=name))
        for name, edit in self.figures.items():
            edit.textEdited.connect(lambda _, name=name: self._type_figure(name))
        for name, pills in self.pills.items():
            pills.picked.connect(lambda value, name=name: self._state(**{name: value}))
        for name, terms in (("effects", self.effects), ("needs", self.needs)):
            terms.changed.connect(lambda n=name, t=terms: self._state(**{n: t.terms()}))
        self.holder.currentIndexChanged.connect(self._pick_holder)
        self.loads.textEdited.connect(self._type_loads)
        self.structure.currentIndexChanged.connect(
            lambda: self._state(structure_id=self.structure.value())
        )
        self.capabilities.changed.connect(
            lambda: self._state(capabilities=self.capabilities.facts() or None)
        )
        self.crew.changed.connect(lambda: self._state(crew=self.crew.facts()))
        self.notes.textChanged.connect(lambda: self._state(notes=self.notes.toPlainText()))
        self.back.clicked.connect(lambda: self._state(typed_factor=None))
        self.carry.crewed.connect(lambda: self._state(mounting=Mounting.CREW_SERVED))
        self.carry.overruled.connect(self._overrule)
        for name, box in self.boxes.items():
            box.left.connect(lambda name=name: self._left(name))

    # Showing

    def begin(
        self,
        draft: SfWeaponDraft,
        bearer: Bearer,
        structures: Sequence[FieldOption] = (),
        people: Sequence[FieldOption] = (),
    ) -> None:
        """Show a weapon for its bearer; `structures` and `people` can be chosen in its fields."""
        self.bearer, self.people = bearer, people
        for box in self.boxes.values():
            box.set_problem("")
        self._showing = True
        self.structure.offer([FieldOption(None, "–"), *structures])
        self.boxes["catalogue"].setVisible(draft.before is None)
        self._showing = False
        self._fill(draft)

    def _fill(self, draft: SfWeaponDraft) -> None:
        """Write a draft into all fields."""
        self.draft, self._showing = draft, True
        facts = draft.facts
        self.catalogue.set_value(facts.catalogue)
        self.name.setText(facts.name)
        self.loads.setText(write_loads(facts.loads))
        self.notes.setPlainText(facts.notes or "")
        self.structure.set_value(facts.structure_id)
        self.capabilities.show_facts(facts.capabilities or ())
        self.crew.show_facts(facts.crew)
        for name, edit in self.figures.items():
            edit.set_value(self._figure(name))
        self._showing = False
        self.show_draft()

    def show_draft(self) -> None:
        """Write what follows from the draft into all fields but the one that is being typed in."""
        draft, record, self._showing = self.draft, self.draft.record, True
        facts = draft.facts
        self.type.set_name(facts.type or "")
        self.warhead.set_name(facts.warhead or "")
        self.effects.set_terms(facts.effects or ())
        self.needs.set_terms(facts.needs or ())
        self.pills["infantry_class"].offer(class_options(record.type))
        stated = {"shape": record.area.shape, "mounting": self.bearer.mounting(facts.mounting)}
        for name, pills in self.pills.items():
            pills.set_value(stated[name] if name in stated else getattr(record, name))
        self.holder.set_value(facts.holder)
        if not self.figures["typed_factor"].hasFocus():
            self.figures["typed_factor"].set_value(self._figure("typed_factor"))
        self._show_what_follows()
        self._show_where_asked()
        self._showing = False

    def _show_what_follows(self) -> None:
        draft, record = self.draft, self.draft.record
        factor = record.attack_factor
        over = record.typed_factor is not None and bool(factor and factor.changed)
        self.figures["typed_factor"].set_strong(over)
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

    def _show_where_asked(self) -> None:
        """Show only the fields that matter for this weapon."""
        facts, record = self.draft.facts, self.draft.record
        shape, mounting = record.area.shape, self.bearer.mounting(facts.mounting)
        boxes = self.boxes
        boxes["area_size"].setVisible(shape is not AreaShape.NONE)
        boxes["area_size"].set_label("Length" if shape is AreaShape.OBLONG else "Diameter")
        boxes["area_width"].setVisible(shape is AreaShape.OBLONG)
        boxes["barrels"].setVisible(record.rate is Rate.ROTARY or record.barrels is not None)
        boxes["structure_id"].setVisible(mounting is Mounting.EMPLACED)
        boxes["holder"].setVisible(not facts.capabilities)
        boxes["loads"].setVisible(not facts.capabilities and facts.holder is not None)
        self.crew.setVisible(mounting in CREWED or bool(facts.crew))

    def _figure(self, name: str) -> float | None:
        if name != "typed_factor":
            value = getattr(self.draft.facts, name)
            return 1 if value is None and name == "count" else value
        factor = self.draft.record.attack_factor
        return factor.value if factor else None

    # Typing

    def _state(self, **facts: Any) -> None:
        if not self._showing:
            self.draft = self.draft.stating(**facts)
            self._typed()

    def _typed(self) -> None:
        self.show_draft()
        for name, box in self.boxes.items():
            if box.problem():
                self.check(name)
        self.changed.emit()

    def _type_figure(self, name: str) -> None:
        """Take over a figure as soon as it is valid."""
        edit = self.figures[name]
        if self._showing or edit.problem(optional=True):
            return
        value = edit.value()
        # The factor that the pattern gives is not "typed over": it goes on to follow the other
        # figures.
        if name == "typed_factor" and value == pattern_of(self.draft.record):
            value = None
        self._state(**{name: value})

    def _type_loads(self) -> None:
        try:
            self._state(loads=parse_loads(self.loads.text()))
        except BadInput:
            self.changed.emit()  # what is wrong is shown when the field is left

    def _pick_holder(self) -> None:
        if not self._showing:
            holder = self.holder.value()
            # Ammunition that never runs out has nothing loaded that is counted.
            loads = self.draft.facts.loads if holder else ()
            self._state(holder=holder, loads=loads)

    def _pick_catalogue(self) -> None:
        """Fill in everything from a weapon of the chapter; leave open what the chapter omits."""
        name = self.catalogue.value()
        if self._showing or name is None:
            return
        if not name:
            self._state(catalogue="")
            return
        made = SfWeaponDraft.of_catalogue(name, self.draft.rules)
        # Mounting, structure and crew are this weapon's own: the chapter does not know them.
        kept = self.draft.facts
        facts = replace_dataclass(
            made.facts, mounting=kept.mounting, structure_id=kept.structure_id, crew=kept.crew
        )
        self._fill(replace_dataclass(self.draft, facts=facts, overruled=frozenset()))
        self._typed()

    def _overrule(self, rule: str) -> None:
        self.draft = replace_dataclass(self.draft, overruled=self.draft.overruled | {rule})
        self._typed()
        # The button with the focus is gone with its refusal.
        self.boxes["mounting"].editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _left(self, name: str) -> None:
        self.check(name)
        # While it was typed in, the field was left alone; now it shows what follows.
        if name == "typed_factor" and not self.boxes[name].problem():
            self.show_draft()

    # Checking

    def check_all(self) -> bool:
        """Check all fields and focus the first wrong one. Return whether all are right."""
        wrong = [box.editor for name, box in self.boxes.items() if not self.check(name)]
        rows = [row for row in (self.capabilities.check(), self.crew.check()) if row]
        if found := [*wrong, *rows]:
            found[0].setFocus(Qt.FocusReason.OtherFocusReason)
            return False
        if not self.carry.isHidden():
            self.carry.focus()
            return False
        return True

    @override
    def problem_of(self, name: str) -> str:
        if self.boxes[name].isHidden():
            return ""
        checks: dict[str, Callable[[], str]] = {
            "name": lambda: "" if self.name.text().strip() else "A name is needed.",
            "loads": self._loads_problem,
            **{each: self._of(each, edit) for each, edit in self.figures.items()},
        }
        return checks[name]() if name in checks else ""

    def _of(self, name: str, edit: MeasureEdit) -> Callable[[], str]:
        return lambda: edit.problem(optional=name not in NEEDED)

    def _loads_problem(self) -> str:
        try:
            parse_loads(self.loads.text())
        except BadInput as error:
            return error.sentence
        return ""


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
