"""Something Bad: damage just as high as the Armor (5.1-13 to 5.1-21)."""

from collections.abc import Mapping

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.lasting import disrupt, wound_mortally
from brikdesk.acts.step import chosen_of
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Edge, Note, NoteKind, Unit
from brikdesk.turns.sequence import next_player, player_name, turn_now
from brikdesk.turns.steps import Choice, Option

STRUCK, MORTAL, DISARMED, TWIST = "struck", "mortal", "disarmed", "twist"
"""Values of the choice `bad`."""

OPTIONS = (
    Option(STRUCK, "Struck to the Ground!", "Disrupted until its next turn"),
    Option(MORTAL, "Mortally Wounded!", "acts on, dies when the running turn ends"),
    Option(DISARMED, "Disarmed!", "drops a useful item it holds"),
    Option(TWIST, "Unexpected Twist!", "as the table agrees"),
)


def something_bad_choices(
    session: Session, unit: Unit, choices: Mapping[str, str]
) -> tuple[Choice, ...]:
    """Ask the victim's player which it is; for a Twist also what happens (5.1-14, 5.1-21)."""
    who = player_name(session, unit.player_id)
    chosen = chosen_of(choices, "bad", [option.value for option in OPTIONS])
    first = Choice("bad", f"{who} picks Something Bad:", unit.player_id, OPTIONS, chosen=chosen)
    if chosen != TWIST:
        return (first,)
    words = chosen_of(choices, "twist", (), free=True)
    return first, Choice("twist", f"{who} says what happens:", unit.player_id, (), True, words)


def suffer_something_bad(
    session: Session, unit: Unit, choices: Mapping[str, str], damage: int, step: str = ""
) -> list[Line]:
    """Carry out what was chosen; a larger unit that is Mortally Wounded takes `damage` later."""
    chosen = choices.get("bad", STRUCK)
    if chosen == MORTAL:
        return [wound_mortally(session, unit, damage, step)]
    if chosen == STRUCK:
        return [disrupt(session, unit, "struck to the ground", "5.1-16", step)]
    if chosen == DISARMED:
        return [_line(unit, "Disarmed!", "It drops one useful item it holds.", "5.1-15", step)]
    words = text.note(choices.get("twist", ""), "twist")
    _remember_twist(session, unit, words)
    return [_line(unit, "Unexpected Twist!", words, "5.1-21", step)]


def _remember_twist(session: Session, unit: Unit, words: str) -> None:
    """Pin the Twist to the end of the next player's turn: by then it is over (5.1-21)."""
    turn = turn_now(session)
    player_id, new_round = next_player(session, turn)
    session.add(
        Note(
            kind=NoteKind.TWIST,
            text=f"Over by now: {words}",
            unit_id=unit.id,
            player_id=player_id,
            due_number=turn.number + new_round,
            edge=Edge.END,
            made_turn_id=turn.id,
        )
    )


def _line(unit: Unit, what: str, words: str, rule: str, step: str) -> Line:
    return line(
        Kind.STATE, f"{unit.name}: {what}", words,
        rule=rule, player_id=unit.player_id, unit_id=unit.id, step=step,
    )  # fmt: skip
