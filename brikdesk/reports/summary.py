"""Totals of several turns: each faction's score, and the points of the charts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from brikdesk.reports.data import ChartPoint, Score, ThrownDice, TurnPart
from brikdesk.store.views.battle import PlayerRow

MOST_POINTS = 24
"""The most places that a chart has room for; with more turns, some are taken together."""


def scores(
    parts: Sequence[TurnPart], people: Sequence[PlayerRow], victory: Mapping[int, int]
) -> tuple[Score, ...]:
    """Return the score of every faction that had a turn, in the order of their first turns.

    `victory` are the victory points by player, empty where none were given.
    """
    lost = Counter(loss.player_id for part in parts for loss in part.losses)
    order = dict.fromkeys(part.player_id for part in parts)
    known = {row.id: row for row in people}
    return tuple(
        Score(
            faction=own[0].faction,
            person=own[0].person,
            colour=own[0].colour,
            points=victory.get(player_id, 0) if victory else None,
            turns=len(own),
            attacks=sum(part.attacks for part in own),
            lost=lost[player_id],
            dice=sum((part.dice for part in own), ThrownDice()),
        )
        for player_id in order
        if player_id in known
        # A list of one names `own` within the generator.
        for own in [[part for part in parts if part.player_id == player_id]]
    )


def points(parts: Sequence[TurnPart]) -> tuple[ChartPoint, ...]:
    """Return the points of the charts: one for each turn, round or group of rounds, as they fit."""
    single = [
        ChartPoint(f"{part.number} {part.code}", part.lost, part.fires, part.dice, part.attacks)
        for part in parts
    ]
    if len(single) <= MOST_POINTS:
        return tuple(single)
    rounds = [
        _together(str(number), [point for _, point in same])
        for number, same in groupby(
            zip([part.number for part in parts], single, strict=True), key=lambda pair: pair[0]
        )
    ]
    # Rounded up, so that there are never more groups than places.
    size = -(-len(rounds) // MOST_POINTS)
    groups = [rounds[at : at + size] for at in range(0, len(rounds), size)]
    return tuple(_together(_stretch(group), group) for group in groups)


def _stretch(group: Sequence[ChartPoint]) -> str:
    first, last = group[0].label, group[-1].label
    return first if first == last else f"{first}–{last}"


def _together(label: str, group: Sequence[ChartPoint]) -> ChartPoint:
    """Add up a group; of fires, which are a state and not an event, the last count stands."""
    dice = sum((point.dice for point in group), ThrownDice())
    attacks = sum(point.attacks for point in group)
    return ChartPoint(label, sum(point.lost for point in group), group[-1].fires, dice, attacks)
