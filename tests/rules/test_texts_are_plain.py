"""Rule texts are read by players: plain sentences, without the shorthand of those who wrote them down."""

import re

import pytest

from brikdesk.rules.texts import RuleText, all_rule_texts

SHORTHAND = {
    "a sign of arithmetic": r"[≥≤→]",
    "a formula": r"\b(?:max|min|floor|ceil)\(|\bk\b|\b2k\b",
    "a number of a list": r"\b[Oo]ption \d",
    "a note for makers": r"\bmarks lost\b|\bflag\b.*\bpending list\b",
    "an equation": r" = |\w=\w|[<>]",
    "two things by a stroke": r"\w/\w",
    "a heap of notes": r";.*;",
    "a head word": r"\b(?:Default|Derived|Causes|Requirement|Procedure|Kinds|Dice): ",
    "a mark of a draft": r"\((?:[ab]|assist|note|s|Example)\)|\w\.\.\d|\bSize-0\b",
    "the number of a test": r"\bT[45C]-\d",
    "a word of makers": (
        r"\b(?:flag|stamp|ledger|transient|derived|tag|snapshot|toggles?|editable|override|prompt"
        r"|id)\b"
    ),
    "an abbreviation": r"\be\.g\.|\bi\.e\.|\bcf\.|\bvs\b|\bCh\. ",
    "a shout": r"\b(?!(?:BRIKWARS|MOMS?|POP)\b)[A-Z]{4,}\b",
}
"""What stands in no text, by its name."""


def shown(rule: RuleText) -> tuple[str, ...]:
    """Return all that the card of a rule shows of it, but for where it was found."""
    return (
        rule.title, rule.text, rule.question, rule.ruling,
        rule.when, rule.who, rule.state, *rule.choices,
    )  # fmt: skip


@pytest.mark.parametrize("name", SHORTHAND)
def test_no_text_holds_the_shorthand_of_its_makers(name: str) -> None:
    found = [
        (rule.id, match.group())
        for rule in all_rule_texts()
        for words in shown(rule)
        if (match := re.search(SHORTHAND[name], words))
    ]
    assert found == []


def test_every_text_ends_as_a_sentence() -> None:
    def whole(rule: RuleText) -> str:
        return rule.ruling or rule.text

    assert [
        rule.id for rule in all_rule_texts() if not whole(rule).endswith((".", "?", "!", "”"))
    ] == []


def test_other_readings_say_more_than_on_and_off() -> None:
    bare = {("on", "off"), ("yes", "no")}
    assert [rule.id for rule in all_rule_texts() if rule.choices in bare] == []


@pytest.mark.parametrize(
    "id", ["8.1-06", "5.1-28", "8.4-27", "8.3-15", "F.1-22", "OF-74", "A5-20", "5.4-31"]
)
def test_where_numbers_meet_an_example_shows_it(id: str) -> None:
    (rule,) = (rule for rule in all_rule_texts() if rule.id == id)
    assert re.search(r"Example: .*\d", rule.ruling or rule.text)
