"""Every odd name is kept as typed or refused in words, and nothing else happens."""

import unicodedata

import pytest

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import AddPlayer, SetRuleSets
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapons import SfWeaponFacts
from brikdesk.acts.units.roster import AddUnit
from brikdesk.errors import BadInput
from brikdesk.games import GAMES
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log
from brikdesk.store.views.scifi import sf_weapons
from brikdesk.store.views.units import units
from tests.names import NAMES, REFUSED


@pytest.mark.thorough(but=17)
@pytest.mark.parametrize("odd", NAMES)
def test_a_unit_keeps_its_name_or_is_refused(battle: Campaign, odd: str) -> None:
    typed, before = NAMES[odd], battle.digest()
    if odd in REFUSED:
        with pytest.raises(BadInput, match=r"name: A name (needs|has at most)"):
            battle.do(AddUnit(name=typed, player_id=1, preset="U-01"))
        assert battle.digest() == before
        return
    battle.do(AddUnit(name=typed, player_id=1, preset="U-01"))
    (unit,) = battle.read(units)
    hidden = [
        c for c in unit.name if unicodedata.category(c) in ("Cc", "Cs") or c in "\u2028\u202e"
    ]
    assert hidden == []
    kept = [c for c in unicodedata.normalize("NFC", typed) if c in unit.name]
    assert len(kept) >= len(typed) // 2, "more than half of what was typed is still there"
    assert unit.name in battle.read(log)[-1].words
    assert unit.token.strip()
    battle.close()
    with Campaign.open(battle.path) as again:
        assert again.read(units) == (unit,)


@pytest.mark.thorough(but=22)
@pytest.mark.parametrize("odd", NAMES)
def test_a_player_and_a_note_take_it_too(battle: Campaign, odd: str) -> None:
    typed = NAMES[odd]
    if odd in REFUSED:
        with pytest.raises(BadInput):
            battle.do(AddPlayer(name="Dora", faction=typed, colour="fern"))
    else:
        battle.do(AddPlayer(name="Dora", faction=typed, colour="fern"))
    if odd == "a million":
        with pytest.raises(BadInput, match="A note has at most 10,000 characters"):
            battle.do(AddNote(text=typed))
    elif typed.strip("\u200b\u200d \u00a0"):
        battle.do(AddNote(text=typed))
        assert battle.undo().title.startswith(("Note", "Pin", "Add"))


def test_two_units_may_have_the_same_name_and_look_alikes_are_one_spelling(
    battle: Campaign,
) -> None:
    for odd in ("composed", "decomposed"):
        battle.do(AddUnit(name=NAMES[odd], player_id=1, preset="U-01"))
    assert [unit.name for unit in battle.read(units)] == ["Ren\u00e9", "Ren\u00e9"]


@pytest.mark.thorough(but=12)
@pytest.mark.parametrize("odd", NAMES)
def test_a_sci_fi_unit_its_weapon_and_its_ammunition_take_it_too(
    battle: Campaign, odd: str
) -> None:
    typed = NAMES[odd]
    battle.do(SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())))
    weapon = SfWeaponFacts(
        catalogue="rocket pod", name=typed, loads=(LoadFacts(name=typed, count=7),)
    )
    act = AddSfUnit(name=typed, player_id=1, kind=SfUnitKind.VEHICLE, weapons=(weapon,))
    before = battle.digest()
    if odd in REFUSED:
        with pytest.raises(BadInput, match=r"name: A name (needs|has at most)"):
            battle.do(act)
        assert battle.digest() == before
        return
    battle.do(act)
    (made,) = battle.read(sf_weapons)
    assert made.name == made.unit == made.stores[0].loads[0].name
    battle.do(FireSf(sf_weapon_id=made.id, aims=(SfAim(target=typed, ammunition=made.name),)))
    assert made.name in battle.read(log)[-1].words
    battle.undo()
    battle.undo()
    assert battle.digest() == before
