"""What the attacks of all games have in common: their controller, and measures in words."""

from typing import Generic, Protocol, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import BattleHead
from brikdesk.store.views.units import UnitRow
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.models.attack.draft import AttackPhase
from ui.models.map import DrawnShot


class AnyDraft(Protocol):
    """What the referee has filled in of an attack."""

    @property
    def overruled(self) -> frozenset[str]:
        """The rules that the referee has set aside."""

    @property
    def lacks(self) -> str:
        """What is still to be said first; empty if nothing."""


class AnyTable(Protocol):
    """The table as it stands."""

    @property
    def head(self) -> BattleHead:
        """The battle, and whose turn it is."""


Table = TypeVar("Table", bound=AnyTable)
Draft = TypeVar("Draft", bound=AnyDraft)


class AnyAttackController(QObject, Generic[Table, Draft]):
    """The attack of the Attack tab in one game, and every act of it.

    `changing` is emitted before what is shown changes, `changed` after it. `begun` is emitted when
    another attack is begun. `listen` has to be called once all is there.
    """

    changing = Signal()
    changed = Signal()
    begun = Signal()

    def __init__(
        self, desk: Desk, hub: Hub, table: Table, draft: Draft, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.desk, self.hub = desk, hub
        self.table, self.draft = table, draft
        self.phase = AttackPhase.NOTHING
        self.refused: NotDone | None = None
        self.problem: BadInput | None = None
        self._applying = self._drawn = self.target_asked = False
        self._turn = table.head.turn_id

    def listen(self) -> None:
        """Follow map and campaign from now on."""
        self.changed.connect(self._tell_the_map)
        self.hub.target_pointed.connect(self._pointed)
        self.desk.changed.connect(self._heard)

    # What each game does in its own way

    def begin(self) -> None:
        """Start an empty attack."""
        raise NotImplementedError

    def begin_with(self, unit_id: int) -> None:
        """Start an attack of a unit, with its weapon and last target filled in."""
        raise NotImplementedError

    def go_on(self) -> bool:
        """Go on from the aim; False if that is not complete or is refused."""
        raise NotImplementedError

    def apply(self) -> bool:
        """Carry out what is asked after the aim; False if it is not complete or is refused."""
        raise NotImplementedError

    def roll(self) -> bool:
        """Roll the dice that are missing; False if none is."""
        raise NotImplementedError

    def drawn(self) -> DrawnShot | None:
        """Return what the map draws; None for nothing."""
        raise NotImplementedError

    def _attacker(self) -> int | None:
        """Return the unit that can attack once more; None if it cannot."""
        raise NotImplementedError

    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        """Take what was pointed at on the map: a unit, or a place (unit 0)."""
        raise NotImplementedError

    def _read(self) -> None:
        """Read the table again: an act has changed it."""
        raise NotImplementedError

    def _give_up(self) -> None:
        """Drop what is being prepared."""
        raise NotImplementedError

    def _followed(self, changes: Changes) -> None:
        """Bring back what was undone, or take away what was done again, and show it."""
        raise NotImplementedError

    def _see(self) -> None:
        """Find out what the attack would do, what refuses it, and what is wrong with it."""
        raise NotImplementedError

    # What is filled in

    @property
    def dice_lie(self) -> bool:
        """Whether dice lie on the table that only this attack knows; none where each is saved."""
        return False

    @property
    def complaint(self) -> str:
        """What is wrong with what is filled in; empty if nothing is."""
        return self.problem.sentence if self.problem else ""

    @property
    def refusing(self) -> str:
        """The first rule that refuses; empty if none does."""
        return self.refused.rule if self.refused else ""

    def again(self) -> None:
        """Attack once more with the same unit, if it still can."""
        unit_id = self._attacker()
        if unit_id is None:
            self.begin()
        else:
            self.begin_with(unit_id)

    def change(self, draft: Draft) -> None:
        """Fill in something else."""
        if draft != self.draft:
            self.draft = draft
            self._look()

    def overrule(self, rule: str = "") -> bool:
        """Set aside this rule, or else the first one that refuses; False if none does."""
        if not self.refusing or self.desk.read_only:
            return False
        rules = self.draft.overruled | {rule or self.refusing}
        self.change(replace(self.draft, overruled=rules))  # type: ignore[type-var]
        return True

    # How it follows map and campaign

    def ask_target(self, asked: bool) -> None:
        """Have a click on the map mean the target, as while a list of targets is open, or not."""
        if asked is not self.target_asked:
            self.target_asked = asked
            self._tell_the_map()

    def _tell_the_map(self) -> None:
        """Have the map draw the attack, and take it away again: nobody else's."""
        shot = self.drawn()
        self.hub.dice_lie = self.dice_lie
        if shot is not None or self._drawn:
            self.hub.show_attack(shot)
        self._drawn = shot is not None

    def _look(self) -> None:
        self.changing.emit()
        self.refused, self.problem = None, None
        self._see()
        self.changed.emit()

    def _carry_out(self, act: Act) -> Changes | None:
        """Carry out an act; None, and the reason is shown, if it was refused or failed."""
        self.changing.emit()
        self.refused, self.problem = None, None
        # The desk announces the act before `do` returns: `_heard` is to read, but not to show yet.
        self._applying = True
        try:
            answer = self.desk.do(act)
        finally:
            self._applying = False
        if isinstance(answer, Changes):
            return answer
        self.refused = answer if answer.rule else None
        self.problem = None if answer.rule else BadInput(answer.sentence)
        self.changed.emit()
        return None

    def _heard(self, changes: Changes) -> None:
        self._read()
        turn, self._turn = self._turn, self.table.head.turn_id
        if self._applying:
            return  # what was done is shown when it is done
        if turn != self._turn and self.phase in (AttackPhase.AIM, AttackPhase.DICE):
            self._give_up()  # the turn was handed over
        self._followed(changes)


def place_of(unit: UnitRow | None) -> Point | None:
    """Return where a unit stands; None if the map does not know it."""
    if unit is None or unit.x is None or unit.y is None:
        return None
    return unit.x, unit.y


def inches(measure: float | None) -> str:
    """Return a distance as text: 9.4"; empty if it is not known."""
    return "" if measure is None else in_inches(measure)


def or_far(measure: float | None) -> float:
    """Return a distance by which units are sorted: those without a place come last."""
    return 1e6 if measure is None else measure
