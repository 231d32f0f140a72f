"""The window for a second screen, and the table beside the large view of the queue."""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6 import QtGui
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.acts.combat.aim import Mode, ShotLine
from brikdesk.dice import Face
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import PlayerRow, played
from brikdesk.turns.secrets import DeadRow, PlayersView, may_be_told, players_view
from brikdesk.turns.steps import DieAsked, Preview
from brikdesk.turns.telling import Headline
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.icons import paint_icon
from ui.look.shortcuts import BRIKWARS, KEYS, sign
from ui.look.text import cut_to
from ui.look.theme import AWAY, StageTheme, Theme, millimetres
from ui.models.attack.controller import AttackController, attack_of, shot_of
from ui.models.attack.draft import AttackPhase
from ui.models.attack.odds import percent
from ui.models.map import SOLID_UNDER, DrawnShot, FlatPhoto, tokens_of
from ui.models.queue import drawn_of, queue_of
from ui.models.step_draft import DieKey, side_by_side
from ui.panels.map.overlay import MapOverlay
from ui.panels.map.scene import MapScene
from ui.panels.map.tabletop import Tabletop
from ui.panels.map.view import MapView
from ui.panels.queue.panel import LargeView
from ui.parts.lines import box_tone
from ui.widgets.dice import DieGlyph, paint_die_glyph
from ui.widgets.layout import Arranged
from ui.widgets.painted import (
    Board,
    CoverBoard,
    Piece,
    board_font,
    draw_plate,
    line_high,
    square_in,
    text_width,
)
from ui.widgets.tokens import SMALLEST, TokenLook, paint_faction_mark, paint_fallen


class PlayersMap(MapView):
    """Shows a PlayersView. It takes no keys and no mouse."""

    def __init__(self, theme: Theme) -> None:
        self.items_shown, self._place = MapScene(theme), QRectF()
        super().__init__(theme, self.items_shown)
        self.items_shown.setParent(self)
        self.tabletop = Tabletop(theme, self)
        self.overlay = MapOverlay(theme, self, self.items_shown)
        self.fallen: tuple[DeadRow, ...] = ()
        """The units of the battle that were lost where the map knew them."""
        self.painted_under = self._paint_under
        self.painted_over = self.overlay.paint
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setInteractive(False)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self._restyle)

    def show_view(self, view: PlayersView) -> None:
        """Show what the players may see of the table."""
        ground = view.ground
        tokens, _ = tokens_of(view.units, ground.standing, view.fires)
        self.tabletop.ground = self.overlay.ground = ground
        self.set_table(ground.width or 40.0, ground.depth or 30.0)
        self.tabletop.terrain.show_ground(ground)
        self.items_shown.show_ground(ground)
        self.items_shown.show_units(tokens)
        self.fallen = tuple(row for row in view.dead if row.x is not None)
        self.overlay.forget()
        self.setAccessibleDescription("; ".join(token.words for token in tokens))
        self.viewport().update()

    def show_shot(self, shot: DrawnShot | None) -> None:
        """Draw what is happening over the table; nothing for None."""
        if shot != self.overlay.shot:
            self.overlay.shot = shot
            self.overlay.keep_told_apart()
            self.viewport().update()

    def name_only(self, unit_ids: tuple[int, ...]) -> None:
        """Name these units and nothing else; the first of them has a ring, as who acts."""
        if unit_ids != self.overlay.only:
            self.overlay.only = unit_ids
            self.overlay.selected = unit_ids[0] if unit_ids else 0
            self.overlay.keep_told_apart()
            self.viewport().update()

    def show_place(self, box: QRectF) -> None:
        """Show a part of the table, also when there comes to be more room; all of it for a null box."""
        self._place = box
        return self.fit() if box.isNull() else self.show_all_of(box)

    @override
    def _take_size(self) -> None:
        super()._take_size()
        if not self._place.isNull():
            self.show_all_of(self._place)

    def _paint_under(self, painter: QtGui.QPainter) -> None:
        """Paint the table, and on it those who fell, below whoever stands there now."""
        self.tabletop.paint(painter)
        for row in self.fallen:
            side = max(row.size * self.scale_now, self.theme.px(SMALLEST))
            middle = self.to_view(QPointF(row.x or 0, row.y or 0))
            box = square_in(QRectF(middle, middle), side)
            paint_fallen(painter, box, self.theme, TokenLook(row.colour))

    def _restyle(self) -> None:
        self.items_shown.restyle()
        self.tabletop.restyle()
        self.overlay.restyle()
        self.refit()


HIGH, AROUND = 260, 8.0
"""Pixels at 100 %; inches of the table that are seen to each side of what the step is about."""


class Spot(Struct, frozen=True):
    """What a step is about: a unit, a Field, something in flight or that lies there; in inches."""

    name: str
    x: float
    y: float
    across: float
    unit_id: int = 0

    @property
    def around(self) -> QRectF:
        """The part of the table that is seen with it."""
        far = AROUND + self.across / 2
        return QRectF(self.x - far, self.y - far, 2 * far, 2 * far)


class StepMap(PlayersMap):
    """Follows the desk and its queue while it can be seen; all of the table where no place is meant."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub) -> None:
        super().__init__(theme)
        self._desk, self._queue = desk, queue_of(desk, hub)
        self.setFixedHeight(theme.px(HIGH))
        desk.changed.connect(self._heard)
        self._queue.step_changed.connect(self._turn_to)

    @override
    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Show the table as it is now; where nobody has a place there is nothing to see."""
        view = self._desk.read(players_view)
        self.setVisible(bool(view.ground.width) and any(row.x is not None for row in view.units))
        if self.isVisible():
            self.show_view(view)
            self._turn_to()

    @override
    def _restyle(self) -> None:
        self.setFixedHeight(self.theme.px(HIGH))
        super()._restyle()

    def _heard(self, changes: Changes) -> None:
        # Of its parent, as it hides itself while nobody has a place.
        beside = self.parentWidget()
        if beside and beside.isVisible() and not changes.tables.isdisjoint(players_view.tables):
            self.follow()

    def _turn_to(self) -> None:
        if self.isVisible():
            spot = self._spot(self._desk.read(players_view))
            self.overlay.selected = spot.unit_id if spot else 0
            self.setAccessibleName(f"The table around {spot.name}" if spot else "The table")
            self.show_place(spot.around if spot else QRectF())
            self.viewport().update()

    def _spot(self, view: PlayersView) -> Spot | None:
        """Return where the step takes place; None where nothing of it may be seen on the table."""
        step = self._queue.current
        if step is None or step.key not in view.steps:
            return None
        return _of_act(step.act, view) or _of_unit(step.unit_id, view)


def _of_act(act: Mapping[str, Any], view: PlayersView) -> Spot | None:
    """Return the spot of the Field, the projectile or the Explosive that a step is about."""
    for disc in view.ground.discs:
        if disc.id == act.get("field_id"):
            return Spot(disc.name, disc.x, disc.y, disc.size)
    for flight in view.ground.flights:
        if flight.id == act.get("projectile_id"):
            return Spot(flight.name, *flight.now, 0)
    for each in view.ground.lying:
        # Traps lie in the same list, and have keys of their own.
        if not each.trap and each.id == act.get("explosive_id"):
            return Spot(each.name, each.x, each.y, 0)
    return None


def _of_unit(unit_id: int | None, view: PlayersView) -> Spot | None:
    for row in view.units:
        if row.id == unit_id and row.x is not None and row.y is not None:
            return Spot(row.name, row.x, row.y, row.size, row.id)
    return None


def large_view(theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> LargeView:
    """Return the large view with the table in it."""
    made = LargeView(theme, desk, hub, parent)
    made.show_map(StepMap(theme, desk, hub))
    return made


# --- what the players are told ---------------------------------------------------------------------

MOST_DICE, MOST_ROWS = 4, 4
"""Dice that are shown one by one, of more their sum; answers, meanings or coming things."""


class OpenStep(Struct, frozen=True):
    """What dice are thrown for: by whom, at whom, what is needed, and what has come of it so far.

    `need` is the number that is needed or that came of it, `about` what it is compared with. `word` says
    what a die meant. `thrown`: a die lies there, or an attack is past its aim. `actor` and `aimed` are
    keys of units. `drawn` is what the map shows: explosions, a line of fire, where a miss may come down.
    """

    title: str = ""
    who: str = ""
    using: str = ""
    at: str = ""
    need: str = ""
    about: str = ""
    odds: str = ""
    dice: tuple[DieGlyph, ...] = ()
    word: str = ""
    tone: str = "text"
    rows: tuple[tuple[str, str], ...] = ()
    thrown: bool = False
    actor: int = 0
    aimed: int = 0
    drawn: DrawnShot | None = None

    def said(self) -> tuple[str, ...]:
        """Return all its words that may name something."""
        lines = (words for row in self.rows for words in row)
        said = (self.title, self.who, self.using, self.at, self.about, *lines)
        return tuple(filter(None, said))

    def without(self, public: Collection[str]) -> "OpenStep":
        """Return it with only the words that are public; nothing at all where its title is not."""
        if self.title and self.title not in public:
            return OpenStep()
        kept = tuple(row for row in self.rows if all(words in public for words in row if words))
        names = (self.who, self.using, self.at, self.about)
        who, using, at, about = (words if words in public else "" for words in names)
        return replace(self, who=who, using=using, at=at, about=about, rows=kept)


class Moment(Struct, frozen=True):
    """What the players' window says now: the headline at its foot, and the rest beside the map.

    `tint` is the faction on whose colour the headline stands, `mark` an icon before it. `fallen` is the
    unit that was just lost. `named` are the units that have a label on the map.
    """

    headline: str = ""
    token: str = "text"
    tint: str = ""
    mark: str = ""
    step: OpenStep = OpenStep()
    heading: str = ""
    fallen: DeadRow | None = None
    points: str = ""
    named: tuple[int, ...] = ()


def moment_of(view: PlayersView, step: OpenStep, last: Headline, fresh: bool) -> Moment:
    """Return what is told now; `last` is the last outcome, `fresh` while it has to be read first."""
    lost = next((row for row in view.dead if row.unit_id in last.lost), None)
    came = OpenStep(who=last.by, using=last.using, need=last.number, about=last.against)
    named = tuple(filter(None, (step.actor, step.aimed)))
    back = fresh and last.taken_back
    if fresh and lost is not None and not back:
        return Moment(last.words, mark="destroyed", step=came, fallen=lost)
    if step.title and not back and (step.thrown or not fresh):
        return Moment(step.title, step=step, named=named)
    if last.begins and view.active is not None and not last.taken_back:
        active = view.active
        waiting = tuple((title, "") for title in view.steps.values())[:MOST_ROWS]
        words = f"Turn of {active.name}. {active.faction}"
        return Moment(words, tint=active.colour, step=OpenStep(rows=waiting), heading="This turn")
    if fresh and not last.taken_back:
        return Moment(last.words, step=came)
    words = f"Taken back: {last.words}" if last.taken_back else last.words
    rows = tuple((row.words, row.when) for row in view.ahead)
    return Moment(
        words if view.number else "No battle",
        "text2",
        step=OpenStep(rows=rows),
        heading="Next" if rows else "",
        points=_points(view),
    )


def _points(view: PlayersView) -> str:
    """Return the victory points of all players; empty while nobody has any."""
    if not any(side.points for side in view.sides):
        return ""
    codes = {player.id: player.code for player in view.players}
    return "  ".join(f"{codes.get(side.player_id, '')} {side.points}" for side in view.sides)


HOLD, HOLD_DEATH = 4_000, 6_000
"""Milliseconds for which an outcome stands before what comes next, unless dice are thrown for that;
and those for which a death stands in any case."""

_VERBS = {
    Mode.THROW: "throws at", Mode.DROP: "drops it on", Mode.STRIKE: "strikes at",
    Mode.GRAB: "grabs at", Mode.SHOVE: "shoves",
}  # fmt: skip
"""What an attacker does to the target; in all other modes the weapon fires."""


class PlayersFeed(QObject):
    """Follows the desk. `seen` brings a PlayersView, `passed` a Moment, each when it changed.

    `pictured` brings the straightened photo of the table in its sizes, and how solid it is.
    """

    seen = Signal(object)
    passed = Signal(object)
    pictured = Signal(object, float)

    def __init__(self, desk: Desk, hub: Hub, odds: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._odds = desk, odds
        self.view: PlayersView = desk.read(players_view)
        self._queue = queue_of(desk, hub)
        brikwars = BRIKWARS in desk.read(played)
        self._attack = attack_of(desk, hub) if brikwars else None
        self._newest = self._last = self.view.back if self.view.back.act_id else self.view.headline
        self.holding = QTimer(self, singleShot=True)
        """Runs while the last outcome has to be read before anything else is told."""
        self.holding.timeout.connect(self._let_go)
        self.moment = self._moment_now()
        # The map has the same one: a photo is straightened only once.
        self._photo = desk.shared(FlatPhoto, lambda: FlatPhoto(desk))
        self._photo.changed.connect(self.show_photo)
        desk.changed.connect(self._heard)
        self._queue.step_changed.connect(self._look)
        if self._attack is not None:
            self._attack.changed.connect(self._look)
            self._attack.reckoner.known.connect(self._look)

    @property
    def framed(self) -> QRectF:
        """The part of the table with who acts and who is aimed at; null while no dice are thrown."""
        if not self.moment.step.thrown:
            return QRectF()
        spots = (_of_unit(unit_id, self.view) for unit_id in self.moment.named)
        boxes = [spot.around for spot in spots if spot is not None]
        return reduce(QRectF.united, boxes, QRectF())

    def show_odds(self, wanted: bool) -> None:
        """Show the odds of an attack, or leave them out."""
        self._odds = wanted
        self._look()

    def show_photo(self) -> None:
        """Tell of the photo as it is now."""
        self.pictured.emit(self._photo.sizes, self._photo.opacity)

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(players_view.tables):
            return
        if (view := self._desk.read(players_view)) != self.view:
            self.view = view
            self._find_headline()
            self._take_headline()
            self.seen.emit(view)
        self._look()

    def _find_headline(self) -> None:
        """Find out whether an act was taken back, or one was done or done again."""
        before, now = self._newest, self.view.back
        # Of several that were taken back the oldest went last; a younger one is left by a redo.
        went = now.act_id and not (before.taken_back and before.act_id < now.act_id)
        self._newest = now if went else self.view.headline

    def _take_headline(self) -> None:
        """Tell the newest outcome, unless a death is told that has not been read yet."""
        before, now = self._last, self._newest
        lost = {*before.lost} if not before.taken_back else set()
        stands = bool(lost) and lost <= {row.unit_id for row in self.view.dead}
        if now == before or (stands and self.holding.isActive()):
            return
        self._last = now
        again = before.taken_back and now.act_id == before.act_id
        # What had been told before is not told anew where something after it has gone.
        if now.taken_back or now.act_id > before.act_id or again:
            self.holding.start(HOLD_DEATH if now.lost and not now.taken_back else HOLD)
        else:
            self.holding.stop()

    def _let_go(self) -> None:
        self._take_headline()
        self._look()

    def _look(self) -> None:
        if (moment := self._moment_now()) != self.moment:
            self.moment = moment
            self.passed.emit(moment)

    def _moment_now(self) -> Moment:
        step = self._of_attack() or self._of_queue()
        # What is said comes from the referee's own panels: only what betrays nothing is told.
        public = self._desk.read(may_be_told, step.said()) if step.title else ()
        return moment_of(self.view, step.without(public), self._last, self.holding.isActive())

    def _of_queue(self) -> OpenStep:
        current, shown = self._queue.current, self._queue.shown
        # The view alone says what may be told: a step that it does not name is not shown at all.
        title = self.view.steps.get(current.key, "") if current else ""
        if not title or current is None or shown is None:
            return OpenStep(title)
        preview, faces = shown.preview, self._queue.faces
        unit = next((row for row in self.view.units if row.id == current.unit_id), None)
        tones = {each.index: box_tone(each.tone) for each in preview.words}
        step = OpenStep(
            title,
            who=unit.name if unit else title,
            dice=_glyphs(preview.dice, shown.keys, faces, tones),
            rows=tuple(preview.legend[:MOST_ROWS]),
            thrown=bool(faces),
            actor=unit.id if unit else 0,
            drawn=drawn_of(preview),
        )
        return self._choosing(step, preview)

    def _of_attack(self) -> OpenStep | None:
        """Return the attack once it is at its dice; before it is a draft, which nobody sees."""
        attack = self._attack
        if attack is None or attack.shown is None or attack.phase is not AttackPhase.DICE:
            return None
        draft, preview = attack.draft, attack.preview
        by = attack.table.unit(draft.strike.by_id) or attack.table.bearer(draft.strike)
        who, target = (by.name if by else ""), preview.target
        verb = _VERBS.get(draft.strike.mode, "fires at")
        odds = attack.reckoner.odds if self._odds else None
        step = OpenStep(
            f"{who} {verb} {target}",
            who=who,
            using=attack.table.weapon_name(draft.strike),
            at=f"at {target}",
            odds=percent(odds.any_hit) if odds else "",
            thrown=True,
            actor=by.id if by else 0,
            aimed=(draft.aim.unit_id or 0) if draft.aim else 0,
            drawn=shot_of(attack),
        )
        return self._choosing(_rolled(step, attack), preview)

    def _choosing(self, step: OpenStep, preview: Preview) -> OpenStep:
        """Return a step with the answers of its first open question, once its dice are in."""
        if preview.owed or not preview.open_choices:
            return step
        choice = preview.open_choices[0]
        rows = tuple((option.name, "") for option in choice.options[:MOST_ROWS])
        return replace(step, title=choice.prompt, rows=rows)


def _rolled(step: OpenStep, attack: AttackController) -> OpenStep:
    """Return a step with what an attack needs, the dice of its present roll, and what they mean."""
    preview, shown = attack.preview, attack.shown
    assert shown is not None
    hits = [shot for shot in preview.shots if shot.hit is not None]
    coming = [shot for shot in preview.shots if shot.hit is None]
    word, tone = _meaning(hits[-1]) if hits else ("", "text")
    shot = coming[0] if coming else hits[-1] if hits else None
    first = preview.damage_first
    victim = next((each for each in preview.victims if each.damage is not None), None)
    damage = first is not None and len(preview.dice) - preview.owed > first
    places = range(first or 0, len(preview.dice)) if damage else range(first or len(preview.dice))
    tones = {} if damage else {each.index: box_tone(each.tone) for each in preview.words}
    glyphs = _glyphs(preview.dice, shown.keys, attack.faces, tones, places)
    step = replace(step, dice=glyphs, word=word, tone=tone)
    if damage and victim is not None:
        met = f"against Armor {victim.armor}" if victim.armor is not None else "damage"
        return replace(step, need=str(victim.damage), about=met)
    if shot is None or shot.automatic:
        return step
    return replace(step, need=f"{shot.needed}+", about=f"on d{shot.die}")


def _meaning(shot: ShotLine) -> tuple[str, str]:
    """Return what an Action Roll came to in one word, and its tone."""
    if shot.critical_failure:
        return "CRITICAL", "danger"
    if shot.hit and shot.over_the_top:
        return "OVER THE TOP", "ok"
    return ("HIT", "ok") if shot.hit and not shot.parried else ("MISS", "danger")


def _glyphs(
    dice: Sequence[DieAsked],
    keys: Sequence[DieKey],
    faces: Mapping[DieKey, Face],
    tones: Mapping[int, str],
    places: Container[int] | None = None,
) -> tuple[DieGlyph, ...]:
    """Return the dice of a step in the order of their boxes; those without a face still wait."""
    made = []
    for place in side_by_side(dice):
        if places is not None and place not in places:
            continue
        sides, face = dice[place].sides, faces.get(keys[place])
        tone = tones.get(place) or "text2"
        made.append(DieGlyph(sides, face.value, face.origin, tone) if face else DieGlyph(sides))
    return tuple(made)


# --- how it is shown -------------------------------------------------------------------------------

NAME, HEADLINE, NUMBER, LINE_OF_NUMBER, DIE, LEAST_DIE = 1.3, 1.75, 2.6, 2.65, 3.0, 2.4
"""Sizes of text and dice in least texts; that of dice where room is short."""

WAYS = ((NAME, 2, 2), (1.0, 2, 2), (1.0, 2, 1), (1.0, 1, 2), (NAME, 1, 1), (1.0, 1, 1))
"""Sizes of who and at whom, and in how many lines each has room, the best first."""

HEADLINES = 2
"""Lines of the headline."""

LEAST_NAME, BETWEEN = 4, 0.5
"""Least texts of room for the name of a faction in place of its code, and between two seats."""


class TopLine(Board):
    """The turn, and the players in their order: what each still has, and how many it has lost."""

    def __init__(self, theme: StageTheme) -> None:
        self._view: PlayersView | None = None
        super().__init__(theme)
        self._plates: list[tuple[QRectF, PlayerRow]] = []
        self._marks: list[QRectF] = []
        self._with_left = True

    def show_view(self, view: PlayersView) -> None:
        """Show another turn or other players."""
        self._view = view
        self.arrange()

    @override
    def placed(self, box: QRectF) -> Iterator[Piece]:
        self._plates, self._marks = [], []
        view = self._view
        if view is None:
            return
        turn = f"Turn {view.number}" if view.number else view.campaign
        seats = [player for player in view.players if player.active or not player.out]
        least = self.stage.least
        # Without room the turn gets smaller first, then what each has left goes; the dead stay.
        for many, self._with_left in ((NAME, True), (1.0, True), (1.0, False)):
            wide = 1.0 + text_width(board_font(self.stage.times(many)), turn)
            taken = sum(self._wide(seat, seat.code) for seat in seats)
            spare = box.width() - wide - least / 2 - taken
            if spare >= 0:
                break
        wide = min(wide, box.width())
        yield Piece(turn, QRectF(box.left(), box.top(), wide, box.height()), self.stage.times(many))
        left = box.left() + wide + least / 2
        for seat in seats:
            name = seat.code
            # What is left is for the name of who plays; a name of a few letters is none.
            if seat.active and spare > LEAST_NAME * least:
                room = text_width(board_font(least), seat.code) + spare
                name = cut_to(board_font(least), seat.faction, room)
            across = self._wide(seat, name)
            plate = QRectF(left, box.top(), across - BETWEEN * least, box.height())
            yield from self._seat(seat, name, plate)
            left += across

    def _counts(self, seat: PlayerRow) -> tuple[str, str]:
        sides = self._view.sides if self._view else ()
        side = next((each for each in sides if each.player_id == seat.id), None)
        if side is None:
            return "", ""
        return str(side.left) if self._with_left else "", str(side.dead)

    def _wide(self, seat: PlayerRow, name: str) -> float:
        """Return the pixels of a seat with the gap behind it."""
        font, (has, dead) = board_font(self.stage.least), self._counts(seat)
        around = 1.3 + 0.4 * bool(has) + 1.05 + 0.3 + BETWEEN
        return sum(text_width(font, each) for each in (name, has, dead)) + around * self.stage.least

    def _seat(self, seat: PlayerRow, name: str, box: QRectF) -> Iterator[Piece]:
        """Place a seat: the mark of its faction, its name, what it has, a cross and its dead."""
        self._plates.append((box, seat))
        least, (has, dead) = self.stage.least, self._counts(seat)
        left = box.left() + 1.3 * least
        token = seat.colour if seat.active else "text"
        for said, tone, before in ((name, token, 0.0), (has, "text2", 0.4), (dead, "danger", 1.05)):
            if not said:
                continue
            left += before * least
            if tone == "danger":
                cross = QRectF(left - 0.75 * least, box.top(), 0.7 * least, box.height())
                self._marks.append(square_in(cross, 0.7 * least))
            across = text_width(board_font(least), said)
            yield Piece(said, QRectF(left, box.top(), across + 1, box.height()), least, tone)
            left += across

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the plate of who plays, the marks of the factions, the crosses, and the words."""
        theme, least = self.theme, self.stage.least
        for plate, seat in self._plates:
            if seat.active:
                edge = theme.color(seat.colour)
                draw_plate(painter, plate, least / 4, theme.tint(seat.colour), edge, least / 16)
            mark = QRectF(plate.left() + 0.3 * least, plate.top(), 0.8 * least, plate.height())
            paint_faction_mark(painter, square_in(mark, 0.8 * least), theme, seat.colour)
        for mark in self._marks:
            paint_icon(painter, mark, theme, "cross", "danger")
        super().paint(painter, box)


class MomentBoard(Board):
    """Shows a part of a moment."""

    def __init__(self, theme: StageTheme) -> None:
        self._moment = Moment()
        super().__init__(theme)

    def show_moment(self, moment: Moment) -> None:
        """Show another moment."""
        self._moment = moment
        self.arrange()


class FootLine(MomentBoard):
    """The headline, in at most two lines."""

    @override
    def placed(self, box: QRectF) -> Iterator[Piece]:
        moment, edge = self._moment, self.stage.times(0.6)
        inner = box.adjusted(edge, 0, -edge, 0)
        if moment.mark:
            inner.setLeft(inner.left() + self.stage.times(HEADLINE + 0.4))
        # What is too long for two lines is set smaller before anything of it is cut.
        sizes = (HEADLINE, 1.5, NAME, 1.0)
        yield from self.in_middle(moment.headline, inner, sizes, moment.token, most=HEADLINES)

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the tint of who plays, the mark, and the words."""
        theme, moment = self.theme, self._moment
        ground = theme.tint(moment.tint) if moment.tint else theme.color("bg1")
        draw_plate(painter, box, self.stage.times(0.25), ground)
        if moment.mark and self.pieces:
            side = self.stage.times(HEADLINE)
            place = QRectF(
                self.stage.times(0.6), self.pieces[0].box.top(), side, self.pieces[0].box.height()
            )
            paint_icon(painter, square_in(place, side), theme, moment.mark, "danger")
        super().paint(painter, box)


class SideBoard(MomentBoard):
    """Who, at whom, what is needed, the dice and what they mean; or what comes next."""

    def __init__(self, theme: StageTheme) -> None:
        self._dice: list[tuple[QRectF, DieGlyph]] = []
        self._fallen = QRectF()
        super().__init__(theme)

    @override
    def placed(self, box: QRectF) -> Iterator[Piece]:
        self._dice, self._fallen = [], QRectF()
        moment, step = self._moment, self._moment.step
        down, least = box.top(), self.stage.least
        numbers = LINE_OF_NUMBER * least * bool(step.need)
        if moment.fallen is not None:
            room = box.height() - numbers - (2 * line_high(least) + least) * bool(step.who)
            side = max(2.0 * least, min(5.0 * least, box.width() / 2, room))
            self._fallen = QRectF(box.left(), down, side, side)
            down += side + 0.4 * least
        room = box.bottom() - down - numbers - LEAST_DIE * least * bool(step.dice)
        for many, words, strong, most in self._names(step, room):
            made = self.lines(words, _under(box, down), many, strong=strong, most=most)
            yield from made
            down = _end(made, down)
        if step.need:
            yield from self._needed(step, _under(box, down))
            down += numbers
        if step.dice:
            high = min(DIE * least, box.bottom() - down)
            yield from self._thrown(step, QRectF(box.left(), down, box.width(), high))
            down += high + 0.3 * least
        yield from self._rows(moment, _under(box, down))

    def _names(self, step: OpenStep, room: float) -> Iterator[tuple[float, str, bool, int]]:
        """Yield size, words and lines of who and at whom: without room their second lines go first."""
        using = f"{step.who}, {step.using}" if step.using else step.who
        # The weapon goes before a name is cut.
        ways = [(who, *way) for who in (using, step.who) for way in WAYS]
        fits = (way for way in ways if self._have_room(way, step.at, room))
        who, many, first, second = next(fits, ways[-1])
        if who:
            yield many, who, True, first
        if step.at:
            yield many, step.at, False, second

    def _have_room(self, way: tuple[str, float, int, int], at: str, room: float) -> bool:
        who, many, *most = way
        high = line_high(self.stage.times(many))
        said = [(words, lines) for words, lines in zip((who, at), most, strict=True) if words]
        boxes = [QRectF(0, 0, self.width(), lines * high) for _, lines in said]
        return sum(box.height() for box in boxes) <= room and all(
            self.largest(words, box, (many, 0), most=lines) == many
            for (words, lines), box in zip(said, boxes, strict=True)
        )

    def _needed(self, step: OpenStep, box: QRectF) -> Iterator[Piece]:
        """Place the number that is needed or that came of it, with what it is compared with."""
        pixels = self.stage.times(NUMBER)
        wide = text_width(board_font(pixels), step.need) + 1
        row = QRectF(box.left(), box.top(), box.width(), LINE_OF_NUMBER * self.stage.least)
        yield Piece(step.need, QRectF(row.left(), row.top(), wide, row.height()), pixels)
        beside = row.adjusted(wide + self.stage.times(0.4), 0, 0, 0)
        words = f"{step.about}  {step.odds}" if step.odds else step.about
        sizes = (NAME, 1.15, 1.0)
        yield from self.in_middle(words, beside, sizes, "text2", most=2, strong=False)

    def _thrown(self, step: OpenStep, box: QRectF) -> Iterator[Piece]:
        """Place the dice, or their sum where there are many, and behind them what they mean."""
        if len(step.dice) > MOST_DICE:
            thrown = [die.value for die in step.dice if die.value is not None]
            words = f"{sum(thrown)} on {len(thrown)} of {len(step.dice)} dice"
            yield from self.in_middle(words, box, (NAME, 1.0), most=2)
            return
        gap, count = 0.3 * self.stage.least, len(step.dice)
        side = min(box.height(), (box.width() - gap * (count - 1)) / count)
        for place, die in enumerate(step.dice):
            square = QRectF(box.left() + place * (side + gap), box.top(), side, side)
            self._dice.append((square, die))
        beside = box.adjusted(count * (side + gap), 0, 0, side - box.height())
        if step.word and beside.width() >= self.stage.times(2.5):
            sizes = (HEADLINE, NAME, 1.0)
            yield from self.in_middle(step.word, beside, sizes, step.tone, most=2)

    def _rows(self, moment: Moment, box: QRectF) -> Iterator[Piece]:
        """Place the lines below: answers, what faces mean, what comes next; as many as have room."""
        down, high = box.top() + self.stage.times(0.2), line_high(self.stage.least)
        points = high * bool(moment.points)
        if moment.heading and moment.step.rows:
            yield from self.lines(moment.heading, _under(box, down), 1.0, "text2", strong=False)
            down += high * 1.2
        for words, beside in moment.step.rows:
            line = f"{words}  {beside}" if moment.step.dice and beside else words
            made = self.lines(line, _under(box, down), 1.0, most=2)
            if beside and not moment.step.dice:
                made += self.lines(
                    beside, _under(box, _end(made, down)), 1.0, "text2", strong=False
                )
            if _end(made, down) > box.bottom() - points:
                break
            yield from made
            down = _end(made, down) + self.stage.times(0.3)
        if moment.points:
            below = QRectF(box.left(), box.bottom() - high, box.width(), high)
            yield from self.lines(f"Points  {moment.points}", below, 1.0)

    @override
    def paint(self, painter: QtGui.QPainter, box: QRectF) -> None:
        """Paint the token of who was lost, the dice, and the words."""
        fallen = self._moment.fallen
        if fallen is not None and not self._fallen.isNull():
            look = TokenLook(fallen.colour, solid=fallen.size < SOLID_UNDER)
            paint_fallen(painter, self._fallen, self.theme, look)
        for square, die in self._dice:
            paint_die_glyph(painter, square, self.theme, die)
        super().paint(painter, box)


def _under(box: QRectF, down: float) -> QRectF:
    return QRectF(box.left(), down, box.width(), max(0.0, box.bottom() - down))


def _end(made: Sequence[Piece], down: float) -> float:
    return made[-1].box.bottom() if made else down


LEAST = QSize(640, 360)
USUAL = QSize(1280, 720)

MAP_PART, MAP_PART_NARROW, NARROW = 0.62, 0.55, 1.5
"""The map's part of the width, that in a narrow window, and how many times wider than high that is."""


class PlayersWindow(Arranged, QWidget):
    """Shows the values that it is given, and knows no campaign. Nothing can be done in it.

    Esc, or the key that opened it, closes it; 0 shows the whole table, F11 fills the screen.
    `closed` is emitted when it is closed in whatever way.
    """

    closed = Signal()

    def __init__(self, theme: StageTheme) -> None:
        super().__init__()
        self.arranged_by(self._take_size)
        self.theme, self._away = theme, AWAY
        self.setWindowTitle("BrikDesk for the players")
        # It is looked at on another screen, while the keys go on working on the desk.
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setMinimumSize(LEAST)
        self.resize(USUAL)
        self.top, self.map = TopLine(theme), PlayersMap(theme)
        self.map.overlay.only = ()
        self.side, self.foot = SideBoard(theme), FootLine(theme)
        self.cover = CoverBoard(theme, "One moment", NUMBER)
        for part in (self.top, self.map, self.side, self.foot, self.cover):
            part.setParent(self)
        self.cover.hide()
        for keys in KEYS["players"]:
            QtGui.QShortcut(QtGui.QKeySequence(keys), self, self.close)

    def show_view(self, view: PlayersView) -> None:
        """Show the battle as the players may see it."""
        self.top.show_view(view)
        self.map.show_view(view)

    def show_moment(self, moment: Moment) -> None:
        """Show what is told now, and what that draws on the map."""
        self.map.name_only(moment.named)
        self.map.show_shot(moment.step.drawn)
        self.side.show_moment(moment)
        self.foot.show_moment(moment)

    def show_place(self, box: QRectF) -> None:
        """Show this part of the table, as the desk does; all of it for a null box."""
        self.map.show_place(box)

    def read_from(self, away: float) -> None:
        """Set the sizes for who reads it from so many metres away."""
        self._away = away
        self._take_size()

    def show_cover(self, wanted: bool) -> None:
        """Cover all of it, or show it again."""
        self.cover.setVisible(wanted)
        self.cover.raise_()

    # --- as a window -----------------------------------------------------------------------------

    @override
    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Close, fit the table, or fill the screen; other keys do nothing here."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif sign(event) == "0":
            self.map.fit()
        elif event.key() == Qt.Key.Key_F11:
            self.showNormal() if self.isFullScreen() else self.showFullScreen()

    @override
    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        """Tell who opened it, which keeps its place."""
        super().closeEvent(event)
        self.closed.emit()

    def _take_size(self) -> None:
        theme = self.theme
        theme.fit(self.size(), millimetres(self.screen()), self._away)
        edge, wide, high = theme.times(0.3), self.width(), self.height()
        top = round(line_high(theme.times(NAME)))
        foot = round(HEADLINES * line_high(theme.times(HEADLINE)) + theme.times(0.1))
        self.top.setGeometry(edge, edge, wide - 2 * edge, top)
        self.foot.setGeometry(edge, high - foot - edge, wide - 2 * edge, foot)
        begin, middle = 2 * edge + top, high - top - foot - 4 * edge
        part = MAP_PART_NARROW if wide < NARROW * high else MAP_PART
        across = round((wide - 2 * edge) * part)
        self.map.setGeometry(edge, begin, across, middle)
        left = 2 * edge + across
        self.side.setGeometry(left, begin, wide - left - edge, middle)
        self.cover.setGeometry(self.rect())
