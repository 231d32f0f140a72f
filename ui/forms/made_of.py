"""The question what an Explosive is made of, which every form asks that makes one."""

from typing import Any

from brikdesk.acts.explosives.makeup_words import makeup_named
from brikdesk.errors import BadInput
from ui.forms.fields import Text

MADE = Text(
    name="made",
    label="Made of",
    optional=True,
    hint="Empty: as its name says (smoke, gas, fire, piercing, concussion, phased, terrain, mines),"
    " else Exp dice. In words: 2 smoke, 1 fire; 2d10 Exp + 1d4 Fire + 1.",
)


def with_makeup(values: dict[str, Any]) -> dict[str, Any]:
    """Put what was said of dice, or what the name says, into `makeup`, as acts take it.

    Raise BadInput, with the question it is about, for what no Explosive of this XSize is made of.
    """
    words, size = values.pop("made", "") or "", values.get("explosive_size")
    if not size or not values.get("name"):
        return values
    try:
        made = makeup_named(values["name"], size, words).as_data()
    except BadInput as error:
        raise BadInput(error.sentence, "made") from None
    return {**values, "makeup": made} if made else values
