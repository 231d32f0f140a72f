"""The members of a crew as they are shown."""

from msgspec import Struct

from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.store.scifi_rows import (
    is_now,
    role_of,
)
from brikdesk.store.tables import (
    SfCrew,
)


class MemberRow(Struct, frozen=True):
    """A member of a crew; eliminated ones stay in the list."""

    id: int
    name: str
    role: CrewRole
    unit_id: int | None
    alive: bool
    fixed: bool
    initiative_spent: bool


def member_row(row: SfCrew, began: int) -> MemberRow:
    """Return a member of a crew, in the turn that began then."""
    return MemberRow(
        id=row.id or 0,
        name=row.name,
        role=role_of(row, began),
        unit_id=row.unit_id,
        alive=row.alive,
        fixed=row.fixed,
        initiative_spent=is_now(row.initiative_turn_id, began),
    )
