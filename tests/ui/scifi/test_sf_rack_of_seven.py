"""A rack of seven artillery rockets, two a turn: acts, ledger and report count the same, undo too."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_turn
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.campaign_and_battle import battle_head
from tests.ui.scifi.sf_scene import DRONE, RACK
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.ledger.panel import LedgerPanel

ROCKET = SfAim(target_id=DRONE, distance=30)


def ledger_row(panel: LedgerPanel) -> dict[str, str]:
    """Return the rack's row as it stands in the table, by the heads of the columns."""
    model = panel.table("ammo").rows_model
    cells = [model.index(0, k).data() for k in range(model.columnCount())]
    assert cells[1] == "Rack of seven"
    return dict(zip([column.title for column in model.columns], cells, strict=True))


def left(row: dict[str, str]) -> int:
    """Return how many are left, as it is read."""
    return int(row["Left"].split(" of ")[0])


def holds(panel: LedgerPanel) -> bool:
    """Tell whether loaded = remaining + fired + lost + adjusted, as the row's tip says."""
    model = panel.table("ammo").rows_model
    place = [column.title for column in model.columns].index("Left")
    said = str(model.index(0, place).data(Qt.ItemDataRole.AccessibleTextRole))
    loaded, *parts = [int(word) for word in re.findall(r"\d+", said)]
    return loaded == sum(parts)


def report_row(campaign: Campaign) -> str:
    """Return the rack's line of the ammunition table in the PDF of the running turn."""
    pdf = render(report_of_turn(campaign, campaign.read(battle_head).turn_id))
    pages = (page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    table = " ".join(" ".join(pages).split()).rpartition("Ammunition ")[2]
    return table.partition("Rack of seven ")[2].partition(" Tripod launcher")[0]


def refusal(desk: Desk, act: Act) -> NotDone:
    answer = desk.do(act)
    assert isinstance(answer, NotDone)
    return answer


def end_round(desk: Desk) -> int:
    """End the turns of both players; give the number of acts that took."""
    number, acts = desk.read(battle_head).number, 0
    while desk.read(battle_head).number == number:
        desk.do(EndTurn(overruled=frozenset({"turn-order"})))
        acts += 1
    return acts


@pytest.mark.rule("12-59", "12-60", "12-64", "12-89", "12-90", "12-92", "TC-14", "TC-15", "TC-16")
def test_seven_rockets_go_two_a_turn_in_ledger_and_report_and_come_back_by_undo(
    desk: Desk, stars: Campaign, theme: Theme, qtbot: QtBot
) -> None:
    panel = LedgerPanel(theme, desk, Hub())
    qtbot.addWidget(panel)
    seen, printed, done, digests = [], [], 0, [stars.digest()]

    def look() -> None:
        row = ledger_row(panel)
        assert holds(panel)
        seen.append((left(row), row["This turn"], row["State"]))
        printed.append(report_row(stars))

    look()
    for rockets in (2, 2, 2, 1):
        assert isinstance(desk.do(FireSf(sf_weapon_id=RACK, aims=(ROCKET,) * rockets)), Changes)
        look()
        done += 1
        digests.append(stars.digest())
        rule = "12-60" if rockets == 1 else "12-59"
        assert refusal(desk, FireSf(sf_weapon_id=RACK, aims=(ROCKET,))).rule == rule
        assert stars.digest() == digests[-1], "a refusal takes no rocket"
        done += end_round(desk)
        digests.append(stars.digest())
    assert refusal(desk, FireSf(sf_weapon_id=RACK, aims=(ROCKET,))).rule == "12-60"

    assert seen == [
        (7, "0 of 2", "–"),
        (5, "2 of 2", "–"),
        (3, "2 of 2", "–"),
        (1, "2 of 2", "–"),
        (0, "1 of 2", "Expended"),
    ]
    about = "artillery rocket, Lamp Carrier"
    assert printed == [
        f"{about} 7 7 0 0 0 0 of 2",
        f"{about} 7 5 2 0 0 2 of 2",
        f"{about} 7 3 4 0 0 2 of 2",
        f"{about} 7 1 6 0 0 2 of 2",
        f"{about} expended 7 0 7 0 0 1 of 2",
    ]

    back = [left(ledger_row(panel))]
    for _ in range(done):
        desk.undo()
        row = ledger_row(panel)
        assert holds(panel)
        back.append(left(row))
    assert list(dict.fromkeys(back)) == [0, 1, 3, 5, 7]
    assert stars.digest() == digests[0]
    assert report_row(stars) == printed[0]
    for _ in range(done):
        desk.redo()
    assert stars.digest() == digests[-1]
    assert ledger_row(panel)["State"] == "Expended"
