"""The sheet in which a Sci-fi unit is made or changed, and the sheet of its weapons."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.store.act import Act
from brikdesk.store.views.battle import scifi_house
from brikdesk.store.views.scifi import sf_unit
from brikdesk.store.views.scifi.stated import stated_weapons
from brikdesk.store.views.unit_card import unit_card
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.scifi_units.bearer import as_it_is
from ui.models.scifi_units.unit_draft import SfUnitDraft
from ui.models.scifi_units.weapon_draft import SfWeaponDraft
from ui.panels.scifi_units.unit_form import SfUnitForm
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor
from ui.parts.fields.unit_sheet import UnitSheet
from ui.widgets.layout.front import bring_to_front


class SfUnitSheet(UnitSheet):
    """Makes a new unit, or edits one, by the Sci-fi rules."""

    rule_set = 1
    noun = "Sci-fi unit"

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme, desk, hub)
        self.form = SfUnitForm(theme, hub)
        self.form.below.connect(self.show_below)
        self.hold(self.form, self.form)

    @override
    def act(self) -> Act | None:
        return self.form.draft.act()

    @override
    def overrule(self) -> bool:
        return self.form.carry.line.overrule() or self.refusal.overrule()

    @override
    def new_draft(self, player_id: int | None) -> SfUnitDraft:
        return SfUnitDraft(player_id=player_id, rules=self.rules())

    @override
    def rules(self) -> ScifiHouse:
        return self._desk.read(scifi_house)

    @override
    def draft_of(self, unit_id: int) -> SfUnitDraft | None:
        card = self._desk.read(unit_card, unit_id)
        if card is None:
            return None
        rules, was = self.rules(), self._desk.read(sf_unit, unit_id)
        found = self._desk.read(stated_weapons, unit_id)
        arms = tuple(SfWeaponDraft.of_stated(row, rules) for row in found)
        draft = SfUnitDraft.of_rows(card, was, arms, rules)
        # What a unit carries already is no new question: only changed weapons are refused again.
        kept = tuple(as_it_is(weapon, draft.bearer) for weapon in arms)
        return replace(draft, weapons=kept, weapons_before=kept)


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
