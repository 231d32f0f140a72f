"""What the table looked like after a turn, by BrikWars and by the Sci-fi rules."""

from collections.abc import Iterator, Sequence
from math import hypot

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.copied import copied
from brikdesk.lengths import at_spot, in_inches
from brikdesk.reports.data import AmmoLine, Facts, LastingFact
from brikdesk.store.views.campaign_and_battle import battle_head, plays_brikwars, plays_scifi
from brikdesk.store.views.scifi import SfUnitRow, sf_units
from brikdesk.store.views.still_to_act import MovedUnit
from brikdesk.store.views.units import ShownState, UnitRow, units
from brikdesk.turns import ledger, scifi_ledger


class SfStanding(Struct, frozen=True):
    """The lasting things of the Sci-fi rules at one moment; empty where they are not played."""

    units: tuple[SfUnitRow, ...] = ()
    ammo: tuple[scifi_ledger.SfAmmoRow, ...] = ()
    seen: tuple[scifi_ledger.SfSeenRow, ...] = ()
    crews: tuple[scifi_ledger.SfCrewRow, ...] = ()


def sf_standing(session: Session) -> SfStanding:
    """Read everything that lasts, that of eliminated units too."""
    return SfStanding(
        units=sf_units(session),
        ammo=scifi_ledger.sf_ammo(session),
        seen=scifi_ledger.sf_seen(session),
        crews=scifi_ledger.sf_crews(session),
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
    yield Facts("Crews changed", tuple(_new_crews(before.crews, after.crews)), "No crew changed.")


def _new_crews(
    before: Sequence[scifi_ledger.SfCrewRow], after: Sequence[scifi_ledger.SfCrewRow]
) -> Iterator[LastingFact]:
    old = {row.id: row for row in before}
    for row in after:
        if _serving(row) != (_serving(old[row.id]) if row.id in old else ""):
            tone = "danger" if row.gone or not row.gunner else "text2"
            yield LastingFact(row.weapon, _serving(row), _colour(row.owner), tone)


def _serving(row: scifi_ledger.SfCrewRow) -> str:
    said = [f"gunner {row.gunner}" if row.gunner else "no gunner"]
    said += [f"loader {row.loader}"] if row.loader else []
    said += [f"others {', '.join(row.others)}"] if row.others else []
    said += [f"gone {', '.join(row.gone)}"] if row.gone else []
    said += ["destroyed"] if row.destroyed else []
    return "; ".join(said)


def ammo_lines(rows: Sequence[scifi_ledger.SfAmmoRow]) -> tuple[AmmoLine, ...]:
    """Return the lines of the ammunition table."""
    return tuple(_line(row) for row in rows)


def _line(row: scifi_ledger.SfAmmoRow) -> AmmoLine:
    fired = row.fired_this_turn
    state = "destroyed" if row.gone else "expended" if row.expended else ""
    return copied(
        AmmoLine,
        row,
        store=row.store_id,
        weapon=f"{row.weapon}, {row.capability}" if row.capability else row.weapon,
        colour=_colour(row.owner),
        this_turn=str(fired) if row.most is None else f"{fired} of {row.most}",
        state="how many?" if row.asked else state,
    )


def _colour(owner: ledger.Owner) -> str:
    return owner.colour if owner.player_id else ""


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
        # The chips of units have the words of BrikWars.
        changed = [replace(fact, value=fact.value.replace(*BY_SCIFI)) for fact in changed]
    facts = [Facts(_UNITS, tuple(changed), "No unit changed.")]
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


def differences(before: LastingThings, after: LastingThings) -> tuple[Facts, ...]:
    """Return the facts about how one moment differs from another: units, places, and what lasts."""
    was = {facts.heading: facts.rows for facts in facts_after(before, before, ())}
    found = []
    for facts in facts_after(before, after, ()):
        old, now = was.get(facts.heading, ()), {row.name for row in facts.rows}
        over = [replace(row, value="no longer", tone="text2") for row in old if row.name not in now]
        if rows := [*(row for row in facts.rows if row not in old), *over]:
            found.append(Facts(_NOW.get(facts.heading, facts.heading), tuple(rows), ""))
    if moved := tuple(_went(before.units, after.units)):
        found.insert(1 if found and found[0].heading == _UNITS else 0, Facts("Moved", moved, ""))
    if power := tuple(_powered(before.units, after.units)):
        found.append(Facts("Power of this turn", power, ""))
    return tuple(found)


def as_they_stood(there: LastingThings, unit_ids: frozenset[int]) -> tuple[LastingFact, ...]:
    """Return the facts about units at one moment: what is so with each, its figures, its place."""
    return tuple(_stood(row) for row in there.units if row.id in unit_ids)


def _stood(row: UnitRow) -> LastingFact:
    figures = [f"Armor {row.armor}", f"Move {in_inches(row.move)}"] if row.alive else []
    place = [] if row.x is None or row.y is None else [f"at {at_spot(row.x, row.y)} inches"]
    off = [] if row.on_table or not row.alive else ["off the table"]
    return _unit_fact(row, ", ".join([*_words(row), *figures, *place, *off]))


_UNITS = "Units changed"
_NOW = {"Carried to the next turn": "Under way"}
"""Headings that speak of the end of a turn, and what is said where none has ended."""


def _went(before: Sequence[UnitRow], after: Sequence[UnitRow]) -> Iterator[LastingFact]:
    """Yield who stands elsewhere, and how far away that is."""
    old = {row.id: row for row in before}
    for row in after:
        was = old.get(row.id)
        # Who is lost has no place any more: that it is lost says so.
        if was is None or not row.alive or (was.x, was.y) == (row.x, row.y):
            continue
        if was.x is None or was.y is None or row.x is None or row.y is None:
            words = "no longer placed" if row.x is None else "placed"
        else:
            words = f"{in_inches(hypot(row.x - was.x, row.y - was.y))} away"
        yield LastingFact(row.name, words, row.colour if row.player_id else "")


def _powered(before: Sequence[UnitRow], after: Sequence[UnitRow]) -> Iterator[LastingFact]:
    """Yield who has used more or less of its Power, and how much is left."""
    old = {row.id: row.power_used for row in before}
    for row in after:
        if row.alive and row.power_limit and old.get(row.id, row.power_used) != row.power_used:
            words = f'{row.power_left}" of {row.power_limit}" left'
            yield LastingFact(row.name, words, row.colour if row.player_id else "")


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


def _carried(after: LastingThings) -> Iterator[LastingFact]:
    yield from map(_flight, after.air)
    for gun in after.homing:
        bonus = f"+{gun.bonus} on {gun.target}"
        yield LastingFact(f"Homing, {gun.weapon}", bonus, gun.owner.colour, "aim")
    for mark in after.marks:
        yield LastingFact(f"Mark on {mark.target}", f"ends {mark.ends}", mark.owner.colour, "aim")
    for fire in after.fires:
        words = _fire(fire, after.number)
        yield LastingFact(f"Fire on {fire.name}", words, _colour(fire.owner), "fire")
    for each in after.fields:
        words = f'{each.size}", {each.next.whole}'
        yield LastingFact(each.name, words, _colour(each.owner), _field_tone(each))


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
