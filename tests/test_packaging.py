"""The recipe of the folder that needs no Python, read with stand-ins for what PyInstaller gives it."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from brikdesk import __version__

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "packaging" / "brikdesk.spec"
PACKAGING = ROOT / "packaging"
LINUX = PACKAGING / "linux"
SCRIPTS = ("pictures", "deb", "portable", "linux/share", "linux/in-menu", "macos/dmg")
PROGRAMS = ("build", "try", "windows/setup")
"""Written in Python, as there is no shell on Windows."""
QT = ("PySide6/Qt/lib/libQt6Gui.so.6", "/there/libQt6Gui.so.6", "BINARY")
MODULE = ("PySide6/QtGui.abi3.so", "/there/QtGui.abi3.so", "EXTENSION")
GTK = ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "/there/libqgtk3.so", "BINARY")
VNC = ("PySide6/Qt/plugins/platforms/libqvnc.so", "/there/libqvnc.so", "BINARY")
X11 = ("PySide6/Qt/plugins/platforms/libqxcb.so", "/there/libqxcb.so", "BINARY")
NETWORK = ("PySide6/Qt/lib/libQt6Network.so.6", "/there/libQt6Network.so.6", "BINARY")
LINK = ("libQt6Network.so.6", "PySide6/Qt/lib/libQt6Network.so.6", "SYMLINK")
WORDS = ("PySide6/Qt/translations/qt_de.qm", "/there/qt_de.qm", "DATA")
FONT = ("resources/fonts/Inter-Bold.ttf", "/there/Inter-Bold.ttf", "DATA")
NEEDS = {
    MODULE[1]: ["libQt6Gui.so.6"],
    X11[1]: ["libQt6Gui.so.6"],
    VNC[1]: ["libQt6Network.so.6"],
}
BINARIES, DATA = [MODULE, QT, GTK, VNC, X11, NETWORK], [LINK, WORDS, FONT]


def read(monkeypatch: pytest.MonkeyPatch, platform: str) -> dict[str, dict[str, Any]]:
    """Return what the recipe asks of each step, as if it were run on that system."""
    asked: dict[str, dict[str, Any]] = {"data": {}, "modules": {}}

    def step(name: str) -> Any:
        def take(*given: object, **named: object) -> SimpleNamespace:
            asked[name] = {"given": given, **named}
            return SimpleNamespace(pure=(), scripts=(), binaries=BINARIES, datas=DATA)

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
    bindepend = ModuleType("PyInstaller.depend.bindepend")
    bindepend.get_imports = lambda file: {(name, None) for name in NEEDS.get(file, ())}  # type: ignore[attr-defined]
    for name in ("PyInstaller", "PyInstaller.utils", "PyInstaller.depend"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    for module in (hooks, bindepend):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.delitem(sys.modules, "lean", raising=False)
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


def test_only_what_the_program_can_reach_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = read(monkeypatch, "linux")["COLLECT"]["given"][1]
    assert gathered == [MODULE, QT, X11, FONT]
    # Elsewhere nobody has seen what needs what: only parts that are known by name are left out.
    gathered = read(monkeypatch, "win32")["COLLECT"]["given"][1]
    assert gathered == [MODULE, QT, X11, NETWORK, LINK, FONT]


def test_changes_and_licences_travel_with_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    from brikdesk.about import NAME

    asked = read(monkeypatch, "linux")
    data = asked["Analysis"]["datas"]
    assert (str(ROOT / NAME), "resources") in data
    assert (str(ROOT / "build" / "licences"), "licences") in data
    assert [at for at, _ in data if not Path(at).exists() and "build" not in Path(at).parts] == []


def test_the_version_is_said_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    place = ROOT / project["tool"]["hatch"]["version"]["path"]
    assert re.findall(r'^__version__ = "(.+)"$', place.read_text(), re.MULTILINE) == [__version__]
    # The newest in the list of changes and in what software centres show is this one.
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## ([^,\n]+)", changes, re.MULTILINE)[0] == __version__
    releases = (
        ElementTree.parse(LINUX / "org.brikdesk.BrikDesk.metainfo.xml").getroot().find("releases")
    )
    assert releases is not None
    assert releases[0].attrib["version"] == __version__


def test_what_the_wheel_takes_from_elsewhere_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    taken = {*wheel["force-include"], *wheel["shared-data"], *wheel["only-include"]}
    assert [name for name in taken if not (ROOT / name).exists()] == []
    start, _, function = project["project"]["scripts"]["brikdesk"].partition(":")
    assert callable(getattr(importlib.import_module(start), function))


def test_an_installed_wheel_is_one_package_that_finds_its_parts(tmp_path: Path) -> None:
    """The wheel's recipe carried out by hand: no `ui` of another program is taken for ours."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    site = tmp_path / "site"
    # Their own places last: what lies inside "brikdesk" is copied into it.
    for name in wheel["only-include"]:
        place = site / wheel["sources"].get(name, name)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, place, ignore=ignored, dirs_exist_ok=True)
    for name, place in wheel["force-include"].items():
        shutil.copy(ROOT / name, site / place)
    assert [path.name for path in site.iterdir()] == ["brikdesk"]
    (site / "ui").mkdir()
    (site / "ui" / "__init__.py").write_text("raise SystemExit('not ours')")
    asked = (
        "import brikdesk, ui, brikdesk.about as it, importlib.resources as r;"
        "print(ui.__file__, r.files('resources'), it.changelog()[:9])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    inside = str(site / "brikdesk" / "parts")
    window, data, changes = answer.stdout.split(maxsplit=2)
    assert window.startswith(inside)
    assert data.startswith(inside)
    assert changes.strip() == "# Changes"


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
@pytest.mark.parametrize("name", SCRIPTS)
def test_the_scripts_can_be_started(name: str) -> None:
    script = PACKAGING / name
    assert os.access(script, os.X_OK)
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_must_run_on_every_system_is_python(name: str) -> None:
    script = PACKAGING / name
    text = script.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env python3\n")
    compile(text, str(script), "exec")
    assert os.name != "posix" or os.access(script, os.X_OK)


def test_a_program_is_tried_without_the_environment_of_the_one_who_builds(tmp_path: Path) -> None:
    """A program that is whole passes; one that fails at a call is told with what it said."""
    program = tmp_path / "brikdesk"
    program.write_text(
        f"#!/bin/sh\ncd '{ROOT}' && exec '{sys.executable}' - \"$@\" <<'END'\n{TRIED}END\n"
    )
    program.chmod(0o755)
    trial = [sys.executable, PACKAGING / "try", program]
    good = subprocess.run(trial, capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout.strip()) == (0, f"{program} works.")
    program.write_text('#!/bin/sh\ntest "$1" != roll || { echo no dice; exit 1; }\n')
    bad = subprocess.run(trial, capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert "roll trial.brik --seed 7: ended with 1" in bad.stderr
    assert "no dice" in bad.stderr


TRIED = """
import os, sys
assert "SECRET" not in os.environ
if "-o" in sys.argv:
    open(os.path.join(os.environ["OLDPWD"], sys.argv[sys.argv.index("-o") + 1]), "w").write("x")
"""
"""A program that does nothing but write what it is told to."""


def test_the_menu_entry_and_the_icon_belong_to_the_kind_of_file() -> None:
    entry = (LINUX / "org.brikdesk.BrikDesk.desktop").read_text(encoding="utf-8")
    kinds = ElementTree.parse(LINUX / "brikdesk-mime.xml").getroot()
    named = kinds[0].attrib["type"]
    assert f"MimeType={named};" in entry
    assert "Icon=brikdesk\n" in entry
    assert "Exec=brikdesk %f\n" in entry
    assert (PACKAGING / "brikdesk.svg").is_file()
    shown = ElementTree.parse(LINUX / "org.brikdesk.BrikDesk.metainfo.xml").getroot()
    assert shown.findtext("provides/mediatype") == named
    assert shown.findtext("launchable") == "org.brikdesk.BrikDesk.desktop"
    assert shown.findtext("icon") == "brikdesk"
    assert shown.findtext("project_license") == "MIT"


def test_the_kind_of_file_is_known_by_what_a_campaign_begins_with(tmp_path: Path) -> None:
    from tests.ui.window_scene import make_file

    written = make_file(tmp_path / "campaign.brik", battle=False).read_bytes()
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kinds = ElementTree.parse(LINUX / "brikdesk-mime.xml").getroot()
    matches = kinds.findall(".//m:match", space)
    assert len(matches) == 2
    for match in matches:
        offset, value = int(match.attrib["offset"]), match.attrib["value"].encode()
        assert written[offset : offset + len(value)] == value


def test_the_manual_names_every_command() -> None:
    script = LINUX / "manual.py"
    made = subprocess.run([sys.executable, script], check=True, capture_output=True, text=True)
    for name in ("open", "demo", "add", "import", "report", "check", "terrain"):
        assert re.search(rf"^\.SS brikdesk {name}\b", made.stdout, re.MULTILINE)
    # Every option is told with what it does, those of words behind a command too.
    for option in ("figures", "accept", "instead", "headless"):
        told = re.search(rf'^\.TP\n\.BI "[^"]*{option} .*\n\S.{{9,}}', made.stdout, re.MULTILINE)
        assert bool(told) is (option != "headless"), option
    assert f"BrikDesk {__version__}" in made.stdout
    assert not [row for row in made.stdout.splitlines() if row.startswith("'")]


COMPLETED = """source /dev/stdin
cd "$2"
complete_word() {
  COMP_WORDS=("${@}"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  _shtab_brikdesk brikdesk "${@: -1}" "${@: -2:1}"
  echo "${COMPREPLY[@]}"
}
complete_word brikdesk quickr
complete_word brikdesk check zwei
complete_word brikdesk terrain lo
complete_word brikdesk report x.brik --paper le
"""


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is needed")
def test_a_shell_completes_commands_options_and_files(tmp_path: Path) -> None:
    (tmp_path / "zweite.brik").touch()
    command = [sys.executable, "-m", "brikdesk", "completion", "bash"]
    made = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    asked = subprocess.run(
        ["bash", "-c", COMPLETED, "bash", "bash", str(tmp_path)],
        input=made.stdout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.stdout.splitlines() == ["quickref", "zweite.brik", "load", "letter"]


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is needed")
def test_zsh_can_read_its_completion() -> None:
    command = [sys.executable, "-m", "brikdesk", "completion", "zsh"]
    made = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert made.stdout.startswith("#compdef brikdesk\n")
    assert subprocess.run(["zsh", "-n"], input=made.stdout, text=True, check=False).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
def test_the_entry_in_the_menu_comes_and_goes_without_a_trace(tmp_path: Path) -> None:
    """The program lies in a folder whose name has everything that an entry must quote."""
    top = tmp_path / 'Zwölf $teine & "mehr" 100% | a\\b'
    for source, place in (
        ("org.brikdesk.BrikDesk.desktop", "applications/org.brikdesk.BrikDesk.desktop"),
        ("brikdesk-mime.xml", "mime/packages/brikdesk.xml"),
        ("../brikdesk.svg", "icons/hicolor/scalable/apps/brikdesk.svg"),
        ("in-menu", "brikdesk/in-menu"),
    ):
        (top / "share" / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(LINUX / source, top / "share" / place)
    program = top / "brikdesk"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    data = tmp_path / "data"
    own = os.environ | {"XDG_DATA_HOME": str(data), "HOME": str(tmp_path)}
    script = top / "share" / "brikdesk" / "in-menu"
    subprocess.run([script, "add"], check=True, env=own, capture_output=True)
    entry = (data / "applications" / "org.brikdesk.BrikDesk.desktop").read_text(encoding="utf-8")
    (line,) = [row for row in entry.splitlines() if row.startswith("Exec=")]
    assert program_of(line.removeprefix("Exec=")) == str(program)
    assert (data / "mime" / "packages" / "brikdesk.xml").is_file()
    subprocess.run([script, "remove"], check=True, env=own, capture_output=True)
    assert list(data.iterdir()) == []


def program_of(command: str) -> str:
    """Return the program of an Exec line: the escapes of a value first, then those in quotes, then %%."""
    value = re.sub(r"\\(.)", r"\1", command)
    quoted = re.match(r'"((?:[^"\\]|\\.)*)" %f$', value)
    assert quoted
    return re.sub(r"\\(.)", r"\1", quoted[1]).replace("%%", "%")


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
        (line,) = [line for line in notices.splitlines() if line.startswith(f"- {name} ")]
        kept = line.rpartition(": ")[2].split(", ")
        assert kept
        assert all((tmp_path / "made" / text).stat().st_size for text in kept)
        assert max((tmp_path / "made" / text).stat().st_size for text in kept) > 500
    assert "LGPL-3.0.txt" in notices


def test_every_requirement_of_the_program_is_among_the_notices() -> None:
    from brikdesk.about import DIRECT

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[;<>=~ ]", need)[0] for need in project["dependencies"]}
    assert needed == set(DIRECT)
