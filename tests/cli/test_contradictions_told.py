"""What does not hold in a campaign of before is told on the command line, and nothing is changed."""

from pathlib import Path

from brikdesk.store.campaign import Campaign
from tests.cli.outcome import Run
from tests.contradictions import NOTICE, leave_at_odds


def test_check_says_once_what_does_not_hold_and_changes_nothing(run: Run, made: Path) -> None:
    assert "earlier version" not in run("check", made)[1]
    with Campaign.open(made) as campaign:
        leave_at_odds(campaign)
    before = run("digest", made)
    code, out, error = run("check", made)
    assert (code, error) == (0, "")
    assert out.count(NOTICE) == 1
    assert out.count("earlier version") == 1
    assert run("check", made) == (code, out, error), "as long as it is so"
    assert run("digest", made) == before
