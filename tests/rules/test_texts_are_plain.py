"""Rule texts are read by players: plain sentences, without the shorthand of those who wrote them down."""

import re

import pytest

from brikdesk.rules.texts import RuleText, all_rule_texts

SHORTHAND = {
    "a sign of arithmetic": r"[≥≤→]",
    "a formula": r"\b(?:max|min|floor|ceil)\(|\bk\b|\b2k\b",
    "a number of a list": r"\b[Oo]ption \d",
    "a note for makers": r"\bmarks lost\b|\bflag\b.*\bpending list\b",
    "an abbreviation": r"\be\.g\.|\bi\.e\.|\bcf\.|\bvs\b",
    "a shout": r"\b(?!(?:BRIKWARS|MOMS?|POP)\b)[A-Z]{4,}\b",
}
"""What stands in no text, by its name."""


@pytest.mark.parametrize("name", SHORTHAND)
def test_no_text_holds_the_shorthand_of_its_makers(name: str) -> None:
    found = [
        (rule.id, match.group())
        for rule in all_rule_texts()
        for words in (rule.title, rule.text, rule.question, rule.ruling)
        if (match := re.search(SHORTHAND[name], words))
    ]
    assert found == []


def test_every_text_ends_as_a_sentence() -> None:
    def whole(rule: RuleText) -> str:
        return rule.ruling or rule.text

    assert [
        rule.id for rule in all_rule_texts() if not whole(rule).endswith((".", "?", "!", "”"))
    ] == []
