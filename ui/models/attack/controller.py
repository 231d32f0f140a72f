"""One attack from its aim to its end, without widgets: what is typed, rolled and done."""

import dataclasses

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from brikdesk.acts.attack.aim import Aim, Caught, Mode, Strike
from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.acts.step import StepAct
from brikdesk.dice import Face
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.rules.brikwars.attacks.arc_fire import may_spread
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import brikwars_house
from brikdesk.turns.steps import Preview
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.not_done import NotDone
from ui.models.attack.draft import AttackDraft
from ui.models.attack.habits import AttackHabits
from ui.models.attack.odds_reckoner import OddsReckoner
from ui.models.attack.on_the_map import aim_at_point, measured, shot_of
from ui.models.attack.phases import AttackPhase, Done, Title
from ui.models.attack.table import AttackTable
from ui.models.kinds import LAUNCHED_FROM
from ui.models.queue.step_draft import DieKey, ShownStep, StepDraft


class AttackController(QObject):
    """The attack of the Attack tab, and every act of it.

    `changing` is emitted before what is shown changes, `changed` after it. `begun` is emitted when
    another attack is begun.
    """

    changing = Signal()
    changed = Signal()
    begun = Signal()

    def __init__(self, desk: Desk, hub: Hub, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.hub = desk, hub
        self.table = AttackTable(desk)
        self.phase = AttackPhase.NOTHING
        self.draft = self.measured = AttackDraft()
        self.shown: ShownStep | None = None
        self.problem: BadInput | None = None
        self.refused: NotDone | None = None
        self.done: Done | None = None
        self.reckoner = OddsReckoner(self)
        self._dice = StepDraft(Attack())
        self._on_the_map: tuple[Caught, ...] = ()
        self._seen: dict[tuple[object, ...], Preview] = {}
        self._seen_of: Attack | None = None
        self._habits = AttackHabits(self.table)
        self._past: dict[int, Done] = {}
        self._aside: list[tuple[AttackPhase, AttackDraft, StepDraft]] = []
        self._applying = self.target_asked = False
        self._turn = self.table.head.turn_id
        self._count = 0
        self.changed.connect(self._tell_the_map)
        hub.target_pointed.connect(self._pointed)
        desk.changed.connect(self._heard)

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
    def on_the_map(self) -> tuple[Caught, ...]:
        """Those whom the map puts into the explosions."""
        return self._on_the_map

    @property
    def complaint(self) -> str:
        """What is wrong with what is filled in; empty if nothing is."""
        return self.problem.sentence if self.problem else ""

    # How it begins

    def put_aside(self) -> None:
        """Keep what is being prepared until another attack, a response to it, is over."""
        if self.phase in (AttackPhase.AIM, AttackPhase.DICE) and not self.draft.lacks:
            self._aside.append((self.phase, self.draft, _copy(self._dice)))

    def begin_with(self, unit_id: int) -> None:
        """Start an attack of a unit, with its weapon and last target filled in."""
        self.take_up(_by(unit_id))

    def begin(self) -> None:
        """Start an empty attack."""
        self.take_up(Attack())

    def take_up(self, attack: Attack) -> None:
        """Start with an attack that was prepared elsewhere, with its dice and choices.

        If it names only a unit, that unit's weapon and last target are filled in.
        """
        self._count += 1
        self.table.forget()
        self.phase, self.done = AttackPhase.AIM, None
        self.draft = self._habits.filled(AttackDraft.of(attack))
        self._dice = StepDraft(attack, choices=dict(attack.choices), loose=list(attack.faces))
        self._on_the_map = ()
        self._look()
        if attack.faces and self.aimed:
            self.to_the_dice()
        self.begun.emit()

    def again(self) -> None:
        """Attack once more with the same unit, at the same target if that is still there."""
        strike = self.draft.strike
        arm = self.table.arm(strike.weapon_id)
        unit_id = strike.by_id or (arm.unit_id if arm else None)
        if unit_id is None or unit_id not in self.table.attackers:
            self.begin()
            return
        self.begin_with(unit_id)

    def launch_by(self, unit_id: int) -> dict[str, int]:
        """Return `unit_id` and `weapon_id` of a launch that this unit would make; empty if none."""
        strike = self._habits.filled(AttackDraft.of(_by(unit_id)), LAUNCHED_FROM).strike
        arm = self.table.arm(strike.weapon_id)
        if arm is None or arm.kind not in LAUNCHED_FROM:
            return {}
        return {"unit_id": strike.by_id or unit_id, "weapon_id": arm.id}

    # What is filled in

    def change(self, draft: AttackDraft) -> None:
        """Fill in something else; dice that are in the boxes stay if they still fit."""
        if draft != self.draft:
            self.draft = draft
            self._look()

    def attack_by(self, unit_id: int) -> None:
        """Have another unit attack, with its own weapon, at the present target."""
        self.change(self._habits.filled(self.draft.with_weapon(Strike(by_id=unit_id))))

    def attack_with(self, weapon_id: int) -> None:
        """Attack with another weapon, fired by the same unit if it can, else by one that can.

        The same weapon chosen again stays as it is used. Further targets stay for a Firing Arc.
        """
        arm = self.table.arm(weapon_id)
        if arm is None or weapon_id == self.draft.strike.weapon_id:
            return
        by = self.table.user_of(arm, self.draft.strike.by_id)
        strike, draft = Strike(weapon_id=weapon_id, by_id=by), self.draft
        if draft.strike.mode is Mode.ARC or len(draft.aims) > 1:
            if may_spread(arm.kind, Mode.ARC, 1):
                draft = draft.at_first_target()
            else:
                wide = may_spread(arm.kind, Mode.ARC, draft.strike.count) is None
                count = draft.strike.count if wide else 1
                strike = dataclasses.replace(strike, mode=Mode.ARC, count=count)
        self.change(self._habits.filled(draft.with_weapon(strike)))

    def ask_target(self, asked: bool) -> None:
        """Have a click on the map mean the target, as while a list of targets is open, or not."""
        if asked is not self.target_asked:
            self.target_asked = asked
            self._tell_the_map()

    def attack_at(self, aim: Aim) -> None:
        """Aim at something else."""
        self.change(self.draft.at_target(aim))

    def overrule(self, rule: str = "") -> bool:
        """Set aside this rule, or else the first one that refuses; False if none does."""
        refusing = self.refused.rule if self.refused else self.preview.refused_by
        rule = rule if rule and refusing else refusing
        if not rule or self.desk.read_only:
            return False
        self.change(replace(self.draft, overruled=self.draft.overruled | {rule}))
        return True

    # Dice and choices

    def put(self, faces: dict[DieKey, Face | None]) -> None:
        """Note what is in the boxes now; None for a box that was emptied."""
        if all(self._dice.faces.get(key) == face for key, face in faces.items()):
            return
        for key, face in faces.items():
            self._dice.put(key, face)
        self._look()

    def choose(self, name: str, value: str) -> None:
        """Note the value that somebody chose."""
        self._dice.choices[name] = value
        self._look()

    def roll(self) -> bool:
        """Roll the empty boxes, and the dice that these earn; False if none is empty."""
        if not self.can_roll:
            return False
        self._dice.roll(self.desk.throw, self._preview)
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

    def back(self) -> None:
        """Go from the dice back to the aim, keeping the dice; from the aim give the attack up.

        An attack that was put aside comes back when the one before it is given up or closed.
        """
        if self.phase is AttackPhase.DICE:
            self.phase = AttackPhase.AIM
        elif self._aside:
            self.done = None
            self.phase, self.draft, self._dice = self._aside.pop()
            self._count += 1
        else:
            self.phase, self.draft, self._dice = _no_attack()
        self._look()

    def apply(self) -> bool:
        """Carry the attack out; False if it is not complete or a rule refuses it."""
        if not self.can_apply or self.shown is None:
            return False
        # A copy: undo puts these dice back into the boxes, where they may be typed over.
        act, kept = self.shown.act, _copy(self._dice)
        preview, drafted = self.preview, self.draft
        self.refused, self._applying = None, True
        changes = self.desk.do(act)
        self._applying = False
        if isinstance(changes, NotDone):
            self.refused = changes if changes.rule else None
            self.problem = None if changes.rule else BadInput(changes.sentence)
            self.changed.emit()
            return False
        self._habits.remember(drafted)
        self.done = Done(
            changes.act_id, changes.title, changes.lines, drafted, kept, act.faces, preview
        )
        self._past[changes.act_id] = self.done
        self.phase = AttackPhase.DONE
        self._look()
        return True

    # How it follows map and campaign

    def _tell_the_map(self) -> None:
        self.hub.show_attack(shot_of(self))

    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        aim_at_point(self, unit_id, x, y)

    def _heard(self, changes: Changes) -> None:
        self._seen.clear()
        self.table.forget()
        turn, self._turn = self._turn, self.table.head.turn_id
        if self._applying:
            return  # what was done is shown when it is done
        if turn != self._turn and self.phase in (AttackPhase.AIM, AttackPhase.DICE):
            # The turn was handed over: nobody goes on with it, and no line stands on the map.
            self._aside.clear()
            self.phase, self.draft, self._dice = _no_attack()
        past = self._past.get(changes.act_id)
        if past and self._back_from(past):
            return
        if past and self.phase is AttackPhase.DICE and self.draft == past.draft:
            self.phase, self.done = AttackPhase.DONE, past  # done again
        self._look()

    def _back_from(self, past: Done) -> bool:
        """Bring back an attack that was undone, unless another one was begun since."""
        here = self.done is not None and self.done.act_id == past.act_id
        if self.phase is not AttackPhase.DONE or not here:
            return False
        self.phase, self.draft, self._dice = AttackPhase.DICE, past.draft, _copy(past.dice)
        self.done = None
        self._look()
        return True

    def _look(self) -> None:
        self.changing.emit()
        self.refused = None
        if self.phase is AttackPhase.DONE:
            self.shown, self.problem = None, None
        else:
            self._examine()
        self._ask_for_odds()
        self.changed.emit()

    def _examine(self) -> None:
        self.shown, self.problem, self.measured = None, None, self.draft
        if self.phase is AttackPhase.NOTHING or self.draft.lacks:
            return
        self.measured = measured(self.table, self.draft)
        # Twice: the first look finds the explosions, the second has those whom they catch.
        for _ in range(2):
            try:
                self.shown = self._look_at(self.measured.act(self._on_the_map))
            except BadInput as error:
                self.problem = error
                return
            except BrikDeskError as error:
                self.problem = BadInput(str(error))
                return
            caught = self.table.caught_on_map(self.draft, self.preview.blasts)
            if caught == self._on_the_map:
                return
            self._on_the_map = caught

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


def _copy(draft: StepDraft) -> StepDraft:
    return replace(
        draft, faces=dict(draft.faces), choices=dict(draft.choices), rolled=dict(draft.rolled)
    )


def attack_of(desk: Desk, hub: Hub) -> AttackController:
    """Return the desk's attack, made when it is first asked for."""
    return desk.shared(AttackController, lambda: AttackController(desk, hub, desk))
