"""The processes of the peers: started once, asked many times, and never allowed to stop the others."""

import json
import os
import select
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
PATIENCE = 300.0  # seconds until a peer that does not answer is given up


class Peer:
    """A peer's process. `why` says why it cannot be asked."""

    def __init__(self, name, folder):
        self.name, self.folder = name, Path(folder)
        self.log = self.folder / f"{name}.log"
        # "jax-plain" is jax_peer.py with the word "plain".
        self.script, *self.words = name.split("-")
        missing = self.folder / "missing" / self.script
        self.why = missing.read_text().strip() if missing.exists() else ""
        self.process = None
        if not self.why:
            self.start()

    def start(self):
        """Starts the process: a script of this folder, or Rapier's program."""
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        command = [str(self.folder / "venv/bin/python"), str(HERE / f"{self.script}_peer.py"), *self.words]
        if self.name == "siconos":
            command[0] = "/usr/bin/python3"
            environment |= {"OPENBLAS_NUM_THREADS": "1", "LD_LIBRARY_PATH": str(self.folder)}
        if self.name == "rapier":
            command = [str(self.folder / "rapier-target/release/rapier-peer")]
        try:
            with self.log.open("w") as log:
                self.process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environment
                )
        except OSError as error:
            self.why = f"does not start: {error}"

    def ask(self, *words):
        """The answer to one request, or an error that says why there is none."""
        if self.why:
            raise RuntimeError(self.why)
        try:
            self.process.stdin.write((" ".join(map(str, words)) + "\n").encode())
            self.process.stdin.flush()
        except OSError:
            self.fail("its process ended")
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        if not ready:
            self.fail(f"no answer within {PATIENCE:.0f} s")
        line = self.process.stdout.readline()
        if not line:
            self.fail("its process ended")
        try:
            reply = json.loads(line)
        except ValueError:
            self.fail(f"not an answer: {line[:80]!r}")
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply

    def fail(self, why):
        """Gives the peer up, with the last thing it said."""
        said = self.log.read_text(errors="replace").strip().splitlines()
        self.why = f"{why}; {said[-1][:200]}" if said else why
        self.close()
        raise RuntimeError(self.why)

    def close(self):
        """Ends the process."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
