"""Finds where a module reads a sentence: compares, splits or searches words that were made to be shown.

Words for people come from `brikdesk` as fields of type `str`. A key, a Literal or a member of an
enum may be compared; what the referee types may be taken apart, and is called `typed` or comes
from an editor's or a key event's `text()`.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

READING = (
    "startswith", "endswith", "split", "rsplit", "splitlines", "partition", "rpartition",
    "removeprefix", "removesuffix", "find", "rfind", "rindex", "isdigit", "isdecimal", "isnumeric",
    "isalpha", "isalnum", "istitle", "isupper", "islower",
)  # fmt: skip
"""Methods that take words apart or look for something in them."""

MATCHING = ("match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split")
"""What a pattern does with words."""

KEY = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*|[A-Z]+(_[A-Z0-9]+)+|[A-Z]+|[^A-Za-z]*")
"""How a key is written: one word of small letters or of capitals. What has no letters says nothing."""

Scope = ast.Module | ast.FunctionDef | ast.Lambda


def prose_fields(sources: Mapping[str, str]) -> frozenset[str]:
    """Return the names of all fields and properties that are plain words in some class."""
    found: set[str] = set()
    for source in sources.values():
        for made in (
            node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)
        ):
            for node in made.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    found |= {node.target.id} if _is_words(node.annotation) else set()
                elif isinstance(node, ast.FunctionDef) and node.returns and node.decorator_list:
                    found |= {node.name} if _is_words(node.returns) else set()
    return frozenset(found)


def _is_words(annotation: ast.expr) -> bool:
    return bool(re.fullmatch(r"((tuple|list|frozenset)\[)?str\b.*", ast.unparse(annotation)))


Constants = Mapping[str, tuple[str, ...]]
"""What strings the constants of a module hold, by name."""


def constants_of(path: str, sources: Mapping[str, str]) -> Constants:
    """Return the constants that a module defines or imports from another of the `sources`."""
    found: dict[str, tuple[str, ...]] = {}
    for node in ast.parse(sources[path]).body:
        if isinstance(node, ast.ImportFrom):
            named = f"{(node.module or '').replace('.', '/')}.py"
            if named in sources and any(each.name.isupper() for each in node.names):
                there = constants_of(named, sources)
                found |= {
                    (each.asname or each.name): there.get(each.name, ()) for each in node.names
                }
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found |= _assigned(target, node.value, found)
    return found


def _assigned(target: ast.expr, value: ast.expr, known: Constants) -> Constants:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        return {name: text for a, b in pairs for name, text in _assigned(a, b, known).items()}
    return {target.id: _strings(value, known)} if isinstance(target, ast.Name) else {}


def _strings_of(nodes: Iterable[ast.expr], known: Constants) -> list[str]:
    return [text for node in nodes for text in _strings(node, known)]


def _strings(node: ast.expr, known: Constants) -> tuple[str, ...]:
    """Return the strings that an expression is, or is a collection of; a made one counts as words."""
    match node:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.JoinedStr():
            return (ast.unparse(node),)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return tuple(text for part in parts for text in _strings(part, known))
        case ast.Call(func=ast.Name(id="frozenset" | "tuple" | "set"), args=[only]):
            return _strings(only, known)
        case ast.Name(id=name) if name.isupper():
            return known.get(name, ())
    return ()


@dataclass(frozen=True)
class Reading:
    """A place where words are read: the line and what stands there."""

    line: int
    code: str


@dataclass(frozen=True)
class Reader:
    """Looks for readings in a module, knowing which fields are words, which keys, and its constants."""

    prose: frozenset[str]
    keys: frozenset[str]
    constants: Constants

    def readings(self, source: str) -> Iterator[Reading]:
        """Yield what a module reads."""
        tree = ast.parse(source)
        module = _Module(tree)
        for node in ast.walk(tree):
            if (
                (isinstance(node, ast.Compare) and self._compares(node, module))
                or (isinstance(node, ast.MatchValue) and self._is_sentence(node.value))
                or (isinstance(node, ast.Attribute) and self._takes_apart(node, module))
                or (isinstance(node, ast.Dict) and self._looks_up(node))
            ):
                yield Reading(node.lineno, ast.unparse(node))

    def _is_sentence(self, node: ast.expr) -> bool:
        return any(not KEY.fullmatch(text) for text in _strings(node, self.constants))

    def _compares(self, node: ast.Compare, module: "_Module") -> bool:
        sides = [node.left, *node.comparators]
        pairs = list(pairwise(sides))
        return any(
            self._compared(a, b, module) or self._compared(b, a, module)
            for (a, b), op in zip(pairs, node.ops, strict=True)
            if isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn)
        )

    def _compared(self, with_this: ast.expr, what: ast.expr, module: "_Module") -> bool:
        """Tell whether words are compared: with a sentence, or a field of words with anything said."""
        said = [text for text in _strings(with_this, self.constants) if re.search("[A-Za-z]", text)]
        if not said or module.is_typed(what):
            return False
        field = module.meaning(what)
        name = field.attr if isinstance(field, ast.Attribute) else ""
        return name in self.prose or (name not in self.keys and self._is_sentence(with_this))

    def _takes_apart(self, node: ast.Attribute, module: "_Module") -> bool:
        call = module.calls.get(node)
        if node in module.patterned:
            return call is None or not any(module.is_typed(each) for each in call.args)
        if call is None:
            return (
                isinstance(node.value, ast.Name) and node.value.id == "str" and node.attr in READING
            )
        if call in module.tidied or module.is_typed(node.value) or _is_constant(node.value):
            return False
        if node.attr in ("replace", "index", "count"):
            return any(re.search("[A-Za-z]", text) for text in _strings_of(call.args[:1], {}))
        return node.attr in READING

    def _looks_up(self, node: ast.Dict) -> bool:
        """Tell whether a dictionary is asked by sentences."""
        keys = [key for key in node.keys if isinstance(key, ast.Constant)]
        return any(isinstance(key.value, str) and " " in key.value.strip() for key in keys)


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id.isupper())


class _Module:
    """What has to be known of a module to judge one expression of it."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._nodes = list(ast.walk(tree))

    @cached_property
    def calls(self) -> Mapping[ast.expr, ast.Call]:
        """Calls, by what is called."""
        return {node.func: node for node in self._nodes if isinstance(node, ast.Call)}

    @cached_property
    def tidied(self) -> frozenset[ast.expr]:
        """Calls of split() whose parts are joined again at once: only blanks are put in order."""
        return frozenset(
            only
            for call in self.calls.values()
            if isinstance(call.func, ast.Attribute) and call.func.attr == "join"
            for only in call.args
        )

    @cached_property
    def patterned(self) -> frozenset[ast.Attribute]:
        """What is done with patterns of the module, or by functions of `re`."""
        patterns = {
            target.id
            for node in self._nodes
            if isinstance(node, ast.Assign) and "re.compile" in ast.unparse(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        return frozenset(
            node
            for node in self._nodes
            if isinstance(node, ast.Attribute)
            and node.attr in MATCHING
            and isinstance(node.value, ast.Name)
            and node.value.id in {"re", *patterns}
        )

    def is_typed(self, node: ast.expr) -> bool:
        """Tell whether an expression is what the referee typed, or made of it."""
        match node:
            case ast.Name(id="typed") | ast.Attribute(attr="_typed"):
                return True
            case ast.Name(id=name):
                return name in self._of_typed
            case ast.Call(func=ast.Attribute(attr="text"), args=[]):
                return True
            case ast.Call(func=ast.Attribute(value=of)) | ast.Subscript(value=of):
                return self.is_typed(of)
        return False

    @cached_property
    def _of_typed(self) -> frozenset[str]:
        """Names that are only ever given what is made of typed words: plain = typed.strip()."""
        self.__dict__["_of_typed"] = frozenset()  # of typed words themselves, not of one another
        made: dict[str, list[bool]] = {}
        for node in self._nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        made.setdefault(target.id, []).append(self.is_typed(node.value))
            elif isinstance(node, ast.comprehension) and isinstance(node.target, ast.Name):
                made.setdefault(node.target.id, []).append(self.is_typed(node.iter))
            elif isinstance(node, ast.arg):
                made.setdefault(node.arg, []).append(False)
        return frozenset(name for name, typed in made.items() if all(typed))

    @cached_property
    def _given(self) -> Mapping[str, ast.expr]:
        """What names were last given as a plain field: word = chip.word."""
        given: dict[str, ast.expr] = {}
        for node in self._nodes:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
                given |= {t.id: node.value for t in node.targets if isinstance(t, ast.Name)}
            elif isinstance(node, ast.NamedExpr) and isinstance(node.value, ast.Attribute):
                given[node.target.id] = node.value
        return given

    def meaning(self, node: ast.expr) -> ast.expr:
        """Return the field behind a name, a part of it, or what was made of it."""
        while True:
            match node:
                case ast.Name(id=name) if name in self._given:
                    return self._given[name]
                case ast.Call(func=ast.Attribute(value=of)) | ast.Subscript(value=of):
                    node = of
                case _:
                    return node
