"""Small changes to one place of a rule that ought to make a test fail: `<` for `<=`, 3 for 2.

Words are left alone: strings, what stands in f-strings, annotations, decorators.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from tests.reach.readers import users
from tests.reach.sites import functions, module_files, sites, statements

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
"""Operators and what they become."""

CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor"}
"""Functions and what they become."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: which one of its module, and whose tests should notice it.

    `places` are the statements in `sites` that it changes; for a constant of the module those of
    the functions that use it. `place` is the one that it changes itself, none of a constant.
    """

    places: tuple[int, ...]
    place: int | None
    module: str
    number: int
    line: int
    words: str


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Return the nodes of a statement without the statements inside it, words and annotations."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                is_words = isinstance(child, ast.JoinedStr | ast.stmt | ast.excepthandler)
                if isinstance(child, ast.AST) and not is_words:
                    waiting.append(child)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[], None]]]:
    """Return what can be done to one node: in words, and what does it in place."""
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            yield _swap(operator, lambda new, at=index: node.ops.__setitem__(at, new))
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPPED:
        yield _swap(node.op, lambda new: setattr(node, "op", new))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
        new = not node.value if isinstance(node.value, bool) else node.value + 1
        yield f"{node.value} -> {new}", lambda: setattr(node, "value", new)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "condition turned round", lambda: setattr(node, "test", _not(node.test))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "condition turned round", lambda: node.ifs.__setitem__(0, _not(node.ifs[0]))
    elif isinstance(node, ast.Call) and _called(node) in CALLS:
        name = _called(node)
        yield f"{name} -> {CALLS[name]}", lambda: _call_instead(node, CALLS[name])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        # `+x` and `not not x`: what the sign or the `not` did is gone, the type stays.
        plain = ast.UAdd() if isinstance(node.op, ast.USub) else ast.Not()
        operand = node.operand if isinstance(node.op, ast.USub) else _not(node.operand)
        yield "sign or not removed", lambda: vars(node).update(op=plain, operand=operand)


def _swap(old: ast.AST, put: Callable[[ast.AST], None]) -> tuple[str, Callable[[], None]]:
    new = SWAPPED[type(old)]
    return f"{type(old).__name__} -> {new.__name__}", lambda: put(new())


def _not(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _called(call: ast.Call) -> str:
    function = call.func
    return getattr(function, "id", "") or getattr(function, "attr", "")


def _call_instead(call: ast.Call, name: str) -> None:
    if isinstance(call.func, ast.Name):
        call.func.id = name
    elif isinstance(call.func, ast.Attribute):
        call.func.attr = name


Found = tuple[int | str, ast.AST, str, Callable[[], None]]
"""A change: the number of its statement, or the name of its constant; its node; words; what does it."""


def _every_change(tree: ast.Module) -> Iterator[Found]:
    """Return all changes of a module, those of functions first."""
    number = -1
    for _, function in functions(tree):
        for _, statement in statements(function):
            number += 1
            for node in _own_nodes(statement):
                for words, change in _changes(node):
                    yield number, node, words, change
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            names = [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
            for node in ast.walk(statement.value):
                if isinstance(node, ast.Constant | ast.UnaryOp):
                    for words, change in _changes(node):
                        yield names[0], node, words, change


def _places(module: str, at: int | str, first: int) -> tuple[int, ...]:
    if isinstance(at, int):
        return (first + at, *users().get(first + at, ()))
    using = tuple(place for place, site in enumerate(sites()) if at in site.names)
    # A constant that only acts use: whoever comes to its room comes near it.
    return using or tuple(place for place, site in enumerate(sites()) if site.module == module)


@cache
def all_mutants() -> tuple[Mutant, ...]:
    """Return every mutant of the rules."""
    first: dict[str, int] = {}
    for place, site in enumerate(sites()):
        first.setdefault(site.module, place)
    return tuple(
        Mutant(
            _places(module, at, first.get(module, 0)),
            first[module] + at if isinstance(at, int) else None,
            module,
            number,
            getattr(node, "lineno", 0),
            words if isinstance(at, int) else f"{at}: {words}",
        )
        for module, path in module_files().items()
        for number, (at, node, words, _) in enumerate(
            _every_change(ast.parse(path.read_text(encoding="utf-8")))
        )
    )


def mutated(module: str, number: int, tree: ast.Module) -> ast.Module:
    """Return the tree of a module with one of its changes made."""
    for at, (_, _, _, change) in enumerate(_every_change(tree)):
        if at == number:
            change()
            break
    return ast.fix_missing_locations(tree)
