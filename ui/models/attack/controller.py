"""One attack from its aim to its end, without widgets; its Missed Shots, and the map."""

import dataclasses
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject
from typing_extensions import override

from brikdesk.acts.battlefield.by_the_map import InArc, RunUp, measured
from brikdesk.acts.checks import point_said, point_words
from brikdesk.acts.combat.aim import (
    Aim,
    AttackPreview,
    Caught,
    Mode,
    ShotLine,
    Stray,
    Strike,
    chooser_key,
    spot_key,
)
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond
from brikdesk.acts.step_act import StepAct
from brikdesk.dice import DiceFor, Face
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.ground.shapes import Point, point_to_edge
from brikdesk.rules.brikwars.flight import missed_by
from brikdesk.rules.brikwars.shooting import may_spread
from brikdesk.rules.brikwars.weapons import SENDING
from brikdesk.store.campaign import Changes
from brikdesk.store.views.armory import ExplosiveRow, explosives
from brikdesk.store.views.campaign_and_battle import brikwars_house
from brikdesk.store.views.units import UnitRow
from brikdesk.turns.steps import DieAsked, Preview
from brikdesk.turns.telling import headline_of
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.models.attack import charging
from ui.models.attack.any_attack import AnyAttackController, inches, place_of
from ui.models.attack.draft import (
    Answering,
    AttackDraft,
    AttackHabits,
    AttackPhase,
    AttackTable,
    Done,
    Miss,
    Title,
)
from ui.models.attack.odds import OddsReckoner
from ui.models.map import DrawnShot, Landing, Ring
from ui.models.picks import PickRow, unit_row
from ui.models.step_draft import DieKey, PlayersDice, ShownStep, StepDraft

NOBODY = "nobody"
"""The value of the row for a Missed Shot that strikes only the ground."""


def misses_of(controller: "AttackController") -> tuple[Miss, ...]:
    """Return the shots that missed and could land somewhere.

    Shots that explode are left out: who is caught in an explosion has a list of its own.
    """
    return tuple(miss for miss in _all_misses(controller) if not miss.explodes)


def explosives_that_missed(controller: "AttackController") -> tuple[Miss, ...]:
    """Return the Explosives that missed: each comes down at a place and goes off there."""
    return tuple(miss for miss in _all_misses(controller) if miss.explodes)


def _all_misses(controller: "AttackController") -> tuple[Miss, ...]:
    preview, draft = controller.preview, controller.draft
    if controller.phase is not AttackPhase.DICE or not _can_land(preview, draft):
        return ()
    return tuple(_miss(shot, preview, draft) for shot in preview.shots if shot.hit is False)


def stray_rows(controller: "AttackController", miss: Miss) -> tuple[PickRow, ...]:
    """Return what a Missed Shot may strike: nobody, units, Explosives.

    Units come by their distance from the target, those without a known place last.
    """
    table, draft = controller.table, controller.draft
    target = draft.aim.unit_id if draft.aim else None
    bearer = table.bearer(draft.strike)
    own = {draft.strike.by_id, bearer.id if bearer else None, target}
    near = [(table.apart(target, unit.id), unit) for unit in table.units.values()]
    near = [(away, unit) for away, unit in near if unit.id not in own]
    near.sort(key=lambda each: (each[0] is None, each[0] or 0.0))
    struck = {stray.unit_id for stray in miss.strays}
    rows = [PickRow(NOBODY, "Nobody", "it strikes only the ground", icon="cross")]
    rows += [
        unit_row(
            unit, _reach(away, miss.inches), inches(away), unit.id in struck,
            stray_at(controller, miss, unit.id), unit.kind,
        )
        for away, unit in near
    ]  # fmt: skip
    rows += [_explosive_row(controller, miss, row) for row in controller.desk.read(explosives)]
    return tuple(rows)


def _explosive_row(controller: "AttackController", miss: Miss, row: ExplosiveRow) -> PickRow:
    """Return an Explosive: with no place on the map it counts as far away as the target."""
    table, draft = controller.table, controller.draft
    bearer = table.bearer(draft.strike)
    target = table.units.get((draft.aim.unit_id if draft.aim else None) or 0)
    far = point_to_edge(row.x, row.y, bearer) if bearer else None
    away = point_to_edge(row.x, row.y, target) if target else None
    stray = Stray(
        shot=miss.key,
        explosive_id=row.id,
        distance=round(table.distance(draft) or 0.0 if far is None else far, 2),
    )
    where = f"carried by {row.carrier}" if row.carrier else row.place
    words = ", ".join(part for part in (where, _reach(away, miss.inches)) if part)
    return PickRow(stray, row.name, words, inches(away), icon="dud", also="explosive")


def stray_at(controller: "AttackController", miss: Miss, unit_id: int) -> Stray:
    """Return a unit as struck by a Missed Shot, with the inches that the map knows."""
    return Stray(shot=miss.key, unit_id=unit_id, distance=_far(controller, unit_id))


def land(controller: "AttackController", miss: Miss, picked: object, name: str) -> None:
    """Note what a Missed Shot strikes: a Stray, NOBODY, or words for where it lands.

    `name` names what is struck; it says where the shot lands unless the chooser said that already.
    """
    # The strays first: the new draft is examined at once, and `choose` answers what it then asks.
    draft = controller.draft.without_strays(miss.key)
    controller.change(draft.straying(picked) if isinstance(picked, Stray) else draft)
    spots = [option.value for option in miss.spot.options] if miss.spot else []
    if isinstance(picked, Stray) or picked == NOBODY:
        if miss.spot and miss.spot.chosen and not miss.strays:
            return
        said = name if isinstance(picked, Stray) else next(iter(spots), "the ground")
    else:
        said = str(picked)
    controller.choose(spot_key(miss.number), said)


def is_measured(controller: "AttackController", stray: Stray) -> bool:
    """Return whether the map knows how far the weapon is from what is struck."""
    bearer = controller.table.bearer(controller.draft.strike)
    return controller.table.apart(bearer.id if bearer else None, stray.unit_id) is not None


def _miss(shot: ShotLine, preview: AttackPreview, draft: AttackDraft) -> Miss:
    asked = {choice.id: choice for choice in preview.choices}
    return Miss(
        shot.number,
        shot.name,
        missed_by(shot.use, shot.total or 0),
        asked.get(spot_key(shot.number)),
        asked.get(chooser_key(shot.number)),
        tuple(stray for stray in draft.strays if stray.shot == shot.key),
        shot.explosive,
    )


def _can_land(preview: AttackPreview, draft: AttackDraft) -> bool:
    """Return whether misses can be tracked: those of ranged attacks, but never of arcs (8.3-06)."""
    return preview.ranged and draft.strike.mode is not Mode.ARC and not preview.flies


def _far(controller: "AttackController", unit_id: int) -> float:
    """Return the inches from the weapon to a unit, by the map, else as far as to the target."""
    away = controller.table.distance(controller.draft.at_target(Aim(unit_id=unit_id)))
    if away is None:
        away = controller.table.distance(controller.draft)
    return round(away or 0.0, 2)


def _reach(away: float | None, most: int) -> str:
    if away is None:
        return ""
    return "within the circle" if away <= most else f'more than {most}" from the target'


def shot_of(controller: "AttackController") -> DrawnShot | None:
    """Return the attack as the map draws it; None where none is being made."""
    if controller.phase not in (AttackPhase.AIM, AttackPhase.DICE):
        return None
    draft, table = controller.draft, controller.table
    bearer = table.bearer(draft.strike) or table.unit(draft.strike.by_id)
    aim = draft.aim
    aiming = controller.phase is AttackPhase.AIM
    return DrawnShot(
        start=place_of(bearer),
        goal=_goal(controller, aim) if aim else None,
        inches=table.distance(draft) if aim else None,
        measured=table.is_measured(draft),
        rings=tuple(
            Ring((blast.x, blast.y), blast.radius)
            for blast in controller.preview.blasts
            if blast.x is not None and blast.y is not None
        ),
        aiming=aiming,
        wanted=aiming
        and (draft.lacks == "target" or controller.target_asked or controller.is_proposed),
        landing=_landing(controller),
        who=tuple(
            filter(
                None,
                (
                    draft.strike.by_id,
                    bearer.id if bearer else None,
                    *(each.unit_id for each in draft.aims),
                ),
            )
        ),
    )


def aim_at_point(controller: "AttackController", unit_id: int, x: float, y: float) -> None:
    """Aim at a unit of the map or at a place (unit 0), or have a Missed Shot land there."""
    if (miss := _lands_next(controller)) is not None:
        unit = controller.table.unit(unit_id)
        struck = stray_at(controller, miss, unit_id) if unit_id else point_words(x, y)
        land(controller, miss, struck, unit.name if unit else "")
        controller.hub.spot_taken.emit()
        return
    if (miss := _comes_down(controller)) is not None:
        there = place_of(controller.table.unit(unit_id)) or (x, y)
        controller.choose(spot_key(miss.number), point_words(*there))
        controller.hub.spot_taken.emit()
        return
    if controller.phase is not AttackPhase.AIM or controller.draft.lacks in ("attacker", "weapon"):
        return
    bearer = controller.table.bearer(controller.draft.strike)
    if unit_id and unit_id in (controller.draft.strike.by_id, bearer.id if bearer else None):
        controller.desk.said.emit("That is who attacks: click whom it attacks.")
    elif unit_id:
        controller.attack_at(Aim(unit_id=unit_id))
        if (friend := controller.table.friend(controller.draft)) is not None:
            controller.desk.said.emit(f"{friend.name} is on the attacker's own side.")
    else:
        controller.attack_at(Aim(place=point_words(x, y), x=x, y=y))


def _lands_next(controller: "AttackController") -> Miss | None:
    """Return the first Missed Shot of which nobody has said where it lands."""
    return next((miss for miss in misses_of(controller) if miss.unsaid), None)


def _comes_down(controller: "AttackController") -> Miss | None:
    """Return the Explosive that missed and comes down next; where it does can be said anew."""
    asked = [miss for miss in explosives_that_missed(controller) if miss.spot]
    return next((miss for miss in asked if miss.unsaid), asked[-1] if asked else None)


def _landing(controller: "AttackController") -> Landing | None:
    """Return the circle around the target in which that shot lands; None without a place or shot."""
    miss, aim = _lands_next(controller) or _comes_down(controller), controller.draft.aim
    goal = _goal(controller, aim) if aim else None
    if miss is None or aim is None or goal is None:
        return None
    target = controller.table.unit(aim.unit_id)
    return Landing(
        middle=goal,
        radius=miss.inches + (target.size / 2 if target else 0),
        inches=miss.inches,
        explodes=miss.explodes,
        said=point_said(miss.spot.chosen or "") if miss.spot else None,
    )


def _goal(controller: "AttackController", aim: Aim) -> Point | None:
    if aim.x is not None and aim.y is not None:
        return aim.x, aim.y
    return place_of(controller.table.unit(aim.unit_id))


class AttackController(AnyAttackController[AttackTable, AttackDraft]):
    """An attack by the BrikWars rules, from its aim over its dice to its end."""

    def __init__(self, desk: Desk, hub: Hub, parent: QObject | None = None) -> None:
        super().__init__(desk, hub, AttackTable(desk), AttackDraft(), parent)
        self.measured = self.draft
        self.shown: ShownStep | None = None
        self.done: Done | None = None
        self.reckoner = OddsReckoner(self)
        self._dice = StepDraft(Attack())
        self.players_dice = PlayersDice(desk, self._by_whom, self._player, self._kind)
        self.all_typed = False
        """Whether all the open dice are typed, so that Space rolls them only when pressed twice."""
        self.on_the_map: tuple[Caught, ...] = ()
        """Those whom the map puts into the explosions."""
        self._seen: dict[tuple[object, ...], Preview] = {}
        self._seen_of: Attack | None = None
        self._habits = AttackHabits(self.table)
        self._past: dict[int, Done] = {}
        self._aside: list[tuple[AttackPhase, AttackDraft, StepDraft]] = []
        self.answers: tuple[Answering, ...] = ()
        """The responses that are being made, each within the one before it."""
        self._given_up: tuple[AttackDraft, StepDraft] | None = None
        self._newest = 0
        self._proposed: Aim | None = None
        self.asked_of: int | None = None
        """Who had the attack when its weapon was chosen: the weapon's crew may have it now."""
        self._count = 0
        self.listen()

    # What there is

    @property
    def preview(self) -> AttackPreview:
        """What the attack asks and will do; once it is done, what it did."""
        if self.phase is AttackPhase.DONE and self.done:
            return self.done.preview
        shown = self.shown.preview if self.shown else None
        return shown if isinstance(shown, AttackPreview) else AttackPreview()

    @property
    def current(self) -> Title | None:
        """What the dice are thrown for."""
        aim = self.draft.aim
        unit = self.table.unit(aim.unit_id) if aim else None
        name = unit.name if unit else aim.place if aim else ""
        return Title(f"attack-{self._count}", f"at {name}" if name else "Attack")

    @property
    def faces(self) -> dict[DieKey, Face]:
        """The faces in the boxes."""
        return dict(self._dice.faces)

    @property
    def thrown(self) -> tuple[Face, ...]:
        """The faces that count, in the order of the preview's dice."""
        if self.phase is AttackPhase.DONE and self.done:
            return self.done.faces
        return self.shown.act.faces if self.shown else ()

    @property
    @override
    def dice_lie(self) -> bool:
        return self.phase in (AttackPhase.AIM, AttackPhase.DICE) and not self._dice.untouched

    @property
    def aimed(self) -> bool:
        """Whether weapon and target are said and no rule refuses the attack."""
        return self.shown is not None and not self.preview.refusal and not self.desk.read_only

    @property
    def can_apply(self) -> bool:
        """Whether Enter would carry the attack out now."""
        return self.aimed and self.phase is AttackPhase.DICE and self.preview.complete

    @property
    def can_roll(self) -> bool:
        """Whether dice are missing that the desk could roll."""
        return self.phase is AttackPhase.DICE and self.aimed and self.preview.owed > 0

    @property
    @override
    def refusing(self) -> str:
        return super().refusing or self.preview.refused_by

    # How it begins

    def _put_aside(self) -> bool:
        """Keep what is being prepared until a response to it is over; False if nothing is."""
        prepared = self.phase in (AttackPhase.AIM, AttackPhase.DICE) and not self.draft.lacks
        if prepared:
            self._aside.append((self.phase, self.draft, self._dice.copied()))
        return prepared

    def respond(self, act: Respond, does: str = "acts") -> bool:
        """Note a response and begin its attack, at whom it answers; False if it was refused.

        `does` says what is answered: moves.
        """
        changes = self.desk.do(act)
        if not isinstance(changes, Changes):
            return False
        aside = self._put_aside()
        who, by = self.table.unit(act.to_id), self.table.unit(act.unit_id)
        start = f"{who.name} {'attacks' if aside else does}" if who else ""
        crumb = (start, f"{by.name} strikes" if by else "")
        self._newest = changes.act_id
        self._go_in(Answering(act, changes.act_id, crumb, aside))
        aims = (Aim(unit_id=act.to_id),)
        self.hub.attack_wanted.emit(Attack(strikes=(Strike(by_id=act.unit_id),), aims=aims))
        return True

    def _go_in(self, answer: Answering, *, again: bool = False) -> None:
        self.answers = (*self.answers, answer)
        self.hub.tell_answers(len(self.answers), begun=True, again=again)

    def _come_back(self) -> None:
        """End the response that is being made: what was put aside for it is there again."""
        *before, answer = self.answers
        self.answers = tuple(before)
        if answer.aside and self._aside:
            self.done = None
            self.phase, self.draft, self._dice = self._aside.pop()
            self._count += 1
        elif self.phase is not AttackPhase.DONE:
            self.phase, self.draft, self._dice = _no_attack()
        self._look()
        self.hub.tell_answers(len(before) + 1, begun=False)

    @property
    def who_first(self) -> Answering | None:
        """The response whose order may still be changed: nothing was done since it was noted."""
        answer = self.answers[-1] if self.answers else None
        return answer if answer and self._newest == answer.act_id else None

    def change_first(self) -> bool:
        """Note another order of a response and of what it answers; False if none was proposed."""
        answer = self.who_first
        if answer is None or self.phase is not AttackPhase.AIM or self.desk.read_only:
            return False
        # Taken back first: else the log would tell of two responses.
        if not isinstance(self.desk.undo(), Changes):
            return False
        act = answer.turned_over()
        changes = self.desk.do(act)
        if not isinstance(changes, Changes):
            return False
        self._newest = changes.act_id
        self.answers = (*self.answers[:-1], replace(answer, act=act, act_id=changes.act_id))
        self.hub.tell_answers(len(self.answers), begun=True)
        self._look()
        return True

    @override
    def begin_with(self, unit_id: int) -> None:
        self.take_up(_by(unit_id))

    @override
    def begin(self) -> None:
        self.take_up(Attack())

    def take_up(self, attack: Attack) -> None:
        """Start with an attack that was prepared elsewhere, with its dice and choices.

        If it names only a unit, that unit's weapon and likely target are filled in, and a Charge is
        ticked where it can be one, or asked for.
        """
        self._count += 1
        self.table.forget()
        self.phase, self.done, self._given_up = AttackPhase.AIM, None, None
        self.asked_of = None
        draft = charging.begun(self.table, AttackDraft.of(attack))
        self.draft = self._habits.filled(draft)
        self._proposed = None if attack.aims else self.draft.aim
        if not attack.aims:
            self.draft = charging.as_it_usually_is(self.desk, self.table, self.draft)
        self._dice = StepDraft(attack, choices=dict(attack.choices), loose=list(attack.faces))
        self.on_the_map = ()
        self._look()
        if attack.faces and self.aimed:
            self.to_the_dice()
        self.begun.emit()

    @override
    def _attacker(self) -> int | None:
        strike = self.draft.strike
        arm = self.table.arm(strike.weapon_id)
        unit_id = strike.by_id or (arm.unit_id if arm else None)
        return unit_id if unit_id in self.table.attackers else None

    def launch_by(self, unit_id: int) -> dict[str, int]:
        """Return `unit_id` and `weapon_id` of a launch that this unit would make; empty if none."""
        strike = self._habits.filled(AttackDraft.of(_by(unit_id)), tuple(SENDING)).strike
        arm = self.table.arm(strike.weapon_id)
        if arm is None or arm.kind not in SENDING:
            return {}
        return {"unit_id": strike.by_id or unit_id, "weapon_id": arm.id}

    # What is filled in

    def attack_by(self, unit_id: int) -> None:
        """Have another unit attack the present target.

        A mounted weapon stays, used as before, where the unit is of its side and can fire it, or
        where nobody does; else the unit takes its own.
        """
        strike, self.asked_of = self.draft.strike, None
        alone = self.table.unmanned(strike)
        could = alone and any(unit.id == unit_id for unit in self.table.could_fire(strike))
        if could or self.table.may_take_over(unit_id, strike):
            taken = dataclasses.replace(strike, by_id=unit_id)
            self.change(self.draft.with_weapon(taken))
        else:
            other = charging.begun(self.table, self.draft.with_weapon(Strike(by_id=unit_id)))
            self.change(self._habits.filled(other))

    def attack_with(self, weapon_id: int) -> None:
        """Attack with another weapon, fired by the same unit if it can, else by one that can.

        The same weapon chosen again stays as it is used. Further targets stay for a Firing Arc.
        """
        arm = self.table.arm(weapon_id)
        if arm is None or weapon_id == self.draft.strike.weapon_id:
            return
        self.asked_of = self.asked_of or self.draft.strike.by_id
        by = self.table.user_of(arm, self.asked_of)
        strike, draft = Strike(weapon_id=weapon_id, by_id=by), self.draft
        if draft.strike.mode is Mode.ARC or len(draft.aims) > 1:
            if may_spread(arm.kind, Mode.ARC, 1):
                draft = draft.at_first_target()
            else:
                wide = may_spread(arm.kind, Mode.ARC, draft.strike.count) is None
                count = draft.strike.count if wide else 1
                strike = dataclasses.replace(strike, mode=Mode.ARC, count=count)
        self.change(self._habits.filled(draft.with_weapon(strike)))

    def attack_at(self, aim: Aim) -> None:
        """Aim at something else."""
        self._proposed = None
        draft = self.draft.at_target(aim)
        self.change(charging.as_it_usually_is(self.desk, self.table, draft))

    @property
    def is_proposed(self) -> bool:
        """Whether nobody has said the target yet: a click on the map still says it."""
        return self.draft.aim is not None and self.draft.aim == self._proposed

    @property
    def has_other_target(self) -> bool:
        """Whether there is another enemy in Range and view, and one key can say it."""
        strike, aims = self.draft.strike, self.draft.aims
        if self.phase is not AttackPhase.AIM or strike.mode is Mode.ARC or len(aims) > 1:
            return False
        here = aims[0].unit_id if aims else None
        # Only as far as the first: to look at all of them takes a while in a crowd behind walls.
        return any(unit_id != here for unit_id in charging.could_aim_at(self.table, self.draft))

    def next_target(self, by: int) -> bool:
        """Aim at the next enemy (1) or the previous one (−1), nearest first; False if there is none."""
        if not self.has_other_target:
            return False
        found = tuple(charging.could_aim_at(self.table, self.draft))
        here = self.draft.aims[0].unit_id if self.draft.aims else None
        place = found.index(here) + by if here in found else min(0, by)
        self.attack_at(Aim(unit_id=found[place % len(found)]))
        return True

    @property
    def run_first(self) -> RunUp | None:
        """The run that a Charge still lacks, while it is aimed; None for none."""
        aiming = self.phase is AttackPhase.AIM and self.draft.charge
        return charging.run_first(self.table, self.draft, self.preview) if aiming else None

    # Dice and choices

    @property
    def _by(self) -> UnitRow | None:
        return self.table.unit(self.draft.strike.by_id) or self.table.bearer(self.draft.strike)

    def _by_whom(self) -> tuple[str, int]:
        # Without weapon and target: aimed anew, an attacker has the same dice.
        return "attack", self._by.id if self._by else 0

    def _player(self) -> int | None:
        return self._by.player_id if self._by else None

    def _kind(self, place: int, _die: DieAsked) -> DiceFor:
        first = self.preview.damage_first
        return DiceFor.HIT if first is None or place < first else DiceFor.DAMAGE

    def put(self, faces: dict[DieKey, Face | None]) -> None:
        """Note what is in the boxes now; None for a box that was emptied."""
        before = self._dice.choices
        if self._dice.put_all(faces):
            self._look()
            self._forget_strays(before)

    def choose(self, name: str, value: str) -> None:
        """Note the value that somebody chose."""
        self._dice.choose(name, value)
        self._look()

    @property
    def answered_last(self) -> bool:
        """Whether the last thing given was an answer."""
        return self.phase is AttackPhase.DICE and bool(self._dice.answered_last)

    def take_answer_back(self) -> bool:
        """Take that answer back, to be given anew; False if the last thing given was a die."""
        before = dict(self._dice.choices)
        if not self.answered_last or self.desk.read_only:
            return False
        self._dice.take_answer_back()
        self._look()
        self._forget_strays(before)
        return True

    def _forget_strays(self, before: Iterable[str]) -> None:
        """Forget what a Missed Shot strikes with the answer where it lands."""
        gone = {name for name in before if name not in self._dice.choices}
        draft = self.draft
        for shot in self.preview.shots:
            draft = draft.without_strays(shot.key) if spot_key(shot.number) in gone else draft
        if draft != self.draft:
            self.change(draft)

    @override
    def roll(self) -> bool:
        """Roll the empty boxes, and the dice that these earn; typed ones when it is asked twice."""
        if not self.can_roll:
            return False
        if held := self.players_dice.roll(self._dice, self._preview):
            self.hub.remarked.emit(held)
            return True
        self._look()
        return True

    # How it goes on

    def to_the_dice(self) -> bool:
        """Go on from the aim to the dice; False if the aim is not complete.

        A projectile that only flies now asks for no dice: its attack is done at once.
        """
        if not self.aimed:
            return False
        self.phase = AttackPhase.DICE
        if self.preview.flies:
            return self.apply()
        self._look()
        return True

    @override
    def go_on(self) -> bool:
        run = self.run_first
        if run is None or run.why:
            return self.to_the_dice()
        if done := self._carry_out(charging.the_run(self.draft, run)):
            self._followed(done)
        return done is not None

    def back(self) -> None:
        """Go from the dice back to the aim, keeping the dice; from the aim give the attack up.

        A response that is given up leads back to where it began.
        """
        if self.phase is AttackPhase.DICE:
            self.phase = AttackPhase.AIM
        elif self.answers:
            self._come_back()
            return
        else:
            thrown = self.phase is AttackPhase.AIM and not self._dice.untouched
            self._given_up = (self.draft, self._dice) if thrown else None
            self.phase, self.draft, self._dice = _no_attack()
        self._look()

    @property
    def given_up(self) -> bool:
        """Whether an attack whose dice lay on the table was given up, and nothing was done since."""
        return self._given_up is not None

    def bring_back(self) -> bool:
        """Take up the attack that was given up, with its dice; False if there is none."""
        if self._given_up is None:
            return False
        (self.draft, self._dice), self._given_up = self._given_up, None
        self.phase = AttackPhase.DICE
        self._look()
        return True

    @override
    def apply(self) -> bool:
        """Carry the attack out; False if it is not complete or a rule refuses it."""
        if not self.can_apply or self.shown is None:
            return False
        # A copy: undo puts these dice back into the boxes, where they may be typed over.
        act, kept = self.shown.act, self._dice.copied()
        preview, drafted = self.preview, self.draft
        changes = self._carry_out(act)
        if changes is None:
            return False
        self._habits.remember(drafted)
        self.done = Done(
            changes.act_id, changes.title, changes.lines, drafted, kept, act.faces, preview,
            self.answers[-1] if self.answers else None,
        )  # fmt: skip
        self._past[changes.act_id] = self.done
        self.phase = AttackPhase.DONE
        if self.answers:
            words = headline_of(self.done.lines).words
            self._come_back()
            self.desk.said.emit(words)  # the pane that shows it lies behind now
        else:
            self._look()
        return True

    # How it follows map and campaign

    @override
    def drawn(self) -> DrawnShot | None:
        return shot_of(self)

    @override
    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        aim_at_point(self, unit_id, x, y)

    @override
    def _read(self) -> None:
        self._seen.clear()
        self.table.forget()

    @override
    def _give_up(self) -> None:
        self._aside.clear()
        self.answers, self.hub.answering, self._given_up = (), 0, None
        self.phase, self.draft, self._dice = _no_attack()

    @override
    def _followed(self, changes: Changes) -> None:
        self._given_up = None
        # What is undone, or done again, is no proposal any more: that brings no lines.
        self._newest = changes.act_id if changes.lines else 0
        past = self._past.get(changes.act_id)
        if past and self.phase is AttackPhase.DICE and self.draft == past.draft:
            self.phase, self.done = AttackPhase.DONE, past  # done again
            if self.answers:
                self._come_back()
                return
        elif past and self._back_from(past):
            return
        self._look()

    def _back_from(self, past: Done) -> bool:
        """Bring back an attack that was undone, unless another one was begun since."""
        here = self.done is not None and self.done.act_id == past.act_id
        if past.answer and past.answer.aside and not self.answers:
            self._put_aside()  # the attack that came back after it
        elif self.phase is not AttackPhase.DONE or not here:
            return False
        if past.answer:
            self._go_in(past.answer, again=True)
        self.phase, self.draft, self._dice = AttackPhase.DICE, past.draft, past.dice.copied()
        self.done = None
        self._look()
        return True

    @override
    def _see(self) -> None:
        if self.phase is AttackPhase.DONE:
            self.shown = None
        else:
            self.draft = self.table.seated(self.draft, self.asked_of)
            self._examine()
            if self.shown and self.players_dice.follow_seal(self._dice, self.shown):
                self._examine()
        self.all_typed = False
        if self.players_dice.said.ways and self.phase is AttackPhase.DICE:
            self._roll_unasked()
        self._ask_for_odds()

    def _roll_unasked(self) -> None:
        """Roll the dice that their players have rolled at once, unless a rule refuses the attack."""
        said = self.players_dice
        while self.shown and self.aimed and said.roll_unasked(self._dice, self.shown):
            self._examine()
        self.all_typed = self.shown is not None and said.all_typed(self._dice, self.shown)

    def _examine(self) -> None:
        self.shown, self.problem, self.measured = None, None, self.draft
        if self.phase is AttackPhase.NOTHING or self.draft.lacks:
            return
        try:
            act = self.draft.act()
            seen = self.desk.campaign.reading(lambda session: measured(session, act))
            self.measured = replace(self.draft, aims=seen.aims)
            # Twice: the first look finds the explosions, the second has those whom they catch.
            for _ in range(2):
                self.shown = self._look_at(self.measured.act(self.on_the_map))
                caught = self.table.caught_on_map(self.draft, self.preview.blasts)
                if caught == self.on_the_map:
                    return
                self.on_the_map = caught
        except BadInput as error:
            self.problem = error
        except BrikDeskError as error:
            self.problem = BadInput(str(error))

    def _look_at(self, act: Attack) -> ShownStep:
        if self._seen_of != act:
            self._seen.clear()
        self._dice.act = self._seen_of = act
        return self._dice.look(self._preview)

    def _preview(self, act: StepAct) -> Preview:
        """Examine an attack, once for each set of dice and choices.

        `look` asks for every stage again after each letter, and each examination reads many rows.
        """
        key = (act.faces, tuple(sorted(act.choices.items())))
        if key not in self._seen:
            self._seen[key] = self.desk.preview(act)
        return self._seen[key]

    def _ask_for_odds(self) -> None:
        bare = self._dice.act
        ways = bare.alternatives if isinstance(bare, Attack) else None
        house = self.desk.read(brikwars_house).dice
        read = self.desk.campaign.reading
        # A function, not its result: other ways to attack are worked out only if somebody asks.
        self.reckoner.ask(self.preview.asked, house, lambda: read(ways) if ways else (), bare)


def _no_attack() -> tuple[AttackPhase, AttackDraft, StepDraft]:
    return AttackPhase.NOTHING, AttackDraft(), StepDraft(Attack())


def _by(unit_id: int) -> Attack:
    return Attack(strikes=(Strike(by_id=unit_id),))


def attack_of(desk: Desk, hub: Hub) -> AttackController:
    """Return the desk's attack, made when it is first asked for."""
    return desk.shared(AttackController, lambda: AttackController(desk, hub, desk))


USUAL = 3
"""Points of an arc before a number is typed."""


class Sweeper(Struct, frozen=True):
    """Who sweeps an arc with what: `name` is empty for a unit without a weapon that fires arcs."""

    unit_id: int
    strike: Strike = Strike()
    name: str = ""
    kind: str = ""
    range: float | None = None
    points: int = USUAL

    def of_points(self, points: int) -> "Sweeper":
        """Return it with an arc of so many points, if the weapon fires such (8.3-10)."""
        if self.kind and may_spread(self.kind, Mode.ARC, points):
            return self
        return replace(self, points=points)


def sweeper_of(controller: AttackController, unit_id: int | None) -> Sweeper | None:
    """Return the weapon that sweeps: that of the attack that is aimed, else one of a unit.

    None without both. A unit's weapon that is ready comes before others.
    """
    draft, table = controller.draft, controller.table
    aiming = controller.phase is AttackPhase.AIM and table.arcs(draft.strike)
    bearer = table.bearer(draft.strike) if aiming else None
    if bearer is not None and unit_id in (None, bearer.id, draft.strike.by_id):
        return _with(controller, bearer.id, draft.strike)
    if unit_id is None:
        return None
    caller = table.call.unit(unit_id)
    arms = table.call.arms_of(caller) if caller else ()
    able = [arm for arm in arms if table.arcs(Strike(weapon_id=arm.id))]
    able.sort(key=lambda arm: bool(table.state_of(arm.id)))
    if not able:
        return Sweeper(unit_id)
    by = table.user_of(able[0], unit_id)
    return _with(controller, able[0].unit_id, Strike(weapon_id=able[0].id, by_id=by))


def _with(controller: AttackController, unit_id: int, strike: Strike) -> Sweeper:
    row = controller.table.weapons.get(strike.weapon_id or 0)
    reach = strike.range if strike.range is not None or row is None else row.range
    points = strike.count if strike.mode is Mode.ARC else USUAL
    sweeper = Sweeper(
        unit_id, strike, controller.table.weapon_name(strike), row.kind if row else "", reach, 1
    )
    return sweeper.of_points(points)


def attack_swept(controller: AttackController, sweeper: Sweeper, swept: Sequence[InArc]) -> None:
    """Attack everybody whom an arc sweeps, in the order of the sweep, with what each spans of it."""
    aims = tuple(Aim(unit_id=each.unit_id, spans=each.points) for each in swept)
    strike = dataclasses.replace(sweeper.strike, mode=Mode.ARC, count=sweeper.points)
    # What else was filled in of this weapon's attack stays.
    same = controller.phase is AttackPhase.AIM and controller.draft.strike == sweeper.strike
    draft = controller.draft if same else None
    act = dataclasses.replace(
        draft.act() if draft else Attack(),
        strikes=(strike, *(draft.strikes[1:] if draft else ())),
        aims=aims,
        caught=(), parries=(), shields=(), strays=(), changes=(), overruled=frozenset(),
    )  # fmt: skip
    controller.hub.attack_wanted.emit(act)
