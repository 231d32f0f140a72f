"""Names and notes of somebody's file may hold codes that a terminal obeys: none gets that far."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlmodel import Session, select

from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import CampaignRow, Player
from tests.cli.outcome import Run

CODES = "owned \x1b]0;title\x07\x1b[2J\x9b31m\u202eevil\r\x08\u2028"
OBEYED = set("\x1b\x07\x9b\u202e\r\x08\u2028")


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteCodes(Act):
    """What a program that cleans nothing would write."""

    def carry_out(self, session: Session) -> Outcome:
        """Put the codes wherever words are kept."""
        session.exec(select(CampaignRow)).one().name = CODES
        for player in session.exec(select(Player)):
            player.name = player.faction = CODES
            session.add(player)
        session.flush()
        return Outcome(CODES, (line(Kind.NOTE, CODES, CODES, rule=CODES, step=CODES),))


@pytest.fixture
def foreign(run: Run, made: Path) -> Path:
    """Return a campaign that is full of codes."""
    with Campaign.open(made) as campaign:
        campaign.do(WriteCodes())
    return made


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "command",
    [["agenda"], ["log"], ["check"], ["log", "--json"], ["agenda", "--json"], ["undo"],
     ["explain", "last"], ["attack", "x fires y at z"]],
    ids=" ".join,
)  # fmt: skip
def test_no_code_of_a_file_reaches_the_terminal(
    run: Run, foreign: Path, command: list[str]
) -> None:
    _, out, error = run(command[0], foreign, *command[1:])
    assert "owned" in out + error or command[0] == "attack", "the words themselves are shown"
    assert not set(out + error) & OBEYED, repr(out + error)


def test_a_program_that_reads_json_gets_the_words_as_they_are(run: Run, foreign: Path) -> None:
    found = json.loads(run("log", foreign, "--json")[1])
    assert found[-1]["lead"] == CODES


def test_a_code_in_a_call_is_not_repeated_either(run: Run) -> None:
    _, out, error = run("odds", CODES)
    assert not set(out + error) & OBEYED
