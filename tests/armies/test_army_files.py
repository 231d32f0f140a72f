"""Files of armies: what comes in comes in whole or is named, what goes out comes back equal."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from brikdesk.acts.armies import Recruit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.armies.army_file import SUFFIXES, read_any, write_army
from brikdesk.armies.army_form import Army, named, unit_in_words
from brikdesk.armies.army_list import LARGEST, decoded, parsed
from brikdesk.errors import BadInput
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit
from brikdesk.store.views.campaign_and_battle import brikwars_house
from tests.acts.table import rows
from tests.armies.army_files import FILES, leaves
from tests.as_new import army_of, mustered
from tests.nightly import many
from tests.usual import USUAL_BRIKWARS

COMES_IN = [name for name, (comes, _) in FILES.items() if comes]
STAYS_OUT = [name for name, (comes, _) in FILES.items() if not comes]
ALL_RULES = frozenset({"OF-39", "8.1-36", "8.1-27", "8.1-28", "8.1-29", "8.4-48", "8.1-22"})


def taken(campaign: Campaign, content: bytes, name: str = "army") -> tuple[AddUnit, ...]:
    """Add what a file holds, and return it as the campaign then has it."""
    found = read_any(content, campaign.read(brikwars_house), 1, name=name)
    before = {unit.id for unit in rows(campaign, Unit)}
    campaign.do(replace(found.act(), marked=False, overruled=ALL_RULES))
    new = tuple(unit.id or 0 for unit in rows(campaign, Unit) if unit.id not in before)
    return campaign.read(mustered, new)


def recruits(units: Sequence[AddUnit]) -> tuple[Recruit, ...]:
    return tuple(Recruit(unit=unit) for unit in units)


def test_there_are_thirty_files_and_more() -> None:
    assert len(FILES) >= 30
    assert len(COMES_IN) >= 20
    assert len(STAYS_OUT) >= 10


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("name", COMES_IN)
def test_every_word_of_a_file_is_on_a_unit_or_in_the_list_of_losses(
    battle: Campaign, name: str
) -> None:
    content = FILES[name][1]
    rules = battle.read(brikwars_house)
    found = read_any(content, rules, 1, name=name)
    came = taken(battle, content, name)
    assert sum(unit.copies for unit in came) == found.count
    told = [word for unit in came for word in unit_in_words(unit, rules).values()]
    told += [f"{each.unit} {each.words}" for each in (*found.lost, *found.differs)]
    told += [found.name]
    said = _folded(" ".join(told))
    if not decoded(content, name).startswith("{"):
        return  # a table is whole or refused; its round trip shows it
    missing = [leaf for leaf in leaves(parsed(decoded(content, name), name))
               if leaf[0] not in ("version", "format", "weapon", "type")
               and leaf[1] not in ("Gunnery (1d8)", "Scout", "8 flying")  # by other words
               and not all(_folded(word) in said for word in _words(leaf[1]))]  # fmt: skip
    assert missing == []


def _words(leaf: str) -> list[str]:
    return re.sub(r"<[^>]*>", " ", leaf).split()


def _folded(words: str) -> str:
    """Return words without what figures may lose: marks, blanks and the multiplication of Power."""
    return re.sub(r"[^\w]", "", words.casefold())


@pytest.mark.thorough(but=8)
@pytest.mark.parametrize("name", STAYS_OUT)
def test_what_is_refused_is_refused_in_words_and_changes_nothing(
    battle: Campaign, name: str
) -> None:
    before = battle.digest()
    with pytest.raises(BadInput) as error:
        read_any(FILES[name][1], battle.read(brikwars_house), 1, name=name)
    assert str(error.value).startswith(name)
    assert str(error.value).endswith(".")
    assert battle.digest() == before


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", COMES_IN)
def test_what_is_written_is_read_again_as_it_was(
    battle: Campaign, tmp_path: Path, name: str, suffix: str
) -> None:
    rules = battle.read(brikwars_house)
    came = taken(battle, FILES[name][1], name)
    file, lost = write_army(tmp_path / f"army{suffix}", Army("Dorks", recruits(came)), rules)
    back = read_any(file.read_bytes(), rules, None, name=name)
    again = tuple(unit.act for unit in back.units)
    if suffix != ".builder.json":
        assert lost == ()
        assert (back.name, again) == ("Dorks", came)
        return
    # What differs is listed, and nothing else differs.
    listed = {(each.unit, each.words) for each in lost}
    assert _differences(came, again, rules) == listed


def _differences(
    came: Sequence[AddUnit], again: Sequence[AddUnit], rules: dict[str, object]
) -> set[tuple[str, str]]:
    assert len(came) == len(again)
    found = set()
    for one, other in zip(came, again, strict=True):
        before, after = unit_in_words(one, rules), unit_in_words(other, rules)
        for fact in before:
            if before[fact] != after[fact]:
                words = f"its {fact} {before[fact] or 'none'} comes back as {after[fact] or 'none'}"
                found.add((one.name, words))
    return found


PLAIN = ("one minifig", "copies, armor, specialties", "two squads", "markup and far letters")


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("name", PLAIN)
def test_the_builders_own_minifigs_go_out_without_a_loss(
    battle: Campaign, tmp_path: Path, name: str
) -> None:
    came = taken(battle, FILES[name][1], name)
    rules = battle.read(brikwars_house)
    assert write_army(tmp_path / "a.builder.json", Army("", recruits(came)), rules)[1] == ()


def test_what_the_builder_does_not_know_is_named(battle: Campaign, tmp_path: Path) -> None:
    came = taken(battle, FILES["our JSON"][1])
    rules = battle.read(brikwars_house)
    _, lost = write_army(tmp_path / "a.builder.json", Army("", recruits(came)), rules)
    words = {each.words for each in lost if each.unit == "Bertha"}
    assert any(each.startswith("its racks Ammo rack of Cannon 3") for each in words)
    assert any("controls turret" in each for each in words)


def test_a_whole_army_comes_out_of_a_campaign_and_in_again(
    battle: Campaign, tmp_path: Path
) -> None:
    taken(battle, FILES["our JSON"][1])
    found = battle.read(army_of, 1)
    assert named(found) == "Trooper and 1 more"
    file, _ = write_army(tmp_path / "ours.csv", Army("Ours", recruits(found)), USUAL_BRIKWARS)
    battle.undo()
    assert battle.read(army_of, 1) == ()
    assert taken(battle, file.read_bytes()) == found


def test_no_cell_of_a_table_is_a_formula(battle: Campaign, tmp_path: Path) -> None:
    came = taken(battle, FILES["formulas"][1])
    file, _ = write_army(
        tmp_path / "a.csv", Army("=1", recruits(came)), battle.read(brikwars_house)
    )
    cells = file.read_text("utf-8-sig").replace('"', "").replace("\r\n", ",").split(",")
    assert "'=1+1" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t")]


def test_mutants_of_every_file_are_read_or_refused_in_words(battle: Campaign) -> None:
    chance = random.Random(14)
    rules, before, taken_in = battle.read(brikwars_house), battle.digest(), 0
    small = [content for comes, content in FILES.values() if comes and len(content) < 5000]
    tries = many(400, 2000)
    for _ in range(tries):
        content = _mutant(chance.choice(small), chance)
        try:
            found = read_any(content, rules)
        except BadInput:
            continue
        taken_in += 1
        assert found.count
    assert tries // 20 < taken_in < tries
    assert battle.digest() == before


def _mutant(content: bytes, chance: random.Random) -> bytes:
    mutant = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at, how = chance.randrange(len(mutant)), chance.randrange(3)
        if how == 0:
            mutant[at] = chance.randrange(256)
        elif how == 1:
            del mutant[at : at + chance.randint(1, 9)]
        else:
            said = (b'"', b"{", b"99999", b"null,", b"\x00", b"-", b"\n", b",", b"1e999", b"NaN")
            mutant[at:at] = chance.choice(said)
        if not mutant:
            break
    return bytes(mutant)


def test_what_is_too_large_is_refused(battle: Campaign) -> None:
    with pytest.raises(BadInput, match="larger than 10 MB"):
        read_any(b" " * (LARGEST + 1), battle.read(brikwars_house))
