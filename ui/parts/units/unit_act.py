"""The acts of a unit by the rules of BrikWars, as its context menu lists them."""

from msgspec import Struct


class UnitAct(Struct, frozen=True):
    """One entry: its words, icon and key, and the form it opens ("" if it needs none)."""

    id: str
    words: str
    icon: str
    key: str = ""
    form: str = ""


UNIT_ACTS: tuple[UnitAct | None, ...] = (
    UnitAct("open", "Open", "units", "Enter"),
    None,
    UnitAct("attack", "Attack", "attack", "A"),
    UnitAct("reload", "Reload", "ammo", "R", "Reload"),
    UnitAct("mark", "Mark", "marked", "K", "MarkTarget"),
    UnitAct("launch", "Launch", "projectile", "P", "Launch"),
    UnitAct("ignite", "Ignite", "fire", "I", "Ignite"),
    UnitAct("damage", "Size Damage", "shield", "H", "TakeSizeDamage"),
    UnitAct("move", "Move", "ruler", "", "MoveUnit"),
    UnitAct("sprint", "Sprint", "ruler", "", "SprintUnit"),
    UnitAct("jump", "Jump", "ruler", "", "JumpUnit"),
    UnitAct("collide", "Collision", "attack", "", "Collide"),
    UnitAct("momentum", "Spend its MOM", "ruler", "", "SpendMomentum"),
    UnitAct("disengage", "Disengage", "ruler", "", "Disengage"),
    UnitAct("activity", "Activity", "half-speed", "", "BeginActivity"),
    UnitAct("full_turn", "Full-turn Action", "turn", "", "FullTurnAction"),
    UnitAct("bail", "Bail", "disrupted", "", "Bail"),
    UnitAct("state", "Set state", "disrupted", "", "SetState"),
    None,
    UnitAct("squad", "Select its squad", "units"),
    UnitAct("photos", "Photos", "photo"),
    UnitAct("edit", "Edit", "edit", "F2"),
    UnitAct("duplicate", "Duplicate", "copy"),
    UnitAct("remove", "Remove", "trash", "Del"),
)
"""The context menu from top to bottom; None is a line between groups."""
