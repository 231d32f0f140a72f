"""What was read is read again when, and only when, its rows were written."""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import SQLModel

import brikdesk.spoken
import brikdesk.store.views
import brikdesk.turns
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, EditPlayer
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.throwing import roll_step
from brikdesk.acts.turns_and_steps import EndTurn, GoOn, roll_all
from brikdesk.acts.units.roster import DuplicateUnit, RemoveUnit
from brikdesk.acts.units.states import SetState
from brikdesk.sample import write_sample, write_scifi_sample
from brikdesk.store import house_rules
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.session import Answers
from brikdesk.store.tables import Player, StateKind
from brikdesk.store.views import View, view
from brikdesk.store.views.campaign_and_battle import battle_head, players


@contextmanager
def statements(campaign: Campaign) -> Iterator[list[str]]:
    """Note every SELECT that is sent to the file."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("SELECT"):
            sent.append(statement)

    event.listen(campaign.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(campaign.engine, "before_cursor_execute", note)


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """Yield a campaign of one player."""
    with Campaign.create(tmp_path / "asked.brik") as made:
        made.do(CreateCampaign(name="Asked", uuid="asked"))
        made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        yield made


def names(campaign: Campaign) -> list[str]:
    """Return the names of the players, as a view tells them."""
    return [player.name for player in campaign.read(players)]


def test_the_same_question_is_read_from_the_file_once(campaign: Campaign) -> None:
    first = campaign.read(battle_head)
    with statements(campaign) as sent:
        assert campaign.read(battle_head) == first
    assert not sent


def test_after_an_act_an_undo_and_a_redo_the_answer_is_that_of_now(campaign: Campaign) -> None:
    assert names(campaign) == ["Ann"]
    campaign.do(EditPlayer(player_id=1, name="Anna"))
    assert names(campaign) == ["Anna"]
    campaign.undo()
    assert names(campaign) == ["Ann"]
    campaign.redo()
    assert names(campaign) == ["Anna"]


def test_what_another_program_wrote_is_read_at_once(campaign: Campaign) -> None:
    assert names(campaign) == ["Ann"]
    with campaign.beside() as other:
        other.do(EditPlayer(player_id=1, name="Ada"))
        assert names(campaign) == ["Ada"]
        other.do(EditPlayer(player_id=1, name="Eve"))
        assert names(campaign) == ["Eve"]
    campaign.others_wrote()
    assert names(campaign) == ["Eve"]


def test_an_act_that_is_only_tried_out_reads_and_leaves_nothing_of_it(campaign: Campaign) -> None:
    assert names(campaign) == ["Ann"]
    campaign.try_out(EditPlayer(player_id=1, name="Ada"))
    assert names(campaign) == ["Ann"]


def test_a_session_that_writes_reads_its_own_rows(campaign: Campaign) -> None:
    assert names(campaign) == ["Ann"]
    with campaign.rehearsal() as session:
        EditPlayer(player_id=1, name="Ada").carry_out(session)
        session.flush()
        assert [player.name for player in players(session)] == ["Ada"]


def test_questions_without_a_key_are_asked_every_time(campaign: Campaign) -> None:
    @view(Player)
    def named(session: Any, ids: list[int]) -> list[str]:
        return [player.name for player in players(session) if player.id in ids]

    assert campaign.read(named, [1]) == campaign.read(named, [1]) == ["Ann"]


ASKED = ((), (1,), (6,), (23,), ((1, 2, 3),))
"""What views are asked about: everything, a unit, weapon or turn, some acts."""


def all_views() -> set[View[Any, Any]]:
    """Return every question that the program asks."""
    for home in (brikdesk.spoken, brikdesk.store.views, brikdesk.turns):
        for room in pkgutil.walk_packages(home.__path__, f"{home.__name__}."):
            importlib.import_module(room.name)
    rooms = [room for name, room in sys.modules.items() if name.startswith("brikdesk")]
    views = {each for room in rooms for each in vars(room).values() if type(each) is View}
    assert len(views) > 40
    return views


def told(campaign: Campaign, asked: View[Any, Any], args: tuple[Any, ...]) -> Any:
    """Return what a view answers; none where it cannot be asked about this."""
    try:
        return campaign.read(asked, *args)
    except Exception:
        return None


SHOT = Attack(strikes=(Strike(weapon_id=4, by_id=3),), aims=(Aim(unit_id=23, distance=4),))


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "wanted",
    [
        None, GoOn(), SetState(unit_id=23, kind=StateKind.OTHER, cause="Dusty"), SHOT,
        DuplicateUnit(unit_id=6), RemoveUnit(unit_id=5), EndTurn(),
    ],
    ids=lambda act: type(act).__name__ if act else "settled",
)  # fmt: skip
def test_acts_undo_and_redo_leave_every_view_as_one_who_asks_first_has_it(
    sample: Path, wanted: Act | None
) -> None:
    views = sorted(all_views(), key=lambda each: each.__name__)

    def compare() -> None:
        with campaign.beside() as other:
            for each in views:
                for args in ASKED:
                    assert told(campaign, each, args) == told(other, each, args), each.__name__

    with Campaign.open(sample) as campaign:
        settled = roll_all(campaign, lambda sides: sides - 1, stop_at_choice=False)
        assert settled
        if wanted:
            campaign.do(settled)
        if wanted and not isinstance(wanted, GoOn):
            campaign.do(GoOn())
        compare()
        act = wanted or settled
        if isinstance(act, Attack):
            act = roll_step(campaign, act, lambda sides: sides - 1)
        campaign.do(act)
        compare()
        campaign.undo()
        compare()
        campaign.redo()
        compare()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("write", [write_sample, write_scifi_sample])
def test_every_view_names_all_tables_that_it_reads(
    write: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_rules, "answers_of", lambda _session: None)  # switches are read anew
    asking: list[View[Any, Any]] = []

    def ask(self: View[Any, Any], session: Any, *args: Any, **kwargs: Any) -> Any:
        asking.append(self)
        try:
            return self._ask(session, *args, **kwargs)
        finally:
            asking.pop()

    monkeypatch.setattr(View, "__call__", ask)
    missing = set()
    tables = set(SQLModel.metadata.tables)

    def look(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        read = tables.intersection(re.findall(r'\b(?:FROM|JOIN) "?(\w+)', statement))
        missing.update((each.__name__, name) for each in asking for name in read - each.tables)

    write(tmp_path / "sample.brik")
    with Campaign.open(tmp_path / "sample.brik", read_only=True) as campaign:
        event.listen(campaign.engine, "before_cursor_execute", look)
        for each in all_views():
            for args in ASKED:
                campaign._answers.forget()  # what is known would hide what it is read from
                told(campaign, each, args)
    assert not missing


def test_what_was_asked_before_an_act_is_not_kept_after_it() -> None:
    """An answer that took longer than an act would be shown as if the act had not been."""
    answers, tables, moments = Answers(), frozenset({"unit"}), iter(("before", "now"))

    def slow() -> str:
        found = next(moments)
        if found == "before":
            answers.learn(tables, [])
        return found

    assert answers.once("where", tables, slow) == "before"
    assert answers.once("where", tables, slow) == "now"
    assert answers.once("where", tables, slow) == "now"


def test_a_session_that_read_before_an_act_is_not_kept_after_it(tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "here.brik") as campaign:
        campaign.do(CreateCampaign(name="Here", uuid="answers"))
        asked: list[Any] = []

        def slow(session: Any) -> None:
            asked.append(session)
            campaign._answers.learn(frozenset({"player"}), [])

        campaign.reading(slow)
        campaign.reading(asked.append)
        campaign.reading(asked.append)
        first, second, third = asked
        assert first is not second
        assert second is third
