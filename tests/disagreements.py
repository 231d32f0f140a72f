"""Sentences of the source in which the name of a thing stands before a verb that may not agree with it."""

import ast
import re
from collections.abc import Iterator

THING = re.compile(
    r"(^|[.(])(field|piece|row|weapon|gun|arm|explosive|flight|load|dud|trap|hazard|rack|rounds|round"
    r"|missile|rocket|projectile|obstacle|made)\.(name|label)\)*$"
)
"""Expressions for what its owner names: missiles, twin cannons. Units and players are persons."""

NO_VERB = r"(?:its|this|as|plus|towards|always|whereas|across|minus|unless|less|has_)\b"
VERB = re.compile(rf" (?!{NO_VERB})(?:is|was|[a-z]+[^su\W]s)\b")


def disagreements(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and words of each name with a verb behind it that `said_of` does not word."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.JoinedStr):
            continue
        preceding = [ast.Constant(""), *node.values]
        for before, name, after in zip(preceding, node.values, node.values[1:], strict=False):
            if not isinstance(name, ast.FormattedValue) or not isinstance(after, ast.Constant):
                continue
            if isinstance(before, ast.Constant) and str(before.value).endswith((" of ", " on ")):
                continue  # another noun does it: the gunner of ...
            said = ast.unparse(name.value)
            if THING.search(said) and "said_of(" not in said and VERB.match(str(after.value)):
                yield name.lineno, f"{{{said}}}{str(after.value)[:40]}"


COUNT = re.compile(r"\b(count|number|times|shots|rounds|points|turns|many)$|^len\(")
"""Expressions for how many there are of something."""

SEVERAL = re.compile(
    r" (?!as\b|is\b|was\b|has\b|of\b|in\b|does\b)"
    r"([a-z]+[^su\W]s|dice|[a-z]+ (?!its\b|this\b)[a-z]+[^su\W]s)\b"
)


def uncounted(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and words of each count with a plural behind it, also where it may be one.

    What is said only of several, in one arm of a condition, is left out; so are errors for those
    who write the program, and large numbers.
    """
    tree = ast.parse(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr) or _is_guarded(node, above):
            continue
        for count, after in zip(node.values, node.values[1:], strict=False):
            if not isinstance(count, ast.FormattedValue) or not isinstance(after, ast.Constant):
                continue
            large = count.format_spec is not None and "," in ast.unparse(count.format_spec)
            said = ast.unparse(count.value)
            if COUNT.search(said) and SEVERAL.match(str(after.value)) and not large:
                yield node.lineno, f"{{{said}}}{str(after.value)[:40]}"


def _is_guarded(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Return whether words stand in an arm of a condition, in a look-up, or in a programmer's error."""
    while node in above and not isinstance(node, ast.stmt):
        node, called = above[node], node
        if isinstance(node, ast.IfExp):
            return True
        if isinstance(node, ast.Call) and called is not node.func:
            name = ast.unparse(node.func)
            if name.endswith((".get", "ValueError", "RuntimeError")):
                return True
    return False
