"""What the referee is reminded of before a turn ends: afterwards it is too late."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.store.journal.remembering import running_turn
from brikdesk.store.tables import Phase
from brikdesk.store.views import view
from brikdesk.store.views.idle import idle_units
from brikdesk.store.views.reminders import idle_fighters
from brikdesk.store.views.scifi.read_from import TABLES
from brikdesk.store.views.scifi.reminders import UnfiredRow, unfired_weapons
from brikdesk.store.views.scifi.sets import plays_scifi
from brikdesk.store.views.unfinished import READ_FROM, unfinished_units

MOST_NAMED = 3


class UnfinishedTurn(Struct, frozen=True):
    """Something that is still open in the running turn, and the rule that it belongs to.

    `costs`: it is lost, broken or over once the turn has ended; else a unit has only done nothing.
    """

    words: str
    rule: str
    costs: bool = True

    @property
    def whole(self) -> str:
        """The words with the rule."""
        return f"{self.words} {self.rule}"


@view(*READ_FROM, *TABLES)
def before_the_end(session: Session) -> tuple[UnfinishedTurn, ...]:
    """Return what is open as the running turn is about to end; nothing once its end has begun."""
    turn = running_turn(session)
    if turn is None or turn.phase is Phase.END:
        return ()
    found = [
        UnfinishedTurn(f"{row.name}: {row.what}.", row.rule) for row in unfinished_units(session)
    ]
    if fighters := idle_fighters(session):
        names = _named(fighters.names)
        words = f"Idle in Close Combat: {names}. {fighters.reminder.words}"
        found.append(UnfinishedTurn(words, fighters.reminder.rule))
    unfired = unfired_weapons(session, turn.player_id) if plays_scifi(session) else ()
    if unfired:
        found.append(UnfinishedTurn(f"{may_fire(unfired)}: {_named(_each(unfired))}.", "12-93"))
    if idle := idle_units(session):
        many = "1 unit has" if len(idle) == 1 else f"{len(idle)} units have"
        names = _named(tuple(row.name for row in idle))
        found.append(UnfinishedTurn(f"{many} done nothing yet: {names}.", "4.0-01", costs=False))
    return tuple(found)


def may_fire(rows: tuple[UnfiredRow, ...]) -> str:
    """Say how many weapons may still fire."""
    return "1 weapon may still fire" if len(rows) == 1 else f"{len(rows)} weapons may still fire"


def _each(rows: tuple[UnfiredRow, ...]) -> tuple[str, ...]:
    return tuple(
        f"{row.unit}, {row.weapon} ({f'{row.fired} of {row.most}' if row.fired else 'not fired'})"
        for row in rows
    )


def _named(names: tuple[str, ...]) -> str:
    more = len(names) - MOST_NAMED
    return "; ".join((*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])))
