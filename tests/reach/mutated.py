"""The plugin of a run with one mutant: BRIKDESK_MUTANT=MODULE:NUMBER pytest -p tests.reach.mutated."""

import ast
import os

from tests.reach.loading import load_changed
from tests.reach.mutations import mutated

_module, _, _number = os.environ["BRIKDESK_MUTANT"].partition(":")


def _change(module: str, tree: ast.Module) -> ast.Module:
    return mutated(module, int(_number), tree) if module == _module else tree


load_changed(_change)
