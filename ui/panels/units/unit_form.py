"""The fields of the unit editor, connected with the draft that they change."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from typing_extensions import override

from brikdesk.acts.units.facts import armor
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units.presets import UNIT_PRESETS
from brikdesk.store.views.battle import PlayerRow
from ui.campaign.hub import Hub
from ui.forms.measure import MeasureEdit
from ui.look.theme import Theme
from ui.models.units.unit_draft import FLYING, RoundsDraft, UnitDraft
from ui.panels.ledger.rounds_field import RoundsField
from ui.panels.units.unit_fields import UnitFields
from ui.parts.fields.pick_buttons import PickOption

NUMBERS = ("size", "weight_class", "move", "deflection")
"""Facts that are typed in a number field."""


class UnitForm(UnitFields):
    """All fields of the editor. They show derived values until these are typed over."""

    changed = Signal()
    wrong = Signal(str)

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__(theme, hub)
        self.draft = UnitDraft()
        self.overruled: set[str] = set()
        self._showing = False
        self.rounds: list[RoundsField] = []
        self._connect()

    def _connect(self) -> None:
        self.name.textEdited.connect(lambda: self._change(name=self.name.text()))
        self.token.textEdited.connect(lambda: self._change(token=self.token.text().strip()))
        self.faction.picked.connect(lambda value: self._change(player_id=value or None))
        self.kind.picked.connect(self._pick_kind)
        self.preset.currentIndexChanged.connect(self._pick_preset)
        for name, edit in self._numbers().items():
            edit.textEdited.connect(lambda _, name=name, edit=edit: self._state(name, edit.value()))
        self.armor.textEdited.connect(lambda text: self._state("armor", text.strip().lower()))
        self.die.picked.connect(lambda sides: self._state("action_die", sides))
        self.power.textEdited.connect(self._type_power)
        self.worn.currentIndexChanged.connect(
            lambda: self._state("worn_armor", self.worn.value() or "")
        )
        self.specialties.textEdited.connect(lambda text: self._state("specialties", _listed(text)))
        self.tags.textEdited.connect(lambda text: self._state("tags", _listed(text)))
        self.notes.textChanged.connect(lambda: self._state("notes", self.notes.toPlainText()))
        self.copies.textEdited.connect(lambda: self._change(copies=self.copies.value() or 0))
        self.weapons.weapons.typed.connect(self._weapons_typed)
        self.weapons.weapons.wrong.connect(self.wrong)
        self._add_weapon.clicked.connect(self.offer_weapons)
        self._add_rounds.clicked.connect(lambda: self.add_rounds())
        self._back.clicked.connect(self.forget_typed)
        for name, box in self.boxes.items():
            box.left.connect(lambda name=name: self.check(name))

    def _numbers(self) -> dict[str, MeasureEdit]:
        edits = (self.size_inches, self.weight_class, self.move_inches, self.deflection)
        return dict(zip(NUMBERS, edits, strict=True))

    # Showing

    def show_players(self, players: tuple[PlayerRow, ...]) -> None:
        """Offer these players' factions, and Nobody."""
        sides = [PickOption(row.id, row.faction, row.colour) for row in players]
        self.faction.offer([*sides, PickOption(0, "Nobody", "slate")])

    def begin(self, draft: UnitDraft) -> None:
        """Show the draft of another unit."""
        self.draft = draft
        self.overruled.clear()
        for box in self.boxes.values():
            box.set_problem("")
        self._showing = True
        self.name.setText(draft.name)
        self.faction.set_value(draft.player_id or 0)
        self.preset.set_value(draft.preset)
        self.notes.setPlainText(str(draft.fact("notes") or ""))
        self.copies.set_value(draft.copies)
        # Copies and presets are for new units; an existing one has neither.
        self.boxes["copies"].setVisible(draft.card is None)
        self.boxes["preset"].setVisible(draft.card is None)
        self._showing = False
        self._show_arms()
        self.show_draft()

    def show_draft(self) -> None:
        """Write the draft's values into all fields but the one that is being typed in."""
        draft, self._showing = self.draft, True
        self.kind.set_value(draft.kind)
        for name, edit in self._numbers().items():
            _write(edit, draft.fact(name))
            edit.set_strong(draft.is_typed(name))
        if not self.armor.hasFocus():
            self.armor.setText(str(draft.fact("armor")))
        self.armor.setFont(self.theme.font("body", draft.is_typed("armor")))
        self.die.set_value(draft.fact("action_die"))
        _write(self.power, draft.power)
        times = f"{draft.fact('power_multiplier')} × Size"
        self.power.set_unit(f"half of {times}" if draft.half_power == "always" else times)
        self.power.set_strong(draft.is_typed("power_multiplier"))
        self.worn.set_value(draft.fact("worn_armor") or "")
        for line, name in ((self.specialties, "specialties"), (self.tags, "tags")):
            if not line.hasFocus():
                line.setText(", ".join(draft.fact(name) or ()))
        if not self.token.hasFocus():
            self.token.setText(draft.initials)
        self._back.setVisible(draft.card is None and any(map(draft.is_typed, draft.stated)))
        self._showing = False

    def _show_arms(self) -> None:
        self.weapons.weapons.show_weapons(self.draft.weapons)
        for field in list(self.rounds):
            self._drop(field)
        for each in self.draft.rounds:
            self._add_field(each)
        self._tell_rounds()

    # Typing

    def _change(self, **facts: Any) -> None:
        self.draft = replace(self.draft, **facts)
        self._typed()

    def _state(self, name: str, value: Any) -> None:
        # Values that the form itself writes are derived, not typed over.
        if not self._showing:
            self.draft = self.draft.with_fact(name, value)
            self._typed()

    def _typed(self) -> None:
        self.show_draft()
        for name, box in self.boxes.items():
            # Only fields that are marked wrong are checked while typing: nothing is marked before
            # it is left.
            if box.problem():
                self.check(name)
        self.changed.emit()

    def _pick_kind(self, kind: str) -> None:
        """Change the kind; drop what a preset filled in, keep what was typed."""
        self.draft = replace(self.draft, kind=kind, preset="")
        self._showing = True
        self.preset.set_value("")
        self._showing = False
        self._typed()

    def _pick_preset(self) -> None:
        if self._showing or self.preset.value() is None:
            return
        self.draft = self.draft.with_preset(self.preset.value())
        if self.draft.preset == FLYING:
            self.draft = replace(self.draft, kind="Vehicle")
        if not self.draft.name.strip() and self.draft.preset in UNIT_PRESETS:
            self.draft = replace(self.draft, name=UNIT_PRESETS[self.draft.preset].name)
            self.name.setText(self.draft.name)
        self._show_arms()
        self._typed()

    def _type_power(self) -> None:
        size, typed = int(self.draft.fact("size") or 0), self.power.value()
        if size and not self.power_problem():
            self._state("power_multiplier", int(typed or 0) // size)

    def power_problem(self) -> str:
        """Return why this Power is wrong, or "": it must be 0 to 4 times the Size."""
        size, typed = int(self.draft.fact("size") or 0), self.power.value()
        if wrong := self.power.problem():
            return wrong
        if typed and not size:
            return "Type the Size first: Power is a multiple of it."
        if size and self.draft.half_power == "never" and int(typed or 0) not in _powers(size):
            return f"Power is {', '.join(map(str, _powers(size)))}: times Size."
        return ""

    def forget_typed(self) -> None:
        """Take all typed facts but the Size back to what preset, kind and Size give."""
        kept = {name: value for name, value in self.draft.stated.items() if name == "size"}
        self.draft = replace(self.draft, stated=kept)
        self._typed()

    def offer_weapons(self) -> None:
        """Open the menu of weapons."""
        menu = self.weapons.choices()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._add_weapon.mapToGlobal(self._add_weapon.rect().bottomLeft()))

    def add_rounds(self) -> RoundsField:
        """Add a line for rounds of another type, with the cursor in its name; return it."""
        having = {self.draft.serves(each) for each in self.draft.rounds}
        # False sorts before True: weapons that have no rounds yet come first.
        places = sorted(self.draft.served, key=lambda place: place in having)
        weapon = self.draft.weapons[places[0]] if places else None
        name = weapon.kind if weapon and weapon.kind != "Cannon" else "Shell"
        largest = max(1, weapon.largest_round) if weapon else 1
        place = places[0] if places else None
        field = self._add_field(RoundsDraft(name, largest, 1, weapon=place))
        field.name.setFocus()
        field.name.selectAll()
        self._rounds_typed()
        return field

    def _add_field(self, rounds: RoundsDraft) -> RoundsField:
        field = RoundsField(self.theme, self.hub, rounds)
        field.changed.connect(self._rounds_typed)
        field.overruled.connect(self.overruled.add)
        field.removed.connect(lambda: self._remove(field))
        field.set_weapons(self.draft.weapons)
        self.rounds.append(field)
        self._racks.addWidget(field)
        return field

    def _remove(self, field: RoundsField) -> None:
        self._drop(field)
        self._rounds_typed()
        # The field with the focus is gone, and Qt would give the focus to whatever comes next.
        self._add_rounds.setFocus()

    def _drop(self, field: RoundsField) -> None:
        self.rounds.remove(field)
        self._racks.removeWidget(field)
        field.hide()
        field.deleteLater()

    def _rounds_typed(self) -> None:
        kept = tuple(field.draft() for field in self.rounds)
        there = {each.round_id for each in kept}
        # Rounds that lie in a rack stay in the draft with a count of 0, so that saving takes them
        # out.
        gone = [
            replace(each, count=0)
            for each in self.draft.rounds
            if each.round_id and each.round_id not in there
        ]
        self._change(rounds=(*kept, *gone))

    def _weapons_typed(self) -> None:
        self._change(weapons=self.weapons.weapons.weapons)
        self._tell_rounds()

    def _tell_rounds(self) -> None:
        for field in self.rounds:
            field.set_weapons(self.draft.weapons)

    # Checking

    def check_all(self) -> bool:
        """Check all fields and focus the first wrong one. Return whether all are right."""
        wrong = [name for name in self.boxes if not self.check(name)]
        rounds = [field for field in self.rounds if not field.check()]
        if wrong:
            self.boxes[wrong[0]].editor.setFocus(Qt.FocusReason.OtherFocusReason)
        elif rounds:
            rounds[0].xsize.setFocus(Qt.FocusReason.OtherFocusReason)
        return not wrong and not rounds

    @override
    def problem_of(self, name: str) -> str:
        checks: dict[str, Callable[[], str]] = {
            "name": lambda: "" if self.name.text().strip() else "A name is needed.",
            "armor": self._armor_problem,
            "power_multiplier": self.power_problem,
            "copies": self.copies.problem,
            **{fact: edit.problem for fact, edit in self._numbers().items()},
        }
        return checks[name]() if name in checks else ""

    def _armor_problem(self) -> str:
        try:
            armor(self.armor.text(), "armor")
        except BadInput as error:
            return error.sentence
        return ""


def _write(edit: MeasureEdit, value: Any) -> None:
    # Setting the text would move the cursor under the fingers of the referee.
    if not edit.hasFocus():
        edit.set_value(value if isinstance(value, int | float) else None)


def _listed(typed: str) -> list[str]:
    return [" ".join(word.split()).lower() for word in typed.split(",") if word.strip()]


def _powers(size: int) -> list[int]:
    return [size * times for times in range(5)]
