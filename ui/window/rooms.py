"""Which panel shows what; each is made when it is first looked at."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.ledger.panel import LedgerPanel
from ui.panels.ledger.tabs import LedgerTabs
from ui.panels.log.panel import LogPanel
from ui.panels.queue.large_view import LargeView
from ui.panels.queue.start_panel import StartPanel
from ui.panels.scifi_attack.tab import attack_tab
from ui.panels.scifi_units.unit_editor import SfUnitEditor
from ui.panels.scifi_units.weapon_editor import SfWeaponEditor
from ui.panels.units.inspector import Inspector
from ui.panels.units.panel import UnitsPanel
from ui.panels.units.tree import UnitsTree
from ui.panels.units.unit_editor import UnitEditor


def _report(theme: Theme, desk: Desk, hub: Hub) -> QWidget:
    from ui.panels.report.panel import ReportPanel  # drawing is not needed to open a campaign

    return ReportPanel(theme, desk, hub)


PANELS: dict[str, Callable[[Theme, Desk, Hub], QWidget]] = {
    "units_tree": UnitsTree,
    "units": UnitsPanel,
    "unit_editor": UnitEditor,
    "sf_unit_editor": SfUnitEditor,
    "sf_weapon_editor": SfWeaponEditor,
    "battle_ledger": LedgerPanel,
    "ledger_tabs": LedgerTabs,
    "ledger": LedgerPanel,
    "start": StartPanel,
    "attack": attack_tab,
    "large": LargeView,
    "log": LogPanel,
    "log_full": LogPanel,
    "inspector": Inspector,
    "report": _report,
}


def make(name: str, theme: Theme, desk: Desk, hub: Hub) -> QWidget:
    """Make a panel; KeyError for a name that does not exist."""
    return PANELS[name](theme, desk, hub)
