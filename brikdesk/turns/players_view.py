"""What the players may see of the battle: all that their window shows, and nothing else.

Left out are secret Traps, Concealed Hazards that have not gone off, notes, and whatever names one
of them.
"""

import dataclasses
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.store.lines import Line
from brikdesk.store.views import view
from brikdesk.store.views.battle import PlayerRow, battle_head
from brikdesk.store.views.battlefield import Ground, battlefield
from brikdesk.store.views.log import LogEntry, log
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns.ledger.burning import FireRow, fires
from brikdesk.turns.queue import ALL_TABLES, queue
from brikdesk.turns.secrets import Secrets, secrets_now

LOOKED_BACK = 60
"""Newest lines of the log among which the last outcome is looked for."""

MOST_LINES = 5
"""Lines of one act that are told; an act of a hundred would fill any screen."""


class PlayersView(Struct, frozen=True):
    """Table, units, turn order, steps and the last outcome. `number` is 0 while no battle runs.

    `steps` are the titles of the waiting steps by their keys; one that is a secret is not in it.
    `outcome` are the lines of the newest act of which something may be told.
    """

    campaign: str
    number: int
    phase: str
    players: tuple[PlayerRow, ...]
    ground: Ground
    units: tuple[UnitRow, ...]
    fires: tuple[FireRow, ...]
    steps: Mapping[str, str]
    outcome: tuple[Line, ...]


@view(*ALL_TABLES)
def players_view(session: Session) -> PlayersView:
    """Return what the players may see now."""
    newest = tuple(entry for entry in log(session, newest=LOOKED_BACK) if not entry.undone)
    secrets = secrets_now(session, {entry.act_id for entry in newest})
    head = battle_head(session)
    waiting = queue(session).waiting
    return PlayersView(
        campaign=head.campaign,
        number=head.number,
        phase=head.phase,
        players=tuple(player for player in head.players if player.place),
        ground=secrets.seen(battlefield(session)),
        units=tuple(_unit(row, secrets) for row in units(session)),
        fires=fires(session),
        steps={step.key: step.title for step in waiting if not secrets.hides_step(step)},
        outcome=_outcome(newest, secrets),
    )


def _unit(row: UnitRow, secrets: Secrets) -> UnitRow:
    return replace(
        row, chips=tuple(chip for chip in row.chips if not secrets.betrayed_by(chip.word))
    )


def _outcome(newest: tuple[LogEntry, ...], secrets: Secrets) -> tuple[Line, ...]:
    public = secrets.public(newest)
    if not public:
        return ()
    lines = (entry.line for entry in public if entry.act_id == public[-1].act_id)
    # How a number came about names what the referee measured and judged.
    return tuple(dataclasses.replace(line, sums=()) for line in lines)[:MOST_LINES]
