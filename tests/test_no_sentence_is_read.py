"""Values come from `brikdesk` in typed fields: no code of the window reads the words made for people."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sentences import Reader, constants_of, prose_fields

ROOT = Path(__file__).parent.parent
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for room in ("brikdesk", "ui")
    for path in sorted((ROOT / room).rglob("*.py"))
}
WINDOW = [path for path in SOURCES if path.startswith("ui/")]
CORE = {path: source for path, source in SOURCES.items() if path.startswith("brikdesk/")}

KEYS = {
    "delivers": "a name out of the table of warheads",
    "half_power": "never, always or airborne",
    "icon": "the name of an icon",
    "id": "of an act, a switch, a command",
    "key": "names a row, or is the letter that does something",
    "kind": "out of the rules' own lists, as the file holds it",
    "makes": "the nature of a Sci-fi weapon type",
    "name": "of a form, a field, a table, a column, or typed by the referee: never a sentence",
    "preset": "the ID of a preset",
    "rule": "the ID of a rule",
    "tables": "names of tables",
    "tone": "the name of a colour",
    "warhead": "a name out of the table of warheads",
}
"""Fields of type `str` that are keys in every class that has them, so that they may be compared."""

ALLOWED = {
    "ui/app.py": (3, "the operating system, and what its variables hold"),
    "ui/campaign/hub.py": (1, "the name of a module, and what is in it"),
    "ui/campaign/places.py": (1, "names of files"),
    "ui/campaign/settings.py": (2, "what this computer remembers, as it was written"),
    "ui/dialogs/library.py": (1, "what is kept, as its own list offers it"),
    "ui/dialogs/settings.py": (2, "its own page"),
    "ui/forms/form_sheet.py": (1, "its own last words"),
    "ui/forms/answers.py": (
        4,
        "the unit of a field, as its form names it; the figures of a place as they were typed",
    ),
    "ui/forms/questions.py": (1, "names of values that no act takes"),
    "ui/forms/battlefield.py": (1, "the corners of an outline, as they are typed"),
    "ui/forms/fields.py": (1, "the dice of a Field, as the act takes them"),
    "ui/forms/units.py": (2, "kinds of states, as the act takes them"),
    "ui/forms/inputs.py": (6, "the value of its own last row, and the letters typed of a name"),
    "ui/look/icons.py": (1, "pictures that are kept"),
    "ui/look/shortcuts.py": (2, "names of keys"),
    "ui/look/theme.py": (7, "the style sheet; names of colours"),
    "ui/models/rows.py": (
        5,
        "how a prompt ends, so that no colon follows a question mark; a search as it is typed",
    ),
    "ui/models/picks.py": (6, "finds in what is shown what the referee types"),
    "ui/forms/movement.py": (1, "a key of its own list"),
    "ui/models/scifi_units.py": (3, "a term out of the table of equipment"),
    "ui/panels/map/drawing.py": (1, "its own keycaps"),
    "ui/panels/queue/panel.py": (1, "its own keycaps"),
    "ui/palette.py": (
        13,
        "groups, commands and forms of its own; "
        "names that are being typed; "
        "its own groups and rows, of which the typed word begins one",
    ),
    "ui/panels/attack/details_and_company.py": (
        5,
        "parts of an attack, as its own fields name them",
    ),
    "ui/panels/ledger/panel.py": (1, "the name of an act"),
    "ui/panels/scifi_units/unit_columns.py": (3, "columns of its own"),
    "ui/panels/scifi_units/unit_editor.py": (
        2,
        "a term out of the table of equipment; a column of its own",
    ),
    "ui/parts/editor_sheet.py": (1, "its own last words"),
    "ui/parts/units.py": (1, "names of bands out of the table of ranges"),
    "ui/parts/rows_view.py": (1, "finds in what is shown what the referee types"),
    "ui/scenes/drawing.py": (1, "the name of a picture"),
    "ui/scenes/gallery.py": (3, "names of icons"),
    "ui/widgets/fields.py": (1, "its own letters"),
    "ui/widgets/painted.py": (1, "where a line may be broken"),
    "ui/look/text.py": (2, "where a line may be cut, and the number that stays at its end"),
    "ui/window/campaign_at_work.py": (
        1,
        "what is read out: words that others begin with are said once",
    ),
    "ui/widgets/buttons.py": (4, "its own keycaps; a number or a word, told apart by colour"),
    "ui/window/panes.py": (3, "what this computer remembers, as it was written"),
}
"""Modules that read something else than sentences of the core: how often, and what."""


@cache
def prose() -> frozenset[str]:
    return prose_fields(CORE)


def readings(path: str, source: str) -> list[str]:
    keys = frozenset(KEYS)
    reader = Reader(prose() - keys, keys, constants_of(path, SOURCES | {path: source}))
    return [f"{path}:{found.line} {found.code}" for found in reader.readings(source)]


def test_the_window_reads_no_sentence() -> None:
    found = {path: readings(path, SOURCES[path]) for path in WINDOW}
    many = [each for path in WINDOW if path not in ALLOWED for each in found[path]]
    assert many == [], "give the value of the core a field, and compare that"
    counts = {path: (len(found[path]), why) for path, (_, why) in ALLOWED.items()}
    assert counts == ALLOWED, "what is read was more or less when its reason was written"


def test_keys_are_fields_of_the_core() -> None:
    assert frozenset(KEYS) <= prose(), (
        "a name that no class has any more, or with a type of its own"
    )


@pytest.mark.parametrize(
    "code",
    [
        'chip.word == "Action spent"',
        '"Something Bad" in victim.words',
        'victim.words.find("Armor")',
        'row.damage.startswith("by")',
        'measure.removesuffix(" away")',
        "who, _, what = name.partition(', ')",
        'shot.next in ("hit or miss", "who is inside?")',
        'SPENT = "Action spent"\nspent = any(chip.word == SPENT for chip in chips)',
        'word = chip.word\nif word == "spent": pass',
        'chip.word.casefold() == "spent"',
        'match preview.summary:\n    case "It explodes.": pass',
        'DICE = re.compile("d6")\nDICE.search(row.summary)',
        're.search("d6", row.summary)',
        'f"{name}." == shot.words',
        "dice = filter(str.isdecimal, words)",
        'tones = {"no effect": "ok"}',
        'line.words.replace("Turn", "T")',
    ],
)
def test_a_reading_is_found(code: str) -> None:
    assert len(readings("ui/new.py", code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        "shot.next is Step.HIT or victim.result in (ArmorResult.NOTHING, None)",
        'whole(typed.strip().split("of")[0]) or self.edit.text().startswith("d")',
        'plain = typed.strip()\nre.fullmatch("[0-9]+", plain)',
        'purpose == "target" or event.text() == "o"',
        'short = " ".join(line.words.split())',
        "if self._words == line.words or not line.words: pass",
        'f"{points:+d}".replace("-", "−")',
        'row.kind == "Cannon" and modifier.rule != "8.4-27"',
    ],
)
def test_what_reads_no_sentence_is_left_alone(code: str) -> None:
    assert readings("ui/new.py", code) == []


def hidden_services(source: str) -> Iterator[str]:
    """Yield what finds or keeps something by a way that no type tells of."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(
                value=ast.Name(id="session") | ast.Attribute(attr="session"), attr="info"
            ):
                yield "session.info"
            case ast.Call(func=ast.Name(id="id"), args=[_]):
                yield "id()"
            case ast.Call(func=ast.Attribute(attr="findChild")):
                yield "findChild"
            case ast.Call(func=ast.Name(id="hasattr"), args=[ast.Name(id="self"), _]):
                yield "hasattr(self, ...)"


def test_what_is_shared_has_a_name_and_a_type() -> None:
    found = {path: list(hidden_services(source)) for path, source in SOURCES.items()}
    hidden = {path: names for path, names in found.items() if names}
    assert hidden == {"ui/look/text.py": ["findChild"]}, "there a label is asked for its own filter"


def test_a_hidden_service_is_found() -> None:
    code = "self.session.info[1]; kept[id(act)]; window.findChild(Desk); hasattr(self, 'desk')"
    found = sorted(hidden_services(code))
    assert found == ["findChild", "hasattr(self, ...)", "id()", "session.info"]
    assert list(hidden_services("unit.id; self.findChildren(Sheet); log.info('done')")) == []
