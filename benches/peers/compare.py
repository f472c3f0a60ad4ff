"""Runs moreau and its peers in turn, round after round, and prints what came out. Called by run.sh."""

import argparse
import json
import os
import sys
from pathlib import Path

import contest
import table
from ours import Ours
from peers import Peer

PEERS = ["numpy", "numba", "jax", "jax-plain", "mujoco", "rapier", "siconos"]


def arguments():
    """The options of run.sh."""
    parser = argparse.ArgumentParser(prog="run.sh", description="moreau and its peers, side by side")
    parser.add_argument("--rounds", type=int, help="rounds of timing (7; 2 if quick)")
    parser.add_argument("--quick", action="store_true", help="short rounds, without the large ensemble")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    parser.add_argument("--only", help="only these peers, comma-separated: " + ",".join(PEERS))
    parser.add_argument("--moreau", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, required=True, help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.only = given.only.split(",") if given.only else PEERS
    unknown = [name for name in given.only if name not in PEERS]
    if unknown:
        parser.error(f"--only: {','.join(unknown)} is not a peer; accepted: {','.join(PEERS)}")
    if given.rounds is None:
        given.rounds = 2 if given.quick else 7
    if given.rounds < 1:
        parser.error(f"--rounds: {given.rounds}; accepted: 1 or more")
    return given


def say(text):
    """Progress, apart from the table."""
    print(text, file=sys.stderr, flush=True)


def answers(section, ours, peers):
    """Everyone's errors, once; ours first, as the others are compared with its members."""
    for entry in section.entries:
        say(f"  {section.title}: {entry.name}")
        try:
            if entry.peer == "moreau":
                entry.answer = ours.answer(section.study, entry.precision, section.members)
            else:
                precision = section.ours()[0].precision
                file = ours.folder / f"{section.study}-{precision}.npz"
                entry.answer = peers[entry.peer].ask("answer", entry.case, file)
        except Exception as error:  # noqa: BLE001 - told in the table; the others go on
            entry.why = str(error) or type(error).__name__


def timing(section, ours, peers, seconds):
    """One round: everyone once."""
    for entry in section.entries:
        if entry.why:
            continue
        try:
            if entry.peer == "moreau":
                found = ours.speed(section.study, entry.precision, section.members, seconds)
            else:
                found = peers[entry.peer].ask("speed", entry.case, section.members, seconds)
            entry.rates.append(found["member_steps"] / found["seconds"])
            entry.form = found["form"]
        except Exception as error:  # noqa: BLE001
            entry.why = str(error) or type(error).__name__


def main():
    """Errors, then rounds, then the table."""
    given = arguments()
    ours = Ours(given.moreau, given.folder)
    sections = contest.sections(given.quick)
    for section in sections:
        section.entries = [e for e in section.entries if e.peer in ["moreau", *given.only]]
    sections = [s for s in sections if len(s.entries) > len(s.ours())]
    peers = {name: Peer(name, given.folder) for name in given.only}
    try:
        say("errors and agreement")
        for section in sections:
            answers(section, ours, peers)
        for turn in range(given.rounds):
            say(f"round {turn + 1} of {given.rounds}")
            for section in sections:
                timing(section, ours, peers, 0.2 if given.quick else 0.5)
    finally:
        for peer in peers.values():
            peer.close()
    head = f"{ours.about()}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {given.rounds} rounds"
    print(table.text(head, sections))
    if given.json:
        given.json.write_text(json.dumps(table.record(head, sections), indent=2) + "\n")
    if any(entry.why for section in sections for entry in section.ours()):
        sys.exit(1)


if __name__ == "__main__":
    main()
