"""What leaves the desk for others: each command asks for a file, writes it beside the desk, and says so."""

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import PinPhoto
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.pictures.photo import PhotoCopy
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange import read_back, written_out
from tests.ui.window_scene import Key, at_work, press
from ui.campaign.places import saved_words
from ui.forms.sheet import ErrandSheet, Question
from ui.window.campaign_at_work import SHARED, SharedFile, chosen_kind
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

EVERY = [(name, kind) for name, (_, kinds) in SHARED.items() for kind in kinds]
BEGINS = {".pdf": b"%PDF", ".html": b"<!DOCTYPE", ".md": b"# ", ".bbcode": b"[size",
          ".csv": b"\xef\xbb\xbf", ".json": b"{", ".log.json": b"["}  # fmt: skip


@pytest.fixture(autouse=True)
def sister(window: MainWindow) -> None:
    """Put somebody on the table."""
    at_work(window).desk.do(AddUnit(name="Sister Underfoot", preset="U-01", player_id=1))
    at_work(window).desk.do(MoveUnit(unit_id=1, x=9, y=9))


def choose(monkeypatch: pytest.MonkeyPatch, path: Path, pattern: str = "") -> list[str]:
    offered: list[str] = []

    def chosen(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        offered.append(Path(name).name)
        return str(path), pattern

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    return offered


def said(window: MainWindow) -> str:
    return at_work(window).view.status.words()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(("name", "kind"), EVERY, ids=[f"{n} {k.words}" for n, k in EVERY])
def test_every_kind_is_written_and_said(
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    kind: SharedFile,
) -> None:
    before = at_work(window).desk.campaign.digest()
    offered = choose(monkeypatch, tmp_path / "out", kind.pattern)
    window.commands[name].trigger()
    made = tmp_path / f"out{kind.suffix}"
    qtbot.waitUntil(lambda: said(window) == saved_words(made))
    assert made.read_bytes().startswith(BEGINS[kind.suffix])
    assert offered[0].endswith(SHARED[name][1][0].suffix)
    assert at_work(window).desk.campaign.digest() == before
    qtbot.waitUntil(lambda: not window.findChildren(ErrandSheet))
    if kind.suffix == ".json":
        read_back(made, tmp_path / "back.brik")
        with Campaign.open(tmp_path / "back.brik", read_only=True) as back:
            assert back.digest() == before


def test_nothing_goes_over_the_campaign_or_into_a_missing_folder(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, tmp_path / "none" / "out.html")
    window.commands["share"].trigger()
    qtbot.waitUntil(lambda: "was not written" in said(window))
    own = at_work(window).desk.path
    campaign = own.read_bytes()
    sharing = at_work(window)._sharing
    sharing.write(SHARED["share"][1][0], own)
    qtbot.waitUntil(lambda: "replace the campaign itself" in said(window))
    assert own.read_bytes() == campaign


def test_esc_stops_the_writing_and_leaves_no_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(campaign, out, own, advance, stop):  # type: ignore[no-untyped-def]
        from brikdesk.reports.files import ReportCancelled

        while not stop():
            advance(1, 2)
        raise ReportCancelled

    at_work(window)._sharing.write(SharedFile("Endless", ".html", endless), tmp_path / "out.html")
    (sheet,) = [each for each in window.findChildren(ErrandSheet) if each.is_open()]
    press(Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(ErrandSheet))
    assert sheet is not None
    assert not (tmp_path / "out.html").exists()
    assert "Saved" not in said(window)


def test_a_typed_suffix_counts_before_the_filter() -> None:
    _, kinds = SHARED["share"]
    assert chosen_kind(kinds, Path("a.md"), kinds[0].pattern) == (kinds[1], Path("a.md"))
    assert chosen_kind(kinds, Path("a"), kinds[2].pattern) == (kinds[2], Path("a.bbcode"))
    assert chosen_kind(kinds, Path("a.b"), "") == (kinds[0], Path("a.b.html"))
    _, data = SHARED["export_data"]
    assert chosen_kind(data, Path("a.log.json"), data[0].pattern)[0] in (data[0], data[2])


def test_an_export_is_opened_as_the_campaign_that_it_holds(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    work = at_work(window)
    before = work.desk.campaign.digest()
    export = tmp_path / "game.json"
    export.write_bytes(written_out(work.desk.campaign))
    window.open_path(export)
    qtbot.waitUntil(lambda: window.at_work is not None and window.at_work is not work)
    assert at_work(window).desk.path.name == "game.brik"
    assert at_work(window).desk.campaign.digest() == before
    assert at_work(window).desk.campaign.undo().title


def test_an_altered_export_is_refused_and_the_desk_stays(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    work = at_work(window)
    export = tmp_path / "game.json"
    good = written_out(work.desk.campaign)
    export.write_bytes(good.replace(b"Sister Underfoot", b"Brother Underfoot"))
    window.open_path(export)
    qtbot.waitUntil(lambda: bool(window.findChildren(Question)))
    (question,) = window.findChildren(Question)
    assert "not what BrikDesk exported" in question.words
    assert window.at_work is work
    assert not (tmp_path / "game.brik").exists()


def test_an_export_with_a_damaged_photo_is_written_and_names_it(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = at_work(window).desk
    photo = PhotoCopy("0" * 64, b"other bytes than those of its name", 300, 200)
    desk.do_with_photo(photo, PinPhoto(picture=photo.name, words="Boom"))
    _, kinds = SHARED["export_data"]
    out = tmp_path / "out.json"
    at_work(window)._sharing.write(kinds[0], out)
    qtbot.waitUntil(lambda: "(Boom), is damaged" in said(window))
    assert out.exists()
