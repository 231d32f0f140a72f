"""Feeds the players' window: values of the one view that is made for them, and dice on the table."""

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from brikdesk.store.campaign import Changes
from brikdesk.store.views.scifi import played
from brikdesk.turns.players_view import PlayersView, players_view
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import BRIKWARS
from ui.models.attack.controller import attack_of
from ui.models.attack.odds_blocks import percent
from ui.models.attack.on_the_map import shot_of
from ui.models.attack.phases import AttackPhase
from ui.models.map.flat_photo import FlatPhoto
from ui.models.map.shot import DrawnShot
from ui.models.queue.step_draft import side_by_side
from ui.models.queue.step_on_map import drawn_of
from ui.models.queue.the_queue import queue_of
from ui.widgets.dice.glyph import DieGlyph


class OpenStep(Struct, frozen=True):
    """What dice are thrown for, the dice in the order of their boxes, and odds where wanted.

    `drawn` is what the map shows of it: explosions, a line of fire, where a miss may come down.
    """

    title: str = ""
    dice: tuple[DieGlyph, ...] = ()
    odds: str = ""
    drawn: DrawnShot | None = None


class PlayersFeed(QObject):
    """Follows the desk. `seen` brings a PlayersView, `opened` an OpenStep, each when it changed.

    `pictured` brings the straightened photo of the table in its sizes, and how solid it is.
    """

    seen = Signal(object)
    opened = Signal(object)
    pictured = Signal(object, float)

    def __init__(self, desk: Desk, hub: Hub, odds: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._odds = desk, odds
        self.view: PlayersView = desk.read(players_view)
        self._queue = queue_of(desk, hub)
        brikwars = BRIKWARS in desk.read(played)
        self._attack = attack_of(desk, hub) if brikwars else None
        self.step = self._step_now()
        self._photo = desk.shared(FlatPhoto, lambda: FlatPhoto(desk))
        self._photo.changed.connect(self.show_photo)
        desk.changed.connect(self._heard)
        self._queue.step_changed.connect(self._look)
        if self._attack is not None:
            self._attack.changed.connect(self._look)
            self._attack.reckoner.known.connect(self._look)

    def show_odds(self, wanted: bool) -> None:
        """Show the odds of an attack, or leave them out."""
        self._odds = wanted
        self._look()

    def show_photo(self) -> None:
        """Tell of the photo as it is now."""
        self.pictured.emit(self._photo.sizes, self._photo.opacity)

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(players_view.tables):
            return
        if (view := self._desk.read(players_view)) != self.view:
            self.view = view
            self.seen.emit(view)
        self._look()

    def _look(self) -> None:
        if (step := self._step_now()) != self.step:
            self.step = step
            self.opened.emit(step)

    def _step_now(self) -> OpenStep:
        return self._of_attack() or self._of_queue()

    def _of_queue(self) -> OpenStep:
        current, shown = self._queue.current, self._queue.shown
        # The view alone says what may be told: a step that it does not name is not shown at all.
        title = self.view.steps.get(current.key, "") if current else ""
        if not title or shown is None:
            return OpenStep(title)
        faces, dice = self._queue.faces, []
        for place in side_by_side(shown.preview.dice):
            sides, face = shown.preview.dice[place].sides, faces.get(shown.keys[place])
            dice.append(DieGlyph(sides, face.value, face.origin) if face else DieGlyph(sides))
        return OpenStep(title, tuple(dice), drawn=drawn_of(shown.preview))

    def _of_attack(self) -> OpenStep | None:
        """Return the dice of an attack once one of them lies on the table; before it is a draft."""
        attack = self._attack
        if (
            attack is None
            or attack.shown is None
            or attack.phase not in (AttackPhase.AIM, AttackPhase.DICE)
        ):
            return None
        odds = attack.reckoner.odds if self._odds else None
        words = f"{percent(odds.any_hit)} to hit" if odds else ""
        faces = attack.faces
        if not faces and not words:
            return None
        preview, keys, dice = attack.shown.preview, attack.shown.keys, []
        for place in side_by_side(preview.dice):
            face = faces.get(keys[place])
            sides = preview.dice[place].sides
            dice.append(DieGlyph(sides, face.value, face.origin) if face else DieGlyph(sides))
        return OpenStep("Attack", tuple(dice), words, shot_of(attack))
