"""What a form says twice, beside its act, agrees with it: kinds of fields, defaults, what may stay open."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import get_type_hints

from brikdesk.store.act import Act
from ui.forms.all_forms import ACT_FORMS
from ui.forms.questions import FormQuestion, Number, Text, YesNo

KINDS: dict[type[FormQuestion], set[type]] = {
    Number: {int, float},
    Text: {str},
    YesNo: {bool},
}

WRITTEN_OUT = {("EditTrap", "candidates"), ("PlaceTerrain", "points"), ("SetSfUnit", "equipment")}
"""Texts that the form itself takes apart: names between commas, and a row of points."""

BEGINS_WITH = {
    ("AddRounds", "name"),
    ("AddWeapon", "size"),
    ("Launch", "name"),
    ("Launch", "explosive_size"),
    ("Launch", "type"),
    ("LoadLauncher", "object_size"),
}
"""Questions that begin with the usual answer, where the act by itself takes none or what it knows."""

FILLED_BY_THE_FORM = {("AddSfUnit", "name")}
"""Questions that may stay open, as the form then finds the answer: here the name of the kind."""


def questions() -> Iterator[tuple[tuple[str, str], FormQuestion, Field[object], object]]:
    """Return each plain question that is a field of its act: both names, itself, the field, its type."""
    for form in ACT_FORMS.values():
        act = Act.KINDS[form.name]
        known, types = {each.name: each for each in fields(act)}, get_type_hints(act)
        for asked in form.fields:
            if type(asked) in KINDS and asked.name in known:
                yield (form.name, asked.name), asked, known[asked.name], types[asked.name]


def has_default(field: Field[object]) -> bool:
    """Return whether an act may be made without the field."""
    return field.default is not MISSING or field.default_factory is not MISSING


def test_each_question_answers_with_what_its_act_takes() -> None:
    wrong = [
        place
        for place, asked, _, kind in questions()
        if place not in WRITTEN_OUT
        and not ({kind, *getattr(kind, "__args__", ())} & KINDS[type(asked)])
    ]
    assert wrong == []


def test_parts_of_a_whole_are_asked_only_where_the_act_takes_them() -> None:
    wrong = [
        place
        for place, asked, _, kind in questions()
        if isinstance(asked, Number)
        and asked.decimals
        and float not in {kind, *getattr(kind, "__args__", ())}
    ]
    assert wrong == []


def test_a_question_may_stay_open_only_where_the_act_knows_what_then() -> None:
    wrong = {
        place for place, asked, field, _ in questions() if asked.optional and not has_default(field)
    }
    assert wrong == FILLED_BY_THE_FORM


def test_a_form_begins_with_what_the_act_would_take_by_itself() -> None:
    other = {
        place
        for place, asked, field, _ in questions()
        if asked.default is not None
        and field.default is not MISSING
        and field.default != asked.default
    }
    assert other == BEGINS_WITH
