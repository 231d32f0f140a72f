"""Scouts: their Tool, their die against hazards and Traps, what they reveal (F.3-01 to F.3-07)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.lasting import begin_state, state_line
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.who_may import Hidden, seen_past
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards.concealed_hazards import passive_die
from brikdesk.rules.brikwars.hazards.marks import mark_clock
from brikdesk.rules.brikwars.hazards.scouts import hazard_die, reveals, visible
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.sides import allies_of
from brikdesk.store.tables import Mark, State, StateKind, Trap, Unit, Weapon
from brikdesk.turns.sequence import stamp_now

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
    die = hazard_die(
        unit.action_die,
        pathfinding=has_specialty(unit, PATHFINDING),
        tool=has_optical_tool(session, unit),
    )
    return passive_die(die), die != unit.action_die


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
    return visible(
        # The clock of the state is that of the Scout's player (F.3-07).
        revealed=any(state.clock_player_id in side for state in shown),
        marks=sum(mark.player_id in side for mark in marks),
    )


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
        if scout.player_id is None:
            raise BadInput(f"{scout.name} belongs to nobody and helps nobody.", "scout_id")
        self._check(session, scout)
        named = (self.target_id, self.trap_id, self.what.strip() or None)
        if sum(each is not None for each in named) != 1:
            raise BadInput("Name a unit or a Trap, or say what it is.", "target_id")
        name, words = self._reveal(session, scout)
        first = line(
            Kind.MARK, f"{scout.name} reveals {name}.", "All allies see it. Stealth does not help.",
            rule="F.3-05", player_id=scout.player_id, unit_id=self.target_id,
        )  # fmt: skip
        return Outcome(f"{scout.name} reveals {name}", (first, *words))

    def _check(self, session: Session, scout: Unit) -> None:
        tracks = has_specialty(scout, TRACKING)
        why = f"{scout.name} is no Scout: Tracking is not among its Specialties."
        self.refuse_if(not tracks, "F.3-05", why, session)
        tool = has_optical_tool(session, scout)
        self.refuse_if(
            not tool, "F.3-01", f"{scout.name} uses no optical Tool. {TOOL_WANTED}", session
        )
        through = house_of(session, BrikWarsHouse).scout_sees_through_smoke
        hidden = Hidden(smoke=False, walls=())
        if self.target_id is not None:
            target = alive(session, self.target_id)
            hidden = seen_past(session, scout, target)
            between = " and ".join(hidden.walls)
            why = f"{scout.name}: {between} hides {target.name}."
            self.refuse_if(hidden.walls, "F.3-05", why, session)
        sees = reveals(
            through_smoke=self.through_smoke or hidden.smoke, scout_sees_through_smoke=through
        )
        self.refuse_if(not sees, "QF-33", f"{scout.name}: Smoke is in the way.", session)

    def _reveal(self, session: Session, scout: Unit) -> tuple[str, list[Line]]:
        if self.target_id is not None:
            target = alive(session, self.target_id)
            clock = mark_clock(scout.player_id or 0, stamp_now(session))
            begin_state(session, target, StateKind.REVEALED, f"seen by {scout.name}", clock=clock)
            return target.name, [state_line(target, StateKind.REVEALED)]
        if self.trap_id is not None:
            trap = existing_row(session, Trap, self.trap_id)
            words = f"{trap.trigger}: {trap.effect}" if trap.trigger else trap.effect
            shown = line(Kind.FIELD, f"{trap.name}:", words, rule="F.3-05")
            return trap.name, [shown]
        return text.name(self.what, "what"), []
