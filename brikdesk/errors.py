"""The three errors that a referee can meet; anything else is a defect of the program."""


class BrikDeskError(Exception):
    """What went wrong, in words for the referee: what, where, what to do."""


class Refused(BrikDeskError):
    """The rules say no. The referee may overrule it.

    `rule` is the requirement that refuses (8.4-47), `sentence` says what is refused and the way out.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} {rule}")
        self.rule = rule
        self.sentence = sentence


class BadInput(BrikDeskError):
    """Something typed or imported makes no sense; nothing was changed. It cannot be overruled.

    `where` names the field or line, empty where there is just one.
    """

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.sentence = sentence
        self.where = where


def field_of(where: str) -> str:
    """Return the field of an act that `where` of a `BadInput` begins with: "loads" of "loads.2.name"."""
    return where.split(".")[0]


class CampaignFileError(BrikDeskError):
    """The campaign file: missing, locked, damaged, newer, or the disk refuses."""
