"""Commands for papers and files: report, map, cards, tokens, quickref, export, league, audit."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace
from sqlmodel import Session

from brikdesk import reports
from brikdesk.cli import words as cli_words
from brikdesk.cli.looking import act_named, player_named, to_read, turn_rows
from brikdesk.cli.words import Percent, columns, note, say, tell, warn
from brikdesk.errors import BadInput
from brikdesk.reports.data import ReportData, TableMap, table_map
from brikdesk.reports.files import write_export, write_map, write_picture, write_report
from brikdesk.store.campaign import Campaign
from brikdesk.store.exchange import written_out
from brikdesk.store.views.battlefield import Ground
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.store.views.notes_and_photos import faults_of_photos
from brikdesk.store.views.past_turns import turn_to_tell, turns
from brikdesk.turns.secrets import kept_from

if TYPE_CHECKING:
    from brikdesk.reports.card_data import Roster
    from brikdesk.reports.web import SharedStory


def report(asked: Namespace) -> None:
    """Write the report; an existing PDF is replaced only once the new one is complete."""
    out = cli_words.output(asked.output, ".pdf")
    with to_read(asked.file) as campaign:
        data = _data(campaign, asked)
        with Percent("Drawing the report") as percent:
            pdf = reports.pdf_pages.render(data, asked.paper, percent)
    write_report(out, pdf, campaign.path)
    say(str(out))
    note(reports.text.said_without_font(reports.text.unprintable(data)))
    for fault in data.faults:
        warn(fault)


def draw_map(asked: Namespace) -> None:
    """Write the map as the suffix says; an old file is replaced only once the new one is whole."""
    out = cli_words.output(asked.output, ".svg", ".pdf", ".png")
    with to_read(asked.file) as campaign:
        shown = campaign.reading(lambda session: _table(session, asked.secret))
        fault = ""
        if asked.photo:
            photo, fault = _photo(campaign, shown.ground)
            shown = replace(shown, photo=photo)
    picture = reports.map_picture.map_picture(shown, out.suffix.lower(), asked.width)
    write_map(out, picture, cli_words.path(asked.file))
    say(str(out))
    if out.suffix.lower() != ".svg":  # which is shown in fonts of the one who looks at it
        note(reports.text.without_font(shown))
    if fault:
        warn(f"{fault} The map was drawn without it.")


def _photo(campaign: Campaign, ground: Ground) -> tuple[bytes, str]:
    """Return the photo under the map, or what is wrong with it."""
    if ground.photo is None:
        raise BadInput("No photo lies under the map of this table.", "--photo")
    try:
        return reports.photos.photo_of_table(campaign, ground), ""
    except BadInput as error:
        return b"", error.sentence


def _table(session: Session, secret: bool) -> TableMap:
    head = battle_head(session)
    if not head.battle_id:
        raise BadInput("This campaign has no battle yet, and so no table.")
    turn = next((row for row in turns(session) if row.id == head.turn_id), None)
    title = f"{head.battle}, Turn {turn.number}, {turn.faction}" if turn else head.battle
    return table_map(session, (head.turn_id,), title, kept_from(session, secret=secret))


def _data(campaign: Campaign, asked: Namespace) -> ReportData:
    if asked.battle:
        battle_id = campaign.read(battle_head).battle_id
        if not battle_id:
            raise BadInput("This campaign has no battle yet.", "--battle")
        return reports.turn_and_battle.report_of_battle(
            campaign, battle_id, photos=asked.photos, secret=asked.secret, with_map=not asked.no_map
        )
    if asked.dice:
        return reports.audit.report_of_dice(campaign, secret=asked.secret)
    if asked.turn:
        turn_id = turn_rows(campaign, asked.turn)[-1].id
    elif not (turn_id := campaign.read(turn_to_tell)):
        raise BadInput("No turn has begun in this campaign.")
    # 6.CS is the part of one player, 6 the whole turn.
    read = reports.turn_and_battle
    report_of = read.report_of_turn if "." in (asked.turn or "") else read.report_of_whole_turn
    return report_of(
        campaign, turn_id, with_map=not asked.no_map, photos=asked.photos, secret=asked.secret
    )


def cards(asked: Namespace) -> None:
    """Write a card for each unit, with its state if asked."""
    out = cli_words.output(asked.output, ".pdf")
    made = _roster(asked, photos=True)
    _put(out, reports.cards.unit_cards(made, asked.paper), asked, made)
    for fault in made.faults:
        warn(fault)


def tokens(asked: Namespace) -> None:
    """Write a token for each unit, true to scale."""
    out = cli_words.output(asked.output, ".pdf")
    made = _roster(asked)
    _put(out, reports.cards.tokens(made, asked.paper), asked, made)


def _roster(asked: Namespace, *, photos: bool = False) -> "Roster":
    with to_read(asked.file) as campaign:
        player_id = player_named(campaign, asked.player) if asked.player else None
        return campaign.reading(
            lambda session: reports.card_data.roster(
                session, player_id, with_state=asked.state, photos=photos
            )
        )


def dispute(asked: Namespace) -> None:
    """Write the card of one act, as PDF or as a picture."""
    out = cli_words.output(asked.output, ".pdf", ".png")
    with to_read(asked.file) as campaign:
        act = act_named(campaign, asked.act)
        card = reports.dispute.event_card(campaign, act.id, secret=asked.secret)
    if out.suffix.lower() == ".pdf":
        _put(out, reports.dispute.card_as_pdf(card, asked.paper), asked, card)
    else:
        picture = reports.dispute.card_as_png(card)
        write_picture(out, picture, cli_words.path(asked.file))
        say(str(out))
        note(reports.text.without_font(card))


def reference(asked: Namespace) -> None:
    """Write the page with what the referee of this campaign looks up most."""
    out = cli_words.output(asked.output, ".pdf")
    with to_read(asked.file) as campaign:
        made = campaign.reading(reports.reference.reference)
    _put(out, reports.reference.quick_reference(made, asked.paper), asked, made)


def _put(out: Path, pdf: bytes, asked: Namespace, made: object) -> None:
    """Write a paper, and say which of its words no font of this computer can show."""
    write_report(out, pdf, cli_words.path(asked.file))
    say(str(out))
    note(reports.text.without_font(made))


BATTLE = (".html", ".md", ".bbcode")
"""The kinds of file that tell the battle."""


def export(asked: Namespace) -> None:
    """Write what the suffix and the options say; an old file is replaced only by a whole new one."""
    out = cli_words.output(asked.output, ".json", ".csv", *BATTLE)
    faults: tuple[str, ...] = ()
    with to_read(asked.file) as campaign, Percent(f"Writing {out.name}") as percent:
        if out.suffix.lower() in BATTLE:
            story = _battle(campaign, out, percent, secret=asked.secret)
            story.write(out, campaign.path)
            faults = story.faults
        else:
            faults = _write(campaign, out, asked, percent)
    say(str(out))
    for fault in faults:
        warn(fault)


def _battle(campaign: Campaign, out: Path, percent: Percent, *, secret: bool) -> "SharedStory":
    battle_id = campaign.read(battle_head).battle_id
    if not battle_id:
        raise BadInput("This campaign has no battle yet.", "export")
    return reports.web.shared_battle(campaign, battle_id, out, progress=percent, secret=secret)


def _write(campaign: Campaign, out: Path, asked: Namespace, percent: Percent) -> tuple[str, ...]:
    """Write the log or the whole campaign; return what is wrong with its photos."""
    suffix = out.suffix.lower()
    if suffix == ".csv" or asked.log:
        write = reports.tables.log_as_csv if suffix == ".csv" else reports.tables.log_as_json
        data = campaign.reading(lambda session: write(session, secret=asked.secret))
        write_export(out, data, campaign.path)
        return ()
    written_out(campaign, percent.named, lambda parts: write_export(out, parts, campaign.path))
    return campaign.reading(lambda session: tuple(faults_of_photos(session)))


HEAD = ("", "Battles", "Won", "Drawn", "Lost", "Points")


def league(asked: Namespace) -> None:
    """Print the table, and what is wrong with files that could not be read."""
    found = reports.tables.league([cli_words.path(each) for each in asked.files])
    if not (found.rows or asked.json):
        raise BadInput(" ".join((*found.refused, "No battle is over in these campaigns.")))
    for words in found.refused:
        warn(words)  # the table is without it, and the exit code says so
    if asked.json:
        tell({"rows": [asdict(row) for row in found.rows], "refused": list(found.refused)})
        return
    rows = (tuple(str(value) for value in asdict(row).values()) for row in found.rows)
    for line in columns((HEAD, *rows)):
        say(line)


AUDIT_HEAD = ("Whose", "Die", "From", "Dice", "Mean", "Faces 1, 2, 3 …", "What it comes to")
DAMAGE_HEAD = ("Whose", "Attacks", "Damage done", "Expected", "Done of expected")


def audit(asked: Namespace) -> None:
    """Print the dice audit: faces by owner, die and origin, then damage done and expected."""
    with to_read(asked.file) as campaign:
        made = reports.audit.dice_audit(campaign, secret=asked.secret)
    if asked.csv:
        # A terminal, or the file that the output goes to, has line ends of its own.
        for line in reports.audit.audit_as_csv(made).decode("utf-8-sig").rstrip().split("\r\n"):
            say(line)
        return
    rows = [
        (
            *(row.owner or "all", row.die, row.origin or "all", str(row.total)),
            f"{row.mean:.2f} of {row.fair_mean:.1f}",
            " ".join(map(str, row.counts)),
            row.verdict,
        )
        for row in made.faces
    ]
    damage = [reports.audit.damage_words(*own) for own in reports.audit.by_owner(made.attacks)]
    for head, table, none in (
        (AUDIT_HEAD, rows, reports.audit.NO_DICE),
        (DAMAGE_HEAD, damage, reports.audit.NO_ATTACK),
    ):
        for line in columns((head, *table)) if table else (none,):
            say(line)
        say()
    for words in (*reports.audit.left_out_words(made), *made.words, reports.audit.HOW_DAMAGE):
        say(words)
