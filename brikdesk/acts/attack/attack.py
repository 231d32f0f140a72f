"""The act of attacking."""

from dataclasses import dataclass
from typing import ClassVar

from sqlmodel import Session

from brikdesk.acts.attack.aftermath import write_attack
from brikdesk.acts.attack.aim import (
    Aim,
    Caught,
    Change,
    Extra,
    Parry,
    ShieldDice,
    Stray,
    Strike,
)
from brikdesk.acts.attack.alternatives import alternatives_of
from brikdesk.acts.attack.course import Course
from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.acts.attack.showing import preview_of
from brikdesk.acts.step import StepAct
from brikdesk.odds.attacks import AttackAsked
from brikdesk.store.journal.remembering import until_written
from brikdesk.store.lines import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(StepAct):
    """Attack one target or several with one weapon or several: one act, one undo.

    `strikes` are the weapons that take part, `aims` the targets. Every shot goes at the first
    target; an arc goes at all of them, from one edge to the other. `caught` lists everybody within
    reach of the explosions. `changes` and `extras` are the referee's corrections of the modifiers.
    `combine` says whether the damage of all hits on one target is added up (None: as the house
    rules say, 5.1-37, Q8-20, Q8-83). `track_misses` lets a Missed Shot land somewhere (5.3-07), and
    `strays` say on whom. `melee` names further units in the same Close Combat (5.1-42). Attacks by
    touch engage both sides, unless they are made in `passing` (5.2-02). A `counterstrike` answers a
    unit that Disengages: it needs no Action, and spends it (5.2-35). A `charge` is made out
    of a straight run, and may spend its MOM (5.4-19 to 5.4-22). `avoided`: its target has Bailed clear
    of it, so it is made without a roll and misses (A5-69).

    Faces: for each interferer its Action Roll; for each shot the Action die with its Bonus Dice
    and −1d4 of a burning attacker, then the d6 of a Benny that is to save it, and for a Grab or
    Shove its Parry; the other Parry rolls; for each hit the Damage dice, then the die of a Benny
    spent on damage; POP against Concussion; Armor, target by target.

    Choices: `benny-0` for shot 0 (damage, action, range, other),
    `bad-12` and `twist-12` for unit 12, `item-12` what it drops, `mom-0` whether a Charge
    spends its MOM, `spot-0` where shot 0 lands, `chooser-0` who says so, `dud-0`, `tie-0`,
    `parry-12` what its Benny buys.
    """

    is_attack: ClassVar[bool] = True
    aims: tuple[Aim, ...] = ()
    strikes: tuple[Strike, ...] = ()
    caught: tuple[Caught, ...] = ()
    changes: tuple[Change, ...] = ()
    extras: tuple[Extra, ...] = ()
    parries: tuple[Parry, ...] = ()
    shields: tuple[ShieldDice, ...] = ()
    strays: tuple[Stray, ...] = ()
    combine: bool | None = None
    track_misses: bool = False
    melee: tuple[int, ...] = ()
    passing: bool = False
    counterstrike: bool = False
    charge: bool = False
    avoided: bool = False

    @property
    def key(self) -> str:
        """The key of this step; an attack never waits, so no dice are ever laid out for it."""
        return "attack"

    def check_waiting(self, session: Session) -> None:
        """Refuse what the rules do not allow now, before missing dice are asked for."""
        self._course(session).check()

    def examine(self, session: Session) -> AttackPreview:
        """Return what is asked and what comes of it, for the dice and choices so far."""
        return preview_of(self._course(session))

    def _course(self, session: Session) -> Course:
        """Return its course, computed once for checking, showing and settling it."""
        # By identity, until something is written: another act, or changed rows, need a new course.
        courses = until_written(session, "courses of attacks", list[Course])
        course = next((each for each in courses if each.act is self), None)
        if course is None:
            course = Course(self, session)
            courses.append(course)
        return course

    def alternatives(self, session: Session) -> tuple[tuple[str, AttackAsked], ...]:
        """Return variants of this attack, each in words and as the odds need it."""
        return alternatives_of(self, session)

    def settle(self, session: Session) -> Outcome:
        """Write what the attack does; return its title and lines."""
        return write_attack(self._course(session))
