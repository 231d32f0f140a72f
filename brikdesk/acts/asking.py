"""What an act still asks for: choices with their answers, and what is missing in words."""

from collections.abc import Iterable, Mapping

from brikdesk.errors import BadInput
from brikdesk.turns.steps import Choice, Option, Topic


def ask(
    answers: Mapping[str, str],
    name: str,
    prompt: str,
    player_id: int | None,
    options: tuple[Option, ...],
    *,
    free: bool = False,
    usual: str | None = None,
    topic: Topic = Topic.ELSE,
) -> Choice:
    """Return a choice with its answer, with `usual` while there is none.

    Raise BadInput for an answer that is not offered; with `free` any words are.
    """
    answer = answers.get(name)
    offered = [option.value for option in options]
    if answer is not None and answer not in offered and not (free and answer.strip()):
        choose = f"Choose from: {', '.join(offered)}."
        raise BadInput(f"{answer[:40]!r} is not offered. {choose}", name)
    return Choice(name, prompt, player_id, options, free, answer or usual, topic)


def unanswered(choices: Iterable[Choice]) -> str:
    """Return the prompt of the first choice without an answer; empty if all have one."""
    return next((choice.prompt for choice in choices if choice.chosen is None), "")


def missing(owed: int, choices: Iterable[Choice] = ()) -> str:
    """Say what is still waited for: so many dice, else a choice; empty if nothing is."""
    if owed:
        return f"Waiting for {'a die' if owed == 1 else f'{owed} dice'}."
    return unanswered(choices)


class Asking:
    """The choices of one act, in the order in which they come up; `topic` is what they are about."""

    def __init__(self, answers: Mapping[str, str], topic: Topic = Topic.ELSE) -> None:
        self.answers, self._topic = answers, topic
        self.asked: list[Choice] = []

    @property
    def open(self) -> list[Choice]:
        """Those that nobody has made yet."""
        return [choice for choice in self.asked if choice.chosen is None]

    def waits(self, *names: str) -> bool:
        """Return whether a choice of one of these names is open."""
        return any(choice.id.partition("-")[0] in names for choice in self.open)

    def chosen(self, name: str) -> str:
        """Return what was chosen where it was asked; empty if nothing was."""
        answers = (choice.chosen for choice in self.asked if choice.id == name)
        return next(answers, None) or ""

    def choose(
        self,
        name: str,
        prompt: str,
        player_id: int | None,
        options: tuple[Option, ...],
        *,
        free: bool = False,
        usual: str | None = None,
        topic: Topic | None = None,
    ) -> str:
        """Add a choice; return its answer, empty if there is none yet."""
        made = ask(
            self.answers, name, prompt, player_id, options,
            free=free, usual=usual, topic=topic or self._topic,
        )  # fmt: skip
        self.asked.append(made)
        return made.chosen or ""
