"""The acts that the file records, done again without a window: they must come to the same campaign."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.errors import BrikDeskError
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.journal.images import digest_of_game


class Twin:
    """A copy of the file as it was at the start. It follows the deeds of the window one by one.

    The file tells what each act was; the deeds tell when undo and redo came between them.
    """

    def __init__(self, file: Path, deeds: Path) -> None:
        self._file, self._deeds, self._read = file, deeds, 0
        self.acts = 0
        self._campaign = self._copy(file)
        self._engine = create_engine(f"sqlite:///file:{file}?mode=ro&uri=true")

    def _copy(self, of: Path) -> Campaign:
        copy = self._file.with_name(f"twin-{self.acts}-{self._file.name}")
        shutil.copy(of, copy)
        return Campaign.open(copy)

    def close(self) -> None:
        """Let go of the copy."""
        self._campaign.close()
        self._engine.dispose()

    def difference(self) -> str:
        """Catch up, and say where the two differ; empty where they do not."""
        try:
            with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as file:
                for deed in self._new_deeds():
                    self._follow(deed, file)
            with self._engine.connect() as connection:
                same = digest_of_game(connection) == self._campaign.digest()
        except (BrikDeskError, LookupError, sqlite3.Error) as error:
            return f"the acts cannot be done again: {type(error).__name__}: {error}"
        return "" if same else f"after {self.acts} acts the digests differ"

    def _new_deeds(self) -> list[str]:
        if not self._deeds.exists():
            return []
        lines = self._deeds.read_text().splitlines()
        new, self._read = lines[self._read :], len(lines)
        return [line.split("\t")[0] for line in new if line.split("\t")[1] == str(self._file)]

    def _follow(self, deed: str, file: sqlite3.Connection) -> None:
        self.acts += 1
        if deed.endswith(".brik"):  # what the file was when a backup had been brought back
            self._campaign.close()
            self._campaign = self._copy(Path(deed))
        elif deed == "undo":
            self._campaign.undo()
        elif deed == "redo":
            self._campaign.redo()
        else:
            question = "SELECT name, arguments FROM act WHERE id = ?"
            name, arguments = file.execute(question, (int(deed),)).fetchone()
            self._campaign.do(act_from_data({"act": name, **json.loads(arguments)}))
