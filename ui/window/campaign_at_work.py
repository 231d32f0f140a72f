"""A campaign at work in the window: its desk, its panes, its commands, what leaves it for others."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget

from brikdesk import reports
from brikdesk.acts.ahead import begins_with
from brikdesk.acts.campaign.notes_and_photos import LONGEST_BOOKMARK, SetBookmark
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.errors import BadInput, BrikDeskError, CampaignFileError
from brikdesk.reports.files import write_export, write_report
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.exchange import written_out
from brikdesk.store.file.durable import write_for_readers_of
from brikdesk.store.lines import Line
from brikdesk.store.moments import bookmarks
from brikdesk.store.session import Cancelled
from brikdesk.store.views.campaign_and_battle import battle_head, played
from brikdesk.store.views.log import (
    LogEntry,
    acts_by_number,
    newest_act,
    ruled_before,
    undo_state,
)
from brikdesk.store.views.notes_and_photos import faults_of_photos
from brikdesk.store.views.scifi import sf_unit
from brikdesk.store.views.still_to_act import FORCED, before_the_end, idle_units
from brikdesk.store.views.units import units
from brikdesk.text import NAME_LENGTH, clean
from brikdesk.turns.contradictions import at_odds, told_of
from ui import dialogs, panels
from ui.campaign.desk import BackingUp, Desk, NotDone
from ui.campaign.hub import Hub
from ui.campaign.jobs import JOB_AT_ONCE, Advance, Errand, SharingJob, WatchedJob
from ui.campaign.places import (
    SUFFIX,
    SmallTable,
    file_name,
    open_file,
    saved_words,
    show_in_folder,
    small_table,
)
from ui.campaign.settings import EMPTY, Preferences
from ui.forms.sheet import ErrandSheet, Question, Reply, Sheet
from ui.look.shortcuts import SCIFI, key_of
from ui.look.theme import Theme
from ui.models.queue import queue_of
from ui.panels.queue.caused import caused_of
from ui.window.bars import WORKSPACES, TurnClock
from ui.window.desk_view import DeskView
from ui.window.lost_file import LostFile
from ui.window.second_screen import SecondScreen

if TYPE_CHECKING:
    from ui.panels.log import LogPanel
    from ui.panels.report import ReportPanel
    from ui.panels.scifi_units.unit_editor import SfUnitEditor
    from ui.panels.scifi_units.weapon_editor import SfWeaponEditor
    from ui.panels.units.unit_editor import UnitEditor
    from ui.window.frame import Frame


IsStopped = Callable[[], bool]
Draw = Callable[[Campaign, Path, Path, Advance, IsStopped], str | None]
"""Writes a file from a copy, and returns what there is to say about it.

The second path is that of the campaign, which is never replaced.
"""


class SharedFile(Struct, frozen=True):
    """One kind of file, as the dialog offers it."""

    words: str
    suffix: str
    draw: Draw

    @property
    def pattern(self) -> str:
        """The kind as a filter of Qt's dialog."""
        return f"{self.words} (*{self.suffix})"


def _battle(*, secret: bool = False) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
        battle_id = campaign.read(battle_head).battle_id
        if not battle_id:
            raise BadInput("This campaign has no battle yet.")
        shared = reports.web.shared_battle(campaign, battle_id, out, advance, stop, secret)
        shared.write(out, own)
        _tell(out, shared.faults)

    return draw


def _tell(out: Path, faults: Sequence[str]) -> None:
    """Raise BadInput, which is shown as a warning, where photos are damaged; the file is written."""
    if faults:
        more = f" And {len(faults) - 3} more." if len(faults) > 3 else ""
        raise BadInput(f"{out.name} is written. {' '.join(faults[:3])}{more}")


def _data(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
    def progress(words: str, done: int, total: int) -> None:
        if stop():
            raise Cancelled
        advance(done, total)

    written_out(campaign, progress, lambda parts: write_export(out, parts, own))
    _tell(out, campaign.reading(lambda session: list(faults_of_photos(session, progress))))


def _log(*, as_csv: bool, secret: bool = False) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
        write = reports.tables.log_as_csv if as_csv else reports.tables.log_as_json
        write_export(out, campaign.reading(partial(write, secret=secret)), own)

    return draw


def _dice(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
    write_export(out, reports.audit.audit_as_csv(reports.audit.dice_audit(campaign)), own)


def _cards(sheet: str, state: bool) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> str:
        read = partial(reports.card_data.roster, with_state=state, photos=True)
        made = campaign.reading(read)
        words = _put(out, reports.cards.unit_cards(made, sheet, advance, stop), own, made)
        return " ".join((*made.faults, words)).strip()

    return draw


def _tokens(paper: str) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> str:
        made = campaign.reading(reports.card_data.roster)
        return _put(out, reports.cards.tokens(made, paper, advance, stop), own, made)

    return draw


def _reference(paper: str) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> str:
        made = campaign.reading(reports.reference.reference)
        return _put(out, reports.reference.quick_reference(made, paper), own, made)

    return draw


def _put(out: Path, pdf: bytes, own: Path, made: object) -> str:
    """Write a paper; return which of its words no font of this computer can show."""
    write_report(out, pdf, own)
    return reports.text.without_font(made)


PAPERS = (("A4", "a4"), ("Letter", "letter"))

DICE_LIE = "Dice lie on the table for an attack that is not made yet: finish it, or Esc leaves it."
"""Said before the turn ends, which takes such an attack away."""

SECRET = "with secrets, for the referee"
"""Names the kinds of file that tell what the players may not know; all others do not."""

SHARED: dict[str, tuple[str, tuple[SharedFile, ...]]] = {
    "share": (
        "battle",
        (
            SharedFile("HTML page", ".html", _battle()),
            SharedFile("Markdown with pictures beside it", ".md", _battle()),
            SharedFile("BBCode for a forum", ".bbcode", _battle()),
            SharedFile(f"HTML page {SECRET}", ".html", _battle(secret=True)),
            SharedFile(f"Markdown {SECRET}", ".md", _battle(secret=True)),
            SharedFile(f"BBCode {SECRET}", ".bbcode", _battle(secret=True)),
        ),
    ),
    "export_data": (
        "campaign",
        (
            SharedFile(f"Campaign as JSON, all of it, {SECRET}", ".json", _data),
            SharedFile("Log as a table, CSV", ".csv", _log(as_csv=True)),
            SharedFile("Log as JSON", ".log.json", _log(as_csv=False)),
            SharedFile("Dice audit as a table, CSV", ".csv", _dice),
            SharedFile(f"Log as a table, CSV, {SECRET}", ".csv", _log(as_csv=True, secret=True)),
            SharedFile(f"Log as JSON {SECRET}", ".log.json", _log(as_csv=False, secret=True)),
        ),
    ),
    "cards": (
        "cards",
        tuple(
            SharedFile(f"{what}, {words}", ".pdf", _cards(sheet, state))
            for what, state in (("Cards as new", False), ("Cards with their state", True))
            for words, sheet in (*PAPERS, ("one card a page", "poker"))
        ),
    ),
    "tokens": (
        "tokens",
        tuple(SharedFile(f"Tokens, {name}", ".pdf", _tokens(p)) for name, p in PAPERS),
    ),
    "reference": (
        "quick reference",
        tuple(SharedFile(f"Quick reference, {name}", ".pdf", _reference(p)) for name, p in PAPERS),
    ),
}
"""For each command the word in the name of its file, and the kinds of file, the usual one first."""


class Sharing(QObject):
    """Asks for files and writes them, for one campaign at work."""

    def __init__(self, window: "Frame", work: "AtWork") -> None:
        super().__init__(work)
        self._window, self._work = window, work
        self._path = Path()

    @property
    def commands(self) -> dict[str, Callable[[], object]]:
        """What it does, by the names of the commands."""
        return {name: partial(self.ask, name) for name in SHARED}

    def ask(self, name: str) -> None:
        """Ask for a file and its kind, and write it."""
        word, kinds = SHARED[name]
        desk = self._work.desk
        stem = file_name(f"{desk.read(battle_head).campaign} {word}")
        start = desk.path.with_name(f"{stem}{kinds[0].suffix}")
        patterns = ";;".join(kind.pattern for kind in kinds)
        chosen, pattern = QFileDialog.getSaveFileName(
            self._window, f"Write {word}", str(start), patterns
        )
        if chosen:
            self.write(*chosen_kind(kinds, Path(chosen), pattern))

    def write(self, kind: SharedFile, path: Path) -> None:
        """Write a file on a thread, with its progress over the window."""
        own = self._work.desk.path
        try:
            job = SharingJob(
                self._work.desk.campaign,
                lambda campaign, advance, stop: kind.draw(campaign, path, own, advance, stop),
                f"Writing {path.name}:",
            )
        except CampaignFileError as error:
            self._failed(str(error))
            return
        self._path = path
        # By methods, which Qt forgets with this: the thread may outlive the campaign's desk.
        job.done.connect(self._written)
        job.failed.connect(self._failed)
        job.broke.connect(self._broke)
        sheet = ErrandSheet(self._window.theme, self._window.stack, job)
        job.start()
        job.wait(JOB_AT_ONCE)
        # What is done at once needs no sheet that flashes up over the desk.
        if job.isRunning():
            sheet.begin()
        else:
            sheet.deleteLater()

    def _written(self, said: str) -> None:
        self._work.exported(str(self._path))
        if said:
            self._work.view.status.warn(said)

    def _failed(self, words: str) -> None:
        self._work.view.status.warn(words)

    def _broke(self, error: Exception) -> None:
        raise error


def chosen_kind(kinds: tuple[SharedFile, ...], path: Path, pattern: str) -> tuple[SharedFile, Path]:
    """Return what kind of file is wanted, and its path with the suffix of that kind.

    A suffix that was typed counts before the pattern, which may stand where the dialog put it.
    """
    name = Path(path.name.lower())
    ends = [kind for kind in kinds if name.match(f"*{kind.suffix}")]
    wanted = next((kind for kind in kinds if kind.pattern == pattern), kinds[0])
    if wanted in ends:
        return wanted, path
    if ends:
        return max(ends, key=lambda kind: len(kind.suffix)), path
    return wanted, path.with_name(f"{path.name}{wanted.suffix}")


class CampaignSheets(QObject):
    """Opens the sheets of a campaign; `commands` are those of the window by their names."""

    def __init__(self, window: "Frame", work: "AtWork") -> None:
        super().__init__(work)
        self._window, self._work = window, work
        self.commands: dict[str, Callable[[], object]] = {
            "add_units": self.add_units,
            "import_army": partial(self._from_armies, "take"),
            "export_army": partial(self._from_armies, "export"),
            "library": partial(self._with_armies, "add"),
            "keep": partial(self._with_armies, "keep"),
            "album": self.album,
            "respond": self.respond,
            "rulings": self.rulings,
            "new_battle": self.new_battle,
            "end_battle": self.end_battle,
        }
        work.hub.album_asked.connect(self.album)
        work.hub.command_asked.connect(lambda name: self.commands[name]())
        work.hub.form_asked.connect(self.form)

    def respond(self) -> None:
        """Ask who responds to the selected unit of the running player, else to what acted last."""
        from brikdesk.acts.combat.disengaging_and_responses import (
            acting_unit,  # here: seldom needed
        )

        work = self._work
        to_id = work.desk.read(acting_unit, work.hub.selected_unit)
        if not to_id:
            words = (
                "No unit has acted in this turn. Select one of the running player's units first."
            )
            work.view.status.remark(words)
            return
        theme, stack = self._window.theme, self._window.stack
        dialogs.battles_and_responders.RespondersSheet(
            theme, stack, work.desk, work.hub, work.view.body, to_id
        ).begin()

    def add_units(self) -> None:
        """Open the sheet for units by words, by the rules of BrikWars."""
        if self._takes_rosters():
            self._open(dialogs.army_and_roster.RosterSheet)

    def album(self, unit_id: int = 0) -> None:
        """Open the album of pinned photos; for a unit, at its photos."""
        self._open(partial(panels.album.AlbumSheet, unit_id=unit_id))

    def form(self, name: str, values: Mapping[str, Any]) -> None:
        """Open the form of an act, with these answers and what is usual filled in."""
        from ui.forms.all_forms import ACT_FORMS
        from ui.forms.form_sheet import show_form

        work = self._work
        filled = ACT_FORMS[name].filled(**values)
        show_form(self._window.theme, work.desk, work.hub, work.view.body, filled)

    def rulings(self) -> None:
        """Open the book of all rulings."""
        work = self._work
        theme, stack = self._window.theme, self._window.stack
        dialogs.book_and_life.RulingsSheet(theme, stack, work.desk, work.hub).begin()

    def new_battle(self) -> None:
        """Open the sheet for the next battle."""
        self._open(dialogs.battles_and_responders.NewBattleSheet)

    def end_battle(self) -> None:
        """Open the sheet that ends the running battle."""
        self._open(dialogs.battles_and_responders.EndBattleSheet)

    def _open(self, sheet: Callable[[Theme, QWidget, Desk], Sheet]) -> None:
        sheet(self._window.theme, self._window.stack, self._work.desk).begin()

    def _from_armies(self, what: str) -> None:
        if self._takes_rosters():
            self._with_armies(what)

    def _with_armies(self, what: str) -> None:
        from ui.window.armies import Armies

        work = self._work
        getattr(Armies(self._window, work.desk, work.hub, work.view.status), what)()

    def _takes_rosters(self) -> bool:
        """Return whether this campaign is played by BrikWars; if not, say so."""
        from ui.forms.all_forms import forms_played

        takes = any(form.name == "AddWeapon" for form in forms_played(self._work.desk))
        if not takes:
            words = "Army lists are those of BrikWars. Add the units of this campaign in Units."
            self._work.view.status.remark(words)
        return takes


EDITORS = ("unit_editor", "sf_unit_editor")
"""The panels in which a unit is edited, in the order of the rule sets on the editors' switch."""

_GOING = (
    "look_ahead",
    "start_queue",
    "end_turn",
    "go_on",
    "new_battle",
    "end_battle",
    "large",
    "map_alone",
)
BEHIND = ("undo", "redo")
"""Commands that would change what an open form is about, behind it."""

ELSEWHERE = frozenset((*WORKSPACES, *_GOING, *BEHIND))
"""Commands that would leave an open form behind, or go on with the turn beneath it."""


class AtWork(QObject):
    """One open campaign. The window makes it, shows its `page`, and calls `begin` and `end`.

    A copy of the campaign that the window comes back from is given the one it was made of, `present`:
    the players' window, the list of recent files and the backups stay with that one.
    """

    def __init__(
        self, window: "Frame", campaign: Campaign, present: "AtWork | None" = None
    ) -> None:
        super().__init__(window)
        self.present = present
        self._window = window
        self.desk = Desk(campaign, window.thrower, self)
        self.hub = Hub(self)
        self._sharing = Sharing(window, self)
        self._sheets = CampaignSheets(window, self)
        theme, remembered = window.theme, window.remembered
        self.view = DeskView(theme, self.desk, self.hub, window.commands, remembered)
        # Its parent keeps it.
        TurnClock(self.desk, self.view.status, self)
        self._lines: tuple[Line, ...] = ()
        self.desk.changed.connect(self._note_lines)
        self.desk.said.connect(self._say)
        self.desk.failed.connect(lambda words: self.view.status.warn(words))
        self.desk.not_done.connect(self._not_done)
        self.desk.long.connect(self._show_errand)
        self._lost = LostFile(window, self.desk)
        self.desk.troubled.connect(self._lost.ask)
        self.hub.rule_asked.connect(self.show_rule)
        self.hub.why_asked.connect(self.show_why)
        self.hub.event_asked.connect(self.show_event)
        self.hub.bookmark_asked.connect(self.set_bookmark)
        self.hub.life_asked.connect(self.show_life)
        self.hub.line_asked.connect(self.show_line)
        self.hub.unit_opened.connect(lambda _unit: self.view.show_aside("inspector"))
        self.hub.unit_edited.connect(self._edit_unit)
        self.hub.sf_weapon_edited.connect(self._edit_sf_weapon)
        self.view.bar.menu_asked.connect(window.show_menu)
        self.view.panel_made.connect(self._wire)
        if present is None:
            self.hub.moment_asked.connect(window.past_wanted)
            self.hub.correction_asked.connect(window.other_wanted)
            self.second = SecondScreen(theme, self.desk, self.hub, remembered, window)
            window.commands["players_cover"].setChecked(False)
            window.commands["players_follow"].setChecked(remembered.players_follow)
            window.commands["players_odds"].setChecked(remembered.players_odds)
        else:
            self.second = present.second
        # It calls at once as well: the queue has the preferences before its first step.
        remembered.listen(self._prefer)
        self._editor = EDITORS[0]
        self._does = self._commands()
        self._readers = None if present else write_for_readers_of(campaign.path)
        """The mask of files before: reports and exports are for those who may read the campaign."""
        self._jobs: list[WatchedJob] = []
        """What writes copies; none is cut off by closing."""
        self._reminded: set[tuple[int, str]] = set()
        self._handed_over = 0
        self._asked_about_dice: int | None = None
        """The newest act when it was last asked about dice that lie there."""
        """The last act by which the key ended a turn."""
        self.backing_up = BackingUp(self.desk, self)
        self.backing_up.failed.connect(self.view.status.warn)

    @property
    def page(self) -> QWidget:
        """What the window shows of it."""
        return self.view

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.view.heading.head.campaign or self.desk.path.stem

    def begin(self) -> None:
        """Move the focus to where the turn goes on, and say what was found on opening."""
        self._remember(small_table(self.desk))
        self.view.show_workspace(self._window.remembered.workspace)
        odd = told_of(self.desk.read(at_odds))
        if notices := (*self.desk.campaign.notices, *([odd] if odd else [])):
            self.view.status.say(" ".join(notices))
        elif aside := self._window.remembered.notices:
            self.view.status.warn(" ".join(aside))

    def end(self) -> tuple[str, ...]:
        """Close the campaign; return what the referee should know about that."""
        # Every thread that reads the campaign or its file ends before the campaign is closed.
        self.backing_up.end()
        self._lost.wait()
        for job in self._jobs:
            job.wait()
        self._remember()
        self._window.remembered.stop_listening(self._prefer)
        if self.present is None:
            self.second.end()
        self.view.finish()
        # What was to happen a moment later would ask a campaign that is closed.
        for timer in (*self.findChildren(QTimer), *self.page.findChildren(QTimer)):
            timer.stop()
        notices = self.desk.close()
        if self._readers is not None:
            os.umask(self._readers)
        self.page.deleteLater()
        self.deleteLater()
        return notices

    def do_command(self, name: str) -> None:
        """Carry out a window command that needs a campaign; none while a long act runs."""
        # A long act runs beside the window: a command would work on a campaign that it is changing.
        if self.desk.errand is not None:
            return
        if name in ELSEWHERE and (sheet := self.view.open_sheet()):
            if name not in BEHIND:
                sheet.take_focus()
            self.view.status.remark("A form is open: Ctrl Enter does it, Esc leaves it.")
            return
        if name in BEHIND and self.view.is_editing:
            self.view.status.remark("The editor is open: Ctrl Enter does it, Esc leaves it.")
            return
        self._does[name]()

    def _commands(self) -> dict[str, Callable[[], object]]:
        view, hub = self.view, self.hub
        goes: dict[str, Callable[[], object]] = {
            name: partial(hub.workspace_asked.emit, name) for name in WORKSPACES
        }
        return goes | {
            "copy": self.save_copy,
            "export": self.export,
            "print": self.print_out,
            "dice_audit": self.show_dice,
            "undo": lambda: self.undo(1),
            "redo": self.desk.redo,
            "palette": self.show_palette,
            "rules": lambda: self.show_palette("rule "),
            "large": lambda: hub.large_asked.emit(True),
            "map_alone": hub.map_alone_asked.emit,
            "units_drawer": view.toggle_units,
            "ledger_drawer": view.toggle_ledger,
            "next_pane": lambda: view.panes.step(1),
            "previous_pane": lambda: view.panes.step(-1),
            "players": self.second.toggle,
            "players_follow": partial(self._tick, "players_follow", self.second.follow),
            "players_odds": partial(self._tick, "players_odds", self.second.show_odds),
            "players_cover": partial(self._tick, "players_cover", self.second.cover),
            "start_queue": view.show_desk,
            "end_turn": self.end_turn,
            "go_on": lambda: self.desk.do(GoOn()),
            "look_ahead": self.view.look_ahead,
            "look_back": partial(self._window.past_wanted.emit, 0),
            "try_out": self._window.trial_wanted.emit,
            **self._sheets.commands,
            **self._sharing.commands,
        }

    def _tick(self, name: str, switch: Callable[[bool], object]) -> None:
        switch(self._window.commands[name].isChecked())

    # --- turn ------------------------------------------------------------------------------------

    def end_turn(self) -> None:
        """End the turn; if steps wait, go to the first of them and say how many there are."""
        waiting = self.view.heading.queue.waiting
        if waiting:
            self.view.show_desk("start")
            self.hub.step_asked.emit(waiting[0].key)
            many = "1 step is" if len(waiting) == 1 else f"{len(waiting)} steps are"
            self.view.remind_here(f"{many} left, first: {waiting[0].title}.")
            return
        if self._asks_about_dice() or self._reminds():
            return
        unused = self._unused()
        if isinstance(done := self.desk.do(EndTurn()), Changes):
            self._handed_over = done.act_id
            self._remember(small_table(self.desk))
            self.view.show_desk("start")
            begins = self.desk.campaign.reading(begins_with)
            if more := " ".join(filter(None, (unused, begins))):
                self.view.status.say(f"{self.view.status.words()}. {more}", aloud=more)

    def _unused(self) -> str:
        """Say that nobody has done anything in the turn that ends, and how to go back; else nothing.

        Said once it is over, as it mostly was meant so: a question would cost a key each time.
        """
        player_id, idle = self.desk.read(battle_head).player_id, self.desk.read(idle_units)
        busy = any(
            row.action_spent or (row.move_left or 0.0) < row.move
            for row in self.desk.read(units)
            if row.player_id == player_id and row.alive and row.on_table
        )
        if not idle or busy:
            return ""
        who = "Nobody" if len(idle) > 1 else f"{idle[0].name} had not"
        what = "had moved or acted" if len(idle) > 1 else "moved or acted"
        return f"{who} {what}: {key_of('undo')} goes back."

    def _asks_about_dice(self) -> bool:
        """Show an attack whose dice lie on the table, once: the end of the turn takes it away."""
        newest = self.desk.read(newest_act)
        if not self.hub.dice_lie or newest == self._asked_about_dice:
            return False
        self._asked_about_dice = newest
        self.view.show_desk("attack")
        self.view.remind_here(f"{DICE_LIE} {key_of('end_turn')} again ends the turn without it.")
        return True

    def _reminds(self) -> bool:
        """Show what is still open before the turn ends; False if it was shown for this turn.

        Once its end has begun it is too late: states end there, and the dying die.
        """
        turn_id, open_ends = self.view.heading.queue.turn_id, self.desk.read(before_the_end)
        in_view = self.view.side.isVisible() and self.view.workspace == "battle"
        # Nothing since the same key: pressed once too often, it would end somebody else's turn.
        begun = bool(self._handed_over) and self.desk.read(newest_act) == self._handed_over
        said = [each for each in open_ends if each.costs or begun or not in_view]
        new = {(turn_id, each.words) for each in said} - self._reminded
        if not new:
            return False
        self._reminded = {(turn_id, each.words) for each in open_ends}
        self.view.show_desk("start")
        more = f" And {len(said) - 1} more." if len(said) > 1 else ""
        forced = any(each.rule in FORCED for each in said)
        then = "asks to overrule it" if forced else "ends the turn"
        more += " 1 on the Start tab moves it." if forced and said[0].rule in FORCED else ""
        who = active.faction if (active := self.desk.read(battle_head).active) else ""
        only = f"The turn of {who} has only begun. " if begun and who else ""
        self.view.remind_here(f"{only}{said[0].words}{more} {key_of('end_turn')} again {then}.")
        return True

    def undo(self, count: int) -> None:
        """Undo the last `count` acts, newest first; stop at the first that cannot be undone."""
        for _ in range(count):
            if not isinstance(self.desk.undo(), Changes):
                return

    def undo_titles(self) -> tuple[str, ...]:
        """Return the titles of what can be undone, newest first."""
        return self.desk.read(undo_state).undo

    # --- what is shown ---------------------------------------------------------------------------

    def show_palette(self, words: str = "") -> None:
        """Open the palette with these words typed."""
        from ui.palette import Palette, Surroundings

        around = Surroundings(
            self.desk, self.hub, self.view, self.view.body, self.show_rule, self.show_turn
        )
        Palette(self._window.theme, self._window.stack, around, self._window.commands).begin(words)

    def show_rule(self, rule: str) -> None:
        """Show the card of a rule."""
        # A rule that is asked for on the card of another one is shown on that same card.
        theme, stack = self._window.theme, self._window.stack
        open_ones = (s for s in stack.findChildren(panels.rule_and_why.RuleSheet) if s.is_open())
        sheet = next(open_ones, None)
        (sheet or panels.rule_and_why.RuleSheet(theme, stack, self.desk, self.hub)).begin(rule)

    def show_why(self, entry: LogEntry) -> None:
        """Show how the numbers in a log line came about."""
        theme, stack = self._window.theme, self._window.stack
        panels.rule_and_why.WhySheet(theme, stack, self.desk, self.hub).begin(entry)

    def show_event(self, act_id: int) -> None:
        """Show the dispute card of an act; what was before and after it, the campaign of today knows."""
        theme, stack, work = self._window.theme, self._window.stack, self.present or self
        sheet = panels.rule_and_why.EventSheet(theme, stack, work.desk, self.hub, act_id)
        sheet.saved.connect(self.exported)
        sheet.begin()

    def set_bookmark(self, act_id: int) -> None:
        """Put a bookmark on the moment after an act; one that lies there is named, or taken away."""
        desk = (self.present or self).desk
        if desk.read_only:
            self.view.status.remark("The campaign can only be looked at.")
            return
        act = desk.read(acts_by_number, (act_id,)).get(act_id)
        name = desk.read(bookmarks).get(act_id, "")
        if act is None or act.undone:
            self.view.status.remark("What was undone has no moment that could be looked back to.")
        elif not name:
            desk.do(SetBookmark(act_id=act_id, name=act.title[:LONGEST_BOOKMARK]))
        else:
            title = "Bookmark: give it a name, or none to take it away"
            dialogs.library.NameSheet(
                self._window.theme, self._window.stack, title, "Done", name,
                lambda said: desk.do(SetBookmark(act_id=act_id, name=said)),
            ).begin()  # fmt: skip

    def show_life(self, unit_id: int) -> None:
        """Show all that has happened to a unit, each step by its moment."""
        theme, stack, work = self._window.theme, self._window.stack, self.present or self
        dialogs.book_and_life.LifeSheet(theme, stack, work.desk, self.hub, unit_id).begin()

    def show_line(self, line_id: int) -> None:
        """Go to a line of the log, in its workspace."""
        self.hub.workspace_asked.emit("log")
        cast("LogPanel", self.view.panel("log_full")).show_line(line_id)

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the rule sets that the campaign plays by."""
        return self.desk.read(played)

    def _note_lines(self, changes: Changes) -> None:
        self._lines = changes.lines

    def _say(self, words: str) -> None:
        """Say what was done; a screen reader says its lines of the log, too."""
        outcome, self._lines = " ".join(line.text() for line in self._lines), ()
        # The first line mostly begins with the act's title; "Redone" and the like stand before it.
        aloud = outcome if outcome.startswith(words) else f"{words}. {outcome}"
        self.view.status.say(words, aloud=aloud)

    def _edit_unit(self, unit_id: int) -> None:
        """Open the editor for the unit's rules; for a new unit (0), the editor used last."""
        sets = self.desk.read(played)
        name = self._editor if len(sets) == len(EDITORS) else EDITORS[SCIFI in sets]
        if unit_id:
            # A unit is edited by the rules that it has figures of, whichever editor was used last.
            scifi = self.desk.read(sf_unit, unit_id) is not None or sets == (SCIFI,)
            name = EDITORS[scifi]
        self._edit_unit_in(name, unit_id)

    def _edit_unit_in(self, name: str, unit_id: int) -> None:
        editor = cast("UnitEditor | SfUnitEditor", self.view.show_aside(name))
        editor.open_unit(unit_id)

    def _switch_editor(self, unit_id: int, place: int) -> None:
        """Change to the editor of the other rule set."""
        self._editor = EDITORS[place]
        self._edit_unit_in(EDITORS[place], unit_id)

    def _edit_sf_weapon(self, whose: tuple[int, int]) -> None:
        editor = cast("SfWeaponEditor", self.view.show_aside("sf_weapon_editor"))
        editor.open_weapon(*whose)

    def show_turn(self, turn_id: int) -> None:
        """Show the report of a turn."""
        self._report().show_turn(turn_id)

    def _not_done(self, answer: NotDone) -> None:
        """Say why something was not done, and offer to overrule each rule that refused it."""
        if not answer.rule:
            self.view.status.remark(answer.words)
            return
        rules = dict.fromkeys(each.rule for each in answer.refusals)
        ways = [
            (
                f"Overrule {rule}" if len(rules) > 1 else "Overrule",
                partial(self._overrule, answer, rule),
            )
            for rule in rules
        ]
        before = filter(None, (self.desk.read(ruled_before, rule) for rule in rules))
        self.view.status.warn(" ".join((answer.words, *before)), ways)

    def _overrule(self, answer: NotDone, rule: str) -> None:
        self.desk.do(answer.overruled(rule))

    # --- files -----------------------------------------------------------------------------------

    def save_copy(self) -> None:
        """Ask where to save a copy, and save it there."""
        start = self.desk.path.with_stem(f"{self.desk.path.stem} copy")
        words = f"BrikDesk campaigns (*{SUFFIX})"
        name, _ = QFileDialog.getSaveFileName(self._window, "Save a copy", str(start), words)
        if not name:
            return
        path = Path(name)
        path = path if path.suffix else path.with_suffix(SUFFIX)
        if path.exists() and str(path) != name:  # the dialog asked about the name without suffix
            replace_it = Reply("Replace it", lambda: self.write_copy(path))
            keep = Reply("Keep it", None, "primary")
            title = f"Replace {path.name}?"
            words = "There is a file of that name already."
            Question(self._window.theme, self._window.stack, title, words, (keep, replace_it)).ask()
            return
        self.write_copy(path)

    def write_copy(self, path: Path) -> None:
        """Write a copy as a campaign of its own, and say that it is saved or what went wrong."""
        from brikdesk.acts.campaign.setup import begin_copy  # here: no campaign needs it to open

        name = clean(path.stem)[:NAME_LENGTH] or self.name
        try:
            finish = begin_copy(self.desk.campaign, path, name)
        except BrikDeskError as error:
            self.view.status.warn(str(error))
            return
        job = WatchedJob(finish, self)
        job.done.connect(lambda _: self._copied(path, name))
        job.failed.connect(self.view.status.warn)
        self._jobs.append(job)
        job.begin()

    def _copied(self, path: Path, name: str) -> None:
        ways = (("Show in folder", lambda: show_in_folder(path)),)
        words = f"Copy saved as {path.name}: {name}, a campaign of its own from here on."
        self.view.status.say(words, ways)

    def export(self) -> None:
        """Go to the report and export what it shows."""
        self._report().export()

    def print_out(self) -> None:
        """Go to the report and print what it shows."""
        self._report().print_out()

    def show_dice(self) -> None:
        """Go to the report and show whether the dice are fair."""
        self._report().show_dice()

    def exported(self, name: str) -> None:
        """Say that a file was written, and offer to open it."""
        path = Path(name)
        ways = (("Open", lambda: open_file(path)), ("Show in folder", lambda: show_in_folder(path)))
        self.view.status.say(saved_words(path), ways)

    def _prefer(self, wished: Preferences) -> None:
        queue_of(self.desk, self.hub).apply_when_complete = wished.apply_when_complete
        self.second.read_from(float(wished.players_from))
        caused_of(self.desk, self.hub).prefer(wished.caused)

    def _wire(self, name: str, panel: object) -> None:
        if name == "report":
            cast("ReportPanel", panel).exported.connect(self.exported)
        elif name in EDITORS:
            editor = cast("UnitEditor | SfUnitEditor", panel)
            editor.switched.connect(lambda place: self._switch_editor(editor.unit_id, place))

    def _report(self) -> "ReportPanel":
        """Go to the report workspace; return its panel."""
        self.hub.workspace_asked.emit("report")
        return cast("ReportPanel", self.view.panel("report"))

    def _show_errand(self, errand: Errand) -> None:
        """Show the progress of a long act, and keep keys typed meanwhile for afterwards."""
        sheet = ErrandSheet(self._window.theme, self._window.stack, errand)
        self._window.kept_keys.begin(sheet.takes)
        errand.over.connect(self._window.kept_keys.end)
        sheet.begin()

    def _remember(self, picture: SmallTable = EMPTY) -> None:
        """Remember what the start screen shows of this campaign; of a copy nothing."""
        if self.present is not None:
            return
        head = self.view.heading.head
        standing = f"{head.battle}, finished" if head.battle else ""
        if head.active:
            standing = f"Turn {head.number}, {head.active.faction} to play"
        colours = tuple(player.colour for player in head.players)
        recent = (self.desk.path, self.name, standing, colours, picture)
        self._window.remembered.add_recent(*recent)
