"""Pictures of a Sci-fi attack at each of its stages, made with the units of any campaign."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from brikdesk.acts.scifi.as_fired import SfAim
from brikdesk.acts.scifi.fire_sf import FireSf
from brikdesk.errors import CampaignFileError
from ui.scenes.scene import Scene

if TYPE_CHECKING:
    from brikdesk.store.views.scifi import SfWeaponRow
    from ui.window.main_window import MainWindow

FitsScene = Callable[["SfWeaponRow"], bool]

NEAR, TOO_NEAR = 18.0, 6.0
"""Inches to the target, and inches that are too few for a weapon with a minimum range."""


class SfAttackScenes:
    """The scenes by name; `rest` waits until the window is at rest, `type_keys` presses keys."""

    def __init__(self, rest: Callable[[], None], type_keys: Callable[[str], None]) -> None:
        self._rest, self._type = rest, type_keys

    def all(self) -> dict[str, Scene]:
        """Return every scene by its name."""
        return {
            "sf-attack-fire": self._fire,
            "sf-attack-open": self._open,
            "sf-attack-area": self._area,
            "sf-attack-refused": self._refused,
            "sf-attack-done": self._done,
        }

    def _fire(self, window: "MainWindow") -> None:
        self._take_up(window, lambda row: bool(row.stores) and not row.capabilities)

    def _open(self, window: "MainWindow") -> None:
        self._take_up(window, _plain)
        self._type("\na\nb")

    def _area(self, window: "MainWindow") -> None:
        self._take_up(window, lambda row: row.shape == "oblong")
        self._type("\n3")

    def _refused(self, window: "MainWindow") -> None:
        self._take_up(window, lambda row: row.minimum_range is not None, TOO_NEAR)

    def _done(self, window: "MainWindow") -> None:
        self._take_up(window, _plain)
        self._type("\na\nb\nc\n")

    def _take_up(self, window: "MainWindow", fits: FitsScene, distance: float = NEAR) -> None:
        """Show the Attack tab with a weapon of the active player that fits, aimed at an enemy.

        Raise CampaignFileError if the campaign does not play by the Sci-fi rules.
        """
        from brikdesk.store.views.battle import battle_head
        from brikdesk.store.views.scifi import plays_scifi, sf_units, sf_weapons

        work = window.at_work
        assert work is not None
        window.commands["battle"].trigger()
        self._rest()
        if not work.desk.read(plays_scifi):
            raise CampaignFileError(f"{work.desk.path.name} is not played by the Sci-fi rules.")
        active = work.desk.read(battle_head).player_id
        own = [row for row in work.desk.read(sf_weapons) if row.player_id == active]
        row = next((row for row in own if fits(row) and not row.no), None)
        foes = [
            unit for unit in work.desk.read(sf_units) if unit.player_id != active and unit.alive
        ]
        # A campaign without them is drawn as it is: an empty tab is no error of the picture.
        if row is None or not foes:
            return
        aims = (SfAim(target_id=foes[0].unit_id, distance=distance),)
        way = row.capabilities[0] if row.capabilities else ""
        wanted = FireSf(sf_weapon_id=row.id, aims=aims, capability=way)
        work.hub.attack_wanted.emit(wanted)
        self._rest()


def _plain(row: "SfWeaponRow") -> bool:
    return not row.stores and row.shape == "none"
