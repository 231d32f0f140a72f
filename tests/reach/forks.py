"""Runs of tests in copies of this process, with one function of the rules changed in each.

Starting Python and importing pytest, Qt and the tests takes longer than most mutants live. Here that
is done once, with the rules as they are; a copy (`fork`) then gets another code object for the
function that is changed. A mutant of what ran while all this was imported cannot be made so, nor
one of a constant: it needs a process of its own.
"""

import ast
import gc
import os
import select
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from types import CodeType, FunctionType

import pytest

from tests.reach.loading import load_changed
from tests.reach.mutations import Mutant, mutated
from tests.reach.sites import MARKS, marked, module_files, sites

CAN_FORK = hasattr(os, "fork")


# pytest-retry keeps its settings with the process, and breaks the second run in one; a second go
# would only hide what a change breaks.
_PLAIN = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest-retry")

Changed = tuple[FunctionType, CodeType]
"""A function, and the code that it is to have."""


def import_tests(tests: Iterable[str]) -> None:
    """Import everything that these tests need; once, before the first copy is made."""
    load_changed(marked)
    files = sorted({test.partition("::")[0] for test in tests})
    own = [os.dup(stream) for stream in range(3)]
    _silent()
    try:
        pytest.main(["--collect-only", *_PLAIN, *files])
    finally:
        for stream, kept in enumerate(own):
            os.dup2(kept, stream)
            os.close(kept)
    gc.collect()
    gc.freeze()  # pytest collects garbage when it ends; not all of this, in each copy


def _silent() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


class StaleMapError(Exception):
    """It was not noted which test reaches what, or the rules or the tests have changed since."""

    def __init__(self, why: str = "The tests have changed since they ran") -> None:
        super().__init__(f"{why}: run ./dev coverage-rules.")


class _FirstFailure:
    """Notes the first test that fails."""

    name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note it, whether its fixtures failed or the test itself."""
        if report.failed and not self.name:
            self.name = report.nodeid


def failing(tests: Sequence[str], limit: float, changed: Changed | None = None) -> str | None:
    """Run tests in a copy with a function changed; return the first that fails, none if all pass.

    An empty name: they were still running after `limit` seconds, or the copy died. StaleMapError
    where there are no such tests.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _run(tests, writer, changed)
    os.close(writer)
    status = _ended(child, reader, limit)
    with os.fdopen(reader, encoding="utf-8") as told:
        name = told.read().strip()
    if status is not None and status > pytest.ExitCode.TESTS_FAILED and not name:
        raise StaleMapError
    return None if status == pytest.ExitCode.OK else name


def _run(tests: Sequence[str], writer: int, changed: Changed | None) -> None:
    code: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        os.setsid()  # what the tests start dies with them
        _silent()
        if changed:
            function, made = changed
            function.__code__ = made
        seen = _FirstFailure()
        code = pytest.main(["-x", *_PLAIN, *tests], plugins=[seen])
        os.write(writer, f"{seen.name}\n".encode())
    finally:
        os._exit(code)


def _ended(child: int, reader: int, limit: float) -> int | None:
    """Wait for a copy; end it with all that it started. Return how it ended, none if it had to."""
    told, _, _ = select.select([reader], [], [], limit)  # it says what failed just before it ends
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if told else None
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status


def changed_by(mutant: Mutant) -> Changed | None:
    """Return the function that a mutant changes, with its new code; none where it needs a process.

    That is a mutant of a constant, or of what has run while the tests were imported.
    """
    if mutant.place is None or MARKS[mutant.place]:
        return None
    path = module_files()[mutant.module]
    tree = mutated(mutant.module, mutant.number, ast.parse(path.read_text(encoding="utf-8")))
    function = _function(sys.modules.get(mutant.module), sites()[mutant.place].function)
    if function is None:
        return None
    old = function.__code__
    for code in _codes(compile(tree, str(path), "exec")):
        if (code.co_qualname, code.co_firstlineno) == (old.co_qualname, old.co_firstlineno):
            return (function, code) if code.co_freevars == old.co_freevars else None
    return None


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _function(room: object, name: str) -> FunctionType | None:
    """Return the function behind a name, without what is wrapped round it."""
    owner, _, own = name.rpartition(".")
    holder = getattr(room, owner, None) if owner else room
    found = getattr(holder, "__dict__", {}).get(own)
    while found is not None and not isinstance(found, FunctionType):
        inner = (getattr(found, each, None) for each in ("__wrapped__", "__func__", "fget"))
        found = next((each for each in inner if each is not None), None)
    return found
