"""A game while its file is overwritten, replaced, cut, moved: nothing is lost, nothing foreign written over.

In the window's desk and over the command line, by chance. After each act what is in the file must be
all that was shown as done before, and the act; where an act is turned away, the file must be as it
was, and all that was shown as done must be had from this computer.
"""

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.cli import main
from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.copies import as_recorded, bring_back, copies_of
from brikdesk.store.file.lock import lock_path
from brikdesk.store.lineage import Relation, Surprising, keep_seen_here, open_campaign
from tests.nightly import many
from tests.walks.foreign import Around, notes_in, standing
from ui.campaign.desk import Desk

SEQUENCES = many(8, 250, quick=3)
STEPS = 14


class Table:
    """A campaign on this computer; `shown` are the notes that were told to be saved and still stand."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self.chance = chance
        self.file = folder / "war.brik"
        with Campaign.create(self.file) as campaign:
            campaign.do(CreateCampaign(name="War", uuid="war"))
            campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
            campaign.seal()
        self.around = Around(self.file, folder, chance)
        self.shown: list[str] = []
        self.turned_away = 0

    def play(self) -> None:
        for number in range(STEPS):
            step = self.chance.random()
            if step < 0.55:
                self.act(f"act {number} {self.chance.random()}")
            elif step < 0.7:
                self.around.copy()
            elif step < 0.8:
                self.around.play_elsewhere()
            else:
                self.around.happen()
        self.act("the last one")

    def act(self, note: str) -> None:
        raise NotImplementedError

    def was_done(self, note: str, found: list[str]) -> None:
        """Hold what is in the file now against what was shown before."""
        before = found[:-1]
        assert found[-1] == note
        # What another laptop played on with this very state may stand between.
        assert before[: len(self.shown)] == self.shown, "an act that was shown as done is not there"
        self.shown = found

    def choose(self, error: Surprising) -> None:
        """Go on with what was played here, or with the file; the other is kept."""
        if self.chance.random() < 0.6:
            self.bring_back()
            return
        open_campaign(self.file, accept=frozenset({error.lineage.relation})).close()
        assert any(self.shown == notes_in(copy.path) for copy in copies_of(self.file)), (
            "what was played here was not kept"
        )
        self.shown = notes_in(self.file)

    def bring_back(self) -> None:
        raise NotImplementedError


class Window(Table):
    """The desk of the window; the file changes while it is open."""

    def __init__(self, folder: Path, chance: Random) -> None:
        super().__init__(folder, chance)
        self.troubles: list[Any] = []
        self.origin = ""
        self.open()

    def open(self) -> None:
        campaign = open_campaign(self.file)
        self.desk = Desk(campaign)
        self.desk._watch.stop()
        self.desk.troubled.connect(lambda error, again: self.troubles.append(error))
        recorder = campaign.recorder
        assert recorder
        self.recorder = recorder
        self.origin = campaign.reading(
            lambda s: (
                s.connection().exec_driver_sql("SELECT uuid FROM act WHERE id = 1").scalar_one()
            )
        )

    def act(self, note: str) -> None:
        there = self.file.read_bytes() if self.file.exists() else None
        if self.chance.random() < 0.2:
            self.desk.look_at_the_file()
        self.troubles.clear()
        if isinstance(self.desk.do(AddNote(text=note)), Changes):
            self.was_done(note, notes_in(self.file))
            if self.chance.random() < 0.15 and isinstance(self.desk.undo(), Changes):
                self.shown = self.shown[:-1]
            return
        self.turned_away += 1
        assert self.troubles, "it was turned away without a word"
        assert (self.file.read_bytes() if self.file.exists() else None) == there
        assert self.rescued() == self.shown
        self.desk.campaign.let_go()
        self.desk.close()
        try:
            self.open()
        except Surprising as error:
            self.choose(error)
            self.open()
        except CampaignFileError:
            self.bring_back()
            self.open()
        found = standing(self.desk.campaign)
        assert found[: len(self.shown)] == self.shown
        self.shown = found

    def rescued(self) -> list[str]:
        campaign = self.desk.campaign
        try:
            return notes_in(campaign.rescue())
        except CampaignFileError:
            kept = keep_seen_here(self.recorder, campaign.tip, self.file)[0]
            return notes_in(kept) if kept else []

    def bring_back(self) -> None:
        recorded = as_recorded(self.origin)
        assert recorded
        bring_back(recorded, self.file)
        assert notes_in(self.file) == self.shown


class CommandLine(Table):
    """The commands; the file changes between them."""

    def __init__(self, folder: Path, chance: Random) -> None:
        super().__init__(folder, chance)
        assert self.run("undo", str(self.file))[0] == 1  # it is seen here

    def run(self, *words: str) -> tuple[int, str]:
        out, error = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = io.StringIO()
        try:
            code = main(words)
            return code, sys.stdout.getvalue()
        finally:
            sys.stdout, sys.stderr = out, error

    def act(self, note: str) -> None:
        there = self.file.read_bytes() if self.file.exists() else None
        given = self.file.with_name("act.json")
        given.write_text(json.dumps({"act": "AddNote", "text": note}))
        code, said = self.run("do", str(self.file), str(given))
        if code == 0:
            self.was_done(note, notes_in(self.file))
            if self.chance.random() < 0.15 and self.run("undo", str(self.file))[0] == 0:
                self.shown = self.shown[:-1]
            return
        self.turned_away += 1
        assert (self.file.read_bytes() if self.file.exists() else None) == there, said
        word = next((r.name.lower() for r in Relation if f"--accept {r.name.lower()}" in said), "")
        if word and self.chance.random() < 0.4:
            assert self.run("do", str(self.file), str(given), "--accept", word)[0] == 0
            assert any(self.shown == notes_in(copy.path) for copy in copies_of(self.file))
            self.shown = notes_in(self.file)
        else:
            self.bring_back()

    def bring_back(self) -> None:
        lock_path(self.file).unlink(missing_ok=True)
        code, said = self.run("restore", str(self.file))
        assert code == 0, said
        assert notes_in(self.file) == self.shown, "restore without a number brings all acts back"


@pytest.mark.parametrize("kind", [Window, CommandLine])
def test_no_act_is_lost_that_was_shown_as_done_nor_written_over_a_foreign_state(
    kind: type[Table], qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned_away = 0
    for seed in range(SEQUENCES):
        folder = tmp_path / f"{kind.__name__}-{seed}"
        folder.mkdir()
        monkeypatch.setenv("BRIKDESK_DATA_DIR", str(folder / "data"))
        table = kind(folder, Random(f"{kind.__name__} {seed}"))
        try:
            table.play()
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        turned_away += table.turned_away
    print(f"{kind.__name__}: {SEQUENCES} sequences, {turned_away} acts turned away")
    assert turned_away, "nothing foreign was met: the test tests nothing"
