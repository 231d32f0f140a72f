"""A way to fill in an act of each class, and what is done first where nothing on the table fits."""

from brikdesk.store.act import Act
from tests.walks import recipes_of_campaigns, recipes_of_things, recipes_of_units
from tests.walks.scene import NothingFits, Recipes, Scene

RECIPES: Recipes = {
    **recipes_of_campaigns.RECIPES,
    **recipes_of_things.RECIPES,
    **recipes_of_units.RECIPES,
}
FIRST = {**recipes_of_campaigns.FIRST, **recipes_of_things.FIRST, **recipes_of_units.FIRST}


def toward(kind: str, scene: Scene) -> Act:
    """Return an act of this class, or one after which it can sooner be done."""
    tried: set[str] = set()
    while True:
        tried.add(kind)
        try:
            return RECIPES[kind](scene)
        except NothingFits:
            kind = FIRST.get(kind, "")
            if not kind or kind in tried:
                raise
