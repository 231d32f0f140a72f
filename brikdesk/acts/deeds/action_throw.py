"""The Action Roll of a deed: its dice, what is taken off them, and its Benny (4.2-06 to 4.2-18)."""

from collections.abc import Collection, Sequence

from sqlmodel import Session

from brikdesk.acts.asking import ask, missing
from brikdesk.acts.damage.armor import fire_penalty, on_fire
from brikdesk.acts.reckoning import fails, roll_terms, sum_of
from brikdesk.acts.step import StepAct
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import kinds_of
from brikdesk.acts.units.engaging import group_of
from brikdesk.dice import Pool, Roll, RollKind, lay_out
from brikdesk.rules.brikwars.attacks.benny_uses import BENNY_DIE
from brikdesk.rules.brikwars.attacks.combined_attacks import Fighter, outnumbered
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Sum, Term
from brikdesk.store.sides import allies_of
from brikdesk.store.tables import StateKind, Unit
from brikdesk.turns.sequence import player_name
from brikdesk.turns.steps import Choice, Option, Topic

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
        self.terms = (*terms, *_outnumbered(session, unit, joining))
        rules = house_of(session, BrikWarsHouse).dice
        penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
        self.pool = Pool((unit.action_die,), sum(term.value for term in self.terms), penalty)
        faces = act.thrown(session)
        laid = lay_out(kind, self.pool.sides, faces, self.pool.bonus, penalty=penalty, house=rules)
        if laid.roll and laid.roll.benny:
            self._ask_benny(act, tuple(offers))
        benny = (BENNY_DIE,) if self.benny in bought else ()
        self.throw = Throw(faces, rules)
        labels = ("Action", *["−1d4 fire"] * len(penalty))
        roll = self.throw.roll(
            kind, self.pool.sides, labels, self.pool.bonus, penalty=penalty, benny=benny
        )
        self.throw.done()
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
        Fighter(each.id or 0, each.player_id or 0, StateKind.DISRUPTED in kinds_of(session, each))
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
