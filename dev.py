"""Sets BrikDesk up on first use, then does what you ask: `python dev.py run`, `python dev.py test`.

On Linux and macOS call it as `./dev`, which first sees to Python itself and to the libraries that Qt takes
from the system; on Windows as `dev run` (dev.cmd) or `py dev.py run`. Everything goes into .venv.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
OLDEST, TOO_NEW = (3, 11), (3, 15)

USAGE = """usage: ./dev COMMAND [ARGUMENTS]
  run [ARGUMENTS]    start BrikDesk; ARGUMENTS as for the command brikdesk
  test [ARGUMENTS]   run the tests, ARGUMENTS as for pytest; without any the quick ones, with --all every
                     test there is: then each rule must be reached by one
  check              format, lint, types, spelling, and who may import whom
  bench [ARGUMENTS]  measure the speed; --compare REV against another commit
  monkey [ARGUMENTS] random keys and clicks on an X server without a screen; --help lists ARGUMENTS
  coverage-rules     run the tests and list the rules that none reaches through an act or a view
  mutants            break the rules in 300 places, one at a time, and see which the tests notice
"""

# Every core helps, one that is done takes over from another, and a rule that no test reaches in play
# fails the run.
WHOLE = ("-n", "auto", "--dist", "worksteal", "-p", "tests.reach.plugin", "--all-rules")

ROOM = 4 * 1024**3
"""Bytes that must be free in memory for the files of the tests; they take a tenth of it."""

MODULES = {
    "run": ("-P", "-m", "brikdesk"),
    "test": ("-m", "pytest"),
    "bench": ("-m", "benchmarks"),
    "monkey": ("-m", "tests.monkey"),
    "coverage-rules": ("-m", "tests.reach.coverage_rules"),
    "mutants": ("-m", "tests.reach.mutants"),
}

CHECKS = {
    "ruff format --check": ("-m", "ruff", "format", "--check"),
    "ruff check": ("-m", "ruff", "check"),
    "mypy": ("-m", "mypy"),
    "codespell_lib": ("-m", "codespell_lib"),
    "prose": ("-m", "tests.prose"),
    "lint-imports": ("-c", "from importlinter.cli import lint_imports_command as lint; lint()"),
    "rules that nothing reaches": ("tests/reach/unreached.py",),
    "names that only tests use": ("-m", "tests.reach.unused"),
}  # fmt: skip


def say(words: str) -> None:
    """Print a line about what the starter itself does."""
    print(f"dev: {words}", file=sys.stderr, flush=True)


def venv_python(venv: Path = VENV) -> Path:
    """Return the Python of an environment on this system."""
    at = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
    return venv.joinpath(*at)


def state() -> str:
    """Return what the environment is made of: this Python and the lock."""
    made_of = f"{sys.version_info[:3]} {sysconfig.get_platform()}\n".encode() + LOCK.read_bytes()
    return hashlib.sha256(made_of).hexdigest()


def is_set_up() -> bool:
    """Return whether the environment is whole and made of what there is now."""
    mark = VENV / ".set-up"
    return venv_python().exists() and mark.is_file() and mark.read_text() == state()


def set_up() -> None:
    """Make the environment. SystemExit says what is missing."""
    if is_set_up():
        return
    python = venv_python()
    asked = [python, "-c", "import pip, sys; assert sys.version_info >= (3, 11)"]
    if not python.exists() or subprocess.run(asked, check=False, capture_output=True).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        say("making .venv")
        if subprocess.run([sys.executable, "-m", "venv", VENV], check=False).returncode:
            raise SystemExit(f"dev: {sys.executable} could not make .venv")
    install(python)
    say("preparing them for a quick start")
    folders = [VENV / "lib", VENV / "Lib", ROOT / "brikdesk", ROOT / "ui", ROOT / "resources"]
    there = [folder for folder in folders if folder.is_dir()]
    subprocess.run([python, "-m", "compileall", "-qq", *there], check=False)
    (VENV / ".set-up").write_text(state())


def install(python: Path) -> None:
    """Install what the lock names, and nothing else, with a line for each package."""
    many = sum(not line[:1].isspace() for line in LOCK.read_text(encoding="utf-8").splitlines())
    say(f"installing up to {many} Python packages into .venv (once, about 140 MB)")
    command = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["--progress-bar", "off", "--require-hashes", "--only-binary", ":all:", "-r", LOCK]
    environment = os.environ | {"PIP_USER": "0"}
    pip = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    said: list[str] = []
    for line in pip.stdout or ():
        said.append(line.rstrip())
        if line.startswith("Collecting ") and (name := line.split()[1]):
            say(f"  {name.split('==')[0]}")
        elif line.startswith("Installing collected"):
            say("  unpacking all of them")
    if pip.wait():
        print("\n".join(said[-8:]), file=sys.stderr)
        raise SystemExit("dev: the packages are not complete; repeat when the network is back")


def memory_for_files() -> str | None:
    """Return the folder whose files stay in memory, where the system has one with room for the tests.

    Each act waits until the drive has it: a third of the tests' time on a slow one.
    """
    folder = Path("/dev/shm")
    if sys.platform != "linux" or not os.access(folder, os.W_OK):
        return None
    drive = os.statvfs(folder)
    runs_programs = not drive.f_flag & os.ST_NOEXEC  # some tests build a failing drive there
    return str(folder) if runs_programs and drive.f_bavail * drive.f_frsize >= ROOM else None


def surroundings(command: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a command: no install step, so that nothing goes stale."""
    ours = ("PYTHONHOME", "BRIKDESK_FROM", "BRIKDESK_DISPLAY")
    made = {name: value for name, value in given.items() if name not in ours}
    made["PYTHONPATH"] = str(ROOT)
    if command == "test" and (folder := memory_for_files()):
        made.setdefault("PYTEST_DEBUG_TEMPROOT", folder)
    if command != "run":
        # Compiled tests and modules are kept: compiling all of them takes every process half a minute.
        made.pop("PYTHONDONTWRITEBYTECODE", None)
        made.setdefault("QT_QPA_PLATFORM", "offscreen")
    elif sys.platform == "linux" and not made.get("QT_QPA_PLATFORM"):
        # ./dev has looked whether a window would be seen.
        seen = given.get("BRIKDESK_DISPLAY")
        made["QT_QPA_PLATFORM"] = "wayland;xcb;offscreen" if seen else "offscreen"
    return made


def arguments_of(command: str, given: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Return what Python is called with for a command and its arguments."""
    if command == "run" and not given and environment.get("QT_QPA_PLATFORM") == "offscreen":
        say("there is no display to open a window on; playing the demo turn without one")
        given = ["--headless-demo"]
    if command == "test" and set(given) <= {"--all"}:
        given = [*WHOLE, *given]
    return [*MODULES[command], *given]


def check(environment: Mapping[str, str]) -> int:
    """Run every check, and say at the end which failed."""
    failed = []
    for name, call in CHECKS.items():
        say(name)
        done = subprocess.run([venv_python(), *call], cwd=ROOT, env=environment, check=False)
        if done.returncode:
            failed.append(name)
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def carry_out(call: Sequence[str | Path], cwd: Path, environment: Mapping[str, str]) -> int:
    """Become another program where the system can do that, else wait for it; return its exit code."""
    if os.name == "posix":
        os.chdir(cwd)
        os.execve(call[0], [str(word) for word in call], environment)
    try:
        return subprocess.run(call, cwd=cwd, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 130  # the program had the same Ctrl+C, and has said what there is to say


def main(words: Sequence[str]) -> int:
    """Do what the words ask."""
    command, *given = words or ("none",)
    if command in ("help", "-h", "--help"):
        print(USAGE, end="")
        return 0
    if command not in (*MODULES, "check"):
        print(USAGE, end="", file=sys.stderr)
        return 2
    if not OLDEST <= sys.version_info[:2] < TOO_NEW:
        raise SystemExit("dev: BrikDesk needs Python 3.11 to 3.14")
    set_up()
    environment = surroundings(command, os.environ)
    if command == "check":
        return check(environment)
    # The program looks for files where the user stands; all else belongs to the project.
    cwd = Path(os.environ.get("BRIKDESK_FROM") or Path.cwd()) if command == "run" else ROOT
    return carry_out([venv_python(), *arguments_of(command, given, environment)], cwd, environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
