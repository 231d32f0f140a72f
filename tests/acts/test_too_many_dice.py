"""Any number of dice is answered in words, by every act that settles a step, at every stage of it."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.fire.burning import BurnUnit
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.units.actions import DisputeSide
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import Face
from brikdesk.errors import BadInput, BrikDeskError, Refused
from brikdesk.sample import write_scifi_sample
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fire, Weapon
from brikdesk.turns.queue import agenda
from tests.acts.table import end_turn, rows
from tests.nightly import many

COUNTS = (*range(12), 20, 50, 130, 206, 207, 500)
"""How many dice are typed: what steps ask for, and far more than any of them does."""
STEPS = sorted(
    (kind for kind in Act.KINDS.values() if issubclass(kind, StepAct)),
    key=lambda kind: kind.__name__,
)
WORDS = {
    "candidate": "Lever",
    "name": "Picks a lock",
    "about": "Who is up",
    "sides": (DisputeSide(player_id=1), DisputeSide(player_id=2)),
}


@pytest.fixture(scope="module")
def files(built_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return both sample campaigns."""
    scifi = tmp_path_factory.mktemp("many") / "scifi.brik"
    write_scifi_sample(scifi)
    return built_sample, scifi


@settings(
    max_examples=many(12, 60, quick=2),
    phases=(Phase.explicit, Phase.generate),  # to shrink takes minutes
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(count=st.sampled_from(COUNTS), seed=st.integers(0, 10**6), turns=st.integers(0, 3))
def test_no_number_of_dice_ends_in_an_error_that_nobody_words(
    files: tuple[Path, ...], tmp_path: Path, count: int, seed: int, turns: int
) -> None:
    chance = Random(seed)
    for place, file in enumerate(files):
        copy = tmp_path / f"{place}.brik"
        copy.write_bytes(file.read_bytes())
        with Campaign.open(copy) as campaign:
            end_turn(campaign, turns)
            before = campaign.digest()
            for act in _acts(campaign, chance):
                dice = tuple(Face(chance.choice((1, 2, 3, 4))) for _ in range(count))
                assert _answer(campaign, replace(act, faces=dice), chance).strip(), act
            assert campaign.digest() == before


@pytest.mark.rule("F.1-31")
def test_a_fire_of_any_size_rolls_all_its_dice_and_no_more(battle: Campaign) -> None:
    battle.do(AddUnit(name="Barn", kind="Structure", size=300, armor="2d10", tags=("flammable",)))
    battle.do(Ignite(unit_id=1, inches=260))
    end_turn(battle, 3)
    burn = BurnUnit(fire_id=1)
    for count in (0, 205, 206, 259):
        preview = battle.reading(replace(burn, faces=(Face(1),) * count).examine)
        assert (preview.owed, preview.waiting[-4:]) == (260 - count, "die.")
    with pytest.raises(BadInput, match="260 dice are asked for, not more"):
        battle.do(replace(burn, faces=(Face(1),) * 261))
    battle.do(replace(burn, faces=(Face(1),) * 260))
    assert not rows(battle, Fire)


def _acts(campaign: Campaign, chance: Random) -> Iterator[StepAct]:
    """Yield what waits, and some of each kind at things that may be there."""
    yield from (act_of_step(step) for step in campaign.reading(agenda))
    for kind in STEPS:
        for _ in range(4):
            yield _attack(campaign, chance) if kind is Attack else kind(**_needed(kind, chance))


def _needed(kind: type[Any], chance: Random) -> dict[str, Any]:
    asked = [
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    ]
    return {name: WORDS.get(name, chance.randint(1, 9)) for name in asked}


def _attack(campaign: Campaign, chance: Random) -> Attack:
    weapon = chance.choice(rows(campaign, Weapon) or [Weapon(name="fist", unit_id=1)])
    strike = Strike(weapon_id=weapon.id, by_id=chance.choice((weapon.unit_id, 1, 2)), distance=2)
    return Attack(strikes=(strike,), aims=(Aim(unit_id=chance.randint(1, 9)),))


def _answer(campaign: Campaign, act: StepAct, chance: Random) -> str:
    """Answer what is asked, overrule what refuses; give what comes of it, or the words against it."""
    try:
        for _ in range(9):
            for choice in campaign.reading(act.examine).open_choices:
                values = [option.value for option in choice.options] or ["the gate"]
                act = replace(act, choices={**act.choices, choice.id: chance.choice(values)})
    except BrikDeskError as answer:
        return str(answer)
    while True:
        try:
            return campaign.try_out(act).title
        except Refused as refusal:
            if refusal.rule in act.overruled:
                return str(refusal)
            act = overruling(act, refusal.rule)
        except BrikDeskError as answer:
            return str(answer)
