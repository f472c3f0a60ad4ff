"""The incline in JAX, jit, f32: one virtual device a core, each with its share of the members; called with the word
"plain", `jax.jit` of the loop over steps and nothing more.

XLA compiles the body of the loop over steps into one fused loop over members, and keeps the state in memory between
steps; more steps in one body, or chunks of members that stay in the cache, save some of that traffic.
"""

import os
import sys

PLAIN = "plain" in sys.argv[1:]
# Two devices were 1.9 times as fast as one at 4096 members, 1.1 to 2 times at 100000, by form.
DEVICES = 1 if PLAIN else os.cpu_count()
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES} " + os.environ.get("XLA_FLAGS", "")
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

import problem  # noqa: E402
from same_step import Incline  # noqa: E402
from worker import serve  # noqa: E402

F = np.float32
H, HALF_H = F(problem.H), F(0.5) * F(problem.H)
DU_X, DU_Z = F(problem.G_X) * H, F(problem.G_Z) * H
MU, ZERO, ONE = F(problem.MU), F(0.0), F(1.0)
MESH = Mesh(np.array(jax.devices()), ("member",))
SPLIT = PartitionSpec("member")


def step(state):
    """Moreau's midpoint step with the prox to disk."""
    x, y, z, u_x, u_y, u_z = state
    x, y, z = x + u_x * HALF_H, y + u_y * HALF_H, z + u_z * HALF_H
    u_x, u_z = u_x + DU_X, u_z + DU_Z
    radius = MU * jnp.abs(u_z)
    length = jnp.sqrt(u_x * u_x + u_y * u_y)
    contact = (z <= ZERO) & (u_z < ZERO)
    share = jnp.where(contact, jnp.where(radius < length, radius / length, ONE), ZERO)
    u_x, u_y = u_x - u_x * share, u_y - u_y * share
    u_z = jnp.where(contact, ZERO, u_z)
    return x + u_x * HALF_H, y + u_y * HALF_H, z + u_z * HALF_H, u_x, u_y, u_z


def loop(state, steps, unroll):
    """`steps` steps, `unroll` of them in one body."""

    def body(_, s):
        for _ in range(unroll):
            s = step(s)
        return s

    state = lax.fori_loop(0, steps // unroll, body, state)
    return lax.fori_loop(0, steps % unroll, lambda _, s: step(s), state)


def chunked(state, steps, unroll, chunk):
    """All steps of one chunk of members after the other."""
    members = state[0].shape[0]
    pad = -members % chunk
    state = tuple(jnp.pad(row, (0, pad)).reshape(-1, chunk) for row in state)
    state = lax.map(lambda rows: loop(rows, steps, unroll), state)
    return tuple(row.reshape(-1)[:members] for row in state)


def form(unroll, chunk=None):
    """A compiled form on all devices."""

    def advance_share(state, steps):
        return loop(state, steps, unroll) if chunk is None else chunked(state, steps, unroll, chunk)

    split = jax.shard_map(
        advance_share, mesh=MESH, in_specs=(SPLIT, PartitionSpec()), out_specs=SPLIT, check_vma=False
    )
    compiled = jax.jit(split)

    def advance(state, steps):
        rows = tuple(jax.device_put(row, NamedSharding(MESH, SPLIT)) for row in state)
        return jax.block_until_ready(compiled(rows, np.int32(steps)))

    return advance


@jax.jit
def jitted(state, steps):
    """What one writes first."""
    return lax.fori_loop(0, steps, lambda _, s: step(s), state)


def plain(state, steps):
    """The same on whatever JAX takes for the machine."""
    return jax.block_until_ready(jitted(tuple(map(jnp.asarray, state)), np.int32(steps)))


def forms(members):
    """Whole shares, and chunks from a few kilobytes on; members must divide among the devices."""
    if PLAIN:
        return {"as it comes": plain}
    share = members // len(jax.devices())
    found = {f"whole, {unroll} a body": form(unroll) for unroll in (1, 2, 4)}
    for chunk in (1024, 2048, 4096, 8192):
        if chunk < share:
            found |= {f"chunks of {chunk}, {unroll} a body": form(unroll, chunk) for unroll in (1, 2)}
    return found


if __name__ == "__main__":
    incline = Incline(forms, form(1), F)
    serve(lambda case, members, seconds: incline.speed(members, seconds), lambda case, file: incline.answer(file))
