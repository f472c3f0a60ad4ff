"""The incline and the catastrophe in Numba: the requests."""

import numpy as np

import numba_incline
import numba_tip
from worker import serve

INCLINES = {
    "incline": numba_incline.of(np.float32, lanes=True),
    "incline-counted": numba_incline.of(np.float32, lanes=True, form=numba_incline.counted_form),
    "incline-scalar": numba_incline.of(np.float32, lanes=False),
    "incline-f64": numba_incline.of(np.float64, lanes=True),
    "incline-f64-counted": numba_incline.of(np.float64, lanes=True, form=numba_incline.counted_form),
    "incline-f64-scalar": numba_incline.of(np.float64, lanes=False),
}


def speed(case, members, seconds):
    """Speed of any case."""
    if case in INCLINES:
        return INCLINES[case].speed(members, seconds)
    return numba_tip.speed(case, members, seconds)


def answer(case, file):
    """Answer of any case."""
    return INCLINES[case].answer(file) if case in INCLINES else numba_tip.answer(case, file)


if __name__ == "__main__":
    serve(speed, answer)
