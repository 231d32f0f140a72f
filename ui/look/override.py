"""The `override` decorator for modules that are imported before the first frame is painted.

The type checker sees that of typing_extensions; importing it would take longer than painting.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override as override
else:
    Args = ParamSpec("Args")
    Result = TypeVar("Result")

    def override(method: Callable[Args, Result]) -> Callable[Args, Result]:
        """Return the method as it is."""
        return method
