"""The sheet in which a BrikWars unit is made or changed."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.store.views.battle import battle_head, house_rule_values, players
from brikdesk.store.views.scifi import played
from brikdesk.store.views.unit_card import unit_card
from brikdesk.store.views.weapons import racks_of, weapons_of
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.not_done import NotDone
from ui.look.theme import Theme
from ui.models.units.unit_draft import RoundsDraft, UnitDraft
from ui.models.units.weapon_draft import WeaponDraft
from ui.panels.units.unit_fields import KINDS
from ui.panels.units.unit_form import UnitForm
from ui.parts.fields.editor_sheet import RULE_SETS, EditorSheet

BRIKWARS = 0
"""The place of BrikWars in `RULE_SETS`."""


class UnitEditor(EditorSheet):
    """Makes a new unit, or edits one, by the rules of BrikWars."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self.unit_id = 0
        self.form = UnitForm(theme, hub)
        self.refusal.elsewhere = self._at_its_field
        self.refusal.done.connect(self._done)
        self._again = False
        self.lay_out(self.form, "New unit", "Add unit", "Add and make another")
        self.form.wrong.connect(lambda words: self.refusal.refuse(words))
        self.form.changed.connect(self.refusal.clear)
        self.form.changed.connect(self._touch)
        hub.unit_edited.connect(self._heard)
        self.open_unit(0)
        self.setFocusProxy(self.form.name)

    def open_unit(self, unit_id: int) -> None:
        """Show a unit to be edited; 0, or one that is gone, for a new unit."""
        self.unit_id = unit_id
        self.refusal.clear()
        self.form.show_players(self._desk.read(players))
        draft = self._draft_of(unit_id) if unit_id else None
        self.form.begin(draft or self._new_draft())
        self._touched = False
        if draft is None:
            self.unit_id = 0
        new = not self.unit_id
        self._title.say("New unit" if new else f"Edit {self.form.draft.name}")
        self._add.set_words("Add unit" if new else "Save unit")
        self._another.setVisible(new)
        self.setAccessibleName("New unit" if new else "Edit unit")
        self.offer_sets(len(self._desk.read(played)) == len(RULE_SETS), BRIKWARS)
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form.name.selectAll()
        self.tell_keys("add" if new else "save")

    def _heard(self, unit_id: int) -> None:
        """Follow the hub only while visible: another editor may have taken its place."""
        if self.isVisible():
            self.open_unit(unit_id)

    @override
    def submit(self, again: bool = False) -> None:
        """Add or save the unit if all fields are right; `again` then opens the next of its kind."""
        if self._desk.read_only or not self.form.check_all():
            return
        self._again = again
        try:
            act = self.form.draft.act(self.form.overruled)
        except BadInput as error:
            if not self.form.show_problem(error.where, error.sentence):
                self.refusal.refuse(error.sentence)
            return
        except ValueError as error:
            self.refusal.refuse(str(error))
            return
        # Nothing was changed, so there is no act to do.
        if act is None:
            self.leave()
        elif isinstance(self.refusal.do(act), NotDone) and self.refusal.sentence():
            self.refusal.focus_overrule()

    @override
    def forget(self) -> None:
        self.open_unit(0)

    def _new_draft(self) -> UnitDraft:
        head = self._desk.read(battle_head)
        # While no turn runs, no player is active; the first one is then as good as any.
        first = head.players[0].id if head.players else None
        rules = self._desk.read(house_rule_values)
        return UnitDraft(player_id=head.player_id or first, rules=rules)

    def _draft_of(self, unit_id: int) -> UnitDraft | None:
        card = self._desk.read(unit_card, unit_id)
        if card is None:
            return None
        arms = tuple(WeaponDraft.of_row(row) for row in self._desk.read(weapons_of, unit_id))
        places = {weapon.weapon_id: place for place, weapon in enumerate(arms)}
        rounds = tuple(
            RoundsDraft(
                each.name,
                each.explosive_size,
                each.count,
                each.id,
                rack.id,
                each.count,
                places.get(rack.weapon_id or 0),
            )
            for rack in self._desk.read(racks_of, unit_id)
            for each in rack.rounds
        )
        return UnitDraft(
            name=card.name,
            token=card.token,
            player_id=card.player_id,
            kind=card.kind if card.kind in KINDS else "Object",
            preset=card.preset,
            weapons=arms,
            rounds=rounds,
            card=card,
            weapons_before=arms,
            rules=self._desk.read(house_rule_values),
        )

    def _done(self) -> None:
        if not self._again:
            self.leave()
            return
        # The rules are read again: the draft may be older than a change of the house rules.
        draft = replace(self.form.draft.again(), rules=self._desk.read(house_rule_values))
        self.form.begin(draft)
        self._touched = False
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _at_its_field(self, where: str, sentence: str) -> bool:
        return self.form.show_problem(where, sentence)
