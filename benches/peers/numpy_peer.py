"""The incline in NumPy, f32: blocks that stay in the cache, no temporaries, a thread a core (ufuncs free the lock)."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import problem
from same_step import Incline
from worker import serve

F = np.float32
H, HALF_H = F(problem.H), F(0.5) * F(problem.H)
DU_X, DU_Z = F(problem.G_X) * H, F(problem.G_Z) * H
MU, ZERO, ONE = F(problem.MU), F(0.0), F(1.0)
POOL = ThreadPoolExecutor(os.cpu_count())


def advance_block(block, steps):
    """Moreau's midpoint step with the prox to disk, in place."""
    q, u = block[:3], block[3:]
    u_x, u_y, u_z = u
    z = q[2]
    half = np.empty_like(u)
    share, length = np.empty_like(z), np.empty_like(z)
    contact, closing = np.empty(z.shape, bool), np.empty(z.shape, bool)
    for _ in range(steps):
        np.multiply(u, HALF_H, out=half)
        q += half
        u_x += DU_X
        u_z += DU_Z
        np.less_equal(z, ZERO, out=contact)
        np.less(u_z, ZERO, out=closing)
        contact &= closing
        # The part of u_t that friction takes: mu |u_n| / |u_t|, at most all of it.
        np.multiply(u_x, u_x, out=length)
        np.multiply(u_y, u_y, out=share)
        length += share
        np.sqrt(length, out=length)
        np.abs(u_z, out=share)
        share *= MU
        share /= length
        np.minimum(share, ONE, out=share)
        share *= contact
        np.multiply(u_x, share, out=length)
        u_x -= length
        np.multiply(u_y, share, out=length)
        u_y -= length
        np.logical_not(contact, out=contact)
        u_z *= contact
        np.multiply(u, HALF_H, out=half)
        q += half


def form(block):
    """All members, in blocks of so many, on all cores."""

    def advance(state, steps):
        starts = range(0, state.shape[1], block)
        parts = [np.ascontiguousarray(state[:, i : i + block]) for i in starts]
        list(POOL.map(lambda part: advance_block(part, steps), parts))
        return np.concatenate(parts, axis=1)

    return advance


def forms(members):
    """Blocks from a few kilobytes to half of everything."""
    sizes = sorted({min(size, -(-members // POOL._max_workers)) for size in (2048, 8192, 16384, 50000)})
    return {f"blocks of {size}": form(size) for size in sizes}


if __name__ == "__main__":
    np.seterr(all="ignore")  # 0/0 of a member at rest in the air is masked
    incline = Incline(forms, form(1 << 30), F)
    serve(lambda case, members, seconds: incline.speed(members, seconds), lambda case, file: incline.answer(file))
