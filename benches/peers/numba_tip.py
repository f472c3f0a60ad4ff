"""Moreau's frictional catastrophe in Numba, f64: src/model/round_tip.rs with the law of src/cone.rs, every member with
its own step, and the largest fall of the sliding speed kept. No certificates."""

import math

import numba as nb
import numpy as np

from worker import bursts

INVERSE_MASS, INVERSE_INERTIA = 1.0, 1.0 / 0.05
L, RHO, GRAVITY, MU = 1.0, 0.5, 9.81, 0.5
THETA, OMEGA, SLIDE, DURATION = 0.75, -1.0, 8.0, 0.4
options = {"parallel": True, "fastmath": False, "error_model": "numpy"}


@nb.njit(inline="always")
def cone_impulse(tt, tn, nn, t, n):
    """The impulse of a contact that closes, and whether it sticks (src/cone.rs), with branches."""
    stick_t = (tn * n - nn * t) / (tt * nn - tn * tn)
    stick_n = -(n + tn * stick_t)
    edge = -MU if stick_t < 0.0 else MU
    margin = nn + edge * tn
    if margin > 0.0 and abs(nn * stick_t) > MU * stick_n:
        p_n = -n / margin
        return edge * p_n, p_n, False
    return stick_t, stick_n / nn, True


@nb.njit(**options)
def scalar(h, steps, out):
    """One member at a time; sine and cosine of the standard library. `out` gets x, y, theta, omega and the drop."""
    for i in nb.prange(h.shape[0]):
        a, b = L * math.cos(THETA) + RHO, L * math.sin(THETA)
        x, y, theta = 0.0, a, THETA
        u_x, u_y, omega = SLIDE - a * OMEGA, -b * OMEGA, OMEGA
        dt = h[i]
        half = 0.5 * dt
        slide, drop, drop_from = SLIDE, 0.0, 0.0
        for _ in range(steps[i]):
            x, y, theta = x + u_x * half, y + u_y * half, theta + omega * half
            u_y -= GRAVITY * dt
            a, b = L * math.cos(theta) + RHO, L * math.sin(theta)
            t, n = u_x + a * omega, u_y + b * omega
            if y - a <= 0.0 and n < 0.0:
                tt = INVERSE_MASS + a * a * INVERSE_INERTIA
                tn = a * b * INVERSE_INERTIA
                nn = INVERSE_MASS + b * b * INVERSE_INERTIA
                p_t, p_n, sticks = cone_impulse(tt, tn, nn, t, n)
                u_x += p_t * INVERSE_MASS
                u_y += p_n * INVERSE_MASS
                omega += (a * p_t + b * p_n) * INVERSE_INERTIA
                end = 0.0 if sticks else abs(u_x + a * omega)
                if slide - end > drop:
                    drop, drop_from = slide - end, slide
                slide = end
            else:
                slide = abs(t)
            x, y, theta = x + u_x * half, y + u_y * half, theta + omega * half
        out[0, i], out[1, i], out[2, i], out[3, i] = x, y, theta, omega
        out[4, i], out[5, i] = drop, drop_from


def sine_series(terms):
    """Coefficients of S with sin(2 pi y) = y S(y^2) for |y| <= 1/4, by interpolation at Chebyshev nodes."""
    nodes = (1.0 - np.cos((2 * np.arange(terms) + 1) * math.pi / (2 * terms))) / 32.0
    values = np.sin(2 * math.pi * np.sqrt(nodes)) / np.sqrt(nodes)
    fit = np.polynomial.Chebyshev.fit(nodes, values, terms - 1, domain=[0.0, 1.0 / 16.0])
    return tuple(fit.convert(kind=np.polynomial.Polynomial).coef)


S0, S1, S2, S3, S4, S5, S6, S7, S8, S9 = sine_series(10)


@nb.njit(inline="always")
def sine(y):
    """sin(2 pi y) for |y| <= 1/4."""
    z = y * y
    high = ((((S9 * z + S8) * z + S7) * z + S6) * z + S5) * z
    return y * (((((high + S4) * z + S3) * z + S2) * z + S1) * z + S0)


LANES = 64


@nb.njit(**options)
def lanes(h, steps, out):
    """Blocks of members, the loop over them innermost, branch-free, sine and cosine by a polynomial: vectors."""
    members = h.shape[0]
    for block in nb.prange((members + LANES - 1) // LANES):
        first = block * LANES
        count = min(LANES, members - first)
        rows = np.zeros((9, LANES))
        left = np.zeros(LANES)
        dts = np.zeros(LANES)
        dts[:count] = h[first : first + count]
        left[:count] = steps[first : first + count]
        a0, b0 = L * math.cos(THETA) + RHO, L * math.sin(THETA)
        rows[1], rows[2] = a0, THETA
        rows[3], rows[4], rows[5], rows[6] = SLIDE - a0 * OMEGA, -b0 * OMEGA, OMEGA, SLIDE
        xs, ys, thetas, us, vs, omegas = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
        slides, drops, froms = rows[6], rows[7], rows[8]
        for k in range(int(left.max())):
            for j in range(LANES):
                live = k < left[j]
                dt = dts[j] if live else 0.0  # a step of no time leaves the state as it is
                half = 0.5 * dt
                u_x, u_y, omega = us[j], vs[j], omegas[j]
                x, y, theta = xs[j] + u_x * half, ys[j] + u_y * half, thetas[j] + omega * half
                u_y -= GRAVITY * dt
                turns = theta * (0.5 / math.pi)
                turns -= math.floor(turns + 0.5)
                away = (0.5 if turns > 0.0 else -0.5) - turns
                a = L * sine(0.25 - abs(turns)) + RHO
                b = L * sine(away if abs(turns) > 0.25 else turns)
                t, n = u_x + a * omega, u_y + b * omega
                contact = (y - a <= 0.0) & (n < 0.0) & live
                tt = INVERSE_MASS + a * a * INVERSE_INERTIA
                tn = a * b * INVERSE_INERTIA
                nn = INVERSE_MASS + b * b * INVERSE_INERTIA
                stick_t = (tn * n - nn * t) / (tt * nn - tn * tn)
                stick_n = -(n + tn * stick_t)
                edge = -MU if stick_t < 0.0 else MU
                margin = nn + edge * tn
                slips = (margin > 0.0) & (abs(nn * stick_t) > MU * stick_n)
                p_n = (-n if slips else stick_n) / (margin if slips else nn)
                p_t = edge * p_n if slips else stick_t
                p_n = p_n if contact else 0.0
                p_t = p_t if contact else 0.0
                u_x += p_t * INVERSE_MASS
                u_y += p_n * INVERSE_MASS
                omega += (a * p_t + b * p_n) * INVERSE_INERTIA
                end = abs(u_x + a * omega)
                end = 0.0 if contact & (not slips) else end
                fall = slides[j] - end if contact else 0.0
                deeper = fall > drops[j]
                froms[j] = slides[j] if deeper else froms[j]
                drops[j] = fall if deeper else drops[j]
                slides[j] = end
                us[j], vs[j], omegas[j] = u_x, u_y, omega
                xs[j], ys[j], thetas[j] = x + u_x * half, y + u_y * half, theta + omega * half
        for row, source in enumerate((0, 1, 2, 5, 7, 8)):
            out[row, first : first + count] = rows[source, :count]


FORMS = {"catastrophe": scalar, "catastrophe-lanes": lanes}


def speed(case, members, seconds):
    """Whole runs of the study, with steps spread evenly over its range."""
    h = np.random.default_rng(1).uniform(0.00036, 0.00046, members)
    steps = np.ceil(DURATION / h * (1 - 1e-9)).astype(np.int64)
    out = np.empty((6, members))
    run = FORMS[case]
    run(h, np.minimum(steps, 2), out)
    done, spent = bursts(lambda _: run(h, steps, out), 1, int(steps.sum()), seconds)
    form = "one member at a time" if run is scalar else f"{LANES} lanes"
    return {"member_steps": done, "seconds": spent, "form": form}


def answer(case, file):
    """How far this is from moreau's members: x at the end, and the drop."""
    theirs = np.load(file)
    h, steps = theirs["h"], theirs["steps"].astype(np.int64)
    out = np.empty((6, len(h)))
    FORMS[case](h, steps, out)
    off = np.abs(out[0] - theirs["x"])
    drop = np.abs(out[4] / out[5] - theirs["drop"])
    return {
        "agrees": float(np.median(off)),
        "agrees_worst": float(np.max(off)),
        "agrees_on": "final x, m (median)",
        "note": f"drops (share of speed) to {np.max(drop):.0e}",
    }
