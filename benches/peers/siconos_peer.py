"""Siconos on the incline and on the falling rod: the Moreau-Jean scheme, theta = 1/2, a process a core.

Run by the system's Python with OPENBLAS_NUM_THREADS=1: its matrices are 3 by 3. The loop over steps is Siconos' own
(`TimeStepping.run`), 1.8 times as fast as one in Python, and the rod's gap and Jacobian are a compiled plugin.
"""

import math
import multiprocessing
import os
import time

import numpy as np
import siconos.kernel as sk

import problem
from worker import serve


def simulation(start, velocity, mass, force, contacts, law, dimension, duration):
    """One body and its contacts; everything is returned so that nothing is freed early."""
    body = sk.LagrangianLinearTIDS(start, velocity, np.diag(mass))
    body.setFExtPtr(np.array(force))
    system = sk.NonSmoothDynamicalSystem(0.0, duration)
    system.insertDynamicalSystem(body)
    interactions = [sk.Interaction(law, relation) for relation in contacts]
    for interaction in interactions:
        system.link(interaction, body)
    solver = sk.FrictionContact(dimension)
    scheme = sk.MoreauJeanOSI(0.5)
    clock = sk.TimeDiscretisation(0.0, problem.H)
    run = sk.TimeStepping(system, clock, scheme, solver)
    return run, body, (system, interactions, contacts, law, solver, scheme, clock)


def incline(share, duration):
    """A particle on the incline; the local frame is normal, tangent, tangent."""
    low, high = problem.SPEEDS
    velocity = [low + (high - low) * share, 0.0, 0.0]
    frame = sk.LagrangianLinearTIR(np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    law = sk.NewtonImpactFrictionNSL(0.0, 0.0, problem.MU, 3)
    force = [problem.G_X, 0.0, problem.G_Z]
    return simulation([0.0] * 3, velocity, [1.0] * 3, force, [frame], law, 3, duration)


def rod(share, duration):
    """The rod over the ground, an end on each side."""
    start = [0.0, problem.ROD_HEIGHT + 0.001 * (1.0 - share), problem.ROD_ANGLE]
    ends = [sk.LagrangianScleronomousR(f"rodPlugin:gap_{s}", f"rodPlugin:jacobian_{s}") for s in ("left", "right")]
    law = sk.NewtonImpactFrictionNSL(0.0, 0.0, problem.ROD_MU, 2)
    mass = [1.0, 1.0, problem.ROD_INERTIA]
    return simulation(start, [0.0] * 3, mass, [0.0, -problem.GRAVITY, 0.0], ends, law, 2, duration)


CASES = {"incline": (incline, 1.0), "rod": (rod, 0.3)}


def share_of_core(case, first, stride, members, seconds, results):
    """Member after member until the time is over; only the loop over steps is timed."""
    make, duration = CASES[case]
    steps, spent, member = 0, 0.0, first
    while spent < seconds:
        run, _, _keep = make(member / max(members - 1, 1), duration)
        start = time.perf_counter()
        run.run()
        spent += time.perf_counter() - start
        steps += round(duration / problem.H)
        member = (member + stride) % members
    results.put((steps, spent))


def speed(case, members, seconds):
    """All cores at once; rates add up."""
    cores = os.cpu_count()
    results = multiprocessing.Queue()
    arguments = [(case, core, cores, members, seconds, results) for core in range(cores)]
    processes = [multiprocessing.Process(target=share_of_core, args=given) for given in arguments]
    for process in processes:
        process.start()
    found = [results.get(timeout=60.0 + 20.0 * seconds) for _ in processes]
    for process in processes:
        process.join()
    spent = max(seconds for _, seconds in found)
    rate = sum(steps / seconds for steps, seconds in found)
    return {"member_steps": rate * spent, "seconds": spent, "form": "a process a core, run()"}


def answer(case, _):
    """The stop of a particle of 1 m/s, or the first impact of the rod."""
    make, duration = CASES[case]
    run, body, _keep = make(1.0, duration)
    slides, touched, k = 0, None, 0
    while run.hasNextEvent():
        run.computeOneStep()
        k += 1
        velocity = body.velocity()
        if case == "rod" and abs(velocity[2]) > 1e-6:
            return {"contact_time": k * problem.H, "omega": float(velocity[2])}
        slides = k if velocity[0] > 1e-9 else slides
        run.nextStep()
    if case == "rod":
        return {"contact_time": math.nan, "omega": math.nan}
    return {"stop_time": slides * problem.H, "stop_distance": float(body.q()[0])}


if __name__ == "__main__":
    serve(speed, answer)
