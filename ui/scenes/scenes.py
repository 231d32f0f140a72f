"""Pictures of attacks, turns and the map with its tools, for campaigns of each game."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from brikdesk.acts.campaign.notes_and_photos import PinPhoto, Rule
from brikdesk.acts.combat.aim import Aim, Extra, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.combat.disengaging_and_responses import Disengage
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.acts.units.actions import FullTurnAction
from brikdesk.dice import Face
from brikdesk.errors import CampaignFileError
from brikdesk.pictures.photo import MOST_PINNED, PhotoCopy, photo_of
from brikdesk.reports.data import table_map
from brikdesk.reports.map_picture import map_picture
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Changes
from brikdesk.store.file.connection import PAGE_SIZE
from brikdesk.store.lines import Kind
from brikdesk.store.salvage import salvage
from brikdesk.store.views.armory import explosives
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.campaign_and_battle import battle_head, plays_scifi
from brikdesk.store.views.log import log
from brikdesk.store.views.scifi import SfWeaponRow, sf_units, sf_weapons
from brikdesk.store.views.still_to_act import may_answer
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns.secrets import Secrets
from ui.campaign.desk import Desk
from ui.dialogs.backups_and_lineage import SalvageSheet
from ui.dialogs.new_campaign import NewCampaign
from ui.dialogs.settings import Settings
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet, show_form
from ui.models.attack.draft import AttackDraft, AttackTable
from ui.models.attack.picks import parries
from ui.models.picks import PickRow
from ui.models.queue import queue_of
from ui.models.rows import MINIFIGS
from ui.panels.ahead import AheadPanel
from ui.panels.map.panel import MapPanel
from ui.panels.photo import PhotoSheet, from_campaign
from ui.panels.report import ReportPanel
from ui.panels.rule_and_why import EventSheet
from ui.panels.scifi_units.unit_editor import SfUnitEditor
from ui.window.campaign_at_work import AtWork
from ui.window.looking_back import LookingBack
from ui.window.main_window import MainWindow

Scene = Callable[[MainWindow], object]


NEAR = 9.0
"""Inches to the target of a shot that arrives in the turn in which it is fired."""

SHORT = 5.0
"""Inches to the target of a shot at somebody near."""

CROWD, WISHED = 5.0, 5
"""Inches around a target, and how many units within them make a good picture of a blast."""


class Scenes:
    """Scenes by their names; `rest` waits until the window is at rest, `type_keys` presses keys."""

    def __init__(self, rest: Callable[[], None], type_keys: Callable[[str], None]) -> None:
        self._rest, self._type = rest, type_keys


def at_work_in(window: MainWindow) -> AtWork:
    """Return the campaign that is open in a window."""
    assert window.at_work is not None
    return window.at_work


class AttackScenes(Scenes):
    """Attacks of BrikWars, from the aim to what is done."""

    def all(self) -> dict[str, Scene]:
        """Return the scenes by their names."""
        return {
            "attack-aim": self._aim,
            "attack-roll": self._roll,
            "attack-damage": self._damage,
            "attack-blast": self._blast,
            "attack-arc": self._arc,
            "attack-refused": self._refused,
            "attack-stray": self._stray,
            "attack-grab": self._grab,
            "attack-parry": self._parry,
            "attack-done": self._done,
        }

    def _aim(self, window: MainWindow) -> None:
        self._take_up(window, _shot(_table(window)))

    def _roll(self, window: MainWindow) -> None:
        self._aim(window)
        self._type("h")
        # What would change the odds is counted bit by bit, between the events of the window.
        for _ in range(6):
            self._rest()
        self._type("\n")

    def _damage(self, window: MainWindow) -> None:
        self._aim(window)
        # Enter goes from the aim to the dice: digits are their faces, a letter is an answer.
        self._type("\n0a22934246")

    def _blast(self, window: MainWindow) -> None:
        self._aim(window)
        self._type("c")

    def _arc(self, window: MainWindow) -> None:
        self._take_up(window, _arc(_table(window)))
        self._type("\n4")

    def _refused(self, window: MainWindow) -> None:
        self._take_up(window, _shot(_table(window), ("Cannon",)))

    def _stray(self, window: MainWindow) -> None:
        shot = _shot(_table(window), ("Gun", "MachineGun"))
        if shot is not None:
            aims = tuple(replace(aim, distance=SHORT) for aim in shot.aims)
            shot = replace(shot, aims=aims, extras=())
        self._take_up(window, shot)
        self._type("\n1l")

    def _grab(self, window: MainWindow) -> None:
        self._take_up(window, _maneuver(_table(window), Mode.GRAB))

    def _parry(self, window: MainWindow) -> None:
        shove = _maneuver(_table(window), Mode.SHOVE)
        parries = [row.value for row in _parries(window, shove)] if shove else []
        if shove and parries:
            shove = replace(shove, parries=(parries[-1],))
        self._take_up(window, shove)
        self._type("\n4")

    def _done(self, window: MainWindow) -> None:
        self._aim(window)
        self._type("\n7a")
        for _ in range(4):
            self._type(" a")
        self._type("\n")

    def _take_up(self, window: MainWindow, attack: Attack | None) -> None:
        window.commands["battle"].trigger()
        self._rest()
        at_work_in(window).hub.attack_wanted.emit(attack or Attack())
        self._rest()


def _table(window: MainWindow) -> AttackTable:
    return AttackTable(at_work_in(window).desk)


def _shot(table: AttackTable, kinds: tuple[str, ...] = ("Launcher", "Cannon")) -> Attack | None:
    """Return a shot of the active player at one enemy, with the first kind of weapon that is there.

    None if the player has no weapon.
    """
    active = table.head.player_id
    weapons = [row for row in table.weapons.values() if row.player_id == active]
    fitting = sorted(
        (row for row in weapons if row.kind in kinds), key=lambda row: kinds.index(row.kind)
    )
    row = next(iter([*fitting, *weapons]), None)
    if row is None:
        return None
    arm = table.arm(row.id)
    strike = Strike(weapon_id=row.id, by_id=table.user_of(arm, None) if arm else None)
    if strike.by_id is None:
        strike = replace(strike, by_id=_hand(table, active))
    aims = [replace(aim, distance=NEAR) for aim in _enemies(table, row.unit_id)[:1]]
    extra = Extra(reason="The cat looks on", value=1)
    return Attack(strikes=(strike,), aims=tuple(aims), extras=(extra,))


def _arc(table: AttackTable) -> Attack | None:
    attack = _shot(table, ("MachineGun", "FlameThrower", "BlastGun", "Gun"))
    if attack is None:
        return None
    strike = replace(attack.strikes[0], mode=Mode.ARC, count=3)
    unit = table.bearer(strike)
    near = _enemies(table, unit.id if unit else 0)[:3]
    aims = [replace(aim, distance=NEAR - at) for at, aim in enumerate(near)]
    return Attack(strikes=(strike,), aims=tuple(aims))


def _maneuver(table: AttackTable, mode: Mode) -> Attack | None:
    """Return a Grab or Shove by the active player at an enemy, on foot if there is one."""
    hand = _hand(table, table.head.player_id)
    if hand is None:
        return None
    strike = Strike(by_id=hand, mode=mode, name=mode.value.capitalize())
    near = _enemies(table, hand)
    walking = [aim for aim in near if (unit := table.unit(aim.unit_id)) and unit.kind in MINIFIGS]
    # Where they stand does not matter to the picture, nor what they hold.
    return Attack(
        strikes=(strike,),
        aims=tuple((walking or near)[:1]),
        overruled=frozenset({"5.2-24", "5.2-31"}),
    )


def _parries(window: MainWindow, attack: Attack) -> tuple[PickRow, ...]:
    return parries(at_work_in(window).desk, AttackDraft.of(attack))


def _enemies(table: AttackTable, unit_id: int) -> list[Aim]:
    own = table.unit(unit_id)
    player = own.player_id if own else None
    others = [
        unit
        for unit in table.units.values()
        if unit.player_id not in (None, *table.side(player)) and unit.action_die
    ]

    def crowd(unit: UnitRow) -> int:
        """Return how many units are so near that an explosion would reach them too."""
        return sum((table.apart(unit.id, each) or 0.0) < CROWD for each in table.units)

    # The ID comes last, so that every picture of one campaign has the same target.
    others.sort(key=lambda unit: (abs(crowd(unit) - WISHED), -unit.size, unit.id))
    return [Aim(unit_id=unit.id) for unit in others]


def _hand(table: AttackTable, player_id: int) -> int | None:
    able = (unit for unit in table.units.values() if unit.player_id == player_id)
    return next((unit.id for unit in able if unit.action_die), None)


class TurnScenes(Scenes):
    """What units do in a turn: forms, responses, steps that wait."""

    def all(self) -> dict[str, Scene]:
        """Return the scenes by their names."""
        return {
            "sprint": partial(self._form, "SprintUnit", wanted=8),
            "bail": partial(self._form, "Bail", needed=3),
            "activity": partial(self._form, "BeginActivity", activity="swim"),
            "full-turn": partial(self._form, "FullTurnAction", name="Rowing", turns=3),
            "other-action": partial(self._form, "OtherAction", name="Pick the lock", use=4),
            "collision": self._collision,
            "disengage": self._disengage,
            "charge": self._charge,
            "place-form": self._place,
            "responders": self._responders,
            "idle-units": self._playing,
            "drowning": self._drowning,
            "extended-action": self._extended,
            "landing": self._landing,
            "detonate": self._detonate,
        }

    def _form(self, act: str, window: MainWindow, **known: Any) -> None:
        at_work = self._playing(window)
        filled = ACT_FORMS[act].filled(known.pop("unit_id", _walker(at_work).id), **known)
        show_form(window.theme, at_work.desk, at_work.hub, at_work.view.body, filled)

    def _place(self, window: MainWindow) -> None:
        """Ask for the place of a Field; the map has answered already."""
        self._form("AddField", window, unit_id=None, kind="Smoke", size=6, place="27 20")

    def _collision(self, window: MainWindow) -> None:
        at_work, runner = self._running(window)
        self._form("Collide", window, unit_id=runner, target_id=_foe(at_work).id)

    def _disengage(self, window: MainWindow) -> None:
        at_work = self._playing(window)
        walker, foe = _walker(at_work), _foe(at_work)
        fight = {"kind": "Engaged in Close Combat", "unit_id": walker.id, "with_id": foe.id}
        at_work.desk.do(act_from_data({"act": "SetState", **fight}))
        at_work.desk.do(Disengage(unit_id=walker.id))
        at_work.hub.select_unit(walker.id)

    def _charge(self, window: MainWindow) -> None:
        at_work, runner = self._running(window)
        shove = Strike(by_id=runner, mode=Mode.SHOVE, name="Shove")
        aims = (Aim(unit_id=_foe(at_work).id),)
        at_work.hub.attack_wanted.emit(Attack(strikes=(shove,), aims=aims, charge=True))

    def _responders(self, window: MainWindow) -> None:
        at_work = self._playing(window)
        at_work.hub.select_unit(_walker(at_work).id)
        self._rest()
        window.commands["respond"].trigger()

    def _drowning(self, window: MainWindow) -> None:
        """Show the step of a unit that drowns at the end of its next turn."""
        at_work = self._playing(window)
        wet = {"kind": "Drowning", "unit_id": _walker(at_work).id, "cause": "Heavy Armor"}
        at_work.desk.do(act_from_data({"act": "SetState", **wet}))
        self._to_own_turn(at_work)
        at_work.desk.do(EndTurn(overruled=frozenset({"turn-order"})))

    def _extended(self, window: MainWindow) -> None:
        """Show the step that asks whether an extended Action goes on."""
        at_work = self._playing(window)
        walker = _walker(at_work)
        at_work.desk.do(FullTurnAction(unit_id=walker.id, name="Rowing", turns=3))
        self._to_own_turn(at_work)
        self._rest()
        queue = queue_of(at_work.desk, at_work.hub)
        (key,) = (step.key for step in queue.steps if step.unit_id == walker.id)
        queue.go(key)

    def _landing(self, window: MainWindow) -> None:
        """Show a projectile that misses: the circle on the map in which it comes down."""
        at_work = self._playing(window)
        foe = _foe(at_work)
        rocket = Launch(
            name="Whistler", explosive_size=2, distance=20, target=foe.name, target_id=foe.id, use=6,
            action_die=6, target_x=foe.x, target_y=foe.y,
        )  # fmt: skip
        at_work.desk.do(rocket)
        self._to_own_turn(at_work)
        queue = queue_of(at_work.desk, at_work.hub)
        landings = [(step.act.get("projectile_id", 0), step.key) for step in queue.steps]
        queue.go(max(landings)[1])  # the newest projectile is the one that was launched here
        self._rest()
        if queue.shown is not None:
            queue.put({queue.shown.keys[0]: Face(3)})

    def _detonate(self, window: MainWindow) -> None:
        """Show the form of an explosion with its dice, and who is within its reach."""
        at_work = self._playing(window)
        foe = _foe(at_work)
        at_work.desk.do(AddExplosive(name="Keg", explosive_size=2, x=foe.x, y=foe.y))
        keg = next(row.id for row in at_work.desk.read(explosives) if row.name == "Keg")
        filled = ACT_FORMS["Detonate"].filled(explosive_id=keg)
        show_form(window.theme, at_work.desk, at_work.hub, at_work.view.body, filled)
        for sheet in window.findChildren(ActSheet):
            sheet.step.roll()

    def _to_own_turn(self, at_work: AtWork) -> None:
        """End turns until it is this player's again, at its start."""
        begun = at_work.desk.read(battle_head)
        for _ in range(20):  # two phases for each player, and a few to spare
            at_work.desk.do(EndTurn(overruled=frozenset({"turn-order"})))
            now = at_work.desk.read(battle_head)
            if now.turn_id != begun.turn_id and now.player_id == begun.player_id:
                return

    def _play_on(self, at_work: AtWork) -> None:
        self._rest()
        if at_work.view.heading.queue.waiting:
            at_work.desk.do(GoOn(reason="for the picture"))
            self._rest()

    def _running(self, window: MainWindow) -> tuple[AtWork, int]:
        """Have a unit run straight on, so that it holds a MOM; return it."""
        at_work = self._playing(window)
        walker = _walker(at_work)
        at_work.desk.do(MoveUnit(unit_id=walker.id, inches=walker.move, straight=walker.move))
        return at_work, walker.id

    def _playing(self, window: MainWindow) -> AtWork:
        """Show the battle in the middle of a turn, when nothing waits at its start."""
        window.commands["battle"].trigger()
        at_work = at_work_in(window)
        at_work.desk.throw_all(stop_at_choice=True)
        self._play_on(at_work)
        return at_work


def _walker(at_work: AtWork) -> UnitRow:
    """Return a unit of the running player that can walk and act."""
    rows = at_work.desk.read(units)
    able = [row for row in rows if row.move_left is not None and _is_free(row)]
    return next((row for row in able if row.move_left == row.move), able[0])


def _foe(at_work: AtWork) -> UnitRow:
    may = at_work.desk.read(may_answer)
    return next(row for row in at_work.desk.read(units) if row.id in may and _is_free(row))


def _is_free(row: UnitRow) -> bool:
    return row.kind == "Minifig" and not any(chip.icon != "check" for chip in row.chips)


_KEY = Qt.Key
EAST, SOUTH = (_KEY.Key_Right,) * 5, (_KEY.Key_Down,) * 4


class TableScenes(Scenes):
    """The map with its tools, and photos."""

    def all(self) -> dict[str, Scene]:
        """Return the scenes by their names."""
        return {
            "map-alone": partial(self._map, keys=(_KEY.Key_F11,)),
            "map-move": partial(self._map, keys=EAST + SOUTH),
            "map-measure": partial(self._map, keys=(_KEY.Key_M, *EAST, *SOUTH)),
            "map-look": partial(self._map, keys=(_KEY.Key_V,)),
            "map-sweep": partial(self._map, keys=(_KEY.Key_G,)),
            "map-blast": partial(self._map, keys=(_KEY.Key_B,)),
            "map-terrain": partial(self._map, keys=(_KEY.Key_E,)),
            "album": self._album,
            "map-photo": self._photo,
        }

    def _album(self, window: MainWindow) -> None:
        """Show the album with two photos: the table as a picture, near and far."""
        desk = self._battle(window)
        own = desk.read(units)[0].id
        for wide, words, whose in ((900, "All of it before the shot", None), (700, "", own)):
            photo = self._picture(desk, wide)
            desk.do_with_photo(photo, PinPhoto(picture=photo.name, unit_id=whose, words=words))
        window.commands["album"].trigger()
        for _ in range(3):  # the photos come from a thread, one after another
            self._rest()

    def _photo(self, window: MainWindow) -> None:
        """Show the sheet that straightens a photo of the table: here, a picture of it."""
        desk = self._battle(window)
        taken = from_campaign(self._picture(desk, 1200).data)
        PhotoSheet(window.theme, window, desk, desk.read(battlefield), taken, None).begin()

    def _battle(self, window: MainWindow) -> Desk:
        window.commands["battle"].trigger()
        return at_work_in(window).desk

    def _picture(self, desk: Desk, wide: int) -> PhotoCopy:
        """Return the table as a picture of so many pixels."""
        shown = desk.campaign.reading(
            lambda session: table_map(session, (), "The table", Secrets())
        )
        return photo_of(map_picture(shown, ".png", wide), MOST_PINNED)

    def _map(self, window: MainWindow, keys: tuple[Qt.Key, ...]) -> None:
        desk, at_work = self._battle(window), at_work_in(window)
        own = next(row for row in desk.read(units) if row.move_left)
        at_work.hub.select_unit(own.id)
        self._rest()
        at_work.view.body.switched.emit(0)  # where only one of map and desk has room
        panel = cast("MapPanel", at_work.view.panel("map"))
        panel.view.setFocus()
        for key in keys:
            press(key, chr(key).lower() if _KEY.Key_A <= key <= _KEY.Key_Z else "")
            self._rest()


def press(key: Qt.Key, letter: str) -> None:
    """Press and release a key where the focus is by then."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        if target := QApplication.focusWidget():
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, letter)
            QApplication.sendEvent(target, event)


FitsScene = Callable[[SfWeaponRow], bool]

IN_RANGE, TOO_NEAR = 18.0, 6.0
"""Inches to the target, and inches that are too few for a weapon with a minimum range."""


class SfAttackScenes(Scenes):
    """Attacks by the Sci-fi rules."""

    def all(self) -> dict[str, Scene]:
        """Return the scenes by their names."""
        return {
            "sf-attack-fire": self._fire,
            "sf-attack-open": self._open,
            "sf-attack-area": self._area,
            "sf-attack-refused": self._refused,
            "sf-attack-done": self._done,
        }

    def _fire(self, window: MainWindow) -> None:
        self._take_up(window, lambda row: bool(row.stores) and not row.capabilities)

    def _open(self, window: MainWindow) -> None:
        self._take_up(window, _plain)
        self._type("\na\nb")

    def _area(self, window: MainWindow) -> None:
        self._take_up(window, lambda row: row.shape == "oblong")
        self._type("\n3")

    def _refused(self, window: MainWindow) -> None:
        self._take_up(window, lambda row: row.minimum_range is not None, TOO_NEAR)

    def _done(self, window: MainWindow) -> None:
        self._take_up(window, _plain)
        self._type("\na\nb\nc\n")

    def _take_up(self, window: MainWindow, fits: FitsScene, distance: float = IN_RANGE) -> None:
        """Show the Attack tab with a weapon of the active player that fits, aimed at an enemy.

        Raise CampaignFileError if the campaign does not play by the Sci-fi rules.
        """
        work = _at_work(window)
        window.commands["battle"].trigger()
        self._rest()
        active = work.desk.read(battle_head).player_id
        own = [row for row in work.desk.read(sf_weapons) if row.player_id == active]
        row = next((row for row in own if fits(row) and not row.no), None)
        foes = [
            each for each in work.desk.read(sf_units) if each.player_id != active and each.alive
        ]
        # A campaign without them is drawn as it is: an empty tab is no error of the picture.
        if row is None or not foes:
            return
        aims = (SfAim(target_id=foes[0].unit_id, distance=distance),)
        way = row.capabilities[0] if row.capabilities else ""
        work.hub.attack_wanted.emit(FireSf(sf_weapon_id=row.id, aims=aims, capability=way))
        self._rest()


def _plain(row: SfWeaponRow) -> bool:
    return not row.stores and row.shape == "none"


class PlayersScenes(Scenes):
    """The window for the players, at its moments."""

    def all(self) -> dict[str, Scene]:
        """Return the scenes by their names."""
        return {
            "players-step": self._opened,
            "players-dice": self._dice,
            "players-death": self._death,
            "players-undo": self._undo,
            "players-cover": self._cover,
        }

    def _opened(self, window: MainWindow) -> QWidget:
        window.commands["battle"].trigger()
        self._rest()
        window.commands["players"].trigger()
        self._rest()
        second = at_work_in(window).second.window
        assert second is not None
        return second

    def _dice(self, window: MainWindow) -> QWidget:
        shown = self._opened(window)
        AttackScenes(self._rest, self._type).all()["attack-roll"](window)
        return shown

    def _death(self, window: MainWindow) -> QWidget:
        shown, desk = self._opened(window), at_work_in(window).desk
        first = next(row for row in desk.read(units) if row.kind in MINIFIGS)
        desk.do(Kill(unit_id=first.id, why="A falling piano"))
        return shown

    def _undo(self, window: MainWindow) -> QWidget:
        shown = self._death(window)
        at_work_in(window).desk.undo()
        return shown

    def _cover(self, window: MainWindow) -> QWidget:
        shown = self._opened(window)
        window.commands["players_cover"].trigger()
        return shown


class TimeScenes(Scenes):
    """The battle as it was, and a copy to try things out in."""

    def all(self) -> dict[str, Scene]:
        """Return the scenes by their names."""
        return {
            "ahead": self._ahead,
            "past": self._past,
            "trial": self._trial,
            "trial-weighed": self._weighed,
            "correcting": self._correcting,
            "event": self._event,
            "found": self._found,
            "life": self._life,
            "rulings": self._rulings,
            "salvaged": self._salvaged,
        }

    def _ahead(self, window: MainWindow) -> None:
        """Show a turn to come, with something that lies elsewhere by then."""
        window.commands["battle"].trigger()
        work = at_work_in(window)
        work.view.look_ahead()
        panel = work.view.side.panel("ahead")
        assert isinstance(panel, AheadPanel)
        for _ in range(PATIENCE):
            self._rest()
            if not panel.is_looking:
                break
        rows = panel.list.steps.rows
        later = [at for at, row in enumerate(rows) if row.step and row.step.condition]
        if later:
            panel.list.choose(later[len(later) // 2])

    def _event(self, window: MainWindow) -> None:
        """Show the dispute card of the newest attack, else of the newest act."""
        work = at_work_in(window)
        lines = work.desk.read(log)
        fights = [line.act_id for line in lines if line.kind is Kind.ATTACK]
        newest = fights or [line.act_id for line in lines]
        if newest:
            work.hub.event_asked.emit(newest[-1])
            sheet = window.findChildren(EventSheet)[-1]
            for _ in range(PATIENCE):
                if sheet.card is None:
                    self._rest()

    def _past(self, window: MainWindow) -> None:
        window.commands["battle"].trigger()
        window.commands["look_back"].trigger()
        past = at_work_in(window)
        if isinstance(past, LookingBack):  # a campaign in which nothing was done has no past
            past.step_turn(-1)

    def _found(self, window: MainWindow) -> None:
        """Search the beats of the past, with a bookmark on one of them."""
        self._past(window)
        past = at_work_in(window)
        if isinstance(past, LookingBack):
            past.set_bookmark(past.beat.act_id)
            past.search()
            self._type("fire")
            for _ in range(PATIENCE):
                if not past.found.is_whole:
                    self._rest()
            past.step_found(-1)

    def _rulings(self, window: MainWindow) -> None:
        at_work_in(window).desk.do(
            Rule(text="Half a brick in the way counts as cover, whoever built it.", rule="5.1-34")
        )
        window.commands["rulings"].trigger()

    def _life(self, window: MainWindow) -> None:
        window.commands["battle"].trigger()
        hub = at_work_in(window).hub
        if hub.selected_unit:
            hub.life_asked.emit(hub.selected_unit)

    def _trial(self, window: MainWindow) -> None:
        window.commands["battle"].trigger()
        window.commands["try_out"].trigger()
        desk = at_work_in(window).desk
        first = next((row for row in desk.read(units) if row.kind in MINIFIGS), None)
        if first is not None:
            desk.do(Kill(unit_id=first.id, why="A falling piano"))

    def _correcting(self, window: MainWindow) -> None:
        """Take back a move of the running turn; what was done before the file was made is sealed."""
        window.commands["battle"].trigger()
        work = at_work_in(window)
        first = next((row for row in work.desk.read(units) if row.move_left and row.x), None)
        if first is None or first.x is None or first.y is None:
            return
        done = work.desk.do(MoveUnit(unit_id=first.id, x=first.x + 1, y=first.y))
        if isinstance(done, Changes):
            work.hub.correction_asked.emit(done.act_id)
            self._rest()
            if (place := at_work_in(window)).view.back():
                self._rest()
            place.do_command("try_out")

    def _salvaged(self, window: MainWindow) -> None:
        """Break two pages of a copy, and salvage it."""
        broken = at_work_in(window).desk.path.with_name("broken.brik")
        data = bytearray(at_work_in(window).desk.path.read_bytes())
        for page in (40, len(data) // PAGE_SIZE * 5 // 6):
            data[page * PAGE_SIZE : (page + 1) * PAGE_SIZE] = bytes(PAGE_SIZE)
        broken.write_bytes(data)
        made = broken.with_name("broken salvaged.brik")
        done = salvage(broken, made)
        SalvageSheet(
            window.theme, window.stack, broken.name, made, done, partial(window.open_path, made)
        ).begin()

    def _weighed(self, window: MainWindow) -> None:
        self._trial(window)
        self._rest()
        window.commands["try_out"].trigger()


PATIENCE = 60
"""The most times that the window comes to rest while a report is drawn."""


class ScifiScenes(Scenes):
    """A campaign by the Sci-fi rules in every workspace."""

    def all(self) -> dict[str, Scene]:
        """Return the scenes by their names."""
        own: dict[str, Scene] = {
            "sf-log": partial(self._show, "log"),
            "sf-ledger": partial(self._show, "ledger"),
            "sf-units": partial(self._show, "units"),
            "sf-inspector": self._inspector,
            "sf-report": self._report,
            "sf-unit-editor": self._unit_editor,
            "sf-weapon-editor": self._weapon_editor,
            "sf-battle": partial(self._show, "battle"),
            "sf-house-rules": self._settings("Sci-fi"),
            "sf-rule-sets": self._settings("Rule sets"),
            "sf-new-campaign": self._new_campaign,
            "sf-crew-form": self._crew_form,
            "sf-unfired": self._unfired,
        }
        return own | SfAttackScenes(self._rest, self._type).all()

    def _settings(self, page: str) -> Scene:
        def show(window: MainWindow) -> None:
            self._show("battle", window)
            window.show_settings()
            for sheet in window.findChildren(Settings):
                sheet.show_page(sheet.page_names.index(page))

        return show

    def _new_campaign(self, window: MainWindow) -> None:
        window.close_campaign()
        window.remembered.folder = Path.home()
        window.remembered.rule_sets = ("SCIFI",)
        window.new_campaign()
        for sheet in window.findChildren(NewCampaign):
            sheet.name.setText("The Outer Belt")

    def _crew_form(self, window: MainWindow) -> None:
        self._show("battle", window)
        work = _at_work(window)
        crewed = [row.id for row in work.desk.read(sf_weapons) if row.crew]
        filled = ACT_FORMS["SetCrew"].filled(sf_weapon_id=crewed[0] if crewed else None)
        show_form(window.theme, work.desk, work.hub, work.view.body, filled)

    def _unfired(self, window: MainWindow) -> None:
        """Settle the steps of the turn's start; the queue then lists the weapons that may fire."""
        self._show("battle", window)
        _at_work(window).desk.throw_all()

    def _unit_editor(self, window: MainWindow) -> None:
        """Fill in a new unit of the chapter with a weapon that it may not have."""
        work = _at_work(window)
        window.commands["units"].trigger()
        self._rest()
        work.hub.unit_edited.emit(0)
        for editor in window.findChildren(SfUnitEditor):
            form = editor.unit.form
            form.edit("catalogue").set_value("Infantryman")
            form.add_of_chapter("twin heavy cone rifle")

    def _weapon_editor(self, window: MainWindow) -> None:
        """Open a weapon with a minimum range, as the rack of the sample has one."""
        work = _at_work(window)
        window.commands["units"].trigger()
        self._rest()
        near = [each for each in work.desk.read(sf_weapons) if each.minimum_range]
        for weapon in near[:1]:
            work.hub.sf_weapon_edited.emit((weapon.unit_id, weapon.id))

    def _show(self, workspace: str, window: MainWindow) -> None:
        _at_work(window)
        window.commands[workspace].trigger()

    def _inspector(self, window: MainWindow) -> None:
        self._show("battle", window)
        at_work = _at_work(window)
        weapons = at_work.desk.read(sf_weapons)
        if weapons:
            fullest = max(weapons, key=lambda weapon: (len(weapon.crew), len(weapon.stores)))
            at_work.hub.select_unit(fullest.unit_id)
            at_work.hub.unit_opened.emit(fullest.unit_id)

    def _report(self, window: MainWindow) -> None:
        window.commands["report"].trigger()
        panel = _at_work(window).view.panel("report")
        assert isinstance(panel, ReportPanel)
        # The report is drawn on a thread, which a fast computer has done after a few rounds.
        for _ in range(PATIENCE):
            if panel.pdf is None:
                self._rest()


def _at_work(window: MainWindow) -> AtWork:
    """Return the open campaign; raise CampaignFileError if it does not play the Sci-fi rules."""
    at_work = at_work_in(window)
    if not at_work.desk.read(plays_scifi):
        raise CampaignFileError(f"{at_work.desk.path.name} is not played by the Sci-fi rules.")
    return at_work
