"""Files that travel with the program: icons, fonts, themes."""

from pathlib import Path

import resources

_FOLDER = Path(resources.__path__[0])


def shipped(*parts: str) -> Path:
    """Return the path of a shipped file, whether it is there or not."""
    return _FOLDER.joinpath(*parts)
