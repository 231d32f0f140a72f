import json
import re
from collections import Counter
from importlib.resources import files

import pytest

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES
from brikdesk.rules.texts import FILES, RuleText, all_rule_texts, rule_text, search

RULES = {
    "4.0": 3,
    "4.1": 41,
    "4.2": 30,
    "4.3": 23,
    "5.0": 1,
    "5.1": 57,
    "5.2": 54,
    "5.3": 12,
    "5.4": 31,
    "8.1": 50,
    "8.2": 15,
    "8.3": 36,
    "8.4": 63,
    "8.5": 19,
    "F.0": 8,
    "F.1": 75,
    "F.2": 11,
    "F.3": 11,
    "12": 93,
}
OTHERS = {
    "A": 13,
    "AF": 5,
    "Q8": 85,
    "QF": 53,
    "A4": 35,
    "A5": 69,
    "S": 31,
    "OF": 96,
    "W": 21,
    "U": 30,
}
MODES = {"auto", "assist", "note", "ruling", "setting", "fact"}


def series(rule: RuleText) -> str:
    return rule.id.rpartition("-")[0]


@pytest.mark.parametrize(("chapter", "count"), RULES.items())
def test_every_rule_of_the_chapter_is_there(chapter: str, count: int) -> None:
    numbers = [
        rule.id
        for rule in all_rule_texts()
        if rule.chapter == chapter and rule.mode in {"auto", "assist", "note"}
    ]
    assert sorted(numbers) == [f"{chapter}-{n:02}" for n in range(1, count + 1)]


@pytest.mark.parametrize(("start", "count"), OTHERS.items())
def test_every_assumption_ruling_and_preset_is_there(start: str, count: int) -> None:
    numbers = [rule.id for rule in all_rule_texts() if series(rule) == start]
    assert sorted(numbers) == [f"{start}-{n:02}" for n in range(1, count + 1)]


def test_nothing_else_is_there_but_assumptions_about_missing_chapters() -> None:
    known = {*RULES, *OTHERS}
    rest = [rule for rule in all_rule_texts() if series(rule) not in known]
    assert len(rest) == 21
    assert {rule.id[0] for rule in rest} == {"X"}
    assert {rule.section for rule in rest} == {"Assumptions"}


def test_no_id_comes_twice_in_the_files() -> None:
    folder = files("resources") / "rules" / "texts"
    ids = [
        row["id"]
        for name in FILES
        for row in json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    ]
    assert [id for id, times in Counter(ids).items() if times > 1] == []
    assert len(ids) == len(all_rule_texts())


def unfit(rule: RuleText) -> list[str]:
    """Return what is wrong with the words of a rule."""
    shown = (rule.title, rule.text, rule.when, rule.who, rule.state, *rule.choices, rule.source)
    marks = [words for words in shown if re.search(r"[*`|]|</|[a-z]_[a-z]|  |(?<= )-\d", words)]
    title = [] if 0 < len(rule.title) <= 60 else ["title"]
    text = [] if rule.text and rule.text[0] != " " and rule.text[-1] in ".?!" else ["text"]
    place = [] if rule.chapter and rule.section and rule.mode in MODES else ["place"]
    return marks + title + text + place


def test_the_words_are_fit_to_show() -> None:
    wrong = {rule.id: found for rule in all_rule_texts() if (found := unfit(rule))}
    assert wrong == {}


def test_titles_are_a_few_words() -> None:
    assert [rule.id for rule in all_rule_texts() if len(rule.title.split()) > 10] == []


def test_house_rules_that_are_named_exist() -> None:
    unknown = {
        (rule.id, name)
        for rule in all_rule_texts()
        for name in rule.setting
        if name not in HOUSE_RULES and not name.startswith("sf_")
    }
    assert unknown == set()


def test_every_house_rule_is_named_by_the_rule_it_belongs_to() -> None:
    texts = {rule.id: rule for rule in all_rule_texts()}
    lost = [
        house.id
        for house in HOUSE_RULES.values()
        if house.rule in texts and house.id not in texts[house.rule].setting
    ]
    assert lost == []


def test_a_rule_is_found_by_its_id() -> None:
    rule = rule_text("8.4-10")
    assert rule.title == 'Projectiles fly on 12" each turn'
    assert (rule.chapter, rule.section, rule.mode) == ("8.4", "Heavy explosives", "auto")
    assert rule.when == "at the beginning of the attacker's turn"
    assert '12"' in rule.text


def test_ids_are_read_with_small_letters_and_spaces_around() -> None:
    assert rule_text(" f.1-31 ").title == "Burning Roll"


def test_a_ruling_has_question_answer_and_choices() -> None:
    rule = rule_text("Q8-22")
    assert rule.mode == "ruling"
    assert rule.setting == ("reload_window",)
    assert len(rule.choices) == 2
    assert rule.text == f"{rule.question} {rule.ruling}"


def test_a_fact_tells_its_source_and_a_setting_its_house_rule() -> None:
    assert rule_text("OF-48").mode == "fact"
    assert "the author's own answer" in rule_text("OF-48").source
    assert rule_text("OF-45").mode == "setting"
    assert rule_text("OF-45").setting == ("bw_weight_class_rule",)


def test_an_unknown_id_is_answered_with_the_nearest_ones() -> None:
    with pytest.raises(BadInput, match=r"there is no rule '8\.4-99', nearest: .*8\.4-\d\d"):
        rule_text("8.4-99")
    with pytest.raises(BadInput, match=r"write it as 8\.4-10"):
        rule_text("zzz")


def test_a_rule_text_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        rule_text("8.4-10").title = "other"  # type: ignore[misc]


def test_search_puts_ids_before_titles_before_texts() -> None:
    ids = [rule.id for rule in search("8.4-1", 200)]
    assert ids[:10] == [f"8.4-{n}" for n in range(10, 20)]
    titles = [rule.title for rule in search("burning roll", 200)]
    assert titles[0] == "Burning Roll"
    hits = ["burning roll" in title.lower() for title in titles]
    assert hits == sorted(hits, reverse=True)
    assert not all(hits)


def test_search_wants_every_word_in_any_letter_case_and_order() -> None:
    found = search("RELOAD cannon", 100)
    assert found == search("cannon reload", 100)
    assert "8.4-48" in [rule.id for rule in found]
    assert all("cannon" in f"{r.title} {r.text}".lower() for r in found)


def test_search_gives_at_most_the_limit() -> None:
    assert len(search("the", 7)) == 7
    assert search("the", 0) == ()
    assert search("", 5) == ()
    assert search("no such words anywhere xyzzy") == ()
