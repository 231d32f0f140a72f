"""The inspector's part for a unit by the Sci-fi rules: its figures, and who has detected it."""

from collections.abc import Iterator

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from brikdesk.store.views.scifi import (
    DetectionRow,
    SfUnitRow,
    SfWeaponRow,
    detections,
    plays_scifi,
    sf_unit,
    sf_weapons,
)
from brikdesk.store.views.units import UnitRow
from ui.campaign.desk import Desk
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.scifi_units.roster import cost_words
from ui.parts.units.inspector_parts import NOTHING, FiguresRow, named_line

TABLES = plays_scifi.tables | sf_weapons.tables | detections.tables


class SfShown(Struct, frozen=True):
    """A unit by the Sci-fi rules: facts, weapons, detections. `alone`: no figures of BrikWars."""

    facts: SfUnitRow
    weapons: tuple[SfWeaponRow, ...]
    seen: tuple[DetectionRow, ...]
    alone: bool


def read_sf(desk: Desk, row: UnitRow) -> SfShown | None:
    """Return the Sci-fi facts of a unit, or None if it has none."""
    facts = desk.read(sf_unit, row.id) if desk.read(plays_scifi) else None
    if facts is None:
        return None
    seen = tuple(each for each in desk.read(detections) if each.unit_id == row.id)
    figures = row.armor or row.action_die or row.move or row.power_limit
    return SfShown(facts, desk.read(sf_weapons, row.id), seen, alone=not figures)


def _figures_of_sf(shown: SfShown) -> tuple[tuple[str, str], ...]:
    """Return the figures of a unit by the Sci-fi rules."""
    facts = shown.facts
    known = facts.armor_class is not None
    return (
        ("Size", str(facts.size) if facts.size else NOTHING),
        ("Armor class", str(facts.armor_class) if known else "?"),
        ("Weapons", str(len(shown.weapons))),
        ("Weapons cost", cost_words(facts)),
    )


def unit_parts(theme: Theme, shown: SfShown) -> Iterator[QWidget]:
    """Yield the widgets from top to bottom."""
    facts = shown.facts
    yield FiguresRow(theme, _figures_of_sf(shown))
    if not shown.alone:
        yield _line(theme, "Kind", facts.kind)
    if stands := _stands(facts):
        yield _line(theme, "Stands", stands)
    if facts.equipment:
        yield _line(theme, "Equipment", ", ".join(facts.equipment))
    for each in shown.seen:
        yield _line(theme, "Detected", f"by {each.faction}, {each.lasts}")


def _stands(facts: SfUnitRow) -> str:
    said = [
        "on foot" if facts.on_foot else "",
        "in the open" if facts.open_topped else "",
        "in powered armor" if facts.powered_armor else "",
    ]
    return ", ".join(word for word in said if word)


def _line(theme: Theme, name: str, words: str) -> QWidget:
    return named_line(theme, name, plain_label(theme, words, "small", "text2", wrap=True))
