"""Detection as the referee enters it, for the rules that ask for it (12-38, 12-55, 12-84)."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk.acts.rows import existing_row
from brikdesk.acts.scifi.typed import began_for, check_played, there
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.hit_entry import signed
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.scifi_rows import shots_now
from brikdesk.store.tables import Lasts, Player, SfDetection, SfWeapon, Unit
from brikdesk.turns.sequence import turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkDetected(Act):
    """Mark a unit as detected by a player's side, and for how long; `detected` off ends it.

    `player_id` is by default the player whose turn it is.
    """

    unit_id: int
    player_id: int | None = None
    detected: bool = True
    lasts: Lasts = Lasts.CLEARED

    def carry_out(self, session: Session) -> Outcome:
        """Write or delete the marker; the line says what the unit fired in its turn (12-50).

        Raise BadInput if a marker that is to end is not there.
        """
        check_played(session)
        unit = there(existing_row(session, Unit, self.unit_id))
        turn = turn_now(session)
        player = existing_row(session, Player, self.player_id if self.player_id else turn.player_id)
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
        words = f"By {player.faction}. {ends}{_fired_words(session, unit)}"
        entry = line(
            Kind.MARK, lead, words.strip(),
            rule="12-50", player_id=player.id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(lead[:-1], (entry,))


def _fired_words(session: Session, unit: Unit) -> str:
    """Return what a unit fired in its turn that helps to detect it, in words (12-50)."""
    began, said = began_for(session, unit), []
    rows = select(SfWeapon).where(SfWeapon.unit_id == unit.id).order_by(col(SfWeapon.id))
    for row in session.exec(rows).all():
        if row.detection_effect is not None and shots_now(session, row, began):
            said.append(f"{row.name} {signed(row.detection_effect)}")
    return f"It fired this turn, detection effect: {', '.join(said)}." if said else ""
