"""Battles of a campaign: their players, objectives, victory points, start and end."""

import math
from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import Session, SQLModel, col, select

from brikdesk import text
from brikdesk.acts.checks import existing_row, row_or_none
from brikdesk.acts.turns_and_steps import begin_turn, break_off
from brikdesk.errors import BadInput
from brikdesk.store import tables
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line, outcome
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    ArmyLimit,
    Award,
    Battle,
    BattleState,
    Fate,
    Objective,
    Phase,
    Player,
    Round,
    Seat,
    SfLoad,
    Unit,
    Weapon,
)
from brikdesk.turns.seal import (
    BEGUN,
    draw_seal,
    has_rolled,
    keep_seal,
    seal_in_force,
    seal_of,
    seat_numbers,
)
from brikdesk.turns.turn_order import present_turn, running_battle, seats


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBattle(Act):
    """Set up a battle: its seats in turn order, the units that take part, what they bring along.

    Without `unit_ids` every unit takes part that is not lost. What is not kept is made whole: Size
    Damage; limbs and Grinding Damage; rounds, which are full again; the dead, who come back.
    """

    name: str
    player_ids: tuple[int, ...]
    unit_ids: tuple[int, ...] | None = None
    table_width: float = 40.0
    table_depth: float = 30.0
    keep_size_damage: bool = True
    keep_limbs: bool = True
    keep_rounds: bool = True
    keep_dead: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Write battle and seats, choose and mend the units; BadInput if a battle is not over."""
        title = text.name(self.name)
        self._check(session)
        battle = Battle(
            # No battle is ever deleted, so their count gives the next number.
            number=len(session.exec(select(Battle)).all()) + 1,
            name=title,
            table_width=self.table_width,
            table_depth=self.table_depth,
        )
        session.add(battle)
        session.flush()
        for place, player_id in enumerate(self.player_ids, start=1):
            session.add(Seat(battle_id=battle.id or 0, player_id=player_id, place=place))
        self._mend(session)
        names = [existing_row(session, Player, player_id).faction for player_id in self.player_ids]
        lead = f"Battle {battle.number}: {title}."
        return outcome(Kind.SETUP, f"Set up {title}", f"{', '.join(names)}.", lead=lead)

    def _check(self, session: Session) -> None:
        if open_one := running_battle(session):
            raise BadInput(f"{open_one.name} is not over. End it first.")
        if not self.player_ids:
            raise BadInput("A battle needs at least one player.", "player_ids")
        if len(set(self.player_ids)) < len(self.player_ids):
            raise BadInput("A player has one seat in the turn order.", "player_ids")
        if not (0 < self.table_width <= 1000 and 0 < self.table_depth <= 1000):
            raise BadInput("A table measures more than 0 and at most 1,000 inches.", "table_width")

    def _mend(self, session: Session) -> None:
        chosen = None if self.unit_ids is None else set(self.unit_ids)
        for unit in session.exec(select(Unit).where(Unit.fate != Fate.REMOVED)):
            if not self.keep_size_damage:
                unit.size_damage = 0
                unit.wounded = False
            if not self.keep_limbs:
                unit.limbs_lost = []
                unit.grinding = 0
            if not self.keep_dead and unit.fate is Fate.DEAD:
                unit.fate = Fate.ALIVE
                unit.lost_turn_id = None
                # Kept, the Size Damage that destroyed it would leave it without any Size.
                unit.size_damage = 0
            # Without a choice everybody who is alive takes part.
            unit.on_table = unit.id in chosen if chosen is not None else unit.fate is Fate.ALIVE
            session.add(unit)
        if not self.keep_rounds:
            for rounds in session.exec(select(Round)):
                rounds.count = rounds.full
                session.add(rounds)
            for load in session.exec(select(SfLoad)):
                load.fired = load.lost = load.adjusted = 0
                session.add(load)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBattle(Act):
    """Begin the first player's first turn.

    With `sealed` the desk's dice are sealed: a seed is drawn, of which only the hash is told until
    the battle is over, and all faces that the desk rolls follow from it.
    """

    sealed: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Let the battle run; BadInput if none is set up."""
        battle = running_battle(session)
        if battle is None or battle.state is not BattleState.SETUP:
            raise BadInput("No battle is set up. Set one up first.")
        battle.state = BattleState.RUNNING
        session.add(battle)
        # No battle is set up without a seat.
        first = seats(session, battle.id or 0)[0]
        begin_turn(session, battle.id or 0, first.player_id, 1)
        title, lead = f"Start {battle.name}", f"{battle.name} begins."
        words = f"First to play: {session.get_one(Player, first.player_id).faction}."
        also = (_sealed(session, battle),) if self.sealed else ()
        return outcome(Kind.TURN, title, words, lead=lead, also=also, player_id=first.player_id)


def _sealed(session: Session, battle: Battle) -> Line:
    """Seal the desk's dice; return the line that tells the hash of their seed."""
    seal = draw_seal(session, battle)
    step = f"{BEGUN}-{battle.number}-{seal.hash}"
    return line(Kind.SEAL, "The desk's dice are sealed.", f"SHA-256 {seal.hash}.", step=step)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaySealWord(Act):
    """Write down a player's word, which goes into every sealed face of this battle; empty: none.

    It is said once the hash is told, so that nobody can have looked for a seed that suits it, and
    before the first die is thrown.
    """

    player_id: int
    word: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Keep it; BadInput without a seal, or once its first die was thrown, even if undone."""
        battle, seal = running_battle(session), seal_in_force(session)
        if battle is None or seal is None:
            raise BadInput("The dice of no running battle are sealed.")
        if has_rolled(session, battle):
            raise BadInput("The first sealed die has been thrown: the words stay as they are.")
        player = existing_row(session, Player, self.player_id)
        number = seat_numbers(session, battle.id).get(self.player_id)
        if number is None:
            raise BadInput(f"There is no seat for {player.faction} in this battle.", "player_id")
        kept = {seat: said for seat, said in seal.words.items() if seat != str(number)}
        if self.word.strip():
            kept[str(number)] = f"{player.name}: {text.name(self.word, 'word')}"
        keep_seal(session, battle, replace(seal, words=kept))
        words = f"{kept.get(str(number), 'none')}."
        title, lead = f"Word of {player.name} for the seal", "A word for the seal."
        return outcome(Kind.SEAL, title, words, lead=lead, player_id=player.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSeal(Act):
    """Tell the seed of the newest battle, which is over: from now on each sealed face can be proved."""

    def carry_out(self, session: Session) -> Outcome:
        """Open it; BadInput while the battle runs, where nothing is sealed, or if it is open already."""
        battle = session.exec(select(Battle).order_by(col(Battle.id).desc()).limit(1)).first()
        seal = seal_of(session, battle)
        if battle is None or seal is None:
            raise BadInput("The dice of this battle are not sealed.")
        if battle.state is not BattleState.OVER:
            raise BadInput(f"{battle.name} is not over. Its seal is opened at its end.")
        if seal.opened:
            raise BadInput("The seal is open already.")
        if not seal.seed:
            raise BadInput("The seed is not in this copy: open the seal in the campaign itself.")
        keep_seal(session, battle, replace(seal, opened=True))
        lead = "The seal is opened."
        return outcome(
            Kind.SEAL, f"Open the seal of {battle.name}", f"Seed {seal.seed}.", lead=lead
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EndBattle(Act):
    """End the battle: fires, projectiles, Fields and all that was pending are gone.

    The roster stays, with its damage and ammunition.
    """

    result: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Close battle and turn and clear the table."""
        battle = running_battle(session)
        if battle is None:
            raise BadInput("No battle is running.")
        battle.state = BattleState.OVER
        session.add(battle)
        if turn := present_turn(session):
            # Over without being handed over: nobody is next.
            turn.phase = Phase.OVER
            session.add(turn)
        _clear_table(session)
        title, lead = f"End {battle.name}", f"{battle.name} is over."
        return outcome(Kind.TURN, title, text.note(self.result), lead=lead)


CLEARED: tuple[type[SQLModel], ...] = (
    tables.Encounter, tables.Inside, tables.Trap, tables.Fire, tables.Field, tables.Mark,
    tables.Homing, tables.Projectile, tables.Explosive, tables.State, tables.PowerUse,
    tables.SfDetection, tables.SfShot, tables.LaidDice, tables.SkippedStep, tables.Stance,
    tables.Sprint, tables.Run, tables.Parting, tables.Maneuver,
)  # fmt: skip
"""Tables that are emptied when a battle ends; rows go before those that they refer to."""


def _clear_table(session: Session) -> None:
    for kind in CLEARED:
        for row in session.exec(select(kind)):
            session.delete(row)
        # After each table: SQLAlchemy does not know which rows refer to which.
        session.flush()
    for weapon in session.exec(select(Weapon)):
        weapon.inoperative = False
        weapon.fired_turn_id = weapon.reloaded_turn_id = None
        session.add(weapon)
    # Stamps and counters belong to turns of this battle; damage stays until NewBattle mends it.
    for unit in session.exec(select(Unit)):
        unit.power_saved = 0
        unit.action_spent_turn_id = unit.moved_turn_id = None
        unit.actions_spent, unit.move_used = 0, 0.0
        unit.fought = []
        unit.melee_turn_id = unit.melee_armor = None
        unit.melee_damage = unit.hands_used = 0
        unit.melee_foes = []
        unit.x = unit.y = None
        session.add(unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReorderSeats(Act):
    """Change the turn order of the battle."""

    player_ids: tuple[int, ...]

    def carry_out(self, session: Session) -> Outcome:
        """Give every seat its new place; BadInput if a player is missing or named twice."""
        battle = _open_battle(session)
        taken = {seat.player_id: seat for seat in seats(session, battle.id or 0)}
        if sorted(taken) != sorted(self.player_ids):
            raise BadInput("Name every player of the battle once.", "player_ids")
        for place, player_id in enumerate(self.player_ids, start=1):
            taken[player_id].place = place
            session.add(taken[player_id])
        names = [existing_row(session, Player, player_id).faction for player_id in self.player_ids]
        title, lead = "Change the turn order", "The turn order changes."
        return outcome(Kind.RULING, title, " > ".join(names), lead=lead)


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinBattle(Act):
    """Seat a player last in the battle that is set up or running."""

    player_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Write the seat; BadInput if he has one already."""
        player = existing_row(session, Player, self.player_id)
        battle = _open_battle(session)
        if any(seat.player_id == player.id for seat in seats(session, battle.id or 0)):
            raise BadInput(f"There is a seat for {player.faction} in this battle already.")
        sit_last(session, battle.id or 0, player)
        return outcome(Kind.TURN, f"New in the battle: {player.faction}", player_id=player.id)


def _open_battle(session: Session) -> Battle:
    battle = running_battle(session)
    if battle is None:
        raise BadInput("No battle is set up.")
    return battle


def sit_last(session: Session, battle_id: int, player: Player) -> None:
    """Write a player's seat behind all others of a battle."""
    place = max((seat.place for seat in seats(session, battle_id)), default=0) + 1
    session.add(Seat(battle_id=battle_id, player_id=player.id or 0, place=place))


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminatePlayer(Act):
    """Take a player out of the turn order, or back in. His fires and projectiles go on (Q8-37)."""

    player_id: int
    out: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Mark the seat; his own turn ends now, or goes on until what waits in it is settled."""
        player = existing_row(session, Player, self.player_id)
        battle = running_battle(session)
        taken = seats(session, (battle.id or 0) if battle else 0)
        seat = next((each for each in taken if each.player_id == player.id), None)
        if seat is None:
            raise BadInput(f"There is no seat for {player.faction} in a running battle.")
        seat.out = self.out
        session.add(seat)
        session.flush()
        turn = present_turn(session)
        ends = self.out and turn and turn.player_id == player.id
        lines = break_off(session, turn) if ends and turn else ()
        title = f"{'Out of' if self.out else 'Back in'} the battle: {player.faction}"
        return outcome(Kind.RULING, title, also=lines, rule="Q8-37", player_id=player.id)


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
        player = row_or_none(session, Player, self.player_id)
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
        title = f"Objective: {objective.name}"
        return outcome(Kind.NOTE, title, words, player_id=objective.player_id)


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
        return _about(objective, f"Change the objective {objective.name}", words)


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
        session.flush()  # before the objective goes, to which they refer
        session.delete(objective)
        return _about(objective, f"Strike out {objective.name}", "Struck out.")


def _about(objective: Objective, title: str, words: str) -> Outcome:
    lead = f"Objective: {objective.name}."
    return outcome(Kind.NOTE, title, words, lead=lead, player_id=objective.player_id)


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
        objective = row_or_none(session, Objective, self.objective_id or None)
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
        title = f"{_many(abs(points))} {'for' if points > 0 else 'taken from'} {player.faction}"
        named = ", ".join(filter(None, (objective.name if objective else "", why)))
        return outcome(Kind.NOTE, title, f"{named}. {total} in all.", player_id=player.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackPoints(Act):
    """Take back the newest victory points of a player in the newest battle."""

    player_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete them; BadInput if the player has none."""
        player, battle = existing_row(session, Player, self.player_id), _battle(session)
        own = [each for each in _awards(session, battle) if each.player_id == player.id]
        if not own:
            raise BadInput(f"Nothing was scored by {player.faction}.", "player_id")
        session.delete(own[-1])
        total = sum(each.points for each in own[:-1])
        title = f"{player.faction}: {_many(own[-1].points)} taken back"
        return outcome(Kind.NOTE, title, f"{total} in all.", player_id=player.id)


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
        return outcome(Kind.NOTE, "Limit the armies", words, lead="Armies:")


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
