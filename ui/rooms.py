"""Which panel shows what; each is made when it is first looked at."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ui.desk import Desk
from ui.hub import Hub
from ui.panels.inspector import Inspector
from ui.panels.large_view import LargeView
from ui.panels.ledger_panel import LedgerPanel
from ui.panels.ledger_tabs import LedgerTabs
from ui.panels.log_panel import LogPanel
from ui.panels.sf_attack_tab import attack_tab
from ui.panels.sf_unit_editor import SfUnitEditor
from ui.panels.sf_weapon_editor import SfWeaponEditor
from ui.panels.start_panel import StartPanel
from ui.panels.unit_editor import UnitEditor
from ui.panels.units_panel import UnitsPanel
from ui.panels.units_tree import UnitsTree
from ui.theme import Theme


def _report(theme: Theme, desk: Desk, hub: Hub) -> QWidget:
    from ui.panels.report_panel import ReportPanel  # drawing is not needed to open a campaign

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
