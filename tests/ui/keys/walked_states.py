"""The states of the window that a walk goes to, each from the battle at rest."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from brikdesk.store.views.units import units
from tests.nightly import NIGHTLY, many
from tests.ui.keys.walked_window import Walked
from tests.ui.window_scene import settle
from ui.forms.all_forms import forms_played
from ui.forms.form_sheet import show_form
from ui.forms.questions import ActForm
from ui.models.commands import COMMANDS
from ui.panels.ledger.panel import LedgerTabs
from ui.panels.units.panel import attack_by


class State(Struct, frozen=True):
    """A state by its name, and how to get there."""

    name: str
    enter: Callable[[], object]
    quiet: bool = False
    """Only what is shown there is pressed: its keys lead to where other states begin."""


APART = {
    "open", "copy", "export", "print", "share", "cards", "tokens", "reference", "export_data",
    "import_army", "export_army", "close", "quit", "sample", "scifi_sample", "full_screen",
    "players", "players_follow", "players_odds", "players_cover", "undo", "redo", "end_turn", "go_on",
    "next_pane", "previous_pane", "larger", "smaller", "normal", "theme", "menu", "backups", "look_back",
    "try_out",
}  # fmt: skip
"""Commands that open a window of the system, write files, leave the present, or open nothing."""


def states_of(at: Walked, game: str) -> Iterator[State]:
    """Yield every state that the walk knows of a campaign."""
    yield from _of_the_queue(at)
    yield from _of_attacks(at, game)
    yield from _of_the_map(at)
    yield from _of_lists(at)
    for form in forms_played(at.desk)[:: many(9, 1)]:
        yield State(f"form {form.name}", partial(_show_form, at, form), quiet=True)
    for row in COMMANDS[:: many(3, 1)]:
        if row.id not in APART:
            yield State(f"command {row.id}", partial(at.go, row.id), quiet=True)
    at.reset()
    _settle_all(at)
    at.stay()
    yield State("all steps done", lambda: at.view.show_desk("start"))
    yield State("the turn's end", lambda: at.go("end_turn"))


def _show_form(at: Walked, form: ActForm) -> None:
    unit = next((token.unit_id for token in at.map.scene.in_reading_order()), 0)
    filled = form.filled_if_it_fits(at.desk, unit)
    show_form(at.window.theme, at.desk, at.hub, at.view.body, filled)
    settle()


# --- the queue ---------------------------------------------------------------------------------


def _of_the_queue(at: Walked) -> Iterator[State]:
    # By kind: two fires ask for the same keys.
    for step in at.queue.steps if NIGHTLY else {s.kind: s for s in at.queue.steps}.values():
        go = partial(_go_to, at, step.key)
        yield State(f"step {step.title}", go)
        yield State(f"step {step.title}, a die", lambda go=go: (go(), at.press("1")))
        yield State(f"step {step.title}, rolled", lambda go=go: (go(), at.press("Space")))
        yield State(f"step {step.title}, answered", lambda go=go: (go(), at.type("Space,A")))
        yield State(f"step {step.title}, done and undone", lambda go=go: (go(), _undone(at)))
    if at.queue.steps:
        first = at.queue.steps[0].key
        yield State("step in the large view", lambda: (_go_to(at, first), at.press("F")))
        yield State("step with a note", lambda: (_go_to(at, first), at.press("N")))


def _go_to(at: Walked, key: str) -> None:
    at.view.show_desk("start")
    at.hub.step_asked.emit(key)
    settle()


def _undone(at: Walked) -> None:
    at.type("Space,A,A,Enter,Ctrl Z")


def _settle_all(at: Walked) -> None:
    at.view.show_desk("start")
    settle()
    for _ in range(80):
        if not at.queue.steps:
            break
        at.queue.roll()
        for choice in at.queue.preview.open_choices:
            value = choice.options[0].value if choice.options else "here"
            at.queue.choose(choice.id, value)
            at.queue.roll()
        if not at.queue.apply():
            at.queue.skip()
        settle()


# --- attacks -----------------------------------------------------------------------------------


def _of_attacks(at: Walked, game: str) -> Iterator[State]:
    if game == "SCIFI":
        yield from _of_sf_attacks(at)
        return
    ids = list(at.attack.table.attackers)
    ids = ids if NIGHTLY else ids[1:2]
    yield State("attack, empty", lambda: (at.view.show_desk("attack"), settle()))
    yield State("attack, new", lambda: (at.view.show_desk("attack"), settle(), at.press("A")))
    for unit_id in ids:
        name = next(row.name for row in at.desk.read(units) if row.id == unit_id)
        aim = partial(_aim, at, unit_id)
        yield State(f"{name} attacks, a list", partial(_begin, at, unit_id))
        yield State(f"{name} aims", aim)
        yield State(f"{name} aims, a target remembered", lambda aim=aim: (aim(), _again(at)))
        for cap, what in (("A", "attacker"), ("W", "weapon"), ("T", "target"), ("S", "support"),
                          ("M", "modifiers"), ("D", "measures"), ("N", "note"), ("9", "distance"),
                          ("M,End,Enter", "other modifier")):  # fmt: skip
            yield State(f"{name} aims, {what}", lambda aim=aim, cap=cap: (aim(), at.type(cap)))
        for cap, what in (("Enter", "dice"), ("Enter,3", "a die"), ("Enter,Space", "rolled"),
                          ("Enter,Space,A", "answered"), ("Enter,Space,Space,A,A,Enter", "done"),
                          ("Enter,Space,Space,A,A,Enter,Ctrl Z", "undone"),
                          ("Enter,1,L", "a miss"), ("Enter,Space,P", "parry"),
                          ("Enter,Esc", "back at the aim")):  # fmt: skip
            yield State(f"{name} attacks, {what}", lambda aim=aim, cap=cap: (aim(), at.type(cap)))


def _begin(at: Walked, unit_id: int) -> None:
    at.hub.attack_wanted.emit(attack_by(unit_id))
    settle()


def _aim(at: Walked, unit_id: int) -> None:
    """Begin an attack and take the first of everything that is asked."""
    _begin(at, unit_id)
    for _ in range(3):
        if at.attack.draft.lacks or any(at.seen()["picks"]):
            at.press("Enter")


def _again(at: Walked) -> None:
    at.type("Enter,Space,Space,A,A,Enter,Enter")


def _of_sf_attacks(at: Walked) -> Iterator[State]:
    guns = list(dict.fromkeys(gun.unit_id for gun in at.sf.table.weapons.values()))
    guns = guns if NIGHTLY else guns[:1]
    for unit_id in guns:
        aim = partial(_sf_aim, at, unit_id)
        yield State(f"{unit_id} fires, a list", partial(_begin_sf, at, unit_id))
        for cap, what in (("", "aimed"), ("9", "distance"), ("A", "attacker"), ("W", "weapon"),
                          ("T", "target"), ("X", "more"), ("N", "note"), ("C", "capability"),
                          ("9,Enter,Enter", "fired"), ("9,Enter,Enter,A", "answered"),
                          ("9,Enter,Enter,A,Enter", "entered"),
                          ("9,Enter,Enter,Esc", "later")):  # fmt: skip
            yield State(f"{unit_id} fires, {what}", lambda aim=aim, cap=cap: (aim(), at.type(cap)))


def _begin_sf(at: Walked, unit_id: int) -> None:
    at.view.show_desk("attack")
    at.sf.begin_with(unit_id)
    settle()


def _sf_aim(at: Walked, unit_id: int) -> None:
    _begin_sf(at, unit_id)
    for _ in range(4):
        if at.sf.draft.lacks or any(at.seen()["picks"]):
            at.press("Enter")


# --- the map -----------------------------------------------------------------------------------


def _of_the_map(at: Walked) -> Iterator[State]:
    def on(*caps: str, unit: bool = True) -> None:
        at.view.panes.focus(at.map)
        token = at.map.scene.in_reading_order()[0]
        at.hub.select_unit(token.unit_id if unit else 0)
        settle()
        for cap in caps:
            at.press(cap)

    yield State("map, nothing selected", partial(on, unit=False))
    yield State("map, a unit", on)
    yield State("map, several", partial(on, "Ctrl A"))
    for name, caps in {
        "moving": ("→",), "moving, a place typed": ("→", "1", "2"), "measuring": ("M",),
        "measuring, a corner": ("M", "→", "Enter"), "sight": ("V",), "arc": ("G",), "blast": ("B",),
        "drawing": ("E",), "drawing, a point": ("E", "Enter", "→"),
        "drawing, a piece": ("E", "Tab"), "drawing, a piece moved": ("E", "Tab", "→"),
        "layers": ("L",), "menu": ("⇧ F10",),
    }.items():  # fmt: skip
        yield State(f"map, {name}", partial(on, *caps))


# --- lists -------------------------------------------------------------------------------------


def _of_lists(at: Walked) -> Iterator[State]:
    def tree(*caps: str) -> None:
        at.go("units_drawer")
        for cap in ("Home", "↓", "↓", *caps):
            at.press(cap)

    def ledger(table: str) -> None:
        at.hub.ledger_asked.emit(table)
        at.go("ledger_drawer")
        at.view.panes.focus(at.view.panel("ledger_tabs"))
        settle()

    def workspace(name: str) -> None:
        at.go(name)
        settle()

    yield State("units, a row", tree)
    yield State("units, inspector", lambda: tree("Enter"))
    yield State("units, editor", lambda: tree("F2"))
    yield State("units, new", lambda: tree("N"))
    yield State("units, filter", lambda: tree("/"))
    tabs = at.view.panel("ledger_tabs")
    assert isinstance(tabs, LedgerTabs)
    for page in tabs.pages:
        yield State(f"ledger {page.name}", partial(ledger, page.name))
    for name in ("units", "ledger", "log", "report"):
        yield State(f"workspace {name}", partial(workspace, name))
    yield State(
        "log in the desk",
        lambda: (at.view.show_desk("log"), at.view.panes.focus(at.view.side), settle()),
    )
    yield State("bar", lambda: (at.view.panes.focus(at.view.bar), settle()))
    yield State("rail", lambda: (at.view.panes.focus(at.view.rail), settle()))
