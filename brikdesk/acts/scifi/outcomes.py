"""Outcomes that the referee enters, and detection, for the rules that ask for it."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import existing_row
from brikdesk.acts.scifi.ammunition import target_sum
from brikdesk.acts.scifi.checks import (
    began_for,
    check_due,
    check_played,
    existing_shot,
    next_words,
    sf_facts,
    there,
    weapon_and_unit,
    whole,
    word,
)
from brikdesk.acts.scifi.crews import destroy, eliminate
from brikdesk.acts.sums import by_hand
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import weapons
from brikdesk.rules.scifi.effect_areas import AreaShape, AttackStep
from brikdesk.rules.scifi.firing import OUTCOMES, Use, signed
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, Sum, Term, line, outcome
from brikdesk.store.scifi import answers, facts_of, shots_now
from brikdesk.store.tables import Fate, Lasts, Player, SfDetection, SfShot, SfWeapon, Unit
from brikdesk.turns.turn_order import turn_now

STEPS = {
    "hit": AttackStep.HIT,
    "fall of shot": AttackStep.FALL_OF_SHOT,
    "penetration": AttackStep.DAMAGE,
    "damage": AttackStep.DAMAGE,
}
"""Matters that have a place in the order of an attack."""

RULES = {
    "hit": "12-21",
    "penetration": "12-08",
    "damage": "12-77",
    "fall of shot": "12-43",
    "landing point": "12-45",
    "armor class": "12-11",
}
"""The rule for which a matter is entered; others are part of the shot's record (12-91)."""

MOST_ENTRIES = 500
"""The most entries in the record of one shot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterOutcome(Act):
    """Enter the outcome of a shot in one matter; an empty answer skips it, perhaps with a note.

    - `unit_id`: the unit that it is about, if an area holds several.
    - `number`: the armor class, the hits of a rotary weapon outside the table, or which of several
      hits is checked.
    - `sf_weapon_id`: the weapon that damage destroys.
    - `member_id`, `loader_id`: as in `EliminateSf`, if damage eliminates a gunner.
    """

    shot_id: int
    matter: str
    answer: str = ""
    unit_id: int | None = None
    number: int | None = None
    note: str = ""
    sf_weapon_id: int | None = None
    member_id: int | None = None
    loader_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the entry and what follows from it; refused too early (12-37 to 12-43)."""
        shot = existing_shot(session, self.shot_id)
        answer, note = self._checked()
        self._check_due(session, shot)
        unit = self._unit(session, shot)
        weapon = session.get_one(SfWeapon, shot.sf_weapon_id)
        sums = self._sums(session, shot, weapon, unit, answer)
        entry: list[object] = [self.matter, unit.id if unit else None, answer, self.number, note]
        if len(shot.outcomes) >= MOST_ENTRIES:
            raise BadInput(f"A shot has at most {MOST_ENTRIES} entries.", "shot_id")
        # A new list: SQLAlchemy does not notice changes inside a JSON value.
        shot.outcomes = [*shot.outcomes, entry]
        session.add(shot)
        session.flush()
        follows = self._follows(session, unit, answer)
        session.flush()
        first = self._line(session, shot, unit, answer, note, sums)
        return Outcome(self._title(shot, unit, answer), (first, *follows))

    def _title(self, shot: SfShot, unit: Unit | None, answer: str) -> str:
        """Return the title for the Undo menu: Laser rifle at Tile: penetrated."""
        whom = unit.name if unit else shot.target
        at = f" at {whom}" if whom else ""
        said = answer or f"{self.matter} skipped"
        if not answer and self.number is not None and self.matter == "armor class":
            said = f"{self.matter} {self.number}"
        return f"{text.opening(shot.weapon)}{at}: {said}"[:100]

    def _check_due(self, session: Session, shot: SfShot) -> None:
        """Refuse an entry that comes too early.

        The fall of shot of indirect fire comes first, even without an area (12-83).
        """
        step = STEPS.get(self.matter)
        falls = shot.use is Use.INDIRECT and not answers(shot, "fall of shot")
        if step is AttackStep.FALL_OF_SHOT:
            direct = shot.use is Use.DIRECT
            why = f"{shot.weapon}: this was direct fire."
            self.refuse_if(direct, "12-43", why, session)
        elif step is not None and falls and shot.shape is AreaShape.NONE:
            why = f"{shot.weapon}: enter the fall of shot first."
            self.refuse_if(True, "12-83", why, session)
        elif step is not None:
            check_due(self, session, shot, step)

    def _checked(self) -> tuple[str, str]:
        if self.matter not in OUTCOMES:
            known = ", ".join(OUTCOMES)
            raise BadInput(f"{self.matter[:40]!r} is nothing to enter. Choose: {known}.", "matter")
        answer, choices = word(self.answer, "answer"), OUTCOMES[self.matter].choices
        if answer and choices and answer not in choices:
            asks = OUTCOMES[self.matter].asks
            raise BadInput(f"{asks} Choose: {', '.join(choices)}.", "answer")
        if self.number is not None:
            whole(self.number, "number")
        return answer, text.note(self.note, "note")

    def _unit(self, session: Session, shot: SfShot) -> Unit | None:
        chosen = self.unit_id if self.unit_id is not None else shot.target_id
        if self.unit_id is None and shot.inside and self.matter in ("hit", "penetration", "damage"):
            # With several inside, the unit that was aimed at is no better guess than another.
            chosen = shot.inside[0] if len(shot.inside) == 1 else None
        found = session.get(Unit, chosen) if chosen is not None else None
        if chosen is not None and found is None:
            raise BadInput(f"There is no unit with the number {chosen}.", "unit_id")
        return found

    def _sums(
        self, session: Session, shot: SfShot, weapon: SfWeapon, unit: Unit | None, answer: str
    ) -> tuple[Sum, ...]:
        if self.matter == "armor class":
            return self._armor_class(session, shot, unit)
        if self.matter == "hit" and answer == "hit" and weapon.rate is weapons.Rate.ROTARY:
            return self._rotary(weapon)
        if self.matter == "penetration" and unit and weapons.follows_target(shot.warhead):
            facts = facts_of(session, unit.id or 0)
            known = facts.armor_class if facts else None
            return () if known is None else (target_sum(known, unit.name),)
        return ()

    def _armor_class(self, session: Session, shot: SfShot, unit: Unit | None) -> tuple[Sum, ...]:
        if unit is None:
            raise BadInput("Of which unit is it the armor class?", "unit_id")
        if self.number is None:
            raise BadInput(OUTCOMES["armor class"].asks, "number")
        facts = sf_facts(session, unit)
        # Kept with the unit, so that the next shot at it need not ask.
        facts.armor_class = whole(self.number, "number", 0, weapons.HIGHEST)
        session.add(facts)
        if not weapons.follows_target(shot.warhead):
            return ()
        return (target_sum(self.number, unit.name),)

    def _rotary(self, weapon: SfWeapon) -> tuple[Sum, ...]:
        """Return the sum of the hits to check: by the barrels (12-57), else as entered.

        Raise BadInput if the number of barrels is not in the table and no number was entered.
        """
        if weapon.barrels is None:
            if self.number is None:
                return ()
            said = by_hand("barrels that nobody has counted", self.number)
            return (Sum("Hits to check", self.number, (said,)),)
        hits = weapons.rotary_hits(weapon.barrels)
        term = Term(f"{weapon.barrels} barrels", hits or 0, "12-57")
        if hits is None:
            if self.number is None:
                usual = weapons.suggested_hits(weapon.barrels)
                words = f"{weapon.barrels} barrels are not in the table. How many hits?"
                raise BadInput(f"{words} Usual: {usual}.", "number")
            hits = self.number
            term = by_hand(f"{weapon.barrels} barrels", hits)
        return (Sum("Hits to check", hits, (term,)),)

    def _follows(self, session: Session, unit: Unit | None, answer: str) -> list[Line]:
        if self.matter != "damage":
            return []
        if answer == "eliminated" and unit is not None:
            # Raises BadInput for a unit that was eliminated before, so that it is not lost twice.
            there(unit)
            ids = {"member_id": self.member_id, "loader_id": self.loader_id}
            return eliminate(session, unit, "", **ids)
        if answer == "weapon destroyed" and self.sf_weapon_id is not None:
            row, owner = weapon_and_unit(session, self.sf_weapon_id)
            return destroy(session, row, owner)
        return []

    def _line(
        self,
        session: Session,
        shot: SfShot,
        unit: Unit | None,
        answer: str,
        note: str,
        sums: tuple[Sum, ...],
    ) -> Line:
        whom = unit.name if unit else shot.target
        numbers = [f"{each.name} {each.total}." for each in sums]
        if self.number is not None and not sums:
            numbers = [f"{self.number}."]
        skipped = "" if self.number is not None else "Skipped."
        said = f"{text.opening(answer)}." if answer else skipped
        parts = [f"{whom}:" if whom else "", said, *numbers, note, next_words(session, shot)]
        firing = session.get_one(Unit, shot.unit_id)
        about = unit if unit and unit.fate is not Fate.REMOVED else firing
        # Only the hit of a rotary weapon has a sum, the number of hits to check.
        rule = "12-57" if self.matter == "hit" and sums else RULES.get(self.matter, "12-91")
        matter = "hit or miss" if self.matter == "hit" else self.matter
        lead = f"{text.opening(shot.weapon)}: {matter}."
        return line(
            Kind.ATTACK, lead, " ".join(filter(None, parts)),
            rule=rule, player_id=firing.player_id, unit_id=about.id, sums=sums,
        )  # fmt: skip


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
            raise BadInput(f"{unit.name} is not detected by {player.faction}.", "detected")
        if self.detected:
            row = row or SfDetection(
                unit_id=unit.id or 0, player_id=player.id or 0, made_turn_id=turn.id or 0
            )
            row.lasts, row.made_turn_id = self.lasts, turn.id or 0
            session.add(row)
        else:
            session.delete(row)
        title = f"{unit.name} is {'detected' if self.detected else 'no longer detected'}"
        ends = f"{self.lasts.value.capitalize()}. " if self.detected else ""
        words = f"By {player.faction}. {ends}{_fired_words(session, unit)}".strip()
        whose = player.id
        return outcome(Kind.MARK, title, words, rule="12-50", player_id=whose, unit_id=unit.id)


def _fired_words(session: Session, unit: Unit) -> str:
    """Return what a unit fired in its turn that helps to detect it, in words (12-50)."""
    began, said = began_for(session, unit), []
    rows = select(SfWeapon).where(SfWeapon.unit_id == unit.id).order_by(col(SfWeapon.id))
    for row in session.exec(rows).all():
        if row.detection_effect is not None and shots_now(session, row, began):
            said.append(f"{row.name} {signed(row.detection_effect)}")
    return f"It fired this turn, detection effect: {', '.join(said)}." if said else ""
