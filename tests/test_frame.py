"""What the house promises of its own files: locked with hashes, and no package registry named anywhere."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("runtime", "dev", "bench")

# Put together here, so that this file does not carry what it forbids.
REGISTRY_HOSTS = tuple(
    ".".join(parts).encode()
    for parts in (
        ("py" + "pi", "org"),
        ("python" + "hosted", "org"),
        ("registry", "npm" + "js", "org"),
        ("npm" + "js", "com"),
        ("registry", "yarn" + "pkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("snapshot", "debian", "org"),
        ("ftp", "debian", "org"),
        ("archive", "ubuntu", "com"),
        ("conda", "anaconda", "org"),
        ("static", "crates", "io"),
    )
)


def tracked_files() -> list[Path]:
    """The files git tracks or would track; without git, every file that is not the tools' own."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        files = [ROOT / os.fsdecode(name) for name in listed.split(b"\0") if name]
    except (OSError, subprocess.CalledProcessError):
        files = []
    if not files:
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [
                name
                for name in folders
                if name not in {"__pycache__", "build", "dist", "out"}
                and (not name.startswith(".") or name == ".ci")
            ]
            files.extend(Path(folder, name) for name in names)
    return [file for file in files if file.is_file()]


def locked(name: str) -> dict[str, list[str]]:
    """The requirements of a lock, `name==version ; marker`, each with the rest of its lines."""
    entries: dict[str, list[str]] = {}
    rest: list[str] = []
    for line in (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.lstrip().startswith("#"):
            continue
        if not line.startswith(" "):
            rest = entries.setdefault(line.removesuffix("\\").strip(), [])
        else:
            rest.append(line.strip().removesuffix("\\").strip())
    return entries


def pins(name: str) -> set[tuple[str, str]]:
    return {
        (wanted.partition("==")[0].partition("[")[0], wanted.partition("==")[2].split()[0])
        for wanted in locked(name)
    }


def test_no_file_names_a_package_registry() -> None:
    named = [
        f"{file.relative_to(ROOT)}: {host.decode()}"
        for file in tracked_files()
        for host in REGISTRY_HOSTS
        if host in file.read_bytes().lower()
    ]
    assert not named


@pytest.mark.parametrize("file", sorted((ROOT / "requirements").iterdir()), ids=lambda file: file.name)
def test_requirements_carry_no_address(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = [
        line
        for line in text.splitlines()
        if re.search(r"://|www\.|\bgit\+|^\s*-(i|f|-index|-extra-index|-find|-trusted)|@\s*(file|http)", line)
    ]
    assert not found


@pytest.mark.parametrize("name", [*LOCKS, "lock"])
def test_every_locked_requirement_is_exact_and_has_a_hash(name: str) -> None:
    entries = locked(name)
    assert entries
    for wanted, rest in entries.items():
        assert re.fullmatch(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==[^\s;*]+( ; .+)?", wanted), wanted
        hashes = [line for line in rest if re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line)]
        assert hashes, f"{wanted} has no hash"
        assert hashes == rest


def test_the_locks_contain_each_other() -> None:
    """`make play` after `make test` has nothing to install, and neither moves the other's versions."""
    assert pins("runtime") <= pins("dev") <= pins("bench")
