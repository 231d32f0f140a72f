"""Units that many tests of attacks begin with."""

import pytest

from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import unit


@pytest.fixture
def gunner(battle: Campaign) -> int:
    return unit(battle, "Gunner", 1)


@pytest.fixture
def foe(battle: Campaign) -> int:
    return unit(battle, "Foe", 2)
