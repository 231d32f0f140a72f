"""Notes for each test which statements of the rules it reached through the campaign.

A statement counts where it ran while an act was done, tried or rehearsed, or a view was read: what
a test calls by itself does not. `pytest -p tests.reach.plugin` writes it down; with `--all-rules` a
run of all tests fails where a rule or a function is reached by none. A run of some says nothing.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest

from tests.reach.loading import load_changed
from tests.reach.sites import MARKS, ROOT, marked, sites
from tests.reach.verdict import complaints

load_changed(marked)

MAP = ROOT / "out" / "reached.json"
"""Where the run writes what each test reached."""

_NOTHING = bytes(len(MARKS))


class _Reached:
    """The statements that the running test reached, as the bytes of one large number."""

    def __init__(self) -> None:
        self.depth = 0
        self.found = 0
        self.entered = False

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Count what runs here; once, however deep it goes."""
        if not self.depth:
            MARKS[:] = _NOTHING
        self.depth += 1
        self.entered = True
        try:
            yield
        finally:
            self.depth -= 1
            if not self.depth:
                self.found |= int.from_bytes(MARKS, "little")

    def take(self) -> dict[str, Any]:
        """Return the places reached since the last call, and whether a campaign was used at all."""
        marks = self.found.to_bytes(len(MARKS), "little")[: len(sites())]
        taken = {
            "sites": [place for place, mark in enumerate(marks) if mark],
            "campaign": self.entered,
        }
        self.found, self.entered = 0, False
        return taken


_reached = _Reached()
_by_test: dict[str, dict[str, Any]] = {}
_seconds: dict[str, float] = {}
_failed: set[str] = set()
_missing: list[str] = []


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with _reached.inside():
            return function(*args, **kwargs)

    return call


def _rehearsed(function: Callable[..., Any]) -> Callable[..., Any]:
    @contextmanager
    def call(*args: Any, **kwargs: Any) -> Iterator[Any]:
        with _reached.inside(), function(*args, **kwargs) as given:
            yield given

    return call


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the wish for a verdict at the end."""
    parser.addoption("--all-rules", action="store_true", help="fail where a rule is not reached")


def pytest_configure(config: pytest.Config) -> None:
    """Have every way into a campaign counted."""
    from brikdesk.acts.ahead import _TurnByTurn
    from brikdesk.store.campaign import Campaign

    for name in ("do", "try_out", "undo", "redo", "read", "reading"):
        setattr(Campaign, name, _counted(getattr(Campaign, name)))
    Campaign.rehearsal = _rehearsed(Campaign.rehearsal)  # type: ignore[method-assign]
    # What is coming is a view too: read in a copy in memory, so by none of the ways above.
    _TurnByTurn._turn = _counted(_TurnByTurn._turn)  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what the test reached, what its fixtures did included."""
    _reached.take()
    result = yield
    ids = sorted({id for marker in item.iter_markers("rule") for id in marker.args})
    _by_test[item.nodeid] = {"ids": ids, **_reached.take()}
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long the test took, setting up included, and whether it failed."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration
    if report.failed:
        _failed.add(report.nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker noted."""
    _by_test.update(json.loads(node.workeroutput.get("reached", "{}")))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand what was noted to the one who started this worker, or write it down and judge it."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["reached"] = json.dumps(_by_test)
        return
    for test, noted in _by_test.items():
        noted |= {"seconds": round(_seconds.get(test, 0.0), 3), "passed": test not in _failed}
    MAP.parent.mkdir(exist_ok=True)
    where = [[site.module, site.function, site.line] for site in sites()]
    MAP.write_text(json.dumps({"sites": where, "tests": _by_test}), encoding="utf-8")
    if session.exitstatus == pytest.ExitCode.OK and _is_judged(session.config):
        _missing.extend(complaints(_by_test))
        if _missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what no test reaches."""
    for line in _missing:
        terminalreporter.write_line(line, red=True)


def _is_judged(config: pytest.Config) -> bool:
    """Return True for a run of all tests, where that was asked for."""
    some = config.args_source is pytest.Config.ArgsSource.ARGS
    picks = ("keyword", "markexpr", "deselect", "lf")
    picked = some or any(config.getoption(name, default=None) for name in picks)
    return bool(config.getoption("--all-rules")) and not picked
