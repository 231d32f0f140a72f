"""Scouts: their Tool, their die against hazards and Traps, what they reveal, their Marks (F.3)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.step_act import ClockStep
from brikdesk.acts.units.begin_state import begin_state, state_line
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import edge_to_edge
from brikdesk.rules.brikwars import traps_and_scouts as trap_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house_rules import allies_of, house_of
from brikdesk.store.lines import Kind, Line, Outcome, line, outcome
from brikdesk.store.tables import Mark, State, StateKind, Trap, Unit, Weapon
from brikdesk.turns.brikwars.units import MARK
from brikdesk.turns.turn_order import stamp_now

TRACKING, PATHFINDING = "tracking", "pathfinding"
"""The Specialties of Scouts (F.3-02, F.3-05)."""

OPTICAL_TOOL = "optical tool"
"""Tag of a unit that has an optical Tool which is not among its weapons."""

TOOL_PRESET = "W-17"
"""Preset of the Minifig Tool; any weapon with the word "tool" in its name counts too."""


TOOL_WANTED = "Give it a Minifig Tool, or the tag “optical tool”."
"""What to do where a Scout has none."""


def has_optical_tool(session: Session, unit: Unit) -> bool:
    """Return whether a unit carries an optical Tool that works (F.3-01)."""
    if OPTICAL_TOOL in (tag.casefold() for tag in unit.tags):
        return True
    carried = select(Weapon).where(
        Weapon.unit_id == unit.id, Weapon.lying == "", col(Weapon.inoperative).is_(False)
    )
    # A word of its own: what only has the letters in its name is no Tool.
    return any(
        weapon.preset == TOOL_PRESET or "tool" in weapon.name.casefold().split()
        for weapon in session.exec(carried)
    )


def has_specialty(unit: Unit, specialty: str) -> bool:
    """Return whether a unit has a Specialty, in capital or small letters."""
    return specialty in (each.casefold() for each in unit.specialties)


def pathfinds(session: Session, unit: Unit) -> bool:
    """Return whether a unit is a Pathfinder who uses his Tool (F.3-02)."""
    return has_specialty(unit, PATHFINDING) and has_optical_tool(session, unit)


def hazard_roll_of(session: Session, unit: Unit) -> tuple[int, bool]:
    """Return the sides of a unit's die against Field Hazards and Traps (F.3-02, F.1-68).

    The second value says whether it is the die of a Specialty (A4-20).
    """
    die = trap_rules.hazard_die(
        unit.action_die,
        pathfinding=has_specialty(unit, PATHFINDING),
        tool=has_optical_tool(session, unit),
    )
    return trap_rules.passive_die(die), die != unit.action_die


def visible_to_side(session: Session, player_id: int | None, unit: Unit) -> bool:
    """Return whether a unit counts as visible to a player who does not see it himself.

    Rules: F.3-07 (revealed by a Scout of his side), F.3-09 (Marked by his side).
    """
    if player_id is None:
        return False
    side = {player_id, *allies_of(session, player_id)}
    marks = session.exec(select(Mark).where(Mark.target_id == unit.id))
    shown = session.exec(
        select(State).where(State.unit_id == unit.id, State.kind == StateKind.REVEALED)
    )
    return trap_rules.visible(
        # The clock of the state is that of the Scout's player (F.3-07).
        revealed=any(state.clock_player_id in side for state in shown),
        marks=sum(mark.player_id in side for mark in marks),
    )


def _player_of(act: Act, session: Session, scout: Unit, rule: str) -> int:
    """Return the player of a Scout; refused for a unit that is none, BadInput for one of nobody."""
    if scout.player_id is None:
        raise BadInput(f"{scout.name} belongs to nobody and helps nobody.", "scout_id")
    tracks = has_specialty(scout, TRACKING)
    why = f"{scout.name} is no Scout: Tracking is not among its Specialties."
    act.refuse_if(not tracks, rule, why, session)
    return scout.player_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Act):
    """A Scout sees something, and so do all his allies; it takes no Action (F.3-05 to F.3-07).

    Name a unit or a Trap, or say `what` it is: one of the three. A unit stays revealed until the
    next turn of the Scout's player, or until the state is cleared.
    """

    scout_id: int
    target_id: int | None = None
    trap_id: int | None = None
    what: str = ""
    through_smoke: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Note what is revealed; refused without Tracking, without the Tool, and through Smoke."""
        scout = alive(session, self.scout_id)
        player_id = _player_of(self, session, scout, "F.3-05")
        self._check(session, scout)
        named = (self.target_id, self.trap_id, self.what.strip() or None)
        if sum(each is not None for each in named) != 1:
            raise BadInput("Name a unit or a Trap, or say what it is.", "target_id")
        name, words = self._reveal(session, scout)
        return outcome(
            Kind.MARK, f"{scout.name} reveals {name}", "All allies see it. Stealth does not help.",
            also=words, rule="F.3-05", player_id=player_id, unit_id=self.target_id,
        )  # fmt: skip

    def _check(self, session: Session, scout: Unit) -> None:
        tool = has_optical_tool(session, scout)
        why = f"{scout.name} uses no optical Tool. {TOOL_WANTED}"
        self.refuse_if(not tool, "F.3-01", why, session)
        through = house_of(session, BrikWarsHouse).scout_sees_through_smoke
        # What is only said in words has no place from which the map could tell.
        hidden = who_may.Hidden(smoke=False, walls=())
        if self.target_id is not None:
            target = alive(session, self.target_id)
            hidden = who_may.seen_past(session, scout, target)
            between = " and ".join(hidden.walls)
            why = f"{scout.name}: {between} hides {target.name}."
            self.refuse_if(hidden.walls, "F.3-05", why, session)
        sees = trap_rules.reveals(
            through_smoke=self.through_smoke or hidden.smoke, scout_sees_through_smoke=through
        )
        self.refuse_if(not sees, "QF-33", f"{scout.name}: Smoke is in the way.", session)

    def _reveal(self, session: Session, scout: Unit) -> tuple[str, list[Line]]:
        if self.target_id is not None:
            target = alive(session, self.target_id)
            clock = trap_rules.mark_clock(scout.player_id or 0, stamp_now(session))
            begin_state(session, target, StateKind.REVEALED, f"seen by {scout.name}", clock=clock)
            return target.name, [state_line(target, StateKind.REVEALED)]
        if self.trap_id is not None:
            trap = existing_row(session, Trap, self.trap_id)
            words = f"{trap.trigger}: {trap.effect}" if trap.trigger else trap.effect
            shown = line(Kind.FIELD, f"{trap.name}:", words, rule="F.3-05")
            return trap.name, [shown]
        return text.name(self.what, "what"), []


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkTarget(Act):
    """A Scout spends an Action to Mark a target that he sees within 8" (F.3-08).

    - `distance`: inches, by default from the positions of the two; if they are not known either,
      the target counts as near enough.
    - `has_tool`: he uses an optical Tool (F.3-01), by default as the roster says.
    """

    scout_id: int
    target_id: int
    distance: float | None = None
    sees: bool = True
    through_smoke: bool = False
    has_tool: bool | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the Mark and spend the Action.

        Raise BadInput for the Scout himself, for one without a player, and for a second Mark of
        his on the same target.
        """
        scout, target = alive(session, self.scout_id), alive(session, self.target_id)
        if scout.id == target.id:
            raise BadInput("A Scout Marks somebody else.", "target_id")
        player_id = _player_of(self, session, scout, "F.3-08")
        self._check(session, scout, target)
        known = select(Mark).where(Mark.scout_id == scout.id, Mark.target_id == target.id)
        if session.exec(known).first():
            raise BadInput(f"{scout.name} has Marked {target.name} already.", "target_id")
        who_may.take_action(session, scout)
        session.add(
            Mark(
                scout_id=scout.id or 0,
                target_id=target.id or 0,
                player_id=player_id,
                made_turn_id=stamp_now(session),
            )
        )
        words = "+1 on allies' Ranged attacks until the Scout's player's next turn."
        return outcome(
            Kind.MARK, f"{scout.name} Marks {target.name}", words,
            rule="F.3-08", player_id=player_id, unit_id=target.id,
        )  # fmt: skip

    def _check(self, session: Session, scout: Unit, target: Unit) -> None:
        inches = edge_to_edge(scout, target) if self.distance is None else self.distance
        if inches is not None and not 0 <= inches <= 1000:
            raise BadInput('A distance is 0" or more.', "distance")
        left = who_may.actions_left_now(session, scout)
        hidden = who_may.seen_past(session, scout, target)
        answer = trap_rules.may_mark(
            inches or 0.0,
            sees=self.sees and not hidden.walls,
            through_smoke=self.through_smoke or hidden.smoke,
            has_tool=has_optical_tool(session, scout) if self.has_tool is None else self.has_tool,
            actions_left=left,
            sees_through_smoke=house_of(session, BrikWarsHouse).scout_sees_through_smoke,
        )
        heed(self, answer, session, scout.name)
        # Without an Action `may_mark` has refused; if that was overruled, it is not refused again.
        if left:
            who_may.check_other_action(self, session, scout)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearMark(Act):
    """Take a Mark off before it ends."""

    mark_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        mark = existing_row(session, Mark, self.mark_id)
        target = session.get_one(Unit, mark.target_id)
        session.delete(mark)
        title, lead = f"Take the Mark off {target.name}", f"Mark on {target.name} is taken off."
        whose = mark.player_id
        return outcome(
            Kind.MARK, title, lead=lead, rule="F.3-09", player_id=whose, unit_id=target.id
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMark(ClockStep[Mark]):
    """A Scout's Mark ends when his player's next turn begins (F.3-09)."""

    CLOCK = MARK
    EARLY = "The Mark lasts until the next turn of the Scout's player."
    mark_id: int

    def _summary(self, session: Session) -> str:
        return f"{session.get_one(Unit, self.row(session).target_id).name} is no longer Marked."

    def settle(self, session: Session) -> Outcome:
        """Take the Mark off."""
        mark = self.row(session)
        target = session.get_one(Unit, mark.target_id)
        scout = session.get_one(Unit, mark.scout_id)
        session.delete(mark)
        ends = f"Mark on {target.name} ends."
        return self._settled(ends, f"Set by {scout.name}.", about=target, player_id=mark.player_id)
