"""Forms as data: kinds of questions, their answers, and the forms made of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.acts.checks import named_point, point_words
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point, RoundBase
from brikdesk.lengths import in_field
from brikdesk.store.views.units import units as all_units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.models.map import Zone
from ui.parts.pick_buttons import PickOption, PickStyle
from ui.widgets.tokens import TokenLook

Values = Mapping[str, Any]

ABOUT = "_unit"
"""The name of the value with the unit that a form was opened for."""

ABOUT_AS = "_unit_as"
"""The name of the value with the name of the question that this unit answers."""


class FieldOption(Struct, frozen=True):
    """One answer to choose: its value for the act, its words, and the token if it is a unit.

    `unit_id` is the unit that it belongs to, if any.
    """

    value: Any
    words: str
    token: TokenLook | None = None
    unit_id: int | None = None


FieldOptions = Callable[[Desk, Values], Sequence[FieldOption]]


def nothing_likely(desk: Desk, values: Values) -> Any:
    """Return None: no answer is more likely than another."""
    return None


def fixed(*pairs: tuple[Any, str]) -> FieldOptions:
    """Return options that are always the same, from pairs of value and words."""
    options = tuple(FieldOption(value, words) for value, words in pairs)
    return lambda desk, values: options


class _Called(Struct, frozen=True):
    """What every question has: the name of the act's field, and the label above its own."""

    name: str
    label: str


class FormQuestion(_Called, frozen=True, kw_only=True):
    """One question. `hint` stands below its field; `shown` may hide it.

    `shown` is asked with the answers so far; in an editor, with its draft. An optional question
    that is left open is not passed to the act, which then uses its default.
    """

    hint: str = ""
    optional: bool = False
    wide: bool = False
    shown: Callable[[Any], bool] = lambda known: True
    default: Any = None
    derived: bool = False
    """Whether the rules derive it: what is typed over them stands in strong type."""


class Pick(FormQuestion, frozen=True, kw_only=True):
    """A choice of one answer; `none` are the words for leaving an optional one open."""

    options: FieldOptions
    none: str = "–"
    only_if_any: bool = False
    """Whether it is asked only if there is something to choose from."""
    first: bool = False
    """Whether the first answer is chosen to begin with, as the likeliest."""
    follows: str = ""
    """The name of a question after whose change the first answer is chosen again."""
    likely: Callable[[Desk, Values], Any] = nothing_likely
    """What is chosen to begin with, and anew with other answers until somebody chooses by hand."""
    noun: str = ""
    """The word for one of them in "there is no ..."; empty: the label in small letters."""


class Number(FormQuestion, frozen=True, kw_only=True):
    """A number from `least` to `most`, with its unit in grey; whole unless `decimals`.

    `likely` is as for a choice: it stands there, anew with other answers, until somebody types.
    """

    least: float = 0
    most: float = 999
    unit: str = ""
    decimals: int = 0
    likely: Callable[[Desk, Values], Any] = nothing_likely


NAME_LENGTH = 80
BOUNDLESS = 32_767
"""Letters of a line at most: as Qt has it."""


class Text(FormQuestion, frozen=True, kw_only=True):
    """Words, on one line or several.

    `reads` makes the answer of what is typed, or raises BadInput; without it the answer is the
    words, None if there are none. `writes` makes words of an answer.
    """

    lines: int = 1
    longest: int = NAME_LENGTH
    reads: Callable[[str], Any] | None = None
    writes: Callable[[Any], str] = lambda answer: str(answer or "")
    needed: str = "Write something."
    grey: str = ""
    """What stands in grey while nothing is typed."""
    tall: int = 0
    """Height in pixels at 100 %; 0: as high as its lines."""


def from_unit(name: str) -> Callable[[Desk, Values], RoundBase | None]:
    """Return a function that finds the unit that answers the question `name`."""

    def found(desk: Desk, values: Values) -> RoundBase | None:
        rows = desk.read(all_units)
        return next((row for row in rows if row.id == values.get(name)), None)

    return found


def from_bearer(weapons: Any, name: str) -> Callable[[Desk, Values], RoundBase | None]:
    """Return a function that finds the bearer of the weapon that answers the question `name`.

    `weapons` is the view of the weapons.
    """

    def found(desk: Desk, values: Values) -> RoundBase | None:
        bearers = (row.unit_id for row in desk.read(weapons) if row.id == values.get(name))
        return from_unit(name)(desk, {name: next(bearers, None)})

    return found


class Place(FormQuestion, frozen=True, kw_only=True):
    """A place of the table: clicked on the map, pointed at with arrows, or typed as 27 20.

    `x` and `y` name the act's fields for a point; empty: the act takes it in words. `words` names
    its field for words, alone or before a point; empty: only a point will do. A click on a unit
    answers the question `unit` too, if there is one. `begins` returns what goes or fires there; the
    question `inches` takes the inches between both, and `across` says how wide the place becomes.
    With `several` each click adds a corner of an outline. `covers` returns what lies there then, for
    a place of the table.
    """

    x: str = "x"
    y: str = "y"
    words: str = ""
    unit: str = ""
    begins: Callable[[Desk, Values], RoundBase | None] = lambda desk, values: None
    inches: str = ""
    several: bool = False
    across: Callable[[Desk, Values], float | None] = lambda desk, values: None
    covers: Callable[[Values, Point], Zone | None] = lambda values, point: None

    def answers(self, name: str) -> bool:
        """Return whether it fills in this field of the act."""
        return bool(name) and name in (self.name, self.x, self.y, self.words)

    def known(self, values: Mapping[str, Any]) -> str | None:
        """Return what is known of it as it is typed; None if nothing is."""
        x, y = values.get(self.x), values.get(self.y)
        said = str(values.get(self.words) or values.get(self.name) or "")
        point = "" if x is None or y is None else f"{in_field(x)} {in_field(y)}"
        # Words that are no more than the point would stand there twice.
        if point and named_point(said) == ("", (x, y)):
            said = ""
        return ", ".join(part for part in (said, point) if part) or None

    def fields(self, typed: Any) -> dict[str, Any]:
        """Return the act's fields; BadInput for words where only a point will do."""
        if self.several:
            return {self.words: typed}
        said, point = named_point(str(typed))
        if point is None and not self.words:
            raise BadInput(A_POINT, self.name)
        if point is not None and not (self.x and self.y):  # the act takes it in words
            said, point = ", ".join(part for part in (said, point_words(*point)) if part), None
        elif point is not None and self.words and not self.optional:
            said = said or point_words(*point)
        found: dict[str, Any] = {self.words: said} if said and self.words else {}
        return found if point is None else {**found, self.x: point[0], self.y: point[1]}


A_POINT = "Click it on the map, or type it as 27 20: inches from the left, then from the far edge."


class YesNo(FormQuestion, frozen=True, kw_only=True):
    """Yes or no."""


class OneOf(FormQuestion, frozen=True, kw_only=True):
    """One of a list whose rows do not depend on the campaign."""

    options: tuple[FieldOption, ...]


class Buttons(FormQuestion, frozen=True, kw_only=True):
    """One of a few, each a button of its own."""

    options: tuple[PickOption, ...] = ()
    style: PickStyle = "pill"


class Ticks(FormQuestion, frozen=True, kw_only=True):
    """Any of a few, each a pill; the answer are the names of those that are on."""

    options: tuple[PickOption, ...]


class Terms(FormQuestion, frozen=True, kw_only=True):
    """Terms: pills for the known ones, and a line for others."""

    known: tuple[str, ...]


class TypedName(FormQuestion, frozen=True, kw_only=True):
    """One of a list of names, or a name that is typed; `none` are the words for neither."""

    names: tuple[str, ...]
    none: str


class DiceFaces(FormQuestion, frozen=True, kw_only=True):
    """Faces of dice with the same number of sides; their count can be changed, up to `most`."""

    sides: int = 4
    count: int = 1
    most: int = 20


class HowMany(FormQuestion, frozen=True, kw_only=True):
    """How many of each; the answer names each as often: 2 d6 Damage and 1 d4 Fire are 3 names."""

    options: FieldOptions


FirstLines = Callable[[Desk, Values], Sequence[Mapping[str, Any]]]


class Lines(FormQuestion, frozen=True, kw_only=True):
    """Several of the same kind: members of a crew, types of round. Each line has every cell.

    `begins` returns the lines that are there already; `more` are the words on the button for
    another line.
    """

    cells: tuple[FormQuestion, ...]
    more: str
    begins: FirstLines = lambda desk, values: ()
    wanted: bool = False
    """Whether at least one line is needed."""


KnownAlready = Callable[[Desk, Hub, Values], Values]


def as_it_stands(view: Any, key: str, *facts: str) -> Callable[[Desk, Values], dict[str, str]]:
    """Return a function that says in words what the row of `view` holds that the question `key` names.

    `facts` are names of its fields and of the questions about them alike.
    """

    def found(desk: Desk, values: Values) -> dict[str, str]:
        row = next((row for row in desk.read(view) if row.id == values.get(key)), None)
        return {name: fact_in_words(getattr(row, name)) for name in facts if row is not None}

    return found


def fact_in_words(fact: Any) -> str:
    """Return what a field of a row holds as a form shows it: Yes, 12, the first battle; "" for None."""
    if fact is None or isinstance(fact, bool):
        return "" if fact is None else "Yes" if fact else "No"
    if isinstance(fact, tuple):
        return ", ".join(fact)
    return f"{fact:g}" if isinstance(fact, float) else " ".join(str(fact).split())


ToActFields = Callable[[dict[str, Any]], dict[str, Any]]


class _Titled(Struct, frozen=True):
    """What every form has: the name of its act, and a title."""

    name: str
    title: str


class ActForm(_Titled, frozen=True, kw_only=True):
    """The form of one act: button of the sheet, words by which the palette finds it.

    `about` names the question that is answered by the unit for which the form is opened. `known`
    returns what the desk can fill in about that unit, `now` in words what stands where a question is
    left open, which its field shows in grey. `made` turns the answers into the act's fields.
    `deletes` makes the button red. `rule_set` names the game that has such acts; empty: all have
    them. `many`: it is done to all units that are selected together.
    """

    icon: str
    words: str
    button: str
    fields: tuple[FormQuestion, ...] = ()
    about: str = ""
    made: ToActFields = lambda values: values
    known: KnownAlready = lambda desk, hub, values: {}
    now: Callable[[Desk, Values], dict[str, str]] = lambda desk, values: {}
    deletes: bool = False
    rule_set: str = ""
    many: bool = False

    def filled_if_it_fits(self, desk: Desk, unit_id: int) -> "FilledForm":
        """Return the form about this unit if it is one of the answers; else with none filled in."""
        if not self.about:  # it asks for no such unit, but its lists begin with what is this one's
            return self.filled(unit_id or None)
        asks = [each for each in self.fields if isinstance(each, Pick) and each.name == self.about]
        answers = [each.value for ask in asks for each in ask.options(desk, {ABOUT: unit_id})]
        return self.filled(unit_id if unit_id in answers else None)

    def filled(self, unit_id: int | None = None, /, **values: Any) -> "FilledForm":
        """Return the form with these answers filled in, and the unit that it is about."""
        # By position only: `unit_id` may be the name of a question as well.
        known = dict(values)
        if unit_id is not None:
            known[ABOUT] = unit_id
            if self.about:
                known.setdefault(self.about, unit_id)
        return FilledForm(self, known)


class FilledForm(Struct, frozen=True):
    """A form with the answers that are known when it opens.

    `units` are all those that its act is done to, where they are several: then none is asked for.
    """

    form: ActForm
    values: dict[str, Any] = field(default_factory=dict)
    units: tuple[int, ...] = ()

    def knowing(self, desk: Desk, hub: Hub) -> "FilledForm":
        """Return it with the answers that the desk knows filled in too."""
        known = {**self.values, **self.form.known(desk, hub, self.values)}
        for place in self.form.fields:
            if isinstance(place, Place) and (said := place.known(known)) is not None:
                known = {name: each for name, each in known.items() if not place.answers(name)}
                known[place.name] = said
        # Done to all that are selected together, the form asks for none of them.
        units = hub.together_with(known.get(self.form.about) or 0) if self.form.many else ()
        if len(units) < 2:
            return FilledForm(self.form, known)
        asked = tuple(each for each in self.form.fields if each.name != self.form.about)
        return FilledForm(replace(self.form, fields=asked), known, units)

    @property
    def title(self) -> str:
        """The title of the form, with how many units it is for."""
        return f"{self.form.title}: {len(self.units)} units" if self.units else self.form.title

    def acts(self, answers: Values) -> list[dict[str, Any]]:
        """Return the act of each unit as data; one act where it is not for several."""
        data = self.data(answers)
        return [{**data, self.form.about: each} for each in self.units] or [data]

    def lack(self, desk: Desk) -> str:
        """Return a sentence if the form's first list would be empty; empty words if it is not."""
        # Only the first question decides: later ones may get their rows from earlier answers.
        first = next(iter(self.form.fields), None)
        if not isinstance(first, Pick) or first.optional or first.only_if_any:
            return ""
        unanswered = dict.fromkeys(question.name for question in self.form.fields)  # all None
        about = {ABOUT: self.values.get(ABOUT), ABOUT_AS: self.form.about}
        known = first.name in self.values and first.name != self.form.about
        if known or first.options(desk, {**unanswered, **about}):
            return ""
        return f"{self.form.title}: there is no {first.noun or first.label.lower()}."

    def data(self, answers: Values) -> dict[str, Any]:
        """Return the act as data, made of these answers and of what is known but not asked."""
        asked = {question.name for question in self.form.fields}
        # Names with an underscore, as ABOUT, are for the form alone.
        known = {name: value for name, value in self.values.items() if not name.startswith("_")}
        # Known values of questions are left out: their answers may be others, or open, by now.
        extra = {name: value for name, value in known.items() if name not in asked}
        said = dict(answers)
        for question in self.form.fields:
            if isinstance(question, Place) and question.name in said:
                said.update(question.fields(said.pop(question.name)))
        return {"act": self.form.name, **self.form.made({**extra, **said})}
