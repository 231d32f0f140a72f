"""A rule's No becomes the refusal of an act, in the referee's words."""

from sqlmodel import Session

from brikdesk.rules.no import No
from brikdesk.store.act import Act


def heed(act: Act, no: No | None, session: Session, subject: str, way_out: str = "") -> None:
    """Refuse what a rule refuses, unless the referee overruled it: who, why, and the way out."""
    if no:
        act.refuse_if(True, no.rule, f"{subject}: {no.why}. {way_out}".strip(), session)
