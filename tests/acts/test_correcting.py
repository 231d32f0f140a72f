"""Correct the past: as if it had been played right from the start, or nothing at all."""

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from brikdesk.acts.battlefield.table import SetTable
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
from brikdesk.store.views.log import log, undo_state
from brikdesk.store.views.units import units
from tests.nightly import many
from tests.walks.battles import AT_THE_END, RandomBattle


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


def keys_made(campaign: Campaign) -> dict[str, list[int]]:
    """Return the keys of the rows that the acts of a campaign have made, in their order."""
    made: dict[str, list[int]] = {}
    with campaign.engine.connect() as file:
        rows = file.exec_driver_sql(
            'SELECT "table", row_id FROM image WHERE before IS NULL ORDER BY id'
        ).fetchall()
    for table, key in rows:
        made.setdefault(table, []).append(key)
    return made


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


COMPARED = (1, 2, 3)
"""Seeds of histories in which what is done instead makes as many rows."""


@pytest.mark.parametrize("seed", [1, 2, 3, *range(4, many(4, 60))])
def test_a_corrected_history_is_one_that_was_played_right(
    battle: Campaign, tmp_path: Path, seed: int
) -> None:
    """With the keys of its rows: where the right one makes as many rows, all are the same."""
    chance = Random(seed)
    played, right = (Path(shutil.copy(battle.path, tmp_path / f"{n}.brik")) for n in "ab")
    # A correction in it would be worked out anew by whoever plays it again.
    often = Counter({"CorrectPast": 10**6})
    history = [act for act, _ in RandomBattle(battle, chance, often).play()][: -len(AT_THE_END)]
    compared = 0
    with Campaign.open(played) as campaign:
        ids = [campaign.do(act).act_id for act in history]
        places = [place for place, act in enumerate(history) if in_its_place(act, chance)]
        chance.shuffle(places)
        made, whole = keys_made(campaign), campaign.digest()
        for place in places[:6]:
            instead = in_its_place(history[place], chance) or ()
            act = CorrectPast(act_id=ids[place], acts=instead)
            try:
                campaign.do(act)
            except BrikDeskError:
                assert campaign.digest() == whole, "refused, and something is changed"
                continue
            digest = campaign.digest()
            campaign.undo()
            assert campaign.digest() == whole, "one undo takes it back"
            direct = Path(shutil.copy(right, tmp_path / f"{place}.brik"))
            with Campaign.open(direct) as other:
                for each in history[:place]:
                    other.do(each)
                for each in (*instead, *history[place + 1 :]):
                    again(other, each)
                if keys_made(other) == made:
                    compared += 1
                    assert digest == other.digest(), f"{history[place]} in {place}"
    if seed in COMPARED:
        assert compared, "nothing was compared"


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
