"""The commands report and map: a turn or a battle as PDF, and the table as a picture."""

from argparse import Namespace
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.cli import paths
from brikdesk.cli.campaigns import to_read, turn_rows
from brikdesk.cli.words import Percent, say, warn
from brikdesk.errors import BadInput
from brikdesk.reports import render, report_of_battle, report_of_turn, write_report
from brikdesk.reports.files import write_map
from brikdesk.reports.map.data import TableMap, table_map, with_secrets, without_secrets
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.battle import battle_head, turns
from brikdesk.store.views.battlefield import Ground


def report(asked: Namespace) -> None:
    """Write the report; an existing PDF is replaced only once the new one is complete."""
    out = paths.output(asked.output, ".pdf")
    with to_read(asked.file) as campaign:
        data = _data(campaign, asked)
        with Percent("Drawing the report") as percent:
            pdf = render(data, asked.paper, percent)
    write_report(out, pdf)
    say(str(out))
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
    from brikdesk.reports.map.picture import map_picture

    write_map(out, map_picture(shown, out.suffix.lower(), asked.width))
    say(str(out))
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
    leave = with_secrets if secret else without_secrets
    return table_map(session, head.turn_id, title, leave)


def _data(campaign: Campaign, asked: Namespace) -> Any:
    if asked.battle:
        battle_id = campaign.read(battle_head).battle_id
        if not battle_id:
            raise BadInput("This campaign has no battle yet.", "--battle")
        return report_of_battle(campaign, battle_id, photos=asked.photos)
    if asked.turn:
        turn_id = turn_rows(campaign, asked.turn)[-1].id
        return report_of_turn(campaign, turn_id, with_map=not asked.no_map, photos=asked.photos)
    begun = campaign.read(turns)
    if not begun:
        raise BadInput("No turn has begun in this campaign.")
    return report_of_turn(campaign, begun[-1].id, with_map=not asked.no_map, photos=asked.photos)
