"""Units lost, fires and dice over the turns, as bars with their numbers."""

from collections.abc import Sequence

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.renderPDF import _PDFRenderer as PDFRenderer
from reportlab.graphics.shapes import DirectDraw, Drawing, Group, String
from reportlab.lib.colors import white

from brikdesk.reports.data import ChartPoint
from brikdesk.reports.fonts import BOLD, REGULAR, is_plain, printable
from brikdesk.reports.palette import colour
from brikdesk.reports.tags import tagged
from brikdesk.reports.text import Ink, draw_fitted

HEIGHT = 92.0
GAP = 18.0
WIDEST_GROUP = 46.0
"""The most points for the bars of one place, so that a few turns do not fill the whole width."""

SIDE_BY_SIDE = 6
"""With up to this many places, the three charts stand side by side."""

Series = tuple[str, bool, list[int]]
"""Colour token, whether the bars are filled, and the numbers."""


def charts(points: Sequence[ChartPoint], width: float, brikwars: bool = True) -> list[Drawing]:
    """Return the three charts: side by side in one drawing while they are small, else stacked.

    Without `brikwars`, attacks are shown instead of fires, and the dice only if any were thrown.
    """
    fires: tuple[str, list[Series]] = (
        ("Fires burning at turn end", [("fire", True, [point.fires for point in points])])
        if brikwars
        else ("Attacks", [("aim", True, [point.attacks for point in points])])
    )
    dice = [point.dice for point in points]
    contents: list[tuple[str, list[Series]]] = [
        ("Units lost", [("danger", True, [point.lost for point in points])]),
        fires,
        (
            "Dice: typed outlined, rolled filled",
            [
                ("smoke", False, [each.typed + each.changed for each in dice]),
                ("smoke", True, [each.rolled for each in dice]),
            ],
        ),
    ]
    if not brikwars and not any(each.total for each in dice):
        del contents[-1]
    labels = [printable(point.label) for point in points]
    if len(points) > SIDE_BY_SIDE:
        return [
            _drawing([_chart(*content, labels, width)], width, _said([content], labels))
            for content in contents
        ]
    # Between the charts there is one gap fewer than charts.
    share = (width + GAP) / len(contents) - GAP
    said = _said(contents, labels)
    return [_drawing([_chart(*content, labels, share) for content in contents], width, said)]


class ChartDrawing(Drawing):  # type: ignore[misc]
    """Charts on a page, with their numbers in words for those who cannot see them."""

    def draw(self) -> None:
        """Draw them; the name is ReportLab's."""
        with tagged(self.canv, "Figure", self.words):
            super().draw()


def _said(contents: Sequence[tuple[str, list[Series]]], labels: Sequence[str]) -> str:
    """Return charts in words."""
    said = []
    for title, series in contents:
        sums = [sum(numbers) for numbers in zip(*(each for _, _, each in series), strict=True)]
        said.append(
            f"{title}: {', '.join(f'{n} at {at}' for n, at in zip(sums, labels, strict=True))}"
        )
    return f"Bars. {'. '.join(said)}."


def _drawing(groups: Sequence[Group], width: float, words: str) -> Drawing:
    drawing = ChartDrawing(width, HEIGHT)
    drawing.__dict__["words"] = words  # ReportLab lets nobody set what it does not know
    for place, group in enumerate(groups):
        group.translate(place * (width + GAP) / len(groups), 0)
        drawing.add(group)
    return drawing


def _chart(title: str, series: Sequence[Series], labels: list[str], width: float) -> Group:
    bars = VerticalBarChart()
    wide = min(width, WIDEST_GROUP * len(labels))
    bars.x, bars.y, bars.width, bars.height = 0, 14, wide, HEIGHT - 38
    bars.data = [numbers for _, _, numbers in series]
    # Fixed limits: ReportLab cannot scale an axis on which every number is 0.
    bars.valueAxis.valueMin = 0
    bars.valueAxis.valueMax = max([1, *(n for _, _, numbers in series for n in numbers)])
    bars.valueAxis.visible = False
    # ReportLab draws what Inter has; an empty name keeps the place of what is drawn here.
    bars.categoryAxis.categoryNames = [label if is_plain(label) else "" for label in labels]
    _dress_axis(bars)
    _dress_bars(bars, series)
    name = String(0, HEIGHT - 9, title, fontName=BOLD, fontSize=8.5, fillColor=colour("text2"))
    each = wide / len(labels)
    others = [
        OtherLabel(label, (at + 0.5) * each, bars.y - LABEL - 2)
        for at, label in enumerate(labels)
        if not is_plain(label)
    ]
    return Group(name, bars, *others)


class OtherLabel(DirectDraw):  # type: ignore[misc]
    """A label of an axis in a writing that Inter lacks, around a place."""

    def __init__(self, words: str, middle: float, baseline: float) -> None:
        super().__init__()
        self.words, self.middle, self.baseline = words, middle, baseline

    def drawDirectly(self, renderer: PDFRenderer) -> None:
        """Draw it; the name is ReportLab's."""
        draw_fitted(renderer._canvas, self.middle, self.baseline, self.words, AXIS, 60, "centre")


LABEL = 7.0
AXIS = Ink(size=LABEL, token="text3")


def _dress_bars(bars: VerticalBarChart, series: Sequence[Series]) -> None:
    bars.groupSpacing, bars.barSpacing = 8, 1.5
    for place, (token, filled, _) in enumerate(series):
        bars.bars[place].fillColor = colour(token) if filled else white
        bars.bars[place].strokeColor = colour(token)
        bars.bars[place].strokeWidth = 0.8
    bars.barLabelFormat = _label
    bars.barLabels.fontName, bars.barLabels.fontSize = REGULAR, 7
    bars.barLabels.fillColor = colour("text2")
    bars.barLabels.nudge = 5


def _dress_axis(bars: VerticalBarChart) -> None:
    axis = bars.categoryAxis
    axis.labels.fontName, axis.labels.fontSize = REGULAR, 7
    axis.labels.fillColor = colour("text3")
    axis.labels.dy = -2
    axis.strokeColor = colour("line2")
    axis.visibleTicks = False


def _label(number: float) -> str:
    return f"{number:.0f}" if number else ""
