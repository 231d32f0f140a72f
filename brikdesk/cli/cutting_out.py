"""The commands cards, tokens and quickref: papers that lie on the table."""

from argparse import Namespace
from pathlib import Path

from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read
from brikdesk.cli.players import player_named
from brikdesk.cli.words import note, say
from brikdesk.reports.cards.data import Roster, roster
from brikdesk.reports.files import write_report


def cards(asked: Namespace) -> None:
    """Write a card for each unit, with its state if asked."""
    out = paths.output(asked.output, ".pdf")
    made = _roster(asked, with_state=asked.state)
    from brikdesk.reports.cards.card import unit_cards

    write_report(out, unit_cards(made, asked.paper), paths.path(asked.file))
    _say(out, made)


def tokens(asked: Namespace) -> None:
    """Write a token for each unit, true to scale."""
    out = paths.output(asked.output, ".pdf")
    made = _roster(asked, with_state=asked.state)
    from brikdesk.reports.cards.token import tokens as tokens_of

    write_report(out, tokens_of(made, asked.paper), paths.path(asked.file))
    _say(out, made)


def _roster(asked: Namespace, *, with_state: bool) -> Roster:
    with to_read(asked.file) as campaign:
        player_id = player_named(campaign, asked.player) if asked.player else None
        return campaign.reading(lambda session: roster(session, player_id, with_state=with_state))


def reference(asked: Namespace) -> None:
    """Write the page with what the referee of this campaign looks up most."""
    out = paths.output(asked.output, ".pdf")
    from brikdesk.reports.reference.data import reference as reference_of
    from brikdesk.reports.reference.drawing import quick_reference

    with to_read(asked.file) as campaign:
        made = campaign.reading(reference_of)
    write_report(out, quick_reference(made, asked.paper), paths.path(asked.file))
    _say(out, made)


def _say(out: Path, made: object) -> None:
    """Say where a paper lies, and which of its words no font of this computer can show."""
    from brikdesk.reports.glyphs import without_font

    say(str(out))
    note(without_font(made))
