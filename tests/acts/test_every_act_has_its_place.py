"""Acts are imported when they are asked for by name: each has to be found where its place says."""

from importlib import import_module
from pkgutil import walk_packages

import brikdesk.acts
from brikdesk.games import GAMES
from brikdesk.store.act import Act


def test_every_act_is_found_by_its_name_without_its_module_being_imported_before() -> None:
    for module in walk_packages(brikdesk.acts.__path__, "brikdesk.acts."):
        import_module(module.name)
    made: dict[str, set[str]] = {}
    for name, kind in Act.KINDS.items():
        if kind.__module__.startswith("brikdesk."):
            made.setdefault(kind.__module__, set()).add(name)
    places: dict[str, set[str]] = {}
    of_clocks = [each.settles for game in GAMES.values() for each in game.lasting]
    for named in (brikdesk.acts.ACTS, *(game.acts for game in GAMES.values()), *of_clocks):
        for module, names in named.items():
            places.setdefault(module, set()).update(names)
    assert places == made
