"""Block 1 of an attack: attacker, weapon, target, measures and modifiers."""

from typing import ClassVar

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from typing_extensions import override

from brikdesk.acts.checks import named_point, point_words
from brikdesk.acts.combat.aim import Aim, Extra, Mode, Strike, To
from brikdesk.rules.brikwars.house_rules import Reminder
from brikdesk.store.lines import REFEREE
from ui.campaign.hub import Hub
from ui.forms.inputs import MeasureEdit, PickBox
from ui.forms.questions import FieldOption
from ui.look.icons import ROW, paint_icon
from ui.look.shortcuts import sign
from ui.look.theme import Theme
from ui.models.attack import picks as attack_picks
from ui.models.attack.any_attack import inches
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import AttackPhase
from ui.models.attack.picks import OTHER, ModifierRow, ModifierRowsModel, modifier_rows
from ui.models.picks import PickRow
from ui.models.rows import row_of
from ui.panels.attack.any_attack import AnyAimBlock
from ui.panels.attack.details_and_company import AttackCompany, AttackDetails, CompanyPart
from ui.parts.pick_list import ListRows
from ui.parts.units import token_of
from ui.widgets.buttons import Button, CapRows, OwnKeys
from ui.widgets.layout import SPRING, FlowLayout, in_row, let_wrap, nest
from ui.widgets.painted import (
    Delegate,
    Index,
    PaintedWidget,
    draw_focus,
    draw_line,
    draw_plate,
    sized,
    square_in,
    text_width,
)
from ui.widgets.rule_lines import RuleNotes, citation_width, paint_citation

HIGH, CHECK, STEP, CITED = 30, 16, 20, 66
_NONE = Qt.KeyboardModifier.NoModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


@sized(120, HIGH)
class ModifierDelegate(Delegate):
    """Paints a row; − and + stand at the value of a row that is focused or under the mouse."""

    @override
    def paint(
        self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index
    ) -> None:
        row = row_of(index)
        if not isinstance(row, ModifierRow):
            return
        box = QRectF(option.rect)
        focused = bool(option.state & QtWidgets.QStyle.StateFlag.State_HasFocus)
        hovered = bool(option.state & QtWidgets.QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_check(painter, box, row)
        self._paint_words(painter, box, row)
        if row.key != OTHER:
            self._paint_value(painter, box, row, focused or hovered)
            self._paint_rule(painter, box, row)
        if focused:
            draw_focus(painter, box.adjusted(1, 1, -1, -1), self.theme, self.theme.px(6))
        painter.restore()

    def parts(self, box: QRectF, row: ModifierRow) -> dict[str, QRectF]:
        """Return the places that can be clicked: check, less, more and rule.

        "column" is all of the room for a rule, which a short one does not fill.
        """
        px, theme = self.theme.px, self.theme
        cited = px(CITED)
        rule = QRectF(box.right() - cited - px(2), box.top(), cited, box.height())
        value = self._value_width()
        more = QRectF(rule.left() - px(8) - px(STEP), box.top(), px(STEP), box.height())
        less = QRectF(more.left() - value - px(STEP), box.top(), px(STEP), box.height())
        check = QRectF(box.left() + px(2), box.top(), px(CHECK + 8), box.height())
        wide = citation_width(theme, row.rule) if row.rule else 0
        own = QRectF(rule.right() - wide, rule.top(), wide, rule.height())
        return {"check": check, "less": less, "more": more, "rule": own, "column": rule}

    def _value_width(self) -> int:
        return text_width(self.theme.font("body", strong=True), '\N{MINUS SIGN}00"')

    def _paint_check(self, painter: QPainter, box: QRectF, row: ModifierRow) -> None:
        theme, side = self.theme, self.theme.px(CHECK)
        place = square_in(QRectF(box.left() + theme.px(4), box.top(), side, box.height()), side)
        if row.key == OTHER:
            paint_icon(painter, place, theme, "plus", "text2")
            return
        fill = theme.color("text" if row.on else "field")
        edge = theme.color("text" if row.on else "ctl")
        draw_plate(painter, place, theme.px(4), fill, edge)
        if row.on:
            paint_icon(painter, square_in(place, theme.px(12)), theme, "check", "bg1")

    def _paint_words(self, painter: QPainter, box: QRectF, row: ModifierRow) -> None:
        theme, px = self.theme, self.theme.px
        left = box.left() + px(CHECK + 14)
        end = self.parts(box, row)["less"].left() if row.key != OTHER else box.right()
        font = theme.font("body")
        ink = theme.color("text2" if row.key == OTHER or not row.on else "text")
        wide = min(text_width(font, row.reason), end - left)
        line = QRectF(left, box.top(), wide, box.height())
        draw_line(painter, line, row.reason, font, ink)
        start = left + wide + px(8)
        small = theme.font("small")
        # A short form with initials says more than a cut one.
        shown = row.detail if text_width(small, row.detail) <= end - start else row.short
        detail = ", ".join(part for part in (shown or row.detail, row.where) if part)
        if detail and end - start > px(20):
            rest = QRectF(start, box.top(), end - start, box.height())
            draw_line(painter, rest, detail, small, theme.color("text3"))

    def _paint_value(
        self, painter: QPainter, box: QRectF, row: ModifierRow, stepping: bool
    ) -> None:
        theme, parts = self.theme, self.parts(box, row)
        tone = "ok" if row.value > 0 else "danger" if row.value < 0 else "text2"
        ink = theme.color(tone if row.on else "text3")
        font = theme.font("body", strong=True)
        between = QRectF(parts["less"].right(), box.top(), self._value_width(), box.height())
        wide = text_width(font, row.points)
        middle = between.adjusted((between.width() - wide) / 2, 0, 0, 0)
        draw_line(painter, middle, row.points, font, ink)
        if stepping:
            for name, icon in (("less", "minus"), ("more", "plus")):
                side = theme.px(14)
                paint_icon(painter, square_in(parts[name], side), theme, icon, "text2")

    def _paint_rule(self, painter: QPainter, box: QRectF, row: ModifierRow) -> None:
        parts, theme = self.parts(box, row), self.theme
        if row.rule == REFEREE:
            column = parts["column"]
            spot = QRectF(column.left(), column.top(), theme.px(ROW), column.height())
            paint_icon(painter, square_in(spot, theme.px(14)), theme, "shield", "accent_text")
            words = column.adjusted(theme.px(ROW + 2), 0, 0, 0)
            draw_line(painter, words, "Referee", theme.font("caption"), theme.color("text2"))
        elif row.rule:
            paint_citation(painter, parts["rule"], theme, row.rule)


class ModifierList(QtWidgets.QListView, OwnKeys):
    """Space ticks, plus and minus change a value; other keys go on to the panel.

    `moved` is emitted when another row is current. `ticked` brings a row and whether it counts now,
    `valued` a row and its new value, `removed` an own row. `adding` asks for the fields of another
    modifier, `asked` brings a rule.
    """

    own_keys = (("↑ ↓", "row"), ("Space", "tick"), ("+ −", "change"))

    moved = Signal()
    ticked = Signal(object, bool)
    valued = Signal(object, int)
    removed = Signal(object)
    adding = Signal()
    asked = Signal(str)
    left = Signal()
    entered_list = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.rows = ModifierRowsModel(self)
        self.setModel(self.rows)
        self._painter = ModifierDelegate(theme, self)
        self.setItemDelegate(self._painter)
        self.setAccessibleName("Modifiers")
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Ignored, QtWidgets.QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The pane around it scrolls, and not the list.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        # The list is as high as its rows; by itself it would scroll as rows come and go.
        self.setAutoScroll(False)
        self.viewport().setAutoFillBackground(False)
        theme.changed.connect(self._restyle)

    def show_rows(self, rows: tuple[ModifierRow, ...]) -> None:
        """Show these rows; the current one stays current if it is still there."""
        before = self.current()
        if rows == self.rows.rows:
            return
        self.rows.show_rows(rows)
        if not self.currentIndex().isValid() and rows:
            # Who stood on "Other…", for want of any, is led to the first that has come.
            kept = before.key if before and before.key != OTHER else ""
            self.setCurrentIndex(self.rows.index(self.rows.place_of(kept)))
        self._restyle()

    def go_to(self, key: str) -> None:
        """Make a row the current one."""
        self.setCurrentIndex(self.rows.index(self.rows.place_of(key)))

    def current(self) -> ModifierRow | None:
        """Return the row that the keys go to."""
        return self.rows.row(self.currentIndex().row())

    @property
    @override
    def keys_now(self) -> CapRows:
        row = self.current()
        on_row = (("Space", "another"),) if row is None or row.key == OTHER else self.own_keys[1:]
        return (*self.own_keys[: len(self.rows.rows) > 1], *on_row)

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(240), self.theme.px(HIGH) * max(1, len(self.rows.rows)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(160), self.sizeHint().height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current()
        plain = event.modifiers() & ~(_KEYPAD | _SHIFT) == _NONE
        moving = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)
        several = len(self.rows.rows) > 1
        if event.key() in moving and several and event.modifiers() & ~_KEYPAD == _NONE:
            super().keyPressEvent(event)
        elif row is None or not plain or not self._press(row, event):
            event.ignore()

    def _press(self, row: ModifierRow, event: QKeyEvent) -> bool:
        if row.key == OTHER:
            # Not Enter, which goes to the dice wherever the focus is.
            wanted = event.key() == Qt.Key.Key_Space or sign(event) == "+"
            if wanted:
                self.adding.emit()
            return wanted
        if event.key() == Qt.Key.Key_Space:
            self.ticked.emit(row, not row.on)
        elif sign(event) in ("+", "="):  # many keyboards have + as Shift and =
            self.valued.emit(row, row.value + 1)
        elif sign(event) == "-":
            self.valued.emit(row, row.value - 1)
        elif event.key() == Qt.Key.Key_Delete and row.own >= 0:
            self.removed.emit(row)
        elif sign(event) == "?" and row.rule and row.rule != REFEREE:
            self.asked.emit(row.rule)
        else:
            return False
        return True

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        # One delegate paints all of a row, so its parts are no widgets: the place says which it is.
        index = self.indexAt(event.position().toPoint())
        row = self.rows.row(index.row()) if index.isValid() else None
        if row is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if row.key == OTHER:
            self.adding.emit()
            return
        part = self._part_at(index, row, event.position())
        if part in ("less", "more"):
            self.valued.emit(row, row.value + (1 if part == "more" else -1))
        elif part == "rule" and row.rule != REFEREE:
            self.asked.emit(row.rule)
        elif part != "rule":
            self.ticked.emit(row, not row.on)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.rows.rows:
            self.setCurrentIndex(self.rows.index(0))
        self.entered_list.emit()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.viewport().update()

    def _part_at(self, index: QModelIndex, row: ModifierRow, at: QPointF) -> str:
        box = QRectF(self.visualRect(index))
        parts = self._painter.parts(box, row)
        return next((name for name in parts if name != "column" and parts[name].contains(at)), "")

    def _restyle(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self.updateGeometry()
        self.doItemsLayout()


MOST_LETTERS = 80
ROLLS = (To.ACTION, To.DAMAGE, To.PARRY)
"""The rolls that a modifier of the referee's own can change."""


class OtherModifier(PaintedWidget, OwnKeys):
    """Hidden until opened. Enter adds the modifier, Esc leaves; on `left` the keys go back."""

    own_keys = (("Enter", "add it"), ("Tab", "next"), ("Esc", "back"))

    added = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self, down=QtWidgets.QSizePolicy.Policy.Minimum)
        self._flow = FlowLayout(self)
        self.value = MeasureEdit(theme, -100, 100)
        self.value.setAccessibleName("Points, plus or minus")
        self.value.setPlaceholderText("+1")
        self.reason = QtWidgets.QLineEdit()
        self.reason.setMaxLength(MOST_LETTERS)
        self.reason.setPlaceholderText("Reason")
        self.reason.setAccessibleName("Reason of the modifier")
        self.to = PickBox(theme)
        self.to.offer([FieldOption(to, f"on {to.value}") for to in ROLLS])
        self.to.setAccessibleName("What it changes")
        self.to.takes_words = False
        self.add = Button(theme, "Add", "soft", "plus", "Enter", does=self._add)
        for part in (self.value, self.reason, self.to, self.add):
            self._flow.addWidget(part)
        self.hide()
        self.restyle()

    def open(self, to: To = To.ACTION) -> None:
        """Show empty fields, ready to type the points; `to` is the roll that is proposed."""
        self.value.clear()
        self.reason.clear()
        self.to.set_value(to)
        self.show()
        self.value.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._add()
        else:
            event.ignore()  # letters that are not typed here are keys of the panel

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self.value.setFixedWidth(px(72))
        self.reason.setFixedWidth(px(150))
        self.to.setFixedWidth(px(150))
        self._flow.setSpacing(px(8))
        super().restyle()

    def _add(self) -> None:
        # Enter in one field goes on to the next one that is empty, and adds when none is.
        points, reason = self.value.value(), self.reason.text().strip()
        if points is None or not reason:
            empty = self.value if points is None else self.reason
            empty.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        to = self.to.value()
        made = Extra(reason=reason, value=int(points), damage=to is To.DAMAGE, parry=to is To.PARRY)
        self.hide()
        self.added.emit(made)
        self.left.emit()


class AimBlock(AnyAimBlock):
    """Cards, list, details, modifiers."""

    prompts: ClassVar = {
        "attacker": "Who attacks?",
        "weapon": "With what?",
        "target": "At whom? Other words name a place.",
        "gunner": "Who fires it?",
    }

    def __init__(self, theme: Theme, controller: AttackController, hub: Hub) -> None:
        super().__init__(theme, controller, hub, "Aim")
        self._controller, self._hub = controller, hub
        self.details = AttackDetails(theme, controller)
        self.company = AttackCompany(theme, controller)
        self.modifiers = ModifierList(theme)
        self.other = OtherModifier(theme)
        self.reminders = RuleNotes(theme)
        self.more = Button(theme, "Measures and more", "quiet", "chevron-right", "D")
        self.lay_out(self.details, self.company, self.modifiers, self.other, self.reminders)
        nest(self.column, in_row(self.theme, self.more, SPRING))
        self._connect(hub)

    @override
    def rows(self, purpose: str) -> tuple[PickRow, ...]:
        table, draft = self._controller.table, self._controller.draft
        if purpose == "attacker":
            return attack_picks.attackers(table)
        if purpose == "gunner":
            return attack_picks.crew(table, draft)
        if purpose == "weapon":
            return attack_picks.weapons(table, draft)
        return attack_picks.targets(self._controller.desk, table, draft)

    @override
    def ask_field(self) -> bool:
        return self.details.focus_problem()

    @override
    def close_up(self) -> None:
        super().close_up()
        self.details.is_open = False
        self.other.hide()  # what was half typed belongs to the attack before

    def follow(self) -> None:
        """Show the attack as it is now."""
        controller = self._controller
        draft, preview, table = controller.draft, controller.preview, controller.table
        lacks = self.purpose_now
        self._show_attacker(lacks)
        arm = table.arm(draft.strike.weapon_id)
        name = table.weapon_name(draft.strike)
        detail = preview.weapon or (attack_picks.weapon_words(table, arm.id) if arm else "")
        self.weapon.say(name, detail, wanted=lacks == "weapon")
        self._show_target(lacks)
        self.picks.follow()
        aiming = controller.phase is AttackPhase.AIM
        self.details.follow()
        self.company.follow(self.details.is_open)
        self.more.setVisible(aiming and not draft.lacks)
        self.more.set_icon("chevron-down" if self.details.is_open else "chevron-right")
        # Once it is done nothing is examined any more, but the preview is still that of the attack.
        examined = controller.shown or controller.phase is AttackPhase.DONE
        rows = modifier_rows(preview.modifiers, draft) if examined else ()
        if not aiming:
            rows = rows[:-1]  # without "Other…": modifiers are added only while aiming
        self.modifiers.show_rows(rows)
        self.modifiers.setVisible(bool(rows))
        self.reminders.show_reminders(self._bearing())
        self.mark_asked()

    @property
    @override
    def lacks(self) -> str:
        lacks, table, draft = super().lacks, self._controller.table, self._controller.draft
        named = lacks in ("attacker", "weapon") or not table.unmanned(draft.strike)
        # A gun that nobody serves is asked for whoever fires it, if there is anybody.
        return lacks if named or not attack_picks.crew(table, draft) else "gunner"

    @override
    def mark_asked(self) -> None:
        super().mark_asked()
        if self.purpose_now == "gunner":
            self.attacker.mark(True)

    def _bearing(self) -> list[Reminder]:
        """Return the house rules to remember: changed ones, with details open also the book's."""
        if self._controller.phase is not AttackPhase.AIM or not self._controller.shown:
            return []
        known = self._controller.preview.reminders
        return [each for each in known if self.details.is_open or not each.usual]

    @override
    def summary(self) -> str:
        by, weapon, at = (card.words[0] for card in (self.attacker, self.weapon, self.target))
        # Once each: a gun that attacks by itself is both.
        who = ", ".join(dict.fromkeys(part for part in (by, weapon) if part))
        draft = self._controller.draft
        who += f" and {len(draft.strikes) - 1} more" if who and len(draft.strikes) > 1 else ""
        more = f" and {len(draft.aims) - 1} more" if len(draft.aims) > 1 else ""
        return f"{who} at {at}{more}" if at else who

    def toggle_details(self) -> None:
        """Open or fold the measures and all that is unusual (D)."""
        self.details.open(not self.details.is_open)
        self.follow()
        if not self.details.is_open:
            self.free.emit()

    def leave_details(self) -> None:
        """Fold the measures and give the keys back; what is filled in stays."""
        self.details.is_open = False
        # The focus goes first: a field that has it is not hidden by `follow`.
        self.free.emit()
        self.follow()

    def ask_for(self, part: CompanyPart) -> None:
        """Open the list for one kind of part in the attack, or say that nobody can be in it."""
        purpose = part.purpose
        if not self.company.rows(purpose):
            self._hub.remarked.emit(part.nobody)
            return
        self.picks.open(purpose, part.prompt, lambda: self.company.rows(purpose), several=True)

    def ask_units(self, prompt: str, rows: ListRows) -> None:
        """Open the list of units from which the referee picks who is caught."""
        self.picks.open("caught", prompt, rows, several=True)

    def _connect(self, hub: Hub) -> None:
        self.more.clicked.connect(self.toggle_details)
        self.company.wanted.connect(self.ask_for)
        self.modifiers.ticked.connect(self._tick)
        self.modifiers.valued.connect(self._value)
        self.modifiers.removed.connect(self._remove)
        self.modifiers.adding.connect(lambda: self.other.open(self._rolled()))
        self.modifiers.asked.connect(hub.rule_asked)
        self.reminders.asked.connect(hub.rule_asked)
        self.other.added.connect(self._add)
        self.other.left.connect(self.modifiers.setFocus)

    def _show_attacker(self, lacks: str) -> None:
        draft, table = self._controller.draft, self._controller.table
        unit = table.unit(draft.strike.by_id) or table.bearer(draft.strike)
        if unit is None:
            self.attacker.say("", "", wanted=lacks == "attacker")
            return
        words = attack_picks.who_words(table, unit, draft.strike.weapon_id)
        if unit.player_id not in (None, table.head.player_id) and not draft.counterstrike:
            words += ", in response"
        self.attacker.say(unit.name, words, token_of(unit))

    def _show_target(self, lacks: str) -> None:
        controller = self._controller
        draft, table = controller.draft, controller.table
        aim = draft.aim
        unit = table.unit(aim.unit_id) if aim else None
        far = inches(table.distance(draft))
        touched = not draft.lacks and attack_picks.by_touch(table, draft)
        source = ", measured" if table.is_measured(draft) else ""
        away = f"{far} away{source}" if far and not touched else ""
        ends = controller.preview.ends if controller.phase is AttackPhase.AIM and aim else ()
        if unit:
            # Its Size, not the Effective one: that is what counts for hitting it (5.1-28).
            size = f'Size {unit.size}"' if unit.size > 1 else unit.kind
            words = ", ".join(part for part in (size, away, *ends) if part)
            self.target.say(unit.name, words, token_of(unit))
        elif aim:
            name = aim.place or controller.preview.target or "Target"
            what = "a place" if aim.place else ""
            self.target.say(name, ", ".join(part for part in (what, away, *ends) if part))
        else:
            self.target.say("", "", wanted=lacks == "target")

    @override
    def said(self, words: str) -> None:
        named, point = named_point(words)
        x, y = point or (None, None)
        place = named or (point_words(*point) if point else words)
        self._controller.attack_at(Aim(place=place, x=x, y=y))

    @override
    def picked(self, value: object) -> None:
        controller, purpose = self._controller, self.picks.purpose
        if purpose in ("attacker", "gunner") and isinstance(value, int):
            controller.attack_by(value)
        elif purpose == "weapon" and value == attack_picks.SOMETHING:
            draft = controller.draft.at_first_target()
            by = draft.strike.by_id
            controller.change(draft.with_weapon(Strike(by_id=by, name="Random Object")))
            self.details.open(True)  # its Use and damage are on no roster and have to be typed
        elif purpose == "weapon" and isinstance(value, Mode):
            by = controller.draft.strike.by_id
            held = attack_picks.shoves_with(controller.table, by) if value is Mode.SHOVE else None
            made = Strike(by_id=by, mode=value, weapon_id=held, name=value.value.capitalize())
            controller.change(controller.draft.at_first_target().with_weapon(made))
        elif purpose == "weapon" and isinstance(value, int):
            controller.attack_with(value)
        elif purpose == "weapon" and isinstance(value, Strike):
            controller.change(controller.draft.at_first_target().with_weapon(value))
        elif purpose == "target" and isinstance(value, Aim):
            controller.attack_at(value)
        else:
            self.company.take(purpose, value)

    @property
    @override
    def asks_on(self) -> bool:
        return super().asks_on and not self.details.is_open

    @override
    def list_gone(self) -> None:
        super().list_gone()
        self.details.follow()  # a field that had the keys for a moment goes again

    # Modifiers

    def _tick(self, row: ModifierRow, on: bool) -> None:
        draft = self._controller.draft
        if row.own >= 0:
            self._controller.change(draft.extra_at(row.own, on, row.value))
        else:
            # With the changed value: ticked again, it counts as the referee had it.
            self._controller.change(draft.ticked(row.key, on, draft.changed_value(row.key)))

    def _value(self, row: ModifierRow, value: int) -> None:
        draft = self._controller.draft
        if row.own >= 0:
            self._controller.change(draft.extra_at(row.own, row.on, value))
        else:
            self._controller.change(draft.ticked(row.key, row.on, value))

    def _remove(self, row: ModifierRow) -> None:
        self._controller.change(self._controller.draft.without_extra(row.own))

    def _rolled(self) -> To:
        """Return the roll that a modifier would change: the Parry if nothing else is rolled."""
        preview = self._controller.preview
        parried = bool(preview.parries) and all(shot.automatic for shot in preview.shots)
        return To.PARRY if parried else To.ACTION

    def _add(self, extra: Extra) -> None:
        self._controller.change(self._controller.draft.adding(extra))
        self.modifiers.go_to(f"own-{len(self._controller.draft.extras) - 1}")
