"""The sheet in which a unit is made or changed."""

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.store.views.battle import battle_head, house_rule_values, players
from brikdesk.store.views.unit_card import unit_card
from brikdesk.store.views.weapons import racks_of, weapons_of
from ui.desk import Desk
from ui.hub import Hub
from ui.models.unit_draft import RoundsDraft, UnitDraft
from ui.models.weapon_draft import WeaponDraft
from ui.panels.refused_here import RefusedHere
from ui.panels.unit_fields import KINDS
from ui.panels.unit_form import UnitForm
from ui.text import ElidedLabel
from ui.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.flow import FlowLayout

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class UnitEditor(QWidget):
    """New unit, or Edit. Ctrl+Enter does it, Esc leaves; `closed` comes when it is done with."""

    closed = Signal()

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self.unit_id = 0
        self.form = UnitForm(theme, hub)
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.refusal.elsewhere = self._at_its_field
        self.refusal.done.connect(self._done)
        self._again = False
        self._lay_out()
        self.form.wrong.connect(lambda words: self.refusal.refuse(words))
        self.form.changed.connect(self.refusal.clear)
        hub.unit_edited.connect(self.open_unit)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.open_unit(0)
        self.setFocusProxy(self.form.name)

    def open_unit(self, unit_id: int) -> None:
        """Show a unit to be changed; 0 for a new one."""
        self.unit_id = unit_id
        self.refusal.clear()
        self.form.show_players(self._desk.read(players))
        draft = self._draft_of(unit_id) if unit_id else None
        self.form.begin(draft or self._new_draft())
        if draft is None:
            self.unit_id = 0
        new = not self.unit_id
        self._title.say("New unit" if new else f"Edit {self.form.draft.name}")
        self._add.set_words("Add unit" if new else "Save unit")
        self._another.setVisible(new)
        self.setAccessibleName("New unit" if new else "Edit unit")
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form.name.selectAll()
        self._tell_keys()

    def submit(self, again: bool = False) -> None:
        """Add or save the unit, if every field will do; `again` opens the next of its kind."""
        if self._desk.read_only or not self.form.check_all():
            return
        self._again = again
        try:
            act = self.form.draft.act(self.form.overruled)
        except (BadInput, ValueError) as error:
            self.refusal.refuse(str(error))
            return
        if act is None:
            self.leave()
        elif self.refusal.do(act) is None and self.refusal.sentence():
            self.refusal.focus_overrule()

    def leave(self) -> None:
        """Be done: the pane that holds the sheet takes it away, as on Esc."""
        self.open_unit(0)
        self.closed.emit()
        if host := self.parentWidget():
            plain = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(host, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, plain))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in ENTER and held == Qt.KeyboardModifier.ControlModifier:
            self.submit()
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.text() == "o" and not held and self.refusal.overrule():
            pass
        else:
            event.ignore()

    def _lay_out(self) -> None:
        theme = self.theme
        self._title = ElidedLabel(theme, "New unit", "head")
        cross = Button(theme, "", "quiet", "cross", name="Close")
        cross.clicked.connect(self.leave)
        self._head = QHBoxLayout()
        self._head.addWidget(self._title, 1)
        self._head.addWidget(cross)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self.form)
        self._add = Button(theme, "Add unit", "primary", key="Ctrl Enter")
        self._another = Button(theme, "Add and make another", "soft")
        self._cancel = Button(theme, "Cancel", "quiet", key="Esc")
        for button in (self._add, self._another):
            button.setEnabled(not self._desk.read_only)
        self._add.clicked.connect(lambda: self.submit())
        self._another.clicked.connect(lambda: self.submit(again=True))
        self._cancel.clicked.connect(self.leave)
        self._foot = QWidget()
        self._flow = FlowLayout(self._foot, theme.px(8))
        for button in (self._add, self._another, self._cancel):
            self._flow.addWidget(button)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self._area, 1)
        self._column.addWidget(self.refusal)
        self._column.addWidget(self._foot)

    def _new_draft(self) -> UnitDraft:
        head = self._desk.read(battle_head)
        first = head.players[0].id if head.players else None
        rules = self._desk.read(house_rule_values)
        return UnitDraft(player_id=head.player_id or first, rules=rules)

    def _draft_of(self, unit_id: int) -> UnitDraft | None:
        card = self._desk.read(unit_card, unit_id)
        if card is None:
            return None
        arms = tuple(WeaponDraft.of_row(row) for row in self._desk.read(weapons_of, unit_id))
        rounds = tuple(
            RoundsDraft(each.name, each.explosive_size, each.count, each.id, rack.id, each.count)
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
        draft = replace(self.form.draft.again(), rules=self._desk.read(house_rule_values))
        self.form.begin(draft)
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _at_its_field(self, words: str) -> bool:
        where, _, sentence = words.partition(": ")
        return self.form.show_problem(where, sentence)

    def _tell_keys(self) -> None:
        add = "add" if not self.unit_id else "save"
        keys = (("Tab", "next field"), ("Ctrl Enter", add), ("Esc", "cancel"))
        self._hub.keys_changed.emit(keys)

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(px(24), px(16), px(20), px(16))
        self._column.setSpacing(px(12))
        self._flow.setSpacing(px(8))
