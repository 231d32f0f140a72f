"""How many cases a proof tries: some with every change, many at night, and fewer in the quick run."""

import os

NIGHTLY = bool(os.environ.get("BRIKDESK_NIGHTLY"))
QUICK = bool(os.environ.get("BRIKDESK_QUICK"))
"""Whether this is the quick run of `./dev test`; tests/conftest.py says so."""


def many(few: int, at_night: int, *, quick: int | None = None) -> int:
    """Return the number of cases: the largest where BRIKDESK_NIGHTLY is set."""
    if NIGHTLY:
        return at_night
    return quick if QUICK and quick is not None else few
