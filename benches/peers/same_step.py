"""What the peers that make moreau's own step on the incline share: choice of the fastest form, speed, agreement.

A form is a function `advance(state, steps) -> state`; a state is an array of six rows, x y z ux uy uz.
"""

import numpy as np

import problem
from worker import bursts, seconds_of


def start(members, dtype, speeds=None):
    """Members on the plane, sliding down it."""
    state = np.zeros((6, members), dtype)
    state[3] = np.linspace(*problem.SPEEDS, members) if speeds is None else speeds
    return state


class Incline:
    """The requests about the incline; `forms(members)` names the forms that are tried for so many members."""

    def __init__(self, forms, plain, dtype):
        self.forms, self.plain, self.dtype = forms, plain, dtype
        self.chosen = {}

    def choose(self, members):
        """The fastest form, and how many steps of it take about a tenth of a second."""
        if members in self.chosen:
            return self.chosen[members]
        best = None
        for name, advance in self.forms(members).items():
            state = start(members, self.dtype)
            advance(state.copy(), 8)  # compiles
            pace = min(seconds_of(lambda: advance(state.copy(), 64)) for _ in range(3)) / 64
            steps = int(min(problem.STEPS, max(64, 0.1 / pace)))
            pace = min(seconds_of(lambda: advance(state.copy(), steps)) for _ in range(4)) / steps
            if best is None or pace < best[0]:
                best = pace, name, advance
        pace, name, advance = best
        steps = int(min(problem.STEPS, max(64, 0.25 / pace)))
        self.chosen[members] = name, advance, steps
        return self.chosen[members]

    def speed(self, members, seconds):
        """Member-steps made in about `seconds`."""
        name, advance, steps = self.choose(members)
        state = start(members, self.dtype)
        done, spent = bursts(lambda n: advance(state.copy(), n), steps, members, seconds)
        return {"member_steps": done, "seconds": spent, "form": name}

    def answer(self, file):
        """The worst relative errors against the closed form, and the largest difference to moreau's final x."""
        theirs = np.load(file)
        speeds = theirs["speed"]
        _, advance, _ = self.choose(len(speeds))
        final = np.asarray(advance(start(len(speeds), self.dtype, speeds), problem.STEPS))
        slides = np.zeros(len(speeds))
        state = start(len(speeds), self.dtype, speeds)
        for _ in range(problem.STEPS):
            state = self.plain(state, 1)
            slides += np.asarray(state[3]) > 0.0
        time, distance = np.array([problem.stop(v) for v in speeds]).T
        return {
            "time_error": float(np.max(np.abs(slides * problem.H / time - 1.0))),
            "distance_error": float(np.max(np.abs(final[0] / distance - 1.0))),
            "agrees": float(np.max(np.abs(final[0] - theirs["x"]))),
            "agrees_on": "final x, m",
        }
