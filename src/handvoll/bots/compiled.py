"""Compiling rules and searches with Numba: in the background, cached where the sources say so.

Numba's own cache does not notice a change in a function that a kernel calls; ours lives in a folder named by
a hash of all the sources that the kernel was compiled from. Nobody waits for the compiler: until a kernel is
ready, the opponent thinks with the same functions in the interpreter.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Generic, TypeVar

from handvoll.core.card import Card

Kernel = TypeVar("Kernel")


def cache_folder() -> Path:
    """The user's cache folder of Handvoll."""
    if given := os.environ.get("HANDVOLL_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "handvoll"


@cache
def is_compiling() -> bool:
    """Whether Numba is there and allowed to compile (NUMBA_DISABLE_JIT, HANDVOLL_INTERPRETED)."""
    if os.environ.get("HANDVOLL_INTERPRETED") or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    # To import it takes longer than a gentle level thinks: that is left to the thread that compiles.
    return importlib.util.find_spec("numba") is not None


def source_hash(*modules: ModuleType) -> str:
    """A hash of the sources of `modules` and of what compiles them."""
    digest = hashlib.sha256(f"{sys.version_info[:3]} {version('numba')}".encode())
    for module in modules:
        digest.update(Path(module.__file__ or "").read_bytes())
    return digest.hexdigest()[:20]


_ALL: weakref.WeakSet[Later[Any]] = weakref.WeakSet()
"""Every kernel that is declared in this process."""


def wait_for_kernels(card: Card) -> None:
    """Compile now whatever the game's opponent thinks with: for measuring, where its first games are to count
    like all others."""
    for kernel in _kernels(card):
        kernel.wait()


def are_kernels_ready(card: Card, seconds: float | None = None) -> bool:
    """Whether what the game's opponent thinks with is compiled, or never will be, after so many seconds of
    waiting (None: however long it takes)."""
    end = None if seconds is None else time.monotonic() + seconds
    return all(
        kernel.is_settled(None if end is None else max(0.0, end - time.monotonic()))
        for kernel in _kernels(card)
    )


def _kernels(card: Card) -> list[Later[Any]]:
    if importlib.util.find_spec(f"{card.package}.opponent") is not None:
        card.load("opponent")
    return [kernel for kernel in _ALL if kernel.package == card.package]


class Later(Generic[Kernel]):
    """A kernel that is compiled in a thread of its own; `ready()` is None until then.

    `build()` returns the kernel after it has been compiled (called once with arguments of the right types).
    """

    def __init__(self, build: Callable[[], Kernel]) -> None:
        _ALL.add(self)
        self.package = build.__module__.rpartition(".")[0]
        self._build = build
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._kernel: Kernel | None = None
        self.error: BaseException | None = None

    def ready(self) -> Kernel | None:
        """The kernel, or None while it is not compiled (the first call sets the compiler going)."""
        if self._kernel is None and self.error is None and is_compiling():
            self._start()
        return self._kernel

    def wait(self) -> Kernel | None:
        """The kernel, compiled now; None where nothing can be compiled."""
        self.is_settled()
        if self.error is not None:
            raise self.error
        return self._kernel

    def is_settled(self, seconds: float | None = None) -> bool:
        """Whether it is compiled, or cannot be, after so many seconds at most."""
        if not is_compiling():
            return True
        thread = self._start()
        thread.join(seconds)
        return not thread.is_alive()

    def _start(self) -> threading.Thread:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="handvoll-compile", daemon=True)
                self._thread.start()
            return self._thread

    def _run(self) -> None:
        try:
            self._kernel = self._build()
        except BaseException as error:
            self.error = error


_DECLARING = threading.RLock()
"""Numba's cache folder is one setting for all: kernels are declared one at a time."""


def twins(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """Every plain function of `modules`, unchanged but for the compiler: by name, compiled when first called.

    Calls between them go to the twins. The cache is keyed by the sources of all `modules`, so that name all
    modules whose functions are called.
    """
    import numba

    functions = {
        id(value): (module, value)
        for module in modules
        for value in vars(module).values()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }
    spaces = {module.__name__: dict(vars(module)) for module in modules}
    compiled: dict[int, Callable[..., Any]] = {}
    with _DECLARING, _cache_in(cache_folder() / "kernels" / source_hash(*modules)) as can_keep:
        for key, (module, plain) in functions.items():
            twin = FunctionType(plain.__code__, spaces[module.__name__], plain.__name__, plain.__defaults__)
            twin.__module__, twin.__qualname__ = plain.__module__, plain.__qualname__
            compiled[key] = numba.njit(cache=can_keep, nogil=True)(twin)
    for space in spaces.values():
        for name, value in space.items():
            if id(value) in compiled:
                space[name] = compiled[id(value)]
    return {plain.__name__: compiled[key] for key, (_module, plain) in functions.items()}


@contextmanager
def _cache_in(folder: Path) -> Iterator[bool]:
    """Numba's cache folder set to `folder`; gives False where nothing can be written there."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            yield False
            return
        config.CACHE_DIR = str(folder)
        yield os.access(folder, os.W_OK)
    finally:
        config.CACHE_DIR = before
