"""Pictures of the desk, drawn off screen: for the documentation, and to compare versions."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QBuffer, QDeadlineTimer, QEventLoop, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from brikdesk.acts.campaign.battles import EndBattle, ScorePoints
from brikdesk.acts.campaign.notes_and_photos import TellTurn
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.errors import CampaignFileError
from brikdesk.library import shelf, templates
from brikdesk.library.templates import army_as_built, units_as_built
from brikdesk.reports.files import write_picture
from brikdesk.store.views.campaign_and_battle import house_rule_values
from brikdesk.store.views.log import log
from brikdesk.store.views.units import units
from ui.app import make_application
from ui.campaign.settings import Remembered
from ui.dialogs.army_and_roster import ArmySheet, RosterSheet
from ui.dialogs.library import LibrarySheet
from ui.dialogs.settings import Settings
from ui.forms.sheet import Question
from ui.look.theme import Look, Theme
from ui.panels.report import ReportPanel
from ui.scenes.gallery import Gallery
from ui.scenes.scenes import (
    AttackScenes,
    PlayersScenes,
    Scene,
    ScifiScenes,
    TableScenes,
    TimeScenes,
    TurnScenes,
    at_work_in,
    press,
)
from ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from ui.panels.ledger.panel import LedgerPanel

PATIENCE = 60_000
"""The most milliseconds to wait for a scene: a slow computer needs long for a report."""

SETTLE = 120
"""The least milliseconds to deliver events before the window counts as at rest."""

ROUNDS = 25
"""The least times that waiting events are delivered, however slow the computer.

Parts with a new size arrange themselves in the next round, and give their own parts new sizes.
"""


KEYS = {"\n": Qt.Key.Key_Return, " ": Qt.Key.Key_Space}
FIRST_STEPS = "a\n1\n3"
"""Keys that bring the sample campaign to a fire whose first die is entered."""


def _battle(window: MainWindow) -> None:
    window.commands["battle"].trigger()


def _played(window: MainWindow) -> None:
    _battle(window)
    _rest()
    _type(FIRST_STEPS)


def _start_screen(window: MainWindow) -> None:
    window.close_campaign()


def _large(window: MainWindow) -> None:
    _played(window)
    window.commands["large"].trigger()


def _workspace(name: str) -> Scene:
    return lambda window: window.commands[name].trigger()


def _ledger(window: MainWindow) -> None:
    window.commands["ledger"].trigger()
    panel = cast("LedgerPanel", at_work_in(window).view.panel("ledger"))
    assert panel.table("armies")  # the last card comes when the others have been seen


def _editor(window: MainWindow) -> None:
    window.commands["units"].trigger()
    _rest()
    at_work_in(window).hub.unit_edited.emit(0)


def _inspector(window: MainWindow) -> None:
    _battle(window)
    at_work = at_work_in(window)
    roster = at_work.desk.read(units)
    if roster:
        fullest = max(roster, key=lambda unit: len(unit.chips))
        at_work.hub.select_unit(fullest.id)
        at_work.hub.unit_opened.emit(fullest.id)


def _palette(window: MainWindow) -> None:
    window.commands["log"].trigger()
    at_work = at_work_in(window)
    names = [unit.name for unit in at_work.desk.read(units) if unit.chips]
    at_work.show_palette(names[-1].split()[-1] if names else "")


def _rule_card(window: MainWindow) -> None:
    _battle(window)
    at_work_in(window).show_rule("F.1-31")


def _why(window: MainWindow) -> None:
    """Show the line with the most parts of numbers, among those with parts from earlier acts."""
    window.commands["log"].trigger()
    entries = at_work_in(window).desk.read(log)
    explained = [entry for entry in entries if any(t.act_id for s in entry.sums for t in s.terms)]
    if explained:
        most = max(explained, key=lambda entry: sum(len(each.terms) for each in entry.sums))
        at_work_in(window).hub.why_asked.emit(most)


def _settings(page: int) -> Scene:
    def show(window: MainWindow) -> None:
        _battle(window)
        window.show_settings()
        for sheet in window.findChildren(Settings):
            sheet.show_page(page)

    return show


def _new_campaign(window: MainWindow) -> None:
    window.close_campaign()
    # The temporary folder of the scene would be shown in the picture.
    window.remembered.folder = Path.home()
    window.new_campaign()


def _command(name: str) -> Scene:
    def show(window: MainWindow) -> None:
        _battle(window)
        window.commands[name].trigger()

    return show


ROSTER = """3 Troopers: gun, light armor
Captain Ann hero two-handed
Big Bertha vehicle 4 cannon 3 (4 shells X3, 1 smoke X2), launcher 2 (12 missiles)
Nobody:
2 carts object 1 flamable "full of hay\""""


def _add_units(window: MainWindow) -> None:
    _command("add_units")(window)
    (sheet,) = window.findChildren(RosterSheet)
    sheet.said.setPlainText(ROSTER)


ARMY = b"""{"name": "Space Dorks", "squads": [{"name": "First Squad", "units": [
{"name": "Dork", "isMinifigure": true, "unit_number": "3", "armor": "4", "weapons": [
{"type": "Bazooka", "size": 1.5, "use": 3}], "equipment": [{"type": "D6 Energy Shield"}]},
{"name": "Big Tank", "size": "4", "armor": "2d10+2", "power": "8", "move": "8 flying", "weapons": [
{"type": "Cannon", "size": 3, "amount": 2}]},
{"name": "Sergeant Brannigan", "isMinifigure": true, "armor": "2d10", "weapons": [
{"type": "Incendiary Explosive", "damage": "1d4 Fire"}]}]}]}"""

ARMY_TABLE = """My Reds;;;;
Einheit;Anzahl;Panzerung;Waffen;Laune
Schütze;3;4;gun, light armor;grim
Wall;1;2d10;two-handed;
"""


def _import_army(window: MainWindow) -> None:
    _battle(window)
    ArmySheet(window.theme, window.stack, at_work_in(window).desk, "dorks.json", ARMY).begin()


def _import_table(window: MainWindow) -> None:
    _battle(window)
    content = ARMY_TABLE.encode("cp1252")
    ArmySheet(window.theme, window.stack, at_work_in(window).desk, "reds.csv", content).begin()


def _library(window: MainWindow) -> None:
    """Show the library with a few templates, in a folder that is gone afterwards."""
    _battle(window)
    desk = at_work_in(window).desk
    with TemporaryDirectory() as folder:
        file = Path(folder) / "library.jsonl"
        for row in desk.read(units)[:6]:
            shelf.kept(templates.of_army(row.name, desk.read(units_as_built, (row.id,))), file)
        shelf.kept(templates.of_army("Everybody", desk.read(army_as_built, 1)), file)
        shelf.kept(templates.of_rules("Harder rules", desk.read(house_rule_values)), file)
        sheet = LibrarySheet(window.theme, window.stack, desk, file)
        sheet.begin()
    sheet.said.setText(f"2 {desk.read(units)[0].name}, every, ")


def _keep(window: MainWindow) -> None:
    _battle(window)
    work = at_work_in(window)
    work.hub.select_unit(work.desk.read(units)[0].id)
    window.commands["keep"].trigger()


def _report(command: str) -> Scene:
    def show(window: MainWindow) -> None:
        window.commands[command].trigger()
        panel = at_work_in(window).view.panel("report")
        assert isinstance(panel, ReportPanel)
        _wait_for(lambda: panel.pdf is not None)

    return show


def _story(window: MainWindow) -> None:
    _report("report")(window)
    panel = at_work_in(window).view.panel("report")
    assert isinstance(panel, ReportPanel)
    panel.show_story()
    _wait_for(lambda: panel.story.current is not None)
    story, desk = panel.story, at_work_in(window).desk
    chosen = [each for each in story.rows.paragraphs if each.by_log][:3]
    for row, words in zip(chosen, ("", "Nobody would say it twice.", ""), strict=False):
        by_log = row.by_log if words else "what it chosen before"
        if row is not chosen[0]:
            desk.do(TellTurn(turn_id=row.turn.turn_id, words=words, by_log=by_log))
    _wait_for(lambda: any(each.by_hand for each in story.rows.paragraphs))
    panel.setFocus()


def _end_of_turn(window: MainWindow) -> None:
    _battle(window)
    desk = at_work_in(window).desk
    desk.throw_all(stop_at_choice=True)
    if at_work_in(window).view.heading.queue.waiting:
        desk.do(GoOn(reason="for the picture"))
    desk.do(EndTurn())


def _league(window: MainWindow) -> None:
    _battle(window)
    desk = at_work_in(window).desk
    for player_id, points in ((1, 4), (2, 7), (3, 2)):
        desk.do(ScorePoints(player_id=player_id, points=points, why="for the picture"))
    desk.do(EndBattle())
    window.commands["league"].trigger()


SCENES: dict[str, Scene] = {
    "start-screen": _start_screen,
    "battle": _played,
    "turn-start": _large,
    "units": _workspace("units"),
    "unit-editor": _editor,
    "ledger": _ledger,
    "log": _workspace("log"),
    "palette": _palette,
    "library": _library,
    "keep": _keep,
    "league": _league,
    "rule-card": _rule_card,
    "why": _why,
    "inspector": _inspector,
    "settings": _settings(0),
    "house-rules": _settings(2),
    "new-campaign": _new_campaign,
    "new-battle": _command("new_battle"),
    "end-battle": _command("end_battle"),
    "add-units": _add_units,
    "import-army": _import_army,
    "import-table": _import_table,
    "report": _report("report"),
    "story": _story,
    "dice-audit": _report("dice_audit"),
    "end-of-turn": _end_of_turn,
    "units-drawer": _command("units_drawer"),
    "ledger-drawer": _command("ledger_drawer"),
    "keys": _command("keys"),
    "about": _command("about"),
    "news": _command("news"),
    "licences": _command("licences"),
    "components": lambda window: None,
}
"""Every scene by its name."""

for _scenes in (AttackScenes, PlayersScenes, TurnScenes, TableScenes, TimeScenes, ScifiScenes):
    # `_rest` and `_type` are defined below: a lambda looks them up only when it is called.
    SCENES |= _scenes(lambda: _rest(), lambda keys: _type(keys)).all()


def main(
    file: Path | str,
    scene: str,
    out: Path | str,
    size: tuple[int, int] = (1440, 900),
    theme: str = "dark",
    text: int = 100,
) -> int:
    """Draw a scene of a campaign as PNG into `out`, from a copy of its file; return 0.

    `size` is in pixels, `text` the text size in percent. Raise CampaignFileError if the campaign
    cannot be opened or the picture cannot be written.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        # Before the application is made, which tries the platforms of a desktop otherwise.
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        app = make_application()
    with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        look = Theme(Look(theme), text, app)
        look.dress(app)
        if scene == "components":
            picture = _picture(Gallery(text), size)
        else:
            picture = _of_window(look, _copied(Path(file), folder), scene, size, folder)
    stored = QBuffer()
    stored.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(stored, "png")
    write_picture(Path(out), bytes(stored.data().data()), Path(file))
    return 0


def _copied(file: Path, folder: Path) -> Path:
    try:
        return Path(shutil.copy(file, folder / file.name))
    except OSError as error:
        raise CampaignFileError(f"{file.name} cannot be read: {error.strerror}.") from error


def _of_window(
    theme: Theme, file: Path, scene: str, size: tuple[int, int], folder: Path
) -> QPixmap:
    """Return a picture of the copy in its own window, with backups and settings in `folder`."""
    with _own_backups(folder):
        window = MainWindow(theme, Remembered(folder))
        # A fixed seed: the same scene must show the same dice each time.
        chance = Random(6)
        window.thrower = lambda sides: chance.randint(1, sides)
        window.resize(*size)
        window.show()
        window.open_path(file)
        try:
            # A file that cannot be opened ends in a question of the window: its words are the error.
            _wait_for(lambda: window.at_work is not None or bool(window.findChildren(Question)))
            if window.at_work is None:
                raise CampaignFileError(window.findChildren(Question)[0].words)
            window.activateWindow()
            shown = SCENES[scene](window)
            # A scene of another window returns it.
            return _picture(shown if isinstance(shown, QWidget) else window, size)
        finally:
            window.close()


def _picture(widget: QWidget, size: tuple[int, int]) -> QPixmap:
    widget.resize(*size)
    widget.show()
    widget.activateWindow()
    _rest()
    return widget.grab()


@contextmanager
def _own_backups(folder: Path) -> Iterator[None]:
    before = os.environ.get("BRIKDESK_DATA_DIR")
    # Backups of the copy must not come between those of the real campaign.
    os.environ["BRIKDESK_DATA_DIR"] = str(folder)
    try:
        yield
    finally:
        del os.environ["BRIKDESK_DATA_DIR"]
        if before is not None:
            os.environ["BRIKDESK_DATA_DIR"] = before


def _wait_for(done: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(PATIENCE)
    while not done() and not deadline.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def _rest() -> None:
    deadline = QDeadlineTimer(SETTLE)
    rounds = 0
    while rounds < ROUNDS or not deadline.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        rounds += 1


def _type(words: str) -> None:
    """Press these keys, one after the other, where the focus is by then."""
    for letter in words:
        press(KEYS.get(letter) or Qt.Key(ord(letter.upper())), letter)
        _rest()
