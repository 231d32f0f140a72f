"""Setting fire: by the referee's word, or by the Fire dice of a hit."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.fire.catching import catch_fire
from brikdesk.acts.fire.fires import burns_as_minifig, fire_before, fire_on, fire_sums, light
from brikdesk.acts.places import place_of
from brikdesk.acts.reckoning import by_hand
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.step import check_faces
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.fire.fire_kinds import KINDS, FireKind, is_open_to
from brikdesk.store.act import Act, Faces
from brikdesk.store.lines import Kind, Line, Outcome, Sum, line
from brikdesk.store.tables import Fire, Player, Unit
from brikdesk.turns.sequence import player_name, turn_now

PASSES_TO = {FireKind.ION: "F.1-45", FireKind.POISON: "F.1-46", FireKind.VIRUS: "F.1-47"}
"""The rule that says whom a kind of fire can reach."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignite(Act):
    """Set a unit on fire by hand, or make its fire of that kind larger, up to its Size.

    - `set_by_id`: the player who set it, by default the running player.
    - `natural`: nobody set it; `set_by_id` is ignored.
    - `permanent_dice`: number of d4 Fire of a permanent fire, which keeps its Size and makes no
      Burning Roll (F.1-18, F.1-19); 0 for a wild one.
    - `final_stage`: what becomes of a victim that poison, a virus ... has used up (F.1-48).
    """

    unit_id: int
    inches: int = 1
    set_by_id: int | None = None
    natural: bool = False
    kind: FireKind = FireKind.FIRE
    place: str = ""
    permanent_dice: int = 0
    final_stage: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Light the fire; BadInput for less than 1", or for dice that no fire has."""
        unit = alive(session, self.unit_id)
        setter = setter_of(session, self.set_by_id, natural=self.natural)
        minifig = burns_as_minifig(session, unit)
        self._check(session, unit, minifig)
        old = fire_before(session, unit, self.kind)
        fire = light(session, unit, self.inches, setter, self.kind, place_of(self.place))
        if self.permanent_dice:
            fire.permanent_dice = self.permanent_dice
        if self.final_stage.strip():
            fire.final_stage = text.note(self.final_stage, "final_stage")
        session.add(fire)
        sums = fire_sums(fire, old, by_hand("Set alight by the referee's word", self.inches))
        return Outcome(f"{unit.name} burns", (self._line(session, unit, fire, sums),))

    def _check(self, session: Session, unit: Unit, minifig: bool) -> None:
        if not 1 <= self.inches <= 1000:
            raise BadInput('A fire is 1" or larger.', "inches")
        if not 0 <= self.permanent_dice <= 20 or (minifig and self.permanent_dice):
            raise BadInput(
                "A permanent fire has 1 to 20 d4, a minifig's has none.", "permanent_dice"
            )
        _check_open(self, session, unit, self.kind)
        self.refuse_if(
            minifig and fire_on(session, unit, self.kind),
            "Q8-29",
            f"{unit.name} burns already, and a minifig has one fire.",
            session,
        )
        self.refuse_if(
            self.permanent_dice > self.inches,
            # A fire is a Field, which never has more dice than inches.
            "F.1-02",
            f'{self.permanent_dice} dice need a fire of {self.permanent_dice}", not {self.inches}".',
            session,
        )

    def _line(self, session: Session, unit: Unit, fire: Fire, sums: tuple[Sum, ...]) -> Line:
        size = f'Its fire is {fire.size}".' if fire.size else ""
        where = f"At {fire.place}." if fire.place else ""
        dice = f"Permanent, {fire.permanent_dice}d4 Fire." if fire.permanent_dice else ""
        setter = f"Set by {player_name(session, fire.set_by_id)}." if fire.set_by_id else ""
        what = "is on fire" if fire.kind is FireKind.FIRE else f"suffers {fire.kind.value}"
        return line(
            Kind.FIRE, f"{unit.name} {what}.",
            " ".join(part for part in (size, where, dice, setter) if part),
            rule="F.1-23" if fire.size else "8.3-25", player_id=unit.player_id, unit_id=unit.id,
            sums=sums,
        )  # fmt: skip


def _check_open(act: Act, session: Session, unit: Unit, kind: FireKind) -> None:
    """Refuse a kind of fire that cannot affect a unit (F.1-45 to F.1-47)."""
    act.refuse_if(
        not is_open_to(kind, unit.tags),
        PASSES_TO.get(kind, ""),
        f"{unit.name} is not {KINDS[kind].needs}: {kind.value} does nothing to it.",
        session,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FireDamage(Act):
    """Fire dice hit a unit and may set it on fire, whatever its Armor (Q8-27, QF-13).

    - `faces`: natural faces of the Fire d4s that Deflection left, without Bonus Dice.
    - `damage`: for minifigs, points of Fire damage before Armor; by default the faces less
      `out_of_range`.
    - `kind`: dice of acid, ion, poison or a virus do the same.
    """

    unit_id: int
    faces: Faces
    damage: int | None = None
    set_by_id: int | None = None
    out_of_range: int = 0
    kind: FireKind = FireKind.FIRE

    def carry_out(self, session: Session) -> Outcome:
        """Light the unit if the dice say so; BadInput for impossible dice, or for none."""
        unit = alive(session, self.unit_id)
        check_faces((FIRE_SIDES,) * len(self.faces), self.faces)
        if not self.faces:
            raise BadInput("No Fire dice were given.", "faces")
        if self.out_of_range < 0:
            raise BadInput('Out of Range is 0" or more.', "out_of_range")
        _check_open(self, session, unit, self.kind)
        setter = setter_of(session, self.set_by_id)
        rolled = sum(face.value for face in self.faces) - self.out_of_range
        damage = max(0, rolled if self.damage is None else self.damage)
        words = catch_fire(
            session,
            unit,
            self.faces,
            damage,
            setter,
            out_of_range=self.out_of_range,
            kind=self.kind,
        )
        return Outcome(f"{self.kind.value.capitalize()} on {unit.name}", (words,))


def setter_of(session: Session, set_by_id: int | None, *, natural: bool = False) -> int | None:
    """Return the player who set a fire: the one named, else the running one.

    None for a natural fire. Raise BadInput for an unknown player.
    """
    if natural:
        return None
    if set_by_id is None:
        return turn_now(session).player_id
    return existing_row(session, Player, set_by_id).id
