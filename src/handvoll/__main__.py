"""`handvoll` and `python -m handvoll`."""

import sys

from handvoll.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
