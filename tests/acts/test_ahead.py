"""Look ahead: every chance as if all dice had been tried, and nothing comes that was not told."""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.ahead import (
    Foreseen,
    TurnAhead,
    begins_with,
    look_ahead,
    next_turns,
    two_rounds,
)
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.cli import main
from brikdesk.dice import Face, RollKind, action_kind, lay_out
from brikdesk.rules.brikwars import fire as fire_rules
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.house_rules import house_of
from brikdesk.store.session import rows_of
from brikdesk.store.tables import Field, Fire, Projectile, StateKind, Unit, UnitKind
from brikdesk.store.views.units import units
from brikdesk.turns.queue import agenda
from brikdesk.turns.steps import Step, step_name
from brikdesk.turns.turn_order import present_turn, stamp_now
from tests.acts.hazards import to_turn
from tests.nightly import NIGHTLY, many
from tests.staging import stage

ANN = 1
ORDERS = ("reduce_first", "as_rolled", "grow_first")


def told(coming: tuple[TurnAhead, ...], title: str) -> list[tuple[int, str, Foreseen]]:
    """Return the steps with this title: round, player, and what is told."""
    return [
        (turn.number, turn.code, step)
        for turn in coming
        for step in turn.steps
        if step.title == title
    ]


# Fires, flights, Fields: against all faces


def burned(like: dict[int, Fraction], size: int, weight: int, order: str) -> dict[int, Fraction]:
    """Return the Sizes of a fire after one more Burning Roll, by trying all faces of all dice."""
    after = Counter[int]()
    for fire, share in like.items():
        faces = list(product(range(1, 5), repeat=fire))
        for each in faces:
            rolled = fire_rules.burn(size, weight, fire, each, burn_order=order)
            after[rolled.fire_size if fire else 0] += share / len(faces)  # type: ignore[assignment]
    return dict(after)


@pytest.mark.rule("F.1-31", "F.1-32", "F.1-34", "QF-01")
@pytest.mark.parametrize("order", ORDERS)
def test_fires_are_as_likely_as_all_their_faces_say(battle: Campaign, order: str) -> None:
    """The share of faces that leave a fire, roll after roll; in the last order die after die."""
    chance, fires = Random(f"fires {order}"), many(8, 34, quick=4)
    battle.do(SetHouseRule(switch="burn_order", value=order))
    facts = [
        (
            size := chance.randint(1, many(4, 6)),
            chance.randint(0, 4),
            chance.randint(1, min(size, 3)),
        )
        for _ in range(fires)
    ]

    def light(session: Session) -> None:
        for place, (size, weight, fire) in enumerate(facts):
            unit = Unit(
                player_id=ANN, name=f"Hut {place}", token="H", kind=UnitKind.STRUCTURE, size=size,
                weight_class=weight, x=10.0 * place, y=0.0,
            )  # fmt: skip
            session.add(unit)
            session.flush()
            session.add(
                Fire(unit_id=unit.id or 0, size=fire, driver_id=ANN, lit_turn_id=stamp_now(session))
            )

    stage(battle, light)
    coming = look_ahead(battle, 6)
    for place, (size, weight, fire) in enumerate(facts):
        like, seen = {fire: Fraction(1)}, told(coming, f"Hut {place} burns")
        for roll in range(2):
            burns = float(sum(share for inches, share in like.items() if inches))
            if not burns:
                assert len(seen) == roll
                break
            number, _, step = seen[roll]
            assert (number, step.chance) == (2 + roll, pytest.approx(burns, abs=1e-9))
            after = burned(like, size, weight, order)
            out_before = like.get(0, Fraction())
            for inches, share in after.items():
                words, share = (f'{inches}"', share) if inches else ("out", share - out_before)
                shown = {each.words: each.chance for each in step.ways}
                assert shown.get(words, 0.0) == pytest.approx(float(share) / burns, abs=1e-9)
            like = after


LEAST = 1e-12
"""Chains of dice are followed until they are less likely than this."""


def landings(
    flight: Projectile, house: BrikWarsHouse, faces: tuple[int, ...] = (), likely: float = 1.0
) -> float:
    """Return the chance that a flight hits, by trying the faces of die after die."""
    frozen: dict[str, Any] = flight.frozen
    die, use = frozen["action_die"], frozen["use"]
    penalty = (4,) if frozen["fire_penalty"] else ()
    laid = lay_out(action_kind(die), (die,), faces, 0, penalty=penalty, house=house.dice)
    if laid.missing:
        each = likely / laid.missing[0]
        every = range(1, laid.missing[0] + 1) if each > LEAST else ()
        return sum(landings(flight, house, (*faces, face), each) for face in every)
    assert laid.roll
    if laid.roll.critical_failure:
        return 0.0
    if laid.roll.total >= use:
        return likely
    return more(use - laid.roll.total, house, (), likely) if laid.roll.benny else 0.0


def more(short: int, house: BrikWarsHouse, faces: tuple[int, ...], likely: float) -> float:
    """Return the chance that a Benny's die makes up for what is short."""
    laid = lay_out(RollKind.OTHER, (6,), faces, house=house.dice)
    if laid.missing:
        each = likely / laid.missing[0]
        every = range(1, laid.missing[0] + 1) if each > LEAST else ()
        return sum(more(short, house, (*faces, face), each) for face in every)
    return likely * (laid.roll is not None and laid.roll.total >= short)


@pytest.mark.rule("8.4-10", "8.4-11", "Q8-32")
def test_flights_arrive_when_they_must_and_hit_as_often_as_their_faces_say(
    battle: Campaign,
) -> None:
    chance, flights = Random("flights"), many(12, 100, quick=6)

    def launch(session: Session) -> None:
        for place in range(flights):
            frozen = {
                "action_die": chance.choice((4, 6, 8, 10, 12)),
                "use": chance.randint(1, 14),
                "modifiers": [],
                "fire_penalty": chance.random() < 0.3,
            }
            session.add(
                Projectile(
                    player_id=ANN, name=f"Flight {place}", type="Rocket", explosive_size=1,
                    makeup={}, distance=chance.uniform(12.5, 35), travelled=12.0, target="the well",
                    frozen=frozen, launched_turn_id=stamp_now(session),
                )
            )  # fmt: skip

    stage(battle, launch)
    coming = look_ahead(battle, 6)
    house = battle.reading(lambda session: house_of(session, BrikWarsHouse))
    rows = battle.reading(lambda session: list(rows_of(session, Projectile)))
    for flight in rows:
        on = told(coming, f"{flight.name} flies on")
        ((number, code, lands),) = told(coming, f"{flight.name} lands")
        assert (code, number) == ("AA", 2 + (flight.distance > 24))
        assert len(on) == (flight.distance > 24)
        assert all(each.by_itself for _, _, each in on)
        shown = {each.words: each.chance for each in lands.ways}
        assert sum(shown.values()) == pytest.approx(1, abs=1e-9)
        assert shown.get("hits", 0.0) == pytest.approx(landings(flight, house), abs=1e-9)


@pytest.mark.rule("8.4-44", "Q8-58")
def test_fields_shrink_until_they_are_gone(battle: Campaign) -> None:
    chance, count = Random("fields"), many(20, 100, quick=8)
    sizes = [chance.randint(1, 4) for _ in range(count)]

    def place(session: Session) -> None:
        for at, size in enumerate(sizes):
            session.add(
                Field(
                    kind=FieldKind.SMOKE, size=size, name=f"Cloud {at}", dice=[],
                    shrink_player_id=1 + at % 3, made_turn_id=stamp_now(session), x=1.0, y=1.0,
                )
            )  # fmt: skip

    stage(battle, place)
    coming = look_ahead(battle, 9)
    for at, size in enumerate(sizes):
        steps = [*told(coming, f"Cloud {at} shrinks"), *told(coming, f"Cloud {at} is gone")]
        codes = ("AA", "BB", "CC")
        first = 1 if at % 3 else 2  # Ann's turn has begun already
        expected = [(first + each, codes[at % 3]) for each in range(min(size, 3))]
        assert [(number, code) for number, code, _ in steps] == expected
        assert all(step.by_itself and step.chance == 1 for _, _, step in steps)
        (left,) = [ghost.size for ghost in coming[-1].ghosts if ghost.id == at + 1] or [0]
        assert left == max(0, size - 3)


# What is left of a turn, and what depends on it


def test_a_minifig_that_may_have_died_of_his_fire_runs_no_more(battle: Campaign) -> None:
    """Five rolls: four limbs, then his life (8.3-34); each share is a power of three quarters."""

    def light(session: Session) -> None:
        session.add(Unit(player_id=ANN, name="Pike", token="P", x=5.0, y=5.0))
        session.flush()
        session.add(Fire(unit_id=1, size=0, driver_id=ANN, lit_turn_id=stamp_now(session)))

    stage(battle, light)
    coming = look_ahead(battle, 18)
    burns = [step.chance for _, _, step in told(coming, "Pike burns")]
    assert burns == pytest.approx([0.75**rolls for rolls in range(5)], abs=1e-9)
    last = told(coming, "Pike burns")[-1][2]
    assert {way.words: way.chance for way in last.ways} == pytest.approx(
        {"out": 0.25, "dies": 0.75}
    )
    runs = [step.chance for _, _, step in told(coming, "Pike runs about, burning")]
    assert runs == pytest.approx([1.0, *(0.75**rolls for rolls in range(1, 5))], abs=1e-9)
    assert told(coming, "Pike burns")[1][2].percent == "75 %"


def test_what_needs_nobody_is_done_and_the_campaign_stays_as_it_is(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        digest = campaign.digest()
        coming = look_ahead(campaign, campaign.reading(two_rounds))
        assert campaign.digest() == digest
    assert [(turn.number, turn.code) for turn in coming] == [
        (6, "BU"), (6, "TC"), (6, "GD"), (7, "BU"), (7, "TC"), (7, "GD"), (8, "BU"),
    ]  # fmt: skip
    assert [turn.runs for turn in coming] == [True, *[False] * 6]
    (gone,) = told(coming, "Drain gas is gone")
    assert gone[:2] == (8, "BU")
    assert gone[2].by_itself
    flown = [ghost for turn in coming for ghost in turn.ghosts if ghost.table == "projectile"]
    assert [ghost.x for ghost in flown] == sorted(ghost.x for ghost in flown)
    assert len({ghost.x for ghost in flown}) == 2  # it flies on twice, then it has landed


# On the command line


def test_the_command_line_tells_it_in_words_and_as_data(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ahead", str(sample), "--turns", "3"]) == 0
    words = capsys.readouterr().out
    assert "Turn 6, Gnomes of Upper Drainpipe: nothing waits." in words
    assert 'out 75 %, 2" 25 %' in words
    assert main(["ahead", str(sample), "--turns", "3", "--json"]) == 0
    turns = json.loads(capsys.readouterr().out)["turns"]
    (samovar,) = turns[1]["start"]
    assert samovar["ways"] == pytest.approx({"out": 0.75, '2"': 0.25})
    assert main(["ahead", str(sample), "--turns", "61"]) == 2


# The sample, played


def named(key: str, unit_id: int | None) -> str:
    """Name a step by its kind and its unit: a fire that went out and came back has another key."""
    return f"{step_name(key)} of {unit_id}" if unit_id else key


Came = tuple[int, int, str, str]


def played(session: Session, turns: int, chance: Random) -> set[Came]:
    """Play turns as they come: dice by chance, every choice as is usual; return what came up."""
    came = set[Came]()
    for _ in range(turns + 1):
        begun = present_turn(session)
        assert begun
        while (turn := present_turn(session)) is begun or (turn and turn.id == begun.id):
            seen = set[str]()
            while waiting := [step for step in agenda(session) if step.key not in seen]:
                step = waiting[0]
                seen.add(step.key)
                name = named(step.key, step.unit_id)
                came.add((turn.number, turn.player_id, turn.phase.name, name))
                answered(session, step, chance).carry_out(session)
                session.flush()
            overruling(EndTurn(), "turn-order", "4.1-41", "5.4-14").carry_out(session)
            session.flush()
    return came


def answered(session: Session, step: Step, chance: Random) -> StepAct:
    """Return the act of a step with all of its dice and answers."""
    act = act_of_step(step)
    preview = act.examine(session)
    while not preview.complete:
        if preview.owed:
            thrown = [Face(chance.randint(1, die.sides)) for die in preview.open_dice]
            act = replace(act, faces=(*act.faces, *thrown))
        else:
            choice = preview.open_choices[0]
            act = replace(act, choices={**act.choices, choice.id: choice.options[0].value})
        preview = act.examine(session)
    return act


def test_every_step_that_comes_up_was_told_as_often_as_its_chance_says(sample: Path) -> None:
    """The next three turns of the sample, played 300 times at night; in between ten times."""
    turns, times = 3, many(10, 300, quick=6)
    with Campaign.open(sample) as campaign:
        coming = look_ahead(campaign, turns)
        count = Counter[Came]()
        for play in range(times):
            with campaign.rehearsal() as session:
                count.update(played(session, turns, Random(play)))
    chances = {
        (turn.number, turn.owner.player_id or 0, phase, named(step.key, step.unit_id)): step.chance
        for turn in coming
        for phase, steps in (("START", turn.start), ("END", turn.end))
        for step in steps
    }
    assert not set(count) - set(chances)
    for came, likely in chances.items():
        spread = sqrt(times * likely * (1 - likely))
        # At night the spread of 300 plays; in ten a rare step may well come once.
        most = 3 * spread + 1e-6 if NIGHTLY else 4 * spread + 1
        assert abs(count[came] - times * likely) <= most, came


@pytest.mark.rule("F.1-31")
def test_what_is_told_of_a_fire_names_each_size_once(battle: Campaign) -> None:
    """However much Grinding Damage goes with it: 4" 42 %, 4" 32 % would be two of the same."""
    unit = {"kind": "Object", "size": 4, "weight_class": 0}
    battle.do(AddUnit(name="Wood", player_id=ANN, **unit))  # type: ignore[arg-type]
    (wood,) = [row.id for row in battle.read(units) if row.name == "Wood"]
    battle.do(Ignite(unit_id=wood, inches=4))
    to_turn(battle, ANN, 2)
    said = re.findall(r'(\d+"|out) [\d.<]+ %', battle.reading(begins_with))
    assert said
    assert len(said) == len(set(said))


@pytest.mark.rule("4.1-31")
def test_who_gets_up_in_a_turn_to_come_is_named_behind_what_needs_dice(battle: Campaign) -> None:
    to_turn(battle, 1, 1)
    for name in ("Fallen", "Cart"):
        battle.do(AddUnit(name=name, player_id=2, size=3, kind=UnitKind.OBJECT.value))
    made = {row.name: row.id for row in battle.read(units)}
    battle.do(SetState(unit_id=made["Fallen"], kind=StateKind.DISRUPTED))
    assert battle.read(next_turns)[0].words == "Fallen gets up"
    battle.do(Ignite(unit_id=made["Cart"], inches=1, set_by_id=2))
    assert battle.read(next_turns)[0].words == "Cart burns, Fallen gets up"
