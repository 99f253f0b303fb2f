# SPDX-License-Identifier: Apache-2.0
"""A second process drives, pauses, steps and records a world in gzserver through its doors alone (channel_client.cpp)."""
import csv
import pathlib
import subprocess
import tempfile
import time
import unittest

from gazebo import BUILD, ENGINE, PATIENCE, PROBE_FMU, Server, arm, probe, world

CHANNEL = '<plugin name="doors" filename="libLockstepWorldPlugin.so"><channel>world.sock</channel>{}</plugin>'
LIGHT = {"mass": 1.0, "inertia": 2.0, "center": "0 0 0"}


def device(kind, body, name="p"):
    return f'<plugin name="{name}" filename="libLockstepPlugin.so"><device>{kind}</device>{body}</plugin>'


def block(name, inputs="", parameters="<ku>1</ku>"):
    """An FMU without a joint; inputs that are not named are inlets."""
    return device("fmu", f"<name>{name}</name><fmu>{PROBE_FMU}</fmu><parameters>{parameters}</parameters><inputs>{inputs}</inputs>", name)


PID = device("joint_pid", "<name>drive</name><joint>joint</joint><effort>0</effort>")


class Client:
    """channel_client at a server, once there are the ports that it needs: models come after the doors are open."""

    def __init__(self, server, *needed):
        deadline = time.monotonic() + PATIENCE
        while not (server.home / "world.sock").exists():
            if time.monotonic() > deadline or server.process.poll() is not None:
                raise AssertionError(f"there is no channel:\n{server.text()}")
            time.sleep(0.05)
        self.process = subprocess.Popen([str(BUILD / "bin" / "gazebo_channel_client"), str(server.home / "world.sock")],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ports = []
        while not set(needed) <= set(self.ports):
            if time.monotonic() > deadline:
                raise AssertionError(f"{needed} are not all in {self.ports}:\n{server.text()}")
            self.ports = self.say("ports").split()

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def rows(self, count):
        return [[float(word) for word in row.split()] for row in self.say(f"rows {count}").split(";")]

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Channel(unittest.TestCase):
    def start(self, body, *needed, more="", options=("-u",)):
        server = Server(ENGINE, world(CHANNEL.format(more) + body + probe(), "0 0 0"), options=options)
        client = Client(server, *needed)
        self.addCleanup(client.close)
        self.addCleanup(lambda: server.process.poll() is None and server.process.kill())
        return server, client

    def test_drives_pauses_steps_resets_and_records(self):
        """The arm has J = 2 kg m2: an effort of 4 N.m for 100 steps of 1 ms gives 0.2 rad/s."""
        body = arm("m", PID, **LIGHT) + arm("a", block("block"), pose="0 5 0 0 0 0", **LIGHT) + arm(
            "b", block("echo", "<actuatorInput>a/block/jointTorque</actuatorInput>"), pose="0 9 0 0 0 0", **LIGHT)
        record = '<record file="doors.csv"><signal>m/joint/velocity</signal><signal>a/block/jointTorque</signal></record>'
        server, client = self.start(body, "request:world/step", "request:m/drive/effort", "inlet:a/block/actuatorInput",
                                    "signal:b/echo/jointTorque", "signal:m/joint/velocity", "signal:time", more=record)
        self.assertEqual(client.say("tap m/joint/velocity a/block/jointTorque b/echo/jointTorque time"), "open")
        self.assertEqual(client.say("ask world/step 10"), "done 0")
        rows = client.rows(10)
        self.assertEqual([row[:2] for row in rows], [[1e6 * k, k] for k in range(1, 11)])
        self.assertEqual(rows[-1][2:5], [0.0, 0.0, 0.0])
        self.assertAlmostEqual(rows[-1][5], 0.010, delta=1e-15)
        # While the world is paused a request is answered at once, and belongs to the coming step.
        self.assertEqual(client.say("ask m/drive/effort 4"), "done 10")
        self.assertEqual(client.say("put a/block/actuatorInput 3"), "done")
        self.assertEqual(client.say("ask world/step 100"), "done 10")
        rows = client.rows(100)
        self.assertAlmostEqual(rows[-1][2], 0.2, delta=1e-5)  # bullet is single
        self.assertEqual([row[3] for row in rows], [3.0] * 100, "from the first step on")
        self.assertEqual([row[4] for row in rows], [3.0] * 100, "another model reads it in the same step")
        # Both start again: time, inlet and parameter.
        self.assertEqual(client.say("ask world/reset both"), "done 110")
        self.assertEqual(client.say("ask world/step 2"), "done 0")
        self.assertEqual(client.rows(2), [[1e6, 1, 0, 0, 0, 0.001], [2e6, 2, 0, 0, 0, 0.002]])
        # What is written between a reset and the next step is for the world after it.
        self.assertEqual(client.say("ask world/reset both"), "done 2")
        client.say("put a/block/actuatorInput 7")
        client.say("ask world/step 1")
        self.assertEqual(client.rows(1)[0][:4], [1e6, 1, 0, 7.0])
        # It runs by itself, until somebody pauses it.
        self.assertTrue(client.say("ask world/resume").startswith("done"))
        self.assertEqual(len(client.rows(50)), 50)
        self.assertTrue(client.say("ask world/pause").startswith("done"))
        self.assertIn("expected time, state or both", client.say("ask world/reset all"))
        self.assertIn("below 1", client.say("ask world/step 0"))
        self.assertIn("there is no request 'world/stepp'", client.say("ask world/stepp 1"))
        self.assertEqual(client.say("tap m/joint/velocity"), "open")
        client.say("ask world/step 1")
        self.assertEqual(len(client.rows(1)), 1, "the first row after the pause")
        self.assertTrue(client.say("ask world/stop").startswith("done"))
        server.interrupted = True
        server.process.wait(PATIENCE)
        with (server.home / "doors.csv").open() as lines:
            table = list(csv.DictReader(lines))
        result = server.finish()
        self.assertEqual(result.code, 0, result.text)
        self.assertEqual(result.messages("[Err] [gazebo_simulator"), [], result.text)
        self.assertGreater(len(table), 160)
        self.assertAlmostEqual(float(table[109]["time"]), 0.110, delta=1e-12)
        self.assertAlmostEqual(float(table[109]["m/joint/velocity"]), 0.2, delta=1e-5)
        self.assertEqual(float(table[109]["a/block/jointTorque"]), 3.0)

    def test_pause_from_elsewhere_and_requests_meanwhile(self):
        """gz world -p 1 while the world runs: requests are executed during that pause; steps that wait are refused."""
        server, client = self.start(arm("m", PID, **LIGHT), "request:m/drive/effort", options=())
        client.say("tap m/joint/velocity")
        client.rows(10)
        self.assertEqual(server.gz("world", "-p", "1").returncode, 0)
        self.assertTrue(client.say("ask m/drive/effort 2").startswith("done"))
        self.assertTrue(client.say("ask world/step 3").startswith("done"))
        server.interrupt()
        self.assertEqual(server.finish().code, 0)

    def test_models_come_and_go_while_others_watch(self):
        """A tap shows the last value while a model is gone, then that of the next one; its inlet takes values again."""
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "late"
            model.mkdir()
            (model / "model.config").write_text(
                '<model><name>late</name><version>1</version><sdf version="1.6">model.sdf</sdf></model>')
            (model / "model.sdf").write_text(f'<sdf version="1.6">{arm("a", block("block"), **LIGHT)}</sdf>')
            text = world(CHANNEL.format("") + arm("a", block("block"), **LIGHT) + probe(
                '<at step="100" do="delete" argument="a"/><at step="200" do="insert" argument="model://late"/>'), "0 0 0")
            server = Server(ENGINE, text.replace("<real_time_update_rate>0<", "<real_time_update_rate>1000<"), options=("-u",),
                            GAZEBO_MODEL_PATH=folder)
            self.addCleanup(lambda: server.process.poll() is None and server.process.kill())
            client = Client(server, "inlet:a/block/actuatorInput")
            self.addCleanup(client.close)
            client.say("tap a/block/jointTorque")
            client.say("put a/block/actuatorInput 3")
            self.assertEqual(client.say("ask world/step 150"), "done 0")
            self.assertEqual({row[2] for row in client.rows(150)}, {3.0})
            self.assertIn("its model was removed", client.say("put a/block/actuatorInput 4"))
            self.assertNotIn("a/block/jointTorque", client.say("ports"))
            client.say("ask world/resume")
            while "inlet:a/block/actuatorInput" not in client.say("ports"):
                client.rows(10)
            client.say("put a/block/actuatorInput 5")
            while client.rows(1)[0][2] != 5.0:
                pass
            server.interrupt()
            self.assertEqual(server.finish().code, 0)

    def test_a_party_keeps_step(self):
        """The world waits for each confirmation; what was written before it is seen in that step."""
        server, client = self.start(arm("a", block("block"), **LIGHT), "signal:a/block/jointTorque")
        self.assertEqual(client.say("join test"), "joined")
        client.say("tap a/block/jointTorque")
        other = Client(server)
        self.addCleanup(other.close)
        self.assertTrue(other.say("ask world/resume").startswith("done"))
        for k in range(20):
            self.assertEqual(client.say("await"), f"tick {k} {k * 1000000}")
            client.say(f"put a/block/actuatorInput {k}")
            self.assertEqual(client.say("confirm"), "confirmed")
        self.assertEqual([row[1:] for row in client.rows(19)], [[k + 1, k] for k in range(19)])
        server.interrupt()
        self.assertEqual(server.finish().code, 0)


if __name__ == "__main__":
    unittest.main()
