"""The tables from which Sci-fi weapons, units and shots are read."""

from brikdesk.store.tables import (
    CampaignRow,
    HouseRule,
    Player,
    SfCrew,
    SfDetection,
    SfLoad,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    State,
    Turn,
    Unit,
)

TABLES = (
    SfUnit, SfWeapon, SfStore, SfLoad, SfCrew, SfDetection, SfShot, State, Unit, Player, Turn,
    HouseRule, CampaignRow,
)  # fmt: skip
