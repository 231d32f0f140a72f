"""Bringing an Explosive to its target: what it costs in Power."""

import pytest

from brikdesk.rules.brikwars.explosives.explosive_delivery import may_lob
from brikdesk.rules.brikwars.units.power import explosive_power


@pytest.mark.rule("8.1-16", "8.4-03")
@pytest.mark.parametrize("explosive_size", [1, 3, 5])
def test_used_directly_it_costs_its_explosive_size(explosive_size: int) -> None:
    assert explosive_power(explosive_size) == explosive_size


@pytest.mark.rule("8.1-17", "8.4-03")
@pytest.mark.parametrize(("explosive_size", "weapon_size"), [(1, 3), (3, 3), (2, 6)])
def test_through_a_cannon_or_launcher_it_costs_the_weapons_size(
    explosive_size: int, weapon_size: int
) -> None:
    assert explosive_power(explosive_size, delivered_by=weapon_size) == weapon_size


@pytest.mark.rule("Q8-85")
def test_cannon_indirect_says_whether_a_cannon_lobs() -> None:
    assert may_lob("Cannon", cannon_indirect=True) is None
    refused = may_lob("Cannon", cannon_indirect=False)
    assert refused is not None
    assert refused.rule == "Q8-85"
    assert may_lob("Launcher", cannon_indirect=False) is None
