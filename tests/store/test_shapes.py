"""Data of the right kind and the wrong shape is refused at the door, whoever wrote it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON
from sqlmodel import SQLModel

from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.house_rules import house_rules
from brikdesk.store.journal.stored_shapes import shape_of
from tests.staging import nine_steps, settle

WRONG: list[tuple[str, str, Any]] = [
    ("logline", "parts", ["words", 3]),
    ("logline", "parts", [{"dice": [[6, 3]], "tones": []}]),
    ("logline", "parts", [{"dice": [[6, 3, "stolen"]], "tones": []}]),
    ("logline", "parts", [{"dice": [[6, 3, "typed"]], "tones": ["mauve"]}]),
    ("logline", "parts", [{"dice": [[6, True, "typed"]], "tones": []}]),
    ("logline", "parts", "words"),
    ("logline", "sums", [{"name": "x", "total": "3", "terms": []}]),
    ("logline", "sums", [{"name": "x", "total": 3, "terms": [["why", 3]]}]),
    ("logline", "overruled", [3]),
    ("act", "arguments", ["x"]),
    ("image", "after", {"id": 1}),
    ("image", "after", ["x"]),
    ("unit", "tags", {"a": 1}),
    ("unit", "melee_foes", ["one"]),
    ("campaign", "rule_sets", ["CHESS"]),
]
STRANGE = [
    ("logline", "kind", "gossip"),
    ("image", "table", "nowhere"),
    ("act", "state", "MAYBE"),
    ("unit", "kind", "SPACESHIP"),
]


@pytest.fixture
def closed(battle: Campaign) -> Path:
    nine_steps(battle)
    settle(battle, "mark-1")
    battle.close()
    return battle.path


def change(path: Path, table: str, column: str, value: str) -> None:
    with closing(sqlite3.connect(path)) as file:
        newest = f'(SELECT max(id) FROM "{table}" WHERE "{column}" NOTNULL)'
        changed = file.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE id = {newest}', (value,))
        assert changed.rowcount == 1
        file.commit()


@pytest.mark.thorough(but=9)
@pytest.mark.parametrize(("table", "column", "value"), WRONG)
def test_data_of_another_shape_is_refused_whatever_its_digest(
    closed: Path, table: str, column: str, value: Any
) -> None:
    change(closed, table, column, json.dumps(value))
    with pytest.raises(CampaignFileError, match="is not what BrikDesk writes"):
        Campaign.open(closed, accept_altered=True)


@pytest.mark.parametrize(("table", "column", "value"), STRANGE)
def test_a_name_that_no_version_wrote_is_refused(
    closed: Path, table: str, column: str, value: str
) -> None:
    change(closed, table, column, value)
    with pytest.raises(CampaignFileError, match=rf"{table}\.{column} is '{value}'"):
        Campaign.open(closed, accept_altered=True)


def test_every_column_of_data_has_a_shape() -> None:
    for table in SQLModel.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, JSON):
                assert shape_of(table.name, column.name)


def test_a_house_rule_with_a_value_that_is_no_choice_counts_as_its_default(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as file:
        sql = "INSERT OR REPLACE INTO houserule (switch, value) VALUES (?, ?)"
        rules = {"turn_start_order": ["x"], "burn_order": {"a": 1}, "no_such_switch": 3}
        file.executemany(sql, [(name, json.dumps(value)) for name, value in rules.items()])
        file.commit()
    with Campaign.open(closed, accept_altered=True) as opened:
        found = opened.reading(house_rules)
    assert found["burn_order"] != {"a": 1}
    assert len(found["turn_start_order"]) > 1
    assert "no_such_switch" not in found
