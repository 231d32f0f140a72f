"""Scouts' Marks: set with an Action, cleared by hand (F.3-08 to F.3-11)."""

from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.heed import heed
from brikdesk.acts.roster.scouting import TRACKING, has_optical_tool, has_specialty
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.unit_now import actions_left_now, check_other_action, take_action
from brikdesk.acts.who_may import seen_past
from brikdesk.errors import BadInput
from brikdesk.ground.round import edge_to_edge
from brikdesk.rules.brikwars.hazards.marks import may_mark
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Mark, Unit
from brikdesk.turns.sequence import stamp_now


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
        if scout.player_id is None:
            raise BadInput(f"{scout.name} belongs to nobody and helps nobody.", "scout_id")
        self._check(session, scout, target)
        known = select(Mark).where(Mark.scout_id == scout.id, Mark.target_id == target.id)
        if session.exec(known).first():
            raise BadInput(f"{scout.name} has Marked {target.name} already.", "target_id")
        take_action(session, scout)
        session.add(
            Mark(
                scout_id=scout.id or 0,
                target_id=target.id or 0,
                player_id=scout.player_id,
                made_turn_id=stamp_now(session),
            )
        )
        words = line(
            Kind.MARK, f"{scout.name} Marks {target.name}.",
            "+1 on allies' Ranged attacks until the Scout's player's next turn.",
            rule="F.3-08", player_id=scout.player_id, unit_id=target.id,
        )  # fmt: skip
        return Outcome(f"{scout.name} Marks {target.name}", (words,))

    def _check(self, session: Session, scout: Unit, target: Unit) -> None:
        tracks = has_specialty(scout, TRACKING)
        why = f"{scout.name} is no Scout: Tracking is not among its Specialties."
        self.refuse_if(not tracks, "F.3-08", why, session)
        inches = edge_to_edge(scout, target) if self.distance is None else self.distance
        if inches is not None and not 0 <= inches <= 1000:
            raise BadInput('A distance is 0" or more.', "distance")
        left = actions_left_now(session, scout)
        hidden = seen_past(session, scout, target)
        answer = may_mark(
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
            check_other_action(self, session, scout)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearMark(Act):
    """Take a Mark off before it ends."""

    mark_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        mark = existing_row(session, Mark, self.mark_id)
        target = session.get_one(Unit, mark.target_id)
        session.delete(mark)
        words = line(
            Kind.MARK, f"Mark on {target.name} is taken off.",
            rule="F.3-09", player_id=mark.player_id, unit_id=target.id,
        )  # fmt: skip
        return Outcome(f"Take the Mark off {target.name}", (words,))
