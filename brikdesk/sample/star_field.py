"""The second sample: a small battle by the Sci-fi rules, up to the start of its Turn 4.

Troops with odd rifles, a battledrone with its pod, a vehicle with a rack of seven artillery
rockets, and a crew that serves a launcher. Two builds are equal.
"""

from pathlib import Path
from typing import Any

from sqlmodel import col, select

from brikdesk.games.scifi import SCIFI
from brikdesk.sample.battle import DOCKS, Evening, SampleClock, terrain
from brikdesk.store.campaign import Campaign, make_campaign
from brikdesk.store.tables import SfShot, SfWeapon

SCIFI_NAME = "Lighthouse of the Outer Belt"
BATTLE = "Somebody left the light on"

# Their keys: the players are added to an empty campaign in this order.
KEEPERS, TAX = 1, 2

PLAYERS = (
    {"name": "Nadia", "faction": "Keepers of the Lamp", "code": "KL", "colour": "sky"},
    {"name": "Marek", "faction": "Orbital Tax Office", "code": "TX", "colour": "orchid"},
)

RACK = {
    "catalogue": "missile rack", "name": "Rack of seven artillery rockets",
    "warhead": "high explosive", "area_size": 4, "range_factor": 24, "minimum_range": 10,
    "detection_effect": 3, "cost": 30,
    "loads": [{"name": "artillery rocket", "count": 7}],
}  # fmt: skip
POD = {
    "catalogue": "pod of seven artillery rockets", "name": "Pod of seven artillery rockets",
    "warhead": "hammerhead", "area_size": 3, "range_factor": 24, "detection_effect": 2, "cost": 25,
}  # fmt: skip
RIFLE = {"catalogue": "laser rifle", "name": "Laser rifle", "range_factor": 12, "cost": 4}
GRENADES = {
    "catalogue": "automatic rifle with grenade launcher",
    "name": "Automatic rifle with grenade launcher", "range_factor": 10, "cost": 6,
    "capabilities": [
        {"name": "automatic rifle"},
        {"name": "grenade launcher", "holder": "items", "loads": [{"name": "grenade", "count": 2}]},
    ],
}  # fmt: skip
LAUNCHER = {
    "catalogue": "rocket launcher", "name": "Tripod launcher", "warhead": "vaporshock",
    "area_size": 6, "range_factor": 14, "mounting": "crew-served", "family": "infantry",
    "loads": [{"name": "rocket", "count": 4}],
    "crew": [
        {"name": "Keeper Wick", "role": "gunner"},
        {"name": "Keeper Taper", "role": "loader"},
        {"name": "Keeper Snuff"},
    ],
}  # fmt: skip

UNITS: dict[int, tuple[dict[str, Any], ...]] = {
    KEEPERS: (
        {"name": "Lampwoman Glow", "weapons": [RIFLE], "armor_class": 2, "x": 6, "y": 12},
        {"name": "Lampman Flicker", "weapons": [GRENADES], "armor_class": 2, "x": 8, "y": 14},
        {
            "name": "Tripod team", "kind": "crew", "weapons": [LAUNCHER], "armor_class": 1,
            "x": 5, "y": 17,
        },
        {
            "name": "Lamp Carrier", "kind": "vehicle", "weapons": [RACK], "armor_class": 5,
            "x": 3, "y": 22,
        },
    ),
    TAX: (
        {"name": "Assessor Decimal", "weapons": [RIFLE], "armor_class": 2, "x": 33, "y": 9},
        {"name": "Assessor Ledger", "weapons": [RIFLE], "armor_class": 2, "x": 34, "y": 11},
        {"name": "Assessor Receipt", "weapons": [RIFLE], "armor_class": 2, "x": 35, "y": 13},
        {
            "name": "Audit Drone", "catalogue": "Heavy battledrone", "weapons": [POD],
            "armor_class": 6, "size": 2, "x": 36, "y": 20,
        },
    ),
}  # fmt: skip


def write_scifi_sample(path: Path) -> None:
    """Write the second sample into a new file. Raise CampaignFileError if the name is taken."""
    make_campaign(path, _play, SampleClock())


class _StarField(Evening):
    """The helpers of the second sample: Sci-fi weapons by bearer, and the latest shot."""

    def gun(self, unit: str) -> int:
        """Return the key of a unit's first Sci-fi weapon."""
        return self._key(select(SfWeapon).where(SfWeapon.unit_id == self.unit(unit)))

    def shot(self) -> int:
        """Return the key of the latest shot."""
        return self._key(select(SfShot).order_by(col(SfShot.id).desc()))

    def miss(self, shots_ago: int, place: str) -> None:
        """Enter that a warhead missed, and where it burst; 0 shots ago is the latest shot."""
        # The keys of an act's shots follow each other.
        shot = self.shot() - shots_ago
        self.do("EnterOutcome", shot_id=shot, matter="hit", answer="miss")
        self.do("EnterOutcome", shot_id=shot, matter="landing point", answer=place)
        self.do("BurstSf", shot_id=shot, place=place)

    def shoot(self, by: str, *targets: str, distance: float, **more: Any) -> None:
        """Fire once at each target."""
        aims = [{"target_id": self.unit(target), "distance": distance} for target in targets]
        self.do("FireSf", sf_weapon_id=self.gun(by), aims=aims, **more)

    def enter(self, matter: str, answer: str = "", **more: Any) -> None:
        """Enter an outcome of the latest shot."""
        self.do("EnterOutcome", shot_id=self.shot(), matter=matter, answer=answer, **more)


def _play(campaign: Campaign) -> None:
    field = _StarField(campaign)
    _set_the_table(field)
    for turn in (_keepers_1, _tax_1, _keepers_2, _tax_2, _keepers_3, _tax_3):
        field.settle_all()
        turn(field)
        field.end_turn()


def _set_the_table(field: _StarField) -> None:
    field.do(
        "CreateCampaign", name=SCIFI_NAME, uuid="5c1f1000-1a3b-4c17-8711-0a7e2be17000",
        rule_sets=[SCIFI.title],
    )  # fmt: skip
    for player in PLAYERS:
        field.do("AddPlayer", **player)
    field.do("SetHouseRule", switch="sf_weapon_crews", value=True)
    for player_id, units in UNITS.items():
        for unit in units:
            field.do("AddSfUnit", player_id=player_id, **unit)
    field.do("NewBattle", name=BATTLE, player_ids=[1, 2], table_width=40, table_depth=30)
    field.do("Together", **terrain("The docks are laid out", "stone", DOCKS))
    field.do("StartBattle")


def _keepers_1(field: _StarField) -> None:
    for name in ("Audit Drone", "Assessor Decimal"):
        field.do("MarkDetected", unit_id=field.unit(name), player_id=KEEPERS)
    field.shoot("Lamp Carrier", "Audit Drone", "Audit Drone", distance=33)
    field.miss(1, "5 inches short")
    field.miss(0, "2 inches behind the drone")
    field.do("MoveSf", unit_id=field.unit("Lampwoman Glow"), x=10, y=12)


def _tax_1(field: _StarField) -> None:
    field.do("MarkDetected", unit_id=field.unit("Lamp Carrier"), player_id=TAX)
    field.shoot("Audit Drone", "Lamp Carrier", "Lamp Carrier", distance=33)
    field.miss(1, "among the crates")
    carrier = field.unit("Lamp Carrier")
    field.enter("hit", "hit")
    field.do("BurstSf", shot_id=field.shot(), place="on the hood", inside_ids=[carrier])
    field.enter("penetration", "no effect", unit_id=carrier, note="It dents the bell.")
    field.enter("damage", unit_id=carrier)
    field.do("Incapacitate", shot_id=field.shot())
    field.do("MoveSf", unit_id=field.unit("Assessor Decimal"), x=28, y=10)
    field.do("MoveSf", unit_id=field.unit("Assessor Ledger"), x=28, y=12)


def _keepers_2(field: _StarField) -> None:
    field.shoot("Lamp Carrier", "Assessor Decimal", distance=29)
    field.enter("hit", "hit")
    decimal, ledger = field.unit("Assessor Decimal"), field.unit("Assessor Ledger")
    inside = [decimal, ledger]
    field.do("BurstSf", shot_id=field.shot(), place="between the assessors", inside_ids=inside)
    field.enter("damage", "eliminated", unit_id=decimal)
    field.enter("penetration", "no effect", unit_id=ledger, note="His form was in order.")
    field.do("Incapacitate", shot_id=field.shot())
    field.shoot("Lamp Carrier", "Assessor Receipt", distance=34)
    field.miss(0, "far out in the dust")


def _tax_2(field: _StarField) -> None:
    field.shoot("Audit Drone", "Lampman Flicker", "Lamp Carrier", distance=31)
    field.miss(1, "3 inches left")
    field.miss(0, "behind the carrier")
    field.shoot("Assessor Receipt", "Lampwoman Glow", distance=23)
    field.enter("hit", "miss")


def _keepers_3(field: _StarField) -> None:
    field.shoot("Lamp Carrier", "Audit Drone", "Audit Drone", distance=33)
    field.miss(1, "4 inches short")
    field.miss(0, "in the crater of the first one")
    field.shoot("Tripod team", "Assessor Ledger", distance=27)
    field.enter("hit", "miss")
    gun = field.gun("Tripod team")
    field.do("AssistGunner", sf_weapon_id=gun, how="reroll")
    field.miss(0, "6 inches to the right")
    field.shoot("Lampman Flicker", "Assessor Ledger", distance=20, capability="automatic rifle")
    ledger = field.unit("Assessor Ledger")
    field.do(
        "PlaceArea", shot_id=field.shot(), inside_ids=[ledger], detected_in_range=1,
        direction="towards the drone",
    )  # fmt: skip
    field.enter("hit", "miss")


def _tax_3(field: _StarField) -> None:
    field.shoot("Audit Drone", "Tripod team", distance=32)
    field.enter("hit", "hit")
    field.do("BurstSf", shot_id=field.shot(), place="beside the tripod")
    members = [{"name": "Keeper Taper", "role": "gunner"}, {"name": "Keeper Snuff"}]
    field.do("SetCrew", sf_weapon_id=field.gun("Tripod team"), crew=members)
    field.shoot("Assessor Receipt", "Lampwoman Glow", distance=21)
    field.do("AddNote", text="The lamp oil runs out in Turn 6.", kind="alarm", player_id=KEEPERS,
             due_number=6)  # fmt: skip
