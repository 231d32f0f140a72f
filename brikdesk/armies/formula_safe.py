"""Cells of a spreadsheet that no program takes for a formula, and what they were before."""

_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet works out instead of showing it."""


def guarded(words: str) -> str:
    """Return the words as a cell: with an apostrophe before what would be a formula."""
    return f"'{words}" if words.startswith((*_BEGINS, "'")) else words


def unguarded(cell: str) -> str:
    """Return the words of a cell; a spreadsheet may have eaten the apostrophe itself."""
    return cell[1:] if cell.startswith("'") else cell
