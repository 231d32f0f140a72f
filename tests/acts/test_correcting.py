"""Correct the past: as if it had been played right from the start, or nothing at all."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlmodel import Session, select

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.campaign import correcting
from brikdesk.acts.campaign.correcting import Came, CorrectPast, correction
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import Face
from brikdesk.errors import BadInput, BrikDeskError, Refused
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.moments import KnownKeys, keys_made_since, last_keys
from brikdesk.store.session import CampaignSession, give_keys
from brikdesk.store.tables import SkippedStep, Turn
from brikdesk.store.views.log import log, undo_state
from brikdesk.store.views.units import units
from tests.nightly import NIGHTLY, many
from tests.walks.battles import AT_THE_END, RandomBattle
from tests.walks.test_battles import stage


def again(campaign: Campaign, act: Act) -> str:
    """Do an act as a history that goes on does: what waits at the end of a turn is passed over."""
    try:
        return campaign.do(act).title
    except Refused as refused:
        if not isinstance(act, EndTurn):
            return ""
        rules = [each.rule for each in refused.refusals]
    except BadInput:
        return ""
    try:
        return campaign.do(overruling(act, *rules)).title
    except BrikDeskError:
        return ""


class AsHistoryCounted(Campaign):
    """A campaign in which rows get the keys that history gave them, where it made as many."""

    keys: KnownKeys | None = None

    @contextmanager
    def _session(self, connection: Connection, rows_stay: bool) -> Iterator[CampaignSession]:
        with super()._session(connection, rows_stay) as session:
            if self.keys:
                give_keys(session, self.keys)
            yield session


def in_its_place(act: Act, chance: Random) -> tuple[Act, ...] | None:
    """Return what could have been done in place of an act; None for acts that stay as they are."""
    if isinstance(act, MoveUnit) and act.x is not None and act.y is not None:
        return (replace(act, x=act.x + chance.choice((-0.5, 0.5)), y=act.y),)
    if isinstance(act, AddNote):
        return (replace(act, text=f"{act.text} or not"),)
    faces = getattr(act, "faces", ())
    if faces and all(isinstance(face, Face) for face in faces):
        return (replace(act, faces=tuple(Face(1) for _ in faces)),)  # type: ignore[call-arg]
    return None


TRIED, COMPARED = 12, many(4, 2, quick=1)
"""Acts of a history that are corrected, some of which cannot be; and corrections that are compared."""


class History:
    """A battle that was played, with the keys that each of its acts used."""

    def __init__(self, begun: Path, folder: Path, chance: Random) -> None:
        self.begun, self.folder = begun, folder
        self.played = Path(shutil.copy(begun, folder / "played.brik"))
        # A correction in it would be worked out anew by whoever plays it again.
        often = Counter({"CorrectPast": 10**6})
        with Campaign.open(Path(shutil.copy(begun, folder / "thought of.brik"))) as campaign:
            done = [act for act, _ in RandomBattle(campaign, chance, often).play()]
        self.acts = done[: -len(AT_THE_END)]
        with Campaign.open(self.played) as campaign:
            self.ids = [campaign.do(act).act_id for act in self.acts]
            with campaign.engine.connect() as connection:
                self.made = keys_made_since(connection, self.ids[0])

    def played_right(self, place: int, instead: tuple[Act, ...], last: dict[str, int]) -> str:
        """Return the digest of the battle in which these acts were done where another one was.

        `last` are the highest keys that the battle to be corrected has ever used: none is used twice.
        """
        path = Path(shutil.copy(self.begun, self.folder / f"right {place}.brik"))
        with AsHistoryCounted.open(path) as campaign:
            for act in self.acts[:place]:
                campaign.do(act)
            for act_id, act in zip(self.ids[place:], self.acts[place:], strict=True):
                campaign.keys = KnownKeys(self.made.get(act_id, {}), last)
                for each in instead if act_id == self.ids[place] else (act,):
                    again(campaign, each)
            return campaign.digest()


@pytest.fixture
def begun(battle: Campaign, tmp_path: Path) -> Path:
    """Return a battle that has begun; at night on a table with walls, terrain and Fields."""
    if NIGHTLY:
        stage(tmp_path / "staged.brik", 2, 0)
        return tmp_path / "staged.brik"
    battle.close()
    return battle.path


@pytest.mark.parametrize("seed", range(1, many(4, 301, quick=2)))
def test_a_corrected_history_is_one_that_was_played_right(
    begun: Path, tmp_path: Path, seed: int
) -> None:
    """Also where the right one makes other rows; refusing and undoing leave everything as it was."""
    chance = Random(seed)
    history = History(begun, tmp_path, chance)
    places = [place for place, act in enumerate(history.acts) if in_its_place(act, chance)]
    chance.shuffle(places)
    with Campaign.open(history.played) as campaign:
        whole, compared = campaign.digest(), 0
        for place in places[:TRIED]:
            instead = in_its_place(history.acts[place], chance) or ()
            written = campaign.path.read_bytes()
            with campaign.engine.connect() as connection:
                last = last_keys(connection)
            try:
                campaign.do(CorrectPast(act_id=history.ids[place], acts=instead))
            except BrikDeskError:
                assert campaign.digest() == whole, "refused, and something is changed"
                assert campaign.path.read_bytes() == written
                continue
            corrected = campaign.digest()
            campaign.undo()
            assert campaign.digest() == whole, "one undo takes it back"
            assert corrected == history.played_right(place, instead, last), f"in place {place}"
            compared += 1
            if compared == COMPARED:
                break
    assert compared or len(places) < TRIED, "nothing was compared"


def test_a_replay_that_is_left_out_is_caught(
    battle: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the comparison above would notice it."""
    battle.do(SetTable(width=30, depth=20))
    battle.do(AddUnit(name="Ada", player_id=1, x=5, y=5))
    wrong = battle.do(MoveUnit(unit_id=1, x=9, y=5)).act_id
    last = battle.do(AddNote(text="Tea")).act_id
    done = correcting._again

    def skipping(history: Any, act_id: int, deed: Any) -> Any:
        return correcting._Repeated(Came.SAME) if act_id == last else done(history, act_id, deed)

    act = CorrectPast(act_id=wrong, acts=(MoveUnit(unit_id=1, x=5, y=8),))
    battle.do(act)
    right = battle.digest()
    battle.undo()
    monkeypatch.setattr(correcting, "_again", skipping)
    battle.do(act)
    # Left out in both runs it makes no difference; left out of one, the two ends differ.
    assert battle.digest() == right
    runs = iter((done, done, skipping, skipping))
    monkeypatch.setattr(correcting, "_again", lambda *asked: next(runs)(*asked))
    battle.undo()
    battle.do(act)
    assert battle.digest() != right


def test_what_follows_is_done_once_more(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    battle.do(AddUnit(name="Ada", player_id=1, x=5, y=5))
    wrong = battle.do(MoveUnit(unit_id=1, x=9, y=5)).act_id
    battle.do(AddNote(text="Tea"))
    instead = (MoveUnit(unit_id=1, x=5, y=8),)
    found = battle.reading(lambda session: correction(session, wrong, instead))
    assert [each.came for each in found.later] == [Came.SAME]
    battle.do(CorrectPast(act_id=wrong, acts=(MoveUnit(unit_id=1, x=5, y=8),)))
    ada = next(row for row in battle.read(units) if row.name == "Ada")
    assert (ada.x, ada.y) == (5, 8)
    assert battle.read(undo_state).undo[0] == "Correct: Ada moves"
    battle.undo()
    ada = next(row for row in battle.read(units) if row.name == "Ada")
    assert (ada.x, ada.y) == (9, 5)


def test_what_cannot_be_any_more_is_left_out_and_named(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    added = battle.do(AddUnit(name="Ada", player_id=1, x=5, y=5)).act_id
    battle.do(AddNote(text="Tea"))
    battle.do(MoveUnit(unit_id=1, x=9, y=5))
    battle.do(CorrectPast(act_id=added, reason="She stayed at home."))
    assert battle.read(units) == ()
    words = [line.words for line in battle.read(log, newest=2)]
    assert words[0] == "The past is corrected. Turn 1: Add Ada. It is left out. She stayed at home."
    assert words[1].startswith("Left out: Ada moves.")


def test_what_came_later_can_stand_as_it_was(battle: Campaign) -> None:
    """What is refused now is left out, or stands all the same, act by act: one undo takes it back."""
    battle.do(SetTable(width=30, depth=20))
    battle.do(AddUnit(name="Ada", player_id=1, x=5, y=5))
    wrong = battle.do(MoveUnit(unit_id=1, x=8, y=5)).act_id
    on = battle.do(MoveUnit(unit_id=1, x=9, y=5)).act_id
    digest = battle.digest()
    # Once she has gone five inches, the second move is too far for her.
    instead = (MoveUnit(unit_id=1, x=5, y=10),)
    found = battle.reading(lambda session: correction(session, wrong, instead))
    assert [each.came for each in found.otherwise] == [Came.REFUSED]
    found = battle.reading(lambda session: correction(session, wrong, instead, stand=(on,)))
    assert [each.came for each in found.otherwise] == [Came.STANDS]
    battle.do(CorrectPast(act_id=wrong, acts=instead, stand=(on,)))
    (ada,) = battle.read(units)
    assert ada.x == 9, "what that move wrote"
    words = [line.words for line in battle.read(log, newest=1)]
    assert words[-1].startswith("Stands as it was: Ada moves.")
    battle.undo()
    assert battle.digest() == digest


def test_what_names_a_row_that_is_gone_cannot_stand(battle: Campaign) -> None:
    battle.do(SetTable(width=30, depth=20))
    added = battle.do(AddUnit(name="Ada", player_id=1, x=5, y=5)).act_id
    later = battle.do(AddNote(text="Tea", unit_id=1)).act_id
    digest = battle.digest()
    with pytest.raises(BadInput, match="names something that is not there any more"):
        battle.do(CorrectPast(act_id=added, stand=(later,)))
    assert battle.digest() == digest


def test_a_correction_outlives_a_later_one(battle: Campaign) -> None:
    """What comes before a corrected act can be corrected too; the correction itself as well."""
    battle.do(SetTable(width=30, depth=20))
    for name in ("Ada", "Bea"):
        battle.do(AddUnit(name=name, player_id=1, x=5, y=5 if name == "Ada" else 12))
    first = battle.do(MoveUnit(unit_id=2, x=6, y=12)).act_id
    wrong = battle.do(MoveUnit(unit_id=1, x=9, y=5)).act_id
    again = battle.do(CorrectPast(act_id=wrong, acts=(MoveUnit(unit_id=1, x=5, y=8),))).act_id
    battle.do(CorrectPast(act_id=first, acts=(MoveUnit(unit_id=2, x=5, y=14),)))
    places = {row.name: (row.x, row.y) for row in battle.read(units)}
    assert places == {"Ada": (5, 8), "Bea": (5, 14)}
    battle.do(CorrectPast(act_id=again))
    places = {row.name: (row.x, row.y) for row in battle.read(units)}
    assert places == {"Ada": (9, 5), "Bea": (5, 14)}


def test_extra_rows_get_keys_that_were_never_used(battle: Campaign) -> None:
    first = battle.do(AddUnit(name="Ada", player_id=1)).act_id
    battle.do(AddUnit(name="Bea", player_id=1))
    battle.do(Kill(unit_id=2, why="A tile"))
    two = (AddUnit(name="Ann", player_id=1), AddUnit(name="Zoe", player_id=1))
    battle.do(CorrectPast(act_id=first, acts=two))
    found = {row.name: (row.id, row.alive) for row in battle.read(units, include_lost=True)}
    assert found == {"Ann": (1, True), "Bea": (2, False), "Zoe": (3, True)}


@pytest.mark.parametrize("act_id", [1, 99])
def test_only_what_stands_in_this_battle_is_corrected(battle: Campaign, act_id: int) -> None:
    digest = battle.digest()
    with pytest.raises(BadInput):
        battle.do(CorrectPast(act_id=act_id))
    assert battle.digest() == digest


def test_what_no_two_rows_share_may_pass_from_one_to_the_other(battle: Campaign) -> None:
    """Two steps that were put off are, in the corrected history, put off in the other order."""
    with Session(battle.engine) as session:
        turn = session.exec(select(Turn)).one()
        rows = [SkippedStep(id=key, turn_id=turn.id or 0, step=f"flight-{key}") for key in (1, 2)]
        session.add_all(rows)
        session.flush()
        one, two = (row.model_dump() for row in rows)
        swapped = [
            ("skippedstep", 1, one, one | {"step": two["step"]}),
            ("skippedstep", 2, two, two | {"step": one["step"], "times": 2}),
        ]
        correcting._write(session, swapped)
        held = session.exec(select(SkippedStep.id, SkippedStep.step, SkippedStep.times)).all()
    assert sorted(held) == [(1, "flight-2", 1), (2, "flight-1", 2)]
