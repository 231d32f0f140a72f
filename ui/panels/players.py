"""The window for a second screen, and the table beside the large view of the queue."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from PySide6 import QtGui
from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.dice import Face
from brikdesk.store.campaign import Changes
from brikdesk.store.lines import Line
from brikdesk.store.views.campaign_and_battle import played
from brikdesk.turns.secrets import MOST_LINES, PlayersView, players_view
from brikdesk.turns.steps import DieAsked
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import BRIKWARS, KEYS, sign
from ui.look.text import plain_label, tip
from ui.look.theme import StageTheme, Theme
from ui.models.attack.controller import attack_of, shot_of
from ui.models.attack.draft import AttackPhase
from ui.models.attack.odds import percent
from ui.models.map import DrawnShot, FlatPhoto, tokens_of
from ui.models.queue import drawn_of, queue_of
from ui.models.step_draft import DieKey, side_by_side
from ui.panels.map.overlay import MapOverlay
from ui.panels.map.scene import MapScene
from ui.panels.map.tabletop import Tabletop
from ui.panels.map.view import MapView
from ui.panels.queue.panel import LargeView
from ui.parts.lines import LinePiece, LineWords, RichLabel, part_pieces
from ui.widgets.dice import DieGlyph, paint_die_glyph
from ui.widgets.layout import SPRING, Arranged, in_column, in_row, let_wrap
from ui.widgets.painted import PaintedWidget
from ui.widgets.tokens import Seated, TurnOrder


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


HIGH = 260
"""Pixels at 100 %."""

AROUND = 8.0
"""Inches of the table that are seen to each side of what the step is about."""


class Spot(Struct, frozen=True):
    """What a step is about: a unit, a Field, something in flight or that lies there; in inches."""

    name: str
    x: float
    y: float
    across: float
    unit_id: int = 0

    @property
    def around(self) -> QRectF:
        """The part of the table that is seen with it."""
        far = AROUND + self.across / 2
        return QRectF(self.x - far, self.y - far, 2 * far, 2 * far)


class StepMap(PlayersMap):
    """Follows the desk and its queue while it can be seen; all of the table where no place is meant."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme)
        self._desk, self._queue = desk, queue_of(desk, hub)
        self.setFixedHeight(theme.px(HIGH))
        desk.changed.connect(self._heard)
        self._queue.step_changed.connect(self._turn_to)

    @override
    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Show the table as it is now; where nobody has a place there is nothing to see."""
        view = self._desk.read(players_view)
        self.setVisible(bool(view.ground.width) and any(row.x is not None for row in view.units))
        if self.isVisible():
            self.show_view(view)
            self._turn_to()

    @override
    def _restyle(self) -> None:
        self.setFixedHeight(self.theme.px(HIGH))
        super()._restyle()

    def _heard(self, changes: Changes) -> None:
        # Of its parent, as it hides itself while nobody has a place.
        beside = self.parentWidget()
        seen = beside is not None and beside.isVisible()
        if seen and not changes.tables.isdisjoint(players_view.tables):
            self.follow()

    def _turn_to(self) -> None:
        if self.isVisible():
            spot = self._spot(self._desk.read(players_view))
            self.overlay.selected = spot.unit_id if spot else 0
            self.setAccessibleName(f"The table around {spot.name}" if spot else "The table")
            self.show_place(spot.around if spot else QRectF())
            self.viewport().update()

    def _spot(self, view: PlayersView) -> Spot | None:
        """Return where the step takes place; None where nothing of it may be seen on the table."""
        step = self._queue.current
        if step is None or step.key not in view.steps:
            return None
        return _of_act(step.act, view) or _of_unit(step.unit_id, view)


def _of_act(act: Mapping[str, Any], view: PlayersView) -> Spot | None:
    """Return the spot of the Field, the projectile or the Explosive that a step is about."""
    for disc in view.ground.discs:
        if disc.id == act.get("field_id"):
            return Spot(disc.name, disc.x, disc.y, disc.size)
    for flight in view.ground.flights:
        if flight.id == act.get("projectile_id"):
            return Spot(flight.name, *flight.now, 0)
    for each in view.ground.lying:
        # Traps lie in the same list, and have keys of their own.
        if not each.trap and each.id == act.get("explosive_id"):
            return Spot(each.name, each.x, each.y, 0)
    return None


def _of_unit(unit_id: int | None, view: PlayersView) -> Spot | None:
    for row in view.units:
        if row.id == unit_id and row.x is not None and row.y is not None:
            return Spot(row.name, row.x, row.y, row.size, row.id)
    return None


def large_view(theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> LargeView:
    """Return the large view with the table in it."""
    made = LargeView(theme, desk, hub, parent)
    made.show_map(StepMap(theme, desk, hub))
    return made


SIDE, GAP = 46, 8
"""Pixels at 100 % of a die, and between two."""


class DiceLine(PaintedWidget):
    """Dice of one roll; those without a face still wait."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self, across=QSizePolicy.Policy.Ignored)
        self.dice: tuple[DieGlyph, ...] = ()

    def show_dice(self, dice: Sequence[DieGlyph]) -> None:
        """Show other dice."""
        self.dice = tuple(dice)
        faces = (f"d{die.sides} {'waiting' if die.value is None else die.value}" for die in dice)
        self.setAccessibleName(", ".join(faces))
        self.restyle()

    @override
    def hasHeightForWidth(self) -> bool:
        """Return True: fewer pixels across mean more lines."""
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines of dice."""
        lines = -(-len(self.dice) // self._across(width))
        return lines * self._step()

    @override
    def sizeHint(self) -> QSize:
        """Return the size for the present width."""
        return QSize(self._step(), self.heightForWidth(max(self.width(), self._step())))

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the dice line by line."""
        across, step, side = self._across(round(box.width())), self._step(), self.theme.px(SIDE)
        for place, die in enumerate(self.dice):
            line, column = divmod(place, across)
            square = QRectF(column * step, line * step, side, side)
            paint_die_glyph(painter, square, self.theme, die)

    def _across(self, width: int) -> int:
        return max(1, (width + self.theme.px(GAP)) // self._step())

    def _step(self) -> int:
        return self.theme.px(SIDE) + self.theme.px(GAP)


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
        # The map has the same one: a photo is straightened only once.
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
        dice = _glyphs(shown.preview.dice, shown.keys, self._queue.faces)
        return OpenStep(title, dice, drawn=drawn_of(shown.preview))

    def _of_attack(self) -> OpenStep | None:
        """Return the dice of an attack once one of them lies on the table; before it is a draft."""
        attack = self._attack
        if attack is None or attack.shown is None:
            return None
        if attack.phase not in (AttackPhase.AIM, AttackPhase.DICE):
            return None
        odds = attack.reckoner.odds if self._odds else None
        words = f"{percent(odds.any_hit)} to hit" if odds else ""
        if not attack.faces and not words:
            return None
        dice = _glyphs(attack.shown.preview.dice, attack.shown.keys, attack.faces)
        return OpenStep("Attack", dice, words, shot_of(attack))


def _glyphs(
    dice: Sequence[DieAsked], keys: Sequence[DieKey], faces: Mapping[DieKey, Face]
) -> tuple[DieGlyph, ...]:
    """Return the dice of a step in the order of their boxes; those without a face still wait."""
    made = []
    for place in side_by_side(dice):
        sides, face = dice[place].sides, faces.get(keys[place])
        made.append(DieGlyph(sides, face.value, face.origin) if face else DieGlyph(sides))
    return tuple(made)


LEAST = QSize(640, 360)
USUAL = QSize(1280, 720)

PHASES = {"START": "Start of the turn", "PLAY": "The turn is open", "END": "End of the turn"}
"""What the side says while no step waits of which the players may know."""

SIDE_PARTS, MAP_PARTS = 3, 7
"""How the width is shared."""


class PlayersWindow(Arranged, QWidget):
    """Shows the values that it is given, and knows no campaign. Nothing can be done in it.

    Esc, or the key that opened it, closes it; 0 shows the whole table, F11 fills the screen.
    `closed` is emitted when it is closed in whatever way.
    """

    closed = Signal()

    def __init__(self, theme: StageTheme) -> None:
        super().__init__()
        self.arranged_by(self._take_size)
        self.theme = theme
        self.setWindowTitle("BrikDesk for the players")
        # It is looked at on another screen, while the keys go on working on the desk.
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setMinimumSize(LEAST)
        self.resize(USUAL)
        self._step, self._phase = OpenStep(), ""
        self.turn = plain_label(theme, "", "head", strong=True)
        self.order = TurnOrder(theme)
        self.order.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.map = PlayersMap(theme)
        self.who = plain_label(theme, "", "head", strong=True, wrap=True)
        self.step = plain_label(theme, "", "title", wrap=True)
        self.dice = DiceLine(theme)
        self.odds = plain_label(theme, "", "body", "text2", wrap=True)
        self.last = plain_label(theme, "Last", "small", "text2")
        self.outcome = [RichLabel(theme, role="title") for _ in range(MOST_LINES)]
        self._lay_out()
        for keys in KEYS["players"]:
            QtGui.QShortcut(QtGui.QKeySequence(keys), self, self.close)

    def show_view(self, view: PlayersView) -> None:
        """Show the battle as the players may see it."""
        self.turn.say(f"Turn {view.number}" if view.number else view.campaign)
        self.order.show_seats(
            [Seated(p.name, p.faction, p.code, p.colour, p.active, p.out) for p in view.players]
        )
        # The tip of the turn order is for the mouse, and here is none.
        tip(self.order, "")
        active = next((p for p in view.players if p.active), None)
        self.who.say(f"{active.faction} to play" if active else "No battle")
        self.who.set_token(active.colour if active else "text2")
        self._phase = PHASES.get(view.phase, "")
        self._say_step()
        self.map.show_view(view)
        for place, label in enumerate(self.outcome):
            shown = place < len(view.outcome)
            label.show_pieces(_pieces(view.outcome[place]) if shown else ())
            label.setVisible(shown)
        self.last.setVisible(bool(view.outcome))

    def show_step(self, step: OpenStep) -> None:
        """Show what dice are thrown for, the dice, and what it draws on the map."""
        self._step = step
        self.map.show_shot(step.drawn)
        self._say_step()

    def show_place(self, box: QRectF) -> None:
        """Show this part of the table, as the desk does; all of it for a null box."""
        self.map.show_place(box)

    # --- as a window -----------------------------------------------------------------------------

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Close, fit the table, or fill the screen; other keys do nothing here."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif sign(event) == "0":
            self.map.fit()
        elif event.key() == Qt.Key.Key_F11:
            self.showNormal() if self.isFullScreen() else self.showFullScreen()

    @override
    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        """Tell who opened it, which keeps its place."""
        super().closeEvent(event)
        self.closed.emit()

    def _take_size(self) -> None:
        self.theme.fit(self.size())

    # --- around ----------------------------------------------------------------------------------

    def _say_step(self) -> None:
        self.step.say(self._step.title or self._phase)
        self.step.setVisible(bool(self._step.title or self._phase))
        self.dice.show_dice(self._step.dice)
        self.dice.setVisible(bool(self._step.dice))
        self.odds.say(self._step.odds)
        self.odds.setVisible(bool(self._step.odds))

    def _lay_out(self) -> None:
        theme = self.theme
        head = in_row(theme, self.turn, (self.order, 1), gap=16)
        side = in_column(
            theme,
            self.who,
            self.step,
            self.dice,
            self.odds,
            SPRING,
            self.last,
            *self.outcome,
            gap=8,
        )
        across = in_row(theme, (self.map, MAP_PARTS), (side, SIDE_PARTS), gap=14)
        column = in_column(theme, head, (across, 1), gap=8, edges=(12, 10, 14, 10), on=self)
        # Its text follows the window and not the other way round.
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)


def _pieces(line: Line) -> tuple[LinePiece, ...]:
    lead = LineWords(" ".join(line.lead.split()), "text", strong=True)
    return (lead, *part_pieces(line.parts))
