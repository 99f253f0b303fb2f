# SPDX-License-Identifier: Apache-2.0
"""Wrong worlds, broken and failing FMUs: gzserver lives, one message says what is wrong, the fault policy is applied."""
import math
import os
import pathlib
import re
import tempfile
import unittest
import zipfile

import gazebo
from gazebo import KILLED, Server, actuator, arm, probe, run, world

ENGINE = os.environ.get("LOCKSTEP_ENGINE", "ode")
PROBE_FMU = gazebo.BUILD / "gazebo_test_fmus" / "2.0" / "JointProbe.fmu"
FAULTY = gazebo.BUILD / "faulty_fmus" / "2.0" / "Faulty.fmu"
JOINT = "<joint>m::joint</joint>"
DESCRIPTION = "modelDescription.xml"


def changed(folder, name, change):
    """A copy of JointProbe.fmu; change(entries) edits {path: bytes}, or gives the bytes of the whole file."""
    with zipfile.ZipFile(PROBE_FMU) as archive:
        entries = {entry: archive.read(entry) for entry in archive.namelist()}
    whole = change(entries)
    file = pathlib.Path(folder) / f"{name}.fmu"
    if isinstance(whole, bytes):
        file.write_bytes(whole)
    else:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry, data in entries.items():
                archive.writestr(entry, data)
    return file


def edit(old, new):
    """A change of the description."""
    def change(entries):
        text = entries[DESCRIPTION].decode()
        assert old in text, f"{old} is not in the description"
        entries[DESCRIPTION] = text.replace(old, new).encode()
    return change


def torque(old, new, kind="Real"):
    """A change of the attributes and the type of jointTorque."""
    def change(entries):
        variable = re.search(r'(<ScalarVariable name="jointTorque"[^>]*>\s*)<Real/>', entries[DESCRIPTION].decode())
        edit(variable.group(0), variable.group(1).replace(old, new) + f"<{kind}/>")(entries)
    return change


def binary(entries):
    return next(entry for entry in entries if entry.startswith("binaries/"))


def without(part):
    def change(entries):
        for entry in [entry for entry in entries if part in entry]:
            del entries[entry]
    return change


def not_elf(entries):
    entries[binary(entries)] = b"this is no library"


def windows_only(entries):
    entries["binaries/win64/JointProbe.dll"] = entries.pop(binary(entries))


def climbing(entries):
    entries["../escaped.txt"] = b"outside"


class LoadFailures(unittest.TestCase):
    """What cannot be loaded pauses the world before its first step, with one message for each plugin."""

    def refused(self, cases):
        """cases: {what: (plugin, words of its message ...)}, all in models of one world, as a server takes long to start."""
        models = {f"m{i}": case for i, case in enumerate(cases.items())}
        body = "".join(arm(name, plugin, pose=f"0 {9 * i} 0 0 0 0") for i, (name, (_, (plugin, *_))) in enumerate(models.items()))
        server = Server(ENGINE, world(body + probe("<joint>m0::joint</joint>")), 1000)
        server.wait_until(lambda text: text.count("The world is paused") >= len(cases))
        server.kill_alive()
        result = server.finish()
        self.assertEqual(result.code, KILLED, result.text)
        self.assertLess(len(result.rows), 2, "the world was paused")
        told = [text for text in re.split(r"(?m)^\[(?:Err|Wrn|Msg)\] ", result.text) if "was not started" in text]
        self.assertEqual(len(told), len(cases), result.text)
        for name, (what, (_, *words)) in models.items():
            with self.subTest(what):
                own = [text for text in told if f"model '{name}'" in text]
                self.assertEqual(len(own), 1, result.text)
                for word in words:
                    self.assertIn(word, own[0])

    def test_configuration(self):
        fluid = '<plugin name="p" filename="libFMISingleBodyFluidDynamicsPlugin.so">{}</plugin>'.format
        self.refused({
            "missing FMU": (actuator("nowhere.fmu"), "nowhere.fmu", "GAZEBO_RESOURCE_PATH"),
            "wrong joint": (actuator("Damper.fmu", joint="knee"), "there is no joint 'knee'", "m1/joint"),
            "no actuator": ('<plugin name="p" filename="libFMIActuatorPlugin.so"/>', "<actuator>"),
            "no joint": ('<plugin name="p" filename="libFMIActuatorPlugin.so"><actuator><fmu>Damper.fmu</fmu></actuator></plugin>',
                         "joint"),
            "second actuator wrong": (actuator("Damper.fmu").replace(
                "</plugin>", "<actuator><joint>knee</joint><fmu>Damper.fmu</fmu></actuator></plugin>"), "knee"),
            "a policy that is none": (actuator("Damper.fmu", "<fault_policy>pray</fault_policy>"), "'pray'"),
            "fluid without link": (fluid("<single_body_fluid_dynamics><fmu>NullFriction.fmu</fmu></single_body_fluid_dynamics>"),
                                   "link"),
            "fluid without configuration": (fluid(""), "<single_body_fluid_dynamics>"),
            "fluid with the wrong FMU": (fluid("<single_body_fluid_dynamics><link>link</link><fmu>Damper.fmu</fmu>"
                                               "</single_body_fluid_dynamics>"), "fluidDynamicForce_x"),
        })

    def test_fmus(self):
        raw = PROBE_FMU.read_bytes()
        middle = len(raw) // 2
        changes = {
            "no torque": (edit('name="jointTorque"', 'name="torque"'), "jointTorque", "motor"),
            "torque is not there": (edit('name="jointTorque" valueReference', 'name="nothing" valueReference'), "jointTorque"),
            "torque is no output": (torque('causality="output"', 'causality="local"'), "jointTorque"),
            "torque is an integer": (torque('variability="continuous"', 'variability="discrete"', "Integer"), "jointTorque",
                                     "expected a Float64 (Real)"),
            "truncated": (lambda entries: raw[:middle], "truncated"),
            "garbage": (lambda entries: b"no archive" * 100, "garbage"),
            "empty": (lambda entries: b"", "empty"),
            "corrupted": (lambda entries: raw[:middle] + b"\0" * 64 + raw[middle + 64:], "corrupted"),
            "no description": (without(DESCRIPTION), DESCRIPTION),
            "broken XML": (edit("</fmiModelDescription>", ""), DESCRIPTION),
            "not instantiated": (edit('guid="', 'guid="another'), "fmi2Instantiate"),
            "no binary": (without("binaries/"), "no binary"),
            "Windows only": (windows_only, "Windows only"),
            "binary is no library": (not_elf, "binary is no library"),
            "climbing out": (climbing, "climbing out"),
        }
        with tempfile.TemporaryDirectory() as folder:
            cases = {}
            for name, (change, *words) in changes.items():
                file = changed(folder, name, change)
                cases[name] = (actuator(file), file.name, *words)
            self.refused(cases)
            self.assertFalse((pathlib.Path(folder).parent / "escaped.txt").exists())

    def test_unknown_element_is_reported_with_what_was_meant(self):
        plugin = actuator("Damper.fmu").replace("</plugin>", "<actuatr><joint>joint</joint></actuatr></plugin>")
        result = run(ENGINE, world(arm(plugin=plugin) + probe(JOINT)), 20)
        self.assertEqual((result.code, len(result.rows)), (0, 20), result.text)
        self.assertEqual(len(result.messages("'plugin' has the unknown element 'actuatr'")), 1, result.text)
        self.assertIn("did you mean 'actuator'?", result.text)

    def refused_models(self, models):
        server = Server(ENGINE, world(models + probe()), 1000)
        server.wait_until(lambda text: "The world is paused" in text)
        server.kill_alive()
        result = server.finish()
        self.assertEqual(result.code, KILLED, result.text)
        return result.text

    def test_second_plugin_on_a_joint_is_refused_by_name(self):
        """The first one works."""
        text = self.refused_models(arm(plugin=actuator("Damper.fmu") + actuator("Damper.fmu").replace("motor", "second").replace(
            'name="fmus"', 'name="again"')))
        self.assertIn("plugin 'again' was not started", text)
        self.assertIn("m/second is an actuator of joint 'm/joint', but m/motor is one already", text)

    @unittest.skipUnless(ENGINE in ("ode", "bullet"), "Gazebo has no nested models on this engine")
    def test_second_plugin_around_a_nested_model_is_refused_by_name(self):
        inner = arm("inner", actuator("Damper.fmu"), pose="0 9 0 0 0 0")
        text = self.refused_models(f'<model name="outer">{inner}{actuator("Damper.fmu", joint="inner::joint")}</model>')
        self.assertIn("of another model is one already", text)

    def test_policy_lets_the_world_go_on(self):
        result = run(ENGINE, world(arm(plugin=actuator("nowhere.fmu", "<fault_policy>safe</fault_policy>")) + probe(JOINT)), 50)
        self.assertEqual((result.code, len(result.rows)), (0, 50), result.text)
        self.assertEqual(len(result.messages("was not started")), 1, result.text)


# models/faulty/README.md
SEGFAULT, ABORT, EXIT, LOOP, SLEEP, SLOW, LEAK, STACK = 2, 3, 4, 5, 6, 7, 8, 9
NAN, HUGE, EXCEPTION, ROUNDING, LOCALE, FILES, FLOOD, STATUS = 10, 11, 12, 13, 14, 15, 16, 17


def faulty(fault, policy, time=0.005, more=""):
    """An actuator that does well up to this time, then what `fault` says; already in initialisation when it is negative."""
    return arm(mass=1e6, inertia=1e6, center="0 0 0", plugin=actuator(
        FAULTY, f"<jointTorqueName>y</jointTorqueName><fault_policy>{policy}</fault_policy><safe_value>-2</safe_value>"
        f"<parameters><fault>{fault}</fault><fault_time>{time}</fault_time>{more}</parameters>"))


class StepFailures(unittest.TestCase):
    def finite(self, result):
        for row in result.rows:
            for name, value in row.items():
                self.assertTrue(math.isfinite(value), name)

    def test_stop_pauses_the_world(self):
        for fault, time in ((NAN, 0.005), (STATUS, 0.005), (EXCEPTION, 0.005), (STATUS, 0.0)):
            with self.subTest(fault=fault, time=time):
                server = Server(ENGINE, world(faulty(fault, "stop", time) + probe(JOINT), "0 0 0"), 1000)
                server.wait_for("The world is paused")
                server.interrupt()
                result = server.finish()
                self.assertEqual(result.code, 0, result.text)
                self.assertLess(len(result.rows), 12)
                self.assertEqual(result.rows[-1]["m::joint.force"], 0.0, "nothing stale acts")
                self.assertEqual(len(result.messages("m/motor failed at t = ")), 1, result.text)
                self.assertIn("Faulty", result.text)
                self.finite(result)

    def test_initialisation_that_fails_refuses_the_plugin(self):
        """Before the first step: the world is paused, or goes on without the plugin; one message either way."""
        for policy in ("stop", "safe"):
            with self.subTest(policy=policy):
                server = Server(ENGINE, world(faulty(NAN, policy, -1.0) + probe(JOINT), "0 0 0"), 50)
                if policy == "stop":
                    server.wait_for("The world is paused")
                    server.kill_alive()
                result = server.finish()
                self.assertEqual(result.code, KILLED if policy == "stop" else 0, result.text)
                self.assertEqual(len(result.rows) == 50, policy == "safe", result.text)
                self.assertEqual(len(result.messages("was not started")), 1, result.text)
                self.assertIn("Faulty.fmu", result.messages("was not started")[0])
                self.finite(result)

    def test_hold_and_safe_go_on(self):
        for fault in (NAN, STATUS):
            for policy in ("hold", "safe"):
                with self.subTest(fault=fault, policy=policy):
                    result = run(ENGINE, world(faulty(fault, policy) + probe(JOINT), "0 0 0"), 200)
                    self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
                    end = result.rows[-1]["m::joint.force"]
                    if policy == "safe":
                        self.assertEqual(end, -2.0)
                    else:
                        self.assertTrue(0.002 < end < 0.007, end)
                    self.assertEqual(len(result.messages("Faulty.fmu): m/motor failed at t = ")), 1, result.text)
                    self.finite(result)

    def test_restart_says_so_once(self):
        """Until the restart the safe value acts, nothing stale."""
        result = run(ENGINE, world(faulty(STATUS, "restart") + probe(JOINT), "0 0 0"), 200)
        self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
        self.assertEqual(set(result.column("m::joint.force")[6:]), {-2.0})
        self.assertEqual(len(result.messages("Faulty.fmu): m/motor failed at t = ")), 1, result.text)

    def test_bad_manners_do_no_harm(self):
        """Slow steps, lost memory, rounding mode, locale, folder, a huge output: the world and its other joints go on."""
        for fault in (SLOW, LEAK, ROUNDING, LOCALE, HUGE):
            with self.subTest(fault=fault):
                body = faulty(fault, "safe", more="<slow_step_s>0.001</slow_step_s>")
                body += arm("n", actuator("Damper.fmu"), pose="0 9 0 0 0 0")
                result = run(ENGINE, world(body + probe("<joint>n::joint</joint>"), "0 0 -9.8"), 100)
                self.assertEqual((result.code, len(result.rows)), (0, 100), result.text)
                self.finite(result)
                before, end = result.rows[-2], result.rows[-1]
                self.assertAlmostEqual(end["n::joint.force"], -0.1 * before["n::joint.velocity"], delta=1e-9)

    def test_a_model_that_never_returns_is_named(self):
        """The world stands still, and after ten seconds a message says in which FMU."""
        for fault in (LOOP, SLEEP):
            with self.subTest(fault=fault):
                server = Server(ENGINE, world(faulty(fault, "stop") + probe(JOINT), "0 0 0"), 100)
                server.wait_for("an FMU has not returned")
                server.process.kill()
                result = server.finish()
                self.assertEqual(result.code, KILLED, result.text)
                self.assertLess(len(result.rows), 12)
                self.assertEqual(len(result.messages("Faulty.fmu): an FMU has not returned for 10 s")), 1, result.text)

    def test_log_flood_is_stemmed(self):
        result = run(ENGINE, world(faulty(FLOOD, "stop", more="<messages>1000</messages>") + probe(JOINT), "0 0 0"), 300)
        self.assertEqual((result.code, len(result.rows)), (0, 300), result.text)
        self.assertLess(len(result.text.splitlines()), 500)

    def test_step_size_changed(self):
        server = Server(ENGINE, world(arm(plugin=actuator("Damper.fmu")) + probe(
            JOINT + '<at step="20" do="step_size" argument="0.002"/>')), 1000)
        server.wait_for("The world is paused")
        server.interrupt()
        result = server.finish()
        self.assertIn("the step of the physics was changed from 0.001 s to 0.002 s", result.text)
        self.assertEqual((result.code, len(result.rows)), (0, 21), result.text)

    def test_step_size_changed_and_world_reset(self):
        """FMUs are made again for the other step: their time is the world's, nothing of before acts."""
        body = arm(inertia=2.0, center="0 0 0", plugin=actuator(
            PROBE_FMU, "<parameters><kt>1000</kt><ku>-1</ku></parameters>")) + probe(
            JOINT + '<at step="20" do="step_size" argument="0.002"/>')
        server = Server(ENGINE, world(body, "0 0 0"), 100)
        server.wait_for("The world is paused")
        self.start_again(server)
        result = server.finish()
        self.assertEqual((result.code, len(result.rows)), (0, 100), result.text)
        rows = result.rows[22:]
        self.assertAlmostEqual(rows[-1]["time"], 0.002 * 79)
        for before, now in zip(rows, rows[1:]):
            gained = now["m::joint.velocity"] - before["m::joint.velocity"]
            self.assertAlmostEqual(gained, 1000.0 * now["time"] / 2.0 * 0.002, delta=1e-5)

    def test_step_size_changed_to_an_odd_one_and_world_reset(self):
        """1/3000 s set at run time: the world stops with a message, and after a reset FMUs keep to Gazebo's 333333 ns."""
        body = arm(inertia=2.0, center="0 0 0", plugin=actuator(
            PROBE_FMU, "<parameters><kt>1000</kt><ku>-1</ku></parameters>")) + probe(
            JOINT + f'<at step="20" do="step_size" argument="{1 / 3000!r}"/>')
        server = Server(ENGINE, world(body, "0 0 0"), 200)
        server.wait_for("The world is paused")
        self.start_again(server)
        result = server.finish()
        self.assertIn("the step of the physics was changed from 0.001 s to 0.0003333333333333333 s", result.text)
        self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
        self.assertEqual(len(result.messages("The world is paused")), 1, result.text)
        rows = result.rows[22:]
        self.assertAlmostEqual(rows[-1]["time"], 333333e-9 * 179, delta=1e-12)
        for before, now in zip(rows, rows[1:]):
            gained = now["m::joint.velocity"] - before["m::joint.velocity"]
            self.assertAlmostEqual(gained, 1000.0 * now["time"] / 2.0 / 3000.0, delta=1e-5)

    def start_again(self, server):
        for option in (("-r",), ("-p", "0")):
            done = server.gz("world", *option)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_stopped_world_starts_again_after_a_reset(self):
        """As the message says; the FMU then fails once more at the same time."""
        server = Server(ENGINE, world(faulty(STATUS, "stop") + probe(JOINT), "0 0 0"), 1000)
        server.wait_for("to start again: gz world -r, then gz world -p 0")
        self.start_again(server)
        server.wait_until(lambda text: text.count("The world is paused") == 2)
        server.interrupt()
        result = server.finish()
        self.assertEqual(result.code, 0, result.text)
        self.assertEqual(len(result.messages("m/motor failed at t = 0.004 s")), 2, result.text)

    def test_isolated_models_do_no_harm(self):
        """A motor for each fault, each in a process of its own: gzserver lives, the safe torque acts where one fails, a message
        names it with its cause, and the motors that do not fail go on."""
        causes = {SEGFAULT: "SIGSEGV", ABORT: "SIGABRT", EXIT: "exit(3)", LOOP: "did not answer within 0.5 s",
                  SLEEP: "did not answer within 0.5 s", STACK: "SIGSEGV", NAN: "nan", EXCEPTION: "SIGABRT", STATUS: "doStep failed"}
        faults = range(SEGFAULT, STATUS + 1)
        body = "".join(arm(f"m{fault}", mass=1e6, inertia=1e6, center="0 0 0", pose=f"0 {9 * fault} 0 0 0 0", plugin=actuator(
            FAULTY, "<jointTorqueName>y</jointTorqueName><fault_policy>safe</fault_policy><safe_value>-2</safe_value>"
            "<isolation>process</isolation><call_limit>0.5</call_limit>"
            f"<parameters><fault>{fault}</fault><fault_time>0.005</fault_time><slow_step_s>0.001</slow_step_s>"
            "<messages>100</messages></parameters>")) for fault in faults)
        joints = "".join(f"<joint>m{fault}::joint</joint>" for fault in faults)
        result = run(ENGINE, world(body + probe(joints), "0 0 0"), 50)
        self.assertEqual((result.code, len(result.rows)), (0, 50), result.text)
        for fault in faults:
            with self.subTest(fault=fault):
                said = result.messages(f"Faulty.fmu): m{fault}/motor failed at t = ")
                self.assertEqual(len(said), 1 if fault in causes else 0, result.text)
                if fault in causes:
                    self.assertIn(causes[fault], said[0])
                    self.assertEqual(result.rows[-1][f"m{fault}::joint.force"], -2.0)
                else:
                    self.assertNotEqual(result.rows[-1][f"m{fault}::joint.force"], -2.0)

    def test_last_words_of_a_model_that_kills_its_process(self):
        for fault, word in ((SEGFAULT, "SIGSEGV"), (ABORT, "SIGABRT"), (EXIT, "exit()"), (STACK, "SIGSEGV")):
            for time in (0.005, -1.0):  # in a step; while it is initialised
                with self.subTest(fault=fault, time=time):
                    result = run(ENGINE, world(faulty(fault, "stop", time) + probe(), "0 0 0"), 100)
                    self.assertNotEqual(result.code, 0)
                    told = result.messages("Faulty.fmu")
                    self.assertEqual(len(told), 1, result.text)
                    self.assertIn(word, told[0])
                    self.assertIn("motor: ", told[0])

    def test_last_words_after_a_model_has_closed_all_files(self):
        """gzserver's own connections are gone, and a library of its ends the process in a thread that runs no FMU."""
        server = Server(ENGINE, world(faulty(FILES, "stop") + probe(JOINT), "0 0 0").replace(
            "<real_time_update_rate>0<", "<real_time_update_rate>1000<"))
        result = server.finish()
        self.assertNotEqual(result.code, 0)
        told = result.messages("somebody has closed its files")
        self.assertEqual(len(told), 1, result.text)
        self.assertIn("Faulty.fmu", told[0])


if __name__ == "__main__":
    unittest.main()
