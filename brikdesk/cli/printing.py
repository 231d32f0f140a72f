"""The commands report and map: a turn or a battle as PDF, and the table as a picture."""

from argparse import Namespace
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read, turn_rows
from brikdesk.cli.words import Percent, note, say, warn
from brikdesk.errors import BadInput
from brikdesk.reports import (
    render,
    report_of_battle,
    report_of_turn,
    report_of_whole_turn,
    unprintable,
    write_report,
)
from brikdesk.reports.files import write_map
from brikdesk.reports.map.data import TableMap, table_map
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.battle import battle_head, turns
from brikdesk.store.views.battlefield import Ground
from brikdesk.store.views.course import turn_to_tell
from brikdesk.turns.secrets import kept_from


def report(asked: Namespace) -> None:
    """Write the report; an existing PDF is replaced only once the new one is complete."""
    out = paths.output(asked.output, ".pdf")
    with to_read(asked.file) as campaign:
        data = _data(campaign, asked)
        with Percent("Drawing the report") as percent:
            pdf = render(data, asked.paper, percent)
    from brikdesk.reports.glyphs import said_without_font

    write_report(out, pdf, campaign.path)
    say(str(out))
    note(said_without_font(unprintable(data)))
    for fault in data.faults:
        warn(fault)


def draw_map(asked: Namespace) -> None:
    """Write the map as the suffix says; an old file is replaced only once the new one is whole."""
    out = paths.output(asked.output, ".svg", ".pdf", ".png")
    with to_read(asked.file) as campaign:
        shown = campaign.reading(lambda session: _table(session, asked.secret))
        fault = ""
        if asked.photo:
            photo, fault = _photo(campaign, shown.ground)
            shown = replace(shown, photo=photo)
    from brikdesk.reports.glyphs import without_font
    from brikdesk.reports.map.picture import map_picture

    write_map(out, map_picture(shown, out.suffix.lower(), asked.width), paths.path(asked.file))
    say(str(out))
    if out.suffix.lower() != ".svg":  # which is shown in fonts of the one who looks at it
        note(without_font(shown))
    if fault:
        warn(f"{fault} The map was drawn without it.")


def _photo(campaign: Campaign, ground: Ground) -> tuple[bytes, str]:
    """Return the photo under the map, or what is wrong with it."""
    from brikdesk.reports.photos.reading import photo_of_table

    if ground.photo is None:
        raise BadInput("No photo lies under the map of this table.", "--photo")
    try:
        return photo_of_table(campaign, ground), ""
    except BadInput as error:
        return b"", error.sentence


def _table(session: Session, secret: bool) -> TableMap:
    head = battle_head(session)
    if not head.battle_id:
        raise BadInput("This campaign has no battle yet, and so no table.")
    turn = next((row for row in turns(session) if row.id == head.turn_id), None)
    title = f"{head.battle}, Turn {turn.number}, {turn.faction}" if turn else head.battle
    return table_map(session, (head.turn_id,), title, kept_from(session, secret=secret))


def _data(campaign: Campaign, asked: Namespace) -> Any:
    if asked.battle:
        battle_id = campaign.read(battle_head).battle_id
        if not battle_id:
            raise BadInput("This campaign has no battle yet.", "--battle")
        return report_of_battle(campaign, battle_id, photos=asked.photos, secret=asked.secret)
    if asked.turn:
        turn_id = turn_rows(campaign, asked.turn)[-1].id
    elif not (turn_id := campaign.read(turn_to_tell)):
        raise BadInput("No turn has begun in this campaign.")
    # 6.CS is the part of one player, 6 the whole turn.
    report_of = report_of_turn if "." in (asked.turn or "") else report_of_whole_turn
    return report_of(
        campaign, turn_id, with_map=not asked.no_map, photos=asked.photos, secret=asked.secret
    )
