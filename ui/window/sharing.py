"""What leaves the desk for others: the battle, data, cards, tokens, the quick reference."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.progress import Cancelled
from brikdesk.store.views.battle import battle_head
from ui.campaign.job import AT_ONCE
from ui.campaign.places import file_name
from ui.campaign.sharing_job import Advance, SharingJob
from ui.dialogs.errand_sheet import ErrandSheet

if TYPE_CHECKING:
    from ui.window.at_work import AtWork
    from ui.window.main_window import MainWindow

IsStopped = Callable[[], bool]
Draw = Callable[[Campaign, Path, Path, Advance, IsStopped], None]
"""Writes a file from a copy; the second path is that of the campaign, which is never replaced."""


class SharedFile(Struct, frozen=True):
    """One kind of file, as the dialog offers it."""

    words: str
    suffix: str
    draw: Draw

    @property
    def pattern(self) -> str:
        """The kind as a filter of Qt's dialog."""
        return f"{self.words} (*{self.suffix})"


def _battle(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
    from brikdesk.reports.web.sharing import shared_battle

    battle_id = campaign.read(battle_head).battle_id
    if not battle_id:
        raise BadInput("This campaign has no battle yet.")
    shared_battle(campaign, battle_id, out, advance, stop).write(out, own)


def _data(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
    from brikdesk.reports.files import write_export
    from brikdesk.store.exchange.written_out import written_out

    def progress(words: str, done: int, total: int) -> None:
        if stop():
            raise Cancelled
        advance(done, total)

    written_out(campaign, progress, lambda parts: write_export(out, parts, own))


def _table(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
    from brikdesk.reports.files import write_export
    from brikdesk.reports.log_table import log_as_csv

    write_export(out, campaign.reading(log_as_csv), own)


def _log(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
    from brikdesk.reports.files import write_export
    from brikdesk.reports.log_table import log_as_json

    write_export(out, campaign.reading(log_as_json), own)


def _cards(sheet: str, state: bool) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
        from brikdesk.reports.cards.card import unit_cards
        from brikdesk.reports.cards.data import roster
        from brikdesk.reports.files import write_report

        made = campaign.reading(partial(roster, with_state=state))
        write_report(out, unit_cards(made, sheet, advance, stop), own)

    return draw


def _tokens(paper: str) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
        from brikdesk.reports.cards.data import roster
        from brikdesk.reports.cards.token import tokens
        from brikdesk.reports.files import write_report

        write_report(out, tokens(campaign.reading(roster), paper, advance, stop), own)

    return draw


def _reference(paper: str) -> Draw:
    def draw(campaign: Campaign, out: Path, own: Path, advance: Advance, stop: IsStopped) -> None:
        from brikdesk.reports.files import write_report
        from brikdesk.reports.reference.data import reference
        from brikdesk.reports.reference.drawing import quick_reference

        write_report(out, quick_reference(campaign.reading(reference), paper), own)

    return draw


PAPERS = (("A4", "a4"), ("Letter", "letter"))

SHARED: dict[str, tuple[str, tuple[SharedFile, ...]]] = {
    "share": (
        "battle",
        (
            SharedFile("HTML page", ".html", _battle),
            SharedFile("Markdown with pictures beside it", ".md", _battle),
            SharedFile("BBCode for a forum", ".bbcode", _battle),
        ),
    ),
    "export_data": (
        "campaign",
        (
            SharedFile("Campaign as JSON", ".json", _data),
            SharedFile("Log as a table, CSV", ".csv", _table),
            SharedFile("Log as JSON", ".log.json", _log),
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

    def __init__(self, window: "MainWindow", work: "AtWork") -> None:
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
        job.wait(AT_ONCE)
        # What is done at once needs no sheet that flashes up over the desk.
        if job.isRunning():
            sheet.begin()
        else:
            sheet.deleteLater()

    def _written(self) -> None:
        self._work.exported(str(self._path))

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
