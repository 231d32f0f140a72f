"""How much room backups may take on this computer's drive: the referee's choice, in a small file."""

import json
import re

from brikdesk.errors import BadInput
from brikdesk.foreign_file import beginning_of
from brikdesk.store.backups.backup import data_dir
from brikdesk.store.file.connection import in_words
from brikdesk.store.file.durable import beside, discard, make_folder, put_in_place

MEGABYTE = 10**6
USUAL = 1_000_000_000
LEAST, MOST = 10_000_000, 1_000_000_000_000
EVENINGS = 20
"""Evenings of a campaign of which every act can be brought back, as long as there is room."""

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"\s*(\d{1,15}(?:[.,]\d{1,3})?)\s*([KMGT]?B?)\s*", re.IGNORECASE)


def allowed() -> int:
    """Return how many bytes the backups of all campaigns may take together."""
    try:
        found = json.loads(beginning_of(data_dir() / "backups.json", 1000))["most_bytes"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return USUAL
    whole = isinstance(found, int) and not isinstance(found, bool)
    return min(max(found, LEAST), MOST) if whole else USUAL


def allow(size: int) -> None:
    """Remember how many bytes the backups may take. Raise CampaignFileError if that fails."""
    path = data_dir() / "backups.json"
    part = beside(path)
    try:
        make_folder(path.parent)
        part.write_text(json.dumps({"most_bytes": size}), "ascii")
        put_in_place(part, path)
    except OSError as error:
        raise in_words(error, "The choice was not saved", "Backups go on as before.") from error
    finally:
        discard(part)


def size_from(typed: str, field: str = "") -> int:
    """Read a size such as 500 MB or 1.5 GB. Raise BadInput for anything else."""
    found = _SIZE.fullmatch(typed)
    unit = found[2].upper() if found else "?"
    unit = unit if unit in _UNITS else f"{unit}B"
    if found is None or unit not in _UNITS:
        raise BadInput(
            f"A size is a number with MB or GB, such as 500 MB, not {typed[:30]!r}.", field
        )
    size = int(float(found[1].replace(",", ".")) * _UNITS[unit])
    if not LEAST <= size <= MOST:
        least, most = in_units(LEAST), in_units(MOST)
        raise BadInput(f"Backups may take {least} to {most}, not {typed.strip()[:30]}.", field)
    return size


def in_units(size: int) -> str:
    """Return a size in words: 12 MB, 1.5 GB."""
    for unit in ("TB", "GB", "MB", "KB"):
        if size >= _UNITS[unit]:
            return f"{size / _UNITS[unit]:.3g} {unit}"
    return f"{size} bytes"
