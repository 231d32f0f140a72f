"""The rules in the desk's own words: what an ID such as 8.4-10 says, who decides and when it acts.

The texts are data (`resources/rules/texts/`, one file per chapter of the rules). They are read
once, at the first question, and kept.
"""

import json
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert

from brikdesk.errors import BadInput

FILES = ("brikwars-4", "brikwars-5", "brikwars-8", "brikwars-f", "scifi-12", "brikwars-facts")
"""The files in the order of a reader: the turn, combat, weaponry, hazards, sci-fi, presets."""


class RuleText(Struct, frozen=True):
    """One rule, ruling, assumption or preset.

    `mode` is "auto" (the desk resolves it), "assist" (the desk proposes, the referee confirms),
    "note" (shown only), "ruling" (our answer to an open question), "setting" (a default behind a
    house rule) or "fact". `setting` holds the ids of the house rules it names. Only rulings have
    `question`, `ruling` and `choices`; their `text` is both in one line. `source` tells how sure a
    fact is.
    """

    id: str
    chapter: str
    section: str
    title: str
    text: str
    mode: str
    when: str = ""
    who: str = ""
    state: str = ""
    setting: tuple[str, ...] = ()
    question: str = ""
    ruling: str = ""
    choices: tuple[str, ...] = ()
    source: str = ""


def _rule_text(row: dict[str, str | list[str]]) -> RuleText:
    text = row.get("text") or f"{row['question']} {row['ruling']}"
    return convert({**row, "text": text}, RuleText)


@cache
def _by_id() -> dict[str, RuleText]:
    folder = files("resources") / "rules" / "texts"
    rows = (
        row
        for name in FILES
        for row in json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    )
    return {rule.id: rule for rule in map(_rule_text, rows)}


def is_known(rule_id: str) -> bool:
    """Return whether there is a rule with exactly this ID."""
    return rule_id in _by_id()


@cache
def _haystacks() -> tuple[tuple[str, str, str, RuleText], ...]:
    """Return for each rule its ID, ID with title, and whole text, all in lower case."""
    return tuple(
        (
            rule.id.lower(),
            head := f"{rule.id} {rule.title}".lower(),
            f"{head} {rule.text}".lower(),
            rule,
        )
        for rule in _by_id().values()
    )


def all_rule_texts() -> tuple[RuleText, ...]:
    """Return every text, chapter by chapter in the order of the rules."""
    return tuple(_by_id().values())


def rule_text(id: str) -> RuleText:
    """Return the text of one ID, such as 8.4-10 or f.1-31.

    Raise BadInput for an unknown ID; it names the nearest ones.
    """
    texts, wanted = _by_id(), id.strip().upper()
    if wanted in texts:
        return texts[wanted]
    from difflib import get_close_matches  # here: hardly anybody mistypes a rule

    near = get_close_matches(wanted, texts, n=3, cutoff=0.5)
    hint = f"nearest: {', '.join(near)}" if near else "write it as 8.4-10"
    raise BadInput(f"there is no rule {id!r}, {hint}", where="Rules")


def search(words: str, limit: int = 20) -> tuple[RuleText, ...]:
    """Return up to `limit` texts that hold every one of the words, in any letter case.

    Those with all words in the ID come first, then those with all words in ID and title (the title
    that is just the words before the others), then the rest; each group in the order of the rules.
    """
    wanted = words.lower().split()
    if not wanted:
        return ()
    phrase = " ".join(wanted)
    found: list[tuple[int, bool, RuleText]] = []
    for id, head, everything, rule in _haystacks():
        if all(word in everything for word in wanted):
            rank = next(
                rank
                for rank, words_of in enumerate((id, head, everything))
                if all(word in words_of for word in wanted)
            )
            found.append((rank, phrase not in (id, rule.title.lower()), rule))
    found.sort(key=lambda hit: hit[:2])  # stable: within a group the order of the rules stays
    return tuple(rule for _, _, rule in found[: max(limit, 0)])
