"""Whatever an act is given as a name: none that nobody sees comes into the campaign."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import col, select

from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables.campaign import Image, LogLine
from brikdesk.text import is_visible, name, note
from tests.nightly import many
from tests.walks.chance import AnyRule, filled, kinds

UNSEEN = {
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "directions": "\u200e\u200f\u202a\u202e\u2066\u2069\u061c",
    "fillers of Hangul": "\u3164\u115f\u1160\uffa0",
    "Braille": "\u2800",
    "tags": "\U000e0041\U000e0042\U000e007f",
    "variations": "\ufe0f\ufe0e\U000e0100\u180b",
    "spaces": " \u00a0\u2003\u3000\t",
    "joiner of graphemes": "\u034f\u17b4\u17b5",
    "soft hyphen": "\u00ad\u180e",
    "several": "\u3164 \u200b\U000e0041",
}
HIDDEN = "\u3164\u200b\U000e0041"


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN.keys())
def test_no_name_is_made_of_what_nobody_sees(unseen: str) -> None:
    with pytest.raises(BadInput, match="visible character"):
        name(unseen)
    assert name(f"{unseen}A").strip().endswith("A")
    assert note(unseen) == ""


@pytest.mark.parametrize("seen", ["A", "1", "!", "🔥", "שלום", "\ue000", "ㅤA", "한", "-", "👨‍👩‍👧"])
def test_a_name_of_any_writing_is_one(seen: str) -> None:
    assert name(seen)


def texts_of(act: Any) -> Iterator[tuple[str, Any]]:
    """Yield, for each text of an act, where it stands and the act with a text that nobody sees there."""
    for field in fields(act):
        value = getattr(act, field.name)
        if field.name == "overruled":
            continue
        if isinstance(value, str) and not isinstance(value, Enum):
            yield field.name, replace(act, **{field.name: HIDDEN})
        elif isinstance(value, tuple) and value and type(value[0]) is str:
            yield field.name, replace(act, **{field.name: (HIDDEN, *value[1:])})
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            for where, other in texts_of(value[0]):
                yield f"{field.name}.{where}", replace(act, **{field.name: (other, *value[1:])})
        elif is_dataclass(value) and not isinstance(value, type):
            for where, other in texts_of(value):
                yield f"{field.name}.{where}", replace(act, **{field.name: other})


def hidden_in(value: Any, where: str) -> Iterator[str]:
    if isinstance(value, str) and value.strip() and not is_visible(value):
        yield where
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from hidden_in(each, f"{where}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from hidden_in(each, where)


def is_done(campaign: Campaign, act: Act) -> bool:
    object.__setattr__(act, "overruled", AnyRule({"all"}))
    try:
        campaign.do(act)
    except BrikDeskError:
        return False
    return True


def written(campaign: Campaign) -> list[str]:
    """Return where the newest act has written what nobody sees."""

    def ask(session: Any) -> list[str]:
        newest = session.exec(select(Image.act_id).order_by(col(Image.id).desc()).limit(1)).one()
        rows = session.exec(select(Image).where(Image.act_id == newest)).all()
        lines = session.exec(select(LogLine).where(LogLine.act_id == newest)).all()
        found = [each for row in rows for each in hidden_in(row.after, row.table)]
        return found + [each for row in lines for each in hidden_in([row.lead, row.parts], "log")]

    return campaign.reading(ask)


def test_no_act_writes_a_name_that_nobody_sees(sample: Path) -> None:
    chance = Random(20261127)
    found: list[str] = []
    turned_back = set[str]()
    with Campaign.open(sample) as campaign:
        for kind in kinds():
            for _ in range(many(1, 12)):
                act = campaign.reading(lambda session, kind=kind: filled(kind, session, chance))
                if not is_done(campaign, act):
                    continue
                campaign.undo()
                for where, other in texts_of(act):
                    if is_done(campaign, other):
                        found += [
                            f"{kind.__name__}.{where} in {each}" for each in written(campaign)
                        ]
                        campaign.undo()
                    else:
                        turned_back.add(f"{kind.__name__}.{where}")
    assert sorted(set(found)) == []
    # So many different texts would have come in with letters, and are refused without.
    assert len(turned_back) > many(12, 60), sorted(turned_back)
