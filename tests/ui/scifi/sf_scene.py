"""A table of the Sci-fi rules for the window's tests: a rack of seven, a crew, a rifle, a drone."""

from pathlib import Path

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, SetHouseRule
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.crews import MemberFacts
from brikdesk.acts.scifi.outcomes import MarkDetected
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapons import SfWeaponFacts
from brikdesk.games import SCIFI
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.store.campaign import Campaign
from tests.played_once import begun

ANN, BEN = 1, 2
CARRIER, TRIPOD, TROOPER, DRONE, CLERK = 1, 2, 3, 4, 5
RACK, LAUNCHER, RIFLE, BEAM = 1, 2, 3, 4

RACK_OF_SEVEN = SfWeaponFacts(
    catalogue="missile rack",
    name="Rack of seven",
    warhead="high explosive",
    range_factor=24,
    minimum_range=10,
    area_size=4,
    cost=30,
    loads=(LoadFacts(name="artillery rocket", count=7),),
)
TRIPOD_LAUNCHER = SfWeaponFacts(
    catalogue="rocket launcher",
    name="Tripod launcher",
    range_factor=14,
    mounting=Mounting.CREW_SERVED,
    loads=(LoadFacts(name="rocket", count=4),),
    crew=(
        MemberFacts(name="Wick", role=CrewRole.GUNNER),
        MemberFacts(name="Taper", role=CrewRole.LOADER),
        MemberFacts(name="Snuff"),
    ),
)


def star_table(path: Path, *sets: str) -> Campaign:
    """Return Ann and Ben a running battle by these rules; the Sci-fi rules alone where none is named."""
    return begun(path, _play, sets or (SCIFI.title,))


def _play(made: Campaign, sets: tuple[str, ...]) -> None:
    made.do(CreateCampaign(name="Star Field", uuid="star", rule_sets=sets))
    made.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
    made.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="orchid"))
    made.do(SetHouseRule(switch="sf_weapon_crews", value=True))
    _join(made, "Lamp Carrier", RACK_OF_SEVEN, kind=SfUnitKind.VEHICLE, armor_class=5)
    _join(made, "Tripod team", TRIPOD_LAUNCHER, kind=SfUnitKind.CREW)
    rifle = SfWeaponFacts(catalogue="laser rifle", range_factor=12, cost=4)
    _join(made, "Trooper", rifle, armor_class=2)
    beam = SfWeaponFacts(catalogue="laser rifle", name="Ray")
    _join(made, "Audit Drone", beam, player=BEN, kind=SfUnitKind.WARDRONE, size=2)
    _join(made, "Clerk", player=BEN)
    made.do(NewBattle(name="First Light", player_ids=(ANN, BEN)))
    made.do(StartBattle())
    made.do(MarkDetected(unit_id=DRONE, player_id=ANN))
    made.seal()


def _join(
    campaign: Campaign,
    name: str,
    *weapons: SfWeaponFacts,
    player: int = ANN,
    kind: SfUnitKind = SfUnitKind.INFANTRY,
    armor_class: int | None = None,
    size: int | None = None,
) -> None:
    campaign.do(
        AddSfUnit(
            name=name,
            player_id=player,
            weapons=weapons,
            kind=kind,
            armor_class=armor_class,
            size=size,
        )
    )
