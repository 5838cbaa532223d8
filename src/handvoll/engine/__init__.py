"""The engine protocol: JSON lines in, JSON lines out, one answer for every line (docs/protocol.md)."""
