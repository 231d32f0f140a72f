"""Random attacks, done, undone and done again: equal tables, sums that add up, no surprise."""

import os
from dataclasses import replace
from random import Random

import msgspec
import pytest
from sqlmodel import func, select

from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.throwing import roll_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.odds.attacks import Benny
from brikdesk.reports.audit import LOST, dice_audit
from brikdesk.store.act import act_from_data, act_to_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, Weapon
from tests.walks.armies import Newest, muster, odd_company
from tests.walks.warfare import answered, random_attack
from tests.walks.wild import random_ruling, wild_attack

WALKS = int(os.environ.get("BRIKDESK_WALKS", "4"))
ATTACKS = 12
EDGES = (1, None)
"""Half of all dice lie on a 1 or on their highest face, where the rules do most."""


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(WALKS))
def test_whatever_an_attack_shows_complete_is_done_undone_and_done_again(
    battle: Campaign, seed: int
) -> None:
    chance = Random(f"fights {seed}")
    for player, name in ((1, "A"), (2, "B")):
        muster(battle.do, _newest(battle), player, name)
        odd_company(battle.do, _newest(battle), player, name)
    for _ in range(seed % 2 * 12):
        battle.do(random_ruling(chance))
    digests = [battle.digest()]
    for turn in range(ATTACKS):
        if turn % 6 == 5:
            battle.do(EndTurn(overruled=frozenset({"turn-order"})))
            digests.append(battle.digest())
        attack = _rolled_out(battle, chance)
        if attack is None:
            continue
        lines = battle.do(attack).lines
        assert all(each.adds_up for line in lines for each in line.sums), lines
        digests.append(battle.digest())
    assert len(digests) > ATTACKS // 3, "the walk hardly fights"
    for expected in reversed(digests[:-1]):
        battle.undo()
        assert battle.digest() == expected
    for expected in digests[1:]:
        battle.redo()
        assert battle.digest() == expected


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(WALKS))
def test_the_dice_audit_counts_each_attack_as_it_was_or_says_why_not(
    battle: Campaign, seed: int
) -> None:
    chance = Random(f"audited {seed}")
    for player, name in ((1, "A"), (2, "B")):
        muster(battle.do, _newest(battle), player, name)
        odd_company(battle.do, _newest(battle), player, name)
    expected: dict[int, float] = {}
    for turn in range(ATTACKS):
        if turn % 6 == 5:
            battle.do(EndTurn(overruled=frozenset({"turn-order"})))
        attack = _rolled_out(battle, chance)
        if attack is None:
            continue
        asked = battle.reading(replace(attack, faces=()).examine).asked
        odds = attack_odds(msgspec.structs.replace(asked, benny=Benny.DAMAGE)) if asked else None
        act_id = battle.do(attack).act_id
        expected[act_id] = sum(each.expected_damage for each in odds.targets) if odds else 0.0
    audit = dice_audit(battle)
    left_out = dict(audit.left_out)
    assert len(audit.attacks) + sum(left_out.values()) == len(expected) > 0
    assert LOST not in left_out
    for each in audit.attacks:
        assert each.expected == pytest.approx(expected[each.act_id])
        assert each.done >= 0


def _newest(campaign: Campaign) -> Newest:
    def newest(kind: type[Unit] | type[Weapon]) -> int:
        return campaign.reading(lambda session: session.exec(select(func.max(kind.id))).one()) or 0

    return newest


def _rolled_out(campaign: Campaign, chance: Random) -> Attack | None:
    """Return an attack with all its dice and answers; none where it is refused or makes no sense."""
    made = wild_attack if chance.random() < 0.8 else random_attack
    attack = campaign.reading(lambda session: made(session, chance))
    before = campaign.digest()
    for _ in range(200):
        if attack is None:
            return None
        try:
            rolled = roll_step(campaign, attack, lambda sides: _thrown(chance, sides))
            attack = replace(attack, faces=rolled.faces)
            seen = campaign.reading(attack.examine)
        except BadInput:
            return None
        if seen.refusal:
            with pytest.raises(BrikDeskError):
                campaign.do(attack)
            assert campaign.digest() == before
            return None
        if seen.complete:
            named = replace(attack, overruled=frozenset())
            assert act_from_data(act_to_data(named)) == named
            return attack
        attack = answered(attack, seen.open_choices[0], chance)
    raise AssertionError(f"{attack} never ends")


def _thrown(chance: Random, sides: int) -> int:
    edge = chance.choice(EDGES) or sides
    return edge if chance.random() < 0.5 else chance.randint(1, sides)
