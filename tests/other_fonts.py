"""A computer with other fonts than this one, for tests of what is printed there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from brikdesk.reports import scripts
from brikdesk.reports import text as report_text
from brikdesk.reports.fonts import characters, width


def _forget() -> None:
    """Have everything found out anew that hangs on the fonts there are."""
    for module in (scripts, scripts, report_text):
        for value in vars(module).values():
            if hasattr(value, "cache_clear") and not isinstance(value, type):
                value.cache_clear()
    width.cache_clear()


@contextmanager
def other_fonts() -> Iterator[Callable[..., None]]:
    """Yield what gives this computer the fonts of these files alone, and none where none is named."""
    characters()
    with pytest.MonkeyPatch.context() as patch:

        def give(*paths: Path) -> None:
            found = tuple(face for path in paths for face in scripts.typefaces_of(path))
            patch.setattr(scripts, "typefaces", lambda: found)
            _forget()

        yield give
    _forget()
