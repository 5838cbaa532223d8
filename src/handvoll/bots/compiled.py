"""Compiling rules and searches with Numba: in the background, cached where the sources say so.

Numba's own cache does not notice a change in a function that a kernel calls; ours lives in a folder named by
a hash of all the sources that the kernel was compiled from. Nobody waits for the compiler: until a kernel is
ready, the opponent thinks with the same functions in the interpreter.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

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
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


def source_hash(*modules: ModuleType) -> str:
    """A hash of the sources of `modules` and of what compiles them."""
    import numba

    digest = hashlib.sha256(f"{sys.version_info[:3]} {numba.__version__}".encode())
    for module in modules:
        digest.update(Path(module.__file__ or "").read_bytes())
    return digest.hexdigest()[:20]


class Later(Generic[Kernel]):
    """A kernel that is compiled in a thread of its own; `ready()` is None until then.

    `build()` returns the kernel after it has been compiled (called once with arguments of the right types).
    """

    def __init__(self, build: Callable[[], Kernel]) -> None:
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
        if not is_compiling():
            return None
        self._start().join()
        if self.error is not None:
            raise self.error
        return self._kernel

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


_COMPILING = threading.RLock()
"""Numba's cache folder is one setting for all: kernels are declared one at a time."""


def compile_all(*modules: ModuleType) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator like `numba.njit(cache=True)` whose cache is keyed by the sources of `modules`."""
    import numba

    folder = cache_folder() / "kernels" / source_hash(*modules)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        with _COMPILING:
            config: Any = numba.config
            before = config.CACHE_DIR
            try:
                folder.mkdir(parents=True, exist_ok=True)
                config.CACHE_DIR = str(folder)
                compiled: Callable[..., Any] = numba.njit(cache=True, nogil=True)(function)
                return compiled
            except OSError:  # no folder to write to: compile anew each time
                uncached: Callable[..., Any] = numba.njit(nogil=True)(function)
                return uncached
            finally:
                config.CACHE_DIR = before

    return decorate
