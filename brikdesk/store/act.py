"""What an act is: a frozen value that says what the referee decided, found by its name in a file."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BeforeValidator, PlainSerializer, TypeAdapter, ValidationError
from pydantic_core import SchemaValidator
from sqlmodel import Session

from brikdesk.dice import Face, Origin
from brikdesk.errors import BadInput, Refusal, Refused
from brikdesk.games import GAMES
from brikdesk.store.lines import Outcome
from brikdesk.store.session import campaign_session
from brikdesk.text import clean

ActClass = TypeVar("ActClass")


class Kinds(MutableMapping[str, ActClass], Generic[ActClass]):
    """All act classes that are imported, or whose module is known. Iterating values imports all.

    The modules are those placed here, and those that the registered games name.
    """

    def __init__(self) -> None:
        self._made: dict[str, ActClass] = {}
        self._places: dict[str, str] = {}

    def place(self, names: Mapping[str, tuple[str, ...]]) -> None:
        """Register, for each module, the names of the classes that it defines."""
        for module, kinds in names.items():
            self._places.update(dict.fromkeys(kinds, module))

    def __getitem__(self, name: str) -> ActClass:
        if name not in self._made:
            # Importing defines the class, and Act.__init_subclass__ adds it to `_made`.
            import_module(self._everywhere()[name])
        return self._made[name]

    def __setitem__(self, name: str, kind: ActClass) -> None:
        self._made[name] = kind

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._everywhere(), *self._made)))

    def __len__(self) -> int:
        return len(self._everywhere().keys() | self._made.keys())

    def _everywhere(self) -> dict[str, str]:
        # Asked each time, because a game may be registered after the acts are placed.
        places = dict(self._places)
        for game in GAMES.values():
            # What settles a step is named where its clock is declared.
            for acts in (game.acts, *(each.settles for each in game.lasting)):
                for module, names in acts.items():
                    places.update(dict.fromkeys(names, module))
        return places


def face_from_data(data: Any) -> Any:
    """Read a face: a typed one is a bare number, others are {"face": 3, "origin": "rolled"}."""
    if _is_whole(data):
        return Face(data)
    stated = isinstance(data, Mapping) and set(data) <= {"face", "origin"}
    if stated and _is_whole(data.get("face")):
        return Face(data["face"], Origin(data.get("origin", "typed")))
    return data


def _is_whole(value: Any) -> bool:
    # In Python True is an int too.
    return isinstance(value, int) and not isinstance(value, bool)


def face_to_data(face: Face) -> Any:
    """Return a face as data: typed ones as a bare number."""
    if face.origin is Origin.TYPED:
        return face.value
    return {"face": face.value, "origin": face.origin.value}


LaidFace = Annotated[Face, BeforeValidator(face_from_data), PlainSerializer(face_to_data)]
Faces = tuple[LaidFace, ...]
"""Dice as they lie on the table, in the order of the step that asks for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(ABC):
    """One decision of the referee, with the dice as they lie on the table.

    Subclasses are frozen dataclasses of ids, choices and faces. `overruled` names the
    requirements whose refusal the referee sets aside.
    """

    KINDS: ClassVar[Kinds[type["Act"]]] = Kinds()
    is_attack: ClassVar[bool] = False
    """Whether a report tells it among the attacks of a turn."""
    takes_long: ClassVar[bool] = False
    """Whether it may take so long that the window does it beside itself, with its progress."""
    overruled: frozenset[str] = field(default=frozenset())

    def __init_subclass__(cls) -> None:
        # dataclass(slots=True) makes the class anew: the last one of a name is the real one.
        if not cls.__name__.startswith("_"):
            Act.KINDS[cls.__name__] = cls

    @abstractmethod
    def carry_out(self, session: Session) -> Outcome:
        """Read rows, ask the rules, then write rows. Make all checks before the first write.

        Raise Refused if a rule forbids the act, BadInput if the act makes no sense.
        """

    def refuse_if(self, condition: object, rule: str, sentence: str, session: Session) -> None:
        """Raise Refused if `condition` holds, unless the referee overruled `rule`.

        The journal notes a rule as overruled only when its condition really held, and what it was.
        Where all refusals are asked for (`all_refusals`) it is only noted, and the act goes on.
        """
        if not condition:
            return
        here, refusal = campaign_session(session), Refusal(rule, sentence)
        if rule in self.overruled:
            here.overruled.add(rule)
            here.set_aside[refusal] = None
        elif here.refusals is None:
            raise Refused(rule, sentence)
        else:
            here.refusals[refusal] = None

    def as_data(self) -> dict[str, Any]:
        """Return the act as JSON values, without its name and without fields that have defaults."""
        data: dict[str, Any] = reader(type(self)).dump_python(
            self, mode="json", exclude_defaults=True
        )
        if self.overruled:
            data["overruled"] = sorted(self.overruled)
        cleaned: dict[str, Any] = _cleaned(data)
        return cleaned


def all_refusals(session: Session, ask: Callable[[], object]) -> Refused | None:
    """Return all that the rules have against something, as one refusal; None if nothing.

    `ask` does it, or checks it. Past a refusal it goes on as if the referee had overruled it. Raise
    BadInput as it does, unless something was refused before.
    """
    here = campaign_session(session)
    before, found = here.refusals, dict[Refusal, None]()
    here.refusals = found
    try:
        ask()
    except BadInput:
        if not found:
            raise
    finally:
        here.refusals = before
    first = next(iter(found), None)
    return Refused(*first, tuple(found)) if first else None


AnAct = TypeVar("AnAct", bound=Act)


def overruling(act: AnAct, *rules: str) -> AnAct:
    """Return the act with these rules overruled too; an act made of acts passes them on to each."""
    return replace(act, overruled=act.overruled | frozenset(rules))


def _cleaned(data: Any) -> Any:
    """Return data with its texts cleaned, as acts clean their own texts."""
    if isinstance(data, str):
        return clean(data)
    if isinstance(data, Mapping):
        return {key: _cleaned(value) for key, value in data.items()}
    return [_cleaned(item) for item in data] if isinstance(data, list) else data


@cache
def reader(kind: type[Any]) -> TypeAdapter[Any]:
    """Return the pydantic adapter that reads and writes one kind of act."""
    return TypeAdapter(kind)


@cache
def _strict_reader(kind: type[Act]) -> SchemaValidator:
    """Return a validator that accepts only numbers as numbers: not true, not "1", not 1.0 for 1.

    Everything but numbers stays lenient: JSON has lists and names where acts have tuples and enums.
    """
    return SchemaValidator(_with_strict_numbers(reader(kind).core_schema))


def _with_strict_numbers(schema: Any) -> Any:
    if isinstance(schema, list | tuple):
        return type(schema)(_with_strict_numbers(part) for part in schema)
    if not isinstance(schema, dict):
        return schema
    inner = {name: _with_strict_numbers(part) for name, part in schema.items()}
    return inner | ({"strict": True} if schema.get("type") in _NUMBERS else {})


_NUMBERS = ("int", "float", "bool")


def act_from_data(data: Any) -> Act:
    """Read an act such as {"act": "Ignite", "unit_id": 3, ...}.

    Raise BadInput, with the name of the wrong field, for anything that is not an act.
    """
    # First of all: pydantic, and cleaning the texts, would follow the nesting by recursion.
    if _is_deep(data):
        raise BadInput(f"Acts and their values are nested at most {DEEPEST} deep.")
    if not isinstance(data, Mapping) or "act" not in data:
        raise BadInput('An act is an object with its name in "act".')
    if not isinstance(data.get("acts", []), list):
        raise BadInput('"acts" holds a list of acts.', "acts")
    kind = Act.KINDS.get(str(data["act"]))
    if kind is None:
        raise BadInput(f"There is no act called {str(data['act'])[:60]!r}.", "act")
    fields = {name: value for name, value in data.items() if name != "act"}
    known = set(kind.__dataclass_fields__)
    if unknown := sorted(set(fields) - known):
        raise BadInput(f"{kind.__name__} has no field called {unknown[0][:60]!r}.", unknown[0][:60])
    try:
        act = _strict_reader(kind).validate_python(fields)
    except ValidationError as error:
        raise BadInput(*_first_problem(error)) from None
    except ValueError as error:
        raise BadInput(f"{kind.__name__}: {error}") from None
    assert isinstance(act, Act)
    return act


def _is_deep(data: Any) -> bool:
    """Return whether values are nested deeper than in any act."""
    layer, deep = [data] if isinstance(data, Mapping | list | tuple) else [], 0
    while layer and deep <= DEEPEST:
        inner = [each.values() if isinstance(each, Mapping) else each for each in layer]
        layer = [
            part for values in inner for part in values if isinstance(part, Mapping | list | tuple)
        ]
        deep += 1
    return bool(layer)


DEEPEST = 30
"""The most layers of lists and objects in an act; an act within another takes two layers."""


def act_to_data(act: Act) -> dict[str, Any]:
    """Return an act as data with its name, as `act_from_data` reads it."""
    return {"act": type(act).__name__, **act.as_data()}


def _first_problem(error: ValidationError) -> tuple[str, str]:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{first['msg']}.", where
