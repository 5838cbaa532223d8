"""Under which addresses this machine can be reached."""

from __future__ import annotations

import ipaddress
import socket

EVERYWHERE = ("0.0.0.0", "::")
"""To listen on these is to let other machines in."""
_SOMEWHERE = ("198.51.100.1", 9)
"""An address that exists in examples only: nothing is ever sent to it."""


def is_loopback(host: str | None) -> bool:
    """Whether only programs on this machine come by this name or address."""
    if host is None or host == "localhost":
        return host is not None
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def address_in_network() -> str | None:
    """This machine's address in its network, if it is in one: the one from which it would send."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(_SOMEWHERE)  # of a datagram line this only looks up the way
        except OSError:
            return None
        found: str = line.getsockname()[0]
    return None if is_loopback(found) or found in EVERYWHERE else found
