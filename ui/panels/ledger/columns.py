"""The columns of the ledger's BrikWars tables, and the acts that typing over cells makes."""

import re
from typing import Any

from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.turns.ledger import (
    AirRow,
    AmmoRow,
    FireRow,
    HomingRow,
    MarkRow,
    Owner,
    WaitingRow,
)
from ui.parts.lines.kind_marks import icon_of, token_of
from ui.parts.tables.cell_delegate import Painted
from ui.parts.tables.cells import Cell, CellWords, Icon, Side, words
from ui.parts.tables.column_widths import Gives
from ui.widgets.ammo_pips import MOST_PIPS, RoundsLeft
from ui.widgets.dice.glyph import DieGlyph
from ui.widgets.flight_bar import FlownInches
from ui.widgets.state_chip import ChipLook
from ui.widgets.token import TokenLook

NOTHING = "–"


def whole(typed: str, what: str) -> int:
    """Return a typed whole number, with or without the inch sign. Raise BadInput otherwise."""
    digits = typed.strip().rstrip('"').strip()
    if not re.fullmatch("[0-9]{1,6}", digits):
        raise BadInput(f"{what} is a whole number. {typed[:20]} was not entered.")
    return int(digits)


def side(owner: Owner, text: str = "") -> Cell:
    """Return a faction's shape with its code, or with `text` instead."""
    return Cell((Side(owner.colour), CellWords(text or owner.code)))


def named(icon: str, token: str, name: str) -> Cell:
    """Return an icon with a name beside it."""
    return Cell((Icon(icon, token), CellWords(name, strong=True)))


# In the air, and Explosives


def _flight(row: AirRow) -> Cell:
    if row.dud:
        return Cell((ChipLook("dud", "Dud", "danger"),))
    if row.lying:
        return Cell((CellWords(_flight_words(row)),))
    flight = FlownInches(row.travelled, row.distance)
    return Cell((flight, CellWords(flight.words)))


def _flight_words(row: AirRow) -> str:
    if row.lying:
        return (row.state or "dud").capitalize()
    return FlownInches(row.travelled, row.distance).words


def _air_name(row: AirRow) -> Cell:
    icon = "dud" if row.dud else "blast" if row.lying else "projectile"
    return named(icon, "danger" if row.dud else "text2", row.name)


def _lands_words(row: AirRow) -> str:
    """Return when and where it lands; for an Explosive, where it lies or who carries it."""
    return ": ".join(dict.fromkeys(part for part in (row.lands, row.target) if part))


AIR: tuple[Painted[AirRow], ...] = (
    Painted("Projectile", lambda r: r.name, cell=_air_name, width=180, tip=lambda r: r.name),
    Painted("From", lambda r: r.launcher or r.owner.code, width=130,
            cell=lambda r: side(r.owner, r.launcher)),
    Painted("Type", lambda r: r.type, width=90),
    Painted("Flight", _flight_words, cell=_flight, width=190,
            order=lambda r: r.distance - r.travelled),
    Painted("Lands", lambda r: r.lands or NOTHING, gives=Gives.FIRST, width=110, tip=_lands_words),
)  # fmt: skip


# Fires


def _burns_on(row: FireRow) -> Cell:
    return side(row.burns_on, f"lit by {row.lit_by}" if row.lit_by else "")


def _fire_size(row: FireRow) -> str:
    return "Minifig" if row.minifig else f'{row.size}" of {row.unit_size}"'


def _set_fire(row: FireRow, typed: str) -> Act:
    from brikdesk.acts.fire.fight_fire import SetFireSize

    # The cell shows `2" of 3"`: of the two, the first is the size of the fire.
    return SetFireSize(fire_id=row.id, inches=whole(typed.split("of")[0], "A fire size"))


def _burning_roll(row: FireRow) -> Cell:
    turn = CellWords(row.next.beside(row.burns_on))
    return Cell((DieGlyph(4, tone="fire"), CellWords(row.roll, strong=True), turn))


FIRES: tuple[Painted[FireRow], ...] = (
    Painted("On fire", lambda r: r.name, width=180, tip=lambda r: f"{r.name}, {r.kind}",
            cell=lambda r: named("fire", "fire", r.name)),
    Painted("Burns on", lambda r: r.burns_on.faction, cell=_burns_on, width=100,
            tip=lambda r: r.burns_on.faction),
    Painted("Fire size", _fire_size, edit=_set_fire, order=lambda r: r.size, short="Size", width=90),
    Painted("Weight", lambda r: NOTHING if r.minifig else str(r.weight_class),
            order=lambda r: r.weight_class, short="Wt.", width=100),
    Painted("Burning Roll", lambda r: f"{r.roll} {r.next.whole}", cell=_burning_roll, short="Roll",
            width=150),
    Painted("Effect", lambda r: r.effect, gives=Gives.LAST, width=130),
)  # fmt: skip


# Ammo


ENDLESS = "∞"
"""The sign beside a count that shots do not use up (8.4-49)."""


def _rounds_words(row: AmmoRow) -> str:
    if not row.round_id:
        return NOTHING
    return f"{row.count} {ENDLESS}" if row.endless else f"{row.count} of {row.full}"


def _rounds_tip(row: AmmoRow) -> str:
    return "Never used up: a shot takes nothing from this rack (8.4-49)." if row.endless else ""


def _rounds(row: AmmoRow) -> Cell:
    if not row.round_id:
        return words(NOTHING)
    if row.endless:
        return Cell((CellWords(str(row.count), strong=True), CellWords(ENDLESS, token="text2")))
    rounds = RoundsLeft(row.count, row.full)
    # Then the pips are written as these numbers, which need no words beside them.
    if max(row.count, row.full) > MOST_PIPS:
        return Cell((rounds,))
    return Cell((rounds, CellWords(rounds.words)))


def _chamber(row: AmmoRow) -> Cell:
    if not row.tone:
        return words(row.chamber)
    return Cell((ChipLook("ammo", row.chamber, row.tone),))


def _set_rounds(row: AmmoRow, typed: str) -> Act:
    from brikdesk.acts.guns.racks import AddRounds
    from brikdesk.acts.guns.rounds import TakeRounds

    if not row.round_id:
        raise BadInput("No rounds are counted here. Add rounds first.")
    # Typed is what lies there, so that the table can be counted off; acts take the difference.
    more = whole(typed.split(ENDLESS)[0].split("of")[0], "A count") - row.count
    if more > 0:
        return AddRounds(rack_id=row.rack_id, round_id=row.round_id, count=more)
    if more < 0:
        return TakeRounds(round_id=row.round_id, count=-more)
    raise BadInput(f"{row.count} lie there already.")


def _rack(row: AmmoRow) -> Cell:
    token = (TokenLook(row.owner.colour, row.token, solid=False),) if row.token else ()
    return Cell((*token, CellWords(row.unit, strong=True)))


AMMO: tuple[Painted[AmmoRow], ...] = (
    Painted("Rack", lambda r: r.unit, cell=_rack, width=180, tip=lambda r: f"{r.unit}, {r.rack}"),
    Painted("For", lambda r: r.weapon, gives=Gives.FIRST, width=110),
    Painted("Load", lambda r: r.load, gives=Gives.FIRST, width=130, tip=lambda r: r.load),
    Painted("Rounds", _rounds_words, cell=_rounds, edit=_set_rounds, order=lambda r: r.count,
            width=110, tip=_rounds_tip),
    Painted("Chamber", lambda r: r.chamber, cell=_chamber, width=110),
)  # fmt: skip


# Homing, Marks, what waits for the end of the turn


def _built(row: HomingRow) -> str:
    turns = ", ".join(str(turn) for turn in row.built)
    return f"turn{'s' if len(row.built) > 1 else ''} {turns}" if turns else NOTHING


def _gun(row: HomingRow) -> Cell:
    token = TokenLook(row.owner.colour, row.token, solid=False)
    return Cell((token, CellWords(row.weapon, strong=True)))


HOMING: tuple[Painted[HomingRow], ...] = (
    Painted("Weapon", lambda r: r.weapon, cell=_gun, width=170, tip=lambda r: r.weapon),
    Painted("Aim point", lambda r: r.target, gives=Gives.FIRST, width=130, tip=lambda r: r.target),
    Painted("Bonus", lambda r: f"+{r.bonus}", order=lambda r: r.bonus, width=70,
            cell=lambda r: Cell((ChipLook("homing", f"+{r.bonus}", "aim"),))),
    Painted("Built", _built, width=100),
    Painted("Lost on", lambda r: "move, Critical Failure", gives=Gives.FIRST, width=160),
)  # fmt: skip

MARKS: tuple[Painted[MarkRow], ...] = (
    Painted(
        "Marked",
        lambda r: r.target,
        width=170,
        tip=lambda r: r.target,
        cell=lambda r: named("marked", "aim", r.target),
    ),
    Painted("By", lambda r: r.scout, cell=lambda r: side(r.owner, r.scout), width=150),
    Painted("Bonus", lambda r: f"+{r.bonus}", order=lambda r: r.bonus, width=70),
    Painted("Ends", lambda r: r.ends, width=120),
)

WAITING: tuple[Painted[WaitingRow], ...] = (
    Painted(
        "At end of turn",
        lambda r: r.name,
        width=180,
        tip=lambda r: r.name,
        cell=lambda r: named(icon_of(r.icon), token_of(r.icon), r.name),
    ),
    Painted(
        "Owner",
        lambda r: r.owner.faction,
        cell=lambda r: side(r.owner),
        width=70,
        tip=lambda r: r.owner.faction,
    ),
    Painted("What happens", lambda r: r.what, gives=Gives.FIRST, width=300, tip=lambda r: r.what),
)

LedgerColumns = tuple[Painted[Any], ...]
