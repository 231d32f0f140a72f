"""The check of prose finds what it is for, and says where."""

from proselint.checks import __register__ as checks
from proselint.registry import CheckRegistry

from tests.prose import docstrings, findings


def test_worn_words_in_a_docstring_are_found_with_their_line() -> None:
    CheckRegistry().register_many(checks)
    source = 'x = "very"\n\n\ndef f():\n    """Return a very unique number."""\n'
    (line, *_) = {each.split(":")[1] for each in findings("a.py", docstrings(source))}
    assert line == "5"
    assert findings("a.py", docstrings('"""Return the length of a way in inches."""\n')) == []
