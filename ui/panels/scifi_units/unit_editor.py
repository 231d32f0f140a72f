"""The sheet in which a Sci-fi unit is made or changed, and the sheet of its weapons."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.store.views.battle import battle_head, house_rule_values, players
from brikdesk.store.views.scifi import played, sf_unit
from brikdesk.store.views.scifi.stated import stated_weapons
from brikdesk.store.views.unit_card import unit_card
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.not_done import NotDone
from ui.look.theme import Theme
from ui.models.scifi_units.bearer import as_it_is
from ui.models.scifi_units.unit_draft import SfUnitDraft
from ui.models.scifi_units.weapon_draft import SfWeaponDraft
from ui.panels.scifi_units.unit_form import SfUnitForm
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor
from ui.parts.fields.editor_sheet import RULE_SETS, EditorSheet
from ui.widgets.layout.front import bring_to_front

SCIFI = 1
"""The place of the Sci-fi rules in `RULE_SETS`."""


class SfUnitSheet(EditorSheet):
    """Makes a new unit, or edits one, by the Sci-fi rules."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self.unit_id, self._again = 0, False
        self.form = SfUnitForm(theme, hub)
        self.refusal.elsewhere = self._at_its_field
        self.refusal.done.connect(self._done)
        self.lay_out(self.form, "New unit", "Add unit", "Add and make another")
        self.form.changed.connect(self.refusal.clear)
        self.form.changed.connect(self._touch)
        self.form.below.connect(self.show_below)
        self.open_unit(0)
        self.setFocusProxy(self.form.name)

    def open_unit(self, unit_id: int) -> None:
        """Show a unit to be changed; 0 for a new one."""
        self.refusal.clear()
        self.form.show_players(self._desk.read(players))
        draft = self._draft_of(unit_id) if unit_id else None
        self.form.begin(draft or self._new_draft())
        self._touched = False
        self.unit_id = unit_id if draft else 0
        new = not self.unit_id
        self._title.say("New unit" if new else f"Edit {self.form.draft.name}")
        self._add.set_words("Add unit" if new else "Save unit")
        self._another.setVisible(new)
        self.setAccessibleName("New Sci-fi unit" if new else "Edit Sci-fi unit")
        self.offer_sets(len(self._desk.read(played)) == len(RULE_SETS), SCIFI)
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form.name.selectAll()
        self.tell_keys("add" if new else "save")

    @override
    def submit(self, again: bool = False) -> None:
        if self._desk.read_only or not self.form.check_all():
            return
        self._again = again
        try:
            act = self.form.draft.act()
        except (BadInput, ValueError) as error:
            self.refusal.refuse(str(error))
            return
        if act is None:
            self.leave()
        elif isinstance(self.refusal.do(act), NotDone) and self.refusal.sentence():
            self.refusal.focus_overrule()

    @override
    def overrule(self) -> bool:
        return self.form.carry.line.overrule() or self.refusal.overrule()

    @override
    def forget(self) -> None:
        self.open_unit(0)

    def _new_draft(self) -> SfUnitDraft:
        head = self._desk.read(battle_head)
        first = head.players[0].id if head.players else None
        rules = self._desk.read(house_rule_values)
        return SfUnitDraft(player_id=head.player_id or first, rules=rules)

    def _draft_of(self, unit_id: int) -> SfUnitDraft | None:
        card = self._desk.read(unit_card, unit_id)
        if card is None:
            return None
        rules, was = self._desk.read(house_rule_values), self._desk.read(sf_unit, unit_id)
        found = self._desk.read(stated_weapons, unit_id)
        arms = tuple(SfWeaponDraft.of_stated(row, rules) for row in found)
        draft = SfUnitDraft.of_rows(card, was, arms, rules)
        # What a unit carries already is no new question: only changed weapons are refused again.
        kept = tuple(as_it_is(weapon, draft.bearer) for weapon in arms)
        return replace(draft, weapons=kept, weapons_before=kept)

    def _done(self) -> None:
        if not self._again:
            self.leave()
            return
        # The house rules are read again: they may have changed since the draft was begun.
        draft = replace(self.form.draft.again(), rules=self._desk.read(house_rule_values))
        self.form.begin(draft)
        self._touched = False
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _at_its_field(self, where: str, sentence: str) -> bool:
        return self.form.show_problem(where, sentence)


class SfUnitEditor(QStackedWidget):
    """The sheet of the unit; the sheet of a weapon replaces it until that is kept or left."""

    switched = Signal(int)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self.unit = SfUnitSheet(theme, desk, hub)
        self.weapon = SfWeaponEditor(theme, desk, hub, inside=True)
        self._place = -1
        self.addWidget(self.unit)
        self.addWidget(self.weapon)
        self.unit.switched.connect(self.switched)
        self.unit.form.weapon_asked.connect(self.open_weapon)
        self.weapon.kept.connect(self._keep)
        self.weapon.closed.connect(self._back)

    @property
    def unit_id(self) -> int:
        """The ID of the edited unit, or 0 for a new one."""
        return self.unit.unit_id

    def open_unit(self, unit_id: int) -> None:
        """Show a unit to be changed; 0 for a new one."""
        self._show(self.unit)
        self.unit.open_unit(unit_id)

    def open_weapon(self, place: int) -> None:
        """Open the weapon at a place of the table, or a new one for -1."""
        draft, self._place = self.unit.form.draft, place
        known = place >= 0
        weapon = draft.weapons[place] if known else SfWeaponDraft(rules=draft.rules)
        self._show(self.weapon)
        self.weapon.open_draft(weapon, draft.bearer, new=not known)

    def _keep(self, weapon: SfWeaponDraft) -> None:
        self._show(self.unit)
        self.unit.form.put_weapon(self._place, weapon)

    def _back(self) -> None:
        self._show(self.unit)
        self.unit.form.weapons.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, sheet: QWidget) -> None:
        bring_to_front(self, sheet)
