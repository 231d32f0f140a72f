"""The sheets of a battle: the next one, its end, and who responds."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct
from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from typing_extensions import override

from brikdesk.acts.campaign.battles import (
    EndBattle,
    NewBattle,
    OpenSeal,
    SaySealWord,
    StartBattle,
)
from brikdesk.acts.combat.disengaging_and_responses import Respond, Responder, responders
from brikdesk.acts.turns_and_steps import Together, as_one
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import PlayerRow, battle_head, players
from brikdesk.store.views.log import dice_count
from brikdesk.store.views.past_turns import turns
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns.seal import SealShown, seal_shown
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.dialogs.new_campaign import LARGEST_TABLE, TABLE
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import show_form
from ui.forms.inputs import FieldBox
from ui.forms.sheet import Sheet
from ui.look.text import note, plain_label
from ui.look.theme import Theme
from ui.models.attack.controller import attack_of
from ui.models.picks import PickRow
from ui.models.units import UnitTicks
from ui.parts.pick_list import PickList
from ui.widgets.buttons import icon_button
from ui.widgets.fields import NumberField
from ui.widgets.focus import AltMoves
from ui.widgets.layout import SPRING, fill, held, in_column, in_grid, in_row
from ui.widgets.tokens import Token, TokenLook

HEADS = ("", "Faction", "Turns", "Units left", "Lost")


class EndBattleSheet(Sheet):
    """Sums up the battle and ends it: fires, flights, Marks and homing go, the roster stays."""

    def __init__(self, theme: Theme, host: QtWidgets.QWidget, desk: Desk) -> None:
        super().__init__(theme, host, "End the battle", "End the battle", 640, 680)
        self._desk = desk
        self.result = QtWidgets.QPlainTextEdit()
        self.result.setTabChangesFocus(True)
        self.result.setFixedHeight(theme.px(84))
        self._lay_out()

    @override
    def first_field(self) -> QtWidgets.QWidget:
        return self.result

    @override
    def submit(self) -> None:
        """End the battle, or say that it was not ended."""
        answer = self._desk.do(EndBattle(result=self.result.toPlainText()))
        if isinstance(answer, Changes):
            self.close_sheet()
            show_seal(self.theme, self._host, self._desk)
        else:
            self.fail(f"The battle was not ended. {answer.sentence}".strip())

    def rows(self) -> list[tuple[str, str, str, int, int, int]]:
        """Return (faction, colour, code, turns, units left, units lost) for each player."""
        head = self._desk.read(battle_head)
        played = [turn for turn in self._desk.read(turns) if turn.battle_id == head.battle_id]
        roster = self._desk.read(units, True)  # with the lost ones, to count them
        found = []
        for player in head.players:
            own = [unit for unit in roster if unit.player_id == player.id]
            left = sum(unit.alive for unit in own)
            count = sum(turn.player_id == player.id for turn in played)
            lost = len(own) - left
            found.append((player.faction, player.colour, player.code, count, left, lost))
        return found

    def _lay_out(self) -> None:
        theme = self.theme
        head = self._desk.read(battle_head)
        dice = self._desk.read(dice_count)
        words = f"{head.battle}, Turn {head.number}. Campaign dice: {dice.typed} typed, {dice.rolled} rolled."
        self.body.addWidget(plain_label(theme, words, "body", "text2", wrap=True))
        heads = [plain_label(theme, name, "caption", "text3", strong=True) for name in HEADS]
        rows = (
            (
                Token(theme, TokenLook(colour, code)),
                plain_label(theme, faction, "body", strong=True, wrap=True),
                *(plain_label(theme, str(number), "body", "text2") for number in numbers),
            )
            for faction, colour, code, *numbers in self.rows()
        )
        table = held(in_grid(theme, heads, *rows, gap=(16, 8), grows=(1,)))
        result = FieldBox(theme, "Result", self.result, "Who won, and why. It is logged.")
        after = (
            "What burns, flies, hangs in the air or is pending is cleared away. The roster stays; "
            "one Undo brings everything back."
        )
        fill(self.body, table, result, note(theme, after), SPRING)


class _Seat(QtWidgets.QWidget):
    """One player, with a tick and two buttons."""

    def __init__(self, theme: Theme, player: PlayerRow) -> None:
        super().__init__()
        self.player = player
        # A single & would underline the next letter and make it a shortcut.
        self.tick = QtWidgets.QCheckBox(f"{player.faction} ({player.name})".replace("&", "&&"))
        self.tick.setChecked(True)
        self.up = icon_button(theme, "chevron-up", f"Earlier: {player.faction}")
        self.down = icon_button(theme, "chevron-down", f"Later: {player.faction}")
        token = Token(theme, TokenLook(player.colour, player.code))
        in_row(theme, token, (self.tick, 1), self.up, self.down, gap=8, on=self)


class SeatRows(QtWidgets.QWidget):
    """The players of a campaign. Alt+Up and Alt+Down move the player with the focus."""

    def __init__(self, theme: Theme, players: Sequence[PlayerRow]) -> None:
        super().__init__()
        self._column = in_column(theme, gap=4, on=self)
        self._seats = [_Seat(theme, player) for player in players]
        for seat in self._seats:
            seat.up.clicked.connect(lambda _on=False, s=seat: self._move(s, -1))
            seat.down.clicked.connect(lambda _on=False, s=seat: self._move(s, 1))
            AltMoves(seat).moved.connect(lambda by, s=seat: self._move(s, by))
            self._column.addWidget(seat)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The IDs of the ticked players, in turn order."""
        return tuple(seat.player.id for seat in self._seats if seat.tick.isChecked())

    def _move(self, seat: _Seat, by: int) -> None:
        at = self._seats.index(seat)
        to = max(0, min(len(self._seats) - 1, at + by))
        now = self.window().focusWidget()
        self._seats.insert(to, self._seats.pop(at))
        self._column.removeWidget(seat)
        self._column.insertWidget(to, seat)
        if now and seat.isAncestorOf(now):
            now.setFocus(Qt.FocusReason.OtherFocusReason)


KEPT = {
    "keep_size_damage": "Size Damage and wounds stay",
    "keep_limbs": "Lost limbs and Grinding Damage stay",
    "keep_rounds": "Spent rounds stay spent",
    "keep_dead": "The dead stay dead",
}


class NewBattleSheet(Sheet):
    """Sets up the table and starts the first turn, as one act."""

    def __init__(self, theme: Theme, host: QtWidgets.QWidget, desk: Desk) -> None:
        super().__init__(theme, host, "New battle", "Start the battle", 640, 780)
        self._desk = desk
        head = desk.read(battle_head)
        self.name = QtWidgets.QLineEdit()
        self.wide = NumberField(theme, 1, LARGEST_TABLE, " inches")
        self.deep = NumberField(theme, 1, LARGEST_TABLE, " inches")
        # The table of the last battle; before the first one it is 0 inches wide.
        self.wide.setValue(round(head.table_width) or TABLE[0])
        self.deep.setValue(round(head.table_depth) or TABLE[1])
        self.seats = SeatRows(theme, desk.read(players))
        self.ticks = UnitTicks(desk.read(units, True), self)
        self.kept = {name: QtWidgets.QCheckBox(words) for name, words in KEPT.items()}
        self.sealed = QtWidgets.QCheckBox(SEAL)
        self._lay_out()

    @override
    def first_field(self) -> QtWidgets.QWidget:
        return self.name

    @override
    def submit(self) -> None:
        """Start the battle, or say what is missing."""
        if not self.name.text().strip():
            self.reveal(self.name)
            self.fail("Give the battle a name.")
            return
        if not self.seats.chosen:
            self.fail("Tick at least one player.")
            return
        kept: dict[str, Any] = {name: box.isChecked() for name, box in self.kept.items()}
        battle = NewBattle(
            name=self.name.text(),
            player_ids=self.seats.chosen,
            unit_ids=self.ticks.ticked,
            table_width=float(self.wide.value()),
            table_depth=float(self.deep.value()),
            **kept,
        )
        title = f"Start {self.name.text().strip()}"
        # Together: one Undo takes back the battle with its first turn.
        begins = StartBattle(sealed=self.sealed.isChecked())
        answer = self._desk.do(Together(title=title, acts=(battle, begins)))
        if isinstance(answer, Changes):
            self.close_sheet()
            show_seal(self.theme, self._host, self._desk)
        else:
            self.fail(f"The battle was not started. {answer.sentence}".strip())

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        wide = FieldBox(theme, "Table, wide", self.wide)
        deep = FieldBox(theme, "Table, deep", self.deep)
        top = in_row(theme, (FieldBox(theme, "Battle", self.name), 2), (wide, 1), (deep, 1), gap=8)
        fill(self.body, top, plain_label(theme, "Players, in turn order", "title"))
        fill(self.body, self.seats, plain_label(theme, "Units that take part", "title"))
        view = QtWidgets.QListView()
        view.setModel(self.ticks)
        view.setAccessibleName("Units that take part")
        # The list scrolls after eight units, in a low window sooner: the sheet stays in reach.
        most = min(8, self._host.height() // 3 // px(28))
        rows = max(2, min(most, self.ticks.rowCount()))
        view.setSpacing(px(4))
        view.setFixedHeight(rows * px(28))
        fill(self.body, view, plain_label(theme, "What stays", "title"))
        for box in self.kept.values():
            box.setChecked(True)
        fill(self.body, in_column(theme, *self.kept.values(), gap=4))
        fill(self.body, plain_label(theme, "Dice", "title"), self.sealed)
        fill(self.body, plain_label(theme, SEAL_HINT, "small", "text2", wrap=True), SPRING)


SEAL = "Seal the dice that the desk rolls"
SEAL_HINT = (
    "Every face then follows from a seed that is told at the end of the battle: nobody can roll until it "
    "suits him, the referee least of all. Typed dice stay as they are."
)


class SealSheet(Sheet):
    """The seal of the battle: its hash, to be written down, the players' words, and at the end the seed."""

    def __init__(self, theme: Theme, host: QtWidgets.QWidget, desk: Desk, seal: SealShown) -> None:
        self._opens = seal.over and not seal.seed
        self._asks = not (seal.over or seal.rolled)
        button = "Open the seal" if self._opens else "Keep the words" if self._asks else "Close"
        super().__init__(theme, host, "Sealed dice", button, 640, 560)
        self._desk, self._seal = desk, seal
        self.words = {player: QtWidgets.QLineEdit(word) for player, _, word in seal.players}
        self._lay_out()

    @override
    def first_field(self) -> QtWidgets.QWidget | None:
        return next(iter(self.words.values()), None) if self._asks else None

    @override
    def submit(self) -> None:
        """Keep the words, or open the seal; say why where that fails."""
        acts: list[Act] = [OpenSeal()] if self._opens else []
        if self._asks:
            for player, _, word in self._seal.players:
                said = self.words[player].text()
                acts += [SaySealWord(player_id=player, word=said)] if said.strip() != word else []
        act = as_one(acts, "Words for the seal")
        if act is None or isinstance(answer := self._desk.do(act), Changes):
            self.close_sheet()
        else:
            self.fail(answer.words)

    def _lay_out(self) -> None:
        theme, seal = self.theme, self._seal
        shown = plain_label(theme, in_groups(seal.hash), "title", wrap=True)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        fill(
            self.body, plain_label(theme, f"SHA-256 of the seed of {seal.battle}", "body", "text2")
        )
        fill(self.body, shown)
        if seal.seed:
            fill(self.body, plain_label(theme, "The seed", "body", "text2"))
            fill(self.body, plain_label(theme, in_groups(seal.seed), "title", wrap=True))
        fill(self.body, note(theme, _seal_words(seal)))
        for player, name, word in seal.players:
            if self._asks:
                fill(self.body, FieldBox(theme, f"Word of {name}", self.words[player]))
            elif word:
                fill(self.body, plain_label(theme, f"{name}: {word}", "body"))
        fill(self.body, SPRING)


def in_groups(hashed: str) -> str:
    """Return a hash in groups of four, as it is written down and read out."""
    return " ".join(hashed[at : at + 4] for at in range(0, len(hashed), 4))


def _seal_words(seal: SealShown) -> str:
    if seal.seed:
        return "The seal is open. The report of the battle proves each roll on a page of its own."
    if seal.over:
        return "The battle is over. Once the seal is opened, each roll can be proved."
    if seal.rolled:
        return "Its first die has been thrown: the words stay as they are."
    return (
        "Everybody writes the hash down, or its first and last four signs. Then each says a word, if he "
        "likes: with it nobody can have looked for a seed that suits him."
    )


def show_seal(theme: Theme, host: QtWidgets.QWidget, desk: Desk) -> None:
    """Show the seal of the newest battle, where its dice are sealed."""
    if seal := desk.read(seal_shown):
        SealSheet(theme, host, desk, seal).begin()


SEES = {True: "sees it", False: "looks away", None: ""}


class Doing(Enum):
    """What a unit does in response."""

    ATTACK = "attack"
    BAIL = "bail"
    OTHER = "other"


class WayToRespond(Struct, frozen=True):
    """One way to respond: what is done, and the inches by which it comes before the other Action."""

    doing: Doing
    lead: float = 0.0
    exclude_each_other: bool = False


def responder_rows(
    found: tuple[Responder, ...], units: Mapping[int, UnitRow]
) -> tuple[PickRow, ...]:
    """Return a row for each unit: where it is and whether it sees, or why it may not respond."""
    return tuple(_row(each, units[each.unit_id]) for each in found if each.unit_id in units)


class Noticing(Enum):
    """What decides whether a unit has noticed what it wants to respond to."""

    NOTICED = "What I Say Goes"


def noticing_rows() -> tuple[PickRow, ...]:
    """Return how a unit that looks away may respond all the same (4.3-09)."""
    words = "in doubt the players roll for it, and its own has won"
    return (PickRow(Noticing.NOTICED, "It has noticed", words, "4.3-09", icon="check"),)


def way_rows(other: str) -> tuple[PickRow, ...]:
    """Return what a unit can do about another one, and in which order (4.3-10 to 4.3-12)."""
    before = f'it can act while {other} is still 1" or more away from acting'
    clash = "if one of the two happens, the other one cannot"
    return (
        PickRow(WayToRespond(Doing.ATTACK, 1.0), "Attack first", before, "4.3-10", icon="attack"),
        PickRow(
            WayToRespond(Doing.ATTACK), "Attack, both at once", "both count, even of one who dies", "4.3-11",
            icon="attack",
        ),
        PickRow(
            WayToRespond(Doing.ATTACK, exclude_each_other=True),
            "Attack, the higher Action Roll goes first", clash, "4.3-12", icon="attack",
        ),
        PickRow(WayToRespond(Doing.BAIL), "Bail", "dive out of danger", "4.3-14", icon="disrupted"),
        PickRow(
            WayToRespond(Doing.OTHER), "Another Action", "rolled against its Use", "4.3-02", icon="check",
        ),
    )  # fmt: skip


def _row(each: Responder, unit: UnitRow) -> PickRow:
    away = "" if each.distance is None else in_inches(each.distance)
    gone = "came past it" if each.passed else ""
    strikes = "in its striking distance: attacks by default" if each.strikes else ""
    own = "own side: Bail, or any Action" if each.own else ""
    seen = ", ".join(part for part in (away, SEES[each.sees], gone, strikes, own) if part)
    return PickRow(
        each.unit_id,
        unit.name,
        each.no.why if each.no else seen,
        each.no.rule if each.no else "4.1-07" if each.strikes else "A4-23" if each.own else "",
        token=TokenLook(unit.colour, unit.token, unit.size < 2),
        also=f"{unit.token} {unit.code} {unit.faction}",
    )


FORMS = {Doing.BAIL: "Bail", Doing.OTHER: "OtherAction"}
"""The forms of what a unit can do in response besides an attack."""

NOBODY = "Nobody else is on the table."


class RespondersSheet(Sheet):
    """Asks who responds to a unit and how, notes it, and goes on with what the unit does.

    `panes` is the part of the desk over which the form of another Action opens.
    """

    def __init__(
        self,
        theme: Theme,
        host: QtWidgets.QWidget,
        desk: Desk,
        hub: Hub,
        panes: QtWidgets.QWidget,
        to_id: int,
    ) -> None:
        self._desk, self._hub, self._panes, self._to = desk, hub, panes, to_id
        self._units = {row.id: row for row in desk.read(units)}
        self._other = self._units[to_id].name
        super().__init__(theme, host, f"Who responds to {self._other}?", wide=620, high=480)
        self._by, self._noticed = 0, False
        self.picks = PickList(theme)
        self.picks.picked.connect(self._picked)
        self.picks.left.connect(self._left)
        self._nobody = plain_label(theme, NOBODY, "body", "text3", wrap=True)
        fill(self.body, self.picks, self._nobody)

    def begin(self) -> None:
        """Open with the units."""
        self.open(self.picks.field)
        self._nobody.setVisible(not self._responders())
        self._ask("unit", "Who responds?", self._responders)

    def _responders(self) -> tuple[PickRow, ...]:
        return responder_rows(self._desk.read(responders, self._to), self._units)

    def _ask(self, purpose: str, prompt: str, rows: Callable[[], tuple[PickRow, ...]]) -> None:
        self.picks.open(purpose, prompt, rows)
        self.place()

    def _picked(self, value: object) -> None:
        if isinstance(value, int):
            self._by = value
            if self._notices_nothing(value):
                asked = f"Has {self._units[value].name} noticed it?"
                self._ask("noticing", asked, noticing_rows)
            else:
                self._ask_way()
        elif isinstance(value, Noticing):
            self._noticed = True
            self._ask_way()
        elif isinstance(value, WayToRespond):
            self.close_sheet()
            self._respond(value)

    def _notices_nothing(self, unit_id: int) -> bool:
        """Return whether it looks away, or something hides the other one from it (4.3-06)."""
        found = self._desk.read(responders, self._to)
        return any(row.unit_id == unit_id and row.unnoticed for row in found)

    def _ask_way(self) -> None:
        name = self._units[self._by].name
        self._ask("way", f"What does {name} do?", lambda: way_rows(self._other))

    def _left(self) -> None:
        """Close with Esc; a pick has opened the list anew, for the next question."""
        if self.picks.isHidden() and self.is_open():
            self.close_sheet()

    def _respond(self, way: WayToRespond) -> None:
        act = Respond(
            unit_id=self._by, to_id=self._to, lead=way.lead,
            exclude_each_other=way.exclude_each_other, noticed=self._noticed,
        )  # fmt: skip
        form = FORMS.get(way.doing)
        if not form:
            attack_of(self._desk, self._hub).respond(act)
            return
        # The status bar says why it is refused, and offers to overrule.
        if isinstance(self._desk.do(act), Changes):
            avoids = {"from_id": self._to} if way.doing is Doing.BAIL else {}
            filled = ACT_FORMS[form].filled(self._by, **avoids)
            show_form(self.theme, self._desk, self._hub, self._panes, filled)
