"""Turning the refusal of a rule into the refusal of an act."""

from sqlmodel import Session

from brikdesk.rules.no import No
from brikdesk.store.act import Act


def heed(act: Act, no: No | None, session: Session, subject: str, way_out: str = "") -> None:
    """Raise Refused if a rule says No, unless the referee overruled it.

    The sentence names the `subject`, the reason, and the `way_out` if there is one.
    """
    if no:
        act.refuse_if(True, no.rule, f"{subject}: {no.why}. {way_out}".strip(), session)
