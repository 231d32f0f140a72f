"""Who is detected by whom: the referee's word, for the rules that ask for it (12-38, 12-55, 12-84)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.acts.rows import the
from brikdesk.acts.scifi.given import began_for, check_played, there
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.hit_entry import signed
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.scifi_rows import shots_now
from brikdesk.store.tables import Lasts, Player, SfDetection, SfWeapon, Unit
from brikdesk.turns.sequence import turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkDetected(Act):
    """Say that a side has detected a unit, and for how long; or, with `detected` off, no longer.

    `player_id` none: the player whose turn it is.
    """

    unit_id: int
    player_id: int | None = None
    detected: bool = True
    lasts: Lasts = Lasts.CLEARED

    def carry_out(self, session: Session) -> Outcome:
        """Write or delete the marker; the line tells what the unit fired this turn (12-50)."""
        check_played(session)
        unit = there(the(session, Unit, self.unit_id))
        turn = turn_now(session)
        player = the(session, Player, self.player_id if self.player_id else turn.player_id)
        wanted = select(SfDetection).where(
            SfDetection.unit_id == unit.id, SfDetection.player_id == player.id
        )
        row = session.exec(wanted).first()
        if not self.detected and row is None:
            raise BadInput(f"{player.faction} has not detected {unit.name}.", "detected")
        if self.detected:
            row = row or SfDetection(
                unit_id=unit.id or 0, player_id=player.id or 0, made_turn_id=turn.id or 0
            )
            row.lasts, row.made_turn_id = self.lasts, turn.id or 0
            session.add(row)
        else:
            session.delete(row)
        lead = f"{unit.name} is {'detected' if self.detected else 'no longer detected'}."
        ends = f"{self.lasts.value.capitalize()}. " if self.detected else ""
        words = f"By {player.faction}. {ends}{fired_words(session, unit)}"
        told = line(
            Kind.MARK, lead, words.strip(),
            rule="12-50", player_id=player.id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(lead[:-1], (told,))


def fired_words(session: Session, unit: Unit) -> str:
    """Tell what a unit fired in its turn that helps to detect it (12-50)."""
    began, said = began_for(session, unit), []
    rows = select(SfWeapon).where(SfWeapon.unit_id == unit.id).order_by(col(SfWeapon.id))
    for row in session.exec(rows).all():
        if row.detection_effect is not None and shots_now(session, row, began):
            said.append(f"{row.name} {signed(row.detection_effect)}")
    return f"It fired this turn, detection effect: {', '.join(said)}." if said else ""
