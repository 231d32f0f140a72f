"""A battle played by a script on the command line: every weapon, every chore, seeded."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from sqlmodel import Session, col, select

from brikdesk.acts.combat.aim import AttackPreview
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.throwing import roll_step
from brikdesk.acts.weapons.racks import is_loaded
from brikdesk.acts.who_may import actions_left_now
from brikdesk.errors import BadInput
from brikdesk.store.act import Act, act_to_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Fate,
    Field,
    Fire,
    Inside,
    Rack,
    Round,
    State,
    StateKind,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.queue import agenda
from brikdesk.turns.turn_order import turn_now
from tests.walks.warfare import answered, arsenal, attack_with, object_attack

Run = Callable[..., str]
Job = tuple[str, dict[str, object]]

ATTACKS = 3
"""Attacks in a player's turn."""

TRIES = 8
"""Attacks that are planned until one is legal."""

BY_THE_RULES = {
    "4.1-27": "who lies on the ground has no Action",
    "4.2-02": "the Action is spent",
    "5.1-44": "three have attacked it in this turn",
    "5.2-05": "no Hand is left",
    "5.2-41": "who lies on the ground holds no shield",
    "5.3-04": "engaged in Close Combat",
    "5.3-03": "one target for all Ranged attacks of a turn",
    "8.1-28": "too long to be thrown",
    "8.1-32": "the Power does not suffice",
    "8.1-40": "the Power does not suffice",
    "8.3-01": "fired already",
    "8.3-16": "jammed",
    "8.3-20": "reloaded this turn",
    "8.4-09": "what flies and what strikes are two attacks",
    "8.4-46": "empty",
    "8.4-47": "fired already",
    "8.4-48": "reloaded this turn",
    "8.4-52": "nothing lies in it",
    "8.4-54": "fired already",
    "8.4-55": "more than fits",
    "8.4-59": "too heavy to be thrown",
    "8.5-01": "another type of attack with one Action",
    "8.5-05": "fired already",
    "8.5-12": "too many Gunners",
    "8.5-13": "who has no Gunnery supports nobody",
    "A-13": "whom a Missed Shot may not strike",
    "A5-17": "more guns than Hands",
    "Q8-72": "who supports has no other Action",
}
"""What a script that plays blindly may be refused, and why."""


class Table:
    """A battle on the command line; it is looked at between the commands, never written."""

    def __init__(self, run: Run, file: Path, seed: int) -> None:
        self.run, self.file, self.chance = run, file, Random(seed)
        self.fired: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.now = (0, "")

    def reading(self, work: Callable[[Session], Any]) -> Any:
        with Campaign.open(self.file, read_only=True) as campaign:
            return campaign.reading(work)

    def do(self, *acts: Act) -> None:
        data = [act_to_data(act) for act in acts]
        self.run("do", self.file, "-", typed=json.dumps(data if len(data) > 1 else data[0]))

    def do_named(self, name: str, **facts: object) -> None:
        self.run("do", self.file, "-", "--roll", typed=json.dumps({"act": name, **facts}))
        self.done[name] += 1

    # The course of a player's turn

    def play_turn(self) -> None:
        self.settle_steps()
        self.chores()
        for _ in range(ATTACKS):
            self.attack()
        self.end_turn()

    def end_turn(self) -> None:
        """End the turn; what waits at its end is settled first."""
        now = self.now
        while self.now == now:
            self.do_named("EndTurn")
            self.settle_steps()

    def settle_steps(self) -> None:
        for _ in range(60):
            waiting = self.agenda()
            if not waiting:
                return
            self.run("roll", self.file, "--seed", self.chance.randint(1, 999))
            if not self.agenda():
                return
            with Campaign.open(self.file, read_only=True) as campaign:
                step = campaign.reading(agenda)[0]
                act = self.completed(campaign, act_of_step(step))
            assert act is not None
            self.do(act)
            self.done[type(act).__name__] += 1
        raise AssertionError("the steps never end")

    def agenda(self) -> list[str]:
        seen = json.loads(self.run("agenda", self.file, "--json"))
        self.now = (seen["turn"], seen["player"])
        keys = [step["key"] for step in seen["steps"]]
        assert len(keys) == len(set(keys)), "a step waits twice"
        return keys

    def completed(self, campaign: Campaign, act: StepAct) -> StepAct | None:
        """Throw dice and answer until nothing is asked; none where the rules refuse it."""
        for _ in range(80):
            act = roll_step(campaign, act, lambda sides: self.chance.randint(1, sides))
            seen = campaign.reading(act.examine)
            if isinstance(seen, AttackPreview) and seen.refusal:
                assert seen.refused_by in BY_THE_RULES, f"{seen.refused_by}: {seen.refusal}"
                self.refused[seen.refused_by] += 1
                return None
            if seen.complete:
                return act
            assert seen.open_choices, seen.waiting
            act = answered(act, seen.open_choices[0], self.chance)
        raise AssertionError(f"{act} never ends")

    # Attacks

    def attack(self) -> None:
        with Campaign.open(self.file, read_only=True) as campaign:
            tried = (self.legal(campaign) for _ in range(TRIES))
            act = next((each for each in tried if each is not None), None)
            if act is None:
                return
            self.fired[campaign.reading(lambda session: _weapon(session, act))] += 1
        if self.chance.random() < 0.2:
            self.rehearse(act)
        self.do(act)

    def legal(self, campaign: Campaign) -> Attack | None:
        """Plan an attack and roll it out; none where the rules refuse it or nothing is loaded."""
        act = campaign.reading(self.planned)
        try:
            done = act and self.completed(campaign, act)
        except BadInput:  # an empty weapon has no figures
            return None
        assert done is None or isinstance(done, Attack)
        return done

    def rehearse(self, act: Act) -> None:
        """Try an act: it tells what it would do, and nothing is saved."""
        before = self.run("digest", self.file)
        assert self.run("try", self.file, "-", typed=json.dumps(act_to_data(act)))
        assert self.run("digest", self.file) == before

    def planned(self, session: Session) -> Attack | None:
        """Plan an attack with a weapon that was used least so far."""
        if self.chance.random() < 0.03:
            return object_attack(session, self.chance)
        guns = arsenal(session)
        if not guns:
            return None
        self.chance.shuffle(guns)
        guns.sort(key=lambda gun: self.fired[gun.preset or gun.kind.value])
        gun = guns[self.chance.randrange(min(3, len(guns)))]
        return attack_with(session, self.chance, gun)

    # Chores

    def chores(self) -> None:
        """Reload what is empty or jammed, fight fires, Mark, cross a Field."""
        for facts in self.reading(_to_reload):
            self.do_named("Reload", **facts)
        for name, facts in self.reading(lambda session: _odd_jobs(session, self.chance)):
            self.do_named(name, **facts)


def _weapon(session: Session, act: Attack) -> str:
    key = act.strikes[0].weapon_id
    weapon = session.get(Weapon, key) if key else None
    return (weapon.preset or weapon.kind.value) if weapon else act.strikes[0].name or "Explosive"


def _to_reload(session: Session) -> list[dict[str, object]]:
    """Return what the running player can reload: not fired in this turn, a crate beside it."""
    found: list[dict[str, object]] = []
    for gun in arsenal(session):
        jammed = gun.kind is WeaponKind.MACHINE_GUN and gun.inoperative
        empty = gun.kind is WeaponKind.CANNON and _shells(session, gun)
        if jammed:
            found.append({"weapon_id": gun.id})
        elif empty:
            found.append({"weapon_id": gun.id, "round_id": empty})
    return found


def _shells(session: Session, gun: Weapon) -> int | None:
    if is_loaded(session, gun):
        return None
    racks = select(Rack.id).where((Rack.weapon_id == gun.id) | (Rack.unit_id == gun.unit_id))
    rounds = select(Round).where(col(Round.rack_id).in_(racks), Round.count > 0)
    return next((each.id for each in session.exec(rounds)), None)


def _left(session: Session, own: list[Unit]) -> list[int | None]:
    """Return the Close Combats that the running player's units leave, each pair of fighters once."""
    keys = {unit.id for unit in own}
    pairs = session.exec(select(State).where(State.kind == StateKind.ENGAGED)).all()
    return [pair.id for pair in pairs if pair.unit_id in keys and pair.with_id not in keys]


def _odd_jobs(session: Session, chance: Random) -> list[Job]:
    player = turn_now(session).player_id
    alive = list(session.exec(select(Unit).where(Unit.fate == Fate.ALIVE)))
    own = [unit for unit in alive if unit.player_id == player]
    jobs: list[Job] = [("ClearState", {"state_id": each}) for each in _left(session, own)]
    fires = session.exec(select(Fire).join(Unit).where(Unit.fate == Fate.ALIVE)).all()
    burning = [fire for fire in fires if fire.size]
    if burning:
        fight: dict[str, object] = {
            "fire_id": chance.choice(burning).id,
            "inches": 1,
            "apparatus": "hose",
        }
        jobs.append(("FightFire", fight))
    scouts = [unit for unit in own if "tracking" in unit.specialties]
    foes = [unit for unit in alive if unit.player_id != player]
    ready = [unit for unit in scouts if actions_left_now(session, unit) > 0]
    if ready and foes:
        facts: dict[str, object] = {"scout_id": ready[0].id, "target_id": chance.choice(foes).id}
        jobs.append(("MarkTarget", {**facts, "distance": 6, "has_tool": True}))
    _cross(session, chance, own, jobs)
    return jobs


def _cross(session: Session, chance: Random, own: list[Unit], jobs: list[Job]) -> None:
    """Let somebody walk into a Field, through the difficult ones by their dice."""
    fields = session.exec(select(Field)).all()
    inside = {(each.unit_id, each.field_id) for each in session.exec(select(Inside))}
    if not fields or not own:
        return
    field, unit = chance.choice(fields), chance.choice(own)
    if (unit.id, field.id) in inside:
        return
    facts: dict[str, object] = {"unit_id": unit.id, "field_id": field.id}
    jobs.append(("CrossTerrain" if field.dice and field.mode else "EnterHazard", facts))
