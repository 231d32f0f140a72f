"""The icon and colour of each kind of log line and step, the same on every panel."""

from brikdesk.store.lines import Kind, Tone

_MARKS: dict[Kind, tuple[str, str]] = {
    Kind.TURN: ("turn", "text2"),
    Kind.FIRE: ("fire", "fire"),
    Kind.SMOKE: ("smoke", "smoke"),
    Kind.GAS: ("gas", "smoke"),
    Kind.FIELD: ("field", "text2"),
    Kind.AIR: ("projectile", "text2"),
    Kind.DUD: ("dud", "danger"),
    Kind.BLAST: ("blast", "danger"),
    Kind.ATTACK: ("attack", "text2"),
    Kind.AMMO: ("ammo", "text2"),
    Kind.HOMING: ("homing", "aim"),
    Kind.MARK: ("marked", "aim"),
    Kind.POWER: ("power", "accent_text"),
    Kind.DISRUPTED: ("disrupted", "text2"),
    Kind.HALF_SPEED: ("half-speed", "text2"),
    Kind.MORTAL: ("mortally-wounded", "danger"),
    Kind.STATE: ("turn", "text2"),
    Kind.LOST: ("destroyed", "danger"),
    Kind.UNIT: ("units", "text2"),
    Kind.SETUP: ("flag", "text2"),
    Kind.NOTE: ("note", "text2"),
    Kind.RULING: ("book", "text2"),
    Kind.SKIPPED: ("warning", "text3"),
}


def icon_of(kind: Kind) -> str:
    """Return the name of a kind's icon."""
    return _MARKS[kind][0]


def token_of(kind: Kind) -> str:
    """Return the colour token of a kind's icon."""
    return _MARKS[kind][1]


def glyph_token(tone: Tone) -> str:
    """Return the colour token of a die glyph in text."""
    return "text2" if tone is Tone.PLAIN else tone.value


def box_tone(tone: Tone) -> str:
    """Return the tone of a dice box; empty if the face means nothing special."""
    return "" if tone is Tone.PLAIN else tone.value
