"""What docs/architecture.md says of the house is so: its rooms, their order, the names that it uses."""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOUSE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = HOUSE.split("## Rooms\n")[1].split("```")[1]
MODULES = [path for name in ("brikdesk", "ui", "tests") for path in (ROOT / name).rglob("*.py")]
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", HOUSE)))
FOREIGN = {"W", "BEGIN IMMEDIATE", "COMMIT", "resizeEvent", "lint-imports", "application_id"}
"""Names of Qt, SQLite and tools, and a key."""


def contract(name: str) -> list[str]:
    """Return the floors of an import contract, the highest first."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    layers: list[str] = next(each["layers"] for each in contracts if each["name"].startswith(name))
    return [layer.removeprefix("brikdesk.") for layer in layers]


@cache
def defined() -> frozenset[str]:
    """Return all names that modules of the house give to something, and their own."""
    found = {part for path in MODULES for part in path.relative_to(ROOT).with_suffix("").parts}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.arg):
                found.add(node.arg if isinstance(node, ast.arg) else node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return frozenset(found)


def rooms() -> list[str]:
    """Return the paths in the first column of the list of rooms."""
    heads = [line[:30] for line in ROOMS.splitlines() if line[:1].strip()]
    return [word for head in heads for word in head.split()]


@pytest.mark.parametrize("room", rooms())
def test_a_room_is_there(room: str) -> None:
    at = ROOT if "/" in room else ROOT / "brikdesk"
    places = [ROOT / room, at / room, *ROOT.glob(room)] if room else []
    assert any(place.exists() for place in [*places, ROOT / "brikdesk" / room])


def test_no_room_is_left_out() -> None:
    told = {room.rstrip("/*").removesuffix(".py") for room in rooms()}
    there = {
        path.relative_to(ROOT).with_suffix("").as_posix()
        for top in ("brikdesk", "ui")
        for path in (ROOT / top).iterdir()
        if path.name[0] not in "._"
    }
    whole = {room.rpartition("/")[0] for room in told}
    assert there <= told | whole | {f"brikdesk/{name}" for name in told}


def test_the_floors_are_told_as_the_contracts_have_them() -> None:
    told = " ".join(HOUSE.split())
    floors = contract("The house")
    in_a_line = re.search(r"`ui` > (`\w+` > )+`text`, `foreign_file`, `errors`", told)
    assert in_a_line
    assert re.findall(r"`(\w+)`", in_a_line[0]) == floors
    block = " ".join(ROOMS.split())
    folders = {path.name for path in (ROOT / "brikdesk" / "acts").iterdir() if path.is_dir()}
    acts = block.partition("brikdesk/acts/")[2].partition("brikdesk/spoken")[0]
    assert {name for name in folders if name[0] != "_" and name not in acts} == set()
    for name in contract("The window: each floor"):
        assert f"ui/{name}" in block
    listed = re.findall(r"^ui/(\w+)(?:/|\.py)", ROOMS, re.MULTILINE)
    assert listed == contract("The window: each floor")


@pytest.mark.parametrize("name", [name for name in NAMED if "/" in name or name.endswith(".py")])
def test_a_path_in_the_text_is_there(name: str) -> None:
    places = [ROOT / top / name for top in ("", "brikdesk", "ui")]
    assert any(place.exists() for place in places), f"{name} is not there"


@pytest.mark.thorough(but=27)
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in NAMED
        if re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*(\(.*\))?", name) and name not in FOREIGN
    ],
)
def test_a_name_in_the_text_is_one_of_the_house(name: str) -> None:
    words = re.sub(r"\(.*", "", name).split(".")
    assert set(words) - {"py"} <= defined(), f"nothing is called {name}"


def long_functions() -> list[str]:
    """Return the functions of the program that are longer than one can see at once."""
    found = []
    for path in (path for path in MODULES if path.relative_to(ROOT).parts[0] != "tests"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60:
                found.append(f"{path.relative_to(ROOT)}:{node.name}")
    return found


def test_rooms_are_small() -> None:
    """No function over 60 lines, no module over 900, no folder of more than 40 modules."""
    program = [path for path in MODULES if path.relative_to(ROOT).parts[0] != "tests"]
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in program}
    folders = Counter(path.parent for path in program if path.name != "__init__.py")
    assert long_functions() == []
    assert [str(path.relative_to(ROOT)) for path, count in lines.items() if count > 900] == []
    assert [str(folder.relative_to(ROOT)) for folder, count in folders.items() if count > 40] == []


RIDDLES = frozenset({"the", "told", "given", "doubt", "door"})
"""Words that say of a value only that somebody said or meant something; none of them is a name."""


def kinds_of(tree: ast.Module) -> list[str]:
    """Return the names of a module's classes and of the types that it gives a name."""
    kinds = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, made = node.targets[0].id, ast.unparse(node.value)
            if re.match(r"_?[A-Z]\w*[a-z]", name) and not made.startswith(("TypeVar", "ParamSpec")):
                kinds.append(name)
    return kinds


def test_a_kind_has_a_name_of_its_own() -> None:
    """One word means one thing: who searches for a class finds one."""
    program = [path for path in MODULES if path.relative_to(ROOT).parts[0] != "tests"]
    found = Counter(
        kind for path in program for kind in kinds_of(ast.parse(path.read_text(encoding="utf-8")))
    )
    assert [kind for kind, count in found.items() if count > 1] == []


def test_no_name_is_a_riddle() -> None:
    found = []
    for path in (path for path in MODULES if path.relative_to(ROOT).parts[0] != "tests"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                    pass
                case ast.Name(id=name) | ast.Attribute(attr=name) if isinstance(
                    node.ctx, ast.Store
                ):
                    pass
                case _:
                    continue
            if name.strip("_").lower() in RIDDLES:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {name}")
    names = [path.stem for path in MODULES if path.stem in RIDDLES]
    assert (found, names) == ([], [])
