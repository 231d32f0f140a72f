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
