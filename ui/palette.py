"""The command palette (Ctrl+K): things to do, places to go to, rules to read, typed attacks and deeds."""

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from brikdesk.acts.step_act import StepAct
from brikdesk.dice import DiceFor
from brikdesk.errors import BadInput
from brikdesk.rules.texts import RuleText, search
from brikdesk.spoken import RollCall, roll_call
from brikdesk.spoken.act_line import ActLine, Things, hear_act, nameable
from brikdesk.spoken.answers import Deed, hear_deed
from brikdesk.spoken.shots import SpokenShot, hear_shot
from brikdesk.store.act import Act, act_to_data
from brikdesk.store.views.campaign_and_battle import kept_searches, played, players
from brikdesk.store.views.notes_and_photos import NoteRow, notes, notes_of_units
from brikdesk.store.views.past_turns import TurnRow, turns
from brikdesk.store.views.scifi import sf_units, sf_weapons
from brikdesk.store.views.units import SquadRow, UnitRow, squads, units
from brikdesk.turns.steps import Preview
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS, forms_played
from ui.forms.form_sheet import show_form
from ui.forms.questions import ActForm, FilledForm
from ui.look.icons import ROW, paint_icon
from ui.look.shortcuts import BRIKWARS, SCIFI, key_of
from ui.look.text import announce, plain_label
from ui.look.theme import Theme
from ui.models.commands import COMMANDS, DO, GO, RULES, Commands, Find
from ui.models.picks import Match, MatchedSpan, match
from ui.models.rows import MINIFIGS
from ui.models.step_draft import own_words, way_of
from ui.models.units import kept_finds, search_finds, squad_finds, unit_finds
from ui.panels.ledger.tables import BOOK, tables_for
from ui.panels.units.panel import attack_by, charge_by
from ui.widgets.fields import Underline, UnderlinedField
from ui.widgets.layout import fill, in_row
from ui.widgets.overlay import Overlay
from ui.widgets.painted import (
    Backdrop,
    Delegate,
    IconMark,
    Index,
    KeyCap,
    draw_line,
    draw_plate,
    keycap_width,
    paint_keycap,
    square_in,
    text_width,
)
from ui.widgets.rule_lines import HeardRows, citation_width, paint_citation

if TYPE_CHECKING:
    from ui.models.attack.heard_line import HeardLine, Hearing


GROUPS = (DO, GO, RULES)

BEHIND = 6
"""What another word for a row counts as letters more than its title."""

MOST = {DO: 5, GO: 5, RULES: 5}
EVERY = 1000
"""More rule texts than any rule set has."""

SCIFI_CHAPTER = "12"
"""The chapter of the rule texts with the Sci-fi rules; all others are BrikWars."""


class Hit(Struct, frozen=True):
    """A row that fits what is typed, with the spans of its letters that do."""

    find: Find
    spans: tuple[MatchedSpan, ...] = ()


def hits(
    typed: str,
    finds: Iterable[Find],
    rules: Callable[[str], object],
    sets: Sequence[str] = (BRIKWARS, SCIFI),
) -> tuple[Hit, ...]:
    """Return the best rows by group; with nothing typed, the rows that are shown at first.

    `rules` shows the card of a rule; `sets` are the rule sets whose texts are searched.
    """
    words = typed.strip()
    if not words:
        return tuple(Hit(find) for find in finds if find.at_first)
    found: list[tuple[Match, Find]] = []
    for find in finds:
        if fits := match(words, find.words, f"{find.also} {find.more}"):
            if alias := match(words, find.alias):
                cost = alias.cost - len(find.alias) + len(find.words) + BEHIND
                fits = Match(min(fits.cost, cost), fits.spans)
            found.append((fits, find))
    shown: list[Hit] = []
    # Who types a name wants to go there: then places come before what can be done.
    groups = GROUPS[:2][::-1] if _names_somebody(words, found) else GROUPS[:2]
    for group in groups:
        best = sorted((row for row in found if row[1].group == group), key=lambda row: row[0].cost)
        shown += [Hit(find, fits.spans) for fits, find in best[: MOST[group]]]
    return (*shown, *_rule_hits(words, rules, sets))


def _names_somebody(typed: str, found: "Iterable[tuple[Match, Find]]") -> bool:
    """Return whether what is typed names a unit or a place, and begins no word of another row."""
    begins = re.compile(rf"(?<!\w){re.escape(typed)}", re.IGNORECASE)
    said = [find for _, find in found if begins.search(find.words)]
    names = [find.words for find in said if find.group == GO]
    others = [find.words for find in said if find.group == DO]
    return bool(names) and all(any(name in words for name in names) for words in others)


def _rule_texts(asked: str, sets: Sequence[str]) -> list[RuleText]:
    """Return the best rules of these sets that contain the words."""
    # A single letter occurs in nearly every rule.
    if len(asked) < 2:
        return []
    chapters = {True: SCIFI in sets, False: BRIKWARS in sets}
    # Cut only after the other rule set's texts are dropped: its rules might fill the first places.
    found = search(asked, len(sets) * EVERY)
    return [each for each in found if chapters[each.chapter == SCIFI_CHAPTER]][: MOST[RULES]]


def _rule_hits(typed: str, show: Callable[[str], object], sets: Sequence[str]) -> Iterable[Hit]:
    asked = typed.removeprefix("rule ").strip()
    for rule in _rule_texts(asked, sets):
        find = Find(RULES, "book", rule.title, partial(show, rule.id), rule=rule.id)
        fits = match(asked, rule.title, f"{rule.id} {rule.text}")
        yield Hit(find, fits.spans if fits else ())


def dice_finds(desk: Desk, show: Callable[[FilledForm], object]) -> list[Find]:
    """Return a row for each player, which opens the form of his dice; it says how they come now."""
    form, found = ACT_FORMS["SetDice"], []
    for player in desk.read(players):
        ways = (way_of(desk, player.id, kind) for kind in DiceFor)
        more = "; ".join(own_words(ways)) or "typed, or Space rolls"
        does = partial(show, form.filled(player_id=player.id))
        found.append(
            Find(DO, "roll", f"Dice of {player.name}", does, more=more, also=player.faction)
        )
    return found


def note_finds(
    notes: Iterable[NoteRow],
    of_units: Iterable[tuple[int, str, str]],
    edit: Callable[[int], object],
    show: Callable[[int], object],
) -> list[Find]:
    """Return a row for each open note, which edits it, and for the notes of units (id, name, words)."""
    said = [("Note", row.text, partial(edit, row.id)) for row in notes]
    said += [(f"Note of {name}", words, partial(show, key)) for key, name, words in of_units]
    return [
        Find(GO, "note", _first_words(words), does, more=more, also=words)
        for more, words, does in said
    ]


def _first_words(words: str) -> str:
    one_line = " ".join(words.split())
    return one_line if len(one_line) <= 60 else f"{one_line[:59]}…"


def turn_finds(turns: Sequence[TurnRow], show: Callable[[int], object]) -> list[Find]:
    """Return a row for each turn, newest first, which shows its report."""
    return [
        Find(GO, "turn", turn.words, partial(show, turn.id), more=f"Report, {turn.battle}")
        for turn in reversed(turns)
    ]


def ledger_finds(show: Callable[[str], object], games: tuple[str, ...]) -> list[Find]:
    """Return a row for each of the ledger's tables in these games."""
    return [
        Find(GO, "ledger", page.sought or page.title, partial(show, page.name), more="Ledger")
        for page in (*tables_for(games), *BOOK)
    ]


NO_PARENT = QModelIndex()
HIT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW_HIGH, HEAD_HIGH = 41, 34


class HitsModel(QAbstractListModel):
    """The hits as rows, with a row for the head of each group that cannot be chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[Hit | str] = []

    def show_hits(self, found: tuple[Hit, ...]) -> None:
        """Show other hits."""
        self.beginResetModel()
        self._rows = []
        for hit in found:
            heads = [row for row in self._rows if isinstance(row, str)]
            if hit.find.group not in heads:
                self._rows.append(hit.find.group)
            self._rows.append(hit)
        self.endResetModel()

    def hit(self, place: int) -> Hit | None:
        """Return the hit in a row, or None for a head or a row that does not exist."""
        row = self._rows[place] if 0 <= place < len(self._rows) else None
        return row if isinstance(row, Hit) else None

    @override
    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == HIT_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row if isinstance(row, str) else spoken(row.find)
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.hit(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class HitsDelegate(Delegate):
    """Paints heads and rows."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        high = HEAD_HIGH if isinstance(index.data(HIT_ROLE), str) else ROW_HIGH
        return QSize(100, self.theme.px(high))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, row = self.theme, self.theme.px, index.data(HIT_ROLE)
        box = QRectF(option.rect)
        # The view paints all its rows with this one painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, str):
            line = box.adjusted(px(16), px(6), 0, 0)
            draw_line(painter, line, row, theme.font("caption", True), theme.color("text3"))
        elif isinstance(row, Hit):
            selected = option.state & QStyle.StateFlag.State_Selected
            self._paint_row(painter, box, row, bool(selected))
        painter.restore()

    def _paint_row(self, painter: QPainter, box: QRectF, hit: Hit, selected: bool) -> None:
        theme, px, find = self.theme, self.theme.px, hit.find
        if selected:
            plate = box.adjusted(px(8), 0, -px(8), 0)
            draw_plate(painter, plate, px(8), theme.color("sel"))
            mark = QRectF(plate.left(), box.top() + px(9), px(3), box.height() - px(18))
            draw_plate(painter, mark, px(1.5), theme.color("accent"))
        spot = QRectF(box.left() + px(18), box.top(), px(ROW), box.height())
        ink = "text" if selected else "text2"
        paint_icon(painter, square_in(spot, px(ROW)), theme, find.icon or "chevron-right", ink)
        right = self._paint_right(painter, box, find, selected)
        left = spot.right() + px(14)
        left = self._paint_words(painter, QRectF(left, box.top(), right - left, box.height()), hit)
        if find.more and right - left > px(60):
            more = QRectF(left + px(12), box.top(), right - left - px(12), box.height())
            draw_line(painter, more, find.more, theme.font("small"), theme.color("text3"))

    def _paint_right(self, painter: QPainter, box: QRectF, find: Find, selected: bool) -> float:
        """Paint keys and citation at the right edge; return where they begin."""
        theme, px = self.theme, self.theme.px
        right = box.right() - px(18)
        if find.rule:
            wide = citation_width(theme, find.rule)
            place = QRectF(right - wide, box.top(), wide, box.height())
            paint_citation(painter, place, theme, find.rule)
            right -= wide + px(8)
        for key in (find.key, "Enter" if selected else ""):
            if key:
                wide = keycap_width(theme, key)
                cap = QRectF(right - wide, box.top(), wide, box.height())
                paint_keycap(painter, cap, theme, key)
                right -= wide + px(8)
        return right - px(8)

    def _paint_words(self, painter: QPainter, box: QRectF, hit: Hit) -> float:
        """Paint the words, with the found letters in the accent colour; return where they end."""
        theme, words, left = self.theme, hit.find.words, box.left()
        for text, found in _pieces(words, hit.spans):
            font = theme.font("body", strong=found)
            wide = min(text_width(font, text), max(0.0, box.right() - left))
            if wide <= 0:  # only no room ends it: a space between two found words is narrow too
                break
            piece = QRectF(left, box.top(), wide, box.height())
            draw_line(painter, piece, text, font, theme.color("accent_text" if found else "text"))
            left += wide
        return left


def _pieces(words: str, spans: tuple[tuple[int, int], ...]) -> list[tuple[str, bool]]:
    """Return the runs of the words in order, each with whether it was found."""
    pieces, at = [], 0
    for start, end in spans:
        pieces += [(words[at:start], False), (words[start:end], True)]
        at = end
    pieces.append((words[at:], False))
    return [(text, found) for text, found in pieces if text]


def spoken(find: Find) -> str:
    """Return the words of a row for a screen reader."""
    return ", ".join(part for part in (find.words, find.more, find.rule, find.key) if part)


ATTACK = "Attack"
"""The group of its row."""

ATTACK_HELP = 'or in words: rosa shoots at tile 5" parried, shielded by dome, stray on stub 8"'
"""An example of what can be typed instead of choosing the row."""


CHARGE_HELP = "a straight run into an enemy: whom is asked; or in words: pike charges ann"
"""What it is, and how it is typed."""


class PaletteAttack:
    """Reads a typed line as an attack, shows what it understands, completes and does it.

    `rows` is the widget that shows what was understood; put it above the list.
    """

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, field: UnderlinedField) -> None:
        self._desk, self._hub, self._field = desk, hub, field
        self._said = ""
        self._tried: tuple[HeardLine, int, str] | None = None
        self.heard: HeardLine | None = None
        self.rows = HeardRows(theme)

    @cached_property
    def _hearing(self) -> "Hearing":
        from ui.models.attack.heard_line import Hearing

        return Hearing(self._desk)

    def hear(self, typed: str) -> tuple[Hit, ...]:
        """Read a line; return its row, or an empty tuple if it is no attack."""
        self.heard = heard = self._hearing.hear(typed)
        if heard is None:
            self._field.underline(())
            self.rows.show_rows((), ())
            return ()
        self._field.underline(_underlines(heard))
        state, rows = (
            [(row.label, row.words, row.token) for row in some]
            for some in (heard.state, heard.rows)
        )
        self.rows.show_rows(state, rows, heard.suggestions)
        self._say(heard)
        find = Find(ATTACK, "attack", heard.title, self.carry_out, more=heard.enter)
        return (Hit(find),)

    @property
    def may_go(self) -> bool:
        """Whether Enter can do something; a line with wrong words cannot be done."""
        return self.heard is not None and self.heard.act is not None

    def carry_out(self) -> None:
        """Do the attack if it is complete, else fill it into the Attack tab."""
        if self.heard is None or self.heard.act is None:
            return
        if self.heard.ready:
            self._desk.do(self.heard.act)
        else:
            self._hub.attack_wanted.emit(self.heard.act)

    def refuse(self) -> None:
        """Say why Enter does nothing, and select the wrong word."""
        problems = self.heard.problems if self.heard else ()
        if problem := next((each for each in problems if not each.missing), None):
            self._field.select(problem.start, problem.end)
            announce(self.rows, problem.words, urgent=True)

    def complete(self, forward: bool) -> bool:
        """Put the next (or previous) suggestion into the line. Return False if there is none."""
        line = self._field.text()
        # As long as the line is what Tab made of it, Tab goes on through the same suggestions.
        if self._tried and self._tried[2] == line and len(self._tried[0].suggestions) > 1:
            heard, place, _ = self._tried
            place += 1 if forward else -1
        elif self.heard and self.heard.suggestions:
            heard, place = self.heard, 0 if forward else -1
        else:
            return False
        mended, cursor = heard.mended(place)
        self._tried = (heard, place, mended)
        self._field.setText(mended)
        self._field.put_cursor(cursor)
        return True

    def _say(self, heard: "HeardLine") -> None:
        """Have a screen reader say what is wrong or ready, if it has not said so before."""
        said = heard.state[0].words if heard.state and (heard.wrong or heard.ready) else ""
        if said and said != self._said:
            announce(self.rows, said)
        self._said = said


def _underlines(heard: "HeardLine") -> list[Underline]:
    """Return the lines under what was understood, and under wrong words."""
    wrong = [(problem.start, problem.end) for problem in heard.problems if not problem.missing]
    token = "ok" if heard.ready else "text3"
    # A wrong word is underlined as wrong only: two lines in one place could not be told apart.
    understood = [
        Underline(piece.start, piece.end, token)
        for piece in heard.spoken.pieces
        if not any(start < piece.end and piece.start < end for start, end in wrong)
    ]
    return understood + [Underline(start, end, "danger", wrong=True) for start, end in wrong]


class PaletteDeed:
    """Reads a typed line as a deed; `show` opens the form of one that is not complete yet.

    A line with a word that has no place in the deed stays as it is: a form would lose that word.
    Where other lines may have been meant, they stand below, and Enter takes one of them.
    """

    def __init__(
        self, desk: Desk, hub: Hub, field: UnderlinedField, show: Callable[[FilledForm], None]
    ) -> None:
        self._desk, self._hub, self._field, self._show = desk, hub, field, show
        self._row: Find | None = None
        self._deed: Deed | SpokenShot | ActLine | None = None
        self._instead: dict[str, str] = {}
        self.goes_first = True
        """Whether its rows stand above all others: what cannot be done yet stands below them."""

    @cached_property
    def _call(self) -> RollCall:
        return self._desk.read(roll_call)

    def hear(self, typed: str, *, attacks: bool) -> tuple[Hit, ...]:
        """Return the row of a line that says a deed; an empty tuple for any other.

        `attacks`: it can be read as an attack, which goes before a deed that lacks something.
        """
        self._row = self._deed = None
        self._instead, self.goes_first = {}, True
        # One word is a name, and says no deed.
        if len(typed.split()) < 2 or self._desk.read_only:
            return ()
        shot = hear_shot(typed, self._call, self._desk.read(sf_weapons))
        by_brikwars = BRIKWARS in self._desk.read(played)
        deed = shot or (hear_deed(typed, self._call, self._desk.preview) if by_brikwars else None)
        if deed is None:
            return self._hear_act(typed, attacks=attacks)
        does = partial(self._do, deed)
        mark = "ruler" if shot is None else "attack"
        self._deed, self._row = deed, Find(DO, mark, deed.title, does, more=deed.standing)
        return (Hit(self._row),)

    @cached_property
    def _things(self) -> Things:
        return self._desk.read(nameable)

    def _hear_act(self, typed: str, *, attacks: bool) -> tuple[Hit, ...]:
        """Return the row of a line that says any other act, and of what it may mean instead."""
        games, selected = self._desk.read(played), self._hub.selected_unit or None
        heard = hear_act(typed, self._things, self._examined, games, selected)
        if heard is None or heard.name in _COMMANDS or (attacks and heard.act is None):
            return ()
        refused, comes, self.goes_first = self._outcome(heard)
        form = ACT_FORMS.get(heard.name)
        does = partial(self._do_act, heard, refused)
        mark = form.icon if form else "check"
        mark = mark if self.goes_first else "warning"  # Enter does not do what cannot be done
        rule = refused[0] if refused and not heard.overruling else ""
        self._deed, self._row = heard, Find(DO, mark, heard.title, does, more=comes, rule=rule)
        others = [
            Find(DO, "chevron-right", line, partial(self._field.setText, line))
            for line in heard.instead
        ]
        self._instead = {find.words: find.words for find in others}
        return (Hit(self._row), *(Hit(each) for each in others))

    def _examined(self, act: Act) -> Preview | None:
        return self._desk.preview(act) if isinstance(act, StepAct) else None

    def _outcome(self, heard: ActLine) -> tuple[tuple[str, ...], str, bool]:
        """Return the rules that refuse a line, what it would do, and whether it can be done.

        In place of what it would do: what is wrong with it.
        """
        if heard.act is None or not heard.ready:
            return (), heard.standing, False
        try:
            outcome, refused, wrong = self._desk.look_through(heard.act)
        except BadInput as busy:
            return (), busy.sentence, False
        if wrong or (refused is not None and not heard.overruling):
            return refused.rules if refused else (), wrong or str(refused), False
        rules = refused.rules if refused is not None else ()
        overruled = f" Overruled: {', '.join(rules)}." if rules else ""
        comes = heard.standing or (outcome.title if outcome else "")
        return rules, f"{comes}{overruled}", True

    def _do_act(self, heard: ActLine, refused: tuple[str, ...]) -> None:
        """Do what a line says; open its form where something is missing, or a rule refuses it."""
        form = ACT_FORMS.get(heard.name)
        if heard.act is not None and heard.ready and (heard.overruling or not refused or not form):
            extra = frozenset(refused) if heard.overruling else frozenset()
            self._desk.do(dataclasses.replace(heard.act, overruled=heard.act.overruled | extra))
        else:
            self._fill(heard.name, heard.values)

    def form(self) -> Callable[[], object] | None:
        """Return what opens the form of the deed with all that its line says; None without one."""
        deed = self._deed
        if isinstance(deed, ActLine):
            fits = deed.wrong is None and deed.name in ACT_FORMS
            return partial(self._fill, deed.name, deed.values) if fits else None
        if isinstance(deed, Deed) and deed.wrong is None:
            return partial(self._fill_deed, deed)
        return None

    def _fill(self, name: str, values: Mapping[str, Any]) -> None:
        if form := ACT_FORMS.get(name):
            known = dict(values)
            for asked in _IN_LINES & known.keys():
                known["inside"] = [{"unit_id": each} for each in known.pop(asked)]
            self._show(form.filled(known.pop(form.about, None) if form.about else None, **known))

    def refuses(self, find: Find) -> bool:
        """Return whether this row leaves the palette open.

        That of a deed with a wrong word selects the word and says why, that of a line that may have
        been meant instead writes it into the field.
        """
        if find.words in self._instead:
            find.does()
            return True
        if find is not self._row or self._deed is None or self._deed.wrong is None:
            return False
        if isinstance(self._deed, ActLine) and len(self._deed.instead) == 1:
            self._field.setText(self._deed.instead[0])
            return True
        self._field.select(*self._deed.wrong)
        announce(self._field, self._deed.trouble, urgent=True)
        return True

    def _do(self, deed: Deed | SpokenShot) -> None:
        if deed.act is None:
            return  # what is wrong with the line is selected in it instead
        if deed.ready:
            self._desk.do(deed.act)
        elif isinstance(deed, Deed):
            self._fill_deed(deed)

    def _fill_deed(self, deed: Deed) -> None:
        data = act_to_data(deed.act)
        name = data.pop("act")
        lines = [{"unit_id": each} for each in data.pop("with_ids", [])]
        self._fill(name, {**data, "with_ids": lines} if lines else data)


_IN_LINES = frozenset(("unit_ids", "inside_ids"))
"""Units that a form asks about line by line."""

_COMMANDS = frozenset(("EndTurn", "GoOn", "StartBattle"))
"""Acts that a command of the window does, with what it reminds of first."""

WIDE, HIGH = 612, 560


class Surroundings(Struct, frozen=True):
    """What the palette works with: the campaign, and calls that show a rule and a turn."""

    desk: Desk
    hub: Hub
    view: QWidget
    """The widget under the palette."""
    body: QWidget
    """The widget over which the sheet of a form opens."""
    show_rule: Callable[[str], None]
    show_turn: Callable[[int], None]


class Palette(Overlay):
    """Opens 20 % from the top, for Up, Down, Enter and Esc; deletes itself when it closes."""

    def __init__(
        self, theme: Theme, host: QWidget, around: Surroundings, commands: Commands
    ) -> None:
        super().__init__(theme, host, WIDE, HIGH, upper=True)
        self.setAccessibleName("Search or do")
        self._around, self._commands = around, commands
        self._units: tuple[UnitRow, ...] = around.desk.read(units)
        self._sets = around.desk.read(played)
        self._kept = around.desk.read(kept_searches)
        self._forms = forms_played(around.desk)
        self._by_scifi = {row.unit_id for row in around.desk.read(sf_units)}
        self._finds = self._all_finds()
        self.field = UnderlinedField(theme)
        self.field.setProperty("kind", "bare")
        self.field.setFont(theme.font("title"))
        self.field.setPlaceholderText("Search or do")
        self.field.setAccessibleName("Search or do")
        self.attack = PaletteAttack(theme, around.desk, around.hub, self.field)
        self.deed = PaletteDeed(around.desk, around.hub, self.field, self._show_form)
        self.model = HitsModel(self)
        self.view = QListView()
        self.view.setMinimumHeight(0)
        self.view.setModel(self.model)
        self.view.setItemDelegate(HitsDelegate(theme, self.view))
        # The focus stays in the field: letters are typed while the arrows go through the rows.
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(lambda index: self._choose(index.row()))
        self._lay_out()
        self.field.textChanged.connect(self._search)
        around.desk.changed.connect(self._changes_below)
        self.closed.connect(self.deleteLater)

    def begin(self, words: str = "") -> None:
        """Open with these words typed."""
        self.field.setText(words)
        self._search(words)
        self.open(self.field)
        self._take_picture()

    @property
    def current(self) -> Hit | None:
        """The row that Enter would choose."""
        return self.model.hit(self.view.currentIndex().row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the rows with Up and Down; choose with Enter; F2 opens the form of a deed."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if step := steps.get(Qt.Key(event.key())):
            self._step(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.view.currentIndex().row())
        elif event.key() == Qt.Key.Key_F2 and (fill := self.deed.form()):
            self.close_sheet()
            fill()
        else:
            super().keyPressEvent(event)

    @override
    def content_height(self, wide: int) -> int:
        """Return the height of the field and all rows in pixels."""
        rows = [self.model.hit(n) for n in range(self.model.rowCount())]
        px = self.theme.px
        high = sum(px(ROW_HIGH if hit else HEAD_HIGH) for hit in rows)
        heard = self.attack.rows
        understood = heard.sizeHint().height() if heard.count else 0
        return px(58) + 1 + understood + (high or px(ROW_HIGH)) + px(16)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Complete an attack with Tab; if there is none, go through the rows as the arrows do."""
        if self.attack.complete(next):
            return True
        self._step(1 if next else -1)
        return True

    def _take_picture(self) -> None:
        """Lie on a picture of the desk, so that typed letters do not repaint the desk itself."""
        if self.is_open():
            self.lie_on(self._around.view.grab())

    def _changes_below(self) -> None:
        """Show the changed desk itself, and take a new picture of it afterwards."""
        self.lie_on(QPixmap())
        # After the events that are waiting: models and layouts below follow the change first.
        QTimer.singleShot(0, self, self._take_picture)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._changes_below()

    @override
    def restyle(self) -> None:
        super().restyle()
        self._changes_below()

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        top = QWidget()
        top.setFixedHeight(px(58))
        icon, cap = IconMark(theme, "search", "text2"), KeyCap(theme, "Esc")
        in_row(theme, icon, (self.field, 1), cap, gap=14, edges=(18, 0, 18, 0), on=top)
        edge = Backdrop(theme, "line2")
        edge.setFixedHeight(1)
        self._nothing = plain_label(theme, "Nothing fits.", "body", "text3")
        self._nothing.setContentsMargins(px(18), px(8), 0, 0)
        fill(self.column, top, edge, self.attack.rows, px(4), self._nothing, (self.view, 1), px(8))

    def _search(self, typed: str) -> None:
        finds = [*self._finds, *self._unit_acts(typed)]
        found = hits(typed, finds, self._around.show_rule, self._sets)
        chosen = search_finds(typed, self._units, self._around.hub.select_squad, self._kept)
        if chosen:  # what is kept by this very name would stand there twice
            own = f"Search {' '.join(typed.split())}".casefold()
            found = tuple(hit for hit in found if hit.find.words.casefold() != own)
        found = (*(Hit(each) for each in chosen), *found)
        words = "" if chosen else typed
        alone = len(typed.split()) == 1 and any(hit.find.group == DO for hit in found)
        attacks = not alone and BRIKWARS in self._sets  # one word is no attack
        attack = self.attack.hear(words if attacks else "")
        deed = self.deed.hear(words, attacks=bool(attack))
        if deed and self.deed.goes_first and not self.attack.may_go:
            attack = self.attack.hear("")  # it is a deed, and no attack that lacks something
        by_name = _begins(found, typed)
        above, below = (deed, ()) if self.deed.goes_first else ((), deed)
        rules = tuple(hit for hit in found if hit.find.group == RULES)
        others = tuple(hit for hit in found if hit.find.group != RULES)
        shown = (*found, *attack) if by_name else (*above, *attack, *others, *below, *rules)
        self.model.show_hits(shown)
        # Where room is short, the rows of what was understood give way: the attack stays in view.
        self.view.setMinimumHeight(self.theme.px(HEAD_HIGH + ROW_HIGH) if attack else 0)
        self._step(1, from_top=True)
        nothing = not self.model.rowCount()
        self._nothing.setVisible(nothing)
        self.view.setVisible(not nothing)
        self.place()
        if nothing:
            announce(self, "Nothing fits.")

    def _step(self, by: int, from_top: bool = False) -> None:
        at = -1 if from_top else self.view.currentIndex().row()
        to = at + by
        while 0 <= to < self.model.rowCount() and self.model.hit(to) is None:
            to += by
        if self.model.hit(to):
            self.view.setCurrentIndex(self.model.index(to))
            # Row 0 is the head of the first group: with the first hit it comes into view as well.
            first = to == 1
            self.view.scrollTo(self.model.index(0 if first else to))
            if not from_top and (hit := self.model.hit(to)):
                announce(self.view, spoken(hit.find))

    def _choose(self, row: int) -> None:
        hit = self.model.hit(row)
        if hit and hit.find.group == ATTACK and not self.attack.may_go:
            self.attack.refuse()
        elif hit and not self.deed.refuses(hit.find):
            # Closed first: what is done may open a sheet of its own, or move the focus.
            self.close_sheet()
            hit.find.does()

    def _all_finds(self) -> list[Find]:
        hub, desk = self._around.hub, self._around.desk
        finds = [
            Find(DO, row.icon, row.words, self._commands[row.id].trigger, key=key_of(row.id),
                 also=row.menu, at_first=row.id in _AT_FIRST)
            for row in COMMANDS
            # Commands of the View menu go somewhere: they are listed below, under "Go to".
            if row.menu != "View" and row.menu and self._commands[row.id].isEnabled()
        ]  # fmt: skip
        goes = [row for row in COMMANDS if row.menu == "View" and row.id != "palette"]
        finds += [
            Find(GO, row.icon, row.words, self._commands[row.id].trigger, key=key_of(row.id),
                 also="view workspace", at_first=row.needs == "campaign" and bool(row.icon))
            for row in goes
        ]  # fmt: skip
        if not desk.read_only:
            new = partial(hub.unit_edited.emit, 0)
            finds.append(
                Find(DO, "units", "New unit", new, more="Units", also=NEW_UNIT, alias="Add unit")
            )
            finds += [self._form_find(form) for form in self._forms]
            finds += dice_finds(desk, self._show_form)
            also = "fire shoot strike throw parry shield stray"
            finds.append(Find(DO, "attack", "Attack", self._attack, more=ATTACK_HELP, also=also))
            if BRIKWARS in self._sets:
                finds.append(self._charge_find())
        finds += unit_finds(self._units, hub.unit_opened.emit)
        finds += ledger_finds(hub.ledger_asked.emit, self._sets)
        finds += squad_finds(desk.read(squads), self._select_squad)
        finds += kept_finds(self._units, hub.select_squad, self._kept)
        finds += note_finds(
            desk.read(notes), desk.read(notes_of_units), self._edit_note, hub.unit_opened.emit
        )
        finds += turn_finds(desk.read(turns), self._around.show_turn)
        return finds

    def _form_find(self, form: ActForm, unit: UnitRow | None = None) -> Find:
        words = f"{form.title}: {unit.name}" if unit else form.title
        more = unit.faction if unit else ""
        do = partial(self._show_act, form, unit.id if unit else None)
        return Find(DO, form.icon, words, do, more=more, also=form.words, alias=form.words)

    def _show_act(self, form: ActForm, unit_id: int | None) -> None:
        """Open a form about the unit that was named, else about the selected one."""
        around = self._around
        if unit_id is None:
            selected = around.hub.selected_unit
            self._show_form(form.filled_if_it_fits(around.desk, selected))
        else:
            self._show_form(form.filled(unit_id))

    def _select_squad(self, squad: SquadRow) -> None:
        self._around.hub.select_squad(squad.unit_ids)

    def _edit_note(self, note_id: int) -> None:
        if not self._around.desk.read_only:
            self._show_form(ACT_FORMS["EditNote"].filled(note_id=note_id))

    def _show_form(self, filled: Any) -> None:
        around = self._around
        show_form(self.theme, around.desk, around.hub, around.body, filled)

    def _unit_acts(self, typed: str) -> list[Find]:
        """Return rows for what can be done with the units that a typed word names."""
        words = [word for word in typed.casefold().split() if len(word) > 1]
        if self._around.desk.read_only or not words:
            return []
        named = [u for u in self._units if any(word in u.name.casefold() for word in words)]
        # A word like "the" may name every unit; each brings a row for every form.
        attacks = [self._attack_find(unit) for unit in named[:6]]
        attacks += [self._charge_find(unit) for unit in named[:6] if unit.kind in MINIFIGS]
        acts = (self._form_find(form, u) for u in named[:6] for form in self._forms_of(u))
        return [*attacks, *acts]

    def _forms_of(self, unit: UnitRow) -> list[ActForm]:
        """Return the forms of acts on a unit, by the rule sets that it has figures of."""
        forms = [form for form in self._forms if form.about == "unit_id"]
        if SCIFI not in self._sets:
            return forms
        # SetSfUnit gives a unit its first Sci-fi figures; the other acts need them.
        if unit.id not in self._by_scifi:
            return [form for form in forms if form.rule_set != SCIFI or form.name == "SetSfUnit"]
        figures = unit.armor or unit.action_die or unit.move or unit.power_limit
        return [form for form in forms if figures or form.rule_set != BRIKWARS]

    def _attack(self, unit_id: int = 0) -> None:
        """Go to the Attack tab, with this unit as the attacker if it is not 0."""
        self._around.hub.attack_wanted.emit(attack_by(unit_id))

    def _attack_find(self, unit: UnitRow) -> Find:
        do = partial(self._attack, unit.id)
        return Find(DO, "attack", f"Attack with {unit.name}", do, more=unit.faction, also="fire")

    def _charge_find(self, unit: UnitRow | None = None) -> Find:
        """Return the row of a Charge by a unit that was named, else by the selected one."""
        words, more = (
            (f"Charge with {unit.name}", unit.faction) if unit else ("Charge", CHARGE_HELP)
        )
        hub = self._around.hub
        who = unit.id if unit else None

        def charge() -> None:
            hub.attack_wanted.emit(charge_by(hub.selected_unit if who is None else who))

        return Find(DO, "attack", words, charge, more=more, key="J", also="ram run momentum lance")


def _begins(found: Sequence[Hit], typed: str) -> bool:
    """Return whether what is typed begins the name of an act, and so is no attack in words."""
    words = typed.strip().casefold()
    acts = (hit.find.words.casefold() for hit in found if hit.find.group == DO)
    return len(words) >= FEWEST and any(name.startswith(words) for name in acts)


FEWEST = 5
"""The least letters that name an act: fewer may begin the name of an attacker."""

NEW_UNIT = "add a unit minifig hero horse creature vehicle structure object preset"
"""Words that find "New unit" too."""

_AT_FIRST = {"undo", "redo", "end_turn", "export", "settings"}
