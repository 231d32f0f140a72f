"""Rosters in words by the Sci-fi rules: what is understood, what is refused, what the act adds."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, SetRuleSets
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapons import SfWeaponFacts
from brikdesk.acts.units.roster import AddUnit
from brikdesk.games import BRIKWARS, SCIFI
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.rules.scifi.weapon_records import WEAPONS
from brikdesk.rules.scifi.weapons import WARHEADS
from brikdesk.spoken.roster import RosterHeard, hear_roster
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.scifi import sf_units, sf_weapons

PLAYERS = ((1, "Ann's Army"), (2, "Reds"))
ARMY = """3 Troopers infantry class 2, laser rifle
Carrier vehicle class 5, missile rack range 24 area 4 vaporshock (7), 2 bolt cannons "slow"
Reds:
2 Wardrones size 0
"""
NUMBERS = st.integers(1, 99)


def heard(said: str, *sets: str) -> RosterHeard:
    return hear_roster(said, PLAYERS, 1, sets or (SCIFI.name,))


def test_an_army_is_read_line_by_line() -> None:
    found = heard(ARMY)
    assert found.troubles == ()
    assert [(each.act.copies, each.act.name, each.what, each.carries) for each in found.units] == [
        (3, "Trooper", "Infantry, Sci-fi, armor class 2", "Laser rifle"),
        (1, "Carrier", "Vehicle, Sci-fi, armor class 5",
         "Missile rack range 24 area 4 vaporshock (7), Bolt cannon, Bolt cannon"),
        (2, "Wardrone", "Wardrone, Sci-fi", ""),
    ]  # fmt: skip
    assert found.units[1].act.notes == "slow"
    assert [each.player for each in found.units] == ["Ann's Army", "Ann's Army", "Reds"]


def test_one_act_adds_them_with_weapons_and_rounds(tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "stars.brik") as campaign:
        campaign.do(CreateCampaign(name="Stars", uuid="stars"))
        for name, colour in (("Ann", "sky"), ("Ben", "orchid")):
            campaign.do(AddPlayer(name=name, faction=name, colour=colour))
        campaign.do(SetRuleSets(rule_sets=(SCIFI.title,)))
        before = campaign.digest()
        campaign.do(heard(ARMY).act())
        assert [row.kind for row in campaign.read(sf_units)] == [
            *["infantry"] * 3, "vehicle", *["wardrone"] * 2
        ]  # fmt: skip
        rack = next(row for row in campaign.read(sf_weapons) if row.name == "missile rack")
        assert (rack.warhead, rack.area_size, rack.stores[0].remaining) == ("vaporshock", 4, 7)
        campaign.undo()
        assert campaign.digest() == before


@pytest.mark.parametrize(
    ("said", "word", "words"),
    [
        ("Ann infantry, laser rifel", "laser rifel", "Did you mean laser rifle?"),
        ("Ann infantry, squad Red", "squad", "Join a squad"),
        ("Ann infantry class", "class", "A number is needed behind"),
        ("Ann infantry, range 24", "range", "right behind a weapon"),
        ("Ann vehicle, missile rack (rockets)", "rockets", "how many rounds"),
        ("Ann vehicle, missile rack (7", "(", "not closed"),
        ("Ann infantry, 30 laser rifles", "30", "From 1 to 20"),
    ],
)
def test_what_is_not_understood_is_named(said: str, word: str, words: str) -> None:
    trouble = heard(said).troubles[0]
    assert trouble.word == word
    assert words in trouble.words


def test_where_both_are_played_the_words_say_which() -> None:
    found = heard(
        "Ann hero two-handed; Trooper infantry class 2, laser rifle; Bob sci-fi infantry",
        BRIKWARS.name,
        SCIFI.name,
    )
    assert [type(each.act) for each in found.units] == [AddUnit, AddSfUnit, AddSfUnit]
    assert heard("Ann infantry, class 2, laser rifle", BRIKWARS.name).troubles, (
        "BrikWars alone has none"
    )


@st.composite
def weapons(draw: st.DrawFn) -> tuple[str, SfWeaponFacts]:
    """Return a weapon in words, and its facts."""
    name = draw(st.sampled_from(sorted(WEAPONS)))
    figures = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "typed_factor": NUMBERS, "range_factor": NUMBERS.map(float),
                "minimum_range": NUMBERS.map(float), "area_size": NUMBERS.map(float),
                "area_width": NUMBERS.map(float), "barrels": NUMBERS,
                "warhead": st.sampled_from(sorted(WARHEADS)),
            },
        )
    )  # fmt: skip
    rounds = draw(
        st.lists(st.tuples(NUMBERS, st.sampled_from(["", "rockets", "smoke"])), max_size=3)
    )
    said = {
        "typed_factor": "factor", "range_factor": "range", "minimum_range": "minimum",
        "area_size": "area", "area_width": "width", "barrels": "barrels", "warhead": "",
    }  # fmt: skip
    parts = [f"{said[key]} {_plain(value)}".strip() for key, value in figures.items()]
    loads = ", ".join(f"{count} {kind}".strip() for count, kind in rounds)
    words = " ".join([name, *parts, *([f"({loads})"] if loads else [])])
    made = tuple(LoadFacts(name=kind, count=count) for count, kind in rounds)
    return words, SfWeaponFacts(catalogue=name, loads=made, **figures)


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


@given(
    kind=st.sampled_from(SfUnitKind),
    armor=st.none() | st.integers(0, 9),
    arms=st.lists(weapons(), max_size=4),
)
def test_any_unit_said_in_words_is_that_unit(
    kind: SfUnitKind, armor: int | None, arms: list[tuple[str, SfWeaponFacts]]
) -> None:
    described = [kind.value, *([f"class {armor}"] if armor is not None else [])]
    found = heard(", ".join([f'"Ann" {" ".join(described)}', *(words for words, _ in arms)]))
    assert found.troubles == ()
    act = found.units[0].act
    assert (act.name, act.kind, act.armor_class) == ("Ann", kind, armor)
    assert (act.weapons or ()) == tuple(facts for _, facts in arms)
