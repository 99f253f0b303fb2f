# SPDX-License-Identifier: Apache-2.0
"""Simulated time: the start, pauses, a jump back, stepping by request; and a clock the node makes itself."""
import unittest

from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Vector3Stamped
from ros2_support import RosTest, fmu, nanoseconds, pendulum, wait_until
from rosgraph_msgs.msg import Clock
from std_srvs.srv import SetBool, Trigger

STAMPED = "outputs: {state: {type: geometry_msgs/Vector3Stamped, vector.x: a}}"


class TimeTest(RosTest):
    def pendulum(self, **parameters):
        node = self.start(fmu_path=fmu("DampedPendulum"), mapping=STAMPED, use_sim_time=True, **parameters)
        return node, self.collect(Vector3Stamped, "/state")

    def check(self, message, start_s):
        t = nanoseconds(message.header.stamp) * 1e-9 - start_s
        self.assertAlmostEqual(message.vector.x, pendulum(t), delta=2e-3)  # semi-implicit steps of 0.2 ms

    def test_follows_the_clock(self):
        """Active before there is a clock: FMU time 0 is the first time that comes. A jump back starts it again."""
        node, states = self.pendulum()
        node.bring_up()
        states.wait_publisher()
        clock = self.simulated_clock(100.0)
        clock.stand_until(lambda: self.seen_time() >= 100.0, "the first time")
        clock.run_until(lambda: len(states.messages) > 50, "states")
        for message in list(states.messages):
            self.check(message, 100.0)
        # A clock that stands: the FMU stands.
        count = len(states.messages)
        last = states.messages[-1]
        for _ in range(20):
            clock.publish()
        self.assertLessEqual(len(states.messages), count + 2)
        self.assertGreaterEqual(nanoseconds(last.header.stamp), 100_000_000_000)

        states.messages.clear()
        clock.set(20.0)
        clock.stand_until(lambda: self.seen_time() < 50.0, "the jump")
        clock.run_until(lambda: any(nanoseconds(m.header.stamp) < 50_000_000_000 for m in states.messages),
                        "states after the jump")
        node.wait_log("time jumped back; the FMU starts again")
        begin = len(states.messages)
        clock.run_until(lambda: len(states.messages) > begin + 20, "more states")
        values = [m for m in states.messages if nanoseconds(m.header.stamp) < 50_000_000_000]
        # It restarted at its first call after the jump, one period or a few after 20 s.
        first = nanoseconds(values[0].header.stamp) * 1e-9
        self.assertGreater(values[0].vector.x, 1.3, "1.5 at the start, seen at %f" % first)

    def test_jump_back_continue(self):
        """Told to continue, the FMU goes on after a jump back as if there had been none."""
        node, states = self.pendulum(on_jump_back="continue")
        clock = self.simulated_clock(100.0)
        self.assertTrue(node.configure(), node.log())
        states.wait_publisher()
        self.assertTrue(node.activate())
        clock.stand_until(lambda: self.seen_time() >= 100.0, "the first time")
        clock.run_until(lambda: len(states.messages) > 50, "states")
        clock.stand_until(lambda: self.seen_time() >= clock.now_ns * 1e-9, "all of it to be seen")
        before = states.messages[-1]
        states.messages.clear()
        clock.set(20.0)
        clock.stand_until(lambda: self.seen_time() < 50.0, "the jump")
        clock.run_until(lambda: len(states.messages) > 20, "states after the jump")
        node.wait_log("time jumped back; the FMU goes on at FMU time")
        gone = nanoseconds(before.header.stamp) * 1e-9 - 100.0  # FMU time at the jump
        after = [m for m in states.messages if nanoseconds(m.header.stamp) < 50_000_000_000]
        self.assertGreater(len(after), 10)
        # It sees the jump at its first call after it; from there on its time is shifted by one number for all.
        shifts = [20.0 + 0.01 * k - gone for k in range(-2, 20)]
        best = min(shifts, key=lambda shift: abs(after[0].vector.x - pendulum(nanoseconds(after[0].header.stamp) * 1e-9 - shift)))
        for message in after:
            self.check(message, best)

    def setUp(self):
        super().setUp()
        self.reports = self.collect(DiagnosticArray, "/diagnostics")

    def seen_time(self):
        """The node's clock as it says itself."""
        return nanoseconds(self.reports.messages[-1].header.stamp) * 1e-9 if self.reports.messages else 0.0

    def test_pause_step_reset(self):
        """Paused, a node steps when asked; reset starts it again."""
        node, states = self.pendulum()
        clock = self.simulated_clock(50.0)
        self.assertTrue(node.configure(), node.log())
        states.wait_publisher()
        clock.publish()
        self.assertTrue(node.activate())
        clock.run_until(lambda: len(states.messages) > 5, "states")
        pause = self.call(SetBool, "/fmi_adapter_node/pause", SetBool.Request(data=True))
        self.assertTrue(pause.success, pause.message)
        before = nanoseconds(states.messages[-1].header.stamp)
        step = self.call(Trigger, "/fmi_adapter_node/step", Trigger.Request())
        self.assertTrue(step.success, step.message)
        wait_until(lambda: nanoseconds(states.messages[-1].header.stamp) > before, "the step")
        reset = self.call(Trigger, "/fmi_adapter_node/reset", Trigger.Request())
        self.assertTrue(reset.success, reset.message)
        self.call(Trigger, "/fmi_adapter_node/step", Trigger.Request())
        wait_until(lambda: states.messages[-1].vector.x > 1.49, "the start again")

    def test_drives_the_clock(self):
        """A node that makes the time: /clock in steps of the update period, outputs stamped with it."""
        clock = self.collect(Clock, "/clock")
        node = self.start(fmu_path=fmu("DampedPendulum"), mapping=STAMPED, drive_clock=True, update_period=0.01,
                          real_time_factor=5.0)
        states = self.collect(Vector3Stamped, "/state")
        self.assertTrue(node.configure(), node.log())
        clock.wait_publisher()
        states.wait_publisher()
        self.assertTrue(node.activate())
        states.wait_for(100, "states")
        for message in states.messages[:100]:
            self.check(message, 0.01)
        stamps = [nanoseconds(m.clock) for m in clock.messages]
        self.assertTrue(all(b - a == 10_000_000 for a, b in zip(stamps, stamps[1:])))


class SimulationInterfacesTest(RosTest):
    def test_services(self):
        """The services every simulator has: features, state, pause, steps, reset."""
        try:
            from simulation_interfaces.msg import Result, SimulationState, SimulatorFeatures
            from simulation_interfaces.srv import (GetSimulationState, GetSimulatorFeatures, ResetSimulation,
                                                   SetSimulationState, StepSimulation)
        except ImportError:
            self.skipTest("simulation_interfaces is not installed")
        node = self.start(fmu_path=fmu("DampedPendulum"), mapping=STAMPED)
        node.bring_up()
        states = self.collect(Vector3Stamped, "/state")
        ask = lambda kind, name, **fields: self.call(kind, "/fmi_adapter_node/" + name, kind.Request(**fields))
        features = ask(GetSimulatorFeatures, "get_simulator_features").features.features
        self.assertIn(SimulatorFeatures.STEP_SIMULATION_MULTIPLE, features)
        self.assertEqual(ask(GetSimulationState, "get_simulation_state").state.state, SimulationState.STATE_PLAYING)
        self.assertEqual(ask(StepSimulation, "step_simulation", steps=1).result.result, Result.RESULT_OPERATION_FAILED)
        paused = SimulationState(state=SimulationState.STATE_PAUSED)
        self.assertEqual(ask(SetSimulationState, "set_simulation_state", state=paused).result.result, Result.RESULT_OK)
        self.assertEqual(ask(SetSimulationState, "set_simulation_state", state=paused).result.result,
                         SetSimulationState.Response.ALREADY_IN_TARGET_STATE)
        states.wait_publisher()
        self.assertEqual(ask(ResetSimulation, "reset_simulation").result.result, Result.RESULT_OK)
        states.messages.clear()
        self.assertEqual(ask(StepSimulation, "step_simulation", steps=100).result.result, Result.RESULT_OK)
        wait_until(lambda: len(states.messages) >= 1, "a state")
        ask(StepSimulation, "step_simulation", steps=1)
        wait_until(lambda: abs(states.messages[-1].vector.x - pendulum(1.01)) < 2e-3, "101 steps of 10 ms")
        stopped = SimulationState(state=SimulationState.STATE_STOPPED)
        self.assertEqual(ask(SetSimulationState, "set_simulation_state", state=stopped).result.result, Result.RESULT_OK)
        self.assertEqual(ask(GetSimulationState, "get_simulation_state").state.state, SimulationState.STATE_STOPPED)
        self.assertTrue(node.deactivate() and node.activate())
        self.assertEqual(ask(GetSimulationState, "get_simulation_state").state.state, SimulationState.STATE_PLAYING)

    def test_very_many_steps(self):
        """An absurd number of steps is refused; while many are made everything is answered, and a pause ends them."""
        try:
            from simulation_interfaces.msg import Result, SimulationState
            from simulation_interfaces.srv import GetSimulationState, SetSimulationState, StepSimulation
        except ImportError:
            self.skipTest("simulation_interfaces is not installed")
        node = self.start(fmu_path=fmu("DampedPendulum"), mapping=STAMPED)
        node.bring_up()
        ask = lambda kind, name, **fields: self.call(kind, "/fmi_adapter_node/" + name, kind.Request(**fields))
        self.assertTrue(ask(SetBool, "pause", data=True).success)
        refused = ask(StepSimulation, "step_simulation", steps=2**63).result
        self.assertEqual(refused.result, Result.RESULT_OPERATION_FAILED)
        self.assertIn("max_advance", refused.error_message)
        self.assertTrue(node.deactivate() and node.cleanup())
        self.assertTrue(node.set("max_advance", 0).successful)
        client = self.node.create_client(StepSimulation, "/fmi_adapter_node/step_simulation")

        def endless():
            wait_until(client.service_is_ready, "the service")
            future = client.call_async(StepSimulation.Request(steps=10**15))
            # Requests of different services come in any order: the next one must find these steps begun.
            wait_until(lambda: "other steps are being made" in ask(Trigger, "step").message, "the steps to begin")
            return future

        def stopped(future, reason):
            wait_until(future.done, "the answer")
            self.assertEqual(future.result().result.result, Result.RESULT_OPERATION_FAILED)
            self.assertRegex(future.result().result.error_message, r"stopped after \d+ of 1000000000000000 steps: " + reason)

        node.bring_up()
        self.assertTrue(ask(SetBool, "pause", data=True).success)
        states = self.collect(Vector3Stamped, "/state")
        steps = endless()
        states.wait_for(100, "states of the steps")
        self.assertFalse(ask(Trigger, "step").success)
        self.assertEqual(ask(GetSimulationState, "get_simulation_state").state.state, SimulationState.STATE_PAUSED)
        self.assertFalse(steps.done())
        self.assertTrue(ask(SetBool, "pause", data=True).success)
        stopped(steps, "the node was paused")
        steps = endless()
        ask(SetSimulationState, "set_simulation_state", state=SimulationState(state=SimulationState.STATE_STOPPED))
        stopped(steps, "the state of the simulation was set")
        steps = endless()
        self.assertTrue(node.deactivate())
        stopped(steps, "the node was deactivated")
        self.node.destroy_client(client)


if __name__ == "__main__":
    unittest.main(verbosity=2)
