"""The fields of a Sci-fi attack: distance, mode, round, indirect use, and rarely used ones."""

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.scifi.factors import is_warhead
from brikdesk.rules.scifi.convergence import Use
from brikdesk.rules.scifi.stores import Holder
from brikdesk.rules.scifi.variable_fire import FireMode
from brikdesk.rules.scifi.weapons import Family, WeaponRecord
from brikdesk.store.views.scifi import SfStoreRow, SfWeaponRow
from ui.forms.field_box import FieldBox
from ui.forms.measure import MeasureEdit
from ui.look.theme import Theme
from ui.models.scifi_attack.controller import SfAttackController
from ui.models.scifi_attack.facts import fires_from
from ui.models.scifi_attack.fired import aimed_weapon, converges, modes_of
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Typed(MeasureEdit):
    """A number field; `entered` on Enter, `left` on Esc."""

    own_keys = (("Esc", "back"),)
    entered = Signal()
    left = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SfAttackFields(PaintedWidget):
    """`free` when keys can go back to the panel, `going_on` on Enter, as in the panel.

    `spotter_wanted` opens that list.
    """

    free = Signal()
    going_on = Signal()
    spotter_wanted = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self.is_open = False
        self.distance = Typed(theme, 0, 10_000, '" away', 2)
        self.distance.setAccessibleName("Distance in inches")
        self.distance.takes_letters = True
        self.load = Typed(theme, 0, 1000)
        self.area = Typed(theme, 0.01, 1000, '"', 2)
        self.warhead = QLineEdit()
        self.warhead.setMaxLength(80)
        self.distance_box = FieldBox(theme, "", self.distance)
        self.load_box = FieldBox(theme, "How many?", self.load)
        self.area_box = FieldBox(theme, "Area of this round", self.area)
        self.warhead_box = FieldBox(theme, "Warhead of this round", self.warhead)
        self.mode = Button(theme, "Beam mode", "soft", key="M")
        self.round = Button(theme, "Round", "soft", key="L")
        self.use = Button(theme, "Direct", "soft", key="I")
        self.spotter = Button(theme, "Spotter", "soft", key="S")
        self.seen = Button(theme, "Gets detected", "soft", key="V")
        self.traverse = QCheckBox("Traverse reaches it")
        self.together = QCheckBox("Same initiative")
        self._flow = FlowLayout()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._flow)
        for part in self._parts():
            self._flow.addWidget(part)
            part.hide()
        self._connect()
        self.restyle()

    def follow(self) -> None:
        """Show the draft as it is now."""
        draft, table = self._controller.draft, self._controller.table
        weapon = table.weapon(draft.weapon_id)
        store, fired = table.store(weapon, draft.capability), aimed_weapon(table, draft)
        self._show_numbers()
        self._show_load(store)
        self._show_choices(weapon, fired)
        self._show_use(fired)
        self._show_seen()
        self._show_checks(weapon, store)
        self.setVisible(any(not part.isHidden() for part in self._parts()))

    def ask_missing(self) -> bool:
        """Focus the first number that is missing; return False if none is."""
        for box, editor in ((self.load_box, self.load), (self.distance_box, self.distance)):
            if box.isHidden():
                continue
            if editor is self.distance and self._controller.draft.aim.distance is not None:
                continue
            editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
            editor.selectAll()
            return True
        return False

    def toggle_mode(self) -> bool:
        """Switch between beam and pulse mode for this attack (12-69); False where it has one."""
        if self.mode.isHidden():
            return False
        now = self._controller.draft.aim.mode
        self._aiming(mode=FireMode.BEAM if now is FireMode.PULSE else FireMode.PULSE)
        return True

    def next_round(self) -> bool:
        """Choose the next type of round; after the last one, none in particular.

        Return False where there is no choice.
        """
        if self.round.isHidden():
            return False
        controller = self._controller
        weapon = controller.table.weapon(controller.draft.weapon_id)
        # The empty name stands for whatever the store hands out.
        rounds = ("", *fires_from(weapon.stores, controller.draft.capability)) if weapon else ("",)
        now = controller.draft.aim.ammunition
        at = rounds.index(now) if now in rounds else 0
        self._aiming(ammunition=rounds[(at + 1) % len(rounds)])
        return True

    def toggle_use(self) -> bool:
        """Switch between direct and indirect fire (12-82); False where there is no choice."""
        if self.use.isHidden():
            return False
        draft = self._controller.draft
        direct = draft.use is Use.DIRECT
        # Only indirect fire has a spotter; the overruling was about the other way to fire.
        spotter = draft.spotter_id if direct else None
        use = Use.INDIRECT if direct else Use.DIRECT
        self._controller.change(
            replace(draft, use=use, spotter_id=spotter, overruled=frozenset())
        )  # fmt: skip
        return True

    def open(self, wanted: bool) -> None:
        """Show the rarely used fields too, or only those that matter now."""
        self.is_open = wanted
        self.follow()

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._flow.setSpacing(px(8))
        for box, wide in ((self.distance_box, 130), (self.load_box, 150)):
            box.setFixedWidth(px(wide))
        for box in (self.area_box, self.warhead_box):
            box.setFixedWidth(px(150))
        super().restyle()

    def _parts(self) -> tuple[QWidget, ...]:
        return (
            self.load_box, self.distance_box, self.mode, self.round, self.use, self.spotter,
            self.seen, self.traverse, self.together, self.area_box, self.warhead_box,
        )  # fmt: skip

    def _show_numbers(self) -> None:
        draft = self._controller.draft
        aim, aimed = draft.aim, bool(draft.aims)
        self._fill(self.distance, aim.distance)
        self._fill(self.area, aim.area_size)
        # The words come back from the draft stripped; set while somebody types, they would eat his
        # spaces.
        if not self.warhead.hasFocus():
            self.warhead.setText(aim.warhead)
        self.distance_box.setVisible(aimed)
        self.area_box.setVisible(aimed and (self.is_open or aim.area_size is not None))
        self.warhead_box.setVisible(aimed and (self.is_open or bool(aim.warhead)))

    def _show_load(self, store: SfStoreRow | None) -> None:
        """Ask how many rounds there are, if that is not known yet (12-64, 12-66)."""
        wanted = store.asked if store else None
        self.load_box.setVisible(wanted is not None)
        if wanted is not None:
            self.load_box.set_label(wanted.words)
            self.load.setAccessibleName(wanted.words)
            usual = wanted.suggested
            self.load.setPlaceholderText("" if usual is None else f"{usual}")

    def _show_choices(self, weapon: SfWeaponRow | None, fired: WeaponRecord | None) -> None:
        """Show mode and type of round, each if there is a choice."""
        draft, table = self._controller.draft, self._controller.table
        aimed = bool(draft.aims)
        self.mode.setVisible(aimed and fired is not None and bool(modes_of(table, fired)))
        now = draft.aim.mode or FireMode.BEAM
        pulse = ", +1 to hit" if now is FireMode.PULSE else ""
        self.mode.set_words(f"{now.value.capitalize()} mode{pulse}")
        rounds = fires_from(weapon.stores, draft.capability) if weapon else ()
        self.round.setVisible(bool(rounds) and aimed)
        self.round.set_words(draft.aim.ammunition or "As it comes")

    def _show_use(self, fired: WeaponRecord | None) -> None:
        """Show the use of a weapon that can fire both ways, and the spotter of indirect fire."""
        draft, table = self._controller.draft, self._controller.table
        aimed = bool(draft.aims)
        indirect = draft.use is Use.INDIRECT
        beams = fired is not None and converges(table, fired)
        lobs = fired is not None and (is_warhead(fired) or fired.family is Family.ARTILLERY)
        self.use.setVisible(aimed and (indirect or beams or lobs or self.is_open))
        self.use.set_words("Indirect" if indirect else "Direct")
        self.spotter.setVisible(aimed and indirect)
        name = table.name(draft.spotter_id)
        self.spotter.set_words(f"Spotter: {name}" if name else "Spotter")

    def _show_checks(self, weapon: SfWeaponRow | None, store: SfStoreRow | None) -> None:
        draft = self._controller.draft
        aimed, divides = bool(draft.aims), weapon is not None and weapon.count > 1
        self.traverse.setVisible(aimed and (divides or not draft.aim.in_traverse))
        self.traverse.setChecked(draft.aim.in_traverse)
        pods = store is not None and store.holder in (Holder.POD, Holder.RACK)
        several = len(draft.aims) > 1 or (store is not None and store.fired_this_turn > 0)
        self.together.setVisible(aimed and ((pods and several) or not draft.same_initiative))
        self.together.setChecked(draft.same_initiative)

    def _show_seen(self) -> None:
        controller = self._controller
        draft, table = controller.draft, controller.table
        there = table.unit(draft.aim.target_id) is not None
        seen = table.seen(draft.aim.target_id, table.side(draft.unit_id))
        self.seen.setVisible(there)
        self.seen.set_words("No longer detected" if seen else "Gets detected")

    def _connect(self) -> None:
        self.distance.textEdited.connect(self._typed_distance)
        self.area.textEdited.connect(lambda _text: self._typed_area())
        self.warhead.textEdited.connect(lambda text: self._aiming(warhead=text.strip()))
        self.warhead.returnPressed.connect(self.going_on)
        for field in (self.distance, self.area):
            field.entered.connect(lambda each=field: self._go_on(each))
            field.left.connect(self.free)
        self.load.entered.connect(self._load)
        self.load.left.connect(self.free)
        self.mode.clicked.connect(self.toggle_mode)
        self.round.clicked.connect(self.next_round)
        self.use.clicked.connect(self.toggle_use)
        self.spotter.clicked.connect(self.spotter_wanted)
        self.seen.clicked.connect(self._controller.detect)
        self.traverse.clicked.connect(lambda on: self._aiming(in_traverse=on))
        self.together.clicked.connect(
            lambda on: self._controller.change(
                replace(self._controller.draft, same_initiative=on, overruled=frozenset())
            )
        )

    def _fill(self, field: MeasureEdit, value: float | None) -> None:
        typing = QApplication.focusWidget() is field and field.isModified()
        if not typing:  # a field that Qt only passes the focus through is no reason to wait
            field.set_value(value)

    def _typed_distance(self) -> None:
        problem = self.distance.problem(optional=True)
        self.distance_box.set_problem(problem)
        if not problem:
            self._aiming(distance=self.distance.value())

    def _typed_area(self) -> None:
        problem = self.area.problem(optional=True)
        self.area_box.set_problem(problem)
        if not problem:
            self._aiming(area_size=self.area.value())

    def _go_on(self, field: MeasureEdit) -> None:
        """Go on, unless the field holds no number: the attack would use the one before."""
        if not field.problem(optional=True):
            self.going_on.emit()

    def _load(self) -> None:
        typed = self.load.value()
        # Enter in the empty field takes the number that it proposes.
        if typed is None and self.load.placeholderText():
            typed = int(self.load.placeholderText())
        if typed is None or (self.load.text() and self.load.problem()):
            self.load_box.set_problem("A whole number is needed.")
            return
        self.load_box.set_problem("")
        if self._controller.load(int(typed)):
            self.load.clear()
            self.free.emit()

    def _aiming(self, **found: object) -> None:
        self._controller.change(self._controller.draft.aiming(**found))
