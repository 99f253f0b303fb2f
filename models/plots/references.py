# SPDX-License-Identifier: Apache-2.0
"""What the models must compute, without the models: closed forms, and one small integration.

Parameters are the models' defaults, see models/joint_actuators/README.md and models/fluids/README.md.
"""
import bisect
import math


def damper(velocity):
    return -0.1 * velocity


def simple_electrical_actuator(t, volts=12.0):
    """Torque on a locked joint after a step of the voltage: a first-order lag of the rotor's speed."""
    r, k, j, ratio, d = 1.0, 0.1, 1e-5, 100.0, 0.25
    friction = k * k / r + d / ratio ** 2
    return d / ratio * k * volts / r / friction * (1.0 - math.exp(-friction / j * t))


def dc_motor(velocity):
    """Largest torque at a joint velocity: limited by the current, then by what the voltage leaves."""
    r, k, b, ratio, efficiency, v_max, i_max = 0.5, 0.05, 1e-5, 100.0, 0.9, 48.0, 10.0
    w = ratio * velocity
    return ratio * (efficiency * k * min(i_max, (v_max - k * w) / r) - b * w)


def series_elastic_actuator(t, command=10.0):
    """Torque on a locked joint after a step of the command: J e'' + D e' + K e = (1 + kp) command."""
    c, d, j, b, kp, kd = 300.0, 0.5, 0.2, 1.0, 5.0, 30.0
    damping, stiffness = kd + b + (1.0 + kp) * d, (1.0 + kp) * c
    decay = damping / (2.0 * j)
    w = math.sqrt(stiffness / j - decay * decay)
    end = (1.0 + kp) * command / stiffness
    fall = math.exp(-decay * t)
    e = end * (1.0 - fall * (math.cos(w * t) + decay / w * math.sin(w * t)))
    rate = end * fall * (decay * decay + w * w) / w * math.sin(w * t)
    return c * e + d * rate


def lugre_friction(velocity, command):
    """Friction while sliding steadily: the Stribeck curve."""
    sigma2, f_c, f_s, v_s, load = 0.4, 1.0, 1.5, 0.01, 0.05
    g = (f_c + (f_s - f_c) * math.exp(-(velocity / v_s) ** 2)) * (1.0 + load * abs(command) / f_c)
    return math.copysign(g, velocity) + sigma2 * velocity


def backlash_gear(times, command=1.0, h=1e-6):
    """Torque on a locked joint after a step of the command, integrated by midpoints of 1 microsecond."""
    j, c, d, a = 0.01, 1000.0, 1.0, 0.005

    def torque(x, w):
        return max(c * (x - a) + d * w, 0.0) if x > a else min(c * (x + a) + d * w, 0.0) if x < -a else 0.0

    x = w = 0.0
    history = [0.0]
    for _ in range(round(times[-1] / h) + 1):
        xm, wm = x + 0.5 * h * w, w + 0.5 * h * (command - torque(x, w)) / j
        x, w = x + h * wm, w + h * (command - torque(xm, wm)) / j
        history.append(torque(x, w))
    return [history[round(t / h)] for t in times]


def delay_saturation(t, command=150.0):
    """Torque after a step of the command: late, then at the largest rate, then a lag."""
    delay, tau_max, rate_max, lag = 0.005, 100.0, 10000.0, 0.002
    u, t = min(command, tau_max), t - delay
    if t <= 0.0:
        return 0.0
    corner = max(u - rate_max * lag, 0.0)
    if t <= corner / rate_max:
        return rate_max * t
    return u - (u - corner) * math.exp(-(t - corner / rate_max) / lag)


def lift_and_drag(alpha):
    """Coefficients of LiftDrag at an angle of attack of 0 to 90 degrees [rad]."""
    slope, stall, cd0, cd90 = 5.5, 0.26, 0.02, 1.2
    top = slope * stall
    lift = slope * alpha if alpha <= stall else top * (math.pi / 2 - alpha) / (math.pi / 2 - stall)
    return lift, cd0 + (cd90 - cd0) * math.sin(alpha) ** 2


def interpolate(x, xs, ys):
    """The piecewise straight curve through (xs, ys), xs increasing."""
    i = min(max(bisect.bisect_right(xs, x), 1), len(xs) - 1)
    part = (x - xs[i - 1]) / (xs[i] - xs[i - 1])
    return ys[i - 1] + part * (ys[i] - ys[i - 1])
