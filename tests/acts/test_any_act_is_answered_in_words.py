"""Acts of random values of the right shapes: done, refused, or turned away in words."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from random import Random
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brikdesk.dice import Face
from brikdesk.errors import BrikDeskError, Refused
from brikdesk.store.act import Act, act_from_data, overruling
from brikdesk.store.campaign import Campaign
from tests.nightly import many

WORDS = (
    "", "A", "Rosa", "start", "end", "unit-3", "W-04", "W-11", "U-07", "Cannon", "Minifig", "dud",
    "1d6", "1d4 Fire", "d6 Fire", "d10 Exp", "d6 Move", "by ammo", "1", "-1", "x" * 5000, "\x00",
)  # fmt: skip
WHOLE = (0, 1, 1, 2, 2, 3, 4, 5, 6, 9, 20, -1, 100, 10**6, 10**12)
INCHES = (0, 0.5, 1, 2, 3, 5, 9, 12, -1, 1e9, 1e300)
OWN = sorted(name for name, kind in Act.KINDS.items() if kind.__module__.startswith("brikdesk."))
FACES = (1, 1, 2, 3, 4, 5, 6, 10, 0, 99, -1)


@settings(
    max_examples=many(15, 60, quick=5),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 10**9))
def test_no_act_ends_in_an_error_that_nobody_words(sample: Path, seed: int) -> None:
    chance = Random(seed)
    with Campaign.open(sample) as campaign:
        before = campaign.digest()
        for kind in chance.sample(OWN, 30):
            data = _of(kind, chance, 0)
            assert _answer(campaign, data).strip(), data
        assert campaign.digest() == before


def _answer(campaign: Campaign, data: Mapping[str, Any]) -> str:
    """Carry an act out and take it back; give its title, or why it cannot be.

    What rules refuse is overruled, to see what comes then.
    """
    try:
        act = act_from_data(data)
        while True:
            try:
                return campaign.try_out(act).title
            except Refused as refusal:
                if refusal.rule in act.overruled:
                    return str(refusal)
                act = overruling(act, refusal.rule)
    except BrikDeskError as answer:
        return str(answer)


def _of(kind: str, chance: Random, depth: int) -> dict[str, Any]:
    return {"act": kind, **_filled(Act.KINDS[kind], chance, depth)}


def _filled(kind: Any, chance: Random, depth: int) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    share = chance.choice((0.1, 0.4, 0.7))
    return {
        each.name: _value(hints[each.name], each.name, chance, depth + 1)
        for each in fields(kind)
        if each.name != "overruled" and (_needed(each) or chance.random() < share)
    }


def _needed(each: "Field[Any]") -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def _value(hint: Any, name: str, chance: Random, depth: int) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _value(parts[0], name, chance, depth)
    if origin in (Union, types.UnionType):
        return _value(chance.choice(parts), name, chance, depth)
    if origin in (tuple, list, frozenset, set):
        return [_value(parts[0], name, chance, depth + 1) for _ in range(chance.randint(0, 2))]
    if origin in (dict, Mapping):
        return {chance.choice(WORDS): _value(parts[1], name, chance, depth + 1)}
    if isinstance(hint, type):
        return _plain(hint, name, chance, depth)
    return None


def _plain(hint: type, name: str, chance: Random, depth: int) -> Any:
    if issubclass(hint, Enum):
        return chance.choice(list(hint)).value
    if issubclass(hint, Act):
        return _of("EndTurn" if depth > 2 else chance.choice(sorted(Act.KINDS)), chance, depth)
    if hint is Face:
        return chance.choice(FACES)
    if is_dataclass(hint):
        return _filled(hint, chance, depth)
    if hint is int and name.endswith(("id", "ids")):
        return chance.randint(0, 20)
    plain: dict[type, tuple[Any, ...]] = {
        bool: (True, False), int: WHOLE, float: INCHES, str: WORDS,
    }  # fmt: skip
    return chance.choice(plain[hint]) if hint in plain else None
