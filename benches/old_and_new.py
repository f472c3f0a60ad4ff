#!/usr/bin/env python3
"""Whether a change made the program slower: two binaries, the same studies, run in turns.

    benches/old_and_new.py OLD NEW [PAIRS]

Prints for every study, precision and setting of certificates the rate of both (member-steps/s of kernel time, the median)
and the median of the ratios of neighbours, with the quartiles. A machine that others use changes its speed within
minutes; two runs side by side see the same of that.
"""

import json
import statistics
import subprocess
import sys
import tempfile

# Long enough that a run takes a good part of a second.
STUDIES = {
    "incline": ["--members", "800000", "--set", "duration=1"],
    "conveyor": ["--members", "20000", "--set", "field.every=100000"],
    "catastrophe": ["--members", "400000"],
    "four-balls": ["--members", "80000"],
}


def rate(program, study, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", study, "--backend", "cpu", "--no-figures", "--quiet", "--out", folder + "/run"]
        subprocess.run(command + STUDIES[study] + options, check=True)
        with open(folder + "/run/summary.json") as file:
            summary = json.load(file)
    return summary["member_steps"] / summary["seconds"]["kernel"]


def main():
    old, new = sys.argv[1:3]
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    print(f"{'study':12} {'precision':9} certificates {'old':>9} {'new':>9}  new/old [quartiles]")
    for study in sys.argv[4:] or STUDIES:
        for precision in ["f32", "f64"]:
            for certificates in ["on", "off"]:
                options = ["--precision", precision, "--certificates", certificates]
                rates = []
                for pair in range(pairs):
                    # Whoever is first has the cooler machine: they take turns at that, too.
                    turn = [old, new] if pair % 2 == 0 else [new, old]
                    found = {program: rate(program, study, options) for program in turn}
                    rates.append((found[old], found[new]))
                ratios = [b / a for a, b in rates]
                low, middle, high = statistics.quantiles(ratios, n=4)
                first, second = (statistics.median(column) for column in zip(*rates))
                print(
                    f"{study:12} {precision:9} {certificates:12} {first:9.2e} {second:9.2e}  "
                    f"{middle:.3f} [{low:.3f}, {high:.3f}]",
                    flush=True,
                )


main()
