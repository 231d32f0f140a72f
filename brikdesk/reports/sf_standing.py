"""What lasts after a turn by the Sci-fi rules: ammunition, detected units, changed crews."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.reports.data import AmmoLine, Facts, LastingFact
from brikdesk.store.views.scifi import SfUnitRow, sf_units
from brikdesk.turns import ledger


class SfStanding(Struct, frozen=True):
    """The lasting things of the Sci-fi rules at one moment; empty where they are not played."""

    units: tuple[SfUnitRow, ...] = ()
    ammo: tuple[ledger.SfAmmoRow, ...] = ()
    seen: tuple[ledger.SfSeenRow, ...] = ()
    crews: tuple[ledger.SfCrewRow, ...] = ()


def sf_standing(session: Session) -> SfStanding:
    """Read everything that lasts, that of eliminated units too."""
    return SfStanding(
        units=sf_units(session),
        ammo=ledger.sf_ammo(session),
        seen=ledger.sf_seen(session),
        crews=ledger.sf_crews(session),
    )


def sf_facts(before: SfStanding, after: SfStanding, colours: dict[int, str]) -> Iterator[Facts]:
    """Yield the facts: incapacitated units, detected units, changed crews; `colours` by unit."""
    held = [
        LastingFact(row.name, "neither moves nor fires", colours.get(row.unit_id, ""), "danger")
        for row in after.units
        if row.incapacitated and row.alive
    ]
    yield Facts("Incapacitated", tuple(held), "Nobody is incapacitated.")
    seen = [
        LastingFact(row.unit, f"by {row.by.faction}, {row.lasts}", _colour(row.owner), "aim")
        for row in after.seen
    ]
    yield Facts("Detected", tuple(seen), "Nothing is detected.")
    yield Facts("Crews changed", tuple(_changed(before.crews, after.crews)), "No crew changed.")


def _changed(
    before: Sequence[ledger.SfCrewRow], after: Sequence[ledger.SfCrewRow]
) -> Iterator[LastingFact]:
    old = {row.id: row for row in before}
    for row in after:
        if _serving(row) != (_serving(old[row.id]) if row.id in old else ""):
            tone = "danger" if row.gone or not row.gunner else "text2"
            yield LastingFact(row.weapon, _serving(row), _colour(row.owner), tone)


def _serving(row: ledger.SfCrewRow) -> str:
    said = [
        f"gunner {row.gunner}" if row.gunner else "no gunner",
        f"loader {row.loader}" if row.loader else "",
        f"others {', '.join(row.others)}" if row.others else "",
        f"gone {', '.join(row.gone)}" if row.gone else "",
        "destroyed" if row.destroyed else "",
    ]
    return "; ".join(words for words in said if words)


def ammo_lines(rows: Sequence[ledger.SfAmmoRow]) -> tuple[AmmoLine, ...]:
    """Return the lines of the ammunition table."""
    return tuple(_line(row) for row in rows)


def _line(row: ledger.SfAmmoRow) -> AmmoLine:
    fired = row.fired_this_turn
    state = "destroyed" if row.gone else "expended" if row.expended else ""
    return AmmoLine(
        store=row.store_id,
        weapon=f"{row.weapon}, {row.capability}" if row.capability else row.weapon,
        unit=row.unit,
        colour=_colour(row.owner),
        load=row.load,
        loaded=row.loaded,
        remaining=row.remaining,
        fired=row.fired,
        lost=row.lost,
        adjusted=row.adjusted,
        this_turn=str(fired) if row.most is None else f"{fired} of {row.most}",
        state="how many?" if row.asked else state,
    )


def _colour(owner: ledger.Owner) -> str:
    return owner.colour if owner.player_id else ""
