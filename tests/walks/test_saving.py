"""What a killed program and a full drive leave of a campaign: the state before an act, or after it."""

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection
from tests.staging import ANSWERS, nine_steps, settle
from tests.walks.deeds import DEEDS, Deed

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process to kill")


@pytest.fixture
def waiting(battle: Campaign) -> Path:
    """Return a closed campaign whose turn start waits."""
    nine_steps(battle)
    settle(battle, "mark-1")
    battle.close()
    return battle.path


def _copy(source: Path, name: str) -> Path:
    return Path(shutil.copyfile(source, source.with_name(name)))


def _digests(path: Path, deed: Deed) -> tuple[str, str, int]:
    """Return the digest before and after a deed, and how many statements it takes."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    with Campaign.open(path) as campaign:
        before = campaign.digest()
        driver_connection(campaign.engine).set_trace_callback(counted)
        deed(campaign)
        statements = count
        return before, campaign.digest(), statements


def _in_a_child(act: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        try:
            act()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
def test_killed_at_any_statement_the_file_holds_all_of_an_act_or_nothing(
    waiting: Path, deed: Deed
) -> None:
    before, after, statements = _digests(_copy(waiting, "whole.brik"), deed)
    assert statements > 5
    seen = set()
    for at in range(1, statements + 1):
        path = _copy(waiting, f"cut-{at}.brik")
        status = _in_a_child(lambda path=path, at=at: _die_at_statement(path, deed, at))  # type: ignore[misc]
        assert os.WIFSIGNALED(status), f"the child should have died at statement {at}"
        with Campaign.open(path) as campaign:
            seen.add(campaign.digest())
            assert campaign.digest() in (before, after)
    assert before in seen


def _die_at_statement(path: Path, deed: Deed, at: int) -> None:
    campaign = Campaign.open(path)
    count = 0

    def die(*_: object) -> None:
        nonlocal count
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)

    driver_connection(campaign.engine).set_trace_callback(die)
    deed(campaign)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
def test_a_drive_that_takes_no_more_is_said_and_harms_nothing(waiting: Path, deed: Deed) -> None:
    """The file may grow by so many bytes; beyond that the system refuses every write."""
    import resource

    before, after, _ = _digests(_copy(waiting, "whole.brik"), deed)
    outcomes = set()
    pages = waiting.stat().st_size // 4096
    for allowed in [*range(1, 16, 2), *range(16, pages, 16), *range(pages - 2, pages + 6)]:
        path, limit = _copy(waiting, f"full-{allowed}.brik"), allowed * 4096

        def try_it(path: Path = path, limit: int = limit) -> None:
            campaign = Campaign.open(path)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            try:
                deed(campaign)
            except CampaignFileError as error:
                os._exit(10 if "not saved" in str(error) or "drive" in str(error) else 11)
            os._exit(20)

        code = os.waitstatus_to_exitcode(_in_a_child(try_it))
        assert code in (10, 20), "a failed save is said in words"
        with Campaign.open(path) as campaign:
            assert campaign.digest() == (after if code == 20 else before)
        outcomes.add(code)
    assert 10 in outcomes, "no write was refused: the test tests nothing"


def test_the_deeds_are_real() -> None:
    assert {"burn-2", "flight-2"} <= set(ANSWERS)
