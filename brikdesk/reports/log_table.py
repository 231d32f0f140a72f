"""The log as a table for other programs: CSV that no spreadsheet takes for formulas, and JSON."""

import csv
import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

from sqlmodel import Session

from brikdesk.dice import Origin
from brikdesk.store.lines import Dice, part_text
from brikdesk.store.views.battle import players, turns
from brikdesk.store.views.log import LogEntry, log

COLUMNS = (
    "act", "time", "battle", "turn", "player_turn_of", "faction", "kind", "lead", "words", "dice",
    "rule", "typed", "rolled", "undone", "overruled",
)  # fmt: skip
"""The columns of the CSV, in their order; JSON names the values alike."""

BYTE_ORDER_MARK = "\ufeff"
"""Spreadsheets take a CSV for UTF-8 only with it."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With these a spreadsheet begins a formula, wherever they come from."""

PLAIN = "'"
"""Before a text it tells spreadsheets that it is one."""


def log_as_csv(session: Session) -> bytes:
    """Return the whole log as CSV in UTF-8, one line of the log a row."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    table.writerow(COLUMNS)
    for row in _rows(session):
        table.writerow([_cell(row[name]) for name in COLUMNS])
    return (BYTE_ORDER_MARK + out.getvalue()).encode("utf-8")


def log_as_json(session: Session) -> bytes:
    """Return the whole log as JSON in UTF-8: a list with an object for each line."""
    rows = list(_rows(session))
    return f"{json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False)}\n".encode()


def _rows(session: Session) -> Iterator[dict[str, Any]]:
    battles = {row.id: row for row in turns(session)}
    factions = {row.id: row.faction for row in players(session)}
    for entry in log(session):
        turn = battles.get(entry.turn_id)
        yield {
            "act": entry.act_id,
            "time": entry.done_at.isoformat(timespec="seconds"),
            "battle": turn.battle if turn else "",
            "turn": entry.number or "",
            "player_turn_of": turn.faction if turn else "",
            "faction": factions.get(entry.player_id or 0, ""),
            **_said(entry),
        }


def _said(entry: LogEntry) -> dict[str, Any]:
    thrown = [part for part in entry.parts if isinstance(part, Dice)]
    return {
        "kind": entry.kind.value,
        "lead": entry.lead,
        "words": " ".join(part_text(part) for part in entry.parts),
        "dice": " ".join(f"d{die.sides}:{die.value}" for part in thrown for die in part.dice),
        "rule": entry.rule,
        "typed": entry.dice(Origin.TYPED),
        "rolled": entry.dice(Origin.ROLLED),
        "undone": entry.undone,
        "overruled": " ".join(entry.overruled),
    }


def _cell(value: Any) -> str:
    """Return the text of a cell; with `PLAIN` before it where it could be taken for a formula."""
    if isinstance(value, bool):
        return "yes" if value else ""
    words = str(value)
    begins = words.lstrip(" \u00a0\ufeff")
    return f"{PLAIN}{words}" if begins.startswith((*FORMULA, PLAIN)) else words
