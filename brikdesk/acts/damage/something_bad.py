"""Something Bad: damage just as high as the Armor (5.1-13 to 5.1-21)."""

from collections.abc import Collection, Mapping

from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.asking import ask
from brikdesk.acts.lasting import disrupt, is_minifig, wound_mortally
from brikdesk.acts.unit_now import kinds_of
from brikdesk.acts.units.angry_inch import parted_by_the_map
from brikdesk.rules.brikwars.reminders import Occasion, reminders
from brikdesk.rules.brikwars.units.something_bad import Bad, others_agree_on, results_with_effect
from brikdesk.store.house import house_rules
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import Edge, Note, NoteKind, StateKind, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.sequence import next_player, player_name, turn_now
from brikdesk.turns.steps import Choice, Option, Topic

STRUCK, MORTAL, DISARMED, TWIST = "struck", "mortal", "disarmed", "twist"
"""Values of the choice `bad`."""

ARMOR = "armor"
"""A value of the choice `item`: the armor that a minifig wears (5.1-22)."""

OPTIONS = (
    Option(STRUCK, "Struck to the Ground!", "Disrupted until its next turn"),
    Option(MORTAL, "Mortally Wounded!", "acts on, dies when the running turn ends"),
    Option(DISARMED, "Disarmed!", "drops a useful item it holds"),
    Option(TWIST, "Unexpected Twist!", "as the table agrees"),
)


def something_bad_choices(
    session: Session,
    unit: Unit,
    choices: Mapping[str, str],
    suffix: str = "",
    *,
    downed: bool = False,
    dying: bool = False,
    lost: Collection[str] = (),
) -> tuple[Choice, ...]:
    """Ask the victim's player to pick one, and for its details (5.1-14, 5.1-21, 5.1-15).

    Only what has an effect is offered (A5-12): not what the same event does to the victim anyway,
    which may leave it `downed` or `dying`, and has cost it the items `lost`. `suffix` tells the
    victims of one event apart: the choices are called `bad`, `twist` and `item` with it.
    """
    who = player_name(session, unit.player_id)
    left = tuple(each for each in _items(session, unit) if each.value not in lost)
    options = _with_effect(session, unit, left, downed=downed, dying=dying)
    prompt = f"Something Bad happens to {unit.name}. {who} picks:" if suffix else ""
    prompt = prompt or f"{who} picks Something Bad:"
    first = ask(choices, f"bad{suffix}", prompt, unit.player_id, options, topic=Topic.BAD)
    if first.chosen == TWIST:
        asked = " ".join([f"{who} says what happens.", *_agreed(session, unit, Bad.TWIST)])
        return first, ask(choices, f"twist{suffix}", asked, unit.player_id, (), free=True)
    items = left if first.chosen == DISARMED else ()
    if len(items) < 2:
        return (first,)
    return first, ask(choices, f"item{suffix}", f"{who} says what:", unit.player_id, items)


def _items(session: Session, unit: Unit) -> tuple[Option, ...]:
    """Offer what a Disarm can cost: what it holds, and armor if the others agree (5.1-22)."""
    items = tuple(Option(str(item.id), item.name) for item in _items_to_lose(session, unit))
    if not unit.worn_armor or not is_minifig(unit):
        return items
    detail = " ".join(_agreed(session, unit, Bad.DISARMED, held=False))
    return (*items, Option(ARMOR, f"{unit.worn_armor.capitalize()} Armor", detail))


def _items_to_lose(session: Session, unit: Unit) -> list[Weapon]:
    """Return what a unit can be disarmed of: a creation also of what it is fitted with (5.1-23)."""
    if is_minifig(unit):
        return held_items(session, unit)
    wanted = select(Weapon).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    return list(session.exec(wanted.order_by(col(Weapon.id))))


def _agreed(session: Session, unit: Unit, bad: Bad, *, held: bool = True) -> list[str]:
    """Say who has to agree to a pick, and how a dispute is settled (5.1-21, 5.1-22, OF-12)."""
    if not others_agree_on(bad, minifig=is_minifig(unit), held=held):
        return []
    settled = reminders([Occasion.DISPUTE], house_rules(session))
    return ["The others agree.", *(each.words for each in settled)]


def _with_effect(
    session: Session, unit: Unit, items: tuple[Option, ...], *, downed: bool, dying: bool
) -> tuple[Option, ...]:
    """Return the picks that have an effect (A5-12); `items` are those that it has left."""
    # A unit without any weapon in the roster may still hold something: Disarmed! stays possible.
    states = kinds_of(session, unit)
    armed = session.exec(select(Weapon).where(Weapon.unit_id == unit.id)).first() is not None
    picks = results_with_effect(
        has_item=not armed or bool(items),
        disrupted=downed or StateKind.DISRUPTED in states,
        mortally_wounded=dying or StateKind.MORTALLY_WOUNDED in states,
    )
    return tuple(option for option in OPTIONS if option.value in picks)


def held_items(session: Session, unit: Unit) -> list[Weapon]:
    """Return what a unit holds in its hands, as far as the roster knows."""
    wanted = select(Weapon).where(Weapon.unit_id == unit.id, Weapon.lying == "")
    return list(session.exec(wanted.where(col(Weapon.mounted).is_(False)).order_by(col(Weapon.id))))


def suffer_something_bad(
    session: Session,
    unit: Unit,
    choices: Mapping[str, str],
    damage: int,
    step: str = "",
    *,
    suffix: str = "",
    knocked: int = 0,
) -> list[Line]:
    """Carry out what was chosen; a larger unit that is Mortally Wounded takes `damage` later.

    `knocked` are the inches that a dropped item flies: the attacker's Action Roll (5.1-15).
    """
    chosen = choices.get(f"bad{suffix}", STRUCK)
    if chosen == MORTAL:
        return [wound_mortally(session, unit, damage, step)]
    if chosen == STRUCK:
        return [disrupt(session, unit, "struck to the ground", "5.1-16", step)]
    if chosen == DISARMED:
        item = choices.get(f"item{suffix}", "")
        dropped = drop_item(session, unit, item, max(0, knocked), step)
        return [dropped, *parted_by_the_map(session, unit, step)]
    words = text.note(choices.get(f"twist{suffix}", ""), "twist")
    _remember_twist(session, unit, words)
    return [_line(unit, "Unexpected Twist!", words, "5.1-21", step)]


def drop_item(session: Session, unit: Unit, item: str, inches: int, step: str = "") -> Line:
    """Knock one item out of a unit's hands; it lies so many inches away (5.1-15)."""
    if item == ARMOR:
        return _lose_armor(session, unit, step)
    held = _items_to_lose(session, unit)
    weapon = next((each for each in held if str(each.id) == item), held[0] if held else None)
    where = f'{inches}" away, straight from the attacker' if inches else "at its feet"
    if weapon is None:
        words = f"It drops one useful item it holds: {where}."
        return _line(unit, "Disarmed!", words, "5.1-15", step)
    weapon.lying = f"{where} of {unit.name}" if inches else f"at the feet of {unit.name}"
    session.add(weapon)
    return _line(unit, "Disarmed!", f"{said_of(weapon.name, 'lies')} {where}.", "5.1-15", step)


def _lose_armor(session: Session, unit: Unit, step: str) -> Line:
    """Take worn armor off, with the Deflection that it gives (5.1-22, W-15)."""
    worn, unit.worn_armor = unit.worn_armor, ""
    if worn == "heavy":
        unit.deflection = max(0, unit.deflection - 1)
    session.add(unit)
    words = f"It loses its {worn.capitalize()} Armor. Correct its Armor if that counted there."
    return _line(unit, "Disarmed!", words, "5.1-22", step)


def _remember_twist(session: Session, unit: Unit, words: str) -> None:
    """Pin the Twist to the end of the next player's turn: by then it is over (5.1-21)."""
    turn = turn_now(session)
    player_id, new_round = next_player(session, turn)
    session.add(
        Note(
            kind=NoteKind.TWIST,
            text=f"Over by now: {words}",
            unit_id=unit.id,
            player_id=player_id,
            due_number=turn.number + new_round,
            edge=Edge.END,
            made_turn_id=turn.id,
        )
    )


def _line(unit: Unit, what: str, words: str, rule: str, step: str) -> Line:
    return line(
        Kind.STATE, f"{unit.name}: {what}", words,
        rule=rule, player_id=unit.player_id, unit_id=unit.id, step=step,
    )  # fmt: skip
