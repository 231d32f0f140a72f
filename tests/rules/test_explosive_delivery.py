"""Bringing an Explosive to its target: who fires over obstacles."""

import pytest

from brikdesk.rules.brikwars.explosives import may_lob


@pytest.mark.rule("Q8-85")
def test_cannon_indirect_says_whether_a_cannon_lobs() -> None:
    assert may_lob("Cannon", cannon_indirect=True) is None
    refused = may_lob("Cannon", cannon_indirect=False)
    assert refused is not None
    assert refused.rule == "Q8-85"
    assert may_lob("Launcher", cannon_indirect=False) is None
