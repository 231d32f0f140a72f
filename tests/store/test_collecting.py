"""Python's collector, left to the young objects while much is read."""

import gc
from contextlib import ExitStack

from brikdesk.store.session import old_left_alone


def test_two_that_overlap_leave_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    one, other = ExitStack(), ExitStack()
    one.enter_context(old_left_alone())
    meanwhile = gc.get_threshold()
    other.enter_context(old_left_alone())
    one.close()
    assert gc.get_threshold() == meanwhile != before
    other.close()
    assert gc.get_threshold() == before
