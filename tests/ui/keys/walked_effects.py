"""What each label of a key promises: which part of the window is otherwise after the key.

A label that is not named here promises that anything is.
"""

from tests.ui.keys.walked_window import Seen, changes

ANY = ("letter",)
PROMISED: dict[str, tuple[str, ...]] = {
    "type a die": ("dice", "half"),
    "die": ("dice", "half"),
    "tick": ("attack", "choices", "labels", "drawn"),  # in a list of several, which stays open
    "choose": ("choices", "chosen", "texts", "sf", "picks", "focus"),
    "apply": ("acts",),
    "roll this": ("dice",),
    "roll": ("dice",),
    "roll all": ("acts", "step"),  # or it goes to where somebody has to choose first
    "step": ("step",),
    "skip": ("acts", "step", "shot"),
    "undo": ("acts", "texts"),
    "overrule": ("refused", "acts", "attack", "sf"),
    "large view": ("large",),
    "back to the desk": ("large",),
    "attack": ("tab", "attack", "sf"),  # that tab may be in front already
    "within reach": ("focus",),
    "attacker": ("picks",),
    "weapon": ("picks",),
    "target": ("picks",),
    "next target": ("attack",),
    "who is first": ("acts",),
    "support": ("picks",),
    "capability": ("picks",),
    "one more": ("picks",),
    "distance": ("texts", "focus"),  # the same digit may stand there already
    "number": ("sf",),
    "modifiers": ("focus",),
    "measures": ("texts",),
    "caught": ("drawn",),
    "note": ("focus",),
    "to the dice": ("attack", "picks", "focus"),
    "fire": ("acts", "picks", "focus"),
    "cancel": ("attack", "sf", "sheet", "aside", "focus", "refused", "overlays"),
    "leave": ("focus", "tab"),
    "close": ("attack", "focus"),
    "back to the aim": ("attack", "half"),
    "next attack": ("attack",),
    "another attacker": ("attack",),
    "new attack": ("attack", "sf"),
    "parry": ("picks",),
    "what a miss strikes": ("picks", "focus", "drawn"),
    "detected": ("acts", "picks", "sheet"),
    "indirect": ("sf",),
    "more": ("drawn",),
    "inside": ("picks", "focus"),
    "where": ("focus",),
    "shot": ("shot",),
    "back": ("picks", "focus", "tool", "aside", "sheet", "overlays"),
    "row": ("rows", "unit"),
    "filter": ("focus",),
    "edit": ("aside", "focus", "sheet"),
    "open unit": ("aside",),
    "new unit": ("aside",),
    "next unit": ("unit", "tool"),
    "move": ("tool", "sheet"),
    "turn": ("acts", "tool"),  # a piece that is being moved turns on the picture, until Enter
    "several": ("unit",),
    "measure": ("tool",),
    "terrain": ("tool",),
    "layers": ("popup",),
    "zoom": ("place",),
    "fit": ("place",),
    "alone": ("alone",),
    "next field": ("focus",),
    "next table": ("focus",),
}


def promised(words: str, before: Seen, after: Seen) -> bool:
    """Return whether what a label says has happened."""
    changed = changes(before, after)
    if words in ("fit", "scroll") and not changed:
        return True  # it fits already, or is at its end: nothing is left to do
    if words == "row" and before["one_row"] and not changed:
        return True  # the list has been narrowed to, or only ever had, the row it is on
    wanted = PROMISED.get(words, ()) if not before["sheet"] else ()  # a form's button says its act
    return bool(changed & set(wanted or before))


def told(before: Seen, after: Seen) -> bool:
    """Return whether the window has said why not: in the status bar or where it was tried."""
    return any(
        after[where] != before[where] and after[where]
        for where in ("status", "refused", "overlays")
    )
