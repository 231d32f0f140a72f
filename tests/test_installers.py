"""The installers of Windows and macOS, as far as they can be read without those systems."""

import plistlib
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from brikdesk import __version__
from tests.test_packaging import read

ROOT = Path(__file__).parent.parent
SETUP = ROOT / "packaging" / "windows" / "brikdesk.iss"
KIND = "application/x-brikdesk-campaign"


def sections() -> dict[str, list[str]]:
    """Return the lines of Inno Setup's script by their section, with its constants filled in."""
    found: dict[str, list[str]] = {"": []}
    now = ""
    text = SETUP.read_text(encoding="utf-8")
    constants = dict(re.findall(r'^#define (\w+) "(.*)"$', text, re.MULTILINE))
    constants["Version"] = __version__
    for row in text.splitlines():
        if head := re.fullmatch(r"\[(\w+)\]", row):
            now = head[1]
            assert now not in found, f"two sections [{now}]"
            found[now] = []
        elif row and not row.startswith((";", "#")):
            found[now].append(re.sub(r"\{#(\w+)\}", lambda name: constants[name[1]], row))
    return found


def fields(row: str) -> dict[str, str]:
    """Return the parts of a line such as `Name: "x"; Flags: y`."""
    given = re.findall(r'(\w+): ("(?:[^"]|"")*"|[^;"]+)(?:; |$)', row)
    assert "; ".join(f"{name}: {value}" for name, value in given) == row
    return {
        name: value.removeprefix('"').removesuffix('"').replace('""', '"') for name, value in given
    }


def settings() -> dict[str, str]:
    rows = [row.partition("=") for row in sections()["Setup"]]
    assert all(sign == "=" for _, sign, _ in rows)
    return {name: value for name, _, value in rows}


def test_the_setup_names_what_is_there() -> None:
    given = settings()
    assert given["AppVersion"] == given["VersionInfoVersion"] == __version__
    assert re.fullmatch(r"\{\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}", given["AppId"])
    beside = SETUP.parent
    assert (beside / given["LicenseFile"].replace("\\", "/")).resolve() == ROOT / "LICENSE"
    (files,) = sections()["Files"]
    source = fields(files)["Source"].replace("\\", "/")
    assert (beside / source).parent.resolve() == ROOT / "dist" / "brikdesk"
    assert "recursesubdirs" in fields(files)["Flags"]
    assert given["OutputBaseFilename"] == f"brikdesk-{__version__}-setup"


def test_campaigns_are_opened_by_the_program_and_forgotten_with_it() -> None:
    rows = [fields(row) for row in sections()["Registry"]]
    values = {(row["Subkey"], row["ValueName"]): row["ValueData"] for row in rows}
    classes = "Software\\Classes\\"
    kind = values[classes + ".brik", ""]
    assert values[classes + ".brik", "Content Type"] == KIND
    assert (classes + ".brik\\OpenWithProgids", kind) in values
    assert values[f"{classes}{kind}\\shell\\open\\command", ""] == '"{app}\\brikdesk.exe" "%1"'
    assert settings()["ChangesAssociations"] == "yes"
    removed = [row["Subkey"] for row in rows if "uninsdeletekey" in row.get("Flags", "").split()]
    for row in rows:
        assert row["Root"] == "HKA"
        inside = any(f"{row['Subkey']}\\".startswith(f"{key}\\") for key in removed)
        assert inside or "uninsdeletevalue" in row["Flags"]


def test_tasks_that_are_asked_for_are_offered() -> None:
    found = sections()
    offered = {fields(row)["Name"] for row in found["Tasks"]}
    asked = {
        fields(row).get("Tasks") for part in ("Icons", "Registry", "Files") for row in found[part]
    }
    assert asked - {None} == offered


def test_the_setup_is_made_of_a_fresh_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda call, **_: calls.append([str(c) for c in call]))
    monkeypatch.setenv("ISCC", "compiler.exe")
    runpy.run_path(str(SETUP.parent / "setup"), run_name="__main__")
    built, compiled = calls
    assert built[1:] == [str(ROOT / "packaging" / "build"), "--if-needed"]
    assert compiled[:2] == ["compiler.exe", f"/DVersion={__version__}"]
    assert (ROOT / compiled[2]) == SETUP


def test_what_is_signed_for_macos_may_load_its_libraries() -> None:
    text = (ROOT / "packaging" / "macos" / "dmg").read_text(encoding="utf-8")
    (named,) = re.findall(r"--entitlements (\S+)", text)
    rights = plistlib.loads((ROOT / named).read_bytes())
    assert rights["com.apple.security.cs.disable-library-validation"] is True


def test_the_image_reads_the_version_where_it_stands() -> None:
    text = (ROOT / "packaging" / "macos" / "dmg").read_text(encoding="utf-8")
    (expression,) = re.findall(r"sed -n 's/\^(.*)/\\1/p' brikdesk/__init__\.py", text)
    pattern = "^" + expression.replace(r"\(", "(").replace(r"\)", ")")
    source = (ROOT / "brikdesk" / "__init__.py").read_text(encoding="utf-8")
    assert re.findall(pattern, source, re.MULTILINE) == [__version__]


def test_macos_knows_the_kind_of_file(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = read(monkeypatch, "darwin")["BUNDLE"]
    assert asked["name"] == "BrikDesk.app"
    assert asked["version"] == __version__
    (opened,) = asked["info_plist"]["CFBundleDocumentTypes"]
    (told,) = asked["info_plist"]["UTExportedTypeDeclarations"]
    assert opened["LSItemContentTypes"] == [told["UTTypeIdentifier"]]
    assert told["UTTypeTagSpecification"] == {
        "public.filename-extension": ["brik"],
        "public.mime-type": [KIND],
    }
    assert opened["CFBundleTypeIconFile"] == Path(asked["icon"]).name


def test_the_icons_are_drawn_for_every_system(tmp_path: Path) -> None:
    import subprocess

    from PIL import Image

    script = ROOT / "packaging" / "icons.py"
    subprocess.run([sys.executable, script, tmp_path], check=True)
    with Image.open(tmp_path / "brikdesk.ico") as icon:
        assert {(16, 16), (32, 32), (256, 256)} <= icon.info["sizes"]
    with Image.open(tmp_path / "brikdesk.icns") as icon:
        assert (512, 512, 2) in icon.info["sizes"]
    with Image.open(tmp_path / "brikdesk-64.png") as icon:
        assert icon.size == (64, 64)
        assert icon.getpixel((32, 20))[3] == 255  # type: ignore[index]
        assert icon.getpixel((0, 0))[3] == 0  # type: ignore[index]
