"""The ground that everything stands on: the start script, the lock, what an import may load."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from packaging.requirements import Requirement
from PySide6.QtCore import QObject

from brikdesk.store.file.connection import APPLICATION_ID

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"sqlmodel", "sqlalchemy", "reportlab", "icepool", "PIL", "shapely", "numpy"}

posix = pytest.mark.skipif(os.name != "posix", reason="the start script needs a POSIX shell")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux may be without a display")

# The start script


@posix
@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
def test_every_shell_can_read_the_start_script(shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"no {shell} here")
    assert subprocess.run([shell, "-n", ROOT / "dev"], check=False).returncode == 0


@posix
@pytest.mark.parametrize("script", ["dev", ".ci/run"])
def test_a_script_can_be_started(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


@posix
@pytest.mark.parametrize("arguments", [[], ["tests"], ["--run"]])
def test_an_unknown_command_is_answered_with_the_usage(arguments: list[str]) -> None:
    answer = subprocess.run([ROOT / "dev", *arguments], capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith("usage: ./dev COMMAND")
    assert answer.stdout == ""


STAND_IN = f"""#!/bin/sh
case $1 in
  -I) exec '{sys.executable}' "$@" ;;
  *) printf '%s\\n' "$QT_QPA_PLATFORM" "$PWD" "$@" ;;
esac
"""


@pytest.fixture
def desk_folder(tmp_path: Path) -> Path:
    """Return a set-up copy of the start script, with a Python that only tells what it is asked."""
    folder = tmp_path / "Schlacht für zwei"
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(STAND_IN)
    python.chmod(0o755)
    for name in ("dev", "dev.py"):
        shutil.copy(ROOT / name, folder)
    (folder / "requirements.lock").write_text("nothing==1\n")
    (folder / ".venv" / ".set-up").write_text(starter(folder).state())
    return folder


def starter(folder: Path) -> Any:
    """Return dev.py of a folder as a module."""
    spec = importlib.util.spec_from_file_location("starter", folder / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start(folder: Path, *arguments: str, cwd: Path, **environment: str) -> list[str]:
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in screens}
    answer = subprocess.run(
        [folder / "dev", *arguments],
        cwd=cwd,
        env=kept | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.splitlines()


@linux
@pytest.mark.parametrize(
    "environment", [{}, {"DISPLAY": ":4077"}, {"QT_QPA_PLATFORM": "offscreen"}]
)
def test_without_a_display_the_demo_turn_is_played(
    desk_folder: Path, environment: dict[str, str]
) -> None:
    told = start(desk_folder, "run", cwd=desk_folder, **environment)
    assert told == ["offscreen", str(desk_folder), "-P", "-m", "brikdesk", "--headless-demo"]


@linux
def test_a_file_is_looked_for_where_the_user_stands(desk_folder: Path, tmp_path: Path) -> None:
    told = start(desk_folder, "run", "agenda", "Die Brücke.brik", cwd=tmp_path)
    assert told == ["offscreen", str(tmp_path), "-P", "-m", "brikdesk", "agenda", "Die Brücke.brik"]


@posix
def test_tests_run_in_the_project_whatever_the_folder(desk_folder: Path, tmp_path: Path) -> None:
    told = start(desk_folder, "test", "-k", "a b", cwd=tmp_path)
    assert told == ["offscreen", str(desk_folder), "-m", "pytest", "-k", "a b"]


class OtherSystem:
    """What dev.py would start on another system: each call with its environment, none carried out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, platform: str) -> None:
        self.calls: list[tuple[list[str], dict[str, str]]] = []
        monkeypatch.setattr(sys, "platform", platform)
        # Only what dev.py sees of the name: pathlib asks it too.
        monkeypatch.setattr(module, "os", SimpleNamespace(environ=os.environ, name="nt"))
        ran = SimpleNamespace(run=self._run, Popen=self._install, PIPE=-1, STDOUT=-2)
        monkeypatch.setattr(module, "subprocess", ran)

    def _run(self, call: list[Any], **named: Any) -> SimpleNamespace:
        self.calls.append(([str(word) for word in call], dict(named.get("env") or {})))
        if call[1:3] == ["-m", "venv"]:
            python = Path(call[3]) / "Scripts" / "python.exe"
            python.parent.mkdir(parents=True)
            python.touch()
        return SimpleNamespace(returncode=0)

    def _install(self, call: list[Any], **named: Any) -> SimpleNamespace:
        self._run(call, env=named["env"])
        lines = ["Collecting nothing==1", "Installing collected packages: nothing"]
        return SimpleNamespace(stdout=[f"{line}\n" for line in lines], wait=lambda: 0)


def test_on_windows_the_same_commands_are_carried_out(
    desk_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Python that says it is on Windows makes the environment and starts the program in it."""
    shutil.rmtree(desk_folder / ".venv")
    module = starter(desk_folder)
    system = OtherSystem(monkeypatch, module, "win32")
    python = str(desk_folder / ".venv" / "Scripts" / "python.exe")
    assert module.main(["run", "my war.brik"]) == 0
    made, installed, compiled, (started, environment) = system.calls
    assert made[0][1:] == ["-m", "venv", str(desk_folder / ".venv")]
    assert {"--require-hashes", "--only-binary"} <= set(installed[0])
    assert compiled[0][:3] == [python, "-m", "compileall"]
    assert started == [python, "-P", "-m", "brikdesk", "my war.brik"]
    assert environment["PYTHONPATH"] == str(desk_folder)
    assert "dev:   nothing\n" in capsys.readouterr().err  # each package has its line
    # The second time nothing is made anew; checks and tests run without a screen.
    system.calls.clear()
    assert module.main(["check"]) == 0
    assert [call[0][0] for call in system.calls] == [python] * len(module.CHECKS)
    assert all(used["QT_QPA_PLATFORM"] == "offscreen" for _, used in system.calls)


def test_a_check_that_fails_is_named_at_the_end(
    desk_folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (desk_folder / ".venv" / "bin" / "python").write_text('#!/bin/sh\ntest "$2" != mypy\n')
    assert starter(desk_folder).main(["check"]) == 1
    assert capfd.readouterr().err.splitlines()[-1] == "dev: failed: mypy"


def test_windows_starts_what_the_others_start() -> None:
    assert '"%~dp0dev.py" %*' in (ROOT / "dev.cmd").read_text()


# What is installed


def project() -> dict[str, list[str]]:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {"run": table["dependencies"], **table["optional-dependencies"]}


def locked() -> Iterator[tuple[Requirement, list[str]]]:
    """Each requirement of the lock with its hashes."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", "")
    for line in text.splitlines():
        requirement, *hashes = line.split("--hash=")
        yield Requirement(requirement), [given.strip() for given in hashes]


def test_every_locked_package_has_a_version_and_hashes() -> None:
    for requirement, hashes in locked():
        assert [pin.operator for pin in requirement.specifier] == ["=="], requirement
        assert hashes, requirement
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", given) for given in hashes), requirement


def test_the_lock_names_no_place_to_fetch_from() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert not re.search(r"://|index-url|find-links|@ |(^|\s)\.?/", text)


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_the_lock_holds_what_the_project_asks_for(python: str, system: str) -> None:
    place = {"python_version": python, "python_full_version": f"{python}.5", "sys_platform": system}

    def wanted(requirement: Requirement) -> bool:
        return requirement.marker is None or requirement.marker.evaluate(place)

    pins = {entry.name.lower(): entry.specifier for entry, _ in locked() if wanted(entry)}
    for text in (text for texts in project().values() for text in texts):
        if wanted(asked := Requirement(text)):
            (pin,) = pins[asked.name.lower()]
            assert pin.version in asked.specifier, f"{asked} is locked as {pin}"


def test_qt_stays_below_the_release_that_breaks_python_3_11() -> None:
    asked = [Requirement(text) for text in project()["run"] if text.startswith("PySide6")]
    for entry in asked:
        if entry.marker is None or entry.marker.evaluate({"python_version": "3.11"}):
            assert "6.12.0" not in entry.specifier
            assert "6.11.3" in entry.specifier
    assert asked


def test_qt_gives_back_every_none_that_it_takes() -> None:
    """A Qt built for another Python loses one reference a call, and ends the program at the last."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 250


# What an import loads


def exists(module: str) -> bool:
    parent, _, _ = module.rpartition(".")
    return (not parent or exists(parent)) and importlib.util.find_spec(module) is not None


@pytest.mark.parametrize("module", ["brikdesk", "brikdesk.cli", "ui.app"])
def test_the_start_loads_nothing_that_can_wait(module: str) -> None:
    if not exists(module):
        pytest.skip(f"{module} is not written yet")
    asked = f"import sys, {module}; print(*(name.partition('.')[0] for name in sys.modules))"
    answer = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert HEAVY.isdisjoint(answer.stdout.split())


# What is written down


def project_files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        here = Path(folder)
        hidden = {name for name in folders if name.startswith(".") and name != ".ci"}
        built = {"__pycache__", "out", "build", "dist"}
        folders[:] = sorted(set(folders) - hidden - built)
        ours = [name for name in names if name != ".git"]  # git's own file in a worktree
        yield from (here / name for name in ours if not name.endswith((".pdf", ".png", ".ttf")))


def test_no_file_names_a_place_on_one_machine() -> None:
    places = re.compile(rb"(?<![\w.>}])/(work|root|home)/|\.\./" + rb"shared")
    found = [
        str(path.relative_to(ROOT)) for path in project_files() if places.search(path.read_bytes())
    ]
    assert found == []


def test_the_desktop_knows_a_campaign_file_by_its_first_bytes() -> None:
    place = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}
    tree = ElementTree.parse(ROOT / "packaging" / "linux" / "brikdesk-mime.xml")
    kind = tree.find("mime:mime-type", place)
    assert kind is not None
    assert kind.get("type") == "application/x-brikdesk-campaign"
    assert [glob.get("pattern") for glob in kind.findall("mime:glob", place)] == ["*.brik"]
    marks = {m.get("offset"): m.get("value") for m in kind.findall(".//mime:match", place)}
    assert marks == {"0": "SQLite format 3", "68": APPLICATION_ID.to_bytes(4, "big").decode()}
    entry = (
        (ROOT / "packaging" / "linux" / "org.brikdesk.BrikDesk.desktop")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    assert f"MimeType={kind.get('type')};" in entry
    assert "Exec=brikdesk %f" in entry
