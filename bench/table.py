#!/usr/bin/env python3
"""Runs the benchmark programs in rounds, and prints what gradc takes beside the same by hand: table.py FOLDER_OF_PROGRAMS.

Each program measures gradc's code and another in turn, and reports a row: nanoseconds of both, their ratio, the most bytes that the
first call had at once and the allocations of a later one. Here the rounds go over all programs, and a row has the median of its
rounds, because the machine isn't equally fast all the time. Into the results go a file of numbers and a picture for each group."""
import argparse
import datetime
import json
import math
import os
import re
import statistics
import subprocess
import sys
from xml.sax.saxutils import escape

GROUPS = ("mlp", "networks", "kernels", "loops", "regression", "items", "small", "gradbench", "threads")

# The greatest ratio that a row should have: the first that matches "group/row".
TARGETS = (
    (r"mlp/mlp/|networks/", 1.1),
    (r"kernels/|loops/rosenbrock|regression/gradient", 1.15),
    (r"regression/hvp_by_gradients", 2.0),
    (r"regression/h", 1.2),
    (r"small/", 1.5),
    (r"gradbench/by_adolc/", None),
    (r"gradbench/determinant", 4.0),
    (r"gradbench/bundle_adjustment", 6.0),
    (r"gradbench/", 2.5),
    (r"threads/", 1 / 1.8),
)


def target_of(group, name):
    return next((target for pattern, target in TARGETS if re.match(pattern, f"{group}/{name}")), None)


def rows_of(measured):
    """The rows of one run of a program, by name; throws where a benchmark says that what it compares differs."""
    rows = {}
    for benchmark in measured["benchmarks"]:
        name = benchmark["name"].removesuffix("/manual_time").removesuffix("/real_time")
        if benchmark.get("error_occurred"):
            raise ValueError(f"{name}: {benchmark['error_message']}")
        if "ratio" not in benchmark:
            continue
        beside = next(key for key in benchmark if key.endswith("_ns"))
        rows[name] = {"ns": benchmark["ns"], "beside": beside.removesuffix("_ns").replace("_", " "), "beside_ns": benchmark[beside],
                      "ratio": benchmark["ratio"], "peak_bytes": benchmark["peak_bytes"], "allocations": benchmark["allocations"]}
    return rows


def joined(group, rounds):
    """One row for each that all rounds have: medians, and the least and the greatest ratio."""
    rows = []
    for name, first in rounds[0].items():
        seen = [rows_of_round[name] for rows_of_round in rounds]
        row = {"name": name, "beside": first["beside"]}
        for key in ("ns", "beside_ns", "ratio"):
            row[key] = statistics.median(each[key] for each in seen)
        row["ratios"] = [min(each["ratio"] for each in seen), max(each["ratio"] for each in seen)]
        row["peak_bytes"] = max(each["peak_bytes"] for each in seen)
        row["allocations"] = max(each["allocations"] for each in seen)
        target = target_of(group, name)
        if target is not None:
            row["target"], row["met"] = target, row["ratio"] <= target
        rows.append(row)
    return rows


def duration(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def size(n):
    for unit, bytes_of in (("MB", 1e6), ("kB", 1e3)):
        if n >= bytes_of:
            return f"{n / bytes_of:.3g} {unit}"
    return f"{n:.0f} B"


def printed(group, rows):
    lines = []
    for row in rows:
        goal = f"{row['target']:.2f}" if "target" in row else ""
        verdict = {True: "met", False: "MISSED", None: ""}[row.get("met")]
        peers = "".join(f"  {peer} {duration(ns)}{' (faster)' if ns < row['ns'] else ''}" for peer, ns in row.get("peers", {}).items())
        lines.append(f"{group + '/' + row['name']:66} {duration(row['ns']):>9} {duration(row['beside_ns']):>9} {row['beside']:11} {row['ratio']:6.2f}"
                     f" {goal:>6} {verdict:6} {size(row['peak_bytes']):>8} {row['allocations']:5.0f}{peers}")
    return lines


def markdown(group, row):
    """A line of a table in Markdown, as README.md has some: table_test.py holds them against bench/results."""
    target = f"{row['target']:.2f}" if "target" in row else ""
    return f"| {group}/{row['name']} | {duration(row['ns'])} | {row['beside']} {duration(row['beside_ns'])} | {row['ratio']:.2f} | {target} |"


def renewed(text, groups):
    """A text in Markdown, whose lines of rows are those of the groups where these have such rows."""
    lines = {f"| {group}/{row['name']} |": markdown(group, row) for group, rows in groups.items() for row in rows}
    return "\n".join(next((new for begin, new in lines.items() if line.startswith(begin)), line) for line in text.split("\n"))


HEADING = f"{'':66} {'gradc':>9} {'beside':>9} {'':11} {'ratio':>6} {'target':>6} {'':6} {'peak':>8} {'calls':>5}"


def picture(group, rows, under):
    """Bars from 1 to the ratio, on an axis of logarithms: to the left gradc is faster, to the right the other is."""
    left, width, height, top = 400, 460, 22, 46
    within = lambda ratio: min(max(ratio, 1 / 16), 64)
    ends = [1.0] + [within(row["ratio"]) for row in rows] + [within(row["target"]) for row in rows if "target" in row]
    low, high = min(ends + [0.5]), max(ends + [2.0])
    place = lambda ratio: left + width * (math.log(within(ratio) / low) / math.log(high / low))
    bottom = top + height * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 90}" height="{bottom + 30}" font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="8" y="18" font-size="14">{escape(group)}: time of gradc by the time of what it is beside</text>',
           f'<text x="8" y="34" fill="#555">{escape(under)}</text>']
    for at, row in enumerate(rows):
        y = top + height * at
        colour = {True: "#2a7f3f", False: "#b3372f", None: "#6b7785"}[row.get("met")]
        begin, end = sorted((place(1), place(row["ratio"])))
        out.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(row["name"])}, {escape(row["beside"])}</text>')
        out.append(f'<rect x="{begin:.1f}" y="{y + 4}" width="{max(end - begin, 1):.1f}" height="{height - 8}" fill="{colour}"/>')
        if "target" in row:
            out.append(f'<path d="M{place(row["target"]):.1f} {y + 1}v{height - 2}" stroke="black" stroke-dasharray="2 2"/>')
        out.append(f'<text x="{left + width + 12}" y="{y + 15}">{row["ratio"]:.2f}</text>')
    out.append(f'<path d="M{place(1):.1f} {top - 4}V{bottom + 4}" stroke="black"/>')
    out.append(f'<text x="8" y="{bottom + 20}" fill="#555">The line is 1; dashed: the target. An axis of logarithms.</text></svg>')
    return "\n".join(out) + "\n"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        fields = dict(map(str.strip, line.split(":", 1)) for line in lines if ":" in line)
    name = fields.get("model name", "unknown processor")
    # What a virtual machine calls its processor doesn't say which it is: the family and the model do.
    return f"{name} (family {fields.get('cpu family', '?')}, model {fields.get('model', '?')})"


def run(command):
    one_thread = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True, env=one_thread).stdout)


def stored(folder):
    """The rows of the groups that a folder has."""
    groups = {}
    for group in GROUPS:
        path = os.path.join(folder, group + ".json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as text:
                groups[group] = json.load(text)["rows"]
    return groups


def with_peers(command, groups, rounds):
    """What other libraries take, by name of a row: medians. A script that lacks a library says on standard error how to get it."""
    seen = {}
    for _ in range(rounds):
        answer = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if answer.returncode != 0:
            print("table: peers.py failed, whose libraries are left out", file=sys.stderr)
            return
        for name, peers in json.loads(answer.stdout).items():
            for peer, ns in peers.items():
                seen.setdefault(name, {}).setdefault(peer, []).append(ns)
    for group, rows in groups.items():
        for row in rows:
            peers = seen.get(f"{group}/{row['name']}")
            if peers:
                row["peers"] = {peer: statistics.median(times) for peer, times in peers.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="?", default="build/release/bench", help="the folder with gradc_bench_...")
    parser.add_argument("--only", metavar="REGEX", default="", help="rows \"group/name\" that match")
    parser.add_argument("--quick", action="store_true", help="two short rounds")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", action="store_true", help="torch, jax and others too, where this Python has them")
    parser.add_argument("--results", metavar="FOLDER", help="where numbers and pictures go")
    parser.add_argument("--readme", metavar="FILE", help="a text in Markdown whose rows are made new")
    arguments = parser.parse_args()
    rounds = 2 if arguments.quick else arguments.rounds
    least_time = 0.02 if arguments.quick else 0.2

    wanted = {}
    for group in GROUPS:
        program = os.path.join(arguments.programs, f"gradc_bench_{group}")
        names = subprocess.run([program, "--benchmark_list_tests"], capture_output=True, check=True, text=True).stdout.split()
        names = [name for name in names if re.search(arguments.only, f"{group}/{name}")]
        if names:
            wanted[group] = [program, "--benchmark_format=json", f"--benchmark_min_time={least_time}",
                             "--benchmark_filter=^(" + "|".join(map(re.escape, names)) + ")$"]
    if not wanted:
        sys.exit(f"no row matches {arguments.only}")

    measured = {group: [] for group in wanted}
    for number in range(rounds):
        for group, command in wanted.items():
            print(f"\rround {number + 1} of {rounds}: {group:12}", end="", file=sys.stderr, flush=True)
            try:
                measured[group].append(rows_of(run(command)))
            except ValueError as error:
                sys.exit(f"\n{group}/{error}")
    print(file=sys.stderr)
    groups = {group: joined(group, of_rounds) for group, of_rounds in measured.items()}
    if arguments.peers:
        with_peers([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers.py"), "--only", arguments.only], groups,
                   1 if arguments.quick else 3)

    date, where = datetime.date.today().isoformat(), processor()
    print(f"{where}, {date}, medians of {rounds} rounds; processor time of one thread, of `threads` the clock's with two\n{HEADING}")
    for group, rows in groups.items():
        print("\n".join(printed(group, rows)))
        if arguments.results:
            os.makedirs(arguments.results, exist_ok=True)
            path = os.path.join(arguments.results, group)
            with open(path + ".json", "w", encoding="utf-8") as out:
                json.dump({"group": group, "date": date, "processor": where, "rounds": rounds, "threads": 2 if group == "threads" else 1, "rows": rows},
                          out, indent=1)
                out.write("\n")
            with open(path + ".svg", "w", encoding="utf-8") as out:
                out.write(picture(group, rows, f"{where}, {date}"))
    if arguments.readme:
        with open(arguments.readme, encoding="utf-8") as text:
            before = text.read()
        with open(arguments.readme, "w", encoding="utf-8") as out:
            out.write(renewed(before, groups))


if __name__ == "__main__":
    main()
