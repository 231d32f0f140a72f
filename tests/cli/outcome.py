"""How a command ended: its exit code, what it said, and what it left in its folder."""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., tuple[int, str, str]]

unix = pytest.mark.skipif(os.name != "posix", reason="signals and byte names are POSIX")


def everything_in(folder: Path) -> dict[str, str]:
    """Hash every file below a folder, except backups."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "data" not in path.parts
    }


def said_one_line(error: str) -> bool:
    return error.count("\n") == 1 and error.endswith("\n") and len(error) < 700
