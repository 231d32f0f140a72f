"""The drives that fail, or note what is written, built once for the tests that walk on them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMPILER = shutil.which("cc")


@pytest.fixture(scope="session")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the library that fails; skips where it cannot be built."""
    return _built("failing_drive", tmp_path_factory)


@pytest.fixture(scope="session")
def noting_drive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the library that notes what is written; skips where it cannot be built."""
    return _built("noting_drive", tmp_path_factory)


def _built(name: str, folders: pytest.TempPathFactory) -> Path:
    if sys.platform != "linux" or COMPILER is None:
        pytest.skip("a drive of this kind needs Linux and a C compiler")
    built = folders.mktemp(name) / f"{name}.so"
    source = Path(__file__).with_name(f"{name}.c")
    command = [COMPILER, "-shared", "-fPIC", "-o", str(built), str(source), "-ldl"]
    subprocess.run(command, check=True)
    return built
