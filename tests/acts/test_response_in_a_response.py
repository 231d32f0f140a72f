"""A response inside a response, undone and done again, also after the campaign was closed (4.3)."""

from pathlib import Path

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Face
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import undo_state
from tests.acts.attack_scene import faces, unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.ui.window_scene import make_file


@pytest.mark.rule("4.3-01", "4.3-02", "4.3-03", "4.3-10", "4.3-14")
def test_a_response_to_a_response_is_undone_and_done_again_after_a_restart(tmp_path: Path) -> None:
    path = make_file(tmp_path / "tale.brik")
    with Campaign.open(path) as game:
        gus, dan = unit(game, "Gus", ANN), unit(game, "Dan", ANN)
        guard = unit(game, "Guard", BEN)
        sword = weapon(game, guard, preset="W-01", name="Sword")
        bow = weapon(game, dan, preset="W-05", name="Bow")
        shot = Strike(weapon_id=bow, by_id=dan)
        blow = Strike(weapon_id=sword, by_id=guard, mode=Mode.STRIKE)
        course: tuple[Act, ...] = (
            MoveUnit(unit_id=gus, inches=3),
            Respond(unit_id=guard, to_id=gus, lead=1),
            Respond(unit_id=dan, to_id=guard, lead=2),
            Attack(aims=(Aim(unit_id=guard, distance=4),), strikes=(shot,), faces=faces(1)),
            Attack(aims=(Aim(unit_id=gus),), strikes=(blow,), faces=faces(3, 2)),
            MoveUnit(unit_id=gus, inches=2),
            Bail(unit_id=gus, faces=(Face(2),)),
            EndTurn(),
        )
        digests = [game.digest()]
        for act in course:
            game.do(act)
            digests.append(game.digest())
        told = 2  # a response itself is told in the log and changes no row
        assert len(set(digests)) == len(digests) - told
    for back in (len(course), 3, 5):
        at = len(course)
        for there in range(back):
            with Campaign.open(path) as game:  # closed and opened after each step
                assert game.digest() == digests[at]
                game.undo()
                at -= 1
                assert game.digest() == digests[at], f"undo {there}"
        with Campaign.open(path) as game:
            assert len(game.read(undo_state).redo) == back
            while game.read(undo_state).redo:
                game.redo()
                at += 1
                assert game.digest() == digests[at]
