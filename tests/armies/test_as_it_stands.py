"""An army goes out as it stands and comes back equal, or each difference is named."""

import random
from pathlib import Path

import pytest
from sqlmodel import Session, SQLModel, select

from brikdesk.acts.armies import TakeArmy
from brikdesk.armies.army_file import SUFFIXES, read_any, write_army
from brikdesk.armies.army_form import Army, Remark
from brikdesk.armies.standing import CARRIED, KEPT, NAMED_TABLES, NotCarried, army_standing
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import JOURNAL_TABLES, Unit
from brikdesk.store.views.campaign_and_battle import brikwars_house
from tests.acts.scifi.conftest import both as both
from tests.armies.battered import Image, image_of, make_army
from tests.nightly import many

OWN_ENDS = (".json", ".csv")


def test_every_column_of_a_unit_is_carried_or_named() -> None:
    """A new column or table of a unit has to be put into the list of facts."""
    of_units = {"unit"}
    tables = SQLModel.metadata.tables
    while True:
        more = {
            name
            for name, table in tables.items()
            if name not in JOURNAL_TABLES
            and any(key.column.table.name in of_units for key in table.foreign_keys)
        }
        if more <= of_units:
            break
        of_units |= more
    known = {str(kind.__tablename__): kind for kind in (*KEPT, *NAMED_TABLES)}
    assert of_units == known.keys()
    for name, kind in known.items():
        if kind in KEPT:
            assert KEPT[kind].keys() == {column.name for column in tables[name].columns}, name


def come_back(
    campaign: Campaign, army: Army, file: Path, rules: BrikWarsHouse
) -> tuple[Image, tuple[Remark, ...]]:
    """Write an army, read it into the campaign, and return it as it then stands."""
    path, lost = write_army(file, army, rules)
    act = read_any(path.read_bytes(), rules, 1, name=path.name).act()
    with campaign.rehearsal() as session:
        return image_of(session, joined(session, act)), lost


def differences(before: Image, after: Image) -> list[str]:
    """Return where two armies differ, in words."""
    if len(before) != len(after):
        return [f"{len(before)} units, then {len(after)}"]
    found = []
    for one, other in zip(before, after, strict=True):
        for table in one:
            if one[table] != other[table]:
                found.append(f"{one['unit'][0]['name']}, {table}: {one[table]} | {other[table]}")
    return found


def joined(session: Session, act: TakeArmy) -> list[int]:
    """Carry an act out, and return the keys of the units that it has added."""
    before = set(session.exec(select(Unit.id)))
    act.carry_out(session)
    session.flush()
    return sorted(key for key in session.exec(select(Unit.id)) if key and key not in before)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_random_armies_come_back_equal_or_their_differences_are_named(
    both: Campaign, tmp_path: Path, suffix: str
) -> None:
    rules = both.read(brikwars_house)
    differ = 0
    for seed in range(many(5, 500)):
        chance = random.Random(seed)
        with both.rehearsal() as session:
            unit_ids = make_army(session, chance, 1, chance.randint(1, 6))
            before = image_of(session, unit_ids)
            army = army_standing(session, 1)
        after, lost = come_back(both, army, tmp_path / f"a{suffix}", rules)
        if suffix in OWN_ENDS:
            assert differences(before, after) == [], f"seed {seed}"
            continue
        assert len(after) == len(before)
        for one, other in zip(before, after, strict=True):
            differ += _differences_are_named(one, other, lost, f"seed {seed}")
    assert suffix in OWN_ENDS or differ


SAID = {
    "squad": "squad", "state": "states", "fire": "fires", "explosive": "explosives",
    "weapon": "weapons", "thrusting": "weapons", "controlpoint": "weapons", "rack": "racks",
    "round": "racks", "chamber": "weapons",
}  # fmt: skip
"""By which word the builder's list of losses speaks of a table."""


def _differences_are_named(
    before: dict[str, list[dict[str, object]]],
    after: dict[str, list[dict[str, object]]],
    lost: tuple[Remark, ...],
    seed: str,
) -> int:
    """Check that each table that differs is spoken of with the unit's name; return how many do."""
    name = str(before["unit"][0]["name"])
    words = " | ".join(each.words for each in lost if each.unit == name)
    bonds = " | ".join(each.words for each in lost if not each.unit)
    found = 0
    for table, rows in before.items():
        if rows == after[table]:
            continue
        found += 1
        if table == "unit":
            own, other = rows[0], after[table][0]
            columns = [column for column in own if own[column] != other[column]]
            for column in columns:
                assert f"its {column.replace('_', ' ')} " in words, (seed, name, column, words)
        elif table.startswith("sf"):
            assert "Sci-fi facts" in words, (seed, name, table)
        else:
            assert f"its {SAID[table]} " in words or name in bonds, (seed, name, table, words)
    return found


def test_every_carried_column_comes_back_from_some_value_of_its_own(both: Campaign) -> None:
    """The random armies vary every column, so that one that is dropped would be noticed."""
    seen: dict[tuple[str, str], set[str]] = {}
    with both.rehearsal() as session:
        for seed in range(8):
            image = image_of(session, make_army(session, random.Random(seed), 1, 8))
            for unit in image:
                for table, rows in unit.items():
                    for row in rows:
                        for column, value in row.items():
                            seen.setdefault((table, column), set()).add(str(value))
    for kind, ways in KEPT.items():
        for column, way in ways.items():
            where = str(kind.__tablename__), column
            if way is CARRIED and where not in FIXED:
                assert len(seen[where]) > 1, where


FIXED = {
    ("explosive", "explosive_size"), ("chamber", "explosive_size"), ("chamber", "count"),
    ("round", "explosive_size"), ("rack", "battery"), ("sfweapon", "shape"),
    ("sfweapon", "area_size"), ("sfweapon", "area_width"), ("sfweapon", "carry_override"),
    ("sfweapon", "family"), ("sfweapon", "structure_id"),
}  # fmt: skip
"""Columns that the rules bind to others; tests of their own hold them."""


def test_what_is_named_is_said() -> None:
    for ways in KEPT.values():
        for way in ways.values():
            assert not isinstance(way, NotCarried) or way.words
