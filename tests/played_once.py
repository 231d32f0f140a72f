"""Campaigns that many tests begin with: each is played once in a process, and then copied."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from brikdesk.store.campaign import Campaign

Play = Callable[..., Any]
"""What is done in an empty campaign; the same at each call with the same arguments."""


def copied(path: Path, play: Play, *asked: Any) -> Path:
    """Write the campaign that is made by `play`, with what it is asked for; return its path."""
    path.write_bytes(_played(play, asked))
    return path


def begun(path: Path, play: Play, *asked: Any) -> Campaign:
    """Open such a copy."""
    return Campaign.open(copied(path, play, *asked))


@cache
def _played(play: Play, asked: tuple[Any, ...]) -> bytes:
    """Return the file; its backups and its record stay with nobody."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as own:
        own.setenv("BRIKDESK_DATA_DIR", str(Path(folder) / "data"))
        path = Path(folder) / "campaign.brik"
        with Campaign.create(path) as made:
            play(made, *asked)
        return path.read_bytes()
