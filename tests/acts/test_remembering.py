"""What a session has read is read once, and never stale."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event
from sqlmodel import Session, select

from brikdesk.acts.campaign.setup import AddPlayer
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn, Together, roll_all
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.session import known, until_written
from brikdesk.store.tables import Phase, Player, Turn, Unit
from brikdesk.turns.turn_order import present_turn, seats


@contextmanager
def counted(campaign: Campaign) -> Iterator[list[str]]:
    """Note every statement that SQLite is given meanwhile."""
    asked: list[str] = []

    def note(connection: object, cursor: object, statement: str, *more: object) -> None:
        asked.append(statement)

    event.listen(campaign.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(campaign.engine, "before_cursor_execute", note)


def names(session: Session) -> list[str]:
    ask = select(Player).order_by(Player.name)  # type: ignore[arg-type]
    return known(session, "names", lambda: [p.name for p in session.exec(ask)], Player, "name")


def test_an_answer_is_asked_once(campaign: Campaign) -> None:
    with campaign.rehearsal() as session:
        first = names(session)
        with counted(campaign) as asked:
            assert names(session) == first == ["Ann", "Ben", "Cleo"]
        assert asked == []


@pytest.mark.parametrize("change", ["added", "changed", "deleted"])
def test_a_row_that_is_written_is_asked_for_again(campaign: Campaign, change: str) -> None:
    with campaign.rehearsal() as session:
        names(session)
        if change == "added":
            AddPlayer(name="Abe", faction="Azure", colour="fern").carry_out(session)
        else:
            ann = session.get_one(Player, 1)
            if change == "changed":
                ann.name = "Zoe"
                session.add(ann)
            else:
                session.delete(ann)
        after = {
            "added": ["Abe", "Ann", "Ben", "Cleo"],
            "changed": ["Ben", "Cleo", "Zoe"],
            "deleted": ["Ben", "Cleo"],
        }
        assert names(session) == after[change]


def test_columns_that_decide_nothing_do_not_ask_again(campaign: Campaign) -> None:
    with campaign.rehearsal() as session:
        names(session)
        ann = session.get_one(Player, 1)
        ann.faction = "Ants"
        session.add(ann)
        session.flush()
        with counted(campaign) as asked:
            names(session)
        assert asked == []


def test_what_comes_from_any_row_is_asked_again_after_any_writing(battle: Campaign) -> None:
    asked = []
    with battle.rehearsal() as session:
        for _ in range(2):
            until_written(session, "anything", lambda: asked.append(1))
        assert len(asked) == 1
        AddUnit(name="Hay", player_id=1).carry_out(session)
        until_written(session, "anything", lambda: asked.append(1))
    assert len(asked) == 2


def test_the_turn_of_now_is_the_new_one_after_a_turn_has_ended(battle: Campaign) -> None:
    with battle.rehearsal() as session:
        assert present_turn(session).player_id == 1  # type: ignore[union-attr]
        EndTurn().carry_out(session)
        assert present_turn(session).player_id == 2  # type: ignore[union-attr]
        for turn in session.exec(select(Turn)):
            turn.phase = Phase.OVER
            session.add(turn)
        assert present_turn(session) is None


def test_seats_are_a_list_of_their_own_each_time(battle: Campaign) -> None:
    with battle.rehearsal() as session:
        seats(session, 1).clear()
        assert len(seats(session, 1)) == 3


def test_a_row_read_before_is_found_by_its_key_without_a_query(battle: Campaign) -> None:
    battle.do(AddUnit(name="Hay", player_id=1))
    with battle.rehearsal() as session:
        session.exec(select(Unit)).all()
        with counted(battle) as asked:
            assert session.get_one(Unit, 1).name == "Hay"
        assert asked == []


def test_looking_back_shows_rows_as_they_were_each_time(battle: Campaign) -> None:
    hay = battle.do(AddUnit(name="Hay", player_id=1)).act_id
    lit = battle.do(Ignite(unit_id=1, inches=2)).act_id
    battle.do(EndTurn())
    with looking_back(battle) as back_to:
        assert present_turn(back_to(lit)).player_id == 1  # type: ignore[union-attr]
        session = back_to(hay - 1)
        assert session.exec(select(Unit)).all() == []


def test_settling_many_fires_asks_no_more_for_each_than_it_writes(battle: Campaign) -> None:
    hay = AddUnit(
        name="Hay", player_id=1, kind="Object", size=3, armor="1d10", copies=40, tags=("flammable",)
    )
    battle.do(hay)
    battle.do(
        Together(title="Fires", acts=tuple(Ignite(unit_id=i, inches=2) for i in range(1, 41)))
    )
    for _ in range(3):
        battle.do(EndTurn())
    rolled = roll_all(battle, lambda sides: 1)
    assert rolled is not None
    with counted(battle) as asked:
        battle.do(rolled)
    reads = [statement for statement in asked if statement.lstrip().startswith("SELECT")]
    origins = [statement for statement in reads if "image" in statement]
    assert len(reads) - len(origins) < 20, reads
