"""What I Say Goes: sides that disagree about what happens roll for it (OF-12)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.asking import missing
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.throwing import Throw
from brikdesk.dice import Die, RollKind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.disputes import dispute_die, still_at_odds
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Dice, Kind, LinePart, Outcome, Words, line
from brikdesk.store.tables import Player
from brikdesk.turns.sequence import player_name, turn_now
from brikdesk.turns.steps import Preview, Thrower

MOST_SIDES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSide:
    """A player who says what happens; `says` are his words for the log."""

    player_id: int
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatISayGoes(StepAct):
    """Players who disagree roll a die each: the highest says how it is, ties roll again (OF-12).

    `about` is what they disagree about. It changes nothing in the game: what was decided is done by
    the act that it is about.

    Faces: a die for each side in their order, then one more for each that is still tied.
    """

    about: str
    sides: tuple[DisputeSide, ...]

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return "dispute"

    def check_waiting(self, session: Session) -> None:
        """Raise BadInput for less than two sides, and for a player who stands on two."""
        turn_now(session)
        text.name(self.about, "about")
        players = [each.player_id for each in self.sides]
        if not 2 <= len(set(players)) == len(players) <= MOST_SIDES:
            raise BadInput("Two players or more disagree, each of them once.", "sides")
        for player_id in players:
            existing_row(session, Player, player_id)

    def examine(self, session: Session) -> Preview:
        """Ask for the dice, until one of the sides has the highest."""
        self.check_waiting(session)
        throw, _, winner = self._throw(session)
        summary = self._says(session, winner) if winner else ""
        return Preview(tuple(throw.asked), throw.owed, (), (), (), missing(throw.owed), summary)

    def settle(self, session: Session) -> Outcome:
        """Write who says how it is."""
        _, rolled, winner = self._throw(session)
        assert winner
        about = text.name(self.about, "about")
        parts: list[LinePart | str] = [Words(f"{about}.")]
        for name, dice in rolled:
            parts += [Words(f"{name}:"), Dice(dice)]
        words = line(
            Kind.RULING, "What I Say Goes.", *parts, self._says(session, winner),
            rule="OF-12", player_id=winner.player_id, step=self.key,
        )  # fmt: skip
        return Outcome(f"What I Say Goes: {about[:40]}", (words,))

    def _throw(
        self, session: Session
    ) -> tuple[Throw, list[tuple[str, tuple[Die, ...]]], DisputeSide | None]:
        """Return the dice, what each side has rolled, and who says how it is; None yet."""
        house = house_of(session, BrikWarsHouse)
        throw, sides = Throw(self.thrown(session), house.dice), self.sides
        rolled: dict[int, tuple[Die, ...]] = {}
        while len(sides) > 1:
            faces = []
            for side in sides:
                name = player_name(session, side.player_id)
                roll = throw.roll(
                    RollKind.READ, (dispute_die(house.bw_wisg_die),), (name,), of=Thrower(name)
                )
                if roll is None:
                    return throw, [], None
                faces.append(roll.dice[0].value)
                rolled[side.player_id] = (*rolled.get(side.player_id, ()), *roll.dice)
            sides = still_at_odds(sides, faces)
        throw.done()
        said = [(player_name(session, key), dice) for key, dice in rolled.items()]
        return throw, said, sides[0]

    def _says(self, session: Session, winner: DisputeSide) -> str:
        says = text.note(winner.says, "says").rstrip(".")
        name = player_name(session, winner.player_id)
        return f"{name} says how it is: {says}." if says else f"{name} says how it is."
