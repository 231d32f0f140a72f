"""A shot by the Sci-fi rules in one line of words."""

from collections.abc import Sequence

from msgspec import Struct

from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.rules.scifi.firing import Use
from brikdesk.spoken.phrases import ARTICLES, AT, FILLERS, WITH
from brikdesk.spoken.roll_call import Caller, RollCall
from brikdesk.spoken.words import Word, folded, folded_together, meant, near, words_of
from brikdesk.store.views.scifi import SfWeaponRow

FIRES = frozenset(("fires", "fire", "firing", "shoots", "shoot", "shooting", "attacks", "attack"))
SPOTTER, OVERRULE = frozenset(("spotter", "spotted")), frozenset(("overrule", "overrules"))
USES = {"indirect": Use.INDIRECT, "indirectly": Use.INDIRECT, "direct": Use.DIRECT}
_OPTIONS = SPOTTER | OVERRULE | frozenset(USES)


class SpokenShot(Struct, frozen=True):
    """What one line says: the act that fires, or what is wrong, and where in the line."""

    act: FireSf | None
    title: str
    trouble: str = ""
    wrong: tuple[int, int] | None = None

    @property
    def ready(self) -> bool:
        """Whether it can be fired."""
        return self.act is not None

    @property
    def standing(self) -> str:
        """What is wrong with it, else what comes next."""
        return self.trouble or "What becomes of it is entered afterwards."


class NamedShot(Struct, frozen=True):
    """A weapon, or one capability of it, as something that has a name."""

    name: str
    weapon: SfWeaponRow
    capability: str = ""
    code: str = ""
    also: str = ""


class _Wrong(Exception):
    """What is wrong with a line, and at which of its words."""

    def __init__(self, sentence: str, words: Sequence[Word]) -> None:
        super().__init__(sentence)
        self.sentence, self.words = sentence, words


def hear_shot(line: str, call: RollCall, weapons: Sequence[SfWeaponRow]) -> SpokenShot | None:
    """Return what a line says; None if nobody in it fires a weapon of the Sci-fi rules."""
    words = [word for word in words_of(line) if word.key not in ARTICLES or word.quoted]
    verb = next((at for at, word in enumerate(words) if word.key in FIRES), 0)
    armed = {row.unit_id for row in weapons}
    who = meant(folded_together(words[:verb]), [unit for unit in call.units if unit.id in armed])
    if len(who) != 1:
        return None
    rest = words[verb + 1 :]
    at = next((n for n, word in enumerate(rest) if word.key in AT and not word.quoted), len(rest))
    arm = [word for word in rest[:at] if word.key not in WITH | FILLERS]
    ways = _ways_of(who[0], weapons)
    if arm and not meant(folded_together(arm), ways) and call.arms_of(who[0]):
        return None  # it is a weapon of the other rule set
    title = f"{who[0].name} fires"
    try:
        way = _way(arm, ways, words[verb])
        return SpokenShot(_act(way, rest[at + 1 :], call, words[-1]), f"{title} {way.name}")
    except _Wrong as wrong:
        return SpokenShot(None, title, wrong.sentence, (wrong.words[0].start, wrong.words[-1].end))


def _ways_of(who: Caller, weapons: Sequence[SfWeaponRow]) -> list[NamedShot]:
    return [
        NamedShot(name, row, name if row.capabilities else "")
        for row in weapons
        if row.unit_id == who.id
        for name in (row.capabilities or (row.name,))
    ]


def _way(said: Sequence[Word], ways: Sequence[NamedShot], verb: Word) -> NamedShot:
    """Return the weapon and capability that are named; the only one, where none is."""
    found = tuple(ways) if not said else meant(folded_together(said), ways)
    if said and not found:  # the weapon is named, not what of it
        whole = {row.weapon.name: row for row in ways}
        named = meant(
            folded_together(said), [NamedShot(name, row.weapon) for name, row in whole.items()]
        )
        found = tuple(way for way in ways if way.weapon in [each.weapon for each in named])
    if len(found) == 1:
        return found[0]
    names = ", ".join(dict.fromkeys(way.name for way in found or ways))
    if not found:
        raise _Wrong(f"No such weapon. There are: {names}.", said)
    raise _Wrong(f"With which: {names}?", said or (verb,))


def _act(way: NamedShot, said: Sequence[Word], call: RollCall, last: Word) -> FireSf:
    """Return the act: the target first, then inches, how it fires, who spots, what is overruled."""
    end = next((n for n, word in enumerate(said) if _ends_name(word)), len(said))
    target_id, place = _target(said[:end], call, way, last)
    use, spotter, overruled, distance = Use.DIRECT, None, set[str](), None
    left = list(said[end:])
    while left:
        word = left.pop(0)
        if word.figure is not None and distance is None:
            distance = word.figure
        elif word.key in USES:
            use = USES[word.key]
        elif word.key in OVERRULE and left:
            overruled.add(left.pop(0).text.upper())
        elif word.key in SPOTTER:
            name = []
            while left and not _ends_name(left[0]):
                name.append(left.pop(0))
            spotter = _unit(name or [word], call).id
        elif word.key not in FILLERS and not word.mark:
            outcomes = "What becomes of the shot is entered afterwards."
            raise _Wrong(f"“{word.text[:40]}” is not understood here. {outcomes}", (word,))
    aim = SfAim(target_id=target_id, target=place, distance=distance)
    return FireSf(
        sf_weapon_id=way.weapon.id, aims=(aim,), capability=way.capability, use=use,
        spotter_id=spotter, overruled=frozenset(overruled),
    )  # fmt: skip


def _ends_name(word: Word) -> bool:
    return not word.quoted and (word.figure is not None or word.key in _OPTIONS)


def _target(
    said: Sequence[Word], call: RollCall, way: NamedShot, last: Word
) -> tuple[int | None, str]:
    """Return the unit that is aimed at, or a place: words in quotes."""
    if not said:
        raise _Wrong("At whom? Behind “at”: a unit, or a place in quotes.", (last,))
    if len(said) == 1 and said[0].quoted and not meant(folded(said[0].text), call.units):
        return None, said[0].text
    target = _unit(said, call)
    if target.id == way.weapon.unit_id:
        raise _Wrong("Nobody fires at himself.", said)
    return target.id, ""


def _unit(said: Sequence[Word], call: RollCall) -> Caller:
    found = meant(folded_together(said), call.units)
    if len(found) == 1:
        return found[0]
    if found:
        raise _Wrong(f"Which one: {', '.join(each.name for each in found[:6])}?", said)
    close = near(folded_together(said), call.units)
    meant_one = f" Did you mean {close[0].name}?" if close else ""
    raise _Wrong(f"No unit is called that.{meant_one} A place stands in quotes.", said)
