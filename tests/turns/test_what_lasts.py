"""Everything with a clock: its step waits, is asked, settled once, told, and shown in the ledger."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.scifi.areas import Incapacitate
from brikdesk.acts.scifi.outcomes import MarkDetected
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Face, Origin
from brikdesk.errors import BadInput, Refused
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.turn import Edge
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Encounter,
    Explosive,
    ExplosiveState,
    Field,
    Fire,
    Inside,
    Lasts,
    Note,
    Parting,
    Stability,
    State,
    StateKind,
)
from brikdesk.store.views.campaign_and_battle import house_rule_values
from brikdesk.turns import brikwars, ledger, scifi
from brikdesk.turns.clocks import Lasting
from brikdesk.turns.queue import ALL_TABLES, END_ORDER, agenda, queue
from brikdesk.turns.steps import Step
from tests.acts.hazards import hut, minifig, put, turn
from tests.acts.scifi.conftest import field as field
from tests.acts.scifi.starfield import armed, fire, foes
from tests.acts.table import ROUND, end_turn
from tests.staging import nine_steps
from ui.parts.lines import icon_of

WINDOWS = {
    "Award", "LaidDice", "Maneuver", "PinnedPhoto", "PowerUse", "Run", "SfCrew", "SfShot", "SfStore",
    "SkippedStep", "Sprint", "Trap", "Weapon",
}  # fmt: skip
"""Tables whose stamps say what was done in a turn: they count while it runs, and nothing waits."""

JOURNAL = {"ActRecord", "LogLine", "StateChange"}
"""Tables that say in which turn something was written."""


def start(battle: Campaign) -> Campaign:
    """Let everything strike that BrikWars has at a turn's start."""
    nine_steps(battle)
    hay = hut(battle, "Haystack")
    stopped = minifig(battle, "Stopped")
    put(
        battle,
        Fire(unit_id=hay, size=1, driver_id=1, lit_turn_id=1),
        State(unit_id=stopped, kind=StateKind.STOPPED, since_turn_id=1, clock_player_id=1),
        State(unit_id=stopped, kind=StateKind.FULL_TURN, since_turn_id=1, lasting=True),
        Note(text="Tea", player_id=1, due_number=2),
    )
    return battle


def met_on_the_way(battle: Campaign) -> None:
    """Let a unit have met a Field of each kind whose dice it owes, and gone through."""
    walker, now = minifig(battle, "Walker"), turn(battle).id or 0
    kinds = ((FieldKind.EXPOSURE, "d6 Damage"), (FieldKind.TERRAIN, "d6 Move"))
    for kind, die in (*kinds, (FieldKind.CONCEALED, "d6 Damage")):
        there = Field(name=kind.value, kind=kind, size=4, dice=[die], mode="", made_turn_id=now)
        (field,) = put(battle, there)
        put(battle, Encounter(unit_id=walker, field_id=field, turn_id=now, inches=1, leaves=True))
        if kind is FieldKind.EXPOSURE:
            put(battle, Inside(unit_id=walker, field_id=field, left=True))
    lava = Field(
        name="Lava", kind=FieldKind.EXPOSURE, size=4, dice=["d6 Damage"], made_turn_id=now, x=9, y=9
    )  # fmt: skip
    keg = Explosive(name="Keg", explosive_size=1, stability=Stability.UNSTABLE, x=9.0, y=10.0)
    put(battle, lava, keg)


def start_with_encounters(battle: Campaign) -> Campaign:
    """Let everything strike at a turn's start, where a unit has met Fields already."""
    start(battle)
    met_on_the_way(battle)
    parting(battle)
    return battle


def parting(battle: Campaign) -> None:
    """Let a unit Disengage from another one that may Counterstrike."""
    leaver, foe = minifig(battle, "Leaver"), minifig(battle, "Foe", 2)
    now = turn(battle).id or 0
    put(battle, Parting(unit_id=leaver, foe_id=foe, turn_id=now, waits=True, leaves=True))


def end(battle: Campaign) -> Campaign:
    """Let everything strike that BrikWars has at a turn's end."""
    end_turn(battle, ROUND)
    now = turn(battle).id or 0
    runner, inside, slow, wet, hurt = (minifig(battle, name) for name in "RISWH")
    minifig(battle, "P", power_saved=2)
    (gas,) = put(
        battle,
        Field(name="Gas", kind=FieldKind.EXPOSURE, size=4, dice=["d6 Damage"], made_turn_id=now),
    )
    at_end: dict[str, Any] = {"clock_player_id": 1, "clock_edge": Edge.END}
    put(
        battle,
        Fire(unit_id=runner, size=0, driver_id=1, lit_turn_id=now),
        Inside(unit_id=inside, field_id=gas),
        State(unit_id=slow, kind=StateKind.HALF_SPEED, since_turn_id=now, **at_end),
        State(unit_id=wet, kind=StateKind.DROWNING, since_turn_id=1, **at_end),
        State(unit_id=hurt, kind=StateKind.MORTALLY_WOUNDED, since_turn_id=now, **at_end),
        Explosive(
            name="Keg", explosive_size=1, state=ExplosiveState.ACTIVATED, activated_turn_id=now
        ),
        Note(text="Tea", player_id=1, due_number=2, edge=Edge.END),
    )
    idler = minifig(battle, "Idler")
    put(
        battle,
        State(unit_id=idler, kind=StateKind.ENGAGED, with_id=slow, since_turn_id=1, lasting=True),
    )
    struck = minifig(battle, "Guard", 2)
    passer: dict[str, Any] = {"moved_turn_id": now, "move_used": 2, "melee_turn_id": now}
    minifig(battle, "Passer", **passer, melee_foes=[struck])
    battle.do(EndTurn())
    met_on_the_way(battle)
    parting(battle)
    return battle


def start_in_space(field: Campaign) -> Campaign:
    """Let a round begin after one in which a unit fired, was detected and incapacitated."""
    fire(field, armed(field, "phaser rifle"))
    _struck(field)
    end_turn(field, 2)
    return field


def _struck(field: Campaign) -> None:
    (foe,) = foes(field, "Foe", detected=False)
    field.do(Incapacitate(unit_ids=(foe,)))
    field.do(MarkDetected(unit_id=foe, player_id=1, lasts=Lasts.TURN))


Scene = tuple[Callable[[Campaign], Campaign], tuple[Lasting[Any], ...], Edge]
SCENES: dict[str, Scene] = {
    "start": (start_with_encounters, brikwars.LASTING, Edge.START),
    "end": (end, brikwars.LASTING, Edge.END),
    "start in space": (start_in_space, scifi.LASTING, Edge.START),
}


def played(name: str, battle: Campaign, field: Campaign) -> tuple[Campaign, Any, Edge]:
    """Return a campaign in which everything of a game strikes, with what the game declares."""
    setting, game, edge = SCENES[name]
    return setting(field if game is scifi.LASTING else battle), game, edge


def waiting(campaign: Campaign) -> tuple[Step, ...]:
    return campaign.reading(agenda)


def first_part(key: str) -> str:
    return key.split("-")[0]


def settle(campaign: Campaign, step: Step, face: int = 1) -> StepAct:
    """Settle a step with the same face on each die and the first option of each choice."""
    act = act_of_step(step)
    while not (preview := campaign.reading(act.examine)).complete:
        thrown = (Face(face, Origin.TYPED),) * preview.owed
        chosen = {each.id: each.options[0].value for each in preview.open_choices}
        act = replace(act, faces=act.faces + thrown, choices=act.choices | chosen)
    campaign.do(act)
    return act


@pytest.mark.parametrize("name", SCENES)
def test_every_kind_of_thing_with_a_clock_waits_when_it_strikes(
    battle: Campaign, field: Campaign, name: str
) -> None:
    campaign, game, edge = played(name, battle, field)

    def strike_here(session: Session) -> set[str]:
        kinds = (kind for each in game for kind in each.keys.items())
        return {key for key, edges in kinds if edge in edges(session)}

    declared = campaign.reading(strike_here)
    assert {first_part(step.key) for step in waiting(campaign)} == declared


def test_every_kind_of_step_has_its_place_in_the_order_and_waits(
    battle: Campaign, field: Campaign
) -> None:
    order = battle.read(house_rule_values)["turn_start_order"]
    begun = {step.kind for step in waiting(start_with_encounters(battle))}
    assert begun == {*order, "met", "counterstrike", "extended"}
    assert {step.kind for step in waiting(start_in_space(field))} == {
        "scifi_turn",
        "scifi_ending",
    }


def test_every_kind_of_step_of_a_turns_end_waits(battle: Campaign) -> None:
    assert {step.kind for step in waiting(end(battle))} == set(END_ORDER)


@pytest.mark.parametrize("name", SCENES)
def test_each_step_has_an_icon_and_an_act_that_settles_it_once(
    battle: Campaign, field: Campaign, name: str
) -> None:
    campaign, _, _ = played(name, battle, field)
    while steps := waiting(campaign):
        step = steps[0]
        assert icon_of(step.icon)
        assert act_of_step(step).key == step.key
        act = settle(campaign, step)
        assert step.key not in [each.key for each in waiting(campaign)]
        assert step.key in [each.key for each in campaign.read(queue).done]
        if step.kind != "notes":  # a note can be put away at any time
            with pytest.raises((Refused, BadInput)):
                campaign.do(act)


def test_the_ledger_says_when_each_strikes_next(battle: Campaign) -> None:
    start(battle)
    fires, flights = battle.read(ledger.fires), battle.read(ledger.in_the_air)
    fields, marks = battle.read(ledger.fields), battle.read(ledger.marks)
    assert [row.next.whole for row in fires] == ["now"] * 3
    assert [row.lands for row in flights] == ["Turn 4, AA", "Turn 2, AA"]
    assert [row.next.whole for row in fields] == ['7" on Turn 2, AA', '1" on Turn 2, AA']
    assert [row.ends for row in marks] == ["Turn 2, AA"]
    while steps := waiting(battle):
        settle(battle, steps[0], face=3)
    assert {row.next.whole for row in battle.read(ledger.fires)} == {"Turn 3, AA"}
    assert [row.lands for row in battle.read(ledger.in_the_air)] == ["Turn 4, AA"]
    assert [row.next.whole for row in battle.read(ledger.fields)] == [
        '6" on Turn 3, AA',
        "gone on Turn 3, AA",
    ]


def test_the_ledger_lists_all_that_waits_for_the_end_of_a_turn(battle: Campaign) -> None:
    end(battle)
    listed = {row.key for row in battle.read(ledger.waiting_for_end)}
    assert listed == {step.key for step in waiting(battle)}


def test_every_table_with_stamps_has_a_clock_or_is_known_to_need_none() -> None:
    declared = {each.table.__name__ for each in (*brikwars.LASTING, *scifi.LASTING)}
    stamped = {
        table.__name__
        for table in ALL_TABLES
        if any(name.endswith("_turn_id") or name == "turn_id" for name in table.model_fields)
    }
    assert stamped - WINDOWS - JOURNAL <= declared


def test_without_a_battle_nothing_waits_and_everything_can_be_read(campaign: Campaign) -> None:
    minifig(campaign, power_saved=2)
    assert waiting(campaign) == ()
    for each in (*brikwars.LASTING, *scifi.LASTING):
        assert campaign.reading(each.rows) in ((), [])


@pytest.mark.parametrize(
    "each", [*brikwars.LASTING, *scifi.LASTING], ids=lambda each: next(iter(each.keys))
)
def test_what_settles_a_step_is_known_by_its_declaration(each: Lasting[Any]) -> None:
    for module, (name,) in each.settles.items():
        act = Act.KINDS[name]
        assert act.__module__ == module
        assert each.names_row in act.__dataclass_fields__ or each.together
