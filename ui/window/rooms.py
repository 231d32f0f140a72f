"""The panels by name; each is imported and made when it is first looked at."""

from collections.abc import Callable
from importlib import import_module

from PySide6.QtWidgets import QWidget

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme

PANELS = {
    "units_tree": ("ui.panels.units.tree", "UnitsTree"),
    "units": ("ui.panels.units.panel", "UnitsPanel"),
    "unit_editor": ("ui.panels.units.unit_editor", "UnitEditor"),
    "sf_unit_editor": ("ui.panels.scifi_units.unit_editor", "SfUnitEditor"),
    "sf_weapon_editor": ("ui.panels.scifi_units.weapon_editor", "SfWeaponEditor"),
    "map": ("ui.panels.map.panel", "MapPanel"),
    "ledger_tabs": ("ui.panels.ledger.tabs", "LedgerTabs"),
    "ledger": ("ui.panels.ledger.panel", "LedgerPanel"),
    "start": ("ui.panels.queue.start_panel", "StartPanel"),
    "attack": ("ui.panels.scifi_attack.tab", "attack_tab"),
    "large": ("ui.panels.players.step_map", "large_view"),
    "log": ("ui.panels.log.panel", "LogPanel"),
    "log_full": ("ui.panels.log.panel", "LogPanel"),
    "inspector": ("ui.panels.units.inspector", "Inspector"),
    "report": ("ui.panels.report.panel", "ReportPanel"),
}
"""Name of a panel: its module and what makes it there. An evening needs half of them."""

ONLY_IN_THE_LEDGER = frozenset(("objectives", "armies"))
"""Tables of the battle's book: the Ledger workspace has them, the tabs of the battle have no room."""


def make(name: str, theme: Theme, desk: Desk, hub: Hub, parent: QWidget) -> QWidget:
    """Make a panel with the parent in which it will be shown. Raise KeyError for unknown names.

    Qt applies the style sheet to everything in a widget each time it gets another parent.
    """
    module, kind = PANELS[name]
    panel: Callable[[Theme, Desk, Hub, QWidget], QWidget] = getattr(import_module(module), kind)
    return panel(theme, desk, hub, parent)
