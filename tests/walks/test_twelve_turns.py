"""Twelve turns of a battle of two armies, played from the command line with every weapon."""

import io
import json
import shutil
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlmodel import select

from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.units.roster import AddUnit
from brikdesk.cli import main
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import Act, act_to_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import sums_from_data
from brikdesk.store.tables import LogLine
from brikdesk.store.views.log import log
from tests.walks.armies import HELD, MOUNTED, muster
from tests.walks.script import Run, Table

TURNS = 12
SEED = 1


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command; gives what it says, and fails where it refuses."""

    def run_it(*arguments: object, typed: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        out, error = capfd.readouterr()
        assert code == 0, f"{error} {arguments} {typed}"
        return out

    return run_it


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    """Two armies in a battle that has begun, with a muddy ford between them."""
    made = tmp_path / "war.brik"
    run("new", made, "--player", "Ann:Amber Army", "--player", "Ben:Brick Crew:lime")
    acts: list[Act] = []
    for player, name in ((1, "A"), (2, "B")):
        muster(acts.append, lambda kind: _next(acts, kind), player, name)
    ford = AddField(kind=FieldKind.TERRAIN, size=6, name="Ford", mode="Slow", dice=("d6 Move",))
    data = [act_to_data(act) for act in acts]
    data += [{"act": "NewBattle", "name": "War", "player_ids": [1, 2]}, {"act": "StartBattle"}]
    tanks = [place + 1 for place, act in enumerate(_units(acts)) if act.name.endswith("tank")]
    data += [act_to_data(act) for act in (ford, *(Ignite(unit_id=tank) for tank in tanks))]
    run("do", made, "-", typed=json.dumps(data))
    return made


def _units(acts: list[Act]) -> list[AddUnit]:
    return [act for act in acts if isinstance(act, AddUnit)]


def _next(acts: list[Act], kind: type) -> int:
    """Return the key that the newest unit or weapon will have."""
    return sum(type(act).__name__ == f"Add{kind.__name__}" for act in acts)


@pytest.mark.thorough(
    witness="tests/walks/test_battles.py::test_everything_holds_in_a_battle_and_comes_back"
)
def test_twelve_turns_of_every_weapon_on_the_command_line(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:  # else the file were older than its copy
        elsewhere.setenv("BRIKDESK_DATA_DIR", str(tmp_path / "elsewhere"))
        empty = _undone(run, Path(shutil.copy(file, tmp_path / "copy.brik")))
    table = Table(run, file, SEED)
    for _ in range(TURNS * 2):
        table.play_turn()
    _every_weapon_was_used(table)
    run("check", file)
    _all_sums_add_up(file)
    _report_is_complete(run, file, tmp_path)
    end = run("digest", file)
    assert _undone(run, file) == empty
    run("redo", file, "--all")
    assert run("digest", file) == end


def _undone(run: Run, file: Path) -> str:
    run("undo", file, "--all")
    return run("digest", file)


def _every_weapon_was_used(table: Table) -> None:
    guns = {*HELD, *MOUNTED, "Melee Weapon"} - {"W-12", "W-13"}  # shields only Parry
    assert guns <= set(table.fired), table.fired
    wanted = {"Land", "KeepHoming", "Reload", "FightFire", "MarkTarget", "CrossTerrain"}
    assert wanted <= set(table.done), table.done
    assert sum(table.fired.values()) > sum(table.refused.values()), table.refused


def _all_sums_add_up(file: Path) -> None:
    with Campaign.open(file, read_only=True) as campaign:
        sums = campaign.reading(
            lambda session: [
                each
                for entry in session.exec(select(LogLine))
                for each in sums_from_data(entry.sums)
            ]
        )
    assert len(sums) > 100
    assert all(each.adds_up for each in sums)


def _report_is_complete(run: Run, file: Path, tmp_path: Path) -> None:
    """Every act of the battle stands in its report, by the lead of its first line."""
    out = tmp_path / "war.pdf"
    run("report", file, "--battle", "-o", out)
    text = _squeezed(" ".join(page.extract_text() for page in PdfReader(out).pages))
    with Campaign.open(file, read_only=True) as campaign:
        told = [entry for entry in reversed(campaign.read(log)) if entry.turn_id]
    leads = list({entry.act_id: entry.lead for entry in told}.values())
    assert len(leads) > 100
    missing = [lead for lead in leads if _squeezed(lead.rstrip(".:")) not in text]
    assert not missing


def _squeezed(words: str) -> str:
    return "".join(words.split())
