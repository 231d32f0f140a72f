"""Block 1 of a Sci-fi attack: attacker, weapon, capability, target, and the facts that count."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from brikdesk import text
from brikdesk.acts.scifi.ammunition import is_warhead
from brikdesk.acts.scifi.shooting import SfAim
from brikdesk.rules.scifi.firing import Use
from brikdesk.rules.scifi.weapon_records import Family
from brikdesk.rules.scifi.weapons import FireMode, Holder
from brikdesk.store.views.scifi import SfWeaponRow
from ui.campaign.hub import Hub
from ui.forms.answers import NumberAnswer, answer_to
from ui.forms.inputs import AskedFields, MeasureEdit
from ui.forms.questions import FormQuestion, Number, Text, YesNo
from ui.look.shortcuts import ENTER
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.attack.any_attack import inches
from ui.models.attack.draft import AttackPhase
from ui.models.picks import PickRow
from ui.models.scifi_attack import draft as sf_picks
from ui.models.scifi_attack.controller import SfAttackController
from ui.models.scifi_attack.draft import aimed_weapon, converges, modes_of
from ui.models.scifi_attack.facts import ShotFact, facts, fires_from
from ui.models.scifi_units import spans_of
from ui.panels.attack.any_attack import AnyAimBlock, AttackCard
from ui.parts.lines import LineWords, RichLabel
from ui.parts.units import RangeBar, token_of
from ui.widgets.buttons import Button
from ui.widgets.layout import (
    Arranged,
    as_many,
    in_column,
    in_flow,
    in_row,
    let_wrap,
    take_away,
)
from ui.widgets.painted import PaintedWidget, text_width
from ui.widgets.rule_lines import Citation


class SfAims(PaintedWidget):
    """A button for each attack of one weapon, hidden until there is a target.

    `adding` is emitted to ask for one more attack.
    """

    adding = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self.buttons: list[Button] = []
        self.more = Button(theme, "One more shot", "quiet", "plus", "+", does=self.adding)
        self.less = Button(theme, "Take it out", "quiet", "minus", "Del")
        self.less.clicked.connect(lambda: controller.change(controller.draft.without_aim()))
        self._flow = in_flow(theme, self.more, self.less, gap=6)
        in_column(theme, self._flow, on=self)
        self.hide()

    def follow(self) -> None:
        """Show the attacks as they are now."""
        controller = self._controller
        draft, table = controller.draft, controller.table
        several = len(draft.aims) > 1
        for button in self.buttons:
            take_away(self._flow, button)
        self.buttons = []
        for place, aim in enumerate(draft.aims if several else ()):
            name = table.name(aim.target_id) or aim.target or "no target"
            icon = "check" if place == draft.at else ""
            button = Button(self.theme, f"{place + 1} {name}", "soft", icon)
            button.clicked.connect(lambda _=False, at=place: self._show(at))
            self.buttons.append(button)
        # Added again in this order: the attacks stand before what adds one and takes one out.
        for button in (*self.buttons, self.more, self.less):
            self._flow.removeWidget(button)
            self._flow.addWidget(button)
        for button in (*self.buttons, self.less):
            button.setVisible(several)
        ready = table.ready(draft.weapon_id)
        way = ready.way(draft.capability) if ready else None
        able = several or (way is not None and way.shots > 1)
        self.setVisible(bool(draft.aims) and able)

    def _show(self, at: int) -> None:
        self._controller.change(self._controller.draft.showing(at))


class Typed(MeasureEdit):
    """A number field; `entered` on Enter, `left` on Esc."""

    own_keys = (("Esc", "back"),)
    entered = Signal()
    left = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


LOAD = Number(name="load", label="How many?", most=1000)
DISTANCE = Number(name="distance", label="", most=10_000, unit='" away', decimals=2, optional=True)
AREA = Number(name="area_size", label="Area of this round", least=0.01, most=1000, unit='"',
              decimals=2, optional=True)  # fmt: skip
WARHEAD = Text(name="warhead", label="Warhead of this round", reads=str.strip, optional=True)
TRAVERSE = YesNo(name="in_traverse", label="Traverse reaches it")
TOGETHER = YesNo(name="same_initiative", label="Same initiative")
"""What is asked of an attack beside who fires at whom with what."""

WIDE = {"load": 150, "distance": 130, "area_size": 150, "warhead": 150}


class SfAttackFields(AskedFields):
    """The numbers, switches and words of an attack, each shown while it matters.

    `free` is emitted when the keys can go back to the panel, `going_on` on Enter, and
    `spotter_wanted` to open the list of spotters.
    """

    free = Signal()
    going_on = Signal()
    spotter_wanted = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self.is_open = self._following = False
        self.mode = Button(theme, "Beam mode", "soft", key="M", does=self.toggle_mode)
        self.round = Button(theme, "Round", "soft", key="L", does=self.next_round)
        self.use = Button(theme, "Direct", "soft", key="I", does=self.toggle_use)
        self.spotter = Button(theme, "Spotter", "soft", key="S", does=self.spotter_wanted)
        self.seen = Button(theme, "Gets detected", "soft", key="V", does=controller.detect)
        flow = in_flow(theme)
        in_column(theme, flow, on=self)
        buttons = (self.mode, self.round, self.use, self.spotter, self.seen)
        # Tab goes through them in this order.
        for part in (LOAD, DISTANCE, *buttons, TRAVERSE, TOGETHER, AREA, WARHEAD):
            shown = part if isinstance(part, Button) else self._asked(part)
            flow.addWidget(shown)
            shown.hide()
        self.load, self.distance = self.answers["load"].box, self.answers["distance"].box
        self.distance.setAccessibleName("Distance in inches")
        self.distance.takes_letters = True
        self.together = self.boxes["same_initiative"]
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()

    def follow(self) -> None:
        """Show the draft as it is now."""
        wanted = self._wanted()
        self._following = True
        self._say_answers()
        self._following = False
        self._say_words()
        for part, shown in wanted.items():
            part.setVisible(shown)
        self.setVisible(any(wanted.values()))

    def ask_missing(self) -> bool:
        """Focus the first number that is missing; return False if none is."""
        unknown = ("distance",) if self._controller.draft.aim.distance is None else ()
        missing = [self.answers[name].box for name in ("load", *unknown) if self.asks(name)]
        for field in missing[:1]:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()
        return bool(missing)

    def toggle_mode(self) -> bool:
        """Switch between beam and pulse mode for this attack (12-69); False where it has one."""
        if self.mode.isHidden():
            return False
        now = self._controller.draft.aim.mode
        self._aiming(mode=FireMode.BEAM if now is FireMode.PULSE else FireMode.PULSE)
        return True

    def next_round(self) -> bool:
        """Choose the next type of round; after the last one, none in particular.

        Return False where there is no choice.
        """
        if self.round.isHidden():
            return False
        controller = self._controller
        weapon = controller.table.weapon(controller.draft.weapon_id)
        # The empty name stands for whatever the store hands out.
        rounds = ("", *self._rounds(weapon)) if weapon else ("",)
        now = controller.draft.aim.ammunition
        at = rounds.index(now) if now in rounds else 0
        self._aiming(ammunition=rounds[(at + 1) % len(rounds)])
        return True

    def toggle_use(self) -> bool:
        """Switch between direct and indirect fire (12-82); False where there is no choice."""
        if self.use.isHidden():
            return False
        direct = self._controller.draft.use is Use.DIRECT
        # Only indirect fire has a spotter; the overruling was about the other way to fire.
        spotter = self._controller.draft.spotter_id if direct else None
        self._fire(use=Use.INDIRECT if direct else Use.DIRECT, spotter_id=spotter)
        return True

    def open(self, wanted: bool) -> None:
        """Show the rarely used fields too, or only those that matter now."""
        self.is_open = wanted
        self.follow()

    @override
    def left(self, name: str) -> None:
        """Check only what is typed."""

    @override
    def answered(self, name: str) -> None:
        if self._following or name == "load" or not self.check(name):
            return
        said = {name: self.answers[name].value()}
        if name == "same_initiative":
            self._fire(**said)
        else:
            self._aiming(**said)

    def _asked(self, asked: FormQuestion) -> QWidget:
        made = NumberAnswer(self.theme, asked, Typed) if isinstance(asked, Number) else None
        self.ask(made or answer_to(self.theme, asked))
        return self.boxes[asked.name]

    def _restyle(self) -> None:
        for name, wide in WIDE.items():
            self.boxes[name].setFixedWidth(self.theme.px(wide))

    def _wanted(self) -> dict[QWidget, bool]:
        """Return the fields in the order of Tab, and whether each matters now."""
        draft, table = self._controller.draft, self._controller.table
        aim = draft.aim
        aimed, indirect, opened = bool(draft.aims), draft.use is Use.INDIRECT, self.is_open
        weapon, fired = table.weapon(draft.weapon_id), aimed_weapon(table, draft)
        store = table.store(weapon, draft.capability)
        lobs = fired is not None and (is_warhead(fired) or fired.family is Family.ARTILLERY)
        beams = fired is not None and converges(table, fired)
        divides = weapon is not None and weapon.count > 1
        pods = store is not None and store.holder in (Holder.POD, Holder.RACK)
        several = len(draft.aims) > 1 or (store is not None and store.fired_this_turn > 0)
        # What is not as usual is shown also where it would not be asked: it could not be taken back.
        return {
            self.boxes["load"]: store is not None and store.asked is not None,
            self.boxes["distance"]: aimed,
            self.mode: aimed and fired is not None and bool(modes_of(table, fired)),
            self.round: aimed and weapon is not None and bool(self._rounds(weapon)),
            self.use: aimed and (indirect or beams or lobs or opened),
            self.spotter: aimed and indirect,
            self.seen: table.unit(aim.target_id) is not None,
            self.boxes["in_traverse"]: aimed and (divides or not aim.in_traverse),
            self.together: aimed and ((pods and several) or not draft.same_initiative),
            self.boxes["area_size"]: aimed and (opened or aim.area_size is not None),
            self.boxes["warhead"]: aimed and (opened or bool(aim.warhead)),
        }

    def _say_answers(self) -> None:
        draft, table = self._controller.draft, self._controller.table
        for name, answer in self.answers.items():
            # A number field that Qt only passes the focus through is no reason to wait; words come
            # back from the draft stripped: set while somebody types, they would eat his spaces.
            typing = answer.is_typed_in and (name == "warhead" or answer.box.isModified())
            if name != "load" and not typing:
                owner = draft if name == "same_initiative" else draft.aim
                answer.set_value(getattr(owner, name))
        store = table.store(table.weapon(draft.weapon_id), draft.capability)
        # How many rounds there are is asked if that is not known yet (12-64, 12-66).
        if store is not None and store.asked is not None:
            self.boxes["load"].set_label(store.asked.words)
            self.load.setAccessibleName(store.asked.words)
            usual = store.asked.suggested
            self.load.setPlaceholderText("" if usual is None else f"{usual}")

    def _say_words(self) -> None:
        draft, table = self._controller.draft, self._controller.table
        aim = draft.aim
        pulse = ", +1 to hit" if aim.mode is FireMode.PULSE else ""
        self.mode.set_words(f"{(aim.mode or FireMode.BEAM).value.capitalize()} mode{pulse}")
        self.round.set_words(aim.ammunition or "As it comes")
        self.use.set_words("Indirect" if draft.use is Use.INDIRECT else "Direct")
        name = table.name(draft.spotter_id)
        self.spotter.set_words(f"Spotter: {name}" if name else "Spotter")
        seen = table.seen(aim.target_id, table.side(draft.unit_id))
        self.seen.set_words("No longer detected" if seen else "Gets detected")

    def _rounds(self, weapon: SfWeaponRow) -> tuple[str, ...]:
        return fires_from(weapon.stores, self._controller.draft.capability)

    def _connect(self) -> None:
        self.answers["warhead"].box.returnPressed.connect(self.going_on)
        for name in ("distance", "area_size"):
            field = self.answers[name].box
            field.entered.connect(lambda each=name: self._go_on(each))
            field.left.connect(self.free)
        self.load.entered.connect(self._load)
        self.load.left.connect(self.free)

    def _go_on(self, name: str) -> None:
        """Go on, unless the field holds no number: the attack would use the one before."""
        if not self.answers[name].problem():
            self.going_on.emit()

    def _load(self) -> None:
        typed = self.load.value()
        # Enter in the empty field takes the number that it proposes.
        if typed is None and self.load.placeholderText():
            typed = int(self.load.placeholderText())
        if typed is None or (self.load.text() and self.load.problem()):
            self.boxes["load"].set_problem("A whole number is needed.")
            return
        self.boxes["load"].set_problem("")
        if self._controller.load(int(typed)):
            self.load.clear()
            self.free.emit()

    def _fire(self, **found: Any) -> None:
        draft = self._controller.draft
        self._controller.change(replace(draft, **found, overruled=frozenset()))

    def _aiming(self, **found: object) -> None:
        self._controller.change(self._controller.draft.aiming(**found))


class _FactRow(PaintedWidget):
    """One fact; the reason wraps if the line is too narrow."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self.fact: ShotFact | None = None
        self._words = RichLabel(theme)
        self._value = plain_label(theme, "", "small", "text", strong=True)
        self.rule = Citation(theme, "")
        middle = Qt.AlignmentFlag.AlignVCenter
        parts = ((self._words, 1, middle), (self._value, 0, middle), (self.rule, 0, middle))
        in_row(theme, *parts, gap=8, edges=(4, 0, 0, 0), on=self)

    def show_fact(self, fact: ShotFact) -> None:
        """Show a fact; do nothing if it is shown already."""
        if fact == self.fact:
            return
        self.fact = fact
        name = LineWords(fact.name, "text", strong=True)
        self._words.show_pieces(
            (name, LineWords(f"  {fact.why}", "text2")) if fact.why else (name,)
        )
        self._value.say(fact.value)
        self._value.set_token(fact.tone or "text")
        self.rule.show_rule(fact.rule)
        self.rule.setVisible(bool(fact.rule))
        words = (fact.name, fact.value, fact.why)
        self.setAccessibleName(", ".join(part for part in words if part))


class SfFactList(PaintedWidget):
    """The facts, one below the other; `asked` carries the ID of the rule that was clicked."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._rows: list[_FactRow] = []
        self._column = in_column(theme, gap=0, on=self)
        self.hide()

    @property
    def facts(self) -> tuple[ShotFact, ...]:
        """The facts that are shown."""
        return tuple(row.fact for row in self._rows if row.fact and not row.isHidden())

    def show_facts(self, facts: Sequence[ShotFact]) -> None:
        """Show these facts; hide the list if there are none."""
        rows = as_many(self._rows, len(facts), self._new_row)
        for row, fact in zip(rows, facts, strict=True):
            row.show_fact(fact)
        self.setVisible(bool(facts))

    def _new_row(self) -> _FactRow:
        row = _FactRow(self.theme)
        row.rule.asked.connect(self.asked)
        self._column.addWidget(row)
        return row


AROUND = 96
"""Pixels at 100 % that keycap, token and edges of a card take."""


class SfAimBlock(Arranged, AnyAimBlock):
    """Cards, list, range bar, fields, facts. `going_on` is emitted on Enter in a field."""

    going_on = Signal()
    prompts: ClassVar = {
        "attacker": "Who fires?",
        "weapon": "With what?",
        "capability": "Which of its capabilities?",
        "target": "At whom? Other words name a place.",
        "more": "At whom else? Other words name a place.",
        "spotter": "Who calls in the fire?",
    }
    free_words = ("target", "more")

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        super().__init__(theme, controller, hub, "Fire")
        self.arranged_by(self._arrange)
        self._controller = controller
        self.way = AttackCard(theme, "C", "Which capability?", "layers")
        self.aims = SfAims(theme, controller)
        self.range = RangeBar(theme)
        self.fields = SfAttackFields(theme, controller)
        self.facts = SfFactList(theme)
        self.lay_out(self.aims, self.fields, self.range, self.facts, more=(self.way,))
        self.asks_by(self.way, "capability")
        self.aims.adding.connect(lambda: self.ask("more"))
        self.fields.free.connect(self.free)
        self.fields.going_on.connect(self.going_on)
        self.fields.spotter_wanted.connect(lambda: self.ask("spotter"))
        self.facts.asked.connect(hub.rule_asked)

    @override
    def rows(self, purpose: str) -> tuple[PickRow, ...]:
        table, draft = self._controller.table, self._controller.draft
        if purpose == "attacker":
            return sf_picks.attackers(table)
        lists = {
            "weapon": sf_picks.weapons,
            "capability": sf_picks.capabilities,
            "spotter": sf_picks.spotters,
        }
        return lists.get(purpose, sf_picks.targets)(table, draft)

    @override
    def ask_field(self) -> bool:
        return self.fields.ask_missing()

    @override
    def close_up(self) -> None:
        super().close_up()
        self.fields.is_open = False

    def follow(self) -> None:
        """Show the attack as it is now."""
        controller = self._controller
        draft, table = controller.draft, controller.table
        aiming = controller.phase is AttackPhase.AIM
        lacks = draft.lacks if aiming else ""
        self._show_cards(lacks)
        self._arrange()
        self.picks.follow()
        self.aims.follow()
        self.fields.follow()
        fired = aimed_weapon(table, draft)
        self.range.show_spans(spans_of(fired) if fired else (), draft.aim.distance)
        self.facts.show_facts(facts(table, draft, controller.tried))

    @override
    def summary(self) -> str:
        who = ", ".join(part for part in (self.attacker.words[0], self.weapon.words[0]) if part)
        at = self.target.words[0]
        return f"{who} at {at}" if at else who

    def _arrange(self) -> None:
        """Put weapon and target side by side if neither is cut, else one above the other."""
        px, cards = self.theme.px, (self.weapon, self.target)
        strong, small = self.theme.font("body", strong=True), self.theme.font("small")
        names = [text_width(strong, card.words[0]) for card in cards]
        widest = max(*names, *(text_width(small, card.words[1]) for card in cards))
        narrow = self.width() < 2 * (widest + px(AROUND)) + px(8)
        ways = QBoxLayout.Direction
        self._pair.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._pair.setSpacing(px(5 if narrow else 8))

    def _show_cards(self, lacks: str) -> None:
        controller = self._controller
        draft, table = controller.draft, controller.table
        unit = table.unit(draft.unit_id)
        if unit is None:
            self.attacker.say("", "", wanted=lacks == "attacker")
        else:
            words = sf_picks.kind_words(table, unit.id)
            state = sf_picks.state_words(table, unit.id)
            said = ", ".join(part for part in (words, state) if part)
            self.attacker.say(unit.name, said, token_of(unit))
        row = table.weapon(draft.weapon_id)
        detail = sf_picks.no_words(row) or sf_picks.short_words(row) if row else ""
        name = text.opening(row.name) if row else ""
        self.weapon.say(name, detail, wanted=lacks == "weapon")
        self.way.setVisible(bool(draft.ways))
        self.way.say(draft.capability, "", wanted=lacks == "capability")
        self._show_target(lacks)

    def _show_target(self, lacks: str) -> None:
        controller = self._controller
        draft, table = controller.draft, controller.table
        aim, unit = draft.aim, table.unit(draft.aim.target_id)
        far = inches(aim.distance)
        more = f"{draft.at + 1} of {len(draft.aims)}" if len(draft.aims) > 1 else ""
        away = f"{far} away" if far else ""
        if unit is not None:
            fact = table.fact(unit.id)
            said = filter(None, (away, fact.kind if fact else "", more))
            self.target.say(unit.name, ", ".join(said), token_of(unit))
        elif draft.aims:
            said = filter(None, ("a place" if aim.target else "", away, more))
            self.target.say(aim.target or "No target", ", ".join(said))
        else:
            self.target.say("", "", wanted=lacks == "target")

    @override
    def said(self, words: str) -> None:
        self._at(SfAim(target=words))

    @override
    def picked(self, value: object) -> None:
        controller, purpose = self._controller, self.picks.purpose
        if purpose == "attacker" and isinstance(value, int):
            controller.fire_by(value)
        elif purpose == "weapon" and isinstance(value, int):
            controller.fire_with(value)
        elif purpose == "capability" and isinstance(value, str):
            controller.with_capability(value)
        elif purpose == "spotter" and isinstance(value, int):
            # 0 stands for nobody in the list, as a row needs a value.
            controller.with_spotter(value or None)
        elif isinstance(value, SfAim):
            self._at(value)

    def _at(self, aim: SfAim) -> None:
        draft = self._controller.draft
        more = self.picks.purpose == "more"
        self._controller.change(draft.also_at(aim) if more else draft.at_target(aim))
