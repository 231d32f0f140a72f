"""Values made of rows: what both have under the same name is copied, and not written out."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter, itemgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

Made = TypeVar("Made")


def copied(kind: type[Made], row: object, /, **others: Any) -> Made:
    """Return a value of a kind: what a row has under the same names is copied, the rest is given.

    What the value holds as a tuple, a list or a dict becomes a new one, and an enum becomes its word
    where the value holds a word. A new row gets a key of its own.
    """
    asked: tuple[Any, ...] = (kind, type(row), tuple(others))
    names, read, here, ways = _way_of_copying(*asked)
    try:
        # The columns of a row are there already, where they are found in a third of the time.
        found = here(row.__dict__) if here else read(row)
    except KeyError:  # SQLAlchemy has yet to read one of them
        found = read(row)
    values = dict(zip(names, found, strict=True))
    for name, way in ways:
        if (value := values[name]) is not None:
            values[name] = way(value)
    return kind(**values, **others)


_TELLING = ("__struct_fields__", "__slots__", "__tablename__")
"""The attributes by which a type says which fields its values have: Structs, slotted classes, rows."""


class _WayOfCopying(NamedTuple):
    """Which names are copied, how they are read from a row or from what it holds, and converted."""

    names: tuple[str, ...]
    read: Callable[[object], Any]
    here: Callable[[Mapping[str, Any]], Any] | None
    ways: tuple[tuple[str, Callable[[Any], Any]], ...]


@cache
def _way_of_copying(kind: Any, source: Any, others: tuple[str, ...]) -> _WayOfCopying:
    """Return what is copied from one type to another; `here` is None unless all of it are columns."""
    # Of other types nobody could tell which names their values have.
    assert any(hasattr(source, each) for each in _TELLING), f"{source.__name__} names no fields"
    fields = _fields_of(kind)
    own_key = hasattr(kind, "__tablename__")
    names = tuple(
        name
        for name in fields
        if name not in others and hasattr(source, name) and not (own_key and name == "id")
    )
    assert len(names) > 1, f"{kind.__name__} has nothing to copy from {source.__name__}"
    ways = ((name, _WAYS.get(_plain(fields[name]))) for name in names)
    columns = set(names) <= set(getattr(source, "model_fields", ()))
    here = itemgetter(*names) if columns else None
    found = tuple((name, way) for name, way in ways if way)
    return _WayOfCopying(names, attrgetter(*names), here, found)


def _fields_of(kind: Any) -> Mapping[str, Any]:
    """Return the types of what a value of this kind is made of, by name."""
    if hasattr(kind, "model_fields"):
        return {name: field.annotation for name, field in kind.model_fields.items()}
    hints = get_type_hints(kind)
    names = getattr(kind, "__struct_fields__", None) or kind.__dataclass_fields__
    return {name: hints[name] for name in names}


def _plain(hint: Any) -> Any:
    """Return tuple for `tuple[str, ...] | None`, str for `str | None`, and so on."""
    if isinstance(hint, UnionType):
        hint = next((each for each in get_args(hint) if each is not NoneType), hint)
    return get_origin(hint) or hint


_WAYS: Mapping[Any, Callable[[Any], Any]] = {
    str: lambda value: value.value if isinstance(value, Enum) else value,
    tuple: tuple,
    list: list,
    dict: dict,
}
"""What becomes of a value that is copied, by the type that it gets."""
