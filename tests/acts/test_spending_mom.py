"""A MOM spent where speed helps: a jump, a vault, a throw (5.4-10)."""

import pytest

from brikdesk.acts.movement.momentum import SpendMomentum
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from tests.acts.attack_scene import unit
from tests.acts.hazards import ANN, look, minifig
from tests.acts.table import bad, end_turn, refused, told
from tests.acts.test_collisions import holds


def vault(unit_id: int, *faces: int) -> SpendMomentum:
    given = tuple(Face(face) for face in faces)
    return SpendMomentum(unit_id=unit_id, name="the pole vault", faces=given)


@pytest.fixture
def runner(battle: Campaign) -> int:
    """Gus, who has run five of his ten inches straight."""
    gus = unit(battle, "Gus", ANN, x=4, y=10, move=10)
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))
    return gus


@pytest.mark.rule("5.4-10", "5.4-14")
@pytest.mark.parametrize(
    ("faces", "gained"), [((4,), 4), ((6, 2), 8), ((1,), 0)]
)  # a lone 1 is a Critical Failure and adds nothing
def test_a_mom_adds_a_die_once_and_then_he_runs_on(
    battle: Campaign, runner: int, faces: tuple[int, ...], gained: int
) -> None:
    lines = told(battle, vault(runner, *faces))
    assert lines[0].startswith("Gus spends its MOM on the pole vault:")
    assert lines[0].endswith(f"+{gained}. 5.4-10")
    assert lines[1].startswith('Gus must run on, 5" straight ahead.')
    assert not holds(battle, runner)
    assert "holds no MOM" in refused(battle, vault(runner, 4), "5.4-03")
    battle.undo()
    assert holds(battle, runner)


@pytest.mark.rule("5.4-10")
def test_the_die_says_what_it_adds_before_it_counts(battle: Campaign, runner: int) -> None:
    assert look(battle, vault(runner)).waiting == "Waiting for the MOM die of Gus."
    assert look(battle, vault(runner, 5)).summary == "Gus: +5 to the pole vault."
    assert "1 die is asked for" in bad(battle, vault(runner, 5, 5))


@pytest.mark.rule("5.4-10", "5.4-03")
def test_only_who_holds_one_spends_it_and_in_its_own_turn(battle: Campaign) -> None:
    ann = minifig(battle)
    assert "holds no MOM" in refused(battle, vault(ann, 3), "5.4-03")


@pytest.mark.rule("5.4-10", "5.4-07")
def test_in_the_turn_of_another_player_no_mom_is_spent(battle: Campaign) -> None:
    gus = unit(battle, "Gus", ANN, x=4, y=10, move=5)
    told(battle, MoveUnit(unit_id=gus, x=9, y=10))  # all of its Move: the run goes on
    end_turn(battle)
    refused(battle, vault(gus, 3), "5.4-10")
