"""Every number that an act of the sample states tells how it comes about, and its parts add up."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from sqlmodel import Session

from brikdesk.rules.texts import is_known
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import REFEREE, Sum
from brikdesk.store.tables import ActRecord
from brikdesk.store.views.log import LogEntry, log
from tests.stated import KINDS, untold, written


@pytest.fixture(scope="module")
def told(built_sample: Path) -> tuple[LogEntry, ...]:
    with Campaign.open(built_sample, read_only=True) as campaign:
        return campaign.read(log)


def test_every_sum_of_the_sample_adds_up(told: tuple[LogEntry, ...]) -> None:
    sums = [each for entry in told for each in entry.sums]
    assert len(sums) > 60
    assert [each for each in sums if not each.adds_up] == []


def test_every_part_has_a_rule_or_the_referee_s_own_reason(told: tuple[LogEntry, ...]) -> None:
    terms = [term for entry in told for each in entry.sums for term in each.terms]
    assert [term for term in terms if not term.reason.strip()] == []
    assert [term for term in terms if term.rule != REFEREE and not is_known(term.rule)] == []


def test_every_number_of_the_listed_kinds_has_its_sum(told: tuple[LogEntry, ...]) -> None:
    """A number that two lines of one act state has its sum in one of them."""
    of_act: dict[int, list[Sum]] = defaultdict(list)
    for entry in told:
        of_act[entry.act_id] += entry.sums
    missing = [words for entry in told for words in untold(entry.line, of_act[entry.act_id])]
    assert missing == []


def test_most_kinds_of_numbers_stand_in_the_sample(told: tuple[LogEntry, ...]) -> None:
    """So that the test before looks at something."""
    seen = {
        pattern
        for kind, pattern, _ in KINDS
        for entry in told
        if kind in (None, entry.kind) and re.search(pattern, written(entry.line))
    }
    assert len(seen) >= 16


def test_parts_from_earlier_acts_name_an_act_that_came_before(
    told: tuple[LogEntry, ...], built_sample: Path
) -> None:
    origins = {
        (entry.act_id, term.act_id)
        for entry in told
        for each in entry.sums
        for term in each.terms
        if term.act_id is not None
    }
    assert len(origins) > 5
    assert all(origin < act_id for act_id, origin in origins)
    with Campaign.open(built_sample, read_only=True) as campaign:

        def known(session: Session) -> bool:
            return all(session.get(ActRecord, origin) for _, origin in origins)

        assert campaign.reading(known)


def test_numbers_that_come_from_earlier_acts_say_so(told: tuple[LogEntry, ...]) -> None:
    """Homing that was built up, a fire that was lit, Size Damage that was dealt, a launch."""
    names = {
        each.name.partition(" of ")[0]
        for entry in told
        for each in entry.sums
        for term in each.terms
        if term.act_id is not None
    }
    assert {"Homing bonus", "Fire", "Effective Size", "Flown", "Needed on the die"} <= names
