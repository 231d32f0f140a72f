"""Dice and faces as people type them: what is understood, and what is refused in which words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brikdesk.dice import SIDES, Face, Pool, read_face
from brikdesk.errors import BadInput

NBSP = "\N{NO-BREAK SPACE}"

# Pools


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("2d10+1d4+1", Pool((10, 10, 4), 1)),
        ("d6", Pool((6,))),
        ("1d8-2", Pool((8,), -2)),
        ("1d8−2", Pool((8,), -2)),
        ("  2 D 10 + d4 ", Pool((10, 10, 4))),
        ("1d6\t+\n1", Pool((6,), 1)),
        (f"1d6{NBSP}+{NBSP}1", Pool((6,), 1)),
        ("d4+d10+d4", Pool((4, 10, 4))),
        ("1d6+1+2-4", Pool((6,), -1)),
        ("1d10-1d4", Pool((10,), 0, (4,))),
        ("3+1d6", Pool((6,), 3)),
        ("02d06", Pool((6, 6))),
        ("200d6", Pool((6,) * 200)),
    ],
)
def test_dice_are_read_in_the_order_written(text: str, pool: Pool) -> None:
    assert Pool.parse(text) == pool


@pytest.mark.parametrize(
    ("pool", "text"),
    [
        (Pool((10, 10, 4), 1), "2d10+1d4+1"),
        (Pool((4, 10, 4)), "1d4+1d10+1d4"),
        (Pool((8,), -2), "1d8−2"),
        (Pool((10,), 1, (4, 4)), "1d10−2d4+1"),
        (Pool((), 4), "4"),
        (Pool(), "0"),
    ],
)
def test_dice_are_written_as_profiles_write_them(pool: Pool, text: str) -> None:
    assert str(pool) == text


@pytest.mark.rule("OF-11")
def test_a_bare_number_is_armor_only_where_that_is_allowed() -> None:
    assert Pool.parse("4", flat=True) == Pool((), 4)
    with pytest.raises(BadInput, match="“4” throws no dice"):
        Pool.parse("4")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "No dice were typed"),
        (" \t\n" + NBSP, "No dice were typed"),
        ("7", "throws no dice"),
        ("0", "throws no dice"),
        ("-3", "Nothing stands beside"),
        ("-1d4", "Nothing stands beside"),
        ("+1d4", "Nothing stands beside"),
        ("3.5", "“3.5” is neither dice nor a number"),
        ("1e3", "“1e3” is neither dice nor a number"),
        ("1_000", "“1_000” is neither dice nor a number"),
        ("１２", "“１２” is neither dice nor a number"),
        ("１d6", "“１d6” is neither dice nor a number"),
        ("1d６", "“1d６” is neither dice nor a number"),
        ("١d٦", "is neither dice nor a number"),
        ("²d6", "is neither dice nor a number"),
        ("9" * 900, "“99999999999999999999…” is neither dice nor a number"),
        ("9" * 5_000, "too long for dice: 5000 characters"),
        ("fire", "“fire” is neither dice nor a number"),
        ("d", "is neither dice nor a number"),
        ("2d", "is neither dice nor a number"),
        ("2w6", "is neither dice nor a number"),
        ("1d0", "There is no d0"),
        ("1d2", "There is no d2"),
        ("1d3", "There is no d3"),
        ("1d7", "There is no d7"),
        ("1d100", "There is no d100"),
        ("0d6", "“0d6” throws no dice"),
        ("201d6", "At most 200 dice"),
        ("999999999d9", "At most 200 dice"),
        ("9999d6", "At most 200 dice"),
        ("150d6+51d4", "At most 200 dice"),
        ("150d6-51d4", "At most 200 dice"),
        ("d6d6", "“d6d6” is neither dice nor a number"),
        ("2d6+", "Nothing stands beside"),
        ("2d6-", "Nothing stands beside"),
        ("+-1", "Nothing stands beside"),
        ("2d6+-1", "Nothing stands beside"),
        ("2d6--1", "Nothing stands beside"),
        ("2d6 1d4", "is neither dice nor a number"),
        ("1d6+1 2", "“1 2” is neither dice nor a number"),
        ("2d6,1d4", "is neither dice nor a number"),
        ("2d6;1d4", "is neither dice nor a number"),
        ("2d6\n1d4", "is neither dice nor a number"),
        ("½", "“½” is neither dice nor a number"),
        ("2×d6", "is neither dice nor a number"),
        ("2d6+1000", "“1000” is neither dice nor a number"),
        ("(" * 400 + "1d6" + ")" * 400, "is neither dice nor a number"),
        ("(" * 1_000 + ")" * 1_000, "too long for dice"),
        ("1" * 499 + "d" * 500, "At most 200 dice"),
        ("d6" + " " * 900 + "x", "is neither dice nor a number"),
        ("d6+" * 333 + "x", "At most 200 dice"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}1d6", "“\N{REPLACEMENT CHARACTER}1d6” is neither"),
        ("1d6\0", "is neither dice nor a number"),
    ],
)
def test_what_is_no_pool_is_refused_in_clear_words(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        Pool.parse(text, where="Damage")
    assert words in caught.value.sentence
    assert caught.value.where == "Damage"
    assert len(caught.value.sentence) < 120


def test_a_pool_of_impossible_dice_refuses_to_exist() -> None:
    with pytest.raises(ValueError, match="no d7"):
        Pool((6, 7))
    with pytest.raises(ValueError, match="at most 200"):
        Pool((6,) * 150, 0, (4,) * 51)


@given(
    st.lists(st.sampled_from(SIDES), max_size=20),
    st.integers(-99, 99),
    st.lists(st.sampled_from(SIDES), max_size=3),
)
def test_what_is_written_reads_back_the_same(sides: list[int], bonus: int, off: list[int]) -> None:
    pool = Pool((6, *sides), bonus, tuple(off))
    assert Pool.parse(str(pool)) == pool


@settings(max_examples=200)
@given(st.text(alphabet="0123456789dD+-− ,;.x²１", max_size=40) | st.text(max_size=40))
def test_whatever_is_typed_gives_dice_or_clear_words(text: str) -> None:
    for read in (lambda: Pool.parse(text, flat=True), lambda: read_face(text, 6)):
        try:
            understood = str(read())
        except BadInput as error:
            understood = error.sentence
        assert understood


# Faces


@pytest.mark.parametrize(("word", "face"), [("3", 3), ("03", 3), ("6", 6)])
def test_a_face_is_a_number_that_its_die_shows(word: str, face: int) -> None:
    assert read_face(word, 6) == Face(face)


def test_a_nought_on_a_d10_is_a_ten() -> None:
    assert read_face("0", 10) == Face(10)


@pytest.mark.parametrize(
    "word",
    [
        "7",
        "0",
        "00",
        "-3",
        "−3",
        "+3",
        "3.5",
        "1e3",
        "1_0",
        "1_000",
        "１２",
        "٣",
        "३",
        "²",
        "½",
        "×",
        "x",
        "d6",
        "6d6",
        "1d6",
        "2+1",
        "(3)",
        "003",
        "3!",
        "1/2",
        "nan",
        "inf",
        "0x3",
        "３",
        "3\0",
        "3\N{ZERO WIDTH SPACE}",
    ],
)
def test_what_a_d6_cannot_show_is_not_entered(word: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_face(word, 6, 2)
    assert caught.value.where == "Die 2"
    assert caught.value.sentence.startswith("A d6 shows 1 to 6. ")
    assert caught.value.sentence.endswith(" was not entered.")


@pytest.mark.parametrize("mark", ["9", "("])
def test_of_a_long_word_only_its_beginning_is_told(mark: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_face(mark * 1_900, 6)
    words = f"Die 1: A d6 shows 1 to 6. {mark * 20}… was not entered."
    assert str(caught.value) == words
