"""What the players may see: no secret in any value of their view, and each once it has gone off."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import func, select

from brikdesk.acts.campaign.notes_and_photos import AddNote, EditNote
from brikdesk.acts.fields.concealed_hazards import TriggerSpot
from brikdesk.acts.fields.fields import AddField, ClearField
from brikdesk.acts.fields.traps import AddTrap, EditTrap, RemoveTrap
from brikdesk.acts.fields.traps_going_off import SpringTrap
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, Note, Trap
from brikdesk.store.tables.campaign import NoteKind
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.turns.queue import queue
from brikdesk.turns.secrets import PlayersView, may_be_told, players_view

SNARE = AddTrap(
    name="Marmalade snare", trigger="a jar", effect="Knees stick together", secret=True, x=9, y=9
)


@pytest.fixture
def game(sample: Path) -> Iterator[Campaign]:
    """Yield the sample campaign, open."""
    with Campaign.open(sample) as campaign:
        yield campaign


def seen(game: Campaign) -> PlayersView:
    """Return the players' view."""
    return game.read(players_view)


def told(game: Campaign) -> str:
    """Return the last outcome in words."""
    return seen(game).headline.words


def newest(game: Campaign, table: type[Field] | type[Trap] | type[Note]) -> int:
    """Return the key of the newest row of a table."""
    return game.reading(lambda session: session.exec(select(func.max(table.id))).one()) or 0


@pytest.mark.rule("F.1-59")
def test_a_concealed_hazard_is_not_there_until_it_goes_off(game: Campaign) -> None:
    assert "Loose manhole" in repr(game.read(battlefield))
    assert "Loose manhole" not in repr(seen(game))
    game.do(TriggerSpot(field_id=1, spot="the lid"))
    assert "Loose manhole" in {disc.name for disc in seen(game).ground.discs}
    assert "Loose manhole goes off." in told(game)
    game.undo()
    assert "Loose manhole" not in repr(seen(game))


@pytest.mark.rule("F.2-02")
def test_a_secret_trap_is_not_there_until_it_goes_off(game: Campaign) -> None:
    before = seen(game)
    game.do(SNARE)
    key = newest(game, Trap)
    assert seen(game) == before, "not one value changes when a secret Trap is set"
    game.do(EditTrap(trap_id=key, name="Honey snare", reason="It is honey after all"))
    assert seen(game) == before
    game.do(SpringTrap(trap_id=key))
    assert "Honey snare goes off." in told(game)


@pytest.mark.rule("F.2-02")
def test_an_open_trap_lies_there_without_what_it_does(game: Campaign) -> None:
    game.do(
        AddTrap(
            name="Tripwire", trigger="a wire", effect="All hats fly off", secret=False, x=3, y=4
        )
    )
    lying = [(each.x, each.y) for each in seen(game).ground.lying]
    assert (3, 4) in lying
    words = " / ".join((told(game), *seen(game).steps.values()))
    assert "hats" not in words
    assert "a wire" not in words


@pytest.mark.rule("F.2-07")
def test_a_trap_in_a_hidden_field_is_hidden_with_it(game: Campaign) -> None:
    game.do(AddTrap(name="Lid spring", effect="The lid flies up", field_id=1, x=14, y=13))
    assert "Lid spring" not in repr(seen(game))
    assert "Lid spring" not in game.read(may_be_told, ("Lid spring",))
    game.do(TriggerSpot(field_id=1, spot="the lid"))
    assert "Lid spring" in game.read(may_be_told, ("Lid spring",))


def test_what_is_taken_away_unseen_was_never_there(game: Campaign) -> None:
    game.do(SNARE)
    before = told(game)
    game.do(RemoveTrap(trap_id=newest(game, Trap), reason="Nobody came"))
    game.do(ClearField(field_id=1, reason="Filled in"))
    assert told(game) == before
    assert "manhole" not in repr(seen(game))


def test_notes_are_for_the_referee(game: Campaign) -> None:
    before = seen(game)
    game.do(AddNote(text="The bridge will break", unit_id=3))
    assert seen(game) == before
    head = game.read(battle_head)
    game.do(AddNote(text="Ring the bell", kind=NoteKind.ALARM, due_number=head.number))
    key = newest(game, Note)
    assert f"note-{key}" in {step.key for step in game.read(queue).waiting}
    assert f"note-{key}" not in seen(game).steps
    game.do(EditNote(note_id=key, text="Ring it twice"))
    assert seen(game) == before


PLACED = AddField(kind=FieldKind.SMOKE, size=3, name="Soap fog", x=5, y=5)


def test_what_is_no_secret_is_told(game: Campaign) -> None:
    game.do(PLACED)
    assert told(game).startswith("Soap fog is placed.")
    assert "Soap fog" in {disc.name for disc in seen(game).ground.discs}
    game.undo()
    assert seen(game).back.words == "Soap fog is placed."
    assert "Soap fog" not in {disc.name for disc in seen(game).ground.discs}


@pytest.mark.parametrize("act", [SNARE, AddNote(text="Soap is slippery")])
def test_a_secret_act_leaves_the_last_outcome_standing(game: Campaign, act: Act) -> None:
    game.do(PLACED)
    game.do(act)
    assert told(game).startswith("Soap fog is placed.")


def test_steps_and_turn_order_are_those_of_the_desk(game: Campaign) -> None:
    view, head = seen(game), game.read(battle_head)
    assert (view.number, view.phase) == (head.number, head.phase)
    assert [player.id for player in view.players] == [p.id for p in head.players if p.place]
    waiting = game.read(queue).waiting
    alarms = [step.key for step in waiting if step.kind == "notes"]
    assert alarms, "the sample has an alarm that comes up now"
    assert view.steps == {step.key: step.title for step in waiting if step.key not in alarms}
