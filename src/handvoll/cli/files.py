"""What can go wrong with files, told in sentences: the system's own words are English, and short."""

from __future__ import annotations

from pathlib import Path

from handvoll.core.errors import BadRequest
from handvoll.core.messages import Message, _


def typed_path(name: str) -> Path:
    """The path that was typed; `~` is the home folder. Raises BadRequest where no file can be called that."""
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # ~ and the name of nobody here
        path = Path(name)
    if "\0" in name:
        raise BadRequest(_("No file can be called {name!r}.", name=name[:40]))
    return path


def file_fault(error: OSError) -> Message:
    """What the system has to say about a file, as a sentence."""
    name = error.filename
    if not name:
        return Message(error.strerror or str(error))
    if isinstance(error, FileNotFoundError):
        folder = Path(name).parent
        if not folder.exists():
            return _("There is no folder {name}.", name=str(folder))
        return _("There is no file {name}.", name=str(name))
    if isinstance(error, FileExistsError):
        return _("There is a file {name} already; it is left as it is.", name=str(name))
    if isinstance(error, IsADirectoryError):
        return _("{name} is a folder, not a file.", name=str(name))
    if isinstance(error, PermissionError):
        return _("{name} may not be read or written by you.", name=str(name))
    return Message("{name}: {why}", {"name": str(name), "why": error.strerror or str(error)})
