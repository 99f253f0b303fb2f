# SPDX-License-Identifier: Apache-2.0
"""Every form of FMU that gazebo-fmi refused works as an actuator, and every answer of a step is understood."""
import pathlib
import re
import tempfile
import unittest
import zipfile

import gazebo
from gazebo import ENGINE, HEAVY, JOINT, Server, actuator, arm, probe, run, world

# core/test/fmus: Real 8 is the time that was reached, Integer 100 what a step does.
LIBRARIES = gazebo.BUILD / "core" / "test" / "fmus" / "libraries"
GOOD, WARNING, DISCARD, ERROR, FATAL = range(5)

FMI1 = """<fmiModelDescription fmiVersion="1.0" modelName="Probe" modelIdentifier="Probe" guid="{1}"
  numberOfContinuousStates="0" numberOfEventIndicators="0"><ModelVariables>
<ScalarVariable name="jointTorque" valueReference="8" causality="output"><Real/></ScalarVariable></ModelVariables>
<Implementation><CoSimulation_StandAlone><Capabilities canHandleVariableCommunicationStepSize="true"/></CoSimulation_StandAlone>
</Implementation></fmiModelDescription>"""

FMI2 = """<fmiModelDescription fmiVersion="2.0" modelName="Probe" guid="{1}">
<CoSimulation modelIdentifier="Probe" canHandleVariableCommunicationStepSize="true"/><ModelVariables>
<ScalarVariable name="jointTorque" valueReference="8" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="deed" valueReference="100" causality="parameter" variability="fixed"><Integer start="0"/></ScalarVariable>
</ModelVariables><ModelStructure><Outputs><Unknown index="1"/></Outputs></ModelStructure></fmiModelDescription>"""


class Fmus(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def packed(self, library, description):
        file = pathlib.Path(self.folder.name) / f"{library}.fmu"
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("modelDescription.xml", description)
            archive.write(LIBRARIES / f"{library}.so", "binaries/linux64/Probe.so")
        return file

    def damper_with(self, interface):
        """Damper.fmu with this interface alone."""
        file = pathlib.Path(self.folder.name) / f"{interface}.fmu"
        other = {"ModelExchange": "CoSimulation", "CoSimulation": "ModelExchange"}[interface]
        with zipfile.ZipFile(gazebo.FMUS / "Damper.fmu") as source, zipfile.ZipFile(file, "w") as archive:
            for entry in source.namelist():
                data = source.read(entry)
                if entry == "modelDescription.xml":
                    data = re.sub(rf"<{other} [^>]*/>", "", data.decode()).encode()
                archive.writestr(entry, data)
        return file


class Forms(Fmus):
    def test_model_exchange_only_and_fmi3(self):
        """A damper makes -0.1 w of the velocity before the step, whatever its form."""
        forms = {"me": self.damper_with("ModelExchange"), "cs": self.damper_with("CoSimulation"),
                 "fmi3": gazebo.BUILD / "fmus" / "3.0" / "Damper.fmu"}
        body = "".join(arm(name, actuator(fmu), pose=f"0 {9 * i} 0 0 0 0") for i, (name, fmu) in enumerate(forms.items()))
        result = run(ENGINE, world(body + probe("".join(f"<joint>{name}::joint</joint>" for name in forms))), 200)
        self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
        for name in forms:
            for before, now in zip(result.rows, result.rows[1:]):
                self.assertAlmostEqual(now[f"{name}::joint.force"], -0.1 * before[f"{name}::joint.velocity"], delta=1e-12)
            self.assertGreater(abs(result.rows[-1][f"{name}::joint.force"]), 0.1)

    def test_fmi1(self):
        body = arm(plugin=actuator(self.packed("fmi1_probe", FMI1)), **HEAVY) + probe(JOINT)
        result = run(ENGINE, world(body, "0 0 0"), 100)
        self.assertEqual(result.code, 0, result.text)
        for k, force in enumerate(result.column("m::joint.force")):
            self.assertAlmostEqual(force, (k + 1) * 0.001, delta=1e-9)


class Answers(Fmus):
    """What doStep answers, from the first step on: the torque of a good step is the time at its end."""

    def body(self, deed, policy):
        fmu = self.packed("fmi2_probe", FMI2)
        return arm(plugin=actuator(fmu, f"<fault_policy>{policy}</fault_policy><safe_value>-2</safe_value>"
                                        f"<parameters><deed>{deed}</deed></parameters>"), **HEAVY) + probe(JOINT)

    def test_good_and_warning(self):
        for deed in (GOOD, WARNING):
            with self.subTest(deed=deed):
                result = run(ENGINE, world(self.body(deed, "stop"), "0 0 0"), 100)
                self.assertEqual((result.code, len(result.rows)), (0, 100), result.text)
                self.assertAlmostEqual(result.rows[-1]["m::joint.force"], 0.1, delta=1e-9)
                self.assertEqual(result.messages("failed at t = "), [])

    def test_discard_error_and_fatal_are_faults(self):
        for deed in (DISCARD, ERROR, FATAL):
            with self.subTest(deed=deed):
                result = run(ENGINE, world(self.body(deed, "safe"), "0 0 0"), 100)
                self.assertEqual((result.code, len(result.rows)), (0, 100), result.text)
                # Each Discard of this FMU has come half of the way, and the rest is tried again: that goes well for some steps.
                first = 20 if deed == DISCARD else 0
                self.assertEqual(result.column("m::joint.force")[first:], [-2.0] * (100 - first), result.text)
                told = result.messages("m/motor failed at t = ")
                self.assertEqual(len(told), 1, result.text)
                self.assertIn("fmi2_probe.fmu", told[0])

    def test_nothing_is_called_after_fatal(self):
        """An FMU that was fatal cannot be restarted; the world is paused."""
        server = Server(ENGINE, world(self.body(FATAL, "restart"), "0 0 0"), 1000)
        server.wait_for("The world is paused")
        server.interrupt()
        result = server.finish()
        self.assertEqual(result.code, 0, result.text)
        self.assertLess(len(result.rows), 3)


if __name__ == "__main__":
    unittest.main()
