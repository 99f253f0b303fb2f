#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The node as a program: the command line of the path filter paper, NaN on a topic, failing FMUs, crashes, stops."""
import math
import os
import shutil
import signal
import tempfile
import unittest
from xmlrpc.client import ServerProxy

import rosgraph
import rospy
import rostest
from ros_support import PATIENCE_S, Collector, Diagnostics, start, stop, topics_of, wait_until
from rosgraph_msgs.msg import Clock
from std_msgs.msg import Float64
from std_srvs.srv import Trigger


# Every fault of models/faulty, number 2 and following, and what the answer of a step says; None: the step succeeds.
HANG = "did not answer within 0.5 s"
FAULTS = {"segfault": "signal 11 (SIGSEGV", "abort": "signal 6 (SIGABRT", "exit": "exit(3)", "endless loop": HANG, "sleep": HANG,
          "slow step": None, "leak": None, "stack overflow": "signal 11 (SIGSEGV", "NaN": "nan", "huge": None,
          "exception": "signal 6 (SIGABRT", "rounding mode": None, "locale and folder": None, "closed files": None, "log flood": None,
          "wrong status": "doStep failed with status Error"}


class ProcessTest(unittest.TestCase):
    def setUp(self):
        self.output = Collector("/nodeB/y", Float64)
        self.angle = rospy.Publisher("/nodeA/angle", Float64, queue_size=10)

    def tearDown(self):
        self.output.subscriber.unregister()
        self.angle.unregister()

    def start_paper(self, *arguments, **variables):
        """The command line of the paper: relative path, step size, parameter, name, remapped input."""
        process = start("_fmu_path:=./TransportDelay.fmu", "_step_size:=0.001", "_d:=0.5", "__name:=nodeB",
                        "/nodeB/x:=/nodeA/angle", *arguments, **variables)
        wait_until(lambda: self.angle.get_num_connections() > 0, "the node's subscription")
        self.output.wait_connected()
        return process

    def test_command_line_of_the_paper(self):
        process = self.start_paper()
        try:
            self.assertEqual(sorted(t for t in topics_of("/nodeB") if "angle" in t or t.endswith("/x")), ["/nodeA/angle"])
            self.angle.publish(Float64(4.25))
            wait_until(lambda: any(m.data == 4.25 for m in list(self.output.messages)), "the delayed value")
            # before the delay has passed there is the start value
            self.assertEqual(self.output.messages[0].data, 0.0)
        finally:
            text = stop(process)
        self.assertEqual(process.returncode, 0, text)
        wait_until(lambda: topics_of("/nodeB") == [], "the master to forget the node")

    def test_rosnode_kill(self):
        # What `rosnode kill` sends, and the master to the elder of two nodes of one name.
        diagnostics = Diagnostics()
        process = self.start_paper()
        diagnostics.wait_active("/nodeB")
        master = rosgraph.Master(rospy.get_name())
        code, _, _ = ServerProxy(master.lookupNode("/nodeB")).shutdown(rospy.get_name(), "enough")
        text = process.communicate(timeout=PATIENCE_S)[0]
        self.assertEqual((code, process.returncode), (1, 0), text)
        self.assertIn("Asked to shut down: enough", text)
        wait_until(lambda: topics_of("/nodeB") == [], "the master to forget the node")

    def test_stop_without_a_master(self):
        # A node that waits for a master can be told to stop.
        process = start("__name:=lonely", "_fmu_path:=./TransportDelay.fmu", ROS_MASTER_URI="http://127.0.0.1:1")
        while "contact master" not in process.stdout.readline():
            self.assertIsNone(process.poll())
        stop(process)

    def test_an_fmu_that_crashes_in_a_process_of_its_own(self):
        # The step fails with the cause, the node lives, and a reset starts the FMU again.
        faulty = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Faulty.fmu")
        process = start("__name:=crashing", f"_fmu_path:={faulty}", "_trigger:=service", "_isolation:=process", "_fault:=segfault",
                        "_fault_time:=0.015")
        try:
            for _ in range(2):
                step = rospy.ServiceProxy("/crashing/step", Trigger)
                step.wait_for_service(PATIENCE_S)
                self.assertEqual(step().message, "FMU time 0.01 s")
                crash = step()
                self.assertFalse(crash.success)
                self.assertIn("signal 11 (SIGSEGV", crash.message)
                self.assertIsNone(process.poll())
                self.assertTrue(rospy.ServiceProxy("/crashing/reset", Trigger)().success)
        finally:
            text = stop(process)
        self.assertEqual(process.returncode, 0, text)

    def test_every_fault_in_a_process_of_its_own(self):
        # A node for each: the step in which the fault comes fails with the cause or succeeds, and every node lives.
        faulty = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Faulty.fmu")
        nodes = {fault: start(f"__name:=faulty{number}", f"_fmu_path:={faulty}", "_trigger:=service", "_isolation:=process",
                              f"_fault:={number}", "_fault_time:=0.015", "_call_limit:=0.5", "_slow_step_s:=0.001", "_messages:=100")
                 for number, fault in enumerate(FAULTS, 2)}
        try:
            for number, (fault, cause) in enumerate(FAULTS.items(), 2):
                step = rospy.ServiceProxy(f"/faulty{number}/step", Trigger)
                step.wait_for_service(PATIENCE_S)
                self.assertEqual(step().message, "FMU time 0.01 s", fault)
                answer = step()
                self.assertEqual(answer.success, cause is None, f"{fault}: {answer.message}")
                self.assertIn(cause or "FMU time 0.02 s", answer.message, fault)
                self.assertIsNone(nodes[fault].poll(), fault)
        finally:
            texts = {fault: stop(process) for fault, process in nodes.items()}
        # A node that is stopped while it is faulted says so by its exit code.
        self.assertEqual({fault: process.returncode for fault, process in nodes.items()},
                         {fault: int(cause is not None) for fault, cause in FAULTS.items()}, texts)

    def test_trigger_names(self):
        # The topic of a trigger under each of its names: as the node has it, in full, and the one it is remapped to.
        for name in ("x", "~x", "/nodeB/x", "/nodeA/angle"):
            process = self.start_paper("_trigger:=message: " + name)
            try:
                for count in (1, 2, 3):
                    self.angle.publish(Float64(1.0))
                    self.output.wait_for(count, "the answer to a message on " + name)
            finally:
                text = stop(process)
            self.assertEqual(process.returncode, 0, text)
            self.assertEqual(self.output.count(), 3)
            self.tearDown()  # a publisher of rospy takes a while to see that a subscriber has gone
            self.setUp()

    def test_not_a_number(self):
        # NaN and infinity on an input topic are refused, reported in the log and in /diagnostics, and the node goes on.
        diagnostics = Diagnostics()
        process = self.start_paper()
        try:
            self.angle.publish(Float64(1.5))
            wait_until(lambda: any(m.data == 1.5 for m in list(self.output.messages)), "the delayed value")
            self.angle.publish(Float64(float("nan")))
            self.angle.publish(Float64(float("inf")))
            wait_until(lambda: diagnostics.value("/nodeB", "values refused") == "2", "the report")
            self.assertEqual(diagnostics.latest["nodeB: FMU"].level, 1)
            self.angle.publish(Float64(2.5))
            wait_until(lambda: any(m.data == 2.5 for m in list(self.output.messages)), "the value after NaN")
        finally:
            text = stop(process)
        self.assertIn("topic 'x': x = NaN is not finite and was refused", text)
        self.assertIn("topic 'x': x = INF is not finite and was refused", text)
        self.assertTrue(all(math.isfinite(m.data) for m in self.output.messages))

    def start_failing(self, *arguments):
        """x' = 1e200 x overflows in the first step."""
        growth = os.path.join(os.environ["LOCKSTEP_TEST_FMUS"], "3.0", "StateSpace.fmu")
        return start("__name:=growth", "_fmu_path:=" + growth, "_m:=1", "_n:=1", "_r:=1", "_A:=1e200", "_B:=0.0",
                     "_C:=1.0", "_D:=0.0", "_x0:=1.0", "_u:=0.0", *arguments)

    def test_failing_fmu(self):
        # One message, an error in /diagnostics, silence until a reset, and exit code 1 in the end. After a reset it fails
        # again.
        diagnostics = Diagnostics()
        process = self.start_failing()
        try:
            wait_until(lambda: diagnostics.value("growth", "faults") == "1", "the failure")
            status = diagnostics.latest["growth: FMU"]
            self.assertEqual((status.level, diagnostics.value("growth", "state")), (2, "faulted"))
            self.assertIn("faulted: ", status.message)
            self.assertTrue(rospy.ServiceProxy("/growth/reset", Trigger)().success)
            wait_until(lambda: diagnostics.value("growth", "faults") == "2", "the second failure")
        finally:
            text = stop(process)
        self.assertEqual(process.returncode, 1, text)
        self.assertEqual(text.count("[ERROR]"), 2, text)
        self.assertEqual(text.count("StateSpace: doStep failed with status Error at t = 0 s"), 2, text)

    def test_failing_fmu_and_clock(self):
        # Time stands when the FMU that drives it has failed: at the second instant, that of the first step.
        clock = Collector("/clock", Clock)
        process = self.start_failing("_drive_clock:=true", "_step_size:=0.01")
        try:
            clock.wait_for(5, "the present instant again and again")
            self.assertEqual(max(message.clock.to_nsec() for message in clock.messages), 20000000)
        finally:
            text = stop(process)
        self.assertEqual(process.returncode, 1, text)

    def test_start_after_a_crash(self):
        # After SIGKILL the next start finds nothing in its way, and when it ends, nothing is left in the temporary folder
        # and the cache holds each FMU once.
        folder = tempfile.mkdtemp()
        try:
            temporary, cache = os.path.join(folder, "tmp"), os.path.join(folder, "cache")
            os.mkdir(temporary)
            variables = {"TMPDIR": temporary, "LOCKSTEP_CACHE_DIR": cache}
            for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0), (signal.SIGINT, 0)):
                process = self.start_paper(**variables)
                wait_until(lambda: self.output.count() > 3, "outputs")
                text = stop(process, how)
                self.assertEqual(process.returncode, code, text)
                wait_until(lambda: self.output.subscriber.get_num_connections() == 0, "the end of the connection")
                self.output.messages.clear()
            self.assertEqual(os.listdir(temporary), [])
            binaries = [name for _, _, names in os.walk(cache) for name in names if name == "TransportDelay.so"]
            self.assertEqual(len(binaries), 1)
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    rospy.init_node("process_test")
    rostest.rosrun("fmi_adapter_tests", "process", ProcessTest)
