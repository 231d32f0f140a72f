"""Pictures of what a unit does in a turn: it Sprints, Bails, collides; others answer."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ui.scenes.scene import Scene

if TYPE_CHECKING:
    from brikdesk.store.views.units import UnitRow
    from ui.window.at_work import AtWork
    from ui.window.main_window import MainWindow


class TurnScenes:
    """The scenes by name; `rest` waits until the window is at rest."""

    def __init__(self, rest: Callable[[], None]) -> None:
        self._rest = rest

    def all(self) -> dict[str, Scene]:
        """Return every scene by its name."""
        return {
            "sprint": partial(self._form, "SprintUnit", wanted=8),
            "bail": partial(self._form, "Bail", needed=3),
            "activity": partial(self._form, "BeginActivity", activity="swim"),
            "full-turn": partial(self._form, "FullTurnAction", name="Rowing", turns=3),
            "other-action": partial(self._form, "OtherAction", name="Pick the lock", use=4),
            "collision": self._collision,
            "disengage": self._disengage,
            "charge": self._charge,
            "place-form": self._place,
            "responders": self._responders,
            "idle-units": self._idle,
            "drowning": self._drowning,
            "extended-action": self._extended,
            "landing": self._landing,
            "detonate": self._detonate,
        }

    def _form(self, act: str, window: "MainWindow", **known: Any) -> None:
        from ui.forms.act_sheet import show_form
        from ui.forms.forms import ACT_FORMS

        at_work = self._playing(window)
        filled = ACT_FORMS[act].filled(known.pop("unit_id", _walker(at_work).id), **known)
        show_form(window.theme, at_work.desk, at_work.hub, at_work.view.body, filled)

    def _place(self, window: "MainWindow") -> None:
        """Ask for the place of a Field; the map has answered already."""
        self._form("AddField", window, unit_id=None, kind="Smoke", size=6, place="27 20")

    def _collision(self, window: "MainWindow") -> None:
        at_work, runner = self._running(window)
        self._form("Collide", window, unit_id=runner, target_id=_foe(at_work).id)

    def _disengage(self, window: "MainWindow") -> None:
        from brikdesk.acts.units.disengaging import Disengage
        from brikdesk.store.act import act_from_data

        at_work = self._playing(window)
        walker, foe = _walker(at_work), _foe(at_work)
        fight = {"kind": "Engaged in Close Combat", "unit_id": walker.id, "with_id": foe.id}
        at_work.desk.do(act_from_data({"act": "SetState", **fight}))
        at_work.desk.do(Disengage(unit_id=walker.id))
        at_work.hub.select_unit(walker.id)

    def _charge(self, window: "MainWindow") -> None:
        from brikdesk.acts.attack.aim import Aim, Mode, Strike
        from brikdesk.acts.attack.attack import Attack

        at_work, runner = self._running(window)
        shove = Strike(by_id=runner, mode=Mode.SHOVE, name="Shove")
        aims = (Aim(unit_id=_foe(at_work).id),)
        at_work.hub.attack_wanted.emit(Attack(strikes=(shove,), aims=aims, charge=True))

    def _responders(self, window: "MainWindow") -> None:
        at_work = self._playing(window)
        at_work.hub.select_unit(_walker(at_work).id)
        self._rest()
        window.commands["respond"].trigger()

    def _idle(self, window: "MainWindow") -> None:
        self._playing(window)

    def _drowning(self, window: "MainWindow") -> None:
        """Show the step of a unit that drowns at the end of its next turn."""
        from brikdesk.acts.turn.turns import EndTurn
        from brikdesk.store.act import act_from_data

        at_work = self._playing(window)
        wet = {"kind": "Drowning", "unit_id": _walker(at_work).id, "cause": "Heavy Armor"}
        at_work.desk.do(act_from_data({"act": "SetState", **wet}))
        self._to_own_turn(at_work)
        at_work.desk.do(EndTurn(overruled=frozenset({"turn-order"})))

    def _extended(self, window: "MainWindow") -> None:
        """Show the step that asks whether an extended Action goes on."""
        from brikdesk.acts.deeds.full_turn import FullTurnAction
        from ui.models.queue.the_queue import queue_of

        at_work = self._playing(window)
        walker = _walker(at_work)
        at_work.desk.do(FullTurnAction(unit_id=walker.id, name="Rowing", turns=3))
        self._to_own_turn(at_work)
        self._rest()
        queue = queue_of(at_work.desk, at_work.hub)
        (key,) = (step.key for step in queue.steps if step.unit_id == walker.id)
        queue.go(key)

    def _landing(self, window: "MainWindow") -> None:
        """Show a projectile that misses: the circle on the map in which it comes down."""
        from brikdesk.acts.blasts.launch import Launch
        from brikdesk.dice import Face
        from ui.models.queue.the_queue import queue_of

        at_work = self._playing(window)
        foe = _foe(at_work)
        rocket = Launch(
            name="Whistler", explosive_size=2, distance=20, target=foe.name, target_id=foe.id, use=6,
            action_die=6, target_x=foe.x, target_y=foe.y,
        )  # fmt: skip
        at_work.desk.do(rocket)
        self._to_own_turn(at_work)
        queue = queue_of(at_work.desk, at_work.hub)
        landings = [(step.act.get("projectile_id", 0), step.key) for step in queue.steps]
        queue.go(max(landings)[1])  # the newest projectile is the one that was launched here
        self._rest()
        if queue.shown is not None:
            queue.put({queue.shown.keys[0]: Face(3)})

    def _detonate(self, window: "MainWindow") -> None:
        """Show the form of an explosion with its dice, and who is within its reach."""
        from brikdesk.acts.explosives.placed import AddExplosive
        from brikdesk.store.views.lasting import explosives
        from ui.forms.act_sheet import ActSheet, show_form
        from ui.forms.forms import ACT_FORMS

        at_work = self._playing(window)
        foe = _foe(at_work)
        at_work.desk.do(AddExplosive(name="Keg", explosive_size=2, x=foe.x, y=foe.y))
        keg = next(row.id for row in at_work.desk.read(explosives) if row.name == "Keg")
        filled = ACT_FORMS["Detonate"].filled(explosive_id=keg)
        show_form(window.theme, at_work.desk, at_work.hub, at_work.view.body, filled)
        for sheet in window.findChildren(ActSheet):
            sheet.step.roll()

    def _to_own_turn(self, at_work: "AtWork") -> None:
        """End turns until it is this player's again, at its start."""
        from brikdesk.acts.turn.turns import EndTurn
        from brikdesk.store.views.battle import battle_head

        begun = at_work.desk.read(battle_head)
        for _ in range(20):  # two phases for each player, and a few to spare
            at_work.desk.do(EndTurn(overruled=frozenset({"turn-order"})))
            now = at_work.desk.read(battle_head)
            if now.turn_id != begun.turn_id and now.player_id == begun.player_id:
                return

    def _play_on(self, at_work: "AtWork") -> None:
        from brikdesk.acts.turn.turns import GoOn

        self._rest()
        if at_work.view.heading.queue.waiting:
            at_work.desk.do(GoOn(reason="for the picture"))
            self._rest()

    def _running(self, window: "MainWindow") -> tuple["AtWork", int]:
        """Have a unit run straight on, so that it holds a MOM; return it."""
        from brikdesk.acts.units.unit_turn import MoveUnit

        at_work = self._playing(window)
        walker = _walker(at_work)
        at_work.desk.do(MoveUnit(unit_id=walker.id, inches=walker.move, straight=walker.move))
        return at_work, walker.id

    def _playing(self, window: "MainWindow") -> "AtWork":
        """Show the battle in the middle of a turn, when nothing waits at its start."""
        window.commands["battle"].trigger()
        at_work = window.at_work
        assert at_work is not None
        at_work.desk.throw_all(stop_at_choice=True)
        self._play_on(at_work)
        return at_work


def _walker(at_work: "AtWork") -> "UnitRow":
    """Return a unit of the running player that can walk and act."""
    from brikdesk.store.views.units import units

    rows = at_work.desk.read(units)
    able = [row for row in rows if row.move_left is not None and _is_free(row)]
    return next((row for row in able if row.move_left == row.move), able[0])


def _foe(at_work: "AtWork") -> "UnitRow":
    from brikdesk.store.views.answering import may_answer
    from brikdesk.store.views.units import units

    may = at_work.desk.read(may_answer)
    return next(row for row in at_work.desk.read(units) if row.id in may and _is_free(row))


def _is_free(row: "UnitRow") -> bool:
    return row.kind == "Minifig" and not any(chip.icon != "check" for chip in row.chips)
