"""MuJoCo on the incline and on the falling rod: `mujoco.rollout` over all cores, contacts as stiff as the step allows.

Tried: both cones, impratio 1 and 100, contacts of the default stiffness. Defaults soften the stop (time 3 % off) and
stretch the rod's impact over 17 ms (omega 11 % off); stiff ones stop within a step but leave omega 24 % off, whatever
the cone and the step: it solves an associated cone, in which sliding lifts.
"""

import math
import os

import mujoco
import numpy as np
from mujoco import rollout

import problem
from worker import bursts, serve

ROD_STEPS = 3000  # the fall, the first impact and what follows, up to 0.3 s
BURST = 50  # steps a call of rollout, which keeps all states
OPTIONS = f'timestep="{problem.H}" cone="elliptic"'
STIFF = f'solref="{2 * problem.H} 1" solimp="0.99 0.9999 0.0001"'
RADIUS = 1e-4  # of the rod's ends


def incline_xml():
    """A ball that cannot turn touches at one point, as a particle does; gravity is tilted instead of the ground."""
    slides = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
    ball = f'<geom type="sphere" size="0.1" mass="1" friction="{problem.MU} 0 0"/>'
    body = f'<body pos="0 0 0.1">{slides}{ball}</body>'
    return world(f"{problem.G_X} 0 {problem.G_Z}", problem.MU, body)


def rod_xml():
    """The ends of the rod are balls so small that their size does not show."""
    x, z = problem.ROD_HALF * math.cos(problem.ROD_ANGLE), problem.ROD_HALF * math.sin(problem.ROD_ANGLE)
    end = f'<geom type="sphere" size="{RADIUS}" friction="{problem.ROD_MU} 0 0"'
    ends = f'{end} pos="{-x} 0 {-z}"/>{end} pos="{x} 0 {z}"/>'
    mass = f'<inertial pos="0 0 0" mass="1" diaginertia="0.001 {problem.ROD_INERTIA} {problem.ROD_INERTIA}"/>'
    joints = '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint type="hinge" axis="0 -1 0"/>'
    body = f'<body pos="0 0 {problem.ROD_HEIGHT + RADIUS}">{mass}{joints}{ends}</body>'
    return world(f"0 0 {-problem.GRAVITY}", problem.ROD_MU, body)


def world(gravity, mu, body):
    """A plane and one body."""
    return f"""<mujoco><option {OPTIONS} gravity="{gravity}"/><default><geom condim="3" {STIFF}/></default>
<worldbody><geom type="plane" size="10 10 1" friction="{mu} 0 0"/>{body}</worldbody></mujoco>"""


MODELS = {"incline": incline_xml(), "rod": rod_xml()}


def speed(case, members, seconds):
    """All members, burst after burst; rods start all along the motion, so that flight and contact both count."""
    model = mujoco.MjModel.from_xml_string(MODELS[case])
    datas = [mujoco.MjData(model) for _ in range(os.cpu_count())]
    state = np.zeros((members, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    if case == "incline":
        state[:, 1 + model.nq] = np.linspace(*problem.SPEEDS, members)

    with rollout.Rollout(nthread=len(datas)) as pool:
        if case == "rod":
            motion, _ = pool.rollout(model, datas, state[:1], nstep=ROD_STEPS)
            state[:] = motion[0, np.linspace(0, ROD_STEPS - 1, members).astype(int)]

        def burst(steps):
            states, _ = pool.rollout(model, datas, state, nstep=steps)
            state[:] = states[:, -1]

        done, spent = bursts(burst, BURST, members, seconds)
    return {"member_steps": done, "seconds": spent, "form": "rollout, stiff contacts"}


def answer(case, _):
    """The stop of a particle of 1 m/s (slower than 1e-3 m/s: it creeps), or the first impact of the rod."""
    model = mujoco.MjModel.from_xml_string(MODELS[case])
    data = mujoco.MjData(model)
    if case == "incline":
        data.qvel[0] = 1.0
        slides = 0
        for k in range(problem.STEPS):
            mujoco.mj_step(model, data)
            slides = k + 1 if data.qvel[0] > 1e-3 else slides
        note = f"creeps at {data.qvel[0]:.1e} m/s"
        return {"stop_time": slides * problem.H, "stop_distance": float(data.qpos[0]), "note": note}
    touched = None
    for _ in range(ROD_STEPS):
        mujoco.mj_step(model, data)
        omega = data.qvel[2]
        touched = data.time if touched is None and abs(omega) > 1e-6 else touched
        arm = problem.ROD_HALF * math.cos(problem.ROD_ANGLE + data.qpos[2])
        if touched is not None and data.qvel[1] - arm * omega > -0.01:
            return {"contact_time": touched, "omega": float(omega)}
    return {"contact_time": touched, "omega": math.nan}


if __name__ == "__main__":
    serve(speed, answer)
