"""Ways in which chance alters the bytes of a file."""

from collections.abc import Callable
from random import Random

PAGE = 4096

Mutate = Callable[[bytearray, Random], None]


def flip_bit(data: bytearray, chance: Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def some_bytes(data: bytearray, chance: Random) -> None:
    for _ in range(chance.randint(2, 20)):
        data[chance.randrange(len(data))] = chance.randrange(256)


def wiped_sector(data: bytearray, chance: Random) -> None:
    place = chance.randrange(len(data) // 512) * 512
    data[place : place + 512] = bytes(512)


def truncation(data: bytearray, chance: Random) -> None:
    del data[chance.randrange(len(data)) :]


def page_over_page(data: bytearray, chance: Random) -> None:
    pages = len(data) // PAGE
    source, target = (chance.randrange(pages) * PAGE for _ in range(2))
    data[target : target + PAGE] = data[source : source + PAGE]


def swapped_pages(data: bytearray, chance: Random) -> None:
    pages = len(data) // PAGE
    one, other = (chance.randrange(pages) * PAGE for _ in range(2))
    first, second = data[one : one + PAGE], data[other : other + PAGE]
    data[one : one + PAGE], data[other : other + PAGE] = second, first


def changed_header(data: bytearray, chance: Random) -> None:
    data[chance.randrange(16, 108)] = chance.randrange(256)


MUTANTS: dict[str, Mutate] = {
    mutate.__name__: mutate
    for mutate in (
        flip_bit, some_bytes, wiped_sector, truncation, page_over_page, swapped_pages, changed_header,
    )
}  # fmt: skip
"""Each by its name."""


def mutant(name: str, seed: int, good: bytes) -> bytes:
    """Return the mutant of a seed, which is always the same."""
    data = bytearray(good)
    MUTANTS[name](data, Random(f"{name} {seed}"))
    return bytes(data)
