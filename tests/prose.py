"""Reads documents and docstrings as prose: `python -m tests.prose`, a part of `./dev check`.

The linter is proselint, which gathers the advice of people who write about writing. What is left
out of it judges typesetting, or takes words of a game at a table for worn phrases.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from proselint.checks import __register__ as checks
from proselint.config import DEFAULT
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("README.md", "CHANGELOG.md", "docs/*.md", "packaging/README.md")
PROGRAM = ("brikdesk", "ui")

LEFT_OUT = (
    "typography.symbols",  # quotes of code and inches are straight
    "typography.punctuation.exclamation",  # a message may cry: Mortally Wounded!
    "cliches",  # a shot is on the spot, a unit is on the same page of a report
    "redundancy.misc.after_the_deadline",  # Enter in a field, the focus in a pane
    "lexical_illusions",  # the sentence that ends in what the next one begins with; dice: 2 2
)


def docstrings(source: str) -> str:
    """Return the docstrings of a module, each at its own lines; all else is blank."""
    lines = [""] * (source.count("\n") + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            said = node.value.value
            if isinstance(said, str):
                for offset, line in enumerate(said.split("\n")):
                    lines[node.lineno - 1 + offset] = line.strip()
    return "\n".join(lines)


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every document, and every module with its docstrings."""
    for pattern in DOCUMENTS:
        for path in sorted(ROOT.glob(pattern)):
            yield path, path.read_text(encoding="utf-8")
    for folder in PROGRAM:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, docstrings(path.read_text(encoding="utf-8"))


def findings(name: str, said: str) -> list[str]:
    """Return what the linter says of a text, with its lines."""
    found = [
        (result.pos[0], result.check_result)
        for result in LintFile(name, said).lint(DEFAULT)
        if not result.check_result.check_path.startswith(LEFT_OUT)
    ]
    return [f"{name}:{line}: {each.check_path}: {each.message}" for line, each in found]


def main() -> int:
    """Print what was found; return 1 if anything was."""
    CheckRegistry().register_many(checks)
    found = [each for path, said in texts() if said.strip()
             for each in findings(str(path.relative_to(ROOT)), said)]  # fmt: skip
    print("\n".join(found) or "The prose is in order.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
