"""What an act came to, in one sentence that begins with who and a plain verb."""

import pytest

from brikdesk.dice import Die
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, Tone, line
from brikdesk.turns.telling import Headline, headline_of


def shot(face: int, tone: Tone, result: str) -> Line:
    """Return the line of a shot at Scone."""
    summed = Sum("Action Roll", face, (Term("d8", face, "5.1-09"),))
    return line(
        Kind.ATTACK, "Clack fires The Stapler at Scone.", "Use 5.", Dice((Die(8, face),), (tone,)),
        f"{face} against Use 5. {result}.", rule="5.1-09", unit_id=1, sums=(summed,),
    )  # fmt: skip


SHOT, MISS = shot(6, Tone.OK, "Hit"), shot(2, Tone.DANGER, "Missed")


def taken(points: int, armor: int, result: str, rule: str, more: str = "") -> Line:
    """Return the line of a hit on Scone."""
    words = f"{points} damage against Armor {armor}: {result}.{more}"
    return line(Kind.ATTACK, f"Scone takes {points}.", words, rule=rule, unit_id=2)


def fire(before: int, now: int) -> Line:
    """Return the line of a fire that had so many inches."""
    terms = (Term("Before", before, "F.1-31"), Term("Dice", now - before, "F.1-31"))
    return line(Kind.FIRE, f'Form 27B: fire is now {now}".', sums=(Sum("Fire", now, terms),))


def lost(name: str, unit_id: int, verb: str = "dies") -> Line:
    """Return the line of a death."""
    return line(Kind.LOST, f"{name} {verb}.", rule="5.1-11", unit_id=unit_id)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((MISS,), "Clack misses Scone."),
        ((SHOT,), "Clack hits Scone."),
        ((SHOT, taken(3, 4, "nothing", "5.1-12")), "Scone holds: 3 against Armor 4."),
        ((SHOT, taken(7, 4, "it gets through", "5.1-11"), lost("Scone", 2)), "Scone dies."),
        (
            (SHOT, taken(7, 4, "it gets through", "5.1-11", ' Thrown 2".'), lost("Scone", 2)),
            'Scone dies, thrown 2".',
        ),
        ((lost("Scone", 2), lost("Doily", 3), lost("Keep", 4, "is destroyed")), "Scone dies, and 2 more."),
        ((line(Kind.LOST, 'Keep: 1" of Size Damage.', rule="OF-49"),), "Keep loses an inch."),
        ((line(Kind.LOST, 'Keep: 3" of Size Damage.', rule="OF-49"),), "Keep loses 3 inches."),
        ((line(Kind.FIRE, "Form 27B catches fire.", 'Its fire is 2".'),), "Form 27B catches fire."),
        ((fire(2, 3),), 'Form 27B burns: the fire grows to 3".'),
        ((fire(3, 1),), 'Form 27B burns: the fire shrinks to 1".'),
        ((line(Kind.MORTAL, "Lemon: Mortally Wounded!"),), "Lemon is mortally wounded."),
        (
            (taken(5, 5, "Something Bad happens", "5.1-13"), line(Kind.STATE, "Scone: Disrupted.")),
            "Scone is Disrupted.",
        ),
        ((), ""),
    ],
)  # fmt: skip
def test_the_weightiest_line_is_told_with_its_verb_first(
    lines: tuple[Line, ...], words: str
) -> None:
    assert headline_of(lines).words == words


def test_who_did_it_and_the_numbers_stand_apart() -> None:
    told = headline_of((SHOT, taken(7, 4, "it gets through", "5.1-11"), lost("Scone", 2)))
    assert told == Headline(
        "Scone dies.", number="7", against="against Armor 4", by="Clack", using="The Stapler",
        lost=(2,),
    )  # fmt: skip
    miss = headline_of((MISS,))
    assert (miss.number, miss.against) == ("2", "against Use 5")
    tile = line(
        Kind.ATTACK, "Scone is hit.", "A tile.", "9 damage against Armor 4: it gets through."
    )
    assert headline_of((tile, lost("Scone", 2))).by == ""
    assert headline_of((tile,)).by == "A tile"
