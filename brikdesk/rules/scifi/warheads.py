"""Warheads and what is special about them (12-10, 12-11, 12-46, T9)."""

from collections.abc import Collection

from msgspec import Struct

from brikdesk.rules.scifi.data import rows


class Warhead(Struct, frozen=True):
    """A kind of warhead.

    `blast` incapacitates survivors on foot; `follows_target` takes its attack factor from each
    target; `effects` are those whose outcome the referee enters; `special` is shown beside it.
    """

    name: str
    blast: bool = False
    follows_target: bool = False
    effects: tuple[str, ...] = ()
    special: str = ""


WARHEADS = {
    row["name"]: Warhead(**{**row, "effects": tuple(row.get("effects", ()))})
    for row in rows("warheads")
}
"""The warheads that the chapter names, by name."""

BLAST_WARHEADS = tuple(warhead.name for warhead in WARHEADS.values() if warhead.blast)
"""The four with blast effect (12-46); hence the default of the house rule (S-28)."""


def follows_target(warhead: str) -> bool:
    """Return whether a warhead takes its attack factor from each target (12-11)."""
    return warhead in WARHEADS and WARHEADS[warhead].follows_target


def has_blast(warhead: str, blast_warheads: Collection[str] = BLAST_WARHEADS) -> bool:
    """Return whether a warhead can incapacitate survivors (12-46, S-28).

    - `blast_warheads`: the house rule sf_blast_warheads.
    """
    return warhead in blast_warheads
