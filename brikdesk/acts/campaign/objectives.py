"""What a battle is fought for, victory points, and the limit of the armies."""

import math
from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.rows import existing_row
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import ArmyLimit, Award, Battle, Objective, Player
from brikdesk.turns.sequence import present_turn

MOST_POINTS = 1000
"""Victory points of one objective, and of one award."""

MOST_INCHES = 100_000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AddObjective(Act):
    """Write down what the newest battle is fought for; without `player_id` it is everybody's goal."""

    name: str
    worth: int = 1
    player_id: int | None = None
    note: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput without a battle, a name, or a sensible worth."""
        player = (
            existing_row(session, Player, self.player_id) if self.player_id is not None else None
        )
        objective = Objective(
            battle_id=_battle(session).id or 0,
            player_id=player.id if player else None,
            name=text.name(self.name),
            worth=_points(self.worth, "worth"),
            note=text.note(self.note, "note"),
        )
        session.add(objective)
        session.flush()
        whose = f"For {player.faction}." if player else "For everybody."
        words = f"{_many(objective.worth)}. {whose} {objective.note}".strip()
        entry = _line(f"Objective: {objective.name}.", words, objective.player_id)
        return Outcome(f"Objective: {objective.name}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditObjective(Act):
    """Change an objective; fields left None stay. What was scored by it keeps its points."""

    objective_id: int
    name: str | None = None
    worth: int | None = None
    note: str | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the new values; BadInput as in AddObjective."""
        objective = existing_row(session, Objective, self.objective_id)
        if self.name is not None:
            objective.name = text.name(self.name)
        if self.worth is not None:
            objective.worth = _points(self.worth, "worth")
        if self.note is not None:
            objective.note = text.note(self.note, "note")
        session.add(objective)
        words = f"{_many(objective.worth)}. {objective.note}".strip()
        entry = _line(f"Objective: {objective.name}.", words, objective.player_id)
        return Outcome(f"Change the objective {objective.name}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveObjective(Act):
    """Strike an objective out. What was scored by it stays scored."""

    objective_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it; its awards keep its name as what they were for."""
        objective = existing_row(session, Objective, self.objective_id)
        for award in session.exec(select(Award).where(Award.objective_id == objective.id)):
            award.objective_id, award.why = None, award.why or objective.name
            session.add(award)
        session.flush()
        session.delete(objective)
        entry = _line(f"Objective: {objective.name}.", "Struck out.", objective.player_id)
        return Outcome(f"Strike out {objective.name}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePoints(Act):
    """Give a player victory points, for an objective or for what `why` says.

    Without `points` they are what the objective is worth; negative ones are taken away.
    """

    player_id: int
    objective_id: int | None = None
    points: int | None = None
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write them; BadInput for none, and for an objective that is somebody else's goal."""
        player = existing_row(session, Player, self.player_id)
        objective = (
            existing_row(session, Objective, self.objective_id) if self.objective_id else None
        )
        if objective and objective.player_id not in (None, player.id):
            owner = session.get_one(Player, objective.player_id)
            raise BadInput(f"{objective.name} is a goal of {owner.faction} alone.", "player_id")
        why = text.note(self.why, "why")
        points = self.points if self.points is not None else objective.worth if objective else 0
        if not _points(points, "points"):
            raise BadInput("Say how many points.", "points")
        if objective is None and not why:
            raise BadInput("Say what for: an objective, or in words.", "why")
        turn = present_turn(session)
        battle = _battle(session)
        session.add(
            Award(
                battle_id=battle.id or 0,
                player_id=player.id or 0,
                turn_id=turn.id if turn else None,
                objective_id=objective.id if objective else None,
                points=points,
                why=why,
            )
        )
        session.flush()
        total = sum(each.points for each in _awards(session, battle) if each.player_id == player.id)
        lead = f"{player.faction} {'scores' if points > 0 else 'loses'} {_many(abs(points))}."
        named = ", ".join(filter(None, (objective.name if objective else "", why)))
        entry = _line(lead, f"{named}. {total} in all.", player.id)
        return Outcome(lead[:-1], (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackPoints(Act):
    """Take back the newest victory points of a player in the newest battle."""

    player_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete them; BadInput if the player has none."""
        player, battle = existing_row(session, Player, self.player_id), _battle(session)
        own = [each for each in _awards(session, battle) if each.player_id == player.id]
        if not own:
            raise BadInput(f"{player.faction} has scored nothing.", "player_id")
        session.delete(own[-1])
        total = sum(each.points for each in own[:-1])
        lead = f"{player.faction}: {_many(own[-1].points)} taken back."
        return Outcome(lead[:-1], (_line(lead, f"{total} in all.", player.id),))


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitArmies(Act):
    """Say how many Unit Inches each army of the newest battle may count; 0: as many as one likes."""

    inches: float

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput for less than nothing. No army is refused: the book shows it."""
        if not math.isfinite(self.inches) or not 0 <= self.inches <= MOST_INCHES:
            raise BadInput(f"A limit is 0 to {MOST_INCHES:,.0f} Unit Inches.", "inches")
        battle = _battle(session)
        old = [row for row in rows_of(session, ArmyLimit) if row.battle_id == battle.id]
        for row in old:
            session.delete(row)
        session.flush()
        if self.inches:
            session.add(ArmyLimit(battle_id=battle.id or 0, inches=self.inches))
        words = f"{self.inches:g} Unit Inches each." if self.inches else "As large as one likes."
        return Outcome("Limit the armies", (_line("Armies:", words),))


def _battle(session: Session) -> Battle:
    battles = rows_of(session, Battle)
    if not battles:
        raise BadInput("There is no battle yet. Set one up first.")
    return battles[-1]


def _awards(session: Session, battle: Battle) -> list[Award]:
    return [each for each in rows_of(session, Award) if each.battle_id == battle.id]


def _points(points: int, field: str) -> int:
    if not -MOST_POINTS <= points <= MOST_POINTS:
        raise BadInput(f"Points go from −{MOST_POINTS} to {MOST_POINTS}.", field)
    return points


def _many(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _line(lead: str, words: str, player_id: int | None = None) -> Line:
    return line(Kind.NOTE, lead, words, player_id=player_id)
