# SPDX-License-Identifier: Apache-2.0
"""Where the tests of the module find FMUs and examples."""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FMUS = pathlib.Path(os.environ["LOCKSTEP_FMUS"])
PENDULUM = FMUS / "2.0" / "DampedPendulum.fmu"
FEEDTHROUGH = FMUS / "3.0" / "Feedthrough.fmu"
os.environ["GAZEBO_RESOURCE_PATH"] = str(FMUS / "2.0")
