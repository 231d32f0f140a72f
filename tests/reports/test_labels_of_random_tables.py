"""The labels of the report's map on random tables."""

from itertools import combinations
from random import Random

import pytest

from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.roster import AddUnit
from brikdesk.ground.labels import Box
from brikdesk.reports.data import table_map
from brikdesk.reports.fonts import characters
from brikdesk.reports.map import MarkGroup, Outline, fitted, map_marks
from brikdesk.store.campaign import Campaign
from brikdesk.turns.secrets import Secrets
from tests.acts.hazards import ANN, BEN

NAMES = ("Old Paperweight", "Hot Toffee", "Ox", "The Bureau's second best cannon", "Sir Vacuum")


def crowd(chance: Random) -> Together:
    """Return units of all sizes anywhere on the table, also over each other."""
    units = tuple(
        AddUnit(
            name=f"{chance.choice(NAMES)} {number}",
            player_id=chance.choice((ANN, BEN, None)),
            kind="Vehicle",
            size=chance.randint(1, 8),
            x=round(chance.uniform(0, 40), 1),
            y=round(chance.uniform(0, 30), 1),
        )
        for number in range(chance.randint(1, 40))
    )
    return Together(title="A crowd", acts=units)


def on_paper(campaign: Campaign, wide: float) -> list[Box]:
    """Return the labels of the map as it is printed this many points wide."""

    def ask(session):  # type: ignore[no-untyped-def]
        return table_map(session, (1,), "The table", Secrets())

    characters()  # makes the fonts known, as every drawing does
    shown = campaign.reading(ask)
    sheet = fitted(shown.ground.width, shown.ground.depth, wide, 700)
    groups = [mark for mark in map_marks(shown, sheet) if isinstance(mark, MarkGroup)]
    return [_box(each) for each in groups if each.kind == "label"]


def _box(label: MarkGroup) -> Box:
    plate = label.marks[0]
    assert isinstance(plate, Outline)
    spots = [step[1][-2:] for step in plate.steps if step[1]]
    across, down = [x for x, _ in spots], [y for _, y in spots]
    left, top = min(across), min(down)
    return Box(label.x + left, label.y + top, max(across) - left, max(down) - top)


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("seed", range(50))
def test_on_paper_no_label_overlaps_another(battle: Campaign, seed: int) -> None:
    chance = Random(f"labels {seed}")
    battle.do(crowd(chance))
    labels = on_paper(battle, chance.choice((300, 523)))
    assert labels
    assert not any(one.meets(other) for one, other in combinations(labels, 2))
