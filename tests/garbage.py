"""Python's own ways to keep the collector from objects; among tests only imported modules are kept from it.

A window freezes what there is when it opens (ui/window/loading.py). Among tests that would keep the
garbage of all tests before it for ever, a gigabyte of it in the end.
"""

import gc

freeze, unfreeze = gc.freeze, gc.unfreeze


def leave_alone_what_was_imported() -> None:
    """Keep the collector from all that there is now, once, and from nothing that comes later."""
    gc.collect()
    freeze()
    gc.freeze = gc.unfreeze = _nothing


def _nothing() -> None:
    """Freeze nothing."""
