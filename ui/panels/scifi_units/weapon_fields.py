"""The fields of the Sci-fi weapon editor, and why a unit may not have a weapon."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as replace_struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from brikdesk.acts.scifi.crews import MemberFacts
from brikdesk.acts.scifi.weapons import CapabilityFacts
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.units_and_crews import CrewRole
from brikdesk.rules.scifi.weapon_records import WEAPONS, Family, Mounting
from ui.campaign.hub import Hub
from ui.forms.answers import DraftFields, answer_to
from ui.forms.inputs import AskedFields
from ui.forms.questions import (
    BOUNDLESS,
    Buttons,
    FieldOption,
    FormQuestion,
    Number,
    OneOf,
    Terms,
    Text,
    TypedName,
    YesNo,
)
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.scifi_units import EQUIPMENT, SfWeaponDraft, parse_loads, write_loads
from ui.parts.pick_buttons import PickOption
from ui.parts.units import RangeBar
from ui.widgets.buttons import Button, icon_button
from ui.widgets.layout import in_column, in_grid, in_row, take_away
from ui.widgets.rule_lines import ObjectionLines, RefusalLine, RuleNote

HOLDERS = (
    FieldOption(None, "Never runs out"),
    FieldOption(weapons.Holder.POD, "Pod"),
    FieldOption(weapons.Holder.RACK, "Rack"),
    FieldOption(weapons.Holder.LAUNCHER, "Single launcher"),
    FieldOption(weapons.Holder.PULSES, "Pulses"),
    FieldOption(weapons.Holder.ITEMS, "Items: gone once used"),
    FieldOption(weapons.Holder.MAGAZINE, "Magazine, counted by choice"),
)
"""The holders of ammunition; None is ammunition that is not counted."""

LOADS_HINT = "Numbers and types, apart by commas: 4 rocket, 3 vaporshock."
ROLES = (
    *(FieldOption(role, role.value.capitalize()) for role in (CrewRole.GUNNER, CrewRole.LOADER)),
    FieldOption(CrewRole.OTHER, "Other"),
)
_TOP = Qt.AlignmentFlag.AlignTop
_LOW = Qt.AlignmentFlag.AlignBottom
LOADED = Text("loads", "Loaded", reads=parse_loads, writes=write_loads, default=(),
              longest=BOUNDLESS, optional=True,
              shown=lambda facts: facts.holder is not None)  # fmt: skip
HELD = OneOf("holder", "Its ammunition", options=HOLDERS)


def _named(label: str) -> Text:
    # The row says what is wrong with a name, as it knows the other rows.
    return Text("name", label, optional=True, reads=lambda words: " ".join(words.split()))


class AskedRow(AskedFields):
    """One of several alike: its questions on two lines, and a cross that removes it.

    `changed` comes after a change by hand, `removed` from the cross.
    """

    changed = Signal()
    removed = Signal()

    def __init__(
        self, theme: Theme, questions: Sequence[FormQuestion], facts: Any, remove: str
    ) -> None:
        super().__init__(theme)
        self._made = type(facts)
        self.cross = icon_button(theme, "cross", remove, self.removed)
        grid = in_grid(theme, gap=(10, 8), on=self)
        for place, asked in enumerate(questions):
            answer = answer_to(theme, asked)
            self.ask(answer)
            answer.set_value(getattr(facts, asked.name))
            low = _LOW if isinstance(asked, YesNo) else _TOP
            grid.addWidget(self.boxes[asked.name], place // 2, place % 2, low)
        grid.addWidget(self.cross, 0, 2, _LOW)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        self._arrange()

    def facts(self) -> Any:
        """Return the row as the act takes it; what cannot be read is left out."""
        found = {name: answer.value() for name, answer in self.answers.items()}
        return self._made(**{name: each for name, each in found.items() if each is not None})

    @override
    def answered(self, name: str) -> None:
        self._arrange()
        self.changed.emit()

    def wrong_beside(self, now: Any, others: list[Any]) -> dict[str, str]:
        """Return what is wrong with a row below `others`, by the names of its questions."""
        raise NotImplementedError

    def check_beside(self, others: list[Any]) -> bool:
        """Show at its fields what is wrong. Return whether all are right."""
        wrong = self.wrong_beside(self.facts(), others)
        for name, box in self.boxes.items():
            box.set_problem(wrong.get(name) or (self.problem_of(name) if self.asks(name) else ""))
        return not any(box.problem() for box in self.boxes.values())

    def _arrange(self) -> None:
        facts = self.facts()
        for name, answer in self.answers.items():
            self.boxes[name].setVisible(answer.asked.shown(facts))


class CapabilityField(AskedRow):
    """One way in which a weapon attacks."""

    def __init__(self, theme: Theme, facts: CapabilityFacts | None) -> None:
        questions = (_named("Capability"), YesNo("melee", "Melee"), HELD, LOADED)
        now = facts or CapabilityFacts(name="")
        super().__init__(theme, questions, now, "Remove this capability")

    @override
    def facts(self) -> CapabilityFacts:
        facts: CapabilityFacts = super().facts()
        return facts if facts.holder else replace(facts, loads=())

    @override
    def wrong_beside(self, now: Any, others: list[Any]) -> dict[str, str]:
        twice = any(each.name == now.name for each in others)
        words = "Every capability needs a name of its own." if twice else ""
        return {"name": words if now.name else "A name is needed."}


class MemberField(AskedRow):
    """A crew member: name or unit, role, and whether the figure is fixed to the model."""

    def __init__(
        self, theme: Theme, facts: MemberFacts | None, units: Sequence[FieldOption]
    ) -> None:
        standing = (FieldOption(None, "None"), *units)
        questions = (
            _named("Crew member"),
            OneOf("role", "Role", options=ROLES),
            OneOf("unit_id", "Unit that stands for him", options=standing),
            YesNo("fixed", "Fixed figure"),
        )
        super().__init__(theme, questions, facts or MemberFacts(), "Remove this crew member")

    @override
    def wrong_beside(self, now: Any, others: list[Any]) -> dict[str, str]:
        named = bool(now.name) or now.unit_id is not None
        twice = now.name and any(each.name == now.name for each in others)
        words = f"There are two called {now.name}." if twice else ""
        two = now.role is not CrewRole.OTHER and any(each.role is now.role for each in others)
        return {
            "name": words if named else "A name or a unit is needed.",
            "role": f"A weapon has one {now.role.value}." if two else "",
        }


class FieldRows(QWidget):
    """The entries below a title, with a button that adds one."""

    changed = Signal()

    def __init__(self, theme: Theme, title: str, add: str, make: Callable[[Any], AskedRow]) -> None:
        super().__init__()
        self.theme, self._make = theme, make
        self.rows: list[AskedRow] = []
        self.add_button = Button(theme, add, "quiet", "plus", does=lambda: self.add())
        head = in_row(theme, (plain_label(theme, title, "body", strong=True), 1), self.add_button)
        self._column = in_column(theme, head, gap=10, on=self)

    def facts(self) -> tuple[Any, ...]:
        """Return the facts of all entries, top to bottom."""
        return tuple(row.facts() for row in self.rows)

    def show_facts(self, facts: Iterable[Any]) -> None:
        """Replace all entries by these."""
        for row in list(self.rows):
            self._drop(row)
        for each in facts:
            self._append(each)

    def add(self) -> AskedRow:
        """Add an empty entry, ready to type; return it."""
        row = self._append(None)
        row.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()
        return row

    def check(self) -> QLineEdit | None:
        """Check all entries; return the first field of the first wrong one, else None."""
        # A list, not the first find: every entry is to show what is wrong with it.
        wrong = [
            row
            for place, row in enumerate(self.rows)
            if not row.check_beside([each.facts() for each in self.rows[:place]])
        ]
        return wrong[0].name if wrong else None

    def _append(self, facts: Any) -> AskedRow:
        row = self._make(facts)
        row.changed.connect(self.changed)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def _remove(self, row: AskedRow) -> None:
        self._drop(row)
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _drop(self, row: AskedRow) -> None:
        # Deleted later, as its own cross may be what is being clicked; hidden until then.
        self.rows.remove(row)
        take_away(self._column, row)


class CarryLine(QWidget):
    """Hidden unless a rule refuses. `overruled` brings the rule; `crewed` takes the remedy."""

    overruled = Signal(str)
    crewed = Signal()

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__()
        self._rule = ""
        self.line = RefusalLine(theme)
        self.line.overruled.connect(lambda: self.overruled.emit(self._rule))
        self.line.asked.connect(hub.rule_asked)
        self.crew_served = Button(theme, "Make it crew-served", "soft", does=self.crewed)
        in_column(theme, self.line, (self.crew_served, 0, Qt.AlignmentFlag.AlignRight), on=self)
        self.hide()

    def show_no(self, no: No | None, offer: Mounting | None, who: str = "") -> None:
        """Show a refusal and its remedy, about the weapon `who` if named; hide it for None."""
        if no is None:
            self.line.clear()
            self.hide()
            return
        words = f"{who}: {no.why}." if who else f"{no.why}."
        # It is asked for after each key; `refuse` has a screen reader say it, so only what is new.
        if (words, no.rule) != (self.line.sentence(), self._rule):
            self.line.refuse(words, no.rule)
        self._rule = no.rule
        self.crew_served.setVisible(offer is Mounting.CREW_SERVED)
        self.show()

    def focus(self) -> None:
        """Focus Overrule, where O and Space work."""
        for button in self.line.findChildren(Button):
            if not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)


MOST, FARTHEST = 1000, 10_000
UNSAID = "Not said"
# A dict keeps the order and drops what several warheads have in common.
EFFECTS = tuple(
    dict.fromkeys(("explosive", *(e for w in weapons.WARHEADS.values() for e in w.effects)))
)
NATURES = ("projectile", "energy", "warhead")
FAMILIES = {
    Family.INFANTRY: "Infantry",
    Family.VEHICLE: "Vehicle",
    Family.ARTILLERY: "Artillery",
    Family.ROCKET: "Rocket, missile, bomb",
}
"""The charts of the chapter, by family (12-02)."""


def class_options(type: str) -> list[PickOption]:
    """Return the classes to choose from; ultra is called super-heavy for sonic weapons (12-23)."""
    named = [
        PickOption(each, f"{each.value} {weapons.class_name(each, type).capitalize()}")
        for each in weapons.WeaponClass
    ]
    return [*named, PickOption(None, "None")]


def _enum(kind: type[weapons.BuiltAs] | type[AreaShape] | type[Mounting]) -> list[PickOption]:
    return [PickOption(each, str(each.value).capitalize()) for each in kind]


def _buttons(name: str, label: str, *options: PickOption) -> Buttons:
    return Buttons(name, label, options=options)


def _figure(
    name: str, label: str, least: float = 0, most: float = MOST, unit: str = "", **more: Any
) -> Number:
    decimals = 2 if unit else 0  # only inches and points have parts
    return Number(name, label, least=least, most=most, unit=unit, decimals=decimals,
                  **{"optional": True, **more})  # fmt: skip


def _counted(draft: SfWeaponDraft) -> bool:
    """Return whether what is loaded is counted here, not for each capability."""
    return not draft.facts.capabilities and draft.facts.holder is not None


UNKNOWN = PickOption(None, UNSAID)
CHAPTER = (
    FieldOption("", "None: typed by hand"),
    *(FieldOption(name, name.capitalize()) for name in WEAPONS),
)
SOME = 0.01
"""Inches of a range or an area at least: 0 would be none at all."""

QUESTIONS: tuple[FormQuestion, ...] = (
    OneOf("catalogue", "Weapon of the chapter", options=CHAPTER,
           shown=lambda draft: draft.before is None),
    Text("name", "Name", reads=str, needed="A name is needed."),
    TypedName("type", "Type", names=(*weapons.WEAPON_TYPES, weapons.MINI_ROCKETS), none=UNSAID),
    _buttons("family", "Family", *(PickOption(*each) for each in FAMILIES.items()), UNKNOWN),
    _buttons("form", "Built as", *_enum(weapons.BuiltAs), UNKNOWN),
    _figure("typed_factor", "Attack factor", 1, 9),
    _figure("cost", "Cost", 0, FARTHEST, "points"),
    _figure("detection_effect", "Detection effect", -MOST),
    _figure("range_factor", "Range factor", SOME, FARTHEST, "inches"),
    _figure("minimum_range", "Minimum range", 0, FARTHEST, "inches"),
    _buttons("rate", "Rate of fire",
             *(PickOption(rate, f"{row.code} {row.name}")
               for rate, row in weapons.RATES.items()),
             UNKNOWN),
    _figure("barrels", "Barrels that rotate", 1, shown=lambda draft: draft.rotates),
    _figure("count", "Mounted together", 1, optional=False),
    _buttons("nature", "What it shoots", PickOption("", "By its type"),
             *(PickOption(each, each.capitalize()) for each in NATURES)),
    _buttons("infantry_class", "Class", *class_options("")),
    _buttons("shape", "Effect area", *_enum(AreaShape)),
    _figure("area_size", "Diameter", SOME, FARTHEST, "inches",
            shown=lambda draft: draft.shape is not AreaShape.NONE),
    _figure("area_width", "Width", SOME, FARTHEST, "inches",
            shown=lambda draft: draft.shape is AreaShape.OBLONG),
    TypedName("warhead", "Warhead", names=tuple(weapons.WARHEADS), none="None"),
    Terms("effects", "Effects", known=EFFECTS),
    replace_struct(HELD, shown=lambda draft: not draft.facts.capabilities),
    Terms("needs", "Its bearer needs", known=EQUIPMENT),
    _buttons("mounting", "Mounting", *_enum(Mounting)),
    OneOf("structure_id", "Emplaced in", options=()),
    Text("notes", "Notes", lines=3, tall=72, reads=str, optional=True),
    replace_struct(LOADED, hint=LOADS_HINT, shown=_counted),
)  # fmt: skip
"""The facts of a weapon."""


class SfWeaponFields(DraftFields):
    """The layout alone; `SfWeaponForm` shows what follows from the draft."""

    questions = QUESTIONS
    fills = ("catalogue",)
    gap = 14

    @override
    def lay_out(self) -> None:
        self.people: Sequence[FieldOption] = ()
        self._make_rows()
        notes, objections = self.notes_of, self.objections_of
        self.put("catalogue", "name", "type", "family", "form")
        self.put(self.side_by_side("typed_factor", "detection_effect", "cost"))
        self.put(notes["typed_factor"], (self.back, 0, Qt.AlignmentFlag.AlignLeft))
        self._part("Range and fire")
        self.put(self.side_by_side("range_factor", "minimum_range"), self.bar)
        self.put(objections["minimum_range"], "rate", objections["rate"])
        self.put(self.side_by_side("count", "barrels"), notes["barrels"], "nature")
        self.put("infantry_class", objections["infantry_class"])
        self._part("Effect")
        self.put("shape", self.side_by_side("area_size", "area_width"), notes["shape"])
        self.put("warhead", notes["warhead"], "effects")
        self._part("Ammunition")
        self.put(self.side_by_side("holder", "loads"), notes["holder"], self.capabilities)
        self._part("Who has it")
        self.put("mounting", "structure_id", self.carry, "needs", objections["needs"])
        self.put(self.crew, "notes")

    def _make_rows(self) -> None:
        theme, hub = self.theme, self.hub
        self.bar = RangeBar(theme)
        self.notes_of = {
            name: RuleNote(theme)
            for name in ("typed_factor", "shape", "barrels", "holder", "warhead")
        }
        self.objections_of = {
            name: ObjectionLines(theme)
            for name in ("minimum_range", "rate", "infantry_class", "needs")
        }
        for note in self.notes_of.values():
            note.asked.connect(hub.rule_asked)
        for objections in self.objections_of.values():
            objections.asked.connect(hub.rule_asked)
        self.back = Button(theme, "As the rules have it", "quiet", "undo")
        self.carry = CarryLine(theme, hub)
        self.capabilities = FieldRows(
            theme, "Capabilities", "Add capability", lambda facts: CapabilityField(theme, facts)
        )
        self.crew = FieldRows(
            theme, "Crew", "Add member", lambda facts: MemberField(theme, facts, self.people)
        )

    def _part(self, title: str) -> None:
        self.put(plain_label(self.theme, title, "title", strong=True))
