"""The drive that fails, built once for the tests that walk on it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMPILER = shutil.which("cc")


@pytest.fixture(scope="session")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the library that fails; skips where it cannot be built."""
    if sys.platform != "linux" or COMPILER is None:
        pytest.skip("the drive that fails needs Linux and a C compiler")
    built = tmp_path_factory.mktemp("drive") / "failing_drive.so"
    source = Path(__file__).with_name("failing_drive.c")
    command = [COMPILER, "-shared", "-fPIC", "-o", str(built), str(source), "-ldl"]
    subprocess.run(command, check=True)
    return built
