"""Actions besides attacks: spent by hand, with a Use rating, of a whole turn, mending, disputes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.combat.armor import on_fire, own_bonuses
from brikdesk.acts.combat.engaging import group_of
from brikdesk.acts.fields.scouts_and_marks import has_specialty
from brikdesk.acts.movement.on_the_way import fall, slips
from brikdesk.acts.step_act import StepAct, Throw, ask, missing
from brikdesk.acts.sums import fails, roll_terms, sum_of
from brikdesk.acts.units.begin_state import begin_state, is_minifig
from brikdesk.acts.units.facts import whole
from brikdesk.acts.units.states import revive
from brikdesk.dice import Die, Pool, Roll, RollKind, action_kind, lay_out
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import edge_to_edge
from brikdesk.rules.brikwars.actions_and_responses import (
    DIFFICULTIES,
    USUAL_USE,
    is_trivial,
    may_mend,
    may_triage,
    succeeds,
    triage_die,
    turns_in_words,
    use_chance,
)
from brikdesk.rules.brikwars.attacks import BENNY_DIE, Fighter, outnumbered
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse, dispute_die, still_at_odds
from brikdesk.rules.brikwars.units_and_damage import (
    CONSTRUCTION,
    LIMBS,
    REPAIR_DIE,
    TRIAGE,
    may_repair,
    mended,
)
from brikdesk.rules.refusal import first
from brikdesk.store.act import Act
from brikdesk.store.house_rules import allies_of, house_of
from brikdesk.store.lines import (
    REFEREE,
    Dice,
    Kind,
    Line,
    LinePart,
    Outcome,
    Sum,
    Term,
    Tone,
    Words,
    line,
    outcome,
)
from brikdesk.store.tables import Fate, Player, State, StateKind, Unit
from brikdesk.store.views.states import STATES
from brikdesk.turns.brikwars.units import STATE, is_extended, turns_spent
from brikdesk.turns.steps import Choice, DieWords, Option, Preview, Thrower, Topic
from brikdesk.turns.turn_order import player_name, turn_now

FLAIR = Option("flair", "Something else", "as the table agrees")
"""The use of a Benny that every Action has (4.2-23)."""


class ActionThrow:
    """The Action Roll of one deed as far as its dice and choices are known.

    - `offers`: what its Benny may be spent on; `bought`: the offers that add a die to the roll.
    - `terms`: flat modifiers besides those that the program knows of.
    - `joining`: who attacks it just now, and fights with it from now on (5.1-42).

    `roll` is None while dice or the Benny's use are missing; `benny` is the offer that was chosen.
    """

    def __init__(
        self,
        session: Session,
        act: StepAct,
        unit: Unit,
        kind: RollKind,
        *,
        offers: Sequence[Option],
        bought: Collection[str],
        terms: Sequence[Term] = (),
        joining: Unit | None = None,
    ) -> None:
        self.session, self.unit, self.kind = session, unit, kind
        self.choices: list[Choice] = []
        self.benny = self.flair = ""
        own = own_bonuses(session, unit)
        self.terms = (*terms, *own.terms, *_outnumbered(session, unit, joining))
        rules = house_of(session, BrikWarsHouse).dice
        penalty, points = own.penalty, sum(term.value for term in self.terms)
        self.pool = Pool((unit.action_die,), points, penalty)
        faces = act.thrown(session)
        # Resolved once to see whether it earns a Benny, then again with the die that this buys.
        laid = lay_out(kind, self.pool.sides, faces, self.pool.bonus, penalty=penalty, house=rules)
        if laid.roll and laid.roll.benny:
            self._ask_benny(act, tuple(offers))
        benny = (BENNY_DIE,) if self.benny in bought else ()
        self.throw = Throw(faces, rules)
        labels = own.labels("Action")
        roll = self.throw.roll(kind, self.pool.sides, labels, points, penalty=penalty, benny=benny)
        self.throw.done()
        # What the Benny buys may still change the total.
        undecided = any(choice.chosen is None for choice in self.choices)
        self.roll: Roll | None = None if undecided else roll

    def _ask_benny(self, act: StepAct, offers: tuple[Option, ...]) -> None:
        who = player_name(self.session, self.unit.player_id)
        self.benny = self._ask(act, "benny", f"Over the Top! {who} spends the Benny on:", offers)
        if self.benny == FLAIR.value:
            self.flair = self._ask(act, "flair", f"{who} says on what:", (), free=True)

    def _ask(
        self, act: StepAct, name: str, prompt: str, options: tuple[Option, ...], free: bool = False
    ) -> str:
        owner, topic = self.unit.player_id, Topic.ROLL
        made = ask(act.choices, name, prompt, owner, options, free=free, topic=topic)
        self.choices.append(made)
        return made.chosen or ""

    @property
    def waiting(self) -> str:
        """What is still missing, in words; empty if nothing is."""
        return missing(self.throw.owed, self.choices)

    def sum(self, name: str, total: int, rule: str, *more: Term, floor: int | None = None) -> Sum:
        """Return how a number came about that this roll led to; `more` are terms after its own."""
        assert self.roll
        dice = roll_terms(self.roll, rule, on_fire=on_fire(self.session, self.unit))
        return sum_of(name, total, *dice, *self.terms, *more, floor=floor)


def _outnumbered(session: Session, unit: Unit, joining: Unit | None) -> tuple[Term, ...]:
    """Return the modifier of a unit in a Close Combat with a majority of opponents (5.1-42)."""
    group = group_of(session, [unit.id or 0, *((joining.id or 0,) if joining else ())])
    if len(group) < 3:  # with fewer nobody is outnumbered, and most units fight nobody
        return ()
    units = [session.get_one(Unit, key) for key in sorted(group)]
    fighters = [
        Fighter(
            each.id or 0,
            each.player_id or 0,
            StateKind.DISRUPTED in who_may.kinds_of(session, each),
        )
        for each in units
    ]
    player = unit.player_id or 0
    fallen = house_of(session, BrikWarsHouse).bw_count_disrupted_fighters
    allies = allies_of(session, player) if player else set()
    value = outnumbered(player, fighters, allies, bw_count_disrupted_fighters=fallen)
    return (Term("Outnumbered", value, "5.1-42"),) if value else ()


def in_percent(chance: float) -> str:
    """Return a chance in words: 50 %, 12.5 %."""
    return f"{chance * 100:.1f}".removesuffix(".0") + " %"


def failed(roll: Roll) -> tuple[Term, ...]:
    """Return the part by which a Critical Failure makes an amount 0; none if it does not."""
    return (fails(roll.total),) if roll.critical_failure and roll.total > 0 else ()


MOST_TURNS = 99

_GOES_ON = (
    Option("on", "Goes on", "its Action, and no movement"),
    Option("stop", "Stops", "it moves and acts as usual"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullTurnAction(StepAct):
    """A unit spends its whole turn on a task, which needs no roll by itself (4.2-26).

    `turns` are those that the task takes; 0: it goes on until its owner stops it. In each later
    turn the owner is asked whether it goes on (4.2-29).
    """

    KEY = "full-turn-{0.unit_id}"
    unit_id: int
    name: str
    turns: int = 1

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that has no Action left, cannot act, or fights."""
        who_may.check_free(self, session, alive(session, self.unit_id))

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        unit, name = self._task(session)
        return Preview(summary=f"{unit.name}: {name}. {self._ends()}")

    def settle(self, session: Session) -> Outcome:
        """Spend the Action; the unit neither moves nor acts until its turn ends (4.2-27)."""
        unit, name = self._task(session)
        who_may.begin_full_turn(self, session, unit)
        state = begin_state(session, unit, StateKind.FULL_TURN, name, lasting=self.turns != 1)
        # For `ContinueAction`, which counts the turns up to this number.
        state.until = str(self.turns) if self.turns > 1 else ""
        return outcome(
            Kind.STATE, f"{unit.name}: {name}", f"{name}. {self._ends()}", lead=f"{unit.name}:",
            rule="4.2-26" if self.turns == 1 else "4.2-29", of=unit, step=self.key,
        )  # fmt: skip

    def _task(self, session: Session) -> tuple[Unit, str]:
        whole(self.turns, "turns", most=MOST_TURNS)
        return alive(session, self.unit_id), text.name(self.name)

    def _ends(self) -> str:
        if self.turns == 1:
            return f"A full-turn Action. {STATES[StateKind.FULL_TURN].until}"
        if not self.turns:
            return "An extended Action, until its owner stops it."
        return f"An extended Action of {self.turns} turns."


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueAction(StepAct):
    """An extended Action comes to a new turn of its owner. Choice `extended`: "on" or "stop" (4.2-29).

    Each turn that it goes on costs the Action and the movement of that turn again.
    """

    KEY = "extended-{0.state_id}"
    state_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse it before its owner's next turn, and a second time in one turn."""
        state, unit = self._going_on(session)
        why = f"{unit.name} is asked at the start of its next turn."
        self.refuse_if(not STATE.strikes(session, state), "4.2-29", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask whether it goes on."""
        state, unit = self._going_on(session)
        what = state.cause or state.kind.value
        prompt = f"{player_name(session, unit.player_id)}: does {unit.name} go on ({what})?"
        choice = ask(self.choices, "extended", prompt, unit.player_id, _GOES_ON)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=prompt)
        does = f"goes on: {what}" if choice.chosen == "on" else f"stops: {what}"
        return Preview(choices=(choice,), summary=f"{unit.name} {does}.")

    def settle(self, session: Session) -> Outcome:
        """Spend the Action of this turn too, or end it; the last planned turn ends by itself."""
        state, unit = self._going_on(session)
        what = state.cause or state.kind.value
        if self.choices["extended"] == "stop":
            session.delete(state)
            title, rest = f"{unit.name} stops", f"{what} is over."
        else:
            who_may.take_action(session, unit)
            spent, planned = turns_spent(session, state), int(state.until or 0)
            # A state that lasts no longer ends with this turn, as that of a single turn does.
            state.lasting = spent != planned
            session.add(state)
            turns = turns_in_words(spent, planned)
            rest = f"{what}, {turns}." if state.lasting else f"{what}, {turns}, the last one."
            title = f"{unit.name} goes on"
        return outcome(Kind.STATE, title, rest, rule="4.2-29", of=unit, step=self.key)

    def _going_on(self, session: Session) -> tuple[State, Unit]:
        state = existing_row(session, State, self.state_id)
        unit = session.get_one(Unit, state.unit_id)
        if not is_extended(state):
            raise BadInput(f"{unit.name} is busy with no extended Action.", "state_id")
        return state, unit


HIGHEST_USE = 99
LARGEST_MODIFIER = 99

ROLL = Option("roll", "+1d6 on the Action Roll")


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherAction(StepAct):
    """A unit spends its Action on a task: an Action Roll against its Use, 0 for a trivial one.

    `modifier` is added to the roll for the reason `why`. `outcome` are words for the log: what
    follows from success or failure (4.2-07).

    Faces: the Action die, then the Benny's die with its Bonus Dice. Choices: `benny` (roll, flair),
    and with flair the words of `flair`.
    """

    KEY = "action-{0.unit_id}"
    unit_id: int
    name: str
    use: int = USUAL_USE
    modifier: int = 0
    why: str = ""
    outcome: str = ""

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that has no Action left, or cannot act."""
        turn_now(session)
        who_may.check_other_action(self, session, alive(session, self.unit_id))

    def examine(self, session: Session) -> Preview:
        """Ask for the Action die, unless the task is trivial, and for what a Benny is spent on."""
        unit, name, use = self._task(session)
        throw = self._throw(session, unit, use)
        if throw is None:
            return Preview(summary=f"{unit.name}: {name}. It works, no roll is needed.")
        summary = ""
        words: tuple[DieWords, ...] = ()
        if throw.roll:
            summary = f"{unit.name}: {name}. {_comes(throw, use)}"
            words = (DieWords(0, _tone(throw, use), f"{throw.roll.total} against Use {use}."),)
        asks = throw.throw.asks(throw.choices)
        if throw.waiting:
            asks["waiting"] = f"{throw.waiting} {_chance(session, throw, use)}"
        return Preview(**asks, words=words, summary=summary)

    def settle(self, session: Session) -> Outcome:
        """Spend the Action; a Critical Failure in a Slippery Field makes the unit fall (F.1-54)."""
        unit, name, use = self._task(session)
        throw = self._throw(session, unit, use)
        slipping = bool(throw and throw.roll and throw.roll.critical_failure)
        slipping = slipping and slips(session, unit)
        entry = self._line(session, unit, name, use, throw)
        who_may.take_action(session, unit)
        lines = [entry, *([fall(session, unit, self.key)] if slipping else [])]
        return Outcome(f"{unit.name}: {name}", tuple(lines))

    def _task(self, session: Session) -> tuple[Unit, str, int]:
        unit = alive(session, self.unit_id)
        whole(self.modifier, "modifier", -LARGEST_MODIFIER, LARGEST_MODIFIER)
        if self.modifier and not self.why.strip():
            raise BadInput("Say what it is added for.", "why")
        use = whole(self.use, "use", most=HIGHEST_USE)
        if not unit.action_die and not is_trivial(use):
            raise BadInput(f"{unit.name} has no Action die.", "unit_id")
        return unit, text.name(self.name), use

    def _throw(self, session: Session, unit: Unit, use: int) -> ActionThrow | None:
        """Return the roll; None for a trivial task, which needs none (4.2-08)."""
        if is_trivial(use):
            return None
        kind = action_kind(unit.action_die, house=house_of(session, BrikWarsHouse).dice)
        terms = (Term(text.note(self.why), self.modifier, REFEREE),) if self.modifier else ()
        offers, bought = (ROLL, FLAIR), (ROLL.value,)
        return ActionThrow(session, self, unit, kind, offers=offers, bought=bought, terms=terms)

    def _line(
        self, session: Session, unit: Unit, name: str, use: int, throw: ActionThrow | None
    ) -> Line:
        follows = text.note(self.outcome, "outcome")
        if throw is None or throw.roll is None:
            words = f"{name}. It works, no roll is needed. {follows}".strip()
            return line(Kind.UNIT, f"{unit.name}:", words, rule="4.2-08", of=unit, step=self.key)
        flair = f"The Benny: {throw.flair}." if throw.flair else ""
        said = (_comes(throw, use), _chance(session, throw, use), flair, follows)
        return line(
            Kind.UNIT, f"{unit.name}:", f"{name}.", Dice(throw.roll.dice),
            " ".join(filter(None, said)),
            rule="4.2-06", of=unit, step=self.key,
            sums=(throw.sum("Action Roll", throw.roll.total, "4.2-06"),),
        )  # fmt: skip


def _comes(throw: ActionThrow, use: int) -> str:
    assert throw.roll
    hard = f" ({DIFFICULTIES[use]})" if use in DIFFICULTIES else ""
    works = "it works" if succeeds(throw.roll, use) else "it fails"
    why = ", a Critical Failure" if throw.roll.critical_failure else ""
    return f"= {throw.roll.total} against Use {use}{hard}: {works}{why}."


def _chance(session: Session, throw: ActionThrow, use: int) -> str:
    chance = use_chance(throw.pool, use, house=house_of(session, BrikWarsHouse).dice)
    return f"The chance was {in_percent(float(chance))}."


def _tone(throw: ActionThrow, use: int) -> Tone:
    return Tone.OK if throw.roll and succeeds(throw.roll, use) else Tone.DANGER


@dataclass(frozen=True, slots=True, kw_only=True)
class Triage(StepAct):
    """A Medik's Construction Action is over: a dead minifig is back, or lost for good (OF-89).

    The table of the result was not found, so `limbs` says which limbs the patient has lost, and
    `for_good` that nothing helps. The Construction Action itself is a full-turn Action.

    Faces: the Medik's die, a d8, or a d6 without `tools`.
    """

    KEY = "triage-{0.unit_id}"
    unit_id: int
    patient_id: int
    limbs: tuple[str, ...] = ()
    for_good: bool = False
    tools: bool = True

    def check_waiting(self, session: Session) -> None:
        """Refuse whoever is no Medik, and a patient who is none."""
        turn_now(session)
        medik, patient = alive(session, self.unit_id), existing_row(session, Unit, self.patient_id)
        heed(self, may_triage(medik=has_specialty(medik, TRIAGE)), session, medik.name)
        if not is_minifig(patient) or patient.fate is not Fate.DEAD:
            raise BadInput(f"{patient.name} is no dead minifig.", "patient_id")
        if unknown := set(self.limbs) - set(LIMBS):
            raise BadInput(f"There is no limb {sorted(unknown)[0][:40]!r}.", "limbs")

    def examine(self, session: Session) -> Preview:
        """Ask for the die."""
        patient = existing_row(session, Unit, self.patient_id)
        throw, roll = self._throw(session)
        summary = self._comes(patient) if roll else ""
        words = (DieWords(0, Tone.PLAIN, summary),) if roll else ()
        return Preview(**throw.asks(), words=words, summary=summary)

    def settle(self, session: Session) -> Outcome:
        """Bring the patient back without the limbs that are lost, or leave it."""
        medik, patient = alive(session, self.unit_id), existing_row(session, Unit, self.patient_id)
        _, roll = self._throw(session)
        assert roll
        if not self.for_good:
            revive(session, patient)
            lost = {*patient.limbs_lost, *self.limbs}
            patient.limbs_lost = [limb for limb in LIMBS if limb in lost]
            session.add(patient)
        title = f"{medik.name} treats {patient.name}"
        return outcome(
            Kind.UNIT, title, Dice(roll.dice), self._comes(patient), lead=f"{title}:",
            rule="OF-89", player_id=medik.player_id, unit_id=patient.id, step=self.key,
        )  # fmt: skip

    def _throw(self, session: Session) -> tuple[Throw, Roll | None]:
        medik = alive(session, self.unit_id)
        return one_die(self, session, medik, triage_die(tools=self.tools), "Ker-Triage")

    def _comes(self, patient: Unit) -> str:
        if self.for_good:
            return f"{patient.name} is lost for good."
        lost = [limb.replace("_", " ") for limb in LIMBS if limb in self.limbs]
        without = f" without {', '.join(lost)}" if lost else ""
        return f"{patient.name} returns to life{without}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(StepAct):
    """A Mechanik's Construction Action is over: he has repaired something (OF-62, OF-64).

    How much was not found: `inches` are the inches of Size Damage that the referee gives back,
    `part` is what was repaired or replaced besides.

    Faces: the Mechanik's d8, the inches within which he works.
    """

    KEY = "repair-{0.unit_id}"
    unit_id: int
    target_id: int
    inches: int = 0
    part: str = ""

    def check_waiting(self, session: Session) -> None:
        """Refuse whoever is no Mechanik, and what is too far away."""
        turn_now(session)
        mechanik, target = alive(session, self.unit_id), alive(session, self.target_id)
        whole(self.inches, "inches", most=100)
        if not self.inches and not self.part.strip():
            raise BadInput("Say how many inches, or what was repaired.", "inches")
        if self.inches > target.size_damage:
            raise BadInput(f'{target.name} has {target.size_damage}" of Size Damage.', "inches")
        _, roll = self._throw(session)
        no = may_repair(
            mechanik=has_specialty(mechanik, CONSTRUCTION),
            away=edge_to_edge(mechanik, target),
            # Before the die lies there, nobody knows how far he works.
            shown=roll.dice[0].value if roll else None,
        )
        per = house_of(session, BrikWarsHouse).bw_repair_inches_per_construction
        much = may_mend(self.inches, bw_repair_inches_per_construction=per)
        heed(self, first(no, much), session, mechanik.name)

    def examine(self, session: Session) -> Preview:
        """Ask for the die."""
        throw, roll = self._throw(session)
        words = (DieWords(0, Tone.PLAIN, f'Within {roll.dice[0].value}".'),) if roll else ()
        return Preview(**throw.asks(), words=words, summary=self._comes() if roll else "")

    def settle(self, session: Session) -> Outcome:
        """Give the inches back."""
        mechanik, target = alive(session, self.unit_id), alive(session, self.target_id)
        _, roll = self._throw(session)
        assert roll
        target.size_damage = mended(target.size_damage, self.inches)
        session.add(target)
        title = f"{mechanik.name} repairs {target.name}"
        return outcome(
            Kind.UNIT, title, Dice(roll.dice), self._comes(), lead=f"{title}:",
            rule="OF-64", player_id=mechanik.player_id, unit_id=target.id, step=self.key,
        )  # fmt: skip

    def _throw(self, session: Session) -> tuple[Throw, Roll | None]:
        return one_die(self, session, alive(session, self.unit_id), REPAIR_DIE, "Construction")

    def _comes(self) -> str:
        inches = f'{self.inches}" of Size Damage less.' if self.inches else ""
        part = text.note(self.part, "part")
        return " ".join(filter(None, (inches, f"{part}." if part else "")))


def one_die(
    act: StepAct, session: Session, unit: Unit, sides: int, label: str
) -> tuple[Throw, Roll | None]:
    """Return the throw of a single die of a unit."""
    throw = Throw(act.thrown(session), house_of(session, BrikWarsHouse).dice)
    roll = throw.roll(RollKind.READ, (sides,), (label,), of=Thrower(unit.name, unit.id))
    if roll:
        throw.done()
    return throw, roll


MOST_SIDES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSide:
    """A player who says what happens; `says` are his words for the log."""

    player_id: int
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatISayGoes(StepAct):
    """Players who disagree roll a die each: the highest says how it is, ties roll again (OF-12).

    `about` is what they disagree about. It changes nothing in the game: what was decided is done by
    the act that it is about.

    Faces: a die for each side in their order, then one more for each that is still tied.
    """

    KEY = "dispute"
    about: str
    sides: tuple[DisputeSide, ...]

    def check_waiting(self, session: Session) -> None:
        """Raise BadInput for less than two sides, and for a player who stands on two."""
        turn_now(session)
        text.name(self.about, "about")
        players = [each.player_id for each in self.sides]
        if not 2 <= len(set(players)) == len(players) <= MOST_SIDES:
            raise BadInput("Two players or more disagree, each of them once.", "sides")
        for player_id in players:
            existing_row(session, Player, player_id)

    def examine(self, session: Session) -> Preview:
        """Ask for the dice, until one of the sides has the highest."""
        self.check_waiting(session)
        throw, _, winner = self._throw(session)
        return Preview(**throw.asks(), summary=self._says(session, winner) if winner else "")

    def settle(self, session: Session) -> Outcome:
        """Write who says how it is."""
        _, rolled, winner = self._throw(session)
        assert winner
        about = text.name(self.about, "about")
        parts: list[LinePart | str] = [Words(f"{about}.")]
        for name, dice in rolled:
            parts += [Words(f"{name}:"), Dice(dice)]
        return outcome(
            Kind.RULING, f"What I Say Goes: {about[:40]}", *parts, self._says(session, winner),
            lead="What I Say Goes.", rule="OF-12", player_id=winner.player_id, step=self.key,
        )  # fmt: skip

    def _throw(
        self, session: Session
    ) -> tuple[Throw, list[tuple[str, tuple[Die, ...]]], DisputeSide | None]:
        """Return the dice, what each side has rolled, and who says how it is; None yet."""
        house = house_of(session, BrikWarsHouse)
        throw, sides = Throw(self.thrown(session), house.dice), self.sides
        rolled: dict[int, tuple[Die, ...]] = {}
        while len(sides) > 1:
            faces = []
            for side in sides:
                name = player_name(session, side.player_id)
                roll = throw.roll(
                    RollKind.READ, (dispute_die(house.bw_wisg_die),), (name,), of=Thrower(name)
                )
                if roll is None:
                    return throw, [], None
                faces.append(roll.dice[0].value)
                rolled[side.player_id] = (*rolled.get(side.player_id, ()), *roll.dice)
            # Those who share the highest face throw again among themselves.
            sides = still_at_odds(sides, faces)
        throw.done()
        said = [(player_name(session, key), dice) for key, dice in rolled.items()]
        return throw, said, sides[0]

    def _says(self, session: Session, winner: DisputeSide) -> str:
        says = text.note(winner.says, "says").rstrip(".")
        name = player_name(session, winner.player_id)
        return f"{name} says how it is: {says}." if says else f"{name} says how it is."


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendAction(Act):
    """Spend a unit's Action on something that the program does not track (4.2-02)."""

    unit_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Count it; refused if the unit has none left or cannot act, as when it is Disrupted."""
        unit = who_may.in_play(existing_row(session, Unit, self.unit_id))
        turn_now(session)
        who_may.check_action(self, session, unit)
        who_may.take_action(session, unit)
        left = who_may.actions_left_now(session, unit)
        words = f"{text.note(self.why)} {f'{left} left.' if left else ''}".strip()
        return outcome(Kind.UNIT, f"{unit.name} spends an Action", words, rule="4.2-02", of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnAction(Act):
    """Give back to a unit an Action that it spent in this round."""

    unit_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Take one off the count; BadInput if none is spent."""
        unit = who_may.in_play(existing_row(session, Unit, self.unit_id))
        turn_now(session)
        spent = who_may.spent_this_round(session, unit)
        if not spent:
            raise BadInput(f"{unit.name} has spent no Action this round.")
        unit.actions_spent = spent - 1
        if not unit.actions_spent:
            unit.action_spent_turn_id = None
        session.add(unit)
        title, why = f"{unit.name} has its Action back", text.note(self.why)
        return outcome(Kind.RULING, title, why, rule="4.2-02", of=unit)
