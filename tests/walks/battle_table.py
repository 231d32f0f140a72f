"""A table on which every class of act has something to do: armies, terrain, Fields, Traps, bombs."""

from collections.abc import Sequence
from random import Random

from sqlmodel import Session, func, select

from brikdesk.acts.battlefield.terrain import LayTerrain, PlaceTerrain
from brikdesk.acts.campaign.battles import AddObjective, NewBattle, StartBattle
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.fields.fields import AddField, PutField
from brikdesk.acts.fields.traps import AddTrap
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import AddUnit, JoinSquad
from brikdesk.acts.weapons.gunnery import AddControl
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.errors import BrikDeskError
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, Weapon
from brikdesk.turns.contradictions import at_odds
from tests.walks.armies import muster, odd_company
from tests.walks.scene import Scene
from tests.walks.test_scifi_walks import muster as muster_in_space

PAIRS = 8
"""Minifigs of each army that stand beside a foe when the battle begins."""

SKILLED = ("ker-triage", "construction", "tracking", "pathfinding")


def table(campaign: Campaign, player_ids: Sequence[int], chance: Random) -> None:
    """Set up a battle of so many players, and begin it."""
    campaign.do(NewBattle(name="Clash", player_ids=tuple(player_ids)))

    def newest(kind: type[Unit] | type[Weapon]) -> int:
        return campaign.reading(lambda session: session.exec(select(func.max(kind.id))).one()) or 0

    for player, name in zip(player_ids, "ABC", strict=False):
        muster(campaign.do, newest, player, name)
        odd_company(campaign.do, newest, player, name)
        for skill in SKILLED:
            campaign.do(AddUnit(name=f"{name} {skill}", player_id=player, specialties=(skill,)))
            campaign.do(AddWeapon(unit_id=newest(Unit), preset="W-06", name="Minifig Tool"))
            campaign.do(JoinSquad(unit_id=newest(Unit), name="Crafts"))
    campaign.do(StartBattle())
    muster_in_space(campaign)
    _lay_out(campaign, chance)
    _place(campaign, chance)
    _set_traps(campaign)
    campaign.seal()


def _lay_out(campaign: Campaign, chance: Random) -> None:
    """Lay out a wall, a hut, a wood, a hill, a pond and Fields, each somewhere near its place."""

    def about(x: float, y: float) -> tuple[float, float]:
        return round(x + chance.uniform(-2, 2), 1), round(y + chance.uniform(-1, 1), 1)

    x, y = about(14.0, 15.0)
    left, top = about(26.0, 6.0)
    hut = ((left, top), (left + 4, top), (left + 4, top + 4), (left, top + 4))
    pieces = (
        PlaceTerrain(kind="wall", points=((x - 4, y), (x + 4, y)), radius=0.5, top=4.0),
        PlaceTerrain(kind="building", points=hut),
        PlaceTerrain(kind="wood", points=(about(8.0, 6.0),), radius=3.0),
        PlaceTerrain(kind="hill", points=(about(33.0, 22.0),), radius=3.0, top=2.0),
        PlaceTerrain(kind="water", points=(about(20.0, 24.0),), radius=2.0),
    )
    campaign.do(LayTerrain(pieces=pieces))
    fields = (
        (AddField(kind=FieldKind.EXPOSURE, size=4, name="Acid", dice=("d6 Damage",)), (22, 15)),
        (AddField(kind=FieldKind.TERRAIN, size=4, name="Mud", mode="Slow", dice=("d6 Move",)), (5, 22)),
        (AddField(kind=FieldKind.SMOKE, size=4, name="Smoke", shrinks=True), (35, 5)),
        (AddField(kind=FieldKind.CONCEALED, size=4, name="Mines", dice=("d6 Damage",)), (12, 26)),
        (AddField(kind=FieldKind.TERRAIN, size=3, name="Ice", mode="Slippery"), (28, 27)),
    )  # fmt: skip
    for number, (field, place) in enumerate(fields, start=1):
        campaign.do(field)
        there = about(*place)
        campaign.do(PutField(field_id=number, x=there[0], y=there[1]))


def _place(campaign: Campaign, chance: Random) -> None:
    """Put most units on the map: foes in pairs, others in rows; none in a wall or in acid."""
    units = campaign.reading(lambda session: list(Scene(session, chance, {}).units()))
    small = [
        [unit for unit in units if unit.player_id == each and unit.size == 1] for each in (1, 2)
    ]
    pairs = list(zip(*(army[:PAIRS] for army in small), strict=True))
    for number, pair in enumerate(pairs):
        x, y = 6.0 + number * 3.5, 19.0
        _put(campaign, pair[0], x, y)
        _put(campaign, pair[1], x + 1.1, y)
    paired = {unit.id for pair in pairs for unit in pair}
    rest = [unit for unit in units if unit.id not in paired]
    for number, unit in enumerate(rest):
        # Some have no place: the map does not know everything.
        if unit.size <= 2 or unit.player_id == 1:
            _put(campaign, unit, 4.0 + number % 12 * 3, 1.5 + number // 12 * 2.2)


def _put(campaign: Campaign, unit: Unit, x: float, y: float) -> None:
    try:
        campaign.do(MoveUnit(unit_id=unit.id or 0, x=x, y=y, by_itself=False))
    except BrikDeskError:
        return
    if campaign.read(at_odds):
        campaign.undo()


def _set_traps(campaign: Campaign) -> None:
    """Set Traps, lay a bomb down, give a gun its seats; write down what the battle is about."""
    guns = campaign.reading(
        lambda session: session.exec(select(Weapon.id).where(Weapon.mounted, Weapon.size > 1)).all()
    )
    for act in (
        AddTrap(name="Door trap", trigger="the door", effect="d6 Damage", player_id=1),
        AddTrap(name="Idol", candidates=("urn", "book", "lamp"), effect="d4 Fire", player_id=2),
        AddExplosive(name="Keg", explosive_size=2, stability=Stability.UNSTABLE, x=30.0, y=24.0),
        *(AddControl(weapon_id=gun or 0, place="the turret") for gun in guns),
        AddObjective(name="The well", worth=2),
        AddNote(text="Bring biscuits."),
    ):
        campaign.do(act)


def living(session: Session, chance: Random) -> list[Unit]:
    """Return who lives and is on the table."""
    return list(Scene(session, chance, {}).units())
