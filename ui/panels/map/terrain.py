"""Terrain on the map: drawing it, the menu of the table, and template files."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, Qt
from PySide6.QtWidgets import QFileDialog, QMenu

from brikdesk.errors import BadInput
from brikdesk.store.views.battlefield import Ground, TerrainPiece, battlefield
from brikdesk.turns.ledger import fields
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import icon
from ui.models.map.sketch import Sketch
from ui.panels.map.drawing import Drawing, TerrainDoing
from ui.panels.map.drawing_bar import DrawingBar
from ui.panels.map.pieces import copy_of, piece_under

if TYPE_CHECKING:
    from ui.forms.fields import FilledForm
    from ui.panels.map.panel import MapPanel

MOST_FIELDS = 8
"""Fields without a place that the menu of the table names."""

FILES = "Terrain (*.terrain.json);;JSON (*.json)"


class TerrainWork(QObject):
    """What a map panel does with its table and the terrain on it."""

    def __init__(self, panel: "MapPanel", desk: Desk, hub: Hub) -> None:
        super().__init__(panel)
        self._panel, self._desk, self._hub = panel, desk, hub
        self.bar = DrawingBar(panel.theme, panel)
        # Kind and width stay for the next piece, also when the tool was put away between.
        self._sketch = Sketch()

    def draw(self) -> Drawing | None:
        """Begin to draw (E), or end it; None where there is no table or nothing may be changed."""
        panel = self._panel
        if isinstance(panel.tool, Drawing):
            panel.put_away()
            return None
        if self._desk.read_only or not self._ground().width:
            return None
        self._sketch.points.clear()
        middle = panel.view.to_table(QPointF(panel.view.viewport().rect().center()))
        start = QPointF(round(middle.x()), round(middle.y()))
        doing = TerrainDoing(
            lambda: self._ground().pieces, panel.do, panel.refusal.refuse, self.edit
        )
        tool = Drawing(panel.view, doing, self._sketch, start)
        panel.take_up(tool)
        tool.restated.connect(panel.tell_keys)
        self.bar.show_for(tool)
        tool.begin()
        panel.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return tool

    def edit(self, piece: TerrainPiece) -> None:
        """Open the form with all facts of a piece."""
        from ui.forms.forms_battlefield import facts_of

        self._ask("ReshapeTerrain", **facts_of(piece))

    # --- the menu of the table -------------------------------------------------------------------

    def show_menu_here(self) -> None:
        """Open the menu of the table by a key, at the middle of what is seen."""
        view = self._panel.view
        middle = view.viewport().rect().center()
        self.show_menu(view.to_table(QPointF(middle)), view.viewport().mapToGlobal(middle))

    def show_menu(self, point: QPointF, place: QPoint) -> None:
        """Open the menu of a point of the table."""
        if self._ground().width:
            menu = self.menu(point)
            # Its host would keep every menu that was ever opened.
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)

    def menu(self, point: QPointF) -> QMenu:
        """Return what can be done at a point of the table."""
        panel, menu = self._panel, QMenu(self._panel)
        ground = self._ground()

        def entry(mark: str, words: str, does: object, key: str = "") -> None:
            made = menu.addAction(
                icon(panel.theme, mark, "text2"), f"{words}\t{key}" if key else words
            )
            made.setEnabled(not self._desk.read_only)
            made.triggered.connect(lambda _=False: does())  # type: ignore[operator]

        piece = self._under(point)
        if piece is not None:
            entry("edit", f"Change {piece.name}…", lambda: self.edit(piece))
            entry("hand", f"Move or turn {piece.name}", lambda: self._take(piece))
            entry("copy", f"Duplicate {piece.name}", lambda: self._duplicate(piece))
            entry("trash", f"Remove {piece.name}", lambda: self._remove(piece))
            menu.addSeparator()
        if not isinstance(panel.tool, Drawing):
            entry("edit", "Draw terrain", self.draw, "E")
        entry("map", "Size and finish of the table…", lambda: self._ask("SetTable"))
        placed = {disc.id for disc in ground.discs}
        without = [
            row for row in self._desk.read(fields) if row.id not in placed and not row.unit_id
        ]
        for row in without[:MOST_FIELDS]:
            words = f'Put {row.name} here, {row.size}"'
            entry("field", words, lambda row=row: self._put_field(row.id, point))
        menu.addSeparator()
        entry("file", "Load terrain…", self.load)
        saved = menu.addAction(icon(panel.theme, "file", "text2"), "Save terrain…")
        saved.triggered.connect(lambda _=False: self.save())
        saved.setEnabled(bool(ground.pieces))
        return menu

    def _under(self, point: QPointF) -> TerrainPiece | None:
        piece_id = piece_under(self._ground().pieces, point)
        return next((piece for piece in self._ground().pieces if piece.id == piece_id), None)

    def _take(self, piece: TerrainPiece) -> None:
        tool = self._panel.tool
        drawing = tool if isinstance(tool, Drawing) else self.draw()
        if drawing is not None:
            drawing.choose(piece.id)

    def _duplicate(self, piece: TerrainPiece) -> None:
        self._panel.do(copy_of(piece))

    def _remove(self, piece: TerrainPiece) -> None:
        from brikdesk.acts.battlefield.pieces import RemoveTerrain

        self._panel.do(RemoveTerrain(terrain_id=piece.id))

    def _put_field(self, field_id: int, point: QPointF) -> None:
        from brikdesk.acts.battlefield.spots import PutField

        x, y = (round(place * 8) / 8 for place in (point.x(), point.y()))
        self._panel.do(PutField(field_id=field_id, x=x, y=y))

    def _ask(self, act: str, /, **known: object) -> None:
        from ui.forms.act_sheet import show_form
        from ui.forms.forms import ACT_FORMS

        panel = self._panel
        filled: FilledForm = ACT_FORMS[act].filled(**known)
        show_form(panel.theme, self._desk, self._hub, panel, filled)

    # --- template files --------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for a name and write the terrain there as a template."""
        from brikdesk.acts.battlefield.template import SUFFIX

        start = self._desk.path.with_name(f"{self._desk.path.stem}{SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(self._panel, "Save terrain", str(start), FILES)
        if name:
            self.write(Path(name))

    def write(self, path: Path) -> None:
        """Write the terrain as a template; show under the map what went wrong."""
        from brikdesk.acts.battlefield.template import write_file

        try:
            made = write_file(path, self._ground(), self._desk.path)
        except BadInput as error:
            self._panel.refusal.refuse(error.sentence)
            return
        self._desk.said.emit(f"Terrain saved as {made.name}")

    def load(self) -> None:
        """Ask for a template and lay it out."""
        folder = str(self._desk.path.parent)
        name, _ = QFileDialog.getOpenFileName(self._panel, "Load terrain", folder, FILES)
        if name:
            self.lay_out(Path(name))

    def lay_out(self, path: Path) -> None:
        """Lay a template out; where terrain stands already, ask whether it goes."""
        from brikdesk.acts.battlefield.template import read_file

        try:
            act = read_file(path)
        except BadInput as error:
            self._panel.refusal.refuse(error.sentence)
            return
        standing = len(self._ground().pieces)
        if not standing:
            self._panel.do(act)
            return
        from dataclasses import replace

        from ui.forms.question import Question, Reply

        answers = (
            Reply("Replace it", lambda: self._panel.do(replace(act, instead=True)), "primary"),
            Reply("Add to it", lambda: self._panel.do(act)),
            Reply("Cancel"),
        )
        pieces = "A piece" if standing == 1 else f"{standing} pieces"
        words = f"{pieces} of terrain on this table. {path.name} has {len(act.pieces)}."
        host = self._panel.window()
        Question(
            self._panel.theme, host, "Replace the terrain?", words, answers, "map", "text2"
        ).ask()

    def _ground(self) -> Ground:
        return self._desk.read(battlefield)
