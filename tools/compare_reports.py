#!/usr/bin/env python3
"""Compares two reports of the lab on the same rules, made with different seeds.

    tools/compare_reports.py REPORT OTHER

Each is a folder of `tabuleiro lab`, or the report.json in it. Of every figure that both have: is the value of one
outside the interval of the other, or do the intervals not even meet ("apart")? Of two estimates of the same thing whose
intervals are about as wide, chance puts one in six outside, since their difference spreads √2 times as far as either,
and one in 180 apart. The status is 1 where more are apart than chance explains, 2 where the reports cannot be compared.
"""

import json
import math
import pathlib
import sys

BY_CHANCE_APART = 1 / 180


class NoReport(Exception):
    """What there is cannot be compared, in words for whoever asked."""


def read(path):
    path = pathlib.Path(path)
    if path.is_dir():
        path /= "report.json"
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoReport(f"there is no {path}") from None
    except OSError as error:
        raise NoReport(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise NoReport(f"{path} is damaged: it is no JSON") from None
    if not is_report(report):
        raise NoReport(f"{path} is no report of the lab")
    return report


def is_estimate(estimate):
    return all(isinstance(estimate[key], (int, float)) for key in ("value", "low", "high"))


def is_report(report):
    """Has it everything that is looked at?"""
    try:
        subject(report)
        report["settings"]["seed"]
        return all(estimate is None or is_estimate(estimate) for _, estimate in estimates(report))
    except (KeyError, TypeError, AttributeError):
        return False


def subject(report):
    """What two reports must have in common."""
    settings = {key: value for key, value in report["settings"].items() if key != "seed"}
    return {"game": report["game"], "options": report["options"], **settings}


def estimates(report):
    """The figures of a report, by where they stand."""
    for strength in report["strengths"]:
        for figure, estimate in strength["figures"].items():
            yield f"nodes {strength['nodes']}: {figure}", estimate
    for step in report["steps"]:
        yield f"nodes {step['nodes']} against {step['against']}: score", step["score"]
    yield "levels", report["levels"]
    for other in report["compared"]:
        options = ",".join(f"{key}={value}" for key, value in other["options"].items())
        for figure, estimate in other["figures"].items():
            yield f"{options}: {figure}", estimate


def is_outside(one, other):
    """The value of either, of the interval of the other?"""
    return any(not a["low"] <= b["value"] <= a["high"] for a, b in ((one, other), (other, one)))


def is_apart(one, other):
    return one["low"] > other["high"] or other["low"] > one["high"]


def shown(estimate):
    return f"{estimate['value']:g} ({estimate['low']:g} to {estimate['high']:g})"


def most_by_chance(count):
    """More than these of `count` intervals are apart by chance in one comparison of a thousand (Poisson's distribution)."""
    expected, most = count * BY_CHANCE_APART, 0
    likelihood = reached = math.exp(-expected)
    while reached < 0.999:
        most += 1
        likelihood *= expected / most
        reached += likelihood
    return most


def compare(one, other):
    """What there is to say, line by line, and whether chance explains it."""
    others = dict(estimates(other))
    both = [(name, mine, others[name]) for name, mine in estimates(one) if mine and others.get(name)]
    outside = [(name, mine, its) for name, mine, its in both if is_outside(mine, its)]
    apart = sum(is_apart(mine, its) for _, mine, its in outside)
    lines = [
        f"{'apart' if is_apart(mine, its) else 'outside':8} {name}: {shown(mine)}, {shown(its)}"
        for name, mine, its in outside
    ]
    most = most_by_chance(len(both))
    lines.append(
        f"{len(both)} figures: {len(outside)} outside the interval of the other (by chance about "
        f"{len(both) / 6:.0f}), {apart} apart (by chance at most {most})"
    )
    return lines, apart <= most


def main(paths):
    if len(paths) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        one, other = map(read, paths)
    except NoReport as error:
        print(f"compare_reports: {error}", file=sys.stderr)
        return 2
    if subject(one) != subject(other):
        print("compare_reports: these reports are on different rules, games or nodes:", file=sys.stderr)
        for report in (one, other):
            print(f"  {subject(report)}", file=sys.stderr)
        return 2
    if one["settings"]["seed"] == other["settings"]["seed"]:
        print("compare_reports: both reports have the same seed: their games are the same", file=sys.stderr)
        return 2
    lines, explained = compare(one, other)
    print("\n".join(lines))
    return 0 if explained else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
