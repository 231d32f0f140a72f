"""The map alone: nothing between top bar and status bar but the table."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.window.desk_view import DeskView


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
