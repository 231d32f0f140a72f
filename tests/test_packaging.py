"""The recipe of the folder that needs no Python, read with stand-ins for what PyInstaller gives it."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "packaging" / "brikdesk.spec"
QT = ("PySide6/Qt/lib/libQt6Gui.so.6", "/there/libQt6Gui.so.6", "BINARY")
GTK = ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "/there/libqgtk3.so", "BINARY")
BINARIES = [QT, GTK]


def read(monkeypatch: pytest.MonkeyPatch, platform: str) -> dict[str, dict[str, Any]]:
    """Return what the recipe asks of each step, as if it were run on that system."""
    asked: dict[str, dict[str, Any]] = {"data": {}, "modules": {}}

    def step(name: str) -> Any:
        def take(*given: object, **named: object) -> SimpleNamespace:
            asked[name] = {"given": given, **named}
            return SimpleNamespace(pure=(), scripts=(), binaries=BINARIES, datas=[])

        return take

    def data(package: str, **named: object) -> list[tuple[str, str]]:
        asked["data"][package] = named
        return []

    def modules(package: str) -> list[str]:
        asked["modules"][package] = True
        return [package]

    hooks = ModuleType("PyInstaller.utils.hooks")
    hooks.collect_data_files = data  # type: ignore[attr-defined]
    hooks.collect_submodules = modules  # type: ignore[attr-defined]
    for name, module in (
        ("PyInstaller", ModuleType("PyInstaller")),
        ("PyInstaller.utils", ModuleType("PyInstaller.utils")),
        ("PyInstaller.utils.hooks", hooks),
    ):
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "platform", platform)
    steps = {name: step(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    code = compile(SPEC.read_text(encoding="utf-8"), str(SPEC), "exec")
    exec(code, {"SPECPATH": str(SPEC.parent), **steps})
    return asked


def test_the_recipe_names_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = read(monkeypatch, "linux")
    (entry,) = asked["Analysis"]["given"][0]
    assert Path(entry) == ROOT / "brikdesk" / "__main__.py"
    assert Path(entry).is_file()
    for package in (*asked["data"], *asked["modules"]):
        assert importlib.import_module(package).__file__
    assert set(asked["modules"]) == {"brikdesk", "ui", "resources"}
    assert asked["data"]["brikdesk.store.migrations"] == {"include_py_files": True}


def test_nothing_that_the_program_imports_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = read(monkeypatch, "linux")["Analysis"]["excludes"]
    ours = "\n".join(
        file.read_text(encoding="utf-8")
        for folder in ("brikdesk", "ui")
        for file in (ROOT / folder).rglob("*.py")
    )
    assert [name for name in left_out if f"import {name}" in ours or f"from {name}" in ours] == []


@pytest.mark.parametrize(
    ("platform", "console", "bundle"),
    [("linux", False, False), ("win32", True, False), ("darwin", False, True)],
)
def test_each_system_gets_what_it_starts(
    monkeypatch: pytest.MonkeyPatch, platform: str, console: bool, bundle: bool
) -> None:
    asked = read(monkeypatch, platform)
    assert asked["EXE"]["console"] is console
    assert bool(asked["EXE"]["hide_console"]) is console
    assert ("BUNDLE" in asked) is bundle


def test_the_desktop_of_the_one_who_builds_stays_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    binaries = read(monkeypatch, "linux")["COLLECT"]["given"][1]
    assert binaries == [QT]


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
@pytest.mark.parametrize("name", ["build", "try", "pictures"])
def test_the_scripts_can_be_started(name: str) -> None:
    script = ROOT / "packaging" / name
    assert os.access(script, os.X_OK)
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0


def test_the_menu_entry_and_the_icon_belong_to_the_kind_of_file() -> None:
    entry = (ROOT / "packaging" / "brikdesk.desktop").read_text(encoding="utf-8")
    kinds = ElementTree.parse(ROOT / "packaging" / "brikdesk-mime.xml").getroot()
    named = kinds[0].attrib["type"]
    assert f"MimeType={named};" in entry
    assert "Icon=brikdesk\n" in entry
    assert (ROOT / "packaging" / "brikdesk.svg").is_file()


def test_without_streams_the_command_line_still_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    from brikdesk.cli import main

    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["rules", "nosuchrule"]) in (0, 1)
    assert main(["check", "nosuchfile.brik"]) == 1


def test_the_licences_of_all_that_is_packaged_are_written(tmp_path: Path) -> None:
    script = ROOT / "packaging" / "notices.py"
    subprocess.run([sys.executable, script, tmp_path / "made"], check=True)
    notices = (tmp_path / "made" / "NOTICES.txt").read_text(encoding="utf-8")
    for name in (
        "PySide6_Essentials",
        "shiboken6",
        "pypdfium2",
        "SQLAlchemy",
        "sqlmodel",
        "Python",
    ):
        (line,) = [line for line in notices.splitlines() if line.startswith(f"{name} ")]
        kept = line.rpartition(": ")[2].split(", ")
        assert kept
        assert all((tmp_path / "made" / text).stat().st_size for text in kept)
        assert max((tmp_path / "made" / text).stat().st_size for text in kept) > 500
    assert "LGPL-3.0.txt" in notices


def test_every_requirement_of_the_program_is_among_the_notices() -> None:
    import tomllib

    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    script = (ROOT / "packaging" / "notices.py").read_text(encoding="utf-8")
    for need in needed:
        name = need.split(";")[0].split(">")[0].strip()
        assert f'"{name}"' in script
