"""moreau itself: runs of the binary on the studies of this folder, as a peer among peers."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np

import problem

STUDIES = Path(__file__).parent / "studies"
MOST_MEMBERS = 500_000  # all are written to a file, which takes longer than to compute them


class Ours:
    """The binary, and a folder for what it writes. Speed is its own kernel time: see `summary.json`."""

    def __init__(self, binary, folder):
        self.binary, self.folder = str(binary), Path(folder)
        usage = subprocess.run([self.binary, "run", "--help"], capture_output=True, text=True).stdout
        self.plain = "--certificates" in usage
        self.paces = {}

    def about(self):
        """Version and mode, for the head of the table."""
        version = subprocess.run([self.binary, "--version"], capture_output=True, text=True).stdout.strip()
        mode = "--certificates off" if self.plain else "WITH certificates: this build has no `--certificates off`"
        return f"{version}, {mode}"

    def run(self, study, precision, members, settings=(), more=()):
        """One run; its summary. The folder keeps `members.npz` until the next run of the same study."""
        out = self.folder / f"{study}-{precision}"
        shutil.rmtree(out, ignore_errors=True)
        command = [self.binary, "run", str(STUDIES / f"{study}.toml"), "--members", str(members), "--out", str(out)]
        command += ["--precision", precision, "--backend", "cpu", "--no-figures", "--quiet", "--format", "npz", *more]
        command += ["--certificates", "off"] if self.plain else []
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"moreau: {done.stderr.strip()[-300:]}")
        return json.loads((out / "summary.json").read_text()), out

    def members(self, study, precision, members):
        """The file of a plain run of the study, for the peers to agree with. It is kept aside from timed runs."""
        kept = self.folder / f"{study}-{precision}.npz"
        _, out = self.run(study, precision, members)
        shutil.copy(out / "members.npz", kept)
        return kept

    def speed(self, study, precision, members, seconds):
        """Long enough a run: more steps on the incline (its step has no branches, so rest costs what sliding costs),
        more members elsewhere, as more steps would be another motion."""
        key = study, precision, members
        if key not in self.paces:
            enough = members if study == "incline" else max(members, 20_000)
            self.paces[key] = self.run(study, precision, enough)[0]["member_steps_per_second"]
        steps = self.paces[key] * seconds * 1.2
        if study == "incline":
            duration = max(1.0, steps / members * problem.H)
            summary, _ = self.run(study, precision, members, [f"duration={duration:.4f}"])
        else:
            per_member = 3_000 if study == "rod" else 980
            count = int(min(MOST_MEMBERS, max(members, steps / per_member)))
            settings = ["duration=0.3"] if study == "rod" else []
            summary, _ = self.run(study, precision, count, settings)
        return {
            "member_steps": summary["member_steps"],
            "seconds": summary["seconds"]["kernel"],
            "form": f"{summary['adapter']}, {summary['members']} members",
        }

    def answer(self, study, precision, members):
        """What the table compares with theory."""
        if study == "rod":
            _, out = self.run(study, precision, 1, more=["--record", "1:1"])
            path = np.load(out / "trajectories.npz")
            first = int(np.argmax(path["omega"] != 0.0))
            return {"contact_time": float(path["t"][first]), "omega": float(path["omega"][first])}
        if study == "incline":
            found = np.load(self.members(study, precision, members))
            time, distance = np.array([problem.stop(v) for v in found["speed"]]).T
            return {
                "time_error": float(np.max(np.abs(found["t_slide"] / time - 1.0))),
                "distance_error": float(np.max(np.abs(found["x"] / distance - 1.0))),
            }
        self.members(study, precision, members)
        return {}
