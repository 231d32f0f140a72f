"""The fields of the Sci-fi weapon editor, connected with a draft: what follows shows at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.rate_of_fire import Rate
from ui.campaign.hub import Hub
from ui.forms.fields import FieldOption
from ui.forms.measure import MeasureEdit
from ui.look.theme import Theme
from ui.models.scifi_units.bearer import CREWED, Bearer, open_refusal
from ui.models.scifi_units.loads import parse_loads, write_loads
from ui.models.scifi_units.weapon_draft import SfWeaponDraft
from ui.models.scifi_units.weapon_words import (
    WordsAndRule,
    area_note,
    barrels_note,
    factor_note,
    holder_note,
    pattern_of,
    spans_of,
    warhead_note,
)
from ui.panels.scifi_units.weapon_fields import SfWeaponFields, class_options

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
        facts = replace(
            made.facts, mounting=kept.mounting, structure_id=kept.structure_id, crew=kept.crew
        )
        self._fill(replace(self.draft, facts=facts, overruled=frozenset()))
        self._typed()

    def _overrule(self, rule: str) -> None:
        self.draft = replace(self.draft, overruled=self.draft.overruled | {rule})
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
