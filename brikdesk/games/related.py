"""Which rules belong together: they name each other, share a house rule, or speak of the same."""

import re
from collections import Counter
from functools import cache
from math import log, sqrt

from brikdesk.games import switches
from brikdesk.rules.switches import Switch
from brikdesk.rules.texts import RuleText, all_rule_texts

MOST, MOST_ALIKE = 12, 4
LEAST_ALIKE = 1.6
"""From here on a ruling speaks of the same as a rule; set by eye."""

_ID = re.compile(r"\b[A-Z]{0,2}\d{0,2}(?:\.\d{1,2})?-\d{2}\b")
_WORD = re.compile(r"[a-z]{5,}")


def switches_of(rule: RuleText) -> tuple[Switch, ...]:
    """Return the house rules that a rule names, or that stand on it."""
    every = switches()
    named = [every[name] for name in rule.setting if name in every]
    standing = [row for row in every.values() if row.rule == rule.id]
    return tuple({row.id: row for row in (*named, *standing)}.values())


def related(rule: RuleText) -> tuple[str, ...]:
    """Return the IDs of rules that belong to this one, those that it names itself first."""
    known = {other.id for other in all_rule_texts()}
    switches = switches_of(rule)
    ids = {switch.id for switch in switches}
    every = dict.fromkeys(
        (
            *(id for id in _ID.findall(_whole(rule)) if id in known),
            *(switch.rule for switch in switches if switch.rule in known),
            *_naming().get(rule.id, ()),
            *(other.id for other in all_rule_texts() if ids & set(other.setting)),
            *_alike(rule),
        )
    )
    return tuple(id for id in every if id != rule.id)[:MOST]


def _alike(rule: RuleText) -> list[str]:
    """Return the rulings of the same chapter that share the most telling words with a rule."""
    words, rare = _words(rule), _rarity()
    chapter = rule.chapter[:1]
    scored = []
    for other in all_rule_texts():
        if other.mode != "ruling" or other.chapter[:1] != chapter:
            continue
        theirs = _words(other)
        shared = sum(rare[word] for word in words & theirs)
        # Divided, so that long rulings do not win by their length alone.
        scored.append((shared / sqrt(len(words | theirs) or 1), other.id))
    best = sorted(scored, reverse=True)[:MOST_ALIKE]
    return [id for score, id in best if score >= LEAST_ALIKE]


@cache
def _rarity() -> dict[str, float]:
    """Return for each word how much it tells: the rarer, the more."""
    texts = all_rule_texts()
    seen = Counter(word for rule in texts for word in _words(rule))
    return {word: log(len(texts) / count) for word, count in seen.items()}


@cache
def _naming() -> dict[str, tuple[str, ...]]:
    """Return for each ID the rules whose words name it."""
    found: dict[str, list[str]] = {}
    for rule in all_rule_texts():
        for id in dict.fromkeys(_ID.findall(_whole(rule))):
            found.setdefault(id, []).append(rule.id)
    return {id: tuple(ids) for id, ids in found.items()}


@cache
def _words(rule: RuleText) -> frozenset[str]:
    return frozenset(
        # One and many are the same word.
        word.removesuffix("s")
        for word in _WORD.findall(f"{rule.title} {_whole(rule)}".lower())
    )


def _whole(rule: RuleText) -> str:
    return " ".join((rule.text, rule.question, rule.ruling, rule.state))
