"""Helpers that declare the columns of tables: keys, enums and JSON."""

from enum import Enum
from typing import Any

from pydantic_core import PydanticUndefined
from sqlalchemy import JSON
from sqlalchemy import Enum as NamedMember
from sqlmodel import Field, SQLModel

# Rows are made and read without the checks that Pydantic can make of a model. To build them for each
# table would take 40 ms of every start; what asks for one after all has it built then.
SQLModel.model_config["defer_build"] = True


def forget_sources() -> None:
    """Drop what Pydantic keeps of each table to read its fields once more; nothing ever asks it to.

    The words of the class and a second copy of every field are 0.7 MB.
    """
    for table in SQLModel.__subclasses__():
        table.__pydantic_parent_namespace__ = None
        for field in table.model_fields.values():
            field._original_assignment = PydanticUndefined


KEYS_ARE_NEVER_USED_TWICE = {"sqlite_autoincrement": True}
"""An undo image names its row by key: a key handed out again would meet the wrong row."""


def key() -> Any:
    """Return the primary key of a table."""
    return Field(default=None, primary_key=True)


def member(default: Enum | None = None, *, of: type[Enum] | None = None) -> Any:
    """Declare an enum column; the file holds the member's name, as text of at most 32 letters."""
    kind = of if default is None else type(default)
    assert kind is not None
    column = NamedMember(kind, native_enum=False, length=32, validate_strings=True)
    return Field(default=default, sa_type=column)


def values(what: str = "") -> Any:
    """Declare a column that holds a list as JSON.

    Assign a new list to change it: SQLAlchemy does not notice changes within the old one.
    """
    return Field(default_factory=list, sa_type=JSON, description=what)


def record(what: str = "") -> Any:
    """Declare a column that holds named values as JSON. Assign a new dict, as with `values`."""
    return Field(default_factory=dict, sa_type=JSON, description=what)
