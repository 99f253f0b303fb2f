# SPDX-License-Identifier: Apache-2.0
"""Runs worlds in a real gzserver and reads what the probe (probe_plugin.cpp) wrote."""
import csv
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("LOCKSTEP_BUILD", ROOT / "build" / "debian11"))
FMUS = BUILD / "fmus" / "2.0"
ENGINES = ("ode", "bullet", "simbody", "dart")
ENGINE = os.environ.get("LOCKSTEP_ENGINE", "ode")  # of this run
TEST_FMUS = BUILD / "gazebo_test_fmus"
PROBE_FMU = TEST_FMUS / "2.0" / "JointProbe.fmu"  # joint_probe.cpp
JOINT = "<joint>m::joint</joint>"  # for the probe: the joint of arm()
HEAVY = {"mass": 1e6, "inertia": 1e6, "center": "0 0 0"}  # for arm(): small forces do not move it
PATIENCE = 300  # seconds, for a machine that is busy with other things


class Result:
    def __init__(self, folder, code, text):
        self.code = code
        self.text = text
        self.rows = []
        table = pathlib.Path(folder) / "out.csv"
        if table.exists():
            with table.open() as lines:
                self.rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(lines) if None not in row.values()]

    def column(self, name):
        return [row[name] for row in self.rows]

    def messages(self, part):
        """The lines that hold this text."""
        return [line for line in self.text.splitlines() if part in line]


def free_port():
    """Below the ports that are given to anybody who does not care: nobody takes it before gzserver does."""
    while True:
        port = random.randrange(12000, 32000)
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def environment(home, **more):
    port = free_port()
    env = {
        "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C", "GAZEBO_IP": "127.0.0.1",
        "GAZEBO_MASTER_URI": f"http://127.0.0.1:{port}", "GAZEBO_MODEL_DATABASE_URI": "",
        "GAZEBO_RESOURCE_PATH": f"/usr/share/gazebo-11:{FMUS}", "GAZEBO_PLUGIN_PATH": str(BUILD / "lib"),
        "OGRE_RESOURCE_PATH": "/nowhere",
    }
    env.update(more)
    return env


KILLED = -signal.SIGKILL
OWN_CRASH = "gzserver has crashed by itself"  # printed by a test that met it
WATCHING = "probe: watches for crashes"  # printed by the probe, which Gazebo loads before any plugin of a model


def crashed_by_itself(code, text):
    """Races of Gazebo 11, which a few of a thousand servers lose while they end, also without a plugin of ours. When the
    last connection goes in the thread that serves connections, IOManager joins that thread from within it, after the world
    has gone. And that thread may use a connection that ConnectionManager is closing, or call a master (in libgazebo) that
    has gone; the probe tells then whose code crashed (crash_witness.cpp)."""
    if code == -signal.SIGABRT:
        return "trying joining itself" in text
    crashed = re.findall(r"probe: a thread crashed in (.*)", text)
    return code == -signal.SIGSEGV and bool(crashed) and all(
        re.match(r"(lib(c|stdc\+\+|pthread|boost_\w+|gazebo)\.so\S* )*libgazebo_transport\.so", stack)
        and not re.search("lockstep|FMI|Probe", stack) for stack in crashed)


def failed_before_any_plugin(code, text):
    """The same races before the world was there, or another server that took the port first."""
    return WATCHING not in text and (code in (-signal.SIGSEGV, -signal.SIGABRT) or "Address already in use" in text)


class Server:
    """A gzserver in a folder of its own; out.csv of the probe is written there."""

    def __init__(self, engine, world, steps=None, options=(), **env):
        self.folder = tempfile.TemporaryDirectory(prefix="gazebo-test-")
        self.home = pathlib.Path(self.folder.name)
        (self.home / "test.world").write_text(world)
        self.env = environment(self.home, **env)
        if steps is not None:
            self.env["PROBE_STEPS"] = str(steps)
        command = ["gzserver", "--verbose", "-e", engine, *options, "test.world"]
        if steps is not None:
            command[2:2] = ["--iters", str(steps)]
        self.process = subprocess.Popen(command, cwd=self.home, env=self.env, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, errors="replace")
        self.steps = steps
        self.interrupted = False
        self.lines = []
        self.changed = threading.Condition()  # its lock may be taken twice by one thread
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line)
                self.changed.notify_all()
        with self.changed:
            self.lines.append("")
            self.changed.notify_all()

    def text(self):
        with self.changed:
            return re.sub(r"\x1b\[[0-9;]*m", "", "".join(self.lines))

    def wait_until(self, seen, what="what was expected"):
        """Until seen(output) is true; what was printed otherwise, as an error."""
        with self.changed:
            self.changed.wait_for(lambda: seen(self.text()) or (self.lines and self.lines[-1] == ""), PATIENCE)
        if not seen(self.text()):
            self.process.kill()  # nobody else ends a paused server
            raise AssertionError(f"gzserver never printed {what}:\n{self.text()}")

    def wait_for(self, part):
        self.wait_until(lambda text: part in text, f"'{part}'")

    def written(self):
        """Rows that the probe has written."""
        table = self.home / "out.csv"
        return max(table.read_text().count("\n") - 1, 0) if table.exists() else 0

    def wait_rows(self, count):
        """Until the probe has written this many rows since the start."""
        deadline = time.monotonic() + PATIENCE
        while self.written() < count:
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise AssertionError(f"the world does not go on:\n{self.text()}")
            time.sleep(0.05)

    def wait_steps(self, count):
        """Until the probe has written this many further rows."""
        self.wait_rows(self.written() + count)

    def gz(self, *arguments):
        """Runs the command gz against this server."""
        return subprocess.run(["gz", *arguments], env=self.env, cwd=self.home, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)

    def interrupt(self):
        self.interrupted = True
        self.process.send_signal(signal.SIGINT)

    def kill_alive(self):
        """Ends a server that still lives and answers; its code is then KILLED. By force, because Gazebo 11 may crash by
        itself when it is told to end while it starts up."""
        self.gz("topic", "-l")
        self.process.kill()

    def _code(self):
        ends = self.interrupted or (self.steps is not None and self.written() >= self.steps)
        if not ends or not crashed_by_itself(self.process.returncode, self.text()):
            return self.process.returncode
        print(OWN_CRASH)
        return 0

    def finish(self):
        """Waits for the end and gives what came out."""
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"gzserver did not end:\n{self.text()}") from None
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        result = Result(self.home, self._code(), self.text())
        self.folder.cleanup()
        return result


def run(engine, world, steps, **env):
    """However it ends: for tests that look at the exit code themselves."""
    for _ in range(3):
        result = Server(engine, world, steps, **env).finish()
        if "libGazeboProbe.so" not in world or not failed_before_any_plugin(result.code, result.text):
            break
        print(OWN_CRASH)
    return result


def completed(engine, world, steps, **env):
    """A run to its end, with a row for each step; else what gzserver printed, as an error."""
    result = run(engine, world, steps, **env)
    if (result.code, len(result.rows)) != (0, steps):
        raise AssertionError(f"gzserver ended with code {result.code} after {len(result.rows)} of {steps} steps:\n{result.text}")
    return result


def probe(body=""):
    return f'<plugin name="probe" filename="libGazeboProbe.so"><file>out.csv</file>{body}</plugin>'


def world(body, gravity="0 0 -9.8", step=0.001):
    return f"""<sdf version="1.6"><world name="default"><gravity>{gravity}</gravity>
<physics name="p" type="ode"><max_step_size>{step}</max_step_size><real_time_update_rate>0</real_time_update_rate></physics>
{body}</world></sdf>"""


def unthrottled(text, extra):
    """A world file as it is, as fast as it goes, with something added to the world."""
    text, count = re.subn(r"<real_time_update_rate>[^<]*<", "<real_time_update_rate>0<", text)
    if count == 0:
        text = re.sub(r"(<world [^>]*>)", r'\1<physics type="ode"><real_time_update_rate>0</real_time_update_rate></physics>',
                      text, count=1)
    return text.replace("</world>", extra + "</world>")


def arm(name="m", plugin="", joint="revolute", axis="0 1 0", mass=1.0, inertia=0.001, center="0 0 -1", damping=0.0,
        limits="", pose="0 0 0 0 0 0", link_pose="0 0 0 0 1.5707963268 0"):
    """One link on one joint to the world; as a pendulum it starts horizontal."""
    return f"""<model name="{name}"><pose>{pose}</pose>
<link name="link"><pose>{link_pose}</pose><inertial><pose>{center} 0 0 0</pose><mass>{mass}</mass>
<inertia><ixx>{inertia}</ixx><ixy>0</ixy><ixz>0</ixz><iyy>{inertia}</iyy><iyz>0</iyz><izz>{inertia}</izz></inertia></inertial></link>
<joint name="joint" type="{joint}"><parent>world</parent><child>link</child><axis><xyz>{axis}</xyz>
<dynamics><damping>{damping}</damping><friction>0</friction></dynamics>{limits}</axis></joint>{plugin}</model>"""


def actuator(fmu, more="", joint="joint"):
    return f"""<plugin name="fmus" filename="libFMIActuatorPlugin.so"><actuator><name>motor</name><joint>{joint}</joint>
<fmu>{fmu}</fmu>{more}</actuator></plugin>"""
