"""The battle as HTML, Markdown and BBCode: no script, nothing fetched, names as they were typed."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from PySide6.QtGui import QColor

from brikdesk.acts.campaign.notes_and_photos import TellTurn
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import Die, Origin
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.reports.data import LOST, Facts, LastingFact, ReportLine
from brikdesk.reports.files import ReportCancelled
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.story import (
    Happenings,
    Record,
    StoryHeading,
    StoryMaps,
    StoryParagraph,
    great_rolls,
    headline,
    paragraphs,
    prose,
    story,
    the_dead,
)
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.reports.web import bbcode, markdown, page, shared_battle
from brikdesk.sample import write_sample, write_scifi_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Dice, Kind, Tone, Words, part_text
from tests.staging import nine_steps
from tests.ui.look.test_theme import contrast

pytestmark = pytest.mark.thorough(every=2)

NAMES = (
    "<script>alert(1)</script>", "</title></style><img src=http://x.example/a onerror=alert(1)>",
    '" onmouseover="alert(1)', "&lt;b&gt; &amp;", "[url=http://x.example]here[/url]", "[/b][img]a[/img]",
    "**bold** _it_ `code` | # ~~no~~", "1. first", "- item", "+ item", ":fire: @ann $x$",
    "\u05e9\u05dc\u05d5\u05dd \u0639\u0631\u0628", "\U0001f525\U0001f9f1", "W" * 80, "javascript:alert(1)",
)  # fmt: skip
RAW = ("nul \x00 bell \x07", "turn \u202e round", "lone \ud800", "open \u2067 isolate")
"""What no name may hold, but a file of a stranger could."""

ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "bdi", "table", "thead",
    "tbody", "tr", "th", "td", "ul", "li", "b", "span", "s", "figure", "img", "figcaption", "footer",
    "details", "summary", "div",
}  # fmt: skip


class Reader(HTMLParser):
    """Reads a page as a browser would: its tags, attributes, and the words of each `bdi`."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "bdi":
            self._open = True
            self.words.append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag != "bdi"

    def handle_data(self, data: str) -> None:
        if self._open:
            self.words[-1] += data


def told(name: str) -> list[Happenings]:
    entry = ReportLine(Kind.NOTE, name, (Words(name),), rule=name, overruled=(name,))
    return [Happenings((entry,))]


@pytest.fixture
def named(battle: Campaign) -> Campaign:
    nine_steps(battle)
    for place, name in enumerate(NAMES):
        battle.do(AddUnit(name=name, preset="U-01", player_id=1 + place % 3))
    battle.do(MoveUnit(unit_id=1, x=10, y=10))
    return battle


@pytest.mark.parametrize("name", [*NAMES, *RAW])
def test_a_page_holds_any_words_as_words(name: str) -> None:
    reader = Reader()
    made = "\n".join(page(name, [StoryHeading(1, name), *told(name)]))
    made.encode("utf-8")
    reader.feed(made)
    assert {tag for tag, _ in reader.tags} <= ALLOWED
    for tag, given in reader.tags:
        assert not [key for key in given if key.startswith("on") or key in ("href", "srcset")]
        assert (given.get("src") or "data:").startswith("data:"), tag
    want = re.sub("[\x00\x07\ud800]", "\N{REPLACEMENT CHARACTER}", name)
    assert [words for words in reader.words if words == want] == [want] * 3


def test_the_page_of_a_battle_shows_every_name_and_the_table(
    named: Campaign, tmp_path: Path
) -> None:
    made = shared_battle(named, 1, tmp_path / "b.html").text.decode("utf-8")
    reader = Reader()
    reader.feed(made)
    assert {tag for tag, _ in reader.tags} <= ALLOWED
    for name in NAMES:
        assert any(name in words for words in reader.words), name
    pictures = [given for tag, given in reader.tags if tag == "img"]
    assert pictures
    assert all((each["src"] or "").startswith("data:image/svg+xml;base64,") for each in pictures)
    assert "default-src 'none'" in made
    assert "http-equiv" in made.partition("<title>")[0]


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_colour_can_be_read_on_light_pages_and_on_dark_ones(
    named: Campaign, tmp_path: Path, theme: str
) -> None:
    found = shared_battle(named, 1, tmp_path / "b.html").text.decode("utf-8")
    style = found[found.index("<style>") : found.index("</style>")]
    rules = style.split("@media screen and (prefers-color-scheme: dark)")
    own = dict(re.findall(r"--([a-z0-9]+): (#[0-9a-f]+)", rules[theme == "dark"]))
    inks = set(re.findall(rf"--{theme}: (#[0-9a-f]{{6}})", found))
    assert len(inks) > 2, "sides and dice have colours of their own"
    for ink in (own["text"], own["text2"], own["text3"], *inks):
        assert contrast(QColor(ink), QColor(own["page"])) >= 4.5, ink


@pytest.mark.skipif(not CHROMIUM, reason="needs the browser chromium")
def test_a_browser_without_network_shows_the_page_and_asks_for_nothing(
    named: Campaign, tmp_path: Path
) -> None:
    made = tmp_path / "b.html"
    shared_battle(named, 1, made).write(made)
    assert CHROMIUM
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=900,1600",
        f"--user-data-dir={tmp_path / 'profile'}", "--proxy-server=127.0.0.1:9",
        "--enable-logging=stderr", "--dump-dom", made.as_uri(),
    ]  # fmt: skip
    ran = subprocess.run(command, capture_output=True, timeout=120, check=True)
    reader = Reader()
    reader.feed(ran.stdout.decode("utf-8"))
    assert {tag for tag, _ in reader.tags} <= ALLOWED
    for name in NAMES:
        assert any(name in words for words in reader.words), name
    assert b"Refused" not in ran.stderr  # the policy had nothing to refuse
    assert b"CONSOLE" not in ran.stderr


@pytest.mark.parametrize("name", [*NAMES, *RAW])
def test_markdown_and_bbcode_take_no_words_for_signs(name: str) -> None:
    text = markdown(told(name), {}, "b")
    text.encode("utf-8")
    # Without what is escaped, only signs of our own are left.
    left = re.sub(r"\\.", "", text)
    left = left.replace("**", "").replace("~~Undone:~~", "").replace("<br>", "")
    assert not re.search(r"[`*_\[\]<>#|~]", left), left
    assert len(text.strip().splitlines()) == 1
    forum = bbcode(told(name), {}, "b")
    tags = set(re.findall(r"\[[^\u2060\]]*\]", forum))
    assert tags <= {"[list]", "[/list]", "[*]", "[b]", "[/b]", "[i]", "[/i]", "[s]", "[/s]"}
    seen = re.sub("[\u2060\u2068\u2069]", "", forum)
    assert re.sub("[\x00\x07\ud800]", "\N{REPLACEMENT CHARACTER}", name) in seen


def test_markdown_comes_with_its_pictures(named: Campaign, tmp_path: Path) -> None:
    made = tmp_path / "b.md"
    shared_battle(named, 1, made).write(made)
    names = re.findall(r"\]\(<([^>]+)>\)", made.read_text("utf-8"))
    assert names
    assert {path.name for path in tmp_path.glob("*.png")} == set(names)
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in names)


def test_a_forum_gets_its_pictures_as_files_that_the_post_names(
    named: Campaign, tmp_path: Path
) -> None:
    made = tmp_path / "b.bbcode"
    shared_battle(named, 1, made).write(made)
    names = re.findall(r"\[img\]([^\[]+)\[/img\]", made.read_text("utf-8"))
    assert names
    assert {path.name for path in tmp_path.glob("*.png")} == set(names)


def test_what_cannot_be_written_is_said_and_nothing_is_left(
    named: Campaign, tmp_path: Path
) -> None:
    made = tmp_path / "out" / "b.html"
    shared = shared_battle(named, 1, made)
    with pytest.raises(CampaignFileError, match="was not written"):
        shared.write(made)
    made.mkdir(parents=True)
    with pytest.raises(CampaignFileError, match="is a folder"):
        shared.write(made)
    with pytest.raises(CampaignFileError, match="campaign itself"):
        shared.write(named.path, named.path)
    assert [path.name for path in made.parent.iterdir()] == ["b.html"]
    assert list(made.iterdir()) == []
    with pytest.raises(BadInput, match="no such battle"):
        shared_battle(named, 99, made)
    with pytest.raises(ReportCancelled):
        shared_battle(named, 1, made, cancelled=lambda: True)


def test_the_record_tells_every_line_of_the_report(named: Campaign) -> None:
    data = report_of_battle(named, 1)
    (record,) = (block for block in story(data, {}) if isinstance(block, Record))
    lines = [each for block in record.blocks() if isinstance(block, Happenings)
             for each in block.entries]  # fmt: skip
    assert sorted(map(repr, lines)) == sorted(map(repr, data.entries))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("told") / "sample.brik"
    write_sample(file)
    return file


def in_prose(campaign: Campaign) -> str:
    return " ".join(words for _, words, _ in prose(report_of_battle(campaign, 1)))


def test_the_story_says_in_plain_sentences_what_mattered(sample: Path) -> None:
    with Campaign.open(sample, read_only=True) as campaign:
        data = report_of_battle(campaign, 1)
        said = in_prose(campaign)
    assert headline(data).endswith(
        " fought for 16 player turns. Gnomes of Upper Drainpipe lost Gnome Stopcock; "
        "Teapot Cavalry lost Lancer Scone."
    )
    for sentence in (
        "Lancer Scone was hit (“A lead stapler, thrown”), 7 against Armor 4, and died.",
        "On Turns 2 and 4 Sugar Loaf Keep was hit (“A shell of X2, within 2 inches”), 14 against Armor "
        "12 and 19 against Armor 14, and lost an inch of its 6 and an inch of its 5.",
        "Cistern ball came down 5 inches from the Site Hut and was a dud.",
        "Gnome Stopcock took 11 against Armor 4 in Drain gas and died.",
        "On Turns 2 and 4 Burgomaster Elbow took a moment: “A speech about gaskets” and “A longer "
        "speech about gaskets”.",
        "Gunner Clack hit the left wheel of Ice Cream Van with The Stapler to no effect.",
    ):
        assert sentence in said
    assert "reload" not in said
    assert "Power" not in said
    assert len(said.split()) < 500


def test_the_story_holds_no_figure_and_no_name_that_the_log_has_not(sample: Path) -> None:
    with Campaign.open(sample, read_only=True) as campaign:
        data = report_of_battle(campaign, 1)
    for turn, words, _ in prose(data):
        runs = re.findall(r"On Turns ([\d, and]+)", words)
        numbers = {int(each) for run in runs for each in re.findall(r"\d+", run)} | {turn.number}
        told = [each for each in data.turns if each.code == turn.code and each.number in numbers]
        logged = "Turns " + " ".join(
            " ".join([line.lead, *map(part_text, line.parts)])
            for each in told
            for line in each.entries
        )
        said = re.sub(r"an inch of its \d+|On Turns [\d, and]+", "", words)
        figures = set(re.findall(r"\d+", said))
        assert figures <= set(re.findall(r"\d+", logged)), words
        names = set(re.findall(r"(?<=[a-z] )[A-Z]\w+", words))
        assert all(name in logged for name in names), words


def test_the_story_of_before_is_back_when_an_act_is_taken_back(
    sample: Path, tmp_path: Path
) -> None:
    file = Path(shutil.copy(sample, tmp_path / "war.brik"))
    with Campaign.open(file) as campaign:
        before = in_prose(campaign)
        campaign.do(Kill(unit_id=15, why="slipped"))
        assert "Sir Crumpet died." in in_prose(campaign)
        campaign.undo()
        assert in_prose(campaign) == before


def test_the_story_of_the_sci_fi_rules_tells_hits_and_the_referees_words(tmp_path: Path) -> None:
    write_scifi_sample(tmp_path / "stars.brik")
    with Campaign.open(tmp_path / "stars.brik", read_only=True) as campaign:
        data = report_of_battle(campaign, 1)
        said = in_prose(campaign)
    for words in (
        "Rack of seven artillery rockets hit Assessor Decimal and burst: “Between the assessors”.",
        "Lamp Carrier held: “It dents the bell”.",
        "Assessor Decimal was eliminated.",
        "Assessor Ledger held: “His form was in order” and was incapacitated.",
        "Pod of seven artillery rockets burst: “3 inches left” and “Behind the carrier”.",
    ):
        assert words in said
    logged = " ".join(" ".join([line.lead, *map(part_text, line.parts)]) for line in data.entries)
    assert set(re.findall(r"\d+", said)) <= set(re.findall(r"\d+", logged))
    assert len(said.split()) < 500


def scone(campaign: Campaign) -> StoryParagraph:
    every = paragraphs(report_of_battle(campaign, 1))
    return next(each for each in every if "Lancer Scone" in each.by_log)


def test_a_paragraph_by_hand_is_told_everywhere_and_taken_back(
    sample: Path, tmp_path: Path
) -> None:
    own = "Nobody had told Lancer Scone that staplers <b>fly</b>."
    with Campaign.open(Path(shutil.copy(sample, tmp_path / "war.brik"))) as campaign:
        before, data = in_prose(campaign), scone(campaign)
        campaign.do(TellTurn(turn_id=data.turn.turn_id, words=f" {own}\n", by_log=data.by_log))
        assert own in in_prose(campaign)
        assert data.by_log not in in_prose(campaign)
        assert not scone(campaign).changed
        pdf = " ".join(pages_of(render(report_of_battle(campaign, 1))))
        shared = [
            shared_battle(campaign, 1, tmp_path / f"b{kind}").text.decode("utf-8")
            for kind in (".html", ".md", ".bbcode")
        ]
        assert own in pdf
        for text in shared:
            assert "Nobody had told Lancer Scone that staplers" in text
        assert not any("<b>fly" in text for text in shared[:2])
        campaign.undo()
        assert in_prose(campaign) == before


def test_a_paragraph_is_left_out_and_told_by_the_log_again(sample: Path, tmp_path: Path) -> None:
    with Campaign.open(Path(shutil.copy(sample, tmp_path / "war.brik"))) as campaign:
        before, found = in_prose(campaign), scone(campaign)
        campaign.do(TellTurn(turn_id=found.turn.turn_id, by_log=found.by_log))
        assert "Scone was hit" not in in_prose(campaign)
        assert scone(campaign).words == "", "it stays among the paragraphs, to be told again"
        campaign.do(TellTurn(turn_id=found.turn.turn_id, by_hand=False))
        assert in_prose(campaign) == before
        with pytest.raises(BadInput, match="The log tells this turn already"):
            campaign.do(TellTurn(turn_id=found.turn.turn_id, by_hand=False))


def test_a_paragraph_by_hand_is_marked_when_its_facts_change(sample: Path, tmp_path: Path) -> None:
    with Campaign.open(Path(shutil.copy(sample, tmp_path / "war.brik"))) as campaign:
        last = list(paragraphs(report_of_battle(campaign, 1)))[-1]
        campaign.do(TellTurn(turn_id=last.turn.turn_id, words="Lemon fell.", by_log=last.by_log))
        campaign.do(Kill(unit_id=15, why="slipped"))
        changed = list(paragraphs(report_of_battle(campaign, 1)))[-1]
        assert (changed.words, changed.changed) == ("Lemon fell.", True)
        assert "Sir Crumpet died." in changed.by_log
        campaign.undo()
        assert not list(paragraphs(report_of_battle(campaign, 1)))[-1].changed


def test_a_battle_of_which_nothing_is_to_tell_has_its_record(named: Campaign) -> None:
    data = report_of_battle(named, 1)
    quiet = replace(data, turns=())
    assert [type(block) for block in story(quiet, {})][-1] is Record
    assert not list(prose(quiet))


def pages_of(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


def test_the_pdf_of_a_battle_begins_with_the_same_story(sample: Path) -> None:
    with Campaign.open(sample, read_only=True) as campaign:
        data = report_of_battle(campaign, 1)
        plain = report_of_battle(campaign, 1, with_map=False)
    pages = pages_of(render(data))
    begins = next(at for at, page in enumerate(pages) if "Numbers and rules" in page)
    told, record = " ".join(pages[:begins]), " ".join(pages[begins:])
    assert begins > 0
    assert headline(data) in pages[0]
    for words in ("The table at the start", "The table at the end"):
        assert words in pages[0]
        assert words not in " ".join(pages_of(render(plain)))
    for _, words, _ in prose(data):
        assert words in told
    for words in ("The dead", "Service record", "2 attacks, 1 hit, nothing through"):
        assert words in told
    # Setting up, numbers and rules are told behind it alone.
    for words in ("joins.", "4.1-01", "dice, 21 typed", "acts undone", "reloads"):
        assert words not in told
    assert "Forewoman Rubble joins." in record
    assert "dice, 21 typed" in record


def test_both_maps_of_the_pdf_are_drawn_side_by_side(sample: Path) -> None:
    with Campaign.open(sample, read_only=True) as campaign:
        pdf = render(report_of_battle(campaign, 1))
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=1).to_pil().convert("RGB")
    wide, high = page.size
    for left in (0, wide // 2):
        half = page.crop((left, high // 5, left + wide // 2, high * 2 // 5))
        assert len(half.getcolors(1 << 20) or ()) > 100, "a map of the table is here"


def test_the_story_shows_the_table_at_its_start_and_at_its_end(
    sample: Path, tmp_path: Path
) -> None:
    with Campaign.open(sample, read_only=True) as campaign:
        page = shared_battle(campaign, 1, tmp_path / "b.html").text.decode("utf-8")
        data = report_of_battle(campaign, 1)
    (maps,) = (block for block in story(data, {}) if isinstance(block, StoryMaps))
    at = {each.title: {token.unit_id: (token.x, token.y) for token in each.tokens}
          for each in maps.tables}  # fmt: skip
    assert set(at) == {"The table at the start", "The table at the end"}
    # Scout Sieve has moved; Lancer Scone is dead at the end.
    scout, lancer = 29, 19
    assert at["The table at the start"][scout] != at["The table at the end"][scout]
    assert lancer in at["The table at the start"]
    assert lancer not in at["The table at the end"]
    assert page.index("The table at the start") < page.index("Turn 1, Bureau")
    assert page.count("The table at the end</bdi>") == 1


def test_the_dead_are_told_with_how_they_died(sample: Path) -> None:
    with Campaign.open(sample, read_only=True) as campaign:
        dead = list(the_dead(report_of_battle(campaign, 1)))
    assert dead == [
        (
            "Lancer Scone", "Teapot Cavalry", "Turn 3, BU",
            "Was hit (“A lead stapler, thrown”), 7 against Armor 4, and died.",
        ),
        (
            "Gnome Stopcock", "Gnomes of Upper Drainpipe", "Turn 5, GD",
            "Took 11 against Armor 4 in Drain gas and died.",
        ),
    ]  # fmt: skip


def test_the_dead_of_one_name_are_told_apart_and_by_what_they_died(named: Campaign) -> None:
    data = report_of_battle(named, 1)
    first = data.turns[0]
    fired = Words("Needed 3 or more on a d6: 66.7 %. Hit.")
    lines = (
        ReportLine(Kind.ATTACK, "Gunner fires Cannon at Truck.", (fired,), act_id=5, unit_id=2),
        ReportLine(Kind.BLAST, "Shells explode.", (Words("6 damage in all."),), act_id=5),
        ReportLine(Kind.LOST, "Gunner dies.", act_id=5, unit_id=1),
        ReportLine(Kind.ATTACK, "Rockets are launched.", (Words('5" to Ox. It lands'),), act_id=6),
        ReportLine(
            Kind.ATTACK, "Ox is hit.", (
                Words("Run over"), Dice((Die(6, 4, Origin.TYPED),), (Tone.OK,)),
                Words("4 damage against Armor 3: it gets through."),
            ), act_id=7, unit_id=3,
        ),
        ReportLine(Kind.LOST, "Ox dies.", act_id=7, unit_id=3),
    )  # fmt: skip
    when = f"Turn {first.number}, {first.code}"
    rows = tuple(
        LastingFact(name, when, unit_id=key, side=side)
        for key, name, side in ((1, "Gunner", "Amber Army"), (3, "Ox", ""))
    )
    turns = (replace(first, play=(), fights=lines),)
    told_of = replace(data, turns=turns, facts=(Facts(LOST, rows, ""),))
    assert list(the_dead(told_of)) == [
        ("Gunner", "Amber Army", when, "Died: Shells went off for 6."),
        ("Ox", "", when, "Was hit (“Run over”), 4 against Armor 3, and died."),
    ]
    ((_, story, _),) = prose(told_of)
    assert "Rockets set out for Ox." in story
    assert headline(told_of).endswith("Lost besides: Ox; Amber Army lost Gunner.")


def shot(who: str, chance: str, result: str, tone: Tone) -> ReportLine:
    needed = f'Use 5, 9" away. Needed 8 or more on a d8: {chance}.'
    dice = Dice((Die(8, 4, Origin.TYPED),), (tone,))
    words = (Words(needed), dice, Words(f"against Use 5. {result}"))
    return ReportLine(Kind.ATTACK, f"{who} fires Gun at Bo.", words, rule="5.1-09")


def test_rolls_against_the_odds_are_great_and_told_with_their_chance(named: Campaign) -> None:
    data = report_of_battle(named, 1)
    shots = (
        shot("Pim", "12.5 %", "Hit.", Tone.OK),
        shot("Ann", "0 %, with a Benny 13.9 %", "Hit, Over the Top.", Tone.OK),
        shot("Gus", "87.5 %", "Critical Failure.", Tone.DANGER),
        shot("Mia", "62.5 %", "Missed.", Tone.DANGER),
        shot("Leo", "25 %", "Hit.", Tone.OK),
    )
    turn = replace(data.turns[0], fights=shots)
    rolls = great_rolls(replace(data, turns=(turn,)))
    assert [(roll.words, roll.chance) for roll in rolls] == [
        ("Pim hit Bo with Gun", 12.5), ("Ann hit Bo with Gun", 13.9), ("Gus missed Bo with Gun", 87.5),
    ]  # fmt: skip
    ((_, words, _),) = prose(replace(data, turns=(turn,)))
    assert "Pim hit Bo with Gun, at 12.5 %." in words
    assert "Gus missed Bo with Gun, at 87.5 %." in words
    assert "Mia" not in words
