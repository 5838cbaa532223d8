"""A program for tests that speaks the engine protocol through Handvoll's own engine, and then misbehaves:

fake_engine.py KIND [AFTER]      misbehaves when asked for its move for the AFTER-th time (from 0)
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from handvoll.engine.session import Session

NONSENSE = {
    "no-json": b"my move is d1-d4\n",
    "no-object": b"[1, 2]\n",
    "no-ok": b'{"move": "4"}\n',
    "no-move": b'{"ok": true, "value": 1}\n',
    "bytes": b"\xff\xfe\x00\n",
    "illegal": b'{"ok": true, "move": "z9-z8"}\n',
    "refuses": b'{"ok": false, "error": {"code": "tired", "message": "I do not feel like it."}}\n',
}


def main(kind: str, after: int) -> None:
    session = Session()
    asked = 0
    for line in sys.stdin.buffer:
        request: dict[str, Any] = json.loads(line)
        if request["do"] == "best":
            if asked == after and kind not in ("good", "slow"):
                misbehave(kind)
                continue
            if kind == "slow" and not asked:
                time.sleep(request["seconds"])
            asked += 1
            legal = session.answer(json.dumps({"do": "legal", "seat": request["seat"]}).encode())
            answer = {"ok": True, "move": legal["moves"][0]}
        else:
            answer = session.answer(line)
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


def misbehave(kind: str) -> None:
    if kind == "hangs":
        time.sleep(3600)
    if kind == "dies":
        sys.exit(3)
    sys.stdout.buffer.write(NONSENSE[kind])
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
