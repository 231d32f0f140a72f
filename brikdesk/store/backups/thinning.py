"""Decide which backups stay: many of the last days, fewer of the time before."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

EVERY_ONE_FOR = timedelta(days=2)
DAYS, WEEKS, MONTHS = 20, 8, 6


def to_keep(made: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return the moments whose backups stay: all of the last two days, then one for each period.

    The periods are 20 days, then 8 weeks, then 6 months with backups; the newest of each stays.
    The newest of all always stays, and so do those dated in the future by a clock that ran ahead.
    """
    newest_first = sorted(set(made), reverse=True)
    recent = [moment for moment in newest_first if now - moment <= EVERY_ONE_FOR]
    kept = set(recent or newest_first[:1])
    older = [moment for moment in newest_first if moment not in kept]
    for count, period in ((DAYS, _day), (WEEKS, _week), (MONTHS, _month)):
        chosen = _newest_of_each(older, period)[:count]
        kept.update(chosen)
        if chosen:
            # Weeks count only backups older than the days already kept, months those before that.
            older = [moment for moment in older if period(moment) < period(chosen[-1])]
    return kept


def _newest_of_each(
    newest_first: Iterable[datetime], period: Callable[[datetime], tuple[int, ...]]
) -> list[datetime]:
    first: dict[tuple[int, ...], datetime] = {}
    for moment in newest_first:
        first.setdefault(period(moment), moment)
    return list(first.values())


def _day(moment: datetime) -> tuple[int, ...]:
    return (moment.year, moment.month, moment.day)


def _week(moment: datetime) -> tuple[int, ...]:
    return moment.isocalendar()[:2]


def _month(moment: datetime) -> tuple[int, ...]:
    return (moment.year, moment.month)
