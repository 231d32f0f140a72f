"""A campaign whose log tells one turn of everything, made by acts that only write what they are given."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlmodel import Session

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, SetHouseRule
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Die, Origin
from brikdesk.store import tables
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Dice, Kind, Line, Outcome, Tone, line
from brikdesk.store.views.campaign_and_battle import battle_head

BEGIN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tell(Act):
    """Write log lines as they are given."""

    title: str
    lines: tuple[Line, ...] = ()
    rule: str = ""

    def carry_out(self, session: Session) -> Outcome:
        self.refuse_if(self.rule, self.rule, "No.", session)
        return Outcome(self.title, self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Strike(_Tell):
    """Write the lines of an attack as they are given."""

    is_attack: ClassVar[bool] = True


@pytest.fixture(autouse=True)
def strikes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the record know the stand-in of an attack."""
    monkeypatch.setitem(Act.KINDS, "_Strike", _Strike)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Put(Act):
    """Write one row, new or with other values."""

    table: str
    values: dict[str, Any] = field(default_factory=dict)
    row_id: int | None = None
    lines: tuple[Line, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        kind = getattr(tables, self.table)
        row = kind() if self.row_id is None else session.get_one(kind, self.row_id)
        for name, value in self.values.items():
            setattr(row, name, value)
        session.add(row)
        return Outcome(f"Put {self.table}", self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Remove(Act):
    """Delete one row."""

    table: str
    row_id: int
    lines: tuple[Line, ...] = ()

    def carry_out(self, session: Session) -> Outcome:
        session.delete(session.get_one(getattr(tables, self.table), self.row_id))
        return Outcome(f"Remove {self.table}", self.lines)


class Scribe:
    """Tells a campaign what to hold; every act is done a minute after the one before."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.acts = 0
        campaign._clock = self._now

    def _now(self) -> datetime:
        self.acts += 1
        return BEGIN + timedelta(minutes=self.acts)

    def tell(self, *lines: Line, title: str = "Tell", overruling: str = "") -> int:
        """Do one act with these lines, an attack if the first one is of one; give its key."""
        overruled = frozenset({overruling} if overruling else ())
        first = lines[0] if lines else None
        strikes = first and first.kind is Kind.ATTACK and first.rule != "5.1-11"
        kind = _Strike if strikes else _Tell
        act = kind(title=title, lines=lines, rule=overruling, overruled=overruled)
        return self.campaign.do(act).act_id

    def tell_many(self, lines: Iterable[Line], each: int = 50) -> None:
        """Write many lines, so many in an act."""
        several = list(lines)
        for at in range(0, len(several), each):
            self.tell(*several[at : at + each])

    def put(self, table: str, *lines: Line, row_id: int | None = None, **values: Any) -> None:
        """Write a row in an act with these lines."""
        self.campaign.do(_Put(table=table, values=values, row_id=row_id, lines=lines))

    def remove(self, table: str, row_id: int, *lines: Line) -> None:
        """Delete a row in an act with these lines."""
        self.campaign.do(_Remove(table=table, row_id=row_id, lines=lines))

    def unit(self, name: str, player_id: int | None = 1, **values: Any) -> None:
        """Put a unit on the table."""
        self.put("Unit", name=name, token=name[:2].upper(), player_id=player_id, **values)

    def end_turn(self) -> None:
        """Hand over to the next player, whatever waits."""
        turn = self.campaign.read(battle_head).turn_id
        while self.campaign.read(battle_head).turn_id == turn:
            self.campaign.do(EndTurn(overruled=frozenset({"turn-order"})))


def dice(
    sides: int, *faces: int, tones: tuple[Tone, ...] = (), rolled: bool = False, again: bool = False
) -> Dice:
    """Dice of one kind as they lay on the table."""
    origin = Origin.ROLLED if rolled else Origin.TYPED
    return Dice(tuple(Die(sides, face, origin) for face in faces), tones, again)


@pytest.fixture
def scribe(tmp_path: Path) -> Iterator[Scribe]:
    """Begin a battle of three factions: turn 1 of the first."""
    campaign = Campaign.create(tmp_path / "affair.brik")
    made = Scribe(campaign)
    campaign.do(CreateCampaign(name="The Crumbledown Affair", uuid="affair"))
    campaign.do(AddPlayer(name="Priya", faction="Duchy of Lower Stud", code="LS", colour="sky"))
    campaign.do(AddPlayer(name="Tomasz", faction="Order of the Gap", code="OG", colour="orchid"))
    campaign.do(AddPlayer(name="Lin", faction="Carpet Lint Raiders", code="CL", colour="lime"))
    campaign.do(NewBattle(name="Crumbledown", player_ids=(1, 2, 3)))
    campaign.do(StartBattle())
    yield made
    campaign.close()


@pytest.fixture
def told(scribe: Scribe) -> Scribe:
    """Turn 1 of the Duchy with everything in it, handed over; turn 2 of the campaign runs."""
    fill_the_table(scribe)
    scribe.end_turn()
    scribe.end_turn()
    scribe.end_turn()
    play_the_turn(scribe)
    scribe.end_turn()
    return scribe


def fill_the_table(scribe: Scribe) -> None:
    """Units, a fire, a field, racks and a gun that homes in."""
    for name, player in (
        ("Baron Von Clutch", 1),
        ("Pikeman Hinge", 1),
        ("Wagon “Hay There”", 1),
        ("Haystack", None),
        ("Bertha’s Nephew", 1),
        ("Second Opinion", 2),
        ("Squire Tile", 2),
        ("Sister Underfoot", 2),
        ("Scout Periwinkle", 1),
        ("Ratchet Golem", 2),
        ("Coinchucker Nest", 3),
    ):
        scribe.unit(name, player, size=6 if name.startswith(("Wagon", "Hay", "Second")) else 1)
    scribe.put("State", unit_id=1, kind=tables.StateKind.DISRUPTED, since_turn_id=1)
    scribe.put("Fire", unit_id=2, size=0, driver_id=1, lit_turn_id=1)
    scribe.put("Fire", unit_id=3, size=2, driver_id=1, lit_turn_id=1)
    scribe.put("Fire", unit_id=4, size=3, driver_id=1, lit_turn_id=1)
    scribe.put("Field", name="Pea Soup", size=8, player_id=1, shrink_player_id=1, made_turn_id=1)
    cannon = tables.WeaponKind.CANNON
    scribe.put("Weapon", unit_id=5, name='Cannon 3"', kind=cannon, size=3.0)
    scribe.put("Weapon", unit_id=11, name='Cannon 2"', kind=cannon, size=2.0, fired_turn_id=1)
    scribe.put("Rack", unit_id=5, weapon_id=1, name="Reserve")
    for name, count in (("shell", 2), ("smoke", 1)):
        scribe.put("Round", rack_id=1, name=name, explosive_size=3, count=count, full=3)
    scribe.put(
        "Projectile",
        player_id=1,
        name="Second-Class Stamp",
        explosive_size=4,
        distance=30.0,
        travelled=12.0,
        target="the gatehouse",
        launched_turn_id=1,
        unit_id=5,
        frozen={"action_die": 8, "use": 3},
    )


FIRE, SMOKE, OK, DANGER, PLAIN = Tone.FIRE, Tone.SMOKE, Tone.OK, Tone.DANGER, Tone.PLAIN


def play_the_turn(scribe: Scribe) -> None:
    """Play the turn of the pictures: its steps, an attack with bands, two steps at the end."""
    tell = scribe.tell
    tell(
        line(
            Kind.MARK,
            "Mark on Ratchet Golem ends.",
            "Set by Scout Periwinkle on Turn 5.",
            rule="F.3-09",
            player_id=1,
            unit_id=10,
            step="mark-1",
        )
    )
    scribe.remove(
        "State",
        1,
        line(
            Kind.HALF_SPEED,
            "Baron Von Clutch gets up.",
            "Half Speed for this turn.",
            rule="4.1-31",
            player_id=1,
            unit_id=1,
            step="recover-1",
        ),
    )
    scribe.put(
        "Field",
        line(
            Kind.SMOKE,
            "Pea Soup shrinks.",
            'Smoke 8" to 7".',
            rule="8.4-44",
            player_id=1,
            step="field-1",
        ),
        row_id=1,
        size=7,
    )
    scribe.put(
        "Unit",
        line(
            Kind.FIRE,
            "Pikeman Hinge burns.",
            dice(4, 4, tones=(FIRE,), rolled=True),
            "Still burning. 1 Grinding Damage. Priya gave up his right arm.",
            rule="8.3-34",
            player_id=1,
            unit_id=2,
            step="burn-1",
        ),
        row_id=2,
        limbs_lost=["right_arm"],
        grinding=1,
    )
    tell(
        line(
            Kind.FIRE,
            'Wagon “Hay There”: fire stays 2".',
            dice(4, 3, 2, tones=(FIRE, SMOKE)),
            'One up, one down: fire stays 2". 1 Grinding Damage.',
            rule="F.1-31",
            player_id=1,
            unit_id=3,
            step="burn-2",
        )
    )
    scribe.put(
        "Fire",
        line(
            Kind.FIRE,
            'Haystack: fire is now 4".',
            dice(4, 2, 4, 1, tones=(FIRE, FIRE, SMOKE)),
            'Up to 4", jumped to the fence, down to 3". 2 Grinding Damage.',
            rule="F.1-35",
            player_id=1,
            unit_id=4,
            step="burn-3",
        ),
        line(
            Kind.FIRE,
            "Fence catches fire.",
            'Its fire is 1".',
            rule="F.1-35",
            player_id=1,
            step="burn-3",
        ),
        row_id=3,
        size=4,
    )
    scribe.put(
        "Projectile",
        line(
            Kind.AIR,
            "Second-Class Stamp flies on.",
            'Now 24" of 30". Lands on Turn 7.',
            rule="8.4-10",
            player_id=1,
            step="flight-1",
        ),
        row_id=1,
        travelled=24.0,
        flown_turn_id=4,
    )
    tell(
        line(
            Kind.AIR,
            "Return to Sender lands.",
            dice(8, 1, tones=(DANGER,)),
            'Critical Failure, 7" off.',
            rule="8.4-21",
            player_id=1,
            step="flight-2",
        ),
        line(
            Kind.DUD,
            "Return to Sender is a dud.",
            "Tomasz calls it. Armed and unstable, in the river.",
            rule="8.4-22",
            player_id=1,
            step="flight-2",
        ),
    )
    tell(
        line(
            Kind.HOMING,
            "Homing on Second Opinion stays.",
            "Neither weapon nor target moved. +3 kept.",
            rule="8.5-15",
            player_id=1,
            unit_id=5,
            step="homing-1",
        )
    )
    tell(
        line(
            Kind.ATTACK,
            "Sgt. Flatplate fires Bertha’s Nephew at Trebuchet “Second Opinion”.",
            'Cannon 3", Use 6, shell X3, 9" away. Needed 5 or more: 50 %.',
            dice(8, 7, tones=(OK,)),
            "+1 = 8. Hit, Over the Top: Priya took +1d10 Damage.",
            rule="8.5-16",
            player_id=1,
            unit_id=5,
        ),
        line(
            Kind.BLAST,
            "The shell explodes at the trebuchet.",
            dice(10, 9, 6, 4, 4, tones=(DANGER,) * 4),
            "23 damage in all.",
            rule="8.4-24",
            player_id=1,
        ),
        line(
            Kind.BLAST,
            '0–2":',
            dice(10, 9, 6, 4, 4, tones=(DANGER,) * 4, again=True),
            '23 damage, 4" KnockBack. Second Opinion loses 1" of Size.',
            rule="8.4-25",
            player_id=1,
        ),
        line(
            Kind.BLAST,
            '2–4":',
            dice(10, 6, 4, 4, tones=(DANGER,) * 3, again=True),
            '14 damage, 3" KnockBack.',
            rule="8.4-27",
            player_id=1,
        ),
        line(
            Kind.BLAST,
            '4–6":',
            dice(10, 4, 4, tones=(DANGER,) * 2, again=True),
            '8 damage, 2" KnockBack.',
            rule="8.4-27",
            player_id=1,
        ),
        line(
            Kind.LOST,
            "Squire Tile is destroyed.",
            "Armor 4 against 14.",
            rule="5.1-03",
            player_id=2,
            unit_id=7,
        ),
        title="Fire Bertha’s Nephew",
        overruling="8.4-47",
    )
    scribe.put("Unit", row_id=7, fate=tables.Fate.DEAD)
    scribe.put("Unit", row_id=6, size_damage=1)
    tell(line(Kind.STATE, "Note:", "The baron spoke at length\nabout his hat."))
    tell(line(Kind.UNIT, "Hot Toffee moves into the river.", 'It stands 3" deep.', player_id=3))
    scribe.campaign.undo()
    scribe.campaign.do(SetHouseRule(switch="power_window", value="owner_round"))
    tell(line(Kind.RULING, "The river puts out fires.", "Agreed by all."))
    scribe.put("Turn", row_id=4, phase=tables.Phase.END)
    scribe.put(
        "Unit",
        line(
            Kind.LOST,
            "Sister Underfoot dies.",
            "Of her wound, mid-speech.",
            rule="5.1-17",
            player_id=2,
            unit_id=8,
            step="wound-3",
        ),
        row_id=8,
        fate=tables.Fate.DEAD,
    )
    tell(
        line(
            Kind.FIRE,
            "Pikeman Hinge runs.",
            'He spent his last 3" of Move running in a circle.',
            rule="8.3-32",
            player_id=1,
            unit_id=2,
            step="run-1",
        )
    )
