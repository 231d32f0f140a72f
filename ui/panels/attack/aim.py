"""Block 1 of an attack: attacker, weapon, target, measures and modifiers."""

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from brikdesk.acts.attack.aim import Aim, Extra, Mode, Strike
from brikdesk.acts.attack.preview import To
from brikdesk.rules.brikwars.reminders import Reminder
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack import picks as attack_picks
from ui.models.attack.controller import AttackController
from ui.models.attack.modifier_rows import ModifierRow, modifier_rows
from ui.models.attack.phases import AttackPhase
from ui.models.pick_rows import PickRow
from ui.panels.attack.block import AttackBlock
from ui.panels.attack.card import AttackCard
from ui.panels.attack.company import AttackCompany, CompanyPart
from ui.panels.attack.details import AttackDetails
from ui.panels.attack.modifier_list import ModifierList
from ui.panels.attack.other_modifier import OtherModifier
from ui.parts.fields.pick_list import PLACE, ListRows, PickList
from ui.parts.units.unit_cells import token_of
from ui.widgets.buttons import Button
from ui.widgets.rules.rule_notes import RuleNotes


class AimPrompt(Struct, frozen=True):
    """One of the three lists: its purpose and its prompt."""

    purpose: str
    prompt: str


LISTS = {
    "attacker": AimPrompt("attacker", "Who attacks?"),
    "weapon": AimPrompt("weapon", "With what?"),
    "target": AimPrompt("target", "At whom? Other words name a place."),
}


class AimBlock(AttackBlock):
    """Cards, list, details, modifiers. `free` is emitted when the keys can go back to the panel."""

    free = Signal()

    def __init__(self, theme: Theme, controller: AttackController, hub: Hub) -> None:
        super().__init__(theme, 1, "Aim")
        self._controller = controller
        self.attacker = AttackCard(theme, "A", "Who attacks?", "units")
        self.weapon = AttackCard(theme, "W", "With what?", "ammo")
        self.target = AttackCard(theme, "T", "At whom?", "homing")
        self.picks = PickList(theme)
        self.details = AttackDetails(theme, controller)
        self.company = AttackCompany(theme, controller)
        self.modifiers = ModifierList(theme)
        self.other = OtherModifier(theme)
        self.reminders = RuleNotes(theme)
        self.more = Button(theme, "Measures and more", "quiet", "chevron-right", "D")
        self._lay_out()
        self._connect(hub)

    def ask(self, purpose: str) -> None:
        """Open the list for "attacker", "weapon" or "target"."""
        if self._controller.desk.read_only:
            return
        asking = LISTS[purpose]
        rows = {
            "attacker": lambda: attack_picks.attackers(self._controller.table),
            "weapon": lambda: attack_picks.weapons(self._controller.table, self._controller.draft),
            "target": self._targets,
        }[purpose]
        self.picks.open(purpose, asking.prompt, rows, free=PLACE if purpose == "target" else "")

    def ask_missing(self) -> bool:
        """Open the list or field of what is still missing; False if nothing is."""
        if lacks := self._controller.draft.lacks:
            self.ask(lacks)
            return True
        return self.details.focus_problem()

    def follow(self) -> None:
        """Show the attack as it is now."""
        controller = self._controller
        draft, preview, table = controller.draft, controller.preview, controller.table
        lacks = draft.lacks if controller.phase is AttackPhase.AIM else ""
        self._show_attacker(lacks)
        arm = table.arm(draft.strike.weapon_id)
        name = table.weapon_name(draft.strike)
        detail = preview.weapon or (attack_picks.weapon_words(table, arm.id) if arm else "")
        self.weapon.say(name, detail, wanted=lacks == "weapon")
        self._show_target(lacks)
        self.picks.follow()
        aiming = controller.phase is AttackPhase.AIM
        self.details.follow()
        self.company.follow(self.details.is_open)
        self.more.setVisible(aiming and not draft.lacks)
        self.more.set_icon("chevron-down" if self.details.is_open else "chevron-right")
        # Once it is done nothing is examined any more, but the preview is still that of the attack.
        rows = modifier_rows(preview.modifiers, draft) if controller.shown else ()
        if controller.phase is AttackPhase.DONE:
            rows = modifier_rows(preview.modifiers, draft)
        if not aiming:
            rows = rows[:-1]  # without "Other…": modifiers are added only while aiming
        self.modifiers.show_rows(rows)
        self.modifiers.setVisible(bool(rows))
        self.reminders.show_reminders(self._bearing())

    def _bearing(self) -> list[Reminder]:
        """Return the house rules to remember: changed ones, with details open also the book's."""
        if self._controller.phase is not AttackPhase.AIM or not self._controller.shown:
            return []
        known = self._controller.preview.reminders
        return [each for each in known if self.details.is_open or not each.usual]

    @override
    def summary(self) -> str:
        names = (self.attacker.words[0], self.weapon.words[0], self.target.words[0])
        by, weapon, at = names
        # Once each: a gun that attacks by itself is both.
        who = ", ".join(dict.fromkeys(part for part in (by, weapon) if part))
        draft = self._controller.draft
        who += f" and {len(draft.strikes) - 1} more" if who and len(draft.strikes) > 1 else ""
        more = f" and {len(draft.aims) - 1} more" if len(draft.aims) > 1 else ""
        return f"{who} at {at}{more}" if at else who

    def toggle_details(self) -> None:
        """Open or fold the measures and all that is unusual (D)."""
        self.details.open(not self.details.is_open)
        self.follow()
        if not self.details.is_open:
            self.free.emit()

    def leave_details(self) -> None:
        """Fold the measures and give the keys back; what is filled in stays."""
        self.details.is_open = False
        # The focus goes first: a field that has it is not hidden by `follow`.
        self.free.emit()
        self.follow()

    def ask_for(self, part: CompanyPart) -> None:
        """Open the list for one kind of part in the attack."""
        purpose = part.purpose
        self.picks.open(purpose, part.prompt, lambda: self.company.rows(purpose), several=True)

    def ask_units(self, prompt: str, rows: ListRows) -> None:
        """Open the list of units from which the referee picks who is caught."""
        self.picks.open("caught", prompt, rows, several=True)

    @override
    def restyle(self) -> None:
        super().restyle()
        self._pair.setSpacing(self.theme.px(8))
        self._cards.setSpacing(self.theme.px(5))

    def _lay_out(self) -> None:
        self._cards, self._pair = QVBoxLayout(), QHBoxLayout()
        self._pair.addWidget(self.weapon, 1)
        self._pair.addWidget(self.target, 1)
        self._cards.addWidget(self.attacker)
        self._cards.addLayout(self._pair)
        self.column.addLayout(self._cards)
        foot = QHBoxLayout()
        foot.addWidget(self.more)
        foot.addStretch(1)
        for part in (
            self.picks, self.details, self.company, self.modifiers, self.other, self.reminders,
        ):  # fmt: skip
            self.column.addWidget(part)
        self.column.addLayout(foot)
        self.restyle()

    def _connect(self, hub: Hub) -> None:
        self.attacker.clicked.connect(lambda: self.ask("attacker"))
        self.weapon.clicked.connect(lambda: self.ask("weapon"))
        self.target.clicked.connect(lambda: self.ask("target"))
        self.more.clicked.connect(self.toggle_details)
        self.picks.picked.connect(self._picked)
        self.picks.words.connect(lambda words: self._controller.attack_at(Aim(place=words)))
        self.picks.left.connect(self._list_gone)
        # After the controller, which has taken what was pointed at.
        hub.target_pointed.connect(self._pointed)
        ask = self._controller.ask_target
        self.picks.opening.connect(lambda: ask(self.picks.purpose == "target"))
        self.picks.gone.connect(lambda: ask(False))
        self.company.wanted.connect(self.ask_for)
        self.modifiers.ticked.connect(self._tick)
        self.modifiers.valued.connect(self._value)
        self.modifiers.removed.connect(self._remove)
        self.modifiers.adding.connect(lambda: self.other.open(self._rolled()))
        self.modifiers.asked.connect(hub.rule_asked)
        self.reminders.asked.connect(hub.rule_asked)
        self.other.added.connect(self._add)
        self.other.left.connect(self.modifiers.setFocus)

    def _show_attacker(self, lacks: str) -> None:
        draft, table = self._controller.draft, self._controller.table
        unit = table.unit(draft.strike.by_id) or table.bearer(draft.strike)
        if unit is None:
            self.attacker.say("", "", wanted=lacks == "attacker")
            return
        words = attack_picks.who_words(table, unit, draft.strike.weapon_id)
        self.attacker.say(unit.name, words, token_of(unit))

    def _show_target(self, lacks: str) -> None:
        controller = self._controller
        draft, table = controller.draft, controller.table
        aim = draft.aim
        unit = table.unit(aim.unit_id) if aim else None
        far = attack_picks.inches(table.distance(draft))
        touched = not draft.lacks and attack_picks.by_touch(table, draft)
        source = ", measured" if table.is_measured(draft) else ""
        away = f"{far} away{source}" if far and not touched else ""
        ends = controller.preview.ends if controller.phase is AttackPhase.AIM and aim else ()
        if unit:
            size = f'Size {unit.effective_size}"' if unit.size > 1 else unit.kind
            words = ", ".join(part for part in (size, away, *ends) if part)
            self.target.say(unit.name, words, token_of(unit))
        elif aim:
            name = aim.place or controller.preview.target or "Target"
            what = "a place" if aim.place else ""
            self.target.say(name, ", ".join(part for part in (what, away, *ends) if part))
        else:
            self.target.say("", "", wanted=lacks == "target")

    def _targets(self) -> tuple[PickRow, ...]:
        controller = self._controller
        return attack_picks.targets(controller.desk, controller.table, controller.draft)

    def _picked(self, value: object) -> None:
        controller, purpose = self._controller, self.picks.purpose
        if purpose == "attacker" and isinstance(value, int):
            controller.attack_by(value)
        elif purpose == "weapon" and value == attack_picks.SOMETHING:
            draft = controller.draft.at_first_target()
            by = draft.strike.by_id
            controller.change(draft.with_weapon(Strike(by_id=by, name="Random Object")))
            self.details.open(True)  # its Use and damage are on no roster and have to be typed
        elif purpose == "weapon" and isinstance(value, Mode):
            by = controller.draft.strike.by_id
            held = attack_picks.shoves_with(controller.table, by) if value is Mode.SHOVE else None
            made = Strike(by_id=by, mode=value, weapon_id=held, name=value.value.capitalize())
            controller.change(controller.draft.at_first_target().with_weapon(made))
        elif purpose == "weapon" and isinstance(value, int):
            controller.attack_with(value)
        elif purpose == "target" and isinstance(value, Aim):
            controller.attack_at(value)
        else:
            self.company.take(purpose, value)

    def _pointed(self) -> None:
        """Close the list of targets: the map has answered it."""
        if self.picks.purpose == "target" and self._controller.draft.lacks != "target":
            self.picks.close_list()

    def _list_gone(self) -> None:
        """Ask for what is still missing, else give the keys back."""
        if not self.details.is_open and self._controller.phase is AttackPhase.AIM:
            # Nor the same list once more: what was picked from it did not do.
            asked = self.picks.purpose  # empty after Esc: nobody wants to be asked again
            if asked and self._controller.draft.lacks != asked and self.ask_missing():
                self.details.follow()
                return
        self.free.emit()
        self.details.follow()  # a field that had the keys for a moment goes again

    # Modifiers

    def _tick(self, row: ModifierRow, on: bool) -> None:
        draft = self._controller.draft
        if row.own >= 0:
            self._controller.change(draft.extra_at(row.own, on, row.value))
        else:
            # With the changed value: ticked again, it counts as the referee had it.
            self._controller.change(draft.ticked(row.key, on, draft.changed_value(row.key)))

    def _value(self, row: ModifierRow, value: int) -> None:
        draft = self._controller.draft
        if row.own >= 0:
            self._controller.change(draft.extra_at(row.own, row.on, value))
        else:
            self._controller.change(draft.ticked(row.key, row.on, value))

    def _remove(self, row: ModifierRow) -> None:
        self._controller.change(self._controller.draft.without_extra(row.own))

    def _rolled(self) -> To:
        """Return the roll that a modifier would change: the Parry if nothing else is rolled."""
        preview = self._controller.preview
        parried = bool(preview.parries) and all(shot.automatic for shot in preview.shots)
        return To.PARRY if parried else To.ACTION

    def _add(self, extra: Extra) -> None:
        self._controller.change(self._controller.draft.adding(extra))
        self.modifiers.go_to(f"own-{len(self._controller.draft.extras) - 1}")
