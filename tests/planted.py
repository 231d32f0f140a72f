"""Secrets of every kind, planted in a campaign, and what a file tells of them."""

import re
from pathlib import Path
from typing import Any

import pypdfium2
from sqlmodel import func, select

from brikdesk.acts.campaign.notes_and_photos import AddNote, EditNote, RemoveNote
from brikdesk.acts.fields.fields import AddField, ClearField
from brikdesk.acts.fields.traps import AddTrap, EditTrap, RemoveTrap
from brikdesk.acts.fields.traps_going_off import SpringTrap
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, Note, StateKind, Trap
from brikdesk.store.tables.campaign import NoteKind
from brikdesk.store.views.campaign_and_battle import battle_head

WORDS = (
    "Marmalade snare", "Knees stick together", "somebody yodels", "Honey snare",
    "Loose manhole", "Quiet quicksand", "Lid spring", "Lid flies off",
    "Ring the bell twice", "Bridge will break", "Pickle ambush", "Vinegar everywhere",
    "Cork cannon", "Corks fly about", "Forgotten pit", "Buried under hats", "Old grudge",
    "Silk unravels",
)  # fmt: skip
"""What no player may read: names, effects, conditions and texts, those of undone acts too."""


def newest(game: Campaign, table: type[Field] | type[Trap] | type[Note]) -> int:
    """Return the key of the newest row of a table."""
    return game.reading(lambda session: session.exec(select(func.max(table.id))).one()) or 0


def plant(game: Campaign) -> None:
    """Plant secrets: present, changed, gone, undone, overtaken, and named by what is public."""
    do = game.do
    do(AddTrap(name="Marmalade snare", trigger="a jar", effect="Knees stick together",
               condition="somebody yodels", secret=True, x=9, y=9))  # fmt: skip
    do(EditTrap(trap_id=newest(game, Trap), name="Honey snare"))
    do(AddField(kind=FieldKind.CONCEALED, name="Quiet quicksand", size=3, x=20, y=8))
    do(AddTrap(name="Lid spring", effect="Lid flies off", field_id=newest(game, Field), x=21, y=8))
    do(AddTrap(name="Velvet tripwire", trigger="a thread", effect="Silk unravels"))
    do(AddTrap(name="Forgotten pit", trigger="a rug", effect="Buried under hats", secret=True))
    do(RemoveTrap(trap_id=newest(game, Trap)))
    do(AddField(kind=FieldKind.CONCEALED, name="Pickle ambush", size=2, x=6, y=6))
    do(ClearField(field_id=newest(game, Field)))
    do(AddNote(text="Bridge will break", unit_id=1))
    do(EditNote(note_id=newest(game, Note), text="Old grudge"))
    do(RemoveNote(note_id=newest(game, Note)))
    number = game.read(battle_head).number
    do(AddNote(text="Ring the bell twice", kind=NoteKind.ALARM, due_number=number))
    do(SetState(unit_id=2, kind=StateKind.OTHER, cause="Honey snare", lasting=True))
    do(AddUnit(name="Sapper", player_id=1, notes="Waits beside the Honey snare"))
    # Sprung, and taken back: nobody has seen it.
    do(SpringTrap(trap_id=1))
    game.undo()
    overtaken = AddTrap(name="Cork cannon", trigger="a cork", effect="Corks fly about", secret=True)
    do(Together(title="Prepare", acts=(overtaken,)))
    game.undo()
    do(AddUnit(name="Bystander", player_id=1))
    do(
        AddTrap(
            name="Vinegar everywhere", trigger="a flask", effect="It is everywhere", secret=True
        )
    )
    game.undo()


def words_in(path: Path) -> str:
    """Return what can be read in a file: text, metadata and outline of a PDF, else its characters."""
    data = path.read_bytes()
    if not data.startswith(b"%PDF"):
        return _flat(data.decode("utf-8", "replace"))
    document = pypdfium2.PdfDocument(data)
    try:
        said = [page.get_textpage().get_text_bounded() for page in document]
        said += list(document.get_metadata_dict().values())
        said += [mark.get_title() for mark in document.get_toc()]
    finally:
        document.close()
    return _flat(" ".join(said))


def _flat(words: str) -> str:
    # A word that breaks at the end of a line ends with U+FFFE in PDFium's text.
    return " ".join(re.sub("\ufffe|<[^>]*>|\\\\", "", words).split()).casefold()


def betrayed(said: Any) -> list[str]:
    """Return the secrets that something names."""
    flat = _flat(str(said))
    return [word for word in WORDS if word.casefold() in flat]
