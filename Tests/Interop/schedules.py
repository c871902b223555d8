"""Holds our schedules to croniter, APScheduler and dateutil: schedules.py BIN_FOLDER

`soak schedules --json` says when each case is due; the libraries reckon the same cases. What differs is sorted into classes, each a
choice that is known and explained below; a difference that fits none of them fails the check.
"""
import collections
import json
import subprocess
import sys
import warnings
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger
from croniter import croniter
from dateutil.rrule import rrulestr

warnings.simplefilter("ignore")

EXPLAINED = {
    "gap, not run": "clocks are put over the time and the library leaves it out; ours comes at the end of the gap",
    "gap, shifted": "the library keeps the offset from before the gap and runs as much later; ours comes at its end",
    "fold, run twice": "clocks show the time of a named hour twice and the library runs at both; ours runs at the first, as Vixie cron does",
    "left out": "clocks show a time that is named, for the first time or for any of every hour, and the library steps over it",
    "not named": "the library runs where clocks show a time that the expression does not name, and that no gap has moved there",
    "zone data": "Python's time zone data has another change of clocks there than ours",
    "weekdays from Monday": "APScheduler takes 0 for Monday in a crontab, against crontab(5)",
    "both fields of days": "APScheduler wants both fields of days to fit, against crontab(5), where one of the two is enough",
    "star with a step": "croniter takes */n in a field of days as given, where Vixie cron takes the star for 'every'",
    "mixed days": "dateutil wants BYDAY with a place and BYDAY without one to fit both, against RFC 5545, where they are a list",
    "first week": "dateutil counts BYSETPOS in the first week from the beginning, not from the week's first day",
    "not read": "the library does not read the expression, or fails over it",
}


def seconds(moment):
    return int(moment.astimezone(UTC).timestamp())


def by_croniter(case):
    zone = ZoneInfo(case["zone"])
    walk = croniter(case["text"], datetime.fromtimestamp(case["after"], UTC).astimezone(zone))
    return until(lambda last: seconds(walk.get_next(datetime)), case)


def by_apscheduler_cron(case):
    zone = ZoneInfo(case["zone"])
    trigger = CronTrigger.from_crontab(case["text"], timezone=zone)

    def following(last):
        before = datetime.fromtimestamp(last + 1, UTC).astimezone(zone)
        found = trigger.get_next_fire_time(None, before)
        return None if found is None else seconds(found)
    return until(following, case)


def by_apscheduler_interval(case):
    zone = ZoneInfo(case["zone"])
    start = datetime.fromtimestamp(case["start"], UTC).astimezone(zone)
    trigger = IntervalTrigger(seconds=int(case["text"]), start_date=start, timezone=zone)
    previous = None

    def following(last):
        nonlocal previous
        now = datetime.fromtimestamp(last + 1, UTC).astimezone(zone)
        previous = trigger.get_next_fire_time(previous, now)
        return seconds(previous)
    return until(following, case)


def by_dateutil(case):
    start = datetime.fromisoformat(case["begins"]).replace(tzinfo=ZoneInfo(case["zone"]))
    found = []
    for moment in rrulestr("RRULE:" + case["text"], dtstart=start):
        second = seconds(moment)
        if second > case["through"] or len(found) > len(case["due"]) + 50:
            break
        if second > case["after"]:
            found.append(second)
    return found


def until(following, case):
    found, last = [], case["after"]
    while len(found) <= len(case["due"]) + 50:
        try:
            last = following(last)
        except StopIteration:
            break
        if last is None or last > case["through"]:
            break
        found.append(last)
    return found


def change(case):
    """The change of clocks between the ends of a case: when, and what clocks show before and after it."""
    zone = ZoneInfo(case["zone"])

    def offset(second):
        return int(datetime.fromtimestamp(second, UTC).astimezone(zone).utcoffset().total_seconds())
    low, high = case["after"], case["through"]
    if offset(low) == offset(high):
        return None
    before = offset(low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if offset(middle) == before else (low, middle)
    return high, before, offset(high)


def numbers(field, count):
    """The numbers of a field of minutes or hours: *, */n, a-b, */n over a-b, and lists of them."""
    found = set()
    for item in field.split(","):
        base, _, step = item.partition("/")
        first, _, last = ("0", "", str(count - 1)) if base == "*" else base.partition("-")
        found.update(range(int(first), int(last or first) + 1, int(step or 1)))
    return found


def same_clocks(case):
    zone = ZoneInfo(case["zone"])
    return all(
        int(datetime.fromtimestamp(second, UTC).astimezone(zone).utcoffset().total_seconds()) == offset
        for second, offset in zip((case["after"], case["through"]), case["offsets"]))


def cron_classes(case, theirs, change):
    """The reasons of a cron expression, for which clocks are watched: nothing is taken for granted of ours either."""
    moment, before, after = change
    width = abs(after - before)
    zone = ZoneInfo(case["zone"])
    fields = case["text"].split()
    minutes, hours = numbers(fields[0], 60), numbers(fields[1], 24)
    ours, others = set(case["due"]), set(theirs)

    def shows(second):
        clock = datetime.fromtimestamp(second, UTC).astimezone(zone)
        return clock.second == 0 and clock.minute in minutes and clock.hour in hours

    def is_again(second):
        return after < before and moment <= second < moment + width
    names = set()
    for second in ours - others:
        if shows(second) and (len(hours) == 24 or not is_again(second)):
            names.add("left out")
        elif len(hours) < 24 and after > before and second == moment:
            names.add("gap, shifted" if any(moment <= s < moment + width for s in others - ours) else "gap, not run")
        else:
            return {"?"}
    for second in others - ours:
        if len(hours) < 24 and shows(second) and is_again(second) and second - width in ours:
            names.add("fold, run twice")
        elif len(hours) < 24 and after > before and moment <= second < moment + width and (shows(second - width) or moment in ours):
            names.add("gap, shifted")
        elif not shows(second) and second != moment:
            names.add("not named")
        else:
            return {"?"}
    return names


def classes(library, case, theirs):
    """What explains each moment that only one of the two has."""
    if not same_clocks(case):
        return {"zone data"}
    ours = set(case["due"])
    others = set(theirs)
    found = change(case)
    if found is None:
        return plain(library, case, theirs)
    moment, before, after = found
    if case["kind"] == "cron":
        return cron_classes(case, theirs, found)
    width = abs(after - before)
    names = set()
    for second in ours ^ others:
        if case["kind"] == "interval" or abs(second - moment) > 2 * width + 3600:
            return {"?"}
        if after > before and second == moment and second in ours:
            names.add("gap, shifted" if any(moment <= s < moment + width for s in others - ours) else "gap, not run")
        elif after > before and second in others and moment <= second < moment + width:
            names.add("gap, shifted")
        elif after < before and second in others and moment <= second < moment + width and second - width in ours:
            names.add("fold, run twice")
        else:
            return {"?"}
    return names


def plain(library, case, theirs):
    if library == "dateutil":
        parts = dict(part.split("=") for part in case["text"].split(";"))
        days = {len(day) > 2 for day in parts.get("BYDAY", "").split(",") if day}
        if len(days) == 2:
            return {"mixed days"}
        first = datetime.fromisoformat(case["begins"]).replace(tzinfo=UTC)
        if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts and "COUNT" not in parts:
            if all(second < first.timestamp() + 7 * 86400 for second in set(case["due"]) ^ set(theirs)):
                return {"first week"}
        if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts and "COUNT" in parts:
            return {"first week"}
        return {"?"}
    fields = case["text"].split()
    if case["kind"] != "cron" or len(fields) != 5:
        return {"?"}
    names = set()
    if library == "croniter" and (fields[2].startswith("*/") or fields[4].startswith("*/")):
        names.add("star with a step")
    if library == "APScheduler":
        if any(letter.isdigit() for letter in fields[4]):
            names.add("weekdays from Monday")
        if fields[2] != "*" and fields[4] != "*":
            names.add("both fields of days")
    return names or {"?"}


def main():
    sys.stdout.reconfigure(line_buffering=True)
    lines = subprocess.run([f"{sys.argv[1]}/soak", "schedules", "--json"], check=True, capture_output=True, text=True).stdout
    cases = [json.loads(line) for line in lines.splitlines()]
    libraries = {
        ("croniter", "cron"): by_croniter, ("APScheduler", "cron"): by_apscheduler_cron,
        ("APScheduler", "interval"): by_apscheduler_interval, ("dateutil", "rrule"): by_dateutil,
    }
    table = collections.Counter()
    example = {}
    failed = 0
    for case in cases:
        for (library, kind), reckon in libraries.items():
            if kind != case["kind"]:
                continue
            try:
                theirs = reckon(case)
            except (ValueError, KeyError, TypeError, IndexError):
                theirs, names = None, {"not read"}
            if theirs == case["due"]:
                table[library, kind, "the same"] += 1
                continue
            if theirs is not None:
                names = classes(library, case, theirs)
            for name in names:
                table[library, kind, name] += 1
                example.setdefault((library, kind, name), (case, theirs))
            if "?" in names:
                failed += 1
                if failed <= 5:
                    print(f"UNEXPLAINED {library} {case['text']} {case['zone']} from {case['begins']}\n  ours   {show(case, case['due'])}"
                          f"\n  theirs {show(case, theirs)}")
    for (library, kind, name), count in sorted(table.items()):
        print(f"{count:6}  {library} {kind}: {name}" + (f" ({EXPLAINED[name]})" if name in EXPLAINED else ""))
        if "--examples" in sys.argv and (library, kind, name) in example:
            case, theirs = example[library, kind, name]
            print(f"        {case['text']} in {case['zone']}: ours {show(case, case['due'])}, theirs {show(case, theirs)}")
    print(f"schedules: {len(cases)} cases, {failed} differences without an explanation")
    sys.exit(failed > 0)


def show(case, moments):
    zone = ZoneInfo(case["zone"])
    if moments is None:
        return "nothing"
    ours = set(case["due"])
    picked = sorted(set(moments) - ours)[:3] or sorted(moments)[:3]
    return ", ".join(datetime.fromtimestamp(second, UTC).astimezone(zone).isoformat() for second in picked)


main()
