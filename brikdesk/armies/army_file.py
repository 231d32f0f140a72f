"""Army files of every kind that the desk knows: read by what is in them, written by their suffix."""

from dataclasses import replace
from pathlib import Path

from brikdesk.acts.guns.weapon_facts import WeaponFacts, check_damage
from brikdesk.acts.roster.units import AddUnit
from brikdesk.armies import army_form, army_table, builder_form, foreign_table
from brikdesk.armies.army_form import Army, Remark
from brikdesk.armies.army_list import (
    ArmyRead,
    army_of_builder,
    decoded,
    file_content,
    parsed,
)
from brikdesk.armies.army_unit import ArmyUnit
from brikdesk.armies.unit_in_words import carries_of, stands_of, usual_damage, what_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.file.durable import beside, created, discard, put_in_place

__all__ = ["SUFFIXES", "file_content", "read_any", "write_army"]

OWN, TABLE, BUILDER = ".json", ".csv", ".builder.json"
SUFFIXES = {OWN: "BrikDesk army", TABLE: "table", BUILDER: "army builder"}
"""Ends of names of files that are written, and what they are."""


def read_any(
    content: bytes,
    rules: BrikWarsHouse,
    player_id: int | None = None,
    *,
    by_rules: bool = False,
    name: str = "This",
) -> ArmyRead:
    """Return the army that the bytes of a file hold; BadInput if it is none of any kind.

    For the army builder's files `rules` are the house rules by which the figures of weapons are derived;
    with `by_rules` figures that differ are those of the rules, else those of the file.
    """
    text = decoded(content, name)
    if army_table.is_table(text):
        return _shown(army_table.read(text, name), player_id, rules)
    if not text.lstrip("\ufeff \r\n\t").startswith(("{", "[")):
        return foreign_table.read(text, player_id, name)
    data = parsed(text, name)
    if army_form.is_army(data):
        return _shown(army_form.read(data, name), player_id, rules)
    return army_of_builder(data, rules, player_id, by_rules=by_rules, name=name)


def _shown(army: Army, player_id: int | None, rules: BrikWarsHouse) -> ArmyRead:
    units = []
    differs: list[Remark] = []
    for each in army.units:
        unit, scifi = each.unit, each.scifi
        if unit.weapons:
            mended = tuple(rollable(arm, unit, rules, differs) for arm in unit.weapons)
            unit = replace(unit, weapons=mended)
        what = ", ".join(filter(None, (what_of(unit, scifi), stands_of(unit))))
        act = replace(unit, player_id=player_id)
        units.append(ArmyUnit(act, unit.squad, what, carries_of(unit, scifi), scifi))
    return ArmyRead(army.name, tuple(units), differs=tuple(differs), bonds=army.bonds)


def rollable(
    arm: WeaponFacts, unit: AddUnit, rules: BrikWarsHouse, differs: list[Remark]
) -> WeaponFacts:
    """Return a weapon with a damage that it rolls: an older file may hold one that nothing does."""
    if not arm.damage:
        return arm
    try:
        kind, size, usual = usual_damage(arm, rules)
        check_damage(kind, size, arm.damage, usual)
    except BadInput as error:
        words = f"{arm.name or arm.kind}: the damage “{arm.damage}” is that of the rules. {error.sentence}"
        differs.append(Remark(unit.name, words))
        return replace(arm, damage=None)
    return arm


def write_army(
    path: Path, army: Army, rules: BrikWarsHouse, campaign: Path | None = None
) -> tuple[Path, tuple[Remark, ...]]:
    """Write an army by the end of the file's name; return its path, and what is lost in it.

    A name without one of SUFFIXES gets BrikDesk's own. An old file is replaced only by a whole new
    one, as private as the file `campaign`; BadInput if nothing can be written.
    """
    if not army.units:
        raise BadInput("There are no units to write.")
    name = path.name.lower()
    target = path if name.endswith(tuple(SUFFIXES)) else path.with_name(path.name + OWN)
    lost = army.lost
    if name.endswith(BUILDER):
        made = builder_form.written(army, rules)
        content, lost = made.text, (*made.lost, *lost)
    elif name.endswith(TABLE):
        # Spreadsheets take a file for UTF-8 only by this mark.
        content = "\ufeff" + army_table.written(army)
    else:
        content = army_form.written(army)
    put_text(target, content, campaign)
    return target, lost


def put_text(target: Path, content: str, like: Path | None = None) -> None:
    """Write a whole file, or none: an old one is replaced only by a whole new one.

    It is as private as the file `like`.
    """
    part = beside(target)
    try:
        with created(part, like) as file:
            file.write(content.encode())
        put_in_place(part, target)
    except OSError as error:
        raise BadInput(f"{target.name} was not written: {error.strerror or error}.") from None
    finally:
        discard(part)
