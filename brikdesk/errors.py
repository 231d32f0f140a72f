"""The three errors that a referee can meet; anything else is a defect of the program."""


class BrikDeskError(Exception):
    """Base of these errors. Its message tells the referee what happened, where, and what to do."""


class Refused(BrikDeskError):
    """The rules do not allow an act. The referee may overrule it.

    `rule` is the ID of the rule that refuses (8.4-47), `sentence` says what is refused and what
    can be done instead.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} {rule}")
        self.rule = rule
        self.sentence = sentence


class BadInput(BrikDeskError):
    """Something typed or imported makes no sense; nothing was changed. It cannot be overruled.

    `where` names the field or line that is wrong; it is empty if there is only one.
    """

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.sentence = sentence
        self.where = where


def field_of(where: str) -> str:
    """Return the field of an act that `where` of a `BadInput` begins with: "loads" of "loads.2.name"."""
    return where.split(".")[0]


class CampaignFileError(BrikDeskError):
    """The campaign file cannot be used: missing, locked, damaged, too new, or a disk error."""
