"""The order in which a shot is settled: a step that comes too early is refused."""

from sqlmodel import Session

from brikdesk.acts.heed import heed
from brikdesk.acts.scifi.typed import numbered
from brikdesk.rules.scifi.attack_order import AttackStep, may_take
from brikdesk.rules.scifi.vaporshock import VAPORSHOCK
from brikdesk.store.act import Act
from brikdesk.store.scifi_shots import next_step, order_of, steps_done
from brikdesk.store.tables import SfShot


def existing_shot(session: Session, shot_id: int) -> SfShot:
    """Return a shot of the running battle; BadInput if there is none with this key."""
    return numbered(session, SfShot, shot_id, "shot")


def check_due(act: Act, session: Session, shot: SfShot, step: AttackStep) -> None:
    """Refuse a step that comes too early; one that was taken may be entered again."""
    order, done = order_of(session, shot), steps_done(session, shot)
    if step not in done:
        heed(act, may_take(step, done, order), session, shot.weapon)


def next_words(session: Session, shot: SfShot) -> str:
    """Return what is due next, such as "Next: hit or miss."; "" after the last step."""
    step = next_step(session, shot)
    if step is None:
        return ""
    # The step's own words ask about flame, which matters to a vaporshock only (12-44).
    if step is AttackStep.LANDING and shot.warhead != VAPORSHOCK:
        return "Next: where it lands."
    return f"Next: {step.value.rstrip('?')}."
