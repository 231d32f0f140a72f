"""Further parts in an attack: a button for each kind, with how many there are."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from brikdesk.acts.attack.aim import Parry, Strike
from ui.look.theme import Theme
from ui.models.attack import picks as attack_picks
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import AttackDraft
from ui.models.pick_rows import PickRow
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget


class CompanyPart(Struct, frozen=True):
    """One kind of part: the purpose of its list, its words, the list's prompt, icon and key."""

    purpose: str
    words: str
    prompt: str
    icon: str
    key: str = ""


PARTS = (
    CompanyPart("supporters", "Support", "Which Gunners support?", "plus", "S"),
    CompanyPart("targets", "More targets", "What else is attacked?", "arc"),
    CompanyPart("strikes", "More weapons", "Who attacks along, with what?", "attack"),
    CompanyPart("team", "Team", "Who throws along, or adds Power?", "units"),
    CompanyPart("interferers", "Interference", "Who uses other controls against it?", "warning"),
    CompanyPart("parries", "Parry", "Who parries, with what?", "shield"),
    CompanyPart("melee", "Close Combat", "Who else fights in this Close Combat?", "attack"),
    CompanyPart("shields", "Energy Shield", "Which dice of a Field does it use up?", "shield", "E"),
)

SHIELDS = next(part for part in PARTS if part.purpose == "shields")
PARRY = next(part for part in PARTS if part.purpose == "parries")


class AttackCompany(PaintedWidget):
    """The buttons. `wanted` brings the Part whose list is to open; parts without use are hidden."""

    wanted = Signal(object)

    def __init__(self, theme: Theme, controller: AttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self._flow = FlowLayout(self)
        self.buttons: dict[str, Button] = {}
        for part in PARTS:
            button = Button(theme, part.words, "soft", part.icon, part.key)
            button.clicked.connect(lambda _=False, each=part: self.wanted.emit(each))
            self.buttons[part.purpose] = button
            self._flow.addWidget(button)
            button.hide()
        self.restyle()

    def follow(self, open: bool) -> None:
        """Show the parts that somebody has; with `open` all that are possible."""
        draft = self._controller.draft
        shown = False
        for part in PARTS:
            count = self._count(part.purpose, draft)
            visible = bool(count) or (open and self._can(part.purpose, draft))
            self.buttons[part.purpose].setVisible(visible)
            words = f"{part.words}: {count}" if count else part.words
            if self.buttons[part.purpose].accessibleName() != words:
                self.buttons[part.purpose].set_words(words)
            shown = shown or visible
        self.setVisible(shown)

    def can(self, purpose: str) -> bool:
        """Return whether somebody could take part in this way."""
        return self._can(purpose, self._controller.draft)

    def rows(self, purpose: str) -> tuple[PickRow, ...]:
        """Return the rows of the list for one kind of part, as they are now."""
        controller = self._controller
        table, draft = controller.table, controller.draft
        if purpose == "supporters":
            return attack_picks.gunners(table, draft)
        if purpose == "team":
            return attack_picks.team(table, draft)
        if purpose == "interferers":
            return attack_picks.interferers(table, draft)
        if purpose == "targets":
            return attack_picks.more_targets(controller.desk, table, draft)
        if purpose == "strikes":
            return attack_picks.joiners(table, draft)
        if purpose == "parries":
            return attack_picks.parries(controller.desk, draft)
        if purpose == "melee":
            return attack_picks.fighters(table, draft)
        return attack_picks.shield_dice(controller.desk, draft)

    def take(self, purpose: str, value: object) -> None:
        """Have somebody take part, or end it if they do; `value` is that of a row."""
        controller = self._controller
        draft = controller.draft
        if purpose in ("supporters", "team", "interferers"):
            before = getattr(draft.strike, purpose)
            after = tuple(each for each in before if each != value)
            made = after if len(after) < len(before) else (*before, value)
            found: dict[str, Any] = {purpose: made}
            controller.change(draft.striking(**found))
        elif purpose == "targets":
            controller.change(draft.also_at(value))  # type: ignore[arg-type]
        elif purpose == "strikes" and isinstance(value, Strike):
            at = next((k for k, each in enumerate(draft.strikes) if _same(each, value)), -1)
            # Place 0 is the attack's own weapon: it is changed by its card, not here.
            changed = draft.without_strike(at) if at > 0 else draft.also_with(value)
            controller.change(changed)
        elif purpose == "parries" and isinstance(value, Parry):
            rest = tuple(each for each in draft.parries if each != value)
            held = rest if len(rest) < len(draft.parries) else (*rest, value)
            controller.change(replace(draft, parries=held))
        elif purpose == "melee" and isinstance(value, int):
            others = tuple(each for each in draft.melee if each != value)
            there = others if len(others) < len(draft.melee) else (*others, value)
            controller.change(replace(draft, melee=there))
        elif purpose == "shields":
            controller.change(attack_picks.with_shield_die(draft, value))

    @override
    def restyle(self) -> None:
        self._flow.setSpacing(self.theme.px(8))
        super().restyle()

    def _can(self, purpose: str, draft: AttackDraft) -> bool:
        if purpose == "supporters":
            arm = self._controller.table.arm(draft.strike.weapon_id)
            return arm is not None and arm.mounted
        if purpose in ("parries", "shields"):
            return bool(self.rows(purpose))
        if purpose == "melee":
            return not draft.lacks and attack_picks.by_touch(self._controller.table, draft)
        return not draft.lacks

    @staticmethod
    def _count(purpose: str, draft: AttackDraft) -> int:
        counts = {
            "targets": len(draft.aims) - 1,
            "strikes": len(draft.strikes) - 1,
            "parries": len(draft.parries),
            "melee": len(draft.melee),
            "shields": sum(len(each.dice) for each in draft.shields),
        }
        if purpose in counts:
            return max(0, counts[purpose])
        return len(getattr(draft.strike, purpose))


def _same(one: Strike, other: Strike) -> bool:
    return (one.weapon_id, one.by_id) == (other.weapon_id, other.by_id)
