"""Typing dice one face after the other: what each key does, without a window."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from msgspec import Struct

from brikdesk.dice import Face, Origin


class DieSlot(Struct, frozen=True):
    """A die that is asked for. `label` is shown under its box instead of its size (Armor, +d6).

    `name` is read out instead of a short label (Armor, Squire Tile). `key` identifies the die when
    the row changes, so that it keeps its face wherever it moves.
    """

    sides: int
    label: str = ""
    key: Hashable = None
    name: str = ""


class DiceEntry:
    """The faces typed so far, the current box, and a digit that waits for a second one.

    After a digit the next empty box becomes the current one. No digit replaces a face that lies
    there: it is taken back first.
    """

    def __init__(self, dice: Iterable[int | DieSlot] = ()) -> None:
        self.slots: tuple[DieSlot, ...] = ()
        self.faces: list[Face | None] = []
        self.current = 0
        self.waiting = ""
        self._rolled: dict[int, int] = {}
        self.set_dice(dice)

    @property
    def complete(self) -> bool:
        """Whether every die shows its face; a row without dice is complete."""
        return not self.waiting and all(self.faces)

    @property
    def lying(self) -> tuple[tuple[Face | None, ...], int, str]:
        """All that a key can change: the faces, the current box, the digit that waits."""
        return tuple(self.faces), self.current, self.waiting

    def set_dice(self, dice: Iterable[int | DieSlot], keep: bool = True) -> None:
        """Ask for other dice. Dice that stay keep their faces: by key, else in order; see `keep`.

        With `keep` False all boxes start empty.
        """
        slots = tuple(d if isinstance(d, DieSlot) else DieSlot(d) for d in dice)
        old = _by_name(zip(self.slots, self._lying(), strict=True)) if keep else {}
        lying = [old[name].pop(0) if old.get(name) else (None, None) for name in map(_name, slots)]
        self.slots = slots
        self.faces = [face for face, _ in lying]
        # What the desk rolled is remembered even when its box was cleared, so that another face
        # typed there is marked as changed, not as typed.
        self._rolled = {k: value for k, (_, value) in enumerate(lying) if value is not None}
        self.waiting = ""
        self._go_to_first_empty()

    def set_faces(self, faces: Sequence[Face | None]) -> None:
        """Put faces into the boxes, as after an undo.

        Raise ValueError if there are more or fewer than dice, or a die cannot show its face.
        """
        if len(faces) != len(self.slots):
            raise ValueError(f"{len(self.slots)} dice, but {len(faces)} faces")
        for slot, face in zip(self.slots, faces, strict=True):
            _check(slot, face)
        self.faces = list(faces)
        rolled = {k: f.value for k, f in enumerate(faces) if f and f.origin == Origin.ROLLED}
        self._rolled = rolled
        self.waiting = ""
        self._go_to_first_empty()

    def digit(self, digit: str) -> str:
        """Enter a digit into the current box. Return the words of a refusal, or "".

        A digit that can begin a larger face (1 on a d12) waits for a second one. On a d10, 0 is 10.
        """
        if not self.slots:
            return ""
        if lies := self.faces[self.current]:
            return f"A {lies.value} lies there. Backspace takes it back."
        sides, typed = self.slots[self.current].sides, self.waiting + digit
        # A d10 is printed 0 to 9, and its 0 counts as ten.
        value = 10 if sides == 10 and typed == "0" else int(typed)
        # A leading digit waits only where a second one can still give a face: 1 on a d12, not 2.
        if sides > 10 and 0 < value * 10 <= sides:
            self.waiting = typed
        elif 1 <= value <= sides:
            self._enter(value)
        else:
            return f"A d{sides} shows 1 to {sides}. {typed} was not entered."
        return ""

    def close(self) -> bool:
        """Take the waiting digit as the whole face. Return False if none waits."""
        if not self.waiting:
            return False
        self._enter(int(self.waiting))
        return True

    def back(self) -> None:
        """Clear what was entered last: the waiting digit, else this box, else the box before it."""
        if self.waiting:
            self.waiting = ""
        elif self.slots:
            if self.faces[self.current] is None:
                self.current = max(0, self.current - 1)
            self.faces[self.current] = None

    def clear(self) -> None:
        """Clear the current box and stay in it."""
        self.waiting = ""
        if self.slots:
            self.faces[self.current] = None

    def go(self, place: int) -> None:
        """Make a box the current one, at most the first or last; close a waiting digit before."""
        self.close()
        self.current = max(0, min(place, len(self.slots) - 1))

    def step(self, by: int) -> None:
        """Go one box on or back. Closing a waiting digit moves on by itself: that is the step."""
        if not (self.close() and by > 0):
            self.go(self.current + by)

    def empty(self) -> tuple[int, ...]:
        """Return the places of the dice that the desk would roll: empty, with no digit waiting."""
        held = self.current if self.waiting else -1
        return tuple(k for k, face in enumerate(self.faces) if face is None and k != held)

    def fill_rolled(self, values: Sequence[int]) -> None:
        """Put rolled values into the empty boxes, in order.

        Raise ValueError if they are not as many as the boxes, or a die cannot show its value.
        """
        # Counted before the waiting digit is closed below: its box has a face then, and is not
        # rolled.
        places = self.empty()
        if len(values) != len(places):
            raise ValueError(f"{len(places)} dice to roll, but {len(values)} values")
        faces = [Face(value, Origin.ROLLED) for value in values]
        for place, face in zip(places, faces, strict=True):
            _check(self.slots[place], face)
        self.close()
        for place, face in zip(places, faces, strict=True):
            self.faces[place] = face
            self._rolled[place] = face.value
        self._go_to_first_empty()

    def _enter(self, value: int) -> None:
        """Enter a face and go on. A face typed over what the desk rolled counts as changed."""
        rolled = self._rolled.get(self.current)
        origin = Origin.TYPED if rolled is None else Origin.CHANGED
        self.faces[self.current] = Face(value, Origin.ROLLED if rolled == value else origin)
        self.waiting = ""
        after = [k for k, face in enumerate(self.faces) if face is None]
        # Behind the last empty box it goes back to the first one that was left out.
        beyond = (k for k in after if k > self.current)
        self.current = next(beyond, (after or [self.current])[0])

    def _go_to_first_empty(self) -> None:
        last = max(0, len(self.slots) - 1)
        self.current = next((k for k, face in enumerate(self.faces) if face is None), last)

    def _lying(self) -> list[tuple[Face | None, int | None]]:
        return [(face, self._rolled.get(k)) for k, face in enumerate(self.faces)]


def _name(slot: DieSlot) -> Hashable:
    return (slot.sides, slot.key) if slot.key is not None else (slot.sides, "", slot.label)


def _by_name(
    pairs: Iterable[tuple[DieSlot, tuple[Face | None, int | None]]],
) -> dict[Hashable, list[tuple[Face | None, int | None]]]:
    lists: dict[Hashable, list[tuple[Face | None, int | None]]] = defaultdict(list)
    for slot, lying in pairs:
        lists[_name(slot)].append(lying)
    return lists


def _check(slot: DieSlot, face: Face | None) -> None:
    if face and not 1 <= face.value <= slot.sides:
        raise ValueError(f"a d{slot.sides} shows 1 to {slot.sides}, not {face.value}")
