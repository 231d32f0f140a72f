"""A sheet beside the lists in which a unit is made or changed; refusals shown in it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from typing_extensions import override

from brikdesk import games
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import PlayerRow, battle_head, played, players
from brikdesk.store.views.log import ruled_before
from brikdesk.turns.ledger import ammo
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.look.shortcuts import ENTER, sign
from ui.look.text import ElidedLabel
from ui.look.theme import Theme
from ui.widgets.buttons import Asker, Button, Segment, Segmented, icon_button
from ui.widgets.focus import step_as_read
from ui.widgets.layout import held, in_column, in_flow, in_row, scrolling
from ui.widgets.rule_lines import RefusalLine

ENGAGED = frozenset({"5.2-08", "5.2-15", "5.3-04"})
"""The rules that refuse something in its own turn to a unit that is engaged and has not Disengaged."""

DISENGAGING = ("Disengage", "Disengage")
"""The form that mends this, and its words on a button."""


def may_disengage(desk: Desk, unit_id: int) -> bool:
    """Return whether a unit could Disengage now."""
    try:
        desk.rehearse(act_from_data({"act": DISENGAGING[0], "unit_id": unit_id}))
    except BrikDeskError:
        return False
    return True


class RefusedHere(RefusalLine):
    """Does acts for its panel and shows why one was refused; any act that succeeds clears it.

    `done` brings the Changes of an act of this panel, also of an overruled one. `elsewhere` may
    show the sentence at the field that is wrong: it is called with the field's name and the
    sentence, and returns whether it did.
    """

    done = Signal(object)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._desk, self._hub = desk, hub
        self._not_done: NotDone | None = None
        self.decided = lambda rule: desk.read(ruled_before, rule)
        self.elsewhere: Callable[[str, str], bool] = lambda where, sentence: False
        self.overruled.connect(self._overrule)
        self.asked.connect(hub.rule_asked)
        desk.changed.connect(self._cleared)

    def do(self, act: Act) -> Changes | NotDone:
        """Do an act; if it is refused, show why, here or at its field."""
        # First: a refusal of before would else stay beside the new one's field.
        self._cleared()
        answer = self._desk.do(act)
        if isinstance(answer, Changes):
            self.done.emit(answer)
            return answer
        self._not_done = answer
        if answer.sentence and not self.elsewhere(answer.where, answer.sentence):
            self.refuse(answer.sentence, answer.rule, answer.others)
            self._offer_what_mends(answer)
        return answer

    def _offer_what_mends(self, answer: NotDone) -> None:
        """Offer rounds to a weapon without any (8.4-50), and to who is engaged to Disengage."""
        unit_id = getattr(answer.act, "unit_id", None)
        if answer.rule in ENGAGED and unit_id and may_disengage(self._desk, unit_id):
            form, words = DISENGAGING
            self.offer(words, lambda: self._hub.form_asked.emit(form, {"unit_id": unit_id}))
            return
        weapon_id = getattr(answer.act, "weapon_id", None)
        if answer.rule != "8.4-50" or weapon_id is None:
            return
        rows = [row for row in self._desk.read(ammo) if row.weapon_id == weapon_id]
        racks = [row.rack_id for row in rows if row.rack_id]
        unit = {"unit_id": rows[0].unit_id} if rows else {}
        form, known = ("AddRounds", {"rack_id": racks[0]}) if racks else ("AddRack", unit)
        if not racks:
            known["weapon_id"] = weapon_id
        self.offer("Add rounds", lambda: self._hub.form_asked.emit(form, known))

    def focus_overrule(self) -> None:
        """Put the focus on Overrule, where O and Space work; nowhere if no rule refuses."""
        for button in self.findChildren(Button):
            if not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _overrule(self, rule: str) -> None:
        if self._not_done and self._not_done.rule:
            self.do(self._not_done.overruled(rule))

    def _cleared(self) -> None:
        self._not_done = None
        self.clear()


AGAIN = "What is filled in would be lost. Esc again drops it."

RULE_SETS = tuple(Segment(game.label) for game in (games.BRIKWARS, games.SCIFI))
"""The rule sets that have editors of their own, by their names on screen."""


class EditorSheet(QWidget, Asker):
    """Ctrl+Enter does what its first button says, Esc leaves; then `closed` is emitted.

    `switched` brings the place in RULE_SETS of the editor that the referee would rather have. A
    subclass calls `lay_out` with its form.
    """

    closed = Signal()
    switched = Signal(int)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._touched = False
        self.refusal = RefusedHere(theme, desk, hub, self)

    @property
    def is_touched(self) -> bool:
        """Whether something is filled in that Esc would ask about."""
        return self._touched

    def submit(self, again: bool = False) -> None:
        """Do what the sheet is for; `again` goes on with another of its kind."""
        raise NotImplementedError

    def forget(self) -> None:
        """Empty the form before it is left."""

    def overrule(self) -> bool:
        """Overrule what is refused (O); False if nothing is."""
        return self.refusal.overrule()

    def leave(self) -> None:
        """Leave the sheet: the pane that holds it takes it away, as on Esc."""
        self.forget()
        self.closed.emit()
        # Only the pane knows what stood there before, and it goes back to that on this very key.
        if host := self.parentWidget():
            plain = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(host, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, plain))

    @override
    def waits_for(self) -> str:
        return "The form waits: Ctrl Enter does it, Esc leaves it."

    def _touch(self) -> None:
        self._touched = True
        if self.refusal.sentence() == AGAIN:
            self.refusal.clear()

    def _leave_by_key(self) -> None:
        """Leave on Esc; if something was filled in, only a second Esc drops it."""
        if self._touched:
            self._touched = False
            self.refusal.refuse(AGAIN)
        else:
            self.leave()

    def offer_sets(self, offered: bool, shown: int) -> None:
        """Show the switch between the rule sets, or hide it; `shown` is the place of this one."""
        self._sets.setVisible(offered)
        self._sets.set_current(shown)

    def tell_keys(self, does: str) -> None:
        """Tell the status bar which keys work here; `does` is what Ctrl+Enter does."""
        self._hub.keys_changed.emit(
            (("Tab", "next field"), ("Ctrl Enter", does), ("Esc", "cancel"))
        )

    def show_below(self, part: QWidget) -> None:
        """Scroll to a part of the form that has come below the focused field."""
        # Later, when it has its place; never if `part` is deleted before, as it owns the timer.
        QTimer.singleShot(0, part, lambda: self._area.ensureWidgetVisible(part, 0, 0))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in ENTER and held == Qt.KeyboardModifier.ControlModifier:
            self.submit()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave_by_key()
        elif sign(event) == "o" and not held and self.overrule():
            pass
        else:
            event.ignore()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return step_as_read(self, forward=next) or super().focusNextPrevChild(next)

    def lay_out(self, form: QWidget, title: str, does: str, another: str = "") -> None:
        """Build the sheet around its form; call it once, when the form is made."""
        theme = self.theme
        self._title = ElidedLabel(theme, title, "head")
        cross = icon_button(theme, "cross", "Close", self.leave)
        self._sets = Segmented(theme, RULE_SETS, self)
        self._sets.setAccessibleName("Rules")
        self._sets.hide()
        self._sets.chosen.connect(self.switched)
        self._area = scrolling(form)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._add = Button(theme, does, "primary", key="Ctrl Enter")
        self._another = Button(theme, another, "soft")
        self._cancel = Button(theme, "Cancel", "quiet", key="Esc", does=self.leave)
        for button in (self._add, self._another):
            button.setEnabled(not self._desk.read_only)
        # Not `self.submit` itself: Qt would pass whether the button is checked, as `again`.
        self._add.clicked.connect(lambda: self.submit())
        self._another.clicked.connect(lambda: self.submit(again=True))
        foot = held(in_flow(theme, self._add, self._another, self._cancel))
        self._another.setVisible(bool(another))
        head = in_row(theme, (self._title, 1), cross)
        parts = (head, self._sets, (self._area, 1), self.refusal, foot)
        in_column(theme, *parts, gap=12, edges=(24, 16, 20, 16), on=self)
        self._form = form
        # Of the application: the fields are many, come and go, and may lie deep in their parts.
        QApplication.instance().focusChanged.connect(self._bring_into_view)  # type: ignore[union-attr]

    def _bring_into_view(self, _before: object, now: QWidget | None) -> None:
        """Scroll to the field that has the focus, whichever way it got it."""
        if now is not None and self._form.isAncestorOf(now):
            QTimer.singleShot(0, self, self._scroll_to_focus)  # when it has its place

    def _scroll_to_focus(self) -> None:
        now = self.window().focusWidget()
        if now is not None and self._form.isAncestorOf(now):
            self._area.ensureWidgetVisible(now, 0, self.theme.px(24))

    def _do(self, act: Act | None) -> None:
        """Do what the form asks for; None: nothing was changed, and the sheet is left."""
        if act is None:
            self.leave()
        elif isinstance(self.refusal.do(act), NotDone) and self.refusal.sentence():
            self.refusal.focus_overrule()


class FormOfUnit(Protocol):
    """The fields of a unit, and the draft that they show."""

    draft: Any
    changed: SignalInstance

    @property
    def name(self) -> QLineEdit:
        """The line with the name."""

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
        self._do(act)

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
