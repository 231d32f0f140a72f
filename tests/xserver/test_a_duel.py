"""A duel of eight units over twelve player turns: by real keys, and by the command line to the same end."""

import json
import shutil
from pathlib import Path

from brikdesk.acts.battlefield.table import FaceUnit
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.cli import main as brikdesk
from brikdesk.store.act import overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import LogEntry, log
from tests.ui.window_scene import make_file
from tests.xserver.conftest import Run
from tests.xserver.evening import acts, digest
from tests.xserver.program import Program

ANN, BEN, CLEO = 1, 2, 3
UNITS = (
    ("Pike", ANN, 13, 18), ("Fred", ANN, 20, 20), ("Wobble", ANN, 35, 6),
    ("Art", BEN, 19, 18), ("Bors", BEN, 21, 20), ("Cei", BEN, 19, 20),
    ("Crumpet", CLEO, 35, 12), ("Duck", CLEO, 30, 25),
)  # fmt: skip
PIKE, FRED, WOBBLE, ART, BORS, CEI, CRUMPET, DUCK = range(1, 9)
ARMS = (
    (PIKE, "W-02", "Ram"), (FRED, "W-12", "Buckler"), (ART, "W-12", "Shield"),
    (ART, "W-01", "Sword"), (BORS, "W-01", "Club"), (CEI, "W-01", "Axe"),
    (CRUMPET, "W-11", "Grenade"),
)  # fmt: skip
MAP = "work().view.panel('map')"

TOLD = (
    ("5.2-48", "Art parries"), ("5.4-22", "Pike keeps its MOM"), ("5.4-29", "Pike runs into Art"),
    ("5.2-25", "Bors holds Fred"), ("5.2-30", "Fred is free of Bors"), ("5.2-32", "Bors is thrown"),
    ("4.3-15", "Wobble Bails"), ("8.4-24", "Grenade explodes"), ("4.1-22", "Duck dies"),
    ("5.2-36", "Fred has Disengaged"), ("4.1-33", "Wobble Sprints"), ("4.1-01", "Wobble moves 6"),
)  # fmt: skip
"""What the log of the duel tells, by rule and the first words."""


def make_duel(path: Path) -> Path:
    """Put the eight on the table, three of them on a wall; Duck wears Heavy Armor."""
    file = make_file(path)
    with Campaign.open(file) as campaign:
        for name, player_id, x, y in UNITS:
            worn = "heavy" if name == "Duck" else ""
            campaign.do(AddUnit(name=name, player_id=player_id, x=x, y=y, worn_armor=worn))
        for unit_id, preset, name in ARMS:
            hands = 2 if name == "Ram" else None
            campaign.do(AddWeapon(unit_id=unit_id, preset=preset, name=name, hands=hands))
        campaign.do(
            overruling(
                PlaceTerrain(kind="wall", points=((18, 19), (22, 19), (22, 21), (18, 21)), top=2),
                "4.1-03",  # those on it are put on top of it at once
            )
        )
        for unit_id in (FRED, BORS, CEI):
            campaign.do(FaceUnit(unit_id=unit_id, base=2))
        campaign.seal()
    return file


class Duel:
    """The desk with the duel; `lines` are the attacks and deeds in words, by the act each became."""

    def __init__(self, desk: Program, file: Path) -> None:
        self.desk, self.file = desk, file
        self.lines: dict[int, str] = {}

    def say(self, words: str) -> None:
        """Type a line into the palette and do it."""
        done = len(acts(self.file))
        self.desk.key("Ctrl+k", *keys_of(words), "Enter")
        self.has_done(done + 1, words)
        self.lines[done] = words

    def move(self, unit_id: int, *arrows: str) -> None:
        """Move a unit on the map by arrows."""
        done = len(acts(self.file))
        self.go_to(unit_id)
        self.desk.key(*arrows, "Enter")
        self.has_done(done + 1, f"{unit_id} moves")

    def go_to(self, unit_id: int) -> None:
        """Bring the keys to the map and select a unit there by Tab."""
        while not self.desk.see(f"{MAP}.view.hasFocus()"):
            self.desk.key("F6")
        while self.desk.see("work().hub.selected_unit") != unit_id:
            self.desk.key("Tab")

    def fill_in(self, wanted: str, *keys: str) -> None:
        """Find a form by the palette, fill it in and do it."""
        done = len(acts(self.file))
        self.desk.key("Ctrl+k", *keys_of(wanted), "Enter")
        self.desk.until("work().view.open_sheet() is not None")
        self.desk.key(*keys, "Ctrl+Enter")
        self.has_done(done + 1, wanted)

    def answer(self, *keys: str) -> None:
        """Answer the step that waits first."""
        self.desk.until("waiting() != []")
        first = self.desk.see("waiting()[0]")
        self.desk.key(*keys)
        self.desk.until(f"{first!r} not in waiting()")

    def end_turn(self) -> None:
        """End the running turn; what begins by itself in the next one is done by the desk."""
        turn = self.desk.see("turn_number()")
        while not self.desk.see(f"turn_number() > {turn} or waiting() != []"):
            self.desk.key("Ctrl+Shift+Enter")

    def to_turn(self, number: int) -> None:
        """End turns until this one begins; what asks is answered with the first answer."""
        while self.desk.see("turn_number()") < number:
            self.end_turn()
            if self.desk.see("waiting() != []") and self.desk.see("turn_number()") < number:
                self.answer("a", "Enter")

    def has_done(self, count: int, what: str) -> None:
        """See that one more act was done."""
        self.desk.settle()
        done = acts(self.file)
        assert len(done) == count, (what, done[-2:], self.desk.see("work().view.status.words()"))


def keys_of(words: str) -> list[str]:
    """Return the keys that type some words."""
    return [{" ": "Space"}.get(sign, sign) for sign in words]


def play(duel: Duel) -> None:
    """Play the twelve turns."""
    # Ann: a Charge that is parried keeps its MOM, and the Collision throws Art back.
    duel.move(PIKE, *["Right"] * 5)
    duel.say("pike charges art parried with shield 4 5")
    duel.say("pike collides with art 5 3")
    duel.end_turn()
    # Ben: Bors holds Fred at the top of the wall.
    duel.say("bors grabs fred")
    duel.end_turn()
    # Cleo: Duck swims in Heavy Armor.
    duel.fill_in("activity: duck", "Tab", *"swim", "Enter")
    duel.end_turn()
    # Ann: Fred frees himself by shoving Bors off the wall.
    duel.say("fred shoves bors")
    duel.fill_in("high it stands: bors", "Tab", "Tab", "0")
    duel.end_turn()
    # Ben: three are at Fred.
    duel.say("bors strikes fred 1")
    duel.say("cei strikes fred 1")
    duel.say("art strikes fred with sword 1")
    duel.end_turn()
    # Cleo: Wobble bails out of the blast, and Duck drowns.
    duel.say("wobble bails 3")
    duel.say('crumpet throws grenade at ground by the well 3" 5 4')
    duel.end_turn()
    duel.answer("a", "Enter")
    duel.end_turn()
    # Ann: Fred Disengages under three Counterstrikes.
    duel.say("fred disengages")
    for name in ("bors", "cei", "art"):
        with_what = " with sword" if name == "art" else ""
        duel.say(f"{name} counterstrikes fred{with_what} 1")
    # Fred has gone nowhere and is engaged again; then Cei does nothing in the fight, and says so.
    duel.to_turn(10)
    # Ann: Wobble Sprints so well that it cannot stop before the edge.
    duel.say("wobble sprints 6 a 6 1")
    duel.move(WOBBLE, *["Up"] * 6)
    duel.fill_in("leave the battle: wobble", "Tab", "Space")
    duel.to_turn(13)


def test_a_duel_of_eight_by_keys_and_by_the_command_line(run: Run, tmp_path: Path) -> None:
    file = make_duel(tmp_path / "duel.brik")
    other = Path(shutil.copy(file, tmp_path / "other.brik"))
    with run(file) as desk:
        duel = Duel(desk, file)
        play(duel)
        assert desk.see("focus_wrong()") == ""
        assert desk.see("turn_number()") == 13
    told = read(file)
    for rule, lead in TOLD:
        assert any(entry.rule == rule and entry.lead.startswith(lead) for entry in told), lead
    play_by_words(other, file, duel.lines)
    assert digest(other) == digest(file)


def read(file: Path) -> list[LogEntry]:
    """Return the log of a campaign."""
    with Campaign.open(file) as campaign:
        return list(campaign.read(log))


def play_by_words(other: Path, played: Path, lines: dict[int, str]) -> None:
    """Play the same on the command line: what was said in words by them, the rest as data."""
    data = other.with_suffix(".json")
    for place, (name, facts) in enumerate(acts(played)):
        if place in lines:
            assert brikdesk(["attack", str(other), lines[place]]) == 0, lines[place]
            continue
        data.write_text(json.dumps({"act": name, **facts}))
        assert brikdesk(["do", str(other), str(data)]) == 0, name
