"""How many cases a proof tries: few with every change, many at night."""

import os

NIGHTLY = bool(os.environ.get("BRIKDESK_NIGHTLY"))


def many(few: int, at_night: int) -> int:
    """Return the number of cases: the larger one where BRIKDESK_NIGHTLY is set."""
    return at_night if NIGHTLY else few
