"""Commands that show or draw the desk. They import the window by name: this package knows none."""

import gc
import importlib
import os
import sys
from argparse import Namespace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import brikdesk.acts  # noqa: F401 - makes every act known by its name
from brikdesk.cli import words
from brikdesk.cli.words import say
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.reports import render, report_of_turn, write_report
from brikdesk.sample import write_sample
from brikdesk.sample.battle import play_waiting_steps
from brikdesk.store.campaign import Campaign
from brikdesk.store.life import asked_to_front
from brikdesk.store.life import open_file as open_file_of_files
from brikdesk.store.views.campaign_and_battle import battle_head

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def open_desk(asked: "Namespace") -> int:
    """Open the desk with a campaign, or at its start screen; return the exit code."""
    return open_file(asked.file[0] if asked.file else None)


def open_file(name: str | None) -> int:
    """Open the desk with the campaign of this name, or at its start screen; return the exit code.

    Raise CampaignFileError if there is no such file, BadInput if there is no display.
    """
    file = None
    if name is not None:
        file = words.path(name)
        if not file.exists():
            raise CampaignFileError(f"There is no file {file.name} in {file.parent}.")
        if file.is_dir():
            raise CampaignFileError(f"{file} is a folder, not a campaign.")
        if _is_shown(file):
            say(f"{file.name} is open already; its window is in front now.")
            return 0
    if sys.platform == "linux" and not any(os.environ.get(name) for name in SCREENS):
        raise BadInput(
            "There is no display to open the desk on. "
            "Without one: brikdesk agenda FILE, brikdesk --help."
        )
    return int(_loaded("app").main(file) or 0)


def _is_shown(file: Path) -> bool:
    """Return whether a window has the file open, and came to the front when it was asked to."""
    if not file.with_name(f"{file.name}.lock").exists():
        return False  # so that the usual start imports nothing for this
    return asked_to_front(file)


def _loaded(module: str) -> Any:
    """Import a module of the window while the garbage collector rests.

    What is imported stays to the end, so there is nothing to collect. This saves an eighth of the
    time until the window is shown.
    """
    gc.disable()
    try:
        return _ui(module)
    finally:
        gc.freeze()
        gc.enable()


def shot(asked: "Namespace") -> None:
    """Draw one scene of the desk as a picture, without showing a window; or list the scenes."""
    scenes = _ui("scenes.drawing").SCENES
    if asked.list:
        for name in scenes:
            say(name)
        return
    file, scene = asked.file
    if scene not in scenes:
        raise BadInput(f"There is no scene {scene[:40]!r}. Scenes: {', '.join(scenes)}.")
    out = words.output(asked.output, ".png")
    draw(words.path(file), scene, out, asked.size, asked.theme, asked.text)
    say(str(out))


def draw(*scene: Any) -> None:
    """Draw a scene off screen: file, scene, picture, size, theme and text size in percent."""
    # Qt reads it when the application object is made. Another platform may be set from outside.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    _ui("scenes.drawing").main(*scene)


def _ui(module: str) -> Any:
    try:
        return importlib.import_module(f"ui.{module}")
    except ImportError as error:
        raise BadInput(f"This installation has no window: {error}.") from error


SEED = 7


def demo_turn(_: Namespace) -> None:
    """Play the turn start of the sample campaign; write `out/desk.png` and a report beside it."""
    out = Path("out")
    out.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "demo.brik"
        write_sample(file)
        draw(file, "turn-start", out / "desk.png", (1440, 900), "dark", 100)
        with Campaign(open_file_of_files(file, backup_dir=Path(folder) / "backups")) as campaign:
            chance = Random(SEED)
            for title in play_waiting_steps(campaign, lambda sides: chance.randint(1, sides)):
                say(title)
            turn = campaign.read(battle_head)
            data = report_of_turn(campaign, turn.turn_id)
    report = out / f"turn-{turn.number}.pdf"
    write_report(report, render(data, "a4"))
    say(f"The desk: {(out / 'desk.png').absolute()}")
    say(f"The report: {report.absolute()}")
