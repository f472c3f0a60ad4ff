"""The numbers of the compared systems, and what theory says of them. Standard library only: every peer reads it."""

import math

H = 1e-4  # s, the step of the incline and of the rod
STEPS = 10_000  # one second of the incline
GRAVITY = 9.81

# A particle on an incline (MODELS S1): it decelerates at g (mu cos a - sin a) and stops for good.
SLOPE = math.radians(13.0)
MU = 0.4
G_X = GRAVITY * math.sin(SLOPE)
G_Z = -GRAVITY * math.cos(SLOPE)
SPEEDS = (0.9, 1.0)  # m/s, the range of the members' initial speeds

# A rod falls on its lower end: mass 1, length 1, J = 1/12.
ROD_HALF = 0.5
ROD_INERTIA = 1.0 / 12.0
ROD_HEIGHT = 0.35
ROD_ANGLE = math.radians(30.0)
ROD_MU = 0.6


def stop(speed):
    """Time and distance to the stop of a particle with this speed."""
    deceleration = GRAVITY * (MU * math.cos(SLOPE) - math.sin(SLOPE))
    return speed / deceleration, speed * speed / (2.0 * deceleration)


def impact():
    """First contact time of the rod, and its angular velocity just after a soft impact that slides throughout.

    P_n = v / (H_nn - mu H_tn), P_t = mu P_n against the sliding, which is to the left: without friction the foot goes
    that way. Sticking would need P_t / P_n = H_tn / H_tt = 0.74 > mu.
    """
    arm_x, arm_y = ROD_HALF * math.cos(ROD_ANGLE), ROD_HALF * math.sin(ROD_ANGLE)
    time = math.sqrt(2.0 * (ROD_HEIGHT - arm_y) / GRAVITY)
    h_tn = arm_x * arm_y / ROD_INERTIA
    h_nn = 1.0 + arm_x * arm_x / ROD_INERTIA
    impulse = GRAVITY * time / (h_nn - ROD_MU * h_tn)
    return time, -(arm_x - ROD_MU * arm_y) * impulse / ROD_INERTIA
