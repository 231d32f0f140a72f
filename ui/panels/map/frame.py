"""What the tools of the map and the photo under it know of its panel."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from ui.widgets.buttons import HoldsKeys

# For their types alone: most of these modules import this one.
if TYPE_CHECKING:
    from brikdesk.store.act import Act
    from ui.look.text import ElidedLabel
    from ui.look.theme import Theme
    from ui.models.map import UnitToken
    from ui.panels.map.overlay import MapOverlay
    from ui.panels.map.scene import MapScene
    from ui.panels.map.tabletop import Tabletop
    from ui.panels.map.view import MapView, Tool
    from ui.parts.editor_sheet import RefusedHere


class MapFrame(QWidget, HoldsKeys):
    """The panel of the map as its parts see it; `MapPanel` is the one that there is."""

    theme: "Theme"
    scene: "MapScene"
    view: "MapView"
    tabletop: "Tabletop"
    overlay: "MapOverlay"
    refusal: "RefusedHere"
    readout: "ElidedLabel"
    tool: "Tool | None"

    def selected_token(self) -> "UnitToken | None":
        """Return the token of the selected unit; none if it has no place."""
        raise NotImplementedError

    def aim_at(self, unit_id: int, point: QPointF) -> None:
        """Aim the attack that is being made at a unit, or at a point."""
        raise NotImplementedError

    def take_up(self, tool: "Tool") -> None:
        """Begin to use a tool in place of the present one."""
        raise NotImplementedError

    def put_away(self) -> None:
        """Put the present tool away."""
        raise NotImplementedError

    def do(self, act: "Act") -> bool:
        """Do an act; return whether it was done. A refusal is shown here."""
        raise NotImplementedError

    def tell_keys(self) -> None:
        """Tell which keys work now."""
        raise NotImplementedError

    def say_what_is_here(self) -> None:
        """Say in words what is under the pointer or selected."""
        raise NotImplementedError
