"""What all tests share: campaigns in a folder of their own, with a clock that stands still."""

import os
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from _pytest.tmpdir import tmppath_result_key
from hypothesis import settings

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.life import OpenedFile, OpeningSteps
from tests import garbage
from tests.patience import PatientBot
from tests.thorough import left_out
from tests.xserver.program import Died

# How long an example takes says how busy the machine is, and nothing about the program.
settings.register_profile("brikdesk", deadline=None)
settings.load_profile("brikdesk")

HERE = Path(__file__).parent

MOST_NAMED = 3
"""Skipped tests that are named for each reason; of more there is a count."""

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the wish for every test there is, or for the quick run of some files."""
    parser.addoption("--all", action="store_true", help="run what is thorough and slow too")
    parser.addoption("--quick", action="store_true", help="of the files named, only the quick run")


def pytest_configure(config: pytest.Config) -> None:
    """Make a run of all files a quick one, unless all is asked for; who names files wants all of them."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS and not config.option.all:
        config.option.quick = True  # the processes of pytest-xdist are given the same options
    os.environ["BRIKDESK_QUICK"] = "1" if config.option.quick else ""  # tests/nightly.py


WINDOWS = ("ui", "xserver")
"""Folders of tests with a window, which share the machine's time with a display and with each other."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of a quick run what is thorough (tests/thorough.py); give windows a second go.

    One that fails among fourteen thousand because the machine was late says nothing of the change
    it stops. It is named at the end of the run, to be mended. A program that died, or in which
    something was raised, has no second go: there the chance is the defect.
    """
    retried = config.pluginmanager.hasplugin("pytest-retry")  # not in `./dev mutants`
    for item in items if retried else ():
        if item.path.relative_to(HERE).parts[0] in WINDOWS:
            item.add_marker(pytest.mark.flaky(retries=1, exclude=[Died, pytest.fail.Exception]))
    if config.option.quick and (left := left_out(items)):
        config.hook.pytest_deselected(items=left)
        gone = set(left)
        items[:] = [item for item in items if item not in gone]


def pytest_collection_finish() -> None:
    """Keep the collector from looking through all that was imported, test after test."""
    garbage.leave_alone_what_was_imported()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was skipped, with its reason: what nobody sees, nobody misses."""
    skipped: dict[str, list[str]] = {}
    for report in terminalreporter.stats.get("skipped", []):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        skipped.setdefault(why.removeprefix("Skipped: "), []).append(report.nodeid)
    for why, names in sorted(skipped.items()):
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        terminalreporter.write_line(f"not run ({why}): {', '.join(names[:MOST_NAMED])}{more}")


@pytest.fixture(autouse=True)
def _own_data_folder(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A second go ends without what the first one left here: tmp_path asks for it.
    request.node.stash.setdefault(tmppath_result_key, {})
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(tmp_path / "data"))


PLAY = ("acts", "matrices", "spoken", "switches", "turns")
"""Folders of tests that play, besides those within ui: what opening and closing do for the safety of the
file is tested in store, in walks and in the files of ui itself."""


@pytest.fixture(autouse=True)
def _opened_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, *within = request.path.relative_to(HERE).parts
    if folder in PLAY or (folder == "ui" and len(within) > 1):
        monkeypatch.setattr(OpeningSteps, "check", lambda *_: None)  # a fifth of the time of a test
        monkeypatch.setattr(OpeningSteps, "_is_due", lambda *_: False)
        monkeypatch.setattr(OpenedFile, "back_up", lambda *_, **__: None)
        if folder == "ui":  # a window that closes asks for it in two steps
            monkeypatch.setattr(OpenedFile, "begin_backup", lambda *_, **__: None)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> PatientBot:
    """Return what waits for windows, signals and threads; in place of that of pytest-qt."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def built_campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the campaign of `campaign`, written once: most tests begin with it."""
    file = tmp_path_factory.mktemp("campaign") / "campaign.brik"
    with Campaign.create(file) as made:
        made.do(CreateCampaign(name="Test of Strength", uuid="test"))
        made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="orchid"))
        made.do(AddPlayer(name="Cleo", faction="Clutch Crew", colour="lime"))
    return file


@pytest.fixture(scope="session")
def built_battle(built_campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the campaign of `battle`, written once."""
    file = tmp_path_factory.mktemp("battle") / "campaign.brik"
    with Campaign.open(Path(shutil.copy(built_campaign, file))) as made:
        made.do(NewBattle(name="First Clash", player_ids=(1, 2, 3)))
        made.do(StartBattle())
    return file


@pytest.fixture
def campaign(built_campaign: Path, tmp_path: Path) -> Iterator[Campaign]:
    """Three players, nobody on the table, no battle yet: Ann (1), Ben (2), Cleo (3)."""
    with Campaign.open(Path(shutil.copy(built_campaign, tmp_path / "campaign.brik"))) as made:
        yield made


@pytest.fixture
def battle(built_battle: Path, tmp_path: Path) -> Iterator[Campaign]:
    """Yield the same in a running battle: Ann's turn 1, then Ben's, then Cleo's."""
    with Campaign.open(Path(shutil.copy(built_battle, tmp_path / "campaign.brik"))) as made:
        yield made


@pytest.fixture(scope="session")
def built_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sample campaign, written once; not to be changed."""
    file = tmp_path_factory.mktemp("sample") / "sample.brik"
    write_sample(file)
    return file


@pytest.fixture
def sample(built_sample: Path, tmp_path: Path) -> Path:
    """Return a copy of the sample campaign: Turn 6 begins, twelve steps wait."""
    return Path(shutil.copy(built_sample, tmp_path / "sample.brik"))


@pytest.fixture
def in_kolkata(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put this computer into a time zone of its own: five hours and a half before UTC."""
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
