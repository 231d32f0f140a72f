"""An open campaign on screen: bar, rail, status, and the panes between them."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import played
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.settings import Remembered
from ui.look.shortcuts import digit, key_of, pressed_words, sign
from ui.look.theme import ROOMS, Theme, Width, width_of
from ui.models.commands import Commands
from ui.panels.ahead import NextLine
from ui.panels.queue.caused import CausedOver, CausedStrip, caused_of
from ui.parts.editor_sheet import EditorSheet
from ui.widgets.buttons import asker_of
from ui.widgets.focus import KeptFocus, Panes, bring_to_front, first_in, holds_focus, step_as_read
from ui.widgets.layout import Arranged, Arranging, in_column, in_row
from ui.widgets.rule_lines import RefusalLine
from ui.window.bars import WORKSPACES, Rail, StatusBar, TopBar, WindowHeading
from ui.window.panes import TABS, Body, FocusInSight

if TYPE_CHECKING:
    from brikdesk.acts.combat.attack import Attack
    from brikdesk.acts.scifi.shooting import FireSf
    from ui.forms.form_sheet import ActSheet
    from ui.panels.ledger.panel import LedgerPanel, LedgerTabs
    from ui.panels.map.panel import MapPanel
    from ui.panels.report import ReportPanel


class CameFrom:
    """Where the referee was when a response began: pane, view, selection and the part with the keys."""

    def __init__(self, view: "DeskView") -> None:
        self._view = view
        self._workspace, self._tab, self._large = view.workspace, view.side.tab, view.is_large
        self._side_in_front, self._alone = view.body.side_in_front, view.body.map_alone
        self._aside = view.side.aside
        self._unit, self._together = view.hub.selected_unit, view.hub.together
        self._focus = KeptFocus()
        self._focus.keep(view)

    def come_back(self) -> None:
        """Go back there."""
        view = self._view
        if view.workspace != self._workspace:
            view.show_workspace(self._workspace)
        view.side.show_tab(self._tab)
        if self._aside:
            view.side.show_aside(self._aside)
        view.body.side_in_front = self._side_in_front
        view.body.arrange()
        if self._alone:
            view.map_alone.toggle()
        if self._large:
            view.show_large(True)
        view.hub.select_unit(self._unit)
        view.hub.choose_together(self._together)
        self._focus.give_back(view.side if view.side.isVisible() else view.middle)


class MapAlone:
    """Takes away what is around the map, and brings it back as it was.

    Whoever shows another pane calls `leave` first, so that nothing is shown where it is not seen.
    """

    def __init__(self, view: "DeskView") -> None:
        self._view = view

    def toggle(self) -> None:
        """Show the map alone, with the focus in it, or all panes again (F11)."""
        if self.back():
            return
        view = self._view
        view.show_desk(view.side.tab)  # closes what lies over the panes, in the Battle workspace
        self._set(True)
        view.panes.focus(view.panel("map"))

    def back(self) -> bool:
        """Bring all panes back and stay in the map; False if they are there."""
        if not self.leave():
            return False
        self._view.panes.focus(self._view.panel("map"))
        return True

    def leave(self) -> bool:
        """Bring all panes back; False if they are there."""
        if not self._view.body.map_alone:
            return False
        self._set(False)
        return True

    def _set(self, alone: bool) -> None:
        view = self._view
        view.body.map_alone = alone
        view.rail.setVisible(not alone)
        view.body.arrange()


PANELS = {
    "units_tree": ("ui.panels.units.panel", "UnitsTree"),
    "units": ("ui.panels.units.panel", "UnitsPanel"),
    "unit_editor": ("ui.panels.units.unit_editor", "UnitEditor"),
    "sf_unit_editor": ("ui.panels.scifi_units.unit_editor", "SfUnitEditor"),
    "sf_weapon_editor": ("ui.panels.scifi_units.weapon_editor", "SfWeaponEditor"),
    "map": ("ui.panels.map.panel", "MapPanel"),
    "ledger_tabs": ("ui.panels.ledger.panel", "LedgerTabs"),
    "ledger": ("ui.panels.ledger.panel", "LedgerPanel"),
    "start": ("ui.panels.queue.panel", "StartPanel"),
    "attack": ("ui.panels.scifi_attack.panel", "attack_tab"),
    "large": ("ui.panels.players", "large_view"),
    "log": ("ui.panels.log", "LogPanel"),
    "log_full": ("ui.panels.log", "LogPanel"),
    "inspector": ("ui.panels.units.inspector", "Inspector"),
    "report": ("ui.panels.report", "ReportPanel"),
    "ahead": ("ui.panels.ahead", "AheadPanel"),
}
"""Name of a panel: its module and what makes it there. An evening needs half of them."""

ONLY_IN_THE_LEDGER = frozenset(("objectives", "armies"))
"""Tables of the battle's book: the Ledger workspace has them, the tabs of the battle have no room."""


def make(name: str, theme: Theme, desk: Desk, hub: Hub, parent: QWidget) -> QWidget:
    """Make a panel with the parent in which it will be shown. Raise KeyError for unknown names.

    Qt applies the style sheet to everything in a widget each time it gets another parent.
    """
    module, kind = PANELS[name]
    panel: Callable[[Theme, Desk, Hub, QWidget], QWidget] = getattr(import_module(module), kind)
    return panel(theme, desk, hub, parent)


class DeskView(Arranged, QWidget):
    """The whole screen of one campaign; the hub asks it for workspaces, tabs and panes by name.

    `panel_made` brings the name of a panel and the panel when it is first looked at.
    """

    panel_made = Signal(str, object)

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, commands: Commands, remembered: Remembered
    ) -> None:
        super().__init__()
        self._arranging = Arranging(self, self._follow_size)
        self.theme, self.desk, self.hub = theme, desk, hub
        self._remembered = remembered
        self._panels: dict[str, QWidget] = {}
        self._large = False
        self._came_from = KeptFocus()
        self._played = desk.read(played)
        self.bar = TopBar(theme, commands)
        self.rail = Rail(theme, commands)
        self.status = StatusBar(theme)
        self._reminder = ""
        self.body = Body(theme, remembered, self.panel, self._make)
        self.side, self.middle = self.body.side, self.body.middle
        self._lay_out()
        self.next_line = NextLine(theme, desk)
        caused = caused_of(desk, hub)
        self.heading = WindowHeading(desk, self.bar, self.side, self.status, caused, self)
        self.panes = Panes(self._panes_now, self)
        self.map_alone = MapAlone(self)
        FocusInSight(self)  # this view owns it
        self._before_desk: QWidget = self.body.units_frame
        self._from_drawer = self._from_queue = False
        self._places: list[CameFrom] = []
        """Where each of the responses that are being made began."""
        self._connect()
        self.side.show_tab("start")
        self.show_workspace(remembered.workspace)

    @property
    def workspace(self) -> str:
        """The name of the workspace in front."""
        return self.body.workspace

    @property
    def room(self) -> Width:
        """The width class of the window."""
        return self.body.room

    @property
    def is_large(self) -> bool:
        """Whether the large view of the queue is in front."""
        return self._large

    def open_sheet(self) -> "ActSheet | None":
        """Return the open form in which an act is being filled in, or None."""
        # Only among its host's own children: a search through all widgets takes a millisecond.
        own = Qt.FindChildOption.FindDirectChildrenOnly
        sheets = self.body.findChildren(QWidget, "act_sheet", own)
        return cast("ActSheet | None", next((s for s in sheets if not s.isHidden()), None))

    @property
    def is_editing(self) -> bool:
        """Whether something is filled in in an editor beside the lists."""
        shown = self.side.shown if self.side.aside else None
        return isinstance(shown, EditorSheet) and shown.is_touched

    def panel(self, name: str, parent: QWidget | None = None) -> QWidget:
        """Return a panel of the middle or the units; make it on first use."""
        if name not in self._panels:
            self._panels[name] = self._make(name, parent or self.middle)
        return self._panels[name]

    def finish(self) -> None:
        """Wait until every thread of the panels has ended, before the campaign is closed."""
        if "report" in self._panels:
            cast("ReportPanel", self._panels["report"]).finish()

    # --- where to go -----------------------------------------------------------------------------

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front, with the focus in it; close an open form."""
        self._close_sheet()
        self.map_alone.leave()
        body = self.body
        body.workspace = name if name in WORKSPACES else "battle"
        self._remembered.workspace = body.workspace
        self.rail.show_workspace(body.workspace)
        body.close_drawers()
        self._let_go()
        self._came_from.forget()
        self.show_large(False)
        self.side.close_aside()
        body.side_in_front = body.workspace == "battle"
        body.arrange()
        self.panes.focus(self.side if body.workspace == "battle" else self.middle)

    def show_desk(self, tab: str = "start") -> None:
        """Go to a tab of the desk, in the Battle workspace; close an open form."""
        self._close_sheet()
        self.map_alone.leave()
        if self.workspace != "battle":
            self.show_workspace("battle")
        self.show_large(False)
        # Gone elsewhere on purpose: an aside that closes now must not pull the focus back.
        self._came_from.forget()
        self.side.show_tab(tab)
        self._bring_side(True)

    def _point_for_a_form(self) -> None:
        """Bring the map forward and give it the keys, to point at what the open form asks for."""
        body = self.body
        self.show_large(False)
        if body.workspace != "battle":
            body.workspace = self._remembered.workspace = "battle"
            self.rail.show_workspace("battle")
        body.close_drawers()
        if self.room is Width.SLIM:
            body.side_in_front = False
        body.arrange()
        cast("MapPanel", self.panel("map")).tools.point_for_a_form()

    def remind_here(self, words: str) -> None:
        """Warn of what waits in the queue, as long as the focus stays in the desk pane."""
        self._reminder = words
        self.status.warn(words)

    def show_aside(self, name: str) -> QWidget:
        """Open the inspector or an editor over the desk pane, focus it and return it."""
        self.map_alone.leave()
        self.show_large(False)
        if not self.side.aside:
            self._came_from.keep(self)
        self.body.side_in_front = True
        self.side.show_aside(name)
        shown = self.side.shown
        if first := first_in(shown):
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        return shown

    def look_ahead(self) -> None:
        """Show what the next turns bring, over the desk of a battle; shown already, leave it (F9)."""
        if self.side.aside == "ahead":
            self.side.close_aside()
            return
        if waits := self._waits_first():
            self.status.remark(waits)
            return
        if self.workspace != "battle":
            self.show_workspace("battle")
        self.show_aside("ahead")

    def show_large(self, large: bool) -> None:
        """Show the large view of the queue, or leave it."""
        if large == self._large:
            return
        self.map_alone.leave()
        self._large = large
        self.body.close_drawers()
        self._let_go()
        if large:
            view = self.panel("large", self.body)
            bring_to_front(self.body, view)
            self.panes.focus(view)
        else:
            bring_to_front(self.body, self.body.widget(0))
            self.panes.focus(self.side if self.side.isVisibleTo(self) else self.middle)

    def toggle_units(self) -> None:
        """Go to the units; open them as a drawer where the window is narrow (Ctrl+B)."""
        self.map_alone.leave()
        self.show_large(False)
        if self.workspace != "battle":
            self.show_workspace("battle")
        if ROOMS[self.room].units:
            self.panes.focus(self.body.units_frame)
        else:
            self.body.toggle(self.body.units_drawer, "units_tree")

    def toggle_ledger(self) -> None:
        """Go to the ledger; open it as a drawer where the desk takes its room (Ctrl+J)."""
        self.map_alone.leave()
        self.show_large(False)
        if self.workspace != "battle":
            self.show_workspace("battle")
        if self.room > Width.SLIM:
            self.panes.focus(self.panel("ledger_tabs"))
        else:
            self.body.toggle(self.body.ledger_drawer, "ledger_tabs")

    def back(self) -> bool:
        """Close the form, drawer, large view or aside, or bring all panes back. Return False if none."""
        if sheet := self.open_sheet():
            sheet.leave()
            return True
        if self.body.close_drawer():
            return True
        if self._large:
            self.hub.large_asked.emit(False)
            return True
        return self.map_alone.back() or self.side.close_aside() or self._give_up_attack()

    def _give_up_attack(self) -> bool:
        """Leave the attack that is drawn on the map, also from the map. Return False if none is."""
        from ui.panels.attack.any_attack import AnyAttackPanel

        if not self.hub.attacks or not self.side.has("attack"):
            return False
        panels = self.side.panel("attack").findChildren(AnyAttackPanel)
        own = self.side.panel("attack")
        for panel in (*panels, *([own] if isinstance(own, AnyAttackPanel) else [])):
            if panel.waits_for():
                panel.leave()
                return True
        return False

    # --- what is asked for -----------------------------------------------------------------------

    def _connect(self) -> None:
        hub, body = self.hub, self.body
        self.side.put_under_tabs(CausedStrip(self.theme, self.desk, hub, self._waits_first))
        self.next_line.clicked.connect(self.look_ahead)
        self.side.put_at_foot(self.next_line)
        self.next_line.read()
        self.rail.chosen.connect(self.show_workspace)
        body.switched.connect(self._switched)
        self.side.aside_changed.connect(self._aside_changed)
        body.units_drawer.closed.connect(body.arrange)
        body.ledger_drawer.closed.connect(body.arrange)
        self.theme.changed.connect(self._restyle)
        self.panes.entered.connect(self._entered)
        hub.workspace_asked.connect(self.show_workspace)
        hub.large_asked.connect(self.show_large)
        hub.pointing_asked.connect(self._point_for_a_form)
        hub.map_alone_asked.connect(self.map_alone.toggle)
        hub.key_unused.connect(self._tell_unused)
        hub.remarked.connect(self.status.remark)
        hub.keys_changed.connect(self.status.keys.show_keys)
        hub.step_asked.connect(self._show_step)
        hub.unit_opened.connect(lambda _unit: body.units_drawer.close_drawer())
        hub.ledger_asked.connect(self._show_ledger)
        hub.attack_wanted.connect(self._show_attack)
        hub.attack_left.connect(self._leave_attack)
        hub.answer_begun.connect(self._go_in)
        hub.answer_over.connect(self._come_back)
        self.desk.changed.connect(self._heard)

    def _heard(self, _changes: Changes) -> None:
        """Make the Attack tab again when the rule sets of the campaign change."""
        if (sets := self.desk.read(played)) != self._played:
            self._played = sets
            self.side.remake("attack")

    def _show_step(self, _key: str) -> None:
        if not self._large:
            self.show_desk("start")

    def _show_attack(self, attack: "Attack | FireSf") -> None:
        from ui.models.scifi_attack.controller import take_up

        self._from_drawer = self.body.units_drawer.is_open()
        focused = QApplication.focusWidget()
        # An attack may settle a step of the queue: then the next one waits where the referee was.
        self._from_queue = (
            focused is not None
            and self.side.has("start")
            and self.side.panel("start").isAncestorOf(focused)
        )
        self.body.units_drawer.close_drawer()
        self.show_desk("attack")
        take_up(self.desk, self.hub, attack)

    def _waits_first(self) -> str:
        """Say what has to be left before anything else is gone to; "" if nothing."""
        if self.open_sheet():
            return "A form is open: Ctrl Enter does it, Esc leaves it."
        return "The editor is open: Ctrl Enter does it, Esc leaves it." if self.is_editing else ""

    def _go_in(self, depth: int, again: bool) -> None:
        """Keep where a response begins; one that an undo brings back is shown."""
        if len(self._places) != depth:
            self._places[depth - 1 :] = [CameFrom(self)]
        if again:
            self.show_desk("attack")

    def _come_back(self, depth: int) -> None:
        if len(self._places) >= depth:
            place = self._places[depth - 1]
            del self._places[depth - 1 :]
            place.come_back()

    def _leave_attack(self) -> None:
        """Go back to the queue, the units, the map or the ledger, wherever the referee came from."""
        if self._from_queue:
            self._from_queue = False
            self.show_desk("start")
        elif self._from_drawer:
            self._from_drawer = False
            self.toggle_units()
        elif not self.panes.focus(self._before_desk):
            self.panes.focus(self.middle)

    def _show_ledger(self, table: str) -> None:
        self.map_alone.leave()
        self.show_large(False)
        if self.workspace != "battle" or table in ONLY_IN_THE_LEDGER:
            self.show_workspace("ledger")
            cast("LedgerPanel", self.panel("ledger")).go_to(table)
            return
        if self.room is Width.SLIM and not self.body.ledger_drawer.is_open():
            self.body.toggle(self.body.ledger_drawer, "ledger_tabs")
        # What was made just now has not heard which table was asked for.
        cast("LedgerTabs", self.panel("ledger_tabs")).show_table(table)

    def _switched(self, place: int) -> None:
        if place:
            self.side.show_tab(TABS[place - 1])
        self._bring_side(place > 0)

    def _bring_side(self, in_front: bool) -> None:
        self.body.side_in_front = in_front
        self.body.arrange()
        self.panes.focus(self.side if in_front else self.middle)

    def _aside_changed(self) -> None:
        """Arrange the panes; after closing, put the focus back to where it was before."""
        if self.side.aside:
            self.body.arrange()
            return
        if self.workspace != "battle":
            self.body.side_in_front = False
        self.body.arrange()
        if self._came_from.widget() is not None:
            self._came_from.give_back()
        else:
            self._came_from.forget()
            self.panes.focus(self.side if self.side.isVisible() else self.middle)

    def _close_sheet(self) -> bool:
        """Close an open form, which would hide what comes now. Return whether there was one."""
        if sheet := self.open_sheet():
            sheet.close_sheet()
        return sheet is not None

    def _let_go(self) -> None:
        """Take the focus from what will be hidden: Qt would give it to whatever comes next."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Do nothing: Qt's own handler would repaint the whole window."""

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Do nothing, as for focus that comes."""

    def _entered(self, pane: QWidget) -> None:
        """Show the keys of the pane; end a reminder when the focus leaves the desk pane."""
        if pane in self.body.panes and pane is not self.side:
            self._before_desk = pane
        if pane is not self.side:
            if self._reminder and self.status.words() == self._reminder:
                self.status.clear()
            self._reminder = ""
        self._tell_keys(pane)

    def _tell_keys(self, pane: QWidget) -> None:
        """Show the keys of bar and rail; panels show their own."""
        if isinstance(pane, TopBar | Rail):
            self.status.keys.show_keys(pane.KEYS)

    def _make(self, name: str, parent: QWidget) -> QWidget:
        panel = make(name, self.theme, self.desk, self.hub, parent)
        if name == "map":
            view = cast("MapPanel", panel).view
            over = CausedOver(
                self.theme, self.desk, self.hub, self._waits_first, view, self.side.isHidden
            )
            self.body.arranged.connect(over.follow)
        self.panel_made.emit(name, panel)
        return panel

    def _lay_out(self) -> None:
        line = in_row(self.theme, self.rail, (self.body, 1), gap=0)
        in_column(self.theme, self.bar, (line, 1), self.status, gap=0, on=self)

    def _restyle(self) -> None:
        self._take_room()
        self.body.arrange()

    def _take_room(self) -> None:
        self.body.room = width_of(self.width(), self.theme.scale)
        self.bar.set_room(self.room)
        self.status.set_room(self.room)

    def _follow_size(self) -> None:
        before = self.room
        self._take_room()
        if self.room != before or self.room is Width.SLIM:
            self.body.arrange()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take keys that no pane used: F for the large view, Esc to go back."""
        if event.key() == Qt.Key.Key_Escape and self.back():
            return
        if sign(event) == "f" and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.hub.large_asked.emit(not self._large)
            return
        if sign(event) == "o" and self._overrule():
            return
        self._tell_unused(event)
        event.ignore()

    def _overrule(self) -> bool:
        """Overrule what is refused in a pane without the keys, as under the map after a drag."""
        return any(line.overrule() for line in self.findChildren(RefusalLine) if line.isVisible())

    def _tell_unused(self, event: QKeyEvent) -> None:
        """Say of a key that does nothing where the focus is what is waited for there."""
        pressed = pressed_words(event)
        if not pressed or event.isAutoRepeat():
            return
        asker = asker_of(QApplication.focusWidget())
        waits = asker.waits_for() if asker else ""
        if not waits and digit(event) and self.heading.queue.waiting:
            waits = f"Steps wait: {key_of('start_queue')} goes to them."
        if not waits and self.desk.read_only:
            waits = "The campaign can only be looked at."
        self.status.remark(f"{pressed} does nothing here. {waits}".strip())

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab in the pane with the focus; F6 leaves it."""
        here = (pane for pane in self._panes_now() if holds_focus(pane))
        went = any(step_as_read(pane, forward=next) for pane in here)
        return went or super().focusNextPrevChild(next)

    def _panes_now(self) -> list[QWidget]:
        panes: list[QWidget] = [self.panel("large")] if self._large else list(self.body.panes)
        if sheet := self.open_sheet():  # it covers the desk at the right
            panes = [*(pane for pane in panes if pane is not self.side), sheet]
        return [self.bar, self.rail, *panes]
