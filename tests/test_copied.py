"""What a row has under the names of a value is copied into it, and nothing else."""

from dataclasses import dataclass
from enum import Enum

import pytest
from msgspec import Struct

from brikdesk.copied import copied
from brikdesk.store.tables import Explosive, Round, Stability


class _Colour(Enum):
    RED = "red"


class _Brick(Struct):
    name: str
    colour: _Colour
    studs: list[int]
    weight: float = 1.0


class _Told(Struct):
    name: str
    colour: str
    studs: tuple[int, ...]
    whose: str
    note: str = "none"


def test_a_value_gets_what_both_have_and_what_is_given() -> None:
    brick = _Brick("two by four", _Colour.RED, [2, 4])
    told = copied(_Told, brick, whose="mine")
    assert told == _Told("two by four", "red", (2, 4), "mine", "none")
    assert copied(_Told, brick, whose="mine", name="plate").name == "plate", "given goes first"


def test_a_new_row_shares_neither_key_nor_lists_with_the_old_one() -> None:
    rounds = Round(id=7, rack_id=1, name="Shell", explosive_size=2, makeup={"exp": 2})
    made = copied(Explosive, rounds, player_id=1)
    assert (made.id, made.name, made.explosive_size) == (None, "Shell", 2)
    assert made.stability is Stability.SEMI_STABLE
    made.makeup["pop"] = 1
    assert rounds.makeup == {"exp": 2}


def test_what_is_missing_is_no_default_but_a_mistake() -> None:
    with pytest.raises(TypeError, match="whose"):
        copied(_Told, _Brick("plate", _Colour.RED, []))


def test_of_a_value_that_names_no_fields_nothing_is_copied() -> None:
    @dataclass
    class Loose:
        name: str
        colour: str

    with pytest.raises(AssertionError, match="names no fields"):
        copied(_Told, Loose("plate", "red"), studs=(), whose="")
