"""The rules with a mark at every statement, so that a run of tests tells which of them it reached.

Each statement of `brikdesk/rules/` sets one byte of `MARKS` when it runs: some thirty nanoseconds,
where a tracing tool takes the whole suite twice as long and cannot tell what ran inside an act.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "brikdesk" / "rules"

ID = re.compile(r"(?<![\w.-])((?:[48F5]\.\d|12|A[45]|Q[8F]|OF|W)-)(\d\d)(?:\.\.(\d\d))?")
"""A rule ID, or the first and the last of several: 8.4-27, F.1-37..41."""

MARKS = bytearray(1 << 16)
"""One byte for each statement of the rules, in the order of `sites`."""

NAME = "_reached_"
"""What the marked modules call `MARKS`."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Site:
    """One statement inside a function of the rules.

    `ids` are the rules that the source text of the function names, `names` the variables it uses;
    `module` is dotted, `function` its name with that of its class.
    """

    module: str
    function: str
    line: int
    ids: frozenset[str]
    names: frozenset[str]


def module_files() -> dict[str, Path]:
    """Return every module of both rule sets by its dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for game in sorted(RULES.iterdir())
        for path in sorted(game.rglob("*.py"))
        if path.name != "__init__.py"
    }


def ids_in(text: str) -> frozenset[str]:
    """Return the rule IDs that a text names, ranges told one by one."""
    found = set()
    for match in ID.finditer(text):
        chapter, first, last = match.groups()
        found |= {f"{chapter}{n:02}" for n in range(int(first), int(last or first) + 1)}
    return frozenset(found)


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Return the functions of a module and the methods of its classes, with their names."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, Function):
                    yield f"{node.name}.{inner.name}", inner


def _blocks(function: Function) -> Iterator[list[ast.stmt]]:
    """Return the lists of statements in a function, those of nested functions too."""
    for node in ast.walk(function):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def statements(function: Function) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """Return each statement that does something, with the list it stands in; no docstrings."""
    for block in list(_blocks(function)):
        for statement in list(block):
            is_words = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not is_words:
                yield block, statement


@cache
def sites() -> tuple[Site, ...]:
    """Return every statement of the rules; its place here is its byte in `MARKS`."""
    found = []
    for module, path in module_files().items():
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for name, function in functions(ast.parse(source)):
            ids = ids_in("\n".join(lines[function.lineno - 1 : function.end_lineno]))
            used = frozenset(one.id for one in ast.walk(function) if isinstance(one, ast.Name))
            found += [Site(module, name, one.lineno, ids, used) for _, one in statements(function)]
    return tuple(found)


@cache
def _first_of_module() -> dict[str, int]:
    first: dict[str, int] = {}
    for index, site in enumerate(sites()):
        first.setdefault(site.module, index)
    return first


def marked(module: str, tree: ast.Module) -> ast.Module:
    """Return the module with a mark before each statement of its functions."""
    index = _first_of_module().get(module, 0)
    for _, function in functions(tree):
        for block, statement in statements(function):
            mark = ast.parse(f"{NAME}[{index}] = 1").body[0]
            for node in ast.walk(mark):
                ast.copy_location(node, statement)
            block.insert(block.index(statement), mark)
            index += 1
    return tree
