"""A peer is a process that answers requests, one line each, with one line of JSON. Standard library only.

    speed CASE MEMBERS SECONDS   -> {"member_steps": n, "seconds": s, "form": "what was run"}
    answer CASE FILE             -> what the table compares; FILE is moreau's members.npz of the same case

A process that stays keeps its compiled code between rounds, and an idle one takes no time from the others.
"""

import json
import os
import sys
import time


def serve(speed, answer):
    """Answers requests until the input ends. Whatever goes wrong is told, not fatal."""
    # What libraries print, also from C++, must not mix with the answers: it goes where errors go.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        words = line.split()
        try:
            if words[0] == "speed":
                reply = speed(words[1], int(words[2]), float(words[3]))
            else:
                reply = answer(words[1], words[2])
        except Exception as error:  # noqa: BLE001 - the driver prints it as the reason
            reply = {"error": f"{type(error).__name__}: {error}"[:300]}
        out.write(json.dumps(reply) + "\n")
        out.flush()


def seconds_of(work):
    """Wall time of `work()`."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def bursts(work, steps, members, seconds):
    """Runs `work(steps)`, from the start each time, until `seconds` are over."""
    done, spent = 0, 0.0
    while spent < seconds:
        spent += seconds_of(lambda: work(steps))
        done += steps * members
    return done, spent
