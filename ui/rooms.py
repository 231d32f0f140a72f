"""Which panel shows what; each is made when it is first looked at."""

import importlib

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.desk import Desk
from ui.hub import Hub
from ui.text import plain_label
from ui.theme import Theme

PANELS = {
    "units_tree": ("ui.panels.units_tree", "UnitsTree"),
    "units": ("ui.panels.units_panel", "UnitsPanel"),
    "unit_editor": ("ui.panels.unit_editor", "UnitEditor"),
    "ledger_tabs": ("ui.panels.ledger_tabs", "LedgerTabs"),
    "ledger": ("ui.panels.ledger_panel", "LedgerPanel"),
    "start": ("ui.panels.start_panel", "StartPanel"),
    "large": ("ui.panels.large_view", "LargeView"),
    "log": ("ui.panels.log_panel", "LogPanel"),
    "inspector": ("ui.panels.inspector", "Inspector"),
    "rule_card": ("ui.panels.rule_card", "RuleCard"),
    "report": ("ui.panels.report_panel", "ReportPanel"),
}


def make(name: str, theme: Theme, desk: Desk, hub: Hub) -> QWidget:
    """Make a panel."""
    module, kind = PANELS[name]
    try:
        made = getattr(importlib.import_module(module), kind)(theme, desk, hub)
    except (ImportError, AttributeError) as error:
        made = QWidget()
        QVBoxLayout(made).addWidget(plain_label(theme, f"{name}: {error}", "small", wrap=True))
    assert isinstance(made, QWidget)
    return made
