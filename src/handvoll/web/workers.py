"""Worker nodes: machines that do nothing but think. What an opponent is to think about goes through SAQ's
queue, in the Redis that carries the news, and whichever worker is free takes it. The house waits for the
idea, and thinks itself where none takes the thought soon (docs/decisions/opponents-at-the-table.md).

A thought is the line that a thinking process is given: what one seat may know, and no secret.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from typing import TYPE_CHECKING, Any

import msgspec
from redis.exceptions import RedisError

from handvoll.core.errors import BadRequest
from handvoll.core.messages import _
from handvoll.web.thinker import Idea

if TYPE_CHECKING:
    from saq import Job, Queue

    from handvoll.web.opponents import Opponents

log = logging.getLogger("handvoll.workers")

QUEUE = "handvoll"
TASK = "think"
TAKEN_SECONDS = 1.0
"""How long a thought may lie there before the house thinks itself: no worker is free, or none is there."""
LOOK_SECONDS = 0.05
KEPT_SECONDS = 60


class Workers:
    """The worker nodes, as a house sees them."""

    def __init__(self, redis_url: str) -> None:
        self._queue = _queue(redis_url)
        self.thoughts = 0
        """How many thoughts they have had for this process."""

    async def ask(self, line: bytes, seconds: float) -> Idea | None:
        """What came of a thought; None where no worker had it in time."""
        try:
            job = await self._queue.enqueue(
                TASK,
                line=line.decode(),
                seconds=seconds,
                timeout=math.ceil(seconds),
                ttl=KEPT_SECONDS,
            )
            done = job is not None and await self._is_done(job, seconds)
        except (RedisError, OSError) as error:
            log.warning("worker nodes cannot be asked: %s", error)
            return None
        if job is None or not done:
            return None
        self.thoughts += 1
        return msgspec.json.decode(job.result, type=Idea)

    async def _is_done(self, job: Job, seconds: float) -> bool:
        """Wait until somebody has done it; False where nobody has."""
        from saq import Status

        began = time.monotonic()
        while not job.completed:
            await asyncio.sleep(LOOK_SECONDS)
            await job.refresh()
            waited = time.monotonic() - began
            if waited > (TAKEN_SECONDS if job.status == Status.QUEUED else seconds):
                await job.abort("too late")
                return False
        return job.status == Status.COMPLETE

    async def stop(self) -> None:
        """Hang up."""
        with contextlib.suppress(RedisError, OSError):
            await self._queue.disconnect()


async def work(redis_url: str, pool: Opponents) -> None:
    """Be a worker node, until told to stop."""
    from saq import Worker

    async def think(context: Any, *, line: str, seconds: float) -> str:
        idea = await pool.ask(line.encode(), seconds)
        if idea is None:
            raise ChildProcessError("no process of this worker could think")
        return msgspec.json.encode(idea).decode()

    queue = _queue(redis_url)
    worker = Worker(queue, [(TASK, think)], concurrency=len(pool.thinkers))
    try:
        await worker.start()
    finally:
        await pool.stop()
        await queue.disconnect()


def _queue(redis_url: str) -> Queue:
    if not redis_url:
        raise BadRequest(_("Worker nodes and their house meet in Redis; REDIS_URL must say where it is."))
    from saq import Queue  # whoever has no workers need not load it

    return Queue.from_url(redis_url, name=QUEUE)
