"""On a real (pseudo) terminal: the curtain, Ctrl-C, the end of input, and what is left on the screen."""

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="there are no pseudo terminals here")
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
PATIENCE = 20.0
SETTLED = 0.3


class Keyboard:
    """A process at a terminal of its own: waits for what it shows, types."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self._master, slave = pty.openpty()
        environ = {**os.environ, "HANDVOLL_LANG": "en", "TERM": "xterm", "COLUMNS": "80"}
        environ.pop("NO_COLOR", None)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "handvoll", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environ,
            start_new_session=True,
            # The terminal becomes the one whose Ctrl-C reaches the process.
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.shown = ""

    def _more(self, until: float) -> bool:
        """Read what is shown next; False at the end."""
        ready, _writable, _odd = select.select([self._master], [], [], max(0, until - time.monotonic()))
        assert ready, f"nothing more came:\n{self.shown}"
        try:
            more = os.read(self._master, 4096)
        except OSError:  # how Linux says that nobody is at the other end
            return False
        self.shown += more.decode("utf-8", "replace")
        return bool(more)

    def wait_for(self, text: str) -> str:
        """All that is shown until `text` comes, which is taken too."""
        until = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert self._more(until), f"{text!r} did not come before the end:\n{self.shown}"
        before, self.shown = self.shown.split(text, 1)
        return before

    def type(self, keys: str) -> None:
        # A signal that comes between the prompt and the wait for keys would only be seen at the next key.
        time.sleep(SETTLED)
        os.write(self._master, keys.encode())

    def code(self) -> int:
        """The exit code, when it is over."""
        until = time.monotonic() + PATIENCE
        while self._more(until):
            pass
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def keyboards(tmp_path: Path) -> Iterator[list[Keyboard]]:
    opened: list[Keyboard] = []
    yield opened
    for keyboard in opened:
        keyboard.close()


def opened(keyboards: list[Keyboard], folder: Path, arguments: str) -> Keyboard:
    keyboard = Keyboard(*arguments.split(), folder=folder)
    keyboards.append(keyboard)
    return keyboard


def test_two_people_hand_the_keyboard_on(keyboards: list[Keyboard], tmp_path: Path) -> None:
    """Between the secret choice of one and the look of the other stands a cleared screen and an Enter."""
    table = opened(keyboards, tmp_path, "play zahlenpoker --seat 1=human --names Anna,Bert")
    table.wait_for("Anna> ")
    table.type("4\n")
    assert CLEAR in table.wait_for("Hand the keyboard to Bert.")
    table.wait_for("press Enter when nobody else is looking. ")
    table.type("\n")
    for_bert = table.wait_for("Bert> ")
    assert CLEAR in for_bert
    assert "4." not in re.sub(r"\x1b\[[0-9;]*m", "", for_bert)
    table.type("3\n")
    assert "Anna keeps the 4." in table.wait_for("Anna> ")
    table.type("quit\n")
    table.wait_for("leave without it: ")
    table.type("kept.txt\n")
    table.wait_for("The record is in kept.txt.")
    assert table.code() == 0
    assert "1. P1 4\n2. P2 3\n" in (tmp_path / "kept.txt").read_text()


def test_the_arrow_key_brings_no_secret_back(keyboards: list[Keyboard], tmp_path: Path) -> None:
    table = opened(keyboards, tmp_path, "play zahlenpoker --seat 1=human --names Anna,Bert")
    table.wait_for("Anna> ")
    table.type("4\n")
    table.wait_for("looking. ")
    table.type("\n")
    table.wait_for("Bert> ")
    table.type("\x1b[A\n?\n")
    assert "4\r\n" not in table.wait_for("empty\r\n").split("?")[0]


def test_ctrl_c_offers_the_record_and_ends_with_130(keyboards: list[Keyboard], tmp_path: Path) -> None:
    table = opened(keyboards, tmp_path, "play zahlenpoker --seed 1")
    table.wait_for("Player 1> ")
    table.type("1\n")
    table.wait_for("Player 1> ")
    table.type("\x03")
    table.wait_for("leave without it: ")
    table.type("a.txt\n")
    assert table.code() == 130
    assert "Traceback" not in table.shown
    assert (tmp_path / "a.txt").read_text().startswith("Handvoll record 1\n")


def test_ctrl_c_twice_just_ends(keyboards: list[Keyboard], tmp_path: Path) -> None:
    table = opened(keyboards, tmp_path, "play zahlenpoker --seed 1")
    table.wait_for("Player 1> ")
    table.type("\x03")
    table.wait_for("leave without it: ")
    table.type("\x03")
    assert table.code() == 130
    assert "Traceback" not in table.shown
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_input_offers_the_record_and_ends_with_0(
    keyboards: list[Keyboard], tmp_path: Path
) -> None:
    table = opened(keyboards, tmp_path, "play zahlenpoker --seed 1")
    table.wait_for("Player 1> ")
    table.type("\x04")
    table.wait_for("leave without it: ")
    table.type("\n")
    assert table.code() == 0
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_in_the_menu_ends_with_130(keyboards: list[Keyboard], tmp_path: Path) -> None:
    table = opened(keyboards, tmp_path, "menu")
    table.wait_for("Enter to leave) ")
    table.type("\x03")
    assert table.code() == 130
    assert "Traceback" not in table.shown


def test_the_end_of_input_in_the_menu_ends_the_line_too(keyboards: list[Keyboard], tmp_path: Path) -> None:
    table = opened(keyboards, tmp_path, "menu")
    table.wait_for("Enter to leave) ")
    table.type("\x04")
    assert table.code() == 0
    assert table.shown.endswith("\n")


def test_the_rules_are_set_for_the_screen(keyboards: list[Keyboard], tmp_path: Path) -> None:
    page = opened(keyboards, tmp_path, "rules zahlenpoker")
    assert page.code() == 0
    assert "\x1b[1m" in page.shown
    assert "```" not in page.shown
    assert "# " not in page.shown
