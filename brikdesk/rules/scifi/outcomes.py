"""What the chapter leaves to other rules: outcomes that the referee enters."""

from dataclasses import dataclass

from brikdesk.rules.scifi.data import rows


@dataclass(frozen=True, slots=True)
class Outcome:
    """A matter that the referee decides.

    `missing` names the rule that the chapter refers to, `rules` those that need the outcome,
    `choices` its usual answers (none: free words or a number), `asks` the question. Every one may
    be skipped, and takes a note.
    """

    matter: str
    missing: str
    rules: tuple[str, ...]
    choices: tuple[str, ...]
    asks: str


OUTCOMES = {
    row["matter"]: Outcome(
        **{**row, "rules": tuple(row["rules"]), "choices": tuple(row["choices"])}
    )
    for row in rows("outcomes")
}
"""All of them by matter."""
