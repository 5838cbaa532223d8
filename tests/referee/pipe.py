"""A line to the engine as any program has it: JSON lines through a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


class Pipe:
    """`handvoll engine` as a child process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "handvoll", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask_all(self, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Asks everything at once and reads the answers in order; their number and ids must fit."""
        text = "".join(json.dumps({"id": i, **request}) + "\n" for i, request in enumerate(requests))
        answers = [json.loads(line) for line in self.send(text.encode(), len(requests))]
        for i, answer in enumerate(answers):
            assert answer.pop("id") == i
            assert answer["ok"] is ("error" not in answer)
        return answers

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        return self.ask_all([{"do": do, **fields}])[0]

    def send(self, text: bytes, lines: int) -> list[bytes]:
        """Raw bytes there, so many lines back."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()
        return [self.process.stdout.readline() for _ in range(lines)]

    def close(self) -> int:
        """Ends the input; the engine's exit status."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        return status
