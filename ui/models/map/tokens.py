"""The units on the map: what each one's token shows, and who has no place yet."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.lengths import at_spot
from brikdesk.store.views.battlefield import StandingUnit
from brikdesk.store.views.units import UnitRow
from brikdesk.turns.ledger import FireRow
from ui.models.map.turn_marks import TurnMark, mark_of

SOLID_UNDER = 2
"""Inches of Size from which a token is outlined and true to scale."""


class UnitToken(Struct, frozen=True):
    """A unit with its place in inches; `flames` are the inches of its fire, `badge` another state."""

    unit_id: int
    name: str
    faction: str
    initials: str
    colour: str
    size: int
    x: float
    y: float
    facing: float | None = None
    flames: int = 0
    badge: str = ""
    tone: str = ""
    states: tuple[str, ...] = ()
    turn: TurnMark | None = None

    @property
    def solid(self) -> bool:
        """Whether it is drawn solid, as all that is smaller than 2"."""
        return self.size < SOLID_UNDER

    @property
    def words(self) -> str:
        """The token as a screen reader says it."""
        parts = (self.name, self.faction, f"{at_spot(self.x, self.y)} inches", *self.states)
        return ", ".join(part for part in parts if part)


def tokens_of(
    units: Iterable[UnitRow],
    standing: Mapping[int, StandingUnit],
    fires: Iterable[FireRow],
    answering: Collection[int] | None = None,
) -> tuple[tuple[UnitToken, ...], tuple[UnitRow, ...]]:
    """Return the tokens of units that have a place, and the units that have none.

    With `answering`, the units that may still respond, each token tells what is left of the turn.
    """
    flames = {fire.unit_id: max(fire.size, 1) for fire in fires}
    tokens, placeless = [], []
    for unit in units:
        if not unit.alive or not unit.on_table:
            continue
        if unit.x is None or unit.y is None:
            placeless.append(unit)
        else:
            token = _token(unit, unit.x, unit.y, standing.get(unit.id), flames.get(unit.id, 0))
            if answering is not None and (mark := mark_of(unit, unit.id in answering)):
                token = replace(token, turn=mark, states=(*token.states, *mark.words(unit)))
            tokens.append(token)
    return tuple(tokens), tuple(placeless)


def _token(
    unit: UnitRow, x: float, y: float, stance: StandingUnit | None, flames: int
) -> UnitToken:
    # Fire is drawn as flames; what passes with the turn would change too often to be looked for.
    rest = next((chip for chip in unit.chips if chip.icon != "fire" and not chip.passing), None)
    return UnitToken(
        unit_id=unit.id,
        name=unit.name,
        faction=unit.faction,
        initials=unit.token,
        colour=unit.colour,
        size=max(unit.effective_size, 1),
        x=x,
        y=y,
        facing=stance.facing if stance else None,
        flames=flames,
        badge=rest.icon if rest else "",
        tone=rest.tone if rest else "",
        states=tuple(chip.aloud for chip in unit.chips),
    )
