"""Throwing dice that acts ask for: by chance, or under the seal of a battle, where it is an act itself."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, PlainSerializer
from sqlmodel import Session

from brikdesk.acts.step_act import (
    ClockStep,
    DiceAct,
    StepAct,
    as_dice,
    subject_of,
    what_is_declared,
)
from brikdesk.dice import Face, Origin
from brikdesk.errors import BadInput
from brikdesk.store.act import Act, act_from_data, act_to_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Dice, Kind, Line, Outcome, line
from brikdesk.store.session import campaign_session, one_by_one, watcher
from brikdesk.store.tables import Battle, Unit
from brikdesk.text import number_of
from brikdesk.turns.seal import (
    SEALED,
    Declared,
    Numbering,
    Seal,
    known_faces,
    names_of,
    seal_in_force,
    throw_sealed,
    was_opened,
)
from brikdesk.turns.steps import Preview
from brikdesk.turns.turn_order import turn_now

ThrowDie = Callable[[int], int]
"""A function that throws one die with this many sides and returns its face."""

ThrowOwed = Callable[[Session, StepAct], tuple[StepAct, Preview]]
"""A function that throws every die that an act asks for, until it is complete or waits for a choice."""


def by_chance(thrower: ThrowDie) -> ThrowOwed:
    """Return the function that throws dice one by one, by chance or as a test wants them."""

    def throw(session: Session, act: StepAct) -> tuple[StepAct, Preview]:
        faces, preview = list(act.thrown(session)), act.examine(session)
        # Again and again, because a die that was thrown may earn Bonus Dice.
        while preview.owed:
            faces += (Face(thrower(asked.sides), Origin.ROLLED) for asked in preview.open_dice)
            act = replace(act, faces=tuple(faces))
            preview = act.examine(session)
        return act, preview

    return throw


AnyDiceAct = TypeVar("AnyDiceAct", bound=DiceAct)


def with_known(session: Session, act: AnyDiceAct, declared: Declared) -> tuple[AnyDiceAct, Preview]:
    """Return an act with the faces that its sealed roll has given it already, as far as they go."""
    faces, preview = list(act.thrown(session)), act.examine(session)
    while preview.owed:
        there = known_faces(session, declared, preview.dice)[len(faces) :]
        known = [face for face in there[: there.index(None)] if face] if None in there else there
        if not known:
            break
        faces += (face for face in known if face)
        act = replace(act, faces=tuple(faces))
        preview = act.examine(session)
    return act, preview


def _act_from_data(data: Any) -> Any:
    return data if isinstance(data, Act) else act_from_data(data)


AnAct = Annotated[Any, BeforeValidator(_act_from_data), PlainSerializer(act_to_data)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedThrow:
    """One declaration: the act that dice are thrown for, and which roll of the turn it is.

    `only` are places of dice of the act, where not all that are missing are thrown.
    """

    number: int
    kind: str
    who: str
    act: AnAct
    times: int = 0
    only: tuple[int, ...] = ()

    @property
    def declared(self) -> Declared:
        """What it says of the roll."""
        return Declared(self.number, self.kind, self.who, self.times)


def _declared(session: Session, act: DiceAct) -> Declared:
    """Return which roll of the turn an act is."""
    return Numbering(session).declare(type(act).__name__, subject_of(session, act))


class UnderSeal:
    """Throws dice under the seal in a rehearsal, and notes in `acts` for what it did so."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal
        self.acts: list[StepAct] = []

    def __call__(self, session: Session, act: StepAct) -> tuple[StepAct, Preview]:
        """Return an act with all of its dice, those that lie there and those that are thrown for it."""
        declared = _declared(session, act)
        act, preview = with_known(session, act, declared)
        if preview.owed:
            self.acts.append(act)
            for _ in _thrown(session, self._seal, _throw_of(declared, act)):
                pass
            act, preview = with_known(session, act, declared)
        return act, preview


def _throw_of(declared: Declared, act: DiceAct, only: tuple[int, ...] = ()) -> SealedThrow:
    return SealedThrow(
        number=declared.number, kind=declared.kind, who=declared.who, times=declared.times,
        act=act, only=only,
    )  # fmt: skip


def declaring(
    session: Session, acts: Iterable[DiceAct], only: tuple[int, ...] = ()
) -> "RollSealed":
    """Return the act that declares rolls for acts in this order, and throws their missing dice."""
    numbering = Numbering(session)
    rolls = tuple(
        _throw_of(numbering.declare(type(act).__name__, subject_of(session, act)), act, only)
        for act in acts
    )
    return RollSealed(turn=numbering.turn, rolls=rolls)


def _thrown(session: Session, seal: Seal, roll: SealedThrow) -> Iterator[tuple[str, int, Face]]:
    """Throw what is missing of a roll; yield each die with its name, its sides and its face."""
    act, what = roll.act, what_is_declared(roll.act)
    preview = act.examine(session)
    while preview.owed:
        first = len(preview.dice) - preview.owed
        places = roll.only or tuple(range(first, len(preview.dice)))
        places = tuple(place for place in places if first <= place < len(preview.dice))
        faces = throw_sealed(session, seal, roll.declared, preview.dice, places, what)
        for place in places:
            name = names_of(preview.dice)[place]
            yield name, preview.dice[place].sides, faces[name]
        if roll.only:
            return
        lies = (*act.thrown(session)[:first], *faces.values())
        act = replace(act, faces=lies)
        preview = act.examine(session)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollSealed(Act):
    """Declare what dice are thrown for, and throw them under the seal of the battle.

    The faces lie there once it is done, never before; nothing that could fail comes after the first
    of them, and no other act is done together with it: a face that decides whether it is kept would be a
    second chance. `turn` names the player turn as it is hashed.
    """

    turn: str
    rolls: tuple[SealedThrow, ...]

    def carry_out(self, session: Session) -> Outcome:
        """Throw; BadInput without a seal, where nothing is kept, or for another roll than is said."""
        here, seal = campaign_session(session), seal_in_force(session)
        if seal is None:
            raise BadInput("No seal is in force here: the desk rolls these dice by chance.")
        title = self._title(session)
        if here.keys is not None:
            return Outcome(title)  # history once more: its dice lie in the acts that used them
        if here.rehearses:
            raise BadInput("Sealed dice are thrown when they are declared; they are not tried out.")
        self._check(session)
        lines = [
            self._line(session, seal, roll)
            for roll in one_by_one(watcher(session), "Rolling", self.rolls)
        ]
        return Outcome(title, tuple(lines))

    def _title(self, session: Session) -> str:
        first = self.rolls[0] if self.rolls else None
        many = number_of(len(self.rolls), "sealed roll")
        return f"Roll for {_deed(session, first)}" if first and len(self.rolls) == 1 else many

    def _check(self, session: Session) -> None:
        battle = session.get_one(Battle, turn_now(session).battle_id)
        if was_opened(session, battle):
            raise BadInput("The seal of this battle was opened once: nothing is rolled with it.")
        numbering = Numbering(session)
        asks = bool(self.rolls) and self.turn == numbering.turn
        for roll in self.rolls:
            if not isinstance(roll.act, DiceAct):
                raise BadInput(f"{type(roll.act).__name__} asks for no dice.", "rolls")
            kind, who = type(roll.act).__name__, subject_of(session, roll.act)
            said = numbering.declare(roll.kind, roll.who)
            asks = asks and (roll.kind, roll.who) == (kind, who) and said == roll.declared
        if not asks:
            raise BadInput("These are other rolls by now. Roll once more.", "rolls")
        if not self.rolls[0].act.examine(session).owed:
            raise BadInput("No dice are missing.", "rolls")

    def _line(self, session: Session, seal: Seal, roll: SealedThrow) -> Line:
        try:
            thrown = list(_thrown(session, seal, roll))
        except BadInput:
            thrown = []  # what was thrown before has changed it; it is declared all the same
        unit = session.get(Unit, _unit_of(session, roll))
        faces = [face for *_, face in thrown]
        dice = as_dice([sides for _, sides, _ in thrown], faces)
        return line(
            Kind.SEAL, f"{unit.name if unit else 'The desk'} rolls.",
            # Shown, not counted: the act that uses them has them too.
            Dice(dice.dice, again=True) if thrown else "No dice.",
            f"For {_deed(session, roll)}, roll {roll.number}.",
            player_id=unit.player_id if unit else turn_now(session).player_id,
            unit_id=unit.id if unit else None,
            step=f"{SEALED}-{roll.number}-{' '.join(name for name, *_ in thrown)}",
        )  # fmt: skip


def _unit_of(session: Session, roll: SealedThrow) -> int:
    """Return the unit that rolls, or whose step it is; 0 for none."""
    table, _, key = roll.who.partition(" ")
    if table == Unit.__tablename__ and key.isdecimal():
        return int(key)
    row = session.get(roll.act.CLOCK.table, key) if isinstance(roll.act, ClockStep) else None
    return getattr(row, "unit_id", None) or 0


def _deed(session: Session, roll: SealedThrow | None) -> str:
    """Return in words what dice are thrown for: attack at Biscuit, burn minifig."""
    if roll is None:
        return "nothing"
    words = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in roll.kind).strip()
    aims = (session.get(Unit, aim.unit_id or 0) for aim in getattr(roll.act, "aims", ()))
    named = ", ".join(unit.name for unit in aims if unit)
    return f"{words} at {named}" if named else words


def to_declare(session: Session, act: DiceAct, only: tuple[int, ...] = ()) -> RollSealed | None:
    """Return the act that throws the missing dice of another; None where no seal is in force.

    None too where all of them, or those at the places that are wanted, lie there already.
    """
    if seal_in_force(session) is None:
        return None
    if only:
        known = sealed_faces(session, act)
        lies = all(place < len(known) and known[place] for place in only)
    else:
        act, preview = with_known(session, act, _declared(session, act))
        lies = not preview.owed
    return None if lies else declaring(session, (act,), only)


def lies_sealed(session: Session, act: StepAct) -> StepAct:
    """Return an act with the dice that the seal has given it and that stand."""
    return with_known(session, act, _declared(session, act))[0]


def sealed_faces(session: Session, act: DiceAct) -> tuple[Face | None, ...]:
    """Return for each die of an act the face that the seal has given it and that stands, if any."""
    dice = act.examine(session).dice
    if seal_in_force(session) is None:
        return (None,) * len(dice)
    return known_faces(session, _declared(session, act), dice)


def roll_step(campaign: Campaign, act: StepAct, thrower: ThrowDie, *, dry: bool = False) -> StepAct:
    """Return the act with the dice that are missing now thrown; choices may still be open.

    Under a seal that is an act of its own, which is done before this returns; in a `dry` run, and in
    a campaign that is only looked at, the dice are thrown by chance and marked so.
    """
    if not (dry or campaign.read_only):
        if declares := campaign.reading(lambda session: to_declare(session, act)):
            campaign.do(declares)
        if campaign.reading(seal_in_force):
            return campaign.reading(lambda session: lies_sealed(session, act))
    return campaign.reading(lambda session: by_chance(thrower)(session, act)[0])
