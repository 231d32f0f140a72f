"""Turning the refusal of a rule into the refusal of an act."""

from sqlmodel import Session

from brikdesk.rules.no import No
from brikdesk.store.act import Act


def heed(act: Act, no: No | None, session: Session, subject: str, way_out: str = "") -> None:
    """Raise Refused if a rule says No, unless the referee overruled it; so for each of the refusals.

    The sentence names the `subject`, the reason, and the `way_out` if there is one.
    """
    for each in no.each if no else ():
        act.refuse_if(True, each.rule, f"{subject}: {each.why}. {way_out}".strip(), session)
