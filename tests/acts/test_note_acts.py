"""Notes, alarms and rulings."""

from brikdesk.acts.campaign.notes_and_photos import AddNote, EditNote, RemoveNote, Rule
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.rules.turn import Edge
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Note, NoteKind
from brikdesk.store.views.log import log
from tests.acts.hazards import ANN, BEN, keys, minifig, settle, to_turn, turn
from tests.acts.table import bad, row, rows, told


def test_an_alarm_rings_at_the_start_of_its_players_turn(battle: Campaign) -> None:
    act = AddNote(text="Reinforcements", kind=NoteKind.ALARM, player_id=BEN, due_number=2)
    assert told(battle, act) == ["Alarm for start of Turn 2, BB: Reinforcements"]
    to_turn(battle, BEN, 1)
    assert keys(battle) == []
    to_turn(battle, ANN, 2)
    assert keys(battle) == []
    to_turn(battle, BEN, 2)
    assert keys(battle) == ["note-1"]
    assert settle(battle, "note-1") == ["Alarm: Reinforcements"]
    assert (row(battle, Note).done, keys(battle)) == (True, [])


def test_a_note_pinned_to_an_end_comes_up_there(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, AddNote(text="The bridge falls", due_number=1, edge=Edge.END, unit_id=gus))
    assert row(battle, Note).player_id == ANN, "the running player's turn"
    assert keys(battle) == []
    battle.do(EndTurn())
    assert (turn(battle).player_id, keys(battle)) == (ANN, ["note-1"])
    settle(battle, "note-1")
    assert battle.read(log)[-1].unit_id == gus


def test_notes_that_make_no_sense(battle: Campaign) -> None:
    assert "Nothing is written" in bad(battle, AddNote(text="  "))
    assert "needs the round" in bad(battle, AddNote(text="x", kind=NoteKind.ALARM))
    assert "from 1 to" in bad(battle, AddNote(text="x", due_number=-2))
    assert "no unit" in bad(battle, AddNote(text="x", unit_id=7))
    assert "at most 10,000" in bad(battle, AddNote(text="x" * 10_001))
    assert rows(battle, Note) == []


def test_a_note_without_a_battle_is_pinned_to_no_turn(campaign: Campaign) -> None:
    told(campaign, AddNote(text="Bring snacks"))
    assert (row(campaign, Note).due_number, row(campaign, Note).made_turn_id) == (None, None)
    assert "Name the player" in bad(campaign, AddNote(text="x", due_number=1))


def test_a_note_is_edited_and_removed(battle: Campaign) -> None:
    told(battle, AddNote(text="Old", due_number=3))
    battle.do(
        EditNote(note_id=1, text="New", player_id=BEN, due_number=5, edge=Edge.END, done=True)
    )
    note = row(battle, Note)
    assert (note.text, note.player_id, note.due_number, note.edge, note.done) == (
        "New", BEN, 5, Edge.END, True,
    )  # fmt: skip
    battle.do(EditNote(note_id=1, due_number=0))
    assert row(battle, Note).due_number is None
    assert "Nothing is written" in bad(battle, EditNote(note_id=1, text=""))
    battle.do(RemoveNote(note_id=1))
    assert rows(battle, Note) == []


def test_a_ruling_stands_in_the_log_and_changes_no_row(battle: Campaign) -> None:
    before = battle.digest()
    assert told(battle, Rule(text="Ladders count as stairs.")) == [
        "Ruling. Ladders count as stairs."
    ]
    assert battle.read(log)[-1].kind is Kind.RULING
    assert battle.digest() == before
    assert "Nothing is written" in bad(battle, Rule(text=" "))
