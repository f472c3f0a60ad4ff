"""The incline in Numba: one member at a time with branches, and blocks of members that LLVM turns into vectors."""

import math

import numba as nb
import numpy as np

import problem
from same_step import Incline

# With the default error model every division tests for zero, a branch in the innermost loop.
options = {"parallel": True, "fastmath": False, "error_model": "numpy"}


def scalar_form(real):
    """The step loop inside the loop over members: state in registers, a branch for contact and one for sliding."""
    half, zero = real(0.5), real(0.0)
    h, mu = real(problem.H), real(problem.MU)
    du_x, du_z = real(problem.G_X) * h, real(problem.G_Z) * h
    half_h = half * h

    @nb.njit(**options)
    def advance(state, steps):
        for i in nb.prange(state.shape[1]):
            x, y, z, u_x, u_y, u_z = state[:, i]
            for _ in range(steps):
                x, y, z = x + u_x * half_h, y + u_y * half_h, z + u_z * half_h
                u_x, u_z = u_x + du_x, u_z + du_z
                if z <= zero and u_z < zero:
                    radius = mu * abs(u_z)
                    length = math.sqrt(u_x * u_x + u_y * u_y)
                    if radius < length:
                        share = radius / length
                        u_x, u_y = u_x - u_x * share, u_y - u_y * share
                    else:
                        u_x, u_y = zero, zero
                    u_z = zero
                x, y, z = x + u_x * half_h, y + u_y * half_h, z + u_z * half_h
            state[0, i], state[1, i], state[2, i] = x, y, z
            state[3, i], state[4, i], state[5, i] = u_x, u_y, u_z
        return state

    return advance


def lanes_form(real, lanes):
    """Blocks of members, the loop over them innermost and without branches."""
    half, zero, one = real(0.5), real(0.0), real(1.0)
    h, mu = real(problem.H), real(problem.MU)
    du_x, du_z = real(problem.G_X) * h, real(problem.G_Z) * h
    half_h = half * h

    @nb.njit(**options)
    def advance(state, steps):
        members = state.shape[1]
        for block in nb.prange((members + lanes - 1) // lanes):
            first = block * lanes
            count = min(lanes, members - first)
            rows = np.zeros((6, lanes), state.dtype)
            rows[:, :count] = state[:, first : first + count]
            xs, ys, zs, us, vs, ws = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
            for _ in range(steps):
                for j in range(lanes):
                    u_x, u_y, u_z = us[j], vs[j], ws[j]
                    x, y, z = xs[j] + u_x * half_h, ys[j] + u_y * half_h, zs[j] + u_z * half_h
                    u_x, u_z = u_x + du_x, u_z + du_z
                    radius = mu * abs(u_z)
                    length = math.sqrt(u_x * u_x + u_y * u_y)
                    contact = (z <= zero) & (u_z < zero)
                    share = radius / length if radius < length else one
                    share = share if contact else zero
                    u_x, u_y = u_x - u_x * share, u_y - u_y * share
                    u_z = zero if contact else u_z
                    us[j], vs[j], ws[j] = u_x, u_y, u_z
                    xs[j], ys[j], zs[j] = x + u_x * half_h, y + u_y * half_h, z + u_z * half_h
            state[:, first : first + count] = rows[:, :count]
        return state

    return advance


def counted_form(real, lanes):
    """The same blocks, with what moreau counts of every member: steps in contact, those that stuck, contacts that began.
    All three share an integer, as there; it is taken apart after at most 1023 steps."""
    half, zero, one = real(0.5), real(0.0), real(1.0)
    h, mu = real(problem.H), real(problem.MU)
    du_x, du_z = real(problem.G_X) * h, real(problem.G_Z) * h
    half_h = half * h
    most, whole = 1023, np.int32 if real is np.float32 else np.int64
    sticks_unit, begun_unit, nothing = whole(1 << 10), whole(1 << 20), whole(0)
    contact_unit = whole(1)

    @nb.njit(**options)
    def advance(state, steps):
        members = state.shape[1]
        counts = np.zeros((3, members), np.int64)
        for block in nb.prange((members + lanes - 1) // lanes):
            first = block * lanes
            count = min(lanes, members - first)
            rows = np.zeros((6, lanes), state.dtype)
            rows[:, :count] = state[:, first : first + count]
            xs, ys, zs, us, vs, ws = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
            counted, before = np.zeros(lanes, whole), np.zeros(lanes, whole)
            done = 0
            while done < steps:
                stop = min(steps, done + most)
                for _ in range(done, stop):
                    for j in range(lanes):
                        u_x, u_y, u_z = us[j], vs[j], ws[j]
                        x, y, z = xs[j] + u_x * half_h, ys[j] + u_y * half_h, zs[j] + u_z * half_h
                        u_x, u_z = u_x + du_x, u_z + du_z
                        radius = mu * abs(u_z)
                        length = math.sqrt(u_x * u_x + u_y * u_y)
                        contact = (z <= zero) & (u_z < zero)
                        slides = radius < length
                        share = radius / length if slides else one
                        share = share if contact else zero
                        u_x, u_y = u_x - u_x * share, u_y - u_y * share
                        u_z = zero if contact else u_z
                        us[j], vs[j], ws[j] = u_x, u_y, u_z
                        xs[j], ys[j], zs[j] = x + u_x * half_h, y + u_y * half_h, z + u_z * half_h
                        sticks = nothing if slides else sticks_unit
                        begun = begun_unit if before[j] == nothing else nothing
                        counted[j] += (contact_unit + sticks + begun) if contact else nothing
                        before[j] = contact_unit if contact else nothing
                for j in range(count):
                    counts[0, first + j] += counted[j] & most
                    counts[1, first + j] += (counted[j] >> 10) & most
                    counts[2, first + j] += counted[j] >> 20
                    counted[j] = nothing
                done = stop
            state[:, first : first + count] = rows[:, :count]
        return state

    return advance


def of(real, lanes, form=lanes_form):
    """The incline in one precision: lanes of a form, or one member at a time."""
    if not lanes:
        scalar = scalar_form(real)
        return Incline(lambda members: {"one member at a time": scalar}, scalar, real)
    found = {f"{width} lanes": form(real, width) for width in (64, 256)}
    return Incline(lambda members: found, found["64 lanes"], real)
