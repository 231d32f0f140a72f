"""An export that was altered, cut or made by hand is refused in words, and leaves no file."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange import read_back, written_out
from brikdesk.store.session import Cancelled
from tests.nightly import many
from tests.staging import nine_steps

MUTANTS = many(60, 2_000)


@pytest.fixture
def export(battle: Campaign, tmp_path: Path) -> Path:
    nine_steps(battle)
    battle.keep_digest()
    made = tmp_path / "export.json"
    made.write_bytes(written_out(battle))
    return made


def cell(table: str, column: str, value: object) -> Callable[[Any], None]:
    """Return a change of one value in the first row of a table."""

    def change(told: Any) -> None:
        rows = told["tables"][table]
        rows["rows"][0][rows["columns"].index(column)] = value

    return change


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.update(format="Notes"),
        lambda told: told.update(version=999),
        lambda told: told.update(version="six"),
        lambda told: told.pop("version"),
        lambda told: told.pop("tables"),
        lambda told: told.update(tables=[]),
        lambda told: told["tables"].pop("unit"),
        lambda told: told["tables"].update(evil={"columns": ["a"], "rows": []}),
        lambda told: told["tables"]["unit"]["columns"].reverse(),
        lambda told: told["tables"]["unit"]["rows"].pop(),
        lambda told: told["tables"]["unit"]["rows"].append([1]),
        lambda told: told["tables"]["unit"]["rows"].append(told["tables"]["unit"]["rows"][0]),
        lambda told: told["tables"]["act"]["rows"].pop(),
        lambda told: told.update(counters={"sqlite_master": 1}),
        lambda told: told["counters"].update(unit="many"),
        lambda told: told["counters"].update(act=0),
        cell("unit", "name", "Somebody else"),
        cell("unit", "name", ["a", "list"]),
        cell("unit", "name", {"base64": "!"}),
        cell("unit", "name", "\ud800"),
        cell("unit", "size", 2**70),
        cell("unit", "size", True),
        cell("unit", "player_id", 77),
        cell("act", "title", "Something else"),
        cell("act", "arguments", "{"),
        cell("logline", "lead", "Somebody else wins"),
        cell("image", "after", "null"),
    ],
)
def test_what_was_altered_is_refused(
    export: Path, tmp_path: Path, change: Callable[[Any], None]
) -> None:
    told = json.loads(export.read_bytes())
    change(told)
    export.write_text(json.dumps(told), "utf-8")
    with pytest.raises(BadInput, match="export") as refused:
        read_back(export, tmp_path / "back.brik")
    assert str(refused.value).endswith(".")
    assert {path.name for path in tmp_path.iterdir()} <= {"export.json", "campaign.brik",
        "campaign.brik.lock", "data"}  # fmt: skip


@pytest.mark.parametrize(
    "content", [b"", b"[", b"[]", b"null", b"\xff\xfe", b"[" * 200_000, b'{"format": NaN}']
)
def test_what_is_no_export_is_refused(tmp_path: Path, content: bytes) -> None:
    export = tmp_path / "export.json"
    export.write_bytes(content)
    with pytest.raises(BadInput, match="export"):
        read_back(export, tmp_path / "back.brik")
    assert list(tmp_path.iterdir()) == [export]


def test_an_export_of_the_first_form_of_a_format_is_read_back(
    export: Path, battle: Campaign, tmp_path: Path
) -> None:
    """Format 8 first had no table of weapons that are made for thrusting."""
    told = json.loads(export.read_text("utf-8"))
    assert told["tables"].pop("thrusting")["rows"] == []
    export.write_text(json.dumps(told), "utf-8")
    read_back(export, tmp_path / "back.brik")
    with Campaign.open(tmp_path / "back.brik") as back:
        assert back.digest() == battle.digest()


def test_a_name_that_is_taken_stays(export: Path, battle: Campaign) -> None:
    with pytest.raises(CampaignFileError, match="already"):
        read_back(export, battle.path)


def test_reading_back_can_be_cancelled(export: Path, tmp_path: Path) -> None:
    def stop(words: str, done: int, of: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        read_back(export, tmp_path / "back.brik", stop)
    assert not [path.name for path in tmp_path.iterdir() if "back" in path.name]


def test_random_mutants_are_refused_or_the_same(
    export: Path, battle: Campaign, tmp_path: Path
) -> None:
    good, chance = export.read_bytes(), Random("export mutants")
    refused = 0
    for number in range(MUTANTS):
        data = bytearray(good)
        for _ in range(chance.randint(1, 3)):
            if chance.random() < 0.2:
                del data[chance.randrange(len(data)) :]
                break
            data[chance.randrange(len(data))] = chance.randrange(32, 127)
        export.write_bytes(data)
        back = tmp_path / f"back-{number}.brik"
        try:
            read_back(export, back)
        except BadInput:
            refused += 1
            assert not back.exists()
        else:
            with Campaign.open(back, read_only=True) as again:
                assert again.digest() == battle.digest()
    assert refused > MUTANTS // 2
