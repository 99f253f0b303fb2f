# SPDX-License-Identifier: Apache-2.0
"""The terminal verbs of `lockstep` at a world in gzserver, which runs in another Debian than they do.

usage: terminal_verbs.py serve FOLDER            where gzserver is: runs a paused world with its channel in FOLDER until it ends
       terminal_verbs.py operate FOLDER LOCKSTEP  where lockstep is: ports, put, ask and watch at that world; the exit code is 1
                                                  where an answer is not the expected one
"""
import csv
import pathlib
import subprocess
import sys
import time

PATIENCE = 300  # seconds, for a machine that is busy with other things


def serve(folder):
    from channel_test import CHANNEL, LIGHT, PID, block
    from gazebo import Server, arm, probe, world
    folder.mkdir(parents=True, exist_ok=True)
    body = arm("m", PID, **LIGHT) + arm("a", block("block"), pose="0 5 0 0 0 0", **LIGHT)
    doors = CHANNEL.format("").replace("world.sock", str(folder / "world.sock"))
    server = Server("ode", world(doors + body + probe(), "0 0 0"), options=("-u",))
    server.interrupted = True
    server.process.wait()
    result = server.finish()
    print(result.text)
    return result.code


class Terminal:
    def __init__(self, lockstep, channel):
        self.lockstep, self.channel = lockstep, channel

    def command(self, verb, *words):
        return [self.lockstep, verb, *words, "--channel", str(self.channel)]

    def say(self, verb, *words):
        """What the verb printed; ends the test where it failed."""
        done = subprocess.run(self.command(verb, *words), capture_output=True, text=True, timeout=PATIENCE)
        print(f"$ lockstep {verb} {' '.join(words)}\n{done.stdout}{done.stderr}")
        if done.returncode != 0:
            sys.exit(f"'lockstep {verb}' ended with {done.returncode}")
        return done.stdout

    def wait_for(self, *ports):
        """Until the models are there, which come after the doors are open."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.channel.exists():
                listed = subprocess.run(self.command("ports"), capture_output=True, text=True, timeout=PATIENCE).stdout
                if all(port in listed for port in ports):
                    return
            time.sleep(0.1)
        sys.exit(f"no world with {ports} at {self.channel}")


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found}, expected {expected}")


def operate(folder, lockstep):
    """The arm has J = 2 kg m2: an effort of 4 N.m for 100 steps of 1 ms gives 0.2 rad/s."""
    terminal = Terminal(lockstep, folder / "world.sock")
    terminal.wait_for("m/drive/effort", "a/block/actuatorInput", "m/joint/velocity", "world/stop")
    terminal.say("ask", "m/drive/effort", "4")
    terminal.say("put", "a/block/actuatorInput", "3")
    watch = subprocess.Popen(terminal.command("watch", "m/joint/velocity", "a/block/jointTorque", "--count", "100"),
                             stdout=subprocess.PIPE, text=True)
    heading = watch.stdout.readline()  # printed once the tap is open
    terminal.say("ask", "world/step", "100")
    rows = [[float(cell) for cell in row] for row in csv.reader(watch.stdout)]
    expect("end of watch", watch.wait(PATIENCE), 0)
    expect("heading", heading.strip().split(",")[1:], ["m/joint/velocity", "a/block/jointTorque"])
    expect("rows", len(rows), 100)
    expect("time of the last row", rows[-1][0], 0.1)
    expect("velocity of the last row, in 1e-5 rad/s", round(rows[-1][1] * 1e5), 20000)
    expect("torques", {row[2] for row in rows}, {3.0})
    terminal.say("ask", "world/stop")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"] and len(sys.argv) == 3:
        sys.exit(serve(pathlib.Path(sys.argv[2])))
    if sys.argv[1:2] == ["operate"] and len(sys.argv) == 4:
        sys.exit(operate(pathlib.Path(sys.argv[2]), sys.argv[3]))
    sys.exit(__doc__)
