"""Every command of the command line with arguments that make it write, and the folder it does so in.

`CALLS` has a call for each command that the parser knows; `test_failing_commands.py` holds it to that.
"""

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path

from brikdesk.acts.campaign.battles import EndBattle, NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, RenameCampaign
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.cli import main as command
from brikdesk.cli.parser import everything_said
from brikdesk.pictures.photo import PhotoCopy, name_of
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign

OLD = b"what was here before"
BESIDE_WINDOW = {"open"}
"""Commands that open the window; it has tests of its own."""

CALLS: dict[str, list[list[str]]] = {
    "new": [
        ["new", "made.brik", "--player", "Ann:Amber Army"],
        ["new", "made.brik", "--from", "export.json"],
    ],
    "demo": [["demo", "made.brik", "--scifi"]],
    "agenda": [["agenda", "game.brik"]],
    "ahead": [["ahead", "burning.brik", "--turns", "3"]],
    "roll": [["roll", "burning.brik", "--seed", "1"]],
    "attack": [["attack", "game.brik", "pike fires gun at wall", '4"', "5", "3", "A"]],
    "say": [["say", "game.brik", "pike moves 2"]],
    "add": [["add", "game.brik", "2 Troopers: gun"]],
    "import": [["import", "game.brik", "army.json"]],
    "do": [["do", "game.brik", "act.json"]],
    "try": [["try", "game.brik", "act.json"]],
    "undo": [["undo", "game.brik"]],
    "redo": [["redo", "undone.brik"]],
    "acts": [["acts"]],
    "log": [["log", "game.brik"]],
    "explain": [["explain", "game.brik", "last"]],
    "unlock": [["unlock", "locked.brik"]],
    "thin": [["thin", "photos.brik"]],
    "check": [["check", "game.brik"]],
    "digest": [["digest", "game.brik"]],
    "seal": [["seal", "game.brik"]],
    "league": [["league", "over.brik", "game.brik"]],
    "audit": [["audit", "game.brik"], ["audit", "game.brik", "--csv"]],
    "odds": [["odds", "2d6"]],
    "rules": [["rules", "8.4-10"]],
    "completion": [["completion", "bash"]],
    "lineage": [["lineage", "game.brik"]],
    "copy": [["copy", "game.brik", "made.brik"]],
    "backups": [
        ["backups", "game.brik"],
        ["backups", "game.brik", "--acts"],
        ["backups", "--all"],
        ["backups", "--most", "300MB"],
    ],
    "restore": [["restore", "game.brik"], ["restore", "game.brik", "-o", "made.brik"]],
    "salvage": [["salvage", "broken.brik", "-o", "made.brik"]],
    "report": [["report", "game.brik", "-o", "old.pdf"]],
    "export": [
        ["export", "game.brik", "-o", "old.json"],
        ["export", "game.brik", "-o", "old.csv"],
        ["export", "game.brik", "-o", "old.html"],
    ],
    "card": [["card", "game.brik", "last", "-o", "old.pdf"]],
    "rulings": [["rulings", "game.brik"]],
    "cards": [["cards", "game.brik", "-o", "old.pdf"]],
    "tokens": [["tokens", "game.brik", "-o", "old.pdf"]],
    "quickref": [["quickref", "game.brik", "-o", "old.pdf"]],
    "map": [["map", "game.brik", "-o", "old.svg"], ["map", "game.brik", "-o", "old.png"]],
    "shot": [["shot", "game.brik", "battle", "-o", "old.png"]],
    "army": [["army", "game.brik", "-o", "old.json"]],
    "terrain save": [["terrain", "save", "game.brik", "-o", "old.json"]],
    "terrain load": [["terrain", "load", "game.brik", "terrain.json"]],
    "library list": [["library", "list"]],
    "library save": [["library", "save", "game.brik", "--name", "All of them"]],
    "library add": [["library", "add", "game.brik", "kept army"]],
    "library rename": [["library", "rename", "Kept army", "Other army"]],
    "library delete": [["library", "delete", "Kept army"]],
}


def known_commands() -> set[str]:
    """Return the commands of the parser, those with a second word by both."""
    parser, _ = everything_said()
    return set(_below(parser, "")) - BESIDE_WINDOW


def _below(parser: argparse.ArgumentParser, before: str) -> Iterator[str]:
    found = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not found:
        yield before.strip()
    for each in found:
        for name, part in each.choices.items():
            yield from _below(part, f"{before} {name}")


def set_the_scene(folder: Path) -> None:
    """Fill a folder with all that the calls ask for, and what this computer keeps of it."""
    os.environ["BRIKDESK_DATA_DIR"] = str(folder / "data")
    os.chdir(folder)
    _play(folder / "game.brik")
    _play(folder / "undone.brik")
    _play(folder / "over.brik", EndBattle(result="Ann wins"))
    _play(folder / "burning.brik", Ignite(unit_id=1), EndTurn())
    _play(folder / "photos.brik")
    _play(folder / "broken.brik")
    with Campaign.open(folder / "photos.brik") as kept:
        kept.keep_picture(PhotoCopy(name_of(OLD * 999), OLD * 999, 300, 200))
    for call in (
        ["undo", "undone.brik"],
        ["export", "game.brik", "-o", "export.json"],
        ["army", "game.brik", "-o", "army.json"],
        ["terrain", "save", "game.brik", "-o", "terrain.json"],
        ["library", "save", "game.brik", "--name", "Kept army"],
        ["do", "game.brik", _act(folder, "before.json", "A Tale")],
    ):
        assert command(call) == 0, call
    _act(folder, "act.json", "Another Tale")
    for name in ("old.pdf", "old.json", "old.csv", "old.html", "old.svg", "old.png"):
        (folder / name).write_bytes(OLD)
    (folder / "locked.brik").write_bytes((folder / "game.brik").read_bytes())
    with Campaign.open(folder / "locked.brik"):
        kept = (folder / "locked.brik.lock").read_bytes()
    (folder / "locked.brik.lock").write_bytes(kept)


def _act(folder: Path, name: str, new: str) -> str:
    (folder / name).write_text(json.dumps({"act": "RenameCampaign", "name": new}), "utf-8")
    return name


def _play(path: Path, *more: Act) -> None:
    with Campaign.create(path) as made:
        made.do(CreateCampaign(name="Tale", uuid=f"tale-{path.stem}"))
        made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="lime"))
        made.do(NewBattle(name="First", player_ids=(1, 2)))
        made.do(StartBattle())
        made.do(AddUnit(name="Pike", player_id=1, x=10, y=12))
        made.do(AddUnit(name="Wall", player_id=2, x=14, y=12))
        made.do(AddWeapon(unit_id=1, name="Gun", preset="W-08"))
        for act in (*more, RenameCampaign(name="Told")):
            made.do(act)
