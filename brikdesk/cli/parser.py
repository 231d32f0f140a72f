"""The commands with their arguments, for argparse."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from brikdesk import __version__
from brikdesk.about import log_path
from brikdesk.cli.words import one_line
from brikdesk.games import GAMES, usual
from brikdesk.lengths import Ruler


def _add_library(command: "AddParser") -> None:
    words = "keep units, armies, tables and house rules as templates"
    library = command("library", "armies:show", words, file=False)
    names = "list|save|add|rename|delete"
    what = library.add_subparsers(metavar=names, parser_class=type(library), required=True)

    def part(name: str, words: str) -> Any:
        made = what.add_parser(name, help=words)
        made.set_defaults(does=f"armies:{'show' if name == 'list' else name}")
        return made

    listed = part("list", "list the templates, all or those that fit the words")
    listed.add_argument(
        "words", metavar="WORDS", nargs="*", help="words of a name or of what it is"
    )
    _json(listed)
    _add_save(part("save", "keep a player's army, or what an option names, as a template"))
    add = part("add", "use templates in a campaign, as one act")
    _file(add)
    add.add_argument("words", metavar="WORDS", nargs="+", help='such as: "3 trooper, big bertha"')
    _player(add)
    _dry_run(add, "only tell what would be added")
    _json(add)
    _accept(add)
    rename = part("rename", "give a template another name")
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("new", metavar="NEW")
    delete = part("delete", "delete a template")
    delete.add_argument("name", metavar="NAME")


def _add_save(save: Any) -> None:
    _file(save)
    save.add_argument("--name", help="what the template is called")
    what = save.add_mutually_exclusive_group()
    what.add_argument(
        "--unit", metavar="NAME", action="append", help="a unit; give it once for each"
    )
    what.add_argument("--table", action="store_true", help="the table with its terrain")
    what.add_argument("--rules", action="store_true", help="the house rules")
    save.add_argument("--player", metavar="NAME", help="whose army; by default the first player's")


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong call with one line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where help is found, and exit with code 2."""
        words = one_line(message)[:300]
        self.exit(2, f"{self.prog}: {words} ({self.prog} --help tells more)\n")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the arguments; their `does` names the module and function that carry them out.

    A first argument that is no command is a file that the desk opens. Raise SystemExit for help
    and for wrong calls.
    """
    parser, names = everything_said()
    typed = list(arguments)
    is_file = bool(typed) and typed[0] not in names and not typed[0].startswith("-")
    if is_file or (typed and typed[0] in ("-", "--")):
        typed.insert(0, "open")
    elif typed and typed[0] not in (*names, "-h", "--help", "--version", "--headless-demo"):
        parser.error(f"there is no option {typed[0]}")
    found = parser.parse_args(typed)
    if not hasattr(found, "does"):
        found = parser.parse_args(["open"])
    _check_open(parser, found)
    return found


def _check_open(parser: Parser, found: argparse.Namespace) -> None:
    """Refuse two files for one desk, which may also be a mistyped command and its file."""
    if found.does not in ("window:open_desk", "window:shot"):
        return
    files = found.file
    if found.does == "window:open_desk" and len(files) > 1:
        parser.error(f"the desk opens one file, not {len(files)}; {files[0][:40]} is no command")
    if found.does == "window:shot" and not found.list and not (len(files) == 2 and found.output):
        parser.error("shot takes FILE SCENE -o OUT.png, or --list")


def everything_said() -> tuple[Parser, frozenset[str]]:
    """Return the parser of the whole command line, and the names of its commands."""
    parser = Parser(
        prog="brikdesk",
        description="The referee's desk for BrikWars battles.",
        epilog="brikdesk FILE opens the desk. Exit codes: 0 done, 1 refused or bad input, 2 usage, "
        "3 done and saved, but something beside it failed, such as the backup, 4 an error of the "
        f"program itself; those are kept in {str(log_path()).replace('%', '%%')}",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"BrikDesk {__version__}")
    parser.add_argument(
        "--headless-demo",
        dest="does",
        action="store_const",
        const="making:demo_turn",
        # Without a default, so that `does` is missing if no command was named.
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    commands = parser.add_subparsers(
        metavar="COMMAND", parser_class=Parser, help="one of these; each has its own --help"
    )

    def command(name: str, does: str, words: str, *, file: bool = True) -> Parser:
        made: Parser = commands.add_parser(
            name, help=words, description=words[:1].upper() + words[1:] + ".", allow_abbrev=False
        )
        made.set_defaults(does=does)
        if file:
            _file(made)
            made.add_argument(
                "--inches",
                choices=tuple(Ruler),
                default=Ruler.TENTHS,
                type=str,
                help="how lengths are told; the log keeps tenths",
            )
        return made

    _add_making(command)
    _add_playing(command)
    _add_units(command)
    _add_looking(command)
    _add_keeping(command)
    _add_printing(command)
    _add_armies(command)
    _add_terrain(command)
    _add_library(command)
    _add_completion(command)
    return parser, frozenset(commands.choices)


AddParser = Callable[..., Parser]


def _file(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a campaign file")


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="answer as JSON, for programs")


def _player(parser: Parser) -> None:
    words = "whose they are; by default the first player's"
    parser.add_argument("--player", metavar="NAME", help=words)


def _dry_run(parser: Parser, words: str) -> None:
    parser.add_argument("--dry-run", action="store_true", help=words)


def _seeded(parser: Parser) -> None:
    parser.add_argument("--seed", type=_seed, metavar="N", help="the same dice every time")


def _out(parser: Parser, name: str, words: str | None = None) -> None:
    parser.add_argument("-o", "--output", metavar=name, required=True, help=words)


def _paper(parser: Parser, *others: str, words: str | None = None) -> None:
    parser.add_argument("--paper", choices=("a4", "letter", *others), default="a4", help=words)


def _add_making(command: AddParser) -> None:
    desk = command("open", "window:open_desk", "open the desk", file=False)
    desk.add_argument("file", metavar="FILE", nargs="*", help="a campaign; none: the start screen")
    new = command("new", "making:new", "make an empty campaign")
    new.add_argument("--name", help="the campaign's name; by default the file's")
    new.add_argument(
        "--player",
        metavar="NAME:FACTION:COLOUR",
        action="append",
        default=[],
        help="a player; give it once for each. The colour may be left out",
    )
    sets = (*(game.word for game in GAMES.values()), "both")
    words = "the rule sets that it is played by"
    new.add_argument("--rules", choices=sets, default=usual().word, help=words)
    words = "not an empty one, but that of an export: the same game with its whole record"
    new.add_argument("--from", dest="source", metavar="EXPORT.json", help=words)
    words = "make a campaign of its own of another, with the same past: for a second group"
    copy = command("copy", "making:copy", words)
    copy.add_argument("new", metavar="NEW.brik", help="the new campaign's file")
    copy.add_argument("--name", help="the new campaign's name; by default the file's")
    demo = command("demo", "making:demo", "write the sample campaign")
    demo.add_argument("--scifi", action="store_true", help="a small one by the Sci-fi rules")


def _add_playing(command: AddParser) -> None:
    _json(command("agenda", "playing:show", "list the steps that wait now, in order"))
    words = "tell what the next turns bring, and how likely: what burns, lands, shrinks, ends"
    ahead = command("ahead", "playing:ahead", words)
    words = "player turns after the running one (default: two rounds)"
    ahead.add_argument("--turns", type=_turns, metavar="N", help=words)
    _json(ahead)
    roll = command("roll", "playing:roll", "throw dice and settle every step that asks nobody")
    _seeded(roll)
    _json(roll)
    _accept(roll)
    words = "attack, Sprint or Bail as one line of words says, with its dice"
    attack = command("attack", "attacking:attack", words)
    words = 'such as: sgt fires cannon at opinion 9" 7 4 9 6; dice and letters of choices last'
    attack.add_argument("line", metavar="WORDS", nargs="+", help=words)
    _dry_run(attack, "only tell what is understood and what comes of it")
    attack.add_argument("--roll", action="store_true", help="throw the dice that are missing")
    _seeded(attack)
    _json(attack)
    _accept(attack)
    words = "do whatever one line of words says, as the palette does"
    says = command("say", "attacking:say_act", words)
    words = "such as: ignite biscuit 2, or: pim moves 5 to 12 14; overruled as last word overrules"
    says.add_argument("line", metavar="WORDS", nargs="*", help=words)
    says.add_argument("--list", action="store_true", help="list how each act is said, and end")
    _dry_run(says, "only tell what is understood and what comes of it")
    says.add_argument("--roll", action="store_true", help="throw the dice that are missing")
    _seeded(says)
    _json(says)
    _accept(says)


def _add_units(command: AddParser) -> None:
    add = command("add", "attacking:add", "add units by words, one line or part between ; each")
    words = 'such as: "3 Troopers: gun, light armor; Ann hero"; - reads lines from the input'
    add.add_argument("words", metavar="WORDS", nargs="+", help=words)
    _player(add)
    _dry_run(add, "only tell what is understood")
    _json(add)
    _accept(add)
    take = command("import", "armies:take", "add the units of an army file as one act")
    words = "a file of the community's army builder, what army wrote (.json, .csv), or any table"
    take.add_argument("army", metavar="ARMY.json", help=words)
    _player(take)
    words = "where figures of weapons differ: those of the file, or those of the rules"
    take.add_argument("--figures", choices=("file", "rules"), default="file", help=words)
    words = "units that a rule refuses: take them in, overruled and marked, or leave them out"
    take.add_argument("--against", choices=("take", "leave"), default="take", help=words)
    _dry_run(take, "only tell what is in it and what is lost")
    _json(take)
    _accept(take)
    does = command("do", "playing:do", "carry out one act, or a list of acts as one")
    _act(does)
    words = "throw the dice that a step still asks for"
    does.add_argument("--roll", action="store_true", help=words)
    _seeded(does)
    _json(does)
    _accept(does)
    tries = command("try", "playing:try_out", "tell what an act would ask and do; nothing is saved")
    _act(tries)
    _json(tries)
    for name, words in (("undo", "take the last act back"), ("redo", "do it again")):
        back = command(name, f"playing:{name}", words)
        back.add_argument("--all", action="store_true", help="as often as it goes")
        _accept(back)


def _act(parser: Parser) -> None:
    words = "the act as data; - reads it from the input"
    parser.add_argument("act", metavar="ACT.json", help=words)


def _add_looking(command: AddParser) -> None:
    acts = command("acts", "catalogue:acts", "list the acts, or one with its fields", file=False)
    acts.add_argument("name", metavar="NAME", nargs="?", help="an act, such as EndTurn")
    _json(acts)
    log = command("log", "looking:log", "print the log")
    log.add_argument("--turn", metavar="N", help="a turn's number, or N.CODE for one player's")
    log.add_argument("--units", action="store_true", help="what each unit did, instead of the log")
    _json(log)
    ruled = command("rulings", "looking:tell_rulings", "list what the referee has decided")
    ruled.add_argument("words", nargs="*", metavar="WORDS", help="a rule, or words of a ruling")
    _json(ruled)
    why = command("explain", "looking:explain", "tell how the numbers of an act came about")
    why.add_argument("act", metavar="ACT", help="an act's number, as log --json shows it, or last")
    _json(why)
    command("unlock", "making:unlock", "take away the lock of a campaign that is open nowhere")
    _json(command("check", "looking:check", "check a campaign file from end to end"))
    thin = command("thin", "making:thin", "drop the photos that nothing shows, for a smaller file")
    _dry_run(thin, "only tell what it would free")
    command("digest", "looking:digest", "print a campaign's digest: equal digests, equal campaigns")
    words = "show the seal of the newest battle, and its sealed rolls; proved, once it is opened"
    sealed = command("seal", "looking:seal", words)
    _json(sealed)
    words = "print a league table over the battles of campaigns"
    league = command("league", "papers:league", words, file=False)
    league.add_argument("files", metavar="FILE", nargs="+", help="campaign files")
    _json(league)
    words = "tell whether dice are fair, and damage is as expected"
    audit = command("audit", "papers:audit", words)
    audit.add_argument("--csv", action="store_true", help="as a table for spreadsheets")
    _secret(audit)
    odds = command("odds", "catalogue:odds", "tell the exact odds of dice", file=False)
    odds.add_argument("expression", nargs="+", metavar="EXPRESSION", help="2d10+1d4, or 2d10 >= 9")
    _json(odds)
    rules = command(
        "rules", "catalogue:rules", "print a rule, or search in all of them", file=False
    )
    words = "such as 8.4-10, or words to look for; diff A B compares two campaigns"
    rules.add_argument("words", nargs="*", metavar="ID", help=words)
    _json(rules)


def _add_completion(command: AddParser) -> None:
    words = "print what completes commands and files in a shell"
    shell = command("completion", "catalogue:completion", words, file=False)
    shell.add_argument("shell", choices=("bash", "zsh"), help="which one reads it")


def _add_keeping(command: AddParser) -> None:
    _json(command("lineage", "making:lineage", "compare a file with what was played here"))
    listed = command("backups", "making:backups", "list what can be brought back", file=False)
    listed.add_argument("file", metavar="FILE", nargs="?", help="a campaign file")
    listed.add_argument("--all", action="store_true", help="the backups of every campaign")
    words = "the acts to which FILE can be brought back, by evening"
    listed.add_argument("--acts", action="store_true", help=words)
    words = "how much room backups may take here, such as 500MB or 2GB"
    listed.add_argument("--most", metavar="SIZE", help=words)
    _json(listed)
    back = command("restore", "making:restore", "bring a campaign back from its backups")
    words = "as backups FILE lists them; else the best"
    back.add_argument("--backup", metavar="N", type=_number, help=words)
    words = "as it was right after this act of the record"
    back.add_argument("--act", metavar="N", type=_number, help=words)
    back.add_argument("-o", "--output", metavar="OUT.brik", help="into a new file instead")
    words = "bring a damaged campaign back as far as it can be proved, into a new file"
    saved = command("salvage", "making:salvage", words)
    _out(saved, "NEW.brik", "the new campaign; the damaged file is only read")
    _json(saved)


def _accept(parser: Parser) -> None:
    parser.add_argument(
        "--accept",
        choices=("older", "fork"),
        action="append",
        default=[],
        help="go on with a file though more, or something else, was played on this computer",
    )


def _secret(parser: Parser, more: str = "") -> None:
    parser.add_argument(
        "--secret",
        action="store_true",
        help="for the referee: also Traps and Concealed Hazards that have not gone off, and notes"
        + more,
    )


def _add_export(command: AddParser) -> None:
    words = "write battle, log or campaign for others"
    export = command("export", "papers:export", words)
    kinds = (
        ".html, .md, .bbcode the battle; .csv the log; "
        ".json the campaign, which brikdesk new --from reads back"
    )
    _out(export, "OUT.json", kinds)
    export.add_argument("--log", action="store_true", help="the log as .json")
    _secret(export, "; the campaign as .json always holds them")


def _add_papers(command: AddParser) -> None:
    cards = command("cards", "papers:cards", "write cards of the units as PDF")
    words = "sheets with marks to cut along, or a page of poker size for each card"
    _paper(cards, "poker", words=words)
    tokens = command("tokens", "papers:tokens", "write tokens of the units as PDF")
    _paper(tokens)
    for each in (cards, tokens):
        each.add_argument("--player", metavar="NAME", help="those of one player only")
        each.add_argument("--state", action="store_true", help="as the units are now, not as new")
        _out(each, "OUT.pdf")
    words = "write all about one act on a page: dice, numbers, rules, the table before and after"
    card = command("card", "papers:dispute", words)
    card.add_argument("act", metavar="ACT", help="an act's number, as log --json shows it, or last")
    _paper(card)
    _out(card, "OUT.pdf", ".pdf, .png")
    _secret(card)
    words = "write a page with what is looked up most"
    page = command("quickref", "papers:reference", words)
    _paper(page)
    _out(page, "OUT.pdf")


def _add_printing(command: AddParser) -> None:
    report = command("report", "papers:report", "write a turn's or a battle's report as PDF")
    what = report.add_mutually_exclusive_group()
    words = (
        "a turn's number: the parts of all players; N.CODE for one player's. Without it the "
        "running turn, right after handing over the one that has just ended"
    )
    what.add_argument("--turn", metavar="N", help=words)
    what.add_argument("--battle", action="store_true", help="the whole battle")
    words = "the dice audit of the campaign: are they fair?"
    what.add_argument("--dice", action="store_true", help=words)
    _paper(report)
    report.add_argument("--no-map", action="store_true", help="without maps of the table")
    report.add_argument("--photos", action="store_true", help="with the photos that are pinned")
    _out(report, "OUT.pdf")
    _secret(report)
    _add_export(command)
    _add_papers(command)
    drawn = command("map", "papers:draw_map", "draw the table as a map: SVG, PDF or PNG")
    _out(drawn, "OUT.svg", ".svg, .pdf, .png")
    drawn.add_argument("--width", type=_pixels, metavar="PIXELS", default=1600, help="of a PNG")
    _secret(drawn)
    drawn.add_argument("--photo", action="store_true", help="with the photo of the table under it")
    words = "draw a picture of the desk as the referee sees it, with all secrets"
    shot = command("shot", "window:shot", words, file=False)
    shot.add_argument("file", metavar="FILE SCENE", nargs="*", help="a campaign, and a scene")
    shot.add_argument("-o", "--output", metavar="OUT.png")
    shot.add_argument("--size", metavar="WxH", type=_size, default=(1440, 900), help="in pixels")
    shot.add_argument("--theme", choices=("dark", "light"), default="dark")
    shot.add_argument("--text", metavar="PERCENT", type=_percent, default=100)
    shot.add_argument("--list", action="store_true", help="name the scenes")


def _add_armies(command: AddParser) -> None:
    army = command("army", "armies:army", "write the units of a player as an army file")
    _player(army)
    words = (
        ".json and .csv keep units as they stand, .builder.json is for the army builder;"
        " what is lost is told"
    )
    _out(army, "ARMY.json", words)
    _json(army)


def _add_terrain(command: AddParser) -> None:
    words = "save the table and its terrain as a file, or lay it out from one"
    terrain = command("terrain", "armies:save_of_terrain", words, file=False)
    what = terrain.add_subparsers(metavar="save|load", parser_class=Parser, required=True)
    save = what.add_parser("save", help="write a file that a person can read and change")
    save.set_defaults(does="armies:save_of_terrain")
    _file(save)
    _out(save, "OUT.json")
    load = what.add_parser("load", help="lay out terrain from such a file, as one act")
    load.set_defaults(does="armies:load")
    _file(load)
    load.add_argument("template", metavar="TERRAIN.json", help="a file that save wrote")
    load.add_argument("--instead", action="store_true", help="take away what stands there now")
    _accept(load)
    _json(load)


def _whole(word: str, least: int, most: int, what: str) -> int:
    """Return a whole number within limits. Raise ArgumentTypeError, which says what the word is not."""
    is_whole = word.isascii() and word.isdigit() and len(word) <= 18
    if not (is_whole and least <= int(word) <= most):
        raise argparse.ArgumentTypeError(f"{word[:20]!r} is no {what}")
    return int(word)


def _seed(word: str) -> int:
    return _whole(word, 0, 2**53, "seed; a seed is a whole number")


def _pixels(word: str) -> int:
    return _whole(word, 100, 10_000, "width from 100 to 10000 pixels")


def _number(word: str) -> int:
    return _whole(word, 0, 2**31, "number of a backup")


def _turns(word: str) -> int:
    return _whole(word, 0, 60, "number of turns from 0 to 60")


def _percent(word: str) -> int:
    return _whole(word.removesuffix("%"), 80, 200, "percentage from 80 to 200")


def _size(word: str) -> tuple[int, int]:
    width, _, height = word.lower().partition("x")
    what = "size like 1440x900"
    size = _whole(width, 0, 10_000, what), _whole(height, 0, 10_000, what)
    if min(size) < 100:
        raise argparse.ArgumentTypeError(f"{word[:20]!r} is no {what}")
    return size
