"""A campaign is made: its name, its players with colours and shapes, who stands with whom."""

from dataclasses import dataclass

from sqlmodel import Session, col, or_, select

from brikdesk import text
from brikdesk.acts.rows import initials, the
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES, check, defaults, spoken
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Alliance, Campaign, HouseRule, Player, Seat, Unit

COLOURS = ("sky", "orchid", "lime", "fern", "sand", "pearl", "slate")
"""Colour tokens of factions; each has a shape of its own in the theme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCampaign(Act):
    """Name the campaign and store every house rule with its default."""

    name: str
    uuid: str

    def carry_out(self, session: Session) -> Outcome:
        """Write the campaign's one row; BadInput where it has been made already."""
        if session.exec(select(Campaign)).first():
            raise BadInput("This file already holds a campaign.")
        title = text.name(self.name)
        session.add(Campaign(uuid=self.uuid, name=title))
        for switch, value in defaults().items():
            session.add(HouseRule(switch=switch, value=_storable(value)))
        return Outcome(f"Make {title}", (line(Kind.SETUP, f"{title} begins."),))


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameCampaign(Act):
    """Give the campaign another name."""

    name: str

    def carry_out(self, session: Session) -> Outcome:
        """Change the name."""
        campaign = session.exec(select(Campaign)).one()
        campaign.name = text.name(self.name)
        session.add(campaign)
        return Outcome(f"Rename the campaign to {campaign.name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer(Act):
    """Add a person with a faction; the code is made from the faction's name where none is given."""

    name: str
    faction: str
    colour: str
    code: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the player; BadInput for an unknown colour or one that is taken."""
        faction = text.name(self.faction, "faction")
        check_colour(session, self.colour, None)
        player = Player(
            name=text.name(self.name),
            faction=faction,
            code=text.name(self.code, "code")[:3] if self.code.strip() else initials(faction),
            colour=self.colour,
        )
        session.add(player)
        session.flush()
        lead = line(Kind.SETUP, f"{player.faction} joins.", player.name, player_id=player.id)
        return Outcome(f"Add {player.faction}", (lead,))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPlayer(Act):
    """Change a player's names, code or colour; what is not given stays."""

    player_id: int
    name: str | None = None
    faction: str | None = None
    code: str | None = None
    colour: str | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write what was given."""
        player = the(session, Player, self.player_id)
        if self.colour is not None:
            check_colour(session, self.colour, player.id)
            player.colour = self.colour
        if self.name is not None:
            player.name = text.name(self.name)
        if self.faction is not None:
            player.faction = text.name(self.faction, "faction")
        if self.code is not None:
            player.code = text.name(self.code, "code")[:3]
        session.add(player)
        return Outcome(f"Edit {player.faction}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePlayer(Act):
    """Remove a player who has no units and no seat in a battle."""

    player_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the player and his alliances; BadInput where something still belongs to him."""
        player = the(session, Player, self.player_id)
        if session.exec(select(Unit).where(Unit.player_id == player.id)).first():
            raise BadInput(f"{player.faction} still has units. Remove or hand over those first.")
        if session.exec(select(Seat).where(Seat.player_id == player.id)).first():
            raise BadInput(f"{player.faction} sits in a battle and stays in its record.")
        either = or_(Alliance.player_id == player.id, Alliance.ally_id == player.id)
        for alliance in session.exec(select(Alliance).where(either)):
            session.delete(alliance)
        session.delete(player)
        return Outcome(f"Remove {player.faction}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAlliance(Act):
    """Ally two players, or end their alliance."""

    player_id: int
    ally_id: int
    allied: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Write or delete the pair."""
        one, other = the(session, Player, self.player_id), the(session, Player, self.ally_id)
        if one.id == other.id:
            raise BadInput("A player is not his own ally.", "ally_id")
        pair = select(Alliance).where(
            col(Alliance.player_id).in_((one.id, other.id)),
            col(Alliance.ally_id).in_((one.id, other.id)),
        )
        for alliance in session.exec(pair):
            session.delete(alliance)
        if self.allied:
            session.add(Alliance(player_id=one.id or 0, ally_id=other.id or 0))
        verb = "stand together" if self.allied else "part ways"
        words = line(Kind.SETUP, f"{one.faction} and {other.faction} {verb}.", rule="8.5-07")
        return Outcome(f"{one.faction} and {other.faction} {verb}", (words,))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHouseRule(Act):
    """Give a switch of the rules another value; the log says from what to what."""

    switch: str
    value: bool | int | str | list[str]

    def carry_out(self, session: Session) -> Outcome:
        """Check the value and store it; BadInput names what may be chosen."""
        if self.switch not in HOUSE_RULES:
            raise BadInput(f"There is no house rule called {self.switch[:40]!r}.", "switch")
        rule = HOUSE_RULES[self.switch]
        given = tuple(self.value) if isinstance(self.value, list) else self.value
        value = check(self.switch, given)
        row = session.exec(select(HouseRule).where(HouseRule.switch == self.switch)).first()
        row = row or HouseRule(switch=self.switch, value=_storable(rule.default))
        old = tuple(row.value) if isinstance(row.value, list) else row.value
        row.value = _storable(value)
        session.add(row)
        words = f"{spoken(old)} becomes {spoken(value)}."
        lead = line(Kind.RULING, f"House rule: {rule.title}.", words, rule=rule.rule)
        return Outcome(f"House rule: {rule.title}", (lead,))


def _storable(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def check_colour(session: Session, colour: str, own_id: int | None) -> None:
    """Raise BadInput for a colour that the theme does not have or another player has."""
    if colour not in COLOURS:
        raise BadInput(
            f"{colour[:20]!r} is no colour. Choose from: {', '.join(COLOURS)}.", "colour"
        )
    taken = session.exec(select(Player).where(Player.colour == colour)).first()
    if taken and taken.id != own_id:
        raise BadInput(f"{taken.faction} already plays {colour}. Choose another colour.", "colour")
