"""Several units selected at once on the map, beside the one that the whole desk shows."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.models.map.tokens import UnitToken

if TYPE_CHECKING:
    from brikdesk.store.act import Act
    from ui.panels.map.scene import MapScene


class Several(QObject):
    """The units that move and turn together, in the order in which they were chosen.

    Acts that make sense for many are done to all of them too, by their forms. All else, as an
    attack or the inspector, goes by the one that is selected in the whole desk: the last one
    clicked, or where Tab is. It may be none of these. A unit that is selected elsewhere, or by a
    plain click, ends them.
    """

    changed = Signal()

    def __init__(self, scene: "MapScene", desk: Desk, hub: Hub, parent: QObject) -> None:
        super().__init__(parent)
        self._scene, self._desk, self._hub = scene, desk, hub
        self.ids: tuple[int, ...] = ()
        self._stepping = False
        hub.unit_selected.connect(self._elsewhere)
        hub.together_changed.connect(self._chosen_elsewhere)

    @property
    def words(self) -> str:
        """How many there are, as a screen reader says it; empty if there are none."""
        count = len(self.ids)
        return f"{count} {'unit' if count == 1 else 'units'} selected" if count else ""

    def together_with(self, token: UnitToken) -> tuple[UnitToken, ...]:
        """Return what moves when this unit is taken up: itself first, or all if it is one of them."""
        if token.unit_id not in self.ids:
            return (token,)
        others = (each for each in self._tokens() if each.unit_id != token.unit_id)
        return token, *others

    def moving(self) -> tuple[UnitToken, ...]:
        """Return what keys move: all of them, or the one that is selected; the leader first."""
        selected = self._scene.token(self._hub.selected_unit)
        if not self.ids:
            return (selected,) if selected else ()
        if selected is not None and selected.unit_id in self.ids:
            return self.together_with(selected)
        return tuple(reversed(self._tokens()))

    def click(self, unit_id: int) -> None:
        """Add a unit, or take it out, as by a click with Ctrl; it is selected everywhere."""
        if not self.ids and unit_id == self._hub.selected_unit:
            self._hub.select_unit(0)
            return
        ids = self._with_toggled(unit_id)
        last = unit_id if unit_id in ids else next(reversed(ids), 0)
        # One alone is an ordinary selection.
        self._take(ids if len(ids) > 1 else ())
        self.go_to(last)

    def toggle_here(self) -> bool:
        """Add the selected unit or take it out, as by Ctrl+Space; it stays selected. False for none."""
        unit_id = self._hub.selected_unit
        if self._scene.token(unit_id) is None:
            return False
        self._take(self._with_toggled(unit_id) if self.ids else (unit_id,))
        return True

    def choose(self, ids: Iterable[int]) -> None:
        """Select all of these, and no others; the last one everywhere."""
        chosen = tuple(ids)
        self._take(chosen if len(chosen) > 1 else ())
        self.go_to(next(reversed(chosen), 0))

    def choose_side(self) -> None:
        """Select all on the map of whose turn it is; before the first turn, of the selected unit's."""
        rows = self._desk.read(units)
        active = self._desk.read(battle_head).active
        selected = self._hub.selected_unit
        beside = next((row.player_id for row in rows if row.id == selected), None)
        side = active.id if active else beside
        theirs = {row.id for row in rows if side is not None and row.player_id == side}
        placed = [token.unit_id for token in self._scene.in_reading_order()]
        if chosen := [unit_id for unit_id in placed if unit_id in theirs]:
            self.choose(chosen)

    def go_to(self, unit_id: int) -> None:
        """Select a unit everywhere and keep those that are selected on the map."""
        self._stepping = True
        self._hub.select_unit(unit_id)
        self._stepping = False

    def leave(self) -> bool:
        """Go back to the one that is selected everywhere; False if there are no others."""
        there = bool(self.ids)
        self._take(())
        return there

    def keep_placed(self) -> None:
        """Let go of those that are no longer on the map."""
        gone = {each for each in self.ids if self._scene.token(each) is None}
        if gone:
            self._take(tuple(each for each in self.ids if each not in gone))

    def turned(self, degrees: float) -> "Act | None":
        """Return the act that turns all that keys move clockwise by so many degrees, each in place."""
        from brikdesk.acts.battlefield.facing import FaceUnit  # here: seldom wanted

        turns = tuple(
            FaceUnit(unit_id=token.unit_id, facing=((token.facing or 0.0) + degrees) % 360)
            for token in self.moving()
        )
        return as_one(turns, "turn")

    def _with_toggled(self, unit_id: int) -> tuple[int, ...]:
        selected = self._hub.selected_unit
        ids = self.ids or ((selected,) if self._scene.token(selected) else ())
        if unit_id in ids:
            return tuple(each for each in ids if each != unit_id)
        return *ids, unit_id

    def _tokens(self) -> list[UnitToken]:
        found = (self._scene.token(unit_id) for unit_id in self.ids)
        return [token for token in found if token is not None]

    def _elsewhere(self, _unit_id: int) -> None:
        if not self._stepping:
            self._take(())

    def _take(self, ids: tuple[int, ...]) -> None:
        if ids != self.ids:
            self.ids = ids
            self._hub.choose_together(ids)
            self.changed.emit()

    def _chosen_elsewhere(self) -> None:
        """Show those of a list's choice that are on the map; they move together too."""
        ids = tuple(each for each in self._hub.together if self._scene.token(each) is not None)
        if ids != self.ids:
            self.ids = ids
            self.changed.emit()


def as_one(acts: "tuple[Act, ...]", verb: str) -> "Act | None":
    """Return acts of several units as one act, with one undo; None for no act."""
    if len(acts) < 2:
        return acts[0] if acts else None
    from brikdesk.acts.turn.turns import Together

    return Together(title=f"{len(acts)} units {verb}", acts=acts)
