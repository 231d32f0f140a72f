"""The house rules of the campaign that a session is in."""

from typing import Any

from sqlmodel import Session, select

from brikdesk.rules.brikwars import house_rules as brikwars
from brikdesk.rules.scifi import house_rules as scifi
from brikdesk.store.tables import HouseRule


def house_rules(session: Session) -> dict[str, Any]:
    """Give every switch with the value of this campaign; the default where none is stored.

    Read once for a session: an act that changes a switch must not ask before it has written.
    """
    if "house rules" not in session.info:
        rows = session.exec(select(HouseRule))
        session.info["house rules"] = {
            **scifi.defaults(),
            **brikwars.defaults(),
            **{row.switch: row.value for row in rows},
        }
    rules: dict[str, Any] = session.info["house rules"]
    return rules
