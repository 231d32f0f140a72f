"""The mark of a method that takes the place of one of Qt's, for what stands before the first frame.

The checker reads it from typing_extensions; loading that takes longer than painting the window.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override as override
else:
    Args = ParamSpec("Args")
    Given = TypeVar("Given")

    def override(method: Callable[Args, Given]) -> Callable[Args, Given]:
        """Return the method as it is."""
        return method
