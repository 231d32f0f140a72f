"""The sheet in which a unit is made or changed, by whatever rules."""

from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.views.battle import PlayerRow, battle_head, players
from brikdesk.store.views.scifi import played
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.not_done import NotDone
from ui.look.theme import Theme
from ui.parts.fields.editor_sheet import RULE_SETS, EditorSheet


class FormOfUnit(Protocol):
    """The fields of a unit, and the draft that they show."""

    name: QLineEdit
    draft: Any
    changed: SignalInstance

    def show_players(self, players: tuple[PlayerRow, ...]) -> None:
        """Offer these players as owners."""

    def begin(self, draft: Any) -> None:
        """Show another draft."""

    def check_all(self) -> bool:
        """Check all fields; focus the first wrong one. Return whether all are right."""

    def show_problem(self, where: str, words: str) -> bool:
        """Show at its field what is wrong. Return False if it concerns no field here."""


class UnitSheet(EditorSheet):
    """Makes a new unit, or edits one. A subclass makes the form and calls `hold` with it.

    `rule_set` is the place of its rules in `RULE_SETS`, `noun` what a screen reader calls the unit.
    """

    rule_set = 0
    noun = "unit"

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, parent)
        self.unit_id, self._again = 0, False

    def draft_of(self, unit_id: int) -> Any:
        """Return the draft of a unit as it is; None if it is gone."""
        raise NotImplementedError

    def new_draft(self, player_id: int | None) -> Any:
        """Return the draft of a new unit, under the house rules in force."""
        raise NotImplementedError

    def rules(self) -> Any:
        """Return the house rules in force, as its drafts take them."""
        raise NotImplementedError

    def act(self) -> Act | None:
        """Return what the form asks for; None if nothing was changed.

        Raise BadInput or ValueError if the draft makes no unit.
        """
        raise NotImplementedError

    def hold(self, form: QWidget, fields: FormOfUnit) -> None:
        """Show the form, whose fields are `fields`, with a new unit in it."""
        self._fields = fields
        self.refusal.elsewhere = fields.show_problem
        self.refusal.done.connect(self._done)
        self.lay_out(form, "New unit", "Add unit", "Add and make another")
        fields.changed.connect(self.refusal.clear)
        fields.changed.connect(self._touch)
        self.open_unit(0)
        self.setFocusProxy(fields.name)

    def open_unit(self, unit_id: int) -> None:
        """Show a unit to be edited; 0, or one that is gone, for a new unit."""
        fields = self._fields
        self.refusal.clear()
        fields.show_players(self._desk.read(players))
        draft = self.draft_of(unit_id) if unit_id else None
        fields.begin(draft or self._new_draft())
        self._touched = False
        self.unit_id = unit_id if draft else 0
        new = not self.unit_id
        self._title.say("New unit" if new else f"Edit {fields.draft.name}")
        self._add.set_words("Add unit" if new else "Save unit")
        self._another.setVisible(new)
        self.setAccessibleName(f"New {self.noun}" if new else f"Edit {self.noun}")
        self.offer_sets(len(self._desk.read(played)) == len(RULE_SETS), self.rule_set)
        fields.name.setFocus(Qt.FocusReason.OtherFocusReason)
        fields.name.selectAll()
        self.tell_keys("add" if new else "save")

    @override
    def submit(self, again: bool = False) -> None:
        """Add or save the unit if all fields are right; `again` then opens the next of its kind."""
        if self._desk.read_only or not self._fields.check_all():
            return
        self._again = again
        try:
            act = self.act()
        except BadInput as error:
            if not self._fields.show_problem(error.where, error.sentence):
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

    def _new_draft(self) -> Any:
        head = self._desk.read(battle_head)
        # While no turn runs, no player is active; the first one is then as good as any.
        first = head.players[0].id if head.players else None
        return self.new_draft(head.player_id or first)

    def _done(self) -> None:
        if not self._again:
            self.leave()
            return
        # The rules are read again: the draft may be older than a change of the house rules.
        draft = self._fields.draft.again()
        self._fields.begin(replace(draft, rules=self.rules()))
        self._touched = False
        self._fields.name.setFocus(Qt.FocusReason.OtherFocusReason)
