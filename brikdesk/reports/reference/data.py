"""What stands on the quick reference: this table's house rules, modifiers, weapons, conditions."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from brikdesk.games.game import Game
from brikdesk.lengths import in_inches
from brikdesk.reports.reference.chosen import CONDITIONS, SCIFI
from brikdesk.reports.reference.modifiers import Noted, modifiers
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.switches import spoken
from brikdesk.rules.texts import rule_text
from brikdesk.store.games import games_of
from brikdesk.store.house import house_of, house_rules
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.scifi import plays_brikwars, plays_scifi
from brikdesk.store.views.scifi.weapons import sf_weapons
from brikdesk.turns.secrets import secrets_now


class Reference(Struct, frozen=True):
    """The contents of the page; `house` holds the switches that differ from the defaults."""

    campaign: str
    rules: str
    house: tuple[Noted, ...]
    modifiers: tuple[Noted, ...]
    weapons: tuple[Noted, ...]
    conditions: tuple[Noted, ...]


def reference(session: Session) -> Reference:
    """Return the quick reference of a campaign; weapons that are named like a secret are left out."""
    secrets = secrets_now(session)
    games = games_of(session)
    values = house_rules(session)
    turns = any(game.player_turns for game in games)
    brikwars = plays_brikwars(session)
    ids = (*(CONDITIONS if brikwars else ()), *(SCIFI if plays_scifi(session) else ()))
    return Reference(
        campaign=battle_head(session).campaign,
        rules=", ".join(game.title for game in games),
        house=tuple(each for game in games for each in _house(game, values, turns)),
        modifiers=modifiers(house_of(session, BrikWarsHouse)) if brikwars else (),
        weapons=tuple(
            each for each in dict.fromkeys(_weapons(session)) if not secrets.betrayed_by(each.name)
        ),
        conditions=tuple(Noted(rule_text(id).title, rule_text(id).text, id) for id in ids),
    )


def _house(game: Game, values: Mapping[str, Any], turns: bool) -> Iterator[Noted]:
    usual = game.defaults(player_turns=turns)
    for rule in game.house_rules.values():
        if (value := values[rule.id]) != usual[rule.id]:
            was = spoken(usual[rule.id]).replace("_", " ") or "none"
            now = spoken(value).replace("_", " ") or "none"
            yield Noted(rule.title, f"{now} (usually {was})", rule.rule)


def _weapons(session: Session) -> Iterator[Noted]:
    """Yield the figures of each weapon on the table; those that are alike stand there once."""
    for row in weapons(session):
        reach = "CC" if row.range is None else in_inches(row.range)
        use = f"Use {row.use}, " if row.use is not None else ""
        yield Noted(row.label, f"{use}Range {reach}, {row.damage}".rstrip(", "), "")
    for each in sf_weapons(session) if plays_scifi(session) else ():
        # The last span has no end: that is out of range.
        words = ", ".join(
            f"{span.name} to {in_inches(span.to)}" for span in each.spans if span.to is not None
        )
        yield Noted(each.name, "; ".join(filter(None, (words, each.rate_name))), "")
