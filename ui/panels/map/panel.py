"""The map of the Battle workspace: the table with all that stands on it, and the acts on it."""

from functools import cached_property
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.views.answering import may_answer
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.trails import trails_now
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns.ledger import fires
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.announce import announce
from ui.look.text import ElidedLabel
from ui.look.theme import Theme
from ui.models.map.clusters import Cluster
from ui.models.map.shot import DrawnShot
from ui.models.map.tokens import UnitToken, tokens_of
from ui.panels.map.bar import MapBar
from ui.panels.map.keys import MapKeys, idle_keys
from ui.panels.map.layers import FLIGHTS, LayersMenu
from ui.panels.map.overlay import MapOverlay
from ui.panels.map.photo_work import PhotoWork
from ui.panels.map.pointer import Pointer
from ui.panels.map.scene import MapScene
from ui.panels.map.several import Several
from ui.panels.map.tabletop import Tabletop
from ui.panels.map.tool import Tool
from ui.panels.map.toolbox import Toolbox
from ui.panels.map.tray import Tray
from ui.panels.map.view import MapView
from ui.panels.units.unit_acts import UnitActs
from ui.parts.fields.refused_here import RefusedHere
from ui.widgets.asker import waits_with_the_keys

if TYPE_CHECKING:
    from ui.panels.map.moving import Moving
    from ui.panels.map.terrain import TerrainWork

_TABLES = battlefield.tables | units.tables | fires.tables | may_answer.tables


class MapPanel(QWidget):
    """Table, units, Fields and flights; one selection with all other panes.

    What is done to a place is done by a tool; without one a click selects, a drag of a unit moves
    it, and a drag of the table pans.
    """

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self.scene = MapScene(theme, self)
        self.view = MapView(theme, self.scene, self)
        self.tabletop = Tabletop(theme, self.view)
        self.overlay = MapOverlay(theme, self.view, self.scene)
        self.tray = Tray(theme, self)
        self.refusal = RefusedHere(theme, desk, hub, self)
        self.acts = UnitActs(theme, desk, hub, self.refusal, self, removes_all=True)
        self.photo = PhotoWork(self, desk)
        self.tool: Tool | None = None
        self._waiting: dict[int, UnitRow] = {}
        self._hidden: frozenset[str] = frozenset()
        self._stale = True
        self.several = Several(self.scene, desk, hub, self)
        self.tools = Toolbox(self, desk, hub)
        self._keys, self._pointer = MapKeys(self), Pointer(self)
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.view)
        self.refresh()

    @cached_property
    def terrain(self) -> "TerrainWork":
        """What is done with the table and the terrain on it, made when it is first wanted."""
        from ui.panels.map.terrain import TerrainWork

        made = TerrainWork(self, self._desk, self._hub)
        self._column.insertWidget(self._column.indexOf(self._bar), made.bar)
        return made

    # --- what is shown ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the battlefield as the campaign has it now."""
        self._stale = False
        ground = self._desk.read(battlefield)
        tokens, placeless = tokens_of(
            self._desk.read(units),
            ground.standing,
            self._desk.read(fires),
            self._desk.read(may_answer),
        )
        if not ground.width:
            placeless = ()
        moved = self.scene.show_units(tokens)
        self.scene.show_trails(self._desk.read(trails_now))
        if self.several.ids:
            self.several.keep_placed()
        self._waiting = {unit.id: unit for unit in placeless}
        self.tray.show_units(placeless)
        self.overlay.selected = self._hub.selected_unit
        if moved or ground != self.overlay.ground:
            self.tabletop.ground = self.overlay.ground = ground
            self.view.set_table(ground.width or 40.0, ground.depth or 30.0)
            self.tabletop.terrain.show_ground(ground)
            self.scene.show_ground(ground)
            self.overlay.forget()
            self.view.viewport().update()
        self.say_what_is_here()
        if self.tool is not None:
            self.tool.refreshed()

    def select(self, unit_id: int) -> None:
        """Select one unit, for the whole desk and on the map."""
        self.several.leave()
        self._hub.select_unit(unit_id)

    def go_to_unit(self, by: int) -> bool:
        """Select the next unit in reading order, or the one before; False if there is none."""
        if self.tool is not None and self.tool.step(by):
            return True
        ids = [token.unit_id for token in self.scene.in_reading_order()]
        if not ids:
            return False
        at = ids.index(self.overlay.selected) + by if self.overlay.selected in ids else 0
        self.several.go_to(ids[at % len(ids)])
        return True

    def selected_token(self) -> UnitToken | None:
        """Return the token of the selected unit; none if it has no place."""
        return self.scene.token(self.overlay.selected)

    @property
    def read_only(self) -> bool:
        """Whether the campaign can only be looked at."""
        return self._desk.read_only

    def open_unit(self, unit_id: int) -> None:
        """Show the inspector of a unit; one in a cluster is brought out of it first."""
        if cluster := self.scene.clusters.of(unit_id):
            self.open_cluster(cluster)
            return
        self._hub.unit_opened.emit(unit_id)

    def open_cluster(self, cluster: Cluster) -> None:
        """Come so near that the units of a cluster are seen apart."""
        across, down = ([getattr(each, way) for each in cluster.tokens] for way in ("x", "y"))
        corner, end = QPointF(min(across), min(down)), QPointF(max(across), max(down))
        self.view.show_box(QRectF(corner, end).adjusted(-1, -1, 1, 1))

    def edit_unit(self, unit_id: int) -> None:
        """Open the editor of a unit."""
        self._hub.unit_edited.emit(unit_id)

    def ask_alone(self) -> None:
        """Have the map shown alone, or all panes again (F11)."""
        self._hub.map_alone_asked.emit()

    # --- tools -----------------------------------------------------------------------------------

    def begin_moving(self) -> "Moving | None":
        """Begin to move what is selected; None if nothing is or the campaign is read only."""
        tokens = self.several.moving()
        if not tokens or self._desk.read_only:
            return None
        return self.take_up_move(*tokens)

    def put_down(self, unit_id: int) -> None:
        """Begin to put a unit of the tray on the table: by a click, arrows, or a typed place."""
        unit = self._waiting.get(unit_id)
        if unit is None or self._desk.read_only:
            return
        self.select(unit_id)
        middle = self.view.to_table(QPointF(self.view.viewport().rect().center()))
        place = UnitToken(
            unit_id=unit.id,
            name=unit.name,
            faction=unit.faction,
            initials=unit.token,
            colour=unit.colour,
            size=max(unit.effective_size, 1),
            x=max(0.0, round(middle.x())),
            y=max(0.0, round(middle.y())),
        )
        self.take_up_move(place, placing=True)
        if not waits_with_the_keys():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def aim_at(self, unit_id: int, point: QPointF) -> None:
        """Answer the attack or the step that asks with a unit (0: none) or a place."""
        self._hub.point_at(unit_id, round(point.x(), 2), round(point.y(), 2))

    def turn(self, degrees: float) -> bool:
        """Turn what is selected clockwise by so many degrees; False if nothing is."""
        act = None if self._desk.read_only else self.several.turned(degrees)
        if act is not None:
            self.refusal.do(act)
        return act is not None

    def box(self, start: QPointF) -> None:
        """Begin to draw a box; all units in it are selected."""
        from ui.panels.map.boxing import Boxing

        self.take_up(Boxing(self.view, self.scene, start, self.several.choose))

    def choose_layers(self) -> None:
        """Open the menu of layers (L)."""
        menu = LayersMenu(self._hidden, self, photo=self.photo.lies_there)
        menu.changed.connect(self.hide_layers)
        menu.popup(self._layers.mapToGlobal(QPoint(0, 0)))

    def put_away(self) -> None:
        """End the tool that is in use, without an act."""
        tool, self.tool = self.tool, None
        if tool is not None:
            tool.deleteLater()
            self._pointer.let_go()
            self.say_what_is_here()
            self.tell_keys()
            self.view.viewport().update()

    def take_up_move(self, *tokens: UnitToken, placing: bool = False) -> "Moving":
        """Begin to move units, the leader first, or to put one down that has no place yet."""
        from ui.panels.map.moving import Moving  # here, as every tool: many battles need none

        tool = Moving(self.view, self.scene, self._desk, tokens, self.do, placing=placing)
        self.take_up(tool)
        tool.begin()
        return tool

    def take_up(self, tool: Tool) -> None:
        """Use a tool in place of the one that is in use."""
        self.put_away()
        self.tool = tool
        tool.readout.connect(self.readout.say)
        tool.ended.connect(self.put_away)
        self.tell_keys()

    def do(self, act: Act) -> bool:
        """Do an act; return whether it was done, or show why it is refused."""
        return isinstance(self.refusal.do(act), Changes)

    # --- around ----------------------------------------------------------------------------------

    def tell_keys(self) -> None:
        """Show in the status bar which keys work on the map now."""
        if self.view.hasFocus():
            idle = idle_keys(self.selected_token() is not None, self.read_only)
            self._hub.keys_changed.emit(self.tool.keys if self.tool else idle)

    def say_what_is_here(self) -> None:
        """Describe the selection or the table under the map, unless a tool has the word."""
        if self.tool is not None:
            return
        ground = self.tabletop.ground
        token = self.selected_token()
        if ground is None or not ground.width:
            words = "No table yet: it comes with the first battle."
        elif self.overlay.shot is not None and self.overlay.shot.asks:
            words = self.overlay.shot.asks
        elif token is not None or self.several.ids:
            words = "; ".join(filter(None, (self.several.words, self._words_of(token))))
        else:
            words = f"Table {in_inches(ground.width)} by {in_inches(ground.depth)}"
        self.readout.say(words)
        self.view.setAccessibleDescription(words)

    def _words_of(self, token: UnitToken | None) -> str:
        """Return a token as a screen reader says it, with the cluster that hides it."""
        if token is None:
            return ""
        cluster = self.scene.clusters.of(token.unit_id)
        return f"{token.words}, in a {cluster.words}: Enter opens it" if cluster else token.words

    def _show_several(self) -> None:
        """Draw those that are selected on the map, and say how many."""
        self.overlay.several = frozenset(self.several.ids)
        self.say_what_is_here()
        if self.several.ids and self.view.hasFocus():
            announce(self.view, self.several.words)
        self.view.viewport().update()

    def _selected(self, unit_id: int) -> None:
        self.overlay.selected = unit_id
        if self.tool is not None and not self.tool.stays:
            self.put_away()
        token = self.selected_token()
        self.say_what_is_here()
        self.tell_keys()
        if token is not None:
            self.view.ensure(QPointF(token.x, token.y))
            if self.view.hasFocus():
                announce(self.view, self._words_of(token))
        self.view.viewport().update()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Take up what was done while another workspace was in front."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(_TABLES):
            return
        if self.tool is not None and self.tool.holds_units:
            self.put_away()
        if self.isVisible():
            self.refresh()
        else:
            self._stale = True

    def _show_shot(self) -> None:
        """Draw the attack that is being made, or what a step asks; it is brought into view."""
        shot = cast(DrawnShot | None, self._hub.shot)
        before, self.overlay.shot = self.overlay.shot, shot
        if (before is not None and before.has_line) != (shot is not None and shot.has_line):
            self.hide_layers(self._hidden)
        if self.tool is not None and self.tool.aims and (shot is None or not shot.pointed):
            self.put_away()
        if shot is not None and (before is None or before.points != shot.points):
            for point in shot.points:
                self.view.ensure(QPointF(*point))
        self.say_what_is_here()
        self.view.viewport().update()

    def hide_layers(self, hidden: frozenset[str]) -> None:
        """Hide these layers and show all others."""
        self._hidden = hidden
        if self.overlay.shot is not None and self.overlay.shot.has_line:
            hidden |= {FLIGHTS}  # their lines would be taken for lines of fire
        self.tabletop.hidden = self.overlay.hidden = hidden
        self.scene.hide_layers(hidden)
        self.view.viewport().update()

    def _paint_over(self, painter: QPainter) -> None:
        self.overlay.paint(painter)
        if self.tool is not None:
            self.tool.paint(painter)

    def _connect(self) -> None:
        view, hub = self.view, self._hub
        view.painted_under = self.tabletop.paint
        view.painted_over = self._paint_over
        view.keyed = self._keys.take
        view.stepped = self.go_to_unit
        view.dropped = self.photo.take
        view.zoomed.connect(lambda: hub.show_map_box(view.box_seen))
        view.rested.connect(self.say_what_is_here)  # a cluster may have opened
        view.focused.connect(lambda here: self.tell_keys() if here else None)
        self.tray.chosen.connect(self.put_down)
        hub.unit_selected.connect(self._selected)
        self.several.changed.connect(self._show_several)
        hub.shot_changed.connect(self._show_shot)
        self._show_shot()  # of a step that waited before there was a map
        self._desk.changed.connect(self._heard)
        self.theme.changed.connect(self._restyle)

    def _lay_out(self) -> None:
        theme = self.theme
        self.readout = ElidedLabel(theme, "", "small", "text2")
        self._bar = MapBar(theme, self.readout)
        self._bar.add("minus", "Zoom out", "-", lambda: self.view.zoom(-1))
        self._bar.add("plus", "Zoom in", "+", lambda: self.view.zoom(1))
        self._bar.add("map", "Whole table", "0", self.view.fit)
        self._layers = self._bar.add("layers", "Layers", "L", self.choose_layers)
        self._bar.add("ruler", "Measure", "M", self.tools.measure)
        self._bar.add("search", "Sight", "V", self.tools.look)
        self._bar.add("arc", "Arc of fire", "G", self.tools.sweep)
        self._bar.add("blast", "Blast", "B", self.tools.blast)
        self._bar.add("edit", "Draw terrain", "E", lambda: self.terrain.draw())
        self._bar.add("photo", "Photo of the table", "T", self.photo.begin)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.view, 1)
        self._column.addWidget(self.tray)
        self._column.addWidget(self._bar)
        self._column.addWidget(self.refusal)

    def _restyle(self) -> None:
        self._bar.restyle()
        self.scene.restyle()
        self.tabletop.restyle()
        self.overlay.restyle()
        self.tray.restyle()
        self.view.refit()
