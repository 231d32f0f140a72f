"""Army files as people bring them: valid, old, torn and hostile, with what comes of each."""

import json
from collections.abc import Callable
from typing import Any

IN, OUT = True, False


def weapon(type: str, **facts: Any) -> dict[str, Any]:
    return {"id": 1, "type": type, "size": 1, "amount": 1, "name": "", **facts}


def unit(name: str = "Dork", **facts: Any) -> dict[str, Any]:
    plain = {
        "id": 1, "unitIcon": "x", "name": name, "isMinifigure": True, "unit_number": "", "size": "1",
        "armor": "4", "power": "", "hasDeflection": False, "action": "1d6", "move": "5", "value": "",
        "custom_notes": "", "weapons": [], "equipment": [], "specialties": [], "magik": [],
    }  # fmt: skip
    return {**plain, **facts}


def army(*units: Any, **facts: Any) -> bytes:
    squads = [{"id": 1, "name": "First Squad", "units": list(units)}]
    return json.dumps({"name": "Dorks", "rules": "", "squads": squads, **facts}).encode()


def tank(**facts: Any) -> dict[str, Any]:
    return unit("Tank", isMinifigure=False, size="4", armor="2d10", power="8", hasDeflection=True,
                action="", move='8"', weapons=[weapon("Cannon", size=3, amount=2, use=6, range=12)],
                **facts)  # fmt: skip


HEADS = "line,name,copies,count,preset,kind,size,armor,weapon,explosive_size\n"


def own(**facts: Any) -> bytes:
    return json.dumps({"format": "brikdesk army", "version": 1, "name": "Ours", **facts}).encode()


ALL_TYPES = (
    "Gun", "Blast Gun", "Machine Gun", "Flame Thrower", "Cannon", "Launcher", "Melee Weapon",
    "Melee Shield", "Tool", "Explosive", "Incendiary Explosive", "Armor Piercing Explosive",
    "Concussion Explosive", "Phased Explosive", "Rocket", "Long-Ranged Weapon", "ShotGun", "AutoGun",
    "FlameGun", "Bazooka", "RailGun", "Heavy Weapon", "Two-Handed Weapon", "Heavy Shield", "Wand",
    "Staff",
)  # fmt: skip

FILES: dict[str, tuple[bool, bytes]] = {
    # Valid, of the army builder
    "one minifig": (IN, army(unit())),
    "copies, armor, specialties": (IN, army(unit(
        unit_number="3", equipment=[{"id": 1, "type": "Light Armor", "cost": ""}],
        specialties=[{"group": "Operators", "type": "gunner", "name": "Gunnery (1d8)"},
                     {"group": "Infantry", "type": "scout", "name": "Scout"}]))),
    "a tank and its crew": (IN, army(tank(), unit("Driver", custom_notes="drives\nthe tank"))),
    "every type, held": (IN, army(*[unit(f"U{n}", weapons=[weapon(type)])
                                    for n, type in enumerate(ALL_TYPES)])),
    "every type, mounted": (IN, army(*[unit(f"V{n}", isMinifigure=False, size="4", armor="1d10", action="",
                                            move="6", weapons=[weapon(type, size=2)])
                                       for n, type in enumerate(ALL_TYPES[:11])])),
    "a flyer, a creature, a wall": (IN, army(
        unit("Bat", isMinifigure=False, size="2", armor="1d10", move="8 flying", power="4"),
        unit("Troll", isMinifigure=False, size="3", armor="1d10", power="6"),
        unit("Wall", isMinifigure=False, size="6", armor="3d10", move="0", action="", power="0"))),
    "Magik, equipment, HTML": (IN, army(unit(
        magik=[{"die": "d6", "element": "Fire", "genre": "pulp", "cliche": "beard", "cost": 2}],
        equipment=[{"type": "D6 Energy Shield", "remark": "<b>glows</b>", "notes": "left", "cost": 4}],
        specialties=[{"type": "medik", "name": "Medik", "description": "heals", "cost": 1}]))),
    "house rules of the army": (IN, army(unit(), rules="Dorks never run.")),
    "two squads": (IN, json.dumps({"name": "Two", "squads": [
        {"name": "A", "units": [unit("One")]}, {"name": "B", "units": [unit("Two")]}]}).encode()),
    "figures of its own": (IN, army(unit(weapons=[
        weapon("Bazooka", size=1.5, use=3, name="Boom"), weapon("Gun", damage="1d8 + 1 - (distance)"),
        weapon("Melee Weapon", range="CC or 3''")]))),
    # Old and odd
    "only names": (IN, army({"name": "Old"})),
    "nothing at all": (IN, army({})),
    "numbers instead of words": (IN, army(unit(size=1, move=4, unit_number=2, armor=4, value=3))),
    "lists that are none": (IN, army(unit(weapons=None, equipment="none", magik="mice"))),
    "unknown facts": (IN, army(unit(mood="grim", deep={"a": [1]}), era="modern")),
    "junk in every field": (IN, army(unit(
        unit_number="many", size="tall", armor="thick", power="lots", hasDeflection="maybe",
        action="often", move="hopping", value="dear", weapons=[
            weapon("Death Ray", size="huge", amount="some", use="3+", range="far")]))),
    "a mark before it": (IN, b"\xef\xbb\xbf" + army(unit())),
    "words that no list has": (IN, json.dumps({"squads": [
        "x", {"name": "Empty"}, {"name": "Odd", "units": ["Bob", 3, unit()]}]}).encode()),
    # Hostile
    "markup and far letters": (IN, army(unit("<script>alert(1)</script> Ŝilo ☃", move="8 hopping"))),
    "formulas": (IN, army(unit("=1+1", custom_notes='@SUM("A1")', weapons=[weapon("Gun", name="-2")]))),
    "very long words": (IN, army(unit("N" * 300, custom_notes="n " * 6000, weapons=[
        weapon("Gun", name="W" * 200, damage="d" * 200)]))),
    "more than are read": (IN, army(unit(weapons=[weapon("Gun")] * 120))),
    "too many units": (OUT, army(*[unit(unit_number="100")] * 6)),
    "nested deep": (OUT, b'{"squads":' + b"[" * 100_000),
    "a number of no end": (OUT, b'{"squads": [' + b"9" * 6000 + b"]}"),
    "in UTF-16": (IN, army(unit()).decode().encode("utf-16")),
    # Torn
    "empty": (OUT, b""),
    "cut in the middle": (OUT, army(unit(), tank())[:200]),
    "a workbook": (OUT, b"PK\x03\x04" + bytes(40)),
    "no text": (OUT, bytes(range(256)) * 4),
    "another JSON": (OUT, b'{"name": "shopping", "items": []}'),
    "no units": (OUT, b'{"name": "x", "squads": [{"units": []}]}'),
    # BrikDesk's own
    "our JSON": (IN, own(units=[
        {"name": "Trooper", "copies": 3, "weapons": [{"kind": "Gun"}], "worn_armor": "light"},
        {"name": "Bertha", "kind": "Vehicle", "size": 4, "armor": "2d10", "notes": "=big\nand loud",
         "weapons": [{"kind": "Cannon", "size": 3, "controls": ["turret"]}],
         "racks": [{"weapon": 0, "rounds": [{"name": "Shell", "explosive_size": 3, "count": 4}]}]}])),
    "our JSON, newer": (OUT, own(version=3, units=[{"name": "A"}])),
    "our JSON, an unknown fact": (OUT, own(units=[{"name": "A", "mood": "grim"}])),
    "our JSON, a figure that cannot be": (OUT, own(units=[{"name": "A", "armor": "thick"}])),
    "our CSV": (IN, (HEADS + "army,Ours\nunit,Trooper,3,,,Minifig,1,4\nweapon,Gun\n"
                     "unit,Bertha,,,,Vehicle,4,2d10\nweapon,Cannon,,,,Cannon,3\nrack,Rack,,,,,,,1\n"
                     "rounds,Shell,,4,,,,,,3\n").encode()),
    "our CSV with semicolons": (IN, (HEADS + "unit,'=cmd,2,,,Hero\n").replace(",", ";").encode()),
    "our CSV, a weapon of nobody": (OUT, (HEADS + "weapon,Gun\n").encode()),
    "our CSV, a torn quote": (OUT, (HEADS + 'unit,"Tro').encode()),
    "our CSV, no number": (OUT, (HEADS + "unit,Trooper,three\n").encode()),
}  # fmt: skip

Leaf = tuple[str, str]


def leaves(value: Any, path: str = "", wanted: Callable[[str], bool] = bool) -> list[Leaf]:
    """Return every word and number of a value with its key; what only names a row is left out."""
    if isinstance(value, dict):
        return [leaf for key in value for leaf in leaves(value[key], key) if key not in _COSMETIC]
    if isinstance(value, list):
        return [leaf for each in value for leaf in leaves(each, path)]
    if value in (None, "", False, True, 0):
        return []
    return [(path, str(value))]


_COSMETIC = ("id", "unitIcon", "group")
