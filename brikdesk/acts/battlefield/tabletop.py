"""The table itself: how large it is and what covers it."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.units.facts import one_of
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Battle, Battlefield, Finish
from brikdesk.turns.sequence import running_battle

LARGEST = 1000.0
"""The longest side of a table, in inches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTable(Act):
    """Say how large the table of this battle is, in inches, and what covers it.

    What is not given stays. Nothing that stands on the table moves: what lies beyond a new edge
    keeps its place, and the map shows it there.
    """

    width: float | None = None
    depth: float | None = None
    finish: str | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write size and finish; BadInput for a side that no table has."""
        battle = battle_now(session)
        width = _side(self.width, battle.table_width, "width")
        depth = _side(self.depth, battle.table_depth, "depth")
        finish = None if self.finish is None else one_of(Finish, self.finish, "finish")
        battle.table_width, battle.table_depth = width, depth
        session.add(battle)
        if finish is not None:
            known = select(Battlefield).where(Battlefield.battle_id == battle.id)
            field = session.exec(known).first() or Battlefield(battle_id=battle.id or 0)
            field.finish = finish
            session.add(field)
        title = f"The table is {in_inches(width)} by {in_inches(depth)}"
        covered = "" if finish in (None, Finish.PLAIN) else f"Finish: {finish.value}."
        return Outcome(title, (line(Kind.SETUP, f"{title}.", covered),))


def battle_now(session: Session) -> Battle:
    """Return the battle whose table is meant; BadInput if none is set up."""
    battle = running_battle(session)
    if battle is None:
        raise BadInput("There is no battle, and so no table. Set up a battle first.")
    return battle


def _side(typed: float | None, present: float, where: str) -> float:
    if typed is None:
        return present
    if not 1 <= typed <= LARGEST:
        raise BadInput(f"A side of the table is 1 to {LARGEST:,g} inches long.", where)
    return float(typed)
