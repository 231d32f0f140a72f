"""What the program never names, never reads and never passes: read from the source, by names alone.

- functions, classes, constants and methods whose name stands nowhere but where they are defined;
- fields of values that nobody reads;
- parameters with a default that every call leaves at it.

Tests and benchmarks do not count: what only they use is not part of the program. Names are
compared, not what they mean, so something that shares its name with something used is missed; what
is found here is surely unused, but for ON_PURPOSE.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.reach.unreached import PROGRAM, ROOT, RULES, Room, read_rooms

ON_PURPOSE = {
    "brikdesk.store.life: Identity.mtime_ns": "two of them are compared as a whole",
    "brikdesk.store.life: Identity.ctime_ns": "two of them are compared as a whole",
    "brikdesk.store.recovery: restore(check)": "tests restore files that are no campaigns",
    "brikdesk.store.file.connection: notice_of_sqlite(version)": "tests have one SQLite only",
    "brikdesk.store.life: asked_to_front(patience)": "tests do not wait for nobody",
    "brikdesk.loaded_later: _Finder.find_spec(target)": "Python's importer calls it",
    "ui.window.bars: TurnClock.__init__(clock)": "tests do not wait for minutes to go by",
}
"""What is found and stays, with the reason."""

Def = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Calls:
    """How everything of one name is called: the most positions, the keywords, or anything at all."""

    times: int = 0
    positions: int = -1
    keywords: set[str] = field(default_factory=set)
    anything: bool = False

    def take(self, call: ast.Call) -> None:
        """Note one call."""
        self.times += 1
        self.positions = max(self.positions, len(call.args))
        self.keywords |= {each.arg for each in call.keywords if each.arg}
        starred = any(isinstance(each, ast.Starred) for each in call.args)
        self.anything |= starred or any(each.arg is None for each in call.keywords)

    def join(self, other: "Calls") -> None:
        """Note the calls of another name too."""
        self.positions = max(self.positions, other.positions)
        self.keywords |= other.keywords
        self.anything |= other.anything


class Names:
    """Every name that the program mentions, how often, and how it is called."""

    def __init__(self, rooms: Iterable[Room]) -> None:
        self.mentioned: Counter[str] = Counter()
        self.loads: Counter[str] = Counter()
        self.read: set[str] = set()
        self.in_data: set[str] = set()
        self.calls: dict[str, Calls] = defaultdict(Calls)
        self.inherits: dict[str, set[str]] = defaultdict(set)
        for room in rooms:
            for node in _without_exports(room.tree):
                self._take(node)
                if isinstance(node, ast.ClassDef):
                    self._take_bases(node)
        for name in list(self.inherits):
            self._hand_up(name, self.calls[name])

    def _hand_up(self, name: str, calls: Calls) -> None:
        """Note for the bases of a class without an `__init__` how it is called."""
        for base in self.inherits.get(name, ()):
            self.calls[base].join(calls)
            self._hand_up(base, calls)

    def _take(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.mentioned[node.id] += 1
            self.loads[node.id] += 1
        elif isinstance(node, ast.Attribute):
            self.mentioned[node.attr] += 1
            if isinstance(node.ctx, ast.Load):
                self.read.add(node.attr)
                self.loads[node.attr] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # Acts, pages and commands are named in data: "ui.panels.map.panel:MapPanel".
            last = node.value.rpartition(":")[2].rpartition(".")[2]
            self.mentioned[last] += 1
            self.in_data.add(last)
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            self.calls[name].take(node)

    def _take_bases(self, cls: ast.ClassDef) -> None:
        """Note how a class makes its bases: by `super().__init__`, or as it is called itself."""
        own = {inner.name for inner in cls.body if isinstance(inner, Def)}
        makes = [
            call
            for call in ast.walk(cls)
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__"
        ]
        for base in cls.bases:
            name = ast.unparse(base).partition("[")[0].rpartition(".")[2]
            for call in makes:
                self.calls[name].take(call)
            if "__init__" not in own:
                self.inherits[cls.name].add(name)


def _without_exports(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every node but the names in `__all__`: what is handed on is not used yet."""
    for statement in tree.body:
        if not (
            isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__"
        ):
            yield from ast.walk(statement)


def unnamed(rooms: dict[str, Room], names: Names) -> Iterator[str]:
    """Yield what has a name that nobody mentions."""
    for module, room in rooms.items():
        for statement in room.tree.body:
            for name in _defined(statement):
                if not names.mentioned[name]:
                    yield f"{module}: {name}"
        for cls in ast.walk(room.tree):
            if isinstance(cls, ast.ClassDef):
                yield from (
                    f"{module}: {cls.name}.{inner.name}"
                    for inner in cls.body
                    if isinstance(inner, Def)
                    and _is_ours(inner)
                    and not names.mentioned[inner.name]
                )


def _defined(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.ClassDef):
        # A subclass may be found by its base alone, as acts are.
        if not statement.bases:
            yield statement.name
    elif isinstance(statement, Def):
        if not statement.decorator_list:
            yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from (
            node.id
            for target in targets
            for node in ast.walk(target)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            if not node.id.startswith("__")
        )


def _is_ours(method: Def) -> bool:
    """Return whether a method is called by its name: Qt and Python call theirs themselves."""
    decorated = any(ast.unparse(each) == "override" for each in method.decorator_list)
    return not decorated and method.name.islower() and not method.name.startswith("__")


def unread(rooms: dict[str, Room], names: Names) -> Iterator[str]:
    """Yield the fields of values that nobody reads.

    Outside the rules they may be read by a name that is data: a column of a table, a part of a form.
    """
    for module, room in rooms.items():
        read = names.read if module.startswith(RULES) else names.read | names.in_data
        for cls in ast.walk(room.tree):
            if isinstance(cls, ast.ClassDef) and _has_fields(cls):
                yield from (
                    f"{module}: {cls.name}.{each.target.id}"
                    for each in cls.body
                    if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
                    if each.target.id not in read
                )


def _has_fields(cls: ast.ClassDef) -> bool:
    """Return whether a class is a value: a Struct, or what builds on one, is told how it is made."""
    bases = {ast.unparse(base) for base in cls.bases}
    decorated = any("dataclass" in ast.unparse(each) for each in cls.decorator_list)
    return decorated or "Struct" in bases or any(each.arg == "frozen" for each in cls.keywords)


def unpassed(rooms: dict[str, Room], names: Names) -> Iterator[str]:
    """Yield the parameters whose default is never replaced by any call."""
    for module, room in rooms.items():
        for owner, function in _functions(room.tree):
            called = owner.name if owner and function.name == "__init__" else function.name
            calls = names.calls.get(called)
            # What is handed on, to a signal, a table or `read`, is called there with anything; so is
            # what is named in data, as panels are.
            if calls is None or calls.anything or names.loads[called] > calls.times:
                continue
            if called in names.in_data:
                continue
            if owner and not _may_ask(function):
                continue
            shown = f"{owner.name}.{function.name}" if owner else function.name
            for name, place in _with_default(function, bool(owner)):
                if name not in calls.keywords and (place is None or place >= calls.positions):
                    yield f"{module}: {shown}({name})"


def _may_ask(function: Def) -> bool:
    return function.name == "__init__" or _is_ours(function)


def _functions(tree: ast.Module) -> Iterator[tuple[ast.ClassDef | None, Def]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from ((node, inner) for inner in node.body if isinstance(inner, Def))
    yield from ((None, node) for node in tree.body if isinstance(node, Def))


def _with_default(function: Def, is_method: bool) -> Iterator[tuple[str, int | None]]:
    """Yield the parameters that have a default, with their place among a call's; None by name."""
    spoken = function.args
    own = [*spoken.posonlyargs, *spoken.args]
    static = any(ast.unparse(each) == "staticmethod" for each in function.decorator_list)
    first = 1 if is_method and not static else 0
    for place in range(len(own) - len(spoken.defaults), len(own)):
        yield own[place].arg, place - first
    for each, default in zip(spoken.kwonlyargs, spoken.kw_defaults, strict=True):
        if default is not None:
            yield each.arg, None


def unused(root: Path = ROOT, folders: Iterable[str] = PROGRAM) -> list[str]:
    """Return everything that is found, but for what stays on purpose."""
    rooms = read_rooms(root, folders)
    names = Names(rooms.values())
    found = [*unnamed(rooms, names), *unread(rooms, names), *unpassed(rooms, names)]
    return [each for each in found if each not in ON_PURPOSE]


def main() -> int:
    """Print what is unused; return 1 where there is any."""
    found = unused()
    print(*found, sep="\n")
    print(f"{len(found)} things of the program are used by nothing but tests")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
