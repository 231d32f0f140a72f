"""Start BrikDesk as `python -m brikdesk`."""

import sys

from brikdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
