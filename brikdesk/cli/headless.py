"""The demo turn without a display: it is played, the desk is drawn, the report written."""

from argparse import Namespace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import brikdesk.acts  # noqa: F401  (makes every act known by its name)
from brikdesk.acts.turn.answering import play_waiting_steps
from brikdesk.cli.window import draw
from brikdesk.cli.words import say
from brikdesk.reports import render, report_of_turn, write_report
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.life.files import open_file
from brikdesk.store.views.battle import battle_head

SEED = 7


def demo_turn(_: Namespace) -> None:
    """Play the turn start of the sample campaign; write `out/desk.png` and a report beside it."""
    out = Path("out")
    out.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "demo.brik"
        write_sample(file)
        draw(file, "turn-start", out / "desk.png", (1440, 900), "dark", 100)
        with Campaign(open_file(file, backup_dir=Path(folder) / "backups")) as campaign:
            chance = Random(SEED)
            for title in play_waiting_steps(campaign, lambda sides: chance.randint(1, sides)):
                say(title)
            turn = campaign.read(battle_head)
            data = report_of_turn(campaign, turn.turn_id)
    report = out / f"turn-{turn.number}.pdf"
    write_report(report, render(data, "a4"))
    say(f"The desk: {(out / 'desk.png').absolute()}")
    say(f"The report: {report.absolute()}")
