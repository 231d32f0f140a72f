"""The window: start screen or an open campaign, and the commands that work everywhere."""

import gc
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, QThread, QTimer, QUrl

from ui import dialogs, window
from ui.campaign.settings import Remembered
from ui.look.theme import Theme, override
from ui.window.frame import Frame
from ui.window.loading import LaterLoader, Loader
from ui.window.start_screen import StartScreen

if TYPE_CHECKING:  # imported when needed: the first frame shows none of these
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from brikdesk.store.campaign import Campaign
    from ui.models.commands import Commands
    from ui.widgets.overlay import Overlay
    from ui.window.campaign_at_work import AtWork
    from ui.window.defects import Defects
    from ui.window.kept_keys import KeptKeys
    from ui.window.opening import Reaching, Sampling

LEAST = (800, 560)
USUAL = (1440, 900)
LOOKS, SELDOM = 250, 60_000
"""Milliseconds from one look to the next at recent files whose drive has not answered."""

FILES = "BrikDesk campaigns (*.brik);;Exported campaigns (*.json);;All files (*)"


def least_in(room: QSize) -> QSize:
    """Return the least size of the window on a screen with this room: no larger than the screen."""
    return QSize(*LEAST).boundedTo(room)


class MainWindow(Frame):
    """One window with at most one campaign. `painted` is emitted once, after the first paint.

    Heavy modules are imported after that; `ready` is emitted when campaigns can be opened.
    `thrower`, if set, throws the desk's dice: it takes the sides and returns the face.
    """

    def __init__(self, theme: Theme, remembered: Remembered) -> None:
        super().__init__()
        self.theme, self.remembered = theme, remembered
        self.at_work: AtWork | None = None
        self.is_ready = False
        self.thrower = None
        self._sampling: Sampling | None = None
        self._wanted: Callable[[], object] | None = None
        self._loader, self._later = Loader(self), LaterLoader(self)
        self._loader.ready.connect(self._now_ready)
        self._loader.broken.connect(self._cannot_start)
        self.past_wanted.connect(self._look_back)
        self.trial_wanted.connect(self._try_out)
        self.other_wanted.connect(self._correct)
        self.aside_made.connect(self._go_aside)
        self.back_wanted.connect(self._come_back)
        self.stack = QtWidgets.QStackedWidget()
        self.start = StartScreen(theme, remembered.recent, remembered.notices)
        self._looks = QTimer(self, interval=LOOKS)
        self._looks.timeout.connect(self._look_again)
        self.start.chosen.connect(lambda name: self.commands[name].trigger())
        self.start.file_chosen.connect(lambda path: self.open_path(Path(path)))
        self.start.canvas.installEventFilter(self)
        self.stack.addWidget(self.start)
        self.setCentralWidget(self.stack)
        self.setWindowTitle("BrikDesk")
        self.setMinimumSize(least_in(self.screen().availableSize()))
        self.setAcceptDrops(True)
        self._restore_place()
        self.start.take_focus()

    @cached_property
    @override
    def commands(self) -> "Commands":
        """The commands, made after the first paint: none can be called before."""
        from ui.models.commands import COMMANDS, Commands

        does = self._does()
        # What needs a campaign and is not done here is done by the campaign at work.
        for row in COMMANDS:
            if row.needs:
                does.setdefault(row.id, partial(self._do_command, row.id))
        made = Commands(self.theme, self, does)
        made.set_open(campaign=False, writing=False)
        return made

    @cached_property
    @override
    def kept_keys(self) -> "KeptKeys":
        """The keeper of keys that are typed during a long act."""
        return window.kept_keys.KeptKeys(
            self, lambda: bool(self.at_work and self.at_work.desk.errand)
        )

    @cached_property
    def reaching(self) -> "Reaching":
        """What waits for drives that do not answer at once."""
        made = window.opening.Reaching(self)
        made.waiting.connect(lambda path: self._say_busy(f"Waiting for the drive of {path.name}…"))
        made.silent.connect(self._tell_of_silence)
        return made

    @cached_property
    def menu(self) -> "QtWidgets.QMenu":
        """The menus behind the logo."""
        return window.menus.main_menu(
            self,
            self.commands,
            self._undo_titles,
            self._undo_to,
            lambda: self.remembered.recent,
            self.open_or_show,
        )

    # --- what comes first ------------------------------------------------------------------------

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the first paint, then load what is heavy."""
        if watched is self.start.canvas and event.type() == QEvent.Type.Paint:
            self.start.canvas.removeEventFilter(self)
            QTimer.singleShot(0, self._was_painted)  # the filter runs before the paint itself
        return False

    def _was_painted(self) -> None:
        window.second_screen.keep_on_screen(self)
        self.painted.emit()
        from ui.widgets.buttons import CapsFollowFocus  # no button is there before the first paint
        from ui.widgets.focus import FocusScrolledTo

        for follows in (CapsFollowFocus, FocusScrolledTo):
            follows(self)  # this window owns it
        if QtWidgets.QApplication.platformName() == "xcb":
            self._keys_of_closed = window.kept_keys.KeysOfClosed()
        assert self.commands  # made here, and with them their shortcuts
        self._look_again()
        self._loader.start()

    def _now_ready(self) -> None:
        gc.freeze()  # loaded modules stay: the collector need not look through them in a game
        self.is_ready = True
        self.start.say("")
        self.ready.emit()
        wanted, self._wanted = self._wanted, None
        if wanted:
            wanted()

    def _cannot_start(self, error: object) -> None:
        words = "A part of the program is missing or broken. Install BrikDesk again."
        self._tell("BrikDesk is not complete", words, str(error))

    def when_ready(self, do: Callable[[], object]) -> None:
        """Call `do` now, or once the heavy modules are imported; then only the last one counts."""
        if self.is_ready:
            do()
        else:
            self._wanted = do

    def hear_defects(self, defects: "Defects") -> None:
        """Show the errors of the program itself; the session goes on."""
        defects.met.connect(self._tell_of_defect)
        defects.file_lost.connect(self._tell_of_file)

    def _tell_of_file(self, words: str) -> None:
        if self.at_work:
            self.at_work.desk.failed.emit(words)

    def _tell_of_defect(self, report: str) -> None:
        from ui.forms.sheet import Question, Reply

        if any(o.is_open() and o.objectName() == "defect" for o in self._overlays()):
            return
        title = "Something went wrong inside BrikDesk"
        words = "What was being done was taken back; everything done before is saved. Go on."
        go_on = Reply("Go on", None, "primary")
        question = Question(self.theme, self.stack, title, words, (go_on,), details=report)
        question.setObjectName("defect")
        question.ask()

    def _overlays(self) -> "list[Overlay]":
        from ui.widgets.overlay import Overlay

        return self.stack.findChildren(Overlay)

    # --- files -----------------------------------------------------------------------------------

    def open_or_show(self, path: Path) -> None:
        """Open a campaign file that the system or the referee names; one that is open is shown."""
        if self.at_work and _is_same(path, self.at_work.desk.path):
            window.opening.come_forward(self)
        else:
            self.open_path(path)

    @override
    def open_path(self, path: Path, *, read_only: bool = False) -> None:
        """Open a campaign file. An open campaign is closed only once the new one is opened."""

        def go() -> None:
            if self._sampling:
                self._sampling.want_none()
            self._open_now(path, read_only=read_only)

        if not self.is_ready:
            self.start.say(f"Opening {path.name}…")
        self.when_ready(go)

    def _open_now(self, path: Path, *, read_only: bool = False) -> None:
        def go() -> None:
            self.start.say("")
            self.remembered.folder = path.parent
            opener = window.opening.Opener(self.theme, self.stack, self.show_campaign)
            opener.open(path, read_only=read_only)

        self.reaching.begin(path, go)

    def _say_busy(self, words: str) -> None:
        if self.at_work:
            self.at_work.view.status.say(words)
        else:
            self.start.say(words)

    def _tell_of_silence(self, path: Path) -> None:
        self._say_busy("")
        words = "Its drive does not answer. It may be unplugged, or its network is away."
        self._tell(f"{path.name} was not opened", words)

    def _look_again(self) -> None:
        """Show the recent files as their drives answer, as long as one of them has not."""
        if not self.at_work:
            self.start.show_recent(self.remembered.recent)
        if any(each.is_silent for each in self.start.recent):
            # Ever more seldom: a drive that was silent for a minute will be for longer.
            self._looks.start(min(2 * self._looks.interval(), SELDOM))
        else:
            self._looks.stop()

    @property
    @override
    def open_campaign(self) -> tuple[Path, str] | None:
        """The file and the name of the open campaign."""
        return (self.at_work.desk.path, self.at_work.name) if self.at_work else None

    @override
    def show_campaign(self, campaign: "Campaign") -> None:
        """Put an opened campaign on the screen."""
        self.close_campaign()
        self.at_work = window.campaign_at_work.AtWork(self, campaign)
        self.commands.set_open(campaign=True, writing=not campaign.read_only)
        self._bring(self.at_work.page)
        self.setWindowTitle(f"{self.at_work.name} – BrikDesk")
        self.at_work.begin()
        self.at_work.desk.changed.connect(self._later.played)
        window.opening.ComingForward(self, campaign.path, self.at_work.desk)
        QTimer.singleShot(0, self._later.wait_for_the_referee)  # after the focus of the opening
        self.opened.emit()

    def _look_back(self, act_id: int) -> None:
        if self.at_work:
            window.looking_back.look_back(self, self.at_work, act_id)

    def _try_out(self) -> None:
        if self.at_work:
            window.past_and_trial.try_out(self, self.at_work)

    def _correct(self, act_id: int) -> None:
        if self.at_work:
            window.past_and_trial.correct(self, self.at_work, act_id)

    def _go_aside(self, place: "AtWork") -> None:
        """Show a copy of the open campaign, which waits behind it as it was left."""
        self.at_work = place
        self.commands.set_open(campaign=True, writing=not place.desk.read_only)
        self._bring(place.page)
        place.begin()

    def _come_back(self) -> None:
        """Drop the copy that is shown, and show the campaign again."""
        place = self.at_work
        if place is None or place.present is None:
            return
        present = self.at_work = place.present
        self.commands.set_open(campaign=True, writing=not present.desk.read_only)
        self._bring(present.page)
        place.end()

    @override
    def close_campaign(self) -> tuple[str, ...]:
        """Close the open campaign and show the start screen; show and return what failed."""
        self._come_back()
        if self.at_work is None:
            return ()
        for sheet in self._overlays():  # they concern the campaign that is closed now
            if sheet.objectName() != "defect":
                sheet.close_sheet()
        at_work, self.at_work = self.at_work, None
        self.commands.set_open(campaign=False, writing=False)
        self._bring(self.start)
        notices = at_work.end()
        self.start.show_recent(self.remembered.recent)
        self.setWindowTitle("BrikDesk")
        self.start.take_focus()
        for words in notices:
            self._tell("The campaign was closed", words)
        return notices

    def _bring(self, page: QtWidgets.QWidget) -> None:
        from ui.widgets.focus import bring_to_front

        bring_to_front(self.stack, page)

    def _tell(self, title: str, words: str, details: str = "") -> None:
        """Show a message over the window that can only be closed."""
        from ui.forms.sheet import tell

        tell(self.theme, self.stack, title, words, details)

    def show_backups(self) -> None:
        """Show the backups of the open campaign, or of all campaigns if none is open."""
        self.when_ready(lambda: window.opening.BringingBack(self).begin())

    def show_league(self) -> None:
        """Show the league table over the campaigns of this computer."""

        def go() -> None:
            campaign = self.at_work.desk.campaign if self.at_work else None
            dialogs.league.LeagueSheet(self.theme, self.stack, self.remembered, campaign).begin()

        self.when_ready(go)

    def ask_for_file(self) -> None:
        """Ask for a campaign file and open it."""
        folder = str(self.remembered.folder or "")
        name, _ = QtWidgets.QFileDialog.getOpenFileName(self, "Open a campaign", folder, FILES)
        if name:
            self.open_or_show(Path(name))

    def open_sample(self, scifi: bool = False) -> None:
        """Open the sample campaign of BrikWars or of the Sci-fi rules; it is made on first use."""

        def go() -> None:
            if self._sampling is None:
                failed = partial(self._tell, "The sample was not made")
                over = partial(self.start.say, "")
                self._sampling = window.opening.Sampling(self._open_now, failed, over, self)
            self.start.say("Setting the table for the sample…")
            self._sampling.want(scifi)

        self.when_ready(go)

    def new_campaign(self) -> None:
        """Open the sheet for a new campaign."""

        def go() -> None:
            sheet = dialogs.new_campaign.NewCampaign(self.theme, self.stack, self.remembered)
            sheet.made.connect(lambda path: self.open_path(Path(path)))
            sheet.begin()

        self.when_ready(go)

    @override
    def dragEnterEvent(self, event: "QDragEnterEvent") -> None:
        """Accept files, unless a long act is under way."""
        busy = self.at_work and self.at_work.desk.errand
        if _dropped(event.mimeData().urls()) and not busy:
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: "QDropEvent") -> None:
        """Open the file that was dropped."""
        if path := _dropped(event.mimeData().urls()):
            event.acceptProposedAction()
            self.open_or_show(path)

    # --- commands --------------------------------------------------------------------------------

    def _does(self) -> dict[str, Callable[[], object]]:
        theme = self.theme
        return {
            "new": self.new_campaign,
            "open": self.ask_for_file,
            "backups": self.show_backups,
            "league": self.show_league,
            "sample": self.open_sample,
            "scifi_sample": lambda: self.open_sample(scifi=True),
            "close": self.close_campaign,
            "quit": self.close,
            "settings": self.show_settings,
            "keys": self.show_keys,
            **{name: partial(self._show_about, name) for name in ("news", "licences", "about")},
            "menu": self.show_menu,
            "full_screen": self._toggle_full_screen,
            "larger": lambda: self._after(theme.larger),
            "smaller": lambda: self._after(theme.smaller),
            "normal": lambda: self._after(lambda: theme.set_scale(100)),
            "theme": lambda: self._after(theme.toggle),
        }

    def _do_command(self, name: str) -> None:
        if self.at_work:
            self.at_work.do_command(name)

    def _after(self, change: Callable[[], object]) -> None:
        change()
        self.remembered.look, self.remembered.scale = self.theme.look, self.theme.scale

    @override
    def show_menu(self) -> None:
        """Open the menus below the logo."""
        if self.at_work:
            logo = self.at_work.view.bar.logo
            at = logo.mapToGlobal(QPoint(0, logo.height()))
        else:
            at = self.mapToGlobal(QPoint(self.theme.px(16), self.theme.px(16)))
        self.menu.popup(at)

    def show_settings(self) -> None:
        """Open the settings."""

        def go() -> None:
            at_work = self.at_work
            desk = at_work.desk if at_work else None
            ask = at_work.show_rule if at_work else lambda rule: None
            theme, stack = self.theme, self.stack
            dialogs.settings.Settings(theme, stack, self.remembered, desk, ask).begin()

        self.when_ready(go)

    def show_keys(self) -> None:
        """Show every key."""
        games = self.at_work.games if self.at_work else ()
        dialogs.keys_news_licences.KeysSheet(self.theme, self.stack, games).begin()

    def _show_about(self, what: str) -> None:
        dialogs.keys_news_licences.SHEETS[what](self.theme, self.stack)

    def _toggle_full_screen(self) -> None:
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def _undo_titles(self) -> tuple[str, ...]:
        return self.at_work.undo_titles() if self.at_work else ()

    def _undo_to(self, count: int) -> None:
        if self.at_work:
            self.at_work.undo(count)

    # --- the window's place ----------------------------------------------------------------------

    def _restore_place(self) -> None:
        kept = self.remembered.place(self.screen().size(), "window")
        if kept.isEmpty() or not self.restoreGeometry(kept):
            room = self.screen().availableSize()
            self.resize(min(USUAL[0], room.width()), min(USUAL[1], room.height()))

    @override
    def closeEvent(self, event: "QCloseEvent") -> None:
        """Close the campaign and remember the window's place; cancel a long act and wait for it."""
        if self.at_work and (errand := self.at_work.desk.errand):
            errand.cancel()
            QTimer.singleShot(50, self, self.close)  # ms: asks until the cancelled act has ended
            event.ignore()
            return
        self.remembered.keep_place(self.screen().size(), "window", self.saveGeometry())
        if self.close_campaign():
            event.ignore()  # the start screen shows what failed first; the next close goes through
            return
        self._later.stop()
        for thread in self.findChildren(QThread):
            thread.requestInterruption()  # what can be cancelled is
            thread.wait()
        self.remembered.save()
        super().closeEvent(event)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False  # one of them is not there: opening it says so


def _dropped(urls: Sequence[QUrl]) -> Path | None:
    paths = (Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    return next(filter(Path.is_file, paths), None)
