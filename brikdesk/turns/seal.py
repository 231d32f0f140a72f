"""Sealed dice: the seal of a battle, which roll a declaration is, and the proof of them all.

A face follows from the seed, the words of the players, and what is rolled: battle, seat, turn, the
number of the roll in it, and the name of the die. So whatever is undone, it falls the same again.
"""

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from sqlmodel import Session, SQLModel, col, select

from brikdesk.dice import Face, Origin, hashed_text, sealed_face, seed_hash
from brikdesk.errors import BadInput
from brikdesk.store.house_rules import OwnChoice, own_choice, write_choice
from brikdesk.store.lines import Dice, Kind, count_dice, dice_thrown, parts_from_data
from brikdesk.store.session import campaign_session, known
from brikdesk.store.tables import (
    ActRecord,
    Battle,
    BattleState,
    Fate,
    HouseRule,
    LogLine,
    Player,
    Seat,
    Turn,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.log import STANDING
from brikdesk.text import number_of
from brikdesk.turns.steps import DieAsked, step_name
from brikdesk.turns.turn_order import running_battle, turn_now

ROLLING, OPENING = "RollSealed", "OpenSeal"
"""Acts of which also those count that were undone."""

BEGUN, SEALED = "begun", "sealed"
"""How the step begins that a line names: of a battle's beginning, with its number and the hash; of a
sealed roll, with its number and its dice. It is no step that waited."""


class Seal(Struct, frozen=True):
    """The seal of a battle. `seed` is empty in a copy: nothing is rolled with it there.

    `words` has by the number of a seat whose word it is and what it says: Priya: marmalade.
    """

    hash: str
    seed: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    opened: bool = False

    @property
    def said(self) -> tuple[str, ...]:
        """The words in the order of the seats, as they are hashed."""
        return tuple(self.words[seat] for seat in sorted(self.words, key=int))


def seal_of(session: Session, battle: Battle | None) -> Seal | None:
    """Return the seal of a battle; None where its dice are not sealed."""
    # Asked at each step that is settled, of which a turn may have hundreds.
    every = known(
        session, "seals", lambda: own_choice(session, OwnChoice.SEALS), HouseRule, "switch", "value"
    )
    kept = every.get(str(battle.number)) if battle else None
    if not isinstance(kept, dict) or not isinstance(kept.get("hash"), str):
        return None
    words = kept.get("words")
    return Seal(
        kept["hash"],
        str(kept.get("seed", "")),
        {key: str(word) for key, word in words.items()} if isinstance(words, dict) else {},
        bool(kept.get("opened")),
    )


def keep_seal(session: Session, battle: Battle, seal: Seal) -> None:
    """Write the seal of a battle."""
    kept = own_choice(session, OwnChoice.SEALS)
    as_kept = {
        "hash": seal.hash,
        "seed": seal.seed,
        "words": dict(seal.words),
        "opened": seal.opened,
    }
    write_choice(session, OwnChoice.SEALS, {**kept, str(battle.number): as_kept})


def draw_seal(session: Session, battle: Battle) -> Seal:
    """Draw the seed of a battle; where something is only tried out, the seal has none.

    It is drawn here and no part of the act: nobody chooses it, and no act that is shown tells it.
    """
    seed = secrets.token_hex(32)
    kept = "" if campaign_session(session).on_a_copy else seed
    seal = Seal(seed_hash(seed), kept)
    keep_seal(session, battle, seal)
    return seal


def seal_in_force(session: Session) -> Seal | None:
    """Return the seal by which the desk rolls now; None where it rolls by chance."""
    battle = running_battle(session)
    running = battle is not None and battle.state is BattleState.RUNNING
    seal = seal_of(session, battle) if running else None
    return seal if seal and seal.seed and not seal.opened else None


def _began(session: Session, battle: Battle) -> int:
    """Return the act by which a battle was begun under its seal; 0 where that is not told yet."""
    lines = (
        select(LogLine.act_id)
        .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
        .where(LogLine.kind == Kind.SEAL.value, col(ActRecord.state).in_(STANDING))
        .where(col(LogLine.step).startswith(f"{BEGUN}-{battle.number}-"))
        .order_by(col(LogLine.id).desc())
    )
    return session.exec(lines.limit(1)).first() or 0


def _has_done(session: Session, name: str, battle: Battle) -> bool:
    done = select(ActRecord.id).where(
        ActRecord.name == name, col(ActRecord.id) > _began(session, battle)
    )
    return session.exec(done.limit(1)).first() is not None


def was_opened(session: Session, battle: Battle) -> bool:
    """Return whether the seal of a battle was ever opened, also if that was undone."""
    return _has_done(session, OPENING, battle)


def has_rolled(session: Session, battle: Battle) -> bool:
    """Return whether the seal of a battle has ever given a face, also if that was undone."""
    return _has_done(session, ROLLING, battle)


# --- which roll it is ------------------------------------------------------------------------------


def seat_numbers(session: Session, battle_id: int | None) -> dict[int, int]:
    """Return the number of each player's seat in a battle, in the order in which they sat down.

    Neither a key, which undo uses up, nor a place in the turn order, which can be changed.
    """
    taken = select(Seat.player_id).where(Seat.battle_id == battle_id).order_by(col(Seat.id))
    return {player_id: number for number, player_id in enumerate(session.exec(taken), start=1)}


def turn_words(session: Session) -> str:
    """Name the running player turn as it is hashed: battle 1, seat 2, turn 4."""
    turn = turn_now(session)
    number = session.get_one(Battle, turn.battle_id).number
    seat = seat_numbers(session, turn.battle_id).get(turn.player_id, 0)
    return f"battle {number}, seat {seat}, turn {turn.own_number}"


class Declared(Struct, frozen=True):
    """What a roll of a turn is: its number, the act that it is for, who acts, and for which time.

    `who` names a row: unit 5. `times` counts the acts of this kind that were done before.
    """

    number: int
    kind: str
    who: str
    times: int = 0


class Numbering:
    """Numbers the rolls of the running turn, as they are declared for the first time.

    A declaration that was undone keeps its number, so the same one gets the same dice again. Who is not
    there any more leaves the rolls that were not used to the next newcomer: taking somebody away and
    adding him anew is no second chance, under no name.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.turn = turn_words(session)
        rolls = rolls_of(session, self.turn)
        self._used = {number for number, roll in rolls.items() if roll["used"]}
        self._times = Counter((rolls[n]["kind"], rolls[n]["who"]) for n in self._used)
        said = (each for act in self._acts() for each in act.get("rolls") or ())
        self._known = [
            Declared(each["number"], each["kind"], each["who"], each.get("times", 0))
            for each in said
        ] + [
            # Those of a rehearsal stand in no act.
            Declared(number, roll["kind"], roll["who"], roll["times"])
            for number, roll in rolls.items()
        ]

    def _acts(self) -> Sequence[Mapping[str, Any]]:
        """Return the acts that rolled in this turn, oldest first, also those that were undone."""
        battle = self._session.get_one(Battle, turn_now(self._session).battle_id)
        found = select(ActRecord.arguments).where(
            ActRecord.name == ROLLING,
            col(ActRecord.id) > _began(self._session, battle),
            col(ActRecord.arguments)["turn"].as_string() == self.turn,
        )
        return self._session.exec(found.order_by(col(ActRecord.id))).all()

    def declare(self, kind: str, who: str) -> Declared:
        """Return the roll that an act of somebody is; from now on it is known."""
        times = self._times[kind, who]
        alike = [each for each in self._known if (each.kind, each.times) == (kind, times)]
        number = next((each.number for each in alike if each.who == who), 0)
        if not number:
            left = (each.number for each in alike if self._leaves_to(each, who))
            newest = max((each.number for each in self._known), default=0)
            number = min(left, default=newest + 1)
        made = Declared(number, kind, who, times)
        self._known.append(made)
        return made

    def _leaves_to(self, other: Declared, who: str) -> bool:
        table, key = _row_of(who)
        before, old = _row_of(other.who)
        newcomer = table == before and key > old and other.number not in self._used
        taken = any(each.number == other.number and each.who == who for each in self._known)
        return newcomer and not taken and is_gone(self._session, other.who)


def _row_of(who: str) -> tuple[str, int]:
    table, _, key = who.partition(" ")
    return table, int(key) if key.isdecimal() else 0


def is_gone(session: Session, who: str) -> bool:
    """Return whether a row is not there any more, or a unit was removed."""
    name, key = _row_of(who)
    table = SQLModel.metadata.tables.get(name)
    if table is None:
        return False
    if name == Unit.__tablename__:
        unit = session.get(Unit, key)
        return unit is None or unit.fate is Fate.REMOVED
    found = session.connection().execute(select(table.c.id).where(table.c.id == key))
    return found.first() is None


# --- the faces that lie there ----------------------------------------------------------------------


def rolls_of(session: Session, turn: str) -> dict[int, dict[str, Any]]:
    """Return the rolls of a turn that stand, by their numbers; none of any other turn."""
    kept = own_choice(session, OwnChoice.ROLLS)
    return (
        {int(n): dict(each) for n, each in kept["rolls"].items()}
        if kept.get("turn") == turn
        else {}
    )


def _keep_rolls(session: Session, turn: str, rolls: Mapping[int, Mapping[str, Any]]) -> None:
    by_number = {str(number): dict(roll) for number, roll in rolls.items()}
    write_choice(session, OwnChoice.ROLLS, {"turn": turn, "rolls": by_number})


def names_of(dice: Sequence[DieAsked]) -> tuple[str, ...]:
    """Name the dice of a roll: 1, 2; A1, A2 for those of an Armor; 1+ for what die 1 earned.

    Not by their places: a Bonus Die, or a Benny's, would push all others on to other faces.
    """
    names: list[str] = []
    own = armor = 0
    for die in dice:
        if die.earned_by is not None:
            names.append(f"{names[die.earned_by]}+")
        elif die.armor:
            armor += 1
            names.append(f"A{armor}")
        else:
            own += 1
            names.append(str(own))
    return tuple(names)


def known_faces(
    session: Session, declared: Declared, dice: Sequence[DieAsked]
) -> tuple[Face | None, ...]:
    """Return for each die the face that a roll of the running turn has given it, if it has."""
    roll = rolls_of(session, turn_words(session)).get(declared.number, {})
    faces = roll.get("faces", {})
    return tuple(
        Face(found, Origin.SEALED) if (found := faces.get(f"{name} d{die.sides}")) else None
        for name, die in zip(names_of(dice), dice, strict=True)
    )


def throw_sealed(
    session: Session,
    seal: Seal,
    declared: Declared,
    dice: Sequence[DieAsked],
    places: Iterable[int],
    what: str,
) -> dict[str, Face]:
    """Throw the dice at some places of a roll; return their faces by their names.

    `what` identifies all that was declared: what is done with these dice is held against it.
    """
    turn = turn_words(session)
    rolls, names = rolls_of(session, turn), names_of(dice)
    declaration = {
        "kind": declared.kind,
        "who": declared.who,
        "times": declared.times,
        "what": what,
    }
    roll: dict[str, Any] = {
        "used": False,
        "faces": {},
        **rolls.get(declared.number, {}),
        **declaration,
    }
    identity = f"{turn}, roll {declared.number}"
    thrown = {
        names[place]: sealed_face(seal.seed, seal.said, identity, names[place], dice[place].sides)
        for place in places
    }
    sides = dict(zip(names, (die.sides for die in dice), strict=True))
    faces = {f"{name} d{sides[name]}": face for name, face in thrown.items()}
    roll["faces"] = {**roll["faces"], **faces}
    _keep_rolls(session, turn, {**rolls, declared.number: roll})
    return {name: Face(face, Origin.SEALED) for name, face in thrown.items()}


def roll_given(
    session: Session, kind: str, who: str, dice: Sequence[DieAsked], faces: Sequence[Face]
) -> Declared | None:
    """Return which roll an act is; None without a seal.

    Raise BadInput for a sealed face that the seal has not given this act.
    """
    sealed = [place for place, face in enumerate(faces) if face.origin is Origin.SEALED]
    if seal_in_force(session) is None:
        if sealed:
            raise BadInput(
                "No seal is in force here: dice are typed, or rolled by chance.", "faces"
            )
        return None
    declared = Numbering(session).declare(kind, who)
    there = known_faces(session, declared, dice)
    for place in sealed:
        if place >= len(there) or there[place] != faces[place]:
            words = f"The seal has not given die {place + 1} this face. Roll it again."
            raise BadInput(words, "faces")
    return declared


def use_roll(session: Session, declared: Declared, what: str) -> bool:
    """Note that the dice of a roll are used; return whether something else was declared for them."""
    turn = turn_words(session)
    rolls = rolls_of(session, turn)
    if (roll := rolls.get(declared.number)) is None:
        return False
    _keep_rolls(session, turn, {**rolls, declared.number: {**roll, "used": True}})
    return bool(roll["what"] != what)


def no_sealed_face(parts: Iterable[object]) -> None:
    """Raise BadInput for a sealed face where no roll under the seal is looked up."""
    if any(isinstance(part, Face) and part.origin is Origin.SEALED for part in parts):
        raise BadInput("Sealed dice are not used here. Type the faces.", "faces")


# --- what is shown, and the proof ------------------------------------------------------------------


class SealShown(Struct, frozen=True):
    """The seal of the newest battle as it is shown; `seed` only once it is opened.

    `players` has for each seat its player, his name and his word. `rolled`: no word is taken any more.
    """

    battle_id: int
    battle: str
    hash: str
    seed: str
    players: tuple[tuple[int, str, str], ...]
    rolled: bool
    over: bool

    @property
    def short(self) -> str:
        """The beginning of the hash, by which it is told from another at a glance."""
        return f"{self.hash[:4]} {self.hash[4:8]}"


@view(HouseRule, Battle, Seat, Player, ActRecord, LogLine)
def seal_shown(session: Session) -> SealShown | None:
    """Return the seal of the newest battle; None where its dice are not sealed."""
    battle = session.exec(select(Battle).order_by(col(Battle.id).desc()).limit(1)).first()
    seal = seal_of(session, battle)
    if battle is None or seal is None:
        return None
    seats = seat_numbers(session, battle.id)
    names = {each: session.get_one(Player, each).name for each in seats}
    return SealShown(
        battle.id or 0,
        battle.name,
        seal.hash,
        seal.seed if seal.opened else "",
        tuple(
            (each, names[each], seal.words.get(str(number), "").partition(": ")[2])
            for each, number in seats.items()
        ),
        has_rolled(session, battle),
        battle.state is BattleState.OVER,
    )


@view(HouseRule, Battle)
def dice_are_sealed(session: Session) -> bool:
    """Return whether the desk rolls under a seal now."""
    return seal_in_force(session) is not None


class SealedDie(Struct, frozen=True):
    """A die of a sealed roll: its name, its face as the log has it, and what was hashed for it.

    `proved` says whether the seed gives this face; None while the seal is closed.
    """

    die: str
    sides: int
    face: int
    text: str = ""
    proved: bool | None = None


class SealedRoll(Struct, frozen=True):
    """A declaration with the dice that it was given, whether it stands or was undone."""

    act_id: int
    roll: str
    what: str
    stands: bool
    dice: tuple[SealedDie, ...]


class Proof(Struct, frozen=True):
    """All sealed rolls of a battle in the order in which they were declared, and what proves them.

    `others` are the hashes of seals under which the same battle was begun before, and taken back. `typed`,
    `outside` and `changed` count the dice of the battle that no seal proves. `strange` counts the sealed
    dice of the log that no roll has.
    """

    battle: str
    hash: str
    seed: str
    words: tuple[str, ...]
    rolls: tuple[SealedRoll, ...]
    others: tuple[str, ...] = ()
    typed: int = 0
    outside: int = 0
    changed: int = 0
    strange: int = 0
    in_order: bool = True

    @property
    def opened(self) -> bool:
        """Whether the seed is told."""
        return bool(self.seed)

    @property
    def undone(self) -> int:
        """How many declarations were undone."""
        return sum(not roll.stands for roll in self.rolls)

    @property
    def wrong(self) -> tuple[SealedRoll, ...]:
        """The rolls with a die that the seed does not give."""
        return tuple(roll for roll in self.rolls if any(die.proved is False for die in roll.dice))

    @property
    def sound(self) -> bool:
        """Whether the seed is the one that was sealed, and gives every face in its order."""
        whole = self.opened and self.in_order and not self.strange
        return whole and seed_hash(self.seed) == self.hash and not self.wrong

    @property
    def verdict(self) -> str:
        """What the proof comes to, in one sentence."""
        dice = number_of(sum(len(roll.dice) for roll in self.rolls), "sealed die", "sealed dice")
        if not self.opened:
            return f"{dice}. Nothing is proved while the seal is closed."
        if self.sound:
            return f"{dice}: the seed gives every face, in the order in which it was declared."
        if seed_hash(self.seed) != self.hash:
            return "NOT PROVED: this seed is not the one whose hash was told."
        if self.wrong:
            return f"NOT PROVED: the seed gives other faces in {self.wrong[0].roll}."
        if not self.in_order:
            return "NOT PROVED: a roll is missing, or they stand in another order."
        return f"NOT PROVED: of {self.strange} of the dice marked as sealed nothing was declared."


@view(HouseRule, Battle, Turn, ActRecord, LogLine)
def proof_of(session: Session, battle_id: int) -> Proof | None:
    """Return the sealed rolls of a battle, proved once its seal is opened; None without a seal."""
    battle = session.get(Battle, battle_id)
    seal = seal_of(session, battle)
    if battle is None or seal is None:
        return None
    rolls = tuple(_rolls(session, seal, battle))
    turns = select(Turn.id).where(Turn.battle_id == battle.id)
    lines = select(LogLine.parts).join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
    lines = lines.where(col(LogLine.turn_id).in_(turns), col(ActRecord.state).in_(STANDING))
    thrown = [parts_from_data(parts) for parts in session.exec(lines)]
    used = Counter(
        (die.sides, die.value)
        for parts in thrown
        for die in dice_thrown(parts)
        if die.origin is Origin.SEALED
    )
    by_the_seal = Counter(
        (die.sides, die.face) for roll in rolls if roll.stands for die in roll.dice
    )
    return Proof(
        battle.name,
        seal.hash,
        seal.seed if seal.opened else "",
        seal.said,
        rolls,
        tuple(_other_hashes(session, battle, seal)),
        sum(count_dice(parts, Origin.TYPED) for parts in thrown),
        sum(count_dice(parts, Origin.ROLLED) for parts in thrown),
        sum(count_dice(parts, Origin.CHANGED) for parts in thrown),
        (used - by_the_seal).total(),
        _in_order(rolls),
    )


def _rolls(session: Session, seal: Seal, battle: Battle) -> Iterator[SealedRoll]:
    columns: Any = (LogLine, ActRecord.arguments, ActRecord.state)
    lines = (
        select(*columns)
        .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
        .where(ActRecord.name == ROLLING, col(LogLine.step).startswith(f"{SEALED}-"))
        .where(col(ActRecord.id) > _began(session, battle))
        .order_by(col(LogLine.id))
    )
    for row, said, state in session.exec(lines):
        turn = str(said.get("turn"))
        _, number, names = row.step.split("-", 2)
        if not turn.startswith(f"battle {battle.number}, "):
            continue
        parts = parts_from_data(row.parts)
        dice = [die for part in parts if isinstance(part, Dice) for die in part.dice]
        roll = f"{turn}, roll {number}"
        yield SealedRoll(
            row.act_id,
            roll,
            " ".join((row.lead, *(part.text for part in parts if not isinstance(part, Dice)))),
            state in STANDING,
            tuple(
                _proved(seal, roll, name, die.sides, die.value)
                for name, die in zip(names.split(), dice, strict=False)
            ),
        )


def _proved(seal: Seal, roll: str, name: str, sides: int, face: int) -> SealedDie:
    if not seal.opened:
        return SealedDie(name, sides, face)
    proved = sealed_face(seal.seed, seal.said, roll, name, sides) == face
    return SealedDie(name, sides, face, hashed_text(seal.said, roll, name), proved)


def _in_order(rolls: Sequence[SealedRoll]) -> bool:
    """Return whether the rolls of each turn are numbered as they were declared first."""
    newest: Counter[str] = Counter()
    for each in rolls:
        turn, _, number = each.roll.rpartition(", roll ")
        if int(number) > newest[turn] + 1:
            return False
        newest[turn] = max(newest[turn], int(number))
    return True


def _other_hashes(session: Session, battle: Battle, seal: Seal) -> Iterator[str]:
    """Yield the hashes of the seals under which a battle was begun, but for the one that stands."""
    begins = f"{BEGUN}-{battle.number}-"
    lines = select(LogLine.step).where(
        LogLine.kind == Kind.SEAL.value, col(LogLine.step).startswith(begins)
    )
    for step in session.exec(lines.order_by(col(LogLine.id))):
        if (other := step.removeprefix(begins)) != seal.hash:
            yield other


def belongs_to_seal(step: str) -> bool:
    """Return whether a line names a seal, and no step that waited."""
    return step_name(step) in (SEALED, BEGUN)
