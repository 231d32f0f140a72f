"""Sci-fi attacks without widgets: the one being prepared, and the shots that wait."""

import dataclasses
from collections.abc import Callable
from enum import Enum

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from brikdesk import games
from brikdesk.acts.checks import point_words
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.scifi.ammunition import LoadFacts, SetLoad
from brikdesk.acts.scifi.areas import PlaceArea
from brikdesk.acts.scifi.outcomes import MarkDetected
from brikdesk.acts.scifi.shooting import AssistGunner, FireSf, SfAim
from brikdesk.copied import copied
from brikdesk.dice import DiceFor, DiceWay, Face, Origin
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.rules.scifi.effect_areas import DIRECTIONS
from brikdesk.rules.scifi.units_and_crews import SpecialFire
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.lines import Outcome
from brikdesk.store.views.armory import weapons as brikwars_weapons
from brikdesk.store.views.campaign_and_battle import played
from brikdesk.store.views.scifi import ShotRow, sf_weapons
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.models.attack.any_attack import AnyAttackController
from ui.models.attack.controller import attack_of
from ui.models.attack.draft import AttackPhase
from ui.models.map import DrawnShot
from ui.models.scifi_attack.draft import (
    Habits,
    SfDraft,
    SfTable,
    aimed_at,
    fired_shot,
    measured,
    pointed_at,
    sf_shot,
)
from ui.models.scifi_attack.entries import SfEntry, area_of, place_asked
from ui.models.step_draft import DieWay, in_words, player_of, typed_words, way_of


class SfAttackController(AnyAttackController[SfTable, SfDraft]):
    """An attack by the Sci-fi rules: aimed and fired, then what follows each shot."""

    def __init__(self, desk: Desk, hub: Hub, parent: QObject | None = None) -> None:
        super().__init__(desk, hub, SfTable(desk), SfDraft(), parent)
        self.entry = SfEntry(self.table)
        self.tried: Outcome | None = None
        self._past: dict[int, tuple[SfDraft, int | None]] = {}
        self._entered: dict[int, int] = {}
        self._unasked: set[int] = set()
        """Shots whose die the desk has rolled unasked: one that is taken back is typed."""
        self._warned: int | None = None
        self._habits = Habits()
        self.listen()

    # What there is

    @property
    def can_fire(self) -> bool:
        """Whether Enter would fire now."""
        clear = self.refused is None and self.problem is None and self.tried is not None
        return self.phase is AttackPhase.AIM and clear and not self.desk.read_only

    @property
    def latest(self) -> ShotRow | None:
        """The shot fired last in this turn, which the loader may follow up; None before any."""
        shots = [each for each in self.table.shots if each.turn_id == self.table.head.turn_id]
        return shots[-1] if shots else None

    @property
    def helped(self) -> ShotRow | None:
        """The shot that a loader can follow up now: the one that is asked about, else the latest.

        Others of this turn come after these, so that an open shot hides no help for another.
        """
        turn = self.table.head.turn_id
        current = self.entry.current if self.phase is AttackPhase.SHOTS else None
        fired = [each for each in reversed(self.table.shots) if each.turn_id == turn]
        shots = [*([current] if current else []), *fired]
        return next((shot for shot in shots if self._help_for(shot)), None)

    @property
    def loader_gives(self) -> tuple[SpecialFire, ...]:
        """The help that the loader of the weapon that fired may still give (12-78)."""
        return self._help_for(self.helped)

    def _help_for(self, shot: ShotRow | None) -> tuple[SpecialFire, ...]:
        ready = self.table.ready(shot.sf_weapon_id) if shot else None
        if ready is None:
            return ()
        helps = {SpecialFire.REROLL: ready.reroll, SpecialFire.SECOND_SHOT: ready.second}
        return tuple(way for way, help in helps.items() if help is not None and not help.no)

    # How it begins

    def take_up(self, fire: FireSf) -> None:
        """Start with an attack that was prepared elsewhere; it may name no more than a weapon."""
        self.table.read()
        row = self.table.weapon(fire.sf_weapon_id)
        draft = copied(SfDraft, fire, aims=tuple(aim for aim in fire.aims if aim != SfAim()))
        if row is not None:
            draft = replace(draft, unit_id=row.unit_id, weapon_id=row.id, ways=row.capabilities)
        self._begin(draft)

    @override
    def begin(self) -> None:
        self._begin(SfDraft())

    @override
    def begin_with(self, unit_id: int) -> None:
        self._begin(SfDraft(unit_id=unit_id))

    def begin_at(self, unit_id: int) -> None:
        """Start an attack at a unit."""
        self._begin(SfDraft(aims=(SfAim(target_id=unit_id),)))

    @override
    def _attacker(self) -> int | None:
        unit_id = self.draft.unit_id
        able = any(not row.no for row in self.table.weapons_of(unit_id))
        return unit_id if able else None

    def _begin(self, draft: SfDraft) -> None:
        self.table.read()
        self.phase, self.draft = AttackPhase.AIM, self._habits.filled(self.table, draft)
        self._look()
        self.begun.emit()

    # What is filled in

    def fire_by(self, unit_id: int) -> None:
        """Have another unit fire, at the present target."""
        aims = tuple(
            measured(self.table, unit_id, aim.target_id) if aim.target_id else aim
            for aim in self.draft.aims[:1]  # the other weapon may fire but once
            if aim.target_id != unit_id
        )
        self.change(self._habits.filled(self.table, SfDraft(unit_id=unit_id, aims=aims)))

    def fire_with(self, weapon_id: int) -> None:
        """Fire another weapon of the unit."""
        row, now = self.table.weapon(weapon_id), self.draft.aims[:1]
        if row is not None:
            # The target stays; modes and rounds are those of the weapon that was put down.
            aims = tuple(dataclasses.replace(aim, mode=None, ammunition="") for aim in now)
            draft = SfDraft(row.unit_id, row.id, row.capabilities, aims=aims)
            self.change(self._habits.filled(self.table, draft))

    def with_capability(self, name: str) -> None:
        """Attack with another of the weapon's capabilities."""
        draft = replace(self.draft, capability=name, overruled=frozenset())
        self.change(draft.aiming(ammunition="", warhead="", area_size=None))

    def with_spotter(self, unit_id: int | None) -> None:
        """Have a unit call in the fire; None: nobody (12-82)."""
        self.change(replace(self.draft, spotter_id=unit_id, overruled=frozenset()))

    @override
    def overrule(self, rule: str = "") -> bool:
        refused = self.refused
        # A refused act is done again at once; a refused rehearsal, which has none, stays a draft.
        if refused is None or refused.act is None or self.desk.read_only:
            return super().overrule(rule)
        self._do(refused.overruled(rule))
        return True

    def load(self, count: int) -> bool:
        """Enter how many rounds there are, if nobody has said so (12-64, 12-66)."""
        weapon = self.table.weapon(self.draft.weapon_id)
        store = self.table.store(weapon, self.draft.capability)
        if store is None:
            return False
        return self._do(SetLoad(store_id=store.id, loads=(LoadFacts(count=count),)))

    def detect(self) -> bool:
        """Mark the target, or after the shot its shooter, as detected or no longer so (12-50)."""
        if self.phase is AttackPhase.AIM:
            unit_id = self.draft.aim.target_id
            player_id: int | None = self.table.side(self.draft.unit_id)[0]
        else:
            shot = self.entry.current or self.latest
            unit_id = shot.unit_id if shot else None
            player_id = self.table.enemy_of(unit_id, shot.target_id if shot else None)
        if unit_id is None or player_id is None or self.table.unit(unit_id) is None:
            return False
        seen = self.table.seen(unit_id, (player_id,))
        return self._do(MarkDetected(unit_id=unit_id, player_id=player_id, detected=not seen))

    # How it goes on

    @override
    def go_on(self) -> bool:
        """Fire; False if the attack is not complete or was refused."""
        if not self.can_fire:
            return False
        drafted, act = self.draft, self.draft.act()
        # `_carry_out` has the table read again: what was there before tells the new shots.
        before = {shot.id for shot in self.table.shots}
        changes = self._carry_out(act)
        if changes is None:
            return False
        self._habits.note(drafted)
        new = [shot.id for shot in self.table.shots if shot.id not in before]
        self._past[changes.act_id] = (drafted, new[0] if new else None)
        self.to_the_shots(new[0] if new else None)
        return True

    def to_the_shots(self, shot_id: int | None = None) -> bool:
        """Go to the shots that wait for entries, to this one if it does; False if none waits."""
        self._go_to(shot_id)
        self._look()
        return self.phase is AttackPhase.SHOTS

    def _go_to(self, shot_id: int | None) -> None:
        self.entry.go(shot_id)
        self.phase = AttackPhase.SHOTS if self.entry.question else AttackPhase.NOTHING

    @override
    def apply(self) -> bool:
        """Enter the answer to the current question; False if it is not complete."""
        act = self.entry.act()
        return act is not None and self._do(act)

    def skip(self) -> bool:
        """Skip the current question.

        One that cannot be entered as skipped puts its shot last; if no other shot waits, the shots
        are left for later.
        """
        if act := self.entry.skipping():
            return self._do(act)
        if len(self.entry.open) == 1:
            self.back()
        else:
            self.fill(SfEntry.put_last)
        return True

    # What is filled in for a question

    def fill(self, doing: Callable[[SfEntry], object]) -> bool:
        """Fill something in for the current question; False if `doing` returned False.

        A refusal of the answer that stood there before is cleared.
        """
        fits = doing(self.entry) is not False
        if fits:
            self._look()
        return fits

    def say(self, **found: object) -> bool:
        """Note parts of the answer, by their names; False if all of them were noted already."""
        return self.fill(lambda entry: entry.say(**found))

    @override
    def roll(self) -> bool:
        """Roll the die that gives the direction of the area; False if it lies there, or none does."""
        lies = not self.entry.wants_die or self.entry.answer.face is not None
        if lies or self.desk.read_only:
            return False
        way, shot = self._way_of_die(), self._shot_asked
        if way.way is DiceWay.TYPED and self._warned != shot:
            self._warned = shot
            self.hub.remarked.emit(typed_words(self.desk, (way.player_id,)))
            return True
        if way.way is DiceWay.ROLLED and not self.desk.sealed:
            return self.say(face=Face(self._same_die(DIRECTIONS), Origin.ROLLED))
        face = self.desk.throw_die(PlaceArea(shot_id=shot), 0, DIRECTIONS)
        return face is not None and self.say(face=face)

    @property
    def _shot_asked(self) -> int:
        return self.entry.current.id if self.entry.current else 0

    def _same_die(self, sides: int) -> int:
        return self.desk.same_die(("direction", self._shot_asked), sides)

    def _way_of_die(self) -> DieWay:
        """Return how the die of the direction comes to the desk: as who fired has it."""
        shot = self.entry.current
        player = player_of(self.desk, shot.unit_id if shot else None)
        return way_of(self.desk, player, DiceFor.HIT)

    def whose_die(self) -> str:
        """Say whose die of the direction is typed or rolled here; empty if it is as usual."""
        return in_words(self.desk, (self._way_of_die(),)) if self.entry.wants_die else ""

    def _roll_unasked(self) -> None:
        """Roll the die of the direction, if who fired has his dice rolled at once."""
        asked = self.phase is AttackPhase.SHOTS and self.entry.wants_die
        if not asked or self.entry.answer.face is not None or self.desk.read_only:
            return
        if self.desk.sealed:
            return
        if self._shot_asked not in self._unasked and self._way_of_die().way is DiceWay.ROLLED:
            self._unasked.add(self._shot_asked)
            self.entry.say(face=Face(self._same_die(DIRECTIONS), Origin.ROLLED))

    def assist(self, how: SpecialFire) -> bool:
        """Have the loader help: a second shot, or a reroll of the miss (12-78)."""
        current = self.entry.current if self.phase is AttackPhase.SHOTS else self.latest
        shot = self.helped or current  # without help the act itself says why there is none
        ready = self.table.ready(shot.sf_weapon_id) if shot else None
        if shot is None or ready is None or ready.second is None:
            return False
        if not self._do(AssistGunner(sf_weapon_id=shot.sf_weapon_id, how=how)):
            return False
        if how is SpecialFire.REROLL:
            return self.to_the_shots(shot.id)
        self.take_up(FireSf(sf_weapon_id=shot.sf_weapon_id, capability=shot.capability, aims=()))
        return True

    def back(self) -> None:
        """Give up the attack, or leave the shots for later."""
        self.phase = AttackPhase.NOTHING
        self._look()

    # How it follows the campaign

    def _do(self, act: Act) -> bool:
        """Do an act that is not the attack itself; its refusal can be overruled in place.

        After an entry the next question is asked; once this turn's shots are settled, none is.
        """
        shot = self.entry.current
        changes = self._carry_out(act)
        if changes is None:
            return False
        if self.phase is AttackPhase.SHOTS and not isinstance(act, MarkDetected | AssistGunner):
            self._entered[changes.act_id] = shot.id if shot else 0
            if not self.entry.advance():
                self.phase = AttackPhase.NOTHING
        self._look()
        return True

    @override
    def _read(self) -> None:
        self.table.read()
        self.entry.follow()

    @override
    def _give_up(self) -> None:
        self.phase, self.draft = AttackPhase.NOTHING, SfDraft()

    @override
    def _followed(self, changes: Changes) -> None:
        drafted, shot_id = self._past.get(changes.act_id, (None, None))
        there = {shot.id for shot in self.table.shots}
        shot_id = self._entered.get(changes.act_id, shot_id)
        if drafted is not None and shot_id not in there:
            # Undone: as it was before it was fired.
            self.phase, self.draft = AttackPhase.AIM, drafted
        elif shot_id in there:
            self._go_to(shot_id)
        elif self.phase is AttackPhase.SHOTS and self.entry.question is None:
            self.phase = AttackPhase.NOTHING
        self._look()

    @override
    def _see(self) -> None:
        self.tried = None
        self._roll_unasked()
        # An undo may take away the very weapon that is aimed.
        gone = self.draft.weapon_id and self.table.weapon(self.draft.weapon_id) is None
        if self.phase is AttackPhase.AIM and gone:
            self.draft = SfDraft()
        if self.phase is not AttackPhase.AIM or self.draft.lacks or self.desk.read_only:
            return
        try:
            self.tried, refused, problem = self.desk.look_through(self.draft.act())
        except BrikDeskError as error:
            self.problem = BadInput(str(error))
            return
        self.refused = NotDone.refused(refused) if refused else None
        self.problem = BadInput(problem) if problem else None

    @override
    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        # Another attack may be the one that the map draws.
        if self.phase is AttackPhase.AIM and self._drawn:
            self.change(pointed_at(self.table, self.draft, unit_id, x, y))
        elif self.phase is AttackPhase.SHOTS and self._drawn:
            there = aimed_at(self.table, unit_id, "") or (x, y)
            self.say(words=point_words(*there))
            self.hub.spot_taken.emit()

    @override
    def drawn(self) -> DrawnShot | None:
        if self.phase is AttackPhase.AIM:
            return sf_shot(self.table, self.draft, self.target_asked)
        return self._open_shot() if self.phase is AttackPhase.SHOTS else None

    def _open_shot(self) -> DrawnShot | None:
        """Return the shot that is asked about, with its area, as the map draws it."""
        asked, answer = self.entry.question, self.entry.answer
        if asked is None:
            return None
        area = area_of(self.table, asked, answer)
        inside = answer.inside if asked.has_area else asked.shot.inside
        asks = "" if self.desk.read_only else place_asked(asked)
        return fired_shot(self.table, asked.shot, area, inside, asks, answer.words)


def sf_attack_of(desk: Desk, hub: Hub) -> SfAttackController:
    """Return the desk's Sci-fi attack, made when it is first asked for."""
    return desk.shared(SfAttackController, lambda: SfAttackController(desk, hub, desk))


class AttackGame(Enum):
    """A game of the Attack tab."""

    BRIKWARS = games.BRIKWARS.label
    SCIFI = games.SCIFI.label


class AttackChoice(QObject):
    """The game that the Attack tab shows in a campaign that plays both."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.now = AttackGame.BRIKWARS

    def choose(self, game: AttackGame) -> None:
        """Show a game."""
        if game is not self.now:
            self.now = game
            self.changed.emit()


def sf_attack_choice(desk: Desk) -> AttackChoice:
    """Return the desk's choice, made when it is first asked for."""
    return desk.shared(AttackChoice, lambda: AttackChoice(desk))


def take_up(desk: Desk, hub: Hub, wanted: Attack | FireSf) -> None:
    """Begin the attack that was asked for, by the game that it belongs to."""
    game = _game_of(desk, wanted)
    # First: on `begun` a panel takes the focus, but only if it is visible.
    sf_attack_choice(desk).choose(game)
    if game is AttackGame.BRIKWARS and isinstance(wanted, Attack):
        attack_of(desk, hub).take_up(wanted)
        return
    controller = sf_attack_of(desk, hub)
    if isinstance(wanted, FireSf):
        controller.take_up(wanted)
    elif unit_id := _by(wanted):
        controller.begin_with(unit_id)
    elif (target := _at(wanted)) is not None:
        controller.begin_at(target)
    else:
        controller.begin()


def _game_of(desk: Desk, wanted: Attack | FireSf) -> AttackGame:
    """Return the game of an attack: by the act, by the attacker's weapons, else the one shown."""
    sets = desk.read(played)
    if isinstance(wanted, FireSf) or games.BRIKWARS.name not in sets:
        return AttackGame.SCIFI if games.SCIFI.name in sets else AttackGame.BRIKWARS
    if games.SCIFI.name not in sets:
        return AttackGame.BRIKWARS
    if not wanted.strikes and not wanted.aims:
        return sf_attack_choice(desk).now
    unit_id = _by(wanted)
    armed = any(row.unit_id == unit_id for row in desk.read(brikwars_weapons))
    only = bool(unit_id) and bool(desk.read(sf_weapons, unit_id)) and not armed
    return AttackGame.SCIFI if only else AttackGame.BRIKWARS


def _by(wanted: Attack) -> int | None:
    """Return the attacker, if the attack says no more of the weapon; else None."""
    strike = wanted.strikes[0] if wanted.strikes else None
    bare = strike is not None and strike.weapon_id is None and not strike.name
    return strike.by_id if strike is not None and bare else None


def _at(wanted: Attack) -> int | None:
    return wanted.aims[0].unit_id if wanted.aims else None
