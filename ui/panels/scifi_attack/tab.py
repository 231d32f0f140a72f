"""The panel of the Attack tab: that of the game played, or both with a switch."""

from PySide6.QtWidgets import QWidget

from brikdesk.store.views.scifi import played
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import BRIKWARS, SCIFI
from ui.look.theme import Theme
from ui.panels.attack.panel import AttackPanel
from ui.panels.scifi_attack.panel import BothAttacks, SfAttackPanel


def attack_tab(theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> QWidget:
    """Return the panel for the games that the campaign plays; import no other game's parts."""
    sets = desk.read(played)
    if SCIFI not in sets:
        return AttackPanel(theme, desk, hub, parent)
    if BRIKWARS not in sets:
        return SfAttackPanel(theme, desk, hub, parent)
    return BothAttacks(theme, desk, hub, parent)
