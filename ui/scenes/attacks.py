"""Pictures of an attack at each of its stages, made with the units of any campaign."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from brikdesk.acts.attack.aim import Aim, Extra, Mode, Strike
from brikdesk.acts.attack.attack import Attack
from ui.scenes.scene import Scene

if TYPE_CHECKING:
    from brikdesk.store.views.units import UnitRow
    from ui.models.attack.table import AttackTable
    from ui.models.pick_rows import PickRow
    from ui.window.main_window import MainWindow

NEAR = 9.0
"""Inches to the target of a shot that arrives in the turn in which it is fired."""

SHORT = 5.0
"""Inches to the target of a shot at somebody near."""

CROWD, WISHED = 5.0, 5
"""Inches around a target, and how many units within them make a good picture of a blast."""


class AttackScenes:
    """The scenes by name; `rest` waits until the window is at rest, `type_keys` presses keys."""

    def __init__(self, rest: Callable[[], None], type_keys: Callable[[str], None]) -> None:
        self._rest, self._type = rest, type_keys

    def all(self) -> dict[str, Scene]:
        """Return every scene by its name."""
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

    def _aim(self, window: "MainWindow") -> None:
        self._take_up(window, _shot(_table(window)))

    def _roll(self, window: "MainWindow") -> None:
        self._aim(window)
        self._type("h")
        # What would change the odds is counted bit by bit, between the events of the window.
        for _ in range(6):
            self._rest()
        self._type("\n")

    def _damage(self, window: "MainWindow") -> None:
        self._aim(window)
        # Enter goes from the aim to the dice: digits are their faces, a letter is an answer.
        self._type("\n7a22934246")

    def _blast(self, window: "MainWindow") -> None:
        self._aim(window)
        self._type("c")

    def _arc(self, window: "MainWindow") -> None:
        self._take_up(window, _arc(_table(window)))
        self._type("\n4")

    def _refused(self, window: "MainWindow") -> None:
        self._take_up(window, _shot(_table(window), ("Cannon",)))

    def _stray(self, window: "MainWindow") -> None:
        shot = _shot(_table(window), ("Gun", "MachineGun"))
        if shot is not None:
            aims = tuple(replace(aim, distance=SHORT) for aim in shot.aims)
            shot = replace(shot, aims=aims, extras=())
        self._take_up(window, shot)
        self._type("\n1l")

    def _grab(self, window: "MainWindow") -> None:
        self._take_up(window, _maneuver(_table(window), Mode.GRAB))

    def _parry(self, window: "MainWindow") -> None:
        shove = _maneuver(_table(window), Mode.SHOVE)
        parries = [row.value for row in _parries(window, shove)] if shove else []
        if shove and parries:
            shove = replace(shove, parries=(parries[-1],))
        self._take_up(window, shove)
        self._type("\n4")

    def _done(self, window: "MainWindow") -> None:
        self._aim(window)
        self._type("\n7a")
        for _ in range(4):
            self._type(" a")
        self._type("\n")

    def _take_up(self, window: "MainWindow", attack: Attack | None) -> None:
        assert window.at_work is not None
        window.commands["battle"].trigger()
        self._rest()
        window.at_work.hub.attack_wanted.emit(attack or Attack())
        self._rest()


def _table(window: "MainWindow") -> "AttackTable":
    from ui.models.attack.table import AttackTable

    assert window.at_work is not None
    return AttackTable(window.at_work.desk)


def _shot(table: "AttackTable", kinds: tuple[str, ...] = ("Launcher", "Cannon")) -> Attack | None:
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


def _arc(table: "AttackTable") -> Attack | None:
    attack = _shot(table, ("MachineGun", "FlameThrower", "BlastGun", "Gun"))
    if attack is None:
        return None
    strike = replace(attack.strikes[0], mode=Mode.ARC, count=3)
    unit = table.bearer(strike)
    near = _enemies(table, unit.id if unit else 0)[:3]
    aims = [replace(aim, distance=NEAR - at) for at, aim in enumerate(near)]
    return Attack(strikes=(strike,), aims=tuple(aims))


def _maneuver(table: "AttackTable", mode: Mode) -> Attack | None:
    """Return a Grab or Shove by the active player at an enemy, on foot if there is one."""
    from ui.models.kinds import MINIFIGS

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


def _parries(window: "MainWindow", attack: Attack) -> "tuple[PickRow, ...]":
    from ui.models.attack.draft import AttackDraft
    from ui.models.attack.picks import parries

    assert window.at_work is not None
    return parries(window.at_work.desk, AttackDraft.of(attack))


def _enemies(table: "AttackTable", unit_id: int) -> list[Aim]:
    own = table.unit(unit_id)
    player = own.player_id if own else None
    others = [
        unit
        for unit in table.units.values()
        if unit.player_id not in (None, *table.side(player)) and unit.action_die
    ]

    def crowd(unit: "UnitRow") -> int:
        """Return how many units are so near that an explosion would reach them too."""
        return sum((table.apart(unit.id, each) or 0.0) < CROWD for each in table.units)

    # The ID comes last, so that every picture of one campaign has the same target.
    others.sort(key=lambda unit: (abs(crowd(unit) - WISHED), -unit.size, unit.id))
    return [Aim(unit_id=unit.id) for unit in others]


def _hand(table: "AttackTable", player_id: int) -> int | None:
    able = (unit for unit in table.units.values() if unit.player_id == player_id)
    return next((unit.id for unit in able if unit.action_die), None)
