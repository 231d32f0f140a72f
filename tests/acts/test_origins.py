"""Where a row comes from: the newest act, still done, that wrote it or one of its values."""

from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.images import made_by
from brikdesk.store.tables import Unit


def origin(campaign: Campaign, *columns: str) -> int | None:
    return campaign.reading(lambda session: made_by(session, session.get_one(Unit, 1), *columns))


def test_the_newest_act_that_wrote_a_row_or_one_of_its_values(battle: Campaign) -> None:
    made = battle.do(AddUnit(preset="U-07", player_id=1, name="Cart")).act_id
    assert origin(battle) == origin(battle, "grinding") == made
    ground = battle.do(EditUnit(unit_id=1, grinding=2)).act_id
    moved = battle.do(EditUnit(unit_id=1, x=3, y=4)).act_id
    assert origin(battle) == moved
    assert origin(battle, "grinding") == ground
    assert origin(battle, "grinding", "x") == moved
    assert origin(battle, "size") == made


def test_what_was_undone_is_no_origin(battle: Campaign) -> None:
    made = battle.do(AddUnit(preset="U-07", player_id=1, name="Cart")).act_id
    battle.do(EditUnit(unit_id=1, grinding=2))
    battle.undo()
    assert origin(battle, "grinding") == made
    again = battle.redo().act_id
    assert origin(battle, "grinding") == again


def test_a_row_that_is_only_now_made_has_no_origin(battle: Campaign) -> None:
    assert battle.reading(lambda session: made_by(session, Unit(name="New"))) is None


def test_origins_are_found_by_an_index(battle: Campaign) -> None:
    plan = "EXPLAIN QUERY PLAN SELECT act_id FROM image WHERE \"table\" = 'unit' AND row_id = 1"
    rows = battle.reading(lambda session: list(session.connection().exec_driver_sql(plan)))
    assert "image_by_row" in str(rows)
