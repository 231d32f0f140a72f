"""Tables that are not ours: known by their heads in any form, shown as they were taken, or refused."""

from collections.abc import Mapping

import pytest

from brikdesk.armies.army_file import read_any
from brikdesk.armies.army_list import ArmyRead
from brikdesk.errors import BadInput
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, Weapon
from tests.acts.table import rows
from tests.usual import USUAL_BRIKWARS


def read(content: str | bytes) -> ArmyRead:
    data = content.encode() if isinstance(content, str) else content
    return read_any(data, USUAL_BRIKWARS, 1, name="reds.csv")


HEADS = "Name,Count,Armor,Move,Weapons,Points"
LINE = "Trooper,3,4,5,gun,1"
Told = tuple[str, int, str, float | None]
TROOPERS: Told = ("Trooper", 3, "4", 5.0)

FILES: Mapping[str, tuple[str | bytes, Told]] = {
    "plain": (f"{HEADS}\n{LINE}\n", TROOPERS),
    "in capitals": (f"{HEADS.upper()}\n{LINE}\n", TROOPERS),
    "semicolons": (f"{HEADS}\n{LINE}\n".replace(",", ";"), TROOPERS),
    "tabs": (f"{HEADS}\n{LINE}\n".replace(",", "\t"), TROOPERS),
    "bars": (f"{HEADS}\n{LINE}\n".replace(",", "|"), TROOPERS),
    "a mark of UTF-8": (b"\xef\xbb\xbf" + f"{HEADS}\n{LINE}\n".encode(), TROOPERS),
    "UTF-16": (f"{HEADS}\n{LINE}\n".encode("utf-16"), TROOPERS),
    "UTF-16, big end first": (b"\xfe\xff" + f"{HEADS}\n{LINE}\n".encode("utf-16-be"), TROOPERS),
    "UTF-16 without a mark": (f"{HEADS}\n{LINE}\n".encode("utf-16-le"), TROOPERS),
    "Windows-1252": ("Einheit;Anzahl;Panzerung;Bewegung\nMüller;2;1d6;5\n".encode("cp1252"),
                     ("Müller", 2, "1d6", 5.0)),
    "a decimal comma": ("Name;Count;Move;Armor\nTrooper;3;7,5;4\n", ("Trooper", 3, "4", 7.5)),
    "Excel says the mark": ("sep=;\r\nName;Count;Armor\r\nTrooper;3;4\r\n", ("Trooper", 3, "4", None)),
    "a title above": ("My Reds,,\n,,\nName,Count,Armor\nTrooper,3,4\n", ("Trooper", 3, "4", None)),
    "old line ends": ("Name,Count,Armor\rTrooper,3,4\r", ("Trooper", 3, "4", None)),
    "quoted": ('"Name","Count","Armor"\n"Trooper","3","4"\n', ("Trooper", 3, "4", None)),
    "a quote in a name": ('Name,Count\n"Ann ""Red"" Hand",2\n', ('Ann "Red" Hand', 2, "", None)),
    "blank lines": ("Name,Count\n\n,\nTrooper,3\n\n", ("Trooper", 3, "", None)),
    "near enough": ("Unit Nmae,Quantiy,Armuor\nTrooper,3,4\n", ("Trooper", 3, "4", None)),
    "other words": ("Model,Qty,AV,Speed\nTrooper,3,4,5\n", TROOPERS),
    "with units in brackets": ('Name,Qty,Armour (AV),Move (inches)\nTrooper,3,4,5"\n', TROOPERS),
    "underlined": ("unit_name,qty,armor_value\nTrooper,3,4\n", ("Trooper", 3, "4", None)),
    "Spanish": ("Nombre;Cantidad;Armadura;Movimiento\nTrooper;3;4;5\n", TROOPERS),
    "French": ("Nom;Quantité;Armor;Mouvement\nTrooper;3;4;5\n", TROOPERS),
    "times": ("Name,Count\nTrooper,x3\n", ("Trooper", 3, "", None)),
    "a number with a zero": ("Name,Count\nTrooper,3.0\n", ("Trooper", 3, "", None)),
    "only names": ("Name\nTrooper\n", ("Trooper", 1, "", None)),
    "flying": ("Name,Move\nBat,8 flying\n", ("Bat", 1, "", 8.0)),
    "far letters": ("Name,Count\nŜilo ☃ <b>,2\n", ("Ŝilo ☃ <b>", 2, "", None)),
    "a formula": ("Name,Notes\n=1+1,=2+2\n", ("=1+1", 1, "", None)),
    "columns of nobody": ("Name,Mood,Count\nTrooper,grim,3\n", ("Trooper", 3, "", None)),
    "more cells than heads": ("Name,Count\nTrooper,3,,,\n", ("Trooper", 3, "", None)),
    "die of armor": ("Name,Armor\nTank,d10\n", ("Tank", 1, "1d10", None)),
}  # fmt: skip


def test_there_are_thirty_tables_of_others() -> None:
    assert len(FILES) >= 30


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("name", FILES)
def test_a_table_of_others_comes_in(battle: Campaign, name: str) -> None:
    content, (unit, copies, armor, move) = FILES[name]
    found = read(content)
    (first,) = found.units
    act = first.act
    assert (act.name, act.copies, act.armor or "", act.move) == (unit, copies, armor, move)
    assert found.matched
    battle.do(found.act())
    assert rows(battle, Unit)[-copies].name == unit


def test_what_was_matched_and_what_was_not_is_told() -> None:
    found = read("Einheit;Anzahl;Laune\nMüller;2;grim\n")
    told = [(each.unit, each.words) for each in found.matched]
    assert told == [
        ("Column “Einheit”", "Name"),
        ("Column “Anzahl”", "Copies"),
        ("Column “Laune”", "not known: kept as a note"),
    ]
    assert [(each.unit, each.words) for each in found.lost] == [
        ("Müller", "“Laune: grim” is a note")
    ]
    assert found.units[0].act.notes == "Laune: grim"


def test_weapons_in_words_are_armed(battle: Campaign) -> None:
    table = (
        "Name,Kind,Size,Weapons,Abilities\n"
        'Bertha,Vehicle,4,"cannon 3 (2 shells X3, 1 smoke X2); death ray",\n'
        'Ann,hero,,"rifle + light armor",gunnery\n'
    )
    found = read(table)
    battle.do(found.act())
    bertha, ann = rows(battle, Unit)[-2:]
    arms = [(arm.unit_id, arm.kind.value, arm.size) for arm in rows(battle, Weapon)]
    assert arms == [(bertha.id, "Cannon", 3), (ann.id, "Gun", 1.5)]
    assert (bertha.kind.value, bertha.size, ann.kind.value) == ("Vehicle", 4, "Hero")
    assert (ann.worn_armor, ann.specialties) == ("light", ["gunnery"])
    assert [each.words for each in found.lost] == ["“death ray” among its weapons is a note"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            "a,b,c\n1,2,3\n",
            "Wanted are the columns Name, and if there are any: Copies, Squad, Kind",
        ),
        ("just words", "Wanted are the columns Name"),
        ("Name,Count\n", "no unit below them"),
        (b"PK\x03\x04" + bytes(30), "a workbook or an archive. Save it as CSV"),
        (b"\x00\x01\x02\x03" * 20, "it is no text"),
        ("Name,Count\n" + "Trooper,500\n" * 2, "more than 500 units"),
    ],
)
def test_what_is_no_army_says_what_is_wanted(content: str | bytes, words: str) -> None:
    with pytest.raises(BadInput) as error:
        read(content)
    assert words in str(error.value)
    assert str(error.value).startswith("reds.csv")
