"""Looking back: the battle as it was, beat by beat; bookmarks, searches, and a turn as a slow film."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.errors import CampaignFileError
from brikdesk.reports.data import clock
from brikdesk.rules.texts import is_known
from brikdesk.store.campaign import Changes
from brikdesk.store.moments import (
    DEATH,
    FIRE,
    NOTE,
    OVERRULED,
    PHOTO,
    Beat,
    Past,
    SaidOfAct,
    bookmarks,
    life,
    said_of_acts,
)
from brikdesk.store.views.campaign_and_battle import PlayerRow, battle_head
from brikdesk.store.views.units import unit
from ui.campaign.desk import Desk
from ui.look.icons import paint_icon
from ui.look.shortcuts import ENTER, sign
from ui.look.text import ElidedLabel, announce, plain_label, tip
from ui.look.theme import Theme
from ui.parts.lists import FilterField
from ui.widgets.buttons import Button, CapRows, OwnKeys, icon_button
from ui.widgets.focus import holds_focus
from ui.widgets.layout import Arranged, in_column, in_row
from ui.widgets.painted import (
    Backdrop,
    IconMark,
    PaintedWidget,
    draw_centred,
    draw_focus,
    square_in,
    text_width,
    with_alpha,
)
from ui.window.campaign_at_work import AtWork
from ui.window.frame import Frame
from ui.window.past_and_trial import PlaceInTime

HIGH, BAND, SIGN = 40, 14, 14
"""Pixels at 100 %: the timeline, its band of player turns, and a mark over it."""

SET_UP = 0.15
"""How wide a beat is outside of battles, where one of a turn is 1."""

SIGNS = {
    DEATH: ("cross", "danger"),
    FIRE: ("fire", "fire"),
    OVERRULED: ("shield", "aim"),
    NOTE: ("note", "text2"),
    PHOTO: ("photo", "text2"),
}
BOOKMARK = ("bookmark", "accent_text")
"""Before all marks: somebody put it there."""

TICK, TICK_HIGH = 3, 6
"""Pixels at 100 %: how wide and high a beat is marked that a search has found."""

KEYS = (
    ("← →", "step"),
    ("↑ ↓", "player turn"),
    ("Space", "play the turn"),
    ("M", "bookmark"),
    ("/", "search"),
    ("U", "of the unit"),
    ("N", "next found or bookmark"),
    ("D", "dispute card"),
    ("Esc", "now"),
)
"""The icon of each mark; where there is room for one only, the first of them."""


class Timeline(PaintedWidget, OwnKeys):
    """The beats of a campaign from left to right: player turns as a band, marks over it.

    A click or drag asks for the beat there: `asked` brings its place. `keys_told` brings the keys that
    work while it has the focus; the frame around it carries them out.
    """

    asked = Signal(int)
    keys_told = Signal(object)
    own_keys = KEYS

    def __init__(self, theme: Theme, beats: tuple[Beat, ...], colours: dict[int, str]) -> None:
        super().__init__(theme)
        self._beats, self._colours, self._at = beats, colours, len(beats) - 1
        # What was set up before a battle matters less than what was played.
        widths = [1.0 if beat.turn_id else SET_UP for beat in beats]
        self._stands = list(accumulate(widths[1:], initial=0.0))
        self._bookmarks: frozenset[int] = frozenset()
        self._found: frozenset[int] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Timeline")
        tip(self, "Click where to look back to. A band is a player turn.")

    @override
    def sizeHint(self) -> QSize:
        """Return the size: as wide as there is room."""
        return QSize(self.theme.px(200), self.theme.px(HIGH))

    def show_place(self, place: int, words: str) -> None:
        """Put the hand on a beat."""
        self._at = place
        rounds = ", ".join(dict.fromkeys(str(beat.number) for beat in self._beats if beat.turn_id))
        self.setAccessibleDescription(f"{words}. Rounds: {rounds}" if rounds else words)
        self.update()

    def show_marked(self, bookmarks: frozenset[int], found: frozenset[int]) -> None:
        """Show the places of bookmarks, and of what a search has found."""
        self._bookmarks, self._found = bookmarks, found
        self.update()

    def x_of(self, place: int) -> float:
        """Return where a beat stands, in pixels from the left edge."""
        inset = self.theme.px(SIGN) / 2
        return inset + (self.width() - 2 * inset) * self._stands[place] / (self._stands[-1] or 1.0)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the turns, their numbers, the marks and the hand."""
        theme, px = self.theme, self.theme.px
        band = QRectF(0, box.bottom() - px(BAND) - px(2), box.width(), px(BAND))
        for first, last in self._turns():
            beat = self._beats[first]
            left = self.x_of(first) if first else 0.0
            right = self.x_of(last + 1) if last + 1 < len(self._beats) else box.right()
            part = QRectF(left, band.top(), right - left - 1, band.height())
            colour = theme.color(self._colours.get(beat.player_id, "text3"))
            painter.fillRect(part, with_alpha(colour, 0.4 if beat.turn_id else 0.2))
            words, font = str(beat.number), theme.font("caption", strong=True)
            if beat.turn_id and text_width(font, words) + px(6) < part.width():
                draw_centred(painter, part.center(), words, font, theme.color("text"))
        tick = px(TICK)
        for place in self._found:
            at = QRectF(self.x_of(place) - tick / 2, band.top() - px(2), tick, px(TICK_HIGH))
            painter.fillRect(at, theme.color("accent_text"))
        self._paint_marks(painter, band.top())
        self._paint_hand(painter, box)
        if self.hasFocus():
            draw_focus(painter, box, theme, px(4))

    def _paint_marks(self, painter: QPainter, below: float) -> None:
        """Paint the marks that have room, the weightiest of each beat; the first come first."""
        side, free = self.theme.px(SIGN), -1.0
        for place, beat in enumerate(self._beats):
            mark = next((name for name in SIGNS if name in beat.marks), "")
            kept, middle = place in self._bookmarks, self.x_of(place)
            if kept or (mark and (mark == DEATH or middle - side / 2 >= free)):
                icon, token = BOOKMARK if kept else SIGNS[mark]
                box = QRectF(middle - side / 2, below - side - 2, side, side)
                paint_icon(painter, square_in(box, side), self.theme, icon, token)
                free = middle + side / 2

    def _paint_hand(self, painter: QPainter, box: QRectF) -> None:
        x, accent = self.x_of(self._at), self.theme.color("accent_text")
        painter.setPen(QPen(accent, self.theme.px(3)))
        painter.drawLine(QPointF(x, box.top() + 1), QPointF(x, box.bottom() - 1))

    def _turns(self) -> list[tuple[int, int]]:
        """Return the first and the last beat of each player turn, and of what lies between them."""
        found: list[tuple[int, int]] = []
        for place, beat in enumerate(self._beats):
            if found and self._beats[found[-1][0]].turn_id == beat.turn_id:
                found[-1] = (found[-1][0], place)
            else:
                found.append((place, place))
        return found

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell which keys work here."""
        super().focusInEvent(event)
        self.keys_told.emit(KEYS)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the beat that was pressed."""
        self._ask(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Ask for the beat under the button that is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._ask(event)

    def _ask(self, event: QMouseEvent) -> None:
        x = event.position().x()
        self.asked.emit(min(range(len(self._beats)), key=lambda place: abs(self.x_of(place) - x)))


class BeatField(FilterField):
    """Words to search the beats for: Enter goes to the next one found, Shift+Enter to the one before."""

    wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "what happened: words, a name, a rule such as 8.4-10")

    @property
    @override
    def keys_now(self) -> CapRows:
        return (("Enter", "next"), ("⇧ Enter", "the one before"), ("Esc", "close"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to what is found."""
        if event.key() in ENTER:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.wanted.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)


PART = 1_000
"""Acts whose lines are read at once for a search; the window goes on between two parts."""

NOTHING_FOUND = "Nothing of that was done."


class FoundBeats:
    """Which beats a search has found: by typed words, or by a unit.

    What the log says is read part by part, by `read_on`, until `is_whole`.
    """

    def __init__(self, desk: Desk, past: Past) -> None:
        self._desk, self._past = desk, past
        self._said: list[SaidOfAct] = []
        self.is_whole = False
        self.places: tuple[int, ...] = ()

    def read_on(self) -> None:
        """Read what is said of some more acts."""
        after = self._said[-1].act_id if self._said else 0
        part = self._desk.read(said_of_acts, after, PART)
        self._said += part
        self.is_whole = len(part) < PART

    def by_words(self, typed: str, names: dict[int, str]) -> None:
        """Find the beats of which something holds every word; `names` are those of bookmarks.

        A word that is the ID of a rule finds what cites it, in a number too.
        """
        words = typed.casefold().split()
        rules = frozenset(word.upper() for word in words if is_known(word.upper()))
        others = [word for word in words if word.upper() not in rules]
        self._show(
            each.act_id
            for each in self._said
            if words and each.holds(others, rules, names.get(each.act_id, ""))
        )

    def by_unit(self, unit_id: int) -> None:
        """Find the beats that touched a unit."""
        self._show(self._desk.read(life, unit_id))

    def clear(self) -> None:
        """Find nothing."""
        self.places = ()

    def _show(self, act_ids: Iterable[int]) -> None:
        beats = self._past.beats
        places = {(self._past.beat_of(each), each) for each in act_ids}
        # Acts that were undone belong to no beat.
        self.places = tuple(sorted({
            place for place, act in places if beats[place].first <= act <= beats[place].act_id
        }))  # fmt: skip


ALL_TOOLS, WITH_NAME = 940, 760
"""Pixels at 100 % from which on the banner has room for all its buttons, and for its name."""


class Banner(Arranged, Backdrop):
    """The banner over the past; `arranging` brings its width when that is another."""

    arranging = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "accent_tint")
        self.arranged_by(self._tell_width)

    def _tell_width(self) -> None:
        self.arranging.emit(self.width())


SECOND = 1000
"""Milliseconds between two beats of a film."""


class LookingBack(PlaceInTime):
    """The battle as it was, beat by beat."""

    def __init__(self, window: Frame, past: Past, present: AtWork, act_id: int = 0) -> None:
        self.past = past
        players = present.desk.read(battle_head).players
        self._players: dict[int, PlayerRow] = {each.id: each for each in players}
        self._at = len(past.beats) - 1
        self.found = FoundBeats(present.desk, past)
        self._unit = 0
        self.film = QTimer(interval=SECOND)
        super().__init__(window, past, present, self._banner)
        self.film.setParent(self)
        self.film.timeout.connect(self._next_picture)
        self._reading = QTimer(self, singleShot=True, interval=0)
        self._reading.timeout.connect(self._read_on)
        if act_id:
            self._at = past.beat_of(act_id)
            past.go(past.beats[self._at].act_id)
            self.desk.tell_anew()
        self._page.left.disconnect(self.leave)
        self._page.left.connect(self._escape)
        self._page.pressed.connect(self._press)
        self._line.keys_told.connect(self.hub.keys_changed)
        self.field.keys_told.connect(self.hub.keys_changed)
        self.hub.moment_asked.connect(self.go_to_act)
        # Bookmarks are set in the campaign itself, which waits behind.
        present.desk.changed.connect(self._present_changed)
        present.desk.said.connect(self._say)
        self._show_marked()
        self._tell()
        self._add_keys()

    def _add_keys(self) -> None:
        for keys, does in (
            ("Alt+Left", partial(self.step, -1)),
            ("Alt+Right", partial(self.step, 1)),
            ("Alt+Up", partial(self.step_turn, -1)),
            ("Alt+Down", partial(self.step_turn, 1)),
            ("Alt+Home", partial(self.go, 0)),
            ("Alt+End", partial(self.go, len(self.past.beats) - 1)),
            ("Alt+PgUp", partial(self.step_found, -1)),
            ("Alt+PgDown", partial(self.step_found, 1)),
            ("Alt+F", self.search),
            ("Alt+U", self.find_unit),
            ("Alt+M", self._bookmark),
            ("Alt+D", self._card),
        ):
            action = QAction(self._page)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _checked=False, does=does: does())
            self._page.addAction(action)

    @override
    def begin(self) -> None:
        """Show the same workspace and unit; the timeline has the keys."""
        super().begin()
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def beat(self) -> Beat:
        """The beat that is shown."""
        return self.past.beats[self._at]

    @property
    def words(self) -> str:
        """When that was and what was done there, as the banner says it."""
        beat, player = self.beat, self._players.get(self.beat.player_id)
        who = f"Turn {beat.number}, {player.faction}" if beat.turn_id and player else ""
        named = self._names.get(self._at, "")
        kept = f"“{named}”" if named and named != beat.title else ""
        return " · ".join(each for each in (kept, who, clock(beat.at), beat.title) if each)

    # --- going ------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Go some beats on, or back where it is negative; at the end it is said."""
        self.stop_film()
        to = max(0, min(len(self.past.beats) - 1, self._at + by))
        if to == self._at:
            self._refuse("This is now." if by > 0 else "This is where the campaign begins.")
        self.go(to)

    def step_turn(self, way: int) -> None:
        """Go to the end of the player turn before this one (-1), or after it (1)."""
        self.stop_film()
        beats, turn = self.past.beats, self.beat.turn_id
        others = range(self._at, len(beats)) if way > 0 else range(self._at, -1, -1)
        there = next((place for place in others if beats[place].turn_id != turn), None)
        if there is None:
            self.go(len(beats) - 1 if way > 0 else 0)
            return
        # Of the other turn its last beat: the whole of it has been played.
        self.go(self._turn_of(there)[1])

    def step_found(self, way: int) -> None:
        """Go to the next beat (1) that the search has found, or back (-1); without one, to a bookmark."""
        self.stop_film()
        places = self.found.places if self._searches else tuple(sorted(self._names))
        others = [at for at in places if (at > self._at if way > 0 else at < self._at)]
        if others:
            self.go(others[0] if way > 0 else others[-1])
        elif self._searches:
            self._refuse("Nothing more was found that way." if places else NOTHING_FOUND)
        else:
            more = "more bookmark that way" if places else "bookmark yet: M sets one"
            self._refuse(f"No {more}.")

    def go_to_act(self, act_id: int) -> None:
        """Go to the beat of an act."""
        self.stop_film()
        self.go(self.past.beat_of(act_id))

    def go(self, place: int) -> None:
        """Show the campaign as it was after a beat."""
        if place != self._at:
            try:
                self.past.go(self.past.beats[place].act_id)
            except CampaignFileError as error:
                self.stop_film()
                self.view.status.warn(str(error))
                return
            self._at = place
            self.desk.tell_anew()
        self._tell()

    def _turn_of(self, place: int) -> tuple[int, int]:
        """Return the first and the last place of the player turn of a place."""
        beats = self.past.beats
        first = last = place
        while first and beats[first - 1].turn_id == beats[place].turn_id:
            first -= 1
        while last + 1 < len(beats) and beats[last + 1].turn_id == beats[place].turn_id:
            last += 1
        return first, last

    # --- a turn as a film -------------------------------------------------------------------------

    def play(self) -> None:
        """Play the player turn on the map, a beat each second; at its end, from its beginning. Or stop."""
        if self.film.isActive():
            self.stop_film()
            return
        first, last = self._turn_of(self._at)
        if first == last:
            self._refuse("This turn has one step only: there is nothing to play.")
            return
        self.view.show_workspace("battle")
        self.view.body.side_in_front = False
        self.view.body.arrange()
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._at == last:
            self.go(first)
        self.film.start()
        self._tell_film()

    def stop_film(self) -> None:
        """Stop where the film is."""
        if self.film.isActive():
            self.film.stop()
            self._tell_film()

    def _next_picture(self) -> None:
        last = self._turn_of(self._at)[1]
        self.go(min(self._at + 1, last))
        if self._at == last:
            self.stop_film()
            self.view.status.say("The turn is over. Space plays it again, ↓ goes to the next one.")

    def _tell_film(self) -> None:
        runs = self.film.isActive()
        said = "Stop" if runs else "Play"
        shown = self.page.width() >= self.theme.px(WITH_NAME)
        self._play.set_words(said if shown else "", "Stop" if runs else "Play the turn")

    # --- searches and bookmarks -------------------------------------------------------------------

    @property
    def _searches(self) -> bool:
        return bool(self._unit or self.field.text().strip())

    def search(self) -> None:
        """Open the field of the search."""
        self.stop_film()
        self._unit = 0
        self._row.show()
        self.field.open()
        self._find()

    def find_unit(self) -> None:
        """Find the beats that touched the selected unit; once more, no longer."""
        selected = self.hub.selected_unit
        if not selected:
            self._refuse("Select a unit first: its steps are found.")
            return
        self._unit = 0 if self._unit == selected else selected
        self.field.clear()
        self.field.hide()
        self._find()

    def _find(self) -> None:
        """Find anew; what is not read yet is read between two events of the window."""
        if self._unit:
            self.found.by_unit(self._unit)
        elif self.field.text().strip():
            names = self.present.desk.read(bookmarks) if self.present else {}
            self.found.by_words(self.field.text(), names)
            if not self.found.is_whole:
                self._reading.start()
        else:
            self.found.clear()
        self._show_marked()
        self._tell()

    def _read_on(self) -> None:
        self.found.read_on()
        self._find()

    def _field_left(self) -> None:
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._find()

    def _bookmark(self) -> None:
        """Put a bookmark on the beat that is shown; one that lies there is named or taken away."""
        kept = self.present.desk.read(bookmarks) if self.present else {}
        own = [act for act in kept if self.beat.first <= act <= self.beat.act_id]
        self.set_bookmark(own[-1] if own else self.beat.act_id)

    def _card(self) -> None:
        self.stop_film()
        self.show_event(self.beat.act_id)

    def _present_changed(self, _changes: Changes) -> None:
        self._show_marked()
        self._tell()

    def _show_marked(self) -> None:
        kept = self.present.desk.read(bookmarks) if self.present else {}
        self._names = {self.past.beat_of(act): name for act, name in kept.items()}
        self._line.show_marked(frozenset(self._names), frozenset(self.found.places))

    # --- the banner -------------------------------------------------------------------------------

    @override
    def _commands(self) -> dict[str, Callable[[], object]]:
        return super()._commands() | {"look_back": self.leave}

    def _press(self, event: QKeyEvent) -> None:
        """Do what a key means here; one that means nothing goes on to the window."""
        letters: dict[str, Callable[[], object]] = {
            "/": self.search,
            "u": self.find_unit,
            "m": self._bookmark,
            "d": self._card,
            "n": partial(self.step_found, 1),
        }
        keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Space: self.play,
            Qt.Key.Key_Left: partial(self.step, -1),
            Qt.Key.Key_Right: partial(self.step, 1),
            Qt.Key.Key_Up: partial(self.step_turn, -1),
            Qt.Key.Key_Down: partial(self.step_turn, 1),
            Qt.Key.Key_Home: partial(self.go, 0),
            Qt.Key.Key_End: partial(self.go, len(self.past.beats) - 1),
        }
        # Elsewhere arrows and letters are those of the panes; Space nobody takes while all is past.
        here = self._line.hasFocus() and not event.modifiers()
        does = keys.get(Qt.Key(event.key())) or letters.get(sign(event))
        if does is not None and (here or does == self.play):
            event.accept()
            self.view.status.clear()
            does()
        elif not holds_focus(self.view):
            self.hub.key_unused.emit(event)

    def _escape(self) -> None:
        """Stop the film; where none runs, go back to now."""
        if self.film.isActive():
            self.stop_film()
        else:
            self.leave()

    def _tell(self) -> None:
        self._words.say(self.words)
        self._line.show_place(self._at, self.words)
        self._back.setEnabled(self._at > 0)
        self._on.setEnabled(self._at < len(self.past.beats) - 1)
        self._counted.say(self._count())
        self._row.setVisible(self._searches or not self.field.isHidden())
        announce(self._words, f"Looking back: {self.words}")

    def _count(self) -> str:
        """Return how much the search has found, and which of it is shown."""
        if not self._searches:
            return ""
        places = self.found.places
        row = self.desk.read(unit, self._unit) if self._unit else None
        of = f"of {row.name}" if row else ""
        if not places:
            still = not self._unit and not self.found.is_whole
            return "Looking…" if still else NOTHING_FOUND
        which = f"{places.index(self._at) + 1} of " if self._at in places else ""
        return f"{which}{len(places)} found {of}".strip()

    def _banner(self, theme: Theme, _desk: Desk) -> QWidget:
        banner = Banner(theme)
        banner.arranging.connect(self._arrange)
        self._words = ElidedLabel(theme, "", "body", "text")
        back, on = ("chevron-left", "Alt ←"), ("chevron-right", "Alt →")
        self._back, self._on = (
            Button(theme, kind="quiet", icon=icon, key=key, name=name, does=partial(self.step, by))
            for (icon, key), name, by in ((back, "One beat back", -1), (on, "One beat on", 1))
        )
        self._play = Button(
            theme, "Play", "quiet", "play", "Space", name="Play the turn", does=self.play
        )
        self._tools: list[QWidget] = [
            icon_button(theme, icon, f"{words}  {key}", does)
            for icon, words, key, does in (
                ("bookmark", "Bookmark", "Alt M", self._bookmark),
                ("search", "Search the beats", "Alt F", self.search),
                ("book", "Dispute card", "Alt D", self._card),
            )
        ]
        now = Button(theme, "Back to now", "primary", key="Esc", does=self.leave)
        colours = {each.id: each.colour for each in self._players.values()}
        self._line = Timeline(theme, self.past.beats, colours)
        self._line.asked.connect(self._clicked)
        self._name = name = plain_label(theme, "Looking back", "title", "accent_text")
        head = in_row(
            theme, IconMark(theme, "undo", "accent_text"), name, (self._words, 1), *self._tools,
            self._play, self._back, self._on, now, gap=8,
        )  # fmt: skip
        column = in_column(theme, head, self._line, self._search_row(theme), gap=4)
        in_column(theme, column, edges=(16, 6, 16, 6), on=banner)
        return banner

    def _arrange(self, wide: int) -> None:
        """Leave out what has no room: buttons first, for each there is a key."""
        theme = self.theme
        for tool in self._tools:
            tool.setVisible(wide >= theme.px(ALL_TOOLS))
        self._name.setVisible(wide >= theme.px(WITH_NAME))
        self._tell_film()

    def _search_row(self, theme: Theme) -> QWidget:
        self.field = BeatField(theme)
        self.field.narrowed.connect(self._find)
        self.field.wanted.connect(self.step_found)
        self.field.left.connect(self._field_left)
        self._counted = plain_label(theme, "", "small", "text2")
        before, after = (
            Button(theme, "", "quiet", icon, key, name=name, does=partial(self.step_found, by))
            for icon, key, name, by in (
                ("chevron-left", "Alt PgUp", "The one found before", -1),
                ("chevron-right", "Alt PgDn", "The next one found", 1),
            )
        )
        self._row = QWidget()
        in_row(theme, (self.field, 1), self._counted, before, after, gap=8, on=self._row)
        self._row.hide()
        return self._row

    def _clicked(self, place: int) -> None:
        self.stop_film()
        self.go(place)


def look_back(window: Frame, present: AtWork, act_id: int = 0) -> None:
    """Show the campaign as it was after an act; without one, begin at the present."""
    try:
        past = Past(present.desk.campaign)
    except CampaignFileError as error:
        present.view.status.warn(str(error))
        return
    if not past.beats:
        past.close()
        present.view.status.remark("Nothing was done yet that could be looked back to.")
        return
    window.aside_made.emit(LookingBack(window, past, present, act_id))
