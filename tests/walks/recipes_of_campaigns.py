"""How an act is filled in sensibly: players, notes, objectives, photos; and the second rule set."""

from typing import Any

from sqlmodel import col

from brikdesk.acts.battlefield.table import RemoveBackground, SetBackground, SetTable
from brikdesk.acts.campaign.battles import (
    AddObjective,
    EditObjective,
    EliminatePlayer,
    JoinBattle,
    LimitArmies,
    RemoveObjective,
    ReorderSeats,
    ScorePoints,
    TakeBackPoints,
)
from brikdesk.acts.campaign.correcting import CorrectPast
from brikdesk.acts.campaign.notes_and_photos import (
    AddNote,
    EditNote,
    EditPinnedPhoto,
    PinPhoto,
    RemoveNote,
    Rule,
    SetBookmark,
    TellTurn,
    UnpinPhoto,
)
from brikdesk.acts.campaign.setup import (
    AddPlayer,
    EditPlayer,
    KeepSearch,
    RemovePlayer,
    RemoveSearch,
    RenameCampaign,
    RenameSearch,
    SetAlliance,
    SetDice,
    SetHouseRule,
    SetRuleSets,
)
from brikdesk.acts.scifi.ammunition import AdjustLoad, LoadFacts, Resupply, SetLoad
from brikdesk.acts.scifi.areas import BurstSf, Incapacitate, PlaceArea, UnitAway
from brikdesk.acts.scifi.crews import MemberFacts, ReplaceGunner, ServeAsGunner, SetCrew
from brikdesk.acts.scifi.outcomes import EnterOutcome, MarkDetected
from brikdesk.acts.scifi.shooting import AssistGunner, FireSf, SfAim
from brikdesk.acts.scifi.units import AddSfUnit, EliminateSf, MoveSf, SetSfUnit
from brikdesk.acts.scifi.weapons import AddSfWeapon, DestroySfWeapon, EditSfWeapon, RemoveSfWeapon
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.actions import DisputeSide, WhatISayGoes
from brikdesk.dice import DiceFor, DiceWay, Face
from brikdesk.games import GAMES
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES
from brikdesk.rules.scifi.effect_areas import AttackStep
from brikdesk.rules.scifi.firing import OUTCOMES
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind, SpecialFire
from brikdesk.store.act import Act
from brikdesk.store.house_rules import searches_of
from brikdesk.store.scifi import next_step
from brikdesk.store.tables import (
    ActRecord,
    ActState,
    Award,
    Background,
    Edge,
    Lasts,
    Note,
    NoteKind,
    Objective,
    PinnedPhoto,
    Player,
    Seat,
    SfCrew,
    SfDetection,
    SfLoad,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    State,
    StateKind,
    Turn,
    Unit,
)
from brikdesk.turns.turn_order import turn_now
from tests.walks.scene import NothingFits, Recipes, Scene

COLOURS = ("sky", "orchid", "lime", "slate", "fern", "sand", "pearl")
PHOTO = "ab" * 32
"""The name of a photo: a campaign may lack its bytes."""

CREW = (
    MemberFacts(name="Ada", role=CrewRole.GUNNER),
    MemberFacts(name="Bo", role=CrewRole.LOADER),
    MemberFacts(name="Cy"),
    MemberFacts(name="Di"),
)

# The campaign


def _newcomer(scene: Scene) -> Act:
    taken = {row.colour for row in scene.rows(Player)}
    free = [colour for colour in COLOURS if colour not in taken]
    number = scene.chance.randint(1, 99)
    return AddPlayer(name=f"Dee {number}", faction=f"Dust {number}", colour=scene.one_of(free))


def _stranger(scene: Scene) -> Player:
    """Return somebody without a seat and without units."""
    busy = {row.player_id for row in scene.rows(Seat)} | {row.player_id for row in scene.rows(Unit)}
    return scene.one_of([row for row in scene.rows(Player) if row.id not in busy])


def _guest(scene: Scene) -> Act:
    here = scene.seated()
    if len(here) > 3:
        return scene.onward()
    return JoinBattle(player_id=scene.key(Player, col(Player.id).not_in(here)))


def _out_or_in(scene: Scene) -> Act:
    out, playing = scene.seated(out=True), scene.seated(out=False)
    if out and (scene.maybe(0.6) or len(playing) < 3):
        return EliminatePlayer(player_id=scene.one_of(out), out=False)
    return EliminatePlayer(player_id=scene.one_of(playing))


def _allied(scene: Scene) -> Act:
    one, other = scene.chance.sample(scene.seated(), 2)
    return SetAlliance(player_id=one, ally_id=other, allied=scene.maybe())


def _switch(scene: Scene) -> Act:
    switch = scene.one_of([each for each in HOUSE_RULES.values() if each.kind == "choice"])
    return SetHouseRule(switch=switch.id, value=scene.one_of(switch.choices))


def _dice(scene: Scene) -> Act:
    """Say of a player's dice that they are typed, rolled or asked for."""
    kinds = scene.chance.sample([kind.name.lower() for kind in DiceFor], 2)
    ways = {kind: scene.one_of(tuple(DiceWay)) for kind in kinds}
    return SetDice(player_id=scene.one_of(scene.seated()), **ways)


def _kept_search(scene: Scene) -> str:
    return scene.one_of(tuple(searches_of(scene.session)), "kept search")


def _keep_search(scene: Scene) -> Act:
    name = scene.one_of(("Hot ones", "Soft", "Theirs"))
    return KeepSearch(name=name, search=scene.one_of(("burning", "armor<7", "side:blue -down")))


def _rename_search(scene: Scene) -> Act:
    kept, name = searches_of(scene.session), _kept_search(scene)
    free = [each for each in ("Warm", "Weak", "Mine", "Far", "Near") if each not in kept]
    return RenameSearch(search=name, name=scene.one_of(free))


def _dispute(scene: Scene) -> Act:
    sides = scene.chance.sample(scene.seated(), 2)
    return WhatISayGoes(
        about="the range", sides=tuple(DisputeSide(player_id=each, says="mine") for each in sides)
    )


def _together(scene: Scene) -> Act:
    """Two acts that come at once."""
    one, other = Rule(text="As agreed."), AddNote(text="Remember the bridge.")
    return Together(title="Two at once", acts=scene.one_of(((one, other), (one, one))))


def _correction(scene: Scene) -> Act:
    """One of the last acts has never been, or a note was written in its place."""
    turn = turn_now(scene.session)
    done = scene.rows(ActRecord, ActRecord.state == ActState.DONE, ActRecord.turn_id == turn.id)
    wrong = scene.one_of(done[-12:], "an act of this turn")
    instead = scene.one_of(((), (AddNote(text="It was otherwise."),)))
    return CorrectPast(act_id=wrong.id or 0, acts=instead)


def _note(scene: Scene) -> Act:
    if scene.maybe():
        return AddNote(text="Bring biscuits.", player_id=scene.one_of((None, scene.player_id)))
    number = turn_now(scene.session).number + scene.one_of((0, 1))
    return AddNote(
        text="The tide comes.", kind=NoteKind.ALARM, due_number=number,
        player_id=scene.one_of(scene.seated()), edge=scene.one_of((Edge.START, Edge.END)),
    )  # fmt: skip


def _points(scene: Scene) -> Act:
    objectives = scene.rows(Objective)
    if objectives and scene.maybe():
        return ScorePoints(
            player_id=scene.one_of(scene.seated()), objective_id=scene.one_of(objectives).id
        )
    return ScorePoints(player_id=scene.one_of(scene.seated()), points=2, why="a fine stand")


def _points_back(scene: Scene) -> Act:
    got = [row.player_id for row in scene.rows(Award, col(Award.player_id).in_(scene.seated()))]
    return TakeBackPoints(player_id=scene.one_of(got))


def _photo(scene: Scene) -> Act:
    if scene.any(Background) and scene.maybe(0.7):
        return SetBackground(opacity=scene.one_of((0.3, 0.8)), turned=scene.one_of((0.0, 5.0)))
    corners = ((0.1, 0.1), (0.9, 0.12), (0.88, 0.9), (0.12, 0.88))
    return SetBackground(picture=PHOTO, corners=corners)


def _bare_table(scene: Scene) -> Act:
    scene.row(Background)
    return RemoveBackground()


# The second rule set


def _sf_unit(scene: Scene, *where: Any) -> Unit:
    known = [row.unit_id for row in scene.rows(SfUnit)]
    return scene.unit(col(Unit.id).in_(known), *where)


def _sf_weapon(scene: Scene, *where: Any, own: bool = False) -> SfWeapon:
    whose = [unit.id for unit in scene.units() if not own or unit.player_id == scene.player_id]
    works = col(SfWeapon.destroyed).is_(False)
    return scene.row(SfWeapon, works, col(SfWeapon.unit_id).in_(whose), *where)


def _crewed(scene: Scene, *, own: bool = False) -> SfWeapon:
    manned = [row.sf_weapon_id for row in scene.rows(SfCrew, col(SfCrew.alive).is_(True))]
    return _sf_weapon(scene, col(SfWeapon.id).in_(manned), own=own)


def _shot_fired(scene: Scene, weapon: SfWeapon) -> Act:
    unit = scene.session.get_one(Unit, weapon.unit_id)
    foe = scene.foe_of(unit)
    stores = [row.id for row in scene.rows(SfStore, SfStore.sf_weapon_id == weapon.id)]
    loads = [row.name for row in scene.rows(SfLoad, col(SfLoad.store_id).in_(stores))]
    aim = SfAim(
        target_id=foe.id, distance=scene.one_of((6.0, 12.0)),
        ammunition=scene.one_of(loads) if loads else "",
    )  # fmt: skip
    capability = scene.one_of([str(each["name"]) for each in weapon.capabilities] or [""])
    return FireSf(sf_weapon_id=weapon.id or 0, aims=(aim,), capability=capability)


def _fire(scene: Scene) -> Act:
    return _shot_fired(scene, _sf_weapon(scene, own=True))


def _crew_fires(scene: Scene) -> Act:
    return _shot_fired(scene, _crewed(scene, own=True))


def _shot(scene: Scene, *steps: AttackStep) -> SfShot:
    """Return a shot of this turn whose next step is one of these."""
    found = scene.rows(SfShot, SfShot.turn_id == turn_now(scene.session).id)
    return scene.one_of([each for each in found if next_step(scene.session, each) in steps])


def _laid(scene: Scene) -> Act:
    shot = _shot(scene, AttackStep.PLACE)
    inside = (scene.unit().id or 0,) if scene.maybe() else ()
    if scene.maybe(0.6):
        return PlaceArea(shot_id=shot.id or 0, inside_ids=inside, detected_in_range=2)
    die = (Face(scene.chance.randint(1, 8)),)
    return PlaceArea(shot_id=shot.id or 0, inside_ids=inside, faces=scene.one_of(((), die)))


def _burst(scene: Scene) -> Act:
    shot = _shot(scene, AttackStep.LANDING, AttackStep.INSIDE)
    away = (UnitAway(unit_id=scene.unit().id or 0, inches=1.0),) if scene.maybe() else ()
    return BurstSf(shot_id=shot.id or 0, flame_inside=scene.maybe(0.3), distances=away)


MATTERS = {
    AttackStep.FALL_OF_SHOT: ("fall of shot",),
    AttackStep.HIT: ("hit",),
    AttackStep.DAMAGE: ("penetration", "damage", "armor class"),
    AttackStep.BLAST: ("other effect",),
}


def _outcome(scene: Scene) -> Act:
    shot = _shot(scene, *MATTERS)
    step = next_step(scene.session, shot)
    assert step is not None
    matter = scene.one_of(MATTERS[step])
    about = scene.one_of(shot.inside) if shot.inside else None
    return EnterOutcome(
        shot_id=shot.id or 0, matter=matter, answer=scene.one_of(OUTCOMES[matter].choices or ("",)),
        unit_id=about, number=3 if matter == "armor class" else None,
    )  # fmt: skip


def _miss(scene: Scene) -> Act:
    """Let the shot of a crew miss, so that its loader may help."""
    crewed = [row.sf_weapon_id for row in scene.rows(SfCrew)]
    shot = _shot(scene, AttackStep.HIT)
    if shot.sf_weapon_id not in crewed:
        raise NothingFits("a shot of a crew")
    return EnterOutcome(shot_id=shot.id or 0, matter="hit", answer="miss")


def _assisted(scene: Scene) -> Act:
    weapon = _crewed(scene, own=True)
    fired = scene.rows(SfShot, SfShot.turn_id == turn_now(scene.session).id)
    if weapon.id not in {shot.sf_weapon_id for shot in fired}:
        raise NothingFits("a weapon that has fired")
    how = scene.one_of((SpecialFire.SECOND_SHOT, SpecialFire.REROLL))
    return AssistGunner(sf_weapon_id=weapon.id or 0, how=how)


def _blast(scene: Scene) -> Act:
    try:
        return Incapacitate(shot_id=_shot(scene, AttackStep.BLAST).id)
    except NothingFits:
        return Incapacitate(unit_ids=(_sf_unit(scene).id or 0,), cause="a shell")


def _sf_newcomer(scene: Scene) -> Act:
    return AddSfUnit(
        name="Reserve", player_id=scene.one_of(scene.seated()),
        catalogue=scene.one_of(("Heavy battledrone", "")), **scene.spot(),
    )  # fmt: skip


def _sf_armed(scene: Scene) -> Act:
    catalogue = scene.one_of(("laser rifle with bayonet", "particle beam", "triple bolt cannon"))
    return AddSfWeapon(unit_id=_sf_unit(scene).id or 0, catalogue=catalogue)


def _sf_rocket_pod(scene: Scene) -> Act:
    """Mount a pod of which nobody has said how much it holds (12-66)."""
    tanks = [row.unit_id for row in scene.rows(SfUnit, SfUnit.kind == SfUnitKind.VEHICLE)]
    tank = scene.unit(col(Unit.id).in_(tanks))
    return AddSfWeapon(unit_id=tank.id or 0, catalogue="rocket pod", area_size=6)


def _filled(scene: Scene) -> Act:
    counted = [row.store_id for row in scene.rows(SfLoad)]
    empty = scene.key(SfStore, col(SfStore.id).not_in(counted))
    return SetLoad(store_id=empty, loads=(LoadFacts(name="vaporshock", count=5),))


def _adjusted(scene: Scene) -> Act:
    load = scene.row(SfLoad, SfLoad.loaded - SfLoad.fired - SfLoad.lost - SfLoad.adjusted > 0)
    return AdjustLoad(load_id=load.id or 0, removed=1, reason="a dud")


def _seen(scene: Scene) -> Act:
    unit = scene.unit()
    others = [each for each in scene.seated() if each != unit.player_id]
    return MarkDetected(
        unit_id=unit.id or 0, player_id=scene.one_of(others),
        lasts=scene.one_of((Lasts.TURN, Lasts.ROUND, Lasts.CLEARED)),
    )  # fmt: skip


def _gunner(scene: Scene) -> Act:
    weapon = _crewed(scene)
    others = scene.rows(
        SfCrew, SfCrew.sf_weapon_id == weapon.id, col(SfCrew.alive).is_(True),
        SfCrew.role == CrewRole.OTHER,
    )  # fmt: skip
    return ServeAsGunner(member_id=scene.one_of(others).id or 0)


def _gunner_lost(scene: Scene) -> Act:
    weapon = _crewed(scene)
    others = scene.rows(
        SfCrew, SfCrew.sf_weapon_id == weapon.id, col(SfCrew.alive).is_(True),
        SfCrew.role == CrewRole.OTHER,
    )  # fmt: skip
    return ReplaceGunner(sf_weapon_id=weapon.id or 0, member_id=scene.one_of(others).id)


def _crew(scene: Scene) -> Act:
    return SetCrew(sf_weapon_id=_crewed(scene).id or 0, crew=CREW[: scene.chance.randint(2, 4)])


def _resupplied(scene: Scene) -> Act:
    return Resupply(store_id=scene.row(SfLoad).store_id)


def _key(row: Any) -> int:
    return int(row.id)


RECIPES: Recipes = {
    "AddNote": _note,
    "AddObjective": lambda it: AddObjective(name="The well", worth=it.one_of((1, 2))),
    "AddPlayer": _newcomer,
    "AddSfUnit": _sf_newcomer,
    "AddSfWeapon": _sf_armed,
    "AdjustLoad": _adjusted,
    "AssistGunner": _assisted,
    "BeginSfTurn": lambda it: it.in_time("BeginSfTurn", it.any(SfShot), "FireSf"),
    "BurstSf": _burst,
    "CrewFires": _crew_fires,
    "CrewMisses": _miss,
    "DestroySfWeapon": lambda it: DestroySfWeapon(sf_weapon_id=_key(_sf_weapon(it))),
    "CorrectPast": _correction,
    "EditNote": lambda it: EditNote(note_id=it.key(Note), text="Bring more biscuits."),
    "EditObjective": lambda it: EditObjective(objective_id=it.key(Objective), worth=3),
    "EditPinnedPhoto": lambda it: EditPinnedPhoto(photo_id=it.key(PinnedPhoto), words="the gate"),
    "EditPlayer": lambda it: EditPlayer(player_id=it.key(Player), name="Eve"),
    "EditSfWeapon": lambda it: EditSfWeapon(
        sf_weapon_id=_key(_sf_weapon(it)), range_factor=it.one_of((12.0, 20.0))
    ),
    "EliminatePlayer": _out_or_in,
    "EliminateSf": lambda it: EliminateSf(unit_id=_key(_sf_unit(it))),
    "EndDetections": lambda it: it.in_time(
        "EndDetections", it.any(SfDetection, SfDetection.lasts != Lasts.CLEARED), "MarkDetected"
    ),
    "EndIncapacitated": lambda it: it.in_time(
        "EndIncapacitated", it.any(State, State.kind == StateKind.INCAPACITATED), "Incapacitate"
    ),
    "EndTurn": lambda it: it.onward(),
    "EnterOutcome": _outcome,
    "FireSf": _fire,
    "Incapacitate": _blast,
    "JoinBattle": _guest,
    "KeepSearch": _keep_search,
    "LimitArmies": lambda it: LimitArmies(inches=it.one_of((0.0, 60.0))),
    "MarkDetected": _seen,
    "MoveSf": lambda it: MoveSf(unit_id=_key(_sf_unit(it)), **it.near(_sf_unit(it))),
    "PinPhoto": lambda it: PinPhoto(picture=PHOTO, unit_id=it.one_of((None, it.unit().id))),
    "PlaceArea": _laid,
    "RemoveBackground": _bare_table,
    "RemoveNote": lambda it: RemoveNote(note_id=it.key(Note)),
    "RemoveObjective": lambda it: RemoveObjective(objective_id=it.key(Objective)),
    "RemovePlayer": lambda it: RemovePlayer(player_id=_key(_stranger(it))),
    "RemoveSfWeapon": lambda it: RemoveSfWeapon(sf_weapon_id=_key(_sf_weapon(it))),
    "RemoveSearch": lambda it: RemoveSearch(search=_kept_search(it)),
    "RenameSearch": _rename_search,
    "RenameCampaign": lambda it: RenameCampaign(name=it.one_of(("Old Feud", "New Feud"))),
    "ReorderSeats": lambda it: ReorderSeats(
        player_ids=tuple(it.chance.sample(it.seated(), len(it.seated())))
    ),
    "ReplaceGunner": _gunner_lost,
    "Resupply": _resupplied,
    "RocketPod": _sf_rocket_pod,
    "ScorePoints": _points,
    "ServeAsGunner": _gunner,
    "SetAlliance": _allied,
    "SetBackground": _photo,
    "SetBookmark": lambda it: SetBookmark(act_id=1, name=it.one_of(("The bridge", "Doubt"))),
    "SetCrew": _crew,
    "SetDice": _dice,
    "SetHouseRule": _switch,
    "SetLoad": _filled,
    "SetRuleSets": lambda it: SetRuleSets(rule_sets=tuple(game.title for game in GAMES.values())),
    "SetSfUnit": lambda it: SetSfUnit(
        unit_id=_key(it.unit(Unit.size < 3)),
        kind=SfUnitKind.INFANTRY,
        armor_class=it.one_of((2, 5)),
    ),
    "SetTable": lambda it: SetTable(finish=it.one_of(("grass", "sand", "stone"))),
    "TakeBackPoints": _points_back,
    "TakeNote": lambda it: it.in_time(
        "TakeNote", it.any(Note, Note.kind == NoteKind.ALARM, col(Note.done).is_(False)), "AddNote"
    ),
    "TellTurn": lambda it: TellTurn(
        turn_id=it.key(Turn), words=it.one_of(("It rained.", "")), by_log="Bo died."
    ),
    "Together": _together,
    "UnpinPhoto": lambda it: UnpinPhoto(photo_id=it.key(PinnedPhoto)),
    "WhatISayGoes": _dispute,
}
"""By the name of the class of act; a few more are ways to fill one in that prepare others."""

FIRST = {
    "AddPlayer": "RemovePlayer",
    "AssistGunner": "CrewMisses",
    "BurstSf": "EnterOutcome",
    "CrewFires": "EndTurn",
    "CrewMisses": "CrewFires",
    "EditNote": "AddNote",
    "EditObjective": "AddObjective",
    "EditPinnedPhoto": "PinPhoto",
    "EnterOutcome": "FireSf",
    "FireSf": "EndTurn",
    "JoinBattle": "AddPlayer",
    "PlaceArea": "FireSf",
    "RemoveBackground": "SetBackground",
    "RemoveNote": "AddNote",
    "RemoveSearch": "KeepSearch",
    "RenameSearch": "KeepSearch",
    "RemoveObjective": "AddObjective",
    "RemovePlayer": "AddPlayer",
    "ReplaceGunner": "SetCrew",
    "ServeAsGunner": "SetCrew",
    "SetLoad": "RocketPod",
    "TakeBackPoints": "ScorePoints",
    "UnpinPhoto": "PinPhoto",
}
"""What is done first where an act finds nothing that fits."""
