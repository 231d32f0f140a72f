"""What the table looked like after a turn: changed units, what carries on, what the racks hold."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.lengths import in_inches
from brikdesk.reports.data import Facts, LastingFact
from brikdesk.reports.sf_standing import SfStanding, sf_facts, sf_standing
from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.moved import MovedUnit
from brikdesk.store.views.scifi import plays_brikwars, plays_scifi
from brikdesk.store.views.units import ShownState, UnitRow, units
from brikdesk.turns import ledger

BY_SCIFI = ("destroyed", "eliminated")
"""The word for a lost unit in BrikWars, and its counterpart in the Sci-fi rules."""


class LastingThings(Struct, frozen=True):
    """Everything that lasts, at one moment."""

    units: tuple[UnitRow, ...]
    air: tuple[ledger.AirRow, ...]
    fires: tuple[ledger.FireRow, ...]
    fields: tuple[ledger.FieldRow, ...]
    ammo: tuple[ledger.AmmoRow, ...]
    homing: tuple[ledger.HomingRow, ...]
    marks: tuple[ledger.MarkRow, ...]
    number: int
    """The round of the turn that runs."""
    brikwars: bool
    """Whether BrikWars is played."""
    scifi: SfStanding | None
    """None where the Sci-fi rules are not played."""


def standing(session: Session) -> LastingThings:
    """Read everything that lasts, lost units too."""
    return LastingThings(
        units=units(session, include_lost=True),
        air=ledger.in_the_air(session),
        fires=ledger.fires(session),
        fields=ledger.fields(session),
        ammo=ledger.ammo(session),
        homing=ledger.homing(session),
        marks=ledger.marks(session),
        number=battle_head(session).number,
        brikwars=plays_brikwars(session),
        scifi=sf_standing(session) if plays_scifi(session) else None,
    )


def facts_after(
    before: LastingThings, after: LastingThings, moved: Sequence[MovedUnit]
) -> tuple[Facts, ...]:
    """Return the facts about what a turn changed, what it left, and who moved and acted in it."""
    changed = _changed(before.units, after.units)
    if not after.brikwars:
        changed = [replace(fact, value=fact.value.replace(*BY_SCIFI)) for fact in changed]
    facts = [Facts("Units changed", tuple(changed), "No unit changed.")]
    if moved:
        facts.append(Facts("Movement and Actions", tuple(map(_move, moved)), ""))
    if after.brikwars:
        carried = Facts("Carried to the next turn", tuple(_carried(after)), "Nothing carries on.")
        none = "No unit counts rounds." if after.scifi is None else "No racks of BrikWars."
        racks = Facts("Ammo racks", tuple(_racks(after.ammo)), none)
        facts += [carried, racks]
    if after.scifi is not None:
        colours = {row.id: row.colour for row in after.units if row.player_id}
        facts += sf_facts(before.scifi or SfStanding(), after.scifi, colours)
    return tuple(facts)


def _changed(before: Sequence[UnitRow], after: Sequence[UnitRow]) -> list[LastingFact]:
    old = {row.id: row for row in before}
    facts = []
    for row in after:
        was = old.pop(row.id, None)
        if was is None:
            facts.append(_unit_fact(row, ", ".join(["new", *_words(row)])))
        elif _state(was) != _state(row):
            facts.append(_unit_fact(row, _what_changed(was, row)))
    # Whatever is left in `old` is no longer in the roster.
    return facts + [_unit_fact(row, "removed") for row in old.values()]


def _move(row: MovedUnit) -> LastingFact:
    return LastingFact(row.name, row.words, row.colour, "danger" if row.hindered else "text2")


def _unit_fact(row: UnitRow, value: str) -> LastingFact:
    tone = next((chip.tone for chip in _lasting(row) if chip.tone), "text2")
    return LastingFact(row.name, value, row.colour if row.player_id else "", tone)


def _lasting(row: UnitRow) -> list[ShownState]:
    return [chip for chip in row.chips if not chip.passing]


def _words(row: UnitRow) -> list[str]:
    words = [f"{_in_passing(chip.word)} {chip.number}".strip() for chip in _lasting(row)]
    if row.alive and row.power_burned:
        words.append(f"Power {row.power_limit} of {row.power_limit + row.power_burned}")
    return words


_PLAIN_WORDS = ("On fire", "Destroyed", "Lost:", "In a", "Holds", "Homing", "Wounded")
"""Beginnings of chips that are not game terms: within a sentence they get a small letter."""


def _in_passing(word: str) -> str:
    return word[:1].lower() + word[1:] if word.startswith(_PLAIN_WORDS) else word


def _state(row: UnitRow) -> tuple[object, ...]:
    return (_words(row), row.armor, row.move, row.on_table)


def _what_changed(was: UnitRow, row: UnitRow) -> str:
    now = _words(row)
    if now and now != _words(was):
        return ", ".join(now)
    over = [_in_passing(chip.word) for chip in _lasting(was) if chip not in _lasting(row)]
    figures = [
        f"{name} {new or 'none'}"
        for name, old, new in (
            ("Armor", was.armor, row.armor),
            ("Move", in_inches(was.move), in_inches(row.move)),
        )
        if old != new
    ]
    table = [] if was.on_table == row.on_table else ["on the table" if row.on_table else "off it"]
    ended = [f"no longer {word}" for word in over]
    return ", ".join([*ended, *figures, *table, *now])


def _carried(after: LastingThings) -> list[LastingFact]:
    return [
        *(_flight(row) for row in after.air),
        *(
            LastingFact(
                f"Homing, {row.weapon}", f"+{row.bonus} on {row.target}", row.owner.colour, "aim"
            )
            for row in after.homing
        ),
        *(
            LastingFact(f"Mark on {row.target}", f"ends {row.ends}", row.owner.colour, "aim")
            for row in after.marks
        ),
        *(
            LastingFact(f"Fire on {row.name}", _fire(row, after.number), _colour(row.owner), "fire")
            for row in after.fires
        ),
        *(
            LastingFact(
                row.name, f'{row.size}", {row.next.whole}', _colour(row.owner), _field_tone(row)
            )
            for row in after.fields
        ),
    ]


def _flight(row: ledger.AirRow) -> LastingFact:
    if row.dud:
        where = f", {row.lands}" if row.lands else ""
        return LastingFact(row.name, f"dud, armed{where}", _colour(row.owner), "danger")
    if row.lying:
        words = ", ".join(part for part in (row.state, row.lands) if part)
        return LastingFact(row.name, words, _colour(row.owner))
    left = row.distance - row.travelled
    return LastingFact(row.name, f"lands {row.lands}, {in_inches(left)} to go", _colour(row.owner))


def _fire(row: ledger.FireRow, number: int) -> str:
    size = "" if row.minifig else f'{row.size}", '
    now, coming = f"on Turn {number}, {row.burns_on.code}", row.next
    when = now if coming.words == "now" else f"on {coming.whole}" if coming.code else coming.words
    return f"{size}{row.roll} {when}"


def _field_tone(row: ledger.FieldRow) -> str:
    return "smoke" if row.icon in ("smoke", "gas") else "danger"


def _colour(owner: ledger.Owner) -> str:
    return owner.colour if owner.player_id else ""


def _racks(rows: Sequence[ledger.AmmoRow]) -> list[LastingFact]:
    by_unit: dict[tuple[int | None, str], list[ledger.AmmoRow]] = {}
    for row in rows:
        lies = row.rack if row.rack in row.unit else f"{row.rack}, {row.unit}"
        by_unit.setdefault((row.unit_id, row.unit if row.unit_id else lies), []).append(row)
    return [_rack(name, of_unit) for (_, name), of_unit in by_unit.items()]


def _rack(name: str, rows: Sequence[ledger.AmmoRow]) -> LastingFact:
    loads = [f"{row.count} {row.load}" for row in rows if row.round_id and row.count]
    counted = any(row.round_id for row in rows)
    words = [", ".join(loads) or "empty"] if counted else []
    words += [f"{row.weapon}: {row.chamber.lower()}" for row in rows if row.tone == "danger"]
    alarm = (counted and not loads) or any(row.tone == "danger" for row in rows)
    tone = "danger" if alarm else "text2"
    return LastingFact(name, ", ".join(words) or "not counted", _colour(rows[0].owner), tone)
