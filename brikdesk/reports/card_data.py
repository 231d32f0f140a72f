"""What stands on the cards and tokens of units, and the sheets on which they lie."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from io import BytesIO

from msgspec import Struct
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas
from sqlmodel import Session

from brikdesk.acts.units.facts import FACTS, ON_CARD
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.pictures.photo import PrintedPhoto, ReadingStopped, for_paper
from brikdesk.reports.files import Paper
from brikdesk.reports.fonts import REGULAR, characters, colour
from brikdesk.reports.rows import encodable
from brikdesk.rules.brikwars.explosives import made_words
from brikdesk.store.tables import UnitKind
from brikdesk.store.views.armory import RackRow, RoundRow, WeaponRow, racks_of, weapons_of
from brikdesk.store.views.campaign_and_battle import battle_head, plays_brikwars, plays_scifi
from brikdesk.store.views.notes_and_photos import DAMAGED, MISSING, album, sound_photo
from brikdesk.store.views.past_turns import service_records
from brikdesk.store.views.scifi import SfWeaponRow, sf_unit, sf_weapons
from brikdesk.store.views.units import UnitCard, UnitRow, unit_card, units
from brikdesk.text import opening
from brikdesk.turns.secrets import Secrets, secrets_now

UNARMORED = "0"


class Supply(Struct, frozen=True):
    """Rounds of one kind: how many there are, and how many there were."""

    name: str
    count: int
    full: int


class CardWeapon(Struct, frozen=True):
    """A weapon on a card; `now` is what keeps it from firing, or what it is loaded with."""

    name: str
    figures: str
    now: str = ""
    tone: str = "danger"
    supplies: tuple[Supply, ...] = ()


class UnitOnPaper(Struct, frozen=True):
    """A unit as its card and its token show it."""

    unit_id: int
    name: str
    faction: str
    colour: str
    initials: str
    kind: str
    size: int
    figures: tuple[tuple[str, str], ...]
    abilities: tuple[str, ...]
    arms: tuple[CardWeapon, ...]
    racks: tuple[Supply, ...]
    state: tuple[tuple[str, str], ...]
    notes: str
    record: str = ""
    """What it has done, on cards with the state of units."""
    inches: tuple[Supply, ...] = ()
    """Its inches of Size, where it loses them one by one."""
    photo: PrintedPhoto | None = None
    """The newest one of the album that shows it."""


class Roster(Struct, frozen=True):
    """The units of which cards and tokens are made."""

    campaign: str
    units: tuple[UnitOnPaper, ...]
    faults: tuple[str, ...] = ()
    """A sentence for each photo that cannot be shown."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that stand among other words."""
        own = [name for unit in self.units for name in (unit.name, unit.faction, *unit.abilities)]
        arms = [arm.name for unit in self.units for arm in unit.arms]
        racks = [rack.name for unit in self.units for rack in unit.racks]
        return (self.campaign, *own, *arms, *racks)


def roster(
    session: Session,
    player_id: int | None = None,
    *,
    with_state: bool = False,
    photos: bool = False,
) -> Roster:
    """Return the living units, or those of one player, as they were made or `with_state`.

    States and notes that name a secret are left out: what is cut out lies on the table. With `photos`
    each has the one of the album that shows it, if there is one.

    Raise BadInput where there is none.
    """
    scifi = plays_scifi(session)
    found = tuple(
        _on_paper(session, row, card, scifi=scifi, now=with_state)
        for row in units(session)
        if row.alive
        and player_id in (None, row.player_id)
        and (card := unit_card(session, row.id)) is not None
    )
    if not found:
        raise BadInput("There is no unit for which a card could be made.")
    secrets = secrets_now(session)
    if with_state:
        # What was said in earlier turns may name a secret as it was called then.
        betrays = secrets_now(session, None).betrayed_by
        done = {each.unit_id: each.without(betrays).words for each in service_records(session)}
        found = tuple(replace(unit, record=done.get(unit.unit_id, "")) for unit in found)
    shown, faults = _photos(session, found, secrets) if photos else ({}, ())
    return Roster(
        battle_head(session).campaign,
        tuple(replace(_public(unit, secrets), photo=shown.get(unit.unit_id)) for unit in found),
        faults,
    )


def _photos(
    session: Session, found: Sequence[UnitOnPaper], secrets: Secrets
) -> tuple[dict[int, PrintedPhoto], tuple[str, ...]]:
    """Return the newest photo of each unit as it may go out, and what is wrong with others."""
    names = {unit.unit_id: unit.name for unit in found}
    rows = {
        row.unit_id: row
        for row in album(session)
        if row.unit_id in names and not secrets.betrayed_by(row.title)
    }
    shown: dict[int, PrintedPhoto] = {}
    faults = []
    for unit_id, row in rows.items():
        try:
            shown[unit_id] = for_paper(sound_photo(session, row.picture))
        except ReadingStopped:
            raise
        except BadInput as error:
            what = error.sentence if error.sentence == MISSING else DAMAGED
            faults.append(f"The photo of {names[unit_id]} {what}.")
    return shown, tuple(faults)


def _public(unit: UnitOnPaper, secrets: Secrets) -> UnitOnPaper:
    """Return a unit without the states and notes that name a secret."""
    state = tuple(each for each in unit.state if not secrets.betrayed_by(each[0]))
    notes = "" if secrets.betrayed_by(unit.notes) else unit.notes
    return replace(unit, state=state, notes=notes)


def _on_paper(
    session: Session, row: UnitRow, card: UnitCard, *, scifi: bool, now: bool
) -> UnitOnPaper:
    # What serves one weapon stands under it; what serves all weapons of its unit once for all.
    shared = [rack for rack in racks_of(session, row.id) if rack.weapon_id is None]
    arms = [_arm(weapon, now) for weapon in weapons_of(session, row.id)]
    if scifi:
        arms += [_sf_arm(weapon, now) for weapon in sf_weapons(session, row.id)]
    return copied(
        UnitOnPaper,
        row,
        unit_id=row.id,
        initials=row.token,
        size=max(1, row.effective_size if now else row.size),
        figures=_figures(session, row, card, scifi=scifi, now=now),
        abilities=_abilities(card),
        arms=tuple(arms),
        racks=_supplies(shared, now),
        inches=_inches(row, now),
        state=_state(row) if now else (),
        notes=card.notes,
    )


_WHOLE = (UnitKind.MINIFIG.value, UnitKind.HERO.value, UnitKind.HORSE.value)


def _inches(row: UnitRow, now: bool) -> tuple[Supply, ...]:
    """Return the inches of a unit's Size as boxes to cross out; none for one that dies whole."""
    by_brikwars = row.armor or row.move or row.power_limit
    if row.kind in _WHOLE or row.size < 1 or not by_brikwars:
        return ()
    noun = "inch of Size" if row.size == 1 else "inches of Size"
    return (Supply(noun, max(0, row.effective_size) if now else row.size, row.size),)


def _figures(
    session: Session, row: UnitRow, card: UnitCard, *, scifi: bool, now: bool
) -> tuple[tuple[str, str], ...]:
    figures = [("Size", f'{row.effective_size if now else row.size}"')]
    facts = sf_unit(session, row.id) if scifi else None
    if facts is not None and facts.armor_class is not None:
        figures.append(("Armor class", str(facts.armor_class)))
    # Move, Armor and Action are figures of BrikWars alone.
    if not plays_brikwars(session):
        return tuple(figures)
    figures += [
        ("Move", in_inches(row.move if now else card.move)),
        ("Armor", (row.armor if now else card.armor) or UNARMORED),
        ("Action", f"d{row.action_die}" if row.action_die else "none"),
    ]
    if row.power_limit:
        figures.append(("Power", f'{row.power_limit}"'))
    return tuple(figures)


def _abilities(card: UnitCard) -> tuple[str, ...]:
    found = [words for name in ON_CARD for words in FACTS[name].on_card(getattr(card, name))]
    return (opening(found[0]), *found[1:]) if found else ()


def _arm(weapon: WeaponRow, now: bool) -> CardWeapon:
    use = "" if weapon.use is None else f"Use {weapon.use}"
    name = f'{weapon.name} {weapon.size:g}"' if weapon.mounted else weapon.name
    parts = (use, reach_words(weapon.reach), damage_words(weapon.damage))
    own = [rack for rack in weapon.racks if rack.weapon_id is not None]
    # What keeps a weapon from firing is told before what it is loaded with.
    keeps = weapon.tone == "danger" and now
    loaded = ", ".join(each.load for each in weapon.loaded)
    state = (
        opening(str(weapon.state.value)) if keeps else f"Loaded: {loaded}" if now and loaded else ""
    )
    figures, tone = ", ".join(part for part in parts if part), "danger" if keeps else "text2"
    return CardWeapon(name, figures, state, tone, _supplies(own, now))


def reach_words(reach: str) -> str:
    """Return the Range of a weapon without shorthand."""
    return "Close Combat" if reach == "CC" else f"Range {reach}"


def damage_words(damage: str) -> str:
    """Return the damage of a weapon without shorthand: Damage Action die + 2."""
    if damage.startswith("by "):
        return f"Damage by its {'rounds' if damage == 'by ammo' else 'payload'}"
    # A die is counted only where there are several: 2 Action dice.
    said = (
        re.sub(r"(?<=\w)([+−-])(?=\d)", r" \1 ", damage.removeprefix("1 "))
        if " " in damage
        else damage
    )
    return f"Damage {said}" if said else ""


def _supplies(racks: list[RackRow], now: bool) -> tuple[Supply, ...]:
    return tuple(
        Supply(_load(each), each.count if now else each.full, each.full)
        for rack in racks
        for each in rack.rounds
    )


def _load(row: RoundRow) -> str:
    """Return a kind of round, with what it is made of where that is not Explosive dice alone."""
    if not row.explosive_size:
        return row.name
    made = made_words(row.explosive_size, row.makeup)
    return f"{row.name} X{row.explosive_size}" + (f" = {made}" if made else "")


def _sf_arm(weapon: SfWeaponRow, now: bool) -> CardWeapon:
    # The last span has no end: that is out of range.
    spans = ", ".join(
        f"{span.name} {in_inches(span.to)}" for span in weapon.spans if span.to is not None
    )
    factor = "" if weapon.attack_factor is None else f"Attack factor {weapon.attack_factor}"
    parts = (factor, weapon.rate_name, spans, weapon.warhead)
    name = f"{weapon.count} × {weapon.name}" if weapon.count > 1 else weapon.name
    words = "; ".join(part for part in parts if part)
    supplies = tuple(
        Supply(load.name, load.remaining if now else load.loaded, load.loaded)
        for store in weapon.stores
        for load in store.loads
    )
    state = "Destroyed" if now and weapon.destroyed else ""
    return CardWeapon(name, words, state, supplies=supplies)


def _state(row: UnitRow) -> tuple[tuple[str, str], ...]:
    """Return the states of a unit in words, each with its colour token."""
    found = [(f"{chip.word} {chip.number}".strip(), chip.tone or "text2") for chip in row.chips]
    if not row.on_table:
        found.append(("not on the table", "text3"))
    return tuple(found)


CARD = (2.5 * 72, 3.5 * 72)
"""Points of a poker card: 2.5 by 3.5 inches."""

MARK, GAP = 12.0, 4.0
"""Points of a mark to cut along, and from it to the card."""


class CardSheet(StrEnum):
    """What cards are printed on: sheets to cut, or a page of its own for each card."""

    A4 = "a4"
    LETTER = "letter"
    POKER = "poker"

    @property
    def points(self) -> tuple[float, float]:
        """Width and height of a page."""
        return CARD if self is CardSheet.POKER else Paper(self.value).points


class Grid(Struct, frozen=True):
    """Cards side by side on a page: how many across and down, and where the first one begins."""

    across: int
    down: int
    left: float
    top: float

    @property
    def places(self) -> Iterator[tuple[float, float]]:
        """The upper left corner of each card, line by line, y upwards."""
        wide, high = CARD
        for row in range(self.down):
            for column in range(self.across):
                yield self.left + column * wide, self.top - row * high


def grid(sheet: CardSheet) -> Grid:
    """Return as many cards as a page holds, in its middle."""
    wide, high = sheet.points
    across, down = int(wide // CARD[0]), int(high // CARD[1])
    return Grid(across, down, (wide - across * CARD[0]) / 2, (high + down * CARD[1]) / 2)


def draw_cut_marks(canvas: Canvas, at: Grid) -> None:
    """Draw the marks around a page of cards, outside of them."""
    right, low = at.left + at.across * CARD[0], at.top - at.down * CARD[1]
    canvas.setStrokeColor(colour("text3"))
    canvas.setLineWidth(0.4)
    for column in range(at.across + 1):
        x = at.left + column * CARD[0]
        canvas.line(x, at.top + GAP, x, at.top + GAP + MARK)
        canvas.line(x, low - GAP, x, low - GAP - MARK)
    for row in range(at.down + 1):
        y = at.top - row * CARD[1]
        canvas.line(at.left - GAP, y, at.left - GAP - MARK, y)
        canvas.line(right + GAP, y, right + GAP + MARK, y)


def new_canvas(out: BytesIO, size: tuple[float, float], title: str) -> Canvas:
    """Return an empty document; equal contents give equal bytes."""
    characters()  # registers the fonts before the first word is measured
    canvas = Canvas(
        out, pagesize=size, invariant=1, pageCompression=1, lang="en", initialFontName=REGULAR
    )
    canvas.setTitle(encodable(title))
    canvas.setAuthor("BrikDesk")
    canvas.setCreator("BrikDesk")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas
