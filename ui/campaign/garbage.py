"""Python's own garbage collections, switched off as long as somebody else collects."""

import gc

_others: set[object] = set()
"""Who collects in place of Python."""


def collect_for_python(who: object) -> None:
    """Have Python leave collecting to somebody, who then calls `gc.collect` when it is safe."""
    _others.add(who)
    gc.disable()


def let_python_collect(who: object) -> None:
    """Have Python collect by itself again, unless others still do it."""
    _others.discard(who)
    if not _others:
        gc.enable()
