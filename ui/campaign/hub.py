"""What panels tell each other, and what the window shows of a game."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct, field
from PySide6.QtCore import QObject, QRectF, Signal

from brikdesk.games import GAMES


class Hub(QObject):
    """One for each window. Panels emit what the referee asked for; the window carries it out.

    - `unit_selected`: a unit is selected in some list (0: none); all panes follow.
    - `unit_opened`: show the inspector of this unit.
    - `unit_edited`: open the editor sheet for this unit; 0 for a new one.
    - `rule_asked`: show the rule card of this ID.
    - `why_asked`: show how the numbers of this log line (a LogEntry) came about.
    - `line_asked`: go to this line of the log (its key).
    - `step_asked`: go to this step of the queue (its key).
    - `workspace_asked`: go to a workspace: battle, units, ledger, log, report.
    - `ledger_asked`: show a table of the ledger: air, fires, fields, ammo, homing, marks, waiting;
      by the Sci-fi rules shots, detected, crews.
    - `keys_changed`: the keys that work in the focused pane, as (keycap, words) pairs.
    - `key_unused`: this key press (a QKeyEvent) did nothing where the focus is.
    - `remarked`: why the last key did nothing, in words.
    - `map_alone_asked`: the map alone, without the other panes; asked again, all of them.
    - `large_asked`: the large view of the queue, on or off.
    - `attack_wanted`: show the Attack tab, filled in with this Attack or FireSf (a value).
    - `shot_changed`: what the map draws over the table has changed (`shot`).
    - `target_pointed`: the attack shall aim at what the map shows there: unit (0: none), x, y.
    - `spot_pointed`: what the step of the queue asks for lies there: unit (0: none), x, y.
    - `place_pointed`: what the open form asks for lies there: unit (0: none), x, y.
    - `pointing_asked`: the map shall be in front, with the keys, to point at what the form asks.
    - `pointing_left`: that is over: the keys go back to the form.
    - `spot_taken`: where something lands was pointed at: the keys go back to its dice.
    - `map_moved`: the map shows another part of the table (`map_box`).
    - `answer_begun`: a response of this depth begins, from where the referee is now; with True it
      comes back after an undo.
    - `answer_over`: the response of this depth is over: back to where it began.
    - `attack_left`: the Attack tab is empty, and the referee goes back to where he was before.
    - `command_asked`: do what a command of the window does (its name).
    - `form_asked`: open the form of an act (its name), with these answers filled in (a mapping).
    - `placing_asked`: put this unit of the tray on the table, or one that stands there elsewhere.
    - `moment_asked`: show the campaign as it was right after this act (its number).
    - `event_asked`: show the dispute card of this act (its number).
    - `bookmark_asked`: put a bookmark on the moment after this act (its number), or name the one there.
    - `life_asked`: show all that has happened to this unit.
    - `correction_asked`: begin to do something else in place of this act (its number).
    - `together_changed`: other units are selected together than before, on the map or in a list.
    - `album_asked`: show the album of pinned photos, at those of this unit (0: at the newest).
    - `sf_weapon_edited`: open the editor of a Sci-fi weapon: (unit, weapon), weapon 0 for a new one.
    """

    unit_selected = Signal(int)
    unit_opened = Signal(int)
    unit_edited = Signal(int)
    rule_asked = Signal(str)
    why_asked = Signal(object)
    line_asked = Signal(int)
    step_asked = Signal(str)
    workspace_asked = Signal(str)
    ledger_asked = Signal(str)
    keys_changed = Signal(object)
    key_unused = Signal(object)
    remarked = Signal(str)
    map_alone_asked = Signal()
    large_asked = Signal(bool)
    attack_wanted = Signal(object)
    shot_changed = Signal()
    target_pointed = Signal(int, float, float)
    spot_pointed = Signal(int, float, float)
    place_pointed = Signal(int, float, float)
    pointing_asked = Signal()
    pointing_left = Signal()
    spot_taken = Signal()
    map_moved = Signal()
    answer_begun = Signal(int, bool)
    answer_over = Signal(int)
    attack_left = Signal()
    sf_weapon_edited = Signal(object)
    album_asked = Signal(int)
    together_changed = Signal()
    command_asked = Signal(str)
    form_asked = Signal(str, object)
    placing_asked = Signal(int)
    moment_asked = Signal(int)
    event_asked = Signal(int)
    bookmark_asked = Signal(int)
    life_asked = Signal(int)
    correction_asked = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.selected_unit = 0
        self.together: tuple[int, ...] = ()
        """The units that are selected together; empty where only one is, or none."""
        self.answering = 0
        """How many responses are being made, each within the one before it."""
        self.step_unit = 0
        """The unit of the step that waits; 0 for none."""
        self.dice_lie = False
        """Whether dice lie on the table for an attack that is not made yet."""
        self._attack: object | None = None
        self._step: object | None = None
        self._form: object | None = None
        self._ahead: object | None = None
        self.map_box = QRectF()
        """The part of the table that the map shows, in inches; null: all of it."""

    @property
    def shot(self) -> object | None:
        """What the map draws: what an open form asks, a turn to come, the attack, what a step asks."""
        # A form lies over what looks ahead, that over the attack, and the attack before the queue.
        over_each_other = (self._form, self._ahead, self._attack, self._step)
        drawn = (each for each in over_each_other if each is not None)
        return next(drawn, None)

    @property
    def attacks(self) -> bool:
        """Whether the map draws an attack that is being made."""
        return self._attack is not None

    def show_attack(self, shot: object | None) -> None:
        """Have the map draw the attack that is being made; None: none is."""
        self._attack = shot
        self.shot_changed.emit()

    def show_step(self, shot: object | None) -> None:
        """Have the map draw what a step of the queue asks; nothing is emitted if it is the same."""
        if shot != self._step:
            self._step = shot
            self.shot_changed.emit()

    def tell_step_unit(self, unit_id: int) -> None:
        """Have the map show the unit of the step that waits apart from others; 0: there is none."""
        if unit_id != self.step_unit:
            self.step_unit = unit_id
            self.shot_changed.emit()

    def show_form(self, shot: object | None) -> None:
        """Have the map draw the place that an open form asks for; None: it asks for none."""
        if shot != self._form:
            self._form = shot
            self.shot_changed.emit()

    def point_at(self, unit_id: int, x: float, y: float) -> None:
        """Tell the form, else the attack, else the step what was pointed at on the map."""
        of_attack = self.target_pointed if self._attack is not None else self.spot_pointed
        (of_attack if self._form is None else self.place_pointed).emit(unit_id, x, y)

    def show_ahead(self, shot: object | None) -> None:
        """Have the map draw what is where in a turn to come; None: nobody looks ahead."""
        if shot != self._ahead:
            self._ahead = shot
            self.shot_changed.emit()

    @property
    def form_asks(self) -> bool:
        """Whether an open form asks for a place."""
        return self._form is not None

    def show_map_box(self, box: QRectF) -> None:
        """Tell what part of the table the map shows; nothing is emitted if it is the same."""
        if box != self.map_box:
            self.map_box = box
            self.map_moved.emit()

    def tell_answers(self, depth: int, begun: bool, again: bool = False) -> None:
        """Tell that the response of this depth begins, or is over."""
        self.answering = depth if begun else depth - 1
        if begun:
            self.answer_begun.emit(depth, again)
        else:
            self.answer_over.emit(depth)

    def choose_together(self, ids: tuple[int, ...]) -> None:
        """Select these units together; nothing is emitted if they are the same."""
        if ids != self.together:
            self.together = ids
            self.together_changed.emit()

    def together_with(self, unit_id: int) -> tuple[int, ...]:
        """Return what an act on a unit is done to: all that are selected together, or it alone."""
        return self.together if unit_id in self.together else (unit_id,)

    def select_squad(self, ids: tuple[int, ...]) -> None:
        """Select the units of a squad together, the first of them everywhere."""
        if ids:
            self.select_unit(ids[0])
            self.choose_together(ids)

    def select_unit(self, unit_id: int) -> None:
        """Select a unit everywhere; nothing is emitted if it is selected already."""
        if unit_id != self.selected_unit:
            self.selected_unit = unit_id
            self.unit_selected.emit(unit_id)


class GameInWindow(Struct, frozen=True):
    """The window's part of a game; every place is "module:NAME" and imported on first use.

    - `forms_at`: the forms of its acts.
    - `tables_at`: its tables of the ledger. Where a game before it has a table of the same name,
      the two are shown as one: the table at `joined_at[name]`.
    """

    forms_at: tuple[str, ...] = ()
    tables_at: str = ""
    joined_at: Mapping[str, str] = field(default_factory=dict)


BRIKWARS = GameInWindow(
    forms_at=(
        "ui.forms.units:FORMS",
        "ui.forms.fields:FORMS",
        "ui.forms.movement:FORMS",
        "ui.forms.fields:OF_TERRAIN",
        "ui.forms.fields:OF_TRAPS",
        "ui.forms.weapons:FORMS",
        "ui.forms.weapons:OF_EXPLOSIVES",
    ),
    tables_at="ui.panels.ledger.tables:TABLES",
)
SCIFI = GameInWindow(
    forms_at=("ui.forms.scifi:FORMS",),
    tables_at="ui.panels.ledger.scifi_tables:TABLES",
    joined_at={"ammo": "ui.panels.ledger.scifi_tables:BOTH_AMMUNITION"},
)


def shown(game: str) -> GameInWindow:
    """Return the window's part of a game, by its name in campaign files."""
    place = GAMES[game].shown_at
    found: GameInWindow = at(place) if place else GameInWindow()
    return found


@cache
def at(place: str) -> Any:
    """Import what "module:NAME" names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
