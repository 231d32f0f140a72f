"""The map in the players' window: the desk's own items, and nothing that can be done to them."""

from PySide6.QtCore import QRectF, Qt

from brikdesk.turns.players_view import PlayersView
from ui.look.theme import Theme
from ui.models.map.shot import DrawnShot
from ui.models.map.tokens import tokens_of
from ui.panels.map.overlay import MapOverlay
from ui.panels.map.scene import MapScene
from ui.panels.map.tabletop import Tabletop
from ui.panels.map.view import MapView


class PlayersMap(MapView):
    """Shows a PlayersView. It takes no keys and no mouse."""

    def __init__(self, theme: Theme) -> None:
        self.items_shown = MapScene(theme)
        super().__init__(theme, self.items_shown)
        self.items_shown.setParent(self)
        self.tabletop = Tabletop(theme, self)
        self.overlay = MapOverlay(theme, self, self.items_shown)
        self.painted_under = self.tabletop.paint
        self.painted_over = self.overlay.paint
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setInteractive(False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self._restyle)

    def show_view(self, view: PlayersView) -> None:
        """Show what the players may see of the table."""
        ground = view.ground
        tokens, _ = tokens_of(view.units, ground.standing, view.fires)
        self.tabletop.ground = self.overlay.ground = ground
        self.set_table(ground.width or 40.0, ground.depth or 30.0)
        self.tabletop.terrain.show_ground(ground)
        self.items_shown.show_ground(ground)
        self.items_shown.show_units(tokens)
        self.overlay.forget()
        self.setAccessibleDescription("; ".join(token.words for token in tokens))
        self.viewport().update()

    def show_shot(self, shot: DrawnShot | None) -> None:
        """Draw what is happening over the table; nothing for None."""
        if shot != self.overlay.shot:
            self.overlay.shot = shot
            self.viewport().update()

    def show_place(self, box: QRectF) -> None:
        """Show a part of the table; all of it for a null box."""
        if box.isNull():
            self.fit()
        else:
            self.show_all_of(box)

    def _restyle(self) -> None:
        self.items_shown.restyle()
        self.tabletop.restyle()
        self.overlay.restyle()
        self.refit()
