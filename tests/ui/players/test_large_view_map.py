"""The map beside the large view: around the unit of the step, and without what players may not see."""

import pytest

from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.units import units
from brikdesk.turns.secrets import players_view
from tests.ui.players.players_scene import SECRETS, Screens, labels_of, read_out, words_of
from tests.ui.window_scene import at_work, settle
from ui.models.queue import queue_of
from ui.panels.players import StepMap
from ui.window.main_window import MainWindow


@pytest.fixture
def beside(screens: Screens) -> StepMap:
    screens.window.commands["large"].trigger()
    settle()
    (found,) = screens.window.findChildren(StepMap)
    return found


def test_it_shows_what_is_around_the_unit_of_the_step(screens: Screens, beside: StepMap) -> None:
    desk, queue = screens.work.desk, queue_of(screens.work.desk, screens.work.hub)
    rows, ground = {row.id: row for row in desk.read(units)}, desk.read(battlefield)
    places: dict[tuple[str, int | None], tuple[str, tuple[float, float]]] = {}
    places |= {("field_id", each.id): (each.name, (each.x, each.y)) for each in ground.discs}
    places |= {("projectile_id", each.id): (each.name, each.now) for each in ground.flights}
    places |= {("explosive_id", each.id): (each.name, (each.x, each.y)) for each in ground.lying}
    named = set()
    for step in queue.steps:
        queue.go(step.key)
        settle()
        unit = rows.get(step.unit_id or 0)
        about = next((places[fact] for fact in step.act.items() if fact in places), None)
        if about is None and unit and unit.x is not None and unit.y is not None:
            about = unit.name, (unit.x, unit.y)
        if about is None or step.kind == "notes":
            assert beside.accessibleName() == "The table"
            continue
        name, place = about
        named.add(name)
        assert beside.accessibleName() == f"The table around {name}"
        assert beside.box_seen.contains(*place)
        assert beside.box_seen.width() < 30, "a part of the table of 40 inches"
    assert {"Drain gas", "Paper rocket"} < named


def test_a_concealed_hazard_is_not_led_to(screens: Screens, beside: StepMap) -> None:
    desk, queue = screens.work.desk, queue_of(screens.work.desk, screens.work.hub)
    known = desk.read(players_view).steps
    secret = [step for step in queue.steps if step.key not in known]
    assert secret
    for step in secret:
        queue.go(step.key)
        settle()
        assert beside.accessibleName() == "The table"


def test_it_follows_the_table_and_shows_no_secret(screens: Screens, beside: StepMap) -> None:
    words = words_of(beside) + read_out(beside) + "\n".join(labels_of(beside.overlay))
    for secret in SECRETS:
        assert secret not in words
    unit = next(row for row in screens.work.desk.read(units) if row.move_left)
    assert unit.name in beside.accessibleDescription()
    screens.work.desk.do(MoveUnit(unit_id=unit.id, x=2, y=2, overruled=frozenset({"4.1-01"})))
    settle()
    token = beside.items_shown.token(unit.id)
    assert token is not None
    assert (token.x, token.y) == (2, 2)


def test_while_nobody_has_a_place_there_is_none(window: MainWindow) -> None:
    window.commands["large"].trigger()
    settle()
    (beside,) = window.findChildren(StepMap)
    assert not beside.isVisible()
    at_work(window).desk.do(AddUnit(name="Gus", player_id=1, x=5, y=5))
    settle()
    assert beside.isVisible()
    assert "Gus" in beside.accessibleDescription()
